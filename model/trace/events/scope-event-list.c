/* scope-event-list.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/events/scope-event-list.h"

#include "model/base/scope-task.h"

#define PAGE_ROWS 128u
#define MAX_PAGES 48u

typedef struct _Page Page;

struct _ScopeEventItem
{
  GObject parent_instance;

  ScopeEventList *list; /* NULL when it has become another list's, or the list is gone */
  Page *page;
  guint n_shown;
  gboolean filled;
  ScopeEventRow row;
};

struct _Page
{
  guint number;  /* positions number * PAGE_ROWS … */
  guint n_shown; /* items shown */
  gboolean filled;
  ScopeEventItem *items[PAGE_ROWS];
};

struct _ScopeEventList
{
  GObject parent_instance;

  ScopeEventSource *source;
  ScopeEventSet *set;
  guint64 first, n;
  guint64 base;       /* of the stretch, where the list begins */
  guint n_listed;
  GHashTable *pages;  /* number → link of `recent` */
  GQueue recent;      /* of Page, last used first */
  GCancellable *cancellable; /* of the stretch */
  gboolean reading;
  guint idle;
};

enum
{
  FILLED,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);
static void read_next (ScopeEventList *self);

G_DEFINE_FINAL_TYPE (ScopeEventItem, scope_event_item, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeEventList, scope_event_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* --- items --- */

const ScopeEventRow *
scope_event_item_get_row (ScopeEventItem *item)
{
  return item->filled ? &item->row : NULL;
}

static gboolean
read_in_idle (gpointer data)
{
  ScopeEventList *self = data;

  self->idle = 0;
  read_next (self);
  return G_SOURCE_REMOVE;
}

void
scope_event_item_show (ScopeEventItem *item)
{
  item->n_shown++;
  if (item->list == NULL || item->n_shown > 1)
    return;
  item->page->n_shown++;
  if (!item->filled && item->list->idle == 0)
    item->list->idle = g_idle_add (read_in_idle, item->list);
}

void
scope_event_item_hide (ScopeEventItem *item)
{
  g_return_if_fail (item->n_shown > 0);

  item->n_shown--;
  if (item->list != NULL && item->n_shown == 0)
    item->page->n_shown--;
}

static void
scope_event_item_finalize (GObject *object)
{
  scope_event_row_clear (&SCOPE_EVENT_ITEM (object)->row);
  G_OBJECT_CLASS (scope_event_item_parent_class)->finalize (object);
}

static void
scope_event_item_class_init (ScopeEventItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_event_item_finalize;
  signals[FILLED] = g_signal_new ("filled", SCOPE_TYPE_EVENT_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                  0);
}

static void
scope_event_item_init (ScopeEventItem *item)
{
}

/* --- pages --- */

static void
page_free (gpointer data)
{
  Page *page = data;

  for (guint i = 0; i < PAGE_ROWS; i++)
    if (page->items[i] != NULL)
      {
        page->items[i]->list = NULL;
        page->items[i]->page = NULL;
        g_object_unref (page->items[i]);
      }
  g_free (page);
}

/* Those that nobody looks at go. */
static void
forget_pages (ScopeEventList *self)
{
  GList *link = self->recent.tail;

  while (link != NULL && self->recent.length > MAX_PAGES)
    {
      GList *before = link->prev;
      Page *page = link->data;

      if (page->n_shown == 0)
        {
          g_hash_table_remove (self->pages, GUINT_TO_POINTER (page->number));
          g_queue_delete_link (&self->recent, link);
          page_free (page);
        }
      link = before;
    }
}

static Page *
page_of (ScopeEventList *self, guint position)
{
  guint number = position / PAGE_ROWS;
  GList *link = g_hash_table_lookup (self->pages, GUINT_TO_POINTER (number));
  Page *page;

  if (link != NULL)
    {
      g_queue_unlink (&self->recent, link);
      g_queue_push_head_link (&self->recent, link);
      return link->data;
    }
  page = g_new0 (Page, 1);
  page->number = number;
  for (guint i = 0; i < PAGE_ROWS; i++)
    {
      page->items[i] = g_object_new (SCOPE_TYPE_EVENT_ITEM, NULL);
      page->items[i]->list = self;
      page->items[i]->page = page;
    }
  g_queue_push_head (&self->recent, page);
  g_hash_table_insert (self->pages, GUINT_TO_POINTER (number), self->recent.head);
  forget_pages (self);
  return page;
}

/* --- reading --- */

typedef struct
{
  ScopeEventSet *set;
  guint64 first;
  guint number; /* of the page */
  guint n;
  ScopeEventRow rows[PAGE_ROWS];
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  for (guint i = 0; i < PAGE_ROWS; i++)
    scope_event_row_clear (&reading->rows[i]);
  g_clear_pointer (&reading->set, scope_event_set_unref);
  g_free (reading);
}

static gpointer
read_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Reading *reading = (gpointer) data;

  return GINT_TO_POINTER (scope_event_source_read (source, reading->set, reading->first, PAGE_ROWS, reading->rows, &reading->n, cancellable, error));
}

static void
fill_page (Page *page, Reading *reading)
{
  page->filled = reading->n == PAGE_ROWS;
  for (guint i = 0; i < reading->n; i++)
    {
      ScopeEventItem *item = page->items[i];

      if (item->filled)
        continue;
      item->row = reading->rows[i];
      reading->rows[i].detail = NULL;
      item->filled = TRUE;
      g_signal_emit (item, signals[FILLED], 0);
    }
}

