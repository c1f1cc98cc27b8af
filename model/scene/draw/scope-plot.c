/* scope-plot.c: see scope-plot.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-plot.h"

#include "model/scene/draw/scope-ruler.h"

#include <math.h>

#define SPACING 32.0 /* least distance of ticks of the upright axis */
#define MOST_TICKS 64

static double
position (const ScopeAxis *axis, double value)
{
  if (axis->log)
    return log (value / axis->from) / log (axis->to / axis->from);
  return (value - axis->from) / (axis->to - axis->from);
}

double
scope_plot_x (const ScopePlot *plot, double value)
{
  return plot->x + plot->width * position (&plot->h, value);
}

double
scope_plot_y (const ScopePlot *plot, double value)
{
  return plot->y + plot->height * (1 - position (&plot->v, value));
}

/* The next greater or equal of 1, 2, 5, 10, 20, … (of any power of ten). */
static double
step_of (double least)
{
  double power = pow (10, floor (log10 (least))), n = least / power;

  return power * (n <= 1 + 1e-9 ? 1 : n <= 2 + 1e-9 ? 2 : n <= 5 + 1e-9 ? 5 : 10);
}

/* --- the upright axis --- */

static char *
plain_label (double value, gpointer user_data)
{
  return fabs (value - round (value)) < 1e-9 && fabs (value) < 1e15 ? g_strdup_printf ("%.0f", value)
                                                                    : scope_format_number (value);
}

static void
draw_value (ScopeScene *scene, const ScopePlot *plot, double value, const char *text)
{
  double y = floor (scope_plot_y (plot, value)) + 0.5, size = plot->font_size;

  scope_scene_rect (scene, plot->x, y - 0.5, plot->width, 1, scene->palette->grid);
  scope_scene_text_item (scene, text, 0, y - size * 0.8, plot->x - 6, size * 1.6, size, scene->palette->text,
                         SCOPE_ALIGN_END);
}

/* As many decimals as `step` needs: all labels of an axis look alike. */
static char *
value_label (double value, double step, const char *unit)
{
  int decimals = (int) CLAMP (ceil (-log10 (step) - 1e-9), 0, 6);

  return g_strdup_printf ("%s%.*f%s%s", value < 0 ? "−" : "", decimals, fabs (value), unit[0] != '\0' ? " " : "", unit);
}

void
scope_plot_draw_values (ScopeScene *scene, const ScopePlot *plot, double scale, const char *unit)
{
  const ScopeAxis *v = &plot->v;
  double most = MAX (floor (plot->height / SPACING), 2), step;
  guint n = 0;

  if (v->log)
    {
      double factor = MAX (exp2 (ceil (log2 (v->to / v->from) / most)), 2);

      for (double at = exp2 (ceil (log2 (v->from) - 1e-9)); at <= v->to * (1 + 1e-9) && n < MOST_TICKS; at *= factor, n++)
        {
          g_autofree char *text = value_label (at * scale, MIN (at * scale, 1), unit);

          draw_value (scene, plot, at, text);
        }
      return;
    }
  step = step_of ((v->to - v->from) / most);
  for (double i = ceil (v->from / step - 1e-9); i * step <= v->to + step * 1e-9 && n < MOST_TICKS; i++, n++)
    {
      g_autofree char *text = value_label (i * step * scale, step * scale, unit);

      draw_value (scene, plot, i * step, text);
    }
}

/* --- the level one --- */

void
scope_plot_draw_base (ScopeScene *scene, const ScopePlot *plot, const double *values, guint n, ScopeAxisLabelFunc label,
                      gpointer user_data)
{
  double bottom = plot->y + plot->height, size = plot->font_size, free_from = -HUGE_VAL;

  scope_scene_rect (scene, plot->x, floor (bottom), plot->width, 1, scene->palette->text);
  for (guint i = 0; i < n; i++)
    {
      double x = floor (scope_plot_x (plot, values[i])) + 0.5;
      g_autofree char *text = label != NULL ? label (values[i], user_data) : plain_label (values[i], NULL);
      double width = scope_text_width (text, size), left = x - width / 2;

      scope_scene_rect (scene, x - 0.5, floor (bottom), 1, 5, scene->palette->text);
      if (left < free_from)
        continue;
      left = CLAMP (left, 0, MAX (scene->width - width, 0));
      /* The width is but estimated: no box may cut it. */
      scope_scene_text_item (scene, text, left - size, bottom + 6, width + 2 * size, size * 1.6, size, scene->palette->text,
                             SCOPE_ALIGN_CENTRE);
      free_from = left + width + size * 0.6;
    }
}

void
scope_plot_draw_title (ScopeScene *scene, const ScopePlot *plot, const char *title)
{
  double size = plot->font_size;

  scope_scene_text_item (scene, title, plot->x, plot->y - size * 2, plot->width, size * 1.7, size, scene->palette->strong_text,
                         SCOPE_ALIGN_START)
      ->ellipsis
      = TRUE;
}

/* --- curves --- */

static void
end_curve (ScopeScene *scene, GArray *points, double width, guint dash, ScopeColour colour)
{
  ScopeItem *item;

  if (points->len >= 4)
    {
      item = scope_scene_polyline (scene, (float *) (void *) points->data, points->len / 2, width, colour);
      item->dash = (guint8) dash;
    }
  g_array_set_size (points, 0);
}

void
scope_plot_curve (ScopeScene *scene, const ScopePlot *plot, const double *xs, const double *ys, guint n, double width,
                  guint dash, ScopeColour colour)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));

  for (guint i = 0; i < n; i++)
    {
      double x = scope_plot_x (plot, xs[i]), y = scope_plot_y (plot, ys[i]);
      float point[2] = { (float) x, (float) CLAMP (y, plot->y, plot->y + plot->height) };

      if (isfinite (x) && isfinite (y) && x >= plot->x - 0.5 && x <= plot->x + plot->width + 0.5)
        g_array_append_vals (points, point, 2);
      else
        end_curve (scene, points, width, dash, colour);
    }
  end_curve (scene, points, width, dash, colour);
}
