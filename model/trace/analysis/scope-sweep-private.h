/* scope-sweep-private.h: the pass over all lanes, which writes what is found out; shared by its four files:
 *   scope-sweep.c           what comes next, of lanes, collections, migrations, labels
 *   scope-sweep-tasks.c     what tasks do, who waits for whom, blame
 *   scope-sweep-loss.c      why processors do not run
 *   scope-sweep-machines.c  which machines are to be looked at for that
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-time-heap.h"
#include "model/trace/analysis/scope-deriving.h"
#include "model/trace/analysis/scope-gc-spans.h"
#include "model/trace/analysis/scope-label-stream.h"
#include "model/trace/analysis/scope-span-feed.h"
#include "model/trace/analysis/scope-work-sums.h"

G_BEGIN_DECLS

/* What a task does, as blame and loss see it. */
typedef enum
{
  MODE_UNBORN,           /* not there yet: who spawned it is waited for */
  MODE_UNBORN_IN_FLIGHT, /* Eden: the message that makes its process was sent */
  MODE_UNBORN_DELIVERED,
  MODE_RUN,
  MODE_READY,
  MODE_COLLECT,
  MODE_ENDED,
  MODE_WAIT, /* + ScopeWaitPiece */
} Mode;

#define MODE_LATE (MODE_WAIT + SCOPE_PIECE_LATE_PRODUCER)
#define MODE_IN_FLIGHT (MODE_WAIT + SCOPE_PIECE_IN_FLIGHT)
#define MODE_DELIVERED (MODE_WAIT + SCOPE_PIECE_DELIVERED_NOT_WOKEN)

typedef struct _Node Node;

/* Tasks that are ready in one queue, or wait alike, the first of them first. */
typedef struct
{
  Node *first, *last;
  guint n;
  guint32 processor; /* of the sweep, whose queue it is; SCOPE_NONE: it is none */
} List;

/* What is asked for most comes first. */
struct _Node
{
  ScopeTaskId id;
  Node *waits_for;        /* who gets what arrives here, or NULL: it stays */
  guint64 direct;         /* how many wait for it */
  guint64 carried;        /* how many wait for these */
  gint64 since;           /* when blame was last told; of one that waits for another it may be earlier than that */
  guint32 n_waiting;      /* nodes whose `waits_for` it is */
  guint mode;
  gint64 until;           /* of the mode */
  guint32 lane;
  guint32 home;           /* processor of the sweep; SCOPE_NONE: not known */
  guint32 label;
  ScopeBlamePlace blamed;
  guint wait_class;       /* under which it is counted, or none */
  gboolean helper;        /* of the runtime: no processor waits for it */
  gboolean foreign;       /* counted by its home as being in a foreign call */
  gboolean own;           /* it waits itself, too */
  gboolean waited;        /* what it did before was a wait */
  List *list;             /* it is in, or NULL */
  Node *before, *after;
  ScopeStretch now;       /* of an unborn one: its first */
  ScopeTaskStream stream;
};

#define NODES 512u
#define RECENT_NODES 256u

/* Those of as many threads, one behind the other. */
typedef struct
{
  guint n; /* that are there */
  Node *nodes[NODES];
} NodePage;

/* See scope-sweep-machines.c. */
typedef struct
{
  guint n;         /* machines */
  guint top;       /* the largest power of two that is not more, or 1 */
  guint32 *tree;   /* n + 1: their `rest`, summed up */
  guint64 *queued; /* a bit for each: somebody is ready in a queue */
  guint border;    /* at the last pass: the first machine for which the tasks that are left for others did not suffice; n: they did */
} Spare;

/* See scope-sweep-machines.c. */
typedef struct
{
  guint32 *order;    /* all machines, by when they began to run something */
  guint n_begun;     /* of these have */
  guint32 *machines; /* those that have, and have not ended, in no order */
  guint n;
} Live;

typedef struct _Processor Processor;

