/* scope-message-graph-page.h: the graph of the messages of a range, with what is chosen of it: who is a node, what
 * thickness and labels mean, thresholds, only around what is selected.
 *
 * Asks off the main thread, and only while it is to be seen. The range and the view's own filter come from outside.
 *
 * Signals:
 *   "pair-activated" (page, ScopePair *pair, int by: ScopeParty, user_data): the messages of that edge are asked for;
 *     its ends are groups if scope_message_graph_page_is_grouped().
 *   "matrix-wanted" (page, user_data): the graph is too large, and the person would rather see the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/messages/scope-message-graph.h"
#include "widgets/graph/scope-graph-page.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_GRAPH_PAGE (scope_message_graph_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageGraphPage, scope_message_graph_page, SCOPE, MESSAGE_GRAPH_PAGE, ScopeGraphPage)

/* Whether its nodes are groups of processes, known by the number of their first one. */
gboolean scope_message_graph_page_is_grouped (ScopeMessageGraphPage *page);

G_END_DECLS
