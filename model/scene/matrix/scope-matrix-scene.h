/* scope-matrix-scene.h: a matrix as a picture: titles, cells on a scale of colours, totals of rows and columns, the scale.
 *
 *     from ↓  to →   |  1:1   1:2   1:3   …            | Total
 *     1:1            |  ███   12    5,888              | ▇▇▇▇▇ 5,900
 *     …              |                                 |
 *     Total          |  ▇     ▂     ▅                  | 17,000
 *     Messages  1 ░▒▓█ 5,888
 *
 * Fits at zoom 1, however many rows there are: where a cell is small its figure is colour alone, where it is less than a
 * pixel the pixel shows the most of what is in it, so that nothing is lost. Titles that would overlap are left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/matrix/scope-matrix.h"
#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

/* What is drawn: what stays while the pointer moves, and what does not. */
enum
{
  SCOPE_MATRIX_PART_CELLS = 1 << 0,
  SCOPE_MATRIX_PART_MARKS = 1 << 1, /* selection, what is under the pointer */
};

typedef struct
{
  double width, height; /* of the picture */
  double font_size;     /* 0: 11 */
  const ScopePalette *palette;
  guint measure;
  double zoom;          /* 0, 1: all of it fits */
  double x, y;          /* what of the cells is at the upper left, in pixels */
  int row, column;      /* places of the selected cell; -1: none. One of them: a whole row or column */
  int hover_row, hover_column;
  gboolean focus;       /* the selection has the keyboard */
  guint parts;          /* 0: all */
  const char *title;    /* over all; NULL: none */
} ScopeMatrixSceneOptions;

void scope_matrix_scene_options_init (ScopeMatrixSceneOptions *options);

/* Where things are. */
typedef struct
{
  double x, y, width, height;      /* of the cells */
  double cell_width, cell_height;
  double scroll_x, scroll_y;       /* as asked for, but within what there is */
  double content_width, content_height;
  double titles_x, titles_width;   /* of rows */
  double titles_y, titles_height;  /* of columns */
  double totals_x, totals_width;   /* of rows; 0: none */
  double totals_y, totals_height;  /* of columns; 0: none */
  double legend_x, legend_y, legend_height; /* beneath, or beside what is low; 0 high: none */
  double most_zoom;                /* beyond it nothing grows any more */
} ScopeMatrixLayout;

void scope_matrix_layout (const ScopeMatrix *matrix, const ScopeMatrixSceneOptions *options,
                          ScopeMatrixLayout *ret_layout);
ScopeScene *scope_matrix_scene_build (const ScopeMatrix *matrix, const ScopeMatrixSceneOptions *options);
/* The cell there; where cells are tiny, one with something in it that is nearly there. A title or total: its row or column, and -1 for the other. FALSE: nothing. */
gboolean scope_matrix_layout_at (const ScopeMatrix *matrix, const ScopeMatrixLayout *layout, double x, double y,
                                 int *ret_row, int *ret_column);
/* Moves x and y so that the cell is seen. */
void scope_matrix_layout_reveal (const ScopeMatrix *matrix, ScopeMatrixSceneOptions *options, int row, int column);
/* How high a picture of that width is to be so that figures can be read, as far as `most` allows. */
double scope_matrix_scene_height (const ScopeMatrix *matrix, double width, double font_size, double most);

/* The colour of a share of the scale, 0 to 1. */
ScopeColour scope_matrix_colour (const ScopePalette *palette, double share);

G_END_DECLS
