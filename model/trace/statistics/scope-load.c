/* scope-load.c: see scope-load.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/statistics/scope-load.h"

#include "model/base/scope-bisect.h"
#include "model/trace/document/scope-exact-columns.h"
#include "model/trace/document/scope-recorded.h"

typedef struct
{
  ScopeLoad *load;
  const ScopeQueryRange *within;
  const ScopeLaneId *lanes; /* n_lanes 0: all */
  guint n_lanes;
  gint64 *own; /* edges on a machine's clock */
  gint64 (*columns)[SCOPE_N_STATES];
} Reading;

const char *
scope_load_kind_name (ScopeLoadKind kind)
{
  static const char *const names[SCOPE_N_LOADS] = { "running", "ready", "ports", "processors" };

  return names[kind];
}

gint64
scope_load_edge (const ScopeLoad *load, guint i)
{
  /* Spans of a trace fit into 128 bits times 4,096. */
  return load->from + (gint64) ((__int128) (load->to - load->from) * i / load->n);
}

/* --- lanes --- */

static void
add_state (Reading *r, ScopeLoadKind kind, ScopeState state)
{
  for (guint i = 0; i < r->load->n; i++)
    r->load->values[kind][i] += (double) r->columns[i][state];
}

static gboolean
read_lane (Reading *r, ScopeMachine *machine, guint32 lane, GError **error)
{
  return !scope_query_range_cancelled (r->within, error)
         && scope_exact_columns_read (machine->lanes, lane, r->own, r->load->n, r->columns, error);
}

static gboolean
read_tasks (Reading *r, ScopeMachine *machine, GError **error)
{
  if (machine->threads_lane == SCOPE_NONE)
    return TRUE;
  r->load->has_tasks |= scope_machine_n_entities (machine, SCOPE_KIND_THREAD) > 0
                        || scope_machine_n_entities (machine, SCOPE_KIND_PROCESS) > 0;
  if (!read_lane (r, machine, machine->threads_lane, error))
    return FALSE;
  add_state (r, SCOPE_LOAD_RUNNING, SCOPE_STATE_RUNNING);
  add_state (r, SCOPE_LOAD_RUNNING, SCOPE_STATE_ACTIVE);
  add_state (r, SCOPE_LOAD_READY, SCOPE_STATE_RUNNABLE);
  return TRUE;
}

static gboolean
read_ports (Reading *r, ScopeMachine *machine, GError **error)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PORT);

  for (guint32 i = 0; i < n; i++)
    {
      const ScopeEntity *port = scope_machine_entity (machine, SCOPE_KIND_PORT, i);

      if (port->lane == SCOPE_NONE)
        continue;
      if (!read_lane (r, machine, port->lane, error))
        return FALSE;
      r->load->has_ports = TRUE;
      add_state (r, SCOPE_LOAD_PORTS, SCOPE_STATE_RUNNING);
      add_state (r, SCOPE_LOAD_PORTS, SCOPE_STATE_ACTIVE);
      add_state (r, SCOPE_LOAD_PORTS, SCOPE_STATE_RUNNABLE);
    }
  return TRUE;
}

/* Those of the machine that were chosen. */
static gboolean
read_chosen (Reading *r, ScopeMachine *machine, GError **error)
{
  for (guint i = 0; i < r->n_lanes; i++)
    {
      gboolean port = r->lanes[i].kind == SCOPE_KIND_PORT;
      guint32 lane = r->lanes[i].machine == machine->index ? scope_trace_lane (r->within->trace, r->lanes[i]) : SCOPE_NONE;
      ScopeLoadKind running = port ? SCOPE_LOAD_PORTS : SCOPE_LOAD_RUNNING;

      if (lane == SCOPE_NONE)
        continue;
      if (!read_lane (r, machine, lane, error))
        return FALSE;
      *(port ? &r->load->has_ports : &r->load->has_tasks) = TRUE;
      add_state (r, running, SCOPE_STATE_RUNNING);
      add_state (r, running, SCOPE_STATE_ACTIVE);
      add_state (r, port ? SCOPE_LOAD_PORTS : SCOPE_LOAD_READY, SCOPE_STATE_RUNNABLE);
    }
  return TRUE;
}

static gboolean
read_processors (Reading *r, ScopeMachine *machine, GError **error)
{
  /* Collections alone are not all that they did. */
  if (scope_machine_lacks (machine, SCOPE_LACKS_SCHEDULER))
    return TRUE;
  for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
    {
      const ScopeEntity *processor = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p);

      if (!scope_machine_is_processor (machine, p))
        continue;
      r->load->has_processors = TRUE;
      if (!read_lane (r, machine, processor->lane, error))
        return FALSE;
      add_state (r, SCOPE_LOAD_PROCESSORS, SCOPE_STATE_RUNNING);
      add_state (r, SCOPE_LOAD_PROCESSORS, SCOPE_STATE_ACTIVE);
      add_state (r, SCOPE_LOAD_PROCESSORS, SCOPE_STATE_COLLECTING);
    }
  return TRUE;
}

/* --- the schedulers' own word --- */

