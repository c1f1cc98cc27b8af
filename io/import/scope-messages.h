/* scope-messages.h: from ends of messages to messages.
 *
 * Sends and receives come from different machines at different moments of an import, receives often long before
 * their sends (Eden writes all sends of a machine into one late block). So the ends are spooled, unnamed, in files per
 * machine, and matched at the end in one pass over all machines in order of time: first in, first out per channel
 * (both machines, processes, ports, and tag). Memory holds the channels, and the messages in flight.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct _ScopeMessages ScopeMessages;

/* Of so many machines; `first`: the index in the whole trace of the first of them. */
ScopeMessages *scope_messages_new (guint32 first, guint n_machines);
void scope_messages_free (ScopeMessages *messages);
/* As ScopeMessageFunc; the own machine's number in `end` may be missing, `machine` is it. One thread per machine at a
 * time. */
void scope_messages_add (ScopeMessages *messages, ScopeMachine *machine, const ScopeMessageEnd *end);
/* All machines are read, their numbers and offsets known: fills their tables and counts. FALSE with error if the spool
 * or the tables failed; what was matched so far is kept. */
gboolean scope_messages_match (ScopeMessages *messages, ScopeTrace *trace, GCancellable *cancellable,
                               ScopeMessageCounts *ret_counts, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMessages, scope_messages_free)

G_END_DECLS
