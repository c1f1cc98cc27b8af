/* scope-scaling-scene.c: see scope-scaling-scene.h. What is measured has points and bars, what is computed has none;
 * so lines are told apart without their colours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/runs/scope-scaling-scene.h"

#include "model/scene/draw/scope-plot.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/scene/runs/scope-scaling-table.h"

#include <glib/gi18n.h>
#include <math.h>

#define CURVE 128 /* points of a curve */
#define MARGIN 12.0
#define RADIUS 4.0
#define CAP 4.0
#define CORNERS 16
#define DASH 4

typedef enum
{
  PLOT_SPEEDUP,
  PLOT_EFFICIENCY,
  PLOT_KARP_FLATT,
  N_PLOTS
} PlotKind;

typedef struct
{
  const ScopeScaling *scaling;
  const ScopeScalingSceneOptions *options;
  ScopeScene *scene;
  ScopePlot plots[N_PLOTS];
  double legend_y, title_y, size;
} Build;

void
scope_scaling_scene_options_init (ScopeScalingSceneOptions *options)
{
  *options = (ScopeScalingSceneOptions) { .width = 900, .height = 700, .palette = scope_palette_get (SCOPE_PALETTE_LIGHT),
                                          .pointed = SCOPE_NONE };
}

static double
value_of (const ScopeScalingPoint *point, PlotKind kind)
{
  return kind == PLOT_SPEEDUP ? point->speedup : kind == PLOT_EFFICIENCY ? point->efficiency : point->karp_flatt;
}

/* The same of a run as quick as `speedup`: for the ends of error bars. */
static double
value_at (const ScopeScaling *scaling, const ScopeScalingPoint *point, PlotKind kind, double speedup)
{
  double q = scope_scaling_ideal (scaling, point->processors);

  if (kind == PLOT_SPEEDUP)
    return speedup;
  return kind == PLOT_EFFICIENCY ? speedup / q : isnan (point->karp_flatt) ? NAN : (1 / speedup - 1 / q) / (1 - 1 / q);
}

/* --- where things are --- */

static ScopeAxis
processors_axis (const Build *b)
{
  guint n = scope_scaling_n_points (b->scaling);
  double first = scope_scaling_point (b->scaling, 0)->processors, last = scope_scaling_point (b->scaling, n - 1)->processors;

  if (b->options->log)
    return (ScopeAxis) { first / pow (last / first, 0.06), last * pow (last / first, 0.06), TRUE };
  return (ScopeAxis) { 0, last * 1.06, FALSE };
}

static ScopeAxis
values_axis (const Build *b, PlotKind kind)
{
  const ScopeScaling *scaling = b->scaling;
  guint n = scope_scaling_n_points (scaling);
  double most = kind == PLOT_EFFICIENCY ? 1 : kind == PLOT_KARP_FLATT ? 0.02 : 0, least = 0, lowest = HUGE_VAL;

  for (guint i = 0; i < n; i++)
    {
      const ScopeScalingPoint *point = scope_scaling_point (scaling, i);
      double a = value_at (scaling, point, kind, point->speedup_least), c = value_at (scaling, point, kind, point->speedup_most);

      most = MAX (most, MAX (isnan (a) ? 0 : a, isnan (c) ? 0 : c));
      least = MIN (least, MIN (isnan (a) ? 0 : a, isnan (c) ? 0 : c));
      lowest = MIN (lowest, isnan (a) ? HUGE_VAL : a);
      if (kind == PLOT_SPEEDUP)
        most = MAX (most, scope_scaling_ideal (scaling, point->processors));
    }
  if (kind == PLOT_KARP_FLATT && isfinite (scaling->serial_fraction))
    most = MAX (most, scaling->serial_fraction);
  if (kind == PLOT_SPEEDUP && b->options->log)
    return (ScopeAxis) { MIN (lowest, scope_scaling_ideal (scaling, scaling->base)) / 1.25, most * 1.25, TRUE };
  return (ScopeAxis) { least * 1.1, most * 1.1, FALSE };
}

