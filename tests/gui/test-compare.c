/* test-compare.c: two runs compared in the window: with itself nothing differs; the axes go together; closed, the window is as before.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/window/scope-window-private.h"
#include "widgets/compare/scope-pairs-popover.h"
#include "widgets/kit/scope-overflow-box.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static ScopeApplication *application;

typedef struct
{
  ScopeWindow *window;
  ScopeCompareView *compare;
  ScopeView *run, *baseline;
} Fixture;

static gboolean
is_settled (gpointer data)
{
  return gtk_widget_get_mapped (data) && scope_window_is_settled (data);
}

static gboolean
is_compared (gpointer data)
{
  return scope_window_get_compare (data) != NULL && scope_window_is_settled (data);
}

/* Of tests/data; `name` NULL: the same as the run. */
static char *
data_path (const char *name)
{
  return g_build_filename (g_getenv ("G_TEST_SRCDIR"), "tests", "data", name, NULL);
}

static gboolean
has_no_toast (gpointer window)
{
  return !gui_has_toast (window);
}

static void
open_both (Fixture *f, const char *baseline, const char *run)
{
  g_autofree char *first = data_path (run), *second = data_path (baseline);
  g_autoptr (GFile) file = g_file_new_for_path (first), other = g_file_new_for_path (second);

  f->window = scope_window_new (GTK_APPLICATION (application));
  gtk_window_set_default_size (GTK_WINDOW (f->window), 1400, 900);
  scope_window_open (f->window, &file, 1);
  gtk_window_present (GTK_WINDOW (f->window));
  g_assert_true (gui_wait (is_settled, f->window));
  scope_window_compare (f->window, &other, 1);
  g_assert_true (gui_wait (is_compared, f->window));
  g_assert_true (gui_wait (has_no_toast, f->window)); /* “Reading the baseline…” lasts as long as it is read */
  f->compare = scope_window_get_compare (f->window);
  f->run = scope_timeline_get_view (gui_find (f->compare, SCOPE_TYPE_TIMELINE, 1));
  f->baseline = scope_timeline_get_view (scope_compare_view_get_baseline (f->compare));
}

static void
close_window (Fixture *f)
{
  gui_await_tooltips ();
  scope_window_comparison_end (f->window->comparison);
  g_assert_null (scope_window_get_compare (f->window));
  g_assert_true (gui_wait (is_settled, f->window));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (scope_window_get_timeline (f->window))));
  gui_window_close (f->window);
}

/* The same trace twice: no row differs, no quantity changed, and the tooltip says so. */
static void
test_itself (void)
{
  Fixture f;
  ScopeDifferenceRows *rows;
  ScopeReportTable *table;

  open_both (&f, "eden/small3.parevents", "eden/small3.parevents");
  rows = scope_difference_view_get_rows (gui_find (f.compare, SCOPE_TYPE_DIFFERENCE_VIEW, 0));
  g_assert_nonnull (rows);
  g_assert_cmpuint (scope_difference_rows_n (rows), >=, 2);
  g_assert_cmpuint (rows->n_alone, ==, 0);
  for (guint i = 0; i < scope_difference_rows_n (rows); i++)
    {
      g_autofree char *words = scope_difference_view_describe (gui_find (f.compare, SCOPE_TYPE_DIFFERENCE_VIEW, 0), i, 100);
      gint64 from, to;

      g_assert_null (strstr (words, " % "));
      g_assert_false (scope_difference_view_find_most (gui_find (f.compare, SCOPE_TYPE_DIFFERENCE_VIEW, 0),
                                                       scope_difference_rows_get (rows, i)->run, SCOPE_N_STATES, &from, &to));
    }
  table = scope_report_table_view_get_table (gui_find (gui_find (f.compare, SCOPE_TYPE_CHANGES_PANEL, 0), SCOPE_TYPE_REPORT_TABLE_VIEW, 0));
  g_assert_true (table == NULL || scope_report_table_n_rows (table) == 0);
  close_window (&f);
}

