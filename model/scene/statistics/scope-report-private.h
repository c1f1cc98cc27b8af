/* scope-report-private.h: what the parts of the report share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/scene/statistics/scope-report.h"

G_BEGIN_DECLS

/* What the report is about (scope_trace_task_kind()), as a title. */
const char *scope_report_task_word (ScopeTrace *trace);

ScopeReportTable *scope_report_activity_table (const ScopeQueryRange *within, GError **error);

G_END_DECLS
