/* scope-report-table-panel.c: see scope-report-table-panel.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-report-table-panel.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

G_DEFINE_TYPE (ScopeReportTablePanel, scope_report_table_panel, SCOPE_TYPE_PANEL)

/* --- a question --- */

/* What is asked for. */
typedef struct
{
  ScopeReportTableFunc func;
  guint what;
} What;

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer data)
{
  ScopeReportTablePanel *self = SCOPE_REPORT_TABLE_PANEL (panel);

  within->messages = scope_view_get_messages (panel->view);
  *(What *) data = (What) { self->func, scope_report_table_panel_get_what (self) };
  return self->whats->len > 0 && (!SCOPE_REPORT_TABLE_PANEL_GET_CLASS (self)->when_read || scope_trace_get_finished (within->trace));
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;

  return what->func (within, what->what, error);
}

static void
show_table (ScopeReportTablePanel *self, ScopeReportTable *table)
{
  const char *summary = table != NULL ? scope_report_table_summary (table) : NULL;

  scope_report_table_view_set_table (self->table, table);
  gtk_label_set_label (GTK_LABEL (self->summary), summary != NULL ? summary : "");
  gtk_widget_set_visible (self->summary, summary != NULL);
  g_signal_emit_by_name (self, "updated");
}

static void
show (ScopePanel *panel, gpointer answer, const GError *error)
{
  ScopeReportTablePanel *self = SCOPE_REPORT_TABLE_PANEL (panel);
  g_autoptr (ScopeReportTable) table = answer;
  const char *why_empty = table != NULL ? scope_report_table_why_empty (table) : NULL;

  scope_report_table_view_set_placeholder (self->table, error != NULL       ? error->message
                                                        : why_empty != NULL ? why_empty
                                                                            : _("Nothing in this range"));
  show_table (self, table);
}

/* --- what is asked --- */

void
scope_report_table_panel_refresh (ScopeReportTablePanel *self)
{
  scope_async_query_cancel (self->panel.question);
  scope_panel_ask (&self->panel);
}

static void
choice_changed (ScopeReportTablePanel *self)
{
  if (!self->setting)
    scope_report_table_panel_refresh (self);
}

guint
scope_report_table_panel_get_what (ScopeReportTablePanel *self)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice));

  return selected < self->whats->len ? g_array_index (self->whats, guint, selected) : 0;
}

void
scope_report_table_panel_set_what (ScopeReportTablePanel *self, guint what)
{
  for (guint i = 0; i < self->whats->len; i++)
    if (g_array_index (self->whats, guint, i) == what)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choice), i);
}

void
scope_report_table_panel_set_choices (ScopeReportTablePanel *self, const char *const *titles, const guint *whats)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (titles);
  guint before = scope_report_table_panel_get_what (self), n = g_strv_length ((char **) titles);
  gboolean same = n == self->whats->len && (n == 0 || memcmp (self->whats->data, whats, n * sizeof *whats) == 0);

  if (same)
    return;
  self->setting = TRUE;
  g_array_set_size (self->whats, 0);
  g_array_append_vals (self->whats, whats, n);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->choice), G_LIST_MODEL (list));
  scope_report_table_panel_set_what (self, before);
  self->setting = FALSE;
  gtk_widget_set_sensitive (self->choice, n > 0);
  gtk_widget_set_visible (self->choice, n != 1);
  if (n > 0 && scope_report_table_panel_get_what (self) != before)
    scope_async_query_cancel (self->panel.question);
  scope_panel_ask (&self->panel);
}

static void
update_choices (ScopeReportTablePanel *self)
{
  if (self->panel.view != NULL && SCOPE_REPORT_TABLE_PANEL_GET_CLASS (self)->update_choices != NULL)
    SCOPE_REPORT_TABLE_PANEL_GET_CLASS (self)->update_choices (self);
}

static void
set_view (ScopePanel *panel)
{
  ScopeReportTablePanel *self = SCOPE_REPORT_TABLE_PANEL (panel);

  scope_report_table_view_set_placeholder (self->table, "");
  show_table (self, NULL);
  scope_report_table_view_set_view (self->table, panel->view);
  update_choices (self);
}

static void
view_changed (ScopePanel *panel, guint what)
{
  /* Lanes come when it is known what the counters speak of. */
  if (what & (SCOPE_VIEW_DATA | SCOPE_VIEW_LANES))
    update_choices (SCOPE_REPORT_TABLE_PANEL (panel));
}

/* --- rows --- */

ScopeReportTable *
scope_report_table_panel_get_table (ScopeReportTablePanel *self)
{
  return scope_report_table_view_get_table (self->table);
}

static const ScopeReportTableRow *
get_row (ScopeReportTablePanel *self, guint row)
{
  ScopeReportTable *table = scope_report_table_panel_get_table (self);

  return table != NULL && self->panel.view != NULL ? scope_report_table_row (table, row) : NULL;
}

void
scope_report_table_panel_select_lane (ScopeReportTablePanel *self, guint row)
{
  const ScopeReportTableRow *line = get_row (self, row);

  if (line != NULL && line->has_lane)
    scope_view_select_lane (self->panel.view, &line->lane);
}

