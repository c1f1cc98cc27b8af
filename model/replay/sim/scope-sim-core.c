/* scope-sim-core.c: what an instruction does to the call stack of its core: the rules R1 to R6 of
 * formats/simulation.md, §3.2.
 *
 * A rule looks at two instructions that follow each other, p and x; micro-ops are parts of theirs. In this
 * order:
 *
 *     R1  p is a call                        x is the first of a function that is called; p's successor is
 * where it returns to R5  p is a return, the stack pointer   another task goes on: its stack takes the place
 * of this one known next is far away R2  p is a return                      the uppermost is left, if x is
 * where it returns to, or in the function below; else all down to x's function (a longjmp, or lines that are
 * lost) R3  p jumps to a function's start      a tail call: it takes the uppermost's place and returns where
 * that would have R4  x is a function's start            an interrupt or a trap: it returns to anywhere in
 * p's function R6  x is in another function           down to it, if it is on the stack; else the uppermost
 * has another name (assembly)
 *
 * More is known than the rules use: a call that is not taken goes on with the next instruction; code at the
 * next address is not where an interrupt leads to; from the program's code into the kernel's leads a trap
 * only. A return goes to another task only if the pointer is also far from those of the frames below: the
 * kernel's stack and the program's are two stacks of one task.
 *
 * Code without symbols is one function, until it calls or is called; its name is the address at which it was
 * entered.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#define LOST_ROOM 64u /* bytes of instructions whose lines may be missing */

static gboolean
is_near (guint64 a, guint64 b)
{
  return (a > b ? a - b : b - a) <= SCOPE_SIM_STACK_ROOM;
}

static gboolean
is_in (const ScopeSimExec *exec, guint32 function, const ScopeSimFrame *frame)
{
  return exec->function != 0 ? !frame->unnamed && frame->function == function : frame->unnamed;
}

/* It stands behind p in the program. */
static gboolean
is_next (const ScopeSimExec *p, const ScopeSimExec *x)
{
  if (p->length == 0)
    return FALSE;
  if ((p->flags & x->flags & SCOPE_SIM_HAS_PC) != 0)
    return x->pc == p->pc + p->length;

  return p->function != 0 && x->function == p->function && x->offset == p->offset + p->length;
}

static gboolean
is_same_instruction (const ScopeSimExec *p, const ScopeSimExec *x)
{
  return (p->flags & x->flags & SCOPE_SIM_IS_MICRO) != 0 && (p->flags & SCOPE_SIM_IS_LAST_MICRO) == 0
         && x->micro > p->micro && x->function == p->function && x->offset == p->offset && x->pc == p->pc;
}

static ScopeSimFrame
frame_at (ScopeSim *self, const ScopeSimExec *x, guint32 function, gint64 time)
{
  ScopeSimFrame frame = { .function = function };

  if (x->function == 0)
    {
      frame.function = scope_sim_unnamed (self, x->pc, time, scope_sim_whose (x->flags));
      frame.entry = x->pc;
      frame.unnamed = TRUE;
    }

  return frame;
}

/* The stack begins anew with x's function. */
static void
begin (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *x, guint32 function, guint flags)
{
  ScopeSimFrame frame = frame_at (self, x, function, time);

  scope_sim_push (self, core, time, &frame, flags);
}

/* R1 */
static void
enter (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *x, guint32 function)
{
  const ScopeSimExec *p = &core->prev;
  ScopeSimFrame frame = frame_at (self, x, function, time);

  if (p->length > 0)
    {
      frame.has_site = p->function != 0;
      frame.site_offset = p->offset + p->length;
      frame.site_pc = (p->flags & SCOPE_SIM_HAS_PC) != 0 ? p->pc + p->length : 0;
    }
  else if ((p->flags & SCOPE_SIM_HAS_PC) != 0 && (p->flags & SCOPE_SIM_HAS_DATA) != 0
           && p->data - p->pc - 1 < 16)
    frame.site_pc = p->data; /* the link value */
  scope_sim_push (self, core, time, &frame, 0);
}

/* R4 */
static void
interrupt (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *x, guint32 function)
{
  ScopeSimFrame frame = frame_at (self, x, function, time);

  frame.async = TRUE;
  scope_sim_push (self, core, time, &frame, 0);
}

/* Another function at the same depth, which returns where the uppermost would have: R3, and the last of R6.
 */
