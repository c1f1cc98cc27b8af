/* scope-timeline-calipers.c: what buttons, menus and keys do with the calipers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-timeline-private.h"

#include "model/scene/view/scope-view-calipers.h"
#include "model/scene/view/scope-view-extent.h"

static void
change_calipers (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeTimeline *self = user_data;

  if (g_variant_get_boolean (value))
    scope_view_place_calipers (self->view);
  else
    scope_view_set_calipers (self->view, NULL);
}

static void
switch_caliper (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  ScopeViewCalipers calipers;

  scope_view_switch_caliper (self->view);
  if (scope_view_get_calipers (self->view, &calipers))
    scope_view_show_time (self->view, calipers.at[calipers.active]);
}

static void
next_edge (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_canvas_step_caliper (((ScopeTimeline *) user_data)->canvas, 1);
}

static void
previous_edge (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_canvas_step_caliper (((ScopeTimeline *) user_data)->canvas, -1);
}

static void
select_between (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  gint64 from, to;

  if (scope_view_get_calipers_range (self->view, &from, &to))
    scope_view_choose_range (self->view, from, to);
}

void
scope_timeline_add_caliper_actions (ScopeTimeline *self)
{
  static const GActionEntry entries[] = {
    { "calipers", NULL, NULL, "false", change_calipers },
    { "caliper-other", switch_caliper },
    { "caliper-next", next_edge },
    { "caliper-previous", previous_edge },
    { "caliper-select", select_between },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}

void
scope_timeline_update_calipers (ScopeTimeline *self)
{
  static const char *const names[] = { "caliper-other", "caliper-next", "caliper-previous", "caliper-select" };
  ScopeViewCalipers calipers;
  gboolean there = self->view != NULL && scope_view_get_calipers (self->view, &calipers);
  GAction *toggle = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "calipers");

  g_simple_action_set_state (G_SIMPLE_ACTION (toggle), g_variant_new_boolean (there));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), names[i])), there);
}
