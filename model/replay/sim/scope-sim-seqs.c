/* scope-sim-seqs.c: the XML form of simulations: stretches of instructions, each of one activation, and what
 * happened in them.
 *
 * Where a stretch says how deep its activation lies, the stack follows: a deeper one is called, by functions
 * that are not told if it lies deeper by several; a higher one is returned to. Two stretches at one depth
 * that follow each other are two activations, or they would be one stretch: the first ended with a tail call.
 * Where nothing is said the paper's rule by names holds (scope_sim_by_name()).
 *
 * A thread of the XML is a task: if a core changes from one to another, their stacks are put away and taken
 * back by its number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#include <string.h>

/* Deeper than anybody calls: levels are not believed beyond. */
#define MOST_LEVEL SCOPE_CALL_MAX_DEPTH
/* Threads are told apart as if by stack pointers, which lie far from each other. */
#define KEY_OF_THREAD(thread) (((guint64)(thread) + 1) * 4 * SCOPE_SIM_STACK_ROOM)

static void
begin_core (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimSeq *seq)
{
  core->seen = TRUE;
  core->first = core->last = time;
  core->seq_of_thread = seq->thread;
  core->task_number = (guint64)seq->thread + 1;
}

/* TRUE if the thread's own stack was taken back. */
static gboolean
change_thread (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimSeq *seq)
{
  guint64 next = (guint64)seq->thread + 1;

  gboolean resumed;

  if (core->seq_of_thread == seq->thread)
    return FALSE;
  resumed = scope_sim_switch (self, core, time, KEY_OF_THREAD (core->seq_of_thread), KEY_OF_THREAD (seq->thread), FALSE,
                    next);
  core->seq_of_thread = seq->thread;
  core->task_number = next;

  return resumed;
}

static void
push (ScopeSim *self, ScopeSimCore *core, gint64 time, guint32 function, guint flags)
{
  const ScopeSimFrame frame = { .function = function };

  scope_sim_push (self, core, time, &frame, flags);
}

static void
move_to_level (ScopeSim *self, ScopeSimCore *core, gint64 time, guint32 function, guint level)
{
  gboolean fresh = core->stack.n == 0;

  if (core->stack.n > level + 1)
    {
      scope_sim_unwind (self, core, time, level + 1, 0);
      if (scope_sim_top (core)->function == function)
        return;
      core->irregular++;
      scope_sim_pop (self, core, time, SCOPE_CALL_IRREGULAR);
      push (self, core, time, function, SCOPE_CALL_IRREGULAR);
      return;
    }
  if (core->stack.n == level + 1)
    scope_sim_pop (self, core, time, SCOPE_CALL_TAIL);
  while (core->stack.n < level && core->stack.lost == 0)
    push (self, core, time, SCOPE_FUNCTION_UNKNOWN, SCOPE_CALL_EARLY | (fresh ? 0 : SCOPE_CALL_IRREGULAR));
  push (self, core, time, function, fresh ? SCOPE_CALL_EARLY : 0);
}

static void
move_by_name (ScopeSim *self, ScopeSimCore *core, gint64 time, guint32 function)
{
  guint left = core->stack.n, least = left > SCOPE_SIM_SEARCHED ? left - SCOPE_SIM_SEARCHED : 0;

  while (left > least && core->stack.frames[left - 1].function != function)
    left--;
  if (left == least)
    push (self, core, time, function, core->stack.n == 0 ? SCOPE_CALL_EARLY : 0);
  else
    scope_sim_leave_to (self, core, time, left);
}

static ScopeFunctionKind
whose_of (guint64 pc)
{
  return pc == 0 ? SCOPE_FUNCTION_KIND_UNKNOWN : pc >> 63 != 0 ? SCOPE_FUNCTION_KIND_KERNEL : SCOPE_FUNCTION_KIND_USER;
}

