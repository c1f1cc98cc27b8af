/* scope-lock-matrix.c: who waits for whom, and who takes lines from whom, as a matrix of processors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/locks/scope-lock-contention.h"

#include "model/trace/locks/scope-coherence.h"
#include "model/trace/locks/scope-locks.h"
#include "model/scene/matrix/scope-matrix-lanes.h"

#include <glib/gi18n-lib.h>
#include <math.h>

const ScopeMatrixMeasure scope_contention_measures[2][SCOPE_CONTENTION_MEASURES] = {
  { { N_("Time Waited"), NULL, SCOPE_MATRIX_SUM, SCOPE_MATRIX_DURATION },
    { N_("Waits"), N_("waits"), SCOPE_MATRIX_SUM, SCOPE_MATRIX_NUMBER },
    { N_("Longest Wait"), NULL, SCOPE_MATRIX_MOST, SCOPE_MATRIX_DURATION },
    { N_("Held Thereafter"), NULL, SCOPE_MATRIX_SUM, SCOPE_MATRIX_DURATION } },
  { { N_("Misses"), N_("misses"), SCOPE_MATRIX_SUM, SCOPE_MATRIX_NUMBER },
    { N_("Time Lost"), NULL, SCOPE_MATRIX_SUM, SCOPE_MATRIX_DURATION },
    { N_("Longest Miss"), NULL, SCOPE_MATRIX_MOST, SCOPE_MATRIX_DURATION },
    { N_("False Sharing"), N_("misses"), SCOPE_MATRIX_SUM, SCOPE_MATRIX_NUMBER } },
};

/* Rows, which are the columns too. */
static GHashTable *
add_lines (ScopeMatrix *matrix, ScopeTrace *trace)
{
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      guint n;
      g_autofree guint32 *processors = scope_lock_processors (scope_trace_machine (trace, m), &n);

      for (guint i = 0; i < n; i++)
        {
          ScopeLaneId lane = { m, SCOPE_KIND_PROCESSOR, processors[i] };

          g_array_append_val (lanes, lane);
        }
    }
  return scope_matrix_add_lanes (matrix, trace, lanes);
}

static ScopeContentionSpot
make_spot (ScopeTrace *trace, guint32 machine, gint64 processor, gint64 from, gint64 to, guint64 address)
{
  ScopeContentionSpot spot = { .from = from, .to = to, .address = address };

  spot.lane = (ScopeLaneId) { machine, SCOPE_KIND_PROCESSOR,
                              processor < 0 || processor > G_MAXUINT16
                                  ? SCOPE_NONE
                                  : scope_machine_find_processor (scope_trace_machine (trace, machine), (guint) processor) };
  spot.has_lane = spot.lane.index != SCOPE_NONE;
  return spot;
}

/* Row r takes from, or waits for, column c. */
static void
add_cell (ScopeMatrix *matrix, GHashTable *lines, guint32 machine, gint64 r, gint64 c, const double *value, double weight,
          GArray *spots, ScopeContentionSpot spot)
{
  guint32 row, column;

  if (!scope_matrix_find_lanes (lines, machine, r, c, &row, &column))
    return;
  g_array_append_val (spots, spot);
  scope_matrix_add_cell (matrix, row, column, value, weight, spots->len - 1);
}

static gboolean
add_locks (const ScopeQueryRange *within, ScopeMatrix *matrix, GHashTable *lines, GArray *spots, GError **error)
{
  g_autoptr (GArray) sums = scope_locks_sum (within, SCOPE_LOCKS_BY_PAIR, error);

  for (guint i = 0; sums != NULL && i < sums->len; i++)
    {
      const ScopeLockSum *sum = &g_array_index (sums, ScopeLockSum, i);
      const ScopeLockUse *longest = &sum->longest;
      const double value[] = { (double) sum->wait, (double) sum->count, (double) sum->wait_max, (double) sum->hold };

      add_cell (matrix, lines, sum->machine, sum->processor, sum->blocked_by, value, (double) sum->count, spots,
                make_spot (within->trace, sum->machine, sum->processor, longest->wait_from, longest->wait_to,
                           longest->lock));
    }
  return sums != NULL;
}

static gboolean
add_misses (const ScopeQueryRange *within, ScopeMatrix *matrix, GHashTable *lines, GArray *spots, GError **error)
{
  g_autoptr (GArray) sums = scope_coherence_sum (within, SCOPE_COHERENCE_PER_PROCESSOR, error);

  for (guint i = 0; sums != NULL && i < sums->len; i++)
    {
      const ScopeCoherenceSum *sum = &g_array_index (sums, ScopeCoherenceSum, i);
      const ScopeCoherenceMiss *longest = &sum->longest;
      gboolean known = sum->known_false + sum->known_true > 0;
      const double value[] = { (double) sum->count, sum->timed > 0 ? (double) sum->latency : NAN,
                               sum->timed > 0 ? (double) sum->latency_max : NAN, known ? (double) sum->known_false : NAN };

      add_cell (matrix, lines, sum->machine, sum->by_processor, sum->processor, value, (double) sum->timed, spots,
                make_spot (within->trace, sum->machine, sum->processor, longest->time,
                           scope_time_add (longest->time, MAX (longest->latency, 0)), longest->line));
    }
  return sums != NULL;
}

