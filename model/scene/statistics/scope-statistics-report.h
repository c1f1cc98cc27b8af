/* scope-statistics-report.h: the tables of the statistics panel: where the time of a range went. Made on any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_STATISTICS_REASONS,
  SCOPE_STATISTICS_MACHINES, /* these four in the order of ScopeKind */
  SCOPE_STATISTICS_PROCESSORS,
  SCOPE_STATISTICS_PROCESSES,
  SCOPE_STATISTICS_THREADS,
  SCOPE_STATISTICS_COLLECTIONS,
  SCOPE_STATISTICS_HEAP,
  SCOPE_STATISTICS_SPARKS,
  SCOPE_N_STATISTICS
} ScopeStatisticsSection;

/* Whether the trace has anything for it, as far as it is read. */
gboolean scope_statistics_has_section (ScopeTrace *trace, ScopeStatisticsSection section);
/* "By HEC"; free with g_free(). */
char *scope_statistics_section_title (ScopeTrace *trace, ScopeStatisticsSection section);
/* A ScopeReportTableFunc. */
ScopeReportTable *scope_statistics_table (const ScopeQueryRange *within, guint section, GError **error);

G_END_DECLS
