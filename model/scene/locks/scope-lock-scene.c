/* scope-lock-scene.c: see scope-lock-scene.h; what lies under the pointer is in scope-lock-words.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/locks/scope-lock-scene.h"

#include "model/base/scope-each.h"
#include "model/scene/draw/scope-time-ruler.h"
#include "model/scene/view/scope-selection-scene.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LEAST_NAMES 120.0
#define MOST_NAMES 260.0
#define LEAST_LABEL 28.0
#define WAIT_FONT 9.0

typedef struct
{
  ScopeScene *scene;
  ScopeView *view;
  ScopeTrace *trace;
  const ScopeLockList *list;
  const ScopeLockLanes *lanes;
  const ScopeLockSceneOptions *options;
  const ScopePalette *palette;
  ScopeViewport viewport;
  gint64 tick_ps;
  double font;
  double x, y, width, height; /* the plot: lanes only */
  double lane_height;
} Build;

/* --- sizes --- */

static double
font_of (const ScopeLockSceneOptions *options)
{
  return options->font_size > 0 ? options->font_size : 11;
}

double
scope_lock_scene_names_width (ScopeTrace *trace, const ScopeLockList *list, double font_size)
{
  double font = font_size > 0 ? font_size : 11, width = LEAST_NAMES;
  g_autofree char *share = scope_format_share (0.999), *sample = g_strdup_printf (_("held %s, contended %s"), share, share);

  for (guint i = 0; i < MIN (list->sums->len, 256); i++)
    {
      const ScopeLockSum *sum = &g_array_index (list->sums, ScopeLockSum, i);
      g_autofree char *name = scope_lock_title (trace, sum->machine, sum->lock);

      width = MAX (width, scope_text_width (name, font) + 24);
    }
  return floor (MIN (MAX (width, scope_text_width (sample, font) + 20), MOST_NAMES));
}

double
scope_lock_scene_content (const ScopeLockList *list)
{
  return list->sums->len * list->lane_height;
}

double
scope_lock_scene_height (const ScopeLockList *list)
{
  return SCOPE_LOCK_SCENE_RULER + SCOPE_LOCK_SCENE_LEGEND + scope_lock_scene_content (list);
}

double
scope_lock_scene_room (const ScopeLockSceneOptions *options)
{
  return MAX (options->height - SCOPE_LOCK_SCENE_RULER - SCOPE_LOCK_SCENE_LEGEND, 1);
}

double
scope_lock_scene_plot_width (const ScopeLockSceneOptions *options)
{
  return options->plot_width > 0 ? options->plot_width : MAX (options->width - options->names_width, 1);
}

void
scope_lock_scene_viewport (ScopeView *view, const ScopeLockSceneOptions *options, ScopeViewport *ret)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  int width = (int) scope_lock_scene_plot_width (options);

  *ret = *viewport;
  if (viewport->width == width)
    return;
  scope_viewport_init (ret, viewport->first, viewport->last, width);
  scope_viewport_set_range (ret, viewport->from, viewport->to);
}

void
scope_lock_scene_request (ScopeLockLanesRequest *request, ScopeView *view, const ScopeLockList *list,
                          const ScopeLockSceneOptions *options)
{
  double first = floor (options->scroll / list->lane_height);
  double last = ceil ((options->scroll + scope_lock_scene_room (options)) / list->lane_height);

  *request = (ScopeLockLanesRequest) { .palette = scope_view_get_palette (view) };
  request->first = (guint) CLAMP (first, 0, list->sums->len);
  request->n = (guint) CLAMP (last, request->first, list->sums->len) - request->first;
  scope_lock_scene_viewport (view, options, &request->viewport);
}

/* --- the frame --- */

static void
add_ruler (Build *b)
{
  ScopeClock clock = scope_view_get_clock (b->view);

  scope_time_ruler_add (b->scene, &clock, &b->viewport, b->x, b->y, b->width, b->height, b->font);
  scope_scene_line (b->scene, 0, b->y - 0.5, b->scene->width, b->y - 0.5, 1, b->palette->grid);
  scope_scene_line (b->scene, b->x - 0.5, 0, b->x - 0.5, b->y + b->height, 1, b->palette->grid);
  if (b->x + b->width < b->scene->width)
    scope_scene_line (b->scene, b->x + b->width + 0.5, 0, b->x + b->width + 0.5, b->y + b->height, 1, b->palette->grid);
}

