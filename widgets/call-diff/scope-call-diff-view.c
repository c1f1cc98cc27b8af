/* scope-call-diff-view.c: see scope-call-diff-view.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/call-diff/scope-call-diff-view.h"

#include "widgets/table/scope-cell-filler.h"
#include "widgets/table/scope-column-sort.h"
#include "widgets/table/scope-list-scroller.h"
#include "widgets/table/scope-recycling-row-model.h"
#include "widgets/table/scope-text-cell.h"
#include "widgets/kit/scope-text-saver.h"

#include <glib/gi18n.h>

#define FIRST_SIGHT 24u     /* rows that are unfolded by themselves */
#define MOST_UNFOLDED 2000u /* by one action */
#define FUNCTION_WIDTH 240

/* --- a path as an item --- */

#define SCOPE_TYPE_CALL_PATH_ITEM (scope_call_path_item_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallPathItem, scope_call_path_item, SCOPE, CALL_PATH_ITEM, GObject)

struct _ScopeCallPathItem
{
  GObject parent_instance;

  guint32 context;
};

G_DEFINE_FINAL_TYPE (ScopeCallPathItem, scope_call_path_item, G_TYPE_OBJECT)

static void
scope_call_path_item_class_init (ScopeCallPathItemClass *klass)
{
}

static void
scope_call_path_item_init (ScopeCallPathItem *self)
{
}

/* --- the view --- */

struct _ScopeCallDiffView
{
  GtkWidget parent_instance;

  ScopeCallDiffOrder *order; /* NULL: empty */
  GtkWidget *scroller, *table;
  GtkTreeListModel *model;
  GtkMultiSelection *selection;
  ScopeRecyclingRowModel *rows;
  ScopeCellFiller *filler;
  ScopeTextSaver *saver;
  ScopeListScroller *list_scroller;
  ScopeColumnSort sort;
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (ScopeCallDiffView, scope_call_diff_view, GTK_TYPE_WIDGET)

enum
{
  PATH_CHOSEN,
  PATH_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

typedef struct
{
  ScopeCallDiffView *self;
  guint column;
} ColumnInfo;

static ColumnInfo *
column_info_new (ScopeCallDiffView *self, guint column)
{
  ColumnInfo *info = g_new (ColumnInfo, 1);

  *info = (ColumnInfo) { self, column };
  return info;
}

static void
column_info_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static guint32
context_of (GtkTreeListRow *row)
{
  g_autoptr (ScopeCallPathItem) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  return item != NULL ? item->context : SCOPE_NONE;
}

/* --- rows --- */

static GListModel *
make_rows (const ScopeCallDiffOrder *order, guint32 above)
{
  GListStore *store = g_list_store_new (SCOPE_TYPE_CALL_PATH_ITEM);
  g_autoptr (GArray) contexts = scope_call_diff_order_children (order, above);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < contexts->len; i++)
    {
      ScopeCallPathItem *item = g_object_new (SCOPE_TYPE_CALL_PATH_ITEM, NULL);

      item->context = g_array_index (contexts, guint32, i);
      g_ptr_array_add (items, item);
    }
  g_list_store_splice (store, 0, 0, items->pdata, items->len);
  return G_LIST_MODEL (store);
}

static GListModel *
make_children (gpointer item, gpointer data)
{
  ScopeCallDiffOrder *order = data;
  guint32 context = SCOPE_CALL_PATH_ITEM (item)->context;

  return scope_call_diff_order_has_children (order, context) ? make_rows (order, context) : NULL;
}

/* From the top down, as far as a glance reaches. */
static void
unfold (GtkTreeListModel *model)
{
  GListModel *rows = G_LIST_MODEL (model);

  for (guint i = 0; i < g_list_model_get_n_items (rows) && g_list_model_get_n_items (rows) < FIRST_SIGHT; i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (model, i);

      if (gtk_tree_list_row_is_expandable (row))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

/* Instructions and events have columns if a run tells of them. */
static void
show_columns (ScopeCallDiffView *self)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->table));

  for (guint c = 0; c < SCOPE_CALL_DIFF_N_COLUMNS; c++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, c);

      gtk_column_view_column_set_visible (column, scope_call_diff_has_column (self->order->diff, c));
    }
}

static void
reorder (ScopeCallDiffView *self, ScopeCallDiff *diff)
{
  ScopeCallDiffOrder *order
      = diff != NULL ? scope_call_diff_order_new (diff, self->sort.column, self->sort.column < 0 || self->sort.descending) : NULL;
  GtkTreeListModel *model = NULL;

  self->setting = TRUE;
  scope_list_scroller_rewind (self->list_scroller);
  g_clear_pointer (&self->order, scope_call_diff_order_unref);
  self->order = order;
  if (order != NULL)
    {
      show_columns (self);
      model = gtk_tree_list_model_new (make_rows (order, SCOPE_NONE), FALSE, FALSE, make_children,
                                       scope_call_diff_order_ref (order), (GDestroyNotify) scope_call_diff_order_unref);
      unfold (model);
    }
  /* One in place of the other, none between: then the rows stay. */
  self->model = model;
  gtk_multi_selection_set_model (self->selection, G_LIST_MODEL (model));
  g_clear_object (&model);
  self->setting = FALSE;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "call-diff.copy", order != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "call-diff.save", order != NULL);
}

