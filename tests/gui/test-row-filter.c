/* test-row-filter.c: the popover that chooses and orders rows, and the entry that leads to times and marks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "model/scene/view/scope-go-to.h"
#include "widgets/timeline/scope-row-filter-popover.h"
#include "widgets/timeline/scope-timeline.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>

typedef struct
{
  GtkWidget *window;
  ScopeTimeline *timeline;
  ScopeView *view;
  ScopeLaneList *lanes;
  GtkWidget *organise, *search, *regex;
} Fixture;

static void
find_parts (GtkWidget *widget, gpointer data)
{
  Fixture *f = data;

  if (SCOPE_IS_ROW_FILTER_POPOVER (widget))
    f->organise = widget;
  /* The first: drop-downs have some of their own. */
  if (GTK_IS_SEARCH_ENTRY (widget) && f->search == NULL && gtk_widget_get_ancestor (widget, SCOPE_TYPE_ROW_FILTER_POPOVER) != NULL)
    f->search = widget;
  if (GTK_IS_TOGGLE_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), ".*") == 0)
    f->regex = widget;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeTrace) trace = gui_trace_new (6, 100, 1000);

  f->timeline = gui_timeline_new (trace, &f->window);
  f->view = scope_timeline_get_view (f->timeline);
  f->lanes = scope_view_get_lanes (f->view);
  gui_foreach (GTK_WIDGET (f->timeline), find_parts, f);
  g_assert_nonnull (f->organise);
  g_assert_nonnull (f->search);
  g_assert_nonnull (f->regex);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
}

static gboolean
has_one_row (gpointer data)
{
  return scope_lane_list_n_rows (((Fixture *) data)->lanes) == 1;
}

static gboolean
has_two_rows (gpointer data)
{
  return scope_lane_list_n_rows (((Fixture *) data)->lanes) == 2;
}

static gboolean
has_many_rows (gpointer data)
{
  return scope_lane_list_n_rows (((Fixture *) data)->lanes) >= 6;
}

static void
test_text (Fixture *f, gconstpointer data)
{
  g_autofree char *summary = NULL;

  gtk_editable_set_text (GTK_EDITABLE (f->search), "hec 4");
  g_assert_true (gui_wait (has_one_row, f));
  g_assert_cmpstr (scope_lane_list_row (f->lanes, 0)->title, ==, "HEC 4");
  summary = scope_row_filter_popover_dup_summary (SCOPE_ROW_FILTER_POPOVER (f->organise));
  g_assert_nonnull (strstr (summary, "hec 4"));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (f->regex), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (f->search), "^HEC [25]$");
  g_assert_true (gui_wait (has_two_rows, f));
  /* Half an expression is said to be none, and changes nothing. */
  gtk_editable_set_text (GTK_EDITABLE (f->search), "^HEC [25");
  while (!gtk_widget_has_css_class (f->search, "error"))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (scope_lane_list_n_rows (f->lanes), ==, 2);
  gtk_editable_set_text (GTK_EDITABLE (f->search), "");
  g_assert_true (gui_wait (has_many_rows, f));
}

/* What others change is shown there. */
static void
test_follows (Fixture *f, gconstpointer data)
{
  ScopeLaneFilter filter;

  scope_lane_filter_init (&filter);
  filter.text = g_strdup ("HEC 0");
  scope_lane_list_set_filter (f->lanes, &filter);
  scope_lane_filter_clear (&filter);
  g_assert_true (gui_wait (has_one_row, f));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (f->search)), ==, "HEC 0");
}

static void
find_life (GtkWidget *widget, gpointer place)
{
  if (GTK_IS_ENTRY (widget) && gtk_widget_get_ancestor (widget, SCOPE_TYPE_ROW_FILTER_POPOVER) != NULL)
    *(GtkWidget **) place = widget;
}

