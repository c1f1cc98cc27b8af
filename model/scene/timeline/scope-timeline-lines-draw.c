/* scope-timeline-lines-draw.c: lines between rows drawn, streams as wedges, and the message that is selected. Which lines
 * there are and where they lie: scope-timeline-lines.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/base/scope-each.h"

#include <math.h>
#include <string.h>

#define MAX_ARROWS 200u
#define MAX_COUNTS 24u
#define ROOM 28.0 /* between two numbers */
#define BAND_OPACITY 0.55
#define CLASS_OPACITY 0.8 /* fainter, hues are not told apart */
#define WEDGE_OPACITY 0.14
#define FAINTER_FROM 300.0 /* lines */
#define LEAST_COUNT 5u     /* fewer are seen by their width */

/* --- lines --- */

/* The ends far outside are brought near, along the line: floats and presenters like that better. */
static void
shorten (double *x0, double *y0, double *x1, double *y1, double low, double high)
{
  for (guint pass = 0; pass < 2; pass++)
    {
      double *x = pass == 0 ? x0 : x1, *y = pass == 0 ? y0 : y1;
      double ox = pass == 0 ? *x1 : *x0, oy = pass == 0 ? *y1 : *y0;
      double limit = *x < low ? low : *x > high ? high : *x;

      if (limit == *x || ox == *x)
        continue;
      *y += (oy - *y) * (limit - *x) / (ox - *x);
      *x = limit;
    }
}

ScopeColour
scope_timeline_class_colour (const ScopeTimelineBuild *b, guint tag)
{
  ScopeColour own = scope_own_colours_message (scope_view_get_own_colours (b->view), tag);

  if (own != 0)
    return own;
  return b->overlay->request.messages.by_class && scope_view_get_messages (b->view)->by_class
             ? scope_palette_message (b->palette, tag - SCOPE_TAG_FIRST)
             : b->palette->message;
}

static ScopeColour
line_colour (ScopeTimelineBuild *b, const ScopeTimelineLine *line)
{
  if (line->reversed)
    return b->palette->danger;
  if (line->kind != SCOPE_LINE_MESSAGE)
    return scope_colour_alpha (b->palette->message, 0.6);
  return scope_timeline_class_colour (b, line->message.tag);
}

/* An arrow as a shape: a shaft of that width, a head a little wider, `grow` pixels more on all sides. */
static void
draw_band (ScopeTimelineBuild *b, double x0, double y0, double x1, double y1, double width, double grow,
           ScopeColour colour)
{
  double length = hypot (x1 - x0, y1 - y0), head = MIN (width + 5, length / 2), half = width / 2;
  double ux = (x1 - x0) / length, uy = (y1 - y0) / length;
  double along[] = { -grow, length - head, length - head - grow / 2, length + grow * 1.6, length - head - grow / 2,
                     length - head, -grow };
  double across[] = { half + grow, half + grow, half + 2.5 + grow * 1.4, 0, -half - 2.5 - grow * 1.4, -half - grow,
                      -half - grow };
  float points[2 * G_N_ELEMENTS (along)];

  for (guint i = 0; i < G_N_ELEMENTS (along); i++)
    {
      points[2 * i] = (float) (x0 + ux * along[i] - uy * across[i]);
      points[2 * i + 1] = (float) (y0 + uy * along[i] + ux * across[i]);
    }
  scope_scene_polygon (b->scene, points, G_N_ELEMENTS (along), colour);
}

static ScopeColour
faded (ScopeColour colour, double fade)
{
  return scope_colour_alpha (colour, (colour >> 24) / 255.0 * fade);
}

/* `fade`: the more there are, the fainter each, so that what they lie on stays to be seen. */
static void
draw (ScopeTimelineBuild *b, const ScopeTimelineLine *line, gboolean arrow, double fade)
{
  double x0, y0, x1, y1;
  double width = scope_timeline_line_width (line);
  ScopeColour colour = line_colour (b, line);
  ScopeItem *item;

  scope_timeline_line_place (b, line, &x0, &y0, &x1, &y1);
  shorten (&x0, &y0, &x1, &y1, b->x - 100, b->x + b->width + 100);
  if (line->count > 1 && hypot (x1 - x0, y1 - y0) > 4)
    {
      if (!line->reversed)
        colour = scope_colour_alpha (colour, line->kind != SCOPE_LINE_MESSAGE      ? 0.35
                                             : colour != b->palette->message ? CLASS_OPACITY
                                                                             : BAND_OPACITY);
      draw_band (b, x0, y0, x1, y1, width, 1, faded (b->palette->message_halo, fade));
      draw_band (b, x0, y0, x1, y1, width, 0, line->reversed ? colour : faded (colour, fade));
    }
  else
    {
      item = scope_scene_line (b->scene, x0, y0, x1, y1, width, line->reversed ? colour : faded (colour, fade));
      item->halo = width + 2;
      item->second = faded (b->palette->message_halo, fade);
      item->arrow = arrow;
      item->dash = line->system ? 4 : line->kind == SCOPE_LINE_WAKEUP ? 2 : 0;
    }
  if (line->reversed)
    {
      item = scope_scene_text_item (b->scene, "!", (x0 + x1) / 2 - 5, (y0 + y1) / 2 - 8, 10, 16, b->font + 3, colour,
                                    SCOPE_ALIGN_CENTRE);
      item->bold = TRUE;
    }
}

