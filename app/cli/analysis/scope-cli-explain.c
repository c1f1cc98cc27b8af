/* scope-cli-explain.c: `lanescope-cli explain`: where the processors' time went, and what to change.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "app/cli/analysis/scope-cli-parts.h"
#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/base/scope-json.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/findings/scope-finding-condition.h"

#include <math.h>

typedef struct
{
  char **fail_if;
  GPtrArray *conditions; /* of ScopeFindingCondition */
  GPtrArray *holding;    /* of char *: sentences about those that hold */
} Options;

/* --- JSON --- */

static void
put_efficiency (ScopeCli *cli, ScopeJson *json, const ScopeAnalysis *analysis)
{
  gint64 length = analysis->to - analysis->from, serial = analysis->n_processors > 0 ? analysis->concurrency[1] : 0;

  scope_json_begin (json, "pop", '{');
  scope_json_decimal (json, "parallel_efficiency", scope_analysis_efficiency (analysis), 9);
  scope_json_decimal (json, "load_balance_processors", scope_analysis_balance (analysis, FALSE), 9);
  scope_json_decimal (json, "load_balance_machines", scope_analysis_balance (analysis, TRUE), 9);
  scope_json_time (json, "serial_ns", serial, cli->tick_ps);
  scope_json_time (json, "nobody_ns", analysis->concurrency[0], cli->tick_ps);
  scope_json_decimal (json, "serial_fraction", length > 0 ? (double) serial / (double) length : (double) NAN, 9);
  scope_json_begin (json, "concurrency", '{');
  for (guint n = 0; n <= analysis->n_processors; n++)
    {
      g_autofree char *key = g_strdup_printf ("%u", n);

      if (analysis->concurrency[n] > 0)
        scope_json_time (json, key, analysis->concurrency[n], cli->tick_ps);
    }
  scope_json_end (json);
  scope_json_begin (json, "serial_labels", '{');
  for (guint l = 0; l < analysis->labels->len; l++)
    if (analysis->alone[l] > 0)
      scope_json_time (json, g_ptr_array_index (analysis->labels, l), analysis->alone[l], cli->tick_ps);
  scope_json_end (json);
  scope_json_end (json);
}

static void
put_evidence (ScopeJson *json, const ScopeFinding *finding)
{
  scope_json_begin (json, "evidence", '{');
  SCOPE_EACH (const ScopeEvidence, evidence, finding->evidence)
    scope_json_text (json, evidence->what, evidence->value);
  scope_json_end (json);
}

static void
put_findings (ScopeCli *cli, ScopeJson *json, GArray *findings)
{
  scope_json_begin (json, "findings", '[');
  SCOPE_EACH (const ScopeFinding, finding, findings)
    {
      scope_json_begin (json, NULL, '{');
      scope_json_text (json, "rule", finding->rule);
      scope_json_time (json, "cost_ns", finding->cost, cli->tick_ps);
      if (finding->gain >= 0)
        scope_json_time (json, "gain_ns", finding->gain, cli->tick_ps);
      else
        scope_json_text (json, "gain_ns", NULL);
      scope_json_begin (json, "lanes", '[');
      for (guint l = 0; l < finding->lanes->len; l++)
        {
          g_autofree char *lane = scope_trace_format_lane (cli->trace, g_array_index (finding->lanes, ScopeLaneId, l));

          scope_json_text (json, NULL, lane);
        }
      scope_json_end (json);
      scope_json_time (json, "from_ns", finding->from, cli->tick_ps);
      scope_json_time (json, "to_ns", finding->to, cli->tick_ps);
      scope_json_text (json, "title", finding->title);
      scope_json_text (json, "sentence", finding->sentence);
      scope_json_text (json, "advice", finding->advice);
      scope_json_text (json, "what_if", finding->wish);
      scope_json_text (json, "same_as", finding->same_as > 0 ? g_array_index (findings, ScopeFinding, finding->same_as - 1).rule : NULL);
      put_evidence (json, finding);
      scope_json_end (json);
    }
  scope_json_end (json);
}

