/* scope-sim-stack.c: a core's call stack: frames entered and left, stacks put away and taken back when tasks
 * are switched.
 *
 * A stack that is put away is found again by its stack pointer: where its task goes on, its pointer is near
 * that which it had. Until a switch is seen nobody knows of tasks; then each stack gets a thread.
 *
 * Frames above SCOPE_CALL_MAX_DEPTH are never told to the sink, but as calls: so a switch costs no more than so many, however deep a stack is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#include "model/base/scope-bisect.h"

#include <string.h>

/* So many tasks are remembered while they are not running. */
#define MOST_SAVED 4096u

ScopeSimFrame *
scope_sim_top (ScopeSimCore *core)
{
  return core->stack.n > 0 ? &core->stack.frames[core->stack.n - 1] : NULL;
}

void
scope_sim_end_seq (ScopeSim *self, ScopeSimCore *core, gint64 time)
{
  const gint64 row[SCOPE_SEQ_N_COLUMNS]
      = { core->seq_time,  time - core->seq_time, core->number,    core->seq_function,
          core->seq_depth, core->seq_insts,       core->seq_thread };

  if (core->seq_open)
    self->sink->klass->record (self->sink, SCOPE_TABLE_SEQS, row);
  core->seq_open = FALSE;
}

void
scope_sim_count (ScopeSim *self, ScopeSimCore *core, gint64 time)
{
  if (!core->seq_open)
    {
      const ScopeSimFrame *top = scope_sim_top (core);

      core->seq_open = TRUE;
      core->seq_time = time;
      core->seq_function = top != NULL ? top->function : 0;
      core->seq_depth = scope_sim_depth (core);
      core->seq_insts = 0;
      core->seq_thread = core->stack.task > 0 ? (gint64)core->stack.task - 1 : SCOPE_TABLE_NULL;
    }
  core->seq_insts++;
}

guint32
scope_sim_depth (const ScopeSimCore *core)
{
  guint64 depth = core->stack.n + core->stack.lost;

  return (guint32)MIN (depth > 0 ? depth - 1 : 0, G_MAXUINT32);
}

static void
add_frame (ScopeSim *self, ScopeSimStack *stack, const ScopeSimFrame *frame)
{
  if (stack->n == stack->n_alloc)
    {
      stack->n_alloc = MAX (16, stack->n_alloc * 2);
      stack->frames = g_renew (ScopeSimFrame, stack->frames, stack->n_alloc);
    }
  stack->frames[stack->n++] = *frame;
  self->n_frames++;
}

void
scope_sim_push (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimFrame *frame, guint flags)
{
  ScopeSimStack *stack = &core->stack;

  scope_sim_end_seq (self, core, time);
  if (stack->lost > 0 || self->n_frames >= SCOPE_SIM_MOST_FRAMES)
    {
      stack->lost++;
      self->sink->klass->call (self->sink, core->lane, time, SCOPE_CALL_COUNT, frame->function);
      return;
    }
  add_frame (self, stack, frame);
  scope_sim_top (core)->enter = time;
  scope_sim_lock_enter (self, core, time);
  if (stack->n <= SCOPE_CALL_MAX_DEPTH)
    self->sink->klass->call (self->sink, core->lane, time, SCOPE_CALL_ENTER | flags, frame->function);
  else if ((flags & SCOPE_CALL_EARLY) == 0)
    self->sink->klass->call (self->sink, core->lane, time, SCOPE_CALL_COUNT, frame->function);
}

void
scope_sim_pop (ScopeSim *self, ScopeSimCore *core, gint64 time, guint flags)
{
  ScopeSimStack *stack = &core->stack;

  scope_sim_end_seq (self, core, time);
  if (stack->lost > 0)
    {
      stack->lost--;
      return;
    }
  if (stack->n == 0)
    return;
  scope_sim_lock_leave (self, scope_sim_top (core), time);
  stack->n--;
  self->n_frames--;
  if (stack->n < SCOPE_CALL_MAX_DEPTH)
    self->sink->klass->call (self->sink, core->lane, time, SCOPE_CALL_EXIT | flags, 0);
}

void
scope_sim_unwind (ScopeSim *self, ScopeSimCore *core, gint64 time, guint depth, guint flags)
{
  core->stack.lost = 0;
  while (core->stack.n > depth)
    scope_sim_pop (self, core, time, core->stack.n == depth + 1 ? flags : SCOPE_CALL_IRREGULAR);
}

void
scope_sim_leave_to (ScopeSim *self, ScopeSimCore *core, gint64 time, guint depth)
{
  core->stack.lost = 0;
  while (core->stack.n > depth)
    scope_sim_pop (self, core, time, 0);
}

void
scope_sim_stack_clear (ScopeSim *self, ScopeSimStack *stack)
{
  for (guint i = 0; i < stack->n; i++)
    scope_sim_lock_end (self, &stack->frames[i], self->time);
  self->n_frames -= stack->n;
  g_clear_pointer (&stack->frames, g_free);
  memset (stack, 0, sizeof *stack);
}

void
scope_sim_stack_free (ScopeSimStack *stack)
{
  for (guint i = 0; i < stack->n; i++)
    g_free (stack->frames[i].lock);
  g_free (stack->frames);
}

/* --- tasks --- */

