/* scope-lane-ticks.c: the rows of a timeline as a list to tick. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/lanes/scope-lane-tree.h"

#define DEEPEST 1u

static void
tick_clear (gpointer data)
{
  ScopeLaneTick *tick = data;

  g_free (tick->key);
  g_free (tick->title);
}

static void
add_ticks (ScopeLaneList *list, GPtrArray *nodes, guint depth, GArray *ticks)
{
  for (guint i = 0; nodes != NULL && i < nodes->len && ticks->len < SCOPE_LANE_MOST_TICKS; i++)
    {
      const ScopeLaneNode *node = g_ptr_array_index (nodes, i);
      const ScopeNodeMemory *memory = scope_lane_list_memory (list, node->key, FALSE);
      ScopeLaneTick tick = { g_strdup (node->key), g_strdup (node->title), depth, memory != NULL && memory->hidden };

      if (node->kind == SCOPE_ROW_MORE || node->kind == SCOPE_ROW_ABSENT)
        {
          tick_clear (&tick);
          continue;
        }
      g_array_append_val (ticks, tick);
      if (node->expanded && depth < DEEPEST)
        add_ticks (list, node->children, depth + 1, ticks);
    }
}

GArray *
scope_lane_list_dup_ticks (ScopeLaneList *list)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (ScopeLaneTick));

  g_array_set_clear_func (ticks, tick_clear);
  add_ticks (list, list->roots, 0, ticks);
  return ticks;
}

void
scope_lane_list_set_hidden (ScopeLaneList *list, const char *key, gboolean hidden)
{
  ScopeNodeMemory *memory = scope_lane_list_memory (list, key, TRUE);

  if (memory->hidden == hidden)
    return;
  memory->hidden = hidden;
  scope_lane_list_collect (list);
  scope_lane_list_notify (list);
}
