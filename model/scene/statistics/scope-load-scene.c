/* scope-load-scene.c: see scope-load-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/statistics/scope-load-scene.h"

#include "model/scene/draw/scope-far-figures.h"
#include "model/scene/draw/scope-time-ruler.h"
#include "model/scene/draw/scope-viewport.h"

#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-sim-words.h"

#include <glib/gi18n.h>
#include <math.h>

#define SPACING 90.0
#define GAP 6.0
#define LEAST_HEIGHT 20.0 /* of a plot: where there is less, the last ones are left out, which the table has, too */

typedef struct
{
  ScopeTrace *trace;
  const ScopeLoad *load;
  ScopeScene *scene;
  double font, ruler, label;
  guint pointed;
  const ScopeClock *clock;
} Build;

typedef struct
{
  const char *title;
  ScopeLoadKind low, high; /* drawn above each other; the same: only one */
  ScopeColour low_colour, high_colour;
  double y, height, most;
} Plot;

guint
scope_load_scene_stretch_at (const ScopeLoad *load, double width, double x)
{
  return (guint) CLAMP (x / MAX (width, 1) * load->n, 0, load->n - 1);
}

/* --- words --- */

static const char *
tasks_title (ScopeTrace *trace)
{
  if (scope_trace_is_pipeline (trace))
    return _("Busy pipeline slots");
  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION)
    return _("Running threads");

  return scope_trace_task_kind (trace) == SCOPE_KIND_PROCESS ? _("Runnable processes") : _("Runnable threads");
}

static const char *
processors_title (ScopeTrace *trace)
{
  switch (scope_trace_runtime (trace))
    {
    case SCOPE_RUNTIME_ERLANG:
      return _("Schedulers at work");
    case SCOPE_RUNTIME_GHC:
    case SCOPE_RUNTIME_EDEN:
      return _("HECs at work");
    case SCOPE_RUNTIME_SIMULATION:
    default:
      return _("Cores at work");
    }
}

static gboolean
is_erlang (ScopeTrace *trace)
{
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG;
}

char *
scope_load_dup_text (ScopeTrace *trace, const ScopeLoad *load, guint i, const ScopeClock *clock)
{
  g_autofree char *range = NULL, *running = NULL, *ready = NULL, *ports = NULL, *processors = NULL;
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (i < load->n, NULL);
  range = scope_clock_range (clock, (double) scope_load_edge (load, i), (double) scope_load_edge (load, i + 1));
  running = scope_format_number (load->values[SCOPE_LOAD_RUNNING][i]);
  ready = scope_format_number (load->values[SCOPE_LOAD_READY][i]);
  ports = scope_format_number (load->values[SCOPE_LOAD_PORTS][i]);
  processors = scope_format_number (load->values[SCOPE_LOAD_PROCESSORS][i]);
  if (!load->has_tasks)
    /* TRANSLATORS: a range of time, a mean number of processors, and how many there are */
    return g_string_free (text, TRUE), g_strdup_printf (_("%s: %s of %u at work"), range, processors, load->processors);
  /* TRANSLATORS: a range of time, then two mean numbers of tasks; Erlang's word for ready is runnable */
  g_string_append_printf (text, is_erlang (trace) ? _("%s: %s running, %s runnable") : _("%s: %s running, %s ready"), range, running, ready);
  if (load->has_ports)
    /* TRANSLATORS: a mean number */
    g_string_append_printf (text, _(", %s ports"), ports);
  if (load->has_processors)
    /* TRANSLATORS: a mean number of processors, and how many there are */
    g_string_append_printf (text, _("; %s of %u at work"), processors, load->processors);
  return g_string_free (text, FALSE);
}

/* Of the whole range: "Runnable processes: mean 15.7, at most 80 (2.0 for each scheduler) · 3.9 of 8 schedulers at work". Free with
 * g_free(). */