static void
replace (ScopeSim *self,
         ScopeSimCore *core,
         gint64 time,
         const ScopeSimExec *x,
         guint32 function,
         guint exit,
         guint flags)
{
  ScopeSimFrame frame = frame_at (self, x, function, time);
  const ScopeSimFrame *top = scope_sim_top (core);

  if (top != NULL)
    {
      frame.has_site = top->has_site;
      frame.site_offset = top->site_offset;
      frame.site_pc = top->site_pc;
      frame.async = top->async;
    }
  scope_sim_pop (self, core, time, exit);
  scope_sim_push (self, core, time, &frame, flags);
}

static void
note_irregular (ScopeSimCore *core)
{
  core->irregular++;
}

/* --- returns --- */

/* x is where frame number i returns to. */
static gboolean
is_site (const ScopeSimStack *stack, guint i, const ScopeSimExec *x, guint32 function)
{
  const ScopeSimFrame *frame = &stack->frames[i];

  if (frame->site_pc != 0 && (x->flags & SCOPE_SIM_HAS_PC) != 0)
    return x->pc == frame->site_pc;

  return frame->has_site && x->function != 0 && x->offset == frame->site_offset
         && is_in (x, function, &stack->frames[i - 1]);
}

/* How many frames are left when it goes on at x; 0: it is on none of them. */
static guint
find_frame (const ScopeSimStack *stack, guint n, const ScopeSimExec *x, guint32 function, gboolean by_site)
{
  guint least = n > SCOPE_SIM_SEARCHED ? n - SCOPE_SIM_SEARCHED : 0;

  if (by_site)
    for (guint i = n; i > MAX (least, 1); i--)
      if (is_site (stack, i - 1, x, function))
        return i - 1;
  for (guint i = n; i > least; i--)
    if (is_in (x, function, &stack->frames[i - 1]))
      return i;

  return 0;
}

/* R2 */
static void
leave (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *x, guint32 function)
{
  ScopeSimStack *stack = &core->stack;
  guint left;

  if (stack->lost > 0
      || (stack->n > 1
          && (is_site (stack, stack->n - 1, x, function)
              || is_in (x, function, &stack->frames[stack->n - 2]))))
    {
      scope_sim_pop (self, core, time, 0);
      return;
    }
  left = find_frame (stack, stack->n, x, function, TRUE);
  if (left > 0)
    {
      note_irregular (core);
      scope_sim_unwind (self, core, time, left, SCOPE_CALL_IRREGULAR);
      return;
    }
  if (stack->n > 1) /* what was there before the trace began is below the lowest */
    note_irregular (core);
  scope_sim_unwind (self, core, time, 0, stack->n > 1 ? SCOPE_CALL_IRREGULAR : 0);
  begin (self, core, time, x, function, SCOPE_CALL_EARLY);
}

/* R5: whether that stack pointer is another task's; *ret_sp: that of this one. */
static gboolean
is_other_task (const ScopeSimCore *core, guint64 sp, guint64 *ret_sp)
{
  const ScopeSimStack *stack = &core->stack;

  *ret_sp = core->sp;
  if (sp == 0 || core->sp == 0 || stack->lost > 0)
    return FALSE;
  if (stack->n > 1 && stack->frames[stack->n - 2].sp != 0)
    *ret_sp = stack->frames[stack->n - 2].sp;
  if (is_near (sp, *ret_sp))
    return FALSE;
  for (guint i = stack->n > SCOPE_SIM_SEARCHED ? stack->n - SCOPE_SIM_SEARCHED : 0; i + 1 < stack->n; i++)
    if (stack->frames[i].sp != 0 && is_near (sp, stack->frames[i].sp))
      return FALSE;

  return TRUE;
}

static void
switch_task (ScopeSim *self,
             ScopeSimCore *core,
             gint64 time,
             const ScopeSimExec *x,
             guint32 function,
             guint64 old_sp,
             guint64 new_sp)
{
  guint left;

  if (!scope_sim_switch (self, core, time, old_sp, new_sp, TRUE, 0))
    begin (self, core, time, x, function, x->function != 0 && x->offset == 0 ? 0 : SCOPE_CALL_EARLY);
  else if (!is_in (x, function, scope_sim_top (core)))
    {
      note_irregular (core);
      left = find_frame (&core->stack, core->stack.n, x, function, TRUE);
      scope_sim_unwind (self, core, time, left, SCOPE_CALL_IRREGULAR);
      if (left == 0)
        begin (self, core, time, x, function, SCOPE_CALL_EARLY | SCOPE_CALL_IRREGULAR);
    }
  core->sp = new_sp;
  scope_sim_show (self, core, time, FALSE);
}

