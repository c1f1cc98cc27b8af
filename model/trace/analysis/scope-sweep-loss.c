/* scope-sweep-loss.c: why each processor does not run, between two changes. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-sweep-private.h"

/* --- the causes of one processor --- */

static ScopeTaskId
id_of (const Node *node)
{
  return node != NULL ? node->id : SCOPE_NO_TASK;
}

/* Somebody ready in a queue of the machine; n_machines: there is none. */
static ScopeTaskId
ready_on (Sweep *sweep, guint m)
{
  for (guint p = 0; m < sweep->n_machines && p < sweep->machines[m].n_processors; p++)
    {
      const List *queue = &sweep->processors[sweep->machines[m].first_processor + p].queue;

      if (queue->n > 0)
        return queue->last->id;
    }
  return SCOPE_NO_TASK;
}

/* When exactly one does. */
static const Processor *
who_runs (Sweep *sweep)
{
  while (sweep->processors[sweep->runner].own != SCOPE_CAUSE_RUNNING)
    sweep->runner = (sweep->runner + 1) % sweep->n_processors;
  return &sweep->processors[sweep->runner];
}

static ScopeTaskId
who_is_behind (Sweep *sweep, const Processor *processor, ScopeCause cause)
{
  ScopeWaitPiece piece = (ScopeWaitPiece) (SCOPE_PIECE_LATE_PRODUCER + (cause - SCOPE_CAUSE_LATE_PRODUCER));

  switch (cause)
    {
    case SCOPE_CAUSE_FOREIGN:
      return processor->last;
    case SCOPE_CAUSE_IDLE_OWN_QUEUE:
      return id_of (processor->queue.first);
    case SCOPE_CAUSE_IDLE_OTHER_QUEUE:
      return ready_on (sweep, processor->machine);
    case SCOPE_CAUSE_IDLE_OTHER_MACHINE:
      return ready_on (sweep, scope_sweep_spare_first_queued (&sweep->spares));
    case SCOPE_CAUSE_SERIAL:
      return who_runs (sweep)->last;
    case SCOPE_CAUSE_LATE_PRODUCER:
    case SCOPE_CAUSE_IN_FLIGHT:
    case SCOPE_CAUSE_DELIVERED_NOT_WOKEN:
      {
        const List *list = &sweep->machines[processor->machine].waiting[piece];

        return list->n > 0 ? list->first->now.by : SCOPE_NO_TASK;
      }
    default:
      return SCOPE_NO_TASK;
    }
}

static void
set_cause (Sweep *sweep, Processor *processor, ScopeCause cause, gint64 time)
{
  ScopeTaskId by;

  if (cause == processor->cause && (cause != SCOPE_CAUSE_RUNNING || scope_task_is (processor->last, processor->runs)))
    return;
  processor->cause = cause;
  processor->runs = processor->last;
  by = cause == SCOPE_CAUSE_RUNNING ? processor->last : who_is_behind (sweep, processor, cause);
  scope_deriving_row (sweep->out, processor->machine, processor->lane_number, time, scope_cause_code (cause),
                      scope_deriving_party (sweep->out, processor->machine, by));
}

/* --- which cause --- */

static inline gboolean
within (const ScopeSpan *span, gint64 time)
{
  return span->from <= time && time < span->to;
}

static gboolean
is_stopped (const Machine *machine, gint64 time)
{
  return machine->next_stop < machine->stops->len && within (&g_array_index (machine->stops, ScopeSpan, machine->next_stop), time);
}

/* What Erlang's schedulers do is known from the first event of each on. And where others' events of the scheduler were recorded, a
 * machine without any, and without a loss, had nothing to do. */
static gboolean
has_not_begun (const Sweep *sweep, const Processor *processor, gint64 time)
{
  if (sweep->erlang)
    return time < processor->first_run;
  return processor->first_run == SCOPE_TIME_MAX && sweep->scheduled
         && scope_machine_n_losses (sweep->machines[processor->machine].machine) == 0;
}

/* What the processor itself tells; NO_TASK: nothing. */
static ScopeCause
own_cause (const Sweep *sweep, const Processor *processor, gint64 time)
{
  ScopeState state = scope_code_state (processor->code);
  const Machine *machine = &sweep->machines[processor->machine];

  if (state == SCOPE_STATE_RUNNING)
    return SCOPE_CAUSE_RUNNING;
  if (state == SCOPE_STATE_COLLECTING || within (&processor->sync, time))
    return within (&processor->work, time) ? SCOPE_CAUSE_GC_WORK : SCOPE_CAUSE_GC_WAIT;
  if (state == SCOPE_STATE_ACTIVE || (state == SCOPE_STATE_UNKNOWN && !has_not_begun (sweep, processor, time)))
    return SCOPE_CAUSE_UNKNOWN;
  if (is_stopped (machine, time))
    return SCOPE_CAUSE_GC_WAIT;
  if (state == SCOPE_STATE_OUTSIDE || processor->n_foreign > 0)
    return SCOPE_CAUSE_FOREIGN;
  return SCOPE_CAUSE_NO_TASK;
}

