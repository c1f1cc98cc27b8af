/* scope-sim-replay.c: what simulators' traces say: cores, functions, clocks; and what is told of each core in
 * the end.
 *
 * A core's lane is a processor's: running from its first instruction to its last one, idle while it waits for
 * an interrupt. Its call stack is made out of the instructions (scope-sim-core.c). Hardware threads of a core
 * have stacks of their own, so each is a processor of its own: thread 1 of core 2 has the number 1002.
 *
 * Instructions, what is odd about them, what is missing of them, and clocks go into what the machine tells of itself, by the number of the
 * core: `instructions 0`, `irregularities 0`, `jumps 0`, `gaps 0`, `clock 0`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#include "model/base/scope-unrecorded.h"

#include "model/base/scope-each.h"

#include <string.h>

#define MOST_CORES 65534u
#define MOST_THREADS 64u /* of the hardware, of one core */
/* Names are cut after so many bytes: nobody reads on. */
#define MOST_NAME 2048u
#define NUMBERS_PER_THREAD 1000u
/* Who looks on while a trace is read sees as far as this ago. */
#define SHOW_EVERY 32768u

void
scope_sim_emit (ScopeSim *self, guint32 lane, gint64 time, guint code, guint32 ref)
{
  self->rows[self->n_rows++] = scope_row (lane, time, code, ref);
  if (self->n_rows == SCOPE_SINK_ROWS)
    {
      self->rows = self->sink->klass->rows (self->sink, self->rows, self->n_rows);
      self->n_rows = 0;
    }
}

/* --- functions --- */

static void
add_text (ScopeSim *self, const ScopeEvent *event)
{
  ScopeSimText *text;

  if (event->a != self->n_texts + 1)
    return; /* they come one after the other */
  if (self->n_texts == self->n_texts_alloc)
    {
      self->n_texts_alloc = MAX (256, self->n_texts_alloc * 2);
      self->texts = g_renew (ScopeSimText, self->texts, self->n_texts_alloc);
    }
  text = &self->texts[self->n_texts++];
  text->name = g_utf8_make_valid ((const char *) event->payload, (gssize) MIN (event->size, MOST_NAME));
  text->function = 0;
}

const char *
scope_sim_text (ScopeSim *self, guint32 text)
{
  return text > 0 && text <= self->n_texts ? self->texts[text - 1].name : NULL;
}

static guint32
add_function (ScopeSim *self, const char *name, gint64 time, ScopeFunctionKind whose)
{
  gint64 row[SCOPE_FUNCTION_N_COLUMNS] = { time, 0, scope_function_kind_find (name, whose) };
  ScopeSimFunction function = scope_sim_locks_function (self->locks, name);

  if (self->functions->len >= SCOPE_SIM_MOST_FUNCTIONS)
    return SCOPE_FUNCTION_UNKNOWN;
  row[SCOPE_FUNCTION_TEXT] = (gint64)self->sink->klass->text (self->sink, name, strlen (name));
  self->sink->klass->record (self->sink, SCOPE_TABLE_FUNCTIONS, row);
  g_array_append_val (self->functions, function);

  return self->functions->len;
}

guint32
scope_sim_function (ScopeSim *self, guint32 text, gint64 time, ScopeFunctionKind whose)
{
  ScopeSimText *item;

  if (text == 0 || text > self->n_texts)
    return 0;
  item = &self->texts[text - 1];
  if (item->function == 0)
    item->function = add_function (self, item->name, time, whose);

  return item->function;
}

guint32
scope_sim_unnamed (ScopeSim *self, guint64 pc, gint64 time, ScopeFunctionKind whose)
{
  char name[24];
  gpointer found = g_hash_table_lookup (self->unnamed, &pc);

  if (found != NULL)
    return GPOINTER_TO_UINT (found);
  g_snprintf (name, sizeof name, "0x%" G_GINT64_MODIFIER "x", pc);
  found = GUINT_TO_POINTER (add_function (self, name, time, whose));
  if (found != NULL)
    g_hash_table_insert (self->unnamed, g_memdup2 (&pc, sizeof pc), found);

  return GPOINTER_TO_UINT (found);
}

gboolean
scope_sim_is_entry (ScopeSim *self, guint64 pc)
{
  return g_hash_table_size (self->unnamed) > 0 && g_hash_table_contains (self->unnamed, &pc);
}

