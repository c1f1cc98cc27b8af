/* scope-lane-store.c: the writing side: rows into open blocks, full blocks into bytes, sums over blocks.
 *
 * The sums form no fixed grid: each block has bins fine enough for itself (four to eight transitions a bin), four
 * nodes make one of the next height, read back from the bytes that were just written. So nothing but the open
 * blocks is in memory, however many lanes and levels there are, and a long silence costs nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-private.h"

#include <gio/gio.h>
#include <string.h>

#define ROW_BYTES sizeof (guint64) /* of an open row */
#define LEAST_ROWS SCOPE_OPEN_FEW /* that a lane with open rows has room for */
#define N_SIZES 10u /* of rooms: twice the least, four times, … and all that can wait */
/* That a bin over rows has at least. A machine has many lanes, but few that count, and their bins take most bytes. */
#define BIN_ROWS 4u
#define COUNTS_BIN_ROWS 32u

ScopeLaneStore *
scope_lane_store_new (ScopeBytes *bytes)
{
  ScopeLaneStore *store = g_new0 (ScopeLaneStore, 1);

  g_mutex_init (&store->lock);
  g_mutex_init (&store->unpacked_lock);
  for (guint i = 0; i < SCOPE_N_UNPACKED; i++)
    store->unpacked[i].offset = SCOPE_NO_OFFSET;
  store->bytes = bytes;
  store->lane_room.most = SCOPE_LANES_MOST * sizeof *store->lanes;
  store->chunks = g_ptr_array_new ();
  store->large_chunks = g_ptr_array_new ();
  store->spare_lanes = g_ptr_array_new ();
  store->sealed = g_ptr_array_new ();
  store->watermark = SCOPE_TIME_MIN;
  store->end = SCOPE_TIME_MAX;

  return store;
}

void
scope_lane_store_free (ScopeLaneStore *store)
{
  if (store == NULL)
    return;
  scope_lanes_clear (store);
  g_free (store->scratch);
  g_free (store->scratch_tally);
  g_free (store->scratch_rows);
  scope_bins_clear (&store->scratch_bins);
  for (guint i = 0; i < SCOPE_N_UNPACKED; i++)
    g_free (store->unpacked[i].rows);
  g_mutex_clear (&store->unpacked_lock);
  g_mutex_clear (&store->lock);
  g_free (store);
}

guint32
scope_lane_store_add_lane (ScopeLaneStore *store, ScopeKind kind, guint initial, guint32 counted_in)
{
  ScopeLane *lane;
  guint32 index;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  index = store->n_lanes;
  if (!scope_paged_array_grow (&store->lane_room, ((gsize) index + 1) * sizeof *store->lanes))
    g_error ("More than %u lanes", SCOPE_LANES_MOST);
  store->lanes = store->lane_room.data;
  store->n_lanes++;
  lane = store->lanes[index] = scope_lane_place (store);
  lane->kind = (guint8) kind;
  lane->initial = (guint8) initial;
  lane->key = scope_key (SCOPE_CODE_ABSENT, 0);
  lane->counted_in = counted_in;
  lane->first = SCOPE_TIME_MIN;
  lane->last = lane->known_until = lane->first_row = SCOPE_TIME_MAX;
  if (scope_kind_counts (kind))
    lane->counts = g_new0 (guint32, SCOPE_N_STATES);

  return index;
}

/* --- blocks --- */

/* How many bytes of a lane's open rows writing them would set free. */
static gsize
spare_bytes (const ScopeLane *lane)
{
  return lane->open.n_alloc > LEAST_ROWS ? (lane->open.n_alloc - LEAST_ROWS) * ROW_BYTES : 0;
}

