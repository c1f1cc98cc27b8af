/* scope-state-hint.h: what would have told more than a state does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* The option of the tracer that would have told more than that state of this trace, in the runtime's own words ("running"); NULL if
 * there is none. Looks at some thousand processes at most. */
const char *scope_trace_missing_option (ScopeTrace *trace, ScopeState state);

G_END_DECLS
