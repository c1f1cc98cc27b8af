/* scope-timeline-tables.c: rows that are made of tables: GC pauses, when the log was written, heap, spark pool.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-sample-rows.h"
#include "model/base/scope-each.h"
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include <math.h>

#define SPLIT 24.0 /* a pause so wide shows what it waited for */

/* --- GC pauses --- */

static char *
pause_text (const ScopeTimelineBuild *b, const ScopePause *pause)
{
  g_autofree char *duration = scope_format_duration ((double) pause->longest, b->tick_ps);

  if (pause->kind == SCOPE_PAUSE_FLUSH)
    return g_steal_pointer (&duration);
  return pause->kind != 0 ? g_strdup_printf ("%s · %s", scope_concurrent_name (pause->kind - 1u), duration)
                          : g_strdup_printf ("gen %u · %s", pause->generation, duration);
}

static void
pause_label (ScopeTimelineBuild *b, const ScopePause *pause, double x0, double x1, double y, double h,
             ScopeColour colour)
{
  g_autofree char *text = pause_text (b, pause);
  double size = MIN (b->font - 1, h - 1);

  if (pause->count > 1 || x1 - x0 < scope_text_width (text, size) + 4)
    return;
  scope_scene_text_item (b->scene, text, x0, y, x1 - x0, h, size, colour, SCOPE_ALIGN_CENTRE);
}

/* What stops the program is drawn solid; what the nonmoving collector stops it for, crosswise; what it does beside it, faintly. */
static void
pause_rect (ScopeTimelineBuild *b, const ScopePause *pause, double x, double y, double width, double height, ScopeColour colour)
{
  gboolean beside = pause->kind == SCOPE_CONCURRENT_MARK + 1 || pause->kind == SCOPE_CONCURRENT_SWEEP + 1;
  ScopeItem *item = scope_scene_rect (b->scene, x, y, width, height, beside ? scope_colour_alpha (colour, 0.4) : colour);

  if (pause->kind == SCOPE_CONCURRENT_SYNC + 1 && width >= 3)
    {
      item->colour = b->palette->canvas;
      item->pattern = SCOPE_PATTERN_CROSS;
      item->second = colour;
    }
  if (pause->kind != SCOPE_PAUSE_FLUSH)
    item->state = SCOPE_STATE_COLLECTING;
}

static void
add_pauses (ScopeTimelineBuild *b, const ScopeLaneNode *node, guint only)
{
  gboolean dimmed = (scope_timeline_dimmed (b->view, node) >> SCOPE_STATE_COLLECTING & 1) != 0;
  ScopeColour of = only == SCOPE_PAUSE_FLUSH ? b->palette->text : b->palette->state[SCOPE_STATE_COLLECTING];
  ScopeColour colour = scope_colour_alpha (of, only == SCOPE_PAUSE_FLUSH ? 0.6 : dimmed ? 0.45 : 1);
  double bottom = scope_timeline_bar_y (b, node) + node->bar_height, scale = scope_viewport_scale (b->viewport);
  double drawn_to = -1;
  guint8 drawn_major = FALSE;

  SCOPE_EACH (const ScopePause, pause, b->overlay->pauses)
    {
      double h = pause->major && pause->kind != SCOPE_CONCURRENT_SWEEP + 1 ? node->bar_height : floor (node->bar_height / 2);
      double x0 = scope_viewport_time_to_x (b->viewport, pause->sync);
      double xs = scope_viewport_time_to_x (b->viewport, pause->start);
      double x1 = scope_viewport_time_to_x (b->viewport, pause->end);

      if (pause->machine != node->lane.machine || pause->kind != only || !scope_pause_is_in (pause, node->kind) || x1 < 0
          || x0 > b->width)
        continue;
      if ((double) (pause->end - pause->sync) < scale)
        {
          /* Less than a pixel: one pixel, once, a major one over a minor one. */
          x0 = xs = floor (x0);
          x1 = x0 + 1;
          if (x0 < drawn_to && (drawn_major || !pause->major))
            continue;
        }
      x0 = MAX (x0, 0);
      xs = CLAMP (xs, x0, b->width);
      x1 = MIN (x1, b->width);
      if (x1 - x0 >= SPLIT && xs - x0 >= 1 && pause->count == 1)
        {
          ScopeItem *item = scope_scene_rect (b->scene, b->x + x0, bottom - h, xs - x0, h, b->palette->canvas);

          item->pattern = SCOPE_PATTERN_HATCH;
          item->second = colour;
          pause_rect (b, pause, b->x + xs, bottom - h, MAX (x1 - xs, 1), h, colour);
        }
      else
        pause_rect (b, pause, b->x + x0, bottom - h, MAX (x1 - x0, 1), h, colour);
      if (x1 - xs >= SPLIT && h >= 8 && !dimmed)
        pause_label (b, pause, b->x + xs, b->x + x1, bottom - h, h,
                     pause->kind == 0                   ? b->palette->on_state[SCOPE_STATE_COLLECTING]
                     : pause->kind == SCOPE_PAUSE_FLUSH ? b->palette->canvas
                                                        : b->palette->text);
      drawn_to = MAX (drawn_to, x1);
      drawn_major = pause->major;
    }
}

