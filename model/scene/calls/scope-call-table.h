/* scope-call-table.h: calling contexts as a table that unfolds: what each cell says, how siblings are sorted, what a search leaves;
 * and as flat tables: all functions, who called one of them, whom it called. Panel and CSV show the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"

#include "model/trace/calls/scope-call-tree.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_CALL_COLUMN_FUNCTION,
  SCOPE_CALL_COLUMN_SHARE,      /* of the time on the stack; drawn as a bar */
  SCOPE_CALL_COLUMN_TOTAL,
  SCOPE_CALL_COLUMN_SELF,
  SCOPE_CALL_COLUMN_CALLS,
  SCOPE_CALL_COLUMN_SUSPENDED,
  SCOPE_CALL_COLUMN_COLLECTING,
  SCOPE_CALL_COLUMN_INSTS, /* simulations: with what was called, as all that follow */
  SCOPE_CALL_COLUMN_HITS,  /* this one + ScopeHitKind, or SCOPE_FUNCTION_TLB */
  SCOPE_CALL_COLUMN_SAMPLES = SCOPE_CALL_COLUMN_HITS + SCOPE_FUNCTION_N_HITS, /* of a tree of samples, which has no times: with what was called */
  SCOPE_CALL_COLUMN_OWN_SAMPLES,
  SCOPE_CALL_COLUMN_LEAST, /* between which shares the true one lies, at 95 % */
  SCOPE_CALL_COLUMN_MOST,
  SCOPE_CALL_N_COLUMNS
} ScopeCallColumn;

/* For people; not to be freed. */
const char *scope_call_column_title (ScopeCallColumn column);
gboolean scope_call_column_is_text (ScopeCallColumn column);
/* Whether the tree has anything to say in it. */
gboolean scope_call_column_has (const ScopeCallTree *tree, ScopeCallColumn column);
/* What the cell shows. Free with g_free(). */
char *scope_call_cell_text (const ScopeCallTree *tree, guint32 node, ScopeCallColumn column, gint64 tick_ps);
/* Of the whole, 0 to 1. */
double scope_call_node_share (const ScopeCallTree *tree, guint32 node);

/* --- order --- */

/* How the nodes are to be seen. Main thread, or one that has it alone. */
typedef struct
{
  gatomicrefcount refs;
  ScopeCallTree *tree;
  gint64 tick_ps;
  ScopeCallColumn column;
  gboolean descending;
  guint8 *matching;    /* bit 0: it has the text, bit 1: something below it has; NULL: nothing is looked for */
  guint32 n_matching;
} ScopeCallOrder;

/* `search`: text in names, whatever the case; NULL or "": none. */
ScopeCallOrder *scope_call_order_new (ScopeCallTree *tree, gint64 tick_ps, ScopeCallColumn column, gboolean descending,
                                      const char *search);
ScopeCallOrder *scope_call_order_ref (ScopeCallOrder *order);
void scope_call_order_unref (ScopeCallOrder *order);
/* Below a node (SCOPE_NONE: the roots), those that are to be seen. Free with g_array_unref(). */
GArray *scope_call_order_children (const ScopeCallOrder *order, guint32 node); /* of guint32 */
gboolean scope_call_order_has_children (const ScopeCallOrder *order, guint32 node);
/* Whether the node itself has what is looked for; also TRUE if nothing is. */
gboolean scope_call_order_matches (const ScopeCallOrder *order, guint32 node);

/* With a header, the nodes given. Text: what is shown, names indented, tabs between; CSV: the path, times in ns. Free with g_free(). */
char *scope_call_to_text (const ScopeCallOrder *order, const guint32 *nodes, guint n);
char *scope_call_to_csv (const ScopeCallOrder *order, const guint32 *nodes, guint n);
/* All nodes that are to be seen, those below others after them. Free with g_array_unref(). */
GArray *scope_call_order_all (const ScopeCallOrder *order);

/* --- flat --- */

/* What columns of events say. */
typedef enum
{
  SCOPE_CALL_EVENTS_ITSELF,
  SCOPE_CALL_EVENTS_BELOW,    /* with what it called */
  SCOPE_CALL_EVENTS_PER_CALL, /* itself */
  SCOPE_CALL_EVENTS_PER_INSTS, /* itself, of a thousand instructions */
  SCOPE_CALL_N_EVENTS
} ScopeCallEventsPer;

/* For people; not to be freed. */
const char *scope_call_events_title (guint per);
/* All functions; `extra` of the table: their indices (guint32) in the tree. `search` as above. */
ScopeReportTable *scope_call_functions_table (ScopeTrace *trace, const ScopeCallTree *tree, const char *search, ScopeCallEventsPer per);
/* Who called a function (callers TRUE), or whom it called, pseudo functions among them; `extra` as above, SCOPE_NONE: nobody
 * that the trace shows. */
ScopeReportTable *scope_call_edges_table (ScopeTrace *trace, const ScopeCallTree *tree, guint32 function, gboolean callers);
/* Index of the function of that name, or SCOPE_NONE. */
guint32 scope_call_tree_find_function (const ScopeCallTree *tree, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallOrder, scope_call_order_unref)

G_END_DECLS