static void
page_read (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeEventList) self = user_data;
  Reading *reading = scope_task_question (result);
  g_autoptr (GError) error = NULL;
  gboolean current = g_task_get_cancellable (G_TASK (result)) == self->cancellable;
  GList *link;

  if (current)
    self->reading = FALSE;
  if (scope_task_answer (result, &error) == NULL)
    {
      if (current && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_signal_emit (self, signals[FAILED], 0, error->message);
      return;
    }
  if (!current)
    return;
  link = g_hash_table_lookup (self->pages, GUINT_TO_POINTER (reading->number));
  if (link != NULL)
    {
      g_object_ref (self);
      fill_page (link->data, reading);
      g_object_unref (self);
    }
  read_next (self);
}

static gboolean
wants_reading (const Page *page)
{
  if (page->filled || page->n_shown == 0)
    return FALSE;
  for (guint i = 0; i < PAGE_ROWS; i++)
    if (page->items[i]->n_shown > 0 && !page->items[i]->filled)
      return TRUE;
  return FALSE;
}

/* The page that was looked at last of those that are shown. */
static void
read_next (ScopeEventList *self)
{
  Reading *reading;
  GList *link = self->recent.head;

  if (self->reading || self->source == NULL)
    return;
  while (link != NULL && !wants_reading (link->data))
    link = link->next;
  if (link == NULL)
    return;
  self->reading = TRUE;
  reading = g_new0 (Reading, 1);
  reading->set = self->set != NULL ? scope_event_set_ref (self->set) : NULL;
  reading->number = ((const Page *) link->data)->number;
  reading->first = self->first + self->base + (guint64) reading->number * PAGE_ROWS;
  scope_task_give (self->source, read_in_thread, reading, reading_free, NULL, self->cancellable, page_read, g_object_ref (self));
}

/* --- the list --- */

static GType
get_item_type (GListModel *model)
{
  return SCOPE_TYPE_EVENT_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return SCOPE_EVENT_LIST (model)->n_listed;
}

static gpointer
get_item (GListModel *model, guint position)
{
  ScopeEventList *self = SCOPE_EVENT_LIST (model);

  if (position >= self->n_listed)
    return NULL;
  return g_object_ref (page_of (self, position)->items[position % PAGE_ROWS]);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
forget_all (ScopeEventList *self)
{
  scope_task_renew (&self->cancellable);
  self->reading = FALSE;
  g_hash_table_remove_all (self->pages);
  g_queue_clear_full (&self->recent, page_free);
}

void
scope_event_list_set (ScopeEventList *self, ScopeEventSource *source, ScopeEventSet *set, guint64 first, guint64 n)
{
  guint before = self->n_listed;

  g_return_if_fail (SCOPE_IS_EVENT_LIST (self));

  forget_all (self);
  g_set_object (&self->source, source);
  if (set != NULL)
    scope_event_set_ref (set);
  g_clear_pointer (&self->set, scope_event_set_unref);
  self->set = set;
  self->first = first;
  self->n = source != NULL ? n : 0;
  self->base = 0;
  self->n_listed = (guint) MIN (self->n, SCOPE_EVENT_LIST_MAX);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->n_listed);
}

void
scope_event_list_grow (ScopeEventList *self, guint64 n)
{
  guint before = self->n_listed;

  g_return_if_fail (SCOPE_IS_EVENT_LIST (self));

  if (n <= self->n)
    return;
  self->n = n;
  self->n_listed = (guint) MIN (n - self->base, SCOPE_EVENT_LIST_MAX);
  if (self->n_listed > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->n_listed - before);
}

guint64
scope_event_list_get_length (ScopeEventList *self)
{
  return self->n;
}

guint
scope_event_list_find (ScopeEventList *self, guint64 number)
{
  guint64 at = number > self->first ? number - self->first : 0;

  at = MIN (at, MAX (self->n, 1) - 1);
  if (at < self->base || at - self->base >= self->n_listed)
    {
      guint before = self->n_listed;

      forget_all (self);
      self->base = at > SCOPE_EVENT_LIST_MAX / 2 ? at - SCOPE_EVENT_LIST_MAX / 2 : 0;
      if (self->n > SCOPE_EVENT_LIST_MAX)
        self->base = MIN (self->base, self->n - SCOPE_EVENT_LIST_MAX);
      else
        self->base = 0;
      self->n_listed = (guint) MIN (self->n - self->base, SCOPE_EVENT_LIST_MAX);
      g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->n_listed);
    }
  return (guint) (at - self->base);
}

guint64
scope_event_list_number (ScopeEventList *self, guint position)
{
  return self->first + self->base + position;
}

/* --- life --- */

static void
scope_event_list_dispose (GObject *object)
{
  ScopeEventList *self = SCOPE_EVENT_LIST (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  forget_all (self);
  g_clear_object (&self->source);
  g_clear_pointer (&self->set, scope_event_set_unref);
  G_OBJECT_CLASS (scope_event_list_parent_class)->dispose (object);
}

static void
scope_event_list_finalize (GObject *object)
{
  ScopeEventList *self = SCOPE_EVENT_LIST (object);

  g_hash_table_unref (self->pages);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (scope_event_list_parent_class)->finalize (object);
}

static void
scope_event_list_class_init (ScopeEventListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_event_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_event_list_finalize;
  signals[FAILED] = g_signal_new ("failed", SCOPE_TYPE_EVENT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                  1, G_TYPE_STRING);
}

static void
scope_event_list_init (ScopeEventList *self)
{
  self->pages = g_hash_table_new (NULL, NULL);
  self->cancellable = g_cancellable_new ();
}

ScopeEventList *
scope_event_list_new (void)
{
  return g_object_new (SCOPE_TYPE_EVENT_LIST, NULL);
}
