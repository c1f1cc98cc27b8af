/* scope-timeline-scales.c: of rows that are graphs: what their height stands for, and which colour is what.
 *
 *     Spark creation  2,075 /s ┌──────────────
 *     ■ created ■ dud        0 └──────────────
 *
 * Where not all words have room, they are shortened rather than the last ones left out, or all are: who sees one colour told takes the other for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/scene/lanes/scope-sample-rows.h"

#include <glib/gi18n.h>

#define LEAST_BAR 12.0  /* pixels: one line of words fits beside it, with the figure and the colours in it */
#define TWO_LINES 20.0  /* colours and 0 have one of their own */
#define WORDS 9.0      /* pixels of their letters */
#define MOST_SERIES 4
#define LEAST_WORD 16.0 /* a word that is cut to less says nothing */
#define WIDE 1.1        /* a title's letters against their computed width */

typedef struct
{
  const char *name;
  ScopeColour colour;
  gboolean line; /* else an area */
  const char *brief; /* where there is little room; or NULL */
} Series;

/* Of one alone there is nothing to tell apart. */
static guint
series_of (const ScopeTimelineBuild *b, const ScopeLaneNode *node, Series series[MOST_SERIES])
{
  const ScopePalette *palette = b->palette;
  static const char *const digits[MOST_SERIES] = { "0", "1", "2", "3" }; /* numbers of cores */
  guint n = 0, number, sampled = scope_sample_row_of_kind (node->kind);
  ScopeColour colour;
  int state;

  if (node->kind == SCOPE_ROW_HEAP)
    {
      series[n++] = (Series) { _("size"), palette->heap, TRUE };
      series[n++] = (Series) { _("live"), palette->heap_fill, FALSE };
    }
  else if (sampled < SCOPE_N_SAMPLE_ROWS && scope_sample_row (sampled)->counter_word != NULL)
    {
      series[n++] = (Series) { _(scope_sample_row (sampled)->counter_word), palette->heap, TRUE };
      series[n++] = (Series) { _(scope_sample_row (sampled)->fill_word), palette->heap_fill, FALSE };
    }
  else if (node->kind == SCOPE_ROW_SPARK_CREATION || node->kind == SCOPE_ROW_SPARK_CONVERSION)
    for (const char *name; n < MOST_SERIES && (name = scope_timeline_rate_part (node, n, &state)) != NULL; n++)
      series[n] = (Series) { name, palette->state[state], FALSE };
  else if (node->kind == SCOPE_ROW_TRAFFIC)
    {
      series[n++] = (Series) { _("sent"), scope_timeline_traffic_colour (b, FALSE), FALSE, "↑" }; /* as the graph has them */
      series[n++] = (Series) { _("received"), scope_timeline_traffic_colour (b, TRUE), FALSE, "↓" };
    }
  else if (scope_row_is_of_cores (node->kind) && scope_timeline_core_line (b, node, 1, &colour, &number)
           && !scope_timeline_core_line (b, node, MOST_SERIES, &colour, &number))
    for (; scope_timeline_core_line (b, node, n, &colour, &number) && number < MOST_SERIES; n++)
      series[n] = (Series) { digits[number], colour, TRUE };
  return n;
}

gboolean
scope_timeline_has_scale (const ScopeLaneNode *node)
{
  return node->bar_height >= LEAST_BAR
         && (node->kind == SCOPE_ROW_HEAP || node->kind == SCOPE_ROW_SPARKS || node->kind == SCOPE_ROW_TRAFFIC
             || (node->kind >= SCOPE_ROW_ALLOCATION && node->kind <= SCOPE_ROW_MAILBOXES)
             || scope_row_is_of_cores (node->kind));
}

typedef struct
{
  double key, gap; /* of a colour, before its word; behind that */
  double words[MOST_SERIES];
} Widths;

/* Whether all have room: by their words, or by the brief ones of those that have such. */
static gboolean
fit_whole (const Series series[MOST_SERIES], guint n, gboolean brief, double room, Widths *widths)
{
  double sum = 0;

  widths->key = brief ? 9 : 11;
  widths->gap = brief ? 2 : 5;
  for (guint i = 0; i < n; i++)
    {
      gboolean word = !brief || series[i].brief == NULL;

      widths->words[i] = scope_text_width (word ? series[i].name : series[i].brief, WORDS) + (word ? 4 : 1);
      sum += widths->key + widths->words[i] + (i > 0 ? widths->gap : 0);
    }
  return sum <= room;
}

