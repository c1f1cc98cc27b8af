/* scope-raster.c: stacks of pieces, their pixels, and the patterns over runs.
 *
 * A column becomes at most eight pieces (scope_stack_make() has the rule of truth), pieces become one column of
 * pixels, and equal neighbours are copied. Patterns go over the finished columns, so that one function serves
 * screens and pictures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-cause-look.h"
#include "model/scene/draw/scope-raster-private.h"

#include <math.h>
#include <string.h>

#define FLOOR_OPACITY 0.35

/* --- the stack --- */

typedef struct
{
  guint n;
  guint8 state[SCOPE_N_STATES];
  double h[SCOPE_N_STATES]; /* in pixels of the bar */
  gboolean small[SCOPE_N_STATES];
} Shares;

static void
shares_from (Shares *shares, const ScopeColumn *column, double full, guint height)
{
  double sum = 0, least, rest;

  shares->n = 0;
  for (guint i = 0; i + 1 < SCOPE_N_STATES; i++)
    sum += column->time[scope_stack_order[i]];
  full = MAX (full, sum);
  if (full <= 0)
    return;
  /* Edges are whole ticks, or fractions that are less than a tick in all. */
  least = MIN (0.5, full * 1e-3);
  for (guint i = 0; i + 1 < SCOPE_N_STATES; i++)
    {
      guint s = scope_stack_order[i];

      if (column->time[s] > least)
        {
          shares->state[shares->n] = s;
          shares->h[shares->n++] = height * column->time[s] / full;
        }
    }
  rest = full - sum;
  if (rest > least)
    {
      shares->state[shares->n] = SCOPE_STATE_UNKNOWN;
      shares->h[shares->n++] = height * rest / full;
    }
}

static void
remove_share (Shares *shares, guint at)
{
  for (guint i = at; i + 1 < shares->n; i++)
    {
      shares->state[i] = shares->state[i + 1];
      shares->h[i] = shares->h[i + 1];
    }
  shares->n--;
}

/* More states than pixels: running stays, the largest of the others, and all get one pixel. */
static void
crowd (ScopeStack *stack, Shares *shares, guint height)
{
  gboolean running_of_many = shares->state[0] == SCOPE_STATE_RUNNING;

  while (shares->n > height)
    {
      guint least = running_of_many ? 1 : 0;

      for (guint i = least + 1; i < MIN (shares->n, SCOPE_N_STATES); i++)
        if (shares->h[i] < shares->h[least])
          least = i;
      remove_share (shares, least);
    }
  for (guint i = 0; i < shares->n; i++)
    stack->pieces[i] = (ScopeStackPiece) { i, i + 1, 1, shares->state[i] };
  stack->n = shares->n;
  /* One pixel for running and others: it is there, and is not full. */
  if (height == 1 && running_of_many)
    stack->pieces[0].opacity = CLAMP (shares->h[0], FLOOR_OPACITY, 0.85);
}

/* Which pieces have less than a pixel: they get one of their own, and the others share the rest. Returns by how
 * much the others shrink. */
static double
find_small (Shares *shares, guint height)
{
  double left = height, big = 0, scale = 1;
  gboolean again = TRUE;

  for (guint i = 0; i < shares->n; i++)
    {
      shares->small[i] = FALSE;
      big += shares->h[i];
    }
  while (again)
    {
      again = FALSE;
      scale = big > 0 ? left / big : 1;
      for (guint i = 0; i < shares->n; i++)
        if (!shares->small[i] && shares->h[i] * scale < 1 - 1e-9)
          {
            shares->small[i] = TRUE;
            left -= 1;
            big -= shares->h[i];
            again = TRUE;
            break;
          }
    }
  return scale;
}

void
scope_stack_make (ScopeStack *stack, const ScopeColumn *column, double full, guint height)
{
  Shares shares;
  double scale, ideal = 0;
  float y = 0;

  stack->n = 0;
  shares_from (&shares, column, full, height);
  if (shares.n == 0 || height == 0)
    return;
  if (shares.n > height)
    {
      crowd (stack, &shares, height);
      return;
    }
  scale = find_small (&shares, height);
  for (guint i = 0; i < shares.n; i++)
    {
      guint after = shares.n - 1 - i; /* pieces above, each with a pixel of its own at least */
      float end, limit = height - after, least = ceilf (y) + 1;

      ideal += shares.small[i] ? 1 : shares.h[i] * scale;
      end = (float) ideal;
      /* A pixel is shared only by two neighbours that both have more. */
      if (shares.small[i] || after == 0 || shares.small[i + 1] || height < 3)
        end = roundf (end);
      if (shares.small[i])
        end = y + 1;
      if (after == 0)
        end = height;
      end = MIN (MAX (end, least), limit);
      stack->pieces[stack->n++] = (ScopeStackPiece) {
        y, end, shares.small[i] ? (float) CLAMP (shares.h[i], FLOOR_OPACITY, 1) : 1, shares.state[i]
      };
      y = end;
    }
}

