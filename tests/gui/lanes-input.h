/* lanes-input.h: the timeline of a trace in a window, for tests that press keys in its lanes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/view/scope-view-calipers.h"
#include "widgets/canvas/scope-canvas-private.h"
#include "widgets/timeline/scope-timeline.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>

typedef struct
{
  GtkWidget *window;
  ScopeTimeline *timeline;
  ScopeCanvas *canvas;
  ScopeView *view;
  ScopeLaneList *lanes;
  gint64 from, to; /* what a wait compares with */
} Fixture;

static inline void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeTrace) trace = gui_trace_new (6, 5000, 1000);

  f->timeline = gui_timeline_new (trace, &f->window);
  f->view = scope_timeline_get_view (f->timeline);
  f->canvas = scope_timeline_get_canvas (f->timeline);
  f->lanes = scope_view_get_lanes (f->view);
  g_assert_true (gui_wait (gui_timeline_is_complete, f->timeline));
  gtk_widget_grab_focus (GTK_WIDGET (f->canvas));
}

static inline void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
}

/* As if the key were pressed in the canvas. */
static inline gboolean
press (Fixture *f, guint keyval, GdkModifierType modifiers)
{
  return gui_press (GTK_WIDGET (f->canvas), keyval, modifiers);
}

static inline gboolean
can (Fixture *f, const char *action)
{
  return g_action_group_get_action_enabled (scope_timeline_get_actions (f->timeline), action);
}

static inline gboolean
range_is_other (gpointer data)
{
  Fixture *f = data;
  gint64 from, to;

  return scope_view_get_selected_range (f->view, &from, &to) && (from != f->from || to != f->to);
}

static inline void
wait_for_range (Fixture *f)
{
  g_assert_true (gui_wait (range_is_other, f));
  scope_view_get_selected_range (f->view, &f->from, &f->to);
}

static inline void
select_processor (Fixture *f, guint32 index)
{
  ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, index };

  scope_view_select_lane (f->view, &lane);
  f->from = f->to = -1;
}
