/* scope-function-sums.c: rows of the tables of instructions and hits, each laid on the stack that stood then.
 *
 * Rows of a table come in order of time per processor; a processor's stack goes along with them (Walk), so that each row of both is read
 * once. Hits are charged to when their instruction began, which is not quite their order: they are sorted in batches, and the few
 * that still come too late ask for their stack by itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/calls/scope-function-sums.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-cycles.h"
#include "model/trace/document/scope-query-range.h"

#include <stdlib.h>
#include <string.h>

#define BATCH 4096u

typedef struct
{
  ScopeFunctionSums parent;
  GStringChunk *names;
} Sums;

void
scope_function_sums_free (ScopeFunctionSums *sums)
{
  Sums *self = (Sums *) sums;

  if (self == NULL)
    return;
  g_clear_pointer (&sums->tree, scope_call_tree_unref);
  g_free ((gpointer) sums->functions);
  g_free ((gpointer) sums->nodes);
  g_string_chunk_free (self->names);
  g_free (self);
}

/* --- what is added to --- */

typedef struct
{
  ScopeTrace *trace;
  Sums *sums;
  gint64 from, to;
  GCancellable *cancellable;
  GArray *functions;   /* of ScopeFunctionFigures */
  GArray *stamps;      /* of guint32: when a function was last met */
  guint32 stamp;
  GHashTable *by_name; /* name → place + 1 */
  GHashTable *by_node; /* parent + 1, place of a function → node + 1 */
  ScopeFunctionEvents *nodes;
} Adding;

static ScopeFunctionEvents *
events_of (Adding *adding, guint32 function)
{
  return &g_array_index (adding->functions, ScopeFunctionFigures, function).events;
}

static guint32
place_of (Adding *adding, const char *name)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (adding->by_name, name));

  if (place == 0)
    {
      ScopeFunctionFigures figures = { .sum = { .name = g_string_chunk_insert (adding->sums->names, name) } };

      g_array_append_val (adding->functions, figures);
      g_array_set_size (adding->stamps, adding->functions->len);
      place = adding->functions->len;
      g_hash_table_insert (adding->by_name, (gpointer) figures.sum.name, GUINT_TO_POINTER (place));
    }

  return place - 1;
}

static gint64
node_key (guint32 parent, guint32 function)
{
  return (gint64) ((guint64) (guint32) (parent + 1u) << 32 | function);
}

static void
adding_init (Adding *adding, const ScopeCallTree *tree)
{
  adding->functions = g_array_new (FALSE, TRUE, sizeof (ScopeFunctionFigures));
  adding->stamps = g_array_new (FALSE, TRUE, sizeof (guint32));
  adding->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  adding->by_node = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  adding->nodes = g_new0 (ScopeFunctionEvents, tree->n_nodes + 1);
  for (guint32 f = 0; f < tree->n_functions; f++)
    {
      guint32 place = place_of (adding, tree->functions[f].name);

      g_array_index (adding->functions, ScopeFunctionFigures, place).sum = tree->functions[f];
    }
  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      gint64 *key = g_new (gint64, 1);

      *key = node_key (tree->nodes[i].parent, tree->nodes[i].function);
      g_hash_table_insert (adding->by_node, key, GUINT_TO_POINTER (i + 1));
    }
}

static void
adding_clear (Adding *adding)
{
  g_array_unref (adding->functions);
  g_array_unref (adding->stamps);
  g_hash_table_unref (adding->by_name);
  g_hash_table_unref (adding->by_node);
  g_free (adding->nodes);
}

/* The context of a function called in `parent`: its own, or, if it is among those that led there, that one. */
static guint32
node_below (Adding *adding, guint32 parent, guint32 function)
{
  const ScopeCallTree *tree = adding->sums->parent.tree;
  gint64 key = node_key (parent, function);
  guint found;

  for (guint32 i = parent; i != SCOPE_NONE; i = tree->nodes[i].parent)
    if (tree->nodes[i].function == function)
      return i;
  found = GPOINTER_TO_UINT (g_hash_table_lookup (adding->by_node, &key));

  return found != 0 ? found - 1 : parent;
}

/* --- a stack that goes along --- */

typedef struct
{
  ScopeCallCursor cursor;
  ScopeTransition next;   /* the stack stands as before it */
  gboolean started, has_next;
  gint64 time;            /* of the last row that was passed */
  guint32 lane;
  guint known;            /* frames whose places stand below */
  guint32 functions[SCOPE_CALL_MAX_DEPTH], nodes[SCOPE_CALL_MAX_DEPTH];
  GArray *batch;          /* of Item: hits that wait for being sorted */
} Walk;

