/* scope-band-scene.c: see scope-band-scene.h. Areas and lines go in steps, as the columns do: between two columns
 * nothing is made up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/runs/scope-band-scene.h"

#include "model/base/scope-each.h"
#include "model/scene/draw/scope-plot.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <math.h>

#define MARGIN 12.0
#define STRIP 10.0   /* height of the row of triangles */
#define SPACING 90.0 /* of the ruler */
#define SWATCH 24.0

typedef struct
{
  const ScopeRunBand *band;
  ScopeRunSet *set;
  const ScopeBandSceneOptions *options;
  ScopeScene *scene;
  ScopePlot plot;
  ScopeVariation *columns; /* of each column */
  GArray *outside;         /* of ScopeBandStretch, or NULL */
  double size, legend_y, strip_y;
} Build;

void
scope_band_scene_options_init (ScopeBandSceneOptions *options)
{
  *options = (ScopeBandSceneOptions) { .width = 1200, .height = 480, .palette = scope_palette_get (SCOPE_PALETTE_LIGHT),
                                       .run = SCOPE_NONE, .pointed = SCOPE_NONE };
}

const char *
scope_band_quantity_title (ScopeBandQuantity quantity)
{
  static const char *const titles[SCOPE_N_BAND_QUANTITIES]
      = { N_("Processors running"), N_("Processors in GC"), N_("Processors idle"), N_("Threads ready") };

  return _(titles[quantity]);
}

char *
scope_band_dup_title (const ScopeRunBand *band, ScopeRunSet *set, ScopeBandQuantity quantity)
{
  const char *program = scope_run_set_summary (set, band->baseline)->program;
  guint n = scope_run_set_n_read (set);

  /* TRANSLATORS: program, what (“Processors running”), number of runs */
  return g_strdup_printf (ngettext ("%s: %s over time, %u run", "%s: %s over time, %u runs", n),
                          program != NULL ? program : _("Program"), scope_band_quantity_title (quantity), n);
}

static gboolean
is_share (const ScopeRunBand *band, ScopeBandQuantity quantity)
{
  return band->share && quantity != SCOPE_BAND_READY;
}

/* --- where things are --- */

static void
lay_out (Build *b)
{
  double size = b->size, left = size * 4.8, top;

  b->legend_y = b->options->title != NULL ? MARGIN / 2 + size * 2 : MARGIN / 2;
  top = b->legend_y + size * 4;
  b->plot = (ScopePlot) { .x = left,
                          .y = top,
                          .width = MAX (b->options->width - left - MARGIN, 20),
                          .height = MAX (b->options->height - top - size * 2.6 - STRIP - 6, 30),
                          .font_size = size };
  b->plot.h = (ScopeAxis) { (double) b->band->from, (double) MAX (b->band->to, b->band->from + 1), FALSE };
  b->strip_y = b->plot.y + b->plot.height + 4;
}

static double
find_most (const Build *b)
{
  double most = 0;

  if (is_share (b->band, b->options->quantity))
    return 1;
  for (guint c = 0; c < b->band->n; c++)
    for (guint i = 0; i < b->band->n_runs; i++)
      {
        double value = scope_run_band_value (b->band, b->options->quantity, i, c);

        most = isfinite (value) ? MAX (most, value) : most;
      }
  /* Of processors, all there are: how much of them was used is seen. */
  for (guint i = 0; i < b->band->n_runs && b->options->quantity != SCOPE_BAND_READY; i++)
    if (scope_run_set_summary (b->set, i) != NULL)
      most = MAX (most, scope_run_set_summary (b->set, i)->processors);
  return most > 0 ? most : 1;
}

static double
edge_x (const Build *b, guint edge)
{
  return scope_plot_x (&b->plot, (double) b->band->edges[edge]);
}

/* --- areas and lines --- */

typedef enum
{
  LEAST,
  GREATEST,
  BELOW_MEAN, /* mean − deviation, no less than the least */
  ABOVE_MEAN,
  MEAN,
  CHOSEN,
} Figure;

