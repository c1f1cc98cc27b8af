/* test-call-marks.c: marks on call stacks and the line of their depth against every single event of random programs, at every zoom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-depth.h"
#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/calipers/scope-caliper-text.h"
#include "tests/model/sim-program.h"

#include "model/scene/draw/scope-pixel-batch.h"

#include <cairo.h>
#include <math.h>

#define WIDTH 700

static void
init_viewport (const SimProgram *program, ScopeViewport *viewport, gint64 from, gint64 to)
{
  scope_viewport_init (viewport, 0, program->last, WIDTH);
  scope_viewport_set_times (viewport, from, to);
}

/* --- the line --- */

/* Frames on the stack per column, one by one. */
static void
count_depths (const SimProgram *program, ScopeLaneId lane, const ScopeViewport *viewport, guint *least, guint *most)
{
  gint64 from, to;

  scope_viewport_get_range (viewport, &from, &to);
  for (int x = 0; x < WIDTH; x++)
    {
      least[x] = G_MAXUINT;
      most[x] = 0;
    }
  for (guint i = 0; i < program->deeds->len; i++)
    {
      const SimDeed *deed = &g_array_index (program->deeds, SimDeed, i);
      double x0 = scope_viewport_time_to_x (viewport, deed->time), x1 = scope_viewport_time_to_x (viewport, deed->end);

      if (deed->kind != SCOPE_N_HITS || deed->machine != lane.machine || deed->core != lane.index || deed->end <= from
          || deed->time >= to)
        continue;
      for (int x = (int) MAX (floor (x0), 0); x < (int) MIN (ceil (x1), WIDTH); x++)
        {
          least[x] = MIN (least[x], deed->depth + 1);
          most[x] = MAX (most[x], deed->depth + 1);
        }
    }
}

static void
check_depth (const SimProgram *program, ScopeLaneId lane, gint64 from, gint64 to, guint *exact)
{
  guint least[WIDTH], most[WIDTH];
  guint16 drawn_least[WIDTH], drawn_most[WIDTH];
  g_autoptr (ScopeActivations) activations = NULL;
  ScopeViewport viewport;
  gboolean single = TRUE;

  init_viewport (program, &viewport, from, to);
  scope_viewport_get_range (&viewport, &from, &to);
  activations = scope_activations_read (program->trace, lane, from, to, (gint64) scope_viewport_scale (&viewport), SCOPE_CALL_MAX_DEPTH,
                                        NULL, NULL);
  g_assert_nonnull (activations);
  for (gsize i = 0; i < activations->n; i++)
    single &= activations->items[i].n == 1;
  count_depths (program, lane, &viewport, least, most);
  scope_call_depth_columns (activations, &viewport, drawn_least, drawn_most);
  for (int x = 0; x < WIDTH; x++)
    {
      int before = MAX (x - 1, 0), after = MIN (x + 1, WIDTH - 1);

      if (least[x] == G_MAXUINT)
        {
          g_assert_cmpuint (drawn_most[x], ==, SCOPE_CALL_DEPTH_NONE);
          continue;
        }
      g_assert_cmpuint (drawn_least[x], <=, least[x]);
      g_assert_cmpuint (drawn_most[x], >=, most[x]);
      if (single)
        {
          g_assert_cmpuint (drawn_least[x], ==, least[x]);
          g_assert_cmpuint (drawn_most[x], ==, most[x]);
          (*exact)++;
        }
      if (most[before] == 0 || most[after] == 0)
        continue;
      g_assert_cmpuint (drawn_least[x], >=, MIN (least[x], MIN (least[before], least[after])));
      g_assert_cmpuint (drawn_most[x], <=, MAX (most[x], MAX (most[before], most[after])));
    }
}

