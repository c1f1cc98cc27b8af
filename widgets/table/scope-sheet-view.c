/* scope-sheet-view.c: see scope-sheet-view.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-sheet-view.h"

#include "widgets/table/scope-cell-filler.h"
#include "widgets/table/scope-column-sort.h"
#include "widgets/table/scope-sheet-model.h"
#include "widgets/table/scope-steady-rows.h"
#include "widgets/table/scope-text-cell.h"
#include "widgets/kit/scope-text-saver.h"

#include <glib/gi18n.h>

struct _ScopeSheetView
{
  GtkWidget parent_instance;

  char *name;
  ScopeView *clock_view; /* whose clock times are told by, or NULL */
  GtkWidget *stack, *view, *placeholder;
  ScopeSheetModel *model;
  GtkMultiSelection *selection;
  ScopeSteadyRows *rows; /* of the selection, for the view */
  ScopeCellFiller *filler;
  ScopeTextSaver *saver;
  GMenu *sort_menu;
  ScopeColumnSort sort; /* as the view shows it */
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (ScopeSheetView, scope_sheet_view, GTK_TYPE_WIDGET)

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
  ScopeSheetView *self;
  guint column;
} ColumnInfo;

static ColumnInfo *
column_info_new (ScopeSheetView *self, guint column)
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
sorter_changed (GtkSorter *sorter, GtkSorterChange change, ScopeSheetView *self)
{
  if (self->setting || scope_sheet_model_get_sheet (self->model) == NULL)
    return;
  if (!scope_column_sort_ask (&self->sort, sorter))
    return;
  self->setting = TRUE;
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)), 0);
  scope_sheet_model_sort (self->model, self->sort.column, self->sort.descending);
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
is_name (ScopeSheet *sheet, guint column)
{
  return column == 0 || (column == 1 && scope_sheet_column (sheet, 0)->kind == SCOPE_CELL_LANE);
}

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, ColumnInfo *info)
{
  ScopeSheet *sheet = scope_sheet_model_get_sheet (info->self->model);
  gboolean text = sheet != NULL && info->column < scope_sheet_n_columns (sheet)
                  && is_text (scope_sheet_column (sheet, info->column)->kind);
  GtkWidget *cell = scope_text_cell_new (!text, text ? MOST_TEXT : G_MAXUINT);

  scope_text_cell_set_least (SCOPE_TEXT_CELL (cell), !text ? G_MAXUINT : is_name (sheet, info->column) ? LEAST_NAME : LEAST_TEXT);
  gtk_widget_add_css_class (cell, "numeric");
  gtk_list_item_set_child (item, cell);
}

static void
fill (GtkListItem *item, guint column, gpointer data)
{
  ScopeSheetView *self = data;
  ScopeSheetItem *entry = scope_steady_row_get_item (gtk_list_item_get_item (item));
  GtkWidget *cell = gtk_list_item_get_child (item);
  ScopeSheet *sheet = scope_sheet_item_get_sheet (entry);
  guint row = scope_sheet_item_get_row (entry);
  g_autofree char *text = NULL;

  if (column >= scope_sheet_n_columns (sheet))
    return;
  text = scope_sheet_text (sheet, row, column);
  scope_text_cell_set_text (SCOPE_TEXT_CELL (cell), text);
  if (column == 0)
    gtk_widget_set_margin_start (cell, scope_sheet_model_is_sorted (self->model) ? 0 : 16 * scope_sheet_row (sheet, row)->indent);
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
  ScopeSheetView *self = SCOPE_SHEET_VIEW (widget);
  ScopeSheet *sheet = scope_sheet_model_get_sheet (self->model);
  gint c = g_variant_get_int32 (parameter);
  g_autoptr (GtkColumnViewColumn) column = NULL;
  gboolean descending;

  if (sheet == NULL || c < 0 || (guint) c >= scope_sheet_n_columns (sheet))
    return;
  descending = c == self->sort.column ? !self->sort.descending : !is_text (scope_sheet_column (sheet, (guint) c)->kind);
  column = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view)), (guint) c);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), column,
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

GMenuModel *
scope_sheet_view_get_sort_menu (ScopeSheetView *self)
{
  return G_MENU_MODEL (self->sort_menu);
}

static void
fill_sort_menu (ScopeSheetView *self, ScopeSheet *sheet)
{
  g_menu_remove_all (self->sort_menu);
  for (guint c = 0; c < scope_sheet_n_columns (sheet); c++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (scope_sheet_column (sheet, c)->title, NULL);

      if (scope_sheet_column (sheet, c)->hidden)
        continue;
      g_menu_item_set_action_and_target (item, "sheet.sort", "i", (gint) c);
      g_menu_append_item (self->sort_menu, item);
    }
}

static void
add_column (ScopeSheetView *self, ScopeSheet *sheet, guint c)
{
  const ScopeSheetColumn *info = scope_sheet_column (sheet, c);
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
add_rest (ScopeSheetView *self)
{
  g_autoptr (GtkColumnViewColumn) rest = gtk_column_view_column_new (NULL, NULL);

  gtk_column_view_column_set_expand (rest, TRUE);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), rest);
}

