/* scope-cli-compare-json.c: `compare --json`: what was compared, how it was aligned and paired, all differences, and the
 * conditions, as one object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/compare/scope-cli-compare.h"

#include <math.h>

#define FLUSH_AT 65536u

static void
key (GString *out, const char *name)
{
  char last = out->len > 0 ? out->str[out->len - 1] : '{';

  if (last != '{' && last != '[')
    g_string_append_c (out, ',');
  scope_json_append_string (out, name);
  g_string_append_c (out, ':');
}

static void
text (GString *out, const char *name, const char *value)
{
  key (out, name);
  if (value != NULL)
    scope_json_append_string (out, value);
  else
    g_string_append (out, "null");
}

static void
boolean (GString *out, const char *name, gboolean value)
{
  key (out, name);
  g_string_append (out, value ? "true" : "false");
}

static void
begin (GString *out, char bracket)
{
  char last = out->len > 0 ? out->str[out->len - 1] : '[';

  if (last == '}' || last == ']')
    g_string_append_c (out, ',');
  g_string_append_c (out, bracket);
}

static void
number (GString *out, double value, guint decimals)
{
  char digits[64];

  if (!isfinite (value))
    g_string_append (out, "null");
  else
    {
      g_snprintf (digits, sizeof digits, "%.*f", (int)decimals, value);
      g_string_append (out, digits);
    }
}

/* --- runs, alignment, pairing --- */

static void
append_run (GString *out, const char *name, const char *path, ScopeTrace *trace)
{
  gint64 first, last, tick_ps = MAX (scope_trace_tick_ps (trace), 1);
  ScopeCli clock = { .tick_ps = tick_ps };

  scope_trace_range (trace, &first, &last);
  key (out, name);
  g_string_append_c (out, '{');
  text (out, "path", path);
  text (out, "program", scope_trace_title (trace));
  key (out, "start_ns");
  scope_cli_append_ns (&clock, out, first);
  key (out, "end_ns");
  scope_cli_append_ns (&clock, out, last);
  g_string_append_c (out, '}');
}

static void
append_time (const ScopeCliCompare *compare, GString *out, const char *name, guint trace, gint64 ticks)
{
  ScopeCli clock = { .tick_ps = MAX (scope_trace_tick_ps (compare->traces[trace]), 1) };

  key (out, name);
  if (ticks == SCOPE_TIME_MIN)
    g_string_append (out, "null");
  else
    scope_cli_append_ns (&clock, out, ticks);
}

