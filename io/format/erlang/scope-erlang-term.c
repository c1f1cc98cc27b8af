/* scope-erlang-term.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/erlang/scope-erlang-term.h"

#include <string.h>

enum
{
  NEW_FLOAT = 70,
  BIT_BINARY = 77,
  COMPRESSED = 80,
  NEW_PID = 88,
  NEW_PORT = 89,
  NEWER_REFERENCE = 90,
  SMALL_INTEGER = 97,
  INTEGER = 98,
  FLOAT = 99,
  ATOM = 100,
  REFERENCE = 101,
  PORT = 102,
  PID = 103,
  SMALL_TUPLE = 104,
  LARGE_TUPLE = 105,
  NIL = 106,
  STRING = 107,
  LIST = 108,
  BINARY = 109,
  SMALL_BIG = 110,
  LARGE_BIG = 111,
  NEW_FUN = 112,
  EXPORT = 113,
  NEW_REFERENCE = 114,
  SMALL_ATOM = 115,
  MAP = 116,
  FUN = 117,
  ATOM_UTF8 = 118,
  SMALL_ATOM_UTF8 = 119,
  V4_PORT = 120,
};

#define PRINT_DEPTH 24u

static inline guint32
be16 (const guint8 *p)
{
  return (guint32) p[0] << 8 | p[1];
}

static inline guint32
be32 (const guint8 *p)
{
  return (guint32) p[0] << 24 | (guint32) p[1] << 16 | (guint32) p[2] << 8 | p[3];
}

static inline guint64
be64 (const guint8 *p)
{
  return (guint64) be32 (p) << 32 | be32 (p + 4);
}

static inline gsize
left (const ScopeTerm *term)
{
  return (gsize) (term->end - term->p);
}

ScopeTermKind
scope_term_kind (const ScopeTerm *term)
{
  if (term->p >= term->end)
    return SCOPE_TERM_BAD;
  switch (*term->p)
    {
    case SMALL_INTEGER: case INTEGER: case SMALL_BIG: case LARGE_BIG:
      return SCOPE_TERM_INTEGER;
    case NEW_FLOAT: case FLOAT:
      return SCOPE_TERM_FLOAT;
    case ATOM: case SMALL_ATOM: case ATOM_UTF8: case SMALL_ATOM_UTF8:
      return SCOPE_TERM_ATOM;
    case SMALL_TUPLE: case LARGE_TUPLE:
      return SCOPE_TERM_TUPLE;
    case NIL: case STRING: case LIST:
      return SCOPE_TERM_LIST;
    case BINARY: case BIT_BINARY:
      return SCOPE_TERM_BINARY;
    case MAP:
      return SCOPE_TERM_MAP;
    case PID: case NEW_PID:
      return SCOPE_TERM_PID;
    case PORT: case NEW_PORT: case V4_PORT:
      return SCOPE_TERM_PORT;
    case REFERENCE: case NEW_REFERENCE: case NEWER_REFERENCE:
      return SCOPE_TERM_REFERENCE;
    case FUN: case NEW_FUN: case EXPORT:
      return SCOPE_TERM_FUN;
    default:
      return SCOPE_TERM_BAD;
    }
}

/* Bytes of the term's own at p (tag, lengths, plain contents), without its elements, whose number is *ret_parts. 0: bad, or
 * cut. */
