/* scope-call-store.c: the writing side: rows into open blocks, full blocks into bytes, nodes over eight of them. A block's end, and the
 * node over it, are known when the next row of its lane comes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-call-private.h"

#include <string.h>

ScopeCallStore *
scope_call_store_new (ScopeBytes *bytes)
{
  ScopeCallStore *store = g_new0 (ScopeCallStore, 1);

  g_mutex_init (&store->lock);
  store->bytes = bytes;

  return store;
}

static void
lane_free (ScopeCallLane *lane)
{
  for (guint h = 0; h < lane->n_heights; h++)
    g_free (lane->heights[h].blocks);
  g_free (lane->heights);
  g_free (lane->open);
  g_free (lane->frames);
  g_free (lane->base);
  g_free (lane);
}

void
scope_call_store_free (ScopeCallStore *store)
{
  if (store == NULL)
    return;
  for (guint32 i = 0; i < store->n_lanes; i++)
    lane_free (store->lanes[i]);
  g_free (store->lanes);
  g_free (store->numbers);
  g_free (store->scratch);
  g_mutex_clear (&store->lock);
  g_free (store);
}

ScopeCallLane *
scope_call_store_add_lane (ScopeCallStore *store, guint32 number)
{
  ScopeCallLane *lane;

  if (number >= store->n_numbers)
    {
      guint32 n = MAX (number + 1, store->n_numbers * 2);

      store->numbers = g_renew (guint32, store->numbers, n);
      memset (store->numbers + store->n_numbers, 0, (n - store->n_numbers) * sizeof *store->numbers);
      store->n_numbers = n;
    }
  if (store->n_lanes == store->n_lanes_alloc)
    {
      store->n_lanes_alloc = MAX (16, store->n_lanes_alloc * 2);
      store->lanes = g_renew (ScopeCallLane *, store->lanes, store->n_lanes_alloc);
    }
  lane = g_new0 (ScopeCallLane, 1);
  lane->lane = number;
  lane->time = SCOPE_TIME_MIN;
  store->lanes[store->n_lanes++] = lane;
  store->numbers[number] = store->n_lanes;

  return lane;
}

void
scope_call_lane_add_block (ScopeCallLane *lane, const ScopeCallBlock *block)
{
  ScopeCallList *list;

  if (block->height == lane->n_heights)
    {
      lane->heights = g_renew (ScopeCallList, lane->heights, lane->n_heights + 1u);
      lane->heights[lane->n_heights++] = (ScopeCallList) { NULL, 0, 0 };
    }
  list = &lane->heights[block->height];
  if (list->n == list->n_alloc)
    {
      list->n_alloc = list->n_alloc == 0 ? 1 : list->n_alloc < 4 ? 4 : list->n_alloc * 2;
      list->blocks = g_renew (ScopeCallBlock, list->blocks, list->n_alloc);
    }
  list->blocks[list->n++] = *block;
}

static gboolean
append (ScopeCallStore *store, ScopeCallLane *lane, ScopeCallBlock *block, const GByteArray *bytes, GError **error)
{
  block->lane = lane->lane;
  block->bytes = bytes->len;
  if (!scope_bytes_append (store->bytes, bytes->data, bytes->len, &block->offset, error))
    return FALSE;
  scope_call_lane_add_block (lane, block);

  return TRUE;
}

/* --- nodes --- */

static guint
level_for (gint64 duration)
{
  guint level = 0;

  while (level < 60 && duration >> level > (gint64) SCOPE_CALL_PIECES)
    level++;

  return level;
}

/* Rows of a block as pieces and sums; the frames that go on are marked. */
static void
add_rows (const ScopeCallBlock *block, ScopeCallFrame *frames, guint n_frames, const ScopeTransition *rows,
          ScopeCallSums *sums, ScopeCallPieces *pieces)
{
  guint before = n_frames; /* so many are still there of those that stood when it began */

  scope_call_sums_begin (sums, block->t0);
  for (guint i = 0; i < n_frames; i++)
    scope_call_sums_enter (sums, block->t0, frames[i].function, FALSE);
  for (guint i = 0; i < block->count; i++)
    {
      switch (SCOPE_CALL_OP (rows[i].code))
        {
        case SCOPE_CALL_ENTER:
          scope_call_sums_enter (sums, rows[i].time, rows[i].ref, (rows[i].code & SCOPE_CALL_EARLY) == 0);
          break;
        case SCOPE_CALL_EXIT:
          if (n_frames == 0)
            break;
          scope_call_sums_leave (sums, rows[i].time);
          scope_call_pieces_add_one (pieces, n_frames - 1, MAX (frames[n_frames - 1].enter, block->t0), rows[i].time,
                                     frames[n_frames - 1].function, frames[n_frames - 1].flags | (rows[i].code & ~3u),
                                     n_frames <= before, FALSE);
          break;
        default:
          scope_call_sums_count (sums, rows[i].time, rows[i].ref);
          break;
        }
      n_frames = scope_call_apply (frames, n_frames, rows[i].time, rows[i].code, rows[i].ref);
      before = MIN (before, n_frames);
    }
  for (guint i = 0; i < n_frames; i++)
    scope_call_pieces_add_one (pieces, i, MAX (frames[i].enter, block->t0), block->t1, frames[i].function, frames[i].flags,
                               i < before, TRUE);
  scope_call_sums_end (sums, block->t1);
}