static gboolean
has_waits (gpointer compare)
{
  ScopeReportTable *table
      = scope_report_table_view_get_table (gui_find (gui_find (compare, SCOPE_TYPE_CHANGES_PANEL, 0), SCOPE_TYPE_REPORT_TABLE_VIEW, 0));

  return table != NULL && g_str_equal (scope_report_table_column (table, 1)->name, "what");
}

static gboolean
has_rows (gpointer compare)
{
  ScopeReportTable *table
      = scope_report_table_view_get_table (gui_find (gui_find (compare, SCOPE_TYPE_CHANGES_PANEL, 0), SCOPE_TYPE_REPORT_TABLE_VIEW, 0));

  return table != NULL && scope_report_table_n_rows (table) > 0;
}

static void
show_unchanged (Fixture *f)
{
  GtkWidget *panel = gui_find (f->compare, SCOPE_TYPE_CHANGES_PANEL, 0), *button;
  guint i = 0;

  while ((button = gui_find (panel, GTK_TYPE_TOGGLE_BUTTON, i++)) != NULL)
    if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), "Show Unchanged") == 0)
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
}

static gboolean
has_spans (gpointer compare)
{
  ScopeReportTable *table
      = scope_report_table_view_get_table (gui_find (gui_find (compare, SCOPE_TYPE_CHANGES_PANEL, 0), SCOPE_TYPE_REPORT_TABLE_VIEW, 0));

  return table != NULL && g_str_equal (scope_report_table_column (table, 1)->name, "baseline_count") && scope_report_table_n_rows (table) == 2;
}

static gboolean
has_phases (gpointer compare)
{
  ScopeReportTable *table = scope_report_table_view_get_table (gui_find (gui_find (compare, SCOPE_TYPE_CHANGES_PANEL, 0), SCOPE_TYPE_REPORT_TABLE_VIEW, 0));

  return table != NULL && g_str_equal (scope_report_table_column (table, 1)->name, "baseline_name");
}

/* Lost time and who was waited for, as one of the choices: of a run with itself nothing is more or less, which is listed if that is asked
 * for. A row leads nowhere. Spans and phases are other choices. */
static void
test_waits (void)
{
  Fixture f;
  ScopeReportTable *table;
  GtkDropDown *choice;
  double running = 0;

  open_both (&f, "analysis/lock_convoy.eventlog", "analysis/lock_convoy.eventlog");
  choice = gui_find (gui_find (f.compare, SCOPE_TYPE_CHANGES_PANEL, 0), GTK_TYPE_DROP_DOWN, 0);
  gtk_drop_down_set_selected (choice, g_list_model_get_n_items (gtk_drop_down_get_model (choice)) - 3);
  g_assert_true (gui_wait (has_waits, f.compare));
  g_assert_false (has_rows (f.compare));
  show_unchanged (&f);
  g_assert_true (gui_wait (has_rows, f.compare));
  table = scope_report_table_view_get_table (gui_find (gui_find (f.compare, SCOPE_TYPE_CHANGES_PANEL, 0), SCOPE_TYPE_REPORT_TABLE_VIEW, 0));
  for (guint row = 0; row < scope_report_table_n_rows (table); row++)
    {
      g_autofree char *what = scope_report_table_text (table, row, 1);

      g_assert_cmpfloat (scope_report_table_value (table, row, 4), ==, 0);
      if (g_str_equal (what, "running"))
        running = scope_report_table_value (table, row, 3);
    }
  g_assert_cmpfloat (running, >, 0);
  g_signal_emit_by_name (gui_find (gui_find (f.compare, SCOPE_TYPE_CHANGES_PANEL, 0), SCOPE_TYPE_REPORT_TABLE_VIEW, 0), "row-selected", 0);
  gtk_drop_down_set_selected (choice, g_list_model_get_n_items (gtk_drop_down_get_model (choice)) - 1);
  g_assert_true (gui_wait (has_spans, f.compare));
  gtk_drop_down_set_selected (choice, g_list_model_get_n_items (gtk_drop_down_get_model (choice)) - 2);
  g_assert_true (gui_wait (has_phases, f.compare));
  close_window (&f);
}

