/* scope-lane-tree-families.c: rows of families: of many threads or processes those that ran most, and rows
 * for the others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-tree-private.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/scene/draw/scope-ruler.h"

#include "model/trace/document/scope-sim-words.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#define MOST_GROUPED 1000000u /* more threads are not looked at for their labels */

gboolean
scope_lane_tree_is_by_number (ScopeLaneList *list)
{
  return list->sort == SCOPE_SORT_AUTO || list->sort == SCOPE_SORT_ID;
}

static void
add_more (ScopeLaneList *list,
          GPtrArray *to,
          ScopeLaneNode *parent,
          guint32 machine,
          char *key,
          guint left,
          guint shown)
{
  g_autofree char *count = scope_format_count (left);
  ScopeLaneNode *more
      = scope_lane_tree_node_new (list, to, parent, SCOPE_ROW_MORE, machine, key,
                                  g_strdup_printf (_ ("Show %u more"), MIN (SCOPE_GROUP_SHOWN, left)));

  more->shown = shown;
  if (left <= SCOPE_GROUP_SHOWN)
    return; /* they are all that are left */
  if (!scope_lane_tree_is_by_number (list) && parent == NULL && scope_trace_n_machines (list->trace) > 1)
    {
      g_autofree char *of = scope_trace_lane_title (list->trace, (ScopeLaneId){ machine, SCOPE_KIND_MACHINE, 0 });

      more->detail = g_strdup_printf (_ ("of %s, %s"), count, of);
    }
  else
    more->detail = g_strdup_printf (_ ("of %s"), count);
}

static void
add_absent (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, guint32 machine, char *key, guint n)
{
  g_autofree char *count = scope_format_count (n);
  ScopeLaneNode *node = scope_lane_tree_node_new (list, to, parent, SCOPE_ROW_ABSENT, machine, key,
                                                  g_strdup_printf (_ ("+%s not alive here"), count));

  node->shown = n;
}

static gboolean
is_listed (ScopeLaneList *list, ScopeLaneId lane, gboolean alive_only)
{
  guint bits = scope_lane_matches_get (list->matches, lane);

  return (bits & (SCOPE_MATCH_ITSELF | SCOPE_MATCH_BELOW)) != 0 && (!alive_only || (bits & SCOPE_MATCH_ALIVE) != 0);
}

/* By what a family is in order. Of a trace that grows, who runs most changes all the time: they keep their places below the pointer. */
static ScopeSort
family_order (ScopeLaneList *list, const ScopeLaneFamily *family, guint shown)
{
  if (list->sort != SCOPE_SORT_AUTO)
    return list->sort;
  return family->n > shown && scope_trace_get_finished (list->trace) ? SCOPE_SORT_RUNNING : SCOPE_SORT_ID;
}

/* Which of a family are rows; how many others match, alive in view and not. */
typedef struct
{
  GArray *members; /* guint32 */
  guint left, absent;
} Choice;

static gboolean
is_helper (const guint32 *helpers, guint n, guint32 index)
{
  gsize at = SCOPE_BISECT (n, i, helpers[i] < index);

  return at < n && helpers[at] == index;
}

static gboolean
is_chosen (const Choice *choice, guint32 index)
{
  for (guint i = 0; i < choice->members->len; i++)
    if (g_array_index (choice->members, guint32, i) == index)
      return TRUE;
  return FALSE;
}

/* Those that somebody wants to see. */
static void
add_wanted (ScopeLaneList *list, const ScopeLaneFamily *family, Choice *choice)
{
  GHashTableIter iter;
  gpointer code;

  g_hash_table_iter_init (&iter, list->wanted);
  while (g_hash_table_iter_next (&iter, &code, NULL))
    {
      guint32 index = (guint32) *(const gint64 *) code;
      ScopeLaneId lane = { family->machine, family->kind, index };

      if (scope_lane_tree_code (lane) != *(const gint64 *) code || index >= family->looked_at
          || is_chosen (choice, index))
        continue;
      g_array_append_val (choice->members, index);
      if (is_listed (list, lane, list->filter.hide_absent))
        choice->left -= MIN (choice->left, 1);
      else
        choice->absent -= MIN (choice->absent, 1);
    }
}

