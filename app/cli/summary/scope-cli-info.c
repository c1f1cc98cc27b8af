/* scope-cli-info.c: `lanescope-cli info`: what a trace is, in a few lines or as JSON; and `index`: reading it
 * once so that opening it is quick, with the figures of that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/summary/scope-cli-stats.h"

#include "io/index/scope-index-parts.h"
#include "model/trace/document/scope-cycles.h"
#include "model/trace/document/scope-recorded.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* --- facts --- */

static const char *
runtime_name (ScopeTrace *trace)
{
  static const char *const names[] = { "GHC", "Eden", "Erlang", "simulation" };

  return names[scope_trace_runtime (trace)];
}

/* For people: a simulator's traces are known by more than an ending. */
static char *
format_name (ScopeTrace *trace)
{
  static const struct
  {
    const char *format, *name;
  } names[] = { { "simulation", "gem5/M5 simulation" }, { "simulation-xml", "simulation XML" }, { "perf-script", "Intel PT branches (perf script)" },
                { "kanata", "Kanata pipeline log" }, { "o3pipeview", "gem5 O3PipeView" } };
  const char *format = scope_trace_format (trace);
  gboolean gzip = format != NULL && g_str_has_suffix (format, ".gz");

  for (guint i = 0; format != NULL && i < G_N_ELEMENTS (names); i++)
    {
      gsize n = strlen (names[i].format);

      if (strncmp (format, names[i].format, n) == 0 && strcmp (format + n, gzip ? ".gz" : "") == 0)
        return g_strdup (names[i].name);
    }
  return g_strdup (format);
}

/* Periods of the cores' clocks: "500 ps (2 GHz), inferred", several with the core in front. NULL: it is no simulation. */
static char *
describe_clocks (ScopeTrace *trace)
{
  ScopeLaneId all = { 0, SCOPE_KIND_MACHINE, 0 };
  ScopeSimClockSource source;
  gint64 period = scope_trace_n_machines (trace) == 1 ? scope_cycles_of_lane (trace, all, &source) : 0;
  GString *text;

  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_SIMULATION)
    return NULL;
  if (period > 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT " ps a cycle (%.4g GHz), %s", period, 1000.0 / (double)period,
                            scope_sim_clock_source_name (source));
  text = g_string_new (NULL);
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    for (guint32 i = 0; i < scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESSOR); i++)
      {
        ScopeLaneId lane = { m, SCOPE_KIND_PROCESSOR, i };
        g_autofree char *title = scope_trace_lane_title (trace, lane);

        period = scope_cycles_of_lane (trace, lane, &source);
        if (period > 0)
          g_string_append_printf (text, "%s%s: %" G_GINT64_FORMAT " ps, %s", text->len > 0 ? "; " : "", title, period,
                                  scope_sim_clock_source_name (source));
      }
  if (text->len == 0 && scope_machine_n_entities (scope_trace_machine (trace, 0), SCOPE_KIND_PROCESSOR) > 0)
    g_string_append (text, "not known, so no cycles: too few instructions to tell it; --clock PS says it");

  return g_string_free (text, text->len == 0);
}

/* The first machine that says it. */
static const char *
find_info (ScopeTrace *trace, const char *key)
{
  const char *value = NULL;

  for (guint m = 0; m < scope_trace_n_machines (trace) && value == NULL; m++)
    value = scope_machine_find_info (scope_trace_machine (trace, m), key);
  return value;
}

/* Old logs of Eden know the version alone. */
static const char *
find_rts (ScopeTrace *trace)
{
  const char *rts = find_info (trace, "rts");

  return rts != NULL ? rts : find_info (trace, "version");
}

static guint64
count_entities (ScopeTrace *trace, ScopeKind kind)
{
  guint64 n = 0;

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    n += scope_machine_n_entities (scope_trace_machine (trace, m), kind);
  return n;
}

/* --- as JSON --- */

static void
append_loss (ScopeMachine *machine, const ScopeLoss *loss, gpointer json)
{
  scope_json_begin (json, NULL, '{');
  scope_json_text (json, "reason", loss->reason);
  if (machine != NULL)
    scope_json_unsigned (json, "machine", machine->number);
  else
    scope_json_text (json, "machine", NULL);
  scope_json_unsigned (json, "from_byte", loss->from_byte);
  scope_json_unsigned (json, "bytes", loss->bytes);
  scope_json_end (json);
}

