/* scope-viewport.c: time to pixels and back, and the limits of zooming.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-viewport.h"

#include <math.h>

static double
whole (const ScopeViewport *v)
{
  return (double) (v->last - v->first);
}

static double
narrowest (const ScopeViewport *v)
{
  return MIN (v->width / SCOPE_VIEWPORT_MAX_PIXELS_PER_TICK, whole (v));
}

void
scope_viewport_init (ScopeViewport *v, gint64 first, gint64 last, int width)
{
  v->first = first;
  v->last = MAX (last, first + 1);
  v->width = MAX (width, 1);
  v->from = 0;
  v->to = v->span = whole (v);
}

gboolean
scope_viewport_equal (const ScopeViewport *a, const ScopeViewport *b)
{
  return a->first == b->first && a->last == b->last && a->from == b->from && a->span == b->span && a->width == b->width;
}

double
scope_viewport_scale (const ScopeViewport *v)
{
  return v->span / v->width;
}

gint64
scope_viewport_left (const ScopeViewport *v)
{
  return llround (v->from / scope_viewport_scale (v));
}

double
scope_viewport_x (const ScopeViewport *v, double ticks_after_first)
{
  return ticks_after_first / scope_viewport_scale (v) - scope_viewport_left (v);
}

double
scope_viewport_time_to_x (const ScopeViewport *v, gint64 time)
{
  return scope_viewport_x (v, (double) time - (double) v->first);
}

double
scope_viewport_x_to_ticks (const ScopeViewport *v, double x)
{
  return (x + scope_viewport_left (v)) * scope_viewport_scale (v);
}

gint64
scope_viewport_x_to_time (const ScopeViewport *v, double x)
{
  return v->first + llround (scope_viewport_x_to_ticks (v, x));
}

void
scope_viewport_get_range (const ScopeViewport *v, gint64 *ret_from, gint64 *ret_to)
{
  *ret_from = v->first + (gint64) floor (v->from);
  *ret_to = MAX (v->first + (gint64) ceil (v->to), *ret_from + 1);
}

gboolean
scope_viewport_set_range (ScopeViewport *v, double from, double to)
{
  double span = to - from, old_from = v->from, old_span = v->span;

  if (!isfinite (from) || !isfinite (to))
    return FALSE;
  if (span < narrowest (v))
    {
      from = (from + to) / 2 - narrowest (v) / 2;
      span = narrowest (v);
    }
  if (span >= whole (v))
    {
      from = 0;
      span = whole (v);
    }
  else
    from = CLAMP (from, 0, whole (v) - span);
  v->from = from;
  v->to = from + span;
  v->span = span;
  return from != old_from || span != old_span;
}

gboolean
scope_viewport_set_times (ScopeViewport *v, gint64 from, gint64 to)
{
  return scope_viewport_set_range (v, (double) from - (double) v->first, (double) to - (double) v->first);
}

gboolean
scope_viewport_is_whole (const ScopeViewport *v)
{
  return v->span >= whole (v);
}

gboolean
scope_viewport_set_width (ScopeViewport *v, int width)
{
  double scale = scope_viewport_scale (v);
  gboolean all = scope_viewport_is_whole (v);

  width = MAX (width, 1);
  if (width == v->width)
    return FALSE;
  v->width = width;
  if (!all)
    scope_viewport_set_range (v, v->from, v->from + scale * width);
  return TRUE;
}

gboolean
scope_viewport_set_whole (ScopeViewport *v, gint64 first, gint64 last)
{
  gboolean all = scope_viewport_is_whole (v);
  double shift = (double) first - (double) v->first;

  last = MAX (last, first + 1);
  if (first == v->first && last == v->last)
    return FALSE;
  v->first = first;
  v->last = last;
  if (all)
    {
      v->from = 0;
      v->to = v->span = whole (v);
    }
  else
    scope_viewport_set_range (v, v->from - shift, v->to - shift);
  return TRUE;
}

gboolean
scope_viewport_zoom (ScopeViewport *v, double x, double factor)
{
  double pivot = scope_viewport_x_to_ticks (v, x);
  double span = v->span;
  double left = x / v->width;
  double new_span;

  if (!(factor > 0) || !isfinite (factor))
    return FALSE;
  new_span = CLAMP (span / factor, narrowest (v), whole (v));
  return scope_viewport_set_range (v, pivot - left * new_span, pivot + (1 - left) * new_span);
}

gboolean
scope_viewport_move_to (ScopeViewport *v, double from)
{
  double old = v->from;

  v->from = CLAMP (from, 0, MAX (whole (v) - v->span, 0));
  v->to = v->from + v->span;
  return v->from != old;
}

gboolean
scope_viewport_pan (ScopeViewport *v, double dx)
{
  return scope_viewport_move_to (v, v->from + dx * scope_viewport_scale (v));
}

gboolean
scope_viewport_fit (ScopeViewport *v)
{
  return scope_viewport_set_range (v, 0, whole (v));
}

guint
scope_viewport_level (double scale)
{
  guint k = 0;

  while (k < 43 && (double) (G_GUINT64_CONSTANT (1) << (k + 1)) <= scale / 4)
    k++;
  return k;
}
