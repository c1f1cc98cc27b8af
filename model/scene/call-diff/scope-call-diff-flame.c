/* scope-call-diff-flame.c: see scope-call-diff-flame.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/call-diff/scope-call-diff-flame.h"

#include "model/base/scope-format.h"
#include "model/trace/call-diff/scope-call-diff-words.h"
#include "model/scene/calls/scope-call-bar.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_LEVELS 512u
#define LINE 20.0
#define LEGEND 24.0
#define STRONGEST 0.3 /* a change by that part of both together has the whole hue */

/* Time in both runs. */
static double
weight_of (const ScopeCallDiff *diff, guint32 context)
{
  const ScopeCallContextDiff *path = &diff->contexts[context];

  return (double) scope_call_figures_total (diff, &path->figures[SCOPE_CALL_BASELINE])
         + (double) scope_call_figures_total (diff, &path->figures[SCOPE_CALL_RUN]);
}

static gint64
change_of (const ScopeCallDiff *diff, guint32 context)
{
  const ScopeCallFigures change = scope_call_figures_change (diff->contexts[context].figures);

  return scope_call_figures_total (diff, &change);
}

/* --- layout --- */

typedef struct
{
  ScopeCallDiffFlame *flame;
  ScopeCallDiffOrder *order;
  double total, least; /* least: fraction of the width that is a pixel */
} Layout;

/* Below a path, from x on. */
static void
add_below (Layout *layout, guint32 context, guint depth, double x)
{
  g_autoptr (GArray) children = scope_call_diff_order_children (layout->order, context);
  ScopeCallDiffFrame many = { .n = 0, .depth = depth };
  double narrow = 0;

  for (guint i = 0; i < children->len; i++)
    {
      guint32 child = g_array_index (children, guint32, i);
      double width = weight_of (layout->flame->diff, child) / layout->total;
      const ScopeCallDiffFrame frame = { child, 1, depth, x, x + width };

      if (width <= 0)
        continue;
      if (width >= layout->least)
        {
          g_array_append_val (layout->flame->frames, frame);
          x += width;
          continue;
        }
      many.context = many.n++ == 0 ? child : many.context;
      narrow += width;
    }
  if (many.n == 0)
    return;
  many.x0 = x;
  many.x1 = x + narrow;
  g_array_append_val (layout->flame->frames, many);
}

ScopeCallDiffFlame *
scope_call_diff_flame_new (ScopeCallDiff *diff, guint32 root, guint columns)
{
  ScopeCallDiffFlame *flame = g_new0 (ScopeCallDiffFlame, 1);
  Layout layout = { flame, scope_call_diff_order_new (diff, -1, TRUE), 0, 1.0 / MAX (columns, 1) };

  flame->diff = scope_call_diff_ref (diff);
  flame->root = root < diff->n_contexts ? root : SCOPE_NONE;
  flame->frames = g_array_new (FALSE, FALSE, sizeof (ScopeCallDiffFrame));
  for (guint32 i = 0; i < diff->n_contexts; i++)
    if (flame->root == SCOPE_NONE ? diff->contexts[i].parent == SCOPE_NONE : i == flame->root)
      layout.total += weight_of (diff, i);
  if (layout.total > 0 && flame->root != SCOPE_NONE)
    {
      const ScopeCallDiffFrame frame = { flame->root, 1, 0, 0, 1 };

      g_array_append_val (flame->frames, frame);
    }
  else if (layout.total > 0)
    add_below (&layout, SCOPE_NONE, 0, 0);
  for (guint i = 0; i < flame->frames->len; i++)
    {
      const ScopeCallDiffFrame frame = g_array_index (flame->frames, ScopeCallDiffFrame, i);

      flame->depth = MAX (flame->depth, frame.depth + 1);
      if (frame.n == 1 && frame.depth + 1 < MOST_LEVELS)
        add_below (&layout, frame.context, frame.depth + 1, frame.x0);
    }
  scope_call_diff_order_unref (layout.order);
  return flame;
}

