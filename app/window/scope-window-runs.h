/* scope-window-runs.h: choosing among the runs that were looked at before, in a window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-window.h"
#include "io/index/scope-run-list.h"
#include "widgets/runs/scope-run-chooser.h"

G_BEGIN_DECLS

/* Opens a chooser over the window, with the runs of its cache (read meanwhile); the run that is shown is not offered.
 * Connect to its signals; it is shown already, and goes by itself. Where a file is wanted instead ("file"), the caller asks. */
ScopeRunChooser *scope_window_choose_runs (ScopeWindow *window, const char *title, const char *accept,
                                           ScopeRunChooserFlags flags);
/* The run that the window shows; NULL while it is read, or if nothing is kept of it. Borrowed. */
ScopeRun *scope_window_get_run (ScopeWindow *window);
/* Opens a run as people expect: its trace's files if they are as they were, else what was kept of it; here if the window is
 * empty, else in another one. */
void scope_window_open_run (ScopeWindow *window, ScopeRun *run);
/* Compares two runs; `run` NULL: with the one that is shown. */
void scope_window_compare_runs (ScopeWindow *window, ScopeRun *baseline, ScopeRun *run);
/* Several runs as one: `page` is "band" or "scaling". `runs` of ScopeRun. */
void scope_window_take_merged_logs (ScopeWindow *window, GPtrArray *runs, const char *page);
/* The folder of the indexes, NULL: the user's cache. Free with g_free(). */
char *scope_window_dup_cache_folder (ScopeWindow *window);

G_END_DECLS
