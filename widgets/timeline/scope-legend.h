/* scope-legend.h: one chip for each state that occurs: its colour and pattern, the runtime's word, its share of what
 * is visible; and the scale. A click on a chip dims all other states.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_LEGEND (scope_legend_get_type ())
G_DECLARE_FINAL_TYPE (ScopeLegend, scope_legend, SCOPE, LEGEND, GtkWidget)

void scope_legend_set_view (ScopeLegend *self, ScopeView *view);
/* Time of every state in what is visible; the shares are of their sum. `states` has a bit for each state that is to
 * be seen: those without time are named without a share. */
void scope_legend_set_totals (ScopeLegend *self, const double totals[SCOPE_N_STATES], guint states);
/* What the totals that are set next are of: so many lanes of that kind. Tooltips say it. */
void scope_legend_set_counted (ScopeLegend *self, guint n, ScopeKind kind);
/* Marks on call stacks in what is visible, by ScopeHitKind; `sampled`: near, not exact. */
void scope_legend_set_hits (ScopeLegend *self, const guint64 n[SCOPE_N_SHOWN_HITS], gboolean sampled);
/* The chips as text: "running 62 %, blocked 30 %". Free with g_free(). */
/* What else colours mean (ScopeColourKey); NULL: nothing. Copied. */
void scope_legend_set_colours (ScopeLegend *self, const GArray *keys);
char *scope_legend_dup_text (ScopeLegend *self);

G_END_DECLS
