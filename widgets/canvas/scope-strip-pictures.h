/* scope-strip-pictures.h: the dense parts of a timeline as pictures of 256 columns, kept between frames.
 *
 * One picture per row and place, of one zoom and one look: panning draws the same pictures elsewhere; another zoom,
 * palette or height makes new ones. A frame has only so much time for that (the getter's deadline): rows that it does
 * not reach are drawn from the pictures of the last zoom, stretched, for a frame or two.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/timeline/scope-timeline-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_PICTURES_BYTES (48u << 20)

typedef struct _ScopeStripPictures ScopeStripPictures;

ScopeStripPictures *scope_strip_pictures_new (void);
void scope_strip_pictures_free (ScopeStripPictures *pictures);

/* At the start of a frame: forgets what belongs to another palette or dimming, and puts aside what belongs to another
 * zoom. */
void scope_strip_pictures_begin (ScopeStripPictures *pictures, ScopeView *view);
/* At its end: TRUE if time ran out before all were made, and another frame is needed. */
gboolean scope_strip_pictures_end (ScopeStripPictures *pictures);
/* Tiles arrived or the trace has grown: those not complete are made again when next drawn. TRUE if there are any. */
gboolean scope_strip_pictures_drop_incomplete (ScopeStripPictures *pictures);
void scope_strip_pictures_clear (ScopeStripPictures *pictures);

/* Draws world pixels [left, left + width) of `row` at x, y. With `textures` as texture nodes (for a GPU), else as
 * one cairo node. */
void scope_strip_pictures_draw (ScopeStripPictures *pictures, GtkSnapshot *snapshot, gboolean textures,
                                ScopeView *view, guint row, gint64 left, double x, double y, double width,
                                guint height, ScopeTileGetter *getter, ScopeStripCache *cache);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeStripPictures, scope_strip_pictures_free)

G_END_DECLS
