/* scope-report-table-view.c: see scope-report-table-view.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-report-table-view.h"

#include "widgets/table/scope-cell-filler.h"
#include "widgets/table/scope-column-sort.h"
#include "widgets/table/scope-report-table-model.h"
#include "widgets/table/scope-recycling-row-model.h"
#include "widgets/table/scope-text-cell.h"
#include "widgets/kit/scope-text-saver.h"

#include <glib/gi18n.h>

struct _ScopeReportTableView
{
  GtkWidget parent_instance;

  char *name;
  ScopeView *clock_view; /* whose clock times are told by, or NULL */
  GtkWidget *stack, *view, *placeholder;
  ScopeReportTableModel *model;
  GtkMultiSelection *selection;
  ScopeRecyclingRowModel *rows; /* of the selection, for the view */
  ScopeCellFiller *filler;
  ScopeTextSaver *saver;
  GMenu *sort_menu;
  ScopeColumnSort sort; /* as the view shows it */
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (ScopeReportTableView, scope_report_table_view, GTK_TYPE_WIDGET)

enum
{
  ROW_SELECTED,
  ROW_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* What the functions of one column need to know. */
typedef struct
{
  ScopeReportTableView *self;
  guint column;
} ColumnInfo;

static ColumnInfo *
column_info_new (ScopeReportTableView *self, guint column)
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

/* --- sorting --- */

static void
sorter_changed (GtkSorter *sorter, GtkSorterChange change, ScopeReportTableView *self)
{
  if (self->setting || scope_report_table_model_get_table (self->model) == NULL)
    return;
  if (!scope_column_sort_ask (&self->sort, sorter))
    return;
  self->setting = TRUE;
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)), 0);
  scope_report_table_model_sort (self->model, self->sort.column, self->sort.descending);
  self->setting = FALSE;
}

/* --- cells --- */

static gboolean
is_text (ScopeCellKind kind)
{
  return kind == SCOPE_CELL_LANE || kind == SCOPE_CELL_WORD || kind == SCOPE_CELL_TERM;
}

#define LEAST_NAME 22u /* characters: of the first column, which says what a row is; of the second where the first says only on which lane */
#define LEAST_TEXT 12u /* of the others; figures are never cut off */
#define MOST_TEXT 28u

static gboolean
is_name (ScopeReportTable *table, guint column)
{
  return column == 0 || (column == 1 && scope_report_table_column (table, 0)->kind == SCOPE_CELL_LANE);
}

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, ColumnInfo *info)
{
  ScopeReportTable *table = scope_report_table_model_get_table (info->self->model);
  gboolean text = table != NULL && info->column < scope_report_table_n_columns (table)
                  && is_text (scope_report_table_column (table, info->column)->kind);
  GtkWidget *cell = scope_text_cell_new (!text, text ? MOST_TEXT : G_MAXUINT);

  scope_text_cell_set_least (SCOPE_TEXT_CELL (cell), !text ? G_MAXUINT : is_name (table, info->column) ? LEAST_NAME : LEAST_TEXT);
  gtk_widget_add_css_class (cell, "numeric");
  gtk_list_item_set_child (item, cell);
}

static void
fill (GtkListItem *item, guint column, gpointer data)
{
  ScopeReportTableView *self = data;
  ScopeReportTableItem *entry = scope_recycling_row_get_item (gtk_list_item_get_item (item));
  GtkWidget *cell = gtk_list_item_get_child (item);
  ScopeReportTable *table = scope_report_table_item_get_table (entry);
  guint row = scope_report_table_item_get_row (entry);
  g_autofree char *text = NULL;

  if (column >= scope_report_table_n_columns (table))
    return;
  text = scope_report_table_text (table, row, column);
  scope_text_cell_set_text (SCOPE_TEXT_CELL (cell), text);
  if (column == 0)
    gtk_widget_set_margin_start (cell, scope_report_table_model_is_sorted (self->model) ? 0 : 16 * scope_report_table_row (table, row)->indent);
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
}

/* --- columns --- */

