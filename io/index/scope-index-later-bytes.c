/* scope-index-later-bytes.c: the bulk of a machine that is read later: where it lies, and its checksums.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index-later-private.h"

#include "io/index/scope-index-private.h"
#include "model/base/scope-fail.h"

static gboolean
let_bulk_go (gpointer data)
{
  ScopeIndexLater *later = data;
  gboolean mine;

  if (!g_mutex_trylock (&later->lock))
    return FALSE;
  mine = later->bulk_users == 0;
  if (mine)
    {
      g_clear_pointer (&later->bulk, scope_bytes_free);
      later->shelved = NULL;
    }
  g_mutex_unlock (&later->lock);

  return mine;
}

void
scope_index_later_need_bulk (gpointer data)
{
  ScopeIndexLater *later = data;
  ScopeBytes *bulk;
  gboolean there;

  g_mutex_lock (&later->lock);
  there = later->bulk != NULL;
  g_mutex_unlock (&later->lock);
  if (there) /* nobody but this thread brings it */
    return;
  bulk = scope_index_get_bulk (later->in, later->machine, later->file, FALSE);
  g_mutex_lock (&later->lock);
  later->bulk = bulk;
  if (later->shelf != NULL && bulk != NULL)
    scope_shelf_put (later->shelf, &later->shelved, let_bulk_go, later, scope_index_bytes_memory (bulk));
  g_mutex_unlock (&later->lock);
}

typedef struct
{
  ScopeBytes parent;
  ScopeIndexLater *later;
} LateBytes;

/* The bulk, which stays until late_give(); NULL: it cannot be read. */
static ScopeBytes *
late_take (ScopeBytes *bytes)
{
  ScopeIndexLater *later = ((LateBytes *) bytes)->later;
  ScopeBytes *bulk;

  g_mutex_lock (&later->lock);
  later->bulk_users++;
  bulk = later->bulk;
  scope_shelved_look (later->shelved);
  g_mutex_unlock (&later->lock);
  if (bulk != NULL)
    return bulk;
  scope_hdf5_call (scope_index_later_need_bulk, later);
  g_mutex_lock (&later->lock);
  bulk = later->bulk;
  g_mutex_unlock (&later->lock);

  return bulk;
}

static void
late_give (ScopeBytes *bytes)
{
  ScopeIndexLater *later = ((LateBytes *) bytes)->later;

  g_mutex_lock (&later->lock);
  later->bulk_users--;
  g_mutex_unlock (&later->lock);
}

static gboolean
late_append (ScopeBytes *bytes, const void *data, gsize n, guint64 *ret_offset, GError **error)
{
  return scope_fail (error, G_IO_ERROR_INVALID_DATA, "an index that was read is not written");
}

static gboolean
late_read (ScopeBytes *bytes, guint64 offset, void *data, gsize n, GError **error)
{
  ScopeBytes *own = late_take (bytes);
  gboolean ok = own != NULL && scope_bytes_read (own, offset, data, n, error);

  late_give (bytes);
  if (own != NULL)
    return ok;
  scope_index_file_damaged (((LateBytes *) bytes)->later->file);

  return scope_fail (error, G_IO_ERROR_INVALID_DATA, "a machine of the index is damaged");
}

static guint64
late_together (ScopeBytes *bytes, guint64 offset)
{
  ScopeBytes *own = late_take (bytes);
  guint64 n = own != NULL && own->klass->together != NULL ? own->klass->together (own, offset) : 0;

  late_give (bytes);
  return n;
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
      ScopeByteStretch stretch = { late_take (stretches[i].bytes), stretches[i].offset, stretches[i].n };

      if (stretch.bytes != NULL)
        g_array_append_val (own, stretch);
    }
  scope_bytes_expect ((const ScopeByteStretch *) (gpointer) own->data, own->len);
  for (gsize i = 0; i < n; i++)
    late_give (stretches[i].bytes);
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
