/* scope-find-query.c: the text of a query into its tree. See the header for the language.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-find-private.h"

#include <math.h>
#include <string.h>

#define MOST_DEPTH 100u  /* of brackets and "not" in each other */
#define MOST_TERMS 1000u

typedef struct
{
  const char *text, *at;
  ScopeFindFlags flags;
  guint depth, n_terms;
} Reading;

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
  else if (g_str_has_suffix (plain, "-miss"))
    plain[strlen (plain) - strlen ("-miss")] = '\0', miss = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (plain, words[i].word) == 0)
      return !miss || (words[i].kinds & (L1 | BIT (SCOPE_HIT_L2) | BIT (SCOPE_FOUND_COHERENCE))) != 0 ? words[i].kinds : 0;

  return 0;
}

/* --- the tree --- */

static ScopeFindQuery *
node_new (ScopeFindOp op, ScopeFindQuery *a, ScopeFindQuery *b)
{
  ScopeFindQuery *node = g_new0 (ScopeFindQuery, 1);

  g_atomic_ref_count_init (&node->ref_count);
  node->op = op;
  node->a = a;
  node->b = b;

  return node;
}

ScopeFindQuery *
scope_find_query_ref (ScopeFindQuery *query)
{
  g_atomic_ref_count_inc (&query->ref_count);

  return query;
}

void
scope_find_query_unref (ScopeFindQuery *query)
{
  while (query != NULL && g_atomic_ref_count_dec (&query->ref_count))
    {
      ScopeFindQuery *a = query->a; /* where it is deep: "x or x or x …" */

      scope_find_query_unref (query->b);
      g_clear_pointer (&query->regex, g_regex_unref);
      g_clear_pointer (&query->spans, g_array_unref);
      g_free (query->lane);
      g_free (query);
      query = a;
    }
}

ScopeFindQuery *
scope_find_query_and (ScopeFindQuery *a, ScopeFindQuery *b)
{
  if (a == NULL || b == NULL)
    return a != NULL ? a : b;

  return node_new (SCOPE_FIND_AND, a, b);
}

/* --- values --- */

static gpointer
wrong (Reading *reading, const char *at, GError **error, const char *what, ...) G_GNUC_PRINTF (4, 5);

static gpointer
wrong (Reading *reading, const char *at, GError **error, const char *what, ...)
{
  g_autofree char *words = NULL;
  va_list args;

  va_start (args, what);
  words = g_strdup_vprintf (what, args);
  va_end (args);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "query “%.200s%s”, character %ld: %s", reading->text,
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
read_name (Reading *reading, const char *at, const char *value, gboolean quoted, GError **error)
{
  GRegexCompileFlags flags = G_REGEX_OPTIMIZE | (reading->flags & SCOPE_FIND_CASELESS ? G_REGEX_CASELESS : 0);
  gsize n = strlen (value);
  gboolean slashes = !quoted && n >= 2 && value[0] == '/' && value[n - 1] == '/';
  g_autofree char *pattern = NULL;
  g_autoptr (GError) local = NULL;
  GRegex *regex;

  if (n == 0)
    return wrong (reading, at, error, "here a name of a function is missing");
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
    return wrong (reading, at, error, "“%s” is no pattern of names: %s", value, local->message);

  return regex;
}

/* A number and where it ends; FALSE: there is none. Neither inf nor nan nor 0x10. */
static gboolean
read_number (const char *text, double *ret_number, const char **ret_end)
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
read_length (Reading *reading, const char *at, const char *text, ScopeFindQuery *node, GError **error)
{
  static const struct
  {
    const char *name;
    double ps;
  } units[] = { { "ps", 1 },   { "ns", 1e3 }, { "us", 1e6 },    { "µs", 1e6 }, { "μs", 1e6 },    { "ms", 1e9 },
                { "s", 1e12 }, { "min", 6e13 }, { "cy", 0 }, { "cycle", 0 }, { "cycles", 0 } };
  g_autofree char *unit = NULL;
  const char *end;

  if (!read_number (text, &node->amount, &end))
    return wrong (reading, at, error, "here a length is missing, 1000cy or 2.5us") != NULL;
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
    return wrong (reading, at, error, "“%s” needs a unit: cy (cycles), ps, ns, us, ms, s, min", text) != NULL;

  return wrong (reading, at, error, "“%s” is no unit; there is cy (cycles), ps, ns, us, ms, s, min", unit) != NULL;
}

static gboolean
read_unsigned (const char *text, guint64 *ret_value)
{
  gboolean hex = g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0X");
  const char *digits = text + (hex ? 2 : 0);
  char *end;

  if (!(hex ? g_ascii_isxdigit (*digits) : g_ascii_isdigit (*digits)))
    return FALSE;
  errno = 0;
  *ret_value = g_ascii_strtoull (digits, &end, hex ? 16 : 10);

  return errno == 0 && *end == '\0';
}

/* "3", "0,2,4-7", with `between` "..": "0x1000..0x103f". */
static GArray *
read_spans (Reading *reading, const char *at, const char *value, const char *between, const char *what, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (value, ",", -1);
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (ScopeFindSpan));

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_auto (GStrv) ends = g_strsplit (parts[i], between, 2);
      guint64 first = 0, last = 0;
      ScopeFindSpan span;

      if (ends[0] == NULL || !read_unsigned (ends[0], &first) || (ends[1] != NULL && !read_unsigned (ends[1], &last)))
        {
          g_array_unref (spans);
          return wrong (reading, at, error, "“%s” is no %s", value, what);
        }
      span = (ScopeFindSpan) { (gint64) first, (gint64) (ends[1] != NULL ? last : first) };
      g_array_append_val (spans, span);
    }
  if (spans->len == 0)
    {
      g_array_unref (spans);
      return wrong (reading, at, error, "here the %s is missing", what);
    }

  return spans;
}

