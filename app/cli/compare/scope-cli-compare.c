/* scope-cli-compare.c: `lanescope-cli compare`: its options, its table, its exit status.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/compare/scope-cli-compare.h"

#include "io/export/scope-compare-picture.h"

#include <math.h>
#include <string.h>

#define HEADER "scope,lane,quantity,baseline,run,change,change_percent,significant"
#define LIMIT 40

typedef struct
{
  gboolean csv;
  char *align, *by, *limit;
  char **fail_if, **spread;
  char *picture;
  ScopeCliCompareCalls calls;

  /* as understood */
  ScopeKinds kinds;
  guint most;
  GPtrArray *conditions; /* of ScopeCondition */
} Options;

static void
options_clear (Options *options)
{
  g_free (options->align);
  g_free (options->by);
  g_free (options->limit);
  g_free (options->picture);
  g_free (options->calls.what);
  g_free (options->calls.more_than);
  g_free (options->calls.unit);
  g_strfreev (options->fail_if);
  g_strfreev (options->spread);
  g_clear_pointer (&options->conditions, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* --- options --- */

/* "machine", "thread,processor"; "whole" says nothing more. */
static gboolean
parse_by (const char *text, ScopeKinds *ret_kinds)
{
  static const char *const names[] = { "machine", "processor", "process", "thread" };
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "whole", ",", -1);

  *ret_kinds = 0;
  for (guint w = 0; words[w] != NULL; w++)
    {
      guint kind = 0;

      while (kind < G_N_ELEMENTS (names) && strcmp (words[w], names[kind]) != 0)
        kind++;
      if (kind < G_N_ELEMENTS (names))
        *ret_kinds |= 1u << kind;
      else if (strcmp (words[w], "whole") != 0)
        return FALSE;
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

/* What can be told before anything is read. */
static gboolean
understand (ScopeCli *cli, Options *options, int *ret_status)
{
  ScopeAlignWish wish = { 0 };
  g_autoptr (GError) error = NULL;

  *ret_status = SCOPE_CLI_USAGE;
  options->conditions = g_ptr_array_new_with_free_func ((GDestroyNotify)scope_condition_free);
  if (g_strv_length (cli->arguments) != 2)
    {
      scope_cli_usage ("compare", "it needs two runs, BASELINE and RUN; further runs of the baseline after --spread");
      return FALSE;
    }
  options->calls.calls = options->calls.calls || options->calls.what != NULL;
  if (!options->calls.calls && (options->calls.more_than != NULL || options->calls.unit != NULL))
    {
      scope_cli_usage ("compare", "--more-than and --unit go with --calls");
      return FALSE;
    }
  if (options->calls.calls
      && (options->by != NULL || options->fail_if != NULL || options->spread != NULL))
    {
      scope_cli_usage ("compare", "--calls compares calls alone: without --by, --fail-if, --spread");
      return FALSE;
    }
  options->calls.picture = options->picture;
  if (!scope_cli_compare_calls_parse (&options->calls, &error))
    {
      scope_cli_usage ("compare", "%s", error->message);
      return FALSE;
    }
  if (!parse_by (options->by, &options->kinds))
    {
      scope_cli_usage ("compare", "--by %s: there is whole, machine, processor, process, thread", options->by);
      return FALSE;
    }
  if (!parse_limit (options->limit, &options->most))
    {
      scope_cli_usage ("compare", "--limit takes a number; 0 is no limit");
      return FALSE;
    }
  if (options->picture != NULL && !scope_picture_format_of (options->picture, &(ScopePictureFormat) { 0 }, &error))
    {
      scope_cli_usage ("compare", "--export: %s", error->message);
      return FALSE;
    }
  if (options->align != NULL && !scope_align_wish_parse (options->align, 1000, 1000, &wish, &error))
    {
      scope_cli_usage ("compare", "--align: %s", error->message);
      return FALSE;
    }
  g_free ((char *)wish.mark);
  for (guint i = 0; options->fail_if != NULL && options->fail_if[i] != NULL; i++)
    {
      ScopeCondition *condition = scope_condition_parse (options->fail_if[i], &error);

      if (condition == NULL)
        {
          scope_cli_usage ("compare", "--fail-if: %s", error->message);
          return FALSE;
        }
      g_ptr_array_add (options->conditions, condition);
    }
  return TRUE;
}

/* --- reading --- */

static gboolean
open_traces (ScopeCliCompare *compare, const Options *options, gint *permille, GError **error)
{
  guint n_spread = options->spread != NULL ? g_strv_length (options->spread) : 0, n = 2 + n_spread;

  compare->traces = g_new0 (ScopeTrace *, n);
  for (guint i = 0; i < n; i++)
    {
      const char *path = i == 0 ? compare->run : i == 1 ? compare->baseline : options->spread[i - 2];

      g_atomic_int_set (permille, (gint)(i * 1000 / n));
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
read_differences (ScopeCliCompare *compare, const Options *options, GError **error)
{
  ScopeCli *cli = compare->cli;
  ScopeCompareQuestion question
      = { .from = cli->from, .to = cli->to, .kinds = options->kinds, .cancellable = cli->cancellable };

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

  for (guint i = 0; i < compare->differences->len; i++)
    {
      const ScopeDifference *difference = &g_array_index (compare->differences, ScopeDifference, i);

      if (difference->of != SCOPE_FIGURE_LANE || (kinds & 1u << difference->kind))
        g_array_append_val (kept, *difference);
    }
  g_array_unref (compare->differences);
  compare->differences = kept;
}

/* --- the table --- */

const char *
scope_cli_unit_name (ScopeUnit unit)
{
  static const char *const names[] = { "ns", "count", "bytes", "words", "share" };

  return names[unit];
}

static void
write_value (ScopeCliCompare *compare, ScopeCsv *csv, ScopeUnit unit, gint64 value, gboolean known)
{
  if (!known)
    scope_csv_empty (csv);
  else if (unit == SCOPE_UNIT_TIME)
    scope_csv_time (csv, value, compare->cli->tick_ps);
  else if (unit == SCOPE_UNIT_SHARE)
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

      scope_csv_text (csv, scope_difference_scope (difference));
      scope_csv_text (csv, lane);
      scope_csv_text (csv, scope_quantity_name (difference->quantity));
      write_value (compare, csv, unit, difference->baseline, difference->has_baseline);
      write_value (compare, csv, unit, difference->run, difference->has_run);
      write_value (compare, csv, unit, difference->change, difference->has_change);
      if (difference->has_change && !isnan (difference->change_percent))
        scope_csv_decimal (csv, difference->change_percent, 3);
      else
        scope_csv_empty (csv);
      if (difference->has_change)
        scope_csv_integer (csv, difference->significant);
      else
        scope_csv_empty (csv);
      scope_csv_end_row (csv);
      if (i % 4096 == 0 && scope_cli_interrupted (compare->cli, error))
        {
          scope_csv_free (csv);
          return FALSE;
        }
    }
  return scope_csv_close (csv, error);
}

static gboolean
write_out (ScopeCliCompare *compare, const Options *options, GError **error)
{
  const char *format = compare->cli->format;
  const ScopeComparePictureOptions picture = { 0 };

  if (options->picture != NULL
      && !scope_compare_picture_export (compare->comparison, compare->cli->from, compare->cli->to, &picture, options->picture, compare->cli->cancellable, error))
    return FALSE;
  if (compare->cli->json_flag)
    return scope_cli_compare_print_json (compare, error);
  if (options->csv || (format != NULL && strcmp (format, "text") != 0))
    return write_table (compare, error);
  return scope_cli_compare_print (compare, options->kinds, options->most, error);
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
  gint permille = 0;
  gboolean ok, losses;
  int status;

  scope_cli_begin (cli, &permille);
  ok = open_traces (compare, options, &permille, &error);
  scope_cli_end_progress (cli);
  if (ok)
    {
      scope_cli_use (cli, compare->traces[0]);
      ok = prepare (compare, options, &error);
    }
  if (ok && options->calls.calls)
    ok = scope_cli_compare_print_calls (compare, &options->calls,
                                        options->csv || (cli->format != NULL && strcmp (cli->format, "text") != 0),
                                        options->most, &error);
  else if (ok && (ok = read_differences (compare, options, &error)))
    {
      judge (compare);
      leave_out_lanes (compare, options->kinds);
      ok = write_out (compare, options, &error);
    }
  losses = ok && report_losses (compare) > 0;
  status = scope_cli_close (cli, error);
  if (status == SCOPE_CLI_OK && losses && cli->strict)
    status = SCOPE_CLI_LOSSES;
  return ok ? notify_verdicts (compare, status) : status;
}

int
scope_cli_compare (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry own[] = {
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv, "Print CSV", NULL },
    { "align", 0, 0, G_OPTION_ARG_STRING, &options.align,
      "What is laid on each other: auto, marks, start, length, mark:TEXT, at:NS,NS, interval:NS-NS,NS-NS", "HOW" },
    { "by", 0, 0, G_OPTION_ARG_STRING, &options.by,
      "Lanes one by one as well: machine, processor, process, thread; several with commas", "KIND" },
    { "fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.fail_if,
      "Exit with 4 if this holds: 'running<-5%', 'gc_time>+10ms', 'processor:1/0 idle>5%'", "CONDITION" },
    { "spread", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.spread,
      "A further run of the baseline: only what lies outside all of them is significant", "TRACE" },
    { "export", 0, 0, G_OPTION_ARG_FILENAME, &options.picture, "Draw both runs and their differences (with --calls, their calls), too: .png, .svg or .pdf",
      "FILE" },
    { "calls", 0, 0, G_OPTION_ARG_NONE, &options.calls.calls, "Compare call by call: where the runs part first, which functions changed",
      NULL },
    { "what", 0, 0, G_OPTION_ARG_STRING, &options.calls.what,
      "A table of --calls: calls, call-paths, call-functions, call-lanes, first-difference", "TABLE" },
    { "more-than", 0, 0, G_OPTION_ARG_STRING, &options.calls.more_than,
      "How far runs may drift apart before that is a difference: 500cy, 20ns (0)", "LENGTH" },
    { "unit", 0, 0, G_OPTION_ARG_STRING, &options.calls.unit,
      "What calls are compared in: time, cycles, auto (cycles where clocks differ)", "UNIT" },
    { "limit", 0, 0, G_OPTION_ARG_STRING, &options.limit, "Rows of the text (40); 0: all", "N" },
    { NULL },
  };
  ScopeCliCompare compare = { .cli = cli };
  int status;

  if (!scope_cli_parse (cli, argc, argv,
                        SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_FORMAT | SCOPE_CLI_TAKES_TEXT | SCOPE_CLI_TAKES_JSON, own,
                        "BASELINE RUN", "What changed between two runs of a program.",
                        "Change is this run - baseline. --from and --to are times of RUN. The columns of CSV:\n" HEADER
                        "\nTimes are ns. --json has all that is known, as one object.\n\nExit status: 4 if a condition of "
                        "--fail-if holds, with a sentence on standard error.",
                        &status)
      || !understand (cli, &options, &status))
    return status;
  compare.baseline = cli->arguments[0];
  compare.run = cli->arguments[1];
  compare.conditions = options.conditions;
  compare.verdicts = g_array_new (FALSE, FALSE, sizeof (ScopeVerdict));
  compare.sentences = g_ptr_array_new_with_free_func (g_free);
  status = run (cli, &compare, &options);

  g_clear_object (&compare.comparison);
  g_clear_pointer (&compare.differences, g_array_unref);
  g_array_unref (compare.verdicts);
  g_ptr_array_unref (compare.sentences);
  for (guint i = 0; i < compare.n_traces; i++)
    g_object_unref (compare.traces[i]);
  g_free (compare.traces);
  return status;
}
