/* scope-cli-dump.c: `lanescope-cli dump TABLE`: the list of tables, their columns, and who writes them.
 *
 * The columns are the contract's: new ones go to the right end, names never change their meaning. A table
 * without a function is written as the schema has it (model/base/scope-schema.c).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"
#include "app/cli/analysis/scope-cli-critical-path.h"
#include "app/cli/analysis/scope-cli-phases.h"

#include "model/trace/calls/scope-call-tree.h"
#include "model/trace/candidates/scope-candidates.h"
#include "model/trace/document/scope-sim-forms.h"
#include "model/trace/locks/scope-coherence.h"
#include "model/trace/locks/scope-locks.h"
#include "model/trace/servers/scope-servers.h"
#include "model/trace/spans/scope-spans.h"
#include "model/trace/statistics/scope-longest.h"

#include <string.h>

#define DEFAULT_LIMIT 100

typedef struct
{
  const char *name;
  const char *header;
  ScopeCliDumpFunc dump;
  const char *about;
  gboolean erlang; /* other runtimes' traces have none */
  gboolean calls;  /* so have those in which no calls were traced */
  gboolean simulation; /* others than simulations have none */
  guint what;          /* for `dump`; without it: the ScopeTableKind */
  const char *(*why_none) (ScopeTrace *trace);
} Table;

#define OF_ERLANG "of Erlang traces"
#define LOCK_FIGURES "acquisitions,contended,attempts,wait_ns,wait_mean_ns,wait_max_ns,hold_ns,hold_mean_ns,hold_max_ns"
#define SAMPLES ",samples,self_samples,share,share_low,share_high"
#define MISS_FIGURES "misses,latency_ns,latency_mean_ns,latency_max_ns,false_sharing,same_bytes"
#define CALL_FIGURES "calls,queue_ns,service_ns,back_ns,latency_mean_ns,latency_max_ns,latency_max_at_ns,waited_ns"
#define SPAN_STATES ",idle_ns,runnable_ns,running_ns,blocked_ns,outside_ns,collecting_ns,active_ns,unknown_ns"
#define OF_SIMULATION "of simulation traces"

