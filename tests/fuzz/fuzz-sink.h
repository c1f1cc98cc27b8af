/* fuzz-sink.h: a sink that only looks whether what it gets makes sense.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/replay/scope-sink.h"
#include "model/zoom/scope-call-store.h"

typedef struct
{
  ScopeSink parent;
  GPtrArray *entities[SCOPE_N_KINDS];
  guint32 n_lanes;
  guint64 n_functions;
  ScopeBytes *bytes;
  ScopeCallStore *calls;
} FuzzSink;

static guint32
sink_add_sharing (ScopeSink *sink, ScopeKind kind, guint64 number, guint32 lane)
{
  FuzzSink *self = (FuzzSink *) sink;
  ScopeEntity *entity = g_new0 (ScopeEntity, 1);

  g_assert_true (lane < self->n_lanes || (lane == SCOPE_NONE && kind == SCOPE_KIND_STRANGER));
  entity->number = number;
  entity->lane = lane;
  entity->first = SCOPE_TIME_MIN;
  entity->last = SCOPE_TIME_MAX;
  entity->parent = entity->parent_machine = entity->process = SCOPE_NONE;
  g_ptr_array_add (self->entities[kind], entity);

  return self->entities[kind]->len - 1;
}

static guint32
sink_add_entity (ScopeSink *sink, ScopeKind kind, guint64 number, gboolean counted, guint initial)
{
  return sink_add_sharing (sink, kind, number, ((FuzzSink *) sink)->n_lanes++);
}

static guint32
sink_add_counting (ScopeSink *sink, ScopeKind kind, guint64 number)
{
  return sink_add_sharing (sink, kind, number, ((FuzzSink *) sink)->n_lanes++);
}

static ScopeEntity *
sink_entity (ScopeSink *sink, ScopeKind kind, guint32 index)
{
  GPtrArray *entities = ((FuzzSink *) sink)->entities[kind];

  g_assert_cmpuint (index, <, entities->len);
  return g_ptr_array_index (entities, index);
}

static ScopeRow *
sink_rows (ScopeSink *sink, ScopeRow *rows, gsize n)
{
  if (rows == NULL)
    return g_new (ScopeRow, SCOPE_SINK_ROWS);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpuint (rows[i].lane, <, ((FuzzSink *) sink)->n_lanes);
  return rows;
}

static void
sink_time (ScopeSink *sink, guint32 lane, gint64 time)
{
  g_assert_cmpuint (lane, <, ((FuzzSink *) sink)->n_lanes);
}

static void
sink_life (ScopeSink *sink, guint32 lane, gint64 first, gint64 last)
{
  g_assert_cmpint (first, <=, last);
}

static void
sink_record (ScopeSink *sink, ScopeTableKind table, const gint64 *values)
{
  ((FuzzSink *) sink)->n_functions += table == SCOPE_TABLE_FUNCTIONS;
}

static gint64 *
sink_row (ScopeSink *sink, ScopeTableKind table)
{
  static gint64 row[64]; /* nobody looks at it */

  g_assert_cmpuint (scope_table_schema (table)->n_columns, <=, G_N_ELEMENTS (row));
  sink_record (sink, table, row);

  return row;
}

static guint64
sink_text (ScopeSink *sink, const char *text, gsize length)
{
  g_assert_true (g_utf8_validate (text, (gssize) length, NULL));
  return 0;
}

static void
sink_set_id (ScopeSink *sink, ScopeEntity *entity, const char *id)
{
  g_assert_true (g_utf8_validate (id, -1, NULL));
}

static void
sink_set_word (ScopeSink *sink, ScopeEntity *entity, const char *text, gsize length)
{
  g_assert_true (g_utf8_validate (text, (gssize) length, NULL));
}

static void
sink_info (ScopeSink *sink, const char *key, const char *value, gssize length)
{
}

static void
sink_message (ScopeSink *sink, const ScopeMessageEnd *end)
{
  g_assert_true (end->blind); /* Erlang's */
}

static void
sink_call (ScopeSink *sink, guint32 lane, gint64 time, guint code, guint32 function)
{
  FuzzSink *self = (FuzzSink *) sink;
  ScopeRow row = scope_row (lane, time, code, function);

  g_assert_cmpuint (lane, <, self->n_lanes);
  g_assert_cmpuint (SCOPE_CALL_OP (code), <=, SCOPE_CALL_COUNT);
  g_assert_true (function <= self->n_functions || scope_function_is_pseudo (function));
  g_assert_true (scope_call_store_add_rows (self->calls, &row, 1, NULL));
}

/* The sums of all stacks are made, and hold: every tick is one function's own. */
static inline void
fuzz_sink_check_calls (FuzzSink *self)
{
  g_assert_true (scope_call_store_finish (self->calls, NULL));
  for (guint32 lane = 0; lane < self->n_lanes; lane++)
    {
      gint64 last = scope_call_store_last (self->calls, lane), own = 0, total = 0;
      ScopeCallSums sums;

      if (last == SCOPE_TIME_MIN)
        continue;
      scope_call_sums_init (&sums, 10000);
      g_assert_true (scope_call_store_sum (self->calls, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, last, &sums, NULL, NULL));
      for (guint i = 0; i < sums.contexts->len; i++)
        {
          g_assert_cmpint (g_array_index (sums.contexts, ScopeCallContext, i).self, >=, 0);
          own += g_array_index (sums.contexts, ScopeCallContext, i).self;
        }
      for (guint i = 0; i < sums.pairs->len; i++)
        if (g_array_index (sums.pairs, ScopeCallPair, i).caller == SCOPE_NONE)
          total += g_array_index (sums.pairs, ScopeCallPair, i).total;
      g_assert_cmpint (own, ==, total);
      scope_call_sums_clear (&sums);
    }
}

static const ScopeSinkClass sink_class
    = { sink_add_entity, sink_add_counting, sink_add_sharing, sink_entity,   sink_rows, sink_life,    sink_time, sink_record, sink_row,
        sink_text,       sink_set_id,       sink_set_word,    sink_set_word, sink_set_word, sink_info, sink_message, sink_call };

static inline void
fuzz_sink_init (FuzzSink *sink)
{
  *sink = (FuzzSink) { .parent = { &sink_class }, .bytes = scope_bytes_new_memory () };
  sink->calls = scope_call_store_new (sink->bytes);
  for (guint k = 0; k < SCOPE_N_KINDS; k++)
    sink->entities[k] = g_ptr_array_new_with_free_func (g_free);
}

static inline void
fuzz_sink_clear (FuzzSink *sink)
{
  fuzz_sink_check_calls (sink);
  scope_call_store_free (sink->calls);
  scope_bytes_free (sink->bytes);
  for (guint k = 0; k < SCOPE_N_KINDS; k++)
    g_ptr_array_unref (sink->entities[k]);
}
