/* scope-lane-seal.c: places of lanes, and lanes that ended, packed: see scope-lane-private.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-private.h"
#include "model/zoom/scope-leb.h"

#include <string.h>

#define NUMBER_BYTES 10u /* that one takes at most */
#define LANE_BYTES (NUMBER_BYTES * (9u + SCOPE_N_STATES + SCOPE_MAX_HEIGHTS))
#define BLOCK_BYTES (NUMBER_BYTES * 8u)
#define LARGE_CHUNK_BYTES (SCOPE_LANE_PAGES * sizeof (ScopeLane))

G_STATIC_ASSERT (LARGE_CHUNK_BYTES % 4096 == 0);
G_STATIC_ASSERT (LANE_BYTES + SCOPE_SEALED_BLOCKS * BLOCK_BYTES < SCOPE_SEALED_PIECE);

/* --- places --- */

ScopeLane *
scope_lane_place (ScopeLaneStore *store)
{
  gboolean large = store->n_lanes > SCOPE_LANES_HELD;
  GPtrArray *chunks = large ? store->large_chunks : store->chunks;
  guint32 size = large ? SCOPE_LANE_PAGES : SCOPE_LANE_CHUNK;

  if (store->spare_lanes->len > 0)
    return g_ptr_array_remove_index_fast (store->spare_lanes, store->spare_lanes->len - 1);
  if (store->chunk_left == 0)
    {
      g_ptr_array_add (chunks, large ? scope_paged_alloc (LARGE_CHUNK_BYTES)
                                     : g_aligned_alloc0 (SCOPE_LANE_CHUNK, sizeof (ScopeLane), 64));
      store->chunk_left = size;
    }

  return (ScopeLane *) g_ptr_array_index (chunks, chunks->len - 1) + (size - store->chunk_left--);
}

static void
lane_clear (ScopeLane *lane)
{
  for (guint h = 0; h < lane->n_heights; h++)
    g_free (lane->heights[h].blocks);
  g_free (lane->heights);
  scope_open_rows_clear (&lane->open);
  g_free (lane->counts);
}

static void
free_lanes (ScopeLaneStore *store)
{
  gboolean shelved = store->source.shelf != NULL;

  for (guint32 i = 0; i < store->n_lanes; i++)
    if (store->lanes[i] != NULL && !scope_lane_is_sealed (store, i))
      {
        lane_clear (scope_lane (store, i));
        if (shelved)
          g_aligned_free (scope_lane (store, i));
      }
  for (guint i = 0; shelved && i < store->sealed->len; i++)
    g_free (g_ptr_array_index (store->sealed, i));
  for (guint i = 0; i < store->chunks->len; i++)
    g_aligned_free (g_ptr_array_index (store->chunks, i));
  for (guint i = 0; i < store->large_chunks->len; i++)
    scope_paged_free (g_ptr_array_index (store->large_chunks, i), LARGE_CHUNK_BYTES);
  for (guint i = 0; !shelved && i < store->sealed->len; i++)
    scope_paged_free (g_ptr_array_index (store->sealed, i), SCOPE_SEALED_PIECE);
}

gboolean
scope_lanes_let_go (gpointer data)
{
  ScopeLaneStore *store = data;

  if (!g_mutex_trylock (&store->lock))
    return FALSE;
  free_lanes (store);
  g_ptr_array_set_size (store->sealed, 0);
  store->shelved = NULL;
  for (guint32 i = 0; i < store->n_lanes; i++)
    g_atomic_pointer_set (&store->lanes[i], NULL);
  g_mutex_unlock (&store->lock);

  return TRUE;
}

void
scope_lanes_clear (ScopeLaneStore *store)
{
  free_lanes (store);
  g_ptr_array_unref (store->chunks);
  g_ptr_array_unref (store->large_chunks);
  g_ptr_array_unref (store->spare_lanes);
  g_ptr_array_unref (store->sealed);
  scope_paged_array_clear (&store->lane_room);
}

/* --- packing --- */

static inline guint8 *
put (guint8 *out, guint64 v)
{
  for (; v >= 0x80; v >>= 7)
    *out++ = (guint8) (v | 0x80);
  *out++ = (guint8) v;

  return out;
}

/* Differences, which may wrap. */
static inline guint8 *
put_signed (guint8 *out, guint64 v)
{
  return put (out, v << 1 ^ (0 - (v >> 63)));
}

static inline guint64
take (const guint8 **in)
{
  guint64 v = 0;

  /* What was packed here ends. */
  scope_leb_get (in, *in + NUMBER_BYTES, &v);

  return v;
}

