/* scope-run-figures.c: times in states and for reasons, out of the tallies of the index. What tables tell stands in
 * scope-run-figures-tables.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-run-figures-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/statistics/scope-statistics.h"

#include "model/zoom/scope-tally.h"

#include <string.h>

#define CHECK_EVERY 64u

/* --- putting down --- */

static void
put (GArray *figures, ScopeFigureOf of, ScopeLaneId lane, ScopeQuantity quantity, gint64 value)
{
  ScopeRunFigure figure;

  memset (&figure, 0, sizeof figure);
  figure.of = of;
  figure.lane = lane;
  figure.quantity = quantity;
  figure.value = value;
  g_array_append_val (figures, figure);
}

void
scope_figure_reading_add (ScopeFigureReading *reading, ScopeQuantity quantity, gint64 value)
{
  put (reading->run, SCOPE_FIGURE_RUN, (ScopeLaneId) { 0 }, quantity, value);
}

static void
add_kind (ScopeFigureReading *reading, ScopeKind kind, ScopeQuantity quantity, gint64 value)
{
  put (reading->kind, SCOPE_FIGURE_KIND, (ScopeLaneId) { 0, kind, 0 }, quantity, value);
}

void
scope_figure_reading_add_lane (ScopeFigureReading *reading, ScopeLaneId lane, ScopeQuantity quantity, gint64 value)
{
  put (reading->lanes, SCOPE_FIGURE_LANE, lane, quantity, value);
}

SCOPE_COMPARE_BY (compare_figures, ScopeRunFigure, SCOPE_UP (lane.kind) SCOPE_UP (lane.machine) SCOPE_UP (lane.index)
                  SCOPE_UP (quantity))

/* --- lanes --- */

/* A tally goes on from lane to lane; what a lane added is the difference. */
typedef struct
{
  ScopeTally tally;
  gint64 before[SCOPE_N_CODES];
  gint64 time[SCOPE_N_CODES];   /* of this lane */
} Times;

static gboolean
tally_lane (ScopeFigureReading *reading, Times *times, ScopeLaneId id, GError **error)
{
  const ScopeQueryRange *within = reading->within;
  ScopeMachine *machine = scope_trace_machine (within->trace, id.machine);
  guint32 lane = scope_trace_lane (within->trace, id);
  gint64 from, to;
  guint n = 1;
  g_autofree guint32 *lanes = lane != SCOPE_NONE               ? g_memdup2 (&lane, sizeof lane)
                              : id.kind == SCOPE_KIND_MACHINE ? scope_trace_summed_lanes (within->trace, id, &n)
                                                               : NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  for (guint i = 0; lanes != NULL && i < n; i++)
    if (!scope_lane_store_tally (machine->lanes, lanes[i], from, to, &times->tally, error))
      return FALSE;
  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if (times->tally.used & (guint64) 1 << c)
      {
        times->time[c] = times->tally.codes[c].time - times->before[c];
        times->before[c] = times->tally.codes[c].time;
      }
  return TRUE;
}

typedef void (*AddFunc) (ScopeFigureReading *reading, ScopeLaneId lane, ScopeQuantity quantity, gint64 value);

/* Times by code, as figures of states, of reasons, and of the life. */
static void
add_times (ScopeFigureReading *reading, ScopeLaneId lane, const gint64 time[SCOPE_N_CODES], AddFunc add)
{
  gint64 states[SCOPE_N_STATES] = { 0 }, alive = 0;

  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if ((guint) scope_code_state (c) < SCOPE_N_STATES)
      {
        states[scope_code_state (c)] += time[c];
        alive += time[c];
      }
  if (alive == 0)
    return;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (states[s] != 0)
      add (reading, lane, scope_quantity_of_state ((ScopeState) s), states[s]);
  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if (time[c] != 0 && scope_quantity_name (scope_quantity_of_code (c))[0] != '\0')
      add (reading, lane, scope_quantity_of_code (c), time[c]);
  add (reading, lane, SCOPE_QUANTITY_ALIVE, alive);
}

static void
add_to_kind (ScopeFigureReading *reading, ScopeLaneId lane, ScopeQuantity quantity, gint64 value)
{
  add_kind (reading, lane.kind, quantity, value);
}