/* Range, cursor, selection and lane go with each other, both ways; unlinked they do not. */
static void
test_linked (void)
{
  Fixture f;
  const ScopeTimeMap *map;
  GActionGroup *actions;
  ScopeLaneId lane = { 0 }, partner;
  gint64 from, to, a, b;

  open_both (&f, "ghc/parfib-n4-la.eventlog", "ghc/sumeuler-n4-ls.eventlog");
  map = scope_comparison_get_map (scope_compare_view_get_comparison (f.compare));
  actions = scope_compare_view_get_actions (f.compare);
  scope_viewport_get_range (scope_view_get_viewport (f.run), &from, &to);
  scope_view_set_range (f.run, from + (to - from) / 4, from + (to - from) / 2);
  scope_viewport_get_range (scope_view_get_viewport (f.run), &from, &to);
  scope_viewport_get_range (scope_view_get_viewport (f.baseline), &a, &b);
  g_assert_cmpint (ABS (a - scope_time_map_to_baseline (map, from)), <=, 2);
  g_assert_cmpint (ABS (b - scope_time_map_to_baseline (map, to)), <=, 2);
  scope_view_set_cursor (f.baseline, a + 1000);
  g_assert_true (scope_view_get_cursor (f.run, &from));
  g_assert_cmpint (from, ==, scope_time_map_to_run (map, a + 1000));

  scope_view_select_range (f.baseline, a, a + (b - a) / 2);
  g_assert_true (scope_view_get_selected_range (f.run, &from, &to));
  g_assert_cmpint (from, ==, scope_time_map_to_run (map, a));
  lane.kind = SCOPE_KIND_PROCESSOR;
  scope_view_select_lane (f.run, &lane);
  g_assert_true (scope_view_get_selected_lane (f.baseline, &partner));
  g_assert_cmpint (partner.kind, ==, SCOPE_KIND_PROCESSOR);

  g_action_group_change_action_state (actions, "linked", g_variant_new_boolean (FALSE));
  scope_viewport_get_range (scope_view_get_viewport (f.baseline), &a, &b);
  scope_view_zoom (f.run, 10, 2);
  scope_viewport_get_range (scope_view_get_viewport (f.baseline), &from, &to);
  g_assert_cmpint (from, ==, a);
  g_assert_cmpint (to, ==, b);
  g_action_group_change_action_state (actions, "linked", g_variant_new_boolean (TRUE));
  scope_viewport_get_range (scope_view_get_viewport (f.baseline), &from, &to);
  g_assert_true (from != a || to != b);
  g_assert_true (gui_wait (is_compared, f.window));
  close_window (&f);
}

static void
find_bar (GtkWidget *widget, gpointer data)
{
  GtkWidget **found = data;

  if (GTK_IS_INFO_BAR (widget))
    *found = widget;
}

static void
find_words (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (data, "%s\n", gtk_label_get_label (GTK_LABEL (widget)));
}

/* What was not alike before the runs began is said above their figures; what was is not. */
static void
test_settings (void)
{
  Fixture f;
  GtkWidget *bar = NULL;
  g_autoptr (GString) words = g_string_new (NULL);

  open_both (&f, "ghc/parfib-n4-la.eventlog", "ghc/sumeuler-n4-ls.eventlog");
  gui_foreach (GTK_WIDGET (f.compare), find_bar, &bar);
  g_assert_true (bar != NULL && gtk_widget_get_mapped (bar));
  gui_foreach (bar, find_words, words);
  g_assert_nonnull (strstr (words->str, "Different programs: "));
  g_assert_nonnull (strstr (words->str, "Different arguments: "));
  gtk_info_bar_response (GTK_INFO_BAR (bar), GTK_RESPONSE_CLOSE);
  g_assert_true (gui_wait (gui_is_unmapped, bar));
  close_window (&f);

  open_both (&f, "eden/small3.parevents", "eden/small3.parevents");
  gui_foreach (GTK_WIDGET (f.compare), find_bar, &bar);
  g_assert_false (gtk_widget_get_visible (bar));
  close_window (&f);
}

