/* test-walks.c: moving about in small steps: what the history makes of them, and that letters work wherever a click has left
 * the focus in the timeline. And the way back from the entry of a search.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "widgets/timeline/scope-overview.h"
#include "widgets/kit/scope-search-entry.h"

typedef GuiTimeline Fixture;

static gboolean
can (Fixture *f, const char *action)
{
  return g_action_group_get_action_enabled (scope_timeline_get_actions (f->timeline), action);
}

/* Steps by letters that follow each other are one entry of the history. */
static void
test_walk_back (Fixture *f, gconstpointer data)
{
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);

  for (guint i = 0; i < 5; i++)
    g_assert_true (gui_press (GTK_WIDGET (scope_timeline_get_canvas (f->timeline)), GDK_KEY_w, 0));
  g_assert_false (scope_viewport_is_whole (viewport));
  g_assert_true (can (f, "back"));
  g_assert_true (scope_view_back (f->view));
  g_assert_true (scope_viewport_is_whole (viewport));
  g_assert_false (can (f, "back"));
  g_assert_true (scope_view_forward (f->view));
  g_assert_false (scope_viewport_is_whole (viewport));
}

static void
test_overview (Fixture *f, gconstpointer data)
{
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);
  GtkWidget *overview = gtk_widget_get_first_child (GTK_WIDGET (f->timeline));
  double from;

  while (!SCOPE_IS_OVERVIEW (overview))
    overview = gtk_widget_get_next_sibling (overview);
  gtk_widget_grab_focus (overview);
  g_assert_true (gui_press (overview, GDK_KEY_w, 0));
  g_assert_false (scope_viewport_is_whole (viewport));
  from = viewport->from;
  g_assert_true (gui_press (overview, GDK_KEY_d, 0));
  g_assert_cmpfloat (viewport->from, >, from);
  g_assert_true (gui_press (overview, GDK_KEY_Down, 0));
  g_assert_true (gui_press (overview, GDK_KEY_f, 0));
  g_assert_true (scope_viewport_is_whole (viewport));
  g_assert_true (gui_press (overview, GDK_KEY_Up, 0));
  g_assert_false (scope_viewport_is_whole (viewport));
}

static void
find_toggle (GtkWidget *widget, gpointer place)
{
  if (GTK_IS_TOGGLE_BUTTON (widget) && gtk_widget_get_mapped (widget)
      && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "timeline.marks") == 0)
    *(GtkWidget **) place = widget;
}

/* Keys that walk through widgets, or press them, stay what they are. */
static void
test_button (Fixture *f, gconstpointer data)
{
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);
  GtkWidget *button = NULL, *timeline = GTK_WIDGET (f->timeline);
  gint64 from, to;

  gui_foreach (timeline, find_toggle, &button);
  g_assert_nonnull (button);
  g_assert_false (gtk_widget_get_focus_on_click (button)); /* Space held for panning is not for it */
  gtk_widget_grab_focus (button);
  g_assert_true (gtk_widget_is_focus (button));
  g_assert_true (gui_press (timeline, GDK_KEY_w, 0));
  g_assert_false (scope_viewport_is_whole (viewport));
  scope_view_select_range (f->view, 10, 20);
  g_assert_true (gui_press (timeline, GDK_KEY_Escape, 0));
  g_assert_false (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_true (gui_press (timeline, GDK_KEY_n, 0));
  g_assert_cmpuint (scope_notes_get_n (scope_view_get_notes (f->view)), ==, 1);
  g_assert_false (gui_press (timeline, GDK_KEY_Left, 0));
  g_assert_false (gui_press (timeline, GDK_KEY_space, 0));
  g_assert_false (gui_press (timeline, GDK_KEY_Return, 0));
  g_assert_false (gui_press (timeline, GDK_KEY_f, GDK_CONTROL_MASK));
}

/* --- leaving an entry --- */

static void
count (GSimpleAction *action, GVariant *parameter, gpointer n)
{
  (*(guint *) n)++;
}

static void
find_search_entry (GtkWidget *widget, gpointer place)
{
  if (GTK_IS_SEARCH_ENTRY (widget))
    *(GtkWidget **) place = widget;
}

/* Escape empties the entry of a search, and leads from an empty one back to the timeline. */
static void
test_leave_search (void)
{
  GtkWidget *search = scope_search_entry_new ("Search"), *window = gui_window_new (search, 400, 100), *entry = NULL;
  g_autoptr (GSimpleActionGroup) dock = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) leave = g_simple_action_new ("focus-center", NULL);
  guint n = 0;

  g_signal_connect (leave, "activate", G_CALLBACK (count), &n);
  g_action_map_add_action (G_ACTION_MAP (dock), G_ACTION (leave));
  gtk_widget_insert_action_group (window, "dock", G_ACTION_GROUP (dock));
  gui_foreach (search, find_search_entry, &entry);
  scope_search_entry_set_text (SCOPE_SEARCH_ENTRY (search), "abc");
  g_signal_emit_by_name (entry, "stop-search");
  g_assert_cmpstr (scope_search_entry_get_text (SCOPE_SEARCH_ENTRY (search)), ==, "");
  g_assert_cmpuint (n, ==, 0);
  g_signal_emit_by_name (entry, "stop-search");
  g_assert_cmpuint (n, ==, 1);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/walks/" name, Fixture, NULL, gui_timeline_set_up, func, gui_timeline_tear_down)
  ADD ("back", test_walk_back);
  ADD ("overview", test_overview);
  ADD ("button", test_button);
  g_test_add_func ("/walks/leave-search", test_leave_search);
  return g_test_run ();
}
