/* scope-message-item.c: items of a ScopeMessageRows, and the reading of what they show.
 *
 * Items know their row of their order, not their position, so opening a stream moves nothing. Pages of rows are kept for
 * a while; one is read at a time, the one that was wanted last first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/messages/scope-message-rows-private.h"

#include "model/base/scope-task.h"

#define PAGE_ROWS 128u
#define MAX_PAGES 64u

typedef struct
{
  ScopeMessageOrder *order; /* borrowed: pages go before it */
  guint number, n;
  ScopeMessageRow rows[PAGE_ROWS];
} Page;

struct _ScopeMessageItem
{
  GObject parent_instance;

  ScopeMessageRows *list; /* not owned; NULL when it has other rows */
  ScopeMessageOrder *order;
  guint row_number, n_shown;
  gboolean element, filled;
  ScopeMessageRow row;
};

static guint filled_signal;

static void read_next (ScopeMessageRows *self);

G_DEFINE_FINAL_TYPE (ScopeMessageItem, scope_message_item, G_TYPE_OBJECT)

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
      if (order == NULL || ((Page *) link->data)->order == order)
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

gboolean
scope_message_item_is_open (ScopeMessageItem *item)
{
  return item->list != NULL && !item->element && scope_message_rows_is_open (item->list, item->row_number);
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
  filled_signal = g_signal_new ("filled", SCOPE_TYPE_MESSAGE_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
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
    g_signal_emit (g_ptr_array_index (filled, i), filled_signal, 0);
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
        g_signal_emit_by_name (self, "failed", error->message);
      return;
    }
  if (scope_message_rows_has_order (self, reading->order))
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

/* --- for the list --- */

ScopeMessageItem *
scope_message_item_new (ScopeMessageRows *self, ScopeMessageOrder *order, guint row, gboolean element)
{
  ScopeMessageItem *item = g_object_new (SCOPE_TYPE_MESSAGE_ITEM, NULL);

  item->list = self;
  item->order = scope_message_order_ref (order);
  item->row_number = row;
  item->element = element;
  g_hash_table_add (self->items, item);
  return item;
}

void
scope_message_items_forget (ScopeMessageRows *self, ScopeMessageOrder *order)
{
  GHashTableIter iter;
  gpointer key;

  forget_pages (self, order);
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
