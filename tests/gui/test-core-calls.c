/* test-core-calls.c: calls of a simulation's cores: open in the timeline at first sight, with marks that can be pointed at; the panel's
 * functions, contexts and flames with events; the button that chooses what is drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/timeline/scope-overlay.h"
#include "model/scene/timeline/scope-timeline-hit.h"
#include "model/scene/view/scope-view-call.h"
#include "widgets/timeline/scope-timeline-popovers.h"
#include "widgets/calls/scope-calls-view.h"

#include <string.h>

#define CORES "tests/data/sim/sched-tasks.m5.out.gz"
#define ERLANG "tests/data/erlang/callgraph.dat"

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window, *button;
  ScopeCallsView *panel;
  ScopeChoicePopover *popover;
} Fixture;

static gboolean
is_settled (gpointer panel)
{
  return scope_panel_is_settled (SCOPE_PANEL (panel));
}

static void
settle (Fixture *f)
{
  g_assert_true (gui_wait (is_settled, f->panel));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  f->import = gui_import_new (data);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  scope_view_set_width (f->view, 1000);
  f->panel = g_object_new (SCOPE_TYPE_CALLS_VIEW, NULL);
  f->popover = SCOPE_CHOICE_POPOVER (scope_calls_popover_new ());
  f->button = gtk_menu_button_new ();
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (f->button), GTK_WIDGET (f->popover));
  gtk_box_append (GTK_BOX (box), f->button);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (f->panel));
  f->window = gui_window_new (box, 1200, 500);
  scope_choice_popover_set_view (f->popover, f->view);
  scope_panel_set_view (SCOPE_PANEL (f->panel), f->view);
  settle (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  scope_choice_popover_set_view (f->popover, NULL);
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

/* Each core is open, and lower than its stack; the legend of what may be chosen is of use. */
static void
test_rows (Fixture *f, gconstpointer data)
{
  ScopeLaneList *lanes = scope_view_get_lanes (f->view);
  guint cores = 0;

  scope_lane_list_layout (lanes, SCOPE_HEIGHT_COMFORTABLE, 900, 0);
  for (guint i = 1; i < scope_lane_list_n_rows (lanes); i++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (lanes, i), *above = scope_lane_list_row (lanes, i - 1);

      if (node->kind != SCOPE_ROW_CALLS)
        continue;
      cores++;
      g_assert_cmpint (above->lane.kind, ==, SCOPE_KIND_PROCESSOR);
      g_assert_true (above->expanded);
      g_assert_cmpfloat (above->height, <, 20);
      g_assert_cmpfloat (node->height, >, above->height);
    }
  g_assert_cmpuint (cores, ==, scope_machine_n_entities (scope_trace_machine (scope_view_get_trace (f->view), 0), SCOPE_KIND_PROCESSOR));
  g_assert_true (scope_calls_popover_is_of_use (f->view));
}

static guint
find_column (ScopeReportTable *table, const char *name)
{
  for (guint c = 0; c < scope_report_table_n_columns (table); c++)
    if (strcmp (scope_report_table_column (table, c)->name, name) == 0)
      return c;
  return G_MAXUINT;
}

static double
sum_column (ScopeReportTable *table, guint column)
{
  double sum = 0;

  for (guint r = 0; r < scope_report_table_n_rows (table); r++)
    sum += scope_report_table_value (table, r, column);
  return sum;
}

/* Columns of events add up to what there is, and can be seen per call and per thousand instructions. */
static void
test_functions (Fixture *f, gconstpointer data)
{
  const ScopeCallTree *tree = scope_calls_view_get_tree (f->panel);
  ScopeCallFunctionsPage *page = scope_calls_view_get_functions (f->panel);
  ScopeReportTableView *view = scope_call_functions_page_get_functions (page);
  ScopeReportTable *table;
  guint kinds = 0;

  g_assert_nonnull (tree->events);
  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_FUNCTIONS);
  settle (f);
  table = scope_report_table_view_get_table (view);
  g_assert_cmpfloat (sum_column (table, find_column (table, "instructions")), ==, (double) tree->events->all.insts);
  g_assert_cmpfloat (sum_column (table, find_column (table, "self_cycles")), >, 0);
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    {
      guint column = find_column (table, scope_hit_name (k));

      g_assert_cmpint (column != G_MAXUINT, ==, tree->events->all.hits[k] > 0);
      if (column == G_MAXUINT)
        continue;
      g_assert_cmpfloat (sum_column (table, column), ==, (double) tree->events->all.hits[k]);
      kinds++;
    }
  g_assert_cmpuint (kinds, >=, 4);
  scope_call_functions_page_set_per (page, SCOPE_CALL_EVENTS_PER_INSTS);
  table = scope_report_table_view_get_table (view);
  g_assert_cmpuint (find_column (table, "l2"), ==, G_MAXUINT);
  for (guint r = 0; r < scope_report_table_n_rows (table); r++)
    {
      guint32 function = g_array_index (scope_report_table_get_extra (table), guint32, r);
      const ScopeFunctionEvents *events = &tree->events->functions[function];

      if (events->insts > 0)
        g_assert_cmpfloat (scope_report_table_value (table, r, find_column (table, "l2_per_1000_instructions")), ==,
                           (double) events->hits[SCOPE_HIT_L2] * 1000 / (double) events->insts);
    }
}

