/* scope-contention-page.c: see scope-contention-page.h.
 *
 * With the first graph comes that of the whole trace: it is laid out, so that every range shows its nodes at the same places.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/locks/scope-contention-page.h"

#include "widgets/kit/scope-range-selector.h"
#include "widgets/graph/scope-graph-view.h"
#include "widgets/matrix/scope-matrix-view.h"
#include "widgets/kit/scope-async-query.h"
#include "widgets/kit/scope-wrap-bar.h"

#include <glib/gi18n.h>

struct _ScopeContentionPage
{
  GtkWidget parent_instance;

  ScopeContentionTopic topic;
  gboolean is_graph;
  ScopeView *view;
  GtkWidget *box, *bar, *measure, *chip, *words, *stack, *content, *empty; /* content: matrix or graph */
  GArray *spots; /* ScopeContentionSpot */
  ScopeGraph *whole;
  ScopeAsyncQuery *question;
  gboolean held;
};

G_DEFINE_FINAL_TYPE (ScopeContentionPage, scope_contention_page, GTK_TYPE_WIDGET)

enum
{
  SPOT_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- a question --- */

/* What is asked for. */
typedef struct
{
  ScopeContentionTopic topic;
  gboolean graph, wants_whole;
} What;

typedef struct
{
  ScopeMatrix *matrix;
  ScopeGraph *graph, *whole;
  GArray *spots;
  char *summary;
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  scope_matrix_unref (answer->matrix);
  scope_graph_unref (answer->graph);
  scope_graph_unref (answer->whole);
  g_clear_pointer (&answer->spots, g_array_unref);
  g_free (answer->summary);
  g_free (answer);
}

static gboolean
fill (gpointer owner, ScopeQueryRange *within, gpointer data)
{
  ScopeContentionPage *self = owner;
  What *what = data;

  if (self->view == NULL || !scope_range_selector_get_range (SCOPE_RANGE_SELECTOR (self->chip), &within->from, &within->to))
    return FALSE;
  within->trace = scope_view_get_trace (self->view);
  *what = (What) { self->topic, self->is_graph, self->is_graph && self->whole == NULL };
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, TRUE, -1);
  return TRUE;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;
  ScopeQueryRange whole = *within;
  Answer *answer = g_new0 (Answer, 1);

  whole.from = SCOPE_TIME_MIN;
  whole.to = SCOPE_TIME_MAX;
  if (what->graph)
    answer->graph = scope_contention_graph_read (within, what->topic, &answer->spots, &answer->summary, error);
  else
    answer->matrix = scope_contention_matrix_read (within, what->topic, &answer->spots, error);
  if (answer->graph != NULL && what->wants_whole)
    answer->whole = scope_contention_graph_read (&whole, what->topic, NULL, NULL, error);
  if (what->graph ? answer->graph != NULL && (answer->whole != NULL || !what->wants_whole) : answer->matrix != NULL)
    return answer;
  answer_free (answer);
  return NULL;
}

/* --- what is shown --- */

ScopeMatrix *
scope_contention_page_get_matrix (ScopeContentionPage *self)
{
  return self->is_graph ? NULL : scope_matrix_view_get_matrix (SCOPE_MATRIX_VIEW (self->content));
}

ScopeGraph *
scope_contention_page_get_graph (ScopeContentionPage *self)
{
  return self->is_graph ? scope_graph_view_get_graph (SCOPE_GRAPH_VIEW (self->content)) : NULL;
}

static char *
describe (ScopeMatrix *matrix, int row, int column, gpointer data)
{
  return scope_contention_matrix_describe (matrix, SCOPE_CONTENTION_PAGE (data)->topic, row, column);
}

static void
show_words (ScopeContentionPage *self, int row, int column)
{
  ScopeMatrix *matrix = scope_contention_page_get_matrix (self);
  g_autofree char *text = matrix != NULL ? describe (matrix, row, column, self) : g_strdup ("");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *joined = g_strjoinv ("; ", lines);

  gtk_label_set_label (GTK_LABEL (self->words), joined);
}

static gboolean
show_answer (ScopeContentionPage *self, Answer *answer)
{
  int row = -1, column = -1;

  if (self->is_graph)
    {
      gboolean any = answer != NULL && scope_graph_n_edges (answer->graph) > 0;

      if (answer != NULL && answer->whole != NULL)
        {
          scope_graph_unref (self->whole);
          self->whole = g_steal_pointer (&answer->whole);
        }
      scope_graph_view_set_graph_within (SCOPE_GRAPH_VIEW (self->content), any ? answer->graph : NULL, any ? self->whole : NULL);
      gtk_label_set_label (GTK_LABEL (self->words), any ? answer->summary : "");
      return any;
    }
  scope_matrix_view_set_matrix (SCOPE_MATRIX_VIEW (self->content), answer != NULL ? answer->matrix : NULL);
  scope_matrix_view_get_selected (SCOPE_MATRIX_VIEW (self->content), &row, &column);
  show_words (self, row, column);
  return answer != NULL && scope_matrix_n_cells (answer->matrix) > 0;
}

