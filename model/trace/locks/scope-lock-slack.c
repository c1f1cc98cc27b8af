/* scope-lock-slack.c: see scope-lock-slack.h.
 *
 * One pass back in time over all cores at once, in stretches of time of which the acquisitions are read. What is found out of a core is packed,
 * from its last piece to its first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/locks/scope-lock-slack.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-key.h"
#include "model/trace/analysis/scope-lane-ends.h"
#include "model/trace/locks/scope-locks.h"
#include "model/zoom/scope-leb.h"

#define ROWS_AT_ONCE 65536u
#define CHUNK_PIECES 4096u

/* An acquisition that was seen to succeed. */
typedef struct
{
  gint64 from, acquired, to;
  guint64 lock;
  guint32 core; /* of all */
  gboolean released;
} Use;

/* Of equal times the first of these is the later one. */
typedef enum
{
  BEGINS,
  ACQUIRES, /* and, if it had it for no time, released it */
  RELEASES,
} Kind;

typedef struct
{
  gint64 time;
  Kind kind;
  Use use;
} Event;

/* Some pieces: so many are unpacked at a time. */
typedef struct
{
  guint offset;
  guint n;
  gint64 packed; /* where the last piece begins */
} Chunk;

typedef struct
{
  ScopeLaneId lane;
  gint64 time;        /* so far back it is told */
  gint64 slack;       /* of what it did just before that */
  GArray *held;       /* of Use: that it has just before `time`, by when it had them */
  GByteArray *pieces; /* from the last to the first */
  GArray *chunks;     /* of Chunk: of them, likewise */
  Use waits;          /* until who had it before released it; its lock is none of those that are told meanwhile */
  gint64 had;         /* then */
  gboolean is_waiting;
} Core;

/* Whoever has had a lock next: who has it before must let it go. */
typedef struct
{
  guint64 lock;
  Use use;
  gint64 slack; /* when it had it */
} Next;

typedef struct
{
  const ScopeQueryRange *within;
  GArray *cores;      /* of Core */
  guint *first;       /* of each machine among them */
  GHashTable **next;  /* of each machine: set of Next, by lock */
  GArray *events;     /* of Event: of the stretch that is read */
  gint64 from, to;    /* of the stretch */
  GHashTable *numbers; /* lock → number */
  GArray *locks;      /* of guint64, by number */
} Slack;

/* The latest first. */
SCOPE_COMPARE_BY (compare_events, Event, SCOPE_DOWN (time) SCOPE_UP (kind) SCOPE_DOWN (use.to) SCOPE_UP (use.core))

/* A damaged log's times may lie as far from each other as numbers go. */
static gint64
after (gint64 from, gint64 to)
{
  return from < 0 && to > SCOPE_TIME_MAX + from ? SCOPE_TIME_MAX : to - from;
}

/* --- what is told --- */

static guint64
number_of (Slack *self, guint64 lock)
{
  gpointer number = g_hash_table_lookup (self->numbers, &lock);

  if (number == NULL)
    {
      g_array_append_val (self->locks, lock);
      number = GUINT_TO_POINTER (self->locks->len);
      g_hash_table_insert (self->numbers, g_memdup2 (&lock, sizeof lock), number);
    }
  return GPOINTER_TO_UINT (number);
}

static void
pack (Slack *self, Core *core, gint64 from)
{
  gint64 to = core->time;
  const Use *last = core->held->len > 0 ? &g_array_index (core->held, Use, core->held->len - 1) : NULL;
  Chunk *chunk;

  if (from >= to)
    return;
  core->time = from;
  if (to <= self->within->from || from >= self->within->to)
    return;
  chunk = core->chunks->len > 0 ? &g_array_index (core->chunks, Chunk, core->chunks->len - 1) : NULL;
  if (chunk == NULL || chunk->n == CHUNK_PIECES)
    {
      const Chunk more = { core->pieces->len, 0, to };

      g_array_append_val (core->chunks, more);
      chunk = &g_array_index (core->chunks, Chunk, core->chunks->len - 1);
    }
  scope_leb_put (core->pieces, (guint64) chunk->packed - (guint64) to);
  scope_leb_put (core->pieces, (guint64) to - (guint64) from);
  scope_leb_put (core->pieces, (guint64) core->slack);
  scope_leb_put (core->pieces, last != NULL ? number_of (self, last->lock) : 0);
  chunk->packed = from;
  chunk->n++;
}

