/* test-dock.c: panels are moved, closed, opened again, taken out into windows and put back; the next window finds them
 * where they were.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dock-input.h"

#include "app/document/scope-files.h"
#include "model/scene/statistics/scope-report.h"

static void
test_edges (Fixture *fixture, gconstpointer data)
{
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  /* One of the side's and one of the bottom's. */
  for (guint i = 0; i < MIN (n, 2); i++)
    {
      if (scope_dock_why_not (fixture->dock, rows[i].id) != NULL)
        continue;
      for (int place = 0; place < SCOPE_N_EDGES; place++)
        {
          graphene_rect_t box, center;
          GtkWidget *panel = panel_of (fixture, rows[i].id);

          g_test_message ("%s to %s", rows[i].id, scope_place_to_word ((ScopePlace) place));
          move (fixture, rows[i].id, scope_place_to_word ((ScopePlace) place));
          g_assert_cmpint (scope_dock_get_place (fixture->dock, rows[i].id), ==, place);
          g_assert_true (scope_dock_get_shown (fixture->dock, (ScopePlace) place));
          g_assert_true (gui_wait (gui_is_mapped, panel));
          g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
          while (g_main_context_iteration (NULL, FALSE))
            ;
          g_assert_true (gtk_widget_compute_bounds (panel, GTK_WIDGET (fixture->dock), &box));
          g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (scope_window_get_timeline (fixture->window)),
                                                    GTK_WIDGET (fixture->dock), &center));
          if (place == SCOPE_PLACE_START)
            g_assert_cmpfloat (box.origin.x + box.size.width, <=, center.origin.x);
          else if (place == SCOPE_PLACE_END)
            g_assert_cmpfloat (box.origin.x, >=, center.origin.x + center.size.width);
          else if (place == SCOPE_PLACE_TOP)
            g_assert_cmpfloat (box.origin.y + box.size.height, <=, center.origin.y);
          else
            g_assert_cmpfloat (box.origin.y, >=, center.origin.y + center.size.height);
        }
    }
}

static void
test_float (Fixture *fixture, gconstpointer data)
{
  GtkWidget *panel = panel_of (fixture, FIRST);
  GtkWindow *window;

  g_assert_true (gtk_widget_get_root (panel) == GTK_ROOT (fixture->window));
  move (fixture, FIRST, "float");
  window = scope_dock_get_window (fixture->dock, FIRST);
  g_assert_nonnull (window);
  g_assert_true (gui_wait (gui_is_mapped, panel));
  g_assert_true (gtk_widget_get_root (panel) == GTK_ROOT (window));
  g_assert_false (scope_dock_has_panels (fixture->dock, SCOPE_PLACE_END));
  g_assert_false (get_state (fixture, "side"));
  g_assert_true (get_state (fixture, "panel-" FIRST));
  g_assert_cmpstr (gtk_window_get_title (window), !=, "");

  move (fixture, FIRST, "docked");
  g_assert_null (scope_dock_get_window (fixture->dock, FIRST));
  g_assert_cmpint (scope_dock_get_place (fixture->dock, FIRST), ==, SCOPE_PLACE_END);
  g_assert_true (gui_wait (gui_is_mapped, panel));
  g_assert_true (gtk_widget_get_root (panel) == GTK_ROOT (fixture->window));
  g_assert_true (get_state (fixture, "side"));
}

