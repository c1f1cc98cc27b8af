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
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *tables;
};

G_DEFINE_FINAL_TYPE (ScopeStatisticsPanel, scope_statistics_panel, GTK_TYPE_WIDGET)

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
update_choices (ScopeStatisticsPanel *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  g_auto (GStrv) titles = g_new0 (char *, SCOPE_N_STATISTICS + 1);
  guint whats[SCOPE_N_STATISTICS], n = 0;

  for (guint s = 0; s < SCOPE_N_STATISTICS; s++)
    if (scope_statistics_has_section (trace, (ScopeStatisticsSection) s)
        && (s != SCOPE_STATISTICS_SPARKS || has_sparks (self->view)))
      {
        titles[n] = scope_statistics_section_title (trace, (ScopeStatisticsSection) s);
        whats[n++] = s;
      }
  scope_report_table_panel_set_choices (SCOPE_REPORT_TABLE_PANEL (self->tables), (const char *const *) titles, whats);
}

static void
view_changed (ScopeView *view, guint what, ScopeStatisticsPanel *self)
{
  /* Rows come when it is known what the counters speak of. */
  if (what & (SCOPE_VIEW_DATA | SCOPE_VIEW_LANES))
    update_choices (self);
}

static void
row_selected (ScopeReportTablePanel *tables, guint row, ScopeStatisticsPanel *self)
{
  ScopeReportTable *table = scope_report_table_view_get_table (scope_report_table_panel_get_table_view (tables));
  const ScopeReportTableRow *line = table != NULL ? scope_report_table_row (table, row) : NULL;

  if (self->view != NULL && line != NULL && line->has_lane)
    scope_view_select_lane (self->view, &line->lane);
}

/* Enter, or a double click: there, over the range that the figures are of. */
static void
row_activated (ScopeReportTablePanel *tables, guint row, ScopeStatisticsPanel *self)
{
  ScopeReportTable *table = scope_report_table_view_get_table (scope_report_table_panel_get_table_view (tables));
  const ScopeReportTableRow *line = table != NULL ? scope_report_table_row (table, row) : NULL;
  const ScopeViewport *viewport;
  gint64 from, to;

  if (self->view == NULL || line == NULL || !line->has_lane)
    return;
  viewport = scope_view_get_viewport (self->view);
  if (!scope_view_get_selected_range (self->view, &from, &to))
    {
      scope_viewport_get_range (viewport, &from, &to);
      from = to = from + (to - from) / 2;
    }
  scope_view_go_to (self->view, &line->lane, from, to);
}

void
scope_statistics_panel_set_view (ScopeStatisticsPanel *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_STATISTICS_PANEL (self));

  if (self->view == view)
    return;
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view != NULL)
    {
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      update_choices (self);
    }
  scope_report_table_panel_set_view (SCOPE_REPORT_TABLE_PANEL (self->tables), view);
}

ScopeReportTablePanel *
scope_statistics_panel_get_tables (ScopeStatisticsPanel *self)
{
  return SCOPE_REPORT_TABLE_PANEL (self->tables);
}

static void
scope_statistics_panel_dispose (GObject *object)
{
  ScopeStatisticsPanel *self = SCOPE_STATISTICS_PANEL (object);

  if (self->tables != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->tables, self);
      scope_statistics_panel_set_view (self, NULL);
    }
  g_clear_pointer (&self->tables, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_statistics_panel_parent_class)->dispose (object);
}

static void
scope_statistics_panel_class_init (ScopeStatisticsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_statistics_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_statistics_panel_init (ScopeStatisticsPanel *self)
{
  self->tables = scope_report_table_panel_new (_("Statistics"), scope_statistics_table);
  scope_range_selector_set_kind (scope_report_table_panel_get_range_selector (SCOPE_REPORT_TABLE_PANEL (self->tables)), SCOPE_RANGE_VISIBLE);
  scope_range_selector_set_follows_selection (scope_report_table_panel_get_range_selector (SCOPE_REPORT_TABLE_PANEL (self->tables)), TRUE);
  scope_report_table_view_set_row_menu (scope_report_table_panel_get_table_view (SCOPE_REPORT_TABLE_PANEL (self->tables)),
                                        SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
  g_signal_connect (self->tables, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (self->tables, "row-activated", G_CALLBACK (row_activated), self);
  gtk_widget_set_parent (self->tables, GTK_WIDGET (self));
}

GtkWidget *
scope_statistics_panel_new (void)
{
  return g_object_new (SCOPE_TYPE_STATISTICS_PANEL, NULL);
}
