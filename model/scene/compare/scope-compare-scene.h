/* scope-compare-scene.h: a whole comparison as one display list: the baseline, how the axes belong together, the differences,
 * this run. What is exported and copied.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-pairing.h"
#include "model/scene/compare/scope-difference-scene.h"
#include "model/scene/timeline/scope-timeline-scene.h"

G_BEGIN_DECLS

typedef struct
{
  double width;       /* pixels */
  double height;      /* 0: as high as the rows need */
  double lane_height; /* of all rows; 0: what fits */
  double font_size;   /* 0: 11 */
  gboolean difference_only;
  const char *baseline_title, *run_title; /* after "Baseline:" and "This run:"; or NULL */
} ScopeCompareSceneOptions;

/* The two views have the ranges that belong together, and the palette of the run's view is that of all. `pairing` may be NULL.
 * Changes the views: give it copies. The getters wait. Free with scope_scene_free(). */
ScopeScene *scope_compare_scene_build (ScopeView *run, ScopeView *baseline, const ScopeTimeMap *map, ScopePairing *pairing,
                                       const ScopeCompareSceneOptions *options, ScopeTileGetter *run_getter,
                                       ScopeTileGetter *baseline_getter);
/* The baseline's view to the stretch that belongs to what the run's view shows; both get room for each other. */
void scope_compare_scene_link (ScopeView *run, ScopeView *baseline, const ScopeTimeMap *map);

G_END_DECLS
