/* scope-vm-private.h: the makers of scope-vm-table.h's tables. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/scene/vm/scope-vm-table.h"

G_BEGIN_DECLS

#define SCOPE_VM_MOST_ROWS 10000u

/* NULL with error. */
ScopeReportTable *scope_vm_locks_read (const ScopeQueryRange *within, gboolean each, GError **error);
ScopeReportTable *scope_vm_candidates_read (const ScopeQueryRange *within, GError **error);
ScopeReportTable *scope_vm_groups_read (const ScopeQueryRange *within, GError **error);
ScopeReportTable *scope_vm_microstates_read (const ScopeQueryRange *within, GError **error);
/* Both of the table's from then on; either may be NULL. */
void scope_vm_attach (ScopeReportTable *table, ScopeEtsCourses *courses, GPtrArray *lanes);
/* A column of machines, where there are several; else hidden. Returns its number. */
guint scope_vm_add_machine (ScopeReportTable *table);

G_END_DECLS
