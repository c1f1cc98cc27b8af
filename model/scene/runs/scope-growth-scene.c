/* scope-growth-scene.c: see scope-growth-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/runs/scope-growth-scene.h"

#include "model/scene/draw/scope-cause-look.h"
#include "model/scene/draw/scope-plot.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/scene/runs/scope-growth-table.h"
#include "model/scene/runs/scope-scaling-table.h"

#include <glib/gi18n.h>
#include <math.h>

#define MARGIN 12.0
#define MOST_BAR 90.0   /* pixels */
#define LEAST_SHARE 0.01 /* of what has a row in the key, anywhere */
#define SAID 4u         /* parts of a bar in words */

typedef struct
{
  const ScopeGrowth *growth;
  const ScopeGrowthSceneOptions *options;
  ScopeScene *scene;
  ScopePlot plot;
  double size, key_x, step;
} Build;

void
scope_growth_scene_options_init (ScopeGrowthSceneOptions *options)
{
  *options = (ScopeGrowthSceneOptions) { .width = 900, .height = 600, .palette = scope_palette_get (SCOPE_PALETTE_LIGHT), .pointed = SCOPE_NONE };
}

guint
scope_growth_scene_n_bars (const ScopeGrowth *growth)
{
  return growth->points->len + growth->duration->known;
}

static gboolean
is_ahead (const ScopeGrowth *growth, guint bar)
{
  return bar >= growth->points->len;
}

static double
x_of (const ScopeGrowth *growth, guint bar)
{
  return is_ahead (growth, bar) ? growth->ahead : g_array_index (growth->points, ScopeGrowthPoint, bar).x;
}

/* ns of all processors. */
static double
value_of (const ScopeGrowth *growth, const ScopeGrowthPart *part, guint bar)
{
  if (!is_ahead (growth, bar))
    return part->values[bar].mean;
  /* Of what no law explains, what it took last. */
  return part->known ? scope_growth_law_at (&part->law, growth->ahead) : part->values[growth->points->len - 1].mean;
}

static double
share_of (const ScopeGrowth *growth, const ScopeGrowthPart *of, guint bar)
{
  double sum = 0;

  for (guint i = 0; i < growth->parts->len; i++)
    {
      const ScopeGrowthPart *part = growth->parts->pdata[i];

      if (!part->whole && part->kind == SCOPE_PART_CAUSE)
        sum += value_of (growth, part, bar);
    }
  return sum > 0 ? value_of (growth, of, bar) / sum : 0;
}

/* The part of the cause; NULL: it is 0 everywhere. */
static const ScopeGrowthPart *
part_of (const ScopeGrowth *growth, ScopeCause cause)
{
  for (guint i = 0; i < growth->parts->len; i++)
    {
      const ScopeGrowthPart *part = growth->parts->pdata[i];

      if (!part->whole && part->kind == SCOPE_PART_CAUSE && g_str_equal (part->name, scope_cause_name (cause)))
        return part;
    }
  return NULL;
}

static gboolean
has_key (const ScopeGrowth *growth, const ScopeGrowthPart *part)
{
  for (guint bar = 0; part != NULL && bar < scope_growth_scene_n_bars (growth); bar++)
    if (share_of (growth, part, bar) >= LEAST_SHARE)
      return TRUE;
  return FALSE;
}

/* --- where things are --- */

static void
lay_out (Build *b)
{
  const ScopeGrowthSceneOptions *options = b->options;
  double size = b->size = options->font_size > 0 ? options->font_size : 11, key = 0;
  double top = options->title != NULL ? size * 4.5 : size * 2.5;

  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      const ScopeGrowthPart *part = part_of (b->growth, c);

      if (has_key (b->growth, part))
        key = MAX (key, scope_text_width (part->word, size));
    }
  key = MIN (key + size * 2.2, options->width * 0.35);
  b->plot = (ScopePlot) { .x = size * 4.4, .y = top, .height = MAX (options->height - top - size * 4.6, 30), .v = { 0, 1, FALSE },
                          .h = { 0, 1, FALSE }, .font_size = size };
  b->plot.width = MAX (options->width - b->plot.x - key - 2 * MARGIN, 20);
  b->key_x = b->plot.x + b->plot.width + MARGIN;
  b->step = b->plot.width / scope_growth_scene_n_bars (b->growth);
}

/* --- drawing --- */

static void
draw_share (Build *b, double share, double x, double y, double width, double height, const ScopeCauseLook *look)
{
  g_autofree char *text = scope_format_share (share);

  if (height >= b->size * 1.5 && scope_text_width (text, b->size) + 4 <= width)
    scope_scene_text_item (b->scene, text, x, y + height / 2 - b->size * 0.8, width, b->size * 1.6, b->size, look->on_colour, SCOPE_ALIGN_CENTRE);
}

