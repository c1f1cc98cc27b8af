/* scope-findings-sparks.c: sparks that are too small or too large, where each of them has its events.
 *
 * What a spark costs besides is not recorded, but how fast they are made is: who makes one every 2 µs, each of which runs for 3 µs, keeps one
 * and a half others busy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-format.h"

#include <glib/gi18n.h>

#define MANY_SPARKS 100u
#define MUCH_IDLE 0.15 /* of the time of the processors that are used */

static gint64
idle (const ScopeFacts *facts)
{
  return facts->used[SCOPE_CAUSE_SERIAL] + facts->used[SCOPE_CAUSE_LATE_PRODUCER] + facts->used[SCOPE_CAUSE_NO_TASK]
         + facts->used[SCOPE_CAUSE_START_RAMP] + facts->used[SCOPE_CAUSE_END_RAMP];
}

gboolean
scope_facts_read_sparks (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  if (facts->runtime != SCOPE_RUNTIME_GHC || facts->sparks[0] <= 0 || facts->n_used < 2
      || (scope_facts_of_used (facts, idle (facts)) < MUCH_IDLE && !scope_facts_gets_no_core (facts)))
    return TRUE;
  return scope_spark_sizes_read (within, &facts->spark_sizes, error);
}

static void
begin (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeSparkSizes *sizes = &facts->spark_sizes;

  finding->cost = idle (facts);
  finding->causes = 1u << SCOPE_CAUSE_SERIAL | 1u << SCOPE_CAUSE_LATE_PRODUCER | 1u << SCOPE_CAUSE_NO_TASK | 1u << SCOPE_CAUSE_START_RAMP
                    | 1u << SCOPE_CAUSE_END_RAMP;
  scope_finding_add (finding, _("Sparks run"), scope_facts_count (facts, sizes->run.n));
  scope_finding_add (finding, _("Each, on average"), scope_facts_time (facts, sizes->run.time / (gint64) sizes->run.n));
  scope_finding_add (finding, _("The longest"), scope_facts_time (facts, sizes->run.longest));
}

void
scope_rule_sparks_too_small (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeSparkSizes *sizes = &facts->spark_sizes;
  gint64 every = scope_spark_median (&sizes->made);
  double mean = sizes->run.n > 0 ? (double) sizes->run.time / (double) sizes->run.n : 0, fed;
  g_autofree char *others = NULL;

  if (sizes->run.n < MANY_SPARKS || sizes->made.n < MANY_SPARKS || every <= 0)
    return;
  fed = mean / (double) every * sizes->n_makers;
  if (fed >= facts->n_used - 1)
    return;
  begin (facts, finding);
  others = scope_format_number (fed);
  finding->title = g_strdup (_("Sparks too small"));
  /* TRANSLATORS: two durations, then a number as “1.3” */
  finding->sentence = g_strdup_printf (_("A spark is made every %s and runs for %s: made like that, they keep no more than %s HECs busy."),
                                       scope_facts_time (facts, every), scope_facts_time (facts, (gint64) mean), others);
  finding->advice = g_strdup (_("Make fewer and larger sparks: chunks (parListChunk), a depth below which nothing is sparked; or let several "
                                "threads make them."));
  scope_finding_add (finding, _("One is made after another, typically"), scope_facts_time (facts, every));
  scope_finding_add (finding, _("HECs that make them"), scope_facts_count (facts, sizes->n_makers));
}

void
scope_rule_sparks_too_large (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeSparkSizes *sizes = &facts->spark_sizes;
  gint64 fair = sizes->run.time / MAX ((gint64) facts->n_used, 1);

  if (sizes->run.n < 2 || sizes->run.longest <= fair || scope_facts_of_run (facts, sizes->run.longest) < 0.2)
    return;
  begin (facts, finding);
  finding->title = g_strdup (_("A spark too large"));
  /* TRANSLATORS: two durations, and a number of HECs */
  finding->sentence = g_strdup_printf (_("One spark runs for %s. All together, spread over %u HECs, would take %s: the others wait for it."),
                                       scope_facts_time (facts, sizes->run.longest), facts->n_used, scope_facts_time (facts, fair));
  finding->advice = g_strdup (_("Cut the work into more and smaller sparks than there are HECs (parBuffer, smaller chunks), the largest first."));
}
