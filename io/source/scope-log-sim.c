/* scope-log-sim.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source/scope-log-sim.h"

#include "io/source/scope-text.h"

#include <string.h>

#define LONGEST_NAME 256u
#define MOST_DIGITS 18u
#define LONG_HEAD (64u * 1024u) /* as SCOPE_LOG_LONG_HEAD */
#define ENOUGH 4u /* lines of other debug flags, of components that only a simulator has */

static inline gboolean
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '.' || c == '_' || c == '-' || c == '[' || c == ']' || c == '/' || c == '+';
}

/* What stands from `p` on: a name, and what it says. */
static gboolean
take_name (const char *p, const char *end, ScopeSimEnvelope *envelope)
{
  envelope->name = p;
  if (p == end || !g_ascii_isalpha (*p))
    return FALSE;
  while (p < end && is_name_char (*p))
    p++;
  envelope->n_name = (gsize) (p - envelope->name);
  if (envelope->n_name > LONGEST_NAME || p == end)
    return FALSE;
  envelope->colon = *p == ':';
  p += envelope->colon;
  if (p < end && *p != ' ')
    return FALSE;
  p += p < end;
  envelope->rest = p;
  envelope->n_rest = (gsize) (end - p);

  return TRUE;
}

/* The flag's name that may stand before the component's (FmtFlag): "Exec: system.cpu0: …". */
static gboolean
is_flag (const ScopeSimEnvelope *envelope)
{
  return envelope->colon && g_ascii_isupper (*envelope->name) && memchr (envelope->name, '.', envelope->n_name) == NULL;
}

gboolean
scope_sim_envelope (const char *line, gsize n, ScopeSimEnvelope *ret_envelope)
{
  const char *p = line, *end = line + n, *digits;
  gboolean negative;
  guint64 tick = 0;

  while (p < end && *p == ' ')
    p++;
  negative = p < end && *p == '-';
  p += negative;
  for (digits = p; p < end && (guint8) (*p - '0') < 10; p++)
    tick = tick * 10 + (guint8) (*p - '0');
  if (p == digits || p - digits > (gssize) MOST_DIGITS || end - p < 4 || p[0] != ':' || p[1] != ' ')
    return FALSE;
  ret_envelope->tick = negative ? -(gint64) tick : (gint64) tick;
  if (!take_name (p + 2, end, ret_envelope))
    return FALSE;
  if (is_flag (ret_envelope))
    {
      ScopeSimEnvelope behind = *ret_envelope;

      if (take_name (ret_envelope->rest, end, &behind) && memchr (behind.name, '.', behind.n_name) != NULL)
        *ret_envelope = behind;
    }

  return TRUE;
}

const char *
scope_sim_find_pc (const ScopeSimEnvelope *envelope, guint *ret_thread)
{
  const char *p = envelope->rest, *end = p + envelope->n_rest;
  gboolean has_thread = FALSE;

  *ret_thread = 0;
  if (end - p > 2 && (*p == '+' || *p == '-') && p[1] == ' ')
    p += 2;
  if (end - p > 2 && *p == 'A' && g_ascii_isdigit (p[1]))
    {
      for (p++; p < end && g_ascii_isdigit (*p); p++)
        ;
      if (end - p < 2 || *p++ != ' ')
        return NULL;
    }
  if (end - p > 2 && *p == 'T' && g_ascii_isdigit (p[1]))
    {
      guint thread = 0;

      for (p++; p < end && g_ascii_isdigit (*p) && thread < 10000; p++)
        thread = thread * 10 + (guint) (*p - '0');
      if (end - p < 4 || p[0] != ' ' || p[1] != ':' || p[2] != ' ')
        return NULL;
      p += 3;
      *ret_thread = thread;
      has_thread = TRUE;
    }
  if (end - p < 2 || !(*p == '@' || (p[0] == '0' && p[1] == 'x')))
    return NULL;
  /* Without the thread nothing else says that it is one. */
  if (!has_thread && g_strstr_len (p, end - p, " : ") == NULL)
    return NULL;

  return p;
}

/* "ReadReq", "StoreCondReq", "WritebackDirty", …: what is asked of a cache. */
static gboolean
is_request (const char *word, gsize n)
{
  return (n > 3 && memcmp (word + n - 3, "Req", 3) == 0) || scope_starts (word, n, "Writeback") || scope_starts (word, n, "WriteClean")
         || scope_starts (word, n, "CleanEvict");
}

gboolean
scope_sim_is_access (const char *rest, gsize n)
{
  gsize word = 0;

  if (scope_starts (rest, n, "access for "))
    return TRUE;
  while (word < n && g_ascii_isalnum (rest[word]))
    word++;
  if (word == 0 || word >= n || rest[word] != ' ' || !is_request (rest, word))
    return FALSE;

  return g_strstr_len (rest + word, (gssize) (n - word), " hit") != NULL || g_strstr_len (rest + word, (gssize) (n - word), " miss") != NULL;
}

static gboolean
is_of_simulator (const ScopeSimEnvelope *envelope)
{
  static const char *const roots[] = { "system.", "testsys.", "drivesys.", "board.", "root." };

  if (!envelope->colon)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    if (scope_starts (envelope->name, envelope->n_name, roots[i]))
      return TRUE;

  return FALSE;
}

gboolean
scope_log_is_sim (const char *text, gsize n)
{
  gboolean may_come = n >= LONG_HEAD, says_so = FALSE; /* what the simulator prints elsewhere begins alike */
  guint n_other = 0, thread;
  const char *line;
  gsize length;

  while (scope_next_part (&text, &n, '\n', &line, &length))
    {
      ScopeSimEnvelope envelope;

      if (scope_starts (line, length, "gem5 Simulator System") || scope_starts (line, length, "M5 Simulator System"))
        says_so = TRUE;
      if (scope_sim_envelope (line, length, &envelope))
        {
          if (scope_sim_find_pc (&envelope, &thread) != NULL
              || (envelope.colon && scope_sim_is_access (envelope.rest, envelope.n_rest)))
            return TRUE;
          n_other += is_of_simulator (&envelope);
          if (n_other >= ENOUGH)
            return TRUE;
        }
    }

  return says_so && may_come;
}
