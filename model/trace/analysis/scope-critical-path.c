/* scope-critical-path.c: see scope-critical-path.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-critical-path.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-key.h"
#include "model/base/scope-time-heap.h"
#include "model/trace/analysis/scope-gc-spans.h"
#include "model/trace/analysis/scope-label-stream.h"
#include "model/trace/analysis/scope-lane-ends.h"
#include "model/trace/analysis/scope-task-history.h"
#include "model/zoom/scope-leb.h"

#include <string.h>

#define MAX_AT_ONCE 64u /* steps back that take no time: a circle, or a clock too coarse */
#define CHECK_EVERY 1024u
#define MAX_STARTS 16u
#define BLOCK_SEGMENTS 4096u

/* Some segments, from the last to the first: each a kind, its length, and who. */
typedef struct
{
  GByteArray *bytes;
  guint n;
} Block;

struct _ScopePathBack
{
  ScopeTrace *trace;
  GArray *blocks; /* of Block */
  gint64 first;   /* where the last block ends */
};

typedef struct
{
  ScopeTrace *trace;
  ScopeTasks *tasks;
  ScopeTaskHistory *history;
  ScopePathBack *back;
  GArray **spans;   /* of ScopeSpan, by machine: its collections; NULL: not read yet */
  ScopeTaskId task; /* where the way is */
  gint64 time, first;
} Way;

const char *
scope_path_kind_name (ScopePathKind kind)
{
  static const char *const names[SCOPE_N_PATH_KINDS]
      = { "running", "ready", "gc", "in_flight", "delivered_not_woken", "timer", "foreign", "start", "end", "unknown" };

  return names[kind];
}

ScopeCriticalPath *
scope_critical_path_new (void)
{
  ScopeCriticalPath *path = g_new0 (ScopeCriticalPath, 1);

  path->segments = g_array_new (FALSE, FALSE, sizeof (ScopePathSegment));
  return path;
}

void
scope_critical_path_free (ScopeCriticalPath *path)
{
  if (path == NULL)
    return;
  g_array_unref (path->segments);
  g_clear_pointer (&path->labels, g_ptr_array_unref);
  g_free (path);
}

/* --- where it ends --- */

typedef struct
{
  ScopeTaskId task;
  gint64 time;
  gboolean ended;
} Last;

typedef struct
{
  ScopeTasks *tasks;
  ScopeMachine *machine;
} Processors;

static gboolean
runs_somebody (gpointer data, const ScopeInterval *interval)
{
  const Processors *of = data;

  return scope_code_state (interval->code) == SCOPE_STATE_RUNNING && interval->ref > 0
         && interval->ref <= scope_machine_n_entities (of->machine, SCOPE_KIND_THREAD)
         && !scope_task_is_helper (of->tasks, (ScopeTaskId) { of->machine->index, interval->ref - 1 });
}

/* The last run of a processor, if it is later than what is known; of equal ones that of a task that ended then. */
static gboolean
take_last (ScopeTasks *tasks, ScopeMachine *machine, guint32 processor, gint64 until, Last *last, GError **error)
{
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processor)->lane;
  Processors of = { tasks, machine };
  const ScopeEntity *entity;
  ScopeInterval interval;
  gboolean ended;
  gint64 time;
  GError *local = NULL;

  if (!scope_lane_last (machine->lanes, lane, until < SCOPE_TIME_MAX ? until - machine->offset : until, runs_somebody, &of, &interval, &local))
    return scope_passed (local, error);
  time = MIN (scope_time_add (interval.to, machine->offset), until);
  entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, interval.ref - 1);
  ended = entity->end == SCOPE_END_FINISHED && entity->last <= interval.to;
  if (time > last->time || (time == last->time && !last->ended && ended))
    *last = (Last) { { machine->index, interval.ref - 1 }, time, ended };
  return TRUE;
}

