/* scope-statistics.c: the statistics that a window shows: out of tallies and sums of the index, so that a range of any length
 * costs a few reads a lane.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-statistics.h"

#include "model/base/scope-compare.h"
#include "model/trace/statistics/scope-ended-threads.h"
#include "model/zoom/scope-tally.h"

/* Durations kept one by one of each code: enough for the ends of the ranges of a thousand lanes. */
#define MOST_VALUES 524288u
#define CHECK_EVERY 256u
/* So few rows are read one by one, and percentiles exact. */
#define EXACT_ROWS 250000.0

gboolean
scope_statistics_has_kind (ScopeTrace *trace, ScopeKind kind)
{
  if (scope_trace_n_machines (trace) == 0 || scope_trace_kind_label (trace, kind, TRUE) == NULL)
    return FALSE;
  if (scope_trace_kind_repeats (trace, kind))
    return FALSE;
  if (kind == SCOPE_KIND_MACHINE)
    return TRUE;
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    if (scope_machine_n_entities (scope_trace_machine (trace, m), kind) > 0)
      return TRUE;
  return FALSE;
}

/* --- lanes of a kind --- */

static guint64
count_lanes (const ScopeQueryRange *within, ScopeKind kind)
{
  guint64 n = 0;

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    n += kind == SCOPE_KIND_MACHINE ? 1 : scope_machine_n_entities (scope_trace_machine (within->trace, m), kind);
  return n;
}

typedef gboolean (*LaneFunc) (const ScopeQueryRange *within, ScopeLaneId id, gint64 from, gint64 to, gpointer data,
                              GError **error);
/* What is known of a machine's threads together. */
typedef gboolean (*EndedFunc) (const ScopeQueryRange *within, guint32 machine, const ScopeLaneEnded *ended, gpointer data, GError **error);

/* NULL, too, if one of those that are left out is among them: the runtime's own threads are its first ones. */
static const ScopeLaneEnded *
find_ended (const ScopeQueryRange *within, guint32 m, guint32 *ret_n)
{
  guint32 before = 0;
  const ScopeLaneEnded *ended = scope_ended_threads (within, m, &before);
  guint n_helpers;
  g_autofree guint32 *helpers = ended != NULL ? scope_trace_dup_helpers (within->trace, m, &n_helpers) : NULL;

  if (ended == NULL || (helpers != NULL && n_helpers > 0 && helpers[n_helpers - 1] >= before))
    return NULL;
  *ret_n = before;

  return ended;
}

/* Calls func for every lane of the kind, with the range on its machine's clock; `ended_func` (or NULL) for what is known of many together. */
static gboolean
each_lane (const ScopeQueryRange *within, ScopeKind kind, LaneFunc func, EndedFunc ended_func, gpointer data, guint64 before, guint64 all,
           GError **error)
{
  guint64 done = before;

  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, m);
      guint32 n = kind == SCOPE_KIND_MACHINE ? 1 : scope_machine_n_entities (machine, kind);
      const ScopeLaneEnded *ended = ended_func != NULL && kind == SCOPE_KIND_THREAD ? find_ended (within, m, &n) : NULL;
      gint64 from, to;

      scope_query_range_own_range (within, machine, &from, &to);
      for (guint32 i = 0; i < n; i++)
        {
          ScopeLaneId id = { m, kind, i };

          if (kind == SCOPE_KIND_PROCESSOR && scope_machine_is_gc_track (machine, i))
            continue; /* it says of all schedulers when one collected */
          if (scope_query_range_has_lane (within, id) && !func (within, id, from, to, data, error))
            return FALSE;
          if (++done % CHECK_EVERY == 0 && scope_query_range_cancelled (within, error))
            return FALSE;
          scope_query_range_progress (within, done, all);
        }
      if (ended != NULL && !ended_func (within, m, ended, data, error))
        return FALSE;
      done += ended != NULL ? ended->n_lanes : 0;
    }
  return !scope_query_range_cancelled (within, error);
}

/* The lanes of the store that an id stands for: one, or those of all processors. */
static guint32 *
store_lanes (const ScopeQueryRange *within, ScopeLaneId id, guint *ret_n)
{
  guint32 lane = scope_trace_lane (within->trace, id);

  if (lane == SCOPE_NONE && id.kind == SCOPE_KIND_MACHINE)
    return scope_trace_summed_lanes (within->trace, id, ret_n);
  *ret_n = lane != SCOPE_NONE;
  return g_memdup2 (&lane, sizeof lane);
}

/* --- states and reasons --- */

