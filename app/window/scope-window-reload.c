/* scope-window-reload.c: "Run again at 14:10: Reload · Compare with before".
 *
 * A program writes its trace over the one of its last run. What is shown then stays as it is: it comes from what was kept of
 * the run. Reloading shows the new one with the same range, rows and look; the earlier one stays in the list of runs, and
 * its index is held as long as it may be wanted here for comparing. Notes are of a run: the new one has none, but may be
 * given those of the earlier one.
 *
 * Actions, group "win": reload, compare-before, carry-notes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"
#include "app/kit/scope-toast.h"
#include "app/window/scope-window-runs.h"

#include "io/index/scope-cache.h"
#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-state.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <unistd.h>

#define RESPONSE_RELOAD 1
#define RESPONSE_COMPARE 2
#define RESPONSE_FOLLOW 3

static GSimpleAction *
lookup (ScopeWindow *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name));
}

/* --- what is said --- */

static char *
time_words (gint64 time)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;

  return local != NULL ? g_date_time_format (local, "%H:%M") : g_strdup ("");
}

static void
update_bar (ScopeWindow *self)
{
  ScopeWindowReload *again = &self->again;
  ScopeTraceChange change = again->watch != NULL ? scope_trace_watch_get_change (again->watch) : SCOPE_TRACE_SAME;
  gboolean can_follow = g_action_map_lookup_action (G_ACTION_MAP (self), "follow-this") != NULL;
  g_autofree char *text = NULL, *at = NULL;

  if (change == SCOPE_TRACE_WRITTEN)
    {
      at = time_words (scope_trace_watch_get_time (again->watch));
      text = g_strdup_printf (_("The program ran again at %s. The previous run is shown."), at);
    }
  else if (change == SCOPE_TRACE_GROWING)
    text = g_strdup (_("The program is running again and still writing its trace. The previous run is shown."));
  else if (change == SCOPE_TRACE_GONE)
    text = g_strdup (_("The trace file is gone. The view stays, but raw events are not available."));
  gtk_label_set_label (again->label, text != NULL ? text : "");
  gtk_widget_set_visible (again->reload, change == SCOPE_TRACE_WRITTEN);
  gtk_widget_set_visible (again->compare, change == SCOPE_TRACE_WRITTEN);
  gtk_widget_set_visible (again->follow, change == SCOPE_TRACE_GROWING && can_follow);
  g_simple_action_set_enabled (lookup (self, "compare-before"),
                               change == SCOPE_TRACE_WRITTEN || again->earlier != NULL);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (again->bar), text != NULL);
}

/* --- the earlier run --- */

typedef struct
{
  GWeakRef window;
  char *path;
  int fd;
} Hold;

static void
hold_free (gpointer data)
{
  Hold *hold = data;

  g_weak_ref_clear (&hold->window);
  g_free (hold->path);
  if (hold->fd >= 0)
    close (hold->fd);
  g_free (hold);
}

static void
hold_index (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Hold *hold = data;

  hold->fd = open (hold->path, O_RDONLY | O_CLOEXEC);
  scope_cache_hold (hold->fd);
  g_task_return_boolean (task, TRUE);
}

static void
index_held (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Hold *hold = g_task_get_task_data (G_TASK (result));
  g_autoptr (ScopeWindow) self = g_weak_ref_get (&hold->window);

  if (self == NULL || self->again.earlier == NULL || self->again.held >= 0
      || g_strcmp0 (scope_run_facts (self->again.earlier)->index_path, hold->path) != 0)
    return;
  self->again.held = hold->fd;
  hold->fd = -1;
}

static void
forget_earlier (ScopeWindow *self)
{
  g_clear_object (&self->again.earlier);
  g_clear_pointer (&self->again.notes, g_free);
  if (self->again.held >= 0)
    close (self->again.held);
  self->again.held = -1;
}

static void
remember_earlier (ScopeWindow *self, ScopeRun *run, ScopeView *view)
{
  const char *path = scope_run_facts (run)->index_path;
  ScopeNotes *notes = scope_view_get_notes (view);
  g_autoptr (GTask) task = NULL;
  Hold *hold;

  g_object_ref (run);
  forget_earlier (self);
  self->again.earlier = run;
  if (scope_notes_get_n (notes) > 0)
    self->again.notes = scope_notes_to_text (notes, scope_trace_tick_ps (scope_view_get_trace (view)));
  if (path == NULL)
    return;
  hold = g_new0 (Hold, 1);
  g_weak_ref_init (&hold->window, self);
  hold->path = g_strdup (path);
  hold->fd = -1;
  task = g_task_new (NULL, NULL, index_held, NULL);
  g_task_set_task_data (task, hold, hold_free);
  scope_task_run (task, hold_index);
}

