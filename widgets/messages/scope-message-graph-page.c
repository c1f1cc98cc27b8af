/* scope-message-graph-page.c: see scope-message-graph-page.h.
 *
 * One question is under way at a time; what is shown stays until its answer is there. With the first graph of a kind comes
 * that of the whole trace: it is laid out, so that every range shows its nodes at the same places.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-message-graph-page-private.h"

#include "model/base/scope-task.h"
#include "model/scene/draw/scope-ruler.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define WAIT_MS 60
#define WAIT_READING_MS 600 /* while the trace grows */
#define PATIENCE_MS 400     /* before progress is shown */
#define PULSE_MS 80

G_DEFINE_FINAL_TYPE (ScopeMessageGraphPage, scope_message_graph_page, GTK_TYPE_WIDGET)

enum
{
  PAIR_ACTIVATED,
  MATRIX_WANTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void ask_soon (ScopeMessageGraphPage *self);

/* --- a question --- */

typedef struct
{
  ScopeTrace *trace;
  gint64 from, to;
  ScopeMessageFilter filter;
  ScopeMessageGraphOptions options;
  gboolean wants_whole;
  gint *permille;
} Question;

typedef struct
{
  GArray *pairs;
  ScopeGraph *graph, *whole; /* NULL: too large */
  ScopeMessageGraphCounts counts;
} Answer;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->trace);
  g_atomic_rc_box_release (question->permille);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->pairs, g_array_unref);
  scope_graph_unref (answer->graph);
  scope_graph_unref (answer->whole);
  g_free (answer);
}

/* All that may come into view, whatever the range, the thresholds and the selection. */
static ScopeGraph *
make_whole (const Question *question, GCancellable *cancellable, GError **error)
{
  ScopeMessageFilter filter = question->filter;
  ScopeMessageGraphOptions options = question->options;
  const ScopeQueryRange within = { question->trace, SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, NULL, NULL, &filter };
  g_autoptr (GArray) pairs = NULL;

  filter.machine = -1;
  filter.process = -1;
  filter.pair = FALSE;
  options.least_count = options.least_size = 0;
  pairs = scope_pairs_read (&within, options.by, error);
  return pairs != NULL ? scope_message_graph_new (question->trace, pairs, &options, NULL) : NULL;
}

static void
answer_question (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Question *question = data;
  const ScopeQueryRange within = { question->trace,    question->from, question->to,     cancellable,
                                   question->permille, NULL,           &question->filter };
  Answer *answer = g_new0 (Answer, 1);
  GError *error = NULL;

  answer->pairs = scope_pairs_read (&within, question->options.by, &error);
  if (answer->pairs != NULL)
    {
      answer->graph = scope_message_graph_new (question->trace, answer->pairs, &question->options, &answer->counts);
      if (question->wants_whole)
        answer->whole = make_whole (question, cancellable, &error);
    }
  if (error == NULL)
    g_task_return_pointer (task, answer, answer_free);
  else
    {
      answer_free (answer);
      g_task_return_error (task, error);
    }
}

/* --- what is shown --- */

static const char *
party_word (ScopeMessageGraphPage *self, guint n)
{
  ScopeKind kind = self->options.by == SCOPE_PARTY_PROCESS     ? SCOPE_KIND_PROCESS
                   : self->options.by == SCOPE_PARTY_PROCESSOR ? SCOPE_KIND_PROCESSOR
                                                               : SCOPE_KIND_MACHINE;
  const char *word = scope_trace_kind_label (scope_view_get_trace (self->view), kind, n != 1);

  return word != NULL ? word : scope_party_name (self->options.by);
}

