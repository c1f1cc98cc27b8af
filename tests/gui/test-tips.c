/* test-tips.c: what is said of what lies under the pointer: why an interval waits, what a pause was; and what a click on a pause
 * chooses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "widgets/canvas/scope-canvas-private.h"
#include "widgets/timeline/scope-timeline.h"

#include <string.h>

#define EDEN "tests/data/eden/generic4.parevents"
#define GHC "tests/data/ghc/parfib-n4-la.eventlog"

typedef struct
{
  ScopeImport *import;
  GtkWidget *window;
  ScopeTimeline *timeline;
  ScopeCanvas *canvas;
  ScopeView *view;
  guint row; /* where the pointer rests */
  gint64 time;
  const char *wanted;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->import = gui_import_new (data);
  f->timeline = gui_timeline_new (scope_import_get_trace (f->import), &f->window);
  f->view = scope_timeline_get_view (f->timeline);
  f->canvas = scope_timeline_get_canvas (f->timeline);
  g_assert_true (gui_wait (gui_timeline_is_complete, f->timeline));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->import);
}

/* A pointer that moves has its line drawn, and with a frame rows get their places. */
static void
rest (Fixture *f)
{
  gtk_widget_queue_draw (GTK_WIDGET (f->canvas));
  f->canvas->pointer_inside = TRUE;
  f->canvas->pointer_x = f->canvas->names_width + scope_viewport_time_to_x (scope_view_get_viewport (f->view), f->time);
  f->canvas->pointer_y
      = scope_canvas_row_y (f->canvas, f->row) + scope_lane_list_row (scope_view_get_lanes (f->view), f->row)->height / 2;
  scope_canvas_start_tip (f->canvas);
}

/* The display's own pointer may lie over the window, too, and what is told may not be read yet: then once more. */
static gboolean
tip_says (gpointer data)
{
  Fixture *f = data;

  if (gtk_widget_get_visible (f->canvas->tip) && strstr (gtk_label_get_label (GTK_LABEL (f->canvas->tip)), f->wanted) != NULL)
    return TRUE;
  if (f->canvas->tip_timeout == 0 && f->canvas->tip_asking == NULL)
    rest (f);
  return FALSE;
}

/* The pointer rests there. */
static void
assert_tip (Fixture *f, guint row, gint64 time, const char *wanted)
{
  f->row = row;
  f->time = time;
  f->wanted = wanted;
  rest (f);
  if (!gui_wait (tip_says, f))
    g_error ("The tip is “%s”", gtk_label_get_label (GTK_LABEL (f->canvas->tip)));
}

/* Where the tip was asked for last. */
static void
click (Fixture *f, guint n_press)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (f->canvas));

  rest (f);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller) && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_PRIMARY)
        g_signal_emit_by_name (controller, "released", n_press, f->canvas->pointer_x, f->canvas->pointer_y);
    }
}

static guint
row_of_kind (Fixture *f, ScopeRowKind kind)
{
  ScopeLaneList *lanes = scope_view_get_lanes (f->view);

  for (guint row = 0; row < scope_lane_list_n_rows (lanes); row++)
    if (scope_lane_list_row (lanes, row)->kind == kind)
      return row;
  g_assert_not_reached ();
}

/* As the inspector says it, without a click: tests/gui/test-inspector.c. */
static void
test_why (Fixture *f, gconstpointer data)
{
  ScopeTrace *trace = scope_view_get_trace (f->view);
  ScopeLaneId lane;
  gint64 offset;

  g_assert_true (scope_trace_parse_lane (trace, "thread:1/14", &lane, NULL));
  offset = scope_trace_offset (trace, scope_trace_machine (trace, lane.machine));
  scope_lane_list_set_lanes (scope_view_get_lanes (f->view), &lane, 1);
  scope_view_set_range (f->view, 34000000 + offset, 38000000 + offset);
  g_assert_true (gui_wait (gui_timeline_is_complete, f->timeline));
  assert_tip (f, scope_lane_list_find (scope_view_get_lanes (f->view), lane, FALSE), 36000000 + offset,
              "\nWaiting for 3:1 → stream, element 1");
  /* It goes with the pointer, and no answer brings it back. */
  scope_canvas_start_tip (f->canvas);
  scope_canvas_hide_tip (f->canvas);
  g_assert_null (f->canvas->tip_asking);
  g_assert_false (gtk_widget_get_visible (f->canvas->tip));
}

static gboolean
has_pauses (gpointer data)
{
  const ScopeOverlay *overlay = ((Fixture *) data)->canvas->overlay;

  return overlay != NULL && overlay->pauses->len > 0;
}

static void
test_pause (Fixture *f, gconstpointer data)
{
  guint row = row_of_kind (f, SCOPE_ROW_PAUSES);
  const ScopeViewport *viewport;
  ScopeLaneId lane;
  gint64 from, to;

  scope_view_set_range (f->view, 2000000, 3000000);
  g_assert_true (gui_wait (gui_timeline_is_complete, f->timeline));
  g_assert_true (gui_wait (has_pauses, f));
  assert_tip (f, row, 2600000, "GC, generation 1\n");
  assert_tip (f, row, 2600000, "60.1 µs of it until all had stopped");
  assert_tip (f, row_of_kind (f, SCOPE_ROW_HEAP), 2900000, "Heap\nsize 5.2 MB\nlive 102 kB");
  assert_tip (f, row, 2600000, "GC");
  click (f, 1);
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_cmpint (lane.kind, ==, SCOPE_KIND_PROCESSOR);
  g_assert_cmpuint (lane.index, ==, 1);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, 2491121);
  g_assert_cmpint (to, ==, 2491121 + 181791);
  click (f, 2);
  viewport = scope_view_get_viewport (f->view);
  g_assert_cmpfloat (viewport->to - viewport->from, <, 400000);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  g_test_add ("/tips/why", Fixture, EDEN, set_up, test_why, tear_down);
  g_test_add ("/tips/pause", Fixture, GHC, set_up, test_pause, tear_down);
  return g_test_run ();
}
