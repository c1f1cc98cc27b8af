/* scope-lane-tree.c: which rows a trace has, at first sight and further down.
 *
 *     GHC:   activity, GC pauses, HEC 0…, heap, spark pool, marks, threads → groups by label → the 20 that
 * ran most Eden:  activity, marks, machine → process → thread
 *
 * Children are made when their parent is unfolded, and large families are cut to the members that ran most,
 * so that the tree never grows with the trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-tree-private.h"
#include "model/base/scope-each.h"
#include "model/scene/lanes/scope-sample-rows.h"

#include "model/scene/draw/scope-ruler.h"

#include "model/trace/calls/scope-activations.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-sim-words.h"
#include "model/trace/statistics/scope-processor-order.h"

#include <glib/gi18n.h>
#include <string.h>

#define UNFOLD_THREADS 12u /* a list of threads so short is open at once */
#define UNFOLD_CORES 8u    /* their call stacks are what simulations are looked at for */
#define SHOWN_FLAT 200u    /* rows of "threads" and "processes" */

char *
scope_lane_tree_key (ScopeLaneList *list, ScopeLaneId lane)
{
  return scope_trace_format_lane (list->trace, lane);
}

gint64
scope_lane_tree_code (ScopeLaneId lane)
{
  return (gint64)lane.machine << 36 | (gint64)lane.kind << 32 | lane.index;
}

gboolean
scope_lane_tree_is_wanted (ScopeLaneList *list, ScopeLaneId lane)
{
  gint64 code = scope_lane_tree_code (lane);

  return g_hash_table_contains (list->wanted, &code);
}

/* Whether a row of states is to be seen at all. */
static gboolean
is_matched (ScopeLaneList *list, ScopeLaneId lane)
{
  return (scope_lane_matches_get (list->matches, lane) & (SCOPE_MATCH_ITSELF | SCOPE_MATCH_BELOW)) != 0
         || scope_lane_tree_is_wanted (list, lane);
}

/* Somebody looks for a text, and it is in what is folded here. */
static gboolean
is_found_below (ScopeLaneList *list, ScopeLaneId lane)
{
  return scope_lane_filter_has_text (&list->filter)
         && (scope_lane_matches_get (list->matches, lane) & SCOPE_MATCH_BELOW) != 0 && list->matches != NULL;
}

/* A text is looked for, and threads of the machine have it. */
static gboolean
threads_found (ScopeLaneList *list, guint32 machine)
{
  return list->matches != NULL && scope_lane_filter_has_text (&list->filter)
         && scope_lane_matches_count_own (list->matches, machine, SCOPE_KIND_THREAD) > 0;
}

static void
node_free (gpointer data)
{
  ScopeLaneNode *node = data;

  scope_lane_tree_drop_traffic (node);
  g_free (node->key);
  g_free (node->title);
  g_free (node->detail);
  g_free (node->sources);
  g_clear_pointer (&node->children, g_ptr_array_unref);
  g_clear_pointer (&node->family, scope_lane_family_unref);
  g_free (node);
}

static GPtrArray *
nodes_new (void)
{
  return g_ptr_array_new_with_free_func (node_free);
}

/* Takes key and title. */
ScopeLaneNode *
scope_lane_tree_node_new (ScopeLaneList *list,
                          GPtrArray *to,
                          ScopeLaneNode *parent,
                          ScopeRowKind kind,
                          guint32 machine,
                          char *key,
                          char *title)
{
  ScopeLaneNode *node = g_new0 (ScopeLaneNode, 1);

  node->kind = kind;
  node->lane.machine = machine;
  node->key = key;
  node->title = title;
  node->parent = parent;
  node->depth = parent != NULL ? parent->depth + 1 : 0;
  g_ptr_array_add (to, node);
  return node;
}

void
scope_lane_tree_set_expandable (ScopeLaneList *list, ScopeLaneNode *node, gboolean at_first_sight)
{
  const ScopeNodeMemory *memory = scope_lane_list_memory (list, node->key, FALSE);

  node->expandable = TRUE;
  node->expanded = memory != NULL && memory->expanded != 0 ? memory->expanded > 0 : at_first_sight;
}

