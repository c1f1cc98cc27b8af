/* scope-window.h: a window with one trace, or with the invitation to open one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/dock/scope-dock.h"
#include "app/document/scope-document.h"
#include "widgets/compare/scope-compare-view.h"
#include "widgets/timeline/scope-timeline.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WINDOW (scope_window_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindow, scope_window, SCOPE, WINDOW, AdwApplicationWindow)

/* `application`: one with the properties "settings" and "source-folders" of ScopeApplication, and its action "app.open". */
ScopeWindow *scope_window_new (GtkApplication *application);
/* TRUE while it shows no trace, or only that one could not be opened. */
gboolean scope_window_is_empty (ScopeWindow *self);
/* Reads the files as one trace, in place of what was there. */
void scope_window_open (ScopeWindow *self, GFile *const *files, guint n_files);
/* The same without what lies beside a file and belongs to it: just these. `view` and `notes` (or NULL) as
 * scope_window_reload_show_like() takes them. */
void scope_window_open_alone (ScopeWindow *self, GFile *const *files, guint n_files, GKeyFile *view, const char *notes);
/* Of several runs in a simulation's trace this one, from 1 on. */
void scope_window_open_run (ScopeWindow *self, GFile *file, guint run);
/* Reads the files as one trace, the baseline, and compares the shown one with it as soon as both are read; opens them if the window
 * is empty. */
void scope_window_compare (ScopeWindow *self, GFile *const *files, guint n_files);
/* The next comparison: aligned and paired as this says (scope-kept-comparison.h). */
void scope_window_compare_next_like (ScopeWindow *self, GKeyFile *file, const char *group);
ScopeCompareView *scope_window_get_compare (ScopeWindow *self); /* NULL: nothing is compared */
ScopeDocument *scope_window_get_document (ScopeWindow *self); /* NULL if empty */
ScopeTimeline *scope_window_get_timeline (ScopeWindow *self);
ScopeDock *scope_window_get_dock (ScopeWindow *self);
/* The run that the window shows, and the one that it is compared with; NULL while it is read, or if nothing is kept of it. Borrowed. */
ScopeRun *scope_window_get_run (ScopeWindow *self);
ScopeRun *scope_window_get_baseline_run (ScopeWindow *self);
/* "empty", "wait", "follow" (waits for the first of what is followed), "error" or "trace". */
const char *scope_window_get_page (ScopeWindow *self);
/* Follows a log that is still being written, in place of what is shown; `where` as scope_feed_open() takes it. */
void scope_window_follow (ScopeWindow *self, const char *where);
/* TRUE while more may come. */
gboolean scope_window_is_following (ScopeWindow *self);
/* Before the program ends: TRUE if the person is asked first whether to keep what was followed. The answer ends the program, or not. */
gboolean scope_window_ask_to_quit (ScopeWindow *self);
/* A short message at the lower edge, which goes by itself. */
void scope_window_toast (ScopeWindow *self, const char *text);
/* TRUE when nothing more is to be read or drawn. */
gboolean scope_window_is_settled (ScopeWindow *self);
/* scope_screenshot_take(). */
void scope_window_take_picture (ScopeWindow *self, const char *path);

G_END_DECLS
