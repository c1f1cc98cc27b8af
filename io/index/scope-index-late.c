/* scope-index-late.c: what of an index is not read when it is opened.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index-private.h"
#include "io/index/scope-index-sets.h"
#include "io/index/scope-index.h"

hid_t
scope_index_open_file (const char *path)
{
  hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  hid_t file;

  H5Pset_file_locking (access, TRUE, TRUE);
  file = H5Fopen (path, H5F_ACC_RDONLY, access);
  H5Pclose (access);
  return file;
}

gboolean
scope_index_may_wait (hid_t file)
{
  gint64 runtime;

  return scope_hdf5_get_integer (file, "runtime", &runtime)
         && (runtime == SCOPE_RUNTIME_GHC || runtime == SCOPE_RUNTIME_EDEN);
}

typedef struct
{
  const char *path;
  GArray *stretches; /* NULL: all is needed at once */
} LateCall;

static void
list_late (gpointer data)
{
  LateCall *call = data;
  hid_t file = scope_index_open_file (call->path);
  gint64 n = 0;
  ScopeSetsIn *in;

  if (file >= 0 && scope_index_may_wait (file) && scope_hdf5_get_integer (file, "machines", &n) && n > 0 && n <= G_MAXINT32
      && (in = scope_sets_in_open (file, (guint) n)) != NULL)
    {
      call->stretches = g_array_new (FALSE, FALSE, sizeof (ScopeSegment));
      scope_sets_in_list_late (in, call->stretches);
      scope_sets_in_unref (in);
    }
  if (file >= 0)
    H5Fclose (file);
}

GArray *
scope_index_list_late (const char *path)
{
  LateCall call = { path, NULL };

  scope_hdf5_call (list_late, &call);
  return call.stretches;
}