/* Words from A, figures from the greatest; once more: the other way round. */
static void
sort (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeReportTableView *self = SCOPE_REPORT_TABLE_VIEW (widget);
  ScopeReportTable *table = scope_report_table_model_get_table (self->model);
  gint c = g_variant_get_int32 (parameter);
  g_autoptr (GtkColumnViewColumn) column = NULL;
  gboolean descending;

  if (table == NULL || c < 0 || (guint) c >= scope_report_table_n_columns (table))
    return;
  descending = c == self->sort.column ? !self->sort.descending : !is_text (scope_report_table_column (table, (guint) c)->kind);
  column = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view)), (guint) c);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), column,
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

GMenuModel *
scope_report_table_view_get_sort_menu (ScopeReportTableView *self)
{
  return G_MENU_MODEL (self->sort_menu);
}

static void
fill_sort_menu (ScopeReportTableView *self, ScopeReportTable *table)
{
  g_menu_remove_all (self->sort_menu);
  for (guint c = 0; c < scope_report_table_n_columns (table); c++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (scope_report_table_column (table, c)->title, NULL);

      if (scope_report_table_column (table, c)->hidden)
        continue;
      g_menu_item_set_action_and_target (item, "table.sort", "i", (gint) c);
      g_menu_append_item (self->sort_menu, item);
    }
}

static void
add_column (ScopeReportTableView *self, ScopeReportTable *table, guint c)
{
  const ScopeReportTableColumn *info = scope_report_table_column (table, c);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (info->title, factory);

  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cell), column_info_new (self, c), column_info_free, 0);
  g_signal_connect_data (factory, "bind", G_CALLBACK (bind_cell), column_info_new (self, c), column_info_free, 0);
  g_signal_connect_data (factory, "unbind", G_CALLBACK (unbind_cell), column_info_new (self, c), column_info_free, 0);
  scope_column_sort_add (&self->sort, column, (int) c, !is_text (info->kind));
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_visible (column, !info->hidden);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
}

/* Behind the last one: a row is as wide as the table, so that it can be clicked where it is seen to be. */
static void
add_rest (ScopeReportTableView *self)
{
  g_autoptr (GtkColumnViewColumn) rest = gtk_column_view_column_new (NULL, NULL);

  gtk_column_view_column_set_expand (rest, TRUE);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), rest);
}

static void
rebuild_columns (ScopeReportTableView *self, ScopeReportTable *table)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));

  self->setting = TRUE;
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), NULL, GTK_SORT_ASCENDING);
  scope_report_table_model_set_table (self->model, NULL);
  scope_report_table_model_sort (self->model, -1, FALSE);
  self->sort.column = -1;
  fill_sort_menu (self, table);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), column);
    }
  for (guint c = 0; c < scope_report_table_n_columns (table); c++)
    add_column (self, table, c);
  add_rest (self);
  scope_report_table_model_set_table (self->model, table);
  self->setting = FALSE;
}

/* --- times --- */

static void
set_clock (ScopeReportTableView *self, ScopeReportTable *table)
{
  ScopeClock clock;

  if (table == NULL || scope_report_table_get_trace (table) == NULL)
    return;
  clock = self->clock_view != NULL ? scope_view_get_clock (self->clock_view) : scope_clock_of_trace (scope_report_table_get_trace (table));
  scope_report_table_set_clock (table, &clock);
}

static void
clock_changed (ScopeView *view, guint what, ScopeReportTableView *self)
{
  if ((what & SCOPE_VIEW_CLOCK) == 0)
    return;
  set_clock (self, scope_report_table_model_get_table (self->model));
  scope_cell_filler_renew_all (self->filler);
}

void
scope_report_table_view_set_view (ScopeReportTableView *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_REPORT_TABLE_VIEW (self));

  if (self->clock_view == view)
    return;
  if (self->clock_view != NULL)
    g_signal_handlers_disconnect_by_func (self->clock_view, clock_changed, self);
  g_set_object (&self->clock_view, view);
  if (view != NULL)
    g_signal_connect (view, "changed", G_CALLBACK (clock_changed), self);
}