/* "24 Processes, 52 lines, 8,123 messages". */
static char *
make_summary (ScopeMessageGraphPage *self, const ScopeMessageGraphCounts *counts)
{
  g_autofree char *nodes = scope_format_count (counts->nodes), *edges = scope_format_count (counts->edges);
  g_autofree char *messages = scope_format_count (counts->messages), *all = scope_format_count (counts->all_messages);
  g_autofree char *lines = g_strdup_printf (ngettext ("%s line", "%s lines", counts->edges), edges);
  g_autofree char *what = counts->messages == counts->all_messages
                              ? g_strdup_printf (ngettext ("%s message", "%s messages", (gulong) counts->messages), messages)
                              : g_strdup_printf (_("%s of %s messages"), messages, all);

  return g_strdup_printf ("%s %s · %s · %s", nodes, party_word (self, counts->nodes), lines, what);
}

/* Says why there is no graph. `machines`, `matrix`: what else there is to look at. */
static void
show_empty (ScopeMessageGraphPage *self, const char *title, const char *why, gboolean machines, gboolean matrix)
{
  adw_status_page_set_title (ADW_STATUS_PAGE (self->empty), title);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->empty), why);
  gtk_widget_set_visible (self->machines, machines);
  gtk_widget_set_visible (self->matrix, matrix);
  gtk_label_set_label (GTK_LABEL (self->summary), "");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  scope_graph_view_set_graph (SCOPE_GRAPH_VIEW (self->graph), NULL);
}

static void
show_too_large (ScopeMessageGraphPage *self, const ScopeMessageGraphCounts *counts)
{
  g_autofree char *nodes = scope_format_count (counts->nodes), *edges = scope_format_count (counts->edges);
  g_autofree char *why = g_strdup_printf (_("%s %s and %s lines between them are too many for a graph. Raise the "
                                            "thresholds, choose a shorter range, or use another view."),
                                          nodes, party_word (self, counts->nodes), edges);

  show_empty (self, _("Too Many for a Graph"), why,
              self->options.by != SCOPE_PARTY_MACHINE && scope_trace_n_machines (scope_view_get_trace (self->view)) > 1, TRUE);
}

static void
show_nothing (ScopeMessageGraphPage *self, const ScopeMessageGraphCounts *counts)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  const char *why = NULL;

  if (scope_trace_get_finished (trace) && !scope_pairs_are_there (trace, &why))
    show_empty (self, _("No Messages"), why, FALSE, FALSE);
  else if (counts->all_edges > 0)
    {
      g_autofree char *all = scope_format_count (counts->all_edges);
      g_autofree char *text
          = g_strdup_printf (ngettext ("%s line is below the thresholds.", "All %s lines are below the thresholds.", counts->all_edges), all);

      show_empty (self, _("Nothing to Draw"), text, FALSE, FALSE);
    }
  else
    show_empty (self, _("No Messages in This Range"),
                scope_message_filter_is_narrow (&self->filter) ? _("The filter may hide some.") : NULL,
                FALSE, FALSE);
}

/* The node of what is selected in the timeline. */
static void
choose_selected (ScopeMessageGraphPage *self)
{
  ScopeGraph *graph = scope_graph_view_get_graph (SCOPE_GRAPH_VIEW (self->graph));
  ScopeLaneId lane;
  guint32 chosen = SCOPE_NONE;

  if (graph == NULL || self->view == NULL)
    return;
  for (guint i = 0; scope_view_get_selected_lane (self->view, &lane) && i < scope_graph_n_nodes (graph); i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);

      if (node->has_lane && node->lane.machine == lane.machine && node->lane.kind == lane.kind
          && node->lane.index == lane.index)
        chosen = i;
    }
  scope_graph_view_choose_node (SCOPE_GRAPH_VIEW (self->graph), chosen);
}

static void
show_answer (ScopeMessageGraphPage *self, Answer *answer)
{
  g_autofree char *summary = make_summary (self, &answer->counts);

  if (answer->graph == NULL)
    show_too_large (self, &answer->counts);
  else if (answer->counts.edges == 0)
    show_nothing (self, &answer->counts);
  else
    {
      g_clear_pointer (&self->pairs, g_array_unref);
      self->pairs = g_array_ref (answer->pairs);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "graph");
      gtk_label_set_label (GTK_LABEL (self->summary), summary);
      scope_graph_view_set_graph_within (SCOPE_GRAPH_VIEW (self->graph), answer->graph, self->whole);
      choose_selected (self);
    }
}

