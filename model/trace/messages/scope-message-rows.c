/* scope-message-rows.c: see scope-message-rows.h: where rows stand, and streams that are open.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/messages/scope-message-rows-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-task.h"

/* A stream that is open. */
typedef struct
{
  guint row;                   /* of the order */
  ScopeMessageOrder *elements; /* NULL: not there yet */
  GCancellable *cancellable;
} Opened;

enum
{
  FAILED,
  OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeMessageRows, scope_message_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* --- places --- */

static Opened *
find_opened (ScopeMessageRows *self, guint row, guint *ret_index)
{
  guint i = 0;

  while (i < self->opened->len && ((Opened *) g_ptr_array_index (self->opened, i))->row < row)
    i++;
  if (ret_index != NULL)
    *ret_index = i;
  if (i == self->opened->len || ((Opened *) g_ptr_array_index (self->opened, i))->row != row)
    return NULL;
  return g_ptr_array_index (self->opened, i);
}

gboolean
scope_message_rows_is_open (ScopeMessageRows *self, guint row)
{
  return find_opened (self, row, NULL) != NULL;
}

gboolean
scope_message_rows_has_order (ScopeMessageRows *self, ScopeMessageOrder *order)
{
  gboolean has = order == self->order;

  for (guint i = 0; i < self->opened->len && !has; i++)
    has = ((Opened *) g_ptr_array_index (self->opened, i))->elements == order;
  return has;
}

static guint
n_elements (const Opened *opened)
{
  return opened->elements != NULL ? scope_message_order_n_rows (opened->elements) : 0;
}

static guint
n_items (ScopeMessageRows *self)
{
  guint n = self->order != NULL ? scope_message_order_n_rows (self->order) : 0;

  for (guint i = 0; i < self->opened->len; i++)
    n += n_elements (g_ptr_array_index (self->opened, i));
  return n;
}

guint
scope_message_rows_position (ScopeMessageRows *self, guint row)
{
  guint position = row;

  SCOPE_EACH_POINTER (const Opened, opened, self->opened)
    if (opened->row < row)
      position += n_elements (opened);
  return position;
}

ScopeMessageOrder *
scope_message_rows_at (ScopeMessageRows *self, guint position, guint *ret_row)
{
  guint before = 0; /* elements */

  SCOPE_EACH_POINTER (const Opened, opened, self->opened)
    {
      guint n = n_elements (opened);

      if (position <= opened->row + before)
        break;
      if (position <= opened->row + before + n)
        {
          *ret_row = position - opened->row - before - 1;
          return opened->elements;
        }
      before += n;
    }
  *ret_row = position - before;
  return self->order;
}

ScopeMessageOrder *
scope_message_rows_elements (ScopeMessageRows *self, guint position)
{
  guint row;
  const Opened *opened;

  if (position >= n_items (self) || scope_message_rows_at (self, position, &row) != self->order)
    return NULL;
  opened = find_opened (self, row, NULL);
  return opened != NULL ? opened->elements : NULL;
}

/* --- opening --- */

typedef struct
{
  ScopeMessageOrder *order;
  guint row;
} Opening;

static void
opening_free (gpointer data)
{
  scope_message_order_unref (((Opening *) data)->order);
  g_free (data);
}

static void
opened_free (gpointer data)
{
  Opened *opened = data;

  scope_task_stop (&opened->cancellable);
  g_clear_pointer (&opened->elements, scope_message_order_unref);
  g_free (opened);
}

static gpointer
open_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Opening *opening = (gpointer) data;
  ScopeMessageSorting sorting;
  ScopeMessageOrder *elements;
  ScopeQueryRange within;

  scope_message_order_get_query_range (opening->order, &within, &sorting);
  within.cancellable = cancellable;
  sorting.group = FALSE;
  sorting.channel = scope_message_order_channel (opening->order, opening->row);
  /* They all have one number: then in the order in which they were sent. */
  if (sorting.key == SCOPE_MESSAGE_KEY_COUNT)
    {
      sorting.key = SCOPE_MESSAGE_KEY_SEND;
      sorting.descending = FALSE;
    }
  elements = scope_message_order_new (&within, &sorting, error);
  return elements;
}

static void
elements_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeMessageRows) self = data;
  Opening *opening = scope_task_question (result);
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeMessageOrder) elements = scope_task_answer (result, &error);
  Opened *opened = opening->order == self->order ? find_opened (self, opening->row, NULL) : NULL;
  guint position;

  if (opened == NULL || opened->cancellable != g_task_get_cancellable (G_TASK (result)))
    return;
  position = scope_message_rows_position (self, opening->row);
  if (elements == NULL)
    {
      scope_message_rows_set_open (self, position, FALSE);
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_signal_emit (self, signals[FAILED], 0, error->message);
      return;
    }
  opened->elements = g_steal_pointer (&elements);
  g_list_model_items_changed (G_LIST_MODEL (self), position + 1, 0, n_elements (opened));
  g_signal_emit (self, signals[OPENED], 0, position);
}

