/* scope-erlang-words.c: the pids, ports, functions and words of an Erlang trace as numbers, and its times as ticks.
 *
 * Each is told once, by a definition, when it is met first (model/base/scope-erlang-events.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"
#include "io/format/erlang/scope-erlang-text.h"

#include <string.h>

#define TEXT_CHARS 200u /* of a reason, of arguments */
#define PLAIN_BYTES 2000u /* of a label */
#define BINARY_EXT 109
#define MOST_NAMES (4u * 1000u * 1000u)
#define ALIAS_TEXT "#Ref<>"

enum /* kinds of names */
{
  NAME_PARTY,
  NAME_TERM, /* a text by the term it was made of … */
  NAME_ENTRY, /* … as a function to begin with: a list counts as its length */
  NAME_TEXT, /* and by itself */
  NAME_PARTY_TEXT, /* a party by what it is called */
  NAME_ALIAS, /* references, by their node */
};

void
scope_erlang_facts_init (ScopeErlangFacts *facts)
{
  *facts = (ScopeErlangFacts) { .names = scope_names_new (MOST_NAMES, SCOPE_NAMES_BYTES),
                                .definitions = g_array_new (FALSE, FALSE, sizeof (ScopeEvent)),
                                .words = g_string_new (NULL) };
}

void
scope_erlang_facts_clear (ScopeErlangFacts *facts)
{
  scope_names_free (facts->names);
  if (facts->definitions != NULL)
    g_array_unref (facts->definitions);
  if (facts->words != NULL)
    g_string_free (facts->words, TRUE);
  g_free (facts->probes.threads);
  g_free (facts->probes.named);
  g_free (facts->probes.source);
  scope_erlang_text_free (facts->probes.text);
  scope_erlang_cpu_free (facts->cpu);
  *facts = (ScopeErlangFacts) { NULL };
}

/* --- definitions --- */

static void
define (ScopeErlangFacts *facts, guint type, guint32 number, guint32 b, guint32 c, const char *text, gsize n)
{
  /* The payload's place as a number: the words may move until they are handed out. */
  ScopeEvent event = { .time = facts->latest, .payload = GSIZE_TO_POINTER (facts->words->len), .size = (guint32) n,
                       .type = (guint16) type, .processor = SCOPE_NO_PROCESSOR, .a = number, .b = b, .c = c };

  g_string_append_len (facts->words, text, (gssize) n);
  g_array_append_val (facts->definitions, event);
}

void
scope_erlang_add_definition (ScopeErlangFacts *facts, guint type, guint32 a, const char *text, gsize n)
{
  define (facts, type, a, 0, 0, text, n);
}

guint32
scope_erlang_text_number (ScopeErlangFacts *facts, const char *text, gsize n)
{
  guint64 slot;
  guint32 number = scope_names_find (facts->names, NAME_TEXT, text, n, &slot);

  if (number != 0)
    return number;
  if (!scope_names_add (facts->names, NAME_TEXT, text, n, slot, facts->n_texts + 1))
    {
      facts->full = TRUE;
      return 0;
    }
  define (facts, SCOPE_ERL_DEFINE_TEXT, ++facts->n_texts, 0, 0, text, n);

  return facts->n_texts;
}

static guint32
node_number (ScopeErlangFacts *facts, const ScopeAtom *node)
{
  g_autoptr (GString) text = g_string_new (NULL);

  scope_atom_append (node, FALSE, text);

  return scope_erlang_text_number (facts, text->str, text->len);
}

static gboolean
append_function (ScopeTerm *term, GString *out)
{
  ScopeTerm at = *term;
  guint n;
  ScopeAtom module, function;
  gint64 arity;
  const guint8 *bytes;

  if (!scope_term_tuple (&at, &n) || n != 3 || !scope_term_atom (&at, &module) || !scope_term_atom (&at, &function))
    return FALSE;
  if (!scope_term_integer (&at, &arity))
    {
      guint length;

      if (!scope_term_string (&at, &bytes, &length) && !scope_term_list (&at, &length))
        return FALSE;
      arity = length;
    }
  scope_atom_append (&module, TRUE, out);
  g_string_append_c (out, ':');
  scope_atom_append (&function, TRUE, out);
  g_string_append_printf (out, "/%" G_GINT64_FORMAT, arity);

  return TRUE;
}