/* --- progress --- */

static gboolean
is_busy (ScopeMessageGraphPage *self)
{
  return self->asking != NULL || scope_graph_view_is_arranging (SCOPE_GRAPH_VIEW (self->graph));
}

static gboolean
show_progress (gpointer data)
{
  ScopeMessageGraphPage *self = data;
  gint permille = self->permille != NULL ? g_atomic_int_get (self->permille) : 0;

  gtk_widget_set_visible (self->work, TRUE);
  if (permille > 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), permille / 1000.0);
  else
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->progress));
  gtk_progress_bar_set_text (GTK_PROGRESS_BAR (self->progress),
                             self->asking != NULL ? _("Adding up messages") : _("Laying out the graph"));
  return G_SOURCE_CONTINUE;
}

static gboolean
lose_patience (gpointer data)
{
  ScopeMessageGraphPage *self = data;

  self->patience = g_timeout_add (PULSE_MS, show_progress, self);
  show_progress (self);
  return G_SOURCE_REMOVE;
}

static void
update_busy (ScopeMessageGraphPage *self)
{
  gboolean busy = is_busy (self);

  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
  if (busy && self->patience == 0)
    self->patience = g_timeout_add (PATIENCE_MS, lose_patience, self);
  if (busy)
    return;
  g_clear_handle_id (&self->patience, g_source_remove);
  gtk_widget_set_visible (self->work, FALSE);
}

static void
state_changed (ScopeGraphView *graph, ScopeMessageGraphPage *self)
{
  const char *trouble = scope_graph_view_get_trouble (graph);

  if (trouble != NULL)
    {
      g_autofree char *text = g_strdup_printf (_("Drawn plainly: %s"), trouble);

      gtk_label_set_label (GTK_LABEL (self->trouble), text);
    }
  gtk_widget_set_visible (self->trouble, trouble != NULL);
  choose_selected (self);
  update_busy (self);
}

/* --- asking --- */

static void
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeMessageGraphPage) self = data;
  g_autoptr (GError) error = NULL;
  Answer *answer = g_task_propagate_pointer (G_TASK (result), &error);
  Question *question = g_task_get_task_data (G_TASK (result));

  if (self->asking != NULL && g_task_get_cancellable (G_TASK (result)) == self->asking)
    {
      g_clear_object (&self->asking);
      g_clear_pointer (&self->permille, g_atomic_rc_box_release);
      if (answer != NULL && question->wants_whole)
        {
          g_clear_pointer (&self->whole, scope_graph_unref);
          self->whole = g_steal_pointer (&answer->whole);
          self->has_whole = TRUE;
        }
      if (answer != NULL)
        show_answer (self, answer);
      else
        show_empty (self, _("The Messages Could Not Be Read"), error->message, FALSE, FALSE);
      update_busy (self);
      if (self->stale)
        ask_soon (self);
    }
  g_clear_pointer (&answer, answer_free);
}

static gboolean
ask (gpointer data)
{
  ScopeMessageGraphPage *self = data;
  Question *question;
  GTask *task;

  self->wait = 0;
  self->stale = FALSE;
  self->asking = g_cancellable_new ();
  self->permille = g_atomic_rc_box_new0 (gint);
  self->filter = *scope_view_get_messages (self->view);
  question = g_new0 (Question, 1);
  *question = (Question) { g_object_ref (scope_view_get_trace (self->view)), self->from, self->to, self->filter,
                           self->options, !self->has_whole, g_atomic_rc_box_acquire (self->permille) };
  task = g_task_new (NULL, self->asking, answered, g_object_ref (self));
  g_task_set_task_data (task, question, question_free);
  scope_task_run (task, answer_question);
  g_object_unref (task);
  update_busy (self);
  return G_SOURCE_REMOVE;
}

