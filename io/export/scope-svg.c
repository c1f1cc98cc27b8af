/* scope-svg.c: our own writer. One path per state and lane, real text, a title per lane; cairo's takes a hundred times as
 * long and writes ten times as much.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-svg.h"

#include "io/export/scope-strip-path.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  GString *out;
  const ScopeScene *scene;
  double x, y; /* of the path, as written: what is relative is relative to that */
} Svg;

/* At most two decimals, never in a locale's way. */
static void
number (GString *out, double value)
{
  gint64 hundredths = llround (value * 100);
  char digits[32];
  guint n = 0, rest;

  if (hundredths < 0)
    {
      g_string_append_c (out, '-');
      hundredths = -hundredths;
    }
  rest = (guint) (hundredths % 100);
  hundredths /= 100;
  if (hundredths > 0 || rest == 0)
    {
      do
        digits[n++] = (char) ('0' + hundredths % 10);
      while ((hundredths /= 10) > 0);
      while (n > 0)
        g_string_append_c (out, digits[--n]);
    }
  if (rest == 0)
    return;
  g_string_append_c (out, '.');
  g_string_append_c (out, (char) ('0' + rest / 10));
  if (rest % 10 > 0)
    g_string_append_c (out, (char) ('0' + rest % 10));
}

/* "X Y" behind what stands before them. */
static void
point (GString *out, const char *before, double x, double y)
{
  g_string_append (out, before);
  number (out, x);
  g_string_append_c (out, ' ');
  number (out, y);
}

static void
attribute (Svg *svg, const char *name, double value)
{
  g_string_append_printf (svg->out, " %s=\"", name);
  number (svg->out, value);
  g_string_append_c (svg->out, '"');
}

static void
paint (Svg *svg, const char *what, ScopeColour colour)
{
  g_string_append_printf (svg->out, " %s=\"#%06x\"", what, colour & 0xffffff);
  if (colour >> 24 != 255)
    {
      g_string_append_printf (svg->out, " %s-opacity=\"", what);
      number (svg->out, (colour >> 24) / 255.0);
      g_string_append_c (svg->out, '"');
    }
}

static void
box (Svg *svg, double x, double y, double width, double height)
{
  g_string_append (svg->out, "<rect");
  attribute (svg, "x", x);
  attribute (svg, "y", y);
  attribute (svg, "width", width);
  attribute (svg, "height", height);
}

/* Text of XML: without what XML cannot say. */
static void
text (GString *out, const char *from, gssize length)
{
  const char *end = length >= 0 ? from + length : from + strlen (from);

  for (const char *p = from; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '<')
        g_string_append (out, "&lt;");
      else if (c == '>')
        g_string_append (out, "&gt;");
      else if (c == '&')
        g_string_append (out, "&amp;");
      else if (c == '"')
        g_string_append (out, "&quot;");
      else if (c < 0x20 || c == 0x7f)
        g_string_append_c (out, ' ');
      else if (c == 0xfffe || c == 0xffff)
        g_string_append (out, "\xef\xbf\xbd");
      else
        g_string_append_unichar (out, c);
    }
}

/* --- paths of strips --- */

static void
svg_move (gpointer data, double x, double y)
{
  Svg *svg = data;

  point (svg->out, "M", x, y);
  svg->x = x;
  svg->y = y;
}

static void
svg_across (gpointer data, double x)
{
  Svg *svg = data;

  g_string_append_c (svg->out, 'h');
  number (svg->out, x - svg->x);
  svg->x = x;
}

static void
svg_down (gpointer data, double y)
{
  Svg *svg = data;

  g_string_append_c (svg->out, 'v');
  number (svg->out, y - svg->y);
  svg->y = y;
}

static void
svg_close (gpointer data)
{
  g_string_append_c (((Svg *) data)->out, 'z');
}

static gboolean
is_fill_pattern (ScopePattern pattern)
{
  return pattern >= SCOPE_PATTERN_HATCH;
}

