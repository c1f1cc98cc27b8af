/* scope-graph-dot.c: a graph in Graphviz's language, for those who go on with it there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/graph/scope-graph.h"

#include <math.h>
#include <string.h>

#define POINTS_PER_PIXEL 0.75

/* A quoted string: only the quote itself and a trailing backslash have a meaning there, and \n in labels. */
static void
quote (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      {
        g_string_append_c (out, '\\');
        g_string_append_c (out, *p);
      }
    else if (*p == '\n')
      g_string_append (out, "\\n");
    else if ((guchar) *p >= 0x20)
      g_string_append_c (out, *p);
  g_string_append_c (out, '"');
}

/* The language knows no exponents. */
static void
number (GString *out, const char *name, double value)
{
  char digits[64];

  g_ascii_formatd (digits, sizeof digits, fabs (value) < 1e6 ? "%.6f" : "%.0f", value);
  if (strchr (digits, '.') != NULL)
    {
      char *end = digits + strlen (digits);

      while (end[-1] == '0')
        *--end = '\0';
      if (end[-1] == '.')
        end[-1] = '\0';
    }
  g_string_append_printf (out, "%s=%s", name, digits);
}

static void
write_node (GString *out, const ScopeGraph *graph, const ScopeGraphNode *node)
{
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (out, "  ");
  quote (out, node->key);
  g_string_append (out, " [label=");
  quote (out, node->label);
  if (node->detail != NULL)
    {
      g_string_append (out, ", tooltip=");
      quote (out, node->detail);
    }
  number (out, ", width", node->width * POINTS_PER_PIXEL / 72);
  number (out, ", height", node->height * POINTS_PER_PIXEL / 72);
  if (node->weight > 0)
    number (out, ", weight", node->weight);
  if (node->group != SCOPE_NONE)
    {
      g_string_append (out, ", group=");
      quote (out, g_ptr_array_index (graph->groups, node->group));
    }
  if (node->placed)
    g_string_append_printf (out, ", pos=\"%s,%s\"", g_ascii_formatd (x, sizeof x, "%.2f", node->x * POINTS_PER_PIXEL),
                            g_ascii_formatd (y, sizeof y, "%.2f", -node->y * POINTS_PER_PIXEL));
  g_string_append (out, node->missing ? ", style=\"rounded,dashed\"];\n" : "];\n");
}

static void
write_edge (GString *out, const ScopeGraph *graph, const ScopeGraphEdge *edge, double heaviest)
{
  g_string_append (out, "  ");
  quote (out, scope_graph_node (graph, edge->from)->key);
  g_string_append (out, " -> ");
  quote (out, scope_graph_node (graph, edge->to)->key);
  number (out, " [penwidth", 1 + (heaviest > 0 ? 7 * edge->weight / heaviest : 0));
  if (edge->weight > 0)
    number (out, ", weight", MAX (round (edge->weight), 1));
  if (edge->label != NULL)
    {
      g_string_append (out, ", label=");
      quote (out, edge->label);
    }
  if (edge->detail != NULL)
    {
      g_string_append (out, ", tooltip=");
      quote (out, edge->detail);
    }
  g_string_append (out, "];\n");
}

GString *
scope_graph_write_dot (const ScopeGraph *graph)
{
  GString *out = g_string_new ("digraph ");
  double heaviest = 0;

  for (guint i = 0; i < graph->edges->len; i++)
    heaviest = MAX (heaviest, scope_graph_edge (graph, i)->weight);
  quote (out, graph->title != NULL ? graph->title : "graph");
  g_string_append_printf (out, " {\n  layout=%s;\n  overlap=false;\n"
                               "  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=8];\n"
                               "  edge [fontname=\"sans-serif\", fontsize=7];\n",
                          graph->engine == SCOPE_GRAPH_LEVELS ? "dot" : "sfdp");
  if (graph->sideways)
    g_string_append (out, "  rankdir=LR;\n");
  for (guint i = 0; i < graph->nodes->len; i++)
    write_node (out, graph, scope_graph_node (graph, i));
  for (guint i = 0; i < graph->edges->len; i++)
    write_edge (out, graph, scope_graph_edge (graph, i), heaviest);
  g_string_append (out, "}\n");
  return out;
}
