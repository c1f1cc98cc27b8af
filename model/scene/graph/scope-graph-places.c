/* scope-graph-places.c: where nodes lie: remembered, found near neighbours, or plainly on a circle or in rows.
 *
 * A layout that changes with every step of the range cannot be read: what was there stays where it was, and what is new
 * goes where there is room beside those it talks to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/graph/scope-graph-groups.h"

#include <math.h>
#include <string.h>

#define GAP 24.0      /* between boxes */
#define RING_STEPS 16 /* places tried on a ring around */
#define RINGS 12
#define MOST_GROUPS 300u /* that are kept apart while others come */

/* --- remembered --- */

struct _ScopeGraphPlaces
{
  GHashTable *places; /* key → ScopeGraphPoint */
};

ScopeGraphPlaces *
scope_graph_places_new (void)
{
  ScopeGraphPlaces *places = g_new0 (ScopeGraphPlaces, 1);

  places->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return places;
}

void
scope_graph_places_free (ScopeGraphPlaces *places)
{
  if (places == NULL)
    return;
  g_hash_table_unref (places->places);
  g_free (places);
}

void
scope_graph_places_clear (ScopeGraphPlaces *places)
{
  g_hash_table_remove_all (places->places);
}

void
scope_graph_places_keep (ScopeGraphPlaces *places, const ScopeGraph *graph)
{
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);
      ScopeGraphPoint point = { node->x, node->y };

      if (node->placed)
        g_hash_table_insert (places->places, g_strdup (node->key), g_memdup2 (&point, sizeof point));
    }
}

guint
scope_graph_places_apply (const ScopeGraphPlaces *places, ScopeGraph *graph)
{
  guint known = 0;

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      ScopeGraphNode *node = scope_graph_node (graph, i);
      const ScopeGraphPoint *point = g_hash_table_lookup (places->places, node->key);

      node->placed = point != NULL;
      if (point == NULL)
        continue;
      node->x = point->x;
      node->y = point->y;
      known++;
    }
  return known;
}

/* --- near neighbours --- */

/* Boxes that lie, in cells of a grid that is a little larger than most of them. */
typedef struct
{
  const ScopeGraph *graph;
  GHashTable *cells; /* cell → GArray of nodes */
  double cell;
  double widest, highest;
  ScopeGraphGroupBox *groups; /* around those that lie; NULL: there are none, or too many */
} Room;

static gint64 *
cell_key (gint64 column, gint64 row)
{
  gint64 key = (gint64) ((guint64) column << 32) ^ (row & 0xffffffff);

  return g_memdup2 (&key, sizeof key);
}

static void
room_add (Room *room, guint32 i)
{
  const ScopeGraphNode *node = scope_graph_node (room->graph, i);
  g_autofree gint64 *key = cell_key ((gint64) floor (node->x / room->cell), (gint64) floor (node->y / room->cell));
  GArray *nodes = g_hash_table_lookup (room->cells, key);

  if (nodes == NULL)
    {
      nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (room->cells, g_steal_pointer (&key), nodes);
    }
  g_array_append_val (nodes, i);
}

static void
room_init (Room *room, const ScopeGraph *graph)
{
  *room = (Room) { .graph = graph };
  room->cells = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      room->widest = MAX (room->widest, scope_graph_node (graph, i)->width);
      room->highest = MAX (room->highest, scope_graph_node (graph, i)->height);
    }
  room->cell = MAX (MAX (room->widest, room->highest) + GAP, 1);
  for (guint i = 0; i < graph->nodes->len; i++)
    if (scope_graph_node (graph, i)->placed)
      room_add (room, i);
  if (graph->groups->len > 0 && graph->groups->len <= MOST_GROUPS)
    room->groups = scope_graph_group_boxes (graph);
}

static void
room_clear (Room *room)
{
  g_hash_table_unref (room->cells);
  g_free (room->groups);
}

/* Whether the node's group would lie across another one if it lay there; or, of no group, it would lie in one. */
static gboolean
is_among_others (const Room *room, const ScopeGraphNode *node, double x, double y)
{
  guint n = room->graph->groups->len;
  ScopeGraphGroupBox box = { 1, x - node->width / 2, y - node->height / 2, node->width, node->height };

  if (room->groups == NULL)
    return FALSE;
  if (node->group < n)
    {
      ScopeGraphNode there = *node;

      there.x = x;
      there.y = y;
      box = room->groups[node->group];
      scope_graph_group_box_add (&box, room->graph, &there);
    }
  for (guint g = 0; g < n; g++)
    if (g != node->group && scope_graph_group_boxes_meet (&box, &room->groups[g]))
      return TRUE;
  return FALSE;
}

