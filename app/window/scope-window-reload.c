/* scope-window-reload.c: see scope-window-reload.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-reload.h"

#include "app/document/scope-trace-watch.h"
#include "app/kit/scope-toast.h"
#include "io/index/scope-cache.h"
#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-state.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <unistd.h>

struct _ScopeWindowReload
{
  ScopePart parent_instance;

  ScopeWindowComparison *comparison;
  ScopeTraceWatch *watch;  /* of the files of what is shown */
  GtkInfoBar *bar;         /* "Run again at 14:10", the window's */
  GtkLabel *label;
  GtkWidget *reload, *compare, *follow;
  GKeyFile *view;          /* how the trace that is being read is to be shown; NULL: as at first sight */
  char *given;             /* notes for it, as text; or NULL */
  gboolean rows_done;
  int width;               /* of the view when it was last given its range; 0: it has its range for good */
  gint64 from, to;         /* the range that it was given */
  ScopeRun *earlier;       /* the run that was shown before it was reloaded */
  int held;                /* its index, so that nobody removes it */
  char *notes;             /* its notes, as text; NULL: it had none */
  gboolean compare_then;   /* with the earlier run, as soon as the new one is read */
};

G_DEFINE_FINAL_TYPE (ScopeWindowReload, scope_window_reload, SCOPE_TYPE_PART)

/* --- what is said --- */

static char *
time_words (gint64 time)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;

  return local != NULL ? g_date_time_format (local, "%H:%M") : g_strdup ("");
}

static void
update_bar (ScopeWindowReload *self)
{
  ScopeTraceChange change = self->watch != NULL ? scope_trace_watch_get_change (self->watch) : SCOPE_TRACE_SAME;
  g_autofree char *text = NULL, *at = NULL;

  if (change == SCOPE_TRACE_WRITTEN)
    {
      at = time_words (scope_trace_watch_get_time (self->watch));
      text = g_strdup_printf (_("The program ran again at %s. The previous run is shown."), at);
    }
  else if (change == SCOPE_TRACE_GROWING)
    text = g_strdup (_("The program is running again and still writing its trace. The previous run is shown."));
  else if (change == SCOPE_TRACE_GONE)
    text = g_strdup (_("The trace file is gone. The view stays, but raw events are not available."));
  gtk_label_set_label (self->label, text != NULL ? text : "");
  gtk_widget_set_visible (self->reload, change == SCOPE_TRACE_WRITTEN);
  gtk_widget_set_visible (self->compare, change == SCOPE_TRACE_WRITTEN);
  gtk_widget_set_visible (self->follow, change == SCOPE_TRACE_GROWING);
  scope_host_enable (scope_part_get_host (self), "compare-before", change == SCOPE_TRACE_WRITTEN || self->earlier != NULL);
  gtk_info_bar_set_revealed (self->bar, text != NULL);
}

/* --- the earlier run --- */

typedef struct
{
  char *path;
  int fd;
} Hold;

static void
hold_free (gpointer data)
{
  Hold *hold = data;

  g_free (hold->path);
  if (hold->fd >= 0)
    close (hold->fd);
  g_free (hold);
}

static gpointer
hold_index (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Hold *hold = (Hold *) data;

  hold->fd = open (hold->path, O_RDONLY | O_CLOEXEC);
  scope_cache_hold (hold->fd);
  return hold;
}

static void
index_held (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeWindowReload *self = SCOPE_WINDOW_RELOAD (source);
  Hold *hold = scope_task_question (result);

  if (self->earlier == NULL || self->held >= 0
      || g_strcmp0 (scope_run_facts (self->earlier)->index_path, hold->path) != 0)
    return;
  self->held = hold->fd;
  hold->fd = -1;
}

static void
forget_earlier (ScopeWindowReload *self)
{
  g_clear_object (&self->earlier);
  g_clear_pointer (&self->notes, g_free);
  if (self->held >= 0)
    close (self->held);
  self->held = -1;
}

static void
remember_earlier (ScopeWindowReload *self, ScopeRun *run, ScopeView *view)
{
  const char *path = scope_run_facts (run)->index_path;
  ScopeNotes *notes = scope_view_get_notes (view);
  Hold *hold;

  g_object_ref (run);
  forget_earlier (self);
  self->earlier = run;
  if (scope_notes_get_n (notes) > 0)
    self->notes = scope_notes_to_text (notes, scope_trace_tick_ps (scope_view_get_trace (view)));
  if (path == NULL)
    return;
  hold = g_new0 (Hold, 1);
  hold->path = g_strdup (path);
  hold->fd = -1;
  scope_task_give (self, hold_index, hold, hold_free, NULL, NULL, index_held, NULL);
}

