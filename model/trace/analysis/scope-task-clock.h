/* scope-task-clock.h: when what a task did would have been; the clock of the replay (scope-what-if.h).
 *
 * A message is taken up long after it was sent: for it the last points of each task are kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A time in the record, and when that would have been; trace time. */
typedef struct
{
  gint64 was, is;
} ScopeTaskPoint;

typedef struct
{
  ScopeTaskPoint at; /* of the last change */
  double factor;     /* while the task runs: how fast `is` goes on; else 0 */
  /* private: `at` is the last point, `packed_last` the one before it */
  gboolean any;
  ScopeTaskPoint packed_last;
  GArray *runs;
  GByteArray *packed;
} ScopeTaskClock;

void scope_task_clock_init (ScopeTaskClock *clock);
void scope_task_clock_clear (ScopeTaskClock *clock);
/* From `was` of the record on it is `is`. */
void scope_task_clock_set (ScopeTaskClock *clock, gint64 was, gint64 is);
/* When `time` of the record would have been; no earlier than the last point. */
gint64 scope_task_clock_at (const ScopeTaskClock *clock, gint64 time);
/* The same of a time that has passed. */
gint64 scope_task_clock_then (const ScopeTaskClock *clock, gint64 time);

G_END_DECLS
