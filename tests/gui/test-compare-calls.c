/* test-compare-calls.c: two runs compared call by call in the window: against itself they do not part; two that differ do, and what is
 * chosen is shown in both timelines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/window/scope-window-private.h"
#include "model/scene/view/scope-view-call.h"
#include "widgets/table/scope-recycling-row-model.h"
#include "widgets/table/scope-text-cell.h"

#include <glib/gstdio.h>
#include <string.h>

static ScopeApplication *application;

typedef struct
{
  ScopeWindow *window;
  ScopeCompareView *compare;
  ScopeCallChangesPanel *calls;
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

static gboolean
has_diff (gpointer data)
{
  return scope_call_changes_panel_get_diff (data) != NULL && scope_call_changes_panel_is_settled (data);
}

static void
open_windows (Fixture *f, const char *baseline, const char *run)
{
  g_autofree char *first = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "tests", "data", run, NULL);
  g_autofree char *second = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "tests", "data", baseline, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (first), other = g_file_new_for_path (second);

  f->window = scope_window_new (GTK_APPLICATION (application));
  gtk_window_set_default_size (GTK_WINDOW (f->window), 1400, 1160);
  scope_window_open (f->window, &file, 1);
  gtk_window_present (GTK_WINDOW (f->window));
  g_assert_true (gui_wait (is_settled, f->window));
  scope_window_compare (f->window, &other, 1);
  g_assert_true (gui_wait (is_compared, f->window));
  f->compare = scope_window_get_compare (f->window);
  f->calls = scope_compare_view_get_calls (f->compare);
  f->run = scope_timeline_get_view (gui_find (f->compare, SCOPE_TYPE_TIMELINE, 1));
  f->baseline = scope_timeline_get_view (scope_compare_view_get_baseline (f->compare));
  g_action_group_change_action_state (scope_compare_view_get_actions (f->compare), "calls", g_variant_new_boolean (TRUE));
}

static void
close_window (Fixture *f)
{
  scope_window_comparison_end (f->window->comparison);
  g_assert_true (gui_wait (is_settled, f->window));
  gui_window_close (f->window);
}

static void
open_both (Fixture *f, const char *baseline, const char *run)
{
  open_windows (f, baseline, run);
  g_assert_true (gui_wait (has_diff, f->calls));
}

static guint
n_rows (Fixture *f, const char *page)
{
  ScopeReportTable *sheet = scope_report_table_view_get_table (scope_call_changes_panel_get_table (f->calls, page));

  return sheet != NULL ? scope_report_table_n_rows (sheet) : 0;
}

/* Nothing parts, nothing changed; all paths are there. */
static void
check_equal (const char *name)
{
  Fixture f;
  ScopeCallDiff *diff;

  open_both (&f, name, name);
  diff = scope_call_changes_panel_get_diff (f.calls);
  g_assert_cmpuint (diff->n_partings, ==, 0);
  g_assert_cmpuint (n_rows (&f, "first"), ==, 0);
  g_assert_cmpuint (n_rows (&f, "functions"), ==, diff->n_functions);
  g_assert_cmpuint (scope_table_view_n_rows (SCOPE_TABLE_VIEW (gui_find (f.calls, SCOPE_TYPE_CALL_DIFF_VIEW, 0))), >, 0);
  for (guint i = 0; i < diff->n_contexts; i++)
    {
      g_autofree char *change = scope_call_diff_cell_text (diff, i, SCOPE_CALL_DIFF_CHANGE);

      g_assert_cmpint (diff->contexts[i].most, ==, 0);
      g_assert_cmpuint (diff->contexts[i].n_only[0] + diff->contexts[i].n_only[1], ==, 0);
      g_assert_cmpstr (change, ==, diff->in_cycles ? "0" : "0 s");
    }
  close_window (&f);
}

static void
test_itself (void)
{
  check_equal ("sim/spin.g21.xml");
  check_equal ("erlang/callgraph.dat");
}

