/* scope-cli-info.c: `lanescope-cli info`: what a trace is, in a few lines or as JSON; and `index`: reading it
 * once so that opening it is quick, with the figures of that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "model/trace/document/scope-cycles.h"

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

static guint
count_losses (ScopeTrace *trace)
{
  guint n = scope_trace_n_losses (trace);

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    n += scope_machine_n_losses (scope_trace_machine (trace, m));
  return n;
}

/* --- as JSON --- */

static void
append_text (GString *out, const char *key, const char *value)
{
  g_string_append_printf (out, "  \"%s\": ", key);
  if (value != NULL)
    scope_json_append_string (out, value);
  else
    g_string_append (out, "null");
  g_string_append (out, ",\n");
}

static void
append_count (GString *out, const char *key, guint64 value)
{
  g_string_append_printf (out, "  \"%s\": %" G_GUINT64_FORMAT ",\n", key, value);
}

static void
append_loss (GString *out, gboolean *first, ScopeMachine *machine, const ScopeLoss *loss)
{
  g_string_append (out, *first ? "\n    {\"reason\": " : ",\n    {\"reason\": ");
  *first = FALSE;
  scope_json_append_string (out, loss->reason);
  if (machine != NULL)
    g_string_append_printf (out, ", \"machine\": %u", machine->number);
  else
    g_string_append (out, ", \"machine\": null");
  g_string_append_printf (out, ", \"from_byte\": %" G_GUINT64_FORMAT ", \"bytes\": %" G_GUINT64_FORMAT "}",
                          loss->from_byte, loss->bytes);
}

static void
append_losses (GString *out, ScopeTrace *trace)
{
  gboolean first = TRUE;

  g_string_append (out, "  \"losses\": [");
  for (guint i = 0; i < scope_trace_n_losses (trace); i++)
    {
      ScopeLoss loss = scope_trace_loss (trace, i);
      append_loss (out, &first, NULL, &loss);
    }
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);
      for (guint i = 0; i < scope_machine_n_losses (machine); i++)
        {
          ScopeLoss loss = scope_machine_loss (machine, i);
          append_loss (out, &first, machine, &loss);
        }
    }
  g_string_append (out, first ? "],\n" : "\n  ],\n");
}

