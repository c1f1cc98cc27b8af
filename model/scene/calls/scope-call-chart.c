/* scope-call-chart.c: see scope-call-chart.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-chart.h"

#include "model/base/scope-function-kind.h"
#include "model/scene/calls/scope-call-depth.h"
#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/calls/scope-call-unmatched-marks.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/scene/draw/scope-pixel-batch.h"
#include "model/scene/draw/scope-time-ruler.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define SPACING 90.0
#define MAX_TICKS 400u
#define LEAST_LABEL 10.0 /* nothing that is written is narrower */
#define FAINTEST 0.35 /* what is narrower or lower than a pixel is at least so visible */

char *
scope_call_chart_fold (const char *search)
{
  return search != NULL && search[0] != '\0' ? g_utf8_casefold (search, -1) : NULL;
}

static ScopeCallBarKind
kind_of (const ScopeActivations *activations, const ScopeActivation *item)
{
  guint32 number = activations->functions[item->function].number;

  return number == SCOPE_FUNCTION_SUSPEND   ? SCOPE_CALL_BAR_SUSPENDED
         : number == SCOPE_FUNCTION_COLLECT ? SCOPE_CALL_BAR_COLLECTING
         : number == SCOPE_FUNCTION_UNKNOWN ? SCOPE_CALL_BAR_UNKNOWN
                                            : SCOPE_CALL_BAR_FUNCTION;
}

/* What the search says of each function: flags of bars. NULL: nothing is looked for. */
static guint8 *
match_functions (const ScopeActivations *activations, const char *search)
{
  guint8 *flags;

  if (search == NULL)
    return NULL;
  flags = g_new0 (guint8, activations->n_functions + 1);
  for (guint f = 0; f < activations->n_functions; f++)
    {
      g_autofree char *name = g_utf8_casefold (activations->functions[f].name, -1);

      flags[f] = strstr (name, search) != NULL ? SCOPE_CALL_BAR_FOUND : SCOPE_CALL_BAR_DIM;
    }
  return flags;
}

/* --- bars --- */

typedef struct
{
  ScopeScene *scene;
  const ScopeActivations *activations;
  const ScopeCallChartPlace *place;
  guint8 *flags;        /* of functions */
  ScopeColour *colours; /* of functions, as they are met; 0: not yet */
  double y;             /* of the level */
} Build;

static double
time_x (const ScopeCallChartPlace *place, gint64 time)
{
  return place->x + scope_viewport_time_to_x (place->viewport, time);
}

/* A rectangle whose least width and height is a pixel, as faint as it is thin. */
static void
add_share (const Build *b, double x0, double x1, double y0, double y1, ScopeColour colour)
{
  double alpha = 1;

  if (y1 <= y0 || x1 <= x0)
    return;
  if (y1 - y0 < 1)
    {
      alpha = MAX (y1 - y0, FAINTEST);
      y0 = y1 - 1;
    }
  if (x1 - x0 < 1)
    {
      alpha = MAX (alpha * (x1 - x0), FAINTEST);
      x0 = floor (x0);
      x1 = x0 + 1;
    }
  scope_scene_fill (b->scene, x0, y0, x1 - x0, y1 - y0, scope_colour_mix (b->scene->palette->canvas, colour, alpha));
}

static void
add_stretch_label (const Build *b, const ScopeActivation *item, double x0, double x1, double height)
{
  const ScopePalette *palette = b->scene->palette;
  g_autofree char *count = NULL, *text = NULL;
  double size = MIN (b->scene->font_size - 1, height - 3);

  if (height < 10 || x1 - x0 < LEAST_LABEL)
    return;
  count = scope_format_count (item->n);
  text = g_strdup_printf ("×%s", count);
  if (x1 - x0 < scope_text_width (text, size) + 6)
    return;
  scope_scene_text_item (b->scene, text, x0, b->y, x1 - x0, height, size, palette->strong_text, SCOPE_ALIGN_CENTRE);
}

static ScopeColour
find_colour (const Build *b, const ScopeActivation *item)
{
  const ScopeActivationFunction *function = &b->activations->functions[item->function];
  ScopeCallBarKind kind = kind_of (b->activations, item);

  if (b->place->by_kind && kind == SCOPE_CALL_BAR_FUNCTION)
    return scope_call_kind_colour (b->scene->palette, function->kind);
  return scope_call_bar_colour (b->scene->palette, kind, function->name);
}

static ScopeColour
colour_of (const Build *b, const ScopeActivation *item)
{
  ScopeColour *colour = &b->colours[item->function];

  if (*colour == 0)
    *colour = find_colour (b, item);
  return *colour;
}

