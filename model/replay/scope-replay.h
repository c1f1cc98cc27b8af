/* scope-replay.h: what events *do*. One replay per runtime family, one object per log; it knows no bytes and no
 * files, and puts what it finds out into a ScopeSink.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-event.h"
#include "model/replay/scope-sink.h"

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
  /* Before the first event: the log is still written, and what is not sure yet shall be unknown. */
  void (*follow) (ScopeReplay *replay);
  /* While the log is still written: hands over all rows so far. */
  void (*flush) (ScopeReplay *replay);
  /* While the log is still written: events of one or several processors whose time was passed. Their processors' lanes are as
   * ever; of the threads that they touch nothing is known from there on. */
  void (*late_events) (ScopeReplay *replay, const ScopeEvent *events, gsize n);
  /* Before the events behind it: after that time events of the processor are missing. NULL: nobody is told. */
  void (*lost) (ScopeReplay *replay, guint processor, gint64 from);
  /* Until when what was handed over of the processor is sure: TIME_MAX, or earlier if the next events may change it.
   * −1: of the number of threads in each state. */
  gint64 (*sure_until) (ScopeReplay *replay, gint processor);
  /* NULL, or a sentence about something that was left out; *ret_time: where the first of it was, if that is known, else as it was.
   * NULL: nothing ever is. */
  const char *(*notice) (ScopeReplay *replay, gint64 *ret_time);
  void (*free) (ScopeReplay *replay);
} ScopeReplayClass;

struct _ScopeReplay
{
  const ScopeReplayClass *klass;
};

/* GHC and Eden eventlogs. Events come in order of time, or for Eden in order of the file (the lanes come from
 * capability 0 alone). `single`: the log has one capability, so that the machine has a state of its own. */
ScopeReplay *scope_eventlog_replay_new (ScopeSink *sink, gboolean eden, gboolean single);

/* What its runtime would have recorded, had it been asked to: events that the log's header declares. */
typedef struct
{
  gboolean heap;   /* of the heap, when it starts */
  gboolean sparks; /* counts of sparks */
} ScopeEventlogDeclared;

/* Before the first event. Without this the log is taken as it is: what it has none of did not happen. */
void scope_eventlog_replay_declare (ScopeReplay *replay, const ScopeEventlogDeclared *declared);

/* Samples (model/base/scope-sample-events.h), to be added to what another replay finds out, or by themselves: `shift` is added to their
 * times. n_schedulers: how many are not dirty; 0: not known. `find`: index of the thread of that id or name, or SCOPE_NONE; or NULL. */
typedef guint32 (*ScopeSampleFind) (const char *whose, gpointer data);
ScopeReplay *scope_samples_replay_new (ScopeSink *sink, gint64 shift, guint n_schedulers, ScopeSampleFind find, gpointer data);

/* Erlang's tracing. Events come in order of time, definitions before their first use. */
ScopeReplay *scope_erlang_replay_new (ScopeSink *sink);
/* What stands for another node in ScopeEntity.parent_machine until all are read; machines' numbers are less. */
#define SCOPE_ERLANG_NODE 0x80000000u
guint32 scope_erlang_node_number (const char *node);

/* Schedplot's tracks. Events come in order of time, definitions first. */
ScopeReplay *scope_schedplot_replay_new (ScopeSink *sink);

/* Simulations, and branch traces of real machines (model/base/scope-sim-events.h). Times are ps. */
ScopeReplay *scope_sim_replay_new (ScopeSink *sink);

#define SCOPE_USUAL_LLI_CYCLES 100u

/* How they are to be read, as the user says. */
typedef struct
{
  guint32 clock_ps;      /* period of all cores, whatever the trace says; 0: what the trace says */
  guint lli_cycles;      /* an instruction is of long latency if it takes more cycles than this; 0: as many as usual */
  gboolean name_stack;   /* call stacks by functions' names alone, as the paper has it (formats/simulation.md, 3.2a) */
  gboolean out_of_order; /* cores execute out of order, even if nothing shows it: misses are charged by their addresses */
  /* Names of functions that take locks, and that release them: patterns with *, ? and [abc], with commas between; NULL: the usual ones. */
  const char *lock_names, *unlock_names;
} ScopeSimSettings;

#define SCOPE_SIM_LOCK_NAMES "*[sS]pin[lL]ock*,*[sS]pin_[lL]ock*,*mutex_lock*"
#define SCOPE_SIM_UNLOCK_NAMES "*[sS]pin[uU]nlock*,*[sS]pin_[uU]nlock*,*mutex_unlock*"
/* Before the first event. */
void scope_sim_replay_set (ScopeReplay *replay, const ScopeSimSettings *settings);

/* Pipelines of one core (model/base/scope-sim-events.h). Times are ps. Instructions come in order of coming in. */
ScopeReplay *scope_pipeline_replay_new (ScopeSink *sink);
/* The core's period in ps, whatever the trace says. Before the first event. */
void scope_pipeline_replay_set_clock (ScopeReplay *replay, guint32 period);

G_END_DECLS