static void
append_marks (const ScopeCliCompare *compare, GString *out, ScopeAlignment *alignment)
{
  static const char *const fates[] = { "used", "crosses", "only baseline", "only run", "aside" };

  key (out, "marks");
  g_string_append_c (out, '[');
  for (guint i = 0; i < scope_alignment_n_marks (alignment); i++)
    {
      ScopeAlignMark mark = scope_alignment_mark (alignment, i);

      begin (out, '{');
      text (out, "text", mark.text);
      key (out, "occurrence");
      g_string_append_printf (out, "%u", mark.occurrence);
      append_time (compare, out, "baseline_ns", 1, mark.baseline);
      append_time (compare, out, "run_ns", 0, mark.run);
      text (out, "fate", fates[mark.fate]);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
}

static void
append_alignment (const ScopeCliCompare *compare, GString *out)
{
  static const char *const names[] = { "auto", "marks", "start", "length", "mark", "at", "interval" };
  ScopeAlignment *alignment = scope_comparison_get_alignment (compare->comparison);
  ScopeTimeMap *map = scope_alignment_get_map (alignment);
  g_autofree char *words = scope_alignment_dup_words (alignment);

  key (out, "alignment");
  g_string_append_c (out, '{');
  text (out, "by", names[scope_alignment_get_by (alignment)]);
  text (out, "words", words);
  key (out, "knots");
  g_string_append_c (out, '[');
  for (guint i = 0; i < scope_time_map_n_knots (map); i++)
    {
      ScopeTimeKnot knot = scope_time_map_knot (map, i);

      begin (out, '{');
      append_time (compare, out, "baseline_ns", 1, knot.baseline);
      append_time (compare, out, "run_ns", 0, knot.run);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
  append_marks (compare, out, alignment);
  g_string_append_c (out, '}');
}

static void
append_pairing (const ScopeCliCompare *compare, GString *out)
{
  static const char *const names[] = { "machines", "processors", "processes", "threads" };
  ScopePairing *pairing = scope_comparison_get_pairing (compare->comparison);

  key (out, "pairing");
  g_string_append_c (out, '{');
  for (guint kind = 0; kind < G_N_ELEMENTS (names); kind++)
    {
      key (out, names[kind]);
      g_string_append_printf (out, "{\"pairs\":%u,\"only_baseline\":%u,\"only_run\":%u}",
                              scope_pairing_n_pairs (pairing, (ScopeKind)kind),
                              scope_pairing_n_only_baseline (pairing, (ScopeKind)kind),
                              scope_pairing_n_only_run (pairing, (ScopeKind)kind));
    }
  g_string_append_c (out, '}');
}

/* --- differences --- */

static void
append_value (const ScopeCliCompare *compare, GString *out, const char *name, ScopeUnit unit, gint64 value, gboolean known)
{
  key (out, name);
  if (!known)
    g_string_append (out, "null");
  else if (unit == SCOPE_UNIT_TIME)
    scope_cli_append_ns (compare->cli, out, value);
  else if (unit == SCOPE_UNIT_SHARE)
    number (out, (double)value / 1e6, 6);
  else
    g_string_append_printf (out, "%" G_GINT64_FORMAT, value);
}

/* What baselines have: in the units of the values. */
static void
append_spread (const ScopeCliCompare *compare, GString *out, const ScopeDifference *difference)
{
  ScopeUnit unit = scope_quantity_unit (difference->quantity);
  double scale = unit == SCOPE_UNIT_TIME    ? (double)compare->cli->tick_ps / 1000
                 : unit == SCOPE_UNIT_SHARE ? 1e-6
                                            : 1;

  if (difference->n_spread == 0)
    return;
  key (out, "spread");
  g_string_append_printf (out, "{\"runs\":%u", difference->n_spread);
  key (out, "mean");
  number (out, difference->mean * scale, unit == SCOPE_UNIT_SHARE ? 6 : 3);
  append_value (compare, out, "min", unit, difference->least, TRUE);
  append_value (compare, out, "max", unit, difference->most, TRUE);
  g_string_append_c (out, '}');
}

static void
append_difference (const ScopeCliCompare *compare, GString *out, const ScopeDifference *difference)
{
  ScopeUnit unit = scope_quantity_unit (difference->quantity);
  g_autofree char *lane = scope_difference_lane (compare->comparison, difference);
  g_autofree char *title = scope_difference_title (compare->comparison, difference);
  ScopePairing *pairing = scope_comparison_get_pairing (compare->comparison);

  begin (out, '{');
  text (out, "scope", scope_difference_scope (difference));
  text (out, "lane", lane);
  text (out, "title", title);
  if (difference->of == SCOPE_FIGURE_LANE)
    {
      g_autofree char *baseline = difference->has_baseline
                                      ? scope_trace_format_lane (compare->traces[1], difference->baseline_lane)
                                      : NULL;

      text (out, "baseline_lane", baseline);
      text (out, "paired_by",
            difference->has_run && difference->has_baseline
                ? scope_paired_name (scope_pairing_how (pairing, difference->run_lane))
                : NULL);
    }
  text (out, "quantity", scope_quantity_name (difference->quantity));
  text (out, "unit", scope_cli_unit_name (unit));
  append_value (compare, out, "baseline", unit, difference->baseline, difference->has_baseline);
  append_value (compare, out, "run", unit, difference->run, difference->has_run);
  append_value (compare, out, "change", unit, difference->change, difference->has_change);
  key (out, "change_percent");
  number (out, difference->has_change ? difference->change_percent : (double)NAN, 3);
  boolean (out, "significant", difference->significant);
  key (out, "weight");
  number (out, difference->weight, 6);
  append_spread (compare, out, difference);
  g_string_append_c (out, '}');
}

static gboolean
append_differences (const ScopeCliCompare *compare, GString *out, GError **error)
{
  key (out, "differences");
  g_string_append_c (out, '[');
  for (guint i = 0; i < compare->differences->len; i++)
    {
      append_difference (compare, out, &g_array_index (compare->differences, ScopeDifference, i));
      if (i % 64 == 0 && scope_cli_interrupted (compare->cli, error))
        return FALSE;
      if (out->len < FLUSH_AT)
        continue;
      /* The last bracket tells whether a comma is due. */
      g_string_truncate (out, out->len - 1);
      if (!scope_cli_print (out->str, error))
        return FALSE;
      g_string_assign (out, "}");
    }
  g_string_append_c (out, ']');
  return TRUE;
}

static void
append_conditions (const ScopeCliCompare *compare, GString *out)
{
  static const char *const names[] = { "holds", "does not hold", "unknown", "no such lane" };

  key (out, "conditions");
  g_string_append_c (out, '[');
  for (guint i = 0; i < compare->verdicts->len; i++)
    {
      begin (out, '{');
      text (out, "condition", scope_condition_text (g_ptr_array_index (compare->conditions, i)));
      text (out, "verdict", names[g_array_index (compare->verdicts, ScopeVerdict, i)]);
      text (out, "words", g_ptr_array_index (compare->sentences, i));
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
}

gboolean
scope_cli_compare_print_json (const ScopeCliCompare *compare, GError **error)
{
  g_autoptr (GString) out = g_string_new ("{");

  append_run (out, "baseline", compare->baseline, compare->traces[1]);
  append_run (out, "run", compare->run, compare->traces[0]);
  append_alignment (compare, out);
  append_pairing (compare, out);
  append_conditions (compare, out);
  if (!append_differences (compare, out, error))
    return FALSE;
  g_string_append (out, "}\n");
  return scope_cli_print (out->str, error);
}
