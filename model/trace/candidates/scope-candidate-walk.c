/* scope-candidate-walk.c: see scope-candidate-walk.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/candidates/scope-candidate-walk.h"

#include "model/base/scope-fail.h"
#include "model/trace/calls/scope-activations.h"

#include <math.h>

#define CHECK_EVERY 65536u
#define MOST_PIECES (1u << 18) /* of a function */
#define CALLEES 6u             /* different ones that are told of a group */

typedef struct
{
  guint32 function;
  gint64 time;
} Callee;

/* Calls of one activation that follow each other. Times are of work: without what the process was out, or collected. */
typedef struct
{
  guint64 n, n_free;
  gboolean tied;   /* one of them is, or went on by a tail call back */
  gint64 from, to; /* own clock */
  gint64 work_from, work_to, sum;
  gint64 chain, longest;         /* of the tied together; of the free: with groups of the same caller beside each other … */
  gint64 all_chain, all_longest; /* … and with all groups */
  Callee callees[CALLEES];
  guint n_callees;
} Group;

typedef struct
{
  guint32 function;
  guint32 level;                             /* in the lane's stack */
  guint32 under;                             /* place of the activation of the same function under it + 1; 0: none */
  gboolean pending;                          /* it ended with a tail call: who follows on its level was called by it, or is itself */
  gboolean tied;                             /* something happened in it */
  gboolean by_tail, resumed;                 /* it was called by a tail call; it went on, or came back, by one */
  gint64 from, work_from, ended, work_ended; /* of one that is pending */
  gint64 inner;                              /* saved by activations of the same function in the call that goes on */
  gint64 saved, all_saved;                   /* of its groups */
  Group group;
} Frame;

/* --- sums --- */

static void
sum_free (gpointer data)
{
  ScopeCandidateSum *sum = data;

  if (sum == NULL)
    return;
  g_clear_pointer (&sum->callees, g_hash_table_unref);
  g_clear_pointer (&sum->pieces, g_array_unref);
  g_free (sum);
}

static ScopeCandidateSum *
sum_of (ScopeCandidateWalk *walk, guint32 function)
{
  ScopeCandidateSum *sum = g_ptr_array_index (walk->sums, function);

  if (sum == NULL)
    {
      sum = walk->sums->pdata[function] = g_new0 (ScopeCandidateSum, 1);
      sum->function = function;
    }
  return sum;
}

static void
add_callees (ScopeCandidateSum *sum, const Group *group)
{
  if (sum->callees == NULL)
    sum->callees = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < group->n_callees; i++)
    {
      gpointer key = GUINT_TO_POINTER (group->callees[i].function);
      gint64 *time = g_hash_table_lookup (sum->callees, key);

      if (time == NULL)
        g_hash_table_insert (sum->callees, key, time = g_new0 (gint64, 1));
      *time += group->callees[i].time;
    }
}

static void
add_piece (ScopeCandidateWalk *walk, ScopeCandidateSum *sum, const Group *group, gint64 saved)
{
  gint64 work = group->work_to - group->work_from;
  ScopeWhatIfPiece piece = { walk->task, group->from + walk->offset, 1 - (double) saved / (double) MAX (work, 1) };

  if (!sum->wanted || saved == 0)
    return;
  if (sum->pieces != NULL && sum->pieces->len >= MOST_PIECES)
    {
      sum->wanted = FALSE;
      g_clear_pointer (&sum->pieces, g_array_unref);
      return;
    }
  if (sum->pieces == NULL)
    sum->pieces = g_array_new (FALSE, FALSE, sizeof piece);
  g_array_append_val (sum->pieces, piece);
  piece.time = group->to + walk->offset;
  piece.factor = 1;
  g_array_append_val (sum->pieces, piece);
}

/* A group that lies in no other one of that caller. */
static void
add_group (ScopeCandidateWalk *walk, guint32 function, const Group *group, gint64 saved)
{
  ScopeCandidateSum *sum = sum_of (walk, function);
  double idle = scope_idle_share_within (walk->share, group->from, group->to);
  gint64 least = (gint64) ceil ((double) group->sum / (1 + MAX (idle, 0))), span = group->sum - saved;

  sum->time += group->sum;
  sum->span += span;
  saved = group->sum - MAX (span, MIN (least, group->sum));
  sum->saved += saved;
  add_piece (walk, sum, group, saved);
}

