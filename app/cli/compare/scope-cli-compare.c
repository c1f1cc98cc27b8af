/* scope-cli-compare.c: `lanescope-cli compare`: its options, its table, its exit status.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/compare/scope-cli-compare.h"

#include "io/export/scope-compare-picture.h"
#include "model/scene/compare/scope-blame-changes.h"
#include "model/scene/compare/scope-heap-changes.h"
#include "model/scene/compare/scope-phase-changes.h"
#include "model/scene/compare/scope-span-changes.h"
#include "model/trace/spans/scope-spans.h"
#include "model/scene/profile/scope-profile-table.h"
#include "model/base/scope-each.h"
#include "model/trace/call-diff/scope-call-diff-words.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#define HEADER "scope,lane,quantity,baseline,run,change,change_percent,significant"
#define LIMIT 40

typedef struct
{
  char *align, *by, *limit;
  char **fail_if, **spread;
  gboolean waits, heap, spans, phases;
  ScopeCliCompareCalls calls;

  /* as understood */
  ScopeKinds kinds;
  guint most;
  GPtrArray *conditions; /* of ScopeCondition */
} Options;

static void
clear (gpointer data)
{
  g_clear_pointer (&((Options *) data)->conditions, g_ptr_array_unref);
}

/* --- options --- */

/* "machine", "thread,processor"; "whole" says nothing more. */
static gboolean
parse_by (const char *text, ScopeKinds *ret_kinds)
{
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "whole", ",", -1);

  *ret_kinds = 0;
  for (guint w = 0; words[w] != NULL; w++)
    {
      int kind = scope_cli_find_word ("machine, processor, process, thread", words[w]);

      if (kind < 0 && strcmp (words[w], "whole") != 0)
        return FALSE;
      *ret_kinds |= kind >= 0 ? 1u << kind : 0;
    }
  return TRUE;
}

static gboolean
parse_limit (const char *text, guint *ret_limit)
{
  guint64 value;

  *ret_limit = LIMIT;
  if (text == NULL)
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT, &value, NULL))
    return FALSE;
  *ret_limit = value == 0 ? G_MAXUINT : (guint)value;
  return TRUE;
}

static char *
check_calls (Options *options)
{
  ScopeCliCompareCalls *calls = &options->calls;
  g_autoptr (GError) error = NULL;

  calls->calls = calls->calls || calls->table >= 0;
  if (!calls->calls && (calls->more_than != NULL || (int) calls->question.unit >= 0))
    return g_strdup ("--more-than and --unit go with --calls");
  if (calls->calls && (options->by != NULL || options->fail_if != NULL || options->spread != NULL))
    return g_strdup ("--calls compares calls alone: without --by, --fail-if, --spread");
  if ((int) calls->question.unit < 0)
    calls->question.unit = SCOPE_CALL_UNIT_AUTO;
  if (calls->more_than != NULL
      && !scope_call_length_parse (calls->more_than, &calls->question.more_than, &calls->question.more_than_cycles, &error))
    return g_strdup_printf ("--more-than: %s", error->message);
  return NULL;
}

static char *
check_conditions (Options *options)
{
  g_autoptr (GError) error = NULL;

  options->conditions = g_ptr_array_new_with_free_func ((GDestroyNotify)scope_condition_free);
  for (guint i = 0; options->fail_if != NULL && options->fail_if[i] != NULL; i++)
    {
      ScopeCondition *condition = scope_condition_parse (options->fail_if[i], &error);

      if (condition == NULL)
        return g_strdup_printf ("--fail-if: %s", error->message);
      g_ptr_array_add (options->conditions, condition);
    }
  return NULL;
}

/* Tables that are printed instead: one of them, and nothing that is about the others. */
static char *
check_instead (const Options *options)
{
  const struct
  {
    gboolean wanted;
    const char *name, *of;
  } tables[] = { { options->waits, "--waits", "lost time and waits" },
                 { options->heap, "--heap", "profiles of the heap" },
                 { options->spans, "--spans", "spans" },
                 { options->phases, "--phases", "phases" } };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    n += tables[i].wanted;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (tables[i].wanted && (n > 1 || options->by != NULL || options->fail_if != NULL || options->spread != NULL || options->calls.calls))
      return g_strdup_printf ("%s compares %s alone: without --by, --fail-if, --spread, --calls, and the others of --waits, --heap, --spans, --phases",
                              tables[i].name, tables[i].of);
  return NULL;
}

