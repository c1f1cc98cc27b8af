/* scope-slack.c: see scope-slack.h.
 *
 * One pass back in time over all tasks at once. What is found out of a task is packed, from its last stretch to its first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-slack.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-time-heap.h"
#include "model/trace/analysis/scope-critical-path.h"
#include "model/trace/analysis/scope-task-history.h"
#include "model/zoom/scope-leb.h"

#define CHECK_EVERY 1024u

typedef struct
{
  ScopeTaskId id;
  gint64 slack;       /* of what it did just before `time` */
  gint64 time;        /* so far back it is told */
  gboolean runs;      /* it runs just before */
  gint64 packed;      /* where the last one that is packed begins */
  GByteArray *pieces; /* NULL: none */
} Task;

/* At a time, a task has no more to spare than this. */
typedef struct
{
  guint task;
  gint64 slack;
} Bound;

typedef struct
{
  const ScopeQueryRange *within;
  ScopeTaskHistory *history;
  GArray *tasks;          /* of Task */
  guint *first;           /* of each machine's threads among them */
  GArray *heap;           /* the latest first */
  GArray *bounds, *spare; /* of Bound; of guint: places of it that are free */
  gint64 end;             /* of the run: what ends it has nothing to spare */
} Slack;

enum
{
  NEXT_BOUND,
  NEXT_STRETCH,
};

static void
push (Slack *self, gint64 time, guint kind, guint what)
{
  scope_time_heap_push (self->heap, -time, (guint64) kind << 60 | what);
}

/* --- what is told --- */

static void
pack (Slack *self, Task *task, gint64 from)
{
  guint8 bytes[3 * SCOPE_LEB_MOST], *at = bytes;
  gint64 to = task->time;

  task->time = from;
  if (!task->runs || to <= from || to <= self->within->from || from >= self->within->to)
    return;
  if (task->pieces == NULL)
    {
      task->pieces = g_byte_array_new ();
      task->packed = to;
    }
  at = scope_leb_write (at, (guint64) (task->packed - to));
  at = scope_leb_write (at, (guint64) (to - from));
  at = scope_leb_write (at, (guint64) task->slack);
  g_byte_array_append (task->pieces, bytes, (guint) (at - bytes));
  task->packed = from;
}

/* From `time` back. */
static void
bound (Slack *self, Task *task, gint64 time, gint64 slack)
{
  if (slack >= task->slack)
    return;
  pack (self, task, MIN (time, task->time));
  task->slack = slack;
}

/* The same, when the pass comes there. */
static void
bound_at (Slack *self, ScopeTaskId id, gint64 time, gint64 slack)
{
  const Bound later = { self->first[id.machine] + id.thread, slack };
  guint place = self->bounds->len;

  if (self->spare->len > 0)
    {
      place = g_array_index (self->spare, guint, self->spare->len - 1);
      g_array_set_size (self->spare, self->spare->len - 1);
      g_array_index (self->bounds, Bound, place) = later;
    }
  else
    g_array_append_val (self->bounds, later);
  push (self, time, NEXT_BOUND, place);
}

static void
pass_bound (Slack *self, guint place, gint64 time)
{
  const Bound later = g_array_index (self->bounds, Bound, place);

  g_array_append_val (self->spare, place);
  bound (self, &g_array_index (self->tasks, Task, later.task), time, later.slack);
}

/* --- one stretch back --- */

/* Who made it ready, or ended its wait, had no more to spare. */
static void
bound_by (Slack *self, const ScopeStretch *stretch, gint64 time, gint64 slack)
{
  if (!scope_task_is_nobody (stretch->by))
    bound_at (self, stretch->by, stretch->by_message ? MIN (stretch->sent, time) : time, slack);
}

static gboolean
pass_stretch (Slack *self, guint n, gint64 time, GError **error)
{
  Task *task = &g_array_index (self->tasks, Task, n);
  ScopeStretch now;
  GError *local = NULL;

  pack (self, task, time);
  task->runs = FALSE;
  if (!scope_task_history_before (self->history, task->id, time, &now, &local))
    return scope_passed (local, error);
  task->runs = now.does == SCOPE_DOES_RUN;
  if (now.does == SCOPE_DOES_WAIT && time == now.to)
    bound_by (self, &now, now.to, task->slack);
  if ((now.does == SCOPE_DOES_WAIT || now.does == SCOPE_DOES_NEVER) && task->slack < SCOPE_TIME_MAX)
    task->slack += time - now.from;
  if (now.does == SCOPE_DOES_READY && (now.ready_by == SCOPE_READY_SPAWNED || now.ready_by == SCOPE_READY_FORKED))
    bound_by (self, &now, now.from, task->slack);
  push (self, now.from, NEXT_STRETCH, n);
  return TRUE;
}

