/* scope-sweep.h: the pass over all lanes by which a trace is analysed. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/analysis/scope-deriving.h"

G_BEGIN_DECLS

/* Writes causes, pieces of waits and blame of the whole trace into `out`, whose facts say from when to when. FALSE with error. */
gboolean scope_sweep (const ScopeQueryRange *within, ScopeTasks *tasks, ScopeDeriving *out, GError **error);

G_END_DECLS