/* The keys of the main window work in a panel's window, too, but for the one that closes that. */
static void
test_float_keys (Fixture *fixture, gconstpointer data)
{
  const ScopeViewport *viewport
      = scope_view_get_viewport (scope_timeline_get_view (scope_window_get_timeline (fixture->window)));
  GtkWidget *window;

  move (fixture, FIRST, "float");
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
  window = GTK_WIDGET (scope_dock_get_window (fixture->dock, FIRST));
  g_assert_true (scope_viewport_is_whole (viewport));
  g_assert_true (gui_press (window, GDK_KEY_plus, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  g_assert_false (scope_viewport_is_whole (viewport));
  g_assert_true (gui_press (window, GDK_KEY_Left, GDK_ALT_MASK));
  g_assert_true (scope_viewport_is_whole (viewport));
  g_assert_true (get_state (fixture, "bottom"));
  g_assert_true (gui_press (window, GDK_KEY_F9, GDK_CONTROL_MASK));
  g_assert_false (get_state (fixture, "bottom"));
  g_assert_false (gui_press (window, GDK_KEY_w, GDK_CONTROL_MASK));
  g_assert_false (gui_press (window, GDK_KEY_x, 0));
}

static void
test_float_closed (Fixture *fixture, gconstpointer data)
{
  GtkWidget *panel = panel_of (fixture, FIRST);

  move (fixture, FIRST, "float");
  g_assert_true (gui_wait (gui_is_mapped, panel));
  gtk_window_close (scope_dock_get_window (fixture->dock, FIRST));
  g_assert_null (scope_dock_get_window (fixture->dock, FIRST));
  g_assert_cmpint (scope_dock_get_place (fixture->dock, FIRST), ==, SCOPE_PLACE_CLOSED);
  g_assert_false (get_state (fixture, "panel-" FIRST));
  activate (fixture, "win.panel-" FIRST);
  g_assert_true (gui_wait (gui_is_mapped, panel));
  g_assert_true (gtk_widget_get_root (panel) == GTK_ROOT (fixture->window));
}

/* The main window is closed while the panel floats. */
static void
test_float_left (Fixture *fixture, gconstpointer data)
{
  move (fixture, FIRST, "float");
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
}

static void
test_close (Fixture *fixture, gconstpointer data)
{
  GtkWidget *panel = panel_of (fixture, FIRST);

  activate (fixture, "win.panel-" FIRST);
  g_assert_cmpint (scope_dock_get_place (fixture->dock, FIRST), ==, SCOPE_PLACE_CLOSED);
  g_assert_true (gui_wait (gui_is_unmapped, panel));
  g_assert_false (get_state (fixture, "side"));
  /* An edge that has nothing to show gets back what belongs there. */
  activate (fixture, "win.side");
  g_assert_true (gui_wait (gui_is_mapped, panel));
  g_assert_true (get_state (fixture, "panel-" FIRST));
}

static void
test_sides (Fixture *fixture, gconstpointer data)
{
  GtkWidget *panel = panel_of (fixture, FIRST);

  activate (fixture, "win.side");
  g_assert_true (gui_wait (gui_is_unmapped, panel));
  g_assert_cmpint (scope_dock_get_place (fixture->dock, FIRST), ==, SCOPE_PLACE_END);
  activate (fixture, "win.side");
  g_assert_true (gui_wait (gui_is_mapped, panel));
  move (fixture, FIRST, "bottom");
  g_assert_true (get_state (fixture, "bottom"));
  activate (fixture, "win.bottom");
  g_assert_true (gui_wait (gui_is_unmapped, panel));
  /* To ask for a panel is to ask for its edge. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-panel", "s", FIRST));
  g_assert_true (gui_wait (gui_is_mapped, panel));
}

static void
test_focus (Fixture *fixture, gconstpointer data)
{
  GtkWidget *panel = panel_of (fixture, FIRST), *focus;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.focus-panel", "s", FIRST));
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_nonnull (focus);
  g_assert_true (focus == panel || gtk_widget_is_ancestor (focus, gui_ancestor (panel, "PanelFrame")));
  g_assert_true (gtk_widget_activate_action (focus, "dock.focus-center", NULL));
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (scope_window_get_timeline (fixture->window))));
}

/* What is searched for can be typed at once, wherever the keyboard was: in another panel, in the hits. */
static void
test_focus_search (Fixture *fixture, gconstpointer data)
{
  static const char *const from[] = { "statistics", "intervals", "search" };
  GtkWidget *search = panel_of (fixture, "search");

  for (guint i = 0; i < G_N_ELEMENTS (from); i++)
    {
      GtkWidget *panel = panel_of (fixture, from[i]), *focus;

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.focus-panel", "s", from[i]));
      g_assert_true (gui_wait (gui_is_mapped, panel));
      focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
      g_assert_nonnull (focus);
      g_assert_true (gtk_widget_is_ancestor (focus, panel));
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.focus-panel", "s", "search"));
      g_assert_true (gui_wait (gui_is_mapped, search));
      focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
      g_assert_true (GTK_IS_TEXT (focus));
      g_assert_true (gtk_widget_is_ancestor (focus, search));
    }
}

static gboolean
has_focus_inside (gpointer panel)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (panel));

  return focus != NULL && gtk_widget_is_ancestor (focus, panel);
}

/* Also in one whose edge was closed, as it is in a low window, and that nobody has seen yet. */
static void
test_focus_closed (Fixture *fixture, gconstpointer data)
{
  static const char *const ids[] = { "statistics", "intervals", "report" };

  GtkWidget *seen = panel_of (fixture, "findings");

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      scope_dock_set_shown (fixture->dock, SCOPE_PLACE_BOTTOM, FALSE);
      g_assert_true (gui_wait (gui_is_unmapped, seen));
      gtk_widget_grab_focus (GTK_WIDGET (scope_window_get_timeline (fixture->window)));
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.focus-panel", "s", ids[i]));
      seen = panel_of (fixture, ids[i]);
      g_assert_true (gui_wait (has_focus_inside, seen));
    }
}