static void
find_table (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_COLUMN_VIEW (widget))
    *(gpointer *) data = widget;
}

static void
find_cell (GtkWidget *widget, gpointer data)
{
  if (SCOPE_IS_TEXT_CELL (widget))
    g_ptr_array_add (data, widget);
}

/* In another order the same widgets show other paths; a fold takes those below it away, and they come again. */
static void
test_steady (void)
{
  Fixture f;
  ScopeCallDiffView *paths;
  GtkWidget *table = NULL;
  GtkSelectionModel *rows;
  g_autoptr (GPtrArray) before = g_ptr_array_new (), after = g_ptr_array_new ();
  guint32 first;

  open_both (&f, "erlang/callgraph.dat", "erlang/callgraph.dat");
  paths = gui_find (f.calls, SCOPE_TYPE_CALL_DIFF_VIEW, 0);
  gui_foreach (GTK_WIDGET (paths), find_table, &table);
  g_assert_nonnull (table);
  rows = gtk_column_view_get_model (GTK_COLUMN_VIEW (table));
  g_assert_true (SCOPE_IS_RECYCLING_ROW_MODEL (rows));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, scope_table_view_n_rows (SCOPE_TABLE_VIEW (paths)));
  gui_foreach (table, find_cell, before);
  g_assert_cmpuint (before->len, >, 4);
  first = scope_table_view_get_row (SCOPE_TABLE_VIEW (paths), 0);
  for (guint i = 0; i < 2 && scope_table_view_get_row (SCOPE_TABLE_VIEW (paths), 0) == first; i++)
    gtk_widget_activate_action (GTK_WIDGET (paths), "call-diff.sort", "i", SCOPE_CALL_DIFF_FUNCTION);
  gui_foreach (table, find_cell, after);
  g_assert_cmpuint (after->len, >, 0);
  g_assert_cmpuint (after->len, >=, before->len);
  for (guint i = 0; i < before->len; i++)
    g_assert_true (g_ptr_array_find (after, before->pdata[i], NULL));
  {
    g_autoptr (ScopeRecyclingRow) row = g_list_model_get_item (G_LIST_MODEL (rows), 0);
    guint n = scope_table_view_n_rows (SCOPE_TABLE_VIEW (paths));

    gtk_tree_list_row_set_expanded (scope_recycling_row_get_item (row), FALSE);
    g_assert_cmpuint (scope_table_view_n_rows (SCOPE_TABLE_VIEW (paths)), <, n);
    gtk_tree_list_row_set_expanded (scope_recycling_row_get_item (row), TRUE);
    g_assert_cmpuint (scope_table_view_n_rows (SCOPE_TABLE_VIEW (paths)), >, 1);
  }
  close_window (&f);
}

