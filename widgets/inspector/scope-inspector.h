/* scope-inspector.h: what is selected, in words and figures; with nothing selected, the trace itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/kit/scope-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_INSPECTOR (scope_inspector_get_type ())
G_DECLARE_FINAL_TYPE (ScopeInspector, scope_inspector, SCOPE, INSPECTOR, ScopePanel)

/* Scrolls to the list of what could not be read. */
void scope_inspector_show_losses (ScopeInspector *self);

G_END_DECLS
