/* scope-graph-curve.c: see scope-graph-curve.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-graph-curve.h"

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

ScopeGraphBox
scope_graph_node_box (const ScopeGraphNode *node, const ScopeGraphViewport *viewport)
{
  double scale = viewport->scale;

  return (ScopeGraphBox) { viewport->x + (node->x - node->width / 2) * scale,
                           viewport->y + (node->y - node->height / 2) * scale, node->width * scale,
                           node->height * scale };
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

/* From the lower edge of the parent to the upper one of the child. */
static Cubic
make_branch (ScopeGraphBox parent, ScopeGraphBox child)
{
  Point a = { parent.x + parent.width / 2, parent.y + parent.height };
  Point b = { child.x + child.width / 2, child.y };
  double middle = (a.y + b.y) / 2;

  return (Cubic) { { a, { a.x, middle }, { b.x, middle }, b } };
}

/* Where, between `in` (within the box) and `out`, the way crosses its edge; `in` if both are within. */
static double
cross (const Cubic *way, ScopeGraphBox box, double in, double out)
{
  if (inside (box, cubic_at (way, out)))
    return in;
  for (guint i = 0; i < 20; i++)
    {
      double middle = (in + out) / 2;

      if (inside (box, cubic_at (way, middle)))
        in = middle;
      else
        out = middle;
    }
  return out;
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

  for (guint i = 0; i < 16; i++)
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

gboolean
scope_graph_curve_init (ScopeGraphCurve *curve, const ScopeGraph *graph, const ScopeGraphEdge *edge,
                        const ScopeGraphViewport *viewport, double heaviest)
{
  const ScopeGraphNode *from = scope_graph_node (graph, edge->from), *to = scope_graph_node (graph, edge->to);
  ScopeGraphBox a, b;
  gboolean bent = TRUE;
  double t0 = 0, t1 = 1, base;
  Cubic way;
  Point tip;

  if (!from->placed || !to->placed)
    return FALSE;
  a = scope_graph_node_box (from, viewport);
  b = scope_graph_node_box (to, viewport);
  curve->width = line_width (edge->weight, heaviest, viewport->scale);
  if (edge->from == edge->to)
    way = make_loop (a);
  else if (graph->engine == SCOPE_GRAPH_LEVELS && b.y > a.y + a.height)
    way = make_branch (a, b);
  else
    {
      bent = edge->both;
      way = make_bow (centre (a), centre (b), bent ? BEND : 0);
      t0 = cross (&way, a, 0, 1);
      t1 = cross (&way, b, 1, 0);
      if (t1 <= t0 + 1e-6)
        return FALSE;
    }
  tip = cubic_at (&way, t1);
  base = arrow_base (&way, t0, t1, MAX (5 + 1.3 * curve->width, 6) * 0.8);
  curve->n = bent ? N : 2;
  for (guint i = 0; i < curve->n; i++)
    {
      Point p = cubic_at (&way, t0 + (base - t0) * i / (curve->n - 1));

      curve->points[2 * i] = (float) p.x;
      curve->points[2 * i + 1] = (float) p.y;
    }
  make_arrow (curve, tip, cubic_at (&way, base));
  return TRUE;
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
