/* scope-entity.h: machines, processors, processes, threads: what has a name and a life.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_NONE G_MAXUINT32 /* no index */
#define SCOPE_TIME_MIN G_MININT64
#define SCOPE_TIME_MAX G_MAXINT64

/* Whether a log says itself that nothing follows. The index keeps the number. */
typedef enum
{
  SCOPE_END_MARK_NONE,    /* its format has no such mark: whether more was to come is not known */
  SCOPE_END_MARK_MISSING,
  SCOPE_END_MARK_READ,
} ScopeEndMark;

typedef enum
{
  SCOPE_KIND_MACHINE,
  SCOPE_KIND_PROCESSOR,
  SCOPE_KIND_PROCESS,
  SCOPE_KIND_THREAD,
  SCOPE_KIND_THREADS, /* no entity: the counts lane "how many threads are in each state" of a machine */
  SCOPE_KIND_PORT,    /* Erlang */
  SCOPE_KIND_STRANGER, /* Erlang: without a lane: whom messages and links name, and who is nobody of this machine, by scope-stranger.h */
  SCOPE_N_KINDS
} ScopeKind;

typedef enum
{
  SCOPE_END_OPEN,
  SCOPE_END_FINISHED,
  SCOPE_END_KILLED,
} ScopeEnd;

/* In the place of a parent's machine: who made the process is on a node that was not recorded; `parent` is the index of the stranger
 * (of the process's own machine) that he is. */
#define SCOPE_PARENT_STRANGER 0xfffffffeu

typedef struct
{
  guint64 number;        /* as the trace has it */
  guint32 generation;    /* 1; 2 for the second entity of that number ("3#2"), … */
  guint32 lane;          /* in the machine's lane store */
  guint32 process;       /* threads: index of the process; ports: of their owner; else SCOPE_NONE */
  guint32 parent_machine; /* processes: index of the parent's machine in the trace, SCOPE_PARENT_STRANGER, else SCOPE_NONE */
  guint32 parent;        /* processes: index of the parent process on that machine, else SCOPE_NONE */
  guint32 runs;          /* how often it was made to run (RunThread events) */
  guint32 migrations;
  guint32 collections;   /* processors: collections started */
  guint32 threads;       /* processes: threads that belonged to it */
  guint32 sent, received; /* processes: messages */
  guint8 end;            /* ScopeEnd */
  guint8 helper;         /* threads: it is among the machine's helpers (scope-helpers.h) */
  gint64 first, last;    /* life, in ticks of the machine's clock; last is TIME_MAX while it lives */
  char *id;              /* what the trace calls it ("<0.45.0>"), NULL: its number; owned by the machine */
  char *name;            /* label or NULL; owned by the machine */
  char *entry;           /* entry point or NULL; owned by the machine */
  char *reason;          /* Erlang: why it ended, as a term, or NULL; owned by the machine */
} ScopeEntity;

G_END_DECLS
