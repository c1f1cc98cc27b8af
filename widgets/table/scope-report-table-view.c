/* scope-report-table-view.c: see scope-report-table-view.h. Sorting turns an array of numbers: a sort model of GTK's would keep an
 * object for each of 190,000 rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-report-table-view.h"

#include "widgets/kit/scope-parts.h"

struct _ScopeReportTableView
{
  ScopeTableView parent_instance;

  char *name;
  ScopeView *clock_view; /* whose clock times are told by, or NULL */
  GtkWidget *stack, *placeholder;
  ScopeReportTable *table;
  ScopeRowList *list; /* owned by the selection */
};

G_DEFINE_FINAL_TYPE (ScopeReportTableView, scope_report_table_view, SCOPE_TYPE_TABLE_VIEW)

/* --- columns and cells --- */

#define LEAST_NAME 22u /* characters: of the first column, which says what a row is; of the second where the first says only on which lane */
#define LEAST_TEXT 12u /* of the others; figures are never cut off */
#define MOST_TEXT 28u

/* Behind the last one stands an empty one: a row is as wide as the table, so that it can be clicked where it is seen to be. */
static ScopeTableColumn
column (gpointer owner, guint c)
{
  ScopeReportTable *table = SCOPE_REPORT_TABLE_VIEW (owner)->table;
  const ScopeReportTableColumn *info;
  gboolean name;

  if (c >= scope_report_table_n_columns (table))
    return (ScopeTableColumn) { NULL, .width = SCOPE_COLUMN_REST };
  info = scope_report_table_column (table, c);
  name = c == 0 || (c == 1 && scope_report_table_column (table, 0)->kind == SCOPE_CELL_LANE);
  if (info->kind != SCOPE_CELL_LANE && info->kind != SCOPE_CELL_WORD && info->kind != SCOPE_CELL_TERM)
    return (ScopeTableColumn) { info->title, 0, SCOPE_COLUMN_FIGURE, .most = G_MAXUINT, .help = info->help };
  return (ScopeTableColumn) { info->title, 0, SCOPE_COLUMN_NUMERIC, name ? LEAST_NAME : LEAST_TEXT, MOST_TEXT, info->help };
}

static gboolean
has_column (gpointer owner, guint c)
{
  ScopeReportTable *table = SCOPE_REPORT_TABLE_VIEW (owner)->table;

  return c >= scope_report_table_n_columns (table) || !scope_report_table_column (table, c)->hidden;
}

static gboolean
fill (gpointer owner, GtkWidget *cell, gpointer item, guint c)
{
  ScopeReportTableView *self = owner;
  gboolean descending, sorted = scope_table_view_get_sort (owner, &descending) >= 0;

  if (c == 0)
    gtk_widget_set_margin_start (
        cell, sorted ? 0 : 16 * scope_report_table_row (self->table, scope_row_item_get_row (item))->indent);
  return FALSE;
}

static char *
text (gpointer owner, gpointer item, guint c)
{
  return scope_report_table_text (SCOPE_REPORT_TABLE_VIEW (owner)->table, scope_row_item_get_row (item), c);
}

/* --- rows --- */

static void
arrange (gpointer owner)
{
  ScopeReportTableView *self = owner;
  GArray *rows = NULL;
  gboolean descending;
  int c = scope_table_view_get_sort (owner, &descending);

  if (self->table != NULL)
    {
      g_autofree guint *order = scope_report_table_sort (self->table, c, descending);

      rows = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_vals (rows, order, scope_report_table_n_rows (self->table));
    }
  scope_row_list_set_rows (self->list, rows);
}

static void
sorted (gpointer owner)
{
  if (SCOPE_REPORT_TABLE_VIEW (owner)->table == NULL)
    return;
  scope_table_view_rewind (owner);
  arrange (owner);
}

static void
take_table (ScopeReportTableView *self, ScopeReportTable *table)
{
  g_autoptr (ScopeReportTable) before = g_steal_pointer (&self->table);

  self->table = table != NULL ? scope_report_table_ref (table) : NULL;
  arrange (self);
}

static void
rebuild_columns (ScopeReportTableView *self, ScopeReportTable *table)
{
  take_table (self, NULL);
  scope_table_view_sort_by (SCOPE_TABLE_VIEW (self), -1, FALSE);
  self->table = scope_report_table_ref (table);
  scope_table_view_set_columns (SCOPE_TABLE_VIEW (self), scope_report_table_n_columns (table) + 1);
  arrange (self);
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
  set_clock (self, self->table);
  scope_table_view_renew (SCOPE_TABLE_VIEW (self));
}

void
scope_report_table_view_set_view (ScopeReportTableView *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_REPORT_TABLE_VIEW (self));

  if (self->clock_view == view)
    return;
  scope_keep_view (&self->clock_view, view, G_CALLBACK (clock_changed), self);
}