static void
add_stretch (const Build *b, const ScopeActivation *item, double x0, double x1, guint flags)
{
  const ScopePalette *palette = b->scene->palette;
  double height = b->place->row - 1, span = MAX ((double) (item->to - item->from), 1);
  double covered = height * MIN ((double) item->covered / span, 1), share = height * MIN ((double) item->share / span, 1);
  ScopeColour colour = colour_of (b, item);
  ScopeColour others = scope_call_bar_colour (palette, SCOPE_CALL_BAR_MANY, NULL);

  if (flags & SCOPE_CALL_BAR_DIM)
    {
      colour = scope_colour_mix (palette->canvas, colour, 0.3);
      others = scope_colour_mix (palette->canvas, others, 0.3);
    }
  add_share (b, x0, x1, b->y + height - covered, b->y + height - share, others);
  add_share (b, x0, x1, b->y + height - share, b->y + height, colour);
  scope_call_unmatched_add_strip (b->scene, floor (x0), b->y, MAX (x1 - floor (x0), 1), height,
                                  scope_call_unmatched_share (b->activations, b->place, item));
  add_stretch_label (b, item, x0, x1, height);
}

static gboolean
is_chosen (const ScopeCallChartPlace *place, const ScopeActivation *item)
{
  return place->has_chosen && item->level == place->chosen_depth && item->from <= place->chosen_time
         && (item->to > place->chosen_time || item->from == place->chosen_time);
}

/* Names give way to marks at the begin of a bar, as long as there is half of it left. */
static double
place_indent (const Build *b, const ScopeActivation *item, double x0, double x1)
{
  double indent = b->place->marks != NULL && x1 - x0 >= SCOPE_CALL_BAR_LABEL_WIDTH
                      ? scope_call_marks_indent (b->place->marks, b->place, item->depth, x0)
                      : 0;

  return indent <= (x1 - x0) / 2 ? indent : 0;
}

/* A bar of its own; what only this run has is marked, below its name. */
static void
add_bar (const Build *b, const ScopeActivation *item, double x0, double x1, guint flags)
{
  const ScopeActivations *a = b->activations;
  double share = scope_call_unmatched_share (a, b->place, item), height = b->place->row - 1, indent = place_indent (b, item, x0, x1);
  gboolean sign = share > 0 && x1 - x0 - indent >= SCOPE_CALL_BAR_LABEL_WIDTH;
  ScopeCallBar bar = { .kind = kind_of (a, item), .name = a->functions[item->function].name, .flags = flags,
                       .colour = kind_of (a, item) == SCOPE_CALL_BAR_FUNCTION ? colour_of (b, item) : 0,
                       .indent = indent + (sign ? SCOPE_CALL_UNMATCHED_SIGN : 0),
                       .foot = share > 0 ? scope_call_unmatched_strip (height) : 0, .x = x0, .y = b->y, .width = x1 - x0, .height = height };

  scope_call_bar_add (b->scene, &bar);
  if (share <= 0)
    return;
  scope_call_unmatched_add_strip (b->scene, x0, b->y, x1 - x0, height, share);
  if (sign)
    scope_call_unmatched_add_sign (b->scene, b->place->side, x0 + indent, b->y, height);
}

static gboolean
add_item (const Build *b, const ScopeActivation *item)
{
  double left = b->place->x, right = left + b->place->viewport->width;
  double x0 = time_x (b->place, item->from), x1 = time_x (b->place, item->to);
  guint flags = b->flags != NULL ? b->flags[item->function] : 0;

  if (x1 < left || x0 > right)
    return FALSE;
  if (item->flags & SCOPE_CALL_OPEN)
    flags |= SCOPE_CALL_BAR_CUT_RIGHT;
  if (item->flags & SCOPE_CALL_EARLY)
    flags |= SCOPE_CALL_BAR_CUT_LEFT;
  if (item->flags & (SCOPE_CALL_IRREGULAR | SCOPE_CALL_EARLY | SCOPE_CALL_OPEN))
    flags |= SCOPE_CALL_BAR_INFERRED;
  /* What goes on beyond the edge keeps its label in view. */
  if (x0 < left - 2)
    {
      x0 = left - 2;
      flags |= SCOPE_CALL_BAR_CUT_LEFT;
    }
  if (x1 > right + 2)
    {
      x1 = right + 2;
      flags |= SCOPE_CALL_BAR_CUT_RIGHT;
    }
  if (is_chosen (b->place, item))
    flags |= SCOPE_CALL_BAR_CHOSEN;
  if (item->n > 1 || x1 - x0 < 1)
    add_stretch (b, item, x0, x1, flags);
  else
    add_bar (b, item, x0, x1, flags);
  return (flags & SCOPE_CALL_BAR_FOUND) != 0;
}