static void
test_depth (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  SimProgram program;
  guint exact = 0;

  sim_program_init (&program, 3, 5000);
  for (guint i = 0; i < 40; i++)
    {
      const ScopeLaneId lane = { i % SIM_MACHINES, SCOPE_KIND_PROCESSOR, i % SIM_CORES };
      gint64 span = program.last >> (i / 3), from = g_rand_int_range (rand, 0, (gint32) (program.last - span + 1));

      check_depth (&program, lane, from, from + MAX (span, 1000), &exact);
    }
  g_assert_cmpuint (exact, >, 5 * WIDTH);
  sim_program_clear (&program);
}

/* --- marks --- */

static gboolean
is_there (const SimDeed *deed, ScopeLaneId lane, guint kinds, gint64 from, gint64 to)
{
  return deed->kind < SCOPE_N_HITS && (kinds >> deed->kind & 1) && deed->machine == lane.machine && deed->core == lane.index
         && deed->pc_time >= from && deed->pc_time < to;
}

static gint64
slot_of (const ScopeViewport *viewport, gint64 time)
{
  return (gint64) floor ((double) (time - viewport->first) / scope_viewport_scale (viewport) / SCOPE_CALL_MARK_SLOT);
}

static void
check_details (const SimProgram *program, const ScopeCallMark *mark, ScopeLaneId lane)
{
  guint found = 0;

  for (guint i = 0; i < program->deeds->len; i++)
    {
      const SimDeed *deed = &g_array_index (program->deeds, SimDeed, i);

      found += is_there (deed, lane, 1u << mark->kind, mark->time, mark->time + 1) && deed->time == mark->hit_time
               && deed->latency == mark->latency && deed->depth == mark->depth
               && sim_number (lane.machine, deed->stack[deed->depth]) == mark->function;
    }
  g_assert_cmpuint (found, ==, 1);
}

static void
check_marks (const SimProgram *program, gint64 from, gint64 to, guint kinds, guint *ret_single)
{
  const ScopeLaneId lanes[] = { { 0, SCOPE_KIND_PROCESSOR, 1 }, { 1, SCOPE_KIND_PROCESSOR, 2 } };
  g_autoptr (GPtrArray) all = NULL;
  ScopeViewport viewport;

  init_viewport (program, &viewport, from, to);
  scope_viewport_get_range (&viewport, &from, &to);
  all = scope_call_marks_read (program->trace, lanes, 2, &viewport, kinds, 0, NULL);
  g_assert_cmpuint (all->len, ==, 2);
  for (guint l = 0; l < 2; l++)
    {
      const ScopeCallMarks *marks = g_ptr_array_index (all, l);
      guint64 n[SCOPE_N_SHOWN_HITS] = { 0 };

      g_assert_false (marks->sampled);
      for (guint i = 0; i < program->deeds->len; i++)
        {
          const SimDeed *deed = &g_array_index (program->deeds, SimDeed, i);

          if (is_there (deed, lanes[l], kinds, from, to))
            n[deed->kind]++;
        }
      for (guint k = 0; k < SCOPE_N_SHOWN_HITS; k++)
        g_assert_cmpuint (marks->n[k], ==, n[k]);
      for (guint i = 0; i < marks->marks->len; i++)
        {
          const ScopeCallMark *mark = &g_array_index (marks->marks, ScopeCallMark, i);
          guint here[SCOPE_N_SHOWN_HITS] = { 0 }, count = 0;

          for (guint d = 0; d < program->deeds->len; d++)
            {
              const SimDeed *deed = &g_array_index (program->deeds, SimDeed, d);

              if (!is_there (deed, lanes[l], kinds, from, to) || deed->depth != mark->depth
                  || slot_of (&viewport, deed->pc_time) != slot_of (&viewport, mark->time))
                continue;
              here[deed->kind]++;
              count++;
            }
          g_assert_cmpuint (mark->count, ==, count);
          g_assert_cmpmem (mark->n, sizeof mark->n, here, sizeof here);
          if (mark->count == 1 && (*ret_single)++ < 200)
            check_details (program, mark, lanes[l]);
        }
    }
}

