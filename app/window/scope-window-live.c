/* scope-window-live.c: following a program that runs: the Follow button, the page that waits, the strip, notes set from
 * outside, and what is offered when it has ended.
 *
 *     win.follow             the trace that is shown, if it is still being written, else asks
 *     win.follow-this        the shown trace's file
 *     win.follow-other       asks
 *     win.follow-where (s)   a file, FIFO or socket, as scope_feed_open() takes it
 *     win.follow-again       what was followed, from its beginning
 *     win.stop-following     what was read stays, and becomes an ordinary trace
 *     win.mark (s)           a note at now
 *     win.show-losses, win.dismiss-live
 *
 * A log that was opened and has no end mark is watched for a while: if it grows, the banner offers to follow it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dialogs/scope-follow-dialog.h"
#include "app/window/scope-window-private.h"

#include "widgets/inspector/scope-inspector.h"

#include <glib/gi18n.h>

#include <string.h>

#define WAIT_MS 500
#define WAIT_WORD_US 5000000 /* nothing for so long: why, and the cure */

static ScopeView *
view_of (ScopeWindow *self)
{
  return self->timeline != NULL ? scope_timeline_get_view (self->timeline) : NULL;
}

static ScopeLive *
live_of (ScopeWindow *self)
{
  return self->document != NULL ? scope_document_get_live (self->document) : NULL;
}

gboolean
scope_window_is_following (ScopeWindow *self)
{
  ScopeLive *live = live_of (self);
  ScopeLiveFacts facts;

  if (live == NULL)
    return FALSE;
  scope_live_get_facts (live, &facts);
  return !scope_live_state_is_over (facts.state);
}

/* --- the page that waits --- */

/* It may end before anything came. */
static void
set_wait_over (ScopeWindow *self, gboolean over)
{
  gtk_widget_set_visible (self->follow_spinner, !over);
  gtk_button_set_label (GTK_BUTTON (self->follow_button), over ? _("_Follow Again") : _("_Stop Waiting"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->follow_button), over ? "win.follow-again" : "win.stop-following");
}

static void
update_wait_page (ScopeWindow *self)
{
  ScopeLive *live = live_of (self);
  g_autofree char *title = NULL, *safe_title = NULL, *name = NULL, *message = NULL, *words = NULL, *safe = NULL;
  ScopeLiveFacts facts;
  gboolean over;

  if (live == NULL)
    return;
  scope_live_get_facts (live, &facts);
  over = scope_live_state_is_over (facts.state);
  /* A path is too long for a title; it stands below. */
  if (g_path_is_absolute (facts.source))
    name = g_filename_display_basename (facts.source);
  title = g_strdup_printf (over ? _("Nothing came from %s") : _("Waiting for %s"), name != NULL ? name : facts.source);
  set_wait_over (self, over);
  safe_title = g_markup_escape_text (title, -1);
  if (g_get_monotonic_time () - facts.quiet_since >= WAIT_WORD_US || over
      || scope_live_get_writes (live) == SCOPE_LIVE_WRITES_READ_WHOLE) /* that will not change by waiting */
    message = scope_live_dup_message (live);
  /* What is said about a file may name it already. */
  if (name != NULL && (message == NULL || strstr (message, facts.source) == NULL))
    words = g_strconcat (facts.source, "\n", message != NULL ? message : _("The trace appears as it arrives."), NULL);
  else
    words = g_strdup (message != NULL ? message : _("The trace appears as it arrives."));
  safe = g_markup_escape_text (words, -1);
  if (g_strcmp0 (adw_status_page_get_title (self->follow_page), safe_title) != 0)
    adw_status_page_set_title (self->follow_page, safe_title);
  if (g_strcmp0 (adw_status_page_get_description (self->follow_page), safe) != 0)
    adw_status_page_set_description (self->follow_page, safe);
}

static gboolean
still_waiting (gpointer data)
{
  ScopeWindow *self = data;

  update_wait_page (self);
  if (g_str_equal (scope_window_get_page (self), "follow"))
    return G_SOURCE_CONTINUE;
  self->live.wait = 0;
  return G_SOURCE_REMOVE;
}

gboolean
scope_window_wait_live (ScopeWindow *self)
{
  if (self->document == NULL || scope_document_get_where (self->document) == NULL)
    return FALSE;
  update_wait_page (self);
  gtk_stack_set_visible_child_name (self->stack, "follow");
  if (self->live.wait == 0)
    self->live.wait = g_timeout_add (WAIT_MS, still_waiting, self);
  return TRUE;
}

/* --- the end --- */

