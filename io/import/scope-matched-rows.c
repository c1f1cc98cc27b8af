/* scope-matched-rows.c: see scope-matched-rows.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/import/scope-matched-rows.h"

#include "model/base/scope-fail.h"

#include <string.h>

#define BATCH_ROWS 1024u
#define BATCHES 4u

typedef struct
{
  guint32 machine;
  ScopeTableKind kind;
  gint64 until;
  gint64 values[SCOPE_MESSAGE_N_COLUMNS];
} Row;

G_STATIC_ASSERT ((int) SCOPE_ARRIVAL_N_COLUMNS <= (int) SCOPE_MESSAGE_N_COLUMNS);

typedef struct
{
  guint n;
  Row rows[BATCH_ROWS];
} Batch;

struct _ScopeMatchedRows
{
  guint n_machines;
  ScopeMachine **machines; /* borrowed */
  GError *error;           /* the first one */
  /* NULL: rows go into their tables at once. Else a ring: the thread stores those from `stored` on, up to `filled`, which is filled. */
  GThread *thread;
  Batch *batches;
  GMutex lock;
  GCond changed;
  guint filled, stored;
  gboolean ended;
};

static void
store (ScopeMatchedRows *self, const Row *row)
{
  scope_table_add_lasting (self->machines[row->machine]->tables[row->kind], row->values, row->until, self->error == NULL ? &self->error : NULL);
}

static gpointer
run (gpointer data)
{
  ScopeMatchedRows *self = data;

  g_mutex_lock (&self->lock);
  for (;;)
    {
      const Batch *batch;

      while (self->stored == self->filled && !self->ended)
        g_cond_wait (&self->changed, &self->lock);
      if (self->stored == self->filled)
        break;
      batch = &self->batches[self->stored % BATCHES];
      g_mutex_unlock (&self->lock);
      for (guint i = 0; i < batch->n; i++)
        store (self, &batch->rows[i]);
      g_mutex_lock (&self->lock);
      self->stored++;
      g_cond_signal (&self->changed);
    }
  g_mutex_unlock (&self->lock);

  return NULL;
}

ScopeMatchedRows *
scope_matched_rows_new (ScopeTrace *trace, gboolean many)
{
  ScopeMatchedRows *self = g_new0 (ScopeMatchedRows, 1);

  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->n_machines = scope_trace_n_machines (trace);
  self->machines = g_new (ScopeMachine *, self->n_machines + 1u);
  for (guint i = 0; i < self->n_machines; i++)
    self->machines[i] = scope_trace_machine (trace, i);
  if (many)
    {
      self->batches = g_new (Batch, BATCHES);
      self->batches[0].n = 0;
      self->thread = g_thread_new ("messages", run, self);
    }

  return self;
}

/* The batch that is filled goes to the thread, and there is an empty one. */
static void
give (ScopeMatchedRows *self)
{
  g_mutex_lock (&self->lock);
  self->filled++;
  g_cond_signal (&self->changed);
  while (self->filled - self->stored == BATCHES)
    g_cond_wait (&self->changed, &self->lock);
  self->batches[self->filled % BATCHES].n = 0;
  g_mutex_unlock (&self->lock);
}

void
scope_matched_rows_put (gpointer rows, guint32 machine, ScopeTableKind kind, const gint64 *values, gint64 until)
{
  ScopeMatchedRows *self = rows;
  Row here, *row = &here;
  Batch *batch = NULL;

  if (self->thread != NULL)
    {
      batch = &self->batches[self->filled % BATCHES];
      row = &batch->rows[batch->n++];
    }
  row->machine = machine;
  row->kind = kind;
  row->until = until;
  memcpy (row->values, values, scope_table_schema (kind)->n_columns * sizeof *values);
  if (batch == NULL)
    store (self, row);
  else if (batch->n == BATCH_ROWS)
    give (self);
}

gboolean
scope_matched_rows_end (ScopeMatchedRows *self, GError **error)
{
  GError *reason;

  if (self->thread != NULL)
    {
      g_mutex_lock (&self->lock);
      self->filled += self->batches[self->filled % BATCHES].n > 0;
      self->ended = TRUE;
      g_cond_signal (&self->changed);
      g_mutex_unlock (&self->lock);
      g_thread_join (self->thread);
    }
  reason = self->error;
  g_free (self->batches);
  g_free (self->machines);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self);

  return reason == NULL || scope_passed (reason, error);
}
