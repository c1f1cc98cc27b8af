/* scope-window-live.c: see scope-window-live.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-live.h"

#include "model/base/scope-task.h"
#include "app/dialogs/scope-follow-dialog.h"
#include "app/document/scope-ghost-finder.h"
#include "app/node/scope-node.h"
#include "app/window/scope-window-node.h"
#include "app/window/scope-window-settings.h"
#include "widgets/inspector/scope-inspector.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/timeline/scope-live-strip.h"

#include <glib/gi18n.h>

#include <string.h>

#define WAIT_MS 500
#define WAIT_WORD_US 5000000 /* nothing for so long: why, and the cure */

struct _ScopeWindowLive
{
  ScopePart parent_instance;

  ScopeWindowNode *node;  /* owned: what is followed may be recorded by us */
  guint wait;             /* timeout: the page that waits is written anew */
  gboolean dismissed;     /* the person closed the strip */
  gboolean over;          /* the end was seen */
  GFileMonitor *growth;   /* of a log without an end that was opened, not followed; NULL */
  gboolean growing;       /* and it was seen to grow since */
  gboolean sought;        /* the last run's activity was looked for */
  GCancellable *finding;  /* it is; NULL */
  char *last_run;         /* found: the path of its index */

  /* of the window */
  AdwStatusPage *page;
  GtkWidget *spinner, *button, *banner_follow;
  ScopeLiveStrip *strip;
  GtkRevealer *revealer;
};

G_DEFINE_FINAL_TYPE (ScopeWindowLive, scope_window_live, SCOPE_TYPE_PART)

static ScopeLive *
live_of (ScopeHost *host)
{
  return host->document != NULL ? scope_document_get_live (host->document) : NULL;
}

static gboolean
is_following (ScopeHost *host)
{
  ScopeLive *live = live_of (host);
  ScopeLiveFacts facts;

  if (live == NULL)
    return FALSE;
  scope_live_get_facts (live, &facts);
  return !scope_live_state_is_over (facts.state);
}

gboolean
scope_window_live_is_following (ScopeWindowLive *self)
{
  return is_following (scope_part_get_host (self));
}

gboolean
scope_window_live_has_grown (ScopeWindowLive *self)
{
  return self->growing;
}

/* --- the page that waits --- */

/* It may end before anything came. */
static void
set_wait_over (ScopeWindowLive *self, gboolean over)
{
  gtk_widget_set_visible (self->spinner, !over);
  gtk_button_set_label (GTK_BUTTON (self->button), over ? _("_Follow Again") : _("_Stop Waiting"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), over ? "win.follow-again" : "win.stop-following");
}

static char *
dup_wait_words (ScopeWindowLive *self, ScopeLive *live, const ScopeLiveFacts *facts, gboolean named)
{
  const char *failure = scope_window_node_get_failure (self->node);
  g_autofree char *message = NULL;

  if (scope_window_node_get_address (self->node) != NULL)
    return g_strdup (failure != NULL ? failure : _("The recorder is brought into the node. The trace appears as it arrives."));
  if (g_get_monotonic_time () - facts->quiet_since >= WAIT_WORD_US || scope_live_state_is_over (facts->state)
      || scope_live_get_writes (live) == SCOPE_LIVE_WRITES_READ_WHOLE) /* that will not change by waiting */
    message = scope_live_dup_message (live);
  /* What is said about a file may name it already. */
  if (named && (message == NULL || strstr (message, facts->source) == NULL))
    return g_strconcat (facts->source, "\n", message != NULL ? message : _("The trace appears as it arrives."), NULL);
  return g_strdup (message != NULL ? message : _("The trace appears as it arrives."));
}

