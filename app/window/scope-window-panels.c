/* scope-window-panels.c: the panels' part of the window: actions, menu, room, and what is kept for the next run.
 *
 * Actions, group "win":
 *
 *     panel-ID     b  open, or not; disabled if the trace cannot fill the panel
 *     show-panel   s  opens it, brings it to the front
 *     focus-panel  s  the same, and takes the keyboard there
 *     side bottom  b  F9 and F10: the edges
 *     search       b  the search panel
 *     reset-layout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include <glib/gi18n.h>

/* Below these the inspector, the bottom makes way. */
#define NARROW 1200
#define LOW 750

static GSimpleAction *
lookup (ScopeWindow *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name));
}

/* --- actions --- */

static void
change_panel (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeWindow *self = user_data;
  const char *id = g_action_get_name (G_ACTION (action)) + strlen ("panel-");

  if (g_variant_get_boolean (value))
    scope_dock_raise (self->dock, id);
  else
    {
      scope_dock_set_place (self->dock, id, SCOPE_PLACE_CLOSED);
      gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
    }
}

static void
show_panel_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  const char *id = g_variant_get_string (parameter, NULL);

  if (scope_panels_find (id) >= 0)
    scope_dock_raise (self->dock, id);
}

static void
focus_panel_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  const char *id = g_variant_get_string (parameter, NULL);

  if (scope_panels_find (id) >= 0)
    scope_dock_focus (self->dock, id);
}

static void
change_search (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeWindow *self = user_data;

  /* One that is open behind another, or where there is no room for its edge, is not seen: it is wanted, not unwanted. */
  if (g_variant_get_boolean (value)
      || (scope_dock_is_open (self->dock, "search") && !gtk_widget_get_mapped (scope_dock_get_panel (self->dock, "search"))))
    scope_dock_focus (self->dock, "search");
  else
    scope_dock_set_place (self->dock, "search", SCOPE_PLACE_CLOSED);
}

/* Opens what was closed of an edge's panels: an empty edge cannot be shown. */
static void
refill_edge (ScopeWindow *self, ScopePlace edge)
{
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  for (guint i = 0; i < n; i++)
    if (rows[i].edge == edge && scope_dock_get_place (self->dock, rows[i].id) == SCOPE_PLACE_CLOSED)
      scope_dock_set_place (self->dock, rows[i].id, edge);
}

static void
change_edge (ScopeWindow *self, ScopePlace edge, gboolean show)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (show && !scope_dock_has_panels (self->dock, edge))
    refill_edge (self, edge);
  scope_dock_set_shown (self->dock, edge, show);
  /* The keyboard must not stay in what is not seen any more. */
  if (!show && focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->dock)))
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

static void
change_side (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  change_edge (user_data, SCOPE_PLACE_END, g_variant_get_boolean (value));
}

static void
change_bottom (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  change_edge (user_data, SCOPE_PLACE_BOTTOM, g_variant_get_boolean (value));
}

static void
reset_layout_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;

  scope_settings_reset (self->settings, "layout");
  scope_dock_set_layout (self->dock, NULL);
  if (self->seen_width > 0)
    scope_window_judge_room (self, self->seen_width, self->seen_height);
}

/* --- state --- */

/* Those that the trace cannot fill stand in the menu too, with the reason. */
static void
fill_panels_menu (ScopeWindow *self)
{
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);
  g_autoptr (GString) shown = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (shown, "%s\n", scope_dock_why_not (self->dock, rows[i].id));
  if (g_strcmp0 (self->panels_shown, shown->str) == 0)
    return; /* it may be open */
  g_free (self->panels_shown);
  self->panels_shown = g_strdup (shown->str);
  g_menu_remove_all (self->panels_section);
  for (guint i = 0; i < n; i++)
    {
      const char *why_not = scope_dock_why_not (self->dock, rows[i].id);
      g_autofree char *action = g_strdup_printf ("win.panel-%s", rows[i].id);
      g_autofree char *label =
          why_not != NULL ? g_strdup_printf ("%s (%s)", _(rows[i].menu), why_not) : g_strdup (_(rows[i].menu));

      g_menu_append (self->panels_section, label, action);
    }
}

static void
set_edge_state (ScopeWindow *self, const char *name, ScopePlace edge, gboolean shown)
{
  g_simple_action_set_enabled (lookup (self, name), shown);
  g_simple_action_set_state (lookup (self, name), g_variant_new_boolean (shown && scope_dock_get_shown (self->dock, edge)));
}

