/* scope-call-depth.c: see scope-call-depth.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/calls/scope-call-depth.h"

#include "model/scene/draw/scope-pixel-batch.h"

#include <math.h>

#define THICK 1.5
#define HALO 3.0
#define CALM 3 /* columns alike that the line goes along */

typedef struct
{
  const ScopeViewport *viewport;
  gint64 from, to; /* what is known */
  guint16 *least, *most;
} Columns;

/* The columns that [from, to) touches; FALSE: none in view. */
static gboolean
columns_of (const Columns *c, gint64 from, gint64 to, int *ret_first, int *ret_end)
{
  double x0, x1;

  from = MAX (from, c->from);
  to = MIN (to, c->to);
  if (from >= to)
    return FALSE;
  x0 = scope_viewport_time_to_x (c->viewport, from);
  x1 = scope_viewport_time_to_x (c->viewport, to);
  *ret_first = (int) CLAMP (floor (x0), 0, c->viewport->width);
  *ret_end = (int) CLAMP (ceil (x1), 0, c->viewport->width);

  return *ret_first < *ret_end;
}

/* Somewhere in [from, to) nothing is on the stack at `depth`. */
static void
lower (const Columns *c, gint64 from, gint64 to, guint depth)
{
  int first, end;

  if (!columns_of (c, from, to, &first, &end))
    return;
  for (int x = first; x < end; x++)
    c->least[x] = MIN (c->least[x], (guint16) depth);
}

static void
raise_to (const Columns *c, gint64 from, gint64 to, guint depth)
{
  int first, end;

  if (!columns_of (c, from, to, &first, &end))
    return;
  for (int x = first; x < end; x++)
    c->most[x] = MAX (c->most[x], (guint16) depth);
}

void
scope_call_depth_columns (const ScopeActivations *a, const ScopeViewport *viewport, guint16 *ret_least, guint16 *ret_most)
{
  Columns c = { viewport, a->from, MIN (a->to, a->known_until), ret_least, ret_most };
  int first, end;

  for (int x = 0; x < viewport->width; x++)
    ret_least[x] = ret_most[x] = SCOPE_CALL_DEPTH_NONE;
  if (!columns_of (&c, c.from, c.to, &first, &end))
    return;
  for (int x = first; x < end; x++)
    {
      ret_least[x] = (guint16) a->n_depths;
      ret_most[x] = 0;
    }
  for (guint d = 0; d < a->n_depths; d++)
    {
      gint64 done = c.from;

      for (guint32 i = a->depths[d]; i < a->depths[d + 1]; i++)
        {
          const ScopeActivation *item = &a->items[i];

          lower (&c, done, item->from, d);
          if (item->n > 1 && item->covered < item->to - item->from)
            lower (&c, item->from, item->to, d);
          raise_to (&c, item->from, item->to, d + 1);
          done = MAX (done, item->to);
        }
      lower (&c, done, c.to, d);
    }
}

/* --- drawing --- */

static double
level_y (const ScopeCallChartPlace *place, guint depth)
{
  return CLAMP (place->y + depth * place->row - 0.5, place->top, place->bottom);
}

static void
add_band (ScopeScene *scene, const ScopeCallChartPlace *place, int from, int to, guint least, guint most)
{
  double y0 = level_y (place, least), y1 = level_y (place, most);

  if (least < most && y1 > y0)
    scope_scene_fill (scene, place->x + from, y0, to - from, y1 - y0, scope_colour_alpha (scene->palette->strong_text, 0.12));
}

/* What was joined so far. Most are level, from end to end. */
static void
flush_line (ScopeScene *scene, GArray *points)
{
  const float *at = (const float *) (gpointer) points->data;
  ScopeColour colour = scene->palette->strong_text, halo = scope_colour_alpha (scene->palette->canvas, 0.6);
  ScopeItem *line;

  if (points->len == 4 && scene->ink != NULL)
    {
      scope_pixel_batch_fill (scene->ink, at[0], at[1] - HALO / 2, at[2] - at[0], HALO, halo);
      scope_pixel_batch_fill (scene->ink, at[0], at[1] - THICK / 2, at[2] - at[0], THICK, colour);
    }
  else if (points->len > 0)
    {
      line = scope_scene_polyline (scene, at, points->len / 2, THICK, colour);
      line->halo = HALO;
      line->second = halo;
    }
  g_array_set_size (points, 0);
}

/* From run to run of columns that are alike: their bands, and the line along their greatest depths. Where it would go up and down from
 * pixel to pixel it would hide the bars: there each has its end alone. */
static void
add_run (ScopeScene *scene, const ScopeCallChartPlace *place, const guint16 *least, const guint16 *most, int from, int end)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));

  for (int x = from; x < end;)
    {
      int next = x + 1;
      float corners[4] = { (float) (place->x + x), (float) level_y (place, most[x]), 0, 0 };

      while (next < end && least[next] == least[x] && most[next] == most[x])
        next++;
      corners[2] = (float) (place->x + next);
      corners[3] = corners[1];
      add_band (scene, place, x, next, least[x], most[x]);
      if (next - x >= CALM)
        g_array_append_vals (points, corners, 4);
      else
        {
          flush_line (scene, points);
          scope_scene_fill (scene, corners[0], corners[1] - 0.5, next - x, 1, scope_colour_alpha (scene->palette->strong_text, 0.5));
        }
      x = next;
    }
  flush_line (scene, points);
}

void
scope_call_depth_add (ScopeScene *scene, const ScopeActivations *activations, const ScopeCallChartPlace *place)
{
  int n = place->viewport->width;
  g_autofree guint16 *least = g_new (guint16, n), *most = g_new (guint16, n);

  scope_call_depth_columns (activations, place->viewport, least, most);
  for (int x = 0; x < n;)
    {
      int end = x + 1;

      if (most[x] == SCOPE_CALL_DEPTH_NONE)
        {
          x = end;
          continue;
        }
      while (end < n && most[end] != SCOPE_CALL_DEPTH_NONE)
        end++;
      add_run (scene, place, least, most, x, end);
      x = end;
    }
}
