/* scope-process-tree-private.h: what the tree and its figures share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-paged.h"
#include "model/trace/processes/scope-process-tree.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeLaneId lane;
  guint32 parent;     /* row, or SCOPE_NONE */
  guint32 end;        /* of its branch */
  guint32 n_children;
  guint32 depth;
  guint32 fold;       /* that it is a member of, counted from 0; SCOPE_NONE: none */
} ScopeTreeNode;

typedef struct
{
  guint32 parent;     /* row, or SCOPE_NONE */
  guint32 first, end; /* of its members' branches */
  guint32 n;
  gboolean lived;
  gint64 from, to;    /* trace time: of all lives */
} ScopeTreeFold;

struct _ScopeProcessTree
{
  gatomicrefcount refs;
  ScopeTrace *trace;
  ScopeTreeBy by;
  gboolean knows_parents;
  guint32 n, n_roots;
  ScopeTreeNode *nodes;
  GArray *folds;     /* of ScopeTreeFold */
  guint n_machines;
  guint32 (*bases)[SCOPE_N_KINDS]; /* per machine and kind where its entities begin in `places`; SCOPE_NONE: not in it */
  guint32 (*counts)[SCOPE_N_KINDS];
  guint32 *places;   /* entity → row */
  ScopePagedArray node_room, place_room;
};

/* n things of that size, all zeros, where the threads of a trace lie that has ten million of them. */
gpointer scope_process_tree_room (ScopePagedArray *room, gsize n, gsize size);

/* The number of an entity in `places`; SCOPE_NONE: it is not in the tree. */
guint32 scope_process_tree_seat (ScopeProcessTree *tree, guint32 m, ScopeKind kind, guint32 index);

G_END_DECLS
