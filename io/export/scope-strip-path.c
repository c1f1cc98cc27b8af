/* scope-strip-path.c: columns to outlines. Neighbours of the same height are one edge, so that the path is as long as
 * the picture is restless, and never longer than its pixels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-strip-path.h"

#include <math.h>
#include <string.h>

#define UNIT 10.0 /* tenths of a pixel */

static const ScopeColumn *
column_at (const ScopeScene *scene, guint first, guint n, gint64 x, const ScopeStrip **ret_strip)
{
  for (guint i = first; i < first + n; i++)
    {
      const ScopeStrip *strip = g_ptr_array_index (scene->strips, i);

      if (x >= strip->x && x < strip->x + strip->n)
        {
          *ret_strip = strip;
          return &strip->columns[x - strip->x];
        }
    }
  return NULL;
}

static void
put_piece (ScopeStripPath *path, guint column, guint state, double y0, double y1)
{
  path->from[column][state] = (gint16) lrint (y0 * UNIT);
  path->to[column][state] = (gint16) lrint (y1 * UNIT);
}

static void
put_stack (ScopeStripPath *path, guint column, const ScopeStack *stack)
{
  for (guint i = 0; i < stack->n; i++)
    {
      const ScopeStackPiece *piece = &stack->pieces[i];

      if (piece->state == SCOPE_STATE_UNKNOWN)
        continue;
      /* Less than a pixel: as much of it as is covered. */
      put_piece (path, column, piece->state, piece->y0,
                 piece->opacity < 1 ? piece->y0 + piece->opacity : piece->y1);
    }
}

static void
put_activity (ScopeStripPath *path, guint column, const ScopeColumn *of, gint64 x)
{
  guint band = path->height / 4;
  ScopeColumn shown = { .total = of->total };
  const ScopeStrip *strip;
  const ScopeColumn *ready = NULL;
  ScopeStack stack;

  shown.time[SCOPE_STATE_RUNNING] = of->time[SCOPE_STATE_RUNNING];
  shown.time[SCOPE_STATE_COLLECTING] = of->time[SCOPE_STATE_COLLECTING];
  scope_stack_make (&stack, &shown, of->total, path->height - band);
  put_stack (path, column, &stack);
  if (path->item->second_strip != SCOPE_NONE)
    ready = column_at (path->scene, path->item->second_strip, path->item->n_strips, x, &strip);
  if (ready != NULL && ready->total > 0 && ready->time[SCOPE_STATE_RUNNABLE] > 0 && path->item->second_full > 0)
    {
      double n = ready->time[SCOPE_STATE_RUNNABLE] * MAX (strip->n_lanes, 1) / ready->total;
      double h = CLAMP (log1p (n) / log1p (path->item->second_full), 0, 1) * (band - 1), y = path->height - band + 1;

      put_piece (path, column, SCOPE_STATE_RUNNABLE, y, y + MAX (h, 0.35));
    }
}

static gboolean
has_hues (const ScopeScene *scene, const ScopeItem *item)
{
  for (guint i = item->strip; item->style != SCOPE_STRIP_ACTIVITY && i < item->strip + item->n_strips; i++)
    if (scope_strip_has_hues (g_ptr_array_index (scene->strips, i), &item->look))
      return TRUE;
  return FALSE;
}

static void
put_hue (ScopeStripPath *path, guint column, ScopeColour hue)
{
  guint i = 0;

  path->hues[column] = hue;
  if (hue == path->hue || (column > 0 && path->hues[column - 1] == hue))
    return;
  while (i < path->more->len && g_array_index (path->more, ScopeColour, i) != hue)
    i++;
  if (i == path->more->len)
    g_array_append_val (path->more, hue);
}

gboolean
scope_strip_path_next_hue (ScopeStripPath *path)
{
  if (path->hues == NULL || path->n_taken == path->more->len)
    return FALSE;
  path->hue = g_array_index (path->more, ScopeColour, path->n_taken++);
  return TRUE;
}

void
scope_strip_path_init (ScopeStripPath *path, const ScopeScene *scene, const ScopeItem *item)
{
  path->scene = scene;
  path->item = item;
  path->width = (guint) item->width;
  path->height = (guint) item->height;
  path->from = g_malloc0_n (path->width + 1, sizeof *path->from);
  path->to = g_malloc0_n (path->width + 1, sizeof *path->to);
  path->hue = scene->palette->state[SCOPE_STATE_RUNNING];
  path->hues = has_hues (scene, item) ? g_new0 (ScopeColour, path->width + 1) : NULL;
  path->more = g_array_new (FALSE, FALSE, sizeof (ScopeColour));
  path->n_taken = 0;
  for (guint c = 0; c < path->width; c++)
    {
      const ScopeStrip *strip;
      const ScopeColumn *column = column_at (scene, item->strip, item->n_strips, item->left + c, &strip);
      ScopeColumn shown;
      ScopeStack stack;

      if (column == NULL)
        continue;
      if (item->style == SCOPE_STRIP_ACTIVITY)
        {
          put_activity (path, c, column, item->left + c);
          continue;
        }
      if (path->hues != NULL)
        put_hue (path, c, scope_strip_running_colour (strip, &item->look, scene->palette, (guint) (column - strip->columns)));
      scope_column_as (column, item->full > 0 ? SCOPE_COLUMNS_SHARE : (ScopeColumnMode) item->look.columns, &shown);
      scope_stack_make (&stack, &shown,
                        item->full > 0 ? item->full * column->total / MAX (strip->n_lanes, 1) : column->total,
                        path->height);
      put_stack (path, c, &stack);
    }
}

