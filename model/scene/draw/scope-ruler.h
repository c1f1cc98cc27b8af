/* scope-ruler.h: ticks of a time axis: steps of 1, 2, 5, one unit, an offset when the span is small.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-clock.h"
#include "model/scene/draw/scope-viewport.h"

G_BEGIN_DECLS

typedef struct
{
  double step;        /* in ticks of the trace */
  double zero;        /* what is labelled 0, in ticks after the viewport's `first`: trace time 0, or `first` where
                         that is far off */
  double first;       /* first tick at or after the left edge, in ticks after the viewport's `first` */
  guint n;            /* ticks in view */
  double unit_ns;     /* ns of one unit: 1, 1e3, 1e6, 1e9 */
  const char *unit;   /* "ns", "µs", "ms", "s" */
  guint decimals;
  gboolean relative;  /* labels are offsets ("+120 µs") from `base` */
  double base;        /* in ticks after the viewport's `first` */
} ScopeRuler;

/* Steps at least `spacing` pixels apart. */
void scope_ruler_init (ScopeRuler *ruler, const ScopeViewport *viewport, gint64 tick_ps, double spacing);
/* The same with labels that count from `zero`, in ticks after the viewport's `first`; times before it are negative. */
void scope_ruler_init_at (ScopeRuler *ruler, const ScopeViewport *viewport, gint64 tick_ps, double spacing,
                          double zero);
/* The label of tick i: "1.25 s", "+120 µs"; free with g_free(). */
char *scope_ruler_label (const ScopeRuler *ruler, const ScopeViewport *viewport, gint64 tick_ps, guint i);
/* Ticks at whole seconds, minutes, hours, days of the wall clock, so far apart that no label is wider than its step in letters of size `font`. */
void scope_ruler_init_wall (ScopeRuler *ruler, const ScopeViewport *viewport, double spacing, const ScopeClock *clock, double font);
/* Their labels: local time of day; the day itself at midnight, if there is more than one. Free with g_free(). */
char *scope_ruler_wall_label (const ScopeRuler *ruler, const ScopeViewport *viewport, const ScopeClock *clock, guint i);

G_END_DECLS