const ScopeSimFunction *
scope_sim_function_at (ScopeSim *self, guint32 function)
{
  return function > 0 && function <= self->functions->len
             ? &g_array_index (self->functions, ScopeSimFunction, function - 1)
             : NULL;
}

/* --- cores --- */

ScopeSimProcessor *
scope_sim_processor (ScopeSim *self, guint processor)
{
  return processor < self->n_processors && self->processors[processor].name != NULL
             ? &self->processors[processor]
             : NULL;
}

static void
add_core (ScopeSim *self, const ScopeEvent *event)
{
  if (event->processor >= MOST_CORES)
    return;
  if (event->processor >= self->n_processors)
    {
      guint n = MAX (event->processor + 1u, MIN (self->n_processors * 2, MOST_CORES));

      self->processors = g_renew (ScopeSimProcessor, self->processors, n);
      memset (self->processors + self->n_processors, 0, (n - self->n_processors) * sizeof *self->processors);
      self->n_processors = n;
    }
  if (self->processors[event->processor].name == NULL)
    {
      self->processors[event->processor].name = g_utf8_make_valid ((const char *) event->payload, (gssize) MIN (event->size, MOST_NAME));
      self->processors[event->processor].period = self->given.clock_ps;
    }
}

static guint32
number_of (ScopeSim *self, guint processor, guint thread)
{
  guint64 number = processor + (guint64)thread * NUMBERS_PER_THREAD;

  if (thread == 0)
    return processor;
  while (number < MOST_CORES
         && (scope_sim_processor (self, (guint)number) != NULL
             || g_hash_table_contains (self->numbers, GUINT_TO_POINTER (number))))
    number++;
  g_hash_table_add (self->numbers, GUINT_TO_POINTER (number));

  return (guint32)number;
}

static ScopeSimCore *
add_thread (ScopeSim *self, guint number, guint thread)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeSimProcessor *processor = &self->processors[number];
  g_autofree char *name
      = thread == 0 ? g_strdup (processor->name) : g_strdup_printf ("%s T%u", processor->name, thread);
  ScopeSimCore *core = g_new0 (ScopeSimCore, 1);
  ScopeEntity *entity;

  core->number = number_of (self, number, thread);
  core->processor = number;
  core->tid = (guint16)thread;
  core->index = klass->add_entity (self->sink, SCOPE_KIND_PROCESSOR, core->number, FALSE, SCOPE_CODE_UNKNOWN);
  entity = klass->entity (self->sink, SCOPE_KIND_PROCESSOR, core->index);
  entity->first = self->time;
  core->lane = entity->lane;
  core->out_of_order = self->given.out_of_order;
  if (name[0] != '\0')
    klass->set_name (self->sink, entity, name, strlen (name));
  g_ptr_array_add (self->cores, core);
  scope_sim_queue_set_cores (self->queue, self->cores->len);
  core->next = processor->threads;
  processor->threads = core;

  return core;
}

ScopeSimCore *
scope_sim_core (ScopeSim *self, guint number, guint thread)
{
  ScopeSimProcessor *processor = scope_sim_processor (self, number);

  if (processor == NULL)
    return NULL;
  for (ScopeSimCore *core = processor->threads; core != NULL; core = core->next)
    if (core->tid == thread)
      return core;
  if (self->cores->len >= MOST_CORES || thread >= MOST_THREADS)
    {
      self->skipped++;
      return NULL;
    }

  return add_thread (self, number, thread);
}

void
scope_sim_show (ScopeSim *self, ScopeSimCore *core, gint64 time, gboolean idle)
{
  guint32 task = idle ? 0 : core->stack.task;

  if (core->shown && core->idle == idle && core->task == task)
    return;
  core->shown = TRUE;
  core->idle = (guint8)idle;
  core->task = task;
  scope_sim_emit (self, core->lane, time, idle ? SCOPE_CODE_IDLE : SCOPE_CODE_RUNNING, task);
}

/* --- what else is defined --- */

static void
set_clock (ScopeSim *self, const ScopeEvent *event)
{
  ScopeSimProcessor *processor = scope_sim_processor (self, event->processor);

  if (processor == NULL || self->given.clock_ps != 0 || event->a == 0)
    return;
  processor->period = event->a;
  processor->source = (guint8)event->b;
}

static void
add_info (ScopeSim *self, const ScopeEvent *event)
{
  g_autofree char *text = g_strndup ((const char *)event->payload, event->size);
  char *value = strchr (text, '=');

  if (value == NULL)
    return;
  *value++ = '\0';
  self->sink->klass->info (self->sink, text, value, -1);
}

