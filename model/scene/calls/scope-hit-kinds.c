/* scope-hit-kinds.c: the kinds of marks on calls: words, titles, colours, glyphs, legend; see scope-call-marks.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-marks.h"

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-pixel-batch.h"

#include <glib/gi18n.h>

/* The same words as in tables of marks. */
static const char *
word_of (guint kind)
{
  static const char *const befallen[] = { "tlb", "interrupt", "power" };

  return kind < SCOPE_N_HITS ? scope_hit_name (kind) : befallen[kind - SCOPE_N_HITS];
}

gboolean
scope_hits_parse (const char *words, guint *ret_kinds)
{
  g_auto (GStrv) all = g_strsplit (words, ",", -1);
  guint kinds = 0;

  if (g_str_equal (words, "all") || g_str_equal (words, "none"))
    {
      *ret_kinds = words[0] == 'a' ? SCOPE_HITS_ALL : 0;
      return TRUE;
    }
  for (guint i = 0; all[i] != NULL; i++)
    {
      guint k = 0;

      while (k < SCOPE_N_SHOWN_HITS && g_strcmp0 (word_of (k), all[i]) != 0)
        k++;
      if (k == SCOPE_N_SHOWN_HITS)
        return FALSE;
      kinds |= 1u << k;
    }
  *ret_kinds = kinds;
  return kinds != 0;
}

const char *
scope_hit_title (guint kind)
{
  static const char *const titles[SCOPE_N_SHOWN_HITS] = { N_("L1 data miss"), N_("L1 instruction miss"), N_("L2 miss"),
                                                          N_("Upgrade"), N_("Memory barrier"), N_("Long-latency instruction"),
                                                          N_("TLB miss"), N_("Interrupt"), N_("Power state") };

  return kind < SCOPE_N_SHOWN_HITS ? _(titles[kind]) : "";
}

ScopeColour
scope_hit_colour (const ScopePalette *palette, guint kind)
{
  static const ScopeState states[SCOPE_N_SHOWN_HITS] = { SCOPE_STATE_COLLECTING, SCOPE_STATE_RUNNABLE, SCOPE_STATE_BLOCKED,
                                                         SCOPE_STATE_OUTSIDE, SCOPE_STATE_UNKNOWN, SCOPE_STATE_RUNNING,
                                                         SCOPE_STATE_RUNNABLE };

  if (kind >= SCOPE_N_SHOWN_HITS || kind == SCOPE_HIT_MB || kind == SCOPE_SHOWN_INTERRUPT || kind == SCOPE_SHOWN_POWER || palette == scope_palette_get (SCOPE_PALETTE_PRINT))
    return palette->strong_text;
  return palette->state[states[kind]];
}

/* Corners within -1 to 1. */
static const struct
{
  guint n;
  float at[16];
} shapes[SCOPE_N_SHOWN_HITS] = {
  [SCOPE_HIT_L1D] = { 3, { -1, -0.8f, 1, -0.8f, 0, 1 } },
  [SCOPE_HIT_L1I] = { 3, { -1, 0.8f, 0, -1, 1, 0.8f } },
  [SCOPE_HIT_L2] = { 4, { 0, -1.15f, 1.15f, 0, 0, 1.15f, -1.15f, 0 } },
  [SCOPE_HIT_UPG] = { 7, { -0.4f, 1, -0.4f, 0, -1, 0, 0, -1.1f, 1, 0, 0.4f, 0, 0.4f, 1 } },
  [SCOPE_HIT_MB] = { 4, { -0.35f, -1.1f, 0.35f, -1.1f, 0.35f, 1.1f, -0.35f, 1.1f } },
  [SCOPE_HIT_LLI] = { 6, { -0.9f, -1, 0.9f, -1, 0.15f, 0, 0.9f, 1, -0.9f, 1, -0.15f, 0 } },
  [SCOPE_SHOWN_TLB] = { 4, { -0.9f, -0.9f, 0.9f, -0.9f, 0.9f, 0.9f, -0.9f, 0.9f } },
  [SCOPE_SHOWN_INTERRUPT] = { 6, { 0.7f, -1.3f, -1.1f, 0.35f, -0.15f, 0.35f, -0.7f, 1.3f, 1.1f, -0.35f, 0.15f, -0.35f } },
  [SCOPE_SHOWN_POWER] = { 6, { -0.5f, -1, 0.5f, -1, 1.1f, 0, 0.5f, 1, -0.5f, 1, -1.1f, 0 } },
};

static void
add_shape (ScopeScene *scene, guint kind, double x, double y, double size, ScopeColour colour)
{
  float points[16] = { 0 };

  for (guint i = 0; i < shapes[kind].n; i++)
    {
      points[2 * i] = (float) (x + shapes[kind].at[2 * i] * size);
      points[2 * i + 1] = (float) (y + shapes[kind].at[2 * i + 1] * size);
    }
  scope_scene_fill_polygon (scene, points, shapes[kind].n, colour);
}

void
scope_hit_add_glyph (ScopeScene *scene, guint kind, double x, double y)
{
  if (kind >= SCOPE_N_SHOWN_HITS)
    return;
  add_shape (scene, kind, x, y, kind == SCOPE_HIT_MB ? 4.6 : 5.4, scene->palette->canvas);
  if (kind == SCOPE_HIT_MB) /* as thick a rim as the others' */
    scope_scene_fill (scene, x - 2.4, y - 5, 4.8, 10, scene->palette->canvas);
  add_shape (scene, kind, x, y, 3.6, scope_hit_colour (scene->palette, kind));
}

double
scope_hit_legend (ScopeScene *scene, const guint64 *n, gboolean sampled, double x, double y, double width, double height)
{
  double end = x + width, size = scene->font_size;

  for (guint k = 0; k < SCOPE_N_SHOWN_HITS; k++)
    {
      g_autofree char *count = scope_format_count (n[k]);
      g_autofree char *text = g_strdup_printf (sampled ? _("%s ≈ %s") : "%s %s", scope_hit_title (k), count);
      double wide = scope_text_width (text, size) + 4;

      if (n[k] == 0 || x + 14 + wide > end)
        continue;
      scope_hit_add_glyph (scene, k, x + 6, y + height / 2);
      scope_scene_text_item (scene, text, x + 14, y, wide, height, size, scene->palette->text, SCOPE_ALIGN_START);
      x += 14 + wide + 10;
    }
  return x;
}
