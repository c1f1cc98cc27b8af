/* scope-events-panel.h: every raw event of the trace as a list of any length, with a filter. It follows the timeline
 * (what is selected there, else the pointer) and leads it: a row chosen here is shown there.
 *
 * The trace's file is read only when the panel is looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/kit/scope-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_EVENTS_PANEL (scope_events_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeEventsPanel, scope_events_panel, SCOPE, EVENTS_PANEL, ScopePanel)

/* The rows, for tests. */
GListModel *scope_events_panel_get_rows (ScopeEventsPanel *self);
/* "list", "wait", "message" or "empty": what it shows. */
const char *scope_events_panel_get_page (ScopeEventsPanel *self);

G_END_DECLS
