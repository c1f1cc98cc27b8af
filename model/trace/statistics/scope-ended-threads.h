/* scope-ended-threads.h: what a machine knows of its threads together (scope-lane-ended.h), for who asks about all of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"
#include "model/zoom/scope-lane-ended.h"

G_BEGIN_DECLS

/* Asked of all their lives, nobody has to look at the threads that it is about: only at those before *ret_n (an index), and at the lanes that
 * it lists. NULL, and *ret_n as it was: at all of them. Borrowed. */
const ScopeLaneEnded *scope_ended_threads (const ScopeQueryRange *within, guint32 machine, guint32 *ret_n);

G_END_DECLS
