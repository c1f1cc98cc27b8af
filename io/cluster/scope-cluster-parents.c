/* scope-cluster-parents.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cluster/scope-cluster-parents.h"

#include "model/base/scope-compare.h"

/* A question, and its answer. */
typedef struct
{
  guint32 machine, process;    /* whose parent */
  guint32 on_machine, parent;  /* a number and a number; when it is asked, an index and a number; answered, an index and an index */
} Question;

struct _ScopeClusterParents
{
  ScopeExchange *exchange;
  GArray *questions; /* own; answered, in order of machine and process */
  GArray *asked;     /* by others; */
  GArray *askers;    /* who: guint32 */
};

ScopeClusterParents *
scope_cluster_parents_new (ScopeExchange *exchange)
{
  ScopeClusterParents *self = g_new0 (ScopeClusterParents, 1);

  self->exchange = exchange;
  self->questions = g_array_new (FALSE, FALSE, sizeof (Question));
  self->asked = g_array_new (FALSE, FALSE, sizeof (Question));
  self->askers = g_array_new (FALSE, FALSE, sizeof (guint32));

  return self;
}

void
scope_cluster_parents_free (ScopeClusterParents *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->questions);
  g_array_unref (self->asked);
  g_array_unref (self->askers);
  g_free (self);
}

void
scope_cluster_parents_note (ScopeClusterParents *self, ScopeMachine *machine)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESS);

  for (guint32 i = 0; i < n; i++)
    {
      const ScopeEntity *process = scope_machine_entity (machine, SCOPE_KIND_PROCESS, i);
      const Question question = { machine->index, i, process->parent_machine, process->parent };

      if (process->parent_machine != SCOPE_NONE)
        g_array_append_val (self->questions, question);
    }
}

static void
take_question (gpointer data, guint from, gconstpointer record)
{
  ScopeClusterParents *self = data;
  guint32 asker = from;

  g_array_append_vals (self->asked, record, 1);
  g_array_append_val (self->askers, asker);
}

SCOPE_COMPARE_BY (compare, Question, SCOPE_UP (machine) SCOPE_UP (process))

static void
take_answer (gpointer data, guint from, gconstpointer record)
{
  g_array_append_vals (((ScopeClusterParents *) data)->questions, record, 1);
}

/* Those whose machine is in the trace; the others stay without an answer. */
static void
send_questions (ScopeClusterParents *self, ScopeTrace *trace, const ScopeFleet *fleet)
{
  const ScopeExchangeTaker taker = { sizeof (Question), take_question, self };
  ScopeExchangeSender *sender = scope_exchange_begin (self->exchange, &taker);

  for (guint i = 0; i < self->questions->len; i++)
    {
      Question question = g_array_index (self->questions, Question, i);
      const ScopeEntity process = { .parent_machine = question.on_machine };

      question.on_machine = scope_import_parent_machine (trace, &process);
      if (question.on_machine != SCOPE_NONE)
        scope_exchange_send (sender, fleet->process_of[question.on_machine], &question);
    }
  scope_exchange_end (sender);
  g_array_set_size (self->questions, 0);
}

/* Part by part, so that each is read once. */
static gboolean
answer (ScopeClusterParents *self, const ScopeFleet *fleet, ScopePartMachines *machines, GError **error)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->asked->len; i++)
    {
      guint32 part = fleet->part_of[g_array_index (self->asked, Question, i).on_machine];
      GPtrArray *of_part;

      if (!g_hash_table_add (done, GUINT_TO_POINTER (part + 1)))
        continue;
      of_part = scope_part_machines_get (machines, part, error);
      if (of_part == NULL)
        return FALSE;
      for (guint k = i; k < self->asked->len; k++)
        {
          Question *question = &g_array_index (self->asked, Question, k);

          if (fleet->part_of[question->on_machine] == part)
            question->parent = scope_machine_find_number (of_part->pdata[question->on_machine - ((ScopeMachine *) of_part->pdata[0])->index],
                                                          SCOPE_KIND_PROCESS, question->parent);
        }
    }
  return TRUE;
}

gboolean
scope_cluster_parents_ask (ScopeClusterParents *self, ScopeTrace *trace, const ScopeFleet *fleet, ScopePartMachines *machines, GError **error)
{
  const ScopeExchangeTaker taker = { sizeof (Question), take_answer, self };
  ScopeExchangeSender *sender;
  gboolean ok;

  send_questions (self, trace, fleet);
  ok = answer (self, fleet, machines, error);
  sender = scope_exchange_begin (self->exchange, &taker);
  for (guint i = 0; i < self->asked->len; i++)
    scope_exchange_send (sender, g_array_index (self->askers, guint32, i), &g_array_index (self->asked, Question, i));
  scope_exchange_end (sender);
  g_array_sort (self->questions, compare);

  return ok;
}

void
scope_cluster_parents_set (ScopeClusterParents *self, ScopeMachine *machine)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESS);
  guint at = 0, end = self->questions->len;

  while (at < end) /* the first of this machine */
    {
      guint middle = at + (end - at) / 2;

      if (g_array_index (self->questions, Question, middle).machine < machine->index)
        at = middle + 1;
      else
        end = middle;
    }
  for (guint32 i = 0; i < n; i++)
    {
      ScopeEntity *process = scope_machine_entity (machine, SCOPE_KIND_PROCESS, i);
      const Question *answer_of = at < self->questions->len ? &g_array_index (self->questions, Question, at) : NULL;

      if (answer_of != NULL && answer_of->machine == machine->index && answer_of->process == i)
        {
          scope_import_set_parent (machine, process, answer_of->on_machine, answer_of->parent);
          at++;
        }
      else
        scope_import_set_parent (machine, process, SCOPE_NONE, SCOPE_NONE);
    }
}
