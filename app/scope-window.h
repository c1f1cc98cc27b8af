/* scope-window.h: a window with one trace, or with the invitation to open one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/scope-application.h"
#include "app/scope-dock.h"
#include "app/scope-document.h"
#include "widgets/scope-timeline.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WINDOW (scope_window_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindow, scope_window, SCOPE, WINDOW, AdwApplicationWindow)

ScopeWindow *scope_window_new (ScopeApplication *application);
/* TRUE while it shows no trace, or only that one could not be opened. */
gboolean scope_window_is_empty (ScopeWindow *self);
/* Reads the files as one trace, in place of what was there. */
void scope_window_open (ScopeWindow *self, GFile *const *files, guint n_files);
ScopeDocument *scope_window_get_document (ScopeWindow *self); /* NULL if empty */
ScopeTimeline *scope_window_get_timeline (ScopeWindow *self);
ScopeDock *scope_window_get_dock (ScopeWindow *self);
/* "empty", "wait", "error" or "trace". */
const char *scope_window_get_page (ScopeWindow *self);
/* A short message at the lower edge, which goes by itself. */
void scope_window_toast (ScopeWindow *self, const char *text);
/* TRUE when nothing more is to be read or drawn. */
gboolean scope_window_is_settled (ScopeWindow *self);

/* The window as it is, in the pixels of its display; NULL if there is nothing to draw at this moment, as a frame is about
 * to be made. */
GdkTexture *scope_window_draw (ScopeWindow *self);
/* Draws the window into a PNG file as soon as it is settled, then closes it. For tests and documentation. */
void scope_window_take_picture (ScopeWindow *self, const char *path);

G_END_DECLS