void
scope_lane_tree_set_sources (
    ScopeLaneNode *node, ScopeMachine *machine, gint64 offset, const guint32 *lanes, guint n)
{
  node->sources = g_new0 (ScopeLaneSource, MAX (n, 1));
  node->n_sources = n;
  for (guint i = 0; i < n; i++)
    node->sources[i] = (ScopeLaneSource){ machine->lanes, lanes[i], offset };
}

/* What an Erlang process began with, or a port's driver. */
static char *
dup_entry (ScopeMachine *machine, ScopeLaneId lane)
{
  const ScopeEntity *entity
      = lane.kind == SCOPE_KIND_THREADS ? NULL : scope_machine_entity (machine, lane.kind, lane.index);

  return entity != NULL ? g_strdup (entity->entry) : NULL;
}

/* Whether the stack of such a lane stands open at first sight: what a simulation, or a trace of branches, is looked at for, while there are few.
 * Branches are told of threads. */
static gboolean
opens_calls (ScopeLaneList *list, ScopeMachine *machine, ScopeKind kind)
{
  return (kind == SCOPE_KIND_PROCESSOR
          || (kind == SCOPE_KIND_THREAD && scope_trace_runtime (list->trace) == SCOPE_RUNTIME_SIMULATION))
         && scope_machine_n_entities (machine, kind) <= UNFOLD_CORES;
}

/* A row of an entity's (or machine's, or counts) lane. */
ScopeLaneNode *
scope_lane_tree_add_lane (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, ScopeLaneId lane)
{
  ScopeMachine *machine = scope_trace_machine (list->trace, lane.machine);
  ScopeLaneNode *node = scope_lane_tree_node_new (
      list, to, parent, scope_trace_lane_counts (list->trace, lane) ? SCOPE_ROW_COUNTS : SCOPE_ROW_STATES,
      lane.machine, scope_lane_tree_key (list, lane), scope_trace_lane_title (list->trace, lane));
  guint32 number = scope_trace_lane (list->trace, lane);
  gint64 offset = scope_trace_offset (list->trace, machine);

  node->lane = lane;
  if (scope_trace_runtime (list->trace) == SCOPE_RUNTIME_ERLANG && lane.kind >= SCOPE_KIND_PROCESS)
    node->detail = dup_entry (machine, lane);
  if (number != SCOPE_NONE)
    scope_lane_tree_set_sources (node, machine, offset, &number, 1);
  else if (lane.kind == SCOPE_KIND_MACHINE)
    {
      guint n;
      g_autofree guint32 *lanes = scope_trace_summed_lanes (list->trace, lane, &n);

      scope_lane_tree_set_sources (node, machine, offset, lanes, n);
    }
  if (node->kind == SCOPE_ROW_STATES && scope_activations_in_lane (list->trace, lane))
    {
      node->stacked = lane.kind == SCOPE_KIND_PROCESSOR;
      scope_lane_tree_set_expandable (list, node, opens_calls (list, machine, lane.kind));
    }
  if (lane.kind == SCOPE_KIND_THREADS)
    {
      const char *word = scope_trace_kind_label (list->trace, SCOPE_KIND_THREADS, TRUE);

      g_free (node->title);
      node->title = g_strdup (word != NULL ? word : _ ("Threads"));
      node->detail = scope_format_count (scope_machine_n_entities (machine, SCOPE_KIND_THREAD));
    }
  else if (node->kind == SCOPE_ROW_COUNTS)
    node->detail = g_strdup (_ ("jobs"));
  return node;
}

/* Under a lane that has a call stack: the stack. */
static void
add_calls (ScopeLaneList *list, ScopeLaneNode *above)
{
  guint levels = scope_activations_depth (list->trace, above->lane);
  ScopeLaneNode *node;

  if (levels == 0)
    return;
  node = scope_lane_tree_node_new (list, above->children, above, SCOPE_ROW_CALLS, above->lane.machine,
                                   g_strdup_printf ("calls:%s", above->key), g_strdup (_ ("Calls")));
  node->lane = above->lane;
  node->levels = levels;
  if (levels >= SCOPE_CALL_MAX_DEPTH)
    node->detail = g_strdup_printf (_ ("%u levels, those above counted"), levels);
  else
    node->detail = g_strdup_printf (ngettext ("%u level", "%u levels", levels), levels);
}