static const Table tables[] = {
  { "machines",
    "machine,name,start_ns,end_ns,offset_ns,idle_ns,runnable_ns,running_ns,blocked_ns,outside_ns,"
    "collecting_ns,unknown_ns,receiving_ns,tick_ps",
    scope_cli_dump_machines, "machines, their clocks and totals" },
  { "processors",
    "machine,processor,name,start_ns,end_ns,running_ns,collecting_ns,idle_ns,outside_ns,unknown_ns,"
    "runs,collections",
    scope_cli_dump_processors, "capabilities (HECs)" },
  { "processes",
    "machine,process,name,parent_machine,parent_process,start_ns,end_ns,idle_ns,runnable_ns,running_ns,"
    "blocked_ns,outside_ns,active_ns,threads,messages_sent,messages_received,entry,end,parent_node,"
    "collecting_ns,unknown_ns",
    scope_cli_dump_processes, "Eden's processes" },
  { "process-tree",
    "machine,process,parent_machine,parent_process,depth,thread,parent_thread,similar,name,entry,start_ns,end_ns,"
    "idle_ns,runnable_ns,running_ns,blocked_ns,outside_ns,collecting_ns,active_ns,unknown_ns,life_ns,running_share,"
    "migrations,messages_sent,messages_received,sent_size_mean,received_size_mean,children,below,tree_runnable_ns,"
    "tree_running_ns,tree_blocked_ns,tree_life_ns,tree_messages_sent,tree_messages_received,exit_reason,parent_node",
    scope_cli_dump_process_tree, "who made whom, and what every branch did (--by, --fold)" },
  { "threads",
    "machine,thread,process,name,start_ns,end_ns,end,runnable_ns,running_ns,blocked_ns,outside_ns,"
    "active_ns,runs,migrations,entry,collecting_ns,unknown_ns,idle_ns",
    scope_cli_dump_threads, "threads" },
  { "intervals", "start_ns,duration_ns,state,reason,task,processor", scope_cli_dump_intervals,
    "states of one lane (--lane)" },
  { "messages",
    "tag,from_machine,from_process,from_port,to_machine,to_process,to_port,send_ns,receive_ns,size,size_unit" SCOPE_CLI_STRANGER_HEADER,
    scope_cli_dump_messages, "messages" },
  { "streams",
    "from_machine,from_process,from_port,to_machine,to_process,to_port,messages,first_send_ns,"
    "last_receive_ns,size_mean",
    scope_cli_dump_streams, "Head messages received, channel by channel" },
  { "message-matrix", SCOPE_CLI_MATRIX_HEADER SCOPE_CLI_STRANGER_HEADER ",from_port,to_port", scope_cli_dump_message_matrix,
    "who wrote to whom: number, words, latency (--by)" },
  { "servers",
    "machine,process,name,arrivals,timed,untaken,queued_ns,queue_mean_ns,queue_max_ns,length_mean,length_max,length_max_at_ns,growth,"
    "most_mean,most_max,busy_ns,utilisation,service_mean_ns,callers," CALL_FIGURES ",own_waits_ns,inferred",
    scope_cli_dump_servers, OF_ERLANG ": processes as servers: mailboxes, utilisation, who waits for them", TRUE, .why_none = scope_servers_why_not },
  { "server-calls", "machine,process,name,caller_machine,caller,caller_name," CALL_FIGURES ",inferred", scope_cli_dump_server_calls,
    OF_ERLANG ": who calls whom: time in the queue, of service, on the way back", TRUE, .why_none = scope_servers_why_not },
  { "migrations", NULL, NULL, "threads changing their processor", .what = SCOPE_TABLE_MIGRATIONS },
  { "migration-matrix",
    "machine,from_processor,to_processor,count,waits,wait_mean_ns,wait_p50_ns,wait_p90_ns,wait_max_ns",
    scope_cli_dump_migration_matrix, "how many went from which processor to which" },
  { "wakeups", NULL, NULL, "who made a blocked thread runnable", .what = SCOPE_TABLE_WAKEUPS },
  { "waits",
    "machine,process,thread,start_ns,duration_ns,reason,owner,end_by,waker,root,root_machine,"
    "root_process,root_port,root_thread,root_send_ns,root_receive_ns,depth",
    scope_cli_dump_waits, "blocked threads: who ended it, and what it was for" },
  { "causes", "machine,processor,start_ns,duration_ns,cause,by_machine,by_thread", scope_cli_dump_causes,
    "when processors did not run, and why" },
  { "wait-pieces", "machine,process,thread,start_ns,duration_ns,piece,by_machine,by_process,by_thread", scope_cli_dump_wait_pieces,
    "waits, cut into what was waited for" },
  { "blame", "machine,process,thread,label,direct_ns,cascaded_ns", scope_cli_dump_blame, "whose fault the waiting was" },
  { "critical-path", SCOPE_CLI_CRITICAL_PATH_HEADER, scope_cli_dump_critical_path, "the chain of events that set how long the run took" },
  { "phases", SCOPE_CLI_PHASES_HEADER, scope_cli_dump_phases, "stretches in which the program does the same, and what each loses" },
  { "slack", "machine,process,thread,start_ns,duration_ns,slack_ns,processor,lock", scope_cli_dump_slack,
    "how much later what ran could have ended", .why_none = scope_cli_why_no_slack },
  { "marks", NULL, NULL, "user messages, markers, labels", .what = SCOPE_TABLE_MARKS },
  { "spans", "machine,thread,name,start_ns,duration_ns,depth,end_thread" SPAN_STATES, scope_cli_dump_spans,
    "pairs of marks (START x, STOP x), and what the thread did in between (--span-begin)", .why_none = scope_spans_why_not },
  { "span-stats", "name,count,open,total_ns,mean_ns,min_ns,p50_ns,p95_ns,max_ns,max_start_ns,machine,thread,one_thread" SPAN_STATES,
    scope_cli_dump_span_stats, "the same summed up by name", .why_none = scope_spans_why_not },
  { "iterations", "machine,thread,name,start_ns,duration_ns,of_median,odd" SPAN_STATES, scope_cli_dump_iterations,
    "spans of one name (--span), and which are odd", .why_none = scope_spans_why_not },
  { "notes", "from_ns,to_ns,colour,text", scope_cli_dump_notes, "your notes: of the window, of watch --mark and --control" },
  { "counters", NULL, NULL, "heap and spark figures, samples", .what = SCOPE_TABLE_COUNTERS },
  { "collections", NULL, NULL, "garbage collections", .what = SCOPE_TABLE_COLLECTIONS },
  { "concurrent", NULL, NULL, "what GHC's nonmoving collector did beside the program, and for what it stopped it", .what = SCOPE_TABLE_CONCURRENT },
  { "flushes", NULL, NULL, "when GHC’s processors stood still to write what was recorded of them", .what = SCOPE_TABLE_FLUSHES },
  { "census", NULL, NULL, "its segments by the size of their blocks, after each sweep", .what = SCOPE_TABLE_CENSUS },
  { "heap-samples", "time_ns,machine,profile,band,bytes", scope_cli_dump_profile_samples,
    "what filled the heap, sample by sample (GHC's heap profiles)", .why_none = scope_cli_why_no_heap_profile },
  { "heap-bands", "machine,profile,band,module,location,samples,mean_bytes,max_bytes,max_ns,last_bytes", scope_cli_dump_profile_bands,
    "the same summed up, the largest first", .why_none = scope_cli_why_no_heap_profile },
  { "profile-samples", "time_ns,machine,processor,thread,stack,state,reason", scope_cli_dump_profile_samples,
    "ticks of GHC's time profiler: which cost centres ran", .what = 1, .why_none = scope_cli_why_no_time_profile },
  { "cost-centres", "machine,stack,cost_centre,module,location,ticks,inherited_ticks", scope_cli_dump_profile_bands,
    "the same summed up by stack", .what = 1, .why_none = scope_cli_why_no_time_profile },
  { "ticky", "machine,counter,name,arity,arguments,info,samples,entries,allocation_bytes,allocated_bytes", scope_cli_dump_ticky,
    "how often the code of each closure was entered (GHC's ticky-ticky)", .why_none = scope_cli_why_no_ticky },
  { "losses", "machine,processor,from_ns,to_ns,from_byte,bytes,reason", scope_cli_dump_losses,
    "what could not be read" },
  { "events", "time_ns,machine,processor,name,detail", scope_cli_dump_events, "the raw events" },
  { "process-info", "machine,key,value", scope_cli_dump_process_info, "program, arguments, environment, …" },
  { "lock-totals", "machine,lock," LOCK_FIGURES ",caller,blocked_by", scope_cli_dump_lock_sums,
    "locks of a simulated program: who acquired them, waits, holds", .what = SCOPE_LOCKS_BY_LOCK },
  { "lock-functions", "machine,caller,function," LOCK_FIGURES ",blocked_by", scope_cli_dump_lock_sums,
    "the same by the function that acquired", .what = SCOPE_LOCKS_BY_FUNCTION },
  { "lock-pairs", "machine,processor,blocked_by," LOCK_FIGURES ",caller", scope_cli_dump_lock_sums,
    "which processor waited for which", .what = SCOPE_LOCKS_BY_PAIR },
  { "coherence-lines", "machine,line," MISS_FIGURES, scope_cli_dump_coherence_sums,
    "lines that processors took from each other", .what = SCOPE_COHERENCE_PER_LINE },
  { "coherence-pairs", "machine,by_processor,by_function,processor,function," MISS_FIGURES, scope_cli_dump_coherence_sums,
    "which function takes lines from which", .what = SCOPE_COHERENCE_PER_PLACE },
  { "ports", "machine,port,name,driver,owner,start_ns,end_ns", scope_cli_dump_ports, OF_ERLANG, TRUE },
  { "links", NULL, NULL, OF_ERLANG, TRUE, .what = SCOPE_TABLE_LINKS },
  { "schedulers", NULL, NULL, OF_ERLANG, TRUE, .what = SCOPE_TABLE_SCHEDULERS },
  { "calls", "machine,process,function,calls,time_ns" SAMPLES, scope_cli_dump_calls,
    "functions: how often they were called, how long they lasted", FALSE, TRUE },
  { "call-tree", "machine,process,path,calls,time_ns" SAMPLES, scope_cli_dump_calls, "the same by who led there",
    FALSE, TRUE, .what = SCOPE_CLI_CALLS_TREE },
  { "call-edges", "machine,process,caller,callee,calls,time_ns,samples", scope_cli_dump_calls, "who called whom",
    FALSE, TRUE, .what = SCOPE_CLI_CALLS_EDGES },
  { "activations", "machine,processor,thread,function,depth,enter_ns,exit_ns,flag", scope_cli_dump_activations,
    "every single one of these", FALSE, TRUE },
  { "functions",
    "machine,function,kind,calls,inclusive_ns,self_ns,inclusive_cycles,self_cycles,insts,inclusive_insts,l1d,l1i,l2,upg,"
    "mb,lli,inclusive_l1d,inclusive_l1i,inclusive_l2,inclusive_upg,inclusive_mb,inclusive_lli,"
    "tlb,inclusive_tlb",
    scope_cli_dump_functions, "functions: their time, instructions and misses", FALSE, TRUE },
  { "statistics", NULL, NULL, OF_SIMULATION ": what gem5's stats.txt says beside it, dump by dump", .simulation = TRUE, .what = SCOPE_TABLE_STATISTICS },
  { "core-statistics", NULL, NULL, "what each core did by it: instructions, cycles, misses so far", .simulation = TRUE,
    .what = SCOPE_TABLE_CORE_STATISTICS },
  { "lock-counts", NULL, NULL, OF_ERLANG ": what lcnt counted of the VM's locks, from TRACE.lcnt beside it", TRUE, .what = SCOPE_TABLE_LOCK_COUNTS },
  { "microstates", NULL, NULL, OF_ERLANG ": what the VM's threads did by msacc, from TRACE.msacc beside it", TRUE, .what = SCOPE_TABLE_MICROSTATES },
  { "hits", NULL, NULL, OF_SIMULATION, .simulation = TRUE, .what = SCOPE_TABLE_HITS },
  { "locks", NULL, NULL, OF_SIMULATION, .simulation = TRUE, .what = SCOPE_TABLE_LOCKS, .why_none = scope_sim_form_why_no_locks },
  { "coherence", NULL, NULL, OF_SIMULATION, .simulation = TRUE, .what = SCOPE_TABLE_COHERENCE, .why_none = scope_sim_form_why_no_coherence },
  { "ets-tables", NULL, NULL, OF_ERLANG ": the largest ETS tables, sample by sample ({sample, [{ets_tables, {top, N}}]})", TRUE,
    .what = SCOPE_TABLE_ETS },
  { "node-groups", "time_ns,end_ns,machine,thread,what,group,nodes,result,reason,members,members_whole", scope_cli_dump_node_groups,
    OF_ERLANG ": groups of nodes (SD Erlang’s s_groups), change by change", TRUE, .why_none = scope_cli_why_no_node_groups },
  { "parallel-candidates", "machine,caller,callees,groups,calls,time_ns,span_ns,saved_ns,gain_ns", scope_cli_dump_candidates,
    OF_ERLANG ": calls that could have run side by side, and how much that would save at most", TRUE, .why_none = scope_candidates_why_not },
  { "sources", "function,file,line,text", scope_cli_dump_sources, OF_ERLANG ": functions, and their source text (--source-path)", TRUE },
};

