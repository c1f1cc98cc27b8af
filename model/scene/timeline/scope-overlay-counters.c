/* scope-overlay-counters.c: what counters of a machine counted, as points of the picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-overlay-private.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/scene/lanes/scope-sample-rows.h"
#include "model/trace/statistics/scope-spark-counts.h"

#include <math.h>
#include <string.h>

#define MOST_SAMPLES_BACK 200000u

static gboolean
counter_wanted (const ScopeOverlayReader *reader, guint counter)
{
  if (counter >= SCOPE_COUNTER_SPARKS_CREATED && counter <= SCOPE_COUNTER_SPARKS_REMAINING && reader->has_sparks)
    return FALSE;
  if (counter == SCOPE_COUNTER_HEAP_SIZE || counter == SCOPE_COUNTER_HEAP_LIVE)
    return (reader->request->parts & SCOPE_OVERLAY_HEAP) != 0;
  if (counter == SCOPE_COUNTER_HEAP_ALLOCATED)
    return (reader->request->parts & SCOPE_OVERLAY_ALLOCATION) != 0;
  if (counter == SCOPE_COUNTER_RUN_QUEUE)
    return (reader->request->parts & SCOPE_OVERLAY_QUEUE) != 0;
  if (counter == SCOPE_COUNTER_SPARKS_REMAINING)
    return (reader->request->parts & SCOPE_OVERLAY_SPARKS) != 0;
  if (scope_sample_row_of_counter (counter) < SCOPE_N_SAMPLE_ROWS)
    return (reader->request->parts & SCOPE_OVERLAY_SAMPLES) != 0;
  return counter >= SCOPE_COUNTER_SPARKS_CREATED && counter <= SCOPE_COUNTER_SPARKS_FIZZLED
         && (reader->request->parts & SCOPE_OVERLAY_RATES) != 0;
}

/* Are there rows of single queues? Once they were met, that of all of them is left out. */
static gboolean
has_queues (ScopeOverlayReader *reader, const ScopeMachine *machine)
{
  for (guint p = 0; p < 2; p++)
    if (g_hash_table_contains (reader->values, GSIZE_TO_POINTER (((gsize) p << 8 | SCOPE_COUNTER_RUN_QUEUE) + 1)))
      return TRUE;

  return FALSE;
}

/* Of one sample that has a row for each scheduler, only the sum of all is to be seen: TRUE if the last point was of the same. */
static gboolean
same_sample (ScopeOverlayReader *reader, const ScopeMachine *machine, const gint64 *row)
{
  GArray *points = reader->overlay->counters;
  guint counter = (guint) row[SCOPE_COUNTER_NAME];
  const ScopeCounterPoint *last;
  gint64 *time;
  gboolean same;

  if (counter != SCOPE_COUNTER_RUN_QUEUE && scope_sample_row_of_counter (counter) == SCOPE_N_SAMPLE_ROWS)
    return FALSE;
  time = g_hash_table_lookup (reader->values, GUINT_TO_POINTER (0x2000000 | counter));
  if (time == NULL)
    {
      time = g_new0 (gint64, 1);
      *time = SCOPE_TIME_MIN;
      g_hash_table_insert (reader->values, GUINT_TO_POINTER (0x2000000 | counter), time);
    }
  last = points->len > 0 ? &g_array_index (points, ScopeCounterPoint, points->len - 1) : NULL;
  same = last != NULL && last->machine == machine->index && last->counter == counter && *time == row[SCOPE_COUNTER_TIME];
  *time = row[SCOPE_COUNTER_TIME];
  return same;
}

/* --- what only grows --- */

/* By how much a processor's counter grew from one of its samples to the next. */
typedef struct
{
  double x0, x1; /* view pixels */
  double amount;
  guint counter;
} Growth;

