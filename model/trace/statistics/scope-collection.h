/* scope-collection.h: one garbage collection: how long all had to be waited for, for whom, and what it did.
 *
 * A collection of GHC begins when all processors have stopped: until then those that have wait for those that have not. Which
 * of them was the last says where the time went, for example into a loop that does not allocate.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

#define SCOPE_COLLECTION_MOST_STOPS 12u

/* A processor that ran when the collection was asked for, and then waited for the others. */
typedef struct
{
  guint32 processor;      /* index */
  guint32 thread;         /* index: who ran and was stopped; SCOPE_NONE if the trace does not tell */
  gint64 from, to;        /* trace time: its run; from `to` until the collection began it waited */
} ScopeCollectionStop;

typedef struct
{
  gint64 asked;         /* trace time: when it was asked for; `from` if that is not known */
  gint64 from, to;      /* trace time: the work, when all have stopped */
  guint32 machine;      /* index */
  guint32 leader;       /* index of the processor, or SCOPE_NONE */
  gboolean has_wait;    /* `asked` is known */
  /* SCOPE_TABLE_NULL where the trace does not tell. Bytes, but for the first two. */
  gint64 generation, threads, copied, slop, fragmentation;
  /* Who ran on while the others waited: those that stopped last, the very last first. */
  ScopeCollectionStop stops[SCOPE_COLLECTION_MOST_STOPS];
  guint n_stops;        /* in `stops` */
  guint n_stopped;      /* of all processors */
} ScopeCollection;

/* The collection that takes exactly [from, to); if there is none and `lane` is a processor, that which most of [from, to) belongs
 * to. Any thread: reads the index. FALSE with error, or without: none. */
gboolean scope_collection_find (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, GCancellable *cancellable,
                                ScopeCollection *ret_collection, GError **error);
/* On a thread; scope_task_answer() gives a copy: NULL without error if there is none. Free with g_free(). */
void scope_collection_find_async (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);

G_END_DECLS
