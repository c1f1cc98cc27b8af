/* scope-recorded.c: see scope-recorded.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-recorded.h"

#include "model/base/scope-sim-events.h"
#include "model/trace/document/scope-trace-private.h"

#include <glib/gi18n.h>
#include <string.h>

guint
scope_machine_unrecorded (ScopeMachine *machine)
{
  const char *said = scope_machine_find_info (machine, SCOPE_UNRECORDED_KEY);

  return said != NULL ? scope_unrecorded_parse (said) : 0;
}

gboolean
scope_machine_lacks (ScopeMachine *machine, guint bits)
{
  return (scope_machine_unrecorded (machine) & bits) != 0;
}

guint
scope_trace_unrecorded (ScopeTrace *trace)
{
  guint bits = 0, all = G_MAXUINT, n = scope_trace_n_machines (trace);
  gboolean eden = scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN;

  for (guint m = 0; m < n && !(eden && all == 0); m++)
    {
      guint own = scope_machine_unrecorded (scope_trace_machine (trace, m));

      bits |= own;
      all &= own;
    }
  /* The machines of an Eden program record alike: one that got nothing to do lacks nothing that another one has. */
  return eden && n > 0 ? all : bits;
}

gboolean
scope_trace_all_lack (ScopeTrace *trace, guint bits)
{
  guint n = scope_trace_n_machines (trace);

  for (guint m = 0; m < n; m++)
    if (!scope_machine_lacks (scope_trace_machine (trace, m), bits))
      return FALSE;
  return n > 0;
}

gboolean
scope_trace_has_hits (ScopeTrace *trace, guint kind)
{
  gboolean of_caches = kind == SCOPE_HIT_L1D || kind == SCOPE_HIT_L1I || kind == SCOPE_HIT_L2 || kind == SCOPE_HIT_UPG;

  return !of_caches || !(scope_trace_unrecorded (trace) & SCOPE_LACKS_CACHES);
}

/* --- what there is --- */

static gboolean
machine_has_rows (const ScopeMachine *machine, guint table)
{
  return machine->tables[table] != NULL && !scope_table_is_empty (machine->tables[table]);
}

static gboolean
machine_has_calls (const ScopeMachine *machine)
{
  return machine->calls != NULL && scope_call_store_n_lanes (machine->calls) > 0;
}

static void
count (ScopeMachine *machine, ScopeKind kind, ScopeHoldings *found)
{
  guint32 n = scope_machine_n_entities (machine, kind);

  found->entities[kind] += n;
  found->most[kind] = MAX (found->most[kind], n);
}

static ScopeHoldings
look (ScopeTrace *trace)
{
  ScopeHoldings found = { 0 };

  SCOPE_EACH_MACHINE (machine, trace)
    {
      for (guint t = 0; t < SCOPE_N_TABLES; t++)
        found.rows[t] = found.rows[t] || machine_has_rows (machine, t);
      found.calls = found.calls || machine_has_calls (machine);
      for (guint k = 0; k < SCOPE_N_KINDS; k++)
        count (machine, (ScopeKind) k, &found);
    }
  return found;
}

/* FALSE: the trace grows, so nothing is kept; who asks looks for the one thing that he asks for. */
static gboolean
holdings (ScopeTrace *trace, ScopeHoldings *ret_found)
{
  gboolean kept, finished;
  guint n;

  g_mutex_lock (&trace->lock);
  *ret_found = trace->holdings;
  kept = trace->has_holdings;
  finished = trace->finished;
  n = trace->machines->len;
  g_mutex_unlock (&trace->lock);
  if (kept || !finished)
    return kept;
  *ret_found = look (trace);
  g_mutex_lock (&trace->lock);
  if (n == trace->machines->len)
    {
      trace->holdings = *ret_found;
      trace->has_holdings = TRUE;
    }
  g_mutex_unlock (&trace->lock);
  return TRUE;
}

gboolean
scope_trace_has_rows (ScopeTrace *trace, ScopeTableKind table)
{
  ScopeHoldings found;

  if (holdings (trace, &found))
    return found.rows[table];
  SCOPE_EACH_MACHINE (machine, trace)
    if (machine_has_rows (machine, table))
      return TRUE;
  return FALSE;
}

gboolean
scope_trace_has_calls (ScopeTrace *trace)
{
  ScopeHoldings found;

  if (holdings (trace, &found))
    return found.calls;
  SCOPE_EACH_MACHINE (machine, trace)
    if (machine_has_calls (machine))
      return TRUE;
  return FALSE;
}

