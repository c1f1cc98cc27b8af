/* test-vm.c: the panel Erlang VM, of a trace beside which lie the files of lcnt and msacc: what can be chosen, and figures as lcnt prints them;
 * ETS tables over time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/vm/scope-vm-table.h"
#include "widgets/vm/scope-vm-panel.h"

#include <string.h>

static gboolean
is_settled (gpointer panel)
{
  return scope_panel_is_settled (panel);
}

static char *
shown (ScopeReportTablePanel *panel, guint what)
{
  scope_report_table_panel_set_what (panel, what);
  g_assert_cmpuint (scope_report_table_panel_get_what (panel), ==, what);
  g_assert_true (gui_wait (is_settled, panel));

  return scope_table_view_dup_text (SCOPE_TABLE_VIEW (gui_find (panel, SCOPE_TYPE_REPORT_TABLE_VIEW, 0)));
}

/* As run.lcnt-conflicts.txt, which lcnt wrote, has them. */
static void
test_counts (void)
{
  g_autoptr (ScopeImport) import = gui_import_new ("tests/data/erlang-counts/run.trace");
  g_autoptr (ScopeView) view = scope_view_new (scope_import_get_trace (import));
  ScopeReportTablePanel *panel = g_object_new (SCOPE_TYPE_VM_PANEL, NULL);
  GtkWidget *window = gui_window_new (GTK_WIDGET (panel), 1200, 400);
  g_autofree char *locks = NULL, *each = NULL, *threads = NULL;
  guint nameless;

  g_assert_null (scope_vm_table_why_not (scope_import_get_trace (import)));
  scope_view_set_width (view, 1000);
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  g_assert_true (gui_wait (is_settled, panel));
  g_assert_cmpuint (panel->whats->len, ==, 3); /* no ETS table was sampled */
  locks = shown (panel, SCOPE_VM_TABLE_LOCKS);
  g_test_message ("%s", locks);
  g_assert_nonnull (strstr (locks, "\nproc_main\tproclock\t"));
  g_assert_nonnull (strstr (scope_report_table_summary (scope_report_table_panel_get_table (panel)), "as long as lcnt ran"));
  each = shown (panel, SCOPE_VM_TABLE_EACH_LOCK);
  g_test_message ("%.300s", each);
  g_assert_nonnull (strstr (each, "\nproc_main\t<0.9.0>\tproclock\t27.0 µs\t2\t62\t5\t8.1 %\t"));
  g_assert_nonnull (strstr (each, "\nrun_queue\t1\tmutex\t9.00 µs\t1\t346\t1\t0.3 %\tbeam/erl_process.h:2656\n"));
  threads = shown (panel, SCOPE_VM_TABLE_MICROSTATES);
  g_test_message ("%.300s", threads);
  g_assert_nonnull (strstr (threads, "\nasync 0\t209 ms\t0 %\t0 s\t"));
  gui_check_names (GTK_WIDGET (panel), &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A group's nodes alone are rows, with their sum; which are not in the trace is no fault. */
static void
test_groups (void)
{
  g_autoptr (ScopeImport) import = gui_import_new ("tests/data/erlang/s_groups.dat");
  g_autoptr (ScopeView) view = scope_view_new (scope_import_get_trace (import));
  ScopeReportTablePanel *panel = g_object_new (SCOPE_TYPE_VM_PANEL, NULL);
  GtkWidget *window = gui_window_new (GTK_WIDGET (panel), 1200, 400);
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  g_autofree char *text = NULL;

  g_assert_null (scope_vm_table_why_not (scope_import_get_trace (import)));
  scope_view_set_width (view, 1000);
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  g_assert_true (gui_wait (is_settled, panel));
  g_assert_cmpuint (panel->whats->len, ==, 2); /* calls were traced, too */
  text = shown (panel, SCOPE_VM_TABLE_GROUPS);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "\nmaster\t0\t\tall\t4\t1\t"));
  g_assert_nonnull (strstr (text, "\nhere\t1\tnonode@nohost\tthose added\t1\t0\t"));
  g_signal_emit_by_name (panel, "row-activated", 0); /* nobody is in it any more */
  g_assert_cmpint (scope_lane_list_get_show (lanes), ==, SCOPE_SHOW_DEFAULT);
  g_signal_emit_by_name (panel, "row-activated", 4);
  g_assert_cmpint (scope_lane_list_get_show (lanes), ==, SCOPE_SHOW_LIST);
  g_assert_cmpuint (scope_lane_list_n_rows (lanes), ==, 1);
  g_assert_cmpint (scope_lane_list_row (lanes, 0)->lane.kind, ==, SCOPE_KIND_MACHINE);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* As `dump parallel-candidates` has them. */
static void
test_candidates (void)
{
  g_autoptr (ScopeImport) import = gui_import_new ("tests/data/erlang/candidates.trace.gz");
  g_autoptr (ScopeView) view = scope_view_new (scope_import_get_trace (import));
  ScopeReportTablePanel *panel = g_object_new (SCOPE_TYPE_VM_PANEL, NULL);
  GtkWidget *window = gui_window_new (GTK_WIDGET (panel), 1200, 400);
  g_autofree char *text = NULL;
  guint nameless;

  g_assert_null (scope_vm_table_why_not (scope_import_get_trace (import)));
  scope_view_set_width (view, 1000);
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  text = shown (panel, SCOPE_VM_TABLE_CANDIDATES);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "\nall together\t\t39\t83\t16.1 ms\t3.42 ms\t9.37 ms\t"));
  g_assert_nonnull (strstr (text, "\ncandidates:each/1\tcandidates:work/1\t1\t3\t6.29 ms\t3.09 ms\t3.20 ms\t"));
  g_assert_nonnull (strstr (scope_report_table_summary (scope_report_table_panel_get_table (panel)), "no trace tells"));
  gui_check_names (GTK_WIDGET (panel), &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
add_sample (ScopeMachine *machine, gint64 time, const char *name, gint64 objects, gint64 bytes)
{
  const gint64 row[SCOPE_ETS_N_COLUMNS] = { time, (gint64) scope_machine_add_text (machine, name, strlen (name), NULL), 0, objects, bytes };

  g_assert_true (scope_table_add (machine->tables[SCOPE_TABLE_ETS], row, NULL));
}

static ScopeTrace *
make_sampled (void)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  ScopeTrace *trace = scope_trace_new ();

  machine->number = 1;
  machine->tick_ps = 1000;
  sink->klass->add_entity (sink, SCOPE_KIND_THREAD, 0, FALSE, SCOPE_CODE_RUNNING);
  add_sample (machine, 200, "large", 10, 5000);
  add_sample (machine, 200, "small", 3, 100);
  add_sample (machine, 600, "small", 0, 0);
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "vm", "none", SCOPE_RUNTIME_ERLANG });
  g_assert_true (scope_machine_finish (machine, 1000, NULL));
  machine->last = 1000;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, 1000);
  scope_trace_set_finished (trace);

  return trace;
}

