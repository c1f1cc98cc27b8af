/* scope-run.h: a run that was looked at before, as lists of runs show it: which program, when, how long; where its trace
 * lies, and what was kept of it.
 *
 * Small and immutable: no trace is open for it. It comes from what every index says of itself (io/index/scope-run-list.h),
 * so it is there also when the trace's files are gone or were written over; then it is opened from `index_path`. As text it
 * is a *card*: a line each of key, tab, value, in which \n, \t and \\ stand for a new line, a tab and a backslash; that is
 * what lies at the end of an index (docs/index-format.md).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* Whether the trace's files are still those that were read. */
typedef enum
{
  SCOPE_RUN_SOURCE_UNKNOWN, /* nobody looked yet */
  SCOPE_RUN_SOURCE_THERE,
  SCOPE_RUN_SOURCE_CHANGED, /* written over, or touched */
  SCOPE_RUN_SOURCE_GONE,
} ScopeRunSource;

/* The more alike come first. */
typedef enum
{
  SCOPE_RUN_SAME_PROGRAM,
  SCOPE_RUN_SAME_RUNTIME,
  SCOPE_RUN_OTHER_RUNTIME,
} ScopeRunLikeness;

/* One file behind the trace, as it was when it was read. */
typedef struct
{
  char *path;
  guint64 bytes;
  gint64 modified_ns; /* since 1970 */
} ScopeRunFile;

/* All borrowed from the run. */
typedef struct
{
  const char *digest;      /* 32 hex digits: under which things are kept of it */
  const char *title;       /* of the program, as windows show it: never NULL */
  const char *program;     /* as the log has it; NULL: it names none */
  const char *arguments;   /* as the log has them; NULL: it has none */
  gint64 date;             /* when it ran, µs since 1970 (g_date_time_new_from_unix_…); 0: not known */
  gboolean date_of_file;   /* the log tells no wall clock: that is when the file was last written */
  gint64 duration_ns;      /* of the whole trace */
  ScopeRuntime runtime;
  guint machines, processors; /* processors of all machines together */
  guint64 events;
  const char *const *paths; /* what was opened: absolute, NULL-terminated; give these to be read anew */
  guint64 source_bytes;     /* of the trace's files */
  /* from here on not of the card */
  ScopeRunSource source;
  const char *index_path;   /* give this to be opened as it was; NULL: not kept */
  guint64 index_bytes;
  gint64 used;              /* when it was last opened, µs since 1970 */
  gboolean pinned;          /* stays when the cache is full */
  gboolean streamed;        /* came over a pipe or socket: its trace is kept beside the index, and is removed with it */
} ScopeRunFacts;

#define SCOPE_TYPE_RUN (scope_run_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRun, scope_run, SCOPE, RUN, GObject)

/* What a trace says of itself (finished, or at least with its machines). `paths` are what it was opened from, `files` the
 * files behind them (the first file's time is the run's date, if the log tells no wall clock). Any thread that may read
 * the trace's facts. */
ScopeRun *scope_run_new_of_trace (ScopeTrace *trace, const char *digest, const char *const *paths,
                                  const ScopeRunFile *files, guint n_files, guint64 source_bytes);

/* --- as a card --- */

#define SCOPE_RUN_CARD_MAX (4u << 20) /* bytes; more is no card */

/* Free with g_free(). */
char *scope_run_to_card (ScopeRun *run);
/* NULL if the text (`length` bytes) is none. What it does not know is passed over. */
ScopeRun *scope_run_new_from_card (const char *card, gsize length);

/* --- asking --- */

/* Valid as long as the run; a later scope_run_set_…() changes what it points to. */
const ScopeRunFacts *scope_run_facts (ScopeRun *run);
const ScopeRunFile *scope_run_files (ScopeRun *run, guint *ret_n);
/* What to open: the trace's own files, if they are there and unchanged, else the index. NULL-terminated, of paths; free with
 * g_strfreev(). The first may be NULL: nothing is left of it. */
char **scope_run_dup_paths (ScopeRun *run);
/* "14:10", "yesterday, 14:10", "3 May, 14:10", "3 May 2024, 14:10"; "" if it is not known. Free with g_free(). */
char *scope_run_dup_date (ScopeRun *run);
/* A run's name: "sumeuler · run2.eventlog" out of its program's title and the path of its file. One of them alone, if the other is
 * NULL or "", or if the file's name begins with the program's; of several files, the first and how many more: "dist_a.dat +1". Free
 * with g_free(). */
char *scope_run_name (const char *title, const char *path, guint n_files);
/* The same of a run that was kept. */
char *scope_run_dup_name (ScopeRun *run);
/* "412 ms", "41.2 s". Free with g_free(). */
char *scope_run_dup_duration (ScopeRun *run);
/* "Trace file changed since", "Trace file is gone: raw events not available"; NULL if all is there. Translated, static. */
const char *scope_run_source_words (ScopeRun *run);
/* Whether all words of `text` (split at spaces; letters' case does not count) are in title, program, arguments, paths,
 * date or digest. NULL or "": yes. */
gboolean scope_run_matches (ScopeRun *run, const char *text);
/* TRUE if both are of one program: the same program, whatever folder it lies in, else the same title. */
gboolean scope_run_same_program (ScopeRun *run, ScopeRun *other);
/* How alike both are, to be compared. */
ScopeRunLikeness scope_run_likeness (ScopeRun *run, ScopeRun *other);

/* --- by who read the list, before others see it --- */

void scope_run_set_streamed (ScopeRun *run);
void scope_run_set_source (ScopeRun *run, ScopeRunSource source);
void scope_run_set_index (ScopeRun *run, const char *path, guint64 bytes, gint64 used, gboolean pinned);

G_END_DECLS
