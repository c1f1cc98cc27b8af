/* scope-weak-source.h: something that the main thread is to do with an object, if that is still there when its turn comes.
 *
 * An object that is filled on a thread may lose its last reference there, just when the main thread has begun to dispatch: to remove
 * the source in its finalizer comes too late then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Calls `call` with the object (kept meanwhile) once, on the main thread: after so many milliseconds, or, if `delay` is negative, when it
 * is idle. Any thread, which has a reference. There is nothing to remove when the object goes. */
void scope_weak_source_add (gint delay, gpointer object, void (*call) (gpointer object));

G_END_DECLS