/* Tab goes on and on, past the inspector's text, to the panels below. */
static void
test_tab (Fixture *fixture, gconstpointer data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window), *frame = gui_ancestor (panel_of (fixture, "statistics"), "PanelFrame");
  gboolean below = FALSE;

  g_assert_true (gtk_widget_get_mapped (panel_of (fixture, FIRST)));
  gtk_widget_grab_focus (GTK_WIDGET (scope_window_get_timeline (fixture->window)));
  for (guint i = 0; i < 200 && !below; i++)
    {
      GtkWidget *before = gtk_window_get_focus (GTK_WINDOW (window)), *focus;

      if (!gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD))
        break;
      focus = gtk_window_get_focus (GTK_WINDOW (window));
      g_assert_nonnull (focus);
      g_assert_true (focus != before);
      below = gtk_widget_is_ancestor (focus, frame);
    }
  g_assert_true (below);
}

/* F6 goes through the timeline and what is seen of the panels, and around; with Shift the other way. */
static void
test_parts (Fixture *fixture, gconstpointer data)
{
  GtkWidget *timeline = GTK_WIDGET (scope_window_get_timeline (fixture->window));
  GtkWidget *frame = gui_ancestor (panel_of (fixture, FIRST), "PanelFrame"), *focus;
  gboolean seen[2] = { FALSE, FALSE };

  gtk_widget_grab_focus (timeline);
  for (guint way = 0; way < 2; way++)
    {
      guint steps = 0;

      do
        {
          focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
          g_assert_true (gtk_widget_activate_action (focus, "dock.change-part", "i", way == 0 ? 1 : -1));
          focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
          g_assert_nonnull (focus);
          seen[way] = seen[way] || gtk_widget_is_ancestor (focus, frame);
        }
      while (!gtk_widget_is_ancestor (focus, timeline) && ++steps < 20);
      g_assert_cmpuint (steps, >, 0);
      g_assert_true (gtk_widget_is_ancestor (focus, timeline));
      g_assert_true (seen[way]);
    }
}

static void
test_kept (Fixture *fixture, gconstpointer data)
{
  ScopeSettings *settings = scope_application_get_settings (application);
  g_autofree char *text = NULL, *again = NULL;
  g_autoptr (ScopeLayout) layout = NULL;

  move (fixture, FIRST, "bottom");
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
  close_window (fixture);
  text = scope_settings_dup_string (settings, "layout");
  layout = scope_layout_parse (text);
  g_assert_nonnull (layout);
  g_assert_cmpint (scope_layout_find (layout, FIRST)->place, ==, SCOPE_PLACE_BOTTOM);

  open_window (fixture);
  g_assert_cmpint (scope_dock_get_place (fixture->dock, FIRST), ==, SCOPE_PLACE_BOTTOM);
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
  close_window (fixture);
  again = scope_settings_dup_string (settings, "layout");
  g_assert_cmpstr (text, ==, again);

  /* One that floated floats again, and one that was closed stays so. */
  open_window (fixture);
  move (fixture, FIRST, "float");
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
  close_window (fixture);
  open_window (fixture);
  g_assert_cmpint (scope_dock_get_place (fixture->dock, FIRST), ==, SCOPE_PLACE_FLOAT);
  g_assert_nonnull (scope_dock_get_window (fixture->dock, FIRST));
  move (fixture, FIRST, "closed");
  close_window (fixture);
  open_window (fixture);
  g_assert_false (scope_dock_is_open (fixture->dock, FIRST));
}

static void
test_reset (Fixture *fixture, gconstpointer data)
{
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  move (fixture, FIRST, "float");
  for (guint i = 1; i < n; i++)
    if (scope_dock_why_not (fixture->dock, rows[i].id) == NULL)
      move (fixture, rows[i].id, "closed");
  activate (fixture, "win.reset-layout");
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (scope_dock_get_place (fixture->dock, rows[i].id), ==, rows[i].edge);
  g_assert_null (scope_dock_get_window (fixture->dock, FIRST));
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
}

static gboolean
has_room (gpointer panel)
{
  return gtk_widget_get_mapped (panel) && gtk_widget_get_width (panel) > 100 && gtk_widget_get_height (panel) > 100;
}

/* Neither on its way out nor in. */
static gboolean
edge_is_still (gpointer panel)
{
  GtkRevealer *revealer = GTK_REVEALER (gtk_widget_get_ancestor (panel, GTK_TYPE_REVEALER));

  return gtk_revealer_get_reveal_child (revealer) == gtk_revealer_get_child_revealed (revealer);
}

