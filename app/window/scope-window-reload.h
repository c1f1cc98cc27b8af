/* scope-window-reload.h: "Run again at 14:10: Reload · Compare with before".
 *
 * A program writes its trace over the one of its last run. What is shown then stays as it is: it comes from what was kept of
 * the run. Reloading shows the new one with the same range, rows and look; the earlier one stays in the list of runs, and
 * its index is held as long as it may be wanted here for comparing. Notes are of a run: the new one has none, but may be
 * given those of the earlier one.
 *
 * Actions, group "win": reload, compare-before, carry-notes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-window-comparison.h"

G_BEGIN_DECLS

#define SCOPE_WINDOW_VIEW_GROUP "View"

#define SCOPE_TYPE_WINDOW_RELOAD (scope_window_reload_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindowReload, scope_window_reload, SCOPE, WINDOW_RELOAD, ScopePart)

ScopeWindowReload *scope_window_reload_new (ScopeHost *host, ScopeWindowComparison *comparison);
/* What is being read is to be shown as this says (scope-view-state.h, in that group), with these notes (or NULL). */
void scope_window_reload_show_like (ScopeWindowReload *self, GKeyFile *file, const char *notes);
/* The document came further; it is there, and its files are watched from now on; and nothing is held any more. */
void scope_window_reload_advance (ScopeWindowReload *self, ScopeDocumentState state);
void scope_window_reload_watch (ScopeWindowReload *self);
void scope_window_reload_end (ScopeWindowReload *self);

G_END_DECLS
