/* scope-chart.h: the base of widgets that draw one scene, most of them a chart in which time runs from left to right.
 *
 * A chart redraws when its view changes, says in words what is under the pointer, and takes pointer and keys. A chart that reads a
 * trace does so off the main thread, while it is to be seen; what was read last is drawn by its times until the new is there.
 *
 * In a chart over time, one with `place`, all input is the same:
 *
 *     left drag    select a range      click        choose what is there        double click   choose it, and zoom there
 *     middle drag  pan                 Shift+wheel  pans, Ctrl+wheel zooms      hover          says what is there
 *     keys         the chart's own, then those of scope-time-keys.h
 *
 * The time under the pointer is the view's cursor: a line there in every view of it. The timeline itself has more input
 * (scope-canvas-input.c).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"
#include "model/scene/view/scope-view.h"
#include "widgets/draw/scope-presenter.h"
#include "widgets/kit/scope-async-query.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_CHART (scope_chart_get_type ())
#define SCOPE_CHART(object) (G_TYPE_CHECK_INSTANCE_CAST ((object), SCOPE_TYPE_CHART, ScopeChart))
#define SCOPE_IS_CHART(object) (G_TYPE_CHECK_INSTANCE_TYPE ((object), SCOPE_TYPE_CHART))
#define SCOPE_CHART_CLASS(klass) (G_TYPE_CHECK_CLASS_CAST ((klass), SCOPE_TYPE_CHART, ScopeChartClass))
#define SCOPE_CHART_GET_CLASS(object) (G_TYPE_INSTANCE_GET_CLASS ((object), SCOPE_TYPE_CHART, ScopeChartClass))

/* Classes that derive from it read `view` and `scroll`; the rest is its own. */
typedef struct
{
  GtkWidget parent_instance;

  ScopeView *view;       /* or NULL */
  GtkAdjustment *scroll; /* of the scroller around it, with `in_scroller`; or NULL */
  char *words;           /* of what is chosen, or NULL */
  ScopePresenter *presenter;
  ScopeAsyncQuery *query; /* NULL: it reads nothing */
  gpointer asked;         /* what was wanted when it was asked last */
  gboolean has_asked;
  guint tick;             /* will ask before the next frame */
  gboolean dragging, has_hover;
  double hover_x;         /* of the widget */
  double drag_x, pan_x;   /* where the drag began; how far it has panned */
} ScopeChart;

/* All of it but `build` may be left out. */
typedef struct
{
  GtkWidgetClass parent_class;

  /* --- drawing --- */
  /* The scene in a size that is not empty; NULL: nothing is shown. */
  ScopeScene *(*build) (ScopeChart *chart, double width, double height);
  int least[2], natural[2];            /* pixels, by GtkOrientation */
  int (*height) (ScopeChart *chart);   /* that it has and needs, instead of these; 0: these */
  gboolean in_scroller;                /* draws only what is seen of it: scope_chart_get_seen() */
  guint redraws, rereads;              /* the changes of its view (ScopeViewChange) that it draws, or reads, again for */
  /* Its view has changed, before it draws or reads. */
  void (*changed) (ScopeChart *chart, guint what);
  /* It gets another view: forgets what it had of this one. */
  void (*forget) (ScopeChart *chart);

  /* --- input --- */
  /* What is at a place of the widget: chosen; `zoom`: gone to. FALSE: nothing is there. */
  gboolean (*choose) (ScopeChart *chart, double x, double y, gboolean zoom);
  /* The same in words; NULL or "": nothing is there. The caller frees them. */
  char *(*describe) (ScopeChart *chart, double x, double y);
  /* The pointer is there; both -1: it has left. Over time, the view's cursor goes there if the chart does not say otherwise. */
  void (*point) (ScopeChart *chart, double x, double y);
  /* A key without Ctrl or Alt; FALSE: it is none of the chart's own. */
  gboolean (*key) (ScopeChart *chart, guint keyval, GdkModifierType modifiers);
  /* Over time, while there is a view: what it shows, as wide as the plot, which begins at *ret_left of the widget. */
  void (*place) (ScopeChart *chart, ScopeViewport *ret, double *ret_left);
  /* Over time, the wheel by so many pixels downwards; left out: that is for what is around the chart. */
  void (*wheel) (ScopeChart *chart, double pixels);

  /* --- reading, while there is a view --- */
  ScopeAsyncQueryClass query; /* find, free_answer, what_size, clear_what; the rest is set already */
  /* What is wanted now; the trace is in `within` already. FALSE: nothing. */
  gboolean (*want) (ScopeChart *chart, ScopeQueryRange *within, gpointer what);
  /* TRUE if an answer to the one is an answer to the other. Pointers in the second may be gone: they are only compared. */
  gboolean (*same) (gconstpointer wanted, gconstpointer asked);
  /* The answer, which is taken; NULL, with an error if it was not cancelled. It is drawn afterwards. */
  void (*show) (ScopeChart *chart, gpointer answer, const GError *error);
} ScopeChartClass;

GType scope_chart_get_type (void) G_GNUC_CONST;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeChart, g_object_unref)

/* --- for whoever has a chart --- */

/* Signals: "chosen" (chart): something else is: scope_chart_get_words(). */

/* NULL: shows nothing. */
void scope_chart_set_view (ScopeChart *self, ScopeView *view);
/* TRUE if what is drawn is what is wanted. */
gboolean scope_chart_is_settled (ScopeChart *self);
/* As a click there, or a double click. FALSE if there is nothing. */
gboolean scope_chart_choose (ScopeChart *self, double x, double y, gboolean zoom);
/* What is at a place of the widget, in words; NULL: nothing. Free with g_free(). */
char *scope_chart_describe (ScopeChart *self, double x, double y);
/* What it says to those who do not see it; NULL: nothing. */
void scope_chart_say (ScopeChart *self, const char *words);
/* What was said last of what is chosen, in lines. Borrowed; "" if nothing was. */
const char *scope_chart_get_words (ScopeChart *self);

/* --- for classes that derive from it --- */

/* `name` is what a screen reader calls it. */
GtkWidget *scope_chart_new (GType type, const char *name);
void scope_chart_class_set_size (ScopeChartClass *klass, int least_width, int width, int least_height, int height);
/* Something else is chosen, or the same in other words, which it takes (NULL: none): they are said, and who listens is told. */
void scope_chart_say_chosen (ScopeChart *self, char *words);
/* Over time: the view goes nearer to what is at a place of the widget, as a double click does on what is too small to be seen as one thing. */
void scope_chart_go_nearer (ScopeChart *self, double x);
/* Asks if something else is wanted than what was asked last. */
void scope_chart_read (ScopeChart *self);
/* What was asked last is no answer any more: asks soon. `cancel`: nor is what is under way. */
void scope_chart_read_again (ScopeChart *self, gboolean cancel);
/* The pixels above what is seen of a chart in a scroller, and the height of that; else 0, and its height. */
double scope_chart_get_seen (ScopeChart *self, double *ret_height);

G_END_DECLS
