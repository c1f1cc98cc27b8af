/* scope-contention-page.h: who waits for whom at locks, or who takes lines from whom, in a range: as a matrix of processors, or as a graph.
 *
 * Asks off the main thread, and only while it is to be seen.
 *
 * Signals: "spot-activated" (page, ScopeContentionSpot *spot, user_data): a cell or an edge was double-clicked, or Enter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph-layout.h"
#include "model/scene/locks/scope-lock-contention.h"
#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_CONTENTION_PAGE (scope_contention_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeContentionPage, scope_contention_page, SCOPE, CONTENTION_PAGE, GtkWidget)

/* `leading`: at the beginning of its tool bar. */
GtkWidget *scope_contention_page_new (ScopeContentionTopic topic, gboolean graph, GtkWidget *leading);
/* NULL: shows nothing. */
void scope_contention_page_set_view (ScopeContentionPage *self, ScopeView *view);
/* Who lays the graph out; NULL: plainly. */
void scope_contention_page_set_layout (ScopeContentionPage *self, ScopeGraphLayout *layout);
/* What is shown, NULL: nothing (yet). Borrowed. */
ScopeMatrix *scope_contention_page_get_matrix (ScopeContentionPage *self);
ScopeGraph *scope_contention_page_get_graph (ScopeContentionPage *self);
void scope_contention_page_set_measure (ScopeContentionPage *self, guint measure);
/* As a double click on that cell, or edge. FALSE: nothing is there. */
gboolean scope_contention_page_activate_cell (ScopeContentionPage *self, int row, int column);
gboolean scope_contention_page_activate_edge (ScopeContentionPage *self, guint edge);
/* The range stays while the page's own jump changes the view. */
void scope_contention_page_hold (ScopeContentionPage *self, gboolean hold);
/* TRUE if what is shown is what was asked for. */
gboolean scope_contention_page_is_settled (ScopeContentionPage *self);

G_END_DECLS