static const Table longest_table
    = { "intervals", SCOPE_CLI_LONGEST_HEADER, scope_cli_dump_longest, "the longest intervals" };

static const Table processors_matrix_table
    = { "message-matrix", SCOPE_CLI_MATRIX_HEADER ",from_processor,to_processor" SCOPE_CLI_STRANGER_HEADER ",from_port,to_port", scope_cli_dump_message_matrix,
        "who wrote to whom, by processor" };

static const Table *
find_table (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    if (strcmp (tables[i].name, name) == 0)
      return &tables[i];
  return NULL;
}

/* Samples are no calls, but trees are made of them. */
static gboolean
has_calls (ScopeTrace *trace, const Table *table)
{
  if (table->dump == scope_cli_dump_calls && scope_call_tree_is_sampled (trace))
    return TRUE;
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    if (scope_activations_in_machine (scope_trace_machine (trace, m)))
      return TRUE;

  return FALSE;
}

static gboolean
write_table (ScopeCli *cli, const Table *table, const ScopeCliDumpOptions *options, GError **error)
{
  g_autofree char *raw = table->header == NULL ? scope_cli_raw_header ((ScopeTableKind) table->what) : NULL;
  ScopeCsv *csv = scope_cli_table (cli, raw != NULL ? raw : table->header);
  gboolean ok = TRUE;

  if ((table->erlang && scope_trace_runtime (cli->trace) != SCOPE_RUNTIME_ERLANG)
      || (table->simulation && scope_trace_runtime (cli->trace) != SCOPE_RUNTIME_SIMULATION))
    fprintf (stderr, "lanescope-cli: this trace has no %s: that is a table %s\n", table->name, table->about);
  else if (table->calls && !has_calls (cli->trace, table))
    fprintf (stderr, "lanescope-cli: this trace has no %s: no calls were traced\n", table->name);
  else
    {
      /* An empty table may mean that nobody can tell. */
      if (table->why_none != NULL && table->why_none (cli->trace) != NULL)
        fprintf (stderr, "lanescope-cli dump: %s\n", table->why_none (cli->trace));
      ok = table->dump != NULL ? table->dump (cli, options, csv, error)
                               : scope_cli_dump_raw (cli, (ScopeTableKind) table->what, csv, error);
    }
  return scope_cli_close_table (csv, ok, error);
}

