/* scope-caliper-text.c: see scope-caliper-text.h. Whole numbers only: what is shown, typed again, is the same tick.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calipers/scope-caliper-text.h"

#include "model/scene/view/scope-view-calipers.h"

#include "model/base/scope-format.h"
#include "model/trace/document/scope-cycles.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_DECIMALS 12u

const char *
scope_caliper_unit_title (ScopeCaliperUnit unit)
{
  return unit == SCOPE_CALIPER_PS ? _("ps") : unit == SCOPE_CALIPER_NS ? _("ns") : _("cycles");
}

gint64
scope_caliper_period (ScopeView *view)
{
  ScopeViewCalipers calipers;

  return scope_view_get_calipers (view, &calipers) && calipers.has_lane
             ? scope_cycles_of_lane (scope_view_get_trace (view), calipers.lane, NULL)
             : 0;
}

static gint64
unit_ps (ScopeView *view, ScopeCaliperUnit unit)
{
  return unit == SCOPE_CALIPER_PS ? 1 : unit == SCOPE_CALIPER_NS ? 1000 : scope_caliper_period (view);
}

char *
scope_caliper_text (ScopeView *view, gint64 time, ScopeCaliperUnit unit)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  __int128 ps = ((__int128) time - scope_trace_zero (trace)) * scope_trace_tick_ps (trace);
  gint64 one = unit_ps (view, unit);
  unsigned __int128 size = (unsigned __int128) (ps < 0 ? -ps : ps);
  g_autofree char *whole = NULL;
  GString *text;
  guint64 rest;

  if (one <= 0)
    return NULL;
  whole = scope_format_count ((guint64) (size / (guint64) one));
  rest = (guint64) (size % (guint64) one);
  text = g_string_new (ps < 0 ? "−" : "");
  g_string_append (text, whole);
  if (rest > 0)
    g_string_append_c (text, '.');
  /* As many as say which picosecond it is: a cycle is seldom a power of ten of them. */
  for (guint i = 0; rest > 0 && i < MOST_DECIMALS; i++)
    {
      rest *= 10;
      g_string_append_c (text, (char) ('0' + rest / (guint64) one));
      rest %= (guint64) one;
      if (unit == SCOPE_CALIPER_CYCLES && i >= 5)
        break;
    }
  return g_string_free (text, FALSE);
}

/* Picoseconds of the unit's name behind the number; 0: none is there, −1: another word. */
static gint64
named_unit (ScopeView *view, const char *name)
{
  static const struct
  {
    const char *name;
    gint64 ps;
  } units[] = { { "ps", 1 }, { "ns", 1000 }, { "us", 1000000 }, { "µs", 1000000 }, { "μs", 1000000 }, { "ms", 1000000000 },
                { "s", G_GINT64_CONSTANT (1000000000000) } };

  if (*name == '\0')
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (name, units[i].name) == 0)
      return units[i].ps;
  if (strcmp (name, "cy") == 0 || strcmp (name, "cycle") == 0 || strcmp (name, "cycles") == 0 || strcmp (name, _("cycles")) == 0)
    return scope_caliper_period (view) > 0 ? scope_caliper_period (view) : -1;
  return -1;
}

/* The number's digits as an integer and how many of them are decimals; *ret_rest: what stands behind it. */
static gboolean
read_number (const char *text, __int128 *ret_number, guint *ret_decimals, const char **ret_rest)
{
  const char *p = text;
  gboolean negative = FALSE, point = FALSE;
  guint digits = 0;

  *ret_number = 0;
  *ret_decimals = 0;
  if (g_str_has_prefix (p, "-") || g_str_has_prefix (p, "−"))
    {
      negative = TRUE;
      p = g_utf8_next_char (p);
    }
  for (; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c >= '0' && c <= '9')
        {
          if (++digits > 30 || (point && ++*ret_decimals > MOST_DECIMALS))
            return FALSE;
          *ret_number = *ret_number * 10 + (int) (c - '0');
        }
      else if (c == '.' && !point)
        point = TRUE;
      else if (c != ',' && c != '_' && c != '\'' && !g_unichar_isspace (c) && c != 0x202f)
        break;
    }
  *ret_rest = p;
  if (negative)
    *ret_number = -*ret_number;
  return digits > 0;
}

gboolean
scope_caliper_parse (ScopeView *view, const char *text, ScopeCaliperUnit unit, gint64 *ret_time)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  g_autofree char *copy = g_strstrip (g_strdup (text));
  gint64 tick_ps = scope_trace_tick_ps (trace), one;
  const char *rest;
  __int128 number, scale = 1, time;
  guint decimals;

  if (!read_number (copy, &number, &decimals, &rest))
    return FALSE;
  one = named_unit (view, rest);
  if (one == 0)
    one = unit_ps (view, unit);
  if (one <= 0)
    return FALSE;
  if ((number < 0 ? -number : number) > (__int128) G_MAXINT64 * 1000000)
    return FALSE;
  for (; decimals > 0; decimals--)
    scale *= 10;
  scale *= tick_ps;
  time = number * one;
  time = (time + (time < 0 ? -scale : scale) / 2) / scale + scope_trace_zero (trace);
  if (time > G_MAXINT64 / 4 || time < G_MININT64 / 4)
    return FALSE;
  *ret_time = (gint64) time;
  return TRUE;
}
