/* scope-findings-cores.c: processors of the runtime that get no core of the machine. Where the threads of a parallel collection get none,
 * all others wait for them: what should take a moment takes as long as the operating system gives its time to somebody else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-compare.h"
#include "model/trace/analysis/scope-gc-spans.h"

#include <glib/gi18n.h>

#define MUCH_READY 0.15      /* of the time of the processors that are used, ready and not run */
#define LITTLE_READY 0.02    /* likewise: less is not worth a word */
#define MUCH_STANDSTILL 0.05 /* likewise, standing still in collections */
#define LEAST_NS 200000      /* of a collection: one that sleeps is awake before that, if there is a core for it */
#define MOST_LOOKS 200000u   /* at a processor of a machine in a collection: of more, evenly spread ones stand for all */

/* --- the facts --- */

SCOPE_COMPARE_BY (compare_spans, ScopeSpan, SCOPE_UP (from))

/* When processors collected, of collections that they share. NULL with error. */
static GArray *
read_works (ScopeMachine *machine, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) works = g_array_new (FALSE, FALSE, sizeof (ScopeSpan));
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_GC_WORK], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &local)
    {
      gint64 start = row[SCOPE_GC_WORK_START] + machine->offset;
      const ScopeSpan work = { start, start + row[SCOPE_GC_WORK_DURATION] };

      g_array_append_val (works, work);
    }
  g_array_sort (works, compare_spans);
  return scope_passed (local, error) ? g_steal_pointer (&works) : NULL;
}

/* Adds when the processor ran something, or may have. */
static gboolean
add_runs (ScopeMachine *machine, guint32 processor, const ScopeSpan *within, GArray *busy, GCancellable *cancellable, GError **error)
{
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processor)->lane;
  gint64 from = within->from - machine->offset, to = within->to - machine->offset;
  GError *local = NULL;

  SCOPE_EACH_INTERVAL (interval, machine->lanes, lane, from, to, cancellable, &local)
    {
      ScopeState state = scope_code_state (interval.code);
      const ScopeSpan span = { MAX (interval.from, from) + machine->offset, MIN (interval.to, to) + machine->offset };

      if (state == SCOPE_STATE_RUNNING || state == SCOPE_STATE_ACTIVE || state == SCOPE_STATE_UNKNOWN)
        g_array_append_val (busy, span);
    }
  return scope_passed (local, error);
}

/* The part of [from, to) that none of them covers; sorts them. */
static gint64
free_time (GArray *busy, gint64 from, gint64 to)
{
  gint64 sum = 0;

  g_array_sort (busy, compare_spans);
  for (guint i = 0; i < busy->len && from < to; i++)
    {
      const ScopeSpan *span = &g_array_index (busy, ScopeSpan, i);

      sum += MAX (MIN (span->from, to) - from, 0);
      from = MAX (from, span->to);
    }
  return sum + MAX (to - from, 0);
}

static gboolean
is_long (const ScopeFacts *facts, gint64 time)
{
  return (double) time * (double) facts->tick_ps >= LEAST_NS * 1e3;
}

/* A machine's collections while they are gone through. */
typedef struct
{
  ScopeFacts *facts;
  ScopeMachine *machine;
  const ScopeProcessorLoss *processors; /* of the machine */
  guint n, n_used;                      /* of these */
  GArray *works;
  guint next;                           /* of `works`, the first that may lie in a later collection */
  GArray *busy;
  GCancellable *cancellable;
} Looking;

/* What of it lies in the range. */
static ScopeSpan
span_of (const ScopeFacts *facts, const ScopeCollectionSpan *collection)
{
  return (ScopeSpan) { MAX (collection->request, facts->analysis->from), MIN (collection->end, facts->analysis->to) };
}

/* Of a collection, until the last one has collected, if that was recorded, and until it started, if not: what the runtime itself does
 * after that is not known. `stands_for`: so many. */