typedef struct
{
  gint64 time, latency;   /* whose stack; TABLE_NULL: not known */
  guint64 n;              /* instructions */
  guint32 function;       /* number on its machine */
  guint32 kind;           /* as events count them; SCOPE_FUNCTION_N_HITS: instructions */
} Item;

typedef struct
{
  Adding *adding;
  ScopeMachine *machine;
  gint64 from, to;        /* own clock */
  Walk **walks;           /* by index of the processor, NULL: not asked for */
  guint n_walks;
  guint32 *places;        /* number of a function → place + 1; those that are met */
  guint n_places;
} Machine;

static void
walk_free (Walk *walk)
{
  if (walk == NULL)
    return;
  if (walk->started)
    scope_call_cursor_clear (&walk->cursor);
  g_array_unref (walk->batch);
  g_free (walk);
}

static gboolean
walk_start (Walk *walk, Machine *m, GError **error)
{
  if (walk->started)
    scope_call_cursor_clear (&walk->cursor);
  walk->started = scope_call_cursor_init (&walk->cursor, m->machine->calls, walk->lane, m->from, m->to, error);
  walk->known = 0;
  walk->time = m->from;
  if (!walk->started)
    return FALSE;

  walk->has_next = scope_call_cursor_next (&walk->cursor, &walk->next, error);

  return walk->has_next || error == NULL || *error == NULL;
}

/* The stack behind all rows up to `time`. */
static gboolean
walk_to (Walk *walk, gint64 time, GError **error)
{
  while (walk->has_next && walk->next.time <= time)
    {
      if (SCOPE_CALL_OP (walk->next.code) == SCOPE_CALL_EXIT && walk->cursor.n_frames > 0)
        walk->known = MIN (walk->known, walk->cursor.n_frames - 1);
      walk->time = walk->next.time;
      walk->has_next = scope_call_cursor_next (&walk->cursor, &walk->next, error);
      if (!walk->has_next && *error != NULL)
        return FALSE;
    }

  return TRUE;
}

static guint32
function_place (Machine *m, guint32 function)
{
  gboolean kept = function < m->n_places;
  guint32 place;

  if (kept && m->places[function] != 0)
    return m->places[function] - 1;
  place = place_of (m->adding, scope_activations_function (m->machine, function));
  if (kept)
    m->places[function] = place + 1;
  if (function != SCOPE_FUNCTION_UNKNOWN && !scope_function_is_pseudo (function))
    {
      ScopeFunctionFigures *figures = &g_array_index (m->adding->functions, ScopeFunctionFigures, place);

      figures->kind = MAX (figures->kind, scope_machine_function_kind (m->machine, function - 1));
    }

  return place;
}

static void
know_frames (Machine *m, const ScopeCallFrame *frames, guint n, guint from, guint32 *functions, guint32 *nodes)
{
  for (guint d = from; d < n; d++)
    {
      functions[d] = function_place (m, frames[d].function);
      nodes[d] = node_below (m->adding, d > 0 ? nodes[d - 1] : SCOPE_NONE, functions[d]);
    }
}

/* --- adding --- */

static void
add_to (ScopeFunctionEvents *events, const Item *item, gboolean own)
{
  if (item->kind == SCOPE_FUNCTION_N_HITS)
    {
      *(own ? &events->insts : &events->insts_below) += item->n;
      return;
    }
  (own ? events->hits : events->hits_below)[item->kind]++;
  if (!own || item->latency == SCOPE_TABLE_NULL)
    return;
  events->latency[item->kind] += item->latency;
  events->timed[item->kind]++;
}

static void
add_item (Machine *m, const Item *item, const guint32 *functions, const guint32 *nodes, guint n)
{
  Adding *adding = m->adding;
  /* The TLB's own line does not say whose it was: it is who ran then. */
  guint32 own = item->kind == SCOPE_FUNCTION_TLB && n > 0 ? functions[n - 1] : function_place (m, item->function);
  guint32 *stamps;

  if (++adding->stamp == 0)
    {
      memset (adding->stamps->data, 0, adding->stamps->len * sizeof (guint32));
      adding->stamp = 1;
    }
  stamps = (guint32 *) (gpointer) adding->stamps->data;
  add_to (events_of (adding, own), item, TRUE);
  add_to (events_of (adding, own), item, FALSE);
  stamps[own] = adding->stamp;
  for (guint d = 0; d < n; d++)
    if (stamps[functions[d]] != adding->stamp)
      {
        stamps[functions[d]] = adding->stamp;
        add_to (events_of (adding, functions[d]), item, FALSE);
      }
  if (n > 0 && nodes[n - 1] != SCOPE_NONE)
    add_to (&adding->nodes[nodes[n - 1]], item, TRUE);
  add_to (&adding->sums->parent.all, item, TRUE);
}

