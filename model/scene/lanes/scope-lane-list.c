/* scope-lane-list.c: the tree as a whole: what was done to it, which rows are visible, how high they are. What the
 * tree is made of is in scope-lane-tree.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-tree.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/document/scope-recorded.h"

#include <math.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (ScopeLaneList, scope_lane_list, G_TYPE_OBJECT)

static guint changed_signal;

ScopeNodeMemory *
scope_lane_list_memory (ScopeLaneList *list, const char *key, gboolean make)
{
  ScopeNodeMemory *memory = g_hash_table_lookup (list->memory, key);

  if (memory == NULL && make)
    {
      memory = g_new0 (ScopeNodeMemory, 1);
      memory->rank = -1;
      g_hash_table_insert (list->memory, g_strdup (key), memory);
    }
  return memory;
}

static gboolean
can_move (const ScopeLaneNode *node)
{
  return node->kind != SCOPE_ROW_MORE && node->kind != SCOPE_ROW_ABSENT && node->kind != SCOPE_ROW_TRAFFIC;
}

static double
node_rank (ScopeLaneList *list, const ScopeLaneNode *node, double otherwise)
{
  const ScopeNodeMemory *memory = scope_lane_list_memory (list, node->key, FALSE);

  return memory != NULL && memory->rank >= 0 ? memory->rank : otherwise;
}

typedef struct
{
  ScopeLaneNode *node;
  double rank;
} Ranked;

SCOPE_COMPARE_BY (compare_ranks, Ranked, SCOPE_UP (rank))

/* Children as a person has moved them; those never moved stay where they come. */
static GArray *
ranked (ScopeLaneList *list, GPtrArray *nodes)
{
  GArray *array = g_array_sized_new (FALSE, FALSE, sizeof (Ranked), nodes->len);

  for (guint i = 0; i < nodes->len; i++)
    {
      Ranked r = { g_ptr_array_index (nodes, i), 0 };

      r.rank = !can_move (r.node) ? G_MAXDOUBLE : node_rank (list, r.node, i);
      g_array_append_val (array, r);
    }
  g_array_sort (array, compare_ranks);
  return array;
}

/* It goes with the row that it is of. */
static void
add_traffic (ScopeLaneList *list, ScopeLaneNode *node, gboolean pinned)
{
  ScopeLaneNode *row = list->has_traffic ? scope_lane_tree_traffic (list, node) : NULL;
  const ScopeNodeMemory *memory = row != NULL ? scope_lane_list_memory (list, row->key, FALSE) : NULL;

  if (row == NULL)
    return;
  row->pinned = pinned;
  if (memory == NULL || !memory->hidden)
    g_ptr_array_add (list->rows, row);
  else
    list->n_hidden++;
}

static void
flatten (ScopeLaneList *list, GPtrArray *nodes, gboolean pinned)
{
  g_autoptr (GArray) order = ranked (list, nodes);

  for (guint i = 0; i < order->len; i++)
    {
      ScopeLaneNode *node = g_array_index (order, Ranked, i).node;
      ScopeNodeMemory *memory = scope_lane_list_memory (list, node->key, FALSE);

      if (memory != NULL && memory->hidden)
        {
          if (!pinned)
            list->n_hidden++;
          continue;
        }
      node->pinned = memory != NULL && memory->pinned;
      if (node->pinned == pinned)
        {
          g_ptr_array_add (list->rows, node);
          add_traffic (list, node, pinned);
        }
      if (!node->expandable || !node->expanded)
        continue;
      scope_lane_tree_make_children (list, node);
      flatten (list, node->children, pinned);
    }
}

void
scope_lane_list_collect (ScopeLaneList *list)
{
  g_ptr_array_set_size (list->rows, 0);
  list->n_hidden = 0;
  list->n_sticking = 0; /* until they are laid out */
  list->sticking_height = 0;
  list->has_traffic = list->traffic && scope_trace_has_rows (list->trace, SCOPE_TABLE_MESSAGES);
  flatten (list, list->roots, TRUE);
  flatten (list, list->roots, FALSE);
  g_hash_table_remove_all (list->by_key);
  for (guint i = 0; i < list->rows->len; i++)
    g_hash_table_insert (list->by_key, ((ScopeLaneNode *) g_ptr_array_index (list->rows, i))->key,
                         GUINT_TO_POINTER (i + 1));
  /* A click does not wait for a frame, and rows that are the same as before are not drawn anew. */
  if (list->laid_out)
    scope_lane_list_layout (list, list->laid_out_mode, list->laid_out_available, list->laid_out_lane);
}

