/* scope-ticks.c: see scope-ticks.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/profile/scope-ticks.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-intervals.h"

#include <math.h>
#include <string.h>

/* --- what there is --- */

gboolean
scope_ticks_in_machine (ScopeMachine *machine)
{
  ScopeTable *samples = machine->tables[SCOPE_TABLE_BAND_SAMPLES];

  return samples != NULL && scope_table_n_rows (samples) > 0
         && (scope_machine_find_info (machine, "profile_period_ns") != NULL || scope_machine_find_info (machine, "stack_samples") != NULL);
}

guint
scope_ticks_profile (ScopeMachine *machine)
{
  return scope_machine_find_info (machine, "profile_period_ns") == NULL && scope_machine_find_info (machine, "stack_samples") != NULL
             ? SCOPE_PROFILE_STACK
             : SCOPE_PROFILE_TIME;
}

gboolean
scope_ticks_in_lane (ScopeTrace *trace, ScopeLaneId lane)
{
  ScopeMachine *machine = lane.machine < scope_trace_n_machines (trace) ? scope_trace_machine (trace, lane.machine) : NULL;

  return machine != NULL && (lane.kind == SCOPE_KIND_PROCESSOR || lane.kind == SCOPE_KIND_THREAD)
         && lane.index < scope_machine_n_entities (machine, lane.kind) && scope_ticks_in_machine (machine);
}

gint64
scope_ticks_period (ScopeMachine *machine)
{
  const char *text = scope_machine_find_last_info (machine, "profile_period_ns");

  return text != NULL ? MAX (g_ascii_strtoll (text, NULL, 10), 0) : 0;
}

/* --- lanes --- */

/* While a thread was on a processor, own clock. */
typedef struct
{
  gint64 from, to;
  gint64 processor; /* number */
} Run;

SCOPE_COMPARE_BY (compare_runs, Run, SCOPE_UP (processor) SCOPE_UP (from))

typedef struct
{
  gboolean all;
  GHashTable *processors; /* of gint64: numbers */
  GHashTable *threads;    /* the same: indices */
  GArray *runs;           /* of Run, in order: of the threads, if processors are sampled */
} Lanes;

static void
lanes_clear (Lanes *lanes)
{
  g_hash_table_unref (lanes->processors);
  g_hash_table_unref (lanes->threads);
  g_array_unref (lanes->runs);
}

static void
add_number (GHashTable *numbers, gint64 number)
{
  g_hash_table_add (numbers, g_memdup2 (&number, sizeof number));
}

static gboolean
add_thread (Lanes *lanes, const ScopeQueryRange *within, ScopeMachine *machine, guint32 index, GError **error)
{
  GError *local = NULL;
  gint64 from, to;

  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_INTERVAL_OF (facts, scope_intervals (machine, SCOPE_KIND_THREAD, index, scope_machine_entity (machine, SCOPE_KIND_THREAD, index)->lane,
                                                  from, to, FALSE, within->cancellable), &local)
    if (facts.state == SCOPE_STATE_RUNNING && facts.processor != SCOPE_NONE)
      {
        const Run run = { facts.from, facts.to, (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, facts.processor)->number };

        g_array_append_val (lanes->runs, run);
      }
  return scope_passed (local, error);
}

static gboolean
lanes_init (Lanes *lanes, const ScopeQueryRange *within, ScopeMachine *machine, const ScopeLaneId *ids, guint n, GError **error)
{
  gboolean ok = TRUE;

  *lanes = (Lanes) { n == 0, g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
                     g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL), g_array_new (FALSE, FALSE, sizeof (Run)) };
  for (guint i = 0; i < n && ok; i++)
    {
      if (ids[i].machine != machine->index || !scope_ticks_in_lane (within->trace, ids[i]))
        continue;
      if (ids[i].kind == SCOPE_KIND_PROCESSOR)
        add_number (lanes->processors, (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, ids[i].index)->number);
      else if (scope_ticks_profile (machine) == SCOPE_PROFILE_STACK)
        add_number (lanes->threads, ids[i].index);
      else
        ok = add_thread (lanes, within, machine, ids[i].index, error);
    }
  g_array_sort (lanes->runs, compare_runs);
  return ok;
}

