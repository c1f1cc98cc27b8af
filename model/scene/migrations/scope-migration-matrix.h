/* scope-migration-matrix.h: migrations from processor to processor as a matrix (scope-matrix.h): how many, and how
 * long those that became ready on the one and ran next on the other waited.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/migrations/scope-migrations.h"
#include "model/scene/matrix/scope-matrix.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_MIGRATION_MEASURE_COUNT,
  SCOPE_MIGRATION_MEASURE_WAIT, /* mean */
  SCOPE_MIGRATION_MEASURE_LONGEST,
  SCOPE_MIGRATION_N_MEASURES
} ScopeMigrationMeasure;

/* All of them; labels to be translated. */
extern const ScopeMatrixMeasure scope_migration_measures[SCOPE_MIGRATION_N_MEASURES];

/* Off the main thread. Rows and columns are all processors that tasks can move between, with keys machine and number; its sources
 * are ScopeMigrationPair. NULL with error. */
ScopeMatrix *scope_migration_matrix_read (const ScopeQueryRange *within, ScopeMatrixOrder order, GError **error);

/* A cell in words: "HEC 0 → HEC 1: 4,229 migrations", and the waits on a second line; of a row or column (-1 for the other) its
 * total. Free with g_free(). */
char *scope_migration_matrix_describe (ScopeMatrix *matrix, int row, int column);

G_END_DECLS
