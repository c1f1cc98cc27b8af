/* scope-message-graph-page.h: the graph of the messages of a range, with what is chosen of it: who is a node, what
 * thickness and labels mean, thresholds, only around what is selected.
 *
 * Asks off the main thread, and only while it is to be seen. The range and the view's own filter come from outside.
 *
 * Signals:
 *   "pair-activated" (page, ScopePair *pair, int by: ScopeParty, user_data): the messages of that edge are asked for.
 *   "matrix-wanted" (page, user_data): the graph is too large, and the person would rather see the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph-layout.h"
#include "model/scene/messages/scope-message-graph.h"
#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_GRAPH_PAGE (scope_message_graph_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageGraphPage, scope_message_graph_page, SCOPE, MESSAGE_GRAPH_PAGE, GtkWidget)

GtkWidget *scope_message_graph_page_new (void);
/* NULL: shows nothing. */
void scope_message_graph_page_set_view (ScopeMessageGraphPage *self, ScopeView *view);
/* [from, to) in trace time, as the panel's extent chip has it. Comes often; a moment is waited. */
void scope_message_graph_page_set_range (ScopeMessageGraphPage *self, gint64 from, gint64 to);
/* Who lays it out; NULL: plainly. */
void scope_message_graph_page_set_layout (ScopeMessageGraphPage *self, ScopeGraphLayout *layout);
/* TRUE if what is shown is what was asked for. */
gboolean scope_message_graph_page_is_settled (ScopeMessageGraphPage *self);

G_END_DECLS
