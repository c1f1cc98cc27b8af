/* scope-ghost.h: the activity of an earlier run, as a line to be seen behind that of this one: how many processors were running
 * when, from its start on.
 *
 * A few thousand numbers that outlive the trace they came from, so that nothing of it has to stay open while another is followed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

#define SCOPE_GHOST_VALUES 4000u

typedef struct
{
  gatomicrefcount ref_count;
  char *title;    /* of that run, for people: "14:10" */
  double step_ns; /* of time between two values */
  guint n;
  float running[]; /* processors that ran, on average over the step */
} ScopeGhost;

/* Reads the trace's processors: not on a thread that draws. NULL if it has none or is cancelled. `title` is copied. */
ScopeGhost *scope_ghost_new (ScopeTrace *trace, const char *title, GCancellable *cancellable);
ScopeGhost *scope_ghost_ref (ScopeGhost *ghost);
void scope_ghost_unref (ScopeGhost *ghost);
/* Most that runs between two times since its start, in ns; −1 after its end. */
double scope_ghost_at (const ScopeGhost *ghost, double from_ns, double to_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeGhost, scope_ghost_unref)

G_END_DECLS
