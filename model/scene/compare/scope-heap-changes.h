/* scope-heap-changes.h: what changed between two runs of what filled the heap, band by band.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/compare/scope-comparison.h"

G_BEGIN_DECLS

/* A row for each band of a profile of the heap in one of the runs, its bytes on average over the samples and at most in one; per profile first
 * all bands together, then what changed most. Or only of what changed. Bands are the same that have the same name in the same profile; of
 * several programs they are added, but their most is that of one. Of a run without that profile nothing is said. Of [from, to) of the run,
 * and what belongs to it in the baseline; TIME_MIN and TIME_MAX: the whole of both. Off the main thread. NULL with error. */
ScopeReportTable *scope_heap_changes_read (ScopeComparison *comparison, gint64 from, gint64 to, gboolean changed_only, GCancellable *cancellable,
                                           GError **error);
/* Whether one of the runs has a profile at all. */
gboolean scope_heap_changes_can (ScopeComparison *comparison);

G_END_DECLS
