/* scope-session-opener.c: see scope-session-opener.h.
 *
 * A trace that is where it was, as it was, is opened without a word. One that changed or is missing is asked about: what was
 * kept of it can be opened, or the file that lies there now, or one that the person chooses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-session-opener.h"

#include "app/window/scope-window-reload.h"
#include "app/window/scope-window.h"
#include "io/files/scope-session.h"
#include "model/base/scope-task.h"
#include "widgets/kit/scope-file-chooser.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  GtkApplication *application;
  GtkWindow *window;    /* weak: the one to use first, if it is empty */
  char *path, *folder;  /* of the session's file, of the cache */
  ScopeSession *session;
  GPtrArray *traces;    /* of ScopeSessionTrace, by window; then their baselines (NULL: none) */
  guint next;
  ScopeWindow *target;  /* while something is asked */
} Opening;

static void
trace_free (gpointer data)
{
  if (data != NULL)
    scope_session_trace_free (data);
}

static void
opening_free (Opening *opening)
{
  g_clear_weak_pointer (&opening->window);
  g_clear_pointer (&opening->session, scope_session_free);
  g_clear_object (&opening->target);
  g_ptr_array_unref (opening->traces);
  g_application_release (G_APPLICATION (opening->application));
  g_object_unref (opening->application);
  g_free (opening->path);
  g_free (opening->folder);
  g_free (opening);
}

gboolean
scope_session_is_named (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && g_str_has_suffix (name, SCOPE_SESSION_SUFFIX)
         && g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_DIRECTORY; /* that is an index made in parts */
}

/* --- reading: on a thread --- */

static gpointer
read_session (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Opening *opening = (Opening *) data;
  guint n;

  opening->session = scope_session_read (opening->path, error);
  if (opening->session == NULL)
    return NULL;
  n = scope_session_n_windows (opening->session);
  for (guint i = 0; i < 2 * n; i++)
    g_ptr_array_add (opening->traces,
                     i < n || scope_session_has_baseline (opening->session, i - n)
                         ? scope_session_find_trace (opening->session, i % n, i >= n, opening->folder)
                         : NULL);
  return opening;
}

/* --- one window --- */

static ScopeWindow *
window_for (Opening *opening)
{
  GtkWindow *window = opening->window;

  g_clear_weak_pointer (&opening->window);
  if (window != NULL && !SCOPE_IS_WINDOW (window))
    window = gtk_window_get_transient_for (window);
  if (window != NULL && SCOPE_IS_WINDOW (window) && scope_window_is_empty (SCOPE_WINDOW (window)))
    return SCOPE_WINDOW (window);
  return scope_window_new (opening->application);
}

static void
compare_with (Opening *opening, ScopeWindow *target, guint i)
{
  const ScopeSessionTrace *baseline = opening->traces->pdata[scope_session_n_windows (opening->session) + i];
  const char *path;

  if (baseline == NULL)
    return;
  path = baseline->state == SCOPE_SESSION_SAME ? baseline->paths[0] : baseline->index_path;
  if (path != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);

      scope_window_compare_next_like (target, scope_session_get_file (opening->session),
                                      scope_session_window_group (opening->session, i));
      scope_window_compare (target, &file, 1);
    }
  else
    {
      g_autofree char *text = g_strdup_printf (_("The baseline “%s” is missing or has changed, and the cache has no "
                                                 "data of it"),
                                               baseline->title);

      scope_window_toast (target, text);
    }
}

static GKeyFile *
dup_view (ScopeSession *session, guint i)
{
  GKeyFile *from = scope_session_get_file (session), *to = g_key_file_new ();
  const char *group = scope_session_view_group (session, i);
  g_auto (GStrv) keys = g_key_file_get_keys (from, group, NULL, NULL);

  for (char **key = keys; key != NULL && *key != NULL; key++)
    {
      g_autofree char *value = g_key_file_get_value (from, group, *key, NULL);

      if (value != NULL)
        g_key_file_set_value (to, SCOPE_WINDOW_VIEW_GROUP, *key, value);
    }
  return to;
}

static void
open_paths (Opening *opening, ScopeWindow *target, guint i, char **paths)
{
  g_autoptr (GPtrArray) files = scope_host_files ((const char *const *) paths);
  GKeyFile *file = scope_session_get_file (opening->session);
  const char *group = scope_session_window_group (opening->session, i);
  g_autofree char *layout_text = g_key_file_get_string (file, group, "Layout", NULL);
  g_autofree char *notes = g_key_file_get_string (file, group, "Notes", NULL);
  g_autofree char *size = g_key_file_get_string (file, group, "Size", NULL);
  g_autoptr (ScopeLayout) layout = layout_text != NULL ? scope_layout_parse (layout_text) : NULL;
  g_autoptr (GKeyFile) view = dup_view (opening->session, i);
  int width = 0, height = 0;

  if (size != NULL && sscanf (size, "%dx%d", &width, &height) == 2 && width > 0 && height > 0)
    gtk_window_set_default_size (GTK_WINDOW (target), CLAMP (width, 360, 16384), CLAMP (height, 294, 16384));
  if (layout != NULL)
    scope_dock_set_layout (scope_window_get_dock (target), layout);
  scope_window_open_alone (target, (GFile *const *) files->pdata, files->len, view, notes);
  gtk_window_present (GTK_WINDOW (target));
  compare_with (opening, target, i);
}

