/* scope-matrix-scene-private.h: what the files of a matrix's scene share: its scale, what is drawn, and the legend.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/matrix/scope-matrix-scene.h"

G_BEGIN_DECLS

#define SCOPE_MATRIX_N_COLOURS 33

typedef struct
{
  const ScopePalette *palette;
  guint measure;
  gboolean known, logarithmic;
  double least, most;
} ScopeMatrixScale;

typedef struct
{
  const ScopeMatrix *matrix;
  const ScopeMatrixSceneOptions *options;
  const ScopePalette *palette;
  ScopeMatrixLayout at;
  ScopeMatrixScale scale;
  ScopeScene *scene;
  double size;
  guint first_row, last_row, first_column, last_column; /* that are seen, the last not included */
} ScopeMatrixDraw;

void scope_matrix_scale_init (ScopeMatrixScale *scale, const ScopeMatrix *matrix,
                              const ScopeMatrixSceneOptions *options);
ScopeColour scope_matrix_scale_colour (const ScopeMatrixScale *scale, double value);
/* "from ↓ to →"; free with g_free(). */
char *scope_matrix_axes_title (const ScopeMatrix *matrix);
/* What the colours say. */
void scope_matrix_draw_legend (ScopeMatrixDraw *d);

G_END_DECLS