static void
test_contexts (Fixture *f, gconstpointer data)
{
  g_autofree char *csv = scope_table_view_dup_csv (SCOPE_TABLE_VIEW (gui_find (f->panel, SCOPE_TYPE_CALL_TREE_VIEW, 0)));

  g_assert_true (g_str_has_prefix (csv, "path,share,total_ns,self_ns,calls,instructions,l1d,"));
}

/* As wide as what missed. */
static void
test_flame (Fixture *f, gconstpointer data)
{
  const ScopeCallTree *tree = scope_calls_view_get_tree (f->panel);
  const ScopeFlame *flame;

  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_FLAME);
  settle (f);
  scope_flame_view_set_weight (gui_find (f->panel, SCOPE_TYPE_FLAME_VIEW, 0), (ScopeFlameWeight) (SCOPE_FLAME_HITS + SCOPE_HIT_L2));
  settle (f);
  flame = scope_flame_view_get_flame (gui_find (f->panel, SCOPE_TYPE_FLAME_VIEW, 0));
  g_assert_nonnull (flame);
  g_assert_cmpfloat (flame->all, ==, (double) tree->events->all.hits[SCOPE_HIT_L2]);
  for (guint i = 0; i < flame->frames->len; i++)
    {
      const ScopeFlameFrame *frame = &g_array_index (flame->frames, ScopeFlameFrame, i);

      if (frame->n == 1)
        g_assert_cmpfloat (frame->weight, ==, (double) tree->events->nodes[frame->node].hits_below[SCOPE_HIT_L2]);
    }
}

/* What is not ticked is not read, in the panel's chart as in the timeline. */
static void
test_choice (Fixture *f, gconstpointer data)
{
  ScopeOverlayRequest request;
  g_autoptr (ScopeOverlay) all = NULL, some = NULL;
  guint64 n[SCOPE_N_SHOWN_HITS], less[SCOPE_N_SHOWN_HITS];

  scope_overlay_request_init (&request, f->view);
  all = scope_overlay_read (scope_view_get_trace (f->view), &request, NULL);
  scope_overlay_count_hits (all, n);
  g_assert_cmpuint (n[SCOPE_HIT_L2], >, 0);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (scope_choice_popover_get_check (f->popover, SCOPE_HIT_L2)), FALSE);
  g_assert_cmpuint (scope_view_get_look (f->view)->hits, ==, SCOPE_HITS_ALL & ~(1u << SCOPE_HIT_L2));
  scope_overlay_request_init (&request, f->view);
  some = scope_overlay_read (scope_view_get_trace (f->view), &request, NULL);
  scope_overlay_count_hits (some, less);
  g_assert_cmpuint (less[SCOPE_HIT_L2], ==, 0);
  g_assert_cmpuint (less[SCOPE_HIT_L1D], ==, n[SCOPE_HIT_L1D]);
}

