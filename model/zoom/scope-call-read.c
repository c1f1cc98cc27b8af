/* scope-call-read.c: blocks back into rows, and the cursor that goes through them. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-call-private.h"

#include "model/base/scope-bisect.h"

#include <glib/gi18n-lib.h>
#include <string.h>

gboolean
scope_call_damaged (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("A call stack in the index is damaged"));

  return FALSE;
}

/* --- blocks --- */

static gboolean
get_frames (const ScopeCallBlock *block, const guint8 **in, const guint8 *end, ScopeCallFrame *frames, guint *ret_n)
{
  gint64 time = block->t0;
  guint64 n, gap, function, flags;

  if (!scope_leb_get_most (in, end, SCOPE_CALL_MAX_DEPTH, &n))
    return FALSE;
  for (guint i = (guint) n; i-- > 0;)
    {
      if (!scope_leb_get_most (in, end, (guint64) (time + SCOPE_ROW_TIME_MAX), &gap)
          || !scope_leb_get_most (in, end, G_MAXUINT32, &function) || !scope_leb_get_most (in, end, G_MAXUINT8, &flags))
        return FALSE;
      time -= (gint64) gap;
      frames[i] = (ScopeCallFrame) { time, (guint32) function - 2u, (guint8) (flags & ~3u) };
    }
  *ret_n = (guint) n;

  return TRUE;
}

gboolean
scope_call_read_rows (ScopeBytes *bytes, const ScopeCallBlock *block, ScopeCallFrame *frames, guint *ret_n_frames,
                      ScopeTransition *rows, GError **error)
{
  g_autofree guint8 *data = g_malloc0 (block->bytes + 8u);
  const guint8 *in = data, *end = data + block->bytes;
  ScopeBlock packed = { .t0 = block->t0, .t1 = block->t1, .count = block->count };

  if (!scope_bytes_read (bytes, block->offset, data, block->bytes, error))
    return FALSE;
  if (block->count > SCOPE_CALL_ROWS || !get_frames (block, &in, end, frames, ret_n_frames))
    return scope_call_damaged (error);
  packed.bytes = (guint32) (end - in);

  return scope_block_unpack_rows (&packed, in, rows, FALSE, NULL) || scope_call_damaged (error);
}

guint8 *
scope_call_read_node (ScopeBytes *bytes, const ScopeCallBlock *node, GError **error)
{
  g_autofree guint8 *data = g_malloc (node->bytes + 1u);

  if (!scope_bytes_read (bytes, node->offset, data, node->bytes, error))
    return NULL;

  return g_steal_pointer (&data);
}

/* --- views --- */

gboolean
scope_call_view_init (ScopeCallView *view, ScopeCallStore *store, guint32 number)
{
  ScopeCallLane *lane;

  memset (view, 0, sizeof *view);
  g_mutex_lock (&store->lock);
  lane = scope_call_lane (store, number);
  if (lane != NULL)
    {
      view->bytes = store->bytes;
      view->copied = !store->finished;
      view->n_heights = lane->n_heights;
      for (guint h = 0; h < lane->n_heights; h++)
        {
          view->heights[h] = lane->heights[h];
          if (view->copied)
            view->heights[h].blocks = g_memdup2 (lane->heights[h].blocks, lane->heights[h].n * sizeof (ScopeCallBlock));
        }
      view->n_base = lane->n_base;
      view->base = g_memdup2 (lane->base, lane->n_base * sizeof *view->base);
      view->n_open = lane->n_open;
      view->open = g_new (ScopeTransition, lane->n_open + 1);
      for (guint i = 0; i < lane->n_open; i++)
        view->open[i] = (ScopeTransition) { scope_row_time (&lane->open[i]), lane->open[i].ref,
                                            (guint8) scope_row_code (&lane->open[i]) };
    }
  g_mutex_unlock (&store->lock);

  return lane != NULL;
}

void
scope_call_view_clear (ScopeCallView *view)
{
  for (guint h = 0; h < view->n_heights && view->copied; h++)
    g_free (view->heights[h].blocks);
  g_free (view->base);
  g_free (view->open);
  memset (view, 0, sizeof *view);
}

guint32
scope_call_view_find (const ScopeCallView *view, gint64 time)
{
  return (guint32) SCOPE_BISECT_LAST (view->heights[0].n, i, view->heights[0].blocks[i].t0 <= time);
}

