/* scope-what-if-private.h: replays; see scope-what-if.h. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/analysis/scope-what-if.h"

G_BEGIN_DECLS

/* All of them in one pass over the record, each into its own of `results`: all but `replayed` and `measured`. FALSE with error. */
gboolean scope_what_if_replay (const ScopeQueryRange *within, const ScopeWhatIf *const *what_ifs, ScopeWhatIfResult *results, guint n,
                               GError **error);

G_END_DECLS
