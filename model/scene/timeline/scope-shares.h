/* scope-shares.h: how much of the visible time each row spent in each state: what names column and legend print.
 *
 * Sums over many lanes need not be drawn, only told, and reading them takes disk and time. So they are asked for with
 * a plain list of lanes, read by a function that needs no main thread, exactly, and printed when they come.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

typedef struct _ScopeShares ScopeShares;

/* What to read for rows [first_row, end_row) of the view, those that stick, and its legend. Main thread. Nothing is read
 * yet. */
ScopeShares *scope_shares_new (ScopeView *view, guint first_row, guint end_row);
void scope_shares_free (ScopeShares *shares);
/* TRUE if both ask for the same rows and range. */
gboolean scope_shares_same (const ScopeShares *a, const ScopeShares *b);
/* Any thread. FALSE if it was cancelled; lanes that cannot be read count nothing. */
gboolean scope_shares_read (ScopeShares *shares, GCancellable *cancellable);

/* After reading: time of every state of the row of that key in the range, in ticks; NULL if it was not asked for. */
const double *scope_shares_row (const ScopeShares *shares, const char *key);
/* Over the rows that the legend counts: those of one kind, so that no time is counted twice. */
const double *scope_shares_legend (const ScopeShares *shares);
/* How many rows these are; unless 0, of which kind. */
guint scope_shares_legend_lanes (const ScopeShares *shares, ScopeKind *ret_kind);
/* Bit s: state s occurs in one of the rows. */
guint scope_shares_states (const ScopeShares *shares);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeShares, scope_shares_free)

G_END_DECLS
