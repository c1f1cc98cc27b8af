/* scope-shown-tasks.h: the processes, threads and ports that a person chose to see: for figures of them alone.
 *
 * Those that are compared; else, where a filter leaves some out, all that it leaves, also in groups that are folded and families that are
 * cut short, but for rows that are hidden; else those that are rows. Of a machine with a process among them, processes alone: its threads'
 * time is theirs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/lanes/scope-lane-list.h"

G_BEGIN_DECLS

/* What the rows say of it, to be looked up off the main thread. All zero: of all. */
typedef struct
{
  gboolean chosen;
  guint kinds;       /* bits of ScopeKind */
  GArray *lanes;     /* rows; of ScopeLaneId */
  GArray *hidden;    /* where `matches` is set */
  ScopeLaneMatches *matches; /* or NULL: the rows are all */
} ScopeShownTasks;

/* Main thread; the list borrowed. Clear with scope_shown_tasks_clear(), on any thread. */
void scope_shown_tasks_init (ScopeShownTasks *tasks, ScopeLaneList *list, guint kinds);
void scope_shown_tasks_clear (ScopeShownTasks *tasks);
/* Any thread: of ScopeLaneId; free with g_array_unref(). */
GArray *scope_shown_tasks_dup_lanes (const ScopeShownTasks *tasks, ScopeTrace *trace);

G_END_DECLS
