/* test-fine-clock.c: clocks that tick in picoseconds, as simulators' do: nothing that shows, reads or keeps times may round them to
 * nanoseconds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-format.h"
#include "model/scene/view/scope-go-to.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/scene/draw/scope-report-table.h"
#include "model/scene/view/scope-view-calipers.h"
#include "model/scene/view/scope-view-state.h"
#include "model/scene/view/scope-view.h"
#include "model/trace/compare/scope-condition.h"
#include "model/trace/document/scope-notes.h"
#include "model/trace/search/scope-search-text.h"

#include <math.h>
#include <string.h>

#define FIRST G_GINT64_CONSTANT (728124813)
#define LENGTH G_GINT64_CONSTANT (4000000333)

/* A core that runs and idles by turns. */
static ScopeTrace *
fine_trace (void)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  ScopeTrace *trace = scope_trace_new ();
  guint32 lane, entity;

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "gem5", "made-up", "none", SCOPE_RUNTIME_SIMULATION });
  machine->number = 1;
  machine->tick_ps = 1;
  g_assert_nonnull (sink);
  machine->lane = machine->threads_lane = SCOPE_NONE;
  machine->complete = TRUE;
  machine->first = FIRST;
  scope_machine_add_info (machine, "clock 0", "500 ps, config");
  lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_RUNNING, SCOPE_NONE);
  scope_lane_store_set_life (machine->lanes, lane, FIRST, FIRST + LENGTH);
  scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, 0, lane, &entity);
  for (gint64 time = FIRST + 333; time < FIRST + LENGTH; time += 1000001)
    {
      const ScopeRow rows[] = { scope_row (lane, time, SCOPE_CODE_IDLE, 0), scope_row (lane, time + 1, SCOPE_CODE_RUNNING, 0) };

      g_assert_true (scope_lane_store_add_rows (machine->lanes, rows, G_N_ELEMENTS (rows), NULL));
    }
  g_assert_true (scope_machine_finish (machine, FIRST + LENGTH, NULL));
  machine->last = FIRST + LENGTH;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, machine->last);
  scope_trace_set_finished (trace);
  return trace;
}

static void
check_time (double ticks, double resolution, const char *expected)
{
  g_autofree char *text = scope_format_time (ticks, 1, resolution);

  g_assert_cmpstr (text, ==, expected);
}

static void
check_ns (double ticks, gint64 tick_ps, const char *expected)
{
  g_autofree char *text = scope_format_ns (ticks, tick_ps);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_format (void)
{
  static const struct
  {
    double ticks;
    const char *text;
  } durations[] = { { 1, "1 ps" }, { 333, "333 ps" }, { 500, "500 ps" }, { 1500, "1.50 ns" }, { 2000, "2 ns" },
                    { 728124813, "728 µs" }, { 999.9, "1.00 ns" } };

  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    {
      g_autofree char *text = scope_format_duration (durations[i].ticks, 1);

      g_assert_cmpstr (text, ==, durations[i].text);
    }
  check_time (728124813, 1, "728.124813 µs");
  check_time (728124813, 0.03, "728.124813 µs"); /* nothing is finer */
  check_time (9029861000, 1, "9.029861000 ms");
  check_time (1000000000001, 1, "1.000000000001 s");
  check_time (728124813, 1000, "728.125 µs");
  check_ns (728124813, 1, "728124.813");
  check_ns (1500, 1, "1.5");
  check_ns (-1, 1, "-0.001");
  check_ns (-0.0001, 1, "0");
  check_ns (2000, 1, "2");
  check_ns (728124813, 1000, "728124813");
  check_ns (3, 250, "0.75");
}

/* At every zoom, down to single ticks: steps of 1, 2, 5; labels differ, and say what they stand at. */
static void
test_ruler (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  gboolean single = FALSE, relative = FALSE;

  for (guint i = 0; i < 5000; i++)
    {
      ScopeViewport v;
      ScopeRuler ruler;
      double mantissa;

      scope_viewport_init (&v, 0, LENGTH, 1380);
      scope_viewport_zoom (&v, g_rand_double (rand) * 1380, exp (g_rand_double (rand) * 20));
      scope_ruler_init (&ruler, &v, 1, 80);
      mantissa = ruler.step / pow (10, floor (log10 (ruler.step) + 1e-9));
      g_assert_true (fabs (mantissa - 1) < 1e-6 || fabs (mantissa - 2) < 1e-6 || fabs (mantissa - 5) < 1e-6);
      g_assert_cmpfloat (ruler.step, >=, 1);
      single |= scope_viewport_scale (&v) < 0.2;
      relative |= ruler.relative;
      for (guint k = 0; k < ruler.n; k++)
        {
          g_autofree char *label = scope_ruler_label (&ruler, &v, 1, k);
          char *unit;
          double value = g_ascii_strtod (label + (ruler.relative ? 1 : 0), &unit);

          g_assert_cmpint (g_utf8_strlen (label, -1), <=, 15);
          g_assert_cmpstr (unit + 1, ==, ruler.unit);
          g_assert_cmpfloat_with_epsilon (value * ruler.unit_ns * 1000, ruler.first + k * ruler.step - ruler.base,
                                          MAX (ruler.step * 1e-3, 1e-3));
        }
    }
  g_assert_true (single);
  g_assert_true (relative);
}

/* The deepest zoom shows single ticks, and half a cycle of any clock is seen. */
static void
test_zoom (void)
{
  g_autoptr (ScopeTrace) trace = fine_trace ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeViewport v = *scope_view_get_viewport (view);

  for (guint i = 0; i < 200; i++)
    scope_viewport_zoom (&v, 500, 2);
  g_assert_cmpfloat_with_epsilon (1 / scope_viewport_scale (&v), SCOPE_VIEWPORT_MAX_PIXELS_PER_TICK, 1e-6);
  scope_viewport_set_times (&v, FIRST + 333, FIRST + 833); /* a cycle */
  g_assert_cmpfloat (v.span, ==, 500);
}

static void
test_typed (void)
{
  static const struct
  {
    const char *text;
    double ticks;
  } times[] = { { "333 ps", 333 }, { "333ps", 333 }, { "1.5 ns", 1500 }, { "728.124813 µs", 728124813 }, { "0.000000000001", 1 } };
  ScopeSearchLength length;
  gint64 least, most;
  g_autofree char *rest = scope_search_take_length ("walk >=333ps <1.5ns", &length);
  g_autoptr (GError) error = NULL;
  ScopeCondition *condition;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      double ticks;

      g_assert_true (scope_go_to_parse_time (times[i].text, 1, &ticks));
      g_assert_cmpfloat_with_epsilon (ticks, times[i].ticks, 1e-6);
    }
  g_assert_cmpstr (rest, ==, "walk");
  scope_search_length_ticks (&length, 1, &least, &most);
  g_assert_cmpint (least, ==, 333);
  g_assert_cmpint (most, ==, 1499);
  condition = scope_condition_parse ("running>500ps", &error);
  g_assert_no_error (error);
  scope_condition_free (condition);
}