static gsize
own_size (const guint8 *p, gsize n, guint64 *ret_parts)
{
  guint64 size, parts = 0;

#define NEED(k) do { if (n < (k)) return 0; } while (0)
  NEED (1);
  switch (*p)
    {
    case SMALL_INTEGER: size = 2; break;
    case INTEGER: size = 5; break;
    case NEW_FLOAT: size = 9; break;
    case FLOAT: size = 32; break;
    case NIL: size = 1; break;
    case SMALL_BIG: NEED (2); size = 3u + p[1]; break;
    case LARGE_BIG: NEED (5); size = 6u + (guint64) be32 (p + 1); break;
    case ATOM: case ATOM_UTF8: NEED (3); size = 3u + be16 (p + 1); break;
    case SMALL_ATOM: case SMALL_ATOM_UTF8: NEED (2); size = 2u + p[1]; break;
    case SMALL_TUPLE: NEED (2); size = 2; parts = p[1]; break;
    case LARGE_TUPLE: NEED (5); size = 5; parts = be32 (p + 1); break;
    case STRING: NEED (3); size = 3u + be16 (p + 1); break;
    case LIST: NEED (5); size = 5; parts = (guint64) be32 (p + 1) + 1; break;
    case BINARY: NEED (5); size = 5u + (guint64) be32 (p + 1); break;
    case BIT_BINARY: NEED (5); size = 6u + (guint64) be32 (p + 1); break;
    case MAP: NEED (5); size = 5; parts = 2 * (guint64) be32 (p + 1); break;
    case NEW_FUN: NEED (5); size = 1u + (guint64) be32 (p + 1); break;
    case EXPORT: size = 1; parts = 3; break;
    /* Of these the node, an atom, stands between the tag and the numbers. */
    case PID: case NEW_PID: case PORT: case NEW_PORT: case V4_PORT: case REFERENCE:
    case NEW_REFERENCE: case NEWER_REFERENCE:
      {
        guint64 none;
        gsize at = *p == NEW_REFERENCE || *p == NEWER_REFERENCE ? 3 : 1, node;

        NEED (at + 1);
        if (p[at] != ATOM && p[at] != ATOM_UTF8 && p[at] != SMALL_ATOM && p[at] != SMALL_ATOM_UTF8)
          return 0;
        node = own_size (p + at, n - at, &none);
        if (node == 0)
          return 0;
        size = at + node;
        switch (*p)
          {
          case PID: size += 9; break;
          case NEW_PID: size += 12; break;
          case PORT: case REFERENCE: size += 5; break;
          case NEW_PORT: size += 8; break;
          case V4_PORT: size += 12; break;
          case NEW_REFERENCE: size += 1u + 4u * be16 (p + 1); break;
          default: size += 4u + 4u * be16 (p + 1); break;
          }
        break;
      }
    case FUN: NEED (5); size = 5; parts = 4 + (guint64) be32 (p + 1); break;
    default: return 0;
    }
#undef NEED
  *ret_parts = parts;
  /* An element has a byte at least, so what claims more of them than there are bytes is a lie told early. */
  return size <= n && parts <= n - size ? (gsize) size : 0;
}

gboolean
scope_term_skip (ScopeTerm *term)
{
  const guint8 *p = term->p;
  guint64 todo = 1;

  while (todo > 0)
    {
      guint64 parts;
      gsize size = own_size (p, (gsize) (term->end - p), &parts);

      if (size == 0)
        return FALSE;
      p += size;
      todo += parts - 1;
      if (todo > (guint64) (term->end - p))
        return FALSE;
    }
  term->p = p;

  return TRUE;
}

gboolean
scope_term_is_deep (const ScopeTerm *term)
{
  guint64 todo[SCOPE_TERM_DEEPEST]; /* elements, of each that is open */
  const guint8 *p = term->p;
  guint depth = 0;

  if (left (term) <= SCOPE_TERM_DEEPEST) /* each has a byte at least */
    return FALSE;
  do
    {
      guint64 parts;
      gsize size = own_size (p, (gsize) (term->end - p), &parts);

      if (size == 0)
        return FALSE;
      p += size;
      if (parts > 0 && depth == SCOPE_TERM_DEEPEST)
        return TRUE;
      if (parts > 0)
        todo[depth++] = parts;
      else
        while (depth > 0 && --todo[depth - 1] == 0)
          depth--;
    }
  while (depth > 0);

  return FALSE;
}

gboolean
scope_term_integer (ScopeTerm *term, gint64 *ret_value)
{
  const guint8 *p = term->p;
  gsize n = left (term);

  if (n >= 2 && *p == SMALL_INTEGER)
    {
      *ret_value = p[1];
      term->p += 2;
      return TRUE;
    }
  if (n >= 5 && *p == INTEGER)
    {
      *ret_value = (gint32) be32 (p + 1);
      term->p += 5;
      return TRUE;
    }
  if (n >= 3 && *p == SMALL_BIG && p[1] <= 8 && n >= 3u + p[1])
    {
      guint64 value = 0;

      for (guint i = p[1]; i > 0; i--)
        value = value << 8 | p[2 + i];
      if (value > (guint64) G_MAXINT64)
        return FALSE;
      *ret_value = p[2] ? -(gint64) value : (gint64) value;
      term->p += 3 + p[1];
      return TRUE;
    }

  return FALSE;
}

