/* scope-cluster-parents.h: processes of the trace that were made on another machine: who has that is asked for their parents.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cluster/scope-fleet.h"
#include "io/cluster/scope-part-machines.h"

G_BEGIN_DECLS

typedef struct _ScopeClusterParents ScopeClusterParents;

ScopeClusterParents *scope_cluster_parents_new (ScopeExchange *exchange);
void scope_cluster_parents_free (ScopeClusterParents *parents);
/* Who is asked for: of each own machine, ascending. */
void scope_cluster_parents_note (ScopeClusterParents *parents, ScopeMachine *machine);
/* All processes, when machines have numbers. FALSE with error. */
gboolean scope_cluster_parents_ask (ScopeClusterParents *parents, ScopeTrace *trace, const ScopeFleet *fleet, ScopePartMachines *machines,
                                    GError **error);
/* Of each own machine: numbers of parents become indices. */
void scope_cluster_parents_set (ScopeClusterParents *parents, ScopeMachine *machine);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeClusterParents, scope_cluster_parents_free)

G_END_DECLS
