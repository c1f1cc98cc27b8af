/* scope-schedplot-replay.c: what Schedplot's tracks say: when schedulers ran something, when somebody collected, and, in full
 * packets, which process it was.
 *
 * Of a process only its runs are known: what it did between them is not recorded, so it is unknown; and only the low bits of its
 * number, so two may share one: while one of them runs, it runs. Collections have a track of their own, shown like a
 * processor's: on which scheduler they were is not recorded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-schedplot-events.h"
#include "model/base/scope-unrecorded.h"
#include "model/replay/scope-replay.h"

#include <string.h>

#define MAX_PROCESSES 32768u /* of 15 bits */

typedef struct
{
  ScopeEntity *entity; /* NULL: there is no such track */
  guint32 lane, index;
  gboolean gc;
  gint64 since;        /* when it went in, or out, last */
} Track;

typedef struct
{
  ScopeEntity *thread, *process;
  guint32 lane, index;
  guint32 processor;   /* index + 1 of where it ran last */
  guint runs;          /* schedulers on which it is now */
} Process;

typedef struct
{
  ScopeReplay parent;
  ScopeSink *sink;
  ScopeRow *rows;
  gsize n_rows;
  Track *tracks;       /* by number */
  guint n_tracks;
  Process *processes;
  guint n_processes, n_processes_alloc;
  guint32 *by_pid;     /* index + 1 */
  guint32 n_functions; /* rows of that table: texts by their numbers */
  gint64 last;
} Schedplot;

static void
emit (Schedplot *self, guint32 lane, gint64 time, guint code, guint32 ref)
{
  self->rows[self->n_rows++] = scope_row (lane, time, code, ref);
  if (self->n_rows == SCOPE_SINK_ROWS)
    {
      self->rows = self->sink->klass->rows (self->sink, self->rows, self->n_rows);
      self->n_rows = 0;
    }
}

/* --- definitions --- */

static void
add_track (Schedplot *self, const ScopeEvent *event)
{
  const ScopeSinkClass *klass = self->sink->klass;
  g_autofree char *name = event->a != 0 ? g_strdup ("GC") : g_strdup_printf ("S%u", event->processor);
  guint32 index;
  Track *track;

  if (event->processor >= self->n_tracks)
    {
      self->tracks = g_renew (Track, self->tracks, event->processor + 1u);
      memset (self->tracks + self->n_tracks, 0, (event->processor + 1u - self->n_tracks) * sizeof *self->tracks);
      self->n_tracks = event->processor + 1u;
    }
  track = &self->tracks[event->processor];
  if (track->entity != NULL)
    return;
  index = klass->add_entity (self->sink, SCOPE_KIND_PROCESSOR, event->processor, FALSE, SCOPE_CODE_UNKNOWN);
  track->entity = klass->entity (self->sink, SCOPE_KIND_PROCESSOR, index);
  track->entity->first = 0;
  track->index = index;
  track->lane = track->entity->lane;
  track->gc = event->a != 0;
  klass->set_name (self->sink, track->entity, name, strlen (name));
  emit (self, track->lane, 0, SCOPE_CODE_IDLE, 0);
}

static void
add_info (Schedplot *self, const ScopeEvent *event)
{
  g_autofree char *text = g_strndup ((const char *) event->payload, event->size);
  char *value = strchr (text, '=');

  if (value == NULL)
    return;
  *value++ = '\0';
  self->sink->klass->info (self->sink, text, value, -1);
}

static void
add_text (Schedplot *self, const ScopeEvent *event)
{
  gint64 row[SCOPE_FUNCTION_N_COLUMNS] = { 0, 0 };

  if (event->a != self->n_functions + 1)
    return; /* they come one after the other */
  row[SCOPE_FUNCTION_TEXT] = (gint64) self->sink->klass->text (self->sink, (const char *) event->payload, event->size);
  self->sink->klass->record (self->sink, SCOPE_TABLE_FUNCTIONS, row);
  self->n_functions++;
}