static void
test_marks (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  SimProgram program;
  guint single = 0;

  sim_program_init (&program, 8, 1500);
  check_marks (&program, 0, program.last, SCOPE_HITS_ALL, &single);
  for (guint i = 0; i < 12; i++)
    {
      gint64 span = program.last >> i, from = g_rand_int_range (rand, 0, (gint32) (program.last - span + 1));

      check_marks (&program, from, from + MAX (span, 500), i % 3 == 2 ? 1u << (i % SCOPE_N_HITS) : SCOPE_HITS_ALL, &single);
    }
  g_assert_cmpuint (single, >, 50);
  sim_program_clear (&program);
}

/* More than the budget: a part stands for all, and says so. */
static void
test_sampled (void)
{
  const ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 0 };
  g_autoptr (GPtrArray) all = NULL;
  const ScopeCallMarks *marks;
  ScopeViewport viewport;
  SimProgram program;
  guint64 n = 0, sum = 0;

  sim_program_init (&program, 8, 40000);
  init_viewport (&program, &viewport, 0, program.last);
  all = scope_call_marks_read (program.trace, &lane, 1, &viewport, SCOPE_HITS_ALL, 5000, NULL);
  marks = g_ptr_array_index (all, 0);
  g_assert_true (marks->sampled);
  for (guint i = 0; i < program.deeds->len; i++)
    n += is_there (&g_array_index (program.deeds, SimDeed, i), lane, SCOPE_HITS_ALL, 0, program.last);
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    sum += marks->n[k];
  g_assert_cmpuint (sum, >, n * 4 / 5);
  g_assert_cmpuint (sum, <, n * 5 / 4);
  sim_program_clear (&program);
}

/* --- the picture --- */

static guint
count_items (const ScopeScene *scene, guint type)
{
  guint n = 0;

  for (guint i = 0; i < scene->items->len; i++)
    n += g_array_index (scene->items, ScopeItem, i).type == type;
  return n;
}

static ScopeScene *
draw_for (guint factor, const SimProgram *program, gint64 from, gint64 to, guint kinds, gboolean by_kind, gboolean depth_line,
          GPtrArray **ret_marks)
{
  const ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 1 };
  ScopeViewport viewport;
  g_autoptr (ScopeActivations) activations = NULL;
  ScopeCallChartOptions options = { .width = WIDTH, .height = 300, .palette = SCOPE_PALETTE_LIGHT, .viewport = &viewport, .clock = { .tick_ps = 1 },
                                    .by_kind = by_kind, .depth_line = depth_line, .factor = factor };

  init_viewport (program, &viewport, from, to);
  scope_viewport_get_range (&viewport, &from, &to);
  activations = scope_activations_read (program->trace, lane, from, to, (gint64) scope_viewport_scale (&viewport), SCOPE_CALL_MAX_DEPTH,
                                        NULL, NULL);
  *ret_marks = scope_call_marks_read (program->trace, &lane, 1, &viewport, kinds, 0, NULL);
  options.marks = g_ptr_array_index (*ret_marks, 0);
  return scope_call_chart_scene (activations, &options, NULL);
}

static ScopeScene *
draw (const SimProgram *program, gint64 from, gint64 to, guint kinds, gboolean by_kind, gboolean depth_line, GPtrArray **ret_marks)
{
  return draw_for (0, program, from, to, kinds, by_kind, depth_line, ret_marks);
}

