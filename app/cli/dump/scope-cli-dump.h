/* scope-cli-dump.h: the tables of `dump`, each one function that writes its rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli-command.h"

#include "model/trace/messages/scope-pairs.h"
#include "model/trace/processes/scope-process-tree.h"

G_BEGIN_DECLS

typedef struct
{
  guint what; /* which of the tables that a function writes */
  const char *lane; /* of intervals and call stacks, else NULL */
  gboolean states_only;
  const char *longest; /* of intervals: the longest of what, else NULL */
  guint limit;
  ScopeParty by; /* of message-matrix */
  ScopeTreeBy tree_by; /* of process-tree */
  gboolean fold;
  const char *const *source_path; /* of sources: folders, or NULL */
  const char *const *hide, *const *fold_functions, *const *merge; /* of calls, call-tree, call-edges: patterns, or NULL */
  const char *span; /* of iterations: a name, or NULL */
  const char *span_begin, *span_end; /* of spans: regular expressions, or NULL */
  const char *function; /* of sources: pattern of names, or NULL */
} ScopeCliDumpOptions;

#define SCOPE_CLI_LONGEST_HEADER                                                                               \
  "start_ns,duration_ns,state,reason,task,processor,lane,generation,sync_ns,to_lane"
#define SCOPE_CLI_MATRIX_HEADER                                                                                \
  "from_machine,from_process,to_machine,to_process,count,size,latency_mean_ns,latency_max_ns"

#define SCOPE_CLI_STRANGER_HEADER ",to_name,to_node"

typedef enum
{
  SCOPE_CLI_CALLS_FUNCTIONS,
  SCOPE_CLI_CALLS_TREE,
  SCOPE_CLI_CALLS_EDGES,
} ScopeCliCalls;

/* FALSE with error if it had to stop. */
typedef gboolean (*ScopeCliDumpFunc) (ScopeCli *cli,
                                      const ScopeCliDumpOptions *options,
                                      ScopeCsv *csv,
                                      GError **error);

/* A table as the schema has it: its columns, and their names with commas between; free with g_free(). */
gboolean scope_cli_dump_raw (ScopeCli *cli, ScopeTableKind kind, ScopeCsv *csv, GError **error);
char *scope_cli_raw_header (ScopeTableKind kind);

gboolean
scope_cli_dump_candidates (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
const char *scope_cli_why_no_node_groups (ScopeTrace *trace);
gboolean
scope_cli_dump_node_groups (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);

gboolean
scope_cli_dump_machines (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_processors (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_processes (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_threads (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_intervals (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* With `longest`; SCOPE_CLI_LONGEST_HEADER. */
gboolean
scope_cli_dump_longest (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_messages (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* One cell: the machine's number. Of Eden's that are not in the trace, too: it is all that is known of them. Erlang's nodes have none. */
void scope_cli_write_machine (ScopeCli *cli, ScopeCsv *csv, gint64 machine_index);
/* Two cells: whom a message was sent to, if that is a name, and on which node, if that is not in the trace. */
void scope_cli_write_stranger (ScopeCli *cli, ScopeCsv *csv, gint64 machine_index, gint64 process);
/* SCOPE_CLI_MATRIX_HEADER, by processor two more (from_processor,to_processor), and SCOPE_CLI_STRANGER_HEADER. */
gboolean scope_cli_dump_message_matrix (ScopeCli *cli,
                                        const ScopeCliDumpOptions *options,
                                        ScopeCsv *csv,
                                        GError **error);
gboolean
scope_cli_dump_streams (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_migration_matrix (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_waits (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* The analysis: scope-analysis.h has the definitions. */
gboolean
scope_cli_dump_causes (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_wait_pieces (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_blame (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_critical_path (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_phases (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* Simulators: why nothing is known of it. */
const char *scope_cli_why_no_slack (ScopeTrace *trace);
gboolean
scope_cli_dump_slack (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* Erlang's functions, where they stand in their sources. */
gboolean
scope_cli_dump_sources (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* Those of whoever runs this. */
gboolean
scope_cli_dump_notes (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_ports (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* With `lane`: of that lane. */
gboolean
scope_cli_dump_functions (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* GHC's profiles. What: 0 of the heap, 1 of time. */
gboolean
scope_cli_dump_profile_samples (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_profile_bands (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* A sentence; NULL: there is one. */
const char *scope_cli_why_no_heap_profile (ScopeTrace *trace);
const char *scope_cli_why_no_ticky (ScopeTrace *trace);
gboolean scope_cli_dump_ticky (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
const char *scope_cli_why_no_time_profile (ScopeTrace *trace);
/* What: ScopeCliCalls. */
gboolean
scope_cli_dump_calls (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_activations (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_losses (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_events (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_process_tree (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* Erlang's processes as servers (scope-servers.h), and who calls them. */
gboolean
scope_cli_dump_servers (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_server_calls (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* Pairs of marks (scope-spans.h), and what is summed up of them. */
gboolean
scope_cli_dump_spans (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_span_stats (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean
scope_cli_dump_iterations (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* What: ScopeLocksBy. */
gboolean
scope_cli_dump_lock_sums (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
/* What: ScopeCoherencePer. */
gboolean
scope_cli_dump_coherence_sums (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error);
gboolean scope_cli_dump_process_info (ScopeCli *cli,
                                      const ScopeCliDumpOptions *options,
                                      ScopeCsv *csv,
                                      GError **error);

G_END_DECLS
