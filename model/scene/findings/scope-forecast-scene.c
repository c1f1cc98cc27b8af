/* scope-forecast-scene.c: see scope-forecast-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/findings/scope-forecast-scene.h"

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-plot.h"
#include "model/trace/analysis/scope-cause-words.h"

#include <glib/gi18n.h>
#include <math.h>

#define MARGIN 8.0
#define RADIUS 3.5
#define CORNERS 16
#define DASH 4

static const ScopeForecastPoint *
point_of (const ScopeForecastCurve *curve, guint i)
{
  return &g_array_index (curve->points, ScopeForecastPoint, i);
}

static double
ns (ScopeTrace *trace, double ticks)
{
  return ticks * (double) scope_trace_tick_ps (trace) / 1000;
}

/* --- where things are --- */

static ScopeAxis
processors_axis (const ScopeForecastCurve *curve, const ScopeForecastSceneOptions *options)
{
  double least = point_of (curve, 0)->processors, most = point_of (curve, curve->points->len - 1)->processors;

  for (guint i = 0; i < options->n_measured; i++)
    {
      least = MIN (least, MAX (options->measured[i].processors, 1));
      most = MAX (most, options->measured[i].processors);
    }
  if (most <= least)
    most = least + 1;
  return (ScopeAxis) { least / pow (most / least, 0.04), most * pow (most / least, 0.04), TRUE };
}

static ScopePlot
lay_out (const ScopeForecastCurve *curve, const ScopeForecastSceneOptions *options)
{
  double size = options->font_size > 0 ? options->font_size : 11, left = size * 5, top = size * 4.4;

  return (ScopePlot) { .x = left, .y = top, .width = MAX (options->width - left - MARGIN, 20), .font_size = size,
                       .height = MAX (options->height - top - size * 2.4, 20), .h = processors_axis (curve, options) };
}

guint
scope_forecast_scene_point_at (const ScopeForecastCurve *curve, const ScopeForecastSceneOptions *options, double x)
{
  const ScopePlot plot = lay_out (curve, options);
  guint nearest = SCOPE_NONE;
  double least = HUGE_VAL;

  if (x < plot.x || x > plot.x + plot.width)
    return SCOPE_NONE;
  for (guint i = 0; i < curve->points->len; i++)
    {
      double distance = fabs (scope_plot_x (&plot, point_of (curve, i)->processors) - x);

      if (distance < least)
        {
          least = distance;
          nearest = i;
        }
    }
  return nearest;
}

/* --- drawing --- */

static void
draw_dot (ScopeScene *scene, double x, double y, double radius, ScopeColour colour)
{
  float corners[2 * CORNERS];

  for (guint i = 0; i < CORNERS; i++)
    {
      corners[2 * i] = (float) (x + radius * cos (2 * G_PI * i / CORNERS));
      corners[2 * i + 1] = (float) (y + radius * sin (2 * G_PI * i / CORNERS));
    }
  scope_scene_polygon (scene, corners, CORNERS, colour);
}

static void
draw_measured (ScopeScene *scene, const ScopePlot *plot, double processors, double value, double radius)
{
  double x = scope_plot_x (plot, processors), y = CLAMP (scope_plot_y (plot, value), plot->y, plot->y + plot->height);

  draw_dot (scene, x, y, radius + 1.5, scene->palette->canvas);
  draw_dot (scene, x, y, radius, scene->palette->strong_text);
}

static void
draw_curve (ScopeScene *scene, const ScopePlot *plot, const double *xs, const double *ys, guint n, guint dash, ScopeColour colour, guint pointed)
{
  scope_plot_curve (scene, plot, xs, ys, n, 2, dash, colour);
  if (pointed < n)
    {
      double x = scope_plot_x (plot, xs[pointed]), y = scope_plot_y (plot, ys[pointed]);

      draw_dot (scene, x, y, RADIUS + 3, scene->palette->strong_text);
      draw_dot (scene, x, y, RADIUS + 1.5, scene->palette->canvas);
      draw_dot (scene, x, y, RADIUS, colour);
    }
}

