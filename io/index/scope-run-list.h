/* scope-run-list.h: the runs that were looked at before, from the cache's indexes.
 *
 * Of every index only its card is read (two short reads; HDF5 is not asked), so thousands take no second. What has no
 * card (damaged, unfinished, another version's) is passed over. Whether the trace's files are still there is told by
 * their sizes and times alone.
 *
 *     g_autoptr (GPtrArray) runs = scope_run_list_read (NULL, cancellable, &error);   // on a thread
 *     ScopeRun *before = scope_run_list_last_of_program (runs, this_run);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run.h"

G_BEGIN_DECLS

/* All of ScopeRun, newest first (by date, then by when they were last opened); unref with g_ptr_array_unref(). `folder`
 * NULL: the user's cache. A folder that is not there is an empty list. NULL with error if cancelled or the folder cannot
 * be read. Blocks: not on the main thread. */
GPtrArray *scope_run_list_read (const char *folder, GCancellable *cancellable, GError **error);
/* The same off the main thread. */
void scope_run_list_read_async (const char *folder, GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
GPtrArray *scope_run_list_read_finish (GAsyncResult *result, GError **error);

/* The newest run of the same program as `run`, older than it (by the second in which it began) and another one (by digest); NULL if there is none. Borrowed.
 * Runs whose index is gone do not stand in the list. */
ScopeRun *scope_run_list_last_of_program (GPtrArray *runs, ScopeRun *run);
/* The run of that digest, of which at least 4 hex digits are given; NULL with error if there is none, or more than one.
 * Borrowed. */
ScopeRun *scope_run_list_find (GPtrArray *runs, const char *digest, GError **error);

/* "run:DIGEST", as people write a run where a trace is expected: the path of its index; NULL with error if there is no such
 * run, NULL without an error if `text` does not begin so. Free with g_free(). Blocks. */
char *scope_run_list_resolve (const char *folder, const char *text, GError **error);

/* The index of the newest run that was read from these paths, in whatever order, if nothing is there any more; NULL: there is none, or they are
 * there. Free with g_free(). Blocks. */
char *scope_run_list_find_paths (const char *folder, const char *const *paths);

/* The run of one index; NULL with error if it has none that is good. Blocks. */
ScopeRun *scope_run_read_index (const char *path, GError **error);
/* Looks at the trace's files. Blocks. */
void scope_run_check_source (ScopeRun *run);

/* It stays when the least recently used are removed, or no longer; removes it at once (who has it open keeps it). Any
 * thread; block. */
gboolean scope_run_pin (ScopeRun *run, gboolean pin, GError **error);
gboolean scope_run_remove (ScopeRun *run, GError **error);

G_END_DECLS
