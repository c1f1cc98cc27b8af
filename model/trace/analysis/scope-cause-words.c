/* scope-cause-words.c: see scope-cause-words.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-cause-words.h"

#include "model/trace/document/scope-recorded.h"

#include <glib/gi18n.h>

/* GHC and simulations run threads, Erlang processes; the rest is the same. */
typedef struct
{
  const char *word, *erlang_word;   /* NULL: the state's own */
  const char *about, *erlang_about; /* the last one NULL: the same */
} Words;

static const Words words[SCOPE_N_CAUSES] = {
  [SCOPE_CAUSE_RUNNING] = { NULL, NULL, N_("a thread runs"), N_("a process runs") },
  [SCOPE_CAUSE_GC_WORK] = { N_("GC"), NULL, N_("busy with a collection"), NULL },
  [SCOPE_CAUSE_GC_WAIT]
  = { N_("waiting for GC"), NULL, N_("stopped for a collection, waiting for the other processors"), NULL },
  [SCOPE_CAUSE_FOREIGN] = { NULL, NULL, N_("its thread is in a foreign call"), N_("its process is in a port or NIF") },
  [SCOPE_CAUSE_IDLE_OWN_QUEUE]
  = { N_("ready, not run"), N_("runnable, not run"), N_("a thread in its own queue is ready, and does not run"),
      N_("a process is runnable, and does not run") },
  [SCOPE_CAUSE_IDLE_OTHER_QUEUE]
  = { N_("ready elsewhere"), N_("runnable elsewhere"), N_("a thread in another queue of the machine is ready"),
      N_("a process in another queue of the node is runnable") },
  [SCOPE_CAUSE_IDLE_OTHER_MACHINE]
  = { N_("ready on another machine"), N_("runnable on another node"), N_("a thread on another machine is ready"),
      N_("a process on another node is runnable") },
  [SCOPE_CAUSE_UNUSED] = { N_("never used"), NULL, N_("never runs a thread"), N_("never runs a process") },
  [SCOPE_CAUSE_START_RAMP] = { N_("not started yet"), NULL, N_("has not run a thread yet"), N_("has not run a process yet") },
  [SCOPE_CAUSE_END_RAMP] = { N_("nothing left to do"), NULL, N_("has run its last thread"), N_("has run its last process") },
  [SCOPE_CAUSE_SERIAL]
  = { N_("only one runs"), NULL, N_("exactly one thread of the whole program runs"), N_("exactly one process of the whole program runs") },
  [SCOPE_CAUSE_LATE_PRODUCER]
  = { N_("waiting for others"), NULL, N_("threads wait for something that another one has yet to do"),
      N_("processes wait for something that another one has yet to do") },
  [SCOPE_CAUSE_IN_FLIGHT]
  = { N_("messages on their way"), NULL, N_("threads wait for messages on their way"), N_("processes wait for messages on their way") },
  [SCOPE_CAUSE_DELIVERED_NOT_WOKEN]
  = { N_("messages not taken"), NULL, N_("messages have arrived, and their receivers are not woken"), NULL },
  [SCOPE_CAUSE_TIMER] = { N_("waiting for a time"), NULL, N_("threads wait for a time"), N_("processes wait for a time") },
  [SCOPE_CAUSE_FOREIGN_WAIT]
  = { N_("waiting for foreign calls"), N_("waiting for ports or NIFs"), N_("threads are in foreign calls"), N_("processes are in ports or NIFs") },
  [SCOPE_CAUSE_NEVER] = { N_("never woken"), NULL, N_("threads wait for what never comes"), N_("processes wait for what never comes") },
  [SCOPE_CAUSE_UNTOLD_WAIT]
  = { N_("waiting, not known for what"), NULL, N_("threads wait for something that was not recorded"),
      N_("processes wait for something that was not recorded") },
  [SCOPE_CAUSE_NO_TASK] = { N_("no work"), NULL, N_("there is no thread"), N_("there is no process") },
  [SCOPE_CAUSE_UNKNOWN] = { N_("not recorded"), NULL, N_("not recorded"), NULL },
};

const char *
scope_cause_word (ScopeTrace *trace, ScopeCause cause)
{
  const Words *row = &words[cause];

  g_return_val_if_fail (cause < SCOPE_N_CAUSES, "");

  if (row->word == NULL)
    return scope_trace_state_label (trace, cause == SCOPE_CAUSE_RUNNING ? SCOPE_STATE_RUNNING : SCOPE_STATE_OUTSIDE);
  return _(scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG && row->erlang_word != NULL ? row->erlang_word : row->word);
}

