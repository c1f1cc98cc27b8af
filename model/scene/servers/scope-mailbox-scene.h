/* scope-mailbox-scene.h: the length of a mailbox over time, as a plot: the mean of each stretch, and the longest in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-course-plot.h"
#include "model/scene/draw/scope-report-table.h"
#include "model/trace/servers/scope-mailbox-courses.h"

G_BEGIN_DECLS

/* Of the course of that place: whose it is and a key at the left, how many messages upwards, time to the right. `pointed`: a stretch, or
 * SCOPE_NONE. */
ScopeScene *scope_mailbox_scene_new (ScopeTrace *trace, const ScopeMailboxCourses *courses, guint place, const ScopeCourseLook *look,
                                     const ScopePalette *palette, guint pointed, const ScopeClock *clock);
/* A stretch in words: "3.1 ms–3.2 ms: 2.5 messages, at most 4". Free with g_free(). */
char *scope_mailbox_scene_dup_text (const ScopeMailboxCourses *courses, guint place, guint stretch, const ScopeClock *clock);
/* The same as a table, one row a stretch. */
ScopeReportTable *scope_mailbox_scene_table (ScopeTrace *trace, const ScopeMailboxCourses *courses, guint place);

G_END_DECLS
