/* scope-timeline-go-to.c: the entry of Ctrl+L: a time, a time of day, an event's number, or the text of a mark.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-timeline-private.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-go-to.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

static void
complain (ScopeTimeline *self, const char *why)
{
  gtk_widget_add_css_class (self->go_to_entry, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->go_to_entry), GTK_ACCESSIBLE_STATE_INVALID,
                               GTK_ACCESSIBLE_INVALID_TRUE, -1);
  gtk_label_set_label (GTK_LABEL (self->go_to_hint), why);
  gtk_editable_select_region (GTK_EDITABLE (self->go_to_entry), 0, -1); /* what is typed next is another place */
}

static void
say_hint (ScopeTimeline *self)
{
  gint64 epoch;

  gtk_label_set_label (GTK_LABEL (self->go_to_hint),
                       self->view != NULL && scope_view_get_wall_clock (self->view, &epoch)
                           ? _("1.25 s, 310 µs, 14:03:22.5, 2026-11-24 14:03:22,512, #1200, or a mark’s text")
                           : _("1.25 s, 310 µs, #1200, or a mark’s text"));
}

static void
arrive (ScopeTimeline *self, gint64 time)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->go_to_button));
  scope_view_go_to (self->view, NULL, time, time);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

/* --- marks --- */

typedef struct
{
  ScopeTrace *trace;
  char *text;
  gint64 after, time;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->trace);
  g_free (question->text);
  g_free (question);
}

static gpointer
find_mark (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Question *question = (gpointer) data;
  gboolean found = scope_go_to_find_mark (question->trace, question->text, question->after, &question->time,
                                          cancellable, error);

  return GINT_TO_POINTER (found);
}

static void
mark_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeTimeline *self = SCOPE_TIMELINE (source);
  const Question *question = scope_task_question (result);
  g_autoptr (GError) error = NULL;
  gboolean found = scope_task_answer (result, &error) != NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->view == NULL)
    return;
  if (found)
    arrive (self, question->time);
  else
    complain (self, error != NULL ? error->message : _("This is neither a time nor the text of a mark."));
}

static void
look_for_mark (ScopeTimeline *self, const char *text)
{
  Question *question = g_new0 (Question, 1);
  gint64 from, to;

  scope_task_renew (&self->going);
  question->trace = g_object_ref (scope_view_get_trace (self->view));
  question->text = g_strdup (text);
  question->after = scope_view_get_selected_range (self->view, &from, &to)
                        ? from
                        : scope_viewport_x_to_time (scope_view_get_viewport (self->view), 0) - 1;
  scope_task_give (self, find_mark, question, question_free, NULL, self->going, mark_found, NULL);
}

/* --- events --- */

static void
event_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeTimeline) self = user_data;
  g_autoptr (GError) error = NULL;
  gint64 time;
  gboolean found = scope_event_source_time_of_finish (SCOPE_EVENT_SOURCE (source), result, &time, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->view == NULL)
    return;
  if (found)
    arrive (self, time);
  else
    complain (self, error->message);
}

static void
look_for_event (ScopeTimeline *self, guint64 number)
{
  ScopeEventSource *source = scope_trace_get_event_source (scope_view_get_trace (self->view));

  if (source == NULL)
    {
      complain (self, _("The events of this trace are not available."));
      return;
    }
  scope_task_renew (&self->going);
  gtk_label_set_label (GTK_LABEL (self->go_to_hint), _("Looking for the event…"));
  scope_event_source_time_of_async (source, number, self->going, event_found, g_object_ref (self));
}

static void
go_to_typed (ScopeTimeline *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->go_to_entry));
  ScopeGoTo there;

  if (self->view == NULL)
    return;
  there = scope_go_to_parse (self->view, text);
  switch (there.kind)
    {
    case SCOPE_GO_TO_TIME:
      arrive (self, there.time);
      break;
    case SCOPE_GO_TO_MARK:
      look_for_mark (self, text);
      break;
    case SCOPE_GO_TO_EVENT:
      look_for_event (self, there.event);
      break;
    case SCOPE_GO_TO_NOTHING:
    default:
      complain (self, _("This time is outside the trace."));
      break;
    }
}

/* --- building --- */

static void
entry_activated (GtkEntry *entry, ScopeTimeline *self)
{
  go_to_typed (self);
}

static void
entry_changed (GtkEditable *entry, ScopeTimeline *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  gtk_accessible_reset_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID);
  say_hint (self);
}

static void
shown (GtkPopover *popover, ScopeTimeline *self)
{
  entry_changed (GTK_EDITABLE (self->go_to_entry), self);
  gtk_widget_grab_focus (self->go_to_entry);
  gtk_editable_select_region (GTK_EDITABLE (self->go_to_entry), 0, -1);
}

void
scope_timeline_build_go_to (ScopeTimeline *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->go_to_button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->go_to_button), "find-location-symbolic");
  gtk_widget_add_css_class (self->go_to_button, "flat");
  gtk_widget_set_tooltip_text (self->go_to_button, _("Go To (Ctrl+L)"));
  scope_label_widget (self->go_to_button, _("Go to"));
  self->go_to_entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->go_to_entry), _("Time, event or mark"));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->go_to_entry), 32);
  scope_label_widget (self->go_to_entry, _("Time, event or mark to go to"));
  self->go_to_hint = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "dim-label caption");
  g_signal_connect (self->go_to_entry, "activate", G_CALLBACK (entry_activated), self);
  g_signal_connect (self->go_to_entry, "changed", G_CALLBACK (entry_changed), self);
  g_signal_connect (popover, "show", G_CALLBACK (shown), self);
  scope_add_children (box, self->go_to_entry, self->go_to_hint, NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->go_to_button), popover);
}
