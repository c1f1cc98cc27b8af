/* scope-seriation.c: see scope-seriation.h.
 *
 * Each connected part by the second eigenvector of its random walk (the order that puts heavy edges close together, as
 * far as one number can tell), found by iteration. It starts from a walk in breadth from the outermost node, which is
 * right already for chains, where the iteration would take longest. Weights enter as logarithms: who writes a thousand
 * times more is not a thousand times closer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/matrix/scope-seriation.h"

#include "model/base/scope-compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 400u
#define MOST_WORK 30000000u /* edges looked at */
#define SETTLED 1e-7

typedef struct
{
  guint32 to;
  double weight;
} Link;

typedef struct
{
  guint32 node;
  double place;
} Placed;

typedef struct
{
  guint n;
  guint32 *first; /* of each node's links; n + 1 */
  Link *links;    /* heaviest first */
  double *degree;
  guint32 *queue;
  guint32 *seen;  /* round in which a walk saw it */
  guint32 round;
  double *x, *y;
} Graph;

SCOPE_COMPARE_BY (compare_links_to, Link, SCOPE_UP (to))

static int
compare_links (gconstpointer a, gconstpointer b)
{
  const Link *x = a, *y = b;

  SCOPE_COMPARE (y->weight, x->weight);
  return compare_links_to (a, b);
}

SCOPE_COMPARE_BY (compare_placed, Placed, SCOPE_UP (place) SCOPE_UP (node))

/* Adds up a node's links to the same other one; returns how many are left. */
static guint32
merge_links (Link *links, guint32 n)
{
  guint32 kept = 0;

  qsort (links, n, sizeof *links, compare_links_to);
  for (guint32 i = 0; i < n; i++)
    if (kept > 0 && links[kept - 1].to == links[i].to)
      links[kept - 1].weight += links[i].weight;
    else
      links[kept++] = links[i];
  for (guint32 i = 0; i < kept; i++)
    links[i].weight = log1p (links[i].weight);
  qsort (links, kept, sizeof *links, compare_links);
  return kept;
}

static void
graph_init (Graph *g, guint n, const ScopeSeriationEdge *edges, guint n_edges)
{
  g_autofree guint32 *at = g_new0 (guint32, n + 1u);
  guint32 kept = 0;

  *g = (Graph) { .n = n };
  g->first = g_new0 (guint32, n + 1u);
  g->links = g_new (Link, 2 * (gsize) n_edges + 1);
  g->degree = g_new0 (double, n + 1u);
  g->queue = g_new (guint32, n + 1u);
  g->seen = g_new0 (guint32, n + 1u);
  g->x = g_new0 (double, n + 1u);
  g->y = g_new0 (double, n + 1u);
  for (guint i = 0; i < n_edges; i++)
    if (edges[i].a != edges[i].b && edges[i].weight > 0)
      {
        g->first[edges[i].a + 1]++;
        g->first[edges[i].b + 1]++;
      }
  for (guint i = 0; i < n; i++)
    g->first[i + 1] += g->first[i];
  memcpy (at, g->first, n * sizeof *at);
  for (guint i = 0; i < n_edges; i++)
    if (edges[i].a != edges[i].b && edges[i].weight > 0)
      {
        g->links[at[edges[i].a]++] = (Link) { edges[i].b, edges[i].weight };
        g->links[at[edges[i].b]++] = (Link) { edges[i].a, edges[i].weight };
      }
  for (guint i = 0; i < n; i++)
    {
      guint32 from = g->first[i], m = merge_links (g->links + from, g->first[i + 1] - from);

      memmove (g->links + kept, g->links + from, m * sizeof *g->links);
      g->first[i] = kept;
      kept += m;
      for (guint32 k = g->first[i]; k < kept; k++)
        g->degree[i] += g->links[k].weight;
    }
  g->first[n] = kept;
}

static void
graph_clear (Graph *g)
{
  g_free (g->first);
  g_free (g->links);
  g_free (g->degree);
  g_free (g->queue);
  g_free (g->seen);
  g_free (g->x);
  g_free (g->y);
}

