/* scope-difference-scene.c: see scope-difference-scene.h. A row is one image, put together from the pixels of its strips.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/compare/scope-difference-private.h"

#include "model/scene/timeline/scope-timeline-scene-private.h"

#include <math.h>
#include <string.h>

#define INDENT 14.0

void
scope_difference_build_init (ScopeDifferenceBuild *b, ScopeDifferenceRows *rows, const ScopeTimeMap *map,
                             ScopeTileGetter *run, ScopeTileGetter *baseline, ScopeDifferenceCache *cache)
{
  *b = (ScopeDifferenceBuild) { .rows = rows, .map = map, .run = run, .baseline = baseline, .cache = cache };
  b->palette = scope_palette_get (scope_view_get_palette (rows->run_view));
  b->viewport = scope_view_get_viewport (rows->run_view);
  b->first = b->viewport->first;
}

static double
row_y (const ScopeDifferenceBuild *b, const ScopeDifferenceRow *row)
{
  return b->top + row->y - floor (b->options->scroll_y);
}

/* --- rows --- */

/* FALSE: not all strips are there, and what is not is the ground. */
static gboolean
compose (ScopeDifferenceBuild *b, const ScopeDifferenceRow *row, guint32 *pixels, guint width, guint height)
{
  gint64 left = scope_viewport_left (b->viewport), right = left + width;
  ScopeRasterOptions options = { .palette = b->palette,
                                 .height = height,
                                 .full = scope_difference_full (b, row),
                                 .ground = row->band == 1 ? b->palette->alternate : b->palette->canvas,
                                 .dim = scope_view_get_look (b->rows->run_view)->dimmed };
  gboolean whole = TRUE;

  for (gint64 i = scope_difference_strip_index (left); i <= scope_difference_strip_index (right - 1); i++)
    {
      ScopeDifferenceKept *kept = scope_difference_get (b, row, i);
      gint64 x = i * SCOPE_STRIP_COLUMNS;
      guint from = (guint) MAX (left - x, 0), to = (guint) MIN (right - x, SCOPE_STRIP_COLUMNS);
      guint32 *at = pixels + (x + from - left);
      const guint32 *strip = kept != NULL ? scope_difference_pixels (kept, &options) : NULL;

      whole = whole && kept != NULL;
      for (guint y = 0; y < height; y++)
        if (strip != NULL)
          memcpy (at + (gsize) y * width, strip + (gsize) y * SCOPE_STRIP_COLUMNS + from, (to - from) * 4);
        else
          for (guint c = 0; c < to - from; c++)
            at[(gsize) y * width + c] = options.ground;
    }
  return whole;
}

static void
keep_picture (ScopeDifferenceBuild *b, const char *key, const guint32 *pixels, guint width, guint height)
{
  ScopeDifferencePicture *picture = scope_difference_cache_picture (b->cache, key, TRUE);

  if (picture->width != width || picture->height != height)
    {
      g_free (picture->pixels);
      picture->pixels = g_new (guint32, (gsize) width * height);
    }
  memcpy (picture->pixels, pixels, (gsize) width * height * 4);
  picture->width = width;
  picture->height = height;
  picture->from = b->viewport->from;
  picture->span = b->viewport->span;
}

static void
add_bar (ScopeDifferenceBuild *b, const ScopeDifferenceRow *row)
{
  guint width = (guint) b->width, height = (guint) MAX (row->bar_height, 1);
  guint32 *pixels = g_new (guint32, (gsize) width * height);
  double y = row_y (b, row) + row->bar_y - row->y;
  ScopeDifferencePicture *last;

  if (compose (b, row, pixels, width, height))
    {
      if (b->run->deadline != 0)
        keep_picture (b, row->key, pixels, width, height);
      scope_scene_image (b->scene, b->x, y, width, height, pixels, width, height);
      return;
    }
  last = scope_difference_cache_picture (b->cache, row->key, FALSE);
  if (last != NULL)
    {
      double scale = scope_viewport_scale (b->viewport);

      g_free (pixels);
      scope_scene_image (b->scene, b->x + (last->from - b->viewport->from) / scale, y, MAX (last->span / scale, 1), height,
                         g_memdup2 (last->pixels, (gsize) last->width * last->height * 4), last->width, last->height);
    }
  else
    scope_scene_image (b->scene, b->x, y, width, height, pixels, width, height);
}

