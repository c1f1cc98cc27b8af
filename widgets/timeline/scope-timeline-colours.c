/* scope-timeline-colours.c: colours that the person gives to lanes and to classes of messages: chosen here, kept by who has settings.
 *
 * The view has them; whoever changes them there (the row's menu, the popover of messages) has the signal "own-colours" sent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-timeline-private.h"

#include "model/scene/view/scope-view-call.h"

void
scope_timeline_set_own_colours (ScopeTimeline *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeOwnColours) own = scope_own_colours_parse (text, &error);

  g_return_if_fail (SCOPE_IS_TIMELINE (self));

  /* Of a text that somebody types what was right holds until it is right again. */
  if (error != NULL)
    return;
  scope_own_colours_unref (self->own_colours);
  self->own_colours = own != NULL ? scope_own_colours_ref (own) : NULL;
  if (self->view != NULL)
    scope_view_set_own_colours (self->view, own);
}

const char *
scope_timeline_get_own_colours (ScopeTimeline *self)
{
  return scope_own_colours_text (self->own_colours);
}

void
scope_timeline_take_own_colours (ScopeTimeline *self)
{
  ScopeOwnColours *own = scope_view_get_own_colours (self->view);

  if (scope_own_colours_digest (own) == scope_own_colours_digest (self->own_colours))
    return;
  scope_own_colours_unref (self->own_colours);
  self->own_colours = own != NULL ? scope_own_colours_ref (own) : NULL;
  g_signal_emit_by_name (self, "own-colours");
}

void
scope_timeline_set_call_hiding (ScopeTimeline *self, ScopeCallHiding *hiding)
{
  g_return_if_fail (SCOPE_IS_TIMELINE (self));

  if (hiding != NULL)
    scope_call_hiding_ref (hiding);
  g_clear_pointer (&self->hiding, scope_call_hiding_unref);
  self->hiding = hiding;
  if (self->view != NULL)
    scope_view_set_call_hiding (self->view, hiding);
}

/* --- the row's menu --- */

static gboolean
find_lane (ScopeTimeline *self, ScopeLaneId *ret_lane)
{
  guint row = scope_canvas_get_focus_row (self->canvas);
  const ScopeLaneNode *node = row != SCOPE_NONE ? scope_lane_list_row (scope_view_get_lanes (self->view), row) : NULL;

  if (node == NULL || node->kind != SCOPE_ROW_STATES)
    return FALSE;
  *ret_lane = node->lane;
  return TRUE;
}

static void
choose_colour (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  g_autofree char *name = NULL;
  ScopeLaneId lane;
  ScopeColour colour;

  if (!find_lane (self, &lane))
    return;
  name = scope_view_own_colour_name (self->view, lane);
  colour = scope_view_own_colour (self->view, lane);
  if (colour == 0)
    colour = scope_palette_get (scope_view_get_palette (self->view))->state[SCOPE_STATE_RUNNING];
  g_signal_emit_by_name (self, "choose-colour", name, colour);
}

static void
drop_colour (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeTimeline *self = user_data;
  g_autofree char *name = NULL;
  ScopeLaneId lane;

  if (!find_lane (self, &lane))
    return;
  name = scope_view_own_colour_name (self->view, lane);
  scope_view_give_colour (self->view, name, 0);
}

void
scope_timeline_update_colours (ScopeTimeline *self)
{
  GAction *colour = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "colour");
  GAction *none = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "no-colour");
  ScopeOwnColours *own = scope_view_get_own_colours (self->view);
  ScopeLaneId lane;
  gboolean there = find_lane (self, &lane);
  g_autofree char *name = there && own != NULL ? scope_view_own_colour_name (self->view, lane) : NULL;

  g_simple_action_set_enabled (G_SIMPLE_ACTION (colour), there);
  /* One that a pattern gives to many is not taken from one of them. */
  g_simple_action_set_enabled (G_SIMPLE_ACTION (none), name != NULL && scope_own_colours_has_lane (own, name));
}

void
scope_timeline_add_colour_actions (ScopeTimeline *self)
{
  static const GActionEntry entries[] = { { "colour", choose_colour }, { "no-colour", drop_colour } };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}
