/* scope-core-rates.c: see the header. What a counter grew by between two samples is spread evenly over the time between them; so the last
 * sample before the range and the first behind it are looked for, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-core-rates.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/statistics/scope-lost-times.h"

#include <math.h>
#include <string.h>

/* So many rows are read to find the samples before and behind the range. */
#define MOST_ASIDE 50000u
#define COUNTER(row) ((guint) (row)[SCOPE_COUNTER_NAME] - SCOPE_COUNTER_INSTRUCTIONS)

typedef struct
{
  gint64 time, value;
  gboolean known;
} Sample;

typedef struct
{
  ScopeCoreRates *rates;
  ScopeMachine *machine;
  gint64 from, to;       /* own clock */
  double scale;          /* slots per tick */
  Sample *samples;       /* the last ones: core * SCOPE_N_CORE_COUNTERS + counter */
  GHashTable *places;    /* number of a processor → place of the core + 1 */
  GCancellable *cancellable;
} Reader;

/* Place in `samples`, or −1: it is of no core. */
static gssize
place_of (const Reader *reader, const gint64 *row)
{
  guint core;

  if (!scope_counter_is_core ((guint) row[SCOPE_COUNTER_NAME]) || row[SCOPE_COUNTER_PROCESSOR] == SCOPE_TABLE_NULL)
    return -1;
  core = GPOINTER_TO_UINT (g_hash_table_lookup (reader->places, GUINT_TO_POINTER ((guint) row[SCOPE_COUNTER_PROCESSOR] + 1)));
  return core > 0 ? (gssize) ((core - 1) * SCOPE_N_CORE_COUNTERS + COUNTER (row)) : -1;
}

static void
add (float *slot, double amount)
{
  *slot = isnan (*slot) ? (float) amount : *slot + (float) amount;
}

static void
spread (const Reader *reader, float *slots, gint64 from, gint64 to, double amount)
{
  double x0 = ((double) from - (double) reader->from) * reader->scale, x1 = ((double) to - (double) reader->from) * reader->scale;
  guint n = reader->rates->n_slots;

  if (x1 < 0 || x0 >= n)
    return;
  if (floor (x0) == floor (x1))
    {
      if (x0 >= 0)
        add (&slots[(guint) x0], amount);
      return;
    }
  for (guint s = (guint) MAX (x0, 0); s < n && s < x1; s++)
    add (&slots[s], amount * (MIN (x1, s + 1.0) - MAX (x0, (double) s)) / (x1 - x0));
}

static void
take (Reader *reader, const gint64 *row)
{
  gssize place = place_of (reader, row);
  Sample *last;

  if (place < 0)
    return;
  last = &reader->samples[place];
  if (last->known && row[SCOPE_COUNTER_TIME] >= last->time && row[SCOPE_COUNTER_VALUE] >= last->value)
    spread (reader, reader->rates->growth[COUNTER (row)] + (gsize) place / SCOPE_N_CORE_COUNTERS * reader->rates->n_slots, last->time,
            row[SCOPE_COUNTER_TIME], (double) row[SCOPE_COUNTER_VALUE] - (double) last->value);
  *last = (Sample) { row[SCOPE_COUNTER_TIME], row[SCOPE_COUNTER_VALUE], TRUE };
}

/* The last samples before the range, in ever longer stretches; a simulator's statistics may have begun long before the trace. */
static void
read_before (Reader *reader)
{
  guint n_samples = reader->rates->n_cores * SCOPE_N_CORE_COUNTERS, found = 0, n = 0;
  gint64 end = reader->from, width = MAX ((reader->to - reader->from) / 4, 1);

  while (end > SCOPE_TIME_MIN && n < MOST_ASIDE && found < n_samples && !g_cancellable_is_cancelled (reader->cancellable))
    {
      gint64 begin = end > reader->machine->first && end - reader->machine->first > width ? end - width : SCOPE_TIME_MIN;

      SCOPE_EACH_ROW (row, reader->machine->tables[reader->rates->table], begin, end, reader->cancellable, NULL)
        {
          gssize place = place_of (reader, row);
          Sample *sample = place >= 0 ? &reader->samples[place] : NULL;

          if (n++ == MOST_ASIDE)
            break;
          if (sample == NULL || row[SCOPE_COUNTER_TIME] < begin || row[SCOPE_COUNTER_TIME] >= end
              || (sample->known && sample->time >= end))
            continue;
          if (sample->known && row[SCOPE_COUNTER_TIME] < sample->time)
            continue;
          found += !sample->known;
          *sample = (Sample) { row[SCOPE_COUNTER_TIME], row[SCOPE_COUNTER_VALUE], TRUE };
        }
      end = begin;
      width = width > G_MAXINT64 / 4 ? G_MAXINT64 : width * 4;
    }
}