/* FALSE: there is no room, not for the first letters. */
static gboolean
fit (Series series[MOST_SERIES], guint n, double room, Widths *widths)
{
  double each;

  if (n > 0 && series[0].brief != NULL && !fit_whole (series, n, FALSE, room, widths) && fit_whole (series, n, TRUE, room, widths))
    {
      for (guint i = 0; i < n; i++)
        series[i].name = series[i].brief;
      return TRUE;
    }
  if (fit_whole (series, n, FALSE, room, widths) || n == 0)
    return TRUE;
  each = (room + widths->gap) / n - widths->key - widths->gap;
  for (guint i = 0; i < n; i++)
    widths->words[i] = MIN (widths->words[i], each);
  return each >= LEAST_WORD;
}

static void
add_series (ScopeTimelineBuild *b, const ScopeLaneNode *node, double x, double right, double y)
{
  Series series[MOST_SERIES];
  Widths widths;
  guint n = series_of (b, node, series);

  if (!fit (series, n, right - x, &widths))
    return;
  for (guint i = 0; i < n; i++)
    {
      if (series[i].line)
        scope_scene_rect (b->scene, x, y + 5, 8, 2, series[i].colour);
      else
        scope_scene_rect (b->scene, x, y + 2, 8, 8, series[i].colour);
      scope_scene_text_item (b->scene, series[i].name, x + widths.key, y, widths.words[i], 12, WORDS, b->palette->text, SCOPE_ALIGN_START)->ellipsis
          = series[i].name != series[i].brief;
      x += widths.key + widths.words[i] + widths.gap;
    }
}

void
scope_timeline_add_scale_words (ScopeTimelineBuild *b, const ScopeLaneNode *node, const char *figure, double x, double right, double size)
{
  double top = scope_timeline_bar_y (b, node), bottom = top + node->bar_height;
  double width = figure != NULL ? scope_text_width (figure, size) + 4 : 0, title;

  if (node->bar_height < TWO_LINES)
    {
      title = MIN (scope_text_width (node->title, size) * WIDE + 4, right - width - 6 - x);
      top += (node->bar_height - 12) / 2;
      if (figure != NULL)
        scope_scene_text_item (b->scene, figure, right - width, top, width, 12, size, b->palette->text, SCOPE_ALIGN_END);
      scope_scene_text_item (b->scene, node->title, x, top, MAX (title, 10), 12, size, b->palette->strong_text, SCOPE_ALIGN_START);
      add_series (b, node, x + title + 2, right - width - 2, top);
      return;
    }

  /* The figure at the line that it stands for, 0 at the bottom. */
  if (figure != NULL)
    scope_scene_text_item (b->scene, figure, right - width, top - 2, width, 12, size, b->palette->text, SCOPE_ALIGN_END);
  if (node->kind != SCOPE_ROW_TRAFFIC) /* whose 0 is in the middle */
    scope_scene_text_item (b->scene, "0", right - 12, bottom - 11, 12, 12, WORDS, b->palette->text, SCOPE_ALIGN_END);
  scope_scene_text_item (b->scene, node->title, x, top - 2, MAX (right - width - 6 - x, 10), 13, size, b->palette->strong_text,
                         SCOPE_ALIGN_START);
  add_series (b, node, x, right - 14, bottom - 11);
}

void
scope_timeline_add_scale_lines (ScopeTimelineBuild *b, const ScopeLaneNode *node)
{
  double top = scope_timeline_bar_y (b, node) + 2, bottom = top + node->bar_height - 2;

  if (!scope_timeline_has_scale (node))
    return;
  scope_scene_line (b->scene, b->x, top - 0.5, b->x + b->width, top - 0.5, 1, b->palette->grid);
  scope_scene_line (b->scene, b->x, bottom - 0.5, b->x + b->width, bottom - 0.5, 1, b->palette->grid);
}
