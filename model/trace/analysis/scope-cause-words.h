/* scope-cause-words.h: what people read of why a processor does not run: in the runtime's own words, translated. The names of tables are in
 * scope-analysis.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-analysis.h"
#include "model/trace/analysis/scope-critical-path.h"

G_BEGIN_DECLS

/* In a word or two: "waiting for GC". Static. */
const char *scope_cause_word (ScopeTrace *trace, ScopeCause cause);
/* In a sentence without its end: "stopped for a collection: waits for the other processors". Static. */
const char *scope_cause_about (ScopeTrace *trace, ScopeCause cause);
/* Of the critical path, the same: "running", "messages on their way". Static. */
const char *scope_path_kind_word (ScopeTrace *trace, ScopePathKind kind);
/* What `by` of an interval of that cause is: "Ready", "Waits For"; NULL: nobody is. A title, static. */
const char *scope_cause_party (ScopeTrace *trace, ScopeCause cause);
/* "HECs", "schedulers": what the processors of P × T are called; of Eden, with one processor a machine, machines. `n` of them: "4 HECs".
 * Free with g_free(). */
char *scope_cause_processors (ScopeTrace *trace, guint n);
/* Of what a task did: how much time of processors was lost meanwhile, as they had nothing else to do, or had stopped for a collection that
 * could not begin before it did. Titles, static. */
const char *scope_cause_left_idle (ScopeTrace *trace);
const char *scope_cause_left_stopped (ScopeTrace *trace);

G_END_DECLS