/* --- groups --- */

static Frame *
frame_at (ScopeCandidateWalk *walk, guint place)
{
  return &g_array_index (walk->frames, Frame, place);
}

static Frame *
top (ScopeCandidateWalk *walk)
{
  return walk->frames->len > 0 ? frame_at (walk, walk->frames->len - 1) : NULL;
}

static void
close_group (ScopeCandidateWalk *walk, Frame *frame)
{
  const Group *group = &frame->group;
  gint64 saved = group->sum - MAX (group->chain, group->longest), all_saved = group->sum - MAX (group->all_chain, group->all_longest);

  if (group->n == 0)
    return;
  if (group->n_free + group->tied > 1 && frame->function != SCOPE_FUNCTION_UNKNOWN)
    for (guint i = 0; i < 2; i++)
      {
        ScopeCandidateSum *sum = sum_of (walk, i == 0 ? frame->function : SCOPE_CANDIDATE_ALL);

        sum->groups++;
        sum->calls += group->n;
        if (i == 0)
          add_callees (sum, group);
      }
  if (saved > 0 && frame->under == 0 && frame->function != SCOPE_FUNCTION_UNKNOWN)
    add_group (walk, frame->function, group, saved);
  if (all_saved > 0 && frame == frame_at (walk, 0))
    add_group (walk, SCOPE_CANDIDATE_ALL, group, all_saved);
  frame->saved += saved;
  frame->all_saved += all_saved;
  frame->group = (Group) { 0 };
}

static void
note_callee (Group *group, guint32 function, gint64 time)
{
  guint i = 0;

  while (i < group->n_callees && group->callees[i].function != function)
    i++;
  if (i == CALLEES)
    return;
  if (i == group->n_callees)
    group->callees[group->n_callees++] = (Callee) { function, 0 };
  group->callees[i].time += time;
}

/* The call `child` of `frame` has ended; `went_on`: by a tail call to `frame` itself, or to one below it, so what follows is what it made of it. So is
 * what such a loop ends with. */
static void
add_call (ScopeCandidateWalk *walk, Frame *frame, const Frame *child, gboolean went_on, gint64 time, gint64 work)
{
  Group *group = &frame->group;
  gint64 took = work - child->work_from, own = took - frame->inner, all = took - child->all_saved;

  /* A caller that is not known has calls, but no groups: it may be several. */
  if (group->n > 0 && frame->function == SCOPE_FUNCTION_UNKNOWN)
    close_group (walk, frame);
  if (group->n == 0)
    {
      group->from = child->from;
      group->work_from = child->work_from;
    }
  group->n++;
  group->to = time;
  group->work_to = work;
  group->sum += took;
  note_callee (group, child->function, took);
  frame->tied |= child->tied;
  if (child->tied || went_on || (child->by_tail && frame->resumed))
    {
      group->tied = TRUE;
      group->chain += own;
      group->all_chain += all;
    }
  else
    {
      group->n_free++;
      group->longest = MAX (group->longest, own);
      group->all_longest = MAX (group->all_longest, all);
    }
  frame->inner = 0;
}

static void
effect (ScopeCandidateWalk *walk)
{
  Frame *frame = top (walk);

  if (frame == NULL)
    return;
  frame->tied = TRUE;
  close_group (walk, frame);
}

/* --- the stack --- */

static gint64
work_at (const ScopeCandidateWalk *walk, gint64 time)
{
  return time - walk->out - (walk->out_since > SCOPE_TIME_MIN ? time - walk->out_since : 0);
}

static gboolean
is_effect (ScopeCandidateWalk *walk, guint32 function)
{
  if (walk->shares[function] == 0)
    walk->shares[function] = scope_call_is_effect (scope_activations_function (walk->machine, function)) ? 2 : 1;
  return walk->shares[function] == 2;
}