typedef struct
{
  ScopeCliDumpOptions dump;
  char *by;
  int limit;
  const Table *table;
} Options;

/* What --by says of the table, or what is wrong with it. */
static char *
check_by (Options *options)
{
  gboolean tree = options->table->dump == scope_cli_dump_process_tree;
  const char *words = tree ? "parent, place" : "process, machine, processor";
  int which;

  if ((options->by != NULL && !tree && options->table->dump != scope_cli_dump_message_matrix) || (options->dump.fold && !tree))
    return g_strdup ("--by is for message-matrix and process-tree, --fold for process-tree");
  if (options->by == NULL)
    return NULL;
  which = scope_cli_find_word (words, options->by);
  if (which < 0)
    return g_strdup_printf ("--by %s: there is %s", options->by, words);
  if (tree)
    options->dump.tree_by = (ScopeTreeBy)(SCOPE_TREE_BY_PARENT + which);
  else
    options->dump.by = (ScopeParty)which;
  if (options->dump.by == SCOPE_PARTY_PROCESSOR)
    options->table = &processors_matrix_table;
  return NULL;
}

static char *
check_longest (Options *options)
{
  ScopeLongestKind kind;
  guint code;

  if (options->table->dump != scope_cli_dump_intervals || options->dump.states_only)
    return g_strdup ("--longest is for intervals, and without --states-only");
  if (!scope_longest_parse (options->dump.longest, &kind, &code))
    return g_strdup_printf ("--longest %s: there is waits, ready, running, outside, gc, nobody-running, sparks, "
                            "latency; and waits:mvar and the like for one reason",
                            options->dump.longest);
  if (options->limit < 1)
    return g_strdup ("--limit must be 1 or more");
  options->dump.limit = (guint)options->limit;
  options->table = &longest_table;
  return NULL;
}

