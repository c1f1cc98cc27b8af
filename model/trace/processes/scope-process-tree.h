/* scope-process-tree.h: the tasks of a trace as a tree: who made whom, or what lies in what; and what every branch of it did.
 *
 * A tree is made once, off the main thread, and never changes. Its rows are numbers. The first scope_process_tree_n() of them
 * are machines, processes and threads, each before what is below it, so that a branch is a stretch of numbers:
 *
 *     row        0   1   2   3   4   5   6          0
 *     end        7   4   3   4   5   7   7          ├─ 1 ── 2, 3
 *                                                   ├─ 4
 *                                                   └─ 5 ── 6
 *
 * The rows behind them are *folds*: children of one row that are alike (the same label or entry point; or none, and nothing
 * below them), told as one, as Percept2 does. Their members stand side by side. What rows did is kept as running sums in that order, so that figures
 * of a row, a branch or a fold are one subtraction, and 190,000 threads take some 20 MB.
 *
 * Any thread, but for reading the index as everywhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_TREE_BY_DEFAULT, /* by parent, if the trace knows any */
  SCOPE_TREE_BY_PARENT,  /* processes, or where there are none threads, below the one that made them */
  SCOPE_TREE_BY_PLACE,   /* machines, their processes, their threads */
} ScopeTreeBy;

/* So many that are alike are folded, as in Percept2. */
#define SCOPE_TREE_FOLD 3u

typedef struct _ScopeProcessTree ScopeProcessTree;

/* NULL with error only if cancelled. A trace that still grows gives what there is. */
ScopeProcessTree *scope_process_tree_new (ScopeTrace *trace, ScopeTreeBy by, GCancellable *cancellable,
                                          GError **error);
ScopeProcessTree *scope_process_tree_ref (ScopeProcessTree *tree);
void scope_process_tree_unref (ScopeProcessTree *tree);
ScopeTrace *scope_process_tree_get_trace (ScopeProcessTree *tree);
/* Never SCOPE_TREE_BY_DEFAULT. */
ScopeTreeBy scope_process_tree_get_by (ScopeProcessTree *tree);
/* Whether some row has a parent that the trace told; by place TRUE. */
gboolean scope_process_tree_knows_parents (ScopeProcessTree *tree);

/* --- rows --- */

/* Entities; folds have the numbers from here on. */
guint32 scope_process_tree_n (ScopeProcessTree *tree);
guint32 scope_process_tree_n_folds (ScopeProcessTree *tree);
gboolean scope_process_tree_is_fold (ScopeProcessTree *tree, guint32 row);
/* Of a fold: of its first member. */
ScopeLaneId scope_process_tree_lane (ScopeProcessTree *tree, guint32 row);
/* The entity; NULL for machines. Of a fold: of its first member. */
const ScopeEntity *scope_process_tree_entity (ScopeProcessTree *tree, guint32 row);
/* The row of an entity, or SCOPE_NONE. */
guint32 scope_process_tree_find (ScopeProcessTree *tree, ScopeLaneId lane);
/* The entity it is below, also that of a fold; SCOPE_NONE at the top. */
guint32 scope_process_tree_parent (ScopeProcessTree *tree, guint32 row);
/* By parent: as scope_machine_remote_parent (), of a row's entity; else NULL. */
const char *scope_process_tree_remote_parent (ScopeProcessTree *tree, guint32 row, char **ret_node);
/* The fold it is a member of, or SCOPE_NONE. */
guint32 scope_process_tree_fold_of (ScopeProcessTree *tree, guint32 row);
guint scope_process_tree_depth (ScopeProcessTree *tree, guint32 row); /* entities above it */
/* Children of an entity; members of a fold. */
guint32 scope_process_tree_n_children (ScopeProcessTree *tree, guint32 row);
/* All entities below it, itself not counted; of a fold: below its members. */
guint32 scope_process_tree_n_below (ScopeProcessTree *tree, guint32 row);
/* Everything of a branch: rows [row, end), of a fold [*ret_first, end). */
guint32 scope_process_tree_end (ScopeProcessTree *tree, guint32 row, guint32 *ret_first);
/* What stands below a row, in order of the trace: children of an entity (SCOPE_NONE: the top), those that are alike as
 * one if `fold`; members of a fold. Free with g_array_unref(). */
GArray *scope_process_tree_children (ScopeProcessTree *tree, guint32 row, gboolean fold); /* of guint32 */
/* What a row is called: as lanes are, without the label; a fold: "128 threads". Its label or entry, or NULL. Free both with g_free(). */
char *scope_process_tree_title (ScopeProcessTree *tree, guint32 row);
char *scope_process_tree_label (ScopeProcessTree *tree, guint32 row);
/* Trace time; of a fold from the first that begins to the last that ends. FALSE if it never lived. */
gboolean scope_process_tree_life (ScopeProcessTree *tree, guint32 row, gint64 *ret_first, gint64 *ret_last);

/* --- what they did --- */

typedef struct
{
  gint64 alive;                  /* ticks of life in the range */
  gint64 time[SCOPE_N_STATES];   /* ticks in each state */
  gint64 sent_size, received_size; /* of those whose size is known, words or bytes */
  guint32 sent, received;        /* messages, by the time of that end */
  guint32 sent_sized, received_sized;
  guint32 migrations;            /* how often it changed its processor */
  guint32 tasks;                 /* how many live in the range */
} ScopeTreeFigures;

/* Of all rows in one range. */
typedef struct _ScopeTreeTotals ScopeTreeTotals;

/* `messages` FALSE: without their sizes, and in a range without their number: that asks for all messages of the range.
 * Reports progress. NULL with error. within->lane and ->messages are not looked at. */
ScopeTreeTotals *scope_tree_totals_read (ScopeProcessTree *tree, const ScopeQueryRange *within, gboolean messages,
                                         GError **error);
ScopeTreeTotals *scope_tree_totals_ref (ScopeTreeTotals *totals);
void scope_tree_totals_unref (ScopeTreeTotals *totals);
gboolean scope_tree_totals_has_messages (ScopeTreeTotals *totals); /* their number */
gboolean scope_tree_totals_has_sizes (ScopeTreeTotals *totals);
/* Of a row alone (a fold: its members together), or with all below it. Machines and processes by place: a branch adds up
 * what is lowest in it, so that no time counts twice. */
void scope_tree_totals_get (ScopeTreeTotals *totals, guint32 row, gboolean branch, ScopeTreeFigures *ret_figures);
/* The member of a fold that ran most; any other row is its own. */
guint32 scope_tree_totals_representative (ScopeTreeTotals *totals, guint32 row);
/* Running, as a part of the life in the range; -1 without one. */
double scope_tree_figures_share (const ScopeTreeFigures *figures);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeProcessTree, scope_process_tree_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeTreeTotals, scope_tree_totals_unref)

G_END_DECLS
