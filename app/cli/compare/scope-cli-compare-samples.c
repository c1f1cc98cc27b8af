/* scope-cli-compare-samples.c: `compare --calls` of runs that have samples of functions instead of calls: whose share changed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/compare/scope-cli-compare.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-format.h"
#include "model/trace/call-diff/scope-sample-diff.h"

#define FIGURES                                                                                          \
  "baseline_self_samples,run_self_samples,change_self_share,change_self_low,change_self_high,"            \
  "baseline_samples,run_samples,change_share,change_low,change_high"

/* --- a table --- */

static void
write_change (ScopeCsv *csv, const ScopeSampleDiff *diff, const gint64 k[2])
{
  ScopeShareChange change = scope_sample_diff_change (diff, k);

  for (guint s = 0; s < 2; s++)
    scope_csv_integer (csv, k[s]);
  scope_csv_decimal (csv, change.change, 6);
  scope_csv_decimal (csv, change.low, 6);
  scope_csv_decimal (csv, change.high, 6);
}

static gboolean
print_table (const ScopeCliCompare *compare, const ScopeSampleDiff *diff, gboolean paths, GError **error)
{
  ScopeCsv *csv = scope_cli_table (compare->cli, paths ? "path," FIGURES : "function," FIGURES);

  for (guint i = 0; i < diff->changes->len; i++)
    {
      const ScopeSampleChange *change = g_ptr_array_index (diff->changes, i);

      scope_csv_text (csv, change->name);
      write_change (csv, diff, change->own);
      write_change (csv, diff, change->total);
      scope_csv_end_row (csv);
    }
  return scope_csv_close (csv, error);
}

/* --- for people --- */

static void
append_samples (GString *out, const ScopeSampleDiff *diff, guint side)
{
  g_autofree char *n = scope_format_count ((guint64) diff->n[side]);
  g_autofree char *each = diff->sample_ns[side] > 0 ? scope_format_duration ((double) diff->sample_ns[side], 1000) : NULL;

  g_string_append_printf (out, "%s%s%s", n, each != NULL ? " of " : "", each != NULL ? each : "");
}

static char *
format_points (double share)
{
  return g_strdup_printf ("%s%.1f", share < 0 ? "−" : share > 0 ? "+" : "", ABS (share) * 100);
}

static void
append_change (GString *out, const ScopeSampleDiff *diff, const ScopeSampleChange *function)
{
  ScopeShareChange change = scope_sample_diff_change (diff, function->own), all = scope_sample_diff_change (diff, function->total);
  g_autofree char *own = format_points (change.change), *low = format_points (change.low), *high = format_points (change.high);
  g_autofree char *total = format_points (all.change), *bounds = g_strdup_printf ("%s to %s", low, high);

  g_string_append (out, "  ");
  scope_cli_append_left (out, function->name, 30);
  scope_cli_append_right (out, own, 10);
  scope_cli_append_right (out, bounds, 18);
  scope_cli_append_right (out, total, 15);
  g_string_append (out, change.low <= 0 && change.high >= 0 ? "  may be chance\n" : "\n");
}

static gboolean
print_words (const ScopeCliCompare *compare, const ScopeSampleDiff *diff, guint limit, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  scope_cli_compare_append_settings (compare, out);
  g_string_append_printf (out, "Baseline  %s\nThis run  %s\nSamples: ", compare->baseline, compare->run);
  append_samples (out, diff, 0);
  g_string_append (out, " in the baseline, ");
  append_samples (out, diff, 1);
  g_string_append (out, " in this run; their shares are compared, not times.\n\n"
                        "Functions, percentage points       by itself       at 95 %  with callees\n");
  for (guint i = 0; i < MIN (diff->changes->len, limit); i++)
    append_change (out, diff, g_ptr_array_index (diff->changes, i));
  if (diff->changes->len > limit)
    g_string_append_printf (out, "  … and %u more; --limit 0 prints them\n", diff->changes->len - limit);
  return scope_cli_print (out->str, error);
}

gboolean
scope_cli_compare_print_samples (const ScopeCliCompare *compare, const ScopeCliCompareCalls *calls, const char *table, guint limit, GError **error)
{
  gboolean paths = g_strcmp0 (table, "call-paths") == 0;
  const ScopeTimeMap *map = compare->cli->ranged ? scope_comparison_get_map (compare->comparison) : NULL;
  g_autoptr (ScopeSampleDiff) diff = NULL;

  if (calls->picture != NULL || (table != NULL && !paths && g_strcmp0 (table, "call-functions") != 0))
    return scope_fail (error, G_IO_ERROR_NOT_SUPPORTED,
                       "these runs have samples and no calls: of them there is --what call-functions and --what call-paths");
  diff = scope_sample_diff_read (scope_comparison_get_pairing (compare->comparison), compare->cli->from, compare->cli->to, map, paths,
                                 compare->cli->cancellable, error);
  if (diff == NULL)
    return FALSE;
  if (table != NULL || !scope_cli_wants_text (compare->cli))
    return print_table (compare, diff, paths, error);
  return print_words (compare, diff, limit, error);
}