/* From `time` back. */
static void
bound (Slack *self, Core *core, gint64 time, gint64 slack)
{
  if (slack >= core->slack)
    return;
  pack (self, core, time);
  core->slack = slack;
}

/* --- back in time --- */

static gboolean
is_same (const Use *a, const Use *b)
{
  return a->core == b->core && a->lock == b->lock && a->acquired == b->acquired && a->from == b->from;
}

/* There may be very many: a lock that is never seen to be released is held until the end. */
static void
hold (Core *core, const Use *use)
{
  guint place = (guint) SCOPE_BISECT (core->held->len, i, g_array_index (core->held, Use, i).acquired <= use->acquired);

  g_array_insert_vals (core->held, place, use, 1);
}

/* Going back, it is among those that it had last. */
static void
let_go (Core *core, const Use *use)
{
  guint i = core->held->len;

  while (i > 0 && g_array_index (core->held, Use, i - 1).acquired >= use->acquired)
    if (is_same (&g_array_index (core->held, Use, --i), use))
      g_array_remove_index (core->held, i);
}

static void
pass_release (Slack *self, const Use *use)
{
  Core *core = &g_array_index (self->cores, Core, use->core), *other;
  GHashTable *all = self->next[core->lane.machine];
  const Next *next = use->released ? g_hash_table_lookup (all, &use->lock) : NULL;

  pack (self, core, use->to);
  if (next != NULL && next->use.core != use->core)
    {
      other = &g_array_index (self->cores, Core, next->use.core);
      bound (self, core, use->to, scope_time_add (next->slack, MAX (after (use->to, next->use.from), 0)));
      /* What it did while it waited, in an interrupt, is not told apart. */
      if (use->to > next->use.from && other->time > use->to && !other->is_waiting)
        {
          pack (self, other, use->to);
          other->is_waiting = TRUE;
          other->waits = next->use;
          other->had = use->to;
        }
    }
  if (next != NULL)
    g_hash_table_remove (all, &use->lock);
  hold (core, use);
}

static void
pass_acquisition (Slack *self, const Use *use)
{
  Core *core = &g_array_index (self->cores, Core, use->core);
  Next *next = g_new0 (Next, 1);

  if (use->to <= use->acquired)
    pass_release (self, use);
  pack (self, core, use->acquired);
  let_go (core, use);
  core->is_waiting = FALSE;
  *next = (Next) { use->lock, *use, core->slack };
  g_hash_table_replace (self->next[core->lane.machine], &next->lock, next);
}

static void
pass_begin (Slack *self, const Use *use)
{
  Core *core = &g_array_index (self->cores, Core, use->core);

  if (!core->is_waiting || !is_same (&core->waits, use) || use->from >= core->time)
    return;
  core->is_waiting = FALSE;
  core->time = use->from; /* it waited, and that is no piece */
  core->slack = scope_time_add (core->slack, after (use->from, core->had));
}

static void
add_event (Slack *self, gint64 time, Kind kind, const Use *use)
{
  const Event event = { time, kind, *use };

  if (time >= self->from && time < self->to)
    g_array_append_val (self->events, event);
}

static void
take_use (const ScopeLockUse *row, gpointer data)
{
  Slack *self = data;
  ScopeMachine *machine = scope_trace_machine (self->within->trace, row->machine);
  guint32 index = row->processor >= 0 && row->processor <= G_MAXUINT16 ? scope_machine_find_processor (machine, (guint) row->processor) : SCOPE_NONE;
  const Use use = { row->wait_from, row->wait_to, row->hold_to, row->lock, self->first[row->machine] + index, row->released };

  if (index == SCOPE_NONE || !row->acquired)
    return;
  if (use.from < use.acquired)
    add_event (self, use.from, BEGINS, &use);
  add_event (self, use.acquired, ACQUIRES, &use);
  if (use.to > use.acquired)
    add_event (self, use.to, RELEASES, &use);
}

