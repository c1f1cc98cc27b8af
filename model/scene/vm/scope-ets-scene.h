/* scope-ets-scene.h: an ETS table over time, as a plot: its memory, and below that its objects, the most of each stretch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-course-plot.h"
#include "model/scene/vm/scope-ets-courses.h"

G_BEGIN_DECLS

/* Of the course of that place: its name and a key at the left, time to the right. Nothing is drawn where nothing is known. `pointed`: a
 * stretch, or SCOPE_NONE. */
ScopeScene *scope_ets_scene_new (ScopeTrace *trace, const ScopeEtsCourses *courses, guint place, const ScopeCourseLook *look,
                                 const ScopePalette *palette, guint pointed, const ScopeClock *clock);
/* A stretch in words: "3.1 ms–3.2 ms: 4.2 MB, 1,000 objects". Free with g_free(). */
char *scope_ets_scene_dup_text (const ScopeEtsCourses *courses, guint place, guint stretch, const ScopeClock *clock);

G_END_DECLS