/* --- events --- */

static void
exec (ScopeSim *self, const ScopeSimRecord *event)
{
  ScopeSimCore *core = scope_sim_core (self, event->processor, event->u.exec.thread);

  if (core == NULL)
    return;
  scope_sim_exec (self, core, event->time, &event->u.exec, event->next_sp);
  self->processors[event->processor].current = core;
}

/* Who looks on while the trace is read sees until here: a core may run for long without anything that makes a row, so one says again what
 * it does. */
static void
show_progress (ScopeSim *self)
{
  const ScopeSimCore *core = self->cores->len > 0 ? g_ptr_array_index (self->cores, 0) : NULL;

  if (core == NULL || !core->shown)
    return;
  scope_sim_emit (self, core->lane, self->time, core->idle ? SCOPE_CODE_IDLE : SCOPE_CODE_RUNNING, core->task);
  if (self->n_rows > 0)
    self->rows = self->sink->klass->rows (self->sink, self->rows, self->n_rows);
  self->n_rows = 0;
}

void
scope_sim_handle (ScopeSim *self, const ScopeSimRecord *event)
{
  ScopeSimCore *core;

  if (!self->begun)
    self->first = self->time = event->time;
  self->begun = TRUE;
  self->first = MIN (self->first, event->time);
  self->time = MAX (self->time, event->time);
  if (++self->n_events % SHOW_EVERY == 0)
    show_progress (self);
  switch (event->type)
    {
    case SCOPE_SIM_EXEC:
      exec (self, event);
      break;
    case SCOPE_SIM_CACHE:
      scope_sim_cache (self, event->processor, event->time, &event->u.cache);
      break;
    case SCOPE_SIM_SEQ:
      core = scope_sim_core (self, event->processor, 0);
      if (core != NULL)
        scope_sim_seq (self, core, event->time, &event->u.seq);
      break;
    case SCOPE_SIM_HIT:
      core = scope_sim_core (self, event->processor, 0);
      if (core != NULL && core->seen)
        scope_sim_given_hit (self, core, event->time, event->a, &event->u.hit);
      break;
    case SCOPE_SIM_NOTICE:
      scope_sim_notice (self, event);
      break;
    case SCOPE_SIM_BRANCH:
      scope_sim_branch (self, event->processor, event->time, &event->u.branch);
      break;
    default:
      break;
    }
}

static guint
size_of (guint type)
{
  switch (type)
    {
    case SCOPE_SIM_EXEC:
      return sizeof (ScopeSimExec);
    case SCOPE_SIM_CACHE:
      return sizeof (ScopeSimCache);
    case SCOPE_SIM_SEQ:
      return sizeof (ScopeSimSeq);
    case SCOPE_SIM_HIT:
      return sizeof (ScopeSimHit);
    case SCOPE_SIM_BRANCH:
      return sizeof (ScopeSimBranch);
    case SCOPE_SIM_NOTICE:
      return sizeof (ScopeSimNotice);
    default:
      return 0;
    }
}

static void
replay_event (ScopeSim *self, const ScopeEvent *event)
{
  guint size = size_of (event->type);
  ScopeSimRecord record;

  if (event->type == SCOPE_SIM_CORE)
    add_core (self, event);
  else if (event->type == SCOPE_SIM_TEXT)
    add_text (self, event);
  else if (event->type == SCOPE_SIM_CLOCK)
    set_clock (self, event);
  else if (event->type == SCOPE_SIM_INFO)
    add_info (self, event);
  else if (event->type == SCOPE_SIM_THREAD)
    scope_sim_branches_name (self, event->a, (const char *) event->payload, event->size);
  if (size == 0 || event->size < size)
    return;
  record.time = CLAMP (event->time, -SCOPE_ROW_TIME_MAX, SCOPE_ROW_TIME_MAX);
  if (self->came && event->type != SCOPE_SIM_BRANCH && event->type != SCOPE_SIM_SEQ && event->type != SCOPE_SIM_HIT)
    /* those come in order per thread, or per core */
    record.time = MAX (record.time, self->last_came);
  self->came = TRUE;
  self->last_came = record.time;
  record.type = event->type;
  record.processor = event->processor;
  record.next_sp = 0;
  record.a = event->a;
  memcpy (&record.u, event->payload, size);
  scope_sim_queue_add (self, &record);
}

