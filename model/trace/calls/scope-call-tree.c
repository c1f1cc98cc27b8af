/* scope-call-tree.c: sums of the call store as a tree that people read: functions by name, children in order of time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/calls/scope-call-tree.h"

#include "model/trace/calls/scope-call-tree-private.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-ref.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-query-range.h"
#include "model/trace/profile/scope-profile.h"
#include "model/trace/profile/scope-ticks.h"

#include <string.h>

/* Contexts that are kept; what is deeper is its parent's then. */
#define MOST_CONTEXTS (1u << 20)

typedef struct
{
  ScopeCallTree parent;
  gatomicrefcount ref_count;
  GStringChunk *names;
} Tree;

static void
call_tree_free (ScopeCallTree *tree)
{
  Tree *self = (Tree *) tree;

  g_free ((gpointer) tree->nodes);
  g_free ((gpointer) tree->functions);
  g_free ((gpointer) tree->edges);
  scope_call_tree_take_events (tree, NULL);
  g_string_chunk_free (self->names);
  g_free (self);
}

SCOPE_DEFINE_REF (ScopeCallTree, scope_call_tree, ((Tree *) object)->ref_count, call_tree_free)

void
scope_call_tree_take_events (ScopeCallTree *tree, ScopeCallEvents *events)
{
  if (tree->events != NULL)
    {
      g_free (tree->events->nodes);
      g_free (tree->events->functions);
      g_free (tree->events->kinds);
      g_free ((gpointer) tree->events);
    }
  tree->events = events;
}

/* --- adding up --- */

typedef struct
{
  ScopeTrace *trace;
  Tree *tree;
  ScopeCallSums sums;    /* functions by their place in `names` */
  GPtrArray *names;      /* of char *: the tree's */
  GHashTable *sources;   /* name → where it stands; both the tree's */
  GHashTable *by_name;   /* name → place + 1 */
  gint64 from, to;
  GCancellable *cancellable;
} Adding;

static guint32
name_place (Adding *adding, const char *name)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (adding->by_name, name));

  if (place == 0)
    {
      char *kept = g_string_chunk_insert_const (adding->tree->names, name);

      g_ptr_array_add (adding->names, kept);
      place = adding->names->len;
      g_hash_table_insert (adding->by_name, kept, GUINT_TO_POINTER (place));
    }

  return place - 1;
}

static gboolean
add_lane (Adding *adding, ScopeMachine *machine, guint32 lane, ScopeCallSums *sums, GError **error)
{
  ScopeQueryRange within = { .trace = adding->trace, .from = adding->from, .to = adding->to };
  gint64 from, to, first, last;

  scope_query_range_own_range (&within, machine, &from, &to);
  if (!scope_lane_store_life (machine->lanes, lane, &first, &last))
    return TRUE;
  last = scope_activations_known_until (machine, lane);
  adding->tree->parent.n_lanes++;
  if (MAX (from, first) < MIN (to, last))
    adding->tree->parent.alive += MIN (to, last) - MAX (from, first);
  if (last < to)
    to = MAX (from, last + 1);

  return !g_cancellable_set_error_if_cancelled (adding->cancellable, error)
         && scope_call_store_sum (machine->calls, lane, from, to, last, sums, adding->cancellable, error);
}

/* What was added of a machine, to all, by names. */
static void
add_machine (Adding *adding, ScopeMachine *machine, const ScopeCallSums *sums)
{
  g_autofree guint32 *numbers = g_new (guint32, sums->functions->len + 1);

  for (guint i = 0; i < sums->functions->len; i++)
    numbers[i] = name_place (adding, scope_activations_function (
                                         machine, g_array_index (sums->functions, ScopeCallFunctionTime, i).number));
  scope_call_sums_merge (&adding->sums, sums, numbers);
}

