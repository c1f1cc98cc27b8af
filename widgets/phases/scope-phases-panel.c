/* scope-phases-panel.c: see scope-phases-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/phases/scope-phases-panel.h"

#include "model/scene/phases/scope-phases-table.h"

#include <glib/gi18n.h>

#define PLOT_HEIGHT 64

struct _ScopePhasesPanel
{
  ScopePlotTablePanel plots;
};

G_DEFINE_FINAL_TYPE (ScopePhasesPanel, scope_phases_panel, SCOPE_TYPE_PLOT_TABLE_PANEL)

/* --- over time --- */

static guint
n_stretches (ScopePlotTablePanel *plots, gconstpointer shown)
{
  return ((const ScopePhases *) shown)->phases->len;
}

static ScopeScene *
draw (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, const ScopePalette *palette)
{
  guint what = scope_report_table_panel_get_what (&plots->tables);

  return scope_phases_scene_new (shown, what, what == SCOPE_PHASES_TABLE_TOGETHER ? SCOPE_NONE : plots->row, width, height, palette);
}

static guint
stretch_at (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, double x)
{
  return scope_phases_scene_at (shown, width, x);
}

static char *
dup_text (ScopePlotTablePanel *plots, gconstpointer shown, guint phase, const ScopeClock *clock)
{
  return scope_phases_dup_text (scope_view_get_trace (plots->tables.panel.view), shown, phase, clock);
}

/* The timeline selects the phase's time; what is listed stays what it is. */
static void
select_phase (ScopePlotTablePanel *plots, gconstpointer shown, guint i)
{
  const ScopePhase *phase = &g_array_index (((const ScopePhases *) shown)->phases, ScopePhase, i);

  scope_panel_hold (&plots->tables.panel, TRUE);
  scope_view_select_range (plots->tables.panel.view, phase->from, phase->to);
  scope_panel_hold (&plots->tables.panel, FALSE);
}

/* --- rows --- */

static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  ScopePlotTablePanel *plots = SCOPE_PLOT_TABLE_PANEL (tables);

  scope_plot_table_panel_stand_out (plots, row);
  if (scope_report_table_panel_get_what (tables) == SCOPE_PHASES_TABLE_ALL)
    scope_plot_table_panel_choose (plots, row);
}

/* Enter, or a double click: there. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  if (scope_report_table_panel_get_what (tables) != SCOPE_PHASES_TABLE_KINDS)
    scope_report_table_panel_jump (tables, row, TRUE);
}

static void
update_choices (ScopeReportTablePanel *tables)
{
  const char *const titles[] = { _("One by One"), _("By Kind"), _("Labels Together"), NULL };
  static const guint whats[] = { SCOPE_PHASES_TABLE_ALL, SCOPE_PHASES_TABLE_KINDS, SCOPE_PHASES_TABLE_TOGETHER };

  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* --- life --- */

static void
scope_phases_panel_class_init (ScopePhasesPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);
  ScopePlotTablePanelClass *plots_class = SCOPE_PLOT_TABLE_PANEL_CLASS (klass);

  tables_class->when_read = TRUE;
  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->row_activated = row_activated;
  plots_class->n_stretches = n_stretches;
  plots_class->draw = draw;
  plots_class->stretch_at = stretch_at;
  plots_class->dup_text = dup_text;
  plots_class->chosen = select_phase;
  plots_class->hint = N_("Filled is the share of the processors' time that ran");
}

static void
scope_phases_panel_init (ScopePhasesPanel *self)
{
  scope_report_table_panel_build (&self->plots.tables, _("Phases"), scope_phases_table_read);
  scope_plot_table_panel_build (&self->plots, _("Phases over Time"), PLOT_HEIGHT, PLOT_HEIGHT);
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->plots.tables.table)), SCOPE_ROW_MENU_GOES);
}