static void
start_opening (ScopeMessageRows *self, guint row, guint index)
{
  Opened *opened = g_new0 (Opened, 1);
  Opening *opening = g_new (Opening, 1);

  opened->row = row;
  opened->cancellable = g_cancellable_new ();
  g_ptr_array_insert (self->opened, (gint) index, opened);
  *opening = (Opening) { scope_message_order_ref (self->order), row };
  scope_task_give (NULL, open_in_thread, opening, opening_free, (GDestroyNotify) scope_message_order_unref, opened->cancellable,
                   elements_read, g_object_ref (self));
}

gboolean
scope_message_rows_set_open (ScopeMessageRows *self, guint position, gboolean open)
{
  guint row, index, n;
  Opened *opened;

  if (position >= n_items (self) || scope_message_rows_at (self, position, &row) != self->order
      || scope_message_order_channel (self->order, row) == NULL)
    return FALSE;
  opened = find_opened (self, row, &index);
  if (open && opened == NULL)
    start_opening (self, row, index);
  else if (!open && opened != NULL)
    {
      n = n_elements (opened);
      if (n > 0)
        scope_message_items_forget (self, opened->elements);
      g_ptr_array_remove_index (self->opened, index);
      if (n > 0)
        g_list_model_items_changed (G_LIST_MODEL (self), position + 1, n, 0);
    }
  return TRUE;
}

/* --- the list --- */

static GType
get_item_type (GListModel *model)
{
  return SCOPE_TYPE_MESSAGE_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return n_items (SCOPE_MESSAGE_ROWS (model));
}

static gpointer
get_item (GListModel *model, guint position)
{
  ScopeMessageRows *self = SCOPE_MESSAGE_ROWS (model);
  ScopeMessageOrder *order;
  guint row;

  if (position >= n_items (self))
    return NULL;
  order = scope_message_rows_at (self, position, &row);
  return scope_message_item_new (self, order, row, order != self->order);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
forget_all (ScopeMessageRows *self)
{
  scope_task_renew (&self->cancellable);
  self->reading = FALSE;
  scope_message_items_forget (self, NULL);
  g_ptr_array_set_size (self->opened, 0);
}

void
scope_message_rows_set (ScopeMessageRows *self, ScopeMessageOrder *order)
{
  guint before = n_items (self);

  g_return_if_fail (SCOPE_IS_MESSAGE_ROWS (self));

  if (order != NULL)
    scope_message_order_ref (order);
  forget_all (self);
  g_clear_pointer (&self->order, scope_message_order_unref);
  self->order = order;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, n_items (self));
}

ScopeMessageOrder *
scope_message_rows_get_order (ScopeMessageRows *self)
{
  return self->order;
}

static void
scope_message_rows_dispose (GObject *object)
{
  ScopeMessageRows *self = SCOPE_MESSAGE_ROWS (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  forget_all (self);
  g_clear_pointer (&self->order, scope_message_order_unref);
  G_OBJECT_CLASS (scope_message_rows_parent_class)->dispose (object);
}

static void
scope_message_rows_finalize (GObject *object)
{
  ScopeMessageRows *self = SCOPE_MESSAGE_ROWS (object);

  g_clear_object (&self->cancellable);
  g_ptr_array_unref (self->opened);
  g_ptr_array_unref (self->wanted);
  g_hash_table_unref (self->items);
  G_OBJECT_CLASS (scope_message_rows_parent_class)->finalize (object);
}

static void
scope_message_rows_class_init (ScopeMessageRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_message_rows_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_message_rows_finalize;
  signals[FAILED] = g_signal_new ("failed", SCOPE_TYPE_MESSAGE_ROWS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[OPENED] = g_signal_new ("opened", SCOPE_TYPE_MESSAGE_ROWS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
scope_message_rows_init (ScopeMessageRows *self)
{
  self->opened = g_ptr_array_new_with_free_func (opened_free);
  self->wanted = g_ptr_array_new ();
  self->items = g_hash_table_new (NULL, NULL);
  self->cancellable = g_cancellable_new ();
}

ScopeMessageRows *
scope_message_rows_new (void)
{
  return g_object_new (SCOPE_TYPE_MESSAGE_ROWS, NULL);
}
