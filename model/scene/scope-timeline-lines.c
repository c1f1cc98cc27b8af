/* scope-timeline-lines.c: messages, migrations and wake-ups as lines between rows, one by one or in bundles; streams as
 * wedges.
 *
 * A bundle stands for all that goes from one row to another within a slot of 64 pixels: an arrow as thick as they are
 * many. Bundles of one slot stand side by side as far as it has room, since on top of each other they would be one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-timeline-private.h"

#include <math.h>
#include <string.h>

#define MAX_BUNDLES_DRAWN 1500u
#define MAX_ARROWS 200u
#define MAX_COUNTS 24u
#define GAP 3.0
#define ROOM 28.0 /* between two numbers */
#define BAND_OPACITY 0.55
#define WEDGE_OPACITY 0.14
#define FAINTER_FROM 300.0 /* lines */
#define LEAST_COUNT 5u     /* fewer are seen by their width */

typedef struct
{
  guint from_row, to_row;
  double x0, x1; /* of the plot */
  guint32 count;
  guint8 reversed, system, sent, received;
  guint8 kind;
} Line;

enum
{
  LINE_MESSAGE,
  LINE_MIGRATION,
  LINE_WAKEUP,
};

/* Rows of processes by number: looked for once. */
typedef struct
{
  ScopeTimelineBuild *b;
  GHashTable *rows;      /* machine << 32 | process → row + 1 */
  GHashTable **numbers;  /* per machine: process number → index + 1 */
  guint n_machines;
} Ends;

static guint32
process_index (Ends *ends, guint32 machine, guint32 process)
{
  GHashTable *numbers = ends->numbers[machine];
  gpointer found;

  if (numbers == NULL)
    {
      ScopeMachine *m = scope_trace_machine (ends->b->trace, machine);
      guint32 n = scope_machine_n_entities (m, SCOPE_KIND_PROCESS);

      numbers = ends->numbers[machine] = g_hash_table_new (NULL, NULL);
      for (guint32 i = 0; i < n; i++)
        g_hash_table_insert (numbers,
                             GUINT_TO_POINTER ((guint) scope_machine_entity (m, SCOPE_KIND_PROCESS, i)->number),
                             GUINT_TO_POINTER (i + 1));
    }
  found = g_hash_table_lookup (numbers, GUINT_TO_POINTER (process));
  return found != NULL ? GPOINTER_TO_UINT (found) - 1 : SCOPE_NONE;
}

static guint
end_row (Ends *ends, guint32 machine, guint32 process)
{
  gint64 key = (gint64) machine << 32 | process;
  gpointer found;
  guint32 index;
  ScopeLaneId lane;
  guint row;

  if (machine >= ends->n_machines)
    return SCOPE_NONE;
  found = g_hash_table_lookup (ends->rows, &key);
  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 2;
  index = process_index (ends, machine, process);
  lane = (ScopeLaneId) { machine, index != SCOPE_NONE ? SCOPE_KIND_PROCESS : SCOPE_KIND_MACHINE,
                         index != SCOPE_NONE ? index : 0 };
  row = scope_lane_list_find (ends->b->lanes, lane, TRUE);
  /* Only processors are shown: the first of the machine stands for it. */
  if (row == SCOPE_NONE)
    row = scope_lane_list_find (ends->b->lanes, (ScopeLaneId) { machine, SCOPE_KIND_PROCESSOR, 0 }, FALSE);
  g_hash_table_insert (ends->rows, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (row + 2));
  return row;
}

