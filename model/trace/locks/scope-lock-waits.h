/* scope-lock-waits.h: for which locks a core, or a task on whatever core, waited in a stretch of time, and who had them meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/locks/scope-locks.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeLockUse use;      /* whole */
  gint64 wait;           /* ticks of its wait within the stretch */
  char *title;           /* of the lock; owned */
  const char *caller;    /* functions' names live as long as the trace */
  ScopeLaneId lane;      /* the core that waited */
  gboolean has_blocker;
  ScopeLockUse blocker;  /* the hold that it waited for */
  ScopeLaneId blocker_lane;
  const char *blocker_caller;
} ScopeLockWait;

typedef struct
{
  GArray *waits; /* ScopeLockWait, the longest first; no more than were asked for */
  guint64 n;     /* all there are */
  gint64 time;   /* of all, in the stretch */
} ScopeLockWaits;

/* Contended ones of a processor or a thread that touch [from, to) of trace time, `most` of them told of. On a thread;
 * scope_task_answer() gives a ScopeLockWaits, NULL with error. */
void scope_lock_waits_read_async (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, guint most, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
void scope_lock_waits_free (ScopeLockWaits *waits);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLockWaits, scope_lock_waits_free)

G_END_DECLS
