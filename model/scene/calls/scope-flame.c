/* scope-flame.c: see scope-flame.h.
 *
 * Level by level: each frame puts those on it into the array behind all of its own level, so that the array is in the order in
 * which one looks for what is at a pixel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-flame.h"

#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_LEVELS 1024u

const char *
scope_flame_weight_title (const ScopeCallTree *tree, guint by)
{
  static const char *const titles[SCOPE_FLAME_N_WEIGHTS]
      = { N_("By Time"),      N_("By Calls"),    N_("By Instructions"),    N_("By L1 Data Misses"),        N_("By L1 Instruction Misses"),
          N_("By L2 Misses"), N_("By Upgrades"), N_("By Memory Barriers"), N_("By Long-Latency Instructions") };

  if (by == SCOPE_FLAME_TIME && tree != NULL && tree->sampled)
    return _("By Samples");
  return by < SCOPE_FLAME_N_WEIGHTS ? _(titles[by]) : "";
}

gboolean
scope_flame_has_weight (const ScopeCallTree *tree, guint by)
{
  if (by <= SCOPE_FLAME_CALLS)
    return by == SCOPE_FLAME_TIME || !tree->sampled;
  if (tree->events == NULL)
    return FALSE;
  return (by == SCOPE_FLAME_INSTS ? tree->events->all.insts : tree->events->all.hits[by - SCOPE_FLAME_HITS]) > 0;
}

/* Of a node, itself or with what it called. */
static guint64
count_events (const ScopeCallTree *tree, guint32 node, guint by, gboolean own)
{
  const ScopeFunctionEvents *events = tree->events != NULL ? &tree->events->nodes[node] : NULL;

  if (events == NULL || by >= SCOPE_FLAME_N_WEIGHTS)
    return 0;
  if (by == SCOPE_FLAME_INSTS)
    return own ? events->insts : events->insts_below;
  return own ? events->hits[by - SCOPE_FLAME_HITS] : events->hits_below[by - SCOPE_FLAME_HITS];
}

static const ScopeCallFunctionSum *
function_of (const ScopeCallTree *tree, guint32 node)
{
  return &tree->functions[tree->nodes[node].function];
}

static ScopeCallBarKind
kind_of (const ScopeCallTree *tree, guint32 node)
{
  switch (function_of (tree, node)->kind)
    {
    case SCOPE_CALL_FUNCTION_SUSPEND:
      return SCOPE_CALL_BAR_SUSPENDED;
    case SCOPE_CALL_FUNCTION_COLLECT:
      return SCOPE_CALL_BAR_COLLECTING;
    case SCOPE_CALL_FUNCTION_UNKNOWN:
      return SCOPE_CALL_BAR_UNKNOWN;
    case SCOPE_CALL_FUNCTION:
    default:
      return SCOPE_CALL_BAR_FUNCTION;
    }
}

/* Being scheduled out is no call. */
static gboolean
is_pseudo (const ScopeCallTree *tree, guint32 node)
{
  ScopeCallBarKind kind = kind_of (tree, node);

  return kind == SCOPE_CALL_BAR_SUSPENDED || kind == SCOPE_CALL_BAR_COLLECTING;
}

/* --- weights and search --- */

static double *
find_weights (const ScopeCallTree *tree, ScopeFlameWeight by)
{
  double *weights = g_new0 (double, tree->n_nodes + 1);

  for (guint32 i = tree->n_nodes; i-- > 0;)
    {
      const ScopeCallNode *node = &tree->nodes[i];

      if (by == SCOPE_FLAME_TIME)
        weights[i] = (double) node->total;
      else if (by >= SCOPE_FLAME_INSTS)
        weights[i] = (double) count_events (tree, i, by, FALSE);
      else
        {
          weights[i] += is_pseudo (tree, i) ? 0 : (double) node->calls;
          if (node->parent != SCOPE_NONE)
            weights[node->parent] += weights[i];
        }
    }
  return weights;
}

enum
{
  ITSELF = 1,
  ABOVE = 2,  /* on it, in the picture */
  BELOW = 4,
  INSIDE = 8, /* of what is shown */
};

/* Of each function whether its name has the text. */
static gboolean *
match_functions (const ScopeCallTree *tree, const char *search)
{
  gboolean *match = g_new0 (gboolean, tree->n_functions + 1);
  g_autofree char *wanted = g_utf8_casefold (search, -1);

  for (guint32 f = 0; f < tree->n_functions; f++)
    {
      g_autofree char *name = g_utf8_casefold (tree->functions[f].name, -1);

      match[f] = strstr (name, wanted) != NULL;
    }
  return match;
}

