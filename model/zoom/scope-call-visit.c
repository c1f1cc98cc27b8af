/* scope-call-visit.c: questions about a range, answered with as few nodes and blocks as will do.
 *
 *     height 2                  |        node        |
 *     height 1        | node |  .                    .  | node |
 *     height 0  rows→|                                          |←rows
 *               from ^                                             ^ to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-call-private.h"

#include "model/base/scope-fail.h"

typedef struct
{
  ScopeCallView view;
  gint64 from, to;
  gint64 end;              /* of what is known: the last rows' frames last no longer */
  GCancellable *cancellable;
  ScopeCallSums *sums;     /* one of both */
  ScopeCallPieces *pieces;
  gsize most;
  gboolean begun;          /* pieces: something was added */
  gint64 until;
} Visit;

static inline const ScopeCallBlock *
node_at (const ScopeCallView *view, guint height, guint32 block)
{
  guint32 i = block >> (3 * height);

  return height < view->n_heights && i < view->heights[height].n ? &view->heights[height].blocks[i] : NULL;
}

static gboolean
will_do (const Visit *visit, const ScopeCallBlock *node)
{
  if (node == NULL)
    return FALSE;
  if (visit->sums != NULL)
    return node->sums > 0 && node->t0 >= visit->from && node->t1 <= visit->to;

  return (gint64) 1 << node->level <= visit->pieces->finest;
}

/* --- rows --- */

static gboolean
sum_rows (Visit *visit, ScopeCallCursor *cursor, gint64 from, gint64 to, GError **error)
{
  ScopeCallSums *sums = visit->sums;
  GError *local = NULL;
  ScopeTransition row;

  scope_call_sums_begin (sums, from);
  for (guint i = 0; i < cursor->n_frames; i++)
    scope_call_sums_enter (sums, from, cursor->frames[i].function, FALSE);
  while (scope_call_cursor_next (cursor, &row, &local))
    {
      if (SCOPE_CALL_OP (row.code) == SCOPE_CALL_ENTER)
        scope_call_sums_enter (sums, row.time, row.ref, (row.code & SCOPE_CALL_EARLY) == 0);
      else if (SCOPE_CALL_OP (row.code) == SCOPE_CALL_EXIT)
        scope_call_sums_leave (sums, row.time);
      else
        scope_call_sums_count (sums, row.time, row.ref);
      if (cursor->row == 1 && g_cancellable_set_error_if_cancelled (visit->cancellable, &local))
        break;
    }
  scope_call_sums_end (sums, MAX (MIN (to, visit->end), sums->time));
  return scope_passed (local, error);
}

static void
add_piece (Visit *visit, const ScopeCallFrame *frame, guint depth, gint64 start, gint64 to, guint flags, gboolean before,
           gboolean after)
{
  scope_call_pieces_add_one (visit->pieces, depth, before ? start : frame->enter, to, frame->function, frame->flags | flags,
                             before, after);
}

static gboolean
piece_rows (Visit *visit, ScopeCallCursor *cursor, gint64 from, gint64 to, GError **error)
{
  /* So many are still there of those that stood at the begin, and were there in what came before. */
  guint before = visit->begun ? cursor->n_frames : 0;
  GError *local = NULL;
  ScopeTransition row;

  while (scope_call_cursor_next (cursor, &row, &local))
    {
      if (SCOPE_CALL_OP (row.code) == SCOPE_CALL_EXIT && cursor->n_frames > 0)
        {
          add_piece (visit, &cursor->frames[cursor->n_frames - 1], cursor->n_frames - 1, from, row.time, row.code & ~3u,
                     cursor->n_frames <= before, FALSE);
          before = MIN (before, cursor->n_frames - 1);
        }
      if (visit->pieces->n >= visit->most)
        {
          visit->until = to = row.time;
          break;
        }
      if (cursor->row == 1 && g_cancellable_set_error_if_cancelled (visit->cancellable, &local))
        break;
    }
  to = MAX (MIN (to, visit->end), cursor->has_last ? cursor->last.time : from);
  for (guint i = 0; i < cursor->n_frames && local == NULL; i++)
    if (!(cursor->has_last && i + 1 == cursor->n_frames && SCOPE_CALL_OP (cursor->last.code) == SCOPE_CALL_EXIT))
      add_piece (visit, &cursor->frames[i], i, from, to, 0, i < before, TRUE);
  visit->begun = TRUE;
  return scope_passed (local, error);
}

