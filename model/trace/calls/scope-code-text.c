/* scope-code-text.c: see scope-code-text.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/calls/scope-code-text.h"

#include <string.h>

/* --- names --- */

/* An atom at *p, quoted or not, up to one of the bytes in `ends`; *p is left there. */
static char *
take_atom (const char **p, const char *ends)
{
  GString *atom = g_string_new (NULL);
  const char *at = *p;

  if (*at == '\'')
    {
      for (at++; *at != '\0' && *at != '\''; at++)
        {
          if (*at == '\\' && at[1] != '\0')
            at++;
          g_string_append_c (atom, *at);
        }
      at += *at == '\'';
    }
  else
    for (; *at != '\0' && strchr (ends, *at) == NULL; at++)
      g_string_append_c (atom, *at);
  *p = at;
  return g_string_free (atom, FALSE);
}

/* "-fib/1-fun-0-" → "fib", 1: what the compiler made out of it. */
static gboolean
take_maker (const char *function, char **ret_function, int *ret_arity)
{
  const char *slash;
  char *end;
  gint64 arity;

  if (function[0] != '-')
    return FALSE;
  for (slash = strchr (function + 1, '/'); slash != NULL; slash = strchr (slash + 1, '/'))
    {
      arity = g_ascii_strtoll (slash + 1, &end, 10);
      if (end == slash + 1 || *end != '-' || arity < 0 || arity > 255)
        continue;
      *ret_function = g_strndup (function + 1, (gsize) (slash - function - 1));
      *ret_arity = (int) arity;
      return TRUE;
    }
  return FALSE;
}

gboolean
scope_code_name_parse (const char *name, char **ret_module, char **ret_function, int *ret_arity)
{
  const char *at = name, *slash = strrchr (name, '/');
  g_autofree char *module = take_atom (&at, ":"), *function = NULL;
  char *maker;

  if (*at != ':' || module[0] == '\0')
    return FALSE;
  at++;
  if (*at == '\'')
    function = take_atom (&at, "");
  else
    function = slash != NULL && slash >= at ? g_strndup (at, (gsize) (slash - at)) : g_strdup (at);
  if (function[0] == '\0')
    return FALSE;
  *ret_arity = -1;
  if (slash != NULL && slash[1] >= '0' && slash[1] <= '9')
    *ret_arity = (int) MIN (g_ascii_strtoull (slash + 1, NULL, 10), 255);
  if (take_maker (function, &maker, ret_arity))
    {
      g_free (function);
      function = maker;
    }
  *ret_module = g_steal_pointer (&module);
  *ret_function = g_steal_pointer (&function);
  return TRUE;
}

/* --- places --- */

#define MOST_LINES 10000000u

static gboolean
take_number (const char **at, guint *ret_number)
{
  guint64 number = 0;

  if (!g_ascii_isdigit (**at))
    return FALSE;
  for (; g_ascii_isdigit (**at); (*at)++)
    number = MIN (number * 10 + (guint64) (**at - '0'), MOST_LINES);
  *ret_number = (guint) number;
  return number > 0 && number < MOST_LINES;
}

/* "(20,1)" */
static gboolean
take_point (const char **at, guint *ret_line)
{
  guint column;

  if (**at != '(')
    return FALSE;
  (*at)++;
  if (!take_number (at, ret_line) || **at != ',')
    return FALSE;
  (*at)++;
  if (!take_number (at, &column) || **at != ')')
    return FALSE;
  (*at)++;
  return TRUE;
}

gboolean
scope_code_span_parse (const char *text, char **ret_file, guint *ret_first, guint *ret_last)
{
  const char *end = NULL, *at;

  for (at = strstr (text, "hs:"); at != NULL; at = strstr (at + 1, "hs:"))
    end = at + 2;
  if (end == NULL || end - text < 4) /* "x.hs", "x.lhs" */
    return FALSE;
  at = end + 1;
  if (*at == '(' ? !take_point (&at, ret_first) || *at != '-' : !take_number (&at, ret_first))
    return FALSE;
  *ret_last = *ret_first;
  if (*at == '-')
    {
      at++;
      if (*at == '(' && (!take_point (&at, ret_last) || *ret_last < *ret_first))
        return FALSE;
    }
  *ret_file = g_strndup (text, (gsize) (end - text));
  return TRUE;
}

