/* scope-words.c: the runtimes' own words (look.md's table): what people read. The names of design and CSV are in
 * scope-state.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-trace.h"
#include "model/base/scope-format.h"
#include "model/trace/document/scope-sim-words.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *kinds[SCOPE_N_KINDS][2]; /* singular, plural; NULL: the runtime has no such thing */
  const char *states[SCOPE_N_STATES];
} Words;

static const Words words[] = {
  [SCOPE_RUNTIME_GHC] = { { [SCOPE_KIND_MACHINE] = { N_("program"), N_("Programs") },
                            [SCOPE_KIND_PROCESSOR] = { N_("HEC"), N_("HECs") },
                            [SCOPE_KIND_THREAD] = { N_("thread"), N_("Threads") },
                            [SCOPE_KIND_THREADS] = { N_("Threads"), N_("Threads") } },
                          { N_("idle"), N_("ready"), N_("running"), N_("blocked"), N_("foreign call"), N_("GC"), N_("active"), N_("unknown") } },
  [SCOPE_RUNTIME_EDEN] = { { [SCOPE_KIND_MACHINE] = { N_("Machine"), N_("Machines") },
                             [SCOPE_KIND_PROCESSOR] = { N_("HEC"), N_("HECs") },
                             [SCOPE_KIND_PROCESS] = { N_("process"), N_("Processes") },
                             [SCOPE_KIND_THREAD] = { N_("thread"), N_("Threads") },
                             [SCOPE_KIND_THREADS] = { N_("Threads"), N_("Threads") } },
                           { N_("idle"), N_("ready"), N_("running"), N_("blocked"), N_("foreign call"), N_("GC"), N_("active"), N_("unknown") } },
  [SCOPE_RUNTIME_ERLANG]
  = { { [SCOPE_KIND_MACHINE] = { N_("node"), N_("Nodes") },
        [SCOPE_KIND_PROCESSOR] = { N_("Scheduler"), N_("Schedulers") },
        [SCOPE_KIND_PROCESS] = { N_("process"), N_("Processes") },
        [SCOPE_KIND_THREAD] = { N_("process"), N_("Processes") },
        [SCOPE_KIND_THREADS] = { N_("Processes"), N_("Processes") },
        [SCOPE_KIND_PORT] = { N_("port"), N_("Ports") } },
      { N_("idle"), N_("runnable"), N_("running"), N_("waiting"), N_("port or NIF"), N_("GC"), N_("active"), N_("unknown") } },
  [SCOPE_RUNTIME_SIMULATION]
  = { { [SCOPE_KIND_MACHINE] = { N_("Simulated system"), N_("Simulated Systems") },
        [SCOPE_KIND_PROCESSOR] = { N_("Core"), N_("Cores") },
        [SCOPE_KIND_PROCESS] = { N_("process"), N_("Processes") },
        [SCOPE_KIND_THREAD] = { N_("thread"), N_("Threads") },
        [SCOPE_KIND_THREADS] = { N_("Threads"), N_("Threads") } },
      { N_("idle"), N_("ready"), N_("running"), N_("waiting"), N_("kernel"), N_("GC"), N_("active"), N_("unknown") } },
};

/* What follows the state's word, for codes that say more than it. */
static const char *const reasons[SCOPE_N_CODES] = {
  [SCOPE_CODE_CREATED] = N_("ready: new"),
  [SCOPE_CODE_WOKEN] = N_("ready: woken"),
  [SCOPE_CODE_YIELDED] = N_("ready: time slice over"),
  [SCOPE_CODE_HEAP_OVERFLOW] = N_("ready: stopped for a GC"),
  [SCOPE_CODE_STACK_OVERFLOW] = N_("ready: stack grows"),
  [SCOPE_CODE_STOPPED] = N_("ready: stopped"),
  [SCOPE_CODE_MVAR] = N_("blocked on MVar"),
  [SCOPE_CODE_MVAR_READ] = N_("blocked reading an MVar"),
  [SCOPE_CODE_BLACKHOLE] = N_("blocked on black hole"),
  [SCOPE_CODE_PLACEHOLDER] = N_("waiting for a message"),
  [SCOPE_CODE_STM] = N_("blocked in STM"),
  [SCOPE_CODE_DELAY] = N_("waiting: delay"),
  [SCOPE_CODE_READ] = N_("blocked on input"),
  [SCOPE_CODE_WRITE] = N_("blocked on output"),
  [SCOPE_CODE_DO_PROC] = N_("blocked on asynchronous call"),
  [SCOPE_CODE_THROW_TO] = N_("blocked in throwTo"),
  [SCOPE_CODE_MIGRATING] = N_("blocked: migrating"),
  [SCOPE_CODE_GLOBALISE] = N_("blocked: globalising"),
  [SCOPE_CODE_FOREIGN_CALL] = N_("foreign call"),
  [SCOPE_CODE_OUTSIDE_READ] = N_("waiting for input"),
  [SCOPE_CODE_OUTSIDE_WRITE] = N_("waiting for output"),
  [SCOPE_CODE_RUNNABLE_MVAR_READ] = N_("reading an MVar"),
  [SCOPE_CODE_WAITING] = N_("waiting"),
  [SCOPE_CODE_BUSY_PORT] = N_("waiting: busy port"),
  [SCOPE_CODE_OUT] = N_("not recorded"),
};

