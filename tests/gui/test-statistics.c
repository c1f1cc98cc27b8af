/* test-statistics.c: the statistics and intervals panels: figures that are true, rows that lead into the timeline, sorting,
 * copying, CSV, the range that they follow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/trace/statistics/scope-statistics.h"
#include "widgets/draw/scope-histogram.h"
#include "widgets/statistics/scope-intervals-panel.h"
#include "widgets/statistics/scope-statistics-panel.h"
#include "model/scene/statistics/scope-statistics-report.h"
#include "model/scene/view/scope-view-extent.h"

#include <adwaita.h>
#include <string.h>

#define PROCESSORS 5

typedef struct
{
  ScopeView *view;
  GtkWidget *window, *panel;
  ScopeReportTablePanel *sheets;
} Fixture;

static gboolean
is_settled (gpointer sheets)
{
  return scope_panel_is_settled (SCOPE_PANEL (sheets));
}

static void
set_up (Fixture *fixture, gconstpointer intervals)
{
  g_autoptr (ScopeTrace) trace = gui_trace_new (PROCESSORS, 9000, 1000);

  fixture->view = scope_view_new (trace);
  scope_view_set_width (fixture->view, 1000);
  fixture->panel = intervals != NULL ? g_object_new (SCOPE_TYPE_INTERVALS_PANEL, NULL) : g_object_new (SCOPE_TYPE_STATISTICS_PANEL, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 800, 400);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->panel);
  gtk_window_present (GTK_WINDOW (fixture->window));
  if (intervals != NULL)
    {
      scope_panel_set_view (SCOPE_PANEL (fixture->panel), fixture->view);
      fixture->sheets = SCOPE_REPORT_TABLE_PANEL (fixture->panel);
    }
  else
    {
      scope_panel_set_view (SCOPE_PANEL (fixture->panel), fixture->view);
      fixture->sheets = SCOPE_REPORT_TABLE_PANEL (fixture->panel);
    }
  g_assert_true (gui_wait (is_settled, fixture->sheets));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->view);
}

static void
choose (Fixture *fixture, guint what)
{
  scope_report_table_panel_set_what (fixture->sheets, what);
  g_assert_cmpuint (scope_report_table_panel_get_what (fixture->sheets), ==, what);
  g_assert_true (gui_wait (is_settled, fixture->sheets));
}

static ScopeReportTableView *
sheet_view (Fixture *fixture)
{
  return gui_find (fixture->sheets, SCOPE_TYPE_REPORT_TABLE_VIEW, 0);
}

static ScopeReportTable *
sheet (Fixture *fixture)
{
  return scope_report_table_view_get_table (sheet_view (fixture));
}

/* The lines of the CSV, split at commas: none of these tables has fields with commas. Free with g_ptr_array_unref(). */
static GPtrArray *
csv (Fixture *fixture)
{
  g_autofree char *text = scope_table_view_dup_csv (SCOPE_TABLE_VIEW (sheet_view (fixture)));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    g_ptr_array_add (rows, g_strsplit (lines[i], ",", -1));
  return rows;
}

static guint
column (GPtrArray *rows, const char *name)
{
  const char *const *header = g_ptr_array_index (rows, 0);

  for (guint c = 0; header[c] != NULL; c++)
    if (g_str_equal (header[c], name))
      return c;
  g_test_message ("there is no column %s", name);
  g_assert_not_reached ();
}

static const char *
field (GPtrArray *rows, guint row, const char *name)
{
  const char *const *fields = g_ptr_array_index (rows, row);

  return fields[column (rows, name)];
}

static gint64
number (GPtrArray *rows, guint row, const char *name)
{
  return g_ascii_strtoll (field (rows, row, name), NULL, 10);
}

/* --- figures --- */

