/* scope-matrix-scene.c: see scope-matrix-scene.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/matrix/scope-matrix-scene.h"

#include "model/scene/matrix/scope-matrix-scene-private.h"

#include <math.h>

#define MOST_CELL_WIDTH 96.0
#define MOST_CELL_HEIGHT 28.0
#define MOST_ZOOMED_WIDTH 128.0
#define MOST_ZOOMED_HEIGHT 36.0
#define LEGEND_HEIGHT 30.0
#define ROW_TOTALS_WIDTH 96.0
#define COLUMN_TOTALS_HEIGHT 34.0
#define MOST_TITLE 160.0
#define LEAST_TITLE 44.0
#define MARGIN 8.0
#define LOW 200.0         /* too low for a legend beneath */
#define LEGEND_WIDTH 340.0
#define SNAP 4.0 /* pixels */

void
scope_matrix_scene_options_init (ScopeMatrixSceneOptions *options)
{
  *options = (ScopeMatrixSceneOptions) { .zoom = 1, .row = -1, .column = -1, .hover_row = -1, .hover_column = -1 };
}

/* --- the scale --- */

ScopeColour
scope_matrix_colour (const ScopePalette *palette, double share)
{
  ScopeColour low = scope_colour_mix (palette->canvas, palette->heap, palette->dark ? 0.3 : 0.16);
  ScopeColour end = scope_colour_mix (palette->heap, palette->strong_text, 0.65);

  /* In steps: so one picture has few colours. */
  share = round (CLAMP (share, 0, 1) * (SCOPE_MATRIX_N_COLOURS - 1)) / (SCOPE_MATRIX_N_COLOURS - 1);
  if (share < 0.6)
    return scope_colour_mix (low, palette->heap, share / 0.6);
  return scope_colour_mix (palette->heap, end, (share - 0.6) / 0.4);
}

void
scope_matrix_scale_init (ScopeMatrixScale *scale, const ScopeMatrix *matrix, const ScopeMatrixSceneOptions *options)
{
  *scale = (ScopeMatrixScale) { .palette = options->palette, .measure = options->measure };
  scale->known = scope_matrix_range (matrix, options->measure, &scale->least, &scale->most);
  scale->logarithmic = scale->known && scale->most / scale->least >= 20;
}

/* 0 to 1; 0 too for what is not above 0. */
static double
scale_share (const ScopeMatrixScale *scale, double value)
{
  if (!scale->known || !(value > 0))
    return 0;
  if (scale->most <= scale->least)
    return 0.5;
  if (scale->logarithmic)
    return log (value / scale->least) / log (scale->most / scale->least);
  return value / scale->most;
}

ScopeColour
scope_matrix_scale_colour (const ScopeMatrixScale *scale, double value)
{
  if (isnan (value))
    return scale->palette->hatch;
  if (value < 0)
    return scale->palette->danger;
  return scope_matrix_colour (scale->palette, scale_share (scale, value));
}

/* --- layout --- */

static double
font_size (const ScopeMatrixSceneOptions *options)
{
  return options->font_size > 0 ? options->font_size : 11;
}

static double
titles_width (const ScopeMatrix *matrix, const ScopeMatrixSceneOptions *options)
{
  double size = font_size (options), width = LEAST_TITLE;
  g_autofree char *axes = scope_matrix_axes_title (matrix);

  for (guint i = 0; i < scope_matrix_n_rows (matrix) && width < MOST_TITLE; i++)
    width = MAX (width, scope_text_width (scope_matrix_row (matrix, i)->title, size) + 10);
  width = MAX (width, scope_text_width (axes, size) + 10);
  return floor (MIN (MIN (width, MOST_TITLE), options->width / 3));
}

/* Of what fits, and of what zoom makes of it. */
static double
cell_size (double room, guint n, double most, double most_zoomed, double zoom, double *ret_most_zoom)
{
  double fitting = MIN (room / MAX (n, 1), most);

  if (fitting >= 4) /* whole pixels look even */
    fitting = floor (fitting);
  *ret_most_zoom = MAX (*ret_most_zoom, most_zoomed / MAX (fitting, 0.001));
  return zoom > 1 ? MIN (fitting * zoom, MAX (most_zoomed, fitting)) : fitting;
}

