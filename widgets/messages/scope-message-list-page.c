/* scope-message-list-page.c: see scope-message-list-page.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/messages/scope-message-list-page.h"

#include "model/scene/messages/scope-message-words.h"
#include "model/trace/messages/scope-pairs.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-tab-order.h"

#include <glib/gi18n.h>

struct _ScopeMessageListPage
{
  ScopePanel panel;

  gboolean resorted;
  ScopeMessageFilter filter;
  GtkWidget *stack, *table, *message;
  char *summary;
};

G_DEFINE_FINAL_TYPE (ScopeMessageListPage, scope_message_list_page, SCOPE_TYPE_PANEL)

/* --- the question --- */

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  ScopeMessageListPage *self = SCOPE_MESSAGE_LIST_PAGE (panel);

  within->messages = &self->filter;
  scope_message_table_get_sorting (SCOPE_MESSAGE_TABLE (self->table), what);
  return TRUE;
}

static gpointer
find_order (const ScopeQueryRange *within, gconstpointer what, GError **error)
{
  return scope_message_order_new (within, what, error);
}

static void
show_message (ScopeMessageListPage *self, const char *text)
{
  gtk_label_set_label (GTK_LABEL (self->message), text);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->message);
}

/* Why there is nothing to be seen. */
static const char *
why_empty (ScopeMessageListPage *self)
{
  const char *why = NULL;

  if (!scope_pairs_are_there (scope_view_get_trace (self->panel.view), &why))
    return why;
  if (scope_message_filter_is_narrow (&self->filter))
    return _("No message in this range passes the filter.");
  return self->filter.system ? _("No message was sent in this range.")
                             : _("No message was sent in this range, except system messages. The filter hides those.");
}

static void
show_selected (ScopeMessageListPage *self, gboolean scroll)
{
  const ScopeMessageLine *message = self->panel.view != NULL ? scope_view_get_selected_message (self->panel.view) : NULL;

  if (message != NULL && message->count == 1)
    scope_message_table_show (SCOPE_MESSAGE_TABLE (self->table), message, scroll);
}

static void
show (ScopePanel *panel, gpointer answer, const GError *error)
{
  ScopeMessageListPage *self = SCOPE_MESSAGE_LIST_PAGE (panel);
  g_autoptr (ScopeMessageOrder) order = answer;

  g_clear_pointer (&self->summary, g_free);
  scope_message_table_set_order (SCOPE_MESSAGE_TABLE (self->table), order);
  if (order == NULL)
    show_message (self, error->message);
  else if (scope_message_order_n_rows (order) == 0)
    show_message (self, why_empty (self));
  else
    {
      self->summary = scope_message_totals_text (order);
      gtk_stack_set_visible_child (GTK_STACK (self->stack), self->table);
      /* Who sorts anew looks for what comes first then, not for what was chosen. */
      show_selected (self, !self->resorted);
    }
  self->resorted = FALSE;
  g_signal_emit_by_name (self, "updated");
}

static void
sort_changed (ScopeMessageTable *table, ScopeMessageListPage *self)
{
  self->resorted = TRUE;
  scope_panel_renew (&self->panel);
}

/* --- leading the timeline, and following it --- */

/* Of the receiver; if there is none, of the sender; on screen rather than right to the process. */
static gboolean
lane_of (ScopeMessageListPage *self, const ScopeMessageLine *message, ScopeLaneId *ret_lane)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);

  return scope_party_lane (trace, SCOPE_PARTY_PROCESS, message->to_machine, message->to_process, ret_lane)
         || scope_party_lane (trace, SCOPE_PARTY_MACHINE, message->to_machine, SCOPE_TABLE_NULL, ret_lane)
         || scope_party_lane (trace, SCOPE_PARTY_PROCESS, message->from_machine, message->from_process, ret_lane)
         || scope_party_lane (trace, SCOPE_PARTY_MACHINE, message->from_machine, SCOPE_TABLE_NULL, ret_lane);
}

static void
lead (ScopeMessageListPage *self, const ScopeMessageRow *row, gboolean zoom)
{
  const ScopeMessageLine *message = &row->message;
  gint64 from = MIN (message->send, message->receive), to = MAX (message->send, message->receive);
  ScopeLaneId lane;
  gboolean has_lane;

  if (self->panel.view == NULL)
    return;
  scope_panel_hold (&self->panel, TRUE);
  has_lane = lane_of (self, message, &lane);
  scope_view_go_to (self->panel.view, has_lane ? &lane : NULL, from, to);
  if (zoom)
    {
      gint64 margin = MAX ((to - from) / 10, 1);

      scope_view_set_range (self->panel.view, scope_time_add (from, -margin), scope_time_add (to, margin));
    }
  /* What lies on a machine without a log cannot be drawn. */
  if (MAX (message->from_machine, message->to_machine) < scope_trace_n_machines (scope_view_get_trace (self->panel.view)))
    scope_view_select_message (self->panel.view, message);
  scope_panel_hold (&self->panel, FALSE);
}

