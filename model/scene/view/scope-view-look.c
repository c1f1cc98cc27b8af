/* scope-view-look.c: what a view looks like, as a table of its fields: palette, heights, ruler, columns, ticks; and its messages, the
 * task that stands out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-view-private.h"

static const char *const heights[] = { "comfortable", "compact", "dense", "automatic", NULL };
static const char *const columns[] = { "share", "largest", "anything", NULL };
static const char *const colours[] = { "state", "task", "cause", NULL };
static const char *const rulers[] = { "start", "wall", "mark", NULL };

#define BITS(n) ((1u << (n)) - 1)
#define ROW(field, kind, name, otherwise, ...) \
  { G_STRUCT_OFFSET (ScopeViewLook, field), SCOPE_LOOK_##kind, name, otherwise, .what = SCOPE_VIEW_LOOK, __VA_ARGS__ }
#define CLOCK_ROW(field, kind, name, ...) \
  { G_STRUCT_OFFSET (ScopeViewLook, field), SCOPE_LOOK_##kind, name, 0, .what = SCOPE_VIEW_LOOK | SCOPE_VIEW_CLOCK, __VA_ARGS__ }

const ScopeLookRow scope_look_rows[SCOPE_N_LOOKS] = {
  [SCOPE_LOOK_PALETTE] = ROW (palette, KEPT_NOWHERE, NULL, 0),
  [SCOPE_LOOK_HEIGHT] = ROW (height, IS_WORD, "Height", SCOPE_HEIGHT_AUTOMATIC, .words = heights),
  [SCOPE_LOOK_COLUMNS] = ROW (columns, IS_WORD, "Columns", SCOPE_COLUMNS_SHARE, .words = columns),
  [SCOPE_LOOK_COLOURS] = ROW (colours, IS_WORD, "Colours", SCOPE_COLOUR_STATE, .words = colours),
  [SCOPE_LOOK_MARKS] = ROW (show_marks, IS_BOOLEAN, "Marks", TRUE),
  [SCOPE_LOOK_RULER_ZERO] = CLOCK_ROW (ruler_zero, IS_TIME, "RulerZero"),
  [SCOPE_LOOK_RULER] = CLOCK_ROW (ruler, IS_WORD, "Ruler", .words = rulers),
  [SCOPE_LOOK_TICKS] = ROW (ticks, IS_BITS, "Ticks", BITS (SCOPE_N_TICKS), .bits = BITS (SCOPE_N_TICKS)),
  [SCOPE_LOOK_DIMMED] = ROW (dimmed, IS_BITS, "Dimmed", 0, .bits = BITS (SCOPE_N_STATES)),
  [SCOPE_LOOK_PATH] = ROW (path, IS_BITS, "Path", 0, .bits = SCOPE_PATH_AS_LANE | SCOPE_PATH_AS_LINE),
  [SCOPE_LOOK_PHASES] = ROW (phases, IS_BOOLEAN, "Phases", FALSE),
  [SCOPE_LOOK_LEAST_MOST] = ROW (least_most, IS_BOOLEAN, "LeastMost", FALSE),
  [SCOPE_LOOK_HITS] = ROW (hits, IS_BITS, "Hits", BITS (SCOPE_N_SHOWN_HITS), .bits = BITS (SCOPE_N_SHOWN_HITS)),
  [SCOPE_LOOK_CALLS_BY_KIND] = ROW (calls_by_kind, IS_BOOLEAN, "CallsByKind", FALSE),
  [SCOPE_LOOK_DEPTH_LINE] = ROW (depth_line, IS_BOOLEAN, "DepthLine", TRUE),
};

const char *
scope_look_word (ScopeLookField field, guint value)
{
  return scope_look_rows[field].words[value];
}

int
scope_look_find_word (ScopeLookField field, const char *word)
{
  const char *const *words = scope_look_rows[field].words;

  for (int i = 0; word != NULL && words[i] != NULL; i++)
    if (g_str_equal (words[i], word))
      return i;
  return -1;
}

gint64
scope_look_get (const ScopeViewLook *look, ScopeLookField field)
{
  const ScopeLookRow *row = &scope_look_rows[field];

  return row->kind == SCOPE_LOOK_IS_TIME ? G_STRUCT_MEMBER (gint64, look, row->place) : G_STRUCT_MEMBER (guint, look, row->place);
}

void
scope_look_set (ScopeViewLook *look, ScopeLookField field, gint64 value)
{
  const ScopeLookRow *row = &scope_look_rows[field];

  if (row->kind == SCOPE_LOOK_IS_TIME)
    G_STRUCT_MEMBER (gint64, look, row->place) = value;
  else
    G_STRUCT_MEMBER (guint, look, row->place) = (guint) (row->kind == SCOPE_LOOK_IS_BOOLEAN ? value != 0 : value);
}

void
scope_look_init (ScopeViewLook *look)
{
  for (guint i = 0; i < SCOPE_N_LOOKS; i++)
    scope_look_set (look, i, scope_look_rows[i].otherwise);
}

const ScopeViewLook *
scope_view_get_look (ScopeView *view)
{
  return &view->look;
}

ScopePaletteKind
scope_view_get_palette (ScopeView *view)
{
  return view->look.palette;
}

void
scope_view_set_whole_look (ScopeView *view, const ScopeViewLook *look)
{
  ScopeViewChange what = 0;

  for (guint i = 0; i < SCOPE_N_LOOKS; i++)
    if (scope_look_get (&view->look, i) != scope_look_get (look, i))
      what |= scope_look_rows[i].what;
  view->look = *look;
  scope_view_update_path (view);
  scope_view_update_phases (view);
  scope_view_notify_if (view, what != 0, what);
}

void
scope_view_set_look (ScopeView *view, ScopeLookField field, gint64 value)
{
  ScopeViewLook look = view->look;

  scope_look_set (&look, field, value);
  scope_view_set_whole_look (view, &look);
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
  scope_lane_list_set_traffic (view->lanes, filter->rows);
  scope_view_notify (view, SCOPE_VIEW_LOOK);
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
  if (view->look.ruler == SCOPE_RULER_WALL_CLOCK)
    scope_clock_set_wall (&clock, view->trace);
  else if (view->look.ruler == SCOPE_RULER_SINCE_MARK)
    clock.zero = view->look.ruler_zero;
  return clock;
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
  gboolean same = thread != NULL && view->has_task && scope_lane_id_equal (view->task, *thread);

  if (same || (thread == NULL && !view->has_task))
    return;
  view->has_task = thread != NULL;
  if (thread != NULL)
    view->task = *thread;
  scope_view_notify (view, SCOPE_VIEW_SELECTION);
}
