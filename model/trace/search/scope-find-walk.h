/* scope-find-walk.h: what the files of a search share: the machine, its lanes, what a window has so far.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/search/scope-find-private.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeLaneId id;
  guint32 number;  /* in the store; SCOPE_NONE: nothing is known of its stack */
  gint64 core;     /* number of the processor; -1 */
  double cycle_ps; /* 0: not known */
  gboolean activations; /* may be wanted */
  GArray *runs;    /* of a core: private; NULL: no task is known */
} ScopeFindLane;

typedef struct
{
  ScopeMachine *machine;
  GArray *lanes;       /* of ScopeFindLane; the last one is the machine itself, of which there is no stack */
  GHashTable *by_core; /* number of a processor → place in lanes + 1 */
  guint64 *names;      /* of the first functions */
  guint32 n_names;
  guint64 pseudo[2];   /* suspend, garbage_collect */
} ScopeFindMachine;

/* A row of a table that may be wanted. */
typedef struct
{
  ScopeFound found;
  gint64 at;       /* whose stack counts: all rows until then, own clock */
  guint32 lane;    /* place in the machine's lanes */
} ScopeFindCandidate;

typedef struct
{
  ScopeTrace *trace;
  const ScopeFindPlan *plan;
  GCancellable *cancellable;
  guint kinds;        /* that may be found at all */
  double tick_ps;
  gint64 from, to;    /* of the window, trace time */
  GArray *candidates; /* of ScopeFindCandidate: of the machine at hand */
  GArray *found;      /* of ScopeFound, of the window */
  guint most;         /* of either: then `full` is set, and what was found is not all */
  gboolean full;
} ScopeFindWindow;

#define SCOPE_FIND_DEAD 255u /* kind of what turned out not to be wanted */

guint64 scope_find_names_of (ScopeFindWindow *window, ScopeFindMachine *machine, guint32 function);
/* Reads which tasks ran on its cores, once. */
gboolean scope_find_read_tasks (ScopeFindWindow *window, ScopeFindMachine *machine, GError **error);
/* The task that ran then, own clock: index of a thread, SCOPE_NONE. */
guint32 scope_find_task_at (const ScopeFindLane *lane, gint64 time);
/* Takes the rows of the machine's tables out. */
gboolean scope_find_read_tables (ScopeFindWindow *window, ScopeFindMachine *machine, GError **error);
/* Walks the lane's stack: what is wanted of these candidates, by rising `at`, and of its activations, comes into `found`. */
gboolean scope_find_walk_lane (ScopeFindWindow *window, ScopeFindMachine *machine, guint lane, const ScopeFindCandidate *candidates,
                               guint n, GError **error);

G_END_DECLS