static void
row_selected (ScopeMessageTable *table, const ScopeMessageRow *row, ScopeMessageListPage *self)
{
  lead (self, row, FALSE);
}

static void
row_activated (ScopeMessageTable *table, const ScopeMessageRow *row, ScopeMessageListPage *self)
{
  lead (self, row, TRUE);
}

static void
table_failed (ScopeMessageTable *table, const char *message, ScopeMessageListPage *self)
{
  show_message (self, message);
}

static void
set_clock (ScopeMessageListPage *self)
{
  ScopeClock clock = scope_view_get_clock (self->panel.view);

  scope_message_table_set_clock (SCOPE_MESSAGE_TABLE (self->table), &clock);
}

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeMessageListPage *self = SCOPE_MESSAGE_LIST_PAGE (panel);
  const ScopeMessageLine *message = scope_view_get_selected_message (panel->view);

  if ((what & SCOPE_VIEW_CLOCK) != 0)
    set_clock (self);
  if ((what & SCOPE_VIEW_SELECTION) == 0 || panel->held || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  scope_message_table_show (SCOPE_MESSAGE_TABLE (self->table),
                            message != NULL && message->count == 1 ? message : NULL, TRUE);
}

/* --- what is asked --- */

void
scope_message_list_page_set_filter (ScopeMessageListPage *self, const ScopeMessageFilter *filter)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_LIST_PAGE (self));

  if (scope_message_filter_equal (&self->filter, filter))
    return;
  self->filter = *filter;
  scope_panel_renew (&self->panel);
}

static void
set_view (ScopePanel *panel)
{
  ScopeMessageListPage *self = SCOPE_MESSAGE_LIST_PAGE (panel);

  g_clear_pointer (&self->summary, g_free);
  scope_message_table_set_order (SCOPE_MESSAGE_TABLE (self->table), NULL);
  show_message (self, "");
  if (panel->view != NULL)
    {
      self->filter = *scope_view_get_messages (panel->view);
      set_clock (self);
    }
  g_signal_emit_by_name (self, "updated");
}

ScopeMessageTable *
scope_message_list_page_get_table (ScopeMessageListPage *self)
{
  return SCOPE_MESSAGE_TABLE (self->table);
}

const char *
scope_message_list_page_get_summary (ScopeMessageListPage *self)
{
  return self->summary;
}

static gboolean
is_settled (ScopePanel *panel)
{
  return !scope_message_table_is_looking (SCOPE_MESSAGE_TABLE (SCOPE_MESSAGE_LIST_PAGE (panel)->table));
}

/* --- life --- */

static void
scope_message_list_page_map (GtkWidget *widget)
{
  ScopeMessageListPage *self = SCOPE_MESSAGE_LIST_PAGE (widget);
  gboolean asks = scope_async_query_is_open (self->panel.question);

  GTK_WIDGET_CLASS (scope_message_list_page_parent_class)->map (widget);
  if (!asks)
    show_selected (self, TRUE);
}

static gboolean
scope_message_list_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (SCOPE_MESSAGE_LIST_PAGE (widget)->table);
}

static void
scope_message_list_page_finalize (GObject *object)
{
  g_free (SCOPE_MESSAGE_LIST_PAGE (object)->summary);
  G_OBJECT_CLASS (scope_message_list_page_parent_class)->finalize (object);
}

static void
scope_message_list_page_class_init (ScopeMessageListPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = scope_message_list_page_finalize;
  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->is_settled = is_settled;
  panel_class->fill = fill;
  panel_class->show = show;
  panel_class->query.find = find_order;
  panel_class->query.free_answer = (GDestroyNotify) scope_message_order_unref;
  panel_class->query.what_size = sizeof (ScopeMessageSorting);
  panel_class->query.still_ms = 250;
  widget_class->map = scope_message_list_page_map;
  widget_class->grab_focus = scope_message_list_page_grab_focus;
  widget_class->focus = scope_tab_order_focus;
  scope_add_signal (klass, "updated", 0);
}

static void
scope_message_list_page_init (ScopeMessageListPage *self)
{
  self->table = g_object_new (SCOPE_TYPE_MESSAGE_TABLE, NULL);
  g_signal_connect (self->table, "sort-changed", G_CALLBACK (sort_changed), self);
  g_signal_connect (self->table, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (self->table, "row-activated", G_CALLBACK (row_activated), self);
  g_signal_connect (self->table, "failed", G_CALLBACK (table_failed), self);
  self->message = scope_message_label_new (18);
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), self->message);
  gtk_stack_add_child (GTK_STACK (self->stack), self->table);
  gtk_widget_set_parent (scope_panel_make_progress (&self->panel, _("Computing"), self->stack), GTK_WIDGET (self));
}