void
scope_report_table_view_set_table (ScopeReportTableView *self, ScopeReportTable *table)
{
  ScopeReportTable *before = scope_report_table_model_get_table (self->model);

  g_return_if_fail (SCOPE_IS_REPORT_TABLE_VIEW (self));

  set_clock (self, table);
  if (table != NULL && before != NULL && scope_report_table_same_columns (before, table))
    {
      g_autoptr (GtkBitset) selected = gtk_bitset_copy (gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection)));
      g_autoptr (GtkBitset) all = NULL;
      gboolean same = scope_report_table_n_rows (before) == scope_report_table_n_rows (table);

      self->setting = TRUE;
      scope_report_table_model_set_table (self->model, table);
      if (same && !gtk_bitset_is_empty (selected))
        {
          all = gtk_bitset_new_range (0, scope_report_table_n_rows (table));
          gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), selected, all);
        }
      self->setting = FALSE;
    }
  else if (table != NULL)
    rebuild_columns (self, table);
  else
    {
      self->setting = TRUE;
      scope_report_table_model_set_table (self->model, NULL);
      self->setting = FALSE;
    }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    table != NULL && scope_report_table_n_rows (table) > 0 ? "table" : "empty");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy", table != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.save", table != NULL);
}

ScopeReportTable *
scope_report_table_view_get_table (ScopeReportTableView *self)
{
  return scope_report_table_model_get_table (self->model);
}

void
scope_report_table_view_set_placeholder (ScopeReportTableView *self, const char *text)
{
  gtk_label_set_label (GTK_LABEL (self->placeholder), text);
}

GtkColumnView *
scope_report_table_view_get_column_view (ScopeReportTableView *self)
{
  return GTK_COLUMN_VIEW (self->view);
}

/* --- choosing --- */

static void
selection_changed (GtkSelectionModel *selection, guint position, guint n, ScopeReportTableView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (selection);
  guint n_rows;
  const guint *order = scope_report_table_model_get_order (self->model, &n_rows);

  if (!self->setting && gtk_bitset_get_size (selected) == 1 && gtk_bitset_get_nth (selected, 0) < n_rows)
    g_signal_emit (self, signals[ROW_SELECTED], 0, order[gtk_bitset_get_nth (selected, 0)]);
}

static void
activated (GtkColumnView *view, guint position, ScopeReportTableView *self)
{
  guint n;
  const guint *order = scope_report_table_model_get_order (self->model, &n);

  if (position < n)
    g_signal_emit (self, signals[ROW_ACTIVATED], 0, order[position]);
}

GArray *
scope_report_table_view_dup_selected (ScopeReportTableView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  guint n, n_chosen = (guint) gtk_bitset_get_size (selected);
  const guint *order = scope_report_table_model_get_order (self->model, &n);
  GArray *chosen = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_chosen);

  for (guint i = 0; i < n_chosen; i++)
    g_array_append_val (chosen, order[gtk_bitset_get_nth (selected, i)]);
  return chosen;
}

/* --- copying, saving --- */

char *
scope_report_table_view_dup_text (ScopeReportTableView *self)
{
  g_autoptr (GArray) chosen = scope_report_table_view_dup_selected (self);
  guint n;
  const guint *order = scope_report_table_model_get_order (self->model, &n);
  ScopeReportTable *table = scope_report_table_model_get_table (self->model);

  if (table == NULL)
    return g_strdup ("");
  return chosen->len > 0 ? scope_report_table_to_text (table, (const guint *) (void *) chosen->data, chosen->len)
                         : scope_report_table_to_text (table, order, n);
}

