/* scope-matrix-draw.c: the items of a matrix's scene.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/matrix/scope-matrix-scene-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define LEAST_TEXT 9.0 /* pixels of a letter that can be read */
#define MOST_CELLS 3000u  /* as rectangles and texts of their own: more are one image */
#define CELL_AS_RECT 6.0  /* pixels, both ways */
#define MOST_COLUMN_TITLE 120.0
#define LEAST_GROUP 14.0  /* pixels */

char *
scope_matrix_axes_title (const ScopeMatrix *matrix)
{
  const char *rows = scope_matrix_axis (matrix, FALSE), *columns = scope_matrix_axis (matrix, TRUE);

  return g_strdup_printf ("%s ↓ %s →", rows != NULL ? rows : "", columns != NULL ? columns : "");
}

static double
row_y (const ScopeMatrixDraw *d, double row)
{
  return d->at.y + row * d->at.cell_height - d->at.scroll_y;
}

static double
column_x (const ScopeMatrixDraw *d, double column)
{
  return d->at.x + column * d->at.cell_width - d->at.scroll_x;
}

static void
find_visible (ScopeMatrixDraw *d)
{
  const ScopeMatrixLayout *at = &d->at;

  d->first_row = (guint) (at->scroll_y / at->cell_height);
  d->last_row = MIN ((guint) ceil ((at->scroll_y + at->height) / at->cell_height), scope_matrix_n_rows (d->matrix));
  d->first_column = (guint) (at->scroll_x / at->cell_width);
  d->last_column = MIN ((guint) ceil ((at->scroll_x + at->width) / at->cell_width), scope_matrix_n_columns (d->matrix));
  d->first_row = MIN (d->first_row, d->last_row);
  d->first_column = MIN (d->first_column, d->last_column);
}

/* --- cells --- */

/* Of a row, those in view. */
static const ScopeMatrixCell *
visible_cells (const ScopeMatrixDraw *d, guint row, guint *ret_n)
{
  guint n, from = 0, to;
  const ScopeMatrixCell *cells = scope_matrix_cells (d->matrix, row, &n);

  while (from < n && cells[from].column < d->first_column)
    from++;
  for (to = from; to < n && cells[to].column < d->last_column; to++)
    ;
  *ret_n = to - from;
  return cells + from;
}

static guint
count_visible (const ScopeMatrixDraw *d)
{
  guint n, sum = 0;

  for (guint row = d->first_row; row < d->last_row; row++)
    {
      visible_cells (d, row, &n);
      sum += n;
    }
  return sum;
}

/* Letters of words beside and in rows: in low ones smaller ones, rather than words in every second only. *ret_needed: how high they are
 * with what is around them. */
static double
row_text_size (const ScopeMatrixDraw *d, double *ret_needed)
{
  double size = d->size;

  *ret_needed = size + 3;
  if (d->at.cell_height >= *ret_needed || d->at.cell_height < LEAST_TEXT + 1)
    return size;
  *ret_needed = d->at.cell_height;
  return MIN (MAX (floor (d->at.cell_height - 2), LEAST_TEXT), size);
}

static void
draw_cell (ScopeMatrixDraw *d, const ScopeMatrixCell *cell)
{
  double value = cell->value[d->options->measure], x = column_x (d, cell->column), y = row_y (d, cell->row);
  double width = d->at.cell_width, height = d->at.cell_height, size, needed;
  ScopeColour colour = scope_matrix_scale_colour (&d->scale, value);
  g_autofree char *text = NULL;
  ScopeItem *item = scope_scene_rect (d->scene, x, y, width - 1, height - 1, colour);

  if (isnan (value))
    {
      item->pattern = SCOPE_PATTERN_HATCH;
      item->second = d->palette->hatch;
      item->colour = d->palette->hatch_ground;
    }
  size = row_text_size (d, &needed);
  if (height < needed || width < 2 * size)
    return;
  text = scope_matrix_format (d->matrix, d->options->measure, value, TRUE);
  if (scope_text_width (text, size) > width - 3)
    return;
  scope_scene_text_item (d->scene, text, x, y, width - 1, height - 1, size, scope_colour_text_on (item->colour),
                         SCOPE_ALIGN_CENTRE)
      ->ellipsis
      = FALSE;
}

