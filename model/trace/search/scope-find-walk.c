/* scope-find-walk.c: one lane's stack, row by row, beside what happened on it.
 *
 * Of every frame there is a mask: the names that it, or one below it, has. When its activation ends is known only later: until
 * then, what wants to know it is a list that hangs on the frame. What is still open at the window's end is asked for once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find-walk.h"

#include "model/base/scope-fail.h"
#include "model/trace/calls/scope-activations.h"

#define NOBODY G_MAXUINT32
#define STEP 65536u /* rows between two looks whether it is cancelled */

typedef struct
{
  gint64 enter;
  guint64 names, below; /* of its function; of those under it */
  guint32 function;
  guint32 waiting; /* the first of those found that want to know when it is left, NOBODY */
  guint32 own;     /* the activation itself, among those found, NOBODY */
} Frame;

typedef struct
{
  ScopeFindWindow *window;
  ScopeFindMachine *machine;
  const ScopeFindLane *lane;
  gint64 from, to;  /* of the window, own clock */
  gint64 end;       /* until when the stack is known */
  gint64 offset;
  guint n;
  Frame frames[SCOPE_CALL_MAX_DEPTH];
} Walk;

#define FOUND(walk, i) (&g_array_index ((walk)->window->found, ScopeFound, i))

static void
add_found (Walk *walk, const ScopeFound *found)
{
  ScopeFindWindow *window = walk->window;

  g_array_append_vals (window->found, found, 1);
  window->full |= window->found->len >= window->most;
}

static ScopeFindFacts
facts_of (const Walk *walk, const ScopeFound *found, ScopeFindKnown known)
{
  return (ScopeFindFacts) { .found = found, .known = known, .core = walk->lane->core, .tick_ps = walk->window->tick_ps,
                            .cycle_ps = walk->lane->cycle_ps };
}

/* --- frames --- */

static void
push (Walk *walk, gint64 time, guint32 function)
{
  Frame *frame = &walk->frames[walk->n], *under = walk->n > 0 ? frame - 1 : NULL;

  *frame = (Frame) { .enter = time, .function = function, .waiting = NOBODY, .own = NOBODY,
                     .names = scope_find_names_of (walk->window, walk->machine, function),
                     .below = under != NULL ? under->names | under->below : 0 };
  walk->n++;
}

/* The activation on top has begun in the window: may it be wanted? */
static void
begin_activation (Walk *walk)
{
  Frame *frame = &walk->frames[walk->n - 1];
  const Frame *under = walk->n > 1 ? frame - 1 : NULL;
  ScopeFound found = { .time = frame->enter, .duration = SCOPE_TABLE_NULL, .enter = frame->enter, .exit = SCOPE_TABLE_NULL,
                       .address = SCOPE_TABLE_NULL, .named = SCOPE_TABLE_NULL, .lane = walk->lane->id, .function = frame->function,
                       .caller = under != NULL ? under->function : SCOPE_FUNCTION_UNKNOWN,
                       .thread = scope_find_task_at (walk->lane, frame->enter),
                       .depth = (gint32) walk->n - 1, .by = -1, .kind = SCOPE_FOUND_ACTIVATION };
  ScopeFindFacts facts = facts_of (walk, &found, SCOPE_FIND_KNOWS_ALL & ~SCOPE_FIND_KNOWS_DURATION);

  facts.self = frame->names;
  facts.below = frame->below;
  facts.caller = under != NULL ? under->names : 0;
  if (scope_find_plan_judge (walk->window->plan, &facts) == SCOPE_FIND_NO)
    return;
  frame->own = walk->window->found->len;
  add_found (walk, &found);
}

static void
end_activation (Walk *walk, guint depth, gint64 exit)
{
  Frame *frame = &walk->frames[depth];
  const Frame *under = depth > 0 ? frame - 1 : NULL;
  ScopeFound *found = FOUND (walk, frame->own);
  ScopeFindFacts facts = facts_of (walk, found, SCOPE_FIND_KNOWS_ALL);

  found->exit = exit;
  found->duration = exit - frame->enter;
  facts.self = frame->names;
  facts.below = frame->below;
  facts.caller = under != NULL ? under->names : 0;
  if (scope_find_plan_judge (walk->window->plan, &facts) == SCOPE_FIND_YES)
    return;
  /* Most that are too short are the last. */
  if (frame->own + 1 == walk->window->found->len)
    g_array_set_size (walk->window->found, frame->own);
  else
    found->kind = SCOPE_FIND_DEAD;
}

/* All that wants to know hears when the frame is left. */
static void
notify_exit (Walk *walk, guint depth, gint64 exit)
{
  Frame *frame = &walk->frames[depth];

  exit = MAX (exit, frame->enter);
  while (frame->waiting != NOBODY)
    {
      ScopeFound *found = FOUND (walk, frame->waiting);

      frame->waiting = (guint32) found->exit;
      found->exit = exit;
    }
  if (frame->own != NOBODY)
    end_activation (walk, depth, exit);
  frame->own = NOBODY;
}

/* --- what happened --- */

/* Its frame; walk->n: none is. */
static guint
frame_of (const Walk *walk, const ScopeFound *found)
{
  if (found->depth >= 0 && (guint) found->depth < walk->n && walk->frames[found->depth].function == found->function)
    return (guint) found->depth;
  for (guint d = walk->n; d-- > 0;)
    if (walk->frames[d].function == found->function)
      return d;

  return walk->n;
}

