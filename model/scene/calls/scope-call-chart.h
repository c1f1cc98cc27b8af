/* scope-call-chart.h: a call stack over time as a picture: a bar an activation, its callees under it, time to the right.
 *
 * Where activations are narrower than a pixel they come as stretches (scope-activations.h), and are drawn as shares: of the height of
 * their level as much as of the time was covered, in the colour of the function that has most of it for as much as that has,
 * in grey for the others. So it is true at every zoom: what covers half of the time is half as high.
 *
 *     ruler    0 ms          1 ms          2 ms
 *     depth 0  |========== wl:cg_worker/2 ==========|
 *     depth 1   |== wl:fib/1 ==| |suspended|  ▂▂▃▂▂
 *
 * The timeline draws the same bars in its rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/calls/scope-call-bar.h"
#include "model/scene/view/scope-view.h"

#include "model/trace/calls/scope-activations.h"
#include "model/trace/call-diff/scope-call-unmatched.h"

G_BEGIN_DECLS

#define SCOPE_CALL_CHART_ROW 17.0
#define SCOPE_CALL_CHART_RULER 24.0
#define SCOPE_CALL_CHART_LEGEND 20.0

/* --- bars in any scene --- */

typedef struct
{
  const ScopeViewport *viewport;
  double x, y;          /* of the viewport's left edge, and the top of depth 0 */
  double top, bottom;   /* levels outside are left out */
  double row;           /* height of a level */
  guint factor;         /* pixels of the display per pixel: what is dense is drawn into a picture (scope-pixel-batch.h); 0: rectangles, as files want
                         * them */
  const char *search;   /* as scope_call_chart_fold() has it; NULL: nothing is looked for */
  gboolean grows;       /* what is not known may still come: hatched, as what was too much to be read always is */
  gboolean by_kind;     /* colours say whose a function is: user, kernel, idle; else which it is */
  gboolean depth_line;  /* how deep the stack is, as a line below it: scope-call-depth.h */
  const struct _ScopeCallMarks *marks; /* on the bars: scope-call-marks.h; or NULL */
  const ScopeCallUnmatched *unmatched; /* in a comparison: bars of `side` without a partner are marked, scope-call-unmatched-marks.h; or NULL */
  ScopeCallSide side;
  gboolean has_chosen;  /* outline the activation at … */
  guint chosen_depth;
  gint64 chosen_time;
} ScopeCallChartPlace;

/* Returns how many bars the search found. */
guint scope_call_chart_add (ScopeScene *scene, const ScopeActivations *activations, const ScopeCallChartPlace *place);
/* The item at a pixel of such a place, or NULL; *ret_depth and *ret_time where that is (also where nothing is). */
const ScopeActivation *scope_call_chart_hit (const ScopeActivations *activations, const ScopeCallChartPlace *place, double x,
                                             double y, guint *ret_depth, gint64 *ret_time);
/* Four lines at most: what it is, how long, since when; of a stretch, how many and what they cover. Times since the start of
 * the trace. Free with g_free(). */
char *scope_call_chart_describe (ScopeTrace *trace, const ScopeActivations *activations, const ScopeActivation *item, const ScopeClock *clock);
/* What is looked for, as names are compared with it; NULL if it is empty. Free with g_free(). */
char *scope_call_chart_fold (const char *search);

/* --- a picture of its own, with a ruler --- */

typedef struct
{
  double width, height;
  double scroll_y;        /* levels scrolled up by so much, below the ruler */
  double font_size;       /* 0: 11 */
  guint factor;           /* as above */
  ScopePaletteKind palette;
  const ScopeViewport *viewport; /* of `width` pixels */
  ScopeClock clock; /* of the ruler */
  const char *search;     /* as above */
  gboolean grows, by_kind, depth_line; /* as above */
  const struct _ScopeCallMarks *marks; /* as above; with a legend below */
  gboolean has_chosen;
  guint chosen_depth;
  gint64 chosen_time;
  gboolean has_selection; /* a range of time, shaded */
  gint64 selection_from, selection_to;
} ScopeCallChartOptions;

/* `activations` NULL: nothing has been read yet. *ret_found as above, or NULL. Free with scope_scene_free(). */
ScopeScene *scope_call_chart_scene (const ScopeActivations *activations, const ScopeCallChartOptions *options, guint *ret_found);
/* Where the bars of that picture are. */
void scope_call_chart_place (const ScopeCallChartOptions *options, ScopeCallChartPlace *ret_place);
/* Height that so many levels need, with the ruler, without a legend. */
double scope_call_chart_height (guint n_depths);
/* Height of the legend of marks or kinds below; 0: it has none. */
double scope_call_chart_legend_height (const ScopeCallChartOptions *options);

G_END_DECLS
