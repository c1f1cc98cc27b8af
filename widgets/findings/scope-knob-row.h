/* scope-knob-row.h: one change of the panel What If: what is otherwise, and how long the run would take then.
 *
 *     [Code ▾] [parse ▾] [half the time ▾]   10.2 ms   −20.4 %  [▓▓▓▒▒░░   ]   Next limit: …   [x]
 *
 * Signals: "changed" (row): another wish. "removed" (row): it is to go.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/findings/scope-forecast.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_KNOB_ROW (scope_knob_row_get_type ())
G_DECLARE_FINAL_TYPE (ScopeKnobRow, scope_knob_row, SCOPE, KNOB_ROW, GtkWidget)

/* `wish` as scope_what_if_add() takes it. `subjects` may be NULL: not known yet. */
GtkWidget *scope_knob_row_new (ScopeTrace *trace, const ScopeSubjects *subjects, const char *wish);
/* What can be chosen; the wish stays. */
void scope_knob_row_set_subjects (ScopeKnobRow *self, const ScopeSubjects *subjects);
/* Free with g_free(). */
char *scope_knob_row_dup_wish (ScopeKnobRow *self);
/* NULL: not known yet. `measured`: how long the run took, in ticks. */
void scope_knob_row_set_forecast (ScopeKnobRow *self, const ScopeForecast *forecast, gint64 measured);

G_END_DECLS
