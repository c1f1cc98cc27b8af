/* scope-selection-scene.h: the range that is selected and the timeline's cursor, in a scene whose time runs from left to right.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"
#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

/* In a group of its own, over what is drawn already. The chart is at (x, y), in pixels, and shows `viewport`. */
void scope_selection_scene_add (ScopeScene *scene, ScopeView *view, const ScopeViewport *viewport, double x, double y, double width,
                                double height);

G_END_DECLS
