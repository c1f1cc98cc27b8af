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

#define MOST_PIECES 1024u /* bytes in memory, of one lane, if there is room elsewhere */

/* What was in memory before. */
typedef struct
{
  guint64 offset;
  guint32 n;
  gint64 packed;
} Chunk;

/* From the last to the first. */
typedef struct
{
  gint64 packed;      /* where the last one that is packed begins */
  GByteArray *pieces; /* NULL: none */
  GArray *chunks;     /* of Chunk; NULL: none */
} Packed;

typedef struct
{
  ScopeTaskId id;
  gint64 slack;       /* of what it did just before `time` */
  gint64 time;        /* so far back it is told */
  gboolean runs;      /* it runs just before */
  guint processor;    /* where it does: of all; SCOPE_NONE: not known */
  guint waits_for;    /* another task, just before; SCOPE_NONE: nobody */
  guint own;          /* 1: it waits itself; 0: who waits for it does, as it is not there yet */
  ScopeTaskId parent; /* known once its birth was passed */
  guint64 waiting;    /* for it, and for these */
  Packed told;
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
  GArray *processors;     /* of Packed; NULL: not asked for, and neither is who waits */
  guint *first;           /* of each machine's threads among them */
  guint *first_processor;
  ScopeTimeHeap heap;     /* the latest first */
  GArray *bounds, *spare; /* of Bound; of guint: places of it that are free */
  gint64 end;             /* of the run: what ends it has nothing to spare */
  ScopeBytes *bytes;      /* where chunks are; NULL: nowhere */
  ScopeBytes *room;       /* the same, as long as there is room */
} Slack;

enum
{
  NEXT_BOUND,
  NEXT_STRETCH,
  NEXT_WAIT, /* from here back it waits for who will have sent */
};

static void
push (Slack *self, gint64 time, guint kind, guint what)
{
  scope_time_heap_push (&self->heap, -time, (guint64) kind << 60 | what);
}

/* --- what is told --- */

/* Where that cannot be written, all stays in memory. */
static void
put_away (Slack *self, Packed *packed)
{
  Chunk chunk = { 0, packed->pieces->len, packed->packed };

  if (!scope_bytes_append (self->room, packed->pieces->data, chunk.n, &chunk.offset, NULL))
    {
      self->room = NULL;
      return;
    }
  if (packed->chunks == NULL)
    packed->chunks = g_array_new (FALSE, FALSE, sizeof (Chunk));
  g_array_append_val (packed->chunks, chunk);
  g_byte_array_set_size (packed->pieces, 0);
}

static void
pack_piece (Slack *self, Packed *packed, gint64 from, gint64 to, const Task *task)
{
  guint8 bytes[5 * SCOPE_LEB_MOST], *at = bytes;

  if (packed->pieces == NULL)
    {
      packed->pieces = g_byte_array_new ();
      packed->packed = to;
    }
  at = scope_leb_write (at, (guint64) (packed->packed - to));
  at = scope_leb_write (at, (guint64) (to - from));
  at = scope_leb_write (at, (guint64) task->slack);
  at = scope_leb_write (at, task->waiting);
  at = scope_leb_write (at, task->processor != SCOPE_NONE ? task->processor - self->first_processor[task->id.machine] + 1u : 0);
  g_byte_array_append (packed->pieces, bytes, (guint) (at - bytes));
  packed->packed = from;
  if (self->room != NULL && packed->pieces->len >= MOST_PIECES)
    put_away (self, packed);
}

