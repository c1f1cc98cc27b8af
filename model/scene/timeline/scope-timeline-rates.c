/* scope-timeline-rates.c: rows of what only grows, by how fast it grows: allocation, sparks by what became of them.
 *
 * Between two samples the rate is the same; what became of sparks is stacked, so that the whole is the rate of all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-hit.h"
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/base/scope-each.h"
#include "model/scene/view/scope-ghost.h"
#include "model/scene/view/scope-view-follow.h"
#include "model/trace/statistics/scope-lost-times.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MOST_PARTS 3

typedef struct
{
  guint counter;   /* ScopeCounter */
  gint state;      /* whose colour it has; -1: the heap's */
  const char *name; /* to be translated; NULL: the row's own */
} Part;

/* From the bottom: what is good first. */
static const Part allocation[] = { { SCOPE_COUNTER_HEAP_ALLOCATED, -1, NULL } };
static const Part creation[] = { { SCOPE_COUNTER_SPARKS_CREATED, SCOPE_STATE_RUNNING, N_("created") },
                                 { SCOPE_COUNTER_SPARKS_DUD, SCOPE_STATE_OUTSIDE, N_("dud") },
                                 { SCOPE_COUNTER_SPARKS_OVERFLOWED, SCOPE_STATE_BLOCKED, N_("overflowed") } };
static const Part conversion[] = { { SCOPE_COUNTER_SPARKS_CONVERTED, SCOPE_STATE_RUNNING, N_("converted") },
                                   { SCOPE_COUNTER_SPARKS_FIZZLED, SCOPE_STATE_OUTSIDE, N_("fizzled") },
                                   { SCOPE_COUNTER_SPARKS_GCD, SCOPE_STATE_COLLECTING, N_("collected") } };

static const Part *
parts_of (const ScopeLaneNode *node, guint *ret_n)
{
  *ret_n = node->kind == SCOPE_ROW_ALLOCATION ? 1 : 3;
  return node->kind == SCOPE_ROW_ALLOCATION ? allocation : node->kind == SCOPE_ROW_SPARK_CREATION ? creation : conversion;
}

const char *
scope_timeline_rate_part (const ScopeLaneNode *node, guint k, int *ret_state)
{
  guint n;
  const Part *parts = parts_of (node, &n);

  if (k >= n || parts[k].name == NULL)
    return NULL;
  *ret_state = parts[k].state;
  return _(parts[k].name);
}

/* Adds the counter's growth in a second to each pixel. */
static void
add_rate (ScopeTimelineBuild *b, guint32 machine, guint counter, double *rates, guint n)
{
  const ScopeViewport *was = &b->overlay->request.viewport;
  double seconds = scope_viewport_scale (b->viewport) * (double) b->tick_ps * 1e-12; /* of a pixel */
  double last_x = 0, last = 0;
  gboolean have = FALSE;

  SCOPE_EACH (const ScopeCounterPoint, p, b->overlay->counters)
    {
      double x, rate;

      if (p->machine != machine || p->counter != counter)
        continue;
      /* The overlay may be of another scale: its points are placed by time. */
      x = floor (scope_viewport_x (b->viewport, scope_viewport_x_to_ticks (was, p->x)) + 1e-6);
      if (have && x > last_x)
        {
          rate = MAX (p->last - last, 0) / ((x - last_x) * seconds);
          for (double at = MAX (last_x, 0); at < MIN (x, n); at++)
            rates[(guint) at] += rate;
        }
      if (have && x <= last_x)
        continue; /* of the same pixel: with the next one */
      last = p->last;
      last_x = x;
      have = TRUE;
      if (x > n)
        break;
    }
}

/* Where events are missing nobody knows how fast it grew. */
static void
clear_lost (ScopeTimelineBuild *b, guint32 index, double *rates, guint n)
{
  ScopeMachine *machine = scope_trace_machine (b->trace, index);
  g_autoptr (GArray) lost = scope_lost_times (machine);
  gint64 offset = scope_trace_offset (b->trace, machine);

  SCOPE_EACH (const ScopeLostTime, time, lost)
    {
      double x0 = ceil (scope_viewport_time_to_x (b->viewport, time->from + offset) - 1e-6);
      double x1 = floor (scope_viewport_time_to_x (b->viewport, time->to + offset) + 1e-6);

      for (double x = MAX (x0, 0); x < MIN (x1, n); x++)
        rates[(guint) x] = 0;
    }
}

