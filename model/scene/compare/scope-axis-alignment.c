/* scope-axis-alignment.c: see scope-axis-alignment.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/compare/scope-axis-alignment.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_KNOTS 400u

/* "as long as in the baseline", "7 % shorter than in the baseline": of a piece, by how much the baseline is stretched
 * (scope_time_map_stretch_at()). Free with g_free(). */
static char *
stretch_words (double stretch)
{
  /* The baseline's time in one of the run: 1.07 means that the run needed less. */
  double percent = stretch > 0 ? 100 * (1 / stretch - 1) : 0;

  if (fabs (percent) < 0.05)
    return g_strdup (_("as long as in the baseline"));
  if (percent > 0)
    return g_strdup_printf (percent < 10 ? _("%.1f %% longer than in the baseline") : _("%.0f %% longer than in the baseline"),
                            percent);
  return g_strdup_printf (percent > -10 ? _("%.1f %% shorter than in the baseline")
                                        : _("%.0f %% shorter than in the baseline"), -percent);
}

static char *
short_words (double stretch)
{
  double percent = stretch > 0 ? 100 * (1 / stretch - 1) : 0;

  if (fabs (percent) < 0.05)
    return g_strdup ("=");
  return g_strdup_printf (fabs (percent) < 10 ? "%s%.1f %%" : "%s%.0f %%", percent > 0 ? "+" : "−", fabs (percent));
}

/* Above and below, in pixels of the plot: far outside is near enough. */
static void
place (ScopeView *run, ScopeView *baseline, gint64 run_time, gint64 baseline_time, double width, double *above,
       double *below)
{
  *above = CLAMP (scope_viewport_time_to_x (scope_view_get_viewport (baseline), baseline_time), -width, 2 * width);
  *below = CLAMP (scope_viewport_time_to_x (scope_view_get_viewport (run), run_time), -width, 2 * width);
}

static void
add_piece_words (ScopeScene *scene, const ScopeTimeMap *map, gint64 time, double x0, double x1, double x, double y,
                 double width, double height, double font)
{
  double stretch = scope_time_map_stretch_at (map, time), from = MAX (x0, 0), to = MIN (x1, width), room;
  g_autofree char *full = stretch_words (stretch), *brief = short_words (stretch);
  const char *words = full;

  if (scope_text_width (words, font) + 12 > to - from)
    words = brief;
  room = scope_text_width (words, font) + 8;
  if (room > to - from)
    return;
  scope_scene_text_item (scene, words, x + (from + to - room) / 2, y, room, height, font, scene->palette->text,
                         SCOPE_ALIGN_CENTRE);
}

void
scope_axis_alignment_add (ScopeScene *scene, ScopeView *run, ScopeView *baseline, const ScopeTimeMap *map, double x,
                          double y, double width, double height, double font)
{
  guint n = scope_time_map_n_knots (map), first = 0, end = n;
  const ScopePalette *palette = scene->palette;
  gint64 from, to, last_time;
  double last = -1e9;

  scope_viewport_get_range (scope_view_get_viewport (run), &from, &to);
  while (first + 1 < n && scope_time_map_knot (map, first + 1).run < from)
    first++;
  while (end > first + 1 && scope_time_map_knot (map, end - 2).run > to)
    end--;
  scope_scene_add_group (scene, NULL, SCOPE_NONE, x, y, width, height);
  scope_scene_rect (scene, x, y, width, height, palette->alternate);
  last_time = first == 0 && end > 0 ? scope_time_map_knot (map, 0).run - 1 : from;
  for (guint i = first; i < end && i < first + MAX_KNOTS; i++)
    {
      ScopeTimeKnot knot = scope_time_map_knot (map, i);
      double above, below;

      place (run, baseline, knot.run, knot.baseline, width, &above, &below);
      if (i == 0 && below > 0)
        add_piece_words (scene, map, last_time, 0, MIN (above, below), x, y, width, height, font);
      if (below - last >= 3) /* knots that lie in one pixel are one line */
        {
          if (above >= -width / 2 || below >= -width / 2)
            scope_scene_line (scene, x + above, y, x + below, y + height, 1.5, palette->accent);
          last = below;
        }
      if (i + 1 < n)
        {
          ScopeTimeKnot next = scope_time_map_knot (map, i + 1);
          double next_above, next_below;

          place (run, baseline, next.run, next.baseline, width, &next_above, &next_below);
          add_piece_words (scene, map, knot.run, MAX (above, below), MIN (next_above, next_below), x, y, width, height,
                           font);
        }
      else
        add_piece_words (scene, map, knot.run, MAX (above, below), width, x, y, width, height, font);
    }
  if (end <= first)
    add_piece_words (scene, map, from, 0, width, x, y, width, height, font);
  scope_scene_set_group (scene, 0);
}

ScopeScene *
scope_axis_alignment_build (ScopeView *run, ScopeView *baseline, const ScopeTimeMap *map, double width, double height,
                            double names_width, double font_size)
{
  const ScopePalette *palette = scope_palette_get (scope_view_get_palette (run));
  ScopeScene *scene = scope_scene_new (width, height, palette);

  scope_scene_rect (scene, 0, 0, width, height, palette->canvas);
  scope_axis_alignment_add (scene, run, baseline, map, names_width, 0, MAX (width - names_width, 1), height,
                            font_size > 0 ? font_size : 10);
  return scene;
}
