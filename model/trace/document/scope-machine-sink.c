/* scope-machine-sink.c: a machine as the sink of its replay.
 *
 * Rows travel in batches of 4,096 (scope-batch-queue.h): with a thread of their own, storing them (packing, summing, writing)
 * overlaps with decoding and replaying, which halves the time of a trace of a single machine on two processors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-event.h"
#include "model/base/scope-paged.h"
#include "model/trace/document/scope-batch-queue.h"
#include "model/trace/document/scope-helpers.h"
#include "model/trace/document/scope-machine-private.h"

#include <string.h>

/* Rows of a table that wait to be added together: millions of wake-ups would lock the table one by one. */
#define HELD 32u
typedef struct
{
  guint n, n_columns;
  gint64 *values; /* HELD rows; NULL until there is one */
} Held;

typedef struct
{
  ScopeSink parent;
  ScopeMachine *machine;
  Held held[SCOPE_N_TABLES];
  ScopeRow *calls; /* that wait to be added together; room for SCOPE_SINK_ROWS */
  gsize n_calls;
  ScopeMessageFunc message_func;
  gpointer user_data;
  gsize memory;
  gboolean following; /* whoever follows says until when all is known */
  gboolean said_too_much;
  const char *last_id; /* that an entity got */
  ScopeBatchQueue *queue; /* NULL: rows are stored where they come from */
  GMutex error_lock;
  GError *error;   /* the first one */
} MachineSink;

static void
keep_error (MachineSink *self, GError *error)
{
  g_mutex_lock (&self->error_lock);
  if (self->error == NULL)
    self->error = error;
  else
    g_error_free (error);
  g_mutex_unlock (&self->error_lock);
}

/* A row may come this much after rows of later times: the end of a collection shows only at its leader's next event. */
#define LATE_TICKS 1000000

static void
store (MachineSink *self, const ScopeRow *rows, gsize n)
{
  ScopeLaneStore *lanes = self->machine->lanes;
  GError *error = NULL;

  if (!scope_lane_store_add_rows (lanes, rows, n, &error))
    keep_error (self, error);
  /* Only now, and no further than what is stored: who looks must not take a row that is on its way for idleness. */
  if (n > 0 && !self->following)
    scope_lane_store_set_watermark (lanes, scope_row_time (&rows[n - 1]) - LATE_TICKS);
  if (scope_lane_store_memory (lanes) > self->memory)
    {
      error = NULL;
      if (!scope_lane_store_shrink (lanes, self->memory / 2, &error))
        keep_error (self, error);
    }
  scope_paged_trim ();
}

static void
store_calls (MachineSink *self, const ScopeRow *rows, gsize n)
{
  ScopeCallStore *calls = self->machine->calls;
  GError *error = NULL;

  if (!scope_call_store_add_rows (calls, rows, n, &error))
    keep_error (self, error);
  if (scope_call_store_memory (calls) > self->memory)
    {
      error = NULL;
      if (!scope_call_store_shrink (calls, self->memory / 2, &error))
        keep_error (self, error);
    }
}

/* On the thread that stores. */
static void
store_batch (gpointer data, const ScopeBatch *batch)
{
  if (batch->calls)
    store_calls (data, batch->rows, batch->n);
  else
    store (data, batch->rows, batch->n);
}

static guint32
sink_add_entity (ScopeSink *sink, ScopeKind kind, guint64 number, gboolean counted, guint initial)
{
  ScopeMachine *machine = ((MachineSink *) sink)->machine;
  guint32 index, lane;

  if (counted && machine->threads_lane == SCOPE_NONE)
    machine->threads_lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREADS, SCOPE_CODE_ABSENT, SCOPE_NONE);
  if (kind == SCOPE_KIND_MACHINE)
    {
      machine->lane = scope_lane_store_add_lane (machine->lanes, kind, initial, SCOPE_NONE);
      return machine->lane;
    }
  lane = scope_lane_store_add_lane (machine->lanes, kind, initial, counted ? machine->threads_lane : SCOPE_NONE);
  scope_machine_add_entity (machine, kind, number, lane, &index);

  return index;
}

static guint32
sink_add_counting (ScopeSink *sink, ScopeKind kind, guint64 number)
{
  ScopeMachine *machine = ((MachineSink *) sink)->machine;
  guint32 index, lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREADS, SCOPE_CODE_ABSENT, SCOPE_NONE);

  scope_machine_add_entity (machine, kind, number, lane, &index);

  return index;
}

static guint32
sink_add_sharing (ScopeSink *sink, ScopeKind kind, guint64 number, guint32 lane)
{
  guint32 index;

  scope_machine_add_entity (((MachineSink *) sink)->machine, kind, number, lane, &index);

  return index;
}

static ScopeEntity *
sink_entity (ScopeSink *sink, ScopeKind kind, guint32 index)
{
  return scope_machine_entity (((MachineSink *) sink)->machine, kind, index);
}

