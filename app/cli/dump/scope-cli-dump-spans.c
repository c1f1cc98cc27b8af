/* scope-cli-dump-spans.c: `dump spans`, `span-stats`, `iterations`: pairs of marks, what is summed up of them by name, those of one name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/base/scope-each.h"
#include "model/trace/spans/scope-iterations.h"
#include "model/trace/spans/scope-span-sums.h"

typedef struct
{
  ScopeCli *cli;
  ScopeCsv *csv;
  ScopeLabels names;
  guint n;
} Writing;

/* FALSE with a usage error. */
static gboolean
make_rule (const ScopeCliDumpOptions *options, ScopeSpanRule *rule, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (scope_span_rule_init (rule, options->span_begin, options->span_end, &local))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--span-begin, --span-end: %s", local->message);
  return FALSE;
}

static void
write_thread (ScopeCli *cli, ScopeCsv *csv, guint32 machine, guint32 thread)
{
  scope_cli_entity (csv, scope_trace_machine (cli->trace, machine), SCOPE_KIND_THREAD, thread != SCOPE_NONE ? (gint64) thread : -1);
}

static void
write_states (ScopeCli *cli, ScopeCsv *csv, const gint64 states[SCOPE_N_STATES], gboolean known)
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    scope_cli_time (cli, csv, known ? states[s] : SCOPE_TABLE_NULL);
}

static gboolean
write_span (const ScopeSpan *span, gpointer data, GError **error)
{
  Writing *self = data;
  gboolean ended = scope_span_ended (span), known;
  gint64 states[SCOPE_N_STATES];
  GError *local = NULL;

  known = scope_span_states (self->cli->trace, span, states, &local);
  if (local != NULL)
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  scope_cli_write_machine (self->cli, self->csv, span->machine);
  write_thread (self->cli, self->csv, span->machine, span->thread);
  scope_csv_text (self->csv, scope_span_name (&self->names, span->name));
  scope_cli_time (self->cli, self->csv, span->from);
  scope_cli_time (self->cli, self->csv, ended ? span->to - span->from : SCOPE_TABLE_NULL);
  scope_csv_unsigned (self->csv, span->depth);
  write_thread (self->cli, self->csv, span->machine, span->end_thread);
  write_states (self->cli, self->csv, states, known);
  scope_csv_end_row (self->csv);
  return ++self->n % 4096 != 0 || !scope_cli_interrupted (self->cli, error);
}

gboolean
scope_cli_dump_spans (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  const ScopeQueryRange within = scope_cli_query_range (cli);
  Writing self = { .cli = cli, .csv = csv };
  ScopeSpanRule rule;
  gboolean ok;

  if (!make_rule (options, &rule, error))
    return FALSE;
  scope_labels_init (&self.names);
  ok = scope_spans_each (&within, &rule, &self.names, write_span, &self, error);
  scope_labels_clear (&self.names);
  scope_span_rule_clear (&rule);
  return ok;
}

static void
write_sum (ScopeCli *cli, ScopeCsv *csv, const ScopeSpanSums *sums, const ScopeSpanSum *sum)
{
  const ScopeTallyCode *tally = &sum->tally;
  gboolean any = tally->n > 0, estimated;

  scope_csv_text (csv, scope_span_name (&sums->names, sum->name));
  scope_csv_unsigned (csv, tally->n);
  scope_csv_unsigned (csv, sum->open);
  scope_cli_time (cli, csv, tally->time);
  scope_cli_mean (cli, csv, tally->time, tally->n);
  scope_cli_time (cli, csv, any ? tally->least : SCOPE_TABLE_NULL);
  scope_cli_time (cli, csv, any ? scope_tally_estimate (tally, 50, &estimated) : SCOPE_TABLE_NULL);
  scope_cli_time (cli, csv, any ? scope_tally_estimate (tally, 95, &estimated) : SCOPE_TABLE_NULL);
  scope_cli_time (cli, csv, any ? tally->longest : SCOPE_TABLE_NULL);
  scope_cli_time (cli, csv, any ? sum->longest.from : SCOPE_TABLE_NULL);
  scope_cli_write_machine (cli, csv, any ? (gint64) sum->longest.machine : SCOPE_TABLE_NULL);
  if (any)
    write_thread (cli, csv, sum->longest.machine, sum->longest.thread);
  else
    scope_csv_empty (csv);
  scope_csv_unsigned (csv, sum->with_states);
  write_states (cli, csv, sum->states, sum->with_states > 0);
  scope_csv_end_row (csv);
}

gboolean
scope_cli_dump_span_stats (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  const ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeSpanSums) sums = NULL;
  ScopeSpanRule rule;

  if (!make_rule (options, &rule, error))
    return FALSE;
  sums = scope_span_sums_read (&within, &rule, NULL, 0, error);
  for (guint i = 0; sums != NULL && i < sums->sums->len; i++)
    write_sum (cli, csv, sums, sums->sums->pdata[i]);
  scope_span_rule_clear (&rule);
  return sums != NULL;
}

gboolean
scope_cli_dump_iterations (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  const ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeIterations) iterations = NULL;
  ScopeSpanRule rule;

  if (!make_rule (options, &rule, error))
    return FALSE;
  iterations = scope_iterations_read (&within, &rule, options->span, error);
  scope_span_rule_clear (&rule);
  if (iterations == NULL)
    return FALSE;
  SCOPE_EACH (ScopeIteration, iteration, iterations->iterations)
    {
      gint64 duration = iteration->span.to - iteration->span.from;

      scope_cli_write_machine (cli, csv, iteration->span.machine);
      write_thread (cli, csv, iteration->span.machine, iteration->span.thread);
      scope_csv_text (csv, iterations->name);
      scope_cli_time (cli, csv, iteration->span.from);
      scope_cli_time (cli, csv, duration);
      if (iterations->quartiles[1] > 0)
        scope_csv_decimal (csv, (double) duration / (double) iterations->quartiles[1], 6);
      else
        scope_csv_empty (csv);
      scope_csv_text (csv, iteration->odd ? "odd" : "");
      write_states (cli, csv, iteration->states, TRUE);
      scope_csv_end_row (csv);
    }
  return TRUE;
}
