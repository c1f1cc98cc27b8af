/* test-findings.c: the panel Findings: what it says of a program with a known fault and of a healthy one, its bar, where "Show" leads.
 * The panel Waited For: its sums. (What If: test-what-if.c.)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "panel-fixture.h"

#include "model/scene/findings/scope-cause-table.h"
#include "model/scene/findings/scope-blame-table.h"
#include "model/scene/findings/scope-path-table.h"
#include "model/scene/timeline/scope-timeline-scene.h"
#include "model/scene/view/scope-view-cause.h"
#include "model/scene/view/scope-view-follow.h"
#include "model/trace/analysis/scope-task-stretch.h"
#include "tests/scene/growing-trace.h"
#include "widgets/findings/scope-blame-panel.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/findings/scope-findings-panel.h"
#include "widgets/findings/scope-split-bar.h"
#include "widgets/table/scope-report-table-panel.h"
#include "widgets/timeline/scope-legend.h"

#include <string.h>

static void
set_up (Fixture *f, gconstpointer file)
{
  set_up_panel (f, file, SCOPE_TYPE_FINDINGS_PANEL);
}

/* The button whose words begin so. */
static void
find_button (GtkWidget *widget, gpointer data)
{
  Looking *looking = ((gpointer *) data)[0];

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), looking->text) == 0)
    ((gpointer *) data)[1] = widget;
}

static GtkWidget *
button (Fixture *f, const char *text)
{
  Looking looking = { .text = text };
  gpointer data[2] = { &looking, NULL };

  gui_foreach (f->panel, find_button, data);
  g_assert_nonnull (data[1]);
  return data[1];
}

/* What may be cut is there in full where it is pointed at. */
static void
check_tip (GtkWidget *widget, gpointer n)
{
  if (!GTK_IS_LABEL (widget) || !gtk_widget_has_css_class (widget, "caption") || gtk_label_get_ellipsize (GTK_LABEL (widget)) == PANGO_ELLIPSIZE_NONE
      || !GTK_IS_GRID (gtk_widget_get_parent (widget)))
    return;
  g_assert_cmpstr (gtk_widget_get_tooltip_text (widget), ==, gtk_label_get_text (GTK_LABEL (widget)));
  ++*(guint *) n;
}

/* A name of the bar may be cut, its share stands beside it in full. */
static void
check_share (GtkWidget *widget, gpointer data)
{
  GtkWidget *share;

  if (!GTK_IS_LABEL (widget) || strcmp (gtk_label_get_text (GTK_LABEL (widget)), "waiting for others") != 0)
    return;
  share = gtk_widget_get_next_sibling (widget);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (share)), ==, "60.5 %");
  g_assert_true (gtk_widget_get_child_visible (widget) && gtk_widget_get_child_visible (share));
  g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (share)), ==, PANGO_ELLIPSIZE_NONE);
  ++*(guint *) data;
}

/* What stands there as it opens is the fault, unfolded. */
static void
test_fault (Fixture *f, gconstpointer data)
{
  GtkListBox *list = gui_find (f->panel, GTK_TYPE_LIST_BOX, 0);
  guint n = 0;

  g_assert_nonnull (gtk_list_box_get_selected_row (list));
  g_assert_null (gtk_list_box_get_row_at_index (list, 1));
  gui_foreach (f->panel, check_tip, &n);
  g_assert_cmpuint (n, >=, 8);
  g_assert_true (says (f, "Lock convoy: “critical”"));
  g_assert_true (says (f, "6 threads queue for each other"));
  g_assert_true (says (f, "What to change: Hold the lock (MVar) for less work"));
  g_assert_true (says (f, "How much hangs on it: if “critical” took half the time, the run would be 47"));
  /* Each number says of how much time it is a part. */
  g_assert_true (says (f, "6 HECs for 12.7 ms: where 76.4 ms of processor time went"));
  g_assert_true (says (f, " of 76.4 ms)"));
  n = 0;
  gui_foreach (GTK_WIDGET (gui_find (f->panel, SCOPE_TYPE_SPLIT_BAR, 0)), check_share, &n);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_show (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane;
  gint64 from, to;

  g_signal_emit_by_name (button (f, "_Show"), "clicked");
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, <, to);
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_cmpint (lane.kind, ==, SCOPE_KIND_THREAD);
  /* Its own jump does not change what is shown. */
  g_assert_true (scope_panel_is_settled (SCOPE_PANEL (f->panel)));
}

