/* test-statistics-traces.c: the statistics and intervals panels with traces of real programs: who ended waits, the longest collection, what
 * was not recorded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/statistics/scope-statistics-report.h"
#include "model/trace/statistics/scope-longest.h"
#include "model/trace/statistics/scope-statistics.h"
#include "widgets/statistics/scope-intervals-panel.h"
#include "widgets/statistics/scope-statistics-panel.h"

#include <string.h>

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window, *panel;
  ScopeReportTablePanel *sheets;
} Shown;

static gboolean
is_settled (gpointer sheets)
{
  return scope_panel_is_settled (SCOPE_PANEL (sheets));
}

/* One table of a panel of that type, in a window. Free with shown_clear(). */
static void
show (Shown *shown, const char *path, GType type, guint what)
{
  shown->import = gui_import_new (path);
  shown->view = scope_view_new (scope_import_get_trace (shown->import));
  shown->panel = g_object_new (type, NULL);
  shown->window = gui_window_new (shown->panel, 900, 400);
  shown->sheets = SCOPE_REPORT_TABLE_PANEL (shown->panel);
  scope_view_set_width (shown->view, 1000);
  scope_panel_set_view (SCOPE_PANEL (shown->panel), shown->view);
  scope_report_table_panel_set_what (shown->sheets, what);
  g_assert_true (gui_wait (is_settled, shown->sheets));
}

static void
shown_clear (Shown *shown)
{
  gtk_window_destroy (GTK_WINDOW (shown->window));
  g_object_unref (shown->view);
  g_object_unref (shown->import);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_clear)

static ScopeReportTableView *
sheet_view (Shown *shown)
{
  return gui_find (shown->sheets, SCOPE_TYPE_REPORT_TABLE_VIEW, 0);
}

static guint
column_of (ScopeReportTable *sheet, const char *name)
{
  for (guint c = 0; c < scope_report_table_n_columns (sheet); c++)
    if (g_str_equal (scope_report_table_column (sheet, c)->name, name))
      return c;
  g_assert_not_reached ();
}

/* Whom a thread waits for at an MVar is not written down; who ended it is, and where that ran: no column is empty. */
static void
test_wakers (void)
{
  g_auto (Shown) shown = { 0 };
  ScopeReportTable *sheet;
  guint woken, n = 0;
  g_autofree char *first = NULL;

  show (&shown, "data/examples/nbody.eventlog", SCOPE_TYPE_INTERVALS_PANEL, SCOPE_LONGEST_WAITS);
  sheet = scope_report_table_view_get_table (sheet_view (&shown));
  woken = column_of (sheet, "woken_by");
  first = scope_report_table_text (sheet, 0, woken);
  g_assert_true (scope_report_table_column (sheet, column_of (sheet, "party"))->hidden);
  g_assert_false (scope_report_table_column (sheet, woken)->hidden);
  for (guint i = 0; i < scope_report_table_n_rows (sheet); i++)
    {
      g_autofree char *text = scope_report_table_text (sheet, i, woken);

      n += g_str_has_prefix (text, "HEC ") && strstr (text, ", thread ") != NULL;
    }
  g_assert_cmpuint (n, >, scope_report_table_n_rows (sheet) / 2);
  g_assert_cmpstr (first, ==, "HEC 0, thread 8 “nbody worker 0”"); /* the eventlog at 3,405,926 ns: HEC 0 wakes thread 7 */
}

/* Where a machine has one processor, as in Eden, nobody asks on which. */
static void
test_wakers_of_machines (void)
{
  g_auto (Shown) shown = { 0 };
  ScopeReportTable *sheet;
  guint woken, n = 0;

  show (&shown, "data/examples/mergesort8.parevents", SCOPE_TYPE_INTERVALS_PANEL, SCOPE_LONGEST_WAITS);
  sheet = scope_report_table_view_get_table (sheet_view (&shown));
  woken = column_of (sheet, "woken_by");
  for (guint i = 0; i < scope_report_table_n_rows (sheet); i++)
    {
      g_autofree char *text = scope_report_table_text (sheet, i, woken);

      g_assert_null (strstr (text, "HEC"));
      n += g_str_has_prefix (text, "thread ");
    }
  g_assert_cmpuint (n, >, 0);
}

static void
find_words (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget))
    g_string_append_printf (data, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
}