/* Bits of each node; NULL: nothing is looked for. */
static guint8 *
search_nodes (ScopeFlame *flame, const char *search)
{
  const ScopeCallTree *tree = flame->tree;
  g_autofree gboolean *match = NULL;
  guint8 *bits;

  if (search == NULL || search[0] == '\0')
    return NULL;
  match = match_functions (tree, search);
  bits = g_new0 (guint8, tree->n_nodes + 1);
  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      guint32 parent = tree->nodes[i].parent;

      if (match[tree->nodes[i].function])
        bits[i] |= ITSELF;
      if (parent != SCOPE_NONE && (bits[parent] & (ITSELF | BELOW)))
        bits[i] |= BELOW;
      if (flame->root == SCOPE_NONE || i == flame->root || (parent != SCOPE_NONE && (bits[parent] & INSIDE)))
        bits[i] |= INSIDE;
      if ((bits[i] & (ITSELF | INSIDE)) == (ITSELF | INSIDE))
        {
          flame->n_found++;
          /* What lies below the root of what is shown does not count what is shown. */
          if (!(bits[i] & BELOW) || i == flame->root)
            flame->found += flame->weights[i];
        }
    }
  for (guint32 i = tree->n_nodes; i-- > 0;)
    if ((bits[i] & (ITSELF | ABOVE)) && tree->nodes[i].parent != SCOPE_NONE)
      bits[tree->nodes[i].parent] |= ABOVE;
  return bits;
}

/* --- layout --- */

typedef struct
{
  ScopeFlame *flame;
  const guint8 *bits; /* of the search, or NULL */
  double least;       /* fraction of the width that is a pixel */
} Layout;

static void
add_frame (Layout *layout, ScopeFlameFrame frame, gboolean found)
{
  frame.flags = layout->bits == NULL ? 0 : found ? SCOPE_CALL_BAR_FOUND : SCOPE_CALL_BAR_DIM;
  g_array_append_val (layout->flame->frames, frame);
}

/* The nodes linked from `first`, from x0 on, on frame `below`. */
static void
add_nodes (Layout *layout, guint32 first, guint32 below, guint depth, double x0)
{
  ScopeFlame *flame = layout->flame;
  const ScopeCallTree *tree = flame->tree;
  ScopeFlameFrame many = { .kind = SCOPE_CALL_BAR_MANY, .depth = (guint16) depth, .below = below };
  gboolean many_found = FALSE;
  double x = x0;

  for (guint32 i = first; i != SCOPE_NONE; i = tree->nodes[i].next)
    {
      double width = flame->total > 0 ? flame->weights[i] / flame->total : 0;

      if (width <= 0)
        continue;
      if (width < layout->least)
        {
          many.node = many.n++ == 0 ? i : many.node;
          many.weight += flame->weights[i];
          many_found |= layout->bits != NULL && (layout->bits[i] & (ITSELF | ABOVE));
          continue;
        }
      add_frame (layout,
                 (ScopeFlameFrame) { .kind = (guint8) kind_of (tree, i), .depth = (guint16) depth, .node = i, .n = 1, .below = below,
                                     .x0 = x, .x1 = x + width, .weight = flame->weights[i] },
                 layout->bits != NULL && (layout->bits[i] & ITSELF));
      x += width;
    }
  if (many.n == 0)
    return;
  if (many.n == 1)
    many.kind = (guint8) kind_of (tree, many.node);
  many.x0 = x;
  many.x1 = x + many.weight / flame->total;
  add_frame (layout, many, many_found);
}

/* What leads to the root of what is shown: each as wide as all. */
static guint
add_path (Layout *layout)
{
  ScopeFlame *flame = layout->flame;
  const ScopeCallTree *tree = flame->tree;
  guint n = 0, depth = tree->nodes[flame->root].depth;

  for (guint32 i = flame->root; i != SCOPE_NONE && n < MOST_LEVELS; i = tree->nodes[i].parent)
    n++;
  g_array_set_size (flame->frames, n);
  for (guint32 i = flame->root, at = n; at-- > 0; i = tree->nodes[i].parent)
    {
      ScopeFlameFrame *frame = &g_array_index (flame->frames, ScopeFlameFrame, at);

      *frame = (ScopeFlameFrame) { .kind = (guint8) kind_of (tree, i), .depth = (guint16) at, .node = i, .n = 1,
                                   .below = at > 0 ? at - 1 : SCOPE_NONE, .x1 = 1, .weight = flame->weights[i] };
      if (layout->bits != NULL)
        frame->flags = (layout->bits[i] & ITSELF) ? SCOPE_CALL_BAR_FOUND : SCOPE_CALL_BAR_DIM;
    }
  return MIN (depth, n - 1);
}

