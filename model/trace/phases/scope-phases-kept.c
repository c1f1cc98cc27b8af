/* scope-phases-kept.c: see scope-phases-kept.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/phases/scope-phases-kept.h"

#include "model/base/scope-task.h"

#define PHASES "scope-phases"

static gpointer
find (gpointer trace, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable };

  return scope_phases_read (&within, error);
}

void
scope_phases_ask (ScopeTrace *trace, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  scope_task_ask (trace, find, NULL, 0, (GDestroyNotify) scope_phases_free, cancellable, callback, user_data);
}

void
scope_phases_give (ScopeDerived *derived, ScopePhases *phases)
{
  g_object_set_data_full (G_OBJECT (derived), PHASES, phases, (GDestroyNotify) scope_phases_free);
}

const ScopePhases *
scope_phases_of (ScopeDerived *derived)
{
  return g_object_get_data (G_OBJECT (derived), PHASES);
}
