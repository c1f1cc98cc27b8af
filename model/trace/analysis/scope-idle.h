/* scope-idle.h: why a processor did not run: how the time divides among the causes, who was behind each, who was ready meanwhile and where,
 * who ran, and what lay in the pools of sparks.
 *
 * Reads lanes and tables: any thread but the main one. Times are ticks of trace time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-analysis.h"

G_BEGIN_DECLS

/* For so long a processor did not run because of this, with this task behind it. */
typedef struct
{
  ScopeCause cause; /* not RUNNING */
  ScopeTaskId by;   /* as in ScopeCauseInterval */
  gint64 time;
  gint64 from, to;  /* the longest piece of it */
} ScopeIdlePart;

/* Tasks that were ready in a processor's own queue. */
typedef struct
{
  guint32 machine, processor; /* indices */
  double mean;
  guint most;
} ScopeIdleQueue;

typedef struct
{
  ScopeLaneId lane;      /* a processor, or a machine: all of its processors */
  gint64 from, to;
  guint n;               /* processors of the lane */
  gint64 parts[SCOPE_N_CAUSES]; /* of these; sum: n × (to − from) */
  GArray *by;            /* of ScopeIdlePart, the most first */
  GArray *queues;        /* of ScopeIdleQueue, those that had any, of all machines, the most first */
  guint n_processors;    /* of the trace */
  double running;        /* how many of these ran, on average */
  gint64 alone;          /* how long exactly one of them did */
  ScopeTaskId alone_by;  /* which task did so the longest (nobody: not known), */
  gint64 alone_time;     /* for how long, */
  gint64 alone_from, alone_to; /* and its longest piece */
  guint64 n_collections; /* of the processor's machine, that began meanwhile */
  gint64 collected;      /* how long these took in all */
  gboolean has_pool;     /* sparks of the machine were counted: */
  gint64 pool_from, pool_to; /* in all its pools, at `from` and at `to` */
  gint64 pool_time;      /* the time of the sample that pool_from is of; `from` where each spark was recorded, and pool_to is known */
  gboolean pool_sampled; /* only samples are there, and pool_to is pool_from */
} ScopeIdle;

/* The lane must be of a processor or a machine, and from < to. NULL with error. */
ScopeIdle *scope_idle_ask (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, GCancellable *cancellable, GError **error);
/* On a thread; scope_task_answer() gives the same. */
void scope_idle_ask_async (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data);
void scope_idle_free (ScopeIdle *idle);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeIdle, scope_idle_free)

G_END_DECLS
