/* scope-live.h: what is known of a trace that is still being written, beside its contents.
 *
 * Events of a growing log walk the same way as those of a finished one, into the same trace: lanes, tables, entities and
 * losses grow, and ScopeTrace's "changed" says so. This object has what only a live trace has: how fast it comes, how far it
 * lags, why nothing comes, and how it ended. It belongs to its trace and stays after the end:
 *
 *     WAITING ─► RUNNING ◄─► QUIET ─► ENDED or BROKEN            (any of them may be stopped: then ENDED)
 *
 * **At the end** the trace becomes an ordinary finished one ("finished" of ScopeTrace; scope_trace_get_finished()). If what
 * was read did not come in the order in which the finished file is read (blocks that came late, GHC before 9.2's global
 * block at the very end), some lanes are unknown where their rows could not be put in order, and ids and tables might stand in
 * another order than in the same file opened anew. Then the file is read a second time, in the background, into another trace,
 * the *successor*: what is shown stays as it is meanwhile (state REMAKING), and when the successor is whole,
 * scope_live_get_successor() gives it and "changed" of the ScopeLive comes. Whoever shows a live trace (the document; `watch`)
 * then takes the successor in its place, as when a changed file is loaded again: machines have the same indices, lanes the same
 * ids, times are the same. The trace that was followed stays readable as long as somebody has a reference. No successor: the
 * trace itself is the finished one. scope_import_run() returns only when the successor, if there is one, is there.
 *
 * Thread-safe but for the signal, which comes on the main thread, at most ten times a second.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_LIVE (scope_live_get_type ())
G_DECLARE_FINAL_TYPE (ScopeLive, scope_live, SCOPE, LIVE, GObject)

typedef enum
{
  SCOPE_LIVE_WAITING,  /* no event yet: no file, no writer, or nothing but a header */
  SCOPE_LIVE_RUNNING,  /* events come */
  SCOPE_LIVE_QUIET,    /* nothing came for 5 s */
  SCOPE_LIVE_REMAKING, /* the source has ended; the whole log is read again, in order (see above) */
  SCOPE_LIVE_ENDED,    /* an orderly end, as far as can be told: the end mark, a file closed as a whole, or following was stopped */
  SCOPE_LIVE_BROKEN,   /* no orderly end, or nobody knows: writer killed, connection closed, file truncated, replaced or deleted, error of reading */
} ScopeLiveState;

/* TRUE once nothing more comes from the source. */
static inline gboolean
scope_live_state_is_over (ScopeLiveState state)
{
  return state >= SCOPE_LIVE_REMAKING;
}

/* How the source came to its end; for words see scope_live_dup_message(). */
typedef enum
{
  SCOPE_LIVE_NOT_ENDED,
  SCOPE_LIVE_END_MARK,    /* the program ended its log */
  SCOPE_LIVE_CLOSED,      /* its writer closed it; its format has no end mark, and it does not break off inside a record */
  SCOPE_LIVE_STOPPED,     /* scope_live_stop(), or the import was cancelled */
  /* As CLOSED, of a connection over which whole records are sent at once: there, a program that is killed leaves the same. */
  SCOPE_LIVE_UNMARKED,
  SCOPE_LIVE_WRITER_GONE, /* killed, or its pipe closed, without an end mark */
  SCOPE_LIVE_TRUNCATED,   /* the file became shorter than what was read of it */
  SCOPE_LIVE_REPLACED,    /* another file has its name now (log rotation, a new run) */
  SCOPE_LIVE_DELETED,
  SCOPE_LIVE_FAILED,      /* an error of reading; scope_live_dup_message() has it */
} ScopeLiveEnd;

typedef struct
{
  ScopeLiveState state;
  ScopeLiveEnd end;
  char source[256];        /* for people: a path, "standard input", "unix:/run/x.sock"; UTF-8, cut if longer */
  guint64 bytes, events;   /* decoded so far, of all logs together */
  double bytes_per_second, events_per_second; /* over the last two seconds or so */
  /* Wall time now − wall time of the newest known event, where the log says how its clock stands to wall time and that is
   * sensible; else the time since the oldest bytes arrived that are not shown yet. ns; −1: nothing to tell. */
  gint64 lag_ns;
  guint64 behind_bytes;    /* there, but not yet decoded */
  guint n_losses;          /* of the trace and its machines */
  /* Trace time. `watermark`: before it everything is known of all lanes (least known end over processors that are not silent);
   * `known_until`: the greatest known end of any processor. Both TIME_MIN while nothing is known. */
  gint64 watermark, known_until;
  gint64 quiet_since;      /* g_get_monotonic_time() of the last bytes (of the start, if none came); µs */
  gint64 started, ended;   /* real time, µs since 1970; ended 0 while it runs */
  gboolean remade;         /* there is, or will be, a successor */
  gboolean messages_late;  /* messages are matched when the source ends: there are none in the trace's tables until then */
  guint n_logs;            /* how many logs are followed */
  guint n_silent;          /* processors that hold up nothing although they wrote nothing for long (they may be idle) */
  guint n_late;            /* blocks that came after their time had been passed */
  guint n_wrote, n_unheard; /* processors that have written; those that are known to be there, and have not */
} ScopeLiveFacts;

