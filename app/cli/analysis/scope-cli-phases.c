/* scope-cli-phases.c: `lanescope-cli phases`, and the same as a table of `dump`: stretches in which the program does the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "app/cli/analysis/scope-cli-parts.h"
#include "app/cli/analysis/scope-cli-phases.h"
#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/base/scope-json.h"
#include "model/base/scope-plain-text.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/document/scope-recorded.h"
#include "model/scene/phases/scope-phases-table.h"

#define MOST_ROWS 40u /* of phases in words */

static ScopePhases *
read_phases (ScopeCli *cli, GError **error)
{
  const ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeDerived) derived = scope_cli_derive (cli, error);

  return derived != NULL ? scope_phases_read (&within, error) : NULL;
}

static void
put_phases (ScopeCli *cli, ScopeCsv *csv, const ScopePhases *phases)
{
  SCOPE_EACH (const ScopePhase, phase, phases->phases)
    {
      scope_csv_text (csv, scope_phases_kind (phases, phase->kind)->name);
      scope_csv_text (csv, scope_phases_by_name (phases->by));
      scope_cli_time (cli, csv, phase->from);
      scope_cli_time (cli, csv, phase->to - phase->from);
      scope_csv_decimal (csv, phase->share, 6);
      scope_csv_decimal (csv, phases->chance, 6);
      scope_csv_unsigned (csv, phases->n_processors);
      for (guint c = 0; c < SCOPE_N_CAUSES; c++)
        scope_cli_time (cli, csv, phase->parts[c]);
      scope_csv_end_row (csv);
    }
}

gboolean
scope_cli_put_phases (ScopeCli *cli, ScopeCsv *csv, GError **error)
{
  g_autoptr (ScopePhases) phases = read_phases (cli, error);

  if (phases == NULL)
    return FALSE;
  put_phases (cli, csv, phases);
  return TRUE;
}

/* --- JSON --- */

static void
put_kind (ScopeCli *cli, ScopeJson *json, const ScopePhases *phases, const ScopePhaseKind *kind)
{
  scope_json_begin (json, NULL, '{');
  scope_json_text (json, "name", kind->name);
  scope_json_unsigned (json, "count", kind->count);
  scope_json_time (json, "time_ns", kind->time, cli->tick_ps);
  scope_json_decimal (json, "efficiency", scope_phase_efficiency (kind->parts), 6);
  scope_json_boolean (json, "stands_out", kind->stands_out);
  scope_json_begin (json, "mix", '{');
  for (guint k = 0; k < SCOPE_PHASE_PARTS; k++)
    if (kind->mix[k] > 0)
      scope_json_decimal (json, phases->parts[k], kind->mix[k], 6);
  scope_json_end (json);
  scope_cli_put_parts (cli, json, kind->parts);
  scope_json_end (json);
}

/* What comes again and again. */
static void
put_pattern (ScopeCli *cli, ScopeJson *json, const ScopePhases *phases)
{
  scope_json_begin (json, "pattern", '{');
  if (phases->period > 0)
    {
      scope_json_time (json, "period_ns", phases->period, cli->tick_ps);
      scope_json_decimal (json, "likeness", phases->likeness, 6);
      scope_json_decimal (json, "chance", phases->period_chance, 6);
    }
  if (phases->odd_to > phases->odd_from)
    {
      scope_json_time (json, "odd_start_ns", phases->odd_from, cli->tick_ps);
      scope_json_time (json, "odd_end_ns", phases->odd_to, cli->tick_ps);
    }
  scope_json_end (json);
}

static gboolean
print_json (ScopeCli *cli, const ScopePhases *phases, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeJson json = { .out = out, .form = SCOPE_JSON_LINES };

  scope_json_begin (&json, NULL, '{');
  scope_json_text (&json, "by", phases->phases->len > 0 ? scope_phases_by_name (phases->by) : NULL);
  scope_json_decimal (&json, "chance", phases->chance, 6);
  scope_json_unsigned (&json, "P", phases->n_processors);
  put_pattern (cli, &json, phases);
  scope_json_begin (&json, "kinds", '[');
  for (guint k = 0; k < phases->kinds->len; k++)
    put_kind (cli, &json, phases, scope_phases_kind (phases, k));
  scope_json_end (&json);
  scope_json_begin (&json, "phases", '[');
  SCOPE_EACH (const ScopePhase, phase, phases->phases)
    {
      scope_json_begin (&json, NULL, '{');
      scope_json_text (&json, "name", scope_phases_kind (phases, phase->kind)->name);
      scope_json_time (&json, "start_ns", phase->from, cli->tick_ps);
      scope_json_time (&json, "end_ns", phase->to, cli->tick_ps);
      scope_json_decimal (&json, "share", phase->share, 6);
      scope_json_decimal (&json, "efficiency", scope_phase_efficiency (phase->parts), 6);
      scope_cli_put_parts (cli, &json, phase->parts);
      scope_json_end (&json);
    }
  scope_json_end (&json);
  scope_json_end (&json);
  return scope_cli_print (out->str, error);
}

/* --- in words --- */