static void
release (MachineSink *self, guint table)
{
  Held *held = &self->held[table];
  GError *error = NULL;

  if (held->n > 0 && !scope_table_add_rows (self->machine->tables[table], held->values, held->n, &error))
    keep_error (self, error);
  held->n = 0;
}

static gint64 *
sink_row (ScopeSink *sink, ScopeTableKind table)
{
  MachineSink *self = (MachineSink *) sink;
  Held *held = &self->held[table];

  if (G_UNLIKELY (held->values == NULL))
    held->values = g_new (gint64, (gsize) HELD * held->n_columns);
  if (held->n == HELD)
    release (self, table);

  return held->values + (gsize) held->n++ * held->n_columns;
}

static void
sink_record (ScopeSink *sink, ScopeTableKind table, const gint64 *values)
{
  MachineSink *self = (MachineSink *) sink;
  gint64 *row = sink_row (sink, table);

  if (table == SCOPE_TABLE_RECEIVING)
    self->machine->receiving += values[SCOPE_RECEIVING_DURATION];
  for (guint c = 0; c < self->held[table].n_columns; c++)
    row[c] = values[c];
}

static void
send_rows (MachineSink *self, ScopeRow *rows, gsize n, gboolean calls)
{
  const ScopeBatch batch = { rows, n, calls, NULL };

  scope_batch_queue_send (self->queue, &batch);
}

static void
release_calls (MachineSink *self)
{
  if (self->n_calls == 0)
    return;
  if (self->queue == NULL)
    store_calls (self, self->calls, self->n_calls);
  else
    {
      send_rows (self, self->calls, self->n_calls, TRUE);
      self->calls = scope_batch_queue_take (self->queue);
    }
  self->n_calls = 0;
}

static void
sink_call (ScopeSink *sink, guint32 lane, gint64 time, guint code, guint32 function)
{
  MachineSink *self = (MachineSink *) sink;

  if (self->calls == NULL)
    self->calls = g_new (ScopeRow, SCOPE_SINK_ROWS);
  self->calls[self->n_calls++] = scope_row (lane, time, code, function);
  if (self->n_calls == SCOPE_SINK_ROWS)
    release_calls (self);
}

static ScopeRow *
sink_rows (ScopeSink *sink, ScopeRow *rows, gsize n)
{
  MachineSink *self = (MachineSink *) sink;

  /* Before the rows: their times say until when all is known. */
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    release (self, t);
  release_calls (self);
  if (self->queue == NULL)
    {
      if (rows == NULL)
        return g_new (ScopeRow, SCOPE_SINK_ROWS);
      store (self, rows, n);
      return rows;
    }
  if (rows != NULL)
    send_rows (self, rows, n, FALSE);

  return scope_batch_queue_take (self->queue);
}

static void
sink_life (ScopeSink *sink, guint32 lane, gint64 first, gint64 last)
{
  scope_lane_store_set_life (((MachineSink *) sink)->machine->lanes, lane, first, last);
}

static void
sink_known_until (ScopeSink *sink, guint32 lane, gint64 time)
{
  scope_lane_store_set_known_until (((MachineSink *) sink)->machine->lanes, lane, time);
}

static guint64
sink_text (ScopeSink *sink, const char *text, gsize length)
{
  MachineSink *self = (MachineSink *) sink;
  GError *error = NULL;
  guint64 id = scope_machine_add_text (self->machine, text, length, &error);

  if (error != NULL)
    keep_error (self, error);

  return id;
}

static char *
insert (ScopeMachine *machine, const char *text, gssize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, length);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&machine->lock);

  /* Labels repeat: a thousand threads called "worker" cost one string. */
  return (char *) g_string_chunk_insert_const (machine->strings, valid);
}

static void
sink_set_id (ScopeSink *sink, ScopeEntity *entity, const char *id)
{
  MachineSink *self = (MachineSink *) sink;

  /* No two have the same one but a process and its thread, which come one after the other. */
  if (self->last_id == NULL || strcmp (self->last_id, id) != 0)
    {
      g_autofree char *valid = g_utf8_make_valid (id, -1);
      g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->machine->lock);

      self->last_id = g_string_chunk_insert (self->machine->strings, valid);
    }
  entity->id = (char *) self->last_id;
}

static void
sink_set_name (ScopeSink *sink, ScopeEntity *entity, const char *text, gsize length)
{
  ScopeMachine *machine = ((MachineSink *) sink)->machine;

  entity->name = insert (machine, text, (gssize) length);
  scope_helpers_note (machine, entity);
}

static void
sink_set_entry (ScopeSink *sink, ScopeEntity *entity, const char *text, gsize length)
{
  entity->entry = insert (((MachineSink *) sink)->machine, text, (gssize) length);
}

static void
sink_set_reason (ScopeSink *sink, ScopeEntity *entity, const char *text, gsize length)
{
  entity->reason = insert (((MachineSink *) sink)->machine, text, (gssize) length);
}