void
scope_report_table_view_set_table (ScopeReportTableView *self, ScopeReportTable *table)
{
  GtkSelectionModel *selection = scope_table_view_get_selection (SCOPE_TABLE_VIEW (self));

  g_return_if_fail (SCOPE_IS_REPORT_TABLE_VIEW (self));

  set_clock (self, table);
  scope_table_view_set_quiet (SCOPE_TABLE_VIEW (self), TRUE);
  if (table != NULL && self->table != NULL && scope_report_table_same_columns (self->table, table))
    {
      g_autoptr (GtkBitset) selected = gtk_bitset_copy (gtk_selection_model_get_selection (selection));
      guint n = scope_report_table_n_rows (table);
      gboolean same = scope_report_table_n_rows (self->table) == n;

      take_table (self, table);
      if (same && !gtk_bitset_is_empty (selected))
        {
          g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n);

          gtk_selection_model_set_selection (selection, selected, all);
        }
    }
  else if (table != NULL)
    rebuild_columns (self, table);
  else
    take_table (self, NULL);
  scope_table_view_set_quiet (SCOPE_TABLE_VIEW (self), FALSE);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    table != NULL && scope_report_table_n_rows (table) > 0 ? "table" : "empty");
  scope_table_view_set_filled (SCOPE_TABLE_VIEW (self), table != NULL);
}

ScopeReportTable *
scope_report_table_view_get_table (ScopeReportTableView *self)
{
  return self->table;
}

void
scope_report_table_view_set_placeholder (ScopeReportTableView *self, const char *words)
{
  gtk_label_set_label (GTK_LABEL (self->placeholder), words);
}

/* --- choosing, copying, saving --- */

static void
chosen (gpointer owner, guint position)
{
  g_signal_emit_by_name (owner, "row-selected", scope_table_view_get_row (owner, position));
}

static void
activated (gpointer owner, guint position)
{
  guint32 row = scope_table_view_get_row (owner, position);

  if (row != G_MAXUINT32)
    g_signal_emit_by_name (owner, "row-activated", row);
}

static char *
to_text (gpointer owner, const guint32 *rows, guint n)
{
  ScopeReportTable *table = SCOPE_REPORT_TABLE_VIEW (owner)->table;

  return table != NULL ? scope_report_table_to_text (table, rows, n) : g_strdup ("");
}

static char *
to_csv (gpointer owner)
{
  ScopeReportTableView *self = owner;
  guint n;
  const guint32 *rows = scope_row_list_get_rows (self->list, &n);

  return self->table != NULL ? scope_report_table_to_csv (self->table, rows, n) : g_strdup ("");
}

static void
save (gpointer owner)
{
  g_autofree char *lower = g_utf8_strdown (SCOPE_REPORT_TABLE_VIEW (owner)->name, -1), *file = g_strdup_printf ("%s.csv", lower);

  scope_table_view_save_csv (owner, file, to_csv (owner));
}

/* Sums are of no place. */
static gboolean
leads (guint position, gpointer data)
{
  ScopeReportTable *table = SCOPE_REPORT_TABLE_VIEW (data)->table;
  guint32 n = scope_table_view_get_row (data, position);
  const ScopeReportTableRow *row = table != NULL && n != G_MAXUINT32 ? scope_report_table_row (table, n) : NULL;

  return row != NULL && (row->has_lane || row->has_range);
}

static const ScopeRowMenuItems menu = { SCOPE_ROW_MENU_GOES, "table.copy", "table.copy-all", "table.save" };

static const ScopeTableRows table_rows = {
  .actions = "table",
  .dense = TRUE,
  .menu = &menu,
  .column = column,
  .has_column = has_column,
  .fill = fill,
  .text = text,
  .sorted = sorted,
  .chosen = chosen,
  .activated = activated,
  .to_text = to_text,
  .to_csv = to_csv,
  .save = save,
  .leads = leads,
};

/* --- life --- */

static void
scope_report_table_view_dispose (GObject *object)
{
  ScopeReportTableView *self = SCOPE_REPORT_TABLE_VIEW (object);

  scope_report_table_view_set_view (self, NULL);
  G_OBJECT_CLASS (scope_report_table_view_parent_class)->dispose (object);
  g_clear_pointer (&self->table, scope_report_table_unref);
  g_clear_pointer (&self->name, g_free);
}

static void
scope_report_table_view_class_init (ScopeReportTableViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_report_table_view_dispose;
  scope_table_view_class_add_actions (SCOPE_TABLE_VIEW_CLASS (klass), &table_rows);
  scope_add_signal (klass, "row-selected", 1, G_TYPE_UINT);
  scope_add_signal (klass, "row-activated", 1, G_TYPE_UINT);
}

static void
scope_report_table_view_init (ScopeReportTableView *self)
{
  g_autoptr (GtkWidget) scroller = NULL;

  self->list = g_object_new (SCOPE_TYPE_ROW_LIST, NULL);
  scope_table_view_set_up (SCOPE_TABLE_VIEW (self), &table_rows, self,
                           GTK_SELECTION_MODEL (gtk_multi_selection_new (G_LIST_MODEL (self->list))));
  scroller = g_object_ref (gtk_widget_get_first_child (GTK_WIDGET (self)));
  gtk_widget_unparent (scroller);
  self->placeholder = scope_label_new (NULL, SCOPE_LABEL_WRAP, "dim-label");
  gtk_label_set_justify (GTK_LABEL (self->placeholder), GTK_JUSTIFY_CENTER);
  scope_set_margins (self->placeholder, 0, 12);
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->placeholder, "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "table");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  scope_table_view_set_filled (SCOPE_TABLE_VIEW (self), FALSE);
}

GtkWidget *
scope_report_table_view_new (const char *name)
{
  ScopeReportTableView *self = g_object_new (SCOPE_TYPE_REPORT_TABLE_VIEW, NULL);

  self->name = g_strdup (name);
  scope_table_view_set_name (SCOPE_TABLE_VIEW (self), name);
  return GTK_WIDGET (self);
}