static void
decoration (gpointer data, ScopePattern pattern, guint state, double x, double y, double width, double height)
{
  GString **paths = data;
  GString *out = paths[pattern];

  if (pattern == SCOPE_PATTERN_CENTRE_LINE)
    {
      y += floor (height / 2) - 1;
      height = 2;
    }
  else if (pattern == SCOPE_PATTERN_DOTS)
    {
      x += 0.5;
      y += 0.5;
      width -= 1;
      height -= 1;
    }
  point (out, "M", x, y);
  g_string_append_c (out, 'h');
  number (out, width);
  g_string_append_c (out, 'v');
  number (out, height);
  g_string_append_c (out, 'h');
  number (out, -width);
  g_string_append_c (out, 'z');
}

static void
write_decorations (Svg *svg, const ScopeItem *item)
{
  const ScopePalette *palette = svg->scene->palette;
  GString *paths[SCOPE_N_PATTERNS];

  for (guint i = 0; i < SCOPE_N_PATTERNS; i++)
    paths[i] = g_string_new (NULL);
  scope_strip_decorations (svg->scene, item, decoration, paths);
  for (guint i = 0; i < SCOPE_N_PATTERNS; i++)
    {
      guint state = i == SCOPE_PATTERN_DOTS        ? SCOPE_STATE_RUNNABLE
                    : i == SCOPE_PATTERN_DIAGONALS ? SCOPE_STATE_OUTSIDE
                                                   : SCOPE_STATE_BLOCKED;

      if (paths[i]->len > 0)
        {
          g_string_append_printf (svg->out, "<path d=\"%s\"", paths[i]->str);
          if (i == SCOPE_PATTERN_DOTS)
            {
              g_string_append (svg->out, " fill=\"none\"");
              paint (svg, "stroke", palette->pattern_colour[state]);
            }
          else if (i == SCOPE_PATTERN_DIAGONALS)
            g_string_append (svg->out, " fill=\"url(#diagonals)\"");
          else
            paint (svg, "fill", palette->pattern_colour[state]);
          g_string_append (svg->out, "/>\n");
        }
      g_string_free (paths[i], TRUE);
    }
}

/* Ends the path that begins at `before` with the state's outline; if it has none the path goes. */
static void
outline (Svg *svg, ScopeStripPath *path, guint state, gsize before)
{
  ScopePathSink sink = { svg_move, svg_across, svg_down, svg_close, svg };

  g_string_append (svg->out, " d=\"");
  if (scope_strip_path_outline (path, state, &sink))
    g_string_append (svg->out, "\"/>\n");
  else
    g_string_truncate (svg->out, before);
}

static void
write_strip (Svg *svg, const ScopeItem *item)
{
  const ScopePalette *palette = svg->scene->palette;
  ScopeStripPath path;

  if (item->n_strips == 0)
    return;
  scope_strip_path_init (&path, svg->scene, item);
  for (guint i = 0; i + 1 < SCOPE_N_STATES; i++)
    {
      guint s = scope_stack_order[i];
      gsize before = svg->out->len;

      g_string_append (svg->out, "<path");
      if (is_fill_pattern (palette->pattern[s]))
        g_string_append_printf (svg->out, " fill=\"url(#s%u)\"", s);
      else
        paint (svg, "fill", scope_strip_path_colour (&path, s));
      if (s == SCOPE_STATE_IDLE && palette->border)
        g_string_append (svg->out, " stroke=\"#808080\" stroke-width=\"0.5\"");
      outline (svg, &path, s, before);
    }
  while (scope_strip_path_next_hue (&path))
    {
      gsize before = svg->out->len;

      g_string_append (svg->out, "<path");
      paint (svg, "fill", scope_strip_path_colour (&path, SCOPE_STATE_RUNNING));
      outline (svg, &path, SCOPE_STATE_RUNNING, before);
    }
  scope_strip_path_clear (&path);
  write_decorations (svg, item);
  if (item->style == SCOPE_STRIP_ACTIVITY)
    {
      double y = item->y + floor (item->height / 4) - 0.5;

      g_string_append (svg->out, "<path fill=\"none\"");
      paint (svg, "stroke", scope_colour_alpha (palette->text, 0.6));
      point (svg->out, " d=\"M", item->x, y);
      g_string_append_c (svg->out, 'h');
      number (svg->out, item->width);
      g_string_append (svg->out, "\"/>\n");
    }
}