static void
sim_events (ScopeReplay *replay, const ScopeEvent *events, gsize n)
{
  for (gsize i = 0; i < n; i++)
    replay_event ((ScopeSim *)replay, &events[i]);
}

/* --- the end --- */

static void
tell (ScopeSim *self, const char *key, guint32 processor, const char *value)
{
  g_autofree char *whole = g_strdup_printf ("%s %u", key, processor);

  self->sink->klass->info (self->sink, whole, value, -1);
}

static void
notify_of_core (ScopeSim *self, const ScopeSimCore *core)
{
  g_autofree char *instructions = g_strdup_printf ("%" G_GUINT64_FORMAT, core->instructions);
  g_autofree char *irregular = g_strdup_printf ("%" G_GUINT64_FORMAT, core->irregular);
  g_autofree char *jumps = g_strdup_printf ("%" G_GUINT64_FORMAT, core->jumps);
  g_autofree char *gaps = g_strdup_printf ("%" G_GUINT64_FORMAT, core->gaps);

  tell (self, "instructions", core->number, instructions);
  tell (self, "irregularities", core->number, irregular);
  tell (self, "jumps", core->number, jumps);
  tell (self, "gaps", core->number, gaps);
}

/* As far as it is known, so that who looks on while the trace is read sees cycles; once more in the end, if it was another one. */
void
scope_sim_notify_clock (ScopeSim *self, ScopeSimCore *core)
{
  const ScopeSimProcessor *processor = &self->processors[core->processor];
  g_autofree char *key = scope_sim_clock_key (core->number);
  g_autofree char *clock = scope_sim_clock_value ((gint64) processor->period, (ScopeSimClockSource) processor->source);

  if (processor->period == 0 || (core->told_period == processor->period && core->told_source == processor->source))
    return;
  core->told_period = processor->period;
  core->told_source = processor->source;
  self->sink->klass->info (self->sink, key, clock, -1);
}

static void
finish_core (ScopeSim *self, ScopeSimCore *core, ScopeKnownUntil known_until, gpointer user_data)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeEntity *entity = klass->entity (self->sink, SCOPE_KIND_PROCESSOR, core->index);
  gint64 known = known_until != NULL ? known_until (core->processor, user_data) : SCOPE_TIME_MAX;

  if (!core->seen)
    core->first = core->last = self->time;
  core->last = MAX (core->last, core->first);
  scope_sim_last_seq (self, core);
  scope_sim_last_sample (self, core);
  self->time = MAX (self->time, core->last); /* the last stretch of the XML form has a duration */
  scope_sim_last_latency (self, core);
  scope_sim_hits_finish (self, core);
  scope_sim_end_seq (self, core, core->last);
  entity->first = core->first;
  entity->last = core->last;
  klass->life (self->sink, core->lane, core->first, core->last);
  if (known < core->last)
    klass->known_until (self->sink, core->lane, MAX (known, core->first));
  if (core->stack.task > 0)
    klass->entity (self->sink, SCOPE_KIND_THREAD, core->stack.task - 1)->last = core->last;
  scope_sim_notify_clock (self, core);
  notify_of_core (self, core);
}

/* What waits in them for a lock still waits. */
static void
finish_stacks (ScopeSim *self)
{
  for (guint i = 0; i < self->cores->len; i++)
    scope_sim_stack_clear (self, &((ScopeSimCore *)g_ptr_array_index (self->cores, i))->stack);
  for (guint i = 0; i < self->saved->len; i++)
    scope_sim_stack_clear (self, &g_array_index (self->saved, ScopeSimSaved, i).stack);
  g_array_set_size (self->saved, 0);
  scope_sim_locks_finish (self, self->time);
}

static void
sim_finish (ScopeReplay *replay, ScopeKnownUntil known_until, gpointer user_data)
{
  ScopeSim *self = (ScopeSim *)replay;
  const ScopeSinkClass *klass = self->sink->klass;

  scope_sim_queue_flush (self);
  scope_sim_branches_finish (self); /* says until when processors run */
  for (guint i = 0; i < self->cores->len; i++)
    finish_core (self, g_ptr_array_index (self->cores, i), known_until, user_data);
  finish_stacks (self);
  SCOPE_EACH_POINTER (ScopeEntity, task, self->tasks)
    {
      task->last = MAX (task->last, task->first);
      klass->life (self->sink, task->lane, task->first, task->last);
    }
  if (self->n_rows > 0)
    self->rows = klass->rows (self->sink, self->rows, self->n_rows);
  self->n_rows = 0;
  /* No program goes without a miss. */
  if (self->cores->len > 0 && !self->has_caches && !(self->hit_kinds & (1u << SCOPE_HIT_L1D | 1u << SCOPE_HIT_L1I | 1u << SCOPE_HIT_L2 | 1u << SCOPE_HIT_UPG)))
    {
      g_autofree char *names = scope_unrecorded_print (SCOPE_LACKS_CACHES);

      klass->info (self->sink, SCOPE_UNRECORDED_KEY, names, -1);
    }
}