static gboolean
is_on_lanes (const Lanes *lanes, const gint64 *row)
{
  const Run *runs = (const Run *) (const void *) lanes->runs->data;
  gint64 processor = row[SCOPE_BAND_SAMPLE_PROCESSOR], time = row[SCOPE_BAND_SAMPLE_TIME];
  gsize place;

  if (lanes->all || g_hash_table_contains (lanes->processors, &processor))
    return TRUE;
  if (row[SCOPE_BAND_SAMPLE_PROFILE] == SCOPE_PROFILE_STACK)
    return g_hash_table_contains (lanes->threads, &row[SCOPE_BAND_SAMPLE_VALUE]);
  place = SCOPE_BISECT (lanes->runs->len, i, runs[i].processor < processor || (runs[i].processor == processor && runs[i].from <= time));
  return place > 0 && runs[place - 1].processor == processor && time < runs[place - 1].to;
}

/* --- counting --- */

/* As GHC's own report leaves it out. */
gboolean
scope_ticks_is_elsewhere (const ScopeBand *band)
{
  static const char *const words[] = { "GC", "IDLE", "SYSTEM", "OVERHEAD_of", "DONT_CARE" };

  if (band->under != 0 || g_strcmp0 (band->location, "<built-in>") != 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (band->text, words[i]) == 0)
      return TRUE;
  return FALSE;
}

gboolean
scope_ticks_count (const ScopeQueryRange *within, ScopeMachine *machine, const ScopeLaneId *lanes, guint n_lanes, GArray *bands,
                   ScopeTickCounts *ret_counts, GError **error)
{
  const gint64 profile = scope_ticks_profile (machine);
  GError *local = NULL;
  gint64 from, to;
  Lanes on;

  *ret_counts = (ScopeTickCounts) { g_new0 (guint64, bands->len + 1u), bands->len, 0 };
  scope_query_range_own_range (within, machine, &from, &to);
  if (lanes_init (&on, within, machine, lanes, n_lanes, &local))
    SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_BAND_SAMPLES], from, to, within->cancellable, &local)
      {
        gint64 band = row[SCOPE_BAND_SAMPLE_BAND], time = row[SCOPE_BAND_SAMPLE_TIME];

        if (row[SCOPE_BAND_SAMPLE_PROFILE] == profile && band > 0 && band <= bands->len && time >= from && time < to && is_on_lanes (&on, row))
          ret_counts->bands[band]++;
      }
  lanes_clear (&on);
  for (guint i = 1; i <= bands->len; i++)
    if (scope_ticks_is_elsewhere (&g_array_index (bands, ScopeBand, i - 1)))
      {
        ret_counts->elsewhere += ret_counts->bands[i];
        ret_counts->bands[i] = 0;
      }
    else
      ret_counts->bands[0] += ret_counts->bands[i];
  if (local != NULL)
    scope_tick_counts_clear (ret_counts);
  return scope_passed (local, error);
}

void
scope_tick_counts_clear (ScopeTickCounts *counts)
{
  g_clear_pointer (&counts->bands, g_free);
}

char *
scope_ticks_function (GArray *bands, guint32 place)
{
  const ScopeBand *band = &g_array_index (bands, ScopeBand, place - 1);

  if (band->text == NULL)
    return g_strdup ("unknown");
  if (band->module == NULL || strcmp (band->module, band->text) == 0) /* MAIN of MAIN */
    return g_strdup (band->text);
  return g_strdup_printf ("%s.%s", band->module, band->text);
}

void
scope_sample_bounds (double k, double n, double *ret_low, double *ret_high)
{
  const double z = 1.959963984540054, z2 = z * z;
  double p = n > 0 ? k / n : 0, middle = n > 0 ? (p + z2 / (2 * n)) / (1 + z2 / n) : 0.5;
  double half = n > 0 ? z * sqrt (p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n) : 0.5;

  *ret_low = k <= 0 ? 0 : MAX (middle - half, 0);
  *ret_high = k >= n ? 1 : MIN (middle + half, 1);
}
