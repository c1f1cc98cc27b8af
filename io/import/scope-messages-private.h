/* scope-messages-private.h: ends of messages, for scope-messages.c, which matches them, and scope-part-notes.c, which keeps those of a
 * part of the machines until the others are read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-names.h"
#include "io/import/scope-message-names.h"
#include "io/import/scope-messages.h"
#include "io/index/scope-spool.h"

G_BEGIN_DECLS

#define SCOPE_MESSAGES_MOST_NODES 4096u /* below SCOPE_STRANGER_NODES */
#define SCOPE_END_BLIND 0x100u /* tags have a byte */

typedef struct
{
  gint64 time;
  guint32 own_process, own_port;
  guint32 other_machine, other_process, other_port; /* machine: number; blind: its node in `nodes`, + 1, 0: the same */
  guint32 size;
  guint32 tag;    /* SCOPE_END_BLIND: the receiver does not say who sent it */
  guint32 thread; /* index + 1 of the thread whose wait it ended, or 0; blind: digest of the message */
} ScopeSpooledEnd;

static inline gboolean
scope_messages_is_blind (const ScopeSpooledEnd *end)
{
  return (end->tag & SCOPE_END_BLIND) != 0;
}

/* What a machine has told. */
typedef struct
{
  ScopeSpool *sends, *receives;
  guint64 local;      /* local messages: they are complete at once */
  guint64 local_lost; /* those of them that never arrived */
} ScopeMachineEnds;

struct _ScopeMessages
{
  guint n_machines;
  guint32 first; /* index of the first in the whole trace */
  ScopeMachineEnds *ends;         /* by machine */
  GPtrArray *nodes;   /* names of nodes that messages went to */

  /* while matching */
  GArray *channels;   /* of Channel */
  ScopeNames *keys;   /* theirs → place in `channels` + 1 */
  struct _ScopePendingEnd *pending;
  guint32 n_pending, n_pending_alloc, free_pending;
  guint32 *by_number; /* machine number → index */
  guint32 *by_node;   /* place in `nodes` → index, or a machine that is absent */
  ScopeTrace *trace;
  ScopeMessageCounts counts;
  GError *error;
  ScopeMessageNames *names;
  GMutex lock; /* of `nodes` */
};

/* Place of the node's name, + 1; 0: NULL. */
guint32 scope_messages_node (ScopeMessages *self, const char *name);

G_END_DECLS