void
scope_timeline_add_pauses (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  /* Marks go on while all are stopped: the stop is drawn over them. */
  static const guint order[] = { 0, SCOPE_CONCURRENT_MARK + 1, SCOPE_CONCURRENT_SWEEP + 1, SCOPE_CONCURRENT_SYNC + 1, SCOPE_PAUSE_FLUSH };

  for (guint i = 0; b->overlay != NULL && i < G_N_ELEMENTS (order); i++)
    add_pauses (b, node, order[i]);
}

/* --- counters --- */

static double
counter_max (const ScopeTimelineBuild *b, guint32 machine, guint counter)
{
  double most = 0;

  SCOPE_EACH (const ScopeCounterPoint, p, b->overlay->counters)
    if (p->machine == machine && p->counter == counter && !isnan (p->high))
      most = MAX (most, p->high);
  return most;
}

static void
add_point (GArray *points, double x, double y)
{
  float xy[2] = { (float) x, (float) y };

  g_array_append_vals (points, xy, 2);
}

/* Until when a counter's last sample holds: to the machine's end; no longer than is known while it is being read. */
static double
counters_end (const ScopeTimelineBuild *b, guint32 index)
{
  ScopeMachine *machine = scope_trace_machine (b->trace, index);
  gint64 offset = scope_trace_offset (b->trace, machine);

  if (machine->last == SCOPE_TIME_MAX)
    return b->x;
  return b->x + CLAMP (scope_viewport_time_to_x (b->viewport, machine->last + offset), 0, b->width);
}

/* What is known in one piece, until last_x. */
static void
add_piece (ScopeTimelineBuild *b, GArray *points, double last_x, double last_y, double bottom, gboolean filled, ScopeColour colour)
{
  if (points->len == 0)
    return;
  add_point (points, last_x, last_y);
  if (filled)
    {
      add_point (points, last_x, bottom);
      scope_scene_polygon (b->scene, (float *) points->data, points->len / 2, colour);
    }
  else
    scope_scene_polyline (b->scene, (float *) points->data, points->len / 2, 1.25, colour);
  g_array_set_size (points, 0);
}

/* A counter holds its value until the next sample: a step line, with the extremes of each pixel; where samples are lost, there is
 * none. */
