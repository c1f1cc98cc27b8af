/* scope-what-if-panel.h: how long the run would take if something were otherwise: rows of changes, each with its prediction beside what was
 * measured, all of them together, and the curve over the number of processors.
 *
 * It is of the whole run: what a part of it would gain is not known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/findings/scope-forecast-scene.h"
#include "widgets/kit/scope-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WHAT_IF_PANEL (scope_what_if_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWhatIfPanel, scope_what_if_panel, SCOPE, WHAT_IF_PANEL, ScopePanel)

/* Adds a change, as scope_what_if_add() takes it, unless it is there. */
void scope_what_if_panel_add (ScopeWhatIfPanel *self, const char *wish);
/* Other runs of the same program, for the curve's chart; copied. */
void scope_what_if_panel_set_measured (ScopeWhatIfPanel *self, const ScopeMeasuredRun *runs, guint n);

G_END_DECLS
