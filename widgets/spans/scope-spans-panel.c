/* scope-spans-panel.c: see scope-spans-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/spans/scope-spans-panel.h"

#include "model/scene/spans/scope-spans-table.h"
#include "model/trace/spans/scope-spans.h"

#include <glib/gi18n.h>

struct _ScopeSpansPanel
{
  ScopeReportTablePanel tables;
};

G_DEFINE_FINAL_TYPE (ScopeSpansPanel, scope_spans_panel, SCOPE_TYPE_REPORT_TABLE_PANEL)

static const char *
why_not (ScopePanel *panel)
{
  return scope_spans_why_not (scope_view_get_trace (panel->view));
}

static void
update_choices (ScopeReportTablePanel *tables)
{
  const char *const titles[] = { _("By Name"), _("Longest"), NULL };
  static const guint whats[] = { SCOPE_SPANS_TABLE_NAMES, SCOPE_SPANS_TABLE_LONGEST };

  scope_report_table_panel_set_choices (tables, titles, whats);
}

/* To the span, or to the longest of the name. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, TRUE);
}

static void
scope_spans_panel_class_init (ScopeSpansPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);

  SCOPE_PANEL_CLASS (klass)->why_not = why_not;
  tables_class->update_choices = update_choices;
  tables_class->row_selected = scope_report_table_panel_select_lane;
  tables_class->row_activated = row_activated;
}

static void
scope_spans_panel_init (ScopeSpansPanel *self)
{
  scope_report_table_panel_build (&self->tables, _("Spans"), scope_spans_table_read);
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->tables.table)), SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
}
