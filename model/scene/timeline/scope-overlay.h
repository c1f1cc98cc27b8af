/* scope-overlay.h: what the tables say about the visible stretch: messages, marks, collections, counters.
 *
 * Reading tables takes disk and time, so it is done by a function that needs no main thread, from a plain request to a
 * plain result, within a budget of rows: what is more is counted and bundled, never drawn one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-activations.h"
#include "model/trace/calls/scope-call-hiding.h"
#include "model/trace/document/scope-trace.h"
#include "model/scene/draw/scope-viewport.h"
#include "model/scene/spans/scope-span-bars.h"
#include "model/scene/view/scope-view.h"
#include "model/trace/statistics/scope-least-most.h"

G_BEGIN_DECLS

#define SCOPE_OVERLAY_BUDGET 100000 /* rows of each table */
#define SCOPE_OVERLAY_LINES 400     /* messages drawn one by one */
#define SCOPE_OVERLAY_SLOT 64       /* pixels of a bundle */
#define SCOPE_OVERLAY_WEDGES 120    /* streams drawn as such */
#define SCOPE_OVERLAY_TICKS 20000   /* instants */
#define SCOPE_OVERLAY_RUNS 20000    /* of the selected task */
#define SCOPE_OVERLAY_CALLS 24      /* call stacks that are shown at once */
#define SCOPE_MARK_SLOT 16
#define SCOPE_TICK_SCALE_PS 3000000 /* instants are drawn where a pixel is less */

typedef enum
{
  SCOPE_OVERLAY_MESSAGES = 1 << 0,
  SCOPE_OVERLAY_MARKS = 1 << 1,
  SCOPE_OVERLAY_PAUSES = 1 << 2,
  SCOPE_OVERLAY_HEAP = 1 << 3,
  SCOPE_OVERLAY_SPARKS = 1 << 4,
  SCOPE_OVERLAY_MIGRATIONS = 1 << 5,
  SCOPE_OVERLAY_WAKEUPS = 1 << 6,
  SCOPE_OVERLAY_TICKS_PART = 1 << 7,
  SCOPE_OVERLAY_TASK = 1 << 8,
  SCOPE_OVERLAY_RATES = 1 << 9,  /* sparks created and their outcomes */
  SCOPE_OVERLAY_QUEUE = 1 << 10, /* run queue */
  SCOPE_OVERLAY_SAMPLES = 1 << 11, /* of an Erlang VM: scope-sample-rows.h */
  SCOPE_OVERLAY_ALLOCATION = 1 << 12,
  SCOPE_OVERLAY_PATH = 1 << 13, /* the critical path as a line */
  SCOPE_OVERLAY_STACKS = 1 << 14, /* samples of a profiler */
  SCOPE_OVERLAY_CORES = 1 << 15,  /* counters of a simulation's cores */
  SCOPE_OVERLAY_CONCURRENT = 1 << 16, /* the nonmoving collector */
  SCOPE_OVERLAY_SPANS = 1 << 17,
  SCOPE_OVERLAY_LEAST_MOST = 1 << 19, /* of processors that run at once */
  SCOPE_OVERLAY_FLUSHES = 1 << 20, /* when the log was written */
  SCOPE_OVERLAY_TRAFFIC = 1 << 18, /* rows of messages */
} ScopeOverlayParts;

typedef struct
{
  ScopeViewport viewport;
  guint parts;              /* ScopeOverlayParts */
  ScopeMessageFilter messages;
  guint ticks;              /* kinds */
  ScopeLaneId task;         /* with SCOPE_OVERLAY_TASK */
  ScopeLaneId calls[SCOPE_OVERLAY_CALLS]; /* whose call stacks */
  guint n_calls;
  guint hits;               /* kinds of marks on them */
  ScopeCallHiding *hiding;  /* of functions that bore; or NULL. Borrowed, and not the answer's */
  guint hiding_digest;
  guint budget;             /* 0: SCOPE_OVERLAY_BUDGET */
} ScopeOverlayRequest;

/* A stream as a whole: from where its elements were sent to where they arrived. Trace time. */
typedef struct
{
  guint32 from_machine, to_machine;
  guint32 from_process, to_process;
  gint64 first_send, last_send, first_receive, last_receive;
  guint64 messages;
} ScopeStreamWedge;

/* What a machine (process SCOPE_NONE) or the process of that number sent to others and received from others in a pixel. */
typedef struct
{
  guint32 machine, process;
  gint32 x; /* view pixel */
  double sent, received;
} ScopeTrafficBin;

/* A migration or a wake-up, or `count` of them between the same processors within a slot. */
typedef struct
{
  gint64 time;
  guint32 machine;
  guint32 from_thread, to_thread;       /* indices or SCOPE_NONE (several, or not known) */
  guint32 from_processor, to_processor; /* indices or SCOPE_NONE */
  guint32 count;
  guint8 wakeup;
} ScopeLinkLine;

/* Something that takes no time, where there is room to see it. */
typedef struct
{
  gint64 time;
  guint32 machine;
  guint32 processor; /* index or SCOPE_NONE */
  guint32 thread;    /* index or SCOPE_NONE */
  guint8 kind;       /* ScopeInstant, SCOPE_TICK_THREAD, SCOPE_TICK_WAKEUP */
} ScopeTick;

