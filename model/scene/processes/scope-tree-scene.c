/* scope-tree-scene.c: see scope-tree-scene.h.
 *
 *     | Name        | Life            | Label | Running | Blocked | …
 *     | 1:1         | ▂▅▇▇▇▃▂▂        |       |  158 ms |   80 ms |
 *     |   2:1       |   ▂▃▇▇▇▂        |       | 86.5 ms |   83 ms |
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/processes/scope-tree-scene.h"

#include "model/base/scope-each.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <math.h>

#define LIFE_WIDTH 240
#define PADDING 8.0

/* --- which rows --- */

/* Rows of each level, until they are more than `most`; how many levels are fine. */
static guint
find_depth (const ScopeTreeOrder *order, guint most)
{
  g_autoptr (GArray) level = scope_tree_order_children (order, SCOPE_NONE);
  guint n = level->len, depth = 1;

  while (level->len > 0)
    {
      g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (guint32));

      for (guint i = 0; i < level->len && n + next->len <= most; i++)
        {
          guint32 row = g_array_index (level, guint32, i);
          g_autoptr (GArray) below = NULL;

          if (scope_process_tree_is_fold (order->tree, row) || !scope_tree_order_has_children (order, row))
            continue;
          below = scope_tree_order_children (order, row);
          g_array_append_vals (next, below->data, below->len);
        }
      if (next->len == 0 || n + next->len > most)
        break;
      n += next->len;
      depth++;
      g_array_unref (level);
      level = g_steal_pointer (&next);
    }
  return depth;
}

static void
push (GArray *stack, const ScopeTreeOrder *order, guint32 row, guint32 above, guint depth)
{
  g_autoptr (GArray) children = scope_tree_order_children (order, row);

  for (guint i = children->len; i-- > 0;)
    {
      ScopeTreePlace place = { g_array_index (children, guint32, i), above, depth };

      g_array_append_val (stack, place);
    }
}

/* Rows as they are read, folds closed, down to `most_depth` levels (0: as deep as gives no more than `most` rows, but the top).
 * *ret_left: how many entities lie deeper, or beyond `most`. Free with g_array_unref(). */
static GArray *
find_places (const ScopeTreeOrder *order, guint most, guint most_depth, guint *ret_left)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (ScopeTreePlace));
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (ScopeTreePlace));
  guint depth = most_depth > 0 ? most_depth : find_depth (order, most);

  *ret_left = 0;
  push (stack, order, SCOPE_NONE, SCOPE_NONE, 0);
  while (stack->len > 0)
    {
      ScopeTreePlace place = g_array_index (stack, ScopeTreePlace, stack->len - 1);
      gboolean fold = scope_process_tree_is_fold (order->tree, place.row);

      g_array_set_size (stack, stack->len - 1);
      if (places->len == most)
        {
          *ret_left += 1 + scope_process_tree_n_below (order->tree, place.row);
          continue;
        }
      g_array_append_val (places, place);
      if (fold || !scope_tree_order_has_children (order, place.row))
        continue;
      if (place.depth + 1 < depth)
        push (stack, order, place.row, places->len - 1, place.depth + 1);
      else
        *ret_left += scope_process_tree_n_below (order->tree, place.row);
    }
  return places;
}

/* --- the table --- */

typedef struct
{
  const ScopeTreeOrder *order;
  const ScopeTreeSceneOptions *options;
  ScopeScene *scene;
  GArray *places;
  double size, line, indent;
  double x[SCOPE_TREE_N_COLUMNS], width[SCOPE_TREE_N_COLUMNS]; /* 0 wide: not shown */
  char **texts;                                                /* places × columns, the titles last */
} Build;

static char *
row_name (const ScopeTreeOrder *order, guint32 row)
{
  g_autofree char *title = scope_process_tree_title (order->tree, row), *one = NULL;

  if (!scope_process_tree_is_fold (order->tree, row))
    return g_steal_pointer (&title);
  one = scope_process_tree_title (order->tree, scope_tree_totals_representative (order->totals, row));
  return g_strdup_printf (_ ("%s, most: %s"), title, one);
}

