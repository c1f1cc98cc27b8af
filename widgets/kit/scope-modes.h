/* scope-modes.h: pages of which one is shown, each with a tool bar of its own that begins with the switch of the pages: so
 * that all of it takes one line. The keyboard stays on the switch, though it is another one that shows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A GtkStack, for pages with names and titles. */
GtkWidget *scope_modes_new (void);
/* For the tool bar of one of its pages, or for one above all of them. */
GtkWidget *scope_modes_switcher_new (GtkWidget *modes);
/* Which of the names the page has that is shown; 0 if it has none of them. */
guint scope_modes_get (GtkWidget *modes, const char *const *names, guint n);

G_END_DECLS
