/* scope-migration-matrix.c: see scope-migration-matrix.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/migrations/scope-migration-matrix.h"

#include "model/scene/migrations/scope-migration-paths.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/scene/matrix/scope-matrix-lanes.h"

#include <glib/gi18n-lib.h>
#include <math.h>

const ScopeMatrixMeasure scope_migration_measures[SCOPE_MIGRATION_N_MEASURES] = {
  [SCOPE_MIGRATION_MEASURE_COUNT] = { N_("Migrations"), N_("migrations"), SCOPE_MATRIX_SUM, SCOPE_MATRIX_NUMBER },
  [SCOPE_MIGRATION_MEASURE_WAIT] = { N_("Mean Wait"), NULL, SCOPE_MATRIX_MEAN, SCOPE_MATRIX_DURATION },
  [SCOPE_MIGRATION_MEASURE_LONGEST] = { N_("Longest Wait"), NULL, SCOPE_MATRIX_MOST, SCOPE_MATRIX_DURATION },
};

ScopeMatrix *
scope_migration_matrix_read (const ScopeQueryRange *within, ScopeMatrixOrder order, GError **error)
{
  g_autoptr (GArray) pairs = scope_migrations_pairs (within, TRUE, error);
  g_autoptr (GArray) rows = NULL;
  GHashTable *lines;
  ScopeMatrix *matrix;

  if (pairs == NULL)
    return NULL;
  matrix = scope_matrix_new_translated (scope_migration_measures, SCOPE_MIGRATION_N_MEASURES, within->trace);
  scope_matrix_set_axes (matrix, _("from"), _("to"));
  rows = scope_migration_paths_rows (within->trace);
  lines = scope_matrix_add_lanes (matrix, within->trace, rows);
  for (guint i = 0; i < pairs->len; i++)
    {
      const ScopeMigrationPair *pair = &g_array_index (pairs, ScopeMigrationPair, i);
      guint32 row, column;
      double value[SCOPE_MIGRATION_N_MEASURES] = { (double) pair->count, NAN, NAN };

      if (!scope_matrix_find_lanes (lines, pair->machine, pair->from, pair->to, &row, &column))
        continue;
      if (pair->waits > 0)
        {
          value[SCOPE_MIGRATION_MEASURE_WAIT] = (double) pair->wait / (double) pair->waits;
          value[SCOPE_MIGRATION_MEASURE_LONGEST] = (double) pair->longest;
        }
      scope_matrix_add_cell (matrix, row, column, value, (double) pair->waits, i);
    }
  g_hash_table_unref (lines);
  scope_matrix_set_sources (matrix, pairs);
  scope_matrix_finish (matrix, order);
  return matrix;
}

/* A whole row or column. */
static char *
describe_line (ScopeMatrix *matrix, gboolean column, guint place)
{
  const ScopeMatrixLine *line = column ? scope_matrix_column (matrix, place) : scope_matrix_row (matrix, place);
  double n = line->n_cells > 0 ? line->value[SCOPE_MIGRATION_MEASURE_COUNT] : 0;
  g_autofree char *count = scope_format_count ((guint64) n);

  /* TRANSLATORS: a processor, and how many tasks came to it */
  return column ? g_strdup_printf (_("%s: %s come"), line->title, count)
                /* TRANSLATORS: a processor, and how many tasks left it */
                : g_strdup_printf (_("%s: %s go"), line->title, count);
}

char *
scope_migration_matrix_describe (ScopeMatrix *matrix, int row, int column)
{
  const ScopeMigrationPair *pair = scope_matrix_source (matrix, row, column);
  g_autofree char *count = NULL, *moves = NULL, *waits = NULL, *mean = NULL, *longest = NULL;
  const char *from, *to;
  gint64 tick_ps = scope_matrix_tick_ps (matrix);

  if (row < 0 && column < 0)
    return g_strdup ("");
  if (row < 0 || column < 0)
    return describe_line (matrix, row < 0, (guint) MAX (row, column));
  from = scope_matrix_row (matrix, (guint) row)->title;
  to = scope_matrix_column (matrix, (guint) column)->title;
  if (pair == NULL)
    /* TRANSLATORS: two processors */
    return g_strdup_printf (_("Nothing went from %s to %s"), from, to);
  count = scope_format_count (pair->count);
  moves = g_strdup_printf (ngettext ("%s migration", "%s migrations", (gulong) pair->count), count);
  if (pair->waits == 0)
    return g_strdup_printf ("%s → %s: %s", from, to, moves);
  waits = scope_format_count (pair->waits);
  mean = scope_format_duration ((double) pair->wait / (double) pair->waits, tick_ps);
  longest = scope_format_duration ((double) pair->longest, tick_ps);
  /* TRANSLATORS: two processors, “12 migrations”, a number, two durations */
  return g_strdup_printf (
      _("%s → %s: %s\n%s became ready here and ran there next, after %s on average, %s at most"), from, to,
      moves, waits, mean, longest);
}
