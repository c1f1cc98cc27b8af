/* scope-lock-scene.h: the picture of locks over time, a function from a view and what was read to a ScopeScene; and what lies
 * under the pointer.
 *
 *     ruler            |    0 µs        1 µs      …
 *     0x4b100          |  a lane per lock: holds, contention, waits (scope-lock-lanes.h)
 *     held 38 %, …     |
 *     legend: the cores, what the lines mean
 *
 * The time axis is the view's visible range. What was read for another range is placed by its times until the new one is there. Lanes
 * scroll beneath the ruler.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/locks/scope-lock-lanes.h"
#include "model/scene/draw/scope-scene.h"
#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

#define SCOPE_LOCK_SCENE_RULER 24.0
#define SCOPE_LOCK_SCENE_LEGEND 24.0

typedef struct
{
  double width, height;
  double names_width;   /* scope_lock_scene_names_width(), or what is left of another time axis that this one stands beneath */
  double plot_width;    /* of the time axis; 0: all of the rest */
  double font_size;     /* 0: 11 */
  double scroll;        /* pixels of lanes above the first that is seen */
  int chosen;           /* place of the lane that is marked, or -1 */
  gboolean has_marked;  /* an acquisition that is outlined: by its lane, core and beginning */
  ScopeLockUse marked;
} ScopeLockSceneOptions;

double scope_lock_scene_names_width (ScopeTrace *trace, const ScopeLockList *list, double font_size);
/* All lanes, with ruler and legend. */
double scope_lock_scene_height (const ScopeLockList *list);
/* Pixels for lanes in the picture, and of all lanes. */
double scope_lock_scene_room (const ScopeLockSceneOptions *options);
double scope_lock_scene_content (const ScopeLockList *list);
/* Of the time axis, which may end before the picture does. */
double scope_lock_scene_plot_width (const ScopeLockSceneOptions *options);
/* The view's visible range over the plot; of a plot as wide as the view, the view's own pixels. */
void scope_lock_scene_viewport (ScopeView *view, const ScopeLockSceneOptions *options, ScopeViewport *ret);
/* What to read for this picture: the lanes that are seen, and no others. */
void scope_lock_scene_request (ScopeLockLanesRequest *request, ScopeView *view, const ScopeLockList *list,
                               const ScopeLockSceneOptions *options);
/* `list` and `lanes` may be NULL: nothing is read yet. */
ScopeScene *scope_lock_scene_build (ScopeView *view, const ScopeLockList *list, const ScopeLockLanes *lanes,
                                    const ScopeLockSceneOptions *options);

/* What lies at a pixel of the scene. */
typedef struct
{
  int place;           /* of the lane; -1: none */
  gint64 time;         /* trace time */
  const ScopeLockShown *shown; /* the bar there, or NULL: of the lanes read */
  gboolean hold;       /* it holds, else it waits */
  const ScopeLockColumn *column; /* shares there, or NULL */
} ScopeLockHit;

/* FALSE: no lane there. */
gboolean scope_lock_scene_hit (ScopeView *view, const ScopeLockList *list, const ScopeLockLanes *lanes,
                               const ScopeLockSceneOptions *options, double x, double y, ScopeLockHit *ret);
/* The same in words, at most four lines: what a wait waits for. "" if there is nothing. Free with g_free(). */
char *scope_lock_scene_describe (ScopeView *view, const ScopeLockList *list, const ScopeLockLanes *lanes,
                                 const ScopeLockHit *hit);
/* "Core 1 waited 1.8 µs for 0xfffffc0000801000 in _spin_lock, called by schedule", and on a second line who held it meanwhile.
 * Free with g_free(). */
char *scope_lock_use_describe (ScopeTrace *trace, const ScopeLockShown *shown, gboolean hold);
/* "123 acquisitions of 3 locks". Free with g_free(). */
char *scope_lock_list_summary (const ScopeLockList *list);

G_END_DECLS
