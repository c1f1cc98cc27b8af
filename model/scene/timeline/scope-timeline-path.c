/* scope-timeline-path.c: the critical path: a line through the lanes of those who are on it, and what its own lane says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/scene/view/scope-view-cause.h"
#include "model/trace/analysis/scope-cause-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

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

/* --- what the others had to spare --- */

#define HIGHEST_SPARE 0.4 /* of the bar */
#define MOST_SPARE 10.0   /* pixels */

/* As much as is drawn in one column of a row. */
typedef double (*HeightFunc) (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeColumn *column);

/* The least level that occurs; SCOPE_N_SPARE_LEVELS: nothing runs. */
static guint
least_level (const ScopeColumn *column)
{
  guint level = 0;

  while (level < SCOPE_N_SPARE_LEVELS && column->time[level] <= 1e-6)
    level++;
  return level;
}

static double
spare_height (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeColumn *column)
{
  guint level = least_level (column);
  double highest = CLAMP (node->bar_height * HIGHEST_SPARE, MIN (node->bar_height, 3), MOST_SPARE);

  return level > 0 && level < SCOPE_N_SPARE_LEVELS ? ceil (highest * level / (SCOPE_N_SPARE_LEVELS - 1)) : 0;
}

/* How much of the column so many waited for, of the whole bar. */
static double
share_height (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeColumn *column, guint least)
{
  double time = 0;

  for (guint level = MAX (least, 1); level < SCOPE_N_SPARE_LEVELS; level++)
    time += column->time[level];
  return column->total > 0 ? round (node->bar_height * MIN (time / column->total, 1)) : 0;
}

static double
most_height (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeColumn *column)
{
  return share_height (b, node, column, scope_spare_most_waiting (scope_view_get_spare (b->view)));
}

static double
many_height (ScopeTimelineBuild *b, const ScopeLaneNode *node, const ScopeColumn *column)
{
  guint most = scope_spare_most_waiting (scope_view_get_spare (b->view));

  return share_height (b, node, column, MAX (most, 2) - 1);
}

/* Steps over the bottom of the row's bar: one item, whatever there is to see. */
static void
add_steps (ScopeTimelineBuild *b, guint row, gboolean waiting, HeightFunc height_of, ScopeColour colour)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  gint64 left = b->scene->left, right = left + (gint64) b->width;
  double bottom = scope_timeline_bar_y (b, node) + node->bar_height, height = 0, most = 0;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));

  put (points, b->x, bottom);
  for (gint64 i = scope_timeline_strip_index (left); i <= scope_timeline_strip_index (right - 1); i++)
    {
      g_autoptr (ScopeStrip) strip = scope_timeline_spare_strip (b->view, row, i, waiting, b->getter, b->cache);

      for (guint c = 0; strip != NULL && c < strip->n; c++)
        {
          gint64 x = strip->x + c;
          double now = x >= left && x < right ? height_of (b, node, &strip->columns[c]) : height;

          if (now == height)
            continue;
          put (points, b->x + (double) (x - left), bottom - height);
          put (points, b->x + (double) (x - left), bottom - now);
          height = now;
          most = MAX (most, now);
        }
    }
  put (points, b->x + b->width, bottom - height);
  put (points, b->x + b->width, bottom);
  if (most > 0)
    scope_scene_polygon (b->scene, (const float *) (gpointer) points->data, points->len / 2, colour);
}

static void
add_spare (ScopeTimelineBuild *b, guint row)
{
  add_steps (b, row, TRUE, many_height, scope_colour_alpha (b->palette->accent, 0.35));
  if (scope_spare_most_waiting (scope_view_get_spare (b->view)) > 1)
    add_steps (b, row, TRUE, most_height, scope_colour_alpha (b->palette->accent, 0.5));
  add_steps (b, row, FALSE, spare_height, scope_colour_alpha (b->palette->strong_text, 0.7));
}

static char *
dup_slack (ScopeView *view, guint level)
{
  gint64 tick_ps = scope_trace_tick_ps (scope_view_get_trace (view)), from, to;
  g_autofree char *least = NULL, *most = NULL;

  scope_spare_level_range (scope_view_get_spare (view), level, &from, &to);
  least = scope_format_duration ((double) from, tick_ps);
  most = scope_format_duration ((double) to, tick_ps);
  if (level == 0)
    return g_strdup (_("nothing to spare"));
  if (level == 1)
    /* TRANSLATORS: a duration by which it could have ended later */
    return g_strdup_printf (_("less than %s to spare"), most);
  if (to == SCOPE_TIME_MAX)
    return g_strdup_printf (_("at least %s to spare"), least);
  return g_strdup_printf (_("%s to %s to spare"), least, most);
}

/* So many at most, while it ran. */
static char *
dup_waiting (const ScopeColumn *column)
{
  guint level = SCOPE_N_SPARE_LEVELS - 1;

  while (level > 0 && column->time[level] <= 1e-6)
    level--;
  if (level == 0)
    return NULL;
  if (level + 1 == SCOPE_N_SPARE_LEVELS)
    return g_strdup_printf (_("more than %u waited for it"), 1u << (level - 2));
  return level == 1 ? g_strdup (_("one waited for it")) : g_strdup_printf (_("up to %u waited for it"), 1u << (level - 1));
}

char *
scope_timeline_spare_words (ScopeView *view, guint row, gint64 x, ScopeTileGetter *getter, ScopeStripCache *cache)
{
  g_autoptr (ScopeStrip) slack = NULL, waiting = NULL;
  g_autofree char *spare = NULL, *who = NULL;
  guint level;

  if (!scope_timeline_has_spare (view, scope_lane_list_row (scope_view_get_lanes (view), row)))
    return NULL;
  slack = scope_timeline_spare_strip (view, row, scope_timeline_strip_index (x), FALSE, getter, cache);
  waiting = scope_timeline_spare_strip (view, row, scope_timeline_strip_index (x), TRUE, getter, cache);
  level = slack != NULL ? least_level (&slack->columns[x - slack->x]) : SCOPE_N_SPARE_LEVELS;
  if (level == SCOPE_N_SPARE_LEVELS)
    return NULL;
  spare = dup_slack (view, level);
  who = waiting != NULL ? dup_waiting (&waiting->columns[x - waiting->x]) : NULL;
  return who != NULL ? g_strdup_printf ("%s · %s", spare, who) : g_steal_pointer (&spare);
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
  for (guint row = scope_timeline_next_row (b, SCOPE_NONE); row != SCOPE_NONE; row = scope_timeline_next_row (b, row))
    if (scope_timeline_has_spare (b->view, scope_lane_list_row (b->lanes, row)))
      add_spare (b, row);
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
