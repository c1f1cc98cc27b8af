/* scope-report-panel.c: see scope-report-panel.h. The plot is drawn of the very table that is shown below it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/statistics/scope-report-panel.h"

#include "model/scene/statistics/scope-load-scene.h"
#include "model/scene/statistics/scope-report.h"

#include <glib/gi18n.h>

#define PLOT_HEIGHT 150 /* at most: less where the table below it would have no room for its rows, but … */
#define LEAST_HEIGHT 72 /* … one plot with its ruler and words */

struct _ScopeReportPanel
{
  ScopePlotTablePanel plots;
};

G_DEFINE_FINAL_TYPE (ScopeReportPanel, scope_report_panel, SCOPE_TYPE_PLOT_TABLE_PANEL)

static ScopeReportTable *
make_sheet (const ScopeQueryRange *within, guint what, GError **error)
{
  ScopeReportTable *table = scope_report_scene_table (within, (ScopeReportKind) what, SCOPE_REPORT_PLACES, error);

  if (table != NULL)
    scope_report_table_hide_empty_columns (table); /* a profile of schedulers has neither messages nor names */
  return table;
}

/* --- the plot --- */

static guint
n_stretches (ScopePlotTablePanel *plots, gconstpointer shown)
{
  return ((const ScopeLoad *) shown)->n;
}

static ScopeScene *
draw (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, const ScopePalette *palette)
{
  ScopeClock clock = scope_view_get_clock (plots->tables.panel.view);

  return scope_load_scene_new (scope_view_get_trace (plots->tables.panel.view), shown, width, height, palette, 0, plots->pointed, &clock);
}

static guint
stretch_at (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, double x)
{
  return scope_load_scene_stretch_at (shown, width, x);
}

static char *
dup_text (ScopePlotTablePanel *plots, gconstpointer shown, guint stretch, const ScopeClock *clock)
{
  return scope_load_dup_text (scope_view_get_trace (plots->tables.panel.view), shown, stretch, clock);
}

/* --- rows --- */

static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_select_lane (tables, row);
  scope_plot_table_panel_point_at (SCOPE_PLOT_TABLE_PANEL (tables), row);
}

/* Enter, or a double click: there. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, FALSE);
}

/* --- what can be chosen --- */

static void
update_choices (ScopeReportTablePanel *tables)
{
  ScopeTrace *trace = scope_view_get_trace (tables->panel.view);
  const char *titles[SCOPE_N_REPORTS + 1] = { NULL };
  guint whats[SCOPE_N_REPORTS], n = 0;

  for (guint kind = 0; kind < SCOPE_N_REPORTS; kind++)
    if (scope_report_has (trace, (ScopeReportKind) kind))
      {
        titles[n] = scope_report_title ((ScopeReportKind) kind);
        whats[n++] = kind;
      }
  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* --- life --- */

static void
scope_report_panel_class_init (ScopeReportPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);
  ScopePlotTablePanelClass *plots_class = SCOPE_PLOT_TABLE_PANEL_CLASS (klass);

  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->row_activated = row_activated;
  plots_class->n_stretches = n_stretches;
  plots_class->draw = draw;
  plots_class->stretch_at = stretch_at;
  plots_class->dup_text = dup_text;
}

static void
scope_report_panel_init (ScopeReportPanel *self)
{
  scope_report_table_panel_build (&self->plots.tables, _("Report"), make_sheet);
  scope_plot_table_panel_build (&self->plots, _("Runnable over Time"), LEAST_HEIGHT, PLOT_HEIGHT);
}