static void
test_processors (Fixture *fixture, gconstpointer data)
{
  ScopeTrace *trace = scope_view_get_trace (fixture->view);
  g_autoptr (GPtrArray) rows = NULL;

  choose (fixture, SCOPE_STATISTICS_PROCESSORS);
  rows = csv (fixture);
  g_assert_cmpuint (rows->len, ==, 1 + PROCESSORS);
  for (guint i = 0; i < PROCESSORS; i++)
    {
      gint64 totals[SCOPE_N_STATES];
      ScopeLaneId id = { 0, SCOPE_KIND_PROCESSOR, i };
      g_autofree char *name = scope_trace_format_lane (trace, id);

      scope_lane_store_totals (scope_trace_machine (trace, 0)->lanes, scope_trace_lane (trace, id), totals);
      g_assert_cmpstr (field (rows, i + 1, "lane"), ==, name);
      g_assert_cmpint (number (rows, i + 1, "running_ns"), ==, totals[SCOPE_STATE_RUNNING]);
      g_assert_cmpint (number (rows, i + 1, "blocked_ns"), ==, totals[SCOPE_STATE_BLOCKED]);
    }
}

/* States and reasons, of a part of the trace, against a walk. */
static void
test_reasons (Fixture *fixture, gconstpointer data)
{
  ScopeTrace *trace = scope_view_get_trace (fixture->view);
  ScopeLaneStore *lanes = scope_trace_machine (trace, 0)->lanes;
  gint64 first, last, from, to, time = 0, longest = 0, count = 0;
  g_autoptr (GPtrArray) rows = NULL;

  scope_trace_range (trace, &first, &last);
  from = first + (last - first) / 3;
  to = from + (last - first) / 2;
  scope_view_choose_range (fixture->view, from, to);
  g_assert_true (gui_wait (is_settled, fixture->sheets));
  for (guint32 i = 0; i < PROCESSORS; i++)
    {
      ScopeIntervalCursor cursor;
      ScopeInterval interval;

      scope_interval_cursor_init (&cursor, lanes, scope_trace_lane (trace, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, i }),
                                  from, to);
      while (scope_interval_cursor_next (&cursor, &interval, NULL))
        if (interval.code == SCOPE_CODE_MVAR)
          {
            time += interval.to - interval.from;
            longest = MAX (longest, interval.to - interval.from);
            count++;
          }
      scope_interval_cursor_clear (&cursor);
    }
  rows = csv (fixture);
  for (guint i = 1; i < rows->len; i++)
    if (g_str_equal (field (rows, i, "state"), "blocked on MVar"))
      {
        g_assert_cmpint (number (rows, i, "total_ns"), ==, time);
        g_assert_cmpint (number (rows, i, "count"), ==, count);
        g_assert_cmpint (number (rows, i, "longest_ns"), ==, longest);
        g_assert_cmpint (number (rows, i, "p50_ns_least"), <=, number (rows, i, "p50_ns_most"));
        g_assert_cmpint (number (rows, i, "p50_ns_most"), <=, longest);
        return;
      }
  g_assert_not_reached ();
}

/* --- input --- */

static void
test_select (Fixture *fixture, gconstpointer data)
{
  GtkSelectionModel *model = gtk_column_view_get_model (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (sheet_view (fixture))));
  ScopeLaneId lane;

  choose (fixture, SCOPE_STATISTICS_PROCESSORS);
  gtk_selection_model_select_item (model, 3, TRUE);
  g_assert_true (scope_view_get_selected_lane (fixture->view, &lane));
  g_assert_cmpint (lane.kind, ==, SCOPE_KIND_PROCESSOR);
  g_assert_cmpuint (lane.index, ==, 3);
}

