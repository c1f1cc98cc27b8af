/* scope-split-scene.c: see scope-split-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/findings/scope-split-scene.h"

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-cause-look.h"
#include "model/trace/analysis/scope-cause-words.h"

#define BAR 28.0
#define LINE 20.0
#define SWATCH 12.0
#define SIZE 11.0

static void
draw_part (ScopeScene *scene, ScopeCause cause, double x, double y, double width, double height)
{
  const ScopeCauseLook look = scope_cause_look (scene->palette, cause);
  ScopeItem *item = scope_scene_rect (scene, x, y, width, height, look.colour);

  item->pattern = look.pattern;
  item->second = look.pattern_colour;
}

static char *
dup_words (ScopeTrace *trace, ScopeCause cause, gint64 part, double all)
{
  g_autofree char *share = scope_format_share ((double) part / all);

  return g_strdup_printf ("%s %s", scope_cause_word (trace, cause), share);
}

/* Places the legend's entries; returns its height. `scene` NULL: only that. */
static double
draw_legend (ScopeScene *scene, ScopeTrace *trace, const gint64 *parts, double all, double width, double y)
{
  double x = 0, height = LINE;

  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      g_autofree char *words = parts[c] > 0 ? dup_words (trace, (ScopeCause) c, parts[c], all) : NULL;
      double wanted = words != NULL ? SWATCH + 6 + scope_text_width (words, SIZE) + 16 : 0;

      if (words == NULL)
        continue;
      if (x > 0 && x + wanted > width)
        {
          x = 0;
          height += LINE;
        }
      if (scene != NULL)
        {
          draw_part (scene, (ScopeCause) c, x, y + height - LINE + (LINE - SWATCH) / 2, SWATCH, SWATCH);
          scope_scene_text_item (scene, words, x + SWATCH + 6, y + height - LINE + 2, wanted - SWATCH - 6, LINE - 4, SIZE,
                                 scene->palette->strong_text, SCOPE_ALIGN_START);
        }
      x += wanted;
    }
  return height;
}

ScopeScene *
scope_split_scene_new (ScopeTrace *trace, const gint64 *parts, double width, const ScopePalette *palette)
{
  ScopeScene *scene;
  double all = 0, x = 0;

  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    all += (double) parts[c];
  scene = scope_scene_new (width, BAR + 6 + (all > 0 ? draw_legend (NULL, trace, parts, all, width, 0) : 0), palette);
  for (guint c = 0; all > 0 && c < SCOPE_N_CAUSES; c++)
    {
      double part = (double) parts[c] / all * width;
      g_autofree char *words = NULL;

      if (parts[c] == 0)
        continue;
      draw_part (scene, (ScopeCause) c, x, 0, part, BAR);
      words = dup_words (trace, (ScopeCause) c, parts[c], all);
      if (scope_text_width (words, SIZE) + 8 < part)
        {
          const ScopeCauseLook look = scope_cause_look (palette, (ScopeCause) c);
          double text = scope_text_width (words, SIZE);

          if (look.pattern != SCOPE_PATTERN_NONE || look.plate != look.colour)
            scope_scene_rect (scene, x + (part - text) / 2 - 2, 5, text + 4, BAR - 10, look.plate);
          scope_scene_text_item (scene, words, x, BAR / 2 - SIZE * 0.8, part, SIZE * 1.6, SIZE, look.on_colour, SCOPE_ALIGN_CENTRE);
        }
      x += part;
    }
  if (all > 0)
    draw_legend (scene, trace, parts, all, width, BAR + 6);
  return scene;
}
