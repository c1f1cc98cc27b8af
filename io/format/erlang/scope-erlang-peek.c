/* scope-erlang-peek.c: see the header.
 *
 * Records are found from anywhere by their beginning (scope_log_is_erlang_record()), as the decoder does behind damage.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-peek.h"

#include "io/format/erlang/scope-erlang-private.h"
#include "io/source/scope-log-kind.h"

#include <string.h>

#define LOOK (512u * 1024u)
#define NAMES_LOOK (64u * 1024u * 1024u)
#define CHUNK (1024u * 1024u)
#define HEAD 5u
#define N_STAMPS 65u
#define VERSION 131

/* The stamps met, for as many as tell. */
typedef struct
{
  ScopeErlangPeek *peek;
  gint64 stamps[N_STAMPS];
  guint n;       /* so far; the last N_STAMPS are kept … */
  gboolean only_first; /* … or the first */
} Look;

/* Our own recorder's stamps are monotonic, but it says what time of day that is. */
static void
to_wall (const ScopeErlangPeek *peek, ScopeErlangClock *clock, guint64 *ns)
{
  if (!peek->has_shift || *clock != SCOPE_ERL_CLOCK_MONOTONIC)
    return;
  *clock = SCOPE_ERL_CLOCK_WALL;
  *ns += (guint64) peek->shift;
}

