/* scope-activation-facts.c: see scope-activation-facts.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/calls/scope-activation-facts.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-task.h"
#include "model/trace/calls/scope-call-hiding.h"
#include "model/trace/document/scope-cycles.h"

#include <glib/gi18n.h>

#define SLOTS 1024          /* first, what it called is read as for a picture so wide … */
#define MOST_CALLS 200000u  /* … and one by one if it is no more than that */
#define LATE_PS 200000      /* an event belongs to an instruction that began no more than so long ago */

void
scope_activation_facts_free (ScopeActivationFacts *facts)
{
  if (facts == NULL)
    return;
  g_clear_pointer (&facts->stack, scope_activations_free);
  g_free (facts->callees);
  g_free (facts);
}

/* --- what it called --- */

/* Where another task's stack stood until the very instant: what it called ended when this began. */
static gboolean
is_before (const ScopeActivationFacts *facts, const ScopeActivation *item)
{
  return item->from < facts->id.from;
}

/* Directly: one level below. */
static void
sum_up (ScopeActivationFacts *facts, const ScopeActivations *below)
{
  guint level = facts->id.depth + 1;

  facts->self = facts->id.to - facts->id.from;
  facts->suspended = facts->collecting = 0;
  facts->calls = 0;
  if (level >= below->n_depths)
    return;
  for (guint32 i = below->depths[level]; i < below->depths[level + 1]; i++)
    {
      const ScopeActivation *item = &below->items[i];
      guint32 number = below->functions[item->function].number;

      if (is_before (facts, item))
        continue;
      facts->self -= item->covered;
      if (number == SCOPE_FUNCTION_SUSPEND)
        facts->suspended += item->covered;
      else if (number == SCOPE_FUNCTION_COLLECT)
        facts->collecting += item->covered;
      else
        facts->calls += item->n;
    }
}

SCOPE_COMPARE_BY (compare_callees, ScopeActivationCallee, SCOPE_DOWN (time))

/* Each of them is there by itself. */
static void
notify_apart (ScopeActivationFacts *facts, const ScopeActivations *below)
{
  g_autofree ScopeActivationCallee *sums = g_new0 (ScopeActivationCallee, below->n_functions + 1);
  guint level = facts->id.depth + 1;
  guint n = 0;

  for (guint32 i = level < below->n_depths ? below->depths[level] : 0; level < below->n_depths && i < below->depths[level + 1]; i++)
    {
      const ScopeActivation *item = &below->items[i];
      ScopeActivationCallee *sum = &sums[item->function];

      if (is_before (facts, item))
        continue;
      sum->name = below->functions[item->function].name;
      sum->number = below->functions[item->function].number;
      sum->n += item->n;
      sum->time += item->covered;
      if (sum->n > item->n && item->covered <= sum->longest)
        continue;
      sum->longest = item->covered;
      sum->from = item->from;
      sum->to = item->to;
    }
  facts->callees = g_new0 (ScopeActivationCallee, below->n_functions + 1);
  for (guint f = 0; f < below->n_functions; f++)
    if (sums[f].n > 0)
      facts->callees[n++] = sums[f];
  facts->n_callees = n;
  facts->all_callees = TRUE;
  if (n > 1)
    qsort (facts->callees, n, sizeof *facts->callees, compare_callees);
}

static gboolean
read_callees (ScopeTrace *trace, ScopeActivationFacts *facts, GCancellable *cancellable, GError **error)
{
  const ScopeActivationId *id = &facts->id;
  g_autoptr (ScopeActivations) far = NULL, near = NULL;
  guint64 n = 0;

  far = scope_activations_read (trace, id->lane, id->from, id->to, MAX ((id->to - id->from) / SLOTS, 1), id->depth + 2, cancellable, error);
  if (far == NULL)
    return FALSE;
  sum_up (facts, far);
  for (gsize i = 0; i < far->n; i++)
    n += far->items[i].n;
  if (n > MOST_CALLS)
    return TRUE;
  near = scope_activations_read (trace, id->lane, id->from, id->to, 0, id->depth + 2, cancellable, error);
  if (near == NULL)
    return FALSE;
  if (!near->truncated)
    {
      sum_up (facts, near);
      notify_apart (facts, near);
    }
  return TRUE;
}

/* --- what happened in it --- */

/* On one core all of [from, to) at its depth or below is its own or of what it called. */
typedef struct
{
  ScopeActivationFacts *facts;
  gint64 processor, from, to; /* on the machine's clock */
} Events;

static gboolean
is_within (const Events *events, gint64 processor, gint64 time, gint64 depth)
{
  return processor == events->processor && time >= events->from && time < events->to && depth >= (gint64) events->facts->id.depth;
}

static void
take_seq (const Events *events, const gint64 *row)
{
  guint64 n = (guint64) MAX (row[SCOPE_SEQ_INSTS], 0);

  if (!is_within (events, row[SCOPE_SEQ_PROCESSOR], row[SCOPE_SEQ_TIME], row[SCOPE_SEQ_DEPTH]))
    return;
  events->facts->insts_below += n;
  if (row[SCOPE_SEQ_DEPTH] == (gint64) events->facts->id.depth)
    events->facts->insts += n;
}

