/* gui-common.h: a trace made up for tests of widgets, and waiting without sleeping.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/scope-trace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One machine with `processors` lanes of `rows` transitions each, `step` ns apart on average, and as many threads.
 * Always the same for the same numbers. */
ScopeTrace *gui_trace_new (guint processors, guint rows, guint step);

/* Turns the main loop until `done` says TRUE; FALSE after 30 s. */
gboolean gui_wait (gboolean (*done) (gpointer data), gpointer data);

/* Calls func for the widget and all below it. */
void gui_foreach (GtkWidget *widget, void (*func) (GtkWidget *widget, gpointer data), gpointer data);
/* The nearest one above of a type of that name; NULL. */
GtkWidget *gui_ancestor (GtkWidget *widget, const char *type);
/* Every button below must have text or an accessible name; returns how many buttons there are, and prints those
 * without. */
guint gui_check_names (GtkWidget *widget, guint *ret_nameless);
/* The same of everything that takes the keyboard: lists, entries, rows, the canvas… */
guint gui_check_focusable_names (GtkWidget *widget, guint *ret_nameless);

G_END_DECLS