static gboolean
print_json (ScopeCli *cli, const ScopeDiagnosis *diagnosis, GError **error)
{
  const ScopeAnalysis *analysis = diagnosis->analysis;
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeJson json = { .out = out, .form = SCOPE_JSON_LINES };

  scope_json_begin (&json, NULL, '{');
  scope_json_time (&json, "T", analysis->to - analysis->from, cli->tick_ps);
  scope_json_unsigned (&json, "P", analysis->n_processors);
  scope_json_time (&json, "PT", scope_time_times (analysis->to - analysis->from, analysis->n_processors), cli->tick_ps);
  scope_cli_put_parts (cli, &json, analysis->parts);
  scope_json_begin (&json, "processors", '[');
  for (guint p = 0; p < analysis->n_processors; p++)
    {
      const ScopeProcessorLoss *loss = &analysis->processors[p];
      ScopeMachine *machine = scope_trace_machine (cli->trace, loss->machine);

      scope_json_begin (&json, NULL, '{');
      scope_json_unsigned (&json, "machine", machine->number);
      scope_json_unsigned (&json, "processor", scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, loss->processor)->number);
      scope_cli_put_parts (cli, &json, loss->parts);
      scope_json_end (&json);
    }
  scope_json_end (&json);
  put_efficiency (cli, &json, analysis);
  put_findings (cli, &json, diagnosis->findings);
  scope_json_begin (&json, "doubts", '[');
  for (guint i = 0; i < diagnosis->doubts->len; i++)
    scope_json_text (&json, NULL, g_ptr_array_index (diagnosis->doubts, i));
  scope_json_end (&json);
  scope_json_end (&json);
  return scope_cli_print (out->str, error);
}

/* --- text and CSV --- */

static gboolean
print_csv (ScopeCli *cli, const ScopeAnalysis *analysis, GError **error)
{
  ScopeCsv *csv = scope_cli_table (cli, "machine,processor,cause,time_ns,share");
  double length = (double) (analysis->to - analysis->from);

  for (guint p = 0; p < analysis->n_processors; p++)
    for (guint c = 0; c < SCOPE_N_CAUSES; c++)
      {
        const ScopeProcessorLoss *loss = &analysis->processors[p];
        ScopeMachine *machine = scope_trace_machine (cli->trace, loss->machine);

        if (loss->parts[c] == 0)
          continue;
        scope_csv_unsigned (csv, machine->number);
        scope_cli_processor (csv, machine, loss->processor);
        scope_csv_text (csv, scope_cause_name ((ScopeCause) c));
        scope_cli_time (cli, csv, loss->parts[c]);
        scope_csv_decimal (csv, (double) loss->parts[c] / length, 6);
        scope_csv_end_row (csv);
      }
  return scope_cli_close_table (csv, TRUE, error);
}

/* The dearest first, each with what to do about it. */
static void
append_findings (ScopeCli *cli, GString *out, const ScopeDiagnosis *diagnosis)
{
  const ScopeAnalysis *analysis = diagnosis->analysis;
  double all = (double) (analysis->to - analysis->from) * analysis->n_processors;

  if (diagnosis->nothing != NULL)
    g_string_append_printf (out, "\n%s\n", diagnosis->nothing);
  for (guint i = 0; i < diagnosis->findings->len; i++)
    {
      const ScopeFinding *finding = &g_array_index (diagnosis->findings, ScopeFinding, i);
      g_autofree char *cost = scope_format_share ((double) finding->cost / all), *same = scope_finding_dup_same (finding);

      g_string_append_printf (out, "\n%u. %s (%s of the processors' time)\n%s%s%s   %s\n   %s\n", i + 1, finding->rule, cost,
                              same != NULL ? "   " : "", same != NULL ? same : "", same != NULL ? ".\n" : "", finding->sentence, finding->advice);
      if (finding->gain >= 0)
        {
          g_autofree char *promise = scope_finding_dup_promise (finding, analysis->to - analysis->from, scope_trace_tick_ps (cli->trace));

          g_string_append_printf (out, "   %s (what-if “%s”)\n", promise, finding->wish);
        }
    }
  for (guint i = 0; i < diagnosis->doubts->len; i++)
    g_string_append_printf (out, "%s%s\n", i == 0 ? "\n" : "", (const char *) g_ptr_array_index (diagnosis->doubts, i));
}

