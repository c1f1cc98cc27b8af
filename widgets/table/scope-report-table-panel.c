/* scope-report-table-panel.c: see scope-report-table-panel.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-report-table-panel.h"

#include "widgets/kit/scope-async-query.h"
#include "widgets/kit/scope-wrap-bar.h"

#include <glib/gi18n.h>

struct _ScopeReportTablePanel
{
  GtkWidget parent_instance;

  ScopeReportTableFunc func;
  ScopeView *view;
  GtkWidget *box, *bar, *choice, *chip, *spinner, *sort, *summary, *header, *table, *progress;
  GArray *whats;
  ScopeAsyncQuery *question;
  gboolean held, setting;
};

G_DEFINE_FINAL_TYPE (ScopeReportTablePanel, scope_report_table_panel, GTK_TYPE_WIDGET)

enum
{
  ROW_SELECTED,
  ROW_ACTIVATED,
  UPDATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- a question --- */

/* What is asked for. */
typedef struct
{
  ScopeReportTableFunc func;
  guint what;
} What;

static gboolean
fill (gpointer owner, ScopeQueryRange *within, gpointer data)
{
  ScopeReportTablePanel *self = owner;

  if (self->view == NULL || self->whats->len == 0
      || !scope_range_selector_get_range (SCOPE_RANGE_SELECTOR (self->chip), &within->from, &within->to))
    return FALSE;
  within->trace = scope_view_get_trace (self->view);
  within->messages = scope_view_get_messages (self->view);
  *(What *) data = (What) { self->func, scope_report_table_panel_get_what (self) };
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, TRUE, -1);
  return TRUE;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;

  return what->func (within, what->what, error);
}

static void
show_sheet (ScopeReportTablePanel *self, ScopeReportTable *table)
{
  const char *summary = table != NULL ? scope_report_table_summary (table) : NULL;

  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->table), table);
  gtk_label_set_label (GTK_LABEL (self->summary), summary != NULL ? summary : "");
  gtk_widget_set_visible (self->summary, summary != NULL);
  g_signal_emit (self, signals[UPDATED], 0);
}

static void
show (gpointer owner, gpointer answer, const GError *error)
{
  ScopeReportTablePanel *self = owner;
  g_autoptr (ScopeReportTable) table = answer;

  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->table),
                                           error != NULL ? error->message : _("Nothing in this range"));
  show_sheet (self, table);
}

static void
show_progress (gpointer owner, int permille)
{
  ScopeReportTablePanel *self = owner;

  gtk_widget_set_visible (self->progress, permille >= 0);
  if (permille >= 0)
    {
      gtk_spinner_start (GTK_SPINNER (self->spinner));
      gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), permille / 1000.0);
      return;
    }
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, FALSE, -1);
}

static const ScopeAsyncQueryClass question_class = {
  .fill = fill,
  .find = find,
  .show = show,
  .progress = show_progress,
  .free_answer = (GDestroyNotify) scope_report_table_unref,
  .what_size = sizeof (What),
};

static void
ask_soon (ScopeReportTablePanel *self)
{
  if (self->view != NULL)
    scope_async_query_ask (self->question, !scope_trace_get_finished (scope_view_get_trace (self->view)));
}

gboolean
scope_report_table_panel_is_settled (ScopeReportTablePanel *self)
{
  return self->view == NULL || !scope_async_query_is_open (self->question);
}

/* --- what is asked --- */

static void
range_changed (ScopeRangeSelector *chip, ScopeReportTablePanel *self)
{
  if (!self->held)
    ask_soon (self);
}

void
scope_report_table_panel_refresh (ScopeReportTablePanel *self)
{
  scope_async_query_cancel (self->question);
  ask_soon (self);
}

void
scope_report_table_panel_hold (ScopeReportTablePanel *self, gboolean hold)
{
  self->held = hold;
}

static void
choice_changed (GtkDropDown *choice, GParamSpec *pspec, ScopeReportTablePanel *self)
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
  gboolean same = n == self->whats->len && memcmp (self->whats->data, whats, n * sizeof *whats) == 0;

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
    scope_async_query_cancel (self->question);
  ask_soon (self);
}