/* Of very many none but the first are looked at. */
static void
choose_of_many (ScopeLaneList *list, const ScopeLaneFamily *family, guint shown, Choice *choice)
{
  const ScopeLaneRanking *ranking = scope_lane_list_ranking (list, family, family_order (list, family, shown), shown);
  guint32 n = ranking != NULL ? ranking->n_first : SCOPE_LANE_MANY;
  guint n_helpers = 0, listed_helpers = 0;
  g_autofree guint32 *helpers = family->helped ? scope_trace_dup_helpers (list->trace, family->machine, &n_helpers) : NULL;

  for (guint32 i = 0; i < n && choice->members->len < shown; i++)
    {
      guint32 index = ranking != NULL ? ranking->first[i] : i;

      if ((ranking != NULL || is_listed (list, (ScopeLaneId) { family->machine, family->kind, index }, list->filter.hide_absent))
          && !is_helper (helpers, n_helpers, index))
        g_array_append_val (choice->members, index);
    }
  for (guint i = 0; i < n_helpers && ranking != NULL; i++)
    listed_helpers += is_listed (list, (ScopeLaneId) { family->machine, family->kind, helpers[i] }, list->filter.hide_absent);
  choice->left = ranking != NULL ? ranking->n_listed - listed_helpers : family->n;
  choice->left -= MIN (choice->left, choice->members->len);
  choice->absent = ranking != NULL ? ranking->n_absent : 0;
  add_wanted (list, family, choice);
}

static void
choose (ScopeLaneList *list, ScopeLaneFamily *family, guint shown, Choice *choice)
{
  gboolean alive_only = list->filter.hide_absent && family->n > SCOPE_GROUP_SHOWN;

  scope_lane_family_sort (family, scope_trace_machine (list->trace, family->machine), family_order (list, family, shown));
  for (guint i = 0; i < family->n; i++)
    {
      ScopeLaneId lane = { family->machine, family->kind, family->members[i] };
      guint bits = scope_lane_matches_get (list->matches, lane);
      gboolean wanted = g_hash_table_size (list->wanted) > 0 && scope_lane_tree_is_wanted (list, lane);

      if (!wanted && !(bits & (SCOPE_MATCH_ITSELF | SCOPE_MATCH_BELOW)))
        continue;
      if (!wanted && alive_only && !(bits & SCOPE_MATCH_ALIVE))
        choice->absent++;
      else if (!wanted && choice->members->len >= shown)
        choice->left++;
      else
        g_array_append_val (choice->members, lane.index);
    }
}

/* The first of a family that are asked for, a row that shows more, and one that counts those not alive in
 * view. */
void
scope_lane_tree_add_members (
    ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, ScopeLaneFamily *family, guint shown)
{
  ScopeMachine *machine = scope_trace_machine (list->trace, family->machine);
  const char *place = parent != NULL                       ? parent->key
                      : family->kind == SCOPE_KIND_PROCESS ? "processes"
                                                           : "threads";
  g_autofree char *more_key = g_strdup_printf ("more:%u:%s", machine->number, place);
  const ScopeNodeMemory *memory
      = scope_lane_list_memory (list, parent != NULL ? parent->key : more_key, FALSE);
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  Choice choice = { members, 0, 0 };

  if (memory != NULL && memory->shown > 0)
    shown = memory->shown;
  if (family->large)
    choose_of_many (list, family, shown, &choice);
  else
    choose (list, family, shown, &choice);
  for (guint i = 0; i < members->len; i++)
    scope_lane_tree_add_lane (list, to, parent, (ScopeLaneId) { family->machine, family->kind, g_array_index (members, guint32, i) });
  if (choice.left > 0)
    add_more (list, to, parent, family->machine, g_steal_pointer (&more_key), choice.left, shown);
  if (choice.absent > 0)
    add_absent (list, to, parent, family->machine, g_strdup_printf ("absent:%u:%s", machine->number, place),
                choice.absent);
}

