/* scope-span-changes.h: what changed between two runs of the spans that their marks make, name by name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/compare/scope-comparison.h"

G_BEGIN_DECLS

/* A row for each name of one of the runs: how many ended, how long they took together, on average, and at most; what changed most together
 * first. Or only of what changed. What a run without such marks did is not known: its cells are
 * empty, and nothing changed. Of [from, to) of the run, and what belongs to it in the
 * baseline: spans that begin there; TIME_MIN and TIME_MAX: the whole of both. Off the main thread. NULL with error. */
ScopeReportTable *scope_span_changes_read (ScopeComparison *comparison, gint64 from, gint64 to, gboolean changed_only, GCancellable *cancellable,
                                           GError **error);
/* Whether one of the runs has marks that may make spans. */
gboolean scope_span_changes_can (ScopeComparison *comparison);

G_END_DECLS
