/* scope-erlang-facts.c: what an Erlang trace tells besides who ran when: ports, links, names, itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

#include <string.h>

/* --- ports --- */

static ScopeErlangPort *
port_of (ScopeErlangReplay *self, guint32 party)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeErlangName *name = party > 0 && party < self->n_parties ? &self->parties[party] : NULL;
  ScopeErlangPort *port;
  guint32 index;

  if (name == NULL || name->kind != SCOPE_ERL_PORT || !scope_erlang_is_own (self, party))
    return NULL;
  if (name->index > 0)
    return &self->ports[name->index - 1];
  if (self->n_ports >= SCOPE_ERLANG_MAX_PROCESSES)
    return NULL;
  if ((self->n_ports & (self->n_ports - 1)) == 0)
    self->ports = g_renew (ScopeErlangPort, self->ports, MAX (1, self->n_ports * 2));
  port = &self->ports[self->n_ports++];
  index = klass->add_entity (self->sink, SCOPE_KIND_PORT, name->number, FALSE, SCOPE_CODE_UNKNOWN);
  *port = (ScopeErlangPort) { .entity = klass->entity (self->sink, SCOPE_KIND_PORT, index), .first = SCOPE_TIME_MIN,
                              .last = SCOPE_TIME_MAX };
  port->lane = port->entity->lane;
  klass->set_id (self->sink, port->entity, name->text);
  name->index = self->n_ports;

  return port;
}

static void
show_port (ScopeErlangReplay *self, ScopeErlangPort *port, gint64 time, guint code)
{
  if (port->busy && code == SCOPE_CODE_IDLE)
    code = SCOPE_CODE_BUSY_PORT;
  port->code = (guint8) code;
  scope_erlang_said (self, SCOPE_ERLANG_SAID_PORT, (guint32) (port - self->ports), &port->epoch);
  if (port->entity->first == SCOPE_TIME_MIN)
    port->entity->first = time;
  scope_erlang_emit (self, port->lane, time, code, 0);
}

void
scope_erlang_forget_port (ScopeErlangReplay *self, ScopeErlangPort *port, gint64 time)
{
  port->busy = FALSE;
  if (port->entity->first != SCOPE_TIME_MIN && port->code != SCOPE_CODE_ABSENT)
    show_port (self, port, time, SCOPE_CODE_UNKNOWN);
}

static void
port_event (ScopeErlangReplay *self, ScopeErlangPort *port, const ScopeEvent *event)
{
  const char *driver, *reason;

  switch (event->type)
    {
    case SCOPE_ERL_OPEN:
      port->first = event->time;
      port->owner = event->b;
      driver = scope_erlang_text (self, event->c);
      self->sink->klass->set_entry (self->sink, port->entity, driver, strlen (driver));
      show_port (self, port, event->time, SCOPE_CODE_IDLE);
      break;
    case SCOPE_ERL_CLOSED:
      reason = scope_erlang_text (self, event->c);
      if (*reason != '\0')
        self->sink->klass->set_reason (self->sink, port->entity, reason, strlen (reason));
      port->last = port->entity->last = event->time;
      port->entity->end = SCOPE_END_FINISHED;
      show_port (self, port, event->time, SCOPE_CODE_ABSENT);
      break;
    case SCOPE_ERL_IN:
      show_port (self, port, event->time, SCOPE_CODE_RUNNING);
      break;
    case SCOPE_ERL_ACTIVE:
      if (port->code != SCOPE_CODE_RUNNING)
        show_port (self, port, event->time, SCOPE_CODE_ACTIVE);
      break;
    case SCOPE_ERL_OUT:
    case SCOPE_ERL_INACTIVE:
      show_port (self, port, event->time, SCOPE_CODE_IDLE);
      break;
    case SCOPE_ERL_BUSY:
      port->busy = TRUE;
      if (port->code != SCOPE_CODE_RUNNING && port->code != SCOPE_CODE_ACTIVE)
        show_port (self, port, event->time, SCOPE_CODE_IDLE);
      break;
    case SCOPE_ERL_NOT_BUSY:
      port->busy = FALSE;
      if (port->code != SCOPE_CODE_RUNNING && port->code != SCOPE_CODE_ACTIVE && port->code != SCOPE_CODE_IDLE)
        show_port (self, port, event->time, SCOPE_CODE_IDLE);
      break;
    default:
      if (port->entity->first == SCOPE_TIME_MIN)
        show_port (self, port, event->time, SCOPE_CODE_UNKNOWN);
      break;
    }
}

