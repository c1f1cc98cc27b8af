/* test-dock-input.c: a tab that is dropped outside the window, tabs that there is no room for, and the keyboard after the menu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"
#include "gui-common.h"

typedef struct
{
  ScopeWindow *window;
  ScopeDock *dock;
} Fixture;

static ScopeApplication *application; /* one for all: a process has only one */

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_trace ();

  scope_settings_reset (scope_application_get_settings (application), "layout");
  fixture->window = gui_window_open (application, path, 1500, 950);
  fixture->dock = scope_window_get_dock (fixture->window);
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gui_window_close (fixture->window);
}

static void
find_switcher (GtkWidget *widget, gpointer data)
{
  GtkWidget **ret_switcher = data;

  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "PanelFrameSwitcher"))
    *ret_switcher = widget;
}

/* Of the frame that the panel is in. */
static GtkWidget *
switcher_of (Fixture *fixture, const char *id)
{
  GtkWidget *switcher = NULL;

  gui_foreach (gui_ancestor (scope_dock_get_panel (fixture->dock, id), "PanelFrame"), find_switcher, &switcher);
  g_assert_nonnull (switcher);
  return switcher;
}

static GtkWidget *
chosen_tab (GtkWidget *switcher)
{
  GtkWidget *tab = gtk_widget_get_first_child (switcher);

  while (tab != NULL && !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (tab)))
    tab = gtk_widget_get_next_sibling (tab);
  return tab;
}

/* --- dragging --- */

static GtkDragSource *
find_drag (GtkWidget *switcher)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (switcher);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DRAG_SOURCE (controller))
        return GTK_DRAG_SOURCE (controller); /* the switcher's */
    }
  g_assert_not_reached ();
}

/* The chosen tab is taken, and dropped where nobody takes it. */
static void
drag_chosen (Fixture *fixture, const char *id, GdkDragCancelReason reason)
{
  GtkWidget *switcher = switcher_of (fixture, id);
  GtkDragSource *source = find_drag (switcher);
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (fixture->window));
  GdkDevice *pointer = gdk_seat_get_pointer (gdk_display_get_default_seat (gdk_surface_get_display (surface)));
  g_autoptr (GdkContentProvider) content = NULL;
  GdkDrag *drag; /* lives until it is done */
  graphene_rect_t box;
  gboolean result;

  g_assert_true (gtk_widget_compute_bounds (chosen_tab (switcher), switcher, &box));
  g_signal_emit_by_name (source, "prepare", box.origin.x + 5.0, box.origin.y + 5.0, &content);
  g_assert_nonnull (content);
  drag = gdk_drag_begin (surface, pointer, content, GDK_ACTION_MOVE, 0, 0);
  g_assert_nonnull (drag);
  g_signal_emit_by_name (source, "drag-begin", drag);
  g_signal_emit_by_name (source, "drag-cancel", drag, reason, &result);
  gdk_drag_drop_done (drag, FALSE);
  g_signal_emit_by_name (source, "drag-end", drag, FALSE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Without a window manager, the window stands in the corner of a screen in whose midst the pointer is. */
static void
test_drag_out (Fixture *fixture, gconstpointer data)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (fixture->window));
  GdkDevice *pointer = gdk_seat_get_pointer (gdk_display_get_default_seat (gdk_surface_get_display (surface)));
  double x, y;

  if (gdk_surface_get_device_position (surface, pointer, &x, &y, NULL))
    {
      g_test_skip ("the pointer is in the window");
      return;
    }
  scope_dock_raise (fixture->dock, "intervals");
  g_assert_true (gui_wait (gui_is_mapped, scope_dock_get_panel (fixture->dock, "intervals")));
  /* Escape: it stays. */
  drag_chosen (fixture, "intervals", GDK_DRAG_CANCEL_USER_CANCELLED);
  g_assert_cmpint (scope_dock_get_place (fixture->dock, "intervals"), ==, SCOPE_PLACE_BOTTOM);
  drag_chosen (fixture, "intervals", GDK_DRAG_CANCEL_NO_TARGET);
  g_assert_cmpint (scope_dock_get_place (fixture->dock, "intervals"), ==, SCOPE_PLACE_FLOAT);
  g_assert_nonnull (scope_dock_get_window (fixture->dock, "intervals"));
  g_assert_true (gui_wait (gui_is_mapped, scope_dock_get_panel (fixture->dock, "intervals")));
  g_assert_cmpint (scope_dock_get_place (fixture->dock, "statistics"), ==, SCOPE_PLACE_BOTTOM);
  g_assert_true (scope_dock_get_shown (fixture->dock, SCOPE_PLACE_BOTTOM));
}

