/* scope-cairo.h: a scene drawn with cairo and pango: PNG and PDF.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"

#include <cairo.h>

G_BEGIN_DECLS

/* The file's bytes; NULL with error if cairo fails. `scale`: pixels of the picture to one of the scene. */
GByteArray *scope_cairo_write_png (const ScopeScene *scene, double scale, GError **error);
GByteArray *scope_cairo_write_pdf (const ScopeScene *scene, const char *title, GError **error);

G_END_DECLS