/* The trace that was followed may have been put in order, into another: it is shown in its place. */
static void
take_successor (ScopeWindow *self)
{
  ScopeTrace *trace = scope_document_get_trace (self->document);
  ScopeView *view = view_of (self);

  if (view == NULL || scope_view_get_trace (view) == trace)
    return;
  scope_dock_set_view (self->dock, NULL);
  scope_timeline_replace_trace (self->timeline, trace);
  scope_window_apply_settings (self);
  scope_dock_set_view (self->dock, view_of (self));
}

/* What is sensible after it: another log has the name; else, what the last run did. */
static void
offer (ScopeWindow *self, const ScopeLiveFacts *facts)
{
  switch (facts->end)
    {
    case SCOPE_LIVE_TRUNCATED:
    case SCOPE_LIVE_REPLACED:
      scope_live_strip_set_offer (self->live_strip, _("Follow the New Log"), "win.follow-again", NULL);
      return;
    case SCOPE_LIVE_FAILED:
      scope_live_strip_set_offer (self->live_strip, _("Try Again"), "win.follow-again", NULL);
      return;
    case SCOPE_LIVE_STOPPED:
      scope_live_strip_set_offer (self->live_strip, _("Follow Again"), "win.follow-again", NULL);
      return;
    default:
      if (self->live.last_run != NULL)
        scope_live_strip_set_offer (self->live_strip, _("Compare With Last Run"), "win.compare-run",
                                    g_variant_new_string (self->live.last_run));
      else
        scope_live_strip_set_offer (self->live_strip, _("Compare…"), "win.compare", NULL);
    }
}

static void
update_end (ScopeWindow *self)
{
  ScopeLive *live = live_of (self);
  ScopeLiveFacts facts;

  scope_live_get_facts (live, &facts);
  if (view_of (self) != NULL && scope_live_state_is_over (facts.state))
    scope_view_follow_end (view_of (self));
  if (scope_document_get_state (self->document) != SCOPE_DOCUMENT_READY)
    return;
  if (!self->live.over)
    {
      self->live.over = TRUE;
      take_successor (self);
      scope_live_strip_set_live (self->live_strip, live, view_of (self));
    }
  offer (self, &facts); /* also when it is over: the last run may be found then */
}

/* --- a log that was opened and grows --- */

static void
file_changed (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, ScopeWindow *self)
{
  if (event != G_FILE_MONITOR_EVENT_CHANGED || self->live.growing)
    return;
  self->live.growing = TRUE;
  gtk_label_set_label (self->banner_label,
                       _("The program is still writing this log. The part written before you opened it is shown."));
  gtk_widget_set_visible (self->banner_details, FALSE);
  gtk_widget_set_visible (self->banner_follow, TRUE);
  gtk_info_bar_set_revealed (self->banner, TRUE);
}

static void
watch_growth (ScopeWindow *self)
{
  ScopeTrace *trace = scope_document_get_trace (self->document);
  GFile *file = scope_document_get_file (self->document);
  gboolean whole = TRUE;

  if (self->live.growth != NULL || file == NULL || scope_document_get_where (self->document) != NULL)
    return;
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    whole = whole && scope_trace_machine (trace, m)->complete;
  if (whole)
    return;
  self->live.growth = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->live.growth != NULL)
    g_signal_connect_object (self->live.growth, "changed", G_CALLBACK (file_changed), self, 0);
}

/* --- the document --- */

void
scope_window_update_live (ScopeWindow *self)
{
  ScopeLive *live = live_of (self);
  ScopeView *view = view_of (self);
  ScopeTrace *trace = scope_document_get_trace (self->document);
  gboolean shown = g_str_equal (scope_window_get_page (self), "trace");

  if (scope_document_get_state (self->document) == SCOPE_DOCUMENT_READY)
    watch_growth (self);
  if (live != NULL && view != NULL)
    {
      if (!self->live.over && scope_view_get_follow (view) == SCOPE_FOLLOW_OFF && !scope_trace_get_finished (trace)
          && scope_window_is_following (self))
        scope_view_follow (view);
      /* Which program it is, is known with its first events. */
      if (!self->live.sought && scope_trace_n_machines (trace) > 0 && scope_view_get_now (view) > 0)
        {
          self->live.sought = TRUE;
          scope_window_find_ghost (self);
        }
      scope_live_strip_set_live (self->live_strip, live, view);
      update_end (self);
    }
  gtk_revealer_set_reveal_child (self->live_revealer, live != NULL && shown && !self->live.dismissed);
  scope_window_update_live_actions (self);
}

