/* scope-lock-tables.h: the tables of locks and of coherence misses, as panels show them. Made on any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"
#include "model/scene/draw/scope-report-table.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_LOCK_TABLE_LOCKS,     /* a row per lock */
  SCOPE_LOCK_TABLE_FUNCTIONS, /* a row per caller and lock function */
  SCOPE_LOCK_TABLE_PAIRS,     /* who waited for whom */
  SCOPE_LOCK_TABLE_LONGEST,   /* the longest waits, one by one */
  SCOPE_LOCK_N_TABLES
} ScopeLockTable;

typedef enum
{
  SCOPE_COHERENCE_TABLE_LINES,     /* a row per line */
  SCOPE_COHERENCE_TABLE_FUNCTIONS, /* a row per pair of functions */
  SCOPE_COHERENCE_TABLE_MISSES,    /* one by one, by time */
  SCOPE_COHERENCE_N_TABLES
} ScopeCoherenceTable;

/* Rows stand for the longest wait (the costliest miss) of what they sum up: lane and range are those of the processor that waited. Extra:
 * ScopeLockUse, whole. NULL with error. */
ScopeReportTable *scope_lock_table_read (const ScopeQueryRange *within, guint what, GError **error);
ScopeReportTable *scope_coherence_table_read (const ScopeQueryRange *within, guint what, GError **error);

G_END_DECLS
