/* scope-task-history.h: what a task did at a time, for who goes back in time from task to task.
 *
 * What is read is kept in pages of some hundred stretches, of which a bounded number is kept. Not thread-safe.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-task-stream.h"

G_BEGIN_DECLS

typedef struct _ScopeTaskHistory ScopeTaskHistory;

ScopeTaskHistory *scope_task_history_new (ScopeTasks *tasks); /* borrows it */
void scope_task_history_free (ScopeTaskHistory *history);
/* The stretch that holds just before `time`. FALSE: the task is not there then, or with error. */
gboolean scope_task_history_before (ScopeTaskHistory *history, ScopeTaskId id, gint64 time, ScopeStretch *ret_stretch,
                                    GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeTaskHistory, scope_task_history_free)

G_END_DECLS