static void
update_wait_page (ScopeWindowLive *self)
{
  ScopeLive *live = live_of (scope_part_get_host (self));
  g_autofree char *title = NULL, *safe_title = NULL, *name = NULL, *words = NULL, *safe = NULL;
  ScopeLiveFacts facts;
  gboolean over;

  if (live == NULL)
    return;
  scope_live_get_facts (live, &facts);
  over = scope_live_state_is_over (facts.state);
  /* A path is too long for a title; it stands below. */
  if (scope_window_node_get_name (self->node) != NULL)
    name = g_strdup (scope_window_node_get_name (self->node));
  else if (g_path_is_absolute (facts.source))
    name = g_filename_display_basename (facts.source);
  title = g_strdup_printf (over ? _("Nothing came from %s") : _("Waiting for %s"), name != NULL ? name : facts.source);
  set_wait_over (self, over);
  safe_title = g_markup_escape_text (title, -1);
  words = dup_wait_words (self, live, &facts, name != NULL);
  safe = g_markup_escape_text (words, -1);
  if (g_strcmp0 (adw_status_page_get_title (self->page), safe_title) != 0)
    adw_status_page_set_title (self->page, safe_title);
  if (g_strcmp0 (adw_status_page_get_description (self->page), safe) != 0)
    adw_status_page_set_description (self->page, safe);
}

static gboolean
still_waiting (gpointer data)
{
  ScopeWindowLive *self = data;

  update_wait_page (self);
  if (scope_host_is_at (scope_part_get_host (self), "follow"))
    return G_SOURCE_CONTINUE;
  self->wait = 0;
  return G_SOURCE_REMOVE;
}

gboolean
scope_window_live_wait (ScopeWindowLive *self)
{
  ScopeHost *host = scope_part_get_host (self);

  if (host->document == NULL || scope_document_get_where (host->document) == NULL)
    return FALSE;
  update_wait_page (self);
  gtk_stack_set_visible_child_name (host->stack, "follow");
  if (self->wait == 0)
    self->wait = g_timeout_add (WAIT_MS, still_waiting, self);
  return TRUE;
}

/* --- the end --- */

/* The trace that was followed may have been put in order, into another: it is shown in its place. */
static void
take_successor (ScopeHost *host)
{
  ScopeTrace *trace = scope_document_get_trace (host->document);
  ScopeView *view = scope_host_get_view (host);

  if (view == NULL || scope_view_get_trace (view) == trace)
    return;
  scope_dock_set_view (host->dock, NULL);
  scope_timeline_replace_trace (host->timeline, trace);
  scope_window_settings_apply (host);
  scope_dock_set_view (host->dock, scope_host_get_view (host));
}

/* What is sensible after it: another log has the name; else, what the last run did. */
static void
offer (ScopeWindowLive *self, const ScopeLiveFacts *facts)
{
  switch (facts->end)
    {
    case SCOPE_LIVE_TRUNCATED:
    case SCOPE_LIVE_REPLACED:
      scope_live_strip_set_offer (self->strip, _("Follow the New Log"), "win.follow-again", NULL);
      return;
    case SCOPE_LIVE_FAILED:
      scope_live_strip_set_offer (self->strip, _("Try Again"), "win.follow-again", NULL);
      return;
    case SCOPE_LIVE_STOPPED:
      scope_live_strip_set_offer (self->strip, _("Follow Again"), "win.follow-again", NULL);
      return;
    default:
      if (self->last_run != NULL)
        scope_live_strip_set_offer (self->strip, _("Compare With Last Run"), "win.compare-run",
                                    g_variant_new_string (self->last_run));
      else
        scope_live_strip_set_offer (self->strip, _("Compare…"), "win.compare", NULL);
    }
}

static void
update_end (ScopeWindowLive *self, ScopeHost *host)
{
  ScopeLive *live = live_of (host);
  ScopeLiveFacts facts;

  scope_live_get_facts (live, &facts);
  if (scope_host_get_view (host) != NULL && scope_live_state_is_over (facts.state))
    scope_view_follow_end (scope_host_get_view (host));
  if (scope_document_get_state (host->document) != SCOPE_DOCUMENT_READY)
    return;
  if (!self->over)
    {
      self->over = TRUE;
      take_successor (host);
      scope_live_strip_set_live (self->strip, live, scope_host_get_view (host));
    }
  offer (self, &facts); /* also when it is over: the last run may be found then */
}