void
scope_overlay_add_growth (ScopeOverlayReader *reader, guint counter, double x0, double x1, double amount)
{
  const Growth growth = { x0, x1, amount, counter };

  if (x1 >= 0 && amount > 0)
    g_array_append_val (reader->growths, growth);
}

/* `last`: its value and time before, NULL if this is the first. What it had grown to until then happened at no time that is known. */
static void
take_growth (ScopeOverlayReader *reader, gsize id, gint64 *last, const gint64 *row, gint64 offset)
{
  const ScopeViewport *viewport = &reader->request->viewport;

  if (last == NULL)
    {
      last = g_new (gint64, 2);
      g_hash_table_insert (reader->values, GSIZE_TO_POINTER (id + 1), last);
    }
  else
    scope_overlay_add_growth (reader, (guint) row[SCOPE_COUNTER_NAME],
                              scope_viewport_time_to_x (viewport, MIN (last[1], row[SCOPE_COUNTER_TIME]) + offset),
                              scope_viewport_time_to_x (viewport, row[SCOPE_COUNTER_TIME] + offset),
                              (double) (row[SCOPE_COUNTER_VALUE] - last[0]));
  last[0] = row[SCOPE_COUNTER_VALUE];
  last[1] = row[SCOPE_COUNTER_TIME];
}

/* Spreads it over the pixels that it took; within a pixel all falls into that one. */
static void
spread_growth (const Growth *growth, double *pixels, guint n)
{
  double length = MAX (growth->x1 - growth->x0, 1e-9);
  gint64 first = (gint64) floor (MAX (growth->x0, 0)), end = (gint64) MIN (ceil (growth->x1), n);

  if (floor (growth->x0) == floor (growth->x1))
    {
      if (growth->x0 >= 0 && growth->x0 < n)
        pixels[first] += growth->amount;
      return;
    }
  for (gint64 x = first; x < end; x++)
    pixels[x] += growth->amount * (MIN (growth->x1, (double) x + 1) - MAX (growth->x0, (double) x)) / length;
}

/* Processors say how much they allocated one after the other, each for the time since it said so last: added up sample by sample, all
 * of it would seem to happen in the moment between two of them. So each one's growth is spread over its own time, and the points are
 * those of the sum, at the left edges of pixels where its slope changes. */
static void
add_growths (ScopeOverlayReader *reader, ScopeMachine *machine, guint counter)
{
  guint n = (guint) ceil (MAX (reader->request->viewport.width, 1)), first = n, end = 0;
  g_autofree double *pixels = g_new0 (double, n + 1);
  double sum = 0;

  SCOPE_EACH (const Growth, growth, reader->growths)
    {
      if (growth->counter != counter || growth->x0 >= n)
        continue;
      spread_growth (growth, pixels, n);
      first = MIN (first, (guint) MAX (floor (growth->x0), 0));
      end = MAX (end, (guint) MIN (floor (growth->x1) + 1, n));
    }
  for (guint x = first; x <= end && first < end; x++)
    {
      if (x == first || x == end || pixels[x] != pixels[x - 1])
        {
          ScopeCounterPoint point = { machine->index, (guint8) counter, (float) x, sum, sum, sum };

          g_array_append_val (reader->overlay->counters, point);
        }
      sum += pixels[x];
    }
}

/* Which of several samples of one thing it is of. */
static gsize
sample_id (const gint64 *row)
{
  guint counter = (guint) row[SCOPE_COUNTER_NAME];
  guint processor = row[SCOPE_COUNTER_PROCESSOR] != SCOPE_TABLE_NULL ? (guint) row[SCOPE_COUNTER_PROCESSOR] & 0xffff
                                                                    : 0xffff;
  gsize id = (gsize) processor << 8 | (counter & 0xff);

  /* Sizes of the heap are of the whole program, whichever processor says them. */
  if (counter == SCOPE_COUNTER_HEAP_SIZE || counter == SCOPE_COUNTER_HEAP_LIVE)
    id = 0xffff00 | counter;
  if (row[SCOPE_COUNTER_THREAD] != SCOPE_TABLE_NULL)
    id |= (gsize) (row[SCOPE_COUNTER_THREAD] + 1) << 32;
  return id;
}

