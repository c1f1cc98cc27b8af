/* scope-erlang-parties.c: the pids, ports, names and words of an Erlang trace, by the numbers that its decoder gave them, and the
 * processes that are made of pids.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

#include "model/base/scope-stranger.h"

#include <string.h>

/* Of a process or port, alike in the traces of all nodes: the number it is told by, if that is all. Pids of OTP up to 23 have 15 bits, and 13 of
 * a serial number, which makes one as well; what is longer is folded. */
static guint32
number_of_id (guint64 id, guint64 serial)
{
  if (serial == 0 && id <= G_MAXINT32)
    return (guint32) id;
  if (id < 1u << 15 && serial < 1u << 13)
    return 0x80000000u | (guint32) serial << 15 | (guint32) id;

  return 0x90000000u | ((guint32) (id ^ id >> 32 ^ serial * 0x9e3779b1u) & 0x1fffffffu);
}

static void
define_party (ScopeErlangReplay *self, const ScopeEvent *event)
{
  ScopeErlangName *party;
  guint64 id = 0, serial = 0;
  const char *text, *digits;

  if (event->a != self->n_parties)
    return; /* they come one after the other */
  if (self->party_texts == NULL)
    self->party_texts = g_string_chunk_new (4096);
  text = g_string_chunk_insert_len (self->party_texts, (const char *) event->payload, event->size);
  digits = strchr (text, '.');
  if ((self->n_parties & (self->n_parties - 1)) == 0)
    self->parties = g_renew (ScopeErlangName, self->parties, MAX (16, self->n_parties * 2));
  if (digits != NULL && event->b <= SCOPE_ERL_PORT)
    {
      char *end;

      id = g_ascii_strtoull (digits + 1, &end, 10);
      serial = *end == '.' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;
    }
  party = &self->parties[self->n_parties++];
  *party = (ScopeErlangName) { .text = text, .kind = (guint8) event->b, .node = event->c, .number = number_of_id (id, serial) };
}

static void
define_text (ScopeErlangReplay *self, const ScopeEvent *event)
{
  if (event->a != self->n_texts)
    return;
  if ((self->n_texts & (self->n_texts - 1)) == 0)
    {
      guint32 n = MAX (16, self->n_texts * 2);

      self->texts = g_renew (char *, self->texts, n);
      self->functions = g_renew (guint32, self->functions, n);
    }
  self->functions[self->n_texts] = 0;
  self->texts[self->n_texts++] = g_strndup ((const char *) event->payload, event->size);
}

void
scope_erlang_define (ScopeErlangReplay *self, const ScopeEvent *event)
{
  if (event->type == SCOPE_ERL_DEFINE_PARTY)
    define_party (self, event);
  else
    define_text (self, event);
}

void
scope_erlang_parties_free (ScopeErlangReplay *self)
{
  g_clear_pointer (&self->party_texts, g_string_chunk_free);
  for (guint32 i = 1; i < self->n_texts; i++)
    g_free (self->texts[i]);
  g_clear_pointer (&self->strangers, g_hash_table_unref);
  g_free (self->parties);
  g_free (self->texts);
  g_free (self->functions);
}

const char *
scope_erlang_text (const ScopeErlangReplay *self, guint32 number)
{
  return number > 0 && number < self->n_texts ? self->texts[number] : "";
}

guint32
scope_erlang_function (ScopeErlangReplay *self, guint32 text, gint64 time)
{
  if (text == 0 || text >= self->n_texts)
    return 0;
  if (self->functions[text] == 0)
    {
      const gint64 row[SCOPE_FUNCTION_N_COLUMNS]
          = { time, (gint64) self->sink->klass->text (self->sink, self->texts[text], strlen (self->texts[text])) };

      self->sink->klass->record (self->sink, SCOPE_TABLE_FUNCTIONS, row);
      self->functions[text] = ++self->n_functions;
    }

  return self->functions[text];
}

/* A number that no other stranger of this trace has. */
static guint32
number_of_stranger (ScopeErlangReplay *self, const ScopeErlangName *party, const char *name)
{
  guint32 number = scope_stranger_number (name);

  if (self->strangers == NULL)
    self->strangers = g_hash_table_new (NULL, NULL);
  if (party->kind == SCOPE_ERL_PROCESS && party->number >= SCOPE_MESSAGE_ABSENT_MACHINE)
    number = party->number;
  else
    while (g_hash_table_contains (self->strangers, GUINT_TO_POINTER (number)))
      number = scope_stranger_next (number);
  g_hash_table_add (self->strangers, GUINT_TO_POINTER (number));

  return number;
}

