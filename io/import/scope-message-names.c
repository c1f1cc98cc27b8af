/* scope-message-names.c: see scope-message-names.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-message-names.h"

#include <string.h>

#define TELLING_SIZE 16u /* bytes of a message that others hardly send alike */
#define MOST_DIGESTS 1000000u

struct _ScopeMessageNames
{
  ScopeTrace *trace;
  GHashTable *bearers; /* machine and name's number → process + 1; 0: nobody is known to bear it */
  GHashTable **named;  /* per machine: name → number of its last process of that name + 1; NULL: not asked for yet */
  GHashTable *digests; /* machine and digest → name's number */
};

static gpointer
key_of (guint32 machine, guint32 number)
{
  return (gpointer) (guintptr) ((guint64) machine << 32 | number);
}

/* By what the machine's own trace says: the last of that name. + 1. */
static guint32
find_named (ScopeMessageNames *self, guint32 index, const char *name)
{
  ScopeMachine *machine = scope_trace_machine (self->trace, index);

  if (self->named[index] == NULL)
    {
      guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESS);

      self->named[index] = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint32 i = 0; i < n; i++)
        {
          const ScopeEntity *process = scope_machine_entity (machine, SCOPE_KIND_PROCESS, i);

          if (process->name != NULL)
            g_hash_table_insert (self->named[index], process->name, GUINT_TO_POINTER ((guint32) process->number + 1));
        }
    }

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->named[index], name));
}

/* + 1; 0: it is no name, or nobody is known to bear it. */
static guint32
bearer_of (ScopeMessageNames *self, guint32 machine, guint32 number, gboolean *ret_is_name)
{
  const ScopeEntity *stranger = NULL;
  gpointer found;
  guint32 bearer;

  *ret_is_name = g_hash_table_lookup_extended (self->bearers, key_of (machine, number), NULL, &found);
  if (*ret_is_name)
    return GPOINTER_TO_UINT (found);
  if (number >= SCOPE_MESSAGE_ABSENT_MACHINE && number != SCOPE_NONE && machine < scope_trace_n_machines (self->trace))
    stranger = scope_trace_find_stranger (self->trace, number);
  if (stranger == NULL || stranger->name == NULL)
    return 0;
  *ret_is_name = TRUE;
  bearer = find_named (self, machine, stranger->name);
  g_hash_table_insert (self->bearers, key_of (machine, number), GUINT_TO_POINTER (bearer));

  return bearer;
}

ScopeMessageNames *
scope_message_names_new (ScopeTrace *trace)
{
  ScopeMessageNames *self = g_new0 (ScopeMessageNames, 1);

  self->trace = trace;
  self->named = g_new0 (GHashTable *, scope_trace_n_machines (trace) + 1);
  self->bearers = g_hash_table_new (NULL, NULL);
  self->digests = g_hash_table_new (NULL, NULL);

  return self;
}

void
scope_message_names_free (ScopeMessageNames *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < scope_trace_n_machines (self->trace); i++)
    g_clear_pointer (&self->named[i], g_hash_table_unref);
  g_free (self->named);
  g_hash_table_unref (self->bearers);
  g_hash_table_unref (self->digests);
  g_free (self);
}

void
scope_message_names_sent (ScopeMessageNames *self, guint32 machine, guint32 number, guint32 digest, guint32 size)
{
  gboolean is_name;

  if (size >= TELLING_SIZE && g_hash_table_size (self->digests) < MOST_DIGESTS
      && bearer_of (self, machine, number, &is_name) == 0 && is_name)
    g_hash_table_insert (self->digests, key_of (machine, digest), GUINT_TO_POINTER (number));
}

void
scope_message_names_received (ScopeMessageNames *self, guint32 machine, guint32 process, guint32 digest, guint32 size)
{
  guint32 number;
  gboolean is_name;

  if (size < TELLING_SIZE || g_hash_table_size (self->digests) == 0)
    return;
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->digests, key_of (machine, digest)));
  if (number != 0 && bearer_of (self, machine, number, &is_name) == 0)
    g_hash_table_insert (self->bearers, key_of (machine, number), GUINT_TO_POINTER (process + 1));
}

guint32
scope_message_names_find (ScopeMessageNames *self, guint32 machine, guint32 number)
{
  gboolean is_name;
  guint32 bearer = bearer_of (self, machine, number, &is_name);

  return bearer > 0 ? bearer - 1 : number;
}
