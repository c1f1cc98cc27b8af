/* scope-process-tree-graph.c: the process tree as a graph: nodes as large as they ran long, laid out as a
 * tree.
 *
 * Made anew only while it is to be seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/processes/scope-process-tree-panel-private.h"

#include "model/scene/draw/scope-ruler.h"
#include "model/scene/processes/scope-tree-scene.h"
#include "widgets/graph/scope-graph-view.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

static void
update_note (ScopeProcessTreePanel *self)
{
  const char *trouble = scope_graph_view_get_trouble (SCOPE_GRAPH_VIEW (self->graph));
  g_autofree char *count = scope_format_count (self->graph_left);
  g_autofree char *left = self->graph_left > 0 ? g_strdup_printf (_ ("… and %s below"), count) : NULL;
  g_autofree char *text = g_strjoin (left != NULL && trouble != NULL ? " · " : "", left != NULL ? left : "",
                                     trouble != NULL ? trouble : "", NULL);

  gtk_label_set_label (GTK_LABEL (self->graph_note), text);
  gtk_widget_set_visible (self->graph_note, text[0] != '\0');
}

/* The selected lane's node, if it has one. */
void
scope_process_tree_choose_node (ScopeProcessTreePanel *self)
{
  ScopeGraph *graph = scope_graph_view_get_graph (SCOPE_GRAPH_VIEW (self->graph));
  guint32 found = SCOPE_NONE;
  ScopeLaneId lane;

  if (graph == NULL || self->panel.view == NULL)
    return;
  if (scope_view_get_selected_lane (self->panel.view, &lane))
    for (guint32 i = 0; i < scope_graph_n_nodes (graph) && found == SCOPE_NONE; i++)
      {
        const ScopeLaneId *own = &scope_graph_node (graph, i)->lane;

        if (scope_lane_id_equal (*own, lane))
          found = i;
      }
  scope_graph_view_choose_node (SCOPE_GRAPH_VIEW (self->graph), found);
}

void
scope_process_tree_update_graph (ScopeProcessTreePanel *self)
{
  g_autoptr (ScopeGraph) graph = NULL;

  if (self->panel.view == NULL || self->order == NULL || self->order->totals == NULL
      || !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->graph_button)))
    return;
  scope_graph_view_set_palette (SCOPE_GRAPH_VIEW (self->graph), scope_view_get_palette (self->panel.view));
  graph = scope_process_tree_to_graph (self->order, 0, &self->graph_left);
  scope_graph_view_set_graph (SCOPE_GRAPH_VIEW (self->graph), graph);
  scope_process_tree_choose_node (self);
  update_note (self);
}

static void
node_activated (ScopeGraphView *graph_view, guint node, ScopeProcessTreePanel *self)
{
  ScopeGraph *graph = scope_graph_view_get_graph (graph_view);

  if (self->panel.view != NULL && graph != NULL && node < scope_graph_n_nodes (graph))
    scope_view_select_lane (self->panel.view, &scope_graph_node (graph, node)->lane);
}

GtkWidget *
scope_process_tree_make_graph (ScopeProcessTreePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->graph = scope_graph_view_new (_ ("Process tree as a graph"));
  gtk_widget_set_vexpand (self->graph, TRUE);
  self->graph_note = scope_label_new (NULL, SCOPE_LABEL_WRAP, "dim-label");
  gtk_widget_set_visible (self->graph_note, FALSE);
  scope_set_margins (self->graph_note, 3, 0);
  g_signal_connect (self->graph, "node-activated", G_CALLBACK (node_activated), self);
  g_signal_connect_swapped (self->graph, "state-changed", G_CALLBACK (update_note), self);
  scope_add_children (box, self->graph, self->graph_note, NULL);
  return box;
}
