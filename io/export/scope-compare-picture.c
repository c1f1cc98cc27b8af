/* scope-compare-picture.c: see scope-compare-picture.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-compare-picture.h"

#include "model/base/scope-fail.h"
#include "model/scene/compare/scope-compare-scene.h"
#include "model/scene/view/scope-view-call.h"

#include <glib/gi18n-lib.h>

#define DEFAULT_WIDTH 1600

GByteArray *
scope_compare_picture_draw (ScopeView *run, ScopeView *baseline, const ScopeComparePictureOptions *options, GError **error)
{
  ScopeTrace *const traces[] = { scope_view_get_trace (run), scope_view_get_trace (baseline) };
  g_autoptr (ScopeTileCache) run_tiles = scope_tile_cache_new (G_OBJECT (traces[0]), 0, 1);
  g_autoptr (ScopeTileCache) baseline_tiles = scope_tile_cache_new (G_OBJECT (traces[1]), 0, 1);
  ScopeCompareSceneOptions look = { .width = options->width > 0 ? options->width : DEFAULT_WIDTH,
                                    .height = options->height, .lane_height = options->lane_height,
                                    .font_size = options->font_size, .difference_only = options->difference_only,
                                    .baseline_title = scope_trace_title (traces[1]),
                                    .run_title = scope_trace_title (traces[0]) };
  ScopeTileGetter getters[2];
  g_autoptr (ScopeScene) scene = NULL;

  scope_view_set_look (run, SCOPE_LOOK_PALETTE, options->palette);
  scope_view_set_look (baseline, SCOPE_LOOK_PALETTE, options->palette);
  scope_tile_getter_init_waiting (&getters[0], run_tiles);
  scope_tile_getter_init_waiting (&getters[1], baseline_tiles);
  scene = scope_compare_scene_build (run, baseline, options->map, options->pairing, &look, &getters[0], &getters[1]);
  return scope_picture_scene_bytes (scene, look.run_title, options->scale, options->format, error);
}

/* As in the window: bars of call stacks that the other run has not are marked. */
static gboolean
mark_unmatched (ScopeView *run, ScopeView *baseline, ScopePairing *pairing, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeCallUnmatched) unmatched = NULL;
  ScopeOverlayRequest above, below;

  scope_overlay_request_init (&above, baseline);
  scope_overlay_request_init (&below, run);
  if (!scope_call_diff_is_possible (pairing) || above.n_calls + below.n_calls == 0)
    return TRUE;
  unmatched = scope_call_unmatched_read (pairing, 0, cancellable, error);
  if (unmatched == NULL)
    return FALSE;
  scope_view_set_unmatched (baseline, unmatched, SCOPE_CALL_BASELINE);
  scope_view_set_unmatched (run, unmatched, SCOPE_CALL_RUN);
  return TRUE;
}

gboolean
scope_compare_picture_export (ScopeComparison *comparison, gint64 from, gint64 to, const ScopeComparePictureOptions *options,
                              const char *path, GCancellable *cancellable, GError **error)
{
  ScopeComparePictureOptions all = *options;
  g_autoptr (ScopeView) run = NULL, baseline = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  double names;

  if (!scope_picture_format_of (path, &all.format, error))
    return FALSE;
  run = scope_view_new (scope_comparison_get_run (comparison));
  baseline = scope_view_new (scope_comparison_get_baseline (comparison));
  all.map = scope_comparison_get_map (comparison);
  all.pairing = scope_comparison_get_pairing (comparison);
  all.width = all.width > 0 ? all.width : DEFAULT_WIDTH;
  names = MIN (SCOPE_NAMES_WIDTH * MAX (all.font_size, 11) / 11, all.width / 3);
  scope_compare_scene_link (run, baseline, all.map);
  scope_view_set_width (run, all.width - (int) names);
  scope_view_set_width (baseline, all.width - (int) names);
  if (from != SCOPE_TIME_MIN || to != SCOPE_TIME_MAX)
    {
      const ScopeViewport *v = scope_view_get_viewport (run);
      gint64 a = MAX (from, v->first), b = MIN (to, v->last);

      if (b <= a)
        return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("Nothing was recorded in that range"));
      scope_view_set_range (run, a, b);
    }
  else
    scope_view_fit (run);
  scope_compare_scene_link (run, baseline, all.map);
  if (!options->difference_only && !mark_unmatched (run, baseline, all.pairing, cancellable, error))
    return FALSE;
  bytes = scope_compare_picture_draw (run, baseline, &all, error);
  return bytes != NULL && scope_picture_write (path, bytes->data, bytes->len, error);
}
