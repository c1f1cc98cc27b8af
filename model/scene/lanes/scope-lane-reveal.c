/* scope-lane-reveal.c: the way down the tree to a lane that is not a row yet.
 *
 * Only the nodes on the way are made, so that a jump to one of 190,000 threads costs one look through its family.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-tree.h"

#include "model/base/scope-each.h"

#define DEEPEST 8u

static gboolean
is_row_of (const ScopeLaneNode *node, const ScopeLaneId *lane)
{
  return (node->kind == SCOPE_ROW_STATES || node->kind == SCOPE_ROW_COUNTS) && scope_lane_id_equal (node->lane, *lane);
}

/* Whether the lane can be below the node. */
static gboolean
leads_to (ScopeLaneList *list, const ScopeLaneNode *node, const ScopeLaneId *lane)
{
  const ScopeEntity *entity;

  if (!node->expandable || node->lane.machine != lane->machine)
    return FALSE;
  switch (node->kind)
    {
    case SCOPE_ROW_COUNTS:
      return lane->kind == SCOPE_KIND_THREAD;
    case SCOPE_ROW_GROUP:
      return lane->kind == SCOPE_KIND_THREAD && scope_lane_tree_has_member (node, lane->index);
    case SCOPE_ROW_STATES:
      if (node->lane.kind == SCOPE_KIND_MACHINE)
        return lane->kind != SCOPE_KIND_MACHINE;
      if (node->lane.kind != SCOPE_KIND_PROCESS || lane->kind != SCOPE_KIND_THREAD)
        return FALSE;
      entity = scope_machine_entity (scope_trace_machine (list->trace, lane->machine), SCOPE_KIND_THREAD, lane->index);
      return entity != NULL && entity->process == node->lane.index;
    default:
      return FALSE;
    }
}

/* The lane's process must be there before its threads can be. */
static void
want (ScopeLaneList *list, ScopeLaneId lane)
{
  const ScopeEntity *entity;

  g_hash_table_add (list->wanted, g_memdup2 (&(gint64) { scope_lane_tree_code (lane) }, sizeof (gint64)));
  if (lane.kind != SCOPE_KIND_THREAD)
    return;
  entity = scope_machine_entity (scope_trace_machine (list->trace, lane.machine), SCOPE_KIND_THREAD, lane.index);
  if (entity != NULL && entity->process != SCOPE_NONE)
    want (list, (ScopeLaneId) { lane.machine, SCOPE_KIND_PROCESS, entity->process });
}

static void
unhide (ScopeLaneList *list, const ScopeLaneNode *node)
{
  ScopeNodeMemory *memory = scope_lane_list_memory (list, node->key, FALSE);

  if (memory != NULL)
    memory->hidden = FALSE;
}

/* Unfolds what leads to the lane; TRUE if it is there then. */
static gboolean
open_way (ScopeLaneList *list, GPtrArray *nodes, const ScopeLaneId *lane, guint depth)
{
  SCOPE_EACH_POINTER (ScopeLaneNode, node, nodes)
    {
      if (is_row_of (node, lane))
        {
          unhide (list, node);
          return TRUE;
        }
    }
  for (guint i = 0; i < nodes->len && depth < DEEPEST; i++)
    {
      ScopeLaneNode *node = g_ptr_array_index (nodes, i);

      if (!leads_to (list, node, lane))
        continue;
      scope_lane_tree_make_children (list, node);
      if (!open_way (list, node->children, lane, depth + 1))
        continue;
      node->expanded = TRUE;
      scope_lane_list_memory (list, node->key, TRUE)->expanded = 1;
      unhide (list, node);
      return TRUE;
    }
  return FALSE;
}

guint
scope_lane_list_reveal (ScopeLaneList *list, ScopeLaneId lane)
{
  ScopeMachine *machine = scope_trace_machine (list->trace, lane.machine);
  guint row;
  gboolean there;

  if (machine == NULL
      || (lane.kind != SCOPE_KIND_MACHINE && lane.kind != SCOPE_KIND_THREADS
          && lane.index >= scope_machine_n_entities (machine, lane.kind)))
    return SCOPE_NONE;
  row = scope_lane_list_find (list, lane, FALSE);
  if (row != SCOPE_NONE)
    return row;
  want (list, lane);
  scope_lane_list_rebuild (list);
  there = open_way (list, list->roots, &lane, 0);
  if (!there && list->show != SCOPE_SHOW_DEFAULT && list->show != SCOPE_SHOW_LIST)
    {
      list->show = SCOPE_SHOW_DEFAULT;
      scope_lane_list_rebuild (list);
      open_way (list, list->roots, &lane, 0);
    }
  scope_lane_list_collect (list);
  scope_lane_list_notify (list);
  return scope_lane_list_find (list, lane, TRUE);
}
