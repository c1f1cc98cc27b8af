/* scope-cli-what-if.c: `lanescope-cli what-if`: how long the run would have taken under another machinery.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "model/base/scope-format.h"
#include "model/base/scope-json.h"
#include "model/trace/analysis/scope-what-if.h"

static gint64
idle_of (const ScopeWhatIfResult *result)
{
  return MAX (result->end * result->n_processors - result->running - result->collecting, 0);
}

static gboolean
print_json (ScopeCli *cli, const ScopeWhatIfResult *result, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeJson json = { .out = out, .form = SCOPE_JSON_LINES };

  scope_json_begin (&json, NULL, '{');
  scope_json_time (&json, "end_ns", result->end, cli->tick_ps);
  scope_json_time (&json, "measured_ns", result->measured, cli->tick_ps);
  scope_json_time (&json, "replayed_ns", result->replayed, cli->tick_ps);
  scope_json_unsigned (&json, "processors", result->n_processors);
  scope_json_begin (&json, "parts", '{');
  scope_json_time (&json, "running", result->running, cli->tick_ps);
  scope_json_time (&json, "collecting", result->collecting, cli->tick_ps);
  scope_json_time (&json, "idle", idle_of (result), cli->tick_ps);
  scope_json_end (&json);
  scope_json_begin (&json, "doubts", '[');
  for (guint bit = 1; bit <= SCOPE_LAST_DOUBT; bit *= 2)
    if (result->doubts & bit)
      scope_json_text (&json, NULL, scope_doubt_sentence ((ScopeDoubt) bit));
  scope_json_end (&json);
  scope_json_end (&json);
  return scope_cli_print (out->str, error);
}

static gboolean
print_csv (ScopeCli *cli, const ScopeWhatIfResult *result, GError **error)
{
  ScopeCsv *csv = scope_cli_table (cli, "end_ns,measured_ns,replayed_ns,processors,running_ns,collecting_ns,idle_ns");

  scope_cli_time (cli, csv, result->end);
  scope_cli_time (cli, csv, result->measured);
  scope_cli_time (cli, csv, result->replayed);
  scope_csv_unsigned (csv, result->n_processors);
  scope_cli_time (cli, csv, result->running);
  scope_cli_time (cli, csv, result->collecting);
  scope_cli_time (cli, csv, idle_of (result));
  scope_csv_end_row (csv);
  return scope_cli_close_table (csv, TRUE, error);
}

static gboolean
print_text (ScopeCli *cli, const ScopeWhatIfResult *result, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *end = scope_format_duration ((double) result->end, cli->tick_ps),
                  *measured = scope_format_duration ((double) result->measured, cli->tick_ps),
                  *running = scope_format_share ((double) result->running / ((double) result->end * result->n_processors)),
                  *change = scope_format_share ((double) (result->end - result->measured) / (double) result->measured);

  g_string_append_printf (out, "%s instead of %s (%s%s); %u %s would run %s of it\n", end, measured,
                          result->end > result->measured ? "+" : "", change, result->n_processors,
                          result->n_processors == 1 ? "processor" : "processors", running);
  for (guint bit = 1; bit <= SCOPE_LAST_DOUBT; bit *= 2)
    if (result->doubts & bit)
      g_string_append_printf (out, "  %s\n", scope_doubt_sentence ((ScopeDoubt) bit));
  return scope_cli_print (out->str, error);
}

static char *
check (ScopeCli *cli, gpointer options)
{
  return g_strv_length (cli->arguments) < 2 ? g_strdup ("what should be otherwise, and in which trace?") : NULL;
}

static gboolean
run (ScopeCli *cli, gpointer options, GError **error)
{
  const ScopeQueryRange within = scope_cli_query_range (cli);
  ScopeWhatIf what_if;
  ScopeWhatIfResult result = { 0 };
  gboolean ok = TRUE;

  scope_what_if_init (&what_if);
  for (guint i = 0; ok && cli->arguments[i + 1] != NULL; i++)
    ok = scope_what_if_add (&what_if, cli->trace, cli->arguments[i], error);
  ok = ok && scope_what_if_run (&within, &what_if, &result, error);
  scope_what_if_clear (&what_if);
  if (!ok)
    return FALSE;
  if (result.n_processors == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "no processors were recorded: there is nothing to replay");
      return FALSE;
    }
  if (scope_cli_wants_json (cli))
    return print_json (cli, &result, error);
  return scope_cli_wants_text (cli) ? print_text (cli, &result, error) : print_csv (cli, &result, error);
}

const ScopeCliCommand scope_cli_what_if = {
  .name = "what-if",
  .about = "how long the run would have taken under another machinery",
  .takes = SCOPE_CLI_TAKES_TEXT | SCOPE_CLI_TAKES_WISHES,
  .usage = "WISH… TRACE",
  .summary = "Replays the run with other processors, collections, messages, or with parts of it quicker.",
  .description = "Wishes, each in quotes:\n"
                 "  'label:parse x0.5'    what runs under that label takes half the time; also thread:, process:, machine:\n"
                 "  'processors 8'        so many on each machine; or x2; or inf\n"
                 "  'latency x0'          messages arrive at once\n"
                 "  'gc off'              no collections; 'gc x0.5': each takes half as long\n"
                 "  'gc wait off'         a processor that stops for a collection does not wait until all have stopped\n"
                 "  'stealing perfect'    a ready task runs wherever a processor of its machine is free\n"
                 "  'timers off'          who sleeps for a time is woken by what happens meanwhile\n",
  .check = check,
  .run = run,
};
