/* scope-phases-scene.c: phases over time. See scope-phases-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-each.h"
#include "model/scene/phases/scope-phases-table.h"

#include <math.h>

#define SIZE 11.0
#define NAME 18.0  /* height of the stripe with the name */
#define FADED 0.3
#define EMPTY 0.25 /* what did not run */
#define TINT 0.08  /* behind lanes */
#define LEAST_SIZE 7.0

static double
x_of (const ScopePhases *phases, double width, gint64 time)
{
  return (double) (time - phases->from) / (double) MAX (phases->to - phases->from, 1) * width;
}

/* Kinds that follow each other differ most. */
static ScopeColour
colour_of (const ScopePalette *palette, guint kind)
{
  return scope_palette_task (palette, kind * 7 % SCOPE_N_TASK_COLOURS);
}

static gboolean
stands_out (const ScopePhases *phases, const ScopePhase *phase, guint place, guint marked, guint row)
{
  if (row == SCOPE_NONE)
    return scope_phases_stands_out (phases, place) || !scope_phases_any_stands_out (phases);
  return (marked == SCOPE_PHASES_TABLE_KINDS ? phase->kind : place) == row;
}

static void
draw_phase (ScopeScene *scene, const ScopePhases *phases, const ScopePhase *phase, gboolean faded, double width, double height)
{
  const ScopePalette *palette = scene->palette;
  double x = x_of (phases, width, phase->from), wide = MAX (x_of (phases, width, phase->to) - x, 1), share = scope_phase_efficiency (phase->parts);
  const char *name = scope_phases_kind (phases, phase->kind)->name;
  ScopeColour full = scope_colour_mix (palette->canvas, colour_of (palette, phase->kind), faded ? FADED : 1),
              empty = scope_colour_mix (palette->canvas, full, EMPTY);
  double room = height - NAME - 1, filled = share > 0 ? share * room : 0;

  scope_scene_add_group (scene, name, SCOPE_NONE, x, 0, wide, height);
  scope_scene_rect (scene, x, 0, wide, NAME, full);
  scope_scene_rect (scene, x, NAME + 1, wide, room, empty);
  scope_scene_rect (scene, x, height - filled, wide, filled, full);
  scope_scene_line (scene, x, 0, x, height, 1, palette->canvas);
  if (wide > 16)
    scope_scene_text_item (scene, name, x + 3, NAME / 2 - SIZE * 0.8, wide - 6, SIZE * 1.6, SIZE, scope_colour_text_on (full), SCOPE_ALIGN_CENTRE)
        ->ellipsis = TRUE;
}

ScopeScene *
scope_phases_scene_new (const ScopePhases *phases, guint marked, guint row, double width, double height, const ScopePalette *palette)
{
  ScopeScene *scene = scope_scene_new (width, height, palette);

  for (guint i = 0; i < phases->phases->len; i++)
    {
      const ScopePhase *phase = &g_array_index (phases->phases, ScopePhase, i);

      draw_phase (scene, phases, phase, !stands_out (phases, phase, i, marked, row), width, height);
    }
  return scene;
}

guint
scope_phases_scene_at (const ScopePhases *phases, double width, double x)
{
  for (guint i = 0; x >= 0 && i < phases->phases->len; i++)
    if (x < x_of (phases, width, g_array_index (phases->phases, ScopePhase, i).to))
      return i;
  return SCOPE_NONE;
}

guint
scope_phases_find (const ScopePhases *phases, gint64 time)
{
  guint low = 0, high = phases->phases->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (phases->phases, ScopePhase, middle).to <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low < phases->phases->len && g_array_index (phases->phases, ScopePhase, low).from <= time ? low : SCOPE_NONE;
}

/* What of it is in view. FALSE: nothing is. */
static gboolean
place (const ScopeViewport *viewport, const ScopePhase *phase, double width, double *ret_x, double *ret_width)
{
  double x0 = floor (MAX (scope_viewport_time_to_x (viewport, phase->from), 0)),
         x1 = ceil (MIN (scope_viewport_time_to_x (viewport, phase->to), width));

  *ret_x = x0;
  *ret_width = MAX (x1 - x0, 1);
  return x1 >= 0 && x0 < width;
}

void
scope_phases_scene_add_row (ScopeScene *scene, const ScopePhases *phases, const ScopeViewport *viewport, double x, double y, double width,
                            double height)
{
  gboolean any = scope_phases_any_stands_out (phases);
  double size = MIN (SIZE, height - 2);

  for (guint i = 0; i < phases->phases->len; i++)
    {
      const ScopePhase *phase = &g_array_index (phases->phases, ScopePhase, i);
      const char *name = scope_phases_kind (phases, phase->kind)->name;
      ScopeColour colour = scope_colour_mix (scene->palette->canvas, colour_of (scene->palette, phase->kind),
                                             any && !scope_phases_stands_out (phases, i) ? FADED : 1);
      double left, wide;

      if (!place (viewport, phase, width, &left, &wide))
        continue;
      scope_scene_rect (scene, x + left, y, wide > 3 ? wide - 1 : wide, height, colour);
      if (wide > 16 && size >= LEAST_SIZE)
        scope_scene_text_item (scene, name, x + left + 3, y, wide - 7, height, size, scope_colour_text_on (colour), SCOPE_ALIGN_CENTRE)->ellipsis = TRUE;
    }
}

void
scope_phases_scene_add_bands (ScopeScene *scene, const ScopePhases *phases, const ScopeViewport *viewport, double x, double y, double width,
                              double height)
{
  for (guint i = 0; i < phases->phases->len; i++)
    {
      const ScopePhase *phase = &g_array_index (phases->phases, ScopePhase, i);
      double left, wide;

      if (scope_phases_stands_out (phases, i) && place (viewport, phase, width, &left, &wide))
        scope_scene_rect (scene, x + left, y, wide, height, scope_colour_alpha (scene->palette->danger, TINT));
    }
}
