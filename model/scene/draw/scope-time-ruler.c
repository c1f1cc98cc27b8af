/* scope-time-ruler.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-time-ruler.h"

#include <math.h>

#define CHART_SPACING 90
#define CHART_TICKS 200u

void
scope_time_ruler_init (ScopeTimeRuler *ruler, const ScopeClock *clock, const ScopeViewport *viewport, double spacing, double font)
{
  *ruler = (ScopeTimeRuler) { .viewport = viewport, .clock = *clock };
  if (clock->wall)
    scope_ruler_init_wall (&ruler->ruler, viewport, spacing, clock, font);
  else
    scope_ruler_init_at (&ruler->ruler, viewport, clock->tick_ps, spacing, (double) clock->zero - (double) viewport->first);
}

char *
scope_time_ruler_label (const ScopeTimeRuler *ruler, guint i)
{
  return ruler->clock.wall ? scope_ruler_wall_label (&ruler->ruler, ruler->viewport, &ruler->clock, i)
                           : scope_ruler_label (&ruler->ruler, ruler->viewport, ruler->clock.tick_ps, i);
}

char *
scope_time_ruler_dup_base (const ScopeTimeRuler *ruler)
{
  double left = (double) ruler->viewport->first + scope_viewport_x_to_ticks (ruler->viewport, 0);
  g_autofree char *base = NULL;

  if (ruler->clock.wall)
    return scope_clock_day (&ruler->clock, left);
  if (!ruler->ruler.relative)
    return NULL;
  base = scope_format_time (ruler->ruler.base - ruler->ruler.zero, ruler->clock.tick_ps, ruler->ruler.step);
  return g_strdup_printf ("%s +", base);
}

void
scope_time_ruler_add (ScopeScene *scene, const ScopeClock *clock, const ScopeViewport *viewport, double x, double y, double width, double height,
                      double font)
{
  const ScopePalette *palette = scene->palette;
  g_autofree char *base = NULL;
  ScopeTimeRuler ruler;

  scope_time_ruler_init (&ruler, clock, viewport, CHART_SPACING, font);
  scope_scene_add_group (scene, NULL, SCOPE_NONE, x, 0, width, y + height);
  for (guint i = 0; i < MIN (ruler.ruler.n, CHART_TICKS); i++)
    {
      double at = floor (x + scope_viewport_x (viewport, ruler.ruler.first + i * ruler.ruler.step)) + 0.5;
      double room = ruler.ruler.step / scope_viewport_scale (viewport) - 6;
      g_autofree char *label = scope_time_ruler_label (&ruler, i);

      scope_scene_line (scene, at, y - 5, at, y + height, 1, palette->grid);
      if (at + 3 + MIN (scope_text_width (label, font), room) <= x + width)
        scope_scene_text_item (scene, label, at + 3, 2, room, y - 8, font, palette->text, SCOPE_ALIGN_START);
    }
  scope_scene_set_group (scene, 0);
  base = scope_time_ruler_dup_base (&ruler);
  if (base != NULL)
    scope_scene_text_item (scene, base, 8, 0, x - 14, y, font, palette->text, SCOPE_ALIGN_END);
}
