/* scope-find-plan.c: what a query says of a thing: no, yes, or that more must be known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find-private.h"

#include "model/base/scope-each.h"

#include <glib/gi18n-lib.h>

/* Parts first. "a or b or c …" leans to the left: that way there is no recursion. */
static gboolean
add_steps (ScopeFindPlan *plan, GArray *steps, ScopeTrace *trace, const ScopeFindQuery *query, guint *ret_place, GError **error)
{
  ScopeFindStep step = { .query = query };

  if ((query->a != NULL && !add_steps (plan, steps, trace, query->a, &step.a, error))
      || (query->b != NULL && !add_steps (plan, steps, trace, query->b, &step.b, error)))
    return FALSE;
  if (query->regex != NULL)
    {
      if (plan->n_names >= SCOPE_FIND_MOST_NAMES)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("a query may name at most %u functions"), SCOPE_FIND_MOST_NAMES);
          return FALSE;
        }
      step.name = (guint64) 1 << plan->n_names;
      plan->names[plan->n_names++] = query->regex;
    }
  if (query->lane != NULL && !scope_trace_parse_lane (trace, query->lane, &step.lane, error))
    return FALSE;
  if (query->variables != NULL && (step.spans = scope_find_variable_spans (trace, query->variables, error)) == NULL)
    return FALSE;
  plan->cycles |= query->op == SCOPE_FIND_DURATION && query->cycles;
  g_array_append_val (steps, step);
  *ret_place = steps->len - 1;

  return TRUE;
}

gboolean
scope_find_plan_init (ScopeFindPlan *plan, ScopeTrace *trace, const ScopeFindQuery *query, GError **error)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (ScopeFindStep));
  guint place;
  gboolean ok;

  *plan = (ScopeFindPlan) { .n_names = 0 };
  ok = add_steps (plan, steps, trace, query, &place, error);
  plan->n_steps = steps->len;
  plan->steps = (ScopeFindStep *) (gpointer) g_array_free (steps, FALSE);
  if (!ok)
    scope_find_plan_clear (plan);

  return ok;
}

void
scope_find_plan_clear (ScopeFindPlan *plan)
{
  for (guint i = 0; i < plan->n_steps; i++)
    g_clear_pointer (&plan->steps[i].spans, g_ptr_array_unref);
  g_clear_pointer (&plan->steps, g_free);
  plan->n_steps = 0;
}

guint64
scope_find_plan_names (const ScopeFindPlan *plan, const char *function)
{
  guint64 names = 0;

  for (guint i = 0; i < plan->n_names; i++)
    if (g_regex_match (plan->names[i], function, 0, NULL))
      names |= (guint64) 1 << i;

  return names;
}

static ScopeFindVerdict
verdict (gboolean holds)
{
  return holds ? SCOPE_FIND_YES : SCOPE_FIND_NO;
}

static gboolean
compare (ScopeFindComparison comparison, double a, double b)
{
  switch (comparison)
    {
    case SCOPE_FIND_MORE:
      return a > b;
    case SCOPE_FIND_AT_LEAST:
      return a >= b;
    case SCOPE_FIND_LESS:
      return a < b;
    case SCOPE_FIND_AT_MOST:
      return a <= b;
    default:
      return a == b;
    }
}

static gboolean
in_spans (const GArray *spans, guint64 value)
{
  SCOPE_EACH (const ScopeFindSpan, span, spans)
    if (value >= (guint64) span->first && value <= (guint64) span->last)
      return TRUE;

  return FALSE;
}

static ScopeFindVerdict
judge_duration (const ScopeFindQuery *query, const ScopeFindFacts *facts)
{
  double unit = query->cycles ? facts->cycle_ps : 1;

  if ((facts->known & SCOPE_FIND_KNOWS_DURATION) == 0)
    return SCOPE_FIND_MAYBE;
  if (facts->found->duration == SCOPE_TABLE_NULL || unit <= 0)
    return SCOPE_FIND_NO;

  return verdict (compare (query->comparison, (double) facts->found->duration * facts->tick_ps, query->amount * unit));
}

/* What a task does on a core is on its lane, too. */
static gboolean
is_on_lane (const ScopeFindStep *step, const ScopeFound *found)
{
  ScopeLaneId lane = found->lane;

  if (step->lane.kind == SCOPE_KIND_THREAD && lane.kind == SCOPE_KIND_PROCESSOR)
    return lane.machine == step->lane.machine && found->thread == step->lane.index;
  if (step->lane.kind == SCOPE_KIND_MACHINE)
    return lane.machine == step->lane.machine;

  return lane.machine == step->lane.machine && lane.kind == step->lane.kind && lane.index == step->lane.index;
}

