/* scope-presenter.h: draws a scene (a display list in pixels) with GtkSnapshot.
 *
 * Rectangles, upright lines and texts become ordinary nodes; what GTK has no node for (slanted lines, polygons,
 * hatches) is gathered into cairo nodes no larger than what they hold. Layouts of texts are kept between frames.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _ScopePresenter ScopePresenter;

/* Draws a strip or layer item. */
typedef void (*ScopeStripFunc) (gpointer data, const ScopeScene *scene, const ScopeItem *item, GtkSnapshot *snapshot);

ScopePresenter *scope_presenter_new (GtkWidget *widget); /* borrows the widget it draws for */
void scope_presenter_free (ScopePresenter *presenter);
/* The font or scale has changed. */
void scope_presenter_clear (ScopePresenter *presenter);
void scope_presenter_draw (ScopePresenter *presenter, GtkSnapshot *snapshot, const ScopeScene *scene,
                           ScopeStripFunc strip, gpointer data);
/* Draws lines, polygons, rectangles and texts of a scene, and nothing else, in the font named. Any thread. */
void scope_presenter_draw_sparse (cairo_t *cr, const ScopeScene *scene, const char *font);
/* Number of nodes of the last drawing, for the tests that keep it small. */
guint scope_presenter_n_nodes (ScopePresenter *presenter);

static inline GdkRGBA
scope_colour_rgba (ScopeColour colour)
{
  return (GdkRGBA) { ((colour >> 16) & 255) / 255.f, ((colour >> 8) & 255) / 255.f, (colour & 255) / 255.f,
                     (colour >> 24) / 255.f };
}

static inline ScopeColour
scope_colour_of_rgba (const GdkRGBA *rgba)
{
  return 0xff000000u | (guint32) (rgba->red * 255 + 0.5f) << 16 | (guint32) (rgba->green * 255 + 0.5f) << 8 | (guint32) (rgba->blue * 255 + 0.5f);
}

/* Draws the pattern over a rectangle, as legend swatches and rectangles have it. */
void scope_pattern_draw (cairo_t *cr, ScopePattern pattern, ScopeColour colour, double x, double y, double width,
                         double height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePresenter, scope_presenter_free)

G_END_DECLS
