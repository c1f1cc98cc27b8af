/* scope-deriver.h: finds out behind the picture why processors did not run, whose fault waits were, and the critical path, and keeps it.
 *
 * One for each document. When its trace has been read, what was found out of it is opened or made, and given to the trace
 * (scope_trace_take_derived()); if its clocks are aligned otherwise later, it is made anew. Panels that ask meanwhile wait for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_DERIVER (scope_deriver_get_type ())
G_DECLARE_FINAL_TYPE (ScopeDeriver, scope_deriver, SCOPE, DERIVER, GObject)

/* cache_limit: bytes of all indexes together; 0: not looked at. */
ScopeDeriver *scope_deriver_new (ScopeTrace *trace, guint64 cache_limit);
/* The trace is there as a whole. */
void scope_deriver_start (ScopeDeriver *self);
/* Nobody shows it any more, or there is nothing to be found out. */
void scope_deriver_stop (ScopeDeriver *self);

G_END_DECLS
