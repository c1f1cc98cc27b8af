/* scope-findings-gc.c: rules about collections, and about processors that are there for nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/trace/document/scope-recorded.h"

#include <glib/gi18n.h>

#define GC_CAUSES (1u << SCOPE_CAUSE_GC_WORK | 1u << SCOPE_CAUSE_GC_WAIT)

/* For collections that the log has as such: what the nonmoving collector stops all for is told by a rule of its own, and so is what nobody
 * does anything in. */
static gint64
waiting (const ScopeFacts *facts)
{
  return facts->used[SCOPE_CAUSE_GC_WAIT] - MIN (facts->stops.wait + facts->standstill.used_time, facts->used[SCOPE_CAUSE_GC_WAIT]);
}

static gint64
collecting (const ScopeFacts *facts)
{
  return waiting (facts) + facts->used[SCOPE_CAUSE_GC_WORK];
}

/* What all rules about collections tell. */
static void
add_collections (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeCollectionFacts *all = &facts->collections;

  if (all->n == 0)
    return;
  scope_finding_add (finding, _("Collections"), scope_facts_count (facts, all->n));
  scope_finding_add (finding, _("One every"), scope_facts_time (facts, facts->length / (gint64) all->n));
  scope_finding_add (finding, _("Mean duration"), scope_facts_time (facts, all->time / (gint64) all->n));
  scope_finding_add (finding, _("Of the critical path"), scope_facts_share (facts, scope_facts_of_run (facts, facts->on_kind[SCOPE_PATH_GC])));
  if (facts->stops.n == 0)
    return;
  scope_finding_add (finding, _("Stopped to end the nonmoving mark"), scope_facts_time (facts, facts->stops.time));
  if (scope_facts_of_used (facts, facts->stops.wait) < SCOPE_MUCH_STOPPED) /* else it is a finding of its own */
    {
      g_autofree char *sentence = g_steal_pointer (&finding->sentence);

      finding->sentence = g_strdup_printf (_("%s Besides, the nonmoving collector stopped all to end its mark, for %s together."), sentence,
                                           scope_facts_time (facts, facts->stops.time));
    }
}

/* One that is alone on its machine waits for nobody. */
static gboolean
is_barrier (const ScopeFacts *facts)
{
  gint64 wait = waiting (facts);

  return scope_facts_of_used (facts, wait) >= SCOPE_MUCH_GC_WAIT && wait >= facts->used[SCOPE_CAUSE_GC_WORK] * 3 / 2
         && facts->analysis->n_processors > scope_trace_n_machines (facts->trace);
}

void
scope_rule_gc_too_often (const ScopeFacts *facts, ScopeFinding *finding)
{
  gboolean barrier = is_barrier (facts);
  gint64 time = barrier ? facts->used[SCOPE_CAUSE_GC_WORK] : collecting (facts);
  const char *part = scope_facts_share (facts, scope_facts_of_all (facts, time)),
             *on_path = scope_facts_share (facts, scope_facts_of_run (facts, facts->on_kind[SCOPE_PATH_GC])), *every;

  if (scope_facts_of_used (facts, collecting (facts)) < 0.12 || facts->collections.n == 0)
    return;
  every = scope_facts_time (facts, facts->length / (gint64) facts->collections.n);
  finding->cost = time;
  finding->causes = barrier ? 1u << SCOPE_CAUSE_GC_WORK : GC_CAUSES;
  finding->wish = g_strdup ("gc off");
  finding->panel = scope_trace_has_rows (facts->trace, SCOPE_TABLE_BAND_SAMPLES) ? "profile" : NULL;
  finding->title = g_strdup (_("Much garbage collection"));
  /* Who is late to stop is told by another rule: that is not what collections take. */
  finding->sentence = barrier ? g_strdup_printf (_("Besides the wait until all have stopped, collecting itself takes %s of the processors' time; "
                                                   "there is a collection every %s."),
                                                 part, every)
                              : g_strdup_printf (_("Collections take %s of the processors' time, and %s of the critical path; there is one every "
                                                   "%s."),
                                                 part, on_path, every);
  finding->advice = g_strdup (scope_facts_word (facts,
                                                facts->stops.nonmoving
                                                    ? _("Give each HEC a larger allocation area (-A64m -n4m); allocate less. Old generations are "
                                                        "collected beside the program already.")
                                                    : _("Give each HEC a larger allocation area (-A64m -n4m), or collect old generations beside "
                                                        "the program (--nonmoving-gc); allocate less."),
                                                _("Give the program a larger allocation area (-A64m); allocate less."),
                                                _("Start processes with a larger heap (min_heap_size), and keep large data in binaries or "
                                                  "ETS.")));
  add_collections (facts, finding);
  scope_finding_place_on_path (facts, finding, SCOPE_PATH_GC, NULL);
}

