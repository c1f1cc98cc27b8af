/* scope-widgets.h: makes the widgets known to GtkBuilder. Call once, after GTK was started.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void scope_widgets_init (void);
/* For a thread that works for the next picture but one: makes it give way to the thread that draws. */
void scope_widgets_step_back (void);

G_END_DECLS
