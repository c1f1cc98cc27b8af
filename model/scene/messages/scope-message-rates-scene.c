/* scope-message-rates-scene.c: see scope-message-rates-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/messages/scope-message-rates-scene.h"

#include "model/scene/draw/scope-time-ruler.h"

#include <glib/gi18n.h>
#include <math.h>

#define RULER 22.0
#define LABEL 15.0
#define GAP 4.0
#define FONT 11.0
#define SPACING 90.0

static double
edge_x (const ScopeMessageTimes *times, double width, guint bin)
{
  return width * bin / times->n_bins;
}

guint
scope_message_rates_bin_at (const ScopeMessageTimes *times, double width, double x)
{
  return (guint) CLAMP (x / MAX (width, 1) * times->n_bins, 0, times->n_bins - 1);
}

char *
scope_message_rates_text (ScopeTrace *trace, const ScopeMessageTimes *times, guint bin, const ScopeClock *clock)
{
  g_autofree char *range = NULL, *n = NULL, *size = NULL, *messages = NULL;

  g_return_val_if_fail (bin < times->n_bins, NULL);
  range = scope_clock_range (clock, (double) scope_message_times_edge (times, bin), (double) scope_message_times_edge (times, bin + 1));
  n = scope_format_count (times->bins[bin].messages);
  size = scope_trace_size_text (trace, times->bins[bin].size);
  messages = g_strdup_printf (ngettext ("%s message", "%s messages", (gulong) times->bins[bin].messages), n);
  /* TRANSLATORS: range of time, number of messages, their size: “1.20–1.21 s: 312 messages, 4,096 words” */
  return g_strdup_printf (_("%s: %s, %s"), range, messages, size);
}

static char *
bounds_text (ScopeTrace *trace, ScopeBounds bounds)
{
  gint64 tick_ps = scope_trace_tick_ps (trace);

  return bounds.low == bounds.high ? scope_format_duration ((double) bounds.low, tick_ps)
                                   : scope_format_time_range ((double) bounds.low, (double) bounds.high, tick_ps);
}

char *
scope_message_latency_text (ScopeTrace *trace, const ScopeMessageTimes *times)
{
  const ScopeMessageLatency *latency = &times->latency;
  g_autofree char *median = bounds_text (trace, latency->median), *p95 = bounds_text (trace, latency->p95);
  g_autofree char *longest = scope_format_duration ((double) latency->longest, scope_trace_tick_ps (trace));
  g_autofree char *n = scope_format_count (latency->count), *reversed = scope_format_count (latency->reversed);
  gboolean exact = latency->median.low == latency->median.high && latency->p95.low == latency->p95.high;
  GString *text;

  if (latency->count == 0 && latency->reversed == 0)
    return g_strdup (_("No message has both its ends recorded."));
  text = g_string_new (NULL);
  if (latency->count > 0)
    /* TRANSLATORS: latencies: median, 95th percentile, maximum, number; “exact” or “to 1 %” */
    g_string_append_printf (text, _("Median %s, 95 %% within %s, longest %s; of %s messages (%s)"), median, p95, longest, n,
                            exact ? _("exact") : _("the maximum exact, the others to 1 %"));
  if (latency->reversed > 0)
    g_string_append_printf (text, _("%s%s received before sent: their clocks differ, they are not counted"),
                            text->len > 0 ? ". " : "", reversed);
  return g_string_free (text, FALSE);
}

/* --- drawing --- */