void
scope_call_diff_flame_free (ScopeCallDiffFlame *flame)
{
  if (flame == NULL)
    return;
  scope_call_diff_unref (flame->diff);
  g_array_unref (flame->frames);
  g_free (flame);
}

/* --- words --- */

static char *
name_of (const ScopeCallDiffFlame *flame, const ScopeCallDiffFrame *frame)
{
  const ScopeCallDiff *diff = flame->diff;
  const ScopeCallContextDiff *path = &diff->contexts[frame->context];
  g_autofree char *change = NULL, *count = NULL;

  if (frame->n > 1)
    {
      count = scope_format_count (frame->n);
      return g_strdup_printf ("×%s", count);
    }
  change = scope_call_diff_format (diff, change_of (diff, frame->context), TRUE);
  return g_strdup_printf ("%s %s", diff->functions[path->function].name, change);
}

char *
scope_call_diff_flame_describe (const ScopeCallDiffFlame *flame, guint32 i)
{
  const ScopeCallDiff *diff = flame->diff;
  const ScopeCallDiffFrame *frame = &g_array_index (flame->frames, ScopeCallDiffFrame, i);
  const ScopeCallContextDiff *path = &diff->contexts[frame->context];
  g_autofree char *words = NULL, *baseline = NULL, *run = NULL, *change = NULL, *matched = NULL;
  g_autofree char *only_baseline = NULL, *only_run = NULL;

  if (frame->n > 1)
    {
      g_autofree char *n = scope_format_count (frame->n);

      return g_strdup_printf (ngettext ("%s narrower frame", "%s narrower frames", frame->n), n);
    }
  words = scope_call_diff_path_words (diff, frame->context, 6);
  baseline = scope_call_diff_format (diff, scope_call_figures_total (diff, &path->figures[SCOPE_CALL_BASELINE]), FALSE);
  run = scope_call_diff_format (diff, scope_call_figures_total (diff, &path->figures[SCOPE_CALL_RUN]), FALSE);
  change = scope_call_diff_format (diff, change_of (diff, frame->context), TRUE);
  matched = scope_format_count (path->n_matched);
  only_baseline = scope_format_count (path->n_only[SCOPE_CALL_BASELINE]);
  only_run = scope_format_count (path->n_only[SCOPE_CALL_RUN]);
  /* TRANSLATORS: a path of calls; its time in the baseline, in this run, the change; numbers of its calls */
  return g_strdup_printf (_("%s\nBaseline %s, this run %s: %s\n%s calls in both, %s only in the baseline, %s only in this run"), words,
                          baseline, run, change, matched, only_baseline, only_run);
}

/* --- the picture --- */

static double
top_of (const ScopeCallDiffFlameOptions *options)
{
  return options->title != NULL ? LINE : 0;
}

double
scope_call_diff_flame_height (const ScopeCallDiffFlame *flame, const ScopeCallDiffFlameOptions *options)
{
  return top_of (options) + flame->depth * SCOPE_CALL_DIFF_FLAME_ROW + LEGEND;
}

/* More is warm, less is cool; grey: as much as before. */
static ScopeColour
colour_of (const ScopePalette *palette, double share)
{
  ScopeColour grey = scope_colour_mix (palette->canvas, palette->text, 0.18);
  ScopeColour hue = share > 0 ? palette->state[SCOPE_STATE_COLLECTING] : palette->accent;

  if (palette == scope_palette_get (SCOPE_PALETTE_PRINT))
    return palette->canvas; /* words alone */
  return scope_colour_mix (grey, hue, MIN (sqrt (ABS (share) / STRONGEST), 1));
}

static double
share_of (const ScopeCallDiff *diff, guint32 context)
{
  double all = weight_of (diff, context);

  return all > 0 ? (double) change_of (diff, context) / all : 0;
}

