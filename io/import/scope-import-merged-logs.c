/* scope-import-merged-logs.c: what an import opens as one trace, and what of it could be opened by itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/files/scope-log-sets.h"

#include <string.h>

#define MOST_NAMES 4u

/* Logs of a member: the files of a wrap set could each be one, those of a Schedplot folder never. */
static guint
n_logs (ScopeArchive *archive, guint i)
{
  const ScopeMember *member = scope_archive_member (archive, i);

  if (member->foreign || member->refusal != NULL)
    return 0;
  return member->kind == SCOPE_LOG_ERLANG || member->kind == SCOPE_LOG_SAMPLES ? scope_archive_n_parts (archive, i) : 1;
}

/* What lies beside the log. */
static void
append_samples (ScopeArchive *archive, guint i, guint first, GString *names)
{
  guint n = scope_archive_n_files (archive, i);

  g_string_append_printf (names, ", %s", scope_archive_file (archive, i, first, NULL)->name);
  if (n > first + 1)
    g_string_append_printf (names, " … %s", scope_archive_file (archive, i, n - 1, NULL)->name);
}

/* "a.eventlog, b.eventlog, …": what can be read in it. */
static char *
list_names (ScopeArchive *archive)
{
  GString *names = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < scope_archive_n_members (archive); i++)
    {
      const ScopeMember *member = scope_archive_member (archive, i);
      guint n_parts = n_logs (archive, i);

      if (n_parts == 0 || n++ > MOST_NAMES)
        continue;
      if (n > MOST_NAMES)
        g_string_append (names, ", …");
      else if (n_parts > 1)
        g_string_append_printf (names, "%s%s … %s", n > 1 ? ", " : "", scope_archive_part (archive, i, 0, NULL)->name,
                                scope_archive_part (archive, i, n_parts - 1, NULL)->name);
      else
        g_string_append_printf (names, "%s%s", n > 1 ? ", " : "", member->name);
      if (n <= MOST_NAMES && scope_archive_n_files (archive, i) > n_parts)
        append_samples (archive, i, n_parts, names);
    }
  return g_string_free (names, FALSE);
}

static guint
count_logs (ScopeArchive *archive)
{
  guint n = 0;

  for (guint i = 0; i < scope_archive_n_members (archive); i++)
    if (n_logs (archive, i) > 0)
      n += n_logs (archive, i) + scope_archive_n_files (archive, i) - scope_archive_n_parts (archive, i);
  return n;
}

static char **
list_paths (ScopeArchive *archive)
{
  GPtrArray *paths = g_ptr_array_new ();

  for (guint i = 0; i < scope_archive_n_members (archive); i++)
    for (guint p = 0; n_logs (archive, i) > 0 && p < scope_archive_n_files (archive, i); p++)
      {
        const char *path;

        scope_archive_file (archive, i, p, &path);
        if (path != NULL)
          g_ptr_array_add (paths, g_strdup (path));
      }
  g_ptr_array_add (paths, NULL);
  if (paths->len > 1)
    return (char **) g_ptr_array_free (paths, FALSE);
  g_ptr_array_free (paths, TRUE);
  return NULL;
}

static void
find_apart (ScopeImport *self, gboolean beside)
{
  guint n_given = g_strv_length (self->paths);

  if (count_logs (self->archive) < 2)
    return;
  if (n_given > 1)
    self->apart = g_strdupv (self->paths);
  else if (beside)
    self->apart = g_new0 (char *, 2), self->apart[0] = g_strdup (self->paths[0]);
  else
    self->apart = list_paths (self->archive);
  if (self->apart == NULL) /* one archive is one trace: nobody expects anything else */
    return;
  self->together = list_names (self->archive);
  self->beside = beside;
}

ScopeArchive *
scope_import_open_archive (ScopeImport *self, GError **error)
{
  const char *const *paths = (const char *const *) self->paths;
  guint n = g_strv_length (self->paths);
  g_auto (GStrv) beside = NULL;

  if (n == 1 && !self->alone && strcmp (paths[0], "-") != 0)
    beside = scope_log_sets_beside (paths[0], self->cancellable);
  if (beside != NULL)
    self->archive = scope_log_sets_open ((const char *const *) beside, g_strv_length (beside), self->cancellable, error);
  else
    self->archive = scope_log_sets_open (paths, n, self->cancellable, error);
  if (self->archive != NULL)
    find_apart (self, beside != NULL);
  return self->archive;
}

const char *
scope_import_merged_logs (ScopeImport *import, gboolean *ret_beside, const char *const **ret_apart)
{
  *ret_beside = import->beside;
  *ret_apart = (const char *const *) import->apart;
  return import->together;
}