/* Where a thread's line ends: at its own row, else at the processor's, else at the nearest that is visible. */
static guint
link_row (ScopeTimelineBuild *b, guint32 machine, guint32 thread, guint32 processor)
{
  ScopeLaneId own = { machine, SCOPE_KIND_THREAD, thread }, on = { machine, SCOPE_KIND_PROCESSOR, processor };
  guint row = thread != SCOPE_NONE ? scope_lane_list_find (b->lanes, own, FALSE) : SCOPE_NONE;

  if (row == SCOPE_NONE && processor != SCOPE_NONE)
    row = scope_lane_list_find (b->lanes, on, FALSE);
  if (row == SCOPE_NONE && thread != SCOPE_NONE)
    row = scope_lane_list_find (b->lanes, own, TRUE);
  if (row == SCOPE_NONE && processor != SCOPE_NONE)
    row = scope_lane_list_find (b->lanes, on, TRUE);
  return row;
}

static void
add_or_join (GArray *lines, GHashTable *joined, const Line *line, gboolean join)
{
  if (join)
    {
      gint64 slot = (gint64) CLAMP (floor (line->x0 / SCOPE_OVERLAY_SLOT), -(1 << 19), 1 << 19) + (1 << 19);
      gint64 key = (gint64) line->from_row << 43 ^ (gint64) line->to_row << 23 ^ slot << 3 ^ line->kind << 1
                   ^ line->reversed;
      gpointer found = g_hash_table_lookup (joined, &key);

      if (found != NULL)
        {
          Line *old = &g_array_index (lines, Line, GPOINTER_TO_UINT (found) - 1);
          double n = old->count, m = line->count;

          old->x0 = (old->x0 * n + line->x0 * m) / (n + m);
          old->x1 = (old->x1 * n + line->x1 * m) / (n + m);
          old->count += line->count;
          return;
        }
      g_hash_table_insert (joined, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (lines->len + 1));
    }
  g_array_append_vals (lines, line, 1);
}

static gboolean
row_beside (ScopeTimelineBuild *b, guint row)
{
  return row < b->first_row || row >= b->end_row;
}

/* Whether anything of it can be seen. Both ends inside one folded row are counted, not drawn. */
static gboolean
to_be_seen (ScopeTimelineBuild *b, const Line *line)
{
  if (line->from_row == SCOPE_NONE || line->to_row == SCOPE_NONE || line->from_row == line->to_row)
    return FALSE;
  if ((line->from_row < b->first_row && line->to_row < b->first_row)
      || (line->from_row >= b->end_row && line->to_row >= b->end_row))
    return FALSE;
  if (MAX (line->x0, line->x1) < 0 || MIN (line->x0, line->x1) > b->width)
    return FALSE;
  return !(row_beside (b, line->from_row) && row_beside (b, line->to_row) && line->x0 > b->width);
}

static void
ends_init (Ends *ends, ScopeTimelineBuild *b)
{
  *ends = (Ends) { .b = b, .n_machines = scope_trace_n_machines (b->trace) };
  ends->rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  ends->numbers = g_new0 (GHashTable *, ends->n_machines + 1);
}

static void
ends_clear (Ends *ends)
{
  for (guint i = 0; i < ends->n_machines; i++)
    g_clear_pointer (&ends->numbers[i], g_hash_table_unref);
  g_free (ends->numbers);
  g_hash_table_unref (ends->rows);
}

static Line
message_line (ScopeTimelineBuild *b, Ends *ends, const ScopeMessageLine *m)
{
  return (Line) { end_row (ends, m->from_machine, m->from_process), end_row (ends, m->to_machine, m->to_process),
                  scope_viewport_time_to_x (b->viewport, m->send), scope_viewport_time_to_x (b->viewport, m->receive),
                  m->count, m->reversed, m->system, m->sent, m->received, LINE_MESSAGE };
}