typedef struct
{
  ScopeMachine *machine;
  gint64 offset;
  guint first_processor, n_processors;
  Processor *processors;  /* of these the first */
  ScopeTaskBirths births;
  NodePage **pages;       /* of `nodes`, by index of the thread, of those that were there when it began; NULL: none of so many is there */
  guint32 n_by_thread;
  GArray *collections;    /* of ScopeSpan: from the request to the end, and the next ones, too */
  GArray *stops;          /* of ScopeSpan: the nonmoving collector stops all, which lanes do not tell */
  guint next_collection, next_stop;
  ScopeSpanFeed *syncs, *works; /* of its processors */
  gboolean collecting;
  gboolean has_cursors;
  ScopeTableCursor migrations;
  gboolean has_migrations;
  gint64 migration[SCOPE_MIGRATION_N_COLUMNS]; /* the next one */
  ScopeLabelStream labels;
  List waiting[SCOPE_N_WAIT_PIECES];
  guint left, n_free;     /* ready tasks that their processors do not take next, and processors that have none */
  guint spare;            /* of the former, those that are left for other machines */
  guint rest;             /* of the latter, those for which none is left here */
  gint64 first_run, last_run; /* of all its processors; TIME_MAX, TIME_MIN: none */
  guint n_queued;             /* ready tasks in queues of its processors */
  gboolean changed;       /* since the last pass: something by which its idle processors are told apart */
  ScopeCause waits;       /* of one pass: why one is idle for which nobody is ready; SCOPE_N_CAUSES: not looked for yet */
} Machine;

struct _Processor
{
  guint machine;
  guint32 index;          /* on the machine */
  guint32 number;         /* that tables have; SCOPE_NONE: another one has it, too */
  guint32 lane_number;
  gint64 first_run, last_run; /* TIME_MAX, TIME_MIN: none */
  ScopeIntervalCursor lane;
  gint64 offset, until;   /* of the interval, trace time */
  guint8 code;
  ScopeTaskId last;       /* who ran here last */
  ScopeSpan sync;         /* it leads a collection and waits for the others to stop, now or next; SCOPE_TIME_MAX: no more */
  ScopeSpan work;         /* likewise: it collects itself */
  guint n_foreign;        /* tasks that ran here last and are in a foreign call */
  List queue;
  gboolean changed;       /* since the last pass: what its own cause or its queue depends on */
  gboolean free;          /* nothing keeps it from running, and nobody is ready in its queue */
  guint left;             /* ready tasks in its queue that it does not take next */
  ScopeCause own;         /* what it tells itself */
  ScopeCause cause;       /* that was written last; SCOPE_N_CAUSES: none yet */
  ScopeTaskId runs;       /* likewise, if it runs */
};

/* What stands in the place of a label, if it was no code. */
typedef enum
{
  BLAME_START,
  BLAME_READY,
  BLAME_GC,
  BLAME_ENDED,
  BLAME_TIMER,
  BLAME_FOREIGN,
  BLAME_NEVER,
  BLAME_UNKNOWN,
  BLAME_IN_FLIGHT,
  BLAME_DELIVERED,
  SCOPE_N_BLAME_WORDS,
} BlameWord;

typedef struct
{
  ScopeTasks *tasks;
  ScopeDeriving *out;
  ScopeDerivedFacts *facts; /* of it */
  GCancellable *cancellable;
  gboolean erlang;
  gboolean scheduled;     /* something ran */
  GError *error;          /* the first */
  Machine *machines;
  guint n_machines;
  Processor *processors;
  guint n_processors;
  ScopeTimeHeap heap;
  gboolean taken;         /* its first item was, and waits for another one to take its place */
  GHashTable *nodes;      /* by ScopeTaskId, which is the node's own */
  Node *recent[RECENT_NODES]; /* some of them, see scope_sweep_node() */
  ScopeLabels labels;
  ScopeWorkSums *work;
  guint32 words[SCOPE_N_BLAME_WORDS]; /* labels */
  gint64 *concurrency;    /* n_processors + 1: how long so many tasks ran at once, since blame was cut */
  GArray *alone;          /* of gint64, by label: of the time in which exactly one ran, whatever has it */
  GArray *alone_labels;   /* of guint32: those that have some of it */
  guint32 runner;         /* processor that ran when exactly one did */
  guint32 *changed;       /* processors that are, and machines */
  guint32 *changed_machines;
  guint n_changed, n_changed_machines;
  guint n_running, n_free, spare; /* of all processors and machines */
  guint64 waiting[SCOPE_N_WAIT_PIECES]; /* tasks of all machines */
  ScopeCause waits;       /* at the last pass: why a processor is idle on whose machine nobody waits */
  gboolean serial;        /* likewise: one ran */
  Spare spares;
  Live live;
  gint64 time;
} Sweep;

