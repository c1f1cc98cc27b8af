/* scope-message-cells.c: the columns of the table of messages. A cell fills itself when its row has been read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-message-table-private.h"
#include "widgets/table/scope-text-cell.h"

#include "model/scene/messages/scope-message-words.h"

#include <glib/gi18n.h>

#define SCOPE_TYPE_MESSAGE_CELL (scope_message_cell_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageCell, scope_message_cell, SCOPE, MESSAGE_CELL, GtkWidget)

struct _ScopeMessageCell
{
  GtkWidget parent_instance;

  GtkWidget *label;
  GtkWidget *box;    /* around the label, if something stands beside it */
  GtkWidget *icon;   /* of a remark */
  GtkWidget *opener; /* of a stream, in the first column */
  ScopeMessageTable *table; /* above it */
  ScopeMessageKey column;
  ScopeMessageItem *item;
  GtkListItem *list_item; /* not owned; while bound */
};

G_DEFINE_FINAL_TYPE (ScopeMessageCell, scope_message_cell, GTK_TYPE_WIDGET)

static void
update_opener (ScopeMessageCell *cell)
{
  gboolean stream = scope_message_item_is_stream (cell->item), open = scope_message_item_is_open (cell->item);
  const char *tip = open ? _("Hide the elements (Left)") : _("Show the elements (Right)");

  /* All rows keep its room, so that the figures stand below each other. */
  gtk_widget_set_opacity (cell->opener, stream ? 1 : 0);
  gtk_widget_set_sensitive (cell->opener, stream);
  gtk_button_set_icon_name (GTK_BUTTON (cell->opener), open ? "pan-down-symbolic" : "pan-end-symbolic");
  if (g_strcmp0 (gtk_widget_get_tooltip_text (cell->opener), stream ? tip : NULL) != 0)
    gtk_widget_set_tooltip_text (cell->opener, stream ? tip : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell->opener), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  stream ? tip : _("Single message"), -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (cell->opener), GTK_ACCESSIBLE_STATE_EXPANDED, stream && open, -1);
}

static void
update_remark (ScopeMessageCell *cell, const ScopeMessageRow *row)
{
  ScopeRemark remark = row != NULL ? scope_message_remark (row) : SCOPE_REMARK_NONE;

  gtk_widget_set_visible (cell->icon, remark == SCOPE_REMARK_REVERSED || remark == SCOPE_REMARK_UNMATCHED);
  gtk_image_set_from_icon_name (GTK_IMAGE (cell->icon), remark == SCOPE_REMARK_REVERSED ? "dialog-warning-symbolic"
                                                                                         : "dialog-question-symbolic");
  gtk_widget_remove_css_class (cell->label, "dim-label");
  if (remark == SCOPE_REMARK_PLAIN)
    gtk_widget_add_css_class (cell->label, "dim-label");
}

static void
cell_update (ScopeMessageCell *cell)
{
  const ScopeMessageRow *row = scope_message_item_get_row (cell->item);
  ScopeTrace *trace = scope_message_item_get_trace (cell->item);
  g_autofree char *text = row != NULL ? scope_message_cell_text (trace, row, cell->column, &cell->table->clock) : NULL;

  scope_text_cell_set_text (SCOPE_TEXT_CELL (cell->label), text != NULL ? text : cell->column == 0 ? "…" : "");
  if (cell->opener != NULL)
    update_opener (cell);
  if (cell->icon != NULL)
    update_remark (cell, row);
  if (scope_message_item_is_element (cell->item))
    gtk_widget_add_css_class (GTK_WIDGET (cell), "message-element");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (cell), "message-element");
}

/* Of a stream: all of it. */
static gboolean
scope_message_cell_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  ScopeMessageCell *cell = SCOPE_MESSAGE_CELL (widget);
  const ScopeMessageRow *row = cell->item != NULL ? scope_message_item_get_row (cell->item) : NULL;
  g_autofree char *tip = row != NULL ? scope_message_stream_text (scope_message_item_get_trace (cell->item), row) : NULL;

  gtk_tooltip_set_text (tooltip, tip);
  return tip != NULL;
}

/* Many are filled at once. */
static void
item_filled (ScopeMessageCell *cell)
{
  scope_cell_filler_renew (cell->table->filler, cell->list_item);
}

static void
cell_set_item (ScopeMessageCell *cell, ScopeMessageItem *item)
{
  if (cell->item == item)
    return;
  if (cell->item != NULL)
    {
      g_signal_handlers_disconnect_by_data (cell->item, cell);
      scope_message_item_hide (cell->item);
      g_clear_object (&cell->item);
    }
  if (item == NULL)
    return;
  cell->item = g_object_ref (item);
  g_signal_connect_swapped (item, "filled", G_CALLBACK (item_filled), cell);
  scope_message_item_show (item);
}

static void
fill (GtkListItem *list_item, guint column, gpointer data)
{
  ScopeMessageCell *cell = SCOPE_MESSAGE_CELL (gtk_list_item_get_child (list_item));
  ScopeMessageItem *item = scope_recycling_row_get_item (gtk_list_item_get_item (list_item));

  cell_set_item (cell, item);
  if (item != NULL)
    cell_update (cell);
}

