/* scope-phases-table.h: phases of a program as tables of any range, and as one picture of all of them over time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/scene/draw/scope-scene.h"
#include "model/scene/draw/scope-viewport.h"
#include "model/trace/phases/scope-phases.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_PHASES_TABLE_ALL,   /* a row is a phase, and leads there */
  SCOPE_PHASES_TABLE_KINDS, /* a row is all phases that are alike */
  SCOPE_PHASES_TABLE_TOGETHER, /* a row is a set of labels that always come together (scope-together.h), and leads to where they did first */
} ScopePhasesTable;

/* The `what` (ScopePhasesTable), in order of time; attached is the ScopePhases. Off the main thread. NULL with error. */
ScopeReportTable *scope_phases_table_read (const ScopeQueryRange *within, guint what, GError **error);

/* Sets of labels alone, with their summary. Off the main thread. NULL with error. */
ScopeReportTable *scope_together_table_read (const ScopeQueryRange *within, GError **error);

/* A phase is as wide as it is long, in the colour of its kind with its name; what of it is filled is the share of the processors' time that
 * ran. `marked` (ScopePhasesTable): of its rows, `row` stands out and all else is faded; SCOPE_NONE: those
 * that do by themselves, if there are any. */
ScopeScene *scope_phases_scene_new (const ScopePhases *phases, guint marked, guint row, double width, double height, const ScopePalette *palette);
/* The phase at x, or SCOPE_NONE. */
guint scope_phases_scene_at (const ScopePhases *phases, double width, double x);
/* As a row over time, of which the viewport shows a part: what does not stand out by itself is faded. */
void scope_phases_scene_add_row (ScopeScene *scene, const ScopePhases *phases, const ScopeViewport *viewport, double x, double y, double width,
                                 double height);
/* Behind lanes: those that stand out, over that height. */
void scope_phases_scene_add_bands (ScopeScene *scene, const ScopePhases *phases, const ScopeViewport *viewport, double x, double y, double width,
                                   double height);
/* The phase at a time, or SCOPE_NONE. */
guint scope_phases_find (const ScopePhases *phases, gint64 time);
/* What is said of a phase. Free with g_free(). */
char *scope_phases_dup_text (ScopeTrace *trace, const ScopePhases *phases, guint phase, const ScopeClock *clock);

G_END_DECLS