const char *
scope_trace_state_label (ScopeTrace *trace, ScopeState state)
{
  return (guint) state < SCOPE_N_STATES ? _(words[scope_trace_runtime (trace)].states[state]) : "";
}

const char *
scope_trace_code_label (ScopeTrace *trace, guint code)
{
  /* All cores of a simulation are recorded: who is on none of them is out. */
  if (code == SCOPE_CODE_OUT && scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION)
    return _("switched out");
  if (code == SCOPE_CODE_WOKEN && scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG)
    return _("runnable: woken");
  if (code < SCOPE_N_CODES && reasons[code] != NULL)
    return _(reasons[code]);

  return scope_trace_state_label (trace, scope_code_state (code));
}

char *
scope_trace_wait_label (ScopeTrace *trace, ScopeMachine *machine, guint code, guint32 function)
{
  const char *name = function != SCOPE_NONE ? scope_machine_peek_function (machine, function) : NULL;

  return name != NULL ? g_strdup_printf (_("waiting in %s"), name) : g_strdup (scope_trace_code_label (trace, code));
}

gboolean
scope_trace_sizes_are_bytes (ScopeTrace *trace)
{
  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_ERLANG)
    return FALSE;
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      const char *unit = scope_machine_find_info (scope_trace_machine (trace, i), "message_size_unit");

      if (g_strcmp0 (unit, "words") == 0)
        return FALSE;
    }

  return TRUE;
}

const char *
scope_trace_size_unit (ScopeTrace *trace)
{
  return scope_trace_sizes_are_bytes (trace) ? _("bytes") : _("words");
}

char *
scope_trace_size_text (ScopeTrace *trace, guint64 size)
{
  g_autofree char *number = scope_format_count (size);

  return g_strdup_printf (scope_trace_sizes_are_bytes (trace) ? ngettext ("%s byte", "%s bytes", (gulong) size)
                                                             : ngettext ("%s word", "%s words", (gulong) size),
                          number);
}

const ScopeEntity *
scope_trace_find_stranger (ScopeTrace *trace, gint64 number)
{
  const ScopeEntity *found = NULL;

  for (guint m = 0; m < scope_trace_n_machines (trace) && found == NULL && number > 0; m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);
      guint32 index = scope_machine_find_number (machine, SCOPE_KIND_STRANGER, (guint64) number);

      if (index != SCOPE_NONE)
        found = scope_machine_entity (machine, SCOPE_KIND_STRANGER, index);
    }

  return found;
}

/* A process or port of Erlang of which nothing but its number is known: "<0.45.0>", "#Port<0.6>". Free with g_free(). */
static char *
erlang_party_id (ScopeKind kind, gint64 number)
{
  return g_strdup_printf (kind == SCOPE_KIND_PORT ? "#Port<0.%" G_GINT64_FORMAT ">" : "<0.%" G_GINT64_FORMAT ".0>", number);
}