/* Pressed while it is seen: not behind another panel, nor in an edge that is folded away. */
static gboolean
is_search_seen (ScopeWindow *self)
{
  GtkWidget *panel = scope_dock_is_open (self->dock, "search") ? scope_dock_get_panel (self->dock, "search") : NULL;

  if (panel != NULL && !self->watches_search)
    {
      self->watches_search = TRUE;
      g_signal_connect_object (panel, "map", G_CALLBACK (scope_window_update_panels), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (panel, "unmap", G_CALLBACK (scope_window_update_panels), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
    }
  return panel != NULL && gtk_widget_get_mapped (panel);
}

void
scope_window_update_panels (ScopeWindow *self)
{
  gboolean shown = self->document != NULL && g_str_equal (scope_window_get_page (self), "trace");
  gboolean can_search = shown && scope_panels_find ("search") >= 0;
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("panel-%s", rows[i].id);
      GSimpleAction *action = lookup (self, name);

      g_simple_action_set_enabled (action, shown && scope_dock_why_not (self->dock, rows[i].id) == NULL);
      g_simple_action_set_state (action, g_variant_new_boolean (scope_dock_is_open (self->dock, rows[i].id)));
    }
  set_edge_state (self, "side", SCOPE_PLACE_END, shown);
  set_edge_state (self, "bottom", SCOPE_PLACE_BOTTOM, shown);
  g_simple_action_set_enabled (lookup (self, "search"), can_search);
  g_simple_action_set_state (lookup (self, "search"),
                             g_variant_new_boolean (can_search && is_search_seen (self)));
  g_simple_action_set_enabled (lookup (self, "show-panel"), shown);
  g_simple_action_set_enabled (lookup (self, "focus-panel"), shown);
  g_simple_action_set_enabled (lookup (self, "reset-layout"), shown);
  gtk_widget_set_visible (self->side_button, shown);
  gtk_widget_set_visible (self->bottom_button, shown);
  gtk_widget_set_visible (self->search_button, can_search);
  fill_panels_menu (self);
}

/* --- room --- */

void
scope_window_judge_room (ScopeWindow *self, int width, int height)
{
  gboolean first = self->seen_width == 0;
  gboolean was_narrow = self->seen_width < NARROW, was_low = self->seen_height < LOW;

  self->seen_width = width;
  self->seen_height = height;
  /* Only when a limit is crossed: what was opened by hand in a small window stays. */
  if (first || (width < NARROW) != was_narrow)
    scope_dock_set_room (self->dock, SCOPE_PLACE_END, width >= NARROW);
  if (first || (height < LOW) != was_low)
    scope_dock_set_room (self->dock, SCOPE_PLACE_BOTTOM, height >= LOW);
}

/* --- keeping --- */

void
scope_window_keep_layout (ScopeWindow *self)
{
  g_autoptr (ScopeLayout) layout = NULL;
  g_autofree char *text = NULL;

  /* A window that was never seen, or is there for its picture, says nothing of what a person likes. */
  if (self->settings == NULL || self->shot_path != NULL || self->seen_width == 0)
    return;
  layout = scope_dock_get_layout (self->dock);
  /* A comparison only borrows the room of the panels at the bottom. */
  layout->shown[SCOPE_PLACE_BOTTOM] |= self->compare != NULL && self->had_bottom;
  text = scope_layout_print (layout);
  scope_settings_set_string (self->settings, "layout", text);
  scope_window_keep_size (self);
}

static void
restore (ScopeWindow *self)
{
  g_autofree char *text = NULL;
  g_autoptr (ScopeLayout) layout = NULL;

  text = scope_settings_dup_string (self->settings, "layout");
  layout = scope_layout_parse (text);
  if (layout != NULL)
    scope_dock_set_layout (self->dock, layout);
}

void
scope_window_add_panels (ScopeWindow *self)
{
  static const GActionEntry entries[] = {
    { "show-panel", show_panel_activated, "s" },
    { "focus-panel", focus_panel_activated, "s" },
    { "side", NULL, NULL, "false", change_side },
    { "bottom", NULL, NULL, "false", change_bottom },
    { "search", NULL, NULL, "false", change_search },
    { "reset-layout", reset_layout_activated },
  };
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("panel-%s", rows[i].id);
      const GActionEntry entry = { name, NULL, NULL, "false", change_panel };

      g_action_map_add_action_entries (G_ACTION_MAP (self), &entry, 1, self);
    }
  scope_dock_add_actions (self->dock, "win", G_ACTION_GROUP (self));
  scope_dock_add_actions (self->dock, "timeline", scope_timeline_get_actions (self->timeline));
  scope_dock_add_actions (self->dock, "app", G_ACTION_GROUP (gtk_window_get_application (GTK_WINDOW (self))));
  restore (self);
  g_signal_connect_object (self->dock, "changed", G_CALLBACK (scope_window_update_panels), self, G_CONNECT_SWAPPED);
  scope_window_update_actions (self);
}
