/* scope-message-matrix-page.h: the matrix of the messages of a range, with what is chosen of it: who rows and columns are, their
 * order, what cells say.
 *
 * The range comes from outside, the filter from the view.
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
#include "widgets/matrix/scope-matrix-page.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_MATRIX_PAGE (scope_message_matrix_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageMatrixPage, scope_message_matrix_page, SCOPE, MESSAGE_MATRIX_PAGE, ScopeMatrixPage)

/* What is chosen; as by hand. */
void scope_message_matrix_page_choose (ScopeMessageMatrixPage *self, ScopeParty by, ScopeMatrixOrder order,
                                       ScopeMessageMeasure measure);

G_END_DECLS
