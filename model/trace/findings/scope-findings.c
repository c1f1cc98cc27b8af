/* scope-findings.c: the rules, one row each; see scope-findings.h.
 *
 * What each asks for was set against simulated programs with a known fault and their healthy twins (tests/data/analysis).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/analysis/scope-what-if.h"
#include "model/trace/findings/scope-gains.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_GAINS 3u    /* replays that are worth the wait */
#define LEAST_COST 0.01 /* of all processors' time: less is not worth a sentence */

/* Where the time of scope_diagnosis_read() goes, about, in thousandths. */
#define AFTER_ANALYSIS 500
#define AFTER_RULES 700

typedef struct
{
  const char *name;
  ScopeRuleFunc look;
} Rule;

static const Rule rules[] = {
  { "gc_barrier", scope_rule_gc_barrier },
  { "gc_stops", scope_rule_gc_stops },
  { "gc_too_often", scope_rule_gc_too_often },
  { "gc_sequential", scope_rule_gc_sequential },
  { "gc_unbalanced", scope_rule_gc_unbalanced },
  { "too_many_processors", scope_rule_too_many_processors },
  { "ready_but_idle", scope_rule_ready_but_idle },
  { "no_core", scope_rule_no_core },
  { "serial_part", scope_rule_serial_part },
  { "serial_phase", scope_rule_serial_phase },
  { "sequential", scope_rule_sequential },
  { "load_imbalance", scope_rule_load_imbalance },
  { "slow_machine", scope_rule_slow_machine },
  { "ramp", scope_rule_ramp },
  { "sparks_fizzled", scope_rule_sparks_fizzled },
  { "sparks_overflowed", scope_rule_sparks_overflowed },
  { "sparks_dud", scope_rule_sparks_dud },
  { "sparks_too_small", scope_rule_sparks_too_small },
  { "sparks_too_large", scope_rule_sparks_too_large },
  { "tasks_too_fine", scope_rule_tasks_too_fine },
  { "black_hole_convoy", scope_rule_black_hole_convoy },
  { "lock_convoy", scope_rule_lock_convoy },
  { "foreign_under_lock", scope_rule_foreign_under_lock },
  { "foreign_calls", scope_rule_foreign_calls },
  { "late_producer", scope_rule_late_producer },
  { "growing_mailbox", scope_rule_growing_mailbox },
  { "messages", scope_rule_messages },
  { "timer_polling", scope_rule_timers },
  { "never_woken", scope_rule_never_woken },
  { "lock_contention", scope_rule_simulated_lock },
  { "contended_lines", scope_rule_false_sharing },
};

/* What is below `no_core`: of names that the other rules have, too. */
static const Rule below[] = {
  { "sequential", scope_rule_below_sequential },
  { "sparks_too_small", scope_rule_below_sparks_too_small },
  { "sparks_too_large", scope_rule_below_sparks_too_large },
};

static const Rule still = { "nothing_runs", scope_rule_nothing_runs };

/* Those that a rule says instead of its own name. */
static const char *const kinds[] = { "slow_server", "too_fine", "chatty_pair", "latency", "deadlock", "false_sharing", "nothing_runs" };

const char *
scope_findings_rule (guint i)
{
  return i < G_N_ELEMENTS (rules)                          ? rules[i].name
         : i < G_N_ELEMENTS (rules) + G_N_ELEMENTS (kinds) ? kinds[i - G_N_ELEMENTS (rules)]
                                                           : NULL;
}

/* --- all of them --- */

static void
evidence_clear (gpointer data)
{
  ScopeEvidence *evidence = data;

  g_free (evidence->what);
  g_free (evidence->value);
}

static void
finding_clear (gpointer data)
{
  ScopeFinding *finding = data;

  g_free (finding->wish);
  g_free (finding->title);
  g_free (finding->sentence);
  g_free (finding->advice);
  g_array_unref (finding->evidence);
  g_array_unref (finding->lanes);
}

SCOPE_COMPARE_BY (compare_findings, ScopeFinding, SCOPE_DOWN (cost) SCOPE_BY_TEXT (rule))

