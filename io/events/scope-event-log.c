/* scope-event-log.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/events/scope-event-log.h"

#include "io/format/scope-formats.h"
#include "model/base/scope-bisect.h"
#include "model/base/scope-entity.h"

#define STREAMS_FOR_ONE 8u /* a checkpoint makes each stream's buffer be read anew: the more of them, the fewer checkpoints */

static void
page_clear (gpointer data)
{
  g_free (((ScopeEventPage *) data)->checkpoint);
}

ScopeEventLog *
scope_event_log_new (ScopeSource *source)
{
  ScopeEventLog *log = g_new0 (ScopeEventLog, 1);

  log->pages = g_array_new (FALSE, TRUE, sizeof (ScopeEventPage));
  g_array_set_clear_func (log->pages, page_clear);
  if (source != NULL)
    {
      log->source = scope_source_ref (source);
      log->map = scope_formats_open_map (source, NULL);
    }
  return log;
}

void
scope_event_log_free (ScopeEventLog *log)
{
  g_clear_pointer (&log->map, scope_decoder_free);
  g_clear_pointer (&log->source, scope_source_unref);
  g_array_unref (log->pages);
  g_free (log->counts);
  g_free (log);
}

/* --- scanning --- */

static void
count_events (ScopeEventLog *log, ScopeEventPage *page, gint64 *latest, const ScopeEvent *events, gsize n)
{
  gint64 time = *latest;

  for (gsize i = 0; i < n; i++)
    {
      guint type = events[i].type;

      page->types[type / 32 % 8] |= 1u << (type % 32);
      log->counts[type]++;
      time = MAX (time, events[i].time);
    }
  *latest = time;
  page->n += (guint) n;
}

gboolean
scope_event_log_scan (ScopeEventLog *log, guint page_size, guint64 *done, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeDecoder) decoder = NULL;
  ScopeEventPage page = { .key = SCOPE_TIME_MIN };
  gint64 latest = SCOPE_TIME_MIN;
  const ScopeEvent *events;
  guint64 seen = 0;
  guint n_streams;
  gsize n;

  if (log->map == NULL)
    return TRUE;
  n_streams = log->map->klass->n_streams != NULL ? log->map->klass->n_streams (log->map) : 1;
  decoder = log->map->klass->fork (log->map);
  log->counts = g_new0 (guint64, SCOPE_EVENT_TYPES);
  page_size = CLAMP (page_size * n_streams / STREAMS_FOR_ONE, page_size, SCOPE_EVENT_PAGE_MAX / 2);
  while ((n = decoder->klass->next (decoder, &events)) > 0)
    {
      guint64 read = events[n - 1].offset;

      g_assert (n <= SCOPE_EVENT_PAGE_MAX / 2);
      count_events (log, &page, &latest, events, n);
      log->n += n;
      if (page.n >= page_size)
        {
          g_array_append_val (log->pages, page);
          page = (ScopeEventPage) { .first = log->n, .key = latest, .checkpoint = decoder->klass->checkpoint (decoder) };
          __atomic_fetch_add (done, read - MIN (seen, read), __ATOMIC_RELAXED);
          seen = MAX (seen, read);
          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            {
              g_free (page.checkpoint);
              return FALSE;
            }
        }
    }
  if (page.n > 0)
    g_array_append_val (log->pages, page);
  else
    g_free (page.checkpoint);
  return TRUE;
}

/* --- finding --- */

guint
scope_event_log_find_page (ScopeEventLog *log, guint64 event)
{
  guint n = (guint) SCOPE_BISECT (log->pages->len, i, g_array_index (log->pages, ScopeEventPage, i).first <= event);

  return MAX (n, 1) - 1;
}

guint
scope_event_log_find_key (ScopeEventLog *log, gint64 key)
{
  guint n = (guint) SCOPE_BISECT (log->pages->len, i, g_array_index (log->pages, ScopeEventPage, i).key < key);

  return MAX (n, 1) - 1;
}

/* --- reading --- */

ScopeDecoder *
scope_event_log_open_page (ScopeEventLog *log, guint number, ScopeDecoder *decoder)
{
  const ScopeEventPage *page = &g_array_index (log->pages, ScopeEventPage, number);

  if (page->checkpoint != NULL)
    {
      if (decoder == NULL)
        decoder = log->map->klass->fork (log->map);
      decoder->klass->seek (decoder, page->checkpoint);
    }
  else
    {
      guint64 left = page->first;
      const ScopeEvent *events;

      /* A log without checkpoints: its pages end where batches do. */
      g_clear_pointer (&decoder, scope_decoder_free);
      decoder = log->map->klass->fork (log->map);
      while (left > 0)
        {
          gsize n = decoder->klass->next (decoder, &events);

          if (n == 0 || n > left)
            break;
          left -= n;
        }
    }
  return decoder;
}

static ScopeEventLeaf *
leaf_new (guint n)
{
  ScopeEventLeaf *leaf = g_new0 (ScopeEventLeaf, 1);

  g_atomic_ref_count_init (&leaf->ref_count);
  leaf->n = n;
  leaf->times = leaf->keys = g_new (gint64, n + 1);
  leaf->offsets = g_new (guint64, n + 1);
  leaf->types = g_new (guint16, n + 1);
  leaf->processors = g_new (guint16, n + 1);
  return leaf;
}

void
scope_event_leaf_unref (ScopeEventLeaf *leaf)
{
  if (!g_atomic_ref_count_dec (&leaf->ref_count))
    return;
  if (leaf->keys != leaf->times)
    g_free (leaf->keys);
  g_free (leaf->times);
  g_free (leaf->offsets);
  g_free (leaf->types);
  g_free (leaf->processors);
  g_free (leaf);
}

static void
make_keys (ScopeEventLeaf *leaf, gint64 key)
{
  gboolean rising = TRUE;

  for (guint i = 0; i < leaf->n && rising; i++)
    rising = leaf->times[i] >= (i == 0 ? key : leaf->times[i - 1]);
  if (rising)
    return;
  leaf->keys = g_new (gint64, leaf->n + 1);
  for (guint i = 0; i < leaf->n; i++)
    leaf->keys[i] = key = MAX (key, leaf->times[i]);
}

ScopeEventLeaf *
scope_event_log_read_page (ScopeEventLog *log, guint number)
{
  const ScopeEventPage *page = &g_array_index (log->pages, ScopeEventPage, number);
  g_autoptr (ScopeDecoder) decoder = scope_event_log_open_page (log, number, NULL);
  ScopeEventLeaf *leaf = leaf_new (page->n);
  guint at = 0;

  while (at < page->n)
    {
      const ScopeEvent *events;
      guint n = (guint) decoder->klass->next (decoder, &events);

      if (n == 0)
        break;
      for (guint i = 0; i < n && at < page->n; i++, at++)
        {
          leaf->times[at] = events[i].time;
          leaf->offsets[at] = events[i].offset;
          leaf->types[at] = events[i].type;
          leaf->processors[at] = events[i].processor;
        }
    }
  leaf->n = at; /* less only if the file has changed */
  make_keys (leaf, page->key);
  return leaf;
}

guint
scope_event_leaf_rank (const ScopeEventLeaf *leaf, gint64 key)
{
  return scope_bisect_time (leaf->keys, leaf->n, key);
}
