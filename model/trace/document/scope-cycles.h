/* scope-cycles.h: clocks of a simulator's cores: what a cycle of one is in time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* Period of a core's clock in ps; 0: not known, or no simulation. `processor` is the core's number. *ret_source (may be NULL): where it is
 * known from. Any thread; reads nothing. */
gint64 scope_cycles_period (ScopeMachine *machine, guint processor, ScopeSimClockSource *ret_source);
/* The same of a lane: a processor's own, a machine's if all its cores have the same; else 0. */
gint64 scope_cycles_of_lane (ScopeTrace *trace, ScopeLaneId lane, ScopeSimClockSource *ret_source);
/* What the replay counted of a core, by the infos of its machine: "instructions", "irregularities" (of its call stack), "jumps" (that no
 * instruction makes), "gaps" (instructions whose micro-ops are not all there). FALSE: not known. */
gboolean scope_cycles_count (ScopeMachine *machine, const char *what, guint processor, guint64 *ret_n);
/* The same of all cores of a trace. */
gboolean scope_cycles_count_all (ScopeTrace *trace, const char *what, guint64 *ret_n);
/* "1,234 cycles", with one decimal where it is no whole number: ticks of `tick_ps` at that period. NULL if the period is 0. Free with g_free(). */
char *scope_cycles_text (double ticks, gint64 tick_ps, gint64 period);

G_END_DECLS