static void
test_notes (void)
{
  g_autoptr (ScopeNotes) notes = scope_notes_new (), again = scope_notes_new ();
  g_autofree char *text = NULL;
  guint added;

  scope_notes_add (notes, FIRST, FIRST + 1, "a tick", 0);
  scope_notes_add (notes, -7, 9000000000001, "far", 1);
  text = scope_notes_to_text (notes, 1);
  g_assert_nonnull (strstr (text, "728124.813\t728124.814\t"));
  g_assert_true (scope_notes_add_text (again, text, -1, 1, &added, NULL));
  g_assert_cmpuint (added, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (scope_note_get_from (scope_notes_get (again, i)), ==, scope_note_get_from (scope_notes_get (notes, i)));
      g_assert_cmpint (scope_note_get_to (scope_notes_get (again, i)), ==, scope_note_get_to (scope_notes_get (notes, i)));
    }
}

static void
test_state (void)
{
  g_autoptr (ScopeTrace) trace = fine_trace ();
  g_autoptr (ScopeView) view = scope_view_new (trace), other = scope_view_new (trace);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *text = NULL;
  gint64 from, to;

  ScopeViewCalipers calipers = { { FIRST + 2000000333, FIRST + 1 }, 1, TRUE, { 0, SCOPE_KIND_PROCESSOR, 0 } }, again;

  scope_view_select_range (view, FIRST + 1000001, FIRST + 1000334);
  scope_view_set_calipers (view, &calipers);
  scope_view_state_save (view, file, "view");
  g_assert_true (scope_view_state_restore_range (other, file, "view"));
  g_assert_true (scope_view_get_selected_range (other, &from, &to));
  g_assert_cmpint (from, ==, FIRST + 1000001);
  g_assert_cmpint (to, ==, FIRST + 1000334);
  g_assert_true (scope_view_get_calipers (other, &again));
  g_assert_cmpint (again.at[0], ==, calipers.at[0]);
  g_assert_cmpint (again.at[1], ==, calipers.at[1]);
  g_assert_true (again.has_lane && again.lane.kind == SCOPE_KIND_PROCESSOR);
  g_assert_true (scope_view_get_calipers_range (other, &from, &to));
  g_assert_cmpint (from, ==, FIRST + 1);
  text = scope_view_dup_calipers_text (other);
  g_assert_cmpstr (text, ==, "2.00 ms · 4,000,001 cycles");
}

static void
test_sheet (void)
{
  g_autoptr (ScopeTrace) trace = fine_trace ();
  g_autoptr (ScopeReportTable) table = scope_report_table_new (trace);
  g_autofree char *csv = NULL, *cell = NULL;
  guint row;

  scope_report_table_add_column (table, SCOPE_CELL_TIME, "At", "at_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, "Length", "length_ns");
  row = scope_report_table_add_row (table, NULL);
  scope_report_table_set (table, row, 0, (double) (FIRST + 1234567));
  scope_report_table_set (table, row, 1, 1500);
  csv = scope_report_table_to_csv (table, &row, 1);
  g_assert_nonnull (strstr (csv, "729359.38,1.5"));
  /* Of a trace of 4 ms less than a microsecond is shown. */
  cell = scope_report_table_text (table, row, 0);
  g_assert_cmpstr (cell, ==, "729.36 µs");
}

static void
test_columns (void)
{
  g_autoptr (ScopeTrace) trace = fine_trace ();
  ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 0 };
  gint64 edges[4] = { FIRST + 332, FIRST + 333, FIRST + 334, FIRST + 335 }, columns[3][SCOPE_N_STATES];

  g_assert_true (scope_trace_read_columns (trace, lane, edges, 3, columns, NULL));
  g_assert_cmpint (columns[0][SCOPE_STATE_RUNNING], ==, 1);
  g_assert_cmpint (columns[1][SCOPE_STATE_IDLE], ==, 1);
  g_assert_cmpint (columns[2][SCOPE_STATE_RUNNING], ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fine-clock/format", test_format);
  g_test_add_func ("/fine-clock/ruler", test_ruler);
  g_test_add_func ("/fine-clock/zoom", test_zoom);
  g_test_add_func ("/fine-clock/typed", test_typed);
  g_test_add_func ("/fine-clock/notes", test_notes);
  g_test_add_func ("/fine-clock/state", test_state);
  g_test_add_func ("/fine-clock/table", test_sheet);
  g_test_add_func ("/fine-clock/columns", test_columns);
  return g_test_run ();
}
