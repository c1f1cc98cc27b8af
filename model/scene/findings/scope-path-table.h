/* scope-path-table.h: what the critical path is made of, as a table: by code, by task, by what was done.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_PATH_BY_CODE, /* labels, functions; without one, what was done */
  SCOPE_PATH_BY_TASK,
  SCOPE_PATH_BY_KIND,
  SCOPE_N_PATH_TABLES,
} ScopePathTable;

/* The largest share first; each row leads to its longest stretch. Off the main thread. NULL with error. */
ScopeReportTable *scope_path_table_read (const ScopeQueryRange *within, ScopePathTable what, GError **error);

G_END_DECLS
