/* scope-comparison-read.c: figures of two runs side by side, lane by lane, sorted by how much they changed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-comparison-private.h"

#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-query-range.h"

#include <math.h>
#include <string.h>

/* Numbers that changed wholly count like a twentieth of the time. */
#define WEIGHT_OF_COUNTS 0.05
#define FEW 10.0
/* That a lane lived longer shows in its states; how long something took under another clock, in its cycles. */
#define WEIGHT_OF_LIFE 0.1
#define WEIGHT_OF_OTHER_CLOCK 0.1

/* --- the figures of one run, by lane --- */

typedef struct
{
  guint64 key;
  guint start, n; /* figures of this lane, by quantity */
  gboolean used;
} Group;

typedef struct
{
  const ScopeCompared *compared; /* NULL: this run */
  gint64 tick_ps;
  guint lacks;     /* what was not recorded: ScopeUnrecorded */
  GArray *figures; /* of ScopeRunFigure */
  GArray *groups;  /* of Group */
  GHashTable *by_key;
} Figures;

static guint64
key_of (ScopeFigureOf of, ScopeLaneId lane)
{
  return (guint64) of << 62 | (guint64) lane.kind << 59 | (guint64) (lane.machine & 0x7ffffff) << 32 | lane.index;
}

static void
figures_clear (Figures *figures)
{
  g_clear_pointer (&figures->figures, g_array_unref);
  g_clear_pointer (&figures->by_key, g_hash_table_unref);
  g_clear_pointer (&figures->groups, g_array_unref);
}

static void
group_figures (Figures *figures)
{
  figures->groups = g_array_new (FALSE, FALSE, sizeof (Group));
  figures->by_key = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (guint i = 0; i < figures->figures->len; i++)
    {
      const ScopeRunFigure *figure = &g_array_index (figures->figures, ScopeRunFigure, i);
      Group group = { key_of (figure->of, figure->lane), i, 0, FALSE }, *last;

      if (figures->groups->len == 0
          || g_array_index (figures->groups, Group, figures->groups->len - 1).key != group.key)
        g_array_append_val (figures->groups, group);
      last = &g_array_index (figures->groups, Group, figures->groups->len - 1);
      last->n++;
    }
  for (guint i = 0; i < figures->groups->len; i++)
    g_hash_table_add (figures->by_key, &g_array_index (figures->groups, Group, i).key);
}

/* NULL if there is nothing of that key. */
static Group *
find_group (const Figures *figures, ScopeFigureOf of, ScopeLaneId lane)
{
  guint64 key = key_of (of, lane);
  guint64 *found = g_hash_table_lookup (figures->by_key, &key);

  return found != NULL ? (Group *) (void *) ((char *) found - G_STRUCT_OFFSET (Group, key)) : NULL;
}

static const ScopeRunFigure *
figure_at (const Figures *figures, const Group *group, guint i)
{
  return &g_array_index (figures->figures, ScopeRunFigure, group->start + i);
}

/* A time of one trace in ticks of another; to the nearest. */
static gint64
convert (gint64 value, gint64 from_tick_ps, gint64 to_tick_ps)
{
  __int128 ps;

  if (from_tick_ps == to_tick_ps)
    return value;
  ps = (__int128) value * from_tick_ps;
  return (gint64) ((ps >= 0 ? ps + to_tick_ps / 2 : ps - to_tick_ps / 2) / to_tick_ps);
}

/* --- reading them --- */

typedef struct
{
  ScopeCompareState *state;
  const ScopeCompareQuestion *question;
  Figures run;
  Figures *others; /* the baseline and further runs */
  guint n_others;
  double duration; /* of the longer one, ticks of this run */
  double clocks;   /* simulations: a cycle of this run as a part of one of the baseline; 1 if they are the same, or not known */
  GArray *out;     /* of ScopeDifference */
} Reading;

static gboolean
read_figures (Reading *reading, Figures *figures, ScopeTrace *trace, ScopeTimeMap *map, guint i, GError **error)
{
  const ScopeCompareQuestion *question = reading->question;
  ScopeQueryRange within = { .trace = trace, .from = question->from, .to = question->to,
                             .cancellable = question->cancellable };

  if (map != NULL)
    {
      within.from = scope_time_map_to_baseline (map, within.from);
      within.to = scope_time_map_to_baseline (map, within.to);
    }
  if (question->permille != NULL)
    g_atomic_int_set (question->permille, (gint) (i * 1000 / (reading->n_others + 1)));
  figures->tick_ps = MAX (scope_trace_tick_ps (trace), 1);
  figures->lacks = scope_trace_unrecorded (trace);
  figures->figures = scope_run_figures_read (&within, question->kinds, error);
  if (figures->figures == NULL)
    return FALSE;
  group_figures (figures);
  return TRUE;
}

