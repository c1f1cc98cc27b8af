/* scope-far-strips.c: see the header.
 *
 * One thread asks. What is wanted while it waits for an answer goes into the next question, as far as it is still on the screen: after
 * each answer all that is drawn asks again for what it lacks, so what was left out comes then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-far-strips.h"

#include "model/base/scope-each.h"
#include "model/scene/draw/scope-far-words.h"

#include <math.h>
#include <string.h>

#define GATHER_US 4000              /* a frame asks for one strip after the other: so long it is waited for the next one, */
#define MOST_GATHER_US 20000        /* and no longer for all */
#define KEEP_GENERATIONS 2u         /* what was on the screen so many frames ago is still wanted */
#define MOST_KEPT (768u * 1024u)    /* columns: some 55 MB */
#define MOST_STAND_INS 32u          /* strips that are looked at for one that is not there */
#define STRIP_BYTES 64u             /* no more than this, and its lanes, has a strip of a question */

/* One strip: asked for, or there. */
typedef struct
{
  GBytes *key;
  ScopeFarStrip asked; /* with references of its own */
  ScopeFarEnd *end;
  ScopeStrip *strip; /* NULL: not there */
  guint64 generation; /* in which it was wanted last */
  gboolean under_way;
  GList lru;
} Entry;

typedef struct
{
  ScopeTileCache *cache; /* which has this */
  GMutex lock;
  GCond cond;
  GHashTable *entries; /* key: Entry */
  GHashTable *lists;   /* lanes: GPtrArray of Entry that are there, newest last */
  GHashTable *silent;  /* ends that answer no questions */
  GQueue lru;          /* of what is there */
  gsize n_columns;     /* of that */
  guint n_wanted;      /* entries that are not there and not under way */
  guint n_asking;      /* strips that are under way */
  GThread *thread;
  GCancellable *cancellable;
  gboolean quit;
} FarStrips;

static void
asked_clear (ScopeFarStrip *asked)
{
  g_bytes_unref (asked->lanes);
  scope_strip_unref (asked->blank);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  asked_clear (&entry->asked);
  g_bytes_unref (entry->key);
  if (entry->strip != NULL)
    scope_strip_unref (entry->strip);
  g_free (entry);
}

/* --- life --- */

static void
strips_free (gpointer data)
{
  FarStrips *self = data;

  g_mutex_lock (&self->lock);
  self->quit = TRUE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
  g_cancellable_cancel (self->cancellable);
  if (self->thread != NULL)
    g_thread_join (self->thread);
  g_hash_table_unref (self->lists);
  g_hash_table_unref (self->entries);
  g_hash_table_unref (self->silent);
  g_object_unref (self->cancellable);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->cond);
  g_free (self);
}

static FarStrips *
strips_of (ScopeTileCache *cache)
{
  FarStrips *self = scope_tile_cache_beside (cache);

  if (self != NULL)
    return self;
  self = g_new0 (FarStrips, 1);
  self->cache = cache;
  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  self->entries = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, NULL, entry_free);
  self->lists = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, (GDestroyNotify) g_ptr_array_unref);
  self->silent = g_hash_table_new (NULL, NULL);
  self->cancellable = g_cancellable_new ();

  return scope_tile_cache_put_beside (cache, self, strips_free);
}

/* --- what is there, with the lock held --- */

static void
drop (FarStrips *self, Entry *entry)
{
  GPtrArray *list = entry->strip != NULL ? g_hash_table_lookup (self->lists, entry->asked.lanes) : NULL;

  if (list != NULL)
    {
      g_queue_unlink (&self->lru, &entry->lru);
      self->n_columns -= entry->asked.n;
      g_ptr_array_remove (list, entry);
      if (list->len == 0)
        g_hash_table_remove (self->lists, entry->asked.lanes);
    }
  g_hash_table_remove (self->entries, entry->key);
}

static Entry *
ensure (FarStrips *self, GBytes *key, const ScopeFarStrip *asked, ScopeFarEnd *end)
{
  Entry *entry = g_hash_table_lookup (self->entries, key);

  if (entry != NULL)
    return entry;
  entry = g_new0 (Entry, 1);
  entry->key = g_bytes_ref (key);
  entry->asked = *asked;
  entry->asked.lanes = g_bytes_ref (asked->lanes);
  entry->asked.blank = scope_strip_ref (asked->blank);
  entry->end = end;
  entry->lru.data = entry;
  g_hash_table_insert (self->entries, entry->key, entry);

  return entry;
}

