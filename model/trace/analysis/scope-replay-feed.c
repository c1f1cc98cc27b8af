/* scope-replay-feed.c: see scope-replay-feed.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-replay-feed.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-time-heap.h"
#include "model/trace/analysis/scope-gc-spans.h"
#include "model/trace/analysis/scope-label-stream.h"

#define CHECK_EVERY 16384u
#define BATCHES 8u
#define BATCH_STEPS 1024u
#define MOST_READERS 8u

typedef struct
{
  ScopeMachine *machine;
  ScopeTaskBirths births;
  ScopeTaskStream **streams; /* of births.n, by index of the thread; NULL: not born yet, or ended */
  GArray *collections;       /* of ScopeCollectionSpan */
  guint next_collection;
  ScopeLabelStream labels;
} Machine;

typedef struct
{
  ScopeReplayStep steps[BATCH_STEPS];
  guint n;
} Batch;

struct _ScopeReplayFeed
{
  ScopeQueryRange within;
  ScopeTasks *tasks;
  Machine *machines;
  guint n_machines;
  gint64 first, last;
  ScopeTimeHeap heap;
  gboolean taken; /* its first item was, and waits for another one to take its place */
  ScopeLabels labels;
  gint64 now;     /* of its first item */
  Batch *batch;   /* that is filled */
  GError *error;
  GThread *thread;

  Batch *batches; /* number i stands at i % BATCHES */
  GMutex lock;
  GCond come, gone;
  guint64 n_full;                /* batches that are full so far */
  guint64 n_read[MOST_READERS];  /* those that each reader has done with */
  guint64 n_taken[MOST_READERS]; /* of each reader's own: those that it took */
  guint n_readers;
  gboolean ended;                /* no more come */
};

/* --- from the feed to its readers --- */

/* How many batches all have done with. */
static guint64
n_done (const ScopeReplayFeed *feed)
{
  guint64 n = feed->n_full;

  for (guint i = 0; i < feed->n_readers; i++)
    n = MIN (n, feed->n_read[i]);
  return n;
}

/* Gives what was filled, and has another one to fill. */
static void
give (ScopeReplayFeed *feed, gboolean last)
{
  g_mutex_lock (&feed->lock);
  if (feed->batch->n > 0)
    feed->n_full++;
  feed->ended = last;
  g_cond_broadcast (&feed->come);
  while (!last && feed->n_full - n_done (feed) == BATCHES)
    g_cond_wait (&feed->gone, &feed->lock);
  g_mutex_unlock (&feed->lock);
  if (last)
    return;
  feed->batch = &feed->batches[feed->n_full % BATCHES];
  feed->batch->n = 0;
}

static ScopeReplayStep *
add (ScopeReplayFeed *feed, ScopeReplayStepKind kind, ScopeTaskId task)
{
  ScopeReplayStep *step;

  if (feed->batch->n == BATCH_STEPS)
    give (feed, FALSE);
  step = &feed->batch->steps[feed->batch->n++];
  step->kind = kind;
  step->task = task;
  step->time = feed->now;
  return step;
}

const ScopeReplayStep *
scope_replay_feed_take (ScopeReplayFeed *feed, guint reader, guint *ret_n)
{
  guint64 number = feed->n_taken[reader];
  gboolean any;

  g_mutex_lock (&feed->lock);
  if (feed->n_read[reader] != number)
    g_cond_signal (&feed->gone);
  feed->n_read[reader] = number;
  while (feed->n_full == number && !feed->ended)
    g_cond_wait (&feed->come, &feed->lock);
  any = feed->n_full > number;
  g_mutex_unlock (&feed->lock);
  if (!any)
    return NULL;
  feed->n_taken[reader] = number + 1;
  *ret_n = feed->batches[number % BATCHES].n;
  return feed->batches[number % BATCHES].steps;
}

/* --- what comes next --- */