/* The stacked rates: ret_tops[k] is the upper edge of part k. Returns the greatest of all. Free with g_free(). */
static double
stack_rates (ScopeTimelineBuild *b, const ScopeLaneNode *node, double *ret_tops[MOST_PARTS])
{
  guint n_parts, n = (guint) b->width;
  const Part *parts = parts_of (node, &n_parts);
  double most = 0;

  for (guint k = 0; k < n_parts; k++)
    {
      ret_tops[k] = g_new0 (double, n + 1);
      add_rate (b, node->lane.machine, parts[k].counter, ret_tops[k], n);
      clear_lost (b, node->lane.machine, ret_tops[k], n);
      for (guint x = 0; x < n; x++)
        {
          ret_tops[k][x] += k > 0 ? ret_tops[k - 1][x] : 0;
          most = MAX (most, ret_tops[k][x]);
        }
    }
  return most;
}

void
scope_timeline_add_corner (GArray *points, double x, double y)
{
  float xy[2] = { (float) x, (float) y };
  float *last = points->len >= 4 ? &g_array_index (points, float, points->len - 2) : NULL;

  /* On a level line only its ends are needed. */
  if (last != NULL && last[1] == xy[1] && last[-1] == xy[1])
    last[0] = xy[0];
  else
    g_array_append_vals (points, xy, 2);
}

/* Between two edges, in steps. */
static void
add_area (ScopeTimelineBuild *b, const ScopeLaneNode *node, const double *low, const double *high, double most,
          ScopeColour colour)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  double bottom = scope_timeline_bar_y (b, node) + node->bar_height, h = node->bar_height - 2;
  guint n = (guint) b->width;

  for (guint x = 0; x < n; x++)
    {
      scope_timeline_add_corner (points, b->x + x, bottom - h * high[x] / most);
      scope_timeline_add_corner (points, b->x + x + 1, bottom - h * high[x] / most);
    }
  for (guint x = n; x > 0; x--)
    {
      double y = bottom - (low != NULL ? h * low[x - 1] / most : 0);

      scope_timeline_add_corner (points, b->x + x, y);
      scope_timeline_add_corner (points, b->x + x - 1, y);
    }
  scope_scene_polygon (b->scene, (float *) points->data, points->len / 2, colour);
}

void
scope_timeline_add_rates (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double *tops[MOST_PARTS] = { NULL }, most;
  guint n_parts;
  const Part *parts = parts_of (node, &n_parts);

  if (b->overlay == NULL)
    return;
  scope_timeline_add_scale_lines (b, node);
  most = stack_rates (b, node, tops);
  for (guint k = 0; k < n_parts && most > 0; k++)
    add_area (b, node, k > 0 ? tops[k - 1] : NULL, tops[k], most,
              parts[k].state < 0 ? scope_colour_mix (b->palette->canvas, b->palette->heap, 0.6)
                                 : b->palette->state[parts[k].state]);
  for (guint k = 0; k < n_parts; k++)
    g_free (tops[k]);
}

/* "1.2 GB/s", "840 /s" */
static char *
format_rate (const ScopeLaneNode *node, double rate)
{
  g_autofree char *number = node->kind == SCOPE_ROW_ALLOCATION ? scope_format_bytes (rate) : scope_format_count ((guint64) (rate + 0.5));

  return g_strdup_printf (node->kind == SCOPE_ROW_ALLOCATION ? "%s/s" : "%s /s", number);
}

