/* scope-call-diff-table.h: two runs compared by calls, as tables: the call paths of both as one tree that unfolds; and as flat tables
 * the functions, where lanes part first, the activations of one path. Panel and CSV show the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/call-diff/scope-call-diff.h"
#include "model/trace/compare/scope-comparison.h"
#include "model/scene/call-diff/scope-call-rows.h"
#include "model/scene/draw/scope-report-table.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_CALL_DIFF_FUNCTION,
  SCOPE_CALL_DIFF_BASELINE, /* time of all activations along the path */
  SCOPE_CALL_DIFF_RUN,
  SCOPE_CALL_DIFF_CHANGE,
  SCOPE_CALL_DIFF_SELF,     /* change of the time of their own */
  SCOPE_CALL_DIFF_MATCHED,
  SCOPE_CALL_DIFF_ONLY_BASELINE,
  SCOPE_CALL_DIFF_ONLY_RUN,
  SCOPE_CALL_DIFF_INSTS,    /* change of instructions */
  SCOPE_CALL_DIFF_HITS,     /* change of events of a kind, SCOPE_N_HITS columns */
  SCOPE_CALL_DIFF_N_COLUMNS = SCOPE_CALL_DIFF_HITS + SCOPE_N_HITS
} ScopeCallDiffColumn;

/* For people; not to be freed. */
const char *scope_call_diff_column_title (guint column);
/* Instructions and events are there only if a run tells of them. */
gboolean scope_call_diff_has_column (const ScopeCallDiff *diff, guint column);
/* What the cell of a path shows. Free with g_free(). */
char *scope_call_diff_cell_text (const ScopeCallDiff *diff, guint32 context, guint column);

/* --- the tree --- */

/* In which order paths are seen. Main thread, or one that has it alone. */
typedef struct
{
  gatomicrefcount refs;
  ScopeCallDiff *diff;
  gint column;          /* −1: what changed most first, however it did */
  gboolean descending;
  guint32 *first, *next; /* children of a path, the roots at n_contexts; SCOPE_NONE: none */
} ScopeCallDiffOrder;

ScopeCallDiffOrder *scope_call_diff_order_new (ScopeCallDiff *diff, gint column, gboolean descending);
ScopeCallDiffOrder *scope_call_diff_order_ref (ScopeCallDiffOrder *order);
void scope_call_diff_order_unref (ScopeCallDiffOrder *order);
/* Below a path (SCOPE_NONE: the roots). Free with g_array_unref(). */
GArray *scope_call_diff_order_children (const ScopeCallDiffOrder *order, guint32 context); /* of guint32 */
gboolean scope_call_diff_order_has_children (const ScopeCallDiffOrder *order, guint32 context);
/* All paths, as they are seen with all unfolded. */
GArray *scope_call_diff_order_all (const ScopeCallDiffOrder *order);
/* With a header. Text: what is shown, names indented, tabs between. CSV: the path, times in ns, cycles. Free with g_free(). */
char *scope_call_diff_to_text (const ScopeCallDiffOrder *order, const guint32 *contexts, guint n);
char *scope_call_diff_to_csv (const ScopeCallDiffOrder *order, const guint32 *contexts, guint n);

/* --- flat: of this run's trace --- */

/* Where lanes part; extra: guint, the parting. */
ScopeReportTable *scope_call_partings_table (ScopeComparison *comparison, ScopeCallDiff *diff);
/* All functions, what changed most by itself first; extra: guint, the function. */
ScopeReportTable *scope_call_function_changes_table (ScopeComparison *comparison, ScopeCallDiff *diff);
/* Activations, `named` if they are not all of one function; finishes `rows`. Extra: ScopeCallDiffRow. */
ScopeReportTable *scope_call_rows_table (ScopeComparison *comparison, ScopeCallDiff *diff, ScopeCallRows *rows, gboolean named);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallDiffOrder, scope_call_diff_order_unref)

G_END_DECLS
