/* scope-index-read-part.c: the file of a part of a trace: whether it is whole, and its machines for the index that all parts become.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index.h"

#include "io/index/scope-index-private.h"
#include "io/index/scope-index-seal.h"
#include "model/base/scope-fail.h"

#include <string.h>

#define MOST_SEGMENTS (256u * 1024u * 1024u)

typedef struct
{
  const char *path, *digest; /* digest NULL: it was compared before */
  ScopeIndexFile *file;
  ScopeIndexFile *into; /* the index that is made; NULL: the part is only compared */
  guint part;
  gsize segment;
  GPtrArray *machines;
  gboolean ok;
} PartCall;

/* The bulk of machine i of the part, which can be added to. */
static ScopeBytes *
get_bulk (ScopeSetsIn *in, guint i, const PartCall *call)
{
  ScopeIndexParts *parts = scope_index_file_parts (call->into);
  guint machine = scope_index_parts_get (parts, call->part)->first + i;
  g_autofree ScopeSegment *segments = NULL;
  g_autofree guint64 *checksums = NULL;
  gsize n_segments, n_checksums;

  if (!scope_sets_in_get (in, i, SCOPE_SET_SEGMENTS, MOST_SEGMENTS, (gpointer *) &segments, &n_segments)
      || !scope_sets_in_get (in, i, SCOPE_SET_CHECKSUMS, MOST_SEGMENTS, (gpointer *) &checksums, &n_checksums))
    return NULL;
  scope_index_parts_set_inside (parts, machine, (guint32) n_segments);
  return scope_index_bytes_load (call->into, machine, call->segment, segments, n_segments, checksums, n_checksums, NULL);
}

static gboolean
take_machine (ScopeSetsIn *in, guint i, const PartCall *call)
{
  ScopeMachine *machine = scope_machine_new (i, get_bulk (in, i, call));
  guint first = scope_index_parts_get (scope_index_file_parts (call->into), call->part)->first;

  g_ptr_array_add (call->machines, machine);
  if (machine->bytes == NULL || !scope_index_fill_machine (in, machine, call->file, TRUE))
    return FALSE;
  /* In the part it has the place that it has there. */
  machine->index = first + i;
  for (guint k = 0; k < machine->losses->len; k++)
    g_array_index (machine->losses, ScopeLoss, k).machine = machine->index;

  return TRUE;
}

static gboolean
compare_machine (ScopeSetsIn *in, guint i, const PartCall *call)
{
  ScopeBytes *bytes = scope_index_get_bulk (in, i, call->file, FALSE);
  gboolean ok = bytes != NULL && scope_index_bytes_verify (bytes);

  scope_bytes_free (bytes);
  return ok;
}

static gboolean
read_file (hid_t file, const PartCall *call)
{
  g_autofree char *format = NULL, *digest = NULL;
  g_autoptr (ScopeSetsIn) in = NULL;
  gint64 n, version, complete;
  gboolean ok;

  ok = scope_hdf5_get_text (file, "format", &format) && strcmp (format, SCOPE_INDEX_PART_FORMAT) == 0
       && scope_hdf5_get_integer (file, "version", &version) && version == SCOPE_INDEX_VERSION
       && scope_hdf5_get_integer (file, "complete", &complete) && complete == 1 && scope_hdf5_get_text (file, "digest", &digest)
       && (call->digest == NULL || strcmp (digest, call->digest) == 0) && scope_hdf5_get_integer (file, "machines", &n) && n > 0
       && n <= G_MAXUINT16 + 1
       && (call->into == NULL || n == scope_index_parts_get (scope_index_file_parts (call->into), call->part)->n)
       && (in = scope_sets_in_open (file, (guint) n)) != NULL;
  for (gint64 i = 0; ok && i < n; i++)
    ok = (call->into != NULL ? take_machine : compare_machine) (in, (guint) i, call);

  return ok;
}

static void
read_part (gpointer data)
{
  PartCall *call = data;
  g_auto (ScopeHdf5List) access = H5Pcreate (H5P_FILE_ACCESS);
  hid_t file;

  H5Pset_file_locking (access, TRUE, TRUE);
  file = H5Fopen (call->path, H5F_ACC_RDONLY, access);
  if (file < 0)
    return;
  call->ok = read_file (file, call);
  H5Fclose (file);
}

gboolean
scope_index_check_part (const char *path, const char *digest, ScopeIndexPart *ret_part)
{
  g_autoptr (ScopeIndexFile) file = scope_index_file_open (path, NULL);
  PartCall call = { .path = path, .digest = digest, .file = file };

  if (file == NULL || scope_index_seal_check (scope_index_file_fd (file), SCOPE_INDEX_VERSION) != NULL)
    return FALSE;
  scope_index_file_keep (file);
  scope_hdf5_call (read_part, &call);
  ret_part->bytes = scope_index_file_size (file);

  return call.ok && scope_index_seal_read_own (scope_index_file_fd (file), &ret_part->seal);
}

GPtrArray *
scope_index_read_part (ScopeIndexFile *into, guint part, const char *path, gsize segment, GError **error)
{
  g_autoptr (ScopeIndexFile) file = scope_index_parts_open (scope_index_file_parts (into), SCOPE_INDEX_FILE_PART, part);
  g_autoptr (GPtrArray) machines = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_machine_free);
  PartCall call = { .path = path, .file = file, .into = into, .part = part, .segment = segment, .machines = machines };

  if (file == NULL)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, "%s: another process has made it anew meanwhile: do this once more", path);
  scope_hdf5_call (read_part, &call);
  if (!call.ok)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, "%s: it is damaged", path);
  g_ptr_array_set_free_func (machines, NULL);

  return g_steal_pointer (&machines);
}