/* Nothing was changed: nothing changes. */
static void
test_reset_nothing (Fixture *fixture, gconstpointer data)
{
  g_assert_true (gui_wait (has_room, panel_of (fixture, FIRST)));
  g_assert_true (gui_wait (has_room, panel_of (fixture, "findings")));
  activate (fixture, "win.reset-layout");
  g_assert_true (gui_wait (edge_is_still, panel_of (fixture, FIRST)));
  g_assert_true (gui_wait (edge_is_still, panel_of (fixture, "findings")));
  g_assert_true (gui_wait (has_room, panel_of (fixture, FIRST)));
  g_assert_true (gui_wait (has_room, panel_of (fixture, "findings")));
}

static void
test_damaged (Fixture *fixture, gconstpointer data)
{
  close_window (fixture);
  scope_settings_set_string (scope_application_get_settings (application), "layout", "(1, [(true, 3");
  open_window (fixture);
  g_assert_cmpint (scope_dock_get_place (fixture->dock, FIRST), ==, SCOPE_PLACE_END);
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
}

/* Windows with floating panels are closed in any order, and by quitting; the panels' windows go with them. */
static void
test_several (Fixture *fixture, gconstpointer data)
{
  Fixture other = { NULL };
  GtkWindow *window;

  open_window (&other);
  move (fixture, FIRST, "float");
  move (&other, FIRST, "float");
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
  g_assert_true (gui_wait (gui_is_mapped, panel_of (&other, FIRST)));
  window = scope_dock_get_window (fixture->dock, FIRST);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  close_window (fixture);
  g_assert_true (gui_wait (gui_is_gone, &window));
  g_assert_true (gtk_widget_get_mapped (panel_of (&other, FIRST)));
  gtk_window_close (GTK_WINDOW (other.window));
  g_assert_true (gui_wait (gui_is_gone, &other.window));
}

/* Another trace in the same window: panels that float come along. */
static void
test_other_trace (Fixture *fixture, gconstpointer data)
{
  g_auto (GStrv) paths = scope_files_list_examples ();
  g_autoptr (GFile) file = g_file_new_for_path (paths[g_strv_length (paths) - 1]);

  move (fixture, FIRST, "float");
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
  scope_window_open (fixture->window, &file, 1);
  g_assert_null (scope_dock_get_window (fixture->dock, FIRST));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  g_assert_nonnull (scope_dock_get_window (fixture->dock, FIRST));
  g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, FIRST)));
}

/* Panels that ask when who ran say that this was not recorded; what is there, collections and marks, is shown. */
static void
test_not_recorded (Fixture *fixture, gconstpointer data)
{
  static const char *const without[] = { "waited-for", "what-if", "phases" }, *const with[] = { "findings", "statistics", "intervals", "report" };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests", "data", "ghc", "pipeline-n2-user-only.eventlog", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  scope_window_open (fixture->window, &file, 1);
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  for (guint i = 0; i < G_N_ELEMENTS (without); i++)
    g_assert_cmpstr (scope_dock_why_not (fixture->dock, without[i]), ==, "it was not recorded when anything ran");
  for (guint i = 0; i < G_N_ELEMENTS (with); i++)
    g_assert_null (scope_dock_why_not (fixture->dock, with[i]));
  g_assert_false (scope_report_has (scope_view_get_trace (scope_timeline_get_view (scope_window_get_timeline (fixture->window))), SCOPE_REPORT_LOAD));
}

/* What was followed is put in order, and takes the place of what was shown: the tab that was chosen stays. */
static void
test_chosen (Fixture *fixture, gconstpointer data)
{
  static const char *const ids[] = { "statistics", "intervals" };
  g_autoptr (ScopeView) view = g_object_ref (scope_timeline_get_view (scope_window_get_timeline (fixture->window)));

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_assert_true (scope_dock_raise (fixture->dock, ids[i]));
      g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, ids[i])));
      scope_dock_set_view (fixture->dock, NULL);
      scope_dock_set_view (fixture->dock, view);
      g_assert_true (gui_wait (gui_is_mapped, panel_of (fixture, ids[i])));
      g_assert_false (gtk_widget_get_mapped (panel_of (fixture, ids[1 - i])));
    }
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
#define ADD(name, func) g_test_add ("/dock/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("edges", test_edges);
  ADD ("float", test_float);
  ADD ("float-keys", test_float_keys);
  ADD ("float-closed", test_float_closed);
  ADD ("float-left", test_float_left);
  ADD ("close", test_close);
  ADD ("sides", test_sides);
  ADD ("focus", test_focus);
  ADD ("focus-search", test_focus_search);
  ADD ("focus-closed", test_focus_closed);
  ADD ("parts", test_parts);
  ADD ("tab", test_tab);
  ADD ("kept", test_kept);
  ADD ("reset", test_reset);
  ADD ("reset-nothing", test_reset_nothing);
  ADD ("damaged", test_damaged);
  ADD ("several", test_several);
  ADD ("other-trace", test_other_trace);
  ADD ("not-recorded", test_not_recorded);
  ADD ("chosen", test_chosen);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