/* How much more or less it ran in what is visible. */
static char *
row_figure (ScopeDifferenceBuild *b, const ScopeDifferenceRow *row)
{
  ScopeDifferenceColumn sum;
  double change, full = row->kind == SCOPE_ROW_COUNTS ? 1 : scope_difference_full (b, row);

  if (!scope_difference_visible (b, row, &sum))
    return NULL;
  change = sum.change[SCOPE_STATE_RUNNING] + sum.change[SCOPE_STATE_ACTIVE];
  if (row->kind == SCOPE_ROW_COUNTS)
    return change != 0 ? g_strdup_printf ("%s%.3g", change > 0 ? "+" : "−", fabs (change)) : g_strdup ("±0");
  change *= 100 / full;
  if (change == 0)
    return g_strdup ("±0 %");
  if (fabs (change) < 0.1)
    return g_strdup (change > 0 ? "+<0.1 %" : "−<0.1 %");
  return g_strdup_printf (fabs (change) < 10 ? "%s%.1f %%" : "%s%.0f %%", change > 0 ? "+" : "−", fabs (change));
}

static void
add_name (ScopeDifferenceBuild *b, guint i)
{
  const ScopeDifferenceRow *row = scope_difference_rows_get (b->rows, i);
  double x = 16 + row->depth * INDENT, right = b->x - 8, size = CLAMP (row->height - 3, 7, b->font);
  double height = MIN (row->height, 28), y = row_y (b, row) + (row->bar_y - row->y + row->height - height) / 2;
  g_autofree char *figure = row_figure (b, row);

  if (b->options->focus_row == i)
    scope_scene_rect (b->scene, 0, row_y (b, row) + 1, 3, MAX (row->height - 2, 1), b->palette->accent);
  if (figure != NULL)
    {
      double width = scope_text_width (figure, size) + 4;

      scope_scene_text_item (b->scene, figure, right - width, y, width, height, size, b->palette->text, SCOPE_ALIGN_END);
      right -= width + 6;
    }
  scope_scene_text_item (b->scene, row->title, x, y, MAX (right - x, 10), height, size, b->palette->strong_text,
                         SCOPE_ALIGN_START)->ellipsis = TRUE;
}

/* --- over them --- */

/* Ruler and grid are the timeline's own. */
static ScopeTimelineBuild
timeline_of (ScopeDifferenceBuild *b)
{
  return (ScopeTimelineBuild) { .view = b->rows->run_view,
                                .trace = b->rows->run,
                                .scene = b->scene,
                                .palette = b->palette,
                                .viewport = b->viewport,
                                .names_width = b->x,
                                .ruler_height = b->top,
                                .font = b->font,
                                .x = b->x,
                                .y = b->top,
                                .width = b->width,
                                .height = b->scene->height - b->top,
                                .tick_ps = scope_trace_tick_ps (b->rows->run) };
}

static void
add_selection (ScopeDifferenceBuild *b)
{
  ScopeView *view = b->rows->run_view;
  ScopeLaneId lane;
  gint64 from, to, time;

  if (scope_view_get_selected_lane (view, &lane))
    {
      guint i = scope_difference_rows_find (b->rows, lane);
      const ScopeDifferenceRow *row = i != SCOPE_NONE ? scope_difference_rows_get (b->rows, i) : NULL;

      if (row != NULL)
        {
          float y0 = (float) (row_y (b, row) + row->bar_y - row->y), y1 = y0 + (float) row->bar_height;
          float x0 = (float) b->x + 1, x1 = (float) (b->x + b->width) - 1;
          float points[] = { x0, y0, x1, y0, x1, y1, x0, y1, x0, y0 };

          scope_scene_polyline (b->scene, points, 5, 2, b->palette->accent);
        }
    }
  if (scope_view_get_selected_range (view, &from, &to))
    {
      double x0 = b->x + CLAMP (scope_viewport_time_to_x (b->viewport, from), -4, b->width + 4);
      double x1 = b->x + CLAMP (scope_viewport_time_to_x (b->viewport, to), -4, b->width + 4);

      scope_scene_rect (b->scene, x0, b->top, x1 - x0, b->scene->height - b->top,
                        scope_colour_alpha (b->palette->accent, 0.14));
      scope_scene_line (b->scene, x0, b->top, x0, b->scene->height, 2, b->palette->accent);
      scope_scene_line (b->scene, x1, b->top, x1, b->scene->height, 2, b->palette->accent);
    }
  if (scope_view_get_cursor (view, &time))
    {
      double x = floor (scope_viewport_time_to_x (b->viewport, time)) + 0.5;

      if (x >= 0 && x <= b->width)
        scope_scene_line (b->scene, b->x + x, b->top, b->x + x, b->scene->height, 1,
                          scope_colour_alpha (b->palette->strong_text, 0.6));
    }
}

