/* scope-split-scene.h: where processors × time went, as a bar with its legend: for files; the window has buttons instead.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"
#include "model/trace/analysis/scope-analysis.h"

G_BEGIN_DECLS

/* `parts`: as ScopeAnalysis has them. As high as its legend needs. Free with scope_scene_free(). */
ScopeScene *scope_split_scene_new (ScopeTrace *trace, const gint64 *parts, double width, const ScopePalette *palette);

G_END_DECLS