static gboolean
add_lanes (Adding *adding, const ScopeLaneId *lanes, guint n, GError **error)
{
  gboolean ok = TRUE;

  /* Lanes of a machine are added by its own numbers of functions first. */
  for (guint m = 0; m < scope_trace_n_machines (adding->trace) && ok; m++)
    {
      ScopeMachine *machine = scope_trace_machine (adding->trace, m);
      ScopeCallSums sums;

      scope_call_sums_init (&sums, MOST_CONTEXTS);
      for (guint i = 0; i < n && ok; i++)
        if (lanes[i].machine == m && scope_activations_in_lane (adding->trace, lanes[i]))
          ok = add_lane (adding, machine, scope_machine_entity (machine, lanes[i].kind, lanes[i].index)->lane, &sums, error);
      if (ok && sums.functions->len > 0)
        add_machine (adding, machine, &sums);
      scope_call_sums_clear (&sums);
    }

  return ok;
}

/* --- samples --- */

/* Functions of one name are one: the first that tells its place tells that of all. */
static void
note_source (Adding *adding, guint32 place, const char *source)
{
  char *name = g_ptr_array_index (adding->names, place);

  if (source != NULL && *source != '<' /* "<built-in>" */ && !g_hash_table_contains (adding->sources, name))
    g_hash_table_insert (adding->sources, name, g_string_chunk_insert_const (adding->tree->names, source));
}

/* Each stack once, for as long as it has samples. */
static void
add_stack (Adding *adding, GArray *bands, guint32 place, gint64 n, gint64 *time)
{
  guint32 stack[SCOPE_CALL_MAX_DEPTH];
  guint depth = 0;

  for (guint32 i = place; i > 0 && depth < G_N_ELEMENTS (stack); i = g_array_index (bands, ScopeBand, i - 1).under)
    stack[depth++] = i;
  scope_call_sums_begin (&adding->sums, *time);
  while (depth-- > 0)
    {
      g_autofree char *name = scope_ticks_function (bands, stack[depth]);
      guint32 function = name_place (adding, name);

      note_source (adding, function, g_array_index (bands, ScopeBand, stack[depth] - 1).location);
      scope_call_sums_enter (&adding->sums, *time, function, FALSE);
    }
  *time += n;
  scope_call_sums_end (&adding->sums, *time);
}

static gboolean
add_samples (Adding *adding, ScopeMachine *machine, const ScopeLaneId *lanes, guint n, gint64 *time, GError **error)
{
  const ScopeQueryRange within = { .trace = adding->trace, .from = adding->from, .to = adding->to, .cancellable = adding->cancellable };
  ScopeCallTree *tree = &adding->tree->parent;
  gint64 period = scope_ticks_period (machine);
  g_autoptr (GArray) bands = NULL;
  ScopeTickCounts counts;

  if (g_cancellable_set_error_if_cancelled (adding->cancellable, error) || (bands = scope_bands_read (machine, error)) == NULL
      || !scope_ticks_count (&within, machine, lanes, n, bands, &counts, error))
    return FALSE;
  for (guint32 i = 1; i <= counts.n_bands; i++)
    if (counts.bands[i] > 0)
      add_stack (adding, bands, i, (gint64) counts.bands[i], time);
  tree->sample_ns = tree->alive > 0 && tree->sample_ns != period ? 0 : period;
  tree->alive += (gint64) counts.bands[0];
  tree->elsewhere += (gint64) counts.elsewhere;
  scope_tick_counts_clear (&counts);
  return TRUE;
}

static gboolean
add_all_samples (Adding *adding, const ScopeLaneId *lanes, guint n, GError **error)
{
  gint64 time = 0;
  gboolean ok = TRUE;

  for (guint m = 0; m < scope_trace_n_machines (adding->trace) && ok; m++)
    {
      ScopeMachine *machine = scope_trace_machine (adding->trace, m);
      gboolean wanted = n == 0;

      for (guint i = 0; i < n && !wanted; i++)
        wanted = lanes[i].machine == m;
      if (wanted && scope_ticks_in_machine (machine))
        ok = add_samples (adding, machine, lanes, n, &time, error);
    }
  adding->tree->parent.n_lanes = n;
  return ok;
}

