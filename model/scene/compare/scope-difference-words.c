/* scope-difference-words.c: what a difference is at a place, in words; and where a row differs most.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/compare/scope-difference-private.h"

#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Columns [from, to) of a row, joined into one: what a stretch shows. */
static void
sum_columns (const ScopeDifferenceStrip *strip, guint from, guint to, ScopeDifferenceColumn *sum)
{
  for (guint c = from; c < to; c++)
    {
      const ScopeDifferenceColumn *column = &strip->columns[c];

      for (guint s = 0; s < SCOPE_N_STATES; s++)
        {
          sum->run[s] += column->run[s];
          sum->baseline[s] += column->baseline[s];
          /* What a cut bin leaves open on one side of an inner edge it takes away on the other: only those at the ends stay. */
          sum->slack[s] = MAX (sum->slack[s], (float) (column->slack[s] * column->run_width));
        }
      sum->run_width += column->run_width;
      sum->baseline_width += column->baseline_width;
    }
}

/* Sums made by sum_columns() to what changed in them. */
static void
finish_sum (ScopeDifferenceColumn *sum)
{
  double a = sum->run_width > 0 ? 1 / sum->run_width : 0, b = sum->baseline_width > 0 ? 1 / sum->baseline_width : 0;
  double open = sum->run[SCOPE_STATE_UNKNOWN] * a + sum->baseline[SCOPE_STATE_UNKNOWN] * b;

  for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
    {
      double change = sum->run[s] * a - sum->baseline[s] * b;
      double slack = 2 * sum->slack[s] * a + open + 1e-9;

      sum->slack[s] = (float) slack;
      sum->change[s] = fabs (change) > slack ? (float) change : 0;
    }
}

gboolean
scope_difference_visible (const ScopeDifferenceBuild *b, const ScopeDifferenceRow *row, ScopeDifferenceColumn *sum)
{
  gint64 left = scope_viewport_left (b->viewport), right = left + b->viewport->width;

  *sum = (ScopeDifferenceColumn) { 0 };
  for (gint64 i = scope_difference_strip_index (left); i <= scope_difference_strip_index (right - 1); i++)
    {
      ScopeDifferenceKept *kept = scope_difference_get (b, row, i);
      gint64 x = i * SCOPE_STRIP_COLUMNS;

      if (kept == NULL || kept->strip->missing > 0)
        return FALSE;
      sum_columns (kept->strip, (guint) MAX (left - x, 0), (guint) MIN (right - x, SCOPE_STRIP_COLUMNS), sum);
    }
  finish_sum (sum);
  return TRUE;
}

/* --- words --- */

static char *
state_words (ScopeTrace *run, ScopeTrace *baseline, const ScopeDifferenceColumn *column, guint s, double lanes)
{
  double ratio = (double) scope_trace_tick_ps (baseline) / (double) scope_trace_tick_ps (run);
  double change = column->change[s], ticks = column->run[s] - column->baseline[s] * ratio;
  g_autofree char *time = scope_format_duration (fabs (ticks), scope_trace_tick_ps (run));
  const char *label = scope_trace_state_label (run, (ScopeState) s), *sign = change > 0 ? "+" : "−";
  const char *time_sign = ticks > 0 ? "+" : ticks < 0 ? "−" : "±";
  double percent = lanes > 0 ? 100 * fabs (change) / lanes : 0;

  if (lanes <= 0)
    return g_strdup_printf ("%s%.3g %s (%s%s)", sign, fabs (change), label, time_sign, time);
  return g_strdup_printf (percent < 0.1 ? "%s<%.1f %% %s (%s%s)" : percent < 10 ? "%s%.1f %% %s (%s%s)"
                                                                                 : "%s%.0f %% %s (%s%s)",
                          sign, MAX (percent, 0.1), label, time_sign, time);
}

/* "+12 % running (+38 ms)", a line each for at most `most` states, the largest change first; NULL if there is none. `lanes` is
 * what 100 % are; 0: a number is said instead. Free with g_free(). */
static char *
column_words (ScopeTrace *run, ScopeTrace *baseline, const ScopeDifferenceColumn *column, double lanes, guint most)
{
  GString *words = g_string_new (NULL);
  guint said = 0;

  for (guint n = 0; n < most; n++)
    {
      guint largest = SCOPE_N_STATES;

      for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
        if (column->change[s] != 0 && (said & (1u << s)) == 0
            && (largest == SCOPE_N_STATES || fabsf (column->change[s]) > fabsf (column->change[largest])))
          largest = s;
      if (largest == SCOPE_N_STATES)
        break;
      said |= 1u << largest;
      g_autofree char *one = state_words (run, baseline, column, largest, lanes);

      g_string_append_printf (words, "%s%s", words->len > 0 ? "\n" : "", one);
    }
  return g_string_free (words, words->len == 0);
}

