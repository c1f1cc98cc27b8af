/* scope-message-table.c: see scope-message-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/messages/scope-message-table-private.h"

#include "widgets/kit/scope-tab-order.h"

#include "model/base/scope-task.h"
#include "model/scene/messages/scope-message-words.h"

#include "widgets/table/scope-row-menu.h"

#include <glib/gi18n.h>

/* Of a sender or a receiver, in pixels. */
#define PARTY_WIDTH 100
#define NAMED_PARTY_WIDTH 150
#define WIDE_PARTY_WIDTH 190

#define MOST 8000000u          /* rows: of more, the first ones in the order asked for */
#define MAX_OPENED 200000u     /* elements: a stream of more is not opened to show one of them */

G_DEFINE_FINAL_TYPE (ScopeMessageTable, scope_message_table, GTK_TYPE_WIDGET)

enum
{
  SORT_CHANGED,
  ROW_SELECTED,
  ROW_ACTIVATED,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- sorting --- */

void
scope_message_table_get_sorting (ScopeMessageTable *self, ScopeMessageSorting *sorting)
{
  *sorting = (ScopeMessageSorting) { self->key, self->descending, TRUE, NULL, MOST };
}

static void
sorter_changed (GtkSorter *sorter, GtkSorterChange change, ScopeMessageTable *self)
{
  ScopeMessageKey key;

  if (!scope_column_sort_ask (&self->sort, sorter))
    return;
  key = self->sort.column >= 0 ? (ScopeMessageKey) self->sort.column : SCOPE_MESSAGE_KEY_SEND;
  if (key == self->key && self->sort.descending == self->descending)
    return;
  self->key = key;
  self->descending = self->sort.descending;
  g_signal_emit (self, signals[SORT_CHANGED], 0);
}

void
scope_message_table_sort_by (ScopeMessageTable *self, ScopeMessageKey key, gboolean descending)
{
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_return_if_fail (key < SCOPE_N_MESSAGE_KEYS);
  column = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view)), key);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), column,
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

gboolean
scope_message_table_is_figure (ScopeMessageKey key)
{
  return key == SCOPE_MESSAGE_KEY_COUNT || key == SCOPE_MESSAGE_KEY_LATENCY || key == SCOPE_MESSAGE_KEY_SIZE
         || key == SCOPE_MESSAGE_KEY_NOTE;
}

/* Words and times from the first, figures from the greatest; once more: the other way round. */
static void
sort_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ScopeMessageTable *self = SCOPE_MESSAGE_TABLE (widget);
  gint c = g_variant_get_int32 (parameter);
  gboolean figure = scope_message_table_is_figure ((ScopeMessageKey) c);

  if (c >= 0 && c < SCOPE_N_MESSAGE_KEYS)
    scope_message_table_sort_by (self, (ScopeMessageKey) c, c == (gint) self->key ? !self->descending : figure);
}

GMenuModel *
scope_message_table_get_sort_menu (ScopeMessageTable *self)
{
  return G_MENU_MODEL (self->sort_menu);
}

/* --- choosing --- */

static void
drop_chosen (ScopeMessageTable *self)
{
  if (self->chosen == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->chosen, self);
  scope_message_item_hide (self->chosen);
  g_clear_object (&self->chosen);
}

static void
chosen_filled (ScopeMessageItem *item, ScopeMessageTable *self)
{
  g_autoptr (ScopeMessageItem) kept = g_object_ref (item);

  drop_chosen (self);
  g_signal_emit (self, signals[ROW_SELECTED], 0, scope_message_item_get_row (kept));
}

