/* scope-ghost-finder.c: see scope-ghost-finder.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/scope-ghost-finder.h"

#include "io/import/scope-import.h"
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
static gpointer
read_ghost (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Search *search = (Search *) data;
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

void
scope_ghost_find_async (GObject *source, ScopeTrace *trace, const char *folder, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  Search *search = g_new0 (Search, 1);

  search->folder = g_strdup (folder);
  search->run = scope_run_new_of_trace (trace, "", NULL, NULL, 0, 0);
  scope_task_give (source, read_ghost, search, search_free, (GDestroyNotify) scope_ghost_unref, cancellable, callback, user_data);
}

ScopeGhost *
scope_ghost_find_finish (GAsyncResult *result, char **ret_path)
{
  *ret_path = g_steal_pointer (&((Search *) scope_task_question (result))->path);
  return scope_task_answer (result, NULL);
}
