/* scope-window-runs.c: "Runs" in the window: the list, choosing from it, opening one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-runs.h"

#include "app/window/scope-run-list-window.h"
#include "app/window/scope-runs-window.h"
#include "app/window/scope-window-private.h"

#include <glib/gi18n.h>

char *
scope_window_dup_cache_folder (ScopeWindow *window)
{
  g_autofree char *folder = scope_settings_dup_string (window->settings, "cache-folder");

  return folder[0] != '\0' ? g_steal_pointer (&folder) : NULL;
}

ScopeRun *
scope_window_get_run (ScopeWindow *window)
{
  return window->document != NULL ? scope_document_get_run (window->document) : NULL;
}

/* --- choosing --- */

static void
list_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *chooser = user_data;
  g_autoptr (ScopeRunChooser) self = g_weak_ref_get (chooser);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = scope_run_list_read_finish (result, &error);

  if (self != NULL)
    scope_run_chooser_set_runs (self, runs, error != NULL ? error->message : NULL);
  g_weak_ref_clear (chooser);
  g_free (chooser);
}

ScopeRunChooser *
scope_window_choose_runs (ScopeWindow *window, const char *title, const char *accept, ScopeRunChooserFlags flags)
{
  ScopeRunChooser *chooser = scope_run_chooser_new (GTK_WINDOW (window), title, accept, flags);
  ScopeRun *shown = scope_window_get_run (window);
  g_autofree char *folder = scope_window_dup_cache_folder (window);
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, chooser);
  if (shown != NULL)
    scope_run_chooser_set_shown (chooser, scope_run_facts (shown)->digest);
  scope_run_list_read_async (folder, NULL, list_read, ref);
  gtk_window_present (GTK_WINDOW (chooser));
  return chooser;
}

/* --- what is done with them --- */

void
scope_window_open_run (ScopeWindow *window, ScopeRun *run)
{
  g_auto (GStrv) paths = scope_run_dup_paths (run);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  for (char **path = paths; *path != NULL; path++)
    g_ptr_array_add (files, g_file_new_for_path (*path));
  if (files->len > 0)
    scope_application_open_files (SCOPE_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))),
                                  GTK_WINDOW (window), (GFile *const *) files->pdata, files->len);
}

/* The window for another run: this one, if nothing is in it. */
static ScopeWindow *
window_for (ScopeWindow *window)
{
  if (scope_window_is_empty (window))
    return window;
  return scope_window_new (SCOPE_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))));
}

void
scope_window_compare_runs (ScopeWindow *window, ScopeRun *baseline, ScopeRun *run)
{
  const ScopeRunFacts *facts = scope_run_facts (baseline);
  const char *path = facts->index_path != NULL ? facts->index_path : facts->paths[0];
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;

  if (run != NULL)
    {
      g_auto (GStrv) paths = scope_run_dup_paths (run);
      g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

      for (char **p = paths; *p != NULL; p++)
        g_ptr_array_add (files, g_file_new_for_path (*p));
      if (files->len == 0)
        return;
      window = window_for (window);
      scope_window_open_alone (window, (GFile *const *) files->pdata, files->len);
      gtk_window_present (GTK_WINDOW (window));
    }
  if (file != NULL)
    scope_window_compare (window, &file, 1);
}

void
scope_window_take_merged_logs (ScopeWindow *window, GPtrArray *runs, const char *page)
{
  ScopeRunsWindow *together
      = scope_runs_window_new (SCOPE_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))));

  scope_runs_view_set_page (scope_runs_window_get_view (together), page);
  scope_runs_window_add_runs (together, runs);
  gtk_window_present (GTK_WINDOW (together));
}

static void
runs_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (scope_run_list_window_new (user_data)));
}

void
scope_window_add_run_actions (ScopeWindow *self)
{
  static const GActionEntry entries[] = { { "runs", runs_activated } };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
