/* test-access.c: whoever has no mouse, or no screen, gets along: every control that takes the keyboard has a name in
 * every state of the window, and every key that is given to an action has one that does something.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/document/scope-files.h"
#include "gui-app.h"

#include <string.h>

static ScopeApplication *application;

static ScopeWindow *
open_window (const char *path)
{
  ScopeWindow *window = gui_window_open (application, path, 1500, 950);

  g_assert_true (gui_wait (gui_window_is_settled, window));
  return window;
}

static void
check (GtkWidget *widget, const char *state)
{
  guint nameless, n = gui_check_focusable_names (widget, &nameless);

  g_test_message ("%s: %u controls", state, n);
  g_assert_cmpuint (n, >=, 3);
  g_assert_cmpuint (nameless, ==, 0);
}

static void
test_names_empty (void)
{
  ScopeWindow *window = open_window (NULL);

  check (GTK_WIDGET (window), "empty");
  gui_window_close (window);
}

static void
test_names_error (void)
{
  ScopeWindow *window = open_window ("/nowhere/at-all.eventlog");

  g_assert_cmpstr (scope_window_get_page (window), ==, "error");
  check (GTK_WIDGET (window), "error");
  gui_window_close (window);
}

/* Every panel in the dock, then every panel in a window of its own. */
static void
test_names_trace (void)
{
  g_auto (GStrv) paths = scope_files_list_examples ();
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  for (guint p = 0; paths[p] != NULL; p++)
    {
      ScopeWindow *window = open_window (paths[p]);
      ScopeDock *dock = scope_window_get_dock (window);

      g_assert_cmpstr (scope_window_get_page (window), ==, "trace");
      for (guint i = 0; i < n; i++)
        scope_dock_raise (dock, rows[i].id);
      g_assert_true (gui_wait (gui_window_is_settled, window));
      check (GTK_WIDGET (window), "trace");
      for (guint i = 0; i < n; i++)
        if (scope_dock_is_open (dock, rows[i].id))
          {
            scope_dock_set_place (dock, rows[i].id, SCOPE_PLACE_FLOAT);
            check (GTK_WIDGET (scope_dock_get_window (dock, rows[i].id)), rows[i].id);
          }
      gui_window_close (window);
    }
}

/* Classes of panels install actions of their own: "table.sort" in a ScopeReportTablePanel. */
static gboolean
of_panel (GtkWidget *widget, const char *action)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    {
      const GVariantType *parameter;
      const char *name, *property;
      GType owner;

      for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (widget), i, &owner, &name, &parameter, &property); i++)
        if (g_str_equal (name, action))
          return TRUE;
    }
  return FALSE;
}

/* Is there an action of that name ("win.open", without target)? `widget` has the menu; NULL: a key. */
static gboolean
has_action (ScopeWindow *window, GtkWidget *widget, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, ".", 2);
  GActionGroup *group = NULL;

  if (g_str_equal (parts[0], "app"))
    group = G_ACTION_GROUP (application);
  else if (g_str_equal (parts[0], "win"))
    group = G_ACTION_GROUP (window);
  else if (g_str_equal (parts[0], "timeline"))
    group = scope_timeline_get_actions (scope_window_get_timeline (window));
  else if (g_str_equal (parts[0], "dock"))
    return g_str_has_prefix (parts[1], "place-") && scope_panels_find (parts[1] + strlen ("place-")) >= 0;
  else
    /* Of the window's class, or of the panel's whose menu it is: it brings its own. */
    return g_str_equal (name, "window.close") || (widget != NULL && of_panel (widget, name));
  return g_action_group_has_action (group, parts[1]);
}

/* The menus too: an item without an action would be grey for ever. */
static void
check_menu (GMenuModel *menu, GtkWidget *widget)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };
      g_autofree char *action = NULL, *hidden_when = NULL, *label = NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_menu_model_get_item_attribute (menu, i, "hidden-when", "s", &hidden_when);
      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action)
          && g_strcmp0 (hidden_when, "action-missing") != 0)
        {
          g_test_message ("%s: %s", label, action);
          g_assert_true (has_action (SCOPE_WINDOW (gtk_widget_get_root (widget)), widget, action));
        }
      for (guint k = 0; k < G_N_ELEMENTS (links); k++)
        {
          g_autoptr (GMenuModel) link = g_menu_model_get_item_link (menu, i, links[k]);

          if (link != NULL)
            check_menu (link, widget);
        }
    }
}

static void
find_menus (GtkWidget *widget, gpointer data)
{
  GMenuModel *menu = GTK_IS_MENU_BUTTON (widget) ? gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget)) : NULL;

  if (menu != NULL)
    {
      check_menu (menu, widget);
      ++*(guint *) data;
    }
}

static void
test_menus (void)
{
  g_autofree char *path = gui_dup_trace ();
  ScopeWindow *window = open_window (path);
  guint n = 0;

  gui_foreach (GTK_WIDGET (window), find_menus, &n);
  g_assert_cmpuint (n, >=, 3);
  gui_window_close (window);
}

static void
test_keys (void)
{
  g_autofree char *path = gui_dup_trace ();
  ScopeWindow *window = open_window (path);
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (GTK_APPLICATION (application));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  g_assert_cmpuint (g_strv_length (actions), >=, 8);
  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) keys = gtk_application_get_accels_for_action (GTK_APPLICATION (application), actions[i]);
      g_autofree char *name = NULL;
      g_autoptr (GVariant) target = NULL;
      g_autoptr (GError) error = NULL;

      g_action_parse_detailed_name (actions[i], &name, &target, &error);
      g_assert_no_error (error);
      g_test_message ("%s: %s", keys[0], actions[i]);
      g_assert_true (has_action (window, NULL, name));
      for (guint k = 0; keys[k] != NULL; k++)
        {
          /* No key for two things. */
          g_assert_null (g_hash_table_lookup (seen, keys[k]));
          g_hash_table_insert (seen, g_strdup (keys[k]), g_strdup (actions[i]));
        }
    }
  gui_window_close (window);
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
  g_test_add_func ("/access/names/empty", test_names_empty);
  g_test_add_func ("/access/names/error", test_names_error);
  g_test_add_func ("/access/names/trace", test_names_trace);
  g_test_add_func ("/access/menus", test_menus);
  g_test_add_func ("/access/keys", test_keys);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
