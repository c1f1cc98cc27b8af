/* scope-window-session.c: "Save Session…": what is open in all windows, into a file (io/files/scope-session.h).
 *
 * Actions, group "win": save-session asks where; save-session-to (s) takes a path, for scripts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-recent-runs.h"
#include "app/window/scope-window-private.h"
#include "app/window/scope-window-runs.h"

#include "io/files/scope-session.h"
#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-state.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  ScopeSession *session;
  char *path;
} Saving;

static void
saving_free (gpointer data)
{
  scope_session_free (((Saving *) data)->session);
  g_free (((Saving *) data)->path);
  g_free (data);
}

static void
save (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Saving *saving = data;
  GError *error = NULL;

  if (scope_session_write (saving->session, saving->path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeWindow *self = SCOPE_WINDOW (source);
  const Saving *saving = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean ok = g_task_propagate_boolean (G_TASK (result), &error);
  g_autofree char *name = g_filename_display_basename (saving->path), *text = NULL;

  if (self->timeline == NULL)
    return;
  text = ok ? g_strdup_printf (_("Session saved as “%s”"), name) : g_strdup (error->message);
  scope_window_toast (self, text);
  if (ok)
    {
      g_autofree char *uri = g_filename_to_uri (saving->path, NULL, NULL);

      if (uri != NULL)
        scope_recent_runs_add (uri);
    }
}

/* --- what is open --- */

static void
add_window (ScopeSession *session, ScopeWindow *self)
{
  ScopeView *view = scope_timeline_get_view (self->timeline);
  ScopeRun *run = scope_window_get_run (self);
  GKeyFile *file = scope_session_get_file (session);
  g_autoptr (ScopeLayout) layout = NULL;
  g_autofree char *layout_text = NULL, *size = NULL, *notes = NULL;
  const char *group;
  int width, height;
  guint i;

  if (view == NULL || run == NULL || (i = scope_session_add_window (session, run)) == SCOPE_NONE)
    return;
  group = scope_session_window_group (session, i);
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  size = g_strdup_printf ("%dx%d", width, height);
  layout = scope_dock_get_layout (self->dock);
  layout_text = scope_layout_print (layout);
  g_key_file_set_string (file, group, "Size", size);
  g_key_file_set_string (file, group, "Layout", layout_text);
  if (self->compare != NULL && self->baseline != NULL && scope_document_get_run (self->baseline) != NULL)
    {
      scope_session_set_baseline (session, i, scope_document_get_run (self->baseline));
      scope_window_save_compare (self, file, group);
    }
  if (scope_notes_get_n (scope_view_get_notes (view)) > 0)
    {
      notes = scope_notes_to_text (scope_view_get_notes (view), scope_trace_tick_ps (scope_view_get_trace (view)));
      g_key_file_set_string (file, group, "Notes", notes);
    }
  scope_view_state_save (view, file, scope_session_view_group (session, i));
}

void
scope_window_save_session (ScopeWindow *self, const char *path)
{
  GList *windows = gtk_application_get_windows (gtk_window_get_application (GTK_WINDOW (self)));
  ScopeSession *session = scope_session_new ();
  g_autoptr (GTask) task = NULL;
  Saving *saving;

  add_window (session, self);
  for (GList *item = windows; item != NULL; item = item->next)
    if (SCOPE_IS_WINDOW (item->data) && item->data != self)
      add_window (session, item->data);
  if (scope_session_n_windows (session) == 0)
    {
      scope_session_free (session);
      scope_window_toast (self, _("There is no trace to save in a session"));
      return;
    }
  saving = g_new0 (Saving, 1);
  saving->session = session;
  saving->path = g_strdup (path);
  task = g_task_new (self, NULL, saved, NULL);
  g_task_set_task_data (task, saving, saving_free);
  scope_task_run (task, save);
}

/* --- where --- */

static void
chosen (ScopeWindow *self, const char *path, const char *what)
{
  g_autofree char *whole = g_str_has_suffix (path, SCOPE_SESSION_SUFFIX) ? g_strdup (path)
                                                                         : g_strconcat (path, SCOPE_SESSION_SUFFIX, NULL);

  scope_window_save_session (self, whole);
}

static void
save_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  g_autofree char *title = NULL, *name = NULL;

  if (self->chooser != NULL || self->document == NULL)
    return;
  title = scope_document_dup_title (self->document);
  name = g_strconcat (title, SCOPE_SESSION_SUFFIX, NULL);
  scope_window_choose_file (self, GTK_FILE_CHOOSER_ACTION_SAVE, _("Save Session"), _("_Save"), name, chosen, NULL);
}

static void
save_to_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_window_save_session (user_data, g_variant_get_string (parameter, NULL));
}

void
scope_window_add_session_actions (ScopeWindow *self)
{
  static const GActionEntry entries[] = {
    { "save-session", save_activated },
    { "save-session-to", save_to_activated, "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
