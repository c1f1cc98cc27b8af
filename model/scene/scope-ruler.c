/* scope-ruler.c: steps and labels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-ruler.h"
#include "scope-scene.h"

#include "model/trace/scope-trace.h"

#include <math.h>
#include <string.h>

#define LABEL_GAP 14 /* pixels between labels */

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

char *
scope_ruler_clock_text (gint64 ns, double step_ns)
{
  gint64 seconds = ns >= 0 ? ns / 1000000000 : -((-ns + 999999999) / 1000000000);
  gint64 rest = ns - seconds * 1000000000;
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (seconds);
  g_autofree char *clock = NULL, *fraction = NULL;
  int digits = 0;

  if (time == NULL)
    return g_strdup ("");
  clock = g_date_time_format (time, "%H:%M:%S");
  while (digits < 9 && step_ns < pow (10, 9 - digits) * (1 - 1e-9))
    digits++;
  if (digits == 0)
    return g_steal_pointer (&clock);
  fraction = g_strdup_printf ("%09" G_GINT64_FORMAT, rest);
  return g_strdup_printf ("%s.%.*s", clock, digits, fraction);
}

char *
scope_ruler_wall_label (const ScopeRuler *ruler, const ScopeViewport *viewport, gint64 tick_ps, gint64 epoch_ns,
                        guint i)
{
  double tick_ns = (double) MAX (tick_ps, 1) / 1000;
  gint64 ns = epoch_ns + (gint64) llround (((double) viewport->first + ruler->first + i * ruler->step) * tick_ns);

  return scope_ruler_clock_text (ns, ruler->step * tick_ns);
}

/* Fewer digits are needed where steps are wider, never more. */
void
scope_ruler_init_wall (ScopeRuler *ruler, const ScopeViewport *viewport, gint64 tick_ps, double spacing, gint64 epoch_ns,
                       double font)
{
  g_autofree char *label = NULL;

  scope_ruler_init (ruler, viewport, tick_ps, spacing);
  label = scope_ruler_wall_label (ruler, viewport, tick_ps, epoch_ns, 0);
  scope_ruler_init (ruler, viewport, tick_ps, MAX (spacing, scope_text_width (label, font) + LABEL_GAP));
}