static void
test_sort (Fixture *fixture, gconstpointer data)
{
  GtkColumnView *view = scope_table_view_get_column_view (SCOPE_TABLE_VIEW (sheet_view (fixture)));
  g_autoptr (GPtrArray) rows = NULL, up = NULL;
  g_autoptr (GtkColumnViewColumn) by = NULL;

  choose (fixture, SCOPE_STATISTICS_PROCESSORS);
  rows = csv (fixture);
  by = g_list_model_get_item (gtk_column_view_get_columns (view), column (rows, "running_ns"));
  gtk_column_view_sort_by_column (view, by, GTK_SORT_DESCENDING);
  g_clear_pointer (&rows, g_ptr_array_unref);
  rows = csv (fixture);
  for (guint i = 2; i < rows->len; i++)
    g_assert_cmpint (number (rows, i - 1, "running_ns"), >, number (rows, i, "running_ns"));
  /* A table of the same kind keeps it. */
  scope_view_set_range (fixture->view, 1000, 2000000);
  g_assert_true (gui_wait (is_settled, fixture->sheets));
  gtk_column_view_sort_by_column (view, by, GTK_SORT_ASCENDING);
  up = csv (fixture);
  for (guint i = 2; i < up->len; i++)
    g_assert_cmpint (number (up, i - 1, "running_ns"), <=, number (up, i, "running_ns"));
}

static void
take_narrowest (GtkWidget *widget, gpointer data)
{
  if (strcmp (gtk_widget_get_css_name (widget), "row") == 0 && gtk_widget_get_mapped (widget))
    *(int *) data = MIN (*(int *) data, gtk_widget_get_width (widget));
}

static gboolean
rows_are_wide (gpointer data)
{
  GtkWidget *view = GTK_WIDGET (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (sheet_view (data))));
  int narrowest = G_MAXINT;

  gui_foreach (view, take_narrowest, &narrowest);
  return narrowest < G_MAXINT && narrowest >= gtk_widget_get_width (view) - 2;
}

/* A row can be clicked beside its last figure. */
static void
test_wide (Fixture *fixture, gconstpointer data)
{
  choose (fixture, SCOPE_STATISTICS_PROCESSORS);
  g_assert_true (gui_wait (rows_are_wide, fixture));
}

/* What a click on a title does can be done from the menu, which the keyboard reaches. */
static void
test_sort_menu (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) rows = NULL, down = NULL, up = NULL;
  guint by;

  choose (fixture, SCOPE_STATISTICS_PROCESSORS);
  rows = csv (fixture);
  by = column (rows, "blocked_ns");
  g_assert_cmpint (g_menu_model_get_n_items (scope_table_view_get_sort_menu (SCOPE_TABLE_VIEW (sheet_view (fixture)))), ==,
                   g_strv_length (g_ptr_array_index (rows, 0)));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->sheets), "table.sort", "i", (gint) by));
  down = csv (fixture);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->sheets), "table.sort", "i", (gint) by));
  up = csv (fixture);
  for (guint i = 2; i < up->len; i++)
    {
      g_assert_cmpint (number (down, i - 1, "blocked_ns"), >, number (down, i, "blocked_ns"));
      g_assert_cmpint (number (up, i - 1, "blocked_ns"), <, number (up, i, "blocked_ns"));
    }
}

static void
test_copy (Fixture *fixture, gconstpointer data)
{
  GtkSelectionModel *model = gtk_column_view_get_model (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (sheet_view (fixture))));
  g_autofree char *all = NULL, *one = NULL;
  g_auto (GStrv) lines = NULL;

  choose (fixture, SCOPE_STATISTICS_PROCESSORS);
  all = scope_table_view_dup_text (SCOPE_TABLE_VIEW (sheet_view (fixture)));
  lines = g_strsplit (all, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, PROCESSORS + 2);
  g_assert_true (g_str_has_prefix (lines[0], "HEC\tUtilisation\t"));
  g_assert_true (g_str_has_prefix (lines[2], "HEC 1\t"));
  gtk_selection_model_select_item (model, 1, TRUE);
  one = scope_table_view_dup_text (SCOPE_TABLE_VIEW (sheet_view (fixture)));
  {
    g_autofree char *expected = g_strdup_printf ("%s\n%s\n", lines[0], lines[2]);

    g_assert_cmpstr (one, ==, expected);
  }
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (sheet_view (fixture)), "table.copy", NULL));
}

