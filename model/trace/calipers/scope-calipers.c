/* scope-calipers.c: see the header. Times of a core's functions come from the sums of its stacks, events and stretches of instructions from
 * their tables; only the two stretches that the ends of the range cut are counted event by event (scope-calipers-events.c).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/calipers/scope-calipers-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-ref.h"
#include "model/trace/calls/scope-call-tree.h"
#include "model/trace/document/scope-cycles.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  ScopeCalipers parent;
  gatomicrefcount ref_count;
  GStringChunk *names;
  GArray *cores; /* of ScopeCalipersCore */
} Calipers;

static void
calipers_free (ScopeCalipers *calipers)
{
  Calipers *self = (Calipers *) calipers;

  for (guint i = 0; i < self->cores->len; i++)
    g_free ((gpointer) g_array_index (self->cores, ScopeCalipersCore, i).functions);
  g_array_unref (self->cores);
  g_free ((gpointer) calipers->sum.functions);
  g_string_chunk_free (self->names);
  g_free (calipers->unknown);
  g_free (self);
}

SCOPE_DEFINE_REF (ScopeCalipers, scope_calipers, ((Calipers *) object)->ref_count, calipers_free)

/* --- parts: a core, or the sum, while it is made --- */

static void
part_init (ScopeCalipersPart *part, GStringChunk *names)
{
  memset (part, 0, sizeof *part);
  part->names = names;
  part->functions = g_array_new (FALSE, TRUE, sizeof (ScopeCalipersFunction));
  part->by_name = g_hash_table_new (g_str_hash, g_str_equal);
}

static void
part_clear (ScopeCalipersPart *part)
{
  g_array_unref (part->functions);
  g_hash_table_unref (part->by_name);
}

/* Valid until the next one is asked for. */
static ScopeCalipersFunction *
part_function (ScopeCalipersPart *part, const char *name)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (part->by_name, name));

  if (place == 0)
    {
      ScopeCalipersFunction function = { .name = g_string_chunk_insert_const (part->names, name) };

      g_array_append_val (part->functions, function);
      place = part->functions->len;
      g_hash_table_insert (part->by_name, (gpointer) function.name, GUINT_TO_POINTER (place));
    }
  return &g_array_index (part->functions, ScopeCalipersFunction, place - 1);
}

static ScopeCalipersFunction *
function_of (ScopeCalipersPart *part, ScopeMachine *machine, guint32 number)
{
  ScopeCalipersFunction *function = part_function (part, scope_activations_function (machine, number));

  if (number != SCOPE_FUNCTION_UNKNOWN && !scope_function_is_pseudo (number))
    function->kind = MAX (function->kind, scope_machine_function_kind (machine, number - 1));
  return function;
}

void
scope_calipers_part_add_insts (ScopeCalipersPart *part, ScopeMachine *machine, guint32 function, guint64 least, guint64 most)
{
  ScopeCalipersFunction *sum = function_of (part, machine, function);

  sum->insts += least;
  sum->insts_most += most;
  part->core.insts += least;
  part->core.insts_most += most;
}

static void
part_add_tree (ScopeCalipersPart *part, const ScopeCallTree *tree)
{
  for (guint32 i = 0; i < tree->n_functions; i++)
    {
      const ScopeCallFunctionSum *from = &tree->functions[i];
      ScopeCalipersFunction *to = part_function (part, from->name);

      to->self += from->self;
      to->total += from->total;
      to->calls += from->calls;
    }
  part->core.alive += tree->total;
}

static void
part_add_part (ScopeCalipersPart *part, const ScopeCalipersPart *other)
{
  SCOPE_EACH (const ScopeCalipersFunction, from, other->functions)
    {
      ScopeCalipersFunction *to = part_function (part, from->name);

      to->kind = MAX (to->kind, from->kind);
      to->self += from->self;
      to->total += from->total;
      to->calls += from->calls;
      to->insts += from->insts;
      to->insts_most += from->insts_most;
      for (guint k = 0; k < SCOPE_N_HITS; k++)
        to->hits[k] += from->hits[k];
    }
  part->core.alive += other->core.alive;
  part->core.insts += other->core.insts;
  part->core.insts_most += other->core.insts_most;
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    part->core.hits[k] += other->core.hits[k];
}

SCOPE_COMPARE_BY (compare_functions, ScopeCalipersFunction, SCOPE_DOWN (self) SCOPE_DOWN (insts) SCOPE_BY_TEXT (name))

/* Those of which there is nothing between the calipers are left out. */
static ScopeCalipersCore
part_finish (ScopeCalipersPart *part)
{
  ScopeCalipersCore core = part->core;
  ScopeCalipersFunction *functions = g_new (ScopeCalipersFunction, part->functions->len + 1);

  SCOPE_EACH (const ScopeCalipersFunction, f, part->functions)
    {
      gboolean any = f->total > 0 || f->calls > 0 || f->insts_most > 0;

      for (guint k = 0; k < SCOPE_N_HITS; k++)
        any |= f->hits[k] > 0;
      if (any)
        functions[core.n_functions++] = *f;
    }
  qsort (functions, core.n_functions, sizeof *functions, compare_functions);
  core.functions = functions;
  return core;
}

