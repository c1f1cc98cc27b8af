/* scope-span-rule.c: see scope-span-rule.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/spans/scope-span-rule.h"

#include "model/base/scope-fail.h"

#include <string.h>

#define OF_NAME 0u
#define OF_NUMBER 1u

/* FNV-1a, its bits spread once more: two names that are told apart by nothing else hardly ever meet in 64 bits. */
static guint64
key_of (const char *text, gsize n, guint64 kind)
{
  guint64 h = 0xcbf29ce484222325u + kind;

  for (gsize i = 0; i < n; i++)
    h = (h ^ (guint8) text[i]) * 0x100000001b3u;
  h = (h ^ h >> 32) * 0x9fb21c651e98df25u;
  return h ^ h >> 29;
}

static GRegex *
compile (const char *pattern, GError **error)
{
  return g_regex_new (pattern, G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, error);
}

gboolean
scope_span_rule_init (ScopeSpanRule *rule, const char *begin, const char *end, GError **error)
{
  *rule = (ScopeSpanRule) { NULL, NULL };
  if (begin == NULL && end == NULL)
    return TRUE;
  if (begin == NULL || end == NULL)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "what begins a span and what ends it belong together");
  rule->begin = compile (begin, error);
  rule->end = rule->begin != NULL ? compile (end, error) : NULL;
  if (rule->end != NULL)
    return TRUE;
  scope_span_rule_clear (rule);
  return FALSE;
}

void
scope_span_rule_clear (ScopeSpanRule *rule)
{
  g_clear_pointer (&rule->begin, g_regex_unref);
  g_clear_pointer (&rule->end, g_regex_unref);
}

/* --- the words --- */

static gboolean
takes (const char **text, gsize *n, const char *word)
{
  gsize length = strlen (word);

  if (*n < length || memcmp (*text, word, length) != 0)
    return FALSE;
  *text += length;
  *n -= length;
  return TRUE;
}

static gboolean
set (ScopeSpanMark *mark, gboolean ends, guint64 key, const char *name, gsize n)
{
  *mark = (ScopeSpanMark) { .ends = ends, .key = key, .name = name, .n = n };
  return TRUE;
}

/* "7 parse" or "7" */
static gboolean
parse_numbered (const char *text, gsize n, gboolean ends, ScopeSpanMark *ret_mark)
{
  gsize digits = 0;

  while (digits < n && g_ascii_isdigit (text[digits]))
    digits++;
  if (digits == 0 || (digits < n && text[digits] != ' '))
    return FALSE;
  set (ret_mark, ends, key_of (text, digits, OF_NUMBER), text + MIN (digits + 1, n), n - MIN (digits + 1, n));
  return ret_mark->numbered = TRUE;
}

static gboolean
parse_words (const char *text, gsize n, ScopeSpanMark *ret_mark)
{
  if (takes (&text, &n, "START "))
    return set (ret_mark, FALSE, key_of (text, n, OF_NAME), text, n);
  if (takes (&text, &n, "STOP "))
    return set (ret_mark, TRUE, key_of (text, n, OF_NAME), text, n);
  if (!takes (&text, &n, "ot2 "))
    return FALSE;
  if (takes (&text, &n, "begin span "))
    return parse_numbered (text, n, FALSE, ret_mark);
  return takes (&text, &n, "end span ") && parse_numbered (text, n, TRUE, ret_mark);
}

/* --- expressions --- */

static gboolean
match (GRegex *regex, const char *text, gsize n, gboolean ends, ScopeSpanMark *ret_mark)
{
  g_autoptr (GMatchInfo) info = NULL;
  int from = 0, to = 0;

  /* One that gives up, since it has tried for too long, does not match. */
  if (!g_regex_match_full (regex, text, (gssize) n, 0, 0, &info, NULL))
    return FALSE;
  if (!g_match_info_fetch_pos (info, 1, &from, &to) || from < 0)
    g_match_info_fetch_pos (info, 0, &from, &to);
  return set (ret_mark, ends, key_of (text + from, (gsize) (to - from), OF_NAME), text + from, (gsize) (to - from));
}

gboolean
scope_span_rule_parse (const ScopeSpanRule *rule, const char *text, gsize n, ScopeSpanMark *ret_mark)
{
  if (rule == NULL || rule->begin == NULL)
    return parse_words (text, n, ret_mark);
  return match (rule->begin, text, n, FALSE, ret_mark) || match (rule->end, text, n, TRUE, ret_mark);
}