/* Kinds of what comes next; of equal times in this order. */
typedef enum
{
  NEXT_LANE, /* + processor */
  NEXT_SYNC, /* it begins or ends, and so the next ones */
  NEXT_WORK,
  NEXT_COLLECTION, /* + machine */
  NEXT_STOP,
  NEXT_BIRTH,
  NEXT_TASK, /* + machine and thread */
  NEXT_MIGRATION,
  NEXT_LABEL,
} Next;

/* --- what comes next --- */

/* Where a task is kept if it was asked for lately. From the machine over its pages to the node there are four steps, each of which waits
 * for memory: with 16 machines that was a tenth of the pass. */
static inline Node **
scope_sweep_recent (Sweep *sweep, ScopeTaskId id)
{
  return &sweep->recent[(id.thread + id.machine * 37u) % RECENT_NODES];
}

static inline Node *
scope_sweep_node (Sweep *sweep, ScopeTaskId id)
{
  Node **recent = scope_sweep_recent (sweep, id), *node = *recent;
  const Machine *machine = id.machine < sweep->n_machines ? &sweep->machines[id.machine] : NULL;
  const NodePage *page;

  if (node != NULL && scope_task_is (node->id, id))
    return node;
  if (machine == NULL || id.thread >= machine->n_by_thread)
    node = g_hash_table_lookup (sweep->nodes, &id);
  else
    {
      page = machine->pages[id.thread / NODES];
      node = page != NULL ? page->nodes[id.thread % NODES] : NULL;
    }
  if (node != NULL)
    *recent = node;
  return node;
}

/* So that it is there when it is asked for. */
static inline void
scope_sweep_fetch (gconstpointer data, gsize bytes)
{
  for (gsize at = 0; at < bytes; at += 64)
    __builtin_prefetch ((const char *) data + at);
}

static inline void
scope_sweep_fetch_node (Sweep *sweep, ScopeTaskId id)
{
  const Node *node = *scope_sweep_recent (sweep, id);

  if (node != NULL)
    scope_sweep_fetch (node, sizeof *node);
}

void scope_sweep_push (Sweep *sweep, gint64 time, Next next, guint32 machine, guint32 index);
/* Processor of the sweep by its number on a machine; SCOPE_NONE: there is none. */
guint32 scope_sweep_processor (Sweep *sweep, const Machine *machine, gint64 number);

/* --- tasks --- */

void scope_sweep_born (Sweep *sweep, ScopeTaskId id);
void scope_sweep_advance (Sweep *sweep, ScopeTaskId id);
void scope_sweep_migrate (Sweep *sweep, ScopeTaskId id, guint32 processor);
void scope_sweep_label (Sweep *sweep, ScopeTaskId id, guint32 label);
/* Ready tasks of the machine are so because it collects, or no longer. */
void scope_sweep_collecting (Sweep *sweep, Machine *machine, gboolean collecting);
/* Tells all of the blame until now. */
void scope_sweep_tell_all (Sweep *sweep);
void scope_sweep_free_node (gpointer node);

/* --- ready tasks that are left for other machines --- */

void scope_sweep_spare_init (Spare *spare, guint n_machines);
void scope_sweep_spare_clear (Spare *spare);
void scope_sweep_spare_set_queued (Spare *spare, guint machine, gboolean queued);
/* The first machine with somebody ready in a queue; n: there is none. */
guint scope_sweep_spare_first_queued (const Spare *spare);
/* The machine's `rest` is that much more; less is what wraps around. */
void scope_sweep_spare_add (Spare *spare, guint machine, guint more);
/* The sum of `rest` of all machines before that one. */
guint scope_sweep_spare_before (const Spare *spare, guint machine);
/* Whose is the processor of that rank, from 0, of all that are rest; n: there are not so many. */
guint scope_sweep_spare_find (const Spare *spare, guint rank);

/* --- machines that have begun and have not ended --- */

/* When it is known of all processors when they ran first and last. */
void scope_sweep_live_init (Sweep *sweep);
void scope_sweep_live_clear (Sweep *sweep);
/* `time` never goes back. */
void scope_sweep_live_update (Sweep *sweep, gint64 time);

/* --- loss --- */

/* The pass looks only at these. */
void scope_sweep_changed (Sweep *sweep, Processor *processor);
void scope_sweep_changed_machine (Sweep *sweep, Machine *machine);
/* Nothing changes in [from, to). */
void scope_sweep_pass (Sweep *sweep, gint64 from, gint64 to);

G_END_DECLS