static inline guint64
take_signed (const guint8 **in)
{
  guint64 v = take (in);

  return v >> 1 ^ (0 - (v & 1));
}

static guint8 *
put_blocks (guint8 *out, const ScopeLane *lane)
{
  gint64 time = lane->first_row;
  guint64 offset = 0;

  out = put (out, lane->n_heights);
  for (guint h = 0; h < lane->n_heights; h++)
    {
      out = put (out, lane->heights[h].n);
      for (guint32 i = 0; i < lane->heights[h].n; i++)
        {
          const ScopeBlock *block = &lane->heights[h].blocks[i];

          out = put_signed (out, (guint64) block->t0 - (guint64) time);
          out = put (out, (guint64) block->t1 - (guint64) block->t0);
          out = put_signed (out, block->offset - offset);
          out = put (out, block->bytes);
          out = put (out, block->count);
          if (h > 0)
            {
              out = put (out, block->level);
              out = put (out, block->mask);
              out = put (out, block->width);
            }
          time = block->t1;
          offset = block->offset + block->bytes;
        }
    }

  return out;
}

/* Times count from the first row, and only those are there that are set: they are small numbers. */
static guint8 *
put_lane (guint8 *out, const ScopeLane *lane)
{
  guint mask = 0, set = (lane->first != SCOPE_TIME_MIN) | (lane->last != SCOPE_TIME_MAX) << 1;

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    mask |= lane->totals[s] != 0 ? 1u << s : 0;
  out = put (out, lane->kind);
  out = put (out, lane->initial);
  out = put_signed (out, (guint64) lane->first_row);
  out = put (out, set);
  if ((set & 1) != 0)
    out = put_signed (out, (guint64) lane->first - (guint64) lane->first_row);
  if ((set & 2) != 0)
    out = put_signed (out, (guint64) lane->last - (guint64) lane->first_row);
  out = put_signed (out, (guint64) SCOPE_TIME_MAX - (guint64) lane->known_until);
  out = put_signed (out, (guint64) lane->time - (guint64) lane->first_row);
  out = put (out, lane->n_rows);
  out = put (out, mask);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if ((mask & (1u << s)) != 0)
      out = put_signed (out, (guint64) lane->totals[s]);

  return put_blocks (out, lane);
}

static guint
n_blocks_of (const ScopeLane *lane)
{
  guint n = 0;

  for (guint h = 0; h < lane->n_heights; h++)
    n += lane->heights[h].n;

  return n;
}

gpointer
scope_lane_pack (ScopeLaneStore *store, guint32 index, ScopeLane *lane)
{
  guint8 *piece, *end;
  gpointer place;

  if (index < SCOPE_LANES_HELD || lane->counts != NULL || n_blocks_of (lane) > SCOPE_SEALED_BLOCKS)
    return lane;
  if (store->sealed->len == 0 || store->sealed_at + LANE_BYTES + SCOPE_SEALED_BLOCKS * BLOCK_BYTES > SCOPE_SEALED_PIECE)
    {
      g_ptr_array_add (store->sealed, scope_paged_alloc (SCOPE_SEALED_PIECE));
      store->sealed_at = 0;
    }
  piece = g_ptr_array_index (store->sealed, store->sealed->len - 1);
  end = put_lane (piece + store->sealed_at, lane);
  place = (gpointer) ((((store->sealed->len - 1) * SCOPE_SEALED_PIECE + store->sealed_at) << 1) | 1);
  store->sealed_at = (gsize) (end - piece);
  lane_clear (lane);
  memset (lane, 0, sizeof *lane);
  g_ptr_array_add (store->spare_lanes, lane);

  return place;
}

void
scope_lane_shelve_piece (ScopeLaneStore *store, GByteArray *piece)
{
  if (piece->len > 0)
    g_ptr_array_add (store->sealed, g_memdup2 (piece->data, piece->len));
  g_byte_array_set_size (piece, 0);
}

gpointer
scope_lane_shelve (ScopeLaneStore *store, ScopeLane *lane, GByteArray *piece, gsize *bytes)
{
  guint8 packed[LANE_BYTES + SCOPE_SEALED_BLOCKS * BLOCK_BYTES];
  gsize n, at;

  if (n_blocks_of (lane) > SCOPE_SEALED_BLOCKS)
    {
      ScopeLane *place = g_aligned_alloc (1, sizeof *place, 64);

      *bytes += sizeof *place + n_blocks_of (lane) * sizeof (ScopeBlock);
      *place = *lane;
      memset (lane, 0, sizeof *lane);
      return place;
    }
  if (piece->len + sizeof packed > SCOPE_SEALED_PIECE)
    scope_lane_shelve_piece (store, piece);
  n = (gsize) (put_lane (packed, lane) - packed);
  at = piece->len;
  g_byte_array_append (piece, packed, (guint) n);
  *bytes += n;
  lane_clear (lane);
  memset (lane, 0, sizeof *lane);

  return (gpointer) (((store->sealed->len * SCOPE_SEALED_PIECE + at) << 1) | 1);
}

