/* scope-erlang-cpu.c: times of records that bear processor time (`cpu_timestamp`).
 *
 * Since OTP 21 Erlang reads it off the thread that writes the record: every scheduler has a clock of its own, which stands while
 * the thread sleeps, and there is no time that all share. Put in order by their stamps, a process that moves to another scheduler
 * would go out before it came in. (Before, it was the whole VM's, which threads see up to some milliseconds apart.) Such a
 * contradiction is what tells: until there is one, stamps are believed. What is known then: what one process does follows itself in the
 * file; it is spawned, and messages are sent, before that shows elsewhere; and of one
 * scheduler, how much processor time lies between two records. So a scheduler's clock is let stand until what must be before is over:
 *
 *     scheduler 1  ├─ in A ────── out A ┤                     stamps 0 … 20
 *     scheduler 2  ├─ in B ─ out B ┤· · ├─ in A ──── out A ┤   stamps 0 … 15 | 15 … 30: A cannot come in before it went out
 *
 * It never stands while a process runs: a message that shows that it has been standing too short tells it for the next process. Times
 * are the least that fit, those on one scheduler are what it measured, and what lies between schedulers is no measure.
 * Scheduler 0 is many threads: there only what lies between two records of a process in a row is known. Where records do not say
 * their scheduler, a process never goes back, and that is all. When processes became runnable is told without a scheduler: it is an event,
 * and no more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include "model/base/scope-entity.h"

#include <string.h>

#define SENT_BITS 15u /* messages that are on their way: those of equal hash share a place, the later one takes it */
#define MOST ((gint64) 1 << 54)

typedef struct
{
  gboolean seen;
  guint64 first; /* its first stamp, or that of the log */
  gint64 stood;  /* how long it has stood since then */
  gint64 owes;   /* and how much longer, told by a message, when the next process comes in … */
  gboolean runs; /* … if that is recorded */
} Clock;

typedef struct
{
  guint64 key; /* receiver, digest; 0: none */
  gint64 time; /* of the first of those that are alike */
  guint32 n;   /* of them */
} Sent;

typedef struct
{
  gint64 time;    /* of its last record, or of what must come before its first */
  guint64 stamp;  /* of that record, if … */
  gboolean dirty; /* … it was written on scheduler 0 */
  gboolean known; /* there is such a time */
} Reached;

struct _ScopeErlangCpu
{
  GArray *clocks;  /* of Clock, by scheduler */
  GArray *reached; /* of Reached, by party */
  Sent *sent;
  guint64 base;    /* the log's first stamp */
};

static ScopeErlangCpu *
cpu_new (guint64 base)
{
  ScopeErlangCpu *self = g_new0 (ScopeErlangCpu, 1);

  self->clocks = g_array_new (FALSE, TRUE, sizeof (Clock));
  self->reached = g_array_new (FALSE, TRUE, sizeof (Reached));
  self->sent = g_new0 (Sent, 1u << SENT_BITS);
  self->base = base;

  return self;
}

void
scope_erlang_cpu_free (ScopeErlangCpu *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->clocks);
  g_array_unref (self->reached);
  g_free (self->sent);
  g_free (self);
}

static Reached *
reached_by (ScopeErlangCpu *self, guint32 party)
{
  if (party >= self->reached->len)
    g_array_set_size (self->reached, party + 1);

  return &g_array_index (self->reached, Reached, party);
}

static Clock *
clock_of (ScopeErlangFacts *facts, guint scheduler, guint64 stamp)
{
  ScopeErlangCpu *self = facts->cpu;
  Clock *clock;

  if (scheduler >= self->clocks->len)
    g_array_set_size (self->clocks, scheduler + 1);
  clock = &g_array_index (self->clocks, Clock, scheduler);
  if (!clock->seen)
    *clock = (Clock) { .seen = TRUE, .first = facts->many_clocks ? stamp : self->base };

  return clock;
}

static Sent *
sent_to (ScopeErlangCpu *self, guint32 receiver, guint32 digest, guint64 *ret_key)
{
  *ret_key = ((guint64) receiver << 32 | digest) + 1;

  return &self->sent[*ret_key * 0x9e3779b97f4a7c15u >> (64 - SENT_BITS)];
}

static void
note_sent (ScopeErlangCpu *self, const ScopeEvent *event)
{
  guint64 key;
  Sent *sent = sent_to (self, event->b, event->stream, &key);

  if (sent->key != key)
    *sent = (Sent) { .key = key, .time = event->time };
  sent->n++;
}

/* The least time at which this can have been received. */
static gint64
take_sent (ScopeErlangCpu *self, const ScopeEvent *event)
{
  guint64 key;
  Sent *sent = sent_to (self, event->a, event->stream, &key);
  gint64 time = sent->time;

  if (sent->key != key)
    return SCOPE_TIME_MIN;
  if (--sent->n == 0)
    sent->key = 0;

  return time;
}

