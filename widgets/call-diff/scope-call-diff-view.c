/* scope-call-diff-view.c: see scope-call-diff-view.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/call-diff/scope-call-diff-view.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define FIRST_SIGHT 24u /* rows that are unfolded by themselves */
#define FUNCTION_WIDTH 240

struct _ScopeCallDiffView
{
  ScopeTableView parent_instance;

  ScopeCallDiffOrder *order; /* NULL: empty */
};

G_DEFINE_FINAL_TYPE (ScopeCallDiffView, scope_call_diff_view, SCOPE_TYPE_TABLE_VIEW)

/* --- rows --- */

/* From the top down, as far as a glance reaches. */
static void
unfold (gpointer owner)
{
  GtkTreeListModel *model = scope_table_view_get_tree (owner);
  GListModel *rows = G_LIST_MODEL (model);

  for (guint i = 0; i < g_list_model_get_n_items (rows) && g_list_model_get_n_items (rows) < FIRST_SIGHT; i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (model, i);

      if (gtk_tree_list_row_is_expandable (row))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

void
scope_call_diff_view_set_diff (ScopeCallDiffView *self, ScopeCallDiff *diff)
{
  ScopeCallDiffOrder *order = NULL;
  gboolean descending;
  int c;

  g_return_if_fail (SCOPE_IS_CALL_DIFF_VIEW (self));

  c = scope_table_view_get_sort (SCOPE_TABLE_VIEW (self), &descending);
  if (diff != NULL)
    order = scope_call_diff_order_new (diff, c, c < 0 || descending);
  g_clear_pointer (&self->order, scope_call_diff_order_unref);
  self->order = order;
  if (order != NULL)
    scope_table_view_show_columns (SCOPE_TABLE_VIEW (self));
  scope_table_view_set_order (SCOPE_TABLE_VIEW (self), order);
}

static void
sorted (gpointer owner)
{
  ScopeCallDiffView *self = owner;
  g_autoptr (ScopeCallDiff) diff = self->order != NULL ? scope_call_diff_ref (self->order->diff) : NULL;

  if (diff != NULL)
    scope_call_diff_view_set_diff (self, diff);
}

static gboolean
is_above (const ScopeCallDiff *diff, guint32 above, guint32 context)
{
  while (context != SCOPE_NONE && context > above)
    context = diff->contexts[context].parent;
  return context == above;
}

void
scope_call_diff_view_choose (ScopeCallDiffView *self, guint32 context)
{
  ScopeTableView *table = SCOPE_TABLE_VIEW (self);

  if (self->order == NULL || context >= self->order->diff->n_contexts)
    return;
  for (guint i = 0; i < scope_table_view_n_rows (table); i++)
    {
      guint32 here = scope_table_view_get_row (table, i);

      if (here == context)
        {
          scope_table_view_select (table, i);
          scope_table_view_scroll_to (table, i);
          return;
        }
      if (is_above (self->order->diff, here, context))
        {
          g_autoptr (GtkTreeListRow) row = scope_table_view_dup_tree_row (table, i);

          gtk_tree_list_row_set_expanded (row, TRUE);
        }
    }
}

/* --- columns and cells --- */

static ScopeTableColumn
column (gpointer owner, guint c)
{
  if (c == SCOPE_CALL_DIFF_FUNCTION)
    return (ScopeTableColumn) { scope_call_diff_column_title (c), FUNCTION_WIDTH, SCOPE_COLUMN_TREE | SCOPE_COLUMN_NUMERIC };
  return (ScopeTableColumn) { scope_call_diff_column_title (c), 0, SCOPE_COLUMN_FIGURE };
}

/* Instructions and events have columns if a run tells of them. */
static gboolean
has_column (gpointer owner, guint c)
{
  ScopeCallDiffView *self = owner;

  return self->order == NULL || scope_call_diff_has_column (self->order->diff, c);
}

static char *
text (gpointer owner, gpointer item, guint c)
{
  ScopeCallDiffView *self = owner;

  return self->order != NULL ? scope_call_diff_cell_text (self->order->diff, scope_row_item_get_row (item), c) : NULL;
}

/* --- choosing, copying, saving --- */

static void
chosen (gpointer owner, guint position)
{
  guint32 context = scope_table_view_get_row (owner, position);

  if (context != SCOPE_NONE)
    g_signal_emit_by_name (owner, "path-chosen", context);
}

static void
activated (gpointer owner, guint position)
{
  guint32 context = scope_table_view_get_row (owner, position);

  if (context != SCOPE_NONE)
    g_signal_emit_by_name (owner, "path-activated", context);
}

static char *
to_text (gpointer owner, const guint32 *contexts, guint n)
{
  ScopeCallDiffView *self = owner;

  return self->order != NULL ? scope_call_diff_to_text (self->order, contexts, n) : g_strdup ("");
}

static char *
to_csv (gpointer owner)
{
  ScopeCallDiffView *self = owner;
  g_autoptr (GArray) all = NULL;

  if (self->order == NULL)
    return g_strdup ("");
  all = scope_call_diff_order_all (self->order);
  return scope_call_diff_to_csv (self->order, (const guint32 *) (void *) all->data, all->len);
}

static const ScopeRowTree row_tree = {
  (GArray *(*) (gpointer, guint32)) scope_call_diff_order_children,
  (gboolean (*) (gpointer, guint32)) scope_call_diff_order_has_children,
  (gpointer (*) (gpointer)) scope_call_diff_order_ref,
  (GDestroyNotify) scope_call_diff_order_unref,
};

static const ScopeTableRows table_rows = {
  .name = N_("Call paths of both runs"),
  .actions = "call-diff",
  .file = "calls-compared.csv",
  .dense = TRUE,
  .n_columns = SCOPE_CALL_DIFF_N_COLUMNS,
  .tree = &row_tree,
  .column = column,
  .has_column = has_column,
  .text = text,
  .unfold = unfold,
  .sorted = sorted,
  .chosen = chosen,
  .activated = activated,
  .to_text = to_text,
  .to_csv = to_csv,
};

/* --- life --- */

static void
scope_call_diff_view_dispose (GObject *object)
{
  G_OBJECT_CLASS (scope_call_diff_view_parent_class)->dispose (object);
  g_clear_pointer (&SCOPE_CALL_DIFF_VIEW (object)->order, scope_call_diff_order_unref);
}

static void
scope_call_diff_view_class_init (ScopeCallDiffViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_call_diff_view_dispose;
  scope_table_view_class_add_actions (SCOPE_TABLE_VIEW_CLASS (klass), &table_rows);
  scope_add_signal (klass, "path-chosen", 1, G_TYPE_UINT);
  scope_add_signal (klass, "path-activated", 1, G_TYPE_UINT);
}

static void
scope_call_diff_view_init (ScopeCallDiffView *self)
{
  scope_table_view_set_up (SCOPE_TABLE_VIEW (self), &table_rows, self, GTK_SELECTION_MODEL (gtk_multi_selection_new (NULL)));
}
