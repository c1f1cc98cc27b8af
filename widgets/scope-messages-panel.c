/* scope-messages-panel.c: see scope-messages-panel.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-messages-panel.h"

#include "model/scene/scope-ruler.h"
#include "model/trace/scope-message-list.h"

#include <glib/gi18n.h>

#define MOST 1000000u /* rows: more are counted, not listed */

struct _ScopeMessagesPanel
{
  GtkWidget parent_instance;

  ScopeView *view;
  ScopeMessageFilter filter; /* what was asked for last */
  GtkWidget *sheets;
};

G_DEFINE_FINAL_TYPE (ScopeMessagesPanel, scope_messages_panel, GTK_TYPE_WIDGET)

/* --- sheets: on threads of their own --- */

enum
{
  SENT,
  RECEIVED,
  FROM,
  TO,
  TAG,
  SIZE,
  LATENCY,
};

static void
set_end (ScopeSheet *sheet, guint row, guint column, ScopeTrace *trace, gint64 machine, gint64 process)
{
  char word[48];

  g_snprintf (word, sizeof word, "%u:%" G_GINT64_FORMAT, scope_trace_machine (trace, (guint) machine)->number, process);
  scope_sheet_set_word (sheet, row, column, word);
}

/* The lane of the process of that number, or of its machine. */
static ScopeLaneId
end_lane (ScopeTrace *trace, guint32 machine, gint64 process)
{
  char id[24];
  guint32 index;

  g_snprintf (id, sizeof id, "%" G_GINT64_FORMAT, process);
  index = scope_machine_find_entity (scope_trace_machine (trace, machine), SCOPE_KIND_PROCESS, id);
  return index != SCOPE_NONE ? (ScopeLaneId) { machine, SCOPE_KIND_PROCESS, index }
                             : (ScopeLaneId) { machine, SCOPE_KIND_MACHINE, 0 };
}

static void
add_message (ScopeSheet *sheet, ScopeTrace *trace, const ScopeMessageLine *message)
{
  ScopeSheetRow row = { .from = message->send, .to = message->receive, .has_range = TRUE };
  guint n = scope_sheet_add_row (sheet, &row);

  if (message->sent)
    scope_sheet_set (sheet, n, SENT, (double) message->send);
  if (message->received)
    scope_sheet_set (sheet, n, RECEIVED, (double) message->receive);
  set_end (sheet, n, FROM, trace, message->from_machine, message->from_process);
  set_end (sheet, n, TO, trace, message->to_machine, message->to_process);
  scope_sheet_set_word (sheet, n, TAG, scope_message_tag_name (message->tag));
  if (message->size != SCOPE_TABLE_NULL)
    scope_sheet_set (sheet, n, SIZE, (double) message->size);
  if (message->sent && message->received)
    scope_sheet_set (sheet, n, LATENCY, (double) (message->receive - message->send));
}

static ScopeSheet *
messages_sheet (const ScopeWithin *within, GError **error)
{
  guint64 total = 0;
  g_autoptr (GArray) messages = scope_messages_read (within, MOST, &total, error);
  g_autofree char *count = NULL;
  ScopeSheet *sheet;

  if (messages == NULL)
    return NULL;
  sheet = scope_sheet_new (within->trace);
  scope_sheet_add_column (sheet, SCOPE_CELL_TIME, _("Sent"), "send_ns");
  scope_sheet_add_column (sheet, SCOPE_CELL_TIME, _("Received"), "receive_ns");
  scope_sheet_add_column (sheet, SCOPE_CELL_WORD, _("From"), "from");
  scope_sheet_add_column (sheet, SCOPE_CELL_WORD, _("To"), "to");
  scope_sheet_add_column (sheet, SCOPE_CELL_WORD, _("Kind"), "tag");
  scope_sheet_add_column (sheet, SCOPE_CELL_COUNT, _("Words"), "size");
  scope_sheet_add_column (sheet, SCOPE_CELL_DURATION, _("Latency"), "latency_ns");
  for (guint i = 0; i < messages->len; i++)
    add_message (sheet, within->trace, &g_array_index (messages, ScopeMessageLine, i));
  count = scope_format_count (total);
  if (total > messages->len)
    {
      g_autofree char *most = scope_format_count (MOST);

      scope_sheet_take_summary (sheet, g_strdup_printf (_("%s of %s messages"), most, count));
    }
  else
    scope_sheet_take_summary (sheet, g_strdup_printf (ngettext ("%s message", "%s messages", (gulong) total), count));
  scope_sheet_take_extra (sheet, g_steal_pointer (&messages));
  return sheet;
}

