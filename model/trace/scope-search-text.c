/* scope-search-text.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "scope-search-text.h"

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
  GRegex *regex = scope_search_compile (text, flags, error);
  ScopeEventFilter *filter;

  if (regex == NULL)
    return NULL;
  filter = scope_event_filter_new ();
  filter->regex = regex;
  filter->in_names = filter->in_details = TRUE;
  if (!(flags & SCOPE_SEARCH_REGEX))
    set_plain (filter, text, flags);
  return filter;
}
