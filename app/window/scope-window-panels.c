/* scope-window-panels.c: see scope-window-panels.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-panels.h"

#include "app/window/scope-measured-runs.h"
#include "app/window/scope-window-settings.h"

#include "model/scene/profile/scope-profile-table.h"

#include <glib/gi18n.h>

/* Of the window's height: enough rows of a table, and a timeline above it. */
#define BOTTOM_SHARE 0.4
/* Below these the inspector, the bottom makes way. */
#define NARROW 1200
#define LOW 750

struct _ScopeWindowPanels
{
  ScopePart parent_instance;

  int seen_width, seen_height; /* of the surface, when the room for panels was last judged */
  gboolean watches_search; /* whether its panel is seen */
  gboolean put_forward;    /* the panel that this trace is looked at with first */
  char *shown; /* the menu of panels as it is, to know whether it is still so */
};

G_DEFINE_FINAL_TYPE (ScopeWindowPanels, scope_window_panels, SCOPE_TYPE_PART)

/* --- actions --- */

static void
change_panel (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeHost *host = scope_part_get_host (user_data);
  const char *id = g_action_get_name (G_ACTION (action)) + strlen ("panel-");

  if (g_variant_get_boolean (value))
    scope_dock_raise (host->dock, id);
  else
    {
      scope_dock_set_place (host->dock, id, SCOPE_PLACE_CLOSED);
      gtk_widget_grab_focus (GTK_WIDGET (host->timeline));
    }
}

static void
show_panel_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeHost *host = scope_part_get_host (user_data);
  const char *id = g_variant_get_string (parameter, NULL);

  if (scope_panels_find (id) >= 0)
    scope_dock_raise (host->dock, id);
}

static void
focus_panel_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeHost *host = scope_part_get_host (user_data);
  const char *id = g_variant_get_string (parameter, NULL);

  if (scope_panels_find (id) >= 0)
    scope_dock_focus (host->dock, id);
}

/* Opens that panel with a change in it. */
static void
what_if_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeHost *host = scope_part_get_host (user_data);

  if (scope_dock_raise (host->dock, "what-if"))
    scope_what_if_panel_add (SCOPE_WHAT_IF_PANEL (scope_dock_get_panel (host->dock, "what-if")), g_variant_get_string (parameter, NULL));
}

static void
change_search (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeHost *host = scope_part_get_host (user_data);

  /* One that is open behind another, or where there is no room for its edge, is not seen: it is wanted, not unwanted. */
  if (g_variant_get_boolean (value)
      || (scope_dock_is_open (host->dock, "search") && !gtk_widget_get_mapped (scope_dock_get_panel (host->dock, "search"))))
    scope_dock_focus (host->dock, "search");
  else
    scope_dock_set_place (host->dock, "search", SCOPE_PLACE_CLOSED);
}

/* Opens what was closed of an edge's panels: an empty edge cannot be shown. */
static void
refill_edge (ScopeHost *host, ScopePlace edge)
{
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  for (guint i = 0; i < n; i++)
    if (rows[i].edge == edge && scope_dock_get_place (host->dock, rows[i].id) == SCOPE_PLACE_CLOSED)
      scope_dock_set_place (host->dock, rows[i].id, edge);
}

static void
change_edge (ScopeHost *host, ScopePlace edge, gboolean show)
{
  GtkWidget *focus = gtk_window_get_focus (host->window);

  if (show && !scope_dock_has_panels (host->dock, edge))
    refill_edge (host, edge);
  scope_dock_set_shown (host->dock, edge, show);
  /* The keyboard must not stay in what is not seen any more. */
  if (!show && focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (host->dock)))
    gtk_widget_grab_focus (GTK_WIDGET (host->timeline));
}

static void
change_side (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  change_edge (scope_part_get_host (user_data), SCOPE_PLACE_END, g_variant_get_boolean (value));
}

static void
change_bottom (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  change_edge (scope_part_get_host (user_data), SCOPE_PLACE_BOTTOM, g_variant_get_boolean (value));
}

static void
reset_layout_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindowPanels *self = user_data;
  ScopeHost *host = scope_part_get_host (self);

  scope_settings_reset (host->settings, "layout");
  scope_dock_set_layout (host->dock, NULL);
  if (self->seen_width > 0)
    scope_window_panels_judge_room (self, self->seen_width, self->seen_height);
}

/* --- state --- */

