/* scope-migration-history.c: see scope-migration-history.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/migrations/scope-migration-history.h"

#include "model/scene/migrations/scope-migration-tables.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

struct _ScopeMigrationHistory
{
  ScopePanel panel;

  GtkWidget *title;
  ScopeReportTableView *table;
  ScopeLaneId task; /* of what is shown or asked for */
  gboolean has_task;
};

G_DEFINE_FINAL_TYPE (ScopeMigrationHistory, scope_migration_history, SCOPE_TYPE_PANEL)

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  ScopeMigrationHistory *self = SCOPE_MIGRATION_HISTORY (panel);
  g_autofree char *title = self->has_task ? scope_trace_lane_title (within->trace, self->task) : NULL;

  gtk_label_set_label (GTK_LABEL (self->title), title != NULL ? title : "");
  gtk_widget_set_visible (self->title, title != NULL);
  if (!self->has_task)
    {
      scope_report_table_view_set_placeholder (self->table, _("Choose a row to see where it ran, and when"));
      scope_report_table_view_set_table (self->table, NULL);
    }
  *(ScopeLaneId *) what = self->task;
  return self->has_task;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer task, GError **error)
{
  return scope_migration_history_table (within, *(const ScopeLaneId *) task, error);
}

static void
show (ScopePanel *panel, gpointer answer, const GError *error)
{
  ScopeMigrationHistory *self = SCOPE_MIGRATION_HISTORY (panel);
  g_autoptr (ScopeReportTable) table = answer;

  scope_report_table_view_set_placeholder (self->table, error != NULL ? error->message : _("It does not live in this range"));
  scope_report_table_view_set_table (self->table, table);
}

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeMigrationHistory *self = SCOPE_MIGRATION_HISTORY (panel);
  ScopeLaneId task = { 0 };
  gboolean has_task = scope_view_get_task (panel->view, &task);

  if ((what & (SCOPE_VIEW_SELECTION | SCOPE_VIEW_DATA)) == 0)
    return;
  if (has_task == self->has_task
      && (!has_task || (task.machine == self->task.machine && task.index == self->task.index))
      && (what & SCOPE_VIEW_DATA) == 0)
    return;
  self->has_task = has_task;
  self->task = task;
  scope_panel_renew (panel);
}

static void
set_view (ScopePanel *panel)
{
  ScopeMigrationHistory *self = SCOPE_MIGRATION_HISTORY (panel);

  scope_report_table_view_set_table (self->table, NULL);
  scope_report_table_view_set_view (self->table, panel->view);
  self->has_task = panel->view != NULL && scope_view_get_task (panel->view, &self->task);
}

ScopeReportTableView *
scope_migration_history_get_table_view (ScopeMigrationHistory *self)
{
  return self->table;
}

static void
row_selected (ScopeReportTableView *table, guint row, ScopeMigrationHistory *self)
{
  const ScopeReportTableRow *line = scope_report_table_row (scope_report_table_view_get_table (table), row);

  if (self->panel.view != NULL && line != NULL)
    scope_view_go_to (self->panel.view, &line->lane, line->from, line->to);
}

static void
scope_migration_history_class_init (ScopeMigrationHistoryClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->fill = fill;
  panel_class->show = show;
  panel_class->query.find = find;
  panel_class->query.free_answer = (GDestroyNotify) scope_report_table_unref;
  panel_class->query.what_size = sizeof (ScopeLaneId);
}

static void
scope_migration_history_init (ScopeMigrationHistory *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->title = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "heading");
  gtk_widget_set_margin_start (self->title, 12);
  gtk_widget_set_margin_top (self->title, 9);
  gtk_widget_set_margin_bottom (self->title, 9);
  self->table = SCOPE_REPORT_TABLE_VIEW (scope_report_table_view_new (_("Where it ran, and when")));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  g_signal_connect (self->table, "row-selected", G_CALLBACK (row_selected), self);
  scope_add_children (box, self->title, GTK_WIDGET (self->table), NULL);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}