static void
selection_changed (GtkSelectionModel *selection, guint position, guint n, ScopeMessageTable *self)
{
  g_autoptr (GtkBitset) chosen = NULL;
  g_autoptr (ScopeMessageItem) item = NULL;

  if (self->moving)
    return;
  drop_chosen (self);
  g_cancellable_cancel (self->looking);
  self->opening = FALSE;
  chosen = gtk_selection_model_get_selection (selection);
  if (gtk_bitset_get_size (chosen) != 1)
    return;
  item = g_list_model_get_item (G_LIST_MODEL (self->rows), gtk_bitset_get_minimum (chosen));
  if (item == NULL)
    return;
  if (scope_message_item_get_row (item) != NULL)
    {
      g_signal_emit (self, signals[ROW_SELECTED], 0, scope_message_item_get_row (item));
      return;
    }
  /* As after a leap to the end: it is being read. */
  self->chosen = g_steal_pointer (&item);
  scope_message_item_show (self->chosen);
  g_signal_connect (self->chosen, "filled", G_CALLBACK (chosen_filled), self);
}

static void
activated (GtkColumnView *view, guint position, ScopeMessageTable *self)
{
  g_autoptr (ScopeMessageItem) item = g_list_model_get_item (G_LIST_MODEL (self->rows), position);

  if (item != NULL && scope_message_item_get_row (item) != NULL)
    g_signal_emit (self, signals[ROW_ACTIVATED], 0, scope_message_item_get_row (item));
}

/* Right opens the stream that is selected, Left closes it, as in a tree. */
static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers,
             ScopeMessageTable *self)
{
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  guint opens = rtl ? GDK_KEY_Left : GDK_KEY_Right, closes = rtl ? GDK_KEY_Right : GDK_KEY_Left;

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0 || gtk_bitset_get_size (chosen) != 1
      || (keyval != opens && keyval != closes))
    return GDK_EVENT_PROPAGATE;
  return scope_message_rows_set_open (self->rows, gtk_bitset_get_minimum (chosen), keyval == opens);
}

/* --- showing what was chosen elsewhere --- */

typedef struct
{
  ScopeMessageOrder *order;
  ScopeMessageLine message;
  guint row;
} Looking;

static void
looking_free (gpointer data)
{
  scope_message_order_unref (((Looking *) data)->order);
  g_free (data);
}

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Looking *looking = data;

  g_task_return_boolean (task, scope_message_order_find (looking->order, &looking->message, &looking->row, cancellable));
}

static void
select_position (ScopeMessageTable *self, guint position)
{
  self->moving = TRUE;
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  self->moving = FALSE;
  if (self->scroll)
    scope_list_scroller_show (self->list_scroller, position);
}

static void look_for (ScopeMessageTable *self, ScopeMessageOrder *order);

static void
looked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeMessageTable) self = data;
  Looking *looking = g_task_get_task_data (G_TASK (result));
  gboolean found = g_task_propagate_boolean (G_TASK (result), NULL);
  ScopeMessageOrder *order = scope_message_rows_get_order (self->rows), *elements;
  guint position;

  if (g_task_get_cancellable (G_TASK (result)) != self->looking)
    return;
  g_clear_object (&self->looking);
  if (!found || order == NULL)
    return;
  if (looking->order != order)
    { /* among the elements of the stream that is selected */
      g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

      if (gtk_bitset_get_size (chosen) == 1
          && scope_message_rows_elements (self->rows, gtk_bitset_get_minimum (chosen)) == looking->order)
        select_position (self, gtk_bitset_get_minimum (chosen) + 1 + looking->row);
      return;
    }
  position = scope_message_rows_position (self->rows, looking->row);
  select_position (self, position);
  if (scope_message_order_channel (order, looking->row) == NULL || !self->scroll)
    return;
  elements = scope_message_rows_elements (self->rows, position);
  if (elements != NULL)
    look_for (self, elements);
  else
    self->opening = scope_message_rows_set_open (self->rows, position, TRUE);
}

static void
look_for (ScopeMessageTable *self, ScopeMessageOrder *order)
{
  g_autoptr (GTask) task = NULL;
  Looking *looking = g_new0 (Looking, 1);

  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  self->looking = g_cancellable_new ();
  looking->order = scope_message_order_ref (order);
  looking->message = self->shown;
  task = g_task_new (NULL, self->looking, looked, g_object_ref (self));
  g_task_set_task_data (task, looking, looking_free);
  scope_task_run (task, look_in_thread);
}

