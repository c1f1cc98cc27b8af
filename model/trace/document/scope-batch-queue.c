/* scope-batch-queue.c: see scope-batch-queue.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-batch-queue.h"

#include <string.h>

#define BATCHES 48u

/* Handed over in handfuls: a thread that is woken for each batch is soon done with it and sleeps again (measured: half as many
 * switches between threads). Whoever is about to wait hands over what it has. */
#define HANDFUL 8u

/* Batches on their way to the other thread, or come from it. */
typedef struct
{
  guint n;
  ScopeBatch *batches[BATCHES + 2]; /* and one more of call stacks, and the one that says stop */
} Handful;

/* Between the two. Whoever waits says so, and is woken once a handful: of a GAsyncQueue each batch would wake it, who then sleeps
 * again until the lock is free. */
typedef struct
{
  GMutex lock;
  GCond come;
  gboolean awaited;
  Handful held;
} Way;

struct _ScopeBatchQueue
{
  Way full, empty;
  Handful sending, taken; /* of the thread that sends: full ones, empty ones */
  ScopeBatchFunc func;
  gpointer data;
  GThread *thread;
};

/* All of `from` go over. */
static void
handful_add (Handful *to, Handful *from)
{
  memcpy (to->batches + to->n, from->batches, from->n * sizeof *from->batches);
  to->n += from->n;
  from->n = 0;
}

/* All of the handful goes there. */
static void
give (Handful *handful, Way *way)
{
  gboolean awaited;

  g_mutex_lock (&way->lock);
  handful_add (&way->held, handful);
  awaited = way->awaited;
  way->awaited = FALSE;
  g_mutex_unlock (&way->lock);
  if (awaited)
    g_cond_signal (&way->come);
}

/* All that is there, at least one; the other side has all of `mine` before it is waited for. */
static void
take (Handful *handful, Way *way, Handful *mine, Way *others)
{
  g_mutex_lock (&way->lock);
  if (way->held.n == 0 && mine->n > 0)
    {
      g_mutex_unlock (&way->lock);
      give (mine, others);
      g_mutex_lock (&way->lock);
    }
  while (way->held.n == 0)
    {
      way->awaited = TRUE;
      g_cond_wait (&way->come, &way->lock);
    }
  handful_add (handful, &way->held);
  g_mutex_unlock (&way->lock);
}

static gpointer
run (gpointer data)
{
  ScopeBatchQueue *queue = data;
  Handful come = { 0 }, done = { 0 };

  for (;;)
    {
      take (&come, &queue->full, &done, &queue->empty);
      for (guint i = 0; i < come.n; i++)
        {
          ScopeBatch *batch = come.batches[i];

          if (batch->rows == NULL)
            {
              g_free (batch);
              give (&done, &queue->empty);
              return NULL;
            }
          queue->func (queue->data, batch);
          done.batches[done.n++] = batch;
          if (done.n >= HANDFUL)
            give (&done, &queue->empty);
        }
      come.n = 0;
    }
}

ScopeBatchQueue *
scope_batch_queue_new (const char *name, gsize n_rows, ScopeBatchFunc func, gpointer data)
{
  ScopeBatchQueue *queue = g_new0 (ScopeBatchQueue, 1);

  g_mutex_init (&queue->full.lock);
  g_cond_init (&queue->full.come);
  g_mutex_init (&queue->empty.lock);
  g_cond_init (&queue->empty.come);
  for (guint i = 0; i < BATCHES; i++)
    {
      ScopeBatch *batch = g_new0 (ScopeBatch, 1);

      batch->rows = g_new (ScopeRow, n_rows);
      queue->taken.batches[queue->taken.n++] = batch;
    }
  queue->func = func;
  queue->data = data;
  queue->thread = g_thread_new (name, run, queue);
  return queue;
}

void
scope_batch_queue_free (ScopeBatchQueue *queue)
{
  const ScopeBatch stop = { 0 };

  if (queue == NULL)
    return;
  scope_batch_queue_send (queue, &stop);
  g_thread_join (queue->thread);
  handful_add (&queue->taken, &queue->empty.held);
  for (guint i = 0; i < queue->taken.n; i++)
    {
      g_free (queue->taken.batches[i]->rows);
      g_free (queue->taken.batches[i]);
    }
  g_mutex_clear (&queue->full.lock);
  g_cond_clear (&queue->full.come);
  g_mutex_clear (&queue->empty.lock);
  g_cond_clear (&queue->empty.come);
  g_free (queue);
}

void
scope_batch_queue_send (ScopeBatchQueue *queue, const ScopeBatch *batch)
{
  queue->sending.batches[queue->sending.n++] = g_memdup2 (batch, sizeof *batch);
  if (queue->sending.n >= HANDFUL || batch->rows == NULL)
    give (&queue->sending, &queue->full);
}

ScopeRow *
scope_batch_queue_take (ScopeBatchQueue *queue)
{
  ScopeBatch *batch;
  ScopeRow *rows;

  if (queue->taken.n == 0)
    take (&queue->taken, &queue->empty, &queue->sending, &queue->full);
  batch = queue->taken.batches[--queue->taken.n];
  rows = batch->rows;
  g_free (batch);
  return rows;
}
