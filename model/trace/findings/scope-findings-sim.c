/* scope-findings-sim.c: rules about simulated cores: locks that they spin for, and lines of caches that they take from each other.
 *
 * A core that waits for a lock or for a line runs instructions: this time is a part of what runs, not of what is lost otherwise.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include <glib/gi18n.h>

static void
look_at_core (const ScopeFacts *facts, ScopeFinding *finding, guint32 machine, gint64 number)
{
  ScopeMachine *of = scope_trace_machine (facts->trace, machine);
  const ScopeLaneId lane = { machine, SCOPE_KIND_PROCESSOR, scope_machine_find_number (of, SCOPE_KIND_PROCESSOR, (guint64) number) };

  if (lane.index != SCOPE_NONE)
    g_array_append_val (finding->lanes, lane);
}

void
scope_rule_simulated_lock (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeLockSum *lock = &facts->lock;
  const ScopeLockUse *longest = &lock->longest;
  g_autofree char *title = NULL, *who = NULL;

  if (lock->count == 0 || scope_facts_of_used (facts, facts->lock_wait) < 0.1)
    return;
  title = scope_lock_title (facts->trace, lock->machine, lock->lock);
  who = scope_lock_processor_title (facts->trace, lock->machine, lock->top_blocker);
  finding->cost = facts->lock_wait;
  finding->causes = 1u << SCOPE_CAUSE_RUNNING;
  look_at_core (facts, finding, longest->machine, longest->processor);
  finding->from = MAX (longest->wait_from, facts->analysis->from);
  finding->to = MIN (longest->hold_to, facts->analysis->to);
  finding->title = g_strdup_printf (_("Lock %s is contended"), title);
  finding->sentence = g_strdup_printf (_("Cores wait %s of their time for locks that another core holds, most of it for %s."),
                                       scope_facts_share (facts, scope_facts_of_used (facts, facts->lock_wait)), title);
  finding->advice = g_strdup (_("Hold it for less work, split it, give each core data of its own, or use a lock whose waiters do not disturb its "
                                "holder (a queue lock, back-off)."));
  scope_finding_add (finding, _("Waited for locks, all cores together"), scope_facts_time (facts, facts->lock_wait));
  scope_finding_add (finding, _("Of these for this one"), scope_facts_time (facts, lock->wait_contended));
  scope_finding_add (finding, _("Acquisitions"), scope_facts_count (facts, lock->count));
  scope_finding_add (finding, _("Contended"), scope_facts_count (facts, lock->contended));
  scope_finding_add (finding, _("Longest wait"), scope_facts_time (facts, lock->wait_max));
  if (lock->top_blocker != SCOPE_TABLE_NULL)
    scope_finding_add (finding, _("Mostly held meanwhile by"), who);
}

void
scope_rule_false_sharing (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeCoherenceSum *line = &facts->line;
  gboolean is_false = facts->false_time * 2 > facts->miss_time;
  g_autofree char *name = NULL;

  if (line->count == 0 || scope_facts_of_used (facts, facts->miss_time) < 0.08)
    return;
  name = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", line->line);
  finding->cost = facts->miss_time;
  finding->causes = 1u << SCOPE_CAUSE_RUNNING;
  if (is_false)
    finding->rule = "false_sharing";
  look_at_core (facts, finding, line->longest.machine, line->longest.processor);
  finding->title = g_strdup_printf (is_false ? _("False sharing of line %s") : _("Line %s is contended"), name);
  finding->sentence = g_strdup_printf (
      is_false ? _("Cores wait %s of their time for lines that another core has written though they use other bytes of them; most of it for %s.")
               : _("Cores wait %s of their time for lines that another core has written; most of it for %s."),
      scope_facts_share (facts, scope_facts_of_used (facts, facts->miss_time)), name);
  finding->advice
      = g_strdup (is_false ? _("Let what different cores write lie on different lines: pad or align it (64 bytes).")
                           : _("Let each core write data of its own and add it up at the end, or batch what is written to shared data."));
  scope_finding_add (finding, _("Coherence misses, all cores together"), scope_facts_time (facts, facts->miss_time));
  scope_finding_add (finding, _("Of these for this line"), scope_facts_time (facts, line->latency));
  scope_finding_add (finding, _("Misses of this line"), scope_facts_count (facts, line->count));
  scope_finding_add (finding, _("Longest"), scope_facts_time (facts, line->latency_max));
}
