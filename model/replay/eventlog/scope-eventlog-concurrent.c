/* scope-eventlog-concurrent.c: GHC's nonmoving collector (`+RTS -xn`): it marks and sweeps while the program runs, and stops it only to
 * take in what was changed meanwhile.
 *
 * The events are those of rts/include/rts/EventLogFormat.h (200 to 208), as the User's Guide has them ("Nonmoving GC event output"). They
 * are of no processor. The runtime says twice that it begins to stop all, and that it is done; within, it marks again and again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

void
scope_eventlog_concurrent_init (ScopeEventlogReplay *self)
{
  for (guint phase = 0; phase < SCOPE_N_CONCURRENT_PHASES; phase++)
    self->concurrent[phase] = SCOPE_TIME_MIN;
}

static void
begin (ScopeEventlogReplay *self, const ScopeEvent *event, ScopeConcurrentPhase phase)
{
  if (self->concurrent[phase] == SCOPE_TIME_MIN)
    self->concurrent[phase] = event->time;
}

static void
end (ScopeEventlogReplay *self, gint64 time, ScopeConcurrentPhase phase, gint64 marked)
{
  gint64 start = self->concurrent[phase];

  if (start == SCOPE_TIME_MIN)
    return; /* its beginning is lost, or it was said before */
  self->concurrent[phase] = SCOPE_TIME_MIN;
  if (time >= start)
    {
      const gint64 row[SCOPE_CONCURRENT_N_COLUMNS] = { start, time - start, phase, marked };

      self->sink->klass->record (self->sink, SCOPE_TABLE_CONCURRENT, row);
    }
}

/* The size of the blocks stands first: as its logarithm, in one byte; from GHC 9.10 on as it is, in two. */
static void
census (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  guint head = event->size == 13 ? 1 : 2;
  gint64 block = (gint64) scope_be (event, 0, head);
  const gint64 row[SCOPE_CENSUS_N_COLUMNS]
      = { event->time, head == 1 ? G_GINT64_CONSTANT (1) << MIN (block, 62) : block, (gint64) scope_be (event, head, 4),
          (gint64) scope_be (event, head + 4, 4), (gint64) scope_be (event, head + 8, 4) };

  if (event->size >= 13)
    self->sink->klass->record (self->sink, SCOPE_TABLE_CENSUS, row);
}

void
scope_eventlog_concurrent_event (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  switch (event->type)
    {
    case SCOPE_EV_CONC_MARK_BEGIN:
      begin (self, event, SCOPE_CONCURRENT_MARK);
      break;
    case SCOPE_EV_CONC_MARK_END:
      end (self, event->time, SCOPE_CONCURRENT_MARK, event->size >= 4 ? (gint64) scope_be (event, 0, 4) : SCOPE_TABLE_NULL);
      break;
    case SCOPE_EV_CONC_SYNC_BEGIN:
      begin (self, event, SCOPE_CONCURRENT_SYNC);
      break;
    case SCOPE_EV_CONC_SYNC_END:
      end (self, event->time, SCOPE_CONCURRENT_SYNC, SCOPE_TABLE_NULL);
      break;
    case SCOPE_EV_CONC_SWEEP_BEGIN:
      begin (self, event, SCOPE_CONCURRENT_SWEEP);
      break;
    case SCOPE_EV_CONC_SWEEP_END:
      end (self, event->time, SCOPE_CONCURRENT_SWEEP, SCOPE_TABLE_NULL);
      break;
    case SCOPE_EV_NONMOVING_HEAP_CENSUS:
      census (self, event);
      break;
    case SCOPE_EV_NONMOVING_PRUNED_SEGMENTS:
      if (event->size >= 8)
        {
          scope_eventlog_counter (self, event, SCOPE_COUNTER_SEGMENTS_PRUNED, scope_be (event, 0, 4));
          scope_eventlog_counter (self, event, SCOPE_COUNTER_SEGMENTS_FREE, scope_be (event, 4, 4));
        }
      break;
    default:
      break;
    }
}

void
scope_eventlog_concurrent_finish (ScopeEventlogReplay *self)
{
  for (guint phase = 0; phase < SCOPE_N_CONCURRENT_PHASES; phase++)
    end (self, self->last, (ScopeConcurrentPhase) phase, SCOPE_TABLE_NULL);
}
