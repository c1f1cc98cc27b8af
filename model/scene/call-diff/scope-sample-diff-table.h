/* scope-sample-diff-table.h: functions whose share of the samples changed between two runs, as a table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/call-diff/scope-sample-diff.h"

G_BEGIN_DECLS

ScopeReportTable *scope_sample_diff_table (ScopeTrace *run, const ScopeSampleDiff *diff);
/* "752 samples of 1 ms in the baseline, 640 of 1 ms in this run". Free with g_free(). */
char *scope_sample_diff_summary (const ScopeSampleDiff *diff);

G_END_DECLS