/* The piece in which most of these tasks wait. */
static ScopeCause
most_of (const guint64 n[SCOPE_N_WAIT_PIECES])
{
  static const ScopeCause causes[SCOPE_N_WAIT_PIECES]
      = { SCOPE_CAUSE_LATE_PRODUCER, SCOPE_CAUSE_IN_FLIGHT, SCOPE_CAUSE_DELIVERED_NOT_WOKEN, SCOPE_CAUSE_TIMER,
          SCOPE_CAUSE_FOREIGN_WAIT,  SCOPE_CAUSE_NEVER,     SCOPE_CAUSE_UNTOLD_WAIT };
  guint best = SCOPE_PIECE_NEVER; /* only if there is nothing else */

  for (guint i = 0; i < SCOPE_N_WAIT_PIECES; i++)
    if (i != SCOPE_PIECE_NEVER && n[i] > (best != SCOPE_PIECE_NEVER ? n[best] : 0))
      best = i;
  return n[best] > 0 ? causes[best] : SCOPE_CAUSE_NO_TASK;
}

/* Of the machine, or, if none waits there, of all. */
static ScopeCause
waiting_cause (const Sweep *sweep, Machine *machine)
{
  guint64 n[SCOPE_N_WAIT_PIECES];
  gboolean any = FALSE;

  if (machine->waits < SCOPE_N_CAUSES)
    return machine->waits;
  for (guint i = 0; i < SCOPE_N_WAIT_PIECES; i++)
    any |= (n[i] = machine->waiting[i].n) > 0;
  return machine->waits = any ? most_of (n) : sweep->waits;
}

/* Nobody is ready for it. */
static ScopeCause
idle_cause (const Sweep *sweep, const Processor *processor, gint64 time)
{
  if (processor->first_run == SCOPE_TIME_MAX)
    return sweep->scheduled ? SCOPE_CAUSE_UNUSED : SCOPE_CAUSE_UNKNOWN;
  if (time < processor->first_run)
    return SCOPE_CAUSE_START_RAMP;
  if (time >= processor->last_run)
    return SCOPE_CAUSE_END_RAMP;
  if (sweep->serial)
    return SCOPE_CAUSE_SERIAL;
  return waiting_cause (sweep, &sweep->machines[processor->machine]);
}

/* --- what has changed --- */

void
scope_sweep_changed (Sweep *sweep, Processor *processor)
{
  if (!processor->changed)
    sweep->changed[sweep->n_changed++] = (guint32) (processor - sweep->processors);
  processor->changed = TRUE;
}

void
scope_sweep_changed_machine (Sweep *sweep, Machine *machine)
{
  if (!machine->changed)
    sweep->changed_machines[sweep->n_changed_machines++] = (guint32) (machine - sweep->machines);
  machine->changed = TRUE;
}

/* What it runs, for the sums of work. */
static void
put_work (Sweep *sweep, const Processor *processor, gboolean runs, gint64 time)
{
  const Node *node = runs ? scope_sweep_node (sweep, processor->last) : NULL;

  scope_work_sums_put (sweep->work, (guint) (processor - sweep->processors), time, runs, node != NULL ? node->label : 0);
}

static void
pass_processor (Sweep *sweep, Processor *processor, gint64 time)
{
  Machine *machine = &sweep->machines[processor->machine];
  ScopeCause own = own_cause (sweep, processor, time);
  gboolean ready = processor->queue.n > 0, free = own == SCOPE_CAUSE_NO_TASK && !ready;
  guint left = own == SCOPE_CAUSE_GC_WORK || own == SCOPE_CAUSE_GC_WAIT ? 0
               : own == SCOPE_CAUSE_NO_TASK && ready                    ? processor->queue.n - 1
                                                                        : processor->queue.n;

  processor->changed = FALSE;
  sweep->n_running += (own == SCOPE_CAUSE_RUNNING) - (guint) (processor->own == SCOPE_CAUSE_RUNNING);
  sweep->n_free += free - (guint) processor->free;
  machine->n_free += free - (guint) processor->free;
  machine->left += left - processor->left;
  if (own == SCOPE_CAUSE_RUNNING || processor->own == SCOPE_CAUSE_RUNNING)
    put_work (sweep, processor, own == SCOPE_CAUSE_RUNNING, time);
  processor->own = own;
  processor->free = free;
  processor->left = left;
  scope_sweep_changed_machine (sweep, machine);
  if (!free)
    set_cause (sweep, processor, ready && own == SCOPE_CAUSE_NO_TASK ? SCOPE_CAUSE_IDLE_OWN_QUEUE : own, time);
}