static void
ask_soon (ScopeMessageGraphPage *self)
{
  gboolean reading;

  self->stale = TRUE;
  if (self->view == NULL || self->asking != NULL || self->wait != 0 || self->to <= self->from
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  reading = !scope_trace_get_finished (scope_view_get_trace (self->view));
  self->wait = g_timeout_add (reading ? WAIT_READING_MS : WAIT_MS, ask, self);
}

void
scope_message_graph_page_cancel (ScopeMessageGraphPage *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  g_clear_pointer (&self->permille, g_atomic_rc_box_release);
  update_busy (self);
}

/* Another kind of graph: where things were says nothing any more. */
static void
forget_whole (ScopeMessageGraphPage *self)
{
  g_clear_pointer (&self->whole, scope_graph_unref);
  self->has_whole = FALSE;
}

gboolean
scope_message_graph_page_is_settled (ScopeMessageGraphPage *self)
{
  return self->view == NULL || (!is_busy (self) && !self->stale);
}

/* --- what is chosen --- */

static ScopeParty
chosen_party (ScopeMessageGraphPage *self)
{
  return (ScopeParty) MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->by)), SCOPE_N_PARTIES - 1);
}

void
scope_message_graph_page_options_changed (ScopeMessageGraphPage *self)
{
  ScopeMessageGraphOptions options = self->options;

  if (self->setting)
    return;
  options.by = chosen_party (self);
  options.thickness = (ScopeMessageFigure) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->thickness));
  options.label = (ScopeMessageFigure) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->label));
  options.least_count = (guint64) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->least_count));
  options.least_size = (guint64) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->least_size));
  if (options.by != self->options.by)
    {
      forget_whole (self);
      scope_graph_view_forget_places (SCOPE_GRAPH_VIEW (self->graph));
    }
  self->options = options;
  scope_message_graph_page_cancel (self);
  ask_soon (self);
}

/* --- what is clicked --- */

static void
node_activated (ScopeGraphView *graph, guint i, ScopeMessageGraphPage *self)
{
  const ScopeGraphNode *node = scope_graph_node (scope_graph_view_get_graph (graph), i);

  if (self->view == NULL || !node->has_lane)
    return;
  scope_lane_list_reveal (scope_view_get_lanes (self->view), node->lane);
  scope_view_select_lane (self->view, &node->lane);
}

static void
edge_activated (ScopeGraphView *graph, guint i, ScopeMessageGraphPage *self)
{
  guint pair = scope_graph_edge (scope_graph_view_get_graph (graph), i)->data;

  if (self->pairs != NULL && pair < self->pairs->len)
    g_signal_emit (self, signals[PAIR_ACTIVATED], 0, &g_array_index (self->pairs, ScopePair, pair), (int) self->options.by);
}

/* --- the view --- */

static void
view_changed (ScopeView *view, guint what, ScopeMessageGraphPage *self)
{
  if (what & SCOPE_VIEW_LOOK)
    {
      scope_graph_view_set_palette (SCOPE_GRAPH_VIEW (self->graph), scope_view_get_palette (view));
      if (!scope_message_filter_equal (scope_view_get_messages (view), &self->filter))
        {
          forget_whole (self);
          ask_soon (self);
        }
    }
  if (what & SCOPE_VIEW_DATA)
    {
      forget_whole (self);
      ask_soon (self);
    }
  if (what & SCOPE_VIEW_SELECTION)
    choose_selected (self);
}