static gboolean
pass_stretch (Slack *self, gint64 from, gint64 to, GError **error)
{
  const ScopeQueryRange within = { .trace = self->within->trace, .from = from > SCOPE_TIME_MIN ? from - 1 : from, .to = to,
                                   .cancellable = self->within->cancellable };

  self->from = from;
  self->to = to;
  g_array_set_size (self->events, 0);
  if (!scope_locks_each (&within, take_use, self, error))
    return FALSE;
  g_array_sort (self->events, compare_events);
  SCOPE_EACH (const Event, event, self->events)
    if (event->kind == BEGINS)
      pass_begin (self, &event->use);
    else if (event->kind == ACQUIRES)
      pass_acquisition (self, &event->use);
    else
      pass_release (self, &event->use);
  return TRUE;
}

static gboolean
go_back (Slack *self, gint64 first, gint64 last, GError **error)
{
  guint64 n_rows = 0;
  gint64 n, until = SCOPE_TIME_MAX;

  SCOPE_EACH_MACHINE (machine, self->within->trace)
    n_rows += scope_table_n_rows (machine->tables[SCOPE_TABLE_LOCKS]);
  n = (gint64) (n_rows / ROWS_AT_ONCE) + 1;
  for (gint64 i = n; i-- > 0 && until > self->within->from;)
    {
      gint64 from = i > 0 ? first + (gint64) ((double) (last - first) / (double) n * (double) i) : SCOPE_TIME_MIN;

      if (from < until && !pass_stretch (self, from, until, error))
        return FALSE;
      until = MIN (from, until);
    }
  return TRUE;
}

/* --- from begin to end --- */

static gboolean
does (const ScopeInterval *interval)
{
  ScopeState state = scope_code_state (interval->code);

  return state == SCOPE_STATE_RUNNING || state == SCOPE_STATE_ACTIVE;
}

/* What runs of a piece; those of a core come in order of time, and its lane is read once. */
static gboolean
tell_piece (const Core *core, const ScopeLockSlack *piece, ScopeIntervalCursor *cursor, ScopeInterval *interval, gint64 offset,
            ScopeLockSlackFunc func, gpointer data, GError **error)
{
  GError *local = NULL;

  for (;;)
    {
      ScopeLockSlack part = *piece;

      part.from = MAX (piece->from, interval->from + offset);
      part.to = MIN (piece->to, scope_time_add (interval->to, offset));
      if (part.from < part.to && does (interval) && !func (data, core->lane, &part, error))
        return FALSE;
      if (scope_time_add (interval->to, offset) >= piece->to || !scope_interval_cursor_next (cursor, interval, &local))
        return scope_passed (local, error);
    }
}

/* Turns a chunk around. */
static void
unpack (Slack *self, const Core *core, const Chunk *chunk, ScopeLockSlack *pieces)
{
  const guint8 *at = core->pieces->data + chunk->offset, *end = core->pieces->data + core->pieces->len;
  guint64 gap = 0, length = 0, slack = 0, lock = 0, back = 0;

  for (guint i = chunk->n; i-- > 0;)
    {
      scope_leb_get (&at, end, &gap);
      scope_leb_get (&at, end, &length);
      scope_leb_get (&at, end, &slack);
      scope_leb_get (&at, end, &lock);
      pieces[i] = (ScopeLockSlack) { .to = (gint64) (back - gap), .slack = (gint64) slack, .holds = lock > 0 };
      back = back - gap - length;
      pieces[i].from = (gint64) back;
      pieces[i].lock = lock > 0 ? g_array_index (self->locks, guint64, lock - 1) : 0;
    }
  /* They were measured from the last one back, of which it is known only now when it began. */
  for (guint i = 0; i < chunk->n; i++)
    {
      pieces[i].from = (gint64) ((guint64) pieces[i].from - back + (guint64) chunk->packed);
      pieces[i].to = (gint64) ((guint64) pieces[i].to - back + (guint64) chunk->packed);
    }
}

