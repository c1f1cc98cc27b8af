/* scope-messages-private.h: ends of messages, for scope-messages.c, which matches them, and scope-part-notes.c, which keeps those of a
 * part of the machines until the others are read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-message-ends.h"
#include "io/import/scope-messages.h"

G_BEGIN_DECLS

/* What a machine has told. */
typedef struct
{
  ScopeMessageEnds *sends, *receives;
  guint64 local;      /* local messages: they are complete at once */
  guint64 local_lost; /* those of them that never arrived */
} ScopeMachineEnds;

struct _ScopeMessages
{
  guint n_machines;
  guint32 first; /* index of the first in the whole trace */
  ScopeMachineEnds *ends;         /* by machine */
  GPtrArray *nodes;   /* names of nodes that messages went to */
  GMutex lock; /* of `nodes` */
};

G_END_DECLS
