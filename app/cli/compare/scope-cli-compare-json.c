/* scope-cli-compare-json.c: `compare --json`: what was compared, how it was aligned and paired, all differences, and the
 * conditions, as one object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/compare/scope-cli-compare.h"

#include "model/base/scope-json.h"

#include <math.h>

#define FLUSH_AT 65536u

/* --- runs, alignment, pairing --- */

/* Each trace has ticks of its own. */
static void
append_time (const ScopeCliCompare *compare, ScopeJson *json, const char *name, guint trace, gint64 ticks)
{
  if (ticks == SCOPE_TIME_MIN)
    scope_json_text (json, name, NULL);
  else
    scope_json_time (json, name, ticks, MAX (scope_trace_tick_ps (compare->traces[trace]), 1));
}

static void
append_run (const ScopeCliCompare *compare, ScopeJson *json, const char *name, const char *path, guint trace)
{
  gint64 first, last;

  scope_trace_range (compare->traces[trace], &first, &last);
  scope_json_begin (json, name, '{');
  scope_json_text (json, "path", path);
  scope_json_text (json, "program", scope_trace_title (compare->traces[trace]));
  append_time (compare, json, "start_ns", trace, first);
  append_time (compare, json, "end_ns", trace, last);
  scope_json_end (json);
}

/* What was different before the runs began, and what a significant change needs. */
static void
append_settings (const ScopeCliCompare *compare, ScopeJson *json)
{
  g_auto (GStrv) differences = scope_run_setting_dup_differences (compare->traces[1], compare->traces[0]);

  scope_json_begin (json, "warnings", '[');
  for (guint i = 0; differences[i] != NULL; i++)
    scope_json_text (json, NULL, differences[i]);
  scope_json_end (json);
  scope_json_text (json, "significance", compare->n_traces == 2 ? scope_difference_what_significance_needs () : NULL);
}

static void
append_marks (const ScopeCliCompare *compare, ScopeJson *json, ScopeAlignment *alignment)
{
  static const char *const fates[] = { "used", "crosses", "only baseline", "only run", "aside" };

  scope_json_begin (json, "marks", '[');
  for (guint i = 0; i < scope_alignment_n_marks (alignment); i++)
    {
      ScopeAlignMark mark = scope_alignment_mark (alignment, i);

      scope_json_begin (json, NULL, '{');
      scope_json_text (json, "text", mark.text);
      scope_json_unsigned (json, "occurrence", mark.occurrence);
      append_time (compare, json, "baseline_ns", 1, mark.baseline);
      append_time (compare, json, "run_ns", 0, mark.run);
      scope_json_text (json, "fate", fates[mark.fate]);
      scope_json_end (json);
    }
  scope_json_end (json);
}

static void
append_alignment (const ScopeCliCompare *compare, ScopeJson *json)
{
  static const char *const names[] = { "auto", "marks", "start", "length", "mark", "at", "interval" };
  ScopeAlignment *alignment = scope_comparison_get_alignment (compare->comparison);
  ScopeTimeMap *map = scope_alignment_get_map (alignment);
  g_autofree char *words = scope_alignment_dup_words (alignment);

  scope_json_begin (json, "alignment", '{');
  scope_json_text (json, "by", names[scope_alignment_get_by (alignment)]);
  scope_json_text (json, "words", words);
  scope_json_begin (json, "knots", '[');
  for (guint i = 0; i < scope_time_map_n_knots (map); i++)
    {
      ScopeTimeKnot knot = scope_time_map_knot (map, i);

      scope_json_begin (json, NULL, '{');
      append_time (compare, json, "baseline_ns", 1, knot.baseline);
      append_time (compare, json, "run_ns", 0, knot.run);
      scope_json_end (json);
    }
  scope_json_end (json);
  append_marks (compare, json, alignment);
  scope_json_end (json);
}

static void
append_pairing (const ScopeCliCompare *compare, ScopeJson *json)
{
  static const char *const names[] = { "machines", "processors", "processes", "threads" };
  ScopePairing *pairing = scope_comparison_get_pairing (compare->comparison);

  scope_json_begin (json, "pairing", '{');
  for (guint kind = 0; kind < G_N_ELEMENTS (names); kind++)
    {
      scope_json_begin (json, names[kind], '{');
      scope_json_unsigned (json, "pairs", scope_pairing_n_pairs (pairing, (ScopeKind)kind));
      scope_json_unsigned (json, "only_baseline", scope_pairing_n_only_baseline (pairing, (ScopeKind)kind));
      scope_json_unsigned (json, "only_run", scope_pairing_n_only_run (pairing, (ScopeKind)kind));
      scope_json_end (json);
    }
  scope_json_end (json);
}

/* --- differences --- */

static void
append_value (const ScopeCliCompare *compare, ScopeJson *json, const char *name, ScopeUnit unit, gint64 value, gboolean known)
{
  if (!known)
    scope_json_text (json, name, NULL);
  else if (unit == SCOPE_UNIT_TIME)
    scope_json_time (json, name, value, compare->cli->tick_ps);
  else if (scope_unit_is_millionths (unit))
    scope_json_decimal (json, name, (double)value / 1e6, 6);
  else
    scope_json_integer (json, name, value);
}

