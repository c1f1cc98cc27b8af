/* scope-heap-scene.c: see scope-heap-scene.h; the words are in scope-heap-words.c. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/profile/scope-heap-scene-private.h"

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-plot.h"
#include "model/scene/draw/scope-time-ruler.h"
#include "model/scene/view/scope-selection-scene.h"

#include <math.h>

#define RULER 24.0
#define LEGEND 24.0
#define TICKS 5.0    /* samples, below the plot */
#define HEAD_ROOM 6.0
#define AXIS 58.0    /* figures left of the plot */
#define LINE 18.0    /* an entry of the key */
#define LEAST_TICKS 5.0
#define LEAST_EDGES 3.0
#define PALE 0.3

typedef struct
{
  ScopeScene *scene;
  ScopeView *view;
  const ScopeHeapCourse *course;
  const ScopeHeapSceneOptions *options;
  const ScopePalette *palette;
  ScopeViewport viewport;
  double font;
  double x, y, width, height; /* the plot */
  double most;                /* bytes at its upper edge */
} Build;

/* --- sizes --- */

static double
plot_width (const ScopeHeapSceneOptions *options)
{
  return options->plot_width > 0 ? options->plot_width : MAX (options->width - options->names_width, 1);
}

void
scope_heap_scene_viewport (ScopeView *view, const ScopeHeapSceneOptions *options, ScopeViewport *ret)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  int width = (int) plot_width (options);

  *ret = *viewport;
  if (viewport->width == width)
    return;
  scope_viewport_init (ret, viewport->first, viewport->last, width);
  scope_viewport_set_range (ret, viewport->from, viewport->to);
}

static double
room (const ScopeHeapSceneOptions *options)
{
  return MAX (options->height - RULER - LEGEND - TICKS, 1);
}

void
scope_heap_scene_request (ScopeHeapRequest *request, ScopeView *view, const ScopeHeapSceneOptions *options)
{
  *request = (ScopeHeapRequest) { .profile = options->profile };
  request->n_bands = (guint) CLAMP (floor (room (options) / LINE), 2, SCOPE_HEAP_MOST_BANDS);
  scope_heap_scene_viewport (view, options, &request->viewport);
  request->from = options->from;
  request->to = options->to;
  if (options->from == options->to)
    scope_viewport_get_range (&request->viewport, &request->from, &request->to);
}

static gint64
value_of (const ScopeHeapCourse *course, guint step, guint band)
{
  return course->values[(gsize) step * course->bands->len + band];
}

static gboolean
is_chosen (const Build *b, guint band)
{
  return b->options->has_chosen && g_array_index (b->course->bands, ScopeHeapBand, band).place == b->options->chosen;
}

/* Which of the course's bands that is, or -1. */
static int
find_chosen (const Build *b)
{
  for (guint i = 0; b->course != NULL && i < b->course->bands->len; i++)
    if (is_chosen (b, i))
      return (int) i;
  return -1;
}

/* Those drawn, from the lowest up; how many. */
static guint
stack_of (const Build *b, guint *order)
{
  int chosen = find_chosen (b);
  guint n = 0;

  if (chosen >= 0)
    order[n++] = (guint) chosen;
  for (guint i = 0; i < b->course->bands->len && (chosen < 0 || !b->options->alone); i++)
    if ((int) i != chosen)
      order[n++] = i;
  return n;
}

static void
init_build (Build *b, ScopeView *view, const ScopeHeapCourse *course, const ScopeHeapSceneOptions *options)
{
  int chosen;

  *b = (Build) { .view = view, .course = course, .options = options, .font = options->font_size > 0 ? options->font_size : 11,
                 .x = options->names_width, .y = RULER, .width = plot_width (options), .height = room (options) };
  b->palette = scope_palette_get (scope_view_get_palette (view));
  scope_heap_scene_viewport (view, options, &b->viewport);
  if (course == NULL)
    return;
  chosen = options->alone ? find_chosen (b) : -1;
  for (guint i = 0; i < course->steps->len; i++)
    b->most = MAX (b->most, (double) (chosen >= 0 ? value_of (course, i, (guint) chosen)
                                                  : g_array_index (course->steps, ScopeHeapStep, i).sum));
  b->most *= b->height / MAX (b->height - HEAD_ROOM, 1);
}

static double
time_x (const Build *b, gint64 time)
{
  return b->x + CLAMP (scope_viewport_time_to_x (&b->viewport, time), -50, b->width + 50);
}

static double
value_y (const Build *b, double bytes)
{
  return b->y + b->height - (b->most > 0 ? bytes / b->most * b->height : 0);
}

