/* scope-sim-branches.c: branches of real machines (perf script of Intel PT): call stacks of threads.
 *
 * Calls and returns are given, so stacks need no rules but for what was not recorded: a return goes down to
 * the function that it leads to; a jump to a function's start is a tail call; one to anywhere else in another
 * function goes down to that, or takes the uppermost's place. Where the trace breaks off nothing is known
 * until it begins again; if that is in a function of the stack that was there, it goes on.
 *
 * A thread's lane has its stack. Where processors are told, their lanes say who ran.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#include "model/base/scope-each.h"

#include <string.h>

typedef struct
{
  guint32 tid;         /* first: the key */
  ScopeSimCore stream; /* its stack, on the thread's lane */
  ScopeEntity *entity;
  guint32 index;
  guint32 on;     /* index + 1 of the processor that it runs on; 0: none, or not told */
  guint32 number; /* of the processor that it ran on last */
  guint8 known, running;
} Thread;

struct _ScopeSimBranches
{
  GHashTable *threads; /* set of Thread */
  GPtrArray *on;       /* by index of processor: the Thread that runs there, or NULL */
};

static void
thread_free (gpointer data)
{
  Thread *thread = data;

  scope_sim_stack_free (&thread->stream.stack);
  g_free (thread->stream.hits.rows);
  g_free (thread);
}

ScopeSimBranches *
scope_sim_branches_new (void)
{
  ScopeSimBranches *branches = g_new0 (ScopeSimBranches, 1);

  branches->threads = g_hash_table_new_full (g_int_hash, g_int_equal, thread_free, NULL);
  branches->on = g_ptr_array_new ();

  return branches;
}

void
scope_sim_branches_free (ScopeSimBranches *branches)
{
  g_hash_table_unref (branches->threads);
  g_ptr_array_unref (branches->on);
  g_free (branches);
}

static Thread *
thread_of (ScopeSim *self, guint32 tid, gint64 time)
{
  const ScopeSinkClass *klass = self->sink->klass;
  Thread *thread = g_hash_table_lookup (self->branches->threads, &tid);

  if (thread != NULL)
    return thread;
  thread = g_new0 (Thread, 1);
  thread->tid = tid;
  thread->index = klass->add_entity (self->sink, SCOPE_KIND_THREAD, tid, TRUE, SCOPE_CODE_UNKNOWN);
  thread->entity = klass->entity (self->sink, SCOPE_KIND_THREAD, thread->index);
  thread->entity->process = SCOPE_NONE;
  thread->entity->first = thread->stream.last = time;
  thread->stream.lane = thread->entity->lane;
  thread->stream.number = SCOPE_NONE;
  thread->number = SCOPE_NONE;
  g_hash_table_add (self->branches->threads, thread);

  return thread;
}

void
scope_sim_branches_name (ScopeSim *self, guint32 tid, const char *name, gsize length)
{
  Thread *thread = thread_of (self, tid, self->time);
  g_autofree char *valid = g_utf8_make_valid (name, (gssize) length);

  if (valid[0] != '\0')
    self->sink->klass->set_name (self->sink, thread->entity, valid, strlen (valid));
}

/* --- who runs where --- */

/* Threads are in order of time, processors need not be: what one of them does is not shown before what another did there. */
static void
show_processor (ScopeSim *self, ScopeSimCore *core, gint64 time, guint code, guint32 ref)
{
  if (!core->seen)
    core->first = core->last = time;
  core->seen = TRUE;
  core->last = MAX (core->last, time);
  scope_sim_emit (self, core->lane, core->last, code, ref);
}

static void
go_out (ScopeSim *self, Thread *thread, gint64 time)
{
  if (thread->running)
    scope_sim_emit (self, thread->entity->lane, time, SCOPE_CODE_UNKNOWN, 0);
  thread->running = FALSE;
  if (thread->on > 0)
    {
      ScopeSimCore *core = g_ptr_array_index (self->cores, thread->on - 1);

      show_processor (self, core, time, SCOPE_CODE_UNKNOWN, 0);
      g_ptr_array_index (self->branches->on, thread->on - 1) = NULL;
    }
  thread->on = 0;
}

