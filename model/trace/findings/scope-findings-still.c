/* scope-findings-still.c: a range in which nothing runs: why, and who waits for whom there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/analysis/scope-wait-keepers.h"

#include <glib/gi18n.h>

/* --- the facts --- */

static gboolean
is_whole (const ScopeAnalysis *analysis)
{
  return analysis->from == analysis->first && analysis->to == analysis->last;
}

/* Adds one with the last of whom it waits for. */
static gboolean
add_waiter (ScopeStillFacts *still, ScopeDerived *derived, const ScopeQueryRange *within, const ScopeWaiter *waiter, GError **error)
{
  g_autoptr (GArray) keepers = scope_wait_keepers_read (derived, within, waiter->task, error);
  const ScopeWaitKeeper *last = keepers != NULL && keepers->len > 0 ? &g_array_index (keepers, ScopeWaitKeeper, 0) : NULL;
  ScopeWaitPiece piece;

  still->waiters[still->n] = *waiter;
  still->last[still->n] = last != NULL ? last->task : SCOPE_NO_TASK;
  still->last_piece[still->n] = last != NULL && scope_task_is_nobody (last->task) && scope_piece_of_code (last->code, &piece) ? (int) piece : -1;
  still->n++;
  return keepers != NULL;
}

gboolean
scope_facts_read_still (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  const ScopeAnalysis *analysis = facts->analysis;
  g_autoptr (ScopeDerived) derived = NULL;
  g_autoptr (GArray) waiters = NULL;
  ScopeQueryRange range = *within;

  if (analysis->parts[SCOPE_CAUSE_RUNNING] > 0 || analysis->n_processors == 0 || is_whole (analysis)
      || (derived = scope_derived_dup (within->trace)) == NULL)
    return TRUE;
  range.from = analysis->from;
  range.to = analysis->to;
  waiters = scope_facts_find_waiters (facts, derived, &range, error);
  for (guint i = 0; waiters != NULL && i < waiters->len && facts->still.n < SCOPE_STILL_WAITERS; i++)
    {
      const ScopeWaiter *waiter = &g_array_index (waiters, ScopeWaiter, i);

      if (scope_helper_of (facts, waiter->task) == NULL && !add_waiter (&facts->still, derived, &range, waiter, error))
        return FALSE;
    }
  return waiters != NULL;
}

/* --- the rule --- */

/* What who waits for nobody does. */
static const char *
alone_word (ScopeRuntime runtime, int piece)
{
  gboolean erlang = runtime == SCOPE_RUNTIME_ERLANG;

  switch (piece)
    {
    case SCOPE_PIECE_TIMER:
      return _("waits for a time");
    case SCOPE_PIECE_FOREIGN:
      return erlang ? _("is in a port or NIF") : _("is in a foreign call");
    case SCOPE_PIECE_NEVER:
      return _("waits for what never comes");
    case SCOPE_PIECE_WOKEN_NOT_RUN:
      return erlang ? _("is runnable, and not run") : _("is ready, and not run");
    default:
      return _("waits, and for what was not recorded");
    }
}

/* What somebody waits for at whom others end up; NULL: no more than that is known. */
static const char *
end_word (ScopeRuntime runtime, int piece)
{
  switch (piece)
    {
    case SCOPE_PIECE_TIMER:
      return _("a time");
    case SCOPE_PIECE_FOREIGN:
      return runtime == SCOPE_RUNTIME_ERLANG ? _("a port or NIF") : _("a foreign call");
    case SCOPE_PIECE_NEVER:
      return _("what never comes");
    default:
      return NULL;
    }
}

/* What the i-th of them does: "waits for thread 3 “worker”, and in the end for a time". */
static char *
dup_waiting (const ScopeFacts *facts, guint i)
{
  const ScopeStillFacts *still = &facts->still;
  const ScopeWaiter *waiter = &still->waiters[i];
  const char *by = scope_facts_name (facts, waiter->by), *end = end_word (facts->runtime, still->last_piece[i]);

  if (scope_task_is_nobody (waiter->by))
    return g_strdup (alone_word (facts->runtime, (int) waiter->piece));
  if (waiter->piece == SCOPE_PIECE_IN_FLIGHT)
    /* TRANSLATORS: a thread or process */
    return g_strdup_printf (_("waits for a message on its way from %s"), by);
  if (end == NULL && !scope_task_is_nobody (still->last[i]) && !scope_task_is (still->last[i], waiter->by))
    end = scope_facts_name (facts, still->last[i]);
  /* TRANSLATORS: a thread or process, and another one, or “a time”, “a foreign call” */
  return end != NULL ? g_strdup_printf (_("waits for %s, and in the end for %s"), by, end) : g_strdup_printf (_("waits for %s"), by);
}

/* That of most of the time; what a processor never did, or does no more, tells nothing if there is anything else. */
static guint
find_most (const ScopeAnalysis *analysis)
{
  guint most = SCOPE_CAUSE_UNUSED;

  for (guint c = SCOPE_CAUSE_GC_WORK; c < SCOPE_CAUSE_UNKNOWN; c++)
    {
      gboolean tells = c != SCOPE_CAUSE_UNUSED && c != SCOPE_CAUSE_START_RAMP && c != SCOPE_CAUSE_END_RAMP,
               told = most != SCOPE_CAUSE_UNUSED && most != SCOPE_CAUSE_START_RAMP && most != SCOPE_CAUSE_END_RAMP;

      if (analysis->parts[c] > 0 && (tells == told ? analysis->parts[c] > analysis->parts[most] : tells))
        most = c;
    }
  return most;
}

static void
look_at_once (ScopeFinding *finding, ScopeTaskId task)
{
  for (guint i = 0; i < finding->lanes->len; i++)
    {
      const ScopeLaneId *lane = &g_array_index (finding->lanes, ScopeLaneId, i);

      if (lane->machine == task.machine && lane->index == task.thread)
        return;
    }
  scope_finding_look_at (finding, task);
}

void
scope_rule_nothing_runs (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeAnalysis *analysis = facts->analysis;
  gint64 known = scope_time_times (facts->length, analysis->n_processors) - analysis->parts[SCOPE_CAUSE_UNKNOWN];
  guint most = find_most (analysis);
  g_autofree char *first = NULL;

  if (is_whole (analysis) || analysis->parts[SCOPE_CAUSE_RUNNING] > 0 || known <= 0)
    return;
  finding->cost = known;
  finding->causes = 1u << most;
  finding->title = g_strdup (_("Nothing runs"));
  /* TRANSLATORS: a part of the bar as “waiting for others”, and a share */
  first = g_strdup_printf (_("Nothing runs here. Most of the processors' time is “%s” (%s)"), scope_cause_word (facts->trace, (ScopeCause) most),
                           scope_facts_share (facts, scope_facts_of_all (facts, analysis->parts[most])));
  finding->sentence = g_strconcat (first, facts->still.n > 0 ? "; " : ".", NULL);
  for (guint i = 0; i < facts->still.n; i++)
    {
      const char *who = scope_facts_name (facts, facts->still.waiters[i].task);
      g_autofree char *what = dup_waiting (facts, i), *sentence = NULL;

      look_at_once (finding, facts->still.waiters[i].task);
      look_at_once (finding, facts->still.waiters[i].by);
      scope_finding_add (finding, who, what);
      if (i > 0)
        continue;
      sentence = finding->sentence;
      finding->sentence = g_strdup_printf ("%s%s %s.", sentence, who, what);
    }
  finding->advice = g_strdup (_("Look at what was done right before, and who goes on after it: a wider range tells what it costs."));
}