/* --- what is lost --- */

static void
add_gap (ScopeOverlayReader *reader, ScopeMachine *machine, guint counter, double x)
{
  ScopeCounterPoint point = { machine->index, (guint8) counter, (float) floor (x), NAN, NAN, NAN };

  g_array_append_val (reader->overlay->counters, point);
}

static double
place (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 time)
{
  return scope_viewport_time_to_x (&reader->request->viewport, time + scope_trace_offset (reader->trace, machine));
}

const ScopeLostTime *
scope_overlay_pass_lost (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 time, guint counter)
{
  const ScopeLostTime *lost = reader->n_lost > 0 ? &g_array_index (reader->lost, ScopeLostTime, reader->n_lost - 1) : NULL;

  while (reader->n_lost < reader->lost->len && g_array_index (reader->lost, ScopeLostTime, reader->n_lost).from < time)
    {
      lost = &g_array_index (reader->lost, ScopeLostTime, reader->n_lost++);
      for (guint c = 0; c < SCOPE_N_COUNTERS; c++)
        if (c == counter || (counter == SCOPE_N_COUNTERS && g_hash_table_contains (reader->values, GUINT_TO_POINTER (0x1000000 | c))))
          add_gap (reader, machine, c, place (reader, machine, lost->from));
    }
  return lost != NULL && lost->to > time ? lost : NULL;
}

/* Of a sum: whether what the processor counted whose events were lost is from before. */
static gboolean
is_stale (ScopeOverlayReader *reader, guint counter)
{
  const ScopeLostTime *lost = reader->n_lost > 0 ? &g_array_index (reader->lost, ScopeLostTime, reader->n_lost - 1) : NULL;
  const gint64 *value = lost != NULL && lost->processor != SCOPE_NO_PROCESSOR
                            ? g_hash_table_lookup (reader->values, GSIZE_TO_POINTER (((gsize) lost->processor << 8 | counter) + 1))
                            : NULL;

  return value != NULL && value[1] < lost->to;
}

/* A point, unless the sum is not known there. What any processor may say is known where one said it, and no longer, as long as others'
 * events are missing. */
static void
add_value (ScopeOverlayReader *reader, ScopeMachine *machine, const gint64 *row, double value, gboolean lost)
{
  guint counter = (guint) row[SCOPE_COUNTER_NAME];
  gboolean single = counter == SCOPE_COUNTER_HEAP_SIZE || counter == SCOPE_COUNTER_HEAP_LIVE, same;
  double x = floor (place (reader, machine, row[SCOPE_COUNTER_TIME]));
  ScopeCounterPoint point = { machine->index, (guint8) counter, (float) x, value, value, value };
  ScopeCounterPoint *last;

  if (!single && (lost || is_stale (reader, counter)))
    return;
  same = same_sample (reader, machine, row);
  last = same ? &g_array_index (reader->overlay->counters, ScopeCounterPoint, reader->overlay->counters->len - 1) : NULL;
  if (same && !isnan (last->last))
    *last = point;
  else
    g_array_append_val (reader->overlay->counters, point);
  if (lost)
    add_gap (reader, machine, counter, x);
}

/* --- all --- */