/* One whose stack the walk has left behind. */
static gboolean
add_late (Machine *m, const Walk *walk, const Item *item, GError **error)
{
  g_autofree ScopeCallFrame *frames = NULL;
  g_autofree gint64 *exits = NULL;
  guint32 functions[SCOPE_CALL_MAX_DEPTH], nodes[SCOPE_CALL_MAX_DEPTH];
  guint n;

  if (!scope_call_store_stack_at (m->machine->calls, walk->lane, item->time, item->time + 1, &frames, &exits, &n,
                                  m->adding->cancellable, error))
    return FALSE;
  n = MIN (n, SCOPE_CALL_MAX_DEPTH);
  know_frames (m, frames, n, 0, functions, nodes);
  add_item (m, item, functions, nodes, n);

  return TRUE;
}

static gboolean
add_walked (Machine *m, Walk *walk, const Item *item, GError **error)
{
  if (item->time < walk->time || item->time < m->from)
    return add_late (m, walk, item, error);
  if (!walk_to (walk, item->time, error))
    return FALSE;
  know_frames (m, walk->cursor.frames, walk->cursor.n_frames, walk->known, walk->functions, walk->nodes);
  walk->known = walk->cursor.n_frames;
  add_item (m, item, walk->functions, walk->nodes, walk->known);

  return TRUE;
}

SCOPE_COMPARE_BY (compare_items, Item, SCOPE_UP (time))

static gboolean
add_batch (Machine *m, Walk *walk, GError **error)
{
  gboolean ok = !g_cancellable_set_error_if_cancelled (m->adding->cancellable, error);

  qsort (walk->batch->data, walk->batch->len, sizeof (Item), compare_items);
  for (guint i = 0; i < walk->batch->len && ok; i++)
    ok = add_walked (m, walk, &g_array_index (walk->batch, Item, i), error);
  g_array_set_size (walk->batch, 0);

  return ok;
}

/* --- tables --- */

/* FALSE: it is not of this range. */
static gboolean
take_hit (const Machine *m, const gint64 *values, Item *item)
{
  gint64 time = values[SCOPE_HIT_TIME], pc_time = values[SCOPE_HIT_PC_TIME];

  if (time < m->from || time >= m->to || values[SCOPE_HIT_KIND] < 0 || values[SCOPE_HIT_KIND] >= SCOPE_N_HITS)
    return FALSE;
  *item = (Item) { pc_time != SCOPE_TABLE_NULL ? pc_time : time, values[SCOPE_HIT_LATENCY], 1,
                   (guint32) values[SCOPE_HIT_FUNCTION], (guint32) values[SCOPE_HIT_KIND] };

  return TRUE;
}

/* A miss of a TLB: FALSE: it is another mark, or not of this range. */
static gboolean
take_mark (const Machine *m, const gint64 *values, Item *item)
{
  gint64 time = values[SCOPE_MARK_TIME];

  *item = (Item) { time, SCOPE_TABLE_NULL, 1, SCOPE_FUNCTION_UNKNOWN, SCOPE_FUNCTION_TLB };

  return values[SCOPE_MARK_KIND] == SCOPE_MARK_TLB && time >= m->from && time < m->to;
}

/* Its part of the range; one without a duration is whole where it begins. */
static gboolean
take_seq (const Machine *m, const gint64 *values, Item *item)
{
  gint64 time = values[SCOPE_SEQ_TIME], end = scope_time_add (time, MAX (values[SCOPE_SEQ_DURATION], 0));
  gint64 first = MAX (time, m->from), last = MIN (end, m->to);
  guint64 n = (guint64) MAX (values[SCOPE_SEQ_INSTS], 0);

  if (end == time ? time < m->from || time >= m->to : first >= last)
    return FALSE;
  if (last - first < end - time)
    {
      n = (guint64) ((double) n * (double) (last - first) / (double) (end - time) + 0.5);
      m->adding->sums->parent.cut = TRUE;
    }
  *item = (Item) { first, SCOPE_TABLE_NULL, n, (guint32) values[SCOPE_SEQ_FUNCTION], SCOPE_FUNCTION_N_HITS };

  return TRUE;
}

