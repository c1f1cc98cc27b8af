/* scope-ghost-finder.h: the activity of the last run of a program, to be drawn as a line over that of the one that is followed.
 *
 * Which run that is, the list of runs says; it is opened from its index, on a thread, read once, and let go of. All in the
 * background: whoever has no earlier run sees nothing of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-ghost.h"
#include "model/trace/document/scope-trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* `folder` of the cache; NULL: the user's. */
void scope_ghost_find_async (GObject *source, ScopeTrace *trace, const char *folder, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data);
/* NULL: there is none, or it cannot be read. `ret_path`: of the last run's index, NULL: none; free with g_free(). */
ScopeGhost *scope_ghost_find_finish (GAsyncResult *result, char **ret_path);

G_END_DECLS
