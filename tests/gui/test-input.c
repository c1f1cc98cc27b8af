/* test-input.c: keys and menus of the lanes: what they do to the view, and what cannot be done is insensitive.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lanes-input.h"

/* Interval after interval, without a gap, and back again. */
static void
test_steps (Fixture *f, gconstpointer data)
{
  gint64 end, first[3];

  select_processor (f, 2);
  scope_view_select_range (f->view, 1000000, 1000000);
  f->from = f->to = 1000000;
  for (guint i = 0; i < 3; i++)
    {
      end = f->to;
      g_assert_true (press (f, GDK_KEY_period, 0));
      wait_for_range (f);
      first[i] = f->from;
      if (i == 0) /* from the middle of one to the next */
        g_assert_cmpint (f->from, >, end);
      else
        g_assert_cmpint (f->from, ==, end);
      g_assert_cmpint (f->to, >, f->from);
    }
  for (guint i = 2; i-- > 0;)
    {
      g_assert_true (press (f, GDK_KEY_comma, 0));
      wait_for_range (f);
      g_assert_cmpint (f->from, ==, first[i]);
    }
  /* It is seen. */
  g_assert_cmpfloat (scope_view_get_viewport (f->view)->from, <=, f->from);
  g_assert_cmpfloat (scope_view_get_viewport (f->view)->to, >=, f->to);
}

static const char *
focus_key (Fixture *f)
{
  guint row = scope_canvas_get_focus_row (f->canvas);

  return row != SCOPE_NONE ? scope_lane_list_row (f->lanes, row)->key : NULL;
}

/* Every row can be reached, and moved, pinned, hidden and brought back without a pointer. */
static void
test_rows (Fixture *f, gconstpointer data)
{
  guint n = scope_lane_list_n_rows (f->lanes), row;
  g_autofree char *key = NULL;
  ScopeLaneId lane;

  for (guint i = 0; i < n; i++)
    {
      g_assert_true (press (f, GDK_KEY_Down, 0));
      g_assert_cmpuint (scope_canvas_get_focus_row (f->canvas), ==, i);
    }
  press (f, GDK_KEY_Down, 0);
  g_assert_cmpuint (scope_canvas_get_focus_row (f->canvas), ==, n - 1);
  while (scope_lane_list_row (f->lanes, scope_canvas_get_focus_row (f->canvas))->kind != SCOPE_ROW_STATES)
    press (f, GDK_KEY_Up, 0);
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  key = g_strdup (focus_key (f));
  row = scope_canvas_get_focus_row (f->canvas);

  g_assert_true (press (f, GDK_KEY_Up, GDK_ALT_MASK));
  g_assert_cmpstr (focus_key (f), ==, key);
  g_assert_cmpuint (scope_canvas_get_focus_row (f->canvas), ==, row - 1);
  g_assert_true (press (f, GDK_KEY_Down, GDK_ALT_MASK));
  g_assert_cmpuint (scope_canvas_get_focus_row (f->canvas), ==, row);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->timeline), "timeline.pin", NULL));
  g_assert_cmpuint (scope_lane_list_find_key (f->lanes, key), ==, 0);
  g_assert_true (press (f, GDK_KEY_p, 0)); /* by key as well */
  g_assert_cmpuint (scope_lane_list_find_key (f->lanes, key), ==, row);

  g_assert_false (can (f, "show-hidden"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->timeline), "timeline.hide", NULL));
  g_assert_cmpuint (scope_lane_list_find_key (f->lanes, key), ==, SCOPE_NONE);
  g_assert_cmpuint (scope_lane_list_n_rows (f->lanes), ==, n - 1);
  g_assert_true (can (f, "show-hidden"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->timeline), "timeline.show-hidden", NULL));
  g_assert_cmpuint (scope_lane_list_n_rows (f->lanes), ==, n);
}

static void
note_name (ScopeTimeline *timeline, const char *name, guint now, char **ret_name)
{
  g_free (*ret_name);
  *ret_name = g_strdup (name);
}

static void
count_given (ScopeTimeline *timeline, guint *n)
{
  ++*n;
}

