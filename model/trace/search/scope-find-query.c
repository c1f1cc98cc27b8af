/* scope-find-query.c: the text of a query into its tree. See the header for the language.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_DEPTH 100u  /* of brackets and "not" in each other */
#define MOST_TERMS 1000u

/* --- the text --- */

static void
skip_blanks (ScopeFindReading *reading)
{
  while (g_ascii_isspace (*reading->at))
    reading->at++;
}

static char *
take_word (ScopeFindReading *reading)
{
  const char *begin = reading->at;

  while (g_ascii_isalnum (*reading->at) || *reading->at == '-' || *reading->at == '_')
    reading->at++;

  return g_strndup (begin, (gsize) (reading->at - begin));
}

static gboolean
is_next (ScopeFindReading *reading, const char *word)
{
  gsize n = strlen (word);

  return g_ascii_strncasecmp (reading->at, word, n) == 0
         && (reading->at[n] == '\0' || g_ascii_isspace (reading->at[n]) || strchr ("()", reading->at[n]) != NULL);
}

/* To the next blank, or to a bracket that closes none in it; or what stands between quotes. */
static char *
take_value (ScopeFindReading *reading, gboolean *ret_quoted, GError **error)
{
  const char *begin = reading->at;
  guint open = 0;

  *ret_quoted = *begin == '\'' || *begin == '"';
  if (*ret_quoted)
    {
      const char *end = strchr (begin + 1, *begin);

      if (end == NULL)
        return scope_find_wrong (reading, begin, error, "the quote is not closed");
      reading->at = end + 1;
      return g_strndup (begin + 1, (gsize) (end - begin - 1));
    }
  for (; *reading->at != '\0' && !g_ascii_isspace (*reading->at); reading->at++)
    if (*reading->at == '(')
      open++;
    else if (*reading->at == ')' && open-- == 0)
      break;

  return g_strndup (begin, (gsize) (reading->at - begin));
}

/* A number and, behind blanks, its unit, if it has one. */
static char *
take_amount (ScopeFindReading *reading, gboolean unit_follows)
{
  const char *begin = reading->at, *end = NULL;
  double number;

  if (scope_find_read_number (begin, &number, &end) && !unit_follows)
    ;
  else if (end != NULL)
    {
      const char *unit = end;

      while (g_ascii_isspace (*unit))
        unit++;
      /* "5 s" has one, "5 or …" and "5 in:f" have none. */
      reading->at = unit;
      if (unit == end || (!is_next (reading, "or") && !is_next (reading, "and") && !is_next (reading, "not")))
        for (end = unit; g_ascii_isalpha (*end) || (guchar) *end >= 0x80;)
          end++;
      if (*end == ':' || *end == '-' || (unit > begin && g_ascii_isspace (unit[-1]) && strchr ("<>=", *end) != NULL && *end != '\0'))
        for (end = unit; end > begin && g_ascii_isspace (end[-1]);)
          end--;
    }
  else
    for (end = begin; *end != '\0' && !g_ascii_isspace (*end) && *end != ')';)
      end++;
  reading->at = end;

  return g_strndup (begin, (gsize) (end - begin));
}

static ScopeFindQuery *
read_term (ScopeFindReading *reading, GError **error)
{
  const char *begin = reading->at, *value_at;
  g_autofree char *text = take_word (reading), *value = NULL;
  const ScopeFindWord *word = scope_find_word (text);
  g_autoptr (ScopeFindQuery) node = NULL;
  gboolean quoted = FALSE;

  if (*text == '\0')
    return scope_find_wrong (reading, begin, error, *begin == '\0' ? "here a condition is missing" : "this is no condition");
  if (word == NULL)
    return scope_find_wrong (reading, begin, error, "“%s” is no word of a query", text);
  if (++reading->n_terms > MOST_TERMS)
    return scope_find_wrong (reading, begin, error, "these are too many conditions");
  node = scope_find_node_new (word->op, NULL, NULL);
  value_at = reading->at;
  while (scope_find_is_compared (word) && g_ascii_isspace (*value_at))
    value_at++;
  if (scope_find_is_compared (word) && scope_find_take_comparison (&value_at, &node->comparison))
    {
      reading->at = value_at;
      value = take_amount (reading, word->takes != SCOPE_FIND_TAKES_COUNT);
    }
  else if (*reading->at == ':' && word->takes != SCOPE_FIND_TAKES_NOTHING && word->takes != SCOPE_FIND_TAKES_COUNT)
    {
      value_at = ++reading->at;
      if (word->takes == SCOPE_FIND_TAKES_LENGTH || word->takes == SCOPE_FIND_TAKES_WAIT)
        {
          node->comparison = SCOPE_FIND_MORE;
          scope_find_take_comparison (&reading->at, &node->comparison);
          value_at = reading->at;
          value = take_amount (reading, TRUE);
        }
      else if ((value = take_value (reading, &quoted, error)) == NULL)
        return NULL;
    }
  else if (word->takes == SCOPE_FIND_TAKES_WAIT || word->takes == SCOPE_FIND_TAKES_NOTHING)
    {
      if (word->takes == SCOPE_FIND_TAKES_WAIT)
        node->op = SCOPE_FIND_KIND;
      return scope_find_finish_term (word, g_steal_pointer (&node));
    }
  else
    return scope_find_wrong (reading, reading->at, error, "“%s” needs %s behind it", word->word,
                  word->takes == SCOPE_FIND_TAKES_COUNT ? "> and a number" : scope_find_is_compared (word) ? "> and a length" : ": and a value");
  if (!scope_find_set_value (reading, word, value_at, value, quoted, node, error))
    return NULL;

  return scope_find_finish_term (word, g_steal_pointer (&node));
}

