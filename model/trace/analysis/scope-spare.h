/* scope-spare.h: what every stretch that ran had to spare, and how many it kept waiting, as lanes: for pictures at any zoom.
 *
 * Lanes add up the time of eight states. Here a state is a level, so that a column of any zoom tells which levels occur in it, and the least
 * of them; SCOPE_STATE_UNKNOWN is where nothing runs.
 *
 *     level                       0    1        2       3       4      5      6
 *     to spare, of the run        0    < 1/2048 < 1/512 < 1/128 < 1/32 < 1/8  more
 *     tasks that wait for it      —    1        2       ≤ 4     ≤ 8    ≤ 16   more
 *
 * Made once, for whoever looks at the critical path; it belongs to what was found out of the trace (scope-derived.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-derived.h"

G_BEGIN_DECLS

#define SCOPE_N_SPARE_LEVELS 7u

#define SCOPE_TYPE_SPARE (scope_spare_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSpare, scope_spare, SCOPE, SPARE, GObject)

/* Goes through the whole trace, off the main thread; `bytes` as of scope_derived_make(), one for each machine. NULL with error. */
ScopeSpare *scope_spare_make (const ScopeQueryRange *within, ScopeDerivedBytes bytes, gpointer data, GError **error);

/* How it is made where what was found out was opened, with room on a disk; else it is made in memory. */
typedef ScopeSpare *(*ScopeSpareOpen) (const ScopeQueryRange *within, GError **error);
void scope_spare_set_open (ScopeDerived *derived, ScopeSpareOpen func);
/* On another thread; answer with scope_task_answer(). */
void scope_spare_ask (ScopeTrace *trace, ScopeDerived *derived, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/* Belongs to it from then on. The thread that draws. */
void scope_spare_give (ScopeDerived *derived, ScopeSpare *spare);
/* Borrowed, or NULL: not made (yet). */
ScopeSpare *scope_spare_of (ScopeDerived *derived);
/* Of a lane of the trace: what it had to spare, or who waited for it. Borrowed. */
ScopeLaneStore *scope_spare_lane (ScopeSpare *spare, guint32 machine, guint32 lane, gboolean waiting, guint32 *ret_lane);
/* The highest level of those who wait that occurs; 0: nobody waits. */
guint scope_spare_most_waiting (ScopeSpare *spare);
/* From and below what it is to have so much to spare, ticks; the last one has no end: TIME_MAX. */
void scope_spare_level_range (ScopeSpare *spare, guint level, gint64 *ret_from, gint64 *ret_to);

G_END_DECLS
