/* scope-index-copy-joins.c: the directories of an index that is made in parts: those of its joins one behind the other. What a machine's records name
 * is its own, so they are copied as they are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index.h"

#include "io/index/scope-index-parts.h"
#include "io/index/scope-index-private.h"
#include "io/index/scope-index-seal.h"

#include <string.h>

#define MOST_SEGMENTS (256u * 1024u * 1024u)

static gboolean
copy_machine (ScopeSetsOut *out, ScopeSetsIn *in, guint machine)
{
  g_autofree ScopeSegment *segments = NULL;
  guint64 bulk = 0;
  gsize n;
  gboolean ok = scope_sets_in_get (in, machine, SCOPE_SET_SEGMENTS, MOST_SEGMENTS, (gpointer *) &segments, &n);

  for (gsize i = 0; ok && i < n; i++)
    bulk += segments[i].size;

  return ok && scope_sets_out_copy (out, in, machine, bulk);
}

static gboolean
copy_file (ScopeSetsOut *out, hid_t file, guint n_machines)
{
  g_autofree char *format = NULL;
  g_autoptr (ScopeSetsIn) in = NULL;
  gint64 version, complete;
  gboolean ok = scope_hdf5_get_text (file, "format", &format) && strcmp (format, SCOPE_INDEX_JOIN_FORMAT) == 0
                && scope_hdf5_get_integer (file, "version", &version) && version == SCOPE_INDEX_VERSION
                && scope_hdf5_get_integer (file, "complete", &complete) && complete == 1 && (in = scope_sets_in_open (file, n_machines)) != NULL;

  for (guint i = 0; ok && i < n_machines; i++)
    ok = copy_machine (out, in, i);
  return ok;
}

static gboolean
copy_join (ScopeSetsOut *out, ScopeIndexParts *parts, guint part)
{
  g_autoptr (ScopeIndexFile) join = scope_index_parts_open (parts, SCOPE_INDEX_FILE_JOIN, part);
  g_autofree char *path = scope_index_parts_dup_path (parts, SCOPE_INDEX_FILE_JOIN, part);
  g_auto (ScopeHdf5List) access = H5I_INVALID_HID;
  gboolean ok;
  hid_t file;

  if (join == NULL || scope_index_seal_check (scope_index_file_fd (join), SCOPE_INDEX_VERSION) != NULL)
    return FALSE;
  access = H5Pcreate (H5P_FILE_ACCESS);
  H5Pset_file_locking (access, TRUE, TRUE);
  file = H5Fopen (path, H5F_ACC_RDONLY, access);
  ok = file >= 0 && copy_file (out, file, scope_index_parts_get (parts, part)->n);
  if (file >= 0)
    H5Fclose (file);
  return ok;
}

gboolean
scope_index_copy_joins (ScopeSetsOut *out, ScopeIndexParts *parts)
{
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < scope_index_parts_n (parts); i++)
    ok = copy_join (out, parts, i);
  return ok;
}