/* From where on nothing is known, or was read: hatched. */
static void
add_unknown (const Build *b)
{
  const ScopeCallChartPlace *place = b->place;
  const ScopePalette *palette = b->scene->palette;
  double x0 = MAX (time_x (place, b->activations->known_until), place->x);
  double x1 = MIN (time_x (place, b->activations->to), place->x + place->viewport->width);
  double y1 = MIN (place->y + MAX (b->activations->n_depths, 1) * place->row, place->bottom);
  ScopeItem *item;

  if (!(place->grows || b->activations->truncated) || b->activations->known_until >= b->activations->to || x1 - x0 < 1 || y1 <= MAX (place->y, place->top))
    return;
  item = scope_scene_rect (b->scene, x0, MAX (place->y, place->top), x1 - x0, y1 - MAX (place->y, place->top), palette->hatch_ground);
  item->pattern = SCOPE_PATTERN_HATCH;
  item->second = palette->hatch;
}

static ScopePixelBatch *
make_ink (const ScopeCallChartPlace *place, gboolean dense)
{
  if (place->factor == 0 || !dense || place->bottom <= place->top)
    return NULL;
  return scope_pixel_batch_new (place->x, place->top, place->viewport->width, place->bottom - place->top, place->factor);
}

/* The line of the depth, and marks above it. Glyphs lie above blocks. */
static void
add_over (ScopeScene *scene, const ScopeActivations *activations, const ScopeCallChartPlace *place, gboolean dense)
{
  g_autoptr (ScopePixelBatch) ink = make_ink (place, dense || (place->marks != NULL && place->marks->marks->len >= SCOPE_PIXEL_BATCH_LEAST / 2));

  scene->ink = ink;
  if (place->depth_line)
    scope_call_depth_add (scene, activations, place);
  if (ink != NULL)
    scope_pixel_batch_put (ink, scene);
  if (place->marks != NULL)
    scope_call_marks_add (scene, place->marks, place);
  scene->ink = NULL;
}

guint
scope_call_chart_add (ScopeScene *scene, const ScopeActivations *activations, const ScopeCallChartPlace *place)
{
  g_autofree guint8 *flags = match_functions (activations, place->search);
  g_autofree ScopeColour *colours = g_new0 (ScopeColour, activations->n_functions + 1);
  Build b = { scene, activations, place, flags, colours, 0 };
  g_autoptr (ScopePixelBatch) ink = make_ink (place, activations->n >= SCOPE_PIXEL_BATCH_LEAST);
  guint found = 0;

  /* Below what is no plain rectangle: labels, patterns, dotted lines. */
  if (ink != NULL)
    scope_pixel_batch_put (ink, scene);
  scene->ink = ink;
  for (guint d = 0; d < activations->n_depths; d++)
    {
      b.y = place->y + d * place->row;
      for (guint32 i = activations->depths[d]; i < activations->depths[d + 1]; i++)
        if (b.y + place->row > place->top && b.y < place->bottom)
          found += add_item (&b, &activations->items[i]);
        else if (flags != NULL)
          found += (flags[activations->items[i].function] & SCOPE_CALL_BAR_FOUND) != 0;
    }
  scene->ink = NULL;
  add_unknown (&b);
  add_over (scene, activations, place, ink != NULL);
  return found;
}

const ScopeActivation *
scope_call_chart_hit (const ScopeActivations *activations, const ScopeCallChartPlace *place, double x, double y,
                      guint *ret_depth, gint64 *ret_time)
{
  const ScopeActivation *best = NULL;
  double best_far = 1.5;
  guint d;

  if (y < MAX (place->y, place->top) || y >= place->bottom || x < place->x || x >= place->x + place->viewport->width)
    return NULL;
  d = (guint) ((y - place->y) / place->row);
  *ret_depth = d;
  *ret_time = scope_viewport_x_to_time (place->viewport, x - place->x);
  if (activations == NULL || d >= activations->n_depths)
    return NULL;
  /* The one under it, or the nearest one a pixel away. */
  for (guint32 i = activations->depths[d]; i < activations->depths[d + 1]; i++)
    {
      const ScopeActivation *item = &activations->items[i];
      double far = MAX (MAX (time_x (place, item->from) - x, x - time_x (place, item->to)), 0);

      if (far < best_far)
        {
          best = item;
          best_far = far;
        }
    }
  return best;
}