static char *
fingerprint (ScopeLaneList *list)
{
  GString *text = g_string_new (NULL);

  SCOPE_EACH_POINTER (const ScopeLaneNode, node, list->rows)
    g_string_append_printf (text, "%s|%s|%s|%u|%" G_GINT64_FORMAT "|%d|%d\n", node->key, node->title,
                            node->detail != NULL ? node->detail : "", node->n_sources,
                            node->n_sources > 0 ? node->sources[0].offset : 0, node->expandable, node->pinned);
  return g_string_free (text, FALSE);
}

void
scope_lane_list_rebuild (ScopeLaneList *list)
{
  g_hash_table_remove_all (list->by_key);
  g_ptr_array_set_size (list->rows, 0);
  g_clear_pointer (&list->roots, g_ptr_array_unref);
  list->roots = scope_lane_tree_make (list);
  scope_lane_list_collect (list);
  scope_lane_list_look_for_parts (list);
}

gboolean
scope_lane_list_refresh (ScopeLaneList *list)
{
  g_autofree char *before = fingerprint (list), *after = NULL;

  scope_lane_list_rebuild (list);
  after = fingerprint (list);
  if (strcmp (before, after) == 0)
    return FALSE;
  g_signal_emit (list, changed_signal, 0);
  return TRUE;
}

gboolean
scope_lane_list_update (ScopeLaneList *list)
{
  scope_lane_families_forget (list->families);
  if (list->matches != NULL || list->matching != NULL || list->rankings->len > 0)
    scope_lane_list_match_soon (list);
  return scope_lane_list_refresh (list);
}

void
scope_lane_list_notify (ScopeLaneList *list)
{
  g_signal_emit (list, changed_signal, 0);
}

static void
rebuild_and_notify (ScopeLaneList *list)
{
  scope_lane_list_rebuild (list);
  g_signal_emit (list, changed_signal, 0);
}

void
scope_lane_list_set_show (ScopeLaneList *list, ScopeShow show)
{
  if (list->show == show)
    return;
  list->show = show;
  rebuild_and_notify (list);
}

ScopeShow
scope_lane_list_get_show (ScopeLaneList *list)
{
  return list->show;
}

static void
choose_lanes (ScopeLaneList *list, const ScopeLaneId *lanes, guint n, gboolean sum)
{
  g_array_set_size (list->chosen, 0);
  g_array_append_vals (list->chosen, lanes, n);
  list->sum = sum;
  list->show = SCOPE_SHOW_LIST;
  rebuild_and_notify (list);
}

void
scope_lane_list_set_lanes (ScopeLaneList *list, const ScopeLaneId *lanes, guint n)
{
  choose_lanes (list, lanes, n, FALSE);
}

void
scope_lane_list_compare (ScopeLaneList *list, const ScopeLaneId *lanes, guint n)
{
  choose_lanes (list, lanes, n, TRUE);
}

void
scope_lane_list_set_sort (ScopeLaneList *list, ScopeSort sort)
{
  if (list->sort == sort)
    return;
  list->sort = sort;
  rebuild_and_notify (list);
}

ScopeSort
scope_lane_list_get_sort (ScopeLaneList *list)
{
  return list->sort;
}

guint
scope_lane_list_n_rows (ScopeLaneList *list)
{
  return list->rows->len;
}

ScopeLaneNode *
scope_lane_list_row (ScopeLaneList *list, guint i)
{
  g_return_val_if_fail (i < list->rows->len, NULL);
  return g_ptr_array_index (list->rows, i);
}

guint
scope_lane_list_find_key (ScopeLaneList *list, const char *key)
{
  gpointer at = g_hash_table_lookup (list->by_key, key);

  return at != NULL ? GPOINTER_TO_UINT (at) - 1 : SCOPE_NONE;
}

/* The lane's process, else its machine; FALSE at the top. */
static gboolean
lane_parent (ScopeLaneList *list, ScopeLaneId *lane)
{
  ScopeMachine *machine = scope_trace_machine (list->trace, lane->machine);
  const ScopeEntity *entity;

  if (machine == NULL || lane->kind == SCOPE_KIND_MACHINE)
    return FALSE;
  if (lane->kind == SCOPE_KIND_THREAD)
    {
      entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, lane->index);
      if (entity != NULL && entity->process != SCOPE_NONE)
        {
          lane->kind = SCOPE_KIND_PROCESS;
          lane->index = entity->process;
          return TRUE;
        }
      if (machine->threads_lane != SCOPE_NONE)
        {
          lane->kind = SCOPE_KIND_THREADS;
          lane->index = 0;
          return TRUE;
        }
    }
  lane->kind = SCOPE_KIND_MACHINE;
  lane->index = 0;
  return TRUE;
}