/* --- the tree --- */

#define CONTEXT(adding, i) (&g_array_index ((adding)->sums.contexts, ScopeCallContext, i))

/* Places of what is kept, sorted by a figure, the greatest first. */
typedef struct
{
  gint64 figure;
  guint64 second;
  guint32 place;
} Sorted;

SCOPE_COMPARE_BY (compare, Sorted, SCOPE_DOWN (figure) SCOPE_DOWN (second) SCOPE_UP (place))

static ScopeCallFunctionKind
kind_of (const char *name)
{
  if (g_str_equal (name, "suspend"))
    return SCOPE_CALL_FUNCTION_SUSPEND;
  if (g_str_equal (name, "garbage_collect"))
    return SCOPE_CALL_FUNCTION_COLLECT;

  return g_str_equal (name, "unknown") ? SCOPE_CALL_FUNCTION_UNKNOWN : SCOPE_CALL_FUNCTION;
}

/* Functions in order of total; *ret_places: where each of the sums' functions went. */
static void
make_functions (Adding *adding, guint32 **ret_places)
{
  ScopeCallTree *tree = &adding->tree->parent;
  const GArray *all = adding->sums.functions;
  g_autofree Sorted *order = g_new (Sorted, all->len + 1);
  ScopeCallFunctionSum *functions = g_new0 (ScopeCallFunctionSum, all->len + 1);

  *ret_places = g_new (guint32, all->len + 1);
  for (guint i = 0; i < all->len; i++)
    order[i] = (Sorted) { g_array_index (all, ScopeCallFunctionTime, i).total, 0, i };
  for (guint i = 0; i < adding->sums.contexts->len; i++)
    order[CONTEXT (adding, i)->function].second += CONTEXT (adding, i)->calls;
  qsort (order, all->len, sizeof *order, compare);
  for (guint i = 0; i < all->len; i++)
    {
      const char *name
          = g_ptr_array_index (adding->names, g_array_index (all, ScopeCallFunctionTime, order[i].place).number);

      (*ret_places)[order[i].place] = i;
      functions[i] = (ScopeCallFunctionSum) { name, g_hash_table_lookup (adding->sources, name), kind_of (name), order[i].second,
                                             order[i].figure, 0 };
    }
  for (guint i = 0; i < adding->sums.contexts->len; i++)
    functions[(*ret_places)[CONTEXT (adding, i)->function]].self += CONTEXT (adding, i)->self;
  tree->functions = functions;
  tree->n_functions = all->len;
}

static void
make_edges (Adding *adding, const guint32 *places)
{
  ScopeCallTree *tree = &adding->tree->parent;
  const GArray *pairs = adding->sums.pairs;
  g_autofree Sorted *order = g_new (Sorted, pairs->len + 1);
  ScopeCallEdge *edges = g_new (ScopeCallEdge, pairs->len + 1);

  for (guint i = 0; i < pairs->len; i++)
    {
      const ScopeCallPair *pair = &g_array_index (pairs, ScopeCallPair, i);

      order[i] = (Sorted) { pair->total, pair->calls, i };
    }
  qsort (order, pairs->len, sizeof *order, compare);
  for (guint i = 0; i < pairs->len; i++)
    {
      const ScopeCallPair *pair = &g_array_index (pairs, ScopeCallPair, order[i].place);

      edges[i] = (ScopeCallEdge) { pair->caller == SCOPE_NONE ? SCOPE_NONE : places[pair->caller], places[pair->callee],
                                   pair->calls, pair->total };
    }
  tree->edges = edges;
  tree->n_edges = pairs->len;
}