/* Where both look first: the same, or a task and its machine; or both ask for less of the same code. */
static gboolean
is_same_culprit (const ScopeFinding *a, const ScopeFinding *b)
{
  const ScopeLaneId *x, *y;

  if (a->wish != NULL && g_str_has_prefix (a->wish, "label:") && g_strcmp0 (a->wish, b->wish) == 0)
    return TRUE;
  if (a->lanes->len == 0 || b->lanes->len == 0)
    return a->lanes->len == b->lanes->len;
  x = &g_array_index (a->lanes, ScopeLaneId, 0);
  y = &g_array_index (b->lanes, ScopeLaneId, 0);
  return x->machine == y->machine && (x->kind == SCOPE_KIND_MACHINE || y->kind == SCOPE_KIND_MACHINE || (x->kind == y->kind && x->index == y->index));
}

/* Nothing is left out, but what only says the same of a part of the same time is told as such. */
static void
find_same (GArray *findings)
{
  for (guint i = 1; i < findings->len; i++)
    for (guint j = 0; j < i && g_array_index (findings, ScopeFinding, i).same_as == 0; j++)
      {
        ScopeFinding *later = &g_array_index (findings, ScopeFinding, i);
        const ScopeFinding *earlier = &g_array_index (findings, ScopeFinding, j);

        if (earlier->same_as == 0 && later->causes != 0 && (later->causes & ~earlier->causes) == 0 && is_same_culprit (earlier, later))
          later->same_as = j + 1;
      }
}

/* Those that are to be replayed: others are kept, or ask for nothing. */
typedef struct
{
  ScopeWhatIf what_ifs[MOST_GAINS];
  const ScopeWhatIf *all[MOST_GAINS];
  ScopeFinding *findings[MOST_GAINS];
  guint n;
} Wishes;

static gboolean
is_asked (const Wishes *wishes, const char *wish)
{
  for (guint i = 0; i < wishes->n; i++)
    if (strcmp (wishes->findings[i]->wish, wish) == 0)
      return TRUE;
  return FALSE;
}

static void
ask (Wishes *wishes, ScopeTrace *trace, ScopeFinding *finding)
{
  ScopeWhatIf *what_if = &wishes->what_ifs[wishes->n];

  scope_what_if_init (what_if);
  if (!scope_what_if_add (what_if, trace, finding->wish, NULL))
    {
      scope_what_if_clear (what_if);
      return;
    }
  wishes->findings[wishes->n] = finding;
  wishes->all[wishes->n++] = what_if;
}

/* Of the first of them, together. */
static gboolean
find_gains (const ScopeQueryRange *within, GArray *findings, GError **error)
{
  g_autoptr (ScopeDerived) derived = scope_derived_dup (within->trace), now = NULL;
  ScopeWhatIfResult results[MOST_GAINS] = { { 0 } };
  guint n = MIN (findings->len, MOST_GAINS);
  Wishes wishes = { .n = 0 };
  gboolean ok;

  for (guint i = 0; i < n; i++)
    {
      ScopeFinding *finding = &g_array_index (findings, ScopeFinding, i);

      if (finding->wish != NULL && !scope_gains_find (derived, finding->wish, &finding->gain) && !is_asked (&wishes, finding->wish))
        ask (&wishes, within->trace, finding);
    }
  ok = wishes.n == 0 || scope_what_if_run_all (within, wishes.all, results, wishes.n, error);
  now = scope_derived_dup (within->trace);
  for (guint w = 0; w < wishes.n; w++)
    {
      gint64 gain = MAX (results[w].replayed - results[w].end, 0);

      for (guint i = 0; ok && i < n; i++)
        if (g_strcmp0 (g_array_index (findings, ScopeFinding, i).wish, wishes.findings[w]->wish) == 0)
          g_array_index (findings, ScopeFinding, i).gain = gain;
      if (ok && now == derived) /* else the clocks were moved meanwhile */
        scope_gains_add (derived, wishes.findings[w]->wish, gain);
      scope_what_if_clear (&wishes.what_ifs[w]);
    }
  return ok;
}