static gboolean
read_all (Reading *reading, GError **error)
{
  ScopeCompareState *state = reading->state;

  if (!read_figures (reading, &reading->run, state->run, NULL, 0, error))
    return FALSE;
  for (guint i = 0; i < reading->n_others; i++)
    {
      ScopeCompared *compared = &g_array_index (state->others, ScopeCompared, i);

      if (!scope_compare_state_prepare (state, i, reading->question->cancellable, error))
        return FALSE;
      reading->others[i].compared = compared;
      if (!read_figures (reading, &reading->others[i], compared->trace, scope_alignment_get_map (compared->alignment),
                         i + 1, error))
        return FALSE;
    }
  return TRUE;
}

/* --- one difference --- */

/* A lane (or the run, or a kind) in one of the runs. */
typedef struct
{
  const Figures *figures;
  Group *group;    /* NULL: nothing of it in the range */
  gboolean there;  /* the trace has it */
  ScopeLaneId lane;
} Place;

/* Whether a lane of which nothing is said of a time has none: not if it was not recorded. */
static gboolean
would_tell (const Figures *figures, ScopeKind kind, ScopeQuantity quantity)
{
  ScopeState state = SCOPE_STATE_UNKNOWN;

  if (quantity < SCOPE_QUANTITY_CODES)
    state = (ScopeState) (quantity - SCOPE_QUANTITY_STATES);
  else if (quantity < SCOPE_QUANTITY_DURATION)
    state = scope_code_state (quantity - SCOPE_QUANTITY_CODES);
  if (state == SCOPE_STATE_COLLECTING)
    return (figures->lacks & SCOPE_LACKS_GC) == 0;
  return (state == SCOPE_STATE_UNKNOWN && kind != SCOPE_KIND_THREAD) || (figures->lacks & SCOPE_LACKS_SCHEDULER) == 0;
}

/* Whether what is not there has nothing of it. There is no run without a processor: where none is told of, they were not recorded. */
static gboolean
has_none (const Figures *figures, ScopeFigureOf of, ScopeKind kind, ScopeQuantity quantity)
{
  return of != SCOPE_FIGURE_RUN && (of != SCOPE_FIGURE_KIND || kind != SCOPE_KIND_PROCESSOR) && would_tell (figures, kind, quantity);
}

/* What a place says of a quantity, in ticks of this run. FALSE: it does not know. */
static gboolean
value_at (const Reading *reading, const Place *place, ScopeFigureOf of, ScopeQuantity quantity, gint64 *ret_value)
{
  guint n = place->group != NULL ? place->group->n : 0;

  *ret_value = 0;
  for (guint i = 0; i < n; i++)
    {
      const ScopeRunFigure *figure = figure_at (place->figures, place->group, i);

      if (figure->quantity == quantity)
        {
          *ret_value = scope_quantity_unit (quantity) == SCOPE_UNIT_TIME
                           ? convert (figure->value, place->figures->tick_ps, reading->run.tick_ps)
                           : figure->value;
          return TRUE;
        }
    }
  return of != SCOPE_FIGURE_RUN && place->there && would_tell (place->figures, place->lane.kind, quantity);
}

static Place
place_in (const Figures *other, ScopeFigureOf of, ScopeLaneId run, gboolean run_there)
{
  Place place = { .figures = other, .lane = run };

  if (of != SCOPE_FIGURE_LANE)
    {
      place.group = find_group (other, of, run);
      place.there = place.group != NULL;
      return place;
    }
  place.there = run_there && scope_pairing_to_baseline (other->compared->pairing, run, &place.lane);
  place.group = place.there ? find_group (other, of, place.lane) : NULL;
  return place;
}

double
scope_difference_percent (gint64 change, gint64 baseline)
{
  if (change == 0)
    return 0;
  return baseline != 0 ? 100 * (double) change / fabs ((double) baseline) : (double) NAN;
}

