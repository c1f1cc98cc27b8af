/* scope-message-rows.c: see scope-message-rows.h.
 *
 * Items know their row of their order, not their position, so opening a stream moves nothing. Pages of rows are kept for
 * a while; one is read at a time, the one that was wanted last first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/messages/scope-message-rows.h"

#include "model/base/scope-each.h"
#include "model/base/scope-task.h"

#define PAGE_ROWS 128u
#define MAX_PAGES 64u

typedef struct
{
  ScopeMessageOrder *order; /* borrowed: pages go before it */
  guint number, n;
  ScopeMessageRow rows[PAGE_ROWS];
} Page;

/* A stream that is open. */
typedef struct
{
  guint row;                   /* of the order */
  ScopeMessageOrder *elements; /* NULL: not there yet */
  GCancellable *cancellable;
} Opened;

struct _ScopeMessageItem
{
  GObject parent_instance;

  ScopeMessageRows *list; /* not owned; NULL when it has other rows */
  ScopeMessageOrder *order;
  guint row_number, n_shown;
  gboolean element, filled;
  ScopeMessageRow row;
};

struct _ScopeMessageRows
{
  GObject parent_instance;

  ScopeMessageOrder *order;
  GPtrArray *opened; /* of Opened, by row */
  GQueue pages;      /* of Page, last used first */
  GPtrArray *wanted; /* of ScopeMessageItem, shown and not filled; not owned */
  GHashTable *items; /* all that live; not owned */
  GCancellable *cancellable;
  gboolean reading;
  guint idle;
};

enum
{
  FILLED,
  FAILED,
  OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);
static void read_next (ScopeMessageRows *self);

G_DEFINE_FINAL_TYPE (ScopeMessageItem, scope_message_item, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeMessageRows, scope_message_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* --- pages --- */

static Page *
find_page (ScopeMessageRows *self, ScopeMessageOrder *order, guint number)
{
  for (GList *link = self->pages.head; link != NULL; link = link->next)
    {
      Page *page = link->data;

      if (page->order != order || page->number != number)
        continue;
      g_queue_unlink (&self->pages, link);
      g_queue_push_head_link (&self->pages, link);
      return page;
    }
  return NULL;
}

static void
keep_page (ScopeMessageRows *self, Page *page)
{
  g_queue_push_head (&self->pages, page);
  while (self->pages.length > MAX_PAGES)
    g_free (g_queue_pop_tail (&self->pages));
}

static void
forget_pages (ScopeMessageRows *self, ScopeMessageOrder *order)
{
  GList *next;

  for (GList *link = self->pages.head; link != NULL; link = next)
    {
      next = link->next;
      if (((Page *) link->data)->order == order)
        {
          g_free (link->data);
          g_queue_delete_link (&self->pages, link);
        }
    }
}

/* --- items --- */

static gboolean
fill (ScopeMessageItem *item)
{
  Page *page;

  if (item->filled || item->list == NULL)
    return item->filled;
  page = find_page (item->list, item->order, item->row_number / PAGE_ROWS);
  if (page == NULL || item->row_number % PAGE_ROWS >= page->n)
    return FALSE;
  item->row = page->rows[item->row_number % PAGE_ROWS];
  item->filled = TRUE;
  return TRUE;
}

const ScopeMessageRow *
scope_message_item_get_row (ScopeMessageItem *item)
{
  return fill (item) ? &item->row : NULL;
}

ScopeTrace *
scope_message_item_get_trace (ScopeMessageItem *item)
{
  return scope_message_order_get_trace (item->order);
}

gboolean
scope_message_item_is_element (ScopeMessageItem *item)
{
  return item->element;
}

gboolean
scope_message_item_is_stream (ScopeMessageItem *item)
{
  return scope_message_order_channel (item->order, item->row_number) != NULL;
}

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
scope_message_item_is_open (ScopeMessageItem *item)
{
  return item->list != NULL && !item->element && find_opened (item->list, item->row_number, NULL) != NULL;
}

static gboolean
read_in_idle (gpointer data)
{
  ScopeMessageRows *self = data;

  self->idle = 0;
  read_next (self);
  return G_SOURCE_REMOVE;
}

void
scope_message_item_show (ScopeMessageItem *item)
{
  if (item->n_shown++ > 0 || item->list == NULL || fill (item))
    return;
  g_ptr_array_add (item->list->wanted, item);
  if (item->list->idle == 0)
    item->list->idle = g_idle_add (read_in_idle, item->list);
}

void
scope_message_item_hide (ScopeMessageItem *item)
{
  g_return_if_fail (item->n_shown > 0);

  if (--item->n_shown == 0 && item->list != NULL)
    g_ptr_array_remove (item->list->wanted, item);
}

static void
scope_message_item_finalize (GObject *object)
{
  ScopeMessageItem *item = SCOPE_MESSAGE_ITEM (object);

  if (item->list != NULL)
    {
      g_ptr_array_remove (item->list->wanted, item);
      g_hash_table_remove (item->list->items, item);
    }
  scope_message_order_unref (item->order);
  G_OBJECT_CLASS (scope_message_item_parent_class)->finalize (object);
}

static void
scope_message_item_class_init (ScopeMessageItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_message_item_finalize;
  signals[FILLED] = g_signal_new ("filled", SCOPE_TYPE_MESSAGE_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void
scope_message_item_init (ScopeMessageItem *item)
{
}

/* --- reading --- */

typedef struct
{
  ScopeMessageOrder *order;
  Page *page;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  scope_message_order_unref (reading->order);
  g_free (reading->page);
  g_free (reading);
}

static gpointer
read_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Reading *reading = (gpointer) data;
  Page *page = reading->page;

  return GINT_TO_POINTER (scope_message_order_read (reading->order, page->number * PAGE_ROWS, page->n, page->rows, error));
}

/* Filling one may hide or drop others. */
static void
fill_wanted (ScopeMessageRows *self)
{
  g_autoptr (GPtrArray) filled = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = self->wanted->len; i-- > 0;)
    {
      ScopeMessageItem *item = g_ptr_array_index (self->wanted, i);

      if (fill (item))
        {
          g_ptr_array_add (filled, g_object_ref (item));
          g_ptr_array_remove_index_fast (self->wanted, i);
        }
    }
  for (guint i = 0; i < filled->len; i++)
    g_signal_emit (g_ptr_array_index (filled, i), signals[FILLED], 0);
}

/* A stream may have been closed meanwhile. */
static gboolean
has_order (ScopeMessageRows *self, ScopeMessageOrder *order)
{
  gboolean has = order == self->order;

  for (guint i = 0; i < self->opened->len && !has; i++)
    has = ((Opened *) g_ptr_array_index (self->opened, i))->elements == order;
  return has;
}

static void
page_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeMessageRows) self = data;
  Reading *reading = scope_task_question (result);
  g_autoptr (GError) error = NULL;
  gboolean done = scope_task_answer (result, &error) != NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  self->reading = FALSE;
  if (!done)
    {
      g_ptr_array_set_size (self->wanted, 0); /* not again and again */
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_signal_emit (self, signals[FAILED], 0, error->message);
      return;
    }
  if (has_order (self, reading->order))
    keep_page (self, g_steal_pointer (&reading->page));
  fill_wanted (self);
  read_next (self);
}

