/* scope-cli-dump-calls.c: `dump calls`, `call-tree`, `call-edges`, `activations`: what call stacks tell.
 *
 * The first three are the panel's figures (scope-call-tree.h), process by process; the cores of a machine together, since rows name
 * processes alone (--lane asks for one). The last is every activation, in the order in which they end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/trace/calls/scope-call-hiding.h"
#include "model/trace/document/scope-intervals.h"
#include "model/trace/profile/scope-ticks.h"

typedef void (*TreeFunc) (ScopeCli *cli, ScopeLaneId lane, const ScopeCallTree *tree, ScopeCsv *csv);

/* The lanes asked for; FALSE with error if that lane has no stack. */
static gboolean
find_lanes (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeLaneId **ret_lanes, guint *ret_n, GError **error)
{
  ScopeLaneId lane;

  if (options->lane == NULL)
    {
      *ret_lanes = scope_call_tree_lanes (cli->trace, ret_n);
      return TRUE;
    }
  if (!scope_trace_parse_lane (cli->trace, options->lane, &lane, error))
    return FALSE;
  *ret_lanes = g_memdup2 (&lane, sizeof lane);
  *ret_n = scope_call_tree_has_lane (cli->trace, lane) ? 1 : 0;

  return TRUE;
}

/* machine,process */
static void
write_lane (ScopeCli *cli, ScopeLaneId lane, ScopeCsv *csv)
{
  ScopeMachine *machine = scope_trace_machine (cli->trace, lane.machine);
  guint32 process = SCOPE_NONE;

  if (lane.kind == SCOPE_KIND_PROCESS)
    process = lane.index;
  else if (lane.kind == SCOPE_KIND_THREAD)
    process = scope_machine_entity (machine, SCOPE_KIND_THREAD, lane.index)->process;
  scope_csv_unsigned (csv, machine->number);
  scope_cli_entity (csv, machine, SCOPE_KIND_PROCESS, process);
}

/* calls,time_ns: no samples have them. */
static void
write_calls (ScopeCli *cli, const ScopeCallTree *tree, guint64 calls, gint64 time, ScopeCsv *csv)
{
  if (tree->sampled)
    {
      scope_cli_empty (csv, 2);
      return;
    }
  scope_csv_unsigned (csv, calls);
  scope_cli_time (cli, csv, time);
}

/* samples,self_samples,share,share_low,share_high: only samples have them. */
static void
write_samples (const ScopeCallTree *tree, gint64 total, gint64 self, ScopeCsv *csv)
{
  double low, high;

  if (!tree->sampled)
    {
      scope_cli_empty (csv, 5);
      return;
    }
  scope_sample_bounds ((double) total, (double) tree->total, &low, &high);
  scope_csv_integer (csv, total);
  scope_csv_integer (csv, self);
  scope_csv_decimal (csv, tree->total > 0 ? (double) total / (double) tree->total : 0, 6);
  scope_csv_decimal (csv, low, 6);
  scope_csv_decimal (csv, high, 6);
}

/* What was only there, and not called, is not listed, but where a part of the trace was asked for. */
static gboolean
is_listed (ScopeCli *cli, const ScopeCallTree *tree, guint64 calls, gint64 time)
{
  return calls > 0 || ((cli->ranged || tree->sampled) && time > 0);
}

static gboolean
is_pseudo (const ScopeCallFunctionSum *function)
{
  return function->kind == SCOPE_CALL_FUNCTION_SUSPEND || function->kind == SCOPE_CALL_FUNCTION_COLLECT;
}

static void
write_functions (ScopeCli *cli, ScopeLaneId lane, const ScopeCallTree *tree, ScopeCsv *csv)
{
  for (guint i = 0; i < tree->n_functions; i++)
    {
      const ScopeCallFunctionSum *function = &tree->functions[i];

      if (is_pseudo (function) || !is_listed (cli, tree, function->calls, function->total))
        continue;
      write_lane (cli, lane, csv);
      scope_csv_text (csv, function->name);
      write_calls (cli, tree, function->calls, function->total, csv);
      write_samples (tree, function->total, function->self, csv);
      scope_csv_end_row (csv);
    }
}