static void
rebuild_columns (ScopeSheetView *self, ScopeSheet *sheet)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));

  self->setting = TRUE;
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), NULL, GTK_SORT_ASCENDING);
  scope_sheet_model_set_sheet (self->model, NULL);
  scope_sheet_model_sort (self->model, -1, FALSE);
  self->sort.column = -1;
  fill_sort_menu (self, sheet);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), column);
    }
  for (guint c = 0; c < scope_sheet_n_columns (sheet); c++)
    add_column (self, sheet, c);
  add_rest (self);
  scope_sheet_model_set_sheet (self->model, sheet);
  self->setting = FALSE;
}

/* --- times --- */

static void
set_clock (ScopeSheetView *self, ScopeSheet *sheet)
{
  ScopeClock clock;

  if (sheet == NULL || scope_sheet_get_trace (sheet) == NULL)
    return;
  clock = self->clock_view != NULL ? scope_view_get_clock (self->clock_view) : scope_clock_of_trace (scope_sheet_get_trace (sheet));
  scope_sheet_set_clock (sheet, &clock);
}

static void
clock_changed (ScopeView *view, guint what, ScopeSheetView *self)
{
  if ((what & SCOPE_VIEW_CLOCK) == 0)
    return;
  set_clock (self, scope_sheet_model_get_sheet (self->model));
  scope_cell_filler_renew_all (self->filler);
}

void
scope_sheet_view_set_view (ScopeSheetView *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_SHEET_VIEW (self));

  if (self->clock_view == view)
    return;
  if (self->clock_view != NULL)
    g_signal_handlers_disconnect_by_func (self->clock_view, clock_changed, self);
  g_set_object (&self->clock_view, view);
  if (view != NULL)
    g_signal_connect (view, "changed", G_CALLBACK (clock_changed), self);
}

void
scope_sheet_view_set_sheet (ScopeSheetView *self, ScopeSheet *sheet)
{
  ScopeSheet *before = scope_sheet_model_get_sheet (self->model);

  g_return_if_fail (SCOPE_IS_SHEET_VIEW (self));

  set_clock (self, sheet);
  if (sheet != NULL && before != NULL && scope_sheet_same_columns (before, sheet))
    {
      g_autoptr (GtkBitset) selected = gtk_bitset_copy (gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection)));
      g_autoptr (GtkBitset) all = NULL;
      gboolean same = scope_sheet_n_rows (before) == scope_sheet_n_rows (sheet);

      self->setting = TRUE;
      scope_sheet_model_set_sheet (self->model, sheet);
      if (same && !gtk_bitset_is_empty (selected))
        {
          all = gtk_bitset_new_range (0, scope_sheet_n_rows (sheet));
          gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), selected, all);
        }
      self->setting = FALSE;
    }
  else if (sheet != NULL)
    rebuild_columns (self, sheet);
  else
    {
      self->setting = TRUE;
      scope_sheet_model_set_sheet (self->model, NULL);
      self->setting = FALSE;
    }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    sheet != NULL && scope_sheet_n_rows (sheet) > 0 ? "table" : "empty");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sheet.copy", sheet != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sheet.save", sheet != NULL);
}

ScopeSheet *
scope_sheet_view_get_sheet (ScopeSheetView *self)
{
  return scope_sheet_model_get_sheet (self->model);
}

void
scope_sheet_view_set_placeholder (ScopeSheetView *self, const char *text)
{
  gtk_label_set_label (GTK_LABEL (self->placeholder), text);
}

GtkColumnView *
scope_sheet_view_get_column_view (ScopeSheetView *self)
{
  return GTK_COLUMN_VIEW (self->view);
}

/* --- choosing --- */

static void
selection_changed (GtkSelectionModel *selection, guint position, guint n, ScopeSheetView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (selection);
  guint n_rows;
  const guint *order = scope_sheet_model_get_order (self->model, &n_rows);

  if (!self->setting && gtk_bitset_get_size (selected) == 1 && gtk_bitset_get_nth (selected, 0) < n_rows)
    g_signal_emit (self, signals[ROW_SELECTED], 0, order[gtk_bitset_get_nth (selected, 0)]);
}

static void
activated (GtkColumnView *view, guint position, ScopeSheetView *self)
{
  guint n;
  const guint *order = scope_sheet_model_get_order (self->model, &n);

  if (position < n)
    g_signal_emit (self, signals[ROW_ACTIVATED], 0, order[position]);
}

GArray *
scope_sheet_view_dup_selected (ScopeSheetView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  guint n, n_chosen = (guint) gtk_bitset_get_size (selected);
  const guint *order = scope_sheet_model_get_order (self->model, &n);
  GArray *chosen = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_chosen);

  for (guint i = 0; i < n_chosen; i++)
    g_array_append_val (chosen, order[gtk_bitset_get_nth (selected, i)]);
  return chosen;
}