static gboolean
read_kind (ScopeFigureReading *reading, ScopeKind kind, GError **error)
{
  ScopeTrace *trace = reading->within->trace;
  g_autofree Times *times = g_new0 (Times, 1);
  gint64 living = 0;
  gboolean ok = TRUE;

  scope_tally_init (&times->tally, 0, NULL);
  for (guint32 m = 0; ok && m < scope_trace_n_machines (trace); m++)
    {
      guint32 n = kind == SCOPE_KIND_MACHINE ? 1 : scope_machine_n_entities (scope_trace_machine (trace, m), kind);

      for (guint32 i = 0; ok && i < n; i++)
        {
          ScopeLaneId id = { m, kind, i };
          guint before = reading->lanes->len;

          if (kind == SCOPE_KIND_PROCESSOR && scope_machine_is_gc_track (scope_trace_machine (trace, m), i))
            continue;
          memset (times->time, 0, sizeof times->time);
          ok = tally_lane (reading, times, id, error);
          add_times (reading, id, times->time, scope_figure_reading_add_lane);
          living += reading->lanes->len > before;
          if (!scope_figure_reading_wants (reading, kind))
            g_array_set_size (reading->lanes, before);
          if (++reading->done % CHECK_EVERY == 0 && scope_query_range_cancelled (reading->within, error))
            ok = FALSE;
          scope_query_range_progress (reading->within, reading->done, reading->all);
        }
    }
  if (ok && scope_statistics_is_own_kind (trace, kind))
    {
      add_times (reading, (ScopeLaneId) { 0, kind, 0 }, times->before, add_to_kind);
      add_kind (reading, kind, SCOPE_QUANTITY_LANES, living);
    }
  scope_tally_clear (&times->tally);
  return ok;
}

static gboolean
reads_kind (const ScopeFigureReading *reading, ScopeKind kind)
{
  ScopeTrace *trace = reading->within->trace;

  return scope_statistics_is_own_kind (trace, kind)
         || (scope_figure_reading_wants (reading, kind) && scope_statistics_has_kind (trace, kind));
}

static guint64
count_lanes (const ScopeFigureReading *reading)
{
  ScopeTrace *trace = reading->within->trace;
  guint64 n = 0;

  for (ScopeKind kind = SCOPE_KIND_MACHINE; kind <= SCOPE_KIND_THREAD; kind++)
    for (guint32 m = 0; reads_kind (reading, kind) && m < scope_trace_n_machines (trace); m++)
      n += kind == SCOPE_KIND_MACHINE ? 1 : scope_machine_n_entities (scope_trace_machine (trace, m), kind);
  return n;
}

/* --- all of it --- */

static gboolean
read_all (ScopeFigureReading *reading, GError **error)
{
  const ScopeQueryRange *within = reading->within;

  scope_trace_range (within->trace, &reading->first, &reading->last);
  reading->whole = within->from <= reading->first && within->to >= reading->last;
  reading->first = MAX (reading->first, within->from);
  reading->last = MAX (MIN (reading->last, within->to), reading->first);
  reading->all = count_lanes (reading);
  scope_figure_reading_add (reading, SCOPE_QUANTITY_DURATION, reading->last - reading->first);
  if (reading->whole)
    scope_figure_reading_add (reading, SCOPE_QUANTITY_EVENTS, (gint64) scope_trace_n_events (within->trace));
  for (ScopeKind kind = SCOPE_KIND_MACHINE; kind <= SCOPE_KIND_THREAD; kind++)
    if (reads_kind (reading, kind) && !read_kind (reading, kind, error))
      return FALSE;
  return scope_figure_reading_tables (reading, error) && scope_figure_reading_cores (reading, error) && !scope_query_range_cancelled (within, error);
}

ScopeKinds
scope_run_figures_kinds (ScopeTrace *trace, ScopeKinds kinds)
{
  if (scope_trace_kind_repeats (trace, SCOPE_KIND_PROCESS) && (kinds & 1u << SCOPE_KIND_PROCESS))
    return (kinds & ~(1u << SCOPE_KIND_PROCESS)) | 1u << SCOPE_KIND_THREAD;
  return kinds;
}

GArray *
scope_run_figures_read (const ScopeQueryRange *within, ScopeKinds kinds, GError **error)
{
  g_autoptr (GArray) run = g_array_new (FALSE, FALSE, sizeof (ScopeRunFigure));
  g_autoptr (GArray) kind = g_array_new (FALSE, FALSE, sizeof (ScopeRunFigure));
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (ScopeRunFigure));
  ScopeFigureReading reading = { .within = within, .kinds = scope_run_figures_kinds (within->trace, kinds), .run = run, .kind = kind, .lanes = lanes };

  if (!read_all (&reading, error))
    return NULL;
  g_array_sort (run, compare_figures);
  g_array_sort (kind, compare_figures);
  g_array_sort (lanes, compare_figures);
  if (kind->len > 0)
    g_array_append_vals (run, kind->data, kind->len);
  if (lanes->len > 0)
    g_array_append_vals (run, lanes->data, lanes->len);
  return g_steal_pointer (&run);
}

gboolean
scope_run_figures_find (const GArray *figures, const ScopeKind *kind, ScopeQuantity quantity, gint64 *ret_value)
{
  SCOPE_EACH (const ScopeRunFigure, figure, figures)
    {
      if (figure->of == SCOPE_FIGURE_LANE)
        break;
      if (figure->quantity == quantity
          && (kind == NULL ? figure->of == SCOPE_FIGURE_RUN
                           : figure->of == SCOPE_FIGURE_KIND && figure->lane.kind == *kind))
        {
          *ret_value = figure->value;
          return TRUE;
        }
    }
  return FALSE;
}
