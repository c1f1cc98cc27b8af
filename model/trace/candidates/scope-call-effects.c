/* scope-call-effects.c: see scope-call-effects.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/candidates/scope-call-effects.h"

#include "model/base/scope-compare.h"

#include <string.h>

#define MOST_EFFECTS (4u << 20) /* held at once, but for those of one lane */

typedef struct
{
  const ScopeQueryRange *within;
  guint first, end; /* lanes */
  guint32 **places; /* by machine and process: place among the lanes + 1; NULL: it has none */
  GArray *effects;
} Reading;

/* --- whose it is --- */

static void
leave_out_half (Reading *r)
{
  guint n = 0;

  r->end = r->first + (r->end - r->first) / 2;
  for (guint i = 0; i < r->effects->len; i++)
    if (g_array_index (r->effects, ScopeCallEffect, i).lane < r->end)
      g_array_index (r->effects, ScopeCallEffect, n++) = g_array_index (r->effects, ScopeCallEffect, i);
  g_array_set_size (r->effects, n);
}

static void
add (Reading *r, guint32 machine, guint32 process, gint64 time)
{
  ScopeCallEffect effect = { 0, time };
  guint32 place;

  if (machine >= scope_trace_n_machines (r->within->trace) || r->places[machine] == NULL || time == SCOPE_TABLE_NULL
      || process >= scope_machine_n_entities (scope_trace_machine (r->within->trace, machine), SCOPE_KIND_PROCESS))
    return;
  place = r->places[machine][process];
  if (place == 0 || place - 1 >= r->end)
    return;
  effect.lane = place - 1;
  g_array_append_val (r->effects, effect);
  while (r->effects->len > MOST_EFFECTS && r->end > r->first + 1)
    leave_out_half (r);
}

static void
add_thread (Reading *r, ScopeMachine *machine, gint64 thread, gint64 time)
{
  if (thread >= 0 && thread < scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    add (r, machine->index, scope_machine_entity (machine, SCOPE_KIND_THREAD, (guint32) thread)->process, time);
}

static void
add_number (Reading *r, gint64 machine, gint64 number, gint64 time)
{
  ScopeTrace *trace = r->within->trace;

  if (machine < 0 || machine >= scope_trace_n_machines (trace) || number == SCOPE_TABLE_NULL || time == SCOPE_TABLE_NULL
      || r->places[machine] == NULL)
    return;
  add (r, (guint32) machine, scope_machine_find_number (scope_trace_machine (trace, (guint32) machine), SCOPE_KIND_PROCESS, (guint64) number), time);
}

/* --- what there is --- */

static gboolean
read_messages (Reading *r, ScopeMachine *machine, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MESSAGES], SCOPE_TIME_MIN, SCOPE_TIME_MAX, r->within->cancellable, &local)
    {
      add_number (r, row[SCOPE_MESSAGE_FROM_MACHINE], row[SCOPE_MESSAGE_FROM_PROCESS], row[SCOPE_MESSAGE_SEND]);
      add_number (r, row[SCOPE_MESSAGE_TO_MACHINE], row[SCOPE_MESSAGE_TO_PROCESS], row[SCOPE_MESSAGE_RECEIVE]);
    }
  return scope_passed (local, error);
}

static gboolean
read_wakeups (Reading *r, ScopeMachine *machine, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_WAKEUPS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, r->within->cancellable, &local)
    {
      add_thread (r, machine, row[SCOPE_WAKEUP_THREAD], row[SCOPE_WAKEUP_TIME]);
      add_thread (r, machine, row[SCOPE_WAKEUP_BY_THREAD], row[SCOPE_WAKEUP_TIME]);
    }
  return scope_passed (local, error);
}

static gboolean
read_links (Reading *r, ScopeMachine *machine, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_LINKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, r->within->cancellable, &local)
    if (row[SCOPE_LINK_KIND] == SCOPE_LINKED || row[SCOPE_LINK_KIND] == SCOPE_UNLINKED)
      add_thread (r, machine, row[SCOPE_LINK_FROM], row[SCOPE_LINK_TIME]);
  return scope_passed (local, error);
}

/* Who made whom, and whose ports there were. */
static void
read_entities (Reading *r, ScopeMachine *machine)
{
  for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS); i++)
    {
      const ScopeEntity *process = scope_machine_entity (machine, SCOPE_KIND_PROCESS, i);

      if (process->parent != SCOPE_NONE && process->parent_machine == machine->index)
        add (r, machine->index, process->parent, process->first);
    }
  for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PORT); i++)
    {
      const ScopeEntity *port = scope_machine_entity (machine, SCOPE_KIND_PORT, i);

      add (r, machine->index, port->process, port->first);
      add (r, machine->index, port->process, port->last);
    }
}

static void
find_places (Reading *r, const ScopeLaneId *lanes, guint n)
{
  for (guint i = r->first; i < n; i++)
    {
      guint32 machine = lanes[i].machine;

      if (r->places[machine] == NULL)
        r->places[machine] = g_new0 (guint32, scope_machine_n_entities (scope_trace_machine (r->within->trace, machine), SCOPE_KIND_PROCESS) + 1u);
      r->places[machine][lanes[i].index] = i + 1;
    }
}

SCOPE_COMPARE_BY (compare_effects, ScopeCallEffect, SCOPE_UP (lane) SCOPE_UP (time))

GArray *
scope_call_effects_read (const ScopeQueryRange *within, const ScopeLaneId *lanes, guint n, guint first, guint *ret_end, GError **error)
{
  guint n_machines = scope_trace_n_machines (within->trace);
  g_autoptr (GArray) effects = g_array_new (FALSE, FALSE, sizeof (ScopeCallEffect));
  Reading r = { within, first, n, g_new0 (guint32 *, n_machines + 1u), effects };
  gboolean ok = TRUE;

  find_places (&r, lanes, n);
  for (guint m = 0; m < n_machines && ok; m++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, m);

      ok = read_messages (&r, machine, error) && read_wakeups (&r, machine, error) && read_links (&r, machine, error);
      if (ok && r.places[m] != NULL)
        read_entities (&r, machine);
    }
  for (guint m = 0; m < n_machines; m++)
    g_free (r.places[m]);
  g_free (r.places);
  g_array_sort (effects, compare_effects);
  *ret_end = r.end;
  return ok ? g_steal_pointer (&effects) : NULL;
}

/* --- calls that are some --- */

gboolean
scope_call_is_effect (const char *function)
{
  static const char *const heads[]
      = { "ets:", "dets:", "mnesia:", "persistent_term:", "counters:", "atomics:", "file:", "prim_file:", "io:", "gen_tcp:", "gen_udp:", "socket:",
          "gen:", "gen_server:", "gen_statem:", "gen_event:", "global:", "pg:", "proc_lib:", "supervisor:", "timer:sleep/", "erlang:put/",
          "erlang:erase/", "erlang:send", "erlang:spawn", "erlang:link/", "erlang:register/", "erlang:unregister/", "erlang:port_",
          "erlang:open_port/", "erlang:monitor/", "erlang:exit/2" };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    if (g_str_has_prefix (function, heads[i]))
      return TRUE;
  return FALSE;
}
