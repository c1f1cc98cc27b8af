/* scope-findings-balance.c: rules about work that is not where it could run, or of the wrong size.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-format.h"

#include <glib/gi18n.h>

#define MANY_SPARKS 100

static void
add_path (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeCulprit *culprit = &facts->on_path;

  if (culprit->time <= 0)
    return;
  scope_finding_add (finding, _("Most of the critical path"), scope_facts_what (facts, culprit));
  scope_finding_add (finding, _("Of the critical path"), scope_facts_share (facts, scope_facts_of_run (facts, culprit->time)));
}

void
scope_rule_ready_but_idle (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 time = facts->used[SCOPE_CAUSE_IDLE_OTHER_QUEUE] + facts->used[SCOPE_CAUSE_IDLE_OTHER_MACHINE];

  if (scope_facts_of_used (facts, time) < 0.08)
    return;
  finding->cost = time;
  finding->causes = 1u << SCOPE_CAUSE_IDLE_OTHER_QUEUE | 1u << SCOPE_CAUSE_IDLE_OTHER_MACHINE;
  finding->wish = g_strdup ("stealing perfect");
  finding->title = g_strdup (_("Idle while work is ready"));
  finding->sentence = g_strdup_printf (
      scope_facts_word (facts, _("HECs are idle for %s of their time while threads are ready in other queues."),
                        _("Machines are idle for %s of their time while threads are ready on others."),
                        _("Schedulers are idle for %s of their time while processes are runnable in other queues.")),
      scope_facts_share (facts, scope_facts_of_all (facts, time)));
  finding->advice = g_strdup (scope_facts_word (facts,
                                                _("Spread the work: spark it (parMap, parBuffer) instead of forking threads on one HEC; do not "
                                                  "pin threads (forkOn); see that no HEC has more than a core."),
                                                _("Give machines work as they ask for it: a work pool with prefetch instead of a static share."),
                                                _("Do not bind processes to schedulers; balance with +sub true, or spawn where there is "
                                                  "room.")));
  scope_finding_add_running (facts, finding);
  scope_finding_add (finding, _("Idle, and work is ready elsewhere"), scope_facts_time (facts, time));
}

/* Not a pipeline of few stages, of which few run at once. Of two processors there are two that do, for a good part of the run. */
static gboolean
is_parallel_elsewhere (const ScopeFacts *facts)
{
  const gint64 *concurrency = facts->analysis->concurrency;

  return facts->parallel >= 2.4 || (facts->n_used == 2 && scope_facts_of_run (facts, concurrency[2]) >= 0.25);
}

/* What runs while nothing else does, if that is known of enough of it: "“parse” for 31 % of it", or two of that kind. */
static char *
dup_alone (const ScopeFacts *facts)
{
  gint64 all = facts->analysis->concurrency[1];
  g_autofree char *first = NULL, *second = NULL;

  if (facts->alone[0].time * 4 < all)
    return NULL;
  /* TRANSLATORS: a part of a program, and its share: “parse” for 31 % */
  first = g_strdup_printf (_("%s for %s"), scope_facts_what (facts, &facts->alone[0]),
                           scope_facts_share (facts, (double) facts->alone[0].time / (double) all));
  if (facts->alone[1].time * 10 < all)
    return g_steal_pointer (&first);
  second = g_strdup_printf (_("%s for %s"), scope_facts_what (facts, &facts->alone[1]),
                            scope_facts_share (facts, (double) facts->alone[1].time / (double) all));
  /* TRANSLATORS: two parts of a program with their shares: “parse” for 31 % and “merge” for 20 % */
  return g_strdup_printf (_("%s and %s"), first, second);
}