static void
put (FarStrips *self, Entry *entry, ScopeStrip *strip)
{
  GPtrArray *list = g_hash_table_lookup (self->lists, entry->asked.lanes);

  if (entry->strip != NULL)
    return;
  entry->strip = scope_strip_ref (strip);
  if (list == NULL)
    {
      list = g_ptr_array_new ();
      g_hash_table_insert (self->lists, g_bytes_ref (entry->asked.lanes), list);
    }
  g_ptr_array_add (list, entry);
  g_queue_push_head_link (&self->lru, &entry->lru);
  self->n_columns += entry->asked.n;
  while (self->n_columns > MOST_KEPT && self->lru.length > 1)
    drop (self, self->lru.tail->data);
}

/* --- asking --- */

/* Strips of one question, each with references of its own. */
typedef struct
{
  GArray *asked;   /* of ScopeFarStrip */
  GPtrArray *keys; /* of GBytes */
  ScopeFarEnd *end;
  guint n_columns;
  guint64 work; /* lanes */
  gsize n_bytes;
} Batch;

static void
batch_init (Batch *batch, ScopeFarEnd *end)
{
  batch->asked = g_array_new (FALSE, FALSE, sizeof (ScopeFarStrip));
  g_array_set_clear_func (batch->asked, (GDestroyNotify) asked_clear);
  batch->keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  batch->end = end;
  batch->n_columns = 0;
  batch->work = batch->n_bytes = 0;
}

static void
batch_clear (Batch *batch)
{
  g_array_unref (batch->asked);
  g_ptr_array_unref (batch->keys);
}

static gboolean
batch_add (Batch *batch, GBytes *key, const ScopeFarStrip *asked)
{
  ScopeFarStrip own = *asked;

  gsize bytes = g_bytes_get_size (asked->lanes) + STRIP_BYTES;

  if (batch->asked->len >= SCOPE_FAR_MOST_STRIPS || batch->n_columns + asked->n > SCOPE_FAR_MOST_COLUMNS
      || batch->work + asked->blank->n_lanes > SCOPE_FAR_MOST_WORK || batch->n_bytes + bytes > SCOPE_FAR_MOST_QUESTION)
    return FALSE;
  batch->work += asked->blank->n_lanes;
  batch->n_bytes += bytes;
  g_bytes_ref (own.lanes);
  scope_strip_ref (own.blank);
  g_array_append_val (batch->asked, own);
  g_ptr_array_add (batch->keys, g_bytes_ref (key));
  batch->n_columns += asked->n;

  return TRUE;
}

/* What was kept of it: those strips are there, and no longer in the batch. Without the lock. */
static void
recall (FarStrips *self, Batch *batch)
{
  for (guint i = 0; batch->end->recall != NULL && i < batch->asked->len;)
    {
      const ScopeFarStrip *asked = &g_array_index (batch->asked, ScopeFarStrip, i);
      GBytes *key = batch->keys->pdata[i];
      g_autoptr (GBytes) kept = scope_far_end_recall (batch->end, key);
      g_autoptr (GPtrArray) read = kept != NULL ? scope_far_words_read (asked, 1, kept, NULL) : NULL;
      Entry *entry;

      if (read == NULL)
        {
          i++;
          continue;
        }
      g_mutex_lock (&self->lock);
      entry = ensure (self, key, asked, batch->end);
      entry->under_way = FALSE;
      put (self, entry, read->pdata[0]);
      g_mutex_unlock (&self->lock);
      g_array_remove_index (batch->asked, i);
      g_ptr_array_remove_index (batch->keys, i);
    }
}

/* Asks, and keeps what comes: of what is too much for one answer, of each half. FALSE: nothing came. Without the lock. */
static gboolean
ask_some (FarStrips *self, const Batch *batch, guint from, guint n)
{
  const ScopeFarStrip *strips = &g_array_index (batch->asked, ScopeFarStrip, from);
  gpointer *keys = batch->keys->pdata + from;
  g_autoptr (GBytes) question = NULL, answer = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) read = NULL;

  question = scope_far_words_ask (strips, n);
  answer = batch->end->ask (batch->end, question, self->cancellable, &error);
  if (n > 1 && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    {
      gboolean some = ask_some (self, batch, from, n / 2);

      return ask_some (self, batch, from + n / 2, n - n / 2) || some;
    }
  if (answer != NULL)
    read = scope_far_words_read (strips, n, answer, NULL);
  g_mutex_lock (&self->lock);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE)
      || (answer != NULL && read == NULL))
    g_hash_table_add (self->silent, batch->end);
  for (guint i = 0; read != NULL && i < read->len; i++)
    put (self, ensure (self, keys[i], &strips[i], batch->end), read->pdata[i]);
  g_mutex_unlock (&self->lock);
  for (guint i = 0; read != NULL && batch->end->keep != NULL && i < read->len; i++)
    {
      g_autoptr (GBytes) strip = scope_far_words_strip (read->pdata[i], strips[i].base);

      batch->end->keep (batch->end, keys[i], strip);
    }

  return read != NULL;
}

