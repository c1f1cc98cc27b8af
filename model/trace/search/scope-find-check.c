/* scope-find-check.c: whether what a query names is in the trace at all: nothing found is an answer only if it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find-private.h"

#include "model/base/scope-each.h"
#include "model/trace/calls/scope-activations.h"

static gboolean
is_core (ScopeTrace *trace, const GArray *spans)
{
  SCOPE_EACH_MACHINE (machine, trace)
    {
      for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
        {
          guint64 number = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->number;

          SCOPE_EACH (const ScopeFindSpan, span, spans)
            if (number >= (guint64) span->first && number <= (guint64) span->last)
              return TRUE;
        }
    }

  return FALSE;
}

/* The names of the query that some function has. */
static guint64
names_there (ScopeTrace *trace, const ScopeFindPlan *plan)
{
  guint64 all = plan->n_names < 64 ? ((guint64) 1 << plan->n_names) - 1 : G_MAXUINT64, found = 0;

  SCOPE_EACH_MACHINE (machine, trace)
    {
      guint32 n = (guint32) scope_table_n_rows (machine->tables[SCOPE_TABLE_FUNCTIONS]) + 1;

      found |= scope_find_plan_names (plan, scope_activations_function (machine, SCOPE_FUNCTION_SUSPEND));
      found |= scope_find_plan_names (plan, scope_activations_function (machine, SCOPE_FUNCTION_COLLECT));
      for (guint32 i = 0; i < n && found != all; i++)
        found |= scope_find_plan_names (plan, scope_activations_function (machine, i));
    }

  return found;
}

static char *
note_names (const ScopeFindPlan *plan, guint64 found)
{
  g_autoptr (GString) note = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < plan->n_steps; i++)
    if (plan->steps[i].name != 0 && (plan->steps[i].name & found) == 0)
      g_string_append_printf (note, "%s“%s”", n++ > 0 ? ", " : "no function of this trace is called ", plan->steps[i].query->name);

  return n > 0 ? g_strdup (note->str) : NULL;
}

gboolean
scope_find_check (ScopeTrace *trace, ScopeFindQuery *query, char **ret_note, GError **error)
{
  ScopeFindPlan plan;
  gboolean ok = TRUE;

  *ret_note = NULL;
  if (!scope_find_plan_init (&plan, trace, query, error))
    return FALSE;
  for (guint i = 0; ok && i < plan.n_steps; i++)
    {
      const ScopeFindQuery *term = plan.steps[i].query;
      const ScopeFindSpan *span = term->op == SCOPE_FIND_CORE ? &g_array_index (term->spans, ScopeFindSpan, 0) : NULL;

      if (span != NULL && !is_core (trace, term->spans))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "this trace has no core %" G_GINT64_FORMAT, span->first);
          ok = FALSE;
        }
    }
  if (ok && plan.n_names > 0)
    *ret_note = note_names (&plan, names_there (trace, &plan));
  scope_find_plan_clear (&plan);

  return ok;
}
