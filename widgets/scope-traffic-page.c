/* scope-traffic-page.c: see scope-traffic-page.h.
 *
 * One question is under way at a time; a change of the range waits for its answer. With the first graph comes that of the whole trace: it is
 * laid out, so that every range shows its nodes at the same places.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-traffic-page.h"

#include "model/base/scope-task.h"
#include "widgets/scope-extent-chip.h"
#include "widgets/scope-graph-view.h"
#include "widgets/scope-matrix-view.h"
#include "widgets/scope-wrap-bar.h"

#include <glib/gi18n.h>

#define WAIT_MS 60
#define WAIT_READING_MS 600 /* while the trace grows */

struct _ScopeTrafficPage
{
  GtkWidget parent_instance;

  ScopeTrafficTopic topic;
  gboolean is_graph;
  ScopeView *view;
  GtkWidget *box, *bar, *measure, *chip, *words, *stack, *content, *empty; /* content: matrix or graph */
  GArray *spots; /* ScopeTrafficSpot */
  ScopeGraph *whole;
  GCancellable *asking;
  guint wait;
  gboolean stale, held;
};

G_DEFINE_FINAL_TYPE (ScopeTrafficPage, scope_traffic_page, GTK_TYPE_WIDGET)

enum
{
  SPOT_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void ask_soon (ScopeTrafficPage *self);

/* --- a question --- */

typedef struct
{
  ScopeTrace *trace;
  gint64 from, to;
  ScopeTrafficTopic topic;
  gboolean graph, wants_whole;
} Question;

typedef struct
{
  ScopeMatrix *matrix;
  ScopeGraph *graph, *whole;
  GArray *spots;
  char *summary;
} Answer;

static void
question_free (gpointer data)
{
  g_object_unref (((Question *) data)->trace);
  g_free (data);
}

static void
answer_free (Answer *answer)
{
  scope_matrix_unref (answer->matrix);
  scope_graph_unref (answer->graph);
  scope_graph_unref (answer->whole);
  g_clear_pointer (&answer->spots, g_array_unref);
  g_free (answer->summary);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static void
find_answer (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Question *question = data;
  ScopeWithin within = { .trace = question->trace, .from = question->from, .to = question->to, .cancellable = cancellable };
  g_autoptr (Answer) answer = g_new0 (Answer, 1);
  GError *error = NULL;

  if (question->graph)
    answer->graph = scope_traffic_graph_read (&within, question->topic, &answer->spots, &answer->summary, &error);
  else
    answer->matrix = scope_traffic_matrix_read (&within, question->topic, &answer->spots, &error);
  if (error == NULL && question->wants_whole)
    {
      within.from = SCOPE_TIME_MIN;
      within.to = SCOPE_TIME_MAX;
      answer->whole = scope_traffic_graph_read (&within, question->topic, NULL, NULL, &error);
    }
  if (error == NULL)
    g_task_return_pointer (task, g_steal_pointer (&answer), (GDestroyNotify) answer_free);
  else
    g_task_return_error (task, error);
}

/* --- what is shown --- */

ScopeMatrix *
scope_traffic_page_get_matrix (ScopeTrafficPage *self)
{
  return self->is_graph ? NULL : scope_matrix_view_get_matrix (SCOPE_MATRIX_VIEW (self->content));
}

ScopeGraph *
scope_traffic_page_get_graph (ScopeTrafficPage *self)
{
  return self->is_graph ? scope_graph_view_get_graph (SCOPE_GRAPH_VIEW (self->content)) : NULL;
}

static char *
describe (ScopeMatrix *matrix, int row, int column, gpointer data)
{
  return scope_traffic_matrix_describe (matrix, SCOPE_TRAFFIC_PAGE (data)->topic, row, column);
}

static void
show_words (ScopeTrafficPage *self, int row, int column)
{
  ScopeMatrix *matrix = scope_traffic_page_get_matrix (self);
  g_autofree char *text = matrix != NULL ? describe (matrix, row, column, self) : g_strdup ("");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *joined = g_strjoinv ("; ", lines);

  gtk_label_set_label (GTK_LABEL (self->words), joined);
}

static gboolean
show_answer (ScopeTrafficPage *self, Answer *answer)
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
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeTrafficPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (Answer) answer = g_task_propagate_pointer (G_TASK (result), &error);
  gboolean any;

  if (self->asking == NULL || g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  g_clear_object (&self->asking);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, FALSE, -1);
  g_clear_pointer (&self->spots, g_array_unref);
  if (answer != NULL)
    self->spots = g_steal_pointer (&answer->spots);
  any = show_answer (self, answer);
  gtk_label_set_label (GTK_LABEL (self->empty), error != NULL ? error->message
                                                : self->topic == SCOPE_TRAFFIC_LOCKS
                                                    ? _("Nobody waited for another one in this range")
                                                    : _("Nobody took a line from another one in this range"));
  gtk_stack_set_visible_child (GTK_STACK (self->stack), any ? self->content : self->empty);
  if (self->stale)
    ask_soon (self);
}

static gboolean
ask (gpointer data)
{
  ScopeTrafficPage *self = data;
  Question *question;
  GTask *task;
  gint64 from, to;

  self->wait = 0;
  if (self->view == NULL || !scope_extent_chip_get_range (SCOPE_EXTENT_CHIP (self->chip), &from, &to))
    return G_SOURCE_REMOVE;
  self->stale = FALSE;
  self->asking = g_cancellable_new ();
  question = g_new0 (Question, 1);
  *question = (Question) { g_object_ref (scope_view_get_trace (self->view)), from, to, self->topic, self->is_graph,
                           self->is_graph && self->whole == NULL };
  task = g_task_new (NULL, self->asking, answered, g_object_ref (self));
  g_task_set_task_data (task, question, question_free);
  scope_task_run (task, find_answer);
  g_object_unref (task);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, TRUE, -1);
  return G_SOURCE_REMOVE;
}

