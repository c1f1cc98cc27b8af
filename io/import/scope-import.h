/* scope-import.h: opening a trace: from its index if there is a good one, else by reading it while it can already be
 * looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-event.h"
#include "model/replay/scope-replay.h"
#include "model/trace/runs/scope-run.h"

G_BEGIN_DECLS

typedef struct
{
  const char *cache_dir;   /* NULL: the user's */
  gboolean no_cache;       /* keep the index in an unnamed file only */
  gboolean rebuild;        /* do not use an index that is there */
  gboolean alone;          /* one path: nothing is looked for beside it, see scope-log-sets.h */
  gboolean kept;           /* paths at which there is nothing any more: what was kept of the newest run from there is opened */
  guint64 cache_limit;     /* bytes of all indexes together; 0: 20 GiB */
  guint n_threads;         /* 0: as many as processors */
  /* Simulations. What is read so is kept under a name of its own, and is in no list of runs. */
  ScopeSimSettings sim;
  guint run;               /* of several in one log, from 1 on; 0: the first */

  /* The paths are logs that are still being written, each as scope_feed_open() takes it (one per machine): they are
   * followed until all have ended; see model/trace/document/scope-live.h. No index that is there is used. */
  gboolean follow;
  const char *save;        /* the rest as in ScopeFeedOptions (`save`: with one log only) */
  gboolean fresh, patient;
  guint wait_seconds;
  /* Following: called once, on the thread of scope_import_run(), when the logs are looked for and what was there before was
   * seen: now the program that writes them may be started. NULL: nothing. */
  void (*opened) (gpointer data);
  gpointer opened_data;
} ScopeImportOptions;

#define SCOPE_TYPE_IMPORT (scope_import_get_type ())
G_DECLARE_FINAL_TYPE (ScopeImport, scope_import, SCOPE, IMPORT, GObject)

/* A run that was looked at before may also be named by the path of its index, or as "run:DIGEST" (the first digits do): it
 * is opened as it was, whatever became of the trace's files. */
ScopeImport *scope_import_new (const char *const *paths, guint n_paths, const ScopeImportOptions *options);
/* The trace, from the first moment on (empty at first). */
ScopeTrace *scope_import_get_trace (ScopeImport *import);
/* What it is in the end: the trace, or what has taken the place of one that was followed (scope_live_dup_successor()). A new
 * reference. */
ScopeTrace *scope_import_dup_final_trace (ScopeImport *import);
/* Following: the program that writes the logs has exited, see scope_feed_writer_exited(). Any thread. */
void scope_import_writer_exited (ScopeImport *import);
/* Following over a socket: asks the programs for something, see scope_feed_ask(). FALSE with error. Blocks. Any thread. */
gboolean scope_import_ask (ScopeImport *import, guint request, GError **error);
/* Whether there is one that can be asked. Any thread. */
gboolean scope_import_can_ask (ScopeImport *import);
/* Following: how long the oldest bytes have been there that are not in the trace yet, µs; 0: there are none; -1: nothing is
 * followed (any more). Any thread. */
gint64 scope_import_lateness (ScopeImport *import);
/* Following: what is waited for, or what is the matter with the source, as scope_feed_dup_message() of the first log that has
 * something to say; NULL: nothing. Any thread. Free with g_free(). */
char *scope_import_dup_wait (ScopeImport *import);
/* Following pipes and sockets: the paths of the copies of what came, while it comes, too; NULL: there are none. They stay as long as their
 * index does; if no index is kept of them, as long as the import. Any thread. Free with g_strfreev(). */
char **scope_import_dup_streams (ScopeImport *import);
/* Nothing is to be kept of what came over a pipe or a socket. While it is followed: cancel it, too. Blocks. */
void scope_import_discard (ScopeImport *import);
/* Reads it, on this thread and workers; TRUE when the trace is finished. The trace keeps what was read even if this
 * fails. Cancelled: G_IO_ERROR_CANCELLED, what was read stays to be looked at.
 *
 * Following: returns when the logs have ended and all is as the same files opened afterwards would give it; TRUE however they
 * ended, if there was any event. Cancelling gives up at once; scope_live_stop() ends it in order. */
gboolean scope_import_run (ScopeImport *import, GCancellable *cancellable, GError **error);
/* The same off the main thread. */
void scope_import_run_async (ScopeImport *import, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean scope_import_run_finish (ScopeImport *import, GAsyncResult *result, GError **error);

/* Digest of the trace's files, under which things are kept of it; NULL until it is run, or if there is none. */
const char *scope_import_digest (ScopeImport *import);
/* What it is, as lists of runs show it; NULL until it is run, or if nothing can be kept of it. Borrowed. */
ScopeRun *scope_import_get_run (ScopeImport *import);
/* TRUE if it came from an index that was there. Notes for the user ("the index was damaged and has been made anew",
 * "the cache folder cannot be written: …"): NULL if none. */
gboolean scope_import_was_cached (ScopeImport *import);
const char *scope_import_notice (ScopeImport *import);

/* "wrap5.dat … wrap3.dat, b.dat": several logs that were opened as one trace; NULL: it is one. *ret_beside: one path was given, and
 * the others were found beside it. *ret_apart: the paths that can be opened by themselves instead, that which was given (or the
 * first) first; NULL: there are none. All borrowed; when it is run. */
const char *scope_import_merged_logs (ScopeImport *import, gboolean *ret_beside, const char *const **ret_apart);

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
/* The same as the decoder has them, for who only counts: the machine's own times, nothing as text. */
typedef void (*ScopeRawEventFunc) (ScopeMachine *machine, const ScopeEvent *event, gpointer user_data);
gboolean scope_import_foreach_raw_event (ScopeImport *import, gint64 from, gint64 to, ScopeRawEventFunc func,
                                         gpointer user_data, GCancellable *cancellable, GError **error);

G_END_DECLS