static void
stream_opened (ScopeMessageRows *rows, guint position, ScopeMessageTable *self)
{
  ScopeMessageOrder *elements = scope_message_rows_elements (rows, position);

  if (self->opening && elements != NULL && scope_message_order_n_rows (elements) <= MAX_OPENED)
    look_for (self, elements);
  self->opening = FALSE;
}

void
scope_message_table_show (ScopeMessageTable *self, const ScopeMessageLine *message, gboolean scroll)
{
  ScopeMessageOrder *order = scope_message_rows_get_order (self->rows);

  g_return_if_fail (SCOPE_IS_MESSAGE_TABLE (self));

  self->opening = FALSE;
  self->scroll = scroll;
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  drop_chosen (self);
  if (message != NULL && order != NULL)
    {
      self->shown = *message;
      look_for (self, order);
    }
  else
    {
      self->moving = TRUE;
      gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (self->selection));
      self->moving = FALSE;
    }
}

gboolean
scope_message_table_is_looking (ScopeMessageTable *self)
{
  return self->looking != NULL || self->opening;
}

/* --- rows --- */

static void
set_size_title (ScopeMessageTable *self, const char *title)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, SCOPE_MESSAGE_KEY_SIZE);

  if (column != NULL && g_strcmp0 (gtk_column_view_column_get_title (column), title) != 0)
    gtk_column_view_column_set_title (column, title);
}

/* Erlang's ports are senders and receivers themselves; its messages are of one kind. Who they are takes more room: registered names, and
 * where there are several nodes their names before that. */
static void
show_columns (ScopeMessageTable *self, ScopeTrace *trace)
{
  gboolean erlang = scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG;
  int width = !erlang ? PARTY_WIDTH : scope_trace_n_machines (trace) > 1 ? WIDE_PARTY_WIDTH : NAMED_PARTY_WIDTH;
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
  const ScopeMessageKey of_eden[] = { SCOPE_MESSAGE_KEY_COUNT, SCOPE_MESSAGE_KEY_TAG, SCOPE_MESSAGE_KEY_PORTS };

  for (guint i = 0; i < G_N_ELEMENTS (of_eden); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, of_eden[i]);

      gtk_column_view_column_set_visible (column, !erlang);
    }
  if (width == self->party_width)
    return; /* they may have been made wider by hand */
  self->party_width = width;
  for (guint i = SCOPE_MESSAGE_KEY_FROM; i <= SCOPE_MESSAGE_KEY_TO; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_column_set_fixed_width (column, width);
    }
}

void
scope_message_table_set_order (ScopeMessageTable *self, ScopeMessageOrder *order)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_TABLE (self));

  drop_chosen (self);
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  self->opening = FALSE;
  self->moving = TRUE;
  scope_list_scroller_rewind (self->list_scroller);
  scope_message_rows_set (self->rows, order);
  if (order != NULL)
    {
      set_size_title (self, scope_message_size_title (scope_message_order_get_trace (order)));
      show_columns (self, scope_message_order_get_trace (order));
    }
  self->moving = FALSE;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "messages.copy", order != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "messages.save", order != NULL);
}

void
scope_message_table_set_clock (ScopeMessageTable *self, const ScopeClock *clock)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_TABLE (self));

  if (scope_clock_equal (&self->clock, clock))
    return;
  self->clock = *clock;
  scope_cell_filler_renew_all (self->filler);
}

ScopeMessageRows *
scope_message_table_get_rows (ScopeMessageTable *self)
{
  return self->rows;
}

GtkSelectionModel *
scope_message_table_get_selection (ScopeMessageTable *self)
{
  return GTK_SELECTION_MODEL (self->selection);
}

static void
rows_failed (ScopeMessageRows *rows, const char *message, ScopeMessageTable *self)
{
  g_signal_emit (self, signals[FAILED], 0, message);
}

