/* scope-wait-keepers.h: who kept a task waiting in the end. A piece of a wait has a culprit; where that one waits itself, the time is handed
 * on to whose fault that is, and so on, until somebody runs, is ready or is stopped, or nobody is known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-derived.h"

G_BEGIN_DECLS

#define SCOPE_WAIT_KEEPERS_DEPTH 64u    /* further nobody is asked: the last one has the time */
#define SCOPE_WAIT_KEEPERS_STEPS 50000u /* intervals looked at, in all */

typedef struct
{
  ScopeTaskId task;                /* or nobody */
  guint8 code;                     /* nobody: scope_piece_of_code(), what was waited for */
  gint64 time;                     /* ticks of the wait */
  gint64 longest_from, longest_to; /* trace time: its longest stretch */
} ScopeWaitKeeper;

/* Of what `task` waits for in the range, as an array of ScopeWaitKeeper, the most time first; it adds up to the time that it waits, less
 * what was left when too many intervals had been looked at. Any thread but the one that draws. NULL with error. */
GArray *scope_wait_keepers_read (ScopeDerived *derived, const ScopeQueryRange *within, ScopeTaskId task, GError **error);

G_END_DECLS