/* R6 */
static void
stray (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *x, guint32 function)
{
  guint left = find_frame (&core->stack, core->stack.n, x, function, FALSE);

  note_irregular (core);
  if (left > 0)
    scope_sim_unwind (self, core, time, left, SCOPE_CALL_IRREGULAR);
  else
    replace (self, core, time, x, function, SCOPE_CALL_IRREGULAR, SCOPE_CALL_IRREGULAR);
}

/* x is a function's first instruction: by its symbol; without one, if it was called before. */
static gboolean
is_start (ScopeSim *self, const ScopeSimExec *x)
{
  return x->function != 0 ? x->offset == 0 : scope_sim_is_entry (self, x->pc);
}

/* It is still in the uppermost's function. */
static gboolean
is_inside (const ScopeSimCore *core, const ScopeSimExec *x, guint32 function, gboolean start)
{
  const ScopeSimFrame *top = core->stack.n > 0 ? &core->stack.frames[core->stack.n - 1] : NULL;

  return top != NULL && core->stack.lost == 0 && is_in (x, function, top) && !(start && x->function == 0 && x->pc != top->entry);
}

/* Code without symbols is all one function: within it only the instructions tell. p goes on behind itself, and x stands before the
 * uppermost's first instruction, or far ahead; a little further on it stands where lines between them are lost. */
static gboolean
is_elsewhere (const ScopeSimCore *core, const ScopeSimExec *x)
{
  const ScopeSimExec *p = &core->prev;
  const ScopeSimFrame *top = core->stack.n > 0 ? &core->stack.frames[core->stack.n - 1] : NULL;
  guint32 leaves = SCOPE_SIM_IS_CALL | SCOPE_SIM_IS_RETURN | SCOPE_SIM_IS_JUMP | SCOPE_SIM_IS_BRANCH;

  if (p->function != 0 || x->function != 0 || (p->flags & x->flags & SCOPE_SIM_HAS_PC) == 0 || p->length == 0
      || (core->prev_flags & leaves) != 0 || top == NULL || !top->unnamed || (!top->async && top->site_pc == 0))
    return FALSE;

  return x->pc < top->entry || x->pc > p->pc + LOST_ROOM;
}

/* R4, and what is known beyond it. */
static gboolean
is_interrupt (const ScopeSimCore *core, const ScopeSimExec *x, gboolean inside, gboolean start, gboolean next)
{
  const ScopeSimExec *p = &core->prev;

  if (start && !next && !(inside && !core->stack.frames[core->stack.n - 1].async))
    return TRUE;
  if (!next && is_elsewhere (core, x))
    return TRUE;
  if (inside)
    return FALSE;
  if ((~p->flags & x->flags & SCOPE_SIM_IS_KERNEL) != 0)
    return TRUE;

  /* Out of a function with a symbol into code without one, and neither by a jump nor over its end. */
  return p->function != 0 && x->function == 0 && !next && (core->prev_flags & SCOPE_SIM_IS_JUMP) == 0;
}

/* R3 where x has no symbol, and was not called before: out of a function with one; or to before the first instruction of the one it is in. */
static gboolean
is_tail_to_unnamed (const ScopeSimCore *core, const ScopeSimExec *x)
{
  const ScopeSimFrame *top = core->stack.n > 0 ? &core->stack.frames[core->stack.n - 1] : NULL;

  if (top == NULL || core->stack.lost > 0 || x->function != 0 || (core->prev_flags & SCOPE_SIM_IS_JUMP) == 0)
    return FALSE;

  return core->prev.function != 0 || (top->unnamed && (x->flags & SCOPE_SIM_HAS_PC) != 0 && x->pc < top->entry);
}

/* --- what is missing --- */

/* p goes on behind itself, in its function, and x is neither there nor p once more. Not told behind a branch: there are machines that execute one
 * instruction more before they go elsewhere. Two bytes further p may have been a short one. */
static gboolean
is_odd_jump (const ScopeSimCore *core, const ScopeSimExec *x)
{
  const ScopeSimExec *p = &core->prev;
  guint32 leaves = SCOPE_SIM_IS_CALL | SCOPE_SIM_IS_RETURN | SCOPE_SIM_IS_JUMP | SCOPE_SIM_IS_BRANCH;
  gboolean by_pc = (p->flags & x->flags & SCOPE_SIM_HAS_PC) != 0;
  guint64 step = by_pc ? x->pc - p->pc : (guint64) x->offset - p->offset;

  if (p->length == 0 || x->length == 0 || x->function != p->function || (!by_pc && x->function == 0))
    return FALSE;
  if (((core->prev_flags | core->past_flags) & leaves) != 0)
    return FALSE;

  return step != 0 && step != p->length && step != 2;
}

