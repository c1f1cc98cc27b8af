/* scope-coherence.c: see scope-coherence.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/locks/scope-coherence.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-key.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-sim-forms.h"
#include "model/trace/document/scope-query-range-rows.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define POSSIBLE 4

/* --- one by one --- */

static void
read_row (const gint64 *row, gint64 offset, guint32 machine, ScopeCoherenceMiss *ret)
{
  gint64 sharing = row[SCOPE_COHERENCE_SHARING], latency = row[SCOPE_COHERENCE_LATENCY];

  *ret = (ScopeCoherenceMiss) { .time = scope_time_add (row[SCOPE_COHERENCE_TIME], offset),
                                .taken = scope_time_add (row[SCOPE_COHERENCE_TAKEN], offset),
                                .line = (guint64) row[SCOPE_COHERENCE_LINE],
                                .processor = row[SCOPE_COHERENCE_PROCESSOR],
                                .by_processor = row[SCOPE_COHERENCE_BY_PROCESSOR],
                                .latency = latency == SCOPE_TABLE_NULL ? -1 : latency,
                                .machine = machine,
                                .function = (guint32) row[SCOPE_COHERENCE_FUNCTION],
                                .by_function = (guint32) row[SCOPE_COHERENCE_BY_FUNCTION],
                                .possible = (sharing & POSSIBLE) != 0 };
  sharing &= ~POSSIBLE;
  ret->sharing = sharing == 1 ? SCOPE_SHARING_TRUE : sharing == 2 ? SCOPE_SHARING_FALSE : SCOPE_SHARING_UNKNOWN;
}

typedef struct
{
  const ScopeQueryRange *within;
  ScopeCoherenceFunc func;
  gpointer user_data;
} Walk;

static void
take_row (ScopeMachine *machine, const gint64 *row, gint64 offset, gpointer user_data)
{
  Walk *walk = user_data;
  ScopeCoherenceMiss miss;

  read_row (row, offset, machine->index, &miss);
  if (miss.time >= walk->within->from && miss.time < walk->within->to
      && scope_query_range_has_processor (walk->within, machine, miss.processor))
    walk->func (&miss, walk->user_data);
}

gboolean
scope_coherence_each (const ScopeQueryRange *within, ScopeCoherenceFunc func, gpointer user_data, GError **error)
{
  Walk walk = { within, func, user_data };

  return scope_query_range_each_row (within, SCOPE_TABLE_COHERENCE, take_row, &walk, error);
}

const char *
scope_coherence_why_not (ScopeTrace *trace)
{
  const char *form = scope_sim_form_why_no_coherence (trace);

  if (scope_trace_has_rows (trace, SCOPE_TABLE_COHERENCE))
    return NULL;
  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_SIMULATION)
    return _("Only traces of a simulator record caches");
  if (!scope_trace_get_finished (trace))
    return NULL;
  if (form != NULL)
    return form;
  return _("No core missed a line because another core had taken it. Run the simulator with the debug flag Cache");
}

/* --- the list --- */

typedef struct
{
  GArray *misses;
  guint most;
  guint64 n;
} List;

SCOPE_COMPARE_BY (compare_misses, ScopeCoherenceMiss, SCOPE_UP (time) SCOPE_UP (machine) SCOPE_UP (processor) SCOPE_UP (line))

/* Twice as many as are wanted are sorted, and the later half forgotten. */
static void
take_miss (const ScopeCoherenceMiss *miss, gpointer user_data)
{
  List *list = user_data;

  list->n++;
  g_array_append_vals (list->misses, miss, 1);
  if (list->misses->len >= 2 * MAX (list->most, 1024u))
    {
      g_array_sort (list->misses, compare_misses);
      g_array_set_size (list->misses, list->most);
    }
}

GArray *
scope_coherence_list (const ScopeQueryRange *within, guint n, guint64 *ret_n, GError **error)
{
  List list = { g_array_new (FALSE, FALSE, sizeof (ScopeCoherenceMiss)), n, 0 };

  if (!scope_coherence_each (within, take_miss, &list, error))
    {
      g_array_unref (list.misses);
      return NULL;
    }
  g_array_sort (list.misses, compare_misses);
  g_array_set_size (list.misses, MIN (list.misses->len, n));
  if (ret_n != NULL)
    *ret_n = list.n;
  return list.misses;
}