static void
on_counter (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  guint counter = (guint) row[SCOPE_COUNTER_NAME];
  gsize id = sample_id (row);
  guint processor = id >> 8 & 0xffff;
  gint64 *value;
  gint64 *sum;
  gboolean lost;

  if (!counter_wanted (reader, counter))
    return;
  if (counter == SCOPE_COUNTER_RUN_QUEUE && processor == 0xffff && has_queues (reader, machine))
    return; /* each processor's are there, too */
  /* The values of all processors are kept, and added: key 0x1000000 | counter is their sum. */
  value = g_hash_table_lookup (reader->values, GSIZE_TO_POINTER (id + 1));
  if (scope_counter_grows (counter))
    {
      take_growth (reader, id, value, row, offset);
      return;
    }
  lost = scope_overlay_pass_lost (reader, machine, row[SCOPE_COUNTER_TIME], SCOPE_N_COUNTERS) != NULL;
  if (value == NULL)
    {
      value = g_new0 (gint64, 2);
      g_hash_table_insert (reader->values, GSIZE_TO_POINTER (id + 1), value);
    }
  sum = g_hash_table_lookup (reader->values, GUINT_TO_POINTER (0x1000000 | counter));
  if (sum == NULL)
    {
      sum = g_new0 (gint64, 1);
      g_hash_table_insert (reader->values, GUINT_TO_POINTER (0x1000000 | counter), sum);
    }
  if (counter == SCOPE_COUNTER_RUN_QUEUE && processor != 0xffff)
    {
      gint64 *all = g_hash_table_lookup (reader->values, GSIZE_TO_POINTER (((gsize) 0xffff << 8 | counter) + 1));

      *sum -= all != NULL ? *all : 0;
      if (all != NULL)
        *all = 0;
    }
  *sum += row[SCOPE_COUNTER_VALUE] - *value;
  value[0] = row[SCOPE_COUNTER_VALUE];
  value[1] = row[SCOPE_COUNTER_TIME];
  add_value (reader, machine, row, (double) *sum, lost);
}

SCOPE_COMPARE_BY (compare_points, ScopeCounterPoint, SCOPE_UP (machine) SCOPE_UP (counter) SCOPE_UP (x))

/* Sorts (keeping the order in time) and joins what falls into one pixel. */
void
scope_overlay_join_points (GArray *points)
{
  guint kept = 0;

  g_array_sort (points, compare_points); /* GLib's sort of arrays is stable */
  SCOPE_EACH (ScopeCounterPoint, point, points)
    {
      ScopeCounterPoint *last = kept > 0 ? &g_array_index (points, ScopeCounterPoint, kept - 1) : NULL;

      if (last != NULL && compare_points (last, point) == 0 && isnan (point->low))
        last->last = NAN;
      else if (last != NULL && compare_points (last, point) == 0 && isnan (last->low))
        *last = *point;
      else if (last != NULL && compare_points (last, point) == 0)
        {
          last->low = MIN (last->low, point->low);
          last->high = MAX (last->high, point->high);
          last->last = point->last;
        }
      else
        g_array_index (points, ScopeCounterPoint, kept++) = *point;
    }
  g_array_set_size (points, kept);
}

/* --- before the view --- */

static int
compare_samples (gconstpointer a, gconstpointer b)
{
  const gint64 *x = *(const gint64 *const *) a, *y = *(const gint64 *const *) b;

  SCOPE_COMPARE (x[SCOPE_COUNTER_TIME], y[SCOPE_COUNTER_TIME]);
  return 0;
}

/* The last row of each sample within [from, to), of the machine's own clock, that is not in `found` yet. How many rows were read. */
static guint
find_samples (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 from, gint64 to, guint most, GHashTable *found)
{
  g_autoptr (GHashTable) here = g_hash_table_new (NULL, NULL);
  guint n = 0;

  SCOPE_EACH_ROW (v, machine->tables[SCOPE_TABLE_COUNTERS], from, to, NULL, NULL)
    {
      gpointer id = GSIZE_TO_POINTER (sample_id (v) + 1);
      gint64 *last = g_hash_table_lookup (found, id);

      if (n++ == most)
        break;
      if (v[SCOPE_COUNTER_TIME] < from || v[SCOPE_COUNTER_TIME] >= to || !counter_wanted (reader, (guint) v[SCOPE_COUNTER_NAME])
          || (last != NULL && (!g_hash_table_contains (here, id) || v[SCOPE_COUNTER_TIME] < last[SCOPE_COUNTER_TIME])))
        continue;
      g_hash_table_add (here, id);
      g_hash_table_insert (found, id, g_memdup2 (v, SCOPE_COUNTER_N_COLUMNS * sizeof *v));
    }
  return n;
}