void
scope_report_table_panel_set_view (ScopeReportTablePanel *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_REPORT_TABLE_PANEL (self));

  if (self->view == view)
    return;
  scope_async_query_cancel (self->question);
  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->table), "");
  show_sheet (self, NULL);
  scope_report_table_view_set_view (SCOPE_REPORT_TABLE_VIEW (self->table), view);
  g_set_object (&self->view, view);
  scope_range_selector_set_view (SCOPE_RANGE_SELECTOR (self->chip), view);
  if (view != NULL)
    ask_soon (self);
}

ScopeView *
scope_report_table_panel_get_view (ScopeReportTablePanel *self)
{
  return self->view;
}

ScopeRangeSelector *
scope_report_table_panel_get_range_selector (ScopeReportTablePanel *self)
{
  return SCOPE_RANGE_SELECTOR (self->chip);
}

ScopeReportTableView *
scope_report_table_panel_get_table_view (ScopeReportTablePanel *self)
{
  return SCOPE_REPORT_TABLE_VIEW (self->table);
}

void
scope_report_table_panel_set_leading (ScopeReportTablePanel *self, GtkWidget *widget)
{
  gtk_widget_insert_before (widget, self->bar, self->choice);
}

void
scope_report_table_panel_set_header (ScopeReportTablePanel *self, GtkWidget *widget)
{
  if (self->header != NULL)
    gtk_box_remove (GTK_BOX (self->box), self->header);
  self->header = widget;
  if (widget != NULL)
    gtk_box_insert_child_after (GTK_BOX (self->box), widget, self->bar);
}

/* --- life --- */

static void
row_selected (ScopeReportTableView *table, guint row, ScopeReportTablePanel *self)
{
  g_signal_emit (self, signals[ROW_SELECTED], 0, row);
}

static void
row_activated (ScopeReportTableView *table, guint row, ScopeReportTablePanel *self)
{
  g_signal_emit (self, signals[ROW_ACTIVATED], 0, row);
}

static void
scope_report_table_panel_map (GtkWidget *widget)
{
  ScopeReportTablePanel *self = SCOPE_REPORT_TABLE_PANEL (widget);

  GTK_WIDGET_CLASS (scope_report_table_panel_parent_class)->map (widget);
  if (scope_async_query_is_open (self->question))
    ask_soon (self);
}

static void
scope_report_table_panel_dispose (GObject *object)
{
  ScopeReportTablePanel *self = SCOPE_REPORT_TABLE_PANEL (object);
  GtkWidget *child;

  g_clear_pointer (&self->question, scope_async_query_free);
  if (self->box != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->table, self);
      g_signal_handlers_disconnect_by_data (self->chip, self);
      scope_range_selector_set_view (SCOPE_RANGE_SELECTOR (self->chip), NULL);
    }
  self->box = NULL;
  g_clear_object (&self->view);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->whats, g_array_unref);
  G_OBJECT_CLASS (scope_report_table_panel_parent_class)->dispose (object);
}

/* The menu stands beside the table, whose action it is. */
static void
sort_table (GtkWidget *widget, const char *action, GVariant *column)
{
  gtk_widget_activate_action_variant (SCOPE_REPORT_TABLE_PANEL (widget)->table, "table.sort", column);
}

