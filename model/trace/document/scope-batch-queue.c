/* scope-batch-queue.c: see scope-batch-queue.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-batch-queue.h"

#include <string.h>

void
scope_batch_queue_init (ScopeBatchQueue *queue)
{
  g_mutex_init (&queue->lock);
  g_cond_init (&queue->come);
}

void
scope_batch_queue_clear (ScopeBatchQueue *queue)
{
  g_mutex_clear (&queue->lock);
  g_cond_clear (&queue->come);
}

void
scope_handful_add (ScopeHandful *to, ScopeHandful *from)
{
  memcpy (to->batches + to->n, from->batches, from->n * sizeof *from->batches);
  to->n += from->n;
  from->n = 0;
}

void
scope_batch_queue_give (ScopeHandful *handful, ScopeBatchQueue *queue)
{
  gboolean awaited;

  g_mutex_lock (&queue->lock);
  scope_handful_add (&queue->held, handful);
  awaited = queue->awaited;
  queue->awaited = FALSE;
  g_mutex_unlock (&queue->lock);
  if (awaited)
    g_cond_signal (&queue->come);
}

void
scope_batch_queue_take (ScopeHandful *handful, ScopeBatchQueue *queue, ScopeHandful *mine, ScopeBatchQueue *others)
{
  g_mutex_lock (&queue->lock);
  if (queue->held.n == 0 && mine->n > 0)
    {
      g_mutex_unlock (&queue->lock);
      scope_batch_queue_give (mine, others);
      g_mutex_lock (&queue->lock);
    }
  while (queue->held.n == 0)
    {
      queue->awaited = TRUE;
      g_cond_wait (&queue->come, &queue->lock);
    }
  scope_handful_add (handful, &queue->held);
  g_mutex_unlock (&queue->lock);
}
