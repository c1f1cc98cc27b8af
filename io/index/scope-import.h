/* scope-import.h: opening a trace: from its index if there is a good one, else by reading it while it can already be
 * looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/scope-trace.h"

G_BEGIN_DECLS

typedef struct
{
  const char *cache_dir;   /* NULL: the user's */
  gboolean no_cache;       /* keep the index in an unnamed file only */
  gboolean rebuild;        /* do not use an index that is there */
  guint64 cache_limit;     /* bytes of all indexes together; 0: 20 GiB */
  guint n_threads;         /* 0: as many as processors */
} ScopeImportOptions;

#define SCOPE_TYPE_IMPORT (scope_import_get_type ())
G_DECLARE_FINAL_TYPE (ScopeImport, scope_import, SCOPE, IMPORT, GObject)

ScopeImport *scope_import_new (const char *const *paths, guint n_paths, const ScopeImportOptions *options);
/* The trace, from the first moment on (empty at first). */
ScopeTrace *scope_import_get_trace (ScopeImport *import);
/* Reads it, on this thread and workers; TRUE when the trace is finished. The trace keeps what was read even if this
 * fails. Cancelled: G_IO_ERROR_CANCELLED, what was read stays to be looked at. */
gboolean scope_import_run (ScopeImport *import, GCancellable *cancellable, GError **error);
/* The same off the main thread. */
void scope_import_run_async (ScopeImport *import, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean scope_import_run_finish (ScopeImport *import, GAsyncResult *result, GError **error);

/* Digest of the trace's files, under which things are kept of it; NULL until it is run, or if there is none. */
const char *scope_import_digest (ScopeImport *import);
/* TRUE if it came from an index that was there. Notes for the user ("the index was damaged and has been made anew",
 * "the cache folder cannot be written: …"): NULL if none. */
gboolean scope_import_was_cached (ScopeImport *import);
const char *scope_import_notice (ScopeImport *import);

/* Of how many runs a trace seems to be, that was made of several logs: 1, or more if long silences lie between them. runs[m]:
 * of which of them machine m is; the first to begin is run 0. When reading has ended. */
guint scope_import_part (ScopeTrace *trace, guint *runs);

/* Calls `func` for every raw event of the trace's files, machine by machine, each in order of time (the files must
 * still be there). `from` and `to` are trace time, the time that func gets is the machine's own. Stops when func
 * returns FALSE. */
typedef gboolean (*ScopeEventFunc) (ScopeMachine *machine, gint64 time, gint processor, const char *name,
                                    const char *detail, gpointer user_data);
gboolean scope_import_foreach_event (ScopeImport *import, gint64 from, gint64 to, ScopeEventFunc func,
                                     gpointer user_data, GCancellable *cancellable, GError **error);

G_END_DECLS
