/* scope-findings-path.c: what the critical path tells, gathered in one go through it; see scope-findings-private.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/analysis/scope-derived.h"
#include "model/trace/analysis/scope-work-sums.h"

#include <string.h>

SCOPE_COMPARE_BY (compare_items, ScopeFactItem, SCOPE_BY_TEXT (label) SCOPE_UP (task.machine) SCOPE_UP (task.thread))

static ScopeCulprit
find_most (GArray *items)
{
  ScopeCulprit best = { .label = "", .most = SCOPE_NO_TASK };

  g_array_sort (items, compare_items);
  for (guint i = 0; i < items->len;)
    {
      ScopeCulprit culprit = { .label = g_array_index (items, ScopeFactItem, i).label, .most = SCOPE_NO_TASK };
      g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));

      while (i < items->len && strcmp (g_array_index (items, ScopeFactItem, i).label, culprit.label) == 0)
        {
          const ScopeFactItem first = g_array_index (items, ScopeFactItem, i);
          gint64 time = 0;

          for (; i < items->len && compare_items (&first, &g_array_index (items, ScopeFactItem, i)) == 0; i++)
            time += g_array_index (items, ScopeFactItem, i).time;
          g_array_append_val (times, time);
          culprit.time += time;
          if (time > culprit.most_time)
            {
              culprit.most_time = time;
              culprit.most = first.task;
            }
        }
      for (guint t = 0; t < times->len; t++)
        culprit.n_tasks += g_array_index (times, gint64, t) * 10 >= culprit.most_time;
      if (culprit.time > best.time)
        best = culprit;
    }
  return best;
}

ScopeCulprit
scope_find_culprit (GArray *items, ScopeCulprit *ret_task)
{
  ScopeCulprit best = find_most (items);

  for (guint i = 0; i < items->len; i++)
    g_array_index (items, ScopeFactItem, i).label = "";
  *ret_task = find_most (items);
  return best;
}

/* GHC's TimerManager sleeps in a foreign call until the next time that somebody waits for, its IOManager until a file is ready: that is
 * what those wait for whom they wake. */
const char *
scope_helper_of (const ScopeFacts *facts, ScopeTaskId task)
{
  static const char *const names[] = { "TimerManager", "IOManager" };
  const char *label;

  if (facts->runtime != SCOPE_RUNTIME_GHC || scope_task_is_nobody (task))
    return NULL;
  label = scope_machine_entity (scope_trace_machine (facts->trace, task.machine), SCOPE_KIND_THREAD, task.thread)->name;
  for (guint i = 0; label != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (label, names[i]))
      return names[i];
  return NULL;
}

static gint
compare_partners (gconstpointer a, gconstpointer b)
{
  const ScopeFactItem *x = a, *y = b;

  return x->time != y->time ? (x->time > y->time ? -1 : 1) : compare_items (a, b);
}

#define MOST_ITEMS 4096u /* tasks beyond them are left out */

/* Time by task. */
typedef struct
{
  GArray *items;                  /* of ScopeFactItem, as they came */
  guint16 places[2 * MOST_ITEMS]; /* of these, by task: place + 1; 0: none */
} Times;

static void
times_init (Times *times)
{
  memset (times, 0, sizeof *times);
  times->items = g_array_new (FALSE, FALSE, sizeof (ScopeFactItem));
}

static void
add_time (Times *times, ScopeTaskId task, gint64 time)
{
  const ScopeFactItem item = { task, "", time };
  guint at = scope_task_id_hash (&task) % (2 * MOST_ITEMS);

  for (; times->places[at] != 0; at = (at + 1) % (2 * MOST_ITEMS))
    {
      ScopeFactItem *there = &g_array_index (times->items, ScopeFactItem, times->places[at] - 1);

      if (!scope_task_is (there->task, task))
        continue;
      there->time += time;
      return;
    }
  if (times->items->len == MOST_ITEMS)
    return;
  g_array_append_val (times->items, item);
  times->places[at] = (guint16) times->items->len;
}

/* --- one go through the path --- */

/* Of one kind; of RUNNING with one label. */
typedef struct
{
  double bins[SCOPE_PLACE_BINS];
} Place;

typedef struct
{
  ScopeTaskId task;
  guint32 label;
  const char *text; /* of it */
  gint64 time;
} Run;

static guint
run_hash (gconstpointer data)
{
  const Run *run = data;

  return ((run->task.machine * 31u + run->task.thread) * 0x9e3779b1u) ^ (run->label * 0x85ebca6bu);
}