static gsize
line_end (const char *text, gsize length, gsize from)
{
  const char *end = memchr (text + from, '\n', length - from);

  return end != NULL ? (gsize) (end - text) + 1 : length;
}

gboolean
scope_code_find_lines (const char *text, gsize length, guint first, guint last, ScopeCodePlace *ret_place)
{
  gsize from = 0, to;
  guint line = 1;

  for (; line < first && from < length; line++)
    from = line_end (text, length, from);
  if (line < first || from >= length)
    return FALSE;
  *ret_place = (ScopeCodePlace) { .from = from, .line = first, .n_clauses = 1 };
  for (to = from; to < length; line++)
    {
      gsize next = line_end (text, length, to);
      gboolean empty = next - to <= 1 || text[to] == '\r';

      if (line > last && (first != last || empty))
        break;
      to = next;
      ret_place->n_lines++;
    }
  ret_place->to = to;
  return TRUE;
}

/* --- scanning --- */

typedef struct
{
  const char *text, *end, *at;
} Scan;

static gboolean
is_name_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '@' || (guchar) c >= 0x80;
}

/* Past a string or quoted atom that begins here; one that never ends does so with the text. */
static void
skip_quoted (Scan *s)
{
  char quote = *s->at++;

  for (; s->at < s->end && *s->at != quote; s->at++)
    if (*s->at == '\\' && s->at + 1 < s->end)
      s->at++;
  if (s->at < s->end)
    s->at++;
}

/* """ … """ on lines of their own, as of OTP 27. FALSE: it is none. */
static gboolean
skip_tripled (Scan *s)
{
  guint n = 0;

  while (s->at + n < s->end && s->at[n] == '"')
    n++;
  if (n < 3)
    return FALSE;
  for (s->at += n; s->at < s->end; s->at++)
    if (*s->at == '\n')
      {
        const char *p = s->at + 1;
        guint m = 0;

        while (p < s->end && (*p == ' ' || *p == '\t'))
          p++;
        while (p + m < s->end && p[m] == '"')
          m++;
        if (m >= n)
          {
            s->at = p + m;
            return TRUE;
          }
      }
  return TRUE;
}

/* Past what is one thing here: a comment, a quoted thing, a character, a name, else a byte. */
static void
skip_one (Scan *s)
{
  char c = *s->at;

  if (c == '%')
    while (s->at < s->end && *s->at != '\n')
      s->at++;
  else if (c == '"' && skip_tripled (s))
    return;
  else if (c == '"' || c == '\'')
    skip_quoted (s);
  else if (c == '$')
    s->at += MIN (s->end - s->at, s->at + 1 < s->end && s->at[1] == '\\' ? 3 : 2);
  else if (is_name_byte (c))
    while (s->at < s->end && is_name_byte (*s->at))
      s->at++;
  else
    s->at++;
}

static void
skip_space (Scan *s)
{
  while (s->at < s->end && (g_ascii_isspace (*s->at) || *s->at == '%'))
    if (*s->at == '%')
      skip_one (s);
    else
      s->at++;
}

/* A full stop ends a form; others stand in numbers, records, ranges. */
static gboolean
at_stop (const Scan *s)
{
  return *s->at == '.' && (s->at + 1 >= s->end || g_ascii_isspace (s->at[1]) || s->at[1] == '%')
         && (s->at == s->text || s->at[-1] != '.');
}