static void
read_next (ScopeMessageRows *self)
{
  ScopeMessageItem *item;
  Reading *reading;

  if (self->reading)
    return;
  fill_wanted (self);
  if (self->wanted->len == 0)
    return;
  item = g_ptr_array_index (self->wanted, self->wanted->len - 1);
  reading = g_new (Reading, 1);
  reading->order = scope_message_order_ref (item->order);
  reading->page = g_new0 (Page, 1);
  reading->page->order = item->order;
  reading->page->number = item->row_number / PAGE_ROWS;
  reading->page->n = MIN (PAGE_ROWS, scope_message_order_n_rows (item->order) - reading->page->number * PAGE_ROWS);
  self->reading = TRUE;
  scope_task_give (NULL, read_in_thread, reading, reading_free, NULL, self->cancellable, page_read, g_object_ref (self));
}

/* --- places --- */

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

/* Items of an order that goes are nobody's. */
static void
forget_items (ScopeMessageRows *self, ScopeMessageOrder *order)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      ScopeMessageItem *item = key;

      if (order != NULL && item->order != order)
        continue;
      g_ptr_array_remove (self->wanted, item);
      item->list = NULL;
      g_hash_table_iter_remove (&iter);
    }
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
        {
          forget_pages (self, opened->elements);
          forget_items (self, opened->elements);
        }
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
  ScopeMessageItem *item;

  if (position >= n_items (self))
    return NULL;
  item = g_object_new (SCOPE_TYPE_MESSAGE_ITEM, NULL);
  item->order = scope_message_order_ref (scope_message_rows_at (self, position, &item->row_number));
  item->element = item->order != self->order;
  item->list = self;
  g_hash_table_add (self->items, item);
  return item;
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
  forget_items (self, NULL);
  g_queue_clear_full (&self->pages, g_free);
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
