/* scope-probes.c: logs of the Erlang VM's probes (DTrace, SystemTap, LTTng), line by line.
 *
 * A line is a head or a remark ("# erlang-probes 1"), a probe (scope-probes-line.c, scope-lttng-line.c), an Erlang term as text, one of the tuples that
 * trace files have (scope-erlang-text.c), or what the tracer says when it could not keep up. Terms may go on in the next lines; the
 * line in which they end has a full stop behind it.
 *
 * Lines of different processors are not in order of time: the sorter of trace files puts them in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"
#include "io/format/erlang/scope-erlang-text.h"

#include "io/source/scope-log-line.h"
#include "io/source/scope-text.h"

#include <string.h>

#define LONGEST (1024u * 1024u) /* of a line: what is longer is passed over */
#define MORE_BYTES (256u * 1024u) /* of a term behind its first line */

/* --- lines --- */

/* The line that begins here, without its end; *ret_whole is FALSE if the log ends in it, so far. NULL: it is too long. */
static const char *
look_at_line (ScopeErlang *log, gsize *ret_n, gboolean *ret_whole)
{
  gsize n, seen = 0, want = 1;

  for (;;)
    {
      const char *line = (const char *) scope_erlang_look (log, want, &n);
      const char *end = n > seen ? memchr (line + seen, '\n', n - seen) : NULL;

      if (end != NULL && (gsize) (end - line) <= LONGEST)
        {
          *ret_n = (gsize) (end - line);
          *ret_whole = TRUE;
          return line;
        }
      if (end != NULL || n > LONGEST)
        return NULL;
      if (n < want)
        {
          *ret_n = n;
          *ret_whole = FALSE;
          return line;
        }
      seen = n;
      want = MAX (n + 1, MIN (2 * n, LONGEST + 1));
    }
}

/* Over the rest of a line that is too long. */
static void
pass_long_line (ScopeErlang *log)
{
  guint64 from = scope_erlang_here (log);
  const char *end = NULL;
  gsize n;

  while (end == NULL)
    {
      const char *bytes = (const char *) scope_erlang_look (log, 1, &n);

      if (n == 0)
        break;
      end = memchr (bytes, '\n', n);
      scope_erlang_move (log, end != NULL ? (gsize) (end - bytes) + 1 : n);
    }
  scope_erlang_damage (log, from, scope_erlang_here (log) - from, "a line that is too long to be read");
}

/* --- lines that cannot be read --- */

static void
notify_bad (ScopeErlang *log)
{
  ScopeErlangProbes *known = &log->facts.probes;
  g_autofree char *reason = NULL;

  if (known->n_bad == 0)
    return;
  if (known->n_bad == 1)
    reason = g_strdup_printf ("a line that cannot be read: %s", known->why);
  else
    reason = g_strdup_printf ("%u lines that cannot be read; of the first: %s", known->n_bad, known->why);
  scope_erlang_damage (log, known->bad_from, known->bad_bytes, reason);
  known->n_bad = 0;
  known->bad_bytes = 0;
}

/* One more; those in a row are told together. */
static void
add_bad (ScopeErlang *log, gsize n, const char *why)
{
  ScopeErlangProbes *known = &log->facts.probes;

  if (known->n_bad++ == 0)
    {
      known->bad_from = scope_erlang_here (log);
      known->why = why;
    }
  known->bad_bytes += n;
}

/* --- what is no event --- */

static guint64
number_at (const char *line, gsize n)
{
  guint64 value = 0;

  for (gsize i = 0; i < n && i < 19 && g_ascii_isdigit (line[i]); i++)
    value = value * 10 + (guint64) (line[i] - '0');

  return value;
}

/* Before the first event: who wrote the log, and what time of day time 0 is. */
static void
notify_log (ScopeErlangFacts *facts)
{
  ScopeErlangProbes *known = &facts->probes;
  const char *source = known->source != NULL ? known->source : "";
  guint64 base = facts->bases[SCOPE_ERL_CLOCK_MONOTONIC];
  g_autofree char *wall = NULL;

  if (!known->told)
    scope_erlang_add_definition (facts, SCOPE_ERL_PROBES, 0, source, strlen (source));
  known->told = TRUE;
  if (known->told_wall || known->wall == 0 || !(facts->has_base & 1u << SCOPE_ERL_CLOCK_MONOTONIC))
    return;
  known->told_wall = TRUE;
  wall = g_strdup_printf ("%" G_GUINT64_FORMAT, (known->wall + base - known->then) / 1000);
  scope_erlang_add_definition (facts, SCOPE_ERL_CLOCK, SCOPE_ERL_CLOCK_WALL, wall, strlen (wall));
}