static char *
summarise (ScopeTrace *trace, const ScopeLoad *load)
{
  double all = load->mean[SCOPE_LOAD_RUNNING] + load->mean[SCOPE_LOAD_READY];
  g_autofree char *mean = scope_format_number (all), *each = scope_format_number (all / MAX (load->processors, 1));
  g_autofree char *share = scope_format_share (load->mean[SCOPE_LOAD_PROCESSORS] / MAX (load->processors, 1));
  g_autofree char *processors = scope_format_number (load->mean[SCOPE_LOAD_PROCESSORS]);

  if (scope_trace_all_lack (trace, SCOPE_LACKS_SCHEDULER))
    /* TRANSLATORS: “HECs at work: not recorded” */
    return g_strdup_printf (_("%s: not recorded"), processors_title (trace));
  if (!load->has_tasks)
    /* TRANSLATORS: “Cores at work: mean 1.9 of 2 (97.3 %)” */
    return g_strdup_printf (_("%s: mean %s of %u (%s)"), processors_title (trace), processors, load->processors, share);
  if (!load->has_processors && load->processors > 0)
    /* TRANSLATORS: “Runnable processes: mean 15.7, 2.0 for each of 8; Schedulers at work: not recorded” */
    return g_strdup_printf (_("%s: mean %s, %s for each of %u; %s: not recorded"), tasks_title (trace), mean, each,
                            load->processors, processors_title (trace));
  if (!load->has_processors)
    /* TRANSLATORS: “Runnable processes: mean 15.7; Schedulers at work: not recorded” */
    return g_strdup_printf (_("%s: mean %s; %s: not recorded"), tasks_title (trace), mean, processors_title (trace));
  /* TRANSLATORS: “Runnable processes: mean 15.7, 2.0 for each of 8; Schedulers at work: mean 3.9 (48.8 %)” */
  return g_strdup_printf (_("%s: mean %s, %s for each of %u; %s: mean %s (%s)"), tasks_title (trace), mean, each,
                          load->processors, processors_title (trace), processors, share);
}

/* --- drawing --- */

static void
draw_ruler (Build *b)
{
  ScopeViewport viewport;
  ScopeTimeRuler ruler;
  gint64 first, last;
  ScopeScene *scene = b->scene;

  scope_trace_range (b->trace, &first, &last);
  scope_viewport_init (&viewport, first, MAX (last, b->load->to), (int) MAX (scene->width, 1));
  scope_viewport_set_times (&viewport, b->load->from, b->load->to);
  scope_time_ruler_init (&ruler, b->clock, &viewport, SPACING, b->font);
  for (guint i = 0; i < ruler.ruler.n; i++)
    {
      double x = floor (scope_viewport_x (&viewport, ruler.ruler.first + i * ruler.ruler.step));
      g_autofree char *label = scope_time_ruler_label (&ruler, i);

      scope_scene_rect (scene, x, b->ruler - 6, 1, scene->height - b->ruler + 6, scene->palette->grid);
      if (x + 4 < scene->width - 24)
        scope_scene_text_item (scene, label, x + 4, 2, SPACING, b->ruler - 6, b->font, scene->palette->text, SCOPE_ALIGN_START);
    }
}

static double
value_at (const Build *b, const Plot *plot, guint i, gboolean both)
{
  double value = b->load->values[plot->low][i];

  return both && plot->high != plot->low ? value + b->load->values[plot->high][i] : value;
}

/* What occurs is seen. */
static double
height_of (const Plot *plot, double value)
{
  return value > 0 ? CLAMP (value / plot->most * plot->height, 1, plot->height) : 0;
}

static void
draw_bars (Build *b, const Plot *plot)
{
  const ScopePalette *palette = b->scene->palette;
  double base = plot->y + plot->height;

  scope_scene_rect (b->scene, 0, base, b->scene->width, 1, palette->text);
  for (guint i = 0; i < b->load->n; i++)
    {
      double x0 = floor (b->scene->width * i / b->load->n), x1 = floor (b->scene->width * (i + 1) / b->load->n);
      double low = height_of (plot, value_at (b, plot, i, FALSE)), all = height_of (plot, value_at (b, plot, i, TRUE));
      double width = MAX (x1 - x0, 1);

      if (low > 0)
        scope_scene_rect (b->scene, x0, base - low, width, low, i == b->pointed ? palette->strong_text : plot->low_colour);
      if (all > low)
        scope_scene_rect (b->scene, x0, base - all, width, all - low, plot->high_colour);
    }
}