static void
list_add (ScopeLaneStore *store, ScopeLane *lane, guint height, const ScopeBlock *block)
{
  ScopeBlockList *list;

  if (height == lane->n_heights)
    {
      lane->heights = g_renew (ScopeBlockList, lane->heights, height + 1u);
      lane->heights[height] = (ScopeBlockList) { NULL, 0, 0 };
      lane->n_heights++;
    }
  list = &lane->heights[height];
  if (list->n == list->n_alloc)
    {
      list->n_alloc = list->n_alloc == 0 ? 1 : list->n_alloc < 4 ? 4 : list->n_alloc * 2;
      list->blocks = g_renew (ScopeBlock, list->blocks, list->n_alloc);
    }
  list->blocks[list->n++] = *block;
  store->n_blocks++;
}

static gboolean
append_block (ScopeLaneStore *store, guint32 index, guint height, ScopeBlock *block, GError **error)
{
  if (!scope_bytes_append (store->bytes, store->scratch, block->bytes, &block->offset, error))
    return FALSE;
  block->lane = index;
  block->height = (guint8) height;
  list_add (store, scope_lane (store, index), height, block);

  return TRUE;
}

/* Puts the tally behind the bins of a node. */
static void
append_tally (ScopeLaneStore *store, ScopeBlock *node)
{
  node->bytes += (guint32) scope_tally_pack (store->scratch_tally, node->t0, store->scratch + node->bytes);
}

/* Starts a tally, of a lane whose intervals are tallied. */
static ScopeTally *
begin_tally (ScopeLaneStore *store)
{
  if (store->scratch_tally == NULL)
    store->scratch_tally = g_new (ScopeTally, 1);
  scope_tally_init (store->scratch_tally, 0, NULL);

  return store->scratch_tally;
}

/* One node over the last four of the height below. */
static gboolean
sum_up (ScopeLaneStore *store, guint32 index, guint height, GError **error)
{
  ScopeLane *lane = scope_lane (store, index);
  const ScopeBlockList *below = &lane->heights[height - 1];
  const ScopeBlock *children = &below->blocks[below->n - SCOPE_FAN_OUT];
  gint64 t0 = children[0].t0, t1 = children[SCOPE_FAN_OUT - 1].t1;
  ScopeBins *bins = &store->scratch_bins;
  ScopeBlock node;
  guint level = scope_level_for (t0, t1, SCOPE_NODE_BINS);

  for (guint i = 0; i < SCOPE_FAN_OUT; i++)
    level = MAX (level, children[i].level);
  scope_bins_reuse (bins, t0, t1, level);
  if (lane->counts == NULL)
    begin_tally (store);
  for (guint i = 0; i < SCOPE_FAN_OUT; i++)
    {
      gsize n = scope_node_bytes (&children[i]);

      if (!scope_bytes_read (store->bytes, children[i].offset, store->scratch, children[i].bytes, error))
        return FALSE;
      scope_bins_add_node (bins, &children[i], store->scratch);
      if (lane->counts == NULL)
        scope_tally_add_packed (store->scratch_tally, children[i].t0, children[i].t1, store->scratch + n,
                                children[i].bytes - n);
    }
  scope_bins_pack (bins, t0, t1, lane->counts == NULL, &node, store->scratch);
  if (lane->counts == NULL)
    append_tally (store, &node);

  return append_block (store, index, height, &node, error);
}

static void
count_rows (guint32 *counts, const ScopeFlatRows *rows)
{
  for (guint i = 0; i < rows->n; i++)
    {
      guint left = scope_key_code (rows->keys[i]) >> 4, entered = scope_key_code (rows->keys[i]) & 15;

      if (left < SCOPE_N_STATES && counts[left] > 0)
        counts[left]--;
      if (entered < SCOPE_N_STATES)
        counts[entered]++;
    }
}