/* --- reloading --- */

void
scope_window_show_next_like (ScopeWindow *self, GKeyFile *file, const char *notes)
{
  g_clear_pointer (&self->again.view, g_key_file_unref);
  self->again.view = g_key_file_ref (file);
  g_free (self->again.given);
  self->again.given = g_strdup (notes);
  self->again.rows_done = FALSE;
}

static void
reload (ScopeWindow *self)
{
  ScopeView *view = scope_timeline_get_view (self->timeline);
  ScopeRun *run = scope_window_get_run (self);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  const char *const *paths;

  if (view == NULL || run == NULL || scope_run_facts (run)->paths[0] == NULL)
    return;
  scope_view_state_save (view, file, SCOPE_WINDOW_VIEW_GROUP);
  for (paths = scope_run_facts (run)->paths; *paths != NULL; paths++)
    g_ptr_array_add (files, g_file_new_for_path (*paths));
  remember_earlier (self, run, view);
  scope_window_open_alone (self, (GFile *const *) files->pdata, files->len);
  scope_window_show_next_like (self, file, NULL);
}

static void
reload_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  reload (user_data);
}

static void
compare_before_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;

  if (self->again.watch != NULL && scope_trace_watch_get_change (self->again.watch) == SCOPE_TRACE_WRITTEN)
    {
      reload (self);
      self->again.compare_then = TRUE;
    }
  else if (self->again.earlier != NULL)
    scope_window_compare_runs (self, self->again.earlier, NULL);
}

static void
carry_notes_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  ScopeView *view = scope_timeline_get_view (self->timeline);
  g_autofree char *text = g_steal_pointer (&self->again.notes);

  if (view != NULL && text != NULL)
    scope_notes_add_text (scope_view_get_notes (view), text, -1, scope_trace_tick_ps (scope_view_get_trace (view)), NULL, NULL);
  g_simple_action_set_enabled (action, FALSE);
}

static void
offer_notes (ScopeWindow *self)
{
  AdwToast *toast;

  g_simple_action_set_enabled (lookup (self, "carry-notes"), self->again.notes != NULL);
  if (self->again.notes == NULL)
    return;
  toast = adw_toast_new (_("The notes stay with the earlier run"));
  adw_toast_set_button_label (toast, _("_Copy Here"));
  adw_toast_set_action_name (toast, "win.carry-notes");
  adw_toast_set_timeout (toast, 15);
  scope_toast_add (self->toasts, toast);
}

/* --- as the document comes further --- */

/* A view that gets another width keeps its scale, not its range: so the range is given again as the timeline is laid out, and
 * when the window has got its size. That may be long after on a busy computer, so it is done until somebody moves the view. */
static void
view_changed (ScopeView *view, guint what, ScopeWindow *self)
{
  ScopeWindowReload *again = &self->again;
  int width = scope_view_get_viewport (view)->width;
  gint64 from, to;

  if (!(what & SCOPE_VIEW_RANGE) || again->width == 0)
    return;
  if (again->view != NULL && width != again->width)
    {
      again->width = 0; /* this call changes the range, too */
      scope_view_state_restore_range (view, again->view, SCOPE_WINDOW_VIEW_GROUP);
      again->width = width;
      scope_viewport_get_range (scope_view_get_viewport (view), &again->from, &again->to);
      return;
    }
  scope_viewport_get_range (scope_view_get_viewport (view), &from, &to);
  if (again->view != NULL && from == again->from && to == again->to)
    return; /* something else of it changed */
  again->width = 0;
  g_clear_pointer (&again->view, g_key_file_unref);
  g_signal_handlers_disconnect_by_func (view, view_changed, self);
}

static void
give_range (ScopeWindow *self, ScopeView *view)
{
  ScopeWindowReload *again = &self->again;

  if (!scope_view_state_restore_range (view, again->view, SCOPE_WINDOW_VIEW_GROUP))
    scope_window_toast (self, _("This run ends before the time that was shown. All of it is shown now."));
  again->width = MAX (scope_view_get_viewport (view)->width, 1);
  scope_viewport_get_range (scope_view_get_viewport (view), &again->from, &again->to);
  g_signal_connect_object (view, "changed", G_CALLBACK (view_changed), self, 0);
}

