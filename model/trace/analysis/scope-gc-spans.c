/* scope-gc-spans.c: see scope-gc-spans.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-gc-spans.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"

#define STEPS_BACK 4u /* intervals of a processor, from a collection's start */

gboolean
scope_span_follow (ScopeSpan *span, gint64 *until)
{
  span->from = MAX (span->from, *until);
  if (span->to <= span->from)
    return FALSE;
  *until = span->to;
  return TRUE;
}

void
scope_span_add (GArray *spans, gint64 from, gint64 to)
{
  gint64 until = spans->len > 0 ? g_array_index (spans, ScopeSpan, spans->len - 1).to : SCOPE_TIME_MIN;
  ScopeSpan span = { from, to };

  if (scope_span_follow (&span, &until))
    g_array_append_val (spans, span);
}

gboolean
scope_gc_span (ScopeMachine *machine, const gint64 *row, ScopeCollectionSpan *ret_span)
{
  if (row[SCOPE_COLLECTION_DURATION] == SCOPE_TABLE_NULL)
    return FALSE;
  ret_span->start = row[SCOPE_COLLECTION_START] + machine->offset;
  ret_span->end = ret_span->start + row[SCOPE_COLLECTION_DURATION];
  ret_span->request = ret_span->start - (row[SCOPE_COLLECTION_SYNC] != SCOPE_TABLE_NULL ? row[SCOPE_COLLECTION_SYNC] : 0);
  return TRUE;
}

GArray *
scope_collections_read (ScopeMachine *machine, GError **error)
{
  g_autoptr (GArray) collections = g_array_new (FALSE, FALSE, sizeof (ScopeCollectionSpan));
  ScopeCollectionSpan collection;
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_COLLECTIONS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
    if (scope_gc_span (machine, row, &collection))
      g_array_append_val (collections, collection);
  return scope_passed (local, error) ? g_steal_pointer (&collections) : NULL;
}

/* When the processor ran last before `time`, and what; TIME_MIN: not of late. */
static gint64
last_run (ScopeMachine *machine, guint32 processor, gint64 time, guint32 *ret_thread)
{
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processor)->lane;
  ScopeInterval interval;

  for (guint n = 0; n < STEPS_BACK && scope_lane_store_interval_at (machine->lanes, lane, time - 1, &interval, NULL); n++)
    {
      if (scope_code_state (interval.code) == SCOPE_STATE_RUNNING && interval.ref > 0
          && interval.ref <= scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
        {
          *ret_thread = interval.ref - 1;
          return MIN (interval.to, time);
        }
      time = interval.from;
    }
  return SCOPE_TIME_MIN;
}

guint32
scope_collection_find_late (ScopeMachine *machine, const ScopeCollectionSpan *span)
{
  gint64 latest = span->request - machine->offset;
  guint32 late = SCOPE_NONE;

  for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
    {
      guint32 thread = SCOPE_NONE;
      gint64 end = scope_machine_is_processor (machine, p) ? last_run (machine, p, span->start - machine->offset, &thread) : SCOPE_TIME_MIN;

      if (end > latest)
        late = thread;
      latest = MAX (latest, end);
    }
  return late;
}

GArray *
scope_receive_phases_read (ScopeMachine *machine, GError **error)
{
  g_autoptr (GArray) phases = g_array_new (FALSE, FALSE, sizeof (ScopeSpan));
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_RECEIVING], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
    scope_span_add (phases, row[SCOPE_RECEIVING_TIME] + machine->offset,
                    row[SCOPE_RECEIVING_TIME] + row[SCOPE_RECEIVING_DURATION] + machine->offset);
  return scope_passed (local, error) ? g_steal_pointer (&phases) : NULL;
}

GArray *
scope_gc_stops_read (ScopeMachine *machine, GError **error)
{
  g_autoptr (GArray) stops = g_array_new (FALSE, FALSE, sizeof (ScopeSpan));
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_CONCURRENT], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
    if (row[SCOPE_CONCURRENT_PHASE] == SCOPE_CONCURRENT_SYNC)
      scope_span_add (stops, row[SCOPE_CONCURRENT_START] + machine->offset,
                      row[SCOPE_CONCURRENT_START] + row[SCOPE_CONCURRENT_DURATION] + machine->offset);
  return scope_passed (local, error) ? g_steal_pointer (&stops) : NULL;
}

SCOPE_COMPARE_BY (compare_spans, ScopeSpan, SCOPE_UP (from))

static gboolean
are_in_order (const GArray *spans)
{
  for (guint i = 1; i < spans->len; i++)
    if (g_array_index (spans, ScopeSpan, i).from < g_array_index (spans, ScopeSpan, i - 1).from)
      return FALSE;
  return TRUE;
}

/* One array, in which they are read, sorted if they must be, and made to follow each other: there may be ten million of them. */
GArray *
scope_gc_spans_read (ScopeMachine *machine, GError **error)
{
  g_autoptr (GArray) spans = scope_gc_stops_read (machine, error);
  ScopeCollectionSpan collection;
  GError *local = NULL;
  gint64 until = SCOPE_TIME_MIN;
  guint n = 0;

  if (spans == NULL)
    return NULL;
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_COLLECTIONS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
    if (scope_gc_span (machine, row, &collection))
      {
        const ScopeSpan span = { collection.request, collection.end };

        g_array_append_val (spans, span);
      }
  if (!scope_passed (local, error))
    return NULL;
  if (!are_in_order (spans))
    g_array_sort (spans, compare_spans);
  for (guint i = 0; i < spans->len; i++)
    {
      ScopeSpan span = g_array_index (spans, ScopeSpan, i);

      if (scope_span_follow (&span, &until))
        g_array_index (spans, ScopeSpan, n++) = span;
    }
  g_array_set_size (spans, n);
  return g_steal_pointer (&spans);
}

guint
scope_gc_spans_before (const GArray *spans, gint64 time)
{
  return (guint) SCOPE_BISECT (spans->len, i, g_array_index (spans, ScopeSpan, i).from < time);
}
