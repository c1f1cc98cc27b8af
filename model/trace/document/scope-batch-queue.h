/* scope-batch-queue.h: batches of rows on their way from the thread that makes them to one that stores them.
 *
 * Lanes of equal kind fill their blocks at nearly the same time, so that storing goes in bursts of hundreds of thousands of rows:
 * there are so many batches that neither side waits for the other meanwhile (measured: 8 cost a tenth more time than 48).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-row.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeRow *rows; /* NULL: stop */
  gsize n;
  gboolean calls; /* rows of call stacks */
  gpointer of;    /* whose they are, where one thread stores for many */
} ScopeBatch;

typedef struct _ScopeBatchQueue ScopeBatchQueue;

/* On the other thread; the rows go back afterwards. */
typedef void (*ScopeBatchFunc) (gpointer data, const ScopeBatch *batch);

/* Starts the thread. Arrays have room for n_rows. */
ScopeBatchQueue *scope_batch_queue_new (const char *name, gsize n_rows, ScopeBatchFunc func, gpointer data);
/* What was sent is stored, all of it, when it is back. NULL is allowed. */
void scope_batch_queue_free (ScopeBatchQueue *queue);
/* Takes the rows. Whoever sends an array takes another one before the next: no more are on their way than there is room for. */
void scope_batch_queue_send (ScopeBatchQueue *queue, const ScopeBatch *batch);
/* An array for rows, when the other thread has done with one. */
ScopeRow *scope_batch_queue_take (ScopeBatchQueue *queue);

G_END_DECLS
