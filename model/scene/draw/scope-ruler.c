/* scope-ruler.c: steps and labels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-ruler.h"
#include "model/scene/draw/scope-scene.h"

#include "model/trace/document/scope-trace.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define LABEL_GAP 14 /* pixels between labels */
#define DAY G_GINT64_CONSTANT (86400000000000)

/* The smallest 1-2-5 step of at least `least`. */
static double
nice_step (double least)
{
  double power = pow (10, floor (log10 (least)));
  static const double steps[] = { 1, 2, 5, 10 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * power >= least * (1 - 1e-9))
      return steps[i] * power;
  return 10 * power;
}

void
scope_ruler_init (ScopeRuler *ruler, const ScopeViewport *viewport, gint64 tick_ps, double spacing)
{
  scope_ruler_init_at (ruler, viewport, tick_ps, spacing,
                       (double) scope_trace_zero_of (viewport->first, viewport->last) - (double) viewport->first);
}

void
scope_ruler_init_at (ScopeRuler *ruler, const ScopeViewport *viewport, gint64 tick_ps, double spacing, double zero)
{
  double tick_ns = (double) MAX (tick_ps, 1) / 1000, scale = scope_viewport_scale (viewport);
  double step_ns = nice_step (MAX (spacing, 1) * scale * tick_ns);
  double left = scope_viewport_x_to_ticks (viewport, 0), right = scope_viewport_x_to_ticks (viewport, viewport->width);
  double span_ns = (right - left) * tick_ns;
  double value;
  guint u;

  /* Whole days, not powers of ten of seconds. */
  if (step_ns > (double) DAY / 2)
    step_ns = nice_step (MAX (MAX (spacing, 1) * scale * tick_ns, (double) DAY) / (double) DAY) * (double) DAY;
  ruler->zero = zero;
  ruler->step = step_ns / tick_ns;
  /* Offsets where labels from the start would have many digits that never change. */
  ruler->relative = span_ns < 1e6 && fabs (left - zero) * tick_ns > 10 * span_ns;
  ruler->base = ruler->zero;
  if (ruler->relative)
    ruler->base += floor ((left - ruler->zero) / (ruler->step * 10)) * ruler->step * 10;
  ruler->first = ruler->base + ceil ((left - ruler->base) / ruler->step - 1e-9) * ruler->step;
  ruler->n = right >= ruler->first ? (guint) floor ((right - ruler->first) / ruler->step + 1e-9) + 1 : 0;
  u = scope_format_unit (MAX (MAX (fabs (right - ruler->base), fabs (left - ruler->base)) * tick_ns, step_ns));
  /* One unit finer rather than more than two decimals. */
  if (u > 0 && step_ns < scope_format_unit_ns (u) / 100 * (1 - 1e-9))
    u--;
  ruler->unit = scope_format_unit_name (u);
  ruler->unit_ns = scope_format_unit_ns (u);
  ruler->decimals = 0;
  if (step_ns >= (double) DAY)
    {
      ruler->unit = _("d");
      ruler->unit_ns = (double) DAY;
    }
  for (value = step_ns / ruler->unit_ns; value < 1 - 1e-9 && ruler->decimals < 9; value *= 10)
    ruler->decimals++;
}

char *
scope_ruler_label (const ScopeRuler *ruler, const ScopeViewport *viewport, gint64 tick_ps, guint i)
{
  double tick_ns = (double) MAX (tick_ps, 1) / 1000;
  double at = ruler->first + i * ruler->step - ruler->base;
  double value = at * tick_ns / ruler->unit_ns;

  if (fabs (value) < pow (10, -(double) ruler->decimals) / 2)
    value = 0;
  return g_strdup_printf ("%s%.*f %s", ruler->relative ? "+" : "", (int) ruler->decimals, value, ruler->unit);
}

/* --- wall clock --- */

/* Midnight, local time, of the day that `ns` lies in. */
static gint64
midnight_of (gint64 ns)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (ns / 1000000000), midnight = NULL;

  if (time == NULL)
    return ns;
  midnight = g_date_time_new_local (g_date_time_get_year (time), g_date_time_get_month (time), g_date_time_get_day_of_month (time), 0, 0, 0);
  return g_date_time_to_unix (midnight) * 1000000000;
}

/* Steps of time of day: seconds and minutes go by 60, hours by 24. */
static double
wall_step (double least_ns)
{
  static const int seconds[] = { 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400 };

  if (least_ns <= 5e8)
    return nice_step (least_ns);
  for (guint i = 0; i < G_N_ELEMENTS (seconds); i++)
    if (seconds[i] * 1e9 >= least_ns * (1 - 1e-9))
      return seconds[i] * 1e9;
  return nice_step (least_ns / (double) DAY) * (double) DAY;
}

static gint64
wall_at (const ScopeRuler *ruler, const ScopeViewport *viewport, const ScopeClock *clock, guint i)
{
  double ticks = ruler->first + i * ruler->step, tick_ns = (double) clock->tick_ps / 1000;

  return clock->epoch + (gint64) ((__int128) viewport->first * clock->tick_ps / 1000) + (gint64) llround (ticks * tick_ns);
}

char *
scope_ruler_wall_label (const ScopeRuler *ruler, const ScopeViewport *viewport, const ScopeClock *clock, guint i)
{
  double step_ns = ruler->step * (double) clock->tick_ps / 1000;
  gint64 ns = wall_at (ruler, viewport, clock, i);
  g_autofree char *text = scope_clock_of_day (ns, step_ns, clock->dated);
  char *space = strchr (text, ' ');

  /* The day stands at midnight, instead of it. An hour more or less where clocks are changed is no other day. */
  if (space == NULL)
    return g_steal_pointer (&text);
  if (step_ns < (double) DAY * (1 - 1e-9) && ABS (ns - midnight_of (ns)) > (gint64) (step_ns / 2))
    return g_strdup (space + 1);
  *space = '\0';
  return g_steal_pointer (&text);
}

void
scope_ruler_init_wall (ScopeRuler *ruler, const ScopeViewport *viewport, double spacing, const ScopeClock *clock, double font)
{
  double tick_ns = (double) clock->tick_ps / 1000, scale = scope_viewport_scale (viewport) * tick_ns;
  double left = scope_viewport_x_to_ticks (viewport, 0), right = scope_viewport_x_to_ticks (viewport, viewport->width), width;
  gint64 start = clock->epoch + (gint64) ((__int128) viewport->first * clock->tick_ps / 1000);
  g_autofree char *label = NULL, *day = NULL;

  /* Fewer digits are needed where steps are wider, never more. */
  label = scope_clock_of_day (start, wall_step (MAX (spacing, 1) * scale), FALSE);
  day = clock->dated ? g_strdup ("2000-00-00") : NULL;
  width = MAX (scope_text_width (label, font), day != NULL ? scope_text_width (day, font) : 0);
  *ruler = (ScopeRuler) { .step = wall_step (MAX (spacing, width + LABEL_GAP) * scale) / tick_ns };
  /* Ticks stand at whole seconds, minutes, days of the clock, not of the run. */
  ruler->zero = (double) (midnight_of (ruler->step * tick_ns > (double) DAY ? start : start + (gint64) (left * tick_ns)) - start) / tick_ns;
  ruler->base = ruler->zero;
  ruler->first = ruler->zero + ceil ((left - ruler->zero) / ruler->step - 1e-9) * ruler->step;
  ruler->n = right >= ruler->first ? (guint) floor ((right - ruler->first) / ruler->step + 1e-9) + 1 : 0;
  ruler->unit = scope_format_unit_name (4);
  ruler->unit_ns = scope_format_unit_ns (4);
}
