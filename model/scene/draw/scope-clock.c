/* scope-clock.c: see scope-clock.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-clock.h"

#include "model/base/scope-format.h"

#include <glib/gi18n.h>
#include <math.h>

#define SECOND G_GINT64_CONSTANT (1000000000)

static gint64
seconds_of (gint64 ns)
{
  return ns >= 0 ? ns / SECOND : -((-ns + SECOND - 1) / SECOND);
}

/* Not in floating point: ns since 1970 have more digits. */
static gint64
wall_of (const ScopeClock *clock, double time)
{
  double whole = floor (time);
  __int128 ps = (__int128) whole * clock->tick_ps + (__int128) llround ((time - whole) * (double) clock->tick_ps);

  return clock->epoch + (gint64) (ps / 1000) - (ps % 1000 < 0 ? 1 : 0);
}

gboolean
scope_clock_find_epoch (ScopeTrace *trace, gint64 *ret_epoch)
{
  ScopeMachine *machine = scope_trace_machine (trace, 0);
  const char *text = machine != NULL ? scope_machine_find_info (machine, "wall_clock") : NULL;
  char *end;
  gint64 seconds, ns = 0;

  if (text == NULL)
    return FALSE;
  seconds = g_ascii_strtoll (text, &end, 10);
  if (end == text || seconds < 0 || seconds > G_MAXINT64 / SECOND - 1)
    return FALSE;
  if (*end == '.')
    {
      gint64 power = SECOND / 10;

      for (const char *p = end + 1; g_ascii_isdigit (*p) && power > 0; p++, power /= 10)
        ns += (*p - '0') * power;
    }
  *ret_epoch = seconds * SECOND + ns
               - (gint64) ((double) scope_trace_offset (trace, machine) * (double) scope_trace_tick_ps (trace) / 1000);
  return TRUE;
}

ScopeClock
scope_clock_of_trace (ScopeTrace *trace)
{
  gint64 start = scope_trace_zero (trace);

  return (ScopeClock) { .tick_ps = MAX (scope_trace_tick_ps (trace), 1), .zero = start, .start = start };
}

static gboolean
same_day (gint64 a, gint64 b)
{
  g_autoptr (GDateTime) first = g_date_time_new_from_unix_local (seconds_of (a));
  g_autoptr (GDateTime) last = g_date_time_new_from_unix_local (seconds_of (b));

  return first == NULL || last == NULL
         || (g_date_time_get_year (first) == g_date_time_get_year (last)
             && g_date_time_get_day_of_year (first) == g_date_time_get_day_of_year (last));
}

void
scope_clock_set_wall (ScopeClock *clock, ScopeTrace *trace)
{
  gint64 first, last;

  if (!scope_clock_find_epoch (trace, &clock->epoch))
    return;
  clock->wall = TRUE;
  scope_trace_range (trace, &first, &last);
  clock->dated = last > first && !same_day (wall_of (clock, (double) first), wall_of (clock, (double) last));
}

gboolean
scope_clock_equal (const ScopeClock *a, const ScopeClock *b)
{
  return a->tick_ps == b->tick_ps && a->zero == b->zero && a->start == b->start && a->wall == b->wall && a->dated == b->dated
         && (!a->wall || a->epoch == b->epoch);
}

gboolean
scope_clock_tells_start (const ScopeClock *clock)
{
  return !clock->wall && clock->zero == clock->start;
}

ScopeClock
scope_clock_from_start (const ScopeClock *clock)
{
  return (ScopeClock) { .tick_ps = clock->tick_ps, .zero = clock->start, .start = clock->start };
}

char *
scope_clock_of_day (gint64 ns, double step_ns, gboolean dated)
{
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *clock = NULL, *fraction = NULL;
  gint64 one = SECOND, seconds, rest;
  int digits = 0;

  for (; digits < 9 && step_ns < (double) one * (1 - 1e-9); digits++)
    one /= 10;
  ns += one / 2; /* to the nearest */
  seconds = seconds_of (ns);
  rest = ns - seconds * SECOND;
  time = g_date_time_new_from_unix_local (seconds);
  if (time == NULL)
    return g_strdup ("");
  clock = g_date_time_format (time, dated ? "%Y-%m-%d %H:%M:%S" : "%H:%M:%S");
  if (digits == 0)
    return g_steal_pointer (&clock);
  fraction = g_strdup_printf ("%09" G_GINT64_FORMAT, rest);
  return g_strdup_printf ("%s.%.*s", clock, digits, fraction);
}

char *
scope_clock_text (const ScopeClock *clock, double time, double resolution)
{
  if (clock->wall)
    return scope_clock_of_day (wall_of (clock, time), resolution * (double) clock->tick_ps / 1000, clock->dated);
  return scope_format_time (time - (double) clock->zero, clock->tick_ps, resolution);
}

char *
scope_clock_both (const ScopeClock *clock, double time, double resolution)
{
  g_autofree char *text = scope_clock_text (clock, time, resolution), *since = NULL;

  if (scope_clock_tells_start (clock))
    return g_steal_pointer (&text);
  since = scope_format_time (time - (double) clock->start, clock->tick_ps, resolution);
  /* TRANSLATORS: a time of day, or since a mark, and the same time since the start of the run: “14:03:22.51 (1.25 s)” */
  return g_strdup_printf (_("%s (%s)"), text, since);
}

char *
scope_clock_range (const ScopeClock *clock, double from, double to)
{
  g_autofree char *first = NULL, *last = NULL;
  double step = MAX ((to - from) / 30, 1);

  if (!clock->wall)
    return scope_format_time_range (from - (double) clock->zero, to - (double) clock->zero, clock->tick_ps);
  first = scope_clock_text (clock, from, step);
  last = scope_clock_text (clock, to, step);
  return g_strdup_printf (clock->dated ? "%s – %s" : "%s–%s", first, last);
}

char *
scope_clock_day (const ScopeClock *clock, double time)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (seconds_of (wall_of (clock, time)));

  return date != NULL ? g_date_time_format (date, "%Y-%m-%d") : g_strdup ("");
}
