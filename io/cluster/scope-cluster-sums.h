/* scope-cluster-sums.h: what all machines do together (scope-index-sums.h), added up by all processes, each over its own machines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cluster/scope-fleet.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_lanes[SCOPE_N_INDEX_SUMS];
  ScopeLaneCoarse *coarse[SCOPE_N_INDEX_SUMS]; /* NULL: they are too few */
  gboolean failed; /* a lane could not be read */
} ScopeClusterSums;

/* Of all machines, whose offsets the trace has. */
ScopeClusterSums *scope_cluster_sums_new (const ScopeFleet *fleet, ScopeTrace *trace);
void scope_cluster_sums_free (ScopeClusterSums *sums);
/* One of its own, with its offset. */
void scope_cluster_sums_add (ScopeClusterSums *sums, ScopeMachine *machine);
/* All processes. Those that were read by all are in *ret_sums then, to be cleared. */
void scope_cluster_sums_end (ScopeClusterSums *sums, ScopeExchange *exchange, ScopeIndexSums *ret_sums);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeClusterSums, scope_cluster_sums_free)

G_END_DECLS