static gboolean
add_collection (Looking *looking, const ScopeCollectionSpan *collection, guint stands_for, GError **error)
{
  ScopeStandstillFacts *still = &looking->facts->standstill;
  const ScopeSpan within = span_of (looking->facts, collection);
  gint64 until = MIN (collection->start, within.to), time;

  g_array_set_size (looking->busy, 0);
  for (; looking->next < looking->works->len; looking->next++)
    {
      const ScopeSpan *work = &g_array_index (looking->works, ScopeSpan, looking->next);

      if (work->from >= collection->end)
        break;
      if (work->to <= collection->start)
        continue;
      until = MAX (until, MIN (work->from, within.to));
      g_array_append_vals (looking->busy, work, 1);
    }
  for (guint p = 0; is_long (looking->facts, until - within.from) && p < looking->n; p++)
    if (!add_runs (looking->machine, looking->processors[p].processor, &within, looking->busy, looking->cancellable, error))
      return FALSE;
  time = free_time (looking->busy, within.from, until);
  if (!is_long (looking->facts, time))
    return TRUE;
  if (time > still->longest)
    {
      still->longest = time;
      still->longest_from = within.from;
      still->longest_to = within.to;
    }
  still->sum += (double) time * looking->n * stands_for;
  still->used_sum += (double) time * looking->n_used * stands_for;
  return TRUE;
}

/* Those in which nobody can stand still for long: they are not looked at, and none of them stands for others. */
static void
leave_out_short (const ScopeFacts *facts, GArray *collections)
{
  guint n = 0;

  for (guint i = 0; i < collections->len; i++)
    {
      const ScopeCollectionSpan collection = g_array_index (collections, ScopeCollectionSpan, i);
      const ScopeSpan within = span_of (facts, &collection);

      if (is_long (facts, within.to - within.from))
        g_array_index (collections, ScopeCollectionSpan, n++) = collection;
    }
  g_array_set_size (collections, n);
}

static gboolean
add_machine (Looking *looking, GError **error)
{
  g_autoptr (GArray) busy = g_array_new (FALSE, FALSE, sizeof (ScopeSpan));
  g_autoptr (GArray) collections = scope_collections_read (looking->machine, error);
  g_autoptr (GArray) works = collections != NULL ? read_works (looking->machine, looking->cancellable, error) : NULL;
  guint step;

  if (works == NULL)
    return FALSE;
  looking->works = works;
  looking->busy = busy;
  leave_out_short (looking->facts, collections);
  step = (guint) ((guint64) collections->len * looking->n / MOST_LOOKS) + 1;
  for (guint i = 0; i < collections->len; i += step)
    if (!add_collection (looking, &g_array_index (collections, ScopeCollectionSpan, i), MIN (step, collections->len - i), error))
      return FALSE;
  return TRUE;
}

/* Its processors, which begin at `first` of all; returns where the next machine's do. */
static guint
find_processors (Looking *looking, guint first)
{
  const ScopeAnalysis *analysis = looking->facts->analysis;
  guint p = first;

  looking->processors = &analysis->processors[first];
  for (; p < analysis->n_processors && analysis->processors[p].machine == looking->machine->index; p++)
    looking->n_used += scope_facts_is_used (looking->facts, &analysis->processors[p]);
  looking->n = p - first;
  return p;
}

gboolean
scope_facts_read_standstill (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  ScopeStandstillFacts *still = &facts->standstill;
  guint first = 0;

  if (facts->runtime != SCOPE_RUNTIME_GHC || scope_facts_of_used (facts, facts->used[SCOPE_CAUSE_GC_WAIT]) < MUCH_STANDSTILL)
    return TRUE;
  for (guint m = 0; m < scope_trace_n_machines (facts->trace); m++)
    {
      Looking looking = { .facts = facts, .machine = scope_trace_machine (facts->trace, m), .cancellable = within->cancellable };

      first = find_processors (&looking, first);
      if (looking.n > 1 && !add_machine (&looking, error)) /* one alone waits for nobody */
        return FALSE;
    }
  still->time = (gint64) MIN (still->sum, (double) facts->analysis->parts[SCOPE_CAUSE_GC_WAIT]);
  still->used_time = (gint64) MIN (still->used_sum, (double) facts->used[SCOPE_CAUSE_GC_WAIT]);
  return TRUE;
}

/* --- the rule --- */

