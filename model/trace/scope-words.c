/* scope-words.c: the runtimes' own words (look.md's table): what people read. The names of design and CSV are in
 * scope-state.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-trace.h"

typedef struct
{
  const char *kinds[SCOPE_N_KINDS][2]; /* singular, plural; NULL: the runtime has no such thing */
  const char *states[SCOPE_N_STATES];
} Words;

static const Words words[] = {
  [SCOPE_RUNTIME_GHC] = { { [SCOPE_KIND_MACHINE] = { "program", "programs" },
                            [SCOPE_KIND_PROCESSOR] = { "HEC", "HECs" },
                            [SCOPE_KIND_THREAD] = { "thread", "Threads" },
                            [SCOPE_KIND_THREADS] = { "Threads", "Threads" } },
                          { "idle", "ready", "running", "blocked", "foreign call", "GC", "active", "unknown" } },
  [SCOPE_RUNTIME_EDEN] = { { [SCOPE_KIND_MACHINE] = { "Machine", "Machines" },
                             [SCOPE_KIND_PROCESSOR] = { "HEC", "HECs" },
                             [SCOPE_KIND_PROCESS] = { "process", "Processes" },
                             [SCOPE_KIND_THREAD] = { "thread", "Threads" },
                             [SCOPE_KIND_THREADS] = { "Threads", "Threads" } },
                           { "idle", "ready", "running", "blocked", "foreign call", "GC", "active", "unknown" } },
  [SCOPE_RUNTIME_ERLANG]
  = { { [SCOPE_KIND_MACHINE] = { "node", "nodes" },
        [SCOPE_KIND_PROCESSOR] = { "Scheduler", "Schedulers" },
        [SCOPE_KIND_PROCESS] = { "process", "Processes" },
        [SCOPE_KIND_THREAD] = { "process", "Processes" },
        [SCOPE_KIND_THREADS] = { "Processes", "Processes" } },
      { "idle", "runnable", "running", "waiting", "port or NIF", "GC", "active", "unknown" } },
  [SCOPE_RUNTIME_SIMULATION]
  = { { [SCOPE_KIND_MACHINE] = { "system", "systems" },
        [SCOPE_KIND_PROCESSOR] = { "Core", "Cores" },
        [SCOPE_KIND_PROCESS] = { "process", "Processes" },
        [SCOPE_KIND_THREAD] = { "thread", "Threads" },
        [SCOPE_KIND_THREADS] = { "Threads", "Threads" } },
      { "idle", "ready", "running", "waiting", "kernel", "GC", "active", "unknown" } },
};

/* What follows the state's word, for codes that say more than it. */
static const char *const reasons[SCOPE_N_CODES] = {
  [SCOPE_CODE_CREATED] = "ready: new",
  [SCOPE_CODE_WOKEN] = "ready: woken",
  [SCOPE_CODE_YIELDED] = "ready: time slice over",
  [SCOPE_CODE_HEAP_OVERFLOW] = "ready: stopped for a GC",
  [SCOPE_CODE_STACK_OVERFLOW] = "ready: stack grows",
  [SCOPE_CODE_STOPPED] = "ready: stopped",
  [SCOPE_CODE_MVAR] = "blocked on MVar",
  [SCOPE_CODE_MVAR_READ] = "blocked reading an MVar",
  [SCOPE_CODE_BLACKHOLE] = "blocked on black hole",
  [SCOPE_CODE_PLACEHOLDER] = "waiting for a message",
  [SCOPE_CODE_STM] = "blocked in STM",
  [SCOPE_CODE_DELAY] = "waiting: delay",
  [SCOPE_CODE_READ] = "blocked on input",
  [SCOPE_CODE_WRITE] = "blocked on output",
  [SCOPE_CODE_DO_PROC] = "blocked on asynchronous call",
  [SCOPE_CODE_THROW_TO] = "blocked in throwTo",
  [SCOPE_CODE_MIGRATING] = "blocked: migrating",
  [SCOPE_CODE_GLOBALISE] = "blocked: globalising",
  [SCOPE_CODE_FOREIGN_CALL] = "foreign call",
  [SCOPE_CODE_OUTSIDE_READ] = "waiting for input",
  [SCOPE_CODE_OUTSIDE_WRITE] = "waiting for output",
  [SCOPE_CODE_RUNNABLE_MVAR_READ] = "reading an MVar",
};

const char *
scope_trace_state_label (ScopeTrace *trace, ScopeState state)
{
  return (guint) state < SCOPE_N_STATES ? words[scope_trace_runtime (trace)].states[state] : "";
}

const char *
scope_trace_code_label (ScopeTrace *trace, guint code)
{
  if (code < SCOPE_N_CODES && reasons[code] != NULL)
    return reasons[code];

  return scope_trace_state_label (trace, scope_code_state (code));
}

const char *
scope_trace_kind_label (ScopeTrace *trace, ScopeKind kind, gboolean plural)
{
  return words[scope_trace_runtime (trace)].kinds[kind][plural ? 1 : 0];
}
