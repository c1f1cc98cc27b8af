/* scope-parts.h: the small parts that panels and their bars are made of, named for who sees them and for who does not.
 *
 * All return new widgets, floating. `data` comes first to `clicked` and `changed`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_LABEL_START = 1 << 0,         /* at the left edge */
  SCOPE_LABEL_ELLIPSIZE = 1 << 1,     /* at its end */
  SCOPE_LABEL_WRAP = 1 << 2,
  SCOPE_LABEL_WRAP_ANYWHERE = 1 << 3, /* words that are too long, too */
  SCOPE_LABEL_SELECTABLE = 1 << 4,
} ScopeLabelFlags;

/* For screen readers. */
void scope_label_widget (GtkWidget *widget, const char *name);
/* A signal of that class with so many arguments, whose types follow (GType); it returns nothing. */
void scope_add_signal (gpointer klass, const char *name, guint n, ...);
/* Adds a controller, with what it calls with `data`: pairs of a signal's name and a GCallback; ended by NULL. */
void scope_add_controller (GtkWidget *widget, gpointer controller, gpointer data, ...) G_GNUC_NULL_TERMINATED;
/* Keeps a view, or none, in that place, and calls `changed` (ScopeView *, guint what, data) when it changes; the last one's no more. */
void scope_keep_view (ScopeView **place, ScopeView *view, GCallback changed, gpointer data);
/* As tooltip, and for screen readers. */
void scope_name_widget (GtkWidget *widget, const char *name);
void scope_set_margins (GtkWidget *widget, int vertical, int horizontal);
/* One after the other, into a box or whatever lays out children of its own; ended by NULL. */
void scope_add_children (GtkWidget *parent, ...) G_GNUC_NULL_TERMINATED;
/* All of its children, as it is disposed of. */
void scope_drop_children (GtkWidget *parent);
/* CSS classes; ended by NULL. */
void scope_add_classes (GtkWidget *widget, ...) G_GNUC_NULL_TERMINATED;
/* `classes`: CSS classes with a space between them; or NULL. */
GtkWidget *scope_label_new (const char *text, ScopeLabelFlags flags, const char *classes);
/* Scrolls up and down only. `child` may be NULL: it comes later. */
GtkWidget *scope_scroller_new (GtkWidget *child);
/* Neither child becomes smaller than it must be. */
GtkWidget *scope_paned_new (GtkOrientation orientation, GtkWidget *start, GtkWidget *end);
/* A flat button. */
GtkWidget *scope_icon_button_new (const char *icon, const char *name, GCallback clicked, gpointer data);
/* The same, for an action. */
GtkWidget *scope_action_button_new (const char *icon, const char *name, const char *action);
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
/* Makes a spinner spin as long as it can be seen. GTK's own draws frame after frame on pages that are not shown. */
void scope_spin_while_shown (GtkSpinner *spinner);
/* A tool bar (ScopeWrapBar) with room around it. */
GtkWidget *scope_bar_new (int vertical);

G_END_DECLS