static double
all_weight (const ScopeFlame *flame)
{
  double sum = 0;

  for (guint32 i = flame->tree->first_root; i != SCOPE_NONE; i = flame->tree->nodes[i].next)
    sum += flame->weights[i];
  return sum;
}

ScopeFlame *
scope_flame_new (ScopeCallTree *tree, gint64 tick_ps, ScopeFlameWeight by, guint32 root, guint columns, const char *search)
{
  ScopeFlame *flame = g_new0 (ScopeFlame, 1);
  g_autofree guint8 *bits = NULL;
  Layout layout = { .flame = flame, .least = 1.0 / MAX (columns, 1) };
  guint32 at = 0;

  flame->tree = scope_call_tree_ref (tree);
  flame->by = by;
  flame->tick_ps = tick_ps;
  flame->root = root != SCOPE_NONE && root < tree->n_nodes ? root : SCOPE_NONE;
  flame->weights = find_weights (tree, by);
  flame->all = all_weight (flame);
  flame->total = flame->root != SCOPE_NONE ? flame->weights[flame->root] : flame->all;
  flame->frames = g_array_new (FALSE, TRUE, sizeof (ScopeFlameFrame));
  layout.bits = bits = search_nodes (flame, search);
  if (flame->root != SCOPE_NONE)
    at = add_path (&layout);
  else
    add_nodes (&layout, tree->first_root, SCOPE_NONE, 0, 0);
  for (; at < flame->frames->len; at++)
    {
      const ScopeFlameFrame frame = g_array_index (flame->frames, ScopeFlameFrame, at);

      flame->depth = MAX (flame->depth, frame.depth + 1u);
      if (frame.n == 1 && frame.depth + 1 < MOST_LEVELS && frame.x1 - frame.x0 >= layout.least)
        add_nodes (&layout, tree->nodes[frame.node].first_child, at, frame.depth + 1u, frame.x0);
    }
  return flame;
}

void
scope_flame_free (ScopeFlame *flame)
{
  if (flame == NULL)
    return;
  scope_call_tree_unref (flame->tree);
  g_free (flame->weights);
  g_array_unref (flame->frames);
  g_free (flame);
}

/* --- words --- */

/* "lists:map/2", "suspend", "12 more". Free with g_free(). */
static char *
frame_name (const ScopeFlame *flame, const ScopeFlameFrame *frame)
{
  g_autofree char *count = NULL;

  if (frame->kind != SCOPE_CALL_BAR_MANY)
    return g_strdup (function_of (flame->tree, frame->node)->name);
  count = scope_format_count (frame->n);
  return g_strdup_printf ("×%s", count);
}

char *
scope_flame_describe (const ScopeFlame *flame, guint i)
{
  const ScopeFlameFrame *frame = &g_array_index (flame->frames, ScopeFlameFrame, i);
  const ScopeCallNode *node = &flame->tree->nodes[frame->node];
  g_autofree char *share = scope_call_share_text (frame->weight, flame->all);
  g_autofree char *count = scope_format_count ((guint64) frame->weight);
  g_autofree char *time = flame->tree->sampled ? scope_call_samples_text (flame->tree, (gint64) frame->weight)
                                               : scope_format_duration (frame->weight, flame->tick_ps);

  if (frame->kind == SCOPE_CALL_BAR_MANY)
    {
      g_autofree char *n = scope_format_count (frame->n);
      g_autofree char *title
          = g_strdup_printf (ngettext ("%s narrower frame", "%s narrower frames", frame->n), n);

      if (flame->by >= SCOPE_FLAME_INSTS)
        return g_strdup_printf (_("%s\nTogether %s (%s)"), title, count, share);
      return flame->by == SCOPE_FLAME_TIME
                 ? g_strdup_printf (_("%s\nTogether %s (%s)"), title, time, share)
                 : g_strdup_printf (ngettext ("%s\nTogether %s call (%s)", "%s\nTogether %s calls (%s)", (gulong) frame->weight), title,
                                    count, share);
    }
  if (flame->by >= SCOPE_FLAME_INSTS)
    {
      g_autofree char *own = scope_format_count (count_events (flame->tree, frame->node, flame->by, TRUE));

      return g_strdup_printf (_("%s\n%s: %s (%s)\nItself: %s"), function_of (flame->tree, frame->node)->name,
                              flame->by == SCOPE_FLAME_INSTS ? _("Instructions") : scope_hit_title (flame->by - SCOPE_FLAME_HITS), count,
                              share, own);
    }
  if (flame->by == SCOPE_FLAME_CALLS)
    {
      g_autofree char *own = scope_format_count (node->calls);

      return g_strdup_printf (ngettext ("%s\nCalled %s time here\n%s calls in it (%s)", "%s\nCalled %s times here\n%s calls in it (%s)",
                                        (gulong) node->calls),
                              function_of (flame->tree, frame->node)->name, own, count, share);
    }
  return scope_call_describe_node (flame->tree, frame->node, flame->tick_ps);
}

