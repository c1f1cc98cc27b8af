/* scope-sim-forms.c: see scope-sim-forms.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-sim-forms.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *format;
  const char *locks, *coherence;
} Form;

static const Form forms[] = {
  { "simulation-xml",
    N_("The XML form records functions and misses, but not the instructions that take and release locks. The "
       "simulator's text records those."),
    N_("The XML form records misses, but not who took the line before. The simulator's text records that with the "
       "debug flag Cache.") },
  { "perf-script", N_("perf records branches only, and no memory accesses. A simulator's text shows locks."),
    N_("perf records branches only, and no cache accesses. A simulator's text shows them with the debug flag Cache.") },
  { "kanata", N_("A pipeline's log does not record memory accesses. A simulator's text shows locks."),
    N_("A pipeline's log does not record cache accesses. A simulator's text shows them with the debug flag Cache.") },
};

static const Form *
form_of (ScopeTrace *trace)
{
  const char *format = scope_trace_format (trace);

  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_SIMULATION)
    return NULL;
  /* What is packed has ".gz" behind it. */
  if (g_str_has_prefix (format, "o3pipeview"))
    format = "kanata";
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (g_str_has_prefix (format, forms[i].format))
      return &forms[i];

  return NULL;
}

const char *
scope_sim_form_why_no_locks (ScopeTrace *trace)
{
  const Form *form = form_of (trace);

  return form != NULL ? _(form->locks) : NULL;
}

const char *
scope_sim_form_why_no_coherence (ScopeTrace *trace)
{
  const Form *form = form_of (trace);

  return form != NULL ? _(form->coherence) : NULL;
}