/* "# wall_ns W mono_ns M" */
static void
read_wall (ScopeErlangFacts *facts, const char *line, gsize n)
{
  const char *then = g_strstr_len (line, (gssize) n, "mono_ns ");

  if (then == NULL)
    return;
  facts->probes.wall = number_at (line + 10, n - 10);
  facts->probes.then = number_at (then + 8, (gsize) (line + n - then) - 8);
}

/* "# clock monotonic ns" */
static guint64
unit_of (const char *line, gsize n)
{
  static const struct
  {
    const char *word;
    guint64 ns;
  } units[] = { { " us", 1000 }, { " ms", 1000000 }, { " s", 1000000000 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (n > strlen (units[i].word) && scope_starts (line + n - strlen (units[i].word), strlen (units[i].word), units[i].word))
      return units[i].ns;

  return 1;
}

static void
read_head (ScopeErlang *log, const char *line, gsize n)
{
  ScopeErlangFacts *facts = &log->facts;

  while (n > 0 && g_ascii_isspace (line[n - 1]))
    n--;
  if (scope_starts (line, n, "# source "))
    {
      g_free (facts->probes.source);
      facts->probes.source = g_utf8_make_valid (line + 9, (gssize) MIN (n - 9, 200));
    }
  else if (scope_starts (line, n, "# clock "))
    facts->probes.unit = unit_of (line, n);
  else if (scope_starts (line, n, "# wall_ns "))
    read_wall (facts, line, n);
  else if (scope_starts (line, n, "# end"))
    facts->probes.ended = TRUE;
  else if (scope_starts (line, n, "# error"))
    scope_erlang_damage (log, scope_erlang_here (log), n, "the tracer could not read a probe's arguments");
}

/* "dtrace: 12 drops on CPU 0", "WARNING: Number of errors: 0, skipped probes: 12": the last number that is no CPU's. */
static void
read_loss (ScopeErlang *log, const char *line, gsize n)
{
  ScopeErlangFacts *facts = &log->facts;
  g_autofree char *text = g_utf8_make_valid (line, (gssize) MIN (n, 200));
  g_autofree char *reason = g_strdup_printf ("the tracer left something out: %s", g_strchomp (text));
  const char *of = g_strstr_len (line, (gssize) n, "skipped probes: ");
  ScopeEvent event = { .time = facts->latest, .processor = SCOPE_NO_PROCESSOR, .type = SCOPE_ERL_DROP };

  if (of != NULL)
    of += strlen ("skipped probes: ");
  else if (!scope_lttng_loss (facts, line, n, &event))
    of = scope_starts (line, n, "dtrace: ") ? line + 8 : NULL;
  if (of != NULL)
    event.a = (guint32) MIN (number_at (of, (gsize) (line + n - of)), G_MAXUINT32);
  if (event.a == 0 && g_strstr_len (line, (gssize) n, "skipped probes: 0") != NULL)
    return; /* SystemTap says so when all went well, too */
  scope_erlang_damage (log, scope_erlang_here (log), n, reason);
  scope_erlang_add (log, &event, scope_erlang_here (log));
}

/* --- terms --- */

/* Where the text ends that begins with this line: at the end of the first line with a full stop behind it. 0: nowhere in n
 * bytes. */
static gsize
end_of_term (const char *text, gsize first, gsize n)
{
  gsize end = first, begin = 0;

  for (;;)
    {
      const char *next;
      gsize last = end;

      while (last > begin && g_ascii_isspace (text[last - 1]))
        last--;
      if (last > begin && text[last - 1] == '.')
        return end;
      if (end >= n)
        return 0;
      begin = end;
      next = memchr (text + end + 1, '\n', n - end - 1);
      end = next != NULL ? (gsize) (next - text) : n;
    }
}

/* *n: of its first line; then of all its lines. What has no end for that long is no term, nor are the lines in it: they are not
 * looked through again and again. NULL: its end is still to be written. */
static const char *
look_at_term (ScopeErlang *log, const char *line, gsize *n)
{
  ScopeErlangProbes *known = &log->facts.probes;
  gsize there, end = end_of_term (line, *n, *n);

  if (end == 0 && scope_erlang_here (log) >= known->endless)
    {
      line = (const char *) scope_erlang_look (log, *n + MORE_BYTES, &there);
      there = MIN (there, *n + MORE_BYTES);
      end = end_of_term (line, *n, there);
      /* A full stop is the end if nothing stands behind it. */
      if (log->growing != NULL && there < *n + MORE_BYTES && (end == 0 || end == there))
        return NULL;
      if (end == 0)
        known->endless = scope_erlang_here (log) + there;
    }
  *n = MAX (end, *n);

  return line;
}

static gboolean
read_term (ScopeErlangFacts *facts, const char *line, gsize n, ScopeEvent *event, const char **ret_why)
{
  ScopeTerm term;

  if (facts->probes.text == NULL)
    facts->probes.text = scope_erlang_text_new ();
  if (!scope_erlang_text_read (facts->probes.text, line, n, &term, ret_why))
    return FALSE;
  *ret_why = "it is not a term of a trace";

  return scope_term_kind (&term) == SCOPE_TERM_TUPLE && scope_erlang_record (facts, term, event);
}

/* --- the framing --- */

/* What our own scripts write ends with a line that says so. */
static void
at_end (ScopeErlang *log)
{
  const ScopeErlangProbes *known = &log->facts.probes;
  gboolean ends = known->source != NULL
                  && (g_str_has_prefix (known->source, "dtrace") || g_str_has_prefix (known->source, "systemtap"));

  notify_bad (log);
  if (known->ended || ends)
    log->base.facts.end_mark = known->ended ? SCOPE_END_MARK_READ : SCOPE_END_MARK_MISSING;
  scope_erlang_end (log, known->ended || !ends);
}

/* FALSE: the line is no event, and *ret_why says why; or the log is starved. *n: bytes of it, more if the event has several lines. */
static gboolean
read_event (ScopeErlang *log, const char *line, gsize *n, const char **ret_why)
{
  ScopeErlangFacts *facts = &log->facts;
  ScopeLogLine kind = scope_log_line (line, *n);
  gsize first = *n;
  ScopeEvent event;
  gboolean good;

  *ret_why = "it is neither a probe nor a term";
  if (kind == SCOPE_LOG_LINE_PROBE)
    {
      if (*n > 0 && line[*n - 1] == '\r')
        first--;
      good = scope_probes_line (facts, line, first, &event, ret_why);
    }
  else if (kind == SCOPE_LOG_LINE_LTTNG)
    good = scope_lttng_line (facts, line, *n, &event, ret_why);
  else if (kind == SCOPE_LOG_LINE_TERM)
    {
      line = look_at_term (log, line, n);
      log->starved |= line == NULL;
      if (line == NULL)
        return FALSE;
      good = read_term (facts, line, *n, &event, ret_why);
      if (!good)
        *n = first; /* the next line may be a good one */
    }
  else
    return FALSE;
  if (!good)
    return FALSE;
  notify_bad (log);
  if (kind == SCOPE_LOG_LINE_PROBE || kind == SCOPE_LOG_LINE_LTTNG)
    notify_log (facts);
  scope_erlang_add (log, &event, scope_erlang_here (log));

  return TRUE;
}

static void
read_line (ScopeErlang *log)
{
  gsize n, there;
  gboolean whole, is_term;
  const char *line = look_at_line (log, &n, &whole), *why;

  if (log->growing != NULL && (line == NULL || !whole))
    {
      log->starved = TRUE;
      log->stuck |= line == NULL; /* it is passed over when all of it is there */
      return;
    }
  if (line == NULL)
    {
      notify_bad (log);
      pass_long_line (log);
      return;
    }
  if (n == 0 && !whole)
    {
      at_end (log);
      return;
    }
  if (scope_erlang_here (log) == 0 && scope_starts (line, n, "\xef\xbb\xbf"))
    {
      scope_erlang_move (log, 3);
      return;
    }
  switch (scope_log_line (line, n))
    {
    case SCOPE_LOG_LINE_BLANK:
      break;
    case SCOPE_LOG_LINE_HEAD:
      read_head (log, line, n);
      break;
    case SCOPE_LOG_LINE_LOSS:
      notify_bad (log);
      read_loss (log, line, n);
      break;
    default:
      is_term = scope_log_line (line, n) == SCOPE_LOG_LINE_TERM;
      /* A line of tabs may have lost anything with its end; a term says where it ends. */
      if (!whole && !is_term)
        {
          notify_bad (log);
          scope_erlang_damage (log, scope_erlang_here (log), n, "the log ends inside a line: the tracer was killed, or still runs");
        }
      else if (!read_event (log, line, &n, &why) && !log->starved)
        add_bad (log, n + whole, why);
      if (log->starved && log->growing != NULL)
        return;
      break;
    }
  scope_erlang_look (log, n + 1, &there);
  scope_erlang_move (log, MIN (n + 1, there));
}

/* --- one line again, for people --- */

/* Of the bytes at `offset`, how many the event there has; 0: more than these. */
static gsize
length_of_event (const char *bytes, gsize n, gboolean is_all)
{
  const char *end = memchr (bytes, '\n', n);
  gsize first = end != NULL ? (gsize) (end - bytes) : n, length;

  if (end == NULL && !is_all)
    return 0;
  if (scope_log_line (bytes, first) != SCOPE_LOG_LINE_TERM)
    return first;
  length = end_of_term (bytes, first, n);

  return length > 0 || !is_all ? length : first;
}

static char *
detail_of (const char *line, gsize n)
{
  g_autoptr (ScopeErlangText) text = NULL;
  const char *why;
  ScopeTerm term;

  switch (scope_log_line (line, n))
    {
    case SCOPE_LOG_LINE_PROBE:
      return scope_probes_line_detail (line, n > 0 && line[n - 1] == '\r' ? n - 1 : n);
    case SCOPE_LOG_LINE_LTTNG:
      return scope_lttng_line_detail (line, n);
    case SCOPE_LOG_LINE_LOSS:
      return g_utf8_make_valid (line, (gssize) MIN (n, 200));
    case SCOPE_LOG_LINE_TERM:
      text = scope_erlang_text_new ();
      return scope_erlang_text_read (text, line, n, &term, &why) ? scope_erlang_term_detail (term) : NULL;
    default:
      return NULL;
    }
}

static char *
detail_at (ScopeSource *source, guint64 offset)
{
  static const gsize rooms[] = { 1024, 16 * 1024, LONGEST + MORE_BYTES };
  g_autofree char *bytes = NULL;

  if (!scope_source_is_seekable (source))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    {
      gssize n;
      gsize length;

      bytes = g_realloc (bytes, rooms[i]);
      n = scope_source_pread (source, bytes, rooms[i], offset, NULL);
      if (n <= 0)
        return NULL;
      length = length_of_event (bytes, (gsize) n, (gsize) n < rooms[i]);
      if (length > 0)
        return detail_of (bytes, length);
    }

  return NULL;
}

void
scope_probes_take_survey (ScopeErlangFacts *facts, const ScopeErlangFacts *from)
{
  const ScopeErlangProbes *known = &from->probes;

  facts->probes.unit = known->unit;
  facts->probes.program = known->program;
  facts->probes.wall = known->wall;
  facts->probes.then = known->then;
  g_free (facts->probes.source);
  facts->probes.source = g_strdup (known->source);
  scope_probes_set_threads (facts, known->threads, known->n_threads);
}

static const ScopeErlangFraming lines_framing = { .read = read_line, .detail_at = detail_at, .read_again = TRUE };

ScopeDecoder *
scope_probes_new (ScopeSource *source, GError **error)
{
  return scope_erlang_new_framed (source, &lines_framing, FALSE);
}

ScopeDecoder *
scope_probes_new_growing (ScopeSource *source, guint64 there, GError **error)
{
  return scope_erlang_new_growing_framed (source, &lines_framing);
}

ScopeDecoder *
scope_probes_new_map (ScopeSource *source, GError **error)
{
  return scope_erlang_new_framed (source, &lines_framing, TRUE);
}