/* What baselines have: in the units of the values. */
static void
append_spread (const ScopeCliCompare *compare, ScopeJson *json, const ScopeDifference *difference)
{
  ScopeUnit unit = scope_quantity_unit (difference->quantity);
  double scale = unit == SCOPE_UNIT_TIME    ? (double)compare->cli->tick_ps / 1000
                 : scope_unit_is_millionths (unit) ? 1e-6
                                                   : 1;

  if (difference->n_spread == 0)
    return;
  scope_json_begin (json, "spread", '{');
  scope_json_unsigned (json, "runs", difference->n_spread);
  scope_json_decimal (json, "mean", difference->mean * scale, scope_unit_is_millionths (unit) ? 6 : 3);
  append_value (compare, json, "min", unit, difference->least, TRUE);
  append_value (compare, json, "max", unit, difference->most, TRUE);
  scope_json_end (json);
}

static void
append_difference (const ScopeCliCompare *compare, ScopeJson *json, const ScopeDifference *difference)
{
  ScopeUnit unit = scope_quantity_unit (difference->quantity);
  g_autofree char *lane = scope_difference_lane (compare->comparison, difference);
  g_autofree char *title = scope_difference_title (compare->comparison, difference);
  ScopePairing *pairing = scope_comparison_get_pairing (compare->comparison);

  scope_json_begin (json, NULL, '{');
  scope_json_text (json, "scope", scope_difference_scope (compare->comparison, difference));
  scope_json_text (json, "lane", lane);
  scope_json_text (json, "title", title);
  if (difference->of == SCOPE_FIGURE_LANE)
    {
      g_autofree char *baseline = difference->has_baseline
                                      ? scope_trace_format_lane (compare->traces[1], difference->baseline_lane)
                                      : NULL;

      scope_json_text (json, "baseline_lane", baseline);
      scope_json_text (json, "paired_by",
                       difference->has_run && difference->has_baseline
                           ? scope_paired_name (scope_pairing_how (pairing, difference->run_lane))
                           : NULL);
    }
  scope_json_text (json, "quantity", scope_quantity_name (difference->quantity));
  scope_json_text (json, "unit", scope_cli_unit_name (unit));
  append_value (compare, json, "baseline", unit, difference->baseline, difference->has_baseline);
  append_value (compare, json, "run", unit, difference->run, difference->has_run);
  append_value (compare, json, "change", unit, difference->change, difference->has_change);
  scope_json_decimal (json, "change_percent", difference->has_change ? difference->change_percent : (double)NAN, 3);
  if (scope_difference_significance_is_known (difference))
    scope_json_boolean (json, "significant", difference->significant);
  else
    scope_json_text (json, "significant", NULL);
  scope_json_decimal (json, "weight", difference->weight, 6);
  append_spread (compare, json, difference);
  scope_json_end (json);
}

static gboolean
append_differences (const ScopeCliCompare *compare, ScopeJson *json, GError **error)
{
  scope_json_begin (json, "differences", '[');
  for (guint i = 0; i < compare->differences->len; i++)
    {
      append_difference (compare, json, &g_array_index (compare->differences, ScopeDifference, i));
      if (i % 64 == 0 && scope_cli_interrupted (compare->cli, error))
        return FALSE;
      if (json->out->len < FLUSH_AT)
        continue;
      if (!scope_cli_print (json->out->str, error))
        return FALSE;
      g_string_truncate (json->out, 0);
    }
  scope_json_end (json);
  return TRUE;
}

static void
append_conditions (const ScopeCliCompare *compare, ScopeJson *json)
{
  static const char *const names[] = { "holds", "does not hold", "unknown", "no such lane" };

  scope_json_begin (json, "conditions", '[');
  for (guint i = 0; i < compare->verdicts->len; i++)
    {
      scope_json_begin (json, NULL, '{');
      scope_json_text (json, "condition", scope_condition_text (g_ptr_array_index (compare->conditions, i)));
      scope_json_text (json, "verdict", names[g_array_index (compare->verdicts, ScopeVerdict, i)]);
      scope_json_text (json, "words", g_ptr_array_index (compare->sentences, i));
      scope_json_end (json);
    }
  scope_json_end (json);
}

gboolean
scope_cli_compare_print_json (const ScopeCliCompare *compare, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeJson json = { out, SCOPE_JSON_COMPACT };

  scope_json_begin (&json, NULL, '{');
  append_settings (compare, &json);
  append_run (compare, &json, "baseline", compare->baseline, 1);
  append_run (compare, &json, "run", compare->run, 0);
  append_alignment (compare, &json);
  append_pairing (compare, &json);
  append_conditions (compare, &json);
  if (!append_differences (compare, &json, error))
    return FALSE;
  scope_json_end (&json);
  return scope_cli_print (out->str, error);
}
