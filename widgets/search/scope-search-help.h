/* scope-search-help.h: what can be asked for, as examples that can be clicked, and the words of queries by call stack.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_SEARCH_HELP (scope_search_help_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSearchHelp, scope_search_help, SCOPE, SEARCH_HELP, GtkWidget)

/* Signal "chosen" (help, text, user_data): that example is wanted. */
GtkWidget *scope_search_help_new (void);
/* Some of the examples alone, side by side. */
GtkWidget *scope_search_help_new_brief (void);
/* What can be asked of this trace; it is hidden if that is nothing. NULL: no trace. */
void scope_search_help_set_trace (ScopeSearchHelp *help, ScopeTrace *trace);

G_END_DECLS