void
scope_window_drop_live (ScopeWindow *self)
{
  g_clear_handle_id (&self->live.wait, g_source_remove);
  g_clear_object (&self->live.growth);
  g_cancellable_cancel (self->live.finding);
  g_clear_object (&self->live.finding);
  g_free (self->live.last_run);
  self->live = (ScopeWindowLive) { 0 };
  if (self->timeline == NULL)
    return;
  scope_live_strip_set_live (self->live_strip, NULL, NULL);
  gtk_revealer_set_reveal_child (self->live_revealer, FALSE);
  gtk_widget_set_visible (self->banner_follow, FALSE);
}

void
scope_window_follow (ScopeWindow *self, const char *where)
{
  g_return_if_fail (SCOPE_IS_WINDOW (self));
  g_return_if_fail (where != NULL);

  scope_window_show_document (self, scope_window_new_following (self, where));
}

gboolean
scope_window_mark (ScopeWindow *self, const char *text)
{
  ScopeView *view = view_of (self);
  gint64 time;

  g_return_val_if_fail (SCOPE_IS_WINDOW (self), FALSE);

  if (view == NULL)
    return FALSE;
  time = scope_window_is_following (self) ? scope_view_get_present (view)
                                          : scope_canvas_get_here (scope_timeline_get_canvas (self->timeline));
  return scope_notes_add (scope_view_get_notes (view), time, time, text, SCOPE_NOTE_YELLOW) != NULL;
}

/* --- actions --- */

static void
follow_chosen (ScopeFollowDialog *dialog, const char *where, ScopeWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  if (application != NULL)
    scope_application_follow (SCOPE_APPLICATION (application), GTK_WINDOW (self), where);
}

static void
ask (ScopeWindow *self)
{
  GFile *file = self->document != NULL ? scope_document_get_file (self->document) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  ScopeFollowDialog *dialog = scope_follow_dialog_new (GTK_WINDOW (self), path);

  g_signal_connect_object (dialog, "follow", G_CALLBACK (follow_chosen), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static char *
dup_this (ScopeWindow *self)
{
  GFile *file;

  if (self->document == NULL)
    return NULL;
  if (scope_document_get_where (self->document) != NULL)
    return g_strdup (scope_document_get_where (self->document));
  file = scope_document_get_file (self->document);
  return file != NULL ? g_file_get_path (file) : NULL;
}

/* In this window, in place of what was read of it until now. */
static void
follow_this_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autofree char *where = dup_this (user_data);

  if (where != NULL)
    scope_window_follow (user_data, where);
}

static void
follow_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;

  if (self->live.growing)
    follow_this_activated (action, parameter, user_data);
  else
    ask (self);
}

static void
follow_other_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ask (user_data);
}

static void
follow_where_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_application_follow (SCOPE_APPLICATION (gtk_window_get_application (user_data)), user_data,
                            g_variant_get_string (parameter, NULL));
}

static void
stop_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;

  if (live_of (self) != NULL)
    scope_live_stop (live_of (self));
  /* Nothing to look at yet, and nothing to wait for. */
  if (g_str_equal (scope_window_get_page (self), "follow"))
    scope_window_forget_document (self);
}

static void
mark_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_window_mark (user_data, g_variant_get_string (parameter, NULL));
}

static void
losses_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;

  if (scope_dock_raise (self->dock, "inspector"))
    scope_inspector_show_losses (SCOPE_INSPECTOR (scope_dock_get_panel (self->dock, "inspector")));
}

static void
dismiss_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;

  self->live.dismissed = TRUE;
  gtk_revealer_set_reveal_child (self->live_revealer, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

static void
set_enabled (ScopeWindow *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)), enabled);
}

void
scope_window_update_live_actions (ScopeWindow *self)
{
  g_autofree char *this = dup_this (self);
  gboolean following = scope_window_is_following (self);

  set_enabled (self, "follow-this", this != NULL && !following);
  set_enabled (self, "follow-again", this != NULL && !following);
  set_enabled (self, "stop-following", following);
  set_enabled (self, "mark", view_of (self) != NULL);
  set_enabled (self, "show-losses", view_of (self) != NULL);
}

void
scope_window_add_live_actions (ScopeWindow *self)
{
  static const GActionEntry entries[] = {
    { "follow", follow_activated },
    { "follow-this", follow_this_activated },
    { "follow-other", follow_other_activated },
    { "follow-where", follow_where_activated, "s" },
    { "follow-again", follow_this_activated },
    { "stop-following", stop_activated },
    { "mark", mark_activated, "s" },
    { "show-losses", losses_activated },
    { "dismiss-live", dismiss_activated },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