/* Both ways in which it shows, or the one that does. */
static char *
dup_sentence (const ScopeFacts *facts, gint64 ready, gint64 still)
{
  const char *part = scope_facts_share (facts, scope_facts_of_all (facts, ready)),
             *in_collections = scope_facts_share (facts, scope_facts_of_all (facts, still));

  if (still > 0 && scope_facts_of_used (facts, ready) >= LITTLE_READY)
    return g_strdup_printf (_("HECs have a ready thread of their own for %s of their time, and do not run it. For %s they all stand still in "
                              "collections: none collects. They get no core."),
                            part, in_collections);
  if (still > 0)
    return g_strdup_printf (_("For %s of their time all HECs stand still in collections: none runs, and none collects. Some of them get no "
                              "core, and the others wait for these."),
                            in_collections);
  return g_strdup_printf (
      scope_facts_word (facts,
                        _("HECs have a ready thread of their own for %s of their time, and do not run it: they get no core, or the runtime is "
                          "busy with something that is not recorded."),
                        _("Machines have a ready thread for %s of their time, and do not run it: they get no core, or the runtime is busy with "
                          "something that is not recorded."),
                        _("Processes are runnable for %s of the schedulers' time, and nothing runs them: the schedulers get no core, or the "
                          "runtime is busy with something that is not recorded.")),
      part);
}

/* What counts of the standstill: a little happens to everybody. */
static gint64
standing_still (const ScopeFacts *facts)
{
  return scope_facts_of_used (facts, facts->standstill.used_time) < MUCH_STANDSTILL ? 0 : facts->standstill.time;
}

gboolean
scope_facts_gets_no_core (const ScopeFacts *facts)
{
  return scope_facts_of_used (facts, facts->used[SCOPE_CAUSE_IDLE_OWN_QUEUE]) >= MUCH_READY || standing_still (facts) > 0;
}

/* A HEC with a ready thread does not run it for long, and one that is to collect does so, unless its OS thread gets no core. */
void
scope_rule_no_core (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeStandstillFacts *standstill = &facts->standstill;
  gint64 ready = facts->used[SCOPE_CAUSE_IDLE_OWN_QUEUE], still = standing_still (facts);
  gboolean alone = facts->analysis->n_processors == 1;
  const char *advice;

  if (!scope_facts_gets_no_core (facts))
    return;
  finding->cost = scope_time_add (ready, still);
  finding->causes = 1u << SCOPE_CAUSE_IDLE_OWN_QUEUE | (still > 0 ? 1u << SCOPE_CAUSE_GC_WAIT : 0);
  if (still > 0)
    {
      finding->from = standstill->longest_from;
      finding->to = standstill->longest_to;
    }
  /* One alone is not more than there are. */
  finding->title = g_strdup (alone ? scope_facts_word (facts, _("The HEC gets no core"), _("The machine gets no core"), _("The scheduler gets no core"))
                                   : scope_facts_word (facts, _("More HECs than cores"), _("More machines than cores"),
                                                       _("More schedulers than cores")));
  finding->sentence = dup_sentence (facts, ready, still);
  advice = alone       ? _("Run nothing else beside it, and look what else runs there.")
           : still > 0 ? _("Run it with no more HECs than there are free cores (-N), and nothing else beside it. If others have to run there, "
                           "too, let one HEC collect alone (-qg), or make collections rarer (-A64m).")
                       : scope_facts_word (
                           facts, _("Run it with no more HECs than there are cores (-N without a number), and nothing else beside it."),
                           _("Run no more machines than there are cores, and nothing else beside them."),
                           _("Start it with no more schedulers than there are cores (+S), and look what else runs there."));
  /* As long as it gets none, little of what else is found is the program's own. */
  finding->advice = g_strdup_printf ("%s %s", advice, _("Then record it again: the other findings may come from this one."));
  scope_finding_add (finding, scope_facts_word (facts, _("Ready, not run"), _("Ready, not run"), _("Runnable, not run")),
                     scope_facts_time (facts, ready));
  if (still > 0)
    scope_finding_add (finding, _("Standing still in collections"), scope_facts_time (facts, still));
  scope_finding_add_running (facts, finding);
}