/* "1.20–1.21 s · 1.35–1.36 s in the baseline". */
static char *
where_words (const ScopeDifferenceBuild *b, gint64 x)
{
  double scale = scope_viewport_scale (b->viewport);
  gint64 t0 = b->first + llround ((double) x * scale), t1 = b->first + llround ((double) (x + 1) * scale);
  gint64 m0 = scope_time_map_to_baseline (b->map, t0), m1 = scope_time_map_to_baseline (b->map, t1);
  gint64 first, last;
  ScopeClock run = scope_view_get_clock (b->rows->run_view), baseline = scope_view_get_clock (b->rows->baseline_view);
  g_autofree char *here = scope_clock_range (&run, (double) t0, (double) MAX (t1, t0 + 1));
  g_autofree char *there = scope_clock_range (&baseline, (double) m0, (double) MAX (m1, m0 + 1));

  scope_trace_range (b->rows->baseline, &first, &last);
  if (m1 <= first)
    return g_strdup_printf (_("%s · before the baseline begins"), here);
  if (m0 >= last)
    return g_strdup_printf (_("%s · after the baseline’s end"), here);
  return g_strdup_printf (_("%s · baseline %s"), here, there);
}

char *
scope_difference_describe (ScopeDifferenceRows *rows, const ScopeTimeMap *map, guint i, double x, ScopeTileGetter *run,
                           ScopeTileGetter *baseline, ScopeDifferenceCache *cache)
{
  const ScopeDifferenceRow *row = i < scope_difference_rows_n (rows) ? scope_difference_rows_get (rows, i) : NULL;
  ScopeDifferenceBuild b;
  ScopeDifferenceKept *kept;
  gint64 world;
  const ScopeDifferenceColumn *column;
  double lanes;
  g_autofree char *words = NULL, *where = NULL;

  if (row == NULL)
    return NULL;
  scope_difference_build_init (&b, rows, map, run, baseline, cache);
  world = (gint64) floor (x) + scope_viewport_left (b.viewport);
  kept = scope_difference_get (&b, row, scope_difference_strip_index (world));
  if (kept == NULL)
    return NULL;
  column = &kept->strip->columns[world - kept->strip->x];
  lanes = kept->strip->counts ? 0 : kept->lanes;
  where = where_words (&b, world);
  words = column_words (rows->run, rows->baseline, column, lanes, 2);
  if (words == NULL && (column->run[SCOPE_STATE_UNKNOWN] > 0 || column->baseline[SCOPE_STATE_UNKNOWN] > 0))
    words = g_strdup (_("not known in one of the runs"));
  return g_strdup_printf ("%s\n%s\n%s", row->title, where, words != NULL ? words : _("no difference"));
}

/* --- where it differs most --- */

static double
distance (const ScopeDifferenceColumn *column, guint state)
{
  double sum = 0;

  if (state < SCOPE_N_STATES)
    return fabsf (column->change[state]);
  for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
    sum += fabsf (column->change[s]);
  return sum;
}

gboolean
scope_difference_find_most (ScopeDifferenceRows *rows, const ScopeTimeMap *map, guint i, guint state, ScopeTileGetter *run,
                            ScopeTileGetter *baseline, ScopeDifferenceCache *cache, gint64 *ret_from, gint64 *ret_to)
{
  const ScopeDifferenceRow *row = i < scope_difference_rows_n (rows) ? scope_difference_rows_get (rows, i) : NULL;
  ScopeDifferenceBuild b;
  guint width, window, best = 0;
  g_autofree double *sums = NULL;
  double most = 0, scale;
  gint64 left;

  if (row == NULL)
    return FALSE;
  scope_difference_build_init (&b, rows, map, run, baseline, cache);
  width = (guint) b.viewport->width;
  window = MAX (width / 6, 1);
  left = scope_viewport_left (b.viewport);
  sums = g_new0 (double, width + 1);
  for (guint c = 0; c < width; c++)
    {
      ScopeDifferenceKept *kept = scope_difference_get (&b, row, scope_difference_strip_index (left + c));

      sums[c + 1] = sums[c] + (kept != NULL ? distance (&kept->strip->columns[left + c - kept->strip->x], state) : 0);
    }
  for (guint c = 0; c + window <= width; c++)
    if (sums[c + window] - sums[c] > most)
      {
        most = sums[c + window] - sums[c];
        best = c;
      }
  scale = scope_viewport_scale (b.viewport);
  *ret_from = b.first + llround ((double) (left + best) * scale);
  *ret_to = b.first + llround ((double) (left + best + window) * scale);
  return most > 0;
}
