/* scope-traffic-page.h: who waits for whom at locks, or who takes lines from whom, in a range: as a matrix of processors, or as a graph.
 *
 * Asks off the main thread, and only while it is to be seen.
 *
 * Signals: "spot-activated" (page, ScopeTrafficSpot *spot, user_data): a cell or an edge was double-clicked, or Enter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph-layout.h"
#include "model/scene/locks/scope-lock-traffic.h"
#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_TRAFFIC_PAGE (scope_traffic_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeTrafficPage, scope_traffic_page, SCOPE, TRAFFIC_PAGE, GtkWidget)

/* `leading`: at the beginning of its tool bar. */
GtkWidget *scope_traffic_page_new (ScopeTrafficTopic topic, gboolean graph, GtkWidget *leading);
/* NULL: shows nothing. */
void scope_traffic_page_set_view (ScopeTrafficPage *self, ScopeView *view);
/* Who lays the graph out; NULL: plainly. */
void scope_traffic_page_set_layout (ScopeTrafficPage *self, ScopeGraphLayout *layout);
/* What is shown, NULL: nothing (yet). Borrowed. */
ScopeMatrix *scope_traffic_page_get_matrix (ScopeTrafficPage *self);
ScopeGraph *scope_traffic_page_get_graph (ScopeTrafficPage *self);
void scope_traffic_page_set_measure (ScopeTrafficPage *self, guint measure);
/* As a double click on that cell, or edge. FALSE: nothing is there. */
gboolean scope_traffic_page_activate_cell (ScopeTrafficPage *self, int row, int column);
gboolean scope_traffic_page_activate_edge (ScopeTrafficPage *self, guint edge);
/* The range stays while the page's own jump changes the view. */
void scope_traffic_page_hold (ScopeTrafficPage *self, gboolean hold);
/* TRUE if what is shown is what was asked for. */
gboolean scope_traffic_page_is_settled (ScopeTrafficPage *self);

G_END_DECLS