static void
test_follows (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) whole = NULL, part = NULL;

  choose (fixture, SCOPE_STATISTICS_PROCESSORS);
  whole = csv (fixture);
  scope_view_set_extent (fixture->view, SCOPE_RANGE_VISIBLE);
  g_assert_true (gui_wait (is_settled, fixture->sheets));
  scope_view_set_range (fixture->view, 0, 1000000);
  /* The last result stays until the new one is there. */
  g_assert_false (is_settled (fixture->sheets));
  g_assert_cmpuint (scope_report_table_n_rows (sheet (fixture)), ==, PROCESSORS);
  g_assert_true (gui_wait (is_settled, fixture->sheets));
  part = csv (fixture);
  g_assert_cmpint (number (part, 1, "alive_ns"), ==, 1000000);
  g_assert_cmpint (number (whole, 1, "alive_ns"), >, 2000000);
}

static void
test_names (Fixture *fixture, gconstpointer data)
{
  guint nameless, n = gui_check_names (fixture->panel, &nameless);

  g_assert_cmpuint (n, >=, 5);
  g_assert_cmpuint (nameless, ==, 0);
}

/* Taking the view away while it computes must leave nothing behind. */
static void
test_gone (void)
{
  for (guint i = 0; i < 4; i++)
    {
      Fixture fixture;

      set_up (&fixture, i % 2 ? "intervals" : NULL);
      scope_view_set_range (fixture.view, 0, 1000000);
      for (guint turn = 0; turn < 3 * i; turn++)
        g_main_context_iteration (NULL, FALSE);
      if (i < 2)
        tear_down (&fixture, NULL);
      else
        {
          scope_panel_set_view (SCOPE_PANEL (fixture.sheets), NULL);
          g_assert_null (sheet (&fixture));
          tear_down (&fixture, NULL);
        }
    }
}

/* --- intervals --- */

static void
test_longest (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) rows = NULL;
  GtkWidget *histogram = NULL;

  rows = csv (fixture);
  g_assert_cmpuint (rows->len, >, 10);
  for (guint i = 2; i < rows->len; i++)
    g_assert_cmpint (number (rows, i - 1, "duration_ns"), >=, number (rows, i, "duration_ns"));
  g_assert_nonnull (scope_report_table_histogram (sheet (fixture)));
  for (GtkWidget *child = gtk_widget_get_first_child (gtk_widget_get_parent (GTK_WIDGET (sheet_view (fixture))));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    if (SCOPE_IS_HISTOGRAM (child))
      histogram = child;
  g_assert_nonnull (histogram);
  {
    g_autofree char *text = scope_histogram_dup_text (SCOPE_HISTOGRAM (histogram));

    g_assert_nonnull (strstr (text, "together"));
    gtk_test_accessible_assert_property (histogram, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);
  }
}

static void
test_jump (Fixture *fixture, gconstpointer data)
{
  GtkColumnView *view = scope_table_view_get_column_view (SCOPE_TABLE_VIEW (sheet_view (fixture)));
  const ScopeReportTableRow *row = scope_report_table_row (sheet (fixture), 2);
  const ScopeViewport *viewport = scope_view_get_viewport (fixture->view);
  gint64 from, to, start = row->from, end = row->to;

  scope_range_selector_set_kind (scope_panel_get_range_selector (SCOPE_PANEL (fixture->sheets)), SCOPE_RANGE_VISIBLE);
  g_assert_true (gui_wait (is_settled, fixture->sheets));
  gtk_selection_model_select_item (gtk_column_view_get_model (view), 2, TRUE);
  g_assert_true (scope_view_get_selected_range (fixture->view, &from, &to));
  g_assert_cmpint (from, ==, start);
  g_assert_cmpint (to, ==, end);
  /* The list stays as it was. */
  g_assert_true (is_settled (fixture->sheets));
  g_signal_emit_by_name (view, "activate", 2);
  g_assert_cmpfloat (viewport->from, <=, (double) (start - viewport->first));
  g_assert_cmpfloat (viewport->to, >=, (double) (end - viewport->first));
  g_assert_cmpfloat (viewport->span, <=, 1.5 * (double) (end - start) + 200);
  g_assert_true (is_settled (fixture->sheets));
}

