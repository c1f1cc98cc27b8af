/* scope-call-chart-private.h: a chart of a call stack, for the file in which input is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/calls/scope-call-chart-view.h"

#include "widgets/draw/scope-presenter.h"
#include "widgets/kit/scope-async-query.h"

G_BEGIN_DECLS

/* What is asked for. */
typedef struct
{
  ScopeLaneId lane;
  gint64 finest;
  guint hits;              /* kinds of marks */
  ScopeViewport viewport;
} ScopeCallChartWhat;

struct _ScopeCallChartView
{
  GtkWidget parent_instance;

  ScopeView *view;
  ScopePresenter *presenter;
  ScopeAsyncQuery *question;
  ScopeActivations *activations; /* what was read last */
  GPtrArray *marks;              /* on it; or NULL */
  GtkAdjustment *scroll;         /* of the scroller around it; borrowed while it is there */
  char *search, *trouble;
  guint n_found;
  ScopeCallChartWhat asked;                    /* last */
  gint64 asked_from, asked_to;
  gboolean has_asked, has_lane, has_chosen;
  ScopeLaneId lane;
  guint chosen_depth;
  gint64 chosen_time;
};

/* --- scope-call-chart-view.c --- */

/* The visible range over this widget's width. */
void scope_call_chart_view_init_viewport (ScopeCallChartView *self, ScopeViewport *viewport);
/* As it is drawn now; `viewport` is to live as long as `options`. */
void scope_call_chart_view_init_options (ScopeCallChartView *self, ScopeCallChartOptions *options, ScopeViewport *viewport);
/* Tells others that this function was chosen. */
void scope_call_chart_view_notify_chosen (ScopeCallChartView *self, const char *function);

/* --- scope-call-chart-input.c --- */

/* Clicks, drags, wheel, keys, tooltips. Once. */
void scope_call_chart_view_add_input (ScopeCallChartView *self);

G_END_DECLS
