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
    N_("The XML form tells of functions and misses, not of the instructions that take and release locks: those are known from the simulator's "
       "text"),
    N_("The XML form tells of misses, not of who took the line before: that is known from the simulator's text, with the debug flag Cache") },
  { "perf-script", N_("perf tells of branches alone, not of what is read and written: locks are known from a simulator's text"),
    N_("perf tells of branches alone, not of caches: they are known from a simulator's text, with the debug flag Cache") },
  { "kanata", N_("A pipeline's log does not tell what is read and written: locks are known from a simulator's text"),
    N_("A pipeline's log does not tell of caches: they are known from a simulator's text, with the debug flag Cache") },
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
