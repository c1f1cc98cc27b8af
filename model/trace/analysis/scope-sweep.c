/* scope-sweep.c: what comes next. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-sweep.h"

#include "model/trace/analysis/scope-sweep-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-key.h"
#include "model/trace/analysis/scope-lane-ends.h"
#include "model/trace/document/scope-query-range.h"

#include <stdlib.h>
#include <string.h>

#define CHECK_EVERY 16384u

/* The kind above, then machine and index: 4, 20 and 40 bits. */
#define WHAT(next, machine, index) ((guint64) (next) << 60 | (guint64) (machine) << 40 | (guint64) (index))

void
scope_sweep_push (Sweep *sweep, gint64 time, Next next, guint32 machine, guint32 index)
{
  if (time >= SCOPE_TIME_MAX)
    return;
  if (sweep->taken)
    scope_time_heap_replace_first (&sweep->heap, time, WHAT (next, machine, index));
  else
    scope_time_heap_push (&sweep->heap, time, WHAT (next, machine, index));
  sweep->taken = FALSE;
}

guint32
scope_sweep_processor (Sweep *sweep, const Machine *machine, gint64 number)
{
  const Processor *processors = &sweep->processors[machine->first_processor];

  /* Mostly all are there, and each stands where its number says. */
  if (number >= 0 && number < machine->n_processors && processors[number].index == (guint32) number)
    return machine->first_processor + (guint32) number;
  for (guint p = 0; p < machine->n_processors; p++)
    if (processors[p].index == (guint32) number)
      return machine->first_processor + p;
  return SCOPE_NONE;
}

/* By the number that tables have, not the index; which of the machine's processors. */
static guint32
place_of (const Machine *machine, gint64 number)
{
  const Processor *processors = machine->processors;
  guint32 index, p = 0;

  if (number >= 0 && number < machine->n_processors && processors[number].number == (guint32) number)
    return (guint32) number;
  index = scope_machine_find_processor (machine->machine, (guint) number);
  while (p < machine->n_processors && processors[p].index != index)
    p++;
  return p < machine->n_processors ? p : SCOPE_NONE;
}

static guint32
numbered (const Machine *machine, gint64 number)
{
  guint32 place = place_of (machine, number);

  return place != SCOPE_NONE ? machine->first_processor + place : SCOPE_NONE;
}

static void
fail (Sweep *sweep, GError *error)
{
  if (sweep->error == NULL)
    sweep->error = error;
  else
    g_clear_error (&error);
}

/* --- collections --- */

static void
push_span (Sweep *sweep, const GArray *spans, guint at, Next next, guint32 index)
{
  const ScopeSpan *span;

  if (at >= spans->len)
    return;
  span = &g_array_index (spans, ScopeSpan, at);
  scope_sweep_push (sweep, span->from > sweep->time ? span->from : span->to, next, 0, index);
}

/* The span at `next` begins, or ends. */
static void
pass_span (Sweep *sweep, const GArray *spans, guint *next, Next what, guint32 index)
{
  while (*next < spans->len && g_array_index (spans, ScopeSpan, *next).to <= sweep->time)
    ++*next;
  push_span (sweep, spans, *next, what, index);
}

static void
push_own_span (Sweep *sweep, const ScopeSpan *span, Next next, guint32 index)
{
  scope_sweep_push (sweep, span->from > sweep->time ? span->from : span->to, next, 0, index);
}

/* The same of a processor; the first time, too. */
static void
pass_own_span (Sweep *sweep, Next what, guint32 index)
{
  Processor *processor = &sweep->processors[index];
  const Machine *machine = &sweep->machines[processor->machine];
  ScopeSpan *span = what == NEXT_SYNC ? &processor->sync : &processor->work;
  GError *error = NULL;

  scope_sweep_changed (sweep, processor);
  while (span->to <= sweep->time)
    if (!scope_span_feed_next (what == NEXT_SYNC ? machine->syncs : machine->works, index - machine->first_processor, span, &error))
      *span = (ScopeSpan) { SCOPE_TIME_MAX, SCOPE_TIME_MAX };
  if (error != NULL)
    fail (sweep, error);
  push_own_span (sweep, span, what, index);
}

