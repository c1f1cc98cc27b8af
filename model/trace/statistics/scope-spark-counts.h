/* scope-spark-counts.h: how many sparks were made, and what became of them, where the log has an event of each (+RTS -lf). The counters
 * come only at collections, and nothing is known of what lies between two of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-machine.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 processor; /* number; SCOPE_TABLE_NULL: all */
  gint64 n[SCOPE_SPARKS_N_COLUMNS]; /* by column of SCOPE_TABLE_SPARKS */
} ScopeSparkCounts;

/* Whether there are single events. */
gboolean scope_spark_counts_are_known (ScopeMachine *machine);
/* Counts of all events before `time` on the machine's own clock: an array of ScopeSparkCounts, that of all processors first. Reads some
 * hundred rows; not for the main thread. NULL with error. */
GArray *scope_spark_counts_read (ScopeMachine *machine, gint64 time, GCancellable *cancellable, GError **error);
/* Adds an event (a row of SCOPE_TABLE_INSTANTS) to them; what is no spark's changes nothing. */
void scope_spark_counts_add (GArray *counts, const gint64 *instant);
/* Those that wait in the pools. Sparks that were stolen count on the processor that runs them. */
gint64 scope_spark_counts_remaining (const ScopeSparkCounts *counts);

G_END_DECLS
