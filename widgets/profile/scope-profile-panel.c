/* scope-profile-panel.c: see scope-profile-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/profile/scope-profile-panel.h"

#include "model/scene/profile/scope-profile-table.h"

#include <glib/gi18n.h>

struct _ScopeProfilePanel
{
  ScopeReportTablePanel tables;
};

G_DEFINE_FINAL_TYPE (ScopeProfilePanel, scope_profile_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

static const char *
why_not (ScopePanel *panel)
{
  return scope_profile_table_why_not (scope_view_get_trace (panel->view));
}

static void
update_choices (ScopeReportTablePanel *tables)
{
  const char *const titles[] = { _("Heap"), _("Cost Centres"), NULL };
  static const guint whats[] = { SCOPE_PROFILE_TABLE_HEAP, SCOPE_PROFILE_TABLE_COST_CENTRES };

  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* To the sample that has most of it. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, FALSE);
}

static void
scope_profile_panel_class_init (ScopeProfilePanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);

  SCOPE_PANEL_CLASS (klass)->why_not = why_not;
  tables_class->update_choices = update_choices;
  tables_class->row_activated = row_activated;
}

static void
scope_profile_panel_init (ScopeProfilePanel *self)
{
  scope_report_table_panel_build (&self->tables, _("Profile"), scope_profile_table_read);
}
