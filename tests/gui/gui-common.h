/* gui-common.h: a trace made up for tests of widgets, and waiting without sleeping.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"
#include "widgets/timeline/scope-timeline.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The beginning of every test here: GTK, libadwaita, our widgets and GLib's testing. Without a display it says so (TAP)
 * and ends the process. */
void gui_init (int *argc, char ***argv);
/* From here on what is not freed is a leak of ours (gui-leaks.c); gui_init() says it. */
void gui_leaks_begin (void);

/* One machine with `processors` lanes of `rows` transitions each, `step` ns apart on average, and as many threads.
 * Always the same for the same numbers. */
ScopeTrace *gui_trace_new (guint processors, guint rows, guint step);

/* Turns the main loop until `done` says TRUE; FALSE after so long that even a machine with other work is not to blame. */
gboolean gui_wait (gboolean (*done) (gpointer data), gpointer data);
/* Until no tooltip is about to come: GTK 4.8's timer for one outlives the window or popover that it is for, and then says critical warnings. */
void gui_await_tooltips (void);
/* As if the key were pressed in the widget: FALSE if it does nothing with it. */
gboolean gui_press (GtkWidget *widget, guint keyval, GdkModifierType modifiers);
/* For gui_wait(): of a widget; of the place of a weak pointer. */
gboolean gui_is_mapped (gpointer widget);
gboolean gui_is_unmapped (gpointer widget);
gboolean gui_is_gone (gpointer place);

/* A window of that size that shows `child`. */
GtkWidget *gui_window_new (GtkWidget *child, int width, int height);
/* A window with a timeline of the trace, presented and sized, perhaps not yet drawn. */
ScopeTimeline *gui_timeline_new (ScopeTrace *trace, GtkWidget **ret_window);
/* For gui_wait(): the timeline is drawn. */
gboolean gui_timeline_is_complete (gpointer timeline);

/* A fixture: a timeline of a trace made up, drawn. */
typedef struct
{
  GtkWidget *window;
  ScopeTimeline *timeline;
  ScopeView *view;
} GuiTimeline;

void gui_timeline_set_up (GuiTimeline *fixture, gconstpointer data);
void gui_timeline_tear_down (GuiTimeline *fixture, gconstpointer data);

/* Calls func for the widget and all below it. */
void gui_foreach (GtkWidget *widget, void (*func) (GtkWidget *widget, gpointer data), gpointer data);
/* The widget of that type below another, from the top down; `nth`: 0 is the first. NULL: there is none. */
gpointer gui_find (gpointer widget, GType type, guint nth);
/* Whether the window shows a toast; for gui_wait(). */
gboolean gui_has_toast (gpointer window);
/* The nearest one above of a type of that name; NULL. */
GtkWidget *gui_ancestor (GtkWidget *widget, const char *type);
/* Every button below must have text or an accessible name; returns how many buttons there are, and prints those
 * without. */
guint gui_check_names (GtkWidget *widget, guint *ret_nameless);
/* The same of everything that takes the keyboard: lists, entries, rows, the canvas… */
guint gui_check_focusable_names (GtkWidget *widget, guint *ret_nameless);

G_END_DECLS
