/* scope-process-tree.c: see scope-process-tree.h; scope-process-tree-make.c makes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/processes/scope-process-tree-private.h"

#include "model/base/scope-ref.h"

#include <glib/gi18n.h>

static void
process_tree_free (ScopeProcessTree *tree)
{
  g_clear_pointer (&tree->folds, g_array_unref);
  scope_paged_array_clear (&tree->node_room);
  scope_paged_array_clear (&tree->place_room);
  g_free (tree->bases);
  g_free (tree->counts);
  g_object_unref (tree->trace);
  g_free (tree);
}

SCOPE_DEFINE_REF (ScopeProcessTree, scope_process_tree, object->refs, process_tree_free)

ScopeTrace *
scope_process_tree_get_trace (ScopeProcessTree *tree)
{
  return tree->trace;
}

ScopeTreeBy
scope_process_tree_get_by (ScopeProcessTree *tree)
{
  return tree->by;
}

gboolean
scope_process_tree_knows_parents (ScopeProcessTree *tree)
{
  return tree->knows_parents;
}

guint32
scope_process_tree_n (ScopeProcessTree *tree)
{
  return tree->n;
}

guint32
scope_process_tree_n_folds (ScopeProcessTree *tree)
{
  return tree->folds->len;
}

gboolean
scope_process_tree_is_fold (ScopeProcessTree *tree, guint32 row)
{
  return row >= tree->n && row != SCOPE_NONE;
}

static const ScopeTreeFold *
fold_of_row (ScopeProcessTree *tree, guint32 row)
{
  g_assert (row - tree->n < tree->folds->len);
  return &g_array_index (tree->folds, ScopeTreeFold, row - tree->n);
}

/* The first member stands for a fold. */
static guint32
entity_row (ScopeProcessTree *tree, guint32 row)
{
  return row >= tree->n ? fold_of_row (tree, row)->first : row;
}

ScopeLaneId
scope_process_tree_lane (ScopeProcessTree *tree, guint32 row)
{
  return tree->nodes[entity_row (tree, row)].lane;
}

const ScopeEntity *
scope_process_tree_entity (ScopeProcessTree *tree, guint32 row)
{
  ScopeLaneId lane = scope_process_tree_lane (tree, row);

  if (lane.kind == SCOPE_KIND_MACHINE)
    return NULL;
  return scope_machine_entity (scope_trace_machine (tree->trace, lane.machine), lane.kind, lane.index);
}

guint32
scope_process_tree_find (ScopeProcessTree *tree, ScopeLaneId lane)
{
  guint32 seat = lane.kind < SCOPE_N_KINDS ? scope_process_tree_seat (tree, lane.machine, lane.kind, lane.index) : SCOPE_NONE;

  return seat != SCOPE_NONE ? tree->places[seat] : SCOPE_NONE;
}

guint32
scope_process_tree_parent (ScopeProcessTree *tree, guint32 row)
{
  return tree->nodes[entity_row (tree, row)].parent;
}

const char *
scope_process_tree_remote_parent (ScopeProcessTree *tree, guint32 row, char **ret_node)
{
  ScopeLaneId lane = scope_process_tree_lane (tree, row);
  ScopeMachine *machine = scope_trace_machine (tree->trace, lane.machine);

  if (tree->by == SCOPE_TREE_BY_PLACE || lane.kind != SCOPE_KIND_PROCESS)
    return NULL;

  return scope_machine_remote_parent (machine, scope_machine_entity (machine, SCOPE_KIND_PROCESS, lane.index), ret_node);
}

guint32
scope_process_tree_fold_of (ScopeProcessTree *tree, guint32 row)
{
  if (row >= tree->n || tree->nodes[row].fold == SCOPE_NONE)
    return SCOPE_NONE;
  return tree->n + tree->nodes[row].fold;
}

guint
scope_process_tree_depth (ScopeProcessTree *tree, guint32 row)
{
  return tree->nodes[entity_row (tree, row)].depth;
}

guint32
scope_process_tree_n_children (ScopeProcessTree *tree, guint32 row)
{
  return row >= tree->n ? fold_of_row (tree, row)->n : tree->nodes[row].n_children;
}

guint32
scope_process_tree_n_below (ScopeProcessTree *tree, guint32 row)
{
  guint32 first, end = scope_process_tree_end (tree, row, &first);

  return end - first - (row >= tree->n ? fold_of_row (tree, row)->n : 1);
}