static void
lay_out (Build *b)
{
  double size = b->size, left = size * 4.4, width = b->options->width, height = b->options->height, top, low, gap, end;

  b->title_y = MARGIN / 2;
  b->legend_y = b->options->title != NULL ? b->title_y + size * 2 : MARGIN / 2;
  top = b->legend_y + size * 4; /* legend, title of the plot */
  gap = size * 5;               /* labels below, title of the next */
  end = size * 2.8;
  low = MAX ((height - top - gap - end) * 0.36, 30);
  for (guint k = 0; k < N_PLOTS; k++)
    {
      ScopePlot *plot = &b->plots[k];

      plot->font_size = size;
      plot->x = left;
      plot->width = MAX (width - left - MARGIN, 20);
      plot->y = top;
      plot->height = MAX (height - top - gap - end - low, 30);
      if (k != PLOT_SPEEDUP)
        {
          plot->width = MAX ((width - 2 * left - MARGIN * 2) / 2, 20);
          plot->x = k == PLOT_EFFICIENCY ? left : left * 2 + plot->width + MARGIN;
          plot->y = top + b->plots[0].height + gap;
          plot->height = low;
        }
      plot->h = processors_axis (b);
      plot->v = values_axis (b, k);
    }
}

/* --- drawing --- */

static void
draw_dot (Build *b, double x, double y, double radius, ScopeColour colour)
{
  float corners[2 * CORNERS];

  for (guint i = 0; i < CORNERS; i++)
    {
      corners[2 * i] = (float) (x + radius * cos (2 * G_PI * i / CORNERS));
      corners[2 * i + 1] = (float) (y + radius * sin (2 * G_PI * i / CORNERS));
    }
  scope_scene_polygon (b->scene, corners, CORNERS, colour);
}

static double
clamp_y (const ScopePlot *plot, double value)
{
  return CLAMP (scope_plot_y (plot, value), plot->y, plot->y + plot->height);
}

static void
draw_bar (Build *b, const ScopePlot *plot, const ScopeScalingPoint *point, PlotKind kind)
{
  double x = scope_plot_x (plot, point->processors);
  double low = clamp_y (plot, value_at (b->scaling, point, kind, point->speedup_least));
  double high = clamp_y (plot, value_at (b->scaling, point, kind, point->speedup_most));

  if (point->n_runs < 2 || !isfinite (low) || !isfinite (high))
    return;
  scope_scene_line (b->scene, x, low, x, high, 1.5, b->scene->palette->strong_text);
  scope_scene_line (b->scene, x - CAP, low, x + CAP, low, 1.5, b->scene->palette->strong_text);
  scope_scene_line (b->scene, x - CAP, high, x + CAP, high, 1.5, b->scene->palette->strong_text);
}

/* Above the point and its bar; below both if there is no room; beside the point if the axis has its words there. */
static void
draw_figure (Build *b, PlotKind kind, const ScopeScalingPoint *point)
{
  const ScopePlot *plot = &b->plots[kind];
  double size = b->size, width = size * 5, x = scope_plot_x (plot, point->processors), value = value_of (point, kind);
  double y0 = clamp_y (plot, value_at (b->scaling, point, kind, point->speedup_least));
  double y1 = clamp_y (plot, value_at (b->scaling, point, kind, point->speedup_most));
  double above = MIN (y0, y1) - size * 2.2, below = MAX (y0, y1) + size * 0.8;
  g_autofree char *text = kind == PLOT_EFFICIENCY ? scope_format_share (value) : scope_format_number (value);
  double y = above >= plot->y - size * 0.5 ? above : below, ground = scope_text_width (text, size) + 4;

  if (y == below && below + size * 1.6 > plot->y + plot->height)
    {
      double aside = ground / 2 + RADIUS + 4;

      y = CLAMP (clamp_y (plot, value) - size * 0.8, plot->y - size * 0.5, plot->y + plot->height - size * 1.6);
      x += x - aside - ground / 2 >= plot->x ? -aside : aside;
    }
  x = CLAMP (x, plot->x + width / 2, MAX (b->options->width - width / 2, plot->x + width / 2));
  /* Lines that pass behind it do not make it unreadable. */
  scope_scene_rect (b->scene, x - ground / 2, y, ground, size * 1.6, scope_colour_alpha (b->scene->palette->canvas, 0.8));
  scope_scene_text_item (b->scene, text, x - width / 2, y, width, size * 1.6, size, b->scene->palette->strong_text,
                         SCOPE_ALIGN_CENTRE);
}