/* What can be told before anything is read. */
static char *
check (ScopeCli *cli, gpointer data)
{
  Options *options = data;
  ScopeAlignWish wish = { 0 };
  g_autoptr (GError) error = NULL;
  char *wrong;

  if (g_strv_length (cli->arguments) != 2)
    return g_strdup ("it needs two runs, BASELINE and RUN; further runs of the baseline after --spread");
  wrong = check_instead (options);
  if (wrong == NULL)
    wrong = check_calls (options);
  if (wrong != NULL)
    return wrong;
  /* Its tables are for people only where people see them, as those of all commands. */
  if (options->calls.table >= 0 && !cli->format_said && isatty (STDOUT_FILENO) != 1)
    {
      g_free (cli->format);
      cli->format = g_strdup ("csv");
    }
  if (!parse_by (options->by, &options->kinds))
    return g_strdup_printf ("--by %s: there is whole, machine, processor, process, thread", options->by);
  if (!parse_limit (options->limit, &options->most))
    return g_strdup ("--limit takes a number; 0 is no limit");
  if (options->calls.picture != NULL && !scope_picture_format_of (options->calls.picture, &(ScopePictureFormat) { 0 }, &error))
    return g_strdup_printf ("--export: %s", error->message);
  if (options->align != NULL && !scope_align_wish_parse (options->align, 1000, 1000, &wish, &error))
    return g_strdup_printf ("--align: %s", error->message);
  g_free ((char *)wish.mark);
  return check_conditions (options);
}

/* --- reading --- */

static gboolean
open_traces (ScopeCliCompare *compare, const Options *options, GError **error)
{
  guint n_spread = options->spread != NULL ? g_strv_length (options->spread) : 0, n = 2 + n_spread;

  compare->traces = g_new0 (ScopeTrace *, n);
  for (guint i = 0; i < n; i++)
    {
      const char *path = i == 0 ? compare->run : i == 1 ? compare->baseline : options->spread[i - 2];

      g_atomic_int_set (&compare->cli->permille, (gint)(i * 1000 / n));
      compare->traces[i] = scope_cli_open_run (compare->cli, path, error);
      if (compare->traces[i] == NULL)
        return FALSE;
      compare->n_traces++;
    }
  return TRUE;
}

static gboolean
prepare (ScopeCliCompare *compare, const Options *options, GError **error)
{
  ScopeAlignWish wish = { 0 };
  gboolean ok;

  if (options->align != NULL
      && !scope_align_wish_parse (options->align, MAX (scope_trace_tick_ps (compare->traces[1]), 1),
                                  MAX (scope_trace_tick_ps (compare->traces[0]), 1), &wish, error))
    return FALSE;
  compare->comparison = scope_comparison_new (compare->traces[1], compare->traces[0]);
  if (compare->n_traces > 2)
    scope_comparison_set_spread (compare->comparison, compare->traces + 2, compare->n_traces - 2);
  ok = scope_comparison_prepare (compare->comparison, &wish, compare->cli->cancellable, error);
  g_free ((char *)wish.mark);
  return ok;
}

static gboolean
read_differences (ScopeCliCompare *compare, GError **error)
{
  ScopeCli *cli = compare->cli;
  ScopeCompareQuestion question
      = { .from = cli->from, .to = cli->to, .kinds = compare->kinds, .cancellable = cli->cancellable };

  for (guint i = 0; i < compare->conditions->len; i++)
    question.kinds |= scope_condition_kinds (g_ptr_array_index (compare->conditions, i));
  compare->differences = scope_comparison_read (compare->comparison, &question, error);
  return compare->differences != NULL;
}

static void
judge (ScopeCliCompare *compare)
{
  for (guint i = 0; i < compare->conditions->len; i++)
    {
      char *words;
      ScopeVerdict verdict = scope_condition_judge (g_ptr_array_index (compare->conditions, i), compare->comparison,
                                                    compare->differences, &words);

      g_array_append_val (compare->verdicts, verdict);
      g_ptr_array_add (compare->sentences, words);
    }
}

