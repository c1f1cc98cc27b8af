/* test-input.c: keys and menus of the lanes: what they do to the view, and what cannot be done is insensitive.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/view/scope-view-calipers.h"
#include "widgets/canvas/scope-canvas-private.h"
#include "widgets/timeline/scope-timeline.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>

typedef struct
{
  GtkWidget *window;
  ScopeTimeline *timeline;
  ScopeCanvas *canvas;
  ScopeView *view;
  ScopeLaneList *lanes;
  gint64 from, to; /* what a wait compares with */
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeTrace) trace = gui_trace_new (6, 5000, 1000);

  f->timeline = gui_timeline_new (trace, &f->window);
  f->view = scope_timeline_get_view (f->timeline);
  f->canvas = scope_timeline_get_canvas (f->timeline);
  f->lanes = scope_view_get_lanes (f->view);
  g_assert_true (gui_wait (gui_timeline_is_complete, f->timeline));
  gtk_widget_grab_focus (GTK_WIDGET (f->canvas));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
}

/* As if the key were pressed in the canvas. */
static gboolean
press (Fixture *f, guint keyval, GdkModifierType modifiers)
{
  return gui_press (GTK_WIDGET (f->canvas), keyval, modifiers);
}

static gboolean
can (Fixture *f, const char *action)
{
  return g_action_group_get_action_enabled (scope_timeline_get_actions (f->timeline), action);
}

static gboolean
range_is_other (gpointer data)
{
  Fixture *f = data;
  gint64 from, to;

  return scope_view_get_selected_range (f->view, &from, &to) && (from != f->from || to != f->to);
}

static void
wait_for_range (Fixture *f)
{
  g_assert_true (gui_wait (range_is_other, f));
  scope_view_get_selected_range (f->view, &f->from, &f->to);
}

static void
select_processor (Fixture *f, guint32 index)
{
  ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, index };

  scope_view_select_lane (f->view, &lane);
  f->from = f->to = -1;
}

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

/* --- calipers --- */

static gboolean
caliper_is_other (gpointer data)
{
  Fixture *f = data;
  ScopeViewCalipers calipers;

  return scope_view_get_calipers (f->view, &calipers) && calipers.at[calipers.active] != f->from;
}

static gint64
step_caliper (Fixture *f, guint key)
{
  ScopeViewCalipers calipers;

  g_assert_true (scope_view_get_calipers (f->view, &calipers));
  f->from = calipers.at[calipers.active];
  g_assert_true (press (f, key, GDK_SHIFT_MASK));
  g_assert_true (gui_wait (caliper_is_other, f));
  scope_view_get_calipers (f->view, &calipers);
  return calipers.at[calipers.active];
}

typedef struct
{
  ScopeTrace *trace;
  gint64 from, to; /* of these: whether one is an edge */
} Edges;

/* The thread that draws must not read. */
static gpointer
look_for_edge (gpointer data)
{
  Edges *edges = data;
  ScopeMachine *machine = scope_trace_machine (edges->trace, 0);
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, 2)->lane;
  ScopeInterval interval;

  for (gint64 t = edges->from; t < edges->to; t++)
    if (scope_lane_store_interval_at (machine->lanes, lane, t, &interval, NULL) && interval.from == t)
      return GINT_TO_POINTER (TRUE);
  return NULL;
}

static gboolean
has_edge (Fixture *f, gint64 from, gint64 to)
{
  Edges edges = { scope_view_get_trace (f->view), from, to };

  return g_thread_join (g_thread_new ("edges", look_for_edge, &edges)) != NULL;
}

static gboolean
is_edge (Fixture *f, gint64 time)
{
  return has_edge (f, time, time + 1);
}