/* What the runtime's own threads do is nobody's waiting; told of when they are asked for by name. */
static gboolean
is_left_out (const ScopeQueryRange *within, ScopeLaneId id)
{
  return id.kind == SCOPE_KIND_THREAD && within->lane == NULL && scope_trace_is_helper (within->trace, id.machine, id.index);
}

static gboolean
add_estimate (const ScopeQueryRange *within, ScopeLaneId id, gint64 from, gint64 to, gpointer data, GError **error)
{
  guint32 lane = scope_trace_lane (within->trace, id);

  if (lane != SCOPE_NONE && !is_left_out (within, id))
    *(double *) data += scope_lane_store_estimate_rows (scope_trace_machine (within->trace, id.machine)->lanes, lane, from, to);
  return TRUE;
}

static gboolean
add_ended_estimate (const ScopeQueryRange *within, guint32 m, const ScopeLaneEnded *ended, gpointer data, GError **error)
{
  ScopeLaneStore *lanes = scope_trace_machine (within->trace, m)->lanes;

  *(double *) data += (double) ended->n_rows;
  for (guint i = 0; i < ended->others->len; i++) /* about: they may go beyond the range */
    *(double *) data += (double) scope_lane_store_n_rows (lanes, g_array_index (ended->others, guint32, i));
  return TRUE;
}

static gboolean
tally_ended (const ScopeQueryRange *within, guint32 m, const ScopeLaneEnded *ended, gpointer data, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, m);
  gint64 from, to;

  scope_query_range_own_range (within, machine, &from, &to);
  for (guint i = 0; i < ended->others->len; i++)
    if (!scope_lane_store_tally (machine->lanes, g_array_index (ended->others, guint32, i), from, to, data, error))
      return FALSE;
  scope_tally_merge (data, &ended->tally);
  return TRUE;
}

static void
take_any (const ScopeInterval *interval, gpointer user_data)
{
}

static gboolean
tally_lane (const ScopeQueryRange *within, ScopeLaneId id, gint64 from, gint64 to, gpointer data, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, id.machine);
  guint n;
  g_autofree guint32 *lanes = store_lanes (within, id, &n);

  for (guint i = 0; i < n && !is_left_out (within, id); i++)
    if (!scope_lane_store_tally (machine->lanes, lanes[i], from, to, data, error))
      return FALSE;
  return TRUE;
}

static ScopeFigures
figures_of (ScopeTallyCode *code)
{
  static const guint percents[SCOPE_N_BOUNDS] = { 50, 90, 99 };
  ScopeFigures figures = { .count = code->n, .total = code->time, .least = code->least, .longest = code->longest };

  for (guint i = 0; i < SCOPE_N_BOUNDS; i++)
    scope_tally_percentile (code, percents[i], &figures.low[i], &figures.high[i]);
  return figures;
}

SCOPE_COMPARE_BY (compare_rows, ScopeReasonRow, SCOPE_DOWN (figures.total))

/* A state, and why: with several reasons a row for each of them. */
static void
add_state (GArray *rows, ScopeTally *tally, ScopeKind kind, ScopeState state, double whole)
{
  ScopeTallyCode sum = { 0 };
  ScopeReasonRow row = { .kind = kind, .state = state, .code = SCOPE_NONE };
  guint n = 0, only = 0, at;

  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if ((tally->used & ((guint64) 1 << c)) && scope_code_state (c) == state)
      {
        scope_tally_code_merge (&sum, &tally->codes[c]);
        only = c;
        n++;
      }
  if (n == 0)
    return;
  row.code = n == 1 ? only : SCOPE_NONE;
  row.figures = figures_of (&sum);
  row.share = whole > 0 ? (double) row.figures.total / whole : 0;
  g_free (sum.values);
  g_array_append_val (rows, row);
  at = rows->len;
  row.part = TRUE;
  for (guint c = 0; c < SCOPE_N_CODES && n > 1; c++)
    if ((tally->used & ((guint64) 1 << c)) && scope_code_state (c) == state)
      {
        row.code = c;
        row.figures = figures_of (&tally->codes[c]);
        row.share = whole > 0 ? (double) row.figures.total / whole : 0;
        g_array_append_val (rows, row);
      }
  if (n > 1)
    qsort (&g_array_index (rows, ScopeReasonRow, at), n, sizeof (ScopeReasonRow), compare_rows);
}

