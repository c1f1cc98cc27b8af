/* scope-call-tree-view.c: see scope-call-tree-view.h.
 *
 * What is unfolded is kept by path: another range has another tree, in which the same contexts have other numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-call-tree-view.h"

#include "model/scene/calls/scope-call-words.h"
#include "widgets/table/scope-cell-filler.h"
#include "widgets/table/scope-column-sort.h"
#include "widgets/table/scope-share-bar.h"
#include "widgets/table/scope-recycling-row-model.h"
#include "widgets/table/scope-text-cell.h"
#include "widgets/kit/scope-text-saver.h"

#include <glib/gi18n.h>

#define FIRST_SIGHT 30u     /* rows that are unfolded by themselves */
#define MOST_UNFOLDED 2000u /* by one action */
#define LEAST_SHARE 0.02    /* of what is unfolded by itself */

/* --- a node as an item --- */

#define SCOPE_TYPE_CALL_ITEM (scope_call_item_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallItem, scope_call_item, SCOPE, CALL_ITEM, GObject)

struct _ScopeCallItem
{
  GObject parent_instance;

  guint32 node;
};

G_DEFINE_FINAL_TYPE (ScopeCallItem, scope_call_item, G_TYPE_OBJECT)

static void
scope_call_item_class_init (ScopeCallItemClass *klass)
{
}

static void
scope_call_item_init (ScopeCallItem *self)
{
}

/* --- the view --- */

struct _ScopeCallTreeView
{
  GtkWidget parent_instance;

  ScopeCallOrder *order; /* NULL: empty */
  char *search;
  GtkWidget *scroller, *table;
  GtkTreeListModel *model;
  GtkMultiSelection *selection;
  ScopeRecyclingRowModel *rows; /* of the selection, for the table */
  ScopeCellFiller *filler;
  ScopeTextSaver *saver;
  GMenu *sort_menu;
  ScopeColumnSort sort;
  GHashTable *unfolded;  /* paths */
  gboolean setting, has_looked;
};

G_DEFINE_FINAL_TYPE (ScopeCallTreeView, scope_call_tree_view, GTK_TYPE_WIDGET)

static guint function_chosen_signal;

typedef struct
{
  ScopeCallTreeView *self;
  ScopeCallColumn column;
} ColumnInfo;

static ColumnInfo *
column_info_new (ScopeCallTreeView *self, guint column)
{
  ColumnInfo *info = g_new (ColumnInfo, 1);

  *info = (ColumnInfo) { self, (ScopeCallColumn) column };
  return info;
}

static void
column_info_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static guint32
node_of (GtkTreeListRow *row)
{
  g_autoptr (ScopeCallItem) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  return item != NULL ? item->node : SCOPE_NONE;
}

/* --- rows --- */

static GListModel *
make_rows (const ScopeCallOrder *order, guint32 above)
{
  GListStore *store = g_list_store_new (SCOPE_TYPE_CALL_ITEM);
  g_autoptr (GArray) nodes = scope_call_order_children (order, above);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < nodes->len; i++)
    {
      ScopeCallItem *item = g_object_new (SCOPE_TYPE_CALL_ITEM, NULL);

      item->node = g_array_index (nodes, guint32, i);
      g_ptr_array_add (items, item);
    }
  g_list_store_splice (store, 0, 0, items->pdata, items->len);
  return G_LIST_MODEL (store);
}

static GListModel *
make_children (gpointer item, gpointer data)
{
  ScopeCallOrder *order = data;
  guint32 node = SCOPE_CALL_ITEM (item)->node;

  return scope_call_order_has_children (order, node) ? make_rows (order, node) : NULL;
}

/* Unfolds what was, or what is looked for, from the top down; the largest where nothing is known yet. */
static void
unfold (ScopeCallTreeView *self)
{
  GListModel *rows = G_LIST_MODEL (self->model);

  for (guint i = 0; i < g_list_model_get_n_items (rows) && i < MOST_UNFOLDED; i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->model, i);
      guint32 node = node_of (row);
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
}

static void
show_rows (ScopeCallTreeView *self)
{
  self->setting = TRUE;
  gtk_multi_selection_set_model (self->selection, NULL);
  self->model = NULL;
  if (self->order != NULL)
    {
      self->model = gtk_tree_list_model_new (make_rows (self->order, SCOPE_NONE), FALSE, FALSE, make_children,
                                             scope_call_order_ref (self->order), (GDestroyNotify) scope_call_order_unref);
      unfold (self);
      self->has_looked = TRUE;
      gtk_multi_selection_set_model (self->selection, G_LIST_MODEL (self->model));
      g_object_unref (self->model);
    }
  self->setting = FALSE;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "call-tree.copy", self->order != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "call-tree.save", self->order != NULL);
}

