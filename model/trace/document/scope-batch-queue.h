/* scope-batch-queue.h: batches of rows on their way between the thread that replays and the one that stores.
 *
 * Lanes of equal kind fill their blocks at nearly the same time, so that storing goes in bursts of hundreds of thousands of rows:
 * there are so many batches that neither side waits for the other meanwhile (measured: 8 cost a tenth more time than 48).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-row.h"

G_BEGIN_DECLS

#define SCOPE_BATCHES 48u

/* Handed over in handfuls: a thread that is woken for each batch is soon done with it and sleeps again (measured: half as many
 * switches between threads). Whoever is about to wait hands over what it has. */
#define SCOPE_HANDFUL 8u

typedef struct
{
  ScopeRow *rows; /* NULL: stop */
  gsize n;
  gboolean calls; /* rows of call stacks */
} ScopeBatch;

/* Batches on their way to the other thread, or come from it. */
typedef struct
{
  guint n;
  ScopeBatch *batches[SCOPE_BATCHES + 2]; /* and one more of call stacks, and the one that says stop */
} ScopeHandful;

/* Between the two. Whoever waits says so, and is woken once a handful: of a GAsyncQueue each batch would wake it, who then sleeps
 * again until the lock is free. */
typedef struct
{
  GMutex lock;
  GCond come;
  gboolean awaited;
  ScopeHandful held;
} ScopeBatchQueue;

void scope_batch_queue_init (ScopeBatchQueue *queue);
void scope_batch_queue_clear (ScopeBatchQueue *queue);
/* All of `from` go over. */
void scope_handful_add (ScopeHandful *to, ScopeHandful *from);
/* All of the handful into the queue. */
void scope_batch_queue_give (ScopeHandful *handful, ScopeBatchQueue *queue);
/* All that is in the queue, at least one; the other side has all of `mine` before it is waited for. */
void scope_batch_queue_take (ScopeHandful *handful, ScopeBatchQueue *queue, ScopeHandful *mine, ScopeBatchQueue *others);

G_END_DECLS