static void
scope_report_table_panel_class_init (ScopeReportTablePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_report_table_panel_dispose;
  widget_class->map = scope_report_table_panel_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "table.sort", "i", sort_table);
  signals[ROW_SELECTED] = g_signal_new ("row-selected", SCOPE_TYPE_REPORT_TABLE_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", SCOPE_TYPE_REPORT_TABLE_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[UPDATED] = g_signal_new ("updated", SCOPE_TYPE_REPORT_TABLE_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
copy_table (GtkButton *button, ScopeReportTablePanel *self)
{
  gtk_widget_activate_action (self->table, "table.copy", NULL);
}

static void
save_table (GtkButton *button, ScopeReportTablePanel *self)
{
  gtk_widget_activate_action (self->table, "table.save", NULL);
}

static GtkWidget *
add_button (GtkWidget *box, const char *icon, const char *tip, GCallback clicked, ScopeReportTablePanel *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
  g_signal_connect (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
make_bar (ScopeReportTablePanel *self)
{
  GtkWidget *end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->bar = scope_wrap_bar_new ();
  gtk_widget_set_margin_top (self->bar, 6);
  gtk_widget_set_margin_bottom (self->bar, 6);
  gtk_widget_set_margin_start (self->bar, 6);
  gtk_widget_set_margin_end (self->bar, 6);
  self->choice = gtk_drop_down_new (NULL, NULL);
  gtk_widget_set_valign (self->choice, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->choice, "table-choice");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL, _("What is shown"), -1);
  gtk_widget_set_sensitive (self->choice, FALSE);
  g_signal_connect (self->choice, "notify::selected", G_CALLBACK (choice_changed), self);
  self->chip = scope_range_selector_new ();
  g_signal_connect (self->chip, "changed", G_CALLBACK (range_changed), self);
  self->spinner = gtk_spinner_new ();
  gtk_box_append (GTK_BOX (end), self->spinner);
  self->sort = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->sort), "view-sort-descending-symbolic");
  gtk_widget_add_css_class (self->sort, "flat");
  gtk_widget_set_tooltip_text (self->sort, _("Sort by"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->sort), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Sort by"), -1);
  gtk_box_append (GTK_BOX (end), self->sort);
  add_button (end, "edit-copy-symbolic", _("Copy"), G_CALLBACK (copy_table), self);
  add_button (end, "document-save-symbolic", _("Save as CSV…"), G_CALLBACK (save_table), self);
  self->summary = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  gtk_label_set_wrap (GTK_LABEL (self->summary), TRUE);
  gtk_label_set_selectable (GTK_LABEL (self->summary), TRUE);
  gtk_widget_add_css_class (self->summary, "numeric");
  gtk_widget_add_css_class (self->summary, "table-summary");
  gtk_widget_set_visible (self->summary, FALSE);
  gtk_widget_set_halign (end, GTK_ALIGN_END);
  gtk_widget_set_valign (end, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->choice, self->bar);
  gtk_widget_set_parent (self->chip, self->bar);
  gtk_widget_set_parent (self->summary, self->bar);
  gtk_widget_set_parent (end, self->bar);
}

static void
scope_report_table_panel_init (ScopeReportTablePanel *self)
{
  self->whats = g_array_new (FALSE, FALSE, sizeof (guint));
  self->question = scope_async_query_new (GTK_WIDGET (self), &question_class);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  make_bar (self);
  self->progress = gtk_progress_bar_new ();
  gtk_widget_add_css_class (self->progress, "osd");
  gtk_widget_set_valign (self->progress, GTK_ALIGN_START);
  gtk_widget_set_visible (self->progress, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Computing"), -1);
  gtk_box_append (GTK_BOX (self->box), self->bar);
}

GtkWidget *
scope_report_table_panel_new (const char *name, ScopeReportTableFunc func)
{
  ScopeReportTablePanel *self = g_object_new (SCOPE_TYPE_REPORT_TABLE_PANEL, NULL);
  GtkWidget *overlay = gtk_overlay_new (), *separator = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);

  self->func = func;
  self->table = scope_report_table_view_new (name);
  gtk_widget_set_vexpand (self->table, TRUE);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->sort),
                                  scope_report_table_view_get_sort_menu (SCOPE_REPORT_TABLE_VIEW (self->table)));
  g_signal_connect (self->table, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (self->table, "row-activated", G_CALLBACK (row_activated), self);
  gtk_box_append (GTK_BOX (self->box), separator);
  gtk_box_append (GTK_BOX (self->box), self->table);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->box);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->progress);
  gtk_widget_set_parent (overlay, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return GTK_WIDGET (self);
}