/* --- one order over all machines --- */

typedef struct
{
  double order;
  guint at;
  ScopeLaneNode *node;
} Ordered;

SCOPE_COMPARE_BY (compare_ordered, Ordered, SCOPE_UP (order) SCOPE_UP (at))

static double
row_order (ScopeLaneList *list, const ScopeLaneNode *node)
{
  ScopeMachine *machine = scope_trace_machine (list->trace, node->lane.machine);
  g_autofree guint32 *lanes = g_new (guint32, node->n_sources + 1);
  gint64 first;

  if (node->kind != SCOPE_ROW_STATES)
    return G_MAXDOUBLE;
  first = machine->first;
  if (node->lane.kind != SCOPE_KIND_MACHINE)
    first = scope_machine_entity (machine, node->lane.kind, node->lane.index)->first;
  for (guint i = 0; i < node->n_sources; i++)
    lanes[i] = node->sources[i].lane;
  return scope_lane_order (machine, first + scope_trace_offset (list->trace, machine), lanes, node->n_sources, list->sort);
}

void
scope_lane_tree_sort (ScopeLaneList *list, GPtrArray *rows, guint from)
{
  guint n = rows->len - from;
  g_autofree Ordered *all = NULL;

  if (scope_lane_tree_is_by_number (list) || n < 2)
    return;
  all = g_new (Ordered, n);
  for (guint i = 0; i < n; i++)
    {
      ScopeLaneNode *node = g_ptr_array_index (rows, from + i);

      all[i] = (Ordered) { row_order (list, node), i, node };
    }
  qsort (all, n, sizeof *all, compare_ordered);
  for (guint i = 0; i < n; i++)
    rows->pdata[from + i] = all[i].node;
}

/* The next member that is listed, from *next on; of a large family one of the first `most`. SCOPE_NONE: none is left. */
static guint32
next_of (ScopeLaneList *list, const ScopeLaneFamily *family, guint most, guint *next)
{
  const ScopeLaneRanking *ranking = family->large ? scope_lane_list_ranking (list, family, list->sort, most) : NULL;
  const guint32 *members = family->large ? ranking != NULL ? ranking->first : NULL : family->members;
  guint n = !family->large ? family->n : ranking != NULL ? ranking->n_first : most;

  for (; *next < n; (*next)++)
    {
      guint32 index = members != NULL ? members[*next] : *next;

      if (is_listed (list, (ScopeLaneId) { family->machine, family->kind, index }, list->filter.hide_absent && family->n > SCOPE_GROUP_SHOWN))
        return index;
    }
  return SCOPE_NONE;
}

guint *
scope_lane_tree_share_out (ScopeLaneList *list, ScopeLaneFamily *const *families, guint n, guint shown)
{
  const guint most = shown;
  guint *shares = g_new0 (guint, n + 1);
  g_autofree guint *next = g_new0 (guint, n + 1);
  g_autofree double *order = g_new (double, n + 1);

  for (guint i = 0; i < n; i++)
    order[i] = -G_MAXDOUBLE; /* not looked at */
  for (guint i = 0; i < n; i++)
    scope_lane_family_sort (families[i], scope_trace_machine (list->trace, families[i]->machine), list->sort);
  for (guint best = 0; shown > 0 && best != SCOPE_NONE; shown--)
    {
      best = SCOPE_NONE;
      for (guint i = 0; i < n; i++)
        {
          const ScopeLaneFamily *family = families[i];
          ScopeMachine *machine = scope_trace_machine (list->trace, family->machine);
          guint32 index = next_of (list, family, most, &next[i]);

          if (index == SCOPE_NONE)
            continue;
          if (order[i] <= -G_MAXDOUBLE)
            {
              const ScopeEntity *entity = scope_machine_entity (machine, family->kind, index);

              order[i] = scope_lane_order (machine, entity->first + scope_trace_offset (list->trace, machine),
                                           &entity->lane, 1, list->sort);
            }
          if (best == SCOPE_NONE || order[i] < order[best])
            best = i;
        }
      if (best != SCOPE_NONE)
        {
          shares[best]++;
          next[best]++;
          order[best] = -G_MAXDOUBLE;
        }
    }
  return shares;
}

