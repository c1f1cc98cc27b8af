/* scope-cause-look.h: how the parts of lost time are painted, in any palette: bars, and lanes that are coloured by cause.
 *
 * Related causes have one hue, that of the state they come from: ready work that does not run is yellow as ready is, waiting red as
 * blocked is, collections orange, and what has no work pale as idle is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-palette.h"
#include "model/trace/analysis/scope-analysis.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeColour colour;
  ScopeColour plate, on_colour; /* what lies under words, and these: `colour`, but where high contrast needs more, the canvas */
  ScopePattern pattern;
  ScopeColour pattern_colour;
} ScopeCauseLook;

ScopeCauseLook scope_cause_look (const ScopePalette *palette, ScopeCause cause);
/* What lies under words on that colour. */
ScopeColour scope_cause_plate (const ScopePalette *palette, ScopeColour colour);
/* Of all causes whose code has that state (scope-state.h), where many lie within a pixel: as the state, but that only one runs is no work. */
ScopeColour scope_cause_state_colour (const ScopePalette *palette, ScopeState state);

G_END_DECLS
