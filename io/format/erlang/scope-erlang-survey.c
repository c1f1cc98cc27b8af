/* scope-erlang-survey.c: how far the records of an Erlang trace stand from their place in time; and reading them one by one in
 * order of time, wherever they lie (scope-erlang-order.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include <string.h>

#define SPAN 4096u /* bytes that are read at once where records are read one by one */

/* --- one record after the other, by time, wherever they lie --- */

void
scope_erlang_stand_at (ScopeErlang *self, guint64 place)
{
  if (place >= self->place && place < self->place + self->fill)
    self->pos = (gsize) (place - self->place);
  else
    {
      self->place = place;
      self->pos = self->fill = 0;
    }
  self->border = scope_source_part_end (self->base.source, place);
  self->at_end = self->ended = FALSE;
  self->skip = 0;
}

static void
read_in_order (ScopeErlang *self)
{
  ScopeErlangPlace places[SCOPE_ERLANG_BATCH / 4];
  gsize n = scope_erlang_order_read (self->order, self->next_place, places, G_N_ELEMENTS (places));

  g_array_set_size (self->in_order, 0);
  for (gsize i = 0; i < n; i++)
    {
      guint before = self->in_order->len;

      scope_erlang_stand_at (self, places[i].offset);
      if (self->facts.placed)
        self->facts.latest = places[i].time;
      self->framing->read (self);
      /* The file may have changed. Without a stamp the time is that of the records before, in the file. */
      if (self->in_order->len > before + 1)
        g_array_set_size (self->in_order, before + 1);
      if (self->in_order->len > before)
        g_array_index (self->in_order, ScopeEvent, before).time = places[i].time;
    }
  self->next_place += n;
  self->ended = n == 0;
}

gsize
scope_erlang_next_in_order (ScopeErlang *self, const ScopeEvent **ret_events)
{
  if (!self->ready)
    {
      scope_erlang_forget_definitions (self);
      do
        read_in_order (self);
      while (self->in_order->len == 0 && !self->ended);
      self->ready = self->in_order->len > 0;
      if (!self->bare && self->facts.definitions->len > 0)
        return scope_decoder_take_definitions (self->facts.definitions, self->facts.words, ret_events);
    }
  if (!self->ready)
    {
      scope_erlang_notify_end (self);
      return 0;
    }
  self->ready = FALSE;
  *ret_events = (const ScopeEvent *) (gpointer) self->in_order->data;

  return self->in_order->len;
}

/* --- how far records stand from their place in time --- */

/* All records once, for their times and places only. */
static void
look_through (ScopeErlang *self, GCancellable *cancellable)
{
  scope_erlang_stand_at (self, 0);
  for (guint i = 1; !self->ended && (i % 65536 != 0 || !g_cancellable_is_cancelled (cancellable)); i++)
    {
      self->framing->read (self);
      if (self->facts.definitions->len > 0)
        scope_erlang_forget_definitions (self);
    }
}

void
scope_erlang_take_survey (ScopeErlang *self, ScopeErlang *from)
{
  self->order = scope_erlang_order_ref (from->order);
  self->facts.order = from->facts.order;
  self->facts.schedulers = from->facts.schedulers;
  scope_event_sorter_free (self->sorter);
  self->sorter
      = scope_event_sorter_new ((gsize) MIN (scope_erlang_order_depth (self->order), SCOPE_ERLANG_WINDOW), self->chunk);
  scope_probes_take_survey (&self->facts, &from->facts);
  if (!scope_erlang_order_is_sorted (self->order))
    return;
  self->in_order = g_array_new (FALSE, FALSE, sizeof (ScopeEvent));
  self->by_place = TRUE;
  self->span = SPAN;
  self->facts.many_clocks = from->facts.many_clocks;
  self->facts.placed = TRUE;
  self->facts.has_base = from->facts.has_base;
  memcpy (self->facts.bases, from->facts.bases, sizeof self->facts.bases);
}

/* What the survey met that reading in order does not. */
static void
take_damages (ScopeErlang *self, ScopeErlang *from)
{
  scope_decoder_copy_damages (&self->base, from->base.damages);
  self->more_dropped = from->more_dropped;
  self->base.facts.complete = from->base.facts.complete;
}

static ScopeErlang *
make_surveyor (ScopeSource *source, const ScopeErlangFraming *framing)
{
  ScopeErlang *self = scope_erlang_make (source, framing, SCOPE_ERLANG_FORK_CHUNK);

  self->by_place = scope_source_is_seekable (source);
  self->bare = self->surveys = TRUE;
  self->facts.stamps_only = TRUE;
  self->order = scope_erlang_order_new ();

  return self;
}

gboolean
scope_erlang_is_far (ScopeSource *source, const ScopeErlangFraming *framing)
{
  ScopeErlang *surveyor = make_surveyor (source, framing);
  gboolean far;

  look_through (surveyor, g_cancellable_get_current ());
  far = scope_erlang_order_depth (surveyor->order) > SCOPE_ERLANG_WINDOW || surveyor->facts.many_clocks;
  scope_decoder_free (&surveyor->base);

  return far;
}

void
scope_erlang_survey (ScopeErlang *self)
{
  GCancellable *cancellable = g_cancellable_get_current ();
  ScopeErlang *other = make_surveyor (self->base.source, self->framing);
  g_autoptr (GError) error = NULL;

  look_through (other, cancellable);
  if (scope_erlang_order_depth (other->order) > SCOPE_ERLANG_WINDOW || other->facts.many_clocks
      || (self->map != NULL && (other->facts.unstamped || other->facts.cpu != NULL)))
    {
      g_clear_pointer (&other->facts.cpu, scope_erlang_cpu_free);
      scope_erlang_order_collect (other->order);
      other->facts.latest = other->facts.stamped = 0;
      other->facts.unstamped = FALSE;
      other->facts.has_base = 0;
      g_array_set_size (other->base.damages, 0);
      look_through (other, cancellable);
      if (!scope_erlang_order_sort (other->order, &error))
        scope_erlang_damage (self, 0, 0, error->message);
    }
  scope_erlang_take_survey (self, other);
  if (self->in_order != NULL)
    take_damages (self, other);
  scope_decoder_free (&other->base);
}