/* --- words --- */

/* "1.20 ms – 1.25 ms (50 µs)". */
static char *
range_text (const ScopeClock *clock, const ScopeActivation *item)
{
  double resolution = MAX ((double) (item->to - item->from) / 100, 1);
  g_autofree char *from = NULL, *to = NULL, *duration = NULL;

  from = scope_clock_text (clock, (double) item->from, resolution);
  to = scope_clock_text (clock, (double) item->to, resolution);
  duration = scope_format_duration ((double) (item->to - item->from), clock->tick_ps);
  if (item->flags & SCOPE_CALL_OPEN)
    return g_strdup_printf (_("%s – %s or later (at least %s)"), from, to, duration);
  return g_strdup_printf ("%s – %s (%s)", from, to, duration);
}

static const char *
flag_words (guint flags)
{
  return flags & SCOPE_CALL_EARLY       ? _("\nIt began before the trace recorded it")
         : flags & SCOPE_CALL_IRREGULAR ? _("\nThe trace does not show how it began or ended")
         : flags & SCOPE_CALL_TAIL      ? _("\nIt ended with a tail call")
                                        : "";
}

static char *
describe_stretch (const ScopeActivations *activations, const ScopeActivation *item, const ScopeClock *clock)
{
  const char *name = activations->functions[item->function].name;
  g_autofree char *count = scope_format_count (item->n), *range = range_text (clock, item);
  g_autofree char *longest = scope_format_duration ((double) item->longest, clock->tick_ps);
  g_autofree char *covered = scope_call_share_text ((double) item->covered, (double) (item->to - item->from));
  g_autofree char *share = scope_call_share_text ((double) item->share, (double) MAX (item->covered, 1));

  return g_strdup_printf (_("%s activations in a row\nMost of it %s: %s\n%s\nThey cover %s of it; the longest %s"), count, name, share, range,
                          covered, longest);
}

char *
scope_call_chart_describe (ScopeTrace *trace, const ScopeActivations *activations, const ScopeActivation *item, const ScopeClock *clock)
{
  g_autofree char *range = NULL;
  ScopeCallFunctionSum function = { .name = activations->functions[item->function].name };

  if (item->n > 1)
    return describe_stretch (activations, item, clock);
  switch (kind_of (activations, item))
    {
    case SCOPE_CALL_BAR_SUSPENDED:
      function.kind = SCOPE_CALL_FUNCTION_SUSPEND;
      break;
    case SCOPE_CALL_BAR_COLLECTING:
      function.kind = SCOPE_CALL_FUNCTION_COLLECT;
      break;
    case SCOPE_CALL_BAR_UNKNOWN:
      function.kind = SCOPE_CALL_FUNCTION_UNKNOWN;
      break;
    case SCOPE_CALL_BAR_FUNCTION:
    case SCOPE_CALL_BAR_MANY:
    default:
      break;
    }
  range = range_text (clock, item);
  return g_strdup_printf (_("%s\n%s\nDepth %u%s"), scope_call_function_title (&function), range, item->depth, flag_words (item->flags));
}

/* --- the picture --- */

double
scope_call_chart_height (guint n_depths)
{
  return SCOPE_CALL_CHART_RULER + n_depths * SCOPE_CALL_CHART_ROW + 2;
}

void
scope_call_chart_place (const ScopeCallChartOptions *options, ScopeCallChartPlace *ret_place)
{
  *ret_place = (ScopeCallChartPlace) { .viewport = options->viewport,
                                       .y = SCOPE_CALL_CHART_RULER + 2 - floor (options->scroll_y),
                                       .top = SCOPE_CALL_CHART_RULER,
                                       .bottom = options->height - scope_call_chart_legend_height (options),
                                       .row = SCOPE_CALL_CHART_ROW,
                                       .factor = options->factor,
                                       .search = options->search,
                                       .grows = options->grows,
                                       .by_kind = options->by_kind,
                                       .depth_line = options->depth_line,
                                       .marks = options->marks,
                                       .has_chosen = options->has_chosen,
                                       .chosen_depth = options->chosen_depth,
                                       .chosen_time = options->chosen_time };
}