static gboolean
ask (FarStrips *self, Batch *batch)
{
  recall (self, batch);

  return batch->asked->len == 0 || ask_some (self, batch, 0, batch->asked->len);
}

/* The newest that are wanted and of one end; the rest is dropped. With the lock held. */
static void
take_wanted (FarStrips *self, Batch *batch)
{
  guint64 now = scope_tile_cache_generation (self->cache);
  GHashTableIter iter;
  gpointer value;

  batch_init (batch, NULL);
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Entry *entry = value;

      if (entry->strip != NULL || entry->under_way)
        continue;
      if (entry->generation + KEEP_GENERATIONS >= now && (batch->end == NULL || batch->end == entry->end)
          && batch_add (batch, entry->key, &entry->asked))
        {
          batch->end = entry->end;
          entry->under_way = TRUE;
        }
      else
        g_hash_table_iter_remove (&iter);
    }
  self->n_wanted = 0;
  self->n_asking = batch->asked->len;
}

/* What has not come may be asked for again. With the lock held. */
static void
end_batch (FarStrips *self, Batch *batch)
{
  self->n_asking = 0;
  for (guint i = 0; i < batch->keys->len; i++)
    {
      Entry *entry = g_hash_table_lookup (self->entries, batch->keys->pdata[i]);

      if (entry != NULL && entry->strip == NULL)
        g_hash_table_remove (self->entries, batch->keys->pdata[i]);
      else if (entry != NULL)
        entry->under_way = FALSE;
    }
  batch_clear (batch);
}

static gpointer
work (gpointer data)
{
  FarStrips *self = data;

  g_mutex_lock (&self->lock);
  while (!self->quit)
    {
      Batch batch;
      gint64 until;
      gboolean came;

      if (self->n_wanted == 0)
        {
          g_cond_wait (&self->cond, &self->lock);
          continue;
        }
      until = g_get_monotonic_time () + MOST_GATHER_US;
      while (!self->quit && g_cond_wait_until (&self->cond, &self->lock, MIN (until, g_get_monotonic_time () + GATHER_US))
             && g_get_monotonic_time () < until)
        ;
      if (self->quit)
        break;
      take_wanted (self, &batch);
      g_mutex_unlock (&self->lock);
      came = batch.asked->len == 0 || ask (self, &batch);
      g_mutex_lock (&self->lock);
      /* A failure is not told: whoever draws would ask again at once, and for ever. But of who answers nothing, it makes do with tiles. */
      if (!self->quit && (came || g_hash_table_contains (self->silent, batch.end)))
        scope_tile_cache_tell (self->cache);
      end_batch (self, &batch);
    }
  g_mutex_unlock (&self->lock);

  return NULL;
}

/* --- what stands in --- */

/* Fills what is empty of a strip with what another zoom shows there. */
static void
stand_in (const ScopeStrip *shown, ScopeStrip *strip, guint8 *filled)
{
  for (guint c = 0; c < strip->n; c++)
    {
      double at = floor (((double) (strip->x + c) + 0.5) * strip->scale / shown->scale) - (double) shown->x;
      const ScopeColumn *from = at >= 0 && at < shown->n ? &shown->columns[(guint) at] : NULL;

      if (filled[c] || from == NULL || from->total <= 0)
        continue;
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        strip->columns[c].time[s] = from->time[s] / from->total * strip->columns[c].total;
      filled[c] = 1;
    }
  strip->counts = shown->counts;
}

/* With the lock held. */
static ScopeStrip *
make_stand_in (FarStrips *self, const ScopeFarStrip *asked)
{
  ScopeStrip *strip = scope_strip_copy_blank (asked->blank);
  const GPtrArray *list = g_hash_table_lookup (self->lists, asked->lanes);
  g_autofree guint8 *filled = g_malloc0 (asked->n);
  guint n = list != NULL ? list->len : 0;

  for (guint i = n; i > 0 && n - i < MOST_STAND_INS; i--)
    {
      const Entry *other = list->pdata[i - 1];

      if (other->asked.first == asked->first)
        stand_in (other->strip, strip, filled);
    }
  strip->incomplete = TRUE;
  strip->missing = 1;

  return strip;
}

/* --- the interface --- */

static GBytes *
make_key (const ScopeFarStrip *asked)
{
  gsize n;
  gconstpointer lanes = g_bytes_get_data (asked->lanes, &n);
  GByteArray *key = g_byte_array_sized_new ((guint) n + 40);

  g_byte_array_append (key, (const guint8 *) &asked->first, sizeof asked->first);
  g_byte_array_append (key, (const guint8 *) &asked->x, sizeof asked->x);
  g_byte_array_append (key, (const guint8 *) &asked->scale, sizeof asked->scale);
  g_byte_array_append (key, (const guint8 *) &asked->n, sizeof asked->n);
  g_byte_array_append (key, lanes, (guint) n);

  return g_byte_array_free_to_bytes (key);
}

