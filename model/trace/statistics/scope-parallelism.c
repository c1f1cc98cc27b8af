/* scope-parallelism.c: the lanes of all processors, merged: a heap of the ends of what each is doing now, so that every
 * change of any of them costs the logarithm of their number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-parallelism.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-sift.h"

#include <string.h>

#define CHECK_EVERY 65536u

typedef enum
{
  DOES_NOTHING, /* or is not alive */
  DOES_RUN,
  DOES_PERHAPS, /* nothing is known of it */
  DOES_COLLECT,
  N_DOINGS
} Doing;

typedef struct
{
  ScopeIntervalCursor cursor;
  gint64 offset;
  ScopeInterval next; /* read, but not begun; trace time */
  gboolean has_next;
  Doing now;
  gint64 until; /* trace time; TIME_MAX: for ever */
} Source;

typedef struct
{
  Source *sources;
  guint n;
  guint *heap; /* sources by `until`, the least on top */
  guint doing[N_DOINGS]; /* how many of them do what */
  ScopeParallelism *result;
} Sweep;

static Doing
doing_of (guint code)
{
  switch (scope_code_state (code))
    {
    case SCOPE_STATE_RUNNING:
    case SCOPE_STATE_ACTIVE:
      return DOES_RUN;
    case SCOPE_STATE_UNKNOWN:
      return DOES_PERHAPS;
    case SCOPE_STATE_COLLECTING:
      return DOES_COLLECT;
    default:
      return DOES_NOTHING;
    }
}

static gboolean
read_next (Source *source, GError **error)
{
  GError *local = NULL;

  source->has_next = scope_interval_cursor_next (&source->cursor, &source->next, &local);
  if (!scope_passed (local, error))
    return FALSE;
  source->next.from += source->offset;
  source->next.to += source->offset;
  return TRUE;
}

/* What it does from `time` on, and until when: neighbours that are alike for us are one. */
static gboolean
go_on (Source *source, gint64 time, GError **error)
{
  if (!source->has_next || source->next.from > time)
    {
      source->now = DOES_NOTHING;
      source->until = source->has_next ? source->next.from : SCOPE_TIME_MAX;
      return TRUE;
    }
  source->now = doing_of (source->next.code);
  do
    {
      source->until = source->next.to;
      if (!read_next (source, error))
        return FALSE;
    }
  while (source->has_next && source->next.from <= source->until && doing_of (source->next.code) == source->now);
  return TRUE;
}

#define IS_BEFORE(x, y) (sweep->sources[*(x)].until < sweep->sources[*(y)].until)

static void
pass_time (Sweep *sweep, gint64 ticks)
{
  ScopeParallelism *result = sweep->result;
  guint k = sweep->doing[DOES_RUN] + sweep->doing[DOES_PERHAPS];

  result->time[k] += ticks;
  if (sweep->doing[DOES_COLLECT] > 0)
    result->collecting[k] += ticks;
  if (k > 1)
    result->parallel_running += ticks * sweep->doing[DOES_RUN];
}

static gboolean
sweep_all (const ScopeQueryRange *within, Sweep *sweep, GError **error)
{
  gint64 time = sweep->result->from, to = sweep->result->to;
  guint turns = 0;

  for (guint i = 0; i < sweep->n; i++)
    {
      sweep->heap[i] = i;
      if (!read_next (&sweep->sources[i], error) || !go_on (&sweep->sources[i], time, error))
        return FALSE;
      sweep->doing[sweep->sources[i].now]++;
    }
  SCOPE_MAKE_HEAP (sweep->heap, sweep->n, IS_BEFORE);
  while (time < to)
    {
      Source *first = &sweep->sources[sweep->heap[0]];
      gint64 until = MIN (first->until, to);

      if (until > time)
        pass_time (sweep, until - time);
      time = MAX (time, until);
      if (time >= to)
        break;
      sweep->doing[first->now]--;
      if (!go_on (first, time, error))
        return FALSE;
      sweep->doing[first->now]++;
      SCOPE_SIFT_DOWN (sweep->heap, sweep->n, 0, IS_BEFORE);
      if (++turns % CHECK_EVERY == 0)
        {
          if (scope_query_range_cancelled (within, error))
            return FALSE;
          scope_query_range_progress (within, (guint64) (time - sweep->result->from),
                                      (guint64) (to - sweep->result->from));
        }
    }
  return !scope_query_range_cancelled (within, error);
}

static void
add_machine (const ScopeQueryRange *within, guint32 m, GArray *sources, ScopeParallelism *result)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, m);
  gint64 offset = scope_trace_offset (within->trace, machine), from, to, first, last;

  scope_query_range_own_range (within, machine, &from, &to);
  for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
    {
      guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->lane;
      Source source = { .offset = offset };

      if (!scope_machine_is_processor (machine, i)
          || !scope_query_range_has_lane (within, (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, i })
          || !scope_lane_store_life (machine->lanes, lane, &first, &last) || MAX (first, from) >= MIN (last, to))
        continue;
      result->from = MIN (sources->len > 0 ? result->from : SCOPE_TIME_MAX, MAX (first, from) + offset);
      result->to = MAX (sources->len > 0 ? result->to : SCOPE_TIME_MIN, MIN (last, to) + offset);
      scope_interval_cursor_init (&source.cursor, machine->lanes, lane, from, to);
      g_array_append_val (sources, source);
    }
}

gboolean
scope_parallelism_read (const ScopeQueryRange *within, ScopeParallelism *parallelism, GError **error)
{
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (Source));
  Sweep sweep = { .result = parallelism };
  gboolean ok = TRUE;

  memset (parallelism, 0, sizeof *parallelism);
  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (scope_query_range_has_machine (within, m))
      add_machine (within, m, sources, parallelism);
  parallelism->n = sweep.n = sources->len;
  parallelism->time = g_new0 (gint64, sweep.n + 1);
  parallelism->collecting = g_new0 (gint64, sweep.n + 1);
  sweep.sources = (Source *) (void *) sources->data;
  sweep.heap = g_new (guint, sweep.n + 1);
  if (sweep.n > 0)
    ok = sweep_all (within, &sweep, error);
  for (guint i = 0; i < sweep.n; i++)
    scope_interval_cursor_clear (&sweep.sources[i].cursor);
  g_free (sweep.heap);
  return ok;
}

void
scope_parallelism_clear (ScopeParallelism *parallelism)
{
  g_clear_pointer (&parallelism->time, g_free);
  g_clear_pointer (&parallelism->collecting, g_free);
}