/* --- tabs --- */

static gboolean
chosen_tab_is_seen (gpointer switcher)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (switcher, GTK_TYPE_SCROLLED_WINDOW), *tab = chosen_tab (switcher);
  graphene_rect_t box;

  return tab != NULL && gtk_widget_get_mapped (tab) && gtk_widget_compute_bounds (tab, scroller, &box)
         && box.size.width > 0 && box.origin.x >= -0.5
         && box.origin.x + box.size.width <= gtk_widget_get_width (scroller) + 0.5;
}

/* All panels at the side, where there is room for the tabs of three. */
static void
test_many_tabs (Fixture *fixture, gconstpointer data)
{
  static const char *const ids[] = { "statistics", "intervals", "events", "search", "report" };
  GtkWidget *scroller;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    scope_dock_set_place (fixture->dock, ids[i], SCOPE_PLACE_END);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_assert_true (scope_dock_raise (fixture->dock, ids[i]));
      g_assert_true (gui_wait (gui_is_mapped, scope_dock_get_panel (fixture->dock, ids[i])));
      g_test_message ("%s", ids[i]);
      g_assert_true (gui_wait (chosen_tab_is_seen, switcher_of (fixture, ids[i])));
    }
  scroller = gtk_widget_get_ancestor (switcher_of (fixture, ids[0]), GTK_TYPE_SCROLLED_WINDOW);
  g_assert_cmpint (gtk_widget_get_width (scroller), <, gtk_widget_get_width (switcher_of (fixture, ids[0])));
}

/* --- the menu --- */

static void
find_menu (GtkWidget *widget, gpointer data)
{
  GtkWidget **ret_menu = data;
  GtkPopover *popover = GTK_IS_MENU_BUTTON (widget) ? gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget)) : NULL;
  const char *icon = GTK_IS_MENU_BUTTON (widget) ? gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget)) : NULL;

  if (popover != NULL && g_strcmp0 (icon, "open-menu-symbolic") == 0)
    *ret_menu = widget;
}

static void
find_item (GtkWidget *widget, gpointer data)
{
  GtkWidget **ret_item = data;

  if (gtk_widget_get_mapped (widget) && g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton")
      && gtk_widget_get_sensitive (widget))
    *ret_item = widget;
}

/* An item of a submenu had the focus; then the menu goes. */
static void
test_menu_keyboard (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button = NULL, *item = NULL, *menu, *focus;

  gui_foreach (GTK_WIDGET (fixture->window), find_menu, &button);
  g_assert_nonnull (button);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  menu = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  g_assert_true (gui_wait (gui_is_mapped, menu));
  g_object_set (menu, "visible-submenu", "_View", NULL);
  gui_foreach (menu, find_item, &item);
  g_assert_nonnull (item);
  g_assert_true (gtk_widget_grab_focus (item));
  gtk_popover_popdown (GTK_POPOVER (menu));
  g_assert_true (gui_wait (gui_is_unmapped, menu));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_nonnull (focus);
  g_assert_true (gtk_widget_get_mapped (focus));
  g_assert_false (gtk_widget_is_ancestor (focus, menu));
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
#define ADD(name, test) g_test_add ("/dock-input/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("drag-out", test_drag_out);
  ADD ("many-tabs", test_many_tabs);
  ADD ("menu-keyboard", test_menu_keyboard);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