static void
add_entities (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, guint32 machine, ScopeKind kind)
{
  ScopeMachine *of = scope_trace_machine (list->trace, machine);
  guint32 n = scope_machine_n_entities (of, kind);
  g_autofree guint32 *order = kind == SCOPE_KIND_PROCESSOR ? scope_processor_order (list->trace, machine, &n) : NULL;

  guint from = to->len;

  for (guint32 i = 0; i < n; i++)
    {
      ScopeLaneId lane = { machine, kind, order != NULL ? order[i] : i };

      if (is_matched (list, lane))
        scope_lane_tree_add_lane (list, to, parent, lane);
    }
  scope_lane_tree_sort (list, to, from);
}

static gboolean
table_has_rows (ScopeMachine *machine, ScopeTableKind kind)
{
  return machine->tables[kind] != NULL && scope_table_n_rows (machine->tables[kind]) > 0;
}

static char *
part_key (ScopeMachine *machine, const char *what)
{
  return g_strdup_printf ("%s:%u", what, machine->number);
}

/* A row that is no entity's: left out if a text is looked for that is not in its title. Takes key. */
static void
add_part (ScopeLaneList *list,
          GPtrArray *to,
          ScopeLaneNode *parent,
          ScopeRowKind kind,
          guint32 machine,
          char *key,
          const char *title)
{
  if (scope_lane_matches_title (list->matches, title))
    scope_lane_tree_node_new (list, to, parent, kind, machine, key, g_strdup (title));
  else
    g_free (key);
}

/* Erlang's ports: a heading, and below it those that ran most. */
static void
add_ports (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, guint32 index)
{
  ScopeMachine *machine = scope_trace_machine (list->trace, index);
  const char *title = scope_trace_kind_label (list->trace, SCOPE_KIND_PORT, TRUE);
  ScopeLaneNode *node;

  if (scope_machine_n_entities (machine, SCOPE_KIND_PORT) == 0 || title == NULL
      || !scope_lane_matches_title (list->matches, title))
    return;
  node = scope_lane_tree_node_new (list, to, parent, SCOPE_ROW_GROUP, index, part_key (machine, "ports"),
                                   g_strdup (title));
  node->detail = scope_format_count (scope_machine_n_entities (machine, SCOPE_KIND_PORT));
  node->family = scope_lane_families_all (list->families, machine, SCOPE_KIND_PORT, SCOPE_NONE);
  scope_lane_tree_set_expandable (list, node, FALSE);
}

/* When the runtime wrote the log. */
static void
add_flushes (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, ScopeMachine *machine)
{
  if (table_has_rows (machine, SCOPE_TABLE_FLUSHES))
    add_part (list, to, parent, SCOPE_ROW_FLUSHES, machine->index, part_key (machine, "flushes"), _ ("Log writes"));
}

