/* scope-longest.c: see scope-longest.h. States are found by way of the tallies in the index: a block is opened only if it has an
 * interval that is long enough; the number of all and how they are spread come from the tallies themselves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-longest-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-sift.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-intervals.h"
#include "model/trace/statistics/scope-statistics.h"
#include "model/trace/document/scope-query-range.h"

#include <stdlib.h>
#include <string.h>

#define CHECK_EVERY 64u

/* --- words --- */

static const char *const names[SCOPE_N_LONGEST]
    = { "waits", "ready", "running", "outside", "gc", "nobody-running", "sparks", "latency" };

static ScopeState
state_of (ScopeLongestKind kind)
{
  static const ScopeState states[]
      = { SCOPE_STATE_BLOCKED, SCOPE_STATE_RUNNABLE, SCOPE_STATE_RUNNING, SCOPE_STATE_OUTSIDE };

  return kind < G_N_ELEMENTS (states) ? states[kind] : SCOPE_STATE_ABSENT;
}

gboolean
scope_longest_parse (const char *text, ScopeLongestKind *ret_kind, guint *ret_code)
{
  const char *colon = strchr (text, ':');
  gsize n = colon != NULL ? (gsize) (colon - text) : strlen (text);

  *ret_code = SCOPE_NONE;
  for (guint k = 0; k < SCOPE_N_LONGEST; k++)
    if (strlen (names[k]) == n && strncmp (names[k], text, n) == 0)
      {
        *ret_kind = (ScopeLongestKind) k;
        if (colon == NULL)
          return TRUE;
        for (guint c = 0; c < SCOPE_N_CODES; c++)
          if (scope_code_state (c) == state_of (*ret_kind) && *scope_code_info (c)->reason != '\0'
              && strcmp (scope_code_info (c)->reason, colon + 1) == 0)
            {
              *ret_code = c;
              return TRUE;
            }
        return FALSE;
      }
  return FALSE;
}

gboolean
scope_longest_has (ScopeTrace *trace, ScopeLongestKind kind)
{
  switch (kind)
    {
    case SCOPE_LONGEST_COLLECTIONS:
      return scope_trace_has_rows (trace, SCOPE_TABLE_COLLECTIONS);
    case SCOPE_LONGEST_SPARKS:
      return scope_trace_has_rows (trace, SCOPE_TABLE_INSTANTS);
    case SCOPE_LONGEST_LATENCY:
      return scope_trace_has_rows (trace, SCOPE_TABLE_MESSAGES);
    case SCOPE_LONGEST_NOBODY:
      return scope_statistics_has_kind (trace, SCOPE_KIND_PROCESSOR);
    case SCOPE_LONGEST_WAITS:
    case SCOPE_LONGEST_READY:
    case SCOPE_LONGEST_RUNNING:
    case SCOPE_LONGEST_OUTSIDE:
    case SCOPE_N_LONGEST:
    default:
      return scope_statistics_has_kind (trace, SCOPE_KIND_THREAD);
    }
}

/* --- the heap --- */

/* Which comes first in the table: < 0 if a does. */
SCOPE_COMPARE_BY (compare_rows, ScopeLongestRow, SCOPE_COMPARE (y->to - y->from, x->to - x->from); SCOPE_UP (from)
                      SCOPE_UP (lane.machine) SCOPE_UP (lane.index) SCOPE_UP (tag))

static gboolean
is_after (const ScopeLongestRow *x, const ScopeLongestRow *y)
{
  return compare_rows (x, y) > 0;
}

/* Keeps the row if it is one of them; does not count it. */
static void
offer (ScopeLongestHeap *heap, const ScopeLongestRow *row)
{
  SCOPE_KEEP_FIRST (heap->longest->rows, ScopeLongestRow, heap->limit, row, is_after);
}

static gint64
least_kept (const ScopeLongestHeap *heap)
{
  const ScopeLongestRow *row = &g_array_index (heap->longest->rows, ScopeLongestRow, 0);

  return heap->longest->rows->len < heap->limit ? 0 : row->to - row->from;
}

void
scope_longest_count (ScopeLongestHeap *heap, const ScopeLongestRow *row)
{
  gint64 duration = row->to - row->from;
  guint class = MIN (scope_tally_class (duration), SCOPE_TALLY_CLASSES - 1);

  heap->longest->count++;
  heap->longest->classes[class].n++;
  heap->longest->classes[class].time += duration;
  offer (heap, row);
}