/* What is worse is not hidden by what is more: nothing known < figures < below zero. */
static double
rank (double value)
{
  return isnan (value) ? -1 : value < 0 ? INFINITY : value;
}

/* As pixels: one for a cell, or the one with most in it. */
static void
draw_image (ScopeMatrixDraw *d)
{
  gboolean tiny_x = d->at.cell_width < 1, tiny_y = d->at.cell_height < 1;
  guint width = tiny_x ? (guint) ceil (d->at.width) : d->last_column - d->first_column;
  guint height = tiny_y ? (guint) ceil (d->at.height) : d->last_row - d->first_row;
  gsize n_pixels = (gsize) width * height;
  g_autofree double *most = g_new (double, n_pixels + 1);
  ScopeColour *pixels;

  if (n_pixels == 0)
    return;
  pixels = g_new0 (ScopeColour, n_pixels);
  for (guint row = d->first_row; row < d->last_row; row++)
    {
      guint n, y = tiny_y ? MIN ((guint) MAX (row_y (d, row) - d->at.y, 0), height - 1) : row - d->first_row;
      const ScopeMatrixCell *cells = visible_cells (d, row, &n);

      for (guint i = 0; i < n; i++)
        {
          guint x = tiny_x ? MIN ((guint) MAX (column_x (d, cells[i].column) - d->at.x, 0), width - 1)
                           : cells[i].column - d->first_column;
          gsize at = (gsize) y * width + x;
          double value = cells[i].value[d->options->measure];

          if (pixels[at] != 0 && rank (value) <= rank (most[at]))
            continue;
          most[at] = value;
          pixels[at] = scope_matrix_scale_colour (&d->scale, value);
        }
    }
  scope_scene_image (d->scene, tiny_x ? d->at.x : column_x (d, d->first_column),
                     tiny_y ? d->at.y : row_y (d, d->first_row), tiny_x ? width : width * d->at.cell_width,
                     tiny_y ? height : height * d->at.cell_height, pixels, width, height);
}

static void
draw_cells (ScopeMatrixDraw *d)
{
  gboolean large = d->at.cell_width >= CELL_AS_RECT && d->at.cell_height >= CELL_AS_RECT;

  if (!large || count_visible (d) > MOST_CELLS)
    {
      draw_image (d);
      return;
    }
  for (guint row = d->first_row; row < d->last_row; row++)
    {
      guint n;
      const ScopeMatrixCell *cells = visible_cells (d, row, &n);

      for (guint i = 0; i < n; i++)
        draw_cell (d, &cells[i]);
    }
}

/* --- what lies under and over the cells --- */

static gboolean
begins_group (const ScopeMatrixDraw *d, gboolean columns, guint i)
{
  return columns ? scope_matrix_column (d->matrix, i)->group != scope_matrix_column (d->matrix, i - 1)->group
                 : scope_matrix_row (d->matrix, i)->group != scope_matrix_row (d->matrix, i - 1)->group;
}

/* Between machines, as long as these are not slivers themselves. */
static void
draw_group_lines (ScopeMatrixDraw *d, gboolean columns)
{
  guint from = columns ? d->first_column : d->first_row, to = columns ? d->last_column : d->last_row, n = 0;

  for (guint i = MAX (from, 1); i < to; i++)
    n += begins_group (d, columns, i);
  if (n * LEAST_GROUP > (columns ? d->at.width : d->at.height))
    return;
  for (guint i = MAX (from, 1); i < to; i++)
    {
      double at = columns ? column_x (d, i) : row_y (d, i);

      if (begins_group (d, columns, i))
        scope_scene_line (d->scene, columns ? at - 1 : d->at.x, columns ? d->at.y : at - 1,
                          columns ? at - 1 : d->at.x + d->at.width, columns ? d->at.y + d->at.height : at - 1, 1,
                          d->palette->grid);
    }
}

