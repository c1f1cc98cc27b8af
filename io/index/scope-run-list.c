/* scope-run-list.c: see scope-run-list.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-run-list.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"
#include "io/index/scope-cache.h"
#include "io/index/scope-index-seal.h"
#include "io/index/scope-index.h"
#include "io/index/scope-kept-streams.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LEAST_DIGITS 4u

static ScopeRun *
read_card (const char *path, const char **ret_fault)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  g_autofree char *card = NULL;
  gsize length = 0;
  ScopeRun *run = NULL;
  struct stat st;

  *ret_fault = NULL;
  if (fd < 0)
    {
      *ret_fault = g_strerror (errno);
      return NULL;
    }
  card = scope_index_seal_read_card (fd, SCOPE_INDEX_VERSION, SCOPE_RUN_CARD_MAX, &length);
  run = card != NULL ? scope_run_new_from_card (card, length) : NULL;
  if (run == NULL)
    *ret_fault = _("it is damaged, or of another version");
  else if (fstat (fd, &st) == 0)
    scope_run_set_index (run, path, (guint64) st.st_size, (gint64) st.st_mtime * G_USEC_PER_SEC, FALSE);
  close (fd);
  return run;
}

void
scope_run_check_source (ScopeRun *run)
{
  guint n;
  const ScopeRunFile *files = scope_run_files (run, &n);
  ScopeRunSource source = n > 0 ? SCOPE_RUN_SOURCE_THERE : SCOPE_RUN_SOURCE_GONE;

  for (guint i = 0; i < n && source != SCOPE_RUN_SOURCE_GONE; i++)
    {
      struct stat st;

      if (stat (files[i].path, &st) != 0)
        source = SCOPE_RUN_SOURCE_GONE;
      else if ((guint64) st.st_size != files[i].bytes
               || (gint64) st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec != files[i].modified_ns)
        source = SCOPE_RUN_SOURCE_CHANGED;
    }
  scope_run_set_source (run, source);
}

ScopeRun *
scope_run_read_index (const char *path, GError **error)
{
  const char *fault;
  ScopeRun *run = read_card (path, &fault);

  if (run == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", path, fault);
  else
    scope_run_check_source (run);
  return run;
}

/* --- the list --- */

static int
compare_runs (gconstpointer a, gconstpointer b)
{
  const ScopeRunFacts *x = scope_run_facts (*(ScopeRun *const *) a), *y = scope_run_facts (*(ScopeRun *const *) b);

  SCOPE_COMPARE (y->date, x->date);
  SCOPE_COMPARE (y->used, x->used);
  return strcmp (x->digest, y->digest);
}

static char *
folder_of (const char *folder)
{
  return folder != NULL ? g_strdup (folder) : g_build_filename (g_get_user_cache_dir (), "lanescope", NULL);
}

GPtrArray *
scope_run_list_read (const char *given, GCancellable *cancellable, GError **error)
{
  g_autofree char *folder = folder_of (given);
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) pinned = scope_cache_pinned (folder), streams = scope_kept_streams_list (folder);
  g_autoptr (GError) local = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &local);
  const char *name;

  if (dir == NULL && !g_error_matches (local, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = NULL;
      const char *fault;
      ScopeRun *run;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (!g_str_has_suffix (name, ".h5") || scope_cache_is_variant (name))
        continue;
      path = g_build_filename (folder, name, NULL);
      run = read_card (path, &fault);
      if (run == NULL)
        continue;
      if (g_hash_table_contains (pinned, name))
        scope_run_set_index (run, scope_run_facts (run)->index_path, scope_run_facts (run)->index_bytes,
                             scope_run_facts (run)->used, TRUE);
      if (g_hash_table_contains (streams, name))
        scope_run_set_streamed (run);
      scope_run_check_source (run);
      g_ptr_array_add (runs, run);
    }
  g_ptr_array_sort (runs, compare_runs);
  return g_steal_pointer (&runs);
}

static gpointer
read_in_thread (gpointer source, gconstpointer folder, GCancellable *cancellable, GError **error)
{
  return scope_run_list_read (folder, cancellable, error);
}

void
scope_run_list_read_async (const char *folder, GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  scope_task_give (NULL, read_in_thread, g_strdup (folder), g_free, (GDestroyNotify) g_ptr_array_unref, cancellable, callback,
                   user_data);
}

