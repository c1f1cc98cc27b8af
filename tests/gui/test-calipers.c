/* test-calipers.c: calipers and marks on the lanes, by keys and with the pointer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lanes-input.h"

/* --- calipers --- */

static gboolean
caliper_is_other (gpointer data)
{
  Fixture *f = data;
  ScopeViewCalipers calipers;

  return scope_view_get_calipers (f->view, &calipers) && calipers.at[calipers.active] != f->from;
}

static gint64
step_caliper (Fixture *f, guint key)
{
  ScopeViewCalipers calipers;

  g_assert_true (scope_view_get_calipers (f->view, &calipers));
  f->from = calipers.at[calipers.active];
  g_assert_true (press (f, key, GDK_SHIFT_MASK));
  g_assert_true (gui_wait (caliper_is_other, f));
  scope_view_get_calipers (f->view, &calipers);
  return calipers.at[calipers.active];
}

typedef struct
{
  ScopeTrace *trace;
  gint64 from, to; /* of these: whether one is an edge */
} Edges;

/* The thread that draws must not read. */
static gpointer
look_for_edge (gpointer data)
{
  Edges *edges = data;
  ScopeMachine *machine = scope_trace_machine (edges->trace, 0);
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, 2)->lane;
  ScopeInterval interval;

  for (gint64 t = edges->from; t < edges->to; t++)
    if (scope_lane_store_interval_at (machine->lanes, lane, t, &interval, NULL) && interval.from == t)
      return GINT_TO_POINTER (TRUE);
  return NULL;
}

static gboolean
has_edge (Fixture *f, gint64 from, gint64 to)
{
  Edges edges = { scope_view_get_trace (f->view), from, to };

  return g_thread_join (g_thread_new ("edges", look_for_edge, &edges)) != NULL;
}

static gboolean
is_edge (Fixture *f, gint64 time)
{
  return has_edge (f, time, time + 1);
}

/* Keys set them at the selection, move them from edge to edge or freely, and remove them; the selection stays. */
static void
test_calipers (Fixture *f, gconstpointer data)
{
  ScopeViewCalipers calipers;
  gint64 at, next, from, to;

  g_assert_false (can (f, "caliper-next"));
  select_processor (f, 2);
  scope_view_select_range (f->view, 1000000, 2000001);
  g_assert_true (press (f, GDK_KEY_c, 0));
  g_assert_true (scope_view_get_calipers (f->view, &calipers));
  g_assert_cmpint (calipers.at[0], ==, 1000000);
  g_assert_cmpint (calipers.at[1], ==, 2000001);
  g_assert_cmpuint (calipers.active, ==, 1);
  g_assert_true (calipers.has_lane && calipers.lane.kind == SCOPE_KIND_PROCESSOR && calipers.lane.index == 2);
  g_assert_true (can (f, "caliper-next"));
  at = step_caliper (f, GDK_KEY_greater);
  g_assert_cmpint (at, >, 2000001);
  g_assert_true (is_edge (f, at));
  next = step_caliper (f, GDK_KEY_greater);
  g_assert_cmpint (next, >, at);
  g_assert_true (is_edge (f, next));
  g_assert_cmpint (step_caliper (f, GDK_KEY_less), ==, at);
  /* The other one; freely. */
  g_assert_true (press (f, GDK_KEY_x, 0));
  scope_view_get_calipers (f->view, &calipers);
  g_assert_cmpuint (calipers.active, ==, 0);
  g_assert_true (press (f, GDK_KEY_Right, GDK_SHIFT_MASK));
  scope_view_get_calipers (f->view, &calipers);
  g_assert_cmpint (calipers.at[0], >, 1000000);
  g_assert_cmpint (calipers.at[1], ==, at);
  g_assert_true (press (f, GDK_KEY_Left, GDK_SHIFT_MASK));
  scope_view_get_calipers (f->view, &calipers);
  g_assert_cmpint (calipers.at[0], ==, 1000000);
  /* Escape takes the calipers first. */
  g_assert_true (press (f, GDK_KEY_Escape, 0));
  g_assert_false (scope_view_get_calipers (f->view, &calipers));
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_false (can (f, "caliper-next"));
  /* Without calipers the keys pan, as ever. */
  g_assert_true (press (f, GDK_KEY_Right, GDK_SHIFT_MASK));
}

