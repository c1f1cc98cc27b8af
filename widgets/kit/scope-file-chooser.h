/* scope-file-chooser.h: asks for a file, over the window of a widget; one question at a time for a widget.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What was chosen, of GFile; empty: nothing. `data` is freed afterwards. */
typedef void (*ScopeFilesFunc) (gpointer owner, GPtrArray *files, gpointer data);

/* To be dressed with filters and the like and then shown (gtk_native_dialog_show()); it goes when it is answered, or with its
 * owner. NULL: the owner is asking already; `data` is freed. `free` may be NULL. */
GtkFileChooser *scope_file_chooser_new (GtkWidget *owner, GtkFileChooserAction action, const char *title, const char *accept,
                                        ScopeFilesFunc func, gpointer data, GDestroyNotify free);
/* The same, shown at once; `name` is proposed (NULL: none). */
void scope_file_chooser_ask (GtkWidget *owner, GtkFileChooserAction action, const char *title, const char *accept, const char *name,
                             ScopeFilesFunc func, gpointer data, GDestroyNotify free);
/* The path of the first; NULL: nothing was chosen, or it is not on this computer. Free with g_free(). */
char *scope_file_chooser_dup_path (GPtrArray *files);

G_END_DECLS
