/* scope-timeline-ticks.c: instants as ticks above the bars, and where the selected task ran.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include <math.h>

#define TICK 4.0
#define MAX_DRAWN 4000u

/* --- instants --- */

static ScopeColour
tick_colour (ScopeTimelineBuild *b, guint kind)
{
  const ScopePalette *palette = b->palette;

  switch (kind)
    {
    case SCOPE_INSTANT_GC_REQUEST:
      return palette->state[SCOPE_STATE_COLLECTING];
    case SCOPE_INSTANT_SPARK_RUN:
      return palette->state[SCOPE_STATE_RUNNING];
    case SCOPE_INSTANT_SPARK_STEAL:
      return palette->state[SCOPE_STATE_OUTSIDE];
    case SCOPE_INSTANT_SPARK_FIZZLE:
    case SCOPE_INSTANT_SPARK_DUD:
    case SCOPE_INSTANT_SPARK_OVERFLOW:
    case SCOPE_INSTANT_SPARK_GC:
      return palette->state[SCOPE_STATE_BLOCKED];
    case SCOPE_TICK_THREAD:
      return palette->accent;
    default:
      return palette->strong_text;
    }
}

static guint
tick_row (ScopeTimelineBuild *b, const ScopeTick *tick)
{
  guint row = SCOPE_NONE;

  if (tick->processor != SCOPE_NONE)
    row = scope_lane_list_find (b->lanes, (ScopeLaneId) { tick->machine, SCOPE_KIND_PROCESSOR, tick->processor }, TRUE);
  if (row == SCOPE_NONE && tick->thread != SCOPE_NONE)
    row = scope_lane_list_find (b->lanes, (ScopeLaneId) { tick->machine, SCOPE_KIND_THREAD, tick->thread }, TRUE);
  return row;
}

/* Those on rows that stick, or those on the others. */
static void
add_some (ScopeTimelineBuild *b, gboolean sticking)
{
  guint kinds = scope_view_get_look (b->view)->ticks, drawn = 0;

  scope_timeline_add_region (b, "Instants", sticking, b->x, b->width);
  for (guint i = 0; i < b->overlay->ticks->len && drawn < MAX_DRAWN; i++)
    {
      const ScopeTick *tick = &g_array_index (b->overlay->ticks, ScopeTick, i);
      double x = scope_viewport_time_to_x (b->viewport, tick->time), y;
      const ScopeLaneNode *node;
      guint row;

      if ((kinds >> tick->kind & 1) == 0 || x < 0 || x >= b->width)
        continue;
      row = tick_row (b, tick);
      if (row == SCOPE_NONE || (row < b->n_sticking) != sticking || !scope_timeline_in_view (b, row))
        continue;
      node = scope_lane_list_row (b->lanes, row);
      y = MAX (scope_timeline_bar_y (b, node) - TICK, scope_timeline_row_y (b, node));
      scope_scene_rect (b->scene, b->x + floor (x) - 0.5, y, 2, TICK, tick_colour (b, tick->kind));
      drawn++;
    }
}

void
scope_timeline_add_ticks (ScopeTimelineBuild *b)
{
  if (b->overlay->ticks->len == 0 || scope_viewport_scale (b->viewport) * (double) b->tick_ps >= SCOPE_TICK_SCALE_PS)
    return;
  if (b->n_sticking > 0)
    add_some (b, TRUE);
  add_some (b, FALSE);
}

/* --- the selected task --- */

static gboolean
runs_on (const ScopeLaneNode *node, const ScopeLaneId *task, const ScopeEntity *thread, guint32 processor,
         guint n_processors)
{
  if (node->kind != SCOPE_ROW_STATES || node->lane.machine != task->machine)
    return FALSE;
  switch (node->lane.kind)
    {
    case SCOPE_KIND_PROCESSOR:
      return node->lane.index == processor;
    case SCOPE_KIND_PROCESS:
      return node->lane.index == thread->process;
    case SCOPE_KIND_MACHINE:
      return n_processors == 1;
    default:
      return FALSE;
    }
}

static void
outline_run (ScopeTimelineBuild *b, const ScopeLaneNode *node, double x0, double x1, ScopeColour colour)
{
  double y = scope_timeline_bar_y (b, node), h = node->bar_height, width = MAX (x1 - x0, 1);
  float left = (float) (b->x + x0 + 0.5), right = (float) (b->x + x0 + width - 0.5), top = (float) y + 0.5f;
  float bottom = (float) (y + h) - 0.5f;
  float frame[] = { left, top, right, top, right, bottom, left, bottom, left, top };
  ScopeItem *item;

  /* What is inside is drawn already, faint: only where it is all of the column may it be painted over. */
  if (width < 3)
    {
      scope_scene_rect (b->scene, b->x + x0, y, width, h, colour);
      return;
    }
  item = scope_scene_rect (b->scene, b->x + x0, y, width, h, colour);
  item->state = SCOPE_STATE_RUNNING;
  scope_scene_polyline (b->scene, frame, 5, 1, b->palette->strong_text);
}

static void
outline_runs (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeLaneId *task, const ScopeEntity *thread,
              guint n_processors, guint *drawn)
{
  ScopeColour colour = b->palette->state[SCOPE_STATE_RUNNING];
  double done = -1;

  if (scope_view_get_look (b->view)->colours == SCOPE_COLOUR_TASK)
    colour = scope_palette_task (b->palette, scope_task_colour (task->machine, SCOPE_KIND_THREAD, task->index));
  for (guint i = 0; i < b->overlay->runs->len && *drawn < MAX_DRAWN; i++)
    {
      const ScopeTaskRun *run = &g_array_index (b->overlay->runs, ScopeTaskRun, i);
      double x0 = scope_viewport_time_to_x (b->viewport, run->from);
      double x1 = scope_viewport_time_to_x (b->viewport, run->to);

      if (x1 < 0 || x0 > b->width || !runs_on (node, task, thread, run->processor, n_processors))
        continue;
      x0 = MAX (x1 - x0 < 3 ? floor (x0) : x0, 0);
      x1 = MIN (x1, b->width);
      if (x1 <= done)
        continue;
      outline_run (b, node, x0, x1, colour);
      done = MAX (x1, x0 + 1);
      (*drawn)++;
    }
}

void
scope_timeline_add_task (ScopeTimelineBuild *b)
{
  const ScopeLaneId *was = &b->overlay->request.task;
  ScopeMachine *machine;
  guint n_processors, drawn = 0;
  ScopeLaneId task;

  if (b->overlay->runs->len == 0 || !scope_view_get_task (b->view, &task) || was->machine != task.machine
      || was->index != task.index || was->kind != task.kind)
    return;
  machine = scope_trace_machine (b->trace, task.machine);
  n_processors = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  if (b->n_sticking > 0)
    scope_timeline_add_region (b, "Selected task", TRUE, b->x, b->width);
  for (guint row = scope_timeline_next_row (b, SCOPE_NONE); row != SCOPE_NONE; row = scope_timeline_next_row (b, row))
    {
      if (row == b->first_row)
        scope_timeline_add_region (b, "Selected task", FALSE, b->x, b->width);
      outline_runs (b, scope_lane_list_row (b->lanes, row), &task,
                    scope_machine_entity (machine, SCOPE_KIND_THREAD, task.index), n_processors, &drawn);
    }
}
