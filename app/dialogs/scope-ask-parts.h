/* scope-ask-parts.h: what the small dialogs share that ask where something is: a header with Cancel and what is to be done, entries with a
 * title above, a button that chooses a file, a line that says what is wrong with what was typed. All widgets are floating.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Cancel closes the window. *ret_button, with the label `what` (with a mnemonic), calls `done (window)`. */
GtkWidget *scope_ask_header_new (GtkWindow *window, const char *what, GCallback done, GtkWidget **ret_button);
/* An entry in a line of its own, below its title (with a mnemonic), appended to the box; `name` is what a screen reader calls it. Enter calls
 * `done (window)`, a change `typed (window)`. */
GtkWidget *scope_ask_add_entry (GtkWindow *window, GtkWidget *box, const char *title, const char *name, GCallback typed, GCallback done);
/* Beside an entry of that kind; a click calls `browse (window)`. */
void scope_ask_add_file_button (GtkWindow *window, GtkWidget *entry, GCallback browse);
/* Room for two lines. */
GtkWidget *scope_ask_hint_new (GtkWidget **ret_hint, GtkWidget **ret_icon);
void scope_ask_say (GtkWidget *hint, GtkWidget *icon, const char *words, gboolean trouble);
/* Escape closes windows of the class. */
void scope_ask_close_on_escape (GtkWidgetClass *klass);

G_END_DECLS