static void
push (ScopeReplayFeed *feed, gint64 time, ScopeReplayStepKind kind, ScopeTaskId id)
{
  guint64 what = (guint64) kind << 60 | (guint64) id.machine << 40 | id.thread;

  if (time >= SCOPE_TIME_MAX)
    return;
  if (feed->taken)
    scope_time_heap_replace_first (&feed->heap, time, what);
  else
    scope_time_heap_push (&feed->heap, time, what);
  feed->taken = FALSE;
}

static void
push_birth (ScopeReplayFeed *feed, Machine *machine)
{
  push (feed, scope_task_births_time (&machine->births), SCOPE_REPLAY_BIRTH, (ScopeTaskId) { machine->machine->index, 0 });
}

static void
push_collection (ScopeReplayFeed *feed, Machine *machine)
{
  if (machine->next_collection < machine->collections->len)
    push (feed, g_array_index (machine->collections, ScopeCollectionSpan, machine->next_collection).end, SCOPE_REPLAY_COLLECTION,
          (ScopeTaskId) { machine->machine->index, 0 });
}

/* The next stretch of the task goes into the step. */
static void
read_stretch (ScopeReplayFeed *feed, Machine *machine, guint32 thread, ScopeReplayStep *step)
{
  ScopeTaskStream *stream = machine->streams[thread];

  step->more = scope_task_stream_next (stream, &step->stretch, feed->error == NULL ? &feed->error : NULL);
  if (step->more)
    {
      push (feed, step->stretch.to, SCOPE_REPLAY_STRETCH, step->task);
      return;
    }
  scope_task_stream_clear (stream);
  g_clear_pointer (&machine->streams[thread], g_free);
}

static void
be_born (ScopeReplayFeed *feed, Machine *machine)
{
  ScopeTaskId id = { machine->machine->index, scope_task_births_take (&machine->births) };

  machine->streams[id.thread] = g_new (ScopeTaskStream, 1);
  scope_task_stream_init (machine->streams[id.thread], feed->tasks, id, SCOPE_TIME_MIN);
  read_stretch (feed, machine, id.thread, add (feed, SCOPE_REPLAY_BIRTH, id));
  push_birth (feed, machine);
}

static void
pass_label (ScopeReplayFeed *feed, Machine *machine)
{
  ScopeReplayStep *step = add (feed, SCOPE_REPLAY_LABEL, machine->labels.task);

  step->label = g_ptr_array_index (feed->labels.texts, machine->labels.label);
  if (scope_label_stream_next (&machine->labels, feed->error == NULL ? &feed->error : NULL))
    push (feed, machine->labels.time, SCOPE_REPLAY_LABEL, (ScopeTaskId) { machine->machine->index, 0 });
}

static void
pass (ScopeReplayFeed *feed, guint64 what)
{
  Machine *machine = &feed->machines[what >> 40 & 0xfffff];
  ScopeTaskId id = { machine->machine->index, (guint32) what };

  switch ((ScopeReplayStepKind) (what >> 60))
    {
    case SCOPE_REPLAY_LABEL:
      pass_label (feed, machine);
      break;
    case SCOPE_REPLAY_BIRTH:
      be_born (feed, machine);
      break;
    case SCOPE_REPLAY_COLLECTION:
      add (feed, SCOPE_REPLAY_COLLECTION, id);
      machine->next_collection++;
      push_collection (feed, machine);
      break;
    case SCOPE_REPLAY_STRETCH:
    default:
      if (machine->streams[id.thread] != NULL)
        read_stretch (feed, machine, id.thread, add (feed, SCOPE_REPLAY_STRETCH, id));
      break;
    }
}

static gpointer
run (gpointer data)
{
  ScopeReplayFeed *feed = data;
  guint n = 0;

  while (feed->heap.n > 0 && feed->error == NULL)
    {
      ScopeTimeHeapItem item = *scope_time_heap_first (&feed->heap);

      if (n++ % CHECK_EVERY == 0)
        {
          scope_query_range_progress (&feed->within, (guint64) (item.time - feed->first), (guint64) MAX (feed->last - feed->first, 1));
          if (scope_query_range_cancelled (&feed->within, &feed->error))
            break;
        }
      feed->taken = TRUE;
      feed->now = item.time;
      pass (feed, item.what);
      if (feed->taken)
        scope_time_heap_pop (&feed->heap);
      feed->taken = FALSE;
    }
  give (feed, TRUE);
  return NULL;
}