/* Past the arguments of the bracket that opens here; how many there are. */
static int
count_arguments (Scan *s)
{
  int n = 0, depth = 0;
  gboolean empty = TRUE;

  while (s->at < s->end && !at_stop (s))
    {
      char c = *s->at;

      if (g_ascii_isspace (c) || c == '%')
        {
          skip_space (s);
          continue;
        }
      if (c == ')' || c == ']' || c == '}')
        {
          depth--;
          if (depth == 0)
            {
              s->at++;
              return n + !empty;
            }
        }
      else if (c == ',' && depth == 1)
        n++;
      else if (depth > 0)
        empty = FALSE;
      if (c == '(' || c == '[' || c == '{')
        {
          depth++;
          s->at++;
        }
      else
        skip_one (s);
    }
  return -1;
}

/* The name that a clause begins with; NULL: it is no clause. */
static char *
take_clause_name (Scan *s)
{
  const char *from = s->at;

  if (*from == '\'')
    {
      g_autofree char *quoted = NULL;
      const char *p;

      skip_quoted (s);
      quoted = g_strndup (from, (gsize) (s->at - from));
      p = quoted;
      return take_atom (&p, "");
    }
  if (!g_ascii_islower (*from) && (guchar) *from < 0x80)
    return NULL;
  skip_one (s);
  return g_strndup (from, (gsize) (s->at - from));
}

/* What one form is: the function's clauses end with ';' but for the last; *ret_n counts them by their heads. */
static gboolean
scan_form (Scan *s, const char *function, int arity, guint *ret_n)
{
  int depth = 0;
  gboolean head = TRUE, ours = FALSE;

  *ret_n = 0;
  while (s->at < s->end)
    {
      char c = *s->at;

      if (g_ascii_isspace (c) || c == '%')
        {
          skip_space (s);
          continue;
        }
      if (at_stop (s))
        {
          s->at++;
          return ours;
        }
      if (head)
        {
          g_autofree char *name = take_clause_name (s);

          head = FALSE;
          if (name != NULL)
            {
              skip_space (s);
              if (s->at < s->end && *s->at == '(')
                {
                  int n = count_arguments (s);

                  if (strcmp (name, function) == 0 && (arity < 0 || n == arity))
                    {
                      ours = TRUE;
                      (*ret_n)++;
                    }
                }
              continue;
            }
        }
      if (c == '(' || c == '[' || c == '{')
        depth++;
      else if (c == ')' || c == ']' || c == '}')
        depth--;
      /* Only of clauses, not of a case within them: a clause's name stands at the beginning of a line. */
      head = c == ';' && depth <= 0;
      skip_one (s);
      if (head)
        {
          skip_space (s);
          head = s->at < s->end && (s->at == s->text || s->at[-1] == '\n');
        }
    }
  return ours;
}

static guint
count_lines (const char *from, const char *to)
{
  guint n = 0;

  for (const char *p = from; p < to && (p = memchr (p, '\n', (gsize) (to - p))) != NULL; p++)
    n++;
  return n;
}

gboolean
scope_code_find (const char *text, gsize length, const char *function, int arity, ScopeCodePlace *ret_place)
{
  Scan s = { text, text + length, text };

  g_return_val_if_fail (function != NULL && ret_place != NULL, FALSE);

  while (s.at < s.end)
    {
      const char *from, *to;
      guint n;

      skip_space (&s);
      from = s.at;
      if (!scan_form (&s, function, arity, &n))
        continue;
      while (from > text && from[-1] != '\n')
        from--;
      to = memchr (s.at, '\n', (gsize) (s.end - s.at));
      to = to != NULL ? to + 1 : s.end;
      *ret_place = (ScopeCodePlace) { .from = (gsize) (from - text), .to = (gsize) (to - text),
                                      .line = count_lines (text, from) + 1, .n_clauses = n };
      ret_place->n_lines = count_lines (from, to) + (to > from && to[-1] != '\n');
      return TRUE;
    }
  return FALSE;
}

void
scope_code_text_free (ScopeCodeText *code)
{
  if (code == NULL)
    return;
  g_free (code->path);
  g_free (code->text);
  g_free (code);
}
