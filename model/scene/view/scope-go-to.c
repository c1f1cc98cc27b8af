/* scope-go-to.c: see scope-go-to.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-go-to.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECOND G_GINT64_CONSTANT (1000000000)

/* What stands behind days: "02:14:41.5"; they become seconds. NULL: it is something else; else an empty unit. */
static char *
add_clock (char *text, double *days)
{
  int hours, minutes, n = 0;
  double seconds;
  char *end;

  if (sscanf (text, " %2d:%2d:%n", &hours, &minutes, &n) != 2 || n == 0 || hours < 0 || minutes < 0 || !g_ascii_isdigit (text[n]))
    return NULL;
  seconds = g_ascii_strtod (text + n, &end);
  *days = *days * 86400 + hours * 3600 + minutes * 60 + seconds;
  return end;
}

gboolean
scope_go_to_parse_time (const char *text, gint64 tick_ps, double *ret_ticks)
{
  static const struct
  {
    const char *unit;
    double ps;
  } units[] = { { "", 1e12 }, { "s", 1e12 }, { "ms", 1e9 }, { "µs", 1e6 }, { "μs", 1e6 }, { "us", 1e6 }, { "ns", 1e3 }, { "ps", 1 },
                { "min", 6e13 }, { "h", 3.6e15 }, { "d", 8.64e16 } };
  g_autofree char *copy = g_strstrip (g_strdup (text));
  char *end = NULL;
  double value;

  g_strdelimit (copy, ",", '.');
  value = g_ascii_strtod (copy, &end);
  if (end == copy || !isfinite (value))
    return FALSE;
  end = g_strchug (end);
  if (end[0] == 'd' && g_ascii_isspace (end[1]) && (end = add_clock (end + 2, &value)) == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (end, units[i].unit))
      {
        *ret_ticks = value * units[i].ps / (double) tick_ps;
        return TRUE;
      }
  return FALSE;
}

/* A time of day, as logs write it: with a day or without, with a zone or without. */
typedef struct
{
  int year, month, day; /* year 0: none was given */
  gint64 ns;            /* since midnight */
  gboolean zoned;
  int zone;             /* seconds east of Greenwich */
} Clock;

/* Nothing, "Z", "+01:00", "-0500". */
static gboolean
parse_zone (const char *text, Clock *clock)
{
  int hours = 0, minutes = 0, n = 0;

  if (*text == ' ')
    text++;
  if (*text == '\0')
    return TRUE;
  clock->zoned = TRUE;
  if (g_str_equal (text, "Z") || g_str_equal (text, "z") || g_str_equal (text, "UTC"))
    return TRUE;
  if (*text != '+' && *text != '-')
    return FALSE;
  if ((sscanf (text + 1, "%2d:%2d%n", &hours, &minutes, &n) != 2 || text[1 + n] != '\0')
      && (sscanf (text + 1, "%2d%2d%n", &hours, &minutes, &n) != 2 || text[1 + n] != '\0'))
    return FALSE;
  clock->zone = (hours * 60 + minutes) * (*text == '-' ? -60 : 60);
  return hours < 24 && minutes < 60;
}

/* "14:03", "14:03:22.5", "14:03:22,512", "2026-11-24 14:03:22", "2026-11-24T14:03:22.512Z". */
static gboolean
parse_clock (const char *text, Clock *clock)
{
  int hour, minute, second = 0, n = 0;

  *clock = (Clock) { 0 };
  if (sscanf (text, "%4d-%2d-%2d%n", &clock->year, &clock->month, &clock->day, &n) == 3 && n == 10 && (text[n] == ' ' || text[n] == 'T'))
    {
      if (!g_date_valid_dmy ((GDateDay) clock->day, (GDateMonth) clock->month, (GDateYear) clock->year))
        return FALSE;
      text += n + 1;
    }
  else
    clock->year = 0;
  n = 0;
  if (!g_ascii_isdigit (*text) || sscanf (text, "%2d:%2d%n", &hour, &minute, &n) != 2 || n == 0 || hour < 0 || hour > 23 || minute < 0
      || minute > 59)
    return FALSE;
  text += n;
  if (*text == ':')
    {
      if (!g_ascii_isdigit (text[1]) || sscanf (text + 1, "%2d%n", &second, &n) != 1 || second > 60)
        return FALSE;
      text += n + 1;
    }
  clock->ns = ((hour * 60 + minute) * 60 + second) * SECOND;
  if (*text == '.' || *text == ',')
    {
      gint64 power = SECOND / 10;

      if (!g_ascii_isdigit (*++text))
        return FALSE;
      for (; g_ascii_isdigit (*text); text++, power /= 10)
        clock->ns += (*text - '0') * power;
    }
  return parse_zone (text, clock);
}