/* Times with what was called: contexts come after their parents. */
static void
total_nodes (ScopeCallNode *nodes, guint n, const ScopeCallFunctionSum *functions)
{
  for (guint i = n; i-- > 0;)
    {
      ScopeCallNode *node = &nodes[i];

      node->total += node->self;
      if (functions[node->function].kind == SCOPE_CALL_FUNCTION_SUSPEND)
        node->suspended += node->self;
      else if (functions[node->function].kind == SCOPE_CALL_FUNCTION_COLLECT)
        node->collecting += node->self;
      if (node->parent != SCOPE_NONE)
        {
          nodes[node->parent].total += node->total;
          nodes[node->parent].suspended += node->suspended;
          nodes[node->parent].collecting += node->collecting;
        }
    }
}

/* Children in order: the smallest are put in front first. */
static void
link_nodes (ScopeCallTree *tree, ScopeCallNode *nodes, guint n)
{
  g_autofree Sorted *order = g_new (Sorted, n + 1u);

  for (guint i = 0; i < n; i++)
    order[i] = (Sorted) { nodes[i].total, nodes[i].calls, i };
  qsort (order, n, sizeof *order, compare);
  for (guint i = n; i-- > 0;)
    {
      ScopeCallNode *node = &nodes[order[i].place];
      guint32 *first = node->parent == SCOPE_NONE ? &tree->first_root : &nodes[node->parent].first_child;

      node->next = *first;
      *first = order[i].place;
    }
}

static void
make_nodes (Adding *adding, const guint32 *places)
{
  ScopeCallTree *tree = &adding->tree->parent;
  guint n = adding->sums.contexts->len;
  ScopeCallNode *nodes = g_new (ScopeCallNode, n + 1u);

  for (guint i = 0; i < n; i++)
    {
      const ScopeCallContext *context = CONTEXT (adding, i);

      nodes[i] = (ScopeCallNode) { .parent = context->parent, .first_child = SCOPE_NONE, .next = SCOPE_NONE,
                                   .function = places[context->function], .calls = context->calls, .self = context->self };
      nodes[i].depth = context->parent == SCOPE_NONE ? 0 : nodes[context->parent].depth + 1;
    }
  total_nodes (nodes, n, tree->functions);
  link_nodes (tree, nodes, n);
  for (guint32 i = tree->first_root; i != SCOPE_NONE; i = nodes[i].next)
    tree->total += nodes[i].total;
  tree->nodes = nodes;
  tree->n_nodes = n;
}

ScopeCallTree *
scope_call_tree_read (ScopeTrace *trace, const ScopeLaneId *lanes, guint n_lanes, gint64 from, gint64 to,
                      GCancellable *cancellable, GError **error)
{
  Adding adding = { .trace = trace, .from = from, .to = to, .cancellable = cancellable };
  g_autofree ScopeLaneId *all = NULL;
  g_autofree guint32 *places = NULL;
  gboolean ok, sampled = scope_call_tree_is_sampled (trace);

  if (n_lanes == 0 && !sampled)
    lanes = all = scope_call_tree_lanes (trace, &n_lanes);
  adding.tree = g_new0 (Tree, 1);
  g_atomic_ref_count_init (&adding.tree->ref_count);
  adding.tree->names = g_string_chunk_new (4096);
  adding.tree->parent.first_root = SCOPE_NONE;
  adding.names = g_ptr_array_new ();
  adding.by_name = g_hash_table_new (g_str_hash, g_str_equal);
  adding.sources = g_hash_table_new (g_direct_hash, g_direct_equal);
  scope_call_sums_init (&adding.sums, MOST_CONTEXTS);
  adding.tree->parent.sampled = sampled;
  ok = sampled ? add_all_samples (&adding, lanes, n_lanes, error) : add_lanes (&adding, lanes, n_lanes, error);
  if (ok)
    {
      make_functions (&adding, &places);
      make_edges (&adding, places);
      make_nodes (&adding, places);
      adding.tree->parent.truncated = adding.sums.truncated;
    }
  scope_call_sums_clear (&adding.sums);
  g_hash_table_unref (adding.by_name);
  g_hash_table_unref (adding.sources);
  g_ptr_array_unref (adding.names);
  if (!ok)
    {
      scope_call_tree_unref (&adding.tree->parent);
      return NULL;
    }

  return &adding.tree->parent;
}

