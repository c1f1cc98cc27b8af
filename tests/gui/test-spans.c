/* test-spans.c: the panel Spans: what it lists, what is looked for in it, marks of one's own, and that a row leads there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/spans/scope-spans-table.h"
#include "widgets/kit/scope-search-entry.h"
#include "widgets/spans/scope-spans-panel.h"

#include <string.h>

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window, *panel, *search, *entries[2]; /* of the marks that begin and end */
  ScopeReportTablePanel *sheets;
} Fixture;

static gboolean
is_settled (gpointer sheets)
{
  return scope_panel_is_settled (SCOPE_PANEL (sheets));
}

static void
find_parts (GtkWidget *widget, gpointer data)
{
  Fixture *f = data;
  const char *example = GTK_IS_ENTRY (widget) ? gtk_entry_get_placeholder_text (GTK_ENTRY (widget)) : NULL;

  if (SCOPE_IS_SEARCH_ENTRY (widget))
    f->search = widget;
  if (g_strcmp0 (example, "^enter (.*)") == 0)
    f->entries[0] = widget;
  if (g_strcmp0 (example, "^leave (.*)") == 0)
    f->entries[1] = widget;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->import = gui_import_new (data);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  scope_view_set_width (f->view, 1000);
  f->panel = g_object_new (SCOPE_TYPE_SPANS_PANEL, NULL);
  f->window = gui_window_new (f->panel, 1400, 500);
  scope_panel_set_view (SCOPE_PANEL (f->panel), f->view);
  f->sheets = SCOPE_REPORT_TABLE_PANEL (f->panel);
  g_assert_true (gui_wait (is_settled, f->sheets));
  gui_foreach (f->panel, find_parts, f);
  g_assert_nonnull (f->search);
  g_assert_nonnull (f->entries[1]);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

static const char *
summary (Fixture *f)
{
  return scope_report_table_summary (scope_report_table_panel_get_table (f->sheets));
}

static guint
n_rows (Fixture *f)
{
  return scope_report_table_n_rows (scope_report_table_panel_get_table (f->sheets));
}

/* As the entry tells, a moment after the last key. */
static void
look_for (Fixture *f, const char *text)
{
  scope_search_entry_set_text (SCOPE_SEARCH_ENTRY (f->search), text);
  g_signal_emit_by_name (f->search, "changed");
  g_assert_true (gui_wait (is_settled, f->sheets));
}

static void
mean_marks (Fixture *f, const char *begin, const char *end)
{
  gtk_editable_set_text (GTK_EDITABLE (f->entries[0]), begin);
  gtk_editable_set_text (GTK_EDITABLE (f->entries[1]), end);
  g_signal_emit_by_name (f->entries[1], "activate");
  g_assert_true (gui_wait (is_settled, f->sheets));
}

/* What a table of the longest has: all of them, shorter and shorter; a row leads to its span. */
static void
test_longest (Fixture *f, gconstpointer data)
{
  ScopeReportTableRow first, second;
  gint64 from, to;
  guint nameless;

  g_assert_cmpuint (n_rows (f), ==, 2); /* "critical" and "work" */
  scope_report_table_panel_set_what (f->sheets, SCOPE_SPANS_TABLE_LONGEST);
  g_assert_true (gui_wait (is_settled, f->sheets));
  g_assert_cmpuint (n_rows (f), >, 100);
  first = *scope_report_table_row (scope_report_table_panel_get_table (f->sheets), 0);
  second = *scope_report_table_row (scope_report_table_panel_get_table (f->sheets), 1);
  g_assert_cmpint (first.to - first.from, >=, second.to - second.from);
  scope_view_set_range (f->view, first.to, first.to + 1000);
  g_signal_emit_by_name (f->sheets, "row-activated", 0);
  scope_viewport_get_range (scope_view_get_viewport (f->view), &from, &to);
  g_assert_cmpint (from, <=, first.from);
  g_assert_cmpint (to, >=, first.to);
  gui_check_names (f->panel, &nameless);
  g_assert_cmpuint (nameless, ==, 0);
}

/* By name, and by how long they last; of all that are listed. */
static void
test_search (Fixture *f, gconstpointer data)
{
  guint all, n;
  const ScopeReportTableRow *row;

  look_for (f, "crit");
  g_assert_cmpuint (n_rows (f), ==, 1);
  look_for (f, "nobody");
  g_assert_cmpuint (n_rows (f), ==, 0);
  g_assert_nonnull (strstr (summary (f), "No such span"));
  look_for (f, "");
  scope_report_table_panel_set_what (f->sheets, SCOPE_SPANS_TABLE_LONGEST);
  g_assert_true (gui_wait (is_settled, f->sheets));
  all = n_rows (f);
  look_for (f, ">100us");
  n = n_rows (f);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, all);
  row = scope_report_table_row (scope_report_table_panel_get_table (f->sheets), n - 1);
  g_assert_cmpint (row->to - row->from, >, 100000);
  look_for (f, "work <=100us");
  g_assert_cmpuint (n_rows (f) + n, <, all); /* those of the other name that are short are in neither */
}

/* Both are needed, and both must be such expressions: what is shown stays until they are. */
static void
test_marks (Fixture *f, gconstpointer data)
{
  g_autofree char *name = NULL;

  mean_marks (f, "^START (w)", "^STOP (w)");
  g_assert_cmpuint (n_rows (f), ==, 1);
  name = scope_report_table_text (scope_report_table_panel_get_table (f->sheets), 0, 0);
  g_assert_cmpstr (name, ==, "w");
  mean_marks (f, "^START (w)", "");
  g_assert_cmpuint (n_rows (f), ==, 1);
  mean_marks (f, "(", "^STOP (w)");
  g_assert_cmpuint (n_rows (f), ==, 1);
  mean_marks (f, "^nothing", "^never");
  g_assert_cmpuint (n_rows (f), ==, 0);
  mean_marks (f, "", "");
  g_assert_cmpuint (n_rows (f), ==, 2);
}

#define ADD(path, func) g_test_add (path, Fixture, "tests/data/analysis/lock_convoy.eventlog", set_up, func, tear_down)

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  ADD ("/spans/longest", test_longest);
  ADD ("/spans/search", test_search);
  ADD ("/spans/marks", test_marks);
  return g_test_run ();
}
