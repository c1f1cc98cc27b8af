/* scope-what-if.c: replays, step by step as the record tells them (scope-replay-feed.h); see scope-what-if-private.h. What it tells is kept: if that changes, so does the
 * version of io/index/scope-gains-file.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-what-if-private.h"

#include "model/base/scope-each.h"
#include "model/trace/analysis/scope-dispatch-delays.h"
#include "model/trace/analysis/scope-gc-spans.h"
#include "model/trace/analysis/scope-replay-feed.h"
#include "model/trace/analysis/scope-task-clock.h"

#include <math.h>
#include <string.h>

#define MOST_READERS 2u

typedef struct
{
  ScopeTaskId id;
  ScopeStretch now;
  gboolean open;     /* it does it; else nothing more is known of it */
  ScopeTaskClock clock;
  double scale, piece; /* of the task, by itself; of what it does now */
  const char *label; /* "": none */
  guint32 processor; /* of the replay, while it runs */
  gboolean helper;   /* of the runtime */
  gboolean sleeps;   /* GHC's TimerManager: its foreign calls are the others' timers */
  gint64 expected;   /* when it would have ended, as its label was in the beginning */
} Task;

/* A processor: when it is free, in the record and in the replay. */
typedef struct
{
  gint64 was_free, is_free;
} Slot;

typedef struct
{
  ScopeMachine *machine;
  gint64 offset;
  guint first, n;         /* its processors as recorded */
  guint32 *places;        /* of each processor's index, among these */
  guint n_indices;
  guint first_slot, n_slots; /* in the replay */
  Task **tasks;           /* of n_tasks, by index of the thread; NULL: not born yet */
  guint32 n_tasks;
  const GArray *collections; /* of ScopeCollectionSpan */
  GArray *phases;         /* of ScopeSpan: Eden's receive phases; NULL: none */
  guint next_collection;
  gint64 was_end, is_end; /* of the last collection */
  gint64 stopped;         /* when the last task went out */
  double due;             /* collections that would have come since */
} Machine;

typedef struct
{
  const ScopeWhatIf *what_if;
  ScopeTrace *trace;
  Machine *machines;
  guint n_machines;
  GArray *was_free;    /* of gint64: by recorded processor */
  GArray *slots;       /* of Slot: of the replay */
  gboolean unlimited, any_slot;
  guint next_piece;
  gint64 first, last;
  gint64 end_was, end_is; /* of the run that ended last, in the record */
  gint64 latest_end;      /* in the replay */
  gint64 latest_begin;   /* of what ran so far, in the replay */
  gboolean waits, turned; /* somebody waits for somebody; what ran later began earlier */
  ScopeDispatchDelays delays;
  ScopeWhatIfResult *result;
} Replay;

/* --- tasks --- */

static void
task_free (Task *task)
{
  scope_task_clock_clear (&task->clock);
  g_free (task);
}

static double
factor_of (Replay *replay, const Task *task)
{
  double factor = task->scale * task->piece;

  SCOPE_EACH (const ScopeWhatIfScale, scale, replay->what_if->scales)
    {
      if (scale->label == NULL || !scope_what_if_is_label (task->label, scale->label))
        continue;
      factor *= scale->factor;
      replay->result->doubts &= ~(guint) SCOPE_DOUBT_NOT_FOUND;
    }
  return factor;
}

static Task *
find_task (Replay *replay, ScopeTaskId id)
{
  const Machine *machine = id.machine < replay->n_machines ? &replay->machines[id.machine] : NULL;

  return machine != NULL && id.thread < machine->n_tasks ? machine->tasks[id.thread] : NULL;
}

/* --- processors --- */

/* Place among the recorded ones. */
static guint32
recorded_of (const Machine *machine, guint32 processor)
{
  return processor < machine->n_indices ? machine->places[processor] : 0;
}

