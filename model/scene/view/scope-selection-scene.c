/* scope-selection-scene.c: see scope-selection-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/view/scope-selection-scene.h"

#include <math.h>

#define BEYOND 50 /* pixels beside the chart, which are cut off: far enough for a line's width */

void
scope_selection_scene_add (ScopeScene *scene, ScopeView *view, const ScopeViewport *viewport, double x, double y, double width,
                           double height)
{
  const ScopePalette *palette = scene->palette;
  gint64 from, to;

  scope_scene_add_group (scene, NULL, SCOPE_NONE, x, 0, width, y + height);
  if (scope_view_get_selected_range (view, &from, &to))
    {
      double x0 = x + CLAMP (scope_viewport_time_to_x (viewport, from), -BEYOND, width + BEYOND),
             x1 = x + CLAMP (scope_viewport_time_to_x (viewport, to), -BEYOND, width + BEYOND);

      if (to > from)
        scope_scene_rect (scene, x0, y, MAX (x1 - x0, 1), height, scope_colour_alpha (palette->accent, 0.14));
      scope_scene_rect (scene, floor (x0), y, 2, height, palette->accent);
      if (to > from)
        scope_scene_rect (scene, floor (x1) - 1, y, 2, height, palette->accent);
    }
  if (scope_view_get_cursor (view, &from))
    {
      double at = floor (x + CLAMP (scope_viewport_time_to_x (viewport, from), -BEYOND, width + BEYOND)) + 0.5;

      scope_scene_line (scene, at, y, at, y + height, 1, scope_colour_alpha (palette->text, 0.6));
    }
  scope_scene_set_group (scene, 0);
}