/* Of a machine that was not recorded. */
static char *
remote_party_name (ScopeTrace *trace, guint32 machine, ScopeKind kind, gint64 number)
{
  const ScopeEntity *node = scope_trace_find_stranger (trace, machine);
  const ScopeEntity *name = scope_trace_find_stranger (trace, number);
  g_autofree char *id = NULL;

  if (name != NULL)
    return g_strdup (name->id);
  if (number < 0 || number >= (gint64) SCOPE_MESSAGE_ABSENT_MACHINE)
    return g_strdup (node != NULL ? node->id : "?");
  id = erlang_party_id (kind, number);
  return node != NULL ? g_strdup_printf ("%s %s", node->id, id) : g_steal_pointer (&id);
}

char *
scope_trace_party_id (ScopeTrace *trace, guint32 machine, ScopeKind kind, gint64 number)
{
  ScopeMachine *found = machine < scope_trace_n_machines (trace) ? scope_trace_machine (trace, machine) : NULL;
  const ScopeEntity *stranger;
  guint32 index;

  if (number < 0 || number == (gint64) SCOPE_NONE)
    return NULL;
  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_ERLANG)
    return g_strdup_printf ("%" G_GINT64_FORMAT, number);
  index = found != NULL ? scope_machine_find_number (found, kind, (guint64) number) : SCOPE_NONE;
  if (index != SCOPE_NONE)
    return scope_machine_entity_id (found, kind, index);
  stranger = kind == SCOPE_KIND_PROCESS ? scope_trace_find_stranger (trace, number) : NULL;
  if (stranger != NULL)
    return stranger->name != NULL ? NULL : g_strdup (stranger->entry);
  return erlang_party_id (kind, number);
}

char *
scope_trace_party_name (ScopeTrace *trace, guint32 machine, ScopeKind kind, gint64 number)
{
  ScopeMachine *found = machine < scope_trace_n_machines (trace) ? scope_trace_machine (trace, machine) : NULL;
  gboolean known = found != NULL && number >= 0 && number != (gint64) SCOPE_NONE;
  guint32 index = known ? scope_machine_find_number (found, kind, (guint64) number) : SCOPE_NONE;
  const ScopeEntity *entity = index != SCOPE_NONE ? scope_machine_entity (found, kind, index) : NULL;
  const ScopeEntity *stranger = entity == NULL && found != NULL ? scope_trace_find_stranger (trace, number) : NULL;
  g_autofree char *name = NULL;

  if (found == NULL)
    return remote_party_name (trace, machine, kind, number);
  if (entity == NULL && stranger == NULL && known && number < (gint64) SCOPE_MESSAGE_ABSENT_MACHINE)
    name = erlang_party_id (kind, number);
  else if (entity == NULL)
    name = g_strdup (stranger == NULL ? "?" : stranger->name != NULL ? stranger->name : stranger->entry);
  else
    name = entity->name != NULL ? g_strdup (entity->name) : scope_machine_entity_id (found, kind, index);
  if (found->name == NULL || scope_trace_n_machines (trace) < 2)
    return g_steal_pointer (&name);

  return g_strdup_printf ("%s %s", found->name, name);
}

gboolean
scope_trace_is_pipeline (ScopeTrace *trace)
{
  const char *format = scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION ? scope_trace_format (trace) : NULL;

  /* "kanata", or packed, "kanata.gz" */
  return format != NULL && (g_str_has_prefix (format, "kanata") || g_str_has_prefix (format, "o3pipeview"));
}

ScopeKind
scope_trace_task_kind (ScopeTrace *trace)
{
  ScopeRuntime runtime = scope_trace_runtime (trace);

  return runtime == SCOPE_RUNTIME_ERLANG || runtime == SCOPE_RUNTIME_EDEN ? SCOPE_KIND_PROCESS : SCOPE_KIND_THREAD;
}

gboolean
scope_trace_kind_repeats (ScopeTrace *trace, ScopeKind kind)
{
  return kind == SCOPE_KIND_PROCESS && scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG;
}

const char *
scope_trace_kind_label (ScopeTrace *trace, ScopeKind kind, gboolean plural)
{
  const char *label = words[scope_trace_runtime (trace)].kinds[kind][plural ? 1 : 0];

  /* What stands in a thread's place in the log of a pipeline. */
  if ((kind == SCOPE_KIND_THREAD || kind == SCOPE_KIND_THREADS) && scope_trace_is_pipeline (trace))
    return plural || kind == SCOPE_KIND_THREADS ? _("Pipeline Slots") : _("slot");

  return label != NULL ? _(label) : NULL;
}