/* The first micro-op of x is missing, or some between p and x, which are of one instruction. X86's jump, so of them it is not known. */
static gboolean
is_gap (const ScopeSimCore *core, const ScopeSimExec *x, gboolean part)
{
  if (x->length == 0 || x->micro == 0 || core->instructions == 0 || (core->prev_flags & SCOPE_SIM_IS_RETURN) != 0)
    return FALSE;

  return !part || x->micro > core->prev.micro + 1;
}

static void
note_gap (ScopeSim *self, ScopeSimCore *core, gint64 time)
{
  self->first_gap = self->n_gaps++ > 0 ? MIN (self->first_gap, time) : time;
  core->gaps++;
}

/* From p to x, by the rules. */
static void
move (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *x, guint32 function, guint64 next_sp)
{
  gboolean start = is_start (self, x), inside = is_inside (core, x, function, start), next = is_next (&core->prev, x);
  guint64 old_sp;

  if ((core->prev_flags & SCOPE_SIM_IS_CALL) != 0 && !(next && !start))
    enter (self, core, time, x, function);
  else if ((core->prev_flags & SCOPE_SIM_IS_RETURN) != 0)
    {
      if (is_other_task (core, next_sp, &old_sp))
        switch_task (self, core, time, x, function, old_sp, next_sp);
      else
        leave (self, core, time, x, function);
    }
  else if ((start && (core->prev_flags & SCOPE_SIM_IS_JUMP) != 0 && !(inside && x->function == 0)) || is_tail_to_unnamed (core, x))
    replace (self, core, time, x, function, SCOPE_CALL_TAIL, 0);
  else if (is_interrupt (core, x, inside, start, next))
    interrupt (self, core, time, x, function);
  else if (!inside && core->stack.lost == 0)
    stray (self, core, time, x, function);
  else if (!next && is_odd_jump (core, x))
    core->jumps++;
}

/* The paper's rule: names alone. */
static void
move_by_name (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *x, guint32 function)
{
  guint left;

  if (core->stack.n > 0 && is_in (x, function, scope_sim_top (core)))
    return;
  left = find_frame (&core->stack, core->stack.n, x, function, FALSE);
  if (left > 0)
    scope_sim_leave_to (self, core, time, left);
  else
    begin (self, core, time, x, function, 0);
}

static void
first_of (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *x, guint32 function)
{
  core->seen = TRUE;
  core->first = core->last = time;
  scope_sim_notify_clock (self, core);
  begin (self, core, time, x, function, SCOPE_CALL_EARLY);
}

void
scope_sim_exec (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *exec, guint64 next_sp)
{
  gboolean part = core->seen && !core->macro && is_same_instruction (&core->prev, exec);
  guint32 function
      = scope_sim_function (self, exec->function, time, scope_sim_whose (exec->flags));

  if ((exec->flags & SCOPE_SIM_IS_MACRO) != 0)
    {
      core->macro = TRUE;
      core->macro_flags = exec->flags & (SCOPE_SIM_IS_CALL | SCOPE_SIM_IS_RETURN | SCOPE_SIM_IS_JUMP);
      return;
    }
  if (core->seen)
    scope_sim_latency (self, core, time, part);
  if (!core->seen)
    first_of (self, core, time, exec, function);
  else if (self->given.name_stack)
    move_by_name (self, core, time, exec, function);
  else if (!part)
    move (self, core, time, exec, function, next_sp);
  if (is_gap (core, exec, part))
    note_gap (self, core, time);
  if ((exec->flags & SCOPE_SIM_HAS_SP) != 0)
    {
      core->sp = exec->sp;
      if (core->stack.n > 0 && core->stack.lost == 0)
        scope_sim_top (core)->sp = exec->sp;
    }
  scope_sim_sample (self, core, time);
  core->samples.now.instructions += !part;
  scope_sim_show (self, core, time, (exec->flags & SCOPE_SIM_IS_WAIT) != 0);
  scope_sim_count (self, core, time);
  scope_sim_access (self, core, time, exec);
  if (!part)
    core->past_flags = core->prev_flags;
  core->prev_flags = exec->flags | (part ? core->prev_flags : core->macro ? core->macro_flags : 0);
  core->macro = FALSE;
  core->prev = *exec;
  core->last = time;
  core->instructions++;
}