static void
judge_candidate (Walk *walk, const ScopeFindCandidate *candidate)
{
  ScopeFound found = candidate->found;
  ScopeFindFacts facts = facts_of (walk, &found, SCOPE_FIND_KNOWS_ALL);
  guint depth = frame_of (walk, &found);
  Frame *frame = depth < walk->n ? &walk->frames[depth] : NULL;
  const Frame *under;

  if (frame == NULL && found.depth >= 0)
    depth = MIN ((guint) found.depth, walk->n);
  under = depth > 0 ? &walk->frames[depth - 1] : NULL;
  if (frame != NULL)
    {
      found.enter = frame->enter;
      found.depth = found.depth >= 0 ? found.depth : (gint32) depth;
    }
  facts.self = scope_find_names_of (walk->window, walk->machine, found.function);
  facts.below = under != NULL ? under->names | under->below : 0;
  if (found.caller == SCOPE_FUNCTION_UNKNOWN && under != NULL)
    found.caller = under->function;
  facts.caller = found.caller != SCOPE_FUNCTION_UNKNOWN ? scope_find_names_of (walk->window, walk->machine, found.caller) : 0;
  if (scope_find_plan_judge (walk->window->plan, &facts) != SCOPE_FIND_YES)
    return;
  if (frame != NULL)
    {
      found.exit = frame->waiting;
      frame->waiting = walk->window->found->len;
    }
  add_found (walk, &found);
}

/* --- the walk --- */

static void
apply (Walk *walk, const ScopeTransition *row, gboolean activations)
{
  if (SCOPE_CALL_OP (row->code) == SCOPE_CALL_ENTER && walk->n < SCOPE_CALL_MAX_DEPTH)
    {
      push (walk, row->time, row->ref);
      if (activations && row->time >= walk->from && row->time <= walk->end)
        begin_activation (walk);
    }
  else if (SCOPE_CALL_OP (row->code) == SCOPE_CALL_EXIT && walk->n > 0)
    {
      notify_exit (walk, walk->n - 1, row->time);
      walk->n--;
    }
}

static gboolean
walk_rows (Walk *walk, const ScopeFindCandidate *candidates, guint n, GError **error)
{
  gint64 first = n > 0 ? MIN (walk->from, candidates[0].at) : walk->from;
  GError *local = NULL;
  ScopeCallCursor cursor;
  ScopeTransition row;
  guint next = 0, n_rows = 0;

  if (!scope_call_cursor_init (&cursor, walk->machine->machine->calls, walk->lane->number, first, walk->to, error))
    return FALSE;
  for (guint i = 0; i < cursor.n_frames; i++)
    push (walk, cursor.frames[i].enter, cursor.frames[i].function);
  while (!walk->window->full && (walk->lane->activations || next < n) && scope_call_cursor_next (&cursor, &row, &local))
    {
      while (next < n && candidates[next].at < row.time)
        judge_candidate (walk, &candidates[next++]);
      apply (walk, &row, walk->lane->activations);
      if (++n_rows % STEP == 0 && g_cancellable_set_error_if_cancelled (walk->window->cancellable, &local))
        break;
    }
  scope_call_cursor_clear (&cursor);
  while (next < n && local == NULL && !walk->window->full)
    judge_candidate (walk, &candidates[next++]);
  return scope_passed (local, error);
}

/* When are the frames left that are still open, and asked about? `time` is where the walk stopped. */
static gboolean
close_frames (Walk *walk, gint64 time, GError **error)
{
  g_autofree ScopeCallFrame *frames = NULL;
  g_autofree gint64 *exits = NULL;
  gboolean asked = FALSE;
  guint n = 0;

  for (guint d = 0; d < walk->n; d++)
    asked |= walk->frames[d].waiting != NOBODY || walk->frames[d].own != NOBODY;
  if (!asked)
    return TRUE;
  if (time < walk->end
      && !scope_call_store_stack_at (walk->machine->machine->calls, walk->lane->number, time, walk->end, &frames, &exits, &n,
                                     walk->window->cancellable, error))
    return FALSE;
  for (guint d = walk->n; d-- > 0;)
    notify_exit (walk, d, d < n ? exits[d] : walk->end);

  return TRUE;
}

/* Of a lane without a stack only the event itself is known. */
static void
judge_without_stack (Walk *walk, const ScopeFindCandidate *candidates, guint n)
{
  for (guint i = 0; i < n && !walk->window->full; i++)
    judge_candidate (walk, &candidates[i]);
}

gboolean
scope_find_walk_lane (ScopeFindWindow *window, ScopeFindMachine *machine, guint lane, const ScopeFindCandidate *candidates, guint n,
                      GError **error)
{
  g_autofree Walk *walk = g_new (Walk, 1);
  ScopeQueryRange within = { .trace = window->trace, .from = window->from, .to = window->to };
  guint first = window->found->len;
  gboolean ok = TRUE;

  walk->window = window;
  walk->machine = machine;
  walk->lane = &g_array_index (machine->lanes, ScopeFindLane, lane);
  walk->offset = scope_trace_offset (window->trace, machine->machine);
  walk->n = 0;
  scope_query_range_own_range (&within, machine->machine, &walk->from, &walk->to);
  if (walk->lane->number == SCOPE_NONE)
    judge_without_stack (walk, candidates, n);
  else
    {
      walk->end = scope_activations_known_until (machine->machine, walk->lane->number);
      ok = walk_rows (walk, candidates, n, error);
      /* Where nothing more is wanted, the walk ends early: what stands then is what stood at the last one. */
      if (ok && !window->full)
        ok = close_frames (walk, walk->lane->activations ? walk->to - 1 : candidates[n - 1].at, error);
    }
  for (guint i = first; ok && i < window->found->len; i++)
    {
      ScopeFound *found = FOUND (walk, i);

      found->time = scope_time_add (found->time, walk->offset);
      if (found->enter != SCOPE_TABLE_NULL)
        found->enter += walk->offset;
      if (found->exit != SCOPE_TABLE_NULL)
        found->exit += walk->offset;
    }

  return ok;
}
