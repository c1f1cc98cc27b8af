/* test-raster.c: the rule of truth, in stacks and in pixels, against what the columns say.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-cause-look.h"
#include "model/scene/draw/scope-raster.h"

#include <math.h>
#include <string.h>

static void
random_column (GRand *rand, ScopeColumn *column, double total)
{
  guint n = g_rand_int_range (rand, 1, 8);
  double left = total;

  memset (column, 0, sizeof *column);
  column->total = total;
  for (guint i = 0; i < n && left >= 1; i++)
    {
      guint s = g_rand_int_range (rand, 0, SCOPE_STATE_UNKNOWN);
      /* Tiny parts as often as large ones. */
      double part = floor (exp (g_rand_double (rand) * log (left)));

      if (i + 1 == n && g_rand_boolean (rand))
        part = left;
      part = CLAMP (part, 1, left);
      column->time[s] += part;
      left -= part;
    }
}

static guint
present_states (const ScopeColumn *column, gboolean present[SCOPE_N_STATES])
{
  double sum = 0;
  guint n = 0;

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      present[s] = s != SCOPE_STATE_UNKNOWN && column->time[s] > 0;
      n += present[s];
      sum += present[s] ? column->time[s] : 0;
    }
  present[SCOPE_STATE_UNKNOWN] = sum < column->total;
  return n + present[SCOPE_STATE_UNKNOWN];
}

/* Of every column and height: pieces touch and fill the bar; who is there has a pixel that nobody else has. */
static void
test_stack (void)
{
  GRand *rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < 60000; i++)
    {
      guint height = g_rand_int_range (rand, 1, 40), n;
      ScopeColumn column;
      ScopeStack stack;
      gboolean present[SCOPE_N_STATES];
      float drawn[SCOPE_N_STATES] = { 0 }, y = 0;

      random_column (rand, &column, pow (10, g_rand_int_range (rand, 1, 10)));
      n = present_states (&column, present);
      scope_stack_make (&stack, &column, column.total, height);
      for (guint k = 0; k < stack.n; k++)
        {
          const ScopeStackPiece *piece = &stack.pieces[k];

          g_assert_cmpfloat (piece->y0, ==, y);
          g_assert_cmpfloat (piece->y1, >, piece->y0);
          g_assert_true (present[piece->state]);
          g_assert_cmpfloat (piece->opacity, >=, 0.349);
          /* Less than a pixel is faint, as much as it is little, down to 35 %. */
          if (height >= n && piece->state != SCOPE_STATE_UNKNOWN)
            g_assert_cmpfloat_with_epsilon (
                piece->opacity, CLAMP (column.time[piece->state] / column.total * height, 0.35, 1), 1e-5);
          drawn[piece->state] = floorf (piece->y1) - ceilf (piece->y0);
          y = piece->y1;
        }
      g_assert_cmpfloat (y, ==, height);
      for (guint s = 0; s < SCOPE_N_STATES && height >= n; s++)
        if (present[s])
          g_assert_cmpfloat (drawn[s], >=, 1);
      if (present[SCOPE_STATE_RUNNING])
        g_assert_cmpfloat (drawn[SCOPE_STATE_RUNNING], >=, 1);
      if (height < n && height > 1)
        g_assert_cmpfloat (drawn[SCOPE_STATE_RUNNING], <, height);
      if (height == 1 && n > 1 && present[SCOPE_STATE_RUNNING])
        g_assert_cmpfloat (stack.pieces[0].opacity, <, 1);
    }
  g_rand_free (rand);
}

/* The top of the green is the utilisation, to a pixel and one more for each state that needed one. */
static void
test_heights (void)
{
  GRand *rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < 20000; i++)
    {
      guint height = g_rand_int_range (rand, 12, 60), n;
      gboolean present[SCOPE_N_STATES];
      ScopeColumn column;
      ScopeStack stack;
      double y = 0;

      random_column (rand, &column, 1e6);
      n = present_states (&column, present);
      scope_stack_make (&stack, &column, column.total, height);
      for (guint k = 0; k < stack.n; k++)
        {
          double share = 0;

          if (stack.pieces[k].state == SCOPE_STATE_UNKNOWN)
            break;
          share = column.time[stack.pieces[k].state] / column.total * height;
          g_assert_cmpfloat (fabs (stack.pieces[k].y1 - stack.pieces[k].y0 - share), <=, n + 0.01);
          y = stack.pieces[k].y1;
        }
      (void) y;
    }
  g_rand_free (rand);
}