/* --- a log that was opened and grows --- */

static void
offer_growth (ScopeWindowLive *self)
{
  ScopeHost *host = scope_part_get_host (self);

  if (self->growing)
    return;
  self->growing = TRUE;
  gtk_label_set_label (scope_host_get_child (host, "banner_label"),
                       _("The program is still writing this log. The part written before you opened it is shown."));
  gtk_widget_set_visible (scope_host_get_child (host, "banner_details"), FALSE);
  gtk_widget_set_visible (scope_host_get_child (host, "banner_profile"), FALSE);
  gtk_widget_set_visible (self->banner_follow, TRUE);
  gtk_info_bar_set_revealed (scope_host_get_child (host, "banner"), TRUE);
}

static void
file_changed (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, ScopeWindowLive *self)
{
  if (event == G_FILE_MONITOR_EVENT_CHANGED)
    offer_growth (self);
}

static void
far_changed (ScopeTrace *trace, ScopeWindowLive *self)
{
  ScopeHost *host = scope_part_get_host (self);

  if (host->document != NULL && scope_document_get_trace (host->document) == trace && scope_trace_has_grown (trace))
    offer_growth (self);
}

/* Its log is looked after where it lies. */
static void
watch_far (ScopeWindowLive *self, ScopeTrace *trace)
{
  g_signal_handlers_disconnect_by_func (trace, far_changed, self);
  g_signal_connect_object (trace, "changed", G_CALLBACK (far_changed), self, 0);
  far_changed (trace, self);
}

static void
watch_growth (ScopeWindowLive *self, ScopeDocument *document)
{
  ScopeTrace *trace = scope_document_get_trace (document);
  GFile *file = scope_document_get_file (document);
  gboolean whole = TRUE;

  if (self->growth != NULL || file == NULL || scope_document_get_where (document) != NULL)
    return;
  if (scope_trace_is_far (trace))
    {
      watch_far (self, trace);
      return;
    }
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    whole = whole && scope_trace_machine (trace, m)->complete;
  if (whole)
    return;
  self->growth = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->growth != NULL)
    g_signal_connect_object (self->growth, "changed", G_CALLBACK (file_changed), self, 0);
}

/* --- the document --- */

static void
ghost_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeWindowLive *self = SCOPE_WINDOW_LIVE (source);
  g_autofree char *path = NULL;
  g_autoptr (ScopeGhost) ghost = scope_ghost_find_finish (result, &path);
  ScopeView *view = scope_host_get_view (scope_part_get_host (self));

  /* Another document cancels. What was followed may have been put in order meanwhile, into another view. */
  if (view == NULL || g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_free (self->last_run);
  self->last_run = g_steal_pointer (&path);
  if (ghost != NULL)
    scope_view_set_ghost (view, ghost);
  scope_window_live_advance (self); /* it may have ended before this was known: what is offered then */
}

static void
find_ghost (ScopeWindowLive *self, ScopeHost *host)
{
  g_autofree char *folder = scope_settings_dup_cache_folder (host->settings);

  self->sought = TRUE;
  self->finding = g_cancellable_new ();
  scope_ghost_find_async (G_OBJECT (self), scope_view_get_trace (scope_host_get_view (host)), folder, self->finding, ghost_found,
                          NULL);
}