static void
add_counter (ScopeTimelineBuild *b, const ScopeLaneNode *node, guint counter, double most, gboolean filled,
             ScopeColour colour)
{
  double bottom = scope_timeline_bar_y (b, node) + node->bar_height, h = node->bar_height - 2;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  /* The overlay may be of another scale: its points are placed by time. */
  const ScopeViewport *was = &b->overlay->request.viewport;
  gboolean same = was->from == b->viewport->from && was->span == b->viewport->span
                  && was->width == b->viewport->width;
  double last_y = bottom, last_x = 0;

  SCOPE_EACH (const ScopeCounterPoint, p, b->overlay->counters)
    {
      double x;

      if (p->machine != node->lane.machine || p->counter != counter)
        continue;
      x = same ? p->x
               : floor (scope_viewport_x (b->viewport, scope_viewport_x_to_ticks (was, p->x)));
      if (x > b->width)
        break;
      x = b->x + MAX (x, 0);
      if (isnan (p->low))
        {
          add_piece (b, points, x, last_y, bottom, filled, colour);
          continue;
        }
      if (points->len > 0)
        add_point (points, x, last_y);
      else if (filled)
        add_point (points, x, bottom);
      if (p->high > p->low)
        {
          add_point (points, x, bottom - h * p->low / most);
          add_point (points, x, bottom - h * p->high / most);
        }
      last_y = bottom - h * (isnan (p->last) ? p->high : p->last) / most;
      last_x = x;
      add_point (points, x, last_y);
      if (isnan (p->last))
        add_piece (b, points, x + 1, last_y, bottom, filled, colour);
    }
  add_piece (b, points, MAX (counters_end (b, node->lane.machine), last_x), last_y, bottom, filled, colour);
}

/* What fills the height of such a row in view: for the names column, so that no words hide the line. */
char *
scope_timeline_counter_figure (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);

  if (b->overlay == NULL)
    return NULL;
  if (node->kind == SCOPE_ROW_SPARKS)
    return scope_format_count ((guint64) counter_max (b, node->lane.machine, SCOPE_COUNTER_SPARKS_REMAINING));
  if (scope_sample_row_of_kind (node->kind) < SCOPE_N_SAMPLE_ROWS)
    {
      const ScopeSampleRow *sampled = scope_sample_row (scope_sample_row_of_kind (node->kind));

      return scope_sample_row_format (sampled, MAX (counter_max (b, node->lane.machine, sampled->counter),
                                                    counter_max (b, node->lane.machine, sampled->fill)));
    }
  if (node->kind == SCOPE_ROW_QUEUE)
    return scope_format_count ((guint64) counter_max (b, node->lane.machine, SCOPE_COUNTER_RUN_QUEUE));
  return scope_format_bytes (MAX (counter_max (b, node->lane.machine, SCOPE_COUNTER_HEAP_SIZE),
                                  counter_max (b, node->lane.machine, SCOPE_COUNTER_HEAP_LIVE)));
}

void
scope_timeline_add_counters (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  guint32 machine = node->lane.machine;
  double most;

  if (b->overlay == NULL)
    return;
  scope_timeline_add_scale_lines (b, node);
  if (node->kind == SCOPE_ROW_SPARKS || node->kind == SCOPE_ROW_QUEUE)
    {
      guint counter = node->kind == SCOPE_ROW_SPARKS ? SCOPE_COUNTER_SPARKS_REMAINING : SCOPE_COUNTER_RUN_QUEUE;

      most = MAX (counter_max (b, machine, counter), 1);
      add_counter (b, node, counter, most, TRUE, b->palette->heap_fill);
      add_counter (b, node, counter, most, FALSE, b->palette->heap);
      return;
    }
  if (scope_sample_row_of_kind (node->kind) < SCOPE_N_SAMPLE_ROWS)
    {
      const ScopeSampleRow *sampled = scope_sample_row (scope_sample_row_of_kind (node->kind));

      most = MAX (MAX (counter_max (b, machine, sampled->counter), counter_max (b, machine, sampled->fill)), 1);
      add_counter (b, node, sampled->fill, most, TRUE, b->palette->heap_fill);
      add_counter (b, node, sampled->counter, most, FALSE, b->palette->heap);
      return;
    }
  most = MAX (MAX (counter_max (b, machine, SCOPE_COUNTER_HEAP_SIZE), counter_max (b, machine, SCOPE_COUNTER_HEAP_LIVE)),
              1);
  add_counter (b, node, SCOPE_COUNTER_HEAP_LIVE, most, TRUE, b->palette->heap_fill);
  add_counter (b, node, SCOPE_COUNTER_HEAP_SIZE, most, FALSE, b->palette->heap);
}
