/* scope-erlang-term.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/erlang/scope-erlang-term-private.h"

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

gsize
scope_term_own_size (const guint8 *p, gsize n, guint64 *ret_parts)
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
        node = scope_term_own_size (p + at, n - at, &none);
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
      gsize size = scope_term_own_size (p, (gsize) (term->end - p), &parts);

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
      gsize size = scope_term_own_size (p, (gsize) (term->end - p), &parts);

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
  size = scope_term_own_size (term->p, left (term), &parts);
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

  if (scope_term_kind (term) != SCOPE_TERM_TUPLE || (size = scope_term_own_size (term->p, left (term), &parts)) == 0)
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
      || (size = scope_term_own_size (term->p, left (term), &parts)) == 0)
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

/* Tag and node of a pid, port or reference; *ret_at is at the numbers behind. */
static gboolean
begin_id (ScopeTerm *term, ScopeTermKind kind, ScopeTermId *ret_id, const guint8 **ret_at)
{
  guint64 parts;
  gsize size;
  ScopeTerm node;

  if (scope_term_kind (term) != kind || (size = scope_term_own_size (term->p, left (term), &parts)) == 0)
    return FALSE;
  node = (ScopeTerm) { term->p + (*term->p == NEW_REFERENCE || *term->p == NEWER_REFERENCE ? 3 : 1), term->end };
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

gboolean
scope_term_reference (ScopeTerm *term, ScopeAtom *ret_node)
{
  const guint8 *p;
  ScopeTermId id;

  if (!begin_id (term, SCOPE_TERM_REFERENCE, &id, &p))
    return FALSE;
  *ret_node = id.node;

  return TRUE;
}
