/* scope-view-look.c: what a view looks like: palette, heights, ruler, lines, columns, ticks, the task that stands out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-view-private.h"

#include <string.h>

ScopePaletteKind
scope_view_get_palette (ScopeView *view)
{
  return view->palette;
}

void
scope_view_set_palette (ScopeView *view, ScopePaletteKind palette)
{
  gboolean changed = view->palette != palette;

  view->palette = palette;
  scope_view_notify_if (view, changed, SCOPE_VIEW_LOOK);
}

ScopeHeight
scope_view_get_height (ScopeView *view)
{
  return view->height;
}

void
scope_view_set_height (ScopeView *view, ScopeHeight height)
{
  gboolean changed = view->height != height;

  view->height = height;
  scope_view_notify_if (view, changed, SCOPE_VIEW_LOOK);
}

const ScopeMessageFilter *
scope_view_get_messages (ScopeView *view)
{
  return &view->messages;
}

void
scope_view_set_messages (ScopeView *view, const ScopeMessageFilter *filter)
{
  view->messages = *filter;
  view->messages_set = TRUE;
  scope_view_notify (view, SCOPE_VIEW_LOOK);
}

gboolean
scope_view_get_show_marks (ScopeView *view)
{
  return view->show_marks;
}

void
scope_view_set_show_marks (ScopeView *view, gboolean show)
{
  gboolean changed = view->show_marks != !!show;

  view->show_marks = !!show;
  scope_view_notify_if (view, changed, SCOPE_VIEW_LOOK);
}

ScopeRulerMode
scope_view_get_ruler (ScopeView *view)
{
  return view->ruler;
}

void
scope_view_set_ruler (ScopeView *view, ScopeRulerMode mode)
{
  gboolean changed = view->ruler != mode;

  view->ruler = mode;
  scope_view_notify_if (view, changed, SCOPE_VIEW_LOOK | SCOPE_VIEW_CLOCK);
}

gint64
scope_view_get_ruler_zero (ScopeView *view)
{
  return view->ruler_zero;
}

void
scope_view_set_ruler_zero (ScopeView *view, gint64 time)
{
  gboolean changed = view->ruler_zero != time;

  view->ruler_zero = time;
  scope_view_notify_if (view, changed, SCOPE_VIEW_LOOK | SCOPE_VIEW_CLOCK);
}

gboolean
scope_view_get_wall_clock (ScopeView *view, gint64 *ret_epoch)
{
  return scope_clock_find_epoch (view->trace, ret_epoch);
}

ScopeClock
scope_view_get_clock (ScopeView *view)
{
  ScopeClock clock = scope_clock_of_trace (view->trace);

  clock.start = clock.zero = scope_trace_zero_of (view->viewport.first, view->viewport.last);
  if (view->ruler == SCOPE_RULER_WALL_CLOCK)
    scope_clock_set_wall (&clock, view->trace);
  else if (view->ruler == SCOPE_RULER_SINCE_MARK)
    clock.zero = view->ruler_zero;
  return clock;
}

guint
scope_view_get_dimmed (ScopeView *view)
{
  return view->dimmed;
}

void
scope_view_set_dimmed (ScopeView *view, guint states)
{
  gboolean changed = view->dimmed != states;

  view->dimmed = states;
  scope_view_notify_if (view, changed, SCOPE_VIEW_LOOK);
}

static const char *const column_names[] = { "share", "largest", "anything" };
static const char *const colour_names[] = { "state", "task" };

gboolean
scope_column_mode_parse (const char *word, ScopeColumnMode *ret_mode)
{
  for (guint i = 0; i < G_N_ELEMENTS (column_names); i++)
    if (strcmp (word, column_names[i]) == 0)
      {
        *ret_mode = (ScopeColumnMode) i;
        return TRUE;
      }
  return FALSE;
}

gboolean
scope_colour_mode_parse (const char *word, ScopeColourMode *ret_mode)
{
  for (guint i = 0; i < G_N_ELEMENTS (colour_names); i++)
    if (strcmp (word, colour_names[i]) == 0)
      {
        *ret_mode = (ScopeColourMode) i;
        return TRUE;
      }
  return FALSE;
}

const char *
scope_column_mode_name (ScopeColumnMode mode)
{
  return column_names[mode];
}

const char *
scope_colour_mode_name (ScopeColourMode mode)
{
  return colour_names[mode];
}

ScopeColumnMode
scope_view_get_columns (ScopeView *view)
{
  return view->columns;
}

void
scope_view_set_columns (ScopeView *view, ScopeColumnMode mode)
{
  gboolean changed = view->columns != mode;

  view->columns = mode;
  scope_view_notify_if (view, changed, SCOPE_VIEW_LOOK);
}

ScopeColourMode
scope_view_get_colours (ScopeView *view)
{
  return view->colours;
}

void
scope_view_set_colours (ScopeView *view, ScopeColourMode mode)
{
  gboolean changed = view->colours != mode;

  view->colours = mode;
  scope_view_notify_if (view, changed, SCOPE_VIEW_LOOK);
}

guint
scope_view_get_ticks (ScopeView *view)
{
  return view->ticks;
}

void
scope_view_set_ticks (ScopeView *view, guint kinds)
{
  gboolean changed = view->ticks != kinds;

  view->ticks = kinds;
  scope_view_notify_if (view, changed, SCOPE_VIEW_LOOK);
}

const ScopeCallLook *
scope_view_get_call_look (ScopeView *view)
{
  return &view->calls;
}

void
scope_view_set_call_look (ScopeView *view, const ScopeCallLook *look)
{
  gboolean changed = view->calls.hits != look->hits || view->calls.by_kind != look->by_kind || view->calls.depth_line != look->depth_line;

  view->calls = *look;
  scope_view_notify_if (view, changed, SCOPE_VIEW_LOOK);
}

gboolean
scope_view_get_task (ScopeView *view, ScopeLaneId *ret_thread)
{
  gboolean by_lane = view->has_lane && view->lane.kind == SCOPE_KIND_THREAD;

  if (by_lane)
    *ret_thread = view->lane;
  else if (view->has_task)
    *ret_thread = view->task;
  return by_lane || view->has_task;
}

void
scope_view_select_task (ScopeView *view, const ScopeLaneId *thread)
{
  gboolean same = thread != NULL && view->has_task && view->task.machine == thread->machine
                  && view->task.kind == thread->kind && view->task.index == thread->index;

  if (same || (thread == NULL && !view->has_task))
    return;
  view->has_task = thread != NULL;
  if (thread != NULL)
    view->task = *thread;
  scope_view_notify (view, SCOPE_VIEW_SELECTION);
}