static gboolean
sync_of (gpointer data, const gint64 *row, guint32 *ret_processor, ScopeSpan *ret_span)
{
  const Machine *machine = data;
  ScopeCollectionSpan span;

  if (!scope_gc_span (machine->machine, row, &span))
    return FALSE;
  *ret_processor = place_of (machine, row[SCOPE_COLLECTION_PROCESSOR]);
  *ret_span = (ScopeSpan) { span.request, span.start };
  return TRUE;
}

/* Which of those that were stopped collected, and when. */
static gboolean
work_of (gpointer data, const gint64 *row, guint32 *ret_processor, ScopeSpan *ret_span)
{
  const Machine *machine = data;
  gint64 start = row[SCOPE_GC_WORK_START] + machine->offset;

  *ret_processor = place_of (machine, row[SCOPE_GC_WORK_PROCESSOR]);
  *ret_span = (ScopeSpan) { start, start + row[SCOPE_GC_WORK_DURATION] };
  return TRUE;
}

/* Logs of a collector with one thread do not say so: it is the leader. */
static gboolean
leader_work_of (gpointer data, const gint64 *row, guint32 *ret_processor, ScopeSpan *ret_span)
{
  const Machine *machine = data;
  ScopeCollectionSpan span;

  if (!scope_gc_span (machine->machine, row, &span))
    return FALSE;
  *ret_processor = place_of (machine, row[SCOPE_COLLECTION_PROCESSOR]);
  *ret_span = (ScopeSpan) { span.start, span.end };
  return TRUE;
}

static gboolean
open_collections (Machine *machine, GError **error)
{
  ScopeTable *const *tables = machine->machine->tables;
  gboolean works_known = scope_table_n_rows (tables[SCOPE_TABLE_GC_WORK]) > 0;

  return (machine->syncs = scope_span_feed_new (tables[SCOPE_TABLE_COLLECTIONS], machine->n_processors, sync_of, machine, error)) != NULL
         && (machine->works = scope_span_feed_new (tables[works_known ? SCOPE_TABLE_GC_WORK : SCOPE_TABLE_COLLECTIONS], machine->n_processors,
                                                   works_known ? work_of : leader_work_of, machine, error)) != NULL
         && (machine->collections = scope_gc_spans_read (machine->machine, error)) != NULL
         && (machine->stops = scope_gc_stops_read (machine->machine, error)) != NULL;
}

/* --- lanes of processors --- */

static void
next_lane (Sweep *sweep, guint32 index)
{
  Processor *processor = &sweep->processors[index];
  ScopeInterval interval;
  GError *error = NULL;

  scope_sweep_changed (sweep, processor);
  if (!scope_interval_cursor_next (&processor->lane, &interval, &error))
    {
      processor->code = SCOPE_CODE_IDLE; /* after its end it does nothing */
      processor->until = SCOPE_TIME_MAX;
      if (error != NULL)
        fail (sweep, error);
      return;
    }
  processor->code = interval.code;
  processor->until = scope_time_add (interval.to, processor->offset);
  if (scope_code_info (interval.code)->ref == SCOPE_REF_RUNS && interval.ref > 0)
    processor->last = (ScopeTaskId) { processor->machine, interval.ref - 1 };
  scope_sweep_push (sweep, processor->until, NEXT_LANE, 0, index);
}

static gboolean
runs (gpointer data, const ScopeInterval *interval)
{
  return scope_code_state (interval->code) == SCOPE_STATE_RUNNING;
}