/* Who ran last before `until`, and until when; nobody: nobody did. */
static gboolean
find_last (ScopeTasks *tasks, gint64 until, Last *last, GError **error)
{
  ScopeTrace *trace = scope_tasks_trace (tasks);

  *last = (Last) { SCOPE_NO_TASK, SCOPE_TIME_MIN, FALSE };
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    for (guint32 p = 0; p < scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESSOR); p++)
      if (scope_machine_is_processor (scope_trace_machine (trace, m), p)
          && !take_last (tasks, scope_trace_machine (trace, m), p, until, last, error))
        return FALSE;
  return TRUE;
}

/* --- the way back; segments are added from the last to the first --- */

#define MESSAGE 16u /* with the kind: somebody sent it */

static void
pack (ScopePathBack *back, const ScopePathSegment *segment)
{
  guint8 bytes[6 * SCOPE_LEB_MOST], *at = bytes;
  gboolean message = !scope_task_is_nobody (segment->by);
  Block *last = back->blocks->len > 0 ? &g_array_index (back->blocks, Block, back->blocks->len - 1) : NULL;

  if (last == NULL || last->n == BLOCK_SEGMENTS)
    {
      g_array_set_size (back->blocks, back->blocks->len + 1);
      last = &g_array_index (back->blocks, Block, back->blocks->len - 1);
      *last = (Block) { g_byte_array_new (), 0 };
    }
  *at++ = (guint8) (segment->kind | (message ? MESSAGE : 0));
  at = scope_leb_write (at, (guint64) (segment->to - segment->from));
  at = scope_leb_write (at, scope_task_is_nobody (segment->task) ? 0 : (guint64) segment->task.thread + 1);
  at = scope_leb_write (at, segment->task.machine);
  if (message)
    {
      at = scope_leb_write (at, segment->by.thread);
      at = scope_leb_write (at, segment->by.machine);
    }
  g_byte_array_append (last->bytes, bytes, (guint) (at - bytes));
  last->n++;
  back->first = segment->from;
}

static void
add (Way *way, ScopePathKind kind, gint64 from, ScopeTaskId by)
{
  const ScopePathSegment segment = { .from = MAX (from, way->first), .to = way->time, .kind = kind, .task = way->task, .by = by };

  if (segment.to > segment.from)
    {
      pack (way->back, &segment);
      way->time = segment.from;
    }
}

static void
add_alone (Way *way, ScopePathKind kind, gint64 from)
{
  add (way, kind, from, SCOPE_NO_TASK);
}

/* Ready, or not because its machine collected. */
static gboolean
add_ready (Way *way, gint64 from, GError **error)
{
  GArray **spans = &way->spans[way->task.machine];

  if (*spans == NULL && (*spans = scope_gc_spans_read (scope_trace_machine (way->trace, way->task.machine), error)) == NULL)
    return FALSE;
  for (guint i = scope_gc_spans_before (*spans, way->time); i-- > 0 && way->time > from;)
    {
      const ScopeSpan *span = &g_array_index (*spans, ScopeSpan, i);

      if (span->to <= from)
        break;
      add_alone (way, SCOPE_PATH_READY, MAX (from, span->to));
      add_alone (way, SCOPE_PATH_GC, MAX (from, span->from));
    }
  add_alone (way, SCOPE_PATH_READY, from);
  return TRUE;
}

/* Over the message that `by` sent. */
static void
follow_message (Way *way, ScopeTaskId by, gint64 sent, gint64 received)
{
  add (way, SCOPE_PATH_DELIVERED_NOT_WOKEN, received, by);
  add (way, SCOPE_PATH_IN_FLIGHT, sent, by);
  way->task = by;
}

static void
follow_waker (Way *way, const ScopeStretch *wait)
{
  if (wait->by_message)
    follow_message (way, wait->by, wait->sent, wait->received);
  else
    way->task = wait->by;
}

/* FALSE: the way ends here. */
static gboolean
follow_creation (Way *way, const ScopeStretch *ready)
{
  if (ready->ready_by == SCOPE_READY_SPAWNED)
    way->task = ready->by;
  else if (ready->ready_by == SCOPE_READY_FORKED)
    follow_message (way, ready->by, ready->sent, ready->received);
  else
    return FALSE;
  return TRUE;
}

