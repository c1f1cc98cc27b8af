/* scope-blame-panel.c: see scope-blame-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/findings/scope-blame-panel.h"

#include "model/scene/findings/scope-blame-table.h"
#include "model/scene/findings/scope-path-table.h"

#include <glib/gi18n.h>

#define PLOT_HEIGHT 44
#define OF_PATH SCOPE_N_BLAME_TABLES /* ScopePathTable from here on */

struct _ScopeBlamePanel
{
  ScopePlotTablePanel plots;
};

G_DEFINE_FINAL_TYPE (ScopeBlamePanel, scope_blame_panel, SCOPE_TYPE_PLOT_TABLE_PANEL)

/* --- over time --- */

static guint
n_stretches (ScopePlotTablePanel *plots, gconstpointer shown)
{
  return SCOPE_BLAME_STRETCHES;
}

static ScopeScene *
draw (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, const ScopePalette *palette)
{
  return scope_blame_course_scene_new (scope_view_get_trace (plots->tables.panel.view), shown, plots->row, width, height,
                                       palette);
}

static guint
stretch_at (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, double x)
{
  return (guint) MIN (x / MAX (width, 1) * SCOPE_BLAME_STRETCHES, SCOPE_BLAME_STRETCHES - 1);
}

static char *
dup_text (ScopePlotTablePanel *plots, gconstpointer shown, guint stretch, const ScopeClock *clock)
{
  return scope_blame_course_dup_text (scope_view_get_trace (plots->tables.panel.view), shown, plots->row, stretch, clock);
}

/* --- rows --- */

static ScopeReportTable *
read_table (const ScopeQueryRange *within, guint what, GError **error)
{
  return what >= OF_PATH ? scope_path_table_read (within, (ScopePathTable) (what - OF_PATH), error) : scope_blame_table_read (within, what, error);
}

/* Enter, or a double click: there. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_go_to (tables, row, FALSE);
}

static void
update_choices (ScopeReportTablePanel *tables)
{
  const char *const titles[] = { _("By Code"), _("By Task"), _("Who Waited for Whom"), _("Critical Path by Code"), _("Critical Path by Task"),
                                 _("Critical Path by What Was Done"), NULL };
  static const guint whats[] = { SCOPE_BLAME_BY_CODE, SCOPE_BLAME_BY_TASK, SCOPE_BLAME_BY_PAIR, OF_PATH + SCOPE_PATH_BY_CODE,
                                 OF_PATH + SCOPE_PATH_BY_TASK, OF_PATH + SCOPE_PATH_BY_KIND };

  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* --- life --- */

static void
scope_blame_panel_class_init (ScopeBlamePanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);
  ScopePlotTablePanelClass *plots_class = SCOPE_PLOT_TABLE_PANEL_CLASS (klass);

  tables_class->when_read = TRUE;
  tables_class->update_choices = update_choices;
  tables_class->row_activated = row_activated;
  plots_class->n_stretches = n_stretches;
  plots_class->draw = draw;
  plots_class->stretch_at = stretch_at;
  plots_class->dup_text = dup_text;
  plots_class->hint = N_("When the waiting happened; the selected row is highlighted");
}

static void
scope_blame_panel_init (ScopeBlamePanel *self)
{
  scope_report_table_panel_build (&self->plots.tables, _("Waited For"), read_table);
  scope_plot_table_panel_build (&self->plots, _("Waiting over Time"), PLOT_HEIGHT, PLOT_HEIGHT);
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->plots.tables.table)), SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
}