static gboolean
add_block (ScopeCallStore *store, const ScopeCallBlock *block, ScopeCallSums *sums, ScopeCallPieces *pieces,
           gboolean *whole, GError **error)
{
  if (block->height == 0)
    {
      g_autofree ScopeTransition *rows = g_new (ScopeTransition, SCOPE_CALL_ROWS);
      g_autofree ScopeCallFrame *frames = g_new (ScopeCallFrame, SCOPE_CALL_MAX_DEPTH);
      guint n_frames;

      if (!scope_call_read_rows (store->bytes, block, frames, &n_frames, rows, error))
        return FALSE;
      add_rows (block, frames, n_frames, rows, sums, pieces);
    }
  else
    {
      g_autofree guint8 *bytes = scope_call_read_node (store->bytes, block, error);

      if (bytes == NULL)
        return FALSE;
      if (block->sums == 0)
        *whole = FALSE;
      else if (*whole && !scope_call_sums_add_packed (sums, block->t1 - block->t0, bytes, block->sums))
        return scope_call_damaged (error);
      if (!scope_call_pieces_add_packed (pieces, block->t0, block->t1, bytes + block->sums, block->bytes - block->sums,
                                         SCOPE_TIME_MIN, SCOPE_TIME_MAX))
        return scope_call_damaged (error);
    }

  return TRUE;
}

/* Until what is short was added up so far that few pieces are left. */
static void
pack_pieces (ScopeCallPieces *pieces, ScopeCallBlock *node, gsize most, GByteArray *out)
{
  scope_call_pieces_end (pieces);
  while (pieces->n > most + 4u * pieces->n_lines && node->level < 60 && (gint64) 1 << node->level < node->t1 - node->t0)
    {
      ScopeCallPieces coarser;

      node->level++;
      scope_call_pieces_init (&coarser, (gint64) 1 << node->level, SCOPE_CALL_MAX_DEPTH);
      scope_call_pieces_coarsen (&coarser, pieces);
      scope_call_pieces_end (&coarser);
      scope_call_pieces_clear (pieces);
      *pieces = coarser;
    }
  scope_call_pieces_pack (pieces, node->t0, out);
}

/* A node over the last eight of the height below. */
static gboolean
sum_up (ScopeCallStore *store, ScopeCallLane *lane, guint height, GError **error)
{
  const ScopeCallList *below = &lane->heights[height - 1];
  const ScopeCallBlock *children = &below->blocks[below->n - SCOPE_CALL_FAN_OUT];
  ScopeCallBlock node = { .t0 = children[0].t0, .t1 = children[SCOPE_CALL_FAN_OUT - 1].t1, .height = (guint8) height,
                          .least = G_MAXUINT16 };
  g_autoptr (GByteArray) out = g_byte_array_new ();
  ScopeCallSums sums;
  ScopeCallPieces pieces;
  gboolean ok = TRUE, whole = TRUE;
  gsize bytes = 0;

  node.level = (guint8) level_for (node.t1 - node.t0);
  for (guint i = 0; i < SCOPE_CALL_FAN_OUT; i++)
    {
      node.level = MAX (node.level, children[i].level);
      node.least = MIN (node.least, children[i].least);
      bytes += children[i].height == 0 ? children[i].bytes : children[i].sums;
    }
  scope_call_sums_init (&sums, G_MAXUINT32);
  scope_call_pieces_init (&pieces, (gint64) 1 << node.level, SCOPE_CALL_MAX_DEPTH);
  for (guint i = 0; i < SCOPE_CALL_FAN_OUT && ok; i++)
    ok = add_block (store, &children[i], &sums, &pieces, &whole, error);
  if (ok && whole && sums.contexts->len <= SCOPE_CALL_CONTEXTS)
    scope_call_sums_pack (&sums, out);
  if (out->len * 2 > bytes)
    g_byte_array_set_size (out, 0); /* it would save little */
  node.sums = out->len;
  if (ok)
    {
      pack_pieces (&pieces, &node, SCOPE_CALL_ROWS / 2, out);
      ok = append (store, lane, &node, out, error);
    }
  scope_call_pieces_clear (&pieces);
  scope_call_sums_clear (&sums);

  return ok;
}