static ScopeReportTable *
table_of (Fixture *f)
{
  return scope_report_table_view_get_table (gui_find (f->panel, SCOPE_TYPE_REPORT_TABLE_VIEW, 0));
}

static gboolean
has_rows (gpointer f)
{
  return is_settled (((Fixture *) f)->panel) && table_of (f) != NULL && scope_report_table_n_rows (table_of (f)) > 0;
}

/* A part of the bar lists its intervals, the longest first, and they add up to the part. */
static void
test_part (Fixture *f, gconstpointer data)
{
  ScopeSplitBar *bar = gui_find (f->panel, SCOPE_TYPE_SPLIT_BAR, 0);
  double sum = 0, last = G_MAXDOUBLE;
  gint64 from, to;

  scope_split_bar_choose (bar, SCOPE_CAUSE_START_RAMP);
  g_assert_true (gui_wait (has_rows, f));
  /* Its like stands out in the lanes. */
  g_assert_cmpuint (scope_view_get_look (f->view)->colours, ==, SCOPE_COLOUR_CAUSE);
  g_assert_cmpuint (scope_view_get_look (f->view)->dimmed, ==, ((1u << SCOPE_N_STATES) - 1) & ~(1u << SCOPE_STATE_IDLE));
  g_assert_true (says (f, "“not started yet”: 6, 616 µs together"));
  for (guint row = 0; row < scope_report_table_n_rows (table_of (f)); row++)
    {
      double time = scope_report_table_value (table_of (f), row, 0);

      g_assert_cmpfloat (time, <=, last);
      sum += last = time;
    }
  g_assert_cmpfloat (sum, ==, 615650);
  g_signal_emit_by_name (gui_find (f->panel, SCOPE_TYPE_REPORT_TABLE_PANEL, 0), "row-selected", 0);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (to - from, ==, (gint64) scope_report_table_value (table_of (f), 0, 0));
  g_signal_emit_by_name (button (f, "_Back to Findings"), "clicked");
  g_assert_cmpint (scope_split_bar_get_chosen (bar), ==, -1);
  g_assert_cmpuint (scope_view_get_look (f->view)->colours, ==, SCOPE_COLOUR_STATE);
  g_assert_cmpuint (scope_view_get_look (f->view)->dimmed, ==, 0);
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_true (says (f, "Lock convoy: “critical”"));
}

static void
set_up_waited_for (Fixture *f, gconstpointer file)
{
  set_up_panel (f, file, SCOPE_TYPE_BLAME_PANEL);
}

static double
sum_of (ScopeReportTable *table, guint column)
{
  double sum = 0;

  for (guint row = 0; row < scope_report_table_n_rows (table); row++)
    sum += scope_report_table_value (table, row, column);
  return sum;
}

/* A click on a finding, or Enter, opens the place that it speaks of, and the lanes say why. */
static void
test_click (Fixture *f, gconstpointer data)
{
  GtkListBox *list = gui_find (f->panel, GTK_TYPE_LIST_BOX, 0);
  gint64 from, to;

  g_assert_false (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_true (gtk_widget_activate (GTK_WIDGET (gtk_list_box_get_row_at_index (list, 0))));
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpuint (scope_view_get_look (f->view)->colours, ==, SCOPE_COLOUR_CAUSE);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button (f, "_Colour by Cause"))));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button (f, "_Colour by Cause")), FALSE);
  g_assert_cmpuint (scope_view_get_look (f->view)->colours, ==, SCOPE_COLOUR_STATE);
}

/* --- lanes of what was found out --- */

