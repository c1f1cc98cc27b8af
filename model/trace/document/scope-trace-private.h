/* scope-trace-private.h: what scope-trace.c and scope-trace-clocks.c share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/document/scope-streams.h"

G_BEGIN_DECLS

/* What there is on any machine: scope-recorded.h. */
typedef struct
{
  gboolean rows[SCOPE_N_TABLES], calls;
  guint64 entities[SCOPE_N_KINDS];
  guint32 most[SCOPE_N_KINDS];
} ScopeHoldings;

struct _ScopeTrace
{
  GObject parent_instance;

  GMutex lock;
  GPtrArray *machines; /* of ScopeMachine; NULL where one is still to come */
  ScopeKeepers *keepers; /* of its machines' lanes */
  ScopeShelf *shelf;     /* of what its machines read of their index */
  GThread *kept_out;   /* must not read bytes; NULL: none */
  GArray *losses;
  char *format, *title, *clock_source;
  ScopeRuntime runtime;
  ScopeMessageCounts counts;
  char *index_path;
  guint64 index_bytes;
  gboolean index_complete;
  gboolean is_far, has_grown;
  char *lost;          /* why it cannot be read now; NULL: it can */
  double progress;
  gint64 expected_last;
  gboolean finished;
  ScopeClocks clocks;
  gint64 *shifts;      /* of each machine, when aligned by messages; NULL: not known */
  ScopeEventSource *events;
  ScopeLive *live;
  GObject *derived;    /* what was found out of it; NULL: nothing yet */
  ScopeTrace *derived_lanes; /* and as lanes */
  GPtrArray *sums;     /* of ScopeLaneSum: of the rows that have so many lanes, and, where clocks were moved, as they were */
  GMutex streams_lock;
  ScopeStreams *streams; /* NULL: nobody has asked yet */
  /* What is asked at every frame, and takes a look at all machines; of a trace that is finished. */
  guint times;         /* how often the times of machines were changed */
  gboolean has_range;
  gint64 range_first, range_last;
  GArray *activity[2]; /* of ScopeLaneSource: of processors, of threads that are ready; NULL: nobody has asked yet */
  gboolean has_holdings;
  ScopeHoldings holdings;
  gboolean seen;       /* main thread only */
  gboolean is_scheduled; /* "changed" will be emitted */
  gint64 changed_at;    /* monotonic µs */
};

/* "changed" is emitted soon; with the lock held. */
void scope_trace_schedule (ScopeTrace *trace);
/* Times of machines are others than they were; with the lock held. */
void scope_trace_forget_times (ScopeTrace *trace);
/* Lanes of what was found out have the offsets that held when they were made, with shifts in them. */
ScopeClocks scope_clocks_of_lanes (ScopeClocks clocks);

G_END_DECLS