static void
show (gpointer owner, gpointer data, const GError *error)
{
  ScopeContentionPage *self = owner;
  Answer *answer = data;
  gboolean any;

  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, FALSE, -1);
  g_clear_pointer (&self->spots, g_array_unref);
  if (answer != NULL)
    self->spots = g_steal_pointer (&answer->spots);
  any = show_answer (self, answer);
  gtk_label_set_label (GTK_LABEL (self->empty), error != NULL ? error->message
                                                : self->topic == SCOPE_CONTENTION_LOCKS
                                                    ? _("Nobody waited for another one in this range")
                                                    : _("Nobody took a line from another one in this range"));
  gtk_stack_set_visible_child (GTK_STACK (self->stack), any ? self->content : self->empty);
  g_clear_pointer (&answer, answer_free);
}

static const ScopeAsyncQueryClass question_class
    = { .fill = fill, .find = find, .show = show, .free_answer = answer_free, .what_size = sizeof (What) };

static void
ask_soon (ScopeContentionPage *self)
{
  if (self->view != NULL)
    scope_async_query_ask (self->question, !scope_trace_get_finished (scope_view_get_trace (self->view)));
}

gboolean
scope_contention_page_is_settled (ScopeContentionPage *self)
{
  return self->view == NULL
         || (!scope_async_query_is_open (self->question)
             && (!self->is_graph || !scope_graph_view_is_arranging (SCOPE_GRAPH_VIEW (self->content))));
}

/* --- input --- */

static void
range_changed (ScopeRangeSelector *chip, ScopeContentionPage *self)
{
  if (!self->held)
    ask_soon (self);
}

static void
measure_changed (GtkDropDown *measure, GParamSpec *pspec, ScopeContentionPage *self)
{
  scope_matrix_view_set_measure (SCOPE_MATRIX_VIEW (self->content), gtk_drop_down_get_selected (measure));
}

void
scope_contention_page_set_measure (ScopeContentionPage *self, guint measure)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->measure), measure);
}

void
scope_contention_page_hold (ScopeContentionPage *self, gboolean hold)
{
  self->held = hold;
}

static gboolean
activate (ScopeContentionPage *self, guint spot)
{
  ScopeContentionSpot copy;

  if (self->view == NULL || self->spots == NULL || spot >= self->spots->len)
    return FALSE;
  copy = g_array_index (self->spots, ScopeContentionSpot, spot);
  g_signal_emit (self, signals[SPOT_ACTIVATED], 0, &copy);
  return TRUE;
}

gboolean
scope_contention_page_activate_cell (ScopeContentionPage *self, int row, int column)
{
  ScopeMatrix *matrix = scope_contention_page_get_matrix (self);
  const ScopeMatrixCell *cell
      = matrix != NULL && row >= 0 && column >= 0 ? scope_matrix_cell (matrix, (guint) row, (guint) column) : NULL;

  return cell != NULL && activate (self, cell->source);
}

gboolean
scope_contention_page_activate_edge (ScopeContentionPage *self, guint edge)
{
  ScopeGraph *graph = scope_contention_page_get_graph (self);

  return graph != NULL && edge < scope_graph_n_edges (graph) && activate (self, scope_graph_edge (graph, edge)->data);
}

static void
cell_selected (ScopeMatrixView *matrix, int row, int column, ScopeContentionPage *self)
{
  show_words (self, row, column);
}

static void
cell_activated (ScopeMatrixView *matrix, int row, int column, ScopeContentionPage *self)
{
  scope_contention_page_activate_cell (self, row, column);
}

static void
edge_activated (ScopeGraphView *graph, guint edge, ScopeContentionPage *self)
{
  scope_contention_page_activate_edge (self, edge);
}

static void
node_activated (ScopeGraphView *graph, guint i, ScopeContentionPage *self)
{
  const ScopeGraphNode *node = scope_graph_node (scope_graph_view_get_graph (graph), i);

  if (self->view == NULL || !node->has_lane)
    return;
  scope_lane_list_reveal (scope_view_get_lanes (self->view), node->lane);
  scope_view_select_lane (self->view, &node->lane);
}

static void
set_palette (ScopeContentionPage *self, ScopePaletteKind palette)
{
  if (self->is_graph)
    scope_graph_view_set_palette (SCOPE_GRAPH_VIEW (self->content), palette);
  else
    scope_matrix_view_set_palette (SCOPE_MATRIX_VIEW (self->content), palette);
}

static void
view_changed (ScopeView *view, guint what, ScopeContentionPage *self)
{
  if (what & SCOPE_VIEW_LOOK)
    set_palette (self, scope_view_get_palette (view));
  if (what & SCOPE_VIEW_DATA)
    {
      g_clear_pointer (&self->whole, scope_graph_unref);
      ask_soon (self);
    }
}

/* --- life --- */

