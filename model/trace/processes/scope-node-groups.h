/* scope-node-groups.h: groups of nodes of SD Erlang (s_groups) over time: what calls of s_group's functions made of them.
 *
 * The decoder tells these as marks (io/format/erlang/scope-erlang-groups.c says where their shapes are from):
 *
 *     s_group:new_s_group group1 [a@h, b@h]      s_group:add_nodes group1 [c@h]      s_group:remove_nodes group1 [b@h]
 *     s_group:delete_s_group group1              s_group:new_s_group _ [a@h]         the name is made up by the call
 *     s_group:add_nodes = ok group1 [c@h]        s_group:delete_s_group = ok         s_group:add_nodes = error {error,…}
 *
 * What a call gave back is that of the last one of the same process and function. What failed changes nothing; what was not recorded to
 * have failed is taken to have been done, as it was asked. Which groups there were before, by the nodes' configuration, no trace says: of
 * a group that was not made within it only those nodes are known that were added to it. Groups have the same name on all nodes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_NODE_GROUP_NEW,
  SCOPE_NODE_GROUP_DELETE,
  SCOPE_NODE_GROUP_ADD,
  SCOPE_NODE_GROUP_REMOVE,
  SCOPE_N_NODE_GROUP_WHATS
} ScopeNodeGroupWhat;

typedef enum
{
  SCOPE_NODE_GROUP_UNTOLD, /* it is not recorded what came of it */
  SCOPE_NODE_GROUP_DONE,
  SCOPE_NODE_GROUP_FAILED,
} ScopeNodeGroupResult;

typedef struct
{
  gint64 time, end;    /* trace time: called; gave back, SCOPE_TABLE_NULL: not recorded */
  guint32 machine;     /* index of the node that it was called on */
  gint64 thread;       /* index of the caller there, or SCOPE_TABLE_NULL */
  ScopeNodeGroupWhat what;
  ScopeNodeGroupResult result;
  char *group;         /* NULL: not known */
  GPtrArray *nodes;    /* of char *: asked for; all that it gave back, where it did */
  gboolean cut;        /* there are more of these, which nobody keeps */
  char *reason;        /* why it failed; or NULL */
} ScopeNodeGroupChange;

typedef struct
{
  GPtrArray *nodes; /* of char *, sorted */
  gboolean whole;   /* these and no others are in it: it was made within the trace */
} ScopeNodeGroup;

/* As the function is called: "new_s_group"; and "ok", "error", "". */
const char *scope_node_group_what_name (ScopeNodeGroupWhat what);
const char *scope_node_group_result_name (ScopeNodeGroupResult result);
/* Whether the trace says anything of groups. Reads no disk. */
gboolean scope_node_groups_are_told (ScopeTrace *trace);
/* Of ScopeNodeGroupChange, in the order in which they took effect: all that did before within->to. Free with g_array_unref(). Not on the
 * main thread. NULL with error. */
GArray *scope_node_groups_read (const ScopeQueryRange *within, GError **error);
/* Groups by name, none at first. Free with g_hash_table_unref(). */
GHashTable *scope_node_groups_new (void);
/* What the group is then, which is `groups`'; NULL: which it is is not known. One that is deleted has no nodes. */
const ScopeNodeGroup *scope_node_groups_apply (GHashTable *groups, const ScopeNodeGroupChange *change);

G_END_DECLS