static ScopeDerived *
take_derived (Fixture *f)
{
  const ScopeQueryRange within = { .trace = scope_view_get_trace (f->view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  ScopeDerived *derived = scope_derived_dup_or_make (&within, NULL);

  scope_trace_take_derived (within.trace, G_OBJECT (g_object_ref (derived)), scope_derived_get_lanes (derived));
  scope_view_set_derived (f->view, derived);
  return derived;
}

/* Lanes that are coloured by cause, and their legend, say what the bar says; states in the old words come back. */
static void
test_colours (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeDerived) derived = take_derived (f);
  const ScopeQueryRange within = { .trace = scope_view_get_trace (f->view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (ScopeAnalysis) analysis = scope_derived_read (derived, &within, SCOPE_ANALYSE_LOSS, NULL);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (derived), 0, 1);
  double totals[SCOPE_N_STATES], parts[SCOPE_N_STATES] = { 0 }, all = 0;
  ScopeTileGetter getter;
  guint states;

  g_assert_cmpstr (scope_view_state_word (f->view, SCOPE_STATE_IDLE), ==, "idle");
  scope_view_set_look (f->view, SCOPE_LOOK_COLOURS, SCOPE_COLOUR_CAUSE);
  g_assert_cmpstr (scope_view_state_word (f->view, SCOPE_STATE_IDLE), ==, "no work");
  scope_tile_getter_init_waiting (&getter, tiles);
  scope_timeline_totals (f->view, &getter, NULL, totals, &states);
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      parts[scope_code_state (scope_cause_code ((ScopeCause) c))] += (double) analysis->parts[c];
      all += (double) analysis->parts[c];
    }
  g_assert_cmpfloat (parts[SCOPE_STATE_BLOCKED], >, 0.5 * all);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    g_assert_cmpfloat_with_epsilon (totals[s], parts[s], 0.005 * all);
}

static gboolean
has_spare (gpointer view)
{
  return scope_view_get_spare (view) != NULL;
}

/* Of one place in the row, as the window says it under the pointer. */
static char *
describe_row (ScopeView *view, guint row, double x)
{
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (scope_view_get_trace (view)), 0, 1);
  ScopeTileGetter getter;

  scope_tile_getter_init_waiting (&getter, tiles);
  return scope_timeline_describe (view, row, x, &getter, NULL);
}

/* With the line comes what the others had to spare: once, behind the picture. In the middle of the run one has the lock, and nothing to
 * spare; others have. */
static void
check_spare (ScopeView *view)
{
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  g_autofree char *all = NULL;
  GString *words = g_string_new (NULL);
  ScopeSpare *spare;

  g_assert_true (gui_wait (has_spare, view));
  spare = scope_view_get_spare (view);
  for (guint32 p = 0; p < 6; p++)
    for (guint x = 300; x < 400; x += 10)
      {
        g_autofree char *here = describe_row (view, scope_lane_list_find (lanes, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, p }, FALSE), x);

        g_string_append (words, here != NULL ? here : "");
      }
  all = g_string_free (words, FALSE);
  g_assert_nonnull (strstr (all, "nothing to spare"));
  g_assert_nonnull (strstr (all, "\xc2\xb5s to spare"));
  g_assert_nonnull (strstr (all, " waited for it"));
  scope_view_set_look (view, SCOPE_LOOK_PATH, 0);
  g_assert_null (scope_view_get_spare (view));
  scope_view_set_look (view, SCOPE_LOOK_PATH, SCOPE_PATH_AS_LINE);
  g_assert_true (scope_view_get_spare (view) == spare);
}

