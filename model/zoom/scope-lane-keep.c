/* scope-lane-keep.c: facts about lanes, and the directory of blocks as flat arrays for the index.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-private.h"
#include "model/zoom/scope-tally.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define FETCHED 4096u /* lanes that are loaded at a time, when somebody asks for one */

static void
set_facts (ScopeLane *lane, const ScopeLaneRecord *record)
{
  lane->kind = record->kind;
  lane->initial = record->initial;
  lane->first = record->first == SCOPE_TIME_MAX ? SCOPE_TIME_MIN : record->first;
  lane->last = record->last;
  lane->known_until = record->known_until;
  lane->n_rows = record->n_rows;
  lane->counted_in = SCOPE_NONE;
  lane->ended = TRUE;
  lane->first_row = SCOPE_TIME_MAX;
  memcpy (lane->totals, record->totals, sizeof lane->totals);
}

static gboolean
is_told_kind (const ScopeLaneDirectory *source, guint32 lane, guint kind)
{
  return !source->one_counts || scope_kind_counts (kind) == (lane == source->counts);
}

/* The record of a lane that is not there; NULL: it cannot be had alone. */
static const ScopeLaneRecord *
find_head (ScopeLaneStore *store, guint32 index)
{
  guint32 page = (index - store->n_loaded) / FETCHED, first = store->n_loaded + page * FETCHED, n = MIN (FETCHED, store->n_lanes - first);
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&store->fetch_lock);
  g_autofree ScopeLaneRecord *records = NULL;

  if (store->heads[page] == NULL)
    {
      records = g_new0 (ScopeLaneRecord, n);
      if (store->source.read_heads (store->source.data, first, n, records))
        store->heads[page] = g_steal_pointer (&records);
    }

  return store->heads[page] != NULL ? &store->heads[page][index - first] : NULL;
}

/* Facts about a lane: one that is not there yet has no blocks. */
static const ScopeLane *
look_at_facts (ScopeLaneStore *store, guint32 index, ScopeLaneRoom *room)
{
  const ScopeLaneRecord *head
      = store->heads != NULL && index >= store->n_loaded && g_atomic_pointer_get (&store->lanes[index]) == NULL ? find_head (store, index) : NULL;
  ScopeLane *lane = &room->lane;

  if (head == NULL || head->kind >= SCOPE_N_KINDS || !is_told_kind (&store->source, index, head->kind))
    return scope_lane_look (store, index, room);
  memset (lane, 0, sizeof *lane);
  set_facts (lane, head);

  return lane;
}

guint32
scope_lane_store_n_lanes (ScopeLaneStore *store)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  return store->n_lanes;
}

ScopeKind
scope_lane_store_kind (ScopeLaneStore *store, guint32 index)
{
  ScopeLaneRoom room;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  return (ScopeKind) look_at_facts (store, index, &room)->kind;
}

gboolean
scope_lane_store_counts (ScopeLaneStore *store, guint32 index)
{
  if (store->source.one_counts && index < store->n_lanes && g_atomic_pointer_get (&store->lanes[index]) == NULL)
    return index == store->source.counts;
  return scope_kind_counts (scope_lane_store_kind (store, index));
}

gboolean
scope_lane_store_life (ScopeLaneStore *store, guint32 index, gint64 *ret_first, gint64 *ret_last)
{
  ScopeLaneRoom room;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  return scope_lane_get_life (store, look_at_facts (store, index, &room), ret_first, ret_last);
}

gint64
scope_lane_store_known_until (ScopeLaneStore *store, guint32 index)
{
  ScopeLaneRoom room;
  const ScopeLane *lane;
  gint64 known, first, last;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  lane = look_at_facts (store, index, &room);
  known = scope_lane_get_known (store, lane);
  if (!scope_lane_get_life (store, lane, &first, &last))
    known = SCOPE_TIME_MIN;
  else
    known = MIN (known, last);

  return known;
}

guint64
scope_lane_store_n_rows (ScopeLaneStore *store, guint32 index)
{
  ScopeLaneRoom room;
  const ScopeLane *lane;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  lane = look_at_facts (store, index, &room);
  return lane->n_rows + lane->open.n;
}

double
scope_lane_store_estimate_rows (ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to)
{
  gint64 first, last;

  if (!scope_lane_store_life (store, lane, &first, &last) || last <= first || to <= first || from >= last)
    return 0;
  return (double) scope_lane_store_n_rows (store, lane) * ((double) MIN (to, last) - (double) MAX (from, first))
         / ((double) last - (double) first);
}

