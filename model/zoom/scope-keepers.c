/* scope-keepers.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-keepers.h"

#include "model/zoom/scope-lane-private.h"

#define KEEPERS 64u

struct _ScopeKeepers
{
  gatomicrefcount refs;
  GMutex lock;   /* taken before that of a store */
  GQueue stores; /* the last ones first */
};

ScopeKeepers *
scope_keepers_new (void)
{
  ScopeKeepers *keepers = g_new0 (ScopeKeepers, 1);

  g_atomic_ref_count_init (&keepers->refs);
  g_mutex_init (&keepers->lock);
  g_queue_init (&keepers->stores);

  return keepers;
}

ScopeKeepers *
scope_keepers_ref (ScopeKeepers *keepers)
{
  g_atomic_ref_count_inc (&keepers->refs);
  return keepers;
}

void
scope_keepers_unref (ScopeKeepers *keepers)
{
  if (keepers == NULL || !g_atomic_ref_count_dec (&keepers->refs))
    return;
  g_assert (keepers->stores.length == 0); /* each of them has a reference */
  g_mutex_clear (&keepers->lock);
  g_free (keepers);
}

static void
leave (ScopeKeepers *keepers, ScopeLaneStore *store)
{
  if (store->unpacked_link.data != NULL)
    g_queue_unlink (&keepers->stores, &store->unpacked_link);
  store->unpacked_link.data = NULL;
}

void
scope_keepers_add (ScopeKeepers *keepers, ScopeLaneStore *store)
{
  g_mutex_lock (&keepers->lock);
  leave (keepers, store);
  store->unpacked_link.data = store;
  g_queue_push_head_link (&keepers->stores, &store->unpacked_link);
  if (keepers->stores.length > KEEPERS)
    {
      ScopeLaneStore *last = keepers->stores.tail->data;

      leave (keepers, last);
      scope_unpacked_let_go (last);
    }
  g_mutex_unlock (&keepers->lock);
}

void
scope_keepers_remove (ScopeKeepers *keepers, ScopeLaneStore *store)
{
  g_mutex_lock (&keepers->lock);
  leave (keepers, store);
  g_mutex_unlock (&keepers->lock);
}
