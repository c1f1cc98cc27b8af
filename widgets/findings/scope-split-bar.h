/* scope-split-bar.h: where processors × time went, as one bar: each part a button as wide as its share.
 *
 * Parts that are too narrow to be hit are as wide as they must be, at the cost of the others. A part's words stand in it where there
 * is room, and else in its tooltip; screen readers have them always.
 *
 * Signal: "chosen" (bar, int cause): a part was chosen, or, −1, none any more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_SPLIT_BAR (scope_split_bar_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSplitBar, scope_split_bar, SCOPE, SPLIT_BAR, GtkWidget)

GtkWidget *scope_split_bar_new (void);
/* `parts`: as ScopeAnalysis has them; copied. What is chosen stays, if it has a part. `trace` NULL: nothing. */
void scope_split_bar_set (ScopeSplitBar *self, ScopeTrace *trace, const gint64 *parts);
/* A bit per ScopeCause: these stand out, as long as none is chosen; 0: all are alike. */
void scope_split_bar_emphasise (ScopeSplitBar *self, guint causes);
/* −1: none. */
int scope_split_bar_get_chosen (ScopeSplitBar *self);
void scope_split_bar_choose (ScopeSplitBar *self, int cause);

G_END_DECLS