static ScopeColour
colour_of (const Build *b, guint band)
{
  const ScopeHeapBand *of = &g_array_index (b->course->bands, ScopeHeapBand, band);
  ScopeColour colour = of->place > 0 ? scope_palette_task (b->palette, of->rank * 7)
                                     : scope_colour_mix (b->palette->canvas, b->palette->text, 0.45);

  return b->options->has_chosen && find_chosen (b) >= 0 && !is_chosen (b, band) ? scope_colour_mix (b->palette->canvas, colour, PALE) : colour;
}

/* --- areas --- */

/* The upper edges of a band, as points; `below`: bytes under it per step, which grow by it. */
static void
add_edge (const Build *b, guint band, double *below, GArray *points)
{
  for (guint i = 0; i < b->course->steps->len; i++)
    {
      const ScopeHeapStep *step = &g_array_index (b->course->steps, ScopeHeapStep, i);
      double y, x0 = floor (time_x (b, step->from)), x1 = floor (time_x (b, step->to));
      float at[4];

      below[i] += (double) value_of (b->course, i, band);
      y = value_y (b, below[i]);
      x1 = MAX (x1, x0 + (i + 1 < b->course->steps->len ? 0 : 2)); /* the last is seen */
      at[0] = (float) x0;
      at[1] = at[3] = (float) y;
      at[2] = (float) x1;
      if (x1 > x0)
        g_array_append_vals (points, at, 4);
    }
}

static void
add_area (Build *b, guint band, GArray *points)
{
  float base = (float) (b->y + b->height);
  guint n = points->len / 2;
  float ends[4] = { 0, base, 0, base };

  if (n < 2)
    return;
  ends[0] = g_array_index (points, float, points->len - 2);
  ends[2] = g_array_index (points, float, 0);
  g_array_append_vals (points, ends, 4);
  scope_scene_polygon (b->scene, (const float *) (void *) points->data, n + 2, colour_of (b, band));
}

/* From the highest to the lowest, each down to the ground: no gap can be seen between two of them. */
static void
add_areas (Build *b)
{
  guint order[SCOPE_HEAP_MOST_BANDS], n = stack_of (b, order);
  g_autofree double *below = g_new0 (double, b->course->steps->len + 1);
  g_autoptr (GPtrArray) edges = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  gboolean lines = b->course->steps->len * LEAST_EDGES < b->width || b->palette->border;
  ScopeColour line = b->palette->border ? b->palette->strong_text : scope_colour_alpha (b->palette->canvas, 0.6);

  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, b->x, b->y, b->width, b->height);
  for (guint i = 0; i < n; i++)
    {
      GArray *points = g_array_new (FALSE, FALSE, sizeof (float));

      add_edge (b, order[i], below, points);
      g_ptr_array_add (edges, points);
    }
  for (guint i = n; i-- > 0;)
    {
      GArray *points = g_ptr_array_index (edges, i);
      guint n_points = points->len / 2;

      add_area (b, order[i], points);
      if (lines && n_points >= 2)
        scope_scene_polyline (b->scene, (const float *) (void *) points->data, n_points, 1, line);
    }
  scope_scene_set_group (b->scene, 0);
}

/* Where a sample was, as long as they do not run into each other. */
static void
add_ticks (Build *b)
{
  double base = b->y + b->height;

  scope_scene_line (b->scene, b->x, base + 0.5, b->x + b->width, base + 0.5, 1, b->palette->text);
  if (b->course == NULL || b->course->steps->len * LEAST_TICKS > b->width)
    return;
  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, b->x, base, b->width, TICKS);
  for (guint i = 0; i < b->course->steps->len; i++)
    scope_scene_rect (b->scene, floor (time_x (b, g_array_index (b->course->steps, ScopeHeapStep, i).time)), base + 1, 1, TICKS - 1,
                      b->palette->text);
  scope_scene_set_group (b->scene, 0);
}

/* --- the frame --- */

/* kB, MB, …: one unit for all figures of the axis. */
static void
add_values (Build *b)
{
  static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
  ScopePlot plot = { .x = b->x, .y = b->y, .width = b->width, .height = b->height, .h = { 0, 1, FALSE }, .font_size = b->font };
  double most = b->most;
  guint unit = 0;

  for (; unit + 1 < G_N_ELEMENTS (units) && most >= 1000; unit++)
    most /= 1000;
  plot.v = (ScopeAxis) { 0, most, FALSE };
  if (most > 0)
    scope_plot_draw_values (b->scene, &plot, 1, units[unit]);
}

