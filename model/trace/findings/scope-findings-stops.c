/* scope-findings-stops.c: what GHC's nonmoving collector (`+RTS -xn`) stops all for, to end its mark: no lane tells it, and no row of the
 * collections.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/trace/analysis/scope-gc-spans.h"

#include <glib/gi18n.h>

/* --- the facts --- */

/* What of the stop a processor neither ran nor collected, as far as it is known. */
static gboolean
add_wait (ScopeFacts *facts, ScopeMachine *machine, guint32 processor, const ScopeSpan *span, GCancellable *cancellable, GError **error)
{
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processor)->lane;
  gint64 from = span->from - machine->offset, to = span->to - machine->offset;
  GError *local = NULL;

  SCOPE_EACH_INTERVAL (interval, machine->lanes, lane, from, to, cancellable, &local)
    switch (scope_code_state (interval.code))
      {
      case SCOPE_STATE_RUNNING:
      case SCOPE_STATE_COLLECTING:
      case SCOPE_STATE_ACTIVE:
      case SCOPE_STATE_UNKNOWN:
        break;
      default:
        facts->stops.wait += MIN (interval.to, to) - MAX (interval.from, from);
        break;
      }
  return scope_passed (local, error);
}

static gboolean
add_stop (ScopeFacts *facts, const ScopeQueryRange *within, ScopeMachine *machine, ScopeSpan span, GError **error)
{
  ScopeStopFacts *stops = &facts->stops;

  span.from = MAX (span.from, facts->analysis->from);
  span.to = MIN (span.to, facts->analysis->to);
  if (span.to <= span.from)
    return TRUE;
  stops->n++;
  stops->time += span.to - span.from;
  if (span.to - span.from > stops->longest_to - stops->longest_from)
    {
      stops->longest_from = span.from;
      stops->longest_to = span.to;
    }
  for (guint p = 0; p < facts->analysis->n_processors; p++)
    {
      const ScopeProcessorLoss *loss = &facts->analysis->processors[p];

      if (loss->machine == machine->index && scope_facts_is_used (facts, loss)
          && !add_wait (facts, machine, loss->processor, &span, within->cancellable, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
scope_facts_read_stops (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  for (guint m = 0; m < scope_trace_n_machines (facts->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (facts->trace, m);
      g_autoptr (GArray) stops = scope_gc_stops_read (machine, error);

      if (stops == NULL)
        return FALSE;
      facts->stops.nonmoving |= scope_table_n_rows (machine->tables[SCOPE_TABLE_CONCURRENT]) > 0;
      for (guint i = 0; i < stops->len; i++)
        if (!add_stop (facts, within, machine, g_array_index (stops, ScopeSpan, i), error))
          return FALSE;
    }
  return TRUE;
}

/* --- the rule --- */

void
scope_rule_gc_stops (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeStopFacts *stops = &facts->stops;
  gint64 longest = stops->longest_to - stops->longest_from;

  if (stops->n == 0 || scope_facts_of_used (facts, stops->wait) < SCOPE_MUCH_STOPPED)
    return;
  finding->cost = stops->wait;
  finding->causes = 1u << SCOPE_CAUSE_GC_WAIT;
  finding->from = stops->longest_from;
  finding->to = stops->longest_to;
  finding->title = g_strdup (_("The nonmoving collector stops all"));
  finding->sentence = g_strdup_printf (ngettext ("The nonmoving collector stopped all HECs %s time to end its mark, for %s: they waited %s of "
                                                 "their time for it.",
                                                 "The nonmoving collector stopped all HECs %s times to end its mark, for up to %s: they waited %s "
                                                 "of their time for it.",
                                                 (gulong) stops->n),
                                       scope_facts_count (facts, stops->n), scope_facts_time (facts, longest),
                                       scope_facts_share (facts, scope_facts_of_used (facts, stops->wait)));
  finding->advice = g_strdup (_("What the program changes while it marks is marked while all are stopped: change less in large mutable arrays, or "
                                "let it collect less often (-F4). A thread that does not allocate keeps all others waiting "
                                "(-fno-omit-yields)."));
  scope_finding_add (finding, _("Stops"), scope_facts_count (facts, stops->n));
  scope_finding_add (finding, _("In all"), scope_facts_time (facts, stops->time));
  scope_finding_add (finding, _("Longest"), scope_facts_time (facts, longest));
}