static double
figure_at (const Build *b, guint column, Figure figure)
{
  const ScopeVariation *v = &b->columns[column];

  if (figure == CHOSEN)
    return scope_run_band_value (b->band, b->options->quantity, b->options->run, column);
  if (v->n == 0)
    return NAN;
  switch (figure)
    {
    case LEAST:
      return v->least;
    case GREATEST:
      return v->greatest;
    case BELOW_MEAN:
      return MAX (v->mean - v->deviation, v->least);
    case ABOVE_MEAN:
      return MIN (v->mean + v->deviation, v->greatest);
    case MEAN:
    case CHOSEN:
    default:
      return v->mean;
    }
}

static void
add_step (const Build *b, GArray *points, guint column, double value, gboolean back)
{
  float y = (float) scope_plot_y (&b->plot, value);
  float step[4] = { (float) edge_x (b, column + (back ? 1 : 0)), y, (float) edge_x (b, column + (back ? 0 : 1)), y };

  g_array_append_vals (points, step, 4);
}

/* Columns [from, to) in which the figure is known; FALSE at the end. */
static gboolean
next_known (const Build *b, Figure figure, guint *from, guint *to)
{
  *from = *to;
  while (*from < b->band->n && isnan (figure_at (b, *from, figure)))
    (*from)++;
  for (*to = *from; *to < b->band->n && !isnan (figure_at (b, *to, figure)); (*to)++)
    ;
  return *from < *to;
}

static void
draw_area (Build *b, Figure low, Figure high, ScopeColour colour)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));

  for (guint from = 0, to = 0; next_known (b, low, &from, &to);)
    {
      g_array_set_size (points, 0);
      for (guint c = from; c < to; c++)
        add_step (b, points, c, figure_at (b, c, high), FALSE);
      for (guint c = to; c > from; c--)
        add_step (b, points, c - 1, figure_at (b, c - 1, low), TRUE);
      scope_scene_polygon (b->scene, (float *) (void *) points->data, points->len / 2, colour);
    }
}

static void
draw_steps (Build *b, Figure figure, guint from, guint to, double width, ScopeColour colour)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));

  for (guint c = from; c < to; c++)
    add_step (b, points, c, figure_at (b, c, figure), FALSE);
  scope_scene_polyline (b->scene, (float *) (void *) points->data, points->len / 2, width, colour);
}

static void
draw_line_of (Build *b, Figure figure, double width, ScopeColour colour)
{
  for (guint from = 0, to = 0; next_known (b, figure, &from, &to);)
    draw_steps (b, figure, from, to, width, colour);
}

/* --- where the run is outside --- */

static void
draw_triangles (Build *b, double x0, double x1, gboolean up)
{
  double y = b->strip_y, width = STRIP - 2, room = MAX (x1 - x0, 1);
  guint n = (guint) CLAMP (floor (room / (width + 3)), 1, 400);

  for (guint i = 0; i < n; i++)
    {
      double x = x0 + room * (i + 0.5) / n, tip = up ? y : y + STRIP, foot = up ? y + STRIP : y;
      float corners[6] = { (float) (x - width / 2), (float) foot, (float) x,   (float) tip,
                           (float) (x + width / 2), (float) foot };

      scope_scene_polygon (b->scene, corners, 3, b->scene->palette->danger);
    }
}

static void
draw_outside (Build *b)
{
  SCOPE_EACH (const ScopeBandStretch, s, b->outside)
    {
      draw_steps (b, CHOSEN, s->from, s->to, 3.5, b->scene->palette->danger);
      draw_triangles (b, edge_x (b, s->from), edge_x (b, s->to), s->above);
    }
}

/* --- frame --- */