/* {m,f,a} or {m,f,[args]} as "m:f/a", else the term. 0 and `undefined`: none. */
guint32
scope_erlang_function_number (ScopeErlangFacts *facts, ScopeTerm term)
{
  guint64 slot;
  gsize n = (gsize) (term.end - term.p);
  guint32 number;
  ScopeTerm at = term;
  ScopeAtom atom;
  gint64 nothing;

  if (scope_term_integer (&at, &nothing) || (scope_term_atom (&at, &atom) && scope_atom_equal (&atom, "undefined")))
    return 0;
  number = n <= 512 ? scope_names_find (facts->names, NAME_ENTRY, term.p, n, &slot) : 0;
  if (number == 0)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      if (!append_function (&term, text))
        scope_term_print (&term, TEXT_CHARS, text);
      number = scope_erlang_text_number (facts, text->str, text->len);
      /* Functions with their arguments hardly come twice. */
      if (number != 0 && n <= 128 && scope_names_find (facts->names, NAME_ENTRY, term.p, n, &slot) == 0)
        scope_names_add (facts->names, NAME_ENTRY, term.p, n, slot, number);
    }

  return number;
}

/* {erlang,apply,[Fun,Args]}, as a process is made of a fun: the fun. */
static gboolean
append_fun (ScopeTerm term, GString *out)
{
  ScopeAtom module, function;
  guint n;

  return scope_term_tuple (&term, &n) && n == 3 && scope_term_atom (&term, &module) && scope_term_atom (&term, &function)
         && scope_atom_equal (&module, "erlang") && scope_atom_equal (&function, "apply") && scope_term_list (&term, &n)
         && n == 2 && scope_term_append_fun (&term, out);
}

guint32
scope_erlang_entry_number (ScopeErlangFacts *facts, ScopeTerm term)
{
  g_autoptr (GString) text = g_string_new (NULL);

  return append_fun (term, text) ? scope_erlang_text_number (facts, text->str, text->len)
                                 : scope_erlang_function_number (facts, term);
}

/* Any term as text. */
guint32
scope_erlang_term_number (ScopeErlangFacts *facts, ScopeTerm term)
{
  gsize n = (gsize) (term.end - term.p);
  guint64 slot;
  guint32 number = n <= 512 ? scope_names_find (facts->names, NAME_TERM, term.p, n, &slot) : 0;

  if (number == 0)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      ScopeTerm at = term;
      ScopeAtom atom;

      if (scope_term_atom (&at, &atom))
        scope_atom_append (&atom, FALSE, text);
      else
        scope_term_print (&term, TEXT_CHARS, text);
      number = scope_erlang_text_number (facts, text->str, text->len);
      if (number != 0 && n <= 128 && scope_names_find (facts->names, NAME_TERM, term.p, n, &slot) == 0)
        scope_names_add (facts->names, NAME_TERM, term.p, n, slot, number);
    }

  return number;
}

guint32
scope_erlang_plain_number (ScopeErlangFacts *facts, ScopeTerm term)
{
  g_autofree char *text = NULL;
  gsize n = (gsize) (term.end - term.p);

  if (n < 5 || scope_term_kind (&term) != SCOPE_TERM_BINARY || term.p[0] != BINARY_EXT)
    return scope_erlang_term_number (facts, term);
  text = g_utf8_make_valid ((const char *) term.p + 5, (gssize) MIN (n - 5, PLAIN_BYTES));

  return scope_erlang_text_number (facts, text, strlen (text));
}

guint32
scope_erlang_arguments_number (ScopeErlangFacts *facts, ScopeTerm function)
{
  ScopeAtom atom;
  guint n;

  if (!scope_term_tuple (&function, &n) || n != 3 || !scope_term_atom (&function, &atom)
      || !scope_term_atom (&function, &atom) || scope_term_kind (&function) != SCOPE_TERM_LIST)
    return 0;

  return scope_erlang_term_number (facts, function);
}

static void
append_party (ScopeTerm term, GString *out, ScopeErlangParty *ret_kind, ScopeAtom *ret_node)
{
  ScopeTerm at = term;
  ScopeTermId id;
  ScopeAtom atom;
  guint n;

  *ret_node = (ScopeAtom) { NULL };
  if (scope_term_pid (&at, &id))
    {
      *ret_kind = SCOPE_ERL_PROCESS;
      *ret_node = id.node;
      g_string_append_printf (out, "<0.%" G_GUINT64_FORMAT ".%u>", id.id, id.serial);
    }
  else if (scope_term_port (&at, &id))
    {
      *ret_kind = SCOPE_ERL_PORT;
      *ret_node = id.node;
      g_string_append_printf (out, "#Port<0.%" G_GUINT64_FORMAT ">", id.id);
    }
  else if (scope_term_reference (&at, ret_node))
    {
      *ret_kind = SCOPE_ERL_ALIAS;
      g_string_append (out, ALIAS_TEXT);
    }
  else if (scope_term_atom (&at, &atom))
    {
      *ret_kind = SCOPE_ERL_NAME;
      scope_atom_append (&atom, FALSE, out);
    }
  else if (scope_term_tuple (&at, &n) && n == 2 && scope_term_atom (&at, &atom) && scope_term_atom (&at, ret_node))
    {
      *ret_kind = SCOPE_ERL_NAME; /* {Name, Node} */
      scope_atom_append (&atom, FALSE, out);
    }
  else
    {
      *ret_kind = SCOPE_ERL_NOBODY;
      scope_term_print (&term, TEXT_CHARS, out);
    }
}