void
scope_lane_seal (ScopeLaneStore *store, guint32 index)
{
  store->lanes[index] = scope_lane_pack (store, index, scope_lane (store, index));
}

/* Readers look into `sealed` without a lock, so it must not move. */
void
scope_lane_seal_reserve (ScopeLaneStore *store, guint32 n_lanes)
{
  const gsize most = LANE_BYTES + SCOPE_SEALED_BLOCKS * BLOCK_BYTES, in_one = (SCOPE_SEALED_PIECE - most) / most;

  g_assert (store->sealed->len == 0);
  g_ptr_array_unref (store->sealed);
  store->sealed = g_ptr_array_sized_new ((guint) (n_lanes / in_one + 2));
}

/* --- and back --- */

static void
take_blocks (const guint8 **in, guint32 index, ScopeLaneRoom *room)
{
  gint64 time = room->lane.first_row;
  guint64 offset = 0;
  ScopeBlock *block = room->blocks;

  room->lane.n_heights = (guint8) take (in);
  room->lane.heights = room->heights;
  for (guint h = 0; h < room->lane.n_heights; h++)
    {
      ScopeBlockList *list = &room->heights[h];

      list->n = list->n_alloc = (guint32) take (in);
      list->blocks = block;
      for (guint32 i = 0; i < list->n; i++, block++)
        {
          memset (block, 0, sizeof *block);
          block->t0 = (gint64) ((guint64) time + take_signed (in));
          block->t1 = (gint64) ((guint64) block->t0 + take (in));
          block->offset = offset + take_signed (in);
          block->bytes = (guint32) take (in);
          block->count = (guint32) take (in);
          block->lane = index;
          block->height = (guint8) h;
          if (h > 0)
            {
              block->level = (guint8) take (in);
              block->mask = (guint8) take (in);
              block->width = (guint8) take (in);
            }
          time = block->t1;
          offset = block->offset + block->bytes;
        }
    }
}

const ScopeLane *
scope_lane_unpack (ScopeLaneStore *store, guint32 index, ScopeLaneRoom *room)
{
  gsize at = (guintptr) store->lanes[index] >> 1;
  const guint8 *in = (const guint8 *) g_ptr_array_index (store->sealed, at / SCOPE_SEALED_PIECE) + at % SCOPE_SEALED_PIECE;
  ScopeLane *lane = &room->lane;
  guint set, mask;

  memset (lane, 0, sizeof *lane);
  lane->kind = (guint8) take (&in);
  lane->initial = (guint8) take (&in);
  lane->first_row = (gint64) take_signed (&in);
  set = (guint) take (&in);
  lane->first = (set & 1) != 0 ? (gint64) ((guint64) lane->first_row + take_signed (&in)) : SCOPE_TIME_MIN;
  lane->last = (set & 2) != 0 ? (gint64) ((guint64) lane->first_row + take_signed (&in)) : SCOPE_TIME_MAX;
  lane->known_until = (gint64) ((guint64) SCOPE_TIME_MAX - take_signed (&in));
  lane->time = (gint64) ((guint64) lane->first_row + take_signed (&in));
  lane->n_rows = take (&in);
  mask = (guint) take (&in);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if ((mask & (1u << s)) != 0)
      lane->totals[s] = (gint64) take_signed (&in);
  lane->counted_in = SCOPE_NONE;
  lane->key = scope_key (SCOPE_CODE_ABSENT, 0);
  lane->ended = TRUE;
  take_blocks (&in, index, room);

  return lane;
}

ScopeLane *
scope_lane_unseal (ScopeLaneStore *store, guint32 index)
{
  ScopeLaneRoom room;
  ScopeLane *lane;

  if (!scope_lane_is_sealed (store, index))
    return scope_lane (store, index);
  scope_lane_unpack (store, index, &room);
  store->ended_changed = TRUE;
  lane = scope_lane_place (store);
  *lane = room.lane;
  lane->heights = lane->n_heights > 0 ? g_memdup2 (room.heights, lane->n_heights * sizeof *room.heights) : NULL;
  for (guint h = 0; h < lane->n_heights; h++)
    lane->heights[h].blocks = g_memdup2 (room.heights[h].blocks, room.heights[h].n * sizeof (ScopeBlock));
  store->lanes[index] = lane;

  return lane;
}
