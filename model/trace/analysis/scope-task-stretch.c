/* scope-task-stretch.c: see scope-task-stretch.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-task-stretch.h"

#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"
#include "model/trace/analysis/scope-slack.h"

void
scope_task_stretch_free (ScopeTaskStretch *stretch)
{
  if (stretch == NULL)
    return;
  g_array_unref (stretch->pieces);
  g_free (stretch);
}

static gboolean
read_pieces (ScopeTaskStretch *stretch, ScopeDerived *derived, const ScopeQueryRange *within, ScopeTaskId task, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (scope_derived_get_lanes (derived), task.machine);
  gint64 offset = scope_trace_offset (scope_derived_get_lanes (derived), machine);
  g_auto (ScopeIntervalCursor) cursor
      = scope_interval_cursor (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_THREAD, task.thread)->lane, within->from - offset,
                               within->to - offset, within->cancellable);
  ScopeInterval interval;
  ScopeWaitPiece kind;
  GError *local = NULL;

  while (stretch->pieces->len < SCOPE_TASK_STRETCH_PIECES && scope_interval_cursor_next (&cursor, &interval, &local))
    if (interval.code != SCOPE_CODE_RUNNING && scope_piece_of_code (interval.code, &kind))
      {
        const ScopeTaskStretchPiece piece = { interval.from + offset, interval.to + offset, (guint8) interval.code,
                                          scope_derived_party (derived, task.machine, interval.code, interval.ref) };

        g_array_append_val (stretch->pieces, piece);
      }
  return scope_passed (local, error);
}

typedef struct
{
  ScopeTaskId task;
  gint64 time;
} OnPath;

static void
add_segment (gpointer data, const ScopePathSegment *segment, const char *label)
{
  OnPath *on = data;

  if (segment->task.machine == on->task.machine && segment->task.thread == on->task.thread)
    on->time += segment->to - segment->from;
}

static gboolean
read_path (ScopeTaskStretch *stretch, ScopeDerived *derived, const ScopeQueryRange *within, ScopeTaskId task, GError **error)
{
  OnPath on = { task, 0 };
  gboolean ok = scope_derived_walk_path (derived, within, add_segment, &on, error);

  stretch->on_path = on.time;
  return ok;
}

static gboolean
read_blame (ScopeTaskStretch *stretch, ScopeDerived *derived, const ScopeQueryRange *within, ScopeTaskId task, GError **error)
{
  g_autoptr (ScopeAnalysis) analysis = scope_derived_read (derived, within, SCOPE_ANALYSE_BLAME, error);

  if (analysis == NULL)
    return FALSE;
  SCOPE_EACH (const ScopeBlame, blame, analysis->blame)
    if (blame->task.machine == task.machine && blame->task.thread == task.thread)
      {
        stretch->direct += blame->direct;
        stretch->cascaded += blame->cascaded;
      }
  return TRUE;
}

/* --- slack --- */

typedef struct
{
  ScopeTaskId task;
  gint64 least;
} Spare;

static gboolean
take_slack (gpointer data, ScopeTaskId task, const ScopeSlack *slack, GError **error)
{
  Spare *spare = data;

  if (task.machine == spare->task.machine && task.thread == spare->task.thread)
    spare->least = MIN (spare->least, slack->slack);
  return TRUE;
}

static gboolean
read_slack (ScopeTaskStretch *stretch, const ScopeQueryRange *within, ScopeTaskId task, GError **error)
{
  Spare spare = { task, G_MAXINT64 };

  stretch->slack = -1;
  if (stretch->on_path > 0 || scope_trace_n_events (within->trace) > SCOPE_TASK_STRETCH_EVENTS)
    return TRUE;
  if (!scope_slack_walk (within, take_slack, &spare, error))
    return FALSE;
  if (spare.least < G_MAXINT64)
    stretch->slack = spare.least;
  return TRUE;
}

ScopeTaskStretch *
scope_task_stretch_read (const ScopeQueryRange *within, ScopeTaskId task, GError **error)
{
  g_autoptr (ScopeDerived) derived = scope_derived_dup_or_make (within, error);
  g_autoptr (ScopeTaskStretch) stretch = g_new0 (ScopeTaskStretch, 1);

  stretch->pieces = g_array_new (FALSE, FALSE, sizeof (ScopeTaskStretchPiece));
  if (derived == NULL || !read_pieces (stretch, derived, within, task, error) || !read_path (stretch, derived, within, task, error)
      || !read_blame (stretch, derived, within, task, error) || !read_slack (stretch, within, task, error))
    return NULL;
  return g_steal_pointer (&stretch);
}

typedef struct
{
  ScopeTaskId task;
  gint64 from, to;
} Question;

static gpointer
read_stretch (gpointer trace, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  const ScopeQueryRange within = { .trace = trace, .from = question->from, .to = question->to, .cancellable = cancellable };

  return scope_task_stretch_read (&within, question->task, error);
}

void
scope_task_stretch_read_async (ScopeTrace *trace, ScopeTaskId task, gint64 from, gint64 to, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  const Question question = { task, from, to };

  scope_task_ask (trace, read_stretch, &question, sizeof question, (GDestroyNotify) scope_task_stretch_free, cancellable, callback, user_data);
}