static void
add_stream (ScopeSheet *sheet, ScopeTrace *trace, const ScopeStream *stream)
{
  guint32 n_machines = scope_trace_n_machines (trace), n;
  gint64 from = stream->channel[0], to = stream->channel[3], from_offset, to_offset;
  ScopeSheetRow row = { .has_lane = TRUE, .has_range = TRUE };

  if (from < 0 || from >= n_machines || to < 0 || to >= n_machines || stream->first_receive == SCOPE_TABLE_NULL)
    return;
  from_offset = scope_trace_offset (trace, scope_trace_machine (trace, (guint) from));
  to_offset = scope_trace_offset (trace, scope_trace_machine (trace, (guint) to));
  row.lane = end_lane (trace, (guint32) to, stream->channel[4]);
  row.from = stream->first_send != SCOPE_TABLE_NULL ? stream->first_send + from_offset : stream->first_receive + to_offset;
  row.to = stream->last_receive + to_offset;
  n = scope_sheet_add_row (sheet, &row);
  set_end (sheet, n, 0, trace, from, stream->channel[1]);
  set_end (sheet, n, 1, trace, to, stream->channel[4]);
  scope_sheet_set (sheet, n, 2, (double) stream->messages);
  if (stream->first_send != SCOPE_TABLE_NULL)
    scope_sheet_set (sheet, n, 3, (double) row.from);
  scope_sheet_set (sheet, n, 4, (double) row.to);
  if (stream->sized > 0)
    {
      scope_sheet_set (sheet, n, 5, (double) stream->size / (double) stream->sized);
      scope_sheet_set (sheet, n, 6, (double) stream->size);
    }
}

static ScopeSheet *
streams_sheet (const ScopeWithin *within, GError **error)
{
  g_autoptr (ScopeStreams) streams = scope_messages_read_streams (within, error);
  g_autofree char *count = NULL;
  ScopeSheet *sheet;

  if (streams == NULL)
    return NULL;
  sheet = scope_sheet_new (within->trace);
  scope_sheet_add_column (sheet, SCOPE_CELL_WORD, _("From"), "from");
  scope_sheet_add_column (sheet, SCOPE_CELL_WORD, _("To"), "to");
  scope_sheet_add_column (sheet, SCOPE_CELL_COUNT, _("Elements"), "messages");
  scope_sheet_add_column (sheet, SCOPE_CELL_TIME, _("First Sent"), "first_send_ns");
  scope_sheet_add_column (sheet, SCOPE_CELL_TIME, _("Last Received"), "last_receive_ns");
  scope_sheet_add_column (sheet, SCOPE_CELL_COUNT, _("Words, Mean"), "size_mean");
  scope_sheet_add_column (sheet, SCOPE_CELL_COUNT, _("Words in All"), "size");
  for (guint i = 0; i < scope_streams_n (streams); i++)
    add_stream (sheet, within->trace, scope_streams_get (streams, i));
  count = scope_format_count (scope_sheet_n_rows (sheet));
  scope_sheet_take_summary (sheet,
                            g_strdup_printf (ngettext ("%s stream", "%s streams", scope_sheet_n_rows (sheet)), count));
  return sheet;
}

static ScopeSheet *
make_sheet (const ScopeWithin *within, guint what, GError **error)
{
  return what == SCOPE_MESSAGES_PANEL_STREAMS ? streams_sheet (within, error) : messages_sheet (within, error);
}

/* --- the view --- */

