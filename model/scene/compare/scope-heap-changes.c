/* scope-heap-changes.c: see scope-heap-changes.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/compare/scope-heap-changes.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/scene/profile/scope-profile-table.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-query-range.h"
#include "model/trace/profile/scope-profile.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_ROWS 10000u

enum
{
  COLUMN_PROFILE,
  COLUMN_BAND,
  COLUMN_BASELINE,
  COLUMN_RUN,
  COLUMN_CHANGE,
  COLUMN_PERCENT,
  COLUMN_BASELINE_MOST,
  COLUMN_RUN_MOST,
};

typedef struct
{
  char *name; /* "": all bands together */
  guint8 profile;
  gboolean is_whole;
  double mean[2], most[2]; /* baseline, run */
} Row;

static void
row_clear (gpointer data)
{
  g_free (((Row *) data)->name);
}

static gint
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;
  double more = fabs (y->mean[1] - y->mean[0]) - fabs (x->mean[1] - x->mean[0]);

  if (x->profile != y->profile)
    return (int) x->profile - (int) y->profile;
  if (x->is_whole != y->is_whole)
    return y->is_whole - x->is_whole;
  return more != 0 ? (more > 0 ? 1 : -1) : g_strcmp0 (x->name, y->name);
}

typedef struct
{
  GArray *rows;        /* Row */
  GHashTable *places;  /* of a profile and a name: its place in `rows` + 1 */
  gboolean has[2][SCOPE_N_PROFILES]; /* whether the run has samples of that profile: else its bytes are not known */
} Rows;

/* `n`: samples that there are. */
static void
add (Rows *rows, guint side, const ScopeBandSum *sum, const char *name, guint64 n)
{
  g_autofree char *key = g_strdup_printf ("%u %u %s", sum->profile, sum->band == 0, name);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (rows->places, key));
  Row *row;

  if (place == 0)
    {
      const Row fresh = { .name = g_strdup (name), .profile = sum->profile, .is_whole = sum->band == 0 };

      g_array_append_val (rows->rows, fresh);
      place = rows->rows->len;
      g_hash_table_insert (rows->places, g_steal_pointer (&key), GUINT_TO_POINTER (place));
    }
  row = &g_array_index (rows->rows, Row, place - 1);
  rows->has[side][sum->profile] = TRUE;
  row->mean[side] += (double) sum->sum / (double) MAX (n, 1);
  row->most[side] = MAX (row->most[side], (double) sum->most);
}

/* Profile by profile the whole comes first. */
static gboolean
add_run (Rows *rows, ScopeTrace *trace, guint side, gint64 from, gint64 to, GCancellable *cancellable, GError **error)
{
  const ScopeQueryRange within = { .trace = trace, .from = from, .to = to, .cancellable = cancellable };
  g_autoptr (GArray) sums = scope_profile_sum (&within, error), bands = NULL;
  guint32 machine = SCOPE_NONE;
  guint64 n = 0;

  if (sums == NULL)
    return FALSE;
  SCOPE_EACH (const ScopeBandSum, sum, sums)
    {
      g_autofree char *name = NULL;

      if (scope_profile_is_of_code (sum->profile))
        continue;
      if (sum->machine != machine)
        {
          g_clear_pointer (&bands, g_array_unref);
          bands = scope_bands_read (scope_trace_machine (trace, sum->machine), error);
          machine = sum->machine;
        }
      if (bands == NULL)
        return FALSE;
      if (sum->band == 0)
        n = sum->n;
      name = scope_band_name (bands, sum->band);
      if (sum->n > 0)
        add (rows, side, sum, name, n);
    }
  return TRUE;
}

static void
put_row (ScopeReportTable *table, const Rows *rows, const Row *row)
{
  guint r = scope_report_table_add_row (table, &(const ScopeReportTableRow) { 0 });

  scope_report_table_set_term (table, r, COLUMN_PROFILE, scope_profile_word (row->profile), scope_profile_name (row->profile));
  scope_report_table_set_term (table, r, COLUMN_BAND, row->is_whole ? _("All Bands") : row->name, row->name);
  for (guint side = 0; side < 2; side++)
    if (rows->has[side][row->profile])
      {
        scope_report_table_set (table, r, side == 0 ? COLUMN_BASELINE : COLUMN_RUN, row->mean[side]);
        scope_report_table_set (table, r, side == 0 ? COLUMN_BASELINE_MOST : COLUMN_RUN_MOST, row->most[side]);
      }
  if (!rows->has[0][row->profile] || !rows->has[1][row->profile])
    return;
  scope_report_table_set_quantity (table, r, COLUMN_CHANGE, SCOPE_QUANTITY_HEAP_LIVE, round (row->mean[1] - row->mean[0]));
  if (row->mean[0] > 0)
    scope_report_table_set (table, r, COLUMN_PERCENT, (row->mean[1] - row->mean[0]) / row->mean[0] * 100);
}

/* What only one run has is one, too. */
static gboolean
is_change (const Row *row)
{
  return row->mean[0] != row->mean[1] || row->most[0] != row->most[1];
}

static ScopeReportTable *
make_table (const Rows *rows, gboolean changed_only)
{
  ScopeReportTable *table = scope_report_table_new (NULL);
  guint n = MIN (rows->rows->len, MOST_ROWS);

  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Profile"), "profile");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Band"), "band");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Baseline"), "baseline_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("This Run"), "run_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_CHANGE, _("Change"), "change_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_PERCENT, _("Change in %"), "change_percent");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Baseline, at Most"), "baseline_max_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("This Run, at Most"), "run_max_bytes");
  for (guint i = 0; i < n; i++)
    if (!changed_only || is_change (&g_array_index (rows->rows, Row, i)))
      put_row (table, rows, &g_array_index (rows->rows, Row, i));
  if (n < rows->rows->len)
    {
      g_autofree char *shown = scope_format_count (n), *all = scope_format_count (rows->rows->len);

      scope_report_table_take_summary (table, g_strdup_printf (_("The largest %s of %s are shown"), shown, all));
    }
  return table;
}

ScopeReportTable *
scope_heap_changes_read (ScopeComparison *comparison, gint64 from, gint64 to, gboolean changed_only, GCancellable *cancellable,
                         GError **error)
{
  ScopeTimeMap *map = scope_comparison_get_map (comparison);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Rows all = { .rows = rows, .places = places };

  g_array_set_clear_func (rows, row_clear);
  if (!add_run (&all, scope_comparison_get_baseline (comparison), 0, scope_time_map_to_baseline (map, from),
                scope_time_map_to_baseline (map, to), cancellable, error)
      || !add_run (&all, scope_comparison_get_run (comparison), 1, from, to, cancellable, error))
    return NULL;
  g_array_sort (rows, compare_rows);
  return make_table (&all, changed_only);
}

gboolean
scope_heap_changes_can (ScopeComparison *comparison)
{
  return scope_trace_has_rows (scope_comparison_get_run (comparison), SCOPE_TABLE_BAND_SAMPLES)
         || scope_trace_has_rows (scope_comparison_get_baseline (comparison), SCOPE_TABLE_BAND_SAMPLES);
}