static gboolean
add_kind (const ScopeQueryRange *within, ScopeKind kind, guint64 before, guint64 all, GArray *rows, GError **error)
{
  g_autofree ScopeTally *tally = g_new (ScopeTally, 1);
  /* Hunting for all intervals opens all blocks. */
  ScopeTallyHunt all_of_them = { ~(guint64) 0, 0, take_any, NULL };
  double whole = 0, estimate = 0;
  gboolean ok;

  if (!each_lane (within, kind, add_estimate, add_ended_estimate, &estimate, 0, 0, error))
    return FALSE;
  scope_tally_init (tally, MOST_VALUES, estimate < EXACT_ROWS ? &all_of_them : NULL);
  ok = each_lane (within, kind, tally_lane, estimate < EXACT_ROWS ? NULL : tally_ended, tally, before, all, error);
  for (guint c = 0; ok && c < SCOPE_N_CODES; c++)
    if (tally->used & ((guint64) 1 << c))
      whole += (double) tally->codes[c].time;
  for (guint s = 0; ok && s < SCOPE_N_STATES; s++)
    add_state (rows, tally, kind, (ScopeState) s, whole);
  scope_tally_clear (tally);
  return ok;
}

gboolean
scope_statistics_is_own_kind (ScopeTrace *trace, ScopeKind kind)
{
  gboolean eden = scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN;

  return kind != (eden ? SCOPE_KIND_PROCESSOR : SCOPE_KIND_MACHINE) && scope_statistics_has_kind (trace, kind);
}

GArray *
scope_statistics_reasons (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ScopeReasonRow));
  guint64 all = 0, before = 0;

  for (ScopeKind kind = SCOPE_KIND_MACHINE; kind <= SCOPE_KIND_THREAD; kind++)
    if (scope_statistics_is_own_kind (within->trace, kind))
      all += count_lanes (within, kind);
  for (ScopeKind kind = SCOPE_KIND_MACHINE; kind <= SCOPE_KIND_THREAD; kind++)
    if (scope_statistics_is_own_kind (within->trace, kind))
      {
        if (!add_kind (within, kind, before, all, rows, error))
          return NULL;
        before += count_lanes (within, kind);
      }
  return g_steal_pointer (&rows);
}

/* --- machines, processors, processes, threads --- */

double
scope_entity_row_utilisation (const ScopeEntityRow *row)
{
  gint64 known = 0;

  for (guint s = 0; s < SCOPE_STATE_UNKNOWN; s++)
    known += row->totals[s];
  return known > 0 ? (double) row->totals[SCOPE_STATE_RUNNING] / (double) known : -1;
}

/* Adds what a lane did. */
static gboolean
add_totals (ScopeMachine *machine, guint32 lane, gint64 from, gint64 to, ScopeEntityRow *row, GError **error)
{
  gint64 totals[SCOPE_N_STATES];

  if (!scope_lane_store_totals_within (machine->lanes, lane, from, to, totals, error))
    return FALSE;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      row->totals[s] += totals[s];
      row->alive += totals[s];
    }
  return TRUE;
}

/* Eden's phases of receiving are no state of their own: they lie in a table. */
static gboolean
add_receiving (ScopeMachine *machine, gint64 from, gint64 to, ScopeEntityRow *row, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (values, machine->tables[SCOPE_TABLE_RECEIVING], from, to, NULL, &local)
    {
      gint64 start = values[SCOPE_RECEIVING_TIME], duration = values[SCOPE_RECEIVING_DURATION];

      if (duration != SCOPE_TABLE_NULL && duration > 0)
        row->receiving += MAX (MIN (scope_time_add (start, duration), to) - MAX (start, from), 0);
    }
  return scope_passed (local, error);
}

static gboolean
add_entity (const ScopeQueryRange *within, ScopeLaneId id, gint64 from, gint64 to, gpointer data, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, id.machine);
  ScopeEntityRow row = { .lane = id };
  guint n;
  g_autofree guint32 *lanes = store_lanes (within, id, &n);

  for (guint i = 0; i < n; i++)
    if (!add_totals (machine, lanes[i], from, to, &row, error))
      return FALSE;
  if (id.kind == SCOPE_KIND_MACHINE && !add_receiving (machine, from, to, &row, error))
    return FALSE;
  if (row.alive > 0)
    g_array_append_val (data, row);
  return TRUE;
}

GArray *
scope_statistics_entities (const ScopeQueryRange *within, ScopeKind kind, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ScopeEntityRow));

  g_return_val_if_fail (kind <= SCOPE_KIND_THREAD, NULL);
  if (!each_lane (within, kind, add_entity, NULL, rows, 0, count_lanes (within, kind), error))
    return NULL;
  return g_steal_pointer (&rows);
}
