/* scope-trace-lanes.c: the lanes of a trace by name, and the words for them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-each.h"
#include "model/trace/document/scope-helpers.h"
#include "model/trace/document/scope-sim-words.h"
#include "model/trace/document/scope-trace-private.h"

#include <glib/gi18n.h>
#include <string.h>

static const char *const kind_names[SCOPE_N_KINDS] = { "machine", "processor", "process", "thread", "threads", "port", "stranger" };

static gboolean
no_lane (const char *text, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _("There is no lane “%s” (lanes are machine:M, processor:M/P, process:M/P, thread:M/T)"), text);

  return FALSE;
}

gboolean
scope_trace_parse_lane (ScopeTrace *trace, const char *text, ScopeLaneId *ret_lane, GError **error)
{
  const char *colon = strchr (text, ':'), *slash = strchr (text, '/');
  ScopeLaneId lane = { 0 };
  ScopeMachine *machine;
  guint kind;
  guint64 number;
  char *end;

  if (colon == NULL || !g_ascii_isdigit (colon[1]))
    return no_lane (text, error);
  for (kind = 0; kind < SCOPE_KIND_STRANGER; kind++)
    if (strlen (kind_names[kind]) == (gsize) (colon - text) && g_str_has_prefix (text, kind_names[kind]))
      break;
  number = g_ascii_strtoull (colon + 1, &end, 10);
  if (kind == SCOPE_KIND_STRANGER || number > G_MAXUINT32)
    return no_lane (text, error);
  lane.kind = (ScopeKind) kind;
  lane.machine = scope_trace_find_machine (trace, (guint32) number);
  if (lane.machine == SCOPE_NONE)
    return no_lane (text, error);
  machine = scope_trace_machine (trace, lane.machine);

  if (kind == SCOPE_KIND_MACHINE || kind == SCOPE_KIND_THREADS)
    {
      if (*end != '\0' || (kind == SCOPE_KIND_THREADS && machine->threads_lane == SCOPE_NONE))
        return no_lane (text, error);
    }
  else
    {
      if (slash == NULL || end != slash)
        return no_lane (text, error);
      lane.index = scope_machine_find_entity (machine, lane.kind, slash + 1);
      if (lane.index == SCOPE_NONE)
        return no_lane (text, error);
    }
  *ret_lane = lane;

  return TRUE;
}

char *
scope_trace_format_lane (ScopeTrace *trace, ScopeLaneId lane)
{
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  g_autofree char *id = NULL;

  if (lane.kind == SCOPE_KIND_MACHINE || lane.kind == SCOPE_KIND_THREADS)
    return g_strdup_printf ("%s:%u", kind_names[lane.kind], machine->number);
  id = scope_machine_entity_id (machine, lane.kind, lane.index);

  return g_strdup_printf ("%s:%u/%s", kind_names[lane.kind], machine->number, id);
}

/* Eden's machine with one HEC is what a person calls it: nobody who writes Eden has heard of the HEC. */
static gboolean
is_machine (ScopeTrace *trace, ScopeLaneId lane)
{
  return lane.kind == SCOPE_KIND_MACHINE
         || (lane.kind == SCOPE_KIND_PROCESSOR && trace != NULL && scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN
             && scope_machine_n_entities (scope_trace_machine (trace, lane.machine), SCOPE_KIND_PROCESSOR) == 1);
}

char *
scope_trace_lane_title (ScopeTrace *trace, ScopeLaneId lane)
{
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  ScopeKind kind = is_machine (trace, lane) ? SCOPE_KIND_MACHINE : lane.kind;
  const char *word = scope_trace_kind_label (trace, kind, FALSE);
  gboolean eden = trace != NULL && scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN;
  const ScopeEntity *entity;
  g_autofree char *id = NULL;

  switch (kind)
    {
    case SCOPE_KIND_MACHINE:
      if (eden)
        return g_strdup_printf ("%s %u", word, machine->number);
      return g_strdup (machine->name != NULL ? machine->name : word);
    case SCOPE_KIND_THREADS:
      return g_strdup_printf ("%s (%'u)", scope_trace_kind_label (trace, SCOPE_KIND_THREAD, TRUE),
                              scope_machine_n_entities (machine, SCOPE_KIND_THREAD));
    default:
      break;
    }
  entity = scope_machine_entity (machine, lane.kind, lane.index);
  id = scope_machine_entity_id (machine, lane.kind, lane.index);
  if (lane.kind == SCOPE_KIND_PROCESSOR && entity != NULL && entity->number == 0 && trace != NULL
      && scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG)
    return g_strdup (_("Dirty schedulers")); /* all of them bear the number 0 */
  if (entity != NULL && entity->id != NULL && lane.kind != SCOPE_KIND_PROCESSOR) /* it says by itself what it is */
    return entity->name != NULL ? g_strdup_printf ("%s “%s”", id, entity->name) : g_steal_pointer (&id);
  if (lane.kind == SCOPE_KIND_PROCESSOR && trace != NULL && scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION)
    return g_strdup_printf ("%s %s", word, id); /* "system.cpu0" is its name in tables */
  if (lane.kind == SCOPE_KIND_PROCESSOR && entity != NULL && entity->name != NULL)
    return g_strdup (entity->name); /* Schedplot's: "S1", "GC" */
  if (lane.kind == SCOPE_KIND_PROCESS && eden)
    return entity->number == 0 ? g_strdup_printf ("%u:Sys", machine->number)
                               : g_strdup_printf ("%u:%s", machine->number, id);
  /* A pipeline's slots have no names but their numbers, which tables have in words. */
  if (entity != NULL && entity->name != NULL && !(lane.kind == SCOPE_KIND_THREAD && trace != NULL && scope_trace_is_pipeline (trace)))
    return g_strdup_printf ("%s %s “%s”", word, id, entity->name);

  return g_strdup_printf ("%s %s", word, id);
}

