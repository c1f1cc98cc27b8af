/* scope-lock-waits.c: see scope-lock-waits.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/locks/scope-lock-waits.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"

static void
clear_wait (gpointer data)
{
  g_free (((ScopeLockWait *) data)->title);
}

void
scope_lock_waits_free (ScopeLockWaits *waits)
{
  if (waits == NULL)
    return;
  g_array_unref (waits->waits);
  g_free (waits);
}

typedef struct
{
  ScopeLaneId lane;
  gint64 from, to, number; /* of the processor */
  guint most;
  ScopeLockWaits *waits;
} Reading;

/* The longest first; of equal ones that which is met first. */
static void
put (Reading *reading, const ScopeLockUse *use, gint64 wait)
{
  GArray *waits = reading->waits->waits;
  ScopeLockWait entry = { .use = *use, .wait = wait };
  guint i = waits->len;

  while (i > 0 && g_array_index (waits, ScopeLockWait, i - 1).wait < wait)
    i--;
  if (i >= reading->most)
    return;
  g_array_insert_val (waits, i, entry);
  if (waits->len > reading->most)
    g_array_set_size (waits, reading->most);
}

static void
take (const ScopeLockUse *use, gpointer data)
{
  Reading *reading = data;
  gint64 wait = MIN (use->wait_to, reading->to) - MAX (use->wait_from, reading->from);
  gboolean own = reading->lane.kind == SCOPE_KIND_THREAD ? use->thread == reading->lane.index : use->processor == reading->number;

  if (!own || wait <= 0 || !scope_lock_use_is_contended (use))
    return;
  reading->waits->n++;
  reading->waits->time += wait;
  put (reading, use, wait);
}

static ScopeLaneId
core_of (ScopeTrace *trace, const ScopeLockUse *use)
{
  ScopeMachine *machine = scope_trace_machine (trace, use->machine);

  return (ScopeLaneId) { use->machine, SCOPE_KIND_PROCESSOR,
                         use->processor >= 0 && use->processor <= G_MAXUINT16 ? scope_machine_find_processor (machine, (guint) use->processor)
                                                                              : SCOPE_NONE };
}

static gboolean
tell (ScopeTrace *trace, ScopeLockWait *wait, GCancellable *cancellable, GError **error)
{
  GError *local = NULL;

  wait->title = scope_lock_title (trace, wait->use.machine, wait->use.lock);
  wait->caller = scope_lock_function_name (trace, wait->use.machine, wait->use.caller);
  wait->lane = core_of (trace, &wait->use);
  wait->has_blocker = scope_locks_find_blocker (trace, &wait->use, &wait->blocker, cancellable, &local);
  if (!scope_passed (local, error))
    return FALSE;
  if (!wait->has_blocker)
    return TRUE;
  wait->blocker_lane = core_of (trace, &wait->blocker);
  wait->blocker_caller = scope_lock_function_name (trace, wait->blocker.machine, wait->blocker.caller);
  return TRUE;
}

/* Contended ones of a processor or a thread that touch [from, to) of trace time, `most` of them told of. Off the main thread. NULL with error. */
static ScopeLockWaits *
waits_read (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, guint most, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeLockWaits) waits = g_new0 (ScopeLockWaits, 1);
  const ScopeLaneId machine = { lane.machine, SCOPE_KIND_MACHINE, 0 };
  const ScopeEntity *entity = scope_machine_entity (scope_trace_machine (trace, lane.machine), lane.kind, lane.index);
  ScopeQueryRange within = { .trace = trace, .from = from, .to = to, .cancellable = cancellable, .lane = &machine };
  Reading reading = { lane, from, to, -1, most, waits };

  waits->waits = g_array_new (FALSE, TRUE, sizeof (ScopeLockWait));
  g_array_set_clear_func (waits->waits, clear_wait);
  if (entity == NULL)
    return g_steal_pointer (&waits);
  reading.number = (gint64) entity->number;
  if (!scope_locks_each (&within, take, &reading, error))
    return NULL;
  for (guint i = 0; i < waits->waits->len; i++)
    if (!tell (trace, &g_array_index (waits->waits, ScopeLockWait, i), cancellable, error))
      return NULL;
  return g_steal_pointer (&waits);
}

/* --- on a thread --- */

typedef struct
{
  ScopeLaneId lane;
  gint64 from, to;
  guint most;
} Question;

static gpointer
answer (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Question *q = question;

  return waits_read (source, q->lane, q->from, q->to, q->most, cancellable, error);
}

void
scope_lock_waits_read_async (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, guint most, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  const Question question = { lane, from, to, most };

  scope_task_ask (trace, answer, &question, sizeof question, (GDestroyNotify) scope_lock_waits_free, cancellable, callback,
                  user_data);
}
