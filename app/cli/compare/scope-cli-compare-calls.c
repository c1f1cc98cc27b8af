/* scope-cli-compare-calls.c: `compare --calls`: two runs call by call, as tables, or for people: where they part, and which functions
 * changed most.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/compare/scope-cli-compare.h"

#include "io/export/scope-call-diff-picture.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-format.h"
#include "model/trace/call-diff/scope-call-diff-words.h"
#include "model/trace/call-diff/scope-sample-diff.h"

#include <string.h>

#define FIGURES                                                                                                        \
  "baseline_ns,run_ns,change_ns,baseline_self_ns,run_self_ns,change_self_ns,baseline_cycles,run_cycles,change_cycles,"  \
  "baseline_self_cycles,run_self_cycles,change_self_cycles,baseline_insts,run_insts,change_insts,"                       \
  "baseline_l1d,run_l1d,change_l1d,baseline_l1i,run_l1i,change_l1i,baseline_l2,run_l2,change_l2,"                        \
  "baseline_upg,run_upg,change_upg,baseline_mb,run_mb,change_mb,baseline_lli,run_lli,change_lli"
#define COUNTS "matched,only_baseline,only_run"

/* In the order of SCOPE_CLI_COMPARE_WHATS. */
typedef enum
{
  WHAT_CALLS,
  WHAT_PATHS,
  WHAT_FUNCTIONS,
  WHAT_LANES,
  WHAT_FIRST,
  N_WHATS
} What;

static const char *const headers[N_WHATS] = {
  [WHAT_CALLS] = "lane,baseline_lane,match,depth,function,baseline_from_ns,baseline_to_ns,run_from_ns,run_to_ns," FIGURES,
  [WHAT_PATHS] = "path,depth," COUNTS ",matched_change_ns,matched_change_cycles," FIGURES,
  [WHAT_FUNCTIONS] = "function," COUNTS "," FIGURES,
  [WHAT_LANES] = "lane,baseline_lane," COUNTS "," FIGURES,
  [WHAT_FIRST] = "lane,baseline_lane,unit,path,drift_before,drift,baseline_from_ns,baseline_to_ns,run_from_ns,run_to_ns,"
                 "only_baseline,only_run,call_match,call_path,call_baseline_ns,call_run_ns",
};

/* --- tables --- */

static void
write_thousandths (ScopeCsv *csv, gint64 value)
{
  if (value % 1000 == 0)
    scope_csv_integer (csv, value / 1000);
  else
    scope_csv_decimal (csv, (double) value / 1000, 3);
}

/* Of the baseline, of this run, and their difference. */
static void
write_three (ScopeCsv *csv, const ScopeCallFigures *const three[3], gsize offset, gboolean known, void (*write) (ScopeCsv *, gint64))
{
  for (guint i = 0; i < 3; i++)
    if (known)
      write (csv, *(const gint64 *) (const void *) ((const char *) three[i] + offset));
    else
      scope_csv_empty (csv);
}

static void
write_ps (ScopeCsv *csv, gint64 ps)
{
  scope_csv_time (csv, ps, 1);
}

static void
write_figures (ScopeCsv *csv, const ScopeCallDiff *diff, const ScopeCallFigures figures[2])
{
  const ScopeCallFigures change = scope_call_figures_change (figures);
  const ScopeCallFigures *const three[3] = { &figures[SCOPE_CALL_BASELINE], &figures[SCOPE_CALL_RUN], &change };

  write_three (csv, three, offsetof (ScopeCallFigures, total), TRUE, write_ps);
  write_three (csv, three, offsetof (ScopeCallFigures, self), TRUE, write_ps);
  write_three (csv, three, offsetof (ScopeCallFigures, total_cycles), diff->has_cycles, write_thousandths);
  write_three (csv, three, offsetof (ScopeCallFigures, self_cycles), diff->has_cycles, write_thousandths);
  write_three (csv, three, offsetof (ScopeCallFigures, insts), diff->has_insts, scope_csv_integer);
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    write_three (csv, three, offsetof (ScopeCallFigures, hits) + k * sizeof (gint64), diff->has_hits, scope_csv_integer);
}

