/* scope-tree-scene.h: a tree of tasks as a picture: as a table with lives, or as a graph whose nodes are as large as they ran long.
 *
 * Both show the tree from the top down to the level at which it is still to be read; those that are alike stay folded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph.h"
#include "model/scene/draw/scope-scene.h"
#include "model/scene/processes/scope-tree-table.h"

G_BEGIN_DECLS

#define SCOPE_TREE_PICTURE_ROWS 1000u
#define SCOPE_TREE_GRAPH_NODES 600u

typedef struct
{
  guint32 row;
  guint32 above;  /* index of what it is below in the same array, or SCOPE_NONE */
  guint depth;    /* as it is drawn */
} ScopeTreePlace;


typedef struct
{
  double width;              /* pixels; 0: what the columns need */
  double font_size;          /* 0: 11 */
  ScopePaletteKind palette;
  guint most_depth;          /* 0: as above */
  gint64 from, to;           /* what lives are drawn over, trace time */
} ScopeTreeSceneOptions;

/* `getter` waits for tiles. Free with scope_scene_free(). */
ScopeScene *scope_tree_scene_new (const ScopeTreeOrder *order, const ScopeTreeSceneOptions *options,
                                  ScopeTileGetter *getter);

/* The same rows as nodes, each below its parent; its figures as detail. order->totals must be there. *ret_left as
 * above. Free with scope_graph_unref(). */
ScopeGraph *scope_process_tree_to_graph (const ScopeTreeOrder *order, guint most_depth, guint *ret_left);

G_END_DECLS
