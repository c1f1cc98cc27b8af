/* scope-find-terms.c: the words of a query, and what may stand behind them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* --- kinds --- */

const char *
scope_found_kind_name (guint kind)
{
  static const char *const names[] = { "coherence", "lock-wait", "activation" };

  if (kind < SCOPE_N_HITS)
    return scope_hit_name (kind);

  return kind < SCOPE_N_FOUND ? names[kind - SCOPE_FOUND_COHERENCE] : NULL;
}

#define BIT(kind) (1u << (kind))
#define EVENTS (BIT (SCOPE_FOUND_COHERENCE) * 2u - 1u)
#define L1 (BIT (SCOPE_HIT_L1D) | BIT (SCOPE_HIT_L1I))

/* The kinds that a word stands for; 0: none. */
static guint
kinds_of (const char *word)
{
  static const struct
  {
    const char *word;
    guint kinds;
  } words[] = {
    { "l1d", BIT (SCOPE_HIT_L1D) }, { "l1i", BIT (SCOPE_HIT_L1I) }, { "l2", BIT (SCOPE_HIT_L2) }, { "l1", L1 },
    { "", L1 | BIT (SCOPE_HIT_L2) }, { "cache", L1 | BIT (SCOPE_HIT_L2) },
    { "upg", BIT (SCOPE_HIT_UPG) }, { "upgrade", BIT (SCOPE_HIT_UPG) },
    { "mb", BIT (SCOPE_HIT_MB) }, { "barrier", BIT (SCOPE_HIT_MB) }, { "memory-barrier", BIT (SCOPE_HIT_MB) },
    { "lli", BIT (SCOPE_HIT_LLI) }, { "long", BIT (SCOPE_HIT_LLI) }, { "long-latency", BIT (SCOPE_HIT_LLI) },
    { "coherence", BIT (SCOPE_FOUND_COHERENCE) }, { "wait", BIT (SCOPE_FOUND_WAIT) }, { "lock-wait", BIT (SCOPE_FOUND_WAIT) },
    { "activation", BIT (SCOPE_FOUND_ACTIVATION) }, { "call", BIT (SCOPE_FOUND_ACTIVATION) }, { "any", EVENTS },
  };
  g_autofree char *plain = g_ascii_strdown (word, -1);
  gboolean miss = FALSE;

  if (*plain == '\0')
    return 0;
  g_strdelimit (plain, "_ ", '-');
  if (strcmp (plain, "miss") == 0 || strcmp (plain, "misses") == 0)
    *plain = '\0', miss = TRUE;
  else if (g_str_has_suffix (plain, "-miss") || g_str_has_suffix (plain, "-misses"))
    *g_strrstr (plain, "-miss") = '\0', miss = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (plain, words[i].word) == 0)
      return !miss || (words[i].kinds & (L1 | BIT (SCOPE_HIT_L2) | BIT (SCOPE_FOUND_COHERENCE))) != 0 ? words[i].kinds : 0;

  return 0;
}

char *
scope_find_query_dup_said (const char *text)
{
  static const char *const between[] = { " inside ", " within ", " in " };
  g_autofree char *folded = g_ascii_strdown (text, -1);

  for (guint i = 0; i < G_N_ELEMENTS (between); i++)
    {
      const char *at = strstr (folded, between[i]);
      g_autofree char *what = at != NULL ? g_strstrip (g_strndup (text, (gsize) (at - folded))) : NULL,
                      *where = at != NULL ? g_strstrip (g_strdup (text + (at - folded) + strlen (between[i]))) : NULL;

      if (at == NULL || *where == '\0' || strpbrk (where, " :\"'()") != NULL || kinds_of (what) == 0)
        continue;
      g_strdelimit (what, " ", '-');
      return g_strdup_printf ("event:%s in:%s", what, where);
    }
  return NULL;
}

/* --- the tree --- */

ScopeFindQuery *
scope_find_node_new (ScopeFindOp op, ScopeFindQuery *a, ScopeFindQuery *b)
{
  ScopeFindQuery *node = g_new0 (ScopeFindQuery, 1);

  node->op = op;
  node->a = a;
  node->b = b;

  return node;
}

void
scope_find_query_free (ScopeFindQuery *query)
{
  while (query != NULL)
    {
      ScopeFindQuery *a = query->a; /* where it is deep: "x or x or x …" */

      scope_find_query_free (query->b);
      g_clear_pointer (&query->regex, g_regex_unref);
      g_clear_pointer (&query->spans, g_array_unref);
      g_free (query->lane);
      g_free (query->variables);
      g_free (query->name);
      g_free (query);
      query = a;
    }
}

