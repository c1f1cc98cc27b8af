/* scope-log-line.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source/scope-log-line.h"

#include "io/source/scope-text.h"

#include <string.h>


/* Digits, then a tab: how many bytes; 0: something else. */
static gsize
number_and_tab (const char *line, gsize n)
{
  gsize i = 0;

  while (i < n && i < 20 && g_ascii_isdigit (line[i]))
    i++;

  return i > 0 && i < n && line[i] == '\t' ? i + 1 : 0;
}

static gboolean
is_probe (const char *line, gsize n)
{
  gsize time = number_and_tab (line, n), thread = time > 0 ? number_and_tab (line + time, n - time) : 0;

  return thread > 0 && time + thread < n && g_ascii_islower (line[time + thread]);
}

/* What DTrace and SystemTap say between the lines when they could not keep up. */
static gboolean
is_loss (const char *line, gsize n)
{
  static const char *const words[] = { "ERROR:", "WARNING:", "dtrace: " };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (scope_starts (line, n, words[i]))
      return TRUE;

  return FALSE;
}

ScopeLogLine
scope_log_line (const char *line, gsize n)
{
  while (n > 0 && (*line == ' ' || *line == '\t' || *line == '\r'))
    line++, n--;
  if (n == 0)
    return SCOPE_LOG_LINE_BLANK;
  if (*line == '#' || *line == '%')
    return SCOPE_LOG_LINE_HEAD;
  if (*line == '{' || scope_starts (line, n, "<<"))
    return SCOPE_LOG_LINE_TERM;
  if (is_probe (line, n))
    return SCOPE_LOG_LINE_PROBE;
  if (*line == '[' && n > 1 && g_ascii_isdigit (line[1]))
    return SCOPE_LOG_LINE_LTTNG;

  return is_loss (line, n) ? SCOPE_LOG_LINE_LOSS : SCOPE_LOG_LINE_OTHER;
}

/* The first word of a term: which of all texts with such terms is a trace. */
static gboolean
term_begins_trace (const char *line, gsize n)
{
  static const char *const words[] = { "trace_ts", "trace", "profile", "profile_start", "schedulers", "profile_opts" };
  gsize length = 0;

  while (n > 0 && (*line == ' ' || *line == '\t'))
    line++, n--;
  if (scope_starts (line, n, "<<131,"))
    return TRUE;
  for (line++, n--; n > 0 && *line == ' ';)
    line++, n--;
  while (length < n && (g_ascii_islower (line[length]) || line[length] == '_'))
    length++;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (length < n && strlen (words[i]) == length && memcmp (line, words[i], length) == 0)
      return TRUE;

  return FALSE;
}

gboolean
scope_log_is_erlang_provider (const char *name, gsize n)
{
  static const char *const words[] = { "org_erlang_dyntrace:", "org_erlang_otp:", "com_ericsson_dyntrace:", "com_ericsson_otp:" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (scope_starts (name, n, words[i]))
      return TRUE;

  return FALSE;
}

/* LTTng's may begin with events of others. */
static gboolean
has_erlang_event (const char *line, gsize n)
{
  const char *braces = g_strstr_len (line, (gssize) n, ": {"), *name = braces;

  while (name != NULL && name > line && name[-1] != ' ')
    name--;

  return name != NULL && scope_log_is_erlang_provider (name, (gsize) (line + n - name));
}

/* The first line that says something, or the mark of the format. */
gboolean
scope_log_is_probe_log (const char *text, gsize n)
{
  const char *line;
  gsize length;

  if (scope_starts (text, n, "\xef\xbb\xbf"))
    text += 3, n -= 3;
  while (scope_next_part (&text, &n, '\n', &line, &length))
    {
      if (scope_starts (line, length, "# erlang-probes"))
        return TRUE;
      switch (scope_log_line (line, length))
        {
        case SCOPE_LOG_LINE_PROBE:
          return TRUE;
        case SCOPE_LOG_LINE_TERM:
          return term_begins_trace (line, length);
        case SCOPE_LOG_LINE_LTTNG:
          if (has_erlang_event (line, length))
            return TRUE;
          break;
        case SCOPE_LOG_LINE_OTHER:
          return FALSE;
        default:
          break;
        }
    }

  return FALSE;
}