/* --- the picture --- */

double
scope_flame_height (const ScopeFlame *flame)
{
  return flame->depth * SCOPE_FLAME_ROW;
}

static double
frame_y (const ScopeFlame *flame, const ScopeFlameOptions *options, const ScopeFlameFrame *frame)
{
  double all = MAX (scope_flame_height (flame), options->height);

  return (options->root_on_top ? frame->depth * SCOPE_FLAME_ROW : all - (frame->depth + 1) * SCOPE_FLAME_ROW)
         - options->scroll_y;
}

void
scope_flame_place (const ScopeFlame *flame, const ScopeFlameOptions *options, guint32 i, double *ret_x, double *ret_y,
                   double *ret_width)
{
  const ScopeFlameFrame *frame = &g_array_index (flame->frames, ScopeFlameFrame, i);

  *ret_x = frame->x0 * options->width;
  *ret_y = frame_y (flame, options, frame);
  *ret_width = (frame->x1 - frame->x0) * options->width;
}

ScopeScene *
scope_flame_scene (const ScopeFlame *flame, const ScopeFlameOptions *options)
{
  ScopeScene *scene = scope_scene_new (options->width, options->height, scope_palette_get (options->palette));

  scene->font_size = options->font_size > 0 ? options->font_size : 11;
  scope_scene_rect (scene, 0, 0, options->width, options->height, scene->palette->canvas);
  for (guint32 i = 0; i < flame->frames->len; i++)
    {
      const ScopeFlameFrame *frame = &g_array_index (flame->frames, ScopeFlameFrame, i);
      g_autofree char *name = frame_name (flame, frame);
      ScopeCallBar bar = { .kind = (ScopeCallBarKind) frame->kind, .name = name, .flags = frame->flags,
                           .height = SCOPE_FLAME_ROW - 1 };

      scope_flame_place (flame, options, i, &bar.x, &bar.y, &bar.width);
      if (bar.y + bar.height <= 0 || bar.y >= options->height)
        continue;
      if (i == options->chosen)
        bar.flags |= SCOPE_CALL_BAR_CHOSEN;
      scope_call_bar_add (scene, &bar);
    }
  return scene;
}

guint32
scope_flame_hit (const ScopeFlame *flame, const ScopeFlameOptions *options, double x, double y)
{
  for (guint32 i = 0; i < flame->frames->len; i++)
    {
      double left, top, width;

      scope_flame_place (flame, options, i, &left, &top, &width);
      if (y >= top && y < top + SCOPE_FLAME_ROW && x >= left && x < left + MAX (width, 1))
        return i;
    }
  return SCOPE_NONE;
}

guint32
scope_flame_step (const ScopeFlame *flame, guint32 frame, int dx, int levels)
{
  const ScopeFlameFrame *frames = (const ScopeFlameFrame *) (const void *) flame->frames->data;
  guint32 n = flame->frames->len;

  if (frame == SCOPE_NONE || frame >= n)
    return n > 0 ? 0 : SCOPE_NONE;
  if (levels < 0 && frames[frame].below != SCOPE_NONE)
    return frames[frame].below;
  if (levels > 0)
    for (guint32 i = frame + 1; i < n; i++)
      if (frames[i].below == frame)
        return i;
  if (dx < 0 && frame > 0 && frames[frame - 1].depth == frames[frame].depth)
    return frame - 1;
  if (dx > 0 && frame + 1 < n && frames[frame + 1].depth == frames[frame].depth)
    return frame + 1;
  return frame;
}

/* --- text --- */

char *
scope_flame_to_folded (const ScopeCallTree *tree, gint64 tick_ps, ScopeFlameWeight by)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      const ScopeCallNode *node = &tree->nodes[i];
      guint64 own = by == SCOPE_FLAME_TIME && tree->sampled ? (guint64) node->self
                    : by == SCOPE_FLAME_TIME  ? (guint64) ((double) node->self * (double) tick_ps / 1000 + 0.5)
                    : by >= SCOPE_FLAME_INSTS ? count_events (tree, i, by, TRUE)
                    : is_pseudo (tree, i) ? 0
                                          : node->calls;
      g_autofree char *path = NULL;

      if (own == 0)
        continue;
      path = scope_call_tree_path (tree, i);
      g_string_append_printf (text, "%s %" G_GUINT64_FORMAT "\n", path, own);
    }
  return g_string_free (text, FALSE);
}