/* Keys set them at the selection, move them from edge to edge or freely, and remove them; the selection stays. */
static void
test_calipers (Fixture *f, gconstpointer data)
{
  ScopeViewCalipers calipers;
  gint64 at, next, from, to;

  g_assert_false (can (f, "caliper-next"));
  select_processor (f, 2);
  scope_view_select_range (f->view, 1000000, 2000001);
  g_assert_true (press (f, GDK_KEY_c, 0));
  g_assert_true (scope_view_get_calipers (f->view, &calipers));
  g_assert_cmpint (calipers.at[0], ==, 1000000);
  g_assert_cmpint (calipers.at[1], ==, 2000001);
  g_assert_cmpuint (calipers.active, ==, 1);
  g_assert_true (calipers.has_lane && calipers.lane.kind == SCOPE_KIND_PROCESSOR && calipers.lane.index == 2);
  g_assert_true (can (f, "caliper-next"));
  at = step_caliper (f, GDK_KEY_greater);
  g_assert_cmpint (at, >, 2000001);
  g_assert_true (is_edge (f, at));
  next = step_caliper (f, GDK_KEY_greater);
  g_assert_cmpint (next, >, at);
  g_assert_true (is_edge (f, next));
  g_assert_cmpint (step_caliper (f, GDK_KEY_less), ==, at);
  /* The other one; freely. */
  g_assert_true (press (f, GDK_KEY_x, 0));
  scope_view_get_calipers (f->view, &calipers);
  g_assert_cmpuint (calipers.active, ==, 0);
  g_assert_true (press (f, GDK_KEY_Right, GDK_SHIFT_MASK));
  scope_view_get_calipers (f->view, &calipers);
  g_assert_cmpint (calipers.at[0], >, 1000000);
  g_assert_cmpint (calipers.at[1], ==, at);
  g_assert_true (press (f, GDK_KEY_Left, GDK_SHIFT_MASK));
  scope_view_get_calipers (f->view, &calipers);
  g_assert_cmpint (calipers.at[0], ==, 1000000);
  /* Escape takes the calipers first. */
  g_assert_true (press (f, GDK_KEY_Escape, 0));
  g_assert_false (scope_view_get_calipers (f->view, &calipers));
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_false (can (f, "caliper-next"));
  /* Without calipers the keys pan, as ever. */
  g_assert_true (press (f, GDK_KEY_Right, GDK_SHIFT_MASK));
}

/* They are taken by their flags, too, all of which stands within the plot where their line is at its end. */
static void
test_caliper_flags (Fixture *f, gconstpointer data)
{
  double names = scope_canvas_get_names_width (f->canvas), width = scope_view_get_viewport (f->view)->width;
  double y = SCOPE_RULER_HEIGHT - 3;
  ScopeViewCalipers calipers;
  gint64 from, to;

  scope_viewport_get_range (scope_view_get_viewport (f->view), &from, &to);
  scope_view_place_calipers (f->view);
  scope_view_move_caliper (f->view, 0, from);
  scope_view_move_caliper (f->view, 1, to);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width - SCOPE_CALIPER_MARGIN - SCOPE_CALIPER_FLAG + 1, y), ==, 1);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width - SCOPE_CALIPER_MARGIN - SCOPE_CALIPER_FLAG - 1, y), ==, -1);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width - SCOPE_CALIPER_MARGIN - SCOPE_CALIPER_FLAG + 1, y + 10), ==, -1); /* the plot */
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width - SCOPE_CALIPER_MARGIN - SCOPE_CALIPER_FLAG + 1, 5), ==, -1); /* the ruler's figures */
  g_assert_cmpint (scope_canvas_caliper_flag_at (f->canvas, names + 2, y), ==, 0); /* not the edge of the names */
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + SCOPE_CALIPER_FLAG - 1, y), ==, 0);
  scope_view_move_caliper (f->view, 0, from + (to - from) / 2);
  scope_view_get_calipers (f->view, &calipers);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width / 2 - 6.5, y), ==, 0);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width / 2 + 8, y), ==, -1);
  scope_view_set_calipers (f->view, NULL);
}

/* A caliper under the pointer goes with it, to what is near on its lane; with Shift it stays where it was put. */
static void
test_drag_caliper (Fixture *f, gconstpointer data)
{
  double names = scope_canvas_get_names_width (f->canvas);
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);
  ScopeViewCalipers calipers;
  gint64 free;
  guint snapped = 0;

  select_processor (f, 2);
  scope_view_set_range (f->view, 1000000, 1020000); /* of steps of some 1,000 ticks */
  scope_view_place_calipers (f->view);
  scope_view_get_calipers (f->view, &calipers);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + scope_viewport_time_to_x (viewport, calipers.at[0]) + 3, 300), ==, 0);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + scope_viewport_time_to_x (viewport, calipers.at[1]), 300), ==, 1);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + scope_viewport_time_to_x (viewport, calipers.at[0]) + 30, 300), ==, -1);
  scope_canvas_drag_caliper (f->canvas, 0, names + 101, TRUE);
  scope_view_get_calipers (f->view, &calipers);
  free = scope_canvas_time_at (f->canvas, names + 101);
  g_assert_cmpint (calipers.at[0], ==, free);
  /* At every pixel: either it snaps within the reach, or nothing is near. */
  for (guint x = 0; x < 40; x++)
    {
      gint64 put = scope_canvas_time_at (f->canvas, names + x * 7);
      gint64 reach = (gint64) (7 * scope_viewport_scale (viewport));
      gint64 inner = (gint64) (5 * scope_viewport_scale (viewport));
      gboolean near = has_edge (f, put - inner, put + inner);

      f->from = put;
      scope_canvas_drag_caliper (f->canvas, 0, names + x * 7, FALSE);
      if (!near || is_edge (f, put))
        continue;
      g_assert_true (gui_wait (caliper_is_other, f));
      scope_view_get_calipers (f->view, &calipers);
      g_assert_true (is_edge (f, calipers.at[0]));
      g_assert_cmpint (ABS (calipers.at[0] - put), <=, reach);
      snapped++;
    }
  g_assert_cmpuint (snapped, >, 3);
}