/* --- copying, saving --- */

char *
scope_sheet_view_dup_text (ScopeSheetView *self)
{
  g_autoptr (GArray) chosen = scope_sheet_view_dup_selected (self);
  guint n;
  const guint *order = scope_sheet_model_get_order (self->model, &n);
  ScopeSheet *sheet = scope_sheet_model_get_sheet (self->model);

  if (sheet == NULL)
    return g_strdup ("");
  return chosen->len > 0 ? scope_sheet_to_text (sheet, (const guint *) (void *) chosen->data, chosen->len)
                         : scope_sheet_to_text (sheet, order, n);
}

char *
scope_sheet_view_dup_csv (ScopeSheetView *self)
{
  ScopeSheet *sheet = scope_sheet_model_get_sheet (self->model);
  guint n;
  const guint *order = scope_sheet_model_get_order (self->model, &n);

  return sheet != NULL ? scope_sheet_to_csv (sheet, order, n) : g_strdup ("");
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *text = scope_sheet_view_dup_text (SCOPE_SHEET_VIEW (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
copy_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeSheetView *self = SCOPE_SHEET_VIEW (widget);
  ScopeSheet *sheet = scope_sheet_model_get_sheet (self->model);
  guint n;
  const guint *order = scope_sheet_model_get_order (self->model, &n);
  g_autofree char *text = sheet != NULL ? scope_sheet_to_text (sheet, order, n) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeSheetView *self = SCOPE_SHEET_VIEW (widget);
  g_autofree char *lower = g_utf8_strdown (self->name, -1), *name = g_strdup_printf ("%s.csv", lower);

  scope_text_saver_ask (self->saver, _("Save as CSV"), name, scope_sheet_view_dup_csv (self));
}

/* --- the menu of a row --- */

/* Sums are of no place. */
static gboolean
leads (guint position, gpointer data)
{
  ScopeSheetView *self = data;
  ScopeSheet *sheet = scope_sheet_model_get_sheet (self->model);
  guint n;
  const guint *order = scope_sheet_model_get_order (self->model, &n);
  const ScopeSheetRow *row = sheet != NULL && position < n ? scope_sheet_row (sheet, order[position]) : NULL;

  return row != NULL && (row->has_lane || row->has_range);
}

void
scope_sheet_view_set_row_menu (ScopeSheetView *self, ScopeRowMenuKind kind)
{
  scope_row_menu_set_kind (GTK_COLUMN_VIEW (self->view), kind);
}

/* --- life --- */

static void
scope_sheet_view_dispose (GObject *object)
{
  ScopeSheetView *self = SCOPE_SHEET_VIEW (object);

  g_clear_pointer (&self->saver, scope_text_saver_free);
  scope_sheet_view_set_view (self, NULL);
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
  G_OBJECT_CLASS (scope_sheet_view_parent_class)->dispose (object);
}

static void
scope_sheet_view_class_init (ScopeSheetViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_sheet_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "sheet.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "sheet.copy-all", NULL, copy_all);
  gtk_widget_class_install_action (widget_class, "sheet.save", NULL, save);
  gtk_widget_class_install_action (widget_class, "sheet.sort", "i", sort);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "sheet.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, "sheet.copy", NULL);
  signals[ROW_SELECTED] = g_signal_new ("row-selected", SCOPE_TYPE_SHEET_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", SCOPE_TYPE_SHEET_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
scope_sheet_view_init (ScopeSheetView *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_widget_set_focusable (scroller, FALSE); /* the table is */
  self->sort.column = -1;
  self->saver = scope_text_saver_new (GTK_WIDGET (self));
  self->sort_menu = g_menu_new ();
  self->model = scope_sheet_model_new ();
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->model)));
  self->rows = scope_steady_rows_new (GTK_SELECTION_MODEL (self->selection));
  self->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->rows)));
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (self->view), FALSE);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_widget_add_css_class (self->view, "sheet");
  g_signal_connect (self->selection, "selection-changed", G_CALLBACK (selection_changed), self);
  g_signal_connect (self->view, "activate", G_CALLBACK (activated), self);
  g_signal_connect_object (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed",
                           G_CALLBACK (sorter_changed), self, 0);
  gtk_widget_add_css_class (scroller, "sheet-scroller");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  self->filler = scope_cell_filler_new (GTK_SCROLLED_WINDOW (scroller), fill, self);
  scope_row_menu_add (GTK_COLUMN_VIEW (self->view), self->filler,
                      &(ScopeRowMenuItems) { SCOPE_ROW_MENU_GOES, "sheet.copy", "sheet.copy-all", "sheet.save" }, leads, self);
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
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sheet.copy", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sheet.save", FALSE);
}

GtkWidget *
scope_sheet_view_new (const char *name)
{
  ScopeSheetView *self = g_object_new (SCOPE_TYPE_SHEET_VIEW, NULL);

  self->name = g_strdup (name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return GTK_WIDGET (self);
}
