/* scope-iterations-scene.c: see scope-iterations-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/spans/scope-iterations-scene.h"

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MARGIN 12.0
#define SWATCH 12.0
#define MOST_TICKS 12u

static double
size_of (double font_size)
{
  return font_size > 0 ? font_size : 11;
}

static double
left_of (double size)
{
  return size * 4.8;
}

guint
scope_iterations_scene_stretch_at (const ScopeIterations *iterations, double width, double font_size, double x)
{
  double left = left_of (size_of (font_size));

  if (x < left || iterations->n == 0)
    return SCOPE_NONE;
  return MIN ((guint) ((x - left) / MAX (width - left - MARGIN, 1) * iterations->n), iterations->n - 1);
}

char *
scope_iterations_scene_dup_text (ScopeTrace *trace, const ScopeIterations *iterations, guint stretch)
{
  g_autofree char *from = scope_format_duration ((double) scope_iterations_edge (iterations, stretch), scope_trace_tick_ps (trace)),
                  *to = scope_format_duration ((double) scope_iterations_edge (iterations, stretch + 1), scope_trace_tick_ps (trace)),
                  *n = scope_format_count (iterations->lasting[stretch]);
  GString *text = g_string_new (NULL);

  /* TRANSLATORS: two durations since a start, and how many spans */
  g_string_append_printf (text, _("%s to %s after the start, %s spans: "), from, to, n);
  for (guint s = 0, any = 0; s < SCOPE_N_STATES; s++)
    if (iterations->shares[s] != NULL && iterations->shares[s][3 * stretch + 2] > 0)
      {
        const float *three = iterations->shares[s] + 3 * stretch;
        g_autofree char *low = scope_format_share (three[0]), *median = scope_format_share (three[1]), *high = scope_format_share (three[2]);

        /* TRANSLATORS: a state, a share, and between which two shares half of all are */
        g_string_append_printf (text, any++ > 0 ? _(", %s %s (%s to %s)") : _("%s %s (%s to %s)"), scope_trace_state_label (trace, (ScopeState) s),
                                median, low, high);
      }
  return g_string_free (text, FALSE);
}

char *
scope_iterations_dup_summary (ScopeTrace *trace, const ScopeIterations *iterations)
{
  gint64 tick = scope_trace_tick_ps (trace);
  g_autofree char *n = NULL, *odd = NULL, *median = NULL, *low = NULL, *high = NULL;

  if (iterations->name == NULL)
    return g_strdup (_("No span in this range was begun and ended by one thread"));
  n = scope_format_count (iterations->count);
  odd = scope_format_count (iterations->n_odd);
  low = scope_format_duration ((double) iterations->quartiles[0], tick);
  median = scope_format_duration ((double) iterations->quartiles[1], tick);
  high = scope_format_duration ((double) iterations->quartiles[2], tick);
  /* TRANSLATORS: a name, how many spans of it, three durations, and how many spans are odd */
  return g_strdup_printf (_("%s: %s times, median %s, half of them %s to %s, odd: %s"), iterations->name, n, median, low, high, odd);
}

/* --- the picture --- */

static ScopeColour
colour_of (const ScopePalette *palette, guint state)
{
  return state == SCOPE_STATE_UNKNOWN ? palette->text : palette->state[state];
}

static double
middle (const ScopeIterations *iterations, guint i)
{
  return (double) (scope_iterations_edge (iterations, i) + scope_iterations_edge (iterations, i + 1)) / 2;
}

static void
draw_state (ScopeScene *scene, const ScopePlot *plot, const ScopeIterations *iterations, guint state)
{
  const float *shares = iterations->shares[state];
  ScopeColour colour = colour_of (scene->palette, state);
  g_autofree float *points = g_new (float, 4 * iterations->n);
  g_autofree double *xs = g_new (double, iterations->n), *ys = g_new (double, iterations->n);
  guint n = iterations->n;

  for (guint i = 0; i < n; i++)
    {
      xs[i] = middle (iterations, i);
      ys[i] = shares[3 * i + 1];
      points[2 * i] = points[4 * n - 2 - 2 * i] = (float) scope_plot_x (plot, xs[i]);
      points[2 * i + 1] = (float) scope_plot_y (plot, shares[3 * i + 2]);
      points[4 * n - 1 - 2 * i] = (float) scope_plot_y (plot, shares[3 * i]);
    }
  scope_scene_polygon (scene, points, 2 * n, scope_colour_alpha (colour, .3f));
  scope_plot_curve (scene, plot, xs, ys, n, 2, 0, colour);
}

static char *
label_of (double value, gpointer tick_ps)
{
  return scope_format_duration (value, *(gint64 *) tick_ps);
}

static void
draw_axes (ScopeScene *scene, const ScopePlot *plot, gint64 tick_ps)
{
  double values[MOST_TICKS + 1], step = pow (10, floor (log10 (MAX (plot->h.to / MAX (plot->width / 90, 1), 1))));
  guint n = 0;

  for (guint i = 0; plot->h.to / step > MIN (plot->width / 90, MOST_TICKS); i++)
    step *= i % 3 == 1 ? 2.5 : 2;
  for (; n <= MOST_TICKS && n * step <= plot->h.to; n++)
    values[n] = n * step;
  scope_plot_draw_values (scene, plot, 100, "%");
  scope_plot_draw_base (scene, plot, values, n, label_of, &tick_ps);
}