static void
write_counts (ScopeCsv *csv, guint64 n_matched, const guint64 n_only[2])
{
  scope_csv_unsigned (csv, n_matched);
  scope_csv_unsigned (csv, n_only[SCOPE_CALL_BASELINE]);
  scope_csv_unsigned (csv, n_only[SCOPE_CALL_RUN]);
}

/* This run's lane, the baseline's. */
static void
write_lanes (const ScopeCliCompare *compare, ScopeCsv *csv, const ScopeCallLanePair *pair)
{
  for (guint i = 0; i < 2; i++)
    {
      guint side = i == 0 ? SCOPE_CALL_RUN : SCOPE_CALL_BASELINE;
      g_autofree char *lane = pair->has[side] ? scope_trace_format_lane (compare->traces[i], pair->lanes[side]) : NULL;

      scope_csv_text (csv, lane);
    }
}

static void
write_time (const ScopeCliCompare *compare, ScopeCsv *csv, guint side, gint64 time)
{
  scope_csv_time (csv, time, MAX (scope_trace_tick_ps (compare->traces[side == SCOPE_CALL_RUN ? 0 : 1]), 1));
}

static void
write_path (ScopeCsv *csv, const ScopeCallDiff *diff, guint32 context)
{
  g_autofree char *path = context != SCOPE_NONE ? scope_call_diff_path (diff, context) : NULL;

  scope_csv_text (csv, path);
}

typedef struct
{
  const ScopeCliCompare *compare;
  ScopeCsv *csv;
} Rows;

static gboolean
write_call (const ScopeCallDiffRow *row, const ScopeCallDiff *diff, gpointer data)
{
  const Rows *rows = data;

  write_lanes (rows->compare, rows->csv, &diff->lanes[row->lane]);
  scope_csv_text (rows->csv, scope_call_match_name (row->match));
  scope_csv_unsigned (rows->csv, row->depth);
  scope_csv_text (rows->csv, diff->functions[row->function].name);
  for (guint s = 0; s < 2; s++)
    if (row->match == SCOPE_CALL_MATCHED || (row->match == SCOPE_CALL_ONLY_RUN) == (s == SCOPE_CALL_RUN))
      {
        write_time (rows->compare, rows->csv, s, row->from[s]);
        write_time (rows->compare, rows->csv, s, row->to[s]);
      }
    else
      scope_cli_empty (rows->csv, 2);
  write_figures (rows->csv, diff, row->figures);
  scope_csv_end_row (rows->csv);
  return TRUE;
}

static void
write_paths (ScopeCsv *csv, const ScopeCallDiff *diff)
{
  for (guint32 i = 0; i < diff->n_contexts; i++)
    {
      const ScopeCallContextDiff *context = &diff->contexts[i];

      write_path (csv, diff, i);
      scope_csv_unsigned (csv, context->depth);
      write_counts (csv, context->n_matched, context->n_only);
      scope_cli_empty (csv, diff->in_cycles ? 1 : 0);
      (diff->in_cycles ? write_thousandths : write_ps) (csv, context->matched_change);
      scope_cli_empty (csv, diff->in_cycles ? 0 : 1);
      write_figures (csv, diff, context->figures);
      scope_csv_end_row (csv);
    }
}

/* What changed most by itself first. */
static int
compare_functions (gconstpointer a, gconstpointer b, gpointer data)
{
  const ScopeCallDiff *diff = data;
  const ScopeCallFunctionDiff *x = &diff->functions[*(const guint *) a], *y = &diff->functions[*(const guint *) b];
  const ScopeCallFigures s = scope_call_figures_change (x->figures), t = scope_call_figures_change (y->figures);
  gint64 u = ABS (scope_call_figures_self (diff, &s)), v = ABS (scope_call_figures_self (diff, &t));

  return u != v ? (u > v ? -1 : 1) : strcmp (x->name, y->name);
}

static guint *
sorted_functions (const ScopeCallDiff *diff)
{
  guint *order = g_new (guint, diff->n_functions + 1);

  for (guint i = 0; i < diff->n_functions; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) diff->n_functions, sizeof *order, compare_functions, (gpointer) diff);
  return order;
}