static gboolean
is_of_scheduler (const ScopeEvent *event)
{
  return event->type == SCOPE_ERL_SCHEDULER_ACTIVE || event->type == SCOPE_ERL_SCHEDULER_INACTIVE;
}

/* Not before `least`; what the scheduler's clock lacks it has stood. */
static gint64
time_on (ScopeErlangFacts *facts, guint scheduler, guint64 stamp, gint64 least, const ScopeEvent *event)
{
  Clock *clock = clock_of (facts, scheduler, stamp);
  gint64 time;

  if (event->type == SCOPE_ERL_IN || event->type == SCOPE_ERL_IN_EXITING)
    {
      clock->stood += clock->owes;
      clock->owes = 0;
      clock->runs = TRUE;
    }
  time = (gint64) (stamp - clock->first) + clock->stood;
  if (time < least)
    {
      clock->stood += least - time;
      clock->owes -= MIN (clock->owes, least - time);
      time = least;
    }

  return MIN (time, MOST);
}

/* It was received at `time`, and sent at `sent`: the receiver's clock has stood, but not while a process ran. */
static gint64
time_of_receipt (ScopeErlangFacts *facts, guint scheduler, gint64 time, gint64 sent)
{
  Clock *clock = &g_array_index (facts->cpu->clocks, Clock, scheduler);

  if (sent <= time)
    return time;
  if (clock->runs)
    {
      clock->owes = MAX (clock->owes, sent - time);
      return time;
    }
  clock->stood += sent - time;

  return sent;
}

/* Somewhere behind the process's record before; how far, only its thread knows. */
static gint64
time_on_dirty (const Reached *before, guint64 stamp, gint64 least)
{
  if (!before->known)
    return MAX (least, 0);
  if (!before->dirty || stamp < before->stamp)
    return least;

  return CLAMP (before->time + (gint64) (stamp - before->stamp), least, MOST);
}

static gint64
time_of (ScopeErlangFacts *facts, guint scheduler, const Reached *before, guint64 stamp, const ScopeEvent *event)
{
  gint64 least = before->known ? before->time : SCOPE_TIME_MIN, time;
  gint64 sent = event->type == SCOPE_ERL_RECEIVE ? take_sent (facts->cpu, event) : SCOPE_TIME_MIN;

  facts->many_clocks = facts->many_clocks || event->time < MAX (least, sent);
  if (scheduler != SCOPE_NO_PROCESSOR)
    clock_of (facts, scheduler, stamp);
  if (!facts->many_clocks)
    return event->time;
  if (scheduler == SCOPE_NO_PROCESSOR)
    return MAX (event->time, least);
  if (scheduler == 0)
    return time_on_dirty (before, stamp, least);
  time = time_on (facts, scheduler, stamp, least, event);

  return time_of_receipt (facts, scheduler, time, sent);
}

static void
comes_behind (ScopeErlangCpu *self, guint32 party, gint64 time)
{
  Reached *reached = reached_by (self, party);

  reached->time = reached->known ? MAX (reached->time, time) : time;
  reached->known = TRUE;
}

void
scope_erlang_cpu_place (ScopeErlangFacts *facts, guint64 stamp, ScopeEvent *event)
{
  gboolean of_scheduler = is_of_scheduler (event);
  gboolean activity = event->type == SCOPE_ERL_ACTIVE || event->type == SCOPE_ERL_INACTIVE;
  guint scheduler = of_scheduler ? event->a : event->processor;
  guint32 party = of_scheduler ? 0 : event->a;
  Reached before;

  if (activity && facts->many_clocks)
    {
      event->type = SCOPE_ERL_OTHER;
      event->c = scope_erlang_text_number (facts, "profile", strlen ("profile"));
    }
  if (facts->placed)
    {
      event->time = facts->latest;
      return;
    }
  if (facts->cpu == NULL)
    facts->cpu = cpu_new (facts->bases[SCOPE_ERL_CLOCK_CPU]);
  if (activity)
    {
      if (facts->many_clocks)
        event->time = reached_by (facts->cpu, party)->time;
      return;
    }
  before = party > 0 ? *reached_by (facts->cpu, party) : (Reached) { .known = FALSE };
  event->time = time_of (facts, scheduler, &before, stamp, event);
  if (party > 0)
    {
      comes_behind (facts->cpu, party, event->time);
      reached_by (facts->cpu, party)->stamp = stamp;
      reached_by (facts->cpu, party)->dirty = scheduler == 0;
    }
  if (event->type == SCOPE_ERL_SEND && event->b > 0)
    note_sent (facts->cpu, event);
  if (event->type == SCOPE_ERL_SPAWN && event->b > 0)
    comes_behind (facts->cpu, event->b, event->time);
}
