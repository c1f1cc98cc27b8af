/* scope-blame-changes.h: what changed between two runs of where the processors' time went, and of whom was waited for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/compare/scope-comparison.h"

G_BEGIN_DECLS

/* A row for each part of the processors' time, and for each name that was waited for in one of the runs; what changed most comes first. Or only
 * of what changed. Of [from, to) of the run, and what belongs to it in the baseline; TIME_MIN and TIME_MAX: the whole of both. Off the main
 * thread. NULL with error. */
ScopeReportTable *scope_blame_changes_read (ScopeComparison *comparison, gint64 from, gint64 to, gboolean changed_only, GCancellable *cancellable,
                                            GError **error);

G_END_DECLS