/* Blocks [block, end), and the open rows if these are the last. */
static gboolean
visit_rows (Visit *visit, guint32 block, guint32 end, GError **error)
{
  const ScopeCallList *list = &visit->view.heights[0];
  gboolean tail = end == list->n;
  gint64 from = block < list->n ? MAX (visit->from, list->blocks[block].t0) : visit->from;
  gint64 to = tail ? visit->to : MIN (visit->to, list->blocks[end - 1].t1);
  ScopeCallCursor cursor;
  gboolean ok;

  if (from >= to)
    return TRUE;
  if (!scope_call_cursor_open (&cursor, &visit->view, block, end, tail, from, to, error))
    return FALSE;
  ok = visit->sums != NULL ? sum_rows (visit, &cursor, from, to, error) : piece_rows (visit, &cursor, from, to, error);
  scope_call_cursor_clear (&cursor);

  return ok;
}

/* --- nodes --- */

static gboolean
visit_node (Visit *visit, const ScopeCallBlock *node, GError **error)
{
  g_autofree guint8 *bytes = NULL;
  gboolean ok;

  if (g_cancellable_set_error_if_cancelled (visit->cancellable, error))
    return FALSE;
  bytes = scope_call_read_node (visit->view.bytes, node, error);
  if (bytes == NULL)
    return FALSE;
  if (visit->sums != NULL)
    ok = scope_call_sums_add_packed (visit->sums, node->t1 - node->t0, bytes, node->sums);
  else
    ok = scope_call_pieces_add_packed (visit->pieces, node->t0, node->t1, bytes + node->sums, node->bytes - node->sums,
                                       visit->from, visit->to);
  visit->begun = TRUE;

  return ok || scope_call_damaged (error);
}

static gboolean
visit_all (Visit *visit, GError **error)
{
  const ScopeCallView *view = &visit->view;
  guint32 n = view->heights[0].n, at, raw;
  gboolean done = FALSE;

  at = n > 0 ? scope_call_view_find (view, visit->from) : 0;
  if (view->n_open > 0 && view->open[0].time <= visit->from)
    at = n;
  /* A picture may begin before its range. */
  if (visit->pieces != NULL && at < n)
    for (guint h = 1; will_do (visit, node_at (view, h, at)); h++)
      at &= ~((1u << (3 * h)) - 1);
  raw = at;
  while (at < n && view->heights[0].blocks[at].t0 < visit->to && !done)
    {
      guint height = 0;

      while ((at & ((1u << (3 * (height + 1))) - 1)) == 0 && will_do (visit, node_at (view, height + 1, at)))
        height++;
      if (height > 0)
        {
          if ((raw < at && !visit_rows (visit, raw, at, error)) || !visit_node (visit, node_at (view, height, at), error))
            return FALSE;
          raw = at + (1u << (3 * height));
        }
      at += 1u << (3 * height);
      done = visit->pieces != NULL && visit->pieces->n >= visit->most;
    }
  if (done)
    visit->until = MIN (visit->until, view->heights[0].blocks[at - 1].t1);
  if (done || (raw >= at && at < n))
    return TRUE;

  /* What lies behind the last node is told by the rows before it, even if they all lie in the node. */
  if (at >= n && raw >= n && view->n_open == 0 && n > 0)
    raw = n - 1;

  return visit_rows (visit, raw, MIN (at, n), error);
}

gboolean
scope_call_store_sum (ScopeCallStore *store, guint32 lane, gint64 from, gint64 to, gint64 end, ScopeCallSums *sums,
                      GCancellable *cancellable, GError **error)
{
  Visit visit = { .from = from, .to = to, .end = end, .cancellable = cancellable, .sums = sums };
  gboolean ok = TRUE;

  if (from < to && scope_call_view_init (&visit.view, store, lane))
    {
      ok = visit_all (&visit, error);
      scope_call_view_clear (&visit.view);
    }

  return ok;
}