static void
opener_clicked (GtkButton *button, ScopeMessageCell *cell)
{
  if (cell->item == NULL || cell->list_item == NULL)
    return;
  scope_message_rows_set_open (cell->table->rows, gtk_list_item_get_position (cell->list_item),
                               !scope_message_item_is_open (cell->item));
  update_opener (cell);
}

static void
scope_message_cell_dispose (GObject *object)
{
  ScopeMessageCell *cell = SCOPE_MESSAGE_CELL (object);

  cell_set_item (cell, NULL);
  if (cell->box == NULL)
    g_clear_pointer (&cell->label, gtk_widget_unparent);
  g_clear_pointer (&cell->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_message_cell_parent_class)->dispose (object);
}

static void
scope_message_cell_class_init (ScopeMessageCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_message_cell_dispose;
  GTK_WIDGET_CLASS (klass)->query_tooltip = scope_message_cell_query_tooltip;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_message_cell_init (ScopeMessageCell *cell)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (cell), TRUE);
}

/* GTK keeps two hundred rows of all columns: most cells are but a line of text. */
static void
stand_beside (ScopeMessageCell *cell, GtkWidget *widget)
{
  cell->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_widget_set_hexpand (cell->label, TRUE);
  gtk_box_append (GTK_BOX (cell->box), widget);
  gtk_box_append (GTK_BOX (cell->box), cell->label);
  gtk_widget_set_parent (cell->box, GTK_WIDGET (cell));
}

/* --- columns --- */

static const int widths[SCOPE_N_MESSAGE_KEYS] = { 110, 120, 100, 100, 120, 130, 130, 130, 110, 0 };

typedef struct
{
  ScopeMessageTable *table;
  ScopeMessageKey column;
} Factory;

static void
set_up (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Factory *of = data;
  ScopeMessageCell *cell = g_object_new (SCOPE_TYPE_MESSAGE_CELL, NULL);

  cell->table = of->table;
  cell->column = of->column;
  cell->label = scope_text_cell_new (!scope_message_column_is_text (of->column), 40);
  gtk_widget_add_css_class (cell->label, "numeric");
  if (of->column == SCOPE_MESSAGE_KEY_COUNT)
    {
      cell->opener = gtk_button_new_from_icon_name ("pan-end-symbolic");
      gtk_widget_add_css_class (cell->opener, "flat");
      gtk_widget_add_css_class (cell->opener, "message-opener");
      gtk_widget_set_focus_on_click (cell->opener, FALSE);
      gtk_widget_set_focusable (cell->opener, FALSE); /* Left and Right of the row do it */
      g_signal_connect (cell->opener, "clicked", G_CALLBACK (opener_clicked), cell);
      stand_beside (cell, cell->opener);
    }
  if (of->column == SCOPE_MESSAGE_KEY_NOTE)
    {
      cell->icon = gtk_image_new ();
      gtk_accessible_update_state (GTK_ACCESSIBLE (cell->icon), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
      stand_beside (cell, cell->icon);
    }
  if (cell->box == NULL)
    gtk_widget_set_parent (cell->label, GTK_WIDGET (cell));
  gtk_list_item_set_child (item, GTK_WIDGET (cell));
}

static void
bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ScopeMessageCell *cell = SCOPE_MESSAGE_CELL (gtk_list_item_get_child (item));

  cell->list_item = item;
  scope_cell_filler_add (cell->table->filler, item, cell->column);
}

static void
unbind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ScopeMessageCell *cell = SCOPE_MESSAGE_CELL (gtk_list_item_get_child (item));

  scope_cell_filler_remove (cell->table->filler, item);
  cell->list_item = NULL;
  cell_set_item (cell, NULL);
}

static void
free_factory (gpointer data, GClosure *closure)
{
  g_free (data);
}

void
scope_message_table_add_columns (ScopeMessageTable *table)
{
  table->filler = scope_cell_filler_new (GTK_SCROLLED_WINDOW (table->scroller), fill, NULL);
  g_signal_connect_swapped (table->steady, "contents-changed", G_CALLBACK (scope_cell_filler_renew_all), table->filler);
  for (guint c = 0; c < SCOPE_N_MESSAGE_KEYS; c++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;
      g_autoptr (GMenuItem) item = g_menu_item_new (scope_message_column_title ((ScopeMessageKey) c), NULL);
      Factory *of = g_new (Factory, 1);

      *of = (Factory) { table, (ScopeMessageKey) c };
      g_signal_connect_data (factory, "setup", G_CALLBACK (set_up), of, free_factory, 0);
      g_signal_connect (factory, "bind", G_CALLBACK (bind), NULL);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind), NULL);
      column = gtk_column_view_column_new (scope_message_column_title ((ScopeMessageKey) c), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      if (widths[c] > 0)
        gtk_column_view_column_set_fixed_width (column, widths[c]);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      scope_column_sort_add (&table->sort, column, (int) c, scope_message_table_is_figure ((ScopeMessageKey) c));
      gtk_column_view_append_column (GTK_COLUMN_VIEW (table->view), column);
      g_menu_item_set_action_and_target (item, "messages.sort", "i", (gint) c);
      g_menu_append_item (table->sort_menu, item);
    }
}
