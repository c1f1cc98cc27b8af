/* scope-intervals.h: the intervals of a lane as the tables of the command line have them: maximal, neighbours differ in
 * state, reason or task (or, if asked, in state alone).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 from, to; /* own clock */
  ScopeState state;
  guint code;        /* of the first of those joined */
  guint32 task;      /* index of a thread: who ran, woke or owns; SCOPE_NONE if none */
  guint32 processor; /* index; SCOPE_NONE if none */
  guint32 function;  /* row of the table of functions; SCOPE_NONE if none */
} ScopeIntervalFacts;

typedef struct
{
  /* private */
  ScopeIntervalCursor cursor;
  ScopeKind kind;
  guint32 index;
  gboolean states_only, has_pending;
  ScopeIntervalFacts pending;
} ScopeIntervals;

/* The lane of an entity of that kind and index, within a range of the machine's own clock. `cancellable`, or NULL, ends it early. */
ScopeIntervals scope_intervals (ScopeMachine *machine, ScopeKind kind, guint32 index, guint32 lane, gint64 from, gint64 to,
                                gboolean states_only, GCancellable *cancellable);
gboolean scope_intervals_next (ScopeIntervals *intervals, ScopeIntervalFacts *ret_interval, GError **error);
void scope_intervals_clear (ScopeIntervals *intervals);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeIntervals, scope_intervals_clear)
/* The walk as a loop, which may be left in any way; `interval` is a ScopeIntervalFacts in its body. It ends early once *error is set, by
 * its body, too. */
#define SCOPE_EACH_INTERVAL_OF(interval, intervals, error) \
  for (g_auto (ScopeIntervals) walk_ = intervals; walk_.cursor.store != NULL; walk_.cursor.store = NULL) \
    for (ScopeIntervalFacts interval; scope_intervals_next (&walk_, &interval, error);)

/* What an interval of the store says, in these words. */
ScopeIntervalFacts scope_interval_facts (ScopeKind kind, guint32 index, const ScopeInterval *raw);

G_END_DECLS