static ScopeStrip *
make_strip (guint n)
{
  ScopeStrip *strip = g_malloc0 (sizeof *strip + n * sizeof (ScopeColumn));

  g_atomic_ref_count_init (&strip->ref_count);
  strip->n = n;
  strip->n_lanes = 1;
  strip->scale = 1000;
  return strip;
}

/* In the pixels: a colour of its own for each state that is there, no other, in every column. */
static void
test_pixels (void)
{
  const ScopePalette *palette = scope_palette_get (SCOPE_PALETTE_LIGHT);
  GRand *rand = g_rand_new_with_seed (11);
  g_autoptr (ScopeStrip) strip = make_strip (SCOPE_STRIP_COLUMNS);

  for (guint round = 0; round < 60; round++)
    {
      guint height = g_rand_int_range (rand, 9, 30);
      g_autofree guint32 *pixels = g_new0 (guint32, SCOPE_STRIP_COLUMNS * height);
      ScopeRasterOptions options = { .palette = palette, .height = height, .ground = palette->canvas };

      for (guint c = 0; c < strip->n; c++)
        if (c > 0 && g_rand_int_range (rand, 0, 3) == 0)
          strip->columns[c] = strip->columns[c - 1];
        else
          random_column (rand, &strip->columns[c], 1e6);
      scope_raster_strip (strip, 0, strip->n, &options, pixels, SCOPE_STRIP_COLUMNS * 4);
      for (guint c = 0; c < strip->n; c++)
        {
          gboolean present[SCOPE_N_STATES];
          guint n = present_states (&strip->columns[c], present), pure = 0;

          for (guint s = 0; s < SCOPE_N_STATES; s++)
            {
              guint found = 0;

              for (guint y = 0; y < height; y++)
                found += pixels[y * SCOPE_STRIP_COLUMNS + c] == palette->state[s];
              /* Active is the colour of running at 55 %, which a sliver of running may have. */
              if (!present[s] && s != SCOPE_STATE_ACTIVE)
                g_assert_cmpuint (found, ==, 0);
              if (present[s] && strip->columns[c].time[s] * height > strip->columns[c].total && s != SCOPE_STATE_UNKNOWN)
                g_assert_cmpuint (found, >=, 1);
              if (n > 1 && height > n)
                g_assert_cmpuint (found, <, height);
              pure += found > 0;
            }
          g_assert_cmpuint (pure, >=, 1);
        }
    }
  g_rand_free (rand);
}

/* A part of a strip is the same pixels as the whole. */
static void
test_part (void)
{
  GRand *rand = g_rand_new_with_seed (5);
  g_autoptr (ScopeStrip) strip = make_strip (SCOPE_STRIP_COLUMNS);
  guint32 whole[SCOPE_STRIP_COLUMNS * 22], part[60 * 22];
  ScopeRasterOptions options = { .palette = scope_palette_get (SCOPE_PALETTE_PRINT), .height = 22, .patterns = TRUE };

  for (guint c = 0; c < strip->n; c++)
    random_column (rand, &strip->columns[c], 1e6);
  scope_raster_strip (strip, 0, strip->n, &options, whole, sizeof (guint32) * SCOPE_STRIP_COLUMNS);
  scope_raster_strip (strip, 100, 160, &options, part, sizeof (guint32) * 60);
  for (guint y = 0; y < 22; y++)
    g_assert_cmpmem (whole + y * SCOPE_STRIP_COLUMNS + 100, 60 * 4, part + y * 60, 60 * 4);
  g_rand_free (rand);
}