/* From `from` on `n` are active, until `to`; own clock. */
static void
add_active (Reading *r, gint64 from, gint64 to, gint64 n)
{
  ScopeLoad *load = r->load;

  from = MAX (from, r->own[0]);
  to = MIN (to, r->own[load->n]);
  if (n <= 0 || from >= to)
    return;
  for (gsize i = SCOPE_BISECT_LAST (load->n, c, r->own[c] <= from); i < load->n && r->own[i] < to; i++)
    load->values[SCOPE_LOAD_PROCESSORS][i] += (double) n * (double) (MIN (to, r->own[i + 1]) - MAX (from, r->own[i]));
}

/* Before the first word: one more or one less than it says. */
static gint64
active_at_first (ScopeTable *table, GError **error)
{
  SCOPE_EACH_ROW (row, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, error)
    return row[SCOPE_SCHEDULER_N_ACTIVE] + (row[SCOPE_SCHEDULER_ACTIVE] ? -1 : 1);
  return 0;
}

/* *ret_found: whether there is any such row. */
static gboolean
read_schedulers (Reading *r, ScopeMachine *machine, gboolean *ret_found, GError **error)
{
  ScopeTable *table = machine->tables[SCOPE_TABLE_SCHEDULERS];
  GError *problem = NULL;
  gint64 since = machine->first, active;

  *ret_found = FALSE;
  if (table == NULL || scope_table_n_rows (table) == 0)
    return TRUE;
  *ret_found = TRUE;
  active = active_at_first (table, &problem);
  SCOPE_EACH_ROW (row, table, SCOPE_TIME_MIN, r->own[r->load->n], r->within->cancellable, &problem)
    {
      add_active (r, since, row[0], active);
      since = row[0];
      active = row[SCOPE_SCHEDULER_N_ACTIVE];
    }
  if (!scope_passed (problem, error))
    return FALSE;
  add_active (r, since, machine->last, active);
  return TRUE;
}

/* --- all --- */

/* As many as the trace says there are; else those that are seen. */
static guint
n_processors (ScopeMachine *machine, ScopeRuntime runtime)
{
  const char *said = runtime == SCOPE_RUNTIME_ERLANG ? scope_machine_find_info (machine, "schedulers") : NULL;
  guint seen = scope_machine_n_processors (machine);

  return said != NULL ? MAX (seen, (guint) CLAMP (g_ascii_strtoll (said, NULL, 10), 0, 65536)) : seen;
}

static gboolean
read_machine (Reading *r, ScopeMachine *machine, GError **error)
{
  gint64 offset = scope_trace_offset (r->within->trace, machine);
  gboolean found;

  for (guint i = 0; i <= r->load->n; i++)
    r->own[i] = scope_load_edge (r->load, i) - offset;
  r->load->processors += n_processors (machine, scope_trace_runtime (r->within->trace));
  if (!(r->n_lanes > 0 ? read_chosen (r, machine, error) : read_tasks (r, machine, error) && read_ports (r, machine, error))
      || !read_schedulers (r, machine, &found, error))
    return FALSE;
  r->load->by_schedulers |= found;
  r->load->has_processors |= found;
  return found || read_processors (r, machine, error);
}

static void
finish (ScopeLoad *load)
{
  for (guint k = 0; k < SCOPE_N_LOADS; k++)
    {
      double sum = 0;

      for (guint i = 0; i < load->n; i++)
        {
          double *value = &load->values[k][i], width = (double) (scope_load_edge (load, i + 1) - scope_load_edge (load, i));

          sum += *value;
          *value = width > 0 ? *value / width : 0;
          load->most[k] = MAX (load->most[k], *value);
        }
      load->mean[k] = sum / (double) (load->to - load->from);
    }
}

ScopeLoad *
scope_load_read (const ScopeQueryRange *within, const ScopeLaneId *lanes, guint n_lanes, guint n, GError **error)
{
  ScopeLoad *load = g_new0 (ScopeLoad, 1);
  Reading r = { .load = load, .within = within, .lanes = lanes, .n_lanes = n_lanes };
  gboolean ok = TRUE;
  gint64 first, last;
  guint n_machines = scope_trace_n_machines (within->trace);

  scope_trace_range (within->trace, &first, &last);
  load->from = CLAMP (within->from, first, MAX (first, last - 1));
  load->to = CLAMP (within->to, load->from + 1, MAX (last, load->from + 1));
  load->n = (guint) CLAMP (MIN ((gint64) n, load->to - load->from), 1, SCOPE_LOAD_MOST_STRETCHES);
  for (guint k = 0; k < SCOPE_N_LOADS; k++)
    load->values[k] = g_new0 (double, load->n);
  r.own = g_new (gint64, load->n + 1);
  r.columns = g_malloc_n (load->n, sizeof *r.columns);
  for (guint m = 0; m < n_machines && ok; m++)
    {
      if (scope_query_range_has_machine (within, m))
        ok = read_machine (&r, scope_trace_machine (within->trace, m), error);
      scope_query_range_progress (within, m + 1, n_machines);
    }
  finish (load);
  g_free (r.own);
  g_free (r.columns);
  if (!ok)
    g_clear_pointer (&load, scope_load_free);
  return load;
}

void
scope_load_free (ScopeLoad *load)
{
  if (load == NULL)
    return;
  for (guint k = 0; k < SCOPE_N_LOADS; k++)
    g_free (load->values[k]);
  g_free (load);
}