static void
draw_ground (ScopeMatrixDraw *d)
{
  scope_scene_rect (d->scene, d->at.x, d->at.y, d->at.width, d->at.height, d->palette->alternate);
  if (scope_matrix_order (d->matrix) == SCOPE_MATRIX_ORDER_CLUSTER)
    return; /* groups lie scattered */
  draw_group_lines (d, FALSE);
  draw_group_lines (d, TRUE);
}

static void
draw_band (ScopeMatrixDraw *d, int row, int column, double opacity)
{
  ScopeColour colour = scope_colour_alpha (d->palette->accent, opacity);

  if (row >= 0)
    scope_scene_rect (d->scene, d->at.x, row_y (d, row), d->at.width, MAX (d->at.cell_height, 1), colour);
  if (column >= 0)
    scope_scene_rect (d->scene, column_x (d, column), d->at.y, MAX (d->at.cell_width, 1), d->at.height, colour);
}

static void
draw_outline (ScopeMatrixDraw *d, int row, int column, double thick, ScopeColour colour)
{
  double x = floor (column_x (d, column)), y = floor (row_y (d, row));
  double width = MAX (floor (d->at.cell_width), 5), height = MAX (floor (d->at.cell_height), 5);

  if (row < 0 || column < 0)
    return;
  x -= d->at.cell_width < 5 ? 2 : 0;
  y -= d->at.cell_height < 5 ? 2 : 0;
  scope_scene_rect (d->scene, x - 1, y - 1, width + 1, thick, colour);
  scope_scene_rect (d->scene, x - 1, y + height - thick, width + 1, thick, colour);
  scope_scene_rect (d->scene, x - 1, y - 1, thick, height + 1, colour);
  scope_scene_rect (d->scene, x + width - thick, y - 1, thick, height + 1, colour);
}

/* --- titles --- */

static ScopeColour
title_colour (const ScopeMatrixDraw *d, gboolean chosen)
{
  return chosen ? d->palette->strong_text : d->palette->text;
}

