/* scope-vm-panel.c: see scope-vm-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/vm/scope-vm-panel.h"

#include "model/scene/vm/scope-vm-table.h"

#include <glib/gi18n.h>

struct _ScopeVmPanel
{
  ScopeReportTablePanel tables;
};

G_DEFINE_FINAL_TYPE (ScopeVmPanel, scope_vm_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

static const char *
why_not (ScopePanel *panel)
{
  return scope_vm_table_why_not (scope_view_get_trace (panel->view));
}

static void
update_choices (ScopeReportTablePanel *tables)
{
  static const char *const names[SCOPE_N_VM_TABLES] = { N_("ETS Tables"), N_("VM Locks"), N_("Each VM Lock"), N_("VM Threads"), N_("Groups of Nodes") };
  ScopeTrace *trace = scope_view_get_trace (tables->panel.view);
  const char *titles[SCOPE_N_VM_TABLES + 1] = { NULL };
  guint whats[SCOPE_N_VM_TABLES], n = 0;

  for (guint what = 0; what < SCOPE_N_VM_TABLES; what++)
    if (scope_vm_table_has (trace, (ScopeVmTable) what))
      {
        titles[n] = _(names[what]);
        whats[n++] = what;
      }
  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* To the owner of an ETS table, when that was largest; locks and threads of the VM are of no place. */
static void
row_selected (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, FALSE);
}

/* The nodes of a group alone, and all of them together. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  const GArray *lanes = scope_vm_table_lanes (scope_report_table_panel_get_table (tables), row);

  if (scope_report_table_panel_get_what (tables) != SCOPE_VM_TABLE_GROUPS)
    row_selected (tables, row);
  else if (lanes != NULL && lanes->len > 0)
    scope_lane_list_compare (scope_view_get_lanes (tables->panel.view), (const ScopeLaneId *) (gconstpointer) lanes->data, lanes->len);
}

static void
scope_vm_panel_class_init (ScopeVmPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);

  SCOPE_PANEL_CLASS (klass)->why_not = why_not;
  tables_class->update_choices = update_choices;
  tables_class->row_selected = row_selected;
  tables_class->row_activated = row_activated;
}

static void
scope_vm_panel_init (ScopeVmPanel *self)
{
  scope_report_table_panel_build (&self->tables, _("Erlang VM"), scope_vm_table_read);
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->tables.table)), SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
}