/* The same tree in another order. */
static void
reorder (ScopeCallTreeView *self, ScopeCallTree *tree, gint64 tick_ps)
{
  ScopeCallOrder *order = NULL;

  if (tree != NULL)
    order = scope_call_order_new (tree, tick_ps,
                                  self->sort.column >= 0 ? (ScopeCallColumn) self->sort.column : SCOPE_CALL_COLUMN_TOTAL,
                                  self->sort.column < 0 || self->sort.descending, self->search);
  g_clear_pointer (&self->order, scope_call_order_unref);
  self->order = order;
  show_rows (self);
}

/* Only those that this tree has anything for. */
static void
show_columns (ScopeCallTreeView *self, ScopeCallTree *tree)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->table));

  g_menu_remove_all (self->sort_menu);
  for (guint c = 0; c < SCOPE_CALL_N_COLUMNS; c++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, c);
      g_autoptr (GMenuItem) item = g_menu_item_new (scope_call_column_title ((ScopeCallColumn) c), NULL);
      gboolean has = tree != NULL ? scope_call_column_has (tree, (ScopeCallColumn) c) : c < SCOPE_CALL_COLUMN_INSTS;

      if (gtk_column_view_column_get_visible (column) != has)
        gtk_column_view_column_set_visible (column, has);
      g_menu_item_set_action_and_target (item, "call-tree.sort", "i", (gint) c);
      if (has)
        g_menu_append_item (self->sort_menu, item);
    }
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
  show_columns (self, tree);
}

static void
reorder_again (ScopeCallTreeView *self)
{
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
  reorder_again (self);
}

guint32
scope_call_tree_view_get_n_found (ScopeCallTreeView *self)
{
  return self->order != NULL ? self->order->n_matching : 0;
}

guint
scope_call_tree_view_n_rows (ScopeCallTreeView *self)
{
  return self->model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->model)) : 0;
}

guint32
scope_call_tree_view_get_node (ScopeCallTreeView *self, guint i)
{
  g_autoptr (GtkTreeListRow) row = self->model != NULL ? gtk_tree_list_model_get_row (self->model, i) : NULL;

  return node_of (row);
}

void
scope_call_tree_view_set_expanded (ScopeCallTreeView *self, guint i, gboolean expanded)
{
  g_autoptr (GtkTreeListRow) row = self->model != NULL ? gtk_tree_list_model_get_row (self->model, i) : NULL;

  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, expanded);
}

void
scope_call_tree_view_select (ScopeCallTreeView *self, guint row)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), row, TRUE);
}

/* --- cells --- */

static void
unfolding_changed (GtkTreeListRow *row, GParamSpec *pspec, ScopeCallTreeView *self)
{
  g_autofree char *path = NULL;
  guint32 node = node_of (row);

  if (self->setting || node == SCOPE_NONE || self->order == NULL || self->order->matching != NULL)
    return;
  path = scope_call_tree_path (self->order->tree, node);
  if (gtk_tree_list_row_get_expanded (row))
    g_hash_table_add (self->unfolded, g_steal_pointer (&path));
  else
    g_hash_table_remove (self->unfolded, path);
}

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, ColumnInfo *info)
{
  GtkWidget *label, *expander;

  if (info->column == SCOPE_CALL_COLUMN_SHARE)
    {
      gtk_list_item_set_child (item, scope_share_bar_new ());
      return;
    }
  label = scope_text_cell_new (!scope_call_column_is_text (info->column), 40);
  gtk_widget_add_css_class (label, "numeric");
  if (info->column != SCOPE_CALL_COLUMN_FUNCTION)
    {
      scope_text_cell_set_least (SCOPE_TEXT_CELL (label), G_MAXUINT);
      gtk_list_item_set_child (item, label);
      return;
    }
  expander = gtk_tree_expander_new ();
  gtk_widget_set_hexpand (label, TRUE);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), label);
  gtk_list_item_set_child (item, expander);
}

/* NULL: none. */
static void
set_tree_row (ScopeCallTreeView *self, GtkTreeExpander *expander, GtkTreeListRow *row)
{
  GtkTreeListRow *before = gtk_tree_expander_get_list_row (expander);

  if (before == row)
    return;
  if (before != NULL)
    g_signal_handlers_disconnect_by_func (before, unfolding_changed, self);
  gtk_tree_expander_set_list_row (expander, row);
  if (row != NULL)
    g_signal_connect (row, "notify::expanded", G_CALLBACK (unfolding_changed), self);
}

static void
fill_name (ScopeCallTreeView *self, GtkTreeExpander *expander, guint32 node, const char *text)
{
  GtkWidget *label = gtk_tree_expander_get_child (expander);

  scope_text_cell_set_text (SCOPE_TEXT_CELL (label), text);
  if (scope_call_order_matches (self->order, node))
    gtk_widget_remove_css_class (label, "dim-label");
  else
    gtk_widget_add_css_class (label, "dim-label");
}