guint32
scope_erlang_party_number (ScopeErlangFacts *facts, ScopeTerm term)
{
  guint64 slot;
  gsize n = (gsize) (term.end - term.p);
  const void *key = term.p;
  g_autoptr (GString) text = NULL;
  ScopeTerm reference = term;
  ScopeErlangParty kind;
  ScopeAtom node;
  guint32 number, of_node = 0;

  /* Every call of a gen_server makes one: they are told apart by their nodes alone. */
  if (scope_term_reference (&reference, &node))
    {
      key = node.text;
      n = node.length;
    }
  number = scope_names_find (facts->names, key == term.p ? NAME_PARTY : NAME_ALIAS, key, n, &slot);
  if (number != 0)
    return number;
  if (!scope_names_add (facts->names, key == term.p ? NAME_PARTY : NAME_ALIAS, key, n, slot, facts->n_parties + 1))
    {
      facts->full = TRUE;
      return 0;
    }
  text = g_string_new (NULL);
  append_party (term, text, &kind, &node);
  if (node.length > 0) /* terms that were text have none where it is their own */
    {
      of_node = node_number (facts, &node);
      /* The first subject is the tracing node's own. */
      if (facts->node == 0)
        facts->node = of_node;
    }
  define (facts, SCOPE_ERL_DEFINE_PARTY, ++facts->n_parties, kind, of_node, text->str, text->len);

  return facts->n_parties;
}

/* Digits from *at on, which moves behind them. */
static gboolean
pass_digits (const char **at, const char *end)
{
  const char *from = *at;

  while (*at < end && g_ascii_isdigit (**at))
    (*at)++;

  return *at > from;
}

/* What a party's text is. The node of others is told by a number of the VM's own (<7123.45.0>), or by name ({name,b@host}); *ret_name
 * is where its name ends. */
static ScopeErlangParty
kind_of_text (const char *text, gsize n, const char **ret_node, gsize *ret_node_length, gsize *ret_name)
{
  const char *at = text + 1, *end = text + n, *comma;

  *ret_node = NULL;
  *ret_node_length = 0;
  *ret_name = n;
  if (n > 2 && *text == '<' && pass_digits (&at, end) && at < end && *at == '.')
    {
      *ret_node = text + 1;
      *ret_node_length = (gsize) (at - text) - 1;
    }
  if (*ret_node != NULL)
    {
      at++;
      if (pass_digits (&at, end) && at < end && *at++ == '.' && pass_digits (&at, end) && at + 1 == end && *at == '>')
        return SCOPE_ERL_PROCESS;
      *ret_node = NULL;
      *ret_node_length = 0;
      return SCOPE_ERL_NAME;
    }
  if (n > 7 && memcmp (text, "#Port<", 6) == 0)
    return SCOPE_ERL_PORT;
  if (n > 6 && memcmp (text, ALIAS_TEXT, 5) == 0)
    {
      at = text + 5;
      *ret_node = at;
      pass_digits (&at, end);
      *ret_node_length = (gsize) (at - *ret_node);
      return SCOPE_ERL_ALIAS;
    }
  comma = n > 2 && *text == '{' && text[n - 1] == '}' ? memchr (text, ',', n) : NULL;
  if (comma != NULL)
    {
      *ret_node = comma + 1;
      *ret_node_length = (gsize) (text + n - comma) - 2;
      *ret_name = (gsize) (comma - text);
    }

  return SCOPE_ERL_NAME;
}

