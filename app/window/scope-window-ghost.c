/* scope-window-ghost.c: while a program is followed, the activity of its last run is drawn as a line over that of this one.
 *
 * Which run that is, the list of runs says; it is opened from its index, on a thread, read once, and let go of. All in the
 * background: whoever has no earlier run sees nothing of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include "io/index/scope-run-list.h"
#include "model/base/scope-task.h"

typedef struct
{
  char *folder; /* of the cache; NULL: the user's */
  ScopeRun *run;
  char *path;   /* found: the last run's index */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_object_unref (search->run);
  g_free (search->folder);
  g_free (search->path);
  g_free (search);
}

static gboolean
let_go (gpointer import)
{
  return G_SOURCE_REMOVE;
}

/* On a thread; NULL: there is none, or it cannot be read. */
static ScopeGhost *
read_ghost (Search *search, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) runs = scope_run_list_read (search->folder, cancellable, NULL);
  ScopeRun *last = runs != NULL ? scope_run_list_last_of_program (runs, search->run) : NULL;
  const char *path = last != NULL ? scope_run_facts (last)->index_path : NULL;
  ScopeImportOptions options = { .cache_dir = search->folder };
  g_autofree char *date = NULL;
  ScopeGhost *ghost = NULL;
  ScopeImport *import;

  if (path == NULL)
    return NULL;
  import = scope_import_new (&path, 1, &options);
  search->path = g_strdup (path);
  date = scope_run_dup_date (last);
  if (scope_import_run (import, cancellable, NULL))
    ghost = scope_ghost_new (scope_import_get_trace (import), date, cancellable);
  /* What a trace has to tell it tells on the main thread, so that is where it goes. */
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, let_go, import, g_object_unref);
  return ghost;
}

static void
do_search (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, read_ghost (data, cancellable), (GDestroyNotify) scope_ghost_unref);
}

static void
searched (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeWindow *self = SCOPE_WINDOW (source);
  const Search *search = g_task_get_task_data (G_TASK (result));
  g_autoptr (ScopeGhost) ghost = g_task_propagate_pointer (G_TASK (result), NULL);
  ScopeView *view = self->timeline != NULL ? scope_timeline_get_view (self->timeline) : NULL;

  /* Another document cancels. What was followed may have been put in order meanwhile, into another view. */
  if (view == NULL || g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_free (self->live.last_run);
  self->live.last_run = g_strdup (search->path);
  if (ghost != NULL)
    scope_view_set_ghost (view, ghost);
  scope_window_update_live (self); /* it may have ended before this was known: what is offered then */
}

void
scope_window_find_ghost (ScopeWindow *self)
{
  ScopeTrace *trace = scope_view_get_trace (scope_timeline_get_view (self->timeline));
  g_autofree char *folder = scope_settings_dup_string (self->settings, "cache-folder");
  g_autoptr (GTask) task = NULL;
  Search *search;

  g_cancellable_cancel (self->live.finding);
  g_clear_object (&self->live.finding);
  self->live.finding = g_cancellable_new ();
  task = g_task_new (self, self->live.finding, searched, NULL);
  search = g_new0 (Search, 1);
  search->folder = folder[0] != '\0' ? g_steal_pointer (&folder) : NULL;
  search->run = scope_run_new_of_trace (trace, "", NULL, NULL, 0, 0);
  g_task_set_task_data (task, search, search_free);
  scope_task_run (task, do_search);
}
