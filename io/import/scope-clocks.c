/* scope-clocks.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/import/scope-clocks.h"

#include "io/import/scope-import-private.h"

#include <stdlib.h>
#include <string.h>

/* 1990 to 2100 in 10^-8 s: what is outside was overflowed by a 32-bit Eden. */
#define EARLIEST (G_GUINT64_CONSTANT (631152000) * 100000000)
#define LATEST (G_GUINT64_CONSTANT (4102444800) * 100000000)

static gboolean
plausible (guint64 hundredths)
{
  return hundredths >= EARLIEST && hundredths <= LATEST;
}

/* Start-up time in 10^-8 s, 0 if there is none. An overflowed one keeps its low 32 bits: the exact value is the number
 * nearest to the wall clock that has them. */
static guint64
startup_of (const ScopeReplayClock *clock)
{
  guint64 wall, candidate;
  const guint64 period = G_GUINT64_CONSTANT (1) << 32;

  if (!clock->has_number || plausible (clock->startup))
    return clock->has_number ? clock->startup : 0;
  if (!clock->has_wall)
    return 0;
  wall = clock->wall_seconds * 100000000 + clock->wall_ns / 10;
  wall -= (guint64) ((clock->wall_time - clock->startup_time) / 10);
  candidate = (wall & ~(period - 1)) | (clock->startup & (period - 1));
  if (candidate > wall && candidate - wall > period / 2)
    candidate -= period;
  else if (wall > candidate && wall - candidate > period / 2)
    candidate += period;

  return plausible (candidate) ? candidate : 0;
}

/* Nanoseconds since 1970 at own time 0. */
static gboolean
origin_of (const ScopeReplayClock *clock, gint64 *ret_origin)
{
  guint64 startup = startup_of (clock);

  if (startup != 0)
    *ret_origin = (gint64) (startup * 10) - clock->startup_time;
  else if (clock->has_wall && plausible (clock->wall_seconds * 100000000))
    *ret_origin = (gint64) (clock->wall_seconds * G_GUINT64_CONSTANT (1000000000) + clock->wall_ns) - clock->wall_time;
  else
    return FALSE;

  return TRUE;
}

const char *
scope_clocks_align (ScopeTrace *trace, const ScopeReplayClock *clocks, guint n)
{
  gint64 zero = SCOPE_TIME_MAX;
  gboolean by_startup = FALSE, by_wall = FALSE;

  for (guint i = 0; i < n; i++)
    if (startup_of (&clocks[i]) != 0)
      {
        zero = MIN (zero, (gint64) (startup_of (&clocks[i]) * 10));
        by_startup = TRUE;
      }
  for (guint i = 0; i < n && !by_startup && n > 1; i++)
    {
      gint64 origin;
      if (origin_of (&clocks[i], &origin))
        {
          zero = MIN (zero, origin);
          by_wall = TRUE;
        }
    }
  for (guint i = 0; i < n; i++)
    {
      gint64 origin, offset = 0;

      if ((by_startup || by_wall) && origin_of (&clocks[i], &origin))
        offset = origin - zero;
      scope_trace_set_offset (trace, scope_trace_machine (trace, i), offset);
    }

  return by_startup ? "machine start-up" : by_wall ? "wall clock" : "none";
}

/* --- do they belong together? --- */

typedef struct
{
  gint64 first, last; /* trace time */
  guint machine;
} Extent;

static int
compare_first (const void *a, const void *b)
{
  const Extent *x = a, *y = b;

  return (x->first > y->first) - (x->first < y->first);
}

/* In the largest unit of which there are at least two. */
static char *
duration_text (gint64 ns)
{
  static const struct
  {
    const char *name;
    gint64 seconds;
  } units[] = { { "years", 31557600 }, { "days", 86400 }, { "hours", 3600 }, { "minutes", 60 } };
  gint64 seconds = ns / 1000000000;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (seconds >= 2 * units[i].seconds)
      return g_strdup_printf ("%" G_GINT64_FORMAT " %s", (seconds + units[i].seconds / 2) / units[i].seconds, units[i].name);

  return g_strdup_printf ("%" G_GINT64_FORMAT " seconds", seconds);
}

#define MINUTE G_GINT64_CONSTANT (60000000000)

/* Those of machines of which something is known, by their beginning; *ret_all: how long they lasted together. */
static Extent *
find_extents (ScopeTrace *trace, guint *ret_n, gint64 *ret_all)
{
  guint n = scope_trace_n_machines (trace);
  Extent *extents = g_new (Extent, n + 1u);

  *ret_n = 0;
  *ret_all = 0;
  for (guint i = 0; i < n; i++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, i);

      if (machine->n_events == 0)
        continue;
      extents[(*ret_n)++] = (Extent) { machine->first + machine->offset, machine->last + machine->offset, i };
      *ret_all += machine->last - machine->first;
    }
  qsort (extents, *ret_n, sizeof *extents, compare_first);
  return extents;
}

/* So long a silence between them is not of one run. */
static gboolean
is_apart (gint64 gap, gint64 all)
{
  return gap > MINUTE && gap / 10 > all;
}

guint
scope_import_part (ScopeTrace *trace, guint *runs)
{
  guint n, n_runs = 1;
  gint64 all, end = 0;
  g_autofree Extent *extents = find_extents (trace, &n, &all);

  memset (runs, 0, scope_trace_n_machines (trace) * sizeof *runs);
  for (guint i = 0; i < n; i++)
    {
      n_runs += i > 0 && is_apart (extents[i].first - end, all);
      runs[extents[i].machine] = n_runs - 1;
      end = i > 0 ? MAX (end, extents[i].last) : extents[i].last;
    }
  return n_runs;
}

char *
scope_import_separate_runs (ScopeTrace *trace)
{
  guint n;
  gint64 all, end, gap = 0;
  g_autofree Extent *extents = find_extents (trace, &n, &all);

  if (n < 2)
    return NULL;
  end = extents[0].last;
  for (guint i = 1; i < n; i++)
    {
      gap = MAX (gap, extents[i].first - end);
      end = MAX (end, extents[i].last);
    }

  return is_apart (gap, all) ? duration_text (gap) : NULL;
}
