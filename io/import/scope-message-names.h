/* scope-message-names.h: who bears the names that messages between Erlang's nodes were sent to.
 *
 * A message to {Name, Node} tells no process. What the other node's trace says of its names tells it; and where that says
 * nothing, as of names that were registered before: whoever receives the very bytes of such a message there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct _ScopeMessageNames ScopeMessageNames;

/* `trace` is borrowed. */
ScopeMessageNames *scope_message_names_new (ScopeTrace *trace);
void scope_message_names_free (ScopeMessageNames *self);
/* A message of that digest and size in bytes was sent to the process or stranger of that number on the machine of that
 * index. First all of these … */
void scope_message_names_sent (ScopeMessageNames *self, guint32 machine, guint32 number, guint32 digest, guint32 size);
/* … then all of these: it was received there. */
void scope_message_names_received (ScopeMessageNames *self, guint32 machine, guint32 process, guint32 digest, guint32 size);
/* The number of the process that is meant; as it is if that is no name, or of nobody. */
guint32 scope_message_names_find (ScopeMessageNames *self, guint32 machine, guint32 number);

G_END_DECLS
