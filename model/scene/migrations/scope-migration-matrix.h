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

/* "count", "wait", "wait-max"; FALSE if unknown. */
gboolean scope_migration_measure_parse (const char *name, ScopeMigrationMeasure *ret_measure);
/* For people, translated. */
const char *scope_migration_measure_label (ScopeMigrationMeasure measure);

/* Off the main thread. Rows and columns are all processors that tasks can move between, with keys machine and
 * number. NULL with error. `ret_pairs` (or NULL): ScopeMigrationPair, by the cells' `source`; g_array_unref()
 * it. */
ScopeMatrix *scope_migration_matrix_read (const ScopeQueryRange *within,
                                          ScopeMatrixOrder order,
                                          GArray **ret_pairs,
                                          GError **error);

/* A cell in words: "HEC 0 → HEC 1: 4,229 migrations", and the waits on a second line; `pair` NULL: nobody went. */
char *scope_migration_matrix_describe (ScopeMatrix *matrix, const ScopeMigrationPair *pair, int row, int column);

G_END_DECLS