static char *
dup_serial_sentence (const ScopeFacts *facts, const char *alone)
{
  const char *share = scope_facts_share (facts, scope_facts_of_run (facts, facts->analysis->concurrency[1]));

  if (alone != NULL)
    return g_strdup_printf (scope_facts_word (facts, _("Exactly one thread runs for %s of the run: of that time, it runs %s."),
                                              _("Exactly one thread runs for %s of the run: of that time, it runs %s."),
                                              _("Exactly one process runs for %s of the run: of that time, it runs %s.")),
                            share, alone);
  return g_strdup_printf (scope_facts_word (facts, _("Exactly one thread runs for %s of the run; most of the critical path runs %s."),
                                            _("Exactly one thread runs for %s of the run; most of the critical path runs %s."),
                                            _("Exactly one process runs for %s of the run; most of the critical path runs %s.")),
                          share, scope_facts_what (facts, &facts->on_path));
}

/* What of it is lost while the first label runs alone: what others run alone is no part left over of it. */
static gint64
own_part (const ScopeFacts *facts, gint64 time)
{
  gint64 all = facts->analysis->concurrency[1];

  return all > 0 ? (gint64) ((double) time * MIN ((double) facts->alone[0].time / (double) all, 1.0)) : time;
}

void
scope_rule_serial_part (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 time = facts->used[SCOPE_CAUSE_SERIAL];
  g_autofree char *alone = dup_alone (facts);
  const ScopeCulprit *culprit = alone != NULL ? &facts->alone[0] : &facts->on_path;
  gboolean uneven = alone != NULL && facts->alone_elsewhere;

  if (scope_facts_of_used (facts, time) < 0.15 || !is_parallel_elsewhere (facts))
    return;
  finding->cost = uneven ? own_part (facts, time) : time;
  finding->causes = 1u << SCOPE_CAUSE_SERIAL;
  scope_finding_wish_label (finding, culprit->label);
  scope_finding_look_at (finding, culprit->most);
  finding->title = g_strdup_printf (uneven ? _("Uneven parts: %s") : _("Serial part: %s"), scope_facts_what (facts, culprit));
  finding->sentence = dup_serial_sentence (facts, alone);
  finding->advice = uneven ? g_strdup_printf (_("Several run %s at once, and one of them is left over: cut it into more and smaller parts, the largest "
                                                "first, or let what comes next begin before the last one is done."),
                                              scope_facts_what (facts, culprit))
                           : g_strdup (_("Split the serial part, overlap it with the parallel one, or combine results pairwise instead of in one "
                                         "place."));
  scope_finding_add (finding, _("Exactly one runs"), scope_facts_time (facts, facts->analysis->concurrency[1]));
  scope_finding_add_running (facts, finding);
  add_path (facts, finding);
  scope_finding_place_on_path (facts, finding, SCOPE_PATH_RUNNING, culprit->label);
}

/* One processor has all the work: the program is not parallel, whatever was wanted of it. */
void
scope_rule_sequential (const ScopeFacts *facts, ScopeFinding *finding)
{
  static const ScopeCause causes[] = { SCOPE_CAUSE_SERIAL, SCOPE_CAUSE_UNUSED, SCOPE_CAUSE_START_RAMP, SCOPE_CAUSE_END_RAMP };
  const ScopeAnalysis *analysis = facts->analysis;
  gint64 alone = analysis->concurrency[1];

  if (analysis->n_processors < 2 || facts->n_used != 1 || scope_facts_of_run (facts, facts->on_path.time) < 0.75
      || scope_facts_of_run (facts, analysis->parts[SCOPE_CAUSE_RUNNING]) > 1.1 * scope_facts_of_run (facts, alone))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (causes); i++)
    {
      finding->cost += analysis->parts[causes[i]];
      finding->causes |= 1u << causes[i];
    }
  scope_finding_wish_label (finding, facts->on_path.label);
  scope_finding_look_at (finding, facts->on_path.most);
  finding->title = g_strdup (_("Nothing runs in parallel"));
  finding->sentence = g_strdup_printf (
      scope_facts_word (facts, _("One of %u HECs does all the work: exactly one thread runs for %s of the run."),
                        _("One of %u machines does all the work: exactly one thread runs for %s of the run."),
                        _("One of %u schedulers does all the work: exactly one process runs for %s of the run.")),
      analysis->n_processors, scope_facts_share (facts, scope_facts_of_run (facts, alone)));
  finding->advice = g_strdup (scope_facts_word (
      facts,
      _("Make several parts of the work for each HEC (smaller chunks, parBuffer, forkIO), and see that what is sparked is evaluated there "
        "(rdeepseq); what cannot be split runs as well with -N1."),
      _("Make several parts of the work for each machine, and see that their results are evaluated there."),
      _("Make several processes of the work for each scheduler, and let none of them hand out or collect each item.")));
  scope_finding_add (finding, _("Exactly one runs"), scope_facts_time (facts, alone));
  if (facts->runtime == SCOPE_RUNTIME_GHC && facts->sparks[0] > 0)
    scope_finding_add (finding, _("Sparks created"), scope_facts_count (facts, (guint64) facts->sparks[0]));
  scope_finding_add_running (facts, finding);
  add_path (facts, finding);
}