/* A row is given a colour, which is told once, stays with the next trace, and is taken away again. */
static void
test_colours (Fixture *f, gconstpointer data)
{
  guint row = scope_lane_list_find (f->lanes, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 3 }, FALSE), given = 0;
  g_autoptr (ScopeTrace) next = gui_trace_new (6, 5000, 1000);
  g_autofree char *name = NULL;

  g_signal_connect (f->timeline, "choose-colour", G_CALLBACK (note_name), &name);
  g_signal_connect (f->timeline, "own-colours", G_CALLBACK (count_given), &given);
  scope_canvas_set_focus_row (f->canvas, row);
  g_assert_true (can (f, "colour"));
  g_assert_false (can (f, "no-colour"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->timeline), "timeline.colour", NULL));
  g_assert_cmpstr (name, ==, "HEC 3");
  scope_view_give_colour (f->view, name, 0xff112233);
  g_assert_cmpuint (given, ==, 1);
  g_assert_cmpstr (scope_timeline_get_own_colours (f->timeline), ==, "HEC 3=#112233");
  g_assert_true (can (f, "no-colour"));
  scope_timeline_set_own_colours (f->timeline, "HEC *=#112233"); /* not this row's alone: it cannot be taken from it */
  g_assert_cmphex (scope_view_own_colour (f->view, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 3 }), ==, 0xff112233);
  g_assert_false (can (f, "no-colour"));
  scope_timeline_set_own_colours (f->timeline, "HEC 3=#112233");

  scope_timeline_set_own_colours (f->timeline, "HEC 3="); /* somebody is typing */
  g_assert_cmpstr (scope_timeline_get_own_colours (f->timeline), ==, "HEC 3=#112233");
  scope_timeline_set_trace (f->timeline, next);
  f->view = scope_timeline_get_view (f->timeline);
  g_assert_cmphex (scope_view_own_colour (f->view, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 3 }), ==, 0xff112233);
  scope_canvas_set_focus_row (f->canvas, row);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->timeline), "timeline.no-colour", NULL));
  g_assert_cmpstr (scope_timeline_get_own_colours (f->timeline), ==, "");
  g_assert_cmpuint (given, ==, 2);
  g_signal_handlers_disconnect_by_data (f->timeline, &name);
  g_signal_handlers_disconnect_by_data (f->timeline, &given);
  g_assert_true (gui_wait (gui_timeline_is_complete, f->timeline));
}

/* Where one was led, as by following back, keys go on. */
static void
test_reveal (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 5 };

  scope_canvas_set_focus_row (f->canvas, 0);
  scope_view_go_to (f->view, &lane, 1000000, 1500000);
  g_assert_cmpuint (scope_canvas_get_focus_row (f->canvas), ==, scope_lane_list_find (f->lanes, lane, FALSE));
}

/* What the open menu offers: how often, and how many items it has in all, but for submenus. */
static guint
count_items (GMenuModel *menu, const char *wanted, gboolean submenus, guint *n)
{
  guint found = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autofree char *action = NULL;

      if (section != NULL)
        {
          found += count_items (section, wanted, submenus, n);
          continue;
        }
      if (submenu != NULL && submenus)
        found += count_items (submenu, wanted, TRUE, n);
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      found += g_strcmp0 (action, wanted) == 0;
      ++*n;
    }
  return found;
}

static guint
offers (Fixture *f, const char *action)
{
  guint n = 0;

  return count_items (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (f->canvas->menu)), action, TRUE, &n);
}

static guint
n_items (Fixture *f)
{
  guint n = 0;

  count_items (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (f->canvas->menu)), "", FALSE, &n);
  return n;
}

/* A row's name has what is done with rows, the ruler what is done with times; none has all. */
static void
test_menu_places (Fixture *f, gconstpointer data)
{
  guint row = scope_lane_list_find (f->lanes, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 3 }, FALSE);
  double y = SCOPE_RULER_HEIGHT + scope_lane_list_row (f->lanes, row)->bar_y + 3;

  scope_canvas_popup_menu (f->canvas, 20, y);
  g_assert_cmpuint (offers (f, "timeline.pin"), ==, 1);
  g_assert_cmpuint (offers (f, "timeline.move-up"), ==, 1);
  g_assert_cmpuint (offers (f, "timeline.fit-selection"), ==, 0);
  g_assert_cmpuint (offers (f, "timeline.add-note"), ==, 0);
  scope_canvas_popup_menu (f->canvas, 500, 5);
  g_assert_cmpuint (offers (f, "timeline.zero-here"), ==, 1);
  g_assert_cmpuint (offers (f, "timeline.go-to"), ==, 1);
  g_assert_cmpuint (offers (f, "timeline.pin"), ==, 0);
  g_assert_cmpuint (offers (f, "timeline.copy"), ==, 0);
  scope_canvas_popup_menu (f->canvas, 500, y);
  g_assert_cmpuint (offers (f, "timeline.fit-selection"), ==, 1);
  g_assert_cmpuint (offers (f, "timeline.show-task"), ==, 1);
  g_assert_cmpuint (offers (f, "timeline.move-up"), ==, 1);
  g_assert_cmpuint (offers (f, "timeline.add-note"), ==, 1);
  g_assert_cmpuint (n_items (f), <=, 20); /* before what is hidden, too: a menu that is scrolled is none */
  scope_canvas_drop_menu (f->canvas);
  gtk_widget_grab_focus (GTK_WIDGET (f->canvas));
}