guint32
scope_process_tree_end (ScopeProcessTree *tree, guint32 row, guint32 *ret_first)
{
  if (row >= tree->n)
    {
      *ret_first = fold_of_row (tree, row)->first;
      return fold_of_row (tree, row)->end;
    }
  *ret_first = row;
  return tree->nodes[row].end;
}

GArray *
scope_process_tree_children (ScopeProcessTree *tree, guint32 row, gboolean fold)
{
  gboolean members = scope_process_tree_is_fold (tree, row);
  guint32 first = 0, end = row == SCOPE_NONE ? tree->n : scope_process_tree_end (tree, row, &first);
  guint32 n = row == SCOPE_NONE ? tree->n_roots : scope_process_tree_n_children (tree, row);
  GArray *children = g_array_sized_new (FALSE, FALSE, sizeof (guint32), fold && !members ? 0 : n);

  for (guint32 child = members || row == SCOPE_NONE ? first : first + 1; child < end;)
    {
      guint32 whole = fold && !members ? scope_process_tree_fold_of (tree, child) : SCOPE_NONE;
      guint32 shown = whole != SCOPE_NONE ? whole : child;

      g_array_append_val (children, shown);
      child = whole != SCOPE_NONE ? fold_of_row (tree, whole)->end : tree->nodes[child].end;
    }
  return children;
}

char *
scope_process_tree_label (ScopeProcessTree *tree, guint32 row)
{
  const ScopeEntity *entity = scope_process_tree_entity (tree, row);
  const char *label = entity == NULL ? NULL : entity->name != NULL ? entity->name : entity->entry;

  return g_strdup (label);
}

char *
scope_process_tree_title (ScopeProcessTree *tree, guint32 row)
{
  ScopeLaneId lane = scope_process_tree_lane (tree, row);
  g_autofree char *id = NULL;
  guint32 n;

  if (row < tree->n && lane.kind != SCOPE_KIND_THREAD)
    return scope_trace_lane_title (tree->trace, lane);
  if (row < tree->n)
    {
      id = scope_machine_entity_id (scope_trace_machine (tree->trace, lane.machine), lane.kind, lane.index);
      return g_strdup_printf ("%s %s", scope_trace_kind_label (tree->trace, lane.kind, FALSE), id);
    }
  n = fold_of_row (tree, row)->n;
  if (lane.kind == SCOPE_KIND_PROCESS)
    return g_strdup_printf (ngettext ("%u process", "%u processes", n), n);
  return g_strdup_printf (ngettext ("%u thread", "%u threads", n), n);
}

/* Of one entity, own clock; FALSE if it never lived. */
static gboolean
life_of (ScopeProcessTree *tree, ScopeLaneId lane, gint64 *ret_first, gint64 *ret_last)
{
  ScopeMachine *machine = scope_trace_machine (tree->trace, lane.machine);

  if (lane.kind == SCOPE_KIND_MACHINE)
    {
      gint64 first, last;

      scope_trace_range (tree->trace, &first, &last);
      *ret_first = machine->first;
      *ret_last = machine->last != SCOPE_TIME_MAX ? machine->last
                                                  : last - scope_trace_offset (tree->trace, machine);
      return TRUE;
    }
  return scope_lane_store_life (machine->lanes, scope_trace_lane (tree->trace, lane), ret_first, ret_last);
}

/* The same in trace time. */
static gboolean
row_life (ScopeProcessTree *tree, guint32 row, gint64 *ret_first, gint64 *ret_last)
{
  ScopeLaneId lane = tree->nodes[row].lane;
  gint64 offset = scope_trace_offset (tree->trace, scope_trace_machine (tree->trace, lane.machine));

  if (!life_of (tree, lane, ret_first, ret_last))
    return FALSE;
  *ret_first = scope_time_add (*ret_first, offset);
  *ret_last = scope_time_add (*ret_last, offset);
  return TRUE;
}

gboolean
scope_process_tree_life (ScopeProcessTree *tree, guint32 row, gint64 *ret_first, gint64 *ret_last)
{
  if (row < tree->n)
    return row_life (tree, row, ret_first, ret_last);
  *ret_first = fold_of_row (tree, row)->from;
  *ret_last = fold_of_row (tree, row)->to;
  return fold_of_row (tree, row)->lived;
}
