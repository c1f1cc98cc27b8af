/* scope-import-parts.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/import/scope-import-parts.h"

#include "io/import/scope-import-private.h"
#include "io/import/scope-part-notes.h"
#include "io/index/scope-cache.h"
#include "io/index/scope-index.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

char *
scope_import_part_unfinished (const char *path)
{
  return g_strdup_printf ("%s.%s-%d-%08x.part", path, g_get_host_name (), (int) getpid (), g_random_int ());
}

/* What was written is on the disk; of a folder, the names in it. */
static gboolean
sync_path (const char *path, GError **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gboolean ok = fd >= 0 && fsync (fd) == 0;

  if (!ok)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return ok;
}

gboolean
scope_import_part_install (const char *unfinished_path, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (!sync_path (unfinished_path, error))
    return FALSE;
  if (g_rename (unfinished_path, path) != 0)
    return scope_fail (error, g_io_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
  return sync_path (folder, error);
}

ScopeArchive *
scope_import_open_parts (ScopeImport *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self->archive == NULL, NULL);

  self->cancellable = cancellable;
  if (scope_import_open_archive (self, error) == NULL)
    return NULL;
  return self->archive;
}

gboolean
scope_import_digest_part (ScopeImport *self, ScopeImportPart *part, GError **error)
{
  ScopeArchive *archive = self->archive;
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *read_how = scope_import_dup_how (self);
  g_autofree char *how = g_strdup_printf ("%u+%u of %u members\n%s", part->first, part->n, scope_archive_n_members (archive),
                                          read_how != NULL ? read_how : "");
  guint n_logs = 0;

  for (guint i = 0; i < scope_archive_n_members (archive); i++)
    if (scope_member_is_log (scope_archive_member (archive, i)))
      {
        if (n_logs >= part->first && n_logs < part->first + part->n)
          g_array_append_val (members, i);
        n_logs++;
      }
  part->digest = scope_archive_digest_some (archive, (const guint *) (gpointer) members->data, members->len, how);
  if (part->digest == NULL)
    return scope_fail (error, G_IO_ERROR_NOT_SUPPORTED, _("%s can be read only once: its index cannot be made in parts"), self->paths[0]);
  return TRUE;
}

gboolean
scope_import_check_part (ScopeImportPart *part)
{
  g_autofree char *notes = scope_part_notes_path (part->path);

  part->file.first = part->first;
  part->file.n = part->n;
  return scope_part_notes_check (notes, part->digest) && scope_index_check_part (part->path, part->digest, &part->file);
}

/* --- a part --- */

static gboolean
write_part (ScopeImport *self, const ScopeImportPart *part, GError **error)
{
  for (guint i = 0; i < self->n_members; i++)
    {
      ScopeTable **tables = self->members[i].machine->tables;

      if (!scope_table_finish (tables[SCOPE_TABLE_MESSAGES], error) || !scope_table_finish (tables[SCOPE_TABLE_ARRIVALS], error))
        return FALSE;
    }
  return scope_index_write_part (self->trace, self->file, self->part, part->digest, error);
}

/* The notes first: with the index the part is there. */
static gboolean
keep_part (ScopeImport *self, const ScopeImportPart *part, GError **error)
{
  g_autofree char *notes = scope_part_notes_path (part->path), *unfinished_notes = scope_import_part_unfinished (notes);
  gboolean ok = scope_part_notes_write (unfinished_notes, part->digest, self->context.messages, self->members, self->n_members, error)
                && scope_import_part_install (unfinished_notes, notes, error) && scope_import_part_install (self->part, part->path, error);

  if (!ok)
    g_unlink (unfinished_notes);
  return ok;
}

/* A part is whole or not there: what makes a trace that is only looked at end early is an error here. */
static gboolean
check_read (ScopeImport *self, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (self->too_large || scope_index_file_failure (self->file) != NULL)
    return scope_fail (error, G_IO_ERROR_NO_SPACE, "%s", self->too_large ? _("there is no room for it") : scope_index_file_failure (self->file));
  for (guint i = 0; i < self->n_members; i++)
    if (scope_machine_error (self->members[i].machine) != NULL)
      {
        g_propagate_error (error, g_error_copy (scope_machine_error (self->members[i].machine)));
        return FALSE;
      }
  return TRUE;
}

/* Whatever room there is may be taken: nothing is trimmed to make more. */
static gboolean
create_file (ScopeImport *self, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  self->cache_limit = G_MAXUINT64;
  self->spare_limit = scope_import_spool_limit (self);
  self->index_limit = scope_cache_room (folder);
  self->part = scope_import_part_unfinished (path);
  self->file = scope_index_file_create (self->part, error);
  return self->file != NULL;
}

gboolean
scope_import_run_part (ScopeImport *self, ScopeArchive *archive, ScopeImportPart *part, GCancellable *cancellable, GError **error)
{
  gboolean ok;

  g_return_val_if_fail (self->archive == NULL && part->n > 0, FALSE);

  self->cancellable = cancellable;
  self->archive = archive;
  self->first_machine = part->first;
  self->n_wanted = part->n;
  ok = create_file (self, part->path, error);
  if (ok)
    {
      scope_import_add_machines (self);
      scope_import_read_members (self);
      ok = check_read (self, error) && write_part (self, part, error);
      if (!ok)
        g_prefix_error (error, "%s: ", part->path);
      ok = ok && keep_part (self, part, error);
    }
  ok = scope_import_end (self, ok, error);
  self->archive = NULL; /* others have it */
  if (ok && !scope_import_check_part (part))
    return scope_fail (error, G_IO_ERROR_FAILED, _("%s was written, but is not what was written"), part->path);

  return ok;
}

/* --- all of them --- */

void
scope_import_set_root (ScopeImport *self, const char *root)
{
  if (self->digest == NULL)
    {
      self->digest = scope_archive_digest (self->archive);
      scope_import_stamp_files (self->files, self->archive);
    }
  g_free (self->path);
  g_free (self->folder);
  self->path = g_strdup (root);
  self->folder = g_path_get_dirname (root);
}

gboolean
scope_import_open_joined (ScopeImport *self, const char *root)
{
  scope_import_set_root (self, root);
  if (!g_file_test (root, G_FILE_TEST_EXISTS) || !scope_index_read (self->trace, root, self->digest, NULL))
    return FALSE;
  self->cached = TRUE;
  scope_import_give_events (self, scope_archive_paths (self->archive, NULL));
  return scope_import_end (self, TRUE, NULL);
}