gboolean
scope_call_store_pieces (ScopeCallStore *store, guint32 lane, gint64 from, gint64 to, gint64 end, gsize most,
                         ScopeCallPieces *pieces, gint64 *ret_until, GCancellable *cancellable, GError **error)
{
  Visit visit = { .from = from, .to = to, .end = end, .cancellable = cancellable, .pieces = pieces, .most = most,
                  .until = to };
  gboolean ok = TRUE;

  if (from < to && scope_call_view_init (&visit.view, store, lane))
    {
      ok = visit_all (&visit, error);
      scope_call_view_clear (&visit.view);
    }
  scope_call_pieces_end (pieces);
  *ret_until = visit.until;

  return ok;
}

/* --- when frames are left --- */

typedef struct
{
  gint64 *exits;
  guint standing; /* frames that are not left yet */
  guint n;        /* of the stack */
} Leaving;

static void
leave (Leaving *leaving, const ScopeTransition *rows, guint n)
{
  for (guint i = 0; i < n && leaving->standing > 0; i++)
    {
      if (SCOPE_CALL_OP (rows[i].code) == SCOPE_CALL_ENTER && leaving->n < SCOPE_CALL_MAX_DEPTH)
        leaving->n++;
      else if (SCOPE_CALL_OP (rows[i].code) == SCOPE_CALL_EXIT && leaving->n > 0)
        leaving->n--;
      while (leaving->standing > leaving->n)
        leaving->exits[--leaving->standing] = rows[i].time;
    }
}

/* The blocks after `block`, without opening those in which none of them is left. */
static gboolean
leave_blocks (const ScopeCallView *view, guint32 block, Leaving *leaving, gint64 to, GCancellable *cancellable, GError **error)
{
  g_autofree ScopeCallFrame *frames = g_new (ScopeCallFrame, SCOPE_CALL_MAX_DEPTH);
  g_autofree ScopeTransition *rows = g_new (ScopeTransition, SCOPE_CALL_ROWS);

  while (block < view->heights[0].n && leaving->standing > 0 && view->heights[0].blocks[block].t0 < to)
    {
      guint height = 0;
      const ScopeCallBlock *node = &view->heights[0].blocks[block], *higher;

      while ((block & ((1u << (3 * (height + 1))) - 1)) == 0
             && (higher = node_at (view, height + 1, block)) != NULL && higher->least >= leaving->standing)
        height++;
      if (height == 0 && node->least < leaving->standing)
        {
          if (g_cancellable_set_error_if_cancelled (cancellable, error)
              || !scope_call_read_rows (view->bytes, node, frames, &leaving->n, rows, error))
            return FALSE;
          leave (leaving, rows, node->count);
        }
      block += 1u << (3 * height);
    }

  return TRUE;
}

gboolean
scope_call_store_stack_at (ScopeCallStore *store, guint32 lane, gint64 time, gint64 to, ScopeCallFrame **ret_frames,
                           gint64 **ret_exits, guint *ret_n, GCancellable *cancellable, GError **error)
{
  ScopeCallCursor cursor;
  Leaving leaving;
  gboolean ok;

  /* What begins at that very time is there, what ends then is not. */
  if (!scope_call_cursor_init (&cursor, store, lane, time + 1, to, error))
    return FALSE;
  *ret_n = cursor.n_frames;
  *ret_frames = g_memdup2 (cursor.frames, cursor.n_frames * sizeof *cursor.frames);
  *ret_exits = g_new (gint64, cursor.n_frames + 1);
  leaving = (Leaving) { *ret_exits, cursor.n_frames, cursor.n_frames };
  leave (&leaving, cursor.rows + cursor.row, cursor.n_rows - cursor.row);
  ok = leave_blocks (cursor.view, cursor.block, &leaving, to, cancellable, error);
  if (ok && leaving.standing > 0 && cursor.tail && cursor.view->n_open > 0)
    {
      leaving.n = cursor.view->n_base;
      leave (&leaving, cursor.view->open, cursor.view->n_open);
    }
  while (leaving.standing > 0)
    (*ret_exits)[--leaving.standing] = to;
  for (guint i = 0; i < *ret_n; i++)
    (*ret_exits)[i] = MIN ((*ret_exits)[i], to);
  if (!ok)
    {
      g_clear_pointer (ret_frames, g_free);
      g_clear_pointer (ret_exits, g_free);
    }
  scope_call_cursor_clear (&cursor);

  return ok;
}