/* --- cursor --- */

/* The next block's rows; FALSE: there is none, or with error. */
static gboolean
load (ScopeCallCursor *cursor, GError **error)
{
  ScopeCallView *view = cursor->view;

  cursor->row = cursor->n_rows = 0;
  if (cursor->block < cursor->end)
    {
      const ScopeCallBlock *block = &view->heights[0].blocks[cursor->block++];

      if (!scope_call_read_rows (view->bytes, block, cursor->frames, &cursor->n_frames, cursor->rows, error))
        return FALSE;
      cursor->n_rows = block->count;
      return TRUE;
    }
  if (!cursor->tail || view->n_open == 0)
    return FALSE;
  cursor->tail = FALSE;
  cursor->n_frames = view->n_base;
  if (view->n_base > 0)
    memcpy (cursor->frames, view->base, view->n_base * sizeof *view->base);
  memcpy (cursor->rows, view->open, view->n_open * sizeof *view->open);
  cursor->n_rows = view->n_open;

  return TRUE;
}

static void
apply (ScopeCallCursor *cursor, const ScopeTransition *row)
{
  cursor->n_frames = scope_call_apply (cursor->frames, cursor->n_frames, row->time, row->code, row->ref);
}

gboolean
scope_call_cursor_open (ScopeCallCursor *cursor, ScopeCallView *view, guint32 block, guint32 end, gboolean tail, gint64 from,
                        gint64 to, GError **error)
{
  GError *local = NULL;

  memset (cursor, 0, sizeof *cursor);
  cursor->view = view;
  cursor->block = block;
  cursor->end = end;
  cursor->tail = tail;
  cursor->to = to;
  cursor->frames = g_new (ScopeCallFrame, SCOPE_CALL_MAX_DEPTH);
  cursor->rows = g_new (ScopeTransition, SCOPE_CALL_ROWS);
  while (load (cursor, &local))
    {
      while (cursor->row < cursor->n_rows && cursor->rows[cursor->row].time < from)
        apply (cursor, &cursor->rows[cursor->row++]);
      if (cursor->row < cursor->n_rows)
        break;
    }
  if (local != NULL)
    {
      g_propagate_error (error, local);
      scope_call_cursor_clear (cursor);
      return FALSE;
    }

  return TRUE;
}

gboolean
scope_call_cursor_init (ScopeCallCursor *cursor, ScopeCallStore *store, guint32 lane, gint64 from, gint64 to, GError **error)
{
  ScopeCallView *view = g_new (ScopeCallView, 1);
  guint32 block = 0;

  scope_call_view_init (view, store, lane);
  if (view->n_heights > 0)
    block = scope_call_view_find (view, from);
  if (view->n_open > 0 && view->open[0].time < from)
    block = view->heights[0].n;
  if (!scope_call_cursor_open (cursor, view, block, view->heights[0].n, TRUE, from, to, error))
    {
      scope_call_view_clear (view);
      g_free (view);
      return FALSE;
    }
  cursor->owns_view = TRUE;

  return TRUE;
}

gboolean
scope_call_cursor_next (ScopeCallCursor *cursor, ScopeTransition *ret_row, GError **error)
{
  if (cursor->has_last)
    apply (cursor, &cursor->last);
  cursor->has_last = FALSE;
  while (cursor->row == cursor->n_rows)
    {
      ScopeCallView *view = cursor->view;

      /* The stack stays as it is if nothing of the next block is wanted. */
      if (cursor->block < cursor->end && view->heights[0].blocks[cursor->block].t0 >= cursor->to)
        return FALSE;
      if (!load (cursor, error))
        return FALSE;
    }
  if (cursor->rows[cursor->row].time >= cursor->to)
    return FALSE;
  cursor->last = *ret_row = cursor->rows[cursor->row++];
  cursor->has_last = TRUE;

  return TRUE;
}

void
scope_call_cursor_clear (ScopeCallCursor *cursor)
{
  g_free (cursor->frames);
  g_free (cursor->rows);
  if (cursor->owns_view)
    {
      scope_call_view_clear (cursor->view);
      g_free (cursor->view);
    }
  memset (cursor, 0, sizeof *cursor);
}
