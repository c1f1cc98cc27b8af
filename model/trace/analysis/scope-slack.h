/* scope-slack.h: what every stretch that ran had to spare: how much later it could have ended, and the run would have been no longer.
 *
 * Everything else takes as long as it did: dispatches, messages on their way, timers, foreign calls, collections. What gives are waits for
 * somebody, which end earlier than those who waited could be needed. So what lies on the critical path has none.
 *
 *     a  ──runs──┐wakes b         a's run may end later by as much as b has to spare then;
 *     b  ─waits──┘──runs──┐       b's run before the wait by the length of the wait besides
 *     c  ──────waits──────┘
 *
 * A processor that would not have been free is not taken into account, nor what no recording tells: that somebody would have come too late
 * for a value that was there when it was wanted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-task-stream.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 from, to; /* of a stretch that runs, trace time: cut where it woke somebody with less to spare */
  gint64 slack;
  guint32 processor; /* on which it runs: index; SCOPE_NONE: not known */
  guint64 waiting; /* scope_slack_walk_lanes(): so many tasks wait for it then, and for these; it is cut where that changes */
} ScopeSlack;

typedef gboolean (*ScopeSlackFunc) (gpointer data, ScopeTaskId task, const ScopeSlack *slack, GError **error);

/* Of all tasks, by machine and thread, each in order of time; those that lie in the range at least in part. `func` may end it with FALSE
 * and an error. Off the main thread. FALSE with error. */
gboolean scope_slack_walk (const ScopeQueryRange *within, ScopeSlackFunc func, gpointer data, GError **error);

typedef gboolean (*ScopeSlackLaneFunc) (gpointer data, ScopeLaneId lane, const ScopeSlack *slack, GError **error);

/* The same with those who wait, of lanes of tasks (SCOPE_KIND_THREAD) and of the processors on which they ran, one after the other. What
 * there is much of is put into `room` meanwhile (NULL: it stays in memory). */
gboolean scope_slack_walk_lanes (const ScopeQueryRange *within, ScopeBytes *room, ScopeSlackLaneFunc func, gpointer data, GError **error);

G_END_DECLS