ScopeFindQuery *
scope_find_query_and (ScopeFindQuery *a, ScopeFindQuery *b)
{
  if (a == NULL || b == NULL)
    return a != NULL ? a : b;

  return scope_find_node_new (SCOPE_FIND_AND, a, b);
}

/* --- values --- */

gpointer
scope_find_wrong (ScopeFindReading *reading, const char *at, GError **error, const char *what, ...)
{
  g_autofree char *words = NULL;
  va_list args;

  va_start (args, what);
  words = g_strdup_vprintf (what, args);
  va_end (args);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("query “%.200s%s”, character %ld: %s"), reading->text,
               strlen (reading->text) > 200 ? "…" : "", g_utf8_pointer_to_offset (reading->text, at) + 1, words);

  return NULL;
}

/* A glob pattern of a whole name. */
static char *
glob_to_regex (const char *glob)
{
  GString *regex = g_string_new ("\\A(?:");

  for (const char *p = glob; *p != '\0'; p++)
    {
      const char *close;

      if (*p == '*')
        g_string_append (regex, ".*");
      else if (*p == '?')
        g_string_append_c (regex, '.');
      else if (*p == '[' && p[1] != '\0' && (close = strchr (p + 2, ']')) != NULL)
        {
          gboolean not = p[1] == '!' || p[1] == '^';

          g_string_append (regex, not ? "[^" : "[");
          for (p += not ? 2 : 1; p < close; p++)
            {
              if (strchr ("[]\\^", *p) != NULL)
                g_string_append_c (regex, '\\');
              g_string_append_c (regex, *p);
            }
          g_string_append_c (regex, ']');
        }
      else
        {
          if (*p == '\\' && p[1] != '\0')
            p++;
          if ((guchar) *p < 0x80 && !g_ascii_isalnum (*p) && *p != '_')
            g_string_append_c (regex, '\\');
          g_string_append_c (regex, *p);
        }
    }
  g_string_append (regex, ")\\z");

  return g_string_free (regex, FALSE);
}

static GRegex *
read_name (ScopeFindReading *reading, const char *at, const char *value, gboolean quoted, GError **error)
{
  GRegexCompileFlags flags = G_REGEX_OPTIMIZE | (reading->flags & SCOPE_FIND_CASELESS ? G_REGEX_CASELESS : 0);
  gsize n = strlen (value);
  gboolean slashes = !quoted && n >= 2 && value[0] == '/' && value[n - 1] == '/';
  g_autofree char *pattern = NULL;
  g_autoptr (GError) local = NULL;
  GRegex *regex;

  if (n == 0)
    return scope_find_wrong (reading, at, error, "here a name of a function is missing");
  if (slashes)
    pattern = g_strndup (value + 1, n - 2);
  else if ((reading->flags & SCOPE_FIND_REGEX) != 0)
    pattern = g_strdup (value);
  else
    {
      pattern = glob_to_regex (value);
      flags |= G_REGEX_DOTALL;
    }
  regex = g_regex_new (pattern, flags, 0, &local);
  if (regex == NULL)
    return scope_find_wrong (reading, at, error, "“%s” is no pattern of names: %s", value, local->message);

  return regex;
}

/* A number and where it ends; FALSE: there is none. Neither inf nor nan nor 0x10. */
gboolean
scope_find_read_number (const char *text, double *ret_number, const char **ret_end)
{
  g_autofree char *digits = NULL;
  gsize n = strspn (text, "0123456789");

  if (text[n] == '.')
    n += 1 + strspn (text + n + 1, "0123456789");
  digits = g_strndup (text, n);
  if (strpbrk (digits, "0123456789") == NULL)
    return FALSE;
  *ret_number = g_ascii_strtod (digits, NULL);
  *ret_end = text + n;

  return isfinite (*ret_number);
}

