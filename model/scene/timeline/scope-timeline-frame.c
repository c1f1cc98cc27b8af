/* scope-timeline-frame.c: ruler, grid, selection, cursor, legend.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-each.h"
#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/calls/scope-call-unmatched-marks.h"
#include "model/scene/timeline/scope-timeline-scene-private.h"
#include "model/scene/draw/scope-cause-look.h"
#include "model/scene/draw/scope-time-ruler.h"
#include "model/scene/view/scope-view-cause.h"
#include "model/scene/view/scope-view-call.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define SPACING 80.0
#define MAX_TICKS 400u
#define MOST_KEY_ROWS 256u /* looked at for what has a colour of its own */

static double
tick_x (ScopeTimelineBuild *b, const ScopeTimeRuler *ruler, guint i)
{
  return floor (b->x + scope_viewport_x (b->viewport, ruler->ruler.first + i * ruler->ruler.step)) + 0.5;
}

void
scope_timeline_add_grid (ScopeTimelineBuild *b)
{
  ScopeClock clock = scope_view_get_clock (b->view);
  ScopeTimeRuler ruler;

  scope_time_ruler_init (&ruler, &clock, b->viewport, SPACING, b->font);
  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, b->x, b->y, b->width, b->height);
  for (guint i = 0; i < MIN (ruler.ruler.n, MAX_TICKS); i++)
    scope_scene_line (b->scene, tick_x (b, &ruler, i), b->y, tick_x (b, &ruler, i), b->y + b->height, 1,
                      b->palette->grid);
}

void
scope_timeline_add_ruler (ScopeTimelineBuild *b)
{
  double h = b->ruler_height, top = b->y - h;
  g_autofree char *base = NULL;
  ScopeClock clock = scope_view_get_clock (b->view);
  ScopeTimeRuler ruler;

  scope_time_ruler_init (&ruler, &clock, b->viewport, SPACING, b->font);
  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, b->x, top, b->width, h);
  for (guint i = 0; i < MIN (ruler.ruler.n, MAX_TICKS); i++)
    {
      double x = tick_x (b, &ruler, i);
      g_autofree char *label = scope_time_ruler_label (&ruler, i);
      double room = ruler.ruler.step / scope_viewport_scale (b->viewport) - 6;

      scope_scene_line (b->scene, x, b->y - 6, x, b->y, 1, b->palette->text);
      if (x + 3 + MIN (scope_text_width (label, b->font), room) <= b->x + b->width)
        scope_scene_text_item (b->scene, label, x + 3, top + 2, room, h - 8, b->font, b->palette->text,
                               SCOPE_ALIGN_START);
      for (guint k = 1; k < 5; k++)
        {
          double minor = floor (x + k * ruler.ruler.step / 5 / scope_viewport_scale (b->viewport)) + 0.5;

          scope_scene_line (b->scene, minor, b->y - 3, minor, b->y, 1, b->palette->grid);
        }
    }
  scope_scene_set_group (b->scene, 0);
  base = b->names_width > 0 ? scope_time_ruler_dup_base (&ruler) : NULL;
  if (base != NULL)
    scope_scene_text_item (b->scene, base, 8, top, b->names_width - 14, h, b->font, b->palette->text, SCOPE_ALIGN_END);
  scope_scene_line (b->scene, 0, b->y - 0.5, b->scene->width, b->y - 0.5, 1, b->palette->grid);
}

static void
outline_lane (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double y = scope_timeline_bar_y (b, node), x0 = b->x, x1 = b->x + b->width;
  float points[] = { x0 + 1, y, x1 - 1, y, x1 - 1, y + node->bar_height, x0 + 1, y + node->bar_height, x0 + 1, y };

  scope_timeline_add_region (b, NULL, node->sticks, b->x, b->width);
  scope_scene_polyline (b->scene, points, 5, 2, b->palette->accent);
}