guint
scope_lane_list_find (ScopeLaneList *list, ScopeLaneId lane, gboolean nearest)
{
  do
    {
      g_autofree char *key = NULL;
      guint row;

      if (scope_trace_machine (list->trace, lane.machine) == NULL)
        return SCOPE_NONE;
      key = scope_lane_tree_key (list, lane);
      row = scope_lane_list_find_key (list, key);
      if (row != SCOPE_NONE)
        return row;
    }
  while (nearest && lane_parent (list, &lane));
  return SCOPE_NONE;
}

guint
scope_lane_list_n_hidden (ScopeLaneList *list)
{
  return list->n_hidden;
}

void
scope_lane_list_set_expanded (ScopeLaneList *list, guint row, gboolean expanded)
{
  ScopeLaneNode *node = scope_lane_list_row (list, row);
  ScopeNodeMemory *memory;

  g_return_if_fail (node != NULL);
  if (node->kind == SCOPE_ROW_ABSENT)
    {
      ScopeLaneFilter filter = list->filter;

      filter.hide_absent = FALSE;
      scope_lane_list_set_filter (list, &filter);
      return;
    }
  if (node->kind == SCOPE_ROW_MORE)
    {
      memory = scope_lane_list_memory (list, node->parent != NULL ? node->parent->key : node->key, TRUE);
      memory->shown = MAX (node->shown, SCOPE_GROUP_SHOWN) + SCOPE_GROUP_SHOWN;
    }
  else
    {
      if (!node->expandable || node->expanded == !!expanded)
        return;
      memory = scope_lane_list_memory (list, node->key, TRUE);
      memory->expanded = expanded ? 1 : -1;
    }
  rebuild_and_notify (list);
}

void
scope_lane_list_set_pinned (ScopeLaneList *list, guint row, gboolean pinned)
{
  ScopeLaneNode *node = scope_lane_list_row (list, row);

  g_return_if_fail (node != NULL);
  scope_lane_list_memory (list, node->key, TRUE)->pinned = pinned;
  scope_lane_list_collect (list);
  g_signal_emit (list, changed_signal, 0);
}

void
scope_lane_list_hide (ScopeLaneList *list, guint row)
{
  ScopeLaneNode *node = scope_lane_list_row (list, row);

  g_return_if_fail (node != NULL);
  scope_lane_list_memory (list, node->key, TRUE)->hidden = TRUE;
  scope_lane_list_collect (list);
  g_signal_emit (list, changed_signal, 0);
}

void
scope_lane_list_show_all (ScopeLaneList *list)
{
  SCOPE_EACH_VALUE (ScopeNodeMemory, memory, list->memory)
    memory->hidden = FALSE;
  scope_lane_list_collect (list);
  g_signal_emit (list, changed_signal, 0);
}

void
scope_lane_list_move (ScopeLaneList *list, guint row, guint before)
{
  ScopeLaneNode *node = scope_lane_list_row (list, row);
  ScopeLaneNode *target = before != SCOPE_NONE ? scope_lane_list_row (list, before) : NULL;
  g_autoptr (GArray) order = NULL;
  double rank = 0;

  g_return_if_fail (node != NULL);
  if (target == node || (target != NULL && target->parent != node->parent))
    return;
  order = ranked (list, node->parent != NULL ? node->parent->children : list->roots);
  for (guint i = 0; i < order->len; i++)
    {
      ScopeLaneNode *sibling = g_array_index (order, Ranked, i).node;

      if (sibling == node)
        continue;
      if (sibling == target)
        scope_lane_list_memory (list, node->key, TRUE)->rank = rank++;
      scope_lane_list_memory (list, sibling->key, TRUE)->rank = rank++;
    }
  if (target == NULL)
    scope_lane_list_memory (list, node->key, TRUE)->rank = rank;
  scope_lane_list_collect (list);
  g_signal_emit (list, changed_signal, 0);
}

