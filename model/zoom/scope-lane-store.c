/* scope-lane-store.c: the writing side: rows into open blocks. Full blocks are written by scope-lane-blocks.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-private.h"

#include <gio/gio.h>
#include <string.h>

#define N_SIZES 10u /* of rooms: twice the least, four times, … and all that can wait */

ScopeLaneStore *
scope_lane_store_new (ScopeBytes *bytes)
{
  ScopeLaneStore *store = g_new0 (ScopeLaneStore, 1);

  g_mutex_init (&store->lock);
  g_mutex_init (&store->unpacked_lock);
  g_mutex_init (&store->fetch_lock);
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
  scope_shelf_take_off (store->source.shelf, &store->shelved);
  scope_lane_free_heads (store);
  scope_lanes_clear (store);
  scope_lane_ended_free (store->ended);
  scope_unpacked_clear (store);
  scope_keepers_unref (store->keepers);
  g_mutex_clear (&store->unpacked_lock);
  g_mutex_clear (&store->fetch_lock);
  if (store->source.destroy != NULL)
    store->source.destroy (store->source.data);
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

/* --- rows --- */

static G_NO_INLINE void
make_room (ScopeLaneStore *store, ScopeLane *lane, gint64 time)
{
  guint32 before = lane->open.n_alloc, n = before == 0 ? SCOPE_OPEN_FEW : MIN (before * 2, SCOPE_OPEN_ROWS);

  if (lane->first_row == SCOPE_TIME_MAX)
    lane->first_row = lane->time = time;
  if (lane->open.n == 0)
    lane->open.last = time;
  store->spare_bytes -= scope_lane_spare_bytes (lane);
  scope_open_rows_resize (&lane->open, n, lane->few);
  store->spare_bytes += scope_lane_spare_bytes (lane);
}

static inline gboolean
push (ScopeLaneStore *store, guint32 index, ScopeLane *lane, gint64 time, guint64 key, GError **error)
{
  if (G_UNLIKELY (lane->open.n == lane->open.n_alloc))
    make_room (store, lane, time);
  scope_open_rows_push (&lane->open, time, key);
  if (G_UNLIKELY (lane->open.n > SCOPE_BLOCK_ROWS))
    return scope_lane_flush (store, index, SCOPE_BLOCK_ROWS, time, FALSE, error);

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
      scope_lane_tally_ended (store, row->lane, lane->last);
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
  scope_lane_tally_ended (store, index, time);
  ok = scope_lane_flush (store, index, lane->open.n, time, TRUE, error);
  lane->time = time;
  lane->key = scope_key (SCOPE_CODE_ABSENT, 0);
  scope_lane_seal (store, index);

  return ok;
}

static G_NO_INLINE gboolean
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

/* What nearly all rows are: the lane goes on, later, as something else, there is room, and the row is none of those beside. All of that
 * is asked at once. */
static inline gboolean
is_plain (const ScopeOpenRows *open, guint64 delta)
{
  return ((open->n != open->n_alloc) & (open->n < SCOPE_BLOCK_ROWS) & (delta < SCOPE_OPEN_WIDE)) != 0;
}

/* FALSE: nothing was done, and a careful look is needed. */
static inline gboolean
add_plain_row (ScopeLane *const *lanes, const ScopeRow *row)
{
  ScopeLane *lane = lanes[row->lane], *counts;
  guint code = scope_row_code (row), left, entered;
  guint64 key = scope_key (code, row->ref);
  gint64 time = scope_row_time (row), then;

  if (G_UNLIKELY (((guintptr) lane & 1) != 0)
      || G_UNLIKELY (((lane->going == 0) | (code == SCOPE_CODE_ABSENT) | (key == lane->key) | (time <= lane->time) | (key >> 32 != 0)) != 0)
      || G_UNLIKELY (!is_plain (&lane->open, (guint64) time - (guint64) lane->open.last)))
    return FALSE;
  if (lane->counted_in != SCOPE_NONE)
    {
      left = scope_code_state (scope_key_code (lane->key));
      entered = scope_code_state (code);
      counts = lanes[lane->counted_in];
      then = MAX (time, counts->time);
      if (left != entered && G_UNLIKELY (!is_plain (&counts->open, (guint64) then - (guint64) counts->open.last)))
        return FALSE;
      if (left != entered)
        {
          scope_open_rows_push_plain (&counts->open, then, scope_step_code (left, entered));
          counts->time = then;
        }
    }
  scope_open_rows_push_plain (&lane->open, time, key);
  lane->time = time;
  lane->key = key;

  return TRUE;
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
      if (G_UNLIKELY (!add_plain_row (store->lanes, &rows[i]) && !add_row (store, &rows[i], first)))
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
  return g_bit_storage ((lane->open.n_alloc - 1) / SCOPE_OPEN_FEW) - 1;
}

/* Writes the open rows of a lane but the last, which goes on. */
static gboolean
shrink_lane (ScopeLaneStore *store, guint32 index, GError **error)
{
  ScopeLane *lane = scope_lane (store, index);
  gboolean ok = lane->open.n < 2 || scope_lane_flush (store, index, lane->open.n - 1, lane->open.last, FALSE, error);

  store->spare_bytes -= scope_lane_spare_bytes (lane);
  scope_open_rows_resize (&lane->open, SCOPE_OPEN_FEW, lane->few);

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
    if (!scope_lane_is_sealed (store, i) && scope_lane_spare_bytes (scope_lane (store, i)) > 0)
      spare[size_of (scope_lane (store, i))] += scope_lane_spare_bytes (scope_lane (store, i));
  while (least > 0 && spare[least - 1] <= wanted)
    wanted -= spare[--least];
  for (guint32 i = 0; i < store->n_lanes && store->spare_bytes > to; i++)
    {
      gsize n = scope_lane_is_sealed (store, i) ? 0 : scope_lane_spare_bytes (scope_lane (store, i));
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

  scope_lane_tally_ended (store, index, store->end);
  if (lane->open.n > 0)
    ok = scope_lane_flush (store, index, lane->open.n, MAX (store->end, lane->time), TRUE, error);
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
  scope_lane_finish_ended (store);

  return ok;
}