void
scope_timeline_add_selection (ScopeTimelineBuild *b)
{
  gint64 from, to, time;
  ScopeLaneId lane;

  if (scope_view_get_selected_lane (b->view, &lane))
    {
      guint row = scope_lane_list_find (b->lanes, lane, TRUE);

      if (row != SCOPE_NONE && scope_timeline_in_view (b, row))
        outline_lane (b, row);
    }
  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, b->x, b->y, b->width, b->height);
  if (scope_view_get_selected_range (b->view, &from, &to))
    {
      double x0 = CLAMP (scope_viewport_time_to_x (b->viewport, from), -4, b->width + 4) + b->x;
      double x1 = CLAMP (scope_viewport_time_to_x (b->viewport, to), -4, b->width + 4) + b->x;
      g_autofree char *span = scope_format_duration ((double) (to - from), b->tick_ps);
      g_autofree char *text = g_strdup_printf ("Δ %s", span);
      double width = scope_text_width (text, b->font) + 12;

      scope_scene_rect (b->scene, x0, b->y, x1 - x0, b->height, scope_colour_alpha (b->palette->accent, 0.14));
      scope_scene_line (b->scene, x0, b->y, x0, b->y + b->height, 2, b->palette->accent);
      scope_scene_line (b->scene, x1, b->y, x1, b->y + b->height, 2, b->palette->accent);
      if (to > from)
        {
          double at = CLAMP ((x0 + x1 - width) / 2, b->x, b->x + b->width - width);

          scope_scene_rect (b->scene, at, b->y + 4, width, b->font + 8, b->palette->accent_ground);
          scope_scene_text_item (b->scene, text, at, b->y + 4, width, b->font + 8, b->font,
                                 scope_colour_text_on (b->palette->accent_ground), SCOPE_ALIGN_CENTRE);
        }
    }
  scope_timeline_add_mark_line (b);
  scope_timeline_add_selected_message (b);
  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, b->x, b->y, b->width, b->height);
  if (scope_view_get_cursor (b->view, &time))
    {
      double x = floor (scope_viewport_time_to_x (b->viewport, time)) + 0.5;

      if (x >= 0 && x <= b->width)
        scope_scene_line (b->scene, b->x + x, b->y, b->x + x, b->y + b->height, 1,
                          scope_colour_alpha (b->palette->strong_text, 0.6));
    }
}

/* --- legend --- */

static char *
scale_text (ScopeTimelineBuild *b)
{
  g_autofree char *pixel = scope_format_duration (scope_viewport_scale (b->viewport), b->tick_ps);
  g_autofree char *span = scope_format_duration (b->viewport->span, b->tick_ps);

  return g_strdup_printf ("1 px = %s · %s", pixel, span);
}

/* What is not known has no colour: an edge that is dashed, as in the rows. */
static void
add_dashed (ScopeTimelineBuild *b, double x, double y)
{
  const double sides[][4] = { { 0, 0.5, 12, 0.5 }, { 0, 11.5, 12, 11.5 }, { 0.5, 0, 0.5, 12 }, { 11.5, 0, 11.5, 12 } };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    scope_scene_line (b->scene, x + sides[i][0], y + sides[i][1], x + sides[i][2], y + sides[i][3], 1, b->palette->text)->dash = 2;
}

/* A bar so high and what it stands for. Returns where there is room again. */
static double
add_bar_key (ScopeTimelineBuild *b, const char *text, double height, ScopeColour colour, double x, double top, double right)
{
  double width = scope_text_width (text, b->font) + 4;

  if (x + 18 + width > right)
    return x;
  scope_scene_rect (b->scene, x, top + floor ((b->legend_height - height) / 2), 12, height, colour);
  scope_scene_text_item (b->scene, text, x + 18, top, width, b->legend_height, b->font, b->palette->text, SCOPE_ALIGN_START);
  return x + 18 + width + 14;
}

/* What the line through the lanes is, and what these have besides. */
static double
add_path_key (ScopeTimelineBuild *b, double x, double top, double right)
{
  ScopeSpare *spare = scope_view_get_spare (b->view);

  if (scope_view_path_is_line (b->view))
    x = add_bar_key (b, _("Critical path"), 2, b->palette->strong_text, x, top, right);
  if (spare != NULL)
    x = add_bar_key (b, _("to spare"), 5, scope_colour_alpha (b->palette->strong_text, 0.7), x, top, right);
  if (spare != NULL && scope_spare_most_waiting (spare) > 0)
    x = add_bar_key (b, _("most waited for it"), 12, scope_colour_alpha (b->palette->accent, 0.6), x, top, right);
  return x;
}

/* --- what colours mean besides --- */