/* They are taken by their flags, too, all of which stands within the plot where their line is at its end. */
static void
test_caliper_flags (Fixture *f, gconstpointer data)
{
  double names = scope_canvas_get_names_width (f->canvas), width = scope_view_get_viewport (f->view)->width;
  double y = SCOPE_RULER_HEIGHT - 3;
  ScopeViewCalipers calipers;
  gint64 from, to;

  scope_viewport_get_range (scope_view_get_viewport (f->view), &from, &to);
  scope_view_place_calipers (f->view);
  scope_view_move_caliper (f->view, 0, from);
  scope_view_move_caliper (f->view, 1, to);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width - SCOPE_CALIPER_MARGIN - SCOPE_CALIPER_FLAG + 1, y), ==, 1);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width - SCOPE_CALIPER_MARGIN - SCOPE_CALIPER_FLAG - 1, y), ==, -1);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width - SCOPE_CALIPER_MARGIN - SCOPE_CALIPER_FLAG + 1, y + 10), ==, -1); /* the plot */
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width - SCOPE_CALIPER_MARGIN - SCOPE_CALIPER_FLAG + 1, 5), ==, -1); /* the ruler's figures */
  g_assert_cmpint (scope_canvas_caliper_flag_at (f->canvas, names + 2, y), ==, 0); /* not the edge of the names */
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + SCOPE_CALIPER_FLAG - 1, y), ==, 0);
  scope_view_move_caliper (f->view, 0, from + (to - from) / 2);
  scope_view_get_calipers (f->view, &calipers);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width / 2 - 6.5, y), ==, 0);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + width / 2 + 8, y), ==, -1);
  scope_view_set_calipers (f->view, NULL);
}

/* A caliper under the pointer goes with it, to what is near on its lane; with Shift it stays where it was put. */
static void
test_drag_caliper (Fixture *f, gconstpointer data)
{
  double names = scope_canvas_get_names_width (f->canvas);
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);
  ScopeViewCalipers calipers;
  gint64 free;
  guint snapped = 0;

  select_processor (f, 2);
  scope_view_set_range (f->view, 1000000, 1020000); /* of steps of some 1,000 ticks */
  scope_view_place_calipers (f->view);
  scope_view_get_calipers (f->view, &calipers);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + scope_viewport_time_to_x (viewport, calipers.at[0]) + 3, 300), ==, 0);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + scope_viewport_time_to_x (viewport, calipers.at[1]), 300), ==, 1);
  g_assert_cmpint (scope_canvas_caliper_at (f->canvas, names + scope_viewport_time_to_x (viewport, calipers.at[0]) + 30, 300), ==, -1);
  scope_canvas_drag_caliper (f->canvas, 0, names + 101, TRUE);
  scope_view_get_calipers (f->view, &calipers);
  free = scope_canvas_time_at (f->canvas, names + 101);
  g_assert_cmpint (calipers.at[0], ==, free);
  /* At every pixel: either it snaps within the reach, or nothing is near. */
  for (guint x = 0; x < 40; x++)
    {
      gint64 put = scope_canvas_time_at (f->canvas, names + x * 7);
      gint64 reach = (gint64) (7 * scope_viewport_scale (viewport));
      gint64 inner = (gint64) (5 * scope_viewport_scale (viewport));
      gboolean near = has_edge (f, put - inner, put + inner);

      f->from = put;
      scope_canvas_drag_caliper (f->canvas, 0, names + x * 7, FALSE);
      if (!near || is_edge (f, put))
        continue;
      g_assert_true (gui_wait (caliper_is_other, f));
      scope_view_get_calipers (f->view, &calipers);
      g_assert_true (is_edge (f, calipers.at[0]));
      g_assert_cmpint (ABS (calipers.at[0] - put), <=, reach);
      snapped++;
    }
  g_assert_cmpuint (snapped, >, 3);
}

/* --- marks --- */