static void
draw_points (Build *b, PlotKind kind)
{
  const ScopePlot *plot = &b->plots[kind];
  guint n = scope_scaling_n_points (b->scaling);
  g_autofree double *xs = g_new (double, n), *ys = g_new (double, n);
  double last_x = -HUGE_VAL;

  for (guint i = 0; i < n; i++)
    {
      xs[i] = scope_scaling_point (b->scaling, i)->processors;
      ys[i] = value_of (scope_scaling_point (b->scaling, i), kind);
    }
  scope_plot_curve (b->scene, plot, xs, ys, n, 2, 0, b->scene->palette->accent);
  for (guint i = 0; i < n; i++)
    {
      double x = scope_plot_x (plot, xs[i]), y = clamp_y (plot, ys[i]);
      gboolean pointed = i == b->options->pointed;

      if (!isfinite (ys[i]))
        continue;
      draw_bar (b, plot, scope_scaling_point (b->scaling, i), kind);
      if (pointed)
        draw_dot (b, x, y, RADIUS + 3.5, b->scene->palette->strong_text);
      draw_dot (b, x, y, RADIUS + 1.5, b->scene->palette->canvas);
      draw_dot (b, x, y, RADIUS, b->scene->palette->accent);
      if (pointed || x - last_x >= b->size * 4.2)
        {
          draw_figure (b, kind, scope_scaling_point (b->scaling, i));
          last_x = x;
        }
    }
}

/* What S could be at any p: straight if ideal. */
static void
draw_curve (Build *b, gboolean amdahl)
{
  const ScopePlot *plot = &b->plots[PLOT_SPEEDUP];
  double xs[CURVE], ys[CURVE];
  double from = scope_scaling_point (b->scaling, 0)->processors, to = plot->h.to;

  if (!b->options->log)
    from = amdahl ? MAX (from, 1) : 0;
  for (guint i = 0; i < CURVE; i++)
    {
      double part = (double) i / (CURVE - 1);

      xs[i] = b->options->log ? from * pow (to / from, part) : from + (to - from) * part;
      ys[i] = amdahl ? scope_scaling_amdahl (b->scaling, xs[i]) : scope_scaling_ideal (b->scaling, xs[i]);
      if (ys[i] > plot->v.to)
        ys[i] = NAN;
    }
  scope_plot_curve (b->scene, plot, xs, ys, CURVE, amdahl ? 1.5 : 1, amdahl ? DASH : 0,
                    amdahl ? b->scene->palette->strong_text : b->scene->palette->text);
}

static void
draw_level (Build *b, PlotKind kind, double value, guint dash, ScopeColour colour)
{
  const ScopePlot *plot = &b->plots[kind];
  double y = scope_plot_y (plot, value);

  if (isfinite (y) && y >= plot->y && y <= plot->y + plot->height)
    scope_scene_line (b->scene, plot->x, y, plot->x + plot->width, y, 1.5, colour)->dash = (guint8) dash;
}

static void
draw_frame (Build *b, PlotKind kind)
{
  const ScopePlot *plot = &b->plots[kind];
  guint n = scope_scaling_n_points (b->scaling);
  g_autofree double *processors = g_new (double, n);
  static const char *const titles[N_PLOTS] = { N_("Speed-up"), N_("Efficiency"), N_("Karp–Flatt: serial fraction") };
  g_autofree char *title = NULL;
  const char *word = scope_scaling_processors_word (b->scaling->runtime, FALSE);

  for (guint i = 0; i < n; i++)
    processors[i] = scope_scaling_point (b->scaling, i)->processors;
  if (kind == PLOT_SPEEDUP && b->scaling->relative)
    /* TRANSLATORS: speed-up, against what: “Speed-up (relative to 2), by number of HECs” */
    title = g_strdup_printf (_("%s (relative to %u), by number of %s"), _(titles[kind]), b->scaling->base, word);
  else
    /* TRANSLATORS: what, and “HECs” or the like: “Efficiency, by number of HECs” */
    title = g_strdup_printf (_("%s, by number of %s"), _(titles[kind]), word);
  scope_scene_set_group (b->scene, scope_scene_add_group (b->scene, title, SCOPE_NONE, 0, 0, b->options->width,
                                                          b->options->height));
  scope_plot_draw_title (b->scene, plot, title);
  scope_plot_draw_values (b->scene, plot, kind == PLOT_EFFICIENCY ? 100 : 1, kind == PLOT_EFFICIENCY ? "%" : "");
  scope_plot_draw_base (b->scene, plot, processors, n, NULL, NULL);
}

/* A piece of the line, and what it is; returns where the next one begins. */
static double
draw_key (Build *b, double x, const char *text, gboolean measured, guint dash, ScopeColour colour)
{
  double size = b->size, y = b->legend_y + size * 0.8, width = scope_text_width (text, size);

  if (x > MARGIN && x + 30 + width > b->options->width)
    return x;
  scope_scene_line (b->scene, x, y, x + 24, y, measured ? 2 : 1.5, colour)->dash = (guint8) dash;
  if (measured)
    draw_dot (b, x + 12, y, RADIUS, colour);
  scope_scene_text_item (b->scene, text, x + 30, y - size * 0.8, MIN (width, MAX (b->options->width - x - 30, 1)), size * 1.6, size,
                         b->scene->palette->text, SCOPE_ALIGN_START)
      ->ellipsis
      = TRUE;
  return x + 30 + width + size * 1.5;
}

