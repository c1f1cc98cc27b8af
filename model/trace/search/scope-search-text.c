/* scope-search-text.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/search/scope-search-text.h"

#include <math.h>
#include <string.h>

static gboolean
is_ascii (const char *text)
{
  for (; *text != '\0'; text++)
    if ((guchar) *text >= 0x80)
      return FALSE;
  return TRUE;
}

static gboolean
is_number (const char *token)
{
  return *token != '\0' && strspn (token, "0123456789") == strlen (token);
}

static char *
plain_pattern (const char *text)
{
  g_autofree char *copy = g_strstrip (g_strdup (text));
  g_auto (GStrv) tokens = g_regex_split_simple ("\\s+", copy, 0, 0);
  GString *pattern = g_string_new (NULL);

  for (guint i = 0; tokens[i] != NULL; i++)
    {
      g_autofree char *escaped = g_regex_escape_string (tokens[i], -1);

      if (i > 0)
        g_string_append (pattern, "[\\s_=]+");
      else if (is_number (tokens[i]))
        g_string_append (pattern, "\\b");
      g_string_append (pattern, escaped);
      if (tokens[i][0] != '\0' && g_ascii_isdigit (tokens[i][strlen (tokens[i]) - 1])
          && (is_number (tokens[i]) || strchr (tokens[i], '=') != NULL))
        g_string_append (pattern, "\\b");
    }
  return g_string_free (pattern, FALSE);
}

GRegex *
scope_search_compile (const char *text, ScopeSearchFlags flags, GError **error)
{
  g_autofree char *pattern = flags & SCOPE_SEARCH_REGEX ? g_strdup (text) : plain_pattern (text);
  GRegexCompileFlags compile = G_REGEX_OPTIMIZE | G_REGEX_MULTILINE;

  if (!(flags & SCOPE_SEARCH_CASE))
    compile |= G_REGEX_CASELESS;
  /* Bytes are quicker than characters, and the same for such a pattern. */
  if (is_ascii (pattern))
    compile |= G_REGEX_RAW;
  return g_regex_new (pattern, compile, 0, error);
}

/* --- lengths --- */

#define NUMBER "([0-9]+(?:[.,][0-9]+)?)\\s*"
#define UNIT "(ps|ns|us|µs|μs|ms|s|min)"

