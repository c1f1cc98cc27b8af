/* test-spans.c: the tables of spans: figures, where rows lead, what is said above them; iterations over each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/spans/scope-iterations-scene.h"
#include "model/scene/spans/scope-spans-table.h"
#include "model/scene/timeline/scope-timeline-hit.h"
#include "model/scene/timeline/scope-timeline-scene.h"
#include "scene-texts.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#define LENGTH 100000
#define STEPS 20

static void
say (ScopeMachine *machine, gint64 time, gint64 thread, const char *text)
{
  gint64 row[SCOPE_MARK_N_COLUMNS] = { time, SCOPE_TABLE_NULL, thread, SCOPE_MARK_MESSAGE, 0 };

  row[SCOPE_MARK_TEXT] = (gint64) scope_machine_add_text (machine, text, strlen (text), NULL);
  g_assert_true (scope_table_add (machine->tables[SCOPE_TABLE_MARKS], row, NULL));
}

/* A thread's steps of 1,000, each a part of it a read of 100, the last step 9,000 long; another thread begins what never ends. */
static ScopeTrace *
make_trace (gboolean says)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  ScopeTrace *trace = scope_trace_new ();

  machine->number = 1;
  machine->tick_ps = 1000;
  for (guint t = 0; t < 2; t++)
    {
      guint32 thread = sink->klass->add_entity (sink, SCOPE_KIND_THREAD, t + 1, FALSE, SCOPE_CODE_RUNNING);

      sink->klass->life (sink, sink->klass->entity (sink, SCOPE_KIND_THREAD, thread)->lane, 0, LENGTH);
    }
  for (gint64 i = 0; says && i < STEPS; i++)
    {
      say (machine, i * 2000, 0, "START step");
      say (machine, i * 2000 + 300, 0, "START read");
      say (machine, i * 2000 + 400, 0, "STOP read");
      say (machine, i * 2000 + (i == STEPS - 1 ? 9000 : 1000), 0, "STOP step");
    }
  if (says)
    say (machine, 60000, 1, "START other");
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "spans", "none", SCOPE_RUNTIME_GHC });
  g_assert_true (scope_machine_finish (machine, LENGTH, NULL));
  machine->last = LENGTH;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, LENGTH);
  scope_trace_set_finished (trace);
  return trace;
}

static double
value (ScopeReportTable *table, guint row, const char *name)
{
  for (guint c = 0; c < scope_report_table_n_columns (table); c++)
    if (strcmp (scope_report_table_column (table, c)->name, name) == 0)
      return scope_report_table_value (table, row, c);
  return NAN;
}

static void
test_names (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (TRUE);
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (ScopeReportTable) table = scope_spans_table_read (&within, SCOPE_SPANS_TABLE_NAMES, NULL, NULL);
  const ScopeReportTableRow *first = scope_report_table_row (table, 0);
  g_autofree char *name = scope_report_table_text (table, 0, 0);

  g_assert_cmpuint (scope_report_table_n_rows (table), ==, 3);
  g_assert_cmpstr (name, ==, "step");
  g_assert_cmpfloat (value (table, 0, "count"), ==, STEPS);
  g_assert_cmpfloat (value (table, 0, "total_ns"), ==, (STEPS - 1) * 1000 + 9000);
  g_assert_cmpfloat (value (table, 0, "max_ns"), ==, 9000);
  g_assert_cmpfloat (value (table, 0, "running_ns"), ==, (STEPS - 1) * 1000 + 9000);
  g_assert_cmpint (first->from, ==, (STEPS - 1) * 2000);
  g_assert_cmpint (first->to, ==, (STEPS - 1) * 2000 + 9000);
  g_assert_cmpfloat (value (table, 1, "p50_ns"), ==, 100);
  g_assert_cmpfloat (value (table, 2, "open"), ==, 1);
  g_assert_false (scope_report_table_row (table, 2)->has_range);
  g_assert_nonnull (strstr (scope_report_table_summary (table), "40 spans, 1 never ends"));
}

static void
test_longest (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (TRUE);
  const ScopeQueryRange within = { .trace = trace, .from = 2000, .to = 6000 };
  g_autoptr (ScopeReportTable) table = scope_spans_table_read (&within, SCOPE_SPANS_TABLE_LONGEST, NULL, NULL);
  const ScopeReportTableHistogram *histogram = scope_report_table_histogram (table);

  g_assert_cmpuint (scope_report_table_n_rows (table), ==, 4);
  g_assert_cmpfloat (value (table, 0, "duration_ns"), ==, 1000);
  g_assert_cmpfloat (value (table, 0, "start_ns"), ==, 2000);
  g_assert_cmpfloat (value (table, 3, "duration_ns"), ==, 100);
  g_assert_cmpuint (histogram->n[9], ==, 2);
  g_assert_cmpuint (histogram->n[6], ==, 2);
}