/* A stretch in which the selected task ran: on which processor (index or SCOPE_NONE). */
typedef struct
{
  gint64 from, to;
  guint32 processor;
} ScopeTaskRun;

/* A stretch of the critical path: who is on it, and, where it runs and is wide enough to be seen, on which processor. */
typedef struct
{
  gint64 from, to;
  guint32 machine, thread; /* indices, or SCOPE_NONE */
  guint32 processor;       /* index or SCOPE_NONE */
  guint8 kind;             /* ScopePathKind */
} ScopePathPiece;

typedef struct
{
  gint64 time, last; /* trace time of the first and the last */
  guint32 machine;  /* index */
  guint32 count;
  guint8 kind;      /* ScopeMarkKind */
  guint32 processor; /* labels: index of the one on which it was written, SCOPE_NONE; of other marks not told */
  char *text;       /* of the first; owned */
} ScopeMarkFlag;

typedef struct
{
  gint64 sync, start, end; /* trace time: asked for, started, ended */
  guint32 machine;
  guint32 count;    /* > 1: several within a pixel; start of the first to end of the last, the longest's generation */
  guint32 generation;
  gboolean major;
  gint64 longest;   /* ticks */
  guint32 leader;   /* number of the processor that led it, of a single one; SCOPE_NONE: not known */
  guint8 kind; /* 0: a collection; of the nonmoving collector: its phase + 1; SCOPE_PAUSE_FLUSH */
} ScopePause;

#define SCOPE_PAUSE_FLUSH (SCOPE_N_CONCURRENT_PHASES + 1) /* the log was written: by `leader` */

/* A row of pauses has what stopped the program, one of the nonmoving collector what it did. */
static inline gboolean
scope_pause_is_in (const ScopePause *pause, ScopeRowKind row)
{
  if (row == SCOPE_ROW_FLUSHES || pause->kind == SCOPE_PAUSE_FLUSH)
    return row == SCOPE_ROW_FLUSHES && pause->kind == SCOPE_PAUSE_FLUSH;
  return row == SCOPE_ROW_CONCURRENT ? pause->kind != 0 : pause->kind == 0 || pause->kind == SCOPE_CONCURRENT_SYNC + 1;
}

typedef struct
{
  guint32 machine;
  guint8 counter;   /* ScopeCounter */
  float x;          /* view pixel */
  double low, high; /* in that pixel, summed over processors; NAN: it is not known any more */
  double last;      /* what holds from there on; NAN: it is not known */
} ScopeCounterPoint;

typedef struct
{
  ScopeOverlayRequest request;
  gboolean sampled;   /* over budget: counts are estimates */
  gboolean bundled;   /* messages */
  guint64 n_messages; /* in view */
  GArray *messages;   /* ScopeMessageLine */
  GArray *wedges;     /* ScopeStreamWedge */
  GArray *extents;    /* ScopeLeastMost, one a pixel; empty if it takes too long */
  GArray *traffic;    /* ScopeTrafficBin, by machine, process, x */
  GArray *links;      /* ScopeLinkLine */
  GArray *ticks;      /* ScopeTick */
  GArray *runs;       /* ScopeTaskRun */
  GArray *path;       /* ScopePathPiece */
  GArray *stacks;     /* ScopeStackSample, in order; none if there are too many to say */
  GStringChunk *stack_names;
  GArray *marks;      /* ScopeMarkFlag */
  GArray *spans;      /* ScopeSpanBar, by machine and beginning */
  GArray *pauses;     /* ScopePause, by machine: collections by time, then what the nonmoving collector did */
  GArray *counters;   /* ScopeCounterPoint, by machine, counter, x */
  GPtrArray *cores;   /* ScopeCoreRates, a slot per pixel */
  GPtrArray *calls;   /* ScopeActivations, of the lanes asked for, as far as they could be read */
  GPtrArray *call_marks; /* ScopeCallMarks, of all lanes asked for */
} ScopeOverlay;

/* What the view needs. */
void scope_overlay_request_init (ScopeOverlayRequest *request, ScopeView *view);
gboolean scope_overlay_request_equal (const ScopeOverlayRequest *a, const ScopeOverlayRequest *b);
/* Any thread. NULL only if cancelled; what cannot be read is left out. */
ScopeOverlay *scope_overlay_read (ScopeTrace *trace, const ScopeOverlayRequest *request, GCancellable *cancellable);
void scope_overlay_free (ScopeOverlay *overlay);
/* What was read of a lane's call stack, or NULL; of the marks on it, or NULL. */
const ScopeActivations *scope_overlay_find_calls (const ScopeOverlay *overlay, ScopeLaneId lane);
const struct _ScopeCallMarks *scope_overlay_find_call_marks (const ScopeOverlay *overlay, ScopeLaneId lane);
/* Marks on all of them together, by kind (SCOPE_N_SHOWN_HITS); TRUE if the numbers are estimates. */
gboolean scope_overlay_count_hits (const ScopeOverlay *overlay, guint64 *ret_n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeOverlay, scope_overlay_free)

G_END_DECLS