static void
ask_soon (ScopeTrafficPage *self)
{
  gboolean reading;

  self->stale = TRUE;
  if (self->view == NULL || self->asking != NULL || self->wait != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  reading = !scope_trace_get_finished (scope_view_get_trace (self->view));
  self->wait = g_timeout_add (reading ? WAIT_READING_MS : WAIT_MS, ask, self);
}

static void
cancel (ScopeTrafficPage *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
}

gboolean
scope_traffic_page_is_settled (ScopeTrafficPage *self)
{
  return self->view == NULL
         || (self->asking == NULL && !self->stale
             && (!self->is_graph || !scope_graph_view_is_arranging (SCOPE_GRAPH_VIEW (self->content))));
}

/* --- hands --- */

static void
range_changed (ScopeExtentChip *chip, ScopeTrafficPage *self)
{
  if (!self->held)
    ask_soon (self);
}

static void
measure_changed (GtkDropDown *measure, GParamSpec *pspec, ScopeTrafficPage *self)
{
  scope_matrix_view_set_measure (SCOPE_MATRIX_VIEW (self->content), gtk_drop_down_get_selected (measure));
}

void
scope_traffic_page_set_measure (ScopeTrafficPage *self, guint measure)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->measure), measure);
}

void
scope_traffic_page_hold (ScopeTrafficPage *self, gboolean hold)
{
  self->held = hold;
}

static gboolean
activate (ScopeTrafficPage *self, guint spot)
{
  ScopeTrafficSpot copy;

  if (self->view == NULL || self->spots == NULL || spot >= self->spots->len)
    return FALSE;
  copy = g_array_index (self->spots, ScopeTrafficSpot, spot);
  g_signal_emit (self, signals[SPOT_ACTIVATED], 0, &copy);
  return TRUE;
}

gboolean
scope_traffic_page_activate_cell (ScopeTrafficPage *self, int row, int column)
{
  ScopeMatrix *matrix = scope_traffic_page_get_matrix (self);
  const ScopeMatrixCell *cell
      = matrix != NULL && row >= 0 && column >= 0 ? scope_matrix_cell (matrix, (guint) row, (guint) column) : NULL;

  return cell != NULL && activate (self, cell->source);
}

gboolean
scope_traffic_page_activate_edge (ScopeTrafficPage *self, guint edge)
{
  ScopeGraph *graph = scope_traffic_page_get_graph (self);

  return graph != NULL && edge < scope_graph_n_edges (graph) && activate (self, scope_graph_edge (graph, edge)->data);
}

static void
cell_selected (ScopeMatrixView *matrix, int row, int column, ScopeTrafficPage *self)
{
  show_words (self, row, column);
}

static void
cell_activated (ScopeMatrixView *matrix, int row, int column, ScopeTrafficPage *self)
{
  scope_traffic_page_activate_cell (self, row, column);
}

static void
edge_activated (ScopeGraphView *graph, guint edge, ScopeTrafficPage *self)
{
  scope_traffic_page_activate_edge (self, edge);
}

static void
node_activated (ScopeGraphView *graph, guint i, ScopeTrafficPage *self)
{
  const ScopeGraphNode *node = scope_graph_node (scope_graph_view_get_graph (graph), i);

  if (self->view == NULL || !node->has_lane)
    return;
  scope_lane_list_reveal (scope_view_get_lanes (self->view), node->lane);
  scope_view_select_lane (self->view, &node->lane);
}