/* One stretch back. FALSE: the way ends, or with error. */
static gboolean
step (Way *way, GError **error)
{
  ScopeStretch now;

  if (!scope_task_history_before (way->history, way->task, way->time, &now, error))
    return FALSE;
  switch (now.does)
    {
    case SCOPE_DOES_RUN:
      add_alone (way, SCOPE_PATH_RUNNING, now.from);
      return TRUE;
    case SCOPE_DOES_READY:
      if (!add_ready (way, now.from, error))
        return FALSE;
      return now.ready_by == SCOPE_READY_WOKEN || now.ready_by == SCOPE_READY_AGAIN || follow_creation (way, &now);
    case SCOPE_DOES_WAIT:
      if (way->time == now.to)
        follow_waker (way, &now);
      else
        add_alone (way, SCOPE_PATH_UNKNOWN, now.from); /* it did something while it waited: the log is not in order */
      return TRUE;
    case SCOPE_DOES_TIMER:
      add_alone (way, SCOPE_PATH_TIMER, now.from);
      return TRUE;
    case SCOPE_DOES_FOREIGN:
      add_alone (way, SCOPE_PATH_FOREIGN, now.from);
      return TRUE;
    case SCOPE_DOES_COLLECT:
      add_alone (way, SCOPE_PATH_GC, now.from);
      return TRUE;
    default:
      add_alone (way, SCOPE_PATH_UNKNOWN, now.from);
      return TRUE;
    }
}

static gboolean
go_back (Way *way, GCancellable *cancellable, GError **error)
{
  guint n = 0, at_once = 0;
  GError *local = NULL;

  while (way->time > way->first)
    {
      gint64 before = way->time;

      if (++n % CHECK_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!step (way, &local))
        break;
      at_once = way->time == before ? at_once + 1 : 0;
      if (at_once > MAX_AT_ONCE)
        break;
    }
  if (local != NULL)
    g_propagate_error (error, local);
  else if (at_once > MAX_AT_ONCE)
    add_alone (way, SCOPE_PATH_UNKNOWN, way->first);
  return local == NULL;
}

/* The runtime makes tasks late, too (GHC runs a bound thread to flush its handles at the end): then the way goes on with who ran last
 * before. */
static gboolean
go_back_all (Way *way, GCancellable *cancellable, GError **error)
{
  Last last;

  for (guint i = 0; i < MAX_STARTS && way->time > way->first; i++)
    {
      if (!go_back (way, cancellable, error) || !find_last (way->tasks, way->time, &last, error))
        return FALSE;
      if (way->time <= way->first || scope_task_is_nobody (last.task) || last.time <= way->first)
        break;
      add_alone (way, SCOPE_PATH_START, last.time);
      way->task = last.task;
    }
  add_alone (way, SCOPE_PATH_START, way->first);
  return TRUE;
}

/* --- labels --- */

static guint64
task_key (ScopeTaskId id)
{
  return (guint64) id.machine << 32 | id.thread;
}

typedef struct
{
  ScopeLabelStream *streams;
  guint n_streams;
  ScopeTimeHeap heap;
  GHashTable *now; /* task → label + 1 */
} Labelling;

static guint32
label_of (const Labelling *labelling, guint64 key)
{
  guint32 label = g_hash_table_size (labelling->now) > 0 ? GPOINTER_TO_UINT (g_hash_table_lookup (labelling->now, &key)) : 0;

  return label > 0 ? label - 1 : 0;
}

static gboolean
pass_label (Labelling *labelling, GError **error)
{
  ScopeLabelStream *stream = &labelling->streams[scope_time_heap_first (&labelling->heap)->what];
  guint64 key = task_key (stream->task);

  g_hash_table_insert (labelling->now, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (stream->label + 1));
  if (!scope_label_stream_next (stream, error))
    return FALSE;
  if (stream->time < SCOPE_TIME_MAX)
    scope_time_heap_replace_first (&labelling->heap, stream->time, stream->machine->index);
  else
    scope_time_heap_pop (&labelling->heap);
  return TRUE;
}

