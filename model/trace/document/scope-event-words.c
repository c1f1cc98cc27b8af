/* scope-event-words.c: see scope-event-words.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-event-words.h"

#include "model/base/scope-eventlog-events.h"
#include "model/base/scope-format.h"
#include "model/trace/events/scope-sim-event-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A field stands in braces, with a letter for what it is: t thread, p processor, m machine, b bytes, n number, c parts of a million, s why a
 * thread stopped, g the tag of a message, r as it is, e the same to the end. Erlang's records have no fields but terms, by number: q who,
 * f a function, o the word "timeout". Of rows of one name the first counts whose fields are there. */
static const struct
{
  const char *name, *words;
} table[] = {
  /* Schedplot's. */
  { "in", N_("begins to run, after {idle:e} without work") },
  { "out", N_("stops after {ran:e}") },
  { "gc_start", N_("starts a collection, after {idle:e} without one") },
  { "gc_end", N_("ends a collection after {ran:e}") },
  /* Erlang's. */
  { "profile_start", N_("the recording begins") },
  { "profile_stop", N_("the recording ends") },
  { "profile_opts", N_("recorded: {1:e}") },
  { "schedulers", N_("schedulers: {1:n}") },
  { "spawn", N_("{1:q} starts {2:q} in {3:f}") },
  { "spawned", N_("{1:q} was started by {2:q} in {3:f}") },
  { "spawn", N_("{1:q} starts {2:q}") },
  { "spawned", N_("{1:q} was started by {2:q}") },
  { "exit", N_("{1:q} ends: {2:r}") },
  { "exit", N_("{1:q} ends") },
  { "register", N_("{1:q} is registered as {2:r}") },
  { "unregister", N_("{1:q} is no longer registered as {2:r}") },
  { "link", N_("{1:q} links to {2:q}") },
  { "unlink", N_("{1:q} unlinks from {2:q}") },
  { "getting_linked", N_("{1:q} is linked by {2:q}") },
  { "getting_unlinked", N_("{1:q} is unlinked by {2:q}") },
  { "in", N_("{1:q} runs, in {2:f}") },
  { "in", N_("{1:q} runs") },
  { "out", N_("{1:q} stops, in {2:f}") },
  { "out", N_("{1:q} stops") },
  { "in_exiting", N_("{1:q} runs, to end") },
  { "out_exiting", N_("{1:q} stops while it ends") },
  { "out_exited", N_("{1:q} is gone") },
  { "active", N_("{1:q} is runnable, in {2:f}") },
  { "active", N_("{1:q} is runnable") },
  { "inactive", N_("{1:q} waits, in {2:f}") },
  { "inactive", N_("{1:q} waits") },
  { "send", N_("{1:q} sends {2:r} to {3:q}") },
  { "send", N_("{1:q} sends {2:e}") },
  { "send_to_non_existing_process", N_("{1:q} sends {2:r} to {3:q}, who is not there") },
  { "receive", N_("{1:q} has waited as long as it wanted to{2:o}") },
  { "receive", N_("{1:q} receives {2:r}") },
  { "receive_timeout", N_("{1:q} has waited as long as it wanted to") },
  { "gc_start", N_("{1:q} begins a garbage collection") },
  { "gc_end", N_("{1:q} ends a garbage collection") },
  { "gc_minor_start", N_("{1:q} begins a minor garbage collection") },
  { "gc_minor_end", N_("{1:q} ends a minor garbage collection") },
  { "gc_major_start", N_("{1:q} begins a major garbage collection") },
  { "gc_major_end", N_("{1:q} ends a major garbage collection") },
  { "open", N_("{2:q} opens {1:r}: {3:r}") },
  { "closed", N_("{1:r} is closed: {2:r}") },
  { "call", N_("{1:q} calls {2:f}") },
  { "return_to", N_("{1:q} returns to {2:f}") },
  { "return_from", N_("{1:q} returns from {2:f}") },
  { "exception_from", N_("{1:q} leaves {2:f} by an exception") },
  { "scheduler_active", N_("scheduler {2:n} becomes active; active now: {4:n}") },
  { "scheduler_inactive", N_("scheduler {2:n} becomes inactive; still active: {4:n}") },
  { "label", N_("label: {1:e}") },
  { "sample", N_("memory: {mem_total:b}") },
  { "sample", N_("memory of processes: {mem_processes:b}") },
  { "sample", N_("in the run queue: {run_queue:n}") },
  { "sample", N_("processes: {process_count:n}") },
  { "sample", N_("schedulers online: {schedulers_online:n}") },
  { "sample", N_("{scheduler_utilisation_ppm:c} busy") },
  { "sample", N_("messages in the mailbox: {message_queue_len:n}") },
  { "sample", N_("reductions since the sample before: {reductions:n}") },
  { "sample", N_("memory of the process: {process_memory:b}") },
  { "sample", N_("binaries of the process: {process_binaries:b}") },
  { "sample", N_("tables of the process: {process_ets:b}") },
  { "sample", N_("tables: {ets_tables:n}") },
  /* GHC's. */
  { "create_thread", N_("creating {thread:t}") },
  { "run_thread", N_("running {thread:t}") },
  { "stop_thread", N_("stopping {thread:t}, {status:s}") },
  { "thread_runnable", N_("making {thread:t} ready") },
  { "migrate_thread", N_("moving {thread:t} to {to:p}") },
  { "thread_wakeup", N_("waking {thread:t} on {processor:p}") },
  { "thread_label", N_("{thread:t} is called {text:e}") },
  { "run_spark", N_("running a spark in {thread:t}") },
  { "steal_spark", N_("stealing a spark of {victim:p} for {thread:t}") },
  { "create_spark_thread", N_("creating {thread:t} to run sparks") },
  { "spark_create", N_("creating a spark") },
  { "spark_dud", N_("creating no spark: it is evaluated already") },
  { "spark_overflow", N_("dropping a spark: the pool is full") },
  { "spark_run", N_("running a spark") },
  { "spark_steal", N_("stealing a spark of {victim:p}") },
  { "spark_fizzle", N_("a spark fizzled: it was evaluated by then") },
  { "spark_gc", N_("a spark was collected: nobody needs it") },
  { "spark_counters", N_("sparks so far: {created:n} created, {converted:n} converted, {fizzled:n} fizzled, {remaining:n} in the pool") },
  { "gc_start", N_("starting a garbage collection") },
  { "gc_end", N_("the garbage collection is over") },
  { "gc_idle", N_("idle in the garbage collection") },
  { "gc_work", N_("working in the garbage collection") },
  { "gc_done", N_("done with the garbage collection") },
  { "gc_global_sync", N_("all have stopped for the garbage collection") },
  { "request_seq_gc", N_("asking for a garbage collection by one thread") },
  { "request_par_gc", N_("asking for a garbage collection by several threads") },
  { "gc_stats_ghc", N_("collected generation {generation:n}: copied {copied:b}, {threads:n} at work") },
  { "heap_allocated", N_("allocated {bytes:b} so far") },
  { "heap_size", N_("the heap has {bytes:b}") },
  { "heap_live", N_("{bytes:b} are alive in the heap") },
  { "blocks_size", N_("the block allocator has {bytes:b}") },
  { "mem_return", N_("{current:n} megablocks held, {needed:n} needed, {returned:n} given back") },
  { "conc_mark_begin", N_("the nonmoving collector begins to mark") },
  { "conc_mark_end", N_("the nonmoving collector has marked {marked:n} objects") },
  { "conc_sync_begin", N_("the nonmoving collector asks all to stop") },
  { "conc_sync_end", N_("all go on after the nonmoving collector’s stop") },
  { "conc_sweep_begin", N_("the nonmoving collector begins to sweep") },
  { "conc_sweep_end", N_("the nonmoving collector has swept") },
  { "conc_upd_rem_set_flush", N_("{processor:p} tells the nonmoving collector what it changed") },
  { "nonmoving_pruned_segments", N_("{pruned:n} segments given back, {free:n} still free") },
  { "ticky_counter_begin_sample", N_("a sample of the ticky counters begins") },
  { "cap_create", N_("creating {processor:p}") },
  { "cap_delete", N_("deleting {processor:p}") },
  { "cap_enable", N_("enabling {processor:p}") },
  { "cap_disable", N_("disabling {processor:p}") },
  { "startup", N_("starting; processors: {processors:n}") },
  { "shutdown", N_("shutting down") },
  { "user_msg", N_("the program says: {text:e}") },
  { "user_marker", N_("mark: {text:e}") },
  { "log_msg", N_("log: {text:e}") },
  { "program_args", N_("started as {args:e}") },
  { "rts_identifier", N_("runtime: {text:e}") },
  { "osprocess_pid", N_("the program's process is {pid:r}") },
  { "create_process", N_("creating process {process:r}") },
  { "kill_process", N_("process {process:r} ends") },
  { "assign_thread_to_process", N_("{thread:t} belongs to process {process:r}") },
  { "create_machine", N_("starting {machine:m}") },
  { "kill_machine", N_("{machine:m} ends") },
  { "start_receive", N_("beginning to receive messages") },
  { "end_receive", N_("done with receiving messages") },
  { "send_message", N_("process {process:r} sends a message ({tag:g}) to process {to_process:r} of {to_machine:m}") },
  { "receive_message", N_("process {process:r} receives a message ({tag:g}, {size:n} words) of process {from_process:r} of {from_machine:m}") },
  { "send_receive_local_message", N_("process {process:r} sends a message ({tag:g}) to process {to_process:r} here") },
};

