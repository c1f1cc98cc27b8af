/* scope-run-list-window.h: "Runs": what was looked at before, to be opened, compared, kept, removed, taken together.
 *
 * Also of runs whose trace file was written over or is gone: they are opened from what was kept of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-window-comparison.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_RUN_LIST_WINDOW (scope_run_list_window_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRunListWindow, scope_run_list_window, SCOPE, RUN_LIST_WINDOW, AdwWindow)

/* What is done with runs is done for the window of `comparison`, over which it stands. */
ScopeRunListWindow *scope_run_list_window_new (ScopeWindowComparison *comparison);
/* TRUE when the list is there, and nothing is being changed. */
gboolean scope_run_list_window_is_settled (ScopeRunListWindow *self);

G_END_DECLS
