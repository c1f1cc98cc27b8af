/* scope-log-samples.c: which samples are of one run, and of which trace.
 *
 *     sample_run_queue.dat            Percept2's: of whatever trace lies there
 *     trace.sample_run_queue.dat      our own recorder's: of trace.dat, or of the wrap set trace0, trace1, …
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/files/scope-log-sets.h"

#include <string.h>

/* What stands before "sample_", with the folder; NULL: it has another name. Free with g_free(). */
static char *
stem_of (ScopeArchive *archive, guint i)
{
  const char *path, *name, *base, *found;
  const ScopeMember *member = scope_archive_part (archive, i, 0, &path);

  name = path != NULL ? path : member->name;
  base = strrchr (name, '/');
  base = base != NULL ? base + 1 : name;
  found = strstr (base, "sample_");

  return found != NULL && (found == base || found[-1] == '.') ? g_strndup (name, (gsize) (found - name)) : NULL;
}

static gboolean
is_good (const ScopeMember *member, ScopeLogKind kind)
{
  return member->kind == kind && !member->foreign && member->refusal == NULL;
}

/* Members of samples with the stem of member `first`: one. */
static void
chain_alike (ScopeArchive *archive, guint first, const char *stem)
{
  g_autoptr (GArray) alike = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *name = NULL;
  const char *base = strrchr (stem, '/');

  for (guint i = first; i < scope_archive_n_members (archive); i++)
    {
      g_autofree char *other = is_good (scope_archive_member (archive, i), SCOPE_LOG_SAMPLES) ? stem_of (archive, i) : NULL;

      if (g_strcmp0 (stem, other) == 0)
        g_array_append_val (alike, i);
    }
  if (alike->len < 2)
    return;
  name = g_strdup_printf ("%ssample_*", base != NULL ? base + 1 : stem);
  scope_archive_chain (archive, (const guint *) (gpointer) alike->data, alike->len, name, NULL);
}

/* "/folder/trace." of "/folder/trace.dat", and of the set of "/folder/trace3.dat". */
static gboolean
is_named_after (ScopeArchive *archive, guint log, const char *stem)
{
  const char *path;
  const ScopeMember *member = scope_archive_part (archive, log, 0, &path);
  const char *name = path != NULL ? path : member->name;
  gsize n = strlen (stem);

  if (n == 0 || stem[n - 1] != '.' || strncmp (name, stem, n - 1) != 0)
    return FALSE;
  name += n - 1;
  while (scope_archive_n_parts (archive, log) > 1 && g_ascii_isdigit (*name))
    name++;
  return *name == '\0' || *name == '.';
}

/* The trace that samples of this stem are of, or G_MAXUINT. */
static guint
find_log (ScopeArchive *archive, const char *stem, guint n_stems)
{
  guint only = G_MAXUINT, named = G_MAXUINT, n = 0;

  for (guint i = 0; i < scope_archive_n_members (archive); i++)
    if (is_good (scope_archive_member (archive, i), SCOPE_LOG_ERLANG)
        || is_good (scope_archive_member (archive, i), SCOPE_LOG_PROBES))
      {
        n++;
        only = i;
        if (is_named_after (archive, i, stem))
          named = i;
      }
  if (named != G_MAXUINT)
    return named;
  return n == 1 && n_stems == 1 ? only : G_MAXUINT;
}

void
scope_log_sets_join_samples (ScopeArchive *archive)
{
  guint n_stems = 0;

  for (guint i = 0; i < scope_archive_n_members (archive); i++)
    if (is_good (scope_archive_member (archive, i), SCOPE_LOG_SAMPLES) && scope_archive_n_parts (archive, i) == 1)
      {
        g_autofree char *stem = stem_of (archive, i);

        n_stems++;
        if (stem != NULL)
          chain_alike (archive, i, stem);
      }
  for (guint i = scope_archive_n_members (archive); i-- > 0;)
    if (is_good (scope_archive_member (archive, i), SCOPE_LOG_SAMPLES))
      {
        g_autofree char *stem = stem_of (archive, i);
        guint log = find_log (archive, stem != NULL ? stem : "", n_stems);

        if (log != G_MAXUINT && scope_archive_n_files (archive, log) == scope_archive_n_parts (archive, log))
          scope_archive_attach (archive, log, i);
      }
}
