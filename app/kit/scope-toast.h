/* scope-toast.h: short messages over a window that go by themselves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Before `toast` is added to `where`, an overlay of toasts or a window that has one: it goes when it has come, not before.
 * Does not take the toast. Main thread. */
void scope_toast_guard (AdwToast *toast, GtkWidget *where);

/* Both; takes the toast. */
void scope_toast_add (AdwToastOverlay *overlay, AdwToast *toast);

/* Plain text, no markup, for so many seconds, longer if it takes longer to read (0: until it is dismissed). Returns the toast, the overlay's. */
AdwToast *scope_toast_say (AdwToastOverlay *overlay, const char *text, guint seconds);

/* Where a file was written to, with a button that shows its folder (app.open-folder). `path` as g_file_get_parse_name() has it. */
void scope_toast_say_written (AdwToastOverlay *overlay, const char *path);

G_END_DECLS
