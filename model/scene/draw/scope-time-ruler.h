/* scope-time-ruler.h: the ruler that a view's times are read from: since the start, since a mark or by wall clock, as the person chose.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-ruler.h"
#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeRuler ruler;
  const ScopeViewport *viewport; /* borrowed */
  ScopeClock clock;
} ScopeTimeRuler;

/* Of the viewport, whose times the clock tells. Steps are at least `spacing` pixels apart, and as far as labels in
 * letters of size `font` need. */
void scope_time_ruler_init (ScopeTimeRuler *ruler, const ScopeClock *clock, const ScopeViewport *viewport, double spacing, double font);
/* Label of step i; free with g_free(). */
char *scope_time_ruler_label (const ScopeTimeRuler *ruler, guint i);
/* What all labels count from, if that is not zero: "1.2 s +"; of the wall clock the day: "2026-11-24"; else NULL. Free with g_free(). */
char *scope_time_ruler_dup_base (const ScopeTimeRuler *ruler);
/* The ruler of a chart that is no timeline: labels above a plot whose upper left corner is at x, y, and lines through it; what they count
 * from stands in the names to the left. */
void scope_time_ruler_add (ScopeScene *scene, const ScopeClock *clock, const ScopeViewport *viewport, double x, double y, double width,
                           double height, double font);

G_END_DECLS
