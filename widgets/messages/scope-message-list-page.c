/* scope-message-list-page.c: see scope-message-list-page.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/messages/scope-message-list-page.h"

#include "model/scene/messages/scope-message-words.h"
#include "model/trace/messages/scope-pairs.h"
#include "widgets/kit/scope-async-query.h"
#include "widgets/kit/scope-tab-order.h"

#include <glib/gi18n.h>

struct _ScopeMessageListPage
{
  GtkWidget parent_instance;

  ScopeView *view;
  gint64 from, to;
  gboolean has_range, leading, resorted;
  ScopeMessageFilter filter;
  ScopeAsyncQuery *question;
  GtkWidget *overlay, *stack, *table, *message, *progress;
  char *summary;
};

G_DEFINE_FINAL_TYPE (ScopeMessageListPage, scope_message_list_page, GTK_TYPE_WIDGET)

static guint updated_signal;

/* --- the question --- */

static gboolean
fill_question (gpointer owner, ScopeQueryRange *within, gpointer what)
{
  ScopeMessageListPage *self = owner;

  if (self->view == NULL || !self->has_range)
    return FALSE;
  within->trace = scope_view_get_trace (self->view);
  within->from = self->from;
  within->to = self->to;
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

  if (!scope_pairs_are_there (scope_view_get_trace (self->view), &why))
    return why;
  if (scope_message_filter_is_narrow (&self->filter))
    return _("No message in this range passes the filter.");
  return self->filter.system ? _("No message was sent in this range.")
                             : _("No message was sent in this range, except system messages. The filter hides those.");
}

static void
show_selected (ScopeMessageListPage *self, gboolean scroll)
{
  const ScopeMessageLine *message = self->view != NULL ? scope_view_get_selected_message (self->view) : NULL;

  if (message != NULL && message->count == 1)
    scope_message_table_show (SCOPE_MESSAGE_TABLE (self->table), message, scroll);
}

static void
show_order (gpointer owner, gpointer answer, const GError *error)
{
  ScopeMessageListPage *self = owner;
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
  g_signal_emit (self, updated_signal, 0);
}

static void
show_progress (gpointer owner, int permille)
{
  ScopeMessageListPage *self = owner;

  if (self->progress == NULL)
    return;
  gtk_widget_set_visible (self->progress, permille >= 0);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), MAX (permille, 0) / 1000.);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_STATE_BUSY, permille >= 0, -1);
}

static const ScopeAsyncQueryClass question_class = {
  fill_question, find_order, show_order, show_progress, (GDestroyNotify) scope_message_order_unref,
  sizeof (ScopeMessageSorting), 250,
};

static void
sort_changed (ScopeMessageTable *table, ScopeMessageListPage *self)
{
  self->resorted = TRUE;
  scope_async_query_renew (self->question);
}

/* --- leading the timeline, and following it --- */

/* Of the receiver; if there is none, of the sender; on screen rather than right to the process. */
static gboolean
lane_of (ScopeMessageListPage *self, const ScopeMessageLine *message, ScopeLaneId *ret_lane)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);

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

  if (self->view == NULL)
    return;
  self->leading = TRUE;
  has_lane = lane_of (self, message, &lane);
  scope_view_go_to (self->view, has_lane ? &lane : NULL, from, to);
  if (zoom)
    {
      gint64 margin = MAX ((to - from) / 10, 1);

      scope_view_set_range (self->view, scope_time_add (from, -margin), scope_time_add (to, margin));
    }
  /* What lies on a machine without a log cannot be drawn. */
  if (MAX (message->from_machine, message->to_machine) < scope_trace_n_machines (scope_view_get_trace (self->view)))
    scope_view_select_message (self->view, message);
  self->leading = FALSE;
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
  ScopeClock clock = scope_view_get_clock (self->view);

  scope_message_table_set_clock (SCOPE_MESSAGE_TABLE (self->table), &clock);
}