static void
test_menu (Fixture *f, gconstpointer data)
{
  guint row = scope_lane_list_find (f->lanes, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 3 }, FALSE);
  const ScopeLaneNode *node = scope_lane_list_row (f->lanes, row);
  ScopeLaneId lane;

  /* Nothing selected: nothing to be done with it. */
  g_assert_false (can (f, "copy"));
  g_assert_false (can (f, "show-task"));
  g_assert_false (can (f, "fit-selection"));
  g_assert_true (press (f, GDK_KEY_F10, GDK_SHIFT_MASK));
  g_assert_nonnull (f->canvas->menu);
  scope_canvas_drop_menu (f->canvas);
  g_assert_false (press (f, GDK_KEY_F10, 0)); /* the window's */

  /* On an interval: it is selected. */
  f->from = f->to = -1;
  scope_canvas_popup_menu (f->canvas, 500, SCOPE_RULER_HEIGHT + node->bar_y + 3);
  g_assert_nonnull (f->canvas->menu);
  wait_for_range (f);
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_cmpuint (lane.index, ==, 3);
  g_assert_true (can (f, "copy"));
  g_assert_true (can (f, "fit-selection"));
  g_assert_true (can (f, "pin"));
  g_assert_false (can (f, "show-messages")); /* this trace has none */

  /* "Since here": the ruler counts from where the menu is. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->timeline), "timeline.zero-here", NULL));
  g_assert_cmpint (scope_view_get_look (f->view)->ruler, ==, SCOPE_RULER_SINCE_MARK);
  g_assert_cmpint (scope_view_get_look (f->view)->ruler_zero, >=, f->from);
  g_assert_cmpint (scope_view_get_look (f->view)->ruler_zero, <=, f->to);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->timeline), "timeline.ruler", "s", "start"));
  g_assert_cmpint (scope_view_get_look (f->view)->ruler, ==, SCOPE_RULER_SINCE_START);
  scope_canvas_drop_menu (f->canvas);
  gtk_widget_grab_focus (GTK_WIDGET (f->canvas));
}

static void
test_copy (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  select_processor (f, 1);
  scope_view_select_range (f->view, 2000000, 3500000);
  text = scope_timeline_dup_selection (f->timeline);
  g_assert_nonnull (strstr (text, "HEC 1"));
  g_assert_nonnull (strstr (text, "1.50 ms"));
  g_assert_true (press (f, GDK_KEY_c, GDK_CONTROL_MASK));
}

/* History of zooms by keys that jump, and letters. */
static void
test_zooms (Fixture *f, gconstpointer data)
{
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);
  double span = viewport->span;

  press (f, GDK_KEY_w, 0);
  g_assert_cmpfloat (viewport->span, <, span);
  press (f, GDK_KEY_End, 0);
  g_assert_cmpfloat_with_epsilon (viewport->to, span, 1);
  press (f, GDK_KEY_Home, 0);
  g_assert_cmpfloat (viewport->from, ==, 0);
  g_assert_true (scope_view_back (f->view));
  g_assert_cmpfloat_with_epsilon (viewport->to, span, 1);
  press (f, GDK_KEY_0, 0);
  g_assert_true (scope_viewport_is_whole (viewport));
  g_assert_false (press (f, GDK_KEY_q, 0));
}

/* --- rows that stick --- */

static gboolean
is_low (gpointer data)
{
  Fixture *f = data;
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (f->canvas));

  return adjustment != NULL
         && gtk_adjustment_get_upper (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (f->canvas))) > gtk_adjustment_get_page_size (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (f->canvas))) + 100;
}

static guint
row_of (Fixture *f, const char *key)
{
  return scope_lane_list_find_key (f->lanes, key);
}

