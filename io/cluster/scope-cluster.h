/* scope-cluster.h: indexing a trace in parts into a folder, by one process or several at once or one after the other.
 *
 *     FOLDER.lanescope/part-0000.h5, part-0000.ends, …   one part each (scope-import-parts.h)
 *     FOLDER.lanescope/root.h5                           written last: what is opened (scope-index-parts.h)
 *
 * What is there and whole is not read again: a process that was killed, or a part that was damaged, costs that part. Who is at the folder is
 * told by a lock (scope-part-lock.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cluster/scope-exchange.h"
#include "io/import/scope-import.h"

G_BEGIN_DECLS

/* What a process has done of a phase; of its own parts, in bytes of their logs as far as that is known. */
typedef struct
{
  const char *phase; /* "read": parts, "join": all of them */
  gint part;         /* that was done last; -1: none */
  guint64 done, total;
} ScopeClusterStep;

/* A line of JSON; `process`: of several, or -1. Free with g_free(). */
char *scope_cluster_step_to_json (const ScopeClusterStep *step, gint process);

typedef struct
{
  const char *folder;  /* made if need be */
  guint64 part_bytes;  /* see scope-part-plan.h; 0: the usual */
  gboolean rebuild;    /* nothing that is there is used */
  gboolean join;       /* nothing is read: all parts are there */
  guint task, n_tasks; /* only the parts of this task of so many are read, and nothing is joined; n_tasks 0: all */
  ScopeImportOptions import;
  void (*step) (const ScopeClusterStep *step, gpointer data); /* told at the beginning of a phase and whenever something is done; or NULL */
  gpointer step_data;
} ScopeClusterOptions;

typedef struct
{
  guint n_parts; /* of the trace */
  guint n_own;   /* that were to be done by this task; all, if nothing was said of tasks */
  guint n_kept;  /* of these: they were there */
  gboolean kept; /* so was the index */
} ScopeClusterResult;

/* All processes of the exchange call it with the same paths. The import is as after scope_import_run() on the process of rank 0, if nothing
 * was said of tasks; else its trace is empty. NULL with error: G_IO_ERROR_BUSY if others are at the folder, G_IO_ERROR_PENDING if parts are
 * missing that were not to be read, G_IO_ERROR_FAILED_HANDLED if it was another process that failed. */
ScopeImport *scope_cluster_index (const char *const *paths, const ScopeClusterOptions *options, ScopeExchange *exchange,
                                  ScopeClusterResult *ret_result, GCancellable *cancellable, GError **error);

G_END_DECLS