/* What was read of that lane, or NULL. */
static const ScopeLockLane *
lane_at (const ScopeLockLanes *lanes, guint place)
{
  if (lanes == NULL || place < lanes->request.first || place - lanes->request.first >= lanes->lanes->len)
    return NULL;
  return &g_array_index (lanes->lanes, ScopeLockLane, place - lanes->request.first);
}

static double
lane_top (const Build *b, guint place)
{
  return b->y + place * b->lane_height - b->options->scroll;
}

/* "held 38 %, contended 12 %", of the range; of the whole trace until it is read. */
static char *
shares_text (const Build *b, guint place)
{
  const ScopeLockLane *lane = lane_at (b->lanes, place);
  double span;
  g_autofree char *held = NULL, *contended = NULL;

  if (lane == NULL)
    return g_strdup ("");
  span = MAX ((double) (b->lanes->to - b->lanes->from), 1);
  if (lane->held == 0)
    return g_strdup (_("free"));
  held = scope_format_share ((double) lane->held / span);
  contended = scope_format_share ((double) lane->contended / span);
  return lane->contended > 0 ? g_strdup_printf (_("held %s, contended %s"), held, contended)
                             : g_strdup_printf (_("held %s"), held);
}

static void
add_name (Build *b, guint place)
{
  const ScopeLockSum *sum = &g_array_index (b->list->sums, ScopeLockSum, place);
  double y = lane_top (b, place), line = floor (b->font * 1.45), top = y + floor ((b->lane_height - 2 * line) / 2);
  gboolean chosen = b->options->chosen == (int) place;
  g_autofree char *name = scope_lock_title (b->trace, sum->machine, sum->lock), *shares = shares_text (b, place);
  ScopeItem *item;

  if (place % 2 == 1)
    scope_scene_rect (b->scene, 0, y, b->scene->width, b->lane_height, b->palette->alternate);
  if (chosen)
    {
      scope_scene_rect (b->scene, 0, y, b->scene->width, b->lane_height, scope_colour_alpha (b->palette->accent, 0.1));
      scope_scene_rect (b->scene, 0, y, 3, b->lane_height, b->palette->accent);
    }
  item = scope_scene_text_item (b->scene, name, 10, top, b->x - 16, line, b->font, b->palette->strong_text,
                                SCOPE_ALIGN_START);
  item->ellipsis = TRUE;
  item->bold = chosen;
  scope_scene_text_item (b->scene, shares, 10, top + line, b->x - 16, line, b->font, b->palette->text, SCOPE_ALIGN_START)
      ->ellipsis = TRUE;
  scope_scene_line (b->scene, 0, floor (y + b->lane_height) - 0.5, b->scene->width, floor (y + b->lane_height) - 0.5, 1,
                    b->palette->grid);
}

/* --- lanes --- */

static double
time_x (const Build *b, gint64 time)
{
  return b->x + CLAMP (scope_viewport_time_to_x (&b->viewport, time), -50, b->width + 50);
}

/* "Core 0 · move": as much as there is room for. */
static void
add_label (Build *b, const ScopeLockShown *shown, double x, double y, double width, double height, ScopeColour ground,
           double font, gboolean hold)
{
  g_autofree char *core = scope_lock_processor_title (b->trace, shown->use.machine, shown->use.processor);
  g_autofree char *other = NULL, *more = NULL;
  const char *text = core;

  if (hold)
    more = g_strdup_printf ("%s · %s", core, shown->caller);
  else if (shown->use.blocked_by != SCOPE_TABLE_NULL)
    {
      other = scope_lock_processor_title (b->trace, shown->use.machine, shown->use.blocked_by);
      /* TRANSLATORS: two processors, the second one holds the lock: “Core 1 waits for Core 0” */
      more = g_strdup_printf (_("%s waits for %s"), core, other);
    }
  if (more != NULL && scope_text_width (more, font) + 12 <= width)
    text = more;
  if (width < LEAST_LABEL || scope_text_width (text, font) + 12 > width)
    return;
  scope_scene_text_item (b->scene, text, x + 6, y, width - 8, height, font, scope_colour_text_on (ground), SCOPE_ALIGN_START)
      ->ellipsis = TRUE;
}