/* What is pinned is seen, and clicked, where it is; a row that comes into view is not behind it. */
static void
test_stick (Fixture *f, gconstpointer data)
{
  double height;
  guint first;

  scope_view_set_look (f->view, SCOPE_LOOK_HEIGHT, SCOPE_HEIGHT_COMFORTABLE);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 270);
  g_assert_true (gui_wait (is_low, f));
  scope_lane_list_set_pinned (f->lanes, row_of (f, "processor:1/4"), TRUE);
  height = scope_lane_list_sticking_height (f->lanes);
  g_assert_cmpfloat (height, ==, 28);
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (f->canvas)), 100);
  g_assert_cmpuint (scope_canvas_row_at (f->canvas, SCOPE_RULER_HEIGHT + 5), ==, 0);
  g_assert_cmpfloat (scope_canvas_row_y (f->canvas, 0), ==, SCOPE_RULER_HEIGHT);
  first = scope_canvas_row_at (f->canvas, SCOPE_RULER_HEIGHT + height + 1);
  g_assert_cmpuint (first, >, 1);
  g_assert_cmpfloat (scope_canvas_row_y (f->canvas, first), <=, SCOPE_RULER_HEIGHT + height + 1);
  g_assert_cmpfloat (scope_canvas_row_y (f->canvas, first + 1), >, SCOPE_RULER_HEIGHT + height + 1);

  /* Up, row by row: each is wholly in view, below the pinned one; the pinned one moves nothing. */
  scope_canvas_set_focus_row (f->canvas, first);
  while (scope_canvas_get_focus_row (f->canvas) > 1)
    {
      g_assert_true (press (f, GDK_KEY_Up, 0));
      if (scope_canvas_get_focus_row (f->canvas) > 0)
        g_assert_cmpfloat (scope_canvas_row_y (f->canvas, scope_canvas_get_focus_row (f->canvas)), >=,
                           SCOPE_RULER_HEIGHT + height);
    }
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (f->canvas)), 100);
  g_assert_true (press (f, GDK_KEY_Up, 0));
  g_assert_cmpuint (scope_canvas_get_focus_row (f->canvas), ==, 0);
  g_assert_cmpfloat (gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (f->canvas))), ==, 100);

  scope_lane_list_set_pinned (f->lanes, 0, FALSE);
  g_assert_cmpfloat (scope_lane_list_sticking_height (f->lanes), ==, 0);
}

/* --- fingers --- */

static GtkEventController *
find_controller (Fixture *f, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (f->canvas));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller; /* the widget keeps it */
    }
  return NULL;
}

static void
test_fingers (Fixture *f, gconstpointer data)
{
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);
  guint row = scope_lane_list_find (f->lanes, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 1 }, FALSE);
  GtkEventController *zoom = find_controller (f, GTK_TYPE_GESTURE_ZOOM);
  GtkEventController *press = find_controller (f, GTK_TYPE_GESTURE_LONG_PRESS);
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (f->canvas), GTK_TYPE_SCROLLED_WINDOW);
  double span = viewport->span, x = scope_canvas_get_names_width (f->canvas) + 300, y, shown;
  gint64 under;

  /* A pinch: by as much as the fingers part, about what is between them; what was before can be had back. */
  g_assert_nonnull (zoom);
  g_signal_emit_by_name (zoom, "begin", NULL);
  under = scope_canvas_time_at (f->canvas, x);
  for (double scale = 1.1; scale < 3.05; scale += 0.1)
    scope_canvas_pinch (f->canvas, x, scale);
  g_assert_cmpfloat_with_epsilon (viewport->span, span / 3, span / 1000);
  g_assert_cmpfloat_with_epsilon ((double) scope_canvas_time_at (f->canvas, x), (double) under,
                                  scope_viewport_scale (viewport));
  scope_canvas_pinch (f->canvas, x, 0); /* no such thing */
  g_signal_emit_by_name (zoom, "begin", NULL);
  scope_canvas_pinch (f->canvas, x, 0.5);
  g_assert_cmpfloat_with_epsilon (viewport->span, span * 2 / 3, span / 1000);
  g_assert_true (scope_view_back (f->view));
  g_assert_cmpfloat_with_epsilon (viewport->span, span / 3, span / 1000);

  /* One finger scrolls on after it was lifted: that is the scrolled window's, and its adjustment is time. */
  g_assert_true (gtk_scrolled_window_get_kinetic_scrolling (GTK_SCROLLED_WINDOW (scroller)));
  shown = viewport->from;
  gtk_adjustment_set_value (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (f->canvas)), gtk_adjustment_get_value (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (f->canvas))) + 50);
  g_assert_cmpfloat_with_epsilon (viewport->from, shown + 50 * scope_viewport_scale (viewport), 1);

  /* A long press is a right click. */
  g_assert_nonnull (press);
  g_assert_true (gtk_gesture_single_get_touch_only (GTK_GESTURE_SINGLE (press)));
  y = scope_canvas_row_y (f->canvas, row) + scope_lane_list_row (f->lanes, row)->height - 4;
  f->from = f->to = -1;
  g_signal_emit_by_name (press, "pressed", x, y);
  g_assert_nonnull (f->canvas->menu);
  wait_for_range (f);
  scope_canvas_drop_menu (f->canvas);
  gtk_widget_grab_focus (GTK_WIDGET (f->canvas));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/input/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("steps", test_steps);
  ADD ("rows", test_rows);
  ADD ("colours", test_colours);
  ADD ("reveal", test_reveal);
  ADD ("menu", test_menu);
  ADD ("menu-places", test_menu_places);
  ADD ("copy", test_copy);
  ADD ("zooms", test_zooms);
  ADD ("stick", test_stick);
  /* The last one: GTK 4.8 wants to show the tooltip of what was touched half a second later, though its window is closed. */
  ADD ("fingers", test_fingers);
  return g_test_run ();
}
