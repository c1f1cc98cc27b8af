/* scope-gem5-clock.c: the period of a core's clock, by the differences of its instructions' times, if nobody says it.
 *
 * It is what divides all of them, or of clocks that are no whole picoseconds the least that one in twenty has. What divides a
 * few differences may be anything: of a core that has told fewer than 64 nothing is said.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include "io/source/scope-text.h"

#include <string.h>

#define FEW 64u      /* differences: a first guess; less says nothing */
#define ENOUGH 1000u
#define LEAST 50u    /* ps: 20 GHz */
#define N_COUNTS 4096u /* differences below this are counted */

typedef struct
{
  gint64 tick;
  guint64 divisor;
  guint32 n;         /* differences that are not 0 */
  guint32 n_lines;   /* up to ENOUGH */
  guint32 *counts;   /* of small differences; NULL: not needed */
  gboolean seen;
} Core;

struct _ScopeGem5Clock
{
  GArray *cores;
  guint32 period;    /* of all; 0: not known */
  ScopeSimClockSource source;
};

static void
clear_core (gpointer data)
{
  g_free (((Core *) data)->counts);
}

ScopeGem5Clock *
scope_gem5_clock_new (void)
{
  ScopeGem5Clock *self = g_new0 (ScopeGem5Clock, 1);

  self->cores = g_array_new (FALSE, TRUE, sizeof (Core));
  g_array_set_clear_func (self->cores, clear_core);

  return self;
}

void
scope_gem5_clock_free (ScopeGem5Clock *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->cores);
  g_free (self);
}

void
scope_gem5_clock_set (ScopeGem5Clock *self, guint32 period, ScopeSimClockSource source)
{
  if (self->period == 0 || source <= self->source)
    {
      self->period = period;
      self->source = source;
    }
}

/* The least difference that one in twenty has. */
static guint32
frequent_difference (const Core *core)
{
  for (guint32 i = 1; i < N_COUNTS; i++)
    if (core->counts != NULL && core->counts[i] * 20u >= core->n)
      return i;

  return 0;
}

static guint32
period_of (const Core *core)
{
  if (core->divisor >= LEAST)
    return (guint32) MIN (core->divisor, G_MAXINT32);

  return core->n > 0 ? frequent_difference (core) : 0;
}

gboolean
scope_gem5_clock_add (ScopeGem5Clock *self, guint32 index, gint64 tick)
{
  guint64 difference;
  gboolean is_enough;
  Core *core;

  if (self->period != 0)
    return FALSE;
  if (index >= self->cores->len)
    g_array_set_size (self->cores, index + 1);
  core = &g_array_index (self->cores, Core, index);
  difference = tick > core->tick ? (guint64) tick - (guint64) core->tick : (guint64) core->tick - (guint64) tick;
  core->tick = tick;
  is_enough = core->n_lines + 1 == ENOUGH;
  core->n_lines = MIN (core->n_lines + 1, ENOUGH);
  if (!core->seen || difference == 0)
    {
      core->seen = TRUE;
      return is_enough;
    }
  core->n++;
  if (core->counts == NULL)
    core->counts = g_new0 (guint32, N_COUNTS);
  if (difference < N_COUNTS)
    core->counts[difference]++;
  if (core->divisor != 1 && (core->divisor == 0 || difference % core->divisor != 0))
    {
      core->divisor = scope_sim_common_divisor (core->divisor, difference);
      if (core->n_lines == ENOUGH)
        return is_enough || core->divisor >= LEAST;
    }

  return is_enough || core->n == FEW;
}

guint32
scope_gem5_clock_get (ScopeGem5Clock *self, guint32 index, ScopeSimClockSource *ret_source)
{
  Core *core;

  *ret_source = self->period != 0 ? self->source : SCOPE_SIM_CLOCK_INFERRED;
  if (self->period != 0)
    return self->period;
  if (index >= self->cores->len)
    return 0;
  core = &g_array_index (self->cores, Core, index);

  return core->n >= FEW ? period_of (core) : 0;
}

/* --- what the simulator writes beside the trace --- */

static gboolean
has (const char *text, gsize n, const char *what)
{
  return memmem (text, n, what, strlen (what)) != NULL;
}

/* The first number in it. */
static guint32
number_in (const char *text, gsize n)
{
  guint64 number = 0;

  while (n > 0 && !g_ascii_isdigit (*text))
    text++, n--;
  for (; n > 0 && g_ascii_isdigit (*text) && number < G_MAXINT32; text++, n--)
    number = number * 10 + (guint64) (*text - '0');

  return number < G_MAXINT32 ? (guint32) number : 0;
}

/* "[system.cpu_clk_domain]" and "clock=500" in it; "system.cpu_clk_domain.clock   500   # …". */
guint32
scope_gem5_read_period (const char *text, gsize n)
{
  gboolean in_cpu = FALSE;
  const char *line;
  gsize length;

  while (scope_next_part (&text, &n, '\n', &line, &length))
    {
      const char *blank = memchr (line, ' ', length);
      gsize name = blank != NULL ? (gsize) (blank - line) : length;

      if (length > 0 && *line == '[')
        in_cpu = has (line, length, "cpu") && !has (line, length, "cache") && !has (line, length, "bus");
      else if (in_cpu && length > 6 && scope_starts (line, length, "clock=") && number_in (line, length) > 0)
        return number_in (line, length);
      else if (name > 21 && memcmp (line + name - 21, ".cpu_clk_domain.clock", 21) == 0)
        return number_in (line + name, length - name);
    }

  return 0;
}