/* Each of few has a glyph of two shapes (rim and body) where it hits; the legend has one of each kind. */
static void
test_picture (void)
{
  SimProgram program;
  g_autoptr (GPtrArray) marks = NULL, none = NULL, some = NULL;
  g_autoptr (ScopeScene) with = NULL, without = NULL, kinds = NULL;
  const ScopeCallMarks *of;
  guint single = 0, n_kinds = 0, coloured = 0;
  ScopeColour user;

  sim_program_init (&program, 12, 900);
  with = draw (&program, 2000, 200000, SCOPE_HITS_ALL, FALSE, TRUE, &marks);
  without = draw (&program, 2000, 200000, 0, FALSE, FALSE, &none);
  kinds = draw (&program, 2000, 200000, 1u << SCOPE_HIT_L2, TRUE, FALSE, &some);
  of = g_ptr_array_index (marks, 0);
  for (guint i = 0; i < of->marks->len; i++)
    {
      const ScopeCallMark *mark = &g_array_index (of->marks, ScopeCallMark, i);

      single += mark->count <= 3 && !mark->crowded ? mark->count : 0;
    }
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    n_kinds += of->n[k] > 0;
  g_assert_cmpuint (single, >, 5);
  g_assert_cmpuint (count_items (with, SCOPE_ITEM_POLYGON), ==, 2 * (single + n_kinds));
  g_assert_cmpuint (count_items (with, SCOPE_ITEM_POLYLINE), >=, 1);
  g_assert_cmpuint (count_items (without, SCOPE_ITEM_POLYGON), ==, 0);
  g_assert_cmpuint (count_items (without, SCOPE_ITEM_POLYLINE), ==, 0);
  user = scope_call_kind_colour (kinds->palette, SCOPE_FUNCTION_KIND_USER);
  for (guint i = 0; i < kinds->items->len; i++)
    coloured += g_array_index (kinds->items, ScopeItem, i).colour == user;
  g_assert_cmpuint (coloured, >, 1); /* the legend's, and some of the bars */
  sim_program_clear (&program);
}

/* What a mark says, where it is pointed at. */
static void
test_words (void)
{
  const ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 1 };
  SimProgram program;
  ScopeViewport viewport;
  ScopeCallChartOptions options = { .width = WIDTH, .height = 400, .viewport = &viewport, .clock = { .tick_ps = 1 } };
  ScopeCallChartPlace place;
  g_autoptr (GPtrArray) all = NULL;
  const ScopeCallMarks *marks;
  guint one = 0, several = 0;

  sim_program_init (&program, 12, 900);
  init_viewport (&program, &viewport, 0, 400000);
  scope_call_chart_place (&options, &place);
  all = scope_call_marks_read (program.trace, &lane, 1, &viewport, SCOPE_HITS_ALL, 0, NULL);
  marks = g_ptr_array_index (all, 0);
  for (guint i = 0; i < marks->marks->len; i++)
    {
      const ScopeCallMark *mark = &g_array_index (marks->marks, ScopeCallMark, i);
      double y = place.y + (mark->depth + 0.5) * place.row, x = scope_viewport_time_to_x (&viewport, mark->time);
      const ScopeCallMark *hit = scope_call_marks_hit (marks, &place, x, y);
      g_autofree char *words = scope_call_mark_describe (program.trace, marks, mark, &options.clock);

      g_assert_nonnull (hit);
      g_assert_cmpuint (hit->depth, ==, mark->depth);
      g_assert_cmpint ((int) strlen (words), >, 8);
      if (mark->count == 1)
        {
          g_assert_true (g_str_has_prefix (words, scope_hit_title (mark->kind)));
          g_assert_nonnull (strstr (words, "0x1"));
          g_assert_nonnull (strstr (words, scope_activations_function (scope_trace_machine (program.trace, 0), mark->function)));
        }
      else
        g_assert_nonnull (strstr (words, "× "));
      *(mark->count == 1 ? &one : &several) += 1;
    }
  g_assert_cmpuint (one, >, 5);
  g_assert_cmpuint (several, >, 1);
  g_assert_null (scope_call_marks_hit (marks, &place, 10, place.y - 5));
  sim_program_clear (&program);
}

/* --- as pixels --- */

static void
set_colour (cairo_t *cr, ScopeColour colour)
{
  cairo_set_source_rgba (cr, (colour >> 16 & 0xff) / 255., (colour >> 8 & 0xff) / 255., (colour & 0xff) / 255., (colour >> 24) / 255.);
}

