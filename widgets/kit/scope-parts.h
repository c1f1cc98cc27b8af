/* scope-parts.h: the small parts that panels and their bars are made of, named for who sees them and for who does not.
 *
 * All return new widgets, floating. `data` comes first to `clicked` and `changed`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For screen readers. */
void scope_label_widget (GtkWidget *widget, const char *name);
/* As tooltip, and for screen readers. */
void scope_name_widget (GtkWidget *widget, const char *name);
void scope_set_margins (GtkWidget *widget, int vertical, int horizontal);
/* A flat button. */
GtkWidget *scope_icon_button_new (const char *icon, const char *name, GCallback clicked, gpointer data);
/* With `menu` below it. */
GtkWidget *scope_menu_button_new (const char *icon, const char *name, GMenuModel *menu);
/* `titles` may be NULL: filled later. `css_class`: "table-choice" or "extent-chip". */
GtkWidget *scope_choice_new (const char *const *titles, const char *css_class, const char *name, GCallback changed, gpointer data);
/* A toggle button as in a row of choices. */
GtkWidget *scope_toggle_new (const char *title, const char *tip, GCallback toggled, gpointer data);
/* What stands where there is nothing to show. */
GtkWidget *scope_message_label_new (int margin);
/* Figures in a bar, in a line or several. */
GtkWidget *scope_summary_label_new (void);
/* Over the upper edge of what is being made; not to be seen yet. */
GtkWidget *scope_progress_new (const char *name);
/* A tool bar (ScopeWrapBar) with room around it. */
GtkWidget *scope_bar_new (int vertical);

G_END_DECLS