static void
write_functions (ScopeCsv *csv, const ScopeCallDiff *diff)
{
  g_autofree guint *order = sorted_functions (diff);

  for (guint i = 0; i < diff->n_functions; i++)
    {
      const ScopeCallFunctionDiff *function = &diff->functions[order[i]];

      scope_csv_text (csv, function->name);
      write_counts (csv, function->n_matched, function->n_only);
      write_figures (csv, diff, function->figures);
      scope_csv_end_row (csv);
    }
}

static void
write_lane_table (const ScopeCliCompare *compare, ScopeCsv *csv, const ScopeCallDiff *diff)
{
  for (guint i = 0; i < diff->n_lanes; i++)
    {
      write_lanes (compare, csv, &diff->lanes[i]);
      write_counts (csv, diff->lanes[i].n_matched, diff->lanes[i].n_only);
      write_figures (csv, diff, diff->lanes[i].figures);
      scope_csv_end_row (csv);
    }
}

static void
write_parting_in_time (const ScopeCliCompare *compare, ScopeCsv *csv, const ScopeCallDiff *diff, const ScopeCallParting *parting)
{
  if (!parting->in_time)
    {
      scope_cli_empty (csv, 9);
      return;
    }
  write_path (csv, diff, parting->context);
  for (guint i = 0; i < 2; i++)
    {
      gint64 drift = i == 0 ? parting->drift_before : parting->drift;

      (diff->in_cycles ? write_thousandths : write_ps) (csv, drift);
    }
  for (guint s = 0; s < 2; s++)
    {
      write_time (compare, csv, s, parting->from[s]);
      write_time (compare, csv, s, parting->to[s]);
    }
  scope_csv_unsigned (csv, parting->n_only[SCOPE_CALL_BASELINE]);
  scope_csv_unsigned (csv, parting->n_only[SCOPE_CALL_RUN]);
}

static void
write_partings (const ScopeCliCompare *compare, ScopeCsv *csv, const ScopeCallDiff *diff)
{
  for (guint i = 0; i < diff->n_partings; i++)
    {
      const ScopeCallParting *parting = &diff->partings[i];

      write_lanes (compare, csv, &diff->lanes[parting->lane]);
      scope_csv_text (csv, diff->in_cycles ? "cycles" : "ns");
      write_parting_in_time (compare, csv, diff, parting);
      if (parting->in_calls)
        {
          scope_csv_text (csv, scope_call_match_name (parting->match));
          write_path (csv, diff, parting->call_context);
          write_time (compare, csv, SCOPE_CALL_BASELINE, parting->call_from[SCOPE_CALL_BASELINE]);
          write_time (compare, csv, SCOPE_CALL_RUN, parting->call_from[SCOPE_CALL_RUN]);
        }
      else
        scope_cli_empty (csv, 4);
      scope_csv_end_row (csv);
    }
}

static gboolean
print_table (const ScopeCliCompare *compare, const ScopeCliCompareCalls *calls, ScopePairing *pairing,
             ScopeCallDiffQuestion *question, GError **error)
{
  What what = (What) MAX (calls->table, 0);
  ScopeCsv *csv = scope_cli_table (compare->cli, headers[what]);
  Rows rows = { compare, csv };
  g_autoptr (ScopeCallDiff) diff = NULL;

  if (what == WHAT_CALLS)
    {
      question->func = write_call;
      question->user_data = &rows;
    }
  diff = scope_call_diff_read (pairing, question, error);
  if (diff == NULL)
    {
      scope_csv_free (csv);
      return FALSE;
    }
  switch (what)
    {
    case WHAT_PATHS:
      write_paths (csv, diff);
      break;
    case WHAT_FUNCTIONS:
      write_functions (csv, diff);
      break;
    case WHAT_LANES:
      write_lane_table (compare, csv, diff);
      break;
    case WHAT_FIRST:
      write_partings (compare, csv, diff);
      break;
    case WHAT_CALLS:
    case N_WHATS:
    default:
      break;
    }
  return scope_csv_close (csv, error);
}

/* --- for people --- */

