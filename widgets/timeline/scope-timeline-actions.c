/* scope-timeline-actions.c: everything the timeline's buttons, menus and accelerators do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-timeline-private.h"

#include "model/scene/view/scope-view-follow.h"

#define ZOOM_STEP 1.5

static const char *const show_names[] = { "default", "machines", "processors", "processes", "threads" };
static const char *const sort_names[] = { "id", "start", "running", "waiting" };

static guint
find_name (const char *const *names, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (names[i], name))
      return i;
  return 0;
}

/* --- moving about --- */

static double
zoom_x (ScopeTimeline *self)
{
  return scope_view_zoom_pivot (self->view, scope_canvas_get_focus_x (self->canvas));
}

static void
zoom_in (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;

  scope_view_wander (self->view, g_get_monotonic_time ());
  scope_view_zoom (self->view, zoom_x (self), ZOOM_STEP);
}

static void
zoom_out (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;

  scope_view_wander (self->view, g_get_monotonic_time ());
  scope_view_zoom (self->view, zoom_x (self), 1 / ZOOM_STEP);
}

static void
fit_all (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;

  scope_view_remember (self->view);
  scope_view_fit (self->view);
}

static void
fit_selection (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;

  scope_view_remember (self->view);
  scope_view_fit_selection (self->view);
}

static void
clear_selection (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_view_clear_selection (((ScopeTimeline *) user_data)->view);
}

static void
go_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_view_back (((ScopeTimeline *) user_data)->view);
}

static void
go_forward (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_view_forward (((ScopeTimeline *) user_data)->view);
}

static void
go_to (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (((ScopeTimeline *) user_data)->go_to_button));
}

/* --- what is shown --- */

static void
change_show (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);
  ScopeShow show = find_name (show_names, G_N_ELEMENTS (show_names), g_variant_get_string (value, NULL));

  /* The same again: back to what was there at first sight. */
  scope_lane_list_set_show (lanes, scope_lane_list_get_show (lanes) == show ? SCOPE_SHOW_DEFAULT : show);
  scope_timeline_update_actions (self);
}

static void
change_height (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  int height = scope_look_find_word (SCOPE_LOOK_HEIGHT, g_variant_get_string (value, NULL));

  scope_view_set_look (((ScopeTimeline *) user_data)->view, SCOPE_LOOK_HEIGHT, MAX (height, 0));
}

static void
change_sort (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeTimeline *self = user_data;

  scope_lane_list_set_sort (scope_view_get_lanes (self->view),
                            find_name (sort_names, G_N_ELEMENTS (sort_names), g_variant_get_string (value, NULL)));
  scope_timeline_update_actions (self);
}

static void
change_messages (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  ScopeMessageFilter filter = *scope_view_get_messages (self->view);

  filter.show = g_variant_get_boolean (value);
  scope_view_set_messages (self->view, &filter);
}

static void
change_system_messages (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  ScopeMessageFilter filter = *scope_view_get_messages (self->view);

  filter.system = g_variant_get_boolean (value);
  scope_view_set_messages (self->view, &filter);
}

static void
change_marks (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  scope_view_set_look (((ScopeTimeline *) user_data)->view, SCOPE_LOOK_MARKS, g_variant_get_boolean (value));
}

/* --- states --- */

static void
set_enabled (ScopeTimeline *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
set_state (ScopeTimeline *self, const char *name, GVariant *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), state);
}

/* Those that depend on the visible range alone: it changes at every frame of a pan. */
void
scope_timeline_update_range_actions (ScopeTimeline *self)
{
  gboolean whole = scope_viewport_is_whole (scope_view_get_viewport (self->view));

  set_enabled (self, "back", scope_view_can_go_back (self->view));
  set_enabled (self, "forward", scope_view_can_go_forward (self->view));
  set_enabled (self, "zoom-out", !whole);
  set_enabled (self, "fit-all", !whole);
}

void
scope_timeline_update_actions (ScopeTimeline *self)
{
  gboolean there = self->view != NULL;
  const ScopeMessageFilter *messages;
  ScopeLaneList *lanes;
  gint64 from, to;

  if (self->acting != there)
    {
      g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (self->actions));

      for (guint i = 0; names[i] != NULL; i++)
        set_enabled (self, names[i], there);
      self->acting = there;
    }
  if (self->notes != NULL)
    scope_note_input_update (self->notes);
  if (!there)
    return;
  lanes = scope_view_get_lanes (self->view);
  messages = scope_view_get_messages (self->view);
  scope_timeline_update_place (self);
  scope_timeline_update_colours (self);
  scope_timeline_update_follow (self);
  scope_timeline_update_calipers (self);
  scope_timeline_update_range_actions (self);
  set_enabled (self, "fit-selection", scope_view_get_selected_range (self->view, &from, &to));
  set_enabled (self, "system-messages", messages->show);
  set_state (self, "messages", g_variant_new_boolean (messages->show));
  set_state (self, "system-messages", g_variant_new_boolean (messages->system));
  set_state (self, "marks", g_variant_new_boolean (scope_view_get_look (self->view)->show_marks));
  set_state (self, "height", g_variant_new_string (scope_look_word (SCOPE_LOOK_HEIGHT, scope_view_get_look (self->view)->height)));
  set_state (self, "sort", g_variant_new_string (sort_names[scope_lane_list_get_sort (lanes)]));
  set_state (self, "show", g_variant_new_string (
      scope_lane_list_get_show (lanes) < G_N_ELEMENTS (show_names) ? show_names[scope_lane_list_get_show (lanes)] : ""));
}

void
scope_timeline_add_actions (ScopeTimeline *self)
{
  static const GActionEntry entries[] = {
    { "zoom-in", zoom_in },
    { "zoom-out", zoom_out },
    { "fit-all", fit_all },
    { "fit-selection", fit_selection },
    { "clear-selection", clear_selection },
    { "back", go_back },
    { "forward", go_forward },
    { "go-to", go_to },
    { "show", NULL, "s", "'default'", change_show },
    { "height", NULL, "s", "'automatic'", change_height },
    { "sort", NULL, "s", "'id'", change_sort },
    { "messages", NULL, NULL, "false", change_messages },
    { "system-messages", NULL, NULL, "false", change_system_messages },
    { "marks", NULL, NULL, "true", change_marks },
  };

  self->acting = TRUE; /* so is a new action */
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  scope_timeline_add_place_actions (self);
  scope_timeline_add_colour_actions (self);
  scope_timeline_add_wait_chain_actions (self);
  scope_timeline_add_caliper_actions (self);
  scope_timeline_add_follow_actions (self);
  scope_timeline_update_actions (self);
}
