/* scope-what-if.h: the same run under another machinery: how long would it have taken?
 *
 * The run is replayed forward in the order of the record, with a clock per task and one per processor. What ran keeps its place, its
 * time scaled as asked for; wake-ups and messages keep their place in the run that made them; timers and foreign calls keep their
 * length; collections come as often per time as they came. How long a task took to be dispatched is kept, too.
 *
 * A recording cannot tell what depends on the schedule: who steals which spark, spinning, contention of the memory, or who would have
 * waited had the others been quicker (for MVars; of messages it is known). The result names such doubts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-task-stream.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  char *label;         /* whose running time is scaled; NULL: of `lane` */
  ScopeLaneId lane;    /* a thread, process or machine */
  double factor;
} ScopeWhatIfScale;

/* From `time` on what the task runs takes `factor` of its time, besides all scales. */
typedef struct
{
  ScopeTaskId task;
  gint64 time; /* trace time */
  double factor;
} ScopeWhatIfPiece;

typedef struct
{
  GArray *scales;      /* of ScopeWhatIfScale */
  const GArray *pieces; /* of ScopeWhatIfPiece, in order of time; NULL: none. Borrowed */
  double latency;      /* of messages between machines, or processes */
  double collections;  /* how long each takes; 0: none */
  gboolean no_barrier; /* each processor collects when it stops: it does not wait for the others to stop */
  gboolean no_timers;  /* who sleeps for a time is woken by what happens meanwhile */
  guint processors;    /* of each machine; 0: as recorded; G_MAXUINT: no limit */
  double more;         /* `processors` as a multiple of those recorded; 0: not asked for */
  gboolean stealing;   /* a task runs wherever a processor of its machine is free */
} ScopeWhatIf;

typedef enum
{
  SCOPE_DOUBT_ORDER = 1,      /* the order of the record was kept, though others might have been first */
  SCOPE_DOUBT_SPARKS = 2,     /* sparks go to whoever is idle */
  SCOPE_DOUBT_WAITS = 4,      /* some waits have no known end */
  SCOPE_DOUBT_COLLECTIONS = 8, /* collections depend on how much is allocated, and on how many processors there are */
  SCOPE_DOUBT_NOT_FOUND = 16, /* nothing ran that was to be scaled */
  SCOPE_DOUBT_TIMERS = 32,    /* timers keep their number and length */
  SCOPE_DOUBT_POLLING = 64,   /* what sleepers looked for is not known */
  SCOPE_LAST_DOUBT = SCOPE_DOUBT_POLLING,
} ScopeDoubt;

typedef struct
{
  gint64 measured;     /* how long it took; ticks */
  gint64 replayed;     /* the same by the replay with nothing changed */
  gint64 end;          /* how long it would have taken */
  guint n_processors;
  gint64 running, collecting; /* of processors × time; the rest is neither */
  guint doubts;        /* ScopeDoubt */
} ScopeWhatIfResult;

void scope_what_if_init (ScopeWhatIf *what_if);
void scope_what_if_clear (ScopeWhatIf *what_if);
/* Adds one wish: "label:parse x0.5", "thread:1/3 x0", "machine:2 x0.5", "processors 8", "processors x2", "processors inf",
 * "latency x0", "gc off", "gc x0.5", "gc wait off", "stealing perfect", "timers off". FALSE with an error of G_OPTION_ERROR. */
gboolean scope_what_if_add (ScopeWhatIf *what_if, ScopeTrace *trace, const char *text, GError **error);
/* TRUE: nothing is to be otherwise. */
gboolean scope_what_if_is_empty (const ScopeWhatIf *what_if);
/* If a label is the one that a wish names: "handle" is the function "stock:handle/2", too. */
gboolean scope_what_if_is_label (const char *name, const char *wanted);
/* Off the main thread. `ret_result->replayed` may be what an earlier one of the same trace had, or 0: then it is found out, too. FALSE with
 * error. */
gboolean scope_what_if_run (const ScopeQueryRange *within, const ScopeWhatIf *what_if, ScopeWhatIfResult *ret_result, GError **error);
/* The same of several at once, which read the record only once: three of them take about as long as two by themselves. */
gboolean scope_what_if_run_all (const ScopeQueryRange *within, const ScopeWhatIf *const *what_ifs, ScopeWhatIfResult *results, guint n,
                                GError **error);
/* A sentence, translated; bit by bit. */
const char *scope_doubt_sentence (ScopeDoubt doubt);

G_END_DECLS