void
scope_window_reload_advance (ScopeWindow *self, ScopeDocumentState state)
{
  ScopeWindowReload *again = &self->again;
  ScopeView *view = scope_timeline_get_view (self->timeline);

  if (again->view != NULL && view != NULL && !again->rows_done)
    {
      scope_view_state_restore_rows (view, again->view, SCOPE_WINDOW_VIEW_GROUP);
      again->rows_done = TRUE;
    }
  if (state == SCOPE_DOCUMENT_LOADING)
    return;
  if (again->view != NULL && view != NULL)
    give_range (self, view);
  else
    g_clear_pointer (&again->view, g_key_file_unref);
  if (again->given != NULL && view != NULL)
    scope_notes_add_text (scope_view_get_notes (view), again->given, -1, scope_trace_tick_ps (scope_view_get_trace (view)), NULL,
                          NULL);
  g_clear_pointer (&again->given, g_free);
  if (state != SCOPE_DOCUMENT_READY)
    return;
  if (again->earlier != NULL)
    offer_notes (self);
  if (again->compare_then && again->earlier != NULL)
    scope_window_compare_runs (self, again->earlier, NULL);
  again->compare_then = FALSE;
}

void
scope_window_reload_watch (ScopeWindow *self)
{
  ScopeRun *run = scope_window_get_run (self);

  g_clear_object (&self->again.watch);
  g_simple_action_set_enabled (lookup (self, "reload"), run != NULL && scope_run_facts (run)->paths[0] != NULL);
  /* What was opened without its files is not told of again that they are not there. */
  if (run == NULL || scope_run_facts (run)->source == SCOPE_RUN_SOURCE_GONE)
    return;
  self->again.watch = scope_trace_watch_new (run);
  g_signal_connect_object (self->again.watch, "changed", G_CALLBACK (update_bar), self, G_CONNECT_SWAPPED);
  update_bar (self);
}

void
scope_window_reload_close (ScopeWindow *self)
{
  g_clear_object (&self->again.watch);
  g_clear_pointer (&self->again.view, g_key_file_unref);
  g_clear_pointer (&self->again.given, g_free);
  g_clear_pointer (&self->again.alignment, g_free);
  g_clear_pointer (&self->again.pairs, g_strfreev);
  self->again.compare_then = FALSE;
  if (self->again.bar != NULL && self->timeline != NULL)
    {
      g_simple_action_set_enabled (lookup (self, "reload"), FALSE);
      gtk_info_bar_set_revealed (GTK_INFO_BAR (self->again.bar), FALSE);
    }
}

void
scope_window_reload_end (ScopeWindow *self)
{
  scope_window_reload_close (self);
  forget_earlier (self);
}

/* --- life --- */

static void
bar_response (GtkInfoBar *bar, int response, ScopeWindow *self)
{
  switch (response)
    {
    case RESPONSE_RELOAD:
      g_action_activate (G_ACTION (lookup (self, "reload")), NULL);
      break;
    case RESPONSE_COMPARE:
      g_action_activate (G_ACTION (lookup (self, "compare-before")), NULL);
      break;
    case RESPONSE_FOLLOW:
      gtk_widget_activate_action (GTK_WIDGET (self), "win.follow-this", NULL);
      break;
    default:
      gtk_info_bar_set_revealed (bar, FALSE);
    }
}

static void
focused (ScopeWindow *self)
{
  if (gtk_window_is_active (GTK_WINDOW (self)) && self->again.watch != NULL)
    scope_trace_watch_look (self->again.watch);
}

void
scope_window_add_reload (ScopeWindow *self)
{
  static const GActionEntry entries[] = {
    { "reload", reload_activated },
    { "compare-before", compare_before_activated },
    { "carry-notes", carry_notes_activated },
  };
  GtkInfoBar *bar = GTK_INFO_BAR (gtk_info_bar_new ());
  GtkWidget *box = gtk_widget_get_parent (GTK_WIDGET (self->banner));

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_simple_action_set_enabled (lookup (self, entries[i].name), FALSE);
  self->again.held = -1;
  self->again.bar = GTK_WIDGET (bar);
  self->again.label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->again.label, 0);
  gtk_label_set_wrap (self->again.label, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->again.label), TRUE);
  gtk_info_bar_add_child (bar, GTK_WIDGET (self->again.label));
  gtk_info_bar_set_show_close_button (bar, TRUE);
  gtk_info_bar_set_revealed (bar, FALSE);
  self->again.follow = gtk_info_bar_add_button (bar, _("_Follow"), RESPONSE_FOLLOW);
  self->again.reload = gtk_info_bar_add_button (bar, _("_Reload"), RESPONSE_RELOAD);
  self->again.compare = gtk_info_bar_add_button (bar, _("_Compare With Previous"), RESPONSE_COMPARE);
  gtk_widget_set_tooltip_text (self->again.reload, _("Shows the new run; keeps the view"));
  gtk_box_insert_child_after (GTK_BOX (box), GTK_WIDGET (bar), gtk_widget_get_prev_sibling (GTK_WIDGET (self->banner)));
  g_signal_connect (bar, "response", G_CALLBACK (bar_response), self);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (focused), NULL);
}
