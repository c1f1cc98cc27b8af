/* scope-vm-table.h: what was counted of an Erlang VM itself, as tables: its ETS tables over any range; its locks and what its threads did,
 * which are counted over all the time that lcnt and msacc ran, whatever the range; which nodes make groups, and which calls might
 * have run beside each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/scene/vm/scope-ets-courses.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_VM_TABLE_ETS,         /* by name, the largest first; a row leads to the owner, to when the table was largest */
  SCOPE_VM_TABLE_LOCKS,       /* by the name of the lock, most time waited for it first */
  SCOPE_VM_TABLE_EACH_LOCK,   /* the same, lock by lock */
  SCOPE_VM_TABLE_MICROSTATES, /* threads of the VM, a column a state */
  SCOPE_VM_TABLE_GROUPS,      /* groups of nodes (SD Erlang), as they are where the range ends */
  SCOPE_VM_TABLE_CANDIDATES,  /* calls that might as well have run beside each other, what saves most first */
  SCOPE_N_VM_TABLES
} ScopeVmTable;

#define SCOPE_VM_COURSES 256u /* the first ETS tables have a course over time */

/* What a table carries besides. */
typedef struct
{
  ScopeEtsCourses *courses; /* of ETS tables: of the first rows, in their order; else NULL */
  GPtrArray *lanes;         /* of groups: see scope_vm_table_lanes(); else NULL */
} ScopeVmExtras;

/* Whether the trace has any of it, as far as it is read. */
gboolean scope_vm_table_has (ScopeTrace *trace, ScopeVmTable what);
/* NULL if it has one of them, or is still being read; a sentence. */
const char *scope_vm_table_why_not (ScopeTrace *trace);
/* `what`: ScopeVmTable. At most 10,000 rows. Off the main thread. NULL with error. */
ScopeReportTable *scope_vm_table_read (const ScopeQueryRange *within, guint what, GError **error);
/* Of a table of groups: the nodes of a row's that are in the trace, of ScopeLaneId, the table's. NULL: the table has none. */
const GArray *scope_vm_table_lanes (ScopeReportTable *table, guint row);
/* NULL: the table has none. */
const ScopeEtsCourses *scope_vm_table_courses (ScopeReportTable *table);

G_END_DECLS