GPtrArray *
scope_run_list_read_finish (GAsyncResult *result, GError **error)
{
  return scope_task_answer (result, error);
}

/* --- one of them --- */

ScopeRun *
scope_run_list_last_of_program (GPtrArray *runs, ScopeRun *run)
{
  const ScopeRunFacts *facts = scope_run_facts (run);

  for (guint i = 0; i < runs->len; i++)
    {
      const ScopeRunFacts *other = scope_run_facts (runs->pdata[i]);
      /* What is followed has no digest yet; if it ends soon it stands in the list itself. Logs tell seconds. */
      gboolean before = other->date < facts->date || (facts->date == 0 && other->date == 0);

      if (g_strcmp0 (other->digest, facts->digest) != 0 && before && scope_run_same_program (runs->pdata[i], run))
        return runs->pdata[i];
    }
  return NULL;
}

ScopeRun *
scope_run_list_find (GPtrArray *runs, const char *digest, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (digest, -1);
  ScopeRun *found = NULL;

  if (strlen (lower) < LEAST_DIGITS)
    return scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, _("run:%s: give at least %u digits of the run’s number"),
                            digest, LEAST_DIGITS);
  for (guint i = 0; i < runs->len; i++)
    if (g_str_has_prefix (scope_run_facts (runs->pdata[i])->digest, lower))
      {
        if (found != NULL)
          {
            g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         _("run:%s: several runs begin so; give more digits"), digest);
            return NULL;
          }
        found = runs->pdata[i];
      }
  if (found == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _("run:%s: there is no such run (“lanescope-cli runs” lists all runs)"), digest);
  return found;
}

char *
scope_run_list_resolve (const char *folder, const char *text, GError **error)
{
  g_autoptr (GPtrArray) runs = NULL;
  ScopeRun *run;

  if (!g_str_has_prefix (text, "run:"))
    return NULL;
  runs = scope_run_list_read (folder, NULL, error);
  run = runs != NULL ? scope_run_list_find (runs, text + strlen ("run:"), error) : NULL;
  return run != NULL ? g_strdup (scope_run_facts (run)->index_path) : NULL;
}

static gboolean
has_path (const char *const *paths, const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  gboolean found = FALSE;

  for (guint i = 0; paths[i] != NULL && !found; i++)
    {
      g_autofree char *other = g_canonicalize_filename (paths[i], NULL);

      found = g_str_equal (whole, other);
    }
  return found;
}

char *
scope_run_list_find_paths (const char *folder, const char *const *paths)
{
  guint n = g_strv_length ((char **) paths);
  g_autoptr (GPtrArray) runs = NULL;

  for (guint i = 0; i < n; i++)
    if (g_file_test (paths[i], G_FILE_TEST_EXISTS))
      return NULL;
  runs = n > 0 ? scope_run_list_read (folder, NULL, NULL) : NULL;
  for (guint r = 0; runs != NULL && r < runs->len; r++)
    {
      const ScopeRunFacts *facts = scope_run_facts (runs->pdata[r]);
      guint found = 0;

      if (g_strv_length ((char **) facts->paths) != n)
        continue;
      for (guint i = 0; i < n; i++)
        found += has_path (facts->paths, paths[i]);
      if (found == n)
        return g_strdup (facts->index_path);
    }
  return NULL;
}

/* --- keeping and removing --- */

gboolean
scope_run_pin (ScopeRun *run, gboolean pin, GError **error)
{
  const ScopeRunFacts *facts = scope_run_facts (run);

  if (facts->index_path == NULL)
    return scope_fail (error, G_IO_ERROR_NOT_FOUND, _("The cache has no data of this run"));
  if (!scope_cache_pin (facts->index_path, pin, error))
    return FALSE;
  scope_run_set_index (run, facts->index_path, facts->index_bytes, facts->used, pin);
  return TRUE;
}

gboolean
scope_run_remove (ScopeRun *run, GError **error)
{
  const ScopeRunFacts *facts = scope_run_facts (run);

  if (facts->index_path == NULL)
    return TRUE;
  if (facts->pinned)
    scope_cache_pin (facts->index_path, FALSE, NULL);
  if (!scope_cache_remove (facts->index_path))
    return scope_fail (error, g_io_error_from_errno (errno), "%s: %s", facts->index_path, g_strerror (errno));
  return TRUE;
}