/* Of cores, by lane: cycles in ps. */
static void
append_periods (ScopeJson *json, ScopeTrace *trace)
{
  gboolean any = FALSE;

  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_SIMULATION)
    return;
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    for (guint32 i = 0; i < scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESSOR); i++)
      {
        ScopeLaneId lane = { m, SCOPE_KIND_PROCESSOR, i };
        g_autofree char *text = scope_trace_format_lane (trace, lane);
        gint64 period = scope_cycles_of_lane (trace, lane, NULL);

        if (period > 0 && !any)
          scope_json_begin (json, "period_ps", '{');
        any |= period > 0;
        if (period > 0)
          scope_json_integer (json, text, period);
      }
  if (any)
    scope_json_end (json);
}

/* Where the first core's clock is known from. */
static const char *
core_clock_source (ScopeTrace *trace)
{
  ScopeSimClockSource source;

  for (guint32 i = 0; scope_trace_n_machines (trace) > 0 && i < scope_machine_n_entities (scope_trace_machine (trace, 0), SCOPE_KIND_PROCESSOR); i++)
    if (scope_cycles_of_lane (trace, (ScopeLaneId){ 0, SCOPE_KIND_PROCESSOR, i }, &source) > 0)
      return scope_sim_clock_source_name (source);
  return NULL;
}

static void
append_clock (ScopeJson *json, ScopeCli *cli)
{
  const char *source = core_clock_source (cli->trace);

  scope_json_begin (json, "clock", '{');
  scope_json_text (json, "source", source != NULL ? source : scope_trace_clock_source (cli->trace));
  scope_json_begin (json, "offsets", '{');
  SCOPE_EACH_MACHINE (machine, cli->trace)
    {
      g_autofree char *number = g_strdup_printf ("%u", machine->number);

      scope_json_time (json, number, machine->offset, cli->tick_ps);
    }
  scope_json_end (json);
  append_periods (json, cli->trace);
  scope_json_end (json);
}

/* Null where the trace lacks one of these bits of ScopeUnrecorded. */
static void
append_recorded (ScopeJson *json, ScopeTrace *trace, const char *key, guint64 count, guint bits)
{
  if (scope_trace_unrecorded (trace) & bits)
    scope_json_text (json, key, NULL);
  else
    scope_json_unsigned (json, key, count);
}

static void
append_messages_as_json (ScopeJson *json, ScopeTrace *trace)
{
  ScopeMessageCounts messages = scope_trace_message_counts (trace);
  guint both = SCOPE_LACKS_SENT | SCOPE_LACKS_RECEIVED;

  scope_json_begin (json, "messages", '{');
  append_recorded (json, trace, "sent", messages.sent, SCOPE_LACKS_SENT);
  append_recorded (json, trace, "received", messages.received, SCOPE_LACKS_RECEIVED);
  append_recorded (json, trace, "unmatched", messages.unmatched, both);
  append_recorded (json, trace, "received_before_sent", messages.received_before_sent, both);
  scope_json_unsigned (json, "unrecorded_receipts", messages.unrecorded_receipts);
  scope_json_end (json);
}

/* Of a trace of GHC's without the scheduler's events nothing tells of threads, of one of Schedplot's without full packets of processes. */
static guint
lacks_threads (ScopeTrace *trace)
{
  ScopeRuntime runtime = scope_trace_runtime (trace);

  return runtime == SCOPE_RUNTIME_ERLANG ? (guint)(count_entities (trace, SCOPE_KIND_PROCESS) == 0 ? SCOPE_LACKS_PROCESSES : 0)
                                         : SCOPE_LACKS_SCHEDULER;
}

/* --- how the logs end --- */

typedef struct
{
  guint n_marked, n_missing; /* machines; the others' formats have no end mark */
} Ends;

static Ends
count_ends (ScopeTrace *trace)
{
  Ends ends = { 0 };

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeEndMark mark = scope_trace_machine (trace, m)->end_mark;

      ends.n_marked += mark == SCOPE_END_MARK_READ;
      ends.n_missing += mark == SCOPE_END_MARK_MISSING;
    }
  return ends;
}

/* Null: there is no such mark. */
static void
append_ends (ScopeJson *json, ScopeTrace *trace)
{
  Ends ends = count_ends (trace);

  if (ends.n_marked + ends.n_missing == 0)
    scope_json_text (json, "end_mark", NULL);
  else
    scope_json_boolean (json, "end_mark", ends.n_missing == 0);
  scope_json_unsigned (json, "machines_without_end_mark", ends.n_missing);
}