/* The critical path is a lane below the activity, as long as that is wanted, and a line; its tables cover the run. */
static void
test_path (Fixture *f, gconstpointer data)
{
  ScopeReportTablePanel *tables = SCOPE_REPORT_TABLE_PANEL (f->panel);
  g_autoptr (ScopeDerived) derived = take_derived (f);
  ScopeLaneList *lanes = scope_view_get_lanes (f->view);
  g_autoptr (ScopeOverlay) overlay = NULL;
  g_autofree char *code = NULL, *before = NULL, *key = NULL;
  g_autoptr (ScopeLegend) legend = NULL;
  ScopeOverlayRequest request;
  double length = 0;
  gint64 from, to;

  scope_view_set_look (f->view, SCOPE_LOOK_PATH, SCOPE_PATH_AS_LANE);
  g_assert_cmpuint (scope_lane_list_find_key (lanes, "path"), ==, 1);
  legend = g_object_ref_sink (g_object_new (SCOPE_TYPE_LEGEND, NULL));
  scope_legend_set_view (legend, f->view);
  before = scope_legend_dup_text (legend);
  scope_view_set_look (f->view, SCOPE_LOOK_PATH, SCOPE_PATH_AS_LINE);
  check_spare (f->view);
  key = scope_legend_dup_text (legend);
  scope_legend_set_view (legend, NULL);
  g_assert_null (strstr (before, "Critical path"));
  g_assert_null (strstr (before, "to spare"));
  g_assert_nonnull (strstr (key, "Critical path, to spare, most waited for it"));
  g_assert_cmpuint (scope_lane_list_find_key (lanes, "path"), ==, SCOPE_NONE);
  scope_overlay_request_init (&request, f->view);
  overlay = scope_overlay_read (scope_view_get_trace (f->view), &request, NULL);
  for (guint i = 0; i < overlay->path->len; i++)
    length += (double) (g_array_index (overlay->path, ScopePathPiece, i).to - g_array_index (overlay->path, ScopePathPiece, i).from);
  scope_trace_range (scope_view_get_trace (f->view), &from, &to);
  g_assert_cmpfloat_with_epsilon (length, (double) (to - from), 0.01 * (double) (to - from));

  for (guint what = 0; what < SCOPE_N_PATH_TABLES; what++)
    {
      scope_report_table_panel_set_what (tables, SCOPE_N_BLAME_TABLES + what);
      g_assert_true (gui_wait (is_settled, f->panel));
      g_assert_cmpfloat (sum_of (table_of (f), 1), ==, (double) (to - from));
      g_assert_cmpfloat_with_epsilon (sum_of (table_of (f), 2), 1, 1e-9);
    }
  scope_report_table_panel_set_what (tables, SCOPE_N_BLAME_TABLES + SCOPE_PATH_BY_CODE);
  g_assert_true (gui_wait (is_settled, f->panel));
  code = scope_report_table_text (table_of (f), 0, 0);
  g_assert_cmpstr (code, ==, "critical");
}

/* Who kept it waiting, in the end, has all of the time, the most first; each stretch lies in the wait, and nobody waited for itself. */
static void
check_keepers (const GArray *keepers, guint thread, const ScopeInterval *wait)
{
  gint64 sum = 0;

  for (guint k = 0; k < keepers->len; k++)
    {
      const ScopeWaitKeeper *keeper = &g_array_index (keepers, ScopeWaitKeeper, k);

      sum += keeper->time;
      g_assert_false (scope_task_is (keeper->task, ((ScopeTaskId) { 0, thread })));
      g_assert_cmpint (keeper->longest_from, >=, wait->from);
      g_assert_cmpint (keeper->longest_to, <=, wait->to);
      g_assert_cmpint (keeper->longest_to - keeper->longest_from, <=, keeper->time);
      if (k > 0)
        g_assert_cmpint (keeper->time, <=, g_array_index (keepers, ScopeWaitKeeper, k - 1).time);
    }
  g_assert_cmpint (sum, ==, wait->to - wait->from);
}

/* The pieces of a wait make it up, and most of a convoy's are another one's fault. */
static void
test_pieces (Fixture *f, gconstpointer data)
{
  ScopeTrace *trace = scope_view_get_trace (f->view);
  ScopeMachine *machine = scope_trace_machine (trace, 0);
  guint waits = 0, blamed = 0;

  for (guint32 t = 0; t < scope_machine_n_entities (machine, SCOPE_KIND_THREAD); t++)
    {
      g_auto (ScopeIntervalCursor) cursor = scope_interval_cursor (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_THREAD, t)->lane,
                                                                  SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL);
      ScopeInterval interval;

      for (guint i = 0; i < 40 && scope_interval_cursor_next (&cursor, &interval, NULL); i++)
        {
          const ScopeQueryRange within = { .trace = trace, .from = interval.from, .to = interval.to };
          g_autoptr (ScopeTaskStretch) stretch = NULL;
          gint64 sum = 0;

          if (scope_code_state (interval.code) != SCOPE_STATE_BLOCKED || waits >= 20)
            continue;
          stretch = scope_task_stretch_read (&within, (ScopeTaskId) { 0, t }, NULL);
          for (guint p = 0; p < stretch->pieces->len; p++)
            {
              const ScopeTaskStretchPiece *piece = &g_array_index (stretch->pieces, ScopeTaskStretchPiece, p);

              sum += piece->to - piece->from;
              blamed += !scope_task_is_nobody (piece->by);
            }
          g_assert_cmpint (sum, ==, interval.to - interval.from);
          check_keepers (stretch->keepers, t, &interval);
          waits++;
        }
    }
  g_assert_cmpuint (waits, ==, 20);
  g_assert_cmpuint (blamed, >, 10);
}