/* A number on a small ground of its own, centred at x and y, where no other is near. FALSE if there is no room. */
static gboolean
draw_number (ScopeTimelineBuild *b, guint64 count, double x, double y, ScopeColour colour, GArray *taken)
{
  g_autofree char *number = scope_format_count (count);
  g_autofree char *text = g_strdup_printf ("×%s", number);
  double w = scope_text_width (text, b->font - 1) + 6, h = b->font + 4;

  if (x - w / 2 < b->x || x + w / 2 > b->x + b->width || y - h / 2 < b->y || y + h / 2 > b->y + b->height)
    return FALSE;
  for (guint i = 0; i + 2 < taken->len; i += 3)
    {
      double other_x = g_array_index (taken, float, i), other_y = g_array_index (taken, float, i + 1);
      double other_w = g_array_index (taken, float, i + 2);

      if (fabs (other_x - x) < (other_w + w) / 2 + ROOM && fabs (other_y - y) < 1.6 * h)
        return FALSE;
    }
  g_array_append_vals (taken, (float[]) { (float) x, (float) y, (float) w }, 3);
  scope_scene_rect (b->scene, x - w / 2, y - h / 2, w, h, scope_colour_alpha (b->palette->canvas, 0.9));
  scope_scene_text_item (b->scene, text, x - w / 2, y - h / 2, w, h, b->font - 1, colour, SCOPE_ALIGN_CENTRE);
  return TRUE;
}

/* On the middle of a bundle: so it is seen whose number it is. */
static gboolean
draw_count (ScopeTimelineBuild *b, const ScopeTimelineLine *line, GArray *taken)
{
  static const double places[] = { 0.5, 0.3, 0.7 };
  double x0, y0, x1, y1;

  scope_timeline_line_place (b, line, &x0, &y0, &x1, &y1);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (draw_number (b, line->count, x0 + (x1 - x0) * places[i], y0 + (y1 - y0) * places[i], b->palette->strong_text,
                     taken))
      return TRUE;
  return FALSE;
}

/* --- wedges --- */

/* Cuts a polygon at a vertical line; keeps what lies to its right (sign 1) or left (-1). Returns the new number. */
static guint
cut (const double *in, guint n, double *out, double at, double sign)
{
  guint m = 0;

  for (guint i = 0; i < n; i++)
    {
      const double *p = in + 2 * i, *q = in + 2 * ((i + 1) % n);
      double dp = (p[0] - at) * sign, dq = (q[0] - at) * sign;

      if (dp >= 0)
        {
          out[2 * m] = p[0];
          out[2 * m++ + 1] = p[1];
        }
      if ((dp >= 0) != (dq >= 0))
        {
          out[2 * m] = at;
          out[2 * m++ + 1] = p[1] + (q[1] - p[1]) * (at - p[0]) / (q[0] - p[0]);
        }
    }
  return m;
}

static void
draw_edge (ScopeTimelineBuild *b, double x0, double y0, double x1, double y1, ScopeColour colour)
{
  shorten (&x0, &y0, &x1, &y1, b->x - 100, b->x + b->width + 100);
  if (MAX (x0, x1) >= b->x - 4 && MIN (x0, x1) <= b->x + b->width + 4)
    scope_scene_line (b->scene, x0, y0, x1, y1, 1, scope_colour_alpha (colour, 0.6));
}