void
scope_lane_store_totals (ScopeLaneStore *store, guint32 index, gint64 totals[SCOPE_N_STATES])
{
  ScopeLaneRoom room;

  g_mutex_lock (&store->lock);
  memcpy (totals, look_at_facts (store, index, &room)->totals, SCOPE_N_STATES * sizeof *totals);
  g_mutex_unlock (&store->lock);
}

gboolean
scope_lane_store_totals_within (ScopeLaneStore *store, guint32 index, gint64 from, gint64 to, gint64 totals[SCOPE_N_STATES],
                                GError **error)
{
  ScopeLaneRoom room;
  const ScopeLane *lane;
  gint64 first = 0, last = 0;
  gboolean alive, whole;

  memset (totals, 0, SCOPE_N_STATES * sizeof *totals);
  g_mutex_lock (&store->lock);
  lane = look_at_facts (store, index, &room);
  alive = scope_lane_get_life (store, lane, &first, &last) && first < to && last > from;
  whole = alive && store->finished && first >= from && last <= to;
  if (whole)
    memcpy (totals, lane->totals, SCOPE_N_STATES * sizeof *totals);
  g_mutex_unlock (&store->lock);
  return !alive || whole || scope_lane_store_range_totals (store, index, from, to, totals, error);
}

guint64
scope_lane_store_n_blocks (ScopeLaneStore *store)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  return store->n_blocks;
}

void
scope_lane_store_save_some (ScopeLaneStore *store, guint32 first, guint32 n, ScopeLaneRecord *lanes, GArray *blocks)
{
  ScopeLaneRoom room;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  g_assert (store->finished && n <= store->n_lanes - first);
  g_array_set_size (blocks, 0);
  for (guint32 i = 0; i < n; i++)
    {
      const ScopeLane *lane = scope_lane_look (store, first + i, &room);
      guint start = blocks->len;

      for (guint h = 0; h < lane->n_heights; h++)
        g_array_append_vals (blocks, lane->heights[h].blocks, lane->heights[h].n);
      lanes[i] = (ScopeLaneRecord) { .n_blocks = blocks->len - start, .kind = lane->kind, .initial = lane->initial,
                                     .known_until = lane->known_until, .n_rows = lane->n_rows };
      memcpy (lanes[i].totals, lane->totals, sizeof lane->totals);
      if (!scope_lane_get_life (store, lane, &lanes[i].first, &lanes[i].last))
        lanes[i].first = SCOPE_TIME_MAX;
    }
}

void
scope_lane_store_save (ScopeLaneStore *store, ScopeLaneRecord **ret_lanes, guint32 *ret_n_lanes,
                       ScopeBlock **ret_blocks, guint32 *ret_n_blocks)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (ScopeBlock));
  guint32 n = scope_lane_store_n_lanes (store);

  *ret_lanes = g_new0 (ScopeLaneRecord, n + 1);
  scope_lane_store_save_some (store, 0, n, *ret_lanes, blocks);
  *ret_n_lanes = n;
  *ret_n_blocks = blocks->len;
  *ret_blocks = (ScopeBlock *) (gpointer) g_array_free (blocks, FALSE);
}

static gboolean
is_row_block (const ScopeBlock *block, gboolean counts)
{
  return block->count > 0 && block->count <= SCOPE_BLOCK_ROWS
         && block->bytes >= (counts ? SCOPE_COUNTS_BYTES : 0) + 13;
}

static gboolean
is_node (const ScopeBlock *block, gboolean counts)
{
  guint width = block->width & 15u;
  gsize bins = scope_node_bytes (block);

  return block->t0 < block->t1 && block->level <= 62 && block->count <= SCOPE_BLOCK_BINS
         && (width <= 4 || width == 8) && (counts ? block->bytes == bins : block->bytes > bins)
         && block->count == ((block->t1 - 1) >> block->level) - (block->t0 >> block->level) + 1;
}