static void
count_processes (GtkWidget *widget, gpointer data)
{
  GListModel *model = GTK_IS_DROP_DOWN (widget) ? gtk_drop_down_get_model (GTK_DROP_DOWN (widget)) : NULL;
  guint *n = data;

  for (guint i = 0; GTK_IS_STRING_LIST (model) && i < g_list_model_get_n_items (model); i++)
    *n += g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), "Processes");
}

/* Erlang's processes are threads, too; they stand in each list once. */
static void
test_erlang (void)
{
  Fixture f;
  guint n = 0;

  open_both (&f, "erlang/every_all.dat", "erlang/every_all.dat");
  gui_foreach (gui_find (f.compare, SCOPE_TYPE_CHANGES_PANEL, 0), count_processes, &n);
  g_assert_cmpuint (n, ==, 1);
  close_window (&f);
}

/* Two runs that differ: rows, words, the table and where it leads; scaled to equal length; the picture; the other mode. */
static void
test_different (void)
{
  Fixture f;
  ScopeReportTable *table;
  GActionGroup *actions;
  guint nameless = 0;
  gboolean any = FALSE;

  open_both (&f, "eden/small3.parevents", "eden/generic4.parevents");
  actions = scope_compare_view_get_actions (f.compare);
  g_action_group_activate_action (actions, "align", g_variant_new_string ("length"));
  g_assert_true (gui_wait (is_compared, f.window));
  g_assert_cmpint (scope_alignment_get_by (scope_comparison_get_alignment (scope_compare_view_get_comparison (f.compare))), ==,
                   SCOPE_ALIGN_LENGTH);
  table = scope_report_table_view_get_table (gui_find (gui_find (f.compare, SCOPE_TYPE_CHANGES_PANEL, 0), SCOPE_TYPE_REPORT_TABLE_VIEW, 0));
  g_assert_nonnull (table);
  g_assert_cmpuint (scope_report_table_n_rows (table), >, 5);
  for (guint x = 0; x < 800 && !any; x += 50)
    {
      g_autofree char *words = scope_difference_view_describe (gui_find (f.compare, SCOPE_TYPE_DIFFERENCE_VIEW, 0), 0, x);

      any = strstr (words, "no difference") == NULL && strstr (words, " %") != NULL;
    }
  g_assert_true (any);
  gui_check_names (GTK_WIDGET (f.compare), &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  gui_check_focusable_names (GTK_WIDGET (f.compare), &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  g_action_group_change_action_state (actions, "mode", g_variant_new_string ("difference"));
  g_assert_true (gui_wait (is_compared, f.window));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (gui_find (f.compare, SCOPE_TYPE_TIMELINE, 1))));
  g_action_group_change_action_state (actions, "mode", g_variant_new_string ("both"));
  g_assert_true (gui_wait (is_compared, f.window));
  close_window (&f);
}

typedef struct
{
  GtkWidget *box;
  guint n, in_popover, spilled; /* buttons that are seen, of these in the popover; what waits for it */
} Bar;

static void
find_button (GtkWidget *widget, gpointer data)
{
  Bar *bar = data;

  if ((!GTK_IS_MENU_BUTTON (widget) && !GTK_IS_TOGGLE_BUTTON (widget)) || GTK_IS_MENU_BUTTON (gtk_widget_get_parent (widget))
      || widget == scope_overflow_box_get_more (SCOPE_OVERFLOW_BOX (bar->box)))
    return;
  bar->n += gtk_widget_get_mapped (widget) ? 1 : 0;
  bar->in_popover += gtk_widget_get_mapped (widget) && gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER) != NULL ? 1 : 0;
}

