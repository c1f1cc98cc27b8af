/* scope-graph-groups.c: see scope-graph-groups.h.
 *
 * Two levels: nodes come together about the middle of their group, change places within it until what they have edges to is near,
 * and then the groups' boxes are moved apart as if they were nodes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/graph/scope-graph-groups.h"

#include "model/scene/graph/scope-graph-spread.h"
#include "model/scene/draw/scope-scene.h"

#include <math.h>

#define MARGIN 12.0      /* around nodes, in the box */
#define GROWTH 1.25      /* from afar nodes are drawn larger than they are */
#define BETWEEN 24.0     /* boxes of groups */
#define WITHIN 20.0      /* nodes of a group; more if there are edges, whose words need room */
#define FLAT 0.7         /* boxes are wider than high, and so may be what they form */
#define SWAPS 6u         /* rounds */
#define MOST_SWAPPED 64u /* nodes of a group: of more, nobody sees where each edge goes */
#define MOST_IN_COLUMN 10u
#define FACING 130.0     /* two groups, for the words between them */
#define TRIES 12u

/* --- boxes --- */

static gboolean
has_group (const ScopeGraph *graph, const ScopeGraphNode *node)
{
  return node->group < graph->groups->len;
}

/* A group's title says nothing that its only node does not say. */
static gboolean
says_the_same (const ScopeGraph *graph, const ScopeGraphNode *node)
{
  return g_strcmp0 (node->label, g_ptr_array_index (graph->groups, node->group)) == 0;
}

/* Those that are drawn have members; NULL if none is. */
static guint *
count_members (const ScopeGraph *graph)
{
  guint *members = g_new0 (guint, graph->groups->len + 1), n = 0;
  gboolean several = FALSE;

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);

      if (!node->placed || !has_group (graph, node))
        continue;
      n += members[node->group]++ == 0;
      several |= !says_the_same (graph, node);
    }
  if (several && n > 1 && graph->engine == SCOPE_GRAPH_SPRINGS)
    return members;
  g_free (members);
  return NULL;
}

void
scope_graph_group_box_add (ScopeGraphGroupBox *box, const ScopeGraph *graph, const ScopeGraphNode *node)
{
  double width = node->width * GROWTH + 2 * MARGIN, height = node->height * GROWTH + MARGIN;
  double title = scope_text_width (g_ptr_array_index (graph->groups, node->group), SCOPE_GRAPH_GROUP_FONT) + 2 * MARGIN;
  double left = node->x - MAX (width, title) / 2, top = node->y - node->height * GROWTH / 2 - SCOPE_GRAPH_GROUP_TITLE;
  double right = left + MAX (width, title), bottom = top + height + SCOPE_GRAPH_GROUP_TITLE;

  if (box->members++ > 0)
    {
      /* The title needs its room once. */
      left = node->x - width / 2;
      right = node->x + width / 2;
      left = MIN (left, box->x);
      right = MAX (right, box->x + box->width);
      top = MIN (top, box->y);
      bottom = MAX (bottom, box->y + box->height);
    }
  box->x = left;
  box->y = top;
  box->width = right - left;
  box->height = bottom - top;
}

gboolean
scope_graph_group_boxes_meet (const ScopeGraphGroupBox *a, const ScopeGraphGroupBox *b)
{
  return a->members > 0 && b->members > 0 && a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

ScopeGraphGroupBox *
scope_graph_group_boxes (const ScopeGraph *graph)
{
  g_autofree guint *members = count_members (graph);
  ScopeGraphGroupBox *boxes;

  if (members == NULL)
    return NULL;
  boxes = g_new0 (ScopeGraphGroupBox, graph->groups->len + 1);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);

      if (node->placed && has_group (graph, node))
        scope_graph_group_box_add (&boxes[node->group], graph, node);
    }
  return boxes;
}

/* --- laying out --- */

