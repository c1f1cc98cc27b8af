/* scope-sim-forms.h: what a form of simulators' traces cannot tell, in words: only the text of gem5 has single instructions with the addresses
 * that they read and write, and what its caches do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* Why such a trace tells of no locks, or of nobody who takes lines from others: a sentence, translated. NULL: its form does. */
const char *scope_sim_form_why_no_locks (ScopeTrace *trace);
const char *scope_sim_form_why_no_coherence (ScopeTrace *trace);

G_END_DECLS