void
scope_matrix_layout (const ScopeMatrix *matrix, const ScopeMatrixSceneOptions *options, ScopeMatrixLayout *layout)
{
  double size = font_size (options), top = options->title != NULL ? size + 12 : 0, line = ceil (size) + 9;
  gboolean wide = options->width >= 480, high = options->height >= LOW;
  double beside; /* for the legend */

  *layout = (ScopeMatrixLayout) { .titles_x = MARGIN, .titles_y = top, .titles_height = line, .most_zoom = 1 };
  layout->titles_width = titles_width (matrix, options);
  layout->legend_height = options->height >= LOW ? LEGEND_HEIGHT * MAX (size / 11, 1) : 0;
  layout->legend_x = layout->titles_x;
  layout->legend_y = options->height - layout->legend_height;
  layout->totals_width = wide ? ROW_TOTALS_WIDTH * MAX (size / 11, 1) : 0;
  layout->totals_height = high ? COLUMN_TOTALS_HEIGHT * MAX (size / 11, 1) : 0;
  layout->x = layout->titles_x + layout->titles_width;
  layout->y = layout->titles_y + layout->titles_height;
  beside = layout->legend_height == 0 && options->width >= 2 * LEGEND_WIDTH * MAX (size / 11, 1)
               ? LEGEND_WIDTH * MAX (size / 11, 1)
               : 0;
  layout->width = MAX (options->width - layout->x - layout->totals_width - MARGIN - beside, 1);
  layout->height = MAX (layout->legend_y - layout->y - layout->totals_height - 2, 1);
  layout->cell_width = cell_size (layout->width, scope_matrix_n_columns (matrix), MOST_CELL_WIDTH, MOST_ZOOMED_WIDTH,
                                  options->zoom, &layout->most_zoom);
  layout->cell_height = cell_size (layout->height, scope_matrix_n_rows (matrix), MOST_CELL_HEIGHT, MOST_ZOOMED_HEIGHT,
                                   options->zoom, &layout->most_zoom);
  layout->content_width = layout->cell_width * scope_matrix_n_columns (matrix);
  layout->content_height = layout->cell_height * scope_matrix_n_rows (matrix);
  layout->width = MIN (layout->width, layout->content_width);
  layout->height = MIN (layout->height, layout->content_height);
  layout->scroll_x = CLAMP (options->x, 0, MAX (layout->content_width - layout->width, 0));
  layout->scroll_y = CLAMP (options->y, 0, MAX (layout->content_height - layout->height, 0));
  layout->totals_x = layout->x + layout->width + 6;
  layout->totals_y = layout->y + layout->height + 2;
  if (beside > 0)
    {
      layout->legend_x = layout->totals_x + layout->totals_width + 12;
      layout->legend_y = layout->titles_y - 4;
      layout->legend_height = line;
    }
}

/* Within a few pixels, the nearest that has something. */
static void
snap (const ScopeMatrix *matrix, const ScopeMatrixLayout *layout, double x, double y, int *row, int *column)
{
  int rows = (int) ceil (SNAP / layout->cell_height), columns = (int) ceil (SNAP / layout->cell_width);
  double best = SNAP * SNAP * 2;
  int at_row = *row, at_column = *column;

  if ((layout->cell_width >= SNAP && layout->cell_height >= SNAP)
      || scope_matrix_cell (matrix, (guint) *row, (guint) *column) != NULL)
    return;
  for (int r = MAX (at_row - rows, 0); r <= MIN (at_row + rows, (int) scope_matrix_n_rows (matrix) - 1); r++)
    for (int c = MAX (at_column - columns, 0); c <= MIN (at_column + columns, (int) scope_matrix_n_columns (matrix) - 1);
         c++)
      {
        double dx = (c + 0.5) * layout->cell_width - layout->scroll_x + layout->x - x;
        double dy = (r + 0.5) * layout->cell_height - layout->scroll_y + layout->y - y;

        if (dx * dx + dy * dy >= best || scope_matrix_cell (matrix, (guint) r, (guint) c) == NULL)
          continue;
        best = dx * dx + dy * dy;
        *row = r;
        *column = c;
      }
}

gboolean
scope_matrix_layout_at (const ScopeMatrix *matrix, const ScopeMatrixLayout *layout, double x, double y, int *ret_row,
                        int *ret_column)
{
  gboolean in_x = x >= layout->x && x < layout->x + layout->width;
  gboolean in_y = y >= layout->y && y < layout->y + layout->height;
  gboolean beside = x >= layout->titles_x && x < layout->totals_x + layout->totals_width;
  gboolean beneath = y >= layout->titles_y && y < layout->totals_y + layout->totals_height;

  *ret_row = *ret_column = -1;
  if (in_y && beside)
    *ret_row = MIN ((int) ((y - layout->y + layout->scroll_y) / layout->cell_height),
                    (int) scope_matrix_n_rows (matrix) - 1);
  if (in_x && beneath)
    *ret_column = MIN ((int) ((x - layout->x + layout->scroll_x) / layout->cell_width),
                       (int) scope_matrix_n_columns (matrix) - 1);
  if (in_x && in_y)
    snap (matrix, layout, x, y, ret_row, ret_column);
  return *ret_row >= 0 || *ret_column >= 0;
}

static void
reveal (double *scroll, double room, double from, double size)
{
  if (from < *scroll)
    *scroll = from;
  else if (from + size > *scroll + room)
    *scroll = from + size - room;
}

void
scope_matrix_layout_reveal (const ScopeMatrix *matrix, ScopeMatrixSceneOptions *options, int row, int column)
{
  ScopeMatrixLayout layout;

  scope_matrix_layout (matrix, options, &layout);
  options->x = layout.scroll_x;
  options->y = layout.scroll_y;
  if (column >= 0)
    reveal (&options->x, layout.width, column * layout.cell_width, layout.cell_width);
  if (row >= 0)
    reveal (&options->y, layout.height, row * layout.cell_height, layout.cell_height);
}

double
scope_matrix_scene_height (const ScopeMatrix *matrix, double width, double size, double most)
{
  guint n = MAX (scope_matrix_n_rows (matrix), 1);
  ScopeMatrixSceneOptions options = { .width = width, .height = 1000, .font_size = size, .title = "" };
  ScopeMatrixLayout layout;
  double rest;

  scope_matrix_layout (matrix, &options, &layout);
  rest = 1000 - (layout.legend_y - layout.y - layout.totals_height - 2);
  return CLAMP (rest + n * (n <= 64 ? 20.0 : n <= 300 ? MAX (MIN (layout.cell_width, 20.0), 4) : 1), rest + 40, most);
}
