/* scope-call-tree-view.c: see scope-call-tree-view.h.
 *
 * What is unfolded is kept by path: another range has another tree, in which the same contexts have other numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-call-tree-view.h"

#include "widgets/kit/scope-parts.h"
#include "widgets/table/scope-share-bar.h"

#include <glib/gi18n.h>

#define FIRST_SIGHT 30u     /* rows that are unfolded by themselves */
#define MOST_UNFOLDED 2000u /* by one action */
#define LEAST_SHARE 0.02    /* of what is unfolded by itself */
#define FUNCTION_WIDTH 320

struct _ScopeCallTreeView
{
  ScopeTableView parent_instance;

  ScopeCallOrder *order; /* NULL: empty */
  char *search;
  GHashTable *unfolded; /* paths */
  gboolean has_looked;
};

G_DEFINE_FINAL_TYPE (ScopeCallTreeView, scope_call_tree_view, SCOPE_TYPE_TABLE_VIEW)

/* --- unfolding --- */

/* Unfolds what was, or what is looked for, from the top down; the largest where nothing is known yet. */
static void
unfold (gpointer owner)
{
  ScopeCallTreeView *self = owner;
  GtkTreeListModel *model = scope_table_view_get_tree (owner);
  GListModel *rows = G_LIST_MODEL (model);

  for (guint i = 0; i < g_list_model_get_n_items (rows) && i < MOST_UNFOLDED; i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (model, i);
      g_autoptr (GObject) item = gtk_tree_list_row_get_item (row);
      guint32 node = scope_row_item_get_row (item);
      g_autofree char *path = NULL;
      gboolean open;

      if (!gtk_tree_list_row_is_expandable (row))
        continue;
      path = scope_call_tree_path (self->order->tree, node);
      if (self->order->matching != NULL)
        open = (self->order->matching[node] & 2) != 0;
      else if (self->has_looked)
        open = g_hash_table_contains (self->unfolded, path);
      else
        open = g_list_model_get_n_items (rows) < FIRST_SIGHT && scope_call_node_share (self->order->tree, node) >= LEAST_SHARE;
      if (!open)
        continue;
      gtk_tree_list_row_set_expanded (row, TRUE);
      if (self->order->matching == NULL)
        g_hash_table_add (self->unfolded, g_steal_pointer (&path));
    }
  self->has_looked = TRUE;
}

static void
unfolded (gpointer owner, guint32 node, gboolean expanded)
{
  ScopeCallTreeView *self = owner;
  g_autofree char *path = NULL;

  if (self->order == NULL || self->order->matching != NULL)
    return;
  path = scope_call_tree_path (self->order->tree, node);
  if (expanded)
    g_hash_table_add (self->unfolded, g_steal_pointer (&path));
  else
    g_hash_table_remove (self->unfolded, path);
}

/* --- rows --- */

/* The same tree in another order. */
static void
reorder (ScopeCallTreeView *self, ScopeCallTree *tree, gint64 tick_ps)
{
  ScopeCallOrder *order = NULL;
  gboolean descending;
  int c = scope_table_view_get_sort (SCOPE_TABLE_VIEW (self), &descending);

  if (tree != NULL)
    order = scope_call_order_new (tree, tick_ps, c >= 0 ? (ScopeCallColumn) c : SCOPE_CALL_COLUMN_TOTAL, c < 0 || descending,
                                  self->search);
  g_clear_pointer (&self->order, scope_call_order_unref);
  self->order = order;
  scope_table_view_set_order (SCOPE_TABLE_VIEW (self), order);
}

void
scope_call_tree_view_set_tree (ScopeCallTreeView *self, ScopeCallTree *tree, gint64 tick_ps)
{
  g_return_if_fail (SCOPE_IS_CALL_TREE_VIEW (self));

  if (tree == NULL)
    {
      g_hash_table_remove_all (self->unfolded);
      self->has_looked = FALSE;
    }
  reorder (self, tree, tick_ps);
  scope_table_view_show_columns (SCOPE_TABLE_VIEW (self));
}

static void
sorted (gpointer owner)
{
  ScopeCallTreeView *self = owner;
  g_autoptr (ScopeCallTree) tree = self->order != NULL ? scope_call_tree_ref (self->order->tree) : NULL;

  if (tree != NULL)
    reorder (self, tree, self->order->tick_ps);
}