void
scope_strip_path_clear (ScopeStripPath *path)
{
  g_clear_pointer (&path->from, g_free);
  g_clear_pointer (&path->to, g_free);
  g_clear_pointer (&path->hues, g_free);
  g_clear_pointer (&path->more, g_array_unref);
}

ScopeColour
scope_strip_path_colour (const ScopeStripPath *path, guint state)
{
  const ScopePalette *palette = path->scene->palette;
  ScopeColour colour = state == SCOPE_STATE_RUNNING ? path->hue : palette->state[state];

  return path->item->dim >> state & 1 ? scope_colour_mix (palette->canvas, colour, 0.45) : colour;
}

static gboolean
present (const ScopeStripPath *path, guint column, guint state)
{
  if (path->hues != NULL && state == SCOPE_STATE_RUNNING && path->hues[column] != path->hue)
    return FALSE;
  return path->to[column][state] > path->from[column][state];
}

/* Columns [c0, c1), of which each has the state and touches the next: there along the top, back along the bottom. */
static void
outline_piece (const ScopeStripPath *path, guint state, guint c0, guint c1, const ScopePathSink *sink)
{
  double x = path->item->x, bottom = path->item->y + path->height;

  sink->move (sink->data, x + c0, bottom - path->to[c0][state] / UNIT);
  for (guint c = c0 + 1; c < c1; c++)
    if (path->to[c][state] != path->to[c - 1][state])
      {
        sink->across (sink->data, x + c);
        sink->down (sink->data, bottom - path->to[c][state] / UNIT);
      }
  sink->across (sink->data, x + c1);
  sink->down (sink->data, bottom - path->from[c1 - 1][state] / UNIT);
  for (guint c = c1 - 1; c > c0; c--)
    if (path->from[c - 1][state] != path->from[c][state])
      {
        sink->across (sink->data, x + c);
        sink->down (sink->data, bottom - path->from[c - 1][state] / UNIT);
      }
  sink->across (sink->data, x + c0);
  sink->close (sink->data);
}

static gboolean
touches (const ScopeStripPath *path, guint state, guint a, guint b)
{
  return path->from[a][state] < path->to[b][state] && path->from[b][state] < path->to[a][state];
}

gboolean
scope_strip_path_outline (const ScopeStripPath *path, guint state, const ScopePathSink *sink)
{
  gboolean any = FALSE;

  for (guint c = 0; c < path->width;)
    {
      guint end = c + 1;

      if (!present (path, c, state))
        {
          c++;
          continue;
        }
      while (end < path->width && present (path, end, state) && touches (path, state, end - 1, end))
        end++;
      outline_piece (path, state, c, end, sink);
      any = TRUE;
      c = end;
    }
  return any;
}

/* --- decorations --- */

void
scope_strip_decorations (const ScopeScene *scene, const ScopeItem *item, ScopeDecorationFunc func, gpointer data)
{
  const ScopePalette *palette = scene->palette;

  if (item->style != SCOPE_STRIP_STATES || item->height < 12)
    return;
  for (guint i = item->strip; i < item->strip + item->n_strips; i++)
    {
      const ScopeStrip *strip = g_ptr_array_index (scene->strips, i);

      for (guint k = 0; k < strip->n_runs; k++)
        {
          const ScopeStripRun *run = &strip->runs[k];
          ScopePattern pattern = palette->pattern[run->state];
          double x0 = MAX (floor (run->x0 + 0.5), (double) strip->x) - (double) item->left;
          double x1 = MIN (floor (run->x1 + 0.5), (double) strip->x + strip->n) - (double) item->left;

          x0 = MAX (x0, 0);
          x1 = MIN (x1, item->width);
          if (x1 <= x0 || (run->x1 - run->x0 < 8 && !run->open_left && !run->open_right))
            continue;
          if (pattern >= SCOPE_PATTERN_CENTRE_LINE && pattern <= SCOPE_PATTERN_DIAGONALS)
            func (data, pattern, run->state, item->x + x0, item->y, x1 - x0, item->height);
        }
    }
}
