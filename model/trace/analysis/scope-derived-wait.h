/* scope-derived-wait.h: who needs what was found out of a trace waits for whoever is finding it out, so that it is done once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* Main thread: from here on until scope_derived_announced_end() somebody is about to give the trace what was found out of it. */
void scope_derived_announce (ScopeTrace *trace);
void scope_derived_announced_end (ScopeTrace *trace);
gboolean scope_derived_is_announced (ScopeTrace *trace);
/* Not the thread that draws: returns when nobody is, or when cancelled. FALSE with error: cancelled. */
gboolean scope_derived_await (const ScopeQueryRange *within, GError **error);

G_END_DECLS