/* --- pixels --- */

static guint32
premultiply (ScopeColour c)
{
  guint a = c >> 24;

  if (a == 255)
    return c;
  return (a << 24) | ((((c >> 16) & 0xff) * a / 255) << 16) | ((((c >> 8) & 0xff) * a / 255) << 8)
         | ((c & 0xff) * a / 255);
}

void
scope_painter_init (ScopePainter *p, const ScopeRasterOptions *options)
{
  const ScopePalette *palette = options->palette;
  ScopeColour under = options->ground != 0 ? options->ground : palette->canvas;

  p->options = options;
  p->height = MIN (options->height, SCOPE_RASTER_MAX_HEIGHT);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      p->colour[s] = options->look.by_cause ? scope_cause_state_colour (palette, (ScopeState) s) : palette->state[s];
      if (options->dim & (1u << s))
        p->colour[s] = scope_colour_mix (under, p->colour[s], 0.45);
    }
  p->colour[SCOPE_STATE_UNKNOWN] = options->ground;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    p->state[s] = premultiply (p->colour[s]);
}

/* Two premultiplied pixels, `share` (0 to 1) of `b`. */
static guint32
blend (guint32 a, guint32 b, double share)
{
  guint k = (guint) (share * 256 + 0.5);
  guint32 rb = (((a & 0xff00ff) * (256 - k) + (b & 0xff00ff) * k) >> 8) & 0xff00ff;
  guint32 ag = (((a >> 8) & 0xff00ff) * (256 - k) + ((b >> 8) & 0xff00ff) * k) & 0xff00ff00;

  return rb | ag;
}

static gboolean
pattern_hit (ScopePattern pattern, gint64 x, gint y)
{
  switch (pattern)
    {
    case SCOPE_PATTERN_DIAGONALS:
      return ((x + y) % 8 + 8) % 8 == 0;
    case SCOPE_PATTERN_HATCH:
      return ((x + y) % 6 + 6) % 6 < 2;
    case SCOPE_PATTERN_CROSS:
      return ((x + y) % 5 + 5) % 5 == 0 || ((x - y) % 5 + 5) % 5 == 0;
    case SCOPE_PATTERN_HORIZONTAL:
      return y % 3 == 0;
    case SCOPE_PATTERN_VERTICAL:
      return (x % 3 + 3) % 3 == 0;
    default:
      return FALSE;
    }
}

/* One column of pixels, out[0] the top. */
void
scope_painter_stack (const ScopePainter *p, const ScopeStack *stack, guint32 *out)
{
  guint32 canvas = p->state[SCOPE_STATE_UNKNOWN];
  guint height = p->height;

  for (guint i = 0; i < height; i++)
    out[i] = canvas;
  for (guint i = 0; i < stack->n; i++)
    {
      const ScopeStackPiece *piece = &stack->pieces[i];
      guint32 pixel = p->state[piece->state];
      gint from = (gint) floorf (piece->y0), to = (gint) ceilf (piece->y1);

      if (piece->opacity < 1)
        pixel = blend (canvas, pixel, piece->opacity);
      for (gint y = from; y < to && y < (gint) height; y++)
        {
          guint32 *at = &out[height - 1 - y];

          /* The shared pixel was painted by the piece below; this one adds its part. */
          *at = y == from && piece->y0 > y ? blend (*at, pixel, y + 1 - piece->y0) : pixel;
        }
    }
}

static void
put_over (guint32 *pixel, ScopeColour over)
{
  guint a = over >> 24;

  if (*pixel >> 24 == 255)
    *pixel = scope_colour_mix (*pixel, over, 1);
  else
    *pixel = blend (*pixel, over | 0xff000000u, a / 255.0);
}

typedef struct
{
  const ScopeStrip *strip;
  guint from, to;
  guint32 *pixels;
  gsize stride; /* in pixels */
} Target;

static inline guint32 *
target_at (const Target *t, guint column, guint y)
{
  return t->pixels + y * t->stride + (column - t->from);
}

/* Whether the run's state is all there is in this column. */
static gboolean
only_state (const ScopeColumn *column, guint state)
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (s != state && column->time[s] > 0.5)
      return FALSE;
  return TRUE;
}

/* What is drawn over a state is dimmed with it. */
static ScopeColour
pattern_colour (const ScopePainter *p, guint state)
{
  ScopeColour colour = p->options->palette->pattern_colour[state];

  return p->options->dim >> state & 1 ? scope_colour_alpha (colour, (colour >> 24) / 255.0 * 0.45) : colour;
}