/* The rates at a pixel of the plot, each outcome's on a line of its own; NULL outside of the plot. */
char *
scope_timeline_describe_rate (ScopeTimelineBuild *b, const ScopeLaneNode *node, double x)
{
  double *tops[MOST_PARTS] = { NULL };
  guint n_parts, at = (guint) MAX (x, 0);
  const Part *parts = parts_of (node, &n_parts);
  GString *text = g_string_new (NULL);

  if (x < 0 || x >= b->width)
    return g_string_free (text, TRUE);
  stack_rates (b, node, tops);
  for (guint k = 0; k < n_parts; k++)
    {
      g_autofree char *rate = format_rate (node, tops[k][at] - (k > 0 ? tops[k - 1][at] : 0));

      if (parts[k].name == NULL)
        g_string_append (text, rate);
      else
        g_string_append_printf (text, "%s%s %s", k > 0 ? "\n" : "", _(parts[k].name), rate);
    }
  for (guint k = 0; k < MOST_PARTS; k++)
    g_free (tops[k]);
  return g_string_free (text, FALSE);
}

/* What fills the height: "1.2 GB/s", "840 /s". */
char *
scope_timeline_rate_figure (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double *tops[MOST_PARTS] = { NULL }, most;

  if (b->overlay == NULL)
    return NULL;
  most = stack_rates (b, node, tops);
  for (guint k = 0; k < MOST_PARTS; k++)
    g_free (tops[k]);
  return format_rate (node, most);
}

/* --- messages --- */

#define SENT_COLOUR 0u
#define RECEIVED_COLOUR 4u

ScopeColour
scope_timeline_traffic_colour (const ScopeTimelineBuild *b, gboolean received)
{
  return scope_palette_task (b->palette, received ? RECEIVED_COLOUR : SENT_COLOUR);
}

/* As bins have them; FALSE: it is no machine's or process's. */
static gboolean
find_party (ScopeTimelineBuild *b, const ScopeLaneNode *node, guint32 *ret_process)
{
  const ScopeEntity *entity;

  *ret_process = SCOPE_NONE;
  if (node->lane.kind == SCOPE_KIND_MACHINE)
    return TRUE;
  entity = scope_machine_entity (scope_trace_machine (b->trace, node->lane.machine), node->lane.kind, node->lane.index);
  if (entity != NULL)
    *ret_process = (guint32) entity->number;
  return entity != NULL;
}

/* The first bin that does not lie before (machine, process). */
static guint
first_bin (const GArray *bins, guint32 machine, guint32 process)
{
  guint lo = 0, hi = bins->len;

  while (lo < hi)
    {
      guint mid = (lo + hi) / 2;
      const ScopeTrafficBin *bin = &g_array_index (bins, ScopeTrafficBin, mid);

      if (bin->machine < machine || (bin->machine == machine && bin->process < process))
        lo = mid + 1;
      else
        hi = mid;
    }
  return lo;
}

typedef struct
{
  double *sent, *received; /* n numbers a pixel each */
  guint n;
  double most; /* of either */
} Traffic;

static void
traffic_clear (Traffic *traffic)
{
  g_free (traffic->sent);
  g_free (traffic->received);
}

/* The overlay may be of another scale: a bin that is wider than a pixel now is spread over those that it covers. */
static void
spread_bin (ScopeTimelineBuild *b, Traffic *traffic, const ScopeTrafficBin *bin)
{
  const ScopeViewport *was = &b->overlay->request.viewport;
  double x0 = floor (scope_viewport_x (b->viewport, scope_viewport_x_to_ticks (was, bin->x)) + 1e-6);
  double x1 = floor (scope_viewport_x (b->viewport, scope_viewport_x_to_ticks (was, bin->x + 1.0)) + 1e-6);

  x1 = MAX (x1, x0 + 1);
  for (double x = MAX (x0, 0); x < MIN (x1, traffic->n); x++)
    {
      traffic->sent[(guint) x] += bin->sent / (x1 - x0);
      traffic->received[(guint) x] += bin->received / (x1 - x0);
    }
}

