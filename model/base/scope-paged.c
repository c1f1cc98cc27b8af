/* scope-paged.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-paged.h"

#include <string.h>

#define PAGE ((gsize) 4096)
#define EXTENT ((gsize) 4 * 1024 * 1024) /* by which a large array grows */
#define LARGE ((gsize) 1024 * 1024)      /* an array of so much is one */

/* Who makes it: set once, or never. */
static gconstpointer *
place_of_class (void)
{
  static gconstpointer klass;

  return &klass;
}

static const ScopePagedClass *
get_class (void)
{
  return g_atomic_pointer_get (place_of_class ());
}

void
scope_paged_use (const ScopePagedClass *klass)
{
  g_atomic_pointer_compare_and_exchange (place_of_class (), NULL, klass);
}

gpointer
scope_paged_alloc (gsize bytes)
{
  const ScopePagedClass *klass = get_class ();

  g_assert (bytes % PAGE == 0);

  return klass != NULL ? klass->map (NULL, bytes) : g_aligned_alloc0 (1, bytes, PAGE);
}

void
scope_paged_free (gpointer data, gsize bytes)
{
  const ScopePagedClass *klass = get_class ();

  if (data == NULL)
    return;
  if (klass != NULL)
    klass->unmap (data, bytes);
  else
    g_aligned_free (data);
}

void
scope_paged_trim (void)
{
  const ScopePagedClass *klass = get_class ();

  if (klass != NULL)
    klass->trim ();
}

/* --- arrays --- */

static void
grow_small (ScopePagedArray *array, gsize size)
{
  gsize room = MAX (size, array->size * 2);

  array->data = g_realloc (array->data, room);
  memset ((guint8 *) array->data + array->size, 0, room - array->size);
  array->size = room;
}

/* Address space for all that it may become, and what it was. */
static void
become_large (const ScopePagedClass *klass, ScopePagedArray *array)
{
  guint8 *data;

  array->most = (array->most + EXTENT - 1) / EXTENT * EXTENT;
  data = klass->reserve (array->most);
  klass->map (data, EXTENT);
  if (array->size > 0)
    memcpy (data, array->data, array->size);
  g_free (array->data);
  array->data = data;
  array->size = EXTENT;
  array->large = TRUE;
}

gboolean
scope_paged_array_grow (ScopePagedArray *array, gsize size)
{
  const ScopePagedClass *klass = get_class ();

  if (size > array->most)
    return FALSE;
  if (size <= array->size)
    return TRUE;
  if (size <= LARGE || klass == NULL)
    {
      grow_small (array, size);
      return TRUE;
    }
  if (!array->large)
    become_large (klass, array);
  if (size > array->size)
    {
      gsize more = (size - array->size + EXTENT - 1) / EXTENT * EXTENT;

      klass->map ((guint8 *) array->data + array->size, more);
      array->size += more;
    }

  return TRUE;
}

void
scope_paged_array_clear (ScopePagedArray *array)
{
  if (!array->large)
    g_free (array->data);
  else
    get_class ()->unmap (array->data, array->most);
  *array = (ScopePagedArray) { .most = array->most };
}
