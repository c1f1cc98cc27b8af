/* scope-blame-tree.h: who was to blame for what was waited for, kept as sums over stretches of time, so that no range reads all of it.
 *
 *     height 2  |                        …                 |   64 stretches
 *     height 1  |    8 stretches    |    8 stretches   | … |
 *     height 0  |  |  |  |  |  |  |  |  |  |  |  |  |  | … |   a stretch: about 4,096 rows
 *
 * A row says that in [from, to) so many waited for a task that was under a label, and so many for these. All rows are cut where a stretch
 * ends, so each lies in one. A range takes the largest nodes that lie wholly in it, and rows of the two stretches at its ends. Sums that
 * would save little against those below are not kept.
 *
 * What else is to be summed up over whole stretches goes with it under keys of nobody (SCOPE_NONE as the machine); for the ends of a range
 * somebody else must know it.
 *
 * How long what was on the critical path is kept likewise, without rows: what lies behind the sums is the path itself (scope-derived.h).
 *
 * Packed, numbers as LEB128, those of a key less the key before:
 *
 *     stretch or node   sums × (machine, thread, label, direct, cascaded)
 *     stretch           then rows × (to - that of the row before, to - from, place of its key among the sums, direct, cascaded)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-blame-sums.h"

G_BEGIN_DECLS

/* As it is kept: all stretches in order of time, then all nodes of height 1, …, up to one that is over all. */
typedef struct
{
  gint64 t0, t1;   /* trace time */
  guint64 offset;  /* in the bytes */
  guint32 bytes;   /* of the sums; 0 if there are some: not kept */
  guint32 sums;
  guint32 more;    /* bytes of the rows, which follow */
  guint32 rows;
  guint32 height;
} ScopeBlameNode;

typedef struct _ScopeBlameTree ScopeBlameTree;

/* `bytes` is borrowed, as long as the tree lives. */
ScopeBlameTree *scope_blame_tree_new (ScopeBytes *bytes, gint64 from);
void scope_blame_tree_free (ScopeBlameTree *tree);

/* --- making, in order of `to` --- */

/* Where the sums of a task stand in the stretch under way, so that they are not looked for at every row: that of the last label. Begins
 * as zeros. */
typedef struct
{
  guint32 stretch; /* its number, from 1 */
  guint32 label;
  guint32 place;
} ScopeBlamePlace;

/* direct and cascaded: how many. Not before the stretch under way begins. `kept` is of the task, or NULL. */
void scope_blame_tree_add (ScopeBlameTree *tree, ScopeTaskId task, guint32 label, ScopeBlamePlace *kept, guint64 direct, guint64 cascaded,
                           gint64 from, gint64 to);
/* A sum without a row, of any key. `kept` is of that one. */
void scope_blame_tree_add_time (ScopeBlameTree *tree, ScopeTaskId task, guint32 label, ScopeBlamePlace *kept, gint64 time);
/* The same of nobody. */
void scope_blame_tree_add_sum (ScopeBlameTree *tree, guint32 number, guint32 label, gint64 sum);
/* TRUE if the stretch is long enough, where `n_open` rows would have to be cut. */
gboolean scope_blame_tree_is_full (ScopeBlameTree *tree, guint n_open);
/* The stretch ends; all rows until then have been added. */
gboolean scope_blame_tree_cut (ScopeBlameTree *tree, gint64 time, GError **error);
/* After the last cut. */
gboolean scope_blame_tree_finish (ScopeBlameTree *tree, GError **error);
/* Copies. */
void scope_blame_tree_save (ScopeBlameTree *tree, ScopeBlameNode **ret_nodes, guint32 *ret_n);
/* NULL with error if they make no sense, or do not lie in `n_bytes`. */
ScopeBlameTree *scope_blame_tree_load (ScopeBytes *bytes, const ScopeBlameNode *nodes, guint32 n, guint64 n_bytes, GError **error);

/* --- reading: any thread, once finished --- */

typedef struct
{
  /* A sum over a part of the range; keys come several times. */
  void (*sum) (gpointer data, const ScopeBlame *sum);
  /* [from, to) is a part of a stretch: no sums of nobody come of it. */
  gboolean (*part) (gpointer data, gint64 from, gint64 to, GError **error);
  GCancellable *cancellable;
  gpointer data;
  /* If [t0, t1) of the range may be told as sums; NULL: all may. */
  gboolean (*fits) (gpointer data, gint64 t0, gint64 t1);
  /* These were all sums of it; FALSE: they are not taken, and it is told in smaller stretches, or as a part. NULL: all are taken. */
  gboolean (*take) (gpointer data, gint64 t0, gint64 t1);
} ScopeBlameVisitor;

gboolean scope_blame_tree_visit (ScopeBlameTree *tree, gint64 from, gint64 to, const ScopeBlameVisitor *visitor, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeBlameTree, scope_blame_tree_free)

G_END_DECLS