/* --- of another one --- */

/* Functions that have nodes, in order; places: where each went. Their events go with them. */
static void
keep_functions (Tree *self, const GArray *nodes, const GArray *functions, ScopeCallEvents *events, guint32 *places)
{
  ScopeCallTree *tree = &self->parent;
  g_autofree gboolean *used = g_new0 (gboolean, functions->len + 1);
  g_autofree Sorted *order = g_new (Sorted, functions->len + 1);
  ScopeCallFunctionSum *kept = g_new0 (ScopeCallFunctionSum, functions->len + 1);
  g_autofree ScopeFunctionEvents *of = g_new0 (ScopeFunctionEvents, functions->len + 1);
  g_autofree guint8 *kinds = g_new0 (guint8, functions->len + 1);
  guint n = 0;

  for (guint i = 0; i < nodes->len; i++)
    used[g_array_index (nodes, ScopeCallNode, i).function] = TRUE;
  for (guint i = 0; i < functions->len; i++)
    if (used[i])
      order[n++] = (Sorted) { g_array_index (functions, ScopeCallFunctionSum, i).total, g_array_index (functions, ScopeCallFunctionSum, i).calls, i };
  qsort (order, n, sizeof *order, compare);
  for (guint i = 0; i < n; i++)
    {
      kept[i] = g_array_index (functions, ScopeCallFunctionSum, order[i].place);
      kept[i].name = g_string_chunk_insert_const (self->names, kept[i].name);
      kept[i].source = kept[i].source != NULL ? g_string_chunk_insert_const (self->names, kept[i].source) : NULL;
      places[order[i].place] = i;
      if (events == NULL)
        continue;
      of[i] = events->functions[order[i].place];
      kinds[i] = events->kinds[order[i].place];
    }
  tree->functions = kept;
  tree->n_functions = n;
  if (events != NULL)
    {
      g_free (events->functions);
      g_free (events->kinds);
      events->functions = g_steal_pointer (&of);
      events->kinds = g_steal_pointer (&kinds);
    }
}

static void
make_edges_of_nodes (ScopeCallTree *tree)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (ScopeCallEdge));
  g_autofree Sorted *order = NULL;
  ScopeCallEdge *edges;

  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      const ScopeCallNode *node = &tree->nodes[i];
      const ScopeCallEdge fresh = { node->parent != SCOPE_NONE ? tree->nodes[node->parent].function : SCOPE_NONE, node->function, 0, 0 };
      gint64 key = (gint64) ((guint64) fresh.caller << 32 | fresh.callee);
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, &key));
      ScopeCallEdge *edge;

      if (place == 0)
        {
          g_array_append_val (found, fresh);
          place = found->len;
          g_hash_table_insert (places, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
        }
      edge = &g_array_index (found, ScopeCallEdge, place - 1);
      edge->calls += node->calls;
      edge->time += node->total;
    }
  order = g_new (Sorted, found->len + 1);
  edges = g_new (ScopeCallEdge, found->len + 1);
  for (guint i = 0; i < found->len; i++)
    order[i] = (Sorted) { g_array_index (found, ScopeCallEdge, i).time, g_array_index (found, ScopeCallEdge, i).calls, i };
  qsort (order, found->len, sizeof *order, compare);
  for (guint i = 0; i < found->len; i++)
    edges[i] = g_array_index (found, ScopeCallEdge, order[i].place);
  tree->edges = edges;
  tree->n_edges = found->len;
}