static void
append_summary (GString *out, const ScopeCallDiff *diff)
{
  guint64 n_matched = 0, n_only[2] = { 0, 0 };
  g_autofree char *matched = NULL, *baseline = NULL, *run = NULL;

  for (guint i = 0; i < diff->n_lanes; i++)
    {
      n_matched += diff->lanes[i].n_matched;
      n_only[0] += diff->lanes[i].n_only[0];
      n_only[1] += diff->lanes[i].n_only[1];
    }
  matched = scope_format_count (n_matched);
  baseline = scope_format_count (n_only[0]);
  run = scope_format_count (n_only[1]);
  g_string_append_printf (out, "Calls: %s in both, %s only in the baseline, %s only in this run; compared in %s.\n", matched, baseline,
                          run, diff->in_cycles ? "cycles of each core" : "time");
}

static void
append_partings (GString *out, const ScopeCliCompare *compare, const ScopeCallDiff *diff, guint limit)
{
  g_autofree char *more_than = scope_call_diff_format (diff, diff->more_than, FALSE);

  g_string_append_printf (out, "\nFirst difference of more than %s\n", more_than);
  for (guint i = 0; i < MIN (diff->n_partings, limit); i++)
    {
      const ScopeCallParting *parting = &diff->partings[i];
      const ScopeCallLanePair *pair = &diff->lanes[parting->lane];
      g_autofree char *lane = scope_trace_lane_title (compare->traces[0], pair->lanes[SCOPE_CALL_RUN]);
      g_autofree char *in_time = scope_call_parting_in_time (diff, parting);
      g_autofree char *in_calls = scope_call_parting_in_calls (diff, parting);

      g_string_append_printf (out, "  %s\n", lane);
      if (in_time != NULL)
        {
          g_autofree char *drift = scope_call_diff_format (diff, parting->drift, TRUE);
          g_autofree char *at = scope_format_duration ((double) parting->to[SCOPE_CALL_RUN], compare->cli->tick_ps);

          g_string_append_printf (out, "    %s: %s at %s\n", in_time, drift, at);
        }
      if (in_calls != NULL)
        g_string_append_printf (out, "    %s\n", in_calls);
    }
  if (diff->n_partings == 0)
    g_string_append (out, "  none\n");
  else if (diff->n_partings > limit)
    g_string_append_printf (out, "  … and %u lane%s more\n", diff->n_partings - limit, diff->n_partings - limit == 1 ? "" : "s");
}

static void
append_function (GString *out, const ScopeCallDiff *diff, const ScopeCallFunctionDiff *function)
{
  const ScopeCallFigures change = scope_call_figures_change (function->figures);
  g_autofree char *self = scope_call_diff_format (diff, scope_call_figures_self (diff, &change), TRUE);
  g_autofree char *total = scope_call_diff_format (diff, scope_call_figures_total (diff, &change), TRUE);
  g_autofree char *matched = scope_format_count (function->n_matched);
  g_autofree char *baseline = scope_format_count (function->n_only[SCOPE_CALL_BASELINE]);
  g_autofree char *run = scope_format_count (function->n_only[SCOPE_CALL_RUN]);

  g_string_append (out, "  ");
  scope_cli_append_left (out, function->name, 30);
  scope_cli_append_right (out, self, 18);
  scope_cli_append_right (out, total, 18);
  scope_cli_append_right (out, matched, 10);
  scope_cli_append_right (out, baseline, 15);
  scope_cli_append_right (out, run, 15);
  if (diff->has_hits)
    for (guint k = 0; k < SCOPE_N_HITS; k++)
      if (change.hits[k] != 0)
        g_string_append_printf (out, "  %s%" G_GINT64_FORMAT " %s", change.hits[k] < 0 ? "−" : "+", ABS (change.hits[k]),
                                scope_hit_name (k));
  g_string_append_c (out, '\n');
}

static gboolean
is_same (const ScopeCallDiff *diff, const ScopeCallFunctionDiff *function)
{
  const ScopeCallFigures change = scope_call_figures_change (function->figures);

  for (guint k = 0; k < SCOPE_N_HITS; k++)
    if (change.hits[k] != 0)
      return FALSE;

  return function->n_only[SCOPE_CALL_BASELINE] == 0 && function->n_only[SCOPE_CALL_RUN] == 0
         && scope_call_figures_self (diff, &change) == 0 && scope_call_figures_total (diff, &change) == 0;
}

