/* scope-compare-scene.c: see scope-compare-scene.h. Each part is the scene that the window shows; here they are put below each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/compare/scope-compare-scene.h"

#include "model/scene/compare/scope-axis-alignment.h"

#include <glib/gi18n.h>
#include <math.h>

#define TITLE_HEIGHT 24.0
#define MOST_HEIGHT 16000.0

typedef struct
{
  ScopeView *run, *baseline;
  const ScopeTimeMap *map;
  const ScopeCompareSceneOptions *options;
  ScopeTileGetter *run_getter, *baseline_getter;
  ScopeDifferenceRows *rows;
  double names, font;
} Build;

void
scope_compare_scene_link (ScopeView *run, ScopeView *baseline, const ScopeTimeMap *map)
{
  gint64 r0, r1, b0, b1;

  scope_trace_range (scope_view_get_trace (run), &r0, &r1);
  scope_trace_range (scope_view_get_trace (baseline), &b0, &b1);
  scope_view_set_room (run, scope_time_map_to_run (map, b0), scope_time_map_to_run (map, b1));
  scope_view_set_room (baseline, scope_time_map_to_baseline (map, r0), scope_time_map_to_baseline (map, r1));
  scope_viewport_get_range (scope_view_get_viewport (run), &r0, &r1);
  scope_view_set_range (baseline, scope_time_map_to_baseline (map, r0), scope_time_map_to_baseline (map, r1));
}

static ScopeTimelineOptions
timeline_options (const Build *b, gboolean legend, double lane_height)
{
  ScopeTimelineOptions options = { .width = b->options->width, .names_width = b->names, .font_size = b->font,
                                   .parts = SCOPE_PART_ALL & ~(SCOPE_PART_SELECTION | SCOPE_PART_OVERLAY),
                                   .lane_height = lane_height };

  if (!legend)
    options.parts &= ~SCOPE_PART_LEGEND;
  return options;
}

static ScopeScene *
build_timeline (Build *b, ScopeView *view, ScopeTileGetter *getter, gboolean legend, double lane_height)
{
  ScopeTimelineOptions options = timeline_options (b, legend, lane_height);
  ScopeOverlayRequest request;
  g_autoptr (ScopeOverlay) overlay = NULL;

  options.parts |= SCOPE_PART_OVERLAY;
  options.height = MIN (scope_timeline_height (view, &options) + 4, MOST_HEIGHT);
  scope_overlay_request_init (&request, view);
  overlay = scope_overlay_read (scope_view_get_trace (view), &request, NULL);
  return scope_timeline_scene_build (view, &options, getter, overlay);
}

static ScopeScene *
build_difference (Build *b, double lane_height)
{
  ScopeDifferenceOptions options = { .width = b->options->width, .names_width = b->names, .font_size = b->font,
                                     .ruler = b->options->difference_only, .plain = TRUE, .focus_row = SCOPE_NONE,
                                     .finer = SCOPE_DIFFERENCE_FINER };

  options.height = MIN (scope_difference_rows_layout (b->rows, 0, lane_height) + 4, MOST_HEIGHT)
                   + (options.ruler ? SCOPE_RULER_HEIGHT : 0);
  return scope_difference_scene_build (b->rows, b->map, &options, b->run_getter, b->baseline_getter);
}

/* All heights but those of rows are fixed: rows as high as fit, or as is usual. */
static double
choose_lane_height (Build *b)
{
  const ScopeCompareSceneOptions *options = b->options;
  ScopeTimelineOptions above = timeline_options (b, FALSE, 0), below = timeline_options (b, TRUE, 0);
  guint n = scope_lane_list_n_rows (scope_view_get_lanes (b->run));

  if (options->lane_height > 0)
    return options->lane_height;
  for (double lane = 40; lane > 2 && options->height > 0; lane--)
    {
      double height = 2 * TITLE_HEIGHT + SCOPE_STRETCH_HEIGHT + scope_difference_rows_layout (b->rows, 0, lane) + 12;

      above.lane_height = below.lane_height = lane;
      if (!options->difference_only)
        height += scope_timeline_height (b->baseline, &above) + scope_timeline_height (b->run, &below);
      if (height <= options->height)
        return lane;
    }
  return options->height > 0 ? 2 : n <= 24 ? 28 : n <= 80 ? 18 : 10;
}

static void
add_title (ScopeScene *scene, const char *what, const char *title, double y, double font)
{
  g_autofree char *text = title != NULL ? g_strdup_printf ("%s: %s", what, title) : g_strdup (what);

  scope_scene_text_item (scene, text, 10, y, scene->width - 20, TITLE_HEIGHT, font + 1, scene->palette->strong_text,
                         SCOPE_ALIGN_START)->bold = TRUE;
}

ScopeScene *
scope_compare_scene_build (ScopeView *run, ScopeView *baseline, const ScopeTimeMap *map, ScopePairing *pairing,
                           const ScopeCompareSceneOptions *options, ScopeTileGetter *run_getter,
                           ScopeTileGetter *baseline_getter)
{
  g_autoptr (ScopeDifferenceRows) rows = scope_difference_rows_new (run, baseline, pairing);
  const ScopePalette *palette = scope_palette_get (scope_view_get_palette (run));
  Build b = { run, baseline, map, options, run_getter, baseline_getter, rows, 0,
              options->font_size > 0 ? options->font_size : 11 };
  ScopeScene *scene, *above = NULL, *middle, *below = NULL;
  double y = 0, lane;

  b.names = floor (MIN (SCOPE_NAMES_WIDTH * MAX (b.font, 11) / 11, options->width / 3));
  lane = choose_lane_height (&b);
  if (!options->difference_only)
    {
      above = build_timeline (&b, baseline, baseline_getter, FALSE, lane);
      below = build_timeline (&b, run, run_getter, TRUE, lane);
    }
  middle = build_difference (&b, lane);
  y = 2 * TITLE_HEIGHT + middle->height
      + (above != NULL ? above->height + SCOPE_STRETCH_HEIGHT + below->height : 0);
  scene = scope_scene_new (options->width, MAX (y, options->height), palette);
  scene->font_size = b.font;
  scope_scene_rect (scene, 0, 0, scene->width, scene->height, palette->canvas);
  add_title (scene, _("Baseline"), options->baseline_title, 0, b.font);
  y = TITLE_HEIGHT;
  if (above == NULL)
    {
      add_title (scene, _("This run"), options->run_title, y, b.font);
      scope_scene_append (scene, middle, 0, y + TITLE_HEIGHT);
      return scene;
    }
  y += above->height;
  scope_scene_append (scene, above, 0, TITLE_HEIGHT);
  scope_scene_text_item (scene, _("Difference"), 10, y, b.names - 14, SCOPE_STRETCH_HEIGHT, b.font, palette->strong_text,
                         SCOPE_ALIGN_START)->bold = TRUE;
  scope_axis_alignment_add (scene, run, baseline, map, b.names, y, options->width - b.names, SCOPE_STRETCH_HEIGHT, b.font - 1);
  y += SCOPE_STRETCH_HEIGHT;
  {
    double height = middle->height;

    scope_scene_append (scene, middle, 0, y);
    y += height;
  }
  add_title (scene, _("This run"), options->run_title, y, b.font);
  scope_scene_append (scene, below, 0, y + TITLE_HEIGHT);
  return scene;
}