/* --- blocks --- */

static void
put_frames (const ScopeCallLane *lane, gint64 t0, GByteArray *out)
{
  gint64 time = t0;

  /* Counted from the block's begin: the uppermost was entered last. */
  scope_leb_put (out, lane->n_base);
  for (guint i = lane->n_base; i-- > 0;)
    {
      const ScopeCallFrame *frame = &lane->base[i];

      scope_leb_put (out, (guint64) (time - frame->enter));
      scope_leb_put (out, frame->function + 2u);
      scope_leb_put (out, frame->flags);
      time = frame->enter;
    }
}

/* Writes the open rows. Even if it could not be: memory must not grow. */
static gboolean
write_block (ScopeCallStore *store, ScopeCallLane *lane, GError **error)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  gint64 t0 = scope_row_time (&lane->open[0]);
  ScopeCallBlock block = { .t0 = t0, .t1 = lane->time, .count = lane->n_open, .least = lane->least };
  ScopeBlock packed;
  gboolean ok;

  if (store->scratch == NULL)
    store->scratch = g_malloc (SCOPE_BLOCK_MAX_BYTES);
  put_frames (lane, t0, out);
  scope_block_pack_rows (&packed, store->scratch, lane->open, lane->n_open, lane->time, NULL);
  g_byte_array_append (out, store->scratch, packed.bytes);
  ok = append (store, lane, &block, out, error);
  lane->n_rows += lane->n_open;
  lane->n_open = 0;

  return ok;
}

/* The row of that time begins a block: now the one before it has an end. */
static gboolean
begin_block (ScopeCallStore *store, ScopeCallLane *lane, gint64 time, GError **error)
{
  gboolean ok = TRUE;

  if (lane->n_heights > 0)
    {
      lane->heights[0].blocks[lane->heights[0].n - 1].t1 = time;
      for (guint h = 1; ok && h < SCOPE_CALL_HEIGHTS && lane->heights[h - 1].n % SCOPE_CALL_FAN_OUT == 0; h++)
        ok = sum_up (store, lane, h, error);
    }
  lane->base = g_renew (ScopeCallFrame, lane->base, MAX (lane->n_frames, 1));
  if (lane->n_frames > 0)
    memcpy (lane->base, lane->frames, lane->n_frames * sizeof *lane->base);
  lane->n_base = lane->n_frames;
  lane->least = G_MAXUINT16;

  return ok;
}

guint
scope_call_apply (ScopeCallFrame *frames, guint n, gint64 time, guint code, guint32 function)
{
  if (SCOPE_CALL_OP (code) == SCOPE_CALL_ENTER && n < SCOPE_CALL_MAX_DEPTH)
    frames[n++] = (ScopeCallFrame) { time, function, (guint8) (code & ~3u) };
  else if (SCOPE_CALL_OP (code) == SCOPE_CALL_EXIT && n > 0)
    n--;

  return n;
}

/* What a row is on this stack; FALSE: nothing. */
static gboolean
settle (ScopeCallLane *lane, guint *code)
{
  switch (SCOPE_CALL_OP (*code))
    {
    case SCOPE_CALL_ENTER:
      if (lane->n_frames == SCOPE_CALL_MAX_DEPTH)
        {
          lane->deeper++;
          *code = SCOPE_CALL_COUNT;
        }
      return TRUE;
    case SCOPE_CALL_EXIT:
      if (lane->deeper > 0)
        {
          lane->deeper--;
          return FALSE;
        }
      return lane->n_frames > 0;
    default:
      return SCOPE_CALL_OP (*code) == SCOPE_CALL_COUNT;
    }
}