void
scope_window_live_advance (ScopeWindowLive *self)
{
  ScopeHost *host = scope_part_get_host (self);
  ScopeLive *live = live_of (host);
  ScopeView *view = scope_host_get_view (host);
  ScopeTrace *trace = scope_document_get_trace (host->document);

  if (scope_document_get_state (host->document) == SCOPE_DOCUMENT_READY)
    watch_growth (self, host->document);
  if (live != NULL && view != NULL)
    {
      if (!self->over && scope_view_get_follow (view) == SCOPE_FOLLOW_OFF && !scope_trace_get_finished (trace)
          && is_following (host))
        scope_view_follow (view);
      /* Which program it is, is known with its first events. */
      if (!self->sought && scope_trace_n_machines (trace) > 0 && scope_view_get_now (view) > 0)
        find_ghost (self, host);
      scope_live_strip_set_live (self->strip, live, view);
      scope_live_strip_set_asks (self->strip, scope_trace_runtime (trace) == SCOPE_RUNTIME_GHC && scope_document_can_ask (host->document));
      update_end (self, host);
    }
  gtk_revealer_set_reveal_child (self->revealer, live != NULL && scope_host_is_at (host, "trace") && !self->dismissed);
  scope_part_update (self);
}

static void
scope_window_live_close (ScopePart *part, ScopeHost *host)
{
  ScopeWindowLive *self = SCOPE_WINDOW_LIVE (part);

  scope_part_close (self->node);
  g_clear_handle_id (&self->wait, g_source_remove);
  g_clear_object (&self->growth);
  scope_task_stop (&self->finding);
  g_clear_pointer (&self->last_run, g_free);
  self->dismissed = self->over = self->growing = self->sought = FALSE;
  scope_live_strip_set_live (self->strip, NULL, NULL);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  gtk_widget_set_visible (self->banner_follow, FALSE);
}

void
scope_window_live_follow (ScopeWindowLive *self, const char *where)
{
  ScopeHost *host = scope_part_get_host (self);

  if (scope_node_is_address (where))
    scope_window_node_follow (self->node, where);
  else
    host->show (host->window, scope_host_new_following (host, where));
}

/* A note at now, while following, else in the middle of what is seen or where the pointer is. */
static void
mark_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  ScopeHost *host = scope_part_get_host (self);
  ScopeView *view = scope_host_get_view (host);
  gint64 time;

  if (view == NULL)
    return;
  time = is_following (host) ? scope_view_get_present (view) : scope_canvas_get_here (scope_timeline_get_canvas (host->timeline));
  scope_notes_add (scope_view_get_notes (view), time, time, g_variant_get_string (parameter, NULL), SCOPE_NOTE_YELLOW);
}

/* --- actions --- */

static void
follow_chosen (ScopeFollowDialog *dialog, const char *where, ScopeHost *host)
{
  scope_host_request (host, NULL, "follow", g_variant_new_string (where));
}

static void
ask (ScopeHost *host)
{
  GFile *file = host->document != NULL ? scope_document_get_file (host->document) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  ScopeFollowDialog *dialog = scope_follow_dialog_new (host->window, path);

  g_signal_connect_object (dialog, "follow", G_CALLBACK (follow_chosen), host, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static char *
dup_this (ScopeWindowLive *self, ScopeHost *host)
{
  const char *node = scope_window_node_get_address (self->node);

  if (host->document == NULL)
    return NULL;
  if (node != NULL)
    return g_strdup (node);
  if (scope_document_get_where (host->document) != NULL)
    return g_strdup (scope_document_get_where (host->document));
  return scope_document_dup_place (host->document);
}

/* In this window, in place of what was read of it until now. */
static void
follow_this_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  g_autofree char *where = dup_this (self, scope_part_get_host (self));

  if (where != NULL)
    scope_window_live_follow (self, where);
}

static void
follow_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  if (scope_window_live_has_grown (self))
    follow_this_activated (action, parameter, self);
  else
    ask (scope_part_get_host (self));
}

static void
follow_other_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  ask (scope_part_get_host (self));
}

static void
follow_where_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  scope_host_request (scope_part_get_host (self), NULL, "follow", g_variant_new_string (g_variant_get_string (parameter, NULL)));
}

static void
stop_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  ScopeHost *host = scope_part_get_host (self);

  /* A node's recording has an end of its own; who does not wait for that asks again. */
  if (!scope_host_is_at (host, "follow") && scope_window_node_stop (SCOPE_WINDOW_LIVE (self)->node))
    return;
  if (live_of (host) != NULL)
    scope_live_stop (live_of (host));
  /* Nothing to look at yet, and nothing to wait for. */
  if (scope_host_is_at (host, "follow"))
    host->show (host->window, NULL);
}