/* The range of what is selected has findings and a bar of its own; nothing is said to be gained. */
static void
test_range (Fixture *f, gconstpointer data)
{
  scope_view_select_range (f->view, 0, 5000000);
  scope_range_selector_set_kind (scope_panel_get_range_selector (SCOPE_PANEL (f->panel)), SCOPE_RANGE_SELECTION);
  g_assert_false (scope_panel_is_settled (SCOPE_PANEL (f->panel)));
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_true (says (f, "6 HECs for 5.00 ms"));
  g_assert_true (says (f, "HECs wait 60.1 % of their time"));
  g_assert_false (says (f, "the run would be"));
}

static void
test_healthy (Fixture *f, gconstpointer data)
{
  g_assert_true (says (f, "Nothing stands out: 84.8 %"));
  g_assert_false (says (f, "What to change"));
}

/* What was not recorded is named, with the option that records it. */
static void
test_not_recorded (Fixture *f, gconstpointer data)
{
  g_assert_true (says (f, "Nothing stands out: nothing is known to have run."));
  g_assert_true (says (f, "when threads ran (+RTS -ls"));
}

/* A log that is followed, and has no processors yet: no bar of nothing, no "0 schedulers". */
static void
test_nobody_yet (void)
{
  Fixture f = { 0 };
  GrowingTrace growing;

  growing_trace_init (&growing, 0, 1000000);
  growing_trace_grow (&growing, 1000000000);
  f.view = scope_view_new (growing.trace);
  scope_view_set_width (f.view, 1000);
  g_assert_true (scope_view_follow (f.view));
  f.panel = g_object_new (SCOPE_TYPE_FINDINGS_PANEL, NULL);
  f.window = gui_window_new (f.panel, 1000, 260);
  gtk_window_present (GTK_WINDOW (f.window));
  scope_panel_set_view (SCOPE_PANEL (f.panel), f.view);
  g_assert_true (gui_wait (is_settled, f.panel));
  g_assert_true (says (&f, "No processors were recorded"));
  g_assert_false (says (&f, "of processor time went"));
  g_assert_false (gtk_widget_get_mapped (gui_find (f.panel, SCOPE_TYPE_SPLIT_BAR, 0)));
  gtk_window_destroy (GTK_WINDOW (f.window));
  g_object_unref (f.view);
  growing_trace_finish (&growing);
  growing_trace_clear (&growing);
}

/* --- Waited For --- */

/* By code, by task: the same time, the dearest first; what is directly for it and what is handed on make it up. Over time, too. */
static void
test_waited_for (Fixture *f, gconstpointer data)
{
  ScopeReportTablePanel *tables = SCOPE_REPORT_TABLE_PANEL (f->panel);
  ScopeReportTable *table = table_of (f);
  const ScopeBlameCourse *course = scope_report_table_get_attachment (table);
  g_autofree char *code = scope_report_table_text (table, 0, 0);
  double all = sum_of (table, 2), over_time = 0, first = 0;
  ScopeLaneId lane;

  g_assert_cmpstr (code, ==, "critical");
  g_assert_cmpfloat (all, ==, sum_of (table, 4) + sum_of (table, 5));
  g_assert_cmpfloat_with_epsilon (sum_of (table, 3), 1, 1e-9);
  for (guint s = 0; s < SCOPE_BLAME_STRETCHES; s++)
    {
      over_time += course->all[s];
      first += g_array_index (course->rows, double, s);
    }
  g_assert_cmpfloat (over_time, ==, all);
  g_assert_cmpfloat (first, ==, scope_report_table_value (table, 0, 2));
  g_signal_emit_by_name (tables, "row-selected", 0);
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_cmpint (lane.kind, ==, SCOPE_KIND_THREAD);
  g_assert_true (gui_press (gui_find (f->panel, SCOPE_TYPE_PLOT_VIEW, 0), GDK_KEY_End, 0));
  g_assert_true (says (f, "of it for this"));

  scope_report_table_panel_set_what (tables, SCOPE_BLAME_BY_TASK);
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_cmpfloat (sum_of (table_of (f), 2), ==, all);
  g_assert_cmpuint (scope_report_table_n_rows (table_of (f)), >, 6);
}