static void
decorate_ready (const ScopePainter *p, const Target *t, guint c0, guint c1, const ScopeStripRun *run)
{
  ScopeColour line = pattern_colour (p, SCOPE_STATE_RUNNABLE);
  gint64 x0 = (gint64) floor (run->x0 + 0.5), x1 = (gint64) floor (run->x1 + 0.5) - 1;

  for (guint c = c0; c < c1; c++)
    {
      gint64 x = t->strip->x + c;

      put_over (target_at (t, c, 0), line);
      if (((x % 4) + 4) % 4 < 2)
        {
          put_over (target_at (t, c, p->height - 1), line);
          put_over (target_at (t, c, p->height - 2), line);
        }
      else
        put_over (target_at (t, c, p->height - 1), line);
      if (x == x0 || x == x1)
        for (guint y = 1; y + 1 < p->height; y++)
          put_over (target_at (t, c, y), line);
    }
}

static void
decorate_run (const ScopePainter *p, const Target *t, const ScopeStripRun *run, gboolean separate)
{
  const ScopePalette *palette = p->options->palette;
  gint64 x = t->strip->x;
  gint64 first = MAX ((gint64) floor (run->x0 + 0.5) - x, (gint64) t->from);
  gint64 end = MIN ((gint64) floor (run->x1 + 0.5) - x, (gint64) t->to);
  gint64 left = (gint64) floor (run->x0 + 0.5) - x;
  gboolean wide = run->x1 - run->x0 >= 8 || run->open_left || run->open_right;
  ScopePattern pattern = palette->pattern[run->state];
  ScopeColour colour = pattern_colour (p, run->state);

  while (first < end && !only_state (&t->strip->columns[first], run->state))
    first++;
  while (end > first && !only_state (&t->strip->columns[end - 1], run->state))
    end--;
  if (first >= end)
    return;
  if (wide && p->height >= 12 && pattern == SCOPE_PATTERN_CENTRE_LINE)
    for (guint y = p->height / 2 - 1; y <= p->height / 2; y++)
      for (gint64 c = first; c < end; c++)
        put_over (target_at (t, c, y), colour);
  else if (wide && p->height >= 12 && pattern == SCOPE_PATTERN_DOTS)
    decorate_ready (p, t, first, end, run);
  else if (wide && p->height >= 12 && pattern == SCOPE_PATTERN_DIAGONALS)
    for (guint y = 0; y < p->height; y++)
      for (gint64 c = first; c < end; c++)
        if (pattern_hit (pattern, x + c, y))
          put_over (target_at (t, c, y), colour);
  if (separate && left >= first && left < end)
    for (guint y = 0; y < p->height; y++)
      put_over (target_at (t, left, y), 0x1f000000u);
}

/* Patterns that stand for colour (print) are over everything, not only over what is wide. */
void
scope_painter_patterns (const ScopePainter *p, const ScopeStack *stack, gint64 x, gint origin, guint32 *out)
{
  const ScopePalette *palette = p->options->palette;

  for (guint i = 0; i < stack->n; i++)
    {
      const ScopeStackPiece *piece = &stack->pieces[i];
      ScopePattern pattern = palette->pattern[piece->state];
      guint y0 = (guint) floorf (piece->y0), y1 = MIN ((guint) ceilf (piece->y1), p->height);

      if (y1 < y0 + 3)
        continue;
      if (palette->border && piece->state == SCOPE_STATE_IDLE)
        {
          put_over (&out[p->height - y1], (palette->pattern_colour[0] & 0xffffff) | 0x80000000u);
          put_over (&out[p->height - 1 - y0], (palette->pattern_colour[0] & 0xffffff) | 0x80000000u);
        }
      if (pattern < SCOPE_PATTERN_HATCH)
        continue;
      for (guint y = y0; y < y1; y++)
        if (pattern_hit (pattern, x, origin + (gint) (p->height - 1 - y)))
          put_over (&out[p->height - 1 - y], palette->pattern_colour[piece->state]);
    }
}

static double
column_full (const ScopeStrip *strip, const ScopeColumn *column, double full)
{
  if (full <= 0)
    return column->total;
  return full * column->total / MAX (strip->n_lanes, 1);
}

static void
put_column (const Target *t, guint column, const guint32 *out, guint height)
{
  guint32 *at = target_at (t, column, 0);

  for (guint y = 0; y < height; y++, at += t->stride)
    *at = out[y];
}

/* Running is drawn in the colour of the column's task, if it has one. */
static ScopeColour
set_task (ScopePainter *p, const ScopeStrip *strip, guint column)
{
  const ScopeRasterOptions *options = p->options;
  const ScopePalette *palette = options->palette;
  ScopeColour hue = scope_strip_running_colour (strip, &options->look, palette, column), colour = hue;

  if (options->dim & (1u << SCOPE_STATE_RUNNING))
    colour = scope_colour_mix (options->ground != 0 ? options->ground : palette->canvas, colour, 0.45);
  p->colour[SCOPE_STATE_RUNNING] = colour;
  p->state[SCOPE_STATE_RUNNING] = premultiply (colour);
  return hue;
}