static void
take (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimSeq *seq)
{
  guint32 function = scope_sim_function (self, seq->function, time, whose_of (seq->pc));
  ScopeSimPast *past;
  gboolean resumed;

  if (function == 0 && seq->pc != 0)
    function = scope_sim_unnamed (self, seq->pc, time, whose_of (seq->pc));
  if (!core->seen)
    begin_core (self, core, time, seq);
  scope_sim_end_seq (self, core, time);
  resumed = change_thread (self, core, time, seq);
  if (seq->level >= 0 && !self->given.name_stack)
    {
      guint level = (guint)MIN (seq->level, MOST_LEVEL);

      /* What was switched away goes on; only without a switch is the same function at the same depth another call. */
      if (!resumed || core->stack.n != level + 1 || scope_sim_top (core)->function != function)
        move_to_level (self, core, time, function, level);
    }
  else
    move_by_name (self, core, time, function);
  scope_sim_sample (self, core, time);
  core->samples.now.instructions += seq->insts;
  scope_sim_show (self, core, time, FALSE);
  scope_sim_count (self, core, time);
  core->seq_insts = seq->insts;
  core->instructions += seq->insts;
  core->last = time + (gint64)MIN (seq->duration, (guint64)SCOPE_ROW_TIME_MAX);
  core->last = MIN (core->last, SCOPE_ROW_TIME_MAX);
  if (core->past == NULL)
    core->past = g_new (ScopeSimPast, SCOPE_SIM_PAST);
  past = &core->past[core->n_past++ % SCOPE_SIM_PAST];
  *past = (ScopeSimPast){ core->seq_function, core->seq_depth, core->seq_thread };
}

/* A stretch without duration is the last instruction of the trace, or one of several that begin at once. The last one is only counted: what
 * would be entered and left when nothing goes on any more is no activation. */
static void
take_held (ScopeSim *self, ScopeSimCore *core)
{
  if (core->held != NULL)
    take (self, core, core->held_time, core->held);
  g_clear_pointer (&core->held, g_free);
}

void
scope_sim_seq (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimSeq *seq)
{
  take_held (self, core);
  if (seq->duration > 0 || !core->seen)
    {
      take (self, core, time, seq);
      return;
    }
  core->held = g_memdup2 (seq, sizeof *seq);
  core->held_time = time;
}

void
scope_sim_last_seq (ScopeSim *self, ScopeSimCore *core)
{
  if (core->held == NULL)
    return;
  core->seq_insts += core->held->insts;
  core->instructions += core->held->insts;
  core->samples.now.instructions += core->held->insts;
  core->last = MAX (core->last, core->held_time);
  g_clear_pointer (&core->held, g_free);
}

static void
mark (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimHit *hit)
{
  gint64 row[SCOPE_MARK_N_COLUMNS] = { time, core->number, SCOPE_TABLE_NULL, SCOPE_MARK_LABEL, 0 };
  const char *name = scope_sim_text (self, hit->name);

  if (name == NULL)
    return;
  row[SCOPE_MARK_TEXT] = (gint64)self->sink->klass->text (self->sink, name, strlen (name));
  self->sink->klass->record (self->sink, SCOPE_TABLE_MARKS, row);
}

void
scope_sim_given_hit (
    ScopeSim *self, ScopeSimCore *core, gint64 time, guint32 seqs_before, const ScopeSimHit *hit)
{
  const ScopeSimPast *past;
  ScopeSimHitRow row;

  if (seqs_before == 0)
    take_held (self, core);
  else if (core->held != NULL)
    seqs_before--; /* of those that were taken */
  if (hit->kind >= SCOPE_N_HITS)
    {
      mark (self, core, time, hit);
      return;
    }
  row = scope_sim_hit_row (core, hit->kind, time);
  row.pc_time = hit->kind >= SCOPE_HIT_MB ? time : SCOPE_TABLE_NULL;
  if (core->n_past > 0 && seqs_before < MIN (core->n_past, SCOPE_SIM_PAST))
    {
      past = &core->past[(core->n_past - 1 - seqs_before) % SCOPE_SIM_PAST];
      row.function = past->function;
      row.depth = past->depth;
      row.thread = past->thread;
    }
  row.has_address = hit->pa != 0 || hit->va != 0;
  row.address = hit->pa != 0 ? hit->pa : hit->va;
  row.named = hit->va;
  row.latency = hit->latency >= 0 ? hit->latency : SCOPE_TABLE_NULL;
  row.write = hit->op == SCOPE_SIM_OP_WRITE || hit->op == SCOPE_SIM_OP_STORE_CONDITIONAL
              || hit->op == SCOPE_SIM_OP_READ_EXCLUSIVE || hit->op == SCOPE_SIM_OP_UPGRADE;
  scope_sim_hit (self, core, &row);
  scope_sim_hits_settle (self, core, time);
}