/* --- from begin to end --- */

static gboolean
open_machine (ScopeReplayFeed *feed, guint m, GError **error)
{
  Machine *machine = &feed->machines[m];

  machine->machine = scope_trace_machine (feed->within.trace, m);
  scope_task_births_init (&machine->births, feed->tasks, machine->machine);
  machine->streams = g_new0 (ScopeTaskStream *, machine->births.n + 1u);
  machine->collections = scope_collections_read (machine->machine, error);
  if (machine->collections == NULL || !scope_label_stream_init (&machine->labels, machine->machine, &feed->labels, error))
    return FALSE;
  push_birth (feed, machine);
  push (feed, machine->labels.time, SCOPE_REPLAY_LABEL, (ScopeTaskId) { m, 0 });
  push_collection (feed, machine);
  return TRUE;
}

ScopeReplayFeed *
scope_replay_feed_new (const ScopeQueryRange *within, guint n_readers, GError **error)
{
  g_autoptr (ScopeReplayFeed) feed = g_new0 (ScopeReplayFeed, 1);

  g_return_val_if_fail (n_readers > 0 && n_readers <= MOST_READERS, NULL);

  feed->within = *within;
  feed->n_readers = n_readers;
  scope_labels_init (&feed->labels);
  g_mutex_init (&feed->lock);
  g_cond_init (&feed->come);
  g_cond_init (&feed->gone);
  feed->batches = g_new (Batch, BATCHES);
  feed->batch = feed->batches;
  feed->batch->n = 0;
  feed->n_machines = scope_trace_n_machines (within->trace);
  feed->machines = g_new0 (Machine, feed->n_machines);
  feed->tasks = scope_tasks_new (within->trace, within->cancellable, error);
  if (feed->tasks == NULL)
    return NULL;
  scope_trace_range (within->trace, &feed->first, &feed->last);
  for (guint m = 0; m < feed->n_machines; m++)
    if (!open_machine (feed, m, error))
      return NULL;
  return g_steal_pointer (&feed);
}

void
scope_replay_feed_start (ScopeReplayFeed *feed)
{
  feed->thread = g_thread_new ("replay", run, feed);
}

static void
machine_clear (Machine *machine)
{
  for (guint32 i = 0; machine->streams != NULL && i < machine->births.n; i++)
    if (machine->streams[i] != NULL)
      {
        scope_task_stream_clear (machine->streams[i]);
        g_free (machine->streams[i]);
      }
  g_free (machine->streams);
  scope_task_births_clear (&machine->births);
  g_clear_pointer (&machine->collections, g_array_unref);
  if (machine->labels.machine != NULL)
    scope_label_stream_clear (&machine->labels);
}

void
scope_replay_feed_free (ScopeReplayFeed *feed)
{
  if (feed == NULL)
    return;
  g_clear_pointer (&feed->thread, g_thread_join);
  for (guint m = 0; m < feed->n_machines; m++)
    machine_clear (&feed->machines[m]);
  g_free (feed->machines);
  g_free (feed->batches);
  scope_time_heap_clear (&feed->heap);
  scope_labels_clear (&feed->labels);
  g_clear_pointer (&feed->tasks, scope_tasks_free);
  g_mutex_clear (&feed->lock);
  g_cond_clear (&feed->come);
  g_cond_clear (&feed->gone);
  g_clear_error (&feed->error);
  g_free (feed);
}

const GArray *
scope_replay_feed_collections (ScopeReplayFeed *feed, guint machine)
{
  return feed->machines[machine].collections;
}

gboolean
scope_replay_feed_passed (ScopeReplayFeed *feed, GError **error)
{
  g_clear_pointer (&feed->thread, g_thread_join);
  return scope_passed (g_steal_pointer (&feed->error), error);
}