static void
write_edges (ScopeCli *cli, ScopeLaneId lane, const ScopeCallTree *tree, ScopeCsv *csv)
{
  for (guint i = 0; i < tree->n_edges; i++)
    {
      const ScopeCallEdge *edge = &tree->edges[i];

      if (is_pseudo (&tree->functions[edge->callee]) || !is_listed (cli, tree, edge->calls, edge->time))
        continue;
      write_lane (cli, lane, csv);
      scope_csv_text (csv, edge->caller != SCOPE_NONE ? tree->functions[edge->caller].name : NULL);
      scope_csv_text (csv, tree->functions[edge->callee].name);
      write_calls (cli, tree, edge->calls, edge->time, csv);
      if (tree->sampled)
        scope_csv_integer (csv, edge->time);
      else
        scope_csv_empty (csv);
      scope_csv_end_row (csv);
    }
}

/* From the root down, children in order of time. */
static void
write_nodes (ScopeCli *cli, ScopeLaneId lane, const ScopeCallTree *tree, ScopeCsv *csv)
{
  guint32 i = tree->first_root;

  while (i != SCOPE_NONE)
    {
      const ScopeCallNode *node = &tree->nodes[i];
      g_autofree char *path = scope_call_tree_path (tree, i);

      write_lane (cli, lane, csv);
      scope_csv_text (csv, path);
      write_calls (cli, tree, node->calls, node->total, csv);
      write_samples (tree, node->total, node->self, csv);
      scope_csv_end_row (csv);
      if (node->first_child != SCOPE_NONE)
        {
          i = node->first_child;
          continue;
        }
      while (i != SCOPE_NONE && tree->nodes[i].next == SCOPE_NONE)
        i = tree->nodes[i].parent;
      if (i != SCOPE_NONE)
        i = tree->nodes[i].next;
    }
}

gboolean
scope_cli_dump_calls (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  static const TreeFunc writers[] = { [SCOPE_CLI_CALLS_FUNCTIONS] = write_functions,
                                      [SCOPE_CLI_CALLS_TREE] = write_nodes,
                                      [SCOPE_CLI_CALLS_EDGES] = write_edges };
  g_autoptr (ScopeCallHiding) hiding = scope_call_hiding_new (options->hide, options->fold_functions, options->merge);
  g_autofree ScopeLaneId *lanes = NULL;
  guint n;

  if (!find_lanes (cli, options, &lanes, &n, error))
    return FALSE;
  for (guint i = 0, next; i < n; i = next)
    {
      g_autoptr (ScopeCallTree) tree = NULL, shown = NULL;

      next = i + 1;
      while (next < n && lanes[i].kind == SCOPE_KIND_PROCESSOR && lanes[next].kind == SCOPE_KIND_PROCESSOR
             && lanes[next].machine == lanes[i].machine)
        next++;
      tree = scope_call_tree_read (cli->trace, &lanes[i], next - i, cli->from, cli->to, cli->cancellable, error);
      if (tree == NULL)
        return FALSE;
      shown = scope_call_tree_hide (tree, hiding);
      writers[options->what](cli, lanes[i], shown, csv);
    }

  return TRUE;
}

/* --- activations --- */

/* Where the trace shows no begin because it was before the trace, or a task went on, that is told by the time: a processor's stack knows
 * all that was on it. */
static const char *
flag_word (ScopeKind kind, guint flags)
{
  guint irregular = kind == SCOPE_KIND_PROCESSOR ? SCOPE_CALL_IRREGULAR : SCOPE_CALL_IRREGULAR | SCOPE_CALL_EARLY;

  if ((flags & SCOPE_CALL_SWITCHED) != 0)
    return "switched";
  if ((flags & irregular) != 0)
    return "irregular";
  if ((flags & SCOPE_CALL_TAIL) != 0)
    return "tail";

  return (flags & SCOPE_CALL_OPEN) != 0 ? "open" : NULL;
}