/* Of cores, by lane: cycles in ps. */
static void
append_periods (GString *out, ScopeTrace *trace)
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

        if (period > 0)
          g_string_append_printf (out, "%s\"%s\": %" G_GINT64_FORMAT, any ? ", " : ", \"period_ps\": {", text, period);
        any |= period > 0;
      }
  if (any)
    g_string_append_c (out, '}');
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
append_clock (GString *out, ScopeCli *cli)
{
  const char *source;

  g_string_append (out, "  \"clock\": {\"source\": ");
  source = core_clock_source (cli->trace);
  scope_json_append_string (out, source != NULL ? source : scope_trace_clock_source (cli->trace));
  g_string_append (out, ", \"offsets\": {");
  for (guint m = 0; m < scope_trace_n_machines (cli->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (cli->trace, m);
      g_string_append_printf (out, "%s\"%u\": ", m > 0 ? ", " : "", machine->number);
      scope_cli_append_ns (cli, out, machine->offset);
    }
  g_string_append_c (out, '}');
  append_periods (out, cli->trace);
  g_string_append (out, "},\n");
}

static void
append_index (GString *out, ScopeTrace *trace)
{
  guint64 bytes = 0;
  gboolean complete = FALSE;
  const char *path = scope_trace_index_path (trace, &bytes, &complete);

  g_string_append (out, "  \"index\": {\"path\": ");
  if (path != NULL)
    scope_json_append_string (out, path);
  else
    g_string_append (out, "null");
  g_string_append_printf (out, ", \"bytes\": %" G_GUINT64_FORMAT ", \"complete\": %s}\n", bytes,
                          complete ? "true" : "false");
}

char *
scope_cli_info_json (ScopeCli *cli, const char *more)
{
  ScopeTrace *trace = cli->trace;
  ScopeMessageCounts messages = scope_trace_message_counts (trace);
  GString *out = g_string_new ("{\n");
  guint64 instructions;
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  append_text (out, "format", scope_trace_format (trace));
  append_text (out, "program", find_info (trace, "program"));
  append_text (out, "arguments", find_info (trace, "arguments"));
  append_text (out, "rts", find_rts (trace));
  append_text (out, "wall_clock", find_info (trace, "wall_clock"));
  append_count (out, "machines", scope_trace_n_machines (trace));
  append_count (out, "processors", scope_cli_count_processors (trace));
  append_count (out, "processes", count_entities (trace, SCOPE_KIND_PROCESS));
  append_count (out, "threads", count_entities (trace, SCOPE_KIND_THREAD));
  append_count (out, "events", scope_trace_n_events (trace));
  if (scope_cycles_count_all (trace, "instructions", &instructions))
    append_count (out, "instructions", instructions);
  g_string_append_printf (out,
                          "  \"messages\": {\"sent\": %" G_GUINT64_FORMAT ", \"received\": %" G_GUINT64_FORMAT
                          ", \"unmatched\": %" G_GUINT64_FORMAT
                          ", \"received_before_sent\": %" G_GUINT64_FORMAT
                          ", \"unrecorded_receipts\": %" G_GUINT64_FORMAT "},\n",
                          messages.sent, messages.received, messages.unmatched, messages.received_before_sent,
                          messages.unrecorded_receipts);
  g_string_append (out, "  \"start_ns\": ");
  scope_cli_append_ns (cli, out, first);
  g_string_append (out, ",\n  \"end_ns\": ");
  scope_cli_append_ns (cli, out, last);
  g_string_append (out, ",\n");
  append_clock (out, cli);
  append_losses (out, trace);
  g_string_append (out, more);
  append_index (out, trace);
  g_string_append (out, "}\n");
  return g_string_free (out, FALSE);
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

  if (messages.sent == 0 && messages.received == 0)
    return;
  g_string_append_printf (out, "%-12s %" G_GUINT64_FORMAT " sent, %" G_GUINT64_FORMAT " received", "messages",
                          messages.sent, messages.received);
  if (messages.unmatched > 0)
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

static char *
describe_as_text (ScopeCli *cli)
{
  ScopeTrace *trace = cli->trace;
  GString *out = g_string_new (NULL);
  guint64 processes = count_entities (trace, SCOPE_KIND_PROCESS), bytes = 0;
  gboolean complete = FALSE;
  const char *path = scope_trace_index_path (trace, &bytes, &complete);
  guint losses = count_losses (trace);
  g_autofree char *format = format_name (trace), *clocks = describe_clocks (trace);
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
  scope_cli_append_count (out, count_entities (trace, SCOPE_KIND_THREAD), "thread", "threads");
  g_string_append (out, ", ");
  scope_cli_append_count (out, scope_trace_n_events (trace), "event", "events");
  g_string_append_c (out, '\n');
  if (scope_cycles_count_all (trace, "instructions", &instructions))
    g_string_append_printf (out, "%-12s %" G_GUINT64_FORMAT "\n", "instructions", instructions);
  append_line (out, "clock", clocks);
  append_messages (out, trace);
  append_span (out, (double) (last - first) * (double) cli->tick_ps * 1e-12);
  scope_cli_append_ns (cli, out, first);
  g_string_append (out, " to ");
  scope_cli_append_ns (cli, out, last);
  g_string_append (out, " ns\n");
  if (scope_trace_n_machines (trace) > 1)
    append_line (out, "clocks", scope_trace_clock_source (trace));
  if (losses > 0)
    g_string_append_printf (out, "%-12s %u (“lanescope-cli dump losses” lists %s)\n", "losses", losses, losses == 1 ? "it" : "them");
  if (path != NULL)
    g_string_append_printf (out, "%-12s %s (%" G_GUINT64_FORMAT " bytes%s)\n", "index", path, bytes,
                            complete ? "" : ", not complete");
  return g_string_free (out, FALSE);
}

static gboolean
run (ScopeCli *cli, gpointer options, GError **error)
{
  g_autofree char *text = scope_cli_wants_json (cli) ? scope_cli_info_json (cli, "") : describe_as_text (cli);

  return scope_cli_print (text, error);
}

const ScopeCliCommand scope_cli_info = {
  .name = "info",
  .about = "what a trace is: program, machines, counts, clocks, losses",
  .takes = SCOPE_CLI_TAKES_JSON | SCOPE_CLI_TAKES_TEXT | SCOPE_CLI_TAKES_RANGE,
  .usage = "TRACE…",
  .summary = "Says what a trace is: format, program, counts, clocks, losses.",
  .run = run,
};