static void
set_up_marks (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeImport) import = gui_import_new (data);

  f->timeline = gui_timeline_new (scope_import_get_trace (import), &f->window);
  f->view = scope_timeline_get_view (f->timeline);
  f->canvas = scope_timeline_get_canvas (f->timeline);
  f->lanes = scope_view_get_lanes (f->view);
  g_assert_true (gui_wait (gui_timeline_is_complete, f->timeline));
  gtk_widget_grab_focus (GTK_WIDGET (f->canvas));
}

/* M goes from mark to mark, Shift+M back; past the last there is none. */
static void
test_mark_keys (Fixture *f, gconstpointer data)
{
  gint64 marks[4];

  scope_view_select_range (f->view, 0, 0);
  f->from = f->to = 0;
  for (guint i = 0; i < 4; i++)
    {
      g_assert_true (press (f, GDK_KEY_m, 0));
      wait_for_range (f);
      g_assert_cmpint (f->from, ==, f->to);
      g_assert_cmpint (f->from, >, i > 0 ? marks[i - 1] : 0);
      marks[i] = f->from;
    }
  for (guint i = 3; i-- > 0;)
    {
      g_assert_true (press (f, GDK_KEY_M, GDK_SHIFT_MASK));
      wait_for_range (f);
      g_assert_cmpint (f->from, ==, marks[i]);
    }
}

/* Ctrl+Shift+M takes what lies between two marks, and the next ones; F zooms to it. */
static void
test_between_marks (Fixture *f, gconstpointer data)
{
  gint64 first, second;

  scope_view_select_range (f->view, 0, 0);
  f->from = f->to = 0;
  g_assert_true (press (f, GDK_KEY_m, 0));
  wait_for_range (f);
  first = f->from;
  g_assert_true (press (f, GDK_KEY_M, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  wait_for_range (f);
  g_assert_cmpint (f->from, ==, first);
  g_assert_cmpint (f->to, >, first);
  second = f->to;
  g_assert_true (press (f, GDK_KEY_f, 0));
  g_assert_cmpfloat_with_epsilon (scope_view_get_viewport (f->view)->span, (double) (second - first), (double) (second - first) / 2);
  g_assert_true (press (f, GDK_KEY_M, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  wait_for_range (f);
  g_assert_cmpint (f->from, ==, first);
  g_assert_cmpint (f->to, >, second);
}

/* How many single marks are seen, of which the time at their pixels is theirs. */
static guint
count_snapped (Fixture *f)
{
  guint row = scope_lane_list_find_key (f->lanes, "marks:1"), n = 0;
  const ScopeLaneNode *node = scope_lane_list_row (f->lanes, row);
  double y = SCOPE_RULER_HEIGHT + node->y + node->height / 2;

  for (double x = scope_canvas_get_names_width (f->canvas); x < gtk_widget_get_width (GTK_WIDGET (f->canvas)); x++)
    {
      ScopeMarkHit mark;

      if (!scope_canvas_mark_at (f->canvas, x, y, &mark) || mark.from != mark.to)
        continue;
      g_assert_cmpint (scope_canvas_snapped_time (f->canvas, x, y), ==, mark.from);
      n++;
    }
  return n;
}

static gboolean
has_snapped (gpointer data)
{
  return count_snapped (data) > 3;
}

/* A range that is dragged, or extended by a click with Shift, to a mark ends at the mark. */
static void
test_mark_snaps (Fixture *f, gconstpointer data)
{
  scope_view_set_range (f->view, 6243000, 6262000);
  g_assert_true (gui_wait (has_snapped, f));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/calipers/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("steps", test_calipers);
  ADD ("drag", test_drag_caliper);
  ADD ("flags", test_caliper_flags);
  g_test_add ("/calipers/mark-keys", Fixture, "tests/data/analysis/lock_convoy.eventlog", set_up_marks, test_mark_keys, tear_down);
  g_test_add ("/calipers/between-marks", Fixture, "tests/data/analysis/lock_convoy.eventlog", set_up_marks, test_between_marks, tear_down);
  g_test_add ("/calipers/mark-snaps", Fixture, "tests/data/analysis/lock_convoy.eventlog", set_up_marks, test_mark_snaps, tear_down);
  return g_test_run ();
}