static void
paint_image (cairo_t *cr, const ScopeSceneImage *image, const ScopeItem *item)
{
  cairo_surface_t *surface = cairo_image_surface_create_for_data ((guchar *) image->pixels, CAIRO_FORMAT_ARGB32, (int) image->width,
                                                                  (int) image->height, (int) image->width * 4);

  cairo_save (cr);
  cairo_translate (cr, item->x, item->y);
  cairo_scale (cr, item->width / image->width, item->height / image->height);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (surface);
}

static void
paint_stroke (cairo_t *cr, const ScopeItem *item, const float *points)
{
  const double dashes[] = { SCOPE_PIXEL_BATCH_DASH, SCOPE_PIXEL_BATCH_GAP };

  for (guint pass = item->halo > 0 ? 0 : 1; pass < 2; pass++)
    {
      if (item->type == SCOPE_ITEM_LINE)
        {
          cairo_move_to (cr, item->x, item->y);
          cairo_line_to (cr, item->x + item->width, item->y + item->height);
        }
      for (guint i = 0; i < item->n_points; i++)
        cairo_line_to (cr, points[2 * i], points[2 * i + 1]);
      cairo_set_dash (cr, dashes, item->dash > 0 ? 2 : 0, 0);
      cairo_set_line_width (cr, pass == 0 ? item->halo : item->size);
      set_colour (cr, pass == 0 ? item->second : item->colour);
      cairo_stroke (cr);
    }
}

/* Everything but texts, `factor` times as large. */
static cairo_surface_t *
paint (const ScopeScene *scene, int factor)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH * factor, 300 * factor);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, factor, factor);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);
      const ScopeSceneGroup *clip = &g_array_index (scene->groups, ScopeSceneGroup, item->group);
      const float *points = &g_array_index (scene->points, float, item->points);

      cairo_reset_clip (cr);
      cairo_rectangle (cr, clip->x, clip->y, clip->width, clip->height);
      cairo_clip (cr);
      if (item->type == SCOPE_ITEM_RECT)
        cairo_rectangle (cr, item->x, item->y, item->width, item->height);
      for (guint p = 0; item->type == SCOPE_ITEM_POLYGON && p < item->n_points; p++)
        cairo_line_to (cr, points[2 * p], points[2 * p + 1]);
      set_colour (cr, item->colour);
      cairo_fill (cr);
      if (item->type == SCOPE_ITEM_IMAGE)
        paint_image (cr, &g_array_index (scene->images, ScopeSceneImage, item->row), item);
      else if (item->type == SCOPE_ITEM_LINE || item->type == SCOPE_ITEM_POLYLINE)
        paint_stroke (cr, item, points);
    }
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* The greatest difference of a pixel's colours, and how many pixels differ by more than `most`. */
static guint
compare_pictures (const ScopeScene *a, const ScopeScene *b, int factor, guint most, guint *ret_more)
{
  cairo_surface_t *one = paint (a, factor), *other = paint (b, factor);
  guint greatest = 0;

  *ret_more = 0;
  for (int y = 0; y < 300 * factor; y++)
    for (int x = 0; x < WIDTH * factor; x++)
      {
        const guchar *p = cairo_image_surface_get_data (one) + y * cairo_image_surface_get_stride (one) + 4 * x;
        const guchar *q = cairo_image_surface_get_data (other) + y * cairo_image_surface_get_stride (other) + 4 * x;
        guint far = 0;

        for (guint c = 0; c < 3; c++)
          far = MAX (far, (guint) ABS ((int) p[c] - (int) q[c]));
        greatest = MAX (greatest, far);
        *ret_more += far > most;
      }
  cairo_surface_destroy (one);
  cairo_surface_destroy (other);
  return greatest;
}

/* What a display gets as one image looks like what a file gets as thousands of items, at whatever zoom and on fine displays; slanted edges
 * of glyphs are rounded in other ways. */