static int
compare_stamps (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static gint64
median (Look *look)
{
  guint n = MIN (look->n, N_STAMPS);

  qsort (look->stamps, n, sizeof *look->stamps, compare_stamps);
  return look->stamps[n / 2];
}

/* Of few stamps, first and last are the same one: an eighth of them from either end stands for the two. */
static void
spread_few (Look *look)
{
  guint n = look->n;

  if (n == 0 || n > N_STAMPS)
    return;
  median (look); /* sorts them */
  look->peek->early = look->stamps[n / 8];
  look->peek->late = look->stamps[n - 1 - n / 8];
}

static void
take_time (Look *look, ScopeTerm stamp)
{
  ScopeErlangPeek *peek = look->peek;
  ScopeErlangClock clock;
  guint64 ns;

  if (!scope_erlang_read_stamp (stamp, &clock, &ns))
    return;
  to_wall (peek, &clock, &ns);
  if (!peek->has_times)
    {
      peek->has_times = TRUE;
      peek->clock = clock;
    }
  if (clock == peek->clock && !(look->only_first && look->n >= N_STAMPS))
    look->stamps[look->n++ % N_STAMPS] = (gint64) ns;
}

static void
take_node (ScopeErlangPeek *peek, ScopeTerm subject)
{
  ScopeTermId id;

  if (peek->node == NULL && (scope_term_pid (&subject, &id) || scope_term_port (&subject, &id)))
    {
      GString *text = g_string_new (NULL);

      scope_atom_append (&id.node, FALSE, text);
      peek->node = g_string_free (text, FALSE);
    }
}

/* {trace_ts, Subject, …, Time}, {profile, Subject, …, Time}, {trace, Subject, …}, {profile_start, Time} */
static void
take_record (Look *look, ScopeTerm term)
{
  ScopeErlangPeek *peek = look->peek;
  ScopeTerm whole = term, last, subject;
  ScopeAtom head;
  guint n;
  gboolean stamped;

  if (!scope_term_tuple (&term, &n) || n < 2 || !scope_term_atom (&term, &head))
    return;
  if (scope_atom_equal (&head, "profile_start"))
    {
      peek->starts = TRUE;
      take_time (look, term);
      return;
    }
  peek->has_shift |= scope_erlang_two_clocks (whole, &peek->shift);
  stamped = scope_atom_equal (&head, "trace_ts") || scope_atom_equal (&head, "profile");
  if (!stamped && !scope_atom_equal (&head, "trace"))
    return;
  subject = last = term;
  if (n > 16)
    return;
  for (guint i = 2; i < n; i++)
    if (!scope_term_skip (&last))
      return;
  take_node (peek, subject);
  if (stamped)
    take_time (look, last);
}

/* FALSE: no record in these bytes. */
static gboolean
look_at (Look *look, const guint8 *bytes, gsize n)
{
  gsize at = 0;
  gboolean any = FALSE;

  while (at + SCOPE_LOG_RECORD_HEAD <= n)
    {
      const guint8 *p = bytes + at;
      guint32 size = (guint32) p[1] << 24 | (guint32) p[2] << 16 | (guint32) p[3] << 8 | p[4];

      if (!scope_log_is_erlang_record (p, n - at))
        {
          at++;
          continue;
        }
      if (size > n - at - HEAD)
        {
          at++; /* cut, or no record */
          continue;
        }
      take_record (look, (ScopeTerm) { p + HEAD + 1, p + HEAD + size });
      at += HEAD + size;
      any = TRUE;
    }

  return any;
}

static gsize
read_all (ScopeSource *source, guint8 *to, gsize n, guint64 offset)
{
  gsize done = 0;
  gssize got = 1;

  while (done < n && got > 0)
    {
      got = scope_source_is_seekable (source) ? scope_source_pread (source, to + done, n - done, offset + done, NULL)
                                              : scope_source_read (source, to + done, n - done, NULL);
      done += (gsize) MAX (got, 0);
    }

  return done;
}

gboolean
scope_erlang_peek (ScopeSource *source, ScopeErlangPeek *peek)
{
  g_autofree guint8 *bytes = g_malloc (LOOK);
  gint64 size = scope_source_size (source);
  gsize n = read_all (source, bytes, LOOK, 0);
  Look first = { .peek = peek, .only_first = TRUE }, last = { .peek = peek };
  gboolean any, starts;

  *peek = (ScopeErlangPeek) { .ends = n < LOOK || scope_source_is_seekable (source) };
  any = look_at (&first, bytes, n);
  starts = peek->starts;
  if (scope_source_is_seekable (source) && size > (gint64) LOOK)
    n = read_all (source, bytes, LOOK, (guint64) size - LOOK);
  any = look_at (&last, bytes, n) || any;
  peek->starts = starts;
  if (first.n > 0)
    peek->first = peek->last = median (&first);
  if (last.n > 0)
    peek->last = median (&last);
  peek->early = peek->first;
  peek->late = peek->last;
  spread_few (&last);

  return any;
}

void
scope_erlang_peek_clear (ScopeErlangPeek *peek)
{
  g_clear_pointer (&peek->node, g_free);
}

/* NEW_PID_EXT or PID_EXT, then the atom. */
static gboolean
is_pid_of (const guint8 *bytes, const guint8 *found, gsize n)
{
  if (found - bytes >= 4 && (found[-4] == 88 || found[-4] == 103) && (found[-3] == 100 || found[-3] == 118))
    return found[-2] == n >> 8 && found[-1] == (n & 0xff);

  return found - bytes >= 3 && (found[-3] == 88 || found[-3] == 103) && (found[-2] == 119 || found[-2] == 115)
         && found[-1] == n;
}

gboolean
scope_erlang_peek_names (ScopeSource *source, const char *node, GCancellable *cancellable)
{
  g_autofree guint8 *bytes = g_malloc (CHUNK);
  gsize n = strlen (node), overlap = n + 4;

  if (n == 0 || n > 255 || !scope_source_is_seekable (source))
    return FALSE;
  for (guint64 at = 0; at < NAMES_LOOK && !g_cancellable_is_cancelled (cancellable); at += CHUNK - overlap)
    {
      gsize got = read_all (source, bytes, CHUNK, at);
      const guint8 *p = bytes, *end = bytes + got;

      while ((gsize) (end - p) >= n && (p = memmem (p, (gsize) (end - p), node, n)) != NULL)
        {
          if (is_pid_of (bytes, p, n))
            return TRUE;
          p++;
        }
      if (got < CHUNK)
        return FALSE;
    }

  return FALSE;
}