/* --- reloading --- */

void
scope_window_reload_show_like (ScopeWindowReload *self, GKeyFile *file, const char *notes)
{
  g_clear_pointer (&self->view, g_key_file_unref);
  self->view = g_key_file_ref (file);
  g_free (self->given);
  self->given = g_strdup (notes);
  self->rows_done = FALSE;
}

static void
reload (ScopeWindowReload *self)
{
  ScopeHost *host = scope_part_get_host (self);
  ScopeView *view = scope_host_get_view (host);
  ScopeRun *run = scope_host_get_run (host);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GPtrArray) files = NULL;

  if (view == NULL || run == NULL || scope_run_facts (run)->paths[0] == NULL)
    return;
  scope_view_state_save (view, file, SCOPE_WINDOW_VIEW_GROUP);
  files = scope_host_files (scope_run_facts (run)->paths);
  remember_earlier (self, run, view);
  scope_host_open (host, (GFile *const *) files->pdata, files->len, TRUE);
  scope_window_reload_show_like (self, file, NULL);
}

static void
reload_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  reload (user_data);
}

static void
compare_before_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindowReload *self = user_data;

  if (self->watch != NULL && scope_trace_watch_get_change (self->watch) == SCOPE_TRACE_WRITTEN)
    {
      reload (self);
      self->compare_then = TRUE;
    }
  else if (self->earlier != NULL)
    scope_window_comparison_start_runs (self->comparison, self->earlier, NULL);
}

static void
carry_notes_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindowReload *self = user_data;
  ScopeView *view = scope_host_get_view (scope_part_get_host (self));
  g_autofree char *text = g_steal_pointer (&self->notes);

  if (view != NULL && text != NULL)
    scope_notes_add_text (scope_view_get_notes (view), text, -1, scope_trace_tick_ps (scope_view_get_trace (view)), NULL, NULL);
  g_simple_action_set_enabled (action, FALSE);
}

static void
offer_notes (ScopeWindowReload *self, ScopeHost *host)
{
  AdwToast *toast;

  scope_host_enable (host, "carry-notes", self->notes != NULL);
  if (self->notes == NULL)
    return;
  toast = adw_toast_new (_("The notes stay with the earlier run"));
  adw_toast_set_button_label (toast, _("_Copy Here"));
  adw_toast_set_action_name (toast, "win.carry-notes");
  adw_toast_set_timeout (toast, 15);
  scope_toast_add (host->toasts, toast);
}

/* --- as the document comes further --- */

/* A view that gets another width keeps its scale, not its range: so the range is given again as the timeline is laid out, and
 * when the window has got its size. That may be long after on a busy computer, so it is done until somebody moves the view. */
static void
view_changed (ScopeView *view, guint what, ScopeWindowReload *self)
{
  int width = scope_view_get_viewport (view)->width;
  gint64 from, to;

  if (!(what & SCOPE_VIEW_RANGE) || self->width == 0)
    return;
  if (self->view != NULL && width != self->width)
    {
      self->width = 0; /* this call changes the range, too */
      scope_view_state_restore_range (view, self->view, SCOPE_WINDOW_VIEW_GROUP);
      self->width = width;
      scope_viewport_get_range (scope_view_get_viewport (view), &self->from, &self->to);
      return;
    }
  scope_viewport_get_range (scope_view_get_viewport (view), &from, &to);
  if (self->view != NULL && from == self->from && to == self->to)
    return; /* something else of it changed */
  self->width = 0;
  g_clear_pointer (&self->view, g_key_file_unref);
  g_signal_handlers_disconnect_by_func (view, view_changed, self);
}

static void
give_range (ScopeWindowReload *self, ScopeView *view)
{
  if (!scope_view_state_restore_range (view, self->view, SCOPE_WINDOW_VIEW_GROUP))
    scope_host_toast (scope_part_get_host (self), _("This run ends before the time that was shown. All of it is shown now."));
  self->width = MAX (scope_view_get_viewport (view)->width, 1);
  scope_viewport_get_range (scope_view_get_viewport (view), &self->from, &self->to);
  g_signal_connect_object (view, "changed", G_CALLBACK (view_changed), self, 0);
}