static Process *
process_of (Schedplot *self, guint pid, gint64 time)
{
  const ScopeSinkClass *klass = self->sink->klass;
  g_autofree char *id = g_strdup_printf ("pid~%u", pid);
  Process *process;
  guint32 index;

  g_assert (pid < MAX_PROCESSES);
  if (self->by_pid[pid] > 0)
    return &self->processes[self->by_pid[pid] - 1];
  if (self->n_processes == self->n_processes_alloc)
    {
      self->n_processes_alloc = MAX (64, self->n_processes_alloc * 2);
      self->processes = g_renew (Process, self->processes, self->n_processes_alloc);
    }
  process = &self->processes[self->n_processes++];
  index = klass->add_entity (self->sink, SCOPE_KIND_THREAD, pid, TRUE, SCOPE_CODE_UNKNOWN);
  process->index = index;
  process->thread = klass->entity (self->sink, SCOPE_KIND_THREAD, index);
  process->lane = process->thread->lane;
  process->thread->process = klass->add_sharing (self->sink, SCOPE_KIND_PROCESS, pid, process->lane);
  process->process = klass->entity (self->sink, SCOPE_KIND_PROCESS, process->thread->process);
  process->thread->first = process->process->first = time;
  process->processor = process->runs = 0;
  klass->set_id (self->sink, process->thread, id);
  klass->set_id (self->sink, process->process, id);
  self->by_pid[pid] = self->n_processes;

  return process;
}

/* --- runs --- */

static void
go_in (Schedplot *self, Track *track, const ScopeEvent *event)
{
  guint32 ref = 0;

  if (event->b != 0)
    emit (self, track->lane, track->since, SCOPE_CODE_UNKNOWN, 0);
  track->entity->runs++;
  if (event->a > 0 && event->a <= MAX_PROCESSES)
    {
      Process *process = process_of (self, event->a - 1, event->time);

      ref = process->index + 1;
      process->thread->runs++;
      process->runs++;
      if (process->processor != 0 && process->processor != track->index + 1)
        {
          const gint64 row[SCOPE_MIGRATION_N_COLUMNS]
              = { event->time, process->index, (gint64) process->processor - 1, event->processor };

          self->sink->klass->record (self->sink, SCOPE_TABLE_MIGRATIONS, row);
          process->thread->migrations++;
        }
      process->processor = track->index + 1;
      emit (self, process->lane, event->time, SCOPE_CODE_RUNNING, track->index + 1);
    }
  emit (self, track->lane, event->time, SCOPE_CODE_RUNNING, ref);
}

static void
go_out (Schedplot *self, Track *track, const ScopeEvent *event)
{
  emit (self, track->lane, event->time, SCOPE_CODE_IDLE, 0);
  track->since = event->time;
  if (event->a > 0 && event->a <= MAX_PROCESSES && self->by_pid[event->a - 1] > 0)
    {
      Process *process = process_of (self, event->a - 1, event->time);

      process->thread->last = process->process->last = event->time;
      if (process->runs > 0 && --process->runs == 0)
        emit (self, process->lane, event->time, SCOPE_CODE_OUT, event->c <= self->n_functions ? event->c : 0);
    }
}

static void
collect (Schedplot *self, Track *track, const ScopeEvent *event)
{
  gboolean start = event->type == SCOPE_SCHEDPLOT_GC_START;

  emit (self, track->lane, event->time, start ? SCOPE_CODE_COLLECTING : SCOPE_CODE_IDLE, 0);
  if (!start)
    {
      gint64 row[SCOPE_COLLECTION_N_COLUMNS];

      for (guint c = 0; c < SCOPE_COLLECTION_N_COLUMNS; c++)
        row[c] = SCOPE_TABLE_NULL;
      row[SCOPE_COLLECTION_START] = track->since;
      row[SCOPE_COLLECTION_DURATION] = event->time - track->since;
      row[SCOPE_COLLECTION_PROCESSOR] = event->processor;
      self->sink->klass->record (self->sink, SCOPE_TABLE_COLLECTIONS, row);
      track->entity->collections++;
    }
  track->since = event->time;
}

static void
add_label (Schedplot *self, const ScopeEvent *event)
{
  gint64 row[SCOPE_MARK_N_COLUMNS] = { event->time, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, SCOPE_MARK_LABEL, 0 };

  if (event->processor < self->n_tracks && self->tracks[event->processor].entity != NULL)
    row[SCOPE_MARK_PROCESSOR] = event->processor;
  row[SCOPE_MARK_TEXT] = (gint64) self->sink->klass->text (self->sink, (const char *) event->payload, event->size);
  self->sink->klass->record (self->sink, SCOPE_TABLE_MARKS, row);
}