typedef struct
{
  ScopeGraph *graph;
  ScopeGraphNode **nodes; /* in the order of groups; those without one last */
  guint *first;           /* of each group, and of what has none; one more */
  guint *edges_of;        /* node → its first entry in `edges` */
  guint *edges;           /* node at the other end; of others than loops */
  gboolean *tied;         /* groups that have edges within */
  ScopeGraphNode *parts;  /* the boxes of groups and of nodes without one: only places and sizes */
  ScopeGraphPoint *from;  /* how far from the middle of each its nodes' middle is */
  guint n_parts;
} Layout;

static guint
slot_of (const ScopeGraph *graph, const ScopeGraphNode *node)
{
  return MIN (node->group, graph->groups->len);
}

static void
sort_nodes (Layout *layout)
{
  ScopeGraph *graph = layout->graph;
  guint n = graph->nodes->len, slots = graph->groups->len + 1;
  g_autofree guint *at = NULL;

  layout->nodes = g_new (ScopeGraphNode *, n + 1);
  layout->first = g_new0 (guint, slots + 1);
  for (guint i = 0; i < n; i++)
    layout->first[slot_of (graph, scope_graph_node (graph, i)) + 1]++;
  for (guint s = 0; s < slots; s++)
    layout->first[s + 1] += layout->first[s];
  at = g_memdup2 (layout->first, slots * sizeof *at);
  for (guint i = 0; i < n; i++)
    layout->nodes[at[slot_of (graph, scope_graph_node (graph, i))]++] = scope_graph_node (graph, i);
}

static guint
count_parts (const Layout *layout)
{
  guint n_groups = layout->graph->groups->len, n = layout->first[n_groups + 1] - layout->first[n_groups];

  for (guint g = 0; g < n_groups; g++)
    n += layout->first[g + 1] > layout->first[g];
  return n;
}

static void
list_edges (Layout *layout)
{
  ScopeGraph *graph = layout->graph;
  guint n = graph->nodes->len;
  g_autofree guint *at = NULL;

  layout->edges_of = g_new0 (guint, n + 2);
  layout->edges = g_new (guint, 2 * graph->edges->len + 1);
  layout->tied = g_new0 (gboolean, graph->groups->len + 1);
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint e = 0; e < graph->edges->len; e++)
        {
          const ScopeGraphEdge *edge = scope_graph_edge (graph, e);
          guint slot = slot_of (graph, scope_graph_node (graph, edge->from));

          if (edge->from == edge->to)
            continue;
          layout->tied[slot] |= slot == slot_of (graph, scope_graph_node (graph, edge->to));
          if (pass == 0)
            {
              layout->edges_of[edge->from + 1]++;
              layout->edges_of[edge->to + 1]++;
              continue;
            }
          layout->edges[at[edge->from]++] = edge->to;
          layout->edges[at[edge->to]++] = edge->from;
        }
      for (guint i = 0; pass == 0 && i < n; i++)
        layout->edges_of[i + 1] += layout->edges_of[i];
      if (pass == 0)
        at = g_memdup2 (layout->edges_of, (n + 1) * sizeof *at);
    }
}

static ScopeGraphPoint
middle_of (ScopeGraphNode **nodes, guint n)
{
  ScopeGraphPoint middle = { 0, 0 };

  for (guint i = 0; i < n; i++)
    {
      middle.x += nodes[i]->x / n;
      middle.y += nodes[i]->y / n;
    }
  return middle;
}

static void
move (ScopeGraphNode **nodes, guint n, double dx, double dy)
{
  for (guint i = 0; i < n; i++)
    {
      nodes[i]->x += dx;
      nodes[i]->y += dy;
    }
}

