/* scope-candidates.c: see scope-candidates.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/candidates/scope-candidates.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/trace/calls/scope-call-tree.h"
#include "model/trace/candidates/scope-candidate-walk.h"
#include "model/trace/document/scope-recorded.h"

#include <string.h>

#define CALLEES_TOLD 4u

typedef struct
{
  const ScopeQueryRange *within;
  ScopeLaneId *lanes;
  guint n_lanes;
  ScopeCandidateWalk *walks; /* by machine; `machine` NULL: it has no calls */
  ScopeIdleShare *shares;    /* by machine */
  guint n_machines;
  guint done, all; /* lanes, of both passes */
} Finding;

static void
candidate_clear (gpointer candidate)
{
  g_free (((ScopeCandidate *) candidate)->callees);
}

const char *
scope_candidates_why_not (ScopeTrace *trace)
{
  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_ERLANG)
    return "only calls of Erlang’s functions are looked at";
  return scope_trace_has_calls (trace) ? NULL : "no calls were traced ({callgraph, [Module]})";
}

char *
scope_candidates_dup_doubt (ScopeTrace *trace)
{
  guint lacks = scope_trace_unrecorded (trace) & (SCOPE_LACKS_SENT | SCOPE_LACKS_RECEIVED | SCOPE_LACKS_PROCESSES);

  return lacks != 0 ? scope_trace_dup_lacking (trace, lacks) : NULL;
}

/* --- the passes --- */

static gboolean
walk_lanes (Finding *f, GError **error)
{
  for (guint first = 0, end; first < f->n_lanes; first = end)
    {
      g_autoptr (GArray) effects = scope_call_effects_read (f->within, f->lanes, f->n_lanes, first, &end, error);
      gsize at = 0, n = 0;

      if (effects == NULL)
        return FALSE;
      for (guint i = first; i < end; i++, at = n)
        {
          while (n < effects->len && g_array_index (effects, ScopeCallEffect, n).lane == i)
            n++;
          if (scope_query_range_cancelled (f->within, error)
              || !scope_candidate_walk_lane (&f->walks[f->lanes[i].machine], f->within, f->lanes[i],
                                             (const ScopeCallEffect *) (gconstpointer) effects->data + at, n - at, error))
            return FALSE;
          scope_query_range_progress (f->within, ++f->done, f->all);
        }
    }
  return TRUE;
}

/* --- rows --- */

typedef struct
{
  guint32 function;
  gint64 time;
} Callee;

SCOPE_COMPARE_BY (compare_callees, Callee, SCOPE_DOWN (time) SCOPE_UP (function))