static double
weight_of (const Reading *reading, const ScopeDifference *difference, double alive)
{
  double change = fabs ((double) difference->change), whole, most;

  if (!difference->has_change || change == 0)
    return 0;
  most = MAX (fabs ((double) difference->baseline), fabs ((double) difference->run));
  if (difference->quantity == SCOPE_QUANTITY_CYCLES)
    return MIN (change / most, 1);
  switch (difference->quantity == SCOPE_QUANTITY_CLOCK ? SCOPE_UNIT_COUNT : scope_quantity_unit (difference->quantity))
    {
    case SCOPE_UNIT_TIME:
      if (reading->clocks < 1 || reading->clocks > 1)
        change = WEIGHT_OF_OTHER_CLOCK * fabs ((double) difference->run - (double) difference->baseline * reading->clocks);
      whole = difference->of == SCOPE_FIGURE_KIND ? alive : reading->duration;
      change *= difference->quantity == SCOPE_QUANTITY_ALIVE ? WEIGHT_OF_LIFE : 1;
      return whole > 0 ? MIN (change / whole, 1) : 1;
    case SCOPE_UNIT_SHARE:
      return MIN (change / 1e6, 1);
    default:
      return WEIGHT_OF_COUNTS * MIN (change / most, 1) * most / (most + FEW);
    }
}

/* Whether the run's value lies outside of what the baselines have. */
static void
take_spread (const Reading *reading, ScopeDifference *difference, const Place *places)
{
  double sum = 0;

  difference->significant = difference->has_change && difference->change != 0;
  if (reading->n_others <= 1)
    return;
  for (guint i = 0; i < reading->n_others; i++)
    {
      gint64 value;

      /* A lane that a run does not have did nothing there. */
      if (!value_at (reading, &places[i], difference->of, difference->quantity, &value)
          && difference->of == SCOPE_FIGURE_RUN)
        continue;
      difference->least = difference->n_spread == 0 ? value : MIN (difference->least, value);
      difference->most = difference->n_spread == 0 ? value : MAX (difference->most, value);
      difference->n_spread++;
      sum += (double) value;
    }
  if (difference->n_spread == 0)
    return;
  difference->mean = sum / difference->n_spread;
  difference->significant &= difference->run < difference->least || difference->run > difference->most;
}

static double
alive_in (const Reading *reading, const Place *run, const Place *baseline, ScopeFigureOf of)
{
  gint64 ours, theirs;

  value_at (reading, run, of, SCOPE_QUANTITY_ALIVE, &ours);
  value_at (reading, baseline, of, SCOPE_QUANTITY_ALIVE, &theirs);
  return (double) MAX (ours, theirs);
}

static void
add_difference (Reading *reading, ScopeFigureOf of, const Place *run, const Place *places, ScopeQuantity quantity,
                double alive)
{
  ScopeDifference difference = { .of = of, .kind = run->lane.kind, .baseline_lane = places[0].lane,
                                 .run_lane = run->lane, .quantity = quantity };

  if (!run->there)
    difference.kind = places[0].lane.kind;
  difference.has_run = value_at (reading, run, of, quantity, &difference.run);
  difference.has_baseline = value_at (reading, &places[0], of, quantity, &difference.baseline);
  difference.has_change = (difference.has_run || has_none (run->figures, of, difference.kind, quantity))
                          && (difference.has_baseline || has_none (places[0].figures, of, difference.kind, quantity));
  if (difference.has_change)
    difference.change = difference.run - difference.baseline;
  if (reading->question->changed_only && difference.change == 0)
    return;
  difference.change_percent = scope_difference_percent (difference.change, difference.baseline);
  take_spread (reading, &difference, places);
  difference.weight = weight_of (reading, &difference, alive);
  g_array_append_val (reading->out, difference);
}

/* All quantities that either run knows of a place. */
static void
add_place (Reading *reading, ScopeFigureOf of, const Place *run, const Place *places)
{
  const Place *baseline = &places[0];
  guint n_run = run->group != NULL ? run->group->n : 0, n_baseline = baseline->group != NULL ? baseline->group->n : 0;
  double alive = alive_in (reading, run, baseline, of);
  guint i = 0, j = 0;

  while (i < n_run || j < n_baseline)
    {
      ScopeQuantity a = i < n_run ? figure_at (run->figures, run->group, i)->quantity : SCOPE_N_QUANTITIES;
      ScopeQuantity b
          = j < n_baseline ? figure_at (baseline->figures, baseline->group, j)->quantity : SCOPE_N_QUANTITIES;

      add_difference (reading, of, run, places, MIN (a, b), alive);
      i += a <= b;
      j += b <= a;
    }
}

