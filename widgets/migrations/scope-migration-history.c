/* scope-migration-history.c: see scope-migration-history.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/migrations/scope-migration-history.h"

#include "model/base/scope-task.h"
#include "model/scene/migrations/scope-migration-tables.h"

#include <glib/gi18n.h>

#define WAIT_MS 60

struct _ScopeMigrationHistory
{
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *box, *title, *table;
  GCancellable *reading;
  guint wait;
  gint64 from, to;
  ScopeLaneId task; /* of what is shown or asked for */
  gboolean has_task, stale;
};

G_DEFINE_FINAL_TYPE (ScopeMigrationHistory, scope_migration_history, GTK_TYPE_WIDGET)

static void ask_soon (ScopeMigrationHistory *self);

typedef struct
{
  ScopeTrace *trace;
  ScopeLaneId task;
  gint64 from, to;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->trace);
  g_free (question);
}

static void
answer (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Question *question = data;
  ScopeQueryRange within = { question->trace, question->from, question->to, cancellable, NULL, NULL, NULL };
  GError *error = NULL;
  ScopeReportTable *table = scope_migration_history_table (&within, question->task, &error);

  if (table != NULL)
    g_task_return_pointer (task, table, (GDestroyNotify) scope_report_table_unref);
  else
    g_task_return_error (task, error);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeMigrationHistory) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeReportTable) table = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->reading == NULL || g_task_get_cancellable (G_TASK (result)) != self->reading)
    return;
  g_clear_object (&self->reading);
  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->table),
                                           error != NULL ? error->message : _("It does not live in this range"));
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->table), table);
  if (self->stale)
    ask_soon (self);
}

static void
show_title (ScopeMigrationHistory *self)
{
  g_autofree char *title
      = self->has_task ? scope_trace_lane_title (scope_view_get_trace (self->view), self->task) : NULL;

  gtk_label_set_label (GTK_LABEL (self->title), title != NULL ? title : "");
  gtk_widget_set_visible (self->title, title != NULL);
}

static gboolean
ask (gpointer data)
{
  ScopeMigrationHistory *self = data;
  Question *question;
  GTask *task;

  self->wait = 0;
  self->stale = FALSE;
  show_title (self);
  if (!self->has_task)
    {
      scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->table),
                                               _("Choose a task to see where it was, and when"));
      scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->table), NULL);
      return G_SOURCE_REMOVE;
    }
  self->reading = g_cancellable_new ();
  question = g_new0 (Question, 1);
  *question = (Question) { g_object_ref (scope_view_get_trace (self->view)), self->task, self->from, self->to };
  task = g_task_new (NULL, self->reading, answered, g_object_ref (self));
  g_task_set_task_data (task, question, question_free);
  scope_task_run (task, answer);
  g_object_unref (task);
  return G_SOURCE_REMOVE;
}

static void
ask_soon (ScopeMigrationHistory *self)
{
  self->stale = TRUE;
  if (self->view == NULL || self->reading != NULL || self->wait != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->wait = g_timeout_add (WAIT_MS, ask, self);
}

static void
cancel (ScopeMigrationHistory *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
}

gboolean
scope_migration_history_is_settled (ScopeMigrationHistory *self)
{
  return self->view == NULL || (self->reading == NULL && !self->stale);
}

static void
view_changed (ScopeView *view, guint what, ScopeMigrationHistory *self)
{
  ScopeLaneId task = { 0 };
  gboolean has_task = scope_view_get_task (view, &task);

  if ((what & (SCOPE_VIEW_SELECTION | SCOPE_VIEW_DATA)) == 0)
    return;
  if (has_task == self->has_task
      && (!has_task || (task.machine == self->task.machine && task.index == self->task.index))
      && (what & SCOPE_VIEW_DATA) == 0)
    return;
  cancel (self);
  self->has_task = has_task;
  self->task = task;
  ask_soon (self);
}

void
scope_migration_history_set_range (ScopeMigrationHistory *self, gint64 from, gint64 to)
{
  if (self->from == from && self->to == to)
    return;
  self->from = from;
  self->to = to;
  ask_soon (self);
}

void
scope_migration_history_set_view (ScopeMigrationHistory *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_MIGRATION_HISTORY (self));

  if (self->view == view)
    return;
  cancel (self);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  self->has_task = FALSE;
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->table), NULL);
  scope_report_table_view_set_view (SCOPE_REPORT_TABLE_VIEW (self->table), view);
  if (view != NULL)
    {
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      self->has_task = scope_view_get_task (view, &self->task);
      ask_soon (self);
    }
}

ScopeReportTableView *
scope_migration_history_get_table_view (ScopeMigrationHistory *self)
{
  return SCOPE_REPORT_TABLE_VIEW (self->table);
}

static void
row_selected (ScopeReportTableView *table, guint row, ScopeMigrationHistory *self)
{
  const ScopeReportTableRow *line = scope_report_table_row (scope_report_table_view_get_table (table), row);

  if (self->view != NULL && line != NULL)
    scope_view_go_to (self->view, &line->lane, line->from, line->to);
}

static void
scope_migration_history_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (scope_migration_history_parent_class)->map (widget);
  if (SCOPE_MIGRATION_HISTORY (widget)->stale)
    ask_soon (SCOPE_MIGRATION_HISTORY (widget));
}

static void
scope_migration_history_dispose (GObject *object)
{
  ScopeMigrationHistory *self = SCOPE_MIGRATION_HISTORY (object);

  if (self->box != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->table, self);
      scope_migration_history_set_view (self, NULL);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_migration_history_parent_class)->dispose (object);
}

static void
scope_migration_history_class_init (ScopeMigrationHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_migration_history_dispose;
  GTK_WIDGET_CLASS (klass)->map = scope_migration_history_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_migration_history_init (ScopeMigrationHistory *self)
{
  self->from = SCOPE_TIME_MIN;
  self->to = SCOPE_TIME_MAX;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->title, "heading");
  gtk_widget_set_margin_start (self->title, 12);
  gtk_widget_set_margin_top (self->title, 9);
  gtk_widget_set_margin_bottom (self->title, 9);
  self->table = scope_report_table_view_new (_("History of the Task"));
  gtk_widget_set_vexpand (self->table, TRUE);
  g_signal_connect (self->table, "row-selected", G_CALLBACK (row_selected), self);
  gtk_box_append (GTK_BOX (self->box), self->title);
  gtk_box_append (GTK_BOX (self->box), self->table);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
scope_migration_history_new (void)
{
  return g_object_new (SCOPE_TYPE_MIGRATION_HISTORY, NULL);
}