/* A row that stands for the path: its activations are listed, and the one that is chosen is selected in the runs that have it. */
static void
check_path (Fixture *f, guint row)
{
  ScopeCallDiffView *paths = gui_find (f->calls, SCOPE_TYPE_CALL_DIFF_VIEW, 0);
  ScopeCallDiff *diff = scope_call_changes_panel_get_diff (f->calls);
  guint32 context = scope_table_view_get_row (SCOPE_TABLE_VIEW (paths), row);
  const ScopeCallContextDiff *path = &diff->contexts[context];
  ScopeView *const views[2] = { f->baseline, f->run };

  scope_call_diff_view_choose (paths, context);
  g_assert_true (gui_wait (has_diff, f->calls));
  g_assert_cmpuint (n_rows (f, NULL), ==, path->n_matched + path->n_only[0] + path->n_only[1]);
  for (guint i = 0; i < MIN (n_rows (f, NULL), 4); i++)
    {
      GArray *extra = scope_report_table_get_extra (scope_report_table_view_get_table (scope_call_changes_panel_get_table (f->calls, NULL)));
      const ScopeCallDiffRow wanted = g_array_index (extra, ScopeCallDiffRow, i);

      g_assert_cmpuint (wanted.context, ==, context);
      g_signal_emit_by_name (scope_call_changes_panel_get_table (f->calls, NULL), "row-selected", i);
      for (guint s = 0; s < 2; s++)
        {
          gint64 from, to, first, last;
          ScopeLaneId lane;
          ScopeActivationId call;

          if (wanted.match == (s == SCOPE_CALL_RUN ? SCOPE_CALL_ONLY_BASELINE : SCOPE_CALL_ONLY_RUN))
            continue;
          g_assert_true (scope_view_get_selected_range (views[s], &from, &to));
          g_assert_cmpint (from, ==, wanted.from[s]);
          g_assert_cmpint (to, ==, wanted.to[s]);
          g_assert_true (scope_view_get_selected_lane (views[s], &lane));
          g_assert_true (scope_view_get_selected_call (views[s], &call));
          g_assert_cmpuint (call.depth, ==, wanted.depth);
          g_assert_cmpint (call.from, ==, wanted.from[s]);
          g_assert_cmpuint (lane.index, ==, diff->lanes[wanted.lane].lanes[s].index);
          scope_viewport_get_range (scope_view_get_viewport (views[s]), &first, &last);
          g_assert_cmpint (first, <=, to);
          g_assert_cmpint (last, >=, from);
        }
    }
}

/* Every activation of both runs is listed once, those of each choice alone; in order, by what they changed. */
static void
check_activations (Fixture *f)
{
  const ScopeCallDiff *diff = scope_call_changes_panel_get_diff (f->calls);
  guint64 n[3] = { 0 }; /* by ScopeCallMatch */
  guint64 wanted[SCOPE_CALL_N_WHICH];

  for (guint i = 0; i < diff->n_lanes; i++)
    {
      n[SCOPE_CALL_MATCHED] += diff->lanes[i].n_matched;
      n[SCOPE_CALL_ONLY_BASELINE] += diff->lanes[i].n_only[SCOPE_CALL_BASELINE];
      n[SCOPE_CALL_ONLY_RUN] += diff->lanes[i].n_only[SCOPE_CALL_RUN];
    }
  g_assert_cmpuint (n[SCOPE_CALL_ONLY_RUN], >, 0);
  wanted[SCOPE_CALL_WHICH_ALL] = wanted[SCOPE_CALL_WHICH_CHANGED] = n[0] + n[1] + n[2];
  wanted[SCOPE_CALL_WHICH_MATCHED] = n[SCOPE_CALL_MATCHED];
  wanted[SCOPE_CALL_WHICH_ONLY_ONE] = n[SCOPE_CALL_ONLY_BASELINE] + n[SCOPE_CALL_ONLY_RUN];
  wanted[SCOPE_CALL_WHICH_ONLY_BASELINE] = n[SCOPE_CALL_ONLY_BASELINE];
  wanted[SCOPE_CALL_WHICH_ONLY_RUN] = n[SCOPE_CALL_ONLY_RUN];
  g_assert_cmpuint (n_rows (f, "activations"), ==, 0); /* not read before it is seen */
  scope_call_changes_panel_set_page (f->calls, "activations");
  for (guint which = 0; which < SCOPE_CALL_N_WHICH; which++)
    {
      ScopeReportTableView *view = scope_call_changes_panel_get_table (f->calls, "activations");
      gint64 last = G_MAXINT64;

      scope_call_rows_view_set_which (gui_find (f->calls, SCOPE_TYPE_CALL_ROWS_VIEW, 1), (ScopeCallWhich) which);
      g_assert_true (gui_wait (has_diff, f->calls));
      g_assert_cmpuint (n_rows (f, "activations"), ==, wanted[which]);
      for (guint i = 0; i < n_rows (f, "activations"); i++)
        {
          GArray *extra = scope_report_table_get_extra (scope_report_table_view_get_table (view));
          const ScopeCallDiffRow *row = &g_array_index (extra, ScopeCallDiffRow, i);
          const ScopeCallFigures change = scope_call_figures_change (row->figures);
          gint64 amount = ABS (scope_call_figures_total (diff, &change));

          if (which >= SCOPE_CALL_WHICH_ONLY_ONE)
            g_assert_cmpint (row->match, !=, SCOPE_CALL_MATCHED);
          if (which == SCOPE_CALL_WHICH_CHANGED)
            g_assert_cmpint (amount, <=, last);
          last = amount;
        }
    }
}