/* A counter holds its value until its next sample, and some are sampled rarely: the heap at major collections alone. So what each had
 * before the view is looked for in ever longer stretches. */
static void
read_before (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 width)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GPtrArray) samples = g_ptr_array_new ();
  gint64 to = scope_overlay_own (reader, machine, reader->from);
  guint n = 0;

  while (to > machine->first && n < MOST_SAMPLES_BACK && !scope_overlay_cancelled (reader))
    {
      gint64 from = to - machine->first > width ? to - width : machine->first;

      if (scope_table_estimate (machine->tables[SCOPE_TABLE_COUNTERS], from, to) > 0)
        n += find_samples (reader, machine, from, to, MOST_SAMPLES_BACK - n, found);
      to = from;
      width = width > G_MAXINT64 / 4 ? G_MAXINT64 : width * 4;
    }
  SCOPE_EACH_VALUE (void, sample, found)
    g_ptr_array_add (samples, sample);
  g_ptr_array_sort (samples, compare_samples);
  for (guint i = 0; i < samples->len; i++)
    on_counter (reader, machine, scope_trace_offset (reader->trace, machine), samples->pdata[i], 1);
}

void
scope_overlay_read_counters (ScopeOverlayReader *reader, ScopeMachine *machine, guint budget)
{
  if (machine->tables[SCOPE_TABLE_COUNTERS] == NULL)
    return;
  reader->values = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  reader->growths = g_array_new (FALSE, FALSE, sizeof (Growth));
  reader->lost = scope_lost_times (machine);
  reader->n_lost = 0;
  reader->has_sparks = scope_spark_counts_are_known (machine);
  read_before (reader, machine, MAX ((reader->to - reader->from) / 4, 1));
  scope_overlay_read_table (reader, machine, SCOPE_TABLE_COUNTERS, reader->from, reader->to + 1, budget, 4, on_counter);
  scope_overlay_pass_lost (reader, machine, scope_overlay_own (reader, machine, reader->to + 1), SCOPE_N_COUNTERS);
  if (reader->has_sparks && (reader->request->parts & (SCOPE_OVERLAY_SPARKS | SCOPE_OVERLAY_RATES)))
    scope_overlay_read_sparks (reader, machine, budget);
  for (guint counter = 0; counter < SCOPE_N_COUNTERS && reader->growths->len > 0; counter++)
    if (scope_counter_grows (counter))
      add_growths (reader, machine, counter);
  g_clear_pointer (&reader->growths, g_array_unref);
  g_clear_pointer (&reader->lost, g_array_unref);
  g_clear_pointer (&reader->values, g_hash_table_unref);
}

/* --- how many processors run at once --- */

void
scope_overlay_read_least_most (ScopeOverlayReader *reader)
{
  const ScopeViewport *v = &reader->request->viewport;
  guint n = (guint) MAX (v->width, 0), n_lanes;
  g_autofree ScopeLaneSource *lanes = scope_trace_activity_sources (reader->trace, FALSE, &n_lanes);
  g_autofree gint64 *edges = g_new (gint64, n + 1);
  GArray *extents = reader->overlay->extents;

  /* The columns' own edges: what is said of one is true of what is drawn there. */
  for (guint i = 0; i <= n; i++)
    edges[i] = scope_column_edge (v->first, 0, scope_viewport_scale (v), scope_viewport_left (v) + i);
  g_array_set_size (extents, n);
  if (!scope_least_most_read (lanes, n_lanes, edges, n, reader->cancellable, (ScopeLeastMost *) (gpointer) extents->data))
    g_array_set_size (extents, 0);
}