/* --- from begin to end --- */

/* Where the critical path ends is where the run does. */
static void
take_end (gpointer data, const ScopePathSegment *segment, const char *label)
{
  if (segment->kind != SCOPE_PATH_END)
    *(gint64 *) data = segment->to;
}

static gboolean
find_end (Slack *self, GError **error)
{
  g_autoptr (ScopePathBack) back
      = scope_path_back_read (self->within->trace, SCOPE_NO_TASK, SCOPE_TIME_MAX, self->within->cancellable, error);

  return back != NULL && scope_path_back_tell (back, take_end, &self->end, NULL, error);
}

static void
add_tasks (Slack *self, ScopeTasks *tasks)
{
  ScopeTrace *trace = self->within->trace;

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      guint32 n = scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_THREAD);

      self->first[m] = self->tasks->len;
      for (guint32 i = 0; i < n; i++)
        {
          Task task = { .id = { m, i } };
          gint64 first, last;

          if (scope_tasks_life (tasks, task.id, &first, &last))
            {
              task.time = last;
              task.slack = MAX (self->end - last, 0);
              push (self, last, NEXT_STRETCH, self->tasks->len);
            }
          g_array_append_val (self->tasks, task);
        }
    }
}

static gboolean
go_back (Slack *self, GError **error)
{
  guint n = 0;

  while (self->heap->len > 0)
    {
      const ScopeTimeHeapItem item = g_array_index (self->heap, ScopeTimeHeapItem, 0);

      if (-item.time <= self->within->from)
        break;
      if (++n % CHECK_EVERY == 0 && scope_query_range_cancelled (self->within, error))
        return FALSE;
      scope_time_heap_pop (self->heap);
      if (item.what >> 60 == NEXT_BOUND)
        pass_bound (self, (guint) item.what, -item.time);
      else if (!pass_stretch (self, (guint) item.what, -item.time, error))
        return FALSE;
    }
  for (guint i = 0; i < self->tasks->len; i++)
    pack (self, &g_array_index (self->tasks, Task, i), self->within->from);
  return TRUE;
}

/* Turns around what is packed of a task. */
static gboolean
tell (Slack *self, Task *task, ScopeSlackFunc func, gpointer data, GError **error)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (ScopeSlack));
  const guint8 *at = task->pieces->data, *end = at + task->pieces->len;
  guint64 gap = 0, length = 0, slack = 0;
  gint64 time = 0;

  while (scope_leb_get (&at, end, &gap) && scope_leb_get (&at, end, &length) && scope_leb_get (&at, end, &slack))
    {
      ScopeSlack piece = { .slack = (gint64) slack };

      piece.to = time - (gint64) gap;
      time = piece.from = piece.to - (gint64) length;
      g_array_append_val (pieces, piece);
    }
  for (guint i = pieces->len; i-- > 0;)
    {
      ScopeSlack *piece = &g_array_index (pieces, ScopeSlack, i);

      /* They were measured from the last one back, of which it is known only now when it began. */
      piece->from += task->packed - time;
      piece->to += task->packed - time;
      if (!func (data, task->id, piece, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
tell_all (Slack *self, ScopeSlackFunc func, gpointer data, GError **error)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      Task *task = &g_array_index (self->tasks, Task, i);

      if (task->pieces != NULL && !tell (self, task, func, data, error))
        return FALSE;
    }
  return TRUE;
}

static void
task_clear (gpointer data)
{
  Task *task = data;

  g_clear_pointer (&task->pieces, g_byte_array_unref);
}

gboolean
scope_slack_walk (const ScopeQueryRange *within, ScopeSlackFunc func, gpointer data, GError **error)
{
  g_autoptr (ScopeTasks) tasks = scope_tasks_new (within->trace, within->cancellable, error);
  g_autoptr (ScopeTaskHistory) history = tasks != NULL ? scope_task_history_new (tasks) : NULL;
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (Task)), heap = g_array_new (FALSE, FALSE, sizeof (ScopeTimeHeapItem)),
                     bounds = g_array_new (FALSE, FALSE, sizeof (Bound)), spare = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *first = g_new0 (guint, scope_trace_n_machines (within->trace) + 1);
  Slack self = { .within = within, .history = history, .tasks = all, .first = first, .heap = heap, .bounds = bounds, .spare = spare, .end = SCOPE_TIME_MIN };

  g_array_set_clear_func (all, task_clear);
  if (tasks == NULL || !find_end (&self, error))
    return FALSE;
  add_tasks (&self, tasks);
  return go_back (&self, error) && tell_all (&self, func, data, error);
}
