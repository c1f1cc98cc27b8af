/* scope-eventlog-perf.c: what Linux's perf counted of the program's operating system threads, merged into its log by ghc-events: each sample
 * is a mark of the processor that its thread was on then.
 *
 *     task 0x7f… = kernel thread 812 on HEC 1     said when the runtime creates a task, or moves it
 *     perf event 3 = "cache-misses"               said before the first of it
 *     perf event 3 of kernel thread 812: 20       a mark "cache-misses: 20" on HEC 1, of the thread that runs there
 *
 * The events are those of ghc-events' EventLogFormat.h (140 to 142; tasks: 55 to 57).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

#include <string.h>

#define MOST_NAMES 100000u
#define MOST_TASKS 1000000u

typedef struct
{
  guint64 key; /* its number; the first, for g_int64_hash () */
  guint64 kernel;
  guint16 processor;
} Task;

struct _ScopeEventlogPerf
{
  GHashTable *tasks;   /* of Task, its own key: the runtime's number of it */
  GHashTable *kernels; /* of Task, its own key: the kernel's */
  GHashTable *names;   /* perf's number → char * */
};

static struct _ScopeEventlogPerf *
perf (ScopeEventlogReplay *replay)
{
  struct _ScopeEventlogPerf *self = replay->perf;

  if (self != NULL)
    return self;
  self = replay->perf = g_new0 (struct _ScopeEventlogPerf, 1);
  self->tasks = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->kernels = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->names = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
  return self;
}

void
scope_eventlog_perf_free (struct _ScopeEventlogPerf *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->tasks);
  g_hash_table_unref (self->kernels);
  g_hash_table_unref (self->names);
  g_free (self);
}

/* The same task may be created twice. */
static void
put (GHashTable *tasks, guint64 key, guint64 kernel, guint16 processor)
{
  Task *task = g_hash_table_lookup (tasks, &key);

  if (task == NULL && g_hash_table_size (tasks) < MOST_TASKS)
    {
      task = g_new0 (Task, 1);
      task->key = key;
      g_hash_table_add (tasks, task);
    }
  if (task == NULL)
    return;
  task->kernel = kernel;
  task->processor = processor;
}

static void
place_task (ScopeEventlogReplay *replay, guint64 number, guint64 kernel, guint16 processor)
{
  put (perf (replay)->tasks, number, kernel, processor);
  put (perf (replay)->kernels, kernel, kernel, processor);
}

static void
move_task (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  guint64 number = scope_be (event, 0, 8);
  const Task *task = g_hash_table_lookup (perf (replay)->tasks, &number);

  if (task != NULL && event->size >= 12)
    place_task (replay, number, task->kernel, (guint16) scope_be (event, 10, 2));
}

static void
name (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  GHashTable *names = perf (replay)->names;
  gsize length = event->size > 4 ? strnlen ((const char *) event->payload + 4, event->size - 4) : 0;

  if (length > 0 && g_hash_table_size (names) < MOST_NAMES)
    g_hash_table_insert (names, GUINT_TO_POINTER ((guint) scope_be (event, 0, 4)), g_strndup ((const char *) event->payload + 4, length));
}

static void
sample (ScopeEventlogReplay *replay, const ScopeEvent *event, gboolean counter)
{
  guint number = (guint) scope_be (event, 0, 4);
  const char *called = g_hash_table_lookup (perf (replay)->names, GUINT_TO_POINTER (number));
  guint64 kernel = scope_be (event, 4, 8);
  const Task *task = g_hash_table_lookup (perf (replay)->kernels, &kernel);
  guint32 current = task != NULL && task->processor < replay->n_caps ? replay->caps[task->processor].current : 0;
  g_autofree char *text = NULL;
  gint64 row[SCOPE_MARK_N_COLUMNS];

  if (event->size < (counter ? 20 : 12))
    return;
  text = called != NULL ? g_strdup (called) : g_strdup_printf ("perf %u", number);
  if (counter)
    {
      char *whole = g_strdup_printf ("%s: %" G_GUINT64_FORMAT, text, scope_be (event, 12, 8));

      g_free (text);
      text = whole;
    }
  row[SCOPE_MARK_TIME] = event->time;
  row[SCOPE_MARK_PROCESSOR] = task != NULL ? task->processor : SCOPE_TABLE_NULL;
  row[SCOPE_MARK_THREAD] = current != 0 ? (gint64) current - 1 : SCOPE_TABLE_NULL;
  row[SCOPE_MARK_KIND] = SCOPE_MARK_MARKER;
  row[SCOPE_MARK_TEXT] = (gint64) replay->sink->klass->text (replay->sink, text, strlen (text));
  replay->sink->klass->record (replay->sink, SCOPE_TABLE_MARKS, row);
}

void
scope_eventlog_perf_event (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  switch (event->type)
    {
    case SCOPE_EV_TASK_CREATE:
      if (event->size >= 18)
        place_task (replay, scope_be (event, 0, 8), scope_be (event, 10, 8), (guint16) scope_be (event, 8, 2));
      break;
    case SCOPE_EV_TASK_MIGRATE:
      move_task (replay, event);
      break;
    case SCOPE_EV_PERF_NAME:
      name (replay, event);
      break;
    case SCOPE_EV_PERF_COUNTER:
    case SCOPE_EV_PERF_TRACEPOINT:
      sample (replay, event, event->type == SCOPE_EV_PERF_COUNTER);
      break;
    default:
      break;
    }
}