const char *
scope_path_kind_word (ScopeTrace *trace, ScopePathKind kind)
{
  static const ScopeCause causes[SCOPE_N_PATH_KINDS] = {
    [SCOPE_PATH_RUNNING] = SCOPE_CAUSE_RUNNING,     [SCOPE_PATH_READY] = SCOPE_CAUSE_IDLE_OWN_QUEUE,
    [SCOPE_PATH_GC] = SCOPE_CAUSE_GC_WORK,          [SCOPE_PATH_IN_FLIGHT] = SCOPE_CAUSE_IN_FLIGHT,
    [SCOPE_PATH_TIMER] = SCOPE_CAUSE_TIMER,         [SCOPE_PATH_DELIVERED_NOT_WOKEN] = SCOPE_CAUSE_DELIVERED_NOT_WOKEN,
    [SCOPE_PATH_FOREIGN] = SCOPE_CAUSE_FOREIGN,     [SCOPE_PATH_START] = SCOPE_CAUSE_START_RAMP,
    [SCOPE_PATH_END] = SCOPE_CAUSE_END_RAMP,        [SCOPE_PATH_UNKNOWN] = SCOPE_CAUSE_UNKNOWN,
  };

  g_return_val_if_fail (kind < SCOPE_N_PATH_KINDS, "");

  return scope_cause_word (trace, causes[kind]);
}

const char *
scope_cause_about (ScopeTrace *trace, ScopeCause cause)
{
  const Words *row = &words[cause];

  g_return_val_if_fail (cause < SCOPE_N_CAUSES, "");

  return _(scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG && row->erlang_about != NULL ? row->erlang_about : row->about);
}

const char *
scope_cause_party (ScopeTrace *trace, ScopeCause cause)
{
  switch (cause)
    {
    case SCOPE_CAUSE_FOREIGN:
    case SCOPE_CAUSE_FOREIGN_WAIT:
      return _("In the Call");
    case SCOPE_CAUSE_IDLE_OWN_QUEUE:
    case SCOPE_CAUSE_IDLE_OTHER_QUEUE:
    case SCOPE_CAUSE_IDLE_OTHER_MACHINE:
      return scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG ? _("Runnable") : _("Ready");
    case SCOPE_CAUSE_SERIAL:
    case SCOPE_CAUSE_LATE_PRODUCER:
    case SCOPE_CAUSE_IN_FLIGHT:
    case SCOPE_CAUSE_DELIVERED_NOT_WOKEN:
      return _("Waits For");
    case SCOPE_CAUSE_RUNNING:
      return scope_trace_kind_label (trace, SCOPE_KIND_THREAD, FALSE);
    default:
      return NULL;
    }
}

/* Of Eden a machine is its only processor. */
static gboolean
are_machines (ScopeTrace *trace)
{
  guint32 most;

  scope_trace_n_entities (trace, SCOPE_KIND_PROCESSOR, &most);
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN && most <= 1;
}

char *
scope_cause_processors (ScopeTrace *trace, guint n)
{
  switch (scope_trace_runtime (trace))
    {
    case SCOPE_RUNTIME_EDEN:
      if (are_machines (trace))
        return g_strdup_printf (ngettext ("%u machine", "%u machines", n), n);
      /* fall through */
    case SCOPE_RUNTIME_GHC:
      return g_strdup_printf (ngettext ("%u HEC", "%u HECs", n), n);
    case SCOPE_RUNTIME_ERLANG:
      return g_strdup_printf (ngettext ("%u scheduler", "%u schedulers", n), n);
    case SCOPE_RUNTIME_SIMULATION:
    default:
      return g_strdup_printf (ngettext ("%u core", "%u cores", n), n);
    }
}

const char *
scope_cause_left_idle (ScopeTrace *trace)
{
  switch (scope_trace_runtime (trace))
    {
    case SCOPE_RUNTIME_EDEN:
      if (are_machines (trace))
        return _("Left Machines Idle");
      /* fall through */
    case SCOPE_RUNTIME_GHC:
      return _("Left HECs Idle");
    case SCOPE_RUNTIME_ERLANG:
      return _("Left Schedulers Idle");
    case SCOPE_RUNTIME_SIMULATION:
    default:
      return _("Left Cores Idle");
    }
}

/* Only who shares a memory stops together. */
const char *
scope_cause_left_stopped (ScopeTrace *trace)
{
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG ? _("Kept Schedulers Stopped for GC") : _("Kept HECs Stopped for GC");
}
