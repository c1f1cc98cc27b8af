/* scope-derived-read.c: what was found out, of a range. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-derived-wait.h"
#include "model/trace/analysis/scope-deriving.h"
#include "model/trace/analysis/scope-gc-spans.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/zoom/scope-tally.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

/* --- loss --- */

static gboolean
read_causes (ScopeMachine *machine, guint32 lane, ScopeDerived *derived, gint64 from, gint64 to, GArray *causes, GError **error)
{
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  GError *local = NULL;

  scope_interval_cursor_init (&cursor, machine->lanes, lane, from - machine->offset, to - machine->offset);
  while (scope_interval_cursor_next (&cursor, &interval, &local))
    {
      ScopeCauseInterval cause = { interval.from + machine->offset, scope_time_add (interval.to, machine->offset), SCOPE_CAUSE_UNKNOWN,
                                   scope_derived_party (derived, machine->index, interval.code, interval.ref) };

      if (!scope_cause_of_code (interval.code, &cause.cause) || cause.cause == SCOPE_CAUSE_RUNNING)
        continue;
      g_array_append_val (causes, cause);
    }
  scope_interval_cursor_clear (&cursor);
  return scope_passed (local, error);
}

static gboolean
read_processor (ScopeDerived *derived, const ScopeAnalysis *result, ScopeProcessorLoss *loss, ScopeTally *tally, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (scope_derived_get_lanes (derived), loss->machine);
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, loss->processor)->lane;
  gboolean ok;

  scope_tally_init (tally, 0, NULL);
  ok = scope_lane_store_tally (machine->lanes, lane, result->from - machine->offset, result->to - machine->offset, tally, error);
  for (guint c = 0; c < SCOPE_N_CAUSES && ok; c++)
    {
      guint code = scope_cause_code ((ScopeCause) c);

      if (tally->used & ((guint64) 1 << code))
        loss->parts[c] = tally->codes[code].time;
    }
  scope_tally_clear (tally);
  return ok && (loss->causes == NULL || read_causes (machine, lane, derived, result->from, result->to, loss->causes, error));
}

static void
find_processors (const ScopeDerivedFacts *facts, ScopeAnalysis *result, gboolean with_causes)
{
  result->n_processors = facts->runs->len;
  result->processors = g_new0 (ScopeProcessorLoss, result->n_processors);
  result->concurrency = g_new0 (gint64, result->n_processors + 1);
  for (guint p = 0; p < result->n_processors; p++)
    {
      const ScopeProcessorRuns *runs = &g_array_index (facts->runs, ScopeProcessorRuns, p);

      result->processors[p] = (ScopeProcessorLoss) { .machine = runs->machine, .processor = runs->processor,
                                                     .first_run = runs->first, .last_run = runs->last };
      if (with_causes)
        result->processors[p].causes = g_array_new (FALSE, FALSE, sizeof (ScopeCauseInterval));
    }
}

static gboolean
read_loss (ScopeDerived *derived, const ScopeQueryRange *within, ScopeAnalysis *result, GError **error)
{
  g_autofree ScopeTally *tally = g_new (ScopeTally, 1);

  for (guint p = 0; p < result->n_processors; p++)
    {
      if (scope_query_range_cancelled (within, error)
          || !read_processor (derived, result, &result->processors[p], tally, error))
        return FALSE;
      for (guint c = 0; c < SCOPE_N_CAUSES; c++)
        result->parts[c] = scope_time_add (result->parts[c], result->processors[p].parts[c]);
    }
  return TRUE;
}

/* --- blame, and how many ran at once --- */

typedef struct
{
  ScopeDerived *derived;
  ScopeAnalysis *result;
  ScopeBlameSums sums;
} Reading;

static void
take_sum (gpointer data, const ScopeBlame *sum)
{
  Reading *reading = data;

  if (sum->task.machine != SCOPE_NONE)
    scope_blame_sums_add (&reading->sums, sum);
  else if (sum->task.thread <= reading->result->n_processors)
    reading->result->concurrency[sum->task.thread] += sum->direct;
  if (sum->task.machine == SCOPE_NONE && sum->task.thread == 1 && sum->label < reading->result->labels->len)
    reading->result->alone[sum->label] += sum->direct;
}

typedef struct
{
  gint64 time;
  gint64 change; /* of how many run */
} Step;

SCOPE_COMPARE_BY (compare_steps, Step, SCOPE_UP (time))