static Traffic
read_traffic (ScopeTimelineBuild *b, const ScopeLaneNode *node)
{
  Traffic traffic = { .n = (guint) b->width };
  const GArray *bins = b->overlay->traffic;
  guint32 process;

  traffic.sent = g_new0 (double, traffic.n + 1);
  traffic.received = g_new0 (double, traffic.n + 1);
  if (!find_party (b, node, &process))
    return traffic;
  for (guint i = first_bin (bins, node->lane.machine, process); i < bins->len; i++)
    {
      const ScopeTrafficBin *bin = &g_array_index (bins, ScopeTrafficBin, i);

      if (bin->machine != node->lane.machine || bin->process != process)
        break;
      spread_bin (b, &traffic, bin);
    }
  for (guint x = 0; x < traffic.n; x++)
    traffic.most = MAX (traffic.most, MAX (traffic.sent[x], traffic.received[x]));
  return traffic;
}

static void
add_bars (ScopeTimelineBuild *b, const Traffic *traffic, const double *values, double line, double height, ScopeColour colour)
{
  for (guint x = 0; x < traffic->n;)
    {
      guint end = x + 1;
      double h = height * log1p (values[x]) / log1p (traffic->most); /* one among thousands is seen, too */

      while (end < traffic->n && values[end] == values[x])
        end++;
      if (values[x] > 0)
        scope_scene_rect (b->scene, b->x + x, MIN (line, line + (h < 0 ? MIN (h, -1) : h)), end - x, MAX (fabs (h), 1), colour);
      x = end;
    }
}

void
scope_timeline_add_traffic (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double top = scope_timeline_bar_y (b, node) + 1, half = floor ((node->bar_height - 2) / 2);
  Traffic traffic;

  if (b->overlay == NULL)
    return;
  scope_scene_line (b->scene, b->x, top + half + 0.5, b->x + b->width, top + half + 0.5, 1, b->palette->grid);
  traffic = read_traffic (b, node);
  if (traffic.most > 0)
    {
      add_bars (b, &traffic, traffic.sent, top + half, -half, scope_timeline_traffic_colour (b, FALSE));
      add_bars (b, &traffic, traffic.received, top + half + 1, half, scope_timeline_traffic_colour (b, TRUE));
    }
  traffic_clear (&traffic);
}

char *
scope_timeline_traffic_figure (ScopeTimelineBuild *b, guint row)
{
  double seconds = scope_viewport_scale (b->viewport) * (double) b->tick_ps * 1e-12; /* of a pixel */
  g_autofree char *rate = NULL;
  Traffic traffic;

  if (b->overlay == NULL)
    return NULL;
  traffic = read_traffic (b, scope_lane_list_row (b->lanes, row));
  rate = scope_format_count ((guint64) (traffic.most / seconds + 0.5));
  traffic_clear (&traffic);
  return g_strdup_printf ("%s%s /s", b->overlay->sampled ? "≈ " : "", rate);
}

char *
scope_timeline_describe_traffic (ScopeTimelineBuild *b, const ScopeLaneNode *node, double x)
{
  g_autofree char *sent = NULL, *received = NULL;
  Traffic traffic;

  if (x < 0 || x >= b->width)
    return NULL;
  traffic = read_traffic (b, node);
  sent = scope_format_count ((guint64) (traffic.sent[(guint) x] + 0.5));
  received = scope_format_count ((guint64) (traffic.received[(guint) x] + 0.5));
  traffic_clear (&traffic);
  /* TRANSLATORS: numbers of messages within one pixel */
  return g_strdup_printf (b->overlay->sampled ? _("sent ≈ %s\nreceived ≈ %s") : _("sent %s\nreceived %s"), sent, received);
}

/* --- least and most of the activity --- */

#define EXTENT_OPACITY 0.2
#define EDGE_OPACITY 0.7

/* What was read for the pixel of the plot; NULL: nothing, or it is not known. */
static const ScopeLeastMost *
extent_at (const ScopeViewport *viewport, const ScopeOverlay *overlay, double x)
{
  double at = floor (scope_viewport_x (&overlay->request.viewport, scope_viewport_x_to_ticks (viewport, x + 0.5)));
  const ScopeLeastMost *one;

  if (at < 0 || at >= overlay->extents->len)
    return NULL;
  one = &g_array_index (overlay->extents, ScopeLeastMost, (guint) at);
  return scope_least_most_is_known (one) ? one : NULL;
}

