/* scope-call-functions-page.h: all functions as a flat table; beside it, who called the one that is selected, and whom it called.
 *
 * Signal "function-chosen" (page, const char *name). Enter or a double click on a caller or callee goes to that function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/calls/scope-call-table.h"
#include "widgets/table/scope-report-table-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_CALL_FUNCTIONS_PAGE (scope_call_functions_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallFunctionsPage, scope_call_functions_page, SCOPE, CALL_FUNCTIONS_PAGE, GtkWidget)

/* Refs both; NULL: empty. The function that is selected stays, by its name. */
void scope_call_functions_page_set_tree (ScopeCallFunctionsPage *self, ScopeTrace *trace, ScopeCallTree *tree);
/* What columns of events say. */
void scope_call_functions_page_set_per (ScopeCallFunctionsPage *self, ScopeCallEventsPer per);
void scope_call_functions_page_set_search (ScopeCallFunctionsPage *self, const char *search);
/* Selects it; NULL: none. */
void scope_call_functions_page_choose (ScopeCallFunctionsPage *self, const char *name);
ScopeReportTableView *scope_call_functions_page_get_functions (ScopeCallFunctionsPage *self);
ScopeReportTableView *scope_call_functions_page_get_edges (ScopeCallFunctionsPage *self, gboolean callers);

G_END_DECLS
