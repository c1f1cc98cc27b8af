/* scope-migration-paths-private.h: what the two pictures of migrations share: the frame.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/migrations/scope-migration-paths-scene.h"

G_BEGIN_DECLS

#define SCOPE_MIGRATION_RATES_BAR 4 /* pixels of a bar of the rates */

typedef struct
{
  ScopeScene *scene;
  ScopeView *view;
  ScopeTrace *trace;
  const ScopeMigrationPaths *ribbons;
  const ScopeMigrationPathsOptions *options;
  const ScopePalette *palette;
  ScopeViewport viewport;
  GArray *rows; /* ScopeLaneId */
  gint64 tick_ps;
  double font;
  double x, y, width, height; /* the plot: rows only */
  double row_height;
  guint n_rows; /* drawn: rates have one more, above */
} ScopeMigrationPathsBuild;

/* scope-migration-rates-scene.c */
void scope_migration_rates_add (ScopeMigrationPathsBuild *b);
/* Migrations at the pixels [x0, x1) of what was read: to row (`come`) and from it (`go`); row SCOPE_NONE: all. */
void scope_migration_rates_count (
    const ScopeMigrationPaths *ribbons, guint32 row, guint x0, guint x1, guint64 *ret_come, guint64 *ret_go);
/* The most of a bar: of all, and of what comes to or leaves one processor. At least 1. */
void scope_migration_rates_most (const ScopeMigrationPaths *ribbons, guint64 *ret_all, guint64 *ret_one);
/* The pixels of what was read that the bar at pixel `x` of the plot stands for; FALSE if there are none. */
gboolean scope_migration_rates_bar (
    const ScopeMigrationPaths *ribbons, const ScopeViewport *viewport, double x, guint *ret_x0, guint *ret_x1);

G_END_DECLS
