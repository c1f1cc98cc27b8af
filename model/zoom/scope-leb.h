/* scope-leb.h: numbers as LEB128: seven bits a byte, lowest first, the top bit set but in the last.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_LEB_MOST 10u /* bytes of a number */

/* Where there is room for it; where the next one goes. */
static inline guint8 *
scope_leb_write (guint8 *at, guint64 v)
{
  for (; v >= 0x80; v >>= 7)
    *at++ = (guint8) (v | 0x80);
  *at++ = (guint8) v;
  return at;
}

static inline void
scope_leb_put (GByteArray *out, guint64 v)
{
  guint8 bytes[SCOPE_LEB_MOST];

  g_byte_array_append (out, bytes, (guint) (scope_leb_write (bytes, v) - bytes));
}

/* FALSE: the bytes end before the number does, or it is too large. */
static inline gboolean
scope_leb_get (const guint8 **in, const guint8 *end, guint64 *ret_v)
{
  guint64 v = 0;

  for (guint shift = 0; *in < end && shift < 64; shift += 7)
    {
      guint8 byte = *(*in)++;

      v |= (guint64) (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0)
        {
          *ret_v = v;
          return TRUE;
        }
    }

  return FALSE;
}

/* The same of numbers that stand for times and counts: at most `most`. */
static inline gboolean
scope_leb_get_most (const guint8 **in, const guint8 *end, guint64 most, guint64 *ret_v)
{
  return scope_leb_get (in, end, ret_v) && *ret_v <= most;
}

/* Small for what is near zero, either side; differences wrap around. */
static inline guint64
scope_leb_zigzag (guint64 v)
{
  return (v << 1) ^ (guint64) -(gint64) (v >> 63);
}

static inline guint64
scope_leb_from_zigzag (guint64 v)
{
  return (v >> 1) ^ (guint64) -(gint64) (v & 1);
}

G_END_DECLS