static gboolean
is_file (gpointer data)
{
  return g_file_test (data, G_FILE_TEST_EXISTS);
}

/* What is chosen in the flame graph is told and gone to; the picture has the words of the widest path. */
static void
check_flame (Fixture *f)
{
  ScopeCallDiffFlamePage *page = gui_find (f->calls, SCOPE_TYPE_CALL_DIFF_FLAME_PAGE, 0);
  const ScopeCallDiff *diff = scope_call_changes_panel_get_diff (f->calls);
  guint32 context = 0;
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "compare-calls-flame.svg", NULL), *svg = NULL, *name = NULL;
  gint64 from, to;
  guint side;

  scope_call_changes_panel_set_page (f->calls, "flame");
  g_assert_true (gui_wait (has_diff, f->calls));
  scope_view_clear_selection (f->run);
  scope_view_clear_selection (f->baseline);
  g_assert_true (scope_call_diff_flame_page_choose (page, context));
  side = diff->contexts[context].most_match == SCOPE_CALL_ONLY_BASELINE ? SCOPE_CALL_BASELINE : SCOPE_CALL_RUN;
  g_assert_nonnull (strstr (scope_call_diff_flame_page_get_words (page), diff->functions[diff->contexts[context].function].name));
  g_assert_true (scope_view_get_selected_range (side == SCOPE_CALL_RUN ? f->run : f->baseline, &from, &to));
  g_assert_cmpint (from, ==, diff->contexts[context].from[side]);
  g_remove (path);
  scope_window_comparison_export_calls (f->window->comparison, path);
  g_assert_true (gui_wait (is_file, path));
  g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
  name = g_strdup_printf (">%s ", diff->functions[diff->contexts[context].function].name);
  g_assert_nonnull (strstr (svg, name));
  g_remove (path);
}

/* Cells of a long list are filled while nothing else is to be done. */
static gboolean
all_named (gpointer data)
{
  guint nameless;

  gui_check_focusable_names (data, &nameless);
  return nameless == 0;
}

typedef struct
{
  guint seen, cut;
} Names;

/* Functions' names, whose cells are indented by blanks. */
static void
look_at_name (GtkWidget *widget, gpointer data)
{
  Names *names = data;
  const char *text = SCOPE_IS_TEXT_CELL (widget) ? scope_text_cell_get_text (SCOPE_TEXT_CELL (widget)) : NULL;
  g_autoptr (PangoLayout) layout = NULL;
  int width;

  if (text == NULL || strstr (text, "pthreadSpin") == NULL || !gtk_widget_get_mapped (widget))
    return;
  layout = gtk_widget_create_pango_layout (widget, text);
  pango_layout_get_pixel_size (layout, &width, NULL);
  names->seen++;
  names->cut += width > gtk_widget_get_width (widget);
}

static gboolean
names_are_whole (gpointer sheet)
{
  Names names = { 0 };

  gui_foreach (sheet, look_at_name, &names);
  return names.seen > 3 && names.cut == 0;
}