char *
scope_trace_lane_full_title (ScopeTrace *trace, ScopeLaneId lane, gboolean machine_first)
{
  g_autofree char *title = scope_trace_lane_title (trace, lane), *machine = NULL;

  if (scope_trace_n_machines (trace) < 2 || is_machine (trace, lane) || (lane.kind != SCOPE_KIND_PROCESSOR && lane.kind != SCOPE_KIND_THREAD))
    return g_steal_pointer (&title);
  machine = scope_trace_lane_title (trace, (ScopeLaneId) { lane.machine, SCOPE_KIND_MACHINE, 0 });
  return g_strdup_printf ("%s · %s", machine_first ? machine : title, machine_first ? title : machine);
}

gboolean
scope_trace_mark_is_name (ScopeTrace *trace, const gint64 *row)
{
  return row[SCOPE_MARK_KIND] == SCOPE_MARK_LABEL && scope_trace_runtime (trace) != SCOPE_RUNTIME_ERLANG;
}

guint32
scope_trace_lane (ScopeTrace *trace, ScopeLaneId lane)
{
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  const ScopeEntity *entity;

  if (machine == NULL)
    return SCOPE_NONE;
  if (lane.kind == SCOPE_KIND_MACHINE)
    return machine->lane;
  if (lane.kind == SCOPE_KIND_THREADS)
    return machine->threads_lane;
  entity = scope_machine_entity (machine, lane.kind, lane.index);

  return entity != NULL ? entity->lane : SCOPE_NONE;
}

gboolean
scope_trace_lane_counts (ScopeTrace *trace, ScopeLaneId lane)
{
  guint32 index = scope_trace_lane (trace, lane);

  return index != SCOPE_NONE && scope_lane_store_counts (scope_trace_machine (trace, lane.machine)->lanes, index);
}

guint32 *
scope_trace_summed_lanes (ScopeTrace *trace, ScopeLaneId lane, guint *ret_n)
{
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  guint32 *lanes = g_new (guint32, n + 1);

  *ret_n = 0;
  for (guint32 i = 0; i < n; i++)
    if (scope_machine_is_processor (machine, i))
      lanes[(*ret_n)++] = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->lane;

  return lanes;
}

static gboolean
read_sum (ScopeTrace *trace, ScopeLaneId lane, gint64 *edges, guint n, gint64 (*columns)[SCOPE_N_STATES],
          GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  guint n_lanes;
  g_autofree guint32 *lanes = scope_trace_summed_lanes (trace, lane, &n_lanes);
  g_autofree gint64 (*one)[SCOPE_N_STATES] = g_malloc_n (MAX (n, 1), sizeof *one);
  g_autofree gint64 *moved = g_memdup2 (edges, (n + 1u) * sizeof *edges);

  memset (columns, 0, n * sizeof *columns);
  for (guint i = 0; i < n_lanes; i++)
    {
      memcpy (moved, edges, (n + 1u) * sizeof *edges);
      if (!scope_lane_store_read_columns (machine->lanes, lanes[i], moved, n, one, error))
        return FALSE;
      for (guint c = 0; c < n; c++)
        for (guint s = 0; s < SCOPE_N_STATES; s++)
          columns[c][s] += one[c][s];
    }
  /* All lanes of a machine move the edges alike. */
  if (n_lanes > 0)
    memcpy (edges, moved, (n + 1u) * sizeof *edges);

  return TRUE;
}

gboolean
scope_trace_read_columns (ScopeTrace *trace, ScopeLaneId lane, gint64 *edges, guint n,
                          gint64 (*columns)[SCOPE_N_STATES], GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  gint64 offset = scope_trace_offset (trace, machine);
  guint32 index = scope_trace_lane (trace, lane);
  gboolean ok;

  for (guint i = 0; i <= n; i++)
    edges[i] -= offset;
  ok = index == SCOPE_NONE ? read_sum (trace, lane, edges, n, columns, error)
                           : scope_lane_store_read_columns (machine->lanes, index, edges, n, columns, error);
  for (guint i = 0; i <= n; i++)
    edges[i] += offset;

  return ok;
}

