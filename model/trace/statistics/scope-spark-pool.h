/* scope-spark-pool.h: how full the pools of sparks were over time, and how large sparks were.
 *
 * A log with an event of each spark (+RTS -lf) tells at any time how many wait in all pools together, but not in which: who is stolen from is
 * not told. Lengths are weighed by how long they lasted; where events were lost, nothing is known until the next one. Counters tell each
 * pool's length at collections, and nothing of what lies between: there each sample weighs the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"
#include "model/zoom/scope-tally.h"

G_BEGIN_DECLS

#define SCOPE_N_SPARK_PERCENTILES 5u /* 5, 25, 50, 75, 95 % */

typedef struct
{
  guint32 machine;   /* index */
  gint64 processor;  /* number; -1: all of them */
  gint64 time;       /* for which it is known: ticks, or so many samples; more than 0 */
  gint64 least, most, percentiles[SCOPE_N_SPARK_PERCENTILES]; /* sparks; above 65,536 to 1 in 256 */
  double mean;
} ScopeSparkPool;

guint scope_spark_percent (guint i);
/* Of what is known within the range, of ScopeSparkPool: for each machine all together, if single events tell that, then processor by
 * processor, where counters found any. Off the main thread.
 * Unref it. NULL with error. */
GArray *scope_spark_pools_read (const ScopeQueryRange *within, GError **error);

/* Of single events alone; n is 0 where there are none. */
typedef struct
{
  ScopeTallyCode run;  /* how long each ran: to the next one's start, or the end of the slice that runs it */
  ScopeTallyCode made; /* how long after the one before the same processor made it */
  guint n_makers;      /* processors that made a tenth of what the busiest one made, or more */
} ScopeSparkSizes;

/* Off the main thread. FALSE with error. */
gboolean scope_spark_sizes_read (const ScopeQueryRange *within, ScopeSparkSizes *ret_sizes, GError **error);
/* The typical one's; 0: there is none. */
gint64 scope_spark_median (const ScopeTallyCode *sizes);

G_END_DECLS