static void
find_places (Machine *machine)
{
  guint32 at = 0;

  machine->n_indices = scope_machine_n_entities (machine->machine, SCOPE_KIND_PROCESSOR);
  machine->places = g_new (guint32, machine->n_indices + 1u);
  for (guint32 p = 0; p < machine->n_indices; p++)
    {
      machine->places[p] = at;
      at += scope_machine_is_processor (machine->machine, p);
    }
}

/* If any will do, who is free first, or was free last before `ready`: the processors in use stay few; else the recorded one. */
static Slot *
choose_slot (Slot *slots, guint n, gboolean any, gint64 ready, guint recorded)
{
  Slot *best = slots;

  if (!any)
    return &slots[recorded < n ? recorded : 0];
  for (guint i = 1; i < n; i++)
    {
      gint64 a = MAX (slots[i].is_free, ready), b = MAX (best->is_free, ready);

      if (a < b || (a == b && slots[i].is_free > best->is_free))
        best = &slots[i];
    }
  return best;
}

static void
begin_run (Replay *replay, Task *task, gint64 ready_was)
{
  Machine *machine = &replay->machines[task->id.machine];
  guint32 recorded = task->now.processor != SCOPE_NONE ? recorded_of (machine, task->now.processor) : 0;
  gint64 *was_free = recorded < machine->n ? &g_array_index (replay->was_free, gint64, machine->first + recorded) : NULL;
  gint64 time = task->now.from, delay = MAX (time - MAX (ready_was, was_free != NULL ? *was_free : ready_was), 0);
  gint64 is = task->clock.at.is;
  gboolean idle;

  idle = was_free == NULL || *was_free < ready_was;
  scope_dispatch_delays_add (&replay->delays, idle, delay);
  if (replay->any_slot || replay->unlimited)
    delay = MIN (delay, scope_dispatch_delays_usual (&replay->delays, idle));
  /* Helpers sleep as long as they did: where the others are earlier now, none waits for the moment of a helper's that comes late. */
  if (!replay->unlimited && machine->n_slots > 0 && !task->helper)
    {
      Slot *slot = choose_slot ((Slot *) (gpointer) replay->slots->data + machine->first_slot, machine->n_slots, replay->any_slot, is, recorded);

      is = MAX (is, slot->is_free);
      task->processor = (guint32) (slot - (Slot *) (gpointer) replay->slots->data);
    }
  if (replay->unlimited)
    is = MAX (is, machine->is_end);
  scope_task_clock_set (&task->clock, time, is + delay);
  if (!task->helper)
    {
      replay->turned |= is + delay + scope_dispatch_delays_usual (&replay->delays, FALSE) < replay->latest_begin;
      replay->latest_begin = MAX (replay->latest_begin, is + delay);
    }
  task->clock.factor = factor_of (replay, task);
  task->expected = scope_task_clock_at (&task->clock, task->now.to);
  if (task->processor != SCOPE_NONE)
    g_array_index (replay->slots, Slot, task->processor).is_free = task->expected;
}

static void
end_run (Replay *replay, Task *task, gint64 time)
{
  Machine *machine = &replay->machines[task->id.machine];
  guint32 recorded = task->now.processor != SCOPE_NONE ? recorded_of (machine, task->now.processor) : 0;
  gint64 is = scope_task_clock_at (&task->clock, time);

  scope_task_clock_set (&task->clock, time, is);
  task->clock.factor = 0;
  if (recorded < machine->n)
    g_array_index (replay->was_free, gint64, machine->first + recorded) = time;
  if (task->processor != SCOPE_NONE)
    g_array_index (replay->slots, Slot, task->processor).is_free += is - task->expected;
  task->processor = SCOPE_NONE;
  machine->stopped = MAX (machine->stopped, is);
  if (task->helper)
    return; /* its foreign call ends with the program */
  if (time > replay->end_was || (time == replay->end_was && is > replay->end_is))
    replay->end_is = is;
  replay->end_was = MAX (replay->end_was, time);
  replay->latest_end = MAX (replay->latest_end, is);
}

