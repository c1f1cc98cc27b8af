/* scope-session-saver.c: see scope-session-saver.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-session-saver.h"

#include "app/window/scope-kept-comparison.h"
#include "app/window/scope-recent-runs.h"
#include "io/files/scope-session.h"
#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-state.h"

#include <glib/gi18n.h>

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

static gpointer
save (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Saving *saving = data;

  return GINT_TO_POINTER (scope_session_write (saving->session, saving->path, error));
}

static void
saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeWindow *self = SCOPE_WINDOW (source);
  const Saving *saving = scope_task_question (result);
  g_autoptr (GError) error = NULL;
  gboolean ok = scope_task_answer (result, &error) != NULL;
  g_autofree char *name = g_filename_display_basename (saving->path), *text = NULL;

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
add_window (ScopeSession *session, ScopeWindow *window)
{
  ScopeView *view = scope_timeline_get_view (scope_window_get_timeline (window));
  ScopeRun *run = scope_window_get_run (window);
  GKeyFile *file = scope_session_get_file (session);
  g_autoptr (ScopeLayout) layout = NULL;
  g_autofree char *layout_text = NULL, *size = NULL, *notes = NULL;
  const char *group;
  int width, height;
  guint i;

  if (view == NULL || run == NULL || (i = scope_session_add_window (session, run)) == SCOPE_NONE)
    return;
  group = scope_session_window_group (session, i);
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  size = g_strdup_printf ("%dx%d", width, height);
  layout = scope_dock_get_layout (scope_window_get_dock (window));
  layout_text = scope_layout_print (layout);
  g_key_file_set_string (file, group, "Size", size);
  g_key_file_set_string (file, group, "Layout", layout_text);
  if (scope_window_get_baseline_run (window) != NULL)
    {
      scope_session_set_baseline (session, i, scope_window_get_baseline_run (window));
      scope_kept_comparison_save (scope_compare_view_get_comparison (scope_window_get_compare (window)), file, group);
    }
  if (scope_notes_get_n (scope_view_get_notes (view)) > 0)
    {
      notes = scope_notes_to_text (scope_view_get_notes (view), scope_trace_tick_ps (scope_view_get_trace (view)));
      g_key_file_set_string (file, group, "Notes", notes);
    }
  scope_view_state_save (view, file, scope_session_view_group (session, i));
}

void
scope_session_save (ScopeWindow *window, const char *path)
{
  GList *windows = gtk_application_get_windows (gtk_window_get_application (GTK_WINDOW (window)));
  ScopeSession *session = scope_session_new ();
  Saving *saving;

  add_window (session, window);
  for (GList *item = windows; item != NULL; item = item->next)
    if (SCOPE_IS_WINDOW (item->data) && item->data != window)
      add_window (session, item->data);
  if (scope_session_n_windows (session) == 0)
    {
      scope_session_free (session);
      scope_window_toast (window, _("There is no trace to save in a session"));
      return;
    }
  saving = g_new0 (Saving, 1);
  saving->session = session;
  saving->path = g_strdup (path);
  scope_task_give (window, save, saving, saving_free, NULL, NULL, saved, NULL);
}