static double
unit_ps (const char *unit)
{
  static const struct
  {
    const char *name;
    double ps;
  } units[] = { { "ps", 1 }, { "ns", 1e3 }, { "us", 1e6 }, { "µs", 1e6 }, { "μs", 1e6 }, { "ms", 1e9 }, { "s", 1e12 }, { "min", 6e13 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (unit, units[i].name) == 0)
      return units[i].ps;
  return 0;
}

static double
length_ps (const char *number, const char *unit)
{
  g_autofree char *text = g_strdelimit (g_strdup (number), ",", '.');

  return g_ascii_strtod (text, NULL) * unit_ps (unit);
}

static void
at_least (ScopeSearchLength *length, double ps, gboolean more)
{
  if (ps < length->least || (ps == length->least && !more))
    return;
  length->least = ps;
  length->more = more;
}

static void
at_most (ScopeSearchLength *length, double ps, gboolean less)
{
  if (ps > length->most || (ps == length->most && !less))
    return;
  length->most = ps;
  length->less = less;
}

static gboolean
take_condition (const GMatchInfo *info, GString *result, gpointer data)
{
  ScopeSearchLength *length = data;
  g_autofree char *sign = g_match_info_fetch (info, 1), *number = g_match_info_fetch (info, 2);
  g_autofree char *unit = g_match_info_fetch (info, 3), *from = g_match_info_fetch (info, 4);
  g_autofree char *from_unit = g_match_info_fetch (info, 5), *to = g_match_info_fetch (info, 6);
  g_autofree char *to_unit = g_match_info_fetch (info, 7);

  length->given = TRUE;
  if (sign == NULL || *sign == '\0')
    {
      at_least (length, length_ps (from, *from_unit != '\0' ? from_unit : to_unit), FALSE);
      at_most (length, length_ps (to, to_unit), FALSE);
    }
  else if (*sign == '>' || strcmp (sign, "≥") == 0)
    at_least (length, length_ps (number, unit), strcmp (sign, ">") == 0);
  else
    at_most (length, length_ps (number, unit), strcmp (sign, "<") == 0);
  g_string_append_c (result, ' ');
  return FALSE;
}

char *
scope_search_take_length (const char *text, ScopeSearchLength *ret_length)
{
  /* "20ms..10ms" is nothing, and finds nothing. "blocked>50ms", "duration > 50ms" are how others write it. */
  g_autoptr (GRegex) regex = g_regex_new ("(?:(?:^|(?<=\\s))(?i:duration|length|time)\\s*(?=[<>≤≥0-9])|"
                                          "(?:^|(?<=[\\s\\pL\\pN_])))(?:(>=|<=|≥|≤|>|<)\\s*" NUMBER UNIT "|(?:^|(?<=\\s))" NUMBER UNIT
                                          "?\\s*(?:\\.\\.|–)\\s*" NUMBER UNIT ")(?=\\s|$)",
                                          0, 0, NULL);
  char *rest;

  *ret_length = (ScopeSearchLength) { FALSE, 0, G_MAXDOUBLE, FALSE, FALSE };
  rest = g_utf8_validate (text, -1, NULL) ? g_regex_replace_eval (regex, text, -1, 0, 0, take_condition, ret_length, NULL)
                                          : NULL;
  return g_strstrip (rest != NULL ? rest : g_strdup (text));
}

void
scope_search_length_ticks (const ScopeSearchLength *length, gint64 tick_ps, gint64 *ret_least, gint64 *ret_most)
{
  double tick = (double) MAX (tick_ps, 1), least = length->least / tick, most = length->most / tick;

  least = length->more ? floor (least) + 1 : ceil (least);
  most = length->less ? ceil (most) - 1 : floor (most);
  *ret_least = (gint64) MIN (least, 9e18);
  *ret_most = most < 9e18 ? (gint64) most : G_MAXINT64;
}

/* "spark thread 12" → spark_thread, 12: what that comes to among the fields of an event that has only numbers,
 * "spark_thread=12". */
static void
set_plain (ScopeEventFilter *filter, const char *text, ScopeSearchFlags flags)
{
  g_autofree char *rest = g_strstrip (g_strdup (text));
  gsize n = strlen (rest), digits = 0;
  gboolean separate = FALSE;

  while (digits < n && g_ascii_isdigit (rest[n - digits - 1]))
    digits++;
  if (digits > 0 && digits <= 18 && (digits == n || strchr (" \t=_", rest[n - digits - 1]) != NULL))
    {
      if (digits < n && rest[n - digits - 1] == '_')
        return;
      filter->value = g_ascii_strtoll (rest + n - digits, NULL, 10);
      /* 012 is a text */
      if (digits > 1 && rest[n - digits] == '0')
        {
          filter->value = -1;
          return;
        }
      rest[n - digits] = '\0';
      g_strchomp (rest);
      if (g_str_has_suffix (rest, "="))
        rest[strlen (rest) - 1] = '\0';
      g_strchomp (rest);
    }
  for (char *p = rest; *p != '\0'; p++)
    if (g_ascii_isspace (*p) || *p == '=')
      {
        separate = TRUE;
        *p = '_';
      }
  if (separate && strpbrk (rest, "0123456789") != NULL)
    {
      filter->value = -1;
      return;
    }
  filter->plain = TRUE;
  if (*rest != '\0')
    filter->word = flags & SCOPE_SEARCH_CASE ? g_strdup (rest) : g_ascii_strdown (rest, -1);
}

ScopeEventFilter *
scope_search_event_filter (const char *text, ScopeSearchFlags flags, GError **error)
{
  GArray *conditions = NULL;
  g_autofree char *rest = flags & SCOPE_SEARCH_REGEX ? g_strdup (text) : scope_event_conditions_take (text, &conditions);
  GRegex *regex = conditions == NULL  ? scope_search_compile (text, flags, error)
                  : *rest != '\0' ? scope_search_compile (rest, flags, error)
                                   : NULL;
  ScopeEventFilter *filter;

  if (regex == NULL && conditions == NULL)
    return NULL;
  filter = scope_event_filter_new ();
  filter->regex = regex;
  filter->conditions = conditions;
  filter->in_names = filter->in_details = TRUE;
  if (!(flags & SCOPE_SEARCH_REGEX) && regex != NULL)
    set_plain (filter, rest, flags);
  return filter;
}