/* The task whose stack it is gets its thread, if it has none. */
static void
be_task (ScopeSim *self, ScopeSimCore *core, gint64 since, guint64 number)
{
  const ScopeSinkClass *klass = self->sink->klass;
  g_autofree char *name = NULL;
  ScopeEntity *thread;
  guint32 index;

  if (core->stack.task > 0)
    return;
  number = number > 0 ? number : self->tasks->len + 1;
  name = g_strdup_printf ("Task %" G_GUINT64_FORMAT, number);
  index = klass->add_entity (self->sink, SCOPE_KIND_THREAD, number, TRUE, SCOPE_CODE_UNKNOWN);
  thread = klass->entity (self->sink, SCOPE_KIND_THREAD, index);
  thread->process = SCOPE_NONE;
  thread->first = since;
  thread->runs = 1;
  klass->set_name (self->sink, thread, name, strlen (name));
  g_ptr_array_add (self->tasks, thread);
  core->stack.task = index + 1;
  core->stack.processor = core->number;
  scope_sim_emit (self, thread->lane, since, SCOPE_CODE_RUNNING, core->index + 1);
}

/* The place of the first saved stack at that pointer or above. */
static guint
find_place (const GArray *saved, guint64 sp)
{
  return (guint) SCOPE_BISECT (saved->len, i, g_array_index (saved, ScopeSimSaved, i).sp < sp);
}

static void
save (ScopeSim *self, ScopeSimStack *stack, guint64 sp)
{
  ScopeSimSaved saved = { sp, *stack };

  memset (stack, 0, sizeof *stack);
  if (self->saved->len == MOST_SAVED)
    scope_sim_stack_clear (self, &saved.stack);
  else
    g_array_insert_val (self->saved, find_place (self->saved, sp), saved);
}

/* The one nearest to the pointer; SCOPE_NONE: none is near. */
static guint
find_saved (const GArray *saved, guint64 sp)
{
  guint above = find_place (saved, sp), found = SCOPE_NONE;
  guint64 best = SCOPE_SIM_STACK_ROOM + 1;

  if (above < saved->len && g_array_index (saved, ScopeSimSaved, above).sp - sp < best)
    {
      best = g_array_index (saved, ScopeSimSaved, above).sp - sp;
      found = above;
    }
  if (above > 0 && sp - g_array_index (saved, ScopeSimSaved, above - 1).sp < best)
    found = above - 1;

  return found;
}

static ScopeEntity *
task_of (ScopeSim *self, const ScopeSimStack *stack)
{
  return self->sink->klass->entity (self->sink, SCOPE_KIND_THREAD, stack->task - 1);
}

static void
put_away (ScopeSim *self, ScopeSimCore *core, gint64 time, guint64 sp)
{
  ScopeSimStack *stack = &core->stack;
  ScopeEntity *thread;
  guint32 top = stack->n > 0 ? stack->frames[stack->n - 1].function : 0;

  scope_sim_end_seq (self, core, time);
  be_task (self, core, core->first, core->task_number);
  thread = task_of (self, stack);
  thread->last = time;
  scope_sim_emit (self, thread->lane, time, SCOPE_CODE_OUT, top);
  stack->lost = 0;
  for (guint i = MIN (stack->n, SCOPE_CALL_MAX_DEPTH); i > 0; i--)
    self->sink->klass->call (self->sink, core->lane, time, SCOPE_CALL_EXIT | SCOPE_CALL_SWITCHED, 0);
  save (self, stack, sp);
}

static void
go_on (ScopeSim *self, ScopeSimCore *core, gint64 time)
{
  ScopeSimStack *stack = &core->stack;
  ScopeEntity *thread = task_of (self, stack);

  thread->runs++;
  if (stack->processor != core->number)
    {
      const gint64 row[SCOPE_MIGRATION_N_COLUMNS] = { time, stack->task - 1, stack->processor, core->number };

      self->sink->klass->record (self->sink, SCOPE_TABLE_MIGRATIONS, row);
      thread->migrations++;
      stack->processor = core->number;
    }
  scope_sim_emit (self, thread->lane, time, SCOPE_CODE_RUNNING, core->index + 1);
  for (guint i = stack->n > SCOPE_CALL_MAX_DEPTH ? stack->n - SCOPE_CALL_MAX_DEPTH : 0; i < stack->n; i++)
    stack->frames[i].enter = time;
  for (guint i = 0; i < MIN (stack->n, SCOPE_CALL_MAX_DEPTH); i++)
    self->sink->klass->call (self->sink, core->lane, time, SCOPE_CALL_ENTER | SCOPE_CALL_EARLY, stack->frames[i].function);
}

gboolean
scope_sim_switch (ScopeSim *self,
                  ScopeSimCore *core,
                  gint64 time,
                  guint64 old_sp,
                  guint64 new_sp,
                  gboolean below,
                  guint64 number)
{
  guint found = find_saved (self->saved, new_sp);
  ScopeSimStack stack = { 0 };

  if (found != SCOPE_NONE)
    {
      stack = g_array_index (self->saved, ScopeSimSaved, found).stack;
      g_array_remove_index (self->saved, found);
    }
  put_away (self, core, time, old_sp);
  core->stack = stack;
  if (found == SCOPE_NONE)
    {
      be_task (self, core, time, number);
      return FALSE;
    }
  if (below && core->stack.n > 0)
    {
      scope_sim_lock_leave (self, scope_sim_top (core), time);
      core->stack.n--;
      self->n_frames--;
    }
  go_on (self, core, time);

  return core->stack.n > 0;
}