/* --- other items --- */

static void
write_rect (Svg *svg, const ScopeItem *item)
{
  box (svg, item->x, item->y, item->width, item->height);
  if (is_fill_pattern ((ScopePattern) item->pattern))
    g_string_append_printf (svg->out, " fill=\"url(#%s)\"",
                            item->state == SCOPE_STATE_COLLECTING ? "waiting"
                            : item->state < SCOPE_N_STATES        ? "legend"
                                                                  : "hatch");
  else
    paint (svg, "fill", item->colour);
  if (item->state == SCOPE_STATE_IDLE && svg->scene->palette->border)
    paint (svg, "stroke", item->second);
  g_string_append (svg->out, "/>\n");
}

static gsize
fitting (const char *string, double size, double width)
{
  const char *p = string;
  double sum = scope_text_width ("…", size);

  while (*p != '\0')
    {
      const char *next = g_utf8_next_char (p);
      g_autofree char *one = g_strndup (p, next - p);

      sum += scope_text_width (one, size);
      if (sum > width)
        break;
      p = next;
    }
  return p - string;
}

static void
write_text (Svg *svg, const ScopeItem *item)
{
  const char *string = scope_scene_text (svg->scene, item->text);
  gsize fits = strlen (string);
  double x = item->x, width = scope_text_width (string, item->size);

  /* The estimate is generous: what is a little too long by it, fits. */
  if (width > item->width * 1.15 + 4)
    fits = fitting (string, item->size, item->width * 1.1);
  if (item->align == SCOPE_ALIGN_CENTRE && fits == strlen (string))
    x += item->width / 2;
  else if (item->align == SCOPE_ALIGN_END)
    x += item->width;
  g_string_append (svg->out, "<text");
  attribute (svg, "x", x);
  attribute (svg, "y", item->y + item->height / 2 + item->size * 0.36);
  attribute (svg, "font-size", item->size);
  if (item->align == SCOPE_ALIGN_CENTRE && fits == strlen (string))
    g_string_append (svg->out, " text-anchor=\"middle\"");
  else if (item->align == SCOPE_ALIGN_END)
    g_string_append (svg->out, " text-anchor=\"end\"");
  if (item->bold)
    g_string_append (svg->out, " font-weight=\"bold\"");
  paint (svg, "fill", item->colour);
  g_string_append_c (svg->out, '>');
  text (svg->out, string, fits);
  if (string[fits] != '\0')
    g_string_append (svg->out, "…");
  g_string_append (svg->out, "</text>\n");
}

static void
dash (Svg *svg, const ScopeItem *item)
{
  if (item->dash > 0)
    g_string_append_printf (svg->out, " stroke-dasharray=\"%u %u\"", item->dash, MAX (item->dash - 1, 1));
}

static void
line_path (Svg *svg, const ScopeItem *item, double width, ScopeColour colour, gboolean plain)
{
  g_string_append (svg->out, "<path fill=\"none\"");
  paint (svg, "stroke", colour);
  if (width != 1)
    attribute (svg, "stroke-width", width);
  if (!plain)
    dash (svg, item);
  if (item->arrow && !plain)
    g_string_append (svg->out, " marker-end=\"url(#arrow)\"");
  point (svg->out, " d=\"M", item->x, item->y);
  point (svg->out, "l", item->width, item->height);
  g_string_append (svg->out, "\"/>\n");
}

static void
write_points (Svg *svg, const ScopeItem *item)
{
  const float *points = &g_array_index (svg->scene->points, float, item->points);
  gboolean filled = item->type == SCOPE_ITEM_POLYGON;

  g_string_append (svg->out, "<path");
  if (filled)
    paint (svg, "fill", item->colour);
  else
    {
      g_string_append (svg->out, " fill=\"none\"");
      paint (svg, "stroke", item->colour);
      attribute (svg, "stroke-width", item->size);
      dash (svg, item);
    }
  g_string_append (svg->out, " d=\"");
  for (guint i = 0; i < item->n_points; i++)
    point (svg->out, i == 0 ? "M" : "L", points[2 * i], points[2 * i + 1]);
  g_string_append (svg->out, filled ? "z\"/>\n" : "\"/>\n");
}

