/* scope-call-hiding-pieces.h: the picture of a call stack without functions that bore. What the index has added up for pictures has them,
 * so rows are read one by one: it takes time in proportion to them, not to pixels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-call-hiding.h"
#include "model/zoom/scope-call-store.h"

G_BEGIN_DECLS

/* Functions of pieces from here on, but for pseudo functions, are those merged with the pattern of that number. */
#define SCOPE_CALL_MERGED_FIRST (G_MAXUINT32 / 2u)

static inline gboolean
scope_call_is_merged (guint32 function)
{
  return function >= SCOPE_CALL_MERGED_FIRST && !scope_function_is_pseudo (function);
}

/* As scope_call_store_pieces(), of a machine's lane. Depths are those that are seen; pieces know at which level of the stack they really are. */
gboolean scope_call_hiding_pieces (const ScopeCallHiding *hiding, ScopeMachine *machine, guint32 lane, gint64 from, gint64 to, gint64 end, gsize most,
                                   ScopeCallPieces *pieces, gint64 *ret_until, GCancellable *cancellable, GError **error);

G_END_DECLS
