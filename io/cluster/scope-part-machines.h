/* scope-part-machines.h: the machines of a process's own parts while they are joined: read from the part when they are asked for, and let
 * go again if they are too many to be kept; then written, with what was found out, to the join of the part.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cluster/scope-part-plan.h"
#include "io/index/scope-index-parts.h"

G_BEGIN_DECLS

typedef struct _ScopePartMachines ScopePartMachines;

/* The plan is borrowed; all its parts are there. */
ScopePartMachines *scope_part_machines_new (const ScopePartPlan *plan);
void scope_part_machines_free (ScopePartMachines *machines);
/* Of ScopeMachine: until the next part is asked for. What was changed of them may be lost then. NULL with error. */
GPtrArray *scope_part_machines_get (ScopePartMachines *machines, guint part, GError **error);
/* Then, of the k-th machine of that: how many of its segments lie in the part. */
guint32 scope_part_machines_inside (ScopePartMachines *machines, guint part, guint k);
/* Of a part that was just asked for: writes its machines as they are now, and lets them go. */
gboolean scope_part_machines_write (ScopePartMachines *machines, guint part, ScopeIndexJoin *ret_join, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePartMachines, scope_part_machines_free)

G_END_DECLS
