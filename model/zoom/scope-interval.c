/* scope-interval.c: walking the intervals of a lane. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-lane-private.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-fail.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* Many lanes are walked side by side: until a row is needed all others have had their turn, and it was in no near cache. */
#define ROWS_AHEAD 6u

ScopeIntervalCursor
scope_interval_cursor (ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to, GCancellable *cancellable)
{
  return (ScopeIntervalCursor) { .store = store, .lane = lane, .from = from, .time = from, .to = to, .cancellable = cancellable,
                                 .pending.code = SCOPE_CODE_ABSENT, .done = scope_lane_store_counts (store, lane) };
}

void
scope_interval_cursor_init (ScopeIntervalCursor *cursor, ScopeLaneStore *store, guint32 lane, gint64 from, gint64 to)
{
  *cursor = scope_interval_cursor (store, lane, from, to, NULL);
}

void
scope_interval_cursor_clear (ScopeIntervalCursor *cursor)
{
  g_clear_pointer (&cursor->rows, g_free);
  cursor->n_rows = cursor->n_alloc = 0;
}

static void
reserve (ScopeIntervalCursor *cursor, guint n)
{
  /* What was taken before the bound came down is given back. */
  if (n > cursor->n_alloc || (cursor->most > 0 && cursor->n_alloc > 2 * MAX (cursor->most, n)))
    {
      cursor->rows = g_renew (ScopeTransition, cursor->rows, n);
      cursor->n_alloc = n;
    }
}

/* Copies the open rows; with the lock held. */
static void
take_open (ScopeIntervalCursor *cursor, const ScopeLane *lane)
{
  reserve (cursor, lane->open.n + 1);
  scope_open_rows_read (&lane->open, cursor->rows);
  cursor->n_rows = lane->open.n;
}

static void
add_end (ScopeIntervalCursor *cursor, gint64 time)
{
  cursor->rows[cursor->n_rows++] = (ScopeTransition) { time, 0, SCOPE_CODE_ABSENT };
}

/* The rows of a block, or if that is more than may be held those from cursor->time on: the next are unpacked when these have been
 * passed. */
static gboolean
unpack_block (ScopeIntervalCursor *cursor, const ScopeBlock *block, const guint8 *data)
{
  gint64 end = MIN (block->t1, cursor->known);
  g_autofree ScopeTransition *all = NULL;
  guint first, n;

  if (cursor->most == 0 || block->count <= cursor->most)
    {
      reserve (cursor, block->count + 1);
      if (!scope_block_unpack_rows (block, data, cursor->rows, FALSE, NULL))
        return FALSE;
      cursor->n_rows = block->count;
      add_end (cursor, end);
      return TRUE;
    }
  all = g_new (ScopeTransition, block->count);
  if (!scope_block_unpack_rows (block, data, all, FALSE, NULL))
    return FALSE;
  first = (guint) SCOPE_BISECT_LAST (block->count, i, all[i].time <= cursor->time);
  n = MIN (cursor->most, block->count - first);
  reserve (cursor, n + 1);
  memcpy (cursor->rows, all + first, n * sizeof *all);
  cursor->n_rows = n;
  add_end (cursor, first + n < block->count ? MIN (all[first + n].time, end) : end);
  return TRUE;
}

/* Fills the rows from cursor->time on; the last is a stop that only says when the one before it ends. FALSE at the
 * end or on error. */
