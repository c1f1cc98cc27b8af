/* scope-quantity.h: what runs are compared by: names, units, words.
 *
 * A quantity is a number: first the time in each state, then the time for each code (a state and its reason), then what
 * the list below has. Names are those of CSV and of conditions: "running", "blocked", "blocked:mvar", "gc_time"; they never
 * change their meaning.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_UNIT_TIME,  /* ticks; in CSV ns */
  SCOPE_UNIT_COUNT,
  SCOPE_UNIT_BYTES,
  SCOPE_UNIT_WORDS, /* messages of Eden, and of the probes of Erlang */
  SCOPE_UNIT_SHARE, /* millionths; in CSV a part of 1 */
  SCOPE_UNIT_RATIO, /* millionths; in CSV a number: instructions per cycle */
} ScopeUnit;

static inline gboolean
scope_unit_is_millionths (ScopeUnit unit)
{
  return unit == SCOPE_UNIT_SHARE || unit == SCOPE_UNIT_RATIO;
}

typedef guint ScopeQuantity;

enum
{
  SCOPE_QUANTITY_STATES = 0,                   /* + ScopeState */
  SCOPE_QUANTITY_CODES = SCOPE_N_STATES,       /* + ScopeCode: only those that have a reason */
  SCOPE_QUANTITY_DURATION = SCOPE_QUANTITY_CODES + SCOPE_N_CODES, /* of the run inside the range */
  SCOPE_QUANTITY_ALIVE,         /* a lane's life inside the range; of several: together */
  SCOPE_QUANTITY_LANES,         /* how many live in the range */
  SCOPE_QUANTITY_EVENTS,        /* only of the whole run */
  SCOPE_QUANTITY_RUNS,          /* threads: how often made to run; only of the whole run */
  SCOPE_QUANTITY_GC_COUNT,      /* collections that begin in the range */
  SCOPE_QUANTITY_GC_TIME,       /* their time */
  SCOPE_QUANTITY_GC_LONGEST,
  SCOPE_QUANTITY_GC_SYNC,       /* of it, before them: waiting for all to stop */
  SCOPE_QUANTITY_GC_COPIED,
  SCOPE_QUANTITY_PRODUCTIVITY,  /* the part of the time in which no collection stopped the program */
  SCOPE_QUANTITY_HEAP_ALLOCATED,
  SCOPE_QUANTITY_HEAP_SIZE,     /* the most */
  SCOPE_QUANTITY_HEAP_LIVE,     /* the most */
  SCOPE_QUANTITY_SPARKS_CREATED,
  SCOPE_QUANTITY_SPARKS_CONVERTED,
  SCOPE_QUANTITY_SPARKS_OVERFLOWED,
  SCOPE_QUANTITY_SPARKS_DUD,
  SCOPE_QUANTITY_SPARKS_GCD,
  SCOPE_QUANTITY_SPARKS_FIZZLED,
  SCOPE_QUANTITY_MESSAGES,         /* sent in the range (received, if nobody saw it sent); of lanes: sent by it */
  SCOPE_QUANTITY_MESSAGES_RECEIVED,
  SCOPE_QUANTITY_MESSAGE_SIZE,     /* of those whose size is known; where the trace tells words */
  SCOPE_QUANTITY_MESSAGE_BYTES,    /* the same, where it tells bytes: the two are never compared */
  SCOPE_QUANTITY_MESSAGE_LATENCY,  /* mean of those of which both ends were seen, to a tick */
  SCOPE_QUANTITY_RECEIVING,        /* Eden's machines: time of the phases of receiving */
  SCOPE_QUANTITY_MIGRATIONS,
  SCOPE_QUANTITY_WAKEUPS,
  SCOPE_QUANTITY_CYCLES,           /* simulations, from here on: of the cores together, in each one's own clock, while anything is on the stack */
  SCOPE_QUANTITY_INSTRUCTIONS,     /* only where they are known exactly */
  SCOPE_QUANTITY_IPC,              /* instructions per cycle */
  SCOPE_QUANTITY_CLOCK,            /* period of a cycle; of the run only if all cores have the same */
  SCOPE_QUANTITY_HITS,             /* + ScopeHitKind */
  SCOPE_N_QUANTITIES = SCOPE_QUANTITY_HITS + SCOPE_N_HITS
};

static inline ScopeQuantity
scope_quantity_of_state (ScopeState state)
{
  return SCOPE_QUANTITY_STATES + (guint) state;
}

static inline ScopeQuantity
scope_quantity_of_code (guint code)
{
  return SCOPE_QUANTITY_CODES + code;
}

/* "running", "blocked:mvar", "gc_time"; "" for codes without a reason. Static. */
const char *scope_quantity_name (ScopeQuantity quantity);
/* FALSE if there is none of that name. */
gboolean scope_quantity_parse (const char *name, ScopeQuantity *ret_quantity);
ScopeUnit scope_quantity_unit (ScopeQuantity quantity);
/* A part of another quantity of the same lane (a reason of its state), which is *ret_whole. */
gboolean scope_quantity_is_part (ScopeQuantity quantity, ScopeQuantity *ret_whole);
/* For people, in the runtime's words, translated: "running", "blocked on MVar", "GC time". */
const char *scope_quantity_label (ScopeTrace *trace, ScopeQuantity quantity);
/* A value with its unit, for people: "1.35 s", "−57.8 ms", "12 MB", "1,204", "98.2 %". `sign`: with a + if it is positive.
 * Free with g_free(). */
char *scope_quantity_format (ScopeQuantity quantity, gint64 value, gint64 tick_ps, gboolean sign);

G_END_DECLS
