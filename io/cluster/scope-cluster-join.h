/* scope-cluster-join.h: all parts of a trace are there: what needs all machines is found out, by all processes, each for the machines of its
 * own parts.
 *
 *     facts of machines ─► all know them: numbers, clocks ─► parents are asked for ─► messages are matched (scope-cluster-messages.h)
 *                      ─► join-0000.h5, …: each part's machines with what was found out ─► the first writes the root: sums, and a copy of these
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cluster/scope-exchange.h"
#include "io/cluster/scope-part-plan.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeExchange *exchange;
  const ScopePartPlan *plan;
  const char *const *paths;
  const ScopeImportOptions *options;
  ScopeArchive *archive;      /* of the paths */
  const char *root;           /* where the index is to be */
  GCancellable *cancellable;
  void (*done) (gint part, gpointer data); /* a part of this process is joined */
  gpointer data;
} ScopeClusterJoin;

/* All processes. `import` is of the archive; the first process's has the trace then, as after scope_import_run(). FALSE on all of them if one
 * failed; with error, on that one. */
gboolean scope_cluster_join (const ScopeClusterJoin *join, ScopeImport *import, GError **error);

G_END_DECLS