/* --- fields --- */

/* The value of a field of "thread=9 status=1 text=to the end"; NULL: there is none. */
static char *
dup_field (const char *detail, const char *name, gsize length, gboolean to_end)
{
  for (const char *p = detail; p != NULL && *p != '\0'; p = strchr (p, ' '), p += p != NULL)
    if (strncmp (p, name, length) == 0 && p[length] == '=')
      return to_end ? g_strdup (p + length + 1) : g_strndup (p + length + 1, strcspn (p + length + 1, " "));
  return NULL;
}

/* Behind the first term of "<0.9.0> {wl,'odd name',1} 2": an end, a space or, inside a tuple or list, what divides it. */
static const char *
skip_term (const char *p)
{
  guint depth = 0;
  char quote = '\0';

  for (; *p != '\0' && (quote != '\0' || depth > 0 || (*p != ' ' && *p != ',' && *p != '}' && *p != ']')); p++)
    if (quote != '\0')
      {
        if (*p == '\\' && p[1] != '\0')
          p++;
        else if (*p == quote)
          quote = '\0';
      }
    else if (*p == '\'' || *p == '"')
      quote = *p;
    else if (strchr ("{[(", *p) != NULL || (p[0] == '<' && p[1] == '<'))
      {
        depth++;
        p += *p == '<';
      }
    else if (strchr ("}])", *p) != NULL || (p[0] == '>' && p[1] == '>'))
      {
        depth -= depth > 0;
        p += *p == '>';
      }
  return p;
}