/* From when the first of the processors that were used had nothing left. */
static void
place_end_ramp (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 from = facts->analysis->to;

  for (guint p = 0; p < facts->analysis->n_processors; p++)
    {
      const ScopeProcessorLoss *loss = &facts->analysis->processors[p];

      if (loss->parts[SCOPE_CAUSE_RUNNING] * 20 >= facts->length)
        from = MIN (from, loss->last_run);
    }
  if (from > facts->analysis->from && from < facts->analysis->to)
    finding->from = from;
}

void
scope_rule_load_imbalance (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 time = facts->left_over + facts->used[SCOPE_CAUSE_SERIAL];
  const char *who = scope_facts_name (facts, facts->on_path.most),
             *on_path = scope_facts_share (facts, scope_facts_of_run (facts, facts->on_path.most_time));

  if (scope_facts_of_used (facts, time) < 0.36 || scope_facts_of_used (facts, facts->left_over) < 0.15
      || scope_facts_of_run (facts, facts->on_path.most_time) < 0.5)
    return;
  finding->cost = time;
  finding->causes = 1u << SCOPE_CAUSE_END_RAMP | 1u << SCOPE_CAUSE_SERIAL;
  scope_finding_wish_label (finding, facts->on_path.label);
  scope_finding_look_at (finding, facts->on_path.most);
  finding->title = g_strdup_printf (_("Load imbalance: %s has most of the work"), who);
  finding->sentence = g_strdup_printf (_("%s have nothing left to do, or idle while only one runs, for %s of their time; %s still runs then, and has %s of "
                                         "the critical path."),
                                       scope_facts_processors (facts), scope_facts_share (facts, scope_facts_of_all (facts, time)), who, on_path);
  finding->advice = g_strdup (scope_facts_word (
      facts, _("Cut the work into more and smaller parts than there are HECs (parBuffer, chunks), the largest first."),
      _("Cut the work into more parts than there are machines, and hand them out as they are asked for (work pool)."),
      _("Cut the work into more parts than there are schedulers; use a pool of workers.")));
  scope_finding_add (finding, _("Nothing left to do"), scope_facts_time (facts, facts->left_over));
  scope_finding_add_running (facts, finding);
  add_path (facts, finding);
  place_end_ramp (facts, finding);
}

void
scope_rule_slow_machine (const ScopeFacts *facts, ScopeFinding *finding)
{
  ScopeLaneId lane = { facts->slowest_machine, SCOPE_KIND_MACHINE, 0 };
  gint64 time = facts->left_over + facts->used[SCOPE_CAUSE_SERIAL];
  g_autofree char *title = NULL, *times = scope_format_number (facts->slowest), *longer = scope_format_number (facts->slow_collections);

  /* Collections do the same everywhere: without them, more to do looks like a slow machine. */
  if (facts->slowest_machine == SCOPE_NONE || facts->slowest < 1.4 || scope_facts_of_used (facts, time) < 0.15 || facts->slow_collections < 1.3)
    return;
  title = scope_trace_lane_title (facts->trace, lane);
  finding->cost = time + 1; /* it says more than that the load is out of balance */
  finding->causes = 1u << SCOPE_CAUSE_END_RAMP | 1u << SCOPE_CAUSE_SERIAL;
  g_array_append_val (finding->lanes, lane);
  finding->wish = g_strdup_printf ("machine:%u x0.5", scope_trace_machine (facts->trace, facts->slowest_machine)->number);
  finding->title = g_strdup_printf (_("%s is slower than the others"), title);
  finding->sentence = g_strdup_printf (_("%s runs %s times as long as the others, which wait for it; its collections take longer, too: the "
                                         "machine is slower."),
                                       title, times);
  finding->advice = g_strdup (_("Give it less work, or hand work out as it is asked for; look what else runs there."));
  scope_finding_add (finding, _("Its running time, times that of the others"), times);
  scope_finding_add (finding, _("Its collections, times those of the others"), longer);
  place_end_ramp (facts, finding);
}

