/* scope-replay.h: what events *do*. One replay per runtime family, one object per log; it knows no bytes and no
 * files, and puts what it finds out into a ScopeSink.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-event.h"
#include "scope-sink.h"

G_BEGIN_DECLS

typedef struct _ScopeReplay ScopeReplay;

/* What a log says of its clock and its machine. */
typedef struct
{
  gboolean has_number;  /* CreateMachine was there */
  guint32 number;
  guint64 startup;      /* its start-up time in 10^-8 s since 1970, raw (32-bit Eden overflowed it); 0: none */
  gint64 startup_time;  /* when that was, own clock */
  gboolean has_wall;
  guint64 wall_seconds; /* wall clock (event 43) … */
  guint32 wall_ns;
  gint64 wall_time;     /* … at this own time */
  gint64 first, last;   /* life of the machine; valid after finish() */
  gint64 now;           /* everything before this own time was seen, of all lanes */
} ScopeReplayClock;

/* Until when a processor's events are there; TIME_MAX: to the end. */
typedef gint64 (*ScopeKnownUntil) (guint processor, gpointer user_data);

typedef struct
{
  void (*events) (ScopeReplay *replay, const ScopeEvent *events, gsize n);
  /* No more events: hands over what was kept back and sets the lives of all lanes. Processes name their parents by
   * machine and process *numbers* (the other machine may not be read yet): the importer makes indices of them. */
  void (*finish) (ScopeReplay *replay, ScopeKnownUntil known_until, gpointer user_data);
  void (*clock) (ScopeReplay *replay, ScopeReplayClock *ret_clock);
  /* NULL, or a sentence about something that was left out. */
  const char *(*notice) (ScopeReplay *replay);
  void (*free) (ScopeReplay *replay);
} ScopeReplayClass;

struct _ScopeReplay
{
  const ScopeReplayClass *klass;
};

/* GHC and Eden eventlogs. Events come in order of time, or for Eden in order of the file (the lanes come from
 * capability 0 alone). `single`: the log has one capability, so that the machine has a state of its own. */
ScopeReplay *scope_eventlog_replay_new (ScopeSink *sink, gboolean eden, gboolean single);

G_END_DECLS