guint32
scope_erlang_stranger (ScopeErlangReplay *self, guint32 number)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeErlangName *party = number > 0 && number < self->n_parties ? &self->parties[number] : NULL;
  g_autofree char *name = NULL;
  ScopeEntity *entity;
  guint32 place;

  if (party == NULL || party->stranger > 0)
    return party != NULL ? party->stranger : 0;
  if (self->n_strangers >= SCOPE_ERLANG_MAX_STRANGERS)
    return 0;
  name = scope_erlang_is_own (self, number)
             ? g_strdup (party->text)
             : g_strdup_printf ("%s %s", scope_erlang_text (self, party->node), party->text);
  place = number_of_stranger (self, party, name);
  entity = klass->entity (self->sink, SCOPE_KIND_STRANGER,
                          klass->add_sharing (self->sink, SCOPE_KIND_STRANGER, place, SCOPE_NONE));
  klass->set_id (self->sink, entity, name);
  klass->set_entry (self->sink, entity, party->text, strlen (party->text));
  if (party->kind == SCOPE_ERL_NAME || party->kind == SCOPE_ERL_ALIAS)
    {
      party->number = place;
      klass->set_name (self->sink, entity, party->text, strlen (party->text));
    }
  party->stranger = ++self->n_strangers;

  return party->stranger;
}

guint32
scope_erlang_node_number (const char *node)
{
  return g_str_hash (node) | SCOPE_ERLANG_NODE;
}

gboolean
scope_erlang_is_own (const ScopeErlangReplay *self, guint32 party)
{
  return party > 0 && party < self->n_parties
         && (self->parties[party].node == 0 || self->parties[party].node == self->node);
}

ScopeErlangProcess *
scope_erlang_find_process (ScopeErlangReplay *self, guint32 number)
{
  if (number == 0 || number >= self->n_parties || self->parties[number].kind != SCOPE_ERL_PROCESS
      || self->parties[number].index == 0)
    return NULL;

  return &self->processes[self->parties[number].index - 1];
}

ScopeErlangProcess *
scope_erlang_process (ScopeErlangReplay *self, guint32 number)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeErlangName *party;
  ScopeErlangProcess *process;
  ScopeEntity *entity;
  guint32 index;

  if (number == 0 || number >= self->n_parties || self->parties[number].kind != SCOPE_ERL_PROCESS
      || !scope_erlang_is_own (self, number))
    return NULL;
  party = &self->parties[number];
  if (party->index > 0)
    return &self->processes[party->index - 1];
  if (self->n_processes >= SCOPE_ERLANG_MAX_PROCESSES)
    {
      self->too_many = TRUE;
      return NULL;
    }
  index = klass->add_entity (self->sink, SCOPE_KIND_THREAD, party->number, TRUE, SCOPE_CODE_UNKNOWN);
  if (self->n_processes == self->n_processes_alloc)
    {
      self->n_processes_alloc = MAX (64, self->n_processes_alloc * 2);
      self->processes = g_renew (ScopeErlangProcess, self->processes, self->n_processes_alloc);
    }
  process = &self->processes[self->n_processes++];
  g_assert (index + 1 == self->n_processes);
  *process = (ScopeErlangProcess) { .entity = klass->entity (self->sink, SCOPE_KIND_THREAD, index),
                                    .party = number,
                                    .gc_start = SCOPE_TIME_MIN, .out_since = SCOPE_TIME_MIN, .woken_at = SCOPE_TIME_MIN,
                                    .gone = SCOPE_TIME_MAX,
                                    .dirty = SCOPE_STATE_ABSENT };
  process->lane = process->entity->lane;
  process->process = klass->add_sharing (self->sink, SCOPE_KIND_PROCESS, party->number, process->lane);
  process->entity->process = process->process;
  entity = klass->entity (self->sink, SCOPE_KIND_PROCESS, process->process);
  klass->set_id (self->sink, process->entity, party->text);
  klass->set_id (self->sink, entity, party->text);
  party->index = index + 1;
  scope_erlang_known_apply (self, process);

  return process;
}