static guint
count_matching (ScopeLaneList *list, const ScopeLaneFamily *family)
{
  guint n = 0;

  if (list->matches == NULL)
    return family->n;
  for (guint i = 0; i < family->n; i++)
    n += (scope_lane_matches_get (list->matches,
                                  (ScopeLaneId){ family->machine, family->kind, family->members[i] })
          & SCOPE_MATCH_ITSELF)
         != 0;
  return n;
}

gboolean
scope_lane_tree_has_member (const ScopeLaneNode *group, guint32 index)
{
  return group->family != NULL && group->family->kind == SCOPE_KIND_THREAD
         && scope_lane_family_has (group->family, index);
}

static void
add_group (ScopeLaneList *list, ScopeLaneNode *parent, ScopeLaneFamily *family)
{
  ScopeMachine *machine = scope_trace_machine (list->trace, parent->lane.machine);
  guint n = count_matching (list, family);
  ScopeLaneNode *node;

  if (n == 0)
    return;
  node = scope_lane_tree_node_new (list, parent->children, parent, SCOPE_ROW_GROUP, machine->index,
                                   g_strdup_printf ("group:%u/%s", machine->number, family->name),
                                   g_strdup (family->name));
  node->detail = scope_format_count (n);
  node->family = scope_lane_family_ref (family);
  scope_lane_tree_set_expandable (list, node,
                                  scope_lane_filter_has_text (&list->filter) && n <= SCOPE_GROUP_SHOWN);
  if (family->n <= SCOPE_LANE_TREE_SUMMED)
    {
      g_autofree guint32 *lanes = g_new (guint32, family->n + 1);

      for (guint i = 0; i < family->n; i++)
        lanes[i] = scope_machine_entity (machine, SCOPE_KIND_THREAD, family->members[i])->lane;
      scope_lane_tree_set_sources (node, machine, scope_trace_offset (list->trace, machine), lanes,
                                   family->n);
    }
}

void
scope_lane_tree_make_threads (ScopeLaneList *list, ScopeLaneNode *node)
{
  ScopeMachine *machine = scope_trace_machine (list->trace, node->lane.machine);
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_THREAD);
  g_autoptr (ScopeLaneFamily) all = NULL, helpers = NULL;
  GPtrArray *groups = NULL;
  /* The slots of a pipeline are its diagram, in their order: neither a choice of them nor groups of those with like names. */
  gboolean slots = scope_trace_is_pipeline (list->trace) && n <= SCOPE_LANE_TREE_SLOTS;

  if (list->filter.group && !slots && n > 2 * SCOPE_GROUP_SHOWN && n <= MOST_GROUPED)
    groups = scope_lane_families_of_threads (list->families, machine);
  /* Groups of one are none. */
  if (groups != NULL && groups->len > 1 && groups->len < n / 2)
    {
      for (guint i = 0; i < groups->len; i++)
        add_group (list, node, g_ptr_array_index (groups, i));
      return;
    }
  all = scope_lane_families_but_helpers (list->families, machine);
  helpers = scope_lane_families_helpers (list->families, machine);
  scope_lane_tree_add_members (list, node->children, node, all, slots ? SCOPE_LANE_TREE_SLOTS : SCOPE_GROUP_SHOWN);
  if (helpers->n > 0)
    add_group (list, node, helpers);
}
