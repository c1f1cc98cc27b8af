/* scope-matrix-legend.c: below a matrix, what its colours say. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/matrix/scope-matrix-scene-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEGEND_STEPS 8u

static double
legend_text (ScopeMatrixDraw *d, const char *text, double x, ScopeColour colour)
{
  double width = scope_text_width (text, d->size) + 4;

  scope_scene_text_item (d->scene, text, x, d->at.legend_y + 4, width, d->at.legend_height - 4, d->size, colour,
                         SCOPE_ALIGN_START)
      ->ellipsis
      = FALSE;
  return x + width + 4;
}

static double
legend_swatch (ScopeMatrixDraw *d, double x, ScopeColour colour, ScopePattern pattern, ScopeColour second)
{
  double y = floor (d->at.legend_y + (d->at.legend_height + 4) / 2 - 6);
  ScopeItem *item = scope_scene_rect (d->scene, x, y, 12, 12, colour);

  item->pattern = pattern;
  item->second = second;
  return x + 16;
}

/* Whether some cell is below zero, or has no figure. */
static void
find_odd (const ScopeMatrixDraw *d, gboolean *ret_negative, gboolean *ret_unknown)
{
  *ret_negative = *ret_unknown = FALSE;
  for (guint row = 0; row < scope_matrix_n_rows (d->matrix); row++)
    {
      guint n;
      const ScopeMatrixCell *cells = scope_matrix_cells (d->matrix, row, &n);

      for (guint i = 0; i < n; i++)
        {
          *ret_negative |= cells[i].value[d->options->measure] < 0;
          *ret_unknown |= isnan (cells[i].value[d->options->measure]);
        }
    }
}

void
scope_matrix_draw_legend (ScopeMatrixDraw *d)
{
  const ScopeMatrixMeasure *measure = scope_matrix_measure (d->matrix, d->options->measure);
  double x = d->at.legend_x, y = floor (d->at.legend_y + (d->at.legend_height + 4) / 2 - 6);
  gboolean negative, unknown;

  scope_scene_set_group (d->scene, 0);
  if (d->at.legend_height <= 0)
    return;
  x = legend_text (d, measure->label, x, d->palette->strong_text);
  if (d->scale.known)
    {
      g_autofree char *least = scope_matrix_format (d->matrix, d->options->measure, d->scale.least, FALSE);
      g_autofree char *most = scope_matrix_format (d->matrix, d->options->measure, d->scale.most, FALSE);

      x = legend_text (d, d->scale.logarithmic ? least : "0", x + 6, d->palette->text);
      for (guint i = 0; i < LEGEND_STEPS; i++, x += 14)
        scope_scene_rect (d->scene, x, y, 14, 12, scope_matrix_colour (d->palette, i / (LEGEND_STEPS - 1.0)));
      x = legend_text (d, most, x + 4, d->palette->text);
      if (measure->unit != NULL)
        x = legend_text (d, measure->unit, x - 4, d->palette->text);
      if (d->scale.logarithmic)
        x = legend_text (d, _("(logarithmic)"), x, d->palette->text);
    }
  find_odd (d, &negative, &unknown);
  if (negative)
    {
      x = legend_swatch (d, x + 10, d->palette->danger, SCOPE_PATTERN_NONE, 0);
      x = legend_text (d, _("below zero: received before it was sent"), x, d->palette->text);
    }
  if (unknown)
    {
      x = legend_swatch (d, x + 10, d->palette->hatch_ground, SCOPE_PATTERN_HATCH, d->palette->hatch);
      legend_text (d, _("not known"), x, d->palette->text);
    }
}