SCOPE_COMPARE_NUMBERS (compare_colours, ScopeColour)

/* One path for each colour. */
static void
write_image (Svg *svg, const ScopeItem *item)
{
  const ScopeSceneImage *image = &g_array_index (svg->scene->images, ScopeSceneImage, item->row);
  gsize n = (gsize) image->width * image->height, kept = 0;
  double width = item->width / image->width, height = item->height / image->height;
  g_autofree ScopeColour *colours = g_memdup2 (image->pixels, n * sizeof *colours);

  qsort (colours, n, sizeof *colours, compare_colours);
  for (gsize i = 0; i < n; i++)
    if (colours[i] != 0 && (kept == 0 || colours[kept - 1] != colours[i]))
      colours[kept++] = colours[i];
  for (gsize i = 0; i < kept; i++)
    {
      g_string_append (svg->out, "<path");
      paint (svg, "fill", colours[i]);
      g_string_append (svg->out, " d=\"");
      for (guint y = 0; y < image->height; y++)
        for (guint x = 0, end; x < image->width; x = end)
          {
            const ScopeColour *row = image->pixels + (gsize) y * image->width;

            for (end = x + 1; end < image->width && row[end] == row[x]; end++)
              ;
            if (row[x] != colours[i])
              continue;
            svg_move (svg, item->x + x * width, item->y + y * height);
            svg_across (svg, item->x + end * width);
            svg_down (svg, item->y + (y + 1) * height);
            svg_across (svg, item->x + x * width);
            svg_close (svg);
          }
      g_string_append (svg->out, "\"/>\n");
    }
}

/* --- the document --- */

static void
define_pattern (Svg *svg, const char *id, ScopePattern pattern, ScopeColour ground, ScopeColour line)
{
  static const char *const paths[SCOPE_N_PATTERNS] = {
    [SCOPE_PATTERN_DIAGONALS] = "M-1 1l2-2M0 8l8-8M7 9l2-2",
    [SCOPE_PATTERN_HATCH] = "M-1 1l2-2M0 6l6-6M5 7l2-2",
    [SCOPE_PATTERN_CROSS] = "M0 5l5-5M0 0l5 5",
    [SCOPE_PATTERN_HORIZONTAL] = "M0 1h3",
    [SCOPE_PATTERN_VERTICAL] = "M1 0v3",
  };
  static const guint periods[SCOPE_N_PATTERNS] = { [SCOPE_PATTERN_DIAGONALS] = 8, [SCOPE_PATTERN_HATCH] = 6,
                                                   [SCOPE_PATTERN_CROSS] = 5,     [SCOPE_PATTERN_HORIZONTAL] = 3,
                                                   [SCOPE_PATTERN_VERTICAL] = 3 };
  guint period = periods[pattern];

  if (paths[pattern] == NULL)
    return;
  g_string_append_printf (svg->out,
                          "<pattern id=\"%s\" width=\"%u\" height=\"%u\" patternUnits=\"userSpaceOnUse\">", id,
                          period, period);
  if (ground != 0)
    {
      g_string_append_printf (svg->out, "<rect width=\"%u\" height=\"%u\"", period, period);
      paint (svg, "fill", ground);
      g_string_append (svg->out, "/>");
    }
  g_string_append_printf (svg->out, "<path d=\"%s\"", paths[pattern]);
  paint (svg, "stroke", line);
  g_string_append_printf (svg->out, " stroke-width=\"%s\"/></pattern>\n",
                          pattern == SCOPE_PATTERN_HATCH ? "1.6" : "1");
}

