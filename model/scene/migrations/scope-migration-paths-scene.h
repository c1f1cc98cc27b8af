/* scope-migration-paths-scene.h: the pictures of migrations over time: ribbons (who ran where) and rates (how many, when),
 * each a function from a view and what was read to a ScopeScene; and what lies under the pointer.
 *
 *     ruler  |    0 ms        100 ms      …
 *     HEC 0  |  a row per processor
 *     HEC 1  |
 *     legend
 *
 * The time axis is the view's visible range. What was read for another range is placed by its times until the new one
 * is there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/migrations/scope-migration-paths.h"
#include "model/scene/draw/scope-scene.h"
#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

#define SCOPE_MIGRATION_PATHS_RULER 24.0
#define SCOPE_MIGRATION_PATHS_LEGEND 24.0
#define SCOPE_MIGRATION_PATHS_LEAST_ROW 14u /* of the natural height */
#define SCOPE_MIGRATION_PATHS_MOST_ROW 64u

typedef struct
{
  double width, height; /* height: at least scope_migration_paths_height() */
  double names_width;   /* scope_migration_paths_names_width() */
  double font_size;     /* 0: 11 */
  gboolean rates;       /* not ribbons */
  gboolean no_legend;
  gboolean has_hover;
  double hover_x, hover_y;
} ScopeMigrationPathsOptions;

/* Room that the names of the rows need. */
double scope_migration_paths_names_width (ScopeTrace *trace, double font_size);
/* Of rows of the least height, with ruler and legend. */
double scope_migration_paths_height (ScopeTrace *trace, const ScopeMigrationPathsOptions *options);
/* The view's visible range over the plot. */
void scope_migration_paths_viewport (ScopeView *view, const ScopeMigrationPathsOptions *options, ScopeViewport *ret);
/* What to read for this picture. */
void scope_migration_paths_request_init (ScopeMigrationPathsRequest *request, ScopeView *view, const ScopeMigrationPathsOptions *options);
/* `ribbons` may be NULL: nothing is read yet. */
ScopeScene *
scope_migration_paths_scene_build (ScopeView *view, const ScopeMigrationPaths *ribbons, const ScopeMigrationPathsOptions *options);

/* What lies at a pixel of the scene. */
typedef struct
{
  gint64 time;        /* trace time */
  guint32 row;        /* SCOPE_NONE: none */
  guint32 n;          /* paths there, or migrations of the rates' bar */
  gboolean has_task;
  ScopeLaneId task;   /* where there is one alone */
  gint64 from, to;    /* rates: of the bar */
  guint move;         /* index of the migration nearest to it, within a few pixels; or SCOPE_NONE */
} ScopeMigrationPathsHit;

gboolean scope_migration_paths_hit (ScopeView *view, const ScopeMigrationPaths *ribbons, const ScopeMigrationPathsOptions *options, double x,
                                    double y, ScopeMigrationPathsHit *ret);
/* The same in words, at most four lines. Free with g_free(). */
char *scope_migration_paths_describe (ScopeView *view, const ScopeMigrationPaths *ribbons, const ScopeMigrationPathsHit *hit, gboolean rates);
/* "thread 12: HEC 0 → HEC 3 at 1.203 s". Free with g_free(). */
char *scope_migration_describe (ScopeTrace *trace, const ScopeMigration *migration, double resolution, const ScopeClock *clock);
/* "42,467 migrations of 9,213 threads", or of processes where the runtime has those. Free with g_free(). */
char *scope_migration_words (ScopeTrace *trace, guint64 n_moves, guint n_threads);
/* The same of `ribbons`, or why nothing of it is drawn. Free with g_free(). */
char *scope_migration_paths_summary (const ScopeMigrationPaths *ribbons, ScopeTrace *trace);

G_END_DECLS