static void
replay_event (Schedplot *self, const ScopeEvent *event)
{
  Track *track = event->processor < self->n_tracks ? &self->tracks[event->processor] : NULL;

  if (event->type == SCOPE_SCHEDPLOT_TRACK)
    add_track (self, event);
  else if (event->type == SCOPE_SCHEDPLOT_TEXT)
    add_text (self, event);
  else if (event->type == SCOPE_SCHEDPLOT_INFO)
    add_info (self, event);
  if (event->type < SCOPE_SCHEDPLOT_IN)
    return;
  self->last = MAX (self->last, event->time);
  if (event->type == SCOPE_SCHEDPLOT_LABEL)
    add_label (self, event);
  if (track == NULL || track->entity == NULL)
    return;
  if (event->type == SCOPE_SCHEDPLOT_IN)
    go_in (self, track, event);
  else if (event->type == SCOPE_SCHEDPLOT_OUT)
    go_out (self, track, event);
  else if (event->type != SCOPE_SCHEDPLOT_LABEL)
    collect (self, track, event);
}

static void
schedplot_events (ScopeReplay *replay, const ScopeEvent *events, gsize n)
{
  for (gsize i = 0; i < n; i++)
    replay_event ((Schedplot *) replay, &events[i]);
}

/* --- the end --- */

static void
tell_unrecorded (Schedplot *self)
{
  guint lacks = SCOPE_LACKS_SENT | SCOPE_LACKS_RECEIVED | SCOPE_LACKS_WAITS | SCOPE_LACKS_GC;
  g_autofree char *names = NULL;

  for (guint i = 0; i < self->n_tracks; i++)
    if (self->tracks[i].entity != NULL && self->tracks[i].gc)
      lacks &= ~(guint) SCOPE_LACKS_GC;
  if (self->n_processes == 0)
    lacks |= SCOPE_LACKS_PROCESSES;
  names = scope_unrecorded_print (lacks);
  self->sink->klass->info (self->sink, SCOPE_UNRECORDED_KEY, names, -1);
}

static void
schedplot_finish (ScopeReplay *replay, ScopeKnownUntil known_until, gpointer user_data)
{
  Schedplot *self = (Schedplot *) replay;
  const ScopeSinkClass *klass = self->sink->klass;

  if (self->n_rows > 0)
    self->rows = klass->rows (self->sink, self->rows, self->n_rows);
  self->n_rows = 0;
  for (guint i = 0; i < self->n_tracks; i++)
    {
      Track *track = &self->tracks[i];
      gint64 known = known_until != NULL ? known_until (i, user_data) : SCOPE_TIME_MAX;

      if (track->entity == NULL)
        continue;
      track->entity->last = self->last;
      klass->life (self->sink, track->lane, 0, self->last);
      if (known < self->last)
        klass->known_until (self->sink, track->lane, MAX (known, 0));
    }
  for (guint i = 0; i < self->n_processes; i++)
    {
      Process *process = &self->processes[i];

      if (process->thread->last == SCOPE_TIME_MAX)
        process->thread->last = process->process->last = self->last;
      klass->life (self->sink, process->lane, process->thread->first, process->thread->last);
    }
  tell_unrecorded (self);
}

static void
schedplot_clock (ScopeReplay *replay, ScopeReplayClock *ret_clock)
{
  *ret_clock = (ScopeReplayClock) { .last = ((Schedplot *) replay)->last, .now = ((Schedplot *) replay)->last };
}

static void
schedplot_free (ScopeReplay *replay)
{
  Schedplot *self = (Schedplot *) replay;

  g_free (self->tracks);
  g_free (self->processes);
  g_free (self->by_pid);
  g_free (self->rows);
  g_free (self);
}

ScopeReplay *
scope_schedplot_replay_new (ScopeSink *sink)
{
  static const ScopeReplayClass klass = { .events = schedplot_events,
                                          .finish = schedplot_finish,
                                          .clock = schedplot_clock,
                                          .free = schedplot_free };
  Schedplot *self = g_new0 (Schedplot, 1);

  self->parent.klass = &klass;
  self->sink = sink;
  self->rows = sink->klass->rows (sink, NULL, 0);
  self->by_pid = g_new0 (guint32, MAX_PROCESSES);

  return &self->parent;
}