static void
find_box (GtkWidget *widget, gpointer data)
{
  Bar *bar = data;

  if (SCOPE_IS_OVERFLOW_BOX (widget) && bar->box == NULL)
    bar->box = widget;
}

static Bar
look_at_bar (Fixture *f)
{
  Bar bar = { NULL };

  gui_foreach (GTK_WIDGET (f->compare), find_box, &bar);
  g_assert_nonnull (bar.box);
  gui_foreach (bar.box, find_button, &bar);
  bar.spilled = scope_overflow_box_n_hidden (SCOPE_OVERFLOW_BOX (bar.box));
  return bar;
}

/* As soon as the inspector has made room. */
static gboolean
is_whole (gpointer data)
{
  Fixture *f = data;
  Bar bar;

  if (gtk_widget_get_width (GTK_WIDGET (f->window)) > 900 || !is_compared (f->window))
    return FALSE;
  bar = look_at_bar (f);
  return bar.n == 6 && bar.spilled == 0;
}

static gboolean
is_spilled (gpointer data)
{
  Bar bar = look_at_bar (data);

  return bar.spilled > 0 && bar.n < 6 && bar.in_popover == 0;
}

static gboolean
is_in_popover (gpointer data)
{
  Bar bar = look_at_bar (data);

  return bar.spilled > 0 && bar.n == 6 && bar.in_popover > 0;
}

/* All buttons of the bar are there in a window of 900 pixels. */
static void
test_narrow (void)
{
  Fixture f;
  gint64 from, to, other_from, other_to;
  const ScopeTimeMap *map;
  double scale;
  GtkWidget *more;

  open_both (&f, "ghc/parfib-n4-la.eventlog", "ghc/ffi-n4-la.eventlog");
  scope_trace_range (scope_view_get_trace (f.run), &from, &to);
  scope_view_set_range (f.run, from + (to - from) / 4, from + (to - from) / 2);
  scale = scope_viewport_scale (scope_view_get_viewport (f.run));
  gtk_window_set_default_size (GTK_WINDOW (f.window), 900, 600);
  g_assert_true (gui_wait (is_whole, &f));

  /* Both are narrower now, and still show the same time. */
  scope_viewport_get_range (scope_view_get_viewport (f.run), &from, &to);
  scope_viewport_get_range (scope_view_get_viewport (f.baseline), &other_from, &other_to);
  map = scope_comparison_get_map (scope_compare_view_get_comparison (f.compare));
  g_assert_cmpint (ABS (scope_time_map_to_run (map, other_from) - from), <=, 1);
  g_assert_cmpint (ABS (scope_time_map_to_run (map, other_to) - to), <=, 1);
  g_assert_cmpfloat (fabs (scope_viewport_scale (scope_view_get_viewport (f.run)) - scale), <, scale / 1e6);

  /* Where there is no room at all for some, these are in the popover while it is open, and back in the row afterwards. */
  gtk_window_set_default_size (GTK_WINDOW (f.window), 640, 600);
  g_assert_true (gui_wait (is_spilled, &f));
  more = scope_overflow_box_get_more (SCOPE_OVERFLOW_BOX (look_at_bar (&f).box));
  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  g_assert_true (gui_wait (is_in_popover, &f));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (more));
  g_assert_true (gui_wait (is_spilled, &f));
  gtk_window_set_default_size (GTK_WINDOW (f.window), 900, 600);
  g_assert_true (gui_wait (is_whole, &f));
  close_window (&f);
}

static void
find_list (GtkWidget *widget, gpointer data)
{
  GtkWidget **found = data;

  if (GTK_IS_LIST_BOX (widget) && gtk_widget_get_ancestor (widget, SCOPE_TYPE_PAIRS_POPOVER) != NULL && gtk_widget_get_mapped (widget))
    *found = widget;
}

