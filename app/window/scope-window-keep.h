/* scope-window-keep.h: the trace as a file: saving it elsewhere, and the question whether to keep what came over a pipe or a socket, which
 * is in no file that anybody has named.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-part.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WINDOW_KEEP (scope_window_keep_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindowKeep, scope_window_keep, SCOPE, WINDOW_KEEP, ScopePart)

/* Before the window closes, with all others if `quits`: TRUE if the person is asked first, who closes it then, or not. */
gboolean scope_window_keep_ask (ScopeWindowKeep *self, gboolean quits);
/* The document has changed: a window that waits for its end goes. */
void scope_window_keep_advance (ScopeWindowKeep *self);

G_END_DECLS