static void
draw_ruler (Build *b)
{
  const ScopeRunBand *band = b->band;
  ScopeViewport viewport;
  ScopeRuler ruler;
  double size = b->size, y = b->strip_y + STRIP + 2;

  scope_viewport_init (&viewport, band->from, MAX (band->to, band->from + 1), (int) MAX (b->plot.width, 1));
  scope_ruler_init_at (&ruler, &viewport, band->tick_ps, SPACING, 0);
  scope_scene_rect (b->scene, b->plot.x, floor (b->plot.y + b->plot.height), b->plot.width, 1, b->scene->palette->text);
  for (guint i = 0; i < ruler.n; i++)
    {
      double x = floor (b->plot.x + scope_viewport_x (&viewport, ruler.first + i * ruler.step));
      g_autofree char *label = scope_ruler_label (&ruler, &viewport, band->tick_ps, i);

      scope_scene_rect (b->scene, x, b->plot.y, 1, b->plot.height, b->scene->palette->grid);
      scope_scene_text_item (b->scene, label, CLAMP (x - SPACING / 2, 0, MAX (b->options->width - SPACING, 0)), y, SPACING,
                             size * 1.6, size, b->scene->palette->text, SCOPE_ALIGN_CENTRE);
    }
}

static void
draw_frame (Build *b)
{
  gboolean share = is_share (b->band, b->options->quantity);

  scope_plot_draw_title (b->scene, &b->plot,
                         share ? _("Share of all processors") : scope_band_quantity_title (b->options->quantity));
  scope_plot_draw_values (b->scene, &b->plot, share ? 100 : 1, share ? "%" : "");
  draw_ruler (b);
}

/* From where on some have ended. */
static void
draw_whole (Build *b)
{
  double x = floor (scope_plot_x (&b->plot, (double) b->band->whole)) + 0.5, size = b->size, width = size * 12;
  gboolean left = x - width - 4 >= b->plot.x; /* else there is no room for its words on that side */

  if (b->band->whole >= b->band->to || b->band->whole <= b->band->from)
    return;
  scope_scene_line (b->scene, x, b->plot.y, x, b->plot.y + b->plot.height, 1, b->scene->palette->text)->dash = 4;
  scope_scene_text_item (b->scene, _("first run ends"), left ? x - width - 4 : x + 4, b->plot.y + 2, width, size * 1.6, size,
                         b->scene->palette->text, left ? SCOPE_ALIGN_END : SCOPE_ALIGN_START);
}

/* --- legend --- */

typedef struct
{
  const char *text;
  ScopeColour area; /* 0: none */
  ScopeColour line; /* 0: none */
  double width;
  gboolean triangles;
} Key;

static double
draw_key (Build *b, double x, const Key *key)
{
  double size = b->size, y = b->legend_y + size * 0.8, width = scope_text_width (key->text, size);

  if (x > MARGIN && x + SWATCH + 6 + width > b->options->width)
    return x;
  if (key->area != 0)
    scope_scene_rect (b->scene, x, y - 6, SWATCH, 12, key->area);
  if (key->line != 0)
    scope_scene_line (b->scene, x, y, x + SWATCH, y, key->width, key->line);
  if (key->triangles)
    {
      double strip_y = b->strip_y;

      b->strip_y = y - STRIP / 2;
      draw_triangles (b, x, x + SWATCH / 2, TRUE);
      draw_triangles (b, x + SWATCH / 2, x + SWATCH, FALSE);
      b->strip_y = strip_y;
    }
  scope_scene_text_item (b->scene, key->text, x + SWATCH + 6, y - size * 0.8,
                         MIN (width, MAX (b->options->width - x - SWATCH - 6, 1)), size * 1.6, size, b->scene->palette->text,
                         SCOPE_ALIGN_START)
      ->ellipsis
      = TRUE;
  return x + SWATCH + 6 + width + size * 1.5;
}

