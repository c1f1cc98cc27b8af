/* scope-weak-ref.h: a weak reference that goes with a call as its data, so that what is asked for on a thread does not keep who asked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Free with scope_weak_ref_free() or scope_weak_ref_take(). */
GWeakRef *scope_weak_ref_new (gpointer object);
/* A GDestroyNotify. */
void scope_weak_ref_free (gpointer ref);
/* Frees it, and returns a reference to what it led to, or NULL if that is gone. */
gpointer scope_weak_ref_take (gpointer ref);

G_END_DECLS