/* All rows of one machine of a runtime with processors. */
static void
add_machine_parts (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, guint32 index)
{
  ScopeMachine *machine = scope_trace_machine (list->trace, index);
  guint parts = scope_lane_list_parts (list, index);
  ScopeLaneNode *node;

  /* Erlang's processes collect each for itself: nobody else pauses. */
  if (table_has_rows (machine, SCOPE_TABLE_COLLECTIONS)
      && scope_trace_runtime (list->trace) != SCOPE_RUNTIME_ERLANG)
    add_part (list, to, parent, SCOPE_ROW_PAUSES, index, part_key (machine, "pauses"), _ ("GC pauses"));
  if (table_has_rows (machine, SCOPE_TABLE_CONCURRENT))
    add_part (list, to, parent, SCOPE_ROW_CONCURRENT, index, part_key (machine, "concurrent"), _ ("Concurrent GC"));
  add_entities (list, to, parent, index, SCOPE_KIND_PROCESSOR);
  add_flushes (list, to, parent, machine);
  if (parts & SCOPE_LANE_HAS_HEAP)
    add_part (list, to, parent, SCOPE_ROW_HEAP, index, part_key (machine, "heap"), _ ("Heap"));
  if (parts & SCOPE_LANE_HAS_ALLOCATION)
    add_part (list, to, parent, SCOPE_ROW_ALLOCATION, index, part_key (machine, "allocation"), "Allocation");
  if (parts & SCOPE_LANE_HAS_QUEUE)
    add_part (list, to, parent, SCOPE_ROW_QUEUE, index, part_key (machine, "queue"), "Run queue");
  for (guint i = 0; i < SCOPE_N_SAMPLE_ROWS; i++)
    if (parts & (SCOPE_LANE_HAS_SAMPLES << i))
      add_part (list, to, parent, scope_sample_row (i)->kind, index,
                part_key (machine, scope_sample_row (i)->key), _ (scope_sample_row (i)->title));
  for (guint i = 0; i < SCOPE_N_RATIO_ROWS; i++)
    if (parts & (SCOPE_LANE_HAS_RATIOS << i))
      add_part (list, to, parent, scope_ratio_row (i)->kind, index, part_key (machine, scope_ratio_row (i)->key), scope_ratio_row (i)->title);
  if (parts & SCOPE_LANE_HAS_SPARKS || table_has_rows (machine, SCOPE_TABLE_SPARKS))
    {
      add_part (list, to, parent, SCOPE_ROW_SPARKS, index, part_key (machine, "sparks"), _ ("Spark pool"));
      add_part (list, to, parent, SCOPE_ROW_SPARK_CREATION, index, part_key (machine, "spark-creation"),
                _ ("Spark creation"));
      add_part (list, to, parent, SCOPE_ROW_SPARK_CONVERSION, index, part_key (machine, "spark-conversion"),
                _ ("Spark conversion"));
    }
  if (table_has_rows (machine, SCOPE_TABLE_MARKS))
    add_part (list, to, parent, SCOPE_ROW_MARKS, index, part_key (machine, "marks"), _ ("Marks"));
  scope_lane_tree_add_spans (list, to, parent, index);
  if (machine->threads_lane != SCOPE_NONE && scope_machine_n_entities (machine, SCOPE_KIND_THREAD) > 0
      && (!scope_lane_filter_has_text (&list->filter) || list->matches == NULL
          || scope_lane_matches_count (list->matches, index, SCOPE_KIND_THREAD) > 0))
    {
      node = scope_lane_tree_add_lane (list, to, parent, (ScopeLaneId){ index, SCOPE_KIND_THREADS, 0 });
      scope_lane_tree_set_expandable (list, node,
                                      scope_machine_n_entities (machine, SCOPE_KIND_THREAD)
                                              <= (scope_trace_is_pipeline (list->trace) ? SCOPE_LANE_TREE_SLOTS : UNFOLD_THREADS)
                                          || threads_found (list, index));
    }
  add_ports (list, to, parent, index);
}

static gboolean
any_processors (ScopeTrace *trace)
{
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    if (scope_machine_n_entities (scope_trace_machine (trace, i), SCOPE_KIND_PROCESSOR) > 0)
      return TRUE;
  return FALSE;
}

static void
add_machines (ScopeLaneList *list, GPtrArray *to)
{
  guint n = scope_trace_n_machines (list->trace), n_processes = 0;
  gboolean eden = scope_trace_runtime (list->trace) == SCOPE_RUNTIME_EDEN;
  guint from = to->len;

  for (guint i = 0; i < n; i++)
    n_processes += scope_machine_n_entities (scope_trace_machine (list->trace, i), SCOPE_KIND_PROCESS);
  for (guint i = 0; i < n; i++)
    {
      ScopeLaneId lane = { i, SCOPE_KIND_MACHINE, 0 };

      if (is_matched (list, lane))
        scope_lane_tree_set_expandable (list, scope_lane_tree_add_lane (list, to, NULL, lane),
                                        (eden ? n <= 4 && n_processes <= 24 : n <= 4)
                                            || is_found_below (list, lane));
    }
  scope_lane_tree_sort (list, to, from);
}

static void
make_default (ScopeLaneList *list, GPtrArray *to)
{
  guint n = scope_trace_n_machines (list->trace);

  if (n == 0)
    return;
  if (any_processors (list->trace))
    add_part (list, to, NULL, SCOPE_ROW_ACTIVITY, SCOPE_NONE, g_strdup ("activity"), _ ("Activity"));
  if (scope_trace_runtime (list->trace) != SCOPE_RUNTIME_EDEN && n == 1)
    {
      add_machine_parts (list, to, NULL, 0);
      return;
    }
  add_machines (list, to);
  if (scope_trace_has_rows (list->trace, SCOPE_TABLE_MARKS))
    add_part (list, to, NULL, SCOPE_ROW_MARKS, SCOPE_NONE, g_strdup ("marks"), _ ("Marks"));
}