static void
push (ScopeCandidateWalk *walk, guint32 function, guint32 level, gint64 time)
{
  Frame frame = { .function = function < walk->n_functions ? function : SCOPE_FUNCTION_UNKNOWN, .level = level, .from = time,
                  .work_from = work_at (walk, time) };

  frame.under = walk->innermost[frame.function];
  frame.tied = is_effect (walk, frame.function);
  frame.by_tail = top (walk) != NULL && top (walk)->pending && top (walk)->level == level;
  g_array_append_val (walk->frames, frame);
  walk->innermost[frame.function] = walk->frames->len;
}

static void
finish_top (ScopeCandidateWalk *walk, gboolean went_on, gint64 time, gint64 work)
{
  Frame *frame = top (walk), done;

  close_group (walk, frame);
  walk->innermost[frame->function] = frame->under;
  if (frame->under > 0)
    frame_at (walk, frame->under - 1)->inner += frame->saved;
  done = *frame;
  g_array_set_size (walk->frames, walk->frames->len - 1);
  if (walk->frames->len > 0)
    add_call (walk, top (walk), &done, went_on, time, work);
}

/* Those above the lowest `n` that ended with a tail call after which nothing came; the others of them end now. Who is below ends no earlier. */
static void
finish_to (ScopeCandidateWalk *walk, guint n, gint64 now)
{
  gint64 time = SCOPE_TIME_MIN, work = 0;

  while (walk->frames->len > n)
    {
      const Frame *frame = top (walk);
      gint64 ended = frame->pending ? frame->ended : now;

      if (ended > time)
        {
          time = ended;
          work = frame->pending ? frame->work_ended : work_at (walk, now);
        }
      finish_top (walk, FALSE, time, work);
    }
}

static void
finish_above (ScopeCandidateWalk *walk, guint32 level, gint64 now)
{
  guint n = walk->frames->len;

  while (n > 0 && frame_at (walk, n - 1)->level > level)
    n--;
  finish_to (walk, n, now);
}

static void
enter (ScopeCandidateWalk *walk, guint32 function, guint32 level, gint64 time)
{
  guint32 place;

  finish_above (walk, level, time);
  place = function < walk->n_functions ? walk->innermost[function] : 0;
  if (place == 0 || frame_at (walk, place - 1)->level != level || function == SCOPE_FUNCTION_UNKNOWN)
    {
      push (walk, function, level, time);
      return;
    }
  while (walk->frames->len > place)
    finish_top (walk, TRUE, time, work_at (walk, time));
  top (walk)->pending = FALSE;
  top (walk)->resumed = TRUE;
}

static void
leave (ScopeCandidateWalk *walk, guint32 level, gint64 time, guint flags)
{
  finish_above (walk, level, time);
  if ((flags & SCOPE_CALL_TAIL) != 0 && walk->frames->len > 0 && top (walk)->level == level)
    {
      top (walk)->pending = TRUE;
      top (walk)->ended = time;
      top (walk)->work_ended = work_at (walk, time);
      return;
    }
  while (walk->frames->len > 0 && top (walk)->level == level)
    finish_top (walk, FALSE, time, work_at (walk, time));
}

static void
take_row (ScopeCandidateWalk *walk, const ScopeCallCursor *cursor, const ScopeTransition *row)
{
  guint32 n = cursor->n_frames;
  gboolean enters = SCOPE_CALL_OP (row->code) == SCOPE_CALL_ENTER;
  guint32 function = enters ? row->ref : n > 0 ? cursor->frames[n - 1].function : SCOPE_FUNCTION_UNKNOWN;

  if (SCOPE_CALL_OP (row->code) == SCOPE_CALL_COUNT || (!enters && n == 0))
    return;
  if (scope_function_is_pseudo (function))
    {
      if (!enters && walk->out_since > SCOPE_TIME_MIN)
        walk->out += row->time - walk->out_since;
      walk->out_since = enters ? row->time : SCOPE_TIME_MIN;
    }
  else if (enters)
    enter (walk, function, n, row->time);
  else
    leave (walk, n - 1, row->time, row->code);
}

/* --- lanes --- */

