/* scope-graph-scene.c: see scope-graph-scene.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/graph/scope-graph-scene.h"

#include "model/base/scope-compare.h"
#include "model/scene/graph/scope-graph-curve.h"
#include "model/scene/graph/scope-graph-groups.h"
#include "model/scene/graph/scope-graph-room.h"

#include <math.h>
#include <string.h>

#define LEAST_FONT 6.5      /* smaller labels of nodes stand beside them, where there is room */
#define MOST_FONT 30.0
#define LABEL_FONT 10.0
#define LEAST_LABELLED 0.3  /* scale below which edges have no labels */
#define MOST_LABELS 400u
#define CORNER_STEPS 4u
#define DIMMED 0.13

typedef struct
{
  const ScopeGraph *graph;
  const ScopeGraphOptions *options;
  ScopeScene *scene;
  double heaviest;
  gboolean *near; /* nodes that stand out; NULL: nothing is looked at */
  ScopeGraphRoom *room;
  ScopeGraphGroupBox *groups; /* NULL: there are none */
} Build;

void
scope_graph_options_init (ScopeGraphOptions *options, double width, double height, const ScopePalette *palette)
{
  memset (options, 0, sizeof *options);
  options->width = width;
  options->height = height;
  options->palette = palette;
  options->parts = SCOPE_GRAPH_PART_ALL;
  options->viewport.scale = options->viewport.stretch_x = options->viewport.stretch_y = 1;
  options->looked_node = options->looked_edge = SCOPE_NONE;
  options->chosen_node = options->chosen_edge = SCOPE_NONE;
  options->focus_node = SCOPE_NONE;
}

void
scope_graph_viewport_zoom (ScopeGraphViewport *viewport, double x, double y, double factor)
{
  double scale = CLAMP (viewport->scale * factor, SCOPE_GRAPH_MIN_SCALE, SCOPE_GRAPH_MAX_SCALE);

  viewport->x = x - (x - viewport->x) * scale / viewport->scale;
  viewport->y = y - (y - viewport->y) * scale / viewport->scale;
  viewport->scale = scale;
}

/* --- what stands out --- */

static gboolean *
find_near (const ScopeGraph *graph, const ScopeGraphOptions *options)
{
  gboolean *near;

  if (options->looked_node == SCOPE_NONE && options->looked_edge == SCOPE_NONE)
    return NULL;
  near = g_new0 (gboolean, graph->nodes->len + 1);
  if (options->looked_node < graph->nodes->len)
    near[options->looked_node] = TRUE;
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const ScopeGraphEdge *edge = scope_graph_edge (graph, i);

      if (options->looked_edge == i || edge->from == options->looked_node || edge->to == options->looked_node)
        near[edge->from] = near[edge->to] = TRUE;
    }
  return near;
}

static gboolean
edge_is_looked_at (const Build *build, guint32 i)
{
  const ScopeGraphEdge *edge = scope_graph_edge (build->graph, i);
  const ScopeGraphOptions *options = build->options;

  if (options->looked_edge != SCOPE_NONE)
    return options->looked_edge == i;
  return options->looked_node != SCOPE_NONE && (edge->from == options->looked_node || edge->to == options->looked_node);
}

static gboolean
edge_is_dimmed (const Build *build, guint32 i)
{
  return build->near != NULL && !edge_is_looked_at (build, i);
}

/* --- colours --- */

/* Where all is black on white, or states have borders, boxes are outlined, not filled. */
static gboolean
is_outlined (const ScopePalette *palette)
{
  return palette->border;
}

static ScopeColour
group_colour (const Build *build, guint32 group)
{
  const ScopePalette *palette = build->options->palette;

  if (palette == scope_palette_get (SCOPE_PALETTE_PRINT))
    return palette->strong_text;
  return group == SCOPE_NONE ? palette->heap : scope_palette_task (palette, group);
}

static ScopeColour
edge_colour (const Build *build, const ScopeGraphEdge *edge, guint32 i)
{
  const ScopePalette *palette = build->options->palette;
  ScopeColour colour = edge->alarm ? palette->danger : group_colour (build, scope_graph_node (build->graph, edge->from)->group);

  if (edge_is_dimmed (build, i))
    return scope_colour_mix (palette->canvas, colour, DIMMED);
  if (build->options->chosen_edge == i)
    return palette->accent;
  return scope_colour_mix (palette->canvas, colour, edge_is_looked_at (build, i) ? 1 : 0.75);
}

/* --- shapes --- */

