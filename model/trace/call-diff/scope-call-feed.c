/* scope-call-feed.c: see scope-call-feed.h.
 *
 * Rows of the call store are gone through once, with a note of which activation of ours each frame of its stack is. When there are more
 * activations than there is room for, as few of the lower levels are given up as gets rid of half of them, and nothing of these
 * levels is taken any more until the next window is filled.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/call-diff/scope-call-feed.h"

#include "model/base/scope-fail.h"
#include "model/trace/calls/scope-call-charges.h"
#include "model/trace/document/scope-query-range.h"

#include <string.h>

#define CHECK_EVERY 16384u
#define HEIGHTS (SCOPE_CALL_MAX_DEPTH + 1u)

struct _ScopeCallFeed
{
  ScopeCallLane *lane;
  ScopeCallCursor cursor;
  ScopeCallCharges *charges; /* NULL: there are none */
  guint base;                /* frames of the stack that are not ours */
  gboolean at_end;           /* our activation was left, or the lane has ended */
  ScopeTransition pending;   /* a row that was read, but not taken yet */
  gboolean has_pending;
  gint64 time;               /* of the row before */
  guint32 same;              /* rows of that time so far */
  GArray *nodes;             /* of ScopeCallBranch */
  guint start;               /* those before are dropped already */
  guint n_siblings;          /* that are complete and not dropped */
  guint limit;               /* heights from here on are not taken */
  guint32 counts[HEIGHTS];   /* nodes of each height */
  guint n_open;
  guint32 open[HEIGHTS];     /* of our frames: its node, or SCOPE_NONE */
};

#define NODE(feed, i) (&g_array_index ((feed)->nodes, ScopeCallBranch, i))

gboolean
scope_call_lane_init (ScopeCallLane *self, ScopeTrace *trace, ScopeLaneId id, gint64 from, gint64 to)
{
  ScopeQueryRange within = { .trace = trace, .from = from, .to = to };
  const ScopeEntity *entity;
  gint64 end;

  *self = (ScopeCallLane) { .trace = trace, .id = id, .lane = SCOPE_NONE, .processor = -1 };
  if (!scope_activations_in_lane (trace, id))
    return FALSE;
  self->machine = scope_trace_machine (trace, id.machine);
  entity = scope_machine_entity (self->machine, id.kind, id.index);
  if (id.kind == SCOPE_KIND_PROCESSOR)
    self->processor = (gint64) entity->number;
  scope_query_range_own_range (&within, self->machine, &self->from, &self->to);
  end = scope_activations_known_until (self->machine, entity->lane);
  /* Behind its end there is nothing; what was done in its last tick belongs to it. */
  self->read_to = end < self->to ? scope_time_add (end, 1) : self->to;
  self->charge_to = end < self->to ? SCOPE_TIME_MAX : self->to;
  self->to = MIN (self->to, end);
  if (self->from >= self->read_to)
    return FALSE;
  self->lane = entity->lane;
  self->insts = id.kind == SCOPE_KIND_PROCESSOR && self->machine->tables[SCOPE_TABLE_SEQS] != NULL
                && scope_table_n_rows (self->machine->tables[SCOPE_TABLE_SEQS]) > 0;
  self->hits = id.kind == SCOPE_KIND_PROCESSOR && self->machine->tables[SCOPE_TABLE_HITS] != NULL
               && scope_table_n_rows (self->machine->tables[SCOPE_TABLE_HITS]) > 0;
  return TRUE;
}

/* --- what is taken --- */

/* What is dropped goes. */
static void
close_gap (ScopeCallFeed *self)
{
  if (self->start > 0)
    g_array_remove_range (self->nodes, 0, self->start);
  for (guint h = 0; h < self->n_open; h++)
    if (self->open[h] != SCOPE_NONE)
      self->open[h] -= self->start;
  self->start = 0;
}