/* The next row from `row` on, in the direction of `step`, that can change places with `node`. */
static guint
find_sibling (ScopeLaneList *list, const ScopeLaneNode *node, gint64 row, int step)
{
  for (; row >= 0 && row < list->rows->len; row += step)
    {
      const ScopeLaneNode *other = g_ptr_array_index (list->rows, (guint) row);

      if (other != node && other->parent == node->parent && other->pinned == node->pinned && can_move (other))
        return (guint) row;
    }
  return SCOPE_NONE;
}

gboolean
scope_lane_list_move_step (ScopeLaneList *list, guint row, int step, gboolean really)
{
  const ScopeLaneNode *node = scope_lane_list_row (list, row);
  guint other, before;

  g_return_val_if_fail (node != NULL, FALSE);
  if (!can_move (node) || (other = find_sibling (list, node, (gint64) row + step, step)) == SCOPE_NONE)
    return FALSE;
  before = step < 0 ? other : find_sibling (list, node, (gint64) other + 1, 1);
  if (really)
    scope_lane_list_move (list, row, before);
  return TRUE;
}

gboolean
scope_lane_list_find_drop (ScopeLaneList *list, guint row, double y, guint *ret_before, double *ret_y)
{
  const ScopeLaneNode *node = scope_lane_list_row (list, row);
  double best = G_MAXDOUBLE, end = 0;

  g_return_val_if_fail (node != NULL, FALSE);
  if (!can_move (node))
    return FALSE;
  for (guint i = 0; i < list->rows->len; i++)
    {
      const ScopeLaneNode *other = g_ptr_array_index (list->rows, i);

      if (other->pinned != node->pinned)
        continue;
      /* A sibling ends where the last of what is below it ends. */
      for (const ScopeLaneNode *up = other; up != NULL; up = up->parent)
        if (up->parent == node->parent && can_move (up))
          end = MAX (end, other->y + other->height);
      if (other->parent == node->parent && can_move (other) && fabs (other->y - y) < best)
        {
          best = fabs (other->y - y);
          *ret_before = i;
          *ret_y = other->y;
        }
    }
  if (fabs (end - y) < best)
    {
      *ret_before = SCOPE_NONE;
      *ret_y = end;
    }
  return TRUE;
}

/* --- the object --- */

static void
memory_free (gpointer data)
{
  g_free (data);
}

static void
scope_lane_list_finalize (GObject *object)
{
  ScopeLaneList *list = SCOPE_LANE_LIST (object);

  scope_lane_list_stop_matching (list);
  g_clear_pointer (&list->roots, g_ptr_array_unref);
  scope_lane_families_free (list->families);
  g_ptr_array_unref (list->rows);
  g_hash_table_unref (list->by_key);
  g_hash_table_unref (list->memory);
  g_hash_table_unref (list->wanted);
  g_hash_table_unref (list->known_parts);
  g_hash_table_unref (list->looked_at);
  g_clear_object (&list->looking);
  g_array_unref (list->chosen);
  g_array_unref (list->rankings);
  g_clear_object (&list->trace);
  G_OBJECT_CLASS (scope_lane_list_parent_class)->finalize (object);
}

static void
scope_lane_list_class_init (ScopeLaneListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_lane_list_finalize;
  changed_signal = g_signal_new ("changed", SCOPE_TYPE_LANE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
scope_lane_list_init (ScopeLaneList *list)
{
  list->rows = g_ptr_array_new ();
  scope_lane_filter_init (&list->filter);
  list->roots = g_ptr_array_new ();
  list->by_key = g_hash_table_new (g_str_hash, g_str_equal);
  list->memory = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, memory_free);
  list->wanted = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  list->looked_at = g_hash_table_new (NULL, NULL);
  list->known_parts = g_hash_table_new (g_direct_hash, g_direct_equal);
  list->chosen = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));
  list->rankings = g_array_new (FALSE, FALSE, sizeof (ScopeLaneRanking));
  g_array_set_clear_func (list->rankings, scope_lane_ranking_clear);
}

ScopeLaneList *
scope_lane_list_new (ScopeTrace *trace)
{
  ScopeLaneList *list = g_object_new (SCOPE_TYPE_LANE_LIST, NULL);

  list->trace = g_object_ref (trace);
  list->families = scope_lane_families_new (trace);
  scope_trace_range (trace, &list->from, &list->to);
  list->asked_from = list->from;
  list->asked_to = list->to;
  scope_lane_list_rebuild (list);
  return list;
}
