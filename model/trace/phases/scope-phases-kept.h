/* scope-phases-kept.h: phases of a whole trace, found once for all who look at them, and kept with what was found out of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/phases/scope-phases.h"

G_BEGIN_DECLS

/* On another thread, of the whole trace; answer with scope_task_answer(), free with scope_phases_free(). */
void scope_phases_ask (ScopeTrace *trace, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/* Takes them: they belong to it from then on. The thread that draws. */
void scope_phases_give (ScopeDerived *derived, ScopePhases *phases);
/* Borrowed, or NULL: not found (yet). */
const ScopePhases *scope_phases_of (ScopeDerived *derived);

G_END_DECLS
