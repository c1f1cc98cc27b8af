/* scope-cli-watch.h: what the files of `lanescope-cli watch` share.
 *
 *   scope-cli-watch.c          options, and what is left behind at the end
 *   scope-cli-watch-minder.c   the thread that minds signals, the control FIFO, the time, the program, the status line
 *   scope-cli-watch-json.c     the summary
 *   scope-cli-node.c           a node of Erlang that is recorded
 *   scope-cli-program.c        the program that is run
 *   scope-cli-program-logs.c   which logs it writes
 *
 * The main thread follows (scope_import_run()); the minder does everything else meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/watch/scope-cli-program.h"
#include "app/cli/common/scope-cli-command.h"

#include "model/trace/document/scope-live.h"

G_BEGIN_DECLS

#define SCOPE_WATCH_LATENCIES 4096 /* ms; what is more counts as that */

/* A note set while it runs. */
typedef struct
{
  gint64 real;  /* when, µs since 1970 */
  gint64 known; /* trace time until which something was known then; TIME_MIN: nothing */
  char *text;
} ScopeWatchNote;

typedef struct
{
  /* as asked for */
  gint64 duration;         /* µs; 0: until it ends */
  gboolean leave_running;
  gboolean quiet;
  gboolean advised;        /* how such a program is made to write a log */
  gboolean show_status;    /* standard error is a terminal, and it is not to be quiet */
  const char *control;     /* path of the FIFO, or NULL */
  gboolean seeks;          /* nobody said where the program writes its logs: they are looked for */

  ScopeImport *import;
  ScopeTrace *trace;
  ScopeLive *live;
  GCancellable *cancellable; /* of the import */
  ScopeCliProgram program;

  /* the minder's */
  GThread *thread;
  int signals, wake, fifo; /* descriptors; -1: none */
  gboolean made_fifo;
  GString *line;           /* of the FIFO, so far */
  guint n_marks;           /* set by signals */
  guint interrupts;
  gint64 deadline, began;  /* monotonic µs; deadline 0: none */
  guint pressed;           /* how hard the program was asked to end */
  gboolean drawn;          /* a status line stands on the terminal */
  char *told;              /* what was said last of why nothing comes */
  guint n_told;

  char **followed;         /* what is followed now; borrowed */
  char **found;            /* other logs that the program writes: all that are to be followed instead; NULL: none */
  gboolean again;          /* following begins anew, with those */
  gint64 sought;           /* monotonic µs of the last look for them */
  gint64 started;          /* of the program, µs since 1970 */
  char *archive;           /* what the program left when it ended, and is shown instead of what was followed; or NULL */
  GObject *kept;           /* then: the import that was followed */
  char **also;             /* logs that it writes and that are not followed, for it is too late; or NULL */

  gint over;               /* atomic: the import has ended */
  GMutex lock;             /* of what follows */
  GArray *notes;           /* of ScopeWatchNote */
  guint latencies[SCOPE_WATCH_LATENCIES + 1]; /* how often what was there was so late in the trace */
} ScopeWatch;

/* Signals are blocked and the FIFO opened: before any thread is made. FALSE with error. */
gboolean scope_watch_prepare (ScopeWatch *watch, GError **error);
void scope_watch_start (ScopeWatch *watch);
/* Waits until the program has ended, too (unless it is left running), and no thread is left. */
void scope_watch_join (ScopeWatch *watch);
/* TRUE if it is the path of a log that is followed. */
gboolean scope_watch_is_followed (const ScopeWatch *watch, const char *path);
void scope_watch_clear (ScopeWatch *watch);
void scope_watch_add_note (ScopeWatch *watch, const char *text);

/* Times of the notes in trace time, when the trace is whole; those before its start are at its start. */
gint64 scope_watch_note_time (ScopeTrace *trace, const ScopeWatchNote *note);
/* The summary. NULL with error. Free with g_free(). */
char *scope_watch_dup_json (ScopeCli *cli, ScopeWatch *watch, GError **error);

G_END_DECLS
