/* scope-matrix-scene-private.h: the scale of a matrix, between where things are and what is drawn there.
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

void scope_matrix_scale_init (ScopeMatrixScale *scale, const ScopeMatrix *matrix,
                              const ScopeMatrixSceneOptions *options);
ScopeColour scope_matrix_scale_colour (const ScopeMatrixScale *scale, double value);
/* "from ↓ to →"; free with g_free(). */
char *scope_matrix_axes_title (const ScopeMatrix *matrix);

G_END_DECLS
