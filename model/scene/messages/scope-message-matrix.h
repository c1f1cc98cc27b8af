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

/* Of the messages of scope_pairs_read(), which are its sources (ScopePair); its measures are those above. Keys of rows: the machine's
 * index (or number | SCOPE_MESSAGE_ABSENT_MACHINE) and the number. Off the main thread. NULL with error. */
ScopeMatrix *scope_message_matrix_read (const ScopeQueryRange *within, ScopeParty by, ScopeMatrixOrder order, GError **error);
/* Some lines with all figures of the cell; of a row or column (-1 for the other) those of its total. Free with
 * g_free(). */
char *scope_message_matrix_describe (const ScopeMatrix *matrix, int row, int column);


G_END_DECLS
