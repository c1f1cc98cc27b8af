/* scope-event-sorter.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/common/scope-event-sorter.h"

#include "model/base/scope-bisect.h"

#include <string.h>

struct _ScopeEventSorter
{
  gsize window, chunk;
  gsize depth;
  ScopeEvent *fresh;
  gsize n_fresh, fresh_room;
  ScopeEvent *held, *spare; /* grow as they must: most traces are small */
  gsize room;               /* of each of the two */
  gsize n_held, at;         /* of held, from `at` on */
  gsize n_ready;            /* of these, from `at` on, may be taken */
  gint64 taken;             /* time of the last one that was ready */
  guint64 n_late;
  gint64 late_by;
};

ScopeEventSorter *
scope_event_sorter_new (gsize window, gsize chunk)
{
  ScopeEventSorter *self = g_new0 (ScopeEventSorter, 1);

  self->window = window;
  self->chunk = chunk;
  self->taken = G_MININT64;

  return self;
}

void
scope_event_sorter_free (ScopeEventSorter *self)
{
  if (self == NULL)
    return;
  g_free (self->fresh);
  g_free (self->held);
  g_free (self->spare);
  g_free (self);
}

gboolean
scope_event_sorter_has_room (const ScopeEventSorter *self)
{
  return self->n_fresh < self->chunk;
}

void
scope_event_sorter_add (ScopeEventSorter *self, const ScopeEvent *event)
{
  g_assert (self->n_fresh < self->chunk);
  if (event->time < self->taken)
    {
      self->n_late++;
      self->late_by = MAX (self->late_by, self->taken - event->time);
    }
  if (self->n_fresh == self->fresh_room)
    {
      self->fresh_room = MIN (self->chunk, MAX (256, self->fresh_room * 2));
      self->fresh = g_renew (ScopeEvent, self->fresh, self->fresh_room);
    }
  self->fresh[self->n_fresh++] = *event;
}

/* Merges [a, a + n) and [b, b + m) into `to`; of equal times, a's come first. */
static void
merge (ScopeEvent *to, const ScopeEvent *a, gsize n, const ScopeEvent *b, gsize m)
{
  while (n > 0 && m > 0)
    if (b->time < a->time)
      {
        *to++ = *b++;
        m--;
      }
    else
      {
        *to++ = *a++;
        n--;
      }
  memcpy (to, a, n * sizeof *a);
  memcpy (to + n, b, m * sizeof *b);
}

/* Where the ascending run that begins at `i` ends. */
static gsize
run_end (const ScopeEvent *events, gsize n, gsize i)
{
  for (i++; i < n && events[i - 1].time <= events[i].time;)
    i++;

  return i;
}

/* A natural merge sort: what is nearly in order takes a pass or two. `room` holds n events. */
static void
sort (ScopeEvent *events, ScopeEvent *room, gsize n)
{
  ScopeEvent *from = events, *to = room;

  while (run_end (from, n, 0) < n)
    {
      ScopeEvent *swap;

      for (gsize i = 0; i < n;)
        {
          gsize j = run_end (from, n, i), k = j < n ? run_end (from, n, j) : j;

          merge (to + i, from + i, j - i, from + j, k - j);
          i = k;
        }
      swap = from;
      from = to;
      to = swap;
    }
  if (from != events)
    memcpy (events, from, n * sizeof *events);
}

/* How many of the events held are later than `time`. */
static gsize
n_later (const ScopeEventSorter *self, gint64 time)
{
  gsize n = self->n_held - self->at;

  return n - SCOPE_BISECT (n, i, self->held[self->at + i].time <= time);
}

/* What is fresh goes among what is held. */
static void
settle (ScopeEventSorter *self)
{
  ScopeEvent *swap;

  if (self->n_fresh == 0)
    return;
  if (self->n_held - self->at + self->n_fresh > self->room)
    {
      self->room = MIN (self->window + self->chunk, MAX (self->n_held - self->at + self->n_fresh, self->room * 2));
      self->held = g_renew (ScopeEvent, self->held, MAX (self->room, self->n_held));
      g_free (self->spare);
      self->spare = g_new (ScopeEvent, self->room);
    }
  sort (self->fresh, self->spare, self->n_fresh);
  self->depth = MAX (self->depth, n_later (self, self->fresh[0].time) + self->n_fresh);
  merge (self->spare, self->held + self->at, self->n_held - self->at, self->fresh, self->n_fresh);
  self->n_held = self->n_held - self->at + self->n_fresh;
  self->at = self->n_fresh = 0;
  swap = self->held;
  self->held = self->spare;
  self->spare = swap;
}

/* The first `n` of those held may go. */
static void
set_ready (ScopeEventSorter *self, gsize n)
{
  self->n_ready = n;
  if (n > 0)
    self->taken = MAX (self->taken, self->held[self->at + n - 1].time);
}

static gsize
take_ready (ScopeEventSorter *self, gsize max, const ScopeEvent **ret_events)
{
  gsize n = MIN (max, self->n_ready);

  *ret_events = n > 0 ? self->held + self->at : NULL;
  self->at += n;
  self->n_ready -= n;

  return n;
}

gsize
scope_event_sorter_take (ScopeEventSorter *self, gboolean all, gsize max, const ScopeEvent **ret_events)
{
  if (self->n_ready == 0 && (all || self->n_fresh == self->chunk))
    {
      gsize n;

      settle (self);
      n = self->n_held - self->at;
      set_ready (self, all ? n : n > self->window ? n - self->window : 0);
    }

  return take_ready (self, max, ret_events);
}

gsize
scope_event_sorter_take_until (ScopeEventSorter *self, gint64 time, gsize max, const ScopeEvent **ret_events)
{
  if (self->n_ready == 0)
    {
      gsize n;

      settle (self);
      n = self->n_held - self->at;
      set_ready (self, MAX (n - n_later (self, time), n > self->window ? n - self->window : 0));
    }

  return take_ready (self, max, ret_events);
}

guint64
scope_event_sorter_n_late (const ScopeEventSorter *self, gint64 *ret_by)
{
  *ret_by = self->late_by;

  return self->n_late;
}

guint64
scope_event_sorter_least_offset (const ScopeEventSorter *self)
{
  guint64 least = G_MAXUINT64;

  for (gsize i = 0; i < self->n_fresh; i++)
    least = MIN (least, self->fresh[i].offset);
  for (gsize i = self->at; i < self->n_held; i++)
    least = MIN (least, self->held[i].offset);

  return least;
}

gsize
scope_event_sorter_depth (const ScopeEventSorter *self)
{
  return self->depth;
}