/* Names as "thread 2" may come first. */
static void
capitalise (char **text)
{
  gunichar first = *text != NULL ? g_utf8_get_char (*text) : 0;
  char letter[7] = "", *old = *text;

  if (first == 0 || !g_unichar_islower (first))
    return;
  g_unichar_to_utf8 (g_unichar_totitle (first), letter);
  *text = g_strconcat (letter, g_utf8_next_char (old), NULL);
  g_free (old);
}

static const ScopeFinding *
find_rule (const GArray *findings, const char *rule)
{
  SCOPE_EACH (const ScopeFinding, finding, findings)
    if (strcmp (finding->rule, rule) == 0)
      return finding;
  return NULL;
}

/* `least`: of all processors' time. */
static void
look (const ScopeFacts *facts, const Rule *rule, double least, GArray *findings)
{
  ScopeFinding finding = { .rule = rule->name, .gain = -1, .from = facts->analysis->from, .to = facts->analysis->to };

  finding.evidence = g_array_new (FALSE, FALSE, sizeof (ScopeEvidence));
  g_array_set_clear_func (finding.evidence, evidence_clear);
  finding.lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));
  rule->look (facts, &finding);
  capitalise (&finding.title);
  capitalise (&finding.sentence);
  if (finding.cost > 0 && scope_facts_of_all (facts, finding.cost) >= least)
    g_array_append_val (findings, finding);
  else
    finding_clear (&finding);
}

/* They stand below what makes their times unsure. */
static void
look_below (const ScopeFacts *facts, GArray *findings)
{
  const ScopeFinding *above = find_rule (findings, "no_core");
  gint64 most = above != NULL ? above->cost - 1 : 0;

  for (guint i = 0, n = findings->len; most > 0 && i < G_N_ELEMENTS (below); i++)
    if (find_rule (findings, below[i].name) == NULL)
      {
        look (facts, &below[i], 0, findings);
        for (; n < findings->len; n++)
          g_array_index (findings, ScopeFinding, n).cost = MIN (g_array_index (findings, ScopeFinding, n).cost, most);
      }
}

static GArray *
find_all (const ScopeFacts *facts)
{
  GArray *findings = g_array_new (FALSE, TRUE, sizeof (ScopeFinding));

  g_array_set_clear_func (findings, finding_clear);
  for (guint i = 0; facts->n_used > 0 && i < G_N_ELEMENTS (rules); i++)
    look (facts, &rules[i], LEAST_COST, findings);
  look_below (facts, findings);
  if (facts->n_used == 0)
    look (facts, &still, LEAST_COST, findings);
  g_array_sort (findings, compare_findings);
  find_same (findings);
  return findings;
}

/* What most of the critical path is, with its share: code that runs, or something else. Free with g_free(). */
static char *
dup_path (const ScopeFacts *facts)
{
  static const char *const kinds_of_path[SCOPE_N_PATH_KINDS] = {
    [SCOPE_PATH_READY] = N_("ready, and not run"),        [SCOPE_PATH_GC] = N_("collections"),
    [SCOPE_PATH_IN_FLIGHT] = N_("messages on their way"), [SCOPE_PATH_DELIVERED_NOT_WOKEN] = N_("messages not taken"),
    [SCOPE_PATH_TIMER] = N_("waiting for a time"),        [SCOPE_PATH_FOREIGN] = N_("foreign calls"),
    [SCOPE_PATH_START] = N_("before the first one runs"), [SCOPE_PATH_END] = N_("after the last one has ended"),
    [SCOPE_PATH_UNKNOWN] = N_("not recorded"),
  };
  guint most = SCOPE_PATH_READY;
  gint64 time;
  g_autofree char *part = NULL;

  for (guint kind = SCOPE_PATH_READY; kind < SCOPE_N_PATH_KINDS; kind++)
    if (facts->on_kind[kind] > facts->on_kind[most])
      most = kind;
  time = MAX (facts->on_kind[most], facts->on_path.time);
  part = scope_format_share (scope_facts_of_run (facts, time));
  if (time == facts->on_path.time && *facts->on_path.label != '\0' && facts->on_path.most_time * 2 > time)
    /* TRANSLATORS: a part of the program, a share, a thread: “work” (98.3 %, most of it on thread 1 “main”) */
    return g_strdup_printf (_("%s (%s, most of it on %s)"), scope_facts_what (facts, &facts->on_path), part,
                            scope_facts_name (facts, facts->on_path.most));
  return g_strdup_printf ("%s (%s)", time > facts->on_path.time ? _(kinds_of_path[most]) : scope_facts_what (facts, &facts->on_path), part);
}

