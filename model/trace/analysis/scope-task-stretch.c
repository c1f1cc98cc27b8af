/* scope-task-stretch.c: see scope-task-stretch.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-task-stretch.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"
#include "model/trace/analysis/scope-gc-spans.h"
#include "model/trace/analysis/scope-slack.h"
#include "model/trace/document/scope-query-range.h"

void
scope_task_stretch_free (ScopeTaskStretch *stretch)
{
  if (stretch == NULL)
    return;
  g_array_unref (stretch->pieces);
  g_clear_pointer (&stretch->keepers, g_array_unref);
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
        const ScopeTaskStretchPiece piece = { interval.from + offset, scope_time_add (interval.to, offset), (guint8) interval.code,
                                              scope_derived_party (derived, task.machine, interval.code, interval.ref) };

        g_array_append_val (stretch->pieces, piece);
      }
  return scope_passed (local, error);
}

/* --- collections that could not begin before it stopped --- */

/* The first that starts then or later, if that was asked for before: else NULL. */
static const ScopeCollectionSpan *
find_stop (const GArray *collections, gint64 time)
{
  guint64 i = SCOPE_BISECT (collections->len, c, g_array_index (collections, ScopeCollectionSpan, c).start < time);
  const ScopeCollectionSpan *span = i < collections->len ? &g_array_index (collections, ScopeCollectionSpan, i) : NULL;

  return span != NULL && span->request < time ? span : NULL;
}

/* From when they were asked for to when they began, as an array of ScopeSpan. NULL with error. */
static GArray *
read_late (const ScopeQueryRange *within, ScopeTaskId task, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, task.machine);
  gint64 offset = scope_trace_offset (within->trace, machine);
  g_autoptr (GArray) collections = scope_collections_read (machine, error), late = g_array_new (FALSE, FALSE, sizeof (ScopeSpan));
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_THREAD, task.thread)->lane;
  GError *local = NULL;

  if (collections == NULL)
    return NULL;
  SCOPE_EACH_INTERVAL (interval, machine->lanes, lane, within->from - offset, within->to - offset, within->cancellable, &local)
    {
      const ScopeCollectionSpan *span
          = scope_code_state (interval.code) == SCOPE_STATE_RUNNING ? find_stop (collections, scope_time_add (interval.to, offset)) : NULL;

      if (span != NULL && scope_collection_find_late (machine, span) == task.thread)
        scope_span_add (late, MAX (span->request, within->from), MIN (span->start, within->to));
    }
  return scope_passed (local, error) ? g_steal_pointer (&late) : NULL;
}

/* What of [from, to) they cover. */
static gint64
covered (const GArray *spans, gint64 from, gint64 to)
{
  gint64 sum = 0;

  for (guint i = (guint) SCOPE_BISECT (spans->len, s, g_array_index (spans, ScopeSpan, s).to <= from);
       i < spans->len && g_array_index (spans, ScopeSpan, i).from < to; i++)
    sum += MIN (g_array_index (spans, ScopeSpan, i).to, to) - MAX (g_array_index (spans, ScopeSpan, i).from, from);
  return sum;
}

/* --- processors that had nothing to do --- */

static gboolean
read_processor (ScopeTaskStretch *stretch, ScopeDerived *derived, const ScopeQueryRange *within, ScopeTaskId task, ScopeMachine *machine,
                guint32 lane, const GArray *late, GError **error)
{
  ScopeLaneStore *causes = scope_trace_machine (scope_derived_get_lanes (derived), machine->index)->lanes;
  gint64 offset = scope_trace_offset (within->trace, machine);
  ScopeCause cause;
  GError *local = NULL;

  SCOPE_EACH_INTERVAL (interval, causes, lane, within->from - offset, within->to - offset, within->cancellable, &local)
    {
      gint64 from = MAX (interval.from + offset, within->from), to = MIN (scope_time_add (interval.to, offset), within->to);

      if (!scope_cause_of_code (interval.code, &cause))
        continue;
      if (cause == SCOPE_CAUSE_GC_WAIT && machine->index == task.machine)
        stretch->stopped += covered (late, from, to);
      else if ((cause == SCOPE_CAUSE_SERIAL || cause == SCOPE_CAUSE_LATE_PRODUCER)
               && scope_task_is (scope_derived_party (derived, machine->index, interval.code, interval.ref), task))
        stretch->idled += to - from;
    }
  return scope_passed (local, error);
}

static gboolean
read_processors (ScopeTaskStretch *stretch, ScopeDerived *derived, const ScopeQueryRange *within, ScopeTaskId task, const GArray *late,
                 GError **error)
{
  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, m);

      for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
        if (scope_machine_is_processor (machine, p)
            && !read_processor (stretch, derived, within, task, machine, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p)->lane, late,
                                error))
          return FALSE;
    }
  return TRUE;
}

/* --- the path --- */

typedef struct
{
  ScopeTaskId task;
  const GArray *late;
  gint64 time, stopped;
} OnPath;

static void
add_segment (gpointer data, const ScopePathSegment *segment, const char *label)
{
  OnPath *on = data;

  if (segment->task.machine == on->task.machine && segment->task.thread == on->task.thread)
    on->time += segment->to - segment->from;
  else if (segment->task.machine == on->task.machine && segment->kind == SCOPE_PATH_GC)
    on->stopped += covered (on->late, segment->from, segment->to);
}

static gboolean
read_path (ScopeTaskStretch *stretch, ScopeDerived *derived, const ScopeQueryRange *within, ScopeTaskId task, const GArray *late,
           GError **error)
{
  OnPath on = { task, late, 0, 0 };
  gboolean ok = scope_derived_walk_path (derived, within, add_segment, &on, error);

  stretch->on_path = on.time;
  stretch->stopped_on_path = on.stopped;
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
  g_autoptr (GArray) late = derived != NULL ? read_late (within, task, error) : NULL;

  stretch->pieces = g_array_new (FALSE, FALSE, sizeof (ScopeTaskStretchPiece));
  stretch->keepers = late != NULL ? scope_wait_keepers_read (derived, within, task, error) : NULL;
  if (stretch->keepers == NULL || !read_pieces (stretch, derived, within, task, error) || !read_path (stretch, derived, within, task, late, error)
      || !read_blame (stretch, derived, within, task, error) || !read_processors (stretch, derived, within, task, late, error)
      || !read_slack (stretch, within, task, error))
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