/* --- the menu of a row --- */

static void
find_items (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget) && gtk_label_get_text (GTK_LABEL (widget))[0] != '\0')
    g_string_append_printf (data, "%s|", gtk_label_get_text (GTK_LABEL (widget)));
}

static char *
open_menu (Fixture *fixture, guint row)
{
  GtkColumnView *table = scope_table_view_get_column_view (SCOPE_TABLE_VIEW (sheet_view (fixture)));
  GString *items = g_string_new (NULL);

  gtk_selection_model_select_item (gtk_column_view_get_model (table), row, TRUE);
  g_assert_true (scope_row_menu_popup (table));
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (scope_row_menu_get_popover (table)), GTK_ACCESSIBLE_PROPERTY_LABEL));
  gui_foreach (scope_row_menu_get_popover (table), find_items, items);
  return g_string_free (items, FALSE);
}

static void
act_on_row (Fixture *fixture, const char *action)
{
  GtkWidget *table = GTK_WIDGET (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (sheet_view (fixture))));

  g_assert_true (gtk_widget_activate_action (scope_row_menu_get_popover (GTK_COLUMN_VIEW (table)), action, NULL));
}

static void
test_row_menu (Fixture *fixture, gconstpointer data)
{
  ScopeReportTable *sheet;
  const ScopeReportTableRow *row;
  const ScopeViewport *viewport = scope_view_get_viewport (fixture->view);
  g_autofree char *items = NULL, *wanted = NULL;
  g_auto (GStrv) lines = NULL;
  gint64 from, to;

  items = open_menu (fixture, 1);
  g_assert_cmpstr (items, ==, "Go To|Zoom To|Go to Waker|Follow Back|Show Its Events|Copy Row|Ctrl+Insert|Copy All Rows as Text|Save as CSV…|");
  sheet = scope_report_table_view_get_table (sheet_view (fixture));
  row = scope_report_table_row (sheet, 1); /* longest first, as they are */
  scope_view_clear_selection (fixture->view);
  scope_view_fit (fixture->view);
  act_on_row (fixture, "row.go-to");
  g_assert_true (scope_view_get_selected_range (fixture->view, &from, &to));
  g_assert_cmpint (from, ==, row->from);
  g_assert_cmpint (to, ==, row->to);
  act_on_row (fixture, "row.zoom-to");
  scope_viewport_get_range (viewport, &from, &to);
  g_assert_cmpint (to - from, <, 2 * (row->to - row->from));
  wanted = scope_table_view_dup_text (SCOPE_TABLE_VIEW (sheet_view (fixture)));
  lines = g_strsplit (wanted, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3); /* titles, the row, and the end */
}

/* What is a sum leads nowhere, but can be copied. */
static void
test_row_menu_of_sums (Fixture *fixture, gconstpointer data)
{
  g_autofree char *items = NULL;

  items = open_menu (fixture, 0);
  g_assert_nonnull (strstr (items, "Copy Row|"));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/statistics/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("processors", test_processors);
  ADD ("reasons", test_reasons);
  ADD ("select", test_select);
  ADD ("sort", test_sort);
  ADD ("wide", test_wide);
  ADD ("sort-menu", test_sort_menu);
  ADD ("copy", test_copy);
  ADD ("follows", test_follows);
  ADD ("row-menu", test_row_menu_of_sums);
  ADD ("names", test_names);
#undef ADD
#define ADD(name, func) g_test_add ("/intervals/" name, Fixture, "intervals", set_up, func, tear_down)
  ADD ("longest", test_longest);
  ADD ("jump", test_jump);
  ADD ("row-menu", test_row_menu);
  ADD ("names", test_names);
  g_test_add_func ("/statistics/gone", test_gone);
  return g_test_run ();
}