static void
view_changed (ScopeView *view, guint what, ScopeMessageListPage *self)
{
  const ScopeMessageLine *message = scope_view_get_selected_message (view);

  if ((what & SCOPE_VIEW_CLOCK) != 0)
    set_clock (self);
  if ((what & SCOPE_VIEW_SELECTION) == 0 || self->leading || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  scope_message_table_show (SCOPE_MESSAGE_TABLE (self->table),
                            message != NULL && message->count == 1 ? message : NULL, TRUE);
}

/* --- what is asked --- */

static gboolean
is_reading (ScopeMessageListPage *self)
{
  return self->view != NULL && !scope_trace_get_finished (scope_view_get_trace (self->view));
}

void
scope_message_list_page_set_range (ScopeMessageListPage *self, gint64 from, gint64 to)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_LIST_PAGE (self));

  if (self->leading)
    return;
  self->from = from;
  self->to = to;
  self->has_range = TRUE;
  scope_async_query_ask (self->question, is_reading (self));
}

void
scope_message_list_page_set_filter (ScopeMessageListPage *self, const ScopeMessageFilter *filter)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_LIST_PAGE (self));

  if (scope_message_filter_equal (&self->filter, filter))
    return;
  self->filter = *filter;
  if (self->has_range)
    scope_async_query_renew (self->question);
}

void
scope_message_list_page_set_view (ScopeMessageListPage *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_LIST_PAGE (self));

  if (self->view == view)
    return;
  scope_async_query_cancel (self->question);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  self->has_range = FALSE;
  g_clear_pointer (&self->summary, g_free);
  scope_message_table_set_order (SCOPE_MESSAGE_TABLE (self->table), NULL);
  show_message (self, "");
  if (view != NULL)
    {
      self->filter = *scope_view_get_messages (view);
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      set_clock (self);
    }
  g_signal_emit (self, updated_signal, 0);
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

gboolean
scope_message_list_page_is_leading (ScopeMessageListPage *self)
{
  return self->leading;
}

gboolean
scope_message_list_page_is_settled (ScopeMessageListPage *self)
{
  return !scope_async_query_is_open (self->question)
         && !scope_message_table_is_looking (SCOPE_MESSAGE_TABLE (self->table));
}

/* --- life --- */

static void
scope_message_list_page_map (GtkWidget *widget)
{
  ScopeMessageListPage *self = SCOPE_MESSAGE_LIST_PAGE (widget);

  GTK_WIDGET_CLASS (scope_message_list_page_parent_class)->map (widget);
  if (scope_async_query_is_open (self->question))
    scope_async_query_ask (self->question, is_reading (self));
  else
    show_selected (self, TRUE);
}

static gboolean
scope_message_list_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (SCOPE_MESSAGE_LIST_PAGE (widget)->table);
}

static void
scope_message_list_page_dispose (GObject *object)
{
  ScopeMessageListPage *self = SCOPE_MESSAGE_LIST_PAGE (object);

  if (self->overlay != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->table, self);
      scope_message_list_page_set_view (self, NULL);
      g_clear_pointer (&self->question, scope_async_query_free);
    }
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  self->progress = NULL;
  g_clear_pointer (&self->summary, g_free);
  G_OBJECT_CLASS (scope_message_list_page_parent_class)->dispose (object);
}

static void
scope_message_list_page_class_init (ScopeMessageListPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_message_list_page_dispose;
  widget_class->map = scope_message_list_page_map;
  widget_class->grab_focus = scope_message_list_page_grab_focus;
  widget_class->focus = scope_tab_order_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  updated_signal = g_signal_new ("updated", SCOPE_TYPE_MESSAGE_LIST_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
scope_message_list_page_init (ScopeMessageListPage *self)
{
  self->question = scope_async_query_new (GTK_WIDGET (self), &question_class);
  self->table = scope_message_table_new ();
  g_signal_connect (self->table, "sort-changed", G_CALLBACK (sort_changed), self);
  g_signal_connect (self->table, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (self->table, "row-activated", G_CALLBACK (row_activated), self);
  g_signal_connect (self->table, "failed", G_CALLBACK (table_failed), self);
  self->message = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->message), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->message, "dim-label");
  gtk_widget_set_margin_start (self->message, 18);
  gtk_widget_set_margin_end (self->message, 18);
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), self->message);
  gtk_stack_add_child (GTK_STACK (self->stack), self->table);
  self->progress = gtk_progress_bar_new ();
  gtk_widget_add_css_class (self->progress, "osd");
  gtk_widget_set_valign (self->progress, GTK_ALIGN_START);
  gtk_widget_set_visible (self->progress, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Computing"), -1);
  self->overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->stack);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->progress);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
}

GtkWidget *
scope_message_list_page_new (void)
{
  return g_object_new (SCOPE_TYPE_MESSAGE_LIST_PAGE, NULL);
}
