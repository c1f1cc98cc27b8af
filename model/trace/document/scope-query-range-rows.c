/* scope-query-range-rows.c: see scope-query-range-rows.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-query-range-rows.h"

#define CHECK_EVERY 4096u

typedef struct
{
  const ScopeQueryRange *within;
  ScopeTableKind table;
  ScopeRowFunc func;
  gpointer user_data;
  guint64 done, all; /* rows read, and to read */
} Walk;

static gboolean
has_table (const Walk *walk, ScopeMachine *machine)
{
  return machine->tables[walk->table] != NULL && scope_query_range_has_machine (walk->within, machine->index);
}

static void
estimate (Walk *walk, ScopeMachine *machine)
{
  gint64 from, to;

  scope_query_range_own_range (walk->within, machine, &from, &to);
  walk->all += scope_table_estimate (machine->tables[walk->table], from, to);
}

static gboolean
walk_machine (Walk *walk, ScopeMachine *machine, GError **error)
{
  gint64 from, to, offset = scope_trace_offset (walk->within->trace, machine);
  GError *local = NULL;

  scope_query_range_own_range (walk->within, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[walk->table], from, to, NULL, &local)
    {
      if (++walk->done % CHECK_EVERY == 0)
        {
          scope_query_range_progress (walk->within, walk->done, walk->all);
          if (scope_query_range_cancelled (walk->within, &local))
            break;
        }
      walk->func (machine, row, offset, walk->user_data);
    }
  return scope_passed (local, error);
}

gboolean
scope_query_range_each_row (const ScopeQueryRange *within, ScopeTableKind table, ScopeRowFunc func, gpointer user_data, GError **error)
{
  Walk walk = { within, table, func, user_data, 0, 0 };
  guint n = scope_trace_n_machines (within->trace);

  if (scope_query_range_cancelled (within, error))
    return FALSE;
  for (guint m = 0; m < n; m++)
    if (has_table (&walk, scope_trace_machine (within->trace, m)))
      estimate (&walk, scope_trace_machine (within->trace, m));
  for (guint m = 0; m < n; m++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, m);

      if (has_table (&walk, machine) && !walk_machine (&walk, machine, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
scope_query_range_has_processor (const ScopeQueryRange *within, ScopeMachine *machine, gint64 number)
{
  const ScopeLaneId *lane = within->lane;

  if (lane == NULL || lane->kind == SCOPE_KIND_MACHINE)
    return TRUE;
  return lane->kind == SCOPE_KIND_PROCESSOR && lane->index < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR)
         && number == (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, lane->index)->number;
}