void
scope_raster_strip (const ScopeStrip *strip, guint from, guint to, const ScopeRasterOptions *options,
                    guint32 *pixels, gsize stride)
{
  Target t = { strip, from, to, pixels, stride / 4 };
  gboolean everywhere = options->palette->border;
  guint32 out[SCOPE_RASTER_MAX_HEIGHT];
  ScopePainter p;
  const ScopeColumn *painted = NULL;
  gboolean hues = scope_strip_has_hues (strip, &options->look);
  ScopeColour painted_task = 0;

  g_return_if_fail (to <= strip->n && from <= to && options->height <= SCOPE_RASTER_MAX_HEIGHT);
  scope_painter_init (&p, options);
  for (guint c = from; c < to; c++)
    {
      const ScopeColumn *column = &strip->columns[c];
      ScopeColour task = hues ? set_task (&p, strip, c) : 0;
      ScopeColumn shown;
      ScopeStack stack;

      if (painted != NULL && memcmp (painted, column, sizeof *column) == 0 && task == painted_task && !everywhere)
        {
          put_column (&t, c, out, p.height);
          continue;
        }
      scope_column_as (column, options->full > 0 ? SCOPE_COLUMNS_SHARE : (ScopeColumnMode) options->look.columns,
                       &shown);
      scope_stack_make (&stack, &shown, column_full (strip, &shown, options->full), p.height);
      scope_painter_stack (&p, &stack, out);
      if (everywhere)
        scope_painter_patterns (&p, &stack, strip->x + c, 0, out);
      put_column (&t, c, out, p.height);
      painted = column;
      painted_task = task;
    }
  if (!options->patterns)
    return;
  for (guint i = 0; i < strip->n_runs; i++)
    {
      const ScopeStripRun *run = &strip->runs[i];
      gboolean separate = i > 0 && run->x1 - run->x0 >= 4 && strip->runs[i - 1].x1 - strip->runs[i - 1].x0 >= 4
                          && run->x0 - strip->runs[i - 1].x1 < 0.01;

      decorate_run (&p, &t, run, separate);
    }
}

/* --- activity --- */

static double
band_share (double n, double most)
{
  return most > 0 && n > 0 ? CLAMP (log1p (n) / log1p (most), 0, 1) : 0;
}

void
scope_raster_activity (const ScopeStrip *strip, const ScopeStrip *ready, guint from, guint to, guint n_processors,
                       double ready_max, const ScopeRasterOptions *options, guint32 *pixels, gsize stride)
{
  Target t = { strip, from, to, pixels, stride / 4 };
  guint32 out[SCOPE_RASTER_MAX_HEIGHT];
  guint band = options->height / 4, height = options->height - band;
  ScopeRasterOptions lower = *options;
  ScopePainter p;

  g_return_if_fail (to <= strip->n && from <= to && options->height <= SCOPE_RASTER_MAX_HEIGHT);
  lower.height = height;
  scope_painter_init (&p, &lower);
  for (guint c = from; c < to; c++)
    {
      const ScopeColumn *column = &strip->columns[c];
      ScopeColumn shown = { .total = column->total };
      ScopeStack stack;
      double n = 0;

      for (guint i = 0; i < band; i++)
        out[i] = p.state[SCOPE_STATE_UNKNOWN];
      if (ready != NULL && c < ready->n && ready->columns[c].total > 0)
        n = ready->columns[c].time[SCOPE_STATE_RUNNABLE] * MAX (ready->n_lanes, 1) / ready->columns[c].total;
      if (n > 0 && band > 1)
        {
          double h = MAX (band_share (n, ready_max) * (band - 1), FLOOR_OPACITY);

          for (guint i = 0; i + 1 < band && h > 0; i++, h -= 1)
            out[band - 2 - i] = blend (p.state[SCOPE_STATE_UNKNOWN], p.state[SCOPE_STATE_RUNNABLE], MIN (h, 1));
        }
      shown.time[SCOPE_STATE_RUNNING] = column->time[SCOPE_STATE_RUNNING];
      shown.time[SCOPE_STATE_COLLECTING] = column->time[SCOPE_STATE_COLLECTING];
      scope_stack_make (&stack, &shown, column->total, height);
      scope_painter_stack (&p, &stack, out + band);
      put_column (&t, c, out, options->height);
    }
  /* The hard line: all processors busy. */
  for (guint c = from; c < to && band > 0; c++)
    put_over (target_at (&t, c, band - 1), scope_colour_alpha (options->palette->text, 0.6));
}