static void
fill (GtkListItem *item, guint column, gpointer data)
{
  ScopeCallTreeView *self = data;
  GtkTreeListRow *row = scope_recycling_row_get_item (gtk_list_item_get_item (item));
  GtkWidget *child = gtk_list_item_get_child (item);
  guint32 node = node_of (row);
  g_autofree char *text = NULL;

  if (column == SCOPE_CALL_COLUMN_FUNCTION)
    set_tree_row (self, GTK_TREE_EXPANDER (child), row);
  if (node == SCOPE_NONE || self->order == NULL)
    return;
  if (column == SCOPE_CALL_COLUMN_SHARE)
    {
      const ScopeCallTree *tree = self->order->tree;

      scope_share_bar_set (SCOPE_SHARE_BAR (child), scope_call_node_share (tree, node),
                           tree->total > 0 ? (double) tree->nodes[node].self / (double) tree->total : 0);
      return;
    }
  text = scope_call_cell_text (self->order->tree, node, (ScopeCallColumn) column, self->order->tick_ps);
  if (column == SCOPE_CALL_COLUMN_FUNCTION)
    fill_name (self, GTK_TREE_EXPANDER (child), node, text);
  else
    scope_text_cell_set_text (SCOPE_TEXT_CELL (child), text);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item, ColumnInfo *info)
{
  scope_cell_filler_add (info->self->filler, item, info->column);
}

static void
unbind_cell (GtkListItemFactory *factory, GtkListItem *item, ColumnInfo *info)
{
  scope_cell_filler_remove (info->self->filler, item);
  if (info->column == SCOPE_CALL_COLUMN_FUNCTION)
    set_tree_row (info->self, GTK_TREE_EXPANDER (gtk_list_item_get_child (item)), NULL);
}

/* --- sorting --- */

static void
sorter_changed (GtkSorter *sorter, GtkSorterChange change, ScopeCallTreeView *self)
{
  if (self->setting)
    return;
  if (scope_column_sort_ask (&self->sort, sorter))
    reorder_again (self);
}

static void
sort (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeCallTreeView *self = SCOPE_CALL_TREE_VIEW (widget);
  gint c = g_variant_get_int32 (parameter);
  g_autoptr (GtkColumnViewColumn) column = NULL;
  gboolean descending;

  if (c < 0 || c >= SCOPE_CALL_N_COLUMNS)
    return;
  descending = c == self->sort.column ? !self->sort.descending : !scope_call_column_is_text ((ScopeCallColumn) c);
  column = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->table)), (guint) c);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->table), column, descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

GMenuModel *
scope_call_tree_view_get_sort_menu (ScopeCallTreeView *self)
{
  return G_MENU_MODEL (self->sort_menu);
}

static void
make_columns (ScopeCallTreeView *self)
{
  for (guint c = 0; c < SCOPE_CALL_N_COLUMNS; c++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column
          = gtk_column_view_column_new (scope_call_column_title ((ScopeCallColumn) c), factory);

      g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cell), column_info_new (self, c), column_info_free, 0);
      g_signal_connect_data (factory, "bind", G_CALLBACK (bind_cell), column_info_new (self, c), column_info_free, 0);
      g_signal_connect_data (factory, "unbind", G_CALLBACK (unbind_cell), column_info_new (self, c), column_info_free, 0);
      scope_column_sort_add (&self->sort, column, (int) c, !scope_call_column_is_text ((ScopeCallColumn) c));
      gtk_column_view_column_set_resizable (column, TRUE);
      if (c == SCOPE_CALL_COLUMN_FUNCTION)
        gtk_column_view_column_set_fixed_width (column, 320);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->table), column);
    }
  show_columns (self, NULL);
}

/* --- choosing, copying, saving --- */

static void
selection_changed (GtkSelectionModel *selection, guint position, guint n, ScopeCallTreeView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (selection);
  guint32 node;

  if (self->setting || self->order == NULL || gtk_bitset_get_size (selected) != 1)
    return;
  node = scope_call_tree_view_get_node (self, gtk_bitset_get_nth (selected, 0));
  if (node != SCOPE_NONE)
    g_signal_emit (self, function_chosen_signal, 0,
                   self->order->tree->functions[self->order->tree->nodes[node].function].name);
}

/* Enter or a double click unfolds. */
static void
activated (GtkColumnView *table, guint position, ScopeCallTreeView *self)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->model, position);

  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