static void
add_frame (Build *b)
{
  ScopeClock clock = scope_view_get_clock (b->view);

  scope_time_ruler_add (b->scene, &clock, &b->viewport, b->x, b->y, b->width, b->height, b->font);
  scope_scene_line (b->scene, 0, b->y - 0.5, b->scene->width, b->y - 0.5, 1, b->palette->grid);
  scope_scene_line (b->scene, b->x - 0.5, 0, b->x - 0.5, b->y + b->height, 1, b->palette->grid);
  if (b->x + b->width < b->scene->width)
    scope_scene_line (b->scene, b->x + b->width + 0.5, 0, b->x + b->width + 0.5, b->y + b->height, 1, b->palette->grid);
}

/* --- key --- */

static double
key_width (const Build *b)
{
  return MAX (b->x - AXIS, 1);
}

static void
add_key (Build *b)
{
  double width = key_width (b);

  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, 0, b->y, width, b->height);
  for (guint i = 0; i < b->course->bands->len; i++)
    {
      const ScopeHeapBand *band = &g_array_index (b->course->bands, ScopeHeapBand, i);
      g_autofree char *name = scope_heap_band_title (band);
      double y = b->y + i * LINE + 1;
      gboolean chosen = is_chosen (b, i);
      ScopeItem *item;

      if (chosen)
        {
          scope_scene_rect (b->scene, 0, y, width, LINE, scope_colour_alpha (b->palette->accent, 0.12));
          scope_scene_rect (b->scene, 0, y, 3, LINE, b->palette->accent);
        }
      scope_scene_rect (b->scene, 8, y + 4, 10, 10, colour_of (b, i));
      item = scope_scene_text_item (b->scene, name, 23, y, width - 27, LINE, b->font, chosen ? b->palette->strong_text : b->palette->text,
                                    SCOPE_ALIGN_START);
      item->ellipsis = TRUE;
      item->bold = chosen;
    }
  scope_scene_set_group (b->scene, 0);
}

static void
add_legend (Build *b)
{
  double y = b->options->height - LEGEND;
  g_autofree char *summary = b->course != NULL ? scope_heap_scene_summary (b->view, b->course) : NULL;

  scope_scene_line (b->scene, 0, y + 0.5, b->scene->width, y + 0.5, 1, b->palette->grid);
  if (summary != NULL)
    scope_scene_text_item (b->scene, summary, 8, y, b->scene->width - 16, LEGEND, b->font, b->palette->text, SCOPE_ALIGN_START)->ellipsis
        = TRUE;
}

/* --- the scene --- */

ScopeScene *
scope_heap_scene_build (ScopeView *view, const ScopeHeapCourse *course, const ScopeHeapSceneOptions *options)
{
  Build b;

  init_build (&b, view, course, options);
  b.scene = scope_scene_new (options->width, options->height, b.palette);
  b.scene->font_size = b.font;
  scope_scene_rect (b.scene, 0, 0, options->width, options->height, b.palette->canvas);
  add_frame (&b);
  if (course != NULL && course->bands->len > 0)
    {
      add_values (&b);
      add_areas (&b);
      add_key (&b);
    }
  add_ticks (&b);
  scope_selection_scene_add (b.scene, b.view, &b.viewport, b.x, b.y, b.width, b.height);
  add_legend (&b);
  return b.scene;
}

/* --- what lies under the pointer --- */

static int
band_at (const Build *b, guint step, double y)
{
  guint order[SCOPE_HEAP_MOST_BANDS], n = stack_of (b, order);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      sum += (double) value_of (b->course, step, order[i]);
      if (y >= value_y (b, sum))
        return (int) order[i];
    }
  return -1;
}

gboolean
scope_heap_scene_hit (ScopeView *view, const ScopeHeapCourse *course, const ScopeHeapSceneOptions *options, double x, double y,
                      ScopeHeapHit *ret)
{
  Build b;

  *ret = (ScopeHeapHit) { .band = -1, .step = -1 };
  if (course == NULL)
    return FALSE;
  init_build (&b, view, course, options);
  if (y < b.y || y >= b.y + b.height)
    return FALSE;
  if (x >= 0 && x < key_width (&b))
    {
      ret->key = TRUE;
      ret->band = (int) floor ((y - b.y - 1) / LINE);
      return ret->band >= 0 && ret->band < (int) course->bands->len;
    }
  if (x < b.x || x >= b.x + b.width)
    return FALSE;
  ret->time = scope_viewport_x_to_time (&b.viewport, x - b.x);
  ret->step = scope_heap_course_find_step (course, ret->time);
  if (ret->step >= 0)
    ret->band = band_at (&b, (guint) ret->step, y);
  return TRUE;
}