static gboolean
run_equal (gconstpointer a, gconstpointer b)
{
  const Run *x = a, *y = b;

  return scope_task_is (x->task, y->task) && x->label == y->label;
}

#define RECENT 256u

typedef struct
{
  ScopeFacts *facts;
  GHashTable *runs;                 /* of Run, its own key */
  GHashTable *labels;               /* number → Place */
  Place *kinds[SCOPE_N_PATH_KINDS]; /* NULL: none yet */
  Times ends, foreign, sleepers;
  Run *recent[RECENT];              /* most are those of a moment ago */
  Place *last;                      /* likewise of RUNNING; NULL: none yet */
  guint32 last_label;
  gint64 until;                     /* of the segment before, and where that is among the bins */
  double until_bin, width;
  gint64 asleep;                    /* what the TimerManager waited, until it is known whom it wakes */
} Walking;

/* "RUNNING" and the label, or the kind alone. */
static char *
place_name (ScopePathKind kind, const char *label)
{
  return label != NULL ? g_strconcat (scope_path_kind_name (kind), " ", label, NULL) : g_strdup (scope_path_kind_name (kind));
}

const double *
scope_facts_place (const ScopeFacts *facts, ScopePathKind kind, const char *label)
{
  g_autofree char *name = place_name (kind, kind == SCOPE_PATH_RUNNING ? label : NULL);
  const Place *place = g_hash_table_lookup (facts->places, name);

  return place != NULL ? place->bins : NULL;
}

/* Segments follow each other, and dividing takes longer than all else. */
static void
add_to_place (Walking *walking, Place *place, const ScopePathSegment *segment)
{
  const ScopeFacts *facts = walking->facts;
  gint64 start = facts->analysis->from, first = MAX (segment->from, start), last = MIN (segment->to, facts->analysis->to);
  double to = (double) (last - start) / walking->width, from = first == walking->until ? walking->until_bin : (double) (first - start) / walking->width;

  for (guint b = (guint) from; b < SCOPE_PLACE_BINS && (double) b < to; b++)
    place->bins[b] += MIN (to, b + 1.0) - MAX (from, (double) b);
  walking->until = last;
  walking->until_bin = to;
}

/* NULL: none yet. */
static Place *
find_known_place (Walking *walking, const ScopePathSegment *segment)
{
  if (segment->kind != SCOPE_PATH_RUNNING)
    return walking->kinds[segment->kind];
  if (walking->last == NULL || walking->last_label != segment->label)
    walking->last = g_hash_table_lookup (walking->labels, GUINT_TO_POINTER (segment->label));
  walking->last_label = segment->label;
  return walking->last;
}

static Place *
find_place (Walking *walking, const ScopePathSegment *segment, const char *label)
{
  const ScopeFacts *facts = walking->facts;
  gboolean runs = segment->kind == SCOPE_PATH_RUNNING;
  Place *place = find_known_place (walking, segment);

  if (place == NULL)
    {
      place = g_new0 (Place, 1);
      g_hash_table_insert (facts->places, place_name (segment->kind, runs ? label : NULL), place);
      if (runs)
        g_hash_table_insert (walking->labels, GUINT_TO_POINTER (segment->label), place);
      else
        walking->kinds[segment->kind] = place;
    }
  return place;
}

static void
add_run (Walking *walking, const ScopePathSegment *segment, const char *label, gint64 time)
{
  const Run key = { .task = segment->task, .label = segment->label, .text = label };
  Run **recent = &walking->recent[run_hash (&key) % RECENT], *run = *recent;

  if (run == NULL || !run_equal (run, &key))
    run = *recent = g_hash_table_lookup (walking->runs, &key);
  if (run == NULL)
    {
      run = *recent = g_memdup2 (&key, sizeof key);
      g_hash_table_add (walking->runs, run);
    }
  run->time += time;
}

/* Who waits for a time: itself, or who comes next on the path after the TimerManager that wakes it. */
static void
add_sleeper (Walking *walking, const ScopePathSegment *segment, gint64 slept)
{
  if (segment->kind == SCOPE_PATH_TIMER)
    add_time (&walking->sleepers, segment->task, slept);
  walking->asleep += segment->kind == SCOPE_PATH_TIMER ? 0 : slept;
  if (walking->asleep == 0 || scope_task_is_nobody (segment->task) || scope_helper_of (walking->facts, segment->task) != NULL)
    return;
  add_time (&walking->sleepers, segment->task, walking->asleep);
  walking->asleep = 0;
}

