/* scope-text-reader.h: a text of a log that is read from left to right. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/source/scope-text.h"

G_BEGIN_DECLS

typedef struct
{
  const char *p, *end; /* what is left */
} ScopeText;

/* Moves behind `with`, if the rest begins so. */
static inline gboolean
scope_text_skip (ScopeText *text, const char *with)
{
  if (!scope_starts (text->p, (gsize) (text->end - text->p), with))
    return FALSE;
  text->p += strlen (with);
  return TRUE;
}

/* Moves behind the next place where `with` stands, if there is one. */
static inline gboolean
scope_text_seek (ScopeText *text, const char *with)
{
  const char *at = memmem (text->p, (gsize) (text->end - text->p), with, strlen (with));

  if (at == NULL)
    return FALSE;
  text->p = at + strlen (with);
  return TRUE;
}

/* Up to 16 hexadecimal digits, without "0x". FALSE: there is none. */
static inline gboolean
scope_text_hex (ScopeText *text, guint64 *ret_value)
{
  const char *from = text->p;

  for (*ret_value = 0; text->p < text->end && g_ascii_isxdigit (*text->p) && text->p - from < 16; text->p++)
    *ret_value = *ret_value << 4 | (guint64) g_ascii_xdigit_value (*text->p);
  return text->p > from;
}

G_END_DECLS
