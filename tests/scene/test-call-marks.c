/* test-call-marks.c: marks on call stacks and the line of their depth against every single event of random programs, at every zoom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/scope-call-depth.h"
#include "model/scene/scope-call-marks.h"
#include "tests/model/sim-program.h"

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
      guint64 n[SCOPE_N_HITS] = { 0 };

      g_assert_false (marks->sampled);
      for (guint i = 0; i < program->deeds->len; i++)
        {
          const SimDeed *deed = &g_array_index (program->deeds, SimDeed, i);

          if (is_there (deed, lanes[l], kinds, from, to))
            n[deed->kind]++;
        }
      for (guint k = 0; k < SCOPE_N_HITS; k++)
        g_assert_cmpuint (marks->n[k], ==, n[k]);
      for (guint i = 0; i < marks->marks->len; i++)
        {
          const ScopeCallMark *mark = &g_array_index (marks->marks, ScopeCallMark, i);
          guint here[SCOPE_N_HITS] = { 0 }, count = 0;

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
draw (const SimProgram *program, gint64 from, gint64 to, guint kinds, gboolean by_kind, gboolean depth_line, GPtrArray **ret_marks)
{
  const ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 1 };
  ScopeViewport viewport;
  g_autoptr (ScopeActivations) activations = NULL;
  ScopeCallChartOptions options = { .width = WIDTH, .height = 300, .palette = SCOPE_PALETTE_LIGHT, .viewport = &viewport, .tick_ps = 1,
                                    .by_kind = by_kind, .depth_line = depth_line };

  init_viewport (program, &viewport, from, to);
  scope_viewport_get_range (&viewport, &from, &to);
  activations = scope_activations_read (program->trace, lane, from, to, (gint64) scope_viewport_scale (&viewport), SCOPE_CALL_MAX_DEPTH,
                                        NULL, NULL);
  *ret_marks = scope_call_marks_read (program->trace, &lane, 1, &viewport, kinds, 0, NULL);
  options.marks = g_ptr_array_index (*ret_marks, 0);
  return scope_call_chart_scene (activations, &options, NULL);
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
  ScopeCallChartOptions options = { .width = WIDTH, .height = 400, .viewport = &viewport, .tick_ps = 1 };
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
      g_autofree char *words = scope_call_mark_describe (program.trace, marks, mark);

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-marks/depth", test_depth);
  g_test_add_func ("/call-marks/marks", test_marks);
  g_test_add_func ("/call-marks/sampled", test_sampled);
  g_test_add_func ("/call-marks/picture", test_picture);
  g_test_add_func ("/call-marks/words", test_words);

  return g_test_run ();
}