static void
draw_legend (Build *b, ScopeColour wide, ScopeColour narrow)
{
  const ScopePalette *palette = b->scene->palette;
  gboolean chosen = b->options->run != SCOPE_NONE;
  guint n = scope_run_set_n_read (b->set) - (chosen && scope_run_set_summary (b->set, b->options->run) != NULL);
  g_autofree char *range = g_strdup_printf (
      chosen ? ngettext ("Least to greatest of %u other run", "Least to greatest of %u other runs", n)
             : ngettext ("Least to greatest of %u run", "Least to greatest of %u runs", n),
      n);
  double x = MARGIN;

  if (b->options->title != NULL)
    {
      ScopeItem *item = scope_scene_text_item (b->scene, b->options->title, MARGIN, MARGIN / 2, b->options->width - 2 * MARGIN,
                                               b->size * 1.8, b->size * 1.15, palette->strong_text, SCOPE_ALIGN_START);
      item->bold = item->ellipsis = TRUE;
    }
  x = draw_key (b, x, &(Key) { range, wide, 0, 0, FALSE });
  x = draw_key (b, x, &(Key) { _("Mean ± standard deviation"), narrow, 0, 0, FALSE });
  x = draw_key (b, x, &(Key) { _("Mean"), 0, palette->accent, 2, FALSE });
  if (!chosen)
    return;
  x = draw_key (b, x, &(Key) { scope_run_set_name (b->set, b->options->run), 0, palette->strong_text, 1.5, FALSE });
  if (b->outside->len > 0)
    {
      g_autofree char *text = g_strdup_printf (
          ngettext ("More or less than all others (%u stretch)", "More or less than all others (%u stretches)",
                    b->outside->len),
          b->outside->len);

      draw_key (b, x, &(Key) { text, 0, 0, 0, TRUE });
    }
}

ScopeScene *
scope_band_scene_new (const ScopeRunBand *band, ScopeRunSet *set, const ScopeBandSceneOptions *options)
{
  Build b = { .band = band, .set = set, .options = options, .size = options->font_size > 0 ? options->font_size : 11 };
  const ScopePalette *palette = options->palette;
  ScopeColour wide = scope_colour_mix (palette->canvas, palette->accent, 0.2),
              narrow = scope_colour_mix (palette->canvas, palette->accent, 0.42);

  b.scene = scope_scene_new (options->width, options->height, palette);
  lay_out (&b);
  b.plot.v = (ScopeAxis) { 0, find_most (&b) * 1.04, FALSE };
  b.columns = g_new (ScopeVariation, band->n);
  for (guint c = 0; c < band->n; c++)
    scope_run_band_vary (band, options->quantity, c, options->run, &b.columns[c]);
  b.outside = options->run != SCOPE_NONE ? scope_run_band_find_outside (band, options->quantity, options->run) : NULL;
  scope_scene_rect (b.scene, 0, 0, options->width, options->height, palette->canvas);
  draw_frame (&b);
  draw_area (&b, LEAST, GREATEST, wide);
  draw_area (&b, BELOW_MEAN, ABOVE_MEAN, narrow);
  draw_line_of (&b, MEAN, 2, palette->accent);
  draw_whole (&b);
  if (b.outside != NULL)
    {
      draw_line_of (&b, CHOSEN, 1.5, palette->strong_text);
      draw_outside (&b);
    }
  if (options->pointed < band->n)
    scope_scene_rect (b.scene, edge_x (&b, options->pointed), b.plot.y,
                      MAX (edge_x (&b, options->pointed + 1) - edge_x (&b, options->pointed), 1), b.plot.height,
                      scope_colour_alpha (palette->strong_text, 0.25));
  draw_legend (&b, wide, narrow);
  g_free (b.columns);
  g_clear_pointer (&b.outside, g_array_unref);
  return b.scene;
}

/* --- asking --- */

guint
scope_band_scene_column_at (const ScopeRunBand *band, const ScopeBandSceneOptions *options, double x)
{
  Build b = { .band = band, .options = options, .size = options->font_size > 0 ? options->font_size : 11 };
  double at;

  lay_out (&b);
  at = (x - b.plot.x) / b.plot.width * band->n;
  return at >= 0 && at < band->n ? (guint) at : SCOPE_NONE;
}