static gboolean
add_steps (ScopeMachine *machine, guint32 lane, gint64 from, gint64 to, GArray *steps, GError **error)
{
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  GError *local = NULL;

  scope_interval_cursor_init (&cursor, machine->lanes, lane, from - machine->offset, to - machine->offset);
  while (scope_interval_cursor_next (&cursor, &interval, &local))
    {
      const Step up = { interval.from + machine->offset, 1 }, down = { scope_time_add (interval.to, machine->offset), -1 };

      if (interval.code != SCOPE_CODE_RUNNING)
        continue;
      g_array_append_val (steps, up);
      g_array_append_val (steps, down);
    }
  scope_interval_cursor_clear (&cursor);
  return scope_passed (local, error);
}

/* Labels for what ran alone: of whoever is on the path then. */
typedef struct
{
  ScopeAnalysis *result;
  GArray *spans; /* of ScopeSpan, in order of time */
  guint next;
} Labelling;

static void
label_spans (gpointer data, const ScopePathSegment *segment, const char *label)
{
  Labelling *labelling = data;

  for (; labelling->next < labelling->spans->len; labelling->next++)
    {
      const ScopeSpan *span = &g_array_index (labelling->spans, ScopeSpan, labelling->next);
      gint64 both = MIN (span->to, segment->to) - MAX (span->from, segment->from);

      if (both > 0 && segment->kind == SCOPE_PATH_RUNNING && segment->label > 0)
        {
          labelling->result->alone[segment->label] += both;
          labelling->result->alone[0] -= both;
        }
      if (span->to > segment->to)
        return;
    }
}

static gboolean
add_labels (Reading *reading, GArray *spans, gint64 from, gint64 to, GError **error)
{
  const ScopeQueryRange within = { .trace = scope_derived_get_lanes (reading->derived), .from = from, .to = to };
  Labelling labelling = { reading->result, spans, 0 };

  SCOPE_EACH (const ScopeSpan, span, spans)
    reading->result->alone[0] += span->to - span->from;
  return spans->len == 0 || scope_derived_walk_path (reading->derived, &within, label_spans, &labelling, error);
}

/* Of a part of a stretch: from the lanes themselves. */
static gboolean
add_part (gpointer data, gint64 from, gint64 to, GError **error)
{
  Reading *reading = data;
  ScopeAnalysis *result = reading->result;
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step)), alone = g_array_new (FALSE, FALSE, sizeof (ScopeSpan));
  gint64 n = 0, begin = from;

  for (guint p = 0; p < result->n_processors; p++)
    {
      const ScopeProcessorLoss *loss = &result->processors[p];
      ScopeMachine *machine = scope_trace_machine (scope_derived_get_lanes (reading->derived), loss->machine);

      if (!add_steps (machine, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, loss->processor)->lane, from, to, steps, error))
        return FALSE;
    }
  g_array_sort (steps, compare_steps);
  SCOPE_EACH (const Step, step, steps)
    {
      const ScopeSpan span = { from, step->time };

      result->concurrency[n] += step->time - from;
      if (n == 1 && step->time > from)
        g_array_append_val (alone, span);
      n += step->change;
      from = step->time;
    }
  result->concurrency[0] += to - from;
  return add_labels (reading, alone, begin, to, error);
}

/* The most first. */
SCOPE_COMPARE_BY (compare_blame, ScopeBlame, SCOPE_COMPARE (y->direct + y->cascaded, x->direct + x->cascaded); SCOPE_UP (task.machine) SCOPE_UP (task.thread) SCOPE_UP (label))

static gboolean
read_waits (const ScopeDerivedFacts *facts, ScopeAnalysis *result, GError **error)
{
  gint64 totals[SCOPE_N_STATES] = { 0 };

  if (!scope_lane_store_range_totals (facts->whole, SCOPE_WHOLE_WAITS, result->from, result->to, totals, error))
    return FALSE;
  for (guint c = 0; c <= SCOPE_WAIT_CLASS_OTHER; c++)
    result->waited[scope_wait_class_code ((ScopeWaitClass) c)] = totals[c];
  result->never = MAX (MIN (facts->never_to, result->to) - MAX (facts->never_from, result->from), 0);
  result->never_task = result->never > 0 ? facts->never_task : SCOPE_NO_TASK;
  return TRUE;
}

