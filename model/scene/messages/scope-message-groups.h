/* scope-message-groups.h: processes of one machine that have one entry function, or names that differ by a number, as one writer: some
 * hundred of them are a ball of wool, their groups a graph.
 *
 * A group is known by the number of its first process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/messages/scope-pairs.h"

G_BEGIN_DECLS

typedef struct _ScopeMessageGroups ScopeMessageGroups;

/* Whether there are fewer groups than processes at all. */
gboolean scope_message_groups_help (ScopeTrace *trace);
/* Of all processes that write or read in `pairs` (ScopePair, by process). */
ScopeMessageGroups *scope_message_groups_new (ScopeTrace *trace, const GArray *pairs);
void scope_message_groups_free (ScopeMessageGroups *groups);
/* Pairs between groups, in the order of scope_pairs_read(). */
GArray *scope_message_groups_join (ScopeMessageGroups *groups, const GArray *pairs);
/* What is called by the number of its first process: how many they are, and *ret_name (borrowed). 1: it is alone, or none. */
guint scope_message_groups_find (ScopeMessageGroups *groups, guint32 machine, gint64 number, const char **ret_name);

/* The numbers (gint64) of all processes that belong to one group with that one, for ScopeMessageFilter, and what they are called:
 * "wl:worker/4 ×60" (g_free()). NULL: it stands for itself. The trace keeps them; on the thread that draws. */
GHashTable *scope_message_groups_numbers (ScopeTrace *trace, guint32 machine, gint64 number, char **ret_title);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMessageGroups, scope_message_groups_free)

G_END_DECLS
