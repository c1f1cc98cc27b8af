/* scope-findings-below.c: what is a program's own fault where its HECs get no core.
 *
 * There, hardly any time tells anything: who does not run may have had nothing to do, or no core. So these rules ask for counts and for
 * order, which no other program of the machine changes: how many sparks there were and how much all of them ran, how many collections came and
 * went while one of them ran, who did all that was done. That sparks fizzle is no fault by itself: they do if nobody else gets a core.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-each.h"
#include "model/trace/analysis/scope-gc-spans.h"
#include "model/trace/statistics/scope-longest.h"
#include "model/trace/statistics/scope-statistics.h"

#include <glib/gi18n.h>

#define MANY_SPARKS 1000
#define SMALL_NS 10000.0      /* of a spark: what it takes to make it, to find it and to hand its result over is a good part of that */
#define LARGEST 8u            /* sparks are looked at */
#define FEW_COLLECTIONS 3u    /* that one spark outlives: one that only gets no core is stopped by the first, or stops it */
#define MUCH_COLLECTIONS 0.4  /* of all of them */
#define LONG_STRETCH 5u       /* collections */
#define FAIR_STRETCHES 2      /* times what would be each spark's if all were alike */
#define NEARLY_ALL 0.8        /* of what ran, by one thread */
#define N_OF_SPARKS 6         /* counters */
#define MOST_THREADS 100000u
#define ALL_OF_IT 0.9         /* of what ran, by one thread */

/* --- the facts --- */

static gboolean
read_busiest (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) threads = facts->n_threads <= MOST_THREADS ? scope_statistics_entities (within, SCOPE_KIND_THREAD, error) : NULL;

  for (guint i = 0; threads != NULL && i < threads->len; i++)
    {
      const ScopeEntityRow *row = &g_array_index (threads, ScopeEntityRow, i);

      facts->below.running += row->totals[SCOPE_STATE_RUNNING];
      if (row->totals[SCOPE_STATE_RUNNING] <= facts->below.busiest_time)
        continue;
      facts->below.busiest_time = row->totals[SCOPE_STATE_RUNNING];
      facts->below.busiest = (ScopeTaskId) { row->lane.machine, row->lane.index };
    }
  return threads != NULL || facts->n_threads > MOST_THREADS;
}

/* Of the longest sparks the one that outlives most collections, and how many there are while any of its machine's runs. */
static gboolean
read_largest (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (ScopeLongest) longest = scope_longest_find (within, SCOPE_LONGEST_SPARKS, SCOPE_NONE, LARGEST, error);

  for (guint i = 0; longest != NULL && i < longest->rows->len; i++)
    {
      const ScopeLongestRow *row = &g_array_index (longest->rows, ScopeLongestRow, i);
      g_autoptr (GArray) collections = scope_collections_read (scope_trace_machine (facts->trace, row->lane.machine), error);
      guint n = 0, all = 0;

      if (collections == NULL)
        return FALSE;
      SCOPE_EACH (const ScopeCollectionSpan, span, collections)
        {
          all += span->start >= facts->analysis->from && span->end <= facts->analysis->to;
          n += span->start >= row->from && span->end <= row->to;
        }
      if (n <= facts->below.outlived)
        continue;
      facts->below.outlived = n;
      facts->below.collections = all;
      facts->below.largest_from = row->from;
      facts->below.largest_to = row->to;
      facts->below.largest_lane = row->lane;
    }
  return longest != NULL;
}

/* When counters of sparks change, in order; and when the first one was made. */
typedef struct
{
  GArray *changes; /* of gint64 */
  gint64 first;
} Progress;

static gboolean
read_progress (ScopeMachine *machine, Progress *progress, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) last = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_COUNTERS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &local)
    {
      gint64 name = row[SCOPE_COUNTER_NAME], key = row[SCOPE_COUNTER_PROCESSOR] * N_OF_SPARKS + name - SCOPE_COUNTER_SPARKS_CREATED;
      gint64 time = row[SCOPE_COUNTER_TIME] + machine->offset;
      gint64 *value;

      if (name < SCOPE_COUNTER_SPARKS_CREATED || name >= SCOPE_COUNTER_SPARKS_CREATED + N_OF_SPARKS)
        continue;
      value = g_hash_table_lookup (last, &key);
      if (value == NULL)
        {
          value = g_new0 (gint64, 1);
          g_hash_table_insert (last, g_memdup2 (&key, sizeof key), value);
        }
      if (*value == row[SCOPE_COUNTER_VALUE])
        continue;
      *value = row[SCOPE_COUNTER_VALUE];
      progress->first = MIN (progress->first, time);
      g_array_append_val (progress->changes, time);
    }
  return scope_passed (local, error);
}

/* The longest row of collections in which no spark was taken up, nor made, nor found to be done; of several machines, that of the one
 * where it is longest. */