static void
set_title (Build *build, const char *title)
{
  if (build->options->titles)
    scope_scene_add_group (build->scene, title, SCOPE_NONE, 0, 0, build->scene->width, build->scene->height);
}

/* The outline of a box with round corners, as pairs. */
static guint
round_box (ScopeGraphBox box, double radius, float *points)
{
  guint n = 0;

  radius = MIN (radius, MIN (box.width, box.height) / 2);
  for (guint corner = 0; corner < 4; corner++)
    {
      double cx = corner == 0 || corner == 3 ? box.x + box.width - radius : box.x + radius;
      double cy = corner < 2 ? box.y + box.height - radius : box.y + radius;

      for (guint i = 0; i <= CORNER_STEPS; i++)
        {
          double angle = G_PI / 2 * (corner + (double) i / CORNER_STEPS);

          points[2 * n] = (float) (cx + radius * cos (angle));
          points[2 * n + 1] = (float) (cy + radius * sin (angle));
          n++;
        }
    }
  return n;
}

static ScopeGraphBox
inflate (ScopeGraphBox box, double by)
{
  return (ScopeGraphBox) { box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by };
}

static void
add_outline (Build *build, ScopeGraphBox box, double by, double width, ScopeColour colour)
{
  float points[2 * 4 * (CORNER_STEPS + 1) + 2];
  guint n = round_box (inflate (box, by), box.height * 0.3 + by, points);

  points[2 * n] = points[0];
  points[2 * n + 1] = points[1];
  scope_scene_polyline (build->scene, points, n + 1, width, colour);
}

/* --- groups --- */

static ScopeGraphBox
group_box (const Build *build, guint32 group)
{
  const ScopeGraphViewport *viewport = &build->options->viewport;
  const ScopeGraphGroupBox *box = &build->groups[group];
  double x = scope_graph_viewport_x (viewport, box->x), y = scope_graph_viewport_y (viewport, box->y);

  return (ScopeGraphBox) { x, y, scope_graph_viewport_x (viewport, box->x + box->width) - x,
                           scope_graph_viewport_y (viewport, box->y + box->height) - y };
}

static ScopeColour
group_ground (const Build *build, guint32 group)
{
  const ScopePalette *palette = build->options->palette;

  return scope_colour_mix (palette->canvas, group_colour (build, group), palette->dark ? 0.13 : 0.09);
}

/* Patches behind the nodes of groups. */
static void
add_groups (Build *build)
{
  const ScopePalette *palette = build->options->palette;
  float points[2 * 4 * (CORNER_STEPS + 1) + 2];

  for (guint g = 0; build->groups != NULL && g < build->graph->groups->len; g++)
    if (build->groups[g].members > 0)
      {
        guint n = round_box (group_box (build, g), 10 * MIN (build->options->viewport.scale, 1), points);

        scope_scene_polygon (build->scene, points, n, group_ground (build, g));
        if (!is_outlined (palette) && palette != scope_palette_get (SCOPE_PALETTE_PRINT))
          continue;
        points[2 * n] = points[0];
        points[2 * n + 1] = points[1];
        scope_scene_polyline (build->scene, points, n + 1, 1, scope_colour_mix (palette->canvas, group_colour (build, g), 0.5));
      }
}

/* At the upper edge, where no node lies, or where else there is room for it; from afar, nodes' names need it. */
static void
title_group (Build *build, guint32 group)
{
  const ScopePalette *palette = build->options->palette;
  const char *title = g_ptr_array_index (build->graph->groups, group);
  ScopeGraphBox box = group_box (build, group);
  double size = CLAMP (SCOPE_GRAPH_GROUP_FONT * build->options->viewport.scale, LABEL_FONT, 16);
  double width = scope_text_width (title, size) + 2, height = size + 3, top = box.y + 2, left = box.x + 6;
  const ScopeGraphBox places[] = { { left, top, width, height },
                                   { box.x + box.width - width - 6, top, width, height },
                                   { box.x + (box.width - width) / 2, top, width, height },
                                   { box.x + (box.width - width) / 2, box.y - height, width, height },
                                   { left, box.y + box.height - height, width, height },
                                   { left, box.y + box.height, width, height } };

  for (guint k = 0; k < G_N_ELEMENTS (places); k++)
    if (scope_graph_room_take (build->room, &places[k], FALSE))
      {
        set_title (build, NULL);
        scope_scene_rect (build->scene, places[k].x - 1, places[k].y, width, height,
                          scope_colour_alpha (k < 3 ? group_ground (build, group) : palette->canvas, 0.8));
        scope_scene_text_item (build->scene, title, places[k].x, places[k].y, width + 4, height, size,
                               scope_colour_mix (palette->canvas, palette->strong_text, 0.85), SCOPE_ALIGN_START);
        return;
      }
}