static void
set_palette (ScopeTrafficPage *self, ScopePaletteKind palette)
{
  if (self->is_graph)
    scope_graph_view_set_palette (SCOPE_GRAPH_VIEW (self->content), palette);
  else
    scope_matrix_view_set_palette (SCOPE_MATRIX_VIEW (self->content), palette);
}

static void
view_changed (ScopeView *view, guint what, ScopeTrafficPage *self)
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
scope_traffic_page_set_view (ScopeTrafficPage *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_TRAFFIC_PAGE (self));

  if (self->view == view)
    return;
  cancel (self);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  g_clear_pointer (&self->spots, g_array_unref);
  g_clear_pointer (&self->whole, scope_graph_unref);
  if (self->is_graph)
    scope_graph_view_forget_places (SCOPE_GRAPH_VIEW (self->content));
  show_answer (self, NULL);
  scope_extent_chip_set_view (SCOPE_EXTENT_CHIP (self->chip), view);
  if (view != NULL)
    {
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      set_palette (self, scope_view_get_palette (view));
      ask_soon (self);
    }
}

void
scope_traffic_page_set_layout (ScopeTrafficPage *self, ScopeGraphLayout *layout)
{
  g_return_if_fail (SCOPE_IS_TRAFFIC_PAGE (self));

  if (self->is_graph)
    scope_graph_view_set_layout (SCOPE_GRAPH_VIEW (self->content), layout);
}

static void
scope_traffic_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (scope_traffic_page_parent_class)->map (widget);
  if (SCOPE_TRAFFIC_PAGE (widget)->stale)
    ask_soon (SCOPE_TRAFFIC_PAGE (widget));
}

static void
scope_traffic_page_dispose (GObject *object)
{
  ScopeTrafficPage *self = SCOPE_TRAFFIC_PAGE (object);

  if (self->box != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->chip, self);
      g_signal_handlers_disconnect_by_data (self->content, self);
      scope_traffic_page_set_view (self, NULL);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_traffic_page_parent_class)->dispose (object);
}

static void
scope_traffic_page_class_init (ScopeTrafficPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_traffic_page_dispose;
  GTK_WIDGET_CLASS (klass)->map = scope_traffic_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[SPOT_ACTIVATED] = g_signal_new ("spot-activated", SCOPE_TYPE_TRAFFIC_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
scope_traffic_page_init (ScopeTrafficPage *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

static void
make_bar (ScopeTrafficPage *self, GtkWidget *leading)
{
  self->bar = scope_wrap_bar_new ();
  gtk_widget_set_margin_top (self->bar, 6);
  gtk_widget_set_margin_bottom (self->bar, 6);
  gtk_widget_set_margin_start (self->bar, 6);
  gtk_widget_set_margin_end (self->bar, 6);
  gtk_widget_set_parent (leading, self->bar);
  if (!self->is_graph)
    {
      const char *titles[SCOPE_TRAFFIC_MEASURES + 1] = { NULL };

      for (guint i = 0; i < SCOPE_TRAFFIC_MEASURES; i++)
        titles[i] = scope_traffic_measure_label (self->topic, i);
      self->measure = gtk_drop_down_new_from_strings (titles);
      gtk_widget_set_valign (self->measure, GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (self->measure, "sheet-choice");
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->measure), GTK_ACCESSIBLE_PROPERTY_LABEL, _("What the cells say"),
                                      -1);
      g_signal_connect (self->measure, "notify::selected", G_CALLBACK (measure_changed), self);
      gtk_widget_set_parent (self->measure, self->bar);
    }
  self->chip = scope_extent_chip_new ();
  g_signal_connect (self->chip, "changed", G_CALLBACK (range_changed), self);
  gtk_widget_set_parent (self->chip, self->bar);
  self->words = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->words), 0);
  gtk_label_set_wrap (GTK_LABEL (self->words), TRUE);
  gtk_widget_add_css_class (self->words, "sheet-summary");
  gtk_widget_add_css_class (self->words, "numeric");
  gtk_widget_set_parent (self->words, self->bar);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
}

static void
make_content (ScopeTrafficPage *self)
{
  const char *name = self->topic == SCOPE_TRAFFIC_LOCKS ? _("Who waits for whom") : _("Who takes lines from whom");

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
scope_traffic_page_new (ScopeTrafficTopic topic, gboolean graph, GtkWidget *leading)
{
  ScopeTrafficPage *self = g_object_new (SCOPE_TYPE_TRAFFIC_PAGE, NULL);

  self->topic = topic;
  self->is_graph = graph;
  make_bar (self, leading);
  make_content (self);
  return GTK_WIDGET (self);
}