static Walk *
walk_of (const Machine *m, gint64 processor)
{
  guint32 index = processor >= 0 && processor <= G_MAXUINT16 ? scope_machine_find_processor (m->machine, (guint) processor) : SCOPE_NONE;

  return index < m->n_walks ? m->walks[index] : NULL;
}

static gboolean
add_table (Machine *m, ScopeTableKind kind, GError **error)
{
  ScopeTable *table = m->machine->tables[kind];
  gint64 values[SCOPE_TABLE_MAX_COLUMNS];
  ScopeTableCursor cursor;
  GError *local = NULL;
  gboolean ok = TRUE;

  for (guint i = 0; i < m->n_walks && ok; i++)
    ok = m->walks[i] == NULL || walk_start (m->walks[i], m, &local);
  scope_table_cursor_init (&cursor, table, m->from, m->to);
  while (ok && scope_table_cursor_next (&cursor, values, &local))
    {
      Walk *walk = walk_of (m, values[kind == SCOPE_TABLE_HITS    ? SCOPE_HIT_PROCESSOR
                                      : kind == SCOPE_TABLE_MARKS ? SCOPE_MARK_PROCESSOR
                                                                  : SCOPE_SEQ_PROCESSOR]);
      Item item;

      if (walk == NULL
          || !(kind == SCOPE_TABLE_HITS    ? take_hit (m, values, &item)
               : kind == SCOPE_TABLE_MARKS ? take_mark (m, values, &item)
                                           : take_seq (m, values, &item)))
        continue;
      g_array_append_val (walk->batch, item);
      ok = walk->batch->len < BATCH || add_batch (m, walk, &local);
    }
  scope_table_cursor_clear (&cursor);
  for (guint i = 0; i < m->n_walks && ok && local == NULL; i++)
    ok = m->walks[i] == NULL || add_batch (m, m->walks[i], &local);
  return scope_passed (local, error);
}

static gboolean
add_machine (Adding *adding, guint32 number, const ScopeLaneId *lanes, guint n, GError **error)
{
  static const ScopeTableKind kinds[] = { SCOPE_TABLE_SEQS, SCOPE_TABLE_HITS, SCOPE_TABLE_MARKS };
  gboolean any = FALSE;
  Machine m = { .adding = adding, .machine = scope_trace_machine (adding->trace, number) };
  const ScopeQueryRange within = { .trace = adding->trace, .from = adding->from, .to = adding->to };
  ScopeTable *functions = m.machine->tables[SCOPE_TABLE_FUNCTIONS];
  gboolean ok = TRUE;

  scope_query_range_own_range (&within, m.machine, &m.from, &m.to);
  m.n_walks = scope_machine_n_entities (m.machine, SCOPE_KIND_PROCESSOR);
  m.walks = g_new0 (Walk *, m.n_walks + 1);
  m.n_places = functions != NULL ? (guint) MIN (scope_table_n_rows (functions) + 1, 1u << 20) : 0;
  m.places = g_new0 (guint32, m.n_places + 1);
  for (guint32 f = 1; f < m.n_places; f++) /* their kinds */
    if (g_hash_table_contains (adding->by_name, scope_activations_function (m.machine, f)))
      function_place (&m, f);
  for (guint i = 0; i < n; i++)
    if (lanes[i].machine == number && lanes[i].kind == SCOPE_KIND_PROCESSOR && scope_activations_in_lane (adding->trace, lanes[i]))
      {
        Walk *walk = m.walks[lanes[i].index] != NULL ? m.walks[lanes[i].index] : g_new0 (Walk, 1);

        if (walk->batch == NULL)
          walk->batch = g_array_sized_new (FALSE, FALSE, sizeof (Item), BATCH);
        any = TRUE;
        walk->lane = scope_machine_entity (m.machine, SCOPE_KIND_PROCESSOR, lanes[i].index)->lane;
        m.walks[lanes[i].index] = walk;
      }
  for (guint k = 0; k < G_N_ELEMENTS (kinds) && ok; k++)
    {
      ScopeTable *table = m.machine->tables[kinds[k]];

      if (table == NULL || scope_table_n_rows (table) == 0 || (kinds[k] == SCOPE_TABLE_MARKS && !any))
        continue;
      if (kinds[k] != SCOPE_TABLE_MARKS)
        *(kinds[k] == SCOPE_TABLE_HITS ? &adding->sums->parent.has_hits : &adding->sums->parent.has_insts) = TRUE;
      ok = add_table (&m, kinds[k], error);
    }
  adding->sums->parent.has_hits |= adding->sums->parent.all.hits[SCOPE_FUNCTION_TLB] > 0;
  for (guint i = 0; i < m.n_walks; i++)
    walk_free (m.walks[i]);
  g_free (m.walks);
  g_free (m.places);

  return ok;
}

