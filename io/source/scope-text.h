/* scope-text.h: texts that end where their length says, as they lie in a log.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

static inline gboolean
scope_starts (const char *text, gsize n, const char *with)
{
  gsize length = strlen (with);

  return n >= length && memcmp (text, with, length) == 0;
}

static inline gboolean
scope_is_word (const char *text, gsize n, const char *word)
{
  return n == strlen (word) && memcmp (text, word, n) == 0;
}

/* Takes the first part of *rest, up to the next `separator`: a line, say. FALSE: nothing is left. */
static inline gboolean
scope_next_part (const char **rest, gsize *n, char separator, const char **ret_part, gsize *ret_n)
{
  const char *end = *n > 0 ? memchr (*rest, separator, *n) : NULL;
  gsize taken;

  if (*n == 0)
    return FALSE;
  *ret_part = *rest;
  *ret_n = end != NULL ? (gsize) (end - *rest) : *n;
  taken = *ret_n + (end != NULL);
  *rest += taken;
  *n -= taken;

  return TRUE;
}

G_END_DECLS