/* Adds the sums of a block's bins, or of the rows themselves if they have none, to the lane's totals. */
static void
add_totals (ScopeLane *lane, const ScopeBins *bins, const ScopeFlatRows *rows)
{
  if (lane->counts != NULL)
    return; /* summed when all is written */
  if (bins != NULL)
    {
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        for (guint i = 0; i < bins->n && (bins->mask & (1u << s)); i++)
          lane->totals[s] += bins->bins[s][i];
      return;
    }
  for (guint i = 0; i < rows->n; i++)
    {
      ScopeState state = scope_code_state (scope_key_code (rows->keys[i]));

      if (state < SCOPE_STATE_ABSENT)
        lane->totals[state] += (gint64) rows->deltas[i + 1];
    }
}

/* Bins of the rows of a block; tasks counted are then those after them. */
static void
sum_rows (ScopeLaneStore *store, ScopeLane *lane, const ScopeFlatRows *rows, ScopeBlock *node)
{
  gint64 t0 = rows->t0, t1 = rows->t1;
  guint per_bin = lane->counts != NULL ? COUNTS_BIN_ROWS : BIN_ROWS;
  ScopeBins *bins = &store->scratch_bins;

  scope_bins_reuse (bins, t0, t1, scope_level_for (t0, t1, MAX (rows->n / per_bin, 4)));
  if (lane->counts != NULL)
    scope_bins_add_flat_counts (bins, rows, lane->counts, !lane->told);
  else
    scope_bins_add_flat_rows (bins, rows);
  scope_bins_pack (bins, t0, t1, lane->counts == NULL, node, store->scratch);
  if (lane->counts == NULL)
    {
      scope_tally_add_flat_rows (begin_tally (store), rows);
      append_tally (store, node);
    }
}

/* Writes the first n open rows as a block that ends at t1, and what sums it up. */
static G_NO_INLINE gboolean
flush (ScopeLaneStore *store, guint32 index, guint n, gint64 t1, gboolean final, GError **error)
{
  ScopeLane *lane = scope_lane (store, index);
  ScopeFlatRows *rows;
  ScopeBlock block;
  gboolean ok;

  if (n == 0)
    return TRUE;
  if (store->scratch == NULL)
    store->scratch = g_malloc (SCOPE_SCRATCH_BYTES);
  if (store->scratch_rows == NULL)
    store->scratch_rows = g_new (ScopeFlatRows, 1);

  rows = store->scratch_rows;
  scope_open_rows_flatten (&lane->open, n, t1, rows);
  scope_block_pack_flat (&block, store->scratch, rows, lane->counts);
  ok = append_block (store, index, 0, &block, error);
  if (ok && block.t0 < t1 && (!final || n >= SCOPE_SUMMED_ROWS))
    {
      sum_rows (store, lane, rows, &block);
      add_totals (lane, &store->scratch_bins, rows);
      ok = append_block (store, index, 1, &block, error);
      for (guint h = 2; ok && h < SCOPE_MAX_HEIGHTS && lane->heights[h - 1].n % SCOPE_FAN_OUT == 0; h++)
        ok = sum_up (store, index, h, error);
    }
  else
    {
      add_totals (lane, NULL, rows);
      if (lane->counts != NULL)
        count_rows (lane->counts, rows);
    }

  /* Even if it could not be written: memory must not grow. */
  scope_open_rows_drop (&lane->open, n);
  lane->n_rows += n;
  if (lane->open.n <= 1 && final)
    {
      store->spare_bytes -= spare_bytes (lane);
      scope_open_rows_clear (&lane->open);
    }

  return ok;
}

/* --- rows --- */

static G_NO_INLINE void
make_room (ScopeLaneStore *store, ScopeLane *lane, gint64 time)
{
  guint32 before = lane->open.n_alloc, n = before == 0 ? LEAST_ROWS : MIN (before * 2, SCOPE_OPEN_ROWS);

  if (lane->first_row == SCOPE_TIME_MAX)
    lane->first_row = lane->time = time;
  if (lane->open.n == 0)
    lane->open.last = time;
  store->spare_bytes -= spare_bytes (lane);
  scope_open_rows_resize (&lane->open, n, lane->few);
  store->spare_bytes += spare_bytes (lane);
}