/* A piece of the line, or a dot, and what it is; returns where the next one begins. */
static double
draw_key (ScopeScene *scene, const ScopePlot *plot, double x, const char *text, guint dash, ScopeColour colour, gboolean dot)
{
  double size = plot->font_size, y = size * 0.9, width = scope_text_width (text, size);
  ScopeItem *item;

  if (dot)
    draw_dot (scene, x + 10, y, RADIUS, colour);
  else
    scope_scene_line (scene, x, y, x + 20, y, 2, colour)->dash = (guint8) dash;
  item = scope_scene_text_item (scene, text, x + 26, y - size * 0.8, MIN (width, MAX (scene->width - x - 26, 1)), size * 1.6, size,
                                scene->palette->text, SCOPE_ALIGN_START);
  item->ellipsis = TRUE;
  return x + 26 + width + size * 1.5;
}

static void
draw_frame (ScopeScene *scene, const ScopePlot *plot, ScopeTrace *trace, const ScopeForecastCurve *curve, guint unit)
{
  g_autofree double *processors = g_new (double, curve->points->len);
  g_autofree char *title = NULL;

  for (guint i = 0; i < curve->points->len; i++)
    processors[i] = point_of (curve, i)->processors;
  /* TRANSLATORS: a unit of time: “Duration (ms), by number of processors” */
  title = g_strdup_printf (_("Duration (%s), by number of processors"), scope_format_unit_name (unit));
  scope_plot_draw_title (scene, plot, title);
  scope_plot_draw_values (scene, plot, 1, "");
  scope_plot_draw_base (scene, plot, processors, curve->points->len, NULL, NULL);
}

ScopeScene *
scope_forecast_scene_new (ScopeTrace *trace, const ScopeForecastCurve *curve, const ScopeForecastSceneOptions *options)
{
  ScopeScene *scene = scope_scene_new (options->width, options->height, options->palette);
  ScopePlot plot = lay_out (curve, options);
  guint n = curve->points->len, unit;
  g_autofree double *xs = g_new (double, n), *ys = g_new (double, n), *changed = g_new (double, n);
  double most = ns (trace, (double) curve->measured), scale, x = plot.x;

  for (guint i = 0; i < n; i++)
    most = MAX (most, ns (trace, (double) MAX (point_of (curve, i)->end, point_of (curve, i)->changed)));
  for (guint i = 0; i < options->n_measured; i++)
    most = MAX (most, options->measured[i].duration);
  unit = scope_format_unit (MAX (most, 1));
  scale = scope_format_unit_ns (unit);
  plot.v = (ScopeAxis) { 0, MAX (most / scale * 1.08, 1e-9), FALSE };
  for (guint i = 0; i < n; i++)
    {
      xs[i] = point_of (curve, i)->processors;
      ys[i] = ns (trace, (double) point_of (curve, i)->end) / scale;
      changed[i] = ns (trace, (double) point_of (curve, i)->changed) / scale;
    }
  draw_frame (scene, &plot, trace, curve, unit);
  x = draw_key (scene, &plot, x, _("As it is"), 0, scene->palette->accent, FALSE);
  if (curve->changes)
    x = draw_key (scene, &plot, x, _("With the changes"), DASH, scene->palette->state[SCOPE_STATE_RUNNING], FALSE);
  draw_key (scene, &plot, x, _("Measured"), 0, scene->palette->strong_text, TRUE);
  draw_curve (scene, &plot, xs, ys, n, 0, scene->palette->accent, options->pointed);
  if (curve->changes)
    draw_curve (scene, &plot, xs, changed, n, DASH, scene->palette->state[SCOPE_STATE_RUNNING], options->pointed);
  for (guint i = 0; i < options->n_measured; i++)
    draw_measured (scene, &plot, options->measured[i].processors, options->measured[i].duration / scale, RADIUS - 0.5);
  draw_measured (scene, &plot, curve->recorded, ns (trace, (double) curve->measured) / scale, RADIUS + 1);
  return scene;
}

char *
scope_forecast_dup_point_text (ScopeTrace *trace, const ScopeForecastCurve *curve, guint point)
{
  const ScopeForecastPoint *at = point_of (curve, point);
  gint64 tick_ps = scope_trace_tick_ps (trace);
  g_autofree char *processors = scope_cause_processors (trace, at->processors), *end = scope_format_duration ((double) at->end, tick_ps),
                  *changed = scope_format_duration ((double) at->changed, tick_ps);

  /* TRANSLATORS: “8 HECs: 6.31 ms as it is, 3.90 ms with the changes” */
  return curve->changes ? g_strdup_printf (_("%s: %s as it is, %s with the changes"), processors, end, changed)
                        : g_strdup_printf (_("%s: %s as it is"), processors, end);
}