static gboolean
is_within (const ScopeViewport *viewport, double ticks)
{
  return ticks >= 0 && ticks <= (double) viewport->last - (double) viewport->first;
}

/* That time on the day given, or on the day `day` (local), as trace time. Not in floating point: ns since 1970 have more digits. */
static gboolean
clock_on_day (ScopeView *view, const Clock *clock, GDateTime *day, gint64 epoch, gint64 *ret_time)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  g_autoptr (GTimeZone) zone = clock->zoned ? g_time_zone_new_offset (clock->zone) : g_time_zone_new_local ();
  g_autoptr (GDateTime) midnight = NULL;
  gint64 tick_ps = scope_trace_tick_ps (scope_view_get_trace (view));
  __int128 ps, time;

  midnight = clock->year > 0 ? g_date_time_new (zone, clock->year, clock->month, clock->day, 0, 0, 0)
                             : g_date_time_new (zone, g_date_time_get_year (day), g_date_time_get_month (day),
                                                g_date_time_get_day_of_month (day), 0, 0, 0);
  if (midnight == NULL)
    return FALSE;
  ps = ((__int128) g_date_time_to_unix (midnight) * SECOND + clock->ns - epoch) * 1000;
  time = ps >= 0 ? (ps + tick_ps / 2) / tick_ps : -((-ps + tick_ps / 2) / tick_ps);
  *ret_time = (gint64) CLAMP (time, G_MININT64 / 2, G_MAXINT64 / 2);
  return is_within (viewport, (double) *ret_time - (double) viewport->first);
}

/* Without a day: on that of what is seen, the ones beside it, the trace's first, or the next if it went on past midnight. */
static gboolean
find_clock (ScopeView *view, const Clock *clock, gint64 *ret_time)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  double tick_ns = (double) scope_trace_tick_ps (scope_view_get_trace (view)) / 1000;
  double places[] = { (double) viewport->first + (viewport->from + viewport->to) / 2, (double) viewport->first };
  static const int days[] = { 0, -1, 1 };
  gint64 epoch;

  if (!scope_view_get_wall_clock (view, &epoch))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint d = 0; d < G_N_ELEMENTS (days); d++)
      {
        g_autoptr (GDateTime) place = g_date_time_new_from_unix_local ((gint64) floor (((double) epoch + places[i] * tick_ns) / 1e9));
        g_autoptr (GDateTime) day = place != NULL ? g_date_time_add_days (place, days[d]) : NULL;

        if (day != NULL && clock_on_day (view, clock, day, epoch, ret_time))
          return TRUE;
      }
  return FALSE;
}

/* What is typed counts from where the ruler does; by wall clock from the start. */
static gboolean
find_time (ScopeView *view, double ticks, gint64 *ret_time)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  ScopeClock clock = scope_view_get_clock (view);

  ticks += (double) (clock.wall ? clock.start : clock.zero) - (double) viewport->first;
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
  Clock clock;
  double value;

  if (copy[0] == '#' && g_ascii_string_to_unsigned (copy + 1, 10, 0, G_MAXUINT64, &there.event, NULL))
    there.kind = SCOPE_GO_TO_EVENT;
  else if (parse_clock (copy, &clock))
    there.kind = find_clock (view, &clock, &there.time) ? SCOPE_GO_TO_TIME : SCOPE_GO_TO_NOTHING;
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
  gint64 offset = scope_trace_offset (trace, machine);
  GError *local = NULL;

  if (machine->tables[SCOPE_TABLE_MARKS] == NULL)
    return TRUE;
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &local)
    {
      gint64 time = row[SCOPE_MARK_TIME] + offset;
      gboolean later = time > search->after;

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
  return scope_passed (local, error);
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
