/* scope-eventlog-window.c: the merge of streams that take turns, as a sort.
 *
 * Where processors hand over to each other with nearly every event, a tournament has as many steps for each event as there are rounds,
 * one waiting for the other. All events of a short time, of all streams, sorted by that time in two passes, take the same few
 * steps each, and none waits:
 *
 *     stream 0   ──x───x─┃──x─────x──x            what lies in the window is one batch; no stream has anything to come
 *     stream 1   x───x───┃─x──x──────             that is earlier than its end
 *     stream 2   ─x────x─┃x────────x─
 *                 window ┃   ▲ from here on one does not know yet
 *
 * Whatever is not as usual (a stream that is not in order, many events of one time, too few or too many in a window) is left to the
 * tournament: nothing is handed out then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-each.h"

#include <string.h>

#define PLACE_BITS 11u /* which of those gathered */
#define TIME_BITS (32u - PLACE_BITS)
#define DIGIT_BITS ((TIME_BITS + 1) / 2)
#define WANTED (SCOPE_EVENTLOG_BATCH / 4 * 3) /* of a window, by how dense events are */
#define FEW (SCOPE_EVENTLOG_BATCH / 16)       /* for so few it is not worth while */
#define MOST_SAME 8u                          /* one of so many may have the time of the one before it */
#define TRIES 4u

G_STATIC_ASSERT (SCOPE_EVENTLOG_BATCH == 1u << PLACE_BITS);

struct _ScopeEventlogWindow
{
  guint32 keys[2][SCOPE_EVENTLOG_BATCH];          /* ticks since the window's begin, then the place */
  guint16 places[2][1u << DIGIT_BITS];            /* of each digit: how many there are; then where the next one goes */
  const ScopeEvent *events[SCOPE_EVENTLOG_BATCH]; /* by place: one stream's behind another's */
  guint16 taken[];                                /* of each stream */
};

ScopeEventlogWindow *
scope_eventlog_window_new (guint n_streams)
{
  return g_malloc0 (sizeof (ScopeEventlogWindow) + n_streams * sizeof (guint16));
}

/* Whether to read on before all that is at hand was handed out. At least half of it was: where a buffer holds two events of tens of kilobytes, to
 * read on moves the other one, and must not be done over and over for nothing. */
static gboolean
runs_low (const ScopeEventlogCursor *cursor, guint ready, guint n_streams)
{
  const guint left = ready - cursor->at;

  return !cursor->ended && left <= cursor->at && left < MIN (cursor->max / 4, WANTED * 3 / 2 / n_streams + 8);
}

/* From when the streams have events at hand (G_MAXINT64: none has), before what time nothing is to come, and how many there are in a
 * tick. FALSE: of one nothing is known. */
static gboolean
look_round (ScopeEventlog *log, gint64 *ret_begin, gint64 *ret_end, double *ret_density)
{
  const guint n = log->cursors->len;

  *ret_begin = *ret_end = G_MAXINT64;
  *ret_density = 0;
  SCOPE_EACH_POINTER (ScopeEventlogCursor, cursor, log->cursors)
    {
      guint ready = scope_eventlog_cursor_ready (cursor);
      const ScopeEvent *first, *last;

      if (runs_low (cursor, ready, n))
        {
          scope_eventlog_cursor_refill (cursor);
          ready = scope_eventlog_cursor_ready (cursor);
        }
      if (cursor->at >= ready && cursor->ended)
        continue;
      if (cursor->at >= ready)
        return FALSE;
      first = &cursor->events[cursor->at];
      last = &cursor->events[ready - 1];
      *ret_begin = MIN (*ret_begin, first->time);
      if (!cursor->ended)
        *ret_end = MIN (*ret_end, last->time);
      if (last->time > first->time)
        *ret_density += (double) (ready - cursor->at) / (double) (last->time - first->time);
    }

  return TRUE;
}

/* All events that are earlier than `end`, and counts their digits; returns how many they are: more than there is room for if they are
 * too many, 0 if a stream is not in order. */