/* Whom segments go to, in order; those of one label that were cut join again. */
typedef struct
{
  ScopePathFunc func;
  gpointer data;
  const GPtrArray *labels;
  ScopePathSegment last;
  gboolean any;
} Telling;

static void
tell_last (Telling *telling)
{
  if (telling->any)
    telling->func (telling->data, &telling->last, g_ptr_array_index (telling->labels, telling->last.label));
  telling->any = FALSE;
}

static void
tell (Telling *telling, const ScopePathSegment *segment)
{
  ScopePathSegment *last = &telling->last;

  if (telling->any && segment->kind == SCOPE_PATH_RUNNING && last->kind == segment->kind && last->label == segment->label
      && scope_task_is (last->task, segment->task))
    {
      last->to = segment->to;
      return;
    }
  tell_last (telling);
  telling->last = *segment;
  telling->any = TRUE;
}

/* Cuts what runs where the label changes. */
static gboolean
label_segment (Labelling *labelling, ScopePathSegment segment, Telling *telling, GError **error)
{
  const ScopeTimeHeap *heap = &labelling->heap;
  guint64 key = task_key (segment.task);

  for (;;)
    {
      gint64 next = heap->n > 0 ? scope_time_heap_first (heap)->time : SCOPE_TIME_MAX;

      if (next >= segment.to)
        break;
      if (next > segment.from && segment.kind == SCOPE_PATH_RUNNING
          && scope_task_is (labelling->streams[scope_time_heap_first (heap)->what].task, segment.task))
        {
          ScopePathSegment head = segment;

          head.label = label_of (labelling, key);
          head.to = segment.from = next;
          tell (telling, &head);
        }
      if (!pass_label (labelling, error))
        return FALSE;
    }
  segment.label = label_of (labelling, key);
  tell (telling, &segment);
  return TRUE;
}

/* Segments of a block, in order of time from `from` on; where they end. */
static gint64
unpack (const Block *block, gint64 from, ScopePathSegment *segments)
{
  const guint8 *at = block->bytes->data, *end = at + block->bytes->len;
  guint64 length = 0, thread = 0, machine = 0;

  for (guint i = 0; i < block->n; i++)
    {
      ScopePathSegment *segment = &segments[block->n - 1 - i];
      guint kind = *at++;

      scope_leb_get (&at, end, &length);
      scope_leb_get (&at, end, &thread);
      scope_leb_get (&at, end, &machine);
      *segment = (ScopePathSegment) { .to = (gint64) length, .kind = (ScopePathKind) (kind & (MESSAGE - 1)), .by = SCOPE_NO_TASK };
      segment->task = thread > 0 ? (ScopeTaskId) { (guint32) machine, (guint32) (thread - 1) } : SCOPE_NO_TASK;
      if ((kind & MESSAGE) == 0)
        continue;
      scope_leb_get (&at, end, &thread);
      scope_leb_get (&at, end, &machine);
      segment->by = (ScopeTaskId) { (guint32) machine, (guint32) thread };
    }
  for (guint i = 0; i < block->n; i++)
    {
      segments[i].from = from;
      from = segments[i].to += from;
    }
  return from;
}

static gboolean
tell_all (ScopePathBack *back, Labelling *labelling, Telling *telling, GError **error)
{
  g_autofree ScopePathSegment *segments = g_new (ScopePathSegment, BLOCK_SEGMENTS);
  gint64 time = back->first;

  for (guint b = back->blocks->len; b-- > 0;)
    {
      const Block *block = &g_array_index (back->blocks, Block, b);

      time = unpack (block, time, segments);
      for (guint i = 0; i < block->n; i++)
        if (!label_segment (labelling, segments[i], telling, error))
          return FALSE;
    }
  tell_last (telling);
  return TRUE;
}