/* When it runs for the first time, and until when for the last. */
static gboolean
find_runs (Processor *processor, ScopeMachine *machine, GError **error)
{
  ScopeInterval interval;
  GError *local = NULL;

  if (scope_lane_first (machine->lanes, processor->lane_number, runs, NULL, &interval, &local))
    processor->first_run = interval.from + processor->offset;
  if (local == NULL && processor->first_run < SCOPE_TIME_MAX
      && scope_lane_last (machine->lanes, processor->lane_number, SCOPE_TIME_MAX, runs, NULL, &interval, &local))
    processor->last_run = scope_time_add (interval.to, processor->offset);
  return scope_passed (local, error);
}

/* --- births, migrations, labels --- */

static void
push_birth (Sweep *sweep, Machine *machine)
{
  gint64 time = scope_task_births_time (&machine->births);

  if (time < SCOPE_TIME_MAX)
    scope_sweep_push (sweep, MAX (time, sweep->time), NEXT_BIRTH, machine->machine->index, 0);
}

static void
push_migration (Sweep *sweep, Machine *machine)
{
  GError *error = NULL;

  if (scope_table_cursor_next (&machine->migrations, machine->migration, &error))
    scope_sweep_push (sweep, MAX (machine->migration[SCOPE_MIGRATION_TIME] + machine->offset, sweep->time), NEXT_MIGRATION,
                      machine->machine->index, 0);
  else if (error != NULL)
    fail (sweep, error);
}

static void
pass_label (Sweep *sweep, Machine *machine)
{
  GError *error = NULL;

  scope_sweep_label (sweep, machine->labels.task, machine->labels.label);
  if (!scope_label_stream_next (&machine->labels, &error))
    fail (sweep, error);
  else
    scope_sweep_push (sweep, machine->labels.time, NEXT_LABEL, machine->machine->index, 0);
}

/* --- setting up --- */