static void
draw_ruler (ScopeScene *scene, ScopeTrace *trace, const ScopeMessageTimes *times, const ScopeClock *clock)
{
  ScopeViewport viewport;
  ScopeTimeRuler ruler;
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  scope_viewport_init (&viewport, first, MAX (last, times->to), (int) MAX (scene->width, 1));
  scope_viewport_set_times (&viewport, times->from, times->to);
  scope_time_ruler_init (&ruler, clock, &viewport, SPACING, FONT);
  for (guint i = 0; i < ruler.ruler.n; i++)
    {
      double x = scope_viewport_x (&viewport, ruler.ruler.first + i * ruler.ruler.step);
      g_autofree char *label = scope_time_ruler_label (&ruler, i);

      scope_scene_rect (scene, floor (x), RULER - 6, 1, scene->height - RULER + 6, scene->palette->grid);
      if (x + 4 < scene->width - 24)
        scope_scene_text_item (scene, label, floor (x) + 4, 2, SPACING, RULER - 6, FONT, scene->palette->text,
                               SCOPE_ALIGN_START);
    }
}

typedef struct
{
  double y, height;
  ScopeColour colour;
  gboolean size;
} Plot;

static void
draw_bars (ScopeScene *scene, const ScopeMessageTimes *times, const Plot *plot, guint pointed)
{
  double most = plot->size ? (double) times->most.size : (double) times->most.messages;

  scope_scene_rect (scene, 0, plot->y + plot->height, scene->width, 1, scene->palette->text);
  for (guint i = 0; i < times->n_bins && most > 0; i++)
    {
      double value = plot->size ? (double) times->bins[i].size : (double) times->bins[i].messages;
      double x0 = floor (edge_x (times, scene->width, i)), x1 = floor (edge_x (times, scene->width, i + 1));
      double height = value > 0 ? MAX (1, value / most * plot->height) : 0; /* what occurs is seen */

      if (value > 0)
        scope_scene_rect (scene, x0, plot->y + plot->height - height, MAX (x1 - x0, 1), height,
                          pointed == i ? scene->palette->strong_text : plot->colour);
    }
}

static void
draw_label (ScopeScene *scene, ScopeTrace *trace, const ScopeMessageTimes *times, const Plot *plot)
{
  double width = (double) (times->to - times->from) / times->n_bins;
  g_autofree char *each = scope_format_duration (width, scope_trace_tick_ps (trace));
  g_autofree char *n = scope_format_count (plot->size ? times->most.size : times->most.messages);
  /* TRANSLATORS: the highest bar: a number, and in how much time: “at most 312 in 1.06 ms” */
  g_autofree char *size = plot->size ? scope_trace_size_text (trace, times->most.size) : NULL;
  g_autofree char *text = plot->size ? g_strdup_printf (_("Sizes, at most %s in %s"), size, each)
                                     : g_strdup_printf (_("Messages, at most %s in %s"), n, each);

  scope_scene_backdrop (scene, text, 4, plot->y - LABEL, scene->width - 8, LABEL, FONT);
  scope_scene_text_item (scene, text, 4, plot->y - LABEL, scene->width - 8, LABEL, FONT, scene->palette->strong_text,
                         SCOPE_ALIGN_START)
      ->ellipsis
      = TRUE;
}

ScopeScene *
scope_message_rates_scene_new (ScopeTrace *trace, const ScopeMessageTimes *times, double width, double height,
                               const ScopePalette *palette, guint pointed, const ScopeClock *clock)
{
  ScopeScene *scene = scope_scene_new (width, height, palette);
  double half = MAX ((height - RULER - 2 * LABEL - GAP - 2) / 2, 8);
  Plot plots[2] = { { RULER + LABEL, half, palette->accent, FALSE },
                    { RULER + 2 * LABEL + half + GAP, half, palette->state[SCOPE_STATE_OUTSIDE], TRUE } };

  scope_scene_rect (scene, 0, 0, width, height, palette->canvas);
  draw_ruler (scene, trace, times, clock);
  for (guint i = 0; i < G_N_ELEMENTS (plots); i++)
    {
      draw_bars (scene, times, &plots[i], pointed);
      draw_label (scene, trace, times, &plots[i]);
    }
  if (pointed < times->n_bins)
    scope_scene_rect (scene, floor (edge_x (times, width, pointed)), RULER, 1, height - RULER,
                      scope_colour_alpha (palette->strong_text, .5));
  return scene;
}
