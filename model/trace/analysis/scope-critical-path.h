/* scope-critical-path.h: the chain of events that set how long a run took.
 *
 * Backwards from the end, on the task that ended last: while it ran, back to where the run began; while it was ready, back to where it
 * was made so; then on with whoever made it ready, over the message if that was one. The path is never on a task that waits. Its
 * segments join, and cover the time from the start of the trace to the end that was asked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-task-stream.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_PATH_RUNNING,
  SCOPE_PATH_READY,
  SCOPE_PATH_GC,
  SCOPE_PATH_IN_FLIGHT,
  SCOPE_PATH_DELIVERED_NOT_WOKEN,
  SCOPE_PATH_TIMER,
  SCOPE_PATH_FOREIGN,
  SCOPE_PATH_START, /* until the runtime made the task */
  SCOPE_PATH_END,   /* after the last task ended */
  SCOPE_PATH_UNKNOWN,
  SCOPE_N_PATH_KINDS,
} ScopePathKind;

const char *scope_path_kind_name (ScopePathKind kind);

typedef struct
{
  gint64 from, to; /* trace time */
  ScopePathKind kind;
  ScopeTaskId task; /* of a message: whom it went to; END: nobody */
  ScopeTaskId by;   /* of a message: who sent it; else nobody */
  guint32 label;    /* RUNNING: of `labels` */
} ScopePathSegment;

typedef struct
{
  GArray *segments;   /* of ScopePathSegment, in order of time */
  GPtrArray *labels;  /* of char *: 0 is "" */
  gint64 shares[SCOPE_N_PATH_KINDS];
} ScopeCriticalPath;

/* Of `task` at `time`; of nobody: of the task that ran last in the trace. Off the main thread. NULL with error. */
ScopeCriticalPath *scope_critical_path_read (ScopeTrace *trace, ScopeTaskId task, gint64 time, GCancellable *cancellable,
                                             GError **error);
/* An empty one, without labels; `path` is one. */
ScopeCriticalPath *scope_critical_path_new (void);
void scope_critical_path_append (gpointer path, const ScopePathSegment *segment, const char *label);
void scope_critical_path_free (ScopeCriticalPath *path);

/* --- the same without holding all of it, as segments are 40 bytes each --- */

/* The way back, packed, without labels. */
typedef struct _ScopePathBack ScopePathBack;
/* As above. */
ScopePathBack *scope_path_back_read (ScopeTrace *trace, ScopeTaskId task, gint64 time, GCancellable *cancellable, GError **error);
void scope_path_back_free (ScopePathBack *back);
typedef void (*ScopePathFunc) (gpointer data, const ScopePathSegment *segment, const char *label);
/* Goes through it in order of time. The labels may be NULL; they are the caller's. FALSE with error. */
gboolean scope_path_back_tell (ScopePathBack *back, ScopePathFunc func, gpointer data, GPtrArray **ret_labels, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCriticalPath, scope_critical_path_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePathBack, scope_path_back_free)

G_END_DECLS