/* --- asking --- */

static void open_next (Opening *opening);

static void
asked_and_done (Opening *opening)
{
  opening->next++;
  g_clear_object (&opening->target);
  open_next (opening);
}

static void
file_chosen (gpointer owner, GPtrArray *files, gpointer data)
{
  Opening *opening = data;
  g_autofree char *path = scope_file_chooser_dup_path (files);

  if (path != NULL)
    open_paths (opening, opening->target, opening->next, (char *[]) { path, NULL });
  asked_and_done (opening);
}

static void
answered (AdwMessageDialog *dialog, const char *response, Opening *opening)
{
  ScopeSessionTrace *trace = opening->traces->pdata[opening->next];

  if (g_str_equal (response, "choose"))
    {
      scope_file_chooser_ask (GTK_WIDGET (opening->target), GTK_FILE_CHOOSER_ACTION_OPEN, _("Where Is the Trace?"), _("_Open"), NULL,
                              file_chosen, opening, NULL);
      return;
    }
  if (g_str_equal (response, "kept"))
    {
      char *paths[] = { trace->index_path, NULL };

      open_paths (opening, opening->target, opening->next, paths);
    }
  else if (g_str_equal (response, "new"))
    open_paths (opening, opening->target, opening->next, trace->paths);
  asked_and_done (opening);
}

static void
ask (Opening *opening, const ScopeSessionTrace *trace)
{
  gboolean missing = trace->state == SCOPE_SESSION_MISSING;
  g_autofree char *heading = g_strdup_printf (missing ? _("“%s” Is Missing") : _("“%s” Has Changed Since"), trace->title);
  g_autofree char *path = trace->paths[0] != NULL ? g_filename_display_name (trace->paths[0]) : g_strdup ("");
  g_autofree char *body = g_strdup_printf (
      missing ? (trace->index_path != NULL ? _("%s does not exist any more. The data of the run in the cache can be "
                                               "opened. They have everything except the raw events.")
                                           : _("%s does not exist any more, and the cache has no data of the run."))
              : (trace->index_path != NULL ? _("%s contains another run now. The data of the session’s run in the "
                                               "cache can be opened. They have everything except the raw events.")
                                           : _("%s contains another run now, and the cache has no data of the "
                                               "session’s run.")),
      path);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (opening->target), heading, body));

  adw_message_dialog_add_response (dialog, "skip", _("_Skip"));
  if (missing)
    adw_message_dialog_add_response (dialog, "choose", _("Choose _Where It Is…"));
  else
    adw_message_dialog_add_response (dialog, "new", _("Open the _New Run"));
  if (trace->index_path != NULL)
    {
      adw_message_dialog_add_response (dialog, "kept", _("Open _Cached Data"));
      adw_message_dialog_set_response_appearance (dialog, "kept", ADW_RESPONSE_SUGGESTED);
      adw_message_dialog_set_default_response (dialog, "kept");
    }
  adw_message_dialog_set_close_response (dialog, "skip");
  g_signal_connect (dialog, "response", G_CALLBACK (answered), opening);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
open_next (Opening *opening)
{
  while (opening->next < scope_session_n_windows (opening->session))
    {
      const ScopeSessionTrace *trace = opening->traces->pdata[opening->next];
      ScopeWindow *target = window_for (opening);

      if (trace->state == SCOPE_SESSION_SAME)
        {
          open_paths (opening, target, opening->next, trace->paths);
          opening->next++;
          continue;
        }
      opening->target = g_object_ref (target);
      gtk_window_present (GTK_WINDOW (target));
      ask (opening, trace);
      return;
    }
  opening_free (opening);
}

static void
session_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Opening *opening = user_data;
  g_autoptr (GError) error = NULL;

  if (scope_task_answer (result, &error) == NULL)
    {
      ScopeWindow *target = window_for (opening);

      gtk_window_present (GTK_WINDOW (target));
      scope_window_toast (target, error->message);
      opening_free (opening);
      return;
    }
  open_next (opening);
}

void
scope_session_open (GtkApplication *application, ScopeSettings *settings, GtkWindow *window, GFile *file)
{
  Opening *opening = g_new0 (Opening, 1);

  opening->application = g_object_ref (application);
  g_application_hold (G_APPLICATION (application)); /* there may be no window yet */
  g_set_weak_pointer (&opening->window, window);
  opening->path = g_file_get_path (file);
  if (opening->path == NULL)
    opening->path = g_file_get_uri (file);
  opening->folder = scope_settings_dup_cache_folder (settings);
  opening->traces = g_ptr_array_new_with_free_func (trace_free);
  scope_task_give (NULL, read_session, opening, NULL, NULL, NULL, session_read, opening);
}
