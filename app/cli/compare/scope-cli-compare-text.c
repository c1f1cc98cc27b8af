/* scope-cli-compare-text.c: `compare` for people: what was laid on what, what was paired, and what changed most, in columns
 * that line up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/compare/scope-cli-compare.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/trace/call-diff/scope-sample-diff.h"

#include <math.h>

#define WHOSE_MOST 26
#define WHAT_MOST 28

/* No longer than `most` characters. */
static char *
shorten (const char *text, guint most)
{
  g_autofree char *start = NULL;

  if (g_utf8_strlen (text, -1) <= (glong)most)
    return g_strdup (text);
  start = g_utf8_substring (text, 0, most - 1);
  return g_strconcat (start, "…", NULL);
}

/* --- what is compared --- */

static void
append_run (GString *out, const char *title, const char *path, ScopeTrace *trace)
{
  gint64 first, last;
  g_autofree char *name = g_path_get_basename (path), *duration = NULL;

  scope_trace_range (trace, &first, &last);
  duration = scope_format_duration ((double)(last - first), MAX (scope_trace_tick_ps (trace), 1));
  scope_cli_append_left (out, title, 10);
  g_string_append_printf (out, "%s: %s, %s\n", name, scope_trace_title (trace), duration);
}

static void
append_pairing (GString *out, const ScopeCliCompare *compare)
{
  ScopePairing *pairing = scope_comparison_get_pairing (compare->comparison);
  const char *comma = "";

  if (compare->kinds == 0)
    return;
  g_string_append (out, "Paired: ");
  for (ScopeKind kind = SCOPE_KIND_MACHINE; kind <= SCOPE_KIND_THREAD; kind++)
    if (compare->kinds & 1u << kind)
      {
        static const char *const words[] = { "machines", "processors", "processes", "threads" };

        gboolean processes = scope_trace_kind_repeats (compare->traces[0], SCOPE_KIND_PROCESS);

        g_string_append_printf (out, "%s%u of the %s (only in the baseline %u, only in this run %u)", comma,
                                scope_pairing_n_pairs (pairing, kind), words[processes && kind == SCOPE_KIND_THREAD ? SCOPE_KIND_PROCESS : kind],
                                scope_pairing_n_only_baseline (pairing, kind), scope_pairing_n_only_run (pairing, kind));
        comma = ", ";
      }
  g_string_append (out, ".\n");
}

/* --- what changed --- */

static void
append_value (GString *out, const ScopeCliCompare *compare, const ScopeDifference *difference, gint64 value, gboolean known,
              gboolean sign)
{
  g_autofree char *text
      = known ? scope_quantity_format (difference->quantity, value, compare->cli->tick_ps, sign) : g_strdup ("–");

  scope_cli_append_right (out, text, 14);
}

static void
append_difference (GString *out, const ScopeCliCompare *compare, const ScopeDifference *difference)
{
  g_autofree char *title = scope_difference_title (compare->comparison, difference);
  g_autofree char *whose = shorten (title, WHOSE_MOST);
  g_autofree char *what = shorten (scope_quantity_label (compare->traces[0], difference->quantity), WHAT_MOST);
  g_autofree char *percent = NULL;

  g_string_append (out, "  ");
  scope_cli_append_left (out, whose, WHOSE_MOST + 1);
  scope_cli_append_left (out, what, WHAT_MOST + 1);
  append_value (out, compare, difference, difference->baseline, difference->has_baseline, FALSE);
  append_value (out, compare, difference, difference->run, difference->has_run, FALSE);
  append_value (out, compare, difference, difference->change, TRUE, TRUE);
  if (!isnan (difference->change_percent))
    percent = g_strdup_printf ("%s%.1f %%", difference->change_percent < 0 ? "−" : "+", fabs (difference->change_percent));
  scope_cli_append_right (out, percent != NULL ? percent : "new", 12);
  g_string_append_c (out, '\n');
}

