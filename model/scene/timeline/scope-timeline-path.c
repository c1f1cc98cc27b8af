/* scope-timeline-path.c: the critical path: a line through the lanes of those who are on it, and what its own lane says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/base/scope-each.h"
#include "model/scene/view/scope-view-cause.h"
#include "model/trace/analysis/scope-cause-words.h"

#include <glib/gi18n-lib.h>

#define LINE 2.0
#define HALO 5.0

/* --- the line --- */

/* Of whoever is on it: his own lane, or that of the processor on which he runs, or of what he is folded into. */
static guint
find_row (ScopeTimelineBuild *b, const ScopePathPiece *piece)
{
  guint row;

  if (piece->thread == SCOPE_NONE)
    return SCOPE_NONE;
  row = scope_lane_list_find (b->lanes, (ScopeLaneId) { piece->machine, SCOPE_KIND_THREAD, piece->thread }, FALSE);
  if (row == SCOPE_NONE && piece->processor != SCOPE_NONE)
    row = scope_lane_list_find (b->lanes, (ScopeLaneId) { piece->machine, SCOPE_KIND_PROCESSOR, piece->processor }, FALSE);
  if (row == SCOPE_NONE && piece->kind == SCOPE_PATH_RUNNING)
    row = scope_lane_list_find (b->lanes, (ScopeLaneId) { piece->machine, SCOPE_KIND_MACHINE, 0 }, FALSE);
  return row;
}

static void
put (GArray *points, double x, double y)
{
  const float point[2] = { (float) x, (float) y };

  g_array_append_vals (points, point, 2);
}

void
scope_timeline_add_path (ScopeTimelineBuild *b)
{
  g_autoptr (GArray) points = NULL;
  double y = -1;

  if (b->overlay == NULL || b->overlay->path->len == 0 || !scope_view_path_is_line (b->view))
    return;
  points = g_array_new (FALSE, FALSE, sizeof (float));
  scope_timeline_add_region (b, "Critical path", FALSE, b->x, b->width);
  SCOPE_EACH (const ScopePathPiece, piece, b->overlay->path)
    {
      guint row = find_row (b, piece);
      const ScopeLaneNode *node = row != SCOPE_NONE ? scope_lane_list_row (b->lanes, row) : NULL;
      double x0 = b->x + CLAMP (scope_viewport_time_to_x (b->viewport, piece->from), -4, b->width + 4),
             x1 = b->x + CLAMP (scope_viewport_time_to_x (b->viewport, piece->to), -4, b->width + 4);

      /* While nobody runs it stays where it was. */
      if (node != NULL)
        y = scope_timeline_bar_y (b, node) + node->bar_height / 2;
      if (y < 0 || x1 <= x0)
        continue;
      if (node != NULL && piece->kind == SCOPE_PATH_RUNNING)
        scope_scene_rect (b->scene, x0, scope_timeline_bar_y (b, node), x1 - x0, node->bar_height, b->palette->state[SCOPE_STATE_RUNNING]);
      put (points, x0, y);
      put (points, x1, y);
    }
  if (points->len < 4)
    return;
  scope_scene_polyline (b->scene, (const float *) (gpointer) points->data, points->len / 2, HALO, scope_colour_alpha (b->palette->canvas, 0.8));
  scope_scene_polyline (b->scene, (const float *) (gpointer) points->data, points->len / 2, LINE, b->palette->strong_text);
}

/* --- the lane --- */

static const ScopePathStep *
get_step (ScopeView *view, const ScopeStripRun *run)
{
  ScopeDerived *derived = scope_view_get_derived (view);
  const GArray *steps = derived != NULL ? scope_derived_facts (derived)->steps : NULL;

  return steps != NULL && run->ref > 0 && run->ref <= steps->len ? &g_array_index (steps, ScopePathStep, run->ref - 1) : NULL;
}

static char *
dup_task (ScopeView *view, ScopeTaskId task)
{
  return scope_task_is_nobody (task) ? NULL
                                     : scope_trace_lane_full_title (scope_view_get_trace (view),
                                                                    (ScopeLaneId) { task.machine, SCOPE_KIND_THREAD, task.thread }, FALSE);
}

char *
scope_timeline_path_label (ScopeView *view, const ScopeStripRun *run)
{
  const ScopePathStep *step = get_step (view, run);
  g_autofree char *task = step != NULL ? dup_task (view, step->task) : NULL;
  const char *label = step != NULL ? g_ptr_array_index (scope_derived_facts (scope_view_get_derived (view))->labels, step->label) : "";
  ScopePathKind kind;

  if (!scope_path_kind_of_code (run->code, &kind))
    return NULL;
  if (kind != SCOPE_PATH_RUNNING)
    return g_strdup (scope_path_kind_word (scope_view_get_trace (view), kind));
  if (task == NULL || *label == '\0')
    return g_steal_pointer (&task);
  return g_strdup_printf (_("%s · “%s”"), task, label);
}

char *
scope_timeline_path_words (ScopeView *view, const ScopeStripRun *run)
{
  const ScopePathStep *step = get_step (view, run);
  g_autofree char *label = scope_timeline_path_label (view, run), *task = step != NULL ? dup_task (view, step->task) : NULL;
  ScopePathKind kind;

  if (!scope_path_kind_of_code (run->code, &kind))
    return g_strdup ("");
  if (kind == SCOPE_PATH_RUNNING)
    return g_strdup_printf ("%s: %s", scope_path_kind_word (scope_view_get_trace (view), kind), label != NULL ? label : "");
  return task != NULL ? g_strdup_printf ("%s: %s", label, task) : g_steal_pointer (&label);
}