/* What bores is left out of the rows, told once to the timeline; a click on what is there chooses it where it really is. */
static void
test_hiding (Fixture *f, gconstpointer data)
{
  static const char *const all[] = { "*", NULL };
  g_autoptr (ScopeCallHiding) hiding = scope_call_hiding_new (NULL, all, NULL);
  ScopeOverlayRequest before, after;
  g_autoptr (ScopeOverlay) whole = NULL, folded = NULL;

  scope_overlay_request_init (&before, f->view);
  whole = scope_overlay_read (scope_view_get_trace (f->view), &before, NULL);
  scope_view_set_call_hiding (f->view, hiding);
  scope_overlay_request_init (&after, f->view);
  g_assert_false (scope_overlay_request_equal (&before, &after));
  folded = scope_overlay_read (scope_view_get_trace (f->view), &after, NULL);
  g_assert_cmpuint (before.n_calls, >, 0);
  for (guint i = 0; i < before.n_calls; i++)
    {
      const ScopeCallMarks *marks = scope_overlay_find_call_marks (folded, before.calls[i]);

      g_assert_cmpuint (scope_overlay_find_calls (whole, before.calls[i])->n_depths, >, 2);
      g_assert_cmpuint (scope_overlay_find_calls (folded, before.calls[i])->n_depths, ==, 1);
      for (guint m = 0; m < marks->marks->len; m++)
        g_assert_cmpuint (g_array_index (marks->marks, ScopeCallMark, m).depth, ==, 0);
    }
  scope_view_set_call_hiding (f->view, NULL);
}

/* In the timeline and in the chart, a mark says what it is where it is pointed at. */
static void
test_pointed (Fixture *f, gconstpointer data)
{
  ScopeLaneList *lanes = scope_view_get_lanes (f->view);
  ScopeTimelineOptions options = { .width = 1220, .height = 1200, .parts = SCOPE_PART_ALL & ~SCOPE_PART_STRIPS };
  ScopeOverlayRequest request;
  g_autoptr (ScopeOverlay) overlay = NULL;
  guint said = 0, bars = 0;

  scope_view_set_width (f->view, 1000);
  scope_lane_list_layout (lanes, SCOPE_HEIGHT_COMFORTABLE, 1100, 0);
  scope_overlay_request_init (&request, f->view);
  overlay = scope_overlay_read (scope_view_get_trace (f->view), &request, NULL);
  for (guint i = 0; i < scope_lane_list_n_rows (lanes); i++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (lanes, i);
      const ScopeCallMarks *marks = node->kind == SCOPE_ROW_CALLS ? scope_overlay_find_call_marks (overlay, node->lane) : NULL;

      for (guint m = 0; marks != NULL && m < marks->marks->len; m++)
        {
          const ScopeCallMark *mark = &g_array_index (marks->marks, ScopeCallMark, m);
          double level = node->bar_height / MAX (node->levels, 1), top = node->bar_y + mark->depth * level, y = top + level - 2;
          double x = scope_viewport_time_to_x (scope_view_get_viewport (f->view), mark->time);
          g_auto (ScopeCallHit) hit = { 0 }, above = { 0 };

          if (mark->count > 3)
            continue;
          /* Where marks are a strip below it, the bar itself can be pointed at above that. */
          if (mark->crowded && scope_timeline_hit_call (f->view, &options, overlay, i, x, top + 1, &above))
            {
              g_assert_null (strstr (above.words, scope_hit_title (mark->kind)));
              bars += above.is_activation;
            }
          g_assert_true (scope_timeline_hit_call (f->view, &options, overlay, i, x, y, &hit));
          g_assert_nonnull (strstr (hit.words, scope_hit_title (mark->kind)));
          said++;
        }
    }
  g_assert_cmpuint (said, >, 20);
  g_assert_cmpuint (bars, >, 20);
}

/* Nothing of all this where there are no cores with calls. */
static void
test_erlang (Fixture *f, gconstpointer data)
{
  ScopeReportTable *table;

  g_assert_false (scope_calls_popover_is_of_use (f->view));
  g_assert_null (scope_calls_view_get_tree (f->panel)->events);
  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_FUNCTIONS);
  settle (f);
  table = scope_report_table_view_get_table (scope_call_functions_page_get_functions (scope_calls_view_get_functions (f->panel)));
  g_assert_cmpuint (scope_report_table_n_columns (table), ==, 5);
}

#define ADD(name, trace, func) g_test_add ("/core-calls/" name, Fixture, trace, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  ADD ("rows", CORES, test_rows);
  ADD ("functions", CORES, test_functions);
  ADD ("contexts", CORES, test_contexts);
  ADD ("flame", CORES, test_flame);
  ADD ("choice", CORES, test_choice);
  ADD ("hiding", CORES, test_hiding);
  ADD ("pointed", CORES, test_pointed);
  ADD ("erlang", ERLANG, test_erlang);
  return g_test_run ();
}