static void
add_key (GArray *keys, ScopeColour colour, gboolean line, const char *words)
{
  const ScopeColourKey key = { colour, line, words };

  if (keys->len < SCOPE_COLOUR_KEYS_MOST)
    g_array_append_val (keys, key);
}

static void
add_classes (GArray *keys, ScopeView *view, const ScopeOverlay *overlay)
{
  ScopeTimelineBuild b = { .view = view, .overlay = overlay, .palette = scope_palette_get (scope_view_get_palette (view)) };
  guint seen = overlay->wedges->len > 0 ? 1u << (SCOPE_TAG_HEAD - SCOPE_TAG_FIRST) : 0;

  SCOPE_EACH (const ScopeMessageLine, line, overlay->messages)
    if (line->tag >= SCOPE_TAG_FIRST && line->tag - SCOPE_TAG_FIRST < SCOPE_N_TAGS)
      seen |= 1u << (line->tag - SCOPE_TAG_FIRST);
  for (guint i = 0; i < SCOPE_N_TAGS; i++)
    {
      ScopeColour colour = scope_timeline_class_colour (&b, SCOPE_TAG_FIRST + i);

      if ((seen >> i & 1) != 0 && colour != b.palette->message)
        add_key (keys, colour, TRUE, scope_message_tag_name (SCOPE_TAG_FIRST + i));
    }
}

/* On a row of whoever runs others, as a processor, a column has the colour of whom it ran. */
static void
add_columns (GHashTable *used, ScopeView *view, guint row, ScopeTileGetter *getter, ScopeStripCache *cache)
{
  const ScopeViewport *v = scope_view_get_viewport (view);
  gint64 left = scope_viewport_left (v), right = left + v->width;

  for (gint64 i = scope_timeline_strip_index (left); i <= scope_timeline_strip_index (right - 1); i++)
    {
      g_autoptr (ScopeStrip) strip = scope_timeline_strip (view, row, i, FALSE, getter, cache);
      guint to = strip != NULL ? (guint) MIN (right - strip->x, (gint64) strip->n) : 0;
      guint32 last = 0;

      for (guint c = strip != NULL ? (guint) MAX (left - strip->x, 0) : 0; c < to && strip->own != NULL; c++)
        if (strip->own[c] != last)
          g_hash_table_add (used, GUINT_TO_POINTER (last = strip->own[c]));
    }
}

/* A colour that no row has says nothing here: it is of another program. */
static void
add_lanes (GArray *keys, ScopeView *view, ScopeTileGetter *getter, ScopeStripCache *cache)
{
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  guint n = MIN (scope_lane_list_n_rows (lanes), MOST_KEY_ROWS);
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  const char *name;
  ScopeColour colour;

  for (guint i = 0; i < n; i++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (lanes, i);

      if (node->kind != SCOPE_ROW_STATES)
        continue;
      g_hash_table_add (used, GUINT_TO_POINTER (scope_timeline_look (view, node).own));
      if (getter != NULL && !scope_timeline_by_cause (view, node))
        add_columns (used, view, i, getter, cache);
    }
  for (guint i = 0; (name = scope_own_colours_lane (scope_view_get_own_colours (view), i, &colour)) != NULL; i++)
    if (g_hash_table_contains (used, GUINT_TO_POINTER (colour)))
      add_key (keys, colour, FALSE, name);
}

GArray *
scope_colour_keys (ScopeView *view, const ScopeOverlay *overlay, ScopeTileGetter *getter, ScopeStripCache *cache)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (ScopeColourKey));

  if (overlay != NULL && scope_view_get_messages (view)->show)
    add_classes (keys, view, overlay);
  if (scope_view_get_own_colours (view) != NULL)
    add_lanes (keys, view, getter, cache);
  return keys;
}

static double
add_colour_keys (ScopeTimelineBuild *b, double x, double top, double right)
{
  g_autoptr (GArray) keys = scope_colour_keys (b->view, b->overlay, b->getter, b->cache);

  SCOPE_EACH (const ScopeColourKey, key, keys)
    x = add_bar_key (b, key->words, key->line ? 2 : 12, key->colour, x, top, right);
  return x;
}

