/* scope-derived.c: see scope-derived.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-derived.h"

#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/trace/analysis/scope-deriving.h"
#include "model/trace/analysis/scope-sweep.h"

#include <glib/gi18n-lib.h>

struct _ScopeDerived
{
  GObject parent_instance;

  ScopeTrace *lanes;
  ScopeDerivedFacts facts;
};

G_DEFINE_FINAL_TYPE (ScopeDerived, scope_derived, G_TYPE_OBJECT)

void
scope_derived_facts_clear (ScopeDerivedFacts *facts)
{
  g_clear_pointer (&facts->blame, scope_blame_tree_free);
  g_clear_pointer (&facts->path, scope_blame_tree_free);
  g_clear_pointer (&facts->whole, scope_lane_store_free);
  g_clear_pointer (&facts->bytes, scope_bytes_free);
  g_clear_pointer (&facts->labels, g_ptr_array_unref);
  g_clear_pointer (&facts->runs, g_array_unref);
  g_clear_pointer (&facts->parties, g_array_unref);
  g_clear_pointer (&facts->steps, g_array_unref);
  g_clear_pointer (&facts->work, g_array_unref);
}

static void
scope_derived_finalize (GObject *object)
{
  ScopeDerived *self = SCOPE_DERIVED (object);

  scope_derived_facts_clear (&self->facts);
  g_clear_object (&self->lanes);

  G_OBJECT_CLASS (scope_derived_parent_class)->finalize (object);
}

static void
scope_derived_class_init (ScopeDerivedClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_derived_finalize;
}

static void
scope_derived_init (ScopeDerived *self)
{
}

/* --- from a file --- */

static gboolean
is_task (ScopeTrace *lanes, ScopeTaskId id, gboolean or_nobody)
{
  if (scope_task_is_nobody (id))
    return or_nobody;
  return id.machine < scope_trace_n_machines (lanes)
         && id.thread < scope_machine_n_entities (scope_trace_machine (lanes, id.machine), SCOPE_KIND_THREAD);
}

/* What a file names must be there. */
static gboolean
makes_sense (ScopeTrace *lanes, const ScopeDerivedFacts *facts)
{
  gboolean ok = facts->first <= facts->last && facts->never_from <= facts->never_to && is_task (lanes, facts->never_task, TRUE)
                && facts->labels->len > 0 && scope_work_sums_check (facts->work, facts->labels->len) && scope_lane_store_n_lanes (facts->whole) == SCOPE_N_WHOLE
                && !scope_lane_store_counts (facts->whole, SCOPE_WHOLE_PATH) && scope_lane_store_counts (facts->whole, SCOPE_WHOLE_WAITS);

  for (guint i = 0; i < facts->runs->len && ok; i++)
    {
      const ScopeProcessorRuns *runs = &g_array_index (facts->runs, ScopeProcessorRuns, i);

      ok = runs->machine < scope_trace_n_machines (lanes)
           && scope_machine_is_processor (scope_trace_machine (lanes, runs->machine), runs->processor);
    }
  for (guint i = 0; i < facts->parties->len && ok; i++)
    ok = is_task (lanes, g_array_index (facts->parties, ScopeTaskId, i), FALSE);
  for (guint i = 0; i < facts->steps->len && ok; i++)
    {
      const ScopePathStep *step = &g_array_index (facts->steps, ScopePathStep, i);

      ok = is_task (lanes, step->task, TRUE) && is_task (lanes, step->by, TRUE) && step->label < facts->labels->len;
    }
  return ok;
}

ScopeDerived *
scope_derived_new (ScopeTrace *lanes, ScopeDerivedFacts *facts, GError **error)
{
  ScopeDerived *self = g_object_new (SCOPE_TYPE_DERIVED, NULL);

  self->lanes = g_object_ref (lanes);
  self->facts = *facts;
  *facts = (ScopeDerivedFacts) { 0 };
  if (makes_sense (lanes, &self->facts))
    return self;
  g_object_unref (self);
  return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, _("A block of the index is damaged"));
}

ScopeDerived *
scope_derived_dup (ScopeTrace *trace)
{
  GObject *derived = scope_trace_dup_derived (trace);

  return derived != NULL ? SCOPE_DERIVED (derived) : NULL;
}

const ScopeDerivedFacts *
scope_derived_facts (ScopeDerived *self)
{
  return &self->facts;
}

ScopeTrace *
scope_derived_get_lanes (ScopeDerived *self)
{
  return self->lanes;
}

ScopeTaskId
scope_derived_party (ScopeDerived *self, guint32 machine, guint code, guint32 ref)
{
  ScopeMachine *m = scope_trace_machine (self->lanes, machine);

  if (ref == 0 || m == NULL || scope_code_info (code)->ref != SCOPE_REF_CULPRIT)
    return SCOPE_NO_TASK;
  if (ref >= SCOPE_FIRST_PARTY)
    return ref - SCOPE_FIRST_PARTY < self->facts.parties->len ? g_array_index (self->facts.parties, ScopeTaskId, ref - SCOPE_FIRST_PARTY)
                                                             : SCOPE_NO_TASK;
  return ref <= scope_machine_n_entities (m, SCOPE_KIND_THREAD) ? (ScopeTaskId) { machine, ref - 1 } : SCOPE_NO_TASK;
}

/* --- codes --- */

static const guint8 pieces[SCOPE_N_PIECES] = { SCOPE_CODE_LATE_PRODUCER, SCOPE_CODE_IN_FLIGHT, SCOPE_CODE_DELIVERED, SCOPE_CODE_TIMER,
                                               SCOPE_CODE_FOREIGN,       SCOPE_CODE_NEVER,     SCOPE_CODE_BLOCKED,   SCOPE_CODE_WOKEN_NOT_RUN };