static gboolean
load (ScopeIntervalCursor *cursor, GError **error)
{
  ScopeLaneStore *store = cursor->store;
  ScopeLaneRoom room;
  const ScopeLane *lane;
  gint64 first, last, known;
  ScopeBlock block = { .count = 0 };
  gboolean stored = FALSE;

  if (g_cancellable_set_error_if_cancelled (cursor->cancellable, error))
    return FALSE;
  cursor->row = cursor->n_rows = 0;
  cursor->edge = FALSE;
  g_mutex_lock (&store->lock);
  lane = scope_lane_look (store, cursor->lane, &room);
  if (!scope_lane_get_life (store, lane, &first, &last))
    {
      g_mutex_unlock (&store->lock);
      return FALSE;
    }
  known = MIN (scope_lane_get_known (store, lane), last);
  cursor->time = MAX (cursor->time, first);
  if (cursor->time < MIN (lane->first_row, known))
    {
      reserve (cursor, 2);
      cursor->edge = TRUE;
      cursor->rows[cursor->n_rows++] = (ScopeTransition) { cursor->time, 0, lane->initial };
      add_end (cursor, MIN (lane->first_row, known));
    }
  else if (cursor->time < known)
    {
      const ScopeBlockList *list = lane->n_heights > 0 ? &lane->heights[0] : NULL;

      if (list != NULL && cursor->time < list->blocks[list->n - 1].t1)
        {
          block = list->blocks[SCOPE_BISECT_LAST (list->n, i, list->blocks[i].t0 <= cursor->time)];
          stored = TRUE;
        }
      else
        {
          take_open (cursor, lane);
          if (cursor->n_rows > 0)
            add_end (cursor, known);
        }
    }
  else if (known < last)
    {
      reserve (cursor, 2);
      cursor->edge = TRUE;
      cursor->rows[cursor->n_rows++] = (ScopeTransition) { MAX (cursor->time, known), 0, SCOPE_CODE_UNKNOWN };
      add_end (cursor, last);
    }
  g_mutex_unlock (&store->lock);
  cursor->life_last = last;
  cursor->known = known;

  if (stored)
    {
      g_autofree guint8 *data = g_malloc (block.bytes + 1);

      if (!scope_bytes_read (store->bytes, block.offset, data, block.bytes, error))
        return FALSE;
      if (!unpack_block (cursor, &block, data))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("A block of the index is damaged"));
          return FALSE;
        }
    }

  if (cursor->n_rows > 1)
    cursor->stop = MIN (cursor->rows[cursor->n_rows - 1].time, cursor->to);
  return cursor->n_rows > 1;
}

/* The next row as an interval, clipped; FALSE at the end. */
static gboolean
next_piece (ScopeIntervalCursor *cursor, ScopeInterval *ret, GError **error)
{
  while (!cursor->done)
    {
      const ScopeTransition *row;
      gint64 end;

      if (cursor->time >= cursor->to)
        break;
      if (cursor->row + 1 >= cursor->n_rows)
        {
          gint64 before = cursor->time;
          GError *local = NULL;
          gboolean more = load (cursor, &local);

          if (local != NULL)
            {
              cursor->done = TRUE;
              g_propagate_error (error, local);
              return FALSE;
            }
          /* A block must lead on, or there is nothing more. */
          if (!more || cursor->rows[cursor->n_rows - 1].time <= before)
            break;
          continue;
        }
      row = &cursor->rows[cursor->row++];
      end = MIN (row[1].time, cursor->stop);
      if (end <= cursor->time)
        continue;
      if (scope_code_state (row->code) == SCOPE_STATE_ABSENT)
        { /* Passed over, or a damaged index would be gone through for ever. */
          cursor->time = end;
          continue;
        }
      *ret = (ScopeInterval) { MAX (row->time, cursor->time), end, row->ref, row->code };
      cursor->time = end;
      return TRUE;
    }
  cursor->done = TRUE;

  return FALSE;
}

/* Most are a row of a block that is there, and unlike the one before. FALSE: the next one is to be looked at more closely. */
static inline gboolean
next_plain (ScopeIntervalCursor *cursor, ScopeInterval *ret_interval)
{
  ScopeInterval *pending = &cursor->pending;
  const ScopeTransition *row;

  if (cursor->row + 2 >= cursor->n_rows || cursor->done)
    return FALSE;
  row = &cursor->rows[cursor->row];
  if (cursor->time != row->time || row[1].time <= row->time || row[1].time > cursor->stop || pending->code == SCOPE_CODE_ABSENT
      || scope_code_state (row->code) == SCOPE_STATE_ABSENT
      || (row->code == pending->code && row->ref == pending->ref && row->time == pending->to))
    return FALSE;
  *ret_interval = *pending;
  *pending = (ScopeInterval) { row->time, row[1].time, row->ref, row->code };
  cursor->time = row[1].time;
  cursor->row++;
  __builtin_prefetch (row + ROWS_AHEAD);
  return TRUE;
}

