/* scope-heap-scene.h: what filled the heap over time, as areas on each other: a function from a view and what was read to a ScopeScene; and
 * what lies under the pointer.
 *
 *     ruler                   |    0 ms        100 ms      …
 *     ■ strings/main   10 MB  |         ▄▄▄▄▄██      a step per sample: what it found holds until the next
 *     ■ numbers/main    5 MB  |    ▂▂▂▂▂▂▅▅▅▅▅▅▅██   the largest band lowest
 *     ■ 12 others       0     |    ▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅
 *     legend: of what this is a profile, and of how many samples
 *
 * The time axis is the view's visible range. What was read for another range is placed by its times until the new one is there. A band
 * that is chosen lies lowest, so that its shape can be read, and the others are pale; or it is shown alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"
#include "model/scene/profile/scope-heap-course.h"
#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

typedef struct
{
  double width, height;
  double names_width;  /* SCOPE_HEAP_SCENE_NAMES, or what is left of another time axis that this one stands beneath */
  double plot_width;   /* of the time axis; 0: all of the rest */
  double font_size;    /* 0: 11 */
  gint64 from, to;     /* the range that figures are of; both 0: that of the plot */
  guint profile;       /* place in the list */
  gboolean has_chosen, alone; /* a band stands out; and there is no other */
  guint32 chosen;      /* its place; 0: all others */
} ScopeHeapSceneOptions;

#define SCOPE_HEAP_SCENE_NAMES 260.0
#define SCOPE_HEAP_SCENE_LEAST_NAMES 130.0

/* The view's visible range over the plot; of a plot as wide as the view, the view's own pixels. */
void scope_heap_scene_viewport (ScopeView *view, const ScopeHeapSceneOptions *options, ScopeViewport *ret);
/* What to read for this picture: as many bands as the key has room for. */
void scope_heap_scene_request (ScopeHeapRequest *request, ScopeView *view, const ScopeHeapSceneOptions *options);
/* `course` may be NULL: nothing is read yet. */
ScopeScene *scope_heap_scene_build (ScopeView *view, const ScopeHeapCourse *course, const ScopeHeapSceneOptions *options);

/* What lies at a pixel of the scene. */
typedef struct
{
  int band;    /* of the course; -1: none */
  int step;    /* -1: none, or it is the key */
  gint64 time; /* trace time; of the key: 0 */
  gboolean key;
} ScopeHeapHit;

/* FALSE: neither the plot nor an entry of the key. */
gboolean scope_heap_scene_hit (ScopeView *view, const ScopeHeapCourse *course, const ScopeHeapSceneOptions *options, double x, double y,
                               ScopeHeapHit *ret);
/* The same in words: the band, its bytes, the sample's time. Free with g_free(). */
char *scope_heap_scene_describe (ScopeView *view, const ScopeHeapCourse *course, const ScopeHeapHit *hit);
/* "Cost Centre: 12 samples, 6.9 MB on average, at most 10.2 MB at 31 ms". Free with g_free(). */
char *scope_heap_scene_summary (ScopeView *view, const ScopeHeapCourse *course);

G_END_DECLS