static void
read_slot (Reader *reader, gint64 from, gint64 to, guint most)
{
  guint n = 0;

  SCOPE_EACH_ROW (row, reader->machine->tables[reader->rates->table], from, to, reader->cancellable, NULL)
    {
      if (row[SCOPE_COUNTER_TIME] < from || row[SCOPE_COUNTER_TIME] >= to)
        continue;
      if (n++ == most)
        break;
      take (reader, row);
    }
}

/* All rows if they are not too many, else the first ones of each slot. */
static void
read_range (Reader *reader, guint budget)
{
  guint n = reader->rates->n_slots, share = MAX (budget / MAX (n, 1), MIN (2 * SCOPE_N_CORE_COUNTERS * reader->rates->n_cores, 640));

  if (scope_table_estimate (reader->machine->tables[reader->rates->table], reader->from, reader->to) <= budget)
    {
      read_slot (reader, reader->from, reader->to, G_MAXUINT);
      return;
    }
  for (guint s = 0; s < n && !g_cancellable_is_cancelled (reader->cancellable); s++)
    read_slot (reader, reader->from + (gint64) (s / reader->scale), reader->from + (gint64) ((s + 1) / reader->scale), share);
}

/* The first samples behind the range, of those that had one before. */
static void
read_behind (Reader *reader)
{
  guint n_samples = reader->rates->n_cores * SCOPE_N_CORE_COUNTERS, left = 0, n = 0;

  for (guint i = 0; i < n_samples; i++)
    left += reader->samples[i].known;
  if (left == 0)
    return;
  SCOPE_EACH_ROW (row, reader->machine->tables[reader->rates->table], reader->to, SCOPE_TIME_MAX, reader->cancellable, NULL)
    {
      gssize place = place_of (reader, row);

      if (n++ == MOST_ASIDE)
        break;
      if (place < 0 || row[SCOPE_COUNTER_TIME] < reader->to || !reader->samples[place].known)
        continue;
      take (reader, row);
      reader->samples[place].known = FALSE;
      if (--left == 0)
        break;
    }
}

/* Where events are missing nobody knows what was counted. */
static void
clear_lost (const Reader *reader)
{
  g_autoptr (GArray) lost = scope_lost_times (reader->machine);
  guint n = reader->rates->n_slots;

  SCOPE_EACH (const ScopeLostTime, time, lost)
    {
      double x0 = ceil (((double) time->from - (double) reader->from) * reader->scale - 1e-6);
      double x1 = floor (((double) time->to - (double) reader->from) * reader->scale + 1e-6);
      guint only = time->processor != SCOPE_NO_PROCESSOR
                       ? GPOINTER_TO_UINT (g_hash_table_lookup (reader->places, GUINT_TO_POINTER (time->processor + 1u)))
                       : 0;

      for (guint c = 0; c < reader->rates->n_cores; c++)
        for (guint s = (guint) MAX (x0, 0); s < n && s < x1 && (only == 0 || only == c + 1); s++)
          for (guint k = 0; k < SCOPE_N_CORE_COUNTERS; k++)
            reader->rates->growth[k][c * n + s] = NAN;
    }
}

static int
compare_numbers (gconstpointer a, gconstpointer b, gpointer machine)
{
  SCOPE_COMPARE (scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, *(const guint32 *) a)->number,
                 scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, *(const guint32 *) b)->number);
  return 0;
}