/* What is chosen in one timeline is chosen in the other: the activation it was aligned with, or, where there is none, only the time. */
static void
check_partners (Fixture *f)
{
  ScopeView *const views[2] = { f->baseline, f->run };
  const ScopeCallDiff *diff = scope_call_changes_panel_get_diff (f->calls);
  GArray *rows;
  guint n[3] = { 0 };

  scope_call_rows_view_set_which (gui_find (f->calls, SCOPE_TYPE_CALL_ROWS_VIEW, 1), SCOPE_CALL_WHICH_ALL);
  g_assert_true (gui_wait (has_diff, f->calls));
  scope_call_changes_panel_set_page (f->calls, "activations");
  g_assert_true (gui_wait (names_are_whole, scope_call_changes_panel_get_table (f->calls, "activations")));
  rows = scope_report_table_get_extra (scope_report_table_view_get_table (scope_call_changes_panel_get_table (f->calls, "activations")));
  for (guint i = 0; i < rows->len; i++)
    {
      const ScopeCallDiffRow row = g_array_index (rows, ScopeCallDiffRow, i);
      guint side = row.match == SCOPE_CALL_ONLY_BASELINE || (row.match == SCOPE_CALL_MATCHED && n[row.match] % 2 == 1) ? SCOPE_CALL_BASELINE
                                                                                                                    : SCOPE_CALL_RUN;
      const ScopeActivationId call = { diff->lanes[row.lane].lanes[side], row.depth, row.from[side], row.to[side] };
      ScopeActivationId other;

      if (n[row.match]++ >= 4)
        continue;
      scope_view_select_call (views[side], &call);
      g_assert_true (gui_wait (is_compared, f->window));
      g_assert_cmpint (scope_view_get_selected_call (views[1 - side], &other), ==, row.match == SCOPE_CALL_MATCHED);
      if (row.match != SCOPE_CALL_MATCHED)
        continue;
      g_assert_cmpint (other.from, ==, row.from[1 - side]);
      g_assert_cmpuint (other.depth, ==, row.depth);
      g_assert_cmpuint (other.lane.index, ==, diff->lanes[row.lane].lanes[1 - side].index);
    }
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (n[i], >, 0);
}

/* What has no partner is marked in both timelines' call stacks, and said beside them and of the activation that is chosen. */
static void
check_marks (Fixture *f)
{
  const ScopeCallDiff *diff = scope_call_changes_panel_get_diff (f->calls);
  ScopeView *const views[2] = { f->baseline, f->run };
  g_autofree char *text = scope_timeline_dup_text (gui_find (f->compare, SCOPE_TYPE_TIMELINE, 1));
  GArray *rows = scope_report_table_get_extra (scope_report_table_view_get_table (scope_call_changes_panel_get_table (f->calls, "activations")));
  guint64 n[2] = { 0, 0 };

  for (guint i = 0; i < diff->n_lanes; i++)
    for (guint s = 0; s < 2; s++)
      n[s] += diff->lanes[i].n_only[s];
  for (guint s = 0; s < 2; s++)
    {
      ScopeCallSide side;
      const ScopeCallUnmatched *unmatched = scope_view_get_unmatched (views[s], &side);
      ScopeCallUnmatchedCount counts[2];
      g_autofree char *words = g_strdup_printf (s == SCOPE_CALL_RUN ? "only in this run %u" : "only in the baseline %u", (guint) n[s]);

      g_assert_nonnull (unmatched);
      g_assert_cmpuint (side, ==, s);
      scope_call_unmatched_get_counts (unmatched, counts);
      g_assert_cmpuint (counts[s].n, ==, n[s]);
      g_assert_nonnull (strstr (text, words));
      for (guint i = 0; i < rows->len; i++)
        {
          const ScopeCallDiffRow *row = &g_array_index (rows, ScopeCallDiffRow, i);

          if (row->match == (s == SCOPE_CALL_RUN ? SCOPE_CALL_ONLY_BASELINE : SCOPE_CALL_ONLY_RUN))
            continue;
          g_assert_cmpint (scope_call_unmatched_has (unmatched, s, diff->lanes[row->lane].lanes[s], row->depth, row->from[s], row->to[s]), ==,
                           row->match != SCOPE_CALL_MATCHED);
        }
    }
}