static char *
explain_no_table (const char *name)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *meant = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", tables[i].name);
  meant = scope_cli_guess_word (names->str, name);
  return g_strdup_printf ("%s: there is no such table.%s There is %s", name, meant, names->str);
}

static char *
check (ScopeCli *cli, gpointer data)
{
  Options *options = data;
  const Table *table = options->table = find_table (cli->arguments[0]);
  char *wrong;

  if (table == NULL)
    return explain_no_table (cli->arguments[0]);
  if (cli->arguments[1] == NULL)
    return g_strdup ("of which trace?");
  if (table->dump == scope_cli_dump_intervals && options->dump.lane == NULL && options->dump.longest == NULL)
    return g_strdup ("intervals needs --lane, for instance --lane processor:1/0, or --longest KIND");
  if (options->dump.lane != NULL && !table->calls && table->dump != scope_cli_dump_intervals)
    return g_strdup_printf ("%s has no lanes: --lane is for intervals, calls, call-tree, call-edges, activations, functions",
                            table->name);
  wrong = check_by (options);
  if (wrong == NULL && (options->dump.source_path != NULL || options->dump.function != NULL) && table->dump != scope_cli_dump_sources)
    wrong = g_strdup ("--source-path and --function are for sources");
  if (wrong == NULL && options->dump.longest != NULL)
    wrong = check_longest (options);
  if (wrong == NULL && (options->dump.span_begin != NULL || options->dump.span_end != NULL) && table->why_none != scope_spans_why_not)
    wrong = g_strdup ("--span-begin and --span-end are for spans, span-stats and iterations");
  if (wrong == NULL && (options->dump.hide != NULL || options->dump.fold_functions != NULL || options->dump.merge != NULL)
      && table->dump != scope_cli_dump_calls)
    wrong = g_strdup ("--hide-function, --fold-function and --merge-functions are for calls, call-tree and call-edges");
  if (wrong == NULL && options->dump.span != NULL && table->dump != scope_cli_dump_iterations)
    wrong = g_strdup ("--span is for iterations");
  options->dump.what = options->table->what;
  return wrong;
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  ScopeLaneId lane;

  return (options->dump.lane == NULL || scope_cli_parse_lane (cli, options->dump.lane, &lane, error))
         && write_table (cli, options->table, &options->dump, error);
}