static gboolean
read_blame (ScopeDerived *derived, const ScopeQueryRange *within, ScopeAnalysis *result, GError **error)
{
  const ScopeDerivedFacts *facts = scope_derived_facts (derived);
  Reading reading = { derived, result, { 0 } };
  const ScopeBlameVisitor visitor = { take_sum, add_part, within->cancellable, &reading };
  gboolean ok = scope_blame_tree_visit (facts->blame, result->from, result->to, &visitor, error) && read_waits (facts, result, error);

  g_array_append_vals (result->blame, reading.sums.sums, reading.sums.n);
  scope_blame_sums_clear (&reading.sums);
  g_array_sort (result->blame, compare_blame);
  return ok;
}

ScopeAnalysis *
scope_derived_read (ScopeDerived *derived, const ScopeQueryRange *within, ScopeAnalyse what, GError **error)
{
  g_autoptr (ScopeAnalysis) result = g_new0 (ScopeAnalysis, 1);
  const ScopeDerivedFacts *facts = scope_derived_facts (derived);

  result->first = facts->first;
  result->last = facts->last;
  result->from = CLAMP (within->from, result->first, result->last);
  result->to = CLAMP (within->to, result->from, result->last);
  result->never_task = SCOPE_NO_TASK;
  result->blame = g_array_new (FALSE, FALSE, sizeof (ScopeBlame));
  result->labels = g_ptr_array_ref (facts->labels);
  result->alone = g_new0 (gint64, facts->labels->len + 1);
  find_processors (facts, result, (what & SCOPE_ANALYSE_CAUSES) != 0);
  if ((what & (SCOPE_ANALYSE_LOSS | SCOPE_ANALYSE_CAUSES)) != 0 && !read_loss (derived, within, result, error))
    return NULL;
  if ((what & SCOPE_ANALYSE_BLAME) != 0 && !read_blame (derived, within, result, error))
    return NULL;
  return g_steal_pointer (&result);
}

static ScopeBytes *
in_memory (guint n, gpointer data)
{
  return scope_bytes_new_memory ();
}

ScopeDerived *
scope_derived_dup_or_make (const ScopeQueryRange *within, GError **error)
{
  ScopeDerived *derived = scope_derived_await (within, error) ? scope_derived_dup (within->trace) : NULL;

  if (derived != NULL || g_cancellable_is_cancelled (within->cancellable))
    return derived;
  return scope_derived_make (within, in_memory, NULL, error);
}

ScopeAnalysis *
scope_analysis_read (const ScopeQueryRange *within, ScopeAnalyse what, GError **error)
{
  g_autoptr (ScopeDerived) derived = scope_derived_dup_or_make (within, error);

  return derived != NULL ? scope_derived_read (derived, within, what, error) : NULL;
}

/* --- the path --- */

gboolean
scope_derived_walk_path (ScopeDerived *derived, const ScopeQueryRange *within, ScopePathFunc func, gpointer data, GError **error)
{
  const ScopeDerivedFacts *facts = scope_derived_facts (derived);
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  GError *local = NULL;
  guint n = 0;

  scope_interval_cursor_init (&cursor, facts->whole, SCOPE_WHOLE_PATH, within->from, within->to);
  while ((++n % 4096 != 0 || !scope_query_range_cancelled (within, &local)) && scope_interval_cursor_next (&cursor, &interval, &local))
    {
      ScopePathSegment segment = { .from = interval.from, .to = interval.to, .task = SCOPE_NO_TASK, .by = SCOPE_NO_TASK };

      if (!scope_path_kind_of_code (interval.code, &segment.kind))
        continue;
      if (interval.ref > 0 && interval.ref <= facts->steps->len)
        {
          const ScopePathStep *step = &g_array_index (facts->steps, ScopePathStep, interval.ref - 1);

          segment.task = step->task;
          segment.by = step->by;
          segment.label = step->label;
        }
      func (data, &segment, g_ptr_array_index (facts->labels, segment.label));
    }
  scope_interval_cursor_clear (&cursor);
  return scope_passed (local, error);
}

ScopeCriticalPath *
scope_derived_read_path (ScopeDerived *derived, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (ScopeCriticalPath) path = scope_critical_path_new ();

  path->labels = g_ptr_array_ref (scope_derived_facts (derived)->labels);
  return scope_derived_walk_path (derived, within, scope_critical_path_append, path, error) ? g_steal_pointer (&path) : NULL;
}