/* --- what a stretch does to the clock of its task --- */

/* How long the message was really on its way: in the receive phase of Eden that took it, it lay there already. */
static gint64
way_of (const Machine *machine, const ScopeStretch *wait)
{
  guint n = machine->phases != NULL ? scope_gc_spans_before (machine->phases, wait->received + 1) : 0;
  const ScopeSpan *phase = n > 0 ? &g_array_index (machine->phases, ScopeSpan, n - 1) : NULL;
  gint64 received = phase != NULL && phase->to >= wait->received ? MAX (phase->from, wait->sent) : wait->received;

  return MAX (received - wait->sent, 0);
}

/* When the wait would have ended; TIME_MIN: the trace does not tell. */
static gint64
woken_at (Replay *replay, const ScopeStretch *wait, guint machine, gint64 to)
{
  const Task *other = find_task (replay, wait->by);
  gint64 way;

  if (other == NULL)
    return SCOPE_TIME_MIN;
  if (!wait->by_message)
    return scope_task_clock_then (&other->clock, to);
  way = way_of (&replay->machines[machine], wait);
  return scope_task_clock_then (&other->clock, wait->sent) + (gint64) llround ((double) way * replay->what_if->latency)
         + (wait->received - wait->sent - way) + MAX (to - wait->received, 0);
}

/* Without timers, who slept is woken by what happened meanwhile: when somebody last stopped running. If nobody did, it looked in vain. */
static gint64
slept (const Replay *replay, const Task *task)
{
  const ScopeStretch *now = &task->now;

  if (!replay->what_if->no_timers || (now->does != SCOPE_DOES_TIMER && !(task->sleeps && now->does == SCOPE_DOES_FOREIGN)))
    return task->clock.at.is + (now->to - now->from);
  return replay->end_was > now->from ? MAX (task->clock.at.is, replay->end_is) : task->clock.at.is;
}

static void
pass_stretch (Replay *replay, Task *task)
{
  const ScopeStretch *now = &task->now;
  gint64 is = task->clock.at.is, woken = SCOPE_TIME_MIN;

  switch (now->does)
    {
    case SCOPE_DOES_RUN:
      replay->result->running += scope_task_clock_at (&task->clock, now->to) - task->clock.at.is;
      end_run (replay, task, now->to);
      return;
    case SCOPE_DOES_READY:
      scope_task_clock_set (&task->clock, now->to, is); /* the run that follows knows better */
      return;
    case SCOPE_DOES_WAIT:
      replay->waits = TRUE;
      woken = woken_at (replay, now, task->id.machine, now->to);
      scope_task_clock_set (&task->clock, now->to, woken > SCOPE_TIME_MIN ? MAX (is, woken) : is + (now->to - now->from));
      return;
    case SCOPE_DOES_UNKNOWN:
    case SCOPE_DOES_NEVER:
      replay->result->doubts |= SCOPE_DOUBT_WAITS;
      scope_task_clock_set (&task->clock, now->to, is + (now->to - now->from));
      return;
    default:
      if (now->does == SCOPE_DOES_TIMER)
        replay->result->doubts |= SCOPE_DOUBT_TIMERS;
      scope_task_clock_set (&task->clock, now->to, slept (replay, task));
      return;
    }
}

/* It does what the step tells from now on. */
static void
begin_stretch (Replay *replay, Task *task, const ScopeReplayStep *step, gint64 ready)
{
  task->now = step->stretch;
  if (task->now.does == SCOPE_DOES_RUN)
    begin_run (replay, task, ready);
}

static void
advance (Replay *replay, Task *task, const ScopeReplayStep *step)
{
  gint64 ready = task->now.does == SCOPE_DOES_READY ? task->now.from : task->now.to;

  pass_stretch (replay, task);
  task->open = step->more;
  if (step->more) /* else its last points stay: somebody may have waited for its end */
    begin_stretch (replay, task, step, ready);
}

