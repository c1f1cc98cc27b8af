/* scope-erlang-term-private.h: tags, and how bytes of terms are read. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/format/erlang/scope-erlang-term.h"

G_BEGIN_DECLS

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

/* Bytes of the term's own at p (tag, lengths, plain contents), without its elements, whose number is *ret_parts. 0: bad, or
 * cut. */
gsize scope_term_own_size (const guint8 *p, gsize n, guint64 *ret_parts);

G_END_DECLS