void
scope_contention_page_set_view (ScopeContentionPage *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_CONTENTION_PAGE (self));

  if (self->view == view)
    return;
  scope_async_query_cancel (self->question);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  g_clear_pointer (&self->spots, g_array_unref);
  g_clear_pointer (&self->whole, scope_graph_unref);
  if (self->is_graph)
    scope_graph_view_forget_places (SCOPE_GRAPH_VIEW (self->content));
  show_answer (self, NULL);
  scope_range_selector_set_view (SCOPE_RANGE_SELECTOR (self->chip), view);
  if (view != NULL)
    {
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      set_palette (self, scope_view_get_palette (view));
      ask_soon (self);
    }
}

void
scope_contention_page_set_layout (ScopeContentionPage *self, ScopeGraphLayout *layout)
{
  g_return_if_fail (SCOPE_IS_CONTENTION_PAGE (self));

  if (self->is_graph)
    scope_graph_view_set_layout (SCOPE_GRAPH_VIEW (self->content), layout);
}

static void
scope_contention_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (scope_contention_page_parent_class)->map (widget);
  if (scope_async_query_is_open (SCOPE_CONTENTION_PAGE (widget)->question))
    ask_soon (SCOPE_CONTENTION_PAGE (widget));
}

static void
scope_contention_page_dispose (GObject *object)
{
  ScopeContentionPage *self = SCOPE_CONTENTION_PAGE (object);

  if (self->box != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->chip, self);
      g_signal_handlers_disconnect_by_data (self->content, self);
      scope_contention_page_set_view (self, NULL);
    }
  g_clear_pointer (&self->question, scope_async_query_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_contention_page_parent_class)->dispose (object);
}

static void
scope_contention_page_class_init (ScopeContentionPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_contention_page_dispose;
  GTK_WIDGET_CLASS (klass)->map = scope_contention_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[SPOT_ACTIVATED] = g_signal_new ("spot-activated", SCOPE_TYPE_CONTENTION_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
scope_contention_page_init (ScopeContentionPage *self)
{
  self->question = scope_async_query_new (GTK_WIDGET (self), &question_class);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

static void
make_bar (ScopeContentionPage *self, GtkWidget *leading)
{
  self->bar = scope_wrap_bar_new ();
  gtk_widget_set_margin_top (self->bar, 6);
  gtk_widget_set_margin_bottom (self->bar, 6);
  gtk_widget_set_margin_start (self->bar, 6);
  gtk_widget_set_margin_end (self->bar, 6);
  gtk_widget_set_parent (leading, self->bar);
  if (!self->is_graph)
    {
      const char *titles[SCOPE_CONTENTION_MEASURES + 1] = { NULL };

      for (guint i = 0; i < SCOPE_CONTENTION_MEASURES; i++)
        titles[i] = scope_contention_measure_label (self->topic, i);
      self->measure = gtk_drop_down_new_from_strings (titles);
      gtk_widget_set_valign (self->measure, GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (self->measure, "table-choice");
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->measure), GTK_ACCESSIBLE_PROPERTY_LABEL, _("What the cells say"),
                                      -1);
      g_signal_connect (self->measure, "notify::selected", G_CALLBACK (measure_changed), self);
      gtk_widget_set_parent (self->measure, self->bar);
    }
  self->chip = scope_range_selector_new ();
  g_signal_connect (self->chip, "changed", G_CALLBACK (range_changed), self);
  gtk_widget_set_parent (self->chip, self->bar);
  self->words = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->words), 0);
  gtk_label_set_wrap (GTK_LABEL (self->words), TRUE);
  gtk_widget_add_css_class (self->words, "table-summary");
  gtk_widget_add_css_class (self->words, "numeric");
  gtk_widget_set_parent (self->words, self->bar);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
}

static void
make_content (ScopeContentionPage *self)
{
  const char *name = self->topic == SCOPE_CONTENTION_LOCKS ? _("Who waits for whom") : _("Who takes lines from whom");

  if (self->is_graph)
    {
      self->content = scope_graph_view_new (name);
      g_signal_connect (self->content, "node-activated", G_CALLBACK (node_activated), self);
      g_signal_connect (self->content, "edge-activated", G_CALLBACK (edge_activated), self);
    }
  else
    {
      self->content = scope_matrix_view_new (name);
      scope_matrix_view_set_describe (SCOPE_MATRIX_VIEW (self->content), describe, self);
      g_signal_connect (self->content, "cell-selected", G_CALLBACK (cell_selected), self);
      g_signal_connect (self->content, "cell-activated", G_CALLBACK (cell_activated), self);
    }
  self->stack = gtk_stack_new ();
  self->empty = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_widget_add_css_class (self->empty, "dim-label");
  gtk_stack_add_child (GTK_STACK (self->stack), self->content);
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->stack);
}

GtkWidget *
scope_contention_page_new (ScopeContentionTopic topic, gboolean graph, GtkWidget *leading)
{
  ScopeContentionPage *self = g_object_new (SCOPE_TYPE_CONTENTION_PAGE, NULL);

  self->topic = topic;
  self->is_graph = graph;
  make_bar (self, leading);
  make_content (self);
  return GTK_WIDGET (self);
}
