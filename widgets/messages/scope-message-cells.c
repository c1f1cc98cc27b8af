/* scope-message-cells.c: the columns of the table of messages. A cell fills itself when its row has been read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-message-table-private.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/table/scope-recycling-row-model.h"
#include "widgets/table/scope-text-cell.h"

#include "model/scene/messages/scope-message-words.h"

#include <glib/gi18n.h>

/* --- streams and remarks --- */

static void
update_opener (GtkWidget *opener, ScopeMessageItem *item)
{
  gboolean stream = scope_message_item_is_stream (item), open = scope_message_item_is_open (item);
  const char *tip = open ? _("Hide the elements (Left)") : _("Show the elements (Right)");

  /* All rows keep its room, so that the figures stand below each other. */
  gtk_widget_set_opacity (opener, stream ? 1 : 0);
  gtk_widget_set_sensitive (opener, stream);
  gtk_button_set_icon_name (GTK_BUTTON (opener), open ? "pan-down-symbolic" : "pan-end-symbolic");
  if (g_strcmp0 (gtk_widget_get_tooltip_text (opener), stream ? tip : NULL) != 0)
    gtk_widget_set_tooltip_text (opener, stream ? tip : NULL);
  scope_label_widget (opener, stream ? tip : _("Single message"));
  gtk_accessible_update_state (GTK_ACCESSIBLE (opener), GTK_ACCESSIBLE_STATE_EXPANDED, stream && open, -1);
}

static void
opener_clicked (GtkButton *button, ScopeMessageTable *table)
{
  GtkListItem *cell = g_object_get_data (G_OBJECT (button), "cell");
  ScopeRecyclingRow *row = gtk_list_item_get_item (cell);
  ScopeMessageItem *item = row != NULL ? scope_recycling_row_get_item (row) : NULL;

  if (item == NULL)
    return;
  scope_message_rows_set_open (table->rows, gtk_list_item_get_position (cell), !scope_message_item_is_open (item));
  update_opener (GTK_WIDGET (button), item);
}

static void
update_remark (GtkWidget *icon, const ScopeMessageRow *row)
{
  GtkWidget *label = gtk_widget_get_next_sibling (icon);
  ScopeRemark remark = row != NULL ? scope_message_remark (row) : SCOPE_REMARK_NONE;

  gtk_widget_set_visible (icon, remark == SCOPE_REMARK_REVERSED || remark == SCOPE_REMARK_UNMATCHED);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), remark == SCOPE_REMARK_REVERSED ? "dialog-warning-symbolic"
                                                                                   : "dialog-question-symbolic");
  gtk_widget_remove_css_class (label, "dim-label");
  if (remark == SCOPE_REMARK_PLAIN)
    gtk_widget_add_css_class (label, "dim-label");
}

/* --- columns and cells --- */

static ScopeTableColumn
column (gpointer owner, guint c)
{
  static const int widths[SCOPE_N_MESSAGE_KEYS] = { 110, 120, 100, 100, 120, 130, 130, 130, 110, SCOPE_COLUMN_REST };
  ScopeColumnFlags flags = SCOPE_COLUMN_NUMERIC;

  if (!scope_message_column_is_text ((ScopeMessageKey) c))
    flags |= SCOPE_COLUMN_END;
  if (c == SCOPE_MESSAGE_KEY_COUNT || c == SCOPE_MESSAGE_KEY_LATENCY || c == SCOPE_MESSAGE_KEY_SIZE || c == SCOPE_MESSAGE_KEY_NOTE)
    flags |= SCOPE_COLUMN_GREATEST;
  return (ScopeTableColumn) { scope_message_column_title ((ScopeMessageKey) c), widths[c], flags };
}

/* GTK keeps two hundred rows of all columns: most cells are but a line of text. */
static GtkWidget *
make (gpointer owner, GtkListItem *cell, guint c)
{
  GtkWidget *box, *label, *beside;

  if (c != SCOPE_MESSAGE_KEY_COUNT && c != SCOPE_MESSAGE_KEY_NOTE)
    return NULL;
  if (c == SCOPE_MESSAGE_KEY_COUNT)
    {
      beside = gtk_button_new_from_icon_name ("pan-end-symbolic");
      scope_add_classes (beside, "flat", "message-opener", NULL);
      gtk_widget_set_focus_on_click (beside, FALSE);
      gtk_widget_set_focusable (beside, FALSE); /* Left and Right of the row do it */
      g_object_set_data (G_OBJECT (beside), "cell", cell);
      g_signal_connect (beside, "clicked", G_CALLBACK (opener_clicked), owner);
    }
  else
    {
      beside = gtk_image_new ();
      gtk_accessible_update_state (GTK_ACCESSIBLE (beside), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
    }
  label = scope_text_cell_new (!scope_message_column_is_text ((ScopeMessageKey) c), 40);
  gtk_widget_set_hexpand (label, TRUE);
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  scope_add_children (box, beside, label, NULL);
  return box;
}

static gboolean
fill (gpointer owner, GtkWidget *cell, gpointer item, guint c)
{
  if (c == SCOPE_MESSAGE_KEY_COUNT)
    update_opener (gtk_widget_get_first_child (cell), item);
  if (c == SCOPE_MESSAGE_KEY_NOTE)
    update_remark (gtk_widget_get_first_child (cell), scope_message_item_get_row (item));
  if (scope_message_item_is_element (item))
    gtk_widget_add_css_class (cell, "message-element");
  else
    gtk_widget_remove_css_class (cell, "message-element");
  return FALSE;
}

static char *
text (gpointer owner, gpointer item, guint c)
{
  ScopeMessageTable *table = owner;
  const ScopeMessageRow *row = scope_message_item_get_row (item);

  return row != NULL ? scope_message_cell_text (scope_message_item_get_trace (item), row, (ScopeMessageKey) c, &table->clock) : NULL;
}

/* Of a stream: all of it. */
static char *
tooltip (gpointer owner, gpointer item)
{
  const ScopeMessageRow *row = scope_message_item_get_row (item);

  return row != NULL ? scope_message_stream_text (scope_message_item_get_trace (item), row) : NULL;
}

static gboolean
watch (gpointer item, gboolean shown)
{
  (shown ? scope_message_item_show : scope_message_item_hide) (item);
  return TRUE;
}

const ScopeTableRows scope_message_table_rows = {
  .name = N_("Messages"),
  .actions = "messages",
  .dense = TRUE,
  .n_columns = SCOPE_N_MESSAGE_KEYS,
  .menu = &(const ScopeRowMenuItems) { SCOPE_ROW_MENU_ZOOMS, "messages.copy", "messages.copy-all", "messages.save" },
  .column = column,
  .make = make,
  .fill = fill,
  .text = text,
  .tooltip = tooltip,
  .watch = watch,
  .sorted = scope_message_table_sorted,
  .activated = scope_message_table_activated,
  .copy = scope_message_table_copy,
  .save = scope_message_table_save,
};