/* A block may stand here: it fits its bytes, follows the one before it, and is what it says. */
static gboolean
check_block (const ScopeBlock *block, const ScopeBlock *before, gboolean counts, guint64 n_bytes)
{
  const gint64 limit = SCOPE_ROW_TIME_MAX;

  if (block->t0 > block->t1 || block->t0 < -limit || block->t1 > limit || block->bytes > SCOPE_BLOCK_MAX_BYTES + SCOPE_TALLY_MAX_BYTES
      || block->offset > n_bytes || block->bytes > n_bytes - block->offset || block->height >= SCOPE_MAX_HEIGHTS)
    return FALSE;
  if (before != NULL && before->height == block->height && before->t1 != block->t0)
    return FALSE;
  if (before != NULL && before->height != block->height && before->height + 1 != block->height)
    return FALSE;
  if (before == NULL && block->height != 0)
    return FALSE;

  return block->height == 0 ? is_row_block (block, counts) : is_node (block, counts);
}

static gboolean
load_lane (ScopeLane *lane, const ScopeLaneRecord *record, guint32 index, const ScopeBlock *blocks, guint64 n_bytes)
{
  gboolean counts = scope_kind_counts (record->kind);

  if (record->kind >= SCOPE_N_KINDS)
    return FALSE;
  set_facts (lane, record);
  if (record->n_blocks > 0)
    lane->first_row = blocks[0].t0;
  if (counts)
    lane->counts = g_new0 (guint32, SCOPE_N_STATES);

  for (guint32 i = 0; i < record->n_blocks;)
    {
      guint32 n = 1;

      if (!check_block (&blocks[i], i > 0 ? &blocks[i - 1] : NULL, counts, n_bytes) || blocks[i].lane != index)
        return FALSE;
      while (i + n < record->n_blocks && blocks[i + n].height == blocks[i].height)
        {
          if (!check_block (&blocks[i + n], &blocks[i + n - 1], counts, n_bytes) || blocks[i + n].lane != index)
            return FALSE;
          n++;
        }
      lane->heights = g_renew (ScopeBlockList, lane->heights, lane->n_heights + 1u);
      lane->heights[lane->n_heights++] = (ScopeBlockList) { g_memdup2 (blocks + i, n * sizeof *blocks), n, n };
      i += n;
    }
  if (lane->n_heights > 0)
    lane->time = lane->heights[0].blocks[lane->heights[0].n - 1].t1;

  return TRUE;
}

gboolean
scope_lane_store_load_some (ScopeLaneStore *store, const ScopeLaneRecord *lanes, guint32 n_lanes, const ScopeBlock *blocks,
                            guint64 n_blocks, guint64 n_bytes, GError **error)
{
  guint64 at = 0;

  g_assert (!store->fixed);
  for (guint32 i = 0; i < n_lanes; i++)
    {
      guint32 n = lanes[i].n_blocks;
      guint32 index = scope_lane_store_add_lane (store, (ScopeKind) MIN (lanes[i].kind, SCOPE_KIND_THREAD), 0, SCOPE_NONE);

      if (n > n_blocks - at || !load_lane (scope_lane (store, index), &lanes[i], index, blocks + at, n_bytes))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The directory of lane %u is damaged"), index);
          return FALSE;
        }
      scope_lane_seal (store, index);
      store->n_blocks += n;
      at += n;
    }

  return TRUE;
}

void
scope_lane_store_end_load (ScopeLaneStore *store)
{
  store->watermark = SCOPE_TIME_MAX;
  store->finished = store->fixed = TRUE;
}

/* --- lanes that are loaded when somebody asks for them --- */

guint32
scope_lane_store_n_first (void)
{
  return SCOPE_LANES_HELD;
}

void
scope_lane_store_end_load_early (ScopeLaneStore *store, guint32 n_lanes, const ScopeLaneDirectory *source)
{
  g_assert ((store->n_lanes == 0 || store->n_lanes == SCOPE_LANES_HELD) && n_lanes >= store->n_lanes && n_lanes <= SCOPE_LANES_MOST);
  if (n_lanes > SCOPE_LANES_HELD)
    scope_lane_seal_reserve (store, n_lanes);
  scope_paged_array_grow (&store->lane_room, (gsize) n_lanes * sizeof *store->lanes);
  store->lanes = store->lane_room.data;
  store->n_loaded = store->n_lanes;
  store->n_lanes = n_lanes;
  store->n_blocks += source->n_blocks;
  store->source = *source;
  g_assert (source->shelf == NULL || store->n_loaded == 0);
  if (source->read_heads != NULL)
    store->heads = g_new0 (ScopeLaneRecord *, (n_lanes - store->n_loaded + FETCHED - 1) / FETCHED + 1);
  scope_lane_store_end_load (store);
}