static void
be_born (Replay *replay, const ScopeReplayStep *step)
{
  const ScopeTaskId id = step->task;
  Task *task = g_new0 (Task, 1);
  gint64 is = SCOPE_TIME_MIN;
  const char *name;

  task->id = id;
  task->label = "";
  task->processor = SCOPE_NONE;
  task->helper = scope_trace_is_helper (replay->trace, id.machine, id.thread);
  scope_task_clock_init (&task->clock);
  task->scale = scope_what_if_scale_of (replay->what_if, replay->machines[id.machine].machine, id, &replay->result->doubts);
  task->piece = 1;
  name = scope_machine_entity (replay->machines[id.machine].machine, SCOPE_KIND_THREAD, id.thread)->name;
  task->sleeps = task->helper && name != NULL && g_str_has_prefix (name, "TimerManager");
  if (name != NULL && g_str_has_prefix (name, "spark evaluator"))
    replay->result->doubts |= SCOPE_DOUBT_SPARKS;
  replay->machines[id.machine].tasks[id.thread] = task;
  task->open = step->more;
  if (!step->more)
    return;
  if (step->stretch.does == SCOPE_DOES_READY)
    is = woken_at (replay, &step->stretch, id.machine, step->stretch.from);
  /* The runtime makes it as long after the last run as it did. */
  scope_task_clock_set (&task->clock, step->stretch.from,
                        is > SCOPE_TIME_MIN ? is : replay->end_is + (step->stretch.from - replay->end_was));
  begin_stretch (replay, task, step, step->stretch.from);
}

/* --- collections --- */

/* They come as often per time as they came: with less time between two of them, fewer come. */
static gboolean
is_due (Replay *replay, Machine *machine, const ScopeCollectionSpan *collection, gint64 request)
{
  gint64 was = collection->request - machine->was_end, is = request - machine->is_end;

  machine->due += was > 0 ? CLAMP ((double) is / (double) was, 0.0, 1.0) : 1;
  if (machine->due < 1 - 1e-3)
    return FALSE;
  machine->due = MAX (machine->due - 1, 0);
  return TRUE;
}

/* Its end in the record: all have stopped. Without the barrier each is for itself. */
static void
pass_collection (Replay *replay, Machine *machine)
{
  const ScopeCollectionSpan *collection = &g_array_index (machine->collections, ScopeCollectionSpan, machine->next_collection++);
  Slot *slots = (Slot *) (gpointer) replay->slots->data + machine->first_slot;
  gint64 is = SCOPE_TIME_MIN, length;

  for (Slot *slot = slots; slot < slots + machine->n_slots && !replay->unlimited; slot++)
    is = MAX (is, slot->is_free);
  for (guint p = 0; p < machine->n; p++)
    g_array_index (replay->was_free, gint64, machine->first + p) = collection->end;
  if (replay->unlimited)
    is = MAX (machine->stopped, machine->is_end);
  length = (gint64) llround ((double) (collection->end - collection->start) * replay->what_if->collections);
  if (length > 0 && is_due (replay, machine, collection, is))
    {
      for (Slot *slot = slots; slot < slots + machine->n_slots; slot++)
        slot->is_free = (replay->what_if->no_barrier ? slot->is_free : is) + length;
      machine->is_end = is + length;
      replay->result->collecting += length * machine->n;
    }
  else
    machine->is_end = is;
  machine->was_end = collection->end;
}

/* --- setting up --- */

