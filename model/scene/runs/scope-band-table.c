/* scope-band-table.c: a band and the totals of its runs, as tables and in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/runs/scope-band-scene.h"

#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <math.h>

static char *
format_value (const ScopeRunBand *band, ScopeBandQuantity quantity, double value)
{
  return band->share && quantity != SCOPE_BAND_READY ? scope_format_share (value) : scope_format_number (value);
}

char *
scope_band_dup_column_text (const ScopeRunBand *band, ScopeRunSet *set, ScopeBandQuantity quantity, guint run, guint column)
{
  ScopeVariation v;
  double from = (double) (band->edges[column] - band->from), to = (double) (band->edges[column + 1] - band->from);
  g_autofree char *range = scope_format_time_range (from, to, band->tick_ps), *mean = NULL, *least = NULL, *greatest = NULL;
  g_autoptr (GString) text = NULL;
  double own = run != SCOPE_NONE ? scope_run_band_value (band, quantity, run, column) : NAN;

  scope_run_band_vary (band, quantity, column, run, &v);
  mean = format_value (band, quantity, v.mean);
  least = format_value (band, quantity, v.least);
  greatest = format_value (band, quantity, v.greatest);
  text = g_string_new (NULL);
  if (v.n > 0)
    /* TRANSLATORS: range of time, mean, number of runs, least, greatest */
    g_string_append_printf (text, ngettext ("%s: mean %s of %u run (%s–%s)", "%s: mean %s of %u runs (%s–%s)", v.n), range, mean,
                            v.n, least, greatest);
  else
    g_string_append_printf (text, _("%s: no run"), range);
  if (isfinite (own))
    {
      g_autofree char *value = format_value (band, quantity, own);
      gboolean outside = v.n > 1 && (own > v.greatest + band->grain || own < v.least - band->grain);

      /* TRANSLATORS: name of a run, value, empty or “more than all” */
      g_string_append_printf (text, _("; %s: %s%s"), scope_run_set_name (set, run), value,
                              !outside ? "" : own > v.greatest ? _(", more than all") : _(", less than all"));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

ScopeReportTable *
scope_band_table_new (const ScopeRunBand *band, ScopeRunSet *set, ScopeBandQuantity quantity)
{
  ScopeReportTable *table = scope_report_table_new (NULL);
  ScopeCellKind kind = band->share && quantity != SCOPE_BAND_READY ? SCOPE_CELL_SHARE : SCOPE_CELL_NUMBER;
  double ns = (double) band->tick_ps / 1000;

  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("From"), "from_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Until"), "to_ns");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Runs"), "runs");
  scope_report_table_add_column (table, kind, _("Mean"), "mean");
  scope_report_table_add_column (table, kind, _("Deviation"), "deviation");
  scope_report_table_add_column (table, kind, _("Least"), "min");
  scope_report_table_add_column (table, kind, _("25 %"), "lower");
  scope_report_table_add_column (table, kind, _("Median"), "median");
  scope_report_table_add_column (table, kind, _("75 %"), "upper");
  scope_report_table_add_column (table, kind, _("Greatest"), "max");
  for (guint i = 0; i < band->n_runs; i++)
    {
      g_autofree char *name = g_strdup_printf ("run_%u", i + 1);

      scope_report_table_add_column (table, kind, scope_run_set_name (set, i), name);
    }
  for (guint c = 0; c < band->n; c++)
    {
      guint row = scope_report_table_add_row (table, NULL);
      ScopeVariation v;

      scope_run_band_vary (band, quantity, c, SCOPE_NONE, &v);
      scope_report_table_set (table, row, 0, (double) band->edges[c] * ns);
      scope_report_table_set (table, row, 1, (double) band->edges[c + 1] * ns);
      scope_report_table_set (table, row, 2, v.n);
      if (v.n > 0)
        {
          const double figures[] = { v.mean, v.n > 1 ? v.deviation : NAN, v.least, v.lower, v.median, v.upper, v.greatest };

          for (guint f = 0; f < G_N_ELEMENTS (figures); f++)
            scope_report_table_set (table, row, 3 + f, figures[f]);
        }
      for (guint i = 0; i < band->n_runs; i++)
        scope_report_table_set (table, row, 10 + i, scope_run_band_value (band, quantity, i, c));
    }
  return table;
}

/* --- totals --- */

static void
add_total (ScopeReportTable *table, ScopeRunSet *set, ScopeRunQuantity quantity, guint run)
{
  const ScopeRunSummary *summary = run != SCOPE_NONE ? scope_run_set_summary (set, run) : NULL;
  const ScopeReportTableRow kind = { .is_time = scope_run_quantity_is_time (quantity) };
  ScopeVariation v;
  guint row;
  double own = summary != NULL ? summary->values[quantity] : NAN;

  scope_run_set_vary (set, quantity, run, &v);
  if (v.n == 0 || (v.greatest == 0 && !(own > 0)))
    return;
  row = scope_report_table_add_row (table, &kind);
  scope_report_table_set_word (table, row, 0, scope_run_quantity_title (quantity));
  scope_report_table_set_word (table, row, 8, kind.is_time ? "ns" : "");
  scope_report_table_set (table, row, 1, v.mean);
  scope_report_table_set (table, row, 2, v.n > 1 ? v.deviation : NAN);
  scope_report_table_set (table, row, 3, v.least);
  scope_report_table_set (table, row, 4, v.greatest);
  if (v.mean > 0 && v.n > 1)
    scope_report_table_set (table, row, 5, v.deviation / v.mean);
  if (!isfinite (own))
    return;
  scope_report_table_set (table, row, 6, own);
  if (v.n > 1)
    scope_report_table_set_word (table, row, 7,
                                 !scope_variation_is_outside (&v, own) ? _("as the others")
                                 : own > v.greatest                    ? _("▲ more than all")
                                                                       : _("▼ less than all"));
}

ScopeReportTable *
scope_run_totals_table_new (ScopeRunSet *set, guint run)
{
  ScopeReportTable *table = scope_report_table_new (NULL);

  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Quantity"), "quantity");
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("Mean"), "mean");
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("Deviation"), "deviation");
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("Least"), "min");
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("Greatest"), "max");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Deviation / Mean"), "deviation_share");
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("Run Chosen"), "run");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Against Others"), "against");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Unit"), "unit");
  scope_report_table_hide_column (table, 8); /* figures are shown with theirs */
  if (run == SCOPE_NONE)
    {
      scope_report_table_hide_column (table, 6);
      scope_report_table_hide_column (table, 7);
    }
  for (guint q = 0; q < SCOPE_N_RUN_QUANTITIES; q++)
    add_total (table, set, (ScopeRunQuantity) q, run);
  return table;
}
