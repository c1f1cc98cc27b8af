/* scope-erlang-growing.c: an Erlang trace that is still being written: how far it may be believed.
 *
 * Records of different processes lie out of order: a scheduler that was put to sleep between taking the time and handing the
 * record to the tracer hands it on later than others do theirs. On two cores with eight schedulers that were 160 ms at most, some
 * microseconds mostly. So what is handed out stays behind the newest record:
 *
 *     records   ──────────────────────────────┬───────────────│ newest
 *     known     ██████████████████████████████│   held back: 300 ms, or four times the deepest disorder so far
 *                                         watermark
 *
 * A socket sends what there is at once: when it was silent for as long, all is handed out. A file is written 64 KiB at a time,
 * and the next piece goes on in the middle of the disorder: there, once a piece has lain for a second, only twice the deepest
 * disorder stays behind its end, 20 ms at least, or half of a trace that is not longer than that. So a trace of milliseconds
 * shows, too, and one that a script appends slower than its own clock ran. What comes later nevertheless is handed out by
 * itself (`late`).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include "model/base/scope-entity.h"

#include <string.h>

#define MS G_GINT64_CONSTANT (1000000)
#define HOLD (300 * MS)
#define MOST (10000 * MS)
#define HOLD_OLD (20 * MS)
#define OLD_US G_USEC_PER_SEC
#define N_AGES 4 /* looks at the newest record within that time */
#define MANY 4096u /* late events at once */

struct _ScopeErlangGrowing
{
  ScopeArrival arrival;
  ScopeGrowth facts;
  gboolean seen;   /* an event was read */
  gint64 first;    /* time of the first one */
  gint64 deepest;  /* disorder so far */
  struct
  {
    gint64 when, latest;
  } ages[N_AGES];  /* what the newest record was at some time, oldest first */
  guint n_ages;
  gint64 old;      /* the newest record that was there a second ago; TIME_MIN: none was */
  gint64 passed;   /* all before this time was handed out */
  GArray *late;    /* of ScopeEvent */
  gboolean given;  /* those were handed out */
};

ScopeErlangGrowing *
scope_erlang_growing_new (void)
{
  ScopeErlangGrowing *self = g_new0 (ScopeErlangGrowing, 1);

  self->late = g_array_new (FALSE, FALSE, sizeof (ScopeEvent));
  self->passed = self->old = SCOPE_TIME_MIN;

  return self;
}

void
scope_erlang_growing_free (ScopeErlangGrowing *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->late);
  g_free (self);
}

gboolean
scope_erlang_growing_add (ScopeErlangGrowing *self, const ScopeEvent *event, gint64 latest)
{
  if (!self->seen)
    self->first = event->time;
  self->seen = TRUE;
  self->deepest = MAX (self->deepest, latest - event->time);
  if (event->processor != SCOPE_NO_PROCESSOR)
    self->facts.n_processors = MAX (self->facts.n_processors, event->processor + 1u);
  if (event->time >= self->passed)
    return FALSE;
  g_array_append_vals (self->late, event, 1);
  self->facts.reordered = TRUE;

  return TRUE;
}

guint64
scope_erlang_growing_room (const ScopeErlangGrowing *self, guint64 place)
{
  return self->arrival.there > place ? self->arrival.there - place : 0;
}

/* `latest`, the newest record now, goes into `ages`, and from there, a second later, into `old`. */
static void
grow_old (ScopeErlangGrowing *self, gint64 now, gint64 latest)
{
  guint n = 0;

  while (n < self->n_ages && now - self->ages[n].when >= OLD_US)
    self->old = self->ages[n++].latest;
  self->n_ages -= n;
  memmove (self->ages, self->ages + n, self->n_ages * sizeof self->ages[0]);
  if (self->n_ages < N_AGES && (self->n_ages == 0 || now - self->ages[self->n_ages - 1].when >= OLD_US / N_AGES))
    {
      self->ages[self->n_ages].when = now;
      self->ages[self->n_ages++].latest = latest;
    }
}

/* All before is known. */
static gint64
find_limit (ScopeErlangGrowing *self, gint64 latest)
{
  gint64 hold = CLAMP (4 * self->deepest, HOLD, MOST), least;

  if (self->arrival.at_once && self->arrival.quiet * 1000 >= hold)
    return latest;
  if (self->arrival.quiet >= OLD_US)
    self->old = latest;
  if (self->old == SCOPE_TIME_MIN)
    return latest - hold;
  least = MIN (HOLD_OLD, MAX (self->old - self->first, 0) / 2);
  return MAX (latest - hold, self->old - CLAMP (2 * self->deepest, least, MOST));
}

/* The events that may be handed out now, late ones or those of the sorter. */
static gsize
take (ScopeErlangGrowing *self, ScopeErlang *log, const ScopeEvent **ret_events)
{
  /* Without any stamps records are in order. */
  gint64 limit = !self->seen                  ? SCOPE_TIME_MIN
                 : log->facts.has_base != 0 ? find_limit (self, log->facts.latest)
                                            : log->facts.latest;
  gsize n;

  if (self->given)
    g_array_set_size (self->late, 0);
  self->given = self->facts.late = self->late->len > 0;
  if (self->given)
    {
      self->facts.n_late++;
      *ret_events = (const ScopeEvent *) (gpointer) self->late->data;
      return self->late->len;
    }
  n = scope_event_sorter_take_until (log->sorter, limit, SCOPE_ERLANG_BATCH, ret_events);
  if (n > 0)
    limit = (*ret_events)[n - 1].time;
  self->passed = MAX (self->passed, limit);

  return n;
}

gsize
scope_erlang_next_growing (ScopeErlang *log, const ScopeEvent **ret_events)
{
  ScopeErlangGrowing *self = log->growing;
  gboolean more = TRUE;

  scope_erlang_forget_definitions (log);
  while (more)
    {
      guint64 from = scope_erlang_here (log);
      gsize n = take (self, log, ret_events);

      if (n > 0)
        return n;
      log->starved = FALSE;
      while (!log->starved && scope_event_sorter_has_room (log->sorter) && self->late->len < MANY)
        log->framing->read (log);
      if (log->facts.definitions->len > 0)
        return scope_decoder_take_definitions (log->facts.definitions, log->facts.words, ret_events);
      more = scope_erlang_here (log) > from;
    }

  return 0;
}

void
scope_erlang_growing_release (ScopeErlangGrowing *self, ScopeEventSorter *sorter)
{
  for (guint i = 0; !self->given && i < self->late->len && scope_event_sorter_has_room (sorter); i++)
    scope_event_sorter_add (sorter, &g_array_index (self->late, ScopeEvent, i));
  g_array_set_size (self->late, 0);
}

void
scope_erlang_growing_grow (ScopeErlangGrowing *self, const ScopeArrival *arrival, gint64 latest)
{
  self->arrival = *arrival;
  if (self->seen)
    grow_old (self, arrival->now, latest);
}

void
scope_erlang_growing_notify (const ScopeErlangGrowing *self, ScopeGrowth *ret_growth)
{
  *ret_growth = self->facts;
  ret_growth->watermark = self->passed;
  ret_growth->writes = self->arrival.at_once ? SCOPE_LIVE_WRITES_AT_ONCE : SCOPE_LIVE_WRITES_BUFFERS;
}
