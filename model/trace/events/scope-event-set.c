/* scope-event-set.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/events/scope-event-set.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-ref.h"

#include <string.h>

#define WORDS(size) (((size) + 63u) / 64u)

typedef struct
{
  guint n;
  guint16 *list; /* ascending; NULL if there are bits */
  guint64 *bits;
} Page;

typedef struct
{
  GArray *pages;    /* of Page */
  GArray *before;   /* guint64: events of the set in all pages before this one; one more than there are pages */
  guint n_counted;  /* elements of `before` that hold */
} Part;

struct _ScopeEventSet
{
  gatomicrefcount ref_count;
  GMutex lock;
  GArray *parts; /* of Part */
  guint64 count;
  gint64 first, last;
  guint32 *spread; /* atomic; NULL: not wanted */
};

static void
page_clear (gpointer data)
{
  g_free (((Page *) data)->list);
  g_free (((Page *) data)->bits);
}

static void
part_clear (gpointer data)
{
  g_clear_pointer (&((Part *) data)->pages, g_array_unref);
  g_clear_pointer (&((Part *) data)->before, g_array_unref);
}

ScopeEventSet *
scope_event_set_new (void)
{
  ScopeEventSet *set = g_new0 (ScopeEventSet, 1);

  g_atomic_ref_count_init (&set->ref_count);
  g_mutex_init (&set->lock);
  set->parts = g_array_new (FALSE, TRUE, sizeof (Part));
  g_array_set_clear_func (set->parts, part_clear);
  return set;
}

static void
event_set_free (ScopeEventSet *set)
{
  g_array_unref (set->parts);
  g_mutex_clear (&set->lock);
  g_free (set->spread);
  g_free (set);
}

SCOPE_DEFINE_REF (ScopeEventSet, scope_event_set, object->ref_count, event_set_free)

void
scope_event_set_spread_over (ScopeEventSet *set, gint64 first, gint64 last)
{
  set->first = first;
  set->last = last;
  if (set->spread == NULL)
    set->spread = g_new0 (guint32, SCOPE_EVENT_SET_SPREAD);
}

gboolean
scope_event_set_wants_times (ScopeEventSet *set)
{
  return set->spread != NULL;
}

void
scope_event_set_notify_time (ScopeEventSet *set, gint64 time)
{
  if (set->spread != NULL)
    __atomic_fetch_add (&set->spread[scope_event_set_part_of (set->first, set->last, time)], 1, __ATOMIC_RELAXED);
}

void
scope_event_set_get_spread (ScopeEventSet *set, guint32 spread[SCOPE_EVENT_SET_SPREAD])
{
  for (guint i = 0; i < SCOPE_EVENT_SET_SPREAD; i++)
    spread[i] = set->spread != NULL ? __atomic_load_n (&set->spread[i], __ATOMIC_RELAXED) : 0;
}

/* With the lock held. */
static Part *
part_of (ScopeEventSet *set, guint part)
{
  Part *found;

  if (part >= set->parts->len)
    g_array_set_size (set->parts, part + 1);
  found = &g_array_index (set->parts, Part, part);
  if (found->pages == NULL)
    {
      found->pages = g_array_new (FALSE, TRUE, sizeof (Page));
      g_array_set_clear_func (found->pages, page_clear);
      found->before = g_array_new (FALSE, TRUE, sizeof (guint64));
      g_array_set_size (found->before, 1);
      found->n_counted = 1;
    }
  return found;
}

void
scope_event_set_add (ScopeEventSet *set, guint part, guint page, guint size, const guint16 *events, guint n)
{
  Page fresh = { n, NULL, NULL };
  Part *into;

  g_return_if_fail (n <= size && size <= 0xffff);

  if (n == 0)
    return;
  if (n * sizeof (guint16) <= WORDS (size) * sizeof (guint64))
    fresh.list = g_memdup2 (events, n * sizeof (guint16));
  else
    {
      fresh.bits = g_new0 (guint64, WORDS (size));
      for (guint i = 0; i < n; i++)
        fresh.bits[events[i] / 64] |= G_GUINT64_CONSTANT (1) << (events[i] % 64);
    }
  g_mutex_lock (&set->lock);
  into = part_of (set, part);
  if (page >= into->pages->len)
    g_array_set_size (into->pages, page + 1);
  page_clear (&g_array_index (into->pages, Page, page));
  set->count += n - g_array_index (into->pages, Page, page).n;
  g_array_index (into->pages, Page, page) = fresh;
  into->n_counted = MIN (into->n_counted, page + 1);
  g_mutex_unlock (&set->lock);
}

guint64
scope_event_set_count (ScopeEventSet *set)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&set->lock);

  return set->count;
}

static guint64
before (Part *part, guint page)
{
  guint64 *sums;

  page = MIN (page, part->pages->len);
  if (part->before->len < part->pages->len + 1)
    g_array_set_size (part->before, part->pages->len + 1);
  sums = (guint64 *) (gpointer) part->before->data;
  for (; part->n_counted <= page; part->n_counted++)
    sums[part->n_counted] = sums[part->n_counted - 1] + g_array_index (part->pages, Page, part->n_counted - 1).n;
  return sums[page];
}

/* How many of the page's lie before the event. */
static guint
rank (const Page *page, guint event)
{
  guint n = 0;

  if (page->list != NULL)
    {
      while (n < page->n && page->list[n] < event)
        n++;
      return n;
    }
  if (page->bits == NULL)
    return 0;
  for (guint w = 0; w < event / 64; w++)
    n += (guint) __builtin_popcountll (page->bits[w]);
  if (event % 64 > 0)
    n += (guint) __builtin_popcountll (page->bits[event / 64] & ((G_GUINT64_CONSTANT (1) << (event % 64)) - 1));
  return n;
}

static guint
select_bit (const Page *page, guint n)
{
  guint w = 0, held;
  guint64 bits;

  if (page->list != NULL)
    return page->list[n];
  while (n >= (held = (guint) __builtin_popcountll (page->bits[w])))
    {
      n -= held;
      w++;
    }
  for (bits = page->bits[w]; n > 0; n--)
    bits &= bits - 1;
  return w * 64 + (guint) __builtin_ctzll (bits);
}

guint64
scope_event_set_count_before (ScopeEventSet *set, guint part, guint page, guint event)
{
  guint64 n = 0;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&set->lock);

  if (part < set->parts->len)
    {
      Part *of = part_of (set, part);

      n = before (of, page);
      if (page < of->pages->len)
        {
          const Page *found = &g_array_index (of->pages, Page, page);

          n += event >= 0xffff ? found->n : rank (found, event);
        }
    }

  return n;
}

gboolean
scope_event_set_find (ScopeEventSet *set, guint part, guint64 n, guint *ret_page, guint *ret_event)
{
  gboolean found = FALSE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&set->lock);

  if (part < set->parts->len)
    {
      Part *of = part_of (set, part);

      if (n < before (of, of->pages->len))
        {
          /* the last page before whose start there are at most n */
          guint page = (guint) SCOPE_BISECT_LAST (of->pages->len, i, before (of, (guint) i) <= n);

          *ret_page = page;
          *ret_event = select_bit (&g_array_index (of->pages, Page, page), (guint) (n - before (of, page)));
          found = TRUE;
        }
    }

  return found;
}
