/* scope-what-if-private.h: one replay; see scope-what-if.h. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/analysis/scope-what-if.h"

G_BEGIN_DECLS

/* `*ret_end` is how long the program would have taken; all else but `replayed` and `measured` goes into `result`. FALSE with error. */
gboolean scope_what_if_replay (const ScopeQueryRange *within, const ScopeWhatIf *what_if, ScopeWhatIfResult *result, gint64 *ret_end,
                               GError **error);

G_END_DECLS