static char *
describe_tables (void)
{
  GString *text = g_string_new ("Tables:\n");

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    g_string_append_printf (text, "  %-16s %s\n", tables[i].name, tables[i].about);
  g_string_append (text,
                   "\nLANE is machine:M, processor:M/P, process:M/P or thread:M/T, with the numbers of the "
                   "tables.\nTimes are nanoseconds of trace time; an empty cell means unknown or not "
                   "applicable.\n");
  return g_string_free (text, FALSE);
}

const ScopeCliCommand scope_cli_dump = {
  .name = "dump",
  .about = "a table of the trace, row by row, as CSV or JSON",
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_FORMAT | SCOPE_CLI_TAKES_TABLE,
  .usage = "TABLE TRACE…",
  .summary = "Writes a table of the trace, row by row.",
  .describe = describe_tables,
  .options = (const ScopeCliOption[]) {
    { "lane", G_OPTION_ARG_STRING, offsetof (Options, dump.lane),
      "intervals, calls, call-tree, call-edges, activations, functions: of which lane", "LANE" },
    { "states-only", G_OPTION_ARG_NONE, offsetof (Options, dump.states_only), "intervals: join those that differ in reason or task" },
    { "longest", G_OPTION_ARG_STRING, offsetof (Options, dump.longest),
      "intervals: the longest of waits, ready, running, outside, gc, nobody-running, sparks, latency", "KIND" },
    { "limit", G_OPTION_ARG_INT, offsetof (Options, limit), "intervals --longest: so many of them (100)", "N" },
    { "by", G_OPTION_ARG_STRING, offsetof (Options, by),
      "message-matrix: process (as is), machine or processor; process-tree: parent or place", "WHOM" },
    { "fold", G_OPTION_ARG_NONE, offsetof (Options, dump.fold), "process-tree: siblings that are alike as one row" },
    { "source-path", G_OPTION_ARG_FILENAME_ARRAY, offsetof (Options, dump.source_path),
      "sources: in this folder and below it; several times: in each", "DIR" },
    { "function", G_OPTION_ARG_STRING, offsetof (Options, dump.function),
      "sources: of functions whose name matches this, for instance fib:*", "PATTERN" },
    { "hide-function", G_OPTION_ARG_STRING_ARRAY, offsetof (Options, dump.hide),
      "calls, call-tree, call-edges: without functions whose name matches; their time is their callers'", "PATTERN" },
    { "fold-function", G_OPTION_ARG_STRING_ARRAY, offsetof (Options, dump.fold_functions),
      "… what they call is their own time", "PATTERN" },
    { "merge-functions", G_OPTION_ARG_STRING_ARRAY, offsetof (Options, dump.merge), "… they are one function, called by the pattern", "PATTERN" },
    { "span", G_OPTION_ARG_STRING, offsetof (Options, dump.span),
      "iterations: of this name; else of the one whose spans take longest all together", "NAME" },
    { "span-begin", G_OPTION_ARG_STRING, offsetof (Options, dump.span_begin),
      "spans, span-stats: marks that match REGEX begin one; its name is the first group (else START and ot2)", "REGEX" },
    { "span-end", G_OPTION_ARG_STRING, offsetof (Options, dump.span_end), "spans, span-stats: and these end it", "REGEX" },
    { NULL } },
  .size = sizeof (Options),
  .defaults = &(const Options) { .limit = DEFAULT_LIMIT },
  .check = check,
  .run = run,
};
