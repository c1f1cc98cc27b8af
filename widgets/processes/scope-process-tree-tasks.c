/* scope-process-tree-tasks.c: the tree, its figures and what a filter leaves, made off the main thread.
 *
 * States come first, for they are in the index as sums; numbers and sizes of messages follow, which may ask
 * for every message of the range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/processes/scope-process-tree-panel-private.h"

#include "model/base/scope-each.h"

/* What is asked for. */
typedef struct
{
  ScopeTreeBy by;
  ScopeTreeOrder *like; /* its tree is kept, unless NULL; its totals and filter, if so asked */
  gboolean same_totals, same_filter, messages, fold, descending;
  int column;
  ScopeLaneFilter filter;
  GArray *unfolded; /* rows whose children are wanted in order */
} What;

static void
clear_what (gpointer data)
{
  What *what = data;

  g_clear_pointer (&what->like, scope_tree_order_unref);
  scope_lane_filter_clear (&what->filter);
  g_array_unref (what->unfolded);
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;
  g_autoptr (ScopeProcessTree) tree
      = what->like != NULL ? scope_process_tree_ref (what->like->tree)
                           : scope_process_tree_new (within->trace, what->by, within->cancellable, error);
  g_autoptr (ScopeTreeTotals) totals = NULL;
  g_autoptr (ScopeTreeOrder) order = NULL;

  if (tree == NULL)
    return NULL;
  if (what->same_totals)
    totals = scope_tree_totals_ref (what->like->totals);
  else
    totals = scope_tree_totals_read (tree, within, what->messages, error);
  if (totals == NULL)
    return NULL;
  order = scope_tree_order_new (tree, totals, what->fold, what->column, what->descending, what->same_filter ? what->like : NULL);
  if (!what->same_filter && !scope_tree_order_match (order, &what->filter, within->cancellable, error))
    return NULL;
  scope_tree_order_prepare (order, SCOPE_NONE);
  for (guint i = 0; i < what->unfolded->len; i++)
    scope_tree_order_prepare (order, g_array_index (what->unfolded, guint32, i));
  return g_steal_pointer (&order);
}

static void
show (ScopePanel *panel, gpointer answer, const GError *error)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (panel);
  g_autoptr (ScopeTreeOrder) order = answer;

  if (order != NULL)
    {
      self->from = self->asked_from;
      self->to = self->asked_to;
      scope_process_tree_show (self, order);
    }
  else
    gtk_label_set_label (GTK_LABEL (self->placeholder), error->message);
  scope_process_tree_shown (self);
  self->wants_messages = order != NULL && !scope_tree_totals_has_sizes (order->totals);
  if (self->wants_messages)
    scope_panel_ask (panel);
}

static void
add_unfolded (ScopeProcessTreePanel *self, GArray *rows)
{
  SCOPE_EACH_KEY (void, key, self->unfolded)
    {
      guint32 row = GPOINTER_TO_UINT (key) - 1;

      g_array_append_val (rows, row);
    }
}

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer data)
{
  ScopeProcessTreePanel *self = SCOPE_PROCESS_TREE_PANEL (panel);
  gboolean same_range = within->from == self->from && within->to == self->to;
  gboolean messages = self->wants_messages && same_range && !self->stale_tree && !self->stale_filter;
  What *what = data;

  *what = (What) { .by = self->by,
                   .messages = messages,
                   .fold = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->fold)),
                   .unfolded = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  what->column = scope_table_view_get_sort (self->table, &what->descending);
  scope_lane_filter_init (&what->filter);
  scope_lane_filter_copy (&what->filter, &self->filter);
  if (self->order != NULL && !self->stale_tree)
    {
      what->like = scope_tree_order_ref (self->order);
      what->same_filter = !self->stale_filter;
      add_unfolded (self, what->unfolded);
      what->same_totals = !messages && same_range && self->order->totals != NULL;
    }
  self->asked_from = within->from;
  self->asked_to = within->to;
  self->stale_tree = self->stale_filter = self->wants_messages = FALSE;
  return TRUE;
}

void
scope_process_tree_install_query (ScopePanelClass *klass)
{
  klass->fill = fill;
  klass->show = show;
  klass->query.find = find;
  klass->query.free_answer = (GDestroyNotify) scope_tree_order_unref;
  klass->query.what_size = sizeof (What);
  klass->query.clear_what = clear_what;
}
