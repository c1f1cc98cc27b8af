/* scope-locks.c: acquisitions one by one; sums of them are in scope-locks-sum.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/locks/scope-locks.h"

#include "model/trace/calls/scope-activations.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-sim-forms.h"
#include "model/trace/document/scope-query-range-rows.h"

#include <glib/gi18n-lib.h>

static void
read_row (const gint64 *row, gint64 offset, guint32 machine, ScopeLockUse *ret)
{
  gint64 from = row[SCOPE_LOCK_WAIT_FROM], end = scope_time_add (from, MAX (row[SCOPE_LOCK_DURATION], 0));
  gint64 acquired = row[SCOPE_LOCK_ACQUIRED];

  *ret = (ScopeLockUse) { .lock = (guint64) row[SCOPE_LOCK_LOCK],
                          .processor = row[SCOPE_LOCK_PROCESSOR],
                          .blocked_by = row[SCOPE_LOCK_BLOCKED_BY],
                          .attempts = MAX (row[SCOPE_LOCK_ATTEMPTS], 0),
                          .machine = machine,
                          .function = (guint32) row[SCOPE_LOCK_FUNCTION],
                          .caller = (guint32) row[SCOPE_LOCK_CALLER],
                          .thread = row[SCOPE_LOCK_THREAD] == SCOPE_TABLE_NULL ? SCOPE_NONE
                                                                               : (guint32) row[SCOPE_LOCK_THREAD],
                          .acquired = acquired != SCOPE_TABLE_NULL,
                          .released = row[SCOPE_LOCK_RELEASED] != SCOPE_TABLE_NULL };
  ret->wait_from = scope_time_add (from, offset);
  ret->hold_to = scope_time_add (end, offset);
  ret->wait_to = ret->acquired ? CLAMP (scope_time_add (acquired, offset), ret->wait_from, ret->hold_to) : ret->hold_to;
}

typedef struct
{
  const ScopeQueryRange *within;
  ScopeLockFunc func;
  gpointer user_data;
} Walk;

/* The range is half-open; a row may be without length. */
static void
take_row (ScopeMachine *machine, const gint64 *row, gint64 offset, gpointer user_data)
{
  Walk *walk = user_data;
  ScopeLockUse use;

  read_row (row, offset, machine->index, &use);
  if (use.wait_from < walk->within->to && (use.hold_to > walk->within->from || use.wait_from >= walk->within->from)
      && scope_query_range_has_processor (walk->within, machine, use.processor))
    walk->func (&use, walk->user_data);
}

gboolean
scope_locks_each (const ScopeQueryRange *within, ScopeLockFunc func, gpointer user_data, GError **error)
{
  Walk walk = { within, func, user_data };

  return scope_query_range_each_row (within, SCOPE_TABLE_LOCKS, take_row, &walk, error);
}

const char *
scope_locks_why_not (ScopeTrace *trace)
{
  const char *form = scope_sim_form_why_no_locks (trace);

  if (scope_trace_has_rows (trace, SCOPE_TABLE_LOCKS))
    return NULL;
  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_SIMULATION)
    return _("Only traces of a simulator record locks");
  if (!scope_trace_get_finished (trace))
    return NULL;
  if (form != NULL)
    return form;
  return _("No lock functions were found in this trace. Lanescope knows them by their names: *spin_lock*, "
           "*mutex_lock* and the like, and their unlock forms. lanescope-cli --lock-names sets other names");
}

/* --- who was waited for --- */

typedef struct
{
  const ScopeLockUse *use;
  ScopeLockUse *ret;
  gboolean found;
} Blocker;

static void
take_blocker (const ScopeLockUse *other, gpointer user_data)
{
  Blocker *b = user_data;

  if (other->machine != b->use->machine || other->lock != b->use->lock || other->processor != b->use->blocked_by
      || !other->acquired || other->wait_to >= b->use->wait_to || other->hold_to <= b->use->wait_from)
    return;
  if (!b->found || other->wait_to > b->ret->wait_to)
    *b->ret = *other;
  b->found = TRUE;
}

gboolean
scope_locks_find_blocker (ScopeTrace *trace, const ScopeLockUse *use, ScopeLockUse *ret, GCancellable *cancellable,
                          GError **error)
{
  ScopeLaneId machine = { use->machine, SCOPE_KIND_MACHINE, 0 };
  const ScopeQueryRange within = { .trace = trace,
                                   .from = use->wait_from,
                                   .to = MAX (use->wait_to, scope_time_add (use->wait_from, 1)),
                                   .cancellable = cancellable,
                                   .lane = &machine };
  Blocker b = { use, ret, FALSE };

  if (use->blocked_by == SCOPE_TABLE_NULL || !scope_locks_each (&within, take_blocker, &b, error))
    return FALSE;
  return b.found;
}

/* --- words --- */

char *
scope_lock_name (guint64 lock)
{
  return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", lock);
}

char *
scope_lock_info_key (guint64 lock)
{
  return g_strdup_printf ("lock 0x%" G_GINT64_MODIFIER "x", lock);
}

char *
scope_lock_title (ScopeTrace *trace, guint32 machine, guint64 lock)
{
  g_autofree char *key = scope_lock_info_key (lock), *address = scope_lock_name (lock);
  const char *name = scope_machine_find_info (scope_trace_machine (trace, machine), key);

  return name != NULL ? g_strdup_printf ("%s (%s)", name, address) : g_steal_pointer (&address);
}

char *
scope_lock_processor_title (ScopeTrace *trace, guint32 machine, gint64 processor)
{
  guint32 index = processor < 0 || processor > G_MAXUINT16
                      ? SCOPE_NONE
                      : scope_machine_find_processor (scope_trace_machine (trace, machine), (guint) processor);

  if (index == SCOPE_NONE)
    return g_strdup ("?");
  return scope_trace_lane_title (trace, (ScopeLaneId) { machine, SCOPE_KIND_PROCESSOR, index });
}

static int
compare_processors (gconstpointer a, gconstpointer b, gpointer machine)
{
  guint64 x = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, *(const guint32 *) a)->number;
  guint64 y = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, *(const guint32 *) b)->number;

  return x < y ? -1 : x > y;
}

guint32 *
scope_lock_processors (ScopeMachine *machine, guint *ret_n)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  guint32 *indices = g_new (guint32, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    indices[i] = i;
  g_qsort_with_data (indices, (gint) n, sizeof *indices, compare_processors, machine);
  *ret_n = n;
  return indices;
}

const char *
scope_lock_function_name (ScopeTrace *trace, guint32 machine, guint32 function)
{
  return function == SCOPE_FUNCTION_UNKNOWN ? "?"
                                            : scope_activations_function (scope_trace_machine (trace, machine), function);
}