void
scope_rule_ramp (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 time = facts->used[SCOPE_CAUSE_START_RAMP], until = facts->analysis->from;
  const char *what = scope_facts_what (facts, &facts->on_path);

  /* Before the first thread runs all wait: that is how long the program takes to start. */
  if (facts->on_path.time == 0
      || scope_facts_of_used (facts, time - scope_time_times (facts->on_kind[SCOPE_PATH_START], facts->n_used)) < 0.12)
    return;
  finding->cost = scope_time_add (time, facts->used[SCOPE_CAUSE_END_RAMP]);
  finding->causes = 1u << SCOPE_CAUSE_START_RAMP | 1u << SCOPE_CAUSE_END_RAMP;
  scope_finding_wish_label (finding, facts->on_path.label);
  scope_finding_look_at (finding, facts->on_path.most);
  finding->title = g_strdup (_("Slow start"));
  finding->sentence = g_strdup_printf (
      scope_facts_word (facts, _("HECs wait %s of their time until they get their first thread; meanwhile %s runs."),
                        _("Machines wait %s of their time until they get their first thread; meanwhile %s runs."),
                        _("Schedulers wait %s of their time until they get their first process; meanwhile %s runs.")),
      scope_facts_share (facts, scope_facts_of_all (facts, time)), what);
  finding->advice = g_strdup (_("Start all workers first, and prepare their input in parallel, or let them make it themselves."));
  scope_finding_add (finding, _("Not started yet"), scope_facts_time (facts, time));
  scope_finding_add (finding, _("Nothing left to do"), scope_facts_time (facts, facts->used[SCOPE_CAUSE_END_RAMP]));
  add_path (facts, finding);
  for (guint p = 0; p < facts->analysis->n_processors; p++)
    {
      const ScopeProcessorLoss *loss = &facts->analysis->processors[p];

      if (loss->parts[SCOPE_CAUSE_RUNNING] * 20 >= facts->length)
        until = MAX (until, loss->first_run);
    }
  if (until > facts->analysis->from && until < facts->analysis->to)
    finding->to = until;
}

/* --- sparks: what became of the work that was offered --- */

#define SPARKS(facts, column) ((facts)->sparks[(column) - SCOPE_SPARKS_CREATED])

/* What idle HECs could have run. */
static gint64
idle (const ScopeFacts *facts)
{
  return facts->used[SCOPE_CAUSE_SERIAL] + facts->used[SCOPE_CAUSE_LATE_PRODUCER] + facts->used[SCOPE_CAUSE_NO_TASK]
         + facts->used[SCOPE_CAUSE_START_RAMP] + facts->used[SCOPE_CAUSE_END_RAMP];
}

/* Made, with those that were never kept: these are not counted among the created ones. */
static gint64
all_sparks (const ScopeFacts *facts)
{
  return SPARKS (facts, SCOPE_SPARKS_CREATED) + SPARKS (facts, SCOPE_SPARKS_DUD) + SPARKS (facts, SCOPE_SPARKS_OVERFLOWED);
}

static gboolean
have_sparks (const ScopeFacts *facts)
{
  return facts->runtime == SCOPE_RUNTIME_GHC && all_sparks (facts) >= MANY_SPARKS && scope_facts_of_used (facts, idle (facts)) >= 0.15;
}

