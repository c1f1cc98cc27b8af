/* scope-view-state.h: what a person made of a timeline, as text: range, selection, rows, look. For session files, and for
 * showing the next run of a program as the last one was.
 *
 * One group of a GKeyFile; times in ns of trace time (up to three decimals), rows and lanes by their keys ("processor:1/0").
 * Read tolerantly: what is missing, unknown or no longer there stays as it is.
 *
 *     From=1250000.5          To=3000000           visible range
 *     SelectedFrom, SelectedTo, SelectedLane=thread:1/12
 *     Show=processors         Sort=running
 *     Unfolded, Folded, Pinned, Hidden=key;key;    More=40 key;    Places=1.5 key;
 *     Lanes=processor:1/0;…   Sum=true             of Show=list
 *     Filter, FilterRegex, FilterState, FilterShare, FilterLifeNs, HideAbsent, Group
 *     Height=compact  Columns=share  Colours=state  Messages=lines,streams  Marks=true  Ruler=start  RulerZero=0
 *     Dimmed=running;  Ticks=3  LocalTime=false
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

#define SCOPE_VIEW_STATE_MAX 20000u /* entries of a list; what is beyond is left out */

void scope_view_state_save (ScopeView *view, GKeyFile *file, const char *group);
/* Rows and look: as soon as there is a view. */
void scope_view_state_restore_rows (ScopeView *view, GKeyFile *file, const char *group);
/* Range and selection: when the trace is known to its end. A range that lies outside of the trace is left out; one that
 * reaches over its end is cut. FALSE if the range did not fit. */
gboolean scope_view_state_restore_range (ScopeView *view, GKeyFile *file, const char *group);

G_END_DECLS