static void
draw_label (Build *b, const Plot *plot, double mean, double most)
{
  g_autofree char *mean_text = scope_format_number (mean), *most_text = scope_format_number (most);
  /* TRANSLATORS: what is drawn, its mean and its greatest value: “Runnable processes: mean 3.2, at most 80” */
  g_autofree char *text = g_strdup_printf (_("%s: mean %s, at most %s"), plot->title, mean_text, most_text);

  scope_scene_backdrop (b->scene, text, 4, plot->y - b->label, b->scene->width - 8, b->label, b->font);
  scope_scene_text_item (b->scene, text, 4, plot->y - b->label, b->scene->width - 8, b->label, b->font,
                         b->scene->palette->strong_text, SCOPE_ALIGN_START)
      ->ellipsis
      = TRUE;
}

/* One entry of the key, up to x; where it begins. */
static double
draw_key (Build *b, const Plot *plot, double x, const char *text, ScopeColour colour, gboolean line)
{
  double y = plot->y - b->label, size = b->font - 2, begin = x - scope_text_width (text, b->font) - size - 6;

  scope_scene_rect (b->scene, begin - 2, y, x - begin + 4, b->label, b->scene->palette->canvas);
  if (line)
    for (double at = 0; at < size; at += 5)
      scope_scene_rect (b->scene, begin + at, floor (y + b->label / 2), 3, 1, colour);
  else
    scope_scene_rect (b->scene, begin, floor (y + (b->label - size) / 2), size, size, colour);
  scope_scene_text_item (b->scene, text, begin + size + 4, y, x - begin - size - 4, b->label, b->font, b->scene->palette->text,
                         SCOPE_ALIGN_START);
  return begin - 14;
}

/* What the colours of a plot of two quantities mean, and the line across it, at the end of its title; nothing where there is no room. */
static void
draw_keys (Build *b, const Plot *plot)
{
  const char *low = scope_trace_state_label (b->trace, SCOPE_STATE_RUNNING), *high = scope_trace_state_label (b->trace, SCOPE_STATE_RUNNABLE);
  const char *kind = scope_trace_kind_label (b->trace, SCOPE_KIND_PROCESSOR, TRUE);
  g_autofree char *limit = g_strdup_printf ("%u %s", b->load->processors, kind != NULL ? kind : "");
  double room = scope_text_width (low, b->font) + scope_text_width (high, b->font) + scope_text_width (limit, b->font) + 3 * (b->font + 18);
  double x = b->scene->width - 6;

  if (plot->high == plot->low || room > b->scene->width / 2)
    return;
  if (b->load->processors > 0 && b->load->processors <= plot->most)
    x = draw_key (b, plot, x, limit, b->scene->palette->strong_text, TRUE);
  x = draw_key (b, plot, x, high, plot->high_colour, FALSE);
  draw_key (b, plot, x, low, plot->low_colour, FALSE);
}

/* As many as there are processors: what is above has to wait. */
static void
draw_limit (Build *b, const Plot *plot)
{
  double y = plot->y + plot->height - height_of (plot, b->load->processors);

  if (b->load->processors > 0 && b->load->processors <= plot->most)
    for (double x = 0; x < b->scene->width; x += 10)
      scope_scene_rect (b->scene, x, floor (y), MIN (6, b->scene->width - x), 1, b->scene->palette->strong_text);
}

static void
draw_plot (Build *b, Plot *plot)
{
  double mean = b->load->mean[plot->low], most = b->load->most[plot->low];

  if (plot->high != plot->low)
    {
      mean += b->load->mean[plot->high];
      most = 0;
      for (guint i = 0; i < b->load->n; i++)
        most = MAX (most, value_at (b, plot, i, TRUE));
    }
  plot->most = MAX (MAX (plot->most, most), 1);
  draw_bars (b, plot);
  if (plot->low == SCOPE_LOAD_RUNNING)
    draw_limit (b, plot);
  draw_label (b, plot, mean, most);
  draw_keys (b, plot);
}

