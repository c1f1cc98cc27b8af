/* scope-calls-view.h: the panel "Call Graph": what the functions of a process did, as a table of calling contexts, a table of functions
 * with callers and callees, a flame chart over time, a flame graph, a graph; and the source text of the function that is chosen.
 *
 * Of the process that is selected (if it has calls; else of the one that was shown, or the one with most calls), or of all; over the
 * range that its chip says; the chart over the visible one. Everything is read off the main thread, and nothing is while the panel is
 * not to be seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph-layout.h"
#include "model/trace/calls/scope-call-hiding.h"
#include "model/trace/calls/scope-code-text.h"
#include "widgets/calls/scope-call-chart-view.h"
#include "widgets/calls/scope-call-functions-page.h"
#include "widgets/calls/scope-call-tree-view.h"
#include "widgets/calls/scope-code-pane.h"
#include "widgets/kit/scope-panel.h"
#include "widgets/calls/scope-flame-view.h"
#include "widgets/graph/scope-graph-view.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_CALLS_CONTEXTS,
  SCOPE_CALLS_FUNCTIONS,
  SCOPE_CALLS_CHART,
  SCOPE_CALLS_FLAME,
  SCOPE_CALLS_GRAPH,
  SCOPE_CALLS_N_MODES
} ScopeCallsMode;

#define SCOPE_TYPE_CALLS_VIEW (scope_calls_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallsView, scope_calls_view, SCOPE, CALLS_VIEW, ScopePanel)

/* Who finds sources, and in which folders (copied). */
/* Functions that are left out of trees, not of charts over time; NULL: none. Refs it. */
void scope_calls_view_set_hiding (ScopeCallsView *self, ScopeCallHiding *hiding);
void scope_calls_view_set_code_finder (ScopeCallsView *self, ScopeCodeFunc func, const char *const *folders);

ScopeCallsMode scope_calls_view_get_mode (ScopeCallsView *self);
void scope_calls_view_set_mode (ScopeCallsView *self, ScopeCallsMode mode);
/* All lanes with calls together, or one. */
void scope_calls_view_set_all (ScopeCallsView *self, gboolean all);
void scope_calls_view_set_search (ScopeCallsView *self, const char *search);
void scope_calls_view_set_show_source (ScopeCallsView *self, gboolean show);
/* Whose calls are shown; FALSE: of all, or nobody's (yet). */
gboolean scope_calls_view_get_lane (ScopeCallsView *self, ScopeLaneId *ret_lane);
/* What was read last, or NULL; borrowed until the main loop turns. */
ScopeCallTree *scope_calls_view_get_tree (ScopeCallsView *self);
/* What stands above: how much there is, what the search found. */
const char *scope_calls_view_get_summary (ScopeCallsView *self);
ScopeCallFunctionsPage *scope_calls_view_get_functions (ScopeCallsView *self);

G_END_DECLS
