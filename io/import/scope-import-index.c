/* scope-import-index.c: an import and the cache: the index that is there, where a new one goes, and that it is kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/index/scope-cache.h"
#include "io/index/scope-index.h"
#include "io/index/scope-run-list.h"

#include <string.h>

char *
scope_import_dup_how (ScopeImport *self)
{
  const ScopeSimSettings *sim = &self->context.sim;
  guint run = self->context.run;

  if (sim->clock_ps == 0 && run <= 1 && (sim->lli_cycles == 0 || sim->lli_cycles == SCOPE_USUAL_LLI_CYCLES) && !sim->name_stack
      && !sim->out_of_order && sim->lock_names == NULL && sim->unlock_names == NULL)
    return NULL;
  return g_strdup_printf ("%u/%u/%u/%d/%d/%s\n%s", sim->clock_ps, run, sim->lli_cycles, sim->name_stack, sim->out_of_order,
                          sim->lock_names != NULL ? sim->lock_names : "", sim->unlock_names != NULL ? sim->unlock_names : "");
}

/* Whoever reads a simulation otherwise than usual keeps that under a name of its own, which says how: neither takes the other's place, and
 * lists of runs have the usual one alone (scope_cache_is_variant()). */
char *
scope_import_index_path (ScopeImport *self)
{
  g_autofree char *how = scope_import_dup_how (self), *digest = NULL, *key = NULL;

  if (how == NULL)
    return scope_cache_path (self->folder, self->digest);
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, how, -1);
  digest[16] = '\0';
  key = g_strdup_printf ("%s-%s", self->digest, digest);
  return scope_cache_path (self->folder, key);
}

/* From the index that is there, if it is good. */
gboolean
scope_import_open_cached (ScopeImport *self)
{
  g_autoptr (GError) error = NULL;

  if (self->path == NULL || self->rebuild || !g_file_test (self->path, G_FILE_TEST_EXISTS))
    return FALSE;
  if (scope_index_read (self->trace, self->path, self->digest, &error))
    {
      scope_cache_touch (self->path);
      self->cached = TRUE;
      return TRUE;
    }
  {
    g_autofree char *text
        = g_strdup_printf ("What was kept of this trace earlier cannot be used: %s. It is read anew.", error->message);
    scope_import_add_notice (self, text);
  }

  return FALSE;
}

/* --- made in parts --- */

/* Simulations may be read in several ways, and such an index does not say in which. */
static gboolean
has_one_form (ScopeImport *self)
{
  for (guint i = 0; i < scope_archive_n_members (self->archive); i++)
    if (scope_log_kind_is_simulation (scope_archive_member (self->archive, i)->kind))
      return FALSE;
  return TRUE;
}

/* If the index in that folder is this trace's, it is opened; if it cannot be, that is told: it took long to make. */
static gboolean
open_folder (ScopeImport *self, const char *folder)
{
  g_autofree char *root = g_build_filename (folder, SCOPE_INDEX_ROOT, NULL), *text = NULL;
  g_autoptr (ScopeRun) run = g_file_test (root, G_FILE_TEST_IS_REGULAR) ? scope_run_read_index (root, NULL) : NULL;
  g_autoptr (GError) error = NULL;

  if (run == NULL || g_strcmp0 (scope_run_facts (run)->digest, self->digest) != 0)
    return FALSE;
  if (scope_index_read (self->trace, root, self->digest, &error))
    return TRUE;
  text = g_strdup_printf ("The index of this trace that was made in parts cannot be used: %s. It is read anew.", error->message);
  scope_import_add_notice (self, text);
  return FALSE;
}

/* run42.parevents → run42.parevents.lanescope, run42.lanescope. */
static gboolean
open_beside (ScopeImport *self, const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL), *name = g_path_get_basename (whole);
  g_autofree char *folder = g_strconcat (whole, SCOPE_INDEX_FOLDER, NULL), *other = NULL;
  const char *dot = strrchr (name, '.');

  if (open_folder (self, folder))
    return TRUE;
  if (dot == NULL || dot == name)
    return FALSE;
  other = g_strdup_printf ("%.*s" SCOPE_INDEX_FOLDER, (int) (strlen (whole) - strlen (dot)), whole);
  return open_folder (self, other);
}

/* Where it was made last by this user. */
static gboolean
open_noted (ScopeImport *self)
{
  g_autofree char *note = self->folder != NULL ? scope_cache_parts_path (self->folder, self->digest) : NULL, *folder = NULL;

  if (note == NULL || !g_file_get_contents (note, &folder, NULL, NULL) || !open_folder (self, folder))
    return FALSE;
  scope_cache_touch (note); /* what is used is no rubbish */
  return TRUE;
}