static gboolean
open_machine (Sweep *sweep, guint m, GError **error)
{
  Machine *machine = &sweep->machines[m];
  ScopeMachine *source = machine->machine;

  machine->n_by_thread = scope_machine_n_entities (source, SCOPE_KIND_THREAD);
  machine->pages = g_new0 (NodePage *, machine->n_by_thread / NODES + 1u);
  scope_task_births_init (&machine->births, sweep->tasks, source);
  for (guint p = 0; p < machine->n_processors; p++)
    {
      Processor *processor = &sweep->processors[machine->first_processor + p];

      if (!find_runs (processor, source, error))
        return FALSE;
      sweep->scheduled |= processor->first_run < SCOPE_TIME_MAX;
      scope_interval_cursor_init (&processor->lane, source->lanes, processor->lane_number, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
    }
  scope_table_cursor_init (&machine->migrations, source->tables[SCOPE_TABLE_MIGRATIONS], SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  machine->has_cursors = TRUE;
  return scope_label_stream_init (&machine->labels, source, &sweep->labels, error)
         && open_collections (machine, error);
}

static void
begin_processor (Sweep *sweep, guint32 p)
{
  Processor *processor = &sweep->processors[p];
  gint64 first, last;

  processor->cause = SCOPE_N_CAUSES;
  processor->runs = processor->last = SCOPE_NO_TASK;
  processor->code = SCOPE_CODE_IDLE;
  processor->own = SCOPE_CAUSE_UNKNOWN;
  scope_sweep_changed (sweep, processor);
  /* Its first interval may begin later. */
  if (scope_lane_store_life (sweep->machines[processor->machine].machine->lanes, processor->lane_number, &first, &last)
      && first + processor->offset > sweep->time)
    scope_sweep_push (sweep, first + processor->offset, NEXT_LANE, 0, p);
  else
    next_lane (sweep, p);
  pass_own_span (sweep, NEXT_SYNC, p);
  pass_own_span (sweep, NEXT_WORK, p);
}

static void
begin (Sweep *sweep)
{
  sweep->time = sweep->facts->first;
  for (guint p = 0; p < sweep->n_processors; p++)
    begin_processor (sweep, p);
  for (guint m = 0; m < sweep->n_machines; m++)
    {
      push_span (sweep, sweep->machines[m].collections, 0, NEXT_COLLECTION, m);
      push_span (sweep, sweep->machines[m].stops, 0, NEXT_STOP, m);
      push_birth (sweep, &sweep->machines[m]);
      push_migration (sweep, &sweep->machines[m]);
      scope_sweep_push (sweep, sweep->machines[m].labels.time, NEXT_LABEL, m, 0);
    }
}

/* --- the pass --- */

static void
step (Sweep *sweep, guint64 what)
{
  guint32 machine = (guint32) (what >> 40 & 0xfffff), index = (guint32) what;
  Machine *m = &sweep->machines[machine];

  switch ((Next) (what >> 60))
    {
    case NEXT_LANE:
      next_lane (sweep, index);
      break;
    case NEXT_SYNC:
    case NEXT_WORK:
      pass_own_span (sweep, (Next) (what >> 60), index);
      break;
    case NEXT_COLLECTION:
      m = &sweep->machines[index];
      pass_span (sweep, m->collections, &m->next_collection, NEXT_COLLECTION, index);
      scope_sweep_collecting (sweep, m, m->next_collection < m->collections->len
                                            && g_array_index (m->collections, ScopeSpan, m->next_collection).from <= sweep->time);
      break;
    case NEXT_STOP:
      m = &sweep->machines[index];
      for (guint p = 0; p < m->n_processors; p++)
        scope_sweep_changed (sweep, &sweep->processors[m->first_processor + p]);
      pass_span (sweep, m->stops, &m->next_stop, NEXT_STOP, index);
      break;
    case NEXT_BIRTH:
      scope_sweep_born (sweep, (ScopeTaskId) { machine, scope_task_births_take (&m->births) });
      push_birth (sweep, m);
      break;
    case NEXT_TASK:
      scope_sweep_advance (sweep, (ScopeTaskId) { machine, index });
      break;
    case NEXT_MIGRATION:
      scope_sweep_migrate (sweep, (ScopeTaskId) { machine, (guint32) m->migration[SCOPE_MIGRATION_THREAD] },
                           numbered (m, m->migration[SCOPE_MIGRATION_TO]));
      push_migration (sweep, m);
      break;
    default:
      pass_label (sweep, m);
      break;
    }
}

/* A stretch of the blame ends: all of it is told, and how long how many ran; where it was one, under which label. */
static void
cut (Sweep *sweep)
{
  GError *error = NULL;

  scope_sweep_tell_all (sweep);
  for (guint n = 0; n <= sweep->n_processors; n++)
    if (n != 1 && sweep->concurrency[n] > 0)
      scope_blame_tree_add_sum (sweep->facts->blame, n, 0, sweep->concurrency[n]);
  SCOPE_EACH (const guint32, label, sweep->alone_labels)
    {
      gint64 *alone = &g_array_index (sweep->alone, gint64, *label);

      scope_blame_tree_add_sum (sweep->facts->blame, 1, *label, *alone);
      *alone = 0;
    }
  g_array_set_size (sweep->alone_labels, 0);
  memset (sweep->concurrency, 0, (sweep->n_processors + 1u) * sizeof *sweep->concurrency);
  if (!scope_blame_tree_cut (sweep->facts->blame, sweep->time, &error))
    fail (sweep, error);
}

static void
take_runs (Sweep *sweep)
{
  for (guint p = 0; p < sweep->n_processors; p++)
    {
      const Processor *processor = &sweep->processors[p];
      const ScopeProcessorRuns runs = { processor->machine, processor->index, processor->first_run, processor->last_run };

      g_array_append_val (sweep->facts->runs, runs);
    }
}

/* What comes second, or soon, is fetched while the first is passed: until its turn comes again, a task or processor has left the near
 * caches. */
static inline void
fetch_second (Sweep *sweep)
{
  const guint64 what = scope_time_heap_beside (&sweep->heap)->what;

  if (what >> 60 == NEXT_LANE)
    scope_sweep_fetch (&sweep->processors[(guint32) what], sizeof (Processor));
  else if (what >> 60 == NEXT_TASK)
    scope_sweep_fetch_node (sweep, (ScopeTaskId) { (guint32) (what >> 40 & 0xfffff), (guint32) what });
}

static gboolean
sweep_all (const ScopeQueryRange *within, Sweep *sweep, GError **error)
{
  const ScopeDerivedFacts *facts = sweep->facts;
  guint n = 0;

  begin (sweep);
  while (sweep->heap.n > 0 && sweep->time < facts->last && sweep->error == NULL)
    {
      ScopeTimeHeapItem item = *scope_time_heap_first (&sweep->heap);
      gint64 time = CLAMP (item.time, sweep->time, facts->last);

      fetch_second (sweep);
      if (time > sweep->time)
        {
          scope_sweep_pass (sweep, sweep->time, time);
          sweep->time = time;
          if (scope_blame_tree_is_full (facts->blame, g_hash_table_size (sweep->nodes)))
            cut (sweep);
        }
      if (time >= facts->last)
        break;
      sweep->taken = TRUE;
      step (sweep, item.what);
      if (sweep->taken)
        scope_time_heap_pop (&sweep->heap);
      sweep->taken = FALSE;
      if (++n % CHECK_EVERY != 0)
        continue;
      scope_query_range_progress (within, (guint64) (time - facts->first), (guint64) (facts->last - facts->first));
      if (scope_query_range_cancelled (within, error))
        return FALSE;
    }
  if (sweep->time < facts->last && sweep->error == NULL)
    scope_sweep_pass (sweep, sweep->time, facts->last);
  sweep->time = facts->last;
  cut (sweep);
  return scope_passed (g_steal_pointer (&sweep->error), error);
}

/* --- from begin to end --- */

static void
sweep_clear (Sweep *sweep)
{
  g_hash_table_unref (sweep->nodes);
  g_free (sweep->concurrency);
  g_array_unref (sweep->alone);
  g_array_unref (sweep->alone_labels);
  g_free (sweep->changed);
  g_free (sweep->changed_machines);
  scope_sweep_spare_clear (&sweep->spares);
  scope_sweep_live_clear (sweep);
  scope_time_heap_clear (&sweep->heap);
  scope_labels_clear (&sweep->labels);
  scope_work_sums_free (sweep->work);
  for (guint m = 0; m < sweep->n_machines; m++)
    {
      Machine *machine = &sweep->machines[m];

      if (machine->has_cursors)
        {
          scope_table_cursor_clear (&machine->migrations);
          scope_label_stream_clear (&machine->labels);
        }
      scope_span_feed_free (machine->syncs);
      scope_span_feed_free (machine->works);
      g_clear_pointer (&machine->collections, g_array_unref);
      g_clear_pointer (&machine->stops, g_array_unref);
      for (guint32 i = 0; machine->pages != NULL && i <= machine->n_by_thread / NODES; i++)
        g_free (machine->pages[i]);
      g_free (machine->pages);
      scope_task_births_clear (&machine->births);
    }
  for (guint p = 0; p < sweep->n_processors; p++)
    {
      Processor *processor = &sweep->processors[p];

      if (processor->lane.store != NULL)
        scope_interval_cursor_clear (&processor->lane);
    }
  g_free (sweep->machines);
  g_free (sweep->processors);
  g_clear_error (&sweep->error);
}

static void
find_processors (Sweep *sweep, ScopeTrace *trace)
{
  g_autoptr (GArray) found = g_array_new (FALSE, TRUE, sizeof (Processor));

  sweep->n_machines = scope_trace_n_machines (trace);
  sweep->machines = g_new0 (Machine, sweep->n_machines);
  for (guint m = 0; m < sweep->n_machines; m++)
    {
      Machine *machine = &sweep->machines[m];

      machine->machine = scope_trace_machine (trace, m);
      machine->offset = machine->machine->offset;
      machine->first_processor = found->len;
      for (guint i = 0; i < SCOPE_N_WAIT_PIECES; i++)
        machine->waiting[i].processor = SCOPE_NONE;
      for (guint32 p = 0; p < scope_machine_n_entities (machine->machine, SCOPE_KIND_PROCESSOR); p++)
        {
          const ScopeEntity *entity = scope_machine_entity (machine->machine, SCOPE_KIND_PROCESSOR, p);
          const Processor processor = { .machine = m,
                                        .index = p,
                                        .number = scope_machine_find_processor (machine->machine, entity->number) == p ? entity->number : SCOPE_NONE,
                                        .sync = { SCOPE_TIME_MIN, SCOPE_TIME_MIN },
                                        .work = { SCOPE_TIME_MIN, SCOPE_TIME_MIN },
                                        .queue.processor = found->len,
                                        .lane_number = entity->lane,
                                        .offset = machine->offset,
                                        .first_run = SCOPE_TIME_MAX,
                                        .last_run = SCOPE_TIME_MIN };

          if (scope_machine_is_processor (machine->machine, p))
            g_array_append_val (found, processor);
        }
      machine->n_processors = found->len - machine->first_processor;
    }
  sweep->n_processors = found->len;
  sweep->processors = (Processor *) (gpointer) g_array_free (g_steal_pointer (&found), FALSE);
  for (guint m = 0; m < sweep->n_machines; m++)
    sweep->machines[m].processors = sweep->processors + sweep->machines[m].first_processor;
  sweep->concurrency = g_new0 (gint64, sweep->n_processors + 1);
  sweep->alone = g_array_new (FALSE, TRUE, sizeof (gint64));
  sweep->alone_labels = g_array_new (FALSE, FALSE, sizeof (guint32));
  sweep->changed = g_new (guint32, sweep->n_processors + 1);
  sweep->changed_machines = g_new (guint32, sweep->n_machines + 1);
  scope_sweep_spare_init (&sweep->spares, sweep->n_machines);
}

/* In the order of BlameWord. */
static void
name_words (Sweep *sweep)
{
  static const char *const words[SCOPE_N_BLAME_WORDS] = { "(start)",   "(ready)", "(gc)",      "(ended)",     "(timer)",
                                                          "(foreign)", "(never)", "(unknown)", "(in flight)", "(delivered)" };

  for (guint i = 0; i < SCOPE_N_BLAME_WORDS; i++)
    sweep->words[i] = scope_labels_number (&sweep->labels, words[i]);
}

gboolean
scope_sweep (const ScopeQueryRange *within, ScopeTasks *tasks, ScopeDeriving *out, GError **error)
{
  ScopeDerivedFacts *facts = scope_deriving_facts (out);
  Sweep sweep = { .tasks = tasks, .out = out, .facts = facts, .cancellable = within->cancellable };
  gboolean ok = TRUE;

  sweep.erlang = scope_trace_runtime (within->trace) == SCOPE_RUNTIME_ERLANG;
  sweep.nodes = g_hash_table_new_full (scope_task_id_hash, scope_task_id_equal, NULL, scope_sweep_free_node);
  scope_labels_init (&sweep.labels);
  name_words (&sweep);
  find_processors (&sweep, within->trace);
  sweep.work = scope_work_sums_new (sweep.n_processors, facts->first, facts->last);
  facts->blame = scope_blame_tree_new (facts->bytes, facts->first);
  for (guint m = 0; ok && m < sweep.n_machines; m++)
    ok = open_machine (&sweep, m, error);
  scope_sweep_live_init (&sweep);
  ok = ok && sweep_all (within, &sweep, error);
  facts->labels = g_ptr_array_ref (sweep.labels.texts);
  facts->work = scope_work_sums_finish (sweep.work);
  take_runs (&sweep);
  sweep_clear (&sweep);
  return ok;
}