static char *
list_callees (ScopeMachine *machine, const ScopeCandidateSum *sum)
{
  g_autoptr (GArray) callees = g_array_new (FALSE, FALSE, sizeof (Callee));
  g_autoptr (GString) text = g_string_new (NULL);
  GHashTableIter iter;
  gpointer key, time;

  g_hash_table_iter_init (&iter, sum->callees);
  while (g_hash_table_iter_next (&iter, &key, &time))
    {
      const Callee callee = { GPOINTER_TO_UINT (key), *(const gint64 *) time };

      g_array_append_val (callees, callee);
    }
  g_array_sort (callees, compare_callees);
  for (guint i = 0; i < MIN (callees->len, CALLEES_TOLD); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", scope_activations_function (machine, g_array_index (callees, Callee, i).function));
  if (callees->len > CALLEES_TOLD)
    g_string_append (text, " …");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static int
compare_candidates (gconstpointer one, gconstpointer other)
{
  const ScopeCandidate *x = one, *y = other;

  SCOPE_COMPARE (x->machine, y->machine);
  SCOPE_COMPARE (x->caller != NULL, y->caller != NULL);
  SCOPE_COMPARE (y->saved, x->saved);
  SCOPE_COMPARE (y->time - y->span, x->time - x->span);
  return x->caller != NULL ? strcmp (x->caller, y->caller) : 0;
}

static void
add_candidates (Finding *f, guint m, GArray *rows)
{
  const ScopeCandidateWalk *walk = &f->walks[m];
  ScopeMachine *machine = walk->machine;

  for (guint32 i = 0; machine != NULL && i < walk->sums->len; i++)
    {
      const ScopeCandidateSum *sum = g_ptr_array_index (walk->sums, i);
      ScopeCandidate row;

      if (sum == NULL || sum->groups == 0)
        continue;
      row = (ScopeCandidate) { .machine = m, .groups = sum->groups, .calls = sum->calls, .time = sum->time, .span = sum->span,
                               .saved = f->shares[m].n > 0 ? sum->saved : SCOPE_TABLE_NULL, .gain = SCOPE_TABLE_NULL };
      if (i != SCOPE_CANDIDATE_ALL)
        {
          row.caller = scope_activations_function (machine, i);
          row.callees = list_callees (machine, sum);
        }
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_candidates);
}

/* --- the gain --- */

static int
compare_pieces (gconstpointer one, gconstpointer other)
{
  const ScopeWhatIfPiece *x = one, *y = other;

  SCOPE_COMPARE (x->time, y->time);
  SCOPE_COMPARE (y->factor == 1, x->factor == 1); /* one ends before the next begins */
  SCOPE_COMPARE (x->task.machine, y->task.machine);
  SCOPE_COMPARE (x->task.thread, y->task.thread);
  return 0;
}

/* Of all processors, what they idled, shared out: what is run elsewhere needs room there. */
static gint64
room (const Finding *f)
{
  double idle = 0;
  guint n = 0;

  for (guint m = 0; m < f->n_machines; m++)
    {
      idle += f->shares[m].n > 0 ? f->shares[m].idle[f->shares[m].n] : 0;
      n += scope_machine_n_processors (scope_trace_machine (f->within->trace, m));
    }
  return n > 0 ? (gint64) (idle / n) : 0;
}

/* Rows by what they save, whichever machine they are of. */
static int
compare_saved (gconstpointer one, gconstpointer other)
{
  const ScopeCandidate *x = *(const ScopeCandidate *const *) one, *y = *(const ScopeCandidate *const *) other;

  SCOPE_COMPARE (y->saved, x->saved);
  return compare_candidates (x, y);
}

static guint32
function_of (Finding *f, const ScopeCandidate *row)
{
  const ScopeCandidateWalk *walk = &f->walks[row->machine];

  for (guint32 i = 1; row->caller != NULL && i < walk->n_functions; i++)
    if (scope_activations_function (walk->machine, i) == row->caller)
      return i;
  return SCOPE_CANDIDATE_ALL;
}

/* Those that are replayed, the most saved first. */
static GPtrArray *
choose (GArray *rows)
{
  GPtrArray *chosen = g_ptr_array_new ();

  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, ScopeCandidate, i).saved > 0)
      g_ptr_array_add (chosen, &g_array_index (rows, ScopeCandidate, i));
  g_ptr_array_sort (chosen, compare_saved);
  g_ptr_array_set_size (chosen, (gint) MIN (chosen->len, SCOPE_CANDIDATES_REPLAYED));
  return chosen;
}

static gboolean
find_pieces (Finding *f, const GPtrArray *chosen, GError **error)
{
  for (guint m = 0; m < f->n_machines; m++)
    {
      guint32 wanted[SCOPE_CANDIDATES_REPLAYED];
      guint n = 0;

      for (guint i = 0; i < chosen->len; i++)
        if (((ScopeCandidate *) chosen->pdata[i])->machine == m)
          wanted[n++] = function_of (f, chosen->pdata[i]);
      if (f->walks[m].machine != NULL)
        scope_candidate_walk_want (&f->walks[m], wanted, n);
    }
  return walk_lanes (f, error);
}