static void
add_ruler (ScopeScene *scene, const ScopeCallChartOptions *options)
{
  const ScopePalette *palette = scene->palette;
  ScopeTimeRuler ruler;

  scope_time_ruler_init (&ruler, &options->clock, options->viewport, SPACING, scene->font_size);
  for (guint i = 0; i < MIN (ruler.ruler.n, MAX_TICKS); i++)
    {
      double x = floor (scope_viewport_x (options->viewport, ruler.ruler.first + i * ruler.ruler.step)) + 0.5;
      double room = ruler.ruler.step / scope_viewport_scale (options->viewport) - 6;
      g_autofree char *label = scope_time_ruler_label (&ruler, i);

      scope_scene_line (scene, x, SCOPE_CALL_CHART_RULER, x, options->height, 1, palette->grid);
      scope_scene_line (scene, x, SCOPE_CALL_CHART_RULER - 6, x, SCOPE_CALL_CHART_RULER, 1, palette->text);
      if (x + 3 + MIN (scope_text_width (label, scene->font_size), room) <= options->width)
        scope_scene_text_item (scene, label, x + 3, 2, room, SCOPE_CALL_CHART_RULER - 8, scene->font_size, palette->text,
                               SCOPE_ALIGN_START);
    }
  scope_scene_line (scene, 0, SCOPE_CALL_CHART_RULER - 0.5, options->width, SCOPE_CALL_CHART_RULER - 0.5, 1, palette->grid);
}

static void
add_selection (ScopeScene *scene, const ScopeCallChartOptions *options)
{
  const ScopePalette *palette = scene->palette;
  double x0 = CLAMP (scope_viewport_time_to_x (options->viewport, options->selection_from), -4, options->width + 4);
  double x1 = CLAMP (scope_viewport_time_to_x (options->viewport, options->selection_to), -4, options->width + 4);

  scope_scene_rect (scene, x0, SCOPE_CALL_CHART_RULER, MAX (x1 - x0, 0), options->height - SCOPE_CALL_CHART_RULER,
                    scope_colour_alpha (palette->accent, 0.14));
  scope_scene_line (scene, x0, SCOPE_CALL_CHART_RULER, x0, options->height, 2, palette->accent);
  scope_scene_line (scene, x1, SCOPE_CALL_CHART_RULER, x1, options->height, 2, palette->accent);
}

double
scope_call_chart_legend_height (const ScopeCallChartOptions *options)
{
  gboolean any = options->by_kind;

  for (guint k = 0; options->marks != NULL && k < SCOPE_N_SHOWN_HITS; k++)
    any |= options->marks->n[k] > 0;
  return any ? SCOPE_CALL_CHART_LEGEND : 0;
}

/* What colours of kinds and glyphs mean, in the last line. */
static void
add_legend (ScopeScene *scene, const ScopeCallChartOptions *options)
{
  const ScopePalette *palette = scene->palette;
  double height = scope_call_chart_legend_height (options), y = options->height - height, x = 6;

  if (height <= 0)
    return;
  scope_scene_rect (scene, 0, y, options->width, height, palette->canvas);
  scope_scene_line (scene, 0, y + 0.5, options->width, y + 0.5, 1, palette->grid);
  for (guint k = 1; options->by_kind && k < SCOPE_N_FUNCTION_KINDS; k++)
    {
      const char *title = scope_call_kind_title (k);
      double wide = scope_text_width (title, scene->font_size) + 4;

      scope_scene_rect (scene, x, y + (height - 10) / 2, 10, 10, scope_call_kind_colour (palette, k));
      scope_scene_text_item (scene, title, x + 14, y, wide, height, scene->font_size, palette->text, SCOPE_ALIGN_START);
      x += 14 + wide + 10;
    }
  if (options->marks != NULL)
    scope_hit_legend (scene, options->marks->n, options->marks->sampled, x, y, options->width - x, height);
}

ScopeScene *
scope_call_chart_scene (const ScopeActivations *activations, const ScopeCallChartOptions *options, guint *ret_found)
{
  ScopeScene *scene = scope_scene_new (options->width, options->height, scope_palette_get (options->palette));
  ScopeCallChartPlace place;
  guint found = 0;

  scene->font_size = options->font_size > 0 ? options->font_size : 11;
  scope_call_chart_place (options, &place);
  scope_scene_rect (scene, 0, 0, options->width, options->height, scene->palette->canvas);
  add_ruler (scene, options);
  scope_scene_add_group (scene, NULL, SCOPE_NONE, 0, SCOPE_CALL_CHART_RULER, options->width,
                         MAX (options->height - SCOPE_CALL_CHART_RULER, 0));
  if (activations != NULL)
    found = scope_call_chart_add (scene, activations, &place);
  if (options->has_selection)
    add_selection (scene, options);
  scope_scene_set_group (scene, 0);
  add_legend (scene, options);
  if (ret_found != NULL)
    *ret_found = found;
  return scene;
}