static void
draw_bar (Build *b, guint bar)
{
  double width = MIN (b->step * 0.7, MOST_BAR), x = b->plot.x + b->step * (bar + 0.5) - width / 2, below = 0;
  g_autofree char *said = scope_growth_dup_bar_text (b->growth, bar);
  g_autofree char *label = scope_growth_format_x (x_of (b->growth, bar));

  scope_scene_set_group (b->scene, scope_scene_add_group (b->scene, said, SCOPE_NONE, 0, 0, b->options->width, b->options->height));
  if (bar == b->options->pointed)
    scope_scene_rect (b->scene, x - 4, b->plot.y - 4, width + 8, b->plot.height + 8, scope_colour_alpha (b->scene->palette->accent, 0.35));
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      const ScopeGrowthPart *part = part_of (b->growth, c);
      double share = part != NULL ? share_of (b->growth, part, bar) : 0, y = scope_plot_y (&b->plot, below + share);
      double height = scope_plot_y (&b->plot, below) - y;
      ScopeCauseLook look = scope_cause_look (b->scene->palette, c);
      ScopeItem *item;

      if (share <= 0)
        continue;
      item = scope_scene_rect (b->scene, x, y, width, height, look.colour);
      item->pattern = look.pattern;
      item->second = look.pattern_colour;
      if (height >= b->size * 1.5)
        scope_scene_rect (b->scene, x + 1, y + height / 2 - b->size * 0.8, width - 2, b->size * 1.6, look.plate);
      draw_share (b, share, x, y, width, height, &look);
      below += share;
    }
  scope_scene_text_item (b->scene, label, x + width / 2 - b->step / 2, b->plot.y + b->plot.height + 4, b->step, b->size * 1.6, b->size,
                         b->scene->palette->strong_text, SCOPE_ALIGN_CENTRE);
  if (is_ahead (b->growth, bar))
    scope_scene_text_item (b->scene, _("expected"), x + width / 2 - b->step / 2, b->plot.y + b->plot.height + 4 + b->size * 1.6, b->step,
                           b->size * 1.6, b->size, b->scene->palette->text, SCOPE_ALIGN_CENTRE);
}

/* From the top as the bars are. */
static void
draw_key (Build *b)
{
  double y = b->plot.y, size = b->size, width = b->options->width - b->key_x - size * 2 - MARGIN / 2;

  for (guint c = SCOPE_N_CAUSES; c-- > 0;)
    {
      const ScopeGrowthPart *part = part_of (b->growth, c);
      ScopeCauseLook look = scope_cause_look (b->scene->palette, c);
      ScopeItem *item;

      if (!has_key (b->growth, part) || y + size * 1.8 > b->options->height)
        continue;
      item = scope_scene_rect (b->scene, b->key_x, y + size * 0.25, size * 1.2, size * 1.2, look.colour);
      item->pattern = look.pattern;
      item->second = look.pattern_colour;
      scope_scene_text_item (b->scene, part->word, b->key_x + size * 2, y, MAX (width, 1), size * 1.7, size, b->scene->palette->strong_text,
                             SCOPE_ALIGN_START)
          ->ellipsis
          = TRUE;
      y += size * 2;
    }
}

ScopeScene *
scope_growth_scene_new (const ScopeGrowth *growth, const ScopeGrowthSceneOptions *options)
{
  Build b = { .growth = growth, .options = options };
  g_autofree char *title = NULL;

  lay_out (&b);
  b.scene = scope_scene_new (options->width, options->height, options->palette);
  scope_scene_rect (b.scene, 0, 0, options->width, options->height, options->palette->canvas);
  if (options->title != NULL)
    {
      ScopeItem *item = scope_scene_text_item (b.scene, options->title, MARGIN, MARGIN / 2, options->width - 2 * MARGIN, b.size * 1.8,
                                               b.size * 1.15, options->palette->strong_text, SCOPE_ALIGN_START);
      item->bold = item->ellipsis = TRUE;
    }
  title = growth->setting != NULL && growth->over_size
              /* TRANSLATORS: “system.l2.size” */
              ? g_strdup_printf (_("Where the processors’ time goes, by %s"), growth->setting)
          : growth->over_size ? g_strdup (_("Where the processors’ time goes, by size of the input"))
                            /* TRANSLATORS: “HECs” */
                            : g_strdup_printf (_("Where the processors’ time goes, by number of %s"),
                                               scope_scaling_processors_word (growth->runtime, FALSE));
  scope_plot_draw_title (b.scene, &b.plot, title);
  scope_plot_draw_values (b.scene, &b.plot, 100, "%");
  for (guint bar = 0; bar < scope_growth_scene_n_bars (growth); bar++)
    draw_bar (&b, bar);
  scope_scene_set_group (b.scene, 0);
  draw_key (&b);
  return b.scene;
}

/* --- asking --- */

guint
scope_growth_scene_bar_at (const ScopeGrowth *growth, const ScopeGrowthSceneOptions *options, double x)
{
  Build b = { .growth = growth, .options = options };
  double bar;

  lay_out (&b);
  bar = floor ((x - b.plot.x) / b.step);
  return bar >= 0 && bar < scope_growth_scene_n_bars (growth) ? (guint) bar : SCOPE_NONE;
}

char *
scope_growth_dup_bar_text (const ScopeGrowth *growth, guint bar)
{
  gboolean ahead = is_ahead (growth, bar);
  g_autofree char *x = scope_growth_dup_x (growth, x_of (growth, bar));
  g_autofree char *time = scope_format_duration (value_of (growth, growth->duration, bar), 1000);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean said[SCOPE_N_CAUSES] = { FALSE };

  /* TRANSLATORS: “64 HECs”, duration */
  g_string_append_printf (text, ahead ? _("%s: %s expected") : _("%s: %s"), x, time);
  for (guint i = 0; i < SAID; i++)
    {
      const ScopeGrowthPart *most = NULL;
      g_autofree char *share = NULL;
      guint which = 0;

      for (guint c = 0; c < SCOPE_N_CAUSES; c++)
        {
          const ScopeGrowthPart *part = said[c] ? NULL : part_of (growth, c);

          if (part == NULL || (most != NULL && value_of (growth, part, bar) <= value_of (growth, most, bar)))
            continue;
          most = part;
          which = c;
        }
      if (most == NULL || share_of (growth, most, bar) < LEAST_SHARE)
        break;
      said[which] = TRUE;
      share = scope_format_share (share_of (growth, most, bar));
      g_string_append_printf (text, "%s %s %s", i == 0 ? ":" : ",", most->word, share);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
