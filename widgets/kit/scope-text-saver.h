/* scope-text-saver.h: asks where, and saves a text there; says where (win.notify-written), or why it cannot.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* `title` of the dialog, `name` of the file at first; takes `text`. Nothing if the widget is asking already. */
void scope_text_saver_ask (GtkWidget *widget, const char *title, const char *name, char *text);

/* Saves it there, without a question; takes `text`. */
void scope_text_saver_write (GtkWidget *widget, GFile *file, char *text);
/* It was saved there, or could not be: for those who write by themselves. */
void scope_text_saver_notify (GtkWidget *widget, GFile *file, const GError *error);

G_END_DECLS
