/* scope-shelf.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-shelf.h"

#include "model/base/scope-ref.h"

struct _ScopeShelf
{
  gatomicrefcount refs;
  GMutex lock;  /* may be taken with that of somebody on the shelf; the other way round theirs are only tried */
  GQueue there; /* of ScopeShelved, the last ones first */
  gsize bytes, most;
};

ScopeShelf *
scope_shelf_new (gsize most)
{
  ScopeShelf *shelf = g_new0 (ScopeShelf, 1);

  g_atomic_ref_count_init (&shelf->refs);
  g_mutex_init (&shelf->lock);
  g_queue_init (&shelf->there);
  shelf->most = most;

  return shelf;
}

static void
shelf_free (ScopeShelf *shelf)
{
  g_assert (shelf->there.length == 0); /* each of them has a reference */
  g_mutex_clear (&shelf->lock);
  g_free (shelf);
}

SCOPE_DEFINE_REF (ScopeShelf, scope_shelf, object->refs, shelf_free)

/* With the lock held. What was looked at since the last time stays this time, even if there is no room: parts of one large machine that are read in
 * turn would send each other away. */
static void
make_room (ScopeShelf *shelf, const ScopeShelved *but)
{
  for (guint left = shelf->there.length; left > 0 && shelf->bytes > shelf->most; left--)
    {
      ScopeShelved *last = shelf->there.tail->data;

      g_queue_unlink (&shelf->there, &last->link);
      if (last == but || g_atomic_int_exchange (&last->looked, 0) || !last->let_go (last->owner))
        {
          g_queue_push_head_link (&shelf->there, &last->link);
          continue;
        }
      shelf->bytes -= last->bytes;
      g_free (last);
    }
}

void
scope_shelf_put (ScopeShelf *shelf, ScopeShelved **shelved, gboolean (*let_go) (gpointer owner), gpointer owner, gsize bytes)
{
  g_mutex_lock (&shelf->lock);
  if (*shelved == NULL)
    {
      *shelved = g_new0 (ScopeShelved, 1);
      (*shelved)->let_go = let_go;
      (*shelved)->owner = owner;
      (*shelved)->link.data = *shelved;
      g_queue_push_head_link (&shelf->there, &(*shelved)->link);
      bytes += sizeof **shelved;
    }
  (*shelved)->bytes += bytes;
  shelf->bytes += bytes;
  make_room (shelf, *shelved);
  g_mutex_unlock (&shelf->lock);
}

void
scope_shelf_take_off (ScopeShelf *shelf, ScopeShelved **shelved)
{
  if (shelf == NULL)
    return;
  g_mutex_lock (&shelf->lock);
  if (*shelved != NULL)
    {
      g_queue_unlink (&shelf->there, &(*shelved)->link);
      shelf->bytes -= (*shelved)->bytes;
      g_clear_pointer (shelved, g_free);
    }
  g_mutex_unlock (&shelf->lock);
}

void
scope_shelf_set_most (ScopeShelf *shelf, gsize most)
{
  g_mutex_lock (&shelf->lock);
  shelf->most = most;
  g_mutex_unlock (&shelf->lock);
}

gsize
scope_shelf_bytes (ScopeShelf *shelf)
{
  gsize bytes;

  g_mutex_lock (&shelf->lock);
  bytes = shelf->bytes;
  g_mutex_unlock (&shelf->lock);
  return bytes;
}