/* An event belongs to it by when its instruction began. */
static void
take_hit (const Events *events, const gint64 *row)
{
  gint64 time = row[SCOPE_HIT_PC_TIME] != SCOPE_TABLE_NULL ? row[SCOPE_HIT_PC_TIME] : row[SCOPE_HIT_TIME], kind = row[SCOPE_HIT_KIND];

  if (kind < 0 || kind >= SCOPE_N_HITS || !is_within (events, row[SCOPE_HIT_PROCESSOR], time, row[SCOPE_HIT_DEPTH]))
    return;
  events->facts->hits_below[kind]++;
  events->facts->hits[kind] += row[SCOPE_HIT_DEPTH] == (gint64) events->facts->id.depth;
}

/* The rows of [from, to + late); *ret_there: the trace has such. */
static gboolean
read_table (ScopeTable *table, const Events *events, gint64 late, void (*take) (const Events *, const gint64 *), gboolean *ret_there,
            GCancellable *cancellable, GError **error)
{
  GError *local = NULL;

  *ret_there = table != NULL && scope_table_n_rows (table) > 0;
  if (!*ret_there)
    return TRUE;
  SCOPE_EACH_ROW (row, table, events->from, events->to + late, cancellable, &local)
    {
      take (events, row);
    }
  return scope_passed (local, error);
}

static gboolean
read_events (ScopeTrace *trace, ScopeActivationFacts *facts, GCancellable *cancellable, GError **error)
{
  const ScopeLaneId *lane = &facts->id.lane;
  ScopeMachine *machine = scope_trace_machine (trace, lane->machine);
  const ScopeEntity *core = lane->kind == SCOPE_KIND_PROCESSOR ? scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, lane->index) : NULL;
  gint64 offset = scope_trace_offset (trace, machine);
  Events events;

  if (core == NULL)
    return TRUE;
  facts->period = scope_cycles_period (machine, (guint) core->number, NULL);
  events = (Events) { facts, (gint64) core->number, facts->id.from - offset, facts->id.to - offset };
  return read_table (machine->tables[SCOPE_TABLE_SEQS], &events, 0, take_seq, &facts->has_insts, cancellable, error)
         && read_table (machine->tables[SCOPE_TABLE_HITS], &events, LATE_PS / MAX (machine->tick_ps, 1), take_hit, &facts->has_hits,
                        cancellable, error);
}

/* --- all of it --- */

static gboolean
read_stack (ScopeTrace *trace, const ScopeActivationId *id, ScopeActivationFacts *facts, GCancellable *cancellable, GError **error)
{
  facts->stack = scope_activations_read_at (trace, id->lane, id->from, cancellable, error);
  if (facts->stack == NULL)
    return FALSE;
  facts->item = scope_activations_find (facts->stack, id->depth, id->from);
  if (facts->item == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("nothing is on the call stack there"));
      return FALSE;
    }
  facts->id = (ScopeActivationId) { id->lane, id->depth, facts->item->from, facts->item->to };
  facts->name = facts->stack->functions[facts->item->function].name;
  facts->kind = facts->stack->functions[facts->item->function].kind;
  return TRUE;
}

ScopeActivationFacts *
scope_activation_facts_read (ScopeTrace *trace, const ScopeActivationId *id, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeActivationFacts) facts = g_new0 (ScopeActivationFacts, 1);

  if (!read_stack (trace, id, facts, cancellable, error) || !read_callees (trace, facts, cancellable, error)
      || !read_events (trace, facts, cancellable, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&facts);
}

/* --- steps --- */

/* Of those at `depth` in a stretch the first, or the last, that lies in [from, to); FALSE: there is none. */
static gboolean
pick (const ScopeActivations *read, guint32 depth, gint64 from, gint64 to, gboolean last, ScopeActivationId *ret_id)
{
  gboolean found = FALSE;

  if (depth >= read->n_depths)
    return FALSE;
  for (guint32 i = read->depths[depth]; i < read->depths[depth + 1]; i++)
    {
      const ScopeActivation *item = &read->items[i];

      if ((last ? item->to > to || item->to <= from : item->from < from || item->from >= to) || (found && !last))
        continue;
      *ret_id = (ScopeActivationId) { read->lane, item->level, item->from, item->to };
      found = TRUE;
    }
  return found;
}

typedef struct
{
  ScopeTrace *trace;
  ScopeActivationId id;
  ScopeActivationStep step;
  struct _ScopeCallHiding *hiding; /* or NULL */
} Question;

