/* scope-pixel-batch.h: rectangles, small shapes and upright lines as the pixels of one picture.
 *
 * Where a scene has tens of thousands of them (call stacks of cores from afar), each as an item of its own takes a window longer
 * than a frame lasts. Drawn into an ink they are one image, made while the scene is; pixels are those that presenters would make: of what
 * covers a part of a pixel that gets its share. Files have no pixels and keep items.
 *
 *     ink = scope_pixel_batch_new (x, y, width, height, factor);
 *     scope_pixel_batch_put (ink, scene);       here among the scene's items lies what …
 *     scene->ink = ink;
 *     scope_scene_fill (scene, …);      … is drawn into it, before or after
 *     scene->ink = NULL;
 *     scope_pixel_batch_free (ink);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

#define SCOPE_PIXEL_BATCH_LEAST 200u /* fewer things may well be items */
#define SCOPE_PIXEL_BATCH_DASH 4.0    /* of dashed lines, as presenters draw them */
#define SCOPE_PIXEL_BATCH_GAP 3.0

typedef struct _ScopePixelBatch ScopePixelBatch;

/* Covers that part of a scene, to the next whole pixel on all sides; with `factor` pixels a scene's pixel on both axes, as the display has. */
ScopePixelBatch *scope_pixel_batch_new (double x, double y, double width, double height, guint factor);
/* The image of what was and will be drawn, until the ink is freed. */
void scope_pixel_batch_put (ScopePixelBatch *ink, ScopeScene *scene);
void scope_pixel_batch_free (ScopePixelBatch *ink);
/* In the scene's pixels; what lies outside is left out. */
void scope_pixel_batch_fill (ScopePixelBatch *ink, double x, double y, double width, double height, ScopeColour colour);
/* `points` are n pairs; its edges do not cross. At most SCOPE_PIXEL_BATCH_SHAPE pixels of the picture wide: something small. */
#define SCOPE_PIXEL_BATCH_SHAPE 64

/* Into the scene's ink; without one it becomes an item. */
void scope_scene_fill (ScopeScene *scene, double x, double y, double width, double height, ScopeColour colour);
void scope_scene_fill_polygon (ScopeScene *scene, const float *points, guint n, ScopeColour colour);
/* Dashed and a pixel wide; level or upright. */
void scope_scene_dash (ScopeScene *scene, double x0, double y0, double x1, double y1, ScopeColour colour);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePixelBatch, scope_pixel_batch_free)

G_END_DECLS