/* A band from the least to the most, and a line on either edge; where nothing changes the line alone. Not from pixel to pixel: where
 * the edges jump, that would be a wall. */
void
scope_timeline_add_least_most (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double bottom = scope_timeline_bar_y (b, node) + node->bar_height, full = node->bar_height - floor (node->bar_height / 4);
  ScopeColour band = scope_colour_alpha (b->palette->strong_text, EXTENT_OPACITY), edge = scope_colour_alpha (b->palette->strong_text, EDGE_OPACITY);
  g_autofree ScopeLaneSource *sources = NULL;
  guint n;

  if (b->overlay == NULL || b->overlay->extents->len == 0 || !scope_view_get_look (b->view)->least_most)
    return;
  sources = scope_lane_list_activity_sources (b->lanes, &n);
  for (double x = 0, end; x < b->width && n > 0; x = end)
    {
      const ScopeLeastMost *one = extent_at (b->viewport, b->overlay, x), *next = NULL;
      double low, high;

      for (end = x + 1; end < b->width; end++)
        if ((next = extent_at (b->viewport, b->overlay, end)) == NULL || one == NULL || next->least != one->least || next->most != one->most)
          break;
      if (one == NULL)
        continue;
      low = bottom - MIN (one->least, n) * full / n;
      high = bottom - MIN (one->most, n) * full / n;
      if (high < low)
        scope_scene_rect (b->scene, b->x + x, high, end - x, low - high, band);
      scope_scene_rect (b->scene, b->x + x, high, end - x, 1, edge);
      if (high < low - 1)
        scope_scene_rect (b->scene, b->x + x, low - 1, end - x, 1, edge);
    }
}

char *
scope_timeline_describe_least_most (ScopeView *view, const ScopeOverlay *overlay, guint row, double x)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);
  const ScopeLeastMost *one;

  if (node == NULL || node->kind != SCOPE_ROW_ACTIVITY || overlay == NULL || !scope_view_get_look (view)->least_most)
    return NULL;
  if (overlay->extents->len == 0 && overlay->request.parts & SCOPE_OVERLAY_LEAST_MOST)
    return g_strdup (_("running at once: too many changes here to tell least and most; zoom in"));
  one = extent_at (scope_view_get_viewport (view), overlay, floor (x));
  /* TRANSLATORS: numbers of processors that run at the same time */
  return one != NULL ? g_strdup_printf (_("running at once: least %u, most %u"), one->least, one->most) : NULL;
}

/* --- the activity of an earlier run: a line with a halo, so that it is seen over green and over nothing; from the start of both runs on --- */

#define GHOST_PIXELS 2 /* to a value */

void
scope_timeline_add_ghost (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  const ScopeGhost *ghost = scope_view_get_ghost (b->view);
  double ns = (double) b->tick_ps / 1000, bottom = scope_timeline_bar_y (b, node) + node->bar_height;
  double full = floor (node->bar_height * 3 / 4), scale = scope_viewport_scale (b->viewport) * ns;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  g_autofree ScopeLaneSource *sources = NULL;
  ScopeItem *item;
  guint n;

  if (ghost == NULL || !scope_view_get_show_ghost (b->view))
    return;
  sources = scope_lane_list_activity_sources (b->lanes, &n);
  for (double x = 0; x < b->width && n > 0; x += GHOST_PIXELS)
    {
      double from = scope_viewport_x_to_ticks (b->viewport, x) * ns;
      double running = scope_ghost_at (ghost, from, from + GHOST_PIXELS * scale);
      float point[] = { (float) (b->x + x), (float) (bottom - MIN (running / n, 1) * full) };

      if (running >= 0)
        g_array_append_vals (points, point, 2);
    }
  if (points->len < 4)
    return;
  item = scope_scene_polyline (b->scene, (const float *) (gpointer) points->data, points->len / 2, 1.5,
                               b->palette->message);
  item->halo = 3;
  item->second = b->palette->message_halo;
}
