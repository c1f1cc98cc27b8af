/* scope-neighbour.h: what comes before or after an interval: on its lane, or of its task, wherever that runs.
 *
 * Blocks of a lane are read from the index, so this is done off the main thread; a step touches few blocks however
 * long the lane is, unless what is looked for is rare on it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_NEIGHBOUR_INTERVAL, /* of the lane, whatever state */
  SCOPE_NEIGHBOUR_RUN,      /* a stretch of running of the same task: that of the processor's interval, or the lane's
                             * own; found on the processor it runs on if the lane is a processor's */
} ScopeNeighbourKind;

typedef struct
{
  ScopeLaneId lane;   /* where it is: for runs maybe another processor */
  gint64 from, to;    /* trace time */
  guint8 code;
  guint32 ref;
} ScopeNeighbour;

/* The first that begins at or after `to`, or the last that begins before `from`, of `lane`, in trace time; for runs of a
 * processor the task is that of the interval at `from`; where none runs then, any whose run on that processor is next. FALSE
 * if there is none, or with error. Any thread. */
gboolean scope_neighbour_find (ScopeTrace *trace, ScopeNeighbourKind kind, ScopeLaneId lane, gint64 from, gint64 to,
                               gboolean forward, ScopeNeighbour *ret_neighbour, GCancellable *cancellable,
                               GError **error);
/* On a thread; scope_task_answer() gives a copy: NULL without error if there is none. Free with g_free(). */
void scope_neighbour_find_async (ScopeTrace *trace, ScopeNeighbourKind kind, ScopeLaneId lane, gint64 from, gint64 to,
                                 gboolean forward, GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data);

/* The mark of the program that is next after `time`, or the last before it, of any machine: its time. FALSE if there is none, or with
 * error. Any thread. */
gboolean scope_neighbour_find_mark (ScopeTrace *trace, gint64 time, gboolean forward, gint64 *ret_time, GCancellable *cancellable,
                                    GError **error);
/* On a thread; scope_task_answer() gives the time as a gint64 that is freed with g_free(): NULL without error if there is none. */
void scope_neighbour_find_mark_async (ScopeTrace *trace, gint64 time, gboolean forward, GCancellable *cancellable,
                                      GAsyncReadyCallback callback, gpointer user_data);

/* The task of an interval: the thread that runs on a processor, else the lane itself if it is a task's. FALSE if
 * there is none. */
gboolean scope_neighbour_task (ScopeTrace *trace, ScopeLaneId lane, guint code, guint32 ref, ScopeLaneId *ret_task);

G_END_DECLS
