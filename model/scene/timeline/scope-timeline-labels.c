/* scope-timeline-labels.c: words on runs, and the stretches of which nothing is known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/base/scope-event.h"
#include "model/scene/calls/scope-stack-samples.h"
#include "model/scene/draw/scope-cause-look.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_LABELS 2500u
#define LEAST_BLOCK 28.0
#define PADDING 12.0
#define LEAST_BAR 12.0

static char *
task_name (ScopeMachine *machine, guint32 ref)
{
  const ScopeEntity *entity;

  if (ref == 0 || ref > scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    return NULL;
  entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, ref - 1);
  if (entity->name != NULL && *entity->name != '\0')
    return g_strdup (entity->name);
  return scope_machine_entity_id (machine, SCOPE_KIND_THREAD, ref - 1);
}

static char *
processor_title (ScopeTrace *trace, ScopeMachine *machine, guint32 ref)
{
  if (ref == 0 || ref > scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR))
    return NULL;
  return scope_trace_lane_title (trace, (ScopeLaneId) { machine->index, SCOPE_KIND_PROCESSOR, ref - 1 });
}

static char *
task_title (ScopeTrace *trace, ScopeMachine *machine, guint32 ref)
{
  if (ref == 0 || ref > scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    return NULL;
  return scope_trace_lane_title (trace, (ScopeLaneId) { machine->index, SCOPE_KIND_THREAD, ref - 1 });
}

/* What a run says of itself where it is drawn; NULL: nothing. Free with g_free(). */
static char *
run_label (ScopeTrace *trace, const ScopeLaneNode *node, const ScopeStripRun *run)
{
  ScopeMachine *machine = scope_trace_machine (trace, node->lane.machine);
  const ScopeCodeInfo *info = scope_code_info (run->code);

  switch (run->state)
    {
    case SCOPE_STATE_RUNNING:
      if (node->lane.kind == SCOPE_KIND_PROCESSOR)
        return task_name (machine, run->ref);
      if (node->lane.kind == SCOPE_KIND_THREAD && scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR) > 1)
        return processor_title (trace, machine, run->ref);
      return NULL;
    case SCOPE_STATE_COLLECTING:
      return g_strdup ("GC");
    case SCOPE_STATE_OUTSIDE:
      if (node->lane.kind == SCOPE_KIND_THREAD)
        return g_strdup (scope_trace_code_label (trace, run->code));
      return NULL;
    case SCOPE_STATE_BLOCKED:
      if (info->ref == SCOPE_REF_FUNCTION)
        return g_strdup (run->ref > 0 ? scope_machine_peek_function (machine, run->ref - 1) : NULL);
      /* The colour says the state; words are for what it does not say. */
      if (*info->reason == '\0' || node->lane.kind == SCOPE_KIND_MACHINE
          || strcmp (scope_trace_code_label (trace, run->code),
                     scope_trace_state_label (trace, (ScopeState) run->state))
                 == 0)
        return NULL;
      return g_strdup (scope_trace_code_label (trace, run->code));
    default:
      return NULL;
    }
}

char *
scope_timeline_run_words (ScopeTrace *trace, const ScopeLaneNode *node, const ScopeStripRun *run)
{
  ScopeMachine *machine = scope_trace_machine (trace, node->lane.machine);
  const ScopeCodeInfo *info = scope_code_info (run->code);
  const char *label = scope_trace_code_label (trace, run->code);
  g_autofree char *other = NULL;

  if (run->state == SCOPE_STATE_UNKNOWN)
    return g_strdup (scope_trace_get_finished (trace) ? "not recorded" : "not read yet");
  if (run->ref == 0)
    return g_strdup (label);
  if (run->state == SCOPE_STATE_RUNNING)
    {
      other = node->lane.kind == SCOPE_KIND_PROCESSOR ? task_title (trace, machine, run->ref)
                                                      : processor_title (trace, machine, run->ref);
      if (other == NULL)
        return g_strdup (label);
      /* TRANSLATORS: a state and a processor: “running on HEC 0” */
      return node->lane.kind == SCOPE_KIND_PROCESSOR ? g_strdup_printf ("%s: %s", label, other)
                                                     : g_strdup_printf (_("%s on %s"), label, other);
    }
  if (info->ref == SCOPE_REF_FUNCTION)
    return scope_trace_wait_label (trace, machine, run->code, run->ref - 1);
  if (info->ref != SCOPE_REF_WAKER && info->ref != SCOPE_REF_OWNER)
    return g_strdup (label);
  other = task_title (trace, machine, run->ref);
  if (other == NULL)
    return g_strdup (label);
  /* TRANSLATORS: a state and a thread: “ready: woken by thread 5”, “blocked on black hole, held by thread 5” */
  return info->ref == SCOPE_REF_WAKER ? g_strdup_printf (_("%s by %s"), label, other)
                                      : g_strdup_printf (_("%s, held by %s"), label, other);
}

