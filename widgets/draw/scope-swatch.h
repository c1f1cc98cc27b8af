/* scope-swatch.h: a small piece of a state's colour and pattern, for the legend and lists.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-palette.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_SWATCH (scope_swatch_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSwatch, scope_swatch, SCOPE, SWATCH, GtkWidget)

/* Another colour than a state's; 0: the state's. */
void scope_swatch_set_colour (ScopeSwatch *self, ScopeColour colour);
GtkWidget *scope_swatch_new (ScopeState state);
void scope_swatch_set_palette (ScopeSwatch *self, ScopePaletteKind palette);
/* The colour of the causes that have the state: scope_cause_state_colour(). */
void scope_swatch_set_by_cause (ScopeSwatch *self, gboolean by_cause);

G_END_DECLS