/* The largest, then the one whose row is chosen, which stays so in another range. */
static void
test_over_time (void)
{
  g_autoptr (ScopeTrace) trace = make_sampled ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopePlotTablePanel *panel = g_object_new (SCOPE_TYPE_VM_PANEL, NULL);
  GtkWidget *window = gui_window_new (GTK_WIDGET (panel), 1200, 600);

  scope_view_set_width (view, 1000);
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  g_assert_true (gui_wait (is_settled, panel));
  g_assert_true (gtk_widget_get_visible (panel->header));
  scope_plot_table_panel_point_at (panel, 240);
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (panel->words)), "5.0 kB, 10 objects"));
  SCOPE_REPORT_TABLE_PANEL_GET_CLASS (panel)->row_selected (&panel->tables, 1);
  scope_plot_table_panel_point_at (panel, 160);
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (panel->words)), "100 B, 3 objects"));
  scope_plot_table_panel_point_at (panel, 300);
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (panel->words)), "not among the largest"));
  scope_report_table_panel_set_what (&panel->tables, SCOPE_VM_TABLE_ETS);
  SCOPE_REPORT_TABLE_PANEL_GET_CLASS (panel)->updated (&panel->tables);
  scope_plot_table_panel_point_at (panel, 160);
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (panel->words)), "100 B, 3 objects"));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  g_test_add_func ("/vm/counts", test_counts);
  g_test_add_func ("/vm/groups", test_groups);
  g_test_add_func ("/vm/candidates", test_candidates);
  g_test_add_func ("/vm/over-time", test_over_time);

  return g_test_run ();
}