static gboolean
open_machine (Replay *replay, guint m, ScopeReplayFeed *feed, GError **error)
{
  Machine *machine = &replay->machines[m];

  machine->machine = scope_trace_machine (replay->trace, m);
  machine->offset = machine->machine->offset;
  machine->first = replay->was_free->len;
  machine->n = scope_machine_n_processors (machine->machine);
  find_places (machine);
  machine->was_end = machine->is_end = machine->stopped = replay->first;
  machine->first_slot = replay->slots->len;
  machine->n_slots = scope_what_if_count_slots (replay->what_if, machine->n);
  g_array_set_size (replay->was_free, replay->was_free->len + machine->n);
  g_array_set_size (replay->slots, replay->slots->len + machine->n_slots);
  for (guint i = 0; i < machine->n; i++)
    g_array_index (replay->was_free, gint64, machine->first + i) = replay->first;
  for (guint i = 0; i < machine->n_slots; i++)
    g_array_index (replay->slots, Slot, machine->first_slot + i) = (Slot) { replay->first, replay->first };
  machine->n_tasks = scope_machine_n_entities (machine->machine, SCOPE_KIND_THREAD);
  machine->tasks = g_new0 (Task *, machine->n_tasks + 1u);
  machine->collections = scope_replay_feed_collections (feed, m);
  if (replay->what_if->latency != 1 && (machine->phases = scope_receive_phases_read (machine->machine, error)) == NULL)
    return FALSE;
  replay->result->n_processors += machine->n_slots;
  return TRUE;
}

/* --- the pass --- */

/* What it runs goes on otherwise. */
static void
change_factor (Replay *replay, Task *task, gint64 time)
{
  if (task->now.does != SCOPE_DOES_RUN || !task->open)
    return;
  if (time > task->clock.at.was)
    {
      gint64 is = scope_task_clock_at (&task->clock, time);

      replay->result->running += is - task->clock.at.is;
      scope_task_clock_set (&task->clock, time, is);
    }
  task->clock.factor = factor_of (replay, task);
}

static void
pass_label (Replay *replay, const ScopeReplayStep *step)
{
  Task *task = find_task (replay, step->task);

  if (task == NULL)
    return;
  task->label = step->label;
  change_factor (replay, task, step->time);
}

/* Those before `time`: at the same one, what begins then comes first. */
static void
pass_pieces (Replay *replay, gint64 time)
{
  const GArray *pieces = replay->what_if->pieces;

  for (; pieces != NULL && replay->next_piece < pieces->len; replay->next_piece++)
    {
      const ScopeWhatIfPiece *piece = &g_array_index (pieces, ScopeWhatIfPiece, replay->next_piece);
      Task *task = piece->time < time ? find_task (replay, piece->task) : NULL;

      if (piece->time >= time)
        return;
      if (task == NULL)
        continue;
      task->piece = piece->factor;
      change_factor (replay, task, piece->time);
    }
}

static void
pass (Replay *replay, const ScopeReplayStep *step)
{
  Task *task;

  pass_pieces (replay, step->time);
  switch (step->kind)
    {
    case SCOPE_REPLAY_LABEL:
      pass_label (replay, step);
      break;
    case SCOPE_REPLAY_BIRTH:
      be_born (replay, step);
      break;
    case SCOPE_REPLAY_COLLECTION:
      pass_collection (replay, &replay->machines[step->task.machine]);
      break;
    case SCOPE_REPLAY_STRETCH:
    default:
      task = find_task (replay, step->task);
      if (task != NULL && task->open)
        advance (replay, task, step);
      break;
    }
}

/* --- from begin to end --- */

static void
replay_clear (Replay *replay)
{
  for (guint m = 0; m < replay->n_machines; m++)
    {
      Machine *machine = &replay->machines[m];

      for (guint32 i = 0; machine->tasks != NULL && i < machine->n_tasks; i++)
        g_clear_pointer (&machine->tasks[i], task_free);
      g_free (machine->tasks);
      g_free (machine->places);
      g_clear_pointer (&machine->phases, g_array_unref);
    }
  g_free (replay->machines);
  g_array_unref (replay->was_free);
  g_array_unref (replay->slots);
}

