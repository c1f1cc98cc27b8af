/* scope-far-totals.h: how long lanes were in each state, of a trace on another computer: computed there, for all lanes in one question.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-far-numbers.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* One lane and a range of its own time. */
typedef struct
{
  ScopeLaneStore *store;
  guint32 lane;
  gint64 from, to;
  gint64 totals[SCOPE_N_STATES]; /* the answer */
} ScopeFarTotal;

/* As scope_lane_store_range_totals() of each; what cannot be read there is nothing. FALSE: they do not lie elsewhere, or nobody answers there:
 * they are to be read here. Waits. */
gboolean scope_far_totals_read (ScopeFarTotal *totals, guint n, GCancellable *cancellable);
/* The answer to that, where the trace lies; behind the kind of question. NULL with error: it is none. */
GBytes *scope_far_totals_answer (ScopeTrace *trace, ScopeFarReader *in, GError **error);

G_END_DECLS
