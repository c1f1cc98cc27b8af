/* scope-widgets.h: makes the widgets known to GtkBuilder. Call once, after GTK was started.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void scope_widgets_init (void);

G_END_DECLS
