/* scope-recent-runs.h: the last runs that were opened, as pictures to click on; and where those pictures come from.
 *
 * A picture is drawn when a trace has been read, once for light and once for dark, on another thread, and lies among the
 * user's cached files: it may be thrown away at any time, then the run stands there with an icon until it is opened again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_RECENT_RUNS (scope_recent_runs_get_type ())
/* Its buttons do "win.open-uri". Follows the user's list of recent files; hides itself when that has none of ours. */
G_DECLARE_FINAL_TYPE (ScopeRecentRuns, scope_recent_runs, SCOPE, RECENT_RUNS, GtkWidget)

/* A run, or a session, that was opened. GTK's own dialogs put there whatever else was saved: pictures, tables. */
void scope_recent_runs_add (const char *uri);
/* Those of the user's recent files that were added so and are still there, latest first, at most `max`; of GtkRecentInfo. */
GPtrArray *scope_recent_runs_list (guint max);
/* Where a run's picture lies. Free with g_free(). */
char *scope_recent_runs_path (const char *uri, gboolean dark);
/* Draws the pictures of a run, unless it is as it was when they were drawn. */
void scope_recent_runs_remember (const char *uri, ScopeView *view);

G_END_DECLS