static gboolean
tell_core (Slack *self, const Core *core, ScopeLockSlackFunc func, gpointer data, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (self->within->trace, core->lane.machine);
  gint64 offset = scope_trace_offset (self->within->trace, machine);
  g_autofree ScopeLockSlack *pieces = g_new (ScopeLockSlack, CHUNK_PIECES);
  g_auto (ScopeIntervalCursor) cursor
      = scope_interval_cursor (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, core->lane.index)->lane, SCOPE_TIME_MIN,
                               SCOPE_TIME_MAX, self->within->cancellable);
  ScopeInterval interval = { .from = SCOPE_TIME_MIN / 2, .to = SCOPE_TIME_MIN / 2, .code = SCOPE_CODE_UNKNOWN };

  for (guint c = core->chunks->len; c-- > 0;)
    {
      const Chunk *chunk = &g_array_index (core->chunks, Chunk, c);

      unpack (self, core, chunk, pieces);
      for (guint i = 0; i < chunk->n; i++)
        if (!tell_piece (core, &pieces[i], &cursor, &interval, offset, func, data, error))
          return FALSE;
    }
  return TRUE;
}

static void
core_clear (gpointer data)
{
  Core *core = data;

  g_array_unref (core->held);
  g_byte_array_unref (core->pieces);
  g_array_unref (core->chunks);
}

static gboolean
runs (gpointer data, const ScopeInterval *interval)
{
  return does (interval);
}

/* When it runs for the last time; TIME_MIN: never. */
static gboolean
find_end (ScopeTrace *trace, const Core *core, gint64 *ret_end, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, core->lane.machine);
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, core->lane.index)->lane;
  ScopeInterval interval;
  GError *local = NULL;

  *ret_end = SCOPE_TIME_MIN;
  if (scope_lane_last (machine->lanes, lane, SCOPE_TIME_MAX, runs, NULL, &interval, &local))
    *ret_end = scope_time_add (interval.to, scope_trace_offset (trace, machine));
  return scope_passed (local, error);
}

static gboolean
add_cores (Slack *self, gint64 *ret_end, GError **error)
{
  *ret_end = SCOPE_TIME_MIN;
  for (guint m = 0; m < scope_trace_n_machines (self->within->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (self->within->trace, m);

      self->first[m] = self->cores->len;
      self->next[m] = g_hash_table_new_full (scope_key_hash_pair, g_int64_equal, NULL, g_free);
      for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
        {
          Core core = { .lane = { m, SCOPE_KIND_PROCESSOR, p }, .held = g_array_new (FALSE, FALSE, sizeof (Use)), .pieces = g_byte_array_new (),
                        .chunks = g_array_new (FALSE, FALSE, sizeof (Chunk)) };

          if (!find_end (self->within->trace, &core, &core.time, error))
            {
              core_clear (&core);
              return FALSE;
            }
          *ret_end = MAX (*ret_end, core.time);
          g_array_append_val (self->cores, core);
        }
    }
  return TRUE;
}

gboolean
scope_lock_slack_walk (const ScopeQueryRange *within, ScopeLockSlackFunc func, gpointer data, GError **error)
{
  guint n = scope_trace_n_machines (within->trace);
  g_autoptr (GArray) cores = g_array_new (FALSE, FALSE, sizeof (Core)), events = g_array_new (FALSE, FALSE, sizeof (Event)),
                     locks = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autofree guint *first = g_new0 (guint, n + 1u);
  g_autofree GHashTable **next = g_new0 (GHashTable *, n + 1u);
  Slack self = { .within = within, .cores = cores, .first = first, .next = next, .events = events, .numbers = numbers, .locks = locks };
  gint64 begin, last, end = SCOPE_TIME_MIN;
  gboolean ok;

  g_array_set_clear_func (cores, core_clear);
  scope_trace_range (within->trace, &begin, &last);
  ok = add_cores (&self, &end, error);
  SCOPE_EACH (Core, core, cores)
    core->slack = core->time > SCOPE_TIME_MIN ? after (core->time, end) : 0;
  ok = ok && go_back (&self, begin, last, error);
  SCOPE_EACH (Core, core, cores)
    {
      pack (&self, core, MAX (begin, within->from));
      if (ok && core->chunks->len > 0)
        ok = tell_core (&self, core, func, data, error);
    }
  for (guint m = 0; m < n; m++)
    g_clear_pointer (&next[m], g_hash_table_unref);
  return ok;
}