/* A life time that a session brought is written there, so that the next choice does not undo it; what is being typed stays. */
static void
test_life (Fixture *f, gconstpointer data)
{
  ScopeLaneFilter filter;
  GtkWidget *life = NULL;

  gui_foreach (f->organise, find_life, &life);
  scope_lane_filter_init (&filter);
  filter.life = 2500000;
  scope_lane_list_set_filter (f->lanes, &filter);
  scope_lane_filter_clear (&filter);
  scope_view_set_look (f->view, SCOPE_LOOK_HEIGHT, SCOPE_HEIGHT_COMPACT); /* something else of what it shows */
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (life)), ==, "2.5 ms");
  g_signal_emit_by_name (f->regex, "clicked");
  g_assert_cmpint (scope_lane_list_get_filter (f->lanes)->life, ==, 2500000);

  gtk_editable_set_text (GTK_EDITABLE (f->search), "HEC");
  scope_view_set_look (f->view, SCOPE_LOOK_HEIGHT, SCOPE_HEIGHT_DENSE);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (f->search)), ==, "HEC");
}

static void
test_names (Fixture *f, gconstpointer data)
{
  guint nameless, n = gui_check_names (f->organise, &nameless);

  g_assert_cmpuint (n, >=, 3);
  g_assert_cmpuint (nameless, ==, 0);
}

static void
check_go_to (Fixture *f, const char *text, ScopeGoToKind kind, gint64 time)
{
  ScopeGoTo there = scope_go_to_parse (f->view, text);

  g_assert_cmpint (there.kind, ==, kind);
  if (kind == SCOPE_GO_TO_TIME)
    g_assert_cmpint (there.time, ==, time);
}

static void
test_go_to (Fixture *f, gconstpointer data)
{
  check_go_to (f, "20 µs", SCOPE_GO_TO_TIME, 20000);
  check_go_to (f, "20 s", SCOPE_GO_TO_NOTHING, 0); /* the trace is not so long */
  check_go_to (f, "", SCOPE_GO_TO_NOTHING, 0);
  check_go_to (f, "#12", SCOPE_GO_TO_EVENT, 0);
  check_go_to (f, "phase two", SCOPE_GO_TO_MARK, 0);
  check_go_to (f, "12:30", SCOPE_GO_TO_NOTHING, 0); /* no wall clock in this trace */
  /* As the ruler counts. */
  scope_view_set_look (f->view, SCOPE_LOOK_RULER_ZERO, 50000);
  scope_view_set_look (f->view, SCOPE_LOOK_RULER, SCOPE_RULER_SINCE_MARK);
  check_go_to (f, "-20 µs", SCOPE_GO_TO_TIME, 30000);
  check_go_to (f, "1 µs", SCOPE_GO_TO_TIME, 51000);
}

/* "14:03:22.5" on the day of the trace; past midnight on the next. */
static void
test_clock (void)
{
  g_autoptr (ScopeTrace) trace = gui_trace_new (1, 100, 1000);
  ScopeMachine *machine = scope_trace_machine (trace, 0);
  g_autoptr (ScopeView) view = NULL;
  ScopeGoTo there;

  machine->last = G_GINT64_CONSTANT (7200000000000); /* two hours */
  scope_machine_add_info (machine, "wall_clock", "1700000000.25"); /* 22:13:20.25 UTC */
  view = scope_view_new (trace);
  there = scope_go_to_parse (view, "22:13:21.5");
  g_assert_cmpint (there.kind, ==, SCOPE_GO_TO_TIME);
  g_assert_cmpint (there.time, ==, 1250000000);
  there = scope_go_to_parse (view, "00:00");
  g_assert_cmpint (there.kind, ==, SCOPE_GO_TO_TIME);
  g_assert_cmpint (there.time, ==, G_GINT64_CONSTANT (6399750000000));
  g_assert_cmpint (scope_go_to_parse (view, "12:00").kind, ==, SCOPE_GO_TO_NOTHING);
  g_assert_cmpint (scope_go_to_parse (view, "25:00").kind, !=, SCOPE_GO_TO_TIME);
}

int
main (int argc, char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  gui_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/organise/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("text", test_text);
  ADD ("follows", test_follows);
  ADD ("life", test_life);
  ADD ("names", test_names);
  ADD ("go-to", test_go_to);
  g_test_add_func ("/organise/clock", test_clock);
  return g_test_run ();
}
