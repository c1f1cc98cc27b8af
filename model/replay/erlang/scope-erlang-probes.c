/* scope-erlang-probes.c: what logs of probes leave to be found out: who runs on a thread.
 *
 * A probe is met on a thread of the operating system; a scheduler is known by its thread. The probe of a birth does not name the
 * parent, but that is who runs on the scheduler then (formats/erlang.md §6). Who ran there when the log began is known only when he
 * goes out: those born on the scheduler before wait for that.
 *
 * One thread runs one process: if another one comes in, the end of the last one's run was lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

#include <string.h>

#define MOST_ORPHANS 65536u

typedef struct
{
  guint32 party;     /* who runs there; 0: nobody is known to */
  guint8 seen;       /* in or out was seen there */
  char *name;        /* the thread's number for the operating system; NULL: the scheduler's own */
} Thread;

static void
clear_thread (gpointer data)
{
  g_free (((Thread *) data)->name);
}

typedef struct
{
  guint32 child;     /* party */
  guint16 processor;
} Orphan;

struct _ScopeErlangProbes
{
  GArray *threads;   /* of Thread, by the scheduler's number */
  GArray *orphans;   /* of Orphan */
};

/* --- what the log says of itself --- */

static void
begin (ScopeErlangReplay *self)
{
  if (self->probes != NULL)
    return;
  self->probes = g_new0 (ScopeErlangProbes, 1);
  self->probes->threads = g_array_new (FALSE, TRUE, sizeof (Thread));
  g_array_set_clear_func (self->probes->threads, clear_thread);
  self->probes->orphans = g_array_new (FALSE, FALSE, sizeof (Orphan));
  self->sink->klass->info (self->sink, "message_size_unit", "words", -1);
}

/* Our own scripts always record who comes in: what is active before that is runnable. */
static void
take_source (ScopeErlangReplay *self, const ScopeEvent *event)
{
  g_autofree char *source = event->size > 0 ? g_strndup ((const char *) event->payload, event->size) : NULL;

  if (source == NULL)
    return;
  self->sink->klass->info (self->sink, "probes", source, -1);
  if (g_str_has_prefix (source, "dtrace") || g_str_has_prefix (source, "systemtap"))
    self->runs_known = TRUE;
}

/* --- who runs where --- */

static Thread *
thread_of (ScopeErlangProbes *self, guint processor)
{
  if (processor == SCOPE_NO_PROCESSOR)
    return NULL;
  if (processor >= self->threads->len)
    g_array_set_size (self->threads, processor + 1);

  return &g_array_index (self->threads, Thread, processor);
}

void
scope_erlang_probes_define (ScopeErlangReplay *self, const ScopeEvent *event)
{
  Thread *thread;

  begin (self);
  if (event->type == SCOPE_ERL_PROBES)
    {
      take_source (self, event);
      scope_erlang_exits_are_known (self);
      return;
    }
  thread = thread_of (self->probes, event->a);
  if (thread != NULL && thread->name == NULL)
    thread->name = g_strdup_printf ("thread %.*s", (int) event->size, (const char *) event->payload);
}

void
scope_erlang_probes_name (ScopeErlangReplay *self, guint number, ScopeEntity *scheduler)
{
  const Thread *thread = self->probes != NULL ? thread_of (self->probes, number) : NULL;

  if (thread != NULL && thread->name != NULL)
    self->sink->klass->set_name (self->sink, scheduler, thread->name, strlen (thread->name));
}

static void
adopt (ScopeErlangReplay *self, guint32 child, guint32 parent)
{
  ScopeErlangProcess *maker = scope_erlang_process (self, parent);
  ScopeErlangProcess *process = scope_erlang_find_process (self, child);

  if (maker == NULL || process == NULL)
    return;
  process->entity->parent = (guint32) (maker - self->processes);
  self->sink->klass->entity (self->sink, SCOPE_KIND_PROCESS, process->process)->parent = maker->process;
}

/* Who goes out without having come in was there from the beginning. */
static void
settle_orphans (ScopeErlangReplay *self, guint processor, guint32 parent)
{
  GArray *orphans = self->probes->orphans;
  guint kept = 0;

  for (guint i = 0; i < orphans->len; i++)
    {
      Orphan orphan = g_array_index (orphans, Orphan, i);

      if (orphan.processor != processor)
        g_array_index (orphans, Orphan, kept++) = orphan;
      else if (parent != 0)
        adopt (self, orphan.child, parent);
    }
  g_array_set_size (orphans, kept);
}

static void
come_in (ScopeErlangReplay *self, Thread *thread, const ScopeEvent *event)
{
  ScopeErlangProcess *last = scope_erlang_find_process (self, thread->party);

  if (!thread->seen)
    settle_orphans (self, event->processor, 0);
  if (last != NULL && thread->party != event->a && last->running && event->processor != 0)
    {
      ScopeEvent out = { .time = event->time, .type = SCOPE_ERL_OUT, .processor = event->processor, .a = thread->party };

      scope_erlang_process_event (self, last, &out);
    }
  thread->party = event->a;
  thread->seen = TRUE;
}

static void
go_out (ScopeErlangReplay *self, Thread *thread, const ScopeEvent *event)
{
  if (!thread->seen)
    settle_orphans (self, event->processor, event->a);
  thread->party = 0;
  thread->seen = TRUE;
}

static void
be_born (ScopeErlangReplay *self, const Thread *thread, const ScopeEvent *event, ScopeEvent *ret_copy)
{
  Orphan orphan = { event->b, event->processor };

  ret_copy->a = thread->party;
  if (!thread->seen && self->probes->orphans->len < MOST_ORPHANS)
    g_array_append_val (self->probes->orphans, orphan);
}

const ScopeEvent *
scope_erlang_probes_see (ScopeErlangReplay *self, const ScopeEvent *event, ScopeEvent *ret_copy)
{
  Thread *thread = self->probes != NULL ? thread_of (self->probes, event->processor) : NULL;

  if (thread == NULL)
    return event;
  switch (event->type)
    {
    case SCOPE_ERL_IN:
      come_in (self, thread, event);
      return event;
    case SCOPE_ERL_OUT:
      go_out (self, thread, event);
      return event;
    case SCOPE_ERL_SPAWN:
      *ret_copy = *event;
      if (event->a == 0)
        be_born (self, thread, event, ret_copy);
      return ret_copy;
    default:
      return event;
    }
}

void
scope_erlang_probes_free (ScopeErlangReplay *self)
{
  if (self->probes == NULL)
    return;
  g_array_unref (self->probes->threads);
  g_array_unref (self->probes->orphans);
  g_clear_pointer (&self->probes, g_free);
}