static ScopeStrip *
find (FarStrips *self, GBytes *key)
{
  Entry *entry = g_hash_table_lookup (self->entries, key);

  if (entry == NULL || entry->strip == NULL)
    return NULL;
  g_queue_unlink (&self->lru, &entry->lru);
  g_queue_push_head_link (&self->lru, &entry->lru);

  return scope_strip_ref (entry->strip);
}

static void
want (FarStrips *self, GBytes *key, const ScopeFarStrip *asked, ScopeFarEnd *end)
{
  guint before = g_hash_table_size (self->entries);
  Entry *entry = ensure (self, key, asked, end);

  entry->generation = scope_tile_cache_generation (self->cache);
  self->n_wanted += g_hash_table_size (self->entries) - before;
  if (self->thread == NULL)
    self->thread = g_thread_new ("far strips", work, self);
  g_cond_signal (&self->cond);
}

/* --- what is foreseen --- */

struct _ScopeFarAhead
{
  FarStrips *strips; /* NULL: nothing was gathered */
  Batch batch;
};

static void
ahead_ask (ScopeFarAhead *ahead)
{
  if (ahead->strips == NULL)
    return;
  ask (ahead->strips, &ahead->batch);
  batch_clear (&ahead->batch);
  ahead->strips = NULL;
}

static void
ahead_add (ScopeFarAhead *ahead, FarStrips *self, GBytes *key, const ScopeFarStrip *asked, ScopeFarEnd *end)
{
  if (ahead->strips != NULL && ahead->strips == self && ahead->batch.end == end && batch_add (&ahead->batch, key, asked))
    return;
  ahead_ask (ahead);
  ahead->strips = self;
  batch_init (&ahead->batch, end);
  batch_add (&ahead->batch, key, asked); /* alone it has room, or it is asked for alone */
}

ScopeFarAhead *
scope_far_ahead_new (void)
{
  return g_new0 (ScopeFarAhead, 1);
}

void
scope_far_ahead_free (ScopeFarAhead *ahead)
{
  ahead_ask (ahead);
  g_free (ahead);
}

/* Alone, on this thread. */
static void
ask_one (FarStrips *self, GBytes *key, const ScopeFarStrip *asked, ScopeFarEnd *end)
{
  Batch batch;

  batch_init (&batch, end);
  if (batch_add (&batch, key, asked))
    ask (self, &batch);
  batch_clear (&batch);
}

ScopeStrip *
scope_far_strips_get (ScopeTileGetter *getter, const ScopeLaneSource *lanes, guint n_lanes, gint64 first, double scale, gint64 x, guint n)
{
  ScopeFarEnd *end = NULL;
  g_autoptr (GBytes) list = getter->cache != NULL && n <= SCOPE_FAR_MOST_COLUMNS ? scope_far_words_lanes (lanes, n_lanes, &end) : NULL;
  FarStrips *self = list != NULL ? strips_of (getter->cache) : NULL;
  ScopeFarStrip asked = { list, first, x, scale, n, list != NULL && lanes[0].sum == NULL ? first - lanes[0].offset : first, NULL };
  g_autoptr (GBytes) key = list != NULL ? make_key (&asked) : NULL;
  ScopeStrip *strip = NULL;
  gboolean silent;

  if (list == NULL)
    return NULL;
  g_mutex_lock (&self->lock);
  silent = g_hash_table_contains (self->silent, end);
  strip = find (self, key);
  g_mutex_unlock (&self->lock);
  if (strip != NULL || silent)
    return strip;
  asked.blank = scope_strip_new_blank (lanes, n_lanes, first, scale, x, n);
  if (getter->ahead != NULL)
    ahead_add (getter->ahead, self, key, &asked, end);
  else if (getter->waits)
    ask_one (self, key, &asked, end);
  g_mutex_lock (&self->lock);
  if (!getter->waits && getter->ahead == NULL)
    want (self, key, &asked, end);
  strip = find (self, key);
  if (strip == NULL && !g_hash_table_contains (self->silent, end))
    {
      strip = make_stand_in (self, &asked);
      getter->missing++;
    }
  g_mutex_unlock (&self->lock);
  scope_strip_unref (asked.blank);

  return strip;
}

guint
scope_far_strips_pending (ScopeTileCache *cache)
{
  FarStrips *self = scope_tile_cache_beside (cache);
  guint n = 0;

  if (self == NULL)
    return 0;
  g_mutex_lock (&self->lock);
  n = self->n_wanted + self->n_asking;
  g_mutex_unlock (&self->lock);

  return n;
}
