/* scope-ruler.h: ticks of a time axis: steps of 1, 2, 5, one unit, an offset when the span is small.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-format.h"
#include "scope-viewport.h"

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
/* The same as wall clock: `epoch_ns` is the wall clock at trace time 0 (ns since 1970), local time of day. */
char *scope_ruler_wall_label (const ScopeRuler *ruler, const ScopeViewport *viewport, gint64 tick_ps,
                              gint64 epoch_ns, guint i);
/* As scope_ruler_init(), for such labels: steps so far apart that none is wider than its step in letters of size `font`. */
void scope_ruler_init_wall (ScopeRuler *ruler, const ScopeViewport *viewport, gint64 tick_ps, double spacing, gint64 epoch_ns,
                            double font);
/* Local time of day, `ns` since 1970, as exact as times that are `step_ns` apart need. Free with g_free(). */
char *scope_ruler_clock_text (gint64 ns, double step_ns);

G_END_DECLS