/* Replays with the pieces of each that is chosen (NULL: too many), and, for what is said of all of them, with none. */
static gboolean
replay (Finding *f, const GPtrArray *chosen, GError **error)
{
  ScopeQueryRange within = { .trace = f->within->trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = f->within->cancellable };
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (ScopeWhatIfPiece));
  ScopeWhatIf what_ifs[SCOPE_CANDIDATES_REPLAYED + 1];
  const ScopeWhatIf *asked[SCOPE_CANDIDATES_REPLAYED + 1];
  ScopeWhatIfResult results[SCOPE_CANDIDATES_REPLAYED + 1] = { 0 };
  guint n = chosen->len;
  gboolean ok;

  for (guint i = 0; i <= n; i++)
    {
      const ScopeCandidate *row = i < n ? chosen->pdata[i] : NULL;
      const ScopeCandidateSum *sum = row != NULL ? g_ptr_array_index (f->walks[row->machine].sums, function_of (f, row)) : NULL;

      scope_what_if_init (&what_ifs[i]);
      what_ifs[i].pieces = sum != NULL && sum->pieces != NULL ? sum->pieces : none;
      if (sum != NULL && sum->pieces != NULL)
        g_array_sort (sum->pieces, compare_pieces);
      asked[i] = &what_ifs[i];
      results[i].replayed = 1; /* nobody asks */
    }
  ok = scope_what_if_run_all (&within, asked, results, n + 1, error);
  for (guint i = 0; i <= n; i++)
    {
      ScopeCandidate *row = i < n ? chosen->pdata[i] : NULL;

      if (ok && row != NULL && what_ifs[i].pieces != none && results[n].n_processors > 0)
        row->gain = CLAMP (results[n].end - results[i].end, 0, MIN (row->saved, room (f)));
      scope_what_if_clear (&what_ifs[i]);
    }
  return ok;
}

static gboolean
find_gains (Finding *f, GArray *rows, GError **error)
{
  g_autoptr (GPtrArray) chosen = choose (rows);

  if (scope_trace_unrecorded (f->within->trace) & SCOPE_LACKS_SCHEDULER)
    return TRUE;
  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, ScopeCandidate, i).saved == 0)
      g_array_index (rows, ScopeCandidate, i).gain = 0;
  return chosen->len == 0 || (find_pieces (f, chosen, error) && replay (f, chosen, error));
}

/* --- as a whole --- */

static gboolean
find_all (Finding *f, GArray *rows, GError **error)
{
  for (guint i = 0; i < f->n_lanes; i++)
    {
      guint m = f->lanes[i].machine;
      ScopeMachine *machine = scope_trace_machine (f->within->trace, m);

      if (f->walks[m].machine != NULL)
        continue;
      if (!scope_idle_share_read (machine, &f->shares[m], error))
        return FALSE;
      scope_candidate_walk_init (&f->walks[m], machine, &f->shares[m]);
    }
  f->all = 2 * f->n_lanes;
  if (!walk_lanes (f, error))
    return FALSE;
  for (guint m = 0; m < f->n_machines; m++)
    add_candidates (f, m, rows);
  return find_gains (f, rows, error);
}

/* Of processes alone: a trace of Erlang's may be open together with one of a simulator's, whose cores call, too. */
static void
keep_processes (Finding *f)
{
  guint n = 0;

  for (guint i = 0; i < f->n_lanes; i++)
    if (f->lanes[i].kind == SCOPE_KIND_PROCESS)
      f->lanes[n++] = f->lanes[i];
  f->n_lanes = n;
}

GArray *
scope_candidates_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ScopeCandidate));
  Finding f = { .within = within, .n_machines = scope_trace_n_machines (within->trace) };
  gboolean ok;

  g_array_set_clear_func (rows, candidate_clear);
  if (scope_candidates_why_not (within->trace) != NULL)
    return g_steal_pointer (&rows);
  f.lanes = scope_call_tree_lanes (within->trace, &f.n_lanes);
  keep_processes (&f);
  f.walks = g_new0 (ScopeCandidateWalk, f.n_machines + 1u);
  f.shares = g_new0 (ScopeIdleShare, f.n_machines + 1u);
  ok = find_all (&f, rows, error);
  for (guint m = 0; m < f.n_machines; m++)
    {
      scope_candidate_walk_clear (&f.walks[m]);
      scope_idle_share_clear (&f.shares[m]);
    }
  g_free (f.walks);
  g_free (f.shares);
  g_free (f.lanes);
  return ok ? g_steal_pointer (&rows) : NULL;
}
