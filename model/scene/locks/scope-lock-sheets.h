/* scope-lock-sheets.h: the tables of locks and of coherence misses, as panels show them. Made on any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-within.h"
#include "model/scene/draw/scope-sheet.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_LOCK_SHEET_LOCKS,     /* a row per lock */
  SCOPE_LOCK_SHEET_FUNCTIONS, /* a row per caller and lock function */
  SCOPE_LOCK_SHEET_PAIRS,     /* who waited for whom */
  SCOPE_LOCK_SHEET_LONGEST,   /* the longest waits, one by one */
  SCOPE_LOCK_N_SHEETS
} ScopeLockSheet;

typedef enum
{
  SCOPE_COHERENCE_SHEET_LINES,     /* a row per line */
  SCOPE_COHERENCE_SHEET_FUNCTIONS, /* a row per pair of functions */
  SCOPE_COHERENCE_SHEET_MISSES,    /* one by one, by time */
  SCOPE_COHERENCE_N_SHEETS
} ScopeCoherenceSheet;

/* Rows stand for the longest wait (the costliest miss) of what they sum up: lane and range are those of the processor that waited. Extra:
 * ScopeLockUse, whole. NULL with error. */
ScopeSheet *scope_lock_sheet_read (const ScopeWithin *within, guint what, GError **error);
ScopeSheet *scope_coherence_sheet_read (const ScopeWithin *within, guint what, GError **error);

G_END_DECLS