/* The nth term, from 1; NULL: there is none. */
static char *
dup_term (const char *detail, guint n, gboolean to_end)
{
  const char *p = detail != NULL ? detail : "", *end;

  for (end = skip_term (p); n > 1; n--, end = skip_term (p))
    {
      if (*end != ' ')
        return NULL;
      p = end + 1;
    }
  if (*p == '\0' || (*end != ' ' && *end != '\0'))
    return NULL;
  return to_end ? g_strdup (p) : g_strndup (p, (gsize) (end - p));
}

/* "wl:worker/4" of {wl,worker,4} or {wl,worker,[a,b,c,d]}; NULL: it is none. */
static char *
function_words (const char *value)
{
  const char *module = value + 1, *name, *arguments, *end;
  guint n = 0;

  if (*value != '{' || *(end = skip_term (module)) != ',')
    return NULL;
  name = end + 1;
  if (*(end = skip_term (name)) != ',')
    return NULL;
  arguments = end + 1;
  if (strcmp (skip_term (arguments), "}") != 0)
    return NULL;
  if (*arguments != '[')
    return g_strdup_printf ("%.*s:%.*s/%.*s", (int) (name - 1 - module), module, (int) (arguments - 1 - name), name,
                            (int) (skip_term (arguments) - arguments), arguments);
  for (end = arguments + 1; *end != ']' && *end != '\0'; end += *end == ',')
    {
      end = skip_term (end);
      n++;
      if (*end != ',' && *end != ']')
        return NULL;
    }
  return g_strdup_printf ("%.*s:%.*s/%u", (int) (name - 1 - module), module, (int) (arguments - 1 - name), name, n);
}