/* Processes that have threads can be opened. */
static void
unfold_processes (ScopeLaneList *list, GPtrArray *nodes)
{
  SCOPE_EACH_POINTER (ScopeLaneNode, node, nodes)
    if (node->kind == SCOPE_ROW_STATES && node->lane.kind == SCOPE_KIND_PROCESS && !node->expandable
        && scope_machine_entity (scope_trace_machine (list->trace, node->lane.machine), SCOPE_KIND_PROCESS,
                                 node->lane.index)
                   ->threads
               > 0)
      scope_lane_tree_set_expandable (list, node, is_found_below (list, node->lane));
}

static void
make_machine (ScopeLaneList *list, ScopeLaneNode *node)
{
  ScopeMachine *machine = scope_trace_machine (list->trace, node->lane.machine);
  g_autoptr (ScopeLaneFamily) processes = NULL;

  if (scope_trace_runtime (list->trace) != SCOPE_RUNTIME_EDEN)
    {
      add_machine_parts (list, node->children, node, machine->index);
      return;
    }
  processes = scope_lane_families_all (list->families, machine, SCOPE_KIND_PROCESS, SCOPE_NONE);
  scope_lane_tree_add_members (list, node->children, node, processes, 2 * SCOPE_GROUP_SHOWN);
  unfold_processes (list, node->children);
  if (table_has_rows (machine, SCOPE_TABLE_COLLECTIONS))
    add_part (list, node->children, node, SCOPE_ROW_PAUSES, machine->index, part_key (machine, "pauses"),
              _ ("GC pauses"));
  add_flushes (list, node->children, node, machine);
}

void
scope_lane_tree_make_children (ScopeLaneList *list, ScopeLaneNode *node)
{
  ScopeMachine *machine;

  if (node->children != NULL)
    return;
  node->children = nodes_new ();
  machine = scope_trace_machine (list->trace, node->lane.machine);
  if (node->kind == SCOPE_ROW_STATES && scope_activations_in_lane (list->trace, node->lane))
    add_calls (list, node);
  if (node->kind == SCOPE_ROW_GROUP)
    scope_lane_tree_add_members (list, node->children, node, node->family, SCOPE_GROUP_SHOWN);
  else if (node->kind == SCOPE_ROW_COUNTS)
    scope_lane_tree_make_threads (list, node);
  else if (node->lane.kind == SCOPE_KIND_MACHINE)
    make_machine (list, node);
  else if (node->lane.kind == SCOPE_KIND_PROCESS)
    {
      g_autoptr (ScopeLaneFamily) threads
          = scope_lane_families_all (list->families, machine, SCOPE_KIND_THREAD, node->lane.index);

      scope_lane_tree_add_members (list, node->children, node, threads, SCOPE_GROUP_SHOWN);
    }
}

/* --- flat lists --- */

/* Processes, threads: those of one machine behind those of the other, unless another order was asked for. */
static void
add_all (ScopeLaneList *list, GPtrArray *to, ScopeKind kind)
{
  guint n = scope_trace_n_machines (list->trace);
  g_autoptr (GPtrArray) families = g_ptr_array_new_with_free_func ((GDestroyNotify)scope_lane_family_unref);
  g_autofree guint *shares = NULL;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (families, scope_lane_families_all (list->families, scope_trace_machine (list->trace, i), kind,
                                                        SCOPE_NONE));
  if (!scope_lane_tree_is_by_number (list) && n > 1)
    shares = scope_lane_tree_share_out (list, (ScopeLaneFamily *const *)(gpointer)families->pdata, n, SHOWN_FLAT);
  for (guint i = 0; i < n; i++)
    scope_lane_tree_add_members (list, to, NULL, g_ptr_array_index (families, i),
                                 shares != NULL ? shares[i] : MAX (SHOWN_FLAT / n, SCOPE_GROUP_SHOWN));
  unfold_processes (list, to);
}

