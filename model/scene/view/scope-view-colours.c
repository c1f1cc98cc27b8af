/* scope-view-colours.c: colours that the person gave, and whom they are for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-view-private.h"

ScopeOwnColours *
scope_view_get_own_colours (ScopeView *view)
{
  return view->own_colours;
}

void
scope_view_set_own_colours (ScopeView *view, ScopeOwnColours *own)
{
  gboolean same = scope_own_colours_digest (own) == scope_own_colours_digest (view->own_colours);

  if (own != NULL)
    scope_own_colours_ref (own);
  scope_own_colours_unref (view->own_colours);
  view->own_colours = own;
  scope_view_notify_if (view, !same, SCOPE_VIEW_LOOK);
}

void
scope_view_give_colour (ScopeView *view, const char *name, ScopeColour colour)
{
  g_autofree char *text = scope_own_colours_with (scope_own_colours_text (view->own_colours), name, colour);
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeOwnColours) own = scope_own_colours_parse (text, &error);

  if (error == NULL)
    scope_view_set_own_colours (view, own);
}

static const ScopeEntity *
entity_of (ScopeView *view, ScopeLaneId lane)
{
  return lane.kind == SCOPE_KIND_MACHINE || lane.kind == SCOPE_KIND_THREADS
             ? NULL
             : scope_machine_entity (scope_trace_machine (view->trace, lane.machine), lane.kind, lane.index);
}

ScopeColour
scope_view_own_colour (ScopeView *view, ScopeLaneId lane)
{
  const ScopeEntity *entity;
  g_autofree char *title = NULL, *full = NULL;

  if (view->own_colours == NULL)
    return 0;
  entity = entity_of (view, lane);
  title = scope_trace_lane_title (view->trace, lane);
  full = scope_trace_lane_full_title (view->trace, lane, FALSE);
  return scope_own_colours_find (view->own_colours,
                                 (const char *const[]) { title, full, entity != NULL ? entity->name : NULL, entity != NULL ? entity->entry : NULL }, 4);
}

char *
scope_view_own_colour_name (ScopeView *view, ScopeLaneId lane)
{
  const ScopeEntity *entity = entity_of (view, lane);

  if (entity != NULL && entity->name != NULL && *entity->name != '\0')
    return g_strdup (entity->name);
  if (entity != NULL && entity->entry != NULL && *entity->entry != '\0')
    return g_strdup (entity->entry);
  return scope_trace_lane_full_title (view->trace, lane, FALSE);
}