void
scope_rule_gc_barrier (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 wait = waiting (facts);
  gboolean known = !scope_task_is_nobody (facts->late);
  const char *who = scope_facts_name (facts, facts->late), *part = scope_facts_share (facts, scope_facts_of_all (facts, wait)),
             *processors = scope_facts_processors (facts);

  if (!is_barrier (facts))
    return;
  finding->cost = wait;
  finding->causes = 1u << SCOPE_CAUSE_GC_WAIT;
  finding->wish = g_strdup ("gc wait off");
  scope_finding_look_at (finding, known ? facts->late : facts->blamed.most);
  if (known)
    {
      finding->title = g_strdup_printf (_("Late to stop for collections: %s"), who);
      finding->sentence = g_strdup_printf (_("%s wait %s of their time until all have stopped for a collection: mostly for %s."), processors,
                                           part, who);
    }
  else
    {
      finding->title = g_strdup (_("Late to stop for collections"));
      finding->sentence = g_strdup_printf (_("%s wait %s of their time until all have stopped for a collection: one of them is late, again "
                                             "and again."),
                                           processors, part);
    }
  finding->advice = g_strdup (scope_facts_word (facts,
                                                _("A thread that does not allocate cannot be stopped: compile its inner loop with "
                                                  "-fno-omit-yields. Rarer collections (-A64m) are rarer waits."),
                                                _("Let the loop that does not allocate yield."),
                                                _("Let long NIFs yield, or run them on dirty schedulers.")));
  scope_finding_add (finding, _("Waiting until all have stopped"), scope_facts_time (facts, wait));
  if (known && scope_task_is (facts->on_path.most, facts->late) && *facts->on_path.label != '\0')
    scope_finding_add (finding, _("Most of what it runs"), scope_facts_what (facts, &facts->on_path));
  scope_finding_add (finding, _("Collecting"), scope_facts_time (facts, facts->used[SCOPE_CAUSE_GC_WORK]));
  add_collections (facts, finding);
  scope_finding_place_on_path (facts, finding, SCOPE_PATH_GC, NULL);
}

