/* scope-erlang-term-print.c: terms as text, as Erlang's shell has them. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/erlang/scope-erlang-term-private.h"

#include <string.h>

#define PRINT_DEPTH 24u

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

          size = scope_term_own_size (term.p, left (&term), &parts);
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
