/* scope-search-panel.h: looking for a text in the whole trace, and going from hit to hit.
 *
 * Taking the keyboard's focus, it takes it into its entry.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/search/scope-search.h"
#include "widgets/kit/scope-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_SEARCH_PANEL (scope_search_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSearchPanel, scope_search_panel, SCOPE, SEARCH_PANEL, ScopePanel)

/* The hits shown, for tests. */
GListModel *scope_search_panel_get_hits (ScopeSearchPanel *self);
/* To the next hit (or the previous one), round at the ends. */
void scope_search_panel_step (ScopeSearchPanel *self, gboolean forward);

G_END_DECLS