static char *
describe_ends (ScopeTrace *trace)
{
  Ends ends = count_ends (trace);
  guint n = ends.n_marked + ends.n_missing;

  if (n == 0)
    return g_strdup ("not told: this format has no end mark");
  if (ends.n_missing == 0)
    return g_strdup ("end mark");
  if (n == 1)
    return g_strdup ("no end mark: the program was killed, or still ran");
  return g_strdup_printf ("%u of %u logs have no end mark: the program was killed, or still ran", ends.n_missing, n);
}

void
scope_cli_info_begin (ScopeCli *cli, ScopeJson *json)
{
  ScopeTrace *trace = cli->trace;
  guint64 instructions;
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  scope_json_begin (json, NULL, '{');
  scope_json_text (json, "format", scope_trace_format (trace));
  scope_json_text (json, "program", find_info (trace, "program"));
  scope_json_text (json, "arguments", find_info (trace, "arguments"));
  scope_json_text (json, "rts", find_rts (trace));
  scope_json_text (json, "wall_clock", find_info (trace, "wall_clock"));
  scope_json_unsigned (json, "machines", scope_trace_n_machines (trace));
  scope_json_unsigned (json, "processors", scope_cli_count_processors (trace));
  append_recorded (json, trace, "processes", count_entities (trace, SCOPE_KIND_PROCESS),
                   scope_trace_runtime (trace) == SCOPE_RUNTIME_GHC ? 0 : lacks_threads (trace));
  append_recorded (json, trace, "threads", count_entities (trace, SCOPE_KIND_THREAD), lacks_threads (trace));
  scope_json_unsigned (json, "events", scope_trace_n_events (trace));
  if (scope_cycles_count_all (trace, "instructions", &instructions))
    scope_json_unsigned (json, "instructions", instructions);
  append_messages_as_json (json, trace);
  scope_json_time (json, "start_ns", first, cli->tick_ps);
  scope_json_time (json, "end_ns", last, cli->tick_ps);
  append_clock (json, cli);
  scope_json_begin (json, "losses", '[');
  scope_trace_foreach_loss (trace, append_loss, json);
  scope_json_end (json);
  scope_json_begin (json, "not_recorded", '[');
  for (guint i = 0; i < SCOPE_N_UNRECORDED; i++)
    if (scope_trace_unrecorded (trace) & 1u << i)
      scope_json_text (json, NULL, scope_unrecorded_name (i));
  scope_json_end (json);
}

void
scope_cli_info_end (ScopeCli *cli, ScopeJson *json)
{
  guint64 bytes = 0;
  gboolean complete = FALSE;
  const char *path = scope_trace_index_path (cli->trace, &bytes, &complete);

  scope_json_begin (json, "index", '{');
  scope_json_text (json, "path", path);
  scope_json_unsigned (json, "bytes", bytes);
  scope_json_boolean (json, "complete", complete);
  scope_json_boolean (json, "in_parts", path != NULL && scope_index_is_root (path));
  scope_json_end (json);
  append_ends (json, cli->trace);
  scope_json_end (json);
}

/* --- for people --- */

/* A trace of a simulator may last microseconds: in a unit that needs no exponent. */
static void
append_span (GString *out, double seconds)
{
  static const struct { double least, unit; const char *name; } units[]
      = { { 1e-2, 1, "s" }, { 1e-4, 1e-3, "ms" }, { 1e-9, 1e-6, "us" } };
  guint u = 0;

  while (u < G_N_ELEMENTS (units) - 1 && seconds > 0 && seconds < units[u].least)
    u++;
  g_string_append_printf (out, "%-12s %.9g %s, from ", "time", seconds / units[u].unit, units[u].name);
}

static void
append_line (GString *out, const char *key, const char *value)
{
  if (value != NULL && *value != '\0')
    g_string_append_printf (out, "%-12s %s\n", key, value);
}

static void
append_messages (GString *out, ScopeTrace *trace)
{
  ScopeMessageCounts messages = scope_trace_message_counts (trace);
  guint lacks = scope_trace_unrecorded (trace) & (SCOPE_LACKS_SENT | SCOPE_LACKS_RECEIVED);

  if (messages.sent == 0 && messages.received == 0)
    return;
  g_string_append_printf (out, "%-12s ", "messages");
  g_string_append_printf (out, messages.sent == 0 && (lacks & SCOPE_LACKS_SENT) ? "those sent were not recorded" : "%" G_GUINT64_FORMAT " sent",
                          messages.sent);
  g_string_append_printf (out,
                          messages.received == 0 && (lacks & SCOPE_LACKS_RECEIVED) ? ", those received were not recorded"
                                                                                    : ", %" G_GUINT64_FORMAT " received",
                          messages.received);
  if (messages.unmatched > 0 && lacks == 0)
    g_string_append_printf (out, ", %" G_GUINT64_FORMAT " unmatched", messages.unmatched);
  if (messages.unrecorded_receipts > 0)
    g_string_append_printf (out, ", %" G_GUINT64_FORMAT " whose receipt %s does not record",
                            messages.unrecorded_receipts, runtime_name (trace));
  if (messages.received_before_sent > 0)
    g_string_append_printf (out,
                            "\n%-12s %" G_GUINT64_FORMAT
                            " received before they were sent: the machines’ clocks "
                            "differ (--local-time shows each on its own)",
                            "", messages.received_before_sent);
  g_string_append_c (out, '\n');
}

