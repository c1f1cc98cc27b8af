/* scope-life-bar.h: the life of one task within a range as a bar, with its states inside it, drawn as the timeline's columns.
 *
 * Tiles come from a cache that all bars of a table share; a bar whose tiles are not there yet is drawn again when they are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-columns.h"
#include "model/scene/draw/scope-palette.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_LIFE_BAR (scope_life_bar_get_type ())
G_DECLARE_FINAL_TYPE (ScopeLifeBar, scope_life_bar, SCOPE, LIFE_BAR, GtkWidget)

typedef struct
{
  ScopeTileCache *tiles;      /* borrowed; must outlive the bar's use of it: set NULL before */
  const ScopeLaneSource *lanes; /* copied */
  guint n_lanes;
  gint64 from, to;            /* what its width stands for, trace time */
  gint64 first, last;         /* a line below from here to there: of a group; first > last: none */
  ScopePaletteKind palette;
} ScopeLife;

/* NULL: empty. */
void scope_life_bar_set (ScopeLifeBar *self, const ScopeLife *life);

G_END_DECLS
