/* scope-runs-view.h: several runs of one program: how they scale, what they did over time as a band, and which they
 * are.
 *
 * Reads the runs off the main thread, one after the other, and shows how far it is; then a plot above, a table below
 * and what there is to say beside it. Which runs, and how a file is opened, is the business of who has made the set.
 *
 * Signals: "remove" (view, GArray *runs of guint): these are to be left out from now on. "add" (view): the button of
 * the empty page. Actions: runs.page (s: scaling, growth, band, processors, runs), runs.log, runs.share, runs.remove.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"
#include "model/trace/runs/scope-run-set.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_RUNS_VIEW (scope_runs_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRunsView, scope_runs_view, SCOPE, RUNS_VIEW, GtkWidget)

/* Shows these, once they are read; nobody else may use the set from now on. NULL: none. */
void scope_runs_view_set_runs (ScopeRunsView *self, ScopeRunSet *set);
/* "scaling", "growth", "band", "processors", "runs". */
void scope_runs_view_set_page (ScopeRunsView *self, const char *page);
const char *scope_runs_view_get_page (ScopeRunsView *self);
/* TRUE if nothing is being read. */
gboolean scope_runs_view_is_settled (ScopeRunsView *self);
/* What is shown as a picture of that size, with a title; NULL: there is none. Free with scope_scene_free(). */
ScopeScene *scope_runs_view_draw (ScopeRunsView *self, double width, double height, const ScopePalette *palette);
/* A name for a file of it: "SumEuler-scaling". Free with g_free(). */
char *scope_runs_view_dup_name (ScopeRunsView *self);
/* The table's text as CSV: in Band the columns of the plot, elsewhere the table shown. Free with g_free(); NULL: there
 * is none. */
char *scope_runs_view_dup_csv (ScopeRunsView *self);

G_END_DECLS
