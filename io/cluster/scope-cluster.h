/* scope-cluster.h: indexing a trace in parts into a folder, by one process or several at once or one after the other.
 *
 *     FOLDER.lanescope/part-0000.h5, part-0000.ends, …   one part each (scope-import-parts.h)
 *     FOLDER.lanescope/root.h5                           written last: what is opened (scope-index-parts.h)
 *
 * What is there and whole is not read again: a process that was killed, or a part that was damaged, costs that part.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cluster/scope-exchange.h"
#include "io/import/scope-import.h"

G_BEGIN_DECLS

typedef struct
{
  const char *folder;  /* made if need be */
  guint64 part_bytes;  /* see scope-part-plan.h; 0: the usual */
  gboolean rebuild;    /* nothing that is there is used */
  guint task, n_tasks; /* only the parts of this task of so many are read, and nothing is joined; n_tasks 0: all */
  ScopeImportOptions import;
  gint *permille;      /* atomic: how far this process is; or NULL */
} ScopeClusterOptions;

typedef struct
{
  guint n_parts; /* of the trace */
  guint n_own;   /* that were to be done by this task; all, if nothing was said of tasks */
  guint n_kept;  /* of these: they were there */
  gboolean kept; /* so was the index */
} ScopeClusterResult;

/* All processes of the exchange call it with the same paths. The import is as after scope_import_run() on the process of rank 0, if nothing
 * was said of tasks; else its trace is empty. NULL with error. */
ScopeImport *scope_cluster_index (const char *const *paths, const ScopeClusterOptions *options, ScopeExchange *exchange,
                                  ScopeClusterResult *ret_result, GCancellable *cancellable, GError **error);

G_END_DECLS
