/* scope-session-opener.h: opens a session file: its windows, one after the other; and asks where traces are that are missing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/settings/scope-settings.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* TRUE if the file's name says that it is a session. */
gboolean scope_session_is_named (GFile *file);
/* Reads it off the main thread, then opens its windows: the first in `window` if that is empty (NULL: in a new one). What went
 * wrong is said in a window. */
void scope_session_open (GtkApplication *application, ScopeSettings *settings, GtkWindow *window, GFile *file);

G_END_DECLS