static void
migrate (ScopeSim *self, Thread *thread, gint64 time, guint32 number)
{
  const gint64 row[SCOPE_MIGRATION_N_COLUMNS] = { time, thread->index, thread->number, number };

  if (thread->number != SCOPE_NONE && thread->number != number)
    {
      self->sink->klass->record (self->sink, SCOPE_TABLE_MIGRATIONS, row);
      thread->entity->migrations++;
    }
  thread->number = number;
}

static void
go_in (ScopeSim *self, Thread *thread, gint64 time, guint processor)
{
  ScopeSimCore *core = scope_sim_core (self, processor, 0);
  guint32 place = core != NULL ? core->index + 1 : 0;
  Thread *other;

  if (thread->running && thread->on == place)
    return;
  go_out (self, thread, time);
  if (core != NULL)
    {
      if (self->branches->on->len < place)
        g_ptr_array_set_size (self->branches->on, (gint)place);
      other = g_ptr_array_index (self->branches->on, place - 1);
      if (other != NULL)
        {
          other->stream.last = MAX (time, other->stream.last);
          go_out (self, other, other->stream.last);
        }
      g_ptr_array_index (self->branches->on, place - 1) = thread;
      show_processor (self, core, time, SCOPE_CODE_RUNNING, thread->index + 1);
      migrate (self, thread, time, core->number);
    }
  thread->on = place;
  thread->running = TRUE;
  thread->entity->runs++;
  scope_sim_emit (self, thread->entity->lane, time, SCOPE_CODE_RUNNING, place);
}

/* --- the stack --- */

static guint32
function_of (ScopeSim *self, guint32 text, guint64 pc, gint64 time, gboolean kernel)
{
  guint32 function = scope_sim_function (self, text, time, kernel ? SCOPE_FUNCTION_KIND_KERNEL : SCOPE_FUNCTION_KIND_USER);

  return function != 0 || pc == 0 ? function : scope_sim_unnamed (self, pc, time, kernel ? SCOPE_FUNCTION_KIND_KERNEL : SCOPE_FUNCTION_KIND_USER);
}

static void
push (ScopeSim *self, Thread *thread, gint64 time, guint32 function, guint64 from_pc, guint flags)
{
  const ScopeSimFrame frame = { .function = function, .site_pc = from_pc };

  scope_sim_push (self, &thread->stream, time, &frame, flags);
}

/* Code without a symbol has another name wherever it is met: it is told by the place that it is left from. */
static gboolean
is_top (const Thread *thread, guint32 function, guint32 text)
{
  const ScopeSimStack *stack = &thread->stream.stack;

  return stack->lost > 0 || (stack->n > 0 && (text == 0 || stack->frames[stack->n - 1].function == function));
}

static guint
find (const Thread *thread, guint n, guint32 function)
{
  guint least = n > SCOPE_SIM_SEARCHED ? n - SCOPE_SIM_SEARCHED : 0;

  while (n > least && thread->stream.stack.frames[n - 1].function != function)
    n--;

  return n > least ? n : 0;
}

/* It is in that function: down to it, or it takes the uppermost's place. */
static void
settle (ScopeSim *self, Thread *thread, gint64 time, guint32 function, guint32 text, guint exit)
{
  ScopeSimCore *stream = &thread->stream;
  guint left;

  if (is_top (thread, function, text))
    return;
  left = find (thread, stream->stack.n, function);
  if (left > 0)
    scope_sim_unwind (self, stream, time, left, SCOPE_CALL_IRREGULAR);
  else if (stream->stack.n > 0)
    {
      guint64 site = scope_sim_top (stream)->site_pc;

      scope_sim_pop (self, stream, time, exit);
      push (self, thread, time, function, site, exit == SCOPE_CALL_TAIL ? 0 : SCOPE_CALL_IRREGULAR);
    }
  else
    push (self, thread, time, function, 0, SCOPE_CALL_EARLY);
}