ScopeMatrix *
scope_contention_matrix_read (const ScopeQueryRange *within, ScopeContentionTopic topic, GError **error)
{
  g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (ScopeContentionSpot));
  g_autoptr (GHashTable) lines = NULL;
  g_autoptr (ScopeMatrix) matrix
      = scope_matrix_new_translated (scope_contention_measures[topic], SCOPE_CONTENTION_MEASURES, within->trace);
  gboolean ok;

  if (topic == SCOPE_CONTENTION_LOCKS)
    /* TRANSLATORS: over rows and columns of a matrix: who waits, and for whom */
    scope_matrix_set_axes (matrix, C_("matrix", "waits"), C_("matrix", "for"));
  else
    /* TRANSLATORS: over rows and columns of a matrix: who takes lines, and from whom */
    scope_matrix_set_axes (matrix, C_("matrix", "takes"), C_("matrix", "from"));
  lines = add_lines (matrix, within->trace);
  ok = topic == SCOPE_CONTENTION_LOCKS ? add_locks (within, matrix, lines, spots, error)
                                    : add_misses (within, matrix, lines, spots, error);
  if (!ok)
    return NULL;
  scope_matrix_set_sources (matrix, spots);
  scope_matrix_finish (matrix, SCOPE_MATRIX_ORDER_ID);
  return g_steal_pointer (&matrix);
}

/* --- words --- */

/* A whole row or column. */
static char *
describe_line (ScopeMatrix *matrix, ScopeContentionTopic topic, gboolean column, guint place)
{
  const ScopeMatrixLine *line = column ? scope_matrix_column (matrix, place) : scope_matrix_row (matrix, place);
  double value = line->n_cells > 0 ? line->value[0] : 0;
  g_autofree char *text = scope_matrix_format (matrix, 0, value, FALSE);

  if (topic == SCOPE_CONTENTION_LOCKS)
    /* TRANSLATORS: a processor and a duration */
    return column ? g_strdup_printf (_("%s was waited for, %s in all"), line->title, text)
                  /* TRANSLATORS: a processor and a duration */
                  : g_strdup_printf (_("%s waited for others, %s in all"), line->title, text);
  /* TRANSLATORS: a processor and “12 misses” */
  return column ? g_strdup_printf (_("%s had lines taken: %s"), line->title, text)
                /* TRANSLATORS: a processor and “12 misses” */
                : g_strdup_printf (_("%s took lines from others: %s"), line->title, text);
}

char *
scope_contention_matrix_describe (ScopeMatrix *matrix, ScopeContentionTopic topic, int row, int column)
{
  const ScopeMatrixCell *cell;
  const char *from, *to;
  g_autofree char *first = NULL, *second = NULL, *third = NULL, *fourth = NULL;

  if (row < 0 && column < 0)
    return g_strdup ("");
  if (row < 0 || column < 0)
    return describe_line (matrix, topic, row < 0, (guint) MAX (row, column));
  from = scope_matrix_row (matrix, (guint) row)->title;
  to = scope_matrix_column (matrix, (guint) column)->title;
  cell = scope_matrix_cell (matrix, (guint) row, (guint) column);
  if (cell == NULL)
    /* TRANSLATORS: two processors */
    return topic == SCOPE_CONTENTION_LOCKS ? g_strdup_printf (_("%s never waited for %s"), from, to)
                                        /* TRANSLATORS: two processors */
                                        : g_strdup_printf (_("%s took no line from %s"), from, to);
  first = scope_matrix_format (matrix, 0, cell->value[0], FALSE);
  second = scope_matrix_format (matrix, 1, cell->value[1], FALSE);
  third = scope_matrix_format (matrix, 2, cell->value[2], FALSE);
  if (topic == SCOPE_CONTENTION_LOCKS)
    /* TRANSLATORS: two processors, a duration, “12 waits”, a duration */
    return g_strdup_printf (_("%s waited for %s: %s\n%s, the longest %s"), from, to, first, second, third);
  if (isnan (cell->value[1]))
    /* TRANSLATORS: two processors, “12 misses” */
    return g_strdup_printf (_("%s took lines from %s: %s"), from, to, first);
  fourth = isnan (cell->value[3]) ? g_strdup (_("unknown")) : scope_matrix_format (matrix, 3, cell->value[3], FALSE);
  /* TRANSLATORS: two processors, “12 misses”, two durations, “3 misses” */
  return g_strdup_printf (_("%s took lines from %s: %s\n%s lost, the longest %s; false sharing: %s"), from, to, first, second,
                          third, fourth);
}