static void
add_frame (ScopeScene *scene, const ScopeCallDiffFlame *flame, const ScopeCallDiffFlameOptions *options, guint32 i)
{
  const ScopeCallDiffFrame *frame = &g_array_index (flame->frames, ScopeCallDiffFrame, i);
  const ScopeCallContextDiff *path = &flame->diff->contexts[frame->context];
  g_autofree char *name = name_of (flame, frame);
  ScopeCallBar bar = { .kind = frame->n > 1 ? SCOPE_CALL_BAR_MANY : SCOPE_CALL_BAR_FUNCTION,
                       .name = name,
                       .colour = colour_of (scene->palette, share_of (flame->diff, frame->context)),
                       .x = frame->x0 * options->width,
                       .y = top_of (options) + frame->depth * SCOPE_CALL_DIFF_FLAME_ROW,
                       .width = (frame->x1 - frame->x0) * options->width,
                       .height = SCOPE_CALL_DIFF_FLAME_ROW - 1 };

  if (bar.y >= options->height)
    return;
  if (frame->n == 1 && path->n_matched == 0 && (path->n_only[0] == 0 || path->n_only[1] == 0))
    bar.flags |= SCOPE_CALL_BAR_INFERRED;
  if (i == options->chosen)
    bar.flags |= SCOPE_CALL_BAR_CHOSEN;
  scope_call_bar_add (scene, &bar);
}

static double
add_key (ScopeScene *scene, double x, double y, double share, const char *text)
{
  double wide = scope_text_width (text, scene->font_size) + 4;

  if (x + 18 + wide > scene->width)
    return x;
  scope_scene_rect (scene, x, y + 6, 12, 12, colour_of (scene->palette, share));
  scope_scene_text_item (scene, text, x + 18, y, wide, LEGEND, scene->font_size, scene->palette->text, SCOPE_ALIGN_START);
  return x + 18 + wide + 14;
}

static void
add_legend (ScopeScene *scene, double y)
{
  double x = add_key (scene, 8, y, 1, _("longer in this run"));

  x = add_key (scene, x, y, 0, _("as long"));
  x = add_key (scene, x, y, -1, _("shorter in this run"));
  if (x < scene->width)
    scope_scene_text_item (scene, _("width: time in both together · dotted: only in one"), x, y, scene->width - x, LEGEND, scene->font_size,
                           scene->palette->text, SCOPE_ALIGN_START)
        ->ellipsis
        = TRUE;
}

ScopeScene *
scope_call_diff_flame_scene (const ScopeCallDiffFlame *flame, const ScopeCallDiffFlameOptions *options)
{
  ScopeScene *scene = scope_scene_new (options->width, options->height, scope_palette_get (options->palette));

  scene->font_size = options->font_size > 0 ? options->font_size : 11;
  scope_scene_rect (scene, 0, 0, options->width, options->height, scene->palette->canvas);
  if (options->title != NULL)
    scope_scene_text_item (scene, options->title, 4, 0, options->width - 8, LINE, scene->font_size, scene->palette->strong_text,
                           SCOPE_ALIGN_START)
        ->ellipsis
        = TRUE;
  for (guint32 i = 0; i < flame->frames->len; i++)
    add_frame (scene, flame, options, i);
  add_legend (scene, top_of (options) + flame->depth * SCOPE_CALL_DIFF_FLAME_ROW);
  return scene;
}

guint32
scope_call_diff_flame_hit (const ScopeCallDiffFlame *flame, const ScopeCallDiffFlameOptions *options, double x, double y)
{
  double at = x / MAX (options->width, 1);
  double level = floor ((y - top_of (options)) / SCOPE_CALL_DIFF_FLAME_ROW);

  for (guint32 i = 0; i < flame->frames->len; i++)
    {
      const ScopeCallDiffFrame *frame = &g_array_index (flame->frames, ScopeCallDiffFrame, i);

      if (frame->depth == level && at >= frame->x0 && at < frame->x1)
        return i;
    }
  return SCOPE_NONE;
}
