/* scope-erlang-known.c: who was there when our own recorder began (data/erlang/lanescope.erl): names, entry functions,
 * parents of processes whose birth the trace does not have.
 *
 * erlang:system_profile/2 tells of all processes when they become active, also of those that were not to be recorded, and
 * of the recorder itself. Nothing else would be known of them: they have no lanes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

#include "model/base/scope-each.h"

#include <string.h>

#define MOST_KNOWN 1000000u

void
scope_erlang_known_init (ScopeErlangReplay *self)
{
  self->known = g_array_new (FALSE, FALSE, sizeof (ScopeErlangKnown));
  self->known_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
scope_erlang_known_free (ScopeErlangReplay *self)
{
  g_array_unref (self->known);
  g_hash_table_unref (self->known_names);
}

void
scope_erlang_know (ScopeErlangReplay *self, const ScopeEvent *event)
{
  ScopeErlangKnown known = { event->a, event->b, event->c, event->stream };
  ScopeErlangProcess *process;

  if (event->a == 0 || event->a >= self->n_parties || self->known->len >= MOST_KNOWN)
    return;
  /* More may be said of somebody whose name was. */
  if (self->parties[event->a].known != 0 && known.name == 0)
    known.name = g_array_index (self->known, ScopeErlangKnown, self->parties[event->a].known - 1).name;
  g_array_append_val (self->known, known);
  self->parties[event->a].known = self->known->len;
  if (known.name != 0)
    g_hash_table_insert (self->known_names, g_strdup (scope_erlang_text (self, known.name)),
                         GUINT_TO_POINTER (event->a));
  process = scope_erlang_find_process (self, event->a);
  if (process != NULL)
    scope_erlang_known_apply (self, process);
}

void
scope_erlang_known_apply (ScopeErlangReplay *self, ScopeErlangProcess *process)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeEntity *entity = klass->entity (self->sink, SCOPE_KIND_PROCESS, process->process);
  guint32 number = self->parties[process->party].known;
  const ScopeErlangKnown *known;
  const char *entry, *name;

  if (number == 0)
    return;
  known = &g_array_index (self->known, ScopeErlangKnown, number - 1);
  entry = scope_erlang_text (self, known->entry);
  name = scope_erlang_text (self, known->name);
  if (*entry != '\0' && !process->spawned)
    {
      klass->set_entry (self->sink, process->entity, entry, strlen (entry));
      klass->set_entry (self->sink, entity, entry, strlen (entry));
    }
  if (*name != '\0')
    {
      klass->set_name (self->sink, process->entity, name, strlen (name));
      klass->set_name (self->sink, entity, name, strlen (name));
    }
}

guint32
scope_erlang_known_party (const ScopeErlangReplay *self, const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->known_names, name));
}

gboolean
scope_erlang_is_wanted (const ScopeErlangReplay *self, const ScopeEvent *event)
{
  guint32 known;

  if (!self->recorded || (event->type != SCOPE_ERL_ACTIVE && event->type != SCOPE_ERL_INACTIVE) || event->a == 0
      || event->a >= self->n_parties || self->parties[event->a].index != 0)
    return TRUE;
  known = self->parties[event->a].known;

  return known != 0 && g_array_index (self->known, ScopeErlangKnown, known - 1).entry != 0;
}

void
scope_erlang_known_finish (ScopeErlangReplay *self)
{
  SCOPE_EACH (const ScopeErlangKnown, known, self->known)
    {
      ScopeErlangProcess *process = scope_erlang_find_process (self, known->party);
      ScopeErlangProcess *parent = scope_erlang_find_process (self, known->parent);

      if (process == NULL || parent == NULL || process == parent || process->spawned
          || parent->entity->first == SCOPE_TIME_MIN)
        continue;
      process->entity->parent = (guint32) (parent - self->processes);
      self->sink->klass->entity (self->sink, SCOPE_KIND_PROCESS, process->process)->parent = parent->process;
    }
}
