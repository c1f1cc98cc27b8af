/* scope-stretch-band.h: the band between two timelines that says how their axes belong together (model/scene/compare/scope-stretch-scene.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"
#include "model/trace/compare/scope-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_STRETCH_BAND (scope_stretch_band_get_type ())
G_DECLARE_FINAL_TYPE (ScopeStretchBand, scope_stretch_band, SCOPE, STRETCH_BAND, GtkWidget)

GtkWidget *scope_stretch_band_new (void);
/* All NULL: none. */
void scope_stretch_band_set (ScopeStretchBand *self, ScopeComparison *comparison, ScopeView *run, ScopeView *baseline);
void scope_stretch_band_set_names_width (ScopeStretchBand *self, double width);

G_END_DECLS