gboolean
scope_import_open_parted (ScopeImport *self)
{
  if (self->digest == NULL || self->rebuild || self->no_cache || !has_one_form (self))
    return FALSE;
  self->cached = (self->paths[0] != NULL && self->paths[1] == NULL && open_beside (self, self->paths[0])) || open_noted (self);
  return self->cached;
}

void
scope_import_note_parted (ScopeImport *self, const char *folder)
{
  g_autofree char *cache = self->no_cache ? NULL : scope_cache_folder (self->cache_dir, NULL);
  g_autofree char *note = cache != NULL ? scope_cache_parts_path (cache, self->digest) : NULL, *whole = g_canonicalize_filename (folder, NULL);

  if (note != NULL)
    g_file_set_contents (note, whole, -1, NULL); /* else it is found only beside the trace */
}

/* --- in the cache --- */

void
scope_import_find_cache (ScopeImport *self)
{
  g_autoptr (GError) error = NULL;

  self->digest = scope_archive_digest (self->archive);
  scope_import_stamp_files (self->files, self->archive);
  if (self->no_cache || self->digest == NULL)
    return;
  self->folder = scope_cache_folder (self->cache_dir, &error);
  if (self->folder == NULL)
    {
      g_autofree char *text = NULL;

      /* A folder that cannot be written may still hold what was made before. */
      self->folder = self->cache_dir != NULL ? g_strdup (self->cache_dir)
                                             : g_build_filename (g_get_user_cache_dir (), "lanescope", NULL);
      self->path = scope_import_index_path (self);
      text = g_strdup_printf ("%s. Nothing is kept of this trace: opening it again takes as long.", error->message);
      if (!scope_import_open_cached (self))
        scope_import_add_notice (self, text);
      g_clear_pointer (&self->path, g_free);
      return;
    }
  self->path = scope_import_index_path (self);
}

/* Where the new index goes: a part in the cache, or an unnamed file. */
gboolean
scope_import_create_file (ScopeImport *self, GError **error)
{
  self->spare_limit = scope_import_spool_limit (self);
  self->index_limit = self->folder != NULL ? scope_cache_room (self->folder) : 0;
  if (self->path != NULL || (self->live != NULL && self->folder != NULL))
    {
      g_autoptr (GError) local = NULL;
      g_autofree char *text = NULL;

      scope_cache_clean (self->folder);
      self->part = scope_cache_part (self->folder, self->digest != NULL ? self->digest : "following");
      self->file = scope_index_file_create (self->part, &local);
      if (self->file != NULL)
        return TRUE;
      g_clear_pointer (&self->part, g_free);
      text = g_strdup_printf ("Nothing can be kept of this trace: %s.", local->message);
      scope_import_add_notice (self, text);
    }
  self->file = scope_index_file_create (NULL, error);

  return self->file != NULL;
}

void
scope_import_describe_run (ScopeImport *self)
{
  guint64 bytes = 0;
  const char *const *paths = scope_archive_paths (self->archive, &bytes);

  if (self->run == NULL && self->digest != NULL)
    self->run = scope_run_new_of_trace (self->trace, self->digest, paths, (const ScopeRunFile *) (gpointer) self->files->data,
                                        self->files->len, bytes);
}

void
scope_import_keep_index (ScopeImport *self)
{
  g_autoptr (GError) error = NULL;
  guint64 size;

  for (guint i = 0; i < self->n_members; i++)
    scope_index_bytes_flush (self->members[i].machine->bytes);
  size = scope_index_file_size (self->file);
  if (self->part == NULL || self->path == NULL || scope_import_stopped (self))
    {
      scope_trace_set_index (self->trace, NULL, size, FALSE);
      return;
    }
  scope_import_describe_run (self);
  if (scope_index_write (self->trace, self->file, self->part, self->run, &error)
      && scope_cache_install (self->part, self->path, &error))
    {
      g_clear_pointer (&self->part, g_free);
      scope_trace_set_index (self->trace, self->path, scope_index_file_size_of_all (self->file), TRUE);
      scope_cache_trim (self->folder, self->cache_limit, self->path);
      return;
    }
  {
    g_autofree char *text = g_strdup_printf ("Nothing could be kept of this trace: %s.", error->message);

    scope_import_add_notice (self, text);
  }
  scope_trace_set_index (self->trace, NULL, size, FALSE);
}