static void
find_stretch (ScopeFacts *facts, const Progress *progress, const GArray *collections)
{
  ScopeBelowFacts found = facts->below;
  guint next = 0, n = 0, all = 0;
  gint64 from = progress->first;

  SCOPE_EACH (const ScopeCollectionSpan, span, collections)
    {
      gboolean moves = FALSE;

      if (span->end < progress->first || span->start < facts->analysis->from || span->end > facts->analysis->to)
        continue;
      /* Counters are told as it ends. */
      for (; next < progress->changes->len && g_array_index (progress->changes, gint64, next) <= span->end; next++)
        moves = TRUE;
      all++;
      n = moves ? 0 : n + 1;
      from = moves ? span->end : from;
      if (n <= found.stretch)
        continue;
      found.stretch = n;
      found.stretch_from = from;
      found.stretch_to = span->end;
    }
  found.since_first = all;
  if (found.stretch > facts->below.stretch)
    facts->below = found;
}

static gboolean
read_stretches (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  for (guint m = 0; m < scope_trace_n_machines (facts->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (facts->trace, m);
      g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (gint64)), collections = scope_collections_read (machine, error);
      Progress progress = { changes, SCOPE_TIME_MAX };

      if (collections == NULL || !read_progress (machine, &progress, within->cancellable, error))
        return FALSE;
      find_stretch (facts, &progress, collections);
    }
  return TRUE;
}

gboolean
scope_facts_read_below (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  facts->below.busiest = SCOPE_NO_TASK;
  if (facts->runtime != SCOPE_RUNTIME_GHC || !scope_facts_gets_no_core (facts))
    return TRUE;
  return read_busiest (facts, within, error) && read_stretches (facts, within, error)
         && (!scope_longest_has (within->trace, SCOPE_LONGEST_SPARKS) || read_largest (facts, within, error));
}

/* --- the rules --- */

static const ScopeCause idle_causes[] = { SCOPE_CAUSE_SERIAL,  SCOPE_CAUSE_LATE_PRODUCER, SCOPE_CAUSE_NO_TASK,
                                          SCOPE_CAUSE_UNUSED, SCOPE_CAUSE_START_RAMP,    SCOPE_CAUSE_END_RAMP };

/* Takes the sentence. What it costs is no more than an order of magnitude: what idles, and what runs. */
static void
say (const ScopeFacts *facts, ScopeFinding *finding, const char *title, char *sentence, const char *advice)
{
  finding->cost = facts->below.running;
  for (guint i = 0; i < G_N_ELEMENTS (idle_causes); i++)
    {
      finding->cost = scope_time_add (finding->cost, facts->analysis->parts[idle_causes[i]]);
      finding->causes |= 1u << idle_causes[i];
    }
  finding->title = g_strdup (title);
  /* TRANSLATORS: follows a sentence about what was found */
  finding->sentence = g_strdup_printf ("%s %s", sentence, _("That is told from counts and order; how much it costs is unsure as long as HECs get no core."));
  finding->advice = g_strdup (advice);
  g_free (sentence);
}

static gint64
n_sparks (const ScopeFacts *facts, int column)
{
  return MAX (facts->sparks[column - SCOPE_SPARKS_CREATED], 0);
}

/* Made, with those that were never kept. */
static gint64
all_sparks (const ScopeFacts *facts)
{
  return n_sparks (facts, SCOPE_SPARKS_CREATED) + n_sparks (facts, SCOPE_SPARKS_DUD) + n_sparks (facts, SCOPE_SPARKS_OVERFLOWED);
}

/* What became of them without a HEC that took them. */
static void
add_lost (const ScopeFacts *facts, ScopeFinding *finding)
{
  scope_finding_add (finding, _("Sparks created"), scope_facts_count (facts, (guint64) n_sparks (facts, SCOPE_SPARKS_CREATED)));
  scope_finding_add (finding, _("Overflowed"), scope_facts_count (facts, (guint64) n_sparks (facts, SCOPE_SPARKS_OVERFLOWED)));
  scope_finding_add (finding, _("Run"), scope_facts_count (facts, (guint64) n_sparks (facts, SCOPE_SPARKS_CONVERTED)));
  scope_finding_add (finding, _("Collected"), scope_facts_count (facts, (guint64) n_sparks (facts, SCOPE_SPARKS_GCD)));
  scope_finding_add (finding, _("Fizzled"), scope_facts_count (facts, (guint64) n_sparks (facts, SCOPE_SPARKS_FIZZLED)));
}

/* How much runs for each of them, typically; 0: they are few. */
static gint64
small_time (const ScopeFacts *facts, gboolean *ret_each)
{
  const ScopeTallyCode *run = &facts->spark_sizes.run;

  *ret_each = run->n >= MANY_SPARKS / 10;
  if (all_sparks (facts) < MANY_SPARKS)
    return 0;
  return MAX (*ret_each ? scope_spark_median (run) : facts->below.running / all_sparks (facts), 1);
}