/* What there is to say if nothing stands out. */
static char *
dup_nothing (const ScopeQueryRange *within, const ScopeFacts *facts)
{
  const ScopeAnalysis *analysis = facts->analysis;
  double efficiency = scope_analysis_efficiency (analysis), all = (double) facts->length * analysis->n_processors;
  g_autofree char *part = scope_format_share (efficiency), *lost = NULL, *path = dup_path (facts);
  guint most = SCOPE_CAUSE_GC_WORK;

  if (analysis->n_processors == 0)
    return g_strdup (_("No processors were recorded: it is not known where their time went."));
  if (!(efficiency >= 0) || analysis->parts[SCOPE_CAUSE_RUNNING] == 0)
    return g_strdup (_("Nothing stands out: nothing is known to have run."));
  for (guint c = SCOPE_CAUSE_GC_WORK; c < SCOPE_N_CAUSES; c++)
    if (analysis->parts[c] > analysis->parts[most])
      most = c;
  lost = scope_format_share ((double) analysis->parts[most] / all);
  if (efficiency >= 0.7)
    return g_strdup_printf (_("Nothing stands out: %s of the processors' time was work."), part);
  return g_strdup_printf (_("Nothing stands out by itself, though only %s of the processors' time was work. Most of the rest is “%s” (%s); most of "
                            "the critical path: %s."),
                          part, scope_cause_word (within->trace, (ScopeCause) most), lost, path);
}

/* --- a diagnosis --- */

/* The pass over the lanes says how far it is from 0 to 1000: here that is only a part. */
static void
tell (const ScopeQueryRange *within, gint permille)
{
  if (within->permille != NULL)
    g_atomic_int_set (within->permille, permille);
}

ScopeDiagnosis *
scope_diagnosis_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (ScopeDiagnosis) diagnosis = g_new0 (ScopeDiagnosis, 1);
  ScopeQueryRange quiet = *within;
  ScopeFacts facts = { 0 };
  gboolean ok;

  quiet.permille = NULL;
  diagnosis->analysis = scope_analysis_read (&quiet, SCOPE_ANALYSE_LOSS | SCOPE_ANALYSE_BLAME, error);
  if (diagnosis->analysis == NULL)
    return NULL;
  tell (within, AFTER_ANALYSIS);
  diagnosis->whole = diagnosis->analysis->from == diagnosis->analysis->first && diagnosis->analysis->to == diagnosis->analysis->last;
  ok = scope_facts_read (&facts, &quiet, diagnosis->analysis, error);
  tell (within, AFTER_RULES);
  if (ok)
    {
      diagnosis->findings = find_all (&facts);
      diagnosis->doubts = scope_doubts_read (within, diagnosis->analysis);
      if (diagnosis->findings->len == 0)
        diagnosis->nothing = dup_nothing (within, &facts);
    }
  for (guint i = 0; ok && i < MIN (diagnosis->findings->len, MOST_GAINS); i++)
    ok = scope_finding_name_queue (&facts, &quiet, &g_array_index (diagnosis->findings, ScopeFinding, i), error);
  scope_facts_clear (&facts);
  ok = ok && (!diagnosis->whole || find_gains (&quiet, diagnosis->findings, error));
  return ok ? g_steal_pointer (&diagnosis) : NULL;
}

void
scope_diagnosis_free (ScopeDiagnosis *diagnosis)
{
  if (diagnosis == NULL)
    return;
  scope_analysis_free (diagnosis->analysis);
  g_clear_pointer (&diagnosis->findings, g_array_unref);
  g_clear_pointer (&diagnosis->doubts, g_ptr_array_unref);
  g_free (diagnosis->nothing);
  g_free (diagnosis);
}
