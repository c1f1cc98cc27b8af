/* scope-find-tables.c: rows of events, locks and coherence that may be wanted: all is asked of them but for what the stack tells.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find-walk.h"


typedef gboolean (*Fill) (const gint64 *row, ScopeFindCandidate *candidate, gint64 *ret_core);

static gint32
small (gint64 value)
{
  return value >= 0 && value <= G_MAXINT32 ? (gint32) value : -1;
}

static guint32
function_of (gint64 value)
{
  return value > 0 && value <= G_MAXUINT32 ? (guint32) value : SCOPE_FUNCTION_UNKNOWN;
}

static guint32
thread_of (gint64 value)
{
  return value >= 0 && value < SCOPE_NONE ? (guint32) value : SCOPE_NONE;
}

/* What a cache does was caused by an instruction that began before; barriers and long instructions are it. */
static gboolean
fill_hit (const gint64 *row, ScopeFindCandidate *candidate, gint64 *ret_core)
{
  ScopeFound *found = &candidate->found;
  gint64 kind = row[SCOPE_HIT_KIND];

  if (kind < 0 || kind >= SCOPE_N_HITS)
    return FALSE;
  *ret_core = row[SCOPE_HIT_PROCESSOR];
  found->kind = (guint8) kind;
  found->function = function_of (row[SCOPE_HIT_FUNCTION]);
  found->depth = small (row[SCOPE_HIT_DEPTH]);
  found->address = row[SCOPE_HIT_ADDRESS];
  found->named = row[SCOPE_HIT_VIRTUAL];
  found->duration = row[SCOPE_HIT_LATENCY];
  found->thread = thread_of (row[SCOPE_HIT_THREAD]);
  found->flags = row[SCOPE_HIT_WRITE] == 1 ? SCOPE_FOUND_WRITE : 0;
  candidate->at = row[SCOPE_HIT_PC_TIME];
  if (candidate->at == SCOPE_TABLE_NULL || candidate->at > found->time)
    candidate->at = kind == SCOPE_HIT_MB || kind == SCOPE_HIT_LLI ? found->time : found->time - 1;

  return TRUE;
}

static gboolean
fill_wait (const gint64 *row, ScopeFindCandidate *candidate, gint64 *ret_core)
{
  ScopeFound *found = &candidate->found;
  gint64 acquired = row[SCOPE_LOCK_ACQUIRED];

  *ret_core = row[SCOPE_LOCK_PROCESSOR];
  found->kind = SCOPE_FOUND_WAIT;
  found->function = function_of (row[SCOPE_LOCK_FUNCTION]);
  found->caller = function_of (row[SCOPE_LOCK_CALLER]);
  found->address = found->named = row[SCOPE_LOCK_LOCK];
  /* How long somebody waits who waits to the end of the trace is not known. */
  found->duration = acquired != SCOPE_TABLE_NULL ? acquired - found->time : SCOPE_TABLE_NULL;
  found->by = small (row[SCOPE_LOCK_BLOCKED_BY]);
  found->thread = thread_of (row[SCOPE_LOCK_THREAD]);
  candidate->at = found->time;

  return TRUE;
}

static gboolean
fill_coherence (const gint64 *row, ScopeFindCandidate *candidate, gint64 *ret_core)
{
  ScopeFound *found = &candidate->found;

  *ret_core = row[SCOPE_COHERENCE_PROCESSOR];
  found->kind = SCOPE_FOUND_COHERENCE;
  found->function = function_of (row[SCOPE_COHERENCE_FUNCTION]);
  found->address = row[SCOPE_COHERENCE_LINE];
  found->duration = row[SCOPE_COHERENCE_LATENCY];
  found->by = small (row[SCOPE_COHERENCE_BY_PROCESSOR]);
  found->flags = (row[SCOPE_COHERENCE_SHARING] & 3) == 2 ? SCOPE_FOUND_FALSE_SHARING : 0;
  candidate->at = found->time - 1;

  return TRUE;
}

static void
take_row (ScopeFindWindow *window, ScopeFindMachine *machine, const gint64 *row, Fill fill)
{
  ScopeFindCandidate candidate
      = { .found = { .time = row[0], .duration = SCOPE_TABLE_NULL, .enter = SCOPE_TABLE_NULL, .exit = SCOPE_TABLE_NULL,
                     .address = SCOPE_TABLE_NULL, .named = SCOPE_TABLE_NULL, .thread = SCOPE_NONE, .depth = -1, .by = -1 } };
  ScopeFindFacts facts = { .found = &candidate.found, .tick_ps = window->tick_ps,
                           .known = SCOPE_FIND_KNOWS_LANE | SCOPE_FIND_KNOWS_SELF | SCOPE_FIND_KNOWS_DURATION };
  const ScopeFindLane *lane;
  gint64 core;

  if (!fill (row, &candidate, &core) || (window->kinds >> candidate.found.kind & 1) == 0)
    return;
  candidate.lane = GPOINTER_TO_UINT (g_hash_table_lookup (machine->by_core, GINT_TO_POINTER ((gint) core)));
  candidate.lane = candidate.lane > 0 ? candidate.lane - 1 : machine->lanes->len - 1;
  lane = &g_array_index (machine->lanes, ScopeFindLane, candidate.lane);
  candidate.found.lane = lane->id;
  if (candidate.found.thread == SCOPE_NONE)
    candidate.found.thread = scope_find_task_at (lane, candidate.at);
  facts.core = lane->core;
  facts.cycle_ps = lane->cycle_ps;
  facts.self = scope_find_names_of (window, machine, candidate.found.function);
  if (scope_find_plan_judge (window->plan, &facts) != SCOPE_FIND_NO)
    g_array_append_val (window->candidates, candidate);
  window->full |= window->candidates->len >= window->most;
}

static gboolean
read_table (ScopeFindWindow *window, ScopeFindMachine *machine, ScopeTableKind kind, Fill fill, GError **error)
{
  ScopeTable *table = machine->machine->tables[kind];
  ScopeQueryRange within = { .trace = window->trace, .from = window->from, .to = window->to };
  gint64 from, to;
  GError *local = NULL;

  scope_query_range_own_range (&within, machine->machine, &from, &to);
  SCOPE_EACH_ROW (row, table, from, to, window->cancellable, &local)
    {
      if (row[0] >= from && row[0] < to)
        take_row (window, machine, row, fill);
      if (window->full)
        break;
    }
  return scope_passed (local, error);
}

gboolean
scope_find_read_tables (ScopeFindWindow *window, ScopeFindMachine *machine, GError **error)
{
  g_array_set_size (window->candidates, 0);

  return ((window->kinds & ((1u << SCOPE_N_HITS) - 1)) == 0 || read_table (window, machine, SCOPE_TABLE_HITS, fill_hit, error))
         && ((window->kinds >> SCOPE_FOUND_WAIT & 1) == 0 || read_table (window, machine, SCOPE_TABLE_LOCKS, fill_wait, error))
         && ((window->kinds >> SCOPE_FOUND_COHERENCE & 1) == 0
             || read_table (window, machine, SCOPE_TABLE_COHERENCE, fill_coherence, error));
}