static GArray *
collect (ScopeTimelineBuild *b, Ends *ends)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_autoptr (GHashTable) joined = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  const ScopeMessageFilter *filter = scope_view_get_messages (b->view);
  gboolean many = b->overlay->links->len > SCOPE_OVERLAY_LINES;

  for (guint i = 0; filter->show && i < b->overlay->messages->len; i++)
    {
      Line line = message_line (b, ends, &g_array_index (b->overlay->messages, ScopeMessageLine, i));

      if (to_be_seen (b, &line))
        add_or_join (lines, joined, &line, b->overlay->bundled);
    }
  for (guint i = 0; i < b->overlay->links->len; i++)
    {
      const ScopeLinkLine *link = &g_array_index (b->overlay->links, ScopeLinkLine, i);
      double x = scope_viewport_time_to_x (b->viewport, link->time);
      Line line = { link_row (b, link->machine, link->from_thread, link->from_processor),
                    link_row (b, link->machine, link->to_thread, link->to_processor), x, x, link->count,
                    FALSE, FALSE, TRUE, TRUE, link->wakeup ? LINE_WAKEUP : LINE_MIGRATION };

      if ((link->wakeup ? filter->wakeups : filter->migrations) && to_be_seen (b, &line))
        add_or_join (lines, joined, &line, many || link->count > 1);
    }
  return lines;
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const Line *x = a, *y = b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->x0 < y->x0 ? -1 : x->x0 > y->x0;
}

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

static double
row_y (ScopeTimelineBuild *b, guint row, gboolean towards_lower)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double inset = MIN (node->bar_height / 4, 4);

  return scope_timeline_bar_y (b, node) + (towards_lower ? node->bar_height - inset : inset);
}

static double
line_width (const Line *line)
{
  return line->count > 1 ? 1 + log2 (line->count) / 2 : 1;
}

/* --- side by side --- */

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Line *x = a, *y = b;

  if (x->x0 != y->x0)
    return x->x0 < y->x0 ? -1 : 1;
  if (x->from_row != y->from_row)
    return x->from_row < y->from_row ? -1 : 1;
  return x->to_row < y->to_row ? -1 : x->to_row > y->to_row;
}

static gboolean
rows_meet (const Line *a, const Line *b)
{
  return MAX (a->from_row, a->to_row) > MIN (b->from_row, b->to_row)
         && MAX (b->from_row, b->to_row) > MIN (a->from_row, a->to_row);
}

/* Bundles are means over a slot: moved a few pixels within it they are as true as before, and can be told apart. */
static void
spread (GArray *lines)
{
  g_array_sort (lines, compare_places);
  for (guint i = 0; i < lines->len; i++)
    {
      Line *line = &g_array_index (lines, Line, i);
      double slot_end = (floor (line->x0 / SCOPE_OVERLAY_SLOT) + 1) * SCOPE_OVERLAY_SLOT, least = line->x0;

      if (line->count == 1)
        continue;
      for (guint k = i; k > 0 && k + 60 > i; k--)
        {
          const Line *other = &g_array_index (lines, Line, k - 1);

          if (other->count > 1 && rows_meet (line, other) && fabs (other->x0 - line->x0) < SCOPE_OVERLAY_SLOT)
            least = MAX (least, other->x0 + (line_width (line) + line_width (other)) / 2 + GAP);
        }
      least = MIN (least, MAX (slot_end, line->x0));
      line->x1 += least - line->x0;
      line->x0 = least;
    }
}

/* --- drawing --- */

