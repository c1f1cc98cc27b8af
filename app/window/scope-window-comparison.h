/* scope-window-comparison.h: the window's comparison: a baseline read beside the trace that is shown, and a page for both.
 *
 * The page stands where the timeline stood, and the timeline in it: panels, notes and actions of this run go on as they were. While
 * the keyboard is in the baseline's frame, panels and actions are the baseline's.
 *
 * Actions, group "win":
 *
 *     compare          asks for the baseline: a run that was looked at before, or a file
 *     compare-run   s  the baseline: the path of a trace, or of an index; the whole is shown
 *     close-compare
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-part.h"
#include "widgets/compare/scope-compare-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WINDOW_COMPARISON (scope_window_comparison_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindowComparison, scope_window_comparison, SCOPE, WINDOW_COMPARISON, ScopePart)

/* Reads the files as one trace, the baseline, and compares the shown one with it as soon as both are read; opens them if the
 * window is empty. */
void scope_window_comparison_start (ScopeWindowComparison *self, GFile *const *files, guint n_files);
/* Compares two runs; `run` NULL: with the one that is shown, else in a window that is empty. */
void scope_window_comparison_start_runs (ScopeWindowComparison *self, ScopeRun *baseline, ScopeRun *run);
/* The document came further: shows the page as soon as both are there. */
void scope_window_comparison_advance (ScopeWindowComparison *self);
void scope_window_comparison_end (ScopeWindowComparison *self);
gboolean scope_window_comparison_is_settled (ScopeWindowComparison *self);

/* The page; NULL: one trace alone is shown. */
ScopeCompareView *scope_window_comparison_get_page (ScopeWindowComparison *self);
/* TRUE if the page has hidden the panels at the bottom, for as long as it is there. */
gboolean scope_window_comparison_borrows_bottom (ScopeWindowComparison *self);

/* For sessions: baseline, alignment and pairing of what is shown; and alignment and pairing of what is compared next. */
ScopeRun *scope_window_comparison_get_run (ScopeWindowComparison *self); /* NULL: none, or nothing is kept of it */
void scope_window_comparison_next_like (ScopeWindowComparison *self, GKeyFile *file, const char *group);

/* scope-window-comparison-picture.c: into a file, of which is asked or not; onto the clipboard. What went wrong is said in the
 * window. */
void scope_window_comparison_choose_picture (ScopeWindowComparison *self);
void scope_window_comparison_copy (ScopeWindowComparison *self);
/* The flame graph of the calls of both. */
void scope_window_comparison_export_calls (ScopeWindowComparison *self, const char *path);
void scope_window_comparison_choose_calls_picture (ScopeWindowComparison *self);

G_END_DECLS
