/* scope-span-changes.c: see scope-span-changes.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/compare/scope-span-changes.h"

#include "model/base/scope-format.h"
#include "model/trace/spans/scope-span-sums.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_ROWS 10000u

enum
{
  COLUMN_NAME,
  COLUMN_COUNT, /* baseline, run: as of the three below */
  COLUMN_TOTAL = COLUMN_COUNT + 2,
  COLUMN_CHANGE = COLUMN_TOTAL + 2,
  COLUMN_PERCENT,
  COLUMN_MEAN,
  COLUMN_MEAN_PERCENT = COLUMN_MEAN + 2,
  COLUMN_LONGEST,
};

typedef struct
{
  char *name;
  double n[2], total[2], longest[2]; /* baseline, run; times in ns */
} Row;

/* Whether a run has marks that may make spans; of one that has none it is not known what it did. */
typedef struct
{
  gboolean recorded[2];
} Both;

static void
row_clear (gpointer data)
{
  g_free (((Row *) data)->name);
}

static gint
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;
  double more = fabs (y->total[1] - y->total[0]) - fabs (x->total[1] - x->total[0]);

  return more != 0 ? (more > 0 ? 1 : -1) : g_strcmp0 (x->name, y->name);
}

static Row *
row_of (GArray *rows, GHashTable *places, const char *name)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, name));

  if (place == 0)
    {
      const Row fresh = { .name = g_strdup (name) };

      g_array_append_val (rows, fresh);
      place = rows->len;
      g_hash_table_insert (places, g_strdup (name), GUINT_TO_POINTER (place));
    }
  return &g_array_index (rows, Row, place - 1);
}

static gboolean
add_run (GArray *rows, GHashTable *places, const ScopeQueryRange *within, guint side, GError **error)
{
  g_autoptr (ScopeSpanSums) sums = scope_span_sums_read (within, NULL, NULL, 0, error);
  double ns = (double) scope_trace_tick_ps (within->trace) / 1000;

  for (guint i = 0; sums != NULL && i < sums->sums->len; i++)
    {
      const ScopeSpanSum *sum = sums->sums->pdata[i];
      Row *row = row_of (rows, places, scope_span_name (&sums->names, sum->name));

      row->n[side] += (double) sum->tally.n;
      row->total[side] += (double) sum->tally.time * ns;
      row->longest[side] = MAX (row->longest[side], (double) sum->tally.longest * ns);
    }
  return sums != NULL;
}

static double
mean (const Row *row, guint side)
{
  return row->n[side] > 0 ? row->total[side] / row->n[side] : 0;
}

static void
put_row (ScopeReportTable *table, const Both *both, const Row *row)
{
  guint r = scope_report_table_add_row (table, NULL);

  scope_report_table_set_word (table, r, COLUMN_NAME, row->name);
  for (guint side = 0; side < 2; side++)
    {
      if (!both->recorded[side])
        continue;
      scope_report_table_set (table, r, COLUMN_COUNT + side, row->n[side]);
      scope_report_table_set (table, r, COLUMN_TOTAL + side, row->total[side]);
      if (row->n[side] == 0)
        continue;
      scope_report_table_set (table, r, COLUMN_MEAN + side, mean (row, side));
      scope_report_table_set (table, r, COLUMN_LONGEST + side, row->longest[side]);
    }
  if (!both->recorded[0] || !both->recorded[1])
    return;
  scope_report_table_set (table, r, COLUMN_CHANGE, row->total[1] - row->total[0]);
  if (row->total[0] > 0)
    scope_report_table_set (table, r, COLUMN_PERCENT, (row->total[1] - row->total[0]) / row->total[0] * 100);
  if (mean (row, 0) > 0 && row->n[1] > 0)
    scope_report_table_set (table, r, COLUMN_MEAN_PERCENT, (mean (row, 1) - mean (row, 0)) / mean (row, 0) * 100);
}

/* What only one run has is one, too. */
static gboolean
is_change (const Row *row)
{
  return row->n[0] != row->n[1] || row->total[0] != row->total[1] || row->longest[0] != row->longest[1];
}

/* What there is to say above it, or NULL. */
static char *
dup_summary (const Both *both, guint n, guint all)
{
  g_autofree char *shown = scope_format_count (n), *of = scope_format_count (all);

  if (!both->recorded[0])
    return g_strdup (_("The baseline recorded no marks that make spans: what it did is not known"));
  if (!both->recorded[1])
    return g_strdup (_("This run recorded no marks that make spans: what it did is not known"));
  return n < all ? g_strdup_printf (_("The largest %s of %s are shown"), shown, of) : NULL;
}

static ScopeReportTable *
make_table (const Both *both, const GArray *rows, gboolean changed_only)
{
  ScopeReportTable *table = scope_report_table_new (NULL);
  guint n = MIN (rows->len, MOST_ROWS);

  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Name"), "name");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Baseline, Count"), "baseline_count");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("This Run, Count"), "run_count");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Baseline"), "baseline_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("This Run"), "run_ns");
  scope_report_table_add_column (table, SCOPE_CELL_MORE_TIME, _("Change"), "change_ns");
  scope_report_table_add_column (table, SCOPE_CELL_PERCENT, _("Change in %"), "change_percent");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Baseline, Mean"), "baseline_mean_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("This Run, Mean"), "run_mean_ns");
  scope_report_table_add_column (table, SCOPE_CELL_PERCENT, _("Mean, Change in %"), "mean_change_percent");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Baseline, at Most"), "baseline_max_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("This Run, at Most"), "run_max_ns");
  for (guint i = 0; i < n; i++)
    if (!changed_only || is_change (&g_array_index (rows, Row, i)))
      put_row (table, both, &g_array_index (rows, Row, i));
  scope_report_table_take_summary (table, dup_summary (both, n, rows->len));
  return table;
}

ScopeReportTable *
scope_span_changes_read (ScopeComparison *comparison, gint64 from, gint64 to, gboolean changed_only, GCancellable *cancellable,
                         GError **error)
{
  ScopeTimeMap *map = scope_comparison_get_map (comparison);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const ScopeQueryRange baseline = { .trace = scope_comparison_get_baseline (comparison), .from = scope_time_map_to_baseline (map, from),
                                     .to = scope_time_map_to_baseline (map, to), .cancellable = cancellable },
                        run = { .trace = scope_comparison_get_run (comparison), .from = from, .to = to, .cancellable = cancellable };
  const Both both = { { scope_spans_why_not (baseline.trace) == NULL, scope_spans_why_not (run.trace) == NULL } };

  g_array_set_clear_func (rows, row_clear);
  if (!add_run (rows, places, &baseline, 0, error) || !add_run (rows, places, &run, 1, error))
    return NULL;
  g_array_sort (rows, compare_rows);
  return make_table (&both, rows, changed_only);
}

gboolean
scope_span_changes_can (ScopeComparison *comparison)
{
  return scope_spans_why_not (scope_comparison_get_run (comparison)) == NULL
         || scope_spans_why_not (scope_comparison_get_baseline (comparison)) == NULL;
}