/* If those that one made alone were shared out among all: how long collections would be, to what they are. */
static char *
dup_shared (const ScopeFacts *facts)
{
  const ScopeCollectionFacts *all = &facts->collections;
  double alone = (double) all->time_alone / (double) MAX (all->time, 1);
  char factor[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (factor, sizeof factor, "%.3f", 1 - alone + alone / facts->n_used);
  return g_strconcat ("gc x", factor, NULL);
}

/* All stop, and one collects. */
void
scope_rule_gc_sequential (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeCollectionFacts *all = &facts->collections;
  gint64 wait = waiting (facts);

  if (facts->runtime != SCOPE_RUNTIME_GHC || facts->n_used < 2 || scope_facts_of_run (facts, all->time_alone) < 0.12
      || scope_facts_of_used (facts, wait) < 0.08)
    return;
  finding->cost = wait + 2; /* it says why they wait */
  finding->causes = GC_CAUSES;
  finding->wish = dup_shared (facts);
  finding->title = g_strdup (_("One collects, the others wait"));
  finding->sentence = g_strdup_printf (ngettext ("%s of %s collections was made by one HEC alone, while the others waited: %s of the run.",
                                                 "%s of %s collections were made by one HEC alone, while the others waited: %s of the run.",
                                                 (gulong) all->n_alone),
                                       scope_facts_count (facts, all->n_alone), scope_facts_count (facts, all->n),
                                       scope_facts_share (facts, scope_facts_of_run (facts, all->time_alone)));
  finding->advice = g_strdup (_("Collect in parallel: leave out -qg and -qg1, or say from which generation on (-qg0, -qn4); or make collections "
                                "rarer with a larger allocation area (-A64m)."));
  add_collections (facts, finding);
  scope_finding_place_on_path (facts, finding, SCOPE_PATH_GC, NULL);
}

/* In parallel, but one copies most. */
void
scope_rule_gc_unbalanced (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeCollectionFacts *all = &facts->collections;
  double balance = all->most_copied > 0 ? (double) all->balanced / (double) all->most_copied : 1;

  /* What was copied is said by all logs, who was idle meanwhile only by those that have the HECs' own events. */
  if (facts->runtime != SCOPE_RUNTIME_GHC || all->copied == 0 || balance > 0.4 || scope_facts_of_used (facts, collecting (facts)) < 0.15
      || (double) facts->used[SCOPE_CAUSE_GC_WORK] > 0.6 * (double) all->time * facts->n_used)
    return;
  finding->cost = (gint64) ((double) collecting (facts) * (1 - balance));
  finding->causes = GC_CAUSES;
  finding->title = g_strdup (_("Collections are out of balance"));
  finding->sentence = g_strdup_printf (_("In parallel collections one HEC copies %s of all that is copied, again and again; the others wait for "
                                         "it."),
                                       scope_facts_share (facts, (double) all->most_copied / (double) all->copied));
  finding->advice = g_strdup (_("Large structures that one HEC made are copied by it alone: collect with fewer HECs (-qn2), let idle HECs take "
                                "part of it (-qb1), or keep such data out of the young generation (compact regions)."));
  add_collections (facts, finding);
}

void
scope_rule_too_many_processors (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 unused = facts->analysis->parts[SCOPE_CAUSE_UNUSED],
         gc = facts->analysis->parts[SCOPE_CAUSE_GC_WORK] + facts->analysis->parts[SCOPE_CAUSE_GC_WAIT];
  guint n = facts->analysis->n_processors;

  if (scope_facts_of_all (facts, unused) < 0.25 || scope_facts_of_all (facts, gc) < 0.1)
    return;
  finding->cost = unused + gc;
  finding->causes = GC_CAUSES | 1u << SCOPE_CAUSE_UNUSED;
  finding->title = g_strdup (scope_facts_word (facts, _("More HECs than work"), _("More machines than work"), _("More schedulers than work")));
  finding->sentence = g_strdup_printf (_("%u of %u processors ran anything to speak of; all %u stop for each collection, which costs %s of their time."),
                                       facts->n_used, n, n, scope_facts_share (facts, scope_facts_of_all (facts, gc)));
  finding->advice = facts->runtime == SCOPE_RUNTIME_EDEN     ? g_strdup_printf (ngettext ("Start it on %u machine.", "Start it on %u machines.", facts->n_used), facts->n_used)
                    : facts->runtime == SCOPE_RUNTIME_ERLANG ? g_strdup_printf (_("Start it with +S %u."), facts->n_used)
                                                             : g_strdup_printf (_("Run it with -N%u, or collect with fewer HECs (-qn%u)."),
                                                                                facts->n_used, facts->n_used);
  scope_finding_add (finding, _("Never used"), scope_facts_time (facts, unused));
  add_collections (facts, finding);
}