static void
sim_clock (ScopeReplay *replay, ScopeReplayClock *ret_clock)
{
  const ScopeSim *self = (ScopeSim *)replay;

  *ret_clock = (ScopeReplayClock){ .first = self->first, .last = self->time, .now = self->time };
}

static const char *
sim_notice (ScopeReplay *replay, gint64 *ret_time)
{
  ScopeSim *self = (ScopeSim *)replay;

  if (self->skipped > 0 && self->said == NULL)
    self->said = g_strdup_printf (
                                  "%" G_GUINT64_FORMAT " instructions are left out: they are of more cores and threads than can be read",
                                  self->skipped);
  else if (self->n_gaps > 0)
    {
      *ret_time = self->first_gap;
      if (self->said == NULL && self->n_gaps == 1)
        self->said = g_strdup ("an instruction lacks micro-ops, or has them elsewhere");
      else if (self->said == NULL)
        self->said = g_strdup_printf (
                                      "%" G_GUINT64_FORMAT " instructions lack micro-ops, or have them elsewhere; the first is here",
                                      self->n_gaps);
    }

  return self->said;
}

static void
sim_free (ScopeReplay *replay)
{
  ScopeSim *self = (ScopeSim *)replay;

  SCOPE_EACH_POINTER (ScopeSimCore, core, self->cores)
    {
      g_free (core->hits.rows);
      g_free (core->accesses);
      g_free (core->past);
      g_free (core->held);
      g_free (core);
    }
  for (guint i = 0; i < self->n_processors; i++)
    g_free (self->processors[i].name);
  for (guint32 i = 0; i < self->n_texts; i++)
    g_free (self->texts[i].name);
  g_free (self->processors);
  g_free (self->texts);
  g_free (self->rows);
  g_free (self->said);
  g_array_unref (self->functions);
  g_array_unref (self->saved);
  g_ptr_array_unref (self->cores);
  g_ptr_array_unref (self->tasks);
  g_hash_table_unref (self->unnamed);
  g_hash_table_unref (self->numbers);
  scope_sim_queue_free (self->queue);
  scope_sim_lines_free (self->lines);
  scope_sim_locks_free (self->locks);
  scope_sim_branches_free (self->branches);
  g_free (self);
}

void
scope_sim_replay_set (ScopeReplay *replay, const ScopeSimSettings *settings)
{
  ScopeSim *self = (ScopeSim *)replay;

  self->given = *settings;
  if (settings->lli_cycles == 0)
    self->given.lli_cycles = SCOPE_USUAL_LLI_CYCLES;
  scope_sim_locks_set_names (self->locks, settings->lock_names, settings->unlock_names);
}

ScopeReplay *
scope_sim_replay_new (ScopeSink *sink)
{
  static const ScopeReplayClass klass = {
    .events = sim_events, .finish = sim_finish, .clock = sim_clock, .follow = scope_sim_follow, .flush = scope_sim_flush,
    .late_events = scope_sim_late_events, .sure_until = scope_sim_sure_until, .notice = sim_notice, .free = sim_free
  };
  ScopeSim *self = g_new0 (ScopeSim, 1);

  self->parent.klass = &klass;
  self->sink = sink;
  self->rows = sink->klass->rows (sink, NULL, 0);
  self->given.lli_cycles = SCOPE_USUAL_LLI_CYCLES;
  self->cores = g_ptr_array_new ();
  self->tasks = g_ptr_array_new ();
  self->functions = g_array_new (FALSE, FALSE, sizeof (ScopeSimFunction));
  self->saved = g_array_new (FALSE, FALSE, sizeof (ScopeSimSaved));
  self->unnamed = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->numbers = g_hash_table_new (NULL, NULL);
  self->queue = scope_sim_queue_new ();
  self->lines = scope_sim_lines_new ();
  self->locks = scope_sim_locks_new ();
  self->branches = scope_sim_branches_new ();
  self->line_bytes = 64;

  return &self->parent;
}
