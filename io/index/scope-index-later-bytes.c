/* scope-index-later-bytes.c: the bulk of a machine that is read later: where it lies, and its checksums.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index-later-private.h"

#include "io/index/scope-index-private.h"
#include "model/base/scope-fail.h"

void
scope_index_later_need_bulk (gpointer data)
{
  ScopeIndexLater *later = data;

  if (later->bulk == NULL)
    g_atomic_pointer_set (&later->bulk, scope_index_get_bulk (later->in, later->machine, later->file, FALSE));
}

typedef struct
{
  ScopeBytes parent;
  ScopeIndexLater *later;
} LateBytes;

static ScopeBytes *
late_get (ScopeBytes *bytes)
{
  ScopeIndexLater *later = ((LateBytes *) bytes)->later;

  if (g_atomic_pointer_get (&later->bulk) == NULL)
    scope_hdf5_call (scope_index_later_need_bulk, later);

  return g_atomic_pointer_get (&later->bulk);
}

static gboolean
late_append (ScopeBytes *bytes, const void *data, gsize n, guint64 *ret_offset, GError **error)
{
  return scope_fail (error, G_IO_ERROR_INVALID_DATA, "an index that was read is not written");
}

static gboolean
late_read (ScopeBytes *bytes, guint64 offset, void *data, gsize n, GError **error)
{
  ScopeBytes *own = late_get (bytes);

  if (own != NULL)
    return scope_bytes_read (own, offset, data, n, error);
  scope_index_file_damaged (((LateBytes *) bytes)->later->file);

  return scope_fail (error, G_IO_ERROR_INVALID_DATA, "a machine of the index is damaged");
}

static guint64
late_together (ScopeBytes *bytes, guint64 offset)
{
  ScopeBytes *own = late_get (bytes);

  return own != NULL && own->klass->together != NULL ? own->klass->together (own, offset) : 0;
}

static gboolean
late_is_far (ScopeBytes *bytes)
{
  return !scope_index_file_is_here (((LateBytes *) bytes)->later->file);
}

static ScopeFarEnd *
late_far_end (ScopeBytes *bytes, guint *ret_machine)
{
  *ret_machine = ((LateBytes *) bytes)->later->machine;
  return scope_index_file_far_end (((LateBytes *) bytes)->later->file);
}

static void
late_expect (const ScopeByteStretch *stretches, gsize n)
{
  g_autoptr (GArray) own = g_array_sized_new (FALSE, FALSE, sizeof (ScopeByteStretch), (guint) n);

  for (gsize i = 0; i < n; i++)
    {
      ScopeByteStretch stretch = { late_get (stretches[i].bytes), stretches[i].offset, stretches[i].n };

      if (stretch.bytes != NULL)
        g_array_append_val (own, stretch);
    }
  scope_bytes_expect ((const ScopeByteStretch *) (gpointer) own->data, own->len);
}

static void
late_free (ScopeBytes *bytes)
{
  scope_index_later_unref (((LateBytes *) bytes)->later);
  g_free (bytes);
}

gboolean
scope_index_later_take_bytes (ScopeIndexLater *later, ScopeMachine *machine)
{
  static const ScopeBytesClass klass = { late_append, late_read, late_free, late_together, late_is_far, late_expect, late_far_end };
  g_autofree ScopeSegment *segments = NULL;
  LateBytes *self;
  gsize n;

  if (!scope_sets_in_get (later->in, later->machine, SCOPE_SET_SEGMENTS, MAX_RECORDS, (gpointer *) &segments, &n))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      if (segments[i].size > scope_index_file_size_of_all (later->file) - later->n_bytes)
        return FALSE;
      later->n_bytes += segments[i].size;
    }
  self = g_new0 (LateBytes, 1);
  self->parent.klass = &klass;
  self->later = scope_index_later_ref (later);
  later->is_late = TRUE;
  machine->bytes = &self->parent;

  return TRUE;
}