/* Lanes of which only a condition spoke are not asked for. */
static void
leave_out_lanes (ScopeCliCompare *compare, ScopeKinds kinds)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (ScopeDifference));

  SCOPE_EACH (const ScopeDifference, difference, compare->differences)
    if (difference->of != SCOPE_FIGURE_LANE || (kinds & 1u << difference->kind))
      g_array_append_val (kept, *difference);
  g_array_unref (compare->differences);
  compare->differences = kept;
}

/* --- the table --- */

const char *
scope_cli_unit_name (ScopeUnit unit)
{
  static const char *const names[] = { "ns", "count", "bytes", "words", "share", "ratio" };

  return names[unit];
}

static void
write_value (ScopeCliCompare *compare, ScopeCsv *csv, ScopeUnit unit, gint64 value, gboolean known)
{
  if (!known)
    scope_csv_empty (csv);
  else if (unit == SCOPE_UNIT_TIME)
    scope_csv_time (csv, value, compare->cli->tick_ps);
  else if (scope_unit_is_millionths (unit))
    scope_csv_decimal (csv, (double)value / 1e6, 6);
  else
    scope_csv_integer (csv, value);
}

static gboolean
write_table (ScopeCliCompare *compare, GError **error)
{
  ScopeCsv *csv = scope_cli_table (compare->cli, HEADER);

  for (guint i = 0; i < compare->differences->len; i++)
    {
      const ScopeDifference *difference = &g_array_index (compare->differences, ScopeDifference, i);
      ScopeUnit unit = scope_quantity_unit (difference->quantity);
      g_autofree char *lane = scope_difference_lane (compare->comparison, difference);

      scope_csv_text (csv, scope_difference_scope (compare->comparison, difference));
      scope_csv_text (csv, lane);
      scope_csv_text (csv, scope_quantity_name (difference->quantity));
      write_value (compare, csv, unit, difference->baseline, difference->has_baseline);
      write_value (compare, csv, unit, difference->run, difference->has_run);
      write_value (compare, csv, unit, difference->change, difference->has_change);
      scope_csv_decimal (csv, difference->has_change ? difference->change_percent : (double)NAN, 3);
      scope_cli_integer (csv, scope_difference_significance_is_known (difference) ? difference->significant : SCOPE_TABLE_NULL);
      scope_csv_end_row (csv);
      if (i % 4096 == 0 && scope_cli_interrupted (compare->cli, error))
        {
          scope_csv_free (csv);
          return FALSE;
        }
    }
  return scope_csv_close (csv, error);
}

/* In words with what there is to say of it. */
static gboolean
print_report (ScopeCli *cli, ScopeReportTable *table, GError **error)
{
  const char *summary = scope_report_table_summary (table);
  g_autofree char *line = summary != NULL ? g_strconcat (summary, "\n", NULL) : NULL;

  return scope_cli_report_table (cli, table, error) && (line == NULL || !scope_cli_wants_text (cli) || scope_cli_print (line, error));
}

/* Lost time, and who was waited for. */
static gboolean
print_waits (ScopeCliCompare *compare, GError **error)
{
  ScopeCli *cli = compare->cli;
  g_autoptr (ScopeReportTable) table = scope_blame_changes_read (compare->comparison, cli->from, cli->to, FALSE, cli->cancellable, error);

  return table != NULL && print_report (cli, table, error);
}

/* What filled the heap. */
static gboolean
print_heap (ScopeCliCompare *compare, GError **error)
{
  ScopeCli *cli = compare->cli;
  g_autoptr (ScopeReportTable) table = NULL;

  if (!scope_heap_changes_can (compare->comparison))
    return scope_fail (error, G_IO_ERROR_NOT_FOUND, "%s: %s", compare->run, scope_profile_table_why_not (compare->traces[0]));
  table = scope_heap_changes_read (compare->comparison, cli->from, cli->to, FALSE, cli->cancellable, error);
  return table != NULL && print_report (cli, table, error);
}

/* What the programs' marks make. */
static gboolean
print_spans (ScopeCliCompare *compare, GError **error)
{
  ScopeCli *cli = compare->cli;
  g_autoptr (ScopeReportTable) table = NULL;

  if (!scope_span_changes_can (compare->comparison))
    return scope_fail (error, G_IO_ERROR_NOT_FOUND, "%s: %s", compare->run, scope_spans_why_not (compare->traces[0]));
  table = scope_span_changes_read (compare->comparison, cli->from, cli->to, FALSE, cli->cancellable, error);
  return table != NULL && print_report (cli, table, error);
}

