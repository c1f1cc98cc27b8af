/* scope-graph-curve.c: see scope-graph-curve.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/graph/scope-graph-curve.h"

#include <math.h>

#define N SCOPE_GRAPH_CURVE_POINTS
#define THINNEST 1.0
#define THICKEST 9.0
#define BEND 0.13 /* of there and back, of their length */

typedef struct
{
  double x, y;
} Point;

typedef struct
{
  Point p[4]; /* of a cubic */
} Cubic;

static Point
cubic_at (const Cubic *cubic, double t)
{
  double u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
  const Point *p = cubic->p;

  return (Point) { a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                   a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

double
scope_graph_node_scale (const ScopeGraphViewport *viewport)
{
  double scale = viewport->scale;

  return viewport->tight || scale >= 0.75 ? scale : MIN (scale * 1.7, 0.75);
}

ScopeGraphBox
scope_graph_node_box (const ScopeGraphNode *node, const ScopeGraphViewport *viewport)
{
  double size = scope_graph_node_scale (viewport);

  return (ScopeGraphBox) { scope_graph_viewport_x (viewport, node->x) - node->width * size / 2,
                           scope_graph_viewport_y (viewport, node->y) - node->height * size / 2, node->width * size,
                           node->height * size };
}

static gboolean
inside (ScopeGraphBox box, Point p)
{
  return p.x >= box.x && p.x <= box.x + box.width && p.y >= box.y && p.y <= box.y + box.height;
}

static Point
centre (ScopeGraphBox box)
{
  return (Point) { box.x + box.width / 2, box.y + box.height / 2 };
}

/* --- ways --- */

static Cubic
make_bow (Point a, Point b, double bend)
{
  /* To the right of where it goes, on a screen whose y runs down. */
  double nx = -(b.y - a.y) * bend * 4 / 3, ny = (b.x - a.x) * bend * 4 / 3;

  return (Cubic) { { a,
                     { a.x + (b.x - a.x) / 3 + nx, a.y + (b.y - a.y) / 3 + ny },
                     { b.x - (b.x - a.x) / 3 + nx, b.y - (b.y - a.y) / 3 + ny },
                     b } };
}

/* Out of the right of the upper edge and back into the right side. */
static Cubic
make_loop (ScopeGraphBox box)
{
  double reach = MAX (box.height, 8) * 1.5;
  Point a = { box.x + box.width * 0.7, box.y }, b = { box.x + box.width, box.y + box.height * 0.4 };

  return (Cubic) { { a, { a.x, a.y - reach }, { b.x + reach, b.y - reach * 0.4 }, b } };
}

/* From the lower edge of the parent to the upper one of the child; sideways from the right one to the left one. */
static Cubic
make_branch (ScopeGraphBox parent, ScopeGraphBox child, gboolean sideways)
{
  Point a = { parent.x + parent.width / 2, parent.y + parent.height };
  Point b = { child.x + child.width / 2, child.y };
  double middle = (a.y + b.y) / 2;

  if (!sideways)
    return (Cubic) { { a, { a.x, middle }, { b.x, middle }, b } };
  a = (Point) { parent.x + parent.width, parent.y + parent.height / 2 };
  b = (Point) { child.x, child.y + child.height / 2 };
  middle = (a.x + b.x) / 2;
  return (Cubic) { { a, { middle, a.y }, { middle, b.y }, b } };
}

/* The child lies wholly on the side that branches go to. */
static gboolean
is_below (ScopeGraphBox parent, ScopeGraphBox child, gboolean sideways)
{
  return sideways ? child.x > parent.x + parent.width : child.y > parent.y + parent.height;
}

/* Where, between `in` (within the box) and `out`, the way crosses its edge; `in` if both are within. */
static double
cross (const Cubic *way, ScopeGraphBox box, double in, double out)
{
  if (inside (box, cubic_at (way, out)))
    return in;
  for (guint i = 0; i < 14; i++)
    {
      double middle = (in + out) / 2;

      if (inside (box, cubic_at (way, middle)))
        in = middle;
      else
        out = middle;
    }
  return out;
}

/* The same for a straight way from the middle of the box: how much of (dx, dy) lies within. */
static double
within (ScopeGraphBox box, double dx, double dy)
{
  double across = dx != 0 ? box.width / 2 / fabs (dx) : INFINITY;
  double down = dy != 0 ? box.height / 2 / fabs (dy) : INFINITY;

  return MIN (MIN (across, down), 1);
}

/* --- the curve --- */

double
scope_graph_heaviest_edge (const ScopeGraph *graph)
{
  double heaviest = 0;

  for (guint i = 0; i < graph->edges->len; i++)
    heaviest = MAX (heaviest, scope_graph_edge (graph, i)->weight);
  return heaviest;
}

static double
line_width (double weight, double heaviest, double scale)
{
  double width = THINNEST + (heaviest > 0 ? (THICKEST - THINNEST) * weight / heaviest : 0);

  return MAX (width * CLAMP (scale, 0.3, 1.6), 0.6);
}

/* The tip where the way ends, its base as far back as it is long. */
static void
make_arrow (ScopeGraphCurve *curve, Point tip, Point before)
{
  double length = hypot (tip.x - before.x, tip.y - before.y), size = MAX (5 + 1.3 * curve->width, 6);
  double dx = length > 0 ? (tip.x - before.x) / length : 1, dy = length > 0 ? (tip.y - before.y) / length : 0;
  double half = size * 0.42;

  curve->arrow[0] = (float) tip.x;
  curve->arrow[1] = (float) tip.y;
  curve->arrow[2] = (float) (tip.x - dx * size - dy * half);
  curve->arrow[3] = (float) (tip.y - dy * size + dx * half);
  curve->arrow[4] = (float) (tip.x - dx * size + dy * half);
  curve->arrow[5] = (float) (tip.y - dy * size - dx * half);
}

/* Takes back the end of the line, which the arrow covers, so that a thick one does not stick out of its tip. */
static double
arrow_base (const Cubic *way, double from, double to, double size)
{
  Point tip = cubic_at (way, to);
  double near = from, far = to;

  for (guint i = 0; i < 12; i++)
    {
      double middle = (near + far) / 2;
      Point p = cubic_at (way, middle);

      if (hypot (p.x - tip.x, p.y - tip.y) > size)
        near = middle;
      else
        far = middle;
    }
  return near;
}

static double
arrow_length (double width)
{
  return MAX (5 + 1.3 * width, 6);
}

static gboolean
make_straight (ScopeGraphCurve *curve, ScopeGraphBox a, ScopeGraphBox b)
{
  Point from = centre (a), to = centre (b), tip;
  double dx = to.x - from.x, dy = to.y - from.y, length = hypot (dx, dy);
  double t0 = within (a, dx, dy), t1 = 1 - within (b, dx, dy), base;

  if (t1 <= t0 + 1e-6 || !(length > 0))
    return FALSE;
  base = MAX (t1 - arrow_length (curve->width) * 0.8 / length, t0);
  tip = (Point) { from.x + dx * t1, from.y + dy * t1 };
  curve->n = 2;
  curve->points[0] = (float) (from.x + dx * t0);
  curve->points[1] = (float) (from.y + dy * t0);
  curve->points[2] = (float) (from.x + dx * base);
  curve->points[3] = (float) (from.y + dy * base);
  make_arrow (curve, tip, from);
  return TRUE;
}

static void
make_bent (ScopeGraphCurve *curve, const Cubic *way, double t0, double t1)
{
  double base = arrow_base (way, t0, t1, arrow_length (curve->width) * 0.8);

  curve->n = N;
  for (guint i = 0; i < N; i++)
    {
      Point p = cubic_at (way, t0 + (base - t0) * i / (N - 1));

      curve->points[2 * i] = (float) p.x;
      curve->points[2 * i + 1] = (float) p.y;
    }
  make_arrow (curve, cubic_at (way, t1), cubic_at (way, base));
}

gboolean
scope_graph_curve_init (ScopeGraphCurve *curve, const ScopeGraph *graph, const ScopeGraphEdge *edge,
                        const ScopeGraphViewport *viewport, double heaviest)
{
  const ScopeGraphNode *from = scope_graph_node (graph, edge->from), *to = scope_graph_node (graph, edge->to);
  double t0 = 0, t1 = 1;
  ScopeGraphBox a, b;
  Cubic way;

  if (!from->placed || !to->placed)
    return FALSE;
  a = scope_graph_node_box (from, viewport);
  b = scope_graph_node_box (to, viewport);
  curve->width = line_width (edge->weight, heaviest, viewport->scale);
  if (edge->from == edge->to)
    way = make_loop (a);
  else if (graph->engine == SCOPE_GRAPH_LEVELS && is_below (a, b, graph->sideways))
    way = make_branch (a, b, graph->sideways);
  else if (!edge->both)
    return make_straight (curve, a, b);
  else
    {
      way = make_bow (centre (a), centre (b), BEND);
      t0 = cross (&way, a, 0, 1);
      t1 = cross (&way, b, 1, 0);
      if (t1 <= t0 + 1e-6)
        return FALSE;
    }
  make_bent (curve, &way, t0, t1);
  return TRUE;
}

/* Where an edge can be at all: quickly. */
gboolean
scope_graph_curve_may_touch (const ScopeGraph *graph, const ScopeGraphEdge *edge, const ScopeGraphViewport *viewport, double x,
                             double y, double margin)
{
  const ScopeGraphNode *from = scope_graph_node (graph, edge->from), *to = scope_graph_node (graph, edge->to);
  double ax = scope_graph_viewport_x (viewport, from->x), ay = scope_graph_viewport_y (viewport, from->y);
  double bx = scope_graph_viewport_x (viewport, to->x), by = scope_graph_viewport_y (viewport, to->y);
  double reach = margin + THICKEST;

  if (graph->engine == SCOPE_GRAPH_LEVELS)
    reach += (MAX (from->width, to->width) + MAX (from->height, to->height)) * viewport->scale;
  if (edge->from == edge->to)
    reach += 2 * (from->width + from->height) * scope_graph_node_scale (viewport) + 20;
  else if (edge->both)
    reach += hypot (bx - ax, by - ay) * BEND * 1.4;
  return x >= MIN (ax, bx) - reach && x <= MAX (ax, bx) + reach && y >= MIN (ay, by) - reach && y <= MAX (ay, by) + reach;
}

void
scope_graph_curve_at (const ScopeGraphCurve *curve, double t, double *ret_x, double *ret_y)
{
  double at = CLAMP (t, 0, 1) * (curve->n - 1);
  guint i = MIN ((guint) at, curve->n - 2);
  double rest = at - i;
  const float *p = curve->points + 2 * i;

  *ret_x = p[0] + (p[2] - p[0]) * rest;
  *ret_y = p[1] + (p[3] - p[1]) * rest;
}

static double
segment_distance (const float *p, double x, double y)
{
  double dx = p[2] - p[0], dy = p[3] - p[1], square = dx * dx + dy * dy;
  double t = square > 0 ? CLAMP (((x - p[0]) * dx + (y - p[1]) * dy) / square, 0, 1) : 0;

  return hypot (x - p[0] - t * dx, y - p[1] - t * dy);
}

double
scope_graph_curve_distance (const ScopeGraphCurve *curve, double x, double y)
{
  double least = hypot (x - curve->arrow[0], y - curve->arrow[1]);

  for (guint i = 0; i + 1 < curve->n; i++)
    least = MIN (least, segment_distance (curve->points + 2 * i, x, y));
  return least;
}