static gboolean
are_small (const ScopeFacts *facts)
{
  gboolean each;
  gint64 time = small_time (facts, &each);

  return time > 0 && (double) time * (double) facts->tick_ps <= SMALL_NS * 1e3;
}

void
scope_rule_below_sparks_too_small (const ScopeFacts *facts, ScopeFinding *finding)
{
  gboolean each;
  gint64 time = small_time (facts, &each);

  if (!are_small (facts))
    return;
  say (facts, finding, _("Sparks too small"),
       /* TRANSLATORS: a number and a duration */
       g_strdup_printf (each ? _("There are %s sparks, and a typical one runs for %s: to make it and hand it over takes as long.")
                             : _("There are %s sparks. Spread over them, all that ran is %s for each: to make one and hand it over takes as long."),
                        scope_facts_count (facts, (guint64) all_sparks (facts)), scope_facts_time (facts, time)),
       _("Make fewer and larger sparks: chunks (parListChunk), or only some ahead (parBuffer)."));
  add_lost (facts, finding);
}

/* One that its own events tell. */
static void
say_outlives (const ScopeFacts *facts, ScopeFinding *finding)
{
  say (facts, finding, _("A spark too large"),
       /* TRANSLATORS: two numbers: “5 of 9 collections” */
       g_strdup_printf (_("One spark outlives %u of %u collections: the others wait for it."), facts->below.outlived, facts->below.collections),
       _("Cut the work into more and smaller sparks than there are HECs (parBuffer, smaller chunks), the largest first."));
  finding->from = MAX (facts->below.largest_from, facts->analysis->from);
  finding->to = MIN (facts->below.largest_to, facts->analysis->to);
  g_array_append_val (finding->lanes, facts->below.largest_lane);
  scope_finding_add (finding, _("The longest"), scope_facts_time (facts, facts->below.largest_to - facts->below.largest_from));
}

/* One that somebody evaluates who needs its value has no events; but meanwhile nothing happens to the others, or none is left. */
static void
say_stretch (const ScopeFacts *facts, ScopeFinding *finding)
{
  const char *who = scope_facts_name (facts, facts->below.busiest);

  say (facts, finding, _("A spark too large"),
       /* TRANSLATORS: two numbers: “5 of 9 collections”; a thread, a share */
       g_strdup_printf (_("For %u of %u collections nothing happens to any spark, and %s does %s of all that runs: one part of the work is that "
                          "large."),
                        facts->below.stretch, facts->below.since_first, who,
                        scope_facts_share (facts, (double) facts->below.busiest_time / (double) facts->below.running)),
       _("Cut the work into more and smaller sparks than there are HECs (parBuffer, smaller chunks), the largest first."));
  finding->from = facts->below.stretch_from;
  finding->to = facts->below.stretch_to;
  scope_finding_look_at (finding, facts->below.busiest);
}

/* Of small ones, many are evaluated by who needs them: that is counted later, if at all. */
void
scope_rule_below_sparks_too_large (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeBelowFacts *below = &facts->below;

  if (are_small (facts))
    return;
  if (below->outlived >= FEW_COLLECTIONS && below->outlived >= MUCH_COLLECTIONS * below->collections)
    say_outlives (facts, finding);
  else if (below->stretch >= LONG_STRETCH && below->stretch >= MUCH_COLLECTIONS * below->since_first
           && (double) below->stretch * (double) all_sparks (facts) >= FAIR_STRETCHES * (double) below->since_first
           && (double) below->busiest_time >= NEARLY_ALL * (double) below->running)
    say_stretch (facts, finding);
  else
    return;
  add_lost (facts, finding);
}

/* Where there are sparks, who takes none may have had no core. */
void
scope_rule_below_sequential (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 most = facts->below.busiest_time, all = facts->below.running;
  const char *who = scope_facts_name (facts, facts->below.busiest);

  if (facts->analysis->n_processors < 2 || all <= 0 || (double) most < ALL_OF_IT * (double) all || all_sparks (facts) > 0)
    return;
  say (facts, finding, _("Nothing runs in parallel"),
       /* TRANSLATORS: a thread, a share */
       g_strdup_printf (_("%s did %s of all that ran."), who, scope_facts_share (facts, (double) most / (double) all)),
       _("Make several parts of the work for each HEC (smaller chunks, parBuffer, forkIO), and see that what is sparked is evaluated there "
         "(rdeepseq); what cannot be split runs as well with -N1."));
  scope_finding_look_at (finding, facts->below.busiest);
  scope_finding_add (finding, _("All that ran"), scope_facts_time (facts, all));
}
