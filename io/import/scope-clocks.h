/* scope-clocks.h: one time for all machines of a trace (formats/eden.md, clock alignment).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/replay/scope-replay.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* Offsets from what the logs say of their clocks: the earliest CreateMachine is 0; a log without one is placed by its
 * wall clock; a single log that has no CreateMachine keeps its own time. `clocks` has one per machine of the trace.
 * Returns what the offsets were taken from: a static string. */
const char *scope_clocks_align (ScopeTrace *trace, const ScopeReplayClock *clocks, guint n);

G_END_DECLS