static void
draw_wedge (ScopeTimelineBuild *b, const ScopeStreamWedge *wedge, const ScopeTimelineLine *line, double opacity)
{
  double x0, y0, x1, y1;
  double corners[8] = { b->x + scope_viewport_time_to_x (b->viewport, wedge->first_send), 0,
                        b->x + scope_viewport_time_to_x (b->viewport, wedge->last_send), 0,
                        b->x + scope_viewport_time_to_x (b->viewport, wedge->last_receive), 0,
                        b->x + scope_viewport_time_to_x (b->viewport, wedge->first_receive), 0 };
  double once[20], twice[24];
  float points[24];
  ScopeColour colour = scope_timeline_class_colour (b, SCOPE_TAG_HEAD);
  guint n;

  if (colour == b->palette->message)
    colour = b->palette->accent;

  scope_timeline_line_place (b, line, &x0, &y0, &x1, &y1);
  corners[1] = corners[3] = y0;
  corners[5] = corners[7] = y1;
  n = cut (corners, 4, once, b->x - 8, 1);
  n = cut (once, n, twice, b->x + b->width + 8, -1);
  if (n < 3)
    return;
  for (guint i = 0; i < 2 * n; i++)
    points[i] = (float) twice[i];
  scope_scene_polygon (b->scene, points, n, scope_colour_alpha (colour, opacity));
  draw_edge (b, corners[0], y0, corners[6], y1, colour);
  draw_edge (b, corners[2], y0, corners[4], y1, colour);
}

static double
inside (ScopeTimelineBuild *b, gint64 time)
{
  return CLAMP (scope_viewport_time_to_x (b->viewport, time), 0, b->width);
}

/* In the middle of what is to be seen of it. */
static void
draw_wedge_number (ScopeTimelineBuild *b, const ScopeStreamWedge *wedge, const ScopeTimelineLine *line, GArray *taken)
{
  double x0, y0, x1, y1;
  double x = (inside (b, wedge->first_send) + inside (b, wedge->last_send) + inside (b, wedge->first_receive)
              + inside (b, wedge->last_receive)) / 4;

  scope_timeline_line_place (b, line, &x0, &y0, &x1, &y1);
  draw_number (b, wedge->messages, b->x + x, (y0 + y1) / 2, b->palette->accent_words, taken);
}

typedef struct
{
  const ScopeStreamWedge *wedge;
  ScopeTimelineLine line; /* x0 and x1: all of it */
} Shape;

/* Where many lie over each other, together they must not hide what is below. */
static double
opacity_of (const GArray *shapes, guint i)
{
  const ScopeTimelineLine *line = &g_array_index (shapes, Shape, i).line;
  guint over = 0;

  for (guint k = 0; k < shapes->len; k++)
    {
      const ScopeTimelineLine *other = &g_array_index (shapes, Shape, k).line;

      over += k != i && scope_timeline_lines_meet (line, other) && line->x0 < other->x1 && other->x0 < line->x1;
    }
  return MAX (WEDGE_OPACITY / (1 + over / 2.0), 0.03);
}

static GArray *
collect_shapes (ScopeTimelineBuild *b, ScopeLineEnds *ends)
{
  GArray *shapes = g_array_new (FALSE, FALSE, sizeof (Shape));

  for (guint i = 0; scope_view_get_messages (b->view)->show && i < b->overlay->wedges->len; i++)
    {
      const ScopeStreamWedge *wedge = &g_array_index (b->overlay->wedges, ScopeStreamWedge, i);
      Shape shape = { .wedge = wedge };

      shape.line.from_row = scope_line_ends_row (ends, wedge->from_machine, wedge->from_process);
      shape.line.to_row = scope_line_ends_row (ends, wedge->to_machine, wedge->to_process);
      shape.line.x0 = scope_viewport_time_to_x (b->viewport, MIN (wedge->first_send, wedge->first_receive));
      shape.line.x1 = scope_viewport_time_to_x (b->viewport, MAX (wedge->last_send, wedge->last_receive));
      if (scope_timeline_line_is_seen (b, &shape.line))
        g_array_append_val (shapes, shape);
    }
  return shapes;
}

/* --- all --- */

gboolean
scope_timeline_has_lines (ScopeView *view, const ScopeOverlay *overlay)
{
  const ScopeMessageFilter *filter = scope_view_get_messages (view);

  if (overlay == NULL)
    return FALSE;
  return (filter->show && (overlay->messages->len > 0 || overlay->wedges->len > 0))
         || ((filter->migrations || filter->wakeups) && overlay->links->len > 0);
}

static gboolean
sticks (const ScopeTimelineBuild *b, const ScopeTimelineLine *line)
{
  return line->from_row < b->n_sticking || line->to_row < b->n_sticking;
}

