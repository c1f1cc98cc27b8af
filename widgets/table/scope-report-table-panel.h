/* scope-report-table-panel.h: what the panels of figures share: a choice of what, the chip that says over which range, and a table that
 * is made off the main thread. They derive from it; a page of another panel is one as it is.
 *
 * The table follows the range: a moment after it changed the new one is asked for, and the last one stays until that is there.
 * Nothing is computed while the panel is not to be seen.
 *
 * Signals: "row-selected", "row-activated" as ScopeReportTableView's; "updated" (panel): a new table is shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/kit/scope-panel.h"
#include "widgets/table/scope-report-table-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_REPORT_TABLE_PANEL (scope_report_table_panel_get_type ())
#define SCOPE_REPORT_TABLE_PANEL(o) (G_TYPE_CHECK_INSTANCE_CAST ((o), SCOPE_TYPE_REPORT_TABLE_PANEL, ScopeReportTablePanel))
#define SCOPE_REPORT_TABLE_PANEL_CLASS(k) \
  (G_TYPE_CHECK_CLASS_CAST ((k), SCOPE_TYPE_REPORT_TABLE_PANEL, ScopeReportTablePanelClass))
#define SCOPE_REPORT_TABLE_PANEL_GET_CLASS(o) \
  (G_TYPE_INSTANCE_GET_CLASS ((o), SCOPE_TYPE_REPORT_TABLE_PANEL, ScopeReportTablePanelClass))

/* Makes the table of choice `what`, on a thread of its own. NULL with error. */
typedef ScopeReportTable *(*ScopeReportTableFunc) (const ScopeQueryRange *within, guint what, GError **error);

/* For the types that derive from it. */
typedef struct
{
  ScopePanel panel;

  ScopeReportTableFunc func;
  GtkWidget *box, *bar, *choice, *summary;
  ScopeReportTableView *table;
  GArray *whats; /* guint: of the choices */
  gboolean setting;
} ScopeReportTablePanel;

/* Any may be NULL. */
typedef struct
{
  ScopePanelClass parent_class;

  /* Sets the choices of the view's trace, which there is: another view, or more data. */
  void (*update_choices) (ScopeReportTablePanel *self);
  void (*row_selected) (ScopeReportTablePanel *self, guint row);
  void (*row_activated) (ScopeReportTablePanel *self, guint row);
  void (*updated) (ScopeReportTablePanel *self);
  gboolean when_read; /* of a trace that is being read its tables are not looked for again and again */
} ScopeReportTablePanelClass;

GType scope_report_table_panel_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeReportTablePanel, g_object_unref)

GtkWidget *scope_report_table_panel_new (const char *name, ScopeReportTableFunc func);
/* For derived types, as they begin: what _new() does. */
void scope_report_table_panel_build (ScopeReportTablePanel *self, const char *name, ScopeReportTableFunc func);
/* What can be chosen; must be called, with one title, too (which is not shown): without a choice nothing is asked. Titles (NULL-terminated, copied), and the `what` of each. Keeps what is chosen, if it is still there. */
void scope_report_table_panel_set_choices (ScopeReportTablePanel *self, const char *const *titles, const guint *whats);
guint scope_report_table_panel_get_what (ScopeReportTablePanel *self);
void scope_report_table_panel_set_what (ScopeReportTablePanel *self, guint what);
/* What is shown; NULL. */
ScopeReportTable *scope_report_table_panel_get_table (ScopeReportTablePanel *self);
/* Selects the row's lane in the view, if it has one. */
void scope_report_table_panel_select_lane (ScopeReportTablePanel *self, guint row);
/* Leads the view to the row's lane and range; without a range to what is selected, or to the middle of what is seen. */
void scope_report_table_panel_go_to (ScopeReportTablePanel *self, guint row, gboolean zoom);
/* The same, and what is listed stays what it is: it is the panel's own jump. */
void scope_report_table_panel_jump (ScopeReportTablePanel *self, guint row, gboolean zoom);
/* At the beginning of the tool bar. */
void scope_report_table_panel_set_leading (ScopeReportTablePanel *self, GtkWidget *widget);
/* Above the table. */
void scope_report_table_panel_set_header (ScopeReportTablePanel *self, GtkWidget *widget);
/* What it was made of besides the range has changed: asks anew. */
void scope_report_table_panel_refresh (ScopeReportTablePanel *self);

G_END_DECLS