static gboolean
cell_is_free (const Room *room, gint64 column, gint64 row, const ScopeGraphNode *node, double x, double y)
{
  g_autofree gint64 *key = cell_key (column, row);
  GArray *nodes = g_hash_table_lookup (room->cells, key);

  for (guint i = 0; nodes != NULL && i < nodes->len; i++)
    {
      const ScopeGraphNode *other = scope_graph_node (room->graph, g_array_index (nodes, guint32, i));

      if (other != node && fabs (other->x - x) < (other->width + node->width) / 2 + GAP / 2
          && fabs (other->y - y) < (other->height + node->height) / 2 + GAP / 2)
        return FALSE;
    }
  return TRUE;
}

static gboolean
room_is_free (const Room *room, const ScopeGraphNode *node, double x, double y, gboolean apart)
{
  gint64 column = (gint64) floor (x / room->cell), row = (gint64) floor (y / room->cell);

  for (gint64 dx = -1; dx <= 1; dx++)
    for (gint64 dy = -1; dy <= 1; dy++)
      if (!cell_is_free (room, column + dx, row + dy, node, x, y))
        return FALSE;
  return !apart || !is_among_others (room, node, x, y);
}

/* FALSE: all is full, and it is far out on the last ring. */
static gboolean
look_around (const Room *room, guint32 i, double x, double y, gboolean apart)
{
  ScopeGraphNode *node = scope_graph_node (room->graph, i);
  double step = (node->width + node->height) / 2 + GAP;

  node->x = x;
  node->y = y;
  for (guint ring = 0; ring < RINGS && !room_is_free (room, node, node->x, node->y, apart); ring++)
    for (guint k = 0; k < RING_STEPS; k++)
      {
        /* Begins elsewhere on each ring and for each node, so that new ones do not line up. */
        double angle = 2 * G_PI * (k + 0.37 * ring + 0.61 * (i % 16)) / RING_STEPS;

        node->x = x + (ring + 1) * step * cos (angle);
        node->y = y + (ring + 1) * step * sin (angle) * 0.6;
        if (room_is_free (room, node, node->x, node->y, apart))
          return TRUE;
      }
  return room_is_free (room, node, node->x, node->y, apart);
}

/* The first free place on rings around (x, y), where groups stay apart if that can be. */
static void
settle (Room *room, guint32 i, double x, double y)
{
  ScopeGraphNode *node = scope_graph_node (room->graph, i);

  if (!look_around (room, i, x, y, TRUE))
    look_around (room, i, x, y, FALSE);
  node->placed = TRUE;
  room_add (room, i);
  if (room->groups != NULL && node->group < room->graph->groups->len)
    scope_graph_group_box_add (&room->groups[node->group], room->graph, node);
}

typedef struct
{
  double x, y;
  guint n;
} Mean;

static void
add_to_mean (Mean *mean, const ScopeGraphNode *node)
{
  mean->x += node->x;
  mean->y += node->y;
  mean->n++;
}

/* Where their groups lie: the means of those that have no place. */
static void
gather_groups (const ScopeGraph *graph, Mean *means)
{
  guint n = graph->groups->len;
  g_autofree Mean *groups = g_new0 (Mean, n + 1);

  memset (means, 0, graph->nodes->len * sizeof *means);
  for (guint i = 0; n > 1 && i < graph->nodes->len; i++)
    if (scope_graph_node (graph, i)->placed && scope_graph_node (graph, i)->group < n)
      add_to_mean (&groups[scope_graph_node (graph, i)->group], scope_graph_node (graph, i));
  for (guint i = 0; n > 1 && i < graph->nodes->len; i++)
    if (!scope_graph_node (graph, i)->placed && scope_graph_node (graph, i)->group < n)
      means[i] = groups[scope_graph_node (graph, i)->group];
}

/* The mean of the placed neighbours of those that have no place, nor others of their group. */
static void
gather_neighbours (const ScopeGraph *graph, Mean *means)
{
  g_autofree gboolean *grouped = g_new0 (gboolean, graph->nodes->len + 1);

  gather_groups (graph, means);
  for (guint i = 0; i < graph->nodes->len; i++)
    grouped[i] = means[i].n > 0;
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const ScopeGraphEdge *edge = scope_graph_edge (graph, i);

      for (guint way = 0; way < 2; way++)
        {
          guint32 of = way == 0 ? edge->from : edge->to, by = way == 0 ? edge->to : edge->from;
          const ScopeGraphNode *neighbour = scope_graph_node (graph, by);

          if (!scope_graph_node (graph, of)->placed && neighbour->placed && !grouped[of])
            add_to_mean (&means[of], neighbour);
        }
    }
}

