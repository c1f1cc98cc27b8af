/* scope-samples-replay.c: samples become counters; those of ETS tables a table of their own.
 *
 * Of one line the dirty schedulers (those beyond the ordinary ones) are one: processor 0, as everywhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-sample-events.h"
#include "model/replay/scope-replay.h"

#include <string.h>

typedef struct
{
  ScopeReplay parent;
  ScopeSink *sink;
  guint n_schedulers;  /* 0: not known */
  ScopeSampleFind find;
  gpointer find_data;
  gint64 shift;
  gint64 last;
  gint64 dirty[SCOPE_COUNTER_N_COLUMNS]; /* the sum so far */
  gboolean has_dirty;
  gint64 objects;      /* of the ETS table whose bytes come next */
} Samples;

static void
end_dirty (Samples *self)
{
  if (self->has_dirty)
    self->sink->klass->record (self->sink, SCOPE_TABLE_COUNTERS, self->dirty);
  self->has_dirty = FALSE;
}

static void
replay_sample (Samples *self, const ScopeEvent *event)
{
  gint64 value = (gint64) ((guint64) event->c << 32 | event->b), time = event->time + self->shift;
  gint64 row[SCOPE_COUNTER_N_COLUMNS] = { time, SCOPE_TABLE_NULL, event->a, value, SCOPE_TABLE_NULL };
  guint32 thread = SCOPE_NONE;

  self->last = MAX (self->last, time);
  if (self->has_dirty && (self->dirty[SCOPE_COUNTER_TIME] != time || self->dirty[SCOPE_COUNTER_NAME] != event->a))
    end_dirty (self);
  if (event->processor != SCOPE_NO_PROCESSOR)
    row[SCOPE_COUNTER_PROCESSOR] = event->processor;
  if (event->size > 0 && self->find != NULL)
    thread = self->find ((const char *) event->payload, self->find_data);
  if (thread != SCOPE_NONE)
    row[SCOPE_COUNTER_THREAD] = thread;
  if (self->n_schedulers == 0 || event->processor == SCOPE_NO_PROCESSOR || event->processor <= self->n_schedulers)
    {
      self->sink->klass->record (self->sink, SCOPE_TABLE_COUNTERS, row);
      return;
    }
  if (self->has_dirty)
    {
      self->dirty[SCOPE_COUNTER_VALUE] += value;
      return;
    }
  row[SCOPE_COUNTER_PROCESSOR] = 0;
  for (guint i = 0; i < SCOPE_COUNTER_N_COLUMNS; i++)
    self->dirty[i] = row[i];
  self->has_dirty = TRUE;
}

/* What stands behind the last "@" is whose it is. */
static void
replay_table (Samples *self, const ScopeEvent *event)
{
  gint64 value = (gint64) ((guint64) event->c << 32 | event->b);
  g_autofree char *name = g_strndup ((const char *) event->payload, event->size);
  char *at = strrchr (name, '@');
  gint64 row[SCOPE_ETS_N_COLUMNS] = { event->time + self->shift, 0, SCOPE_TABLE_NULL, self->objects, value };
  guint32 owner = SCOPE_NONE;

  if (event->type == SCOPE_SAMPLE_TABLE_OBJECTS)
    {
      self->objects = value;
      return;
    }
  self->last = MAX (self->last, row[SCOPE_ETS_TIME]);
  if (at != NULL)
    {
      *at = '\0';
      owner = self->find != NULL ? self->find (at + 1, self->find_data) : SCOPE_NONE;
    }
  row[SCOPE_ETS_NAME] = (gint64) self->sink->klass->text (self->sink, name, strlen (name));
  if (owner != SCOPE_NONE)
    row[SCOPE_ETS_OWNER] = owner;
  self->sink->klass->record (self->sink, SCOPE_TABLE_ETS, row);
}

static void
samples_events (ScopeReplay *replay, const ScopeEvent *events, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (events[i].type == SCOPE_SAMPLE_VALUE)
      replay_sample ((Samples *) replay, &events[i]);
    else if (events[i].size > 0)
      replay_table ((Samples *) replay, &events[i]);
}

static void
samples_finish (ScopeReplay *replay, ScopeKnownUntil known_until, gpointer user_data)
{
  end_dirty ((Samples *) replay);
}

static void
samples_clock (ScopeReplay *replay, ScopeReplayClock *ret_clock)
{
  *ret_clock = (ScopeReplayClock) { .last = ((Samples *) replay)->last, .now = ((Samples *) replay)->last };
}

static void
samples_free (ScopeReplay *replay)
{
  g_free (replay);
}

ScopeReplay *
scope_samples_replay_new (ScopeSink *sink, gint64 shift, guint n_schedulers, ScopeSampleFind find, gpointer data)
{
  static const ScopeReplayClass klass = { .events = samples_events,
                                          .finish = samples_finish,
                                          .clock = samples_clock,
                                          .free = samples_free };
  Samples *self = g_new0 (Samples, 1);

  self->parent.klass = &klass;
  self->sink = sink;
  self->shift = shift;
  self->n_schedulers = n_schedulers;
  self->find = find;
  self->find_data = data;

  return &self->parent;
}