/* Levels from `limit` on are given up; those above them say so. */
static void
give_up (ScopeCallFeed *self, guint limit)
{
  g_autofree guint32 *places = NULL;
  guint32 stack[HEIGHTS];
  guint n = 0, depth = 0;

  close_gap (self);
  places = g_new (guint32, self->nodes->len + 1);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      ScopeCallBranch *node = NODE (self, i);

      if (node->height >= limit)
        {
          places[i] = SCOPE_NONE;
          NODE (self, n - 1)->cut = NODE (self, n - 1)->cut || node->height == limit;
          continue;
        }
      for (; depth > 0 && NODE (self, stack[depth - 1])->height >= node->height; depth--)
        NODE (self, stack[depth - 1])->size = n - stack[depth - 1];
      stack[depth++] = n;
      places[i] = n;
      *NODE (self, n++) = *node;
    }
  for (; depth > 0; depth--)
    NODE (self, stack[depth - 1])->size = n - stack[depth - 1];
  g_array_set_size (self->nodes, n);
  for (guint h = limit; h < HEIGHTS; h++)
    self->counts[h] = 0;
  for (guint h = 0; h < self->n_open; h++)
    if (self->open[h] != SCOPE_NONE)
      self->open[h] = places[self->open[h]];
  self->limit = limit;
}

static void
make_room (ScopeCallFeed *self, guint room)
{
  guint n = self->counts[0], limit = 1;

  while (limit < self->limit && n + self->counts[limit] <= room / 2)
    n += self->counts[limit++];
  if (limit < self->limit)
    give_up (self, limit);
}

/* A frame of ours is entered; the stack has `height` of them before. */
static void
enter (ScopeCallFeed *self, guint height, guint32 function, gint64 time, guint32 row)
{
  ScopeCallBranch node = { .from = time, .to = time, .function = function, .row = row, .height = (guint16) height, .size = 1 };

  self->n_open = height + 1;
  if (height >= self->limit)
    {
      if (self->open[height - 1] != SCOPE_NONE)
        NODE (self, self->open[height - 1])->cut = TRUE;
      self->open[height] = SCOPE_NONE;
      return;
    }
  self->open[height] = self->nodes->len;
  self->counts[height]++;
  g_array_append_val (self->nodes, node);
}

static void
leave (ScopeCallFeed *self, guint height, gint64 entered, gint64 time)
{
  gint64 duration = time - MAX (entered, self->lane->from);

  self->n_open = height;
  if (height > 0 && self->open[height - 1] != SCOPE_NONE)
    NODE (self, self->open[height - 1])->self -= duration;
  if (self->open[height] != SCOPE_NONE)
    {
      ScopeCallBranch *node = NODE (self, self->open[height]);

      node->to = time;
      node->self += duration;
      node->size = self->nodes->len - self->open[height];
    }
  if (height == 0)
    self->n_siblings++;
}

/* What lies before `time` to the frame that stood there. */
static gboolean
charge (ScopeCallFeed *self, gint64 time, GError **error)
{
  GError *local = NULL;
  ScopeCallCharge it;

  while (self->charges != NULL && scope_call_charges_next (self->charges, time, &it, &local))
    {
      guint32 place = self->cursor.n_frames > self->base ? self->open[self->cursor.n_frames - self->base - 1] : SCOPE_NONE;

      if (place == SCOPE_NONE)
        continue;
      if (it.kind == SCOPE_N_HITS)
        NODE (self, place)->insts += it.insts;
      else
        NODE (self, place)->hits[it.kind]++;
    }
  return scope_passed (local, error);
}

/* --- reading --- */

static gboolean
next_row (ScopeCallFeed *self, ScopeTransition *ret_row, GError **error)
{
  if (!self->has_pending)
    return scope_call_cursor_next (&self->cursor, ret_row, error);
  *ret_row = self->pending;
  self->has_pending = FALSE;
  return TRUE;
}

/* FALSE: our activation is left. */
static gboolean
take_row (ScopeCallFeed *self, const ScopeTransition *row)
{
  guint n = self->cursor.n_frames;

  self->same = row->time == self->time ? self->same + 1 : 0;
  self->time = row->time;
  if (SCOPE_CALL_OP (row->code) == SCOPE_CALL_ENTER && n < SCOPE_CALL_MAX_DEPTH)
    enter (self, n - self->base, row->ref, row->time, self->same);
  else if (SCOPE_CALL_OP (row->code) == SCOPE_CALL_EXIT && n > 0)
    {
      if (n == self->base)
        return FALSE;
      leave (self, n - 1 - self->base, self->cursor.frames[n - 1].enter, row->time);
    }
  return TRUE;
}

/* The next row; FALSE at the end, or with error. */
static gboolean
step (ScopeCallFeed *self, GError **error)
{
  ScopeTransition row;
  GError *local = NULL;
  gboolean more = next_row (self, &row, &local);

  if (local == NULL)
    charge (self, more ? row.time : self->lane->charge_to, &local);
  if (!scope_passed (local, error))
    return FALSE;
  self->lane->n_read++;
  if (more && take_row (self, &row))
    return TRUE;
  self->at_end = TRUE;
  for (guint n = more ? 0 : self->cursor.n_frames; n > self->base; n--)
    leave (self, n - 1 - self->base, self->cursor.frames[n - 1].enter, self->lane->to);
  return FALSE;
}