/* --- tables --- */

static ScopeCalipersPart *
part_of (const ScopeCalipersMachine *m, gint64 processor)
{
  guint32 index = processor >= 0 && processor <= G_MAXUINT16 ? scope_machine_find_processor (m->machine, (guint) processor) : SCOPE_NONE;

  return index < m->n_parts ? m->parts[index] : NULL;
}

static gboolean
has_rows (ScopeMachine *machine, ScopeTableKind kind)
{
  return machine->tables[kind] != NULL && scope_table_n_rows (machine->tables[kind]) > 0;
}

static gboolean
add_hits (ScopeCalipersMachine *m, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (row, m->machine->tables[SCOPE_TABLE_HITS], m->from, m->to, m->within->cancellable, &local)
    {
      ScopeCalipersPart *part;
      gint64 kind = row[SCOPE_HIT_KIND];

      part = part_of (m, row[SCOPE_HIT_PROCESSOR]);
      if (part == NULL || row[SCOPE_HIT_TIME] < m->from || row[SCOPE_HIT_TIME] >= m->to || kind < 0 || kind >= SCOPE_N_HITS)
        continue;
      part->core.hits[kind]++;
      function_of (part, m->machine, (guint32) row[SCOPE_HIT_FUNCTION])->hits[kind]++;
    }
  return scope_passed (local, error);
}

/* A stretch of instructions covers [time, end), the last one of a core [time, end]: that is when its last instruction began. Known between
 * bounds from its row alone: the first instruction begins with it. */
static void
take_seq (ScopeCalipersMachine *m, ScopeCalipersPart *part, gboolean is_last)
{
  const ScopeCalipersSeq *seq = &part->seq;
  gint64 end = seq->end + (is_last ? 1 : 0); /* behind its last instruction */
  guint64 n = seq->insts, least = 0, most = n;

  if (n == 0 || seq->time >= m->to || end <= m->from || (n == 1 && seq->time < m->from))
    return;
  if (n > 1 && (seq->time < m->from || end > m->to))
    {
      gboolean first_in = seq->time >= m->from, last_in = is_last && seq->end >= m->from && seq->end < m->to;

      least = (first_in ? 1 : 0) + (last_in ? 1 : 0);
      most = n - (first_in ? 0 : 1) - (is_last && seq->end >= m->to ? 1 : 0);
      if (least < most)
        {
          ScopeCalipersCut cut = { part, m->machine, seq->processor, MAX (seq->time, m->from), MIN (end, m->to), seq->function, least, most };

          g_array_append_val (m->cuts, cut);
          return;
        }
    }
  else
    least = n;
  scope_calipers_part_add_insts (part, m->machine, seq->function, least, least);
}

static gboolean
add_seqs (ScopeCalipersMachine *m, GError **error)
{
  gint64 to = scope_time_add (m->to, 1);
  GError *local = NULL;

  /* With what begins at the end: so it is known of the last one whether others follow. */
  SCOPE_EACH_ROW (row, m->machine->tables[SCOPE_TABLE_SEQS], m->from, to, m->within->cancellable, &local)
    {
      ScopeCalipersPart *part = part_of (m, row[SCOPE_SEQ_PROCESSOR]);

      if (part == NULL)
        continue;
      if (part->has_seq)
        take_seq (m, part, FALSE);
      part->has_seq = TRUE;
      part->seq = (ScopeCalipersSeq) { row[SCOPE_SEQ_TIME], scope_time_add (row[SCOPE_SEQ_TIME], MAX (row[SCOPE_SEQ_DURATION], 0)),
                                       (guint64) MAX (row[SCOPE_SEQ_INSTS], 0), (guint) row[SCOPE_SEQ_PROCESSOR],
                                       (guint32) row[SCOPE_SEQ_FUNCTION] };
    }
  for (guint i = 0; i < m->n_parts && local == NULL; i++)
    if (m->parts[i] != NULL && m->parts[i]->has_seq)
      take_seq (m, m->parts[i], m->parts[i]->seq.end < to);
  return scope_passed (local, error);
}

/* --- reading --- */

typedef struct
{
  const ScopeQueryRange *within;
  Calipers *calipers;
  GArray *cuts;      /* of ScopeCalipersCut */
  GPtrArray *parts;  /* of ScopeCalipersPart */
} Reading;

static void
free_part (gpointer data)
{
  part_clear (data);
  g_free (data);
}

static gboolean
read_stack (Reading *reading, ScopeCalipersPart *part, GError **error)
{
  const ScopeQueryRange *within = reading->within;
  ScopeCallTree *tree;

  if (!scope_activations_in_lane (within->trace, part->core.lane))
    return TRUE;
  tree = scope_call_tree_read (within->trace, &part->core.lane, 1, within->from, within->to, within->cancellable, error);
  if (tree == NULL)
    return FALSE;
  part_add_tree (part, tree);
  scope_call_tree_unref (tree);
  return TRUE;
}