/* --- sums --- */

typedef struct
{
  guint64 line;
  gint64 processor, by_processor;
  guint32 machine, function, by_function;
} Key;

typedef struct
{
  Key key; /* first */
  ScopeCoherenceSum sum;
  guint64 seen; /* bit p: processor p, modulo 64 */
} Entry;

typedef struct
{
  ScopeCoherencePer per;
  GHashTable *entries;
} Summing;

SCOPE_DEFINE_STATIC_KEY (key, Key, key->line, (guint64) key->processor, (guint64) key->by_processor, key->machine, key->function,
                         key->by_function)

static Entry *
find_entry (Summing *s, const ScopeCoherenceMiss *miss)
{
  Key key = { .processor = SCOPE_TABLE_NULL, .by_processor = SCOPE_TABLE_NULL, .machine = miss->machine };
  Entry *entry;

  if (s->per == SCOPE_COHERENCE_PER_LINE)
    key.line = miss->line;
  if (s->per == SCOPE_COHERENCE_PER_FUNCTION || s->per == SCOPE_COHERENCE_PER_PLACE)
    {
      key.function = miss->function;
      key.by_function = miss->by_function;
    }
  if (s->per == SCOPE_COHERENCE_PER_PROCESSOR || s->per == SCOPE_COHERENCE_PER_PLACE)
    {
      key.processor = miss->processor;
      key.by_processor = miss->by_processor;
    }
  entry = g_hash_table_lookup (s->entries, &key);
  if (entry != NULL)
    return entry;
  entry = g_new0 (Entry, 1);
  entry->key = key;
  entry->sum = (ScopeCoherenceSum) { .line = key.line, .processor = key.processor, .by_processor = key.by_processor,
                                     .machine = key.machine, .function = key.function,
                                     .by_function = key.by_function, .longest = *miss };
  g_hash_table_insert (s->entries, &entry->key, entry);
  return entry;
}

static void
add_miss (const ScopeCoherenceMiss *miss, gpointer user_data)
{
  Entry *entry = find_entry (user_data, miss);
  ScopeCoherenceSum *sum = &entry->sum;

  sum->count++;
  sum->known_false += miss->sharing == SCOPE_SHARING_FALSE;
  sum->known_true += miss->sharing == SCOPE_SHARING_TRUE;
  if (miss->latency >= 0)
    {
      sum->timed++;
      sum->latency += miss->latency;
      sum->latency_max = MAX (sum->latency_max, miss->latency);
    }
  if (miss->latency > sum->longest.latency || (miss->latency == sum->longest.latency && miss->time < sum->longest.time))
    sum->longest = *miss;
  entry->seen |= G_GUINT64_CONSTANT (1) << (miss->processor & 63);
  if (miss->by_processor != SCOPE_TABLE_NULL)
    entry->seen |= G_GUINT64_CONSTANT (1) << (miss->by_processor & 63);
}

SCOPE_COMPARE_BY (compare_sums, ScopeCoherenceSum, SCOPE_DOWN (latency) SCOPE_DOWN (count) SCOPE_UP (machine) SCOPE_UP (line)
                  SCOPE_UP (function) SCOPE_UP (by_function) SCOPE_UP (processor) SCOPE_UP (by_processor))

GArray *
scope_coherence_sum (const ScopeQueryRange *within, ScopeCoherencePer per, GError **error)
{
  g_autoptr (GHashTable) entries = g_hash_table_new_full (key_hash, key_equal, NULL, g_free);
  Summing s = { per, entries };
  GArray *sums;

  if (!scope_coherence_each (within, add_miss, &s, error))
    return NULL;
  sums = g_array_new (FALSE, FALSE, sizeof (ScopeCoherenceSum));
  SCOPE_EACH_VALUE (Entry, entry, entries)
    {
      for (guint64 bits = entry->seen; bits != 0; bits &= bits - 1)
        entry->sum.processors++;
      g_array_append_val (sums, entry->sum);
    }
  g_array_sort (sums, compare_sums);
  return sums;
}
