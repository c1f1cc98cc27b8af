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
scope_import_list_members (ScopeImport *self)
{
  guint n = scope_archive_n_members (self->archive), n_logs = 0;

  self->members = g_new0 (ScopeImportMember, n + 1u);
  self->n_members = 0;
  for (guint i = 0; i < n; i++)
    {
      const ScopeMember *member = scope_archive_member (self->archive, i);
      ScopeImportMember *added = &self->members[self->n_members];

      if (!scope_member_is_log (member) || n_logs++ < self->first_machine || (self->n_wanted > 0 && self->n_members == self->n_wanted))
        continue;
      added->index = i;
      added->kind = member->kind;
      added->all = member->size;
      added->clock.now = SCOPE_TIME_MIN;
      scope_import_member_tell (added);
      self->n_members++;
    }
}

void
scope_import_tell_refusals (ScopeImport *self)
{
  const char *damage = scope_archive_notice (self->archive);

  if (damage != NULL)
    { /* Members may be missing of which nothing is known. */
      ScopeLoss loss = { SCOPE_NONE, SCOPE_NO_PROCESSOR, 0, 0, 0, 0, (char *) damage };
      scope_trace_add_loss (self->trace, &loss);
    }
  for (guint i = 0; i < scope_archive_n_members (self->archive); i++)
    {
      const ScopeMember *member = scope_archive_member (self->archive, i);
      g_autofree char *reason = NULL;
      ScopeLoss loss;

      if (member->foreign || member->refusal == NULL)
        continue;
      reason = g_strdup_printf ("%s: %s", member->name, member->refusal);
      loss = (ScopeLoss) { SCOPE_NONE, SCOPE_NO_PROCESSOR, 0, 0, 0, member->size, reason };
      scope_trace_add_loss (self->trace, &loss);
    }
}

static gsize
segment_bytes (ScopeImport *self)
{
  return CLAMP (SEGMENT_BYTES / MAX (self->n_members, 1), 128u * 1024u, 2u * 1024u * 1024u);
}

/* The machine of that place among those that are read. */
static ScopeMachine *
make_machine (ScopeImport *self, guint i)
{
  const ScopeMember *member = scope_archive_member (self->archive, self->members[i].index);
  ScopeMachine *machine = scope_machine_new (i, scope_index_bytes_new (self->file, i, segment_bytes (self)));

  if (scope_log_kind_is_simulation (member->kind))
    machine->tick_ps = 1;
  if (scope_archive_n_members (self->archive) > 1 && member->kind != SCOPE_LOG_ERLANG) /* they have names of their own: scope_import_join() */
    machine->name = g_strdup (member->name);
  machine->number = member->number > 0 ? member->number : self->first_machine + i + 1;
  for (guint k = 0; member->lacks != NULL && member->lacks[k] != NULL; k++)
    {
      ScopeLoss loss = { i, SCOPE_NO_PROCESSOR, 0, 0, 0, 0, member->lacks[k] };
      scope_machine_add_loss (machine, &loss);
    }
  return machine;
}

void
scope_import_add_machines (ScopeImport *self)
{
  scope_import_list_members (self);
  if (self->n_wanted == 0)
    scope_import_tell_refusals (self);
  for (guint i = 0; i < self->n_members; i++)
    self->members[i].machine = make_machine (self, i);
  self->context.archive = self->archive;
  self->context.messages = scope_messages_new (self->first_machine, self->n_members);
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
