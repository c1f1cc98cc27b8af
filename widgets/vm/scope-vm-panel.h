/* scope-vm-panel.h: what was counted of an Erlang VM itself: its ETS tables, locks, what its threads did, which nodes make groups; and
 * which calls could run beside each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-plot-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_VM_PANEL (scope_vm_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeVmPanel, scope_vm_panel, SCOPE, VM_PANEL, ScopePlotTablePanel)

G_END_DECLS
