/* scope-window-finding.h: what costs most, in one line above the timeline, where a low window has no room for the panel Findings; a button
 * opens that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-part.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WINDOW_FINDING (scope_window_finding_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindowFinding, scope_window_finding, SCOPE, WINDOW_FINDING, ScopePart)

/* TRUE when nothing is being looked for. */
gboolean scope_window_finding_is_settled (ScopeWindowFinding *self);

G_END_DECLS
