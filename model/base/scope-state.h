/* scope-state.h: what a lane can be doing, and why.
 *
 * A *code* is one row of the table in scope-state.c: a (state, reason) pair with the kind of its other
 * party. Lanes store codes, one byte each; the table is written into every index, so that a file explains
 * itself. A new reason is one row there, at its end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The order is the order of the columns `<state>_ns` in every table. */
typedef enum
{
  SCOPE_STATE_IDLE,       /* alive, nothing to do */
  SCOPE_STATE_RUNNABLE,
  SCOPE_STATE_RUNNING,
  SCOPE_STATE_BLOCKED,
  SCOPE_STATE_OUTSIDE,    /* foreign call, receiving, port, NIF, kernel */
  SCOPE_STATE_COLLECTING, /* garbage collection */
  SCOPE_STATE_ACTIVE,     /* running or runnable: the trace does not tell which */
  SCOPE_STATE_UNKNOWN,    /* not read yet, or not recorded; never shown as idle */
  SCOPE_STATE_ABSENT,     /* not alive: before creation, after the end */
} ScopeState;

#define SCOPE_N_STATES 8u /* all that take time in a table: idle to unknown */

/* What a row's `ref` is for this code. */
typedef enum
{
  SCOPE_REF_NONE,
  SCOPE_REF_RUNS,      /* on a processor's lane: the thread that runs */
  SCOPE_REF_PROCESSOR, /* on a task's lane: the processor it runs on */
  SCOPE_REF_WAKER,     /* the thread that made it runnable */
  SCOPE_REF_OWNER,     /* the thread that owns the black hole waited for */
  SCOPE_REF_GENERATION,
  SCOPE_REF_FUNCTION, /* row + 1 of the table of functions: where it waits */
  SCOPE_REF_CULPRIT,  /* who is behind it, of any machine: scope_derived_party() */
} ScopeRefKind;

typedef enum
{
  SCOPE_CODE_ABSENT,
  SCOPE_CODE_UNKNOWN,
  SCOPE_CODE_IDLE,
  SCOPE_CODE_RUNNING,
  SCOPE_CODE_COLLECTING,
  SCOPE_CODE_ACTIVE,
  SCOPE_CODE_RUNNABLE,
  SCOPE_CODE_CREATED,        /* runnable: new */
  SCOPE_CODE_WOKEN,          /* runnable: made so by a thread or the runtime */
  SCOPE_CODE_YIELDED,        /* runnable: its time slice was over */
  SCOPE_CODE_HEAP_OVERFLOW,  /* runnable: stopped for a collection */
  SCOPE_CODE_STACK_OVERFLOW, /* runnable: its stack grows */
  SCOPE_CODE_STOPPED,        /* runnable: stopped for a reason this program does not know */
  SCOPE_CODE_BLOCKED,        /* blocked, the trace does not say on what */
  SCOPE_CODE_MVAR,
  SCOPE_CODE_MVAR_READ,
  SCOPE_CODE_BLACKHOLE,
  SCOPE_CODE_PLACEHOLDER, /* Eden: waits for a message */
  SCOPE_CODE_STM,
  SCOPE_CODE_DELAY,
  SCOPE_CODE_READ,
  SCOPE_CODE_WRITE,
  SCOPE_CODE_DO_PROC,
  SCOPE_CODE_THROW_TO,
  SCOPE_CODE_MIGRATING,
  SCOPE_CODE_GLOBALISE,
  SCOPE_CODE_FOREIGN_CALL,    /* outside */
  SCOPE_CODE_OUTSIDE_READ,    /* outside: waits for input (Eden's table) */
  SCOPE_CODE_OUTSIDE_WRITE,   /* outside: waits for output (Eden's table) */
  SCOPE_CODE_RUNNABLE_MVAR_READ, /* runnable in Eden's table, though it waits for an MVar */
  SCOPE_CODE_WAITING,         /* Erlang: waits for a message in a function */
  SCOPE_CODE_OUT,             /* Schedplot: went out in a function; whether it waits or could run is not recorded */
  /* What no log says, but is found out (model/trace/analysis/scope-derived.h): why a processor does not run, the pieces of waits, and
   * what the critical path is made of. Their words are the names of the tables. */
  SCOPE_CODE_GC_WORK,
  SCOPE_CODE_GC_WAIT,
  SCOPE_CODE_FOREIGN,
  SCOPE_CODE_OWN_QUEUE,
  SCOPE_CODE_OTHER_QUEUE,
  SCOPE_CODE_OTHER_MACHINE,
  SCOPE_CODE_UNUSED,
  SCOPE_CODE_START_RAMP,
  SCOPE_CODE_END_RAMP,
  SCOPE_CODE_SERIAL,
  SCOPE_CODE_LATE_PRODUCER,
  SCOPE_CODE_IN_FLIGHT,
  SCOPE_CODE_DELIVERED,
  SCOPE_CODE_TIMER,
  SCOPE_CODE_FOREIGN_WAIT,
  SCOPE_CODE_NEVER,
  SCOPE_CODE_NO_TASK,
  SCOPE_CODE_WOKEN_NOT_RUN,
  SCOPE_CODE_PATH_START,
  SCOPE_CODE_PATH_END,
  SCOPE_CODE_UNTOLD_WAIT,
  SCOPE_CODE_BUSY_PORT,       /* Erlang: waits for a port that takes no more; of the port: it does not */
  SCOPE_N_CODES
} ScopeCode;

typedef struct
{
  ScopeState state;
  const char *reason; /* the contract's word, "" if the state says all */
  ScopeRefKind ref;
} ScopeCodeInfo;

/* Never NULL: an unknown number gives the row of SCOPE_CODE_UNKNOWN. */
const ScopeCodeInfo *scope_code_info (guint code);
static inline ScopeState scope_code_state (guint code);
/* "idle", "runnable", …; "" for ABSENT. */
const char *scope_state_name (ScopeState state);

extern const guint8 scope_code_states[256];

static inline ScopeState
scope_code_state (guint code)
{
  return (ScopeState) scope_code_states[code & 0xff];
}

G_END_DECLS