static gboolean
read_machine (Reading *reading, ScopeMachine *machine, GError **error)
{
  const ScopeQueryRange *within = reading->within;
  ScopeCalipersMachine m = { .within = within, .machine = machine, .cuts = reading->cuts };
  ScopeCalipers *calipers = &reading->calipers->parent;
  gboolean ok = TRUE;

  scope_query_range_own_range (within, machine, &m.from, &m.to);
  m.n_parts = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  m.parts = g_new0 (ScopeCalipersPart *, m.n_parts + 1);
  for (guint32 i = 0; i < m.n_parts && ok; i++)
    {
      ScopeLaneId lane = { machine->index, SCOPE_KIND_PROCESSOR, i };

      if (!scope_query_range_has_lane (within, lane))
        continue;
      m.parts[i] = g_new (ScopeCalipersPart, 1);
      part_init (m.parts[i], reading->calipers->names);
      g_ptr_array_add (reading->parts, m.parts[i]);
      m.parts[i]->core.lane = lane;
      m.parts[i]->core.period = scope_cycles_of_lane (within->trace, lane, &m.parts[i]->core.source);
      ok = read_stack (reading, m.parts[i], error);
    }
  calipers->has_calls |= scope_activations_in_machine (machine);
  if (ok && has_rows (machine, SCOPE_TABLE_HITS))
    {
      calipers->has_hits = TRUE;
      ok = add_hits (&m, error);
    }
  if (ok && has_rows (machine, SCOPE_TABLE_SEQS))
    {
      calipers->has_insts = TRUE;
      ok = add_seqs (&m, error);
    }
  g_free (m.parts);
  return ok;
}

/* Stacks of what is no core, Erlang's processes: together. A profiler's samples are no time. */
static gboolean
read_others (Reading *reading, ScopeCalipersPart *sum, GError **error)
{
  const ScopeQueryRange *within = reading->within;
  const ScopeLaneId *lane = within->lane;
  gboolean all = lane == NULL || lane->kind == SCOPE_KIND_MACHINE;
  ScopeCallTree *tree;

  if (scope_trace_runtime (within->trace) == SCOPE_RUNTIME_SIMULATION || (!all && lane->kind == SCOPE_KIND_PROCESSOR)
      || scope_call_tree_is_sampled (within->trace))
    return TRUE;
  tree = scope_call_tree_read (within->trace, lane, all ? 0 : 1, within->from, within->to, within->cancellable, error);
  if (tree == NULL)
    return FALSE;
  part_add_tree (sum, tree);
  scope_call_tree_unref (tree);
  return TRUE;
}

static void
finish (Reading *reading, ScopeCalipersPart *sum)
{
  ScopeCalipers *calipers = &reading->calipers->parent;
  gint64 period = 0;

  for (guint i = 0; i < reading->parts->len; i++)
    {
      ScopeCalipersPart *part = g_ptr_array_index (reading->parts, i);
      ScopeCalipersCore core;

      part_add_part (sum, part);
      if (i == 0)
        {
          sum->core.lane = part->core.lane;
          sum->core.source = part->core.source;
          period = part->core.period;
        }
      if (period != part->core.period)
        period = 0;
      core = part_finish (part);
      g_array_append_val (reading->calipers->cores, core);
    }
  sum->core.period = period;
  calipers->sum = part_finish (sum);
  calipers->cores = (const ScopeCalipersCore *) (gconstpointer) reading->calipers->cores->data;
  calipers->n_cores = reading->calipers->cores->len;
}

ScopeCalipers *
scope_calipers_read (const ScopeQueryRange *within, ScopeCalipersHow how, GError **error)
{
  Calipers *calipers = g_new0 (Calipers, 1);
  g_autoptr (GArray) cuts = g_array_new (FALSE, FALSE, sizeof (ScopeCalipersCut));
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (free_part);
  Reading reading = { within, calipers, cuts, parts };
  ScopeCalipersPart sum;
  gboolean ok = TRUE;

  g_atomic_ref_count_init (&calipers->ref_count);
  calipers->names = g_string_chunk_new (1024);
  calipers->cores = g_array_new (FALSE, FALSE, sizeof (ScopeCalipersCore));
  calipers->parent.from = within->from;
  calipers->parent.to = MAX (within->to, within->from);
  part_init (&sum, calipers->names);
  for (guint i = 0; i < scope_trace_n_machines (within->trace) && ok; i++)
    if (scope_query_range_has_machine (within, i))
      ok = read_machine (&reading, scope_trace_machine (within->trace, i), error);
  ok = ok && read_others (&reading, &sum, error)
       && scope_calipers_count_cuts (within, (ScopeCalipersCut *) (gpointer) cuts->data, cuts->len, how, &calipers->parent.unknown, error);
  if (ok)
    finish (&reading, &sum);
  part_clear (&sum);
  if (ok)
    return &calipers->parent;
  scope_calipers_unref (&calipers->parent);
  return NULL;
}