gboolean
scope_messages_panel_can_show (ScopeTrace *trace)
{
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      ScopeTable *table = scope_trace_machine (trace, i)->tables[SCOPE_TABLE_MESSAGES];

      if (table != NULL && scope_table_n_rows (table) > 0)
        return TRUE;
    }
  return FALSE;
}

static void
view_changed (ScopeView *view, guint what, ScopeMessagesPanel *self)
{
  const ScopeMessageFilter *filter = scope_view_get_messages (view);

  if ((what & SCOPE_VIEW_LOOK) == 0 || scope_message_filter_equal (filter, &self->filter))
    return;
  self->filter = *filter;
  scope_sheet_panel_refresh (SCOPE_SHEET_PANEL (self->sheets));
}

/* Goes there without asking anew what is in range: the row that was chosen must stay. */
static void
go_to (ScopeMessagesPanel *self, const ScopeLaneId *lane, gint64 from, gint64 to)
{
  scope_sheet_panel_hold (SCOPE_SHEET_PANEL (self->sheets), TRUE);
  scope_view_go_to (self->view, lane, from, to);
}

static void
row_selected (ScopeSheetPanel *sheets, guint row, ScopeMessagesPanel *self)
{
  ScopeSheet *sheet = scope_sheet_view_get_sheet (scope_sheet_panel_get_sheet_view (sheets));
  GArray *messages = sheet != NULL ? scope_sheet_get_extra (sheet) : NULL;
  const ScopeSheetRow *line = sheet != NULL ? scope_sheet_row (sheet, row) : NULL;

  if (self->view == NULL || line == NULL)
    return;
  if (messages != NULL && row < messages->len)
    {
      const ScopeMessageLine *message = &g_array_index (messages, ScopeMessageLine, row);
      ScopeLaneId lane = end_lane (scope_view_get_trace (self->view), message->to_machine, message->to_process);

      go_to (self, &lane, MIN (message->send, message->receive), MAX (message->send, message->receive));
      scope_view_select_message (self->view, message);
    }
  else if (line->has_lane)
    go_to (self, &line->lane, line->from, line->to);
  scope_sheet_panel_hold (sheets, FALSE);
}

void
scope_messages_panel_set_view (ScopeMessagesPanel *self, ScopeView *view)
{
  const char *titles[] = { _("Messages"), _("Streams"), NULL };
  const guint whats[] = { SCOPE_MESSAGES_PANEL_MESSAGES, SCOPE_MESSAGES_PANEL_STREAMS };

  g_return_if_fail (SCOPE_IS_MESSAGES_PANEL (self));

  if (self->view == view)
    return;
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view != NULL)
    {
      self->filter = *scope_view_get_messages (view);
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      scope_sheet_panel_set_choices (SCOPE_SHEET_PANEL (self->sheets), titles, whats);
    }
  scope_sheet_panel_set_view (SCOPE_SHEET_PANEL (self->sheets), view);
}

ScopeSheetPanel *
scope_messages_panel_get_sheets (ScopeMessagesPanel *self)
{
  return SCOPE_SHEET_PANEL (self->sheets);
}

static void
scope_messages_panel_dispose (GObject *object)
{
  ScopeMessagesPanel *self = SCOPE_MESSAGES_PANEL (object);

  if (self->sheets != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->sheets, self);
      scope_messages_panel_set_view (self, NULL);
    }
  g_clear_pointer (&self->sheets, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_messages_panel_parent_class)->dispose (object);
}

static void
scope_messages_panel_class_init (ScopeMessagesPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_messages_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_messages_panel_init (ScopeMessagesPanel *self)
{
  self->sheets = scope_sheet_panel_new (_("Messages"), make_sheet);
  scope_extent_chip_set_extent (scope_sheet_panel_get_chip (SCOPE_SHEET_PANEL (self->sheets)), SCOPE_EXTENT_VISIBLE);
  g_signal_connect (self->sheets, "row-selected", G_CALLBACK (row_selected), self);
  gtk_widget_set_parent (self->sheets, GTK_WIDGET (self));
}

GtkWidget *
scope_messages_panel_new (void)
{
  return g_object_new (SCOPE_TYPE_MESSAGES_PANEL, NULL);
}