static void
test_iterations (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (TRUE);
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (ScopeReportTable) table = scope_spans_table_read (&within, SCOPE_SPANS_TABLE_ITERATIONS, NULL, NULL);
  g_autoptr (ScopeReportTable) other = scope_spans_table_read (&within, scope_spans_table_iterations_of ("read"), NULL, NULL);
  const ScopeIterations *iterations = scope_report_table_get_attachment (table);
  g_autofree char *words = scope_iterations_scene_dup_text (trace, iterations, 0);
  ScopeScene *scene = scope_iterations_scene_new (trace, iterations, 600, 200, scope_palette_get (SCOPE_PALETTE_LIGHT), 0, 3, "title");

  g_assert_cmpstr (iterations->name, ==, "step");
  g_assert_cmpuint (iterations->n_odd, ==, 1);
  g_assert_cmpint (iterations->length, ==, 1000);
  g_assert_cmpuint (scope_report_table_n_rows (table), ==, STEPS);
  g_assert_cmpfloat (value (table, 0, "duration_ns"), ==, 9000); /* the odd one first */
  g_assert_cmpfloat (value (table, 0, "of_median"), ==, 9);
  g_assert_cmpint (scope_report_table_row (table, 0)->from, ==, (STEPS - 1) * 2000);
  g_assert_nonnull (strstr (words, "running 100 % (100 % to 100 %)"));
  g_assert_nonnull (strstr (scope_report_table_summary (table), "odd: 1"));
  g_assert_cmpuint (scope_iterations_scene_stretch_at (iterations, 600, 0, 599), ==, iterations->n - 1);
  g_assert_cmpuint (scope_iterations_scene_stretch_at (iterations, 600, 0, 3), ==, SCOPE_NONE);
  g_assert_cmpuint (scene->items->len, >, 5);
  scope_scene_free (scene);
  iterations = scope_report_table_get_attachment (other);
  g_assert_cmpstr (iterations->name, ==, "read");
  g_assert_cmpint (iterations->length, ==, 100);
}

static void
test_nothing (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (TRUE), other = make_trace (FALSE);
  const ScopeQueryRange within = { .trace = trace, .from = 90000, .to = 95000 };

  for (guint what = SCOPE_SPANS_TABLE_NAMES; what <= SCOPE_SPANS_TABLE_ITERATIONS + 1; what++)
    {
      g_autoptr (ScopeReportTable) table = scope_spans_table_read (&within, what, NULL, NULL);

      g_assert_cmpuint (scope_report_table_n_rows (table), ==, 0);
      g_assert_cmpstr (scope_report_table_summary (table), !=, "");
    }
  g_assert_null (scope_spans_why_not (trace));
  g_assert_nonnull (scope_spans_why_not (other));
}

/* Nested ones of a thread lie below each other, others beside them; what is too narrow is one; where they lie does not depend on what is seen. */
static void
test_row (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (TRUE), mute = make_trace (FALSE);
  g_autoptr (ScopeView) view = scope_view_new (trace), other = scope_view_new (mute);
  g_autoptr (ScopeOverlay) overlay = NULL, far = NULL;
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeTimelineOptions options = { .width = 1200, .height = 600, .names_width = 200, .parts = SCOPE_PART_NAMES | SCOPE_PART_OVERLAY };
  ScopeOverlayRequest request;
  ScopeTileGetter getter;
  const ScopeLaneNode *node = NULL;
  g_autofree char *words = NULL, *never = NULL;
  ScopeSpanBar bar;
  guint row = 0, n = 0;

  for (guint i = 0; i < scope_lane_list_n_rows (scope_view_get_lanes (other)); i++)
    g_assert_cmpint (scope_lane_list_row (scope_view_get_lanes (other), i)->kind, !=, SCOPE_ROW_SPANS);
  while ((node = scope_lane_list_row (scope_view_get_lanes (view), row))->kind != SCOPE_ROW_SPANS)
    row++;
  g_assert_cmpuint (node->levels, ==, 2); /* a step, and its read */
  scope_view_set_width (view, 1000);
  scope_view_set_range (view, 30000, 42000);
  scope_overlay_request_init (&request, view);
  overlay = scope_overlay_read (trace, &request, NULL);
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, overlay);
  g_assert_cmpuint (count_texts (scene, "step"), >, 0);
  for (guint i = 0; i < overlay->spans->len; i++)
    {
      const ScopeSpanBar *one = &g_array_index (overlay->spans, ScopeSpanBar, i);

      n += strcmp (one->name, "step") == 0 && one->level == 0;
      g_assert_true (strcmp (one->name, "read") != 0 || one->level > 0);
    }
  g_assert_cmpuint (n, >, 2);
  scope_lane_list_layout (scope_view_get_lanes (view), SCOPE_HEIGHT_COMFORTABLE, 600, 0);
  node = scope_lane_list_row (scope_view_get_lanes (view), row);
  g_assert_true (scope_timeline_hit_span (view, &options, overlay, row, scope_viewport_time_to_x (scope_view_get_viewport (view), 30050),
                                          node->bar_y + 2, &bar));
  words = scope_timeline_describe_span (view, &bar);
  g_assert_true (g_str_has_prefix (words, "step\n"));
  g_assert_nonnull (strstr (words, "(1.00 µs)\nthread 1"));
  g_assert_false (scope_timeline_hit_span (view, &options, overlay, row, scope_viewport_time_to_x (scope_view_get_viewport (view), 31500),
                                           node->bar_y + 2, &bar));
  scope_view_set_width (view, 10);
  scope_view_set_range (view, 0, LENGTH);
  scope_overlay_request_init (&request, view);
  far = scope_overlay_read (trace, &request, NULL);
  g_assert_cmpuint (far->spans->len, <, 3 * 12);
  never = scope_timeline_describe_span (view, &g_array_index (far->spans, ScopeSpanBar, far->spans->len - 1));
  g_assert_true (g_str_has_prefix (never, "other\n"));
  g_assert_nonnull (strstr (never, "never ends\nthread 2"));
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spans/names", test_names);
  g_test_add_func ("/spans/longest", test_longest);
  g_test_add_func ("/spans/iterations", test_iterations);
  g_test_add_func ("/spans/nothing", test_nothing);
  g_test_add_func ("/spans/row", test_row);
  return g_test_run ();
}
