/* scope-state.c: the table of codes. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-state.h"

#define S(s) SCOPE_STATE_##s
#define R(r) SCOPE_REF_##r

/* code, state, reason, what its ref is. Appended to only: indexes on disk hold these numbers. */
#define CODES(X)                                                                                              \
  X (ABSENT, ABSENT, "", NONE)                                                                                \
  X (UNKNOWN, UNKNOWN, "", NONE)                                                                              \
  X (IDLE, IDLE, "", NONE)                                                                                    \
  X (RUNNING, RUNNING, "", RUNS)                                                                              \
  X (COLLECTING, COLLECTING, "", GENERATION)                                                                  \
  X (ACTIVE, ACTIVE, "", NONE)                                                                                \
  X (RUNNABLE, RUNNABLE, "", NONE)                                                                            \
  X (CREATED, RUNNABLE, "created", WAKER)                                                                     \
  X (WOKEN, RUNNABLE, "woken", WAKER)                                                                         \
  X (YIELDED, RUNNABLE, "yielded", NONE)                                                                      \
  X (HEAP_OVERFLOW, RUNNABLE, "heap_overflow", NONE)                                                          \
  X (STACK_OVERFLOW, RUNNABLE, "stack_overflow", NONE)                                                        \
  X (STOPPED, RUNNABLE, "stopped", NONE)                                                                      \
  X (BLOCKED, BLOCKED, "blocked", NONE)                                                                       \
  X (MVAR, BLOCKED, "mvar", NONE)                                                                             \
  X (MVAR_READ, BLOCKED, "mvar_read", NONE)                                                                   \
  X (BLACKHOLE, BLOCKED, "blackhole", OWNER)                                                                  \
  X (PLACEHOLDER, BLOCKED, "placeholder", NONE)                                                               \
  X (STM, BLOCKED, "stm", NONE)                                                                               \
  X (DELAY, BLOCKED, "delay", NONE)                                                                           \
  X (READ, BLOCKED, "read", NONE)                                                                             \
  X (WRITE, BLOCKED, "write", NONE)                                                                           \
  X (DO_PROC, BLOCKED, "do_proc", NONE)                                                                       \
  X (THROW_TO, BLOCKED, "throw_to", NONE)                                                                     \
  X (MIGRATING, BLOCKED, "migrating", NONE)                                                                   \
  X (GLOBALISE, BLOCKED, "globalise", NONE)                                                                   \
  X (FOREIGN_CALL, OUTSIDE, "foreign_call", NONE)                                                             \
  X (OUTSIDE_READ, OUTSIDE, "read", NONE)                                                                     \
  X (OUTSIDE_WRITE, OUTSIDE, "write", NONE)                                                                   \
  X (RUNNABLE_MVAR_READ, RUNNABLE, "mvar_read", NONE)                                                          \
  X (WAITING, BLOCKED, "waiting", FUNCTION)                                                                   \
  X (OUT, UNKNOWN, "out", FUNCTION)                                                                           \
  X (GC_WORK, COLLECTING, "gc_work", NONE)                                                                    \
  X (GC_WAIT, COLLECTING, "gc_wait", NONE)                                                                    \
  X (FOREIGN, OUTSIDE, "foreign", CULPRIT)                                                                    \
  X (OWN_QUEUE, RUNNABLE, "idle_own_queue", CULPRIT)                                                          \
  X (OTHER_QUEUE, RUNNABLE, "idle_other_queue", CULPRIT)                                                      \
  X (OTHER_MACHINE, RUNNABLE, "idle_other_machine", CULPRIT)                                                  \
  X (UNUSED, IDLE, "unused", NONE)                                                                            \
  X (START_RAMP, IDLE, "start_ramp", NONE)                                                                    \
  X (END_RAMP, IDLE, "end_ramp", NONE)                                                                        \
  X (SERIAL, ACTIVE, "serial", CULPRIT)                                                                       \
  X (LATE_PRODUCER, BLOCKED, "late_producer", CULPRIT)                                                        \
  X (IN_FLIGHT, BLOCKED, "in_flight", CULPRIT)                                                                \
  X (DELIVERED, BLOCKED, "delivered_not_woken", CULPRIT)                                                      \
  X (TIMER, OUTSIDE, "timer", NONE)                                                                           \
  X (FOREIGN_WAIT, OUTSIDE, "foreign_wait", NONE)                                                             \
  X (NEVER, IDLE, "never", NONE)                                                                              \
  X (NO_TASK, IDLE, "no_task", NONE)                                                                          \
  X (WOKEN_NOT_RUN, RUNNABLE, "woken_not_run", NONE)                                                          \
  X (PATH_START, IDLE, "start", NONE)                                                                         \
  X (PATH_END, IDLE, "end", NONE)                                                                             \
  X (UNTOLD_WAIT, BLOCKED, "untold_wait", NONE)                                                                 \
  X (BUSY_PORT, BLOCKED, "busy_port", NONE)

#define ROW(code, state, reason, ref) [SCOPE_CODE_##code] = { S (state), reason, R (ref) },
static const ScopeCodeInfo code_infos[SCOPE_N_CODES] = { CODES (ROW) };

#define STATE(code, state, reason, ref) [SCOPE_CODE_##code] = S (state),
const guint8 scope_code_states[256] = { [SCOPE_N_CODES... 255] = S (UNKNOWN), CODES (STATE) };

const ScopeCodeInfo *
scope_code_info (guint code)
{
  return &code_infos[code < SCOPE_N_CODES ? code : SCOPE_CODE_UNKNOWN];
}

const char *
scope_state_name (ScopeState state)
{
  static const char *const names[] = { "idle",    "runnable",   "running", "blocked",
                                       "outside", "collecting", "active",  "unknown" };
  return (guint) state < G_N_ELEMENTS (names) ? names[state] : "";
}
