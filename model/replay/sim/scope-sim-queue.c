/* scope-sim-queue.c: events wait here until it is known whether a return before them went to another task.
 *
 * Rule R5 asks for the first stack pointer *behind* a return. So an instruction that follows a return is
 * undecided until its core tells one, and all events behind it wait, of all cores: what one core does to
 * another is told by their stacks at that time. Mostly that is a few dozen events; code that never says where
 * its stack is costs no more than a bounded queue.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#include <string.h>

/* So many instructions of its own a core waits for its stack pointer. */
#define MOST_WAITED 256u
/* So many events wait, per core; and at all. */
#define PER_CORE 512u
#define LEAST 1024u
#define MOST 65536u

typedef struct
{
  ScopeSimRecord event;
  guint64 next;       /* the next undecided one of its core; 0: none */
  ScopeSimCore *core; /* it is undecided; else NULL */
} Waiting;

struct _ScopeSimQueue
{
  Waiting *events;    /* around; number i stands at i & (size - 1) */
  guint64 head, tail; /* numbers, from 1 on */
  guint64 size;       /* a power of two */
  guint64 limit, wanted; /* wanted: from the next event on */
};

ScopeSimQueue *
scope_sim_queue_new (void)
{
  ScopeSimQueue *queue = g_new0 (ScopeSimQueue, 1);

  queue->size = queue->limit = queue->wanted = LEAST;
  queue->events = g_new (Waiting, queue->size);
  queue->head = queue->tail = 1;

  return queue;
}

void
scope_sim_queue_free (ScopeSimQueue *queue)
{
  g_free (queue->events);
  g_free (queue);
}

static Waiting *
event_at (ScopeSimQueue *queue, guint64 number)
{
  return &queue->events[number & (queue->size - 1)];
}

void
scope_sim_queue_set_cores (ScopeSimQueue *queue, guint n)
{
  queue->wanted = MAX (queue->wanted, CLAMP ((guint64) n * PER_CORE, LEAST, MOST));
}

/* Not while an event of it is handled. */
static void
make_room (ScopeSimQueue *queue)
{
  guint64 size = queue->size;
  Waiting *events;

  queue->limit = queue->wanted;
  while (size < queue->limit)
    size *= 2;
  if (size == queue->size)
    return;
  events = g_new (Waiting, size);
  for (guint64 i = queue->head; i < queue->tail; i++)
    events[i & (size - 1)] = *event_at (queue, i);
  g_free (queue->events);
  queue->events = events;
  queue->size = size;
}

/* All that is undecided of the core has this stack pointer next. */
static void
decide (ScopeSimQueue *queue, ScopeSimCore *core, guint64 sp)
{
  guint64 number = core->undecided;

  while (number != 0)
    {
      Waiting *waiting = event_at (queue, number);

      waiting->event.next_sp = sp;
      waiting->core = NULL;
      number = waiting->next;
    }
  core->undecided = core->last_undecided = 0;
  core->waited = 0;
}

static void
hand_on (ScopeSim *self)
{
  ScopeSimQueue *queue = self->queue;

  while (queue->head < queue->tail && event_at (queue, queue->head)->core == NULL)
    {
      scope_sim_handle (self, &event_at (queue, queue->head)->event);
      queue->head++;
    }
}

static gboolean
goes_on (const ScopeSimExec *before, const ScopeSimExec *exec)
{
  return (before->flags & exec->flags & SCOPE_SIM_IS_MICRO) != 0
         && (before->flags & SCOPE_SIM_IS_LAST_MICRO) == 0 && exec->micro > before->micro
         && exec->function == before->function && exec->offset == before->offset && exec->pc == before->pc;
}

/* TRUE: the instruction follows a return, and the stack pointer is not told by it. */
static gboolean
is_undecided (ScopeSimQueue *queue, ScopeSimCore *core, ScopeSimRecord *event)
{
  const ScopeSimExec *exec = &event->u.exec;
  gboolean told = (exec->flags & SCOPE_SIM_HAS_SP) != 0 && exec->sp != 0, part = goes_on (&core->came, exec),
           after;

  if ((exec->flags & SCOPE_SIM_IS_MACRO) != 0)
    {
      core->came_macro = (exec->flags & SCOPE_SIM_IS_RETURN) != 0;
      return FALSE;
    }
  after = core->returned && !part;
  if (told)
    decide (queue, core, exec->sp);
  if (after && told)
    event->next_sp = exec->sp;
  core->returned = (exec->flags & SCOPE_SIM_IS_RETURN) != 0 || core->came_macro || (part && core->returned);
  core->came_macro = FALSE;
  core->came = *exec;
  if (core->undecided != 0 && ++core->waited > MOST_WAITED)
    decide (queue, core, 0);

  return after && !told;
}

void
scope_sim_queue_add (ScopeSim *self, ScopeSimRecord *event)
{
  ScopeSimQueue *queue = self->queue;
  ScopeSimCore *core = NULL;
  Waiting *waiting;

  if (queue->limit < queue->wanted)
    make_room (queue);
  if (event->type == SCOPE_SIM_EXEC)
    core = scope_sim_core (self, event->processor, event->u.exec.thread);
  if (core != NULL && !is_undecided (queue, core, event))
    core = NULL;
  hand_on (self);
  if (core == NULL && queue->head == queue->tail)
    {
      scope_sim_handle (self, event);
      return;
    }
  if (queue->tail - queue->head >= queue->limit)
    {
      decide (queue, event_at (queue, queue->head)->core, 0);
      hand_on (self);
    }
  waiting = event_at (queue, queue->tail);
  waiting->event = *event;
  waiting->core = core;
  waiting->next = 0;
  if (core != NULL)
    {
      if (core->last_undecided != 0)
        event_at (queue, core->last_undecided)->next = queue->tail;
      else
        core->undecided = queue->tail;
      core->last_undecided = queue->tail;
    }
  queue->tail++;
}

void
scope_sim_queue_flush (ScopeSim *self)
{
  ScopeSimQueue *queue = self->queue;

  while (queue->head < queue->tail)
    {
      if (event_at (queue, queue->head)->core != NULL)
        decide (queue, event_at (queue, queue->head)->core, 0);
      hand_on (self);
    }
}