static guint
gather (ScopeEventlog *log, gint64 begin, gint64 end, guint digit)
{
  ScopeEventlogWindow *window = log->window;
  const guint32 mask = (1u << digit) - 1;
  guint n = 0;

  memset (window->places[0], 0, sizeof window->places[0][0] << digit);
  memset (window->places[1], 0, sizeof window->places[1][0] << digit);
  for (guint i = 0; i < log->cursors->len; i++)
    {
      const ScopeEventlogCursor *cursor = log->cursors->pdata[i];
      const ScopeEvent *event = &cursor->events[cursor->at], *behind = &cursor->events[scope_eventlog_cursor_ready (cursor)];
      const guint before = n, ahead = window->taken[i]; /* as many as last time: when they are asked for, they have left the cache */

      for (gint64 time = begin; event < behind && event->time < end; event++)
        {
          guint32 since = (guint32) (event->time - begin);

          __builtin_prefetch (event + ahead);
          if (G_UNLIKELY (n == SCOPE_EVENTLOG_BATCH))
            return n + 1;
          if (G_UNLIKELY (event->time < time))
            return 0;
          time = event->time;
          window->keys[0][n] = since << PLACE_BITS | n;
          window->events[n++] = event;
          window->places[0][since & mask]++;
          window->places[1][since >> digit]++;
        }
      window->taken[i] = (guint16) (n - before);
    }

  return n;
}

/* By one digit; what has the same one stays in its order. */
static void
sort_by (const guint32 *from, guint32 *to, guint n, guint16 *places, guint shift, guint digit)
{
  const guint32 mask = (1u << digit) - 1;
  guint at = 0;

  for (guint i = 0; i <= mask; i++)
    {
      guint there = places[i];

      places[i] = (guint16) at;
      at += there;
    }
  for (guint i = 0; i < n; i++)
    to[places[from[i] >> shift & mask]++] = from[i];
}

/* Of those of the same time, the one that stands first in the log comes first. */
static void
sort_same (ScopeEvent *out, guint n)
{
  for (guint i = 1; i < n; i++)
    {
      ScopeEvent event;
      guint at = i;

      if (G_LIKELY (out[i - 1].time != out[i].time))
        continue;
      event = out[i];
      for (; at > 0 && out[at - 1].time == event.time && out[at - 1].offset > event.offset; at--)
        out[at] = out[at - 1];
      out[at] = event;
    }
}

/* Hands the gathered ones out. 0: too many of them have the same time. */
static guint
hand_out (ScopeEventlog *log, guint n, guint digit)
{
  ScopeEventlogWindow *window = log->window;
  const guint32 *keys = window->keys[0];
  guint same = 0, turns = 0;
  guint32 stream = G_MAXUINT32;

  sort_by (window->keys[0], window->keys[1], n, window->places[0], PLACE_BITS, digit);
  sort_by (window->keys[1], window->keys[0], n, window->places[1], PLACE_BITS + digit, digit);
  for (guint i = 0; i < n; i++)
    {
      const ScopeEvent *event = window->events[keys[i] & ((1u << PLACE_BITS) - 1)];

      log->out[i] = *event;
      same += i > 0 && keys[i] >> PLACE_BITS == keys[i - 1] >> PLACE_BITS;
      turns += event->stream != stream;
      stream = event->stream;
    }
  if (same > n / MOST_SAME)
    return 0;
  if (same > 0)
    sort_same (log->out, n);
  for (guint i = 0; i < log->cursors->len; i++)
    ((ScopeEventlogCursor *) log->cursors->pdata[i])->at += window->taken[i];
  log->take_turns = n < 2 * turns;

  return n;
}

guint
scope_eventlog_window_next (ScopeEventlog *log)
{
  gint64 begin, end, span;
  double density;
  guint n = SCOPE_EVENTLOG_BATCH + 1, digit = 1;

  if (!look_round (log, &begin, &end, &density) || begin >= end || density <= 0)
    return 0;
  span = (gint64) MIN (WANTED / density, (double) (1u << TIME_BITS));
  for (guint i = 0; i < TRIES && n > SCOPE_EVENTLOG_BATCH; i++, span /= 2)
    {
      const gint64 until = span < end - begin ? begin + span : end;

      digit = (g_bit_storage ((gulong) (until - begin)) + 1) / 2;
      if (until - begin > (gint64) 1 << TIME_BITS)
        return 0;
      n = gather (log, begin, until, digit);
    }

  return n >= FEW && n <= SCOPE_EVENTLOG_BATCH ? hand_out (log, n, digit) : 0;
}