ScopeLongestRow
scope_longest_row (ScopeLaneId lane, gint64 from, gint64 to)
{
  return (ScopeLongestRow) { .from = from,
                             .to = to,
                             .lane = lane,
                             .code = SCOPE_NONE,
                             .task = SCOPE_NONE,
                             .processor = SCOPE_NONE,
                             .waker = SCOPE_NONE,
                             .waker_on = SCOPE_NONE,
                             .function = SCOPE_NONE,
                             .generation = SCOPE_TABLE_NULL,
                             .sync = SCOPE_TABLE_NULL,
                             .to_lane = lane,
                             .tag = SCOPE_TABLE_NULL,
                             .size = SCOPE_TABLE_NULL };
}

/* --- states --- */

typedef struct
{
  ScopeTallyHunt hunt;
  ScopeLongestHeap *heap;
  gint64 offset; /* of the machine of the lane */
  ScopeLaneId lane;
} Search;

static void
found (const ScopeInterval *interval, gpointer data)
{
  Search *search = data;
  ScopeIntervalFacts facts = scope_interval_facts (search->lane.kind, search->lane.index, interval);
  ScopeLongestRow row = scope_longest_row (search->lane, interval->from + search->offset, scope_time_add (interval->to, search->offset));

  row.code = facts.code;
  row.task = facts.task;
  row.processor = facts.processor;
  row.function = facts.function;
  offer (search->heap, &row);
  search->hunt.least = MAX (search->hunt.least, least_kept (search->heap));
}

static ScopeKind
lane_kind (const ScopeQueryRange *within)
{
  return within->lane != NULL && within->lane->kind != SCOPE_KIND_MACHINE ? within->lane->kind : SCOPE_KIND_THREAD;
}

/* Tallies all lanes, hunting for what is long if `search` is there. */
static gboolean
walk_lanes (const ScopeQueryRange *within, ScopeTally *tally, Search *search, GError **error)
{
  ScopeKind kind = lane_kind (within);
  guint64 all = 0, done = 0;

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    all += scope_machine_n_entities (scope_trace_machine (within->trace, m), kind);
  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, m);
      guint32 n = scope_machine_n_entities (machine, kind);
      gint64 from, to;

      scope_query_range_own_range (within, machine, &from, &to);
      for (guint32 i = 0; i < n; i++)
        {
          ScopeLaneId id = { m, kind, i };

          if (search != NULL)
            {
              search->lane = id;
              search->offset = scope_trace_offset (within->trace, machine);
            }
          if (scope_query_range_has_lane (within, id)
              && !scope_lane_store_tally (machine->lanes, scope_machine_entity (machine, kind, i)->lane, from, to, tally,
                                          error))
            return FALSE;
          if (++done % CHECK_EVERY == 0 && scope_query_range_cancelled (within, error))
            return FALSE;
          scope_query_range_progress (within, done, all);
        }
    }
  return !scope_query_range_cancelled (within, error);
}

/* Few lanes of many rows: it is quick to see first how all are spread, and so how long the shortest of the longest is at
 * least. For many small lanes that would be to read them twice. */
static gboolean
is_worth_a_look (const ScopeQueryRange *within)
{
  ScopeKind kind = lane_kind (within);
  guint64 n = 0;

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    n += scope_machine_n_entities (scope_trace_machine (within->trace, m), kind);
  return n < 2000;
}

static void
add_classes (const ScopeTally *tally, guint64 codes, ScopeLongest *longest)
{
  longest->count = 0;
  memset (longest->classes, 0, sizeof longest->classes);
  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if (tally->used & codes & ((guint64) 1 << c))
      for (guint i = 0; i < SCOPE_TALLY_CLASSES; i++)
        {
          longest->count += tally->codes[c].classes[i].n;
          longest->classes[i].n += tally->codes[c].classes[i].n;
          longest->classes[i].time += tally->codes[c].classes[i].time;
        }
}

/* The least duration that one of the `limit` longest can have. */
static gint64
least_of (const ScopeLongest *longest, guint limit)
{
  guint64 n = 0;

  for (guint c = SCOPE_TALLY_CLASSES; c-- > 0;)
    {
      n += longest->classes[c].n;
      if (n >= limit)
        return (gint64) 1 << c;
    }
  return 0;
}

