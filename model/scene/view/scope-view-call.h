/* scope-view-call.h: the activation of a function that is chosen in a view, and jumps that lead into a call stack.
 *
 * It is chosen beside a lane and a range of time: a click on a bar chooses all three, a jump to a miss chooses the instant and the activation in
 * which it was. Whoever chooses another time, lane or message unchooses it; "changed" comes with SCOPE_VIEW_SELECTION. Main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-activation-facts.h"
#include "model/trace/calls/scope-call-hiding.h"
#include "model/trace/call-diff/scope-call-unmatched.h"
#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

/* FALSE: none is chosen. */
gboolean scope_view_get_selected_call (ScopeView *view, ScopeActivationId *ret_call);
/* Chooses it, its lane and its time. */
void scope_view_select_call (ScopeView *view, const ScopeActivationId *call);
/* Chooses it beside the time that is chosen already, on the same lane. */
void scope_view_select_call_beside (ScopeView *view, const ScopeActivationId *call);
/* A jump, as scope_view_go_to(): to [from, to) of the activation's lane, or to its whole time if they are the same. Opens the lane's calls,
 * and zooms if the activation would be too narrow to be seen. "reveal" is emitted for the row of the calls. */
void scope_view_go_to_call (ScopeView *view, const ScopeActivationId *call, gint64 from, gint64 to);
/* The same for a step to what is near: zooms only where nothing could be seen at all. */
void scope_view_step_to_call (ScopeView *view, const ScopeActivationId *call);
/* In a comparison: which activations have no partner in the other run, and which of the two this one is (`ret_side` or NULL). NULL: nothing is
 * known of that. */
const ScopeCallUnmatched *scope_view_get_unmatched (ScopeView *view, ScopeCallSide *ret_side);
/* Refs it; NULL: none. "changed" comes with SCOPE_VIEW_LOOK. */
void scope_view_set_unmatched (ScopeView *view, ScopeCallUnmatched *unmatched, ScopeCallSide side);
/* Functions that bore, left out of call stacks (whoever draws these asks); or NULL. */
ScopeCallHiding *scope_view_get_call_hiding (ScopeView *view);
/* Refs it; NULL: none. "changed" comes with SCOPE_VIEW_LOOK. */
void scope_view_set_call_hiding (ScopeView *view, ScopeCallHiding *hiding);
/* The row of a lane's calls, or SCOPE_NONE. */
guint scope_view_find_calls_row (ScopeView *view, ScopeLaneId lane);

G_END_DECLS