/* --- edges --- */

static gboolean
is_outside (const Build *build, const ScopeGraphCurve *curve)
{
  float left = curve->arrow[0], right = left, top = curve->arrow[1], bottom = top;
  float margin = (float) curve->width + 12;

  for (guint i = 0; i < curve->n; i++)
    {
      left = MIN (left, curve->points[2 * i]);
      right = MAX (right, curve->points[2 * i]);
      top = MIN (top, curve->points[2 * i + 1]);
      bottom = MAX (bottom, curve->points[2 * i + 1]);
    }
  return right < -margin || left > build->options->width + margin || bottom < -margin
         || top > build->options->height + margin;
}

static void
add_edge (Build *build, guint32 i)
{
  const ScopeGraphEdge *edge = scope_graph_edge (build->graph, i);
  ScopeColour colour = edge_colour (build, edge, i);
  ScopeGraphCurve curve;

  if (!scope_graph_curve_init (&curve, build->graph, edge, &build->options->viewport, build->heaviest)
      || is_outside (build, &curve))
    return;
  set_title (build, edge->detail);
  if (curve.n == 2)
    scope_scene_line (build->scene, curve.points[0], curve.points[1], curve.points[2], curve.points[3], curve.width,
                      colour);
  else
    scope_scene_polyline (build->scene, curve.points, curve.n, curve.width, colour);
  scope_scene_polygon (build->scene, curve.arrow, 3, colour);
}

/* Those looked at over the others. */
static void
add_edges (Build *build)
{
  for (guint pass = 0; pass < (build->near != NULL ? 2 : 1); pass++)
    for (guint i = 0; i < build->graph->edges->len; i++)
      if (edge_is_dimmed (build, i) == (build->near != NULL && pass == 0))
        add_edge (build, i);
}

/* --- nodes --- */

static double
node_font (const Build *build, const ScopeGraphNode *node)
{
  double factor = node->height / 22.0, base = build->options->font_size > 0 ? build->options->font_size : SCOPE_GRAPH_FONT;

  return MIN (base * factor * scope_graph_node_scale (&build->options->viewport), MOST_FONT);
}

static void
add_node (Build *build, guint32 i)
{
  const ScopePalette *palette = build->options->palette;
  const ScopeGraphNode *node = scope_graph_node (build->graph, i);
  ScopeGraphBox box = scope_graph_node_box (node, &build->options->viewport);
  gboolean dimmed = build->near != NULL && !build->near[i];
  ScopeColour colour = group_colour (build, node->group), fill = colour, words;
  float points[2 * 4 * (CORNER_STEPS + 1)];
  double font = node_font (build, node);
  guint n;

  if (box.x > build->options->width + 40 || box.y > build->options->height + 40 || box.x + box.width < -40
      || box.y + box.height < -40)
    return;
  set_title (build, node->detail);
  n = round_box (inflate (box, 1.5), box.height * 0.3 + 1.5, points);
  scope_scene_polygon (build->scene, points, n, palette->canvas);
  if (node->missing || is_outlined (palette))
    fill = palette->canvas;
  words = fill == palette->canvas ? palette->strong_text : scope_colour_text_on (fill);
  if (dimmed)
    {
      fill = scope_colour_mix (palette->canvas, fill, 2 * DIMMED);
      colour = scope_colour_mix (palette->canvas, colour, 2 * DIMMED);
      words = scope_colour_mix (palette->canvas, palette->text, 0.45);
    }
  n = round_box (box, box.height * 0.3, points);
  scope_scene_polygon (build->scene, points, n, fill);
  if (node->missing || is_outlined (palette))
    add_outline (build, box, -0.75, 1.5, colour);
  if (build->options->chosen_node == i)
    add_outline (build, box, 2.5, 2.5, palette->accent);
  if (build->options->focus_node == i)
    {
      add_outline (build, box, 5.5, 1.5, palette->canvas);
      add_outline (build, box, 6, 1.5, palette->strong_text);
    }
  if (font >= LEAST_FONT)
    scope_scene_text_item (build->scene, node->label, box.x + 1, box.y, box.width - 2, box.height, font, words,
                           SCOPE_ALIGN_CENTRE);
}

