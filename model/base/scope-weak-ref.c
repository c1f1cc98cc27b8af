/* scope-weak-ref.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-weak-ref.h"

GWeakRef *
scope_weak_ref_new (gpointer object)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, object);
  return ref;
}

void
scope_weak_ref_free (gpointer ref)
{
  g_weak_ref_clear (ref);
  g_free (ref);
}

gpointer
scope_weak_ref_take (gpointer ref)
{
  gpointer object = g_weak_ref_get (ref);

  scope_weak_ref_free (ref);
  return object;
}