gboolean
scope_term_atom (ScopeTerm *term, ScopeAtom *ret_atom)
{
  guint64 parts;
  gsize size;

  if (scope_term_kind (term) != SCOPE_TERM_ATOM)
    return FALSE;
  size = own_size (term->p, left (term), &parts);
  if (size == 0)
    return FALSE;
  {
    guint head = *term->p == ATOM || *term->p == ATOM_UTF8 ? 3 : 2;

    *ret_atom = (ScopeAtom) { (const char *) term->p + head, (guint) size - head,
                              *term->p == ATOM_UTF8 || *term->p == SMALL_ATOM_UTF8 };
  }
  term->p += size;

  return TRUE;
}

gboolean
scope_term_tuple (ScopeTerm *term, guint *ret_arity)
{
  guint64 parts;
  gsize size;

  if (scope_term_kind (term) != SCOPE_TERM_TUPLE || (size = own_size (term->p, left (term), &parts)) == 0)
    return FALSE;
  *ret_arity = (guint) parts;
  term->p += size;

  return TRUE;
}

gboolean
scope_term_list (ScopeTerm *term, guint *ret_length)
{
  guint64 parts;
  gsize size;

  if (scope_term_kind (term) != SCOPE_TERM_LIST || *term->p == STRING
      || (size = own_size (term->p, left (term), &parts)) == 0)
    return FALSE;
  *ret_length = parts > 0 ? (guint) (parts - 1) : 0;
  term->p += size;

  return TRUE;
}

gboolean
scope_term_string (ScopeTerm *term, const guint8 **ret_bytes, guint *ret_length)
{
  if (left (term) < 3 || *term->p != STRING || left (term) < 3u + be16 (term->p + 1))
    return FALSE;
  *ret_length = be16 (term->p + 1);
  *ret_bytes = term->p + 3;
  term->p += 3 + *ret_length;

  return TRUE;
}

/* Tag and node of a pid or port; *ret_at is at the numbers behind. */
static gboolean
begin_id (ScopeTerm *term, ScopeTermKind kind, ScopeTermId *ret_id, const guint8 **ret_at)
{
  guint64 parts;
  gsize size;
  ScopeTerm node;

  if (scope_term_kind (term) != kind || (size = own_size (term->p, left (term), &parts)) == 0)
    return FALSE;
  node = (ScopeTerm) { term->p + 1, term->end };
  *ret_id = (ScopeTermId) { .serial = 0 };
  scope_term_atom (&node, &ret_id->node);
  *ret_at = node.p;
  term->p += size;

  return TRUE;
}

gboolean
scope_term_pid (ScopeTerm *term, ScopeTermId *ret_id)
{
  const guint8 *tag = term->p, *p;

  if (!begin_id (term, SCOPE_TERM_PID, ret_id, &p))
    return FALSE;
  ret_id->id = be32 (p);
  ret_id->serial = be32 (p + 4);
  ret_id->creation = *tag == NEW_PID ? be32 (p + 8) : p[8];

  return TRUE;
}

gboolean
scope_term_port (ScopeTerm *term, ScopeTermId *ret_id)
{
  const guint8 *tag = term->p, *p;

  if (!begin_id (term, SCOPE_TERM_PORT, ret_id, &p))
    return FALSE;
  ret_id->id = *tag == V4_PORT ? be64 (p) : be32 (p);
  ret_id->creation = *tag == V4_PORT ? be32 (p + 8) : *tag == NEW_PORT ? be32 (p + 4) : p[4];

  return TRUE;
}

/* --- as text --- */

gboolean
scope_atom_equal (const ScopeAtom *atom, const char *text)
{
  return strlen (text) == atom->length && memcmp (text, atom->text, atom->length) == 0;
}

static gboolean
plain_atom (const ScopeAtom *atom)
{
  if (atom->length == 0 || !g_ascii_islower (atom->text[0]))
    return FALSE;
  for (guint i = 0; i < atom->length; i++)
    if (!g_ascii_isalnum (atom->text[i]) && atom->text[i] != '_' && atom->text[i] != '@')
      return FALSE;

  return TRUE;
}

