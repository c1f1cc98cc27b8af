/* scope-table-view-cells.c: see scope-table-view.h: columns, what stands in their cells, and by which the rows are sorted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-table-view-private.h"

#include "widgets/table/scope-text-cell.h"

#include "model/base/scope-entity.h"

#define LEAST_TEXT 3u
#define MOST_TEXT 40u

/* What the functions of one column need to know. */
typedef struct
{
  ScopeTableView *table;
  guint number;
  ScopeTableColumn info;
  GtkColumnViewColumn *view_column;
} Column;

/* --- sorting --- */

static int
say_column (gconstpointer a, gconstpointer b, gpointer data)
{
  const Column *column = data;

  if (scope_table_view_of (column->table)->asked == NULL)
    scope_table_view_of (column->table)->asked = column;
  return GTK_ORDERING_SMALLER;
}

/* GTK 4.8 does not tell by which column a view is sorted. The view's own sorter asks the sorters of the columns in turn, the first
 * one first, and turns the answer round if that is descending: so it is asked to compare two objects of no meaning, and the column
 * that is asked first says that it was.
 *
 * A click on a title sorts from the least; who clicks on figures looks for the greatest. So a column of figures that is newly
 * sorted by is turned round, and by the next click comes the other way. FALSE then: the sorter has said so already. */
static gboolean
ask_sorter (ScopeTableView *self, GtkSorter *sorter)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  g_autoptr (GObject) a = g_object_new (G_TYPE_OBJECT, NULL), b = g_object_new (G_TYPE_OBJECT, NULL);
  const Column *asked;
  GtkOrdering order;
  gboolean is_new;

  p->asked = NULL;
  order = gtk_sorter_compare (sorter, a, b);
  asked = p->asked;
  is_new = asked != NULL && (int) asked->number != p->sort;
  p->sort = asked != NULL ? (int) asked->number : -1;
  p->descending = order == GTK_ORDERING_LARGER;
  if (!is_new || (asked->info.flags & SCOPE_COLUMN_GREATEST) == 0 || p->descending)
    return TRUE;
  gtk_column_view_sort_by_column (scope_table_view_get_column_view (self), asked->view_column, GTK_SORT_DESCENDING);
  return FALSE;
}

void
scope_table_view_sorter_changed (GtkSorter *sorter, GtkSorterChange change, ScopeTableView *self)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);

  if (p->quiet || !ask_sorter (self, sorter))
    return;
  p->quiet = TRUE;
  p->rows->sorted (p->owner);
  p->quiet = FALSE;
}

int
scope_table_view_get_sort (ScopeTableView *self, gboolean *ret_descending)
{
  *ret_descending = scope_table_view_of (self)->descending;
  return scope_table_view_of (self)->sort;
}

void
scope_table_view_sort_by (ScopeTableView *self, int column, gboolean descending)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);

  gtk_column_view_sort_by_column (scope_table_view_get_column_view (self),
                                  column >= 0 ? scope_table_view_get_column (self, (guint) column) : NULL,
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  if (column < 0)
    p->sort = -1;
}

/* Words and times from the first, figures from the greatest; once more: the other way round. */
void
scope_table_view_toggle_sort (ScopeTableView *self, int c)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);

  if (c >= 0 && (guint) c < g_list_model_get_n_items (gtk_column_view_get_columns (scope_table_view_get_column_view (self))))
    scope_table_view_sort_by (self, c, c == p->sort ? !p->descending
                                                    : (p->rows->column (p->owner, (guint) c).flags & SCOPE_COLUMN_GREATEST) != 0);
}

GMenuModel *
scope_table_view_get_sort_menu (ScopeTableView *self)
{
  return G_MENU_MODEL (scope_table_view_of (self)->sort_menu);
}

/* --- what is read when it is shown --- */

/* What a cell shows and waits for. */
typedef struct
{
  ScopeTableView *table;
  GtkListItem *cell;
  GObject *item;
} Watch;

/* Many are filled at once. */
static void
item_filled (Watch *watch)
{
  scope_cell_filler_renew (scope_table_view_of (watch->table)->filler, watch->cell);
}

static void
watch_free (gpointer data)
{
  Watch *watch = data;

  g_signal_handlers_disconnect_by_data (watch->item, watch);
  scope_table_view_of (watch->table)->rows->watch (watch->item, FALSE);
  g_object_unref (watch->item);
  g_free (watch);
}

static void
watch_item (ScopeTableView *self, GtkListItem *cell, GObject *item)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  Watch *watch = p->watches != NULL ? g_hash_table_lookup (p->watches, cell) : NULL;

  if (p->watches == NULL || (watch != NULL && watch->item == item))
    return;
  if (watch != NULL)
    g_hash_table_remove (p->watches, cell);
  if (item == NULL || !p->rows->watch (item, TRUE))
    return;
  watch = g_new (Watch, 1);
  *watch = (Watch) { self, cell, g_object_ref (item) };
  g_signal_connect_swapped (item, "filled", G_CALLBACK (item_filled), watch);
  g_hash_table_insert (p->watches, cell, watch);
}

/* --- unfolding --- */