void
scope_window_reload_advance (ScopeWindowReload *self, ScopeDocumentState state)
{
  ScopeView *view = scope_host_get_view (scope_part_get_host (self));

  if (self->view != NULL && view != NULL && !self->rows_done)
    {
      scope_view_state_restore_rows (view, self->view, SCOPE_WINDOW_VIEW_GROUP);
      self->rows_done = TRUE;
    }
  if (state == SCOPE_DOCUMENT_LOADING)
    return;
  if (self->view != NULL && view != NULL)
    give_range (self, view);
  else
    g_clear_pointer (&self->view, g_key_file_unref);
  if (self->given != NULL && view != NULL)
    scope_notes_add_text (scope_view_get_notes (view), self->given, -1, scope_trace_tick_ps (scope_view_get_trace (view)), NULL,
                          NULL);
  g_clear_pointer (&self->given, g_free);
  if (state != SCOPE_DOCUMENT_READY)
    return;
  if (self->earlier != NULL)
    offer_notes (self, scope_part_get_host (self));
  if (self->compare_then && self->earlier != NULL)
    scope_window_comparison_start_runs (self->comparison, self->earlier, NULL);
  self->compare_then = FALSE;
}

void
scope_window_reload_watch (ScopeWindowReload *self)
{
  ScopeRun *run = scope_host_get_run (scope_part_get_host (self));

  g_clear_object (&self->watch);
  scope_host_enable (scope_part_get_host (self), "reload", run != NULL && scope_run_facts (run)->paths[0] != NULL);
  /* What was opened without its files is not told of again that they are not there. */
  if (run == NULL || scope_run_facts (run)->source == SCOPE_RUN_SOURCE_GONE)
    return;
  self->watch = scope_trace_watch_new (run);
  g_signal_connect_object (self->watch, "changed", G_CALLBACK (update_bar), self, G_CONNECT_SWAPPED);
  update_bar (self);
}

static void
scope_window_reload_close (ScopePart *part, ScopeHost *host)
{
  ScopeWindowReload *self = SCOPE_WINDOW_RELOAD (part);

  g_clear_object (&self->watch);
  g_clear_pointer (&self->view, g_key_file_unref);
  g_clear_pointer (&self->given, g_free);
  self->compare_then = FALSE;
  scope_host_enable (host, "reload", FALSE);
  gtk_info_bar_set_revealed (self->bar, FALSE);
}

void
scope_window_reload_end (ScopeWindowReload *self)
{
  forget_earlier (self);
}

/* --- life --- */

static void
focused (ScopeWindowReload *self)
{
  GtkWindow *window = scope_part_get_host (self)->window;

  if (window != NULL && gtk_window_is_active (window) && self->watch != NULL)
    scope_trace_watch_look (self->watch);
}

static void
scope_window_reload_attach (ScopePart *part, ScopeHost *host)
{
  ScopeWindowReload *self = SCOPE_WINDOW_RELOAD (part);

  scope_host_enable (host, "reload", FALSE);
  scope_host_enable (host, "compare-before", FALSE);
  scope_host_enable (host, "carry-notes", FALSE);
  self->bar = scope_host_get_child (host, "reload_bar");
  self->label = scope_host_get_child (host, "reload_label");
  self->reload = scope_host_get_child (host, "reload_button");
  self->compare = scope_host_get_child (host, "compare_before_button");
  self->follow = scope_host_get_child (host, "follow_again_button");
  g_signal_connect_object (host->window, "notify::is-active", G_CALLBACK (focused), self, G_CONNECT_SWAPPED);
}

static void
scope_window_reload_class_init (ScopeWindowReloadClass *klass)
{
  static const GActionEntry entries[] = {
    { "reload", reload_activated },
    { "compare-before", compare_before_activated },
    { "carry-notes", carry_notes_activated },
  };

  SCOPE_PART_CLASS (klass)->entries = entries;
  SCOPE_PART_CLASS (klass)->n_entries = G_N_ELEMENTS (entries);
  SCOPE_PART_CLASS (klass)->attach = scope_window_reload_attach;
  SCOPE_PART_CLASS (klass)->close = scope_window_reload_close;
}

static void
scope_window_reload_init (ScopeWindowReload *self)
{
  self->held = -1;
}

ScopeWindowReload *
scope_window_reload_new (ScopeHost *host, ScopeWindowComparison *comparison)
{
  ScopeWindowReload *self = scope_part_new (SCOPE_TYPE_WINDOW_RELOAD, host);

  self->comparison = comparison;
  return self;
}