static void
sink_info (ScopeSink *sink, const char *key, const char *value, gssize length)
{
  MachineSink *self = (MachineSink *) sink;
  ScopeMachine *machine = self->machine;
  g_autofree char *valid = g_utf8_make_valid (value, length);
  const ScopeLoss loss = { machine->index, SCOPE_NO_PROCESSOR, .reason = (char *) "the trace says more of its program than is kept: 4 MB" };

  if (scope_machine_add_info (machine, key, valid) || self->said_too_much)
    return;
  self->said_too_much = TRUE;
  scope_machine_add_loss (machine, &loss);
}

static void
sink_message (ScopeSink *sink, const ScopeMessageEnd *end)
{
  MachineSink *self = (MachineSink *) sink;

  if (self->message_func != NULL)
    self->message_func (self->machine, end, self->user_data);
}

static const ScopeSinkClass sink_class
    = { sink_add_entity, sink_add_counting, sink_add_sharing, sink_entity,    sink_rows, sink_life,    sink_known_until,
        sink_record,     sink_row,          sink_text,        sink_set_id,    sink_set_name, sink_set_entry,
        sink_set_reason, sink_info,         sink_message,     sink_call };

ScopeSink *
scope_machine_open_sink (ScopeMachine *machine, gboolean threaded, gsize memory, ScopeMessageFunc message_func,
                         gpointer user_data)
{
  MachineSink *self = g_new0 (MachineSink, 1);

  g_assert (machine->sink == NULL && machine->lanes == NULL);
  self->parent.klass = &sink_class;
  self->machine = machine;
  self->memory = memory;
  self->message_func = message_func;
  self->user_data = user_data;
  g_mutex_init (&self->error_lock);
  machine->lanes = scope_lane_store_new (machine->bytes);
  if (machine->keepers != NULL)
    scope_lane_store_set_keepers (machine->lanes, machine->keepers);
  if (machine->of == NULL)
    machine->calls = scope_call_store_new (machine->bytes);
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    {
      if (machine->of == NULL)
        machine->tables[t] = scope_table_new ((ScopeTableKind) t, machine->bytes);
      self->held[t].n_columns = scope_table_schema ((ScopeTableKind) t)->n_columns;
    }
  if (threaded)
    self->queue = scope_batch_queue_new ("lanes", SCOPE_SINK_ROWS, store_batch, self);
  machine->sink = &self->parent;

  return machine->sink;
}

void
scope_machine_set_keepers (ScopeMachine *machine, ScopeKeepers *keepers)
{
  g_assert (machine->keepers == NULL);
  machine->keepers = scope_keepers_ref (keepers);
  if (machine->lanes != NULL)
    scope_lane_store_set_keepers (machine->lanes, keepers);
}

void
scope_machine_follow (ScopeMachine *machine)
{
  MachineSink *self = (MachineSink *) machine->sink;

  g_assert (self->queue == NULL);
  self->following = TRUE;
}

/* Waits until all rows handed over are stored. */
static void
drain (ScopeMachine *machine)
{
  MachineSink *self = (MachineSink *) machine->sink;

  for (guint t = 0; self != NULL && t < SCOPE_N_TABLES; t++)
    {
      release (self, t);
      g_clear_pointer (&self->held[t].values, g_free);
    }
  if (self == NULL)
    return;
  release_calls (self);
  g_clear_pointer (&self->queue, scope_batch_queue_free);
}

void
scope_machine_sink_free (ScopeSink *sink)
{
  MachineSink *self = (MachineSink *) sink;

  if (self == NULL)
    return;
  drain (self->machine);
  g_free (self->calls);
  g_mutex_clear (&self->error_lock);
  g_clear_error (&self->error);
  g_free (self);
}

const GError *
scope_machine_error (ScopeMachine *machine)
{
  MachineSink *self = (MachineSink *) machine->sink;
  const GError *error;

  if (self == NULL)
    return NULL;
  g_mutex_lock (&self->error_lock);
  error = self->error;
  g_mutex_unlock (&self->error_lock);

  return error;
}

gboolean
scope_machine_finish (ScopeMachine *machine, gint64 end, GError **error)
{
  MachineSink *self = (MachineSink *) machine->sink;
  GError *local = NULL;

  drain (machine);
  if (!scope_lane_store_finish (machine->lanes, end, &local))
    keep_error (self, g_steal_pointer (&local));
  local = NULL;
  if (machine->of == NULL && !scope_call_store_finish (machine->calls, &local))
    keep_error (self, local);
  for (guint t = 0; t < SCOPE_N_TABLES && machine->of == NULL; t++)
    {
      local = NULL;
      if (!scope_table_finish (machine->tables[t], &local))
        keep_error (self, local);
    }
  if (scope_machine_error (machine) != NULL)
    {
      if (error != NULL)
        *error = g_error_copy (scope_machine_error (machine));
      return FALSE;
    }

  return TRUE;
}
