/* scope-task-stretch.h: a stretch of one task: what its waits in it are made of and whose fault each piece is, how much of it lies on the
 * critical path, and how long it kept others waiting: tasks, processors without work, and collections.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-wait-keepers.h"

G_BEGIN_DECLS

#define SCOPE_TASK_STRETCH_PIECES 1000u
#define SCOPE_TASK_STRETCH_EVENTS 2000000u /* of a trace with more, slack is not looked for: it takes a look at all of it */

typedef struct
{
  gint64 from, to; /* trace time */
  guint8 code;     /* scope_piece_of_code() */
  ScopeTaskId by;  /* or nobody */
} ScopeTaskStretchPiece;

typedef struct
{
  GArray *pieces;           /* of ScopeTaskStretchPiece, in order of time; at most SCOPE_TASK_STRETCH_PIECES */
  GArray *keepers;          /* of ScopeWaitKeeper: who kept it waiting in the end */
  gint64 on_path;           /* ticks */
  gint64 slack;             /* ticks by which it could have ended later (scope-slack.h), if nothing of it is on the path; -1: not known */
  gint64 direct, cascaded;  /* others waited so long for what it did, and others for these (ScopeBlame) */
  gint64 idled;             /* processors' time: they had no work, as it alone ran, or all others waited for it */
  gint64 stopped;           /* processors' time: they had stopped for a collection that could not begin before it stopped, too */
  gint64 stopped_on_path;   /* what of these waits is on the critical path, as GC */
} ScopeTaskStretch;

/* Off the main thread. NULL with error. */
ScopeTaskStretch *scope_task_stretch_read (const ScopeQueryRange *within, ScopeTaskId task, GError **error);
void scope_task_stretch_free (ScopeTaskStretch *stretch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeTaskStretch, scope_task_stretch_free)

/* On another thread; answer with scope_task_answer(). */
void scope_task_stretch_read_async (ScopeTrace *trace, ScopeTaskId task, gint64 from, gint64 to, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);

G_END_DECLS