static void
finish_ports (ScopeErlangReplay *self, gint64 end)
{
  for (guint32 i = 0; i < self->n_ports; i++)
    {
      ScopeErlangPort *port = &self->ports[i];
      ScopeErlangProcess *owner = scope_erlang_find_process (self, port->owner);

      if (port->entity->first == SCOPE_TIME_MIN)
        continue;
      if (owner != NULL)
        port->entity->process = owner->process;
      if (port->first == SCOPE_TIME_MIN)
        port->entity->first = self->first;
      if (port->last == SCOPE_TIME_MAX)
        port->entity->last = end;
      self->sink->klass->life (self->sink, port->lane, port->entity->first, port->entity->last);
    }
}

/* --- links, names, heads --- */

/* A port of which nothing else was said is no more than its name. */
static gint64
link_end (ScopeErlangReplay *self, guint32 party)
{
  const ScopeErlangProcess *process = scope_erlang_find_process (self, party);
  const ScopeErlangName *name = party > 0 && party < self->n_parties ? &self->parties[party] : NULL;
  guint32 stranger;

  if (process != NULL)
    return process - self->processes;
  if (name != NULL && name->kind == SCOPE_ERL_PORT && name->index > 0)
    return SCOPE_LINK_PORT (name->index - 1);
  stranger = scope_erlang_stranger (self, party);

  return stranger > 0 ? SCOPE_LINK_STRANGER (stranger - 1) : SCOPE_TABLE_NULL;
}

static void
link_event (ScopeErlangReplay *self, const ScopeEvent *event)
{
  gint64 row[SCOPE_LINK_N_COLUMNS];

  row[SCOPE_LINK_TIME] = event->time;
  row[SCOPE_LINK_FROM] = link_end (self, event->a);
  row[SCOPE_LINK_TO] = link_end (self, event->b);
  row[SCOPE_LINK_KIND] = event->type - SCOPE_ERL_LINK;
  self->sink->klass->record (self->sink, SCOPE_TABLE_LINKS, row);
}

static void
name_event (ScopeErlangReplay *self, const ScopeEvent *event)
{
  ScopeErlangProcess *process = scope_erlang_find_process (self, event->a);
  ScopeErlangPort *port = process == NULL ? port_of (self, event->a) : NULL;
  const char *name = scope_erlang_text (self, event->c);
  const ScopeSinkClass *klass = self->sink->klass;

  if (event->type == SCOPE_ERL_UNREGISTER)
    {
      g_hash_table_remove (self->registered, name);
      g_hash_table_remove (self->known_names, name);
      return;
    }
  if (port != NULL)
    klass->set_name (self->sink, port->entity, name, strlen (name));
  if (process == NULL)
    return;
  g_hash_table_insert (self->registered, g_strdup (name), GUINT_TO_POINTER ((guint32) (process - self->processes) + 1));
  klass->set_name (self->sink, process->entity, name, strlen (name));
  klass->set_name (self->sink, klass->entity (self->sink, SCOPE_KIND_PROCESS, process->process), name, strlen (name));
}

void
scope_erlang_mark (ScopeErlangReplay *self, const ScopeEvent *event, const ScopeErlangProcess *process, const char *text)
{
  gint64 row[SCOPE_MARK_N_COLUMNS];

  row[SCOPE_MARK_TIME] = event->time;
  row[SCOPE_MARK_PROCESSOR] = event->processor != SCOPE_NO_PROCESSOR ? event->processor : SCOPE_TABLE_NULL;
  row[SCOPE_MARK_THREAD] = process != NULL ? process - self->processes : SCOPE_TABLE_NULL;
  row[SCOPE_MARK_KIND] = SCOPE_MARK_LABEL;
  row[SCOPE_MARK_TEXT] = (gint64) self->sink->klass->text (self->sink, text, strlen (text));
  self->sink->klass->record (self->sink, SCOPE_TABLE_MARKS, row);
}