static void
assert_empty_says (const char *path, ScopeLongestKind kind, const char *wanted)
{
  g_auto (Shown) shown = { 0 };
  g_autoptr (GString) words = g_string_new (NULL);

  show (&shown, path, SCOPE_TYPE_INTERVALS_PANEL, kind);
  gui_foreach (shown.panel, find_words, words);
  g_test_message ("%s", words->str);
  g_assert_nonnull (strstr (words->str, wanted));
}

/* Where nothing could be recorded there is not nothing: it is said what would record it. */
static void
test_not_recorded (void)
{
  assert_empty_says ("tests/data/ghc/pipeline-n2-user-only.eventlog", SCOPE_LONGEST_COLLECTIONS,
                     "Not recorded, so not known: garbage collections (+RTS -lg");
  assert_empty_says ("tests/data/ghc/pipeline-n2-user-only.eventlog", SCOPE_LONGEST_WAITS, "Not recorded, so not known: when threads ran (");
  assert_empty_says ("tests/data/ghc/sumeuler-n4-ls.eventlog", SCOPE_LONGEST_SPARKS, "Sparks were counted only: +RTS -lf records each.");
}

/* A row of collections leads to the longest of them: by a click there, by Enter close to it. */
static void
test_longest_collection (void)
{
  g_auto (Shown) shown = { 0 };
  g_autoptr (ScopeLongest) longest = NULL;
  const ScopeLongestRow *truth;
  const ScopeViewport *viewport;
  GtkColumnView *table;
  ScopeLaneId lane;
  gint64 from, to;
  guint last;

  show (&shown, "data/examples/nbody.eventlog", SCOPE_TYPE_STATISTICS_PANEL, SCOPE_STATISTICS_COLLECTIONS);
  longest = scope_longest_find (&(ScopeQueryRange) { .trace = scope_view_get_trace (shown.view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX },
                                SCOPE_LONGEST_COLLECTIONS, SCOPE_NONE, 1, NULL);
  truth = &g_array_index (longest->rows, ScopeLongestRow, 0);
  viewport = scope_view_get_viewport (shown.view);
  table = scope_table_view_get_column_view (SCOPE_TABLE_VIEW (sheet_view (&shown)));
  last = scope_report_table_n_rows (scope_report_table_view_get_table (sheet_view (&shown))) - 1; /* of all generations */
  gtk_selection_model_select_item (gtk_column_view_get_model (table), last, TRUE);
  g_assert_true (scope_view_get_selected_range (shown.view, &from, &to));
  g_assert_cmpint (from, ==, truth->from);
  g_assert_cmpint (to, ==, truth->to);
  g_assert_true (scope_view_get_selected_lane (shown.view, &lane));
  g_assert_cmpint (lane.kind, ==, SCOPE_KIND_PROCESSOR);
  g_assert_cmpuint (lane.index, ==, truth->processor);
  /* The figures stay those of the whole. */
  g_assert_true (is_settled (shown.sheets));
  g_signal_emit_by_name (table, "activate", last);
  g_assert_cmpfloat (viewport->span, <=, 1.5 * (double) (to - from) + 200);
  g_assert_true (is_settled (shown.sheets));
}

/* HEC 1 stole what HEC 0 made: how many lie in whose pool is not told by the events, in all of them it is. */
static void
test_stolen_sparks (void)
{
  g_autoptr (ScopeImport) import = gui_import_new ("tests/data/ghc/sumeuler-n2-la-sf.eventlog");
  const ScopeQueryRange within = { .trace = scope_import_get_trace (import), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_auto (ScopeCounters) counters = { 0 };

  g_assert_true (scope_statistics_counters (&within, &counters, NULL));
  g_assert_cmpint (counters.value[SCOPE_COUNTER_SPARKS_CREATED], ==, 120);
  g_assert_true (counters.present[SCOPE_COUNTER_SPARKS_REMAINING]);
  g_assert_cmpint (counters.value[SCOPE_COUNTER_SPARKS_REMAINING], ==, 0);
  g_assert_cmpuint (counters.rows->len, >=, 2);
  for (guint i = 0; i < counters.rows->len; i++)
    g_assert_false (g_array_index (counters.rows, ScopeCounterRow, i).present[SCOPE_COUNTER_SPARKS_REMAINING]);
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  g_test_add_func ("/statistics/longest-collection", test_longest_collection);
  g_test_add_func ("/statistics/stolen-sparks", test_stolen_sparks);
  g_test_add_func ("/intervals/not-recorded", test_not_recorded);
  g_test_add_func ("/intervals/wakers", test_wakers);
  g_test_add_func ("/intervals/wakers-of-machines", test_wakers_of_machines);
  return g_test_run ();
}