static gboolean
is_in_view (ScopeDifferenceBuild *b, const ScopeDifferenceRow *row)
{
  double y = row_y (b, row);

  return y + row->height > b->top && y < b->scene->height;
}

static void
add_rows (ScopeDifferenceBuild *b)
{
  guint n = scope_difference_rows_n (b->rows), in_view = 0;

  for (guint i = 0; i < n; i++)
    in_view += is_in_view (b, scope_difference_rows_get (b->rows, i)) ? 1 : 0;
  scope_difference_cache_make_room (b->cache, in_view * ((guint) b->width / SCOPE_STRIP_COLUMNS + 3) * 2);
  for (guint i = 0; i < n; i++)
    {
      const ScopeDifferenceRow *row = scope_difference_rows_get (b->rows, i);
      double y = row_y (b, row), top = MAX (y, b->top);

      if (!is_in_view (b, row))
        continue;
      scope_scene_set_group (b->scene, 0);
      if (row->band == 1)
        scope_scene_rect (b->scene, 0, top, b->scene->width, y + row->height - top, b->palette->alternate);
      scope_scene_add_group (b->scene, row->title, i, b->x, top, b->width, MIN (y + row->height, b->scene->height) - top);
      add_bar (b, row);
    }
}

ScopeScene *
scope_difference_scene_build (ScopeDifferenceRows *rows, const ScopeTimeMap *map,
                              const ScopeDifferenceOptions *options, ScopeTileGetter *run, ScopeTileGetter *baseline)
{
  g_autoptr (ScopeDifferenceCache) own = options->cache == NULL ? scope_difference_cache_new () : NULL;
  ScopeTimelineBuild timeline;
  ScopeDifferenceBuild b;

  scope_difference_build_init (&b, rows, map, run, baseline, own != NULL ? own : options->cache);
  b.options = options;
  b.finer = options->finer;
  b.top = options->ruler ? SCOPE_RULER_HEIGHT : 0;
  b.font = options->font_size > 0 ? options->font_size : 11;
  b.x = options->names_width;
  b.width = MAX (floor (options->width - b.x), 1);
  scope_view_set_width (rows->run_view, (int) b.width);
  b.scene = scope_scene_new (options->width, options->height, b.palette);
  b.scene->font_size = b.font;
  b.scene->left = scope_viewport_left (b.viewport);
  b.scene->plot_x = b.x;
  b.scene->plot_width = b.width;
  b.scene->plot_y = b.top;
  b.scene->plot_height = options->height - b.top;
  scope_scene_rect (b.scene, 0, 0, options->width, options->height, b.palette->canvas);
  add_rows (&b);
  timeline = timeline_of (&b);
  scope_timeline_add_grid (&timeline);
  if (!options->plain)
    add_selection (&b);
  if (b.x > 0)
    {
      scope_scene_add_group (b.scene, NULL, SCOPE_NONE, 0, b.top, b.x, options->height - b.top);
      for (guint i = 0; i < scope_difference_rows_n (rows); i++)
        if (is_in_view (&b, scope_difference_rows_get (rows, i)))
          add_name (&b, i);
      scope_scene_set_group (b.scene, 0);
      scope_scene_line (b.scene, b.x - 0.5, 0, b.x - 0.5, options->height, 1, b.palette->grid);
    }
  if (b.top > 0)
    scope_timeline_add_ruler (&timeline);
  b.scene->missing = run->missing + baseline->missing;
  return b.scene;
}