/* --- all of them --- */

static void
use (const Place *baseline)
{
  if (baseline->group != NULL)
    baseline->group->used = TRUE;
}

static gboolean
join_run (Reading *reading, GError **error)
{
  g_autofree Place *places = g_new0 (Place, reading->n_others);

  for (guint g = 0; g < reading->run.groups->len; g++)
    {
      Group *group = &g_array_index (reading->run.groups, Group, g);
      const ScopeRunFigure *first = figure_at (&reading->run, group, 0);
      Place run = { &reading->run, group, TRUE, first->lane };

      for (guint i = 0; i < reading->n_others; i++)
        places[i] = place_in (&reading->others[i], first->of, first->lane, TRUE);
      use (&places[0]);
      add_place (reading, first->of, &run, places);
      if (g % 4096 == 0 && g_cancellable_set_error_if_cancelled (reading->question->cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* What the baseline has, and this run has not, or not in the range. */
static gboolean
join_rest (Reading *reading, GError **error)
{
  Figures *baseline = &reading->others[0];
  g_autofree Place *places = g_new0 (Place, reading->n_others);

  for (guint g = 0; g < baseline->groups->len; g++)
    {
      Group *group = &g_array_index (baseline->groups, Group, g);
      const ScopeRunFigure *first = figure_at (baseline, group, 0);
      Place run = { .figures = &reading->run };

      if (group->used)
        continue;
      run.lane = first->lane;
      run.there = first->of == SCOPE_FIGURE_LANE
                  && scope_pairing_to_run (baseline->compared->pairing, first->lane, &run.lane);
      for (guint i = 1; i < reading->n_others; i++)
        places[i] = place_in (&reading->others[i], first->of, run.lane, run.there);
      places[0] = (Place) { baseline, group, TRUE, first->lane };
      add_place (reading, first->of, &run, places);
      if (g % 4096 == 0 && g_cancellable_set_error_if_cancelled (reading->question->cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static void
find_duration (Reading *reading)
{
  const Figures *both[] = { &reading->run, &reading->others[0] };

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    {
      gint64 value = 0;

      scope_run_figures_find (both[i]->figures, NULL, SCOPE_QUANTITY_DURATION, &value);
      value = convert (value, both[i]->tick_ps, reading->run.tick_ps);
      reading->duration = MAX (reading->duration, (double) value);
    }
}

static void
find_clocks (Reading *reading)
{
  const Figures *baseline = &reading->others[0];
  gint64 ours, theirs;

  reading->clocks = 1;
  if (scope_run_figures_find (reading->run.figures, NULL, SCOPE_QUANTITY_CLOCK, &ours)
      && scope_run_figures_find (baseline->figures, NULL, SCOPE_QUANTITY_CLOCK, &theirs))
    reading->clocks = (double) ours / (double) convert (theirs, baseline->tick_ps, reading->run.tick_ps);
}

static int
compare_differences (gconstpointer a, gconstpointer b)
{
  const ScopeDifference *x = a, *y = b;

  if (x->significant != y->significant)
    return x->significant ? -1 : 1;
  return x->weight > y->weight ? -1 : x->weight < y->weight;
}

GArray *
scope_compare_state_read (ScopeCompareState *state, const ScopeCompareQuestion *question, GError **error)
{
  Reading reading = { .state = state, .question = question, .n_others = state->others->len };
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (ScopeDifference));
  gboolean ok;

  reading.out = out;
  reading.others = g_new0 (Figures, reading.n_others);
  ok = read_all (&reading, error);
  if (ok)
    {
      find_duration (&reading);
      find_clocks (&reading);
      ok = join_run (&reading, error) && join_rest (&reading, error);
    }
  figures_clear (&reading.run);
  for (guint i = 0; i < reading.n_others; i++)
    figures_clear (&reading.others[i]);
  g_free (reading.others);
  if (!ok)
    return NULL;
  g_array_sort (out, compare_differences); /* is stable */
  return g_steal_pointer (&out);
}
