/* scope-lane-tree-path.c: the row of the critical path, which is a lane of no machine. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/lanes/scope-lane-tree-private.h"

#include <glib/gi18n.h>

void
scope_lane_list_set_path (ScopeLaneList *list, ScopeLaneStore *store, guint32 lane)
{
  if (list->path.store == store && list->path.lane == lane)
    return;
  list->path = (ScopeLaneSource) { store, lane, 0 };
  scope_lane_list_refresh (list);
}

void
scope_lane_tree_add_path (ScopeLaneList *list, GPtrArray *roots)
{
  g_autoptr (GPtrArray) one = NULL;
  ScopeLaneNode *node, *first = roots->len > 0 ? g_ptr_array_index (roots, 0) : NULL;

  if (list->path.store == NULL || list->show == SCOPE_SHOW_LIST || !scope_lane_matches_title (list->matches, _("Critical path")))
    return;
  one = g_ptr_array_new ();
  node = scope_lane_tree_node_new (list, one, NULL, SCOPE_ROW_PATH, SCOPE_NONE, g_strdup ("path"), g_strdup (_("Critical path")));
  node->sources = g_memdup2 (&list->path, sizeof list->path);
  node->n_sources = 1;
  g_ptr_array_insert (roots, first != NULL && first->kind == SCOPE_ROW_ACTIVITY ? 1 : 0, node);
}