static void
copy_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  scope_message_table_copy (SCOPE_MESSAGE_TABLE (widget), FALSE);
}

static void
copy_all_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  scope_message_table_copy (SCOPE_MESSAGE_TABLE (widget), TRUE);
}

static void
save_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  scope_message_table_save (SCOPE_MESSAGE_TABLE (widget));
}

/* --- life --- */

static gboolean
scope_message_table_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (SCOPE_MESSAGE_TABLE (widget)->view);
}

static void
scope_message_table_dispose (GObject *object)
{
  ScopeMessageTable *self = SCOPE_MESSAGE_TABLE (object);

  if (self->chooser != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  drop_chosen (self);
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  if (self->rows != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->rows, self);
      g_signal_handlers_disconnect_by_data (self->selection, self);
    }
  g_clear_pointer (&self->list_scroller, scope_list_scroller_free);
  if (self->filler != NULL)
    g_signal_handlers_disconnect_by_data (self->steady, self->filler);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->filler, scope_cell_filler_free);
  g_clear_object (&self->steady);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_object (&self->sort_menu);
  G_OBJECT_CLASS (scope_message_table_parent_class)->dispose (object);
}

static void
scope_message_table_class_init (ScopeMessageTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = SCOPE_TYPE_MESSAGE_TABLE;

  G_OBJECT_CLASS (klass)->dispose = scope_message_table_dispose;
  widget_class->grab_focus = scope_message_table_grab_focus;
  widget_class->focus = scope_tab_order_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "messages.copy", NULL, copy_activated);
  gtk_widget_class_install_action (widget_class, "messages.copy-all", NULL, copy_all_activated);
  gtk_widget_class_install_action (widget_class, "messages.save", NULL, save_activated);
  gtk_widget_class_install_action (widget_class, "messages.sort", "i", sort_activated);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "messages.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, "messages.copy", NULL);
  signals[SORT_CHANGED] = g_signal_new ("sort-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ROW_SELECTED] = g_signal_new ("row-selected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                        G_TYPE_POINTER);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                         1, G_TYPE_POINTER);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_STRING);
}

static void
scope_message_table_init (ScopeMessageTable *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->sort_menu = g_menu_new ();
  self->rows = scope_message_rows_new ();
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  self->steady = scope_recycling_row_model_new (GTK_SELECTION_MODEL (self->selection));
  self->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->steady)));
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_widget_add_css_class (self->view, "table");
  g_signal_connect_object (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed",
                           G_CALLBACK (sorter_changed), self, 0);
  self->scroller = gtk_scrolled_window_new ();
  gtk_widget_set_focusable (self->scroller, FALSE); /* the table is */
  gtk_widget_add_css_class (self->scroller, "table-scroller");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  scope_message_table_add_columns (self);
  scope_row_menu_add (GTK_COLUMN_VIEW (self->view), self->filler,
                      &(ScopeRowMenuItems) { SCOPE_ROW_MENU_ZOOMS, "messages.copy", "messages.copy-all", "messages.save" }, NULL, NULL);
  self->key = SCOPE_MESSAGE_KEY_SEND;
  scope_message_table_sort_by (self, self->key, FALSE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (self->view, keys);
  g_signal_connect (self->rows, "failed", G_CALLBACK (rows_failed), self);
  g_signal_connect (self->rows, "opened", G_CALLBACK (stream_opened), self);
  g_signal_connect (self->selection, "selection-changed", G_CALLBACK (selection_changed), self);
  g_signal_connect (self->view, "activate", G_CALLBACK (activated), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Messages"), -1);

  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  self->list_scroller = scope_list_scroller_new (GTK_SCROLLABLE (self->view), G_LIST_MODEL (self->steady));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "messages.copy", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "messages.save", FALSE);
}

GtkWidget *
scope_message_table_new (void)
{
  return g_object_new (SCOPE_TYPE_MESSAGE_TABLE, NULL);
}
