/* scope-cli-dump-process-tree.c: `dump process-tree`: who made whom, or what lies in what, and what every
 * branch did.
 *
 * Rows come as the tree is read: each before what is below it, with its depth.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/trace/document/scope-recorded.h"
#include "model/trace/processes/scope-process-tree.h"

#include <math.h>

/* Which of the columns of ids an entity fills. */
static void
write_id (ScopeCsv *csv, ScopeTrace *trace, const ScopeLaneId *lane, ScopeKind kind)
{
  if (lane == NULL || lane->kind != kind)
    scope_csv_empty (csv);
  else
    scope_cli_entity (csv, scope_trace_machine (trace, lane->machine), kind, lane->index);
}

static void
write_ids (ScopeCli *cli, ScopeProcessTree *tree, guint32 row, const char *remote, ScopeCsv *csv)
{
  ScopeLaneId lane = scope_process_tree_lane (tree, row), above;
  guint32 parent = scope_process_tree_parent (tree, row);
  const ScopeLaneId *up = parent != SCOPE_NONE ? &above : NULL;

  if (up != NULL)
    above = scope_process_tree_lane (tree, parent);
  scope_csv_unsigned (csv, scope_trace_machine (cli->trace, lane.machine)->number);
  write_id (csv, cli->trace, &lane, SCOPE_KIND_PROCESS);
  scope_cli_integer (csv, up != NULL ? (gint64) scope_trace_machine (cli->trace, above.machine)->number : SCOPE_TABLE_NULL);
  if (up == NULL)
    scope_csv_text (csv, remote);
  else
    write_id (csv, cli->trace, up, SCOPE_KIND_PROCESS);
  scope_csv_unsigned (csv, scope_process_tree_depth (tree, row));
  write_id (csv, cli->trace, &lane, SCOPE_KIND_THREAD);
  write_id (csv, cli->trace, up, SCOPE_KIND_THREAD);
}

static void
write_life (ScopeCli *cli, ScopeProcessTree *tree, guint32 row, ScopeCsv *csv)
{
  gint64 first, last;
  gboolean known = scope_process_tree_life (tree, row, &first, &last);

  scope_cli_time (cli, csv, known ? first : SCOPE_TABLE_NULL);
  scope_cli_time (cli, csv, known ? last : SCOPE_TABLE_NULL);
}

/* Nothing if it was not recorded. */
static void
write_count (ScopeCsv *csv, gboolean lacking, guint32 count)
{
  scope_cli_integer (csv, lacking ? SCOPE_TABLE_NULL : (gint64) count);
}

static void
write_own (ScopeCli *cli, const ScopeTreeFigures *own, guint lacks, ScopeCsv *csv)
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    scope_cli_time (cli, csv, s != SCOPE_STATE_COLLECTING || !(lacks & SCOPE_LACKS_GC) ? own->time[s] : SCOPE_TABLE_NULL);
  scope_cli_time (cli, csv, own->alive);
  scope_csv_decimal (csv, scope_tree_figures_share (own) >= 0 ? scope_tree_figures_share (own) : NAN, 6);
  write_count (csv, lacks & (SCOPE_LACKS_SCHEDULER | SCOPE_LACKS_PROCESSORS), own->migrations);
  write_count (csv, lacks & SCOPE_LACKS_SENT, own->sent);
  write_count (csv, lacks & SCOPE_LACKS_RECEIVED, own->received);
  scope_csv_decimal (csv, own->sent_sized > 0 ? (double) own->sent_size / own->sent_sized : NAN, 3);
  scope_csv_decimal (csv, own->received_sized > 0 ? (double) own->received_size / own->received_sized : NAN, 3);
}

static void
write_row (ScopeCli *cli, ScopeProcessTree *tree, ScopeTreeTotals *totals, guint32 row, ScopeCsv *csv)
{
  gboolean fold = scope_process_tree_is_fold (tree, row);
  guint32 shown = scope_tree_totals_representative (totals, row);
  const ScopeEntity *entity = scope_process_tree_entity (tree, shown);
  ScopeTreeFigures own, branch;
  guint lacks = scope_machine_unrecorded (scope_trace_machine (cli->trace, scope_process_tree_lane (tree, shown).machine));
  g_autofree char *node = NULL;
  const char *remote = scope_process_tree_remote_parent (tree, shown, &node);

  scope_tree_totals_get (totals, row, FALSE, &own);
  scope_tree_totals_get (totals, row, TRUE, &branch);
  write_ids (cli, tree, shown, remote, csv);
  scope_csv_unsigned (csv, fold ? scope_process_tree_n_children (tree, row) : 1);
  scope_csv_text (csv, entity != NULL ? entity->name : NULL);
  scope_csv_text (csv, entity != NULL ? entity->entry : NULL);
  write_life (cli, tree, row, csv);
  write_own (cli, &own, lacks, csv);
  scope_csv_unsigned (csv, fold ? 0 : scope_process_tree_n_children (tree, row));
  scope_csv_unsigned (csv, scope_process_tree_n_below (tree, row));
  scope_cli_time (cli, csv, branch.time[SCOPE_STATE_RUNNABLE]);
  scope_cli_time (cli, csv, branch.time[SCOPE_STATE_RUNNING]);
  scope_cli_time (cli, csv, branch.time[SCOPE_STATE_BLOCKED]);
  scope_cli_time (cli, csv, branch.alive);
  write_count (csv, lacks & SCOPE_LACKS_SENT, branch.sent);
  write_count (csv, lacks & SCOPE_LACKS_RECEIVED, branch.received);
  scope_csv_text (csv, entity != NULL && !fold ? entity->reason : NULL);
  scope_csv_text (csv, node);
  scope_csv_end_row (csv);
}

gboolean
scope_cli_dump_process_tree (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeProcessTree) tree
      = scope_process_tree_new (cli->trace, options->tree_by, cli->cancellable, error);
  g_autoptr (ScopeTreeTotals) totals
      = tree != NULL ? scope_tree_totals_read (tree, &within, TRUE, error) : NULL;

  if (totals == NULL)
    return FALSE;
  for (guint32 row = 0, n = scope_process_tree_n (tree); row < n;)
    {
      guint32 fold = options->fold ? scope_process_tree_fold_of (tree, row) : SCOPE_NONE, first;

      if (row % 1024 == 0 && scope_cli_interrupted (cli, error))
        return FALSE;
      write_row (cli, tree, totals, fold != SCOPE_NONE ? fold : row, csv);
      row = fold != SCOPE_NONE ? scope_process_tree_end (tree, fold, &first) : row + 1;
    }
  return TRUE;
}