static guint
read_kinds (Reading *reading, const char *at, const char *value, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (value, ",", -1);
  guint kinds = 0;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint some = kinds_of (parts[i]);

      if (some == 0)
        {
          wrong (reading, at, error,
                 "“%s” is no kind of event; there is l1d, l1i, l2, l1, miss, upg, mb, lli, coherence, wait, activation, any", parts[i]);
          return 0;
        }
      kinds |= some;
    }
  if (kinds == 0)
    wrong (reading, at, error, "here the kind of event is missing");

  return kinds;
}

/* --- terms --- */

typedef enum
{
  TAKES_NOTHING,
  TAKES_KINDS,
  TAKES_NAME,
  TAKES_LENGTH,     /* with a comparison, or ":" for "longer" */
  TAKES_WAIT,       /* the same, or nothing */
  TAKES_COUNT,      /* with a comparison */
  TAKES_CORES,
  TAKES_ADDRESS,
  TAKES_LANE,
} Takes;

typedef struct
{
  const char *word;
  ScopeFindOp op;
  Takes takes;
  guint kinds;       /* it is of these kinds, too */
  gboolean telling;  /* who writes it means a query */
} Word;

static const Word words[] = {
  { "event", SCOPE_FIND_KIND, TAKES_KINDS, 0, TRUE },
  { "in", SCOPE_FIND_IN, TAKES_NAME, 0, TRUE },
  { "self", SCOPE_FIND_SELF, TAKES_NAME, 0, TRUE },
  { "caller", SCOPE_FIND_CALLER, TAKES_NAME, 0, TRUE },
  { "activation", SCOPE_FIND_SELF, TAKES_NAME, BIT (SCOPE_FOUND_ACTIVATION), TRUE },
  { "call", SCOPE_FIND_SELF, TAKES_NAME, BIT (SCOPE_FOUND_ACTIVATION), TRUE },
  { "wait", SCOPE_FIND_DURATION, TAKES_WAIT, BIT (SCOPE_FOUND_WAIT), TRUE },
  { "lock-wait", SCOPE_FIND_DURATION, TAKES_WAIT, BIT (SCOPE_FOUND_WAIT), TRUE },
  { "longer", SCOPE_FIND_DURATION, TAKES_LENGTH, 0, TRUE },
  { "duration", SCOPE_FIND_DURATION, TAKES_LENGTH, 0, TRUE },
  { "latency", SCOPE_FIND_DURATION, TAKES_LENGTH, 0, TRUE },
  { "depth", SCOPE_FIND_DEPTH, TAKES_COUNT, 0, FALSE },
  { "core", SCOPE_FIND_CORE, TAKES_CORES, 0, FALSE },
  { "by", SCOPE_FIND_BY, TAKES_CORES, 0, FALSE },
  { "lane", SCOPE_FIND_LANE, TAKES_LANE, 0, FALSE },
  { "address", SCOPE_FIND_ADDRESS, TAKES_ADDRESS, 0, TRUE },
  { "line", SCOPE_FIND_ADDRESS, TAKES_ADDRESS, 0, TRUE },
  { "lock", SCOPE_FIND_ADDRESS, TAKES_ADDRESS, BIT (SCOPE_FOUND_WAIT), TRUE },
  { "false-sharing", SCOPE_FIND_SHARING, TAKES_NOTHING, BIT (SCOPE_FOUND_COHERENCE), FALSE },
  { "write", SCOPE_FIND_WRITE, TAKES_NOTHING, 0, FALSE },
  { "read", SCOPE_FIND_WRITE, TAKES_NOTHING, 0, FALSE },
};

static const Word *
find_word (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (word, words[i].word) == 0)
      return &words[i];

  return NULL;
}

