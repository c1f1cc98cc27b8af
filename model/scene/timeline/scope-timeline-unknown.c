/* scope-timeline-unknown.c: what is not known yet, at the right of a trace that is still being written: one shaded zone whose
 * left edge is, row by row, the time until which that row is known.
 *
 *     HEC 0 ███░██████▓█┊               ┊ dotted: nothing is known beyond
 *     HEC 1 ███░███┊                    (a program may write megabytes of one processor at a time)
 *     HEC 2 ██████░█████┊ not known yet
 *
 * It lies over the rows: a lane of which nothing is known would look idle. While following, the zone begins at the view's
 * edge at the latest, which moves evenly, so that what is new comes out of it instead of popping up in pieces.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"
#include "model/scene/view/scope-view-follow.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MAX_SOURCES 256u /* of a sum: more are not looked at */
#define SHADE 0.055      /* of the text's colour over the row's */

/* What ended before `now` does not hold its sum back. */
static gint64
sources_known (const ScopeLaneSource *sources, guint n, gint64 now)
{
  gint64 known = SCOPE_TIME_MAX;

  for (guint i = 0; i < MIN (n, MAX_SOURCES); i++)
    {
      gint64 first, last, until = scope_lane_store_known_until (sources[i].store, sources[i].lane);
      gboolean alive = scope_lane_store_life (sources[i].store, sources[i].lane, &first, &last);

      if (alive && last != SCOPE_TIME_MAX && last + sources[i].offset <= now)
        continue;
      known = MIN (known, until <= SCOPE_TIME_MIN   ? SCOPE_TIME_MIN
                          : until >= SCOPE_TIME_MAX ? SCOPE_TIME_MAX
                                                    : until + sources[i].offset);
    }
  return known;
}

/* A processor that has nothing to write does not hold the others back for ever: whoever follows says which do. */
static gint64
least_known (ScopeView *view)
{
  ScopeLive *live = scope_trace_get_live (scope_view_get_trace (view));
  ScopeLiveFacts facts = { .watermark = SCOPE_TIME_MIN };

  if (live != NULL)
    scope_live_get_facts (live, &facts);
  return facts.watermark;
}

/* Trace time until which a row is known; for a sum, until which all that it adds up is. Never later than the greatest known
 * time. */
static gint64
row_known (ScopeView *view, const ScopeLaneNode *node)
{
  gint64 now = scope_view_get_now (view), known = now;

  if (node->n_sources > 0)
    known = sources_known (node->sources, node->n_sources, now);
  else if (node->kind == SCOPE_ROW_ACTIVITY)
    {
      guint n;
      g_autofree ScopeLaneSource *sources = scope_lane_list_activity_sources (scope_view_get_lanes (view), &n);

      known = sources_known (sources, n, now);
    }
  if (node->n_sources != 1)
    known = MAX (known, least_known (view));
  return MIN (known, now);
}

static double
known_x (ScopeTimelineBuild *b, gint64 known)
{
  known = MIN (known, scope_view_get_edge (b->view));
  if (known <= b->viewport->first)
    return 0;
  return CLAMP (floor (scope_viewport_time_to_x (b->viewport, known)), 0, b->width);
}

double
scope_timeline_zone_x (ScopeTimelineBuild *b, const ScopeLaneNode *node)
{
  if (scope_view_get_follow (b->view) == SCOPE_FOLLOW_OFF)
    return b->width;
  return known_x (b, row_known (b->view, node));
}

static void
add_zone (ScopeTimelineBuild *b, double x, double y, double height, gboolean alternate)
{
  ScopeColour ground = alternate ? b->palette->alternate : b->palette->canvas;
  ScopeItem *item;

  if (x >= b->width || height <= 0)
    return;
  item = scope_scene_rect (b->scene, b->x + x, y, b->width - x, height,
                           scope_colour_mix (ground, b->palette->text, SHADE));
  item->state = SCOPE_STATE_UNKNOWN;
  if (x <= 0)
    return;
  item = scope_scene_line (b->scene, b->x + x + 0.5, y, b->x + x + 0.5, y + height, 1, b->palette->text);
  item->dash = 2;
}

/* In the first row that has room for it. */
static void
add_words (ScopeTimelineBuild *b, const ScopeLaneNode *node, double x, gboolean *done)
{
  const char *words = _("not known yet");
  double width = scope_text_width (words, b->font - 1) + 4;

  if (*done || b->width - x < width + 12 || node->bar_height < b->font + 2)
    return;
  scope_scene_text_item (b->scene, words, b->x + x + 6, scope_timeline_bar_y (b, node), width, node->bar_height,
                         b->font - 1, b->palette->text, SCOPE_ALIGN_START);
  *done = TRUE;
}

void
scope_timeline_add_unknown_end (ScopeTimelineBuild *b)
{
  gboolean said = FALSE, stuck = TRUE;
  double below = b->y;

  if (scope_view_get_follow (b->view) == SCOPE_FOLLOW_OFF)
    return;
  if (b->n_sticking > 0)
    scope_timeline_add_region (b, NULL, TRUE, b->x, b->width);
  for (guint row = scope_timeline_next_row (b, SCOPE_NONE); row != SCOPE_NONE; row = scope_timeline_next_row (b, row))
    {
      const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
      double x = scope_timeline_zone_x (b, node), y = scope_timeline_row_y (b, node);

      if (stuck && row >= b->n_sticking)
        {
          scope_timeline_add_region (b, NULL, FALSE, b->x, b->width);
          stuck = FALSE;
        }
      add_zone (b, x, y, node->height, node->band == 1);
      add_words (b, node, x, &said);
      below = MAX (below, y + node->height);
    }
  scope_timeline_add_region (b, NULL, FALSE, b->x, b->width);
  add_zone (b, known_x (b, scope_view_get_now (b->view)), below, b->y + b->height - below, FALSE);
}
