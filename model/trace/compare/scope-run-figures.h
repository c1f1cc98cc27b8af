/* scope-run-figures.h: all that is known of one run (or a stretch of it) as plain numbers, one for each quantity, of the whole
 * and of each lane: what comparing runs, sets of runs and conditions are made from.
 *
 * Exact, off the index. Off the main thread; fails with G_IO_ERROR_CANCELLED when the question's cancellable says so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-quantity.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* Of what a figure is. */
typedef enum
{
  SCOPE_FIGURE_RUN,   /* the run as a whole: duration, collections, heap, messages, … */
  SCOPE_FIGURE_KIND,  /* all lanes of a kind together: times in states */
  SCOPE_FIGURE_LANE,  /* one lane */
} ScopeFigureOf;

typedef struct
{
  ScopeFigureOf of;
  ScopeLaneId lane;      /* KIND: its kind alone; LANE: all of it */
  ScopeQuantity quantity;
  gint64 value;          /* as scope_quantity_unit() says; times in ticks of this trace */
} ScopeRunFigure;

/* Which lanes one by one, as bits 1 << SCOPE_KIND_…; 0: none. */
typedef guint ScopeKinds;

/* The same kinds as the trace has them: Erlang's processes are its threads (scope_trace_kind_repeats()). */
ScopeKinds scope_run_figures_kinds (ScopeTrace *trace, ScopeKinds kinds);
/* Of the run, of each kind whose lanes say something of their own, of each lane of `kinds` that lives in the range; in this
 * order, lanes in that of the trace, quantities by number. What does not occur at all (a state, a table that the trace does
 * not have) has no figure. GArray of ScopeRunFigure; free with g_array_unref(). NULL with error. */
GArray *scope_run_figures_read (const ScopeQueryRange *within, ScopeKinds kinds, GError **error);
/* The figure of the whole run, or of all lanes of a kind (NULL: of the run); FALSE if there is none. */
gboolean scope_run_figures_find (const GArray *figures, const ScopeKind *kind, ScopeQuantity quantity, gint64 *ret_value);

G_END_DECLS
