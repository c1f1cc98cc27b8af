/* scope-import-join.c: what needs all machines of a trace: their numbers, parents on other machines, messages between
 * them, and the trace's name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-import-private.h"

typedef struct
{
  ScopeTrace *trace;
  const ScopeImportContext *context;
  ScopeImportMember *members;
  guint n_members;
  GCancellable *cancellable;
} Joint;

void
scope_import_number_machines (ScopeImportMember *members, guint n_members)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n_members; i++)
    {
      ScopeMachine *machine = members[i].machine;
      guint32 number = members[i].clock.has_number ? members[i].clock.number : machine->number;

      while (number == 0 || g_hash_table_contains (taken, GUINT_TO_POINTER (number)))
        number++;
      g_hash_table_add (taken, GUINT_TO_POINTER (number));
      machine->number = number;
    }
}

/* Parents were named by numbers; they become indices. */
static void
find_parents (const Joint *self)
{
  for (guint i = 0; i < self->n_members; i++)
    {
      ScopeMachine *machine = self->members[i].machine;

      for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS); p++)
        {
          ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_PROCESS, p);
          g_autofree char *id = NULL;
          guint32 parent_machine;

          if (entity->parent_machine == SCOPE_NONE)
            continue;
          parent_machine = scope_trace_find_machine (self->trace, entity->parent_machine);
          id = g_strdup_printf ("%u", entity->parent);
          entity->parent_machine = parent_machine;
          entity->parent = parent_machine != SCOPE_NONE
                               ? scope_machine_find_entity (scope_trace_machine (self->trace, parent_machine),
                                                            SCOPE_KIND_PROCESS, id)
                               : SCOPE_NONE;
          if (entity->parent == SCOPE_NONE)
            entity->parent_machine = SCOPE_NONE;
        }
    }
}

static void
name_trace (const Joint *self)
{
  ScopeTraceFacts facts = { NULL, scope_archive_title (self->context->archive), NULL, scope_trace_runtime (self->trace) };
  g_autofree char *program = NULL;

  for (guint i = 0; i < self->n_members && program == NULL; i++)
    {
      const char *path = scope_machine_find_info (self->members[i].machine, "program");
      if (path != NULL && *path != '\0')
        program = g_path_get_basename (path);
    }
  if (program != NULL)
    facts.title = program;
  scope_trace_set_facts (self->trace, &facts);
  for (guint i = 0; i < self->n_members; i++)
    if (self->members[i].machine->name == NULL)
      self->members[i].machine->name = g_strdup (facts.title);
}

/* Whoever asks for pairs without these sums reads all messages: so if they cannot be made, nothing is lost but time. */
static void
add_up_messages (const Joint *self)
{
  g_autofree gint64 *offsets = g_new0 (gint64, self->n_members + 1u);

  for (guint i = 0; i < self->n_members; i++)
    offsets[i] = self->members[i].machine->offset;
  for (guint i = 0; i < self->n_members; i++)
    {
      ScopeMachine *machine = self->members[i].machine;
      ScopePairTree *pairs = scope_pair_tree_build (machine->tables[SCOPE_TABLE_MESSAGES], machine->bytes, offsets,
                                                    self->n_members, self->cancellable, NULL);

      if (pairs != NULL)
        scope_machine_take_pairs (machine, pairs);
    }
}

static void
match_messages (const Joint *self)
{
  g_autoptr (GError) error = NULL;
  ScopeMessageCounts counts = { 0 };

  if (!scope_messages_match (self->context->messages, self->trace, self->cancellable, &counts, &error))
    {
      ScopeLoss loss = { SCOPE_NONE, SCOPE_NO_PROCESSOR, 0, 0, 0, 0, error->message };
      scope_trace_add_loss (self->trace, &loss);
    }
  scope_trace_set_message_counts (self->trace, &counts);
  for (guint i = 0; i < self->n_members; i++)
    {
      scope_table_finish (self->members[i].machine->tables[SCOPE_TABLE_MESSAGES], NULL);
      scope_table_finish (self->members[i].machine->tables[SCOPE_TABLE_ARRIVALS], NULL);
    }
  add_up_messages (self);
}

void
scope_import_join (ScopeTrace *trace, const ScopeImportContext *context, ScopeImportMember *members, guint n_members,
                   GCancellable *cancellable)
{
  const Joint joint = { trace, context, members, n_members, cancellable };

  find_parents (&joint);
  match_messages (&joint);
  name_trace (&joint);
}
