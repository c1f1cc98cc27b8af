/* scope-timeline-rates.c: rows of what only grows, by how fast it grows: allocation, sparks by what became of them.
 *
 * Between two samples the rate is the same; what became of sparks is stacked, so that the whole is the rate of all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/base/scope-each.h"
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
