/* scope-lane-tree-path.c: the rows of the critical path and of phases, which are lanes of no machine; and those of messages. SPDX-License-Identifier: GPL-3.0-or-later */
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
scope_lane_list_set_phases (ScopeLaneList *list, gboolean shown)
{
  if (list->phases == shown)
    return;
  list->phases = shown;
  scope_lane_list_refresh (list);
}

void
scope_lane_list_set_traffic (ScopeLaneList *list, gboolean shown)
{
  if (list->traffic == shown)
    return;
  list->traffic = shown;
  scope_lane_list_refresh (list);
}

ScopeLaneNode *
scope_lane_tree_traffic (ScopeLaneList *list, ScopeLaneNode *node)
{
  gboolean erlang = scope_trace_runtime (list->trace) == SCOPE_RUNTIME_ERLANG;
  ScopeLaneNode *row;

  if (node->kind != SCOPE_ROW_STATES
      || (node->lane.kind != SCOPE_KIND_MACHINE && node->lane.kind != (erlang ? SCOPE_KIND_THREAD : SCOPE_KIND_PROCESS)))
    return NULL;
  if (node->traffic != NULL)
    return node->traffic;
  row = node->traffic = g_new0 (ScopeLaneNode, 1);
  row->kind = SCOPE_ROW_TRAFFIC;
  row->lane = node->lane;
  row->key = g_strconcat ("traffic:", node->key, NULL);
  row->title = g_strdup (_("Messages"));
  row->parent = node;
  row->depth = node->depth + 1;
  return row;
}

void
scope_lane_tree_drop_traffic (ScopeLaneNode *node)
{
  if (node->traffic == NULL)
    return;
  g_free (node->traffic->key);
  g_free (node->traffic->title);
  g_clear_pointer (&node->traffic, g_free);
}

/* Below the activity. Not if lanes are listed one by one, or others are looked for. */
static ScopeLaneNode *
add (ScopeLaneList *list, GPtrArray *roots, ScopeRowKind kind, const char *key, const char *title)
{
  g_autoptr (GPtrArray) one = NULL;
  ScopeLaneNode *node, *first = roots->len > 0 ? g_ptr_array_index (roots, 0) : NULL;

  if (list->show == SCOPE_SHOW_LIST || !scope_lane_matches_title (list->matches, title))
    return NULL;
  one = g_ptr_array_new ();
  node = scope_lane_tree_node_new (list, one, NULL, kind, SCOPE_NONE, g_strdup (key), g_strdup (title));
  g_ptr_array_insert (roots, first != NULL && first->kind == SCOPE_ROW_ACTIVITY ? 1 : 0, node);
  return node;
}

void
scope_lane_tree_add_path (ScopeLaneList *list, GPtrArray *roots)
{
  ScopeLaneNode *path;

  if (list->phases)
    add (list, roots, SCOPE_ROW_PHASES, "phases", _("Phases"));
  path = list->path.store != NULL ? add (list, roots, SCOPE_ROW_PATH, "path", _("Critical path")) : NULL;
  if (path == NULL)
    return;
  path->sources = g_memdup2 (&list->path, sizeof list->path);
  path->n_sources = 1;
}
