/* scope-call-diff-sums.c: what activations of two runs add up to: call paths, functions, lanes, and where the runs part.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/call-diff/scope-call-diff-private.h"

#define MOST_CONTEXTS (1u << 18)

#define CONTEXT(walk, i) (&g_array_index ((walk)->contexts, ScopeCallContextDiff, i))
#define FUNCTION(walk, i) (&g_array_index ((walk)->functions, ScopeCallFunctionDiff, i))
#define LANE(walk) (&g_array_index ((walk)->lanes, ScopeCallLanePair, (walk)->lane))

/* --- numbers --- */

static guint32
number_of_name (ScopeCallWalk *walk, const char *name)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (walk->by_name, name));

  if (number == 0)
    {
      ScopeCallFunctionDiff function = { .name = g_string_chunk_insert (walk->names, name) };
      const guint32 none = 0;

      g_array_append_val (walk->functions, function);
      for (guint s = 0; s < 2; s++)
        g_array_append_val (walk->sides[s].on_stack, none);
      number = walk->functions->len;
      g_hash_table_insert (walk->by_name, (gpointer) function.name, GUINT_TO_POINTER (number));
    }
  return number - 1;
}

guint32
scope_call_walk_function (ScopeCallWalk *walk, guint side, guint32 number)
{
  ScopeCallLane *lane = &walk->sides[side].lane;
  GArray **numbers = &walk->sides[side].numbers[lane->id.machine];
  guint32 *place;

  if (scope_function_is_pseudo (number))
    return number_of_name (walk, scope_activations_function (lane->machine, number));
  if (*numbers == NULL)
    *numbers = g_array_new (FALSE, TRUE, sizeof (guint32));
  if (number >= (*numbers)->len)
    g_array_set_size (*numbers, number + 1);
  place = &g_array_index (*numbers, guint32, number);
  if (*place == 0)
    *place = number_of_name (walk, scope_activations_function (lane->machine, number)) + 1;
  return *place - 1;
}

/* a × b / c, rounded */
static gint64
scale (gint64 a, gint64 b, gint64 c)
{
  __int128 product = (__int128) a * b;

  return (gint64) ((product + (product < 0 ? -(c / 2) : c / 2)) / c);
}

/* Ticks of a side's lane in the unit of the difference. */
static gint64
walk_unit (ScopeCallWalk *walk, guint side, gint64 ticks)
{
  const ScopeCallDiffSide *s = &walk->sides[side];

  return walk->diff->in_cycles ? scale (ticks * s->tick_ps, 1000, s->period_ps) : ticks * s->tick_ps;
}

/* --- adding --- */

/* The path goes on with the function; where there are too many, it ends. */
static guint32
context_of (ScopeCallWalk *walk, guint32 parent, guint32 function, guint depth, gboolean *ret_own)
{
  gint64 key = (gint64) (((guint64) (parent + 1u) << 32) | function), *kept;
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (walk->by_path, &key));
  ScopeCallContextDiff context = { .parent = parent, .function = function, .depth = depth };

  *ret_own = TRUE;
  if (number != 0)
    return number - 1;
  if (walk->contexts->len >= MOST_CONTEXTS && parent != SCOPE_NONE)
    {
      walk->diff->truncated = TRUE;
      *ret_own = FALSE;
      return parent;
    }
  g_array_append_val (walk->contexts, context);
  kept = g_memdup2 (&key, sizeof key);
  g_hash_table_insert (walk->by_path, kept, GUINT_TO_POINTER (walk->contexts->len));
  return walk->contexts->len - 1;
}

static ScopeCallFigures
figures_of (const ScopeCallDiffSide *side, const ScopeCallBranch *node)
{
  ScopeCallFigures figures
      = { .total = (node->to - node->from) * side->tick_ps, .self = node->self * side->tick_ps, .insts = node->insts };

  if (side->period_ps > 0)
    {
      figures.total_cycles = scale (figures.total, 1000, side->period_ps);
      figures.self_cycles = scale (figures.self, 1000, side->period_ps);
    }
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    figures.hits[k] = node->hits[k];
  return figures;
}

static void
add_figures (ScopeCallFigures *sum, const ScopeCallFigures *figures, gboolean total)
{
  if (total)
    {
      sum->total += figures->total;
      sum->total_cycles += figures->total_cycles;
    }
  sum->self += figures->self;
  sum->self_cycles += figures->self_cycles;
  sum->insts += figures->insts;
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    sum->hits[k] += figures->hits[k];
}

static void
add_to_context (ScopeCallWalk *walk, const ScopeCallDiffRow *row, gboolean own)
{
  ScopeCallContextDiff *context = CONTEXT (walk, row->context);
  gint64 change = scope_call_figures_total (walk->diff, &row->figures[SCOPE_CALL_RUN])
                  - scope_call_figures_total (walk->diff, &row->figures[SCOPE_CALL_BASELINE]);
  gboolean first = context->n_matched + context->n_only[0] + context->n_only[1] == 0;

  for (guint s = 0; s < 2; s++)
    add_figures (&context->figures[s], &row->figures[s], own);
  if (row->match == SCOPE_CALL_MATCHED)
    context->n_matched++;
  else
    context->n_only[row->match == SCOPE_CALL_ONLY_RUN]++;
  if (!own)
    return;
  context->matched_change += row->match == SCOPE_CALL_MATCHED ? change : 0;
  if (!first && ABS (change) <= ABS (context->most))
    return;
  context->most = change;
  context->most_lane = row->lane;
  context->most_match = row->match;
  for (guint s = 0; s < 2; s++)
    {
      context->from[s] = row->from[s];
      context->to[s] = row->to[s];
    }
}