static ScopeCoreRates *
rates_new (ScopeMachine *machine, guint n_slots, GHashTable *places)
{
  ScopeCoreRates *rates = g_new0 (ScopeCoreRates, 1);

  rates->machine = machine->index;
  rates->n_cores = (guint) MIN (scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR), SCOPE_CORE_RATES_CORES);
  rates->n_slots = n_slots;
  rates->cores = g_new (guint32, rates->n_cores + 1);
  for (guint k = 0; k < SCOPE_N_CORE_COUNTERS; k++)
    {
      rates->growth[k] = g_new (float, (gsize) rates->n_cores * n_slots + 1);
      for (gsize i = 0; i < (gsize) rates->n_cores * n_slots; i++)
        rates->growth[k][i] = NAN;
    }
  for (guint c = 0; c < rates->n_cores; c++)
    rates->cores[c] = c;
  g_qsort_with_data (rates->cores, (gint) rates->n_cores, sizeof *rates->cores, compare_numbers, machine);
  for (guint c = 0; c < rates->n_cores; c++)
    g_hash_table_insert (places, GUINT_TO_POINTER (scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, rates->cores[c])->number + 1),
                         GUINT_TO_POINTER (c + 1));
  return rates;
}

ScopeCoreRates *
scope_core_rates_read (ScopeTrace *trace, ScopeMachine *machine, ScopeTableKind table, gint64 from, gint64 to, guint n_slots, guint budget,
                       GCancellable *cancellable)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autofree Sample *samples = NULL;
  gint64 offset = scope_trace_offset (trace, machine);
  Reader reader = { .machine = machine, .from = from - offset, .to = to - offset, .places = places, .cancellable = cancellable };
  gboolean any = FALSE;

  if (machine->tables[table] == NULL || to <= from || n_slots == 0)
    return NULL;
  reader.rates = rates_new (machine, n_slots, places);
  reader.rates->table = table;
  reader.scale = n_slots / ((double) to - (double) from);
  samples = reader.samples = g_new0 (Sample, reader.rates->n_cores * SCOPE_N_CORE_COUNTERS + 1);
  read_before (&reader);
  read_range (&reader, budget);
  for (guint i = 0; i < reader.rates->n_cores * SCOPE_N_CORE_COUNTERS; i++)
    any |= samples[i].known;
  read_behind (&reader);
  clear_lost (&reader);
  if (any && !g_cancellable_is_cancelled (cancellable))
    return reader.rates;
  scope_core_rates_free (reader.rates);
  return NULL;
}

void
scope_core_rates_free (ScopeCoreRates *rates)
{
  if (rates == NULL)
    return;
  for (guint k = 0; k < SCOPE_N_CORE_COUNTERS; k++)
    g_free (rates->growth[k]);
  g_free (rates->cores);
  g_free (rates);
}

double
scope_core_rates_growth (const ScopeCoreRates *rates, guint counter, guint core, guint slot, guint end)
{
  const float *growth = rates->growth[counter - SCOPE_COUNTER_INSTRUCTIONS];
  double sum = NAN;

  for (guint c = core == SCOPE_NONE ? 0 : core; c < (core == SCOPE_NONE ? rates->n_cores : core + 1); c++)
    for (guint s = slot; s < MIN (end, rates->n_slots); s++)
      if (!isnan (growth[(gsize) c * rates->n_slots + s]))
        sum = (isnan (sum) ? 0 : sum) + growth[(gsize) c * rates->n_slots + s];
  return sum;
}

guint
scope_core_ratio_counter (ScopeCoreRatio ratio)
{
  return ratio == SCOPE_CORE_IPC ? SCOPE_COUNTER_INSTRUCTIONS : SCOPE_COUNTER_L1D_MISSES + (ratio - SCOPE_CORE_L1D);
}

double
scope_core_rates_ratio (const ScopeCoreRates *rates, ScopeCoreRatio ratio, guint core, guint slot, guint end)
{
  double part = scope_core_rates_growth (rates, scope_core_ratio_counter (ratio), core, slot, end);
  double whole = scope_core_rates_growth (rates, ratio == SCOPE_CORE_IPC ? SCOPE_COUNTER_CYCLES : SCOPE_COUNTER_INSTRUCTIONS, core, slot, end);

  /* Less than one of it is what rounding leaves of a pause. */
  if (isnan (part) || isnan (whole) || whole <= 0)
    return NAN;
  return part / whole * (ratio == SCOPE_CORE_IPC ? 1 : 1000);
}
