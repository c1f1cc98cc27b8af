/* scope-phase-match.h: which phases of two runs are the same: by what is done in them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/phases/scope-phases.h"

G_BEGIN_DECLS

/* For each kind of `run` that of `baseline` whose mix is most alike, nearest first, each once: of guint, SCOPE_NONE where none is alike.
 * Parts of mixes are the same if they have the same name. Unref it. */
GArray *scope_phase_match_kinds (const ScopePhases *baseline, const ScopePhases *run);

G_END_DECLS