static gboolean
number (const char *value, guint64 *ret_n)
{
  char *end;

  *ret_n = g_ascii_strtoull (value, &end, 10);
  return end != value && *end == '\0';
}

static char *
entity_title (ScopeTrace *trace, guint32 machine, ScopeKind kind, guint64 n)
{
  ScopeMachine *of = scope_trace_machine (trace, machine);
  guint32 index = kind == SCOPE_KIND_PROCESSOR ? scope_machine_find_processor (of, (guint) n) : scope_machine_find_number (of, kind, n);
  const char *word = scope_trace_kind_label (trace, kind, FALSE);

  if (index != SCOPE_NONE)
    return scope_trace_lane_title (trace, (ScopeLaneId) { machine, kind, index });
  return g_strdup_printf ("%s %" G_GUINT64_FORMAT, word != NULL ? word : "", n);
}

/* A process by its pid, with its name; ports, names and who is nobody here as they are. */
static char *
party_title (ScopeTrace *trace, guint32 machine, const char *value)
{
  guint32 index = *value == '<' ? scope_machine_find_id (scope_trace_machine (trace, machine), SCOPE_KIND_THREAD, value) : SCOPE_NONE;

  return index != SCOPE_NONE ? scope_trace_lane_title (trace, (ScopeLaneId) { machine, SCOPE_KIND_THREAD, index }) : g_strdup (value);
}

static char *
machine_title (ScopeTrace *trace, guint64 n)
{
  guint32 index = scope_trace_find_machine (trace, (guint32) n);

  if (index != SCOPE_NONE)
    return scope_trace_lane_title (trace, (ScopeLaneId) { index, SCOPE_KIND_MACHINE, 0 });
  return g_strdup_printf (_("Machine %u"), (guint) n);
}

static char *
stop_words (ScopeTrace *trace, const ScopeEventRow *row, guint64 status)
{
  static const char *const words[] = {
    [SCOPE_STOP_HEAP_OVERFLOW] = N_("heap overflow"),
    [SCOPE_STOP_STACK_OVERFLOW] = N_("stack overflow"),
    [SCOPE_STOP_YIELDING] = N_("its turn is over"),
    [SCOPE_STOP_BLOCKED] = N_("blocked"),
    [SCOPE_STOP_FINISHED] = N_("finished"),
    [SCOPE_STOP_FOREIGN_CALL] = N_("foreign call"),
    [SCOPE_STOP_MVAR] = N_("blocked on an MVar"),
    [SCOPE_STOP_BLACK_HOLE] = N_("blocked on a black hole"),
    [SCOPE_STOP_READ] = N_("waiting for input"),
    [SCOPE_STOP_WRITE] = N_("waiting for output"),
    [SCOPE_STOP_DELAY] = N_("waiting for a delay"),
    [SCOPE_STOP_STM] = N_("blocked in a transaction"),
    [SCOPE_STOP_DO_PROC] = N_("waiting for input or output"),
    [SCOPE_STOP_CCALL] = N_("foreign call"),
    [SCOPE_STOP_CCALL_NO_INTERRUPT] = N_("foreign call"),
    [SCOPE_STOP_MSG_THROW_TO_OLD] = N_("throwing to another thread"),
    [SCOPE_STOP_MIGRATING] = N_("moving to another processor"),
    [SCOPE_STOP_MSG_THROW_TO] = N_("throwing to another thread"),
    [SCOPE_STOP_GLOBALISE] = N_("making a value global"),
    [SCOPE_STOP_MVAR_READ] = N_("blocked on reading an MVar"),
  };
  g_autofree char *info = status == SCOPE_STOP_BLACK_HOLE ? dup_field (row->detail, "info", strlen ("info"), FALSE) : NULL;
  g_autofree char *owner = NULL;
  guint64 n;

  if (status >= G_N_ELEMENTS (words) || words[status] == NULL)
    return NULL;
  if (info == NULL || !number (info, &n) || n == 0
      || scope_machine_find_number (scope_trace_machine (trace, row->machine), SCOPE_KIND_THREAD, n) == SCOPE_NONE)
    return g_strdup (_(words[status]));
  owner = entity_title (trace, row->machine, SCOPE_KIND_THREAD, n);
  return g_strdup_printf (_("blocked on a black hole of %s"), owner);
}

