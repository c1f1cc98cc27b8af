/* scope-parallelism.h: for how long how many processors ran at once, exactly, out of the lanes of all processors
 * merged in order of time.
 *
 * A processor runs in the states running and active. What is unknown of it might be a task that runs, and counts so:
 * time in which few run is never said to be longer than it was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  guint n;            /* processors that live in the range */
  gint64 from, to;    /* from the first life to the end of the last, within the range, trace time; both 0 without any */
  gint64 *time;       /* n + 1 of them: ticks in which exactly k run, or may run; together to − from. Owned */
  gint64 *collecting; /* n + 1 of them: of these, ticks in which at least one processor collects. Owned */
  gint64 parallel_running; /* ticks that processors ran (for certain) while two or more ran or may have run, summed */
} ScopeParallelism;

/* Not on the main thread: walks all slices of all processors. scope_parallelism_clear() it, also after an error. */
gboolean scope_parallelism_read (const ScopeQueryRange *within, ScopeParallelism *parallelism, GError **error);
void scope_parallelism_clear (ScopeParallelism *parallelism);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeParallelism, scope_parallelism_clear)

G_END_DECLS
