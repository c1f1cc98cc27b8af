/* scope-tree-table.h: the columns of a tree of tasks: what each cell says, in which order siblings stand, which rows a filter
 * leaves. Panel and picture show the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-csv.h"
#include "model/trace/processes/scope-process-tree.h"
#include "model/scene/lanes/scope-lane-filter.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_TREE_NAME,
  SCOPE_TREE_LIFE,          /* drawn: its life with the states inside it */
  SCOPE_TREE_LABEL,         /* label or entry point */
  SCOPE_TREE_MACHINE,
  SCOPE_TREE_PARENT,
  SCOPE_TREE_REASON,        /* why it ended: Erlang */
  SCOPE_TREE_RUNNING,
  SCOPE_TREE_RUNNABLE,
  SCOPE_TREE_BLOCKED,
  SCOPE_TREE_OUTSIDE,
  SCOPE_TREE_COLLECTING,
  SCOPE_TREE_SHARE,         /* running, of its life */
  SCOPE_TREE_MIGRATIONS,
  SCOPE_TREE_SENT,
  SCOPE_TREE_SENT_SIZE,     /* mean */
  SCOPE_TREE_RECEIVED,
  SCOPE_TREE_RECEIVED_SIZE,
  SCOPE_TREE_CHILDREN,
  SCOPE_TREE_BRANCH_TASKS,  /* all below */
  SCOPE_TREE_BRANCH_RUNNING,
  SCOPE_TREE_BRANCH_BLOCKED,
  SCOPE_TREE_N_COLUMNS
} ScopeTreeColumn;

/* "running": in settings and CSV. */
const char *scope_tree_column_id (ScopeTreeColumn column);
/* For people, in the runtime's words. Free with g_free(). */
char *scope_tree_column_title (ScopeTrace *trace, ScopeTreeColumn column);
/* Whether it says anything in this trace: no messages without messages. */
gboolean scope_tree_column_useful (ScopeProcessTree *tree, ScopeTreeColumn column);
/* Words begin at the left, figures end at the right. */
gboolean scope_tree_column_is_text (ScopeTreeColumn column);

/* What the cell shows; "" if it is empty, "…" if `totals` does not know it yet (or is NULL). Free with g_free(). */
char *scope_tree_cell_text (ScopeProcessTree *tree, ScopeTreeTotals *totals, guint32 row, ScopeTreeColumn column);
/* What it is sorted by; NAN if it is empty. Times in ticks. Not for words. */
double scope_tree_cell_value (ScopeProcessTree *tree, ScopeTreeTotals *totals, guint32 row, ScopeTreeColumn column);

/* --- order --- */

/* How the rows are to be seen. Never changed once made: any thread. */
typedef struct
{
  gatomicrefcount refs;
  ScopeProcessTree *tree;
  ScopeTreeTotals *totals;  /* or NULL */
  gboolean fold;
  int column;               /* ScopeTreeColumn; -1: in order of the trace */
  gboolean descending;
  guint8 *matching;         /* of each row, bit 0: it matches, bit 1: something in its branch does; NULL: all do */
  guint n_matching;
  GHashTable *prepared;     /* private: row + 1 → GArray */
} ScopeTreeOrder;

/* `like` or NULL gives what is matching. */
ScopeTreeOrder *scope_tree_order_new (ScopeProcessTree *tree, ScopeTreeTotals *totals, gboolean fold, int column,
                                      gboolean descending, const ScopeTreeOrder *like);
ScopeTreeOrder *scope_tree_order_ref (ScopeTreeOrder *order);
void scope_tree_order_unref (ScopeTreeOrder *order);
/* Which rows have `filter`'s text. Takes time. FALSE with error: cancelled, or no regular expression. */
gboolean scope_tree_order_match (ScopeTreeOrder *order, const ScopeLaneFilter *filter, GCancellable *cancellable,
                                 GError **error);
/* Whether the row itself has what is looked for; also TRUE if nothing is. */
gboolean scope_tree_order_matches (const ScopeTreeOrder *order, guint32 row);
gboolean scope_tree_order_shows (const ScopeTreeOrder *order, guint32 row);
/* Whether something is to be seen below it. */
gboolean scope_tree_order_has_children (const ScopeTreeOrder *order, guint32 row);
/* Orders what stands below it before that is asked for, where time does not matter; only its maker may, while nobody else
 * knows the order. */
void scope_tree_order_prepare (ScopeTreeOrder *order, guint32 row);
/* What stands below it (SCOPE_NONE: the top), as it is to be seen; not to be changed. Free with
 * g_array_unref(). */
GArray *scope_tree_order_children (const ScopeTreeOrder *order, guint32 row); /* of guint32 */

/* --- text --- */

/* With a header, the rows given. Columns: those of which `columns` is TRUE. Text: what is
 * shown, tabs between; CSV: times in ns. Free with g_free(). */
char *scope_tree_to_text (ScopeProcessTree *tree, ScopeTreeTotals *totals, const guint32 *rows, guint n,
                          const gboolean columns[SCOPE_TREE_N_COLUMNS]);
char *scope_tree_to_csv (ScopeProcessTree *tree, ScopeTreeTotals *totals, const guint32 *rows, guint n,
                         const gboolean columns[SCOPE_TREE_N_COLUMNS]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeTreeOrder, scope_tree_order_unref)

G_END_DECLS
