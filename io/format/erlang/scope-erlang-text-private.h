/* scope-erlang-text-private.h: what the files that read Erlang's terms as text share.
 *
 *   scope-erlang-text.c        tuples, lists, maps: what has elements
 *   scope-erlang-text-leaf.c   numbers, atoms, strings, binaries, pids: what has none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/erlang/scope-erlang-text.h"

#include <string.h>

G_BEGIN_DECLS

enum /* tags of the external form; see scope-erlang-term.c */
{
  NEW_FLOAT = 70,
  NEW_PID = 88,
  NEWER_REFERENCE = 90,
  SMALL_INTEGER = 97,
  INTEGER = 98,
  ATOM = 100,
  SMALL_TUPLE = 104,
  LARGE_TUPLE = 105,
  NIL = 106,
  STRING = 107,
  LIST = 108,
  BINARY = 109,
  SMALL_BIG = 110,
  NEW_FUN = 112,
  MAP = 116,
  ATOM_UTF8 = 118,
  V4_PORT = 120,
};

struct _ScopeErlangText
{
  GByteArray *out;
  GArray *open;     /* of Open */
  GArray *shorts;   /* of Short, one for all that were opened */
  const char *p, *end;
  const char *why;
};

/* One of those: bytes in, bytes out. */
gboolean scope_erlang_text_leaf (ScopeErlangText *self);

/* --- writing --- */

static inline void
put (ScopeErlangText *self, const void *bytes, gsize n)
{
  g_byte_array_append (self->out, bytes, (guint) n);
}

static inline void
put_u8 (ScopeErlangText *self, guint8 byte)
{
  put (self, &byte, 1);
}

static inline void
put_u32 (ScopeErlangText *self, guint32 value)
{
  guint32 bytes = GUINT32_TO_BE (value);

  put (self, &bytes, 4);
}

static inline void
put_u64 (ScopeErlangText *self, guint64 value)
{
  guint64 bytes = GUINT64_TO_BE (value);

  put (self, &bytes, 8);
}

static inline void
set_u32 (ScopeErlangText *self, guint at, guint32 value)
{
  guint32 bytes = GUINT32_TO_BE (value);

  memcpy (self->out->data + at, &bytes, 4);
}

/* --- reading --- */

static inline gboolean
fail (ScopeErlangText *self, const char *why)
{
  self->why = why;

  return FALSE;
}

static inline gboolean
at_end (const ScopeErlangText *self)
{
  return self->p >= self->end;
}

static inline gboolean
next_is (const ScopeErlangText *self, const char *what)
{
  gsize n = strlen (what);

  return (gsize) (self->end - self->p) >= n && memcmp (self->p, what, n) == 0;
}

static inline gboolean
take (ScopeErlangText *self, const char *what)
{
  if (!next_is (self, what))
    return FALSE;
  self->p += strlen (what);

  return TRUE;
}

/* Blanks and remarks. */
static inline void
pass_blank (ScopeErlangText *self)
{
  while (!at_end (self))
    if (*self->p == '%')
      while (!at_end (self) && *self->p != '\n')
        self->p++;
    else if (g_ascii_isspace (*self->p))
      self->p++;
    else
      return;
}

G_END_DECLS