static void
begin (ScopeCandidateWalk *walk, const ScopeCallCursor *cursor, gint64 from)
{
  g_array_set_size (walk->frames, 0);
  walk->out = 0;
  walk->out_since = SCOPE_TIME_MIN;
  for (guint32 i = 0; i < cursor->n_frames; i++)
    if (scope_function_is_pseudo (cursor->frames[i].function))
      walk->out_since = MAX (from, cursor->frames[i].enter);
    else
      push (walk, cursor->frames[i].function, i, MAX (from, cursor->frames[i].enter));
}

static gboolean
take_rows (ScopeCandidateWalk *walk, const ScopeQueryRange *within, ScopeCallCursor *cursor, const ScopeCallEffect *effects, gsize n, gint64 end,
           GError **error)
{
  GError *local = NULL;
  ScopeTransition row;
  guint count = 0;
  gsize i = 0;

  while (scope_call_cursor_next (cursor, &row, &local))
    {
      /* What happened at that very moment may have happened before the row or behind it. */
      for (; i < n && effects[i].time <= row.time; i++)
        effect (walk);
      take_row (walk, cursor, &row);
      if (i > 0 && effects[i - 1].time == row.time)
        effect (walk);
      if (++count % CHECK_EVERY == 0 && scope_query_range_cancelled (within, error))
        return FALSE;
    }
  for (; i < n && effects[i].time < end; i++)
    effect (walk);
  finish_to (walk, 0, end);
  return scope_passed (local, error);
}

gboolean
scope_candidate_walk_lane (ScopeCandidateWalk *walk, const ScopeQueryRange *within, ScopeLaneId lane, const ScopeCallEffect *effects, gsize n,
                           GError **error)
{
  ScopeMachine *machine = walk->machine;
  g_autofree char *id = scope_machine_entity_id (machine, lane.kind, lane.index);
  guint32 number = scope_machine_entity (machine, lane.kind, lane.index)->lane;
  gint64 from, to, end = scope_activations_known_until (machine, number);
  ScopeCallCursor cursor;
  gsize skipped = 0;
  gboolean ok;

  scope_query_range_own_range (within, machine, &from, &to);
  if (end < to)
    to = MAX (from, end + 1);
  if (from >= to)
    return TRUE;
  while (skipped < n && effects[skipped].time < from)
    skipped++;
  walk->offset = scope_trace_offset (within->trace, machine);
  walk->task = (ScopeTaskId) { machine->index, scope_machine_find_entity (machine, SCOPE_KIND_THREAD, id) };
  if (!scope_call_cursor_init (&cursor, machine->calls, number, from, to, error))
    return FALSE;
  begin (walk, &cursor, from);
  ok = take_rows (walk, within, &cursor, effects + skipped, n - skipped, MIN (end, to), error);
  scope_call_cursor_clear (&cursor);
  return ok;
}

void
scope_candidate_walk_init (ScopeCandidateWalk *walk, ScopeMachine *machine, const ScopeIdleShare *share)
{
  *walk = (ScopeCandidateWalk) { .machine = machine, .share = share };
  walk->n_functions = (guint32) MIN (scope_table_n_rows (machine->tables[SCOPE_TABLE_FUNCTIONS]) + 1, SCOPE_FUNCTION_COLLECT);
  walk->sums = g_ptr_array_new_with_free_func (sum_free);
  g_ptr_array_set_size (walk->sums, (gint) walk->n_functions);
  walk->innermost = g_new0 (guint32, walk->n_functions);
  walk->shares = g_new0 (guint8, walk->n_functions);
  walk->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
}

void
scope_candidate_walk_clear (ScopeCandidateWalk *walk)
{
  g_clear_pointer (&walk->sums, g_ptr_array_unref);
  g_clear_pointer (&walk->innermost, g_free);
  g_clear_pointer (&walk->shares, g_free);
  g_clear_pointer (&walk->frames, g_array_unref);
}

void
scope_candidate_walk_want (ScopeCandidateWalk *walk, const guint32 *functions, guint n)
{
  g_ptr_array_set_size (walk->sums, 0);
  g_ptr_array_set_size (walk->sums, (gint) walk->n_functions);
  for (guint i = 0; i < n; i++)
    sum_of (walk, functions[i])->wanted = TRUE;
}