/* "1000cy", "1.5 us". */
static gboolean
read_length (ScopeFindReading *reading, const char *at, const char *text, ScopeFindQuery *node, GError **error)
{
  static const struct
  {
    const char *name;
    double ps;
  } units[] = { { "ps", 1 },   { "ns", 1e3 }, { "us", 1e6 },    { "µs", 1e6 }, { "μs", 1e6 },    { "ms", 1e9 },
                { "s", 1e12 }, { "min", 6e13 }, { "cy", 0 }, { "cycle", 0 }, { "cycles", 0 } };
  g_autofree char *unit = NULL;
  const char *end;

  if (!scope_find_read_number (text, &node->amount, &end))
    return scope_find_wrong (reading, at, error, "here a length is missing, 1000cy or 2.5us") != NULL;
  unit = g_utf8_strdown (end, -1);
  g_strstrip (unit);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (unit, units[i].name) == 0)
      {
        node->cycles = units[i].ps == 0;
        node->amount *= node->cycles ? 1 : units[i].ps;
        return TRUE;
      }
  if (*unit == '\0')
    return scope_find_wrong (reading, at, error, "“%s” needs a unit: cy (cycles), ps, ns, us, ms, s, min", text) != NULL;

  return scope_find_wrong (reading, at, error, "“%s” is no unit; there is cy (cycles), ps, ns, us, ms, s, min", unit) != NULL;
}

/* "3", "0,2,4-7", with `between` "..": "0x1000..0x103f". */
static GArray *
read_spans (ScopeFindReading *reading, const char *at, const char *value, const char *between, const char *what, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (value, ",", -1);
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (ScopeFindSpan));

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_auto (GStrv) ends = g_strsplit (parts[i], between, 2);
      guint64 first = 0, last = 0;
      ScopeFindSpan span;

      if (ends[0] == NULL || !scope_find_read_unsigned (ends[0], &first) || (ends[1] != NULL && !scope_find_read_unsigned (ends[1], &last)))
        {
          g_array_unref (spans);
          return scope_find_wrong (reading, at, error, "“%s” is no %s", value, what);
        }
      span = (ScopeFindSpan) { (gint64) first, (gint64) (ends[1] != NULL ? last : first) };
      g_array_append_val (spans, span);
    }
  if (spans->len == 0)
    {
      g_array_unref (spans);
      return scope_find_wrong (reading, at, error, "here the %s is missing", what);
    }

  return spans;
}

static guint
read_kinds (ScopeFindReading *reading, const char *at, const char *value, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (value, ",", -1);
  guint kinds = 0;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint some = kinds_of (parts[i]);

      if (some == 0)
        {
          scope_find_wrong (reading, at, error,
                 "“%s” is no kind of event; there is l1d, l1i, l2, l1, miss, upg, mb, lli, coherence, wait, activation, any", parts[i]);
          return 0;
        }
      kinds |= some;
    }
  if (kinds == 0)
    scope_find_wrong (reading, at, error, "here the kind of event is missing");

  return kinds;
}

/* --- terms --- */

static const ScopeFindWord words[] = {
  { "event", SCOPE_FIND_KIND, SCOPE_FIND_TAKES_KINDS, 0, TRUE },
  { "in", SCOPE_FIND_IN, SCOPE_FIND_TAKES_NAME, 0, TRUE },
  { "self", SCOPE_FIND_SELF, SCOPE_FIND_TAKES_NAME, 0, TRUE },
  { "caller", SCOPE_FIND_CALLER, SCOPE_FIND_TAKES_NAME, 0, TRUE },
  { "activation", SCOPE_FIND_SELF, SCOPE_FIND_TAKES_NAME, BIT (SCOPE_FOUND_ACTIVATION), TRUE },
  { "call", SCOPE_FIND_SELF, SCOPE_FIND_TAKES_NAME, BIT (SCOPE_FOUND_ACTIVATION), TRUE },
  { "wait", SCOPE_FIND_DURATION, SCOPE_FIND_TAKES_WAIT, BIT (SCOPE_FOUND_WAIT), TRUE },
  { "lock-wait", SCOPE_FIND_DURATION, SCOPE_FIND_TAKES_WAIT, BIT (SCOPE_FOUND_WAIT), TRUE },
  { "longer", SCOPE_FIND_DURATION, SCOPE_FIND_TAKES_LENGTH, 0, TRUE },
  { "duration", SCOPE_FIND_DURATION, SCOPE_FIND_TAKES_LENGTH, 0, TRUE },
  { "latency", SCOPE_FIND_DURATION, SCOPE_FIND_TAKES_LENGTH, 0, TRUE },
  { "depth", SCOPE_FIND_DEPTH, SCOPE_FIND_TAKES_COUNT, 0, FALSE },
  { "core", SCOPE_FIND_CORE, SCOPE_FIND_TAKES_CORES, 0, FALSE },
  { "by", SCOPE_FIND_BY, SCOPE_FIND_TAKES_CORES, 0, FALSE },
  { "lane", SCOPE_FIND_LANE, SCOPE_FIND_TAKES_LANE, 0, FALSE },
  { "address", SCOPE_FIND_ADDRESS, SCOPE_FIND_TAKES_ADDRESS, 0, TRUE },
  { "line", SCOPE_FIND_ADDRESS, SCOPE_FIND_TAKES_ADDRESS, 0, TRUE },
  { "lock", SCOPE_FIND_ADDRESS, SCOPE_FIND_TAKES_ADDRESS, BIT (SCOPE_FOUND_WAIT), TRUE },
  { "false-sharing", SCOPE_FIND_SHARING, SCOPE_FIND_TAKES_NOTHING, BIT (SCOPE_FOUND_COHERENCE), FALSE },
  { "write", SCOPE_FIND_WRITE, SCOPE_FIND_TAKES_NOTHING, 0, FALSE },
  { "read", SCOPE_FIND_WRITE, SCOPE_FIND_TAKES_NOTHING, 0, FALSE },
};