static void
asked (GObject *document, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeHost) host = user_data;
  g_autoptr (GError) error = NULL;

  if (host->document != SCOPE_DOCUMENT (document))
    return;
  if (scope_document_ask_finish (result, &error))
    scope_host_toast (host, _("The program was asked; what it obeys shows in the trace"));
  else if (error != NULL)
    scope_host_toast (host, error->message);
}

static void
ask_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  ScopeHost *host = scope_part_get_host (self);

  if (host->document != NULL && scope_document_can_ask (host->document))
    scope_document_ask_async (host->document, g_variant_get_string (parameter, NULL), asked, g_object_ref (host));
}

static void
losses_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  ScopeDock *dock = scope_part_get_host (self)->dock;

  if (scope_dock_raise (dock, "inspector"))
    scope_inspector_show_losses (SCOPE_INSPECTOR (scope_dock_get_panel (dock, "inspector")));
}

static void
dismiss_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindowLive *self = user_data;

  self->dismissed = TRUE;
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (scope_part_get_host (self)->timeline));
}

static void
scope_window_live_update (ScopePart *part, ScopeHost *host)
{
  g_autofree char *this = dup_this (SCOPE_WINDOW_LIVE (part), host);
  gboolean following = is_following (host), shown = scope_host_get_view (host) != NULL;

  scope_host_enable (host, "follow-this", this != NULL && !following);
  scope_host_enable (host, "follow-again", this != NULL && !following);
  scope_host_enable (host, "stop-following", following);
  scope_host_enable (host, "mark", shown);
  scope_host_enable (host, "ask", following);
  scope_host_enable (host, "show-losses", shown);
}

/* --- life --- */

static void
scope_window_live_attach (ScopePart *part, ScopeHost *host)
{
  ScopeWindowLive *self = SCOPE_WINDOW_LIVE (part);

  self->node = scope_part_new (SCOPE_TYPE_WINDOW_NODE, host);
  self->page = scope_host_get_child (host, "follow_page");
  self->spinner = scope_host_get_child (host, "follow_spinner");
  scope_spin_while_shown (GTK_SPINNER (self->spinner));
  self->button = scope_host_get_child (host, "follow_button");
  self->strip = scope_host_get_child (host, "live_strip");
  self->revealer = scope_host_get_child (host, "live_revealer");
  self->banner_follow = scope_host_get_child (host, "banner_follow");
}

/* Not sooner: an action has the node as its data. */
static void
scope_window_live_finalize (GObject *object)
{
  g_object_unref (SCOPE_WINDOW_LIVE (object)->node);

  G_OBJECT_CLASS (scope_window_live_parent_class)->finalize (object);
}

static void
scope_window_live_class_init (ScopeWindowLiveClass *klass)
{
  static const GActionEntry entries[] = {
    { "follow", follow_activated },
    { "follow-this", follow_this_activated },
    { "follow-other", follow_other_activated },
    { "follow-where", follow_where_activated, "s" },
    { "follow-again", follow_this_activated },
    { "stop-following", stop_activated },
    { "mark", mark_activated, "s" },
    { "ask", ask_activated, "s" },
    { "show-losses", losses_activated },
    { "dismiss-live", dismiss_activated },
  };

  G_OBJECT_CLASS (klass)->finalize = scope_window_live_finalize;
  SCOPE_PART_CLASS (klass)->entries = entries;
  SCOPE_PART_CLASS (klass)->n_entries = G_N_ELEMENTS (entries);
  SCOPE_PART_CLASS (klass)->attach = scope_window_live_attach;
  SCOPE_PART_CLASS (klass)->update = scope_window_live_update;
  SCOPE_PART_CLASS (klass)->close = scope_window_live_close;
}

static void
scope_window_live_init (ScopeWindowLive *self)
{
}