static void
leave (ScopeSim *self, Thread *thread, gint64 time, const ScopeSimBranch *branch, guint32 to)
{
  ScopeSimCore *stream = &thread->stream;
  ScopeSimStack *stack = &stream->stack;
  guint left, least = stack->n > SCOPE_SIM_SEARCHED ? stack->n - SCOPE_SIM_SEARCHED : 0;

  if (stack->lost > 0)
    {
      scope_sim_pop (self, stream, time, 0);
      return;
    }
  /* The call that it belongs to stood up to 16 bytes before, what was interrupted there. */
  for (left = stack->n; left > least && branch->to_pc - stack->frames[left - 1].site_pc > 16;)
    left--;
  if (left == least)
    left = 0;
  if (left > 1)
    left--;
  else if (stack->n > 1)
    left = find (thread, stack->n - 1, to);
  else
    left = 0;
  scope_sim_unwind (self, stream, time, left, 0);
  if (left == 0)
    push (self, thread, time, to, 0, SCOPE_CALL_EARLY);
}

/* --- where the trace breaks off --- */

static void
break_off (ScopeSim *self, Thread *thread, gint64 time)
{
  ScopeSimStack *stack = &thread->stream.stack;

  stack->lost = 0;
  for (guint i = stack->n; i > 0 && thread->known; i--)
    self->sink->klass->call (self->sink, thread->stream.lane, time, SCOPE_CALL_EXIT | SCOPE_CALL_SWITCHED, 0);
  thread->known = FALSE;
  go_out (self, thread, time);
}

static void
take_up (ScopeSim *self, Thread *thread, gint64 time, guint32 to)
{
  ScopeSimStack *stack = &thread->stream.stack;
  guint left;

  if (thread->known)
    return;
  thread->known = TRUE;
  left = find (thread, stack->n, to);
  while (stack->n > left)
    {
      scope_sim_lock_leave (self, &stack->frames[--stack->n], time);
      self->n_frames--;
    }
  for (guint i = 0; i < stack->n; i++)
    self->sink->klass->call (self->sink, thread->stream.lane, time, SCOPE_CALL_ENTER | SCOPE_CALL_EARLY,
                             stack->frames[i].function);
  if (left == 0)
    push (self, thread, time, to, 0, SCOPE_CALL_EARLY);
}

/* --- branches --- */

void
scope_sim_branch (ScopeSim *self, guint processor, gint64 time, const ScopeSimBranch *branch)
{
  Thread *thread = thread_of (self, branch->tid, time);
  guint32 from = function_of (self, branch->from, branch->from_pc, time, branch->from_pc >> 63 != 0);
  guint32 to = branch->kind == SCOPE_SIM_BRANCH_TRACE_END
                   ? 0
                   : function_of (self, branch->to, branch->to_pc, time, branch->kernel);

  if (!thread->stream.seen) /* it may have been named before */
    thread->entity->first = thread->stream.last = time;
  thread->stream.seen = TRUE;
  time = MAX (time, thread->stream.last);
  thread->stream.last = time;
  if (branch->kind == SCOPE_SIM_BRANCH_TRACE_END)
    {
      break_off (self, thread, time);
      return;
    }
  go_in (self, thread, time, processor);
  if (branch->kind == SCOPE_SIM_BRANCH_TRACE_BEGIN)
    {
      take_up (self, thread, time, to);
      return;
    }
  take_up (self, thread, time, from);
  settle (self, thread, time, from, branch->from, SCOPE_CALL_IRREGULAR);
  switch (branch->kind)
    {
    case SCOPE_SIM_BRANCH_CALL:
    case SCOPE_SIM_BRANCH_SYSCALL:
    case SCOPE_SIM_BRANCH_INTERRUPT:
      push (self, thread, time, to, branch->from_pc, 0);
      break;
    case SCOPE_SIM_BRANCH_RETURN:
      leave (self, thread, time, branch, to);
      break;
    default:
      settle (self, thread, time, to, branch->to,
              branch->to_offset == 0 ? SCOPE_CALL_TAIL : SCOPE_CALL_IRREGULAR);
    }
}

void
scope_sim_branches_finish (ScopeSim *self)
{
  const ScopeSinkClass *klass = self->sink->klass;

  SCOPE_EACH_KEY (Thread, thread, self->branches->threads)
    {
      thread->entity->last = MAX (thread->stream.last, thread->entity->first);
      klass->life (self->sink, thread->entity->lane, thread->entity->first, thread->entity->last);
    }
  for (guint i = 0; i < self->branches->on->len; i++)
    if (g_ptr_array_index (self->branches->on, i) != NULL)
      ((ScopeSimCore *)g_ptr_array_index (self->cores, i))->last = self->time;
}
