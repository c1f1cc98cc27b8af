/* scope-lane-tree-private.h: rows of the tree of lanes as they are made, for the files that make them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/lanes/scope-lane-tree.h"

G_BEGIN_DECLS

#define SCOPE_LANE_TREE_SUMMED 64u /* a group of more lanes is not added up: that would be read at every frame */
#define SCOPE_LANE_TREE_SLOTS 100u /* of a pipeline: so many are listed, and open at first sight */

/* A row at the end of `to`, which owns it; below `parent`, if there is one. Takes key and title. */
ScopeLaneNode *scope_lane_tree_node_new (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, ScopeRowKind kind,
                                        guint32 machine, char *key, char *title);
/* It has rows below it; unfolded as the person left it, else as it is to be at first sight. */
void scope_lane_tree_set_expandable (ScopeLaneList *list, ScopeLaneNode *node, gboolean at_first_sight);
/* Its bar is that of n lanes of the machine. */
void scope_lane_tree_set_sources (ScopeLaneNode *node, ScopeMachine *machine, gint64 offset, const guint32 *lanes, guint n);
/* The row of an entity, or of all threads of a machine. */
ScopeLaneNode *scope_lane_tree_add_lane (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, ScopeLaneId lane);
/* It is shown although its family is cut short. */
gboolean scope_lane_tree_is_wanted (ScopeLaneList *list, ScopeLaneId lane);

/* --- scope-lane-tree-families.c --- */

/* The first of a family that are asked for, a row that shows more, and one that counts those not alive in view. `parent`: NULL for
 * the list of all of them. */
void scope_lane_tree_add_members (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, ScopeLaneFamily *family, guint shown);
/* Families one after the other, by number, as far as they can be shown as a whole; else all of them in one order. */
gboolean scope_lane_tree_is_by_number (ScopeLaneList *list);
/* How many of each family are among the first `shown` of all of them, in the order that was asked for; free with g_free(). */
guint *scope_lane_tree_share_out (ScopeLaneList *list, ScopeLaneFamily *const *families, guint n, guint shown);
/* Puts rows `from` and up in the order that was asked for, whatever machines they are of; what only shows more comes last. */
void scope_lane_tree_sort (ScopeLaneList *list, GPtrArray *rows, guint from);
/* The threads of the node's machine: by groups of one label where they are many. */
void scope_lane_tree_make_threads (ScopeLaneList *list, ScopeLaneNode *node);

G_END_DECLS
