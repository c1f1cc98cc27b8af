/* scope-helpers.h: threads that GHC's runtime makes for itself, as their names say: of nobody's work.
 *
 * A machine keeps which they are from when they are named: among millions of threads nobody need look for a handful.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-machine.h"

G_BEGIN_DECLS

/* To be told when a thread has its name: of one that is called like a helper, that is kept. Once it is added. */
void scope_helpers_note (ScopeMachine *machine, ScopeEntity *thread);
/* From an index: n threads. FALSE: it has no such threads. */
gboolean scope_helpers_load (ScopeMachine *machine, const guint32 *threads, gsize n);
/* Whether that thread is one, by its name. */
gboolean scope_helpers_has (ScopeMachine *machine, guint32 thread);
/* Which threads are some, in order; free with g_free(). Whatever the runtime: scope_trace_dup_helpers() asks for that. */
guint32 *scope_helpers_dup (ScopeMachine *machine, guint *ret_n);

G_END_DECLS
