/* scope-what-if-private.h: replays; see scope-what-if.h. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/analysis/scope-what-if.h"

G_BEGIN_DECLS

/* Of a machine that was recorded with `n`. */
guint scope_what_if_count_slots (const ScopeWhatIf *what_if, guint n);
/* By which factor what the task runs is scaled, by thread, process and machine. SCOPE_DOUBT_NOT_FOUND goes out of `*doubts` if it is. */
double scope_what_if_scale_of (const ScopeWhatIf *what_if, ScopeMachine *machine, ScopeTaskId id, guint *doubts);
/* Those that remain of what a replay met. */
guint scope_what_if_settle_doubts (const ScopeWhatIf *what_if, guint doubts);

/* All of them in one pass over the record, each into its own of `results`: all but `replayed` and `measured`. FALSE with error. */
gboolean scope_what_if_replay (const ScopeQueryRange *within, const ScopeWhatIf *const *what_ifs, ScopeWhatIfResult *results, guint n,
                               GError **error);

G_END_DECLS