const ScopeFindWord *
scope_find_word (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (word, words[i].word) == 0)
      return &words[i];

  return NULL;
}

/* Goes behind a comparison; FALSE: there is none. */
gboolean
scope_find_take_comparison (const char **at, ScopeFindComparison *ret_comparison)
{
  static const struct
  {
    const char *sign;
    ScopeFindComparison comparison;
  } signs[] = { { ">=", SCOPE_FIND_AT_LEAST }, { "≥", SCOPE_FIND_AT_LEAST }, { "<=", SCOPE_FIND_AT_MOST }, { "≤", SCOPE_FIND_AT_MOST },
                { ">", SCOPE_FIND_MORE },      { "<", SCOPE_FIND_LESS },     { "=", SCOPE_FIND_EQUAL } };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (*at, signs[i].sign))
      {
        *at += strlen (signs[i].sign);
        while (g_ascii_isspace (**at))
          (*at)++;
        *ret_comparison = signs[i].comparison;
        return TRUE;
      }

  return FALSE;
}

/* "read" is not "write"; what is about misses of coherence is one of these. */
ScopeFindQuery *
scope_find_finish_term (const ScopeFindWord *word, ScopeFindQuery *node)
{
  ScopeFindQuery *kind;

  if (strcmp (word->word, "read") == 0)
    node = scope_find_node_new (SCOPE_FIND_NOT, node, NULL);
  if (word->kinds == 0)
    return node;
  kind = scope_find_node_new (SCOPE_FIND_KIND, NULL, NULL);
  kind->kinds = word->kinds;
  if (node->op == SCOPE_FIND_KIND)
    {
      scope_find_query_free (node);
      return kind;
    }

  return scope_find_node_new (SCOPE_FIND_AND, kind, node);
}

/* The value, without comparison, at `at`. FALSE with error. */
gboolean
scope_find_set_value (ScopeFindReading *reading, const ScopeFindWord *word, const char *at, const char *value, gboolean quoted, ScopeFindQuery *node, GError **error)
{
  double count;
  const char *end;

  switch (word->takes)
    {
    case SCOPE_FIND_TAKES_KINDS:
      return (node->kinds = read_kinds (reading, at, value, error)) != 0;
    case SCOPE_FIND_TAKES_NAME:
      node->name = g_strdup (value);
      return (node->regex = read_name (reading, at, value, quoted, error)) != NULL;
    case SCOPE_FIND_TAKES_LENGTH:
    case SCOPE_FIND_TAKES_WAIT:
      return read_length (reading, at, value, node, error);
    case SCOPE_FIND_TAKES_COUNT:
      if (!scope_find_read_number (value, &count, &end) || *end != '\0' || count != floor (count))
        return scope_find_wrong (reading, at, error, "here a number is missing") != NULL;
      node->amount = count;
      return TRUE;
    case SCOPE_FIND_TAKES_CORES:
      return (node->spans = read_spans (reading, at, value, "-", "number of a core", error)) != NULL;
    case SCOPE_FIND_TAKES_ADDRESS:
      if (scope_find_names_variables (value))
        return (node->variables = g_strdup (value)) != NULL;
      return (node->spans = read_spans (reading, at, value, "..", "address", error)) != NULL;
    case SCOPE_FIND_TAKES_LANE:
      node->lane = g_strdup (value);
      if (*value == '\0')
        return scope_find_wrong (reading, at, error, "here a lane is missing, processor:1/0") != NULL;
      return TRUE;
    default:
      return TRUE;
    }
}

gboolean
scope_find_is_compared (const ScopeFindWord *word)
{
  return word->takes == SCOPE_FIND_TAKES_LENGTH || word->takes == SCOPE_FIND_TAKES_WAIT || word->takes == SCOPE_FIND_TAKES_COUNT;
}