static gboolean
add_row (ScopeCallStore *store, const ScopeRow *row, GError **error)
{
  ScopeCallLane *lane = scope_call_lane (store, row->lane);
  guint code = scope_row_code (row);
  gint64 time;
  gboolean ok = TRUE;

  if (lane == NULL)
    lane = scope_call_store_add_lane (store, row->lane);
  if (!settle (lane, &code))
    return TRUE;
  time = MAX (scope_row_time (row), lane->time);
  if (lane->n_open == SCOPE_CALL_ROWS)
    ok = write_block (store, lane, error);
  if (lane->n_open == 0)
    ok = begin_block (store, lane, time, ok ? error : NULL) && ok;
  if (lane->n_open == lane->n_alloc)
    {
      guint32 n = lane->n_alloc == 0 ? 8 : MIN (lane->n_alloc * 2, SCOPE_CALL_ROWS);

      store->open_bytes += (n - lane->n_alloc) * sizeof *lane->open;
      lane->open = g_renew (ScopeRow, lane->open, n);
      lane->n_alloc = n;
    }
  if (lane->n_frames == lane->n_frames_alloc)
    {
      lane->n_frames_alloc = (guint16) MAX (8, lane->n_frames_alloc * 2);
      lane->frames = g_renew (ScopeCallFrame, lane->frames, lane->n_frames_alloc);
    }
  lane->open[lane->n_open++] = scope_row (row->lane, time, code, row->ref);
  lane->n_frames = (guint16) scope_call_apply (lane->frames, lane->n_frames, time, code, row->ref);
  lane->time = time;
  lane->least = MIN (lane->least, lane->n_frames);
  lane->depth = MAX (lane->depth, lane->n_frames);

  return ok;
}

gboolean
scope_call_store_add_rows (ScopeCallStore *store, const ScopeRow *rows, gsize n, GError **error)
{
  gboolean ok = TRUE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  g_assert (!store->finished);
  for (gsize i = 0; i < n; i++)
    if (!add_row (store, &rows[i], ok ? error : NULL))
      ok = FALSE;

  return ok;
}

gsize
scope_call_store_memory (ScopeCallStore *store)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  return store->open_bytes;
}

/* Gives back the memory of a lane's open rows. */
static gboolean
close_lane (ScopeCallStore *store, ScopeCallLane *lane, GError **error)
{
  gboolean ok = lane->n_open == 0 || write_block (store, lane, error);

  store->open_bytes -= lane->n_alloc * sizeof *lane->open;
  g_clear_pointer (&lane->open, g_free);
  lane->n_alloc = 0;

  return ok;
}

gboolean
scope_call_store_shrink (ScopeCallStore *store, gsize to, GError **error)
{
  gboolean ok = TRUE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  /* Those with most rows first; the last round takes all. */
  for (guint least = SCOPE_CALL_ROWS / 2; store->open_bytes > to; least /= 4)
    {
      for (guint32 i = 0; i < store->n_lanes && store->open_bytes > to; i++)
        if (store->lanes[i]->n_alloc > 0 && store->lanes[i]->n_alloc >= least
            && !close_lane (store, store->lanes[i], ok ? error : NULL))
          ok = FALSE;
      if (least == 0)
        break;
    }

  return ok;
}

gboolean
scope_call_store_finish (ScopeCallStore *store, GError **error)
{
  gboolean ok = TRUE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  for (guint32 i = 0; i < store->n_lanes; i++)
    {
      ScopeCallLane *lane = store->lanes[i];

      if (!close_lane (store, lane, ok ? error : NULL))
        ok = FALSE;
      g_clear_pointer (&lane->base, g_free);
      g_clear_pointer (&lane->frames, g_free);
      lane->n_frames = lane->n_frames_alloc = lane->n_base = 0;
    }
  store->finished = TRUE;

  return ok;
}

guint32
scope_call_store_n_lanes (ScopeCallStore *store)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  return store->n_lanes;
}

guint64
scope_call_store_n_rows (ScopeCallStore *store, guint32 number)
{
  ScopeCallLane *lane;
  guint64 n;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  lane = scope_call_lane (store, number);
  n = lane != NULL ? lane->n_rows + lane->n_open : 0;

  return n;
}

gint64
scope_call_store_last (ScopeCallStore *store, guint32 number)
{
  ScopeCallLane *lane;
  gint64 time;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  lane = scope_call_lane (store, number);
  time = lane != NULL ? lane->time : SCOPE_TIME_MIN;

  return time;
}

guint
scope_call_store_depth (ScopeCallStore *store, guint32 number)
{
  ScopeCallLane *lane;
  guint depth;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  lane = scope_call_lane (store, number);
  depth = lane != NULL ? lane->depth : 0;

  return depth;
}
