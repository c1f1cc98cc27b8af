/* scope-servers-panel.c: see scope-servers-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/servers/scope-servers-panel.h"

#include "model/scene/servers/scope-servers-table.h"
#include "model/trace/servers/scope-servers.h"

#include <glib/gi18n.h>

struct _ScopeServersPanel
{
  ScopeReportTablePanel tables;
};

G_DEFINE_FINAL_TYPE (ScopeServersPanel, scope_servers_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

static const char *
why_not (ScopePanel *panel)
{
  return scope_servers_why_not (scope_view_get_trace (panel->view));
}

static void
update_choices (ScopeReportTablePanel *tables)
{
  const char *const titles[] = { _("Servers"), _("Callers"), NULL };
  static const guint whats[] = { SCOPE_SERVERS_TABLE_SERVERS, SCOPE_SERVERS_TABLE_CALLERS };

  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* To the server, or to the caller's longest call. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, FALSE);
}

static void
scope_servers_panel_class_init (ScopeServersPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);

  SCOPE_PANEL_CLASS (klass)->why_not = why_not;
  tables_class->update_choices = update_choices;
  tables_class->row_selected = scope_report_table_panel_select_lane;
  tables_class->row_activated = row_activated;
}

static void
scope_servers_panel_init (ScopeServersPanel *self)
{
  scope_report_table_panel_build (&self->tables, _("Servers"), scope_servers_table_read);
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->tables.table)), SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
}
