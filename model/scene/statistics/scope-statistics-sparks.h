/* scope-statistics-sparks.h: sparks of a range: what became of them, how full their pools were, how large they were. Made on any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* A row for each processor; how full the pools were all together, and how large sparks were, stand above it. NULL with error. */
ScopeReportTable *scope_statistics_sparks_sheet (const ScopeQueryRange *within, GError **error);
/* These two as sentences, or "": nothing is known of it. Free with g_free(). NULL with error. */
char *scope_statistics_sparks_dup_pool (const ScopeQueryRange *within, GError **error);
char *scope_statistics_sparks_dup_sizes (const ScopeQueryRange *within, GError **error);

G_END_DECLS
