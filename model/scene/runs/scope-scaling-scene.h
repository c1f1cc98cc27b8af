/* scope-scaling-scene.h: a scaling series as a picture.
 *
 *     title, legend
 *     speed-up     |          ideal /   _ _ _ _ Amdahl’s bound
 *                  |        /  _-´I       I: slowest to quickest run
 *                  |____/_I´______________ processors
 *     efficiency   |‾I--I___I     | Karp–Flatt    |  _-I
 *                  |______________|               |I´_______
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-scaling.h"
#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

typedef struct
{
  double width, height;
  double font_size;     /* 0: 11 */
  const ScopePalette *palette;
  gboolean log;         /* both axes of speed-up, and the processors of the others, logarithmic */
  guint pointed;        /* the point that stands out, SCOPE_NONE: none */
  const char *title;    /* over all; NULL: none */
} ScopeScalingSceneOptions;

void scope_scaling_scene_options_init (ScopeScalingSceneOptions *options);
/* Free with scope_scene_free(). */
ScopeScene *scope_scaling_scene_new (const ScopeScaling *scaling, const ScopeScalingSceneOptions *options);
/* The point nearest to that pixel; SCOPE_NONE: it lies in no plot. */
guint scope_scaling_scene_point_at (const ScopeScaling *scaling, const ScopeScalingSceneOptions *options, double x, double y);
/* "4 HECs: 310 ms (302–318 ms, 3 runs), speed-up 2.71, efficiency 67.8 %, Karp–Flatt 0.16". Free with g_free(). */
char *scope_scaling_dup_point_text (const ScopeScaling *scaling, guint point);

G_END_DECLS