static gboolean
find_states (const ScopeQueryRange *within, ScopeLongestKind kind, guint code, ScopeLongestHeap *heap, GError **error)
{
  g_autofree ScopeTally *tally = g_new (ScopeTally, 1);
  Search search = { .heap = heap };
  gboolean ok = TRUE;

  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if (scope_code_state (c) == state_of (kind) && (code == SCOPE_NONE || code == c))
      search.hunt.codes |= (guint64) 1 << c;
  search.hunt.func = found;
  search.hunt.user_data = &search;
  if (is_worth_a_look (within))
    {
      scope_tally_init (tally, 0, NULL);
      ok = walk_lanes (within, tally, NULL, error);
      add_classes (tally, search.hunt.codes, heap->longest);
      search.hunt.least = least_of (heap->longest, heap->limit);
      scope_tally_clear (tally);
    }
  scope_tally_init (tally, 0, &search.hunt);
  ok = ok && walk_lanes (within, tally, &search, error);
  add_classes (tally, search.hunt.codes, heap->longest);
  scope_tally_clear (tally);
  return ok;
}

gboolean
scope_longest_codes (const ScopeQueryRange *within, guint64 *ret_codes, GError **error)
{
  g_autofree ScopeTally *tally = g_new (ScopeTally, 1);
  gboolean ok;

  scope_tally_init (tally, 0, NULL);
  ok = walk_lanes (within, tally, NULL, error);
  if (ok)
    *ret_codes = tally->used;
  scope_tally_clear (tally);
  return ok;
}

/* --- all --- */

ScopeLongest *
scope_longest_find (const ScopeQueryRange *within, ScopeLongestKind kind, guint code, guint limit, GError **error)
{
  g_autoptr (ScopeLongest) longest = g_new0 (ScopeLongest, 1);
  ScopeLongestHeap heap = { longest, MAX (limit, 1) };
  gboolean ok;

  longest->rows = g_array_new (FALSE, FALSE, sizeof (ScopeLongestRow));
  if (kind == SCOPE_LONGEST_COLLECTIONS)
    ok = scope_longest_collections (within, &heap, error);
  else if (kind == SCOPE_LONGEST_NOBODY)
    ok = scope_longest_nobody (within, &heap, error);
  else if (kind == SCOPE_LONGEST_SPARKS)
    ok = scope_longest_sparks (within, &heap, error);
  else if (kind == SCOPE_LONGEST_LATENCY)
    ok = scope_longest_latency (within, &heap, error);
  else
    ok = find_states (within, kind, code, &heap, error);
  if (!ok)
    return NULL;
  g_array_sort (longest->rows, compare_rows);
  return g_steal_pointer (&longest);
}

/* --- who ended a wait --- */

static gboolean
find_waker (const ScopeQueryRange *within, ScopeLongestRow *row, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, row->lane.machine);
  gint64 end = row->to - scope_trace_offset (within->trace, machine);
  guint32 lane = scope_trace_lane (within->trace, row->lane);
  ScopeInterval next;
  GError *failed = NULL;

  if (lane == SCOPE_NONE || !scope_lane_store_interval_at (machine->lanes, lane, end, &next, &failed))
    {
      return scope_passed (failed, error);
    }
  if (next.from != end || scope_code_info (next.code)->ref != SCOPE_REF_WAKER || next.ref == 0
      || next.ref - 1 >= scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    return TRUE;
  row->waker = next.ref - 1;
  if (scope_lane_store_interval_at (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_THREAD, row->waker)->lane, end, &next,
                                    &failed))
    row->waker_on = scope_interval_facts (SCOPE_KIND_THREAD, row->waker, &next).processor;
  return scope_passed (failed, error);
}

gboolean
scope_longest_find_wakers (const ScopeQueryRange *within, ScopeLongest *longest, GError **error)
{
  for (guint i = 0; i < longest->rows->len; i++)
    {
      ScopeLongestRow *row = &g_array_index (longest->rows, ScopeLongestRow, i);

      if (row->lane.kind == SCOPE_KIND_THREAD && row->code != SCOPE_NONE && scope_code_state (row->code) == SCOPE_STATE_BLOCKED
          && !find_waker (within, row, error))
        return FALSE;
      if (i % 64 == 0 && scope_query_range_cancelled (within, error))
        return FALSE;
    }
  return TRUE;
}

void
scope_longest_free (ScopeLongest *longest)
{
  if (longest == NULL)
    return;
  g_clear_pointer (&longest->rows, g_array_unref);
  g_free (longest);
}
