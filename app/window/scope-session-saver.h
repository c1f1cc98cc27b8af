/* scope-session-saver.h: what is open in all windows, into a file (io/files/scope-session.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-window.h"

G_BEGIN_DECLS

/* All windows of the application, this one first, off the main thread; how it went is said in this one. */
void scope_session_save (ScopeWindow *window, const char *path);

G_END_DECLS