/* Who waited for whom: every wait for somebody, in its pieces. */
static void
test_waited_for_pairs (Fixture *f, gconstpointer data)
{
  ScopeReportTablePanel *tables = SCOPE_REPORT_TABLE_PANEL (f->panel);
  double all = sum_of (table_of (f), 2);
  g_autofree char *piece = NULL;

  scope_report_table_panel_set_what (tables, SCOPE_BLAME_BY_PAIR);
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_cmpfloat (sum_of (table_of (f), 3), ==, all);
  piece = scope_report_table_text (table_of (f), 0, 2);
  g_assert_cmpstr (piece, ==, "it was done, or sent");
}

/* What is another view of the first finding says so in its row. */
static void
test_other_view (Fixture *f, gconstpointer data)
{
  g_assert_true (says (f, "The same time as 1, seen another way"));
}

/* A link leads to the panel that has more of it: only where there is one, and this trace can fill it. */
static void
check_link (Fixture *f, const char *words, const char *panel)
{
  GtkActionable *link = GTK_ACTIONABLE (button (f, words));

  g_assert_cmpstr (gtk_actionable_get_action_name (link), ==, "win.show-panel");
  g_assert_cmpstr (g_variant_get_string (gtk_actionable_get_action_target_value (link), NULL), ==, panel);
}

static void
test_link_servers (Fixture *f, gconstpointer data)
{
  check_link (f, "Ser_vers", "servers");
}

static void
test_link_profile (Fixture *f, gconstpointer data)
{
  check_link (f, "Pro_file", "profile");
}

int
main (int argc, char **argv)
{
  static const char convoy[] = "tests/data/analysis/lock_convoy.eventlog";
  static const struct
  {
    const char *path, *file;
    void (*test) (Fixture *f, gconstpointer data);
    void (*set_up) (Fixture *f, gconstpointer data);
  } cases[] = {
    { "/findings/fault", convoy, test_fault },  { "/findings/show", convoy, test_show },
    { "/findings/part", convoy, test_part },    { "/findings/range", convoy, test_range },
    { "/findings/names", convoy, test_names },  { "/findings/click", convoy, test_click },
    { "/findings/colours", convoy, test_colours }, { "/findings/pieces", convoy, test_pieces },
    { "/findings/path", convoy, test_path, set_up_waited_for },
    { "/findings/healthy", "tests/data/ghc/sumeuler-n4-ls.eventlog", test_healthy },
    { "/findings/not-recorded", "tests/data/ghc/pipeline-n2-user-only.eventlog", test_not_recorded },
    { "/findings/other-view", "tests/data/analysis/growing_mailbox.trace", test_other_view },
    { "/findings/link-servers", "tests/data/analysis/growing_mailbox.trace", test_link_servers },
    { "/findings/link-profile", "tests/data/profile/hc.eventlog", test_link_profile },
    { "/waited-for/sums", convoy, test_waited_for, set_up_waited_for },
    { "/waited-for/pairs", convoy, test_waited_for_pairs, set_up_waited_for },
    { "/waited-for/names", convoy, test_names, set_up_waited_for },
  };

  gui_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_test_add (cases[i].path, Fixture, cases[i].file, cases[i].set_up != NULL ? cases[i].set_up : set_up, cases[i].test, tear_down);
  g_test_add_func ("/findings/nobody-yet", test_nobody_yet);
  return g_test_run ();
}
