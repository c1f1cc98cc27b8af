/* scope-timeline-follow.c: actions of a timeline that goes with a growing trace: back to now, and how much of it is shown.
 *
 *     timeline.now       after a pause: to the right edge, and with it from then on
 *     timeline.window    "1", "5", "10", "30", "60" (seconds), "all"
 *     timeline.ghost     the line of an earlier run's activity
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-timeline-private.h"

#include "model/scene/view/scope-view-follow.h"

static void
go_to_now (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;

  if (!scope_view_follow (self->view))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
change_window (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  double seconds = g_ascii_strtod (g_variant_get_string (value, NULL), NULL); /* "all": 0 */

  scope_view_set_window_seconds (self->view, CLAMP (seconds, 0, 86400));
  scope_view_follow (self->view);
  scope_timeline_update_follow (self);
}

static void
change_ghost (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeTimeline *self = user_data;

  scope_view_set_show_ghost (self->view, g_variant_get_boolean (value));
  scope_timeline_update_follow (self);
}

void
scope_timeline_update_follow (ScopeTimeline *self)
{
  ScopeFollow follow = scope_view_get_follow (self->view);
  double seconds = scope_view_get_window_seconds (self->view);
  g_autofree char *window = seconds > 0 ? g_strdup_printf ("%g", seconds) : g_strdup ("all");
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "window");

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), follow != SCOPE_FOLLOW_OFF);
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (window));
  action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "ghost");
  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), scope_view_get_ghost (self->view) != NULL);
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (scope_view_get_show_ghost (self->view)));
  action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "now");
  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), follow == SCOPE_FOLLOW_PAUSED);
}

void
scope_timeline_add_follow_actions (ScopeTimeline *self)
{
  static const GActionEntry entries[] = {
    { "now", go_to_now },
    { "window", NULL, "s", "'10'", change_window },
    { "ghost", NULL, NULL, "true", change_ghost },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}