/* Goes behind a comparison; FALSE: there is none. */
static gboolean
take_comparison (const char **at, ScopeFindComparison *ret_comparison)
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
static ScopeFindQuery *
finish_term (const Word *word, ScopeFindQuery *node)
{
  ScopeFindQuery *kind;

  if (strcmp (word->word, "read") == 0)
    node = node_new (SCOPE_FIND_NOT, node, NULL);
  if (word->kinds == 0)
    return node;
  kind = node_new (SCOPE_FIND_KIND, NULL, NULL);
  kind->kinds = word->kinds;
  if (node->op == SCOPE_FIND_KIND)
    {
      scope_find_query_unref (node);
      return kind;
    }

  return node_new (SCOPE_FIND_AND, kind, node);
}

/* The value, without comparison, at `at`. FALSE with error. */
static gboolean
set_value (Reading *reading, const Word *word, const char *at, const char *value, gboolean quoted, ScopeFindQuery *node, GError **error)
{
  double count;
  const char *end;

  switch (word->takes)
    {
    case TAKES_KINDS:
      return (node->kinds = read_kinds (reading, at, value, error)) != 0;
    case TAKES_NAME:
      return (node->regex = read_name (reading, at, value, quoted, error)) != NULL;
    case TAKES_LENGTH:
    case TAKES_WAIT:
      return read_length (reading, at, value, node, error);
    case TAKES_COUNT:
      if (!read_number (value, &count, &end) || *end != '\0' || count != floor (count))
        return wrong (reading, at, error, "here a number is missing") != NULL;
      node->amount = count;
      return TRUE;
    case TAKES_CORES:
      return (node->spans = read_spans (reading, at, value, "-", "number of a core", error)) != NULL;
    case TAKES_ADDRESS:
      return (node->spans = read_spans (reading, at, value, "..", "address", error)) != NULL;
    case TAKES_LANE:
      node->lane = g_strdup (value);
      if (*value == '\0')
        return wrong (reading, at, error, "here a lane is missing, processor:1/0") != NULL;
      return TRUE;
    default:
      return TRUE;
    }
}

static gboolean
is_compared (const Word *word)
{
  return word->takes == TAKES_LENGTH || word->takes == TAKES_WAIT || word->takes == TAKES_COUNT;
}

/* --- the text --- */

static void
skip_blanks (Reading *reading)
{
  while (g_ascii_isspace (*reading->at))
    reading->at++;
}

static char *
take_word (Reading *reading)
{
  const char *begin = reading->at;

  while (g_ascii_isalnum (*reading->at) || *reading->at == '-' || *reading->at == '_')
    reading->at++;

  return g_strndup (begin, (gsize) (reading->at - begin));
}

static gboolean
is_next (Reading *reading, const char *word)
{
  gsize n = strlen (word);

  return g_ascii_strncasecmp (reading->at, word, n) == 0
         && (reading->at[n] == '\0' || g_ascii_isspace (reading->at[n]) || strchr ("()", reading->at[n]) != NULL);
}