gboolean
scope_trace_is_helper (ScopeTrace *trace, guint32 machine, guint32 thread)
{
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_GHC && scope_helpers_has (scope_trace_machine (trace, machine), thread);
}

guint32 *
scope_trace_dup_helpers (ScopeTrace *trace, guint32 machine, guint *ret_n)
{
  *ret_n = 0;
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_GHC ? scope_helpers_dup (scope_trace_machine (trace, machine), ret_n) : NULL;
}

/* --- all of it at once --- */

static void
add_processors (GArray *sources, ScopeMachine *machine, gint64 offset)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);

  for (guint32 p = 0; p < n; p++)
    if (scope_machine_is_processor (machine, p))
      {
        ScopeLaneSource source = { machine->lanes, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p)->lane, offset };

        g_array_append_val (sources, source);
      }
}

void
scope_machine_list_activity (ScopeMachine *machine, ScopeRuntime runtime, gboolean ready, gint64 offset, GArray *sources)
{
  const ScopeLaneSource source = { machine->lanes, machine->threads_lane, offset };

  if (!ready)
    add_processors (sources, machine, offset);
  /* Schedplot never knows who could run. */
  else if (machine->threads_lane != SCOPE_NONE && scope_machine_n_entities (machine, SCOPE_KIND_THREAD) > 0
           && (runtime != SCOPE_RUNTIME_ERLANG || scope_machine_find_info (machine, "schedplot") == NULL))
    g_array_append_val (sources, source);
}

static GArray *
list_activity (ScopeTrace *trace, gboolean ready)
{
  GArray *sources = g_array_new (FALSE, FALSE, sizeof (ScopeLaneSource));

  SCOPE_EACH_MACHINE (machine, trace)
    scope_machine_list_activity (machine, trace->runtime, ready, scope_trace_offset (trace, machine), sources);
  return sources;
}

ScopeLaneSource *
scope_trace_activity_sources (ScopeTrace *trace, gboolean ready, guint *ret_n)
{
  ScopeLaneSource *sources = NULL;
  GArray *list = NULL;
  guint times;

  g_mutex_lock (&trace->lock);
  times = trace->times;
  if (trace->activity[ready] != NULL)
    list = g_array_ref (trace->activity[ready]);
  g_mutex_unlock (&trace->lock);
  if (list == NULL)
    {
      list = list_activity (trace, ready);
      g_mutex_lock (&trace->lock);
      /* It was made of the times that still hold, and nothing is added any more. */
      if (trace->finished && trace->times == times && trace->activity[ready] == NULL)
        trace->activity[ready] = g_array_ref (list);
      g_mutex_unlock (&trace->lock);
    }
  *ret_n = list->len;
  sources = g_new0 (ScopeLaneSource, list->len + 1);
  if (list->len > 0)
    memcpy (sources, list->data, list->len * sizeof *sources);
  g_array_unref (list);

  return sources;
}

/* With the lock held; NULL: there is none. */
static ScopeLaneSum *
find_sum (ScopeTrace *trace, const ScopeLaneSource *lanes, guint n)
{
  SCOPE_EACH_POINTER (ScopeLaneSum, sum, trace->sums)
    if (scope_lane_sum_is_of (sum, lanes, n))
      return sum;
  return NULL;
}

gboolean
scope_trace_may_sum_lanes (ScopeTrace *trace, const ScopeLaneSource *lanes, guint n)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&trace->lock);
  guint64 all = n;

  SCOPE_EACH_POINTER (ScopeLaneSum, sum, trace->sums)
    all += scope_lane_sum_n_lanes (sum);
  return all <= SCOPE_MOST_SUMMED_LANES || find_sum (trace, lanes, n) != NULL;
}

ScopeLaneSource *
scope_trace_sum_lanes (ScopeTrace *trace, ScopeLaneSource *lanes, guint *n)
{
  ScopeLaneSource *one;

  if (*n <= SCOPE_SUMMED_LANES || !scope_trace_get_finished (trace))
    return lanes;
  one = g_new0 (ScopeLaneSource, 1);
  g_mutex_lock (&trace->lock);
  one->sum = find_sum (trace, lanes, *n);
  if (one->sum == NULL)
    {
      one->sum = scope_lane_sum_new (lanes, *n);
      g_ptr_array_add (trace->sums, one->sum);
    }
  g_mutex_unlock (&trace->lock);
  g_free (lanes);
  *n = 1;

  return one;
}

void
scope_trace_take_sum (ScopeTrace *trace, const ScopeLaneSource *lanes, guint n, ScopeLaneCoarse *coarse)
{
  ScopeLaneSum *sum = scope_lane_sum_new (lanes, n);

  scope_lane_sum_take_coarse (sum, coarse);
  g_mutex_lock (&trace->lock);
  g_ptr_array_add (trace->sums, sum);
  g_mutex_unlock (&trace->lock);
}