/* What nothing is known of. */
static void
make_unknown (ScopeLane *lane, gboolean counts)
{
  for (guint h = 0; h < lane->n_heights; h++)
    g_free (lane->heights[h].blocks);
  g_free (lane->heights);
  g_free (lane->counts);
  memset (lane, 0, sizeof *lane);
  lane->kind = counts ? SCOPE_KIND_THREADS : SCOPE_KIND_THREAD;
  lane->counts = counts ? g_new0 (guint32, SCOPE_N_STATES) : NULL;
  lane->initial = SCOPE_CODE_ABSENT;
  lane->key = scope_key (SCOPE_CODE_ABSENT, 0);
  lane->counted_in = SCOPE_NONE;
  lane->first = lane->known_until = SCOPE_TIME_MIN;
  lane->last = lane->first_row = SCOPE_TIME_MAX;
  lane->ended = TRUE;
}

/* n lanes that were read take their places; !ok: they could not be. FALSE: they make no sense. */
static gboolean
place_lanes (ScopeLaneStore *store, guint32 first, guint32 n, const ScopeLaneRecord *records, const ScopeBlock *blocks, guint64 n_blocks,
             gboolean ok)
{
  const ScopeLaneDirectory *source = &store->source;
  g_autoptr (GByteArray) piece = source->shelf != NULL ? g_byte_array_new () : NULL;
  ScopeLane room = { 0 };
  guint64 at = 0;
  gsize bytes = 0;

  for (guint32 i = 0; i < n; i++)
    {
      ScopeLane *lane = piece != NULL ? &room : scope_lane_place (store);

      ok = ok && records[i].n_blocks <= n_blocks - at && is_told_kind (source, first + i, records[i].kind)
           && load_lane (lane, &records[i], first + i, blocks + at, source->n_bytes);
      if (!ok)
        make_unknown (lane, source->one_counts && source->counts == first + i);
      at += ok ? records[i].n_blocks : 0;
      g_atomic_pointer_set (&store->lanes[first + i],
                            piece != NULL ? scope_lane_shelve (store, lane, piece, &bytes) : scope_lane_pack (store, first + i, lane));
    }
  if (piece != NULL)
    {
      scope_lane_shelve_piece (store, piece);
      scope_shelf_put (source->shelf, &store->shelved, scope_lanes_let_go, store, bytes);
    }

  return ok;
}

const ScopeLane *
scope_lane_fetch (ScopeLaneStore *store, guint32 index, ScopeLaneRoom *room)
{
  guint32 first = store->n_loaded + (index - store->n_loaded) / FETCHED * FETCHED, n = MIN (FETCHED, store->n_lanes - first);
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&store->fetch_lock);
  g_autofree ScopeLaneRecord *records = NULL;
  g_autofree ScopeBlock *blocks = NULL;
  guint64 n_blocks = 0;
  gboolean ok;

  if (store->lanes[index] != NULL)
    return NULL;
  records = g_new0 (ScopeLaneRecord, n);
  ok = store->source.read (store->source.data, first, n, records, &blocks, &n_blocks);
  if (!ok && store->source.passes != NULL && store->source.passes (store->source.data))
    {
      memset (&room->lane, 0, sizeof room->lane);
      make_unknown (&room->lane, FALSE);
      return &room->lane;
    }
  ok = place_lanes (store, first, n, records, blocks, n_blocks, ok);
  scope_paged_trim ();
  if (!ok)
    store->source.damaged (store->source.data);

  return NULL;
}

void
scope_lane_free_heads (ScopeLaneStore *store)
{
  for (guint32 page = 0; store->heads != NULL && page <= (store->n_lanes - store->n_loaded) / FETCHED; page++)
    g_free (store->heads[page]);
  g_free (store->heads);
}


ScopeLaneStore *
scope_lane_store_load (ScopeBytes *bytes, const ScopeLaneRecord *lanes, guint32 n_lanes, const ScopeBlock *blocks,
                       guint32 n_blocks, guint64 n_bytes, GError **error)
{
  g_autoptr (ScopeLaneStore) store = scope_lane_store_new (bytes);

  if (!scope_lane_store_load_some (store, lanes, n_lanes, blocks, n_blocks, n_bytes, error))
    return NULL;
  scope_lane_store_end_load (store);

  return g_steal_pointer (&store);
}
