/* gui-app.h: the program's own windows, for tests that need them whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gui-common.h"

#include "app/window/scope-application.h"
#include "app/window/scope-window.h"

G_BEGIN_DECLS

/* A registered application that other processes do not know. A process has only one; the caller unrefs it at the end. */
ScopeApplication *gui_application_new (void);

/* The path of an Eden example; to be freed. */
char *gui_dup_example (void);

/* The path of a small Eden trace, for tests that look at windows, not at what is in a trace; to be freed. */
char *gui_dup_trace (void);

/* A window that has been presented, with `path` (NULL: none) being opened. */
ScopeWindow *gui_window_open (ScopeApplication *application, const char *path, int width, int height);
/* Mapped, read and drawn; for gui_wait(). */
gboolean gui_window_is_settled (gpointer window);
/* Destroys it and waits until nobody holds it any more. */
void gui_window_close (ScopeWindow *window);

G_END_DECLS
