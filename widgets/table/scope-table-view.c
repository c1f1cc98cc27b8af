/* scope-table-view.c: see scope-table-view.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/table/scope-table-view-private.h"

#include "model/base/scope-entity.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define MOST_UNFOLDED 2000u /* by one action */

G_DEFINE_TYPE_WITH_PRIVATE (ScopeTableView, scope_table_view, GTK_TYPE_WIDGET)

ScopeTableViewPrivate *
scope_table_view_of (ScopeTableView *self)
{
  return scope_table_view_get_instance_private (self);
}

/* --- rows --- */

GtkColumnView *
scope_table_view_get_column_view (ScopeTableView *self)
{
  return GTK_COLUMN_VIEW (scope_table_view_of (self)->view);
}

GtkSelectionModel *
scope_table_view_get_selection (ScopeTableView *self)
{
  return scope_table_view_of (self)->selection;
}

GtkTreeListModel *
scope_table_view_get_tree (ScopeTableView *self)
{
  return scope_table_view_of (self)->tree;
}

guint32
scope_table_view_row_of (gpointer item)
{
  g_autoptr (GObject) below = GTK_IS_TREE_LIST_ROW (item) ? gtk_tree_list_row_get_item (item) : NULL;

  if (GTK_IS_TREE_LIST_ROW (item))
    item = below; /* NULL: the row went with what was above it */
  return item != NULL ? scope_row_item_get_row (item) : SCOPE_NONE;
}

void
scope_table_view_renew (ScopeTableView *self)
{
  scope_cell_filler_renew_all (scope_table_view_of (self)->filler);
}

void
scope_table_view_set_quiet (ScopeTableView *self, gboolean quiet)
{
  scope_table_view_of (self)->quiet = quiet;
}

void
scope_table_view_scroll_to (ScopeTableView *self, guint position)
{
  scope_list_scroller_show (scope_table_view_of (self)->finder, position);
}

void
scope_table_view_rewind (ScopeTableView *self)
{
  scope_list_scroller_rewind (scope_table_view_of (self)->finder);
}

/* One tree in place of the other, none between: then the rows stay. */
void
scope_table_view_set_order (ScopeTableView *self, gpointer order)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  GtkTreeListModel *tree = order != NULL ? scope_row_list_new_tree (p->rows->tree, order) : NULL;

  p->quiet = TRUE;
  scope_table_view_rewind (self);
  p->tree = tree;
  if (tree != NULL && p->rows->unfold != NULL)
    p->rows->unfold (p->owner);
  gtk_multi_selection_set_model (GTK_MULTI_SELECTION (p->selection), G_LIST_MODEL (tree));
  g_clear_object (&tree);
  p->quiet = FALSE;
  scope_table_view_set_filled (self, order != NULL);
}

guint
scope_table_view_n_rows (ScopeTableView *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (scope_table_view_of (self)->selection));
}

guint32
scope_table_view_get_row (ScopeTableView *self, guint position)
{
  g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (scope_table_view_of (self)->selection), position);

  return scope_table_view_row_of (item);
}

GtkTreeListRow *
scope_table_view_dup_tree_row (ScopeTableView *self, guint position)
{
  GtkTreeListModel *tree = scope_table_view_get_tree (self);

  return tree != NULL ? gtk_tree_list_model_get_row (tree, position) : NULL;
}

void
scope_table_view_select (ScopeTableView *self, guint position)
{
  gtk_selection_model_select_item (scope_table_view_of (self)->selection, position, TRUE);
}

GArray *
scope_table_view_dup_rows (ScopeTableView *self, gboolean all)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (scope_table_view_of (self)->selection);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean every = all || gtk_bitset_is_empty (selected);
  guint n = every ? scope_table_view_n_rows (self) : (guint) gtk_bitset_get_size (selected);

  for (guint i = 0; i < n; i++)
    {
      guint32 row = scope_table_view_get_row (self, every ? i : gtk_bitset_get_nth (selected, i));

      g_array_append_val (rows, row);
    }
  return rows;
}

static void
selection_changed (GtkSelectionModel *selection, guint position, guint n, ScopeTableView *self)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (selection);

  if (!p->quiet && gtk_bitset_get_size (selected) == 1)
    p->rows->chosen (p->owner, gtk_bitset_get_minimum (selected));
}

static void
activated (GtkColumnView *view, guint position, ScopeTableView *self)
{
  scope_table_view_of (self)->rows->activated (scope_table_view_of (self)->owner, position);
}