static gboolean
replay_open (Replay *replay, ScopeTrace *trace, const ScopeWhatIf *what_if, ScopeReplayFeed *feed, ScopeWhatIfResult *result, GError **error)
{
  *replay = (Replay) { .what_if = what_if, .trace = trace, .result = result };
  scope_trace_range (trace, &replay->first, &replay->last);
  replay->end_was = replay->end_is = replay->latest_end = replay->latest_begin = replay->first;
  replay->n_machines = scope_trace_n_machines (trace);
  replay->machines = g_new0 (Machine, replay->n_machines);
  replay->was_free = g_array_new (FALSE, FALSE, sizeof (gint64));
  replay->slots = g_array_new (FALSE, FALSE, sizeof (Slot));
  replay->unlimited = what_if->processors == G_MAXUINT;
  /* Erlang's schedulers take work from each other. */
  replay->any_slot = what_if->stealing || what_if->more > 0 || what_if->processors > 0
                     || (scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG && !scope_what_if_is_empty (what_if));
  for (guint m = 0; m < replay->n_machines; m++)
    if (!open_machine (replay, m, feed, error))
      return FALSE;
  return TRUE;
}

static void
tell_result (const Replay *replay)
{
  const ScopeWhatIf *what_if = replay->what_if;
  ScopeWhatIfResult *result = replay->result;
  gint64 end = replay->end_is;

  if (replay->waits && replay->turned)
    result->doubts |= SCOPE_DOUBT_ORDER;
  for (guint m = 0; m < replay->n_machines; m++)
    if (replay->machines[m].collections->len > 0)
      result->doubts |= SCOPE_DOUBT_COLLECTIONS;
  result->doubts = scope_what_if_settle_doubts (what_if, result->doubts);
  if (what_if->no_timers)
    end = MAX (end, replay->latest_end); /* another one may be last */
  /* What comes after the last run stays. */
  result->end = end - replay->first + (replay->last - replay->end_was);
}

/* Of every so many replays one, on a thread of its own. */
typedef struct
{
  ScopeReplayFeed *feed;
  Replay *replays;
  guint n, reader, n_readers;
} Reading;

static gpointer
read_feed (gpointer data)
{
  const Reading *reading = data;
  const ScopeReplayStep *steps;
  guint n;

  while ((steps = scope_replay_feed_take (reading->feed, reading->reader, &n)) != NULL)
    for (guint r = reading->reader; r < reading->n; r += reading->n_readers)
      for (guint i = 0; i < n; i++)
        pass (&reading->replays[r], &steps[i]);
  return NULL;
}

gboolean
scope_what_if_replay (const ScopeQueryRange *within, const ScopeWhatIf *const *what_ifs, ScopeWhatIfResult *results, guint n, GError **error)
{
  guint n_readers = CLAMP (n / 2, 1, MOST_READERS);
  g_autoptr (ScopeReplayFeed) feed = scope_replay_feed_new (within, n_readers, error);
  g_autofree Replay *replays = g_new0 (Replay, n);
  Reading readings[MOST_READERS];
  GThread *threads[MOST_READERS];
  guint n_open = 0;
  gboolean ok = feed != NULL;

  for (; ok && n_open < n; n_open++)
    ok = replay_open (&replays[n_open], within->trace, what_ifs[n_open], feed, &results[n_open], error);
  if (ok)
    {
      scope_replay_feed_start (feed);
      for (guint i = 0; i < n_readers; i++)
        {
          readings[i] = (Reading) { feed, replays, n, i, n_readers };
          threads[i] = i > 0 ? g_thread_new ("replays", read_feed, &readings[i]) : NULL;
        }
      read_feed (&readings[0]);
      for (guint i = 1; i < n_readers; i++)
        g_thread_join (threads[i]);
      ok = scope_replay_feed_passed (feed, error);
    }
  for (guint r = 0; r < n_open; r++)
    {
      if (ok)
        tell_result (&replays[r]);
      replay_clear (&replays[r]);
    }
  return ok;
}
