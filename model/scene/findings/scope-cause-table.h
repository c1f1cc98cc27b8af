/* scope-cause-table.h: the intervals of a part of lost time as a table: how long, since when, on which processor, and who was ready or
 * waited for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* The longest of a ScopeCause, the longest first. Off the main thread. NULL with error. */
ScopeReportTable *scope_cause_table_read (const ScopeQueryRange *within, guint cause, GError **error);

G_END_DECLS
