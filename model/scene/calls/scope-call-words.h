/* scope-call-words.h: what is told of calls, in sentences and shares: the same in tables, tooltips and pictures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-call-tree.h"

G_BEGIN_DECLS

/* "45.1 %", "< 0.1 %"; of nothing "0 %". Free with g_free(). */
char *scope_call_share_text (double part, double whole);
/* "1,234 samples of 1 ms". Free with g_free(). */
char *scope_call_samples_text (const ScopeCallTree *tree, gint64 n);
/* "12.3 %, 95 %: 10.1 % to 14.9 %": of all samples of the tree. Free with g_free(). */
char *scope_call_sample_share_text (const ScopeCallTree *tree, gint64 n);
/* Of a node, four lines at most: name, calls, time in it and its own, suspended and collecting. Free with g_free(). */
char *scope_call_describe_node (const ScopeCallTree *tree, guint32 node, gint64 tick_ps);
/* What people call a function: pseudo functions in the interface's words. Not to be freed. */
const char *scope_call_function_title (const ScopeCallFunctionSum *function);

/* Why a trace has no call stacks, and what would record them; NULL: it has them, or may still get them. Not to be freed. */
const char *scope_calls_why_not (ScopeTrace *trace);

/* Where calls are looked for when a lane is chosen: the lane itself, or the process it is of; FALSE if neither has a stack. */
gboolean scope_calls_lane_of (ScopeTrace *trace, ScopeLaneId lane, ScopeLaneId *ret_lane);
/* The lane that was entered and left most, to begin with; FALSE if none has a stack. */
gboolean scope_calls_busiest_lane (ScopeTrace *trace, ScopeLaneId *ret_lane);

G_END_DECLS