/* The function that most of its samples were in; NULL: no sample fell there, or it is not asked for. */
static const char *
run_function (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeStripRun *run, double x0, double x1)
{
  guint32 processor = node->lane.kind == SCOPE_KIND_PROCESSOR ? node->lane.index : run->ref - 1;

  if (b->overlay == NULL || run->state != SCOPE_STATE_RUNNING || node->kind == SCOPE_ROW_PATH
      || (node->lane.kind != SCOPE_KIND_PROCESSOR && (node->lane.kind != SCOPE_KIND_THREAD || run->ref == 0)))
    return NULL;
  return scope_stack_samples_find (b->overlay->stacks, node->lane.machine, processor, scope_viewport_x_to_time (b->viewport, x0),
                                      scope_viewport_x_to_time (b->viewport, x1));
}

/* "7 · Main.work", if there is room, or the function alone; else what it says without. Takes `label`. */
static char *
with_function (const char *function, char *label, double size, double room)
{
  g_autofree char *both = label != NULL ? g_strdup_printf ("%s · %s", label, function) : NULL;

  if (both != NULL && scope_text_width (both, size) <= room)
    {
      g_free (label);
      return g_steal_pointer (&both);
    }
  if (label != NULL && scope_text_width (function, size) > room)
    return label;
  g_free (label);
  return g_strdup (function);
}

/* What words on a run are written on. */
static ScopeColour
run_colour (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeStripRun *run)
{
  ScopeStripLook look = scope_timeline_look (b->view, node);
  guint task = look.task_colour;

  if (look.by_cause)
    return scope_cause_state_colour (b->palette, (ScopeState) run->state);
  if (run->state == SCOPE_STATE_RUNNING && look.own == 0 && run->ref != 0 && node->kind == SCOPE_ROW_STATES
      && node->lane.kind != SCOPE_KIND_THREAD && node->lane.kind != SCOPE_KIND_PROCESS)
    look.own = scope_view_own_colour (b->view, (ScopeLaneId) { look.machine, SCOPE_KIND_THREAD, run->ref - 1 });
  if (run->state == SCOPE_STATE_RUNNING && look.own != 0)
    return look.own;
  if (run->state != SCOPE_STATE_RUNNING || !look.by_task)
    return b->palette->state[run->state];
  if (task == SCOPE_NO_TASK_COLOUR && run->ref != 0)
    task = scope_task_colour (look.machine, SCOPE_KIND_THREAD, run->ref - 1);
  return task == SCOPE_NO_TASK_COLOUR ? b->palette->state[run->state] : scope_palette_task (b->palette, task);
}

static gboolean
is_dimmed (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeStripRun *run)
{
  ScopeLaneId task;

  if ((scope_timeline_dimmed (b->view, node) >> run->state & 1) == 0)
    return FALSE;
  return !scope_view_get_task (b->view, &task) || run->state != SCOPE_STATE_RUNNING
         || node->lane.kind != SCOPE_KIND_PROCESSOR || run->ref != task.index + 1
         || node->lane.machine != task.machine;
}

/* A label on [x0, x1) of the plot, if there is room. */
static void
add_label (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeStripRun *run, double x0, double x1)
{
  double size = MIN (b->font, node->bar_height - 1), room = x1 - x0 - PADDING;
  g_autofree char *text = NULL;
  const char *function;
  ScopeColour ground = run_colour (b, node, run), colour;
  gboolean dimmed = is_dimmed (b, node, run);
  ScopeStripLook look = scope_timeline_look (b->view, node);
  double width;

  if (x1 - x0 < LEAST_BLOCK || b->n_labels >= MAX_LABELS)
    return;
  text = node->kind == SCOPE_ROW_PATH ? scope_timeline_path_label (b->view, run)
         : look.by_cause              ? scope_timeline_cause_label (b->view, node, run)
                                      : run_label (b->trace, node, run);
  if (!look.by_cause && (function = run_function (b, node, run, x0, x1)) != NULL)
    text = with_function (function, g_steal_pointer (&text), size, room);
  if (text == NULL)
    return;
  width = scope_text_width (text, size);
  /* Four characters and an ellipsis, or nothing. */
  if (width > room && (g_utf8_strlen (text, -1) <= 5 || room < 5 * 0.62 * size + 2))
    return;
  b->n_labels++;
  colour = ground == b->palette->state[run->state] ? b->palette->on_state[run->state] : scope_colour_text_on (ground);
  if (dimmed)
    {
      ground = scope_colour_mix (b->palette->canvas, ground, 0.45);
      colour = b->palette->text;
    }
  /* No line goes through a word. */
  if (b->palette->pattern[run->state] != SCOPE_PATTERN_NONE && b->palette->pattern[run->state] != SCOPE_PATTERN_DOTS)
    {
      double w = MIN (width, room), left = width > room ? x0 + PADDING / 2 : (x0 + x1 - w) / 2;

      scope_scene_rect (b->scene, b->x + left - 2, scope_timeline_bar_y (b, node) + 2, w + 4, node->bar_height - 4,
                        ground);
    }
  scope_scene_text_item (b->scene, text, b->x + x0 + PADDING / 2, scope_timeline_bar_y (b, node), room,
                         node->bar_height, size, colour,
                         width > room ? SCOPE_ALIGN_START : SCOPE_ALIGN_CENTRE);
}

