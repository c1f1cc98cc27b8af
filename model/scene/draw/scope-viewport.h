/* scope-viewport.h: which stretch of time is spread over how many pixels.
 *
 * A plain struct, changed by the functions below only, so that a worker thread can keep its copy. Visible times are doubles relative to
 * `first`: at 8 pixels per tick fractions of ticks matter, and absolute times may need all 63 bits.
 *
 * *World pixels*: pixel n of the whole trace at this scale begins n × scale ticks after `first`. Columns, strips
 * and raster tiles lie on that grid, so that panning moves pixels and never remakes them:
 *
 *     first                     from                              to            last
 *     |----------------------------|==============================|---------------|
 *     0   world pixels        left |0      view pixels       width|
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_VIEWPORT_MAX_PIXELS_PER_TICK 8.0

typedef struct
{
  gint64 first, last; /* the whole trace, in trace time */
  double from, to;    /* visible, in ticks after `first`; to > from */
  double span;        /* to - from, kept apart so that panning leaves the scale the same to the last bit */
  int width;          /* pixels of [from, to), at least 1 */
} ScopeViewport;

/* The whole trace over `width` pixels. last <= first is taken as one tick. */
void scope_viewport_init (ScopeViewport *viewport, gint64 first, gint64 last, int width);
/* TRUE if both show the same of the same trace. */
gboolean scope_viewport_equal (const ScopeViewport *a, const ScopeViewport *b);
/* Ticks per pixel. */
double scope_viewport_scale (const ScopeViewport *viewport);
/* World pixel of the view's left edge. */
gint64 scope_viewport_left (const ScopeViewport *viewport);
/* View pixel of a time (trace time), and back. */
double scope_viewport_x (const ScopeViewport *viewport, double ticks_after_first);
double scope_viewport_time_to_x (const ScopeViewport *viewport, gint64 time);
double scope_viewport_x_to_ticks (const ScopeViewport *viewport, double x);
gint64 scope_viewport_x_to_time (const ScopeViewport *viewport, double x);
/* The visible range as trace times, rounded outwards. */
void scope_viewport_get_range (const ScopeViewport *viewport, gint64 *ret_from, gint64 *ret_to);

/* All changes clamp: not wider than the whole trace, not finer than 8 pixels per tick, never outside. TRUE if
 * anything changed. */
gboolean scope_viewport_set_range (ScopeViewport *viewport, double from, double to);
gboolean scope_viewport_set_times (ScopeViewport *viewport, gint64 from, gint64 to);
/* Keeps scale if the view is zoomed in, else the whole. */
gboolean scope_viewport_set_width (ScopeViewport *viewport, int width);
/* The trace has grown. A view of the whole stays one of the whole. */
gboolean scope_viewport_set_whole (ScopeViewport *viewport, gint64 first, gint64 last);
/* factor > 1 zooms in; the time under view pixel x stays there. */
gboolean scope_viewport_zoom (ScopeViewport *viewport, double x, double factor);
/* The left edge to so many ticks after `first`; the scale stays the same to the last bit. */
gboolean scope_viewport_move_to (ScopeViewport *viewport, double from);
/* By pixels; positive shows what is later. */
gboolean scope_viewport_pan (ScopeViewport *viewport, double dx);
gboolean scope_viewport_fit (ScopeViewport *viewport);
gboolean scope_viewport_is_whole (const ScopeViewport *viewport);

/* The zoom level whose bins make this scale's columns: the largest k with 2^k <= scale / 4, at least 0. */
guint scope_viewport_level (double scale);

G_END_DECLS