/* Those that the trace cannot fill stand in the menu too, with the reason. */
static void
fill_panels_menu (ScopeWindowPanels *self, ScopeHost *host)
{
  GMenu *section = scope_host_get_child (host, "panels_section");
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);
  g_autoptr (GString) shown = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (shown, "%s\n", scope_dock_why_not (host->dock, rows[i].id));
  if (g_strcmp0 (self->shown, shown->str) == 0)
    return; /* it may be open */
  g_free (self->shown);
  self->shown = g_strdup (shown->str);
  g_menu_remove_all (section);
  for (guint i = 0; i < n; i++)
    {
      const char *why_not = scope_dock_why_not (host->dock, rows[i].id);
      g_autofree char *action = g_strdup_printf ("win.panel-%s", rows[i].id);
      g_autofree char *label =
          why_not != NULL ? g_strdup_printf ("%s (%s)", _(rows[i].menu), why_not) : g_strdup (_(rows[i].menu));

      g_menu_append (section, label, action);
    }
}

static void
set_edge_state (ScopeHost *host, const char *name, ScopePlace edge, gboolean shown)
{
  scope_host_set_state (host, name, shown, shown && scope_dock_get_shown (host->dock, edge));
}

/* Pressed while it is seen: not behind another panel, nor in an edge that is folded away. */
static gboolean
is_search_seen (ScopeWindowPanels *self, ScopeDock *dock)
{
  GtkWidget *panel = scope_dock_is_open (dock, "search") ? scope_dock_get_panel (dock, "search") : NULL;

  if (panel != NULL && !self->watches_search)
    {
      self->watches_search = TRUE;
      g_signal_connect_object (panel, "map", G_CALLBACK (scope_part_update), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (panel, "unmap", G_CALLBACK (scope_part_update), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
    }
  return panel != NULL && gtk_widget_get_mapped (panel);
}

/* Where there are other runs of the program, its chart shows them. */
static void
offer_runs (ScopeHost *host)
{
  ScopeView *view = scope_host_get_view (host);
  ScopeRun *run = scope_host_get_run (host);
  g_autofree char *folder = NULL;
  GtkWidget *panel;

  if (view == NULL || run == NULL || !scope_dock_is_open (host->dock, "what-if"))
    return;
  panel = scope_dock_get_panel (host->dock, "what-if");
  folder = scope_settings_dup_string (host->settings, "cache-folder");
  if (SCOPE_PANEL (panel)->view == view && gtk_widget_get_mapped (panel))
    scope_measured_runs_offer (SCOPE_WHAT_IF_PANEL (panel), view, *folder != '\0' ? folder : NULL, run);
}

/* Of a simulation the states say little, as its cores always run: its calls do. Where nothing but a profile was recorded, the timeline says
 * nothing. */
static void
choose_first_panel (ScopeWindowPanels *self, ScopeHost *host)
{
  ScopeView *view = scope_host_get_view (host);

  if (view == NULL)
    self->put_forward = FALSE;
  else if (!self->put_forward && scope_trace_get_finished (scope_view_get_trace (view)))
    {
      self->put_forward = TRUE;
      if (scope_trace_runtime (scope_view_get_trace (view)) == SCOPE_RUNTIME_SIMULATION)
        {
          scope_dock_put_forward (host->dock, "calls", "findings");
          scope_dock_put_forward (host->dock, "calls", "statistics");
        }
      else if (scope_profile_is_all (scope_view_get_trace (view)))
        scope_dock_raise (host->dock, "profile");
    }
}

static void
scope_window_panels_update (ScopePart *part, ScopeHost *host)
{
  ScopeWindowPanels *self = SCOPE_WINDOW_PANELS (part);
  gboolean shown = host->document != NULL && scope_host_is_at (host, "trace");
  gboolean can_search = shown && scope_panels_find ("search") >= 0;
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  if (host->window == NULL) /* a panel goes with it */
    return;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("panel-%s", rows[i].id);

      scope_host_set_state (host, name, shown && scope_dock_why_not (host->dock, rows[i].id) == NULL,
                            scope_dock_is_open (host->dock, rows[i].id));
    }
  set_edge_state (host, "side", SCOPE_PLACE_END, shown);
  set_edge_state (host, "bottom", SCOPE_PLACE_BOTTOM, shown);
  scope_host_set_state (host, "search", can_search, can_search && is_search_seen (self, host->dock));
  scope_host_enable (host, "show-panel", shown);
  scope_host_enable (host, "focus-panel", shown);
  scope_host_enable (host, "what-if", shown);
  scope_host_enable (host, "reset-layout", shown);
  gtk_widget_set_visible (scope_host_get_child (host, "side_button"), shown);
  gtk_widget_set_visible (scope_host_get_child (host, "bottom_button"), shown);
  gtk_widget_set_visible (scope_host_get_child (host, "search_button"), can_search);
  choose_first_panel (self, host);
  fill_panels_menu (self, host);
  offer_runs (host);
}

/* --- room --- */

void
scope_window_panels_judge_room (ScopeWindowPanels *self, int width, int height)
{
  ScopeHost *host = scope_part_get_host (self);
  gboolean first = self->seen_width == 0;
  gboolean was_narrow = self->seen_width < NARROW, was_low = self->seen_height < LOW;

  self->seen_width = width;
  self->seen_height = height;
  scope_dock_set_usual_height (host->dock, (int) (height * BOTTOM_SHARE));
  /* Only when a limit is crossed: what was opened by hand in a small window stays. */
  if (first || (width < NARROW) != was_narrow)
    scope_dock_set_room (host->dock, SCOPE_PLACE_END, width >= NARROW);
  if (first || (height < LOW) != was_low)
    scope_dock_set_room (host->dock, SCOPE_PLACE_BOTTOM, height >= LOW);
}

/* --- keeping --- */

void
scope_window_panels_keep_layout (ScopeWindowPanels *self, gboolean borrowed)
{
  ScopeHost *host = scope_part_get_host (self);
  g_autoptr (ScopeLayout) layout = NULL;
  g_autofree char *text = NULL;

  /* A window that was never seen says nothing of what a person likes. */
  if (self->seen_width == 0)
    return;
  layout = scope_dock_get_layout (host->dock);
  /* A comparison only borrows the room of the panels at the bottom. */
  layout->shown[SCOPE_PLACE_BOTTOM] |= borrowed;
  text = scope_layout_print (layout);
  scope_settings_set_string (host->settings, "layout", text);
  scope_window_settings_keep_size (host);
}

/* --- life --- */

static void
scope_window_panels_attach (ScopePart *part, ScopeHost *host)
{
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);
  g_autofree char *text = scope_settings_dup_string (host->settings, "layout");
  g_autoptr (ScopeLayout) layout = scope_layout_parse (text);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("panel-%s", rows[i].id);
      const GActionEntry entry = { name, NULL, NULL, "false", change_panel };

      g_action_map_add_action_entries (G_ACTION_MAP (host->window), &entry, 1, part);
    }
  scope_dock_add_actions (host->dock, "win", G_ACTION_GROUP (host->window));
  scope_dock_add_actions (host->dock, "timeline", scope_timeline_get_actions (host->timeline));
  scope_dock_add_actions (host->dock, "app", G_ACTION_GROUP (gtk_window_get_application (host->window)));
  if (layout != NULL)
    scope_dock_set_layout (host->dock, layout);
  g_signal_connect_object (host->dock, "changed", G_CALLBACK (scope_part_update), part, G_CONNECT_SWAPPED);
}

static void
scope_window_panels_finalize (GObject *object)
{
  g_free (SCOPE_WINDOW_PANELS (object)->shown);
  G_OBJECT_CLASS (scope_window_panels_parent_class)->finalize (object);
}

static void
scope_window_panels_class_init (ScopeWindowPanelsClass *klass)
{
  static const GActionEntry entries[] = {
    { "show-panel", show_panel_activated, "s" },
    { "focus-panel", focus_panel_activated, "s" },
    { "what-if", what_if_activated, "s" },
    { "side", NULL, NULL, "false", change_side },
    { "bottom", NULL, NULL, "false", change_bottom },
    { "search", NULL, NULL, "false", change_search },
    { "reset-layout", reset_layout_activated },
  };

  SCOPE_PART_CLASS (klass)->entries = entries;
  SCOPE_PART_CLASS (klass)->n_entries = G_N_ELEMENTS (entries);
  SCOPE_PART_CLASS (klass)->attach = scope_window_panels_attach;
  SCOPE_PART_CLASS (klass)->update = scope_window_panels_update;
  G_OBJECT_CLASS (klass)->finalize = scope_window_panels_finalize;
}

static void
scope_window_panels_init (ScopeWindowPanels *self)
{
}
