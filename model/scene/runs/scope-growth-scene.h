/* scope-growth-scene.h: where the processors' time of a series of runs goes, as a picture: a bar a point, and one for what lies ahead.
 *
 *     100 % |  ##   ##   %%   %%        ▒ only one runs
 *           |  ##   ##   ##   %%        # running
 *       0 % |  ##___##___##___##__
 *              1    2    4    16 HECs
 *                           expected
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"
#include "model/trace/runs/scope-growth.h"

G_BEGIN_DECLS

typedef struct
{
  double width, height;
  double font_size;  /* 0: 11 */
  const ScopePalette *palette;
  guint pointed;     /* the bar that stands out, SCOPE_NONE: none */
  const char *title; /* over all; NULL: none */
} ScopeGrowthSceneOptions;

void scope_growth_scene_options_init (ScopeGrowthSceneOptions *options);
/* Free with scope_scene_free(). */
ScopeScene *scope_growth_scene_new (const ScopeGrowth *growth, const ScopeGrowthSceneOptions *options);
/* Bars, from the left: all points, and what lies ahead, if that is known. */
guint scope_growth_scene_n_bars (const ScopeGrowth *growth);
/* Which lies at that pixel; SCOPE_NONE: none. */
guint scope_growth_scene_bar_at (const ScopeGrowth *growth, const ScopeGrowthSceneOptions *options, double x);
/* "16 HECs: 10.7 ms: only one runs 53.0 %, running 43.2 %". Free with g_free(). */
char *scope_growth_dup_bar_text (const ScopeGrowth *growth, guint bar);

G_END_DECLS