void
scope_call_tree_view_set_search (ScopeCallTreeView *self, const char *search)
{
  if (g_strcmp0 (self->search, search) == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (search);
  sorted (self);
}

guint32
scope_call_tree_view_get_n_found (ScopeCallTreeView *self)
{
  return self->order != NULL ? self->order->n_matching : 0;
}

/* --- columns and cells --- */

static ScopeTableColumn
column (gpointer owner, guint c)
{
  const char *title = scope_call_column_title ((ScopeCallColumn) c);

  if (c == SCOPE_CALL_COLUMN_FUNCTION)
    return (ScopeTableColumn) { title, FUNCTION_WIDTH, SCOPE_COLUMN_TREE | SCOPE_COLUMN_NUMERIC };
  if (scope_call_column_is_text ((ScopeCallColumn) c))
    return (ScopeTableColumn) { title, 0, SCOPE_COLUMN_NUMERIC, .least = G_MAXUINT };
  return (ScopeTableColumn) { title, 0, SCOPE_COLUMN_FIGURE };
}

/* Only those that this tree has anything for. */
static gboolean
has_column (gpointer owner, guint c)
{
  ScopeCallTreeView *self = owner;

  return self->order != NULL ? scope_call_column_has (self->order->tree, (ScopeCallColumn) c) : c < SCOPE_CALL_COLUMN_INSTS;
}

static GtkWidget *
make (gpointer owner, GtkListItem *cell, guint c)
{
  return c == SCOPE_CALL_COLUMN_SHARE ? g_object_new (SCOPE_TYPE_SHARE_BAR, NULL) : NULL;
}

static gboolean
fill (gpointer owner, GtkWidget *cell, gpointer item, guint c)
{
  ScopeCallTreeView *self = owner;
  guint32 node = scope_row_item_get_row (item);
  const ScopeCallTree *tree;

  if (self->order == NULL)
    return TRUE;
  tree = self->order->tree;
  if (c == SCOPE_CALL_COLUMN_SHARE)
    scope_share_bar_set (SCOPE_SHARE_BAR (cell), scope_call_node_share (tree, node),
                         tree->total > 0 ? (double) tree->nodes[node].self / (double) tree->total : 0);
  else if (c == SCOPE_CALL_COLUMN_FUNCTION && !scope_call_order_matches (self->order, node))
    gtk_widget_add_css_class (cell, "dim-label");
  else if (c == SCOPE_CALL_COLUMN_FUNCTION)
    gtk_widget_remove_css_class (cell, "dim-label");
  return c == SCOPE_CALL_COLUMN_SHARE;
}

static char *
text (gpointer owner, gpointer item, guint c)
{
  ScopeCallTreeView *self = owner;

  return scope_call_cell_text (self->order->tree, scope_row_item_get_row (item), (ScopeCallColumn) c, self->order->tick_ps);
}

/* --- choosing, copying, saving --- */

static void
chosen (gpointer owner, guint position)
{
  ScopeCallTreeView *self = owner;
  guint32 node = scope_table_view_get_row (owner, position);

  if (self->order != NULL && node != SCOPE_NONE)
    g_signal_emit_by_name (self, "function-chosen",
                   self->order->tree->functions[self->order->tree->nodes[node].function].name);
}

/* Enter or a double click unfolds. */
static void
activated (gpointer owner, guint position)
{
  g_autoptr (GtkTreeListRow) row = scope_table_view_dup_tree_row (owner, position);

  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

static char *
to_text (gpointer owner, const guint32 *nodes, guint n)
{
  ScopeCallTreeView *self = owner;

  return self->order != NULL ? scope_call_to_text (self->order, nodes, n) : g_strdup ("");
}

static char *
to_csv (gpointer owner)
{
  ScopeCallTreeView *self = owner;
  g_autoptr (GArray) all = NULL;

  if (self->order == NULL)
    return g_strdup ("");
  all = scope_call_order_all (self->order);
  return scope_call_to_csv (self->order, (const guint32 *) (void *) all->data, all->len);
}

static const ScopeRowTree row_tree = {
  (GArray *(*) (gpointer, guint32)) scope_call_order_children,
  (gboolean (*) (gpointer, guint32)) scope_call_order_has_children,
  (gpointer (*) (gpointer)) scope_call_order_ref,
  (GDestroyNotify) scope_call_order_unref,
};

static const ScopeTableRows table_rows = {
  .name = N_("Calling contexts"),
  .actions = "call-tree",
  .file = "calls.csv",
  .dense = TRUE,
  .n_columns = SCOPE_CALL_N_COLUMNS,
  .tree = &row_tree,
  .column = column,
  .has_column = has_column,
  .make = make,
  .fill = fill,
  .text = text,
  .unfold = unfold,
  .unfolded = unfolded,
  .sorted = sorted,
  .chosen = chosen,
  .activated = activated,
  .to_text = to_text,
  .to_csv = to_csv,
};

/* --- life --- */

static void
scope_call_tree_view_dispose (GObject *object)
{
  ScopeCallTreeView *self = SCOPE_CALL_TREE_VIEW (object);

  G_OBJECT_CLASS (scope_call_tree_view_parent_class)->dispose (object);
  g_clear_pointer (&self->order, scope_call_order_unref);
  g_clear_pointer (&self->unfolded, g_hash_table_unref);
  g_clear_pointer (&self->search, g_free);
}

static void
scope_call_tree_view_class_init (ScopeCallTreeViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_call_tree_view_dispose;
  scope_table_view_class_add_actions (SCOPE_TABLE_VIEW_CLASS (klass), &table_rows);
  scope_add_signal (klass, "function-chosen", 1, G_TYPE_STRING);
}

static void
scope_call_tree_view_init (ScopeCallTreeView *self)
{
  self->unfolded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scope_table_view_set_up (SCOPE_TABLE_VIEW (self), &table_rows, self, GTK_SELECTION_MODEL (gtk_multi_selection_new (NULL)));
}