guint64
scope_trace_n_entities (ScopeTrace *trace, ScopeKind kind, guint32 *ret_most)
{
  ScopeHoldings found;

  if (!holdings (trace, &found))
    {
      found = (ScopeHoldings) { 0 };
      SCOPE_EACH_MACHINE (machine, trace)
        count (machine, kind, &found);
    }
  if (ret_most != NULL)
    *ret_most = found.most[kind];
  return found.entities[kind];
}

/* --- in words --- */

typedef enum
{
  BY_GHC,
  BY_ERLANG,
  BY_PROBES,
  BY_SCHEDPLOT,
  BY_SIMULATOR,
  N_WAYS
} Way;

/* What is not there, and in brackets what records it. */
static const char *const words[N_WAYS][SCOPE_N_UNRECORDED] = {
  [BY_GHC] = { N_("when threads ran (+RTS -ls, or -l alone)"), N_("garbage collections (+RTS -lg, or -l alone)"),
               N_("sparks (+RTS -lp counts them, -lf records each)") },
  [BY_ERLANG] = { N_("when processes ran (trace flag running)"), N_("garbage collections (trace flag garbage_collection)"), NULL,
                  N_("messages that are sent (trace flag send)"), N_("messages that are received (trace flag receive)"),
                  N_("whether a process that does not run waits or is runnable (erlang:system_profile/2, runnable_procs)"),
                  N_("on which scheduler a process ran (trace flag scheduler_id)"),
                  N_("when processes began and ended (trace flag procs)") },
  [BY_PROBES] = { N_("when processes ran (probes process-scheduled and process-unscheduled)"),
                  N_("garbage collections (probes gc_minor-start and gc_major-start)"), NULL,
                  N_("messages that are sent (probe message-send)"), N_("messages that are received (probe message-queued)"),
                  N_("whether a process that does not run waits or is runnable (probes process-active and process-inactive of release D2.2)"),
                  N_("on which scheduler a process ran"), N_("when processes began and ended (probes process-spawn and process-exit)") },
  [BY_SCHEDPLOT] = { NULL, N_("garbage collections (option gc)"), NULL, N_("messages, which Schedplot never records"), NULL, NULL, NULL,
                     N_("which processes ran (options trace_mfa and store_proc_info)"),
                     N_("whether a process that does not run waits or is runnable, which Schedplot never records") },
  [BY_SIMULATOR] = { [9] = N_("misses of caches (gem5 --debug-flags=Exec,Cache)") },
};

static Way
way_of (ScopeTrace *trace)
{
  ScopeMachine *machine = scope_trace_n_machines (trace) > 0 ? scope_trace_machine (trace, 0) : NULL;

  switch (scope_trace_runtime (trace))
    {
    case SCOPE_RUNTIME_SIMULATION: /* what real machines did can be recorded no better */
      return g_str_has_prefix (scope_trace_format (trace), "perf") ? BY_GHC : BY_SIMULATOR;
    case SCOPE_RUNTIME_ERLANG:
      return machine != NULL && scope_machine_find_info (machine, "schedplot") != NULL ? BY_SCHEDPLOT
             : machine != NULL && scope_machine_find_info (machine, "probes") != NULL  ? BY_PROBES
                                                                                        : BY_ERLANG;
    case SCOPE_RUNTIME_GHC:
    case SCOPE_RUNTIME_EDEN:
    default:
      return BY_GHC;
    }
}

static char *
list (ScopeTrace *trace, guint bits)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Way way = way_of (trace);

  for (guint i = 0; i < SCOPE_N_UNRECORDED; i++)
    if (bits & 1u << i && words[way][i] != NULL)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", _(words[way][i]));
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

char *
scope_trace_list_unrecorded (ScopeTrace *trace)
{
  return list (trace, scope_trace_unrecorded (trace));
}

char *
scope_trace_dup_lacking (ScopeTrace *trace, guint bits)
{
  g_autofree char *what = list (trace, scope_trace_unrecorded (trace) & bits);

  /* TRANSLATORS: a list follows, with semicolons */
  return what != NULL ? g_strdup_printf (_("Not recorded, so not known: %s."), what) : NULL;
}

char *
scope_trace_dup_unrecorded (ScopeTrace *trace)
{
  return scope_trace_dup_lacking (trace, G_MAXUINT);
}