static gboolean
print_text (ScopeCli *cli, const ScopeDiagnosis *diagnosis, GError **error)
{
  const ScopeAnalysis *analysis = diagnosis->analysis;
  g_autoptr (GString) out = g_string_new (NULL);
  gint64 length = analysis->to - analysis->from;
  g_autofree char *time = scope_format_duration ((double) length, cli->tick_ps),
                  *all = scope_format_duration ((double) length * analysis->n_processors, cli->tick_ps),
                  *processors = scope_cause_processors (cli->trace, analysis->n_processors);

  g_string_append_printf (out, "%s for %s: %s of processor time\n\n", processors, time, all);
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      g_autofree char *share = NULL, *part = NULL;

      if (analysis->parts[c] == 0)
        continue;
      share = scope_format_share ((double) analysis->parts[c] / ((double) length * analysis->n_processors));
      part = scope_format_duration ((double) analysis->parts[c], cli->tick_ps);
      scope_cli_append_left (out, scope_cause_name ((ScopeCause) c), 20);
      scope_cli_append_right (out, share, 8);
      scope_cli_append_right (out, part, 12);
      g_string_append_printf (out, "  %s\n", scope_cause_about (cli->trace, (ScopeCause) c));
    }
  append_findings (cli, out, diagnosis);
  return scope_cli_print (out->str, error);
}

/* --- what must not be --- */

static char *
check (ScopeCli *cli, gpointer data)
{
  Options *options = data;

  options->conditions = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_finding_condition_free);
  options->holding = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; options->fail_if != NULL && options->fail_if[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      ScopeFindingCondition *condition = scope_finding_condition_parse (options->fail_if[i], &error);

      if (condition == NULL)
        return g_strdup_printf ("--fail-if: %s", error->message);
      g_ptr_array_add (options->conditions, condition);
    }
  return NULL;
}

static void
judge (const Options *options, const ScopeDiagnosis *diagnosis)
{
  for (guint i = 0; i < options->conditions->len; i++)
    {
      g_autofree char *words = NULL;

      if (scope_finding_condition_judge (g_ptr_array_index (options->conditions, i), diagnosis, &words))
        g_ptr_array_add (options->holding, g_steal_pointer (&words));
    }
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeDerived) derived = scope_cli_derive (cli, error);
  g_autoptr (ScopeDiagnosis) diagnosis = derived != NULL ? scope_diagnosis_read (&within, error) : NULL;

  if (diagnosis == NULL)
    return FALSE;
  judge (options, diagnosis);
  if (scope_cli_wants_json (cli))
    return print_json (cli, diagnosis, error);
  return scope_cli_wants_text (cli) ? print_text (cli, diagnosis, error) : print_csv (cli, diagnosis->analysis, error);
}

/* After all else was told. */
static int
finish (gpointer data, int status)
{
  const Options *options = data;

  for (guint i = 0; i < options->holding->len; i++)
    fprintf (stderr, "lanescope-cli explain: %s\n", (const char *) g_ptr_array_index (options->holding, i));
  if (options->holding->len > 0 && (status == SCOPE_CLI_OK || status == SCOPE_CLI_LOSSES))
    status = SCOPE_CLI_CONDITION;
  return status;
}

static void
clear (gpointer data)
{
  Options *options = data;

  g_clear_pointer (&options->conditions, g_ptr_array_unref);
  g_clear_pointer (&options->holding, g_ptr_array_unref);
}

const ScopeCliCommand scope_cli_explain = {
  .name = "explain",
  .about = "why the program is slow: where the processors' time went, and what to change",
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_TEXT | SCOPE_CLI_CONCLUDES,
  .usage = "TRACE…",
  .summary = "Tells where the time of all processors went, without a remainder, and what stands out, with what to change.",
  .description = "At every instant each processor is in exactly one part. “dump causes” has the intervals, “dump blame” who is behind\n"
                 "the waiting, “critical-path” what set the length of the run.\n"
                 "\nExit status: 4 if a condition of --fail-if holds, with a sentence on standard error.\n",
  .options = (const ScopeCliOption[]) {
    { "fail-if", G_OPTION_ARG_STRING_ARRAY, offsetof (Options, fail_if),
      "Exit with 4 if this holds: 'finding:convoy', 'idle_other_queue>5%'", "CONDITION" },
    { NULL } },
  .size = sizeof (Options),
  .check = check,
  .run = run,
  .finish = finish,
  .clear = clear,
};
