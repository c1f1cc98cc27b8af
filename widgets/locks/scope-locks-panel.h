/* scope-locks-panel.h: the panels of locks and of coherence misses of a simulated program: over time (locks alone), as tables, as a
 * matrix of processors, as a graph.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/locks/scope-lock-tables.h"
#include "model/scene/locks/scope-lock-contention.h"
#include "widgets/graph/scope-graph-page.h"
#include "widgets/locks/scope-lock-canvas.h"
#include "widgets/matrix/scope-matrix-page.h"
#include "widgets/table/scope-report-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_LOCKS_PANEL (scope_locks_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeLocksPanel, scope_locks_panel, SCOPE, LOCKS_PANEL, ScopePanel)

typedef enum
{
  SCOPE_LOCKS_TIME, /* of locks alone */
  SCOPE_LOCKS_TABLES,
  SCOPE_LOCKS_MATRIX,
  SCOPE_LOCKS_GRAPH,
  SCOPE_LOCKS_N_MODES
} ScopeLocksMode;

GtkWidget *scope_locks_panel_new (ScopeContentionTopic topic);
ScopeLocksMode scope_locks_panel_get_mode (ScopeLocksPanel *self);
void scope_locks_panel_set_mode (ScopeLocksPanel *self, ScopeLocksMode mode);

G_END_DECLS
