/* scope-svg.h: a scene as SVG text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

/* The whole document; free with g_string_free(). `title` is the picture's name. */
GString *scope_svg_write (const ScopeScene *scene, const char *title);

G_END_DECLS