/* What nobody marked. */
static gboolean
print_phases (ScopeCliCompare *compare, GError **error)
{
  ScopeCli *cli = compare->cli;
  g_autoptr (ScopeReportTable) table = scope_phase_changes_read (compare->comparison, cli->from, cli->to, FALSE, cli->cancellable, error);

  return table != NULL && print_report (cli, table, error);
}

static gboolean
write_out (ScopeCliCompare *compare, const Options *options, GError **error)
{
  ScopeCli *cli = compare->cli;

  if (options->calls.picture != NULL
      && !scope_compare_picture_export (compare->comparison, cli->from, cli->to, &(ScopeComparePictureOptions) { 0 },
                                        options->calls.picture, cli->cancellable, error))
    return FALSE;
  if (cli->json_flag)
    return scope_cli_compare_print_json (compare, error);
  return scope_cli_wants_text (cli) ? scope_cli_compare_print (compare, options->most, error)
                                    : write_table (compare, error);
}

/* --- the command --- */

/* Conditions on standard error; what to end with. */
static int
notify_verdicts (const ScopeCliCompare *compare, int status)
{
  for (guint i = 0; i < compare->verdicts->len; i++)
    {
      ScopeVerdict verdict = g_array_index (compare->verdicts, ScopeVerdict, i);

      if (verdict == SCOPE_CONDITION_DOES_NOT_HOLD)
        continue;
      fprintf (stderr, "lanescope-cli compare: %s\n", (const char *)g_ptr_array_index (compare->sentences, i));
      if (status == SCOPE_CLI_OK || status == SCOPE_CLI_LOSSES)
        status = verdict == SCOPE_CONDITION_HOLDS     ? SCOPE_CLI_CONDITION
                 : verdict == SCOPE_CONDITION_NO_LANE ? SCOPE_CLI_USAGE
                                                      : status;
    }
  return status;
}

/* Losses of those that scope_cli_close() does not tell of. */
static guint
report_losses (ScopeCliCompare *compare)
{
  guint n = 0;

  for (guint i = 1; i < compare->n_traces; i++)
    {
      compare->cli->trace = compare->traces[i];
      n += scope_cli_report_losses (compare->cli, 8);
    }
  compare->cli->trace = compare->n_traces > 0 ? compare->traces[0] : NULL;
  return n;
}

static int
run (ScopeCli *cli, ScopeCliCompare *compare, const Options *options)
{
  GError *error = NULL;
  gboolean ok, losses;
  int status;

  scope_cli_begin (cli);
  ok = open_traces (compare, options, &error);
  scope_cli_end_progress (cli);
  if (ok)
    {
      scope_cli_use (cli, compare->traces[0]);
      compare->kinds = scope_run_figures_kinds (compare->traces[0], options->kinds);
      ok = prepare (compare, options, &error);
    }
  if (ok && options->calls.calls)
    ok = scope_cli_compare_print_calls (compare, &options->calls, options->most, &error);
  else if (ok && options->waits)
    ok = print_waits (compare, &error);
  else if (ok && options->heap)
    ok = print_heap (compare, &error);
  else if (ok && options->spans)
    ok = print_spans (compare, &error);
  else if (ok && options->phases)
    ok = print_phases (compare, &error);
  else if (ok && (ok = read_differences (compare, &error)))
    {
      judge (compare);
      leave_out_lanes (compare, compare->kinds);
      ok = write_out (compare, options, &error);
    }
  losses = ok && report_losses (compare) > 0;
  status = scope_cli_close (cli, error);
  if (status == SCOPE_CLI_OK && losses && cli->strict)
    status = SCOPE_CLI_LOSSES;
  return ok ? notify_verdicts (compare, status) : status;
}