static void
bar_box (const Build *b, const ScopeLockBar *bar, double top, double *ret_y, double *ret_height)
{
  *ret_y = top + SCOPE_LOCK_LANE_PAD;
  *ret_height = SCOPE_LOCK_LANE_HOLD;
  if (bar->hold)
    return;
  *ret_y += SCOPE_LOCK_LANE_HOLD + SCOPE_LOCK_LANE_CONTENDED + bar->row * SCOPE_LOCK_LANE_WAIT;
  *ret_height = SCOPE_LOCK_LANE_WAIT - 1;
}

static gboolean
is_marked (const Build *b, const ScopeLockUse *use)
{
  const ScopeLockUse *marked = &b->options->marked;

  return b->options->has_marked && use->lock == marked->lock && use->machine == marked->machine
         && use->processor == marked->processor && use->wait_from == marked->wait_from;
}

static void
add_bar (Build *b, const ScopeLockBar *bar, double top)
{
  const ScopeLockShown *shown = &g_array_index (b->lanes->shown, ScopeLockShown, bar->shown);
  ScopeColour colour = scope_lock_processor_colour (b->palette, shown->use.processor);
  double x0 = time_x (b, bar->from), x1 = time_x (b, bar->to), y, height, left = MAX (x0, b->x);

  if (x1 <= b->x || x0 >= b->x + b->width)
    return;
  bar_box (b, bar, top, &y, &height);
  if (!bar->hold)
    colour = scope_colour_mix (b->palette->canvas, colour, 0.5);
  scope_scene_rect (b->scene, x0, y, MAX (x1 - x0, 1), height, colour);
  if (x1 - x0 >= 4)
    scope_scene_rect (b->scene, x1 - 1, y, 1, height, scope_colour_alpha (b->palette->canvas, 0.6));
  if (is_marked (b, &shown->use))
    {
      const float box[] = { (float) x0, (float) y, (float) x1, (float) y, (float) x1, (float) (y + height),
                            (float) x0, (float) (y + height), (float) x0, (float) y };

      scope_scene_polyline (b->scene, box, 5, 2, b->palette->accent);
    }
  add_label (b, shown, left, y, MIN (x1, b->x + b->width) - left, height, colour, bar->hold ? b->font : MIN (b->font, WAIT_FONT),
             bar->hold);
}

/* The pixels, where the times are that they were read for. */
static void
add_pixels (Build *b, const ScopeLockLane *lane, double top)
{
  const ScopeViewport *was = &b->lanes->request.viewport;
  guint width = (guint) was->width;
  double x0 = scope_viewport_x (&b->viewport, scope_viewport_x_to_ticks (was, 0));
  double x1 = scope_viewport_x (&b->viewport, scope_viewport_x_to_ticks (was, width));

  if (lane->pixels == NULL)
    return;
  /* To the pixel, where it was read for this. */
  if (fabs (x0 - round (x0)) < 0.01 && fabs (x1 - x0 - width) < 0.01)
    {
      x0 = round (x0);
      x1 = x0 + width;
    }
  scope_scene_image (b->scene, b->x + x0, top + SCOPE_LOCK_LANE_PAD, x1 - x0, lane->height,
                     g_memdup2 (lane->pixels, (gsize) width * lane->height * sizeof *lane->pixels), width, lane->height);
}

static void
add_lane (Build *b, guint place)
{
  const ScopeLockLane *lane = lane_at (b->lanes, place);
  double top = floor (lane_top (b, place)), least = MAX (top, b->y), most = MIN (top + b->lane_height, b->y + b->height);
  g_autofree char *name = scope_lock_name (g_array_index (b->list->sums, ScopeLockSum, place).lock);

  if (lane == NULL || most <= least)
    return;
  scope_scene_add_group (b->scene, name, SCOPE_NONE, b->x, least, b->width, most - least);
  SCOPE_EACH (const ScopeLockBar, bar, lane->bars)
    if (bar->hold || lane->rows > 0)
      add_bar (b, bar, top);
  add_pixels (b, lane, top);
  scope_scene_set_group (b->scene, 0);
}

/* --- legend --- */

static double
add_word (Build *b, const char *word, double x, double y)
{
  double width = scope_text_width (word, b->font);

  scope_scene_text_item (b->scene, word, x, y, width + 4, SCOPE_LOCK_SCENE_LEGEND, b->font, b->palette->text,
                         SCOPE_ALIGN_START);
  return x + width + 14;
}