static void
sort (GtkWidget *widget, const char *action, GVariant *parameter)
{
  scope_table_view_toggle_sort (SCOPE_TABLE_VIEW (widget), g_variant_get_int32 (parameter));
}

static void
unfold_below (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeTableView *self = SCOPE_TABLE_VIEW (widget);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (scope_table_view_of (self)->selection);
  guint first = gtk_bitset_is_empty (selected) ? 0 : gtk_bitset_get_minimum (selected), depth = 0;

  for (guint i = first; i < scope_table_view_n_rows (self) && i < first + MOST_UNFOLDED; i++)
    {
      g_autoptr (GtkTreeListRow) row = scope_table_view_dup_tree_row (self, i);

      if (i == first)
        depth = gtk_tree_list_row_get_depth (row);
      else if (!gtk_bitset_is_empty (selected) && gtk_tree_list_row_get_depth (row) <= depth)
        break;
      gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

/* --- copying, saving --- */

static char *
dup_text (ScopeTableView *self, gboolean all)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  g_autoptr (GArray) rows = scope_table_view_dup_rows (self, all);

  return p->rows->to_text (p->owner, (const guint32 *) (void *) rows->data, rows->len);
}

char *
scope_table_view_dup_text (ScopeTableView *self)
{
  return dup_text (self, FALSE);
}

char *
scope_table_view_dup_csv (ScopeTableView *self)
{
  return scope_table_view_of (self)->rows->to_csv (scope_table_view_of (self)->owner);
}

static void
copy_rows (ScopeTableView *self, gboolean all)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  g_autofree char *text = NULL;

  if (p->rows->copy != NULL)
    {
      p->rows->copy (p->owner, all);
      return;
    }
  text = dup_text (self, all);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  copy_rows (SCOPE_TABLE_VIEW (widget), FALSE);
}

static void
copy_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  copy_rows (SCOPE_TABLE_VIEW (widget), TRUE);
}

void
scope_table_view_save_csv (ScopeTableView *self, const char *file, char *text)
{
  scope_text_saver_ask (GTK_WIDGET (self), _("Save as CSV"), file, text);
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeTableView *self = SCOPE_TABLE_VIEW (widget);
  ScopeTableViewPrivate *p = scope_table_view_of (self);

  if (p->rows->save != NULL)
    p->rows->save (p->owner);
  else
    scope_table_view_save_csv (self, p->rows->file, p->rows->to_csv (p->owner));
}

void
scope_table_view_set_filled (ScopeTableView *self, gboolean filled)
{
  static const char *const names[] = { "copy", "save" };

  for (guint i = 0; i < G_N_ELEMENTS (names) && scope_table_view_of (self)->rows->actions != NULL; i++)
    {
      g_autofree char *action = g_strconcat (scope_table_view_of (self)->rows->actions, ".", names[i], NULL);

      gtk_widget_action_set_enabled (GTK_WIDGET (self), action, filled);
    }
}

/* --- life --- */

static void
scope_table_view_dispose (GObject *object)
{
  ScopeTableView *self = SCOPE_TABLE_VIEW (object);
  ScopeTableViewPrivate *p = scope_table_view_of (self);

  if (p->view != NULL)
    {
      g_clear_pointer (&p->finder, scope_list_scroller_free);
      g_signal_handlers_disconnect_by_data (p->selection, self);
      p->quiet = TRUE;
      if (p->rows->tree != NULL)
        gtk_multi_selection_set_model (GTK_MULTI_SELECTION (p->selection), NULL);
      p->tree = NULL;
      g_signal_handlers_disconnect_by_data (p->recycled, p->filler);
      gtk_widget_unparent (gtk_widget_get_first_child (GTK_WIDGET (self)));
      p->view = NULL;
    }
  g_clear_pointer (&p->watches, g_hash_table_unref);
  g_clear_pointer (&p->filler, scope_cell_filler_free);
  g_clear_object (&p->recycled);
  g_clear_object (&p->selection);
  g_clear_object (&p->sort_menu);
  G_OBJECT_CLASS (scope_table_view_parent_class)->dispose (object);
}