/* With what was called: contexts come after their parents. */
static void
add_up_nodes (Adding *adding)
{
  const ScopeCallTree *tree = adding->sums->parent.tree;

  for (guint32 i = tree->n_nodes; i-- > 0;)
    {
      ScopeFunctionEvents *events = &adding->nodes[i];
      ScopeFunctionEvents *parent = tree->nodes[i].parent != SCOPE_NONE ? &adding->nodes[tree->nodes[i].parent] : NULL;

      events->insts_below += events->insts;
      if (parent != NULL)
        parent->insts_below += events->insts_below;
      for (guint k = 0; k < SCOPE_FUNCTION_N_HITS; k++)
        {
          events->hits_below[k] += events->hits[k];
          if (parent != NULL)
            parent->hits_below[k] += events->hits_below[k];
        }
    }
}

/* The clock that all have, or 0. */
static gint64
period_of (ScopeTrace *trace, const ScopeLaneId *lanes, guint n)
{
  gint64 period = n > 0 ? scope_cycles_of_lane (trace, lanes[0], NULL) : 0;

  for (guint i = 1; i < n; i++)
    if (scope_cycles_of_lane (trace, lanes[i], NULL) != period)
      return 0;

  return period;
}

/* What the tree gets to keep: copies. */
static void
give_events (ScopeFunctionSums *sums, gint64 period)
{
  const ScopeCallTree *tree = sums->tree;
  ScopeCallEvents *events;

  if (!sums->has_insts && !sums->has_hits)
    return;
  events = g_new0 (ScopeCallEvents, 1);
  events->nodes = g_memdup2 (sums->nodes, (tree->n_nodes + 1) * sizeof *sums->nodes);
  events->functions = g_new0 (ScopeFunctionEvents, tree->n_functions + 1);
  events->kinds = g_new0 (guint8, tree->n_functions + 1);
  for (guint32 i = 0; i < tree->n_functions; i++)
    {
      events->functions[i] = sums->functions[i].events;
      events->kinds[i] = (guint8) sums->functions[i].kind;
    }
  events->all = sums->all;
  events->period = period;
  events->has_insts = sums->has_insts;
  events->has_hits = sums->has_hits;
  events->cut = sums->cut;
  scope_call_tree_take_events (sums->tree, events);
}

ScopeFunctionSums *
scope_function_sums_read (ScopeTrace *trace, const ScopeLaneId *lanes, guint n_lanes, gint64 from, gint64 to,
                          GCancellable *cancellable, GError **error)
{
  Sums *sums = g_new0 (Sums, 1);
  Adding adding = { .trace = trace, .sums = sums, .from = from, .to = to, .cancellable = cancellable };
  g_autofree ScopeLaneId *all = NULL;
  gboolean ok = TRUE;

  if (n_lanes == 0)
    lanes = all = scope_call_tree_lanes (trace, &n_lanes);
  sums->names = g_string_chunk_new (1024);
  sums->parent.tree = scope_call_tree_read (trace, lanes, n_lanes, from, to, cancellable, error);
  if (sums->parent.tree == NULL)
    {
      scope_function_sums_free (&sums->parent);
      return NULL;
    }
  adding_init (&adding, sums->parent.tree);
  for (guint32 i = 0; i < scope_trace_n_machines (trace) && ok; i++)
    if (scope_activations_in_machine (scope_trace_machine (trace, i)))
      ok = add_machine (&adding, i, lanes, n_lanes, error);
  add_up_nodes (&adding);
  sums->parent.nodes = g_steal_pointer (&adding.nodes);
  sums->parent.n_functions = adding.functions->len;
  sums->parent.functions = g_array_steal (adding.functions, NULL);
  adding_clear (&adding);
  give_events (&sums->parent, period_of (trace, lanes, n_lanes));
  if (!ok)
    {
      scope_function_sums_free (&sums->parent);
      return NULL;
    }

  return &sums->parent;
}
