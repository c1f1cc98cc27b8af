/* scope-phases-table.h: phases of a program as tables of any range, and as one picture of all of them over time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/scene/draw/scope-scene.h"
#include "model/trace/phases/scope-phases.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_PHASES_TABLE_ALL,   /* a row is a phase, and leads there */
  SCOPE_PHASES_TABLE_KINDS, /* a row is all phases that are alike */
} ScopePhasesTable;

/* The `what` (ScopePhasesTable), in order of time; attached is the ScopePhases. Off the main thread. NULL with error. */
ScopeReportTable *scope_phases_table_read (const ScopeQueryRange *within, guint what, GError **error);

/* A phase is as wide as it is long, in the colour of its kind with its name; what of it is filled is the share of the processors' time that
 * ran. `marked` (ScopePhasesTable): of its rows, `row` stands out and all else is faded; SCOPE_NONE: the
 * period that is like no other, if there is one. */
ScopeScene *scope_phases_scene_new (const ScopePhases *phases, guint marked, guint row, double width, double height, const ScopePalette *palette);
/* The phase at x, or SCOPE_NONE. */
guint scope_phases_scene_at (const ScopePhases *phases, double width, double x);
/* What is said of a phase. Free with g_free(). */
char *scope_phases_dup_text (ScopeTrace *trace, const ScopePhases *phases, guint phase, const ScopeClock *clock);

G_END_DECLS