static void
draw_key (ScopeScene *scene, ScopeTrace *trace, const ScopeIterations *iterations, double y, double size)
{
  double x = left_of (size);

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (iterations->shares[s] != NULL)
      {
        const char *label = scope_trace_state_label (trace, (ScopeState) s);
        double width = (double) g_utf8_strlen (label, -1) * size * .62 + 8;

        scope_scene_rect (scene, x, y + (size * 1.6 - SWATCH) / 2, SWATCH, SWATCH, colour_of (scene->palette, s));
        scope_scene_text_item (scene, label, x + SWATCH + 4, y, width, size * 1.6, size, scene->palette->text, SCOPE_ALIGN_START);
        x += SWATCH + 4 + width + 8;
      }
}

ScopeScene *
scope_iterations_scene_new (ScopeTrace *trace, const ScopeIterations *iterations, double width, double height, const ScopePalette *palette,
                            double font_size, guint pointed, const char *title)
{
  ScopeScene *scene = scope_scene_new (width, height, palette);
  double size = size_of (font_size), left = left_of (size), key = title != NULL ? size * 1.8 : 0, top = key + size * 1.8;
  ScopePlot plot = { .x = left,
                     .y = top,
                     .width = MAX (width - left - MARGIN, 20),
                     .height = MAX (height - top - size * 2.4, 20),
                     .h = { 0, (double) MAX (iterations->length, 1), FALSE },
                     .v = { 0, 1, FALSE },
                     .font_size = size };

  scope_scene_rect (scene, 0, 0, width, height, palette->canvas);
  if (title != NULL)
    scope_scene_text_item (scene, title, 4, 0, width - 8, size * 1.8, size, palette->strong_text, SCOPE_ALIGN_START)->ellipsis = TRUE;
  if (iterations->n == 0)
    return scene;
  draw_key (scene, trace, iterations, key, size);
  draw_axes (scene, &plot, scope_trace_tick_ps (trace));
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (iterations->shares[s] != NULL)
      draw_state (scene, &plot, iterations, s);
  if (pointed < iterations->n)
    scope_scene_rect (scene, floor (scope_plot_x (&plot, middle (iterations, pointed))), plot.y, 1, plot.height,
                      scope_colour_alpha (palette->strong_text, .5f));
  return scene;
}

/* --- tables --- */

ScopeReportTable *
scope_iterations_course_table (ScopeTrace *trace, const ScopeIterations *iterations)
{
  ScopeReportTable *table = scope_report_table_new (trace);

  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("After the Start"), "offset_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Duration"), "duration_ns");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Spans"), "spans");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("State"), "state");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("25 %"), "p25");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Median"), "p50");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("75 %"), "p75");
  for (guint i = 0; i < iterations->n; i++)
    for (guint s = 0; s < SCOPE_N_STATES; s++)
      if (iterations->shares[s] != NULL)
        {
          gint64 from = scope_iterations_edge (iterations, i), to = scope_iterations_edge (iterations, i + 1);
          guint row = scope_report_table_add_row (table, NULL);

          scope_report_table_set (table, row, 0, (double) from);
          scope_report_table_set (table, row, 1, (double) (to - from));
          scope_report_table_set (table, row, 2, iterations->lasting[i]);
          scope_report_table_set_term (table, row, 3, scope_trace_state_label (trace, (ScopeState) s), scope_state_name ((ScopeState) s));
          for (guint q = 0; q < 3; q++)
            scope_report_table_set (table, row, 4 + q, iterations->shares[s][3 * i + q]);
        }
  return table;
}

static void
add_iteration (ScopeReportTable *table, const ScopeIterations *iterations, const ScopeIteration *iteration)
{
  const ScopeReportTableRow line = { .lane = { iteration->span.machine, SCOPE_KIND_THREAD, iteration->span.thread },
                                     .from = iteration->span.from,
                                     .to = iteration->span.to,
                                     .has_lane = TRUE,
                                     .has_range = TRUE };
  double duration = (double) (line.to - line.from);
  guint row = scope_report_table_add_row (table, &line);

  scope_report_table_set (table, row, 0, duration);
  scope_report_table_set (table, row, 1, (double) line.from);
  if (iterations->quartiles[1] > 0)
    scope_report_table_set (table, row, 3, duration / (double) iterations->quartiles[1]);
  if (iteration->odd)
    scope_report_table_set_term (table, row, 4, _("odd"), "odd");
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (iteration->states[s] > 0)
      scope_report_table_set (table, row, 5 + s, (double) iteration->states[s]);
}

static int
compare_odd_ones (gconstpointer a, gconstpointer b)
{
  const ScopeIteration *x = *(const ScopeIteration *const *) a, *y = *(const ScopeIteration *const *) b;
  gint64 mine = x->span.to - x->span.from, other = y->span.to - y->span.from;

  if (x->odd != y->odd)
    return x->odd ? -1 : 1;
  if (mine != other)
    return mine > other ? -1 : 1;
  return x < y ? -1 : x > y;
}

ScopeReportTable *
scope_iterations_table (ScopeTrace *trace, const ScopeIterations *iterations)
{
  ScopeReportTable *table = scope_report_table_new (trace);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Duration"), "duration_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Since"), "start_ns");
  scope_report_table_add_column (table, SCOPE_CELL_LANE, _("Lane"), "lane");
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("× Median"), "of_median");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Odd"), "odd");
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      g_autofree char *name = g_strdup_printf ("%s_ns", scope_state_name ((ScopeState) s));

      scope_report_table_add_column (table, SCOPE_CELL_DURATION, scope_trace_state_label (trace, (ScopeState) s), name);
    }
  for (guint i = 0; i < iterations->iterations->len; i++)
    g_ptr_array_add (order, &g_array_index (iterations->iterations, ScopeIteration, i));
  g_ptr_array_sort (order, compare_odd_ones);
  for (guint i = 0; i < order->len; i++)
    add_iteration (table, iterations, order->pdata[i]);
  scope_report_table_hide_empty_columns (table);
  return table;
}