static ScopeColour
line_colour (ScopeTimelineBuild *b, const Line *line)
{
  if (line->reversed)
    return b->palette->danger;
  if (line->kind != LINE_MESSAGE)
    return scope_colour_alpha (b->palette->message, 0.6);
  return b->palette->message;
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
draw (ScopeTimelineBuild *b, const Line *line, gboolean arrow, double fade)
{
  gboolean down = line->to_row > line->from_row;
  double x0 = b->x + line->x0, x1 = b->x + line->x1;
  double y0 = row_y (b, line->from_row, down), y1 = row_y (b, line->to_row, !down);
  double width = line_width (line);
  ScopeColour colour = line_colour (b, line);
  ScopeItem *item;

  shorten (&x0, &y0, &x1, &y1, b->x - 100, b->x + b->width + 100);
  if (line->count > 1 && hypot (x1 - x0, y1 - y0) > 4)
    {
      if (!line->reversed)
        colour = scope_colour_alpha (colour, line->kind == LINE_MESSAGE ? BAND_OPACITY : 0.35);
      draw_band (b, x0, y0, x1, y1, width, 1, faded (b->palette->message_halo, fade));
      draw_band (b, x0, y0, x1, y1, width, 0, line->reversed ? colour : faded (colour, fade));
    }
  else
    {
      item = scope_scene_line (b->scene, x0, y0, x1, y1, width, line->reversed ? colour : faded (colour, fade));
      item->halo = width + 2;
      item->second = faded (b->palette->message_halo, fade);
      item->arrow = arrow;
      item->dash = line->system ? 4 : line->kind == LINE_WAKEUP ? 2 : 0;
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
draw_count (ScopeTimelineBuild *b, const Line *line, GArray *taken)
{
  gboolean down = line->to_row > line->from_row;
  double y0 = row_y (b, line->from_row, down), y1 = row_y (b, line->to_row, !down);
  static const double places[] = { 0.5, 0.3, 0.7 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (draw_number (b, line->count, b->x + line->x0 + (line->x1 - line->x0) * places[i], y0 + (y1 - y0) * places[i],
                     b->palette->strong_text, taken))
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
draw_edge (ScopeTimelineBuild *b, double x0, double y0, double x1, double y1)
{
  shorten (&x0, &y0, &x1, &y1, b->x - 100, b->x + b->width + 100);
  if (MAX (x0, x1) >= b->x - 4 && MIN (x0, x1) <= b->x + b->width + 4)
    scope_scene_line (b->scene, x0, y0, x1, y1, 1, scope_colour_alpha (b->palette->accent, 0.6));
}

static void
draw_wedge (ScopeTimelineBuild *b, const ScopeStreamWedge *wedge, const Line *line, double opacity)
{
  guint from_row = line->from_row, to_row = line->to_row;
  gboolean down = to_row > from_row;
  double y0 = row_y (b, from_row, down), y1 = row_y (b, to_row, !down);
  double corners[] = { b->x + scope_viewport_time_to_x (b->viewport, wedge->first_send), y0,
                       b->x + scope_viewport_time_to_x (b->viewport, wedge->last_send), y0,
                       b->x + scope_viewport_time_to_x (b->viewport, wedge->last_receive), y1,
                       b->x + scope_viewport_time_to_x (b->viewport, wedge->first_receive), y1 };
  double once[20], twice[24];
  float points[24];
  guint n = cut (corners, 4, once, b->x - 8, 1);

  n = cut (once, n, twice, b->x + b->width + 8, -1);
  if (n < 3)
    return;
  for (guint i = 0; i < 2 * n; i++)
    points[i] = (float) twice[i];
  scope_scene_polygon (b->scene, points, n, scope_colour_alpha (b->palette->accent, opacity));
  draw_edge (b, corners[0], y0, corners[6], y1);
  draw_edge (b, corners[2], y0, corners[4], y1);
}

static double
inside (ScopeTimelineBuild *b, gint64 time)
{
  return CLAMP (scope_viewport_time_to_x (b->viewport, time), 0, b->width);
}

/* In the middle of what is to be seen of it. */
static void
draw_wedge_number (ScopeTimelineBuild *b, const ScopeStreamWedge *wedge, const Line *line, GArray *taken)
{
  gboolean down = line->to_row > line->from_row;
  double x = (inside (b, wedge->first_send) + inside (b, wedge->last_send) + inside (b, wedge->first_receive)
              + inside (b, wedge->last_receive)) / 4;
  double y = (row_y (b, line->from_row, down) + row_y (b, line->to_row, !down)) / 2;

  draw_number (b, wedge->messages, b->x + x, y, b->palette->accent, taken);
}

typedef struct
{
  const ScopeStreamWedge *wedge;
  Line line; /* x0 and x1: all of it */
} Shape;

/* Where many lie over each other, together they must not hide what is below. */
static double
opacity_of (const GArray *shapes, guint i)
{
  const Line *line = &g_array_index (shapes, Shape, i).line;
  guint over = 0;

  for (guint k = 0; k < shapes->len; k++)
    {
      const Line *other = &g_array_index (shapes, Shape, k).line;

      over += k != i && rows_meet (line, other) && line->x0 < other->x1 && other->x0 < line->x1;
    }
  return MAX (WEDGE_OPACITY / (1 + over / 2.0), 0.03);
}

static GArray *
collect_shapes (ScopeTimelineBuild *b, Ends *ends)
{
  GArray *shapes = g_array_new (FALSE, FALSE, sizeof (Shape));

  for (guint i = 0; scope_view_get_messages (b->view)->show && i < b->overlay->wedges->len; i++)
    {
      const ScopeStreamWedge *wedge = &g_array_index (b->overlay->wedges, ScopeStreamWedge, i);
      Shape shape = { wedge, { end_row (ends, wedge->from_machine, wedge->from_process),
                               end_row (ends, wedge->to_machine, wedge->to_process),
                               scope_viewport_time_to_x (b->viewport, MIN (wedge->first_send, wedge->first_receive)),
                               scope_viewport_time_to_x (b->viewport, MAX (wedge->last_send, wedge->last_receive)) } };

      if (to_be_seen (b, &shape.line))
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

void
scope_timeline_add_messages (ScopeTimelineBuild *b)
{
  g_autoptr (GArray) lines = NULL, shapes = NULL, taken = g_array_new (FALSE, FALSE, sizeof (float));
  gboolean arrows;
  guint counts = 0;
  Ends ends;

  if (!scope_timeline_has_lines (b->view, b->overlay))
    return;
  ends_init (&ends, b);
  lines = collect (b, &ends);
  /* An overlay of another scale may have more single lines than fit here. */
  g_array_sort (lines, compare_counts);
  if (lines->len > MAX_BUNDLES_DRAWN)
    g_array_set_size (lines, MAX_BUNDLES_DRAWN);
  spread (lines);
  g_array_sort (lines, compare_counts);
  arrows = lines->len <= MAX_ARROWS;
  scope_scene_add_group (b->scene, "Messages", SCOPE_NONE, b->x, b->y, b->width, b->height);
  shapes = collect_shapes (b, &ends);
  for (guint i = 0; i < shapes->len; i++)
    draw_wedge (b, g_array_index (shapes, Shape, i).wedge, &g_array_index (shapes, Shape, i).line,
                opacity_of (shapes, i));
  /* The thickest were sorted first: draw them below the others. */
  for (guint i = 0; i < lines->len; i++)
    draw (b, &g_array_index (lines, Line, i), arrows, CLAMP (FAINTER_FROM / MAX (lines->len, 1), 0.45, 1));
  for (guint i = 0; i < shapes->len; i++)
    draw_wedge_number (b, g_array_index (shapes, Shape, i).wedge, &g_array_index (shapes, Shape, i).line, taken);
  for (guint i = 0; i < lines->len && counts < MAX_COUNTS && g_array_index (lines, Line, i).count >= LEAST_COUNT; i++)
    counts += draw_count (b, &g_array_index (lines, Line, i), taken);
  ends_clear (&ends);
}

void
scope_timeline_add_selected_message (ScopeTimelineBuild *b)
{
  const ScopeMessageLine *message = scope_view_get_selected_message (b->view);
  double x0, y0, x1, y1;
  ScopeItem *item;
  gboolean down;
  Line line;
  Ends ends;

  if (message == NULL)
    return;
  ends_init (&ends, b);
  line = message_line (b, &ends, message);
  ends_clear (&ends);
  if (line.from_row == SCOPE_NONE || line.to_row == SCOPE_NONE)
    return;
  down = line.to_row > line.from_row;
  x0 = b->x + line.x0;
  x1 = b->x + line.x1;
  y0 = row_y (b, line.from_row, down);
  y1 = row_y (b, line.to_row, !down);
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
