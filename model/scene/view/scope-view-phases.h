/* scope-view-phases.h: phases of the program that a view shows, for a row of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"
#include "model/trace/phases/scope-phases.h"

G_BEGIN_DECLS

/* Borrowed, until the view changes; NULL: they are not to be shown, or not known (yet). */
const ScopePhases *scope_view_get_phases (ScopeView *view);

G_END_DECLS
