/* scope-report-private.h: what the parts of the report share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/scene/statistics/scope-report.h"

G_BEGIN_DECLS

/* What the report is about: processes where the runtime has them, else threads; and their word as a title. */
ScopeKind scope_report_task_kind (ScopeTrace *trace);
const char *scope_report_task_word (ScopeTrace *trace);

ScopeReportTable *scope_report_load_table (const ScopeQueryRange *within, GError **error);
ScopeReportTable *scope_report_activity_table (const ScopeQueryRange *within, GError **error);

G_END_DECLS