void
scope_report_table_panel_go_to (ScopeReportTablePanel *self, guint row, gboolean zoom)
{
  const ScopeReportTableRow *line = get_row (self, row);
  ScopeView *view = self->panel.view;
  gint64 from, to;

  if (line == NULL || (!line->has_lane && !line->has_range))
    return;
  from = line->from;
  to = line->to;
  if (!line->has_range && !scope_view_get_selected_range (view, &from, &to))
    {
      scope_viewport_get_range (scope_view_get_viewport (view), &from, &to);
      from = to = from + (to - from) / 2;
    }
  scope_view_go_to (view, line->has_lane ? &line->lane : NULL, from, to);
  if (zoom)
    {
      gint64 margin = MAX ((to - from) / 10, 1);

      scope_view_set_range (view, from - margin, to + margin);
    }
}

void
scope_report_table_panel_jump (ScopeReportTablePanel *self, guint row, gboolean zoom)
{
  scope_panel_hold (&self->panel, TRUE);
  scope_report_table_panel_go_to (self, row, zoom);
  scope_panel_hold (&self->panel, FALSE);
}

static void
row_selected (ScopeReportTablePanel *self, guint row)
{
  g_signal_emit_by_name (self, "row-selected", row);
}

static void
row_activated (ScopeReportTablePanel *self, guint row)
{
  g_signal_emit_by_name (self, "row-activated", row);
}

/* --- parts --- */

void
scope_report_table_panel_set_leading (ScopeReportTablePanel *self, GtkWidget *widget)
{
  gtk_widget_insert_before (widget, self->bar, self->choice);
}

void
scope_report_table_panel_set_header (ScopeReportTablePanel *self, GtkWidget *widget)
{
  gtk_box_insert_child_after (GTK_BOX (self->box), widget, self->bar);
}

/* --- life --- */

static void
scope_report_table_panel_finalize (GObject *object)
{
  g_array_unref (SCOPE_REPORT_TABLE_PANEL (object)->whats);
  G_OBJECT_CLASS (scope_report_table_panel_parent_class)->finalize (object);
}

/* The menu stands beside the table, whose action it is. */
static void
sort_table (GtkWidget *widget, const char *action, GVariant *column)
{
  gtk_widget_activate_action_variant (GTK_WIDGET (SCOPE_REPORT_TABLE_PANEL (widget)->table), "table.sort", column);
}

static void
scope_report_table_panel_class_init (ScopeReportTablePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = scope_report_table_panel_finalize;
  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->fill = fill;
  panel_class->show = show;
  panel_class->query.find = find;
  panel_class->query.free_answer = (GDestroyNotify) scope_report_table_unref;
  panel_class->query.what_size = sizeof (What);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "table.sort", "i", sort_table);
  g_signal_new ("row-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, G_STRUCT_OFFSET (ScopeReportTablePanelClass, row_selected), NULL,
                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("row-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, G_STRUCT_OFFSET (ScopeReportTablePanelClass, row_activated), NULL,
                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("updated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, G_STRUCT_OFFSET (ScopeReportTablePanelClass, updated), NULL,
                NULL, NULL, G_TYPE_NONE, 0);
}

static void
copy_table (ScopeReportTablePanel *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->table), "table.copy", NULL);
}

static void
save_table (ScopeReportTablePanel *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->table), "table.save", NULL);
}

static void
make_bar (ScopeReportTablePanel *self)
{
  GtkWidget *end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->bar = scope_bar_new (6);
  self->choice = scope_choice_new (NULL, "table-choice", _("What is shown"), G_CALLBACK (choice_changed), self);
  gtk_widget_set_sensitive (self->choice, FALSE);
  self->panel.spinner = gtk_spinner_new ();
  gtk_box_append (GTK_BOX (end), self->panel.spinner);
  gtk_box_append (GTK_BOX (end), scope_menu_button_new ("view-sort-descending-symbolic", _("Sort by"),
                                                        scope_table_view_get_sort_menu (SCOPE_TABLE_VIEW (self->table))));
  scope_add_children (end, scope_icon_button_new ("edit-copy-symbolic", _("Copy"), G_CALLBACK (copy_table), self),
                      scope_icon_button_new ("document-save-symbolic", _("Save as CSV…"), G_CALLBACK (save_table), self), NULL);
  self->summary = scope_summary_label_new ();
  gtk_label_set_selectable (GTK_LABEL (self->summary), TRUE);
  gtk_widget_set_visible (self->summary, FALSE);
  gtk_widget_set_halign (end, GTK_ALIGN_END);
  gtk_widget_set_valign (end, GTK_ALIGN_CENTER);
  scope_add_children (self->bar, self->choice, scope_panel_make_chip (&self->panel), self->summary, end, NULL);
}

static void
scope_report_table_panel_init (ScopeReportTablePanel *self)
{
  self->whats = g_array_new (FALSE, FALSE, sizeof (guint));
}

void
scope_report_table_panel_build (ScopeReportTablePanel *self, const char *name, ScopeReportTableFunc func)
{
  self->func = func;
  self->table = SCOPE_REPORT_TABLE_VIEW (scope_report_table_view_new (name));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  g_signal_connect_swapped (self->table, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (row_activated), self);
  make_bar (self);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  scope_add_children (self->box, self->bar, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), GTK_WIDGET (self->table), NULL);
  gtk_widget_set_parent (scope_panel_make_progress (&self->panel, _("Computing"), self->box), GTK_WIDGET (self));
  scope_label_widget (GTK_WIDGET (self), name);
}

GtkWidget *
scope_report_table_panel_new (const char *name, ScopeReportTableFunc func)
{
  ScopeReportTablePanel *self = g_object_new (SCOPE_TYPE_REPORT_TABLE_PANEL, NULL);

  scope_report_table_panel_build (self, name, func);
  return GTK_WIDGET (self);
}