static void
unfolding_changed (GtkTreeListRow *row, GParamSpec *pspec, ScopeTableView *self)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  guint32 number = scope_table_view_row_of (row);

  if (!p->quiet && number != SCOPE_NONE && p->rows->unfolded != NULL)
    p->rows->unfolded (p->owner, number, gtk_tree_list_row_get_expanded (row));
}

/* NULL: none. */
static void
set_tree_row (ScopeTableView *self, GtkTreeExpander *expander, GtkTreeListRow *row)
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

/* --- cells --- */

static GtkWidget *
widget_of (GtkListItem *cell)
{
  GtkWidget *child = gtk_list_item_get_child (cell);

  return GTK_IS_TREE_EXPANDER (child) ? gtk_tree_expander_get_child (GTK_TREE_EXPANDER (child)) : child;
}

void
scope_table_view_fill (GtkListItem *cell, guint column, gpointer data)
{
  ScopeTableView *self = data;
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  GtkWidget *child = gtk_list_item_get_child (cell), *widget = widget_of (cell);
  gpointer row = scope_recycling_row_get_item (gtk_list_item_get_item (cell));
  g_autoptr (GObject) item = NULL;
  g_autofree char *text = NULL;

  if (GTK_IS_TREE_EXPANDER (child))
    set_tree_row (self, GTK_TREE_EXPANDER (child), row);
  watch_item (self, cell, row);
  if (row != NULL)
    item = GTK_IS_TREE_LIST_ROW (row) ? gtk_tree_list_row_get_item (row) : g_object_ref (row);
  if (item == NULL || (p->rows->fill != NULL && p->rows->fill (p->owner, widget, item, column)))
    return;
  text = p->rows->text (p->owner, item, column);
  scope_text_cell_set_text (SCOPE_TEXT_CELL (SCOPE_IS_TEXT_CELL (widget) ? widget : gtk_widget_get_last_child (widget)),
                            text != NULL ? text : column == p->rows->waiting ? "…" : "");
}

void
scope_table_view_watch_start (ScopeTableView *self)
{
  scope_table_view_of (self)->watches = g_hash_table_new_full (NULL, NULL, NULL, watch_free);
}

static void
set_up_cell (GtkListItemFactory *factory, GtkListItem *cell, Column *column)
{
  ScopeTableViewPrivate *p = scope_table_view_of (column->table);
  const ScopeTableColumn *info = &column->info;
  GtkWidget *widget = p->rows->make != NULL ? p->rows->make (p->owner, cell, column->number) : NULL;

  if (widget == NULL)
    {
      widget = scope_text_cell_new ((info->flags & SCOPE_COLUMN_END) != 0, info->most > 0 ? info->most : MOST_TEXT);
      scope_text_cell_set_least (SCOPE_TEXT_CELL (widget), info->least > 0 ? info->least : LEAST_TEXT);
    }
  if ((info->flags & SCOPE_COLUMN_NUMERIC) != 0)
    gtk_widget_add_css_class (widget, "numeric");
  if ((info->flags & SCOPE_COLUMN_DIM) != 0)
    gtk_widget_add_css_class (widget, "dim-label");
  if ((info->flags & SCOPE_COLUMN_TREE) != 0)
    {
      GtkWidget *expander = gtk_tree_expander_new ();

      gtk_widget_set_hexpand (widget, TRUE);
      gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), widget);
      widget = expander;
    }
  gtk_list_item_set_child (cell, widget);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *cell, Column *column)
{
  scope_cell_filler_add (scope_table_view_of (column->table)->filler, cell, column->number);
}

static void
unbind_cell (GtkListItemFactory *factory, GtkListItem *cell, Column *column)
{
  ScopeTableViewPrivate *p = scope_table_view_of (column->table);
  GtkWidget *child = gtk_list_item_get_child (cell);

  scope_cell_filler_remove (p->filler, cell);
  watch_item (column->table, cell, NULL);
  if (GTK_IS_TREE_EXPANDER (child))
    set_tree_row (column->table, GTK_TREE_EXPANDER (child), NULL);
  if (p->rows->empty != NULL)
    p->rows->empty (p->owner, widget_of (cell), column->number);
}

/* Asked for, not set: GTK asks the display server for every tooltip that is set. */
gboolean
scope_table_view_query_tooltip (ScopeTableView *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  GtkWidget *under = gtk_widget_pick (p->view, x, y, GTK_PICK_DEFAULT);
  guint position = under != NULL ? scope_cell_filler_position_of (p->filler, under) : GTK_INVALID_LIST_POSITION;
  g_autoptr (GObject) item = NULL;
  g_autofree char *text = NULL;

  if (position != GTK_INVALID_LIST_POSITION)
    item = g_list_model_get_item (G_LIST_MODEL (p->selection), position);
  text = item != NULL ? p->rows->tooltip (p->owner, item) : NULL;
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* --- columns --- */

GtkColumnViewColumn *
scope_table_view_get_column (ScopeTableView *self, guint number)
{
  GListModel *columns = gtk_column_view_get_columns (scope_table_view_get_column_view (self));
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, number);

  return column; /* the view has it */
}

