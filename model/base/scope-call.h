/* scope-call.h: what a call stack does, on its way from a replay to the call store: somebody enters a function, somebody
 * leaves one.
 *
 * A call travels as a ScopeRow: `lane` is that of the entity whose stack it is (a process, a core), `ref` the function, `code` one of
 * ScopeCallOp, with flags. Rows of a lane come in order of time, several may have the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Functions are numbers: row of the machine's table of functions + 1. These are none of its rows. */
#define SCOPE_FUNCTION_UNKNOWN 0u
#define SCOPE_FUNCTION_SUSPEND G_MAXUINT32            /* pseudo function: it is scheduled out */
#define SCOPE_FUNCTION_COLLECT (G_MAXUINT32 - 1u)     /* pseudo function: it collects garbage */

static inline gboolean
scope_function_is_pseudo (guint32 function)
{
  return function >= SCOPE_FUNCTION_COLLECT;
}

/* The stacks that are kept have at most this many frames. What is called above them is counted (SCOPE_CALL_COUNT), its time is the
 * uppermost kept frame's. */
#define SCOPE_CALL_MAX_DEPTH 512u

typedef enum
{
  SCOPE_CALL_ENTER, /* ref: the function. Flags: EARLY, IRREGULAR */
  SCOPE_CALL_EXIT,  /* of the uppermost frame. Flags: TAIL, SWITCHED, IRREGULAR */
  SCOPE_CALL_COUNT, /* ref: a function that was called above all frames that are kept */
} ScopeCallOp;

#define SCOPE_CALL_OP(code) ((code) & 3u)

/* What is odd about an activation; of an op as of an activation. */
typedef enum
{
  SCOPE_CALL_TAIL = 1 << 2,      /* it ended with a tail call: what follows at its depth was called by it */
  SCOPE_CALL_SWITCHED = 1 << 3,  /* it goes on later: another task's stack took its place */
  SCOPE_CALL_IRREGULAR = 1 << 4, /* the trace does not show how it began or ended: it is inferred */
  SCOPE_CALL_EARLY = 1 << 5,     /* it began before the trace tells of it: that is not counted as a call */
  SCOPE_CALL_OPEN = 1 << 6,      /* activations only: it lasts to the end of what is known */
} ScopeCallFlags;

G_END_DECLS