gboolean
scope_path_back_tell (ScopePathBack *back, ScopePathFunc func, gpointer data, GPtrArray **ret_labels, GError **error)
{
  ScopeLabels labels;
  Labelling labelling = { .n_streams = scope_trace_n_machines (back->trace) };
  Telling telling = { .func = func, .data = data };
  gboolean ok = TRUE;

  labelling.streams = g_new0 (ScopeLabelStream, labelling.n_streams);
  labelling.now = g_hash_table_new_full (scope_key_hash_pair, g_int64_equal, g_free, NULL);
  scope_labels_init (&labels);
  telling.labels = labels.texts;
  for (guint m = 0; m < labelling.n_streams; m++)
    {
      ok = scope_label_stream_init (&labelling.streams[m], scope_trace_machine (back->trace, m), &labels, ok ? error : NULL) && ok;
      if (ok && labelling.streams[m].time < SCOPE_TIME_MAX)
        scope_time_heap_push (&labelling.heap, labelling.streams[m].time, m);
    }
  ok = ok && tell_all (back, &labelling, &telling, error);
  if (ret_labels != NULL)
    *ret_labels = g_ptr_array_ref (labels.texts);
  for (guint m = 0; m < labelling.n_streams; m++)
    scope_label_stream_clear (&labelling.streams[m]);
  g_free (labelling.streams);
  scope_time_heap_clear (&labelling.heap);
  g_hash_table_unref (labelling.now);
  scope_labels_clear (&labels);
  return ok;
}

/* --- from begin to end --- */

static void
block_clear (gpointer data)
{
  g_byte_array_unref (((Block *) data)->bytes);
}

void
scope_path_back_free (ScopePathBack *back)
{
  if (back == NULL)
    return;
  g_array_unref (back->blocks);
  g_object_unref (back->trace);
  g_free (back);
}

ScopePathBack *
scope_path_back_read (ScopeTrace *trace, ScopeTaskId task, gint64 time, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopePathBack) back = g_new0 (ScopePathBack, 1);
  g_autoptr (ScopeTasks) tasks = NULL;
  g_autoptr (ScopeTaskHistory) history = NULL;
  Way way = { .trace = trace, .back = back, .task = SCOPE_NO_TASK };
  Last last = { task, time, FALSE };
  gboolean ok;

  back->trace = g_object_ref (trace);
  back->blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  g_array_set_clear_func (back->blocks, block_clear);
  way.tasks = tasks = scope_tasks_new (trace, cancellable, error);
  if (tasks == NULL)
    return NULL;
  way.history = history = scope_task_history_new (tasks);
  scope_trace_range (trace, &way.first, &way.time);
  if (scope_task_is_nobody (task) && !find_last (tasks, SCOPE_TIME_MAX, &last, error))
    return NULL;
  if (scope_task_is_nobody (task))
    add_alone (&way, scope_task_is_nobody (last.task) ? SCOPE_PATH_UNKNOWN : SCOPE_PATH_END, MAX (last.time, way.first));
  way.task = last.task;
  way.time = CLAMP (last.time, way.first, way.time);
  way.spans = g_new0 (GArray *, scope_trace_n_machines (trace));
  ok = scope_task_is_nobody (way.task) || go_back_all (&way, cancellable, error);
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    g_clear_pointer (&way.spans[m], g_array_unref);
  g_free (way.spans);
  return ok ? g_steal_pointer (&back) : NULL;
}

void
scope_critical_path_append (gpointer data, const ScopePathSegment *segment, const char *label)
{
  ScopeCriticalPath *path = data;

  path->shares[segment->kind] += segment->to - segment->from;
  g_array_append_vals (path->segments, segment, 1);
}

ScopeCriticalPath *
scope_critical_path_read (ScopeTrace *trace, ScopeTaskId task, gint64 time, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopePathBack) back = scope_path_back_read (trace, task, time, cancellable, error);
  g_autoptr (ScopeCriticalPath) path = scope_critical_path_new ();

  return back != NULL && scope_path_back_tell (back, scope_critical_path_append, path, &path->labels, error) ? g_steal_pointer (&path) : NULL;
}