void
scope_atom_append (const ScopeAtom *atom, gboolean quoted, GString *out)
{
  gboolean marks = quoted && !plain_atom (atom);

  if (marks)
    g_string_append_c (out, '\'');
  if (atom->utf8)
    {
      g_autofree char *valid = g_utf8_make_valid (atom->text, atom->length);
      g_string_append (out, valid);
    }
  else
    for (guint i = 0; i < atom->length; i++)
      g_string_append_unichar (out, (guint8) atom->text[i]);
  if (marks)
    g_string_append_c (out, '\'');
}

static void
print_id (const ScopeTermId *id, gboolean port, GString *out)
{
  if (port)
    g_string_append_printf (out, "#Port<0.%" G_GUINT64_FORMAT ">", id->id);
  else
    g_string_append_printf (out, "<0.%" G_GUINT64_FORMAT ".%u>", id->id, id->serial);
}

/* Whether a fun of the tag NEW_FUN says more than its size; moves to its module. */
static gboolean
fun_module (ScopeTerm *term, guint32 *ret_index)
{
  gsize size = left (term) >= 5 ? 1u + (gsize) be32 (term->p + 1) : 0;

  /* Size 4, arity 1, uniq 16, index 4, number of free variables 4; then the module. */
  if (size < 30 || size > left (term))
    return FALSE;
  *ret_index = be32 (term->p + 22);
  term->end = term->p + size;
  term->p += 30;

  return TRUE;
}

gboolean
scope_term_append_fun (const ScopeTerm *from, GString *out)
{
  ScopeTerm term = *from;
  ScopeAtom module, function;
  gint64 arity;
  guint32 index;

  if (left (&term) == 0)
    return FALSE;
  if (*term.p == NEW_FUN)
    {
      if (!fun_module (&term, &index) || !scope_term_atom (&term, &module))
        return FALSE;
      g_string_append (out, "#Fun<");
      scope_atom_append (&module, TRUE, out);
      g_string_append_printf (out, ".%u>", index);
      return TRUE;
    }
  if (*term.p != EXPORT)
    return FALSE;
  term.p++;
  if (!scope_term_atom (&term, &module) || !scope_term_atom (&term, &function) || !scope_term_integer (&term, &arity))
    return FALSE;
  scope_atom_append (&module, TRUE, out);
  g_string_append_c (out, ':');
  scope_atom_append (&function, TRUE, out);
  g_string_append_printf (out, "/%" G_GINT64_FORMAT, arity);

  return TRUE;
}

/* A string of printable characters, or a list of small numbers. */
static void
print_string (const guint8 *bytes, guint n, guint max, GString *out)
{
  gboolean printable = TRUE;
  guint shown = MIN (n, max);

  for (guint i = 0; i < n && printable; i++)
    printable = bytes[i] == '\n' || bytes[i] == '\t' || (bytes[i] >= 32 && bytes[i] != 127 && (bytes[i] < 128 || bytes[i] >= 160));
  g_string_append_c (out, printable ? '"' : '[');
  for (guint i = 0; i < shown; i++)
    if (!printable)
      g_string_append_printf (out, i > 0 ? ",%u" : "%u", bytes[i]);
    else if (bytes[i] == '\n' || bytes[i] == '\t')
      g_string_append (out, bytes[i] == '\n' ? "\\n" : "\\t");
    else
      g_string_append_unichar (out, bytes[i]);
  if (shown < n)
    g_string_append (out, "…");
  g_string_append_c (out, printable ? '"' : ']');
}