static void
say_sparks (const ScopeFacts *facts, ScopeFinding *finding)
{
  static const char *const titles[] = { N_("Sparks created"), N_("Duds"), N_("Overflowed"), N_("Run"), N_("Collected"), N_("Fizzled") };

  finding->cost = idle (facts);
  finding->causes = 1u << SCOPE_CAUSE_SERIAL | 1u << SCOPE_CAUSE_LATE_PRODUCER | 1u << SCOPE_CAUSE_NO_TASK | 1u << SCOPE_CAUSE_START_RAMP
                    | 1u << SCOPE_CAUSE_END_RAMP;
  for (guint c = 0; c < G_N_ELEMENTS (titles); c++)
    scope_finding_add (finding, _(titles[c]), scope_facts_count (facts, (guint64) MAX (facts->sparks[c], 0)));
}

void
scope_rule_sparks_fizzled (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 lost = SPARKS (facts, SCOPE_SPARKS_FIZZLED) + SPARKS (facts, SCOPE_SPARKS_GCD);

  if (!have_sparks (facts) || lost * 2 < all_sparks (facts))
    return;
  say_sparks (facts, finding);
  finding->title = g_strdup (_("Sparks fizzle"));
  finding->sentence = g_strdup_printf (_("%s of the sparks were evaluated by somebody else before a HEC could take them, or nobody needed them."),
                                       scope_facts_share (facts, (double) lost / (double) all_sparks (facts)));
  finding->advice = g_strdup (_("Make sparks larger (chunks), make them well before they are needed (parBuffer), and let the thread that makes "
                                "them do something else first; keep a reference to what is sparked."));
}

void
scope_rule_sparks_overflowed (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 lost = SPARKS (facts, SCOPE_SPARKS_OVERFLOWED);

  if (!have_sparks (facts) || lost * 10 < all_sparks (facts))
    return;
  say_sparks (facts, finding);
  finding->title = g_strdup (_("Sparks overflow"));
  finding->sentence = g_strdup_printf (_("%s of the sparks were thrown away because the pool was full."),
                                       scope_facts_share (facts, (double) lost / (double) all_sparks (facts)));
  finding->advice = g_strdup (_("Make fewer and larger sparks: chunks (parListChunk), or only some ahead (parBuffer)."));
}

void
scope_rule_sparks_dud (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 lost = SPARKS (facts, SCOPE_SPARKS_DUD);

  if (!have_sparks (facts) || lost * 2 < all_sparks (facts))
    return;
  say_sparks (facts, finding);
  finding->title = g_strdup (_("Sparks of what is evaluated already"));
  finding->sentence = g_strdup_printf (_("%s of the sparks are of values that were evaluated already: they do nothing."),
                                       scope_facts_share (facts, (double) lost / (double) all_sparks (facts)));
  finding->advice = g_strdup (_("Spark the value before it is evaluated, and say how far it is to be (rdeepseq, not rseq, for structures)."));
}

/* Many threads, each of which runs for no longer than it takes to make one. */
void
scope_rule_tasks_too_fine (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 running = facts->analysis->parts[SCOPE_CAUSE_RUNNING];
  gint64 rest = scope_time_times (facts->length, facts->n_used) - facts->used[SCOPE_CAUSE_RUNNING];
  double mean = facts->n_threads > 0 ? (double) running * (double) facts->tick_ps / 1000 / (double) facts->n_threads : 0; /* ns */

  if (facts->n_threads < 1000 || mean > 20000 || scope_facts_of_used (facts, rest) < 0.3)
    return;
  finding->cost = rest;
  finding->title = g_strdup (scope_facts_word (facts, _("Threads too small"), _("Threads too small"), _("Processes too small")));
  finding->sentence = g_strdup_printf (
      scope_facts_word (facts, _("There are %s threads, and each of them runs for %s on average: making and scheduling one costs as much."),
                        _("There are %s threads, and each of them runs for %s on average: making and scheduling one costs as much."),
                        _("There are %s processes, and each of them runs for %s on average: making and scheduling one costs as much.")),
      scope_facts_count (facts, facts->n_threads), scope_facts_time (facts, running / (gint64) facts->n_threads));
  finding->advice = g_strdup (_("Give each a chunk of the work: as many as there are processors, times ten or so."));
  scope_finding_add_running (facts, finding);
}
