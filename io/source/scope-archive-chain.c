/* scope-archive-chain.c: members of an archive that are one log, written file by file: a wrap set.
 *
 * Which belong together is not known here: see io/files/scope-log-sets.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-archive-private.h"

#include <string.h>

guint
scope_archive_n_parts (ScopeArchive *archive, guint i)
{
  const ScopeOpener *opener = scope_archive_member (archive, i)->opener;

  return opener->parts != NULL ? opener->parts->len : 1;
}

const ScopeMember *
scope_archive_part (ScopeArchive *archive, guint i, guint part, const char **ret_path)
{
  const ScopeMember *member = scope_archive_member (archive, i);
  const ScopeOpener *opener = member->opener;

  if (opener->parts != NULL)
    {
      g_assert (part < opener->parts->len);
      member = opener->parts->pdata[part];
      opener = member->opener;
    }
  if (ret_path != NULL)
    *ret_path = opener->path;
  return member;
}

guint
scope_archive_n_files (ScopeArchive *archive, guint i)
{
  const ScopeMember *samples = ((ScopeOpener *) scope_archive_member (archive, i)->opener)->samples;
  const GPtrArray *parts = samples != NULL ? ((ScopeOpener *) samples->opener)->parts : NULL;

  return scope_archive_n_parts (archive, i) + (parts != NULL ? parts->len : samples != NULL ? 1 : 0);
}

const ScopeMember *
scope_archive_file (ScopeArchive *archive, guint i, guint file, const char **ret_path)
{
  guint n = scope_archive_n_parts (archive, i);
  const ScopeMember *member;

  if (file < n)
    return scope_archive_part (archive, i, file, ret_path);
  member = ((ScopeOpener *) scope_archive_member (archive, i)->opener)->samples;
  if (((ScopeOpener *) member->opener)->parts != NULL)
    member = ((ScopeOpener *) member->opener)->parts->pdata[file - n];
  if (ret_path != NULL)
    *ret_path = ((ScopeOpener *) member->opener)->path;
  return member;
}

ScopeSource *
scope_archive_open_samples (ScopeArchive *archive, guint i, GError **error)
{
  const ScopeMember *samples = ((ScopeOpener *) scope_archive_member (archive, i)->opener)->samples;

  if (samples == NULL)
    return NULL;
  return ((ScopeOpener *) samples->opener)->parts != NULL ? scope_archive_open_chain (samples, error)
                                                          : scope_archive_open_one (samples, error);
}

void
scope_archive_attach (ScopeArchive *archive, guint member, guint samples)
{
  ScopeOpener *opener = scope_archive_member (archive, member)->opener;

  g_assert (member != samples && opener->samples == NULL);
  opener->samples = g_steal_pointer (&archive->members->pdata[samples]);
  memmove (&archive->members->pdata[samples], &archive->members->pdata[samples + 1],
           (archive->members->len - samples - 1) * sizeof (gpointer));
  archive->members->len--;
}

void
scope_archive_chain (ScopeArchive *archive, const guint *members, guint n, const char *name, char **lacks)
{
  ScopeOpener *opener = g_new0 (ScopeOpener, 1);
  ScopeMember *chain = g_new0 (ScopeMember, 1);
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();

  g_assert (n > 0);
  opener->parts = g_ptr_array_new_with_free_func (scope_archive_member_free);
  chain->name = g_strdup (name);
  chain->opener = opener;
  chain->lacks = lacks;
  for (guint i = 0; i < n; i++)
    {
      ScopeMember *part = g_steal_pointer (&archive->members->pdata[members[i]]);

      g_assert (part != NULL && ((ScopeOpener *) part->opener)->parts == NULL);
      part->foreign = FALSE;
      g_clear_pointer (&part->refusal, g_free);
      chain->size += part->size;
      if (i == 0 || chain->kind == SCOPE_LOG_NONE)
        chain->kind = part->kind;
      g_ptr_array_add (opener->parts, part);
    }
  archive->members->pdata[members[0]] = chain;
  for (guint i = 0; i < archive->members->len; i++)
    if (archive->members->pdata[i] != NULL)
      g_ptr_array_add (rest, g_steal_pointer (&archive->members->pdata[i]));
  archive->members->len = 0; /* none is to be freed */
  for (guint i = 0; i < rest->len; i++)
    g_ptr_array_add (archive->members, rest->pdata[i]);
}

/* The archive may be gone before its sources are, but not before the parts are opened. */
static ScopeSource *
open_part (guint part, gpointer data, GError **error)
{
  const GPtrArray *parts = data;

  return scope_archive_open_one (parts->pdata[part], error);
}

ScopeSource *
scope_archive_open_chain (const ScopeMember *member, GError **error)
{
  GPtrArray *parts = ((ScopeOpener *) member->opener)->parts;
  g_autofree const char **names = g_new0 (const char *, parts->len);
  g_autofree guint64 *sizes = g_new0 (guint64, parts->len);
  gboolean seekable = TRUE;

  for (guint i = 0; i < parts->len; i++)
    {
      const ScopeMember *part = parts->pdata[i];
      const ScopeOpener *opener = part->opener;

      names[i] = part->name;
      sizes[i] = part->size;
      seekable = seekable && opener->path != NULL && !opener->gzip;
    }
  return scope_source_new_chain (member->name, parts->len, names, seekable ? sizes : NULL, member->size,
                                 open_part, g_ptr_array_ref (parts), (GDestroyNotify) g_ptr_array_unref);
}