static char *
tag_words (guint64 tag)
{
  static const char *const words[] = { N_("process start"), N_("connection"), N_("value"), N_("stream element") };
  const guint64 first = 0x55; /* RFork */

  if (tag >= first && tag - first < G_N_ELEMENTS (words))
    return g_strdup (_(words[tag - first]));
  return tag == 0x5b ? g_strdup (_("termination")) : NULL;
}

/* NULL: it is not what it should be. */
static char *
field_words (ScopeTrace *trace, const ScopeEventRow *row, char kind, const char *value)
{
  guint64 n;

  if (kind == 'r' || kind == 'e')
    return g_strdup (value);
  if (kind == 'q')
    return party_title (trace, row->machine, value);
  if (kind == 'f')
    return function_words (value);
  if (kind == 'o')
    return strcmp (value, "timeout") == 0 ? g_strdup ("") : NULL;
  if (!number (value, &n))
    return NULL;
  switch (kind)
    {
    case 't':
      return entity_title (trace, row->machine, SCOPE_KIND_THREAD, n);
    case 'p':
      return entity_title (trace, row->machine, SCOPE_KIND_PROCESSOR, n);
    case 'm':
      return machine_title (trace, n);
    case 'b':
      return scope_format_bytes ((double) n);
    case 's':
      return stop_words (trace, row, n);
    case 'g':
      return tag_words (n);
    case 'c':
      return g_strdup_printf ("%.1f %%", (double) n / 1e4);
    default:
      return scope_format_count (n);
    }
}

/* --- the whole --- */

static char *
fill_in (ScopeTrace *trace, const ScopeEventRow *row, const char *words)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (const char *p = words; *p != '\0'; p++)
    {
      const char *colon = strchr (p, ':');
      g_autofree char *value = NULL, *text = NULL;

      if (*p != '{' || colon == NULL)
        {
          g_string_append_c (out, *p);
          continue;
        }
      value = g_ascii_isdigit (p[1]) ? dup_term (row->detail, (guint) (p[1] - '0'), colon[1] == 'e')
                                     : dup_field (row->detail, p + 1, (gsize) (colon - p - 1), colon[1] == 'e');
      text = value != NULL ? field_words (trace, row, colon[1], value) : NULL;
      if (text == NULL)
        return NULL;
      g_string_append (out, text);
      p = colon + 2; /* the brace */
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
scope_event_words (ScopeTrace *trace, const ScopeEventRow *row)
{
  char *words = scope_sim_event_words (row->name, row->detail);

  for (guint i = 0; i < G_N_ELEMENTS (table) && words == NULL; i++)
    if (strcmp (table[i].name, row->name) == 0)
      words = fill_in (trace, row, _(table[i].words));
  return words;
}
