/* scope-runs-window.h: a window with several runs of one program: how they scale, and their band.
 *
 * Ties io (opening files, writing pictures) to ScopeRunsView. Files are added by a dialog, dropped, or given, runs
 * that were looked at before are chosen from their list; each is there once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/settings/scope-settings.h"
#include "model/trace/runs/scope-run.h"
#include "widgets/runs/scope-runs-view.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_RUNS_WINDOW (scope_runs_window_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRunsWindow, scope_runs_window, SCOPE, RUNS_WINDOW, AdwWindow)

/* Shown with gtk_window_present(). */
ScopeRunsWindow *scope_runs_window_new (GtkApplication *application, ScopeSettings *settings);
/* Adds runs, one file each (or archive, or folder; an index of the cache stands for its run), and reads them. */
void scope_runs_window_add_paths (ScopeRunsWindow *self, const char *const *paths);
/* The same of runs that were looked at before (of ScopeRun): also those whose files are gone. */
void scope_runs_window_add_runs (ScopeRunsWindow *self, GPtrArray *runs);
ScopeRunsView *scope_runs_window_get_view (ScopeRunsWindow *self);

G_END_DECLS