static void
test_different (void)
{
  Fixture f;
  ScopeCallDiff *diff;
  guint n, n_before, nameless;

  open_both (&f, "sim/spin.g21.xml", "sim/spin-three.g20.out.gz");
  diff = scope_call_changes_panel_get_diff (f.calls);
  g_assert_cmpuint (diff->n_partings, >, 0);
  g_assert_cmpuint (n_rows (&f, "first"), ==, diff->n_partings);
  n = scope_table_view_n_rows (SCOPE_TABLE_VIEW (gui_find (f.calls, SCOPE_TYPE_CALL_DIFF_VIEW, 0)));
  g_assert_cmpuint (n, >, 2);
  for (guint i = 0; i < MIN (n, 6); i++)
    check_path (&f, i);
  check_flame (&f);
  check_activations (&f);
  check_partners (&f);
  check_marks (&f);
  /* No drift is so long: they part in calls at most. */
  n_before = diff->n_partings;
  scope_call_changes_panel_set_more_than (f.calls, "5 apples");
  g_assert_true (gui_wait (has_diff, f.calls));
  g_assert_true (scope_call_changes_panel_get_diff (f.calls) == diff);
  scope_call_changes_panel_set_more_than (f.calls, "1000s");
  g_assert_true (gui_wait (has_diff, f.calls));
  diff = scope_call_changes_panel_get_diff (f.calls);
  g_assert_cmpuint (diff->n_partings, <=, n_before);
  for (guint i = 0; i < diff->n_partings; i++)
    g_assert_false (diff->partings[i].in_time);
  gui_check_names (GTK_WIDGET (f.compare), &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  g_assert_true (gui_wait (all_named, f.compare));
  close_window (&f);
}

/* Text and CSV have all that is shown. */
static void
test_text (void)
{
  Fixture f;
  g_autofree char *text = NULL, *csv = NULL;
  g_auto (GStrv) lines = NULL;

  open_both (&f, "sim/spin.g21.xml", "sim/spin.g21.xml");
  text = scope_table_view_dup_text (SCOPE_TABLE_VIEW (gui_find (f.calls, SCOPE_TYPE_CALL_DIFF_VIEW, 0)));
  csv = scope_table_view_dup_csv (SCOPE_TABLE_VIEW (gui_find (f.calls, SCOPE_TYPE_CALL_DIFF_VIEW, 0)));
  g_assert_nonnull (strstr (text, "\n  move\t"));
  lines = g_strsplit (csv, "\n", -1);
  g_assert_true (g_str_has_prefix (lines[0], "path,baseline_"));
  g_assert_cmpuint (g_strv_length (lines), ==, scope_call_changes_panel_get_diff (f.calls)->n_contexts + 2);
  g_assert_nonnull (strstr (csv, "\nworker;move;pthreadSpinLock,"));
  close_window (&f);
}

static gboolean
has_functions (gpointer data)
{
  return scope_report_table_view_get_table (scope_call_changes_panel_get_table (data, "functions")) != NULL
         && scope_call_changes_panel_is_settled (data);
}

/* Samples: functions by their shares, and nothing that only calls have. */
static void
test_samples (void)
{
  g_autofree char *csv = NULL;
  Fixture f;

  open_windows (&f, "profile/time.eventlog", "profile/time.eventlog");
  g_assert_true (gui_wait (has_functions, f.calls));
  csv = scope_table_view_dup_csv (SCOPE_TABLE_VIEW (scope_call_changes_panel_get_table (f.calls, "functions")));
  g_assert_true (g_str_has_prefix (csv, "function,baseline_self_share,run_self_share,change_self_points,"));
  g_assert_nonnull (strstr (csv, "\nMain.strings,0.296"));
  g_assert_null (scope_call_changes_panel_get_diff (f.calls));
  close_window (&f);
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
  g_test_add_func ("/compare-calls/itself", test_itself);
  g_test_add_func ("/compare-calls/steady", test_steady);
  g_test_add_func ("/compare-calls/different", test_different);
  g_test_add_func ("/compare-calls/text", test_text);
  g_test_add_func ("/compare-calls/samples", test_samples);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
