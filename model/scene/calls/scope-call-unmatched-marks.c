/* scope-call-unmatched-marks.c: see scope-call-unmatched-marks.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/calls/scope-call-unmatched-marks.h"

#include "model/base/scope-format.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/scene/draw/scope-pixel-batch.h"

#include <glib/gi18n.h>

#define HIGH 11.0    /* what is as high has room for a sign, and an edge between strip and bar */
#define HIGHER 16.0  /* … and for a wider strip */
#define FAINTEST 0.35

double
scope_call_unmatched_share (const ScopeActivations *activations, const ScopeCallChartPlace *place, const ScopeActivation *item)
{
  gint64 cover;

  if (place->unmatched == NULL)
    return 0;
  if (item->n <= 1)
    return scope_call_unmatched_has (place->unmatched, place->side, activations->lane, item->level, item->from, item->to) ? 1 : 0;
  cover = scope_call_unmatched_cover (place->unmatched, place->side, activations->lane, item->level, item->from, item->to);
  return MIN ((double) cover / (double) MAX (item->covered, 1), 1);
}

double
scope_call_unmatched_strip (double height)
{
  return height >= HIGHER ? 3 : MIN (2, height);
}

void
scope_call_unmatched_add_strip (ScopeScene *scene, double x, double y, double width, double height, double share)
{
  const ScopePalette *palette = scene->palette;
  double strip = scope_call_unmatched_strip (height);

  if (share <= 0)
    return;
  if (height >= HIGH)
    scope_scene_fill (scene, x, y + height - strip - 1, width, 1, palette->canvas);
  scope_scene_fill (scene, x, y + height - strip, width, strip,
                    scope_colour_mix (palette->canvas, palette->strong_text, MAX (share, FAINTEST)));
}

static const char *
sign_of (ScopeCallSide side)
{
  return side == SCOPE_CALL_RUN ? "+" : "−";
}

void
scope_call_unmatched_add_sign (ScopeScene *scene, ScopeCallSide side, double x, double y, double height)
{
  double size = MIN (scene->font_size, height - 3), room = height - scope_call_unmatched_strip (height);

  if (height < HIGH)
    return;
  /* On its own ground: what the bar's colour is nobody has to know. */
  scope_scene_fill (scene, x, y, SCOPE_CALL_UNMATCHED_SIGN, room, scene->palette->strong_text);
  scope_scene_text_item (scene, sign_of (side), x, y, SCOPE_CALL_UNMATCHED_SIGN, room, size, scene->palette->canvas,
                         SCOPE_ALIGN_CENTRE);
}

char *
scope_call_unmatched_words (const ScopeActivations *activations, const ScopeCallChartPlace *place, const ScopeActivation *item)
{
  double share = scope_call_unmatched_share (activations, place, item);
  g_autofree char *part = NULL;

  if (share <= 0)
    return NULL;
  if (item->n <= 1)
    return g_strdup (place->side == SCOPE_CALL_RUN ? _("only in this run") : _("only in the baseline"));
  part = scope_call_share_text (share, 1);
  return g_strdup_printf (place->side == SCOPE_CALL_RUN ? _("%s of that only in this run") : _("%s of that only in the baseline"), part);
}

char *
scope_call_unmatched_title (ScopeCallSide side, const ScopeCallUnmatchedCount *count)
{
  g_autofree char *n = scope_format_count (count->n);
  /* TRANSLATORS: how many calls are */
  g_autofree char *title = g_strdup_printf (side == SCOPE_CALL_RUN ? _("only in this run %s") : _("only in the baseline %s"), n);

  /* TRANSLATORS: “only in this run 1,500,000”, of which some have no mark */
  return count->truncated ? g_strdup_printf (_("%s, not all marked"), title) : g_steal_pointer (&title);
}

double
scope_call_unmatched_legend (ScopeScene *scene, const ScopeCallUnmatchedCount counts[2], double x, double y, double width, double height)
{
  double end = x + width;

  for (guint s = 0; s < 2; s++)
    {
      g_autofree char *text = scope_call_unmatched_title (s, &counts[s]);
      double wide = scope_text_width (text, scene->font_size) + 4, top = y + (height - 12) / 2;

      if (counts[s].n == 0 || x + 22 + wide > end)
        continue;
      scope_scene_rect (scene, x, top, 18, 12, scope_colour_mix (scene->palette->canvas, scene->palette->text, 0.35));
      scope_call_unmatched_add_sign (scene, s, x, top, 12);
      scope_call_unmatched_add_strip (scene, x, top, 18, 12, 1);
      scope_scene_text_item (scene, text, x + 22, y, wide, height, scene->font_size, scene->palette->text, SCOPE_ALIGN_START);
      x += 22 + wide + 10;
    }
  return x;
}