/* Rows that are not in view, too: kept from here on. */
static void
foresee (ScopeTimelineBuild *b)
{
  guint n = MIN (scope_lane_list_n_rows (b->lanes), SCOPE_LEGEND_ROWS);

  for (guint row = 0, end; row < n && b->getter->waits; row = end)
    {
      end = scope_timeline_foresee (b, row, n, FALSE);
      for (guint i = row; i < end; i++)
        {
          double totals[SCOPE_N_STATES] = { 0 };

          scope_timeline_row_totals (b->view, i, b->getter, b->cache, totals);
        }
    }
}

void
scope_timeline_add_legend (ScopeTimelineBuild *b)
{
  double top = b->scene->height - b->legend_height, h = b->legend_height, x = 12, sum = 0, right;
  double totals[SCOPE_N_STATES];
  guint states;
  g_autofree char *scale = scale_text (b);

  foresee (b);
  scope_timeline_totals (b->view, b->getter, b->cache, totals, &states);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    sum += totals[s];
  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, 0, top, b->scene->width, h);
  scope_scene_rect (b->scene, 0, top, b->scene->width, h, b->palette->canvas);
  scope_scene_line (b->scene, 0, top + 0.5, b->scene->width, top + 0.5, 1, b->palette->grid);
  right = b->scene->width - 12 - scope_text_width (scale, b->font);
  for (guint i = 0; i < SCOPE_N_STATES && sum > 0; i++)
    {
      guint s = i + 1 < SCOPE_N_STATES ? scope_stack_order[i] : SCOPE_STATE_UNKNOWN;
      double percent = 100 * totals[s] / sum, width;
      g_autofree char *text = NULL;
      ScopeItem *swatch;

      if (totals[s] <= 0 && (states >> s & 1) == 0)
        continue;
      if (totals[s] <= 0) /* other rows have it */
        text = g_strdup (scope_view_state_word (b->view, (ScopeState) s));
      else if (percent < 1)
        text = g_strdup_printf ("%s <1 %%", scope_view_state_word (b->view, (ScopeState) s));
      else
        text = g_strdup_printf ("%s %.0f %%", scope_view_state_word (b->view, (ScopeState) s), percent);
      if (s == SCOPE_STATE_RUNNING && scope_view_get_look (b->view)->colours == SCOPE_COLOUR_TASK)
        {
          char *by_task = g_strdup_printf (_("%s, coloured by %s"), text,
                                           scope_trace_kind_label (b->trace, SCOPE_KIND_THREAD, FALSE));

          g_free (text);
          text = by_task;
        }
      width = scope_text_width (text, b->font) + 4;
      if (x + 18 + width > right)
        break;
      swatch = scope_scene_rect (b->scene, x, top + (h - 12) / 2, 12, 12,
                                 scope_view_by_cause (b->view) ? scope_cause_state_colour (b->palette, (ScopeState) s) : b->palette->state[s]);
      swatch->state = s;
      swatch->pattern = b->palette->pattern[s];
      swatch->second = b->palette->border && s == SCOPE_STATE_IDLE ? b->palette->strong_text
                                                                  : b->palette->pattern_colour[s];
      if (s == SCOPE_STATE_UNKNOWN)
        add_dashed (b, x, top + (h - 12) / 2);
      scope_scene_text_item (b->scene, text, x + 18, top, width, h, b->font, b->palette->text, SCOPE_ALIGN_START);
      x += 18 + width + 14;
    }
  x = add_path_key (b, x, top, right);
  x = add_colour_keys (b, x, top, right);
  if (b->overlay != NULL)
    {
      guint64 hits[SCOPE_N_SHOWN_HITS];
      gboolean sampled = scope_overlay_count_hits (b->overlay, hits);
      const ScopeCallUnmatched *unmatched = scope_view_get_unmatched (b->view, NULL);

      ScopeCallUnmatchedCount alone[2];

      scope_call_unmatched_get_counts (b->overlay->calls->len > 0 ? unmatched : NULL, alone);
      x = scope_call_unmatched_legend (b->scene, alone, x, top, right - x, h);

      scope_hit_legend (b->scene, hits, sampled, x, top, right - x, h);
    }
  scope_scene_text_item (b->scene, scale, right - 4, top, b->scene->width - right - 4, h, b->font,
                         b->palette->text, SCOPE_ALIGN_END);
}
