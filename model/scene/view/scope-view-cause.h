/* scope-view-cause.h: what was found out of the trace that a view shows, for lanes that are coloured by cause and for the critical path.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"
#include "model/trace/analysis/scope-spare.h"

G_BEGIN_DECLS

/* Refs it; NULL: nothing yet. Who reads tiles of it has it kept with them: scope_tile_cache_keep(). */
void scope_view_set_derived (ScopeView *view, ScopeDerived *derived);
/* Borrowed, or NULL. */
ScopeDerived *scope_view_get_derived (ScopeView *view);
/* What the trace has by now, if it is read to its end and the view has it not yet. A new reference, or NULL. */
ScopeDerived *scope_view_dup_new_derived (ScopeView *view);
/* Lanes are coloured by cause, and it is known. */
gboolean scope_view_by_cause (ScopeView *view);
/* The critical path is to be drawn as a line, and is known. */
gboolean scope_view_path_is_line (ScopeView *view);
/* What there was to spare, for the line; NULL: not known (yet), or the line is not shown. Borrowed. */
ScopeSpare *scope_view_get_spare (ScopeView *view);
/* What a state is called on the lanes as they are coloured: its own word, or that of the causes that have it. Static. */
const char *scope_view_state_word (ScopeView *view, ScopeState state);

G_END_DECLS