static inline gboolean
push (ScopeLaneStore *store, guint32 index, ScopeLane *lane, gint64 time, guint64 key, GError **error)
{
  if (G_UNLIKELY (lane->open.n == lane->open.n_alloc))
    make_room (store, lane, time);
  scope_open_rows_push (&lane->open, time, key);
  if (G_UNLIKELY (lane->open.n > SCOPE_BLOCK_ROWS))
    return flush (store, index, SCOPE_BLOCK_ROWS, time, FALSE, error);

  return TRUE;
}

/* Nothing lasted no time: this takes the place of the last row. */
static G_NO_INLINE void
replace_last (ScopeLane *lane, gint64 time, guint64 key)
{
  scope_open_rows_pop (&lane->open);
  if (scope_open_rows_key (&lane->open, lane->open.n - 1) != key)
    scope_open_rows_push (&lane->open, time, key);
}

static inline gboolean
count (ScopeLaneStore *store, guint32 counts_lane, gint64 time, ScopeState left, ScopeState entered, GError **error)
{
  ScopeLane *lane = scope_lane (store, counts_lane);

  if (left == entered)
    return TRUE;
  time = MAX (time, lane->time);
  lane->time = time;

  return push (store, counts_lane, lane, time, scope_key (scope_step_code (left, entered), 0), error);
}

/* A step of a counts lane; the first row of a lane, or one behind its end. TRUE: the row is done. */
static G_NO_INLINE gboolean
add_rare_row (ScopeLaneStore *store, const ScopeRow *row, gboolean *ok, GError **error)
{
  ScopeLane *lane = scope_lane (store, row->lane);
  guint code = scope_row_code (row);
  gint64 time = scope_row_time (row);

  if (lane->counts != NULL)
    {
      lane->told = TRUE;
      *ok = count (store, row->lane, time, (ScopeState) (code >> 4), (ScopeState) (code & 15), error);
      return TRUE;
    }
  if (lane->ended || scope_key (code, row->ref) == lane->key)
    return TRUE;
  if (code == SCOPE_CODE_ABSENT)
    {
      lane->last = MIN (lane->last, time);
      lane->ended = TRUE;
      scope_lane_seal (store, row->lane);
      return TRUE;
    }
  lane->first_row = lane->time = time;
  lane->going = TRUE;

  return FALSE;
}

/* The last row of a lane. */
static G_NO_INLINE gboolean
end_lane (ScopeLaneStore *store, guint32 index, gint64 time, GError **error)
{
  ScopeLane *lane = scope_lane (store, index);
  gboolean ok;

  lane->ended = TRUE;
  lane->going = FALSE;
  lane->last = MIN (lane->last, time);
  ok = flush (store, index, lane->open.n, time, TRUE, error);
  lane->time = time;
  lane->key = scope_key (SCOPE_CODE_ABSENT, 0);
  scope_lane_seal (store, index);

  return ok;
}

static inline gboolean
add_row (ScopeLaneStore *store, const ScopeRow *row, GError **error)
{
  ScopeLane *lane = scope_lane (store, row->lane);
  guint code = scope_row_code (row);
  guint64 key = scope_key (code, row->ref), before;
  gint64 time;
  gboolean ok = TRUE;

  if (G_UNLIKELY (scope_lane_is_sealed (store, row->lane)))
    return TRUE; /* it has ended */
  time = scope_row_time (row);
  before = lane->key;
  if (G_UNLIKELY (!lane->going) && add_rare_row (store, row, &ok, error))
    return ok;
  if (key == before)
    return TRUE;
  time = MAX (time, lane->time);
  if (lane->counted_in != SCOPE_NONE)
    ok = count (store, lane->counted_in, time, scope_code_state (scope_key_code (before)), scope_code_state (code),
                error);

  if (G_UNLIKELY (code == SCOPE_CODE_ABSENT))
    return end_lane (store, row->lane, time, error) && ok;
  if (G_UNLIKELY (time == lane->open.last && lane->open.n > 1))
    replace_last (lane, time, key);
  else
    ok = push (store, row->lane, lane, time, key, error) && ok;
  lane->time = time;
  lane->key = key;

  return ok;
}

