/* scope-findings-phases.c: the phase in which one alone runs, or all others have finished: of phases that were told from chance
 * (scope-phases.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"

#include <glib/gi18n.h>
#include <string.h>

#define LEAST 0.05 /* of the time of the processors that are used: below that nothing is looked for */
#define MUCH 0.4   /* of the phase's */
#define TIMES 2    /* as much as of the others', at least */
#define OWN 0.8    /* of all time of its label */

/* Of the processors that were used, whatever the phase. */
static gint64
alone_at_all (const ScopeFacts *facts)
{
  return facts->used[SCOPE_CAUSE_SERIAL] + facts->used[SCOPE_CAUSE_END_RAMP];
}

gboolean
scope_facts_read_phases (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  if (facts->n_used < 2 || scope_facts_of_used (facts, alone_at_all (facts)) < LEAST)
    return TRUE;
  facts->phases = scope_phases_read (within, error);
  return facts->phases != NULL;
}

/* The part of mixes that a label is which names that kind; SCOPE_PHASE_LABELS: none does. */
static guint
label_of (const ScopePhases *phases, const ScopePhaseKind *kind)
{
  guint k = 0;

  while (k < SCOPE_PHASE_LABELS
         && (phases->by != SCOPE_PHASES_BY_LABELS || phases->parts[k] == NULL || strcmp (phases->parts[k], kind->name) != 0))
    k++;
  return k;
}

static double
time_of (const ScopePhaseKind *kind, guint label)
{
  return kind->mix[label] * (double) kind->parts[SCOPE_CAUSE_RUNNING];
}

/* Whether what names it hardly runs in other phases. What does is no phase of its own that runs alone at the end, but work of which one has
 * more than the others. */
static gboolean
is_of_its_own (const ScopePhases *phases, const ScopePhaseKind *kind)
{
  guint label = label_of (phases, kind);
  double all = 0;

  for (guint k = 0; k < phases->kinds->len && label < SCOPE_PHASE_LABELS; k++)
    all += time_of (scope_phases_kind (phases, k), label);
  return all > 0 && time_of (kind, label) >= OWN * all;
}

static gint64
alone (const ScopePhases *phases, const ScopePhaseKind *kind)
{
  return kind->parts[SCOPE_CAUSE_SERIAL] + (is_of_its_own (phases, kind) ? kind->parts[SCOPE_CAUSE_END_RAMP] : 0);
}

/* What of `time` of all processors that is, in which they were alone; 0 of nothing. */
static double
share_of (const ScopePhases *phases, gint64 lost, gint64 time)
{
  return time > 0 ? (double) lost / ((double) phases->n_processors * (double) time) : 0;
}

/* The kind of phases that stands out most, with how much of its time and of that of the others is lost so; NULL: none does. */
static const ScopePhaseKind *
find_kind (const ScopePhases *phases, guint *ret_kind, double *ret_here, double *ret_elsewhere)
{
  const ScopePhaseKind *best = NULL;
  gint64 lost = 0, time = 0;

  for (guint k = 0; k < phases->kinds->len; k++)
    {
      lost += alone (phases, scope_phases_kind (phases, k));
      time += scope_phases_kind (phases, k)->time;
    }
  for (guint k = 0; k < phases->kinds->len; k++)
    {
      const ScopePhaseKind *kind = scope_phases_kind (phases, k);
      gint64 mine = alone (phases, kind);
      double here = share_of (phases, mine, kind->time), elsewhere = share_of (phases, lost - mine, time - kind->time);

      if (time == kind->time || here < MUCH || here < TIMES * elsewhere || (best != NULL && mine <= alone (phases, best)))
        continue;
      best = kind;
      *ret_kind = k;
      *ret_here = here;
      *ret_elsewhere = elsewhere;
    }
  return best;
}