gboolean
scope_call_feed_fill (ScopeCallFeed *self, guint n, guint room, GCancellable *cancellable, GError **error)
{
  GError *local = NULL;

  /* What is open goes on as it was cut; there is none between windows but at the very start. */
  self->limit = HEIGHTS;
  while (!self->at_end && self->n_siblings < n && step (self, &local))
    {
      if (self->nodes->len - self->start > room && self->limit > 1)
        make_room (self, room);
      if (self->lane->n_read % CHECK_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, &local))
        break;
    }
  return scope_passed (local, error);
}

const ScopeCallBranch *
scope_call_feed_get (ScopeCallFeed *self, guint *ret_n)
{
  *ret_n = self->nodes->len - self->start;
  return (const ScopeCallBranch *) (const void *) self->nodes->data + self->start;
}

void
scope_call_feed_drop (ScopeCallFeed *self, guint n)
{
  for (guint i = self->start; i < self->start + n; i++)
    {
      self->counts[NODE (self, i)->height]--;
      self->n_siblings -= NODE (self, i)->height == 0;
    }
  self->start += n;
  if (self->start > self->nodes->len / 2)
    close_gap (self);
}

/* --- life --- */

/* Where a block ends among rows of one time, a cursor from that time begins within them: so it begins before it. */
static gboolean
seek (ScopeCallFeed *self, gint64 from, GError **error)
{
  GError *local = NULL;

  if (!scope_call_cursor_init (&self->cursor, self->lane->machine->calls, self->lane->lane, scope_time_add (from, -1),
                               self->lane->read_to, error))
    return FALSE;
  do
    self->has_pending = scope_call_cursor_next (&self->cursor, &self->pending, &local);
  while (self->has_pending && self->pending.time < from);
  return scope_passed (local, error);
}

/* To the row at which the activation was entered, or to the start of the range, where it stands already. */
static gboolean
find_above (ScopeCallFeed *self, const ScopeCallBranch *above, guint depth, GError **error)
{
  ScopeTransition row;
  GError *local = NULL;

  self->base = depth + 1;
  if (above->row == SCOPE_NONE)
    return self->cursor.n_frames >= self->base;
  for (guint32 i = 0; i <= above->row; i++)
    if (!next_row (self, &row, &local))
      {
        if (local != NULL)
          g_propagate_error (error, local);
        return FALSE;
      }
  self->time = row.time;
  self->same = above->row;
  /* The cursor's stack is that before the row: it stands from the next step on. */
  return TRUE;
}

ScopeCallFeed *
scope_call_feed_new (ScopeCallLane *lane, const ScopeCallBranch *above, guint depth, GError **error)
{
  ScopeCallFeed *self = g_new0 (ScopeCallFeed, 1);
  gint64 from = above != NULL ? above->from : lane->from;
  GError *local = NULL;

  self->lane = lane;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (ScopeCallBranch));
  self->limit = HEIGHTS;
  self->time = SCOPE_TIME_MIN;
  if (lane->lane == SCOPE_NONE)
    {
      self->at_end = TRUE;
      return self;
    }
  if (!seek (self, from, error))
    {
      scope_call_feed_free (self);
      return NULL;
    }
  if (lane->insts || lane->hits)
    self->charges = scope_call_charges_new (lane->machine, lane->processor, from, lane->charge_to);
  if (above != NULL && !find_above (self, above, depth, &local))
    {
      if (local != NULL)
        {
          g_propagate_error (error, local);
          scope_call_feed_free (self);
          return NULL;
        }
      self->at_end = TRUE;
    }
  if (!self->at_end && (above == NULL || above->row == SCOPE_NONE))
    for (guint i = self->base; i < self->cursor.n_frames; i++)
      enter (self, i - self->base, self->cursor.frames[i].function, lane->from, SCOPE_NONE);
  return self;
}

void
scope_call_feed_free (ScopeCallFeed *self)
{
  if (self == NULL)
    return;
  if (self->cursor.frames != NULL)
    scope_call_cursor_clear (&self->cursor);
  scope_call_charges_free (self->charges);
  g_array_unref (self->nodes);
  g_free (self);
}