gboolean
scope_interval_cursor_next (ScopeIntervalCursor *cursor, ScopeInterval *ret_interval, GError **error)
{
  ScopeInterval piece;
  GError *local = NULL;

  if (error != NULL && *error != NULL)
    return FALSE;
  if (next_plain (cursor, ret_interval))
    return TRUE;
  while (next_piece (cursor, &piece, &local))
    {
      if (cursor->pending.code == SCOPE_CODE_ABSENT)
        cursor->pending = piece;
      else if (piece.from == cursor->pending.to && piece.code == cursor->pending.code
               && piece.ref == cursor->pending.ref)
        cursor->pending.to = piece.to;
      else
        {
          *ret_interval = cursor->pending;
          cursor->pending = piece;
          return TRUE;
        }
    }
  if (!scope_passed (local, error))
    return FALSE;
  if (cursor->pending.code == SCOPE_CODE_ABSENT)
    return FALSE;
  *ret_interval = cursor->pending;
  cursor->pending.code = SCOPE_CODE_ABSENT;

  return TRUE;
}

void
scope_interval_cursor_seek (ScopeIntervalCursor *cursor, gint64 time)
{
  guint lo = cursor->row, hi = cursor->n_rows;

  if (cursor->pending.code != SCOPE_CODE_ABSENT && cursor->pending.to > time)
    return;
  cursor->pending.code = SCOPE_CODE_ABSENT;
  if (time <= cursor->time)
    return;
  cursor->time = time;
  if (hi == 0 || cursor->rows[hi - 1].time <= time)
    {
      cursor->row = hi; /* what is loaded lies behind */
      return;
    }
  /* The last row that has begun by then; near ones first. */
  for (guint step = 8; lo + step < hi && cursor->rows[lo + step].time <= time; step *= 2)
    lo += step;
  cursor->row = lo + (guint) SCOPE_BISECT_LAST (hi - lo, i, cursor->rows[lo + i].time <= time);
}

/* The interval of what is loaded that holds at `time`, with its whole extent, and its row. */
static gboolean
holds_at (ScopeIntervalCursor *cursor, gint64 time, ScopeInterval *ret, guint *ret_row)
{
  const ScopeTransition *rows = cursor->rows;
  guint i = (guint) SCOPE_BISECT (cursor->n_rows - 2, k, rows[k + 1].time <= time);
  gint64 first, last;

  if (rows[i].time > time || time >= rows[i + 1].time || scope_code_state (rows[i].code) == SCOPE_STATE_ABSENT)
    return FALSE;
  *ret = (ScopeInterval) { rows[i].time, rows[i + 1].time, rows[i].ref, rows[i].code };
  *ret_row = i;
  /* What stands before the first row, or is unknown, starts where that starts. */
  if (scope_lane_store_life (cursor->store, cursor->lane, &first, &last))
    {
      if (cursor->edge && time > first)
        ret->from = time >= cursor->known ? cursor->known : first;
      ret->from = MAX (ret->from, first);
      ret->to = MIN (ret->to, last);
    }
  return TRUE;
}

void
scope_interval_cursor_begin_whole (ScopeIntervalCursor *cursor)
{
  gint64 from = cursor->from;
  ScopeInterval first;
  guint row;

  if (cursor->done)
    return;
  if (!load (cursor, NULL) || cursor->time != from || !holds_at (cursor, from, &first, &row))
    {
      cursor->row = cursor->n_rows = 0;
      return;
    }
  cursor->from = cursor->time = first.from;
  cursor->row = row;
  if (cursor->edge)
    cursor->row = cursor->n_rows = 0; /* its row begins where it was asked for */
}

gboolean
scope_lane_store_interval_at (ScopeLaneStore *store, guint32 lane, gint64 time, ScopeInterval *ret_interval, GError **error)
{
  ScopeIntervalCursor cursor;
  gboolean found;
  guint row;

  scope_interval_cursor_init (&cursor, store, lane, time, SCOPE_TIME_MAX);
  found = !cursor.done && load (&cursor, error) && cursor.time == time && holds_at (&cursor, time, ret_interval, &row);
  scope_interval_cursor_clear (&cursor);
  return found;
}