/* Calls func for each run in view, those of neighbouring strips joined. */
static void
foreach_run (ScopeTimelineBuild *b, guint row,
             void (*func) (ScopeTimelineBuild *, const ScopeLaneNode *, const ScopeStripRun *, double, double))
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  gint64 left = b->scene->left, right = left + (gint64) b->width;
  ScopeStripRun run = { 0 };
  gboolean have = FALSE;

  for (gint64 i = scope_timeline_strip_index (left); i <= scope_timeline_strip_index (right - 1); i++)
    {
      g_autoptr (ScopeStrip) strip = scope_timeline_strip (b->view, row, i, FALSE, b->getter, b->cache);

      for (guint k = 0; strip != NULL && k < strip->n_runs; k++)
        {
          const ScopeStripRun *next = &strip->runs[k];

          if (have && run.open_right && next->open_left && next->code == run.code && next->ref == run.ref)
            {
              run.x1 = MAX (run.x1, next->x1);
              run.open_right = next->open_right;
              continue;
            }
          if (have)
            func (b, node, &run, MAX (run.x0 - left, 0), MIN (run.x1 - left, b->width));
          run = *next;
          have = TRUE;
        }
    }
  if (have)
    func (b, node, &run, MAX (run.x0 - left, 0), MIN (run.x1 - left, b->width));
}

void
scope_timeline_add_labels (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);

  if (node->bar_height >= LEAST_BAR && node->n_sources == 1)
    foreach_run (b, row, add_label);
}

/* --- what is not known --- */

static void
add_unknown (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeStripRun *run, double x0, double x1)
{
  double y = scope_timeline_bar_y (b, node), h = node->bar_height;
  ScopeItem *item;

  if (run->state != SCOPE_STATE_UNKNOWN)
    return;
  /* A shade lies over what is not known yet: hatches under it would take most of a frame's time. */
  x1 = MIN (x1, scope_timeline_zone_x (b, node));
  if (x1 <= x0)
    return;
  if (!scope_trace_get_finished (b->trace))
    {
      item = scope_scene_rect (b->scene, b->x + x0, y, x1 - x0, h, b->palette->hatch_ground);
      item->pattern = SCOPE_PATTERN_HATCH;
      item->second = b->palette->hatch;
      return;
    }
  for (guint i = 0; i < 2; i++)
    {
      double at = i == 0 ? y + 0.5 : y + h - 0.5;

      item = scope_scene_line (b->scene, b->x + x0, at, b->x + x1, at, 1, b->palette->hatch);
      item->dash = 2;
    }
}

void
scope_timeline_add_losses (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  ScopeMachine *machine = scope_trace_machine (b->trace, node->lane.machine);
  gint64 offset = scope_trace_offset (b->trace, machine);
  guint n = MIN (scope_machine_n_losses (machine), 500);

  if (node->n_sources == 1)
    foreach_run (b, row, add_unknown);
  for (guint i = 0; i < n; i++)
    {
      ScopeLoss loss = scope_machine_loss (machine, i);
      double x0, x1;
      ScopeItem *item;

      if (loss.to <= loss.from)
        continue;
      if (node->lane.kind == SCOPE_KIND_PROCESSOR && loss.processor != SCOPE_NO_PROCESSOR
          && scope_machine_find_processor (machine, loss.processor) != node->lane.index)
        continue;
      x0 = MAX (scope_viewport_time_to_x (b->viewport, loss.from + offset), 0);
      x1 = MIN (scope_viewport_time_to_x (b->viewport, loss.to + offset), b->width);
      if (x1 < 0 || x0 > b->width)
        continue;
      item = scope_scene_rect (b->scene, b->x + x0, scope_timeline_bar_y (b, node), MAX (x1 - x0, 1),
                               node->bar_height, b->palette->hatch_ground);
      item->pattern = SCOPE_PATTERN_HATCH;
      item->second = b->palette->hatch;
    }
}