/* The lowest numbers get the ready tasks of their machine first, then those that other machines have left. */
static void
pass_machine (Sweep *sweep, Machine *machine, gint64 time)
{
  guint left = machine->left, n_free = machine->n_free, before, spare = 0;

  if (sweep->spare > 0 && machine->rest > 0)
    {
      before = scope_sweep_spare_before (&sweep->spares, (guint) (machine - sweep->machines));
      spare = sweep->spare - MIN (sweep->spare, before);
    }

  machine->waits = SCOPE_N_CAUSES;
  for (guint p = machine->first_processor; n_free > 0; p++)
    {
      Processor *processor = &sweep->processors[p];

      if (!processor->free)
        continue;
      n_free--;
      if (left > 0)
        {
          left--;
          set_cause (sweep, processor, SCOPE_CAUSE_IDLE_OTHER_QUEUE, time);
        }
      else if (spare > 0)
        {
          spare--;
          set_cause (sweep, processor, SCOPE_CAUSE_IDLE_OTHER_MACHINE, time);
        }
      else
        set_cause (sweep, processor, idle_cause (sweep, processor, time), time);
    }
}

/* TRUE if something changed that idle processors of all machines depend on that have begun and have not ended. */
static gboolean
pass_all (Sweep *sweep)
{
  gboolean serial = sweep->n_running == 1;
  ScopeCause waits = sweep->n_machines > 1 ? most_of (sweep->waiting) : SCOPE_CAUSE_NO_TASK;
  gboolean changed = serial != sweep->serial || waits != sweep->waits;

  sweep->serial = serial;
  sweep->waits = waits;
  return changed;
}

/* Exactly one runs: under its label. */
static void
add_alone (Sweep *sweep, gint64 time)
{
  const Node *node;
  gint64 *alone;
  guint32 label;

  node = scope_sweep_node (sweep, who_runs (sweep)->last);
  label = node != NULL ? node->label : 0;
  if (label >= sweep->alone->len)
    g_array_set_size (sweep->alone, label + 1);
  alone = &g_array_index (sweep->alone, gint64, label);
  if (*alone == 0)
    g_array_append_val (sweep->alone_labels, label);
  *alone += time;
}

static void
count_changed (Sweep *sweep, Machine *machine)
{
  guint taken = MIN (machine->left, machine->n_free), spare = machine->left - taken, rest = machine->n_free - taken;

  sweep->spare += spare - machine->spare;
  machine->spare = spare;
  if (rest != machine->rest)
    scope_sweep_spare_add (&sweep->spares, (guint) (machine - sweep->machines), rest - machine->rest);
  machine->rest = rest;
}

/* Those that changed, and those for which what others have left suffices no more, or suffices now. */
static void
pass_changed (Sweep *sweep, guint from, guint to, gint64 time)
{
  Spare *spares = &sweep->spares;

  for (guint i = 0; i < sweep->n_changed_machines; i++)
    pass_machine (sweep, &sweep->machines[sweep->changed_machines[i]], time);
  if (from == to && sweep->spare == 0)
    return;
  for (guint m = from; m <= to && m < sweep->n_machines; m = scope_sweep_spare_find (spares, scope_sweep_spare_before (spares, m + 1)))
    if (!sweep->machines[m].changed)
      pass_machine (sweep, &sweep->machines[m], time);
}

void
scope_sweep_pass (Sweep *sweep, gint64 from, gint64 to)
{
  guint border = sweep->spares.border;
  gboolean all;

  for (guint i = 0; i < sweep->n_changed; i++)
    pass_processor (sweep, &sweep->processors[sweep->changed[i]], from);
  sweep->n_changed = 0;
  sweep->concurrency[sweep->n_running] += to - from;
  if (sweep->n_running == 1 && to > from)
    add_alone (sweep, to - from);
  if (sweep->n_changed_machines == 0)
    return;
  for (guint i = 0; i < sweep->n_changed_machines; i++)
    count_changed (sweep, &sweep->machines[sweep->changed_machines[i]]);
  sweep->spares.border = sweep->spare > 0 ? scope_sweep_spare_find (&sweep->spares, sweep->spare) : 0;
  all = pass_all (sweep);
  pass_changed (sweep, MIN (border, sweep->spares.border), MAX (border, sweep->spares.border), from);
  if (all)
    {
      scope_sweep_live_update (sweep, from);
      for (guint i = 0; i < sweep->live.n; i++)
        pass_machine (sweep, &sweep->machines[sweep->live.machines[i]], from);
    }
  for (guint i = 0; i < sweep->n_changed_machines; i++)
    sweep->machines[sweep->changed_machines[i]].changed = FALSE;
  sweep->n_changed_machines = 0;
}