guint32
scope_erlang_named_party_number (ScopeErlangFacts *facts, const char *text, gsize n)
{
  guint64 slot;
  guint32 number = scope_names_find (facts->names, NAME_PARTY_TEXT, text, n, &slot), of_node = 0;
  const char *node;
  gsize node_length, name;
  ScopeErlangParty kind;

  if (number != 0)
    return number;
  if (!scope_names_add (facts->names, NAME_PARTY_TEXT, text, n, slot, facts->n_parties + 1))
    {
      facts->full = TRUE;
      return 0;
    }
  kind = kind_of_text (text, n, &node, &node_length, &name);
  /* <0.…> is of this node; and a VM that has no name calls itself so. */
  if (node_length > 0 && !(node_length == 1 && *node == '0')
      && !(node_length == 13 && memcmp (node, "nonode@nohost", 13) == 0))
    of_node = scope_erlang_text_number (facts, node, node_length);
  if (name < n)
    {
      text++; /* {name,node} */
      n = name - 1;
    }
  else if (kind == SCOPE_ERL_ALIAS)
    {
      text = ALIAS_TEXT;
      n = strlen (ALIAS_TEXT);
    }
  define (facts, SCOPE_ERL_DEFINE_PARTY, ++facts->n_parties, kind, of_node, text, n);

  return facts->n_parties;
}

/* --- times --- */

gboolean
scope_erlang_read_stamp (ScopeTerm term, ScopeErlangClock *ret_clock, guint64 *ret_ns)
{
  guint n;
  gint64 a, b, c;

  if (scope_term_integer (&term, &a))
    {
      *ret_clock = SCOPE_ERL_CLOCK_MONOTONIC;
      *ret_ns = (guint64) a;
      return TRUE;
    }
  if (!scope_term_tuple (&term, &n) || n < 2 || n > 3 || !scope_term_integer (&term, &a)
      || !scope_term_integer (&term, &b))
    return FALSE;
  if (n == 2)
    {
      *ret_clock = SCOPE_ERL_CLOCK_MONOTONIC; /* {Time, Unique}: strict */
      *ret_ns = (guint64) a;
      return TRUE;
    }
  if (!scope_term_integer (&term, &c) || a < 0 || a > 16000 || b < 0 || b > 1000000 || c < 0 || c > 1000000)
    return FALSE;
  *ret_clock = a == 0 ? SCOPE_ERL_CLOCK_CPU : SCOPE_ERL_CLOCK_WALL;
  *ret_ns = ((guint64) a * 1000000u + (guint64) b) * 1000000000u + (guint64) c * 1000u;

  return TRUE;
}

static void
notify_clock (ScopeErlangFacts *facts, ScopeErlangClock clock)
{
  g_autofree char *text = clock == SCOPE_ERL_CLOCK_WALL
                              ? g_strdup_printf ("%" G_GUINT64_FORMAT, facts->bases[clock] / 1000)
                              : g_strdup ("");

  facts->told_clocks |= (guint8) (1u << clock);
  define (facts, SCOPE_ERL_CLOCK, clock, 0, 0, text, strlen (text));
}

gboolean
scope_erlang_set_ns (ScopeErlangFacts *facts, ScopeErlangClock clock, guint64 ns, ScopeEvent *event)
{
  gint64 time;

  if (!(facts->has_base & 1u << clock))
    {
      /* Behind records without any time it goes on from them. */
      facts->bases[clock] = facts->has_base == 0 ? ns - (guint64) facts->latest : ns;
      facts->has_base |= (guint8) (1u << clock);
    }
  if (!(facts->told_clocks & 1u << clock))
    notify_clock (facts, clock);
  time = (gint64) (ns - facts->bases[clock]);
  /* Two hundred days from the start are damage, as in other formats. */
  if (time > (gint64) 1 << 54 || time < -((gint64) 1 << 54))
    return FALSE;
  event->time = time;
  facts->on_cpu = clock == SCOPE_ERL_CLOCK_CPU;
  facts->cpu_stamp = ns;
  if (facts->on_cpu)
    return TRUE; /* it depends on what the record says */
  facts->latest = MAX (facts->latest, time);
  facts->stamped = MAX (facts->stamped, time);

  return TRUE;
}

void
scope_erlang_set_no_time (ScopeErlangFacts *facts, ScopeEvent *event)
{
  if (!(facts->told_clocks & 1u << SCOPE_ERL_CLOCK_NONE))
    notify_clock (facts, SCOPE_ERL_CLOCK_NONE);
  if (facts->has_base == 0)
    facts->latest += facts->unstamped ? 1000 : 0;
  else if (facts->latest < facts->stamped + 999)
    facts->latest++;
  facts->unstamped = TRUE;
  event->time = facts->latest;
}

gboolean
scope_erlang_set_time (ScopeErlangFacts *facts, ScopeTerm stamp, ScopeEvent *event)
{
  ScopeErlangClock clock;
  guint64 ns;

  return scope_erlang_read_stamp (stamp, &clock, &ns) && scope_erlang_set_ns (facts, clock, ns, event);
}