static void
unfold_below (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeCallTreeView *self = SCOPE_CALL_TREE_VIEW (widget);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  guint first = gtk_bitset_is_empty (selected) ? 0 : gtk_bitset_get_minimum (selected), depth = 0;

  for (guint i = first; i < scope_call_tree_view_n_rows (self) && i < first + MOST_UNFOLDED; i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->model, i);

      if (i == first)
        depth = gtk_tree_list_row_get_depth (row);
      else if (!gtk_bitset_is_empty (selected) && gtk_tree_list_row_get_depth (row) <= depth)
        break;
      gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

char *
scope_call_tree_view_dup_text (ScopeCallTreeView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean all = gtk_bitset_is_empty (selected);

  if (self->order == NULL)
    return g_strdup ("");
  for (guint i = 0; i < scope_call_tree_view_n_rows (self); i++)
    {
      guint32 node = all || gtk_bitset_contains (selected, i) ? scope_call_tree_view_get_node (self, i) : SCOPE_NONE;

      if (node != SCOPE_NONE)
        g_array_append_val (nodes, node);
    }
  return scope_call_to_text (self->order, (const guint32 *) (void *) nodes->data, nodes->len);
}

char *
scope_call_tree_view_dup_csv (ScopeCallTreeView *self)
{
  g_autoptr (GArray) all = NULL;

  if (self->order == NULL)
    return g_strdup ("");
  all = scope_call_order_all (self->order);
  return scope_call_to_csv (self->order, (const guint32 *) (void *) all->data, all->len);
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *text = scope_call_tree_view_dup_text (SCOPE_CALL_TREE_VIEW (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeCallTreeView *self = SCOPE_CALL_TREE_VIEW (widget);

  scope_text_saver_ask (self->saver, _("Save as CSV"), "calls.csv", scope_call_tree_view_dup_csv (self));
}

/* --- life --- */

static void
scope_call_tree_view_dispose (GObject *object)
{
  ScopeCallTreeView *self = SCOPE_CALL_TREE_VIEW (object);

  g_clear_pointer (&self->saver, scope_text_saver_free);
  if (self->selection != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->selection, self);
      self->setting = TRUE;
      gtk_multi_selection_set_model (self->selection, NULL);
    }
  self->model = NULL;
  if (self->filler != NULL)
    g_signal_handlers_disconnect_by_data (self->rows, self->filler);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->filler, scope_cell_filler_free);
  g_clear_object (&self->rows);
  g_clear_object (&self->selection);
  g_clear_object (&self->sort_menu);
  g_clear_pointer (&self->order, scope_call_order_unref);
  g_clear_pointer (&self->unfolded, g_hash_table_unref);
  g_clear_pointer (&self->search, g_free);
  G_OBJECT_CLASS (scope_call_tree_view_parent_class)->dispose (object);
}

static void
scope_call_tree_view_class_init (ScopeCallTreeViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_call_tree_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "call-tree.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "call-tree.save", NULL, save);
  gtk_widget_class_install_action (widget_class, "call-tree.sort", "i", sort);
  gtk_widget_class_install_action (widget_class, "call-tree.unfold", NULL, unfold_below);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "call-tree.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, "call-tree.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_asterisk, 0, "call-tree.unfold", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Multiply, 0, "call-tree.unfold", NULL);
  function_chosen_signal = g_signal_new ("function-chosen", SCOPE_TYPE_CALL_TREE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
scope_call_tree_view_init (ScopeCallTreeView *self)
{
  self->sort.column = -1;
  self->saver = scope_text_saver_new (GTK_WIDGET (self));
  self->sort_menu = g_menu_new ();
  self->unfolded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->selection = gtk_multi_selection_new (NULL);
  self->rows = scope_recycling_row_model_new (GTK_SELECTION_MODEL (self->selection));
  self->table = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->rows)));
  self->scroller = gtk_scrolled_window_new ();
  self->filler = scope_cell_filler_new (GTK_SCROLLED_WINDOW (self->scroller), fill, self);
  g_signal_connect_swapped (self->rows, "contents-changed", G_CALLBACK (scope_cell_filler_renew_all), self->filler);
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (self->table), FALSE);
  gtk_widget_add_css_class (self->table, "data-table");
  gtk_widget_add_css_class (self->table, "table");
  make_columns (self);
  g_signal_connect (self->selection, "selection-changed", G_CALLBACK (selection_changed), self);
  g_signal_connect (self->table, "activate", G_CALLBACK (activated), self);
  g_signal_connect_object (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->table)), "changed", G_CALLBACK (sorter_changed),
                           self, 0);
  gtk_widget_set_focusable (self->scroller, FALSE); /* the table is */
  gtk_widget_add_css_class (self->scroller, "table-scroller");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->table);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Calling contexts"), -1);
}

GtkWidget *
scope_call_tree_view_new (void)
{
  return g_object_new (SCOPE_TYPE_CALL_TREE_VIEW, NULL);
}
