/* scope-forecast-scene.h: how long the run would have taken on other numbers of processors, as it is and changed, with what was measured.
 *
 *     title, legend
 *     ms |  o                o: measured, this run and others of the program
 *        |   ‾-_ _           ───: predicted
 *        |      ‾‾--__o__    - -: predicted with the changes
 *        |___________________ processors, logarithmic
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"
#include "model/trace/document/scope-trace.h"
#include "model/trace/findings/scope-forecast.h"

G_BEGIN_DECLS

/* A run of the same program that was measured. */
typedef struct
{
  guint processors;
  double duration; /* ns */
} ScopeMeasuredRun;

typedef struct
{
  double width, height;
  double font_size;          /* 0: 11 */
  const ScopePalette *palette;
  guint pointed;             /* the point that stands out; SCOPE_NONE */
  const ScopeMeasuredRun *measured;
  guint n_measured;
} ScopeForecastSceneOptions;

/* Free with scope_scene_free(). */
ScopeScene *scope_forecast_scene_new (ScopeTrace *trace, const ScopeForecastCurve *curve, const ScopeForecastSceneOptions *options);
/* The point nearest to that pixel; SCOPE_NONE: there is none. */
guint scope_forecast_scene_point_at (const ScopeForecastCurve *curve, const ScopeForecastSceneOptions *options, double x);
/* "8 HECs: 6.31 ms as it is, 3.90 ms with the changes". Free with g_free(). */
char *scope_forecast_dup_point_text (ScopeTrace *trace, const ScopeForecastCurve *curve, guint point);

G_END_DECLS