/* --- marks --- */

static void
set_up_marks (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeImport) import = gui_import_new (data);

  f->timeline = gui_timeline_new (scope_import_get_trace (import), &f->window);
  f->view = scope_timeline_get_view (f->timeline);
  f->canvas = scope_timeline_get_canvas (f->timeline);
  f->lanes = scope_view_get_lanes (f->view);
  g_assert_true (gui_wait (gui_timeline_is_complete, f->timeline));
  gtk_widget_grab_focus (GTK_WIDGET (f->canvas));
}

/* M goes from mark to mark, Shift+M back; past the last there is none. */
static void
test_mark_keys (Fixture *f, gconstpointer data)
{
  gint64 marks[4];

  scope_view_select_range (f->view, 0, 0);
  f->from = f->to = 0;
  for (guint i = 0; i < 4; i++)
    {
      g_assert_true (press (f, GDK_KEY_m, 0));
      wait_for_range (f);
      g_assert_cmpint (f->from, ==, f->to);
      g_assert_cmpint (f->from, >, i > 0 ? marks[i - 1] : 0);
      marks[i] = f->from;
    }
  for (guint i = 3; i-- > 0;)
    {
      g_assert_true (press (f, GDK_KEY_M, GDK_SHIFT_MASK));
      wait_for_range (f);
      g_assert_cmpint (f->from, ==, marks[i]);
    }
}

/* Ctrl+Shift+M takes what lies between two marks, and the next ones; F zooms to it. */
static void
test_between_marks (Fixture *f, gconstpointer data)
{
  gint64 first, second;

  scope_view_select_range (f->view, 0, 0);
  f->from = f->to = 0;
  g_assert_true (press (f, GDK_KEY_m, 0));
  wait_for_range (f);
  first = f->from;
  g_assert_true (press (f, GDK_KEY_M, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  wait_for_range (f);
  g_assert_cmpint (f->from, ==, first);
  g_assert_cmpint (f->to, >, first);
  second = f->to;
  g_assert_true (press (f, GDK_KEY_f, 0));
  g_assert_cmpfloat_with_epsilon (scope_view_get_viewport (f->view)->span, (double) (second - first), (double) (second - first) / 2);
  g_assert_true (press (f, GDK_KEY_M, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  wait_for_range (f);
  g_assert_cmpint (f->from, ==, first);
  g_assert_cmpint (f->to, >, second);
}

/* How many single marks are seen, of which the time at their pixels is theirs. */
static guint
count_snapped (Fixture *f)
{
  guint row = scope_lane_list_find_key (f->lanes, "marks:1"), n = 0;
  const ScopeLaneNode *node = scope_lane_list_row (f->lanes, row);
  double y = SCOPE_RULER_HEIGHT + node->y + node->height / 2;

  for (double x = scope_canvas_get_names_width (f->canvas); x < gtk_widget_get_width (GTK_WIDGET (f->canvas)); x++)
    {
      ScopeMarkHit mark;

      if (!scope_canvas_mark_at (f->canvas, x, y, &mark) || mark.from != mark.to)
        continue;
      g_assert_cmpint (scope_canvas_snapped_time (f->canvas, x, y), ==, mark.from);
      n++;
    }
  return n;
}

static gboolean
has_snapped (gpointer data)
{
  return count_snapped (data) > 3;
}

/* A range that is dragged, or extended by a click with Shift, to a mark ends at the mark. */
static void
test_mark_snaps (Fixture *f, gconstpointer data)
{
  scope_view_set_range (f->view, 6243000, 6262000);
  g_assert_true (gui_wait (has_snapped, f));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/input/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("steps", test_steps);
  ADD ("rows", test_rows);
  ADD ("reveal", test_reveal);
  ADD ("menu", test_menu);
  ADD ("menu-places", test_menu_places);
  ADD ("copy", test_copy);
  ADD ("zooms", test_zooms);
  ADD ("stick", test_stick);
  ADD ("calipers", test_calipers);
  ADD ("caliper-drag", test_drag_caliper);
  ADD ("caliper-flags", test_caliper_flags);
  g_test_add ("/input/mark-keys", Fixture, "tests/data/analysis/lock_convoy.eventlog", set_up_marks, test_mark_keys, tear_down);
  g_test_add ("/input/between-marks", Fixture, "tests/data/analysis/lock_convoy.eventlog", set_up_marks, test_between_marks, tear_down);
  g_test_add ("/input/mark-snaps", Fixture, "tests/data/analysis/lock_convoy.eventlog", set_up_marks, test_mark_snaps, tear_down);
  /* The last one: GTK 4.8 wants to show the tooltip of what was touched half a second later, though its window is closed. */
  ADD ("fingers", test_fingers);
  return g_test_run ();
}