static void
append_as_text (GString *out, ScopeCli *cli)
{
  ScopeTrace *trace = cli->trace;
  guint64 processes = count_entities (trace, SCOPE_KIND_PROCESS), bytes = 0;
  gboolean complete = FALSE;
  const char *path = scope_trace_index_path (trace, &bytes, &complete);
  guint losses = scope_trace_foreach_loss (trace, NULL, NULL);
  g_autofree char *format = format_name (trace), *clocks = describe_clocks (trace), *unrecorded = scope_trace_list_unrecorded (trace);
  g_autofree char *ends = describe_ends (trace);
  guint64 instructions;
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION)
    append_line (out, "format", format);
  else
    g_string_append_printf (out, "%-12s %s (%s)\n", "format", format, runtime_name (trace));
  append_line (out, "program", find_info (trace, "program"));
  append_line (out, "arguments", find_info (trace, "arguments"));
  append_line (out, "rts", find_rts (trace));
  append_line (out, "wall clock", find_info (trace, "wall_clock"));
  g_string_append_printf (out, "%-12s ", "contents");
  scope_cli_append_count (out, scope_trace_n_machines (trace), "machine", "machines");
  g_string_append (out, ", ");
  scope_cli_append_count (out, scope_cli_count_processors (trace), "processor", "processors");
  if (processes > 0)
    {
      g_string_append (out, ", ");
      scope_cli_append_count (out, processes, "process", "processes");
    }
  g_string_append (out, ", ");
  if (scope_trace_unrecorded (trace) & lacks_threads (trace))
    g_string_append (out, "threads not recorded");
  else
    scope_cli_append_count (out, count_entities (trace, SCOPE_KIND_THREAD), "thread", "threads");
  g_string_append (out, ", ");
  scope_cli_append_count (out, scope_trace_n_events (trace), "event", "events");
  g_string_append_c (out, '\n');
  if (scope_cycles_count_all (trace, "instructions", &instructions))
    g_string_append_printf (out, "%-12s %" G_GUINT64_FORMAT "\n", "instructions", instructions);
  append_line (out, "clock", clocks);
  append_messages (out, trace);
  append_span (out, (double) (last - first) * (double) cli->tick_ps * 1e-12);
  scope_json_append_ns (out, first, cli->tick_ps);
  g_string_append (out, " to ");
  scope_json_append_ns (out, last, cli->tick_ps);
  g_string_append (out, " ns\n");
  if (scope_trace_n_machines (trace) > 1)
    append_line (out, "clocks", scope_trace_clock_source (trace));
  append_line (out, "not recorded", unrecorded);
  append_line (out, "end", ends);
  if (losses > 0)
    g_string_append_printf (out, "%-12s %u (“lanescope-cli dump losses” lists %s)\n", "losses", losses, losses == 1 ? "it" : "them");
  if (path != NULL)
    g_string_append_printf (out, "%-12s %s (%" G_GUINT64_FORMAT " bytes%s%s)\n", "index", path, bytes, scope_index_is_root (path) ? ", in parts" : "",
                            complete ? "" : ", not complete");
}

static gboolean
run (ScopeCli *cli, gpointer options, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeJson json = { out, SCOPE_JSON_LINES };

  if (scope_cli_wants_json (cli))
    {
      scope_cli_info_begin (cli, &json);
      scope_cli_info_end (cli, &json);
    }
  else
    append_as_text (out, cli);
  return scope_cli_print (out->str, error);
}

const ScopeCliCommand scope_cli_info = {
  .name = "info",
  .about = "what a trace is: program, machines, counts, clocks, losses",
  .takes = SCOPE_CLI_TAKES_FACTS | SCOPE_CLI_TAKES_RANGE,
  .usage = "TRACE…",
  .summary = "Says what a trace is: format, program, counts, clocks, losses.",
  .run = run,
};