static void
append_phase (ScopeCli *cli, GString *out, const char *first, const char *name, gint64 time, const gint64 *parts)
{
  g_autofree char *length = scope_format_duration ((double) time, cli->tick_ps), *share = scope_format_share (scope_phase_efficiency (parts)),
                  *lost = NULL, *line = scope_plain_text (name, "");
  guint most = SCOPE_CAUSE_GC_WORK;

  for (guint c = SCOPE_CAUSE_GC_WORK; c < SCOPE_N_CAUSES; c++)
    if (parts[c] > parts[most])
      most = c;
  scope_cli_append_right (out, first, 12);
  scope_cli_append_right (out, length, 12);
  scope_cli_append_right (out, share, 9);
  g_string_append (out, "  ");
  scope_cli_append_left (out, line, 24);
  if (parts[most] > 0)
    {
      lost = scope_format_duration ((double) parts[most], cli->tick_ps);
      g_string_append_printf (out, "  %s %s", scope_cause_name ((ScopeCause) most), lost);
    }
  g_string_append_c (out, '\n');
}

static void
append_pattern (ScopeCli *cli, GString *out, const ScopePhases *phases)
{
  g_autofree char *period = scope_format_duration ((double) phases->period, cli->tick_ps), *likeness = scope_format_share (phases->likeness);
  gint64 zero = scope_trace_zero (cli->trace);

  if (phases->period == 0)
    return;
  g_string_append_printf (out, "\nThe same comes again every %s (%s alike)", period, likeness);
  if (phases->odd_to > phases->odd_from)
    {
      g_autofree char *from = scope_format_duration ((double) (phases->odd_from - zero), cli->tick_ps),
                      *to = scope_format_duration ((double) (phases->odd_to - zero), cli->tick_ps);

      g_string_append_printf (out, "; from %s to %s is like nothing else", from, to);
    }
  g_string_append (out, ".\n");
}

static gboolean
print_text (ScopeCli *cli, const ScopePhases *phases, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint n = phases->phases->len;

  if (phases->n_processors == 0)
    return scope_cli_print ("no phases: no processors were recorded\n", error);
  if (n == 0 && scope_trace_all_lack (cli->trace, SCOPE_LACKS_SCHEDULER))
    return scope_cli_print ("no phases: it was not recorded when anything ran\n", error);
  if (n == 0)
    return scope_cli_print ("no phases: what the program does changes no more than it would by chance\n", error);
  g_string_append_printf (out, "%u phase%s of %u kind%s, by the %s of the processors\n\n       times        time  running  kind                      most lost\n",
                          n, n == 1 ? "" : "s", phases->kinds->len, phases->kinds->len == 1 ? "" : "s", scope_phases_by_name (phases->by));
  for (guint k = 0; k < phases->kinds->len; k++)
    {
      const ScopePhaseKind *kind = scope_phases_kind (phases, k);
      g_autofree char *count = g_strdup_printf ("%u", kind->count);

      append_phase (cli, out, count, kind->name, kind->time, kind->parts);
    }
  g_string_append (out, "\n       start        time  running  phase                     most lost\n");
  for (guint i = 0; i < MIN (n, MOST_ROWS); i++)
    {
      const ScopePhase *phase = &g_array_index (phases->phases, ScopePhase, i);
      g_autofree char *start = scope_format_duration ((double) (phase->from - scope_trace_zero (cli->trace)), cli->tick_ps);

      append_phase (cli, out, start, scope_phases_kind (phases, phase->kind)->name, phase->to - phase->from, phase->parts);
    }
  if (n > MOST_ROWS)
    g_string_append_printf (out, "            and %u more\n", n - MOST_ROWS);
  append_pattern (cli, out, phases);
  return scope_cli_print (out->str, error);
}

typedef struct
{
  gboolean together;
} Options;

/* Sets of labels instead of phases. */
static gboolean
run_together (ScopeCli *cli, GError **error)
{
  const ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeDerived) derived = scope_cli_derive (cli, error);
  g_autoptr (ScopeReportTable) table = derived != NULL ? scope_together_table_read (&within, error) : NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  if (table == NULL)
    return FALSE;
  if (!scope_cli_wants_text (cli))
    return scope_cli_report_table (cli, table, error);
  g_string_append_printf (out, "%s\n", scope_report_table_summary (table));
  if (scope_report_table_n_rows (table) > 0)
    {
      g_string_append_c (out, '\n');
      scope_cli_append_rows (table, NULL, scope_report_table_n_rows (table), out);
    }
  return scope_cli_print (out->str, error);
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  g_autoptr (ScopePhases) phases = NULL;
  ScopeCsv *csv;

  if (options->together)
    return run_together (cli, error);
  phases = read_phases (cli, error);
  if (phases == NULL)
    return FALSE;
  if (scope_cli_wants_json (cli))
    return print_json (cli, phases, error);
  if (scope_cli_wants_text (cli))
    return print_text (cli, phases, error);
  csv = scope_cli_table (cli, SCOPE_CLI_PHASES_HEADER);
  put_phases (cli, csv, phases);
  return scope_cli_close_table (csv, TRUE, error);
}

const ScopeCliCommand scope_cli_phases = {
  .name = "phases",
  .about = "stretches in which the program does the same, and what each loses",
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_TEXT,
  .usage = "TRACE…",
  .summary = "Finds the phases of a program without any mark: where the mix of labels (Erlang: functions) changes that its processors run,\n"
             "else that of their states, and where the time of all processors went in each.",
  .description = "Borders are those of an optimal partition (PELT) that a permutation test tells from chance; phases that are alike have one\n"
                 "name. Of a program that does the same all the time, nothing is told.\n"
                 "Labels come together if all are in four fifths of the windows that the most frequent one is in, again and again, and that is\n"
                 "no coincidence (frequent itemsets of high all-confidence, tested by permutation).",
  .options = (const ScopeCliOption[]) {
    { "together", G_OPTION_ARG_NONE, offsetof (Options, together), "Instead of phases, which labels (Erlang: functions) nearly always come together" },
    { NULL } },
  .size = sizeof (Options),
  .run = run,
};
