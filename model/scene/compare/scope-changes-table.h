/* scope-changes-table.h: what changed between two runs as a table: what changed most first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-comparison.h"
#include "model/scene/draw/scope-report-table.h"

G_BEGIN_DECLS

#define SCOPE_CHANGES_MOST 5000u /* rows: more are not looked at one by one */

/* `differences` as scope_comparison_read() gives them. The columns are those of `lanescope-cli compare --csv`. A row's lane is that
 * of this run, if it has one; its extra is the number of its difference (guint). Free with scope_report_table_unref(). */
ScopeReportTable *scope_changes_table_new (ScopeComparison *comparison, const GArray *differences);

G_END_DECLS
