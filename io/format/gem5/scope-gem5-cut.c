/* scope-gem5-cut.c: lines that break off. Whoever writes a trace is killed, a disk is full, two write into one file: then the rest of a
 * line is missing, and what stands there is no other debug flag's line and nothing that a program printed.
 *
 *     12500: system.cpu0.dc                 the name of a component that is known begins so
 *     12500: system.cpu0: T0 : 0xffff       an instruction, up to here
 *     12500: system.l2: recvTimingRe        what caches say begins so
 *     1250                                  a time that begins as those around it
 *
 * What a cache says may break off behind all that is needed; then it is used, and counted, for most lines of its kind end differently.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include <string.h>

#define LEAST_DIGITS 4u         /* of a time that stands alone: less may be anything */
#define NEAR 1000000000         /* ps, from the time before */
#define ENOUGH 16u              /* lines of a kind that end alike */

static gboolean
is_near (guint64 value, guint64 scale, guint64 tick)
{
  guint64 low = value * scale;

  return low <= tick + NEAR && tick <= low + scale + NEAR;
}

/* The first digits of a time that is near the one before. */
static gboolean
is_time (const char *text, gsize n, gint64 tick, gboolean whole)
{
  guint64 value = 0;

  if (n > 18 || tick < 0)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    value = value * 10 + (guint64) (text[i] - '0');
  if (whole)
    return is_near (value, 1, (guint64) tick);
  if (n < LEAST_DIGITS || value == 0)
    return FALSE;
  for (guint64 scale = 1; scale < G_MAXINT64 / 10 / value && value * scale <= (guint64) tick + NEAR; scale *= 10)
    {
      /* So many digits are the same, whatever follows. */
      if (value * scale <= (guint64) tick && (guint64) tick - value * scale < scale)
        return TRUE;
      if (is_near (value, scale, (guint64) tick) && scale > NEAR)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_head (ScopeGem5Facts *facts, const char *line, gsize n)
{
  const char *p = line, *end = line + n, *from;

  while (p < end && *p == ' ')
    p++;
  for (from = p; p < end && g_ascii_isdigit (*p);)
    p++;
  if (p == from || scope_gem5_parts_n_cores (facts->parts) == 0)
    return FALSE;
  if (p == end)
    return is_time (from, (gsize) (p - from), facts->tick, FALSE);
  if (*p++ != ':' || !is_time (from, (gsize) (p - from - 1), facts->tick, TRUE))
    return FALSE;
  if (p == end || (*p == ' ' && p + 1 == end))
    return TRUE;
  if (*p++ != ' ')
    return FALSE;
  for (from = p; p < end && (g_ascii_isalnum (*p) || strchr ("._-[]/+", *p) != NULL);)
    p++;

  return p == end && scope_gem5_parts_knows (facts->parts, from, (gsize) (p - from), FALSE);
}

/* "T0 : 0xff", "A0 T0", "@f+": nothing but the beginning of an instruction. */
static gboolean
is_instruction (const ScopeSimEnvelope *envelope)
{
  const char *p = envelope->rest, *end = p + envelope->n_rest;

  if (end - p >= 2 && (*p == '+' || *p == '-') && p[1] == ' ')
    p += 2;
  for (guint i = 0; i < 2; i++)
    if (p < end && *p == "AT"[i])
      {
        for (p++; p < end && g_ascii_isdigit (*p);)
          p++;
        for (; p < end && (*p == ' ' || *p == ':');)
          p++;
      }
  if (p == end)
    return TRUE;
  if (*p == '@')
    return TRUE;

  return *p == '0' && (p + 1 == end || p[1] == 'x') && memchr (p, ' ', (gsize) (end - p)) == NULL;
}

gboolean
scope_gem5_is_cut (ScopeGem5Facts *facts, const char *line, gsize n, const ScopeSimEnvelope *envelope)
{
  const char *rest;

  if (envelope == NULL)
    return is_head (facts, line, n);
  rest = envelope->rest;
  if (envelope->n_rest == 0) /* with a blank at its end it may be a message that is empty */
    return line[n - 1] != ' ' && scope_gem5_parts_knows (facts->parts, envelope->name, envelope->n_name, FALSE);
  if (strchr ("TA@0+-", *rest) != NULL && is_instruction (envelope))
    return scope_gem5_parts_knows (facts->parts, envelope->name, envelope->n_name, TRUE);

  return scope_gem5_cache_begins (rest, envelope->n_rest) && scope_gem5_parts_knows (facts->parts, envelope->name, envelope->n_name, TRUE);
}

/* --- endings --- */

static gboolean
is_number (const char *text, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_isxdigit (text[i]) && text[i] != 'x')
      return FALSE;

  return n > 0;
}

static gsize
word_start (const char *line, gsize end)
{
  while (end > 0 && line[end - 1] != ' ')
    end--;

  return end;
}

/* "way: 0x1": the word before the number; "[40:7f]": how it closes; else the last word. */
static guint32
ending_of (const char *line, gsize n)
{
  gsize from;

  while (n > 0 && line[n - 1] == ' ')
    n--;
  if (n == 0)
    return 0;
  if (!g_ascii_isalnum (line[n - 1]))
    return (guint32) (guint8) line[n - 1];
  from = word_start (line, n);
  if (is_number (line + from, n - from))
    {
      n = from > 0 ? from - 1 : 0;
      from = word_start (line, n);
    }

  return (guint32) scope_gem5_hash (line + from, n - from) | 256u;
}

gboolean
scope_gem5_ends_early (ScopeGem5Facts *facts, guint kind, const char *line, gsize n)
{
  ScopeGem5Ending *most = &facts->endings[MIN (kind, SCOPE_GEM5_N_ENDINGS - 1)];
  guint32 ending = ending_of (line, n);

  if (ending == most->ending)
    {
      most->votes = MIN (most->votes + 1, 1u << 20);
      return FALSE;
    }
  if (most->votes == 0)
    *most = (ScopeGem5Ending) { ending, 1 };
  else
    most->votes--;

  return most->votes >= ENOUGH;
}
