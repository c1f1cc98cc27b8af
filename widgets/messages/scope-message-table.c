/* scope-message-table.c: see scope-message-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/messages/scope-message-table-private.h"

#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-tab-order.h"

#include "model/base/scope-task.h"
#include "model/scene/messages/scope-message-words.h"

/* Of a sender or a receiver, in pixels. */
#define PARTY_WIDTH 100
#define NAMED_PARTY_WIDTH 150
#define WIDE_PARTY_WIDTH 190

#define MOST 8000000u          /* rows: of more, the first ones in the order asked for */
#define MAX_OPENED 200000u     /* elements: a stream of more is not opened to show one of them */

G_DEFINE_FINAL_TYPE (ScopeMessageTable, scope_message_table, SCOPE_TYPE_TABLE_VIEW)

/* --- sorting --- */

void
scope_message_table_get_sorting (ScopeMessageTable *self, ScopeMessageSorting *sorting)
{
  gboolean descending;
  int c = scope_table_view_get_sort (SCOPE_TABLE_VIEW (self), &descending);

  *sorting = (ScopeMessageSorting) { c >= 0 ? (ScopeMessageKey) c : SCOPE_MESSAGE_KEY_SEND, descending, TRUE, NULL, MOST };
}

void
scope_message_table_sorted (gpointer table)
{
  g_signal_emit_by_name (table, "sort-changed");
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
  g_signal_emit_by_name (self, "row-selected", scope_message_item_get_row (kept));
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
      g_signal_emit_by_name (self, "row-selected", scope_message_item_get_row (item));
      return;
    }
  /* As after a leap to the end: it is being read. */
  self->chosen = g_steal_pointer (&item);
  scope_message_item_show (self->chosen);
  g_signal_connect (self->chosen, "filled", G_CALLBACK (chosen_filled), self);
}

void
scope_message_table_activated (gpointer table, guint position)
{
  ScopeMessageTable *self = table;
  g_autoptr (ScopeMessageItem) item = g_list_model_get_item (G_LIST_MODEL (self->rows), position);

  if (item != NULL && scope_message_item_get_row (item) != NULL)
    g_signal_emit_by_name (self, "row-activated", scope_message_item_get_row (item));
}

/* Right opens the stream that is selected, Left closes it, as in a tree. */
static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers,
             ScopeMessageTable *self)
{
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (scope_table_view_get_selection (SCOPE_TABLE_VIEW (self)));
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

static gpointer
look_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Looking *looking = (gpointer) data;

  return GINT_TO_POINTER (scope_message_order_find (looking->order, &looking->message, &looking->row, cancellable));
}

static void
select_position (ScopeMessageTable *self, guint position)
{
  self->moving = TRUE;
  gtk_selection_model_select_item (scope_table_view_get_selection (SCOPE_TABLE_VIEW (self)), position, TRUE);
  self->moving = FALSE;
  if (self->scroll)
    scope_table_view_scroll_to (SCOPE_TABLE_VIEW (self), position);
}

static void look_for (ScopeMessageTable *self, ScopeMessageOrder *order);