/* As what it counts: the TimerManager's foreign calls are timers. */
static ScopePathKind
counted_kind (const ScopePathSegment *segment, const char *helper)
{
  return helper != NULL && strcmp (helper, "TimerManager") == 0 ? SCOPE_PATH_TIMER : segment->kind;
}

static void
take_time (Walking *walking, const ScopePathSegment *segment, const char *label, gint64 time)
{
  ScopeFacts *facts = walking->facts;
  const char *helper = segment->kind == SCOPE_PATH_FOREIGN ? scope_helper_of (facts, segment->task) : NULL;
  ScopePathKind kind = counted_kind (segment, helper);

  add_sleeper (walking, segment, kind == SCOPE_PATH_TIMER ? time : 0);
  facts->on_kind[kind] += time;
  facts->own_timers += segment->kind == SCOPE_PATH_TIMER ? time : 0;
  if (kind == SCOPE_PATH_TIMER)
    facts->longest_timer = MAX (facts->longest_timer, time);
  else if (helper != NULL)
    facts->io += time;
  else if (kind == SCOPE_PATH_FOREIGN)
    add_time (&walking->foreign, segment->task, time);
  else if (kind == SCOPE_PATH_RUNNING)
    add_run (walking, segment, label, time);
  else if (kind == SCOPE_PATH_IN_FLIGHT)
    {
      facts->flight += time;
      add_time (&walking->ends, segment->task, time);
      add_time (&walking->ends, segment->by, time);
    }
}

/* What of it lies in the range. */
static void
take_segment (gpointer data, const ScopePathSegment *segment, const char *label)
{
  Walking *walking = data;
  const ScopeAnalysis *analysis = walking->facts->analysis;
  gint64 time = MIN (segment->to, analysis->to) - MAX (segment->from, analysis->from);

  if (time <= 0)
    return;
  add_to_place (walking, find_place (walking, segment, label), segment);
  take_time (walking, segment, label, time);
}

/* Of who sleeps, and how long, each segment is looked at. */
static gboolean
sleeps (const ScopeFacts *facts, const ScopePathSegment *segment)
{
  return segment->kind == SCOPE_PATH_TIMER
         || (segment->kind == SCOPE_PATH_FOREIGN && counted_kind (segment, scope_helper_of (facts, segment->task)) == SCOPE_PATH_TIMER);
}

static gboolean
take_sums (gpointer data, const ScopePathSegment *sums, guint n, guint bin)
{
  Walking *walking = data;

  if (walking->asleep > 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (sleeps (walking->facts, &sums[i]))
      return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const char *label = g_ptr_array_index (walking->facts->labels, sums[i].label);
      gint64 time = sums[i].to - sums[i].from;

      find_place (walking, &sums[i], label)->bins[bin] += (double) time / walking->width;
      take_time (walking, &sums[i], label, time);
    }
  return TRUE;
}

/* Who runs most under these labels is told by the path, on which almost all is that runs alone. */
static void
find_alone (ScopeFacts *facts, GArray *items)
{
  const ScopeAnalysis *analysis = facts->analysis;

  for (guint n = 0; n < G_N_ELEMENTS (facts->alone); n++)
    {
      g_autoptr (GArray) same = g_array_new (FALSE, FALSE, sizeof (ScopeFactItem));
      guint best = 0;

      for (guint l = 1; l < analysis->labels->len; l++)
        if (analysis->alone[l] > (best > 0 ? analysis->alone[best] : 0)
            && (n == 0 || strcmp (facts->alone[0].label, g_ptr_array_index (analysis->labels, l)) != 0))
          best = l;
      facts->alone[n] = (ScopeCulprit) { .label = best > 0 ? g_ptr_array_index (analysis->labels, best) : "", .most = SCOPE_NO_TASK };
      if (best == 0)
        continue;
      SCOPE_EACH (const ScopeFactItem, item, items)
        if (strcmp (item->label, facts->alone[n].label) == 0)
          g_array_append_vals (same, item, 1);
      facts->alone[n].most = find_most (same).most;
      facts->alone[n].time = analysis->alone[best];
    }
}

/* Who sleeps for more than half of the time that is slept. */
static ScopeTaskId
find_sleeper (const ScopeFacts *facts, GArray *sleepers)
{
  g_array_sort (sleepers, compare_partners);
  return sleepers->len > 0 && g_array_index (sleepers, ScopeFactItem, 0).time * 2 > facts->on_kind[SCOPE_PATH_TIMER]
             ? g_array_index (sleepers, ScopeFactItem, 0).task
             : SCOPE_NO_TASK;
}