static char **
text_at (Build *b, guint i, guint column)
{
  return &b->texts[(gsize)i * SCOPE_TREE_N_COLUMNS + column];
}

static void
measure (Build *b)
{
  double x = PADDING;

  b->texts = g_new0 (char *, ((gsize)b->places->len + 1) * SCOPE_TREE_N_COLUMNS + 1);
  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    {
      ScopeTreeColumn column = (ScopeTreeColumn)c;

      if (!scope_tree_column_useful (b->order->tree, column))
        continue;
      *text_at (b, b->places->len, c)
          = scope_tree_column_title (scope_process_tree_get_trace (b->order->tree), column);
      for (guint i = 0; i <= b->places->len; i++)
        {
          const ScopeTreePlace *place
              = i < b->places->len ? &g_array_index (b->places, ScopeTreePlace, i) : NULL;
          double indent = place != NULL && c == SCOPE_TREE_NAME ? b->indent * place->depth : 0;

          if (place != NULL)
            *text_at (b, i, c)
                = c == SCOPE_TREE_NAME
                      ? row_name (b->order, place->row)
                      : scope_tree_cell_text (b->order->tree, b->order->totals, place->row, column);
          b->width[c]
              = MAX (b->width[c],
                     indent + scope_text_width (*text_at (b, i, c), b->size) * (place != NULL ? 1.05 : 1.3)
                         + 2 * PADDING);
        }
      if (c == SCOPE_TREE_LIFE)
        b->width[c] = LIFE_WIDTH + 2 * PADDING;
      b->x[c] = x;
      x += b->width[c];
    }
}

/* What the width asked for leaves is the lives'. */
static double
fit (Build *b)
{
  double need = b->x[SCOPE_TREE_N_COLUMNS - 1] + b->width[SCOPE_TREE_N_COLUMNS - 1] + PADDING;
  double more = b->options->width > 0
                    ? MAX (b->options->width - need, 60 + 2 * PADDING - b->width[SCOPE_TREE_LIFE])
                    : 0;

  b->width[SCOPE_TREE_LIFE] = floor (b->width[SCOPE_TREE_LIFE] + more);
  for (guint c = SCOPE_TREE_LIFE + 1; c < SCOPE_TREE_N_COLUMNS; c++)
    b->x[c] += floor (more);
  return b->options->width > 0 ? b->options->width : ceil (need);
}

static void
draw_life (Build *b, guint32 row, double y, ScopeTileGetter *getter)
{
  ScopeTrace *trace = scope_process_tree_get_trace (b->order->tree);
  ScopeLaneId id
      = scope_process_tree_lane (b->order->tree, scope_tree_totals_representative (b->order->totals, row));
  ScopeMachine *machine = scope_trace_machine (trace, id.machine);
  guint32 lane = scope_trace_lane (trace, id);
  guint n = 1, width = (guint)(b->width[SCOPE_TREE_LIFE] - 2 * PADDING);
  g_autofree guint32 *lanes
      = lane == SCOPE_NONE ? scope_trace_summed_lanes (trace, id, &n) : g_memdup2 (&lane, sizeof lane);
  g_autofree ScopeLaneSource *sources = g_new (ScopeLaneSource, n + 1);
  double x = b->x[SCOPE_TREE_LIFE] + PADDING, height = floor (b->line * .7), all;
  gint64 first, last;
  ScopeItem *item;

  for (guint i = 0; i < n; i++)
    sources[i] = (ScopeLaneSource){ machine->lanes, lanes[i], scope_trace_offset (trace, machine) };
  all = (double)b->options->to - (double)b->options->from;
  scope_scene_rect (b->scene, x, y, width, height, b->scene->palette->alternate);
  g_ptr_array_add (b->scene->strips,
                   scope_strip_new (getter, sources, n, b->options->from, all / width, 0, width));
  item = scope_scene_strip (b->scene, x, y, width, height, SCOPE_NONE);
  item->strip = b->scene->strips->len - 1;
  item->n_strips = 1;
  item->second_strip = SCOPE_NONE;
  item->look.task_colour = SCOPE_NO_TASK_COLOUR;
  /* Of a fold, from the first to the last; and under what is too short to be seen. */
  if (scope_process_tree_life (b->order->tree, row, &first, &last) && first < b->options->to
      && last >= b->options->from
      && (scope_process_tree_is_fold (b->order->tree, row) || (double)(last - first) < all / 100))
    {
      double x0 = CLAMP (((double)first - (double)b->options->from) / all * width, 0, width - 2.);
      double x1 = CLAMP (((double)last - (double)b->options->from) / all * width, x0 + 2, width);

      scope_scene_rect (b->scene, x + x0, y + height + 1, x1 - x0, 1.5, b->scene->palette->text);
    }
}

