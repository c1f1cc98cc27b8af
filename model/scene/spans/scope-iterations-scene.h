/* scope-iterations-scene.h: spans of one name laid over each other, as a plot: of each state the median of its share over the time since their
 * start, and half of them around it; and the same as tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-clock.h"
#include "model/scene/draw/scope-report-table.h"
#include "model/scene/draw/scope-scene.h"
#include "model/trace/spans/scope-iterations.h"

G_BEGIN_DECLS

/* `font_size` 0: the usual one; `pointed`: a stretch, or SCOPE_NONE; `title`: a line above it, or NULL. */
ScopeScene *scope_iterations_scene_new (ScopeTrace *trace, const ScopeIterations *iterations, double width, double height,
                                        const ScopePalette *palette, double font_size, guint pointed, const char *title);
guint scope_iterations_scene_stretch_at (const ScopeIterations *iterations, double width, double font_size, double x);
/* A stretch in words: "3.1 ms–3.2 ms: running 75 % (50 % to 80 %), ready 20 % (…)". Free with g_free(). */
char *scope_iterations_scene_dup_text (ScopeTrace *trace, const ScopeIterations *iterations, guint stretch);
/* All in a sentence. Free with g_free(). */
char *scope_iterations_dup_summary (ScopeTrace *trace, const ScopeIterations *iterations);

/* One row a stretch and state. */
ScopeReportTable *scope_iterations_course_table (ScopeTrace *trace, const ScopeIterations *iterations);
/* One row an iteration, which leads to it: the odd ones first, longest first. */
ScopeReportTable *scope_iterations_table (ScopeTrace *trace, const ScopeIterations *iterations);

G_END_DECLS
