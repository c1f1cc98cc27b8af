/* scope-statistics-panel.c: see scope-statistics-panel.h. Only what the trace can fill can be chosen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/statistics/scope-statistics-panel.h"

#include "model/scene/lanes/scope-lane-tree.h"
#include "model/scene/statistics/scope-statistics-report.h"

#include <glib/gi18n.h>

struct _ScopeStatisticsPanel
{
  ScopeReportTablePanel tables;
};

G_DEFINE_FINAL_TYPE (ScopeStatisticsPanel, scope_statistics_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

/* GHC counts sparks in every program, most of which have none. */
static gboolean
has_sparks (ScopeView *view)
{
  ScopeTrace *trace = scope_view_get_trace (view);

  for (guint32 m = 0; m < scope_trace_n_machines (trace); m++)
    if (scope_lane_list_parts (scope_view_get_lanes (view), m) & SCOPE_LANE_HAS_SPARKS)
      return TRUE;
  return FALSE;
}

static void
update_choices (ScopeReportTablePanel *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_auto (GStrv) titles = g_new0 (char *, SCOPE_N_STATISTICS + 1);
  guint whats[SCOPE_N_STATISTICS], n = 0;

  for (guint s = 0; s < SCOPE_N_STATISTICS; s++)
    if (scope_statistics_has_section (trace, (ScopeStatisticsSection) s)
        && (s != SCOPE_STATISTICS_SPARKS || has_sparks (self->panel.view)))
      {
        titles[n] = scope_statistics_section_title (trace, (ScopeStatisticsSection) s);
        whats[n++] = s;
      }
  scope_report_table_panel_set_choices (self, (const char *const *) titles, whats);
}

/* A row of collections leads to the longest of them. */
static gboolean
has_place (ScopeReportTablePanel *self, guint row)
{
  ScopeReportTable *table = scope_report_table_panel_get_table (self);

  return table != NULL && scope_report_table_row (table, row)->has_range;
}

static void
row_selected (ScopeReportTablePanel *self, guint row)
{
  if (has_place (self, row))
    scope_report_table_panel_jump (self, row, FALSE);
  else
    scope_report_table_panel_select_lane (self, row);
}

/* Enter, or a double click: there, over the range that the figures are of. */
static void
row_activated (ScopeReportTablePanel *self, guint row)
{
  if (has_place (self, row))
    scope_report_table_panel_jump (self, row, TRUE);
  else
    scope_report_table_panel_go_to (self, row, FALSE);
}

static void
scope_statistics_panel_class_init (ScopeStatisticsPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);

  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->row_activated = row_activated;
}

static void
scope_statistics_panel_init (ScopeStatisticsPanel *self)
{
  scope_report_table_panel_build (&self->tables, _("Statistics"), scope_statistics_table);
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->tables.table)), SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
}
