/* scope-blame-table.h: who was waited for, as a table: how long, directly and handed on, and by whom; and over time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/scene/draw/scope-scene.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_BLAME_BY_CODE,  /* labels, functions */
  SCOPE_BLAME_BY_TASK,  /* and what it ran meanwhile */
  SCOPE_BLAME_BY_PAIR,  /* who waited for whom, and in which piece of its waits */
  SCOPE_N_BLAME_TABLES,
} ScopeBlameTable;

#define SCOPE_BLAME_STRETCHES 96 /* of the range, over time */

/* Attached to a table of CODE or TASK: of the first rows, how much was waited for them in each stretch. */
typedef struct
{
  gint64 from, to;
  double all[SCOPE_BLAME_STRETCHES];  /* ticks */
  GArray *rows; /* of double: SCOPE_BLAME_STRETCHES for each row that has them */
} ScopeBlameCourse;

/* The longest waited for first. Off the main thread. NULL with error. */
ScopeReportTable *scope_blame_table_read (const ScopeQueryRange *within, guint what, GError **error);

/* All of it, and of that row what stands out; SCOPE_NONE: none does. Free with scope_scene_free(). */
ScopeScene *scope_blame_course_scene_new (ScopeTrace *trace, const ScopeBlameCourse *course, guint row, double width, double height,
                                          const ScopePalette *palette);
/* How much was waited in that stretch, all of it and for the row. Free with g_free(). */
char *scope_blame_course_dup_text (ScopeTrace *trace, const ScopeBlameCourse *course, guint row, guint stretch, const ScopeClock *clock);

G_END_DECLS