static void
looked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeMessageTable) self = data;
  Looking *looking = scope_task_question (result);
  gboolean found = scope_task_answer (result, NULL) != NULL;
  ScopeMessageOrder *order = scope_message_rows_get_order (self->rows), *elements;
  guint position;

  if (g_task_get_cancellable (G_TASK (result)) != self->looking)
    return;
  g_clear_object (&self->looking);
  if (!found || order == NULL)
    return;
  if (looking->order != order)
    { /* among the elements of the stream that is selected */
      g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (scope_table_view_get_selection (SCOPE_TABLE_VIEW (self)));

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
  Looking *looking = g_new0 (Looking, 1);

  scope_task_renew (&self->looking);
  looking->order = scope_message_order_ref (order);
  looking->message = self->shown;
  scope_task_give (NULL, look_in_thread, looking, looking_free, NULL, self->looking, looked, g_object_ref (self));
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
  scope_task_stop (&self->looking);
  drop_chosen (self);
  if (message != NULL && order != NULL)
    {
      self->shown = *message;
      look_for (self, order);
    }
  else
    {
      self->moving = TRUE;
      gtk_selection_model_unselect_all (scope_table_view_get_selection (SCOPE_TABLE_VIEW (self)));
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
  GtkColumnViewColumn *column = scope_table_view_get_column (SCOPE_TABLE_VIEW (self), SCOPE_MESSAGE_KEY_SIZE);

  if (g_strcmp0 (gtk_column_view_column_get_title (column), title) != 0)
    gtk_column_view_column_set_title (column, title);
}

/* Erlang's ports are senders and receivers themselves; its messages are of one kind. Who they are takes more room: registered names, and
 * where there are several nodes their names before that. */
static void
show_columns (ScopeMessageTable *self, ScopeTrace *trace)
{
  gboolean erlang = scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG;
  int width = !erlang ? PARTY_WIDTH : scope_trace_n_machines (trace) > 1 ? WIDE_PARTY_WIDTH : NAMED_PARTY_WIDTH;
  ScopeTableView *table = SCOPE_TABLE_VIEW (self);
  const ScopeMessageKey of_eden[] = { SCOPE_MESSAGE_KEY_COUNT, SCOPE_MESSAGE_KEY_TAG, SCOPE_MESSAGE_KEY_PORTS };

  for (guint i = 0; i < G_N_ELEMENTS (of_eden); i++)
    gtk_column_view_column_set_visible (scope_table_view_get_column (table, of_eden[i]), !erlang);
  if (width == self->party_width)
    return; /* they may have been made wider by hand */
  self->party_width = width;
  for (guint i = SCOPE_MESSAGE_KEY_FROM; i <= SCOPE_MESSAGE_KEY_TO; i++)
    gtk_column_view_column_set_fixed_width (scope_table_view_get_column (table, i), width);
}

void
scope_message_table_set_order (ScopeMessageTable *self, ScopeMessageOrder *order)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_TABLE (self));

  drop_chosen (self);
  scope_task_stop (&self->looking);
  self->opening = FALSE;
  self->moving = TRUE;
  scope_table_view_rewind (SCOPE_TABLE_VIEW (self));
  scope_message_rows_set (self->rows, order);
  if (order != NULL)
    {
      set_size_title (self, scope_message_size_title (scope_message_order_get_trace (order)));
      show_columns (self, scope_message_order_get_trace (order));
    }
  self->moving = FALSE;
  scope_table_view_set_filled (SCOPE_TABLE_VIEW (self), order != NULL);
}

void
scope_message_table_set_clock (ScopeMessageTable *self, const ScopeClock *clock)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_TABLE (self));

  if (scope_clock_equal (&self->clock, clock))
    return;
  self->clock = *clock;
  scope_table_view_renew (SCOPE_TABLE_VIEW (self));
}

ScopeMessageRows *
scope_message_table_get_rows (ScopeMessageTable *self)
{
  return self->rows;
}

static void
rows_failed (ScopeMessageRows *rows, const char *message, ScopeMessageTable *self)
{
  g_signal_emit_by_name (self, "failed", message);
}

/* --- life --- */

static gboolean
scope_message_table_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (widget))));
}

static void
scope_message_table_dispose (GObject *object)
{
  ScopeMessageTable *self = SCOPE_MESSAGE_TABLE (object);

  drop_chosen (self);
  scope_task_stop (&self->looking);
  if (self->rows != NULL)
    g_signal_handlers_disconnect_by_data (self->rows, self);
  G_OBJECT_CLASS (scope_message_table_parent_class)->dispose (object);
  g_clear_object (&self->rows);
}

static void
scope_message_table_class_init (ScopeMessageTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_message_table_dispose;
  widget_class->grab_focus = scope_message_table_grab_focus;
  widget_class->focus = scope_tab_order_focus;
  scope_table_view_class_add_actions (SCOPE_TABLE_VIEW_CLASS (klass), &scope_message_table_rows);
  scope_add_signal (klass, "sort-changed", 0);
  scope_add_signal (klass, "row-selected", 1, G_TYPE_POINTER);
  scope_add_signal (klass, "row-activated", 1, G_TYPE_POINTER);
  scope_add_signal (klass, "failed", 1, G_TYPE_STRING);
}

static void
scope_message_table_init (ScopeMessageTable *self)
{
  ScopeTableView *table = SCOPE_TABLE_VIEW (self);

  self->rows = scope_message_rows_new ();
  scope_table_view_set_up (table, &scope_message_table_rows, self,
                      GTK_SELECTION_MODEL (gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->rows)))));
  scope_table_view_sort_by (table, SCOPE_MESSAGE_KEY_SEND, FALSE);
  scope_table_view_set_filled (table, FALSE);
  scope_add_controller (GTK_WIDGET (scope_table_view_get_column_view (table)),
                        g_object_new (GTK_TYPE_EVENT_CONTROLLER_KEY, "propagation-phase", GTK_PHASE_CAPTURE, NULL), self, "key-pressed",
                        key_pressed, NULL);
  g_signal_connect (self->rows, "failed", G_CALLBACK (rows_failed), self);
  g_signal_connect (self->rows, "opened", G_CALLBACK (stream_opened), self);
  g_signal_connect (scope_table_view_get_selection (table), "selection-changed", G_CALLBACK (selection_changed), self);
}