/* Why nothing comes, as far as the log's header tells. */
typedef enum
{
  SCOPE_LIVE_WRITES_UNKNOWN,     /* no header yet */
  SCOPE_LIVE_WRITES_WHOLE_BLOCKS, /* GHC before 9.2, Eden: 2 MiB per HEC (machine) at a time, and no way to change that */
  SCOPE_LIVE_WRITES_ON_FLUSH,    /* GHC 9.2 and later: whole blocks, or every --eventlog-flush-interval */
  SCOPE_LIVE_WRITES_BUFFERS,     /* Erlang's trace files: 64 KiB at a time, or at dbg:flush_trace_port() */
  SCOPE_LIVE_WRITES_AT_ONCE,     /* Erlang's trace port over TCP */
  SCOPE_LIVE_WRITES_LINES,       /* text, by a simulator or a tracer: as it prints it, mostly some KiB at a time */
  SCOPE_LIVE_WRITES_READ_WHOLE,  /* whatever comes: this form of log is read when it has ended */
} ScopeLiveWrites;

void scope_live_get_facts (ScopeLive *live, ScopeLiveFacts *ret_facts);
ScopeLiveWrites scope_live_get_writes (ScopeLive *live);
/* One or two sentences for people, translated: why it waits and the cure; what happens; how it ended. Per state and end.
 * Free with g_free(). */
char *scope_live_dup_message (ScopeLive *live);
/* A new reference to the ScopeTrace that takes this trace's place, or NULL: there is none (yet). */
GObject *scope_live_dup_successor (ScopeLive *live);
/* Ends following, from any thread: what was read is finished as a trace. Does nothing when it is over. */
void scope_live_stop (ScopeLive *live);
/* Cancelled by scope_live_stop(); borrowed. For who waits for the source. */
GCancellable *scope_live_get_cancellable (ScopeLive *live);

/* --- filling, by who follows: any thread --- */

ScopeLive *scope_live_new (const char *source, guint n_logs);
/* What was decoded in all, and what is there beyond it. Counts the rates; to be called at each piece, and when there is none
 * (twice a second while others wait is enough: with `bytes` as before, rates go down and the state becomes QUIET by itself). */
void scope_live_set_read (ScopeLive *live, guint64 bytes, guint64 events, guint64 behind_bytes);
/* When the oldest bytes arrived that are not decoded yet, in monotonic µs; 0: all are. */
void scope_live_set_waiting_since (ScopeLive *live, gint64 since);
/* Trace time, see ScopeLiveFacts. `newest_real`: wall time of known_until in ns since 1970, or 0 if that cannot be told. */
void scope_live_set_known (ScopeLive *live, gint64 watermark, gint64 known_until, gint64 newest_real);
void scope_live_set_writers (ScopeLive *live, guint n_wrote, guint n_unheard);
void scope_live_set_counts (ScopeLive *live, guint n_losses, guint n_silent, guint n_late);
void scope_live_set_writes (ScopeLive *live, ScopeLiveWrites writes);
void scope_live_set_messages_late (ScopeLive *live, gboolean late);
/* The source has ended: `detail` (copied, or NULL) is said in the message, too. With `remade`, the state is REMAKING until
 * scope_live_set_over(). The first call counts. */
void scope_live_set_end (ScopeLive *live, ScopeLiveEnd end, const char *detail, gboolean remade);
/* How it ended shows only now that the whole was read: instead of an end mark. Before scope_live_set_over(). */
void scope_live_correct_end (ScopeLive *live, ScopeLiveEnd end);
/* All is done; `successor` (a ScopeTrace, referenced) or NULL: there is none, or making it failed. */
void scope_live_set_over (ScopeLive *live, gpointer successor);

G_END_DECLS