static void
scope_table_view_class_init (ScopeTableViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_table_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_table_view_init (ScopeTableView *self)
{
  scope_table_view_of (self)->sort = -1;
}

static void
add_action (GtkWidgetClass *klass, const ScopeTableRows *rows, const char *name, const char *type,
            GtkWidgetActionActivateFunc activate, const guint *keys, GdkModifierType modifiers)
{
  g_autofree char *full = g_strconcat (rows->actions, ".", name, NULL);
  const char *action = g_intern_string (full); /* GTK keeps it */

  gtk_widget_class_install_action (klass, action, type, activate);
  for (guint i = 0; keys != NULL && i < 2; i++)
    gtk_widget_class_add_binding_action (klass, keys[i], modifiers, action, NULL);
}

void
scope_table_view_class_add_actions (ScopeTableViewClass *klass, const ScopeTableRows *rows)
{
  static const guint copy_keys[] = { GDK_KEY_c, GDK_KEY_Insert }, unfold_keys[] = { GDK_KEY_asterisk, GDK_KEY_KP_Multiply };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  add_action (widget_class, rows, "copy", NULL, copy, copy_keys, GDK_CONTROL_MASK);
  add_action (widget_class, rows, "copy-all", NULL, copy_all, NULL, 0);
  add_action (widget_class, rows, "save", NULL, save, NULL, 0);
  add_action (widget_class, rows, "sort", "i", sort, NULL, 0);
  if (rows->tree != NULL)
    add_action (widget_class, rows, "unfold", NULL, unfold_below, unfold_keys, 0);
}

void
scope_table_view_set_name (ScopeTableView *self, const char *name)
{
  scope_label_widget (scope_table_view_of (self)->view, name);
}

static void
make_view (ScopeTableView *self)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);

  p->recycled = scope_recycling_row_model_new (p->selection);
  p->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (p->recycled)));
  p->scroller = gtk_scrolled_window_new ();
  p->filler = scope_cell_filler_new (GTK_SCROLLED_WINDOW (p->scroller), scope_table_view_fill, self);
  gtk_widget_add_css_class (p->view, "data-table");
  if (p->rows->dense)
    {
      gtk_widget_add_css_class (p->view, "table");
      gtk_widget_add_css_class (p->scroller, "table-scroller");
      gtk_widget_set_focusable (p->scroller, FALSE); /* the table is */
    }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (p->scroller), p->view);
  gtk_widget_set_parent (p->scroller, GTK_WIDGET (self));
  p->finder = scope_list_scroller_new (GTK_SCROLLABLE (p->view), G_LIST_MODEL (p->recycled));
}

static void
connect (ScopeTableView *self)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);
  GtkColumnView *view = scope_table_view_get_column_view (self);

  g_signal_connect_swapped (p->recycled, "contents-changed", G_CALLBACK (scope_cell_filler_renew_all), p->filler);
  if (p->rows->sorted != NULL)
    g_signal_connect_object (gtk_column_view_get_sorter (view), "changed", G_CALLBACK (scope_table_view_sorter_changed), self, 0);
  if (p->rows->chosen != NULL)
    g_signal_connect (p->selection, "selection-changed", G_CALLBACK (selection_changed), self);
  if (p->rows->activated != NULL)
    g_signal_connect (view, "activate", G_CALLBACK (activated), self);
  if (p->rows->make_menu != NULL)
    scope_row_menu_add_own (view, p->filler, p->rows->make_menu, p->owner);
  else if (p->rows->menu != NULL)
    scope_row_menu_add (view, p->filler, p->rows->menu, p->rows->leads, p->owner);
  if (p->rows->tooltip != NULL)
    {
      gtk_widget_set_has_tooltip (p->view, TRUE);
      g_signal_connect_swapped (view, "query-tooltip", G_CALLBACK (scope_table_view_query_tooltip), self);
    }
}

void
scope_table_view_set_up (ScopeTableView *self, const ScopeTableRows *rows, gpointer owner, GtkSelectionModel *selection)
{
  ScopeTableViewPrivate *p = scope_table_view_of (self);

  p->rows = rows;
  p->owner = owner;
  p->selection = selection;
  p->sort_menu = g_menu_new ();
  if (rows->watch != NULL)
    scope_table_view_watch_start (self);
  make_view (self);
  scope_table_view_set_columns (self, rows->n_columns);
  connect (self);
  if (rows->name != NULL)
    scope_table_view_set_name (self, _(rows->name));
}

GtkWidget *
scope_table_view_new (const ScopeTableRows *rows, gpointer owner, GtkSelectionModel *selection)
{
  ScopeTableView *self = g_object_new (SCOPE_TYPE_TABLE_VIEW, NULL);

  scope_table_view_set_up (self, rows, owner, selection);
  return GTK_WIDGET (self);
}