/* Whether more runs under the label that mostly runs alone than lies on the path, of which one has only one at a time: by a quarter of it. */
static void
look_elsewhere (ScopeFacts *facts, ScopeDerived *derived, GArray *items)
{
  const ScopeDerivedFacts *of = scope_derived_facts (derived);
  double work = 0, on_path = 0;

  SCOPE_EACH (const ScopeFactItem, item, items)
    on_path += strcmp (item->label, facts->alone[0].label) == 0 ? (double) item->time : 0;
  SCOPE_EACH (const ScopeWorkSum, sum, of->work)
    {
      gint64 from = scope_work_edge (of->first, of->last, sum->bin), to = scope_work_edge (of->first, of->last, sum->bin + sum->bins),
             in = MIN (to, facts->analysis->to) - MAX (from, facts->analysis->from);

      if (in > 0 && sum->label < of->labels->len && strcmp (g_ptr_array_index (of->labels, sum->label), facts->alone[0].label) == 0)
        work += (double) sum->time * (double) in / (double) (to - from);
    }
  facts->alone_elsewhere = on_path > 0 && work > 1.25 * on_path;
}

static void
find_runner (const Walking *walking, ScopeDerived *derived)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (ScopeFactItem));

  SCOPE_EACH_VALUE (const Run, run, walking->runs)
    {
      const ScopeFactItem item = { run->task, run->text, run->time };

      if (scope_task_is (run->task, walking->facts->blamed_task.most))
        walking->facts->blamed_on_path += run->time;
      g_array_append_val (items, item);
    }
  find_alone (walking->facts, items);
  if (derived != NULL && *walking->facts->alone[0].label != '\0')
    look_elsewhere (walking->facts, derived, items);
  walking->facts->on_path = scope_find_culprit (items, &walking->facts->path_task);
}

/* Who writes and reads the messages that are waited for on it. */
static void
find_ends (ScopeFacts *facts, GArray *ends)
{
  g_array_sort (ends, compare_partners);
  facts->hub_task = facts->pair_task = SCOPE_NO_TASK;
  if (ends->len < 2)
    return;
  facts->hub = g_array_index (ends, ScopeFactItem, 0).time;
  facts->hub_task = g_array_index (ends, ScopeFactItem, 0).task;
  facts->pair_task = g_array_index (ends, ScopeFactItem, 1).task;
  for (guint i = 1; i < ends->len; i++)
    facts->n_partners += g_array_index (ends, ScopeFactItem, i).time * 20 >= facts->hub;
}

static gboolean
walk (const ScopeQueryRange *within, ScopeDerived *derived, Walking *walking, GError **error)
{
  g_autoptr (ScopePathBack) back = NULL;

  if (derived != NULL)
    {
      walking->facts->labels = g_ptr_array_ref (scope_derived_facts (derived)->labels);
      return scope_derived_sum_path (derived, within, SCOPE_PLACE_BINS, take_segment, take_sums, walking, error);
    }
  back = scope_path_back_read (within->trace, SCOPE_NO_TASK, SCOPE_TIME_MAX, within->cancellable, error);
  return back != NULL && scope_path_back_tell (back, take_segment, walking, &walking->facts->labels, error);
}

static void
find_all (Walking *walking, ScopeDerived *derived)
{
  ScopeFacts *facts = walking->facts;
  GArray *foreign = walking->foreign.items;

  find_runner (walking, derived);
  facts->sleeper = find_sleeper (facts, walking->sleepers.items);
  g_array_sort (foreign, compare_partners);
  facts->foreign_on_path = foreign->len > 0 ? g_array_index (foreign, ScopeFactItem, 0).task : SCOPE_NO_TASK;
  find_ends (facts, walking->ends.items);
}

gboolean
scope_facts_read_path (ScopeFacts *facts, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GHashTable) runs = g_hash_table_new_full (run_hash, run_equal, NULL, g_free), labels = g_hash_table_new (NULL, NULL);
  g_autoptr (ScopeDerived) derived = scope_derived_dup (within->trace);
  g_autofree Walking *walking = g_new0 (Walking, 1);
  gboolean ok;

  walking->facts = facts;
  walking->runs = runs;
  walking->labels = labels;
  walking->until = SCOPE_TIME_MIN;
  walking->width = (double) facts->length / SCOPE_PLACE_BINS;
  times_init (&walking->ends);
  times_init (&walking->foreign);
  times_init (&walking->sleepers);
  facts->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  ok = walk (within, derived, walking, error);
  if (ok)
    find_all (walking, derived);
  g_array_unref (walking->ends.items);
  g_array_unref (walking->foreign.items);
  g_array_unref (walking->sleepers.items);
  return ok;
}