static void
add_nodes (Build *build)
{
  for (guint pass = 0; pass < (build->near != NULL ? 2 : 1); pass++)
    for (guint i = 0; i < build->graph->nodes->len; i++)
      if (scope_graph_node (build->graph, i)->placed
          && (build->near == NULL || build->near[i] == (pass == 1)))
        add_node (build, i);
}

/* --- labels --- */

static void
add_words (Build *build, const char *text, ScopeGraphBox box, ScopeColour colour)
{
  scope_scene_rect (build->scene, box.x, box.y, box.width, box.height,
                    scope_colour_alpha (build->options->palette->canvas, 0.8));
  scope_scene_text_item (build->scene, text, box.x, box.y, box.width, box.height, LABEL_FONT, colour, SCOPE_ALIGN_CENTRE);
}

static void
label_edge (Build *build, guint32 i)
{
  static const double places[] = { 0.5, 0.38, 0.62, 0.25, 0.75 }, beside[] = { 0, -1, 1, -1.75, 1.75, -2.5, 2.5 }; /* on it, above, below */
  const ScopeGraphEdge *edge = scope_graph_edge (build->graph, i);
  const ScopePalette *palette = build->options->palette;
  g_autofree char *text = g_strdup_printf (edge->alarm ? "%s !" : "%s", edge->label);
  double width = scope_text_width (text, LABEL_FONT) * 0.92 + 4, height = LABEL_FONT + 4;
  ScopeGraphCurve curve;

  if (!scope_graph_curve_init (&curve, build->graph, edge, &build->options->viewport, build->heaviest))
    return;
  for (guint k = 0; k < G_N_ELEMENTS (places) * G_N_ELEMENTS (beside); k++)
    {
      ScopeGraphBox box = { 0, 0, width, height };

      scope_graph_curve_at (&curve, places[k % G_N_ELEMENTS (places)], &box.x, &box.y);
      box.x -= width / 2;
      box.y -= height / 2;
      box.y += beside[k / G_N_ELEMENTS (places)] * (height + SCOPE_GRAPH_ROOM_CELL);
      if (!scope_graph_room_take (build->room, &box, build->options->looked_edge == i))
        continue;
      set_title (build, edge->detail);
      add_words (build, text, box, edge->alarm ? palette->danger : palette->strong_text);
      return;
    }
}

/* The label of a node too small for it, below or beside it. */
static void
label_node (Build *build, guint32 i)
{
  const ScopeGraphNode *node = scope_graph_node (build->graph, i);
  ScopeGraphBox at = scope_graph_node_box (node, &build->options->viewport);
  double width = scope_text_width (node->label, LABEL_FONT) * 0.95 + 2, height = LABEL_FONT + 1;
  const double gap = SCOPE_GRAPH_ROOM_CELL;
  const ScopeGraphBox boxes[] = { { at.x + (at.width - width) / 2, at.y + at.height + gap, width, height },
                                  { at.x + (at.width - width) / 2, at.y - height - gap, width, height },
                                  { at.x + at.width + gap, at.y + (at.height - height) / 2, width, height },
                                  { at.x - width - gap, at.y + (at.height - height) / 2, width, height } };

  for (guint k = 0; k < G_N_ELEMENTS (boxes); k++)
    if (scope_graph_room_take (build->room, &boxes[k], build->options->looked_node == i))
      {
        set_title (build, node->detail);
        add_words (build, node->label, boxes[k], build->options->palette->strong_text);
        return;
      }
}

typedef struct
{
  guint32 edge;
  gboolean first; /* looked at */
  double weight;
} Candidate;

SCOPE_COMPARE_BY (compare_candidates, Candidate, SCOPE_DOWN (first) SCOPE_DOWN (weight) SCOPE_UP (edge))

/* Whether there is room for words between boxes at all. */
static gboolean
is_labelled (const Build *build)
{
  const ScopeGraphViewport *viewport = &build->options->viewport;

  return viewport->scale * MAX (viewport->stretch_x, viewport->stretch_y) >= LEAST_LABELLED;
}

static void
add_edge_labels (Build *build)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < build->graph->edges->len; i++)
    {
      const ScopeGraphEdge *edge = scope_graph_edge (build->graph, i);
      Candidate candidate = { i, edge_is_looked_at (build, i), edge->weight };

      if (edge->label != NULL && !edge_is_dimmed (build, i)
          && (is_labelled (build) || candidate.first))
        g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_candidates);
  for (guint k = 0; k < MIN (candidates->len, MOST_LABELS); k++)
    label_edge (build, g_array_index (candidates, Candidate, k).edge);
}