#define AHEAD 8u
/* Rows were written by another thread a moment ago, and come from its processor's cache: so far ahead that they are here in time. */
#define ROWS_AHEAD 48u

/* With many lanes, where the next row of one goes was written thousands of rows ago, and is in no cache: not even if it was asked
 * for with the row before (scope_open_rows_push()). */
#define MANY_LANES 1024u

static inline void
fetch_ahead (ScopeLaneStore *store, const ScopeRow *row)
{
  const ScopeLane *lane = scope_lane (store, row->lane);

  if (G_LIKELY (!scope_lane_is_sealed (store, row->lane)))
    __builtin_prefetch (&lane->open.rows[lane->open.n], 1);
}

gboolean
scope_lane_store_add_rows (ScopeLaneStore *store, const ScopeRow *rows, gsize n, GError **error)
{
  GError **first = error; /* NULL: there was one already */
  gboolean ok = TRUE;
  gsize n_fetched;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  g_assert (!store->finished);
  n_fetched = store->n_lanes > MANY_LANES && n > AHEAD ? n - AHEAD : 0;
  for (gsize i = 0; i < n; i++)
    {
      if (i < n_fetched)
        fetch_ahead (store, &rows[i + AHEAD]);
      __builtin_prefetch (&rows[i + ROWS_AHEAD]);
      if (G_UNLIKELY (!add_row (store, &rows[i], first)))
        {
          ok = FALSE;
          first = NULL;
        }
    }

  return ok;
}

void
scope_lane_store_set_life (ScopeLaneStore *store, guint32 index, gint64 first, gint64 last)
{
  ScopeLane *lane;

  g_mutex_lock (&store->lock);
  lane = scope_lane_unseal (store, index);
  lane->first = first;
  lane->last = last;
  g_mutex_unlock (&store->lock);
}

void
scope_lane_store_set_known_until (ScopeLaneStore *store, guint32 index, gint64 time)
{
  g_mutex_lock (&store->lock);
  scope_lane_unseal (store, index)->known_until = time;
  g_mutex_unlock (&store->lock);
}

void
scope_lane_store_set_watermark (ScopeLaneStore *store, gint64 time)
{
  g_mutex_lock (&store->lock);
  store->watermark = time;
  g_mutex_unlock (&store->lock);
}

gsize
scope_lane_store_memory (ScopeLaneStore *store)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  return store->spare_bytes;
}

/* Which of the sizes the room of a lane with spare bytes is. */
static guint
size_of (const ScopeLane *lane)
{
  return g_bit_storage ((lane->open.n_alloc - 1) / LEAST_ROWS) - 1;
}

/* Writes the open rows of a lane but the last, which goes on. */
static gboolean
shrink_lane (ScopeLaneStore *store, guint32 index, GError **error)
{
  ScopeLane *lane = scope_lane (store, index);
  gboolean ok = lane->open.n < 2 || flush (store, index, lane->open.n - 1, lane->open.last, FALSE, error);

  store->spare_bytes -= spare_bytes (lane);
  scope_open_rows_resize (&lane->open, LEAST_ROWS, lane->few);

  return ok;
}