static void
append_heading (GString *out, const char *title)
{
  g_string_append_c (out, '\n');
  scope_cli_append_left (out, title, WHOSE_MOST + WHAT_MOST + 4);
  scope_cli_append_right (out, "baseline", 14);
  scope_cli_append_right (out, "this run", 14);
  scope_cli_append_right (out, "change", 14);
  g_string_append_c (out, '\n');
}

static void
append_differences (GString *out, const ScopeCliCompare *compare, guint limit)
{
  const ScopeDifference *before = NULL;
  gboolean spread = compare->n_traces > 2;
  guint changed = 0, printed = 0;
  int part = -1; /* 1: significant, 0: not */

  SCOPE_EACH (const ScopeDifference, difference, compare->differences)
    {
      if (!difference->has_change || difference->change == 0 || scope_difference_repeats (difference, before))
        continue;
      before = difference;
      changed++;
      if (printed >= limit)
        continue;
      if (part != difference->significant)
        append_heading (out, difference->significant ? spread ? "What changed most, outside the spread" : "What changed most"
                                                     : "Within the spread of the baseline's runs");
      part = difference->significant;
      append_difference (out, compare, difference);
      printed++;
    }
  if (changed == 0)
    g_string_append (out, "\nNothing changed.\n");
  else if (changed > printed)
    g_string_append_printf (out, "  … and %u more; --limit 0 prints them, --csv all that is known\n", changed - printed);
  if (changed > 0 && !spread)
    g_string_append_printf (out, "\n%s\n", scope_difference_what_significance_needs ());
}

/* What only one of them records. */
static void
append_unknown (GString *out, const ScopeCliCompare *compare)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  SCOPE_EACH (const ScopeDifference, difference, compare->differences)
    {
      const char *label = scope_quantity_label (compare->traces[0], difference->quantity);
      gboolean of_lanes = difference->quantity == SCOPE_QUANTITY_ALIVE || difference->quantity == SCOPE_QUANTITY_LANES;
      g_autofree char *title = of_lanes ? scope_difference_title (compare->comparison, difference) : NULL;
      char *name = g_strconcat (of_lanes ? title : "", of_lanes ? ": " : "", label, NULL);

      if (difference->has_change)
        g_free (name);
      else if (g_hash_table_add (said, name))
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
    }
  if (names->len > 0)
    g_string_append_printf (out, "\nRecorded in one of them only: %s.\n", names->str);
}

/* What was not alike from the start, before any figure. */
void
scope_cli_compare_append_settings (const ScopeCliCompare *compare, GString *out)
{
  g_auto (GStrv) differences = scope_run_setting_dup_differences (compare->traces[1], compare->traces[0]);

  for (guint i = 0; differences[i] != NULL; i++)
    g_string_append_printf (out, "! %s\n", differences[i]);
  if (differences[0] != NULL)
    g_string_append (out, "! What changed below may come from that.\n\n");
}

gboolean
scope_cli_compare_print (const ScopeCliCompare *compare, guint limit, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *aligned = scope_alignment_dup_words (scope_comparison_get_alignment (compare->comparison));

  scope_cli_compare_append_settings (compare, out);
  append_run (out, "Baseline", compare->baseline, compare->traces[1]);
  append_run (out, "This run", compare->run, compare->traces[0]);
  if (compare->n_traces > 2)
    g_string_append_printf (out, "Spread of %u runs of the baseline\n", compare->n_traces - 1);
  g_string_append_printf (out, "%s\n", aligned);
  append_pairing (out, compare);
  append_differences (out, compare, limit);
  append_unknown (out, compare);
  if (scope_call_diff_is_possible (scope_comparison_get_pairing (compare->comparison)))
    g_string_append (out, "\nBoth tell of calls: --calls compares them call by call.\n");
  if (scope_sample_diff_is_possible (scope_comparison_get_pairing (compare->comparison)))
    g_string_append (out, "\nBoth have samples of functions: --calls compares their shares.\n");
  return scope_cli_print (out->str, error);
}