static void
pack (Slack *self, Task *task, gint64 from)
{
  gint64 to = task->time;
  Packed *processor;

  task->time = from;
  if (!task->runs || to <= from || to <= self->within->from || from >= self->within->to)
    return;
  pack_piece (self, &task->told, from, to, task);
  if (self->processors == NULL || task->processor >= self->processors->len)
    return;
  processor = &g_array_index (self->processors, Packed, task->processor);
  /* A log that says that two run at once on one says nothing of the second. */
  if (processor->pieces == NULL || processor->packed >= to)
    pack_piece (self, processor, from, to, task);
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

/* --- who waits for whom --- */

#define DEEPEST 4096u /* who waits for who waits for … */

/* `n` more, or fewer, wait for it and for whom it waits itself. */
static void
add_waiting (Slack *self, guint t, guint64 n, gint64 time)
{
  for (guint depth = 0; t != SCOPE_NONE && depth < DEEPEST; depth++)
    {
      Task *task = &g_array_index (self->tasks, Task, t);

      pack (self, task, MIN (time, task->time));
      task->waiting += n;
      t = task->waits_for;
    }
}

static void
begin_wait (Slack *self, guint n, ScopeTaskId by, guint own, gint64 time)
{
  Task *task = &g_array_index (self->tasks, Task, n);
  guint culprit = self->processors != NULL && !scope_task_is_nobody (by) ? self->first[by.machine] + by.thread : SCOPE_NONE;

  if (culprit == SCOPE_NONE || culprit == n || task->waits_for != SCOPE_NONE)
    return;
  add_waiting (self, culprit, own + task->waiting, time);
  task->waits_for = culprit;
  task->own = own;
}

static void
end_wait (Slack *self, Task *task, gint64 time)
{
  guint culprit = task->waits_for;

  if (culprit == SCOPE_NONE)
    return;
  task->waits_for = SCOPE_NONE;
  add_waiting (self, culprit, -(task->own + task->waiting), time);
}

/* Only until it was sent does it wait for what the sender did. */
static void
expect_wait (Slack *self, guint n, const ScopeStretch *stretch, gint64 time)
{
  gint64 sent = stretch->by_message ? CLAMP (stretch->sent, stretch->from, time) : time;

  if (self->processors == NULL || scope_task_is_nobody (stretch->by))
    return;
  if (sent == time)
    begin_wait (self, n, stretch->by, 1, time);
  else if (sent > stretch->from)
    push (self, sent, NEXT_WAIT, n);
}

/* Before it is there, who makes it is waited for. */
static void
expect_birth (Slack *self, guint n, const ScopeStretch *stretch)
{
  g_array_index (self->tasks, Task, n).parent = stretch->by;
  if (self->processors != NULL && !scope_task_is_nobody (stretch->by))
    push (self, stretch->by_message ? MIN (stretch->sent, stretch->from) : stretch->from, NEXT_WAIT, n);
}

static gboolean
pass_wait (Slack *self, guint n, gint64 time, GError **error)
{
  const Task *task = &g_array_index (self->tasks, Task, n);
  ScopeStretch now;
  GError *local = NULL;

  if (!scope_task_is_nobody (task->parent))
    begin_wait (self, n, task->parent, 0, time);
  else if (scope_task_history_before (self->history, task->id, time, &now, &local))
    begin_wait (self, n, now.by, 1, time);
  return scope_passed (local, error);
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
  end_wait (self, task, time);
  task->runs = FALSE;
  if (!scope_task_history_before (self->history, task->id, time, &now, &local))
    return scope_passed (local, error);
  task->runs = now.does == SCOPE_DOES_RUN;
  task->processor = now.processor != SCOPE_NONE ? self->first_processor[task->id.machine] + now.processor : SCOPE_NONE;
  if (now.does == SCOPE_DOES_WAIT && time == now.to)
    {
      bound_by (self, &now, now.to, task->slack);
      expect_wait (self, n, &now, time);
    }
  if ((now.does == SCOPE_DOES_WAIT || now.does == SCOPE_DOES_NEVER) && task->slack < SCOPE_TIME_MAX)
    task->slack += time - now.from;
  if (now.does == SCOPE_DOES_READY && (now.ready_by == SCOPE_READY_SPAWNED || now.ready_by == SCOPE_READY_FORKED))
    {
      bound_by (self, &now, now.from, task->slack);
      expect_birth (self, n, &now);
    }
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
      self->first_processor[m] = m > 0 ? self->first_processor[m - 1] + scope_machine_n_entities (scope_trace_machine (trace, m - 1), SCOPE_KIND_PROCESSOR) : 0;
      for (guint32 i = 0; i < n; i++)
        {
          Task task = { .id = { m, i }, .waits_for = SCOPE_NONE, .parent = SCOPE_NO_TASK };
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

  while (self->heap.n > 0)
    {
      const ScopeTimeHeapItem item = *scope_time_heap_first (&self->heap);

      if (-item.time <= self->within->from)
        break;
      if (++n % CHECK_EVERY == 0 && scope_query_range_cancelled (self->within, error))
        return FALSE;
      scope_time_heap_pop (&self->heap);
      if (item.what >> 60 == NEXT_BOUND)
        pass_bound (self, (guint) item.what, -item.time);
      else if (item.what >> 60 == NEXT_WAIT)
        {
          if (!pass_wait (self, (guint) item.what, -item.time, error))
            return FALSE;
        }
      else if (!pass_stretch (self, (guint) item.what, -item.time, error))
        return FALSE;
    }
  for (guint i = 0; i < self->tasks->len; i++)
    pack (self, &g_array_index (self->tasks, Task, i), self->within->from);
  return TRUE;
}

/* Turns it around: of what is packed until `packed`. */
static gboolean
tell_some (const guint8 *at, gsize n, gint64 packed, ScopeLaneId lane, ScopeSlackLaneFunc func, gpointer data, GError **error)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (ScopeSlack));
  const guint8 *end = at + n;
  guint64 gap = 0, length = 0, slack = 0, processor = 0;
  gint64 time = 0;
  ScopeSlack piece = { 0 };

  while (scope_leb_get (&at, end, &gap) && scope_leb_get (&at, end, &length) && scope_leb_get (&at, end, &slack)
         && scope_leb_get (&at, end, &piece.waiting) && scope_leb_get (&at, end, &processor))
    {
      piece.processor = processor > 0 ? (guint32) (processor - 1) : SCOPE_NONE;
      piece.slack = (gint64) slack;
      piece.to = time - (gint64) gap;
      time = piece.from = piece.to - (gint64) length;
      g_array_append_val (pieces, piece);
    }
  for (guint i = pieces->len; i-- > 0;)
    {
      ScopeSlack *told = &g_array_index (pieces, ScopeSlack, i);

      /* They were measured from the last one back, of which it is known only now when it began. */
      told->from += packed - time;
      told->to += packed - time;
      if (!func (data, lane, told, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
tell (Slack *self, const Packed *packed, ScopeLaneId lane, ScopeSlackLaneFunc func, gpointer data, GError **error)
{
  g_autofree guint8 *bytes = NULL;

  if (!tell_some (packed->pieces->data, packed->pieces->len, packed->packed, lane, func, data, error))
    return FALSE;
  for (guint i = packed->chunks != NULL ? packed->chunks->len : 0; i-- > 0;)
    {
      const Chunk *chunk = &g_array_index (packed->chunks, Chunk, i);

      bytes = g_realloc (bytes, chunk->n);
      if (!scope_bytes_read (self->bytes, chunk->offset, bytes, chunk->n, error)
          || !tell_some (bytes, chunk->n, chunk->packed, lane, func, data, error))
        return FALSE;
    }
  return TRUE;
}

static void
packed_clear (gpointer data)
{
  Packed *packed = data;

  g_clear_pointer (&packed->pieces, g_byte_array_unref);
  g_clear_pointer (&packed->chunks, g_array_unref);
}

static gboolean
tell_all (Slack *self, ScopeSlackLaneFunc func, gpointer data, GError **error)
{
  ScopeTrace *trace = self->within->trace;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      Task *task = &g_array_index (self->tasks, Task, i);

      if (task->told.pieces != NULL && !tell (self, &task->told, (ScopeLaneId) { task->id.machine, SCOPE_KIND_THREAD, task->id.thread }, func, data, error))
        return FALSE;
      packed_clear (&task->told);
    }
  for (guint m = 0; self->processors != NULL && m < scope_trace_n_machines (trace); m++)
    for (guint32 p = 0; p < scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESSOR); p++)
      {
        const Packed *packed = &g_array_index (self->processors, Packed, self->first_processor[m] + p);

        if (packed->pieces != NULL && !tell (self, packed, (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, p }, func, data, error))
          return FALSE;
      }
  return TRUE;
}

static void
task_clear (gpointer data)
{
  Task *task = data;

  packed_clear (&task->told);
}

static gboolean
walk (const ScopeQueryRange *within, gboolean processors, ScopeBytes *room, ScopeSlackLaneFunc func, gpointer data, GError **error)
{
  guint n = scope_trace_n_machines (within->trace);
  g_autoptr (ScopeTasks) tasks = scope_tasks_new (within->trace, within->cancellable, error);
  g_autoptr (ScopeTaskHistory) history = tasks != NULL ? scope_task_history_new (tasks) : NULL;
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (Task)),
                     bounds = g_array_new (FALSE, FALSE, sizeof (Bound)), spare = g_array_new (FALSE, FALSE, sizeof (guint)),
                     on = processors ? g_array_new (FALSE, TRUE, sizeof (Packed)) : NULL;
  g_autofree guint *first = g_new0 (guint, n + 1), *first_processor = g_new0 (guint, n + 1);
  Slack self = { .within = within, .history = history, .tasks = all, .processors = on, .first = first, .first_processor = first_processor,
                 .bounds = bounds, .spare = spare, .end = SCOPE_TIME_MIN, .room = room, .bytes = room };
  gboolean ok;

  g_array_set_clear_func (all, task_clear);
  if (tasks == NULL || !find_end (&self, error))
    return FALSE;
  add_tasks (&self, tasks);
  if (on != NULL)
    {
      g_array_set_clear_func (on, packed_clear);
      for (guint m = 0; m < n; m++)
        g_array_set_size (on, on->len + scope_machine_n_entities (scope_trace_machine (within->trace, m), SCOPE_KIND_PROCESSOR));
    }
  ok = go_back (&self, error) && tell_all (&self, func, data, error);
  scope_time_heap_clear (&self.heap);
  return ok;
}

gboolean
scope_slack_walk_lanes (const ScopeQueryRange *within, ScopeBytes *room, ScopeSlackLaneFunc func, gpointer data, GError **error)
{
  return walk (within, TRUE, room, func, data, error);
}

typedef struct
{
  ScopeSlackFunc func;
  gpointer data;
} OfTasks;

static gboolean
tell_task (gpointer data, ScopeLaneId lane, const ScopeSlack *slack, GError **error)
{
  const OfTasks *of = data;

  return of->func (of->data, (ScopeTaskId) { lane.machine, lane.index }, slack, error);
}

gboolean
scope_slack_walk (const ScopeQueryRange *within, ScopeSlackFunc func, gpointer data, GError **error)
{
  OfTasks of = { func, data };

  return walk (within, FALSE, NULL, tell_task, &of, error);
}
