/* scope-sim-schema.h: the columns of those small tables that simulations have (scope-schema.h).
 *
 * Functions are numbers as in call stacks (scope-call.h): row of the table of functions + 1. Times are those of a core's own clock, as
 * everywhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

enum /* SCOPE_TABLE_SEQS: in order of time per processor; together they tell how many instructions were executed when, and where */
{
  SCOPE_SEQ_TIME,      /* of the first instruction */
  SCOPE_SEQ_DURATION,  /* to the start of the processor's next seq; the last one: to its last instruction */
  SCOPE_SEQ_PROCESSOR, /* number */
  SCOPE_SEQ_FUNCTION,
  SCOPE_SEQ_DEPTH,     /* from 0 */
  SCOPE_SEQ_INSTS,     /* executed: instructions, or the micro-ops that they consist of, each */
  SCOPE_SEQ_THREAD,    /* index or NULL */
  SCOPE_SEQ_N_COLUMNS
};

enum /* SCOPE_TABLE_HITS, in order of time per processor */
{
  SCOPE_HIT_TIME,      /* of the miss; of the instruction that is a barrier or of long latency */
  SCOPE_HIT_PROCESSOR, /* number */
  SCOPE_HIT_KIND,      /* ScopeHitKind (scope-sim-events.h) */
  SCOPE_HIT_FUNCTION,  /* the uppermost on the stack then */
  SCOPE_HIT_DEPTH,     /* its depth, from 0 */
  SCOPE_HIT_ADDRESS,   /* physical if a cache gave it, else virtual; the 64 bits of it; NULL: none */
  SCOPE_HIT_LATENCY,   /* ticks; NULL: not known */
  SCOPE_HIT_PC_TIME,   /* when the instruction began that it is charged to; NULL: not known */
  SCOPE_HIT_WRITE,     /* 1: by a write */
  SCOPE_HIT_THREAD,    /* index or NULL */
  SCOPE_HIT_VIRTUAL,   /* the address as the program has it, the 64 bits of it; NULL: none, or not known */
  SCOPE_HIT_N_COLUMNS
};

enum /* SCOPE_TABLE_LOCKS: an acquisition each, in order of `wait_from` per processor (nearly: cursors sort) */
{
  SCOPE_LOCK_WAIT_FROM, /* the lock function was entered */
  SCOPE_LOCK_DURATION,  /* to the release, or to the end of the trace: until when the row lasts */
  SCOPE_LOCK_PROCESSOR, /* number */
  SCOPE_LOCK_LOCK,      /* address: the 64 bits of it */
  SCOPE_LOCK_FUNCTION,  /* the lock function */
  SCOPE_LOCK_CALLER,    /* the function that called it */
  SCOPE_LOCK_ACQUIRED,  /* it was left: the lock is held from here on; NULL: never seen */
  SCOPE_LOCK_RELEASED,  /* the releasing store; NULL: never seen */
  SCOPE_LOCK_ATTEMPTS,
  SCOPE_LOCK_BLOCKED_BY, /* number of the processor that held it last while this one waited; NULL: none */
  SCOPE_LOCK_THREAD,     /* index or NULL */
  SCOPE_LOCK_N_COLUMNS
};

#define SCOPE_SYNC_WORDS 5

enum /* SCOPE_TABLE_SYNCS, in order of time: what comes from there on is all that is later, and some of that time */
{
  SCOPE_SYNC_TIME,
  SCOPE_SYNC_CHECKPOINT, /* SCOPE_SYNC_WORDS columns: the decoder's mark */
  SCOPE_SYNC_N_COLUMNS = SCOPE_SYNC_CHECKPOINT + SCOPE_SYNC_WORDS
};

enum /* SCOPE_TABLE_COHERENCE: this core misses a line that another core took from it */
{
  SCOPE_COHERENCE_TIME, /* of the miss */
  SCOPE_COHERENCE_PROCESSOR,
  SCOPE_COHERENCE_LINE, /* physical address of the line */
  SCOPE_COHERENCE_FUNCTION,
  SCOPE_COHERENCE_TAKEN, /* when the line was taken */
  SCOPE_COHERENCE_BY_PROCESSOR,
  SCOPE_COHERENCE_BY_FUNCTION,
  SCOPE_COHERENCE_SHARING, /* 0: not known, 1: both touched the same bytes, 2: false sharing, + 4: only possible (no cache lines) */
  SCOPE_COHERENCE_LATENCY, /* of the miss, ticks: the time lost; NULL: not known */
  SCOPE_COHERENCE_N_COLUMNS
};