ScopeCallTree *
scope_call_tree_make (const ScopeCallTree *like, const GArray *nodes, const GArray *functions, ScopeCallEvents *events)
{
  Tree *self = g_new0 (Tree, 1);
  ScopeCallTree *tree = &self->parent;
  ScopeCallNode *kept = g_new (ScopeCallNode, nodes->len + 1u);
  g_autofree guint32 *places = g_new0 (guint32, functions->len + 1u);

  *tree = *like;
  g_atomic_ref_count_init (&self->ref_count);
  self->names = g_string_chunk_new (4096);
  tree->first_root = SCOPE_NONE;
  tree->total = 0;
  tree->events = events;
  keep_functions (self, nodes, functions, events, places);
  for (guint i = 0; i < nodes->len; i++)
    {
      const ScopeCallNode *node = &g_array_index (nodes, ScopeCallNode, i);

      kept[i] = (ScopeCallNode) { .parent = node->parent, .first_child = SCOPE_NONE, .next = SCOPE_NONE, .function = places[node->function],
                                  .calls = node->calls, .self = node->self };
      kept[i].depth = node->parent == SCOPE_NONE ? 0 : kept[node->parent].depth + 1;
    }
  total_nodes (kept, nodes->len, tree->functions);
  link_nodes (tree, kept, nodes->len);
  for (guint32 i = tree->first_root; i != SCOPE_NONE; i = kept[i].next)
    tree->total += kept[i].total;
  tree->nodes = kept;
  tree->n_nodes = nodes->len;
  make_edges_of_nodes (tree);
  return tree;
}

/* --- around it --- */

gboolean
scope_call_tree_is_sampled (ScopeTrace *trace)
{
  if (scope_trace_has_calls (trace) || !scope_trace_has_rows (trace, SCOPE_TABLE_BAND_SAMPLES))
    return FALSE;
  SCOPE_EACH_MACHINE (machine, trace)
    if (scope_ticks_in_machine (machine))
      return TRUE;
  return FALSE;
}

gboolean
scope_call_tree_has_lane (ScopeTrace *trace, ScopeLaneId lane)
{
  return scope_call_tree_is_sampled (trace) ? scope_ticks_in_lane (trace, lane) : scope_activations_in_lane (trace, lane);
}

ScopeLaneId *
scope_call_tree_lanes (ScopeTrace *trace, guint *ret_n)
{
  /* A process and a thread that share a lane are one: the process. */
  static const ScopeKind kinds[] = { SCOPE_KIND_PROCESSOR, SCOPE_KIND_PROCESS, SCOPE_KIND_THREAD };
  GArray *lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));
  gboolean sampled = scope_call_tree_is_sampled (trace);

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);

      for (guint32 i = 0; sampled && scope_ticks_in_machine (machine) && i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
        {
          ScopeLaneId lane = { m, SCOPE_KIND_PROCESSOR, i };

          g_array_append_val (lanes, lane);
        }

      for (guint k = 0; k < G_N_ELEMENTS (kinds) && scope_activations_in_machine (machine); k++)
        for (guint32 i = 0; i < scope_machine_n_entities (machine, kinds[k]); i++)
          {
            const ScopeEntity *entity = scope_machine_entity (machine, kinds[k], i);
            ScopeLaneId lane = { m, kinds[k], i };

            if (scope_call_store_depth (machine->calls, entity->lane) == 0
                || (kinds[k] == SCOPE_KIND_THREAD && entity->process != SCOPE_NONE
                    && entity->process < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS)
                    && scope_machine_entity (machine, SCOPE_KIND_PROCESS, entity->process)->lane == entity->lane))
              continue;
            g_array_append_val (lanes, lane);
          }
    }
  *ret_n = lanes->len;

  return (ScopeLaneId *) (gpointer) g_array_free (lanes, FALSE);
}

char *
scope_call_tree_path (const ScopeCallTree *tree, guint32 node)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GString *path = g_string_new (NULL);

  for (guint32 i = node; i != SCOPE_NONE; i = tree->nodes[i].parent)
    g_ptr_array_add (names, (gpointer) tree->functions[tree->nodes[i].function].name);
  for (guint i = names->len; i-- > 0;)
    {
      g_string_append (path, g_ptr_array_index (names, i));
      if (i > 0)
        g_string_append_c (path, ';');
    }

  return g_string_free (path, FALSE);
}