/* The words of a title; what they lie in with the arrow of sorting. */
static GtkWidget *
title_label (GtkWidget *title, GtkWidget **ret_box)
{
  GtkWidget *box = gtk_widget_get_first_child (title), *label = GTK_IS_BOX (box) ? gtk_widget_get_first_child (box) : NULL;

  if (label != NULL && !GTK_IS_LABEL (label)) /* the arrow stands before it */
    label = gtk_widget_get_next_sibling (label);
  *ret_box = box;
  return GTK_IS_LABEL (label) ? label : NULL;
}

/* Titles stand as the cells below them do: GTK puts all of them at the start. Its view has them in the order of the columns, and says
 * nothing else of them. */
static void
align_titles (ScopeTableView *self)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  GtkWidget *header = gtk_widget_get_first_child (p->view), *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (p->view));

  for (guint c = 0; c < g_list_model_get_n_items (columns) && title != NULL; c++)
    {
      const char *words = gtk_column_view_column_get_title (scope_table_view_get_column (self, c));
      GtkWidget *box, *label = title_label (title, &box);

      if (label == NULL || g_strcmp0 (gtk_label_get_label (GTK_LABEL (label)), words != NULL ? words : "") != 0)
        continue; /* a column that is not shown */
      if (p->rows->column (p->owner, c).help != NULL)
        gtk_widget_set_tooltip_text (title, p->rows->column (p->owner, c).help);
      if (p->rows->column (p->owner, c).flags & SCOPE_COLUMN_END)
        {
          gtk_widget_set_halign (box, GTK_ALIGN_END);
          gtk_box_reorder_child_after (GTK_BOX (box), label, gtk_widget_get_last_child (box)); /* the arrow leaves no gap behind them */
        }
      title = gtk_widget_get_next_sibling (title);
    }
}

static void
add_column (ScopeTableView *self, guint number)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  Column *column = g_new0 (Column, 1);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSorter) sorter = NULL;
  g_autoptr (GtkColumnViewColumn) view_column = NULL;

  *column = (Column) { self, number, p->rows->column (p->owner, number), NULL };
  g_object_set_data_full (G_OBJECT (factory), "column", column, g_free);
  if (column->info.title != NULL)
    {
      g_signal_connect (factory, "setup", G_CALLBACK (set_up_cell), column);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), column);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), column);
      if (p->rows->compare != NULL)
        sorter = GTK_SORTER (gtk_custom_sorter_new (p->rows->compare, GUINT_TO_POINTER (number), NULL));
      else if (p->rows->sorted != NULL)
        sorter = GTK_SORTER (gtk_custom_sorter_new (say_column, column, NULL));
    }
  column->view_column = view_column = gtk_column_view_column_new (column->info.title, factory);
  gtk_column_view_column_set_sorter (view_column, sorter);
  gtk_column_view_column_set_resizable (view_column, column->info.title != NULL);
  if (column->info.width > 0)
    gtk_column_view_column_set_fixed_width (view_column, column->info.width);
  gtk_column_view_column_set_expand (view_column, column->info.width == SCOPE_COLUMN_REST);
  if (p->rows->has_column != NULL && !p->rows->has_column (p->owner, number))
    gtk_column_view_column_set_visible (view_column, FALSE);
  gtk_column_view_append_column (scope_table_view_get_column_view (self), view_column);
  g_signal_connect_object (view_column, "notify::visible", G_CALLBACK (align_titles), self, G_CONNECT_SWAPPED);
}

void
scope_table_view_show_columns (ScopeTableView *self)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);

  g_menu_remove_all (p->sort_menu);
  for (guint c = 0; c < g_list_model_get_n_items (gtk_column_view_get_columns (scope_table_view_get_column_view (self))); c++)
    {
      GtkColumnViewColumn *column = scope_table_view_get_column (self, c);
      gboolean has = p->rows->has_column == NULL || p->rows->has_column (p->owner, c);

      if (gtk_column_view_column_get_visible (column) != has)
        gtk_column_view_column_set_visible (column, has);
      if (has && p->rows->actions != NULL && gtk_column_view_column_get_title (column) != NULL)
        {
          g_autoptr (GMenuItem) item = g_menu_item_new (gtk_column_view_column_get_title (column), NULL);
          g_autofree char *action = g_strconcat (p->rows->actions, ".sort", NULL);

          g_menu_item_set_action_and_target (item, action, "i", (gint) c);
          g_menu_append_item (p->sort_menu, item);
        }
    }
}

void
scope_table_view_set_columns (ScopeTableView *self, guint n)
{
  GListModel *columns = gtk_column_view_get_columns (scope_table_view_get_column_view (self));

  while (g_list_model_get_n_items (columns) > 0)
    gtk_column_view_remove_column (scope_table_view_get_column_view (self), scope_table_view_get_column (self, 0));
  /* Or each new column would begin with cells in rows that are about to go. */
  scope_recycling_row_model_hurry (scope_table_view_of (self)->recycled);
  for (guint c = 0; c < n; c++)
    add_column (self, c);
  scope_table_view_show_columns (self);
  align_titles (self);
}

