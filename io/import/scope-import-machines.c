/* scope-import-machines.c: the machines of a trace, one for each log of it that can be read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#define OPEN_BLOCKS_BYTES (16u * 1024u * 1024u) /* of all members together: a hundred busy ones stay under 200 MB */
#define SEGMENT_BYTES (16u * 1024u * 1024u)     /* likewise */

static void
add_message (ScopeMachine *machine, const ScopeMessageEnd *end, gpointer user_data)
{
  scope_messages_add (user_data, machine, end);
}

void
scope_import_add_machines (ScopeImport *self)
{
  guint n = scope_archive_n_members (self->archive), n_good = 0;
  const char *damage = scope_archive_notice (self->archive);

  if (damage != NULL)
    { /* Members may be missing of which nothing is known. */
      ScopeLoss loss = { SCOPE_NONE, SCOPE_NO_PROCESSOR, 0, 0, 0, 0, (char *) damage };
      scope_trace_add_loss (self->trace, &loss);
    }
  for (guint i = 0; i < n; i++)
    n_good += !scope_archive_member (self->archive, i)->foreign
              && scope_archive_member (self->archive, i)->refusal == NULL;
  self->members = g_new0 (ScopeImportMember, n_good + 1u);
  for (guint i = 0; i < n; i++)
    {
      const ScopeMember *member = scope_archive_member (self->archive, i);
      ScopeImportMember *added;

      if (member->foreign)
        continue;
      if (member->refusal != NULL)
        {
          g_autofree char *reason = g_strdup_printf ("%s: %s", member->name, member->refusal);
          ScopeLoss loss = { SCOPE_NONE, SCOPE_NO_PROCESSOR, 0, 0, 0, member->size, reason };
          scope_trace_add_loss (self->trace, &loss);
          continue;
        }
      added = &self->members[self->n_members];
      added->index = i;
      added->kind = member->kind;
      added->all = member->size;
      added->clock.now = SCOPE_TIME_MIN;
      added->machine = scope_machine_new (
          self->n_members, scope_index_bytes_new (self->file, self->n_members,
                                                  CLAMP (SEGMENT_BYTES / n_good, 128u * 1024u, 2u * 1024u * 1024u)));
      if (scope_log_kind_is_simulation (member->kind))
        added->machine->tick_ps = 1;
      if (n > 1 && member->kind != SCOPE_LOG_ERLANG) /* they have names of their own: scope_import_join() */
        added->machine->name = g_strdup (member->name);
      added->machine->number = member->number > 0 ? member->number : self->n_members + 1;
      for (guint k = 0; member->lacks != NULL && member->lacks[k] != NULL; k++)
        {
          ScopeLoss loss = { self->n_members, SCOPE_NO_PROCESSOR, 0, 0, 0, 0, member->lacks[k] };
          scope_machine_add_loss (added->machine, &loss);
        }
      self->n_members++;
    }
  self->context.archive = self->archive;
  self->context.messages = scope_messages_new (self->n_members);
  self->context.threaded = self->n_members == 1 && self->n_threads > 1 && self->live == NULL;
  self->context.spool_limit = self->spare_limit;
  for (guint i = 0; i < self->n_members; i++)
    {
      scope_machine_open_sink (self->members[i].machine, self->context.threaded,
                               OPEN_BLOCKS_BYTES / CLAMP (self->n_members, 1, SCOPE_IMPORT_MAX_OPEN), add_message,
                               self->context.messages);
      if (self->live != NULL)
        scope_machine_follow (self->members[i].machine);
      scope_trace_add_machine (self->trace, self->members[i].machine);
    }
}
