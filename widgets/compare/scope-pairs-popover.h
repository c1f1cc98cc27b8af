/* scope-pairs-popover.h: which lane of the baseline is which of this run, how they were paired, and how to pair them otherwise.
 *
 * Lists a kind of lanes: pairs first, then those without a partner; a text filters them. Of a row: take the pair apart; of one
 * that has no partner: choose one of the others that have none. Of more rows than can be looked at the first are shown, and
 * the filter finds the rest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_PAIRS_POPOVER (scope_pairs_popover_get_type ())
G_DECLARE_FINAL_TYPE (ScopePairsPopover, scope_pairs_popover, SCOPE, PAIRS_POPOVER, GtkPopover)

/* NULL: none. */
void scope_pairs_popover_set_comparison (ScopePairsPopover *self, ScopeComparison *comparison);
/* "14 pairs, 2 alone": what its button says. Free with g_free(). */
char *scope_pairs_popover_dup_summary (ScopeComparison *comparison);

G_END_DECLS