static void
draw_row (Build *b, guint i, ScopeTileGetter *getter)
{
  gboolean header = i == b->places->len;
  const ScopeTreePlace *place = header ? NULL : &g_array_index (b->places, ScopeTreePlace, i);
  double y = header ? 0 : b->line * (i + 1.5);
  ScopeColour colour = header ? b->scene->palette->text : b->scene->palette->strong_text;

  if (!header)
    {
      guint group = scope_scene_add_group (b->scene, *text_at (b, i, SCOPE_TREE_NAME), SCOPE_NONE, 0, y,
                                           b->scene->width, b->line);

      scope_scene_set_group (b->scene, group);
      if (i % 2 == 1)
        scope_scene_rect (b->scene, 0, y, b->scene->width, b->line, b->scene->palette->alternate);
    }
  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    {
      double indent = place != NULL && c == SCOPE_TREE_NAME ? b->indent * place->depth : 0;
      gboolean left = scope_tree_column_is_text ((ScopeTreeColumn)c) || c == SCOPE_TREE_LIFE;
      ScopeItem *item;

      if (b->width[c] <= 0)
        continue;
      if (c == SCOPE_TREE_LIFE && !header)
        {
          draw_life (b, place->row, y + floor (b->line * .12), getter);
          continue;
        }
      item = scope_scene_text_item (b->scene, *text_at (b, i, c), b->x[c] + PADDING + indent, y,
                                    b->width[c] - 2 * PADDING - indent, b->line, b->size, colour,
                                    left ? SCOPE_ALIGN_START : SCOPE_ALIGN_END);
      item->bold = header;
      item->ellipsis = TRUE;
    }
  scope_scene_set_group (b->scene, 0);
}

ScopeScene *
scope_tree_scene_new (const ScopeTreeOrder *order,
                      const ScopeTreeSceneOptions *options,
                      ScopeTileGetter *getter)
{
  Build b = { .order = order, .options = options, .size = options->font_size > 0 ? options->font_size : 11 };
  guint left;
  double width;

  b.line = ceil (b.size * 1.8);
  b.indent = b.size * 1.4;
  b.places = find_places (order, SCOPE_TREE_PICTURE_ROWS, options->most_depth, &left);
  measure (&b);
  width = fit (&b);
  b.scene = scope_scene_new (width, b.line * (b.places->len + (left > 0 ? 3 : 2)),
                             scope_palette_get (options->palette));
  b.scene->font_size = b.size;
  scope_scene_rect (b.scene, 0, 0, width, b.scene->height, b.scene->palette->canvas);
  draw_row (&b, b.places->len, getter);
  scope_scene_line (b.scene, 0, b.line * 1.25, width, b.line * 1.25, 1, b.scene->palette->grid);
  for (guint i = 0; i < b.places->len; i++)
    draw_row (&b, i, getter);
  if (left > 0)
    {
      g_autofree char *count = scope_format_count (left),
                      *text = g_strdup_printf (_ ("… and %s below"), count);

      scope_scene_text_item (b.scene, text, 2 * PADDING, b.line * (b.places->len + 1.5), width, b.line,
                             b.size, b.scene->palette->text, SCOPE_ALIGN_START);
    }
  for (gsize i = 0; i < ((gsize)b.places->len + 1) * SCOPE_TREE_N_COLUMNS; i++)
    g_free (b.texts[i]);
  g_free (b.texts);
  g_array_unref (b.places);
  return b.scene;
}

