/* scope-servers-panel.h: Erlang's processes as servers: whose mailbox is long, who is busy, and who waits for whom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-plot-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_SERVERS_PANEL (scope_servers_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeServersPanel, scope_servers_panel, SCOPE, SERVERS_PANEL, ScopePlotTablePanel)

G_END_DECLS