void
scope_timeline_add_messages (ScopeTimelineBuild *b)
{
  g_autoptr (GArray) lines = NULL, shapes = NULL, taken = g_array_new (FALSE, FALSE, sizeof (float));
  gboolean arrows;
  guint counts = 0, under, whole;
  ScopeLineEnds ends;

  if (!scope_timeline_has_lines (b->view, b->overlay))
    return;
  scope_line_ends_init (&ends, b);
  lines = scope_timeline_collect_lines (b, &ends);
  arrows = lines->len <= MAX_ARROWS;
  scope_timeline_add_region (b, "Messages", FALSE, b->x, b->width);
  under = b->scene->groups->len - 1;
  whole = b->n_sticking > 0 ? scope_scene_add_group (b->scene, "Messages", SCOPE_NONE, b->x, b->y, b->width, b->height)
                            : under;
  shapes = collect_shapes (b, &ends);
  for (guint i = 0; i < shapes->len; i++)
    {
      const ScopeTimelineLine *line = &g_array_index (shapes, Shape, i).line;

      scope_scene_set_group (b->scene, sticks (b, line) ? whole : under);
      draw_wedge (b, g_array_index (shapes, Shape, i).wedge, line, opacity_of (shapes, i));
    }
  /* The thickest were sorted first: draw them below the others. */
  SCOPE_EACH (const ScopeTimelineLine, line, lines)
    {
      scope_scene_set_group (b->scene, sticks (b, line) ? whole : under);
      draw (b, line, arrows, CLAMP (FAINTER_FROM / MAX (lines->len, 1), 0.45, 1));
    }
  scope_scene_set_group (b->scene, under);
  for (guint i = 0; i < shapes->len; i++)
    draw_wedge_number (b, g_array_index (shapes, Shape, i).wedge, &g_array_index (shapes, Shape, i).line, taken);
  for (guint i = 0; i < lines->len && counts < MAX_COUNTS && g_array_index (lines, ScopeTimelineLine, i).count >= LEAST_COUNT; i++)
    counts += draw_count (b, &g_array_index (lines, ScopeTimelineLine, i), taken);
  scope_line_ends_clear (&ends);
}

static gboolean
same_bundle (const ScopeMessageLine *a, const ScopeMessageLine *b)
{
  return a->count == b->count && a->tag == b->tag && a->first == b->first && a->last == b->last && a->until == b->until && a->reversed == b->reversed
         && a->from_machine == b->from_machine && a->to_machine == b->to_machine && a->from_process == b->from_process
         && a->to_process == b->to_process;
}

/* Where a bundle is drawn: moved beside those of its slot. As long as there is the same one; else its mean will do. */
static void
find_bundle (ScopeTimelineBuild *b, ScopeLineEnds *ends, const ScopeMessageLine *message, ScopeTimelineLine *line)
{
  g_autoptr (GArray) lines = NULL;

  if (message->count < 2 || b->overlay == NULL || !scope_view_get_messages (b->view)->show)
    return;
  lines = scope_timeline_collect_lines (b, ends);
  SCOPE_EACH (const ScopeTimelineLine, other, lines)
    {
      if (other->kind == SCOPE_LINE_MESSAGE && same_bundle (&other->message, message))
        {
          *line = *other;
          return;
        }
    }
}

void
scope_timeline_add_selected_message (ScopeTimelineBuild *b)
{
  const ScopeMessageLine *message = scope_view_get_selected_message (b->view);
  double x0, y0, x1, y1;
  ScopeItem *item;
  ScopeTimelineLine line;
  ScopeLineEnds ends;

  if (message == NULL)
    return;
  scope_line_ends_init (&ends, b);
  line = scope_line_ends_place (&ends, message);
  find_bundle (b, &ends, message, &line);
  scope_line_ends_clear (&ends);
  if (line.from_row == SCOPE_NONE || line.to_row == SCOPE_NONE)
    return;
  scope_timeline_line_place (b, &line, &x0, &y0, &x1, &y1);
  if (!sticks (b, &line))
    scope_timeline_add_region (b, NULL, FALSE, b->x, b->width);
  shorten (&x0, &y0, &x1, &y1, b->x - 100, b->x + b->width + 100);
  for (guint i = 0; i < 2; i++)
    {
      double x = i == 0 ? x0 : x1, y = i == 0 ? y0 : y1;

      scope_scene_rect (b->scene, x - 3, y - 3, 6, 6, b->palette->accent);
    }
  if (line.from_row == line.to_row)
    return;
  item = scope_scene_line (b->scene, x0, y0, x1, y1, 2.5, line.reversed ? b->palette->danger : b->palette->accent);
  item->halo = 5.5;
  item->second = b->palette->message_halo;
  item->arrow = TRUE;
}
