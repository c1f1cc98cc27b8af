/* scope-screenshot.h: a window as a picture, without tools of any display server.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The window as it is, in the pixels of its display; NULL if there is nothing to draw at this moment, as a frame is about
 * to be made. */
GdkTexture *scope_screenshot_draw (GtkWindow *window);
/* Draws the window into a PNG file as soon as it is settled, then closes it; once. For tests and documentation. */
void scope_screenshot_take (GtkWindow *window, const char *path, gboolean (*is_settled) (GtkWindow *window));
/* TRUE if the window is there for its picture. */
gboolean scope_screenshot_is_wanted (GtkWindow *window);

G_END_DECLS