static void
find_row_button (GtkWidget *widget, gpointer data)
{
  GtkWidget **found = data;

  if (GTK_IS_BUTTON (widget))
    *found = widget;
}

static gboolean
is_apart (gpointer data)
{
  const Fixture *f = data;
  ScopePairing *pairing = scope_comparison_get_pairing (scope_compare_view_get_comparison (f->compare));

  return scope_pairing_n_only_run (pairing, SCOPE_KIND_MACHINE) == 1;
}

static gboolean
has_pairs_list (gpointer data)
{
  const Fixture *f = data;
  GtkWidget *list = NULL;

  gui_foreach (GTK_WIDGET (f->compare), find_list, &list);
  return list != NULL;
}

static gboolean
has_no_pairs_list (gpointer data)
{
  return !has_pairs_list (data);
}

static void
open_pairs (GtkWidget *widget, gpointer data)
{
  GtkPopover *popover = GTK_IS_MENU_BUTTON (widget) ? gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget)) : NULL;

  if (SCOPE_IS_PAIRS_POPOVER (popover))
    gtk_menu_button_popup (GTK_MENU_BUTTON (widget));
}

/* A pair is taken apart: the row's button is still there and says what can be done now, so the next click finds it. Who asks for a
 * partner can leave that. */
static void
test_pairs (void)
{
  Fixture f;
  GtkWidget *list = NULL, *button = NULL, *again = NULL, *partner = NULL;

  open_both (&f, "ghc/parfib-n4-la.eventlog", "ghc/ffi-n4-la.eventlog");
  gui_foreach (GTK_WIDGET (f.compare), open_pairs, NULL);
  g_assert_true (gui_wait (has_pairs_list, &f));
  gui_foreach (GTK_WIDGET (f.compare), find_list, &list);
  gui_foreach (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0)), find_row_button, &button);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Unpair");
  g_signal_emit_by_name (button, "clicked");
  g_assert_true (gui_wait (is_apart, &f));
  gui_foreach (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0)), find_row_button, &again);
  g_assert_true (again == button);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Pair With…");
  g_signal_emit_by_name (button, "clicked");
  gui_foreach (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 1)), find_row_button, &partner);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (partner)), ==, "Pair");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Cancel");
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Pair With…");
  g_assert_true (is_apart (&f));
  /* As for a person, it closes before the comparison does. */
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (list, SCOPE_TYPE_PAIRS_POPOVER)));
  g_assert_true (gui_wait (has_no_pairs_list, &f));
  close_window (&f);
}

/* The comparison has the room of the panels at the bottom; a window that is closed while it compares does not keep that as what a
 * person likes. */
static void
test_keeps_layout (void)
{
  ScopeSettings *settings = scope_application_get_settings (application);
  Fixture f;
  g_autofree char *text = NULL;
  g_autoptr (ScopeLayout) layout = NULL;

  open_both (&f, "ghc/parfib-n4-la.eventlog", "ghc/sumeuler-n4-ls.eventlog");
  g_assert_false (scope_dock_get_shown (f.window->host->dock, SCOPE_PLACE_BOTTOM));
  gui_window_close (f.window);
  text = scope_settings_dup_string (settings, "layout");
  layout = scope_layout_parse (text);
  g_assert_nonnull (layout);
  g_assert_true (layout->shown[SCOPE_PLACE_BOTTOM]);
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
  g_test_add_func ("/compare/itself", test_itself);
  g_test_add_func ("/compare/keeps-layout", test_keeps_layout);
  g_test_add_func ("/compare/settings", test_settings);
  g_test_add_func ("/compare/erlang", test_erlang);
  g_test_add_func ("/compare/waits", test_waits);
  g_test_add_func ("/compare/linked", test_linked);
  g_test_add_func ("/compare/different", test_different);
  g_test_add_func ("/compare/narrow", test_narrow);
  g_test_add_func ("/compare/pairs", test_pairs);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
