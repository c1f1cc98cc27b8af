/* scope-window.h: a window with one trace, or with the invitation to open one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-application.h"
#include "app/dock/scope-dock.h"
#include "app/document/scope-document.h"
#include "widgets/compare/scope-compare-view.h"
#include "widgets/timeline/scope-timeline.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WINDOW (scope_window_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindow, scope_window, SCOPE, WINDOW, AdwApplicationWindow)

ScopeWindow *scope_window_new (ScopeApplication *application);
/* TRUE while it shows no trace, or only that one could not be opened. */
gboolean scope_window_is_empty (ScopeWindow *self);
/* Reads the files as one trace, in place of what was there. */
void scope_window_open (ScopeWindow *self, GFile *const *files, guint n_files);
/* The same without what lies beside a file and belongs to it: just these. */
void scope_window_open_alone (ScopeWindow *self, GFile *const *files, guint n_files);
/* Reads the files as one trace, the baseline, and compares the shown one with it as soon as both are read; opens them if the window
 * is empty. */
void scope_window_compare (ScopeWindow *self, GFile *const *files, guint n_files);
ScopeCompareView *scope_window_get_compare (ScopeWindow *self); /* NULL: nothing is compared */
ScopeDocument *scope_window_get_document (ScopeWindow *self); /* NULL if empty */
ScopeTimeline *scope_window_get_timeline (ScopeWindow *self);
ScopeDock *scope_window_get_dock (ScopeWindow *self);
/* "empty", "wait", "follow" (waits for the first of what is followed), "error" or "trace". */
const char *scope_window_get_page (ScopeWindow *self);
/* Follows a log that is still being written, in place of what is shown; `where` as scope_feed_open() takes it. */
void scope_window_follow (ScopeWindow *self, const char *where);
/* TRUE while more may come. */
gboolean scope_window_is_following (ScopeWindow *self);
/* A note at now, while following, else in the middle of what is seen or where the pointer is. FALSE: there is no trace. */
gboolean scope_window_mark (ScopeWindow *self, const char *text);
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