/* From `start` on in that direction as far as `end`, in stretches that double. `depth`: as it is seen. */
static gboolean
look (const Question *q, guint32 depth, gint64 start, gint64 end, ScopeActivationId *ret_id, GCancellable *cancellable, GError **error)
{
  gboolean back = end < start;
  guint64 far = (guint64) (back ? start - end : end - start);

  for (guint64 width = MAX (far >> 16, 1024);; width *= 2)
    {
      gboolean all = width >= far;
      gint64 edge = all ? end : back ? start - (gint64) width : start + (gint64) width;
      gint64 from = MIN (start, edge), to = MAX (start, edge);
      g_autoptr (ScopeActivations) read = NULL;

      if (far == 0)
        return FALSE;
      read = scope_activations_read_without (q->trace, q->id.lane, from, to, 0, depth + 1, q->hiding, cancellable, error);
      if (read == NULL)
        return FALSE;
      if (pick (read, depth, from, to, back, ret_id))
        return TRUE;
      if (all || read->truncated)
        return FALSE;
    }
}

/* The depth at which it is seen, or the nearest of its callers; and the level of the one that is seen above, G_MAXUINT32: none. */
static gboolean
find_seen (const Question *q, guint32 *ret_depth, guint32 *ret_caller, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeActivations) seen = NULL;
  const ScopeActivation *item;

  *ret_depth = q->id.depth;
  *ret_caller = q->id.depth - 1;
  if (q->hiding == NULL)
    return TRUE;
  seen = scope_activations_read_without (q->trace, q->id.lane, q->id.from, q->id.from + 1, 0, SCOPE_CALL_MAX_DEPTH, q->hiding, cancellable, error);
  if (seen == NULL)
    return FALSE;
  *ret_depth = scope_activations_seen_depth (seen, q->id.depth, q->id.from);
  item = scope_activations_find (seen, *ret_depth, q->id.from);
  if (item != NULL && item->level == q->id.depth)
    item = *ret_depth > 0 ? scope_activations_find (seen, *ret_depth - 1, q->id.from) : NULL;
  *ret_caller = item != NULL ? item->level : G_MAXUINT32;
  return TRUE;
}

static gboolean
take (const Question *q, ScopeActivationId *ret_id, GCancellable *cancellable, GError **error)
{
  guint32 depth, caller;
  gint64 first, last;

  if (!find_seen (q, &depth, &caller, cancellable, error))
    return FALSE;
  scope_trace_range (q->trace, &first, &last);
  switch (q->step)
    {
    case SCOPE_ACTIVATION_CALLEE:
      return look (q, depth + 1, q->id.from, q->id.to, ret_id, cancellable, error);
    case SCOPE_ACTIVATION_NEXT:
      return look (q, depth, q->id.to, last, ret_id, cancellable, error);
    case SCOPE_ACTIVATION_PREVIOUS:
      return look (q, depth, q->id.from, first, ret_id, cancellable, error);
    case SCOPE_ACTIVATION_CALLER:
    default:
      *ret_id = (ScopeActivationId) { q->id.lane, caller, q->id.from, q->id.to };
      return caller != G_MAXUINT32;
    }
}

gboolean
scope_activation_step (ScopeTrace *trace, const ScopeActivationId *id, ScopeActivationStep step, struct _ScopeCallHiding *hiding,
                       ScopeActivationId *ret_id, GCancellable *cancellable, GError **error)
{
  const Question question = { trace, *id, step, hiding };
  g_autoptr (ScopeActivations) stack = NULL;
  const ScopeActivation *item;
  gint64 time;

  if (!take (&question, ret_id, cancellable, error))
    return FALSE;
  /* Whole: what was read may be cut at the edge. */
  time = step == SCOPE_ACTIVATION_PREVIOUS ? ret_id->to - 1 : ret_id->from;
  stack = scope_activations_read_at (trace, id->lane, time, cancellable, error);
  item = stack != NULL && ret_id->depth < stack->n_depths ? scope_activations_find (stack, ret_id->depth, time) : NULL;
  if (item == NULL)
    return FALSE;
  ret_id->from = item->from;
  ret_id->to = item->to;
  return TRUE;
}

/* --- on a thread --- */

static gpointer
read_facts (gpointer source, gconstpointer id, GCancellable *cancellable, GError **error)
{
  return scope_activation_facts_read (source, id, cancellable, error);
}

void
scope_activation_facts_read_async (ScopeTrace *trace, const ScopeActivationId *id, GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  scope_task_ask (trace, read_facts, id, sizeof *id, (GDestroyNotify) scope_activation_facts_free, cancellable, callback, user_data);
}

static void
question_free (gpointer data)
{
  Question *q = data;

  g_clear_pointer (&q->hiding, scope_call_hiding_unref);
  g_free (q);
}

static gpointer
take_step (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Question *q = question;
  ScopeActivationId there;

  if (!scope_activation_step (source, &q->id, q->step, q->hiding, &there, cancellable, error))
    return NULL;
  return g_memdup2 (&there, sizeof there);
}

void
scope_activation_step_async (ScopeTrace *trace, const ScopeActivationId *id, ScopeActivationStep step, struct _ScopeCallHiding *hiding,
                             GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  const Question question = { trace, *id, step, hiding != NULL ? scope_call_hiding_ref (hiding) : NULL };

  scope_task_give (trace, take_step, g_memdup2 (&question, sizeof question), question_free, g_free, cancellable, callback, user_data);
}