/* Every how manieth has a title, when one needs so many pixels: 1, 2, 3, 4, 5, 10, 20, … */
static guint
title_step (double needed, double cell)
{
  static const guint steps[] = { 1, 2, 3, 4, 5 };

  for (guint tens = 1; tens <= 1000000; tens *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      if (steps[i] * tens * cell >= needed)
        return steps[i] * tens;
  return 1000000;
}

static void
draw_row_titles (ScopeMatrixDraw *d)
{
  guint step = title_step (LEAST_TEXT + 1, d->at.cell_height);
  double needed = MIN (step * d->at.cell_height, d->size + 3), size = CLAMP (floor (needed - 2), LEAST_TEXT, d->size);

  scope_scene_add_group (d->scene, scope_matrix_axis (d->matrix, FALSE), SCOPE_NONE, d->at.titles_x, d->at.y - 4,
                         d->at.titles_width, d->at.height + 8);
  for (guint i = d->first_row; i < d->last_row; i++)
    {
      double middle = row_y (d, i + 0.5);
      gboolean chosen = (int) i == d->options->row;

      if (i % step != 0 || middle < d->at.y - 2 || middle > d->at.y + d->at.height + 2)
        continue;
      scope_scene_text_item (d->scene, scope_matrix_row (d->matrix, i)->title, d->at.titles_x,
                             floor (middle - needed / 2), d->at.titles_width - 6, needed, size,
                             title_colour (d, chosen), SCOPE_ALIGN_END)
          ->bold
          = (int) i == d->options->row;
    }
}

/* How many letters all columns' titles begin with, if these are words and only a number comes behind them: "Machine " of "Machine 12". */
static gsize
common_words (const ScopeMatrixDraw *d)
{
  guint n = scope_matrix_n_columns (d->matrix);
  const char *first = n > 1 ? scope_matrix_column (d->matrix, 0)->title : "", *space = strrchr (first, ' ');
  gsize length = space != NULL ? (gsize) (space + 1 - first) : 0;

  for (guint i = 0; i < n && length > 0; i++)
    {
      const char *title = scope_matrix_column (d->matrix, i)->title;

      if (strncmp (title, first, length) != 0 || title[length] == '\0' || title[length + strspn (title + length, "0123456789")] != '\0')
        length = 0;
    }
  return length;
}

static double
widest_column_title (const ScopeMatrixDraw *d, gsize without)
{
  double widest = without > 0 ? 0 : d->size;

  for (guint i = d->first_column; i < d->last_column && widest < MOST_COLUMN_TITLE; i++)
    widest = MAX (widest, scope_text_width (scope_matrix_column (d->matrix, i)->title + without, d->size) + 6);
  return MIN (widest, MOST_COLUMN_TITLE);
}

static void
draw_column_titles (ScopeMatrixDraw *d)
{
  double needed = widest_column_title (d, 0), right = d->at.x + d->at.width, last = -1000;
  gsize without = needed > d->at.cell_width ? common_words (d) : 0; /* then only numbers, of which more fit */
  guint step;

  needed = without > 0 ? widest_column_title (d, without) : needed;
  step = title_step (needed, d->at.cell_width);
  scope_scene_add_group (d->scene, scope_matrix_axis (d->matrix, TRUE), SCOPE_NONE, d->at.x - 2, d->at.titles_y,
                         d->at.width + 4, d->at.titles_height);
  for (guint i = d->first_column; i < d->last_column; i++)
    {
      double width = MAX (needed, d->at.cell_width), middle = column_x (d, i + 0.5);
      double x = CLAMP (middle - width / 2, d->at.x - 2, MAX (right - width + 2, d->at.x - 2));
      gboolean chosen = (int) i == d->options->column;

      if (i % step != 0 || middle < d->at.x - 2 || middle > right + 2 || x < last)
        continue; /* the outermost are moved inwards, and may be in the way */
      last = x + width - 4;
      scope_scene_text_item (d->scene, scope_matrix_column (d->matrix, i)->title + without, x, d->at.titles_y, width,
                             d->at.titles_height - 4, d->size, title_colour (d, chosen), SCOPE_ALIGN_CENTRE)
          ->bold
          = (int) i == d->options->column;
      scope_scene_line (d->scene, floor (middle), d->at.y - 4, floor (middle), d->at.y, 1, d->palette->grid);
    }
}

/* --- totals --- */

static const char *
total_word (const ScopeMatrixDraw *d)
{
  switch (scope_matrix_measure (d->matrix, d->options->measure)->join)
    {
    case SCOPE_MATRIX_MEAN:
      return _("Mean");
    case SCOPE_MATRIX_MOST:
      return _("Longest");
    case SCOPE_MATRIX_SUM:
    default:
      return _("Total");
    }
}

static double
most_total (const ScopeMatrixDraw *d, gboolean columns)
{
  guint n = columns ? scope_matrix_n_columns (d->matrix) : scope_matrix_n_rows (d->matrix);
  double most = 0;

  for (guint i = 0; i < n; i++)
    {
      double value = (columns ? scope_matrix_column (d->matrix, i) : scope_matrix_row (d->matrix, i))
                         ->value[d->options->measure];
      most = value > most ? value : most;
    }
  return most;
}

/* One outline for all bars, however many. */
static void
draw_bars (ScopeMatrixDraw *d, gboolean columns, double length)
{
  guint from = columns ? d->first_column : d->first_row, to = columns ? d->last_column : d->last_row;
  double most = most_total (d, columns), start = columns ? d->at.totals_y : d->at.totals_x, step = 1;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  ScopeColour colour = scope_colour_mix (d->palette->canvas, d->palette->heap, 0.35);
  double cell = columns ? d->at.cell_width : d->at.cell_height;

  if (!(most > 0) || from >= to)
    return;
  step = MAX (ceil (0.5 / cell), 1); /* half a pixel of rows is one */
  for (guint i = from; i < to; i += (guint) step)
    {
      double value = 0, a, b, reach;
      float corners[8];

      for (guint k = i; k < MIN (i + (guint) step, to); k++)
        {
          double one = (columns ? scope_matrix_column (d->matrix, k) : scope_matrix_row (d->matrix, k))
                           ->value[d->options->measure];
          value = one > value ? one : value;
        }
      a = columns ? column_x (d, i) : row_y (d, i);
      b = a + cell * step - (cell >= CELL_AS_RECT ? 1 : 0);
      reach = start + (value > 0 ? MAX (value / most * length, 1) : 0);
      corners[0] = (float) (columns ? a : start), corners[1] = (float) (columns ? start : a);
      corners[2] = (float) (columns ? a : reach), corners[3] = (float) (columns ? reach : a);
      corners[4] = (float) (columns ? b : reach), corners[5] = (float) (columns ? reach : b);
      corners[6] = (float) (columns ? b : start), corners[7] = (float) (columns ? start : b);
      g_array_append_vals (points, corners, 8);
    }
  scope_scene_polygon (d->scene, (float *) (void *) points->data, points->len / 2, colour);
}

static void
draw_row_totals (ScopeMatrixDraw *d)
{
  double needed, size = row_text_size (d, &needed), last = -100;

  if (d->at.totals_width <= 0)
    return;
  scope_scene_text_item (d->scene, total_word (d), d->at.totals_x, d->at.titles_y, d->at.totals_width,
                         d->at.titles_height - 4, d->size, d->palette->text, SCOPE_ALIGN_START);
  scope_scene_add_group (d->scene, total_word (d), SCOPE_NONE, d->at.totals_x, d->at.y, d->at.totals_width,
                         d->at.height + 4);
  draw_bars (d, FALSE, d->at.totals_width - 8);
  for (guint i = d->first_row; i < d->last_row; i++)
    {
      double middle = row_y (d, i + 0.5);
      g_autofree char *text = NULL;

      if (middle - last < needed - 0.01 || d->at.cell_height < needed - 2)
        continue;
      last = middle;
      text = scope_matrix_format (d->matrix, d->options->measure,
                                  scope_matrix_row (d->matrix, i)->value[d->options->measure], FALSE);
      scope_scene_text_item (d->scene, text, d->at.totals_x + 4, floor (middle - needed / 2), d->at.totals_width - 8,
                             needed, size, d->palette->strong_text, SCOPE_ALIGN_START);
    }
}

static void
draw_column_totals (ScopeMatrixDraw *d)
{
  double line = d->size + 5, bars = d->at.totals_height - line, last = -1000;
  g_autofree char *all = NULL;

  if (d->at.totals_height <= 0)
    return;
  scope_scene_set_group (d->scene, 0);
  scope_scene_text_item (d->scene, total_word (d), d->at.titles_x, d->at.totals_y, d->at.titles_width - 6, line,
                         d->size, d->palette->text, SCOPE_ALIGN_END);
  if (d->at.totals_width > 0)
    {
      all = scope_matrix_format (d->matrix, d->options->measure, scope_matrix_total (d->matrix, d->options->measure),
                                 FALSE);
      scope_scene_text_item (d->scene, all, d->at.totals_x + 4, d->at.totals_y, d->at.totals_width - 4, line, d->size,
                             d->palette->strong_text, SCOPE_ALIGN_START)
          ->bold
          = TRUE;
    }
  scope_scene_add_group (d->scene, total_word (d), SCOPE_NONE, d->at.x, d->at.totals_y, d->at.width,
                         d->at.totals_height);
  draw_bars (d, TRUE, bars - 2);
  for (guint i = d->first_column; i < d->last_column; i++)
    {
      g_autofree char *text
          = scope_matrix_format (d->matrix, d->options->measure,
                                 scope_matrix_column (d->matrix, i)->value[d->options->measure], TRUE);
      double width = scope_text_width (text, d->size) + 4, x = column_x (d, i + 0.5) - width / 2;

      if (d->at.cell_width < width || x < last)
        continue;
      last = x + width;
      scope_scene_text_item (d->scene, text, x, d->at.totals_y + bars - 2, width, line, d->size, d->palette->strong_text,
                             SCOPE_ALIGN_CENTRE);
    }
}

/* --- all of it --- */

static void
draw_frame (ScopeMatrixDraw *d)
{
  g_autofree char *axes = scope_matrix_axes_title (d->matrix);

  scope_scene_rect (d->scene, 0, 0, d->options->width, d->options->height, d->palette->canvas);
  if (d->options->title != NULL)
    scope_scene_text_item (d->scene, d->options->title, d->at.titles_x, 4, d->options->width - 2 * d->at.titles_x,
                           d->size + 6, d->size + 1, d->palette->strong_text, SCOPE_ALIGN_START)
        ->bold
        = TRUE;
  scope_scene_text_item (d->scene, axes, d->at.titles_x, d->at.titles_y, d->at.titles_width - 6,
                         d->at.titles_height - 4, d->size, d->palette->text, SCOPE_ALIGN_END);
}

static void
draw_content (ScopeMatrixDraw *d)
{
  const ScopeMatrixMeasure *measure = scope_matrix_measure (d->matrix, d->options->measure);

  scope_matrix_scale_init (&d->scale, d->matrix, d->options);
  draw_row_titles (d);
  draw_column_titles (d);
  scope_scene_set_group (d->scene, 0);
  draw_row_totals (d);
  draw_column_totals (d);
  scope_matrix_draw_legend (d);
  scope_scene_add_group (d->scene, measure->label, SCOPE_NONE, d->at.x, d->at.y, d->at.width, d->at.height);
  draw_ground (d);
  draw_cells (d);
}

static void
draw_marks (ScopeMatrixDraw *d)
{
  const ScopeMatrixSceneOptions *options = d->options;

  scope_scene_add_group (d->scene, NULL, SCOPE_NONE, d->at.x - 1, d->at.y - 1, d->at.width + 2, d->at.height + 2);
  draw_band (d, options->hover_row, options->hover_column, 0.10);
  draw_band (d, options->row, options->column, 0.14);
  draw_outline (d, options->hover_row, options->hover_column, 1, d->palette->text);
  draw_outline (d, options->row, options->column, options->focus ? 3 : 2, d->palette->accent);
}

ScopeScene *
scope_matrix_scene_build (const ScopeMatrix *matrix, const ScopeMatrixSceneOptions *options)
{
  ScopeMatrixDraw d = { .matrix = matrix, .options = options, .palette = options->palette };

  g_return_val_if_fail (options->palette != NULL && options->measure < scope_matrix_n_measures (matrix), NULL);
  d.size = options->font_size > 0 ? options->font_size : 11;
  d.scene = scope_scene_new (options->width, options->height, options->palette);
  d.scene->font_size = d.size;
  scope_matrix_layout (matrix, options, &d.at);
  d.scene->plot_x = d.at.x;
  d.scene->plot_y = d.at.y;
  d.scene->plot_width = d.at.width;
  d.scene->plot_height = d.at.height;
  if (options->parts == 0 || (options->parts & SCOPE_MATRIX_PART_CELLS))
    draw_frame (&d);
  if (scope_matrix_n_rows (matrix) == 0 || scope_matrix_n_columns (matrix) == 0)
    return d.scene;
  find_visible (&d);
  if (options->parts == 0 || (options->parts & SCOPE_MATRIX_PART_CELLS))
    draw_content (&d);
  if (options->parts == 0 || (options->parts & SCOPE_MATRIX_PART_MARKS))
    draw_marks (&d);
  return d.scene;
}