/* --- the path as sums --- */

typedef struct
{
  ScopeDerived *derived;
  ScopeQueryRange within;
  guint n_parts;
  ScopePathFunc segment;
  ScopePathSumsFunc sums;
  gpointer data;
  GArray *found;     /* of ScopePathSegment: the sums of a stretch */
  gint64 begin, end; /* what is to be told segment by segment, before what follows it */
  gboolean damaged;
  GError *error; /* the first */
} Summing;

static gint64
part_end (const Summing *summing, guint part)
{
  const ScopeQueryRange *within = &summing->within;

  return part + 1 < summing->n_parts ? within->from + (gint64) ((double) (within->to - within->from) * (part + 1) / summing->n_parts) : within->to;
}

static guint
part_of (const Summing *summing, gint64 time)
{
  const ScopeQueryRange *within = &summing->within;

  return MIN ((guint) ((double) (time - within->from) * summing->n_parts / (double) (within->to - within->from)), summing->n_parts - 1);
}

/* Its sums come next. */
static gboolean
fits (gpointer data, gint64 t0, gint64 t1)
{
  Summing *summing = data;

  g_array_set_size (summing->found, 0);
  return t1 <= part_end (summing, part_of (summing, t0));
}

static void
take_path_sum (gpointer data, const ScopeBlame *sum)
{
  Summing *summing = data;
  const GArray *steps = scope_derived_facts (summing->derived)->steps;
  ScopePathSegment segment = { .kind = (ScopePathKind) sum->task.machine, .to = sum->direct };
  const ScopePathStep *step;

  if (sum->task.machine >= SCOPE_N_PATH_KINDS || sum->task.thread >= steps->len)
    {
      summing->damaged = TRUE;
      return;
    }
  step = &g_array_index (steps, ScopePathStep, sum->task.thread);
  segment.task = step->task;
  segment.by = step->by;
  segment.label = step->label;
  g_array_append_val (summing->found, segment);
}

static void
tell_segments (Summing *summing)
{
  ScopeQueryRange within = summing->within;

  within.from = summing->begin;
  within.to = summing->end;
  if (summing->end > summing->begin && summing->error == NULL)
    scope_derived_walk_path (summing->derived, &within, summing->segment, summing->data, &summing->error);
  summing->begin = summing->end = SCOPE_TIME_MIN;
}

static gboolean
take_path_sums (gpointer data, gint64 t0, gint64 t1)
{
  Summing *summing = data;

  tell_segments (summing);
  SCOPE_EACH (ScopePathSegment, segment, summing->found)
    {
      segment->from = t0;
      segment->to = t0 + MIN (segment->to, t1 - t0);
    }
  return summing->error != NULL || summing->damaged
         || summing->sums (summing->data, (const ScopePathSegment *) (gpointer) summing->found->data, summing->found->len, part_of (summing, t0));
}

static gboolean
add_path_part (gpointer data, gint64 from, gint64 to, GError **error)
{
  Summing *summing = data;

  if (from != summing->end)
    {
      tell_segments (summing);
      summing->begin = from;
    }
  summing->end = to;
  return TRUE;
}

gboolean
scope_derived_sum_path (ScopeDerived *derived, const ScopeQueryRange *within, guint n_parts, ScopePathFunc segment, ScopePathSumsFunc sums,
                        gpointer data, GError **error)
{
  const ScopeDerivedFacts *facts = scope_derived_facts (derived);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (ScopePathSegment));
  Summing summing = { derived, *within, n_parts, segment, sums, data, found, SCOPE_TIME_MIN, SCOPE_TIME_MIN, FALSE, NULL };
  const ScopeBlameVisitor visitor = { take_path_sum, add_path_part, within->cancellable, &summing, fits, take_path_sums };

  summing.within.from = CLAMP (within->from, facts->first, facts->last);
  summing.within.to = CLAMP (within->to, summing.within.from, facts->last);
  if (summing.within.from >= summing.within.to)
    return TRUE;
  if (!scope_blame_tree_visit (facts->path, summing.within.from, summing.within.to, &visitor, error))
    {
      g_clear_error (&summing.error);
      return FALSE;
    }
  tell_segments (&summing);
  if (summing.damaged && summing.error == NULL)
    return scope_fail (error, G_IO_ERROR_INVALID_DATA, _("A block of the index is damaged"));
  return scope_passed (summing.error, error);
}
