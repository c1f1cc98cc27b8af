/* scope-graph-page.c: see scope-graph-page.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/graph/scope-graph-page.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

G_DEFINE_TYPE (ScopeGraphPage, scope_graph_page, SCOPE_TYPE_PANEL)

/* --- a question --- */

/* What is asked for. */
typedef struct
{
  const ScopeGraphTopic *topic;
  gboolean wants_whole;
} What;

void
scope_graph_answer_free (gpointer data)
{
  ScopeGraphAnswer *answer = data;

  scope_graph_unref (answer->graph);
  scope_graph_unref (answer->whole);
  g_clear_pointer (&answer->sources, g_array_unref);
  g_free (answer->summary);
  g_free (answer);
}

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  ScopeGraphPage *self = SCOPE_GRAPH_PAGE (panel);

  *(What *) what = (What) { self->topic, !self->has_whole };
  return TRUE;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;
  ScopeQueryRange whole = *within;
  ScopeGraphAnswer *answer = g_new0 (ScopeGraphAnswer, 1);

  whole.from = SCOPE_TIME_MIN;
  whole.to = SCOPE_TIME_MAX;
  answer->has_whole = what->wants_whole;
  answer->graph = what->topic->read (within, what->topic->what, &answer->sources, &answer->summary, error);
  if (answer->graph != NULL && what->wants_whole)
    answer->whole = what->topic->read (&whole, what->topic->what, NULL, NULL, error);
  if (answer->graph != NULL && (answer->whole != NULL || !what->wants_whole))
    return answer;
  scope_graph_answer_free (answer);
  return NULL;
}

/* --- what is shown --- */

ScopeGraph *
scope_graph_page_get_graph (ScopeGraphPage *self)
{
  return scope_graph_view_get_graph (self->graph);
}

void
scope_graph_page_forget_whole (ScopeGraphPage *self)
{
  g_clear_pointer (&self->whole, scope_graph_unref);
  self->has_whole = FALSE;
}

void
scope_graph_page_keep (ScopeGraphPage *self, ScopeGraphAnswer *answer)
{
  g_clear_pointer (&self->sources, g_array_unref);
  self->sources = g_steal_pointer (&answer->sources);
  if (!answer->has_whole)
    return;
  scope_graph_page_forget_whole (self);
  self->whole = g_steal_pointer (&answer->whole);
  self->has_whole = TRUE;
}

static void
show (ScopePanel *panel, gpointer data, const GError *error)
{
  ScopeGraphPage *self = SCOPE_GRAPH_PAGE (panel);
  ScopeGraphAnswer *answer = data;
  gboolean any = answer != NULL && scope_graph_n_edges (answer->graph) > 0;

  if (answer != NULL)
    scope_graph_page_keep (self, answer);
  scope_graph_view_set_graph_within (self->graph, any ? answer->graph : NULL, any ? self->whole : NULL);
  gtk_label_set_label (GTK_LABEL (self->words), any ? answer->summary : "");
  gtk_label_set_label (GTK_LABEL (self->empty), error != NULL ? error->message : _(self->topic->empty));
  gtk_stack_set_visible_child (GTK_STACK (self->stack), any ? GTK_WIDGET (self->graph) : self->empty);
  g_clear_pointer (&answer, scope_graph_answer_free);
}

static gboolean
is_settled (ScopePanel *panel)
{
  return !scope_graph_view_is_arranging (SCOPE_GRAPH_PAGE (panel)->graph);
}

/* --- input --- */

gboolean
scope_graph_page_activate (ScopeGraphPage *self, guint edge)
{
  ScopeGraph *graph = scope_graph_page_get_graph (self);
  g_autoptr (GArray) held = self->sources != NULL ? g_array_ref (self->sources) : NULL;
  guint source = graph != NULL && edge < scope_graph_n_edges (graph) ? scope_graph_edge (graph, edge)->data : G_MAXUINT;

  if (self->panel.view == NULL || held == NULL || source >= held->len)
    return FALSE;
  scope_panel_hold (&self->panel, TRUE);
  g_signal_emit_by_name (self, "activated", held->data + (gsize) source * g_array_get_element_size (held));
  scope_panel_hold (&self->panel, FALSE);
  return TRUE;
}

static void
edge_activated (ScopeGraphPage *self, guint edge)
{
  scope_graph_page_activate (self, edge);
}

static void
node_activated (ScopeGraphPage *self, guint i)
{
  const ScopeGraphNode *node = scope_graph_node (scope_graph_page_get_graph (self), i);

  if (self->panel.view == NULL || !node->has_lane)
    return;
  scope_lane_list_reveal (scope_view_get_lanes (self->panel.view), node->lane);
  scope_view_select_lane (self->panel.view, &node->lane);
}

/* --- life --- */

static void
set_palette (ScopeGraphPage *self)
{
  scope_graph_view_set_palette (self->graph, scope_view_get_palette (self->panel.view));
}

static void
view_changed (ScopePanel *panel, guint what)
{
  if (what & SCOPE_VIEW_LOOK)
    set_palette (SCOPE_GRAPH_PAGE (panel));
  if (what & SCOPE_VIEW_DATA)
    {
      scope_graph_page_forget_whole (SCOPE_GRAPH_PAGE (panel));
      scope_panel_ask (panel);
    }
}

static void
set_view (ScopePanel *panel)
{
  ScopeGraphPage *self = SCOPE_GRAPH_PAGE (panel);

  g_clear_pointer (&self->sources, g_array_unref);
  scope_graph_page_forget_whole (self);
  scope_graph_view_forget_places (self->graph);
  scope_graph_view_set_graph (self->graph, NULL);
  gtk_label_set_label (GTK_LABEL (self->words), "");
  if (panel->view != NULL)
    set_palette (self);
}

static void
set_layout (ScopePanel *panel, ScopeGraphLayout *layout)
{
  scope_graph_view_set_layout (SCOPE_GRAPH_PAGE (panel)->graph, layout);
}

static void
scope_graph_page_class_init (ScopeGraphPageClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->is_settled = is_settled;
  panel_class->set_layout = set_layout;
  panel_class->fill = fill;
  panel_class->show = show;
  panel_class->query.find = find;
  panel_class->query.free_answer = scope_graph_answer_free;
  panel_class->query.what_size = sizeof (What);
  g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, G_STRUCT_OFFSET (ScopeGraphPageClass, activated), NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
scope_graph_page_init (ScopeGraphPage *self)
{
}

void
scope_graph_page_build (ScopeGraphPage *self, const char *name)
{
  self->graph = SCOPE_GRAPH_VIEW (scope_graph_view_new (name));
  self->words = scope_summary_label_new ();
  self->stack = gtk_stack_new ();
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_stack_add_child (GTK_STACK (self->stack), GTK_WIDGET (self->graph));
  g_signal_connect_swapped (self->graph, "node-activated", G_CALLBACK (node_activated), self);
  g_signal_connect_swapped (self->graph, "edge-activated", G_CALLBACK (edge_activated), self);
}

GtkWidget *
scope_graph_page_new (const ScopeGraphTopic *topic, GtkWidget *leading)
{
  ScopeGraphPage *self = g_object_new (SCOPE_TYPE_GRAPH_PAGE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = scope_bar_new (6);

  self->topic = topic;
  scope_graph_page_build (self, _(topic->name));
  self->empty = scope_message_label_new (0);
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  scope_add_children (bar, leading, scope_panel_make_chip (&self->panel), self->words, NULL);
  scope_add_children (box, bar, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), self->stack, NULL);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