static ScopeFindQuery *read_or (ScopeFindReading *reading, GError **error);

static ScopeFindQuery *
read_factor (ScopeFindReading *reading, GError **error)
{
  const char *begin;
  ScopeFindQuery *node;

  skip_blanks (reading);
  begin = reading->at;
  if (reading->depth >= MOST_DEPTH)
    return scope_find_wrong (reading, begin, error, "this is too deep");
  reading->depth++;
  if (is_next (reading, "not"))
    {
      reading->at += strlen ("not");
      node = read_factor (reading, error);
      node = node != NULL ? scope_find_node_new (SCOPE_FIND_NOT, node, NULL) : NULL;
    }
  else if (*begin == '(')
    {
      reading->at++;
      node = read_or (reading, error);
      if (node != NULL && *reading->at != ')')
        {
          scope_find_query_free (node);
          return scope_find_wrong (reading, begin, error, "this bracket is not closed");
        }
      reading->at++;
    }
  else
    node = read_term (reading, error);
  reading->depth--;

  return node;
}

/* Ends before a bracket that closes, an "or", or at the end. */
static ScopeFindQuery *
read_and (ScopeFindReading *reading, GError **error)
{
  ScopeFindQuery *node = read_factor (reading, error);

  while (node != NULL)
    {
      ScopeFindQuery *next;

      skip_blanks (reading);
      if (*reading->at == '\0' || *reading->at == ')' || is_next (reading, "or"))
        break;
      if (is_next (reading, "and"))
        reading->at += strlen ("and");
      next = read_factor (reading, error);
      if (next == NULL)
        g_clear_pointer (&node, scope_find_query_free);
      else
        node = scope_find_node_new (SCOPE_FIND_AND, node, next);
    }

  return node;
}

static ScopeFindQuery *
read_or (ScopeFindReading *reading, GError **error)
{
  ScopeFindQuery *node = read_and (reading, error);

  while (node != NULL && is_next (reading, "or"))
    {
      ScopeFindQuery *next;

      reading->at += strlen ("or");
      next = read_and (reading, error);
      if (next == NULL)
        g_clear_pointer (&node, scope_find_query_free);
      else
        node = scope_find_node_new (SCOPE_FIND_OR, node, next);
    }

  return node;
}

ScopeFindQuery *
scope_find_query_parse (const char *text, ScopeFindFlags flags, GError **error)
{
  ScopeFindReading reading = { text, text, flags, 0, 0 };
  ScopeFindQuery *node;

  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("a query is not valid UTF-8"));
      return NULL;
    }
  node = read_or (&reading, error);
  if (node != NULL && *reading.at != '\0')
    {
      scope_find_query_free (node);
      return scope_find_wrong (&reading, reading.at, error, "this bracket closes none");
    }

  return node;
}

ScopeFindQuery *
scope_find_query_term (const char *name, const char *value, ScopeFindFlags flags, GError **error)
{
  const ScopeFindWord *word = scope_find_word (name);
  ScopeFindReading reading = { value, value, flags, 0, 0 };
  g_autoptr (ScopeFindQuery) node = NULL;
  const char *at = value;

  g_return_val_if_fail (word != NULL && word->takes != SCOPE_FIND_TAKES_NOTHING, NULL);

  if (!g_utf8_validate (value, -1, NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("a query is not valid UTF-8"));
      return NULL;
    }
  node = scope_find_node_new (word->op, NULL, NULL);
  if (scope_find_is_compared (word))
    {
      while (g_ascii_isspace (*at))
        at++;
      node->comparison = SCOPE_FIND_MORE;
      scope_find_take_comparison (&at, &node->comparison);
    }
  if (!scope_find_set_value (&reading, word, at, at, FALSE, node, error))
    return NULL;

  return scope_find_finish_term (word, g_steal_pointer (&node));
}

gboolean
scope_find_query_is_meant (const char *text)
{
  for (const char *p = text; *p != '\0';)
    {
      const char *begin = p;
      ScopeFindComparison comparison;
      g_autofree char *token = NULL;
      const ScopeFindWord *word;

      while (g_ascii_isalnum (*p) || *p == '-' || *p == '_')
        p++;
      token = g_strndup (begin, (gsize) (p - begin));
      word = (begin == text || g_ascii_isspace (begin[-1]) || begin[-1] == '(') ? scope_find_word (token) : NULL;
      if (word != NULL && word->telling)
        {
          const char *next = p;

          if (*p == ':')
            return TRUE;
          while (g_ascii_isspace (*next))
            next++;
          if (scope_find_is_compared (word) && scope_find_take_comparison (&next, &comparison))
            return TRUE;
        }
      if (p == begin)
        p++;
    }

  return FALSE;
}