char *
scope_report_table_view_dup_csv (ScopeReportTableView *self)
{
  ScopeReportTable *table = scope_report_table_model_get_table (self->model);
  guint n;
  const guint *order = scope_report_table_model_get_order (self->model, &n);

  return table != NULL ? scope_report_table_to_csv (table, order, n) : g_strdup ("");
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *text = scope_report_table_view_dup_text (SCOPE_REPORT_TABLE_VIEW (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
copy_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeReportTableView *self = SCOPE_REPORT_TABLE_VIEW (widget);
  ScopeReportTable *table = scope_report_table_model_get_table (self->model);
  guint n;
  const guint *order = scope_report_table_model_get_order (self->model, &n);
  g_autofree char *text = table != NULL ? scope_report_table_to_text (table, order, n) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeReportTableView *self = SCOPE_REPORT_TABLE_VIEW (widget);
  g_autofree char *lower = g_utf8_strdown (self->name, -1), *name = g_strdup_printf ("%s.csv", lower);

  scope_text_saver_ask (self->saver, _("Save as CSV"), name, scope_report_table_view_dup_csv (self));
}

/* --- the menu of a row --- */

/* Sums are of no place. */
static gboolean
leads (guint position, gpointer data)
{
  ScopeReportTableView *self = data;
  ScopeReportTable *table = scope_report_table_model_get_table (self->model);
  guint n;
  const guint *order = scope_report_table_model_get_order (self->model, &n);
  const ScopeReportTableRow *row = table != NULL && position < n ? scope_report_table_row (table, order[position]) : NULL;

  return row != NULL && (row->has_lane || row->has_range);
}

void
scope_report_table_view_set_row_menu (ScopeReportTableView *self, ScopeRowMenuKind kind)
{
  scope_row_menu_set_kind (GTK_COLUMN_VIEW (self->view), kind);
}

/* --- life --- */

static void
scope_report_table_view_dispose (GObject *object)
{
  ScopeReportTableView *self = SCOPE_REPORT_TABLE_VIEW (object);

  g_clear_pointer (&self->saver, scope_text_saver_free);
  scope_report_table_view_set_view (self, NULL);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->filler != NULL)
    g_signal_handlers_disconnect_by_data (self->rows, self->filler);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->filler, scope_cell_filler_free);
  g_clear_object (&self->rows);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_object (&self->sort_menu);
  g_clear_pointer (&self->name, g_free);
  G_OBJECT_CLASS (scope_report_table_view_parent_class)->dispose (object);
}

static void
scope_report_table_view_class_init (ScopeReportTableViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_report_table_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "table.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "table.copy-all", NULL, copy_all);
  gtk_widget_class_install_action (widget_class, "table.save", NULL, save);
  gtk_widget_class_install_action (widget_class, "table.sort", "i", sort);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, "table.copy", NULL);
  signals[ROW_SELECTED] = g_signal_new ("row-selected", SCOPE_TYPE_REPORT_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", SCOPE_TYPE_REPORT_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
scope_report_table_view_init (ScopeReportTableView *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_widget_set_focusable (scroller, FALSE); /* the table is */
  self->sort.column = -1;
  self->saver = scope_text_saver_new (GTK_WIDGET (self));
  self->sort_menu = g_menu_new ();
  self->model = scope_report_table_model_new ();
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->model)));
  self->rows = scope_recycling_row_model_new (GTK_SELECTION_MODEL (self->selection));
  self->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->rows)));
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (self->view), FALSE);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_widget_add_css_class (self->view, "table");
  g_signal_connect (self->selection, "selection-changed", G_CALLBACK (selection_changed), self);
  g_signal_connect (self->view, "activate", G_CALLBACK (activated), self);
  g_signal_connect_object (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed",
                           G_CALLBACK (sorter_changed), self, 0);
  gtk_widget_add_css_class (scroller, "table-scroller");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  self->filler = scope_cell_filler_new (GTK_SCROLLED_WINDOW (scroller), fill, self);
  scope_row_menu_add (GTK_COLUMN_VIEW (self->view), self->filler,
                      &(ScopeRowMenuItems) { SCOPE_ROW_MENU_GOES, "table.copy", "table.copy-all", "table.save" }, leads, self);
  g_signal_connect_swapped (self->rows, "contents-changed", G_CALLBACK (scope_cell_filler_renew_all), self->filler);

  self->placeholder = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->placeholder), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->placeholder), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->placeholder, "dim-label");
  gtk_widget_set_margin_start (self->placeholder, 12);
  gtk_widget_set_margin_end (self->placeholder, 12);

  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->placeholder, "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "table");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.save", FALSE);
}

GtkWidget *
scope_report_table_view_new (const char *name)
{
  ScopeReportTableView *self = g_object_new (SCOPE_TYPE_REPORT_TABLE_VIEW, NULL);

  self->name = g_strdup (name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return GTK_WIDGET (self);
}