static void
test_ink (void)
{
  SimProgram program;
  guint dense = 0;

  sim_program_init (&program, 12, 20000);
  for (guint factor = 1; factor <= 2; factor++)
    for (guint i = 0; i < 6; i++)
      {
        g_autoptr (GPtrArray) marks = NULL, same = NULL;
        gint64 from = program.last / 3, span = program.last / 2 >> (i / 2 * 3);
        guint kinds = i % 2 == 1 ? SCOPE_HITS_ALL : 0, more, greatest;
        g_autoptr (ScopeScene) items = draw_for (0, &program, from, from + span, kinds, FALSE, TRUE, &marks);
        g_autoptr (ScopeScene) ink = draw_for (factor, &program, from, from + span, kinds, FALSE, TRUE, &same);

        g_assert_cmpuint (count_items (items, SCOPE_ITEM_IMAGE), ==, 0);
        if (count_items (ink, SCOPE_ITEM_IMAGE) > 0)
          {
            g_assert_cmpuint (count_items (ink, SCOPE_ITEM_IMAGE), ==, 2);
            g_assert_cmpuint (ink->items->len - count_items (ink, SCOPE_ITEM_TEXT), <, items->items->len / 10);
            dense++;
          }
        greatest = compare_pictures (items, ink, (int) factor, 5, &more);
        g_test_message ("factor %u, %u: %u items, differ by %u at most, %u pixels by more than 5", factor, i, items->items->len, greatest, more);
        g_assert_cmpuint (greatest, <=, 24);
        g_assert_cmpuint (more, <=, WIDTH * 300 * factor * factor / 1000);
      }
  g_assert_cmpuint (dense, >=, 8);
  sim_program_clear (&program);
}

/* --- positions of calipers --- */

/* What is shown, typed again, is the same tick; units behind the number are understood. */
static void
test_positions (void)
{
  static const struct
  {
    const char *text;
    gboolean is;
    gint64 ps;
  } typed[] = { { "1,234,500 ps", TRUE, 1234500 }, { "1234.5", TRUE, 1234500 },  { "1.2345 µs", TRUE, 1234500 },
                { "0.0012345ms", TRUE, 1234500 },  { "", FALSE, 0 },             { "ns", FALSE, 0 },
                { "12 parsecs", FALSE, 0 },        { "1e3", FALSE, 0 },          { "99999999999999999999999 s", FALSE, 0 },
                { "12 cycles", FALSE, 0 } /* no calipers, no clock */ };
  SimProgram program;
  ScopeView *view;
  gint64 tick_ps, zero, time;

  sim_program_init (&program, 3, 200);
  view = scope_view_new (program.trace);
  tick_ps = scope_trace_tick_ps (program.trace);
  zero = scope_trace_zero (program.trace);
  for (gint64 t = program.first; t < program.last; t += 1 + (program.last - program.first) / 97)
    for (guint unit = 0; unit < SCOPE_CALIPER_CYCLES; unit++)
      {
        g_autofree char *text = scope_caliper_text (view, t, (ScopeCaliperUnit) unit);

        g_assert_true (scope_caliper_parse (view, text, (ScopeCaliperUnit) unit, &time));
        g_assert_cmpint (time, ==, t);
      }
  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_assert_cmpint (scope_caliper_parse (view, typed[i].text, SCOPE_CALIPER_NS, &time), ==, typed[i].is);
      if (typed[i].is)
        g_assert_cmpint (time, ==, zero + (typed[i].ps + tick_ps / 2) / tick_ps);
    }
  g_assert_null (scope_caliper_text (view, zero, SCOPE_CALIPER_CYCLES));
  g_object_unref (view);
  sim_program_clear (&program);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-marks/depth", test_depth);
  g_test_add_func ("/call-marks/marks", test_marks);
  g_test_add_func ("/call-marks/sampled", test_sampled);
  g_test_add_func ("/call-marks/picture", test_picture);
  g_test_add_func ("/call-marks/words", test_words);
  g_test_add_func ("/call-marks/ink", test_ink);

  g_test_add_func ("/call-marks/positions", test_positions);
  return g_test_run ();
}
