/* scope-go-with-parent.h: a window that is closed with the one it belongs to.
 *
 * GTK 4's "destroy-with-parent" alone is not safe where work on a thread holds the window: closed first, it is not freed, forgets not
 * its parent when that goes, and crashes on what is left of it when the work has ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Instead of the property; once, before the window is shown. */
void scope_go_with_parent (GtkWindow *window);

G_END_DECLS