ScopeScene *
scope_load_scene_new (ScopeTrace *trace, const ScopeLoad *load, double width, double height, const ScopePalette *palette,
                      double font_size, guint pointed, const ScopeClock *clock)
{
  ScopeScene *scene = scope_scene_new (width, height, palette);
  double font = font_size > 0 ? font_size : 11;
  Build b = { trace, load, scene, font, font * 2, font + 5, pointed, clock };
  Plot plots[3] = {
    { tasks_title (trace), SCOPE_LOAD_RUNNING, SCOPE_LOAD_READY, palette->state[SCOPE_STATE_RUNNING],
      palette->state[SCOPE_STATE_RUNNABLE], 0, 0, 0 },
    { _("Ports at work"), SCOPE_LOAD_PORTS, SCOPE_LOAD_PORTS, palette->state[SCOPE_STATE_OUTSIDE],
      palette->state[SCOPE_STATE_OUTSIDE], 0, 0, 0 },
    { processors_title (trace), SCOPE_LOAD_PROCESSORS, SCOPE_LOAD_PROCESSORS, palette->accent, palette->accent, 0, 0,
      load->processors },
  };
  /* Of a trace without any of them the empty plot says so. */
  gboolean processors = load->has_processors || !(load->has_tasks || load->has_ports);
  const gboolean is_there[3] = { load->has_tasks, load->has_ports, processors };
  guint n = (processors ? 1 : 0) + (load->has_tasks ? 1 : 0) + (load->has_ports ? 1 : 0);
  double y = b.ruler, each = (height - b.ruler) / n - b.label - GAP;

  for (; n > 1 && each < LEAST_HEIGHT; n--)
    each = (height - b.ruler) / (n - 1) - b.label - GAP;
  each = MAX (each, 8);
  scope_scene_rect (scene, 0, 0, width, height, palette->canvas);
  draw_ruler (&b);
  for (guint i = 0; i < G_N_ELEMENTS (plots) && n > 0; i++)
    {
      if (!is_there[i])
        continue;
      n--;
      plots[i].y = y + b.label;
      plots[i].height = each;
      draw_plot (&b, &plots[i]);
      y += b.label + each + GAP;
    }
  if (pointed < load->n)
    scope_scene_rect (scene, floor (width * pointed / load->n), b.ruler, 1, height - b.ruler,
                      scope_colour_alpha (palette->strong_text, .5));
  return scene;
}

/* --- as a table --- */

ScopeReportTable *
scope_load_table (const ScopeQueryRange *within, const ScopeLaneId *lanes, guint n_lanes, GError **error)
{
  ScopeLoad *load = n_lanes == 0 ? scope_far_figures_load (within, SCOPE_LOAD_STRETCHES, error) : scope_load_read (within, lanes, n_lanes, SCOPE_LOAD_STRETCHES, error);
  ScopeReportTable *table;

  if (load == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("From"), "from_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Until"), "to_ns");
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("Running"), scope_load_kind_name (SCOPE_LOAD_RUNNING));
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, is_erlang (within->trace) ? _("Runnable") : _("Ready"), scope_load_kind_name (SCOPE_LOAD_READY));
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("Ports"), scope_load_kind_name (SCOPE_LOAD_PORTS));
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, processors_title (within->trace), scope_load_kind_name (SCOPE_LOAD_PROCESSORS));
  if (!load->has_ports)
    scope_report_table_hide_column (table, 2 + SCOPE_LOAD_PORTS);
  for (guint i = 0; i < load->n; i++)
    {
      ScopeReportTableRow row = { .from = scope_load_edge (load, i), .to = scope_load_edge (load, i + 1), .has_range = TRUE };
      guint r = scope_report_table_add_row (table, &row);

      scope_report_table_set (table, r, 0, (double) row.from);
      scope_report_table_set (table, r, 1, (double) row.to);
      for (guint k = 0; k < SCOPE_N_LOADS; k++)
        if (k == SCOPE_LOAD_PROCESSORS ? load->has_processors : load->has_tasks || load->has_ports)
          scope_report_table_set (table, r, 2 + k, load->values[k][i]);
    }
  scope_report_table_take_summary (table, summarise (within->trace, load));
  scope_report_table_attach (table, load, (GDestroyNotify) scope_load_free);
  return table;
}