/* In rows, not much wider than high; of two groups, which face each other, below each other. */
static void
set_in_rows (const Layout *layout, ScopeGraphNode **nodes, guint n)
{
  guint columns = layout->n_parts == 2 && n <= MOST_IN_COLUMN ? 1 : (guint) ceil (sqrt (n * 0.6));
  double width = 0, height = 0;

  for (guint i = 0; i < n; i++)
    {
      width = MAX (width, nodes[i]->width);
      height = MAX (height, nodes[i]->height);
    }
  for (guint i = 0; i < n; i++)
    {
      guint row = i / columns, in_row = MIN (columns, n - row * columns);

      nodes[i]->x = (i % columns + (columns - in_row) / 2.0) * (width + WITHIN);
      nodes[i]->y = row * (height + WITHIN);
    }
}

/* As near to each other as their boxes allow, about the same middle: as springs want where there are edges within. */
static void
gather (Layout *layout, guint group)
{
  ScopeGraphNode **nodes = layout->nodes + layout->first[group];
  guint n = layout->first[group + 1] - layout->first[group];
  ScopeGraphPoint middle = middle_of (nodes, n), now;

  if (layout->tied[group])
    {
      move (nodes, n, -middle.x, -middle.y);
      scope_graph_scale_to_boxes (nodes, n, 2.2 * WITHIN);
      for (guint i = 0; i < n; i++)
        nodes[i]->y *= FLAT;
      scope_graph_push_apart (nodes, n, WITHIN);
    }
  else
    set_in_rows (layout, nodes, n);
  now = middle_of (nodes, n);
  move (nodes, n, middle.x - now.x, middle.y - now.y);
}

static guint
index_of (const Layout *layout, const ScopeGraphNode *node)
{
  return (guint) (node - scope_graph_node (layout->graph, 0));
}

/* Of a node's edges, if it lay there; `other` lies where it lies now. */
static double
length_of (const Layout *layout, const ScopeGraphNode *node, ScopeGraphPoint at, const ScopeGraphNode *other)
{
  guint i = index_of (layout, node);
  double sum = 0;

  for (guint e = layout->edges_of[i]; e < layout->edges_of[i + 1]; e++)
    {
      const ScopeGraphNode *end = scope_graph_node (layout->graph, layout->edges[e]);

      if (end != other)
        sum += hypot (end->x - at.x, end->y - at.y);
    }
  return sum;
}

static gboolean
swap_if_shorter (const Layout *layout, ScopeGraphNode *a, ScopeGraphNode *b)
{
  ScopeGraphPoint of_a = { a->x, a->y }, of_b = { b->x, b->y };
  double now = length_of (layout, a, of_a, b) + length_of (layout, b, of_b, a);

  if (length_of (layout, a, of_b, b) + length_of (layout, b, of_a, a) > now - 0.5)
    return FALSE;
  a->x = of_b.x;
  a->y = of_b.y;
  b->x = of_a.x;
  b->y = of_a.y;
  return TRUE;
}

/* Each to where its neighbours are; the places of the group stay. */
static void
turn_to_neighbours (Layout *layout)
{
  gboolean swapped = TRUE;

  for (guint round = 0; swapped && round < SWAPS; round++)
    {
      swapped = FALSE;
      for (guint g = 0; g < layout->graph->groups->len; g++)
        for (guint i = layout->first[g]; i < MIN (layout->first[g + 1], layout->first[g] + MOST_SWAPPED); i++)
          for (guint k = i + 1; k < MIN (layout->first[g + 1], layout->first[g] + MOST_SWAPPED); k++)
            swapped |= swap_if_shorter (layout, layout->nodes[i], layout->nodes[k]);
    }
}

/* --- groups as boxes --- */

static void
add_part (Layout *layout, ScopeGraphPoint middle, const ScopeGraphGroupBox *box)
{
  ScopeGraphNode *part = &layout->parts[layout->n_parts];

  part->width = box->width;
  part->height = box->height;
  part->x = box->x + box->width / 2;
  part->y = box->y + box->height / 2;
  layout->from[layout->n_parts++] = (ScopeGraphPoint) { middle.x - part->x, middle.y - part->y };
}