gboolean
scope_lane_store_shrink (ScopeLaneStore *store, gsize to, GError **error)
{
  gsize spare[N_SIZES] = { 0 }, wanted;
  guint least = N_SIZES; /* all of this size and larger ones */
  gboolean ok = TRUE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  wanted = store->spare_bytes > to ? store->spare_bytes - to : 0;
  for (guint32 i = 0; i < store->n_lanes && wanted > 0; i++)
    if (!scope_lane_is_sealed (store, i) && spare_bytes (scope_lane (store, i)) > 0)
      spare[size_of (scope_lane (store, i))] += spare_bytes (scope_lane (store, i));
  while (least > 0 && spare[least - 1] <= wanted)
    wanted -= spare[--least];
  for (guint32 i = 0; i < store->n_lanes && store->spare_bytes > to; i++)
    {
      gsize n = scope_lane_is_sealed (store, i) ? 0 : spare_bytes (scope_lane (store, i));
      guint size = n > 0 ? size_of (scope_lane (store, i)) : 0;

      if (n == 0 || (size < least && (wanted == 0 || size + 1 < least)))
        continue;
      if (size < least) /* of the next size as many as are wanted */
        wanted -= MIN (wanted, n);
      if (!shrink_lane (store, i, ok ? error : NULL))
        ok = FALSE;
    }

  return ok;
}

/* --- the end --- */

static void
finish_totals (ScopeLaneStore *store, guint32 index, gint64 first, gint64 last)
{
  ScopeLane *lane = scope_lane (store, index);
  gint64 known = MIN (scope_lane_get_known (store, lane), last);
  gboolean clipped = lane->first_row != SCOPE_TIME_MAX && (known < lane->time || first > lane->first_row);

  if (clipped || scope_kind_counts (lane->kind))
    {
      g_mutex_unlock (&store->lock);
      memset (lane->totals, 0, sizeof lane->totals);
      scope_lane_store_range_totals (store, index, first, last, lane->totals, NULL);
      g_mutex_lock (&store->lock);
      return;
    }
  if (lane->first_row == SCOPE_TIME_MAX)
    {
      ScopeState state = scope_code_state (lane->initial);
      if (state < SCOPE_STATE_ABSENT)
        lane->totals[state] += MAX (known - first, 0);
    }
  else
    {
      ScopeState state = scope_code_state (lane->initial);
      if (state < SCOPE_STATE_ABSENT)
        lane->totals[state] += lane->first_row - first;
      /* The last block was summed up to the end of the trace; the lane may be known for longer or less. */
      state = scope_code_state (scope_key_code (lane->key));
      if (state < SCOPE_STATE_ABSENT && !lane->ended)
        lane->totals[state] += known - MAX (store->end, lane->time);
    }
  lane->totals[SCOPE_STATE_UNKNOWN] += last - MAX (known, first);
}

static gboolean
finish_lane (ScopeLaneStore *store, guint32 index, GError **error)
{
  ScopeLane *lane = scope_lane (store, index);
  gint64 first, last;
  gboolean ok = TRUE;

  if (lane->open.n > 0)
    ok = flush (store, index, lane->open.n, MAX (store->end, lane->time), TRUE, error);
  if (scope_lane_get_life (store, lane, &first, &last))
    finish_totals (store, index, first, last);
  else
    memset (lane->totals, 0, sizeof lane->totals);
  scope_lane_seal (store, index);
  if (index % SCOPE_LANE_PAGES == 0 && index > SCOPE_LANES_HELD)
    scope_paged_trim ();

  return ok;
}

gboolean
scope_lane_store_finish (ScopeLaneStore *store, gint64 end, GError **error)
{
  gboolean ok = TRUE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  store->end = end;
  store->watermark = SCOPE_TIME_MAX;
  store->finished = TRUE;
  for (guint32 i = 0; i < store->n_lanes; i++)
    if (!scope_lane_is_sealed (store, i))
      ok = finish_lane (store, i, ok ? error : NULL) && ok;
  g_clear_pointer (&store->scratch, g_free);
  g_clear_pointer (&store->scratch_tally, g_free);
  g_clear_pointer (&store->scratch_rows, g_free);
  scope_bins_clear (&store->scratch_bins);

  return ok;
}