static void
make_flat (ScopeLaneList *list, GPtrArray *to, ScopeKind kind)
{
  guint n = scope_trace_n_machines (list->trace);

  for (guint i = 0; i < n; i++)
    if (kind == SCOPE_KIND_MACHINE)
      {
        ScopeLaneId lane = { i, SCOPE_KIND_MACHINE, 0 };

        if (is_matched (list, lane))
          scope_lane_tree_set_expandable (list, scope_lane_tree_add_lane (list, to, NULL, lane),
                                          is_found_below (list, lane));
      }
    else if (kind == SCOPE_KIND_PROCESSOR)
      add_entities (list, to, NULL, i, kind);
  if (kind != SCOPE_KIND_MACHINE && kind != SCOPE_KIND_PROCESSOR)
    add_all (list, to, kind);
  scope_lane_tree_sort (list, to, 0);
}

/* "thread 1" is on every machine: without the machine above it, it stands beside it. */
static void
notify_machines (ScopeLaneList *list, GPtrArray *roots)
{
  for (guint i = 0; i < roots->len && scope_trace_n_machines (list->trace) > 1; i++)
    {
      ScopeLaneNode *node = g_ptr_array_index (roots, i);

      if (node->kind == SCOPE_ROW_STATES && node->detail == NULL
          && (node->lane.kind == SCOPE_KIND_THREAD || node->lane.kind == SCOPE_KIND_PROCESSOR))
        node->detail = scope_trace_lane_title (list->trace,
                                               (ScopeLaneId){ node->lane.machine, SCOPE_KIND_MACHINE, 0 });
    }
}

/* Of the lanes that are compared: how many of them run, are ready, wait, at any time. */
static void
add_sum (ScopeLaneList *list, GPtrArray *to)
{
  guint n = list->chosen->len;
  ScopeLaneNode *node;

  if (n < 2 || n > SCOPE_LANE_TREE_SUMMED)
    return;
  node = scope_lane_tree_node_new (list, to, NULL, SCOPE_ROW_GROUP,
                                   g_array_index (list->chosen, ScopeLaneId, 0).machine, g_strdup ("sum"),
                                   g_strdup_printf (_ ("All %u together"), n));
  node->sources = g_new0 (ScopeLaneSource, n);
  for (guint i = 0; i < n; i++)
    {
      ScopeLaneId lane = g_array_index (list->chosen, ScopeLaneId, i);
      ScopeMachine *machine = scope_trace_machine (list->trace, lane.machine);
      guint32 number = scope_trace_lane (list->trace, lane);

      if (number != SCOPE_NONE)
        node->sources[node->n_sources++]
            = (ScopeLaneSource){ machine->lanes, number, scope_trace_offset (list->trace, machine) };
    }
}

GPtrArray *
scope_lane_tree_make (ScopeLaneList *list)
{
  GPtrArray *roots = nodes_new ();

  switch (list->show)
    {
    case SCOPE_SHOW_MACHINES:
      make_flat (list, roots, SCOPE_KIND_MACHINE);
      break;
    case SCOPE_SHOW_PROCESSORS:
      make_flat (list, roots, SCOPE_KIND_PROCESSOR);
      break;
    case SCOPE_SHOW_PROCESSES:
      make_flat (list, roots, SCOPE_KIND_PROCESS);
      break;
    case SCOPE_SHOW_THREADS:
      make_flat (list, roots, SCOPE_KIND_THREAD);
      break;
    case SCOPE_SHOW_LIST:
      if (list->sum)
        add_sum (list, roots);
      for (guint i = 0; i < list->chosen->len; i++)
        scope_lane_tree_add_lane (list, roots, NULL, g_array_index (list->chosen, ScopeLaneId, i));
      break;
    case SCOPE_SHOW_DEFAULT:
    default:
      make_default (list, roots);
      break;
    }
  notify_machines (list, roots);
  scope_lane_tree_add_path (list, roots);
  return roots;
}

/* --- activity --- */

ScopeLaneSource *
scope_lane_list_activity_sources (ScopeLaneList *list, guint *ret_n)
{
  return scope_trace_activity_sources (list->trace, FALSE, ret_n);
}

ScopeLaneSource *
scope_lane_list_ready_sources (ScopeLaneList *list, guint *ret_n)
{
  return scope_trace_activity_sources (list->trace, TRUE, ret_n);
}
