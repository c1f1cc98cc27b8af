/* scope-pair-tree.h: sums per pair over runs of a machine's messages, so that no range reads all of them.
 *
 *     height 2  |                        …                 |   64 blocks
 *     height 1  |     8 blocks      |     8 blocks     | … |
 *     height 0  |  |  |  |  |  |  |  |  |  |  |  |  |  | … |   a block of the table: 1,024 messages
 *
 * Blocks of the table of messages lie nearly in order of sending, on the sender's clock, and know from when to when
 * they are. A range takes the largest nodes that lie wholly in it, and the rows of the blocks at its ends. A node is a sorted
 * list of ScopePairSum, packed; one that would save little against what is below it is not kept: so all nodes together
 * are smaller than the messages, however many pairs there are.
 *
 * A packed node, numbers as LEB128, those that may be negative in zigzag, keys as differences to the sum before:
 *
 *     from_machine, from, to_machine, to, tag,
 *     count, count - sent, count - received, count - sized, size,
 *     and if sent + received > count:  reversed, reversed_local, latency, latency_min, latency_max - latency_min
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-pair-sums.h"
#include "model/trace/document/scope-table.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* As it is kept: all nodes of height 0 in order, then those of height 1, …, up to one that is over all. */
typedef struct
{
  guint64 offset; /* in the machine's bytes */
  guint32 bytes;  /* 0: not kept */
  guint32 sums;
} ScopePairNode;

typedef struct _ScopePairTree ScopePairTree;

/* Of a finished table of messages, both borrowed, as long as the tree lives. `offsets` are those of the `n_machines`
 * machines of the trace. NULL with error if it could not be written, or was cancelled. */
ScopePairTree *scope_pair_tree_build (ScopeTable *table, ScopeBytes *bytes, const gint64 *offsets, guint n_machines,
                                      GCancellable *cancellable, GError **error);
void scope_pair_tree_free (ScopePairTree *tree);
/* Copies. */
void scope_pair_tree_save (ScopePairTree *tree, ScopePairNode **ret_nodes, guint32 *ret_n);
/* NULL with error if they do not fit the table, or do not lie in `n_bytes`. */
ScopePairTree *scope_pair_tree_load (ScopeTable *table, ScopeBytes *bytes, const ScopePairNode *nodes, guint32 n,
                                     guint64 n_bytes, GError **error);

/* What a range is made of: `sums` have been added up for the whole of it, blocks [first, first + n) are to be read row by
 * row. FALSE with error stops. */
typedef struct
{
  void (*sum) (gpointer data, const ScopePairSum *sum);
  gboolean (*rows) (gpointer data, guint first, guint n, GError **error);
  GCancellable *cancellable;
  gpointer data;
} ScopePairVisitor;

/* [from, to) on the machine's own clock. */
gboolean scope_pair_tree_visit (ScopePairTree *tree, gint64 from, gint64 to, const ScopePairVisitor *visitor,
                                GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePairTree, scope_pair_tree_free)

G_END_DECLS
