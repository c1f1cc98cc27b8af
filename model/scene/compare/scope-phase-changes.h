/* scope-phase-changes.h: what changed between two runs in each of their phases, which nobody marked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/compare/scope-comparison.h"

G_BEGIN_DECLS

/* A row for each kind of phases of one of the runs, those that are the same together: how often they come, how long they last together, and
 * what of their processors' time ran and was lost; what changed most first. Or only of what changed. Of [from, to) of the run, and
 * what belongs to it in the baseline; TIME_MIN and TIME_MAX: the whole of both. Off the main thread. NULL with error. */
ScopeReportTable *scope_phase_changes_read (ScopeComparison *comparison, gint64 from, gint64 to, gboolean changed_only, GCancellable *cancellable,
                                            GError **error);

G_END_DECLS