static int
enter (ScopeCli *cli, int argc, char **argv)
{
  int status;
  Options *options = scope_cli_parse (cli, &scope_cli_compare, argc, argv, &status);
  ScopeCliCompare compare = { .cli = cli };

  if (options == NULL)
    return status;
  compare.baseline = cli->arguments[0];
  compare.run = cli->arguments[1];
  compare.conditions = options->conditions;
  compare.verdicts = g_array_new (FALSE, FALSE, sizeof (ScopeVerdict));
  compare.sentences = g_ptr_array_new_with_free_func (g_free);
  status = run (cli, &compare, options);

  g_clear_object (&compare.comparison);
  g_clear_pointer (&compare.differences, g_array_unref);
  g_array_unref (compare.verdicts);
  g_ptr_array_unref (compare.sentences);
  for (guint i = 0; i < compare.n_traces; i++)
    g_object_unref (compare.traces[i]);
  g_free (compare.traces);
  scope_cli_free_options (&scope_cli_compare, options);
  return status;
}

const ScopeCliCommand scope_cli_compare = {
  .name = "compare",
  .about = "what changed between two runs, and whether it may",
  .enter = enter,
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_TEXT,
  .usage = "BASELINE RUN",
  .summary = "What changed between two runs of a program.",
  .description = "Change is this run - baseline. --from and --to are times of RUN. The columns of CSV:\n" HEADER
                 "\nTimes are ns. --json has all that is known, as one object.\n\nExit status: 4 if a condition of "
                 "--fail-if holds, with a sentence on standard error.",
  .options = (const ScopeCliOption[]) {
    { "align", G_OPTION_ARG_STRING, offsetof (Options, align),
      "What is laid on each other: auto, marks, start, length, mark:TEXT, at:TIME,TIME, interval:TIME-TIME,TIME-TIME", "HOW" },
    { "by", G_OPTION_ARG_STRING, offsetof (Options, by),
      "Lanes one by one as well: machine, processor, process, thread; several with commas", "KIND" },
    { "fail-if", G_OPTION_ARG_STRING_ARRAY, offsetof (Options, fail_if),
      "Exit with 4 if this holds: 'running<-5%', 'gc_time>+10ms', 'processor:1/0 idle>5%'", "CONDITION" },
    { "waits", G_OPTION_ARG_NONE, offsetof (Options, waits),
      "Instead: where the processors' time went, and who was waited for, in both runs; what changed most first" },
    { "heap", G_OPTION_ARG_NONE, offsetof (Options, heap),
      "Instead: what filled the heap in both runs, band by band of their profiles; what changed most first" },
    { "spans", G_OPTION_ARG_NONE, offsetof (Options, spans),
      "Instead: the spans that pairs of marks make in both runs (START x, STOP x), name by name; what changed most first" },
    { "phases", G_OPTION_ARG_NONE, offsetof (Options, phases),
      "Instead: phases that nobody marked (see phases), those that do the same together: how long, what was lost; what changed most first" },
    { "spread", G_OPTION_ARG_FILENAME_ARRAY, offsetof (Options, spread),
      "A further run of the baseline: only what lies outside all of them is significant", "TRACE" },
    { "export", G_OPTION_ARG_FILENAME, offsetof (Options, calls.picture),
      "Draw both runs and their differences (with --calls, their calls), too: .png, .svg or .pdf", "FILE" },
    { "calls", G_OPTION_ARG_NONE, offsetof (Options, calls.calls),
      "Compare call by call: where the runs part first, which functions changed" },
    { "what", G_OPTION_ARG_INT, offsetof (Options, calls.table), "A table of --calls: " SCOPE_CLI_COMPARE_WHATS, "TABLE",
      SCOPE_CLI_COMPARE_WHATS },
    { "more-than", G_OPTION_ARG_STRING, offsetof (Options, calls.more_than),
      "How far runs may drift apart before that is a difference: 500cy, 20ns (0)", "LENGTH" },
    { "unit", G_OPTION_ARG_INT, offsetof (Options, calls.question.unit),
      "What calls are compared in: time, cycles, auto (cycles where clocks differ)", "UNIT", "auto, time, cycles" },
    { "limit", G_OPTION_ARG_STRING, offsetof (Options, limit), "Rows of the text (40); 0: all", "N" },
    { NULL } },
  .size = sizeof (Options),
  .defaults = &(const Options) { .calls = { .table = -1, .question.unit = (ScopeCallUnit) -1 } },
  .check = check,
  .clear = clear,
};
