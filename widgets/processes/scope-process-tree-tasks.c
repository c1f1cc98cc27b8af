/* scope-process-tree-tasks.c: the tree, its figures and what a filter leaves, made off the main thread.
 *
 * States come first, for they are in the index as sums; numbers and sizes of messages follow, which may ask
 * for every message of the range. One question is under way at a time; a change of the range does not cancel
 * it, or a long pan would show nothing new.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/processes/scope-process-tree-panel-private.h"

#include "model/base/scope-task.h"

#include <glib/gi18n.h>

#define WAIT_MS 40
#define WAIT_READING_MS 700 /* while the trace grows */
#define PATIENCE_MS 300     /* before progress is shown */

typedef struct
{
  ScopeTrace *trace;
  ScopeTreeBy by;
  ScopeTreeOrder *like; /* its tree is kept, unless NULL; its totals and filter, if so asked */
  gboolean same_totals, same_filter, messages;
  gint64 from, to;
  gboolean fold;
  int column;
  gboolean descending;
  ScopeLaneFilter filter;
  GArray *unfolded; /* rows whose children are wanted in order */
  gint *permille;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->trace);
  g_clear_pointer (&question->like, scope_tree_order_unref);
  scope_lane_filter_clear (&question->filter);
  g_array_unref (question->unfolded);
  g_atomic_rc_box_release (question->permille);
  g_free (question);
}

static ScopeTreeOrder *
answer_question (const Question *question, GCancellable *cancellable, GError **error)
{
  ScopeQueryRange within
      = { question->trace, question->from, question->to, cancellable, question->permille, NULL, NULL };
  g_autoptr (ScopeProcessTree) tree
      = question->like != NULL ? scope_process_tree_ref (question->like->tree)
                               : scope_process_tree_new (question->trace, question->by, cancellable, error);
  g_autoptr (ScopeTreeTotals) totals = NULL;
  g_autoptr (ScopeTreeOrder) order = NULL;

  if (tree == NULL)
    return NULL;
  if (question->same_totals)
    totals = scope_tree_totals_ref (question->like->totals);
  else
    totals = scope_tree_totals_read (tree, &within, question->messages, error);
  if (totals == NULL)
    return NULL;
  order = scope_tree_order_new (tree, totals, question->fold, question->column, question->descending,
                                question->same_filter ? question->like : NULL);
  if (!question->same_filter && !scope_tree_order_match (order, &question->filter, cancellable, error))
    return NULL;
  scope_tree_order_prepare (order, SCOPE_NONE);
  for (guint i = 0; i < question->unfolded->len; i++)
    scope_tree_order_prepare (order, g_array_index (question->unfolded, guint32, i));
  return g_steal_pointer (&order);
}

static void
answer (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  ScopeTreeOrder *order = answer_question (data, cancellable, &error);

  if (order != NULL)
    g_task_return_pointer (task, order, (GDestroyNotify)scope_tree_order_unref);
  else
    g_task_return_error (task, error);
}

static void
set_busy (ScopeProcessTreePanel *self, gboolean busy)
{
  if (!busy)
    {
      g_clear_handle_id (&self->patience, g_source_remove);
      gtk_spinner_stop (GTK_SPINNER (self->spinner));
      gtk_widget_set_visible (self->progress, FALSE);
    }
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

static void ask (ScopeProcessTreePanel *self, gboolean messages);

static void
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeProcessTreePanel) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeTreeOrder) order = g_task_propagate_pointer (G_TASK (result), &error);
  const Question *question = g_task_get_task_data (G_TASK (result));

  if (self->asking == NULL || g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  g_clear_object (&self->asking);
  g_clear_pointer (&self->permille, g_atomic_rc_box_release);
  set_busy (self, FALSE);
  if (order != NULL)
    {
      self->from = question->from;
      self->to = question->to;
      scope_process_tree_show (self, order);
    }
  else
    gtk_label_set_label (GTK_LABEL (self->placeholder), error->message);
  scope_process_tree_shown (self);
  if (self->stale)
    scope_process_tree_ask_soon (self);
  else if (order != NULL && !scope_tree_totals_has_sizes (order->totals))
    ask (self, TRUE);
}

static gboolean
show_progress (gpointer data)
{
  ScopeProcessTreePanel *self = data;
  gint permille = self->permille != NULL ? g_atomic_int_get (self->permille) : 0;

  gtk_spinner_start (GTK_SPINNER (self->spinner));
  gtk_widget_set_visible (self->progress, TRUE);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), permille / 1000.0);
  return G_SOURCE_CONTINUE;
}

void
scope_process_tree_cancel (ScopeProcessTreePanel *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  g_clear_pointer (&self->permille, g_atomic_rc_box_release);
  set_busy (self, FALSE);
}

static void
add_unfolded (ScopeProcessTreePanel *self, GArray *rows)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->unfolded);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint32 row = GPOINTER_TO_UINT (key) - 1;

      g_array_append_val (rows, row);
    }
}

static void
ask (ScopeProcessTreePanel *self, gboolean messages)
{
  Question *question;
  GTask *task;
  gint64 from, to;

  if (self->view == NULL || !scope_range_selector_get_range (SCOPE_RANGE_SELECTOR (self->chip), &from, &to))
    return;
  self->asking = g_cancellable_new ();
  self->permille = g_atomic_rc_box_new0 (gint);
  question = g_new0 (Question, 1);
  *question = (Question){ .trace = g_object_ref (scope_view_get_trace (self->view)),
                          .by = self->by,
                          .from = from,
                          .to = to,
                          .messages = messages,
                          .fold = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->fold)),
                          .permille = g_atomic_rc_box_acquire (self->permille) };
  question->column = scope_table_view_get_sort (self->table, &question->descending);
  question->unfolded = g_array_new (FALSE, FALSE, sizeof (guint32));
  scope_lane_filter_init (&question->filter);
  scope_lane_filter_copy (&question->filter, &self->filter);
  if (self->order != NULL && !self->stale_tree)
    {
      question->like = scope_tree_order_ref (self->order);
      question->same_filter = !self->stale_filter;
      add_unfolded (self, question->unfolded);
      question->same_totals
          = !messages && from == self->from && to == self->to && self->order->totals != NULL;
    }
  self->stale = self->stale_tree = self->stale_filter = FALSE;
  task = g_task_new (NULL, self->asking, answered, g_object_ref (self));
  g_task_set_task_data (task, question, question_free);
  scope_task_run (task, answer);
  g_object_unref (task);
  set_busy (self, TRUE);
  if (self->patience == 0)
    self->patience = g_timeout_add (PATIENCE_MS, show_progress, self);
}

static gboolean
waited (gpointer data)
{
  ScopeProcessTreePanel *self = data;

  self->wait = 0;
  ask (self, FALSE);
  return G_SOURCE_REMOVE;
}

void
scope_process_tree_ask_soon (ScopeProcessTreePanel *self)
{
  gboolean reading;

  self->stale = TRUE;
  if (self->view == NULL || self->asking != NULL || self->wait != 0
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  reading = !scope_trace_get_finished (scope_view_get_trace (self->view));
  self->wait = g_timeout_add (reading ? WAIT_READING_MS : WAIT_MS, waited, self);
}