/* Whoever runs it: alone most, else on the critical path. */
static void
look_at (const ScopeFacts *facts, ScopeFinding *finding, const char *label)
{
  const ScopeCulprit *const culprits[] = { &facts->alone[0], &facts->alone[1], &facts->on_path };

  for (guint i = 0; *label != '\0' && i < G_N_ELEMENTS (culprits); i++)
    if (culprits[i]->time > 0 && strcmp (culprits[i]->label, label) == 0)
      {
        scope_finding_look_at (finding, culprits[i]->most);
        return;
      }
}

/* The one of them that lasts longest. */
static void
place (const ScopePhases *phases, guint kind, ScopeFinding *finding)
{
  gint64 longest = 0;

  SCOPE_EACH (const ScopePhase, phase, phases->phases)
    if (phase->kind == kind && phase->to - phase->from > longest)
      {
        longest = phase->to - phase->from;
        finding->from = phase->from;
        finding->to = phase->to;
      }
}

static void
add_figures (const ScopeFacts *facts, const ScopePhaseKind *kind, ScopeFinding *finding)
{
  gint64 rest[SCOPE_N_CAUSES] = { 0 };

  for (guint k = 0; k < facts->phases->kinds->len; k++)
    for (guint c = 0; c < SCOPE_N_CAUSES; c++)
      rest[c] += scope_phases_kind (facts->phases, k)->parts[c] - kind->parts[c] * (k == 0);
  scope_finding_add (finding, _("So many times"), scope_facts_count (facts, kind->count));
  scope_finding_add (finding, _("Together"), scope_facts_time (facts, kind->time));
  scope_finding_add (finding, _("Running in it"), scope_facts_share (facts, scope_phase_efficiency (kind->parts)));
  scope_finding_add (finding, _("Running elsewhere"), scope_facts_share (facts, scope_phase_efficiency (rest)));
  /* TRANSLATORS: how often chance would tell such phases, at most: a share follows */
  scope_finding_add (finding, _("By chance no more often than"), scope_facts_share (facts, facts->phases->chance));
}

void
scope_rule_serial_phase (const ScopeFacts *facts, ScopeFinding *finding)
{
  double here, elsewhere;
  guint which;
  const ScopePhaseKind *kind = facts->phases != NULL ? find_kind (facts->phases, &which, &here, &elsewhere) : NULL;
  const char *label = kind != NULL && label_of (facts->phases, kind) < SCOPE_PHASE_LABELS ? kind->name : "";

  if (kind == NULL || scope_facts_of_used (facts, alone (facts->phases, kind)) < LEAST)
    return;
  finding->cost = MIN (alone (facts->phases, kind), alone_at_all (facts));
  /* What is hardly there is not spoken of: so it may be told as the same as another finding. */
  finding->causes = (kind->parts[SCOPE_CAUSE_SERIAL] * 10 >= finding->cost ? 1u << SCOPE_CAUSE_SERIAL : 0)
                    | (kind->parts[SCOPE_CAUSE_END_RAMP] * 10 >= finding->cost ? 1u << SCOPE_CAUSE_END_RAMP : 0);
  scope_finding_wish_label (finding, label);
  look_at (facts, finding, label);
  /* TRANSLATORS: the name of a phase of the program */
  finding->title = g_strdup_printf (_("Serial phase: “%s”"), kind->name);
  /* TRANSLATORS: “HECs”, a share, name of a phase, a share of the run, a share */
  finding->sentence = g_strdup_printf (_("%s idle for %s of their time in the phase “%s” (%s of the run), because one alone runs or they have finished; "
                                         "elsewhere for %s."),
                                       scope_facts_processors (facts), scope_facts_share (facts, here), kind->name,
                                       scope_facts_share (facts, scope_facts_of_run (facts, kind->time)), scope_facts_share (facts, elsewhere));
  finding->advice = g_strdup (_("Let the next phase begin before this one ends, or cut its work into parts that run beside each other."));
  add_figures (facts, kind, finding);
  place (facts->phases, which, finding);
}