void
scope_call_diff_view_set_diff (ScopeCallDiffView *self, ScopeCallDiff *diff)
{
  g_return_if_fail (SCOPE_IS_CALL_DIFF_VIEW (self));

  reorder (self, diff);
}

guint
scope_call_diff_view_n_rows (ScopeCallDiffView *self)
{
  return self->model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->model)) : 0;
}

guint32
scope_call_diff_view_get_context (ScopeCallDiffView *self, guint i)
{
  g_autoptr (GtkTreeListRow) row = self->model != NULL ? gtk_tree_list_model_get_row (self->model, i) : NULL;

  return context_of (row);
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
  if (self->order == NULL || context >= self->order->diff->n_contexts)
    return;
  for (guint i = 0; i < scope_call_diff_view_n_rows (self); i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->model, i);
      guint32 here = context_of (row);

      if (here == context)
        {
          gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), i, TRUE);
          scope_list_scroller_show (self->list_scroller, i);
          return;
        }
      if (is_above (self->order->diff, here, context))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

/* --- cells --- */

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, ColumnInfo *info)
{
  GtkWidget *label = scope_text_cell_new (info->column != SCOPE_CALL_DIFF_FUNCTION, 40), *expander;

  gtk_widget_add_css_class (label, "numeric");
  if (info->column != SCOPE_CALL_DIFF_FUNCTION)
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

static void
fill (GtkListItem *item, guint column, gpointer data)
{
  ScopeCallDiffView *self = data;
  GtkTreeListRow *row = scope_recycling_row_get_item (gtk_list_item_get_item (item));
  GtkWidget *cell = gtk_list_item_get_child (item);
  guint32 context = context_of (row);
  g_autofree char *text = NULL;

  if (column == SCOPE_CALL_DIFF_FUNCTION)
    {
      GtkTreeExpander *expander = GTK_TREE_EXPANDER (cell);

      if (gtk_tree_expander_get_list_row (expander) != row)
        gtk_tree_expander_set_list_row (expander, row);
      cell = gtk_tree_expander_get_child (expander);
    }
  if (context == SCOPE_NONE || self->order == NULL)
    return;
  text = scope_call_diff_cell_text (self->order->diff, context, column);
  scope_text_cell_set_text (SCOPE_TEXT_CELL (cell), text);
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
  if (info->column == SCOPE_CALL_DIFF_FUNCTION)
    gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (item)), NULL);
}

/* --- sorting --- */

static void
reorder_again (ScopeCallDiffView *self)
{
  g_autoptr (ScopeCallDiff) diff = self->order != NULL ? scope_call_diff_ref (self->order->diff) : NULL;

  if (diff != NULL)
    reorder (self, diff);
}

static void
sorter_changed (GtkSorter *sorter, GtkSorterChange change, ScopeCallDiffView *self)
{
  if (self->setting)
    return;
  if (scope_column_sort_ask (&self->sort, sorter))
    reorder_again (self);
}

static void
sort (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeCallDiffView *self = SCOPE_CALL_DIFF_VIEW (widget);
  gint c = g_variant_get_int32 (parameter);
  g_autoptr (GtkColumnViewColumn) column = NULL;
  gboolean descending;

  if (c < 0 || c >= SCOPE_CALL_DIFF_N_COLUMNS)
    return;
  descending = c == self->sort.column ? !self->sort.descending : c != SCOPE_CALL_DIFF_FUNCTION;
  column = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->table)), (guint) c);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->table), column, descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

static void
make_columns (ScopeCallDiffView *self)
{
  for (guint c = 0; c < SCOPE_CALL_DIFF_N_COLUMNS; c++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (scope_call_diff_column_title (c), factory);

      g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cell), column_info_new (self, c), column_info_free, 0);
      g_signal_connect_data (factory, "bind", G_CALLBACK (bind_cell), column_info_new (self, c), column_info_free, 0);
      g_signal_connect_data (factory, "unbind", G_CALLBACK (unbind_cell), column_info_new (self, c), column_info_free, 0);
      scope_column_sort_add (&self->sort, column, (int) c, c != SCOPE_CALL_DIFF_FUNCTION);
      gtk_column_view_column_set_resizable (column, TRUE);
      if (c == SCOPE_CALL_DIFF_FUNCTION)
        gtk_column_view_column_set_fixed_width (column, FUNCTION_WIDTH);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->table), column);
    }
}

/* --- choosing, copying, saving --- */

static void
selection_changed (GtkSelectionModel *selection, guint position, guint n, ScopeCallDiffView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (selection);
  guint32 context;

  if (self->setting || self->order == NULL || gtk_bitset_get_size (selected) != 1)
    return;
  context = scope_call_diff_view_get_context (self, gtk_bitset_get_nth (selected, 0));
  if (context != SCOPE_NONE)
    g_signal_emit (self, signals[PATH_CHOSEN], 0, context);
}

