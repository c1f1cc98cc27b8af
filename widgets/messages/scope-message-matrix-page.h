/* scope-message-matrix-page.h: the matrix of the messages of a range, with what is chosen of it: who rows and columns are, their
 * order, what cells say.
 *
 * Asks off the main thread, and only while it is to be seen. The range comes from outside, the filter from the view.
 *
 * Signals, with by: a ScopeParty:
 *   "pair-selected" (page, ScopePair *pair, int by, user_data): NULL: none, or they wrote nothing to each other.
 *   "pair-activated" (page, ScopePair *pair, int by, user_data): the messages of that cell are asked for.
 * A click on a row or a column selects its lane in the view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/messages/scope-message-matrix.h"
#include "model/scene/view/scope-view.h"
#include "widgets/matrix/scope-matrix-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_MATRIX_PAGE (scope_message_matrix_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageMatrixPage, scope_message_matrix_page, SCOPE, MESSAGE_MATRIX_PAGE, GtkWidget)

GtkWidget *scope_message_matrix_page_new (void);
/* NULL: shows nothing. */
void scope_message_matrix_page_set_view (ScopeMessageMatrixPage *self, ScopeView *view);
/* [from, to) in trace time, as the panel's extent chip has it. Comes often; a moment is waited. */
void scope_message_matrix_page_set_range (ScopeMessageMatrixPage *self, gint64 from, gint64 to);
/* What is chosen; as by hand. */
void scope_message_matrix_page_choose (ScopeMessageMatrixPage *self, ScopeParty by, ScopeMatrixOrder order,
                                       ScopeMessageMeasure measure);
ScopeMatrixView *scope_message_matrix_page_get_matrix_view (ScopeMessageMatrixPage *self);
/* TRUE if what is shown is what was asked for. */
gboolean scope_message_matrix_page_is_settled (ScopeMessageMatrixPage *self);

G_END_DECLS