static void
draw_legend (Build *b)
{
  const ScopePalette *palette = b->scene->palette;
  double x = MARGIN;

  if (b->options->title != NULL)
    {
      ScopeItem *item = scope_scene_text_item (b->scene, b->options->title, MARGIN, b->title_y, b->options->width - 2 * MARGIN,
                                               b->size * 1.8, b->size * 1.15, palette->strong_text, SCOPE_ALIGN_START);
      item->bold = item->ellipsis = TRUE;
    }
  x = draw_key (b, x, _("Measured: mean, slowest to quickest run"), TRUE, 0, palette->accent);
  if (isfinite (b->scaling->serial_fraction))
    {
      g_autofree char *share = scope_format_share (b->scaling->serial_fraction);
      guint by = b->scaling->serial_by;
      g_autofree char *text = g_strdup_printf (by != 0 ? _("Amdahl’s bound: at most %s of the work is serial (by the speed-up on %u)")
                                                       : _("Amdahl’s bound: %s of the work is serial (measured on %u)"),
                                               share, by != 0 ? by : b->scaling->serial_at);

      x = draw_key (b, x, text, FALSE, DASH, palette->strong_text);
    }
  draw_key (b, x, _("Ideal"), FALSE, 0, palette->text);
}

ScopeScene *
scope_scaling_scene_new (const ScopeScaling *scaling, const ScopeScalingSceneOptions *options)
{
  Build b = { .scaling = scaling, .options = options, .size = options->font_size > 0 ? options->font_size : 11 };

  b.scene = scope_scene_new (options->width, options->height, options->palette);
  lay_out (&b);
  scope_scene_rect (b.scene, 0, 0, options->width, options->height, options->palette->canvas);
  draw_legend (&b);
  for (guint k = 0; k < N_PLOTS; k++)
    {
      draw_frame (&b, k);
      if (k == PLOT_SPEEDUP)
        draw_curve (&b, FALSE);
      if (k == PLOT_SPEEDUP && isfinite (scaling->serial_fraction))
        draw_curve (&b, TRUE);
      if (k == PLOT_EFFICIENCY)
        draw_level (&b, k, 1, 0, options->palette->text);
      if (k == PLOT_KARP_FLATT)
        draw_level (&b, k, scaling->serial_fraction, DASH, options->palette->strong_text);
      draw_points (&b, k);
    }
  scope_scene_set_group (b.scene, 0);
  return b.scene;
}

/* --- asking --- */

guint
scope_scaling_scene_point_at (const ScopeScaling *scaling, const ScopeScalingSceneOptions *options, double x, double y)
{
  Build b = { .scaling = scaling, .options = options, .size = options->font_size > 0 ? options->font_size : 11 };
  guint best = SCOPE_NONE;
  double least = HUGE_VAL;

  lay_out (&b);
  for (guint k = 0; k < N_PLOTS; k++)
    {
      const ScopePlot *plot = &b.plots[k];

      if (x < plot->x - 20 || x > plot->x + plot->width + 20 || y < plot->y - 20 || y > plot->y + plot->height + 20)
        continue;
      for (guint i = 0; i < scope_scaling_n_points (scaling); i++)
        {
          double distance = fabs (scope_plot_x (plot, scope_scaling_point (scaling, i)->processors) - x);

          if (distance < least)
            {
              least = distance;
              best = i;
            }
        }
    }
  return best;
}

char *
scope_scaling_dup_point_text (const ScopeScaling *scaling, guint index)
{
  const ScopeScalingPoint *point = scope_scaling_point (scaling, index);
  g_autofree char *time = scope_format_duration (point->time.mean, 1000),
                  *processors = scope_scaling_dup_processors (scaling->runtime, point->processors);
  g_autofree char *speedup = scope_format_number (point->speedup), *efficiency = scope_format_share (point->efficiency);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s: %s", processors, time);
  if (point->n_runs > 1)
    {
      g_autofree char *range = scope_format_time_range (point->time.least, point->time.greatest, 1000);

      g_string_append_printf (text, _(" (%s, %u runs)"), range, point->n_runs);
    }
  g_string_append_printf (text, _(", speed-up %s, efficiency %s"), speedup, efficiency);
  if (!isnan (point->karp_flatt))
    {
      g_autofree char *karp_flatt = scope_format_number (point->karp_flatt);

      g_string_append_printf (text, _(", Karp–Flatt %s"), karp_flatt);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