/* To the next blank, or to a bracket that closes none in it; or what stands between quotes. */
static char *
take_value (Reading *reading, gboolean *ret_quoted, GError **error)
{
  const char *begin = reading->at;
  guint open = 0;

  *ret_quoted = *begin == '\'' || *begin == '"';
  if (*ret_quoted)
    {
      const char *end = strchr (begin + 1, *begin);

      if (end == NULL)
        return wrong (reading, begin, error, "the quote is not closed");
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
take_amount (Reading *reading, gboolean unit_follows)
{
  const char *begin = reading->at, *end = NULL;
  double number;

  if (read_number (begin, &number, &end) && !unit_follows)
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
read_term (Reading *reading, GError **error)
{
  const char *begin = reading->at, *value_at;
  g_autofree char *text = take_word (reading), *value = NULL;
  const Word *word = find_word (text);
  g_autoptr (ScopeFindQuery) node = NULL;
  gboolean quoted = FALSE;

  if (*text == '\0')
    return wrong (reading, begin, error, *begin == '\0' ? "here a condition is missing" : "this is no condition");
  if (word == NULL)
    return wrong (reading, begin, error, "“%s” is no word of a query", text);
  if (++reading->n_terms > MOST_TERMS)
    return wrong (reading, begin, error, "these are too many conditions");
  node = node_new (word->op, NULL, NULL);
  value_at = reading->at;
  while (is_compared (word) && g_ascii_isspace (*value_at))
    value_at++;
  if (is_compared (word) && take_comparison (&value_at, &node->comparison))
    {
      reading->at = value_at;
      value = take_amount (reading, word->takes != TAKES_COUNT);
    }
  else if (*reading->at == ':' && word->takes != TAKES_NOTHING && word->takes != TAKES_COUNT)
    {
      value_at = ++reading->at;
      if (word->takes == TAKES_LENGTH || word->takes == TAKES_WAIT)
        {
          node->comparison = SCOPE_FIND_MORE;
          take_comparison (&reading->at, &node->comparison);
          value_at = reading->at;
          value = take_amount (reading, TRUE);
        }
      else if ((value = take_value (reading, &quoted, error)) == NULL)
        return NULL;
    }
  else if (word->takes == TAKES_WAIT || word->takes == TAKES_NOTHING)
    {
      if (word->takes == TAKES_WAIT)
        node->op = SCOPE_FIND_KIND;
      return finish_term (word, g_steal_pointer (&node));
    }
  else
    return wrong (reading, reading->at, error, "“%s” needs %s behind it", word->word,
                  word->takes == TAKES_COUNT ? "> and a number" : is_compared (word) ? "> and a length" : ": and a value");
  if (!set_value (reading, word, value_at, value, quoted, node, error))
    return NULL;

  return finish_term (word, g_steal_pointer (&node));
}

static ScopeFindQuery *read_or (Reading *reading, GError **error);

static ScopeFindQuery *
read_factor (Reading *reading, GError **error)
{
  const char *begin;
  ScopeFindQuery *node;

  skip_blanks (reading);
  begin = reading->at;
  if (reading->depth >= MOST_DEPTH)
    return wrong (reading, begin, error, "this is too deep");
  reading->depth++;
  if (is_next (reading, "not"))
    {
      reading->at += strlen ("not");
      node = read_factor (reading, error);
      node = node != NULL ? node_new (SCOPE_FIND_NOT, node, NULL) : NULL;
    }
  else if (*begin == '(')
    {
      reading->at++;
      node = read_or (reading, error);
      if (node != NULL && *reading->at != ')')
        {
          scope_find_query_unref (node);
          return wrong (reading, begin, error, "this bracket is not closed");
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
read_and (Reading *reading, GError **error)
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
        g_clear_pointer (&node, scope_find_query_unref);
      else
        node = node_new (SCOPE_FIND_AND, node, next);
    }

  return node;
}

static ScopeFindQuery *
read_or (Reading *reading, GError **error)
{
  ScopeFindQuery *node = read_and (reading, error);

  while (node != NULL && is_next (reading, "or"))
    {
      ScopeFindQuery *next;

      reading->at += strlen ("or");
      next = read_and (reading, error);
      if (next == NULL)
        g_clear_pointer (&node, scope_find_query_unref);
      else
        node = node_new (SCOPE_FIND_OR, node, next);
    }

  return node;
}

ScopeFindQuery *
scope_find_query_parse (const char *text, ScopeFindFlags flags, GError **error)
{
  Reading reading = { text, text, flags, 0, 0 };
  ScopeFindQuery *node;

  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "a query is not valid UTF-8");
      return NULL;
    }
  node = read_or (&reading, error);
  if (node != NULL && *reading.at != '\0')
    {
      scope_find_query_unref (node);
      return wrong (&reading, reading.at, error, "this bracket closes none");
    }

  return node;
}

ScopeFindQuery *
scope_find_query_term (const char *name, const char *value, ScopeFindFlags flags, GError **error)
{
  const Word *word = find_word (name);
  Reading reading = { value, value, flags, 0, 0 };
  g_autoptr (ScopeFindQuery) node = NULL;
  const char *at = value;

  g_return_val_if_fail (word != NULL && word->takes != TAKES_NOTHING, NULL);

  if (!g_utf8_validate (value, -1, NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "a query is not valid UTF-8");
      return NULL;
    }
  node = node_new (word->op, NULL, NULL);
  if (is_compared (word))
    {
      while (g_ascii_isspace (*at))
        at++;
      node->comparison = SCOPE_FIND_MORE;
      take_comparison (&at, &node->comparison);
    }
  if (!set_value (&reading, word, at, at, FALSE, node, error))
    return NULL;

  return finish_term (word, g_steal_pointer (&node));
}

gboolean
scope_find_query_is_meant (const char *text)
{
  for (const char *p = text; *p != '\0';)
    {
      const char *begin = p;
      ScopeFindComparison comparison;
      g_autofree char *token = NULL;
      const Word *word;

      while (g_ascii_isalnum (*p) || *p == '-' || *p == '_')
        p++;
      token = g_strndup (begin, (gsize) (p - begin));
      word = (begin == text || g_ascii_isspace (begin[-1]) || begin[-1] == '(') ? find_word (token) : NULL;
      if (word != NULL && word->telling)
        {
          const char *next = p;

          if (*p == ':')
            return TRUE;
          while (g_ascii_isspace (*next))
            next++;
          if (is_compared (word) && take_comparison (&next, &comparison))
            return TRUE;
        }
      if (p == begin)
        p++;
    }

  return FALSE;
}
