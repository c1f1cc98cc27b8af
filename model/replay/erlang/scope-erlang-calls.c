/* scope-erlang-calls.c: the call stacks of Erlang's processes, from traced calls and returns.
 *
 * A call's record names the function and, with Percept2's match specification, its *caller*: the function that it will return to.
 * What called it is either that function, or one that was called by it and gave its own place away (a tail call). Returns are told
 * by where they lead to (return_to), or by what returned (return_from, exception_from). So the stack is rebuilt:
 *
 *     call f, caller is the uppermost                f is called by it
 *             caller is further down                 what lies above it is gone: the one just above called f as its last act
 *             caller is not there                    a function that is not traced: it goes onto the stack now, before f
 *             caller is undefined                    f is what the process began with, or takes its place
 *     return_to r    r is under the uppermost        the uppermost is left
 *                    r is further down               so are those between: they were left unseen (an exception)
 *                    r is not there                  all are left, r was there before the trace began
 *
 * Of a function that calls itself the record does not tell whether that was a tail call, where its caller is itself as well; it is taken
 * for none, and the next return puts it right. Functions that are not traced show while a function that they called runs, and from then
 * until their caller shows again.
 *
 * While a process is out or collects, the pseudo functions lie on top. What is kept is bounded: equal neighbours are one entry, and
 * beyond MOST_FRAMES of all processes together calls are counted only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

#define MOST_FRAMES (8u * 1024u * 1024u)
/* So far down a caller is looked for: who is not found there is taken for one that is not traced. */
#define SEARCHED 1024u
/* Calls without any return, callers unknown: then there is no telling how deep they are. */
#define FLAT_DEPTH 64u

typedef struct
{
  guint32 text;  /* the function */
  guint32 n;     /* so many of it, one on the other */
} Frames;

struct _ScopeErlangStack
{
  Frames *frames;
  guint32 n, n_alloc;
  guint64 depth;        /* of the frames together */
  guint64 lost;         /* frames on top that are not kept */
  guint32 pseudo;       /* on top of all; 0: none */
  guint8 out, collecting;
  guint8 from_nothing;  /* the lowest has no caller */
  guint8 just_left;     /* the last was a return_from: its return_to says nothing new */
};

static void
emit (ScopeErlangReplay *self, const ScopeErlangProcess *process, gint64 time, guint code, guint32 function)
{
  self->sink->klass->call (self->sink, process->lane, time, code, function);
}

/* --- the stack --- */

static guint32
uppermost (const ScopeErlangStack *stack)
{
  return stack->n > 0 ? stack->frames[stack->n - 1].text : 0;
}

static void
push (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time, guint32 text, guint flags)
{
  ScopeErlangStack *stack = process->stack;
  guint32 function = scope_erlang_function (self, text, time);

  if (stack->lost > 0 || (self->n_frames >= MOST_FRAMES && uppermost (stack) != text))
    {
      stack->lost++;
      emit (self, process, time, SCOPE_CALL_COUNT, function);
      return;
    }
  if (stack->n > 0 && uppermost (stack) == text && stack->frames[stack->n - 1].n < G_MAXUINT32)
    stack->frames[stack->n - 1].n++;
  else
    {
      if (stack->n == stack->n_alloc)
        {
          stack->n_alloc = MAX (8, stack->n_alloc * 2);
          stack->frames = g_renew (Frames, stack->frames, stack->n_alloc);
        }
      stack->frames[stack->n++] = (Frames) { text, 1 };
      self->n_frames++;
    }
  stack->depth++;
  emit (self, process, time, SCOPE_CALL_ENTER | flags, function);
}

static void
pop (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time, guint flags)
{
  ScopeErlangStack *stack = process->stack;

  emit (self, process, time, SCOPE_CALL_EXIT | flags, 0);
  stack->depth--;
  if (--stack->frames[stack->n - 1].n == 0)
    {
      stack->n--;
      self->n_frames--;
    }
}

/* Leaves all above the lowest `depth` frames; `flags` are the last one's. */
static void
pop_to (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time, guint64 depth, guint flags)
{
  ScopeErlangStack *stack = process->stack;

  stack->lost = 0;
  while (stack->depth > depth)
    pop (self, process, time, stack->depth == depth + 1 ? flags : 0);
  if (depth == 0)
    stack->from_nothing = FALSE;
}

/* Below the n-th of the kept frames, up to which there are `depth`: the number of frames up to the uppermost one of that function,
 * itself among them; 0: it is not there. */
static guint64
find_below (const ScopeErlangStack *stack, guint32 n, guint64 depth, guint32 text, guint32 most)
{
  for (guint32 i = n; i > 0 && n - i < most; i--)
    {
      if (stack->frames[i - 1].text == text)
        return depth;
      depth -= stack->frames[i - 1].n;
    }

  return 0;
}

static guint64
find (const ScopeErlangStack *stack, guint32 text, guint32 most)
{
  return find_below (stack, stack->n, stack->depth, text, most);
}

/* The same under the uppermost frame. */
static guint64
find_under (const ScopeErlangStack *stack, guint32 text)
{
  if (stack->n == 0)
    return 0;
  if (stack->frames[stack->n - 1].n > 1 && uppermost (stack) == text)
    return stack->depth - 1;

  return find_below (stack, stack->n - 1, stack->depth - stack->frames[stack->n - 1].n, text, G_MAXUINT32);
}

/* --- out and collecting --- */

