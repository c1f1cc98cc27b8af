/* scope-timeline-hit.c: see scope-timeline-hit.h.
 *
 * What is hit is what is drawn: the same lines at the same places, bundles moved apart and as wide as they are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-hit.h"

#include "model/base/scope-each.h"
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include <math.h>

static double
distance (double x, double y, double x0, double y0, double x1, double y1)
{
  double dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy;
  double t = length > 0 ? CLAMP (((x - x0) * dx + (y - y0) * dy) / length, 0, 1) : 0;

  return hypot (x - x0 - t * dx, y - y0 - t * dy);
}

/* From the nearest pixel that it covers. */
static double
distance_to_line (const ScopeTimelineBuild *b, const ScopeTimelineLine *line, double x, double y)
{
  double x0, y0, x1, y1;

  scope_timeline_line_place (b, line, &x0, &y0, &x1, &y1);
  return MAX (distance (x, y, x0, y0, x1, y1) - scope_timeline_line_width (line) / 2, 0);
}

/* The middles of the first and the last elements: its two edges are hit, not what lies under it. */
static gboolean
hit_wedges (const ScopeTimelineBuild *b, ScopeLineEnds *ends, double x, double y, double reach, ScopeMessageLine *ret)
{
  gboolean hit = FALSE;

  SCOPE_EACH (const ScopeStreamWedge, w, b->overlay->wedges)
    {
      for (guint edge = 0; edge < 2; edge++)
        {
          ScopeMessageLine message = { .from_machine = w->from_machine, .to_machine = w->to_machine,
                                       .from_process = w->from_process, .to_process = w->to_process,
                                       .send = edge == 0 ? w->first_send : w->last_send,
                                       .receive = edge == 0 ? w->first_receive : w->last_receive,
                                       .count = (guint32) MIN (w->messages, G_MAXUINT32), .tag = SCOPE_TAG_HEAD,
                                       .sent = TRUE, .received = TRUE, .size = SCOPE_TABLE_NULL,
                                       .first = w->first_send, .last = w->last_send, .until = w->last_receive };
          ScopeTimelineLine line = scope_line_ends_place (ends, &message);
          double far;

          line.count = 1; /* an edge is thin */
          if (!scope_timeline_line_is_seen (b, &line) || (far = distance_to_line (b, &line, x, y)) > reach)
            continue;
          reach = far;
          *ret = message;
          hit = TRUE;
        }
    }
  return hit;
}

gboolean
scope_timeline_hit_message (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay, double x,
                            double y, double reach, ScopeMessageLine *ret_message)
{
  ScopeTimelineBuild b = { .view = view, .options = options, .overlay = overlay };
  g_autoptr (GArray) lines = NULL;
  gboolean hit = FALSE, sticking;
  ScopeLineEnds ends;

  if (overlay == NULL || !scope_view_get_messages (view)->show)
    return FALSE;
  scope_timeline_measure (&b);
  x += b.x;
  y += b.y;
  sticking = y < scope_timeline_top (&b, FALSE);
  scope_line_ends_init (&ends, &b);
  lines = scope_timeline_collect_lines (&b, &ends);
  SCOPE_EACH (const ScopeTimelineLine, line, lines)
    {
      double far;

      /* Where rows stick, nothing is drawn of lines that have gone below them. */
      if (line->kind != SCOPE_LINE_MESSAGE
          || (sticking && line->from_row >= b.n_sticking && line->to_row >= b.n_sticking))
        continue;
      far = distance_to_line (&b, line, x, y);
      if (far > reach || (hit && far == reach && line->count > ret_message->count))
        continue;
      reach = far;
      *ret_message = line->message;
      hit = TRUE;
    }
  hit = hit || hit_wedges (&b, &ends, x, y, reach, ret_message);
  scope_line_ends_clear (&ends);
  return hit;
}