static void
clock_event (ScopeErlangReplay *self, const ScopeEvent *event)
{
  static const char *const names[] = { "wall clock (timestamp)", "monotonic time of the VM (monotonic_timestamp)",
                                       "processor time of the scheduler's thread (cpu_timestamp)",
                                       "none: records bear no time, each comes 1 µs after the one before" };
  g_autofree char *text = g_strndup ((const char *) event->payload, event->size), *seconds = NULL;
  guint64 us = g_ascii_strtoull (text, NULL, 10);

  if (event->a < G_N_ELEMENTS (names))
    self->sink->klass->info (self->sink, "clock", names[event->a], -1);
  self->clocks_differ = self->clocks_differ || event->a == SCOPE_ERL_CLOCK_CPU;
  if (event->a != SCOPE_ERL_CLOCK_WALL || self->clock.has_wall)
    return;
  seconds = g_strdup_printf ("%" G_GUINT64_FORMAT ".%06u000", us / 1000000u, (guint) (us % 1000000u));
  self->sink->klass->info (self->sink, "wall_clock", seconds, -1);
  self->clock.has_wall = TRUE;
  self->clock.wall_seconds = us / 1000000u;
  self->clock.wall_ns = (guint32) (us % 1000000u) * 1000u;
  self->clock.wall_time = 0;
  g_free (text);
  text = g_strdup_printf ("%" G_GUINT64_FORMAT ".%09u", self->clock.wall_seconds, self->clock.wall_ns);
  self->sink->klass->info (self->sink, "wall_clock", text, -1);
}

static void
head_event (ScopeErlangReplay *self, const ScopeEvent *event)
{
  const char *text = scope_erlang_text (self, event->a);
  g_autofree char *number = NULL;

  switch (event->type)
    {
    case SCOPE_ERL_SCHEDULERS:
      number = g_strdup_printf ("%u", event->a);
      self->sink->klass->info (self->sink, "schedulers", number, -1);
      scope_erlang_schedulers_told (self, event->a);
      break;
    case SCOPE_ERL_PROFILE_OPTS:
      self->sink->klass->info (self->sink, "options", text, -1);
      scope_erlang_take_options (self, text);
      break;
    default:
      break;
    }
}

void
scope_erlang_fact (ScopeErlangReplay *self, const ScopeEvent *event)
{
  ScopeErlangPort *port;

  switch (event->type)
    {
    case SCOPE_ERL_CLOCK:
      clock_event (self, event);
      return;
    case SCOPE_ERL_SCHEDULERS:
    case SCOPE_ERL_PROFILE_OPTS:
      head_event (self, event);
      return;
    case SCOPE_ERL_KNOWN:
      scope_erlang_know (self, event);
      return;
    case SCOPE_ERL_LABEL:
    case SCOPE_ERL_NODE:
      scope_erlang_mark (self, event, scope_erlang_find_process (self, event->a), scope_erlang_text (self, event->c));
      break;
    case SCOPE_ERL_CALL:
    case SCOPE_ERL_RETURN_FROM:
      if (event->stream >> SCOPE_ERL_GROUP == 0)
        break;
      scope_erlang_mark (self, event, scope_erlang_find_process (self, event->a), scope_erlang_text (self, event->stream >> SCOPE_ERL_GROUP));
      if (!self->groups_told)
        self->sink->klass->info (self->sink, "s_groups", "their changes are marks", -1); /* or nobody looks for them */
      self->groups_told = TRUE;
      break;
    case SCOPE_ERL_LINK:
    case SCOPE_ERL_UNLINK:
    case SCOPE_ERL_GETTING_LINKED:
    case SCOPE_ERL_GETTING_UNLINKED:
      link_event (self, event);
      break;
    case SCOPE_ERL_REGISTER:
    case SCOPE_ERL_UNREGISTER:
      name_event (self, event);
      break;
    case SCOPE_ERL_SEND:
    case SCOPE_ERL_SEND_TO_NOBODY:
      scope_erlang_sent (self, event);
      break;
    case SCOPE_ERL_RECEIVE:
      scope_erlang_received (self, event);
      break;
    default:
      if (event->type >= SCOPE_ERL_HEAP && event->type <= SCOPE_ERL_FILE_DONE)
        scope_erlang_probes_fact (self, event);
      break;
    }
  if (event->type < SCOPE_ERL_SPAWN || event->type >= SCOPE_ERL_SCHEDULER_ACTIVE)
    return;
  port = port_of (self, event->a);
  if (port != NULL)
    port_event (self, port, event);
}

void
scope_erlang_facts_finish (ScopeErlangReplay *self, gint64 end)
{
  const char *node = scope_erlang_text (self, self->node);

  if (*node != '\0')
    self->sink->klass->info (self->sink, "node", node, -1);
  scope_erlang_messages_finish (self);
  finish_ports (self, end);
}

void
scope_erlang_facts_free (ScopeErlangReplay *self)
{
  g_hash_table_unref (self->registered);
  g_free (self->ports);
}