static const guint8 path_kinds[SCOPE_N_PATH_KINDS]
    = { SCOPE_CODE_RUNNING, SCOPE_CODE_RUNNABLE, SCOPE_CODE_COLLECTING, SCOPE_CODE_IN_FLIGHT, SCOPE_CODE_DELIVERED,
        SCOPE_CODE_TIMER,   SCOPE_CODE_FOREIGN,  SCOPE_CODE_PATH_START, SCOPE_CODE_PATH_END,  SCOPE_CODE_UNKNOWN };

/* n: it is not among them. */
static guint
find (const guint8 *codes, guint n, guint code)
{
  guint i = 0;

  while (i < n && codes[i] != code)
    i++;
  return i;
}

gboolean
scope_cause_of_code (guint code, ScopeCause *ret_cause)
{
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    if (scope_cause_code ((ScopeCause) c) == code)
      {
        *ret_cause = (ScopeCause) c;
        return TRUE;
      }
  return FALSE;
}

gboolean
scope_piece_of_code (guint code, ScopeWaitPiece *ret_piece)
{
  *ret_piece = (ScopeWaitPiece) find (pieces, SCOPE_N_PIECES, code);
  return *ret_piece < SCOPE_N_PIECES;
}

gboolean
scope_path_kind_of_code (guint code, ScopePathKind *ret_kind)
{
  *ret_kind = (ScopePathKind) find (path_kinds, SCOPE_N_PATH_KINDS, code);
  return *ret_kind < SCOPE_N_PATH_KINDS;
}

/* --- making --- */

/* Until when everything of the machine is known, its own clock. */
static gint64
known_until (ScopeMachine *machine)
{
  gint64 known = machine->last;

  for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
    {
      gint64 here = scope_machine_is_processor (machine, p)
                        ? scope_lane_store_known_until (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p)->lane)
                        : SCOPE_TIME_MIN;

      if (here > SCOPE_TIME_MIN)
        known = MIN (known, here);
    }
  return known;
}

/* By the clocks as they are aligned, whatever the view shows. Of a trace that grows, what is known of all its machines. */
static void
find_range (ScopeTrace *trace, gint64 *ret_first, gint64 *ret_last)
{
  gboolean finished = scope_trace_get_finished (trace);
  gint64 first = SCOPE_TIME_MAX, last = finished ? SCOPE_TIME_MIN : SCOPE_TIME_MAX;

  SCOPE_EACH_MACHINE (machine, trace)
    {
      gint64 here = finished && machine->last < SCOPE_TIME_MAX ? machine->last : known_until (machine);

      here = scope_time_add (here, machine->offset);
      first = MIN (first, machine->first + machine->offset);
      last = finished ? MAX (last, here) : MIN (last, here);
    }
  *ret_first = first == SCOPE_TIME_MAX ? 0 : first;
  *ret_last = MAX (*ret_first, last == SCOPE_TIME_MAX ? *ret_first : last);
}

/* The path, on a thread of its own while the lanes are gone through. */
typedef struct
{
  ScopeTrace *trace;
  GCancellable *cancellable;
  ScopeDeriving *out;
  GPtrArray *labels; /* as the path numbers them */
  gboolean ok;
  GError *error;
} PathCall;

static void
write_segment (gpointer data, const ScopePathSegment *segment, const char *label)
{
  const PathCall *call = data;

  scope_deriving_path (call->out, segment, path_kinds[segment->kind]);
}

static gpointer
write_path (gpointer data)
{
  PathCall *call = data;
  g_autoptr (ScopePathBack) back = scope_path_back_read (call->trace, SCOPE_NO_TASK, SCOPE_TIME_MAX, call->cancellable, &call->error);

  call->ok = back != NULL && !g_cancellable_set_error_if_cancelled (call->cancellable, &call->error)
             && scope_path_back_tell (back, write_segment, call, &call->labels, &call->error);
  return NULL;
}

/* From here on as all else is numbered: that is known when all lanes were gone through. */
static void
number_labels (ScopeDerivedFacts *facts, const GPtrArray *labels)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < facts->labels->len; i++)
    g_hash_table_insert (numbers, g_ptr_array_index (facts->labels, i), GUINT_TO_POINTER (i));
  SCOPE_EACH (ScopePathStep, step, facts->steps)
    step->label = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, g_ptr_array_index (labels, step->label)));
}

ScopeDerived *
scope_derived_make (const ScopeQueryRange *within, ScopeDerivedBytes bytes, gpointer data, GError **error)
{
  g_autoptr (ScopeDeriving) out = scope_deriving_new (within->trace, bytes, data);
  ScopeDerivedFacts *facts = scope_deriving_facts (out);
  g_autoptr (ScopeTasks) tasks = scope_tasks_new (within->trace, within->cancellable, error);
  PathCall call = { .trace = within->trace, .cancellable = within->cancellable, .out = out };
  GThread *thread;
  gboolean ok;

  if (tasks == NULL)
    return NULL;
  find_range (within->trace, &facts->first, &facts->last);
  thread = g_thread_new ("path", write_path, &call);
  ok = scope_sweep (within, tasks, out, error);
  g_thread_join (thread);
  if (ok && !call.ok)
    g_propagate_error (error, g_steal_pointer (&call.error));
  ok = ok && call.ok;
  if (ok)
    number_labels (facts, call.labels);
  g_clear_pointer (&call.labels, g_ptr_array_unref);
  g_clear_error (&call.error);
  return ok ? scope_deriving_finish (out, facts->last, error) : NULL;
}
