/* scope-message-matrix.h: who wrote to whom as a matrix: senders are rows, receivers columns, both in the same order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/messages/scope-pairs.h"
#include "model/scene/matrix/scope-matrix.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_MESSAGE_MEASURE_NUMBER,
  SCOPE_MESSAGE_MEASURE_SIZE,        /* words together */
  SCOPE_MESSAGE_MEASURE_LATENCY,     /* mean */
  SCOPE_MESSAGE_MEASURE_LATENCY_MAX,
  SCOPE_N_MESSAGE_MEASURES
} ScopeMessageMeasure;

typedef struct _ScopeMessageMatrix ScopeMessageMatrix;

/* Of the messages of scope_pairs_read(). Off the main thread. NULL with error. */
ScopeMessageMatrix *scope_message_matrix_read (const ScopeQueryRange *within, ScopeParty by, ScopeMatrixOrder order,
                                               GError **error);
ScopeMessageMatrix *scope_message_matrix_ref (ScopeMessageMatrix *matrix);
void scope_message_matrix_unref (ScopeMessageMatrix *matrix);

/* Its measures are those above. Borrowed. */
ScopeMatrix *scope_message_matrix_get (const ScopeMessageMatrix *matrix);
ScopeParty scope_message_matrix_by (const ScopeMessageMatrix *matrix);
/* NULL: they wrote nothing. Places of the matrix. */
const ScopePair *scope_message_matrix_pair (const ScopeMessageMatrix *matrix, int row, int column);
/* Who stands there, row or column: the machine's index (or number | SCOPE_MESSAGE_ABSENT_MACHINE) and the number. */
void scope_message_matrix_party (const ScopeMessageMatrix *matrix, int place, guint32 *ret_machine, gint64 *ret_number);
/* Some lines with all figures of the cell; of a row or column (-1 for the other) those of its total. Free with
 * g_free(). */
char *scope_message_matrix_describe (const ScopeMessageMatrix *matrix, int row, int column);


G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMessageMatrix, scope_message_matrix_unref)

G_END_DECLS
