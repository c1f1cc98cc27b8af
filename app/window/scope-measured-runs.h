/* scope-measured-runs.h: other runs of a program, which the panel What If shows beside what it predicts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run.h"
#include "widgets/findings/scope-what-if-panel.h"

G_BEGIN_DECLS

/* Once for each view: those of the cache (`folder`; NULL: the user's) that are of the same program as `run`, on however many processors.
 * Found in the background. */
void scope_measured_runs_offer (ScopeWhatIfPanel *panel, ScopeView *view, const char *folder, ScopeRun *run);

G_END_DECLS
