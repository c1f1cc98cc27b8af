/* scope-recorded.h: what a trace did not record, in words, with what would record it. What was not recorded is unknown: never idle, and
 * never zero.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-unrecorded.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* Bits of ScopeUnrecorded that the machine's log lacks. Known when all of it is read. Any thread. */
guint scope_machine_unrecorded (ScopeMachine *machine);
gboolean scope_machine_lacks (ScopeMachine *machine, guint bits); /* any of them */
/* Those that some machine lacks. */
guint scope_trace_unrecorded (ScopeTrace *trace);
/* TRUE: each of its machines lacks one of them. */
gboolean scope_trace_all_lack (ScopeTrace *trace, guint bits);
/* Whether the trace would tell of hits of that kind (ScopeHitKind), if there were any. */
gboolean scope_trace_has_hits (ScopeTrace *trace, guint kind);
/* "garbage collections (+RTS -lg); sparks (…)": all of them, and how to record each; NULL if nothing is known to lack. Owned by the caller. */
char *scope_trace_list_unrecorded (ScopeTrace *trace);
/* The same of some bits alone, as a sentence. Any thread. */
char *scope_trace_dup_lacking (ScopeTrace *trace, guint bits);
/* The sentence of all of them. */
char *scope_trace_dup_unrecorded (ScopeTrace *trace);

/* --- what there is, on any machine: of a trace that is finished found out once, however many it has --- */

/* All as far as the trace is read. Any thread. */

/* Whether the table has rows. */
gboolean scope_trace_has_rows (ScopeTrace *trace, ScopeTableKind table);
/* Whether calls of functions were recorded. */
gboolean scope_trace_has_calls (ScopeTrace *trace);
/* How many entities of that kind there are on all machines together, and how many on the one that has most. */
guint64 scope_trace_n_entities (ScopeTrace *trace, ScopeKind kind, guint32 *ret_most);

G_END_DECLS
