/* scope-hit-marks.h: where the hits of a search are, lane by lane, for those who draw them.
 *
 * Grows while the search goes on. Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct _ScopeHitMarks ScopeHitMarks;

ScopeHitMarks *scope_hit_marks_new (void);
ScopeHitMarks *scope_hit_marks_ref (ScopeHitMarks *marks);
void scope_hit_marks_unref (ScopeHitMarks *marks);
/* Trace time. */
void scope_hit_marks_add (ScopeHitMarks *marks, ScopeLaneId lane, gint64 time);
/* The times of a lane's hits, rising; valid until the next one is added. NULL: it has none. */
const gint64 *scope_hit_marks_get (ScopeHitMarks *marks, ScopeLaneId lane, guint *ret_n);
/* In all. */
guint scope_hit_marks_n (ScopeHitMarks *marks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeHitMarks, scope_hit_marks_unref)

G_END_DECLS
