/* scope-axis-alignment-band.h: the band between two timelines that says how their axes belong together (model/scene/compare/scope-axis-alignment.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"
#include "model/trace/compare/scope-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_AXIS_ALIGNMENT_BAND (scope_axis_alignment_band_get_type ())
G_DECLARE_FINAL_TYPE (ScopeAxisAlignmentBand, scope_axis_alignment_band, SCOPE, AXIS_ALIGNMENT_BAND, GtkWidget)

/* All NULL: none. */
void scope_axis_alignment_band_set (ScopeAxisAlignmentBand *self, ScopeComparison *comparison, ScopeView *run, ScopeView *baseline);
void scope_axis_alignment_band_set_names_width (ScopeAxisAlignmentBand *self, double width);

G_END_DECLS