/* In breadth from `start` into g->queue; returns how many were reached. */
static guint
walk (Graph *g, guint32 start)
{
  guint n = 0, next = 0;

  g->round++;
  g->queue[n++] = start;
  g->seen[start] = g->round;
  while (next < n)
    {
      guint32 node = g->queue[next++];

      for (guint32 k = g->first[node]; k < g->first[node + 1]; k++)
        if (g->seen[g->links[k].to] != g->round)
          {
            g->seen[g->links[k].to] = g->round;
            g->queue[n++] = g->links[k].to;
          }
    }
  return n;
}

/* Takes out what makes the walk stand still, and scales. Returns the length before. */
static double
straighten (const Graph *g, const guint32 *nodes, guint n, double *x)
{
  double along = 0, all = 0, length = 0;

  for (guint i = 0; i < n; i++)
    {
      along += x[nodes[i]] * sqrt (g->degree[nodes[i]]);
      all += g->degree[nodes[i]];
    }
  for (guint i = 0; i < n; i++)
    {
      x[nodes[i]] -= along / all * sqrt (g->degree[nodes[i]]);
      length += x[nodes[i]] * x[nodes[i]];
    }
  length = sqrt (length);
  for (guint i = 0; i < n && length > 0; i++)
    x[nodes[i]] /= length;
  return length;
}

/* One step of a walk that stays where it is half of the time; returns how far it went. */
static double
step (Graph *g, const guint32 *nodes, guint n)
{
  double moved = 0;

  for (guint i = 0; i < n; i++)
    {
      guint32 node = nodes[i];
      double sum = 0;

      for (guint32 k = g->first[node]; k < g->first[node + 1]; k++)
        sum += g->links[k].weight / sqrt (g->degree[g->links[k].to]) * g->x[g->links[k].to];
      g->y[node] = (g->x[node] + sum / sqrt (g->degree[node])) / 2;
    }
  straighten (g, nodes, n, g->y);
  for (guint i = 0; i < n; i++)
    {
      moved += fabs (g->y[nodes[i]] - g->x[nodes[i]]);
      g->x[nodes[i]] = g->y[nodes[i]];
    }
  return moved / n;
}

/* Puts the part that `start` belongs to into `order`; returns how many. */
static guint
order_part (Graph *g, guint32 start, guint32 *order)
{
  guint n = walk (g, start);
  g_autofree guint32 *nodes = NULL;
  g_autofree Placed *placed = g_new (Placed, n);
  gsize links = 0;

  for (guint i = 0; i < 2; i++) /* to the outermost */
    walk (g, g->queue[n - 1]);
  nodes = g_memdup2 (g->queue, n * sizeof *nodes);
  for (guint i = 0; i < n; i++)
    {
      g->x[nodes[i]] = i * sqrt (g->degree[nodes[i]]);
      links += g->first[nodes[i] + 1] - g->first[nodes[i]];
    }
  straighten (g, nodes, n, g->x);
  for (gsize i = 0; n > 2 && i < MOST_STEPS && i * (links + n) < MOST_WORK; i++)
    if (step (g, nodes, n) < SETTLED)
      break;
  for (guint i = 0; i < n; i++)
    /* Rounded, so that what is alike keeps the order of its numbers. */
    placed[i] = (Placed) { nodes[i], round (g->x[nodes[i]] / sqrt (g->degree[nodes[i]]) * 1e9) };
  qsort (placed, n, sizeof *placed, compare_placed);
  for (guint i = 0; i < n; i++)
    order[i] = placed[placed[0].node < placed[n - 1].node ? i : n - 1 - i].node;
  return n;
}

void
scope_seriate (guint n, const ScopeSeriationEdge *edges, guint n_edges, guint32 *order)
{
  g_autofree gboolean *done = g_new0 (gboolean, n + 1u);
  guint filled = 0;
  Graph g;

  graph_init (&g, n, edges, n_edges);
  for (;;)
    {
      /* The largest part first: that of the node with most to do. */
      guint32 best = G_MAXUINT32;
      guint part;

      for (guint32 i = 0; i < n; i++)
        if (!done[i] && g.degree[i] > 0 && (best == G_MAXUINT32 || g.degree[i] > g.degree[best]))
          best = i;
      if (best == G_MAXUINT32)
        break;
      part = order_part (&g, best, order + filled);
      for (guint i = 0; i < part; i++)
        done[order[filled + i]] = TRUE;
      filled += part;
    }
  for (guint32 i = 0; i < n; i++)
    if (!done[i])
      order[filled++] = i;
  graph_clear (&g);
}
