/* scope-migration-paths.h: who ran where: the paths of the tasks that move between processors, as pixels and one by one.
 *
 * Rows are processors. A task's path runs along the row of the processor that it is on, and changes rows when it
 * moves. All paths are counted into pixels: where there is one alone it has its task's hue, where there are more the
 * pixel says how many. So it takes a moment for millions of migrations, and shows what a hundred thousand lines over
 * each other would not.
 *
 *     HEC 0  ━━━━━━┓           ┏━━━━━━   a path has a place of its own in a row, as long as there is room
 *     HEC 1  ━━━━┓ ┗━━━━━━━━━━━┛
 *     HEC 2      ┗━━━━━━━━━━━━━━━━━━━
 *
 * Reads the index: on a thread of its own. A result is only read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/migrations/scope-migrations.h"
#include "model/scene/draw/scope-palette.h"
#include "model/scene/draw/scope-viewport.h"

G_BEGIN_DECLS

#define SCOPE_MIGRATION_PATHS_MOST_MOVES 4000000u /* migrations: what is more is not drawn, and that is said */
#define SCOPE_MIGRATION_PATHS_MOST_PIECES 20000u  /* runs of the selected task */

typedef struct
{
  ScopeViewport viewport; /* its width is the plot's */
  guint row_height;       /* pixels; made smaller where there are very many rows */
  ScopePaletteKind palette;
  gboolean has_task;
  ScopeLaneId task;       /* whose path stands above the others */
} ScopeMigrationPathsRequest;

/* A stretch of the selected task. Trace time. */
typedef struct
{
  gint64 from, to;
  guint32 row; /* SCOPE_NONE: not known where */
} ScopeMigrationPathPiece;

typedef struct
{
  ScopeMigrationPathsRequest request;
  gint64 from, to;    /* what the viewport shows, trace time */
  GArray *rows;       /* ScopeLaneId of processors */
  guint width, height; /* of the pixels: height is rows × row_height */
  guint32 *counts;    /* [height][width]: paths at the pixel */
  guint32 *who;       /* [height][width]: where it is one, index into `tasks` + 1 */
  guint32 most;       /* paths at one pixel */
  GArray *tasks;      /* ScopeLaneId: those that move, in no order */
  GArray *moves;      /* ScopeMigration, by time */
  gboolean truncated; /* there are more than SCOPE_MIGRATION_PATHS_MOST_MOVES */
  guint32 *come, *go; /* [rows][width]: migrations to and from the row */
  float *running;     /* [rows][width]: share of the time it ran tasks */
  ScopeColour *pixels; /* [height][width]: the same in colours, 0 where nothing is */
  GArray *stays, *runs; /* ScopeMigrationPathPiece: where the selected task was, and where it ran */
} ScopeMigrationPaths;

/* The processors that tasks can move between: those of machines that have several. ScopeLaneId; g_array_unref() it. */
GArray *scope_migration_paths_rows (ScopeTrace *trace);
/* NULL with error. */
ScopeMigrationPaths *scope_migration_paths_read (ScopeTrace *trace, const ScopeMigrationPathsRequest *request, GCancellable *cancellable,
                                                 GError **error);
void scope_migration_paths_free (ScopeMigrationPaths *ribbons);

/* The colour of `n` paths at a pixel, if the most are `most`. */
ScopeColour scope_migration_paths_density_colour (const ScopePalette *palette, guint32 n, guint32 most);
/* First move at or after a time. */
guint scope_migration_paths_find_move (const ScopeMigrationPaths *ribbons, gint64 time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMigrationPaths, scope_migration_paths_free)

G_END_DECLS