/* A term without elements. FALSE: it has some, or cannot be read. */
static gboolean
print_leaf (ScopeTerm *term, guint room, GString *out)
{
  const guint8 *tag = term->p, *bytes;
  gint64 number;
  ScopeAtom atom;
  ScopeTermId id;
  guint n;

  switch (scope_term_kind (term))
    {
    case SCOPE_TERM_INTEGER:
      if (scope_term_integer (term, &number))
        g_string_append_printf (out, "%" G_GINT64_FORMAT, number);
      else if (scope_term_skip (term))
        g_string_append (out, "(a large integer)");
      else
        return FALSE;
      return TRUE;
    case SCOPE_TERM_FLOAT:
      if (!scope_term_skip (term))
        return FALSE;
      if (*tag == NEW_FLOAT)
        {
          guint64 bits = be64 (tag + 1);
          double value;

          memcpy (&value, &bits, sizeof value);
          g_string_append_printf (out, "%g", value);
        }
      else
        for (guint i = 1; i < 32 && g_ascii_isgraph (tag[i]); i++)
          g_string_append_c (out, (char) tag[i]);
      return TRUE;
    case SCOPE_TERM_ATOM:
      if (!scope_term_atom (term, &atom))
        return FALSE;
      scope_atom_append (&atom, TRUE, out);
      return TRUE;
    case SCOPE_TERM_LIST:
      if (scope_term_string (term, &bytes, &n))
        {
          print_string (bytes, n, room, out);
          return TRUE;
        }
      if (*tag != NIL)
        return FALSE;
      term->p++;
      g_string_append (out, "[]");
      return TRUE;
    case SCOPE_TERM_PID:
      if (!scope_term_pid (term, &id))
        return FALSE;
      print_id (&id, FALSE, out);
      return TRUE;
    case SCOPE_TERM_PORT:
      if (!scope_term_port (term, &id))
        return FALSE;
      print_id (&id, TRUE, out);
      return TRUE;
    case SCOPE_TERM_REFERENCE:
      g_string_append (out, "#Ref<>");
      return scope_term_skip (term);
    case SCOPE_TERM_BINARY:
      if (!scope_term_skip (term))
        return FALSE;
      g_string_append_printf (out, "<<%u bytes>>", be32 (tag + 1));
      return TRUE;
    case SCOPE_TERM_FUN:
      if (!scope_term_append_fun (term, out))
        g_string_append (out, "#Fun<>");
      return scope_term_skip (term);
    default:
      return FALSE;
    }
}

typedef struct
{
  guint64 todo; /* elements still to come */
  guint64 done;
  char close;
  guint8 tag;
} Open;

static void
separate (const Open *open, GString *out)
{
  if (open->done == 0)
    return;
  if (open->tag == MAP)
    g_string_append (out, open->done % 2 ? " => " : ",");
  else
    g_string_append_c (out, ',');
}

void
scope_term_print (const ScopeTerm *from, guint max, GString *out)
{
  ScopeTerm term = *from;
  Open stack[PRINT_DEPTH];
  guint depth = 0;
  gsize start = out->len;
  gboolean more = TRUE;

  while (more)
    {
      guint64 parts = 0;
      gsize size;

      if (out->len - start > max)
        break;
      if (depth > 0)
        separate (&stack[depth - 1], out);
      if (!print_leaf (&term, max, out))
        {
          guint8 tag;

          size = own_size (term.p, left (&term), &parts);
          if (size == 0 || depth == PRINT_DEPTH)
            break;
          tag = *term.p;
          term.p += size;
          g_string_append (out, tag == MAP ? "#{" : tag == LIST ? "[" : "{");
          /* A list's tail is not printed as an element; it is [] but for improper lists. */
          stack[depth++] = (Open) { tag == LIST ? parts - 1 : parts, 0, tag == LIST ? ']' : '}', tag };
          if (stack[depth - 1].todo > 0)
            continue;
        }
      else if (depth > 0)
        {
          stack[depth - 1].done++;
          stack[depth - 1].todo--;
        }
      while (depth > 0 && stack[depth - 1].todo == 0)
        {
          const Open *open = &stack[--depth];

          if (open->tag == LIST && scope_term_kind (&term) == SCOPE_TERM_LIST && *term.p == NIL)
            term.p++;
          else if (open->tag == LIST)
            {
              g_string_append_c (out, '|');
              if (!print_leaf (&term, max, out))
                {
                  depth++;
                  goto cut;
                }
            }
          g_string_append_c (out, open->close);
          if (depth > 0)
            {
              stack[depth - 1].done++;
              stack[depth - 1].todo--;
            }
        }
      more = depth > 0;
    }
  if (!more)
    return;
cut:
  g_string_append (out, "…");
  while (depth > 0)
    g_string_append_c (out, stack[--depth].close);
}