/* Cores by their colours, as many as there is room for; "… 24 more". */
static double
add_cores (Build *b, double x, double y, double room)
{
  for (guint m = 0; m < MIN (scope_trace_n_machines (b->trace), 1); m++)
    {
      ScopeMachine *machine = scope_trace_machine (b->trace, m);
      guint n;
      g_autofree guint32 *processors = scope_lock_processors (machine, &n);

      for (guint i = 0; i < n; i++)
        {
          const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processors[i]);
          g_autofree char *title = scope_trace_lane_title (b->trace, (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, processors[i] });

          if (x + scope_text_width (title, b->font) + 28 > room)
            return add_word (b, "…", x, y);
          scope_scene_rect (b->scene, x, y + 8, 9, 9, scope_lock_processor_colour (b->palette, (gint64) entity->number));
          x = add_word (b, title, x + 14, y);
        }
    }
  return x;
}

static void
add_legend (Build *b)
{
  double y = b->options->height - SCOPE_LOCK_SCENE_LEGEND, x = 10;
  g_autofree char *summary = b->list != NULL ? scope_lock_list_summary (b->list) : NULL;
  double width;

  scope_scene_rect (b->scene, 0, y, b->scene->width, SCOPE_LOCK_SCENE_LEGEND, b->palette->canvas);
  scope_scene_line (b->scene, 0, y + 0.5, b->scene->width, y + 0.5, 1, b->palette->grid);
  if (b->list == NULL)
    return;
  if (b->lanes != NULL && b->lanes->truncated)
    {
      g_free (summary);
      summary = g_strdup (_("Too many acquisitions for one picture: zoom in"));
    }
  x = add_cores (b, x, y, b->scene->width * 0.4);
  scope_scene_rect (b->scene, x, y + 11, 12, 2, b->palette->state[SCOPE_STATE_BLOCKED]);
  x = add_word (b, _("held while others wait"), x + 17, y);
  scope_scene_rect (b->scene, x, y + 8, 9, 9, scope_colour_mix (b->palette->canvas, scope_lock_processor_colour (b->palette, 0), 0.5));
  /* TRANSLATORS: what a pale bar stands for: a processor waits for the lock */
  x = add_word (b, _("waits"), x + 14, y);
  width = scope_text_width (summary, b->font);
  if (x + width < b->scene->width - 10)
    scope_scene_text_item (b->scene, summary, x, y, b->scene->width - x - 10, SCOPE_LOCK_SCENE_LEGEND, b->font,
                           b->palette->text, SCOPE_ALIGN_END);
}

/* --- the scene --- */

ScopeScene *
scope_lock_scene_build (ScopeView *view, const ScopeLockList *list, const ScopeLockLanes *lanes,
                        const ScopeLockSceneOptions *options)
{
  Build b = { .view = view, .list = list, .lanes = lanes, .options = options };
  ScopeLockLanesRequest seen = { 0 };

  b.trace = scope_view_get_trace (view);
  b.palette = scope_palette_get (scope_view_get_palette (view));
  b.tick_ps = scope_trace_tick_ps (b.trace);
  b.font = font_of (options);
  b.x = options->names_width;
  b.y = SCOPE_LOCK_SCENE_RULER;
  b.width = scope_lock_scene_plot_width (options);
  b.height = scope_lock_scene_room (options);
  scope_lock_scene_viewport (view, options, &b.viewport);
  b.scene = scope_scene_new (options->width, options->height, b.palette);
  b.scene->font_size = b.font;
  scope_scene_rect (b.scene, 0, 0, options->width, options->height, b.palette->canvas);
  if (list != NULL)
    {
      b.lane_height = list->lane_height;
      b.height = MIN (b.height, MAX (scope_lock_scene_content (list) - options->scroll, 0));
      scope_lock_scene_request (&seen, view, list, options);
      scope_scene_add_group (b.scene, NULL, SCOPE_NONE, 0, b.y, options->width, b.height);
      for (guint i = 0; i < seen.n; i++)
        add_name (&b, seen.first + i);
      scope_scene_set_group (b.scene, 0);
    }
  add_ruler (&b);
  for (guint i = 0; i < seen.n; i++)
    add_lane (&b, seen.first + i);
  scope_selection_scene_add (b.scene, b.view, &b.viewport, b.x, b.y, b.width, b.height);
  add_legend (&b);
  return b.scene;
}
