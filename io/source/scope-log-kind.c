/* scope-log-kind.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source/scope-log-kind.h"

#include "io/source/scope-joined.h"
#include "io/source/scope-log-form.h"
#include "io/source/scope-log-line.h"
#include "io/source/scope-log-sim.h"

#include <string.h>

#define SANE_RECORD (16u * 1024u * 1024u)

/* u8 op 0, u32 size, then a term: 131, a small tuple, in it an atom (Latin-1 or UTF-8, long or short). */
gboolean
scope_log_is_erlang_record (const guint8 *p, gsize n)
{
  guint32 size;

  if (n < SCOPE_LOG_RECORD_HEAD || p[0] != 0 || p[5] != 131 || p[6] != 104)
    return FALSE;
  size = (guint32) p[1] << 24 | (guint32) p[2] << 16 | (guint32) p[3] << 8 | p[4];

  return size >= 6 && size <= SANE_RECORD && (p[8] == 100 || p[8] == 115 || p[8] == 118 || p[8] == 119);
}

/* The first word of a record: which of all files with such terms is a trace. */
static gboolean
begins_trace (const guint8 *p)
{
  static const char *const words[] = { "trace", "profile", "schedulers", "drop", "seq_trace" };
  guint at = p[8] == 100 || p[8] == 118 ? 11 : 10;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (memcmp (p + at, words[i], SCOPE_LOG_RECORD_HEAD - at) == 0)
      return TRUE;

  return FALSE;
}

gboolean
scope_log_is_schedplot_header (const guint8 *head, gsize n)
{
  gsize at = 0, digits;

  while (at < n && g_ascii_isdigit (head[at]))
    at++;
  digits = at;
  if (digits == 0 || digits > 4 || at >= n || head[at++] != '.' || at >= n || !g_ascii_isspace (head[at]))
    return FALSE;
  while (at < n && g_ascii_isspace (head[at]))
    at++;

  return at < n && (memcmp (head + at, "true", MIN (4, n - at)) == 0 || memcmp (head + at, "false", MIN (5, n - at)) == 0);
}

/* Words that only our own recorder has are plain ones: its next line must stand behind them. */
static gboolean
begins_samples (const guint8 *head, gsize n)
{
  static const char *const words[] = { "#mem_info", "#message_queue_len", "#process_count", "#run_queue", "#run_queues",
                                       "#scheduler_utilisation", "#schedulers_online" };
  static const char *const own[] = { "#binary", "#ets", "#ets_table", "#ets_tables", "#memory", "#msacc", "#reductions" };
  static const char next[] = "\n#start_us ";
  gsize size = strlen (next);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i]);

      if (n > length && memcmp (head, words[i], length) == 0 && (head[length] == '\n' || head[length] == '\r'))
        return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    {
      gsize length = strlen (own[i]);

      if (n >= length + size && memcmp (head, own[i], length) == 0 && memcmp (head + length, next, size) == 0)
        return TRUE;
    }

  return FALSE;
}

gboolean
scope_log_kind_is_erlang (ScopeLogKind kind)
{
  return kind == SCOPE_LOG_ERLANG || kind == SCOPE_LOG_PROBES;
}

gboolean
scope_log_kind_is_pipeline (ScopeLogKind kind)
{
  return kind == SCOPE_LOG_KANATA || kind == SCOPE_LOG_O3PIPE;
}

gboolean
scope_log_kind_is_simulation (ScopeLogKind kind)
{
  return kind == SCOPE_LOG_SIM || kind == SCOPE_LOG_SIM_XML || kind == SCOPE_LOG_PERF || scope_log_kind_is_pipeline (kind);
}

gboolean
scope_log_wants_more (const guint8 *head, gsize n)
{
  gsize n_strange = 0;

  for (gsize i = 0; i < n; i++)
    n_strange += (head[i] < ' ' && head[i] != '\n' && head[i] != '\r' && head[i] != '\t' && head[i] != 27) || head[i] == 127;

  return n == SCOPE_LOG_HEAD && n_strange <= n / 16;
}

/* A stream that begins where records were dropped: u8 1, u32 how many; then a record. */
static gboolean
begins_with_drop (const guint8 *p, gsize n)
{
  return n >= SCOPE_LOG_RECORD_HEAD && p[0] == 1 && p[5] == 0 && p[6] == 0 && p[10] == 131 && p[11] == 104;
}

ScopeLogKind
scope_log_kind (const guint8 *head, gsize n)
{
  if (n >= 4 && memcmp (head, "hdrb", 4) == 0)
    return SCOPE_LOG_EVENTLOG;
  if (n >= strlen (SCOPE_JOINED_SCHEDPLOT) && memcmp (head, SCOPE_JOINED_SCHEDPLOT, strlen (SCOPE_JOINED_SCHEDPLOT)) == 0)
    return SCOPE_LOG_SCHEDPLOT;
  if ((scope_log_is_erlang_record (head, n) && begins_trace (head)) || begins_with_drop (head, n))
    return SCOPE_LOG_ERLANG;
  if (begins_samples (head, n))
    return SCOPE_LOG_SAMPLES;
  if (scope_log_is_probe_log ((const char *) head, n))
    return SCOPE_LOG_PROBES;
  if (scope_log_is_sim_xml ((const char *) head, n))
    return SCOPE_LOG_SIM_XML;
  if (scope_log_is_perf ((const char *) head, n))
    return SCOPE_LOG_PERF;
  if (scope_log_is_kanata ((const char *) head, n))
    return SCOPE_LOG_KANATA;
  if (scope_log_is_o3pipe ((const char *) head, n))
    return SCOPE_LOG_O3PIPE;
  if (scope_log_is_sim ((const char *) head, n))
    return SCOPE_LOG_SIM;

  return SCOPE_LOG_NONE;
}

static gsize
read_more (ScopeSource *source, gboolean stream, guint8 *head, gsize from, gsize to)
{
  gsize n = from;
  gssize got = 1;

  while (n < to && got > 0)
    {
      got = stream ? scope_source_read (source, head + n, to - n, NULL) : scope_source_pread (source, head + n, to - n, n, NULL);
      n += (gsize) MAX (got, 0);
    }

  return n;
}

static ScopeLogKind
look_at (ScopeSource *source, gboolean stream)
{
  g_autofree guint8 *head = g_malloc (SCOPE_LOG_LONG_HEAD);
  gsize n = read_more (source, stream, head, 0, SCOPE_LOG_HEAD);
  ScopeLogKind kind = scope_log_kind (head, n);

  if (kind != SCOPE_LOG_NONE || !scope_log_wants_more (head, n))
    return kind;
  n = read_more (source, stream, head, n, SCOPE_LOG_LONG_HEAD);

  return scope_log_kind (head, n);
}

ScopeLogKind
scope_log_kind_of (ScopeSource *source)
{
  return look_at (source, FALSE);
}

ScopeLogKind
scope_log_kind_of_stream (ScopeSource *source)
{
  return look_at (source, TRUE);
}