/* The words of the trace's runtime. */
static void
update_parties (ScopeMessageGraphPage *self)
{
  static const ScopeKind kinds[SCOPE_N_PARTIES] = { [SCOPE_PARTY_PROCESS] = SCOPE_KIND_PROCESS,
                                                    [SCOPE_PARTY_MACHINE] = SCOPE_KIND_MACHINE,
                                                    [SCOPE_PARTY_PROCESSOR] = SCOPE_KIND_PROCESSOR };
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  guint chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->by));

  for (guint i = 0; i < SCOPE_N_PARTIES; i++)
    {
      const char *word = self->view != NULL ? scope_trace_kind_label (scope_view_get_trace (self->view), kinds[i], TRUE) : NULL;

      gtk_string_list_append (list, word != NULL ? word : scope_party_name ((ScopeParty) i));
    }
  self->setting = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->by), G_LIST_MODEL (list));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->by), chosen < SCOPE_N_PARTIES ? chosen : 0);
  self->setting = FALSE;
}

void
scope_message_graph_page_set_view (ScopeMessageGraphPage *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_GRAPH_PAGE (self));

  if (self->view == view)
    return;
  scope_message_graph_page_cancel (self);
  forget_whole (self);
  scope_graph_view_forget_places (SCOPE_GRAPH_VIEW (self->graph));
  show_empty (self, "", NULL, FALSE, FALSE);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  self->from = self->to = 0;
  if (view == NULL)
    return;
  update_parties (self);
  scope_graph_view_set_palette (SCOPE_GRAPH_VIEW (self->graph), scope_view_get_palette (view));
  g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  ask_soon (self);
}

void
scope_message_graph_page_set_range (ScopeMessageGraphPage *self, gint64 from, gint64 to)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_GRAPH_PAGE (self));

  if (self->from == from && self->to == to)
    return;
  self->from = from;
  self->to = to;
  ask_soon (self);
}

void
scope_message_graph_page_set_layout (ScopeMessageGraphPage *self, ScopeGraphLayout *layout)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_GRAPH_PAGE (self));

  scope_graph_view_set_layout (SCOPE_GRAPH_VIEW (self->graph), layout);
}

/* --- life --- */

static void
scope_message_graph_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (scope_message_graph_page_parent_class)->map (widget);
  if (SCOPE_MESSAGE_GRAPH_PAGE (widget)->stale)
    ask_soon (SCOPE_MESSAGE_GRAPH_PAGE (widget));
}

static void
scope_message_graph_page_dispose (GObject *object)
{
  ScopeMessageGraphPage *self = SCOPE_MESSAGE_GRAPH_PAGE (object);
  GtkWidget *child;

  if (self->graph != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->graph, self);
      scope_message_graph_page_set_view (self, NULL);
      self->graph = NULL;
    }
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_handle_id (&self->patience, g_source_remove);
  g_clear_pointer (&self->pairs, g_array_unref);
  G_OBJECT_CLASS (scope_message_graph_page_parent_class)->dispose (object);
}

static void
scope_message_graph_page_class_init (ScopeMessageGraphPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_message_graph_page_dispose;
  widget_class->map = scope_message_graph_page_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  signals[PAIR_ACTIVATED] = g_signal_new ("pair-activated", SCOPE_TYPE_MESSAGE_GRAPH_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_INT);
  signals[MATRIX_WANTED] = g_signal_new ("matrix-wanted", SCOPE_TYPE_MESSAGE_GRAPH_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 0);
}

static void
scope_message_graph_page_init (ScopeMessageGraphPage *self)
{
  scope_message_graph_options_init (&self->options);
  scope_message_filter_init (&self->filter);
  self->setting = TRUE;
  scope_message_graph_page_make (self);
  update_parties (self);
  self->setting = FALSE;
  g_signal_connect (self->graph, "node-activated", G_CALLBACK (node_activated), self);
  g_signal_connect (self->graph, "edge-activated", G_CALLBACK (edge_activated), self);
  g_signal_connect (self->graph, "state-changed", G_CALLBACK (state_changed), self);
}

GtkWidget *
scope_message_graph_page_new (void)
{
  return g_object_new (SCOPE_TYPE_MESSAGE_GRAPH_PAGE, NULL);
}
