/* scope-findings-panel.h: why a run is slow, and what to change: where the processors' time went as one bar, what stands out below it.
 *
 * A part of the bar that is chosen lists its intervals instead. Of a finding that is chosen the sentence, the advice and the figures are
 * shown, and its parts of the bar stand out; "Show" leads to where it is, "What If" gives its wish to the panel of that name by the
 * window's action "what-if".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/kit/scope-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_FINDINGS_PANEL (scope_findings_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeFindingsPanel, scope_findings_panel, SCOPE, FINDINGS_PANEL, ScopePanel)

/* Why this trace has no processors whose time could have gone anywhere; NULL: it has, or that is not known yet. */
const char *scope_findings_panel_why_not (ScopeTrace *trace);

G_END_DECLS
