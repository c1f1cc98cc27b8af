/* scope-import-join.c: what needs all machines of a trace: their numbers, parents on other machines, messages between
 * them, and the trace's name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/import/scope-clocks.h"

#define MANY_MESSAGES 16384u /* are worth a second thread */

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

/* Offsets as far as they are known: the picture is put right as machines tell of their clocks. */
void
scope_import_align (ScopeImport *self)
{
  g_autofree ScopeReplayClock *clocks = g_new0 (ScopeReplayClock, self->n_members + 1u);
  ScopeTraceFacts facts = { NULL, NULL, NULL, SCOPE_RUNTIME_GHC };

  for (guint i = 0; i < self->n_members; i++)
    {
      const ScopeMemberTold *told = &self->members[i].told;

      clocks[i] = told->clock;
      if (scope_log_kind_is_erlang (told->kind) || told->kind == SCOPE_LOG_SCHEDPLOT || told->kind == SCOPE_LOG_SAMPLES)
        facts.runtime = SCOPE_RUNTIME_ERLANG;
      else if (scope_log_kind_is_simulation (told->kind))
        facts.runtime = SCOPE_RUNTIME_SIMULATION;
      else if (told->eden)
        facts.runtime = SCOPE_RUNTIME_EDEN;
    }
  facts.clock_source = scope_clocks_align (self->trace, clocks, self->n_members);
  scope_trace_set_facts (self->trace, &facts);
}

void
scope_import_align_read (ScopeImport *self)
{
  for (guint i = 0; i < self->n_members; i++)
    scope_import_member_tell (&self->members[i]);
  scope_import_align (self);
}

/* Erlang's nodes are known by name. */
static guint32
find_machine (ScopeTrace *trace, guint32 number)
{
  if (number < SCOPE_ERLANG_NODE)
    return scope_trace_find_machine (trace, number);
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      const char *node = scope_machine_find_info (scope_trace_machine (trace, i), "node");

      if (node != NULL && scope_erlang_node_number (node) == number)
        return i;
    }

  return SCOPE_NONE;
}

guint32
scope_import_parent_machine (ScopeTrace *trace, const ScopeEntity *process)
{
  return process->parent_machine != SCOPE_NONE ? find_machine (trace, process->parent_machine) : SCOPE_NONE;
}

void
scope_import_set_parent (ScopeMachine *machine, ScopeEntity *process, guint32 parent_machine, guint32 parent)
{
  guint32 stranger = process->process;

  process->process = SCOPE_NONE;
  if (process->parent_machine == SCOPE_NONE)
    {
      if (process->parent != SCOPE_NONE) /* an index already: of the same machine */
        process->parent_machine = machine->index;
      return;
    }
  process->parent_machine = parent_machine;
  process->parent = parent;
  if (parent == SCOPE_NONE)
    {
      process->parent_machine = stranger != SCOPE_NONE ? SCOPE_PARENT_STRANGER : SCOPE_NONE;
      process->parent = stranger;
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
          ScopeEntity *process = scope_machine_entity (machine, SCOPE_KIND_PROCESS, p);
          guint32 on = scope_import_parent_machine (self->trace, process);

          scope_import_set_parent (machine, process, on,
                                   on != SCOPE_NONE ? scope_machine_find_number (scope_trace_machine (self->trace, on), SCOPE_KIND_PROCESS, process->parent)
                                                    : SCOPE_NONE);
        }
    }
}

/* Erlang's nodes have names; of the others the file's. */
static char *
name_machine (ScopeArchive *archive, const ScopeImportMember *member, gboolean is_one_of_many, const char *title)
{
  const char *node = scope_machine_find_info (member->machine, "node");

  if (node != NULL && !g_str_equal (node, "nonode@nohost"))
    return g_strdup (node);
  return g_strdup (is_one_of_many ? scope_archive_member (archive, member->index)->name : title);
}

void
scope_import_name_trace (ScopeTrace *trace, ScopeArchive *archive, const ScopeImportMember *members, guint n_members)
{
  ScopeTraceFacts facts = { NULL, scope_archive_title (archive), NULL, scope_trace_runtime (trace) };
  g_autofree char *program = NULL;

  for (guint i = 0; i < n_members && program == NULL; i++)
    {
      const char *path = scope_machine_find_info (members[i].machine, "program");
      if (path != NULL && *path != '\0')
        program = g_path_get_basename (path);
    }
  if (program != NULL)
    facts.title = program;
  scope_trace_set_facts (trace, &facts);
  for (guint i = 0; i < n_members; i++)
    if (members[i].machine->name == NULL)
      members[i].machine->name = name_machine (archive, &members[i], n_members > 1, facts.title);
}

/* Machine after machine, as many at once as there are threads. */
typedef struct
{
  const Joint *joint;
  gint64 *offsets;
  gint next;
} Adding;

/* The tables are whole. Whoever asks for pairs without these sums reads all messages: so if they cannot be made, nothing is lost but time. */
static gpointer
add_up_messages (gpointer data)
{
  Adding *adding = data;
  const Joint *self = adding->joint;

  for (guint i; (i = (guint) g_atomic_int_add (&adding->next, 1)) < self->n_members;)
    {
      ScopeMachine *machine = self->members[i].machine;
      ScopePairTree *pairs;

      scope_table_finish (machine->tables[SCOPE_TABLE_MESSAGES], NULL);
      scope_table_finish (machine->tables[SCOPE_TABLE_ARRIVALS], NULL);
      pairs = scope_pair_tree_build (machine->tables[SCOPE_TABLE_MESSAGES], machine->bytes, adding->offsets, self->n_members,
                                     self->cancellable, NULL);
      if (pairs != NULL)
        scope_machine_take_pairs (machine, pairs);
    }

  return NULL;
}

static void
add_up_all_messages (const Joint *self, guint64 n_messages)
{
  g_autofree gint64 *offsets = g_new0 (gint64, self->n_members + 1u);
  Adding adding = { self, offsets, 0 };
  GThread *other = NULL;

  for (guint i = 0; i < self->n_members; i++)
    offsets[i] = self->members[i].machine->offset;
  if (n_messages > MANY_MESSAGES && self->n_members > 1)
    other = g_thread_new ("pairs", add_up_messages, &adding);
  add_up_messages (&adding);
  if (other != NULL)
    g_thread_join (other);
}

/* If reading was stopped, the logs say so themselves, each where; unless all of them had been read. */
static void
notify_unmatched (const Joint *self, const GError *error)
{
  gboolean stopped = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ScopeLoss loss = { SCOPE_NONE, SCOPE_NO_PROCESSOR, 0, 0, 0, 0,
                     stopped ? (char *) "reading was stopped before messages were matched" : error->message };

  for (guint i = 0; i < self->n_members && stopped; i++)
    if (scope_machine_n_losses (self->members[i].machine) > 0)
      return;
  scope_trace_add_loss (self->trace, &loss);
}

static void
match_messages (const Joint *self)
{
  g_autoptr (GError) error = NULL;
  ScopeMessageCounts counts = { 0 };

  if (!scope_messages_match (self->context->messages, self->trace, self->cancellable, &counts, &error))
    notify_unmatched (self, error);
  scope_trace_set_message_counts (self->trace, &counts);
  add_up_all_messages (self, counts.sent + counts.received);
}

void
scope_import_join (ScopeTrace *trace, const ScopeImportContext *context, ScopeImportMember *members, guint n_members,
                   GCancellable *cancellable)
{
  const Joint joint = { trace, context, members, n_members, cancellable };

  find_parents (&joint);
  match_messages (&joint);
  scope_import_name_trace (trace, context->archive, members, n_members);
}