static void
append_functions (GString *out, const ScopeCallDiff *diff, guint limit)
{
  g_autofree guint *order = sorted_functions (diff);
  guint n = 0, printed = 0;

  for (guint i = 0; i < diff->n_functions; i++)
    n += !is_same (diff, &diff->functions[order[i]]);
  if (n == 0)
    {
      g_string_append (out, "\nFunctions: no difference\n");
      return;
    }
  g_string_append (out, "\nFunctions                               own time       with callees      both  only baseline       only run\n");
  for (guint i = 0; i < diff->n_functions && printed < limit; i++)
    if (!is_same (diff, &diff->functions[order[i]]))
      {
        append_function (out, diff, &diff->functions[order[i]]);
        printed++;
      }
  if (n > limit)
    g_string_append_printf (out, "  … and %u more; --limit 0 prints them\n", n - limit);
  if (n < diff->n_functions)
    g_string_append_printf (out, "  no difference in %u other%s\n", diff->n_functions - n, diff->n_functions - n == 1 ? "" : "s");
}

static gboolean
is_all_same (const ScopeCallDiff *diff)
{
  for (guint i = 0; i < diff->n_lanes; i++)
    if (diff->lanes[i].n_only[SCOPE_CALL_BASELINE] > 0 || diff->lanes[i].n_only[SCOPE_CALL_RUN] > 0)
      return FALSE;
  for (guint i = 0; i < diff->n_functions; i++)
    if (!is_same (diff, &diff->functions[i]))
      return FALSE;

  return diff->n_partings == 0 && diff->more_than == 0;
}

static gboolean
print_words (const ScopeCliCompare *compare, ScopePairing *pairing, const ScopeCallDiffQuestion *question, guint limit, GError **error)
{
  g_autoptr (ScopeCallDiff) diff = scope_call_diff_read (pairing, question, error);
  g_autoptr (GString) out = g_string_new (NULL);

  if (diff == NULL)
    return FALSE;
  scope_cli_compare_append_settings (compare, out);
  g_string_append_printf (out, "Baseline  %s\nThis run  %s\n", compare->baseline, compare->run);
  append_summary (out, diff);
  if (is_all_same (diff))
    {
      g_string_append (out, "\nNo difference.\n");
      return scope_cli_print (out->str, error);
    }
  append_partings (out, compare, diff, limit);
  append_functions (out, diff, limit);
  return scope_cli_print (out->str, error);
}

static gboolean
draw_picture (const ScopeCliCompare *compare, const ScopeCliCompareCalls *calls, ScopePairing *pairing,
              const ScopeCallDiffQuestion *question, GError **error)
{
  g_autoptr (ScopeCallDiff) diff = scope_call_diff_read (pairing, question, error);

  return diff != NULL
         && scope_call_diff_picture_export (compare->comparison, diff, &(ScopeCallDiffPictureOptions) { 0 }, calls->picture, error);
}

gboolean
scope_cli_compare_print_calls (const ScopeCliCompare *compare, const ScopeCliCompareCalls *calls, guint limit, GError **error)
{
  ScopePairing *pairing = scope_comparison_get_pairing (compare->comparison);
  ScopeCallDiffQuestion question = calls->question;

  question.from = compare->cli->from;
  question.to = compare->cli->to;
  question.map = compare->cli->ranged ? scope_comparison_get_map (compare->comparison) : NULL;
  question.cancellable = compare->cli->cancellable;
  if (scope_sample_diff_is_possible (pairing))
    {
      g_auto (GStrv) words = g_strsplit (SCOPE_CLI_COMPARE_WHATS, ", ", -1);

      return scope_cli_compare_print_samples (compare, calls, calls->table >= 0 ? words[calls->table] : NULL, limit, error);
    }
  if (!scope_call_diff_is_possible (pairing))
    return scope_fail (error, G_IO_ERROR_NOT_SUPPORTED, "one of the runs tells of no calls");
  if (calls->picture != NULL && !draw_picture (compare, calls, pairing, &question, error))
    return FALSE;
  if (calls->table >= 0 || !scope_cli_wants_text (compare->cli))
    return print_table (compare, calls, pairing, &question, error);
  return print_words (compare, pairing, &question, limit, error);
}