static void
add_to_function (ScopeCallWalk *walk, const ScopeCallDiffRow *row)
{
  ScopeCallFunctionDiff *function = FUNCTION (walk, row->function);

  for (guint s = 0; s < 2; s++)
    if (row->match == SCOPE_CALL_MATCHED || (row->match == SCOPE_CALL_ONLY_RUN) == s)
      add_figures (&function->figures[s], &row->figures[s],
                   g_array_index (walk->sides[s].on_stack, guint32, row->function)++ == 0);
  if (row->match == SCOPE_CALL_MATCHED)
    function->n_matched++;
  else
    function->n_only[row->match == SCOPE_CALL_ONLY_RUN]++;
}

static void
add_to_lane (ScopeCallWalk *walk, const ScopeCallDiffRow *row)
{
  ScopeCallLanePair *lane = LANE (walk);

  for (guint s = 0; s < 2; s++)
    add_figures (&lane->figures[s], &row->figures[s], row->depth == 0);
  if (row->match == SCOPE_CALL_MATCHED)
    lane->n_matched++;
  else
    lane->n_only[row->match == SCOPE_CALL_ONLY_RUN]++;
}

static gint64
trace_time (ScopeCallWalk *walk, guint side, gint64 time)
{
  const ScopeCallLane *lane = &walk->sides[side].lane;

  return time + scope_trace_offset (lane->trace, lane->machine);
}

/* Where what is compared of a lane begins. */
static gint64
first_time (const ScopeCallLane *lane)
{
  const ScopeEntity *entity = scope_machine_entity (lane->machine, lane->id.kind, lane->id.index);
  gint64 first, last;

  if (!scope_lane_store_life (lane->machine->lanes, entity->lane, &first, &last))
    first = lane->machine->first;
  return MAX (lane->from, first);
}

/* The first one that has no partner. */
static void
note_alone (ScopeCallWalk *walk, const ScopeCallDiffRow *row)
{
  guint side = row->match == SCOPE_CALL_ONLY_RUN;
  ScopeCallParting *parting = &walk->parting;

  walk->n_only[side]++;
  if (parting->in_calls || !LANE (walk)->has[0] || !LANE (walk)->has[1])
    return;
  parting->in_calls = TRUE;
  parting->match = row->match;
  parting->call_context = row->context;
  parting->call_from[side] = row->from[side];
  parting->call_from[!side] = walk->sides[0].origin != SCOPE_TIME_MIN
                                  ? trace_time (walk, !side, walk->point[!side])
                                  : trace_time (walk, !side, first_time (&walk->sides[!side].lane));
}

guint32
scope_call_walk_add (ScopeCallWalk *walk, const ScopeCallBranch *const nodes[2], guint32 parent, guint depth)
{
  ScopeCallDiffRow row = { .depth = depth, .lane = walk->lane };
  gboolean own;

  row.match = nodes[0] == NULL ? SCOPE_CALL_ONLY_RUN : nodes[1] == NULL ? SCOPE_CALL_ONLY_BASELINE : SCOPE_CALL_MATCHED;
  for (guint s = 0; s < 2; s++)
    if (nodes[s] != NULL)
      {
        row.function = scope_call_walk_function (walk, s, nodes[s]->function);
        row.from[s] = trace_time (walk, s, nodes[s]->from);
        row.to[s] = trace_time (walk, s, nodes[s]->to);
        row.figures[s] = figures_of (&walk->sides[s], nodes[s]);
      }
  row.context = context_of (walk, parent, row.function, depth, &own);
  add_to_context (walk, &row, own);
  add_to_function (walk, &row);
  add_to_lane (walk, &row);
  if (row.match != SCOPE_CALL_MATCHED)
    note_alone (walk, &row);
  if (walk->question->func != NULL)
    {
      walk->diff->contexts = (const ScopeCallContextDiff *) (const void *) walk->contexts->data;
      walk->diff->functions = (const ScopeCallFunctionDiff *) (const void *) walk->functions->data;
      walk->diff->n_contexts = walk->contexts->len;
      walk->diff->n_functions = walk->functions->len;
      walk->stopped = !walk->question->func (&row, walk->diff, walk->question->user_data);
    }
  return row.context;
}

void
scope_call_walk_leave (ScopeCallWalk *walk, const ScopeCallBranch *const nodes[2])
{
  for (guint s = 0; s < 2; s++)
    if (nodes[s] != NULL)
      g_array_index (walk->sides[s].on_stack, guint32, scope_call_walk_function (walk, s, nodes[s]->function))--;
}

/* --- parting --- */

void
scope_call_walk_point (ScopeCallWalk *walk, gint64 baseline, gint64 run, guint32 context)
{
  gint64 drift = walk_unit (walk, 1, run - walk->sides[1].origin)
                 - walk_unit (walk, 0, baseline - walk->sides[0].origin);
  ScopeCallParting *parting = &walk->parting;

  if (!parting->in_time && ABS (drift) > walk->diff->more_than)
    {
      parting->in_time = TRUE;
      parting->context = context;
      parting->drift_before = walk->drift;
      parting->drift = drift;
      for (guint s = 0; s < 2; s++)
        {
          parting->from[s] = trace_time (walk, s, walk->point[s]);
          parting->to[s] = trace_time (walk, s, s == 0 ? baseline : run);
          parting->n_only[s] = walk->n_only[s];
        }
    }
  walk->point[0] = baseline;
  walk->point[1] = run;
  walk->drift = drift;
  walk->n_only[0] = walk->n_only[1] = 0;
}
