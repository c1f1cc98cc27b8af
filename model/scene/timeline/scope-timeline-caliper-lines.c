/* scope-timeline-caliper-lines.c: the two cursors of the calipers and what they measure, drawn over the rows.
 *
 *     ──[1]────────────[2]──     flags in the ruler, the active one filled
 *        |<- 25 cycles ->|
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/scene/view/scope-view-calipers.h"

#include <math.h>

#define FLAG SCOPE_CALIPER_FLAG
#define ARROW 5.0f

static void
add_cursor (ScopeTimelineBuild *b, const ScopeViewCalipers *calipers, guint i)
{
  double x = scope_viewport_time_to_x (b->viewport, calipers->at[i]);
  gboolean active = calipers->active == i;
  guint32 colour = active ? b->palette->accent : b->palette->strong_text;
  guint32 ground = active ? b->palette->accent_ground : b->palette->strong_text;

  if (x < -1 || x > b->width + 1)
    return;
  x = floor (b->x + x) + 0.5;
  scope_scene_line (b->scene, x, b->y, x, b->y + b->height, active ? 2 : 1, colour);
  if (b->ruler_height > 0)
    {
      double at = b->x + scope_caliper_flag_x (x - b->x, b->width), top = b->y - FLAG;

      scope_scene_rect (b->scene, at, top, FLAG, FLAG, ground);
      scope_scene_text_item (b->scene, i == 0 ? "1" : "2", at, top, FLAG, FLAG, b->font, scope_colour_text_on (ground),
                             SCOPE_ALIGN_CENTRE);
    }
}

static void
add_arrow (ScopeTimelineBuild *b, double x, double y, double towards, guint32 colour)
{
  float dx = towards > x ? ARROW : -ARROW;
  float points[] = { (float) x + dx, (float) y - ARROW, (float) x, (float) y, (float) x + dx, (float) y + ARROW };

  scope_scene_polyline (b->scene, points, 3, 1.5, colour);
}

/* The span as a line with arrows, the text in the middle of what is seen of it. */
static void
add_span (ScopeTimelineBuild *b, gint64 from, gint64 to)
{
  double x0 = scope_viewport_time_to_x (b->viewport, from), x1 = scope_viewport_time_to_x (b->viewport, to);
  double y = b->y + 30 + b->font / 2, left, right;
  g_autofree char *text = scope_view_dup_calipers_text (b->view);
  double width = scope_text_width (text, b->font) + 12, at;

  if (x1 < 0 || x0 > b->width)
    return;
  left = b->x + CLAMP (x0, 0, b->width);
  right = b->x + CLAMP (x1, 0, b->width);
  scope_scene_line (b->scene, left, y, right, y, 1, b->palette->strong_text);
  if (right - left > 4 * ARROW && x0 >= 0)
    add_arrow (b, left, y, right, b->palette->strong_text);
  if (right - left > 4 * ARROW && x1 <= b->width)
    add_arrow (b, right, y, left, b->palette->strong_text);
  /* Beside it if there is no room between. */
  at = right - left > width + 4 * ARROW ? (left + right - width) / 2 : right + 6;
  if (at + width > b->x + b->width)
    at = MAX (left - 6 - width, b->x);
  scope_scene_rect (b->scene, at, y - b->font / 2 - 4, width, b->font + 8, b->palette->strong_text);
  scope_scene_text_item (b->scene, text, at, y - b->font / 2 - 4, width, b->font + 8, b->font, b->palette->canvas, SCOPE_ALIGN_CENTRE);
}

void
scope_timeline_add_calipers (ScopeTimelineBuild *b)
{
  ScopeViewCalipers calipers;
  gint64 from, to;

  if (!scope_view_get_calipers (b->view, &calipers) || !scope_view_get_calipers_range (b->view, &from, &to))
    return;
  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, b->x, b->y - b->ruler_height, b->width, b->height + b->ruler_height);
  add_span (b, from, to);
  add_cursor (b, &calipers, 1 - calipers.active);
  add_cursor (b, &calipers, calipers.active);
}