static void
make_parts (Layout *layout)
{
  ScopeGraph *graph = layout->graph;
  guint n_groups = graph->groups->len;
  g_autofree ScopeGraphGroupBox *boxes = scope_graph_group_boxes (graph);

  layout->parts = g_new0 (ScopeGraphNode, graph->nodes->len + n_groups + 1);
  layout->from = g_new0 (ScopeGraphPoint, graph->nodes->len + n_groups + 1);
  for (guint g = 0; g < n_groups; g++)
    if (layout->first[g + 1] > layout->first[g])
      add_part (layout, middle_of (layout->nodes + layout->first[g], layout->first[g + 1] - layout->first[g]), &boxes[g]);
  for (guint i = layout->first[n_groups]; i < layout->first[n_groups + 1]; i++)
    {
      const ScopeGraphNode *node = layout->nodes[i];
      ScopeGraphGroupBox box = { 1, node->x - node->width / 2, node->y - node->height / 2, node->width, node->height };

      add_part (layout, (ScopeGraphPoint) { node->x, node->y }, &box);
    }
}

/* Takes the nodes of each part along. */
static void
move_parts (Layout *layout)
{
  guint n_groups = layout->graph->groups->len, p = 0;

  for (guint g = 0; g < n_groups + 1; g++)
    {
      guint i = layout->first[g];

      while (i < layout->first[g + 1])
        {
          guint n = g < n_groups ? layout->first[g + 1] - i : 1;
          ScopeGraphPoint middle = middle_of (layout->nodes + i, n);

          move (layout->nodes + i, n, layout->parts[p].x + layout->from[p].x - middle.x,
                layout->parts[p].y + layout->from[p].y - middle.y);
          i += n;
          p++;
        }
    }
}

/* `anew`: scaled as well, and shaped. */
static void
part_boxes (Layout *layout, gboolean anew, double aspect)
{
  guint n;
  g_autofree ScopeGraphNode **parts = NULL;

  layout->n_parts = 0;
  g_free (layout->parts);
  g_free (layout->from);
  make_parts (layout);
  n = layout->n_parts;
  parts = g_new (ScopeGraphNode *, n + 1);
  for (guint i = 0; i < n; i++)
    parts[i] = &layout->parts[i];
  if (anew && n == 2)
    {
      parts[1]->x = parts[0]->x + (parts[0]->width + parts[1]->width) / 2 + FACING;
      parts[1]->y = parts[0]->y;
    }
  else if (anew)
    {
      scope_graph_scale_to_boxes (parts, n, n <= 12 ? 90 : n <= 40 ? 50 : BETWEEN);
      scope_graph_shape_to (parts, n, aspect);
    }
  /* Rounds may not be enough for what lies very close. */
  for (guint i = 0; i < TRIES && !scope_graph_push_apart (parts, n, BETWEEN); i++)
    for (guint k = 0; k < n; k++)
      {
        parts[k]->x *= 1.1;
        parts[k]->y *= 1.1;
      }
  move_parts (layout);
}

gboolean
scope_graph_part_groups (ScopeGraph *graph, double aspect)
{
  g_autofree guint *members = count_members (graph);
  Layout layout = { .graph = graph };

  if (members == NULL)
    return FALSE;
  sort_nodes (&layout);
  list_edges (&layout);
  layout.n_parts = count_parts (&layout);
  for (guint g = 0; g < graph->groups->len; g++)
    if (layout.first[g + 1] - layout.first[g] > 1)
      gather (&layout, g);
  part_boxes (&layout, TRUE, aspect);
  turn_to_neighbours (&layout);
  /* Others stand in the places now, which may be wider. */
  for (guint g = 0; g < graph->groups->len; g++)
    scope_graph_push_apart (layout.nodes + layout.first[g], layout.first[g + 1] - layout.first[g], WITHIN);
  part_boxes (&layout, FALSE, 0);
  g_free (layout.nodes);
  g_free (layout.first);
  g_free (layout.edges_of);
  g_free (layout.edges);
  g_free (layout.tied);
  g_free (layout.parts);
  g_free (layout.from);
  return TRUE;
}
