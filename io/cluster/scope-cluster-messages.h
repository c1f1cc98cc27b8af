/* scope-cluster-messages.h: messages between machines, matched by all processes together.
 *
 *     ends of own parts ─► who has their channel ─► in order of time: matched ─► who has the machine of the row ─► by machine, in order
 *
 * Ends and rows carry what orders them, so each machine's rows come in the order in which one process that has all machines would put them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cluster/scope-fleet.h"
#include "io/index/scope-sorter.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 order; /* trace time of what completed it, or the greatest before it in its stream */
  guint64 position; /* of that in its stream */
  guint32 stream;   /* two of each machine */
  guint32 machine;
  guint32 kind;     /* ScopeTableKind */
  gint64 until;     /* as scope_table_add_lasting() */
  gint64 values[SCOPE_MESSAGE_N_COLUMNS];
} ScopeClusterRow;

/* All processes. Rows of the machines of this process's parts, ascending by machine; *ret_counts: of all processes. NULL with error, on all of them
 * at once, though not with the same. */
ScopeSorter *scope_cluster_match (ScopeFleet *fleet, ScopeExchange *exchange, const ScopePartPlan *plan, ScopeTrace *trace,
                                  GCancellable *cancellable, ScopeMessageCounts *ret_counts, GError **error);

G_END_DECLS
