/* scope-shown-tasks.c: see scope-shown-tasks.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/lanes/scope-shown-tasks.h"

#include "model/scene/lanes/scope-lane-tree.h"

static void
add_rows (ScopeShownTasks *tasks, ScopeLaneList *list)
{
  for (guint i = 0; i < scope_lane_list_n_rows (list); i++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (list, i);

      if (node->kind == SCOPE_ROW_STATES && (tasks->kinds >> node->lane.kind & 1) != 0)
        g_array_append_val (tasks->lanes, node->lane);
    }
}

static void
add_hidden (ScopeShownTasks *tasks, ScopeLaneList *list)
{
  g_autoptr (GArray) ticks = scope_lane_list_dup_ticks (list);

  for (guint i = 0; i < ticks->len; i++)
    {
      const ScopeLaneTick *tick = &g_array_index (ticks, ScopeLaneTick, i);
      ScopeLaneId lane;

      if (tick->hidden && scope_trace_parse_lane (list->trace, tick->key, &lane, NULL))
        g_array_append_val (tasks->hidden, lane);
    }
}

void
scope_shown_tasks_init (ScopeShownTasks *tasks, ScopeLaneList *list, guint kinds)
{
  *tasks = (ScopeShownTasks) { .chosen = TRUE, .kinds = kinds, .lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId)),
                               .hidden = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId)) };
  if (list->show != SCOPE_SHOW_LIST && list->matches != NULL && scope_lane_filter_is_active (scope_lane_list_get_filter (list)))
    {
      tasks->matches = scope_lane_matches_ref (list->matches);
      add_hidden (tasks, list);
    }
  else
    add_rows (tasks, list);
}

void
scope_shown_tasks_clear (ScopeShownTasks *tasks)
{
  g_clear_pointer (&tasks->lanes, g_array_unref);
  g_clear_pointer (&tasks->hidden, g_array_unref);
  g_clear_pointer (&tasks->matches, scope_lane_matches_unref);
}

static gboolean
is_hidden (const ScopeShownTasks *tasks, ScopeLaneId lane)
{
  for (guint i = 0; i < tasks->hidden->len; i++)
    {
      const ScopeLaneId *hidden = &g_array_index (tasks->hidden, ScopeLaneId, i);

      if (hidden->machine == lane.machine && (hidden->kind == SCOPE_KIND_MACHINE || (hidden->kind == lane.kind && hidden->index == lane.index)))
        return TRUE;
    }
  return FALSE;
}

/* The filter looks at tasks; a port's title is one of those that are no entity's to it. */
static gboolean
matches (const ScopeShownTasks *tasks, ScopeTrace *trace, ScopeLaneId lane)
{
  g_autofree char *title = lane.kind == SCOPE_KIND_PORT ? scope_trace_lane_title (trace, lane) : NULL;

  return title != NULL ? scope_lane_matches_title (tasks->matches, title)
                       : (scope_lane_matches_get (tasks->matches, lane) & SCOPE_MATCH_ITSELF) != 0;
}

static void
add_matching (const ScopeShownTasks *tasks, ScopeTrace *trace, GArray *lanes)
{
  for (guint32 m = 0; m < scope_trace_n_machines (trace); m++)
    for (guint kind = 0; kind < SCOPE_N_KINDS; kind++)
      for (guint32 i = 0; (tasks->kinds >> kind & 1) != 0 && i < scope_machine_n_entities (scope_trace_machine (trace, m), (ScopeKind) kind); i++)
        {
          ScopeLaneId lane = { m, (ScopeKind) kind, i };

          if (matches (tasks, trace, lane) && !is_hidden (tasks, lane))
            g_array_append_val (lanes, lane);
        }
}

GArray *
scope_shown_tasks_dup_lanes (const ScopeShownTasks *tasks, ScopeTrace *trace)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));
  g_autoptr (GHashTable) processes = g_hash_table_new (NULL, NULL);
  GArray *lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));

  if (tasks->matches != NULL)
    add_matching (tasks, trace, all);
  else
    g_array_append_vals (all, tasks->lanes->data, tasks->lanes->len);
  for (guint i = 0; i < all->len; i++)
    if (g_array_index (all, ScopeLaneId, i).kind == SCOPE_KIND_PROCESS)
      g_hash_table_add (processes, GUINT_TO_POINTER (g_array_index (all, ScopeLaneId, i).machine));
  for (guint i = 0; i < all->len; i++)
    {
      ScopeLaneId lane = g_array_index (all, ScopeLaneId, i);

      if (lane.kind != SCOPE_KIND_THREAD || !g_hash_table_contains (processes, GUINT_TO_POINTER (lane.machine)))
        g_array_append_val (lanes, lane);
    }
  return lanes;
}