static void
add_labels (Build *build)
{
  const ScopeGraph *graph = build->graph;

  for (guint i = 0; i < graph->nodes->len; i++)
    if (scope_graph_node (graph, i)->placed)
      {
        ScopeGraphBox box = scope_graph_node_box (scope_graph_node (graph, i), &build->options->viewport);

        scope_graph_room_block (build->room, &box);
      }
  for (guint g = 0; build->groups != NULL && build->options->viewport.scale >= LEAST_LABELLED && g < graph->groups->len; g++)
    if (build->groups[g].members > 0)
      title_group (build, g);
  for (guint i = 0; i < graph->nodes->len; i++)
    if (scope_graph_node (graph, i)->placed && node_font (build, scope_graph_node (graph, i)) < LEAST_FONT
        && (build->near == NULL || build->near[i]))
      label_node (build, i);
  add_edge_labels (build);
}

/* --- the whole --- */

static void
add_key (Build *build)
{
  const ScopePalette *palette = build->options->palette;
  const char *text = build->graph->scale;
  double width;

  if (text == NULL)
    return;
  width = scope_text_width (text, SCOPE_GRAPH_FONT) + 12;
  set_title (build, NULL);
  scope_scene_rect (build->scene, 6, build->options->height - SCOPE_GRAPH_KEY, width, 18, scope_colour_alpha (palette->canvas, 0.85));
  scope_scene_text_item (build->scene, text, 12, build->options->height - SCOPE_GRAPH_KEY, width, 18, SCOPE_GRAPH_FONT, palette->text,
                         SCOPE_ALIGN_START);
}

ScopeScene *
scope_graph_scene_build (const ScopeGraph *graph, const ScopeGraphOptions *options)
{
  Build build = { .graph = graph, .options = options };
  ScopeScene *scene = scope_scene_new (options->width, options->height, options->palette);

  build.scene = scene;
  build.heaviest = scope_graph_heaviest_edge (graph);
  build.near = find_near (graph, options);
  build.room = scope_graph_room_new (options->width, options->height);
  build.groups = scope_graph_group_boxes (graph);
  scene->plot_width = options->width;
  scene->plot_height = options->height;
  scope_scene_set_group (scene, 0);
  /* A part is drawn over another one. */
  if ((options->parts & SCOPE_GRAPH_PART_ALL) == SCOPE_GRAPH_PART_ALL)
    scope_scene_rect (scene, 0, 0, options->width, options->height, options->palette->canvas);
  if (options->parts & SCOPE_GRAPH_PART_EDGES)
    {
      add_groups (&build);
      add_edges (&build);
    }
  if (options->parts & SCOPE_GRAPH_PART_NODES)
    {
      add_nodes (&build);
      add_labels (&build);
    }
  if (options->parts & SCOPE_GRAPH_PART_KEY)
    add_key (&build);
  g_free (build.near);
  g_free (build.groups);
  scope_graph_room_free (build.room);
  return scene;
}

/* --- under the pointer --- */

guint32
scope_graph_hit_node (const ScopeGraph *graph, const ScopeGraphOptions *options, double x, double y)
{
  guint32 hit = SCOPE_NONE;

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);
      ScopeGraphBox box = scope_graph_node_box (node, &options->viewport);
      double more = MAX (MAX (10 - box.height, 0) / 2, 1); /* small ones can be hit, too */

      box = inflate (box, more);
      if (node->placed && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height)
        hit = i; /* the last one lies on top */
    }
  return hit;
}

guint32
scope_graph_hit_edge (const ScopeGraph *graph, const ScopeGraphOptions *options, double x, double y)
{
  double heaviest = scope_graph_heaviest_edge (graph), nearest = INFINITY;
  guint32 hit = SCOPE_NONE;

  for (guint i = 0; i < graph->edges->len; i++)
    {
      ScopeGraphCurve curve;
      double distance;

      if (!scope_graph_curve_may_touch (graph, scope_graph_edge (graph, i), &options->viewport, x, y, 5)
          || !scope_graph_curve_init (&curve, graph, scope_graph_edge (graph, i), &options->viewport, heaviest))
        continue;
      distance = scope_graph_curve_distance (&curve, x, y) - curve.width / 2;
      if (distance <= 4 && distance < nearest)
        {
          nearest = distance;
          hit = i;
        }
    }
  return hit;
}