static void
show_pseudo (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  ScopeErlangStack *stack = process->stack;
  guint32 wanted = stack->depth == 0 ? 0 : stack->collecting ? SCOPE_FUNCTION_COLLECT : stack->out ? SCOPE_FUNCTION_SUSPEND : 0;

  if (wanted == stack->pseudo)
    return;
  if (stack->pseudo != 0)
    emit (self, process, time, SCOPE_CALL_EXIT, 0);
  if (wanted != 0)
    emit (self, process, time, SCOPE_CALL_ENTER, wanted);
  stack->pseudo = wanted;
}

/* It calls or returns: so it runs. */
static void
wake (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  process->stack->out = process->stack->collecting = FALSE;
  show_pseudo (self, process, time);
}

/* --- calls and returns --- */

static void
settle_caller (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  ScopeErlangStack *stack = process->stack;
  guint64 depth;

  if (uppermost (stack) == event->b || stack->lost > 0)
    return;
  depth = find (stack, event->b, SEARCHED);
  if (depth > 0)
    pop_to (self, process, event->time, depth, SCOPE_CALL_TAIL);
  else
    push (self, process, event->time, event->b, SCOPE_CALL_EARLY | (stack->depth > 0 ? SCOPE_CALL_IRREGULAR : 0));
}

static void
call (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  ScopeErlangStack *stack = process->stack;

  wake (self, process, event->time);
  stack->just_left = FALSE;
  if (event->b != 0)
    settle_caller (self, process, event);
  else if ((event->stream & SCOPE_ERL_CALLER) != 0) /* the record says: nobody */
    {
      pop_to (self, process, event->time, 0, stack->from_nothing ? SCOPE_CALL_TAIL : 0);
      stack->from_nothing = TRUE;
    }
  else if (!self->returns_known && (self->calls_flat || stack->depth >= FLAT_DEPTH))
    {
      self->calls_flat = TRUE;
      pop_to (self, process, event->time, 0, SCOPE_CALL_IRREGULAR);
    }
  push (self, process, event->time, event->c, 0);
}

static void
return_to (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  ScopeErlangStack *stack = process->stack;
  gboolean left = stack->just_left;
  guint64 depth;

  wake (self, process, event->time);
  self->returns_known = TRUE;
  stack->just_left = FALSE;
  if (stack->lost > 0 && event->c != 0)
    {
      stack->lost--;
      return;
    }
  if (event->c == 0)
    {
      pop_to (self, process, event->time, 0, 0);
      return;
    }
  if (left && uppermost (stack) == event->c)
    return;
  depth = find_under (stack, event->c);
  if (depth == 0 && uppermost (stack) == event->c)
    return;
  pop_to (self, process, event->time, depth, 0);
  if (depth == 0)
    push (self, process, event->time, event->c, SCOPE_CALL_EARLY);
}

static void
return_from (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  ScopeErlangStack *stack = process->stack;
  guint64 depth;

  wake (self, process, event->time);
  self->returns_known = TRUE;
  stack->just_left = TRUE;
  if (stack->lost > 0)
    {
      stack->lost--;
      return;
    }
  depth = find (stack, event->c, G_MAXUINT32);
  if (depth > 0)
    pop_to (self, process, event->time, depth - 1, 0);
}

void
scope_erlang_calls_lost (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  if (process->stack == NULL)
    return;
  wake (self, process, time);
  pop_to (self, process, time, 0, SCOPE_CALL_IRREGULAR);
}

void
scope_erlang_stack_free (ScopeErlangReplay *self, ScopeErlangProcess *process)
{
  if (process->stack == NULL)
    return;
  self->n_frames -= process->stack->n;
  g_free (process->stack->frames);
  g_clear_pointer (&process->stack, g_free);
}

void
scope_erlang_call_event (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  gboolean calls = event->type >= SCOPE_ERL_CALL && event->type <= SCOPE_ERL_EXCEPTION_FROM;

  if (process->stack == NULL && (!calls || process->exited))
    return;
  /* Records of it came late: what its stack is shows when the trace has ended and is read in order. */
  if (self->unsure != NULL && g_hash_table_contains (self->unsure, GUINT_TO_POINTER (process->lane + 1)))
    return;
  if (process->stack == NULL)
    process->stack = g_new0 (ScopeErlangStack, 1);
  switch (event->type)
    {
    case SCOPE_ERL_CALL:
      call (self, process, event);
      break;
    case SCOPE_ERL_RETURN_TO:
      return_to (self, process, event);
      break;
    case SCOPE_ERL_RETURN_FROM:
    case SCOPE_ERL_EXCEPTION_FROM:
      return_from (self, process, event);
      break;
    case SCOPE_ERL_EXIT:
      wake (self, process, event->time);
      pop_to (self, process, event->time, 0, 0);
      scope_erlang_stack_free (self, process);
      break;
    case SCOPE_ERL_IN:
    case SCOPE_ERL_IN_EXITING:
    case SCOPE_ERL_OUT:
    case SCOPE_ERL_OUT_EXITING:
    case SCOPE_ERL_OUT_EXITED:
      process->stack->out = event->type != SCOPE_ERL_IN && event->type != SCOPE_ERL_IN_EXITING;
      show_pseudo (self, process, event->time);
      break;
    case SCOPE_ERL_GC_START:
    case SCOPE_ERL_GC_END:
    case SCOPE_ERL_GC_MINOR_START:
    case SCOPE_ERL_GC_MINOR_END:
    case SCOPE_ERL_GC_MAJOR_START:
    case SCOPE_ERL_GC_MAJOR_END:
      process->stack->collecting = event->type == SCOPE_ERL_GC_START || event->type == SCOPE_ERL_GC_MINOR_START
                                   || event->type == SCOPE_ERL_GC_MAJOR_START;
      show_pseudo (self, process, event->time);
      break;
    default:
      break;
    }
}
