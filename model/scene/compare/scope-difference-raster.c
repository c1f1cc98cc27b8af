/* scope-difference-raster.c: see scope-difference-raster.h.
 *
 * Each half is a stack like a lane's (scope_stack_make() has the rule of what is never invisible), the lower one turned over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/compare/scope-difference-raster.h"

#include "model/scene/draw/scope-raster-private.h"

#include <string.h>

/* scope_stack_make() leaves out what is less than half a unit: a millionth of a lane, here. */
#define UNITS 1e6

/* One half of a column as a stack from the midline outwards, `half` pixels high. */
static void
stack_states (ScopeStack *stack, const ScopeDifferenceColumn *column, gboolean more, double full, guint half)
{
  ScopeColumn shown = { .total = full * UNITS };
  double sum = 0;

  stack->n = 0;
  if ((more ? column->more : column->less) == 0)
    return;
  for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
    {
      double change = more ? column->change[s] : -column->change[s];

      if (change > 0)
        shown.time[s] = MAX (change * UNITS, 1);
      sum += shown.time[s];
    }
  if (sum > 0)
    scope_stack_make (stack, &shown, shown.total, half);
}

static gboolean
is_known (const ScopeDifferenceColumn *column, double full)
{
  return column->run[SCOPE_STATE_UNKNOWN] <= column->run_width * full / 2
         && column->baseline[SCOPE_STATE_UNKNOWN] <= column->baseline_width * full / 2;
}

void
scope_raster_difference (const ScopeDifferenceStrip *strip, guint from, guint to, const ScopeRasterOptions *options,
                         guint32 *pixels, gsize stride)
{
  guint height = MIN (options->height, SCOPE_RASTER_MAX_HEIGHT), half = height > 0 ? (height - 1) / 2 : 0;
  guint middle = height - 1 - half; /* an odd pixel is left above */
  double full = options->full > 0 ? options->full : 1;
  ScopeRasterOptions part = *options;
  ScopePainter p;
  ScopeColour line = scope_colour_mix (options->ground != 0 ? options->ground : options->palette->canvas,
                                       options->palette->text, options->palette->border ? 1 : 0.45);
  guint32 out[SCOPE_RASTER_MAX_HEIGHT];
  ScopeStack stack;

  g_return_if_fail (to <= strip->n && from <= to && options->height <= SCOPE_RASTER_MAX_HEIGHT);
  part.height = half;
  scope_painter_init (&p, &part);
  for (guint y = 0; y < height; y++)
    for (guint c = from; c < to; c++)
      pixels[y * (stride / 4) + c - from] = y == middle ? line : p.state[SCOPE_STATE_UNKNOWN];
  for (guint c = from; c < to; c++)
    {
      const ScopeDifferenceColumn *column = &strip->columns[c];
      guint32 *at = pixels + (c - from) + middle * (stride / 4);

      if (!is_known (column, full) && (strip->x + c) % 6 >= 3)
        *at = p.state[SCOPE_STATE_UNKNOWN];
      if (half == 0 || (column->more == 0 && column->less == 0))
        continue;
      stack_states (&stack, column, TRUE, full, half);
      scope_painter_stack (&p, &stack, out);
      if (options->palette->border)
        scope_painter_patterns (&p, &stack, strip->x + c, (gint) (middle - half), out);
      for (guint y = 1; y <= half && stack.n > 0; y++)
        at[-(gssize) (y * (stride / 4))] = out[half - y];
      stack_states (&stack, column, FALSE, full, half);
      scope_painter_stack (&p, &stack, out);
      if (options->palette->border)
        scope_painter_patterns (&p, &stack, strip->x + c, 0, out);
      for (guint y = 1; y <= half && stack.n > 0; y++)
        at[y * (stride / 4)] = out[half - y];
    }
}