/* Variables lie where the program has them; an address may be either. */
static ScopeFindVerdict
judge_address (const ScopeFindStep *step, const ScopeFound *found)
{
  const GArray *spans = step->query->spans;

  if (step->spans != NULL && found->lane.machine >= step->spans->len)
    return SCOPE_FIND_NO; /* a machine that came later */
  if (step->spans != NULL)
    spans = g_ptr_array_index (step->spans, found->lane.machine);
  return verdict ((found->named != SCOPE_TABLE_NULL && in_spans (spans, (guint64) found->named))
                  || (step->spans == NULL && found->address != SCOPE_TABLE_NULL && in_spans (spans, (guint64) found->address)));
}

static ScopeFindVerdict
judge_term (const ScopeFindStep *step, const ScopeFindFacts *facts)
{
  static const ScopeFindKnown needs[] = {
    [SCOPE_FIND_CORE] = SCOPE_FIND_KNOWS_LANE,   [SCOPE_FIND_LANE] = SCOPE_FIND_KNOWS_LANE,
    [SCOPE_FIND_SELF] = SCOPE_FIND_KNOWS_SELF,   [SCOPE_FIND_ADDRESS] = SCOPE_FIND_KNOWS_SELF,
    [SCOPE_FIND_BY] = SCOPE_FIND_KNOWS_SELF,     [SCOPE_FIND_SHARING] = SCOPE_FIND_KNOWS_SELF,
    [SCOPE_FIND_WRITE] = SCOPE_FIND_KNOWS_SELF,  [SCOPE_FIND_CALLER] = SCOPE_FIND_KNOWS_STACK,
    [SCOPE_FIND_DEPTH] = SCOPE_FIND_KNOWS_STACK, [SCOPE_FIND_IN] = SCOPE_FIND_KNOWS_STACK,
  };
  const ScopeFindQuery *query = step->query;
  const ScopeFound *found = facts->found;

  if (query->op == SCOPE_FIND_KIND)
    return verdict ((query->kinds >> found->kind & 1) != 0);
  if (query->op == SCOPE_FIND_DURATION)
    return judge_duration (query, facts);
  if (query->op == SCOPE_FIND_IN && (facts->known & SCOPE_FIND_KNOWS_SELF) != 0 && (facts->self & step->name) != 0)
    return SCOPE_FIND_YES;
  if ((facts->known & needs[query->op]) == 0
      || (query->op == SCOPE_FIND_LANE && step->lane.kind == SCOPE_KIND_THREAD && (facts->known & SCOPE_FIND_KNOWS_SELF) == 0))
    return SCOPE_FIND_MAYBE;
  switch (query->op)
    {
    case SCOPE_FIND_IN:
      return verdict ((facts->below & step->name) != 0);
    case SCOPE_FIND_SELF:
      return verdict ((facts->self & step->name) != 0);
    case SCOPE_FIND_CALLER:
      return verdict ((facts->caller & step->name) != 0);
    case SCOPE_FIND_DEPTH:
      return verdict (found->depth >= 0 && compare (query->comparison, found->depth, query->amount));
    case SCOPE_FIND_CORE:
      return verdict (facts->core >= 0 && in_spans (query->spans, (guint64) facts->core));
    case SCOPE_FIND_LANE:
      return verdict (is_on_lane (step, found));
    case SCOPE_FIND_ADDRESS:
      return judge_address (step, found);
    case SCOPE_FIND_BY:
      return verdict (found->by >= 0 && in_spans (query->spans, (guint64) found->by));
    case SCOPE_FIND_SHARING:
      return verdict ((found->flags & SCOPE_FOUND_FALSE_SHARING) != 0);
    default:
      return verdict ((found->flags & SCOPE_FOUND_WRITE) != 0);
    }
}

ScopeFindVerdict
scope_find_plan_judge (const ScopeFindPlan *plan, const ScopeFindFacts *facts)
{
  ScopeFindVerdict few[32], *of = plan->n_steps <= G_N_ELEMENTS (few) ? few : g_new (ScopeFindVerdict, plan->n_steps), whole;

  for (guint i = 0; i < plan->n_steps; i++)
    {
      const ScopeFindStep *step = &plan->steps[i];

      switch (step->query->op)
        {
        case SCOPE_FIND_AND:
          of[i] = MIN (of[step->a], of[step->b]);
          break;
        case SCOPE_FIND_OR:
          of[i] = MAX (of[step->a], of[step->b]);
          break;
        case SCOPE_FIND_NOT:
          of[i] = (ScopeFindVerdict) (SCOPE_FIND_YES - of[step->a]);
          break;
        default:
          of[i] = judge_term (step, facts);
        }
    }
  whole = of[plan->n_steps - 1];
  if (of != few)
    g_free (of);

  return whole;
}