static void
write_definitions (Svg *svg)
{
  const ScopePalette *palette = svg->scene->palette;

  g_string_append (svg->out, "<defs>\n");
  define_pattern (svg, "hatch", SCOPE_PATTERN_HATCH, palette->hatch_ground, palette->hatch);
  define_pattern (svg, "waiting", SCOPE_PATTERN_HATCH, palette->canvas, palette->state[SCOPE_STATE_COLLECTING]);
  define_pattern (svg, "diagonals", SCOPE_PATTERN_DIAGONALS, 0, palette->pattern_colour[SCOPE_STATE_OUTSIDE]);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (is_fill_pattern (palette->pattern[s]))
      {
        g_autofree char *id = g_strdup_printf ("s%u", s);

        define_pattern (svg, id, palette->pattern[s], palette->state[s], palette->pattern_colour[s]);
      }
  g_string_append (svg->out, "<marker id=\"arrow\" viewBox=\"0 0 7 6\" refX=\"7\" refY=\"3\" markerWidth=\"7\" "
                             "markerHeight=\"6\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
                             "<path d=\"M0 0l7 3l-7 3z\"");
  paint (svg, "fill", palette->message | 0xff000000u);
  g_string_append (svg->out, "/></marker>\n");
  for (guint i = 1; i < svg->scene->groups->len; i++)
    {
      const ScopeSceneGroup *group = &g_array_index (svg->scene->groups, ScopeSceneGroup, i);

      g_string_append_printf (svg->out, "<clipPath id=\"c%u\">", i);
      box (svg, group->x, group->y, MAX (group->width, 0), MAX (group->height, 0));
      g_string_append (svg->out, "/></clipPath>\n");
    }
  g_string_append (svg->out, "</defs>\n");
}

static void
write_item (Svg *svg, const ScopeItem *item)
{
  switch (item->type)
    {
    case SCOPE_ITEM_RECT:
      if (item->state < SCOPE_N_STATES && is_fill_pattern ((ScopePattern) item->pattern)
          && item->colour == svg->scene->palette->state[item->state])
        {
          /* A swatch: as the state is drawn. */
          box (svg, item->x, item->y, item->width, item->height);
          g_string_append_printf (svg->out, " fill=\"url(#s%u)\"/>\n", item->state);
        }
      else
        write_rect (svg, item);
      break;
    case SCOPE_ITEM_IMAGE:
      write_image (svg, item);
      break;
    case SCOPE_ITEM_STRIP:
      write_strip (svg, item);
      break;
    case SCOPE_ITEM_TEXT:
      write_text (svg, item);
      break;
    case SCOPE_ITEM_LINE:
      if (item->halo > 0)
        line_path (svg, item, item->halo, item->second, TRUE);
      line_path (svg, item, item->size, item->colour, FALSE);
      break;
    case SCOPE_ITEM_POLYGON:
    case SCOPE_ITEM_POLYLINE:
      write_points (svg, item);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
open_group (Svg *svg, guint index)
{
  const ScopeSceneGroup *group = &g_array_index (svg->scene->groups, ScopeSceneGroup, index);

  if (index == 0)
    g_string_append (svg->out, "<g>");
  else
    g_string_append_printf (svg->out, "<g clip-path=\"url(#c%u)\">", index);
  if (group->title != 0)
    {
      g_string_append (svg->out, "<title>");
      text (svg->out, scope_scene_text (svg->scene, group->title), -1);
      g_string_append (svg->out, "</title>");
    }
  g_string_append_c (svg->out, '\n');
}

GString *
scope_svg_write (const ScopeScene *scene, const char *title)
{
  Svg svg = { g_string_sized_new (1 << 16), scene, 0, 0 };
  guint current = G_MAXUINT;

  g_string_append (svg.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                            "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  attribute (&svg, "width", scene->width);
  attribute (&svg, "height", scene->height);
  point (svg.out, " viewBox=\"0 0 ", scene->width, scene->height);
  g_string_append (svg.out, "\" font-family=\"Cantarell, 'DejaVu Sans', sans-serif\">\n");
  if (title != NULL)
    {
      g_string_append (svg.out, "<title>");
      text (svg.out, title, -1);
      g_string_append (svg.out, "</title>\n");
    }
  write_definitions (&svg);
  SCOPE_EACH (const ScopeItem, item, scene->items)
    {
      if (item->group != current)
        {
          if (current != G_MAXUINT)
            g_string_append (svg.out, "</g>\n");
          open_group (&svg, item->group);
          current = item->group;
        }
      write_item (&svg, item);
    }
  g_string_append (svg.out, current != G_MAXUINT ? "</g>\n</svg>\n" : "</svg>\n");
  return svg.out;
}
