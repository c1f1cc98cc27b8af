/* scope-go-to.c: see scope-go-to.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-go-to.h"

#include "scope-ruler.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CHECK_EVERY 256u

gboolean
scope_go_to_parse_time (const char *text, gint64 tick_ps, double *ret_ticks)
{
  static const struct
  {
    const char *unit;
    double ps;
  } units[] = { { "", 1e12 }, { "s", 1e12 }, { "ms", 1e9 }, { "µs", 1e6 }, { "μs", 1e6 }, { "us", 1e6 }, { "ns", 1e3 }, { "ps", 1 } };
  g_autofree char *copy = g_strstrip (g_strdup (text));
  char *end = NULL;
  double value;

  g_strdelimit (copy, ",", '.');
  value = g_ascii_strtod (copy, &end);
  if (end == copy || !isfinite (value))
    return FALSE;
  end = g_strchug (end);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (end, units[i].unit))
      {
        *ret_ticks = value * units[i].ps / (double) tick_ps;
        return TRUE;
      }
  return FALSE;
}

/* "14:03", "14:03:22.5" to seconds since midnight. */
static gboolean
parse_clock (const char *text, double *ret_seconds)
{
  int hour, minute, n = 0;
  double seconds = 0;
  char *end;

  if (sscanf (text, "%2d:%2d%n", &hour, &minute, &n) != 2 || n == 0 || hour < 0 || hour > 23 || minute < 0
      || minute > 59)
    return FALSE;
  text += n;
  if (*text == ':')
    {
      seconds = g_ascii_strtod (text + 1, &end);
      if (end == text + 1 || !g_ascii_isdigit (text[1]) || seconds >= 61)
        return FALSE;
      text = end;
    }
  *ret_seconds = hour * 3600 + minute * 60 + seconds;
  return *text == '\0';
}

static gboolean
is_within (const ScopeViewport *viewport, double ticks)
{
  return ticks >= 0 && ticks <= (double) viewport->last - (double) viewport->first;
}

/* The day is that of the trace, or the next if it went on past midnight. */
static gboolean
find_clock (ScopeView *view, double seconds, gint64 *ret_time)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  double tick_ns = (double) scope_trace_tick_ps (scope_view_get_trace (view)) / 1000, start;
  g_autoptr (GDateTime) begin = NULL, midnight = NULL;
  gint64 epoch;

  if (!scope_view_get_wall_clock (view, &epoch))
    return FALSE;
  start = (double) epoch + (double) viewport->first * tick_ns;
  begin = g_date_time_new_from_unix_local ((gint64) floor (start / 1e9));
  if (begin == NULL)
    return FALSE;
  midnight = g_date_time_new_local (g_date_time_get_year (begin), g_date_time_get_month (begin),
                                    g_date_time_get_day_of_month (begin), 0, 0, 0);
  for (guint day = 0; day < 3; day++)
    {
      /* Not in floating point: ns since 1970 have more digits. */
      gint64 at = g_date_time_to_unix (midnight) * 1000000000 + llround ((seconds + day * 86400.) * 1e9);
      double ticks = (double) (at - epoch) / tick_ns - (double) viewport->first;

      if (is_within (viewport, ticks))
        {
          *ret_time = viewport->first + (gint64) llround (ticks);
          return TRUE;
        }
    }
  return FALSE;
}

/* What is typed counts from where the ruler does. */
static gboolean
find_time (ScopeView *view, double ticks, gint64 *ret_time)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  ScopeRuler ruler;

  if (scope_view_get_ruler (view) == SCOPE_RULER_SINCE_MARK)
    ticks += (double) scope_view_get_ruler_zero (view) - (double) viewport->first;
  else
    {
      scope_ruler_init (&ruler, viewport, scope_trace_tick_ps (scope_view_get_trace (view)), 80);
      ticks += ruler.zero;
    }
  if (!is_within (viewport, ticks))
    return FALSE;
  *ret_time = viewport->first + (gint64) llround (ticks);
  return TRUE;
}

ScopeGoTo
scope_go_to_parse (ScopeView *view, const char *text)
{
  ScopeGoTo there = { SCOPE_GO_TO_NOTHING, 0, 0 };
  g_autofree char *copy = g_strstrip (g_strdup (text));
  double value;

  if (copy[0] == '#' && g_ascii_string_to_unsigned (copy + 1, 10, 0, G_MAXUINT64, &there.event, NULL))
    there.kind = SCOPE_GO_TO_EVENT;
  else if (parse_clock (copy, &value))
    there.kind = find_clock (view, value, &there.time) ? SCOPE_GO_TO_TIME : SCOPE_GO_TO_NOTHING;
  else if (scope_go_to_parse_time (copy, scope_trace_tick_ps (scope_view_get_trace (view)), &value))
    there.kind = find_time (view, value, &there.time) ? SCOPE_GO_TO_TIME : SCOPE_GO_TO_NOTHING;
  else if (copy[0] != '\0')
    there.kind = SCOPE_GO_TO_MARK;
  return there;
}

/* --- marks --- */

typedef struct
{
  char *folded;
  gint64 after;
  gboolean has_later, has_any;
  gint64 later, any; /* the first of each */
} MarkSearch;

static gboolean
mark_matches (ScopeMachine *machine, guint64 id, const char *folded)
{
  g_autofree char *text = scope_machine_text (machine, id, NULL);
  g_autofree char *mark = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return mark != NULL && strstr (mark, folded) != NULL;
}

static gboolean
search_machine (ScopeTrace *trace, ScopeMachine *machine, MarkSearch *search, GCancellable *cancellable,
                GError **error)
{
  gint64 row[SCOPE_TABLE_MAX_COLUMNS], offset = scope_trace_offset (trace, machine);
  ScopeTableCursor cursor;
  GError *local = NULL;

  if (machine->tables[SCOPE_TABLE_MARKS] == NULL)
    return TRUE;
  scope_table_cursor_init (&cursor, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  for (guint i = 1; scope_table_cursor_next (&cursor, row, &local); i++)
    {
      gint64 time = row[SCOPE_MARK_TIME] + offset;
      gboolean later = time > search->after;

      if (i % CHECK_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, &local))
        break;
      /* Only what would be better than what was found is read. */
      if (later ? search->has_later && time >= search->later : search->has_later || (search->has_any && time >= search->any))
        continue;
      if (scope_trace_mark_is_name (trace, row) || !mark_matches (machine, (guint64) row[SCOPE_MARK_TEXT], search->folded))
        continue;
      if (later)
        {
          search->has_later = TRUE;
          search->later = time;
        }
      else
        {
          search->has_any = TRUE;
          search->any = time;
        }
    }
  scope_table_cursor_clear (&cursor);
  if (local != NULL)
    g_propagate_error (error, local);
  return local == NULL;
}

gboolean
scope_go_to_find_mark (ScopeTrace *trace, const char *text, gint64 after, gint64 *ret_time, GCancellable *cancellable,
                       GError **error)
{
  g_autofree char *copy = g_strstrip (g_strdup (text));
  g_autofree char *folded = g_utf8_casefold (copy, -1);
  MarkSearch search = { .folded = folded, .after = after };

  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    if (!search_machine (trace, scope_trace_machine (trace, i), &search, cancellable, error))
      return FALSE;
  if (search.has_later || search.has_any)
    *ret_time = search.has_later ? search.later : search.any;
  return search.has_later || search.has_any;
}