static void
activated (GtkColumnView *table, guint position, ScopeCallDiffView *self)
{
  guint32 context = scope_call_diff_view_get_context (self, position);

  if (context != SCOPE_NONE)
    g_signal_emit (self, signals[PATH_ACTIVATED], 0, context);
}

static void
unfold_below (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeCallDiffView *self = SCOPE_CALL_DIFF_VIEW (widget);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  guint first = gtk_bitset_is_empty (selected) ? 0 : gtk_bitset_get_minimum (selected), depth = 0;

  for (guint i = first; i < scope_call_diff_view_n_rows (self) && i < first + MOST_UNFOLDED; i++)
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
scope_call_diff_view_dup_text (ScopeCallDiffView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GArray) contexts = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->order == NULL)
    return g_strdup ("");
  for (guint i = 0; i < scope_call_diff_view_n_rows (self); i++)
    {
      guint32 context = scope_call_diff_view_get_context (self, i);

      if (context != SCOPE_NONE && (gtk_bitset_is_empty (selected) || gtk_bitset_contains (selected, i)))
        g_array_append_val (contexts, context);
    }
  return scope_call_diff_to_text (self->order, (const guint32 *) (void *) contexts->data, contexts->len);
}

char *
scope_call_diff_view_dup_csv (ScopeCallDiffView *self)
{
  g_autoptr (GArray) all = NULL;

  if (self->order == NULL)
    return g_strdup ("");
  all = scope_call_diff_order_all (self->order);
  return scope_call_diff_to_csv (self->order, (const guint32 *) (void *) all->data, all->len);
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *text = scope_call_diff_view_dup_text (SCOPE_CALL_DIFF_VIEW (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeCallDiffView *self = SCOPE_CALL_DIFF_VIEW (widget);

  scope_text_saver_ask (self->saver, _("Save as CSV"), "calls-compared.csv", scope_call_diff_view_dup_csv (self));
}

/* --- life --- */

static void
scope_call_diff_view_dispose (GObject *object)
{
  ScopeCallDiffView *self = SCOPE_CALL_DIFF_VIEW (object);

  g_clear_pointer (&self->saver, scope_text_saver_free);
  g_clear_pointer (&self->list_scroller, scope_list_scroller_free);
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
  g_clear_pointer (&self->order, scope_call_diff_order_unref);
  G_OBJECT_CLASS (scope_call_diff_view_parent_class)->dispose (object);
}

static void
scope_call_diff_view_class_init (ScopeCallDiffViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_call_diff_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "call-diff.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "call-diff.save", NULL, save);
  gtk_widget_class_install_action (widget_class, "call-diff.sort", "i", sort);
  gtk_widget_class_install_action (widget_class, "call-diff.unfold", NULL, unfold_below);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "call-diff.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, "call-diff.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_asterisk, 0, "call-diff.unfold", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Multiply, 0, "call-diff.unfold", NULL);
  signals[PATH_CHOSEN] = g_signal_new ("path-chosen", SCOPE_TYPE_CALL_DIFF_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                       1, G_TYPE_UINT);
  signals[PATH_ACTIVATED] = g_signal_new ("path-activated", SCOPE_TYPE_CALL_DIFF_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
scope_call_diff_view_init (ScopeCallDiffView *self)
{
  self->sort.column = -1;
  self->saver = scope_text_saver_new (GTK_WIDGET (self));
  self->selection = gtk_multi_selection_new (NULL);
  self->rows = scope_recycling_row_model_new (GTK_SELECTION_MODEL (self->selection));
  self->table = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->rows)));
  self->scroller = gtk_scrolled_window_new ();
  self->filler = scope_cell_filler_new (GTK_SCROLLED_WINDOW (self->scroller), fill, self);
  g_signal_connect_swapped (self->rows, "contents-changed", G_CALLBACK (scope_cell_filler_renew_all), self->filler);
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (self->table), FALSE);
  gtk_widget_add_css_class (self->table, "data-table");
  gtk_widget_add_css_class (self->table, "table");
  self->list_scroller = scope_list_scroller_new (GTK_SCROLLABLE (self->table), G_LIST_MODEL (self->rows));
  make_columns (self);
  g_signal_connect (self->selection, "selection-changed", G_CALLBACK (selection_changed), self);
  g_signal_connect (self->table, "activate", G_CALLBACK (activated), self);
  g_signal_connect_object (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->table)), "changed", G_CALLBACK (sorter_changed),
                           self, 0);
  gtk_widget_set_focusable (self->scroller, FALSE); /* the table is */
  gtk_widget_add_css_class (self->scroller, "table-scroller");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->table);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Call paths of both runs"), -1);
}

GtkWidget *
scope_call_diff_view_new (void)
{
  return g_object_new (SCOPE_TYPE_CALL_DIFF_VIEW, NULL);
}