/* --- the graph --- */

/* The figures a person asks for first, a line each. */
static char *
detail_of (const ScopeTreeOrder *order, guint32 row)
{
  static const ScopeTreeColumn lines[]
      = { SCOPE_TREE_LABEL, SCOPE_TREE_RUNNING,      SCOPE_TREE_RUNNABLE,      SCOPE_TREE_BLOCKED,
          SCOPE_TREE_SHARE, SCOPE_TREE_BRANCH_TASKS, SCOPE_TREE_BRANCH_RUNNING };
  GString *text = g_string_new (NULL);
  g_autofree char *name = row_name (order, row);

  g_string_append (text, name);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *cell = scope_tree_cell_text (order->tree, order->totals, row, lines[i]);
      g_autofree char *title = scope_tree_column_title (scope_process_tree_get_trace (order->tree), lines[i]);

      if (cell[0] != '\0')
        g_string_append_printf (text, "\n%s: %s", title, cell);
    }
  return g_string_free (text, FALSE);
}

static char *
key_of (const ScopeTreeOrder *order, guint32 row)
{
  g_autofree char *lane = scope_trace_format_lane (scope_process_tree_get_trace (order->tree),
                                                   scope_process_tree_lane (order->tree, row));

  return g_strdup_printf ("%s%s", scope_process_tree_is_fold (order->tree, row) ? "fold:" : "", lane);
}

ScopeGraph *
scope_process_tree_to_graph (const ScopeTreeOrder *order, guint most_depth, guint *ret_left)
{
  ScopeTrace *trace = scope_process_tree_get_trace (order->tree);
  g_autoptr (GArray) places = find_places (order, SCOPE_TREE_GRAPH_NODES, most_depth, ret_left);
  ScopeGraph *graph = scope_graph_new (SCOPE_GRAPH_LEVELS);

  g_return_val_if_fail (order->totals != NULL, graph);
  SCOPE_EACH (const ScopeTreePlace, place, places)
    {
      gboolean fold = scope_process_tree_is_fold (order->tree, place->row);
      guint32 shown = scope_tree_totals_representative (order->totals, place->row);
      g_autofree char *title = scope_process_tree_title (order->tree, place->row);
      g_autofree char *label = scope_process_tree_label (order->tree, place->row);
      ScopeTreeFigures own;
      guint32 node;

      scope_tree_totals_get (order->totals, place->row, FALSE, &own);
      node = scope_graph_add_node (graph, key_of (order, place->row),
                                   label != NULL ? g_strdup_printf ("%s · %s", title, label)
                                                 : g_strdup (title),
                                   detail_of (order, place->row), (double)own.time[SCOPE_STATE_RUNNING]);
      scope_graph_node (graph, node)->has_lane = TRUE;
      scope_graph_node (graph, node)->lane = scope_process_tree_lane (order->tree, shown);
      if (place->above != SCOPE_NONE)
        scope_graph_add_edge (
            graph, place->above, node, 0,
            fold ? g_strdup_printf ("×%u", scope_process_tree_n_children (order->tree, place->row)) : NULL,
            NULL);
    }
  graph->title = g_strdup_printf (_ ("Process tree of %s"), scope_trace_title (trace));
  graph->scale = g_strdup (_ ("Boxes: running time"));
  scope_graph_finish (graph);
  return graph;
}