void
scope_graph_place_rest (ScopeGraph *graph)
{
  g_autofree Mean *means = g_new (Mean, graph->nodes->len + 1);
  double x, y, width, height, along = 0;
  gboolean more = TRUE;
  Room room;

  if (!scope_graph_bounds (graph, &x, &y, &width, &height))
    {
      scope_graph_place_plainly (graph);
      return;
    }
  room_init (&room, graph);
  /* From those that lie, outwards; each round has its own means, so that the order of nodes does not matter much. */
  while (more)
    {
      more = FALSE;
      gather_neighbours (graph, means);
      for (guint i = 0; i < graph->nodes->len; i++)
        if (means[i].n > 0)
          {
            settle (&room, i, means[i].x / means[i].n, means[i].y / means[i].n);
            more = TRUE;
          }
    }
  for (guint i = 0; i < graph->nodes->len; i++)
    if (!scope_graph_node (graph, i)->placed)
      {
        const ScopeGraphNode *node = scope_graph_node (graph, i);

        settle (&room, i, x + along + node->width / 2, y + height + 2 * GAP + node->height / 2);
        along = along > width ? 0 : along + node->width + GAP;
      }
  room_clear (&room);
}

/* --- plainly --- */

static double
widest (const ScopeGraph *graph)
{
  double most = 0;

  for (guint i = 0; i < graph->nodes->len; i++)
    most = MAX (most, scope_graph_node (graph, i)->width);
  return most;
}

/* In the order of nodes, which is that of machines: groups are arcs. */
static void
place_on_circle (ScopeGraph *graph)
{
  guint n = graph->nodes->len;
  double radius = n < 2 ? 0 : MAX ((widest (graph) + GAP) * n / (2 * G_PI), 90);

  for (guint i = 0; i < n; i++)
    {
      ScopeGraphNode *node = scope_graph_node (graph, i);
      double angle = 2 * G_PI * i / MAX (n, 1) - G_PI / 2;

      node->x = radius * cos (angle);
      node->y = radius * sin (angle) * 0.7;
      node->placed = TRUE;
    }
}

static void
place_in_grid (ScopeGraph *graph)
{
  guint columns = (guint) ceil (sqrt (graph->nodes->len / 2.0));
  double step = widest (graph) + 2 * GAP;

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      ScopeGraphNode *node = scope_graph_node (graph, i);

      node->x = i % columns * step;
      node->y = (double) (i / columns) * (70 + GAP);
      node->placed = TRUE;
    }
}

/* Number of steps from a root; a node that only a circle leads to is one. */
static guint *
depths (const ScopeGraph *graph)
{
  guint n = graph->nodes->len;
  guint *depth = g_new0 (guint, n + 1);
  gboolean changed = TRUE;

  for (guint round = 0; changed && round < n; round++)
    {
      changed = FALSE;
      for (guint i = 0; i < graph->edges->len; i++)
        {
          const ScopeGraphEdge *edge = scope_graph_edge (graph, i);

          if (edge->from != edge->to && depth[edge->to] <= depth[edge->from] && depth[edge->from] + 1 < n)
            {
              depth[edge->to] = depth[edge->from] + 1;
              changed = TRUE;
            }
        }
      if (round > 2000)
        break; /* a circle: no tree */
    }
  return depth;
}

static void
place_in_rows (ScopeGraph *graph)
{
  g_autofree guint *depth = depths (graph);
  g_autoptr (GHashTable) ends = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  double row = 0;

  for (guint i = 0; i < graph->nodes->len; i++)
    row = MAX (row, (graph->sideways ? scope_graph_node (graph, i)->width : scope_graph_node (graph, i)->height) + 2 * GAP);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      ScopeGraphNode *node = scope_graph_node (graph, i);
      double *end = g_hash_table_lookup (ends, GUINT_TO_POINTER (depth[i]));

      if (end == NULL)
        {
          end = g_new0 (double, 1);
          g_hash_table_insert (ends, GUINT_TO_POINTER (depth[i]), end);
        }
      if (graph->sideways)
        {
          node->x = depth[i] * row;
          node->y = *end + node->height / 2;
        }
      else
        {
          node->x = *end + node->width / 2;
          node->y = depth[i] * row;
        }
      node->placed = TRUE;
      *end += (graph->sideways ? node->height : node->width) + GAP;
    }
}

void
scope_graph_place_plainly (ScopeGraph *graph)
{
  if (graph->engine == SCOPE_GRAPH_LEVELS)
    place_in_rows (graph);
  else if (graph->nodes->len <= 200)
    place_on_circle (graph);
  else
    place_in_grid (graph);
  scope_graph_part_groups (graph, 0);
}