/* When which task ran on a processor, own clock, in order of time. */
typedef struct
{
  gint64 from, to;
  guint32 thread;
} Run;

SCOPE_COMPARE_BY (compare_runs, Run, SCOPE_UP (from))

static gboolean
read_runs (ScopeCli *cli, ScopeLaneId lane, GArray *runs, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (cli->trace, lane.machine);
  guint32 n = lane.kind == SCOPE_KIND_PROCESSOR ? scope_machine_n_entities (machine, SCOPE_KIND_THREAD) : 0;
  GError *local = NULL;

  for (guint32 i = 0; i < n && local == NULL; i++)
    SCOPE_EACH_INTERVAL_OF (facts, scope_intervals (machine, SCOPE_KIND_THREAD, i, scope_machine_entity (machine, SCOPE_KIND_THREAD, i)->lane,
                                                    SCOPE_TIME_MIN, SCOPE_TIME_MAX, FALSE, NULL), &local)
      if (facts.state == SCOPE_STATE_RUNNING && facts.processor == lane.index)
        {
          const Run run = { facts.from, facts.to, i };

          g_array_append_val (runs, run);
        }
  g_array_sort (runs, compare_runs);
  return scope_passed (local, error);
}

static guint32
find_run (const GArray *runs, gint64 time)
{
  guint low = (guint) SCOPE_BISECT (runs->len, i, g_array_index (runs, Run, i).from <= time);

  if (low == 0 || time > g_array_index (runs, Run, low - 1).to)
    return SCOPE_NONE;

  return g_array_index (runs, Run, low - 1).thread;
}

static void
write_activation (ScopeCli *cli, ScopeLaneId lane, const ScopeActivation *item, const GArray *runs, ScopeCsv *csv)
{
  ScopeMachine *machine = scope_trace_machine (cli->trace, lane.machine);
  guint32 thread = SCOPE_NONE;

  if (lane.kind == SCOPE_KIND_THREAD)
    thread = lane.index;
  else if (lane.kind == SCOPE_KIND_PROCESSOR)
    thread = find_run (runs, item->from - scope_trace_offset (cli->trace, machine));
  else if (lane.kind == SCOPE_KIND_PROCESS)
    {
      g_autofree char *id = scope_machine_entity_id (machine, SCOPE_KIND_PROCESS, lane.index);

      thread = scope_machine_find_entity (machine, SCOPE_KIND_THREAD, id);
    }
  scope_csv_unsigned (csv, machine->number);
  scope_cli_entity (csv, machine, SCOPE_KIND_PROCESSOR, lane.kind == SCOPE_KIND_PROCESSOR ? (gint64) lane.index : -1);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, thread);
  scope_csv_text (csv, scope_activations_function (machine, item->function));
  scope_csv_unsigned (csv, item->depth);
  scope_cli_time (cli, csv, MAX (item->from, cli->from));
  scope_cli_time (cli, csv, MIN (item->to, cli->to));
  scope_csv_text (csv, flag_word (lane.kind, item->flags));
  scope_csv_end_row (csv);
}

gboolean
scope_cli_dump_activations (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  g_autofree ScopeLaneId *lanes = NULL;
  guint n;

  if (!find_lanes (cli, options, &lanes, &n, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (ScopeActivationCursor) cursor = scope_activation_cursor_new (cli->trace, lanes[i], cli->from, cli->to);
      g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
      GError *local = NULL;
      ScopeActivation item;

      if (!read_runs (cli, lanes[i], runs, error))
        return FALSE;
      while (scope_activation_cursor_next (cursor, &item, NULL, &local))
        write_activation (cli, lanes[i], &item, runs, csv);
      if (local != NULL || g_cancellable_set_error_if_cancelled (cli->cancellable, &local))
        {
          g_propagate_error (error, local);
          return FALSE;
        }
    }

  return TRUE;
}