static void
test_fast (void)
{
  GRand *rand = g_rand_new_with_seed (5);
  g_autoptr (ScopeStrip) strip = make_strip (SCOPE_STRIP_COLUMNS);
  guint32 pixels[SCOPE_STRIP_COLUMNS * 14];
  ScopeRasterOptions options = { .palette = scope_palette_get (SCOPE_PALETTE_LIGHT), .height = 14, .patterns = TRUE };
  gint64 start;

  for (guint c = 0; c < strip->n; c++)
    random_column (rand, &strip->columns[c], 1e6);
  start = g_get_monotonic_time ();
  for (guint i = 0; i < 400; i++) /* 64 lanes × 1,600 pixels */
    scope_raster_strip (strip, 0, strip->n, &options, pixels, sizeof (guint32) * SCOPE_STRIP_COLUMNS);
  g_test_message ("64 lanes × 1,600 mixed columns: %.1f ms", (double) (g_get_monotonic_time () - start) / 1000);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 2000000); /* a bound for any machine, sanitizers too */
  g_rand_free (rand);
}

static double
contrast (ScopeColour a, ScopeColour b)
{
  double x = scope_colour_luminance (a), y = scope_colour_luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

/* Words are read on whatever they stand on: 4.5:1 at least, for every colour there is, and in every palette. */
static void
test_words (void)
{
  for (guint r = 0; r < 256; r += 15)
    for (guint g = 0; g < 256; g += 15)
      for (guint b = 0; b < 256; b += 15)
        {
          ScopeColour colour = 0xff000000u | r << 16 | g << 8 | b;

          g_assert_cmpfloat (contrast (colour, scope_colour_text_on (colour)), >=, 4.5);
        }
  for (guint p = 0; p < SCOPE_N_PALETTES; p++)
    {
      const ScopePalette *palette = scope_palette_get ((ScopePaletteKind)p);
      ScopeColour streams = scope_colour_mix (palette->canvas, palette->accent, 0.14); /* a stream's number, 90 % canvas on it */

      g_test_message ("%s", palette->name);
      g_assert_cmpfloat (contrast (palette->text, palette->canvas), >=, 4.5);
      g_assert_cmpfloat (contrast (palette->strong_text, palette->canvas), >=, 4.5);
      g_assert_cmpfloat (contrast (palette->accent_words, palette->canvas), >=, 4.5);
      g_assert_cmpfloat (contrast (palette->accent_words, palette->alternate), >=, 4.5);
      g_assert_cmpfloat (contrast (palette->accent_words, scope_colour_mix (streams, palette->canvas, 0.9)), >=, 4.5);
      g_assert_cmpfloat (contrast (palette->accent, palette->canvas), >=, 3); /* no words */
    }
}

/* Parts of lost time: where a palette is for high contrast words stand out as much as that wants; what has no work is neither the canvas
 * nor what is not known. */
static void
test_causes (void)
{
  for (guint p = 0; p < SCOPE_N_PALETTES; p++)
    {
      const ScopePalette *palette = scope_palette_get ((ScopePaletteKind) p);
      ScopeCauseLook unknown = scope_cause_look (palette, SCOPE_CAUSE_UNKNOWN), left = scope_cause_look (palette, SCOPE_CAUSE_END_RAMP);

      g_test_message ("%s", palette->name);
      for (guint c = 0; c < SCOPE_N_CAUSES; c++)
        {
          ScopeCauseLook look = scope_cause_look (palette, (ScopeCause) c);

          g_assert_cmpfloat (contrast (look.on_colour, look.plate), >=, palette->border ? 7 : 4.5);
          g_assert_true (palette->border || look.plate == look.colour);
        }
      g_assert_cmphex (left.colour, !=, palette->canvas);
      g_assert_cmphex (left.colour, !=, unknown.colour);
      g_assert_cmphex (left.colour, ==, scope_cause_state_colour (palette, SCOPE_STATE_IDLE));
      g_assert_cmphex (left.colour, !=, scope_cause_look (palette, SCOPE_CAUSE_SERIAL).colour);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/raster/stack", test_stack);
  g_test_add_func ("/raster/heights", test_heights);
  g_test_add_func ("/raster/pixels", test_pixels);
  g_test_add_func ("/raster/part", test_part);
  g_test_add_func ("/raster/fast", test_fast);
  g_test_add_func ("/palette/words", test_words);
  g_test_add_func ("/palette/causes", test_causes);
  return g_test_run ();
}
